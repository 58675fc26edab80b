//! Perft of Janggi against counts that other programs agree on.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use coda_games::Game;
use coda_games::perft::perft;
use coda_games::janggi::Janggi;

/// 32, 1024 and 33316 were counted with Fairy-Stockfish.
#[test]
fn perft_agrees_with_other_programs() {
    let game = Janggi::with_rules("standard").unwrap();
    for line in include_str!("../../data/janggi/perft.csv").lines().skip(1) {
        let fields: Vec<_> = line.split(',').collect();
        let [position, depth, nodes] = fields[..] else { panic!("{line}") };
        let position = game.parse(position).unwrap();
        assert_eq!(perft(&game, &position, depth.parse().unwrap()).to_string(), nodes, "{line}");
    }
}
