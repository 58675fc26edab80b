//! Solvers: from the rules and the values of smaller endings to the values of an
//! ending.

pub mod reference;

use coda_formats::{Ending, Metric};
use coda_games::Game;

use crate::{GenError, SubValues, Values};

/// Solves an ending. The values of the endings that captures lead to must be in
/// `subs`, with distances to win if `metric` is [`Metric::Dtw`].
///
/// Under [`Metric::Wdl`] the values carry no distance.
///
/// # Errors
/// [`GenError`] if a smaller ending is missing or this one is too large.
pub fn solve<G: Game>(
    game: &G,
    ending: Ending,
    metric: Metric,
    subs: &SubValues,
) -> Result<Values, GenError> {
    match metric {
        Metric::Wdl => Ok(reference::solve(game, ending, Metric::Dtc, subs)?.without_distances()),
        Metric::Dtw | Metric::Dtc => reference::solve(game, ending, metric, subs),
    }
}
