//! The value of each move, and the best line.

use coda_formats::{Ending, Metric, Value};
use coda_games::{End, Game, Outcome};

use crate::{ProbeError, Tables};

/// A legal move and what it is worth.
#[derive(Clone, Debug)]
pub struct MoveValue<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// The move as its game's engines write it.
    pub text: String,
    /// The value for the player who makes it; plies count the move itself.
    pub value: Value,
    /// Whether it takes a piece.
    pub capture: bool,
    /// How the game ends with it, if it does: by the move itself or because the
    /// opponent then has no move.
    pub ends: Option<End>,
    /// The position after it, unless the move itself ends the game.
    pub next: Option<G::Position>,
}

/// The best line: both sides play their best moves.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    /// The moves.
    pub moves: Vec<MoveValue<G>>,
    /// How the game ends after the last of them; `None` where the line was not
    /// carried to the end: a draw by play without end, or no distances to go by.
    pub end: Option<End>,
}

impl<G: Game> Tables<G> {
    /// Every legal move with its value, best first: the shortest win, then draws,
    /// then the longest loss; equal ones in the game's order. Empty if the side to
    /// move has no move.
    ///
    /// # Errors
    /// [`ProbeError::AfterMove`] names a move whose position cannot be looked up.
    pub fn probe_moves(
        &self,
        position: &G::Position,
        metric: Metric,
    ) -> Result<Vec<MoveValue<G>>, ProbeError> {
        let game = self.game();
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let values = moves.into_iter().map(|mv| {
            self.move_value(position, mv, metric).map_err(|cause| ProbeError::AfterMove {
                mv: game.move_text(position, mv),
                cause: Box::new(cause),
            })
        });
        let mut values = values.collect::<Result<Vec<_>, _>>()?;
        values.sort_by(|a, b| b.value.preference(a.value));
        Ok(values)
    }

    fn move_value(
        &self,
        position: &G::Position,
        mv: G::Move,
        metric: Metric,
    ) -> Result<MoveValue<G>, ProbeError> {
        let game = self.game();
        let capture = game.is_capture(position, mv);
        let (value, ends, next) = match game.play(position, mv) {
            Outcome::Ended(end) => {
                let child = Value::of_end(end, !game.turn(position));
                (child.one_ply_before(), Some(end), None)
            }
            Outcome::GoesOn(next) => {
                let mut child = match (capture, metric) {
                    (true, Metric::Dtc) => self.probe_result(&next)?,
                    _ => self.probe(&next, metric)?,
                };
                if capture {
                    let holders = [position, &next].map(|at| {
                        let forces = Ending::of(game, at);
                        game.wins_without_end(forces.white, forces.black)
                    });
                    child = child.carried(metric, holders, game.turn(&next));
                }
                if metric == Metric::Wdl {
                    child.plies = None;
                }
                let ends = self.end_without_move(&next);
                (child.one_ply_before(), ends, Some(next))
            }
        };
        let value = if metric == Metric::Wdl { Value { plies: None, ..value } } else { value };
        Ok(MoveValue { mv, text: game.move_text(position, mv), value, capture, ends, next })
    }

    /// How the game ends in a position if the side to move has no move.
    #[must_use]
    pub fn end_without_move(&self, position: &G::Position) -> Option<End> {
        let mut moves = Vec::new();
        self.game().moves(position, &mut moves);
        moves.is_empty().then(|| self.game().adjudicate_no_moves(position))
    }

    /// The best line from a position that is won for one side, to the end of the
    /// game, or to the capture after which the winner need only hold. Empty where there is
    /// no distance: for a draw, a win by holding or by rule, and under a metric without
    /// distances.
    ///
    /// Under [`Metric::Dtc`] each stretch up to a capture is the shortest.
    ///
    /// # Errors
    /// [`ProbeError`] if a position on the way cannot be looked up.
    pub fn best_line(&self, position: &G::Position, metric: Metric) -> Result<Line<G>, ProbeError> {
        let mut line = Line { moves: Vec::new(), end: self.end_without_move(position) };
        let mut at = Some(position.clone());
        // Distances fall with every ply, so that no sound set comes near the bound.
        while let Some(here) = at.take()
            && line.end.is_none()
            && line.moves.len() < usize::from(u16::MAX)
            && self.probe(&here, metric)?.plies.is_some()
        {
            let Some(best) = self.probe_moves(&here, metric)?.into_iter().next() else { break };
            line.end = best.ends;
            at.clone_from(&best.next);
            line.moves.push(best);
        }
        Ok(line)
    }
}
