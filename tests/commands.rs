//! The commands as people and programs meet them: wrong input, exit statuses,
//! plans, logs.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use coda_tests::{data, program, run, run_line, run_with_input};

/// The small tables that the project carries.
fn sample() -> String {
    data("jungle/tables/standard").display().to_string()
}

/// Each wrong position: what it is answered with, under every way to ask.
const BAD_POSITIONS: [(&str, &str); 12] = [
    ("7/7/EE5/7/7/7/7/7/r6 w", "there are 2 of White elephant; there can be at most 1"),
    ("3r3/7/E6/7/7/7/7/7/7 w", "the Black rat cannot stand on d9: it is a den"),
    ("3E3/7/r6/7/7/7/7/7/7 w", "the White elephant cannot stand on d9: it is a den"),
    ("7/7/7/1l5/7/7/7/7/R6 w", "the Black lion cannot stand on b6: it is water"),
    ("7/7/E6/7/7/7/7/7/r6", "the side to move is missing: add `w` or `b`"),
    ("7/7/E6/7/7/7/7/7/r6 x", "`x` is not a side to move: it must be `w` or `b`"),
    ("7/7/K6/7/7/7/7/7/r6 w", "`K` in rank 7 is no piece: pieces are E L T P W D C R"),
    ("7/7/E6/7/7/7/7/r6 w", "the placement has 8 ranks, separated by `/`; it must have 9"),
    ("7/7/E5/7/7/7/7/7/r6 w", "rank 7 (`E5`) has 6 squares; it must have 7"),
    ("7/7/E6/7/7/7/7/7/7 w", "Black has no pieces: the game is over"),
    ("7/7/E6/7/7/7/7/7/r6 w what", "`what` after the side to move is not understood"),
    ("", "the position is empty; it should look like `l5t/"),
];

#[test]
fn a_bad_position_is_one_clear_line() {
    let tables = sample();
    let options = ["--tables", &tables, "--game", "jungle"];
    for (position, message) in BAD_POSITIONS {
        for command in ["query", "line"] {
            let args = [command].into_iter().chain(options);
            let ran = run("coda-probe", args.clone().chain([position]));
            assert_eq!(ran.status, 1, "{ran:?}");
            assert!(ran.err.starts_with("coda-probe: bad position: "), "{ran:?}");
            assert_eq!(ran.err.matches(message).count(), 1, "{ran:?}");
            assert_eq!((ran.err.lines().count(), ran.out.len()), (1, 0), "{ran:?}");
            let ran = run("coda-probe", args.chain(["--json", position]));
            assert_eq!(ran.status, 1, "{ran:?}");
            let json = &ran.json_lines()[0];
            assert_eq!(json["error"]["kind"], "bad-position");
            assert!(json["error"]["message"].as_str().unwrap().contains(message), "{json}");
        }
    }
}

#[test]
fn a_batch_goes_on_after_a_bad_line_and_keeps_the_order() {
    let tables = sample();
    let good = "7/7/3E3/7/7/7/7/5r1/7 w";
    let mut input = format!("{good}\n");
    for (position, _) in BAD_POSITIONS {
        input += &format!("{position}\n{good}\r\n");
    }
    input += "7/7/EL5/7/7/7/7/7/r6 w\n\u{fffd}\u{0}\n7/7/3E3/7/7/7/7/5r1/7 b 12 40";
    let args = ["query", "--tables", &tables, "--game", "jungle", "--batch", "-"];
    let ran = run_with_input("coda-probe", args, &input);
    let answers = ran.json_lines();
    assert_eq!((ran.status, ran.err.as_str(), answers.len()), (1, "", input.lines().count()));
    for (line, answer) in input.lines().zip(&answers) {
        let bad = line != good && !line.starts_with("7/7/3E3");
        assert_eq!(answer["error"].is_object(), bad, "{line}: {answer}");
        assert!(!answer["moves"].is_array(), "{answer}");
    }
    assert_eq!(answers[answers.len() - 3]["error"]["kind"], "no-table");
    // All answered: status 0. With --moves, moves and line too.
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), format!("{good}\n{good}\n")).unwrap();
    let file = file.path().to_str().unwrap();
    let args = ["query", "--tables", &tables, "--game", "jungle", "--moves", "--batch", file];
    let ran = run("coda-probe", args);
    assert_eq!((ran.status, ran.json_lines().len()), (0, 2));
    assert_eq!(ran.json_lines()[0]["line"][0], "d7d8");
}

#[test]
fn an_ending_without_a_table_is_named() {
    let tables = sample();
    for (position, ending) in [
        ("7/7/EL5/7/7/7/7/7/r6 w", "ELvR"),
        ("7/7/L6/7/7/7/7/7/r6 w", "LvR"),
        ("l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w", "ELTPWDCRvELTPWDCR"),
    ] {
        let args = ["query", "--tables", &tables, "--game", "jungle", position];
        let ran = run("coda-probe", args);
        assert_eq!(ran.status, 1, "{ran:?}");
        let message = format!(
            "there is no wdl, dtw or dtc table of {ending} in {tables}: it has 1 endings of up to 2 pieces\n"
        );
        assert!(ran.err.ends_with(&message), "{ran:?}");
    }
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().to_str().unwrap();
    let position = "7/7/E6/7/7/7/7/7/r6 w";
    let ran = run("coda-probe", ["query", "--tables", empty, "--game", "jungle", position]);
    assert!(ran.err.contains("it has no tables"), "{ran:?}");
    for command in ["verify", "stats"] {
        let ran = run_line(&format!("coda-gen {command} --game jungle --tables {empty}"));
        assert_eq!(ran.status, 1, "{ran:?}");
        assert!(ran.err.contains("has no tables"), "{ran:?}");
    }
    let gone = format!("{empty}/gone");
    let ran = run("coda-probe", ["query", "--tables", &gone, "--game", "jungle", position]);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.err.contains("gone: cannot be read: No such file"), "{ran:?}");
}

#[test]
fn wrong_usage_has_status_2() {
    let tables = sample();
    for (line, message) in [
        ("coda-gen", "Usage"),
        ("coda-probe", "Usage"),
        ("coda-gen plan --game chess --pieces 3", "chess"),
        ("coda-gen plan --game jungle --rules lieden --pieces 3", "`lieden` is no ruleset"),
        ("coda-gen plan --game jungle --rules traps=some --pieces 3", "`enemy`, `all`"),
        ("coda-gen plan --game jungle", "say which endings"),
        ("coda-gen plan --game jungle --pieces 1", "1"),
        ("coda-gen plan --game jungle --ending EvK", "`K` in `EvK` is no piece"),
        ("coda-gen plan --game jungle --ending EE", "no ending"),
        ("coda-gen plan --game jungle --ending EvR --metric dtz", "dtz"),
        ("coda-gen build --game jungle --ending EvR", "--tables"),
        ("coda-gen build --game jungle --ending EvR --tables x --memory much", "much"),
        ("coda-probe query --game jungle --tables x", "POSITION"),
        ("coda-probe query --game jungle --tables x --limit 0 p w", "0"),
    ] {
        let ran = run_line(line);
        assert_eq!(ran.status, 2, "{line}: {ran:?}");
        assert!(ran.err.contains(message), "{line}: {ran:?}");
    }
    let ran = run_line(&format!("coda-probe info --tables {tables}"));
    assert_eq!(ran.status, 0);
}

#[test]
fn help_of_each_command_has_an_example() {
    for (name, commands) in [
        ("coda-gen", &["plan", "build", "verify", "stats"][..]),
        ("coda-probe", &["query", "line", "info"]),
    ] {
        for command in commands {
            let help = run(name, [command, "--help"]).ok();
            assert!(help.contains(&format!("Example: {name} {command} ")), "{help}");
        }
    }
}

#[test]
fn a_limit_needs_dtc_tables() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    run_line(&format!("coda-gen build --game jungle --ending EvR --tables {tables}")).ok();
    let position = "7/7/3E3/7/7/7/7/5r1/7 w";
    let args = ["query", "--tables", tables, "--game", "jungle", "--limit", "50", position];
    let ran = run("coda-probe", args);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("no dtc table of EvR"), "{ran:?}");
    assert!(ran.err.contains("it has wdl and dtw for that ending"), "{ran:?}");
}

#[test]
fn an_end_by_rule_is_told_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let rules = ["--game", "jungle", "--rules", "no-move=draws", "--tables", tables];
    run("coda-gen", ["build", "--ending", "ELvC"].iter().chain(&rules)).ok();
    let position = ["cL5/E6/7/7/7/7/7/7/7 b"];
    let text = run("coda-probe", ["query"].iter().chain(&rules).chain(&position)).ok();
    assert!(text.contains("Draw: Black has no legal move."), "{text}");
    let ran = run("coda-probe", ["query", "--json"].iter().chain(&rules).chain(&position));
    assert_eq!(ran.json_lines()[0]["wdl"], "draw");
}

#[test]
fn help_lists_the_switches() {
    let help = run("coda-gen", ["build", "--help"]).ok();
    for part in ["leiden", "rat-across-bank=none|rat|elephant|rat+elephant", "enter water"] {
        assert!(help.contains(part), "{part}: {help}");
    }
}

#[test]
fn limits_are_told_in_words() {
    let ask = |limit: &str| {
        let tables = sample();
        let position = "6r/7/7/7/7/7/7/7/E6 w";
        let args = ["query", "--tables", &tables, "--game", "jungle", "--limit", limit, position];
        run("coda-probe", args).ok()
    };
    // Black wins in 34 plies without a capture before.
    assert!(ask("17").contains("moves a side without a capture make a draw: the win stands."));
    assert!(ask("16").contains("moves a side without a capture make a draw: a draw."));
}

#[test]
fn a_plan_lists_endings_in_building_order() {
    let text = run_line("coda-gen plan --game jungle --pieces 3 --threads 2").ok();
    assert!(text.contains("260 endings, 33,033,758 positions"), "{text}");
    let ran = run_line("coda-gen plan --game jungle --ending RTvEL --json");
    let plan = &ran.json_lines()[0];
    let endings = plan["endings"].as_array().unwrap();
    let names: Vec<_> = endings.iter().map(|job| job["ending"].as_str().unwrap()).collect();
    let last = names.last().unwrap();
    assert_eq!(*last, "ELvTR");
    assert_eq!(names.len(), 9);
    for (number, job) in endings.iter().enumerate() {
        for need in job["needs"].as_array().unwrap() {
            let at = names.iter().position(|name| Some(*name) == need.as_str());
            assert!(at.is_some_and(|at| at < number), "{need} before {}", names[number]);
        }
        for cost in ["positions", "memory_bytes", "disk_bytes"] {
            assert!(job[cost].as_u64().unwrap() > 0, "{job}");
        }
    }
    let ran = run_line("coda-gen plan --game jungle --ending ELvTR --memory 1MiB");
    assert!(ran.out.contains("warning: the largest does not fit"), "{ran:?}");
}

#[test]
fn memory_is_what_the_plan_says() {
    // Large enough that what every process has does not count.
    for ending in ["ELRvT", "LRvTR"] {
        let plan = run_line(&format!("coda-gen plan --game jungle --ending {ending} --json"));
        let plan = plan.json_lines().remove(0);
        let planned = plan["endings"].as_array().unwrap().last().unwrap()["memory_bytes"].clone();
        let planned = planned.as_f64().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let tables = folder.path().display();
        // Every thread has buffers of its own, which the plan does not count.
        let options = format!("--game jungle --ending {ending} --threads 2 --tables {tables}");
        let ran = run_line(&format!("coda-gen build --json {options}"));
        let Some(peak) = ran.json_lines().pop().unwrap()["peak_memory_bytes"].as_f64() else {
            return; // The system does not say.
        };
        let ratio = peak / planned;
        assert!((0.8..1.2).contains(&ratio), "{ending}: {peak} of {planned}");
    }
}

#[test]
fn a_build_that_needs_too_much_memory_says_so_before_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().display();
    let ran = run_line(&format!(
        "coda-gen build --game jungle --ending ELvTR --memory 10MiB --tables {tables}"
    ));
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("ELvTR needs "), "{ran:?}");
    assert!(ran.err.contains("raise --memory"), "{ran:?}");
}

#[test]
fn a_build_tells_programs_what_it_built() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().display();
    let ran = run_line(&format!(
        "coda-gen build --game jungle --ending RvR --ending EvR --json --tables {tables}"
    ));
    let events = ran.json_lines();
    assert_eq!(events.len(), 3);
    assert_eq!(events[2]["event"], "done");
    assert_eq!(events[2]["built"], 2);
    assert_eq!(ran.err, "");
    // For people, on standard error, so that it is apart from results.
    let ran = run_line(&format!("coda-gen build --game jungle --ending EvR --tables {tables}"));
    assert_eq!(ran.out, "");
    assert!(ran.err.contains("Built 0 endings"), "{ran:?}");
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let tables = sample();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "7/7/3E3/7/7/7/7/5r1/7 w\n".repeat(20_000)).unwrap();
    let file = file.path().to_str().unwrap();
    let plan = ["plan", "--game", "jungle", "--pieces", "4"].to_vec();
    let stats = ["stats", "--game", "jungle", "--distances", "--tables", &tables].to_vec();
    let batch = ["query", "--game", "jungle", "--tables", &tables, "--batch", file].to_vec();
    for (name, args) in [("coda-gen", plan), ("coda-gen", stats), ("coda-probe", batch)] {
        let mut child = Command::new(program(name))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
    }
}

/// What a command writes on a terminal, by util-linux's `script`.
fn on_terminal(command: &str) -> String {
    let ran = Command::new("script").args(["-qec", command, "/dev/null"]).output().unwrap();
    String::from_utf8_lossy(&ran.stdout).into_owned()
}

#[test]
fn a_terminal_gets_colour_and_bars() {
    let tables = sample();
    let probe = program("coda-probe").display().to_string();
    let query = format!("{probe} query --game jungle --tables {tables}");
    let text = on_terminal(&format!("{query} '7/7/3E3/7/7/7/7/5r1/7 w'"));
    assert!(text.contains("\u{1b}["), "{text}");
    assert!(text.contains("White wins in 3 plies."), "{text}");
    let json = on_terminal(&format!("{query} --json '7/7/3E3/7/7/7/7/5r1/7 w'"));
    assert!(!json.contains("\u{1b}["), "{json}");
    let folder = tempfile::tempdir().unwrap();
    let (coda_gen, folder) = (program("coda-gen"), folder.path().display());
    let build = format!("{} build --game jungle --ending ELRvT", coda_gen.display());
    let text = on_terminal(&format!("{build} --metric dtw,dtc --tables {folder}"));
    assert!(text.contains(" left"), "a bar with what is left: {text}");
    assert!(text.contains("Built 7 endings"), "{text}");
}

#[test]
fn a_program_that_waits_for_each_answer_gets_it() {
    use std::io::Write;
    let tables = sample();
    let mut child = Command::new(program("coda-probe"))
        .args(["query", "--tables", &tables, "--game", "jungle", "--batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for turn in ["w", "b", "w"] {
        writeln!(stdin, "7/7/3E3/7/7/7/7/5r1/7 {turn}").unwrap();
        let answer = answers.next().unwrap().unwrap();
        assert!(answer.contains(&format!("\"turn\":\"{turn}\"")), "{answer}");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}
