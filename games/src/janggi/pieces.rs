//! The pieces: letters, how many there can be, what they score, where they can stand and how
//! they move.

use crate::points::{
    ALL_POINTS, DIAGONALS, LINES, Leap, Movement, Point, Points, palace, rectangle, turned,
};
use crate::{Color, Kind};

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Man {
    /// 楚 漢, the general.
    General,
    /// 車, the chariot.
    Chariot,
    /// 包, the cannon.
    Cannon,
    /// 馬, the horse.
    Horse,
    /// 象, the elephant.
    Elephant,
    /// 士, the guard.
    Guard,
    /// 卒 兵, the soldier.
    Soldier,
}

/// The names of the kinds, in the order of their numbers.
pub(super) const NAMES: [&str; 7] =
    ["general", "chariot", "cannon", "horse", "elephant", "guard", "soldier"];

/// How many of each kind a side can have.
pub(super) const MOST: [u8; 7] = [1, 2, 2, 2, 2, 2, 5];

impl Man {
    /// Every kind, in the order of their numbers.
    pub const ALL: [Self; 7] = [
        Self::General,
        Self::Chariot,
        Self::Cannon,
        Self::Horse,
        Self::Elephant,
        Self::Guard,
        Self::Soldier,
    ];

    /// The letters of the kinds in position texts and in the names of endings.
    pub const LETTERS: [char; 7] = ['K', 'R', 'C', 'N', 'B', 'A', 'P'];

    /// The number of the kind.
    #[must_use]
    pub const fn kind(self) -> Kind {
        Kind(self as u8)
    }

    /// How many a side can have.
    #[must_use]
    pub const fn most(self) -> u8 {
        MOST[self as usize]
    }

    /// What it scores, in points.
    #[must_use]
    pub const fn points(self) -> u32 {
        [0, 13, 7, 5, 3, 3, 2][self as usize]
    }

    /// How it moves.
    #[must_use]
    pub fn movement(self, color: Color) -> Movement {
        let anywhere = |by, over| Leap { by, over, from: Points::MAX };
        match self {
            Self::General | Self::Guard => {
                let steps = LINES.map(|by| anywhere(by, &[])).into_iter();
                let drawn = DIAGONALS.map(|by| Leap { by, over: &[], from: drawn() });
                Movement::new(palace(color), steps.chain(drawn).collect(), false)
            }
            Self::Chariot => {
                let drawn = DIAGONALS.map(|by| Leap { by, over: &[], from: drawn() });
                let leaps = drawn.into_iter().chain(across_palaces());
                within_palaces(Movement::new(ALL_POINTS, leaps.collect(), true))
            }
            Self::Cannon => Movement::new(ALL_POINTS, across_palaces().collect(), true)
                .with_screens(1, 1)
                .with_shunned(Self::Cannon.kind()),
            Self::Horse => Movement::new(ALL_POINTS, outward(&HORSE), false),
            Self::Elephant => Movement::new(ALL_POINTS, outward(&ELEPHANT), false),
            Self::Soldier => {
                let ahead = if color == Color::White { 1 } else { -1 };
                let lines = [(0, ahead), (-1, 0), (1, 0)].map(|by| anywhere(by, &[]));
                // Forward along the diagonals of the enemy palace.
                let from = drawn() & palace(!color);
                let drawn = [(-1, ahead), (1, ahead)].map(|by| Leap { by, over: &[], from });
                let places = turned(color, rectangle((0, 8), (3, 9)));
                let leaps = lines.into_iter().chain(drawn).collect();
                within_palaces(Movement::new(places, leaps, false))
            }
        }
    }
}

/// The points of both palaces that diagonals are drawn through: corners and centres.
fn drawn() -> Points {
    Point::all().filter(|point| is_drawn(*point)).fold(0, |set, point| set | point.bit())
}

fn is_drawn(point: Point) -> bool {
    let rank = point.rank() % 7;
    let corner = matches!(point.file(), 3 | 5) && matches!(rank, 0 | 2);
    let centre = point.file() == 4 && rank == 1;
    (corner || centre) && !(3..=6).contains(&point.rank())
}

/// From corner to corner of a palace, over its centre.
fn across_palaces() -> impl Iterator<Item = Leap> {
    let corners = |files: u8, rank: u8| {
        let at = |rank| Point::new(files, rank).map_or(0, Point::bit);
        at(rank) | at(rank + 7)
    };
    [
        Leap { by: (2, 2), over: &[(1, 1)], from: corners(3, 0) },
        Leap { by: (-2, 2), over: &[(-1, 1)], from: corners(5, 0) },
        Leap { by: (2, -2), over: &[(1, -1)], from: corners(3, 2) },
        Leap { by: (-2, -2), over: &[(-1, -1)], from: corners(5, 2) },
    ]
    .into_iter()
}

/// A movement without the diagonal steps that lead out of a palace.
fn within_palaces(movement: Movement) -> Movement {
    let lines = movement.lines;
    let leaps = movement.leaps.iter().map(|leap| {
        let diagonal = leap.by.0.abs() == 1 && leap.by.1.abs() == 1;
        let leads_on = |point: &Point| !diagonal || point.offset(leap.by).is_some_and(is_drawn);
        let from = crate::points::points_of(leap.from & ALL_POINTS).filter(leads_on);
        Leap { from: from.fold(0, |set, point| set | point.bit()), ..*leap }
    });
    Movement::new(movement.places, leaps.collect(), lines)
}

/// A leap outward: the first point along a line, and the diagonal direction from there.
type Outward = [((i8, i8), &'static [(i8, i8)]); 8];

/// The horse: one along a line, one diagonally.
const HORSE: Outward = [
    ((1, 2), &[(0, 1)]),
    ((-1, 2), &[(0, 1)]),
    ((1, -2), &[(0, -1)]),
    ((-1, -2), &[(0, -1)]),
    ((2, 1), &[(1, 0)]),
    ((2, -1), &[(1, 0)]),
    ((-2, 1), &[(-1, 0)]),
    ((-2, -1), &[(-1, 0)]),
];

/// The elephant: one along a line, two diagonally.
const ELEPHANT: Outward = [
    ((2, 3), &[(0, 1), (1, 2)]),
    ((-2, 3), &[(0, 1), (-1, 2)]),
    ((2, -3), &[(0, -1), (1, -2)]),
    ((-2, -3), &[(0, -1), (-1, -2)]),
    ((3, 2), &[(1, 0), (2, 1)]),
    ((3, -2), &[(1, 0), (2, -1)]),
    ((-3, 2), &[(-1, 0), (-2, 1)]),
    ((-3, -2), &[(-1, 0), (-2, -1)]),
];

fn outward(leaps: &Outward) -> Vec<Leap> {
    leaps.iter().map(|&(by, over)| Leap { by, over, from: Points::MAX }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_the_places_of_the_rules() {
        for color in Color::BOTH {
            let count = |man: Man| man.movement(color).places.count_ones();
            assert_eq!(Man::ALL.map(count), [9, 90, 90, 90, 90, 9, 63]);
        }
        assert_eq!(drawn().count_ones(), 10);
    }

    /// The general's steps in its palace: three from a corner, three from the middle of a
    /// side, eight from the centre.
    #[test]
    fn palaces_have_their_diagonals() {
        let general = Man::General.movement(Color::White);
        let steps = |file, rank| general.reach(Point::new(file, rank).unwrap().index()).len();
        assert_eq!([steps(3, 0), steps(4, 0), steps(4, 1), steps(5, 1)], [3, 3, 8, 3]);
        let soldier = Man::Soldier.movement(Color::White);
        let steps = |file, rank| soldier.reach(Point::new(file, rank).unwrap().index()).len();
        assert_eq!([steps(3, 7), steps(4, 8), steps(4, 7), steps(3, 8)], [4, 5, 3, 3]);
    }
}
