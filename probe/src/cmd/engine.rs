//! `coda-probe engine`: the tables as an engine that speaks UCI or UCCI.
//!
//! Far enough that a program that plays engines can set a position and get a move: `uci` or
//! `ucci`, `isready`, `ucinewgame`, `setoption`, `position`, `go`, `stop`, `quit`. The move is the
//! best one of the tables, with its score and line; where they have no answer, any legal move,
//! and a line that says so. Unknown commands are passed over, as the protocols ask.

use std::io::{self, BufRead, Write};

use coda_formats::{Value, Wdl};
use coda_games::registry::WithGame;
use coda_games::{Game, Outcome};
use coda_probe::cli::Failure;
use coda_probe::{MoveValue, ProbeError, Tables};

use super::SetArgs;

/// Play from the tables as an engine that speaks UCI or UCCI on standard input and output
#[derive(clap::Args)]
#[command(after_help = "\
Example: coda-probe engine --game xiangqi --tables tables
         uci
         position fen 4k4/9/9/9/9/9/9/9/9/R2K5 w moves a1a2
         go")]
pub(crate) struct Args {
    #[command(flatten)]
    set: SetArgs,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.set.game.run(args)
}

impl WithGame for &Args {
    type Output = Result<(), Failure>;

    fn run<G: Game>(self, game: G) -> Self::Output {
        let notation = self.set.notation::<G>()?;
        let tables = self.set.open(game)?;
        let position = tables.game().start();
        let mut engine = Engine { tables, position, notation, asked: notation, ucci: false };
        let mut out = io::stdout().lock();
        for line in io::stdin().lock().lines() {
            // What is no UTF-8 is no command.
            let Ok(line) = line else { continue };
            let goes_on = engine.obey(&line, &mut out)?;
            out.flush()?;
            if !goes_on {
                break;
            }
        }
        Ok(())
    }
}

/// The distance from which a score of points of a pawn means that the tables know.
const KNOWN: i32 = 20_000;

struct Engine<G: Game> {
    tables: Tables<G>,
    position: G::Position,
    /// How moves are written, if not as the game's engines do.
    notation: Option<&'static str>,
    /// The notation that the command line asked for.
    asked: Option<&'static str>,
    ucci: bool,
}

impl<G: Game> Engine<G> {
    /// Obeys a line; gives whether to go on.
    fn obey(&mut self, line: &str, out: &mut impl Write) -> io::Result<bool> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("uci") => {
                self.ucci = false;
                // Engines of several variants count ranks from 1.
                let uci = G::NOTATIONS.iter().find(|name| **name == "uci").copied();
                self.notation = self.asked.or(uci);
                self.introduce(out)?;
                writeln!(out, "option name UCI_Variant type combo default {0} var {0}", G::NAME)?;
                writeln!(out, "uciok")?;
            }
            Some("ucci") => {
                self.ucci = true;
                self.notation = self.asked;
                self.introduce(out)?;
                writeln!(out, "ucciok")?;
            }
            Some("isready") => writeln!(out, "readyok")?,
            Some("ucinewgame" | "uccinewgame") => self.position = self.tables.game().start(),
            Some("position") => {
                if let Err(why) = self.set_up(words) {
                    writeln!(out, "info string {why}")?;
                }
            }
            Some("go") => self.go(out)?,
            Some("quit") => {
                if self.ucci {
                    writeln!(out, "bye")?;
                }
                return Ok(false);
            }
            _ => {}
        }
        Ok(true)
    }

    fn introduce(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "id name Coda {} ({})", env!("CARGO_PKG_VERSION"), G::TITLE)?;
        writeln!(out, "id author the Coda authors")
    }

    /// `position startpos|fen FEN [moves M …]`. Where anything is wrong the position stays
    /// as it was.
    fn set_up<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Result<(), String> {
        let game = self.tables.game();
        let words: Vec<_> = words.collect();
        let moves_at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let mut position = match words.first() {
            Some(&"startpos") => game.start(),
            Some(&"fen") => {
                let text = words[1..moves_at].join(" ");
                game.parse(&text).map_err(|fault| format!("bad position: {fault}"))?
            }
            _ => return Err("position wants `startpos` or `fen`".to_owned()),
        };
        for text in words.iter().skip(moves_at + 1) {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let mut moves = moves.into_iter();
            let found = moves.find(|&mv| self.move_text(&position, mv) == **text);
            let mv = found.ok_or_else(|| format!("{text} is no legal move"))?;
            match game.play(&position, mv) {
                Outcome::GoesOn(next) => position = next,
                Outcome::Ended(end) => {
                    return Err(format!("{text} has ended the game: {}", end.name));
                }
            }
        }
        self.position = position;
        Ok(())
    }

    fn move_text(&self, position: &G::Position, mv: G::Move) -> String {
        let game = self.tables.game();
        match self.notation {
            Some(notation) => game.move_text_in(notation, position, mv),
            None => game.move_text(position, mv),
        }
    }

    fn go(&self, out: &mut impl Write) -> io::Result<()> {
        let game = self.tables.game();
        let mut moves = Vec::new();
        game.moves(&self.position, &mut moves);
        let Some(&any) = moves.first() else {
            let end = game.adjudicate_no_moves(&self.position);
            writeln!(out, "info string {}", end.name)?;
            let none = if self.ucci { "nobestmove" } else { "bestmove (none)" };
            return writeln!(out, "{none}");
        };
        let best = match self.best() {
            Ok((best, line)) => {
                writeln!(out, "info depth {} {} pv {line}", line_length(&line), score(best.value))?;
                writeln!(out, "info string {}", verdict(best.value))?;
                best.mv
            }
            Err(error) => {
                writeln!(out, "info string not in the tables: {error}")?;
                any
            }
        };
        writeln!(out, "bestmove {}", self.move_text(&self.position, best))
    }

    /// The best move, and the best line as text.
    fn best(&self) -> Result<(MoveValue<G>, String), ProbeError> {
        let metric = self.tables.best_metric(&self.position)?;
        let moves = self.tables.probe_moves(&self.position, metric)?;
        let best = moves.into_iter().next();
        let best = best.ok_or_else(|| ProbeError::Impossible {
            position: self.tables.game().text(&self.position),
            rules: self.tables.game().ruleset().to_string(),
        })?;
        let line = self.tables.best_line(&self.position, metric)?;
        let mut here = self.position.clone();
        let mut texts = Vec::new();
        for found in line.moves {
            texts.push(self.move_text(&here, found.mv));
            let Some(next) = found.next else { break };
            here = next;
        }
        if texts.is_empty() {
            texts.push(self.move_text(&self.position, best.mv));
        }
        Ok((best, texts.join(" ")))
    }
}

fn line_length(line: &str) -> usize {
    line.split(' ').count()
}

/// The score of a move for the side that makes it.
fn score(value: Value) -> String {
    let won = value.wdl == Wdl::Win;
    match (value.wdl, value.plies) {
        (Wdl::Draw, _) => "score cp 0".to_owned(),
        // Moves, not plies; of the losing side a move less where it has the move.
        (_, Some(plies)) if won => format!("score mate {}", plies.div_ceil(2)),
        (_, Some(plies)) => format!("score mate -{}", plies / 2),
        (_, None) => format!("score cp {}", if won { KNOWN } else { -KNOWN }),
    }
}

fn verdict(value: Value) -> String {
    match (value.plies, value.by_rule) {
        (Some(plies), _) => format!("{} in {plies} plies", value.wdl),
        (None, true) => format!("{} by the rule of perpetual check", value.wdl),
        (None, false) => value.wdl.to_string(),
    }
}
