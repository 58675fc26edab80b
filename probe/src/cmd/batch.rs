//! Many positions, one a line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};

use anyhow::Context;
use coda_games::Game;
use coda_probe::Tables;
use coda_probe::cli::Failure;

use super::answer::{Question, answer};

/// Answers every line of a file, or of standard input if that is `-`: one JSON
/// object a line, in the same order.
pub(super) fn run<G: Game>(
    tables: &Tables<G>,
    file: &str,
    question: Question,
) -> Result<(), Failure> {
    let interactive = file == "-";
    let lines: Box<dyn BufRead> = if interactive {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(file).with_context(|| file.to_owned())?))
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let mut unanswered = false;
    for line in lines.split(b'\n') {
        let line = line.with_context(|| file.to_owned())?;
        // What is no UTF-8 is no position either, and gets its error.
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        let json = match answer(tables, text, question) {
            Ok(found) => serde_json::to_string(&found.json(tables.game()))?,
            Err(error) => {
                unanswered = true;
                serde_json::to_string(&error.json(text))?
            }
        };
        writeln!(out, "{json}")?;
        if interactive {
            // A program may wait for the answer before it asks again.
            out.flush()?;
        }
    }
    out.flush()?;
    if unanswered { Err(Failure::Told) } else { Ok(()) }
}
