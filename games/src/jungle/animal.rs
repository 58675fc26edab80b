//! The eight animals.

use crate::Kind;

/// An animal. The order is the traditional one of strength, and the order of
/// letters in the names of endings, whatever the ruleset says of dog and wolf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Animal {
    Elephant,
    Lion,
    Tiger,
    Leopard,
    Wolf,
    Dog,
    Cat,
    Rat,
}

impl Animal {
    /// All animals, strongest first.
    pub const ALL: [Self; 8] = [
        Self::Elephant,
        Self::Lion,
        Self::Tiger,
        Self::Leopard,
        Self::Wolf,
        Self::Dog,
        Self::Cat,
        Self::Rat,
    ];

    /// The letter of each animal, in the order of [`Animal::ALL`].
    pub const LETTERS: [char; 8] = ['E', 'L', 'T', 'P', 'W', 'D', 'C', 'R'];

    /// Its place in the order, 0 for the elephant.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The animal as a kind of piece.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> Kind {
        Kind(self as u8)
    }

    /// The animal of a kind of piece.
    #[inline]
    #[must_use]
    pub fn from_kind(kind: Kind) -> Option<Self> {
        Self::ALL.get(kind.index()).copied()
    }

    /// The animal's letter, a capital.
    #[must_use]
    pub const fn letter(self) -> char {
        Self::LETTERS[self as usize]
    }

    /// The animal of a capital letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|animal| animal.letter() == letter)
    }

    /// The animal's name, in small letters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Elephant => "elephant",
            Self::Lion => "lion",
            Self::Tiger => "tiger",
            Self::Leopard => "leopard",
            Self::Wolf => "wolf",
            Self::Dog => "dog",
            Self::Cat => "cat",
            Self::Rat => "rat",
        }
    }
}
