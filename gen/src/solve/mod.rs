//! Solvers: from the rules and the values of smaller endings to the values of an
//! ending.

pub mod lane;
pub mod points;
pub mod reference;

use std::any::Any;
use std::path::Path;

use coda_formats::{Ending, Index, Metric};
use coda_games::Game;
use coda_games::jungle::Jungle;

use crate::{GenError, LoadSub, Solution, SubValues};

/// What a solver may use.
#[derive(Clone, Copy, Debug)]
pub struct Room<'a> {
    /// Bytes of memory. A solver that can do with less by using the disk does so to
    /// keep within it.
    pub memory: u64,
    /// A folder for what does not fit.
    pub scratch: &'a Path,
}

/// Bytes of memory that solving an ending takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// With everything in memory.
    pub memory: u64,
    /// The least that will do, with the rest on disk.
    pub least: u64,
}

/// Estimates what solving an ending takes in the most demanding of some metrics.
///
/// # Errors
/// [`GenError::Index`] if the ending cannot be numbered.
pub fn needs<G: Game>(game: &G, ending: Ending, metrics: &[Metric]) -> Result<Needs, GenError> {
    let index = Index::new(game, ending)?;
    let mut subs = Vec::new();
    for sub in ending.sub_endings(game) {
        let index = Index::new(game, sub)?;
        subs.push(index.size() * index.sides() as u64);
    }
    match (game as &dyn Any).downcast_ref::<Jungle>() {
        Some(jungle) => {
            let only_wins = metrics.contains(&Metric::Dtw) && !metrics.contains(&Metric::Dtc);
            let metric = if only_wins { Metric::Dtw } else { Metric::Dtc };
            lane::needs(jungle, &index, &subs, metric)
        }
        None => Ok(points::needs(game, &index, &subs).unwrap_or_else(|| {
            let memory = reference::memory(game, &index, &subs);
            Needs { memory, least: memory }
        })),
    }
}

/// Solves an ending by the fastest solver there is for the game. `load` gives the
/// values of the endings that captures lead to, with distances to win if `metric` is
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
    load: &LoadSub<'_>,
    room: Room<'_>,
) -> Result<Solution, GenError> {
    let metric = if metric == Metric::Wdl { Metric::Dtc } else { metric };
    match (game as &dyn Any).downcast_ref::<Jungle>() {
        Some(jungle) => lane::solve(jungle, ending, metric, load, room),
        None => {
            if let Some(seeded) = points::Seeded::new(game, ending, metric, load)? {
                return seeded.sweep::<G>();
            }
            let subs = SubValues::load(game, ending, load)?;
            Ok(reference::solve(game, ending, metric, &subs)?.into())
        }
    }
}
