//! The board: squares and what they are.

use std::fmt;

use crate::Color;

/// A square, `a1` to `g9`.
///
/// ```
/// use coda_games::jungle::{Square, Terrain};
/// use coda_games::Color;
/// let den = Square::from_name("d9").unwrap();
/// assert_eq!(den.terrain(), Terrain::Den(Color::Black));
/// assert_eq!(den.to_string(), "d9");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// What a square is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terrain {
    /// Ordinary land.
    Land,
    /// One of the twelve squares of the rivers.
    Water,
    /// A trap around this side's den.
    Trap(Color),
    /// This side's den.
    Den(Color),
}

/// The terrain of every square, rank 1 first.
static TERRAIN: [Terrain; Square::COUNT] = {
    let mut map = [Terrain::Land; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let (file, rank) = (index as u8 % Square::FILES, index as u8 / Square::FILES);
        map[index] = match (file, rank) {
            (3, 0) => Terrain::Den(Color::White),
            (2 | 4, 0) | (3, 1) => Terrain::Trap(Color::White),
            (3, 8) => Terrain::Den(Color::Black),
            (2 | 4, 8) | (3, 7) => Terrain::Trap(Color::Black),
            (1 | 2 | 4 | 5, 3..=5) => Terrain::Water,
            _ => Terrain::Land,
        };
        index += 1;
    }
    map
};

impl Square {
    /// Files of the board.
    pub const FILES: u8 = 7;
    /// Ranks of the board.
    pub const RANKS: u8 = 9;
    /// Squares of the board.
    pub const COUNT: usize = 63;

    /// The square on a file and rank, both counted from 0.
    #[inline]
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < Self::FILES && rank < Self::RANKS {
            Some(Self(rank * Self::FILES + file))
        } else {
            None
        }
    }

    /// The square of a number below 63: seven times the rank plus the file.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// The square of a name such as `d7`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name.as_bytes() {
            &[file, rank] => Self::new(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1')),
            _ => None,
        }
    }

    /// Every square, `a1`, `b1` … `g9`.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Seven times the rank plus the file.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The file, 0 for `a`.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % Self::FILES
    }

    /// The rank, 0 for `1`.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / Self::FILES
    }

    /// What the square is.
    #[inline]
    #[must_use]
    pub fn terrain(self) -> Terrain {
        TERRAIN[usize::from(self.0)]
    }

    /// The square one step away, if it is on the board.
    #[inline]
    #[must_use]
    pub(super) const fn step(self, direction: Direction) -> Option<Self> {
        let (file, rank) = (self.file(), self.rank());
        match direction {
            Direction::Up => Self::new(file, rank + 1),
            Direction::Down => Self::new(file, rank.wrapping_sub(1)),
            Direction::Left => Self::new(file.wrapping_sub(1), rank),
            Direction::Right => Self::new(file + 1, rank),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

/// One of the four ways to step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Direction {
    pub(super) const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// Whether it runs along a file, so that a river is three squares wide.
    pub(super) const fn is_lengthways(self) -> bool {
        matches!(self, Self::Up | Self::Down)
    }
}
