//! Endings of Janggi, both questions under both meanings of facing generals, built by the
//! command and looked at from every side.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::sync::OnceLock;

use coda_tests::{Ran, check_known_values, data, known_values, run, run_line};
use tempfile::TempDir;

/// Rulesets, and the names of their totals.
const RULES: [(&str, &str); 4] = [
    ("question=mate", "mate-ends"),
    ("question=mate,bikjang=none", "mate-none"),
    ("question=points", "points-ends"),
    ("question=points,bikjang=none", "points-none"),
];

/// Every ending of two pieces besides the generals, and what they lead to, built once.
fn set(rules: &str) -> &'static Path {
    static SETS: [OnceLock<TempDir>; 4] = [const { OnceLock::new() }; 4];
    let number = RULES.iter().position(|(known, _)| *known == rules).unwrap();
    let folder = SETS[number].get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().display();
        let options = format!("--game janggi --rules {rules} --tables {path}");
        run_line(&format!("coda-gen build --set two-pieces --metric wdl,dtw {options}")).ok();
        folder
    });
    folder.path()
}

fn on_set(rules: &str, command: &str) -> Ran {
    let path = set(rules).display();
    run_line(&format!("{command} --game janggi --rules {rules} --tables {path}"))
}

#[test]
fn totals_are_those_on_record() {
    for (rules, file) in RULES {
        let stats = on_set(rules, "coda-gen stats").ok();
        let recorded =
            std::fs::read_to_string(data(&format!("janggi/totals/{file}-4.csv"))).unwrap();
        assert_eq!(stats, recorded, "{rules}");
    }
}

/// Figures of a solver that uses another program's move generator.
#[test]
fn totals_of_mate_are_those_of_another_program() {
    for (ending, cho, han) in [
        ("KRvKA", "46503,588,45915,0,0,1,", "56376,0,56304,72,0,,0"),
        ("KPPvK", "136512,74916,61596,0,0,35,", "153171,0,77805,75366,0,,36"),
        ("KRPvK", "331725,303243,28482,0,0,21,", "436914,0,85581,351333,0,,22"),
        ("KRRvK", "197613,197613,0,0,0,7,", "310068,0,19992,290076,0,,8"),
        ("KRNvK", "465345,465345,0,0,0,11,", "620136,0,43320,576816,0,,12"),
        ("KRCvK", "496764,496762,2,0,0,15,", "620136,0,44810,575326,0,,16"),
    ] {
        let stats = on_set(RULES[1].0, &format!("coda-gen stats --ending {ending}")).ok();
        let rows: Vec<_> = stats.lines().skip(1).collect();
        assert!(rows[0].starts_with(&format!("{ending},w,{cho}")), "{rows:?}");
        assert!(rows[1].starts_with(&format!("{ending},b,{han}")), "{rows:?}");
    }
    // A lone general passes for ever.
    for ending in ["KRvK", "KCvK", "KNvK", "KBvK", "KPvK", "KAvK"] {
        let stats = on_set(RULES[1].0, &format!("coda-gen stats --ending {ending}")).ok();
        assert!(stats.lines().skip(1).all(|row| row.contains(",0,0,,,")), "{stats}");
    }
}

#[test]
fn every_table_is_proved_on_both_questions() {
    for ((rules, _), tables) in RULES.into_iter().zip([98, 98, 182, 182]) {
        let reports = on_set(rules, "coda-gen verify --json").json_lines();
        assert_eq!(reports.len(), tables, "{rules}");
        assert!(reports.iter().all(|report| report["proved"] == true), "{rules}");
    }
}

#[test]
fn known_positions_have_their_values() {
    let rows = known_values("janggi/positions/mate-bikjang-none.csv", 5);
    assert_eq!(rows.len(), 700);
    let folder = tempfile::tempdir().unwrap();
    let file = std::fs::read_to_string(data("janggi/positions/mate-bikjang-none.csv")).unwrap();
    let names = file.lines().skip(1).map(|line| line.split(',').next().unwrap());
    let names: std::collections::BTreeSet<_> = names.collect();
    let endings: String = names.iter().map(|name| format!(" --ending {name}")).collect();
    let path = folder.path().display();
    let options = format!("--game janggi --rules bikjang=none --tables {path}");
    run_line(&format!("coda-gen build {options}{endings}")).ok();
    check_known_values("janggi", folder.path(), "bikjang=none", &rows);
}

fn query(rules: &str, options: &[&str], position: &str) -> Ran {
    let folder = set(rules).to_str().unwrap();
    let args = ["query", "--game", "janggi", "--rules", rules, "--tables", folder];
    run("coda-probe", args.iter().chain(options).chain([&position]))
}

/// In the question of points there are no draws; who is ahead wins by holding.
#[test]
fn a_win_by_holding_has_no_distance_and_says_so() {
    let position = "4k4/9/9/9/9/9/9/9/R8/5K3 w";
    let rules = "question=points,bikjang=none";
    let answer = &query(rules, &["--json"], position).json_lines()[0];
    assert_eq!((answer["wdl"].as_str(), answer["by"].as_str()), (Some("win"), Some("holding")));
    assert!(answer["plies"].is_null());
    let words = query(rules, &[], position).ok();
    assert!(words.contains("Cho wins on points, by holding for ever."), "{words}");
    // The same position in the question of mate is a draw.
    let answer = &query("question=mate", &["--json"], position).json_lines()[0];
    assert_eq!(answer["wdl"], "draw");
    assert!(answer.get("by").is_none());
}

/// Where facing generals end the game, the side that is ahead can force that.
#[test]
fn an_end_by_bikjang_has_a_distance() {
    let position = "4k4/9/9/9/9/9/9/9/R8/4K4 w";
    let answer = &query("question=points", &["--json"], position).json_lines()[0];
    assert_eq!((answer["wdl"].as_str(), answer["plies"].as_u64()), (Some("win"), Some(1)));
    assert_eq!(answer["moves"][0]["ends"], "bikjang");
    let words = query("question=points", &[], position).ok();
    assert!(words.contains("bikjang, the generals face each other"), "{words}");
}

/// Han, behind by the chariot, takes it with the horse: the capture decides.
#[test]
fn a_capture_that_decides_has_a_distance() {
    let position = "4k4/9/9/9/9/9/9/1n7/9/R4K3 b";
    for rules in ["question=points", "question=points,bikjang=none"] {
        let answer = &query(rules, &["--json"], position).json_lines()[0];
        assert_eq!((answer["wdl"].as_str(), answer["plies"].as_u64()), (Some("win"), Some(1)));
        assert_eq!(answer["moves"][0]["move"], "b3a1");
        assert_eq!(answer["line"].as_array().unwrap().len(), 1);
        let words = query(rules, &[], position).ok();
        assert!(words.contains("Han is ahead from here, and wins by holding."), "{words}");
    }
}

#[test]
fn the_question_is_an_option_too_and_sets_do_not_mix() {
    let folder = set("question=points").to_str().unwrap();
    let position = "4k4/9/9/9/9/9/9/9/R8/5K3 w";
    let query = ["query", "--json", "--game", "janggi", "--tables", folder];
    let ran = run("coda-probe", query.iter().chain(&["--question", "points", position]));
    assert_eq!(ran.json_lines()[0]["wdl"], "win");
    let ran = run("coda-probe", query.iter().chain(&[position]));
    assert_eq!(
        (ran.status, ran.json_lines()[0]["error"]["kind"].as_str()),
        (1, Some("other-rules"))
    );
    let none = run_line("coda-gen plan --game xiangqi --question points --pieces 3");
    assert_eq!(none.status, 2);
    assert!(none.err.contains("question"), "{}", none.err);
}

/// Cho and Han are unlike: an ending and its swap are two.
#[test]
fn the_set_has_every_ending_of_two_pieces() {
    let plan = |question: &str| {
        let line = "coda-gen plan --game janggi --set two-pieces --json --question";
        let ran = run_line(&format!("{line} {question}"));
        ran.json_lines()[0]["endings"].as_array().unwrap().len()
    };
    // 21 pairs on one side and 21 of one piece each; 6 of one piece; no piece.
    assert_eq!(plan("mate"), 21 + 21 + 6 + 1);
    assert_eq!(plan("points"), 2 * 21 + 36 + 2 * 6 + 1);
}
