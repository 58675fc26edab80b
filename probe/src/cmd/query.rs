//! `coda-probe query`: verdict, moves and best line of a position.

use std::io::Write;

use coda_games::Game;
use coda_games::registry::WithGame;
use coda_probe::cli::Failure;

use super::answer::{Answer, Question, answer};
use super::{SetArgs, batch, words};

/// Say who wins a position, what each move is worth, and the best line
#[derive(clap::Args)]
#[command(after_help = "\
Distances are in plies. Exit status 1 if a position could not be answered.

Example: coda-probe query --tables tables --game jungle '7/7/3E3/7/7/7/7/5r1/7 w'
         coda-probe query --tables tables --game jungle --batch positions.txt")]
pub(crate) struct Args {
    #[command(flatten)]
    set: SetArgs,

    /// Write JSON for programs
    #[arg(long)]
    json: bool,

    /// Say whether the win survives a rule that makes it a draw after N moves a side
    /// without a capture (needs dtc tables)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    limit: Option<u16>,

    /// Answer every line of a file (`-`: standard input), one JSON object a line
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    batch: Option<String>,

    /// In a batch, tell each move's value and the best line too
    #[arg(long, requires = "batch")]
    moves: bool,

    /// The position
    #[arg(required_unless_present = "batch")]
    position: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.set.game.run(args)
}

impl WithGame for &Args {
    type Output = Result<(), Failure>;

    fn run<G: Game>(self, game: G) -> Self::Output {
        let full = self.batch.is_none() || self.moves;
        let question = Question {
            metric: self.set.metric,
            moves: full,
            line: full,
            limit: self.limit,
            notation: self.set.notation::<G>()?,
        };
        let tables = self.set.open(game)?;
        if let Some(file) = &self.batch {
            return batch::run(&tables, file, question);
        }
        let text = self.position.join(" ");
        let found = answer(&tables, &text, question);
        if self.json {
            return tell_json(tables.game(), &text, found);
        }
        let mut out = anstream::stdout().lock();
        write!(out, "{}", words::full(tables.game(), &found?))?;
        Ok(())
    }
}

/// Writes the answer, or why there is none, as one JSON object.
pub(super) fn tell_json<G: Game>(
    game: &G,
    text: &str,
    found: Result<Answer<G>, super::answer::NoAnswer>,
) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match found {
        Ok(found) => Ok(writeln!(out, "{}", serde_json::to_string(&found.json(game))?)?),
        Err(error) => {
            writeln!(out, "{}", serde_json::to_string(&error.json(text))?)?;
            Err(Failure::Told)
        }
    }
}
