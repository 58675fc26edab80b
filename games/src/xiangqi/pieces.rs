//! The pieces: letters, how many there can be, where they can stand and how they move.

use crate::points::{
    ALL_POINTS, DIAGONALS, LINES, Leap, Movement, Point, Points, palace, rectangle, turned,
};
use crate::{Color, Kind};

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Man {
    /// 帥 將, the general.
    General,
    /// 俥 車, the chariot.
    Chariot,
    /// 傌 馬, the horse.
    Horse,
    /// 炮 砲, the cannon.
    Cannon,
    /// 兵 卒, the soldier.
    Soldier,
    /// 仕 士, the advisor.
    Advisor,
    /// 相 象, the elephant.
    Elephant,
}

/// The names of the kinds, in the order of their numbers.
pub(super) const NAMES: [&str; 7] =
    ["general", "chariot", "horse", "cannon", "soldier", "advisor", "elephant"];

/// How many of each kind a side can have.
pub(super) const MOST: [u8; 7] = [1, 2, 2, 2, 5, 2, 2];

impl Man {
    /// Every kind, in the order of their numbers.
    pub const ALL: [Self; 7] = [
        Self::General,
        Self::Chariot,
        Self::Horse,
        Self::Cannon,
        Self::Soldier,
        Self::Advisor,
        Self::Elephant,
    ];

    /// The letters of the kinds in position texts and in the names of endings.
    pub const LETTERS: [char; 7] = ['K', 'R', 'N', 'C', 'P', 'A', 'B'];

    /// The number of the kind.
    #[must_use]
    pub const fn kind(self) -> Kind {
        Kind(self as u8)
    }

    /// The man of a kind.
    #[must_use]
    pub fn from_kind(kind: Kind) -> Option<Self> {
        Self::ALL.get(kind.index()).copied()
    }

    /// The letter of the traditional notation.
    #[must_use]
    pub const fn traditional_letter(self) -> char {
        ['G', 'R', 'H', 'C', 'S', 'A', 'E'][self as usize]
    }

    /// How many a side can have.
    #[must_use]
    pub const fn most(self) -> u8 {
        MOST[self as usize]
    }

    /// Whether it can cross the river, and so give check.
    #[must_use]
    pub const fn attacks(self) -> bool {
        matches!(self, Self::Chariot | Self::Horse | Self::Cannon | Self::Soldier)
    }

    /// How it moves.
    #[must_use]
    pub fn movement(self, color: Color) -> Movement {
        let anywhere = |by, over| Leap { by, over, from: Points::MAX };
        match self {
            Self::General => {
                let steps = LINES.map(|by| anywhere(by, &[])).to_vec();
                Movement::new(palace(color), steps, false)
            }
            Self::Advisor => {
                let steps = DIAGONALS.map(|by| anywhere(by, &[])).to_vec();
                Movement::new(set(color, &["d0", "f0", "e1", "d2", "f2"]), steps, false)
            }
            Self::Elephant => {
                let leaps = [
                    anywhere((2, 2), &[(1, 1)]),
                    anywhere((2, -2), &[(1, -1)]),
                    anywhere((-2, 2), &[(-1, 1)]),
                    anywhere((-2, -2), &[(-1, -1)]),
                ];
                let places = set(color, &["c0", "g0", "a2", "e2", "i2", "c4", "g4"]);
                Movement::new(places, leaps.to_vec(), false)
            }
            Self::Horse => {
                let leaps = [
                    anywhere((1, 2), &[(0, 1)]),
                    anywhere((-1, 2), &[(0, 1)]),
                    anywhere((1, -2), &[(0, -1)]),
                    anywhere((-1, -2), &[(0, -1)]),
                    anywhere((2, 1), &[(1, 0)]),
                    anywhere((2, -1), &[(1, 0)]),
                    anywhere((-2, 1), &[(-1, 0)]),
                    anywhere((-2, -1), &[(-1, 0)]),
                ];
                Movement::new(ALL_POINTS, leaps.to_vec(), false)
            }
            Self::Chariot => Movement::new(ALL_POINTS, Vec::new(), true),
            Self::Cannon => Movement::new(ALL_POINTS, Vec::new(), true).with_screens(0, 1),
            Self::Soldier => {
                let forward = if color == Color::White { (0, 1) } else { (0, -1) };
                let across = turned(color, rectangle((0, 8), (5, 9)));
                let side = |by| Leap { by, over: &[], from: across };
                let steps = vec![anywhere(forward, &[]), side((-1, 0)), side((1, 0))];
                Movement::new(across | soldier_at_home(color), steps, false)
            }
        }
    }
}

/// Where a soldier can be before it has crossed the river: on the files that soldiers
/// start on, from the rank that they start on.
fn soldier_at_home(color: Color) -> Points {
    let files = [0, 2, 4, 6, 8];
    turned(color, files.iter().fold(0, |set, &file| set | rectangle((file, file), (3, 4))))
}

/// Points by their names, seen from a side.
fn set(color: Color, names: &[&str]) -> Points {
    let named = |point: &Point| names.contains(&&*point.to_string());
    turned(color, Point::all().filter(named).fold(0, |set, point| set | point.bit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_the_places_of_the_rules() {
        for color in Color::BOTH {
            let count = |man: Man| man.movement(color).places.count_ones();
            assert_eq!(Man::ALL.map(count), [9, 90, 90, 90, 55, 5, 7]);
        }
    }

    /// Where a piece can be is where it can go: nothing leads off its places.
    #[test]
    fn moves_stay_on_the_places_of_a_piece() {
        for (color, man) in Color::BOTH.into_iter().flat_map(|c| Man::ALL.map(|m| (c, m))) {
            let movement = man.movement(color);
            for from in crate::points::points_of(movement.places) {
                for reach in movement.reach(from.index()) {
                    assert_eq!(movement.places >> reach.to & 1, 1, "{man:?} {from}");
                }
            }
        }
    }
}
