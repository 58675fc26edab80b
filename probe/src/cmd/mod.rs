//! The subcommands.

mod answer;
mod batch;
pub(crate) mod info;
pub(crate) mod line;
pub(crate) mod query;
mod words;

use std::path::PathBuf;

use coda_formats::Metric;
use coda_games::Game;
use coda_probe::Tables;
use coda_probe::cli::{Failure, GameArgs};

/// The set to ask, and what to count.
#[derive(clap::Args)]
pub(crate) struct SetArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The folder of the tables
    #[arg(long, value_name = "DIR")]
    tables: PathBuf,

    /// Count distances by this metric [default: dtw if there, else dtc, else wdl]
    #[arg(long, value_parser = |text: &str| text.parse::<Metric>())]
    metric: Option<Metric>,
}

impl SetArgs {
    fn open<G: Game>(&self, game: G) -> Result<Tables<G>, Failure> {
        Ok(Tables::open(game, &self.tables)?)
    }
}
