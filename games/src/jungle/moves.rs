//! Legal moves, and what they lead to.

use std::fmt;

use crate::jungle::board::Direction;
use crate::jungle::{Animal, Position, Rules, Square, Terrain};
use crate::{Color, End, Outcome};

/// A move: whoever stands on one square goes to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square left.
    pub from: Square,
    /// The square reached.
    pub to: Square,
}

/// Writes the two squares: `d7d8`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

/// Calls `found` with every legal move: strongest animal first, then up, down,
/// left, right.
#[inline]
pub(super) fn generate(rules: &Rules, position: &Position, mut found: impl FnMut(Move)) {
    let us = position.turn();
    for (animal, from) in position.animals(us) {
        for direction in Direction::ALL {
            let Some(to) = target(rules, position, us, animal, from, direction) else {
                continue;
            };
            let free = match position.at(to) {
                None => true,
                Some((color, _)) if color == us => false,
                Some((_, prey)) => rules.can_take(us, (animal, from), (prey, to)),
            };
            if free {
                found(Move { from, to });
            }
        }
    }
}

/// The square that an animal reaches in a direction, by a step or a jump,
/// whoever stands there.
#[inline]
fn target(
    rules: &Rules,
    position: &Position,
    us: Color,
    animal: Animal,
    from: Square,
    direction: Direction,
) -> Option<Square> {
    let mut to = from.step(direction)?;
    match to.terrain() {
        Terrain::Den(owner) if owner == us => None,
        Terrain::Water if !rules.swims(animal) => {
            if !rules.jumps(animal, direction.is_lengthways()) {
                return None;
            }
            while to.terrain() == Terrain::Water {
                if let Some((color, Animal::Rat)) = position.at(to)
                    && !(rules.only_enemy_rat_blocks && color == us)
                {
                    return None;
                }
                to = to.step(direction)?;
            }
            Some(to)
        }
        _ => Some(to),
    }
}

/// What a legal move leads to.
#[inline]
pub(super) fn play(position: &Position, mv: Move) -> Outcome<Position> {
    let us = position.turn();
    if mv.to.terrain() == Terrain::Den(!us) {
        return Outcome::Ended(End { winner: Some(us), name: "den" });
    }
    let captures = position.at(mv.to).is_some();
    let mut next = position.clone();
    next.shift(mv.from, mv.to);
    if captures && next.animals(!us).next().is_none() {
        return Outcome::Ended(End { winner: Some(us), name: "last-capture" });
    }
    Outcome::GoesOn(next)
}
