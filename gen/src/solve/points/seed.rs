//! What does not depend on the ending itself: positions that cannot be, and captures.

use coda_formats::{Code, Ending, Metric, Value, Wdl};
use coda_games::points::{GENERAL, Points, points_of};
use coda_games::{Color, Game, Piece, Place};
use rayon::prelude::*;

use super::layout::{Config, Layout, MOST, Stored};
use super::look::{Placed, facing, fetch};
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
    /// Who wins play without end there.
    holder: Option<Color>,
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

    /// The value for its side to move of a position after a capture that left the generals
    /// face to face: the game has ended, unless the capture mates.
    fn code_of_end(&self, pieces: &[(Piece, u8)], turn: Color, winner: Option<Color>) -> Code {
        let placed = pieces.iter().map(|&(piece, point)| (piece, Place::from(point)));
        let mated = self.game.assemble(placed, turn).is_some_and(|position| {
            let mut moves = Vec::new();
            self.game.moves(&position, &mut moves);
            moves.is_empty()
        });
        if mated { Code::from(Value::loss(0)) } else { Code::from(ended(winner, turn)) }
    }
}

/// What an end is worth to a side, there and then.
fn ended(winner: Option<Color>, side: Color) -> Value {
    match winner {
        None => Value::DRAW,
        Some(winner) if winner == side => Value::win(0),
        Some(_) => Value::loss(0),
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
        let holder = game.wins_without_end(sub.white, sub.black);
        after.push((piece, Sub { game, values: load(sub.canonical(game))?, swapped, holder }));
    }
    let seeder = Seeder { layout, metric, after };
    let impossible = Color::BOTH.map(|side| seeder.impossible(side));
    let seeded = Color::BOTH.map(|side| seeder.seed(side, &impossible));
    let [white, black] = impossible;
    let [of_white, of_black] = seeded;
    let seeds = |impossible, (hold, events)| Seeds { impossible, hold, events };
    Ok([seeds(white, of_white), seeds(black, of_black)])
}

struct Seeder<'a, G> {
    layout: &'a Layout,
    metric: Metric,
    after: Vec<(Piece, Sub<'a, G>)>,
}

/// Lanes and what a capture in them counts as, for the other side.
type Captures = Vec<(Points, Code)>;

impl<G: Game> Seeder<'_, G> {
    /// The positions that cannot be, with a side to move.
    fn impossible(&self, side: Color) -> Vec<Points> {
        let numbers = (0..self.layout.configs).into_par_iter();
        let word = |number| {
            let config = self.layout.config(number);
            match config.stored {
                Stored::Impossible | Stored::Reflected => 0,
                _ => self.layout.impossible(&config, side) & self.layout.valid(&config),
            }
        };
        numbers.map(word).collect()
    }

    /// The held positions of a side, and the events of each task.
    fn seed(&self, side: Color, impossible: &[Vec<Points>; 2]) -> (Vec<Points>, Vec<Vec<Event>>) {
        let mut hold = vec![0; self.layout.configs];
        let tasks = hold.par_chunks_mut(TASK).enumerate();
        let events = tasks.map(|(task, hold)| {
            let mut events = Vec::new();
            let mut captures = Vec::new();
            for (number, hold) in hold.iter_mut().enumerate() {
                let config = self.layout.config(task * TASK + number);
                if matches!(config.stored, Stored::Impossible | Stored::Reflected) {
                    continue;
                }
                let lanes = self.layout.valid(&config) & !impossible[side.index()][config.number];
                captures.clear();
                self.captures(&config, side, lanes, &mut captures);
                let ends = self.ends(&config, side, lanes, &impossible[(!side).index()]);
                if ends > 0 {
                    captures.push((ends, Code::from(ended(self.layout.holder, !side))));
                }
                *hold = self.digest(config.number as u32, &captures, &mut events);
            }
            events.sort_by_key(|event| event.depth);
            events.shrink_to_fit();
            events
        });
        let events = events.collect();
        (hold, events)
    }

    /// Of some lanes, those with a legal move that takes nobody and ends the game by leaving
    /// the generals face to face. (Unless it mates; then the position is won, whatever else is
    /// said of it here.)
    fn ends(&self, config: &Config, side: Color, lanes: Points, illegal: &[Points]) -> Points {
        let layout = self.layout;
        let facing = layout.bikjang(config) & lanes;
        if facing == 0 {
            return 0;
        }
        let mut found = 0;
        for (group, step, lanes) in layout.quiet(config, side) {
            let still = layout.still_facing(config, facing & lanes, group, step);
            if still > 0 {
                found |= still & !fetch(illegal, layout.target(config, group, step));
            }
        }
        // All lanes in which they face each other, those with the other side to move too.
        let legal = layout.bikjang(config) & layout.valid(config) & !illegal[config.number];
        if layout.lane.color == side {
            found |= layout.lane.reaching(legal, config.occupied, config.shunned) & facing;
        }
        if layout.passes {
            found |= legal & facing;
        }
        found
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
                if movement.shuns.is_some() && config.shunned >> reach.to & 1 == 1 {
                    continue;
                }
                let screens = movement.screens_to_take;
                let lanes = lanes & layout.open(movement, reach.path, config.placed(), screens);
                if lanes == 0 {
                    continue;
                }
                if config.occupied >> reach.to & 1 == 1 {
                    self.takes_one(config, at, reach.to, lanes, found);
                } else if lane.color != side
                    && lanes >> reach.to & 1 == 1
                    && movement.shuns != Some(lane.kind)
                {
                    // The lane piece is taken.
                    let mut left = Left::of(config, usize::MAX);
                    left.placed[at].1 = reach.to;
                    self.lead_to(config, &left, lane, !side, 1 << reach.to, found);
                }
            }
        }
        if lane.color == side {
            for (at, &(piece, to)) in config.pieces().iter().enumerate() {
                if piece.color != side && piece.kind != GENERAL {
                    let lanes = lanes & layout.lane.attacking(to, config.occupied, config.shunned);
                    if lanes > 0 {
                        let mut left = Left::of(config, at);
                        left.push(lane, to);
                        self.lead_to(config, &left, piece, !side, lanes, found);
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
        let (occupied, shunned) = (left.occupied(), left.shunned(self.layout));
        let generals = left.generals();
        let placed = Placed { pieces: left.pieces(), occupied, shunned };
        let exposed = self.layout.attacked(placed, generals[mover.color.index()], mover.color)
            | self.layout.illegally_facing(generals, occupied);
        let legal = lanes & !exposed & !occupied;
        let ends = self.layout.bikjang(config) & facing(generals, occupied);
        let Some((_, sub)) = self.after.iter().find(|(piece, _)| *piece == taken) else { return };
        left.push(self.layout.lane_piece, 0);
        let last = left.count - 1;
        for point in points_of(legal) {
            left.placed[last].1 = point.index();
            let code = match ends & point.bit() > 0 {
                true => sub.code_of_end(left.pieces(), !mover.color, sub.holder),
                false => self.carried(sub, sub.code(left.pieces(), !mover.color), !mover.color),
            };
            match found.iter_mut().rev().take(8).find(|(_, known)| *known == code) {
                // Of one capture, lanes of one value are taken together.
                Some((together, _)) if *together & point.bit() == 0 => *together |= point.bit(),
                _ => found.push((point.bit(), code)),
            }
        }
    }

    /// What is left after a capture that leaves no lane piece in the configuration's way, if
    /// it is legal.
    fn lead_to(
        &self,
        config: &Config,
        left: &Left,
        taken: Piece,
        turn: Color,
        lanes: Points,
        found: &mut Captures,
    ) {
        let (occupied, shunned) = (left.occupied(), left.shunned(self.layout));
        let generals = left.generals();
        let attacked = left.pieces().iter().any(|&(piece, from)| {
            let movement = self.layout.movement(piece);
            let shunned = if movement.shuns.is_some() { shunned } else { 0 };
            piece.color == turn
                && piece.kind != GENERAL
                && movement.attacks(from, generals[(!turn).index()], occupied, shunned)
        });
        let now_facing = facing(generals, occupied) > 0;
        if attacked || self.layout.illegally_facing(generals, occupied) > 0 {
            return;
        }
        let Some((_, sub)) = self.after.iter().find(|(piece, _)| *piece == taken) else { return };
        let ends = if now_facing { lanes & self.layout.bikjang(config) } else { 0 };
        if ends > 0 {
            found.push((ends, sub.code_of_end(left.pieces(), turn, sub.holder)));
        }
        if lanes & !ends > 0 {
            let code = self.carried(sub, sub.code(left.pieces(), turn), turn);
            found.push((lanes & !ends, code));
        }
    }

    /// What a value of a smaller ending counts as here, for the same side to move.
    fn carried(&self, sub: &Sub<'_, G>, code: Code, turn: Color) -> Code {
        let holders = [self.layout.holder, sub.holder];
        code.value().map_or(code, |value| Code::from(value.carried(self.metric, holders, turn)))
    }

    /// Sorts captures into events; gives the lanes that are held.
    fn digest(&self, config: u32, captures: &Captures, events: &mut Vec<Event>) -> Points {
        let mut held = 0;
        let (mut wins, mut losses) = (Vec::new(), Vec::new());
        for &(lanes, code) in captures {
            held |= lanes;
            let Some(value) = code.value() else { continue };
            let depth = match value.plies {
                Some(plies) => Some(plies + 1),
                None => value.by_rule.then_some(BY_RULE),
            };
            match (value.wdl, depth) {
                (Wdl::Loss, Some(depth)) => {
                    wins.push((depth, lanes));
                    losses.push((NEVER, lanes));
                }
                (Wdl::Win, Some(depth)) => losses.push((u32::from(depth), lanes)),
                _ => losses.push((NEVER, lanes)),
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

    /// The pieces that some kind neither jumps nor takes.
    fn shunned(&self, layout: &Layout) -> Points {
        let shunned = self.pieces().iter().filter(|(piece, _)| Some(piece.kind) == layout.shunned);
        shunned.fold(0, |set, (_, point)| set | 1 << point)
    }

    /// The generals of both sides.
    fn generals(&self) -> [u8; 2] {
        Color::BOTH.map(|color| {
            let general = Piece { color, kind: GENERAL };
            self.pieces().iter().find(|(piece, _)| *piece == general).map_or(0, |(_, at)| *at)
        })
    }
}
