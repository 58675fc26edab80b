//! What a game's pieces are called, and how many there can be.

use super::{GENERAL, Point, Position};
use crate::{Color, Force, Kind, MaterialError, Movements, Piece, PositionError};

/// The kinds of piece of a game; the first is the general.
pub(crate) struct Army {
    /// The letter of each kind, as position texts and names of endings have it.
    pub(crate) letters: &'static [char],
    /// Other letters that are read as a kind.
    pub(crate) also: &'static [(char, char)],
    /// What error messages list.
    pub(crate) list: &'static str,
    /// The name of each kind.
    pub(crate) names: &'static [&'static str],
    /// How many of each kind a side can have.
    pub(crate) most: &'static [u8],
    /// What the sides are called.
    pub(crate) sides: [&'static str; 2],
    /// The position a game starts from.
    pub(crate) start: &'static str,
    /// What the game calls the rank that is 0 here.
    pub(crate) first_rank: u8,
}

impl Army {
    pub(super) fn kind(&self, letter: char) -> Option<Kind> {
        let capital = letter.to_ascii_uppercase();
        let also = self.also.iter().find(|(other, _)| *other == capital);
        let capital = also.map_or(capital, |&(_, kind)| kind);
        self.letters.iter().position(|&known| known == capital).map(|kind| Kind(kind as u8))
    }

    /// What the game calls a point.
    pub(crate) fn name(&self, point: Point) -> String {
        format!("{}{}", (b'a' + point.file()) as char, point.rank() + self.first_rank)
    }

    /// The letter of a piece: White's are capitals.
    pub(super) fn letter(&self, piece: Piece) -> char {
        let capital = self.letters.get(piece.kind.index()).copied().unwrap_or('?');
        if piece.color == Color::White { capital } else { capital.to_ascii_lowercase() }
    }

    fn kinds(&self) -> impl Iterator<Item = (Kind, u8)> + '_ {
        (0..).map(Kind).zip(self.most.iter().copied())
    }

    /// Whether both sides have one general and no more of a kind than there can be.
    pub(crate) fn check_material(&self, white: Force, black: Force) -> Result<(), MaterialError> {
        for (side, force) in self.sides.into_iter().zip([white, black]) {
            let letter = |kind: Kind| self.letters[kind.index()];
            if force.count(GENERAL) == 0 {
                let letter = letter(GENERAL);
                return Err(MaterialError::TooFew { side, letter, found: 0, least: 1 });
            }
            for (kind, most) in self.kinds() {
                let (found, letter) = (force.count(kind), letter(kind));
                if found > most {
                    return Err(MaterialError::TooMany { side, letter, found, most });
                }
            }
        }
        Ok(())
    }

    /// The materials with a piece less, but for generals.
    pub(crate) fn sub_materials(&self, white: Force, black: Force) -> Vec<(Force, Force)> {
        let without = |force: Force| {
            force.kinds().filter(|&kind| kind != GENERAL).filter_map(move |k| force.without(k))
        };
        let fewer_white = without(white).map(|fewer| (fewer, black));
        fewer_white.chain(without(black).map(|fewer| (white, fewer))).collect()
    }

    /// What is wrong with a placement, if anything is: too many of a kind, a piece astray, a
    /// general missing.
    pub(crate) fn check_placement(
        &self,
        position: &Position,
        movements: &Movements,
    ) -> Result<(), PositionError> {
        for color in Color::BOTH {
            let side = self.sides[color.index()];
            for (kind, most) in self.kinds() {
                let name = || format!("{side} {}", self.names[kind.index()]);
                let of_kind = || position.pieces_of(color).filter(move |(of, _)| *of == kind);
                let found = of_kind().count();
                if found > usize::from(most) {
                    let most = usize::from(most);
                    return Err(PositionError::TooMany { piece: name(), found, most });
                }
                if kind == GENERAL && found == 0 {
                    return Err(PositionError::NoGeneral { side });
                }
                let places = movements[color.index()][kind.index()].places;
                if let Some((_, point)) = of_kind().find(|(_, point)| places & point.bit() == 0) {
                    let (piece, square) = (name(), self.name(point));
                    let why = "no move ever takes it there";
                    return Err(PositionError::ForbiddenSquare { piece, square, why });
                }
            }
        }
        Ok(())
    }
}
