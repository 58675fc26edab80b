//! Perft of Xiangqi against counts that other programs agree on.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use coda_games::Game;
use coda_games::perft::perft;
use coda_games::xiangqi::Xiangqi;

/// 44, 1920 and 79666 are known of old; all were counted with Fairy-Stockfish too.
#[test]
fn perft_agrees_with_other_programs() {
    let game = Xiangqi::with_rules("standard").unwrap();
    for line in include_str!("../../data/xiangqi/perft.csv").lines().skip(1) {
        let fields: Vec<_> = line.split(',').collect();
        let [position, depth, nodes] = fields[..] else { panic!("{line}") };
        let position = game.parse(position).unwrap();
        assert_eq!(perft(&game, &position, depth.parse().unwrap()).to_string(), nodes, "{line}");
    }
}
