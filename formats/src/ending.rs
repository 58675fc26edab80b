//! Endings: which pieces each side has, and what that is called.

use coda_games::{Color, Force, Game, Kind, MaterialError, Piece};
use thiserror::Error;

/// The pieces of both sides.
///
/// Written White's first and strongest first on each side: `ELvR`. The order of
/// strength is the game's traditional one, the same under every ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ending {
    /// White's pieces.
    pub white: Force,
    /// Black's pieces.
    pub black: Force,
}

/// Why a name is not the name of an ending.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EndingError {
    /// There is no `v` between the sides, or more than one.
    #[error("`{name}` is no ending: write White's pieces, `v`, Black's pieces, as in `{example}`")]
    NoSides {
        /// The name as given.
        name: String,
        /// A name that is right.
        example: String,
    },
    /// A letter that is no piece.
    #[error("`{letter}` in `{name}` is no piece: pieces are {letters}")]
    UnknownLetter {
        /// The name as given.
        name: String,
        /// The letter.
        letter: char,
        /// The letters there are.
        letters: String,
    },
    /// The pieces cannot meet in an ending.
    #[error("`{name}` is no ending: {fault}")]
    Material {
        /// The name as given.
        name: String,
        /// What is wrong with them.
        fault: MaterialError,
    },
}

impl Ending {
    /// Reads a name, with the pieces of a side in any order.
    ///
    /// # Errors
    /// [`EndingError`] says what is wrong with the name.
    pub fn parse<G: Game>(game: &G, name: &str) -> Result<Self, EndingError> {
        let no_sides = || EndingError::NoSides {
            name: name.to_owned(),
            example: format!("{}v{}", G::LETTERS[0], G::LETTERS[G::LETTERS.len() - 1]),
        };
        let (white, black) = name.split_once('v').ok_or_else(no_sides)?;
        if black.contains('v') {
            return Err(no_sides());
        }
        let ending = Self { white: force::<G>(name, white)?, black: force::<G>(name, black)? };
        game.check_material(ending.white, ending.black)
            .map_err(|fault| EndingError::Material { name: name.to_owned(), fault })?;
        Ok(ending)
    }

    /// The ending of a position.
    #[must_use]
    pub fn of<G: Game>(game: &G, position: &G::Position) -> Self {
        Self::of_pieces(game.pieces(position).map(|(piece, _)| piece))
    }

    /// The ending of some pieces.
    #[must_use]
    pub fn of_pieces(pieces: impl IntoIterator<Item = Piece>) -> Self {
        let mut ending = Self { white: Force::EMPTY, black: Force::EMPTY };
        for piece in pieces {
            let force = match piece.color {
                Color::White => &mut ending.white,
                Color::Black => &mut ending.black,
            };
            *force = force.with(piece.kind).unwrap_or(*force);
        }
        ending
    }

    /// The name: `ELvR`.
    #[must_use]
    pub fn name<G: Game>(self) -> String {
        let letters = |force: Force| {
            force.iter().filter_map(|kind| G::LETTERS.get(kind.index())).collect::<String>()
        };
        format!("{}v{}", letters(self.white), letters(self.black))
    }

    /// The same ending with the sides swapped.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self { white: self.black, black: self.white }
    }

    /// Of this ending and its swap, the one that is stored: the side with more
    /// pieces is White; of equally many, the side with the stronger first piece
    /// that differs. Where the colours are not alike, each is stored as it is.
    #[must_use]
    pub fn canonical<G: Game>(self, game: &G) -> Self {
        if !game.colors_are_alike() {
            return self;
        }
        let rank = |force: Force| (force.len(), force);
        if rank(self.white) >= rank(self.black) { self } else { self.swapped() }
    }

    /// The ending without one of its pieces; `None` if it has no such piece or a side
    /// would have none left.
    #[must_use]
    pub fn without(self, piece: Piece) -> Option<Self> {
        let mut less = self;
        let force = match piece.color {
            Color::White => &mut less.white,
            Color::Black => &mut less.black,
        };
        *force = force.without(piece.kind).filter(|force| !force.is_empty())?;
        Some(less)
    }

    /// Whether both sides have the same pieces, and the same questions to them.
    #[must_use]
    pub fn is_symmetric<G: Game>(self, game: &G) -> bool {
        self.white == self.black && game.colors_are_alike()
    }

    /// How many pieces there are in all.
    #[must_use]
    pub fn len(self) -> usize {
        self.white.len() + self.black.len()
    }

    /// Whether there is no piece at all.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.white.is_empty() && self.black.is_empty()
    }

    /// The pieces: White's strongest first, then Black's.
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        let white = self.white.iter().map(|kind| Piece { color: Color::White, kind });
        white.chain(self.black.iter().map(|kind| Piece { color: Color::Black, kind }))
    }

    /// The canonical endings that one move can lead to, each once, sorted.
    #[must_use]
    pub fn sub_endings<G: Game>(self, game: &G) -> Vec<Self> {
        let subs = game.sub_materials(self.white, self.black).into_iter();
        let mut subs: Vec<_> =
            subs.map(|(white, black)| Self { white, black }.canonical(game)).collect();
        subs.sort_unstable();
        subs.dedup();
        subs
    }

    /// Every canonical ending of a game with at most `pieces` pieces: fewest
    /// pieces first, then by name.
    #[must_use]
    pub fn all_up_to<G: Game>(game: &G, pieces: usize) -> Vec<Self> {
        let forces = forces_up_to::<G>(game, pieces);
        let mut endings = Vec::new();
        for &white in &forces {
            for &black in &forces {
                let ending = Self { white, black };
                if ending.len() <= pieces
                    && ending == ending.canonical(game)
                    && game.check_material(white, black).is_ok()
                {
                    endings.push(ending);
                }
            }
        }
        endings.sort_by_cached_key(|ending| (ending.len(), ending.name::<G>()));
        endings
    }
}

fn force<G: Game>(name: &str, side: &str) -> Result<Force, EndingError> {
    let mut force = Force::EMPTY;
    for letter in side.chars() {
        let number = G::LETTERS.iter().position(|&known| known == letter);
        let number = number.ok_or_else(|| EndingError::UnknownLetter {
            name: name.to_owned(),
            letter,
            letters: G::LETTERS.iter().map(char::to_string).collect::<Vec<_>>().join(" "),
        })?;
        force = force.with(Kind(number as u8)).unwrap_or(force);
    }
    Ok(force)
}

/// Every force of at most `pieces` pieces that some force could meet.
fn forces_up_to<G: Game>(game: &G, pieces: usize) -> Vec<Force> {
    let possible = |force: Force| {
        // More of a kind than there can be stays wrong whatever is added.
        !matches!(game.check_material(force, force), Err(MaterialError::TooMany { .. }))
    };
    let mut forces = vec![Force::EMPTY];
    for kind in (0..G::LETTERS.len()).map(|kind| Kind(kind as u8)) {
        let mut next = 0;
        while next < forces.len() {
            if let Some(more) = forces[next].with(kind)
                && more.len() <= pieces
                && possible(more)
            {
                forces.push(more);
            }
            next += 1;
        }
    }
    forces
}

#[cfg(test)]
mod tests {
    use super::*;
    use coda_games::jungle::Jungle;

    fn jungle() -> Jungle {
        Jungle::with_rules("standard").unwrap()
    }

    fn parse(name: &str) -> Result<Ending, EndingError> {
        Ending::parse(&jungle(), name)
    }

    #[test]
    fn names_read_back_in_order_of_strength() {
        for (given, name, canonical) in [
            ("ELvR", "ELvR", "ELvR"),
            ("LEvR", "ELvR", "ELvR"),
            ("RvEL", "RvEL", "ELvR"),
            ("RvE", "RvE", "EvR"),
            ("DvDR", "DvDR", "DRvD"),
            ("TPvLR", "TPvLR", "LRvTP"),
            ("RvR", "RvR", "RvR"),
        ] {
            let ending = parse(given).unwrap();
            assert_eq!(ending.name::<Jungle>(), name);
            assert_eq!(ending.canonical(&jungle()).name::<Jungle>(), canonical);
            assert_eq!(ending.swapped().canonical(&jungle()), ending.canonical(&jungle()));
        }
    }

    #[test]
    fn faults_in_a_name_are_told() {
        for (name, part) in [
            ("EL", "no ending"),
            ("EvLvR", "no ending"),
            ("EvX", "`X` in `EvX` is no piece"),
            ("evr", "`e` in `evr` is no piece"),
            ("Ev", "Black has no pieces"),
            ("vE", "White has no pieces"),
            ("", "no ending"),
            ("EEvR", "White has 2 of `E`"),
        ] {
            let message = parse(name).unwrap_err().to_string();
            assert!(message.contains(part), "{name}: {message}");
        }
        assert!(parse(&"E".repeat(100)).is_err());
        assert!(parse(&format!("{}vR", "E".repeat(100))).is_err());
    }

    #[test]
    fn there_are_as_many_endings_as_combinations() {
        let count = |pieces| Ending::all_up_to(&jungle(), pieces).len();
        // 36 of two pieces; 28 pairs against 8; 70, 56 x 8 and 28 x 29 / 2 of four.
        assert_eq!(count(1), 0);
        assert_eq!(count(2), 36);
        assert_eq!(count(3), 36 + 28 * 8);
        assert_eq!(count(4), 36 + 28 * 8 + 56 * 8 + 28 * 29 / 2);
    }

    #[test]
    fn sub_endings_are_canonical_and_smaller() {
        let names = |name: &str| {
            let subs = parse(name).unwrap().sub_endings(&jungle());
            let mut names: Vec<_> = subs.into_iter().map(Ending::name::<Jungle>).collect();
            names.sort_unstable();
            names.join(" ")
        };
        assert_eq!(names("ELvR"), "EvR LvR");
        assert_eq!(names("ELvEL"), "ELvE ELvL");
        assert_eq!(names("EvR"), "");
        assert_eq!(names("ELvRT"), "ELvR ELvT TRvE TRvL");
    }
}
