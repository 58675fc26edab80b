//! The lane solver of ninety points against the reference solver, bit for bit on whole
//! endings of Xiangqi and Janggi.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;

use coda_formats::{Code, Ending, Metric, NewTable, Table, Value};
use coda_games::Game;
use coda_games::janggi::Janggi;
use coda_games::xiangqi::Xiangqi;
use coda_gen::plan::Plan;
use coda_tests::{Solved, compare_solvers};
use rayon::prelude::*;

/// Compares the solvers on some endings and all that they can lead to.
fn compare_all<G: Game>(rules: &str, metric: Metric, endings: &[Ending]) -> Solved {
    let game = G::with_rules(rules).unwrap();
    let plan = Plan::new(&game, endings, &[metric]).unwrap();
    let sizes: HashSet<_> = plan.jobs.iter().map(|job| job.ending.len()).collect();
    let mut sizes: Vec<_> = sizes.into_iter().collect();
    sizes.sort_unstable();
    let mut solved = Solved::new();
    for size in sizes {
        let jobs = plan.jobs.par_iter().filter(|job| job.ending.len() == size);
        let compare = |ending| (ending, compare_solvers(&game, ending, metric, &solved));
        let found: Vec<_> = jobs.map(|job| compare(job.ending)).collect();
        solved.extend(found);
    }
    solved
}

fn endings<G: Game>(rules: &str, names: &[&str]) -> Vec<Ending> {
    let game = G::with_rules(rules).unwrap();
    names.iter().map(|name| Ending::parse(&game, name).unwrap()).collect()
}

#[test]
fn three_men_agree_in_every_metric() {
    let game = Xiangqi::with_rules("standard").unwrap();
    let small = Ending::all_up_to(&game, 3);
    for metric in [Metric::Dtw, Metric::Dtc] {
        assert_eq!(compare_all::<Xiangqi>("standard", metric, &small).len(), 7);
    }
}

/// Endings with every kind of piece as the lane piece, on either side and with its equal,
/// and with results by rule.
#[test]
fn endings_of_four_to_six_men_agree() {
    let names = ["KRvKN", "KNvKP", "KPPvK", "KCAvKA", "KNvKBB", "KPvKAAB", "KBBvKAA", "KRvKC"];
    for rules in ["repetition=none", "standard"] {
        compare_all::<Xiangqi>(rules, Metric::Dtw, &endings::<Xiangqi>("standard", &names));
    }
    compare_all::<Xiangqi>(
        "standard",
        Metric::Dtc,
        &endings::<Xiangqi>("standard", &["KRvKN", "KPPvK"]),
    );
}

/// Distances beyond a byte: a smaller ending in which everything takes 300 plies more.
#[test]
fn distances_beyond_255_plies_agree_and_are_kept() {
    let game = Xiangqi::with_rules("standard").unwrap();
    let mut solved = compare_all::<Xiangqi>(
        "standard",
        Metric::Dtw,
        &endings::<Xiangqi>("standard", &["KRvK", "KNvK"]),
    );
    let further = |code: &mut Code| {
        if let Some(Value { wdl, plies: Some(plies), .. }) = code.value() {
            *code = Code::from(Value { wdl, plies: Some(plies + 300), by_rule: false });
        }
    };
    for values in solved.values_mut() {
        values.sides.iter_mut().flatten().for_each(further);
    }
    let ending = endings::<Xiangqi>("standard", &["KRvKN"])[0];
    let values = compare_solvers(&game, ending, Metric::Dtw, &solved);
    let index = &values.index;
    let table = NewTable { game: &game, index, metric: Metric::Dtw, codes: &values };
    let (header, bytes) = table.to_bytes().unwrap();
    let deepest = header.sides.iter().filter_map(|side| side.deepest_win.as_ref());
    assert!(deepest.map(|deepest| deepest.plies).max().unwrap() > 300);
    let table = Table::from_bytes(bytes, "KRvKN").unwrap();
    for (side, codes) in values.sides.iter().enumerate() {
        for (index, code) in (0..).zip(codes).filter(|(_, code)| code.value().is_some()) {
            assert_eq!(Some(table.value(side, index).unwrap()), code.value());
        }
    }
}

/// The rulesets of Janggi: both questions, both meanings of facing generals.
const JANGGI: [&str; 4] =
    ["standard", "bikjang=none", "question=points", "question=points,bikjang=none"];

#[test]
fn three_men_of_janggi_agree_on_both_questions() {
    for rules in JANGGI {
        let small = Ending::all_up_to(&Janggi::with_rules(rules).unwrap(), 3);
        for metric in [Metric::Dtw, Metric::Dtc] {
            compare_all::<Janggi>(rules, metric, &small);
        }
    }
}

#[test]
fn four_men_of_janggi_agree_on_both_questions() {
    let names = ["KRPvK", "KCvKA", "KPvKC", "KNvKB", "KCCvK", "KvKPP", "KRvKR"];
    for rules in JANGGI {
        compare_all::<Janggi>(rules, Metric::Dtw, &endings::<Janggi>(rules, &names));
    }
    compare_all::<Janggi>("standard", Metric::Dtc, &endings::<Janggi>("standard", &names[..3]));
}

#[test]
#[ignore = "takes a minute or two; part of the longer proofs"]
fn longer_four_men_agree_in_every_metric_under_every_switch() {
    let game = Xiangqi::with_rules("standard").unwrap();
    let small = Ending::all_up_to(&game, 4);
    for rules in ["repetition=none", "standard"] {
        for metric in [Metric::Dtw, Metric::Dtc] {
            compare_all::<Xiangqi>(rules, metric, &small);
        }
    }
}
