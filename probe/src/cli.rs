//! What the two commands, `coda-probe` and `coda-gen`, have in common: the game
//! and its rules as options, exit codes, output that may be cut off.

use std::fmt;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

use clap::Args;
use coda_games::registry::{GameError, NAMES, WithGame, with_game};

/// Which game, under which rules.
#[derive(Args, Clone, Debug)]
pub struct GameArgs {
    /// The game
    #[arg(long, value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(NAMES))]
    pub game: String,

    /// A preset's name, switches, or both: `leiden`, `traps=all`, `leiden,traps=all`
    #[arg(long, value_name = "RULES", default_value = "standard")]
    pub rules: String,
}

impl GameArgs {
    /// Does work under the game and the rules.
    ///
    /// # Errors
    /// [`Failure::Usage`] if there is no such game or ruleset, or what the work
    /// fails with.
    pub fn run<T>(&self, work: impl WithGame<Output = Result<T, Failure>>) -> Result<T, Failure> {
        with_game(&self.game, &self.rules, work)?
    }
}

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// It was asked wrongly: exit status 2.
    Usage(anyhow::Error),
    /// It could not be done: exit status 1.
    Failed(anyhow::Error),
    /// It was done in part and has said so itself: exit status 1.
    Told,
}

impl Failure {
    /// Wrong usage.
    pub fn usage(error: impl Into<anyhow::Error>) -> Self {
        Self::Usage(error.into())
    }
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        let error = error.into();
        match error.downcast_ref::<GameError>() {
            Some(_) => Self::Usage(error),
            None => Self::Failed(error),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(error) | Self::Failed(error) => write!(f, "{error:#}"),
            Self::Told => Ok(()),
        }
    }
}

/// Tells a failure on standard error and gives the exit status: 0 answered, 1 not
/// answered, 2 wrong usage. A reader that has gone away is no failure.
#[must_use]
pub fn exit(program: &str, outcome: Result<(), Failure>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Told) => ExitCode::from(1),
        Err(Failure::Failed(error)) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{program}: {failure}");
            ExitCode::from(if matches!(failure, Failure::Usage(_)) { 2 } else { 1 })
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |error: &io::Error| error.kind() == ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(broken))
}
