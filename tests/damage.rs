//! Damage and mishaps: changed bytes and values, two builds at once, a full disk, a
//! killed build.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use coda_formats::{Code, Ending, Metric, NewTable, TableName, Value, Wdl};
use coda_games::Game;
use coda_games::jungle::Jungle;
use coda_gen::Values;
use coda_gen::lock::FolderLock;
use coda_probe::Tables;
use coda_tests::{data, program, run_line};

fn standard() -> Jungle {
    Jungle::with_rules("standard").unwrap()
}

/// A folder with the project's small tables.
fn copy_of_sample() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(data("jungle/tables/standard")).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
    }
    folder
}

#[test]
fn the_sample_tables_are_what_is_built_today() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().display();
    run_line(&format!(
        "coda-gen build --game jungle --ending EvR --metric wdl,dtw,dtc --tables {tables}"
    ))
    .ok();
    for metric in Metric::ALL {
        let name = TableName { ending: "EvR".into(), metric };
        let built = fs::read(name.path(folder.path())).unwrap();
        let kept = fs::read(name.path(&data("jungle/tables/standard"))).unwrap();
        assert!(built == kept, "the bytes of {metric} tables have changed");
    }
}

/// Hashes of tables of every game (XXH3-64 of the file), so that a change of bytes is always
/// meant: with equal pieces, results by rule, unlike colours.
#[test]
fn small_tables_have_the_bytes_on_record() {
    let recorded = [
        (
            "jungle",
            "standard",
            "ELvR",
            [0xf43e_8826_3169_f526, 0x2e5f_0095_d942_f451, 0x8f3d_61a0_1fe8_49b3],
        ),
        (
            "xiangqi",
            "standard",
            "KRvKN",
            [0x1715_fa5a_6c71_1d00, 0x3d7d25d637c20c0, 0x4839e576336ef85],
        ),
        (
            "xiangqi",
            "repetition=none",
            "KPPvK",
            [0x68f3_a01a_4b45_c309, 0xa639_c54b_1b62_8c57, 0x7da6_4b00_5882_f959],
        ),
        (
            "janggi",
            "question=mate",
            "KPPvK",
            [0x4c26_1c23_d4f6_ecf0, 0x528b_3f29_3747_acbc, 0x26fc_4ad0_f251_b7b9],
        ),
        (
            "janggi",
            "question=points",
            "KAvKP",
            [0x3d19_f509_3d60_041b, 0x1a18_d132_f5fa_5c2f, 0xa1a6_dcea_bdb6_54b7],
        ),
    ];
    for (game, rules, ending, hashes) in recorded {
        let folder = tempfile::tempdir().unwrap();
        let tables = folder.path().display();
        let options = format!("--game {game} --rules {rules} --tables {tables}");
        run_line(&format!("coda-gen build --ending {ending} --metric wdl,dtw,dtc {options}")).ok();
        let found = ["wdl", "dtw", "dtc"].map(|metric| {
            let bytes = fs::read(folder.path().join(format!("{ending}.{metric}.coda"))).unwrap();
            xxhash_rust::xxh3::xxh3_64(&bytes)
        });
        assert_eq!(
            found.map(|hash| format!("{hash:#x}")),
            hashes.map(|hash: u64| format!("{hash:#x}")),
            "{game} {rules} {ending}"
        );
    }
}

/// Every byte flipped in turn and every truncation: an error or the right value.
#[test]
fn no_damaged_file_answers_wrongly() {
    let game = standard();
    let folder = copy_of_sample();
    for metric in [Metric::Wdl, Metric::Dtw] {
        let sound = Tables::open(game.clone(), folder.path()).unwrap();
        let ending = Ending::parse(&game, "EvR").unwrap();
        let held = Values::read(&sound, ending, metric).unwrap();
        let mut expected = Vec::new();
        for side in 0..2 {
            for index in 0..held.index.size() {
                if let Some(position) = held.index.position(&game, side, index) {
                    let value = sound.probe(&position, metric).unwrap();
                    expected.push((position, value));
                }
            }
        }
        let path = TableName { ending: "EvR".into(), metric }.path(folder.path());
        let bytes = fs::read(&path).unwrap();
        let unanswered = |bytes: &[u8]| {
            // A new file each time: mapped bytes must not change.
            fs::remove_file(&path).unwrap();
            fs::write(&path, bytes).unwrap();
            let tables = Tables::open(game.clone(), folder.path()).unwrap();
            let mut unanswered = 0;
            for (position, value) in &expected {
                match tables.probe(position, metric) {
                    Ok(found) => assert_eq!(found, *value, "{position:?}"),
                    Err(_) => unanswered += 1,
                }
            }
            unanswered
        };
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            assert!(unanswered(&damaged) > 0, "byte {at} can be changed unseen");
        }
        for len in 0..bytes.len() {
            assert_eq!(unanswered(&bytes[..len]), expected.len());
        }
        assert_eq!(unanswered(&bytes), 0);
    }
}

#[test]
fn a_damaged_file_is_named_by_every_command() {
    let folder = copy_of_sample();
    let path = folder.path().join("EvR.dtw.coda");
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let tables = folder.path().to_str().unwrap();
    let message = "EvR.dtw.coda: is damaged in block 0 of side 1: its checksum does not match";
    let position = "7/7/3E3/7/7/7/7/5r1/7 b";
    let query = ["query", "--tables", tables, "--game", "jungle", position];
    for ran in [
        coda_tests::run("coda-probe", query),
        run_line(&format!("coda-probe info --check --tables {tables}")),
        run_line(&format!("coda-gen verify --game jungle --tables {tables}")),
    ] {
        assert_eq!(ran.status, 1, "{ran:?}");
        assert!(ran.err.contains(message), "{ran:?}");
    }
    fs::write(&path, b"something else").unwrap();
    let ran = coda_tests::run("coda-probe", query);
    assert!(ran.err.contains("EvR.dtw.coda: is not a Coda table"), "{ran:?}");
    // A build neither trusts it nor writes over it.
    let ran = run_line(&format!("coda-gen build --game jungle --ending EvR --tables {tables}"));
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("EvR.dtw.coda: is not a Coda table"), "{ran:?}");
    assert_eq!(fs::read(&path).unwrap(), b"something else");
}

#[test]
fn a_table_under_another_name_is_refused() {
    let folder = copy_of_sample();
    fs::rename(folder.path().join("EvR.dtw.coda"), folder.path().join("LvR.dtw.coda")).unwrap();
    fs::rename(folder.path().join("EvR.dtc.coda"), folder.path().join("EvR.dtw.coda")).unwrap();
    let game = standard();
    let tables = Tables::open(game.clone(), folder.path()).unwrap();
    let fault = |text: &str| {
        let position = game.parse(text).unwrap();
        tables.probe(&position, Metric::Dtw).unwrap_err().to_string()
    };
    let lion = fault("7/7/3L3/7/7/7/7/5r1/7 w");
    assert!(lion.contains("LvR.dtw.coda: its ending is `EvR`, not `LvR`"), "{lion}");
    let elephant = fault("7/7/3E3/7/7/7/7/5r1/7 w");
    assert!(elephant.contains("EvR.dtw.coda: its metric is `dtc`, not `dtw`"), "{elephant}");
}

/// Changes the first value that is `wanted`, and says what `verify` then says.
fn verify_with_one_changed(
    metric: Metric,
    wanted: impl Fn(Value) -> bool,
    change: impl Fn(Value) -> Value,
) -> coda_tests::Ran {
    let game = standard();
    let folder = copy_of_sample();
    let tables = Tables::open(game.clone(), folder.path()).unwrap();
    let mut values = Values::read(&tables, Ending::parse(&game, "EvR").unwrap(), metric).unwrap();
    let mut changed = false;
    for side in 0..2 {
        for number in 0..values.index.size() {
            let code = &mut values.sides[side][number as usize];
            if values.index.position(&game, side, number).is_none() {
                *code = Code::IMPOSSIBLE;
                continue;
            }
            let value = code.value().unwrap();
            if !changed && wanted(value) {
                *code = Code::from(change(value));
                changed = true;
            }
        }
    }
    assert!(changed);
    let new = NewTable { game: &game, index: &values.index, metric, codes: &values };
    new.write(&TableName { ending: "EvR".into(), metric }.path(folder.path())).unwrap();
    // The other tables must not be the ones to notice.
    for other in Metric::ALL.into_iter().filter(|&other| other != metric) {
        if metric != Metric::Wdl {
            fs::remove_file(TableName { ending: "EvR".into(), metric: other }.path(folder.path()))
                .unwrap();
        }
    }
    run_line(&format!("coda-gen verify --game jungle --tables {}", folder.path().display()))
}

#[test]
fn verify_finds_one_wrong_value_of_each_kind() {
    let is = |wdl| move |value: Value| value.wdl == wdl;
    let further = |by: i32| {
        move |value: Value| {
            let plies = value.plies.map(|plies| (i32::from(plies) + by) as u16);
            Value { plies, ..value }
        }
    };
    let to = |value: Value| move |_: Value| value;
    type Wanted = Box<dyn Fn(Value) -> bool>;
    type Change = Box<dyn Fn(Value) -> Value>;
    let deep = |wdl| move |value: Value| value.wdl == wdl && value.plies.is_some_and(|p| p > 4);
    let cases: Vec<(&str, Wanted, Change)> = vec![
        ("a win made longer", Box::new(deep(Wdl::Win)), Box::new(further(2))),
        ("a win made shorter", Box::new(deep(Wdl::Win)), Box::new(further(-2))),
        ("a win at once made longer", Box::new(|v| v == Value::win(1)), Box::new(further(2))),
        ("a win made a draw", Box::new(deep(Wdl::Win)), Box::new(to(Value::DRAW))),
        ("a win made a loss", Box::new(deep(Wdl::Win)), Box::new(to(Value::loss(6)))),
        ("a loss made longer", Box::new(deep(Wdl::Loss)), Box::new(further(2))),
        ("a loss made shorter", Box::new(deep(Wdl::Loss)), Box::new(further(-2))),
        ("a loss made a draw", Box::new(deep(Wdl::Loss)), Box::new(to(Value::DRAW))),
        ("a loss made a win", Box::new(deep(Wdl::Loss)), Box::new(to(Value::win(7)))),
        ("a draw made a win", Box::new(is(Wdl::Draw)), Box::new(to(Value::win(9)))),
        ("a draw made a loss", Box::new(is(Wdl::Draw)), Box::new(to(Value::loss(8)))),
    ];
    for metric in [Metric::Dtw, Metric::Dtc] {
        for (what, wanted, change) in &cases {
            let ran = verify_with_one_changed(metric, wanted, change);
            assert_eq!(ran.status, 1, "{what}: {ran:?}");
            assert!(ran.err.contains(": stored "), "{what}: {ran:?}");
            assert!(ran.err.contains("1 tables are wrong or unproved"), "{what}: {ran:?}");
        }
    }
    for from in [Wdl::Win, Wdl::Draw, Wdl::Loss] {
        for into in [Wdl::Win, Wdl::Draw, Wdl::Loss].into_iter().filter(|&into| into != from) {
            let change = move |_| Value::result(into);
            let ran = verify_with_one_changed(Metric::Wdl, is(from), change);
            assert_eq!(ran.status, 1, "{from} made {into}: {ran:?}");
            assert!(ran.err.contains(&format!("stored {into}, should be {from}")), "{ran:?}");
        }
    }
    let unchanged = verify_with_one_changed(Metric::Dtw, |_| true, |value| value);
    assert_eq!(unchanged.status, 0, "{unchanged:?}");
}

#[test]
fn a_second_build_into_a_folder_in_use_stops() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().display();
    let held = FolderLock::acquire(folder.path()).unwrap();
    let build =
        || run_line(&format!("coda-gen build --game jungle --ending EvR --tables {tables}"));
    let ran = build();
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.err.contains("another build is at work in this folder"), "{ran:?}");
    drop(held);
    build().ok();
}

#[test]
fn a_folder_that_cannot_be_written_is_a_clear_error() {
    let file = tempfile::NamedTempFile::new().unwrap();
    for folder in [format!("{}/tables", file.path().display()), "/proc/tables".to_owned()] {
        let ran = run_line(&format!("coda-gen build --game jungle --ending EvR --tables {folder}"));
        assert_eq!(ran.status, 1, "{ran:?}");
        assert!(ran.err.starts_with(&format!("coda-gen: {folder}: ")), "{ran:?}");
        assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
    }
}

/// The names and bytes of a folder's tables.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let tables = names.filter_map(|name| name.into_string().ok()).filter(|n| n.ends_with(".coda"));
    tables.map(|name| (name.clone(), fs::read(folder.join(name)).unwrap())).collect()
}

const SOME_ENDINGS: &str =
    "--ending ELvR --ending ERvL --ending TRvR --ending PWvD --ending CRvT --ending DRvC";

/// A limit on file size stands in for a full disk: it fails the same calls at the
/// same place.
#[test]
fn a_full_disk_leaves_no_half_table_and_the_build_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().display();
    let build = format!("build --game jungle {SOME_ENDINGS} --tables {tables}");
    let program = program("coda-gen");
    let full = Command::new("bash")
        .arg("-c")
        .arg(format!("trap '' XFSZ; ulimit -f 8; exec {} {build}", program.display()))
        .output()
        .unwrap();
    let err = String::from_utf8(full.stderr).unwrap();
    assert_eq!(full.status.code(), Some(1), "{err}");
    assert!(err.contains(".coda: cannot be written: File too large"), "{err}");
    let partial = contents(folder.path());
    for bytes in partial.values() {
        coda_formats::Table::from_bytes(&bytes[..], "kept").unwrap().check().unwrap();
    }
    let leftovers = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(leftovers, partial.len() + 1, "nothing but tables and the lock");
    run_line(&format!("coda-gen {build}")).ok();
    let whole = tempfile::tempdir().unwrap();
    let tables = whole.path().display();
    run_line(&format!("coda-gen build --game jungle {SOME_ENDINGS} --tables {tables}")).ok();
    assert_eq!(contents(folder.path()), contents(whole.path()));
}

#[test]
fn a_build_killed_at_random_moments_gives_the_same_bytes() {
    let whole = tempfile::tempdir().unwrap();
    let build = |folder: &Path| {
        let options = format!("build --game jungle {SOME_ENDINGS} --tables {}", folder.display());
        let mut command = Command::new(program("coda-gen"));
        command.args(options.split(' ')).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let clock = std::time::Instant::now();
    assert!(build(whole.path()).status().unwrap().success());
    let duration = clock.elapsed();
    let folder = tempfile::tempdir().unwrap();
    // Moments spread over the build by a fixed irrational step.
    let mut moment = 0.5_f64;
    for _ in 0..20 {
        let mut child = build(folder.path()).spawn().unwrap();
        moment = (moment + 0.618_033_988_75).fract();
        std::thread::sleep(duration.mul_f64(moment / 4.0).max(Duration::from_millis(1)));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(build(folder.path()).status().unwrap().success());
    assert_eq!(contents(folder.path()), contents(whole.path()));
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let hidden = names.filter(|name| name.to_str().is_some_and(|name| name.starts_with('.')));
    assert_eq!(hidden.count(), 1, "only the lock");
}
