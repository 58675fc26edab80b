//! Sets of points as words, and how the lane piece gets about in them.

use coda_games::Color;
use coda_games::points::{ALL_POINTS, FILE_A, Movement, Point, Points, points_of};

const FILES: u32 = Point::FILES as u32;

const FILE_I: Points = FILE_A << 8;

/// The points of a set reflected left to right.
#[inline]
pub(super) fn reflect(set: Points) -> Points {
    let file = |file: u32| set & (FILE_A << file);
    file(0) << 8
        | file(8) >> 8
        | file(1) << 6
        | file(7) >> 6
        | file(2) << 4
        | file(6) >> 4
        | file(3) << 2
        | file(5) >> 2
        | file(4)
}

/// A set moved by a difference of indices; what leaves the word is lost.
#[inline]
fn shifted(set: Points, by: i32) -> Points {
    if by >= 0 { set << by } else { set >> -by }
}

/// Steps and leaps of one direction, as shifts.
#[derive(Clone, Debug)]
struct Shift {
    /// Index of the point reached less that of the point left.
    by: i32,
    /// The same for the points gone over.
    over: Vec<i32>,
    /// The points left.
    from: Points,
}

/// A piece that is kept out of the configuration.
#[derive(Clone, Debug)]
pub(super) struct LanePiece {
    pub(super) color: Color,
    movement: Movement,
    shifts: Vec<Shift>,
    /// For each point, from where and over what it is attacked.
    attackers: Vec<Vec<(u8, Points)>>,
}

impl LanePiece {
    pub(super) fn new(color: Color, movement: &Movement) -> Self {
        let index = |(files, ranks): (i8, i8)| i32::from(ranks) * FILES as i32 + i32::from(files);
        let shifts = movement.leaps.iter().map(|leap| {
            let leads = |from: &Point| {
                let to = from.offset(leap.by);
                to.is_some_and(|to| movement.places & to.bit() > 0)
            };
            let from = points_of(movement.places & leap.from).filter(leads);
            Shift {
                by: index(leap.by),
                over: leap.over.iter().map(|&over| index(over)).collect(),
                from: from.fold(0, |set, point| set | point.bit()),
            }
        });
        let mut attackers = vec![Vec::new(); Point::COUNT];
        for from in points_of(movement.places) {
            for reach in movement.reach(from.index()) {
                attackers[usize::from(reach.to)].push((from.index(), reach.path));
            }
        }
        Self { color, shifts: shifts.collect(), attackers, movement: movement.clone() }
    }

    /// The points it can be on.
    pub(super) fn places(&self) -> Points {
        self.movement.places
    }

    /// The points from which it moves to one of `targets`, all of them empty, when others
    /// stand on `occupied`, those that some pieces shun on `shunned`. Points that are
    /// occupied may be among them.
    #[inline]
    pub(super) fn reaching(&self, targets: Points, occupied: Points, shunned: Points) -> Points {
        let jumps = self.movement.screens_to_move > 0;
        let screens = if self.movement.shuns.is_some() { occupied & !shunned } else { occupied };
        let mut from = 0;
        for shift in &self.shifts {
            let open = shift.over.iter().fold(shift.from, |open, &over| match jumps {
                true => open & shifted(screens, -over),
                false => open & !shifted(occupied, -over),
            });
            from |= shifted(targets, -shift.by) & open;
        }
        if self.movement.lines {
            let empty = ALL_POINTS & !occupied;
            from |= match jumps {
                true => over_one(targets, empty, screens),
                false => along_lines(targets, empty),
            };
        }
        from
    }

    /// The points from which it attacks another, when others stand on `occupied`, those that
    /// some pieces shun on `shunned`.
    #[inline]
    pub(super) fn attacking(&self, point: u8, occupied: Points, shunned: Points) -> Points {
        let shunned = if self.movement.shuns.is_some() { shunned } else { 0 };
        if shunned >> point & 1 == 1 {
            return 0;
        }
        let attackers = self.attackers[usize::from(point)].iter();
        let screens = self.movement.screens_to_take;
        let attackers = attackers
            .filter(|(_, path)| (path & occupied).count_ones() == screens && path & shunned == 0);
        attackers.fold(0, |set, (from, _)| set | 1 << from)
    }
}

/// The four directions of a line: what a shift by one is, and the points it cannot come to.
#[inline]
fn lines() -> [(i32, Points); 4] {
    [
        (FILES as i32, ALL_POINTS),
        (-(FILES as i32), ALL_POINTS),
        (1, ALL_POINTS & !FILE_A),
        (-1, ALL_POINTS & !FILE_I),
    ]
}

/// A set and all that lies next to it along one direction, over empty points (Kogge-Stone
/// fill).
#[inline]
fn filled(set: Points, by: i32, empty: Points) -> Points {
    let (mut set, mut open) = (set, empty);
    for by in [by, 2 * by, 4 * by, 8 * by] {
        set |= open & shifted(set, by);
        open &= shifted(open, by);
    }
    set
}

/// The empty points from which a line over empty points leads to one of `targets`.
#[inline]
fn along_lines(targets: Points, empty: Points) -> Points {
    lines().into_iter().fold(0, |from, (by, inside)| {
        from | shifted(filled(targets, by, empty & inside), by) & empty & inside
    })
}

/// The empty points from which a line leads to one of `targets` over exactly one piece.
#[inline]
fn over_one(targets: Points, empty: Points, screens: Points) -> Points {
    lines().into_iter().fold(0, |from, (by, inside)| {
        let reached = filled(targets, by, empty & inside);
        let screen = shifted(reached, by) & screens & inside;
        let beyond = shifted(screen, by) & empty & inside;
        from | filled(beyond, by, empty & inside)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use coda_games::Game;
    use coda_games::janggi::Janggi;
    use coda_games::xiangqi::Xiangqi;

    #[test]
    fn a_reflection_reflects_each_point() {
        for point in Point::all() {
            assert_eq!(reflect(point.bit()), point.mirrored().bit());
        }
        let set = 0x0123_4567_89ab_cdef_0123_4567 & ALL_POINTS;
        assert_eq!(reflect(reflect(set)), set);
    }

    /// Shifts and fills say what the lists of the movement say, with pieces in the way.
    #[test]
    fn words_agree_with_lists() {
        check_words(&Xiangqi::with_rules("standard").unwrap());
        check_words(&Janggi::with_rules("standard").unwrap());
    }

    fn check_words<G: Game>(game: &G) {
        let movements = game.point_play().unwrap().movements;
        let mut random = 7_u128;
        let mut next = || {
            random = random.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645) + 0x51;
            random >> 20 & ALL_POINTS
        };
        for color in Color::BOTH {
            for movement in &movements[color.index()] {
                let piece = LanePiece::new(color, movement);
                for round in 0..60 {
                    let occupied = if round % 2 == 0 { next() & next() & next() } else { 0 };
                    let shunned = occupied & next();
                    let avoided = if movement.shuns.is_some() { shunned } else { 0 };
                    let targets = next() & next() & !occupied;
                    let listed = points_of(movement.places & !occupied).filter(|from| {
                        movement.reach(from.index()).iter().any(|reach| {
                            targets >> reach.to & 1 == 1
                                && reach.path & avoided == 0
                                && (reach.path & occupied).count_ones() == movement.screens_to_move
                        })
                    });
                    let listed = listed.fold(0, |set, from| set | from.bit());
                    let found =
                        piece.reaching(targets, occupied, shunned) & movement.places & !occupied;
                    assert_eq!(found, listed);
                }
            }
        }
    }
}
