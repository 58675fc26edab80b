//! Results by rule, proved.
//!
//! Distances prove themselves by falling with every ply; results that rest on a rule have
//! none. They are proved as the two halves of a parity game
//! ([`repetition`](crate::repetition)), on graphs made afresh by the plain rules. For each
//! hunter:
//!
//! * *sound*: on the positions stored as won by the hunter by rule, and those alone, the
//!   hunter wins: play that the hunter keeps among them is won;
//! * *complete*: on the positions stored as decided by nothing but play without end the hunter
//!   wins nowhere. Of these, a
//!   hunter that is not in check needs no look: were there any win by rule, there would be
//!   one that the hunter never leaves a check to reach. So a runner with a move to such a
//!   position holds, and few others are left.

use std::collections::HashMap;

use coda_formats::{Code, Index, Slot, Value, Wdl};
use coda_games::{Color, Game, Outcome};
use rayon::prelude::*;

use super::{CHUNK, Fault};
use crate::repetition::{Exit, Graph, Node, Role};
use crate::{SubValues, Values};

/// The positions of an ending whose results a rule decides or might decide.
pub(super) struct Judge<'a, G> {
    pub(super) game: &'a G,
    pub(super) values: &'a Values,
    pub(super) subs: &'a SubValues,
}

/// What a move leads to.
enum Child<P> {
    /// A position of the ending.
    Inside(P, Slot, Value),
    /// A position of a smaller ending, or an end.
    Outside(Value),
}

/// A node: who is to move, and where the position is.
type Key = (bool, Slot);

/// A graph that is being made.
#[derive(Default)]
struct Making {
    numbers: HashMap<Key, u32>,
    nodes: Vec<Node>,
    moves: Vec<(u32, u32)>,
}

impl Making {
    fn add(&mut self, role: Role, slot: Slot, in_check: bool) -> (u32, bool) {
        let new = self.nodes.len() as u32;
        let number = *self.numbers.entry((role == Role::Hunter, slot)).or_insert(new);
        if number == new {
            self.nodes.push(Node { role, in_check, exit: Exit::None });
        }
        (number, number == new)
    }

    /// For each node whether the hunter wins.
    fn hunted(&self) -> impl Iterator<Item = (Key, bool)> + '_ {
        let hunted = Graph::new(self.nodes.clone(), self.moves.iter().copied()).hunted();
        self.numbers.iter().map(move |(&key, &number)| (key, hunted[number as usize]))
    }
}

impl<G: Game> Judge<'_, G> {
    /// The faults of the table's results by rule.
    pub(super) fn faults(&self) -> Vec<Fault> {
        if !self.game.perpetual_check_loses() {
            return Vec::new();
        }
        // With equal sides one hunter stands for both; whoever wins play without end has no use
        // for the rule.
        let hunters =
            (0..self.index().sides()).filter(|&side| Some(Color::BOTH[side]) != self.holder());
        let mut faults: Vec<_> = hunters.flat_map(|hunter| self.faults_of(hunter)).collect();
        faults.sort_by_key(|(slot, _, _)| (slot.side, slot.index));
        faults.dedup_by_key(|(slot, _, _)| (slot.side, slot.index));
        let fault = |(slot, stored, right): (Slot, Value, Value)| {
            let position = self.index().position(self.game, slot.side, slot.index)?;
            Some(Fault::Value { position: self.game.text(&position), stored, right })
        };
        faults.into_iter().filter_map(fault).collect()
    }

    /// Who wins play without end.
    fn holder(&self) -> Option<Color> {
        let ending = self.index().ending();
        self.game.wins_without_end(ending.white, ending.black)
    }

    /// The value of play without end.
    fn without_end(&self, position: &G::Position) -> Value {
        Value::without_end(self.holder(), self.game.turn(position))
    }

    fn index(&self) -> &Index {
        &self.values.index
    }

    fn stored(&self, slot: Slot) -> Value {
        let code = self.values.sides[slot.side].get(slot.index as usize).copied();
        code.and_then(Code::value).unwrap_or(Value::DRAW)
    }

    /// Positions with a wrong result in the eyes of one hunter, the stored and the right one.
    fn faults_of(&self, hunter: usize) -> Vec<(Slot, Value, Value)> {
        let mut faults = Vec::new();
        for ((_, slot), hunted) in self.claimed(hunter).hunted() {
            if !hunted {
                let side = Color::BOTH[slot.side];
                faults.push((slot, self.stored(slot), Value::without_end(self.holder(), side)));
            }
        }
        for ((hunts, slot), hunted) in self.doubtful(hunter).hunted() {
            if hunted {
                let wdl = if hunts { Wdl::Win } else { Wdl::Loss };
                faults.push((slot, self.stored(slot), Value::by_rule(wdl)));
            }
        }
        faults
    }

    /// The runs of the index in which a side is to move, in the eyes of a hunter.
    fn run(&self, hunter: usize, role: Role) -> usize {
        match (self.index().sides(), role) {
            (1, _) => 0,
            (_, Role::Hunter) => hunter,
            (_, Role::Runner) => 1 - hunter,
        }
    }

    /// The positions of a run that satisfy a condition, in parallel.
    fn select<T: Send>(
        &self,
        side: usize,
        wanted: impl Fn(Value) -> bool + Sync,
        look: impl Fn(Slot, G::Position) -> Option<T> + Sync,
    ) -> Vec<T> {
        let codes = self.values.sides[side].par_chunks(CHUNK as usize).enumerate();
        let found = codes.flat_map_iter(|(chunk, codes)| {
            let first = chunk as u64 * CHUNK;
            let (wanted, look) = (&wanted, &look);
            (first..).zip(codes).filter_map(move |(index, code)| {
                code.value().filter(|&value| wanted(value))?;
                let position = self.index().position(self.game, side, index)?;
                look(Slot { side, index }, position)
            })
        });
        found.collect()
    }

    fn children(&self, position: &G::Position) -> Vec<Child<G::Position>> {
        let game = self.game;
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let child = |mv| match game.play(position, mv) {
            Outcome::Ended(end) => Child::Outside(Value::of_end(end, !game.turn(position))),
            Outcome::GoesOn(next) => match self.index().locate(game, &next) {
                Some(slot) => Child::Inside(next, slot, self.stored(slot)),
                None => {
                    let code = self.subs.get(game, &next).unwrap_or(Code::DRAW);
                    Child::Outside(code.value().unwrap_or(Value::DRAW))
                }
            },
        };
        moves.into_iter().map(child).collect()
    }

    /// The positions stored as won by a hunter by rule, with the moves among them.
    fn claimed(&self, hunter: usize) -> Making {
        let mut making = Making::default();
        let mut positions = Vec::new();
        for (role, claim) in [(Role::Hunter, Wdl::Win), (Role::Runner, Wdl::Loss)] {
            let wanted = |value| value == Value::by_rule(claim);
            let found = self.select(self.run(hunter, role), wanted, |slot, position| {
                Some((slot, self.game.in_check(&position), position))
            });
            for (slot, in_check, position) in found {
                making.add(role, slot, in_check);
                positions.push((role, slot, position));
            }
        }
        for (role, slot, position) in positions {
            let from = making.numbers[&(role == Role::Hunter, slot)];
            for child in self.children(&position) {
                let exit = &mut making.nodes[from as usize].exit;
                match (role, child) {
                    (_, Child::Inside(_, to, value)) if value.by_rule => {
                        let key = (role != Role::Hunter, to);
                        match making.numbers.get(&key) {
                            Some(&to) => making.moves.push((from, to)),
                            // Won by the other side's rule: no good to the hunter.
                            None if role == Role::Runner => *exit = Exit::Draw,
                            None => {}
                        }
                    }
                    (Role::Hunter, Child::Outside(value)) if value.wdl == Wdl::Loss => {
                        *exit = Exit::Win;
                    }
                    (Role::Runner, Child::Inside(_, _, value) | Child::Outside(value))
                        if value.wdl != Wdl::Win =>
                    {
                        *exit = Exit::Draw;
                    }
                    _ => {}
                }
            }
        }
        making
    }

    /// The drawn positions in which a hunter might win, with the moves among them.
    fn doubtful(&self, hunter: usize) -> Making {
        let game = self.game;
        let run = self.run(hunter, Role::Runner);
        let endless = |value: Value| value == Value::without_end(self.holder(), Color::BOTH[run]);
        let runners = self.select(run, endless, |slot, position| {
            // Every move must leave the hunter in check, or lose.
            let mut checks = Vec::new();
            for child in self.children(&position) {
                match child {
                    Child::Inside(next, to, value) if value == self.without_end(&next) => {
                        checks.push(Some((next, to)).filter(|(next, _)| game.in_check(next))?);
                    }
                    Child::Inside(_, _, value) | Child::Outside(value) => {
                        Some(value).filter(|value| value.wdl == Wdl::Win)?;
                    }
                }
            }
            Some((slot, game.in_check(&position), checks))
        });
        let mut making = Making::default();
        for (slot, in_check, _) in &runners {
            making.add(Role::Runner, *slot, *in_check);
        }
        for (slot, _, checks) in runners {
            let from = making.numbers[&(false, slot)];
            for (position, to) in checks {
                let (number, new) = making.add(Role::Hunter, to, true);
                making.moves.push((from, number));
                if !new {
                    continue;
                }
                for child in self.children(&position) {
                    if let Child::Inside(_, back, _) = child
                        && let Some(&back) = making.numbers.get(&(false, back))
                    {
                        making.moves.push((number, back));
                    }
                }
            }
        }
        making
    }
}
