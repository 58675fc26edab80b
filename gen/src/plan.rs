//! Which endings a set needs, in which order, and what they will cost.

use std::collections::BTreeSet;
use std::time::Instant;

use coda_formats::{Ending, Index, Metric};
use coda_games::{Color, Game};

use crate::solve::{self, reference};
use crate::{GenError, SubValues};

/// Endings in the order in which they can be built.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What to build: every ending after those it needs, fewer pieces first.
    pub jobs: Vec<Job>,
}

/// One ending to build, with what it will cost. Costs are estimates.
#[derive(Clone, Debug)]
pub struct Job {
    /// The ending, canonical.
    pub ending: Ending,
    /// The endings that captures lead to.
    pub needs: Vec<Ending>,
    /// Index numbers over all sides: the positions to solve, after the mirror.
    pub positions: u64,
    /// Bytes of memory while it is solved.
    pub memory: u64,
    /// Bytes of its tables on disk.
    pub disk: u64,
}

/// Bits of file that a position takes in each metric: between what the endings of
/// three pieces take (0.29, 0.82, 0.80) and those of four (0.17 and 0.55 in ELvTP).
const fn bits(metric: Metric) -> f64 {
    match metric {
        Metric::Wdl => 0.2,
        Metric::Dtw => 0.65,
        Metric::Dtc => 0.65,
    }
}

/// Bytes that a table has beside its blocks.
const HEADER_BYTES: u64 = 700;

impl Plan {
    /// The plan that builds these endings and all they need.
    ///
    /// # Errors
    /// [`GenError::Index`] if an ending cannot be numbered.
    pub fn new<G: Game>(
        game: &G,
        endings: &[Ending],
        metrics: &[Metric],
    ) -> Result<Self, GenError> {
        let mut wanted = BTreeSet::new();
        let mut open: Vec<_> = endings.iter().map(|ending| ending.canonical()).collect();
        while let Some(ending) = open.pop() {
            if wanted.insert(ending) {
                open.extend(ending.sub_endings(game));
            }
        }
        let jobs = wanted.into_iter().map(|ending| Job::new(game, ending, metrics));
        let mut jobs = jobs.collect::<Result<Vec<_>, _>>()?;
        jobs.sort_by_cached_key(|job| (job.ending.len(), job.ending.name::<G>()));
        Ok(Self { jobs })
    }

    /// Positions of all jobs.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.jobs.iter().map(|job| job.positions).sum()
    }
}

impl Job {
    fn new<G: Game>(game: &G, ending: Ending, metrics: &[Metric]) -> Result<Self, GenError> {
        let index = Index::new(game, ending)?;
        let positions = index.size() * index.sides() as u64;
        let needs = ending.sub_endings(game);
        let distances = metrics.iter().filter(|&&metric| metric != Metric::Wdl).count() as u64;
        // Two bytes a value: of this ending in each metric, and of those it needs.
        let mut values = positions * 2 * distances.max(1);
        for &sub in &needs {
            let index = Index::new(game, sub)?;
            values += index.size() * index.sides() as u64 * 2;
        }
        let memory = reference::memory(positions, edges(game, ending)) + values;
        let bytes = metrics.iter().map(|&metric| bits(metric) / 8.0 * positions as f64);
        let disk = bytes.sum::<f64>() as u64 + HEADER_BYTES * metrics.len() as u64;
        Ok(Self { ending, needs, positions, memory, disk })
    }
}

/// The moves of a position that stay in the ending, on average: a piece has as many
/// as it has neighbours on an empty board, less a few for what is in the way.
fn edges<G: Game>(game: &G, ending: Ending) -> f64 {
    let mobility = |color: Color| -> f64 {
        let pieces = ending.pieces().filter(|piece| piece.color == color);
        pieces.map(|piece| mobility_of(game, piece)).sum()
    };
    // Half of the numbers have either side to move.
    (mobility(Color::White) + mobility(Color::Black)) / 2.0
}

/// The moves of a lone piece, on average over its places.
fn mobility_of<G: Game>(game: &G, piece: coda_games::Piece) -> f64 {
    let places = game.places(piece);
    let mut moves = Vec::new();
    for &place in &places {
        if let Some(position) = game.assemble([(piece, place)], piece.color) {
            game.moves(&position, &mut moves);
        }
    }
    moves.len() as f64 / places.len().max(1) as f64
}

/// Positions a second that this machine solves on one core, measured on the
/// largest of the game's endings of two pieces. Takes a fraction of a second.
///
/// # Errors
/// [`GenError`] if the trial fails.
pub fn measure_speed<G: Game>(game: &G) -> Result<f64, GenError> {
    let endings = Ending::all_up_to(game, 2).into_iter();
    let alone = endings.filter(|ending| ending.sub_endings(game).is_empty());
    let size = |ending: &Ending| Index::new(game, *ending).map_or(0, |index| index.size());
    let Some(ending) = alone.max_by_key(size) else { return Ok(1e6) };
    let index = Index::new(game, ending)?;
    let one_core = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let trial = || -> Result<f64, GenError> {
        let (start, mut rounds) = (Instant::now(), 0_u64);
        while start.elapsed().as_millis() < 200 {
            solve::solve(game, ending, Metric::Dtw, &SubValues::default())?;
            rounds += 1;
        }
        let positions = rounds * index.size() * index.sides() as u64;
        Ok(positions as f64 / start.elapsed().as_secs_f64())
    };
    one_core.map_or_else(|_| trial(), |pool| pool.install(trial))
}
