//! All endings of up to three pieces under the default rules, built by the command
//! and looked at from every side.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashMap;
use std::path::Path;
use std::sync::OnceLock;

use coda_formats::{Ending, Metric};
use coda_games::Game;
use coda_games::jungle::{Jungle, Position};
use coda_gen::Values;
use coda_gen::solve::{self, Room};
use coda_probe::Tables;
use coda_tests::{check_known_values, data, known_values, run_line};
use rayon::prelude::*;
use tempfile::TempDir;

/// The set, built once.
fn set() -> &'static Path {
    static SET: OnceLock<TempDir> = OnceLock::new();
    let set = SET.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let tables = folder.path().display();
        run_line(&format!(
            "coda-gen build --game jungle --pieces 3 --metric wdl,dtw,dtc --tables {tables}"
        ))
        .ok();
        folder
    });
    set.path()
}

#[test]
fn every_lookup_equals_what_the_solver_held() {
    let game = Jungle::with_rules("standard").unwrap();
    let tables = Tables::open(game.clone(), set()).unwrap();
    let endings = Ending::all_up_to(&game, 3);
    for metric in [Metric::Dtw, Metric::Dtc] {
        // Solved again in memory, from nothing but the rules.
        let mut solved: HashMap<Ending, Values> = HashMap::new();
        for pieces in [2, 3] {
            let of_size = endings.par_iter().filter(|ending| ending.len() == pieces);
            let values = of_size.map(|&ending| {
                let load = |sub| Ok(Values::clone(&solved[&sub]));
                let room = Room { memory: u64::MAX, scratch: Path::new("") };
                let solution = solve::solve(&game, ending, metric, &load, room).unwrap();
                (ending, solution.into_values().unwrap())
            });
            solved.extend(values.collect::<Vec<_>>());
        }
        let checked: u64 = solved
            .par_iter()
            .map(|(_, values)| check_lookups(&game, &tables, metric, values))
            .sum();
        assert_eq!(checked, 27_306_366, "{metric}");
    }
}

/// Looks up every position of an ending; gives how many there are.
fn check_lookups(game: &Jungle, tables: &Tables<Jungle>, metric: Metric, held: &Values) -> u64 {
    let mut checked = 0;
    for (side, codes) in held.sides.iter().enumerate() {
        for (index, code) in (0..).zip(codes) {
            let Some(position) = held.index.position(game, side, index) else { continue };
            let expected = code.value().unwrap();
            assert_eq!(tables.probe(&position, metric).unwrap(), expected, "{position:?}");
            let wdl = tables.probe(&position, Metric::Wdl).unwrap();
            assert_eq!((wdl.wdl, wdl.plies), (expected.wdl, None), "{position:?}");
            // The other placements of the full board that it stands for.
            for image in images(game, &position) {
                assert_eq!(tables.probe(&image, metric).unwrap(), expected, "{image:?}");
            }
            checked += 1;
        }
    }
    checked
}

/// The position reflected left to right, with the board turned about, and both.
fn images(game: &Jungle, position: &Position) -> [Position; 3] {
    let mirrored = game.pieces(position).map(|(piece, place)| (piece, game.mirror(place)));
    let mirrored = game.assemble(mirrored, position.turn()).unwrap();
    let turned = |position| game.turned_about(position).unwrap();
    [turned(position), turned(&mirrored), mirrored]
}

#[test]
fn totals_are_those_on_record() {
    let tables = set().display();
    let stats = run_line(&format!("coda-gen stats --game jungle --tables {tables}")).ok();
    let recorded = std::fs::read_to_string(data("jungle/totals/standard-3.csv")).unwrap();
    assert_eq!(stats, recorded);
    // Figures of a program that shares no code with this one.
    for row in [
        "EvR,w,2940,1043,101,1796,0,13,34,",
        "EvR,b,2940,2082,104,754,0,",
        "LvR,w,2940,2229,177,534,0,",
        "LvR,b,2940,849,203,1888,0,",
        "RvR,w,3660,1712,742,1206,0,21,",
        "RvR,b,3660,1712,742,1206,0,21,",
        "LTvP,w,110544,95792,0,14752,0,",
        "LTvP,b,110544,26712,0,83832,0,",
    ] {
        assert!(stats.contains(&format!("\n{row}")), "{row}");
    }
}

#[test]
fn every_table_is_proved() {
    let tables = set().display();
    let ran = run_line(&format!("coda-gen verify --game jungle --json --tables {tables}"));
    let reports = ran.json_lines();
    assert_eq!(reports.len(), 780);
    assert!(reports.iter().all(|report| report["proved"] == true));
    let positions = reports.iter().map(|report| report["positions"].as_u64().unwrap());
    assert_eq!(positions.sum::<u64>(), 3 * 27_306_366);
    assert_eq!(ran.status, 0);
}

#[test]
fn positions_of_an_independent_program_agree() {
    check_known_values(
        "jungle",
        set(),
        "standard",
        &known_values("jungle/positions/standard.csv", 3),
    );
}

#[test]
fn moves_and_lines_keep_what_values_promise() {
    let game = Jungle::with_rules("standard").unwrap();
    let tables = Tables::open(game.clone(), set()).unwrap();
    for (text, _, _) in known_values("jungle/positions/standard.csv", 3) {
        let position = game.parse(&text).unwrap();
        for metric in Metric::ALL {
            let value = tables.probe(&position, metric).unwrap();
            let moves = tables.probe_moves(&position, metric).unwrap();
            if let Some(best) = moves.first() {
                assert_eq!(best.value, value, "{text} {metric}");
            }
            let worse = |pair: &[coda_probe::MoveValue<Jungle>]| {
                pair[0].value.preference(pair[1].value).is_lt()
            };
            assert!(!moves.windows(2).any(worse), "{text} {metric}");
            let line = tables.best_line(&position, metric).unwrap();
            match value.plies {
                Some(plies) if metric == Metric::Dtw => {
                    assert_eq!(line.moves.len(), usize::from(plies), "{text}");
                    assert!(line.end.is_some(), "{text}");
                }
                Some(_) => assert!(line.end.is_some(), "{text}"),
                None => assert!(line.moves.is_empty(), "{text}"),
            }
        }
    }
}

#[test]
fn query_answers_in_the_documented_form() {
    let tables = set().to_str().unwrap();
    let ask = |more: &[&str]| {
        let args = ["query", "--tables", tables, "--game", "jungle"];
        coda_tests::run("coda-probe", args.iter().chain(more))
    };
    let ran = ask(&["--json", "--limit", "50", "7/7/3E3/7/7/7/7/5r1/7 w"]);
    assert_eq!(
        ran.ok(),
        "{\"game\":\"jungle\",\"rules\":\"standard\",\"position\":\"7/7/3E3/7/7/7/7/5r1/7 w\",\
         \"ending\":\"EvR\",\"turn\":\"w\",\"wdl\":\"win\",\"plies\":3,\"metric\":\"dtw\",\
         \"limit\":{\"moves\":50,\"win\":\"survives\"},\"moves\":[\
         {\"move\":\"d7d8\",\"wdl\":\"win\",\"plies\":3,\"capture\":false,\"ends\":null},\
         {\"move\":\"d7d6\",\"wdl\":\"loss\",\"plies\":6,\"capture\":false,\"ends\":null},\
         {\"move\":\"d7c7\",\"wdl\":\"loss\",\"plies\":6,\"capture\":false,\"ends\":null},\
         {\"move\":\"d7e7\",\"wdl\":\"loss\",\"plies\":6,\"capture\":false,\"ends\":null}],\
         \"line\":[\"d7d8\",\"f2f3\",\"d8d9\"]}\n"
    );
    // Ends of each kind, a capture, and a draw.
    let ran = ask(&["--json", "7/3E3/3r3/7/7/7/7/7/7 w"]).json_lines();
    assert_eq!(ran[0]["moves"][0]["ends"], "den");
    let ran = ask(&["--json", "7/7/Lt5/7/7/7/7/7/7 w"]).json_lines();
    assert_eq!(ran[0]["moves"][0]["ends"], "last-capture");
    assert_eq!(ran[0]["moves"][0]["capture"], true);
    let ran = ask(&["--json", "c1L4/E6/7/7/7/7/7/7/7 w"]).json_lines();
    let moves = ran[0]["moves"].as_array().unwrap();
    let shuts_in = moves.iter().find(|found| found["move"] == "c9b9").unwrap();
    assert_eq!((&shuts_in["ends"], &shuts_in["plies"]), (&"no-move".into(), &1.into()));
    let ran = ask(&["--json", "cL5/E6/7/7/7/7/7/7/7 b"]).json_lines();
    assert_eq!((&ran[0]["wdl"], &ran[0]["plies"]), (&"loss".into(), &0.into()));
    assert_eq!(ran[0]["moves"], serde_json::json!([]));
    let ran = ask(&["--json", "--metric", "wdl", "7/7/3E3/7/7/7/7/5r1/7 w"]).json_lines();
    assert_eq!(ran[0]["metric"], "wdl");
    assert_eq!((&ran[0]["wdl"], &ran[0]["plies"]), (&"win".into(), &serde_json::Value::Null));

    let people = ask(&["7/7/3E3/7/7/7/7/5r1/7 w"]).ok();
    for part in
        ["White to move", "White wins in 3 plies.", "d7d8  wins in 3", "1. d7d8 f2f3 2. d8d9"]
    {
        assert!(people.contains(part), "{part}\n{people}");
    }
    assert!(!people.contains('\x1b'), "no colour where nobody sees it");
    // The board is drawn with its dens, traps and rivers.
    assert!(people.contains("  9  .  . xxx###xxx .  . \n"), "{people}");
    assert!(people.contains("  5  . ~~~~~~ . ~~~~~~ . \n"), "{people}");
    // The position may come as one argument or as several.
    assert_eq!(ask(&["7/7/3E3/7/7/7/7/5r1/7", "w"]).ok(), people);
}

#[test]
fn line_and_info_answer() {
    let tables = set().display();
    let position = "7/7/2LE3/7/7/7/7/5r1/7 b";
    let args = ["line", "--game", "jungle", "--tables", set().to_str().unwrap(), position];
    let line = coda_tests::run("coda-probe", args).ok();
    assert!(line.starts_with("White wins in 4 plies.\n  1. ... "), "{line}");
    assert!(line.ends_with("White wins: into the den.\n"), "{line}");
    let info = run_line(&format!("coda-probe info --tables {tables} --check")).ok();
    assert!(info.contains("780 tables, all blocks read and sound"), "{info}");
    let info = run_line(&format!("coda-probe info --json {tables}/ELvR.dtw.coda"));
    let info = &info.json_lines()[0];
    assert_eq!(info["ending"], "ELvR");
    assert_eq!(info["sides"][0]["positions"], 138_768);
}

#[test]
fn a_second_build_has_nothing_to_do_and_one_thread_gives_the_same_bytes() {
    let tables = set().display();
    let again = run_line(&format!(
        "coda-gen build --game jungle --pieces 3 --metric wdl,dtw,dtc --json --tables {tables}"
    ));
    let end = again.json_lines().pop().unwrap();
    assert_eq!((end["built"].as_u64(), end["there"].as_u64()), (Some(0), Some(260)));
    let other = tempfile::tempdir().unwrap();
    run_line(&format!(
        "coda-gen build --game jungle --ending ERvL --ending RvR --metric wdl,dtw,dtc --threads 1 \
         --memory 64MiB --tables {}",
        other.path().display()
    ))
    .ok();
    let mut compared = 0;
    for entry in std::fs::read_dir(other.path()).unwrap() {
        let name = entry.unwrap().file_name();
        if name.to_str().is_some_and(|name| name.ends_with(".coda")) {
            let bytes = |folder: &Path| std::fs::read(folder.join(&name)).unwrap();
            assert_eq!(bytes(other.path()), bytes(set()), "{name:?}");
            compared += 1;
        }
    }
    assert_eq!(compared, 12);
}
