//! The value that a position's moves give it.

use std::cmp::Ordering;

use coda_formats::{Code, Ending, Metric, Slot, Value};
use coda_games::{Color, Game, Outcome};

use crate::{SubValues, Values};

/// What one table is proved by: its metric, its own values, those of smaller endings.
type Proof<'a> = (Metric, &'a Values, &'a SubValues);

/// Looks positions up after each move.
pub(super) struct Children<'a, G: Game> {
    game: &'a G,
    proofs: &'a [Proof<'a>],
    moves: Vec<G::Move>,
    /// For each proof, the best value so far for the player to move.
    best: Vec<Option<Best>>,
    /// A smaller ending that was asked for and is not there.
    missing: Option<Ending>,
    /// Who wins play without end.
    holder: Option<Color>,
}

/// A value as what the player who makes the move thinks of it.
#[derive(Clone, Copy)]
struct Best {
    /// The code of the position after the move, for the opponent.
    child: Code,
    /// Greater is better.
    score: u32,
}

/// How good it is to move to a position of this code: the opponent's shortest loss is
/// best, then a draw, then the opponent's longest win.
#[inline]
fn score(child: Code) -> u32 {
    // Without a distance it is further off than with any; by rule, further still.
    let distance = match u32::from(child.0 >> 2) {
        0 => 0x3fff,
        0x3fff => 0x4000,
        distance => distance,
    };
    match child.0 & 3 {
        2 => 3 << 16 | (0xffff - distance),
        0 => 2 << 16,
        _ => 1 << 16 | distance,
    }
}

impl<'a, G: Game> Children<'a, G> {
    pub(super) fn new(game: &'a G, proofs: &'a [Proof<'a>]) -> Self {
        let ending = proofs.first().map(|(_, values, _)| values.index.ending());
        let holder = ending.and_then(|ending| game.wins_without_end(ending.white, ending.black));
        let best = vec![None; proofs.len()];
        Self { game, proofs, moves: Vec::new(), best, missing: None, holder }
    }

    /// Works out the value of a position, whose place in the tables is known, in each
    /// metric with distances. Those without are left as they are.
    pub(super) fn right(&mut self, position: &G::Position, slot: Slot, right: &mut [Code]) {
        let game = self.game;
        let mover = game.turn(position);
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        game.moves(position, &mut moves);
        self.best.fill(None);
        let quiet = self.quiet_start(position, slot);
        for &mv in &moves {
            let index = &self.proofs[0].1.index;
            let moved = quiet.and_then(|start| {
                let (piece, from, to) = game.quiet(position, mv)?;
                Some((start, index.worth(piece, from)?, index.worth(piece, to)?))
            });
            match moved {
                Some((start, less, more)) => {
                    let number = u64::min(
                        start.sums[0] - less[0] + more[0],
                        start.sums[1] - less[1] + more[1],
                    );
                    for ((metric, values, _), best) in self.proofs.iter().zip(&mut self.best) {
                        if *metric != Metric::Wdl {
                            improve(best, values.sides[start.side][number as usize]);
                        }
                    }
                }
                None => self.play(position, mover, mv),
            }
        }
        for ((best, right), (metric, ..)) in self.best.iter().zip(right).zip(self.proofs) {
            if *metric != Metric::Wdl {
                *right = match best.and_then(|best| best.child.value()) {
                    Some(child) => Code::from(child.one_ply_before()),
                    None => Code::from(Value::of_end(game.adjudicate_no_moves(position), mover)),
                };
            }
        }
        self.moves = moves;
    }

    /// A smaller ending that was asked for and is not there: then nothing is proved.
    pub(super) fn missing(&self) -> Option<Ending> {
        self.missing
    }

    /// Where quiet moves start from; `None` if the ending has equal sides, where the
    /// turn of the board does not allow the short cut.
    #[inline]
    fn quiet_start(&self, position: &G::Position, slot: Slot) -> Option<Start> {
        let index = &self.proofs[0].1.index;
        if index.sides() == 1 {
            return None;
        }
        let sums = index.sums(self.game.pieces(position))?;
        Some(Start { sums, side: 1 - slot.side })
    }

    /// Plays a move that is not quiet.
    fn play(&mut self, position: &G::Position, mover: Color, mv: G::Move) {
        let game = self.game;
        let outcome = game.play(position, mv);
        let capture = game.is_capture(position, mv);
        for ((metric, values, subs), best) in self.proofs.iter().zip(&mut self.best) {
            let child = match &outcome {
                _ if *metric == Metric::Wdl => continue,
                Outcome::Ended(end) => Code::from(Value::of_end(*end, !mover)),
                Outcome::GoesOn(next) => {
                    let code = values.get(game, next).or_else(|| subs.get(game, next));
                    let code = code.unwrap_or_else(|| {
                        self.missing = Some(Ending::of(game, next).canonical(game));
                        Code::DRAW
                    });
                    match code.value() {
                        Some(value) if capture => {
                            let forces = Ending::of(game, next);
                            let after = game.wins_without_end(forces.white, forces.black);
                            Code::from(value.carried(*metric, [self.holder, after], !mover))
                        }
                        _ => code,
                    }
                }
            };
            improve(best, child);
        }
    }
}

/// The sums of an index before a quiet move, and the side to move after it.
#[derive(Clone, Copy)]
struct Start {
    sums: [u64; 2],
    side: usize,
}

#[inline]
fn improve(best: &mut Option<Best>, child: Code) {
    let score = score(child);
    let order = best.map_or(Ordering::Greater, |best| score.cmp(&best.score));
    if order == Ordering::Greater {
        *best = Some(Best { child, score });
    }
}
