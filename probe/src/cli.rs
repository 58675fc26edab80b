//! What the two commands, `coda-probe` and `coda-gen`, have in common: the game
//! and its rules as options, exit codes, output that may be cut off.

use std::fmt;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

use clap::Args;
use coda_games::Game;
use coda_games::registry::{GameError, NAMES, WithGame, with_game};

/// Which game, under which rules.
#[derive(Args, Clone, Debug)]
pub struct GameArgs {
    /// The game
    #[arg(long, value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(NAMES))]
    pub game: String,

    /// A preset's name, switches, or both: `leiden`, `traps=all`, `leiden,traps=all`
    #[arg(long, value_name = "RULES", default_value = "standard", long_help = rules_help())]
    pub rules: String,

    /// The question of a game that has several (Janggi: mate, points): the same as a switch
    /// of the rules
    #[arg(long, value_name = "QUESTION")]
    pub question: Option<String>,
}

/// Every preset and switch there is.
fn rules_help() -> String {
    struct List;
    impl WithGame for List {
        type Output = String;
        fn run<G: Game>(self, _: G) -> String {
            let spec = G::ruleset_spec();
            let presets: Vec<_> = spec.presets.iter().map(|preset| preset.name).collect();
            let mut text = format!("\n\n{}, presets: {}", spec.game, presets.join(", "));
            for switch in spec.switches {
                let values = switch.values.join("|");
                text += &format!("\n  {}={values}\n      {}", switch.name, switch.about);
            }
            text
        }
    }
    let mut text = "A preset's name, switches, or both: `leiden`, `traps=all`, \
        `leiden,traps=all`. The first value of a switch is its default"
        .to_owned();
    text.extend(NAMES.iter().filter_map(|name| with_game(name, "", List).ok()));
    text
}

impl GameArgs {
    /// Does work under the game and the rules.
    ///
    /// # Errors
    /// [`Failure::Usage`] if there is no such game or ruleset, or what the work
    /// fails with.
    pub fn run<T>(&self, work: impl WithGame<Output = Result<T, Failure>>) -> Result<T, Failure> {
        let question = self.question.iter().map(|question| format!(",question={question}"));
        let rules: String = std::iter::once(self.rules.clone()).chain(question).collect();
        with_game(&self.game, &rules, work)?
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
