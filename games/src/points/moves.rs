//! Moves by the movements alone, and attacks.

use std::fmt;

use super::{Point, Position};
use crate::{Color, Kind, Movements};

/// A move: whoever stands on one point goes to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The point left.
    pub from: Point,
    /// The point reached.
    pub to: Point,
}

/// Writes the two points: `h2e2`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

/// Calls `found` with every move that the movements of the side to move allow, whether
/// or not it leaves the general attacked.
#[inline]
pub(crate) fn pseudo_legal(
    position: &Position,
    movements: &Movements,
    mut found: impl FnMut(Move),
) {
    let us = position.turn();
    let (own, occupied) = (position.side(us), position.occupied());
    for (kind, from) in position.pieces_of(us) {
        let movement = &movements[us.index()][kind.index()];
        for reach in movement.reach(from.index()) {
            if own >> reach.to & 1 == 1 {
                continue;
            }
            let takes = occupied >> reach.to & 1 == 1;
            let screens = if takes { movement.screens_to_take } else { movement.screens_to_move };
            if (reach.path & occupied).count_ones() == screens
                && let Some(to) = Point::from_index(reach.to)
            {
                found(Move { from, to });
            }
        }
    }
}

/// Whether a piece of side `by` attacks a point.
#[inline]
pub(crate) fn attacked(
    position: &Position,
    movements: &Movements,
    by: Color,
    point: Point,
) -> bool {
    let occupied = position.occupied();
    position.pieces_of(by).any(|(kind, from): (Kind, Point)| {
        movements[by.index()][kind.index()].attacks(from.index(), point.index(), occupied)
    })
}
