//! `coda-gen stats`: totals as CSV.

use std::io;

use coda_formats::Metric;
use coda_games::Game;
use coda_games::registry::WithGame;
use coda_gen::stats::{deepest, distances, totals};
use coda_probe::Tables;
use coda_probe::cli::{Failure, GameArgs};
use rayon::prelude::*;
use serde::Serialize;

use super::{FolderArgs, MachineArgs, SetArgs};

/// Write totals of tables as CSV, one row for each ending and side to move
#[derive(clap::Args)]
#[command(after_help = "\
Counts are over the full board, results for the side to move, distances in plies.
Without --pieces or --ending every ending in the folder is counted.

Example: coda-gen stats --game jungle --tables tables > totals.csv
         coda-gen stats --game jungle --tables tables --ending ELvR --distances")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    set: SetArgs,
    #[command(flatten)]
    folder: FolderArgs,

    #[command(flatten)]
    machine: MachineArgs,

    /// Count from tables of this metric [default: dtw if there, else dtc, else wdl]
    #[arg(long, value_parser = |text: &str| text.parse::<Metric>())]
    metric: Option<Metric>,

    /// Write one row for each distance instead
    #[arg(long)]
    distances: bool,

    /// Write every position with the greatest distance of its ending and turn instead
    #[arg(long, conflicts_with = "distances")]
    deepest: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.game.run(args)
}

impl WithGame for &Args {
    type Output = Result<(), Failure>;

    fn run<G: Game>(self, game: G) -> Self::Output {
        let tables = Tables::open(game, &self.folder.tables)?;
        let endings = self.set.or_all(&tables)?;
        let mut out = csv::Writer::from_writer(io::stdout().lock());
        let metric = |ending| {
            let best = || tables.best_metric_of(ending).unwrap_or(Metric::Dtw);
            self.metric.unwrap_or_else(best)
        };
        if self.deepest {
            for ending in endings {
                write(&mut out, deepest(&tables, ending, metric(ending))?)?;
            }
            return Ok(out.flush()?);
        }
        if !self.distances {
            for ending in endings {
                write(&mut out, totals(&tables, ending, metric(ending))?)?;
            }
            return Ok(out.flush()?);
        }
        // Whole tables are read: a few at a time, told in order.
        let pool = self.machine.pool()?;
        for some in endings.chunks(4 * pool.current_num_threads()) {
            let rows = |&ending| distances(&tables, ending, metric(ending));
            let rows: Vec<_> = pool.install(|| some.par_iter().map(rows).collect());
            for rows in rows {
                write(&mut out, rows?)?;
            }
        }
        Ok(out.flush()?)
    }
}

fn write<T: Serialize>(
    out: &mut csv::Writer<impl io::Write>,
    rows: impl IntoIterator<Item = T>,
) -> Result<(), Failure> {
    // As an I/O error, so that a reader that has gone away is known for what it is.
    rows.into_iter().try_for_each(|row| Ok(out.serialize(row).map_err(io::Error::from)?))
}
