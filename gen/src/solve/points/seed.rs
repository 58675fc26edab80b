//! What does not depend on the ending itself: positions that cannot be, and captures.

use coda_formats::{Code, Ending, Metric, Wdl};
use coda_games::points::{Points, points_of};
use coda_games::{Color, Game, Piece, Place};
use rayon::prelude::*;

use super::layout::{Config, GENERAL, Layout, MOST, Stored};
use super::look::{between, open};
use crate::{GenError, LoadSub, Values};

/// Something that happens to positions at a depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) depth: u16,
    pub(super) config: u32,
    pub(super) what: What,
    pub(super) lanes: Points,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A capture wins.
    Won,
    /// The last capture is known to lose: they are held no more.
    Released,
}

/// The depth of what a rule against repetition decides: after all others.
pub(super) const BY_RULE: u16 = u16::MAX;

/// No depth: a capture that does not lose.
const NEVER: u32 = u32::MAX;

/// What is known before the first depth, with one side to move.
#[derive(Debug)]
pub(super) struct Seeds {
    /// By configuration: positions in which the other side's general could be taken. They
    /// cannot be, and count as won, so that a move to one of them is never the best.
    pub(super) impossible: Vec<Points>,
    /// Positions that cannot be lost before they are released.
    pub(super) hold: Vec<Points>,
    /// For each task, by depth.
    pub(super) events: Vec<Vec<Event>>,
}

/// Configurations of a task.
pub(super) const TASK: usize = 1 << 10;

/// The values of an ending that a capture leads to.
struct Sub<'a, G> {
    game: &'a G,
    values: Values,
    /// The stored ending is this one with the sides swapped.
    swapped: bool,
}

impl<G: Game> Sub<'_, G> {
    /// The value of a position for its side to move.
    fn code(&self, pieces: &[(Piece, u8)], turn: Color) -> Code {
        let index = &self.values.index;
        let turned = self.swapped || (index.sides() == 1 && turn == Color::Black);
        let placed = pieces.iter().map(|&(piece, point)| {
            let place = Place::from(point);
            match turned {
                true => (piece.swapped(), self.game.turn_about(place)),
                false => (piece, place),
            }
        });
        let side = if index.sides() == 1 {
            0
        } else if turned {
            (!turn).index()
        } else {
            turn.index()
        };
        let number = index.number(placed);
        let code = number.and_then(|number| self.values.sides[side].get(number as usize));
        code.copied().unwrap_or(Code::DRAW)
    }
}

/// Finds what is known before the first depth.
pub(super) fn seed<G: Game>(
    game: &G,
    layout: &Layout,
    ending: Ending,
    metric: Metric,
    load: &LoadSub<'_>,
) -> Result<[Seeds; 2], GenError> {
    let mut after = Vec::new();
    for piece in ending.pieces().filter(|piece| piece.kind != GENERAL) {
        if after.iter().any(|(taken, _)| *taken == piece) {
            continue;
        }
        let missing = || GenError::NoPieces { ending: ending.name::<G>() };
        let sub = ending.without(piece).ok_or_else(missing)?;
        let swapped = sub != sub.canonical(game);
        after.push((piece, Sub { game, values: load(sub.canonical(game))?, swapped }));
    }
    let seeder = Seeder { layout, metric, after };
    Ok(Color::BOTH.map(|side| seeder.seed(side)))
}

struct Seeder<'a, G> {
    layout: &'a Layout,
    metric: Metric,
    after: Vec<(Piece, Sub<'a, G>)>,
}

/// Lanes and what a capture in them leads to.
type Captures = Vec<(Points, Code)>;

impl<G: Game> Seeder<'_, G> {
    fn seed(&self, side: Color) -> Seeds {
        let configs = self.layout.configs;
        let mut impossible = vec![0; configs];
        let mut hold = vec![0; configs];
        let tasks = impossible.par_chunks_mut(TASK).zip(hold.par_chunks_mut(TASK)).enumerate();
        let events = tasks.map(|(task, (impossible, hold))| {
            let mut events = Vec::new();
            let mut captures = Vec::new();
            for (number, (impossible, hold)) in impossible.iter_mut().zip(hold).enumerate() {
                let config = self.layout.config(task * TASK + number);
                if matches!(config.stored, Stored::Impossible | Stored::Reflected) {
                    continue;
                }
                let valid = self.layout.valid(&config);
                let (attacked, facing) = self.layout.exposed(&config, !side);
                *impossible = (attacked | facing) & valid;
                captures.clear();
                self.captures(&config, side, valid & !*impossible, &mut captures);
                *hold = self.digest(config.number as u32, &captures, &mut events);
            }
            events.sort_by_key(|event| event.depth);
            events.shrink_to_fit();
            events
        });
        Seeds { events: events.collect(), impossible, hold }
    }

    /// The legal captures of a side in some lanes.
    fn captures(&self, config: &Config, side: Color, lanes: Points, found: &mut Captures) {
        let layout = self.layout;
        let lane = layout.lane_piece;
        for (at, &(piece, from)) in config.pieces().iter().enumerate() {
            if piece.color != side {
                continue;
            }
            let movement = layout.movement(piece);
            for reach in movement.reach(from) {
                let lanes = lanes & open(reach.path, config.occupied, movement.screens_to_take);
                if lanes == 0 {
                    continue;
                }
                if config.occupied >> reach.to & 1 == 1 {
                    self.takes_one(config, at, reach.to, lanes, found);
                } else if lane.color != side && lanes >> reach.to & 1 == 1 {
                    // The lane piece is taken.
                    let mut left = Left::of(config, usize::MAX);
                    left.placed[at].1 = reach.to;
                    self.lead_to(&left, lane, !side, 1 << reach.to, found);
                }
            }
        }
        if lane.color == side {
            for (at, &(piece, to)) in config.pieces().iter().enumerate() {
                if piece.color != side && piece.kind != GENERAL {
                    let lanes = lanes & layout.lane.attacking(to, config.occupied);
                    if lanes > 0 {
                        let mut left = Left::of(config, at);
                        left.push(lane, to);
                        self.lead_to(&left, piece, !side, lanes, found);
                    }
                }
            }
        }
    }

    /// A piece of the configuration takes another, in some lanes.
    fn takes_one(&self, config: &Config, at: usize, to: u8, lanes: Points, found: &mut Captures) {
        let mover = config.placed[at].0;
        let victim = config.pieces().iter().position(|&(_, point)| point == to);
        let Some(victim) = victim else { return };
        let taken = config.placed[victim].0;
        if taken.color == mover.color || taken.kind == GENERAL {
            return;
        }
        let mut left = Left::of(config, usize::MAX);
        left.placed[at].1 = to;
        left.remove(victim);
        let occupied = left.occupied();
        let at = left.general(mover.color);
        let facing = match between(at, left.general(!mover.color)) {
            Some(path) if path & occupied == 0 => !path,
            _ => 0,
        };
        let attacked = self.layout.attacked(left.pieces(), occupied, at, mover.color);
        let legal = lanes & !(attacked | facing) & !occupied;
        let Some((_, sub)) = self.after.iter().find(|(piece, _)| *piece == taken) else { return };
        left.push(self.layout.lane_piece, 0);
        let last = left.count - 1;
        for point in points_of(legal) {
            left.placed[last].1 = point.index();
            let code = sub.code(left.pieces(), !mover.color);
            match found.iter_mut().rev().take(8).find(|(_, known)| *known == code) {
                // Of one capture, lanes of one value are taken together.
                Some((together, _)) if *together & point.bit() == 0 => *together |= point.bit(),
                _ => found.push((point.bit(), code)),
            }
        }
    }

    /// What is left after a capture that leaves no lane piece in the configuration's way, if
    /// it is legal.
    fn lead_to(&self, left: &Left, taken: Piece, turn: Color, lanes: Points, found: &mut Captures) {
        let (occupied, general) = (left.occupied(), left.general(!turn));
        let facing = between(general, left.general(turn)).is_some_and(|path| path & occupied == 0);
        let attacked = left.pieces().iter().any(|&(piece, from)| {
            piece.color == turn
                && piece.kind != GENERAL
                && self.layout.movement(piece).attacks(from, general, occupied)
        });
        if facing || attacked {
            return;
        }
        if let Some((_, sub)) = self.after.iter().find(|(piece, _)| *piece == taken) {
            found.push((lanes, sub.code(left.pieces(), turn)));
        }
    }

    /// Sorts captures into events; gives the lanes that are held.
    fn digest(&self, config: u32, captures: &Captures, events: &mut Vec<Event>) -> Points {
        let mut held = 0;
        let (mut wins, mut losses) = (Vec::new(), Vec::new());
        for &(lanes, code) in captures {
            held |= lanes;
            let Some(value) = code.value() else { continue };
            let plies = if self.metric == Metric::Dtw { value.plies.unwrap_or(0) } else { 0 };
            let depth = if value.by_rule { BY_RULE } else { plies + 1 };
            match value.wdl {
                Wdl::Loss => {
                    wins.push((depth, lanes));
                    losses.push((NEVER, lanes));
                }
                Wdl::Draw => losses.push((NEVER, lanes)),
                Wdl::Win => losses.push((u32::from(depth), lanes)),
            }
        }
        wins.sort_unstable();
        let mut seen = 0;
        for (depth, lanes) in wins {
            let lanes = lanes & !seen;
            seen |= lanes;
            if lanes > 0 {
                events.push(Event { depth, config, what: What::Won, lanes });
            }
        }
        losses.sort_unstable();
        let mut seen = 0;
        for (depth, lanes) in losses.into_iter().rev() {
            let lanes = lanes & !seen;
            seen |= lanes;
            if let Some(depth) = u16::try_from(depth).ok().filter(|_| lanes > 0) {
                events.push(Event { depth, config, what: What::Released, lanes });
            }
        }
        held
    }
}

/// The pieces left after a capture.
struct Left {
    placed: [(Piece, u8); MOST],
    count: usize,
}

impl Left {
    /// Those of a configuration, but for one.
    fn of(config: &Config, without: usize) -> Self {
        let mut left = Self { placed: config.placed, count: config.count };
        if without < left.count {
            left.remove(without);
        }
        left
    }

    fn remove(&mut self, at: usize) {
        self.placed.copy_within(at + 1..self.count, at);
        self.count -= 1;
    }

    fn push(&mut self, piece: Piece, point: u8) {
        self.placed[self.count] = (piece, point);
        self.count += 1;
    }

    fn pieces(&self) -> &[(Piece, u8)] {
        &self.placed[..self.count]
    }

    fn occupied(&self) -> Points {
        self.pieces().iter().fold(0, |set, (_, point)| set | 1 << point)
    }

    fn general(&self, color: Color) -> u8 {
        let general = Piece { color, kind: GENERAL };
        self.pieces().iter().find(|(piece, _)| *piece == general).map_or(0, |(_, point)| *point)
    }
}
