//! The subcommands.

mod answer;
mod batch;
pub(crate) mod bench;
pub(crate) mod engine;
pub(crate) mod info;
pub(crate) mod line;
pub(crate) mod query;
mod words;

use std::ffi::OsString;

use coda_formats::Metric;
use coda_games::Game;
use coda_probe::Tables;
use coda_probe::cli::{Failure, GameArgs};

/// The set to ask, and what to count.
#[derive(clap::Args)]
pub(crate) struct SetArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The folder of the tables, or several, joined as in PATH
    #[arg(long, value_name = "DIRS")]
    tables: OsString,

    /// Count distances by this metric [default: dtw if there, else dtc, else wdl]
    #[arg(long, value_parser = |text: &str| text.parse::<Metric>())]
    metric: Option<Metric>,

    /// Write moves in another notation of the game: `wxf` or `uci` for Xiangqi
    #[arg(long, value_name = "NAME")]
    notation: Option<String>,
}

impl SetArgs {
    fn open<G: Game>(&self, game: G) -> Result<Tables<G>, Failure> {
        Ok(Tables::open_all(game, std::env::split_paths(&self.tables))?)
    }

    /// The notation asked for, if the game has it.
    fn notation<G: Game>(&self) -> Result<Option<&'static str>, Failure> {
        let Some(name) = &self.notation else { return Ok(None) };
        let found = G::NOTATIONS.iter().find(|known| *known == name).copied();
        let none = || {
            let (game, known) = (G::TITLE, G::NOTATIONS.join(", "));
            anyhow::anyhow!("{game} has no notation `{name}`; it has {known}")
        };
        found.map(Some).ok_or_else(none).map_err(Failure::Usage)
    }
}
