//! Position text: ranks 9 to 1 separated by `/`, then the side to move.

use crate::jungle::{Animal, Position, Rules, Square, Terrain};
use crate::{Color, Game, PositionError, jungle::Jungle};

const LETTERS: &str = "E L T P W D C R";

pub(super) fn write(position: &Position) -> String {
    let mut text = String::with_capacity(48);
    for rank in (0..Square::RANKS).rev() {
        let mut gap = 0;
        for file in 0..Square::FILES {
            match Square::new(file, rank).and_then(|square| position.at(square)) {
                None => gap += 1,
                Some((color, animal)) => {
                    if gap > 0 {
                        text.push_str(&gap.to_string());
                        gap = 0;
                    }
                    text.push(letter(color, animal));
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

/// The letter of a piece: White's are capitals.
pub(super) fn letter(color: Color, animal: Animal) -> char {
    match color {
        Color::White => animal.letter(),
        Color::Black => animal.letter().to_ascii_lowercase(),
    }
}

pub(super) fn parse(rules: &Rules, text: &str) -> Result<Position, PositionError> {
    let mut fields = text.split_whitespace();
    let placement =
        fields.next().ok_or_else(|| PositionError::Empty { example: write(&Position::start()) })?;
    let squares = placement_squares(placement)?;
    let turn = match fields.next() {
        Some("w") => Color::White,
        Some("b") => Color::Black,
        Some(found) => {
            return Err(PositionError::BadTurn { found: found.to_owned() });
        }
        None => return Err(PositionError::MissingTurn),
    };
    let counter = |field: &&str| *field == "-" || field.parse::<u32>().is_ok();
    if let Some(found) = fields.find(|field| !counter(field)) {
        return Err(PositionError::TrailingText { found: found.to_owned() });
    }
    let mut position = Position::empty(turn);
    for &(color, animal, square) in &squares {
        if let Some(why) = forbidden(rules, animal, square) {
            return Err(PositionError::ForbiddenSquare {
                piece: in_words(color, animal),
                square: square.to_string(),
                why,
            });
        }
        if !position.put(color, animal, square) {
            let same = |other: &&(Color, Animal, Square)| (other.0, other.1) == (color, animal);
            let found = squares.iter().filter(same).count();
            return Err(PositionError::TooMany { piece: in_words(color, animal), found, most: 1 });
        }
    }
    for color in Color::BOTH {
        if position.animals(color).next().is_none() {
            return Err(PositionError::NoPieces { side: Jungle::SIDES[color.index()] });
        }
    }
    Ok(position)
}

fn in_words(color: Color, animal: Animal) -> String {
    format!("{} {}", Jungle::SIDES[color.index()], animal.name())
}

fn forbidden(rules: &Rules, animal: Animal, square: Square) -> Option<&'static str> {
    if rules.can_stand(animal, square) {
        return None;
    }
    Some(match square.terrain() {
        Terrain::Den(_) => "it is a den, and no piece stays in a den",
        _ => "it is water, and this animal does not swim",
    })
}

/// Who stands where, by the text alone.
fn placement_squares(placement: &str) -> Result<Vec<(Color, Animal, Square)>, PositionError> {
    let ranks: Vec<_> = placement.split('/').collect();
    if ranks.len() != usize::from(Square::RANKS) {
        return Err(PositionError::WrongRankCount {
            found: ranks.len(),
            expected: usize::from(Square::RANKS),
        });
    }
    let mut found = Vec::new();
    for (rank, text) in (0..Square::RANKS).rev().zip(ranks) {
        let mut width = 0_usize;
        for character in text.chars() {
            if let Some(gap @ 1..=7) = character.to_digit(10) {
                width += gap as usize;
                continue;
            }
            let animal = Animal::from_letter(character.to_ascii_uppercase());
            let animal = animal.ok_or(PositionError::UnknownLetter {
                found: character,
                rank: u32::from(rank) + 1,
                letters: LETTERS,
                files: u32::from(Square::FILES),
            })?;
            let color = if character.is_ascii_uppercase() { Color::White } else { Color::Black };
            let square = u8::try_from(width).ok().and_then(|file| Square::new(file, rank));
            found.extend(square.map(|square| (color, animal, square)));
            width += 1;
        }
        if width != usize::from(Square::FILES) {
            return Err(PositionError::WrongRankLength {
                rank: u32::from(rank) + 1,
                text: text.to_owned(),
                found: width,
                expected: usize::from(Square::FILES),
            });
        }
    }
    Ok(found)
}
