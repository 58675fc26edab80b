//! A position: who stands where, and whose turn it is.

use super::Movement;
use super::board::{Point, Points, points_of};
use crate::{Color, Kind, Piece};

/// Who stands where, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    /// The occupant of each point: 0 for nobody, else its code.
    board: [u8; Point::COUNT],
    /// The points of each side.
    sides: [Points; 2],
    turn: Color,
}

#[inline]
fn code(piece: Piece) -> u8 {
    piece.color.index() as u8 * 16 + piece.kind.0 + 1
}

impl Position {
    /// A board with nobody on it.
    #[inline]
    #[must_use]
    pub fn empty(turn: Color) -> Self {
        Self { board: [0; Point::COUNT], sides: [0; 2], turn }
    }

    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Who stands on a point.
    #[inline]
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Piece> {
        let occupant = self.board[usize::from(point.index())].checked_sub(1)?;
        Some(Piece {
            color: Color::BOTH[usize::from(occupant >> 4 & 1)],
            kind: Kind(occupant & 15),
        })
    }

    /// The points that one side's pieces stand on.
    #[inline]
    #[must_use]
    pub const fn side(&self, color: Color) -> Points {
        self.sides[color.index()]
    }

    /// The points that anybody stands on.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Points {
        self.sides[0] | self.sides[1]
    }

    /// The pieces of one side, by point.
    #[inline]
    pub fn pieces_of(&self, color: Color) -> impl Iterator<Item = (Kind, Point)> + '_ {
        points_of(self.side(color)).filter_map(|point| Some((self.at(point)?.kind, point)))
    }

    /// Everybody on the board.
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = (Piece, Point)> + '_ {
        points_of(self.occupied()).filter_map(|point| Some((self.at(point)?, point)))
    }

    /// The points on which a movement finds the pieces that it shuns.
    #[inline]
    #[must_use]
    pub fn shunned_by(&self, movement: &Movement) -> Points {
        let Some(kind) = movement.shuns else { return 0 };
        let shunned = points_of(self.occupied())
            .filter(|&point| self.at(point).is_some_and(|piece| piece.kind == kind));
        shunned.fold(0, |set, point| set | point.bit())
    }

    /// Where the first piece of a kind stands.
    #[inline]
    #[must_use]
    pub fn find(&self, piece: Piece) -> Option<Point> {
        points_of(self.side(piece.color)).find(|&point| self.at(point) == Some(piece))
    }

    /// Puts a piece on a point; `false`, and nothing changes, if somebody is there.
    #[inline]
    pub fn put(&mut self, piece: Piece, point: Point) -> bool {
        let occupant = &mut self.board[usize::from(point.index())];
        if *occupant != 0 {
            return false;
        }
        *occupant = code(piece);
        self.sides[piece.color.index()] |= point.bit();
        true
    }

    /// Moves whoever stands on `from`, removing whoever stands on `to`, and gives the
    /// turn to the other side. Where both are the same point the turn is all that changes.
    #[inline]
    #[must_use]
    pub(crate) fn after(&self, from: Point, to: Point) -> Self {
        let mut next = self.clone();
        let mover = std::mem::take(&mut next.board[usize::from(from.index())]);
        for side in &mut next.sides {
            // A pass leaves everybody where they are.
            let moves = *side & from.bit() > 0;
            *side &= !(from.bit() | to.bit());
            if moves {
                *side |= to.bit();
            }
        }
        next.board[usize::from(to.index())] = mover;
        next.turn = !self.turn;
        next
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pieces = self
            .pieces()
            .map(|(piece, point)| (piece.color.letter(), piece.kind.0, point.to_string()));
        f.debug_list().entries(pieces).entry(&self.turn.letter()).finish()
    }
}
