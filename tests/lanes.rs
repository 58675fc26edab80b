//! The lane solver against the reference solver, bit for bit on whole endings.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use coda_formats::{Ending, Metric};
use coda_games::Game;
use coda_games::jungle::Jungle;
use coda_gen::solve::reference;
use coda_gen::{SubValues, Values};
use coda_tests::{Solved, compare_solvers, solve_fast};
use rayon::prelude::*;

/// Every ending of up to three pieces; those without any of some letters by the fast solver
/// alone. No letters at all: all of them.
fn compare_small(rules: &str, metric: Metric, letters: &str) -> Solved {
    let game = Jungle::with_rules(rules).unwrap();
    let mut solved = Solved::new();
    for pieces in [2, 3] {
        let endings = Ending::all_up_to(&game, pieces).into_par_iter();
        let of_size = endings.filter(|ending| ending.len() == pieces);
        let found = of_size.map(|ending| {
            let concerned =
                letters.is_empty() || ending.name::<Jungle>().contains(|c| letters.contains(c));
            let values = match concerned {
                true => compare_solvers(&game, ending, metric, &solved),
                false => solve_fast(&game, ending, metric, &solved, u64::MAX),
            };
            (ending, values)
        });
        let found: Vec<_> = found.collect();
        solved.extend(found);
    }
    assert_eq!(solved.len(), 260);
    solved
}

/// Each switch alone, and the pieces that it speaks of: without them an ending is that of the
/// default rules.
const SWITCHES: [(&str, &str); 10] = [
    ("tiger-jump=lengthways", "T"),
    ("rat-across-bank=rat", "R"),
    ("rat-across-bank=elephant", "R"),
    ("rat-across-bank=rat+elephant", "R"),
    ("elephant-takes-rat=yes", "E"),
    ("dog-swims=yes", "D"),
    ("traps=all", ""),
    ("jump-blocked-by=enemy-rat", "R"),
    ("no-move=draws", ""),
    ("order=wolf-dog", "W"),
];

const ALL_SWITCHED: &str = "tiger-jump=lengthways,rat-across-bank=rat+elephant,\
    elephant-takes-rat=yes,dog-swims=yes,traps=all,jump-blocked-by=enemy-rat,no-move=draws,\
    order=wolf-dog";

#[test]
fn three_pieces_agree_under_every_switch() {
    compare_small("standard", Metric::Dtw, "");
    for (rules, letters) in SWITCHES {
        compare_small(rules, Metric::Dtw, letters);
    }
}

#[test]
fn three_pieces_agree_to_conversion() {
    compare_small(ALL_SWITCHED, Metric::Dtc, "");
}

/// Rats on both sides and as lane, inner and outer pieces; jumpers in every role;
/// three against one, two against two, equal sides.
const FOUR: [&str; 20] = [
    "ELvTP", "ELvLR", "ERvLR", "LRvTR", "ERvER", "LTvLT", "TRvTR", "ELTvR", "ELRvT", "LTRvE",
    "TCRvD", "LTRvR", "DRvWR", "PWvDC", "WDCvR", "EDRvL", "LWvTR", "TRvLT", "CRvCR", "EPDvW",
];

fn compare_four(rules: &str, metric: Metric, names: &[&str]) {
    let game = Jungle::with_rules(rules).unwrap();
    let mut solved = Solved::new();
    for ending in Ending::all_up_to(&game, 3) {
        solved.insert(ending, solve_fast(&game, ending, metric, &solved, u64::MAX));
    }
    for name in names {
        let ending = Ending::parse(&game, name).unwrap().canonical(&game);
        let _ = compare_solvers(&game, ending, metric, &solved);
    }
}

#[test]
fn twenty_endings_of_four_pieces_agree() {
    compare_four("standard", Metric::Dtw, &FOUR[..12]);
    compare_four("dog-swims=yes,jump-blocked-by=enemy-rat", Metric::Dtw, &FOUR[12..16]);
    compare_four("leiden", Metric::Dtc, &FOUR[16..]);
}

#[test]
fn distances_on_disk_are_those_in_memory() {
    let game = Jungle::with_rules("standard").unwrap();
    let mut solved = Solved::new();
    for name in ["EvL", "RvL", "ERvL", "EvR", "LvR", "ELvR", "RvR", "ERvR", "LRvR", "ERvLR"] {
        let ending = Ending::parse(&game, name).unwrap().canonical(&game);
        for sub in ending.sub_endings(&game) {
            if !solved.contains_key(&sub) {
                let load = |sub| Ok(Values::clone(&solved[&sub]));
                let subs = SubValues::load(&game, sub, &load).unwrap();
                let values = reference::solve(&game, sub, Metric::Dtw, &subs).unwrap();
                solved.insert(sub, values);
            }
        }
        let in_memory = solve_fast(&game, ending, Metric::Dtw, &solved, u64::MAX);
        let on_disk = solve_fast(&game, ending, Metric::Dtw, &solved, 0);
        assert!(in_memory.sides == on_disk.sides, "{name}");
        solved.insert(ending, in_memory);
    }
}

#[test]
#[ignore = "takes minutes; part of the longer proofs"]
fn longer_every_switch_and_metric_agrees() {
    let rules = SWITCHES.iter().map(|(rules, _)| *rules);
    for rules in rules.chain(["standard", "leiden", ALL_SWITCHED]) {
        compare_small(rules, Metric::Dtw, "");
        compare_small(rules, Metric::Dtc, "");
        compare_four(rules, Metric::Dtw, &FOUR);
        compare_four(rules, Metric::Dtc, &FOUR[..4]);
    }
}
