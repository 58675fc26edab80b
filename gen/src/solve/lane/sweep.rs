//! Depth by depth: rows won by an OR over moves, rows lost by an AND.

use std::io;
use std::path::Path;

use coda_formats::Metric;
use coda_games::Color;
use rayon::prelude::*;

use super::board::{Reach, Squares, squares_of};
use super::depths::Depths;
use super::layout::{Layout, NO_DIGIT, Place};
use super::row::{Blockers, Source, and, or};
use super::seed::{Event, Kind, ROWS_A_TASK, Seeds};

/// The won and lost positions with one side to move.
pub(super) struct Sets {
    won: Vec<Squares>,
    lost: Vec<Squares>,
    depths: Depths,
}

/// The positions with one side to move, while they are being solved.
struct Side {
    sets: Sets,
    /// What is lost at the present depth, before it is taken into the lost set. Empty
    /// for distance to win, where nothing is won at a depth at which something is lost.
    losing: Vec<Squares>,
    /// Lanes that cannot be lost yet.
    hold: Vec<Squares>,
    /// For each task, its events by depth.
    events: Vec<Box<[Event]>>,
    won_rows: Changed,
    lost_rows: Changed,
}

/// For each row, whether it changed at the depth before, and at the present one.
struct Changed {
    before: Vec<bool>,
    now: Vec<bool>,
}

impl Changed {
    fn new(rows: usize) -> Self {
        Self { before: vec![false; rows], now: vec![false; rows] }
    }

    /// Goes on to the next depth; gives whether any row changed.
    fn advance(&mut self) -> bool {
        std::mem::swap(&mut self.before, &mut self.now);
        self.now.fill(false);
        self.before.contains(&true)
    }
}

impl Sets {
    /// The won lanes of a configuration.
    #[inline]
    pub(super) fn won(&self, config: usize) -> Squares {
        self.won[config]
    }

    /// The lost lanes of a configuration.
    #[inline]
    pub(super) fn lost(&self, config: usize) -> Squares {
        self.lost[config]
    }

    /// At which depth each position was won or lost.
    pub(super) fn depths(&self) -> &Depths {
        &self.depths
    }
}

/// Why an ending was not solved.
pub(super) enum Stop {
    /// A distance does not fit a byte.
    TooDeep,
    /// The disk refused.
    Disk(io::Error),
}

/// Fills the sets of both sides. Depths go to a folder if there is one.
pub(super) fn run(
    layout: &Layout,
    metric: Metric,
    seeds: [Seeds; 2],
    folder: Option<&Path>,
) -> Result<[Sets; 2], Stop> {
    let words = layout.words();
    let staged = if metric == Metric::Dtw { 0 } else { words };
    let depths = || match folder {
        Some(folder) => Depths::on_disk(words, ROWS_A_TASK * layout.row_len, folder),
        None => Ok(Depths::in_memory(words)),
    };
    let mut depths = [depths().map_err(Stop::Disk)?, depths().map_err(Stop::Disk)?].into_iter();
    let mut sides = Vec::new();
    for (seeds, depths) in seeds.into_iter().zip(depths.by_ref()) {
        sides.push(Side {
            sets: Sets { won: vec![0; words], lost: vec![0; words], depths },
            losing: vec![0; staged],
            hold: seeds.hold,
            events: seeds.events,
            won_rows: Changed::new(layout.rows),
            lost_rows: Changed::new(layout.rows),
        });
    }
    let Ok(mut sides) = <[Side; 2]>::try_from(sides) else { return Err(Stop::TooDeep) };
    let events = sides.iter().flat_map(|side| &side.events);
    let last_event = events.filter_map(|events| events.last()).map(|event| event.depth).max();
    let mut changed = true;
    let mut depth = 0;
    while changed || last_event.is_some_and(|last| depth <= u16::from(last)) {
        let byte = u8::try_from(depth).map_err(|_| Stop::TooDeep)?;
        let [white, black] = &mut sides;
        losses(layout, Color::White, white, black, byte);
        losses(layout, Color::Black, black, white, byte);
        wins(layout, Color::White, white, black, byte);
        wins(layout, Color::Black, black, white, byte);
        changed = false;
        for side in &mut sides {
            if let Some(error) = side.sets.depths.failure() {
                return Err(Stop::Disk(error));
            }
            side.take_losses(layout);
            changed |= side.won_rows.advance();
            changed |= side.lost_rows.advance();
        }
        depth += 1;
    }
    Ok(sides.map(|side| side.sets))
}

impl Side {
    /// Takes the losses of the present depth into the lost set.
    fn take_losses(&mut self, layout: &Layout) {
        if self.losing.is_empty() {
            return;
        }
        let rows = self.sets.lost.par_chunks_mut(layout.row_len);
        let rows = rows.zip(self.losing.par_chunks_mut(layout.row_len));
        rows.zip(&self.lost_rows.now).filter(|(_, changed)| **changed).for_each(
            |((lost, losing), _)| {
                for (lost, losing) in lost.iter_mut().zip(losing) {
                    *lost |= std::mem::take(losing);
                }
            },
        );
    }
}

/// The events of one depth among those of a task.
fn events_at(events: &[Event], depth: u8) -> &[Event] {
    let start = events.partition_point(|event| event.depth < depth);
    let end = start + events[start..].partition_point(|event| event.depth == depth);
    &events[start..end]
}

/// Takes the events of the next row off the front of a task's events, which are in the
/// order of rows.
fn of_row<'e>(events: &mut &'e [Event], layout: &Layout, row: usize) -> &'e [Event] {
    let end = ((row + 1) * layout.row_len) as u32;
    let (found, rest) = events.split_at(events.partition_point(|event| event.config < end));
    *events = rest;
    found
}

/// The moves of one side from a row, but for those of the lane piece.
struct Moves<'a> {
    layout: &'a Layout,
    place: &'a Place,
    side: Color,
    blockers: Blockers,
    /// The inner piece is a rat that stops this side's jumps.
    inner_blocks: bool,
}

impl<'a> Moves<'a> {
    fn new(layout: &'a Layout, place: &'a Place, side: Color) -> Self {
        let blockers = Blockers::of(layout, place, None, side);
        let inner = layout.inner.as_ref();
        let inner_blocks = inner.is_some_and(|inner| inner.mover.blocks(side));
        Self { layout, place, side, blockers, inner_blocks }
    }

    /// The moves of outer pieces to squares that no outer piece has, unless an outer
    /// rat stops them: the row reached and the move.
    fn outer(&self) -> impl Iterator<Item = (super::layout::Target, Reach)> + '_ {
        let outer = self.layout.outer.iter().enumerate();
        let own = outer.filter(|(_, digit)| digit.color() == self.side);
        own.flat_map(move |(number, digit)| {
            let from = self.place.squares[number];
            digit.mover.reach[usize::from(from)].iter().filter_map(move |&reach| {
                let free = self.place.taken >> reach.to & 1 == 0;
                let open = reach.path & self.blockers.rats == 0;
                let target = self.layout.target(self.place, number, reach)?;
                (free && open).then_some((target, reach))
            })
        })
    }

    fn source<'s>(&'s self, set: &'s [Squares], target: super::layout::Target) -> Source<'s> {
        let len = self.layout.row_len;
        let mirror = self.layout.inner.as_ref().map_or(&[0][..], |inner| &inner.mirror);
        Source {
            words: &set[target.row * len..][..len],
            mirror: target.reflected.then_some(mirror),
        }
    }

    /// Whether moves of this side stay in the row: those of the inner piece or the
    /// lane piece.
    fn stays(&self) -> bool {
        let inner = self.layout.inner.as_ref();
        inner.is_some_and(|inner| inner.color() == self.side)
            || self.layout.lane.color() == self.side
    }

    /// Whether a row that some move leads to has changed.
    fn lead_to(&self, changed: &[bool]) -> bool {
        (self.stays() && changed[self.place.row])
            || self.outer().any(|(target, _)| changed[target.row])
    }

    /// The words of the row in which the inner piece stops a jump.
    fn stopped(&self, path: Squares) -> impl Iterator<Item = usize> + '_ {
        let path = if self.inner_blocks { path } else { 0 };
        squares_of(path).filter_map(|square| self.inner_digit(square))
    }

    /// The word of the row in which the inner piece is on a square.
    fn inner_digit(&self, square: u8) -> Option<usize> {
        let digit = self.layout.inner.as_ref()?.digit_of[usize::from(square)];
        (digit != NO_DIGIT).then_some(usize::from(digit))
    }

    /// The moves of the inner piece, if it is this side's, to squares that no outer
    /// piece has: from digit, to digit, and the move.
    fn inner(&self) -> impl Iterator<Item = (usize, usize, Reach)> + '_ {
        let inner = self.layout.inner.iter().filter(|inner| inner.color() == self.side);
        inner.flat_map(move |inner| {
            inner.squares.iter().enumerate().flat_map(move |(digit, &from)| {
                inner.mover.reach[usize::from(from)].iter().filter_map(move |&reach| {
                    let free = self.place.taken >> reach.to & 1 == 0;
                    let open = reach.path & self.blockers.rats == 0;
                    let to = usize::from(inner.digit_of[usize::from(reach.to)]);
                    (free && open).then_some((digit, to, reach))
                })
            })
        })
    }

    /// The rats that stop the lane piece's jumps, in a word of the row.
    fn lane_blockers(&self, inner: usize) -> Squares {
        match self.layout.inner_square(inner) {
            Some(square) if self.inner_blocks => self.blockers.rats | 1 << square,
            _ => self.blockers.rats,
        }
    }
}

/// Words that are put back after an operation on the whole row.
struct Kept {
    words: [(usize, Squares); 4],
    count: usize,
}

impl Kept {
    fn of(row: &[Squares], digits: impl Iterator<Item = usize>) -> Self {
        let mut kept = Self { words: [(0, 0); 4], count: 0 };
        for digit in digits.take(kept.words.len()) {
            kept.words[kept.count] = (digit, row[digit]);
            kept.count += 1;
        }
        kept
    }

    /// Puts the words back; gives their OR.
    fn put_back(&self, row: &mut [Squares]) -> Squares {
        self.words[..self.count].iter().fold(0, |left, &(digit, word)| {
            row[digit] = word;
            left | word
        })
    }
}

/// Finds what `side` wins at a depth.
fn wins(layout: &Layout, side: Color, own: &mut Side, other: &Side, depth: u8) {
    let len = layout.row_len;
    let task = ROWS_A_TASK * len;
    let Side { sets: Sets { won, lost, depths }, events, won_rows, .. } = own;
    let tasks = won.par_chunks_mut(task).zip(lost.par_chunks(task));
    let tasks = tasks.zip(depths.tasks(task, depth)).zip(events);
    let tasks = tasks.zip(won_rows.now.par_chunks_mut(ROWS_A_TASK)).enumerate();
    tasks.for_each(|(task, ((((won, lost), mut depths), events), changed))| {
        let mut events = events_at(events, depth);
        let mut acc = vec![0; len];
        for (number, changed) in changed.iter_mut().enumerate() {
            let row = task * ROWS_A_TASK + number;
            let events = of_row(&mut events, layout, row);
            let place = layout.place(row);
            if !place.possible {
                continue;
            }
            let moves = Moves::new(layout, &place, side);
            let mut some = gather_wins(&moves, &other.sets.lost, &other.lost_rows.before, &mut acc);
            for event in events.iter().filter(|event| event.kind == Kind::Won) {
                acc[event.config as usize % len] |= event.lanes;
                some = true;
            }
            if !some {
                continue;
            }
            for (inner, acc) in acc.iter_mut().enumerate() {
                let config = number * len + inner;
                let found = std::mem::take(acc) & !(won[config] | lost[config]);
                if found == 0 {
                    continue;
                }
                let found = found & layout.valid(&place, inner);
                if found > 0 {
                    won[config] |= found;
                    depths.add(config, found, depth);
                    *changed = true;
                }
            }
        }
        depths.finish();
    });
}

/// ORs into `acc` what leads to a lost position of a row that has changed; gives
/// whether there was one.
fn gather_wins(moves: &Moves<'_>, lost: &[Squares], changed: &[bool], acc: &mut [Squares]) -> bool {
    let (layout, place, blockers) = (moves.layout, moves.place, moves.blockers);
    let mut some = false;
    for (target, reach) in moves.outer().filter(|(target, _)| changed[target.row]) {
        let kept = Kept::of(acc, moves.stopped(reach.path));
        or(acc, moves.source(lost, target), !(reach.path & blockers.lane));
        kept.put_back(acc);
        some = true;
    }
    if !changed[place.row] || !moves.stays() {
        return some;
    }
    let words = &lost[place.row * layout.row_len..][..layout.row_len];
    for (from, to, reach) in moves.inner() {
        acc[from] |= words[to] & !(reach.path & blockers.lane);
    }
    if layout.lane.color() == moves.side {
        for (inner, (acc, &word)) in acc.iter_mut().zip(words).enumerate() {
            if word > 0 {
                *acc |= layout.lane.mover.reaching(word, moves.lane_blockers(inner));
            }
        }
    }
    true
}

/// Finds what `side` loses at a depth.
fn losses(layout: &Layout, side: Color, own: &mut Side, other: &Side, depth: u8) {
    let len = layout.row_len;
    let task = ROWS_A_TASK * len;
    let Side { sets: Sets { won, lost, depths }, losing, hold, events, lost_rows, .. } = own;
    let losing: Vec<_> = match losing.is_empty() {
        true => events.iter().map(|_| None).collect(),
        false => losing.chunks_mut(task).map(Some).collect(),
    };
    let tasks = won.par_chunks(task).zip(lost.par_chunks_mut(task));
    let tasks = tasks.zip(losing).zip(hold.par_chunks_mut(task));
    let tasks = tasks.zip(depths.tasks(task, depth)).zip(events);
    let tasks = tasks.zip(lost_rows.now.par_chunks_mut(ROWS_A_TASK)).enumerate();
    tasks.for_each(
        |(task, ((((((won, lost), mut losing), hold), mut depths), events), changed))| {
            let mut lose = |lost: &mut [Squares], config: usize, lanes| match &mut losing {
                Some(losing) => losing[config] |= lanes,
                None => lost[config] |= lanes,
            };
            let mut events = events_at(events, depth);
            let mut left = vec![0; len];
            for (number, changed) in changed.iter_mut().enumerate() {
                let row = task * ROWS_A_TASK + number;
                let events = of_row(&mut events, layout, row);
                let place = layout.place(row);
                if !place.possible {
                    continue;
                }
                let mut released = false;
                for event in events {
                    let config = event.config as usize - task * ROWS_A_TASK * len;
                    match event.kind {
                        Kind::Won => {}
                        Kind::Released => {
                            hold[config] &= !event.lanes;
                            released = true;
                        }
                        Kind::Lost => {
                            lose(lost, config, event.lanes);
                            *changed = true;
                            // Depths are 0 as they stand.
                        }
                    }
                }
                let moves = Moves::new(layout, &place, side);
                if !released && !moves.lead_to(&other.won_rows.before) {
                    continue;
                }
                let mut some = 0;
                for (inner, left) in left.iter_mut().enumerate() {
                    let config = number * len + inner;
                    let known = won[config] | lost[config] | hold[config];
                    *left = layout.valid(&place, inner) & !known;
                    some |= *left;
                }
                if some == 0 || !gather_losses(&moves, &other.sets.won, &mut left) {
                    continue;
                }
                for (inner, &found) in left.iter().enumerate().filter(|(_, found)| **found > 0) {
                    let config = number * len + inner;
                    lose(lost, config, found);
                    depths.add(config, found, depth);
                    *changed = true;
                }
            }
            depths.finish();
        },
    );
}

/// Takes out of `left` what has a move to a position not won for the other side; gives
/// whether anything is left.
fn gather_losses(moves: &Moves<'_>, won: &[Squares], left: &mut [Squares]) -> bool {
    let (layout, place, blockers) = (moves.layout, moves.place, moves.blockers);
    for (target, reach) in moves.outer() {
        let stopped = moves.stopped(reach.path).chain(moves.inner_digit(reach.to));
        let kept = Kept::of(left, stopped);
        let let_through = 1 << reach.to | reach.path & blockers.lane;
        let some = and(left, moves.source(won, target), let_through);
        if some | kept.put_back(left) == 0 {
            return false;
        }
    }
    if !moves.stays() {
        return true;
    }
    let words = &won[place.row * layout.row_len..][..layout.row_len];
    for (from, to, reach) in moves.inner() {
        left[from] &= words[to] | 1 << reach.to | reach.path & blockers.lane;
    }
    if layout.lane.color() == moves.side {
        for (inner, (left, word)) in left.iter_mut().zip(words).enumerate() {
            if *left > 0 {
                let targets = layout.valid(place, inner) & !word;
                *left &= !layout.lane.mover.reaching(targets, moves.lane_blockers(inner));
            }
        }
    }
    left.iter().any(|&left| left > 0)
}
