//! Building the tables of a plan: several endings at once, smaller ones first.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::Instant;

use bytesize::ByteSize;
use coda_formats::{Ending, Metric, NewTable, TableName};
use coda_games::Game;
use coda_probe::{ProbeError, Tables};

use crate::lock::FolderLock;
use crate::plan::{Job, Plan};
use crate::progress::{Done, Progress};
use crate::schedule::{self, Outcome, Task};
use crate::solve::{self, Room};
use crate::{GenError, Solution, Values};

/// How a build is done.
#[derive(Clone, Debug)]
pub struct Options {
    /// The metrics of the tables.
    pub metrics: Vec<Metric>,
    /// Bytes of memory that the endings at work may take together.
    pub memory: u64,
}

/// What a build did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Endings that were built.
    pub built: usize,
    /// Endings that were there already.
    pub there: usize,
    /// Bytes that were written.
    pub bytes: u64,
}

/// Builds what is missing of a plan into a folder, on the threads of a pool to which
/// the caller does not belong.
///
/// Endings are started in the plan's order, each as soon as those it needs are
/// there and the memory allows. After a failure no more are started; those at work
/// are finished.
///
/// # Errors
/// [`GenError`]: the first failure. What was built before it stays, and the next
/// build goes on from there.
pub fn build<G: Game>(
    game: &G,
    pool: &rayon::ThreadPool,
    folder: &FolderLock,
    plan: &Plan,
    options: &Options,
    progress: &Progress,
) -> Result<Summary, GenError> {
    let there = tables_there(game, folder.folder())?;
    let mut summary = Summary::default();
    let mut tasks = Vec::new();
    let mut jobs: HashMap<Ending, (&Job, Vec<Metric>)> = HashMap::new();
    let mut ready = HashSet::new();
    for job in &plan.jobs {
        let missing = missing(&there, job.ending, &options.metrics);
        if missing.is_empty() {
            ready.insert(job.ending);
            summary.there += 1;
            progress.finished(&done::<G>(job, 0, 0.0, "there"));
            continue;
        }
        if job.least_memory > options.memory {
            return Err(GenError::Memory {
                ending: job.ending.name::<G>(),
                needed: ByteSize(job.least_memory).to_string(),
                allowed: ByteSize(options.memory).to_string(),
            });
        }
        let memory = job.memory.min(options.memory);
        tasks.push(Task { ending: job.ending, needs: job.needs.clone(), memory });
        jobs.insert(job.ending, (job, missing));
    }
    let mut failure = None;
    let work = |task: &Task| {
        progress.started(&task.ending.name::<G>());
        let clock = Instant::now();
        let bytes =
            build_one(game, folder.folder(), task.ending, &jobs[&task.ending].1, task.memory)?;
        Ok((bytes, clock.elapsed().as_secs_f64()))
    };
    let finished = |task: &Task, outcome: Outcome<Result<_, GenError>>| {
        let panicked = || Err(GenError::Panicked { ending: task.ending.name::<G>() });
        match outcome.unwrap_or_else(panicked) {
            Ok((bytes, seconds)) => {
                summary.built += 1;
                summary.bytes += bytes;
                progress.finished(&done::<G>(jobs[&task.ending].0, bytes, seconds, "built"));
            }
            Err(error) => failure = failure.take().or(Some(error)),
        }
        failure.is_none()
    };
    schedule::run(pool, options.memory, tasks, ready, work, finished);
    failure.map_or(Ok(summary), Err)
}

fn done<'a, G: Game>(job: &Job, bytes: u64, seconds: f64, event: &'a str) -> Done<'a> {
    Done { event, ending: job.ending.name::<G>(), positions: job.positions, bytes, seconds }
}

/// The tables in a folder, each of them opened: a folder holds one set, so a table
/// of other rules, or one that is no table, stops a build before it begins. It is not
/// for a build to delete what it did not write.
fn tables_there<G: Game>(game: &G, folder: &Path) -> Result<Tables<G>, ProbeError> {
    let tables = Tables::open(game.clone(), folder)?;
    for (ending, metrics) in tables.endings() {
        for metric in metrics {
            tables.table(ending, metric)?;
        }
    }
    Ok(tables)
}

fn missing<G: Game>(tables: &Tables<G>, ending: Ending, metrics: &[Metric]) -> Vec<Metric> {
    metrics.iter().copied().filter(|&metric| !tables.has(ending, metric)).collect()
}

/// Solves an ending and writes its tables; gives the bytes written.
fn build_one<G: Game>(
    game: &G,
    folder: &Path,
    ending: Ending,
    metrics: &[Metric],
    memory: u64,
) -> Result<u64, GenError> {
    let tables = Tables::open(game.clone(), folder)?;
    let mut bytes = 0;
    // One solution at a time: the table without distances is written from the first.
    let mut metrics = metrics.to_vec();
    while let Some(&metric) = metrics.last() {
        let load = |sub| Values::read_sub(&tables, sub, metric);
        let room = Room { memory, scratch: folder };
        let solution = solve::solve(game, ending, metric, &load, room)?;
        for written in metrics.extract_if(.., |other| *other == metric || *other == Metric::Wdl) {
            bytes += write(game, folder, written, &solution)?;
        }
    }
    Ok(bytes)
}

fn write<G: Game>(
    game: &G,
    folder: &Path,
    metric: Metric,
    solution: &Solution,
) -> Result<u64, GenError> {
    let (index, codes) = (&solution.index, &*solution.codes);
    let table = NewTable { game, index, metric, codes };
    let name = TableName { ending: index.ending().name::<G>(), metric };
    Ok(table.write(&name.path(folder))?.bytes)
}
