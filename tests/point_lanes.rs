//! The lane solver of ninety points against the reference solver, bit for bit on whole
//! endings of Xiangqi and Janggi.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;

use coda_formats::{Ending, Metric};
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
#[ignore = "takes about ten minutes; part of the longer proofs"]
fn longer_four_men_agree_in_every_metric_under_every_switch() {
    let game = Xiangqi::with_rules("standard").unwrap();
    let small = Ending::all_up_to(&game, 4);
    for rules in ["repetition=none", "standard"] {
        for metric in [Metric::Dtw, Metric::Dtc] {
            compare_all::<Xiangqi>(rules, metric, &small);
        }
    }
}
