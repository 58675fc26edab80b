//! Solvers: from the rules and the values of smaller endings to the values of an
//! ending.

pub mod lane;
pub mod reference;

use std::any::Any;

use coda_formats::{Ending, Metric};
use coda_games::Game;
use coda_games::jungle::Jungle;

use crate::{GenError, Solution, SubValues};

/// Solves an ending by the fastest solver there is for the game. The values of the
/// endings that captures lead to must be in `subs`, with distances to win if `metric` is
/// [`Metric::Dtw`].
///
/// For [`Metric::Wdl`] it counts to conversion: that needs no distances of smaller
/// endings, and a table without distances leaves them out.
///
/// # Errors
/// [`GenError`] if a smaller ending is missing or this one is too large.
pub fn solve<G: Game>(
    game: &G,
    ending: Ending,
    metric: Metric,
    subs: &SubValues,
) -> Result<Solution, GenError> {
    let metric = if metric == Metric::Wdl { Metric::Dtc } else { metric };
    match (game as &dyn Any).downcast_ref::<Jungle>() {
        Some(jungle) => lane::solve(jungle, ending, metric, subs),
        None => Ok(reference::solve(game, ending, metric, subs)?.into()),
    }
}
