//! The subcommands, and the options that several of them share.

pub(crate) mod build;
pub(crate) mod plan;
pub(crate) mod stats;
pub(crate) mod verify;

use std::collections::HashSet;
use std::path::PathBuf;

use bytesize::ByteSize;
use clap::Args;
use coda_formats::{Ending, Metric};
use coda_games::Game;
use coda_games::registry::{NAMES, WithGame, with_game};
use coda_gen::machine;
use coda_probe::Tables;
use coda_probe::cli::Failure;

/// Which endings.
#[derive(Args, Clone, Debug)]
pub(crate) struct SetArgs {
    /// Every ending of up to N pieces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8))]
    pieces: Option<u8>,

    /// An ending such as `ELvR`; may be given several times
    #[arg(long = "ending", value_name = "ENDING", conflicts_with = "pieces")]
    endings: Vec<String>,

    /// A set of endings that the game has a name for, as far as memory allows
    #[arg(long = "set", value_name = "SET", conflicts_with_all = ["pieces", "endings"], long_help = sets_help())]
    set: Option<String>,
}

/// The sets of each game.
fn sets_help() -> String {
    struct List;
    impl WithGame for List {
        type Output = String;
        fn run<G: Game>(self, _: G) -> String {
            let line = |(name, about): &(&str, &str)| format!("\n  {name}: {about}");
            let sets: String = G::SETS.iter().map(line).collect();
            if sets.is_empty() { sets } else { format!("\n\n{}{sets}", G::TITLE) }
        }
    }
    let mut text =
        "A set of endings that the game has a name for, as far as memory allows".to_owned();
    text.extend(NAMES.iter().filter_map(|name| with_game(name, "", List).ok()));
    text
}

impl SetArgs {
    /// The endings, or `None` if no option says.
    fn named<G: Game>(&self, game: &G) -> Result<Option<Vec<Ending>>, Failure> {
        if let Some(pieces) = self.pieces {
            return Ok(Some(Ending::all_up_to(game, usize::from(pieces))));
        }
        if let Some(name) = &self.set {
            let forces = game.set(name).into_iter();
            let endings: Vec<_> = forces.map(|(white, black)| Ending { white, black }).collect();
            let none = || {
                let known: Vec<_> = G::SETS.iter().map(|(name, _)| *name).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                anyhow::anyhow!("{} has no set `{name}`; it has {known}", G::TITLE)
            };
            let some = (!endings.is_empty()).then_some(endings);
            return some.ok_or_else(none).map(Some).map_err(Failure::Usage);
        }
        let endings = self.endings.iter().map(|name| Ending::parse(game, name));
        let endings = endings.collect::<Result<Vec<_>, _>>().map_err(Failure::usage)?;
        Ok((!endings.is_empty()).then_some(endings))
    }

    /// Whether a set was named: then it is built as far as memory allows.
    pub(crate) fn is_named_set(&self) -> bool {
        self.set.is_some()
    }

    /// The endings that are to be made: an option must say which.
    pub(crate) fn required<G: Game>(&self, game: &G) -> Result<Vec<Ending>, Failure> {
        let none = || anyhow::anyhow!("say which endings: --pieces N, --ending NAME or --set NAME");
        self.named(game)?.ok_or_else(none).map_err(Failure::Usage)
    }

    /// The endings that are to be read: all in the folder if no option says.
    pub(crate) fn or_all<G: Game>(&self, tables: &Tables<G>) -> Result<Vec<Ending>, Failure> {
        let named = self.named(tables.game())?;
        let endings = named
            .unwrap_or_else(|| tables.endings().into_iter().map(|(ending, _)| ending).collect());
        if endings.is_empty() {
            let folders = tables.folders_in_words();
            return Err(Failure::Failed(anyhow::anyhow!("{folders}: has no tables")));
        }
        let mut seen = HashSet::new();
        let canonical = endings.into_iter().map(|ending| ending.canonical(tables.game()));
        Ok(canonical.filter(|&ending| seen.insert(ending)).collect())
    }
}

/// The folder of the tables.
#[derive(Args, Clone, Debug)]
pub(crate) struct FolderArgs {
    /// The folder of the tables
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: PathBuf,
}

/// Which metrics.
#[derive(Args, Clone, Debug)]
pub(crate) struct MetricArgs {
    /// The metrics of the tables: win-draw-loss, distance to win, to conversion
    #[arg(
        long = "metric",
        value_name = "METRICS",
        value_delimiter = ',',
        default_value = "wdl,dtw",
        value_parser = |text: &str| text.parse::<Metric>()
    )]
    metrics: Vec<Metric>,
}

impl MetricArgs {
    /// The metrics, each once.
    pub(crate) fn metrics(&self) -> Vec<Metric> {
        Metric::ALL.into_iter().filter(|metric| self.metrics.contains(metric)).collect()
    }
}

/// How much of the machine to use.
#[derive(Args, Clone, Debug)]
pub(crate) struct MachineArgs {
    /// Threads to work with [default: what the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Memory to work in, such as `4GiB` [default: what the machine has free]
    #[arg(long, value_name = "SIZE")]
    memory: Option<ByteSize>,
}

impl MachineArgs {
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(machine::threads, usize::from)
    }

    pub(crate) fn memory(&self) -> u64 {
        self.memory.map_or_else(machine::memory, |size| size.as_u64())
    }

    /// A pool of the threads to work with.
    pub(crate) fn pool(&self) -> Result<rayon::ThreadPool, Failure> {
        Ok(rayon::ThreadPoolBuilder::new().num_threads(self.threads()).build()?)
    }
}
