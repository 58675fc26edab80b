//! `coda-gen verify`: prove finished tables from the rules.

use std::time::{Duration, Instant};

use coda_formats::{Ending, Index};
use coda_games::Game;
use coda_games::registry::WithGame;
use coda_gen::progress::{Done, Progress, Style, count, print_json};
use coda_gen::verify::{Report, verify_all};
use coda_probe::Tables;
use coda_probe::cli::{Failure, GameArgs};
use indicatif::HumanDuration;
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

#[derive(Serialize)]
struct ErrorJson<'a> {
    ending: &'a str,
    proved: bool,
    error: String,
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
        let pool = self.machine.pool()?;
        let (mut proved, mut not, mut looked_at) = (0, 0, 0);
        verify_all(&tables, &endings, &pool, self.machine.memory(), |ending, reports| {
            for report in reports.iter().flatten() {
                looked_at += report.positions;
                *if report.is_proved() { &mut proved } else { &mut not } += 1;
                self.tell::<G>(report);
            }
            if let Err(error) = reports {
                not += 1;
                self.tell_error(&ending.name::<G>(), &error);
            }
            let number = endings.iter().position(|&other| other == ending);
            progress.finished(&Done {
                event: "proved",
                ending: ending.name::<G>(),
                positions: number.map_or(0, |number| sizes[number]),
                bytes: 0,
                seconds: clock.elapsed().as_secs_f64(),
            });
        });
        let looked_at = count(looked_at);
        let time = HumanDuration(Duration::from_secs_f64(clock.elapsed().as_secs_f64()));
        progress.close(&format!("Proved {proved} tables, {looked_at} positions, in {time}."));
        if not > 0 {
            return Err(Failure::Failed(anyhow::anyhow!("{not} tables are wrong or unproved")));
        }
        Ok(())
    }
}

impl Args {
    fn tell_error(&self, ending: &str, error: &coda_gen::GenError) {
        if self.json {
            let message = error.to_string();
            print_json(&ErrorJson { ending, proved: false, error: message });
        } else {
            eprintln!("coda-gen: {error}");
        }
    }

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
