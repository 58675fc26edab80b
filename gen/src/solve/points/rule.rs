//! Play without end, judged: the nested fixpoint of [`repetition`](crate::repetition), on
//! words.
//!
//! Wins and losses are known already, and so is what follows from those that rest on a
//! rule in smaller endings; they are the set `X`. What `X` gains in a round is taken into
//! the won and lost sets with all that follows from it, so that the next round begins with
//! `X` empty again. With it, in the numbers of that module, a node 3 never counts: of the
//! hunter's positions only those in check are looked at.

use coda_games::Color;
use coda_games::points::{GENERAL, Points};
use rayon::prelude::*;

use super::layout::{Config, Layout, Stored};
use super::seed::TASK;
use super::sweep::Sweep;

/// Positions of both sides in which the hunter may still win, by configuration.
struct Hunt {
    hunter: Vec<Points>,
    runner: Vec<Points>,
}

/// A configuration with such positions, and in which of its lanes the side to move is in
/// check.
struct Alive {
    config: Config,
    hunter_in_check: Points,
    runner_in_check: Points,
}

impl Sweep<'_> {
    /// Judges play without end.
    pub(super) fn judge(&mut self) {
        self.follow();
        loop {
            let mut found = false;
            // Whoever wins play without end has no use for the rule.
            let holder = self.layout.holder;
            for hunter in Color::BOTH.into_iter().filter(|&color| Some(color) != holder) {
                while self.hunt(hunter) {
                    found = true;
                    self.follow();
                }
            }
            if !found {
                return;
            }
        }
    }

    /// Finds positions that a side wins by the rule; gives whether there were any.
    fn hunt(&mut self, hunter: Color) -> bool {
        if !self.layout.can_check(!hunter) {
            return false;
        }
        let Some((mut y, alive)) = self.prune(hunter) else { return false };
        // greatest Y. least Z.
        loop {
            let z = self.least(hunter, &y, &alive);
            if z.hunter == y.hunter && z.runner == y.runner {
                break;
            }
            y = z;
        }
        let taken = |set: &[Points]| -> Vec<_> {
            let some =
                alive.iter().map(|alive| (alive.config.number as u32, set[alive.config.number]));
            some.filter(|(_, lanes)| *lanes > 0).collect()
        };
        let (won, lost) = (taken(&y.hunter), taken(&y.runner));
        let some = !won.is_empty() || !lost.is_empty();
        self.take_by_rule(hunter, won, lost);
        some
    }

    /// The greatest set that satisfies what both the numbers 1 and 2 ask for: all that is
    /// worth looking at, and the configurations that have some of it. `None` if nothing is.
    fn prune(&self, hunter: Color) -> Option<(Hunt, Vec<Alive>)> {
        let layout = self.layout;
        let sides = [&self.sides[hunter.index()], &self.sides[(!hunter).index()]];
        let unknown = |config: &Config| {
            let known =
                |side: usize| sides[side].won[config.number] | sides[side].lost[config.number];
            let valid = layout.valid(config);
            (valid & !known(0), valid & !known(1) & !sides[1].hold[config.number])
        };
        let mut y = Hunt { hunter: vec![0; layout.configs], runner: vec![0; layout.configs] };
        y.hunter.par_chunks_mut(TASK).enumerate().for_each(|(task, words)| {
            for (number, word) in words.iter_mut().enumerate() {
                let config = layout.config(task * TASK + number);
                if matches!(config.stored, Stored::Impossible | Stored::Reflected) {
                    continue;
                }
                let (unknown, _) = unknown(&config);
                if unknown > 0 {
                    *word = unknown & layout.in_check(&config, hunter);
                }
            }
        });
        if y.hunter.iter().all(|&word| word == 0) {
            return None;
        }
        let won: Vec<_> = sides[0].won.iter().zip(&y.hunter).map(|(won, y)| won | y).collect();
        y.runner.par_chunks_mut(TASK).enumerate().for_each(|(task, words)| {
            for (number, word) in words.iter_mut().enumerate() {
                let config = layout.config(task * TASK + number);
                if matches!(config.stored, Stored::Impossible | Stored::Reflected) {
                    continue;
                }
                let (_, unknown) = unknown(&config);
                if unknown > 0 {
                    *word = layout.every_move(&config, !hunter, &won, unknown);
                }
            }
        });
        let numbers = 0..layout.configs;
        let some = numbers.filter(|&number| y.hunter[number] | y.runner[number] > 0);
        let mut alive: Vec<_> = some.map(|number| layout.alive(number, hunter)).collect();
        // What is left is little; it is gone over until nothing falls out.
        loop {
            let mut changed = false;
            for at in &alive {
                let (config, number) = (&at.config, at.config.number);
                let hunted = y.hunter[number];
                if hunted > 0 {
                    y.hunter[number] &= layout.some_move(config, hunter, &y.runner, false);
                    changed |= y.hunter[number] != hunted;
                }
            }
            let won = self.won_or(hunter, &y.hunter, &alive);
            for at in &alive {
                let (config, number) = (&at.config, at.config.number);
                let run = y.runner[number];
                if run > 0 {
                    y.runner[number] = layout.every_move(config, !hunter, &won, run);
                    changed |= y.runner[number] != run;
                }
            }
            if !changed {
                break;
            }
            alive.retain(|at| y.hunter[at.config.number] | y.runner[at.config.number] > 0);
        }
        (!alive.is_empty()).then_some((y, alive))
    }

    /// The hunter's won positions and those of a set.
    fn won_or(&self, hunter: Color, set: &[Points], alive: &[Alive]) -> Vec<Points> {
        let mut won = self.sides[hunter.index()].won.clone();
        for at in alive {
            won[at.config.number] |= set[at.config.number];
        }
        won
    }

    /// The least `Z` for a `Y`.
    fn least(&self, hunter: Color, y: &Hunt, alive: &[Alive]) -> Hunt {
        let layout = self.layout;
        let nothing = || vec![0; layout.configs];
        let mut z = Hunt { hunter: nothing(), runner: nothing() };
        let won_or_y = self.won_or(hunter, &y.hunter, alive);
        let mut won_or_z = self.sides[hunter.index()].won.clone();
        loop {
            let mut changed = false;
            for at in alive {
                let (config, number) = (&at.config, at.config.number);
                let quiet = y.runner[number] & !at.runner_in_check & !z.runner[number];
                let checked = y.runner[number] & at.runner_in_check & !z.runner[number];
                let mut found = 0;
                if quiet > 0 {
                    found |= layout.every_move(config, !hunter, &won_or_y, quiet);
                }
                if checked > 0 {
                    found |= layout.every_move(config, !hunter, &won_or_z, checked);
                }
                z.runner[number] |= found;
                changed |= found > 0;
                let open = y.hunter[number] & at.hunter_in_check & !z.hunter[number];
                if open > 0 {
                    let found = open & layout.some_move(config, hunter, &z.runner, false);
                    z.hunter[number] |= found;
                    won_or_z[number] |= found;
                    changed |= found > 0;
                }
            }
            if !changed {
                return z;
            }
        }
    }
}

impl Layout {
    fn alive(&self, number: usize, hunter: Color) -> Alive {
        let config = self.config(number);
        Alive {
            hunter_in_check: self.in_check(&config, hunter),
            runner_in_check: self.in_check(&config, !hunter),
            config,
        }
    }

    /// Whether a side has a piece that can give check.
    fn can_check(&self, color: Color) -> bool {
        let general = coda_games::Piece { color: !color, kind: GENERAL };
        let palace = self.movement(general).places;
        let pieces = self.groups.iter().map(|group| group.piece).chain([self.lane_piece]);
        let mut own = pieces.filter(|piece| piece.color == color && piece.kind != GENERAL);
        own.any(|piece| self.movement(piece).places & palace > 0)
    }
}
