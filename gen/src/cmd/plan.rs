//! `coda-gen plan`: what a build would do, and what it would cost.

use std::io::Write;

use bytesize::ByteSize;
use coda_games::Game;
use coda_games::registry::WithGame;
use coda_gen::plan::{Job, Plan, measure_speed};
use coda_gen::progress::{count, print_json};
use coda_probe::cli::{Failure, GameArgs};
use indicatif::HumanDuration;
use serde::Serialize;

use super::{MachineArgs, MetricArgs, SetArgs};

/// Say which endings a build would build, in which order, and estimate what it costs
#[derive(clap::Args)]
#[command(after_help = "\
Example: coda-gen plan --game jungle --pieces 3
         coda-gen plan --game jungle --ending ELvRT --json")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    set: SetArgs,
    #[command(flatten)]
    metrics: MetricArgs,
    #[command(flatten)]
    machine: MachineArgs,

    /// Write one JSON object for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PlanJson {
    game: &'static str,
    rules: String,
    metrics: Vec<&'static str>,
    threads: usize,
    endings: Vec<JobJson>,
}

#[derive(Serialize)]
struct JobJson {
    ending: String,
    needs: Vec<String>,
    positions: u64,
    memory_bytes: u64,
    least_memory_bytes: u64,
    disk_bytes: u64,
    seconds: f64,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.game.run(args)
}

impl WithGame for &Args {
    type Output = Result<(), Failure>;

    fn run<G: Game>(self, game: G) -> Self::Output {
        let endings = self.set.required(&game)?;
        let metrics = self.metrics.metrics();
        let plan = Plan::new(&game, &endings, &metrics)?;
        let threads = self.machine.threads();
        let speed = measure_speed(&game, &metrics)?;
        // The seconds of one ending are those of one core; a whole build has more.
        let seconds = |job: &Job| job.positions as f64 / speed;
        if self.json {
            print_json(&PlanJson {
                game: G::NAME,
                rules: game.ruleset().to_string(),
                metrics: metrics.iter().map(|metric| metric.name()).collect(),
                threads,
                endings: plan.jobs.iter().map(|job| job_json::<G>(job, seconds(job))).collect(),
            });
            return Ok(());
        }
        let mut out = std::io::stdout().lock();
        writeln!(out, "ending       positions      memory        disk")?;
        for job in &plan.jobs {
            writeln!(
                out,
                "{:<10} {:>11} {:>11} {:>11}",
                job.ending.name::<G>(),
                count(job.positions),
                ByteSize(job.memory).to_string(),
                ByteSize(job.disk).to_string(),
            )?;
        }
        let largest = plan.jobs.iter().map(|job| job.memory).max().unwrap_or(0);
        let disk = plan.jobs.iter().map(|job| job.disk).sum();
        let total: f64 = plan.jobs.iter().map(seconds).sum::<f64>() / threads as f64;
        writeln!(
            out,
            "\n{} endings, {} positions; the largest needs {} of memory; {} on disk; about {} on {threads} threads",
            plan.jobs.len(),
            count(plan.positions()),
            ByteSize(largest),
            ByteSize(disk),
            HumanDuration(std::time::Duration::from_secs_f64(total)),
        )?;
        let memory = self.machine.memory();
        let least = plan.jobs.iter().map(|job| job.least_memory).max().unwrap_or(0);
        if largest > memory {
            let note = if least > memory { "even with" } else { "but for" };
            let memory = ByteSize(memory);
            writeln!(
                out,
                "warning: the largest does not fit into {memory}, {note} distances on disk"
            )?;
        }
        Ok(())
    }
}

fn job_json<G: Game>(job: &Job, seconds: f64) -> JobJson {
    JobJson {
        ending: job.ending.name::<G>(),
        needs: job.needs.iter().map(|ending| ending.name::<G>()).collect(),
        positions: job.positions,
        memory_bytes: job.memory,
        least_memory_bytes: job.least_memory,
        disk_bytes: job.disk,
        seconds,
    }
}
