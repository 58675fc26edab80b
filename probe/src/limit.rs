//! Whether a win survives a limit on moves without a capture.
//!
//! Under a rule that calls the game a draw after `n` moves a side without a
//! capture, a position is won if the winner can reach a capture or the end within
//! `2n` plies, and is then still winning under the same rule, counted afresh.
//!
//! Distances to conversion answer the first half at once: a longer one is too
//! long, whatever is played. The second half is settled at once too if no smaller
//! ending has a conversion that is too long, which is so for any usual limit.
//! Only where it is not, lines of play are searched, and a search that grows too
//! large is given up honestly.

use std::collections::HashMap;

use coda_formats::{Ending, Metric, Wdl};
use coda_games::{Color, Game, Outcome};

use crate::{ProbeError, Tables};

/// Positions a search may look at before it gives up.
const SEARCH_LIMIT: usize = 1_000_000;

/// Whether a win survives the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Survival {
    /// The winner wins under the limit too.
    Survives,
    /// The limit makes it a draw.
    Drawn,
    /// The search that would tell is too large, or a rule against repetition may come in
    /// between, or play without end is won.
    Unknown,
}

/// Why a search has no answer.
enum Stop {
    TooLarge,
    Failed(ProbeError),
}

impl From<ProbeError> for Stop {
    fn from(error: ProbeError) -> Self {
        Self::Failed(error)
    }
}

struct Search<'a, G: Game> {
    tables: &'a Tables<G>,
    winner: Color,
    /// Plies that the rule allows without a capture.
    allowed: u16,
    /// For each position, with how many plies left it is known to be won, and
    /// with how many known not to be.
    known: HashMap<G::Position, Bounds>,
}

#[derive(Clone, Copy)]
struct Bounds {
    won_from: u16,
    lost_to: Option<u16>,
}

impl<G: Game> Tables<G> {
    /// Whether the win of whichever side is winning survives a rule that calls it a
    /// draw after `moves` moves a side without a capture, counted from this
    /// position on. `None` if neither side is winning.
    ///
    /// Needs `dtc` tables of the position's ending and of all it can lead to.
    ///
    /// # Errors
    /// [`ProbeError`] if a table is missing or cannot be read.
    pub fn survives_limit(
        &self,
        position: &G::Position,
        moves: u16,
    ) -> Result<Option<Survival>, ProbeError> {
        let game = self.game();
        let value = self.probe(position, Metric::Dtc)?;
        let winner = match value.wdl {
            Wdl::Win => game.turn(position),
            Wdl::Loss => !game.turn(position),
            Wdl::Draw => return Ok(None),
        };
        let ending = Ending::of(game, position);
        if value.plies.is_none() || game.wins_without_end(ending.white, ending.black).is_some() {
            // How long it takes until a rule against repetition is applied is the arbiter's to
            // say; and where play without end is won there is no such limit.
            return Ok(Some(Survival::Unknown));
        }
        let allowed = moves.saturating_mul(2);
        if value.plies.is_some_and(|plies| plies > allowed) {
            // There may be a win by rule beside the one that takes too long.
            let other_way = self.has_results_by_rule(ending)?;
            return Ok(Some(if other_way { Survival::Unknown } else { Survival::Drawn }));
        }
        if self.longest_conversion_below(ending)? <= allowed {
            return Ok(Some(Survival::Survives));
        }
        let mut search = Search { tables: self, winner, allowed, known: HashMap::new() };
        match search.wins(position, allowed) {
            Ok(true) => Ok(Some(Survival::Survives)),
            Ok(false) => Ok(Some(Survival::Drawn)),
            Err(Stop::TooLarge) => Ok(Some(Survival::Unknown)),
            Err(Stop::Failed(error)) => Err(error),
        }
    }

    /// Whether any result of an ending, or of those that captures lead to, rests on a rule.
    fn has_results_by_rule(&self, ending: Ending) -> Result<bool, ProbeError> {
        if !self.game().perpetual_check_loses() {
            return Ok(false);
        }
        let mut open = vec![ending];
        while let Some(ending) = open.pop() {
            let sides = &self.table(ending, Metric::Dtc)?.table().header().sides;
            if sides.iter().any(|side| side.counts.by_rule > 0) {
                return Ok(true);
            }
            open.extend(ending.sub_endings(self.game()));
            open.sort_unstable();
            open.dedup();
        }
        Ok(false)
    }

    /// The longest distance to conversion in any ending that captures lead to.
    fn longest_conversion_below(&self, ending: Ending) -> Result<u16, ProbeError> {
        let mut longest = 0;
        let mut open = ending.sub_endings(self.game());
        while let Some(sub) = open.pop() {
            for side in &self.table(sub, Metric::Dtc)?.table().header().sides {
                let deepest = side.deepest_win.iter().chain(&side.deepest_loss);
                longest = deepest.map(|deepest| deepest.plies).fold(longest, u16::max);
            }
            open.extend(sub.sub_endings(self.game()));
            open.sort_unstable();
            open.dedup();
        }
        Ok(longest)
    }
}

impl<G: Game> Search<'_, G> {
    /// Whether the winner wins from here with `left` plies left before a capture is
    /// due.
    fn wins(&mut self, position: &G::Position, left: u16) -> Result<bool, Stop> {
        let game = self.tables.game();
        let ours = game.turn(position) == self.winner;
        let value = self.tables.probe(position, Metric::Dtc)?;
        let winning = if ours { Wdl::Win } else { Wdl::Loss };
        if value.by_rule && value.wdl == winning {
            return Err(Stop::TooLarge);
        }
        if value.wdl != winning || value.plies.is_none_or(|plies| plies > left) {
            return Ok(false);
        }
        if let Some(known) = self.known.get(position) {
            if left >= known.won_from {
                return Ok(true);
            }
            if known.lost_to.is_some_and(|lost| left <= lost) {
                return Ok(false);
            }
        }
        if self.known.len() >= SEARCH_LIMIT {
            return Err(Stop::TooLarge);
        }
        // One good move is enough for the winner; the other side needs one too.
        let mut won = !ours;
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        for mv in moves {
            let wins = match game.play(position, mv) {
                Outcome::Ended(end) => end.winner == Some(self.winner),
                Outcome::GoesOn(next) if game.is_capture(position, mv) => {
                    self.wins(&next, self.allowed)?
                }
                Outcome::GoesOn(next) => self.wins(&next, left.saturating_sub(1))?,
            };
            if wins == ours {
                won = ours;
                break;
            }
        }
        let bounds = Bounds { won_from: u16::MAX, lost_to: None };
        let known = self.known.entry(position.clone()).or_insert(bounds);
        if won {
            known.won_from = known.won_from.min(left);
        } else {
            known.lost_to = known.lost_to.max(Some(left));
        }
        Ok(won)
    }
}
