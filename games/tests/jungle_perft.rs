//! Perft from the start position, the figures of `data/jungle/perft.csv`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use coda_games::Game;
use coda_games::jungle::Jungle;
use coda_games::perft::perft;

/// Depth 7 takes the better part of a minute; the longer proofs run it.
const QUICK: u32 = 6;

fn check(wanted: impl Fn(u32) -> bool) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/jungle/perft.csv");
    let mut rows = 0;
    for row in csv::Reader::from_path(path).unwrap().into_deserialize() {
        let (rules, depth, lines): (String, u32, u64) = row.unwrap();
        if wanted(depth) {
            let game = Jungle::with_rules(&rules).unwrap();
            assert_eq!(perft(&game, &game.start(), depth), lines, "{rules}, depth {depth}");
            rows += 1;
        }
    }
    assert!(rows > 0);
}

#[test]
fn perft_from_the_start() {
    check(|depth| depth <= QUICK);
}

#[test]
#[ignore = "takes about a minute; part of the longer proofs"]
fn longer_perft_from_the_start() {
    check(|depth| depth > QUICK);
}
