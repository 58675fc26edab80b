//! Position text: FEN as the engines of these games write it.

use super::{Point, Position};
use crate::{Color, Kind, Piece, PositionError};

/// The letters of a game's pieces.
pub(crate) struct Letters {
    /// The letter of each kind, as FEN writes it.
    pub(crate) kinds: &'static [char],
    /// Other letters that are read as a kind.
    pub(crate) also: &'static [(char, char)],
    /// What error messages list.
    pub(crate) list: &'static str,
    /// A position text that is right.
    pub(crate) example: &'static str,
}

impl Letters {
    fn kind(&self, letter: char) -> Option<Kind> {
        let capital = letter.to_ascii_uppercase();
        let also = self.also.iter().find(|(other, _)| *other == capital);
        let capital = also.map_or(capital, |&(_, kind)| kind);
        self.kinds.iter().position(|&known| known == capital).map(|kind| Kind(kind as u8))
    }

    /// The letter of a piece: White's are capitals.
    pub(crate) fn letter(&self, piece: Piece) -> char {
        let capital = self.kinds.get(piece.kind.index()).copied().unwrap_or('?');
        if piece.color == Color::White { capital } else { capital.to_ascii_lowercase() }
    }
}

/// Ranks from Black's back rank down, then the side to move.
pub(crate) fn write(letters: &Letters, position: &Position) -> String {
    let mut text = String::with_capacity(48);
    for rank in (0..Point::RANKS).rev() {
        let mut gap = 0;
        for file in 0..Point::FILES {
            match Point::new(file, rank).and_then(|point| position.at(point)) {
                None => gap += 1,
                Some(piece) => {
                    if gap > 0 {
                        text.push_str(&gap.to_string());
                        gap = 0;
                    }
                    text.push(letters.letter(piece));
                }
            }
        }
        if gap > 0 {
            text.push_str(&gap.to_string());
        }
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    text.push(position.turn().letter());
    text
}

/// Reads a placement and a turn; counters may follow. Two pieces cannot come to stand on
/// one point, but nothing else about the placement is checked.
pub(crate) fn parse(letters: &Letters, text: &str) -> Result<Position, PositionError> {
    let mut fields = text.split_whitespace();
    let empty = || PositionError::Empty { example: letters.example.to_owned() };
    let placement = fields.next().ok_or_else(empty)?;
    let ranks: Vec<_> = placement.split('/').collect();
    if ranks.len() != usize::from(Point::RANKS) {
        let expected = usize::from(Point::RANKS);
        return Err(PositionError::WrongRankCount { found: ranks.len(), expected });
    }
    let turn = match fields.next() {
        // Red's turn is `r` in some programs.
        Some("w" | "r") => Color::White,
        Some("b") => Color::Black,
        Some(found) => return Err(PositionError::BadTurn { found: found.to_owned() }),
        None => return Err(PositionError::MissingTurn),
    };
    let counter = |field: &&str| *field == "-" || field.parse::<u32>().is_ok();
    if let Some(found) = fields.find(|field| !counter(field)) {
        return Err(PositionError::TrailingText { found: found.to_owned() });
    }
    let mut position = Position::empty(turn);
    for (rank, text) in (0..Point::RANKS).rev().zip(ranks) {
        let width = read_rank(letters, &mut position, rank, text)?;
        if width != usize::from(Point::FILES) {
            return Err(PositionError::WrongRankLength {
                rank: u32::from(rank),
                text: text.to_owned(),
                found: width,
                expected: usize::from(Point::FILES),
            });
        }
    }
    Ok(position)
}

/// Reads a rank; gives how many points it has.
fn read_rank(
    letters: &Letters,
    position: &mut Position,
    rank: u8,
    text: &str,
) -> Result<usize, PositionError> {
    let mut width = 0_usize;
    for character in text.chars() {
        if let Some(gap @ 1..=9) = character.to_digit(10) {
            width += gap as usize;
            continue;
        }
        let kind = letters.kind(character).ok_or(PositionError::UnknownLetter {
            found: character,
            rank: u32::from(rank),
            letters: letters.list,
            files: u32::from(Point::FILES),
        })?;
        let color = if character.is_ascii_uppercase() { Color::White } else { Color::Black };
        let point = u8::try_from(width).ok().and_then(|file| Point::new(file, rank));
        if let Some(point) = point {
            position.put(Piece { color, kind }, point);
        }
        width += 1;
    }
    Ok(width)
}
