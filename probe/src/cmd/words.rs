//! Answers for people.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use coda_formats::{Ending, Metric, Value, Wdl};
use coda_games::{Color, Diagram, End, Game, Ink};
use coda_probe::{Line, MoveValue, Survival};

use super::answer::Answer;

/// Width of a text line.
const WIDTH: usize = 78;

/// Board, verdict, moves and line. Styled; what prints it strips the styles where
/// nobody sees them.
pub(super) fn full<G: Game>(game: &G, answer: &Answer<G>) -> String {
    let turn = game.turn(&answer.position);
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(text, "{}, rules {}", G::TITLE, game.ruleset());
    let _ = writeln!(text, "\n{}", diagram(&game.diagram(&answer.position)));
    let ending = Ending::of(game, &answer.position).name::<G>();
    let _ = writeln!(text, "{ending}, {} to move", G::SIDES[turn.index()]);
    let bold = Style::new().bold();
    let _ = writeln!(text, "\n{bold}{}{bold:#}", verdict(game, answer));
    if let Some(limit) = limit(answer) {
        let _ = writeln!(text, "{limit}");
    }
    if let Some(moves) = answer.moves.as_ref().filter(|moves| !moves.is_empty()) {
        let _ = writeln!(text, "\nMoves");
        text.push_str(&move_columns(answer.metric, moves));
    }
    if let Some(line) = answer.line.as_ref().filter(|line| !line.moves.is_empty()) {
        let _ = writeln!(text, "\nBest line");
        text.push_str(&numbered(turn, line));
    }
    text
}

/// Verdict and line.
pub(super) fn verdict_and_line<G: Game>(game: &G, answer: &Answer<G>) -> String {
    let mut text = format!("{}\n", verdict(game, answer));
    if let Some(line) = answer.line.as_ref().filter(|line| !line.moves.is_empty()) {
        text.push_str(&numbered(game.turn(&answer.position), line));
    }
    text
}

fn style(ink: Ink) -> Style {
    match ink {
        Ink::Frame => Style::new().dimmed(),
        Ink::Empty => Style::new(),
        Ink::Water => AnsiColor::Blue.on_default(),
        Ink::Trap => AnsiColor::Yellow.on_default(),
        Ink::Den => AnsiColor::Magenta.on_default(),
        Ink::Piece(Color::White) => AnsiColor::Green.on_default().bold(),
        Ink::Piece(Color::Black) => AnsiColor::Red.on_default().bold(),
    }
}

fn diagram(lines: &Diagram) -> String {
    let mut text = String::new();
    for line in lines {
        for span in line {
            let style = style(span.ink);
            let _ = write!(text, "{style}{}{style:#}", span.text);
        }
        text.push('\n');
    }
    text
}

fn plies(plies: u16) -> String {
    format!("{plies} {}", if plies == 1 { "ply" } else { "plies" })
}

/// The verdict in a sentence.
fn verdict<G: Game>(game: &G, answer: &Answer<G>) -> String {
    let turn = game.turn(&answer.position);
    let winner = match answer.value.wdl {
        Wdl::Draw if answer.over => {
            return format!("Draw: {} has no legal move.", G::SIDES[turn.index()]);
        }
        Wdl::Draw => return "Draw: neither side can force a win.".to_owned(),
        Wdl::Win => G::SIDES[turn.index()],
        Wdl::Loss => G::SIDES[(!turn).index()],
    };
    let loser_to_move = G::SIDES[turn.index()];
    match (answer.value.plies, answer.metric) {
        (None, _) if answer.value.by_rule => format!(
            "{winner} wins by rule: the other side can avoid defeat only by checking for ever."
        ),
        (None, Metric::Wdl) => format!("{winner} wins."),
        (None, _) => format!("{winner} wins on points, by holding for ever."),
        (Some(0), _) => format!("{winner} wins: {loser_to_move} has no legal move."),
        (Some(distance), Metric::Dtc) => {
            format!("{winner} wins; the next capture or the end is {} away.", plies(distance))
        }
        (Some(distance), _) if G::WINNING == "win" => {
            format!("{winner} wins in {}.", plies(distance))
        }
        (Some(distance), _) => {
            let (length, goal) = (plies(distance), G::WINNING);
            format!("{winner} wins: {goal} in {length} ({goal} distance {distance}).")
        }
    }
}

fn limit<G: Game>(answer: &Answer<G>) -> Option<String> {
    let (moves, survival) = answer.limit?;
    let plural = if moves == 1 { "" } else { "s" };
    let rule = format!("If {moves} move{plural} a side without a capture make a draw:");
    Some(match survival? {
        Survival::Survives => format!("{rule} the win stands."),
        Survival::Drawn => format!("{rule} a draw."),
        Survival::Unknown => format!("{rule} too many lines of play to tell."),
    })
}

/// One move a row: move, value, what else it does.
fn move_columns<G: Game>(metric: Metric, moves: &[MoveValue<G>]) -> String {
    let values: Vec<_> = moves.iter().map(|found| value_words(metric, found.value)).collect();
    let width = moves.iter().map(|found| found.text.len()).max().unwrap_or(0);
    let value_width = values.iter().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for (found, value) in moves.iter().zip(values) {
        let note = match found.ends {
            Some(end) => format!("ends the game: {}", end_words(end)),
            None if found.capture => "captures".to_owned(),
            None => String::new(),
        };
        let row = format!("  {:width$}  {value:value_width$}  {note}", found.text);
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text
}

fn value_words(metric: Metric, value: Value) -> String {
    let (verb, to) = match (value.wdl, metric) {
        (Wdl::Draw, _) => return "draws".to_owned(),
        (Wdl::Win, Metric::Dtc) => ("wins", ", converts in"),
        (Wdl::Loss, Metric::Dtc) => ("loses", ", converts in"),
        (Wdl::Win, _) => ("wins", " in"),
        (Wdl::Loss, _) => ("loses", " in"),
    };
    if value.by_rule {
        return format!("{verb} by rule");
    }
    if value.plies.is_none() && metric != Metric::Wdl {
        return format!("{verb} by holding");
    }
    value.plies.map_or_else(|| verb.to_owned(), |plies| format!("{verb}{to} {plies}"))
}

/// How a game ended, in words.
fn end_words(end: End) -> String {
    match end.name {
        "den" => "into the den".to_owned(),
        "last-capture" => "the last piece is taken".to_owned(),
        "no-move" => "no legal move is left".to_owned(),
        "bikjang" => "bikjang, the generals face each other".to_owned(),
        "stalemate" => "stalemate, which loses".to_owned(),
        other => other.replace('-', " "),
    }
}

/// The line as numbered moves, and how the game ends.
fn numbered<G: Game>(turn: Color, line: &Line<G>) -> String {
    let mut words = Vec::new();
    let mut mover = turn;
    let mut number = 1;
    for (ply, found) in line.moves.iter().enumerate() {
        match mover {
            Color::White => words.push(format!("{number}. {}", found.text)),
            Color::Black if ply == 0 => words.push(format!("{number}. ... {}", found.text)),
            Color::Black => words.push(found.text.clone()),
        }
        number += usize::from(mover == Color::Black);
        mover = !mover;
    }
    let mut text = wrapped(&words);
    if line.end.is_none() {
        // It was carried to where distances end.
        let winner = G::SIDES[(!mover).index()];
        let _ = writeln!(text, "  {winner} is ahead from here, and wins by holding.");
    }
    if let Some(end) = line.end {
        let winner = end
            .winner
            .map_or("a draw".to_owned(), |winner| format!("{} wins", G::SIDES[winner.index()]));
        let _ = writeln!(text, "  {winner}: {}.", end_words(end));
    }
    text
}

fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut line = String::new();
    for word in words {
        if line.len() + 1 + word.len() > WIDTH {
            let _ = writeln!(text, " {line}");
            line.clear();
        }
        line.push(' ');
        line.push_str(word);
    }
    let _ = writeln!(text, " {line}");
    text
}
