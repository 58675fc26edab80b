//! Moves by the movements alone, and attacks.

use std::fmt;

use super::board::{between_on_file, point_of};
use super::{Point, Position};
use crate::{Color, Kind, Movements, Piece, Place};

/// The general is the first kind.
pub const GENERAL: Kind = Kind(0);

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
        let shunned = position.shunned_by(movement);
        for reach in movement.reach(from.index()) {
            if own >> reach.to & 1 == 1 {
                continue;
            }
            let takes = occupied >> reach.to & 1 == 1;
            let screens = if takes { movement.screens_to_take } else { movement.screens_to_move };
            if (reach.path & occupied).count_ones() == screens
                && (reach.path | 1 << reach.to) & shunned == 0
                && let Some(to) = Point::from_index(reach.to)
            {
                found(Move { from, to });
            }
        }
    }
}

/// Whether the general of a side is attacked.
#[inline]
pub(crate) fn general_is_attacked(
    position: &Position,
    movements: &Movements,
    general: Color,
) -> bool {
    let Some(at) = position.find(Piece { color: general, kind: GENERAL }) else { return false };
    let occupied = position.occupied();
    position.pieces_of(!general).any(|(kind, from)| {
        let movement = &movements[(!general).index()][kind.index()];
        let shunned = position.shunned_by(movement);
        movement.attacks(from.index(), at.index(), occupied, shunned)
    })
}

/// Whether the generals face each other on an open file.
#[inline]
#[must_use]
pub fn generals_face(position: &Position) -> bool {
    let [white, black] = Color::BOTH.map(|color| position.find(Piece { color, kind: GENERAL }));
    let (Some(white), Some(black)) = (white, black) else { return false };
    white.file() == black.file() && between_on_file(white, black) & position.occupied() == 0
}

/// Puts pieces together; `None` where one cannot be where it is, two are on one point, or a
/// side has not one general.
#[inline]
pub(crate) fn assemble(
    movements: &Movements,
    pieces: impl IntoIterator<Item = (Piece, Place)>,
    turn: Color,
) -> Option<Position> {
    let mut position = Position::empty(turn);
    let mut generals = [0; 2];
    for (piece, place) in pieces {
        let point = point_of(place)?;
        let movement = movements[piece.color.index()].get(piece.kind.index())?;
        if movement.places & point.bit() == 0 || !position.put(piece, point) {
            return None;
        }
        generals[piece.color.index()] += u32::from(piece.kind == GENERAL);
    }
    (generals == [1; 2]).then_some(position)
}
