//! What one side has: kinds of piece, and how many of each.

use crate::Color;

/// A kind of piece, numbered by its game from the strongest (0) on.
///
/// The letters are [`Game::LETTERS`](crate::Game::LETTERS), in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub u8);

impl Kind {
    /// The kind as an array index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A kind of piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose piece it is.
    pub color: Color,
    /// What piece it is.
    pub kind: Kind,
}

impl Piece {
    /// A piece of the other side, of the same kind.
    #[inline]
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { color: !self.color, kind: self.kind }
    }
}

/// The pieces of one side: how many of each kind.
///
/// Sixteen kinds at most, fifteen of a kind at most. Kinds are packed strongest
/// first, so that of two forces of equal size the one that compares greater is
/// the one with the stronger first different piece.
///
/// ```
/// use coda_games::{Force, Kind};
/// let force: Force = [Kind(3), Kind(0)].into_iter().collect();
/// assert_eq!(force.len(), 2);
/// assert_eq!(force.iter().collect::<Vec<_>>(), [Kind(0), Kind(3)]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Force(u64);

impl Force {
    /// How many kinds a force can tell apart.
    pub const KINDS: usize = 16;
    /// How many pieces of a kind a force can hold.
    pub const MAX_OF_A_KIND: u8 = 15;

    /// No pieces at all.
    pub const EMPTY: Self = Self(0);

    #[inline]
    const fn shift(kind: Kind) -> u32 {
        debug_assert!((kind.0 as usize) < Self::KINDS);
        60 - 4 * kind.0 as u32
    }

    /// How many pieces of this kind there are.
    #[inline]
    #[must_use]
    pub const fn count(self, kind: Kind) -> u8 {
        ((self.0 >> Self::shift(kind)) & 15) as u8
    }

    /// One piece more; `None` where the force is full of that kind.
    #[inline]
    #[must_use]
    pub const fn with(self, kind: Kind) -> Option<Self> {
        if self.count(kind) == Self::MAX_OF_A_KIND {
            return None;
        }
        Some(Self(self.0 + (1 << Self::shift(kind))))
    }

    /// One piece less; `None` where there is none of that kind.
    #[inline]
    #[must_use]
    pub const fn without(self, kind: Kind) -> Option<Self> {
        if self.count(kind) == 0 {
            return None;
        }
        Some(Self(self.0 - (1 << Self::shift(kind))))
    }

    /// How many pieces there are in all.
    #[must_use]
    pub fn len(self) -> usize {
        self.kinds().map(|kind| usize::from(self.count(kind))).sum()
    }

    /// Whether there are no pieces.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds there are, strongest first, each once.
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        (0..Self::KINDS as u8).map(Kind).filter(move |&kind| self.count(kind) > 0)
    }

    /// The pieces there are, strongest first, equal ones repeated.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        self.kinds().flat_map(move |kind| (0..self.count(kind)).map(move |_| kind))
    }
}

/// Collects pieces; more than [`Force::MAX_OF_A_KIND`] of a kind are dropped, so
/// a parser counts before it collects.
impl FromIterator<Kind> for Force {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::EMPTY, |force, kind| force.with(kind).unwrap_or(force))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_go_up_and_down() {
        let mut force = Force::EMPTY;
        for n in 0..Force::MAX_OF_A_KIND {
            assert_eq!(force.count(Kind(5)), n);
            force = force.with(Kind(5)).unwrap();
        }
        assert_eq!(force.with(Kind(5)), None);
        assert_eq!(force.len(), 15);
        assert_eq!(force.count(Kind(4)), 0);
        assert_eq!(force.count(Kind(6)), 0);
        assert_eq!(force.without(Kind(4)), None);
        assert_eq!(force.without(Kind(5)).unwrap().len(), 14);
    }

    #[test]
    fn stronger_compares_greater() {
        let lion_rat: Force = [Kind(1), Kind(7)].into_iter().collect();
        let tiger_leopard: Force = [Kind(2), Kind(3)].into_iter().collect();
        assert!(lion_rat > tiger_leopard);
    }
}
