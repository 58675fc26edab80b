//! Depth by depth.

use std::sync::atomic::{AtomicBool, Ordering};

use coda_formats::Value;
use coda_games::Color;
use coda_games::points::{Points, points_of};
use rayon::prelude::*;

use super::layout::{Layout, Stored};
use super::seed::{BY_RULE, Event, Seeds, TASK, What};

/// What is known of the positions with one side to move.
pub(super) struct Side {
    /// Won positions, and those that cannot be.
    pub(super) won: Vec<Points>,
    pub(super) lost: Vec<Points>,
    /// Positions with a capture that is not known to lose.
    pub(super) hold: Vec<Points>,
    /// For each position, one more than its depth; 0 where it has none.
    depths: Vec<u16>,
    events: Vec<Vec<Event>>,
    /// How many events of each task have happened.
    happened: Vec<usize>,
    look_for_wins: Vec<AtomicBool>,
    look_for_losses: Vec<AtomicBool>,
}

/// Positions found in a task: the configuration and lanes.
type Found = Vec<(u32, Points)>;

/// An ending being solved.
pub(super) struct Sweep<'a> {
    pub(super) layout: &'a Layout,
    pub(super) sides: [Side; 2],
}

/// A distance is too long.
pub(super) struct TooDeep;

impl Side {
    fn new(layout: &Layout, seeds: Seeds) -> Self {
        let flags = |set| (0..layout.configs).map(|_| AtomicBool::new(set)).collect();
        Self {
            won: seeds.impossible,
            lost: vec![0; layout.configs],
            hold: seeds.hold,
            depths: vec![0; layout.configs * layout.lane_points.len()],
            happened: vec![0; seeds.events.len()],
            events: seeds.events,
            look_for_wins: flags(false),
            look_for_losses: flags(true),
        }
    }

    /// The depths of a configuration, by the number of the lane piece's point: one more
    /// than the depth, or 0.
    pub(super) fn depths(&self, layout: &Layout, config: usize) -> &[u16] {
        let width = layout.lane_points.len();
        &self.depths[config * width..][..width]
    }

    /// Lets the events of a depth happen; gives what is won by them.
    fn let_happen(&mut self, depth: u16) -> Vec<Found> {
        let tasks = self.events.par_iter().zip(&mut self.happened);
        let tasks = tasks.zip(self.hold.par_chunks_mut(TASK)).enumerate();
        let look_for_losses = &self.look_for_losses;
        let found = tasks.map(|(task, ((events, happened), hold))| {
            let mut found = Vec::new();
            let due = events[*happened..].iter().take_while(|event| event.depth <= depth);
            for event in due {
                *happened += 1;
                let config = event.config as usize;
                match event.what {
                    What::Won => found.push((event.config, event.lanes)),
                    What::Released => {
                        hold[config - task * TASK] &= !event.lanes;
                        look_for_losses[config].store(true, Ordering::Relaxed);
                    }
                }
            }
            found
        });
        found.collect()
    }

    /// Takes what was found into the sets.
    fn take(&mut self, layout: &Layout, found: &[[Found; 2]], depth: Option<u16>) {
        let width = layout.lane_points.len();
        let stored = depth.map_or(0, |depth| depth + 1);
        let tasks = self.won.par_chunks_mut(TASK).zip(self.lost.par_chunks_mut(TASK));
        let tasks = tasks.zip(self.depths.par_chunks_mut(TASK * width)).zip(found).enumerate();
        tasks.for_each(|(task, (((won, lost), depths), found))| {
            for (set, found) in [won, lost].into_iter().zip(found) {
                for &(config, lanes) in found {
                    let config = config as usize - task * TASK;
                    set[config] |= lanes;
                    for point in points_of(lanes) {
                        let number = layout.lane_numbers[usize::from(point.index())];
                        depths[config * width + usize::from(number)] = stored;
                    }
                }
            }
        });
    }
}

impl<'a> Sweep<'a> {
    pub(super) fn new(layout: &'a Layout, seeds: [Seeds; 2]) -> Self {
        Self { layout, sides: seeds.map(|seeds| Side::new(layout, seeds)) }
    }

    /// Finds all wins and losses with a distance.
    pub(super) fn run(&mut self) -> Result<(), TooDeep> {
        let events = self.sides.iter().flat_map(|side| side.events.iter().flatten());
        let depths = events.map(|event| event.depth).filter(|&depth| depth != BY_RULE);
        let last_event = depths.max();
        let (mut depth, mut changed) = (0, true);
        while changed || last_event.is_some_and(|last| depth <= last) {
            if depth > Value::MAX_PLIES {
                return Err(TooDeep);
            }
            changed = self.step(Some(depth));
            depth += 1;
        }
        Ok(())
    }

    /// Lets the events happen that rest on a rule, and finds all that follows from what
    /// is won and lost by now, without a distance.
    pub(super) fn follow(&mut self) {
        while self.step(None) {}
    }

    /// Finds what is won and lost at a depth, or without one; gives whether there was
    /// anything.
    fn step(&mut self, depth: Option<u16>) -> bool {
        let events = self.sides.each_mut().map(|side| side.let_happen(depth.unwrap_or(BY_RULE)));
        // Before depth 1 is taken, all that is lost is mated.
        let mates = depth == Some(1);
        let found = Color::BOTH.map(|color| self.look(color, &events[color.index()], mates));
        for (color, found) in Color::BOTH.into_iter().zip(&found) {
            self.take(color, found, depth);
        }
        found.iter().flatten().flatten().any(|found| !found.is_empty())
    }

    /// Takes won and lost positions of a side into the sets, and marks what they may
    /// change.
    fn take(&mut self, color: Color, found: &[[Found; 2]], depth: Option<u16>) {
        let layout = self.layout;
        self.sides[color.index()].take(layout, found, depth);
        let other = &self.sides[(!color).index()];
        found.par_iter().for_each(|found| {
            let marks = [&other.look_for_losses, &other.look_for_wins];
            for (found, marks) in found.iter().zip(marks) {
                for &(config, _) in found {
                    let mark = |config: usize| marks[config].store(true, Ordering::Relaxed);
                    layout.before(&layout.config(config as usize), !color, mark);
                    if layout.passes || layout.lane.color != color {
                        mark(config as usize);
                    }
                }
            }
        });
    }

    /// Takes positions that a rule decides: won by one side, lost by the other.
    pub(super) fn take_by_rule(&mut self, winner: Color, won: Found, lost: Found) {
        let by_task = |found: Found| {
            let mut tasks: Vec<Found> = vec![Vec::new(); self.layout.configs.div_ceil(TASK)];
            found.into_iter().for_each(|entry| tasks[entry.0 as usize / TASK].push(entry));
            tasks
        };
        let won: Vec<_> = by_task(won).into_iter().map(|won| [won, Vec::new()]).collect();
        let lost: Vec<_> = by_task(lost).into_iter().map(|lost| [Vec::new(), lost]).collect();
        self.take(winner, &won, None);
        self.take(!winner, &lost, None);
    }

    /// Looks at the marked configurations of a side; gives wins and losses of each task.
    fn look(&self, color: Color, events: &[Found], mates: bool) -> Vec<[Found; 2]> {
        let (layout, own) = (self.layout, &self.sides[color.index()]);
        let other = &self.sides[(!color).index()];
        let tasks = events.par_iter().enumerate().map(|(task, events)| {
            let mut found = [Vec::new(), Vec::new()];
            let mut events = &events[..];
            let configs = task * TASK..usize::min((task + 1) * TASK, layout.configs);
            for number in configs {
                let due = events.partition_point(|&(config, _)| config as usize <= number);
                let (due, later) = events.split_at(due);
                events = later;
                let wins = own.look_for_wins[number].load(Ordering::Relaxed);
                let losses = own.look_for_losses[number].load(Ordering::Relaxed);
                if !wins && !losses && due.is_empty() {
                    continue;
                }
                own.look_for_wins[number].store(false, Ordering::Relaxed);
                own.look_for_losses[number].store(false, Ordering::Relaxed);
                let known = own.won[number] | own.lost[number];
                let config = layout.config(number);
                if matches!(config.stored, Stored::Impossible | Stored::Reflected) {
                    continue;
                }
                let mut won = due.iter().fold(0, |won, (_, lanes)| won | lanes);
                if wins {
                    won |= layout.some_move(&config, color, &other.lost, mates);
                }
                won &= !known;
                if won > 0 {
                    found[0].push((number as u32, won));
                }
                let left = layout.valid(&config) & !(known | own.hold[number] | won);
                if losses && left > 0 {
                    let lost = layout.every_move(&config, color, &other.won, left);
                    if lost > 0 {
                        found[1].push((number as u32, lost));
                    }
                }
            }
            found
        });
        tasks.collect()
    }
}
