//! The ninety points of the board and sets of them.

use std::fmt;

use crate::{Color, Place};

/// A set of points: bit `i` is the point of index `i`.
pub type Points = u128;

/// A point of the board: nine files `a`-`i`, ten ranks `0`-`9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// Files of the board.
    pub const FILES: u8 = 9;
    /// Ranks of the board.
    pub const RANKS: u8 = 10;
    /// Points of the board.
    pub const COUNT: usize = 90;

    /// The point of a file and a rank; `None` off the board.
    #[inline]
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < Self::FILES && rank < Self::RANKS {
            Some(Self(rank * Self::FILES + file))
        } else {
            None
        }
    }

    /// The point of an index; `None` if it is 90 or more.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// Every point, rank by rank from White's back rank.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The index, 0 to 89: rank by rank.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The file, 0 to 8.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % Self::FILES
    }

    /// The rank, 0 to 9.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / Self::FILES
    }

    /// The set of this point alone.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> Points {
        1 << self.0
    }

    /// The point some files and ranks away; `None` off the board.
    #[must_use]
    pub fn offset(self, (files, ranks): (i8, i8)) -> Option<Self> {
        let file = self.file().checked_add_signed(files)?;
        Self::new(file, self.rank().checked_add_signed(ranks)?)
    }

    /// The point reflected left to right.
    #[inline]
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self(self.0 - self.file() + (Self::FILES - 1 - self.file()))
    }

    /// The point after the board is turned about: the same file, the rank counted from
    /// the other side.
    #[inline]
    #[must_use]
    pub const fn turned_about(self) -> Self {
        Self((Self::RANKS - 1 - self.rank()) * Self::FILES + self.file())
    }
}

/// File and rank: `e0`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank())
    }
}

/// The points of a set, ascending.
#[inline]
pub fn points_of(mut set: Points) -> impl Iterator<Item = Point> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let point = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(Point(point))
    })
}

/// The points of a rectangle: files and ranks from the first to the last.
#[must_use]
pub fn rectangle(files: (u8, u8), ranks: (u8, u8)) -> Points {
    let inside = |point: &Point| {
        (files.0..=files.1).contains(&point.file()) && (ranks.0..=ranks.1).contains(&point.rank())
    };
    Point::all().filter(inside).fold(0, |set, point| set | point.bit())
}

/// The points of the first file.
pub const FILE_A: Points = {
    let (mut set, mut rank) = (0, 0);
    while rank < Point::RANKS {
        set |= 1 << (rank * Point::FILES);
        rank += 1;
    }
    set
};

/// The points strictly between two on one file, the lower given first.
#[inline]
pub(super) const fn between_on_file(low: Point, high: Point) -> Points {
    let file = FILE_A << low.file();
    let below_high = (1 << high.0) - 1;
    file & below_high & !((low.bit() << 1) - 1)
}

/// Every point.
pub const ALL_POINTS: Points = (1 << Point::COUNT) - 1;

/// The palace of a side.
pub(crate) fn palace(color: Color) -> Points {
    turned(color, rectangle((3, 5), (0, 2)))
}

/// A set of points seen from a side: White's as they are.
pub(crate) fn turned(color: Color, set: Points) -> Points {
    match color {
        Color::White => set,
        Color::Black => points_of(set).fold(0, |set, point| set | point.turned_about().bit()),
    }
}

/// A place of these games is the index of a point.
#[inline]
pub(crate) fn point_of(place: Place) -> Option<Point> {
    u8::try_from(place).ok().and_then(Point::from_index)
}

/// Reflects a place left to right; one that is no point stays.
#[inline]
pub(crate) fn mirror(place: Place) -> Place {
    point_of(place).map_or(place, |point| Place::from(point.mirrored().index()))
}

/// Turns a place about; one that is no point stays.
#[inline]
pub(crate) fn turn_about(place: Place) -> Place {
    point_of(place).map_or(place, |point| Place::from(point.turned_about().index()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reflections_are_involutions_that_commute() {
        for point in Point::all() {
            assert_eq!(point.mirrored().mirrored(), point);
            assert_eq!(point.turned_about().turned_about(), point);
            assert_eq!(point.mirrored().turned_about(), point.turned_about().mirrored());
            assert_eq!(point.mirrored().file(), 8 - point.file());
            assert_eq!(point.turned_about().rank(), 9 - point.rank());
        }
    }

    #[test]
    fn sets_list_their_points() {
        let palace = rectangle((3, 5), (0, 2));
        let names: Vec<_> = points_of(palace).map(|point| point.to_string()).collect();
        assert_eq!(names, ["d0", "e0", "f0", "d1", "e1", "f1", "d2", "e2", "f2"]);
    }
}
