//! Position text: FEN as the engines of these games write it.

use super::{Army, Point, Position};
use crate::{Color, Piece, PositionError};

/// Ranks from Black's back rank down, then the side to move.
pub(crate) fn write(army: &Army, position: &Position) -> String {
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
                    text.push(army.letter(piece));
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
pub(crate) fn parse(army: &Army, text: &str) -> Result<Position, PositionError> {
    let mut fields = text.split_whitespace();
    let empty = || PositionError::Empty { example: army.start.to_owned() };
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
        let width = read_rank(army, &mut position, rank, text)?;
        if width != usize::from(Point::FILES) {
            return Err(PositionError::WrongRankLength {
                rank: u32::from(rank + army.first_rank),
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
    army: &Army,
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
        let kind = army.kind(character).ok_or(PositionError::UnknownLetter {
            found: character,
            rank: u32::from(rank + army.first_rank),
            letters: army.list,
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
