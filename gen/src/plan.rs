//! Which endings a set needs, in which order, and what they will cost.

use std::collections::{BTreeSet, HashMap};
use std::time::Instant;

use coda_formats::{Ending, Index, Metric, NewTable, WriteError};
use coda_games::Game;

use crate::solve::{self, Needs, Room};
use crate::{GenError, Values};

/// Pieces of the ending that speed is measured on.
const TRIAL_PIECES: usize = 3;

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
    /// Bytes of memory while it is solved, all in memory.
    pub memory: u64,
    /// The least bytes of memory that will do, with the rest on disk.
    pub least_memory: u64,
    /// Bytes of its tables on disk.
    pub disk: u64,
}

/// Bits of file that a position takes in each metric: a little more than endings of four
/// pieces do (0.16 in `wdl`, 0.53 in `dtw`).
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
        let mut open: Vec<_> = endings.iter().map(|ending| ending.canonical(game)).collect();
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

    /// Takes out the jobs that need more memory than there is, and those that rest on
    /// them; gives what was taken out.
    pub fn leave_out_larger(&mut self, memory: u64) -> Vec<Job> {
        let mut out: BTreeSet<Ending> = BTreeSet::new();
        let too_large = |job: &mut Job| {
            let large = job.least_memory > memory || job.needs.iter().any(|sub| out.contains(sub));
            if large {
                out.insert(job.ending);
            }
            large
        };
        self.jobs.extract_if(.., too_large).collect()
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
        let Needs { memory, least } = solve::needs(game, ending, metrics)?;
        let bytes = metrics.iter().map(|&metric| bits(metric) / 8.0 * positions as f64);
        let disk = bytes.sum::<f64>() as u64 + HEADER_BYTES * metrics.len() as u64;
        let needs = ending.sub_endings(game);
        Ok(Self { ending, needs, positions, memory, least_memory: least, disk })
    }
}

/// Positions a second that this machine builds on one core, written tables included:
/// measured on the last of the game's endings of three pieces. Takes a second.
///
/// # Errors
/// [`GenError`] if the trial fails.
pub fn measure_speed<G: Game>(game: &G, metrics: &[Metric]) -> Result<f64, GenError> {
    let endings = Ending::all_up_to(game, TRIAL_PIECES);
    let Some(&ending) = endings.last() else { return Ok(1e6) };
    let index = Index::new(game, ending)?;
    let scratch = std::env::temp_dir();
    let room = Room { memory: u64::MAX, scratch: &scratch };
    let mut small = HashMap::new();
    for job in Plan::new(game, &ending.sub_endings(game), metrics)?.jobs {
        let values = solve::solve(game, job.ending, Metric::Dtw, &load_from(&small), room)?;
        small.insert(job.ending, values.into_values().map_err(WriteError::Values)?);
    }
    let trial = || -> Result<f64, GenError> {
        let (start, mut rounds) = (Instant::now(), 0_u64);
        while start.elapsed().as_millis() < 500 {
            for &metric in metrics {
                let solution = match metric {
                    // Written from the solution of another metric, if there is one.
                    Metric::Wdl if metrics.len() > 1 => continue,
                    _ => solve::solve(game, ending, metric, &load_from(&small), room)?,
                };
                let (index, codes) = (&solution.index, &*solution.codes);
                NewTable { game, index, metric, codes }.to_bytes()?;
                if metric == metrics[metrics.len() - 1] && metrics[0] == Metric::Wdl {
                    NewTable { game, index, metric: Metric::Wdl, codes }.to_bytes()?;
                }
            }
            rounds += 1;
        }
        let positions = rounds * index.size() * index.sides() as u64;
        Ok(positions as f64 / start.elapsed().as_secs_f64())
    };
    let one_core = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    one_core.map_or_else(|_| trial(), |pool| pool.install(trial))
}

fn load_from(
    small: &HashMap<Ending, Values>,
) -> impl Fn(Ending) -> Result<Values, GenError> + Sync + '_ {
    |sub| {
        let missing = || GenError::MissingSub { ending: "trial".into(), sub: "smaller".into() };
        small.get(&sub).cloned().ok_or_else(missing)
    }
}
