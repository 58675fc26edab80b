//! `coda-gen verify`: prove finished tables from the rules.

use std::time::{Duration, Instant};

use coda_formats::{Ending, Index};
use coda_games::Game;
use coda_games::registry::WithGame;
use coda_gen::progress::{Done, Progress, Style, count, print_json};
use coda_gen::verify::{Report, verify};
use coda_probe::Tables;
use coda_probe::cli::{Failure, GameArgs};
use indicatif::HumanDuration;
use rayon::prelude::*;
use serde::Serialize;

use super::{FolderArgs, MachineArgs, SetArgs};

/// Prove finished tables: every position against those after its moves
#[derive(clap::Args)]
#[command(after_help = "\
Without --pieces or --ending every table in the folder is proved. Exit status 1 if a
value is wrong, or a table missing or damaged.

Example: coda-gen verify --game jungle --tables tables
         coda-gen verify --game jungle --tables tables --ending ELvR --json")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    set: SetArgs,
    #[command(flatten)]
    folder: FolderArgs,
    #[command(flatten)]
    machine: MachineArgs,

    /// Write one JSON object for each table
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ReportJson {
    ending: String,
    metric: &'static str,
    positions: u64,
    proved: bool,
    wrong: u64,
    faults: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.game.run(args)
}

impl WithGame for &Args {
    type Output = Result<(), Failure>;

    fn run<G: Game>(self, game: G) -> Self::Output {
        let tables = Tables::open(game, &self.folder.tables)?;
        let endings = self.set.or_all(&tables)?;
        let size = |ending: &Ending| -> Result<u64, coda_gen::GenError> {
            let index = Index::new(tables.game(), *ending)?;
            Ok(index.size() * index.sides() as u64)
        };
        let sizes = endings.iter().map(size).collect::<Result<Vec<_>, _>>()?;
        let style = if self.json { Style::Silent } else { Style::People };
        let progress = Progress::new(style, "proved", endings.len(), sizes.iter().sum());
        let clock = Instant::now();
        let prove = |(&ending, &positions): (&Ending, &u64)| {
            progress.started(&ending.name::<G>());
            let clock = Instant::now();
            let reports = verify(&tables, ending)?;
            progress.finished(&Done {
                event: "proved",
                ending: ending.name::<G>(),
                positions,
                bytes: 0,
                seconds: clock.elapsed().as_secs_f64(),
            });
            reports.iter().for_each(|report| self.tell::<G>(report));
            Ok::<_, coda_gen::GenError>(reports)
        };
        let pool = self.machine.pool()?;
        let reports = pool
            .install(|| endings.par_iter().zip(&sizes).map(prove).collect::<Result<Vec<_>, _>>())?;
        let reports: Vec<_> = reports.into_iter().flatten().collect();
        let wrong = reports.iter().filter(|report| !report.is_proved()).count();
        let looked_at = count(reports.iter().map(|report| report.positions).sum());
        let time = HumanDuration(Duration::from_secs_f64(clock.elapsed().as_secs_f64()));
        let proved = reports.len() - wrong;
        progress.close(&format!("Proved {proved} tables, {looked_at} positions, in {time}."));
        if wrong > 0 {
            return Err(Failure::Failed(anyhow::anyhow!("{wrong} tables are wrong")));
        }
        Ok(())
    }
}

impl Args {
    fn tell<G: Game>(&self, report: &Report) {
        let name = report.ending.name::<G>();
        if self.json {
            print_json(&ReportJson {
                ending: name,
                metric: report.metric.name(),
                positions: report.positions,
                proved: report.is_proved(),
                wrong: report.wrong,
                faults: report.faults.iter().map(ToString::to_string).collect(),
            });
        } else if !report.is_proved() {
            eprintln!("{name} {}: {} values are wrong", report.metric, report.wrong);
            report.faults.iter().for_each(|fault| eprintln!("  {fault}"));
        }
    }
}
