//! Each switch alone, and the preset of the Leiden papers: all endings of up to
//! three pieces built and proved, and values of other programs compared.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use coda_tests::{
    KnownValue, check_known_values, data, known_values, run, run_line, run_with_input,
};
use tempfile::TempDir;

/// Builds and proves all endings of up to three pieces.
fn built_and_proved(rules: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let options = format!("--game jungle --rules {rules} --tables {}", folder.path().display());
    run_line(&format!("coda-gen build --pieces 3 --metric wdl,dtw,dtc {options}")).ok();
    let ran = run_line(&format!("coda-gen verify --json {options}"));
    let reports = ran.json_lines();
    assert_eq!(reports.len(), 780, "{rules}");
    assert!(reports.iter().all(|report| report["proved"] == true), "{rules}");
    assert_eq!(ran.status, 0, "{rules}");
    folder
}

fn check(rules: &str, known: Option<&str>) {
    let folder = built_and_proved(rules);
    if let Some(file) = known {
        check_known_values(
            "jungle",
            folder.path(),
            rules,
            &known_values(&format!("jungle/positions/{file}"), 3),
        );
    }
}

#[test]
fn tiger_jump_lengthways() {
    check("tiger-jump=lengthways", Some("tiger-jump-lengthways.csv"));
}

#[test]
fn rat_across_bank_rat() {
    check("rat-across-bank=rat", None);
}

#[test]
fn rat_across_bank_elephant() {
    check("rat-across-bank=elephant", Some("rat-across-bank-elephant.csv"));
}

#[test]
fn rat_across_bank_rat_and_elephant() {
    check("rat-across-bank=rat+elephant", None);
}

#[test]
fn elephant_takes_rat_yes() {
    check("elephant-takes-rat=yes", None);
}

#[test]
fn dog_swims_yes() {
    check("dog-swims=yes", Some("dog-swims-yes.csv"));
}

#[test]
fn traps_all() {
    check("traps=all", Some("traps-all.csv"));
}

#[test]
fn jump_blocked_by_enemy_rat() {
    check("jump-blocked-by=enemy-rat", Some("jump-blocked-by-enemy-rat.csv"));
}

#[test]
fn no_move_draws() {
    check("no-move=draws", None);
}

#[test]
fn order_wolf_dog() {
    check("order=wolf-dog", None);
}

/// Van Rijn and Vis, "Endgame Analysis of Dou Shou Qi", ICGA Journal 37(2), 2014.
#[test]
fn leiden() {
    let folder = built_and_proved("leiden");
    let options = format!("--game jungle --rules leiden --tables {}", folder.path().display());
    let stats = run_line(&format!("coda-gen stats {options}")).ok();
    let recorded = std::fs::read_to_string(data("jungle/totals/leiden-3.csv")).unwrap();
    assert_eq!(stats, recorded);

    // Table 2.
    let distances = run_line(&format!("coda-gen stats --distances {options}")).ok();
    let script = coda_tests::root().join("scripts/leiden_table_2.py");
    let table = coda_tests::run_program("python3".as_ref(), [script], &distances).ok();
    assert_eq!(
        table,
        "2 pieces: 160068 positions, 82852 wins, 64501 losses, 12715 draws, longest 34 plies; \
         0 without a move left out\n\
         3 pieces: 54354684 positions, 30297857 wins, 23369820 losses, 687007 draws, longest 67 \
         plies; 1212 without a move left out\n"
    );

    // Figure 3.
    let figure = known_values("jungle/positions/leiden.csv", 3);
    assert_eq!(figure.len(), 4);
    check_known_values("jungle", folder.path(), "leiden", &figure);
    check_two_piece_table(&folder);
}

/// The sample of the published two-piece table, by the script that reads the whole.
fn check_two_piece_table(folder: &TempDir) {
    let script = coda_tests::root().join("scripts/leiden_two_pieces.py");
    let args = [
        script,
        data("jungle/leiden-two-pieces-sample.arff"),
        "--tables".into(),
        folder.path().to_owned(),
        "--coda-probe".into(),
        coda_tests::program("coda-probe"),
    ];
    let out = coda_tests::run_program("python3".as_ref(), args, "").ok();
    assert_eq!(out, "568 rows, all agree\n");
}

#[test]
fn a_set_of_other_rules_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().display();
    let build = |rules: &str| {
        run_line(&format!(
            "coda-gen build --game jungle --rules {rules} --ending EvR --tables {tables}"
        ))
    };
    build("leiden").ok();
    let position = "7/7/3E3/7/7/7/7/5r1/7 w";
    let query = |rules: &str| {
        let args = ["query", "--game", "jungle", "--rules", rules, "--tables"];
        run("coda-probe", args.iter().copied().chain([folder.path().to_str().unwrap(), position]))
    };
    query("leiden").ok();
    query("rat-across-bank=rat,elephant-takes-rat=yes,order=wolf-dog").ok();
    for ran in [query("standard"), query("leiden,traps=all"), build("standard")] {
        assert_eq!(ran.status, 1, "{ran:?}");
        assert!(ran.err.contains("built under the rules `leiden`, not `"), "{ran:?}");
        assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
    }
    let verify = run_line(&format!("coda-gen verify --game jungle --tables {tables}"));
    assert_eq!(verify.status, 1, "{verify:?}");
    let rows: Vec<KnownValue> = vec![(position.to_owned(), "win".to_owned(), Some(3))];
    check_known_values("jungle", folder.path(), "leiden", &rows);
    let batch = ["query", "--game", "jungle", "--batch", "-", "--tables"];
    let args = batch.iter().copied().chain([folder.path().to_str().unwrap()]);
    let ran = run_with_input("coda-probe", args, position);
    assert_eq!(ran.json_lines()[0]["error"]["kind"], "other-rules");
    assert_eq!(ran.status, 1);
}
