//! Endings of Xiangqi, built by the command under both repetition switches and looked at
//! from every side.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::sync::OnceLock;

use coda_formats::{Code, Ending, Metric, NewTable, TableName, Value, Wdl};
use coda_games::Game;
use coda_games::xiangqi::Xiangqi;
use coda_gen::Values;
use coda_probe::Tables;
use coda_tests::{Ran, check_known_values, data, known_values, run, run_line};
use tempfile::TempDir;

/// Every ending of up to four men under a ruleset, built once.
fn set(rules: &str) -> &'static Path {
    static SETS: [OnceLock<TempDir>; 2] = [const { OnceLock::new() }; 2];
    let set = &SETS[usize::from(rules == "standard")];
    let folder = set.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().display();
        let options = format!("--game xiangqi --rules {rules} --tables {path}");
        run_line(&format!("coda-gen build --pieces 4 --metric wdl,dtw,dtc {options}")).ok();
        folder
    });
    folder.path()
}

const BOTH: [&str; 2] = ["standard", "repetition=none"];

/// A command on one of the sets, with its arguments in one text.
fn on_set(rules: &str, command: &str) -> Ran {
    let path = set(rules).display();
    run_line(&format!("{command} --game xiangqi --rules {rules} --tables {path}"))
}

#[test]
fn totals_are_those_on_record() {
    for (rules, file) in BOTH.into_iter().zip(["standard-4", "repetition-none-4"]) {
        let stats = on_set(rules, "coda-gen stats").ok();
        let recorded =
            std::fs::read_to_string(data(&format!("xiangqi/totals/{file}.csv"))).unwrap();
        assert_eq!(stats, recorded, "{rules}");
    }
}

/// Figures of two programs that share no code with this one: Red's wins, draws, losses and
/// deepest win, Black's and the deepest loss.
#[test]
fn totals_are_those_of_other_programs() {
    let rows = [
        ("repetition=none", "KRvK", "3834,3834,0,0,0,3,", "4914,0,108,4806,0,,4"),
        ("repetition=none", "KNvK", "4590,4590,0,0,0,13,", "4914,0,108,4806,0,,14"),
        ("repetition=none", "KPvK", "2826,2394,432,0,0,19,", "3015,0,546,2469,0,,20"),
        ("repetition=none", "KRvKA", "18507,18507,0,0,0,9,", "22806,0,732,22074,0,,10"),
        ("repetition=none", "KNvKA", "21426,21366,60,0,0,37,", "22806,0,816,21990,0,,38"),
        ("repetition=none", "KNvKB", "31800,7668,24132,0,0,31,", "33966,0,31904,2062,0,,30"),
        (
            "repetition=none",
            "KRvKR",
            "348021,139671,193950,14400,0,9,10",
            "348021,139671,193950,14400,0,9,10",
        ),
        ("repetition=none", "KRvKN", "348021,346311,702,1008,0,25,", "411966,37476,3710,370780,0,"),
        (
            "repetition=none",
            "KNvKN",
            "411966,40614,368009,3343,0,23,24",
            "411966,40614,368009,3343,0,23,24",
        ),
        (
            "repetition=none",
            "KPvKP",
            "156258,6681,149491,86,0,21,14",
            "156258,6681,149491,86,0,21,14",
        ),
        ("standard", "KRvKN", "348021,346935,78,1008,624,25,", "411966,37476,1140,373350,2570,"),
    ];
    for (rules, ending, red, black) in rows {
        let stats = on_set(rules, &format!("coda-gen stats --ending {ending}")).ok();
        let rows: Vec<_> = stats.lines().skip(1).collect();
        assert!(rows[0].starts_with(&format!("{ending},w,{red}")), "{rows:?}");
        assert!(rows[1].starts_with(&format!("{ending},b,{black}")), "{rows:?}");
    }
    // The rule decides nothing in the others.
    for ending in ["KRvKC", "KNvKN", "KNvKC", "KRvKR"] {
        let [with, without] =
            BOTH.map(|rules| on_set(rules, &format!("coda-gen stats --ending {ending}")));
        assert_eq!(with.ok(), without.ok(), "{ending}");
    }
}

#[test]
fn every_table_of_four_men_is_proved() {
    for rules in BOTH {
        let reports = on_set(rules, "coda-gen verify --json").json_lines();
        assert_eq!(reports.len(), 3 * 49, "{rules}");
        assert!(reports.iter().all(|report| report["proved"] == true), "{rules}");
    }
}

/// Five and six men: with every attacker, attackers on both sides, equal pieces, and the two
/// figures of other programs.
#[test]
fn ten_endings_of_five_and_six_men_are_proved() {
    let names = [
        "KCAvKA", "KNAAvK", "KRvKAABB", "KNvKAAB", "KPPvKA", "KCAAvKBB", "KRvKNA", "KRAvKR",
        "KPvKPAB", "KRCvK",
    ];
    let endings: String = names.iter().map(|name| format!(" --ending {name}")).collect();
    for rules in BOTH {
        let folder = tempfile::tempdir().unwrap();
        let options =
            format!("--game xiangqi --rules {rules} --tables {}", folder.path().display());
        run_line(&format!("coda-gen build {options}{endings}")).ok();
        let reports = run_line(&format!("coda-gen verify --json {options}")).json_lines();
        assert!(reports.len() > 100, "{rules}");
        assert!(reports.iter().all(|report| report["proved"] == true), "{rules}");
        let stats = run_line(&format!("coda-gen stats {options}")).ok();
        assert!(stats.contains("\nKCAvKA,w,102168,102168,0,0,0,27,"), "{stats}");
        assert!(stats.contains("\nKCAvKA,b,104650,0,3476,101174,0,,28"), "{stats}");
        assert!(stats.contains("\nKNAAvK,w,38826,38823,0,3,0,15,0"), "{stats}");
    }
}

#[test]
fn known_positions_have_their_values() {
    let rows = known_values("xiangqi/positions/repetition-none.csv", 4);
    assert_eq!(rows.len(), 615);
    check_known_values("xiangqi", set("repetition=none"), "repetition=none", &rows);
}

/// A bare side can win for want of a move of the other.
#[test]
fn a_side_with_pieces_can_have_lost_to_a_bare_general() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    run_line(&format!("coda-gen build --game xiangqi --ending KNAAvK --tables {path}")).ok();
    let position = "4k4/9/9/9/9/9/9/9/4N4/3AKA3 w";
    let args = ["query", "--json", "--game", "xiangqi", "--tables"];
    let args = args.into_iter().chain([folder.path().to_str().unwrap(), position]);
    let answer = &run("coda-probe", args).json_lines()[0];
    assert_eq!((answer["wdl"].as_str(), answer["plies"].as_u64()), (Some("loss"), Some(0)));
}

fn query(rules: &str, options: &[&str], position: &str) -> Ran {
    let folder = set(rules).to_str().unwrap();
    let args = ["query", "--game", "xiangqi", "--rules", rules, "--tables", folder];
    run("coda-probe", args.iter().chain(options).chain([&position]))
}

/// A position that the rule decides, for each side to move.
fn positions_by_rule() -> [String; 2] {
    let game = Xiangqi::with_rules("standard").unwrap();
    let tables = Tables::open(game.clone(), set("standard")).unwrap();
    let ending = Ending::parse(&game, "KRvKN").unwrap();
    let values = Values::read(&tables, ending, Metric::Dtw).unwrap();
    [0, 1].map(|side| {
        let numbers = 0..values.index.size();
        let mut found = numbers.filter_map(|number| {
            let position = values.index.position(&game, side, number)?;
            let code = values.sides[side][number as usize];
            code.value()?.by_rule.then(|| game.text(&position))
        });
        found.next().unwrap()
    })
}

#[test]
fn results_by_rule_are_told_as_such() {
    let [won, lost] = positions_by_rule();
    for (position, wdl) in [(&won, "win"), (&lost, "loss")] {
        for metric in ["wdl", "dtw", "dtc"] {
            let answer =
                &query("standard", &["--json", "--metric", metric], position).json_lines()[0];
            assert_eq!(answer["wdl"], wdl, "{answer}");
            assert!(answer["plies"].is_null(), "{answer}");
            assert_eq!(answer["by"], "perpetual-check", "{answer}");
            // The best move keeps the result.
            assert_eq!(answer["moves"][0]["wdl"], wdl, "{answer}");
            assert_eq!(answer["moves"][0]["by"], "perpetual-check", "{answer}");
        }
        let words = query("standard", &[], position).ok();
        assert!(words.contains("wins by rule"), "{words}");
        let drawn = &query("repetition=none", &["--json"], position).json_lines()[0];
        assert_eq!(drawn["wdl"], "draw", "{drawn}");
        assert!(drawn.get("by").is_none(), "{drawn}");
        let limited = &query("standard", &["--json", "--limit", "60"], position).json_lines()[0];
        assert_eq!(limited["limit"]["win"], "unknown", "{limited}");
    }
}

#[test]
fn tables_of_another_repetition_rule_are_refused() {
    let folder = set("repetition=none").to_str().unwrap();
    let position = "4k4/9/9/9/9/9/9/9/9/R2K5 w";
    let ran = run("coda-probe", ["query", "--game", "xiangqi", "--tables", folder, position]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("repetition=none"), "{}", ran.err);
}

#[test]
fn the_answer_speaks_of_mate_and_in_the_notation_asked_for() {
    let position = "3k5/9/9/9/9/9/9/9/R8/4K4 w";
    let words = query("standard", &["--notation", "wxf"], position).ok();
    assert!(words.contains("Red wins: mate in 1 ply (mate distance 1)."), "{words}");
    assert!(words.contains("R9"), "{words}");
    let limited = query("standard", &["--limit", "60"], position).ok();
    assert!(limited.contains("the win stands"), "{limited}");
    let unknown = query("standard", &["--notation", "algebraic"], position);
    assert_eq!(unknown.status, 2);
    assert!(unknown.err.contains("coordinates, wxf, uci"), "{}", unknown.err);
}

#[test]
fn sets_have_the_endings_of_their_names() {
    let plan = |set: &str| {
        let ran = run_line(&format!("coda-gen plan --game xiangqi --set {set} --json"));
        ran.json_lines()[0]["endings"].as_array().unwrap().len()
    };
    // 324 endings of one attacker, and 45 without one that they lead to.
    assert_eq!(plan("one-attacker"), 324 + 45);
    // Ten pairs of attackers.
    assert_eq!(plan("two-attackers"), 10 * 81 + 324 + 45);
    let none = run_line("coda-gen plan --game xiangqi --set three-attackers");
    assert_eq!(none.status, 2);
    assert!(none.err.contains("one-attacker, two-attackers"), "{}", none.err);
}

/// Tables in which all results by rule are something else, or there are more of them, so
/// that each position agrees with its moves: only judging play without end afresh finds it.
#[test]
fn verify_judges_results_by_rule_afresh() {
    let game = Xiangqi::with_rules("standard").unwrap();
    let ending = Ending::parse(&game, "KRvKN").unwrap();
    let original = Tables::open(game.clone(), set("standard")).unwrap();
    let values = Values::read(&original, ending, Metric::Dtw).unwrap();
    type Change = fn(usize, Value) -> Value;
    let changes: [(&str, Change); 3] = [
        ("unchanged", |_, value| value),
        ("draws instead", |_, value| if value.by_rule { Value::DRAW } else { value }),
        ("the other side instead", |_, value| match value.by_rule {
            true => Value::by_rule(-value.wdl),
            false => value,
        }),
    ];
    for (what, change) in changes {
        let folder = tempfile::tempdir().unwrap();
        for name in ["KvK.dtw.coda", "KRvK.dtw.coda", "KNvK.dtw.coda"] {
            std::fs::copy(set("standard").join(name), folder.path().join(name)).unwrap();
        }
        let mut changed = values.clone();
        for side in 0..2 {
            for number in 0..values.index.size() {
                let code = &mut changed.sides[side][number as usize];
                *code = match values.index.position(&game, side, number) {
                    Some(_) => Code::from(change(side, code.value().unwrap())),
                    None => Code::IMPOSSIBLE,
                };
            }
        }
        let (index, metric) = (&values.index, Metric::Dtw);
        let table = NewTable { game: &game, index, metric, codes: &changed };
        let name = TableName { ending: ending.name::<Xiangqi>(), metric };
        table.write(&name.path(folder.path())).unwrap();
        let path = folder.path().display();
        let ran = run_line(&format!("coda-gen verify --game xiangqi --tables {path}"));
        assert_eq!(ran.status, i32::from(what != "unchanged"), "{what}: {ran:?}");
        if what == "draws instead" {
            assert!(ran.err.contains("stored draw, should be"), "{ran:?}");
            assert!(ran.err.contains("by rule"), "{ran:?}");
        }
    }
    let by_rule = |value: Value| value.by_rule && value.wdl != Wdl::Draw;
    let stored = values.sides.iter().flatten().filter_map(|code| code.value());
    assert!(stored.filter(|&value| by_rule(value)).count() > 1000);
}

#[test]
fn a_set_is_built_as_far_as_memory_allows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    let build = "coda-gen build --json --game xiangqi --set one-attacker --metric wdl";
    let ran = run_line(&format!("{build} --memory 8500KB --tables {path}"));
    let end = ran.json_lines().pop().unwrap();
    let (built, left_out) = (end["built"].as_u64(), end["left_out"].as_array().unwrap().len());
    assert!(built.is_some_and(|built| built > 30), "{end}");
    assert_eq!(built.unwrap() as usize + left_out, 369);
    assert!(ran.err.contains("of memory or more, and 8.1 MiB may be used"), "{}", ran.err);
    assert_eq!(ran.status, 0);
}

/// Tables whose values bear each other out, but rest on nothing: every draw of an ending without
/// attackers made a win and a loss, without a distance or by rule.
#[test]
fn verify_accepts_no_result_that_nothing_brings_about() {
    type Claim = fn(Wdl) -> Value;
    let claims: [(&str, &str, Claim); 4] = [
        ("xiangqi", "standard", Value::result),
        ("xiangqi", "standard", Value::by_rule),
        ("xiangqi", "repetition=none", Value::by_rule),
        ("xiangqi", "repetition=none", Value::result),
    ];
    for (game, rules, claim) in claims {
        check_forgery::<Xiangqi>(game, rules, |wdl| claim(-wdl), Wdl::Draw);
    }
    use coda_games::janggi::Janggi;
    let points = "question=points,bikjang=none";
    // Cho, with a guard more, wins by holding: turned round, and said to be by rule.
    check_forgery::<Janggi>("janggi", points, Value::result, Wdl::Win);
    check_forgery::<Janggi>("janggi", points, |wdl| Value::by_rule(-wdl), Wdl::Win);
    check_forgery::<Janggi>("janggi", "question=mate", |wdl| Value::by_rule(-wdl), Wdl::Draw);
}

/// Rewrites KAvK so that White has lost, in the words of `claim`, and verifies it.
fn check_forgery<G: Game>(name: &str, rules: &str, claim: impl Fn(Wdl) -> Value, truth: Wdl) {
    let game = G::with_rules(rules).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    let options = format!("--game {name} --rules {rules} --tables {path}");
    run_line(&format!("coda-gen build --ending KAvK {options}")).ok();
    let ending = Ending::parse(&game, "KAvK").unwrap();
    let tables = Tables::open(game.clone(), folder.path()).unwrap();
    let mut values = Values::read(&tables, ending, Metric::Dtw).unwrap();
    for side in 0..2 {
        for number in 0..values.index.size() {
            let code = &mut values.sides[side][number as usize];
            let Some(_) = values.index.position(&game, side, number) else {
                *code = Code::IMPOSSIBLE;
                continue;
            };
            let stored = code.value().unwrap().wdl;
            assert_eq!(if side == 0 { stored } else { -stored }, truth);
            *code = Code::from(claim(if side == 0 { Wdl::Win } else { Wdl::Loss }));
            if truth == Wdl::Win {
                // What is true is claimed of the other side.
                *code = Code::from(claim(if side == 0 { Wdl::Loss } else { Wdl::Win }));
            }
        }
    }
    for metric in [Metric::Wdl, Metric::Dtw] {
        let (index, name) = (&values.index, TableName { ending: ending.name::<G>(), metric });
        let table = NewTable { game: &game, index, metric, codes: &values };
        table.write(&name.path(folder.path())).unwrap();
    }
    let ran = run_line(&format!("coda-gen verify --ending KAvK {options}"));
    assert_eq!(ran.status, 1, "{rules}: {ran:?}");
    assert!(ran.err.contains("2 tables are wrong"), "{rules}: {ran:?}");
}
