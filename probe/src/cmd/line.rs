//! `coda-probe line`: the best line alone.

use std::io::Write;

use coda_games::Game;
use coda_games::registry::WithGame;
use coda_probe::cli::Failure;

use super::answer::{Question, answer};
use super::{SetArgs, query, words};

/// Write the best line from a position to the end of the game
#[derive(clap::Args)]
#[command(after_help = "\
Example: coda-probe line --tables tables --game jungle '7/7/3E3/7/7/7/7/5r1/7 w'")]
pub(crate) struct Args {
    #[command(flatten)]
    set: SetArgs,

    /// Write JSON for programs
    #[arg(long)]
    json: bool,

    /// The position
    #[arg(required = true)]
    position: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.set.game.run(args)
}

impl WithGame for &Args {
    type Output = Result<(), Failure>;

    fn run<G: Game>(self, game: G) -> Self::Output {
        let (metric, notation) = (self.set.metric, self.set.notation::<G>()?);
        let question = Question { metric, line: true, notation, ..Question::default() };
        let tables = self.set.open(game)?;
        let text = self.position.join(" ");
        let found = answer(&tables, &text, question);
        if self.json {
            return query::tell_json(tables.game(), &text, found);
        }
        let mut out = anstream::stdout().lock();
        write!(out, "{}", words::verdict_and_line(tables.game(), &found?))?;
        Ok(())
    }
}
