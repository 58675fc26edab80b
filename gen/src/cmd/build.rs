//! `coda-gen build`: build what is missing of a set.

use std::time::{Duration, Instant};

use bytesize::ByteSize;
use coda_games::Game;
use coda_games::registry::WithGame;
use coda_gen::build::{Options, build};
use coda_gen::lock::FolderLock;
use coda_gen::machine;
use coda_gen::plan::Plan;
use coda_gen::progress::{Progress, Style, count, print_json};
use coda_probe::cli::{Failure, GameArgs};
use indicatif::HumanDuration;
use serde::Serialize;

use super::{FolderArgs, MachineArgs, MetricArgs, SetArgs};

/// Build the tables that are missing of a set, smaller endings first
#[derive(clap::Args)]
#[command(after_help = "\
A build that was stopped goes on where it was when it is started again.

Example: coda-gen build --game jungle --pieces 3 --tables tables
         coda-gen build --game jungle --rules leiden --ending ELvR --metric wdl,dtw,dtc --tables leiden")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    set: SetArgs,
    #[command(flatten)]
    metrics: MetricArgs,
    #[command(flatten)]
    folder: FolderArgs,
    #[command(flatten)]
    machine: MachineArgs,

    /// Write one JSON object for each ending that is done, and one at the end
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct EndJson {
    event: &'static str,
    built: usize,
    there: usize,
    /// Endings of a set that need more memory than may be used.
    left_out: Vec<String>,
    bytes: u64,
    seconds: f64,
    peak_memory_bytes: Option<u64>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.game.run(args)
}

impl WithGame for &Args {
    type Output = Result<(), Failure>;

    fn run<G: Game>(self, game: G) -> Self::Output {
        let endings = self.set.required(&game)?;
        let options = Options { metrics: self.metrics.metrics(), memory: self.machine.memory() };
        let mut plan = Plan::new(&game, &endings, &options.metrics)?;
        let left_out = match self.set.is_named_set() {
            true => plan.leave_out_larger(options.memory),
            false => Vec::new(),
        };
        let lock = FolderLock::acquire(&self.folder.tables)?;
        let style = if self.json { Style::Json } else { Style::People };
        let progress = Progress::new(style, "built", plan.jobs.len(), plan.positions());
        let clock = Instant::now();
        let summary = build(&game, &self.machine.pool()?, &lock, &plan, &options, &progress)?;
        let seconds = clock.elapsed().as_secs_f64();
        if let Some(least) = left_out.iter().map(|job| job.least_memory).min() {
            eprintln!(
                "{} endings of the set were left out: they need {} of memory or more, and {} may be used",
                left_out.len(),
                ByteSize(least),
                ByteSize(options.memory),
            );
        }
        progress.close(&format!(
            "Built {} endings of {} positions ({}) in {}; {} were there already.",
            summary.built,
            count(plan.positions()),
            ByteSize(summary.bytes),
            HumanDuration(Duration::from_secs_f64(seconds)),
            summary.there,
        ));
        if self.json {
            print_json(&EndJson {
                event: "done",
                built: summary.built,
                there: summary.there,
                left_out: left_out.iter().map(|job| job.ending.name::<G>()).collect(),
                bytes: summary.bytes,
                seconds,
                peak_memory_bytes: machine::peak_memory(),
            });
        }
        Ok(())
    }
}
