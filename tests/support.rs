//! What the whole-program tests share: running the commands, and the data.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use coda_formats::{Ending, Index, Metric};
use coda_games::Game;
use coda_gen::solve::{self, Room, reference};
use coda_gen::{SubValues, Values};

/// Endings that are solved.
pub type Solved = HashMap<Ending, Values>;

/// Solves an ending by the fastest solver, in so much memory.
#[must_use]
pub fn solve_fast<G: Game>(
    game: &G,
    ending: Ending,
    metric: Metric,
    solved: &Solved,
    memory: u64,
) -> Values {
    let folder = std::env::temp_dir();
    let load = |sub| Ok(Values::clone(&solved[&sub]));
    let room = Room { memory, scratch: &folder };
    solve::solve(game, ending, metric, &load, room).unwrap().into_values().unwrap()
}

/// Solves an ending by the fastest solver and by the reference solver, which must agree.
///
/// # Panics
/// If they differ.
#[must_use]
pub fn compare_solvers<G: Game>(
    game: &G,
    ending: Ending,
    metric: Metric,
    solved: &Solved,
) -> Values {
    let load = |sub| Ok(Values::clone(&solved[&sub]));
    let subs = SubValues::load(game, ending, &load).unwrap();
    let slow = reference::solve(game, ending, metric, &subs).unwrap();
    let fast = solve_fast(game, ending, metric, solved, u64::MAX);
    for (side, (slow, fast)) in slow.sides.iter().zip(&fast.sides).enumerate() {
        assert_eq!(slow.len(), fast.len());
        let differ = slow.iter().zip(fast).position(|(slow, fast)| slow != fast);
        if let Some(at) = differ {
            let index = Index::new(game, ending).unwrap();
            let position = index.position(game, side, at as u64);
            let text = position.map(|position| game.text(&position));
            let values = (slow[at].value(), fast[at].value());
            let (rules, name) = (game.ruleset(), ending.name::<G>());
            panic!("{rules} {metric} {name} {text:?}: reference, fast: {values:?}");
        }
    }
    fast
}

/// What a command did.
#[derive(Debug)]
pub struct Ran {
    /// Its exit status.
    pub status: i32,
    /// Its standard output.
    pub out: String,
    /// Its standard error.
    pub err: String,
}

impl Ran {
    /// Its standard output, after making sure that it succeeded.
    ///
    /// # Panics
    /// If it did not.
    pub fn ok(self) -> String {
        assert_eq!(self.status, 0, "{self:?}");
        self.out
    }

    /// Its standard output, each line an object of JSON.
    #[must_use]
    pub fn json_lines(&self) -> Vec<serde_json::Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// One of the two commands, built from the present code.
#[must_use]
pub fn program(name: &str) -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        // Tests run as target/PROFILE/deps/NAME.
        let test = std::env::current_exe().unwrap();
        let folder = test.parent().and_then(Path::parent).unwrap().to_owned();
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--bins", "-p", "coda-gen", "-p", "coda-probe"]);
        if folder.file_name() == Some(OsStr::new("release")) {
            build.arg("--release");
        }
        assert!(build.current_dir(root()).status().unwrap().success());
        folder
    });
    folder.join(name)
}

/// Runs a command.
pub fn run<A: AsRef<OsStr>>(name: &str, args: impl IntoIterator<Item = A>) -> Ran {
    Command::new(program(name)).args(args).stdin(Stdio::null()).output().unwrap().into()
}

/// Runs a command with its arguments in one text, separated by spaces.
pub fn run_line(line: &str) -> Ran {
    let mut words = line.split(' ');
    run(words.next().unwrap(), words)
}

/// Runs a command with something on its standard input.
pub fn run_with_input<A: AsRef<OsStr>>(
    name: &str,
    args: impl IntoIterator<Item = A>,
    input: &str,
) -> Ran {
    run_program(&program(name), args, input)
}

/// Runs any program with something on its standard input.
pub fn run_program<A: AsRef<OsStr>>(
    program: &Path,
    args: impl IntoIterator<Item = A>,
    input: &str,
) -> Ran {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    output.into()
}

/// The project's folder.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// A file or folder of the data: `jungle/perft.csv`.
#[must_use]
pub fn data(name: &str) -> PathBuf {
    root().join("data").join(name)
}

/// A known value: position, result and plies as `data` has them.
pub type KnownValue = (String, String, Option<u16>);

/// The rows of a file of positions whose endings have names of up to so many letters.
#[must_use]
pub fn known_values(file: &str, pieces: usize) -> Vec<KnownValue> {
    let mut reader = csv::Reader::from_path(data(file)).unwrap();
    let rows = reader.deserialize().map(Result::unwrap);
    let few = |row: &(String, String, String, Option<u16>)| row.0.len() <= pieces + 1;
    rows.filter(few).map(|(_, position, wdl, plies)| (position, wdl, plies)).collect()
}

/// Puts known values to `coda-probe query --batch` and compares the answers.
///
/// # Panics
/// If an answer differs.
pub fn check_known_values(game: &str, tables: &Path, rules: &str, rows: &[KnownValue]) {
    assert!(!rows.is_empty());
    let input: String = rows.iter().map(|row| row.0.clone() + "\n").collect();
    let tables = tables.to_str().unwrap();
    let args = ["query", "--tables", tables, "--game", game, "--rules", rules, "--batch", "-"];
    let ran = run_with_input("coda-probe", args, &input);
    let answers = ran.json_lines();
    assert_eq!(answers.len(), rows.len());
    for ((position, wdl, plies), answer) in rows.iter().zip(&answers) {
        assert_eq!(answer["position"].as_str(), Some(position.as_str()), "{answer}");
        assert_eq!(answer["wdl"].as_str(), Some(wdl.as_str()), "{rules}: {answer}");
        assert_eq!(answer["plies"].as_u64(), plies.map(u64::from), "{rules}: {answer}");
    }
    assert_eq!(ran.status, 0, "{}", ran.err);
}
