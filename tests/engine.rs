//! `coda-probe engine`, spoken to as a program that plays engines does: a line in, lines out,
//! the next line only when the answer is there.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use coda_tests::{data, program, run_line};

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(game: &str, tables: &Path) -> Self {
        let mut command = Command::new(program("coda-probe"));
        command.args(["engine", "--game", game, "--tables"]).arg(tables);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, input, output: BufReader::new(output) }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Says a line and reads until one that begins with `last`.
    fn ask(&mut self, line: &str, last: &str) -> Vec<String> {
        self.say(line);
        let mut answer = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "{answer:?}");
            answer.push(line.trim_end().to_owned());
            if line.starts_with(last) {
                return answer;
            }
        }
    }

    /// The move for a position, and all that was said of it.
    fn go(&mut self, position: &str) -> (String, String) {
        self.say(&format!("position {position}"));
        let answer = self.ask("go movetime 100", "bestmove");
        (answer.last().unwrap().clone(), answer.join("\n"))
    }

    fn quit(mut self) -> String {
        self.say("quit");
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut self.output, &mut rest).unwrap();
        assert!(self.child.wait().unwrap().success());
        rest
    }
}

fn tables(game: &str, endings: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    run_line(&format!("coda-gen build --game {game} --tables {path} {endings}")).ok();
    folder
}

#[test]
fn a_game_is_won_by_uci() {
    let folder = tables("xiangqi", "--ending KRvK");
    let mut engine = Engine::start("xiangqi", folder.path());
    let hello = engine.ask("uci", "uciok");
    assert!(hello.iter().any(|line| line.starts_with("id name Coda")), "{hello:?}");
    assert_eq!(engine.ask("isready", "readyok"), ["readyok"]);
    engine.say("setoption name UCI_Variant value xiangqi");
    engine.say("ucinewgame");
    // Ranks count from 1. Both sides are played by the tables until the mate.
    let mut moves = Vec::new();
    let start = "fen 9/9/4k4/9/9/9/9/9/9/R2K5 w - - 0 1";
    for left in (0..=3).rev() {
        let (best, all) = engine.go(&format!("{start} moves {}", moves.join(" ")));
        if left == 0 {
            assert_eq!(best, "bestmove (none)", "{all}");
            break;
        }
        assert!(all.contains(&format!(" in {left} plies")), "{all}");
        moves.push(best.strip_prefix("bestmove ").unwrap().to_owned());
    }
    assert_eq!(moves.len(), 3, "{moves:?}");
    assert_eq!(engine.quit(), "");
}

#[test]
fn ucci_counts_ranks_from_0_and_says_goodbye() {
    let folder = tables("xiangqi", "--ending KRvK");
    let mut engine = Engine::start("xiangqi", folder.path());
    engine.ask("ucci", "ucciok");
    let (best, all) = engine.go("fen 9/9/3k5/9/9/9/9/9/9/R3K4 w - - 0 1 moves a0a1");
    assert!(best.starts_with("bestmove d7"), "{all}");
    engine.say("position fen 3k5/9/9/9/9/9/9/9/R8/4K4 w moves a1d1");
    assert_eq!(engine.ask("go", "nobestmove"), ["info string checkmate", "nobestmove"]);
    assert_eq!(engine.quit(), "bye\n");
}

#[test]
fn what_the_tables_do_not_have_is_said_and_a_legal_move_played() {
    let folder = tempfile::tempdir().unwrap();
    let mut engine = Engine::start("xiangqi", folder.path());
    engine.ask("ucci", "ucciok");
    let (best, all) = engine.go("startpos moves h2e2 h9g7");
    assert!(all.contains("info string not in the tables: there is no"), "{all}");
    assert_eq!(best.len(), "bestmove h2e2".len(), "{all}");
    // Bad positions and moves are said, and the position stays.
    let wrong = engine.ask("position fen nonsense", "info string bad position");
    assert_eq!(wrong.len(), 1);
    engine.ask("position startpos moves h2h2", "info string h2h2 is no legal move");
    engine.ask("position sideways", "info string position wants");
    let (again, _) = engine.go("startpos moves h2e2 h9g7");
    assert_eq!(again, best);
    engine.say("");
    engine.say("nonsense");
    assert_eq!(engine.ask("isready", "readyok"), ["readyok"]);
    engine.quit();
}

#[test]
fn jungle_is_played_too() {
    let mut engine = Engine::start("jungle", &data("jungle/tables/standard"));
    engine.ask("uci", "uciok");
    let (best, all) = engine.go("fen 7/3E3/7/7/7/7/7/5r1/7 w");
    assert_eq!(best, "bestmove d8d9");
    assert!(all.contains("info depth 1 score mate 1 pv d8d9"), "{all}");
    // The input ends without `quit`.
    let Engine { mut child, input, .. } = engine;
    drop(input);
    assert!(child.wait().unwrap().success());
}
