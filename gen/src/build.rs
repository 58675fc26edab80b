//! Building the tables of a plan: several endings at once, smaller ones first.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::mpsc;
use std::time::Instant;

use bytesize::ByteSize;
use coda_formats::{Ending, Metric, NewTable, TableName};
use coda_games::Game;
use coda_probe::{ProbeError, Tables};

use crate::lock::FolderLock;
use crate::plan::{Job, Plan};
use crate::progress::{Done, Progress};
use crate::{GenError, Solution, SubValues, solve};

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
    let mut waiting = Vec::new();
    let mut ready: HashSet<Ending> = HashSet::new();
    for job in &plan.jobs {
        let missing = missing(&there, job.ending, &options.metrics);
        if missing.is_empty() {
            ready.insert(job.ending);
            summary.there += 1;
            progress.finished(&done::<G>(job, 0, 0.0, "there"));
        } else if job.memory > options.memory {
            return Err(GenError::Memory {
                ending: job.ending.name::<G>(),
                needed: ByteSize(job.memory).to_string(),
                allowed: ByteSize(options.memory).to_string(),
            });
        } else {
            waiting.push((job, missing));
        }
    }
    let (report, reports) = mpsc::channel();
    let mut failure = None;
    let mut at_work: HashMap<Ending, u64> = HashMap::new();
    pool.in_place_scope(|scope| {
        loop {
            let mut used: u64 = at_work.values().sum();
            let mut startable = |(job, _): &mut (&Job, _)| {
                let can_start = failure.is_none()
                    && job.needs.iter().all(|sub| ready.contains(sub))
                    && used + job.memory <= options.memory;
                used += if can_start { job.memory } else { 0 };
                can_start
            };
            let start: Vec<_> = waiting.extract_if(.., &mut startable).collect();
            for (job, metrics) in start {
                at_work.insert(job.ending, job.memory);
                let report = report.clone();
                let folder = folder.folder();
                scope.spawn(move |_| {
                    progress.started(&job.ending.name::<G>());
                    let clock = Instant::now();
                    let bytes = build_one(game, folder, job.ending, &metrics);
                    // The receiver lives as long as anything is at work.
                    let _ = report.send((job, bytes, clock.elapsed().as_secs_f64()));
                });
            }
            if at_work.is_empty() {
                break;
            }
            let Ok((job, outcome, seconds)) = reports.recv() else { break };
            at_work.remove(&job.ending);
            match outcome {
                Ok(bytes) => {
                    ready.insert(job.ending);
                    summary.built += 1;
                    summary.bytes += bytes;
                    progress.finished(&done::<G>(job, bytes, seconds, "built"));
                }
                Err(error) => failure = failure.take().or(Some(error)),
            }
        }
    });
    failure.map_or(Ok(summary), Err)
}

fn done<'a, G: Game>(job: &Job, bytes: u64, seconds: f64, event: &'a str) -> Done<'a> {
    Done { event, ending: job.ending.name::<G>(), positions: job.positions, bytes, seconds }
}

/// The tables in a folder, each of them opened: a folder holds one set, so a table
/// of other rules, or one that is no table, stops a build before it begins.
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
) -> Result<u64, GenError> {
    let tables = Tables::open(game.clone(), folder)?;
    let mut bytes = 0;
    // One solution at a time: the table without distances is written from the first.
    let mut metrics = metrics.to_vec();
    while let Some(&metric) = metrics.last() {
        let subs = SubValues::read(&tables, ending, metric)?;
        let solution = solve::solve(game, ending, metric, &subs)?;
        drop(subs);
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
