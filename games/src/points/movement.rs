//! How a kind of piece gets about: what it reaches, over which points, and how many
//! pieces must stand on those.
//!
//! Both the plain rules and the solver read these tables, so that a kind of piece is
//! described once.

use super::board::{Point, Points};
use crate::Kind;

/// A step, or a leap over points, in one direction.
#[derive(Clone, Copy, Debug)]
pub struct Leap {
    /// Files and ranks it goes.
    pub by: (i8, i8),
    /// The points it goes over, as files and ranks from where it starts.
    pub over: &'static [(i8, i8)],
    /// The points it can start from.
    pub from: Points,
}

/// A point that a piece reaches from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The point reached.
    pub to: u8,
    /// The points gone over.
    pub path: Points,
}

/// How a kind of piece of one side gets about.
#[derive(Clone, Debug)]
pub struct Movement {
    /// The points it can be on.
    pub places: Points,
    /// Its steps and leaps. Where one would lead off `places` it is not there.
    pub leaps: Vec<Leap>,
    /// Whether it also goes any distance along files and ranks.
    pub lines: bool,
    /// How many pieces must stand on its path when it moves to an empty point.
    pub screens_to_move: u32,
    /// How many pieces must stand on its path when it captures.
    pub screens_to_take: u32,
    /// A kind, of either side, that it neither jumps nor takes.
    pub shuns: Option<Kind>,
    /// For each point, what it reaches from there, in a fixed order.
    reach: Vec<Vec<Reach>>,
    /// For each point, all that it reaches from there.
    reached: Vec<Points>,
}

/// The four diagonal steps.
pub const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Up, down, left, right.
pub const LINES: [(i8, i8); 4] = [(0, 1), (0, -1), (-1, 0), (1, 0)];

impl Movement {
    /// A piece that is on some points and goes from one to another by leaps over empty
    /// points and, if `lines`, by lines.
    #[must_use]
    pub fn new(places: Points, leaps: Vec<Leap>, lines: bool) -> Self {
        let mut reach = vec![Vec::new(); Point::COUNT];
        for from in Point::all().filter(|from| from.bit() & places > 0) {
            let found = &mut reach[usize::from(from.index())];
            for leap in leaps.iter().filter(|leap| leap.from & from.bit() > 0) {
                if let Some(to) = from.offset(leap.by)
                    && to.bit() & places > 0
                {
                    let over = leap.over.iter().filter_map(|&over| from.offset(over));
                    let path = over.fold(0, |path, point| path | point.bit());
                    found.push(Reach { to: to.index(), path });
                }
            }
            for direction in LINES.into_iter().filter(|_| lines) {
                let (mut path, mut at) = (0, from.offset(direction));
                while let Some(to) = at {
                    found.push(Reach { to: to.index(), path });
                    path |= to.bit();
                    at = to.offset(direction);
                }
            }
        }
        let all = |reach: &Vec<Reach>| reach.iter().fold(0, |all, reach| all | 1 << reach.to);
        let reached = reach.iter().map(all).collect();
        Self {
            places,
            leaps,
            lines,
            screens_to_move: 0,
            screens_to_take: 0,
            shuns: None,
            reach,
            reached,
        }
    }

    /// The same movement with pieces to jump over.
    #[must_use]
    pub fn with_screens(mut self, to_move: u32, to_take: u32) -> Self {
        (self.screens_to_move, self.screens_to_take) = (to_move, to_take);
        self
    }

    /// The same movement, with a kind of piece that it neither jumps nor takes.
    #[must_use]
    pub fn with_shunned(mut self, kind: Kind) -> Self {
        self.shuns = Some(kind);
        self
    }

    /// What it reaches from a point, whoever stands where.
    #[inline]
    #[must_use]
    pub fn reach(&self, from: u8) -> &[Reach] {
        &self.reach[usize::from(from)]
    }

    /// The points gone over from one point to another; `None` if it does not go there.
    #[inline]
    #[must_use]
    pub fn path(&self, from: u8, to: u8) -> Option<Points> {
        if self.reached[usize::from(from)] >> to & 1 == 0 {
            return None;
        }
        self.reach(from).iter().find(|reach| reach.to == to).map(|reach| reach.path)
    }

    /// Whether it attacks a point from another, when pieces stand on `occupied`, those it
    /// shuns among them on `shunned`.
    #[inline]
    #[must_use]
    pub fn attacks(&self, from: u8, to: u8, occupied: Points, shunned: Points) -> bool {
        self.path(from, to).is_some_and(|path| {
            (path & occupied).count_ones() == self.screens_to_take
                && (path | 1 << to) & shunned == 0
        })
    }
}
