//! Perft of Janggi against counts of Fairy-Stockfish.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use coda_games::janggi::Janggi;
use coda_games::points::Position;
use coda_games::{Game, Outcome};

/// Lines of exactly `depth` plies. Two passes in a row end a line, as they do a game: that is
/// history, which positions do not have.
fn perft(game: &Janggi, position: &Position, depth: u32, passes: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if passes == 2 {
        return 0;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let lines = moves.into_iter().map(|mv| match game.play(position, mv) {
        Outcome::GoesOn(next) => {
            let passes = if mv.from == mv.to { passes + 1 } else { 0 };
            perft(game, &next, depth - 1, passes)
        }
        Outcome::Ended(_) => 0,
    });
    lines.sum()
}

#[test]
fn perft_agrees_with_another_program() {
    let game = Janggi::with_rules("bikjang=none").unwrap();
    for line in include_str!("../../data/janggi/perft.csv").lines().skip(1) {
        let fields: Vec<_> = line.split(',').collect();
        let [position, depth, lines] = fields[..] else { panic!("{line}") };
        let position = game.parse(position).unwrap();
        assert_eq!(perft(&game, &position, depth.parse().unwrap(), 0).to_string(), lines, "{line}");
    }
}
