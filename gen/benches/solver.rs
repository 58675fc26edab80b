//! How fast endings are solved, written and proved, on one core.
//!
//!     cargo bench -p coda-gen --bench solver -- ELRvTP
//!     cargo bench -p coda-gen --bench solver -- xiangqi KRvKAABB
//!
//! Prints, for each ending named (default: ELvTP; a game's name before its endings), positions a second (index numbers: one
//! placement, one side to move, after the mirror) of each step, the least of three runs,
//! and the bits a position of each table. The reference solver is timed beside the lane
//! solver where it is not too slow, and the results are compared.
#![allow(clippy::unwrap_used, reason = "a bench fails by panicking")]

use std::any::Any;
use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use coda_formats::{Ending, Index, Metric, NewTable, TableName};
use coda_games::Game;
use coda_games::jungle::Jungle;
use coda_games::registry::{NAMES, WithGame, with_game};
use coda_gen::plan::Plan;
use coda_gen::solve::{self, Room, lane, points, reference};
use coda_gen::verify::verify;
use coda_gen::{LoadSub, Solution, SubValues, Values};
use coda_probe::Tables;

/// Positions beyond which the reference solver is left out.
const REFERENCE_MOST: u64 = 20_000_000;

fn least<T>(runs: usize, mut run: impl FnMut() -> (Duration, T)) -> (Duration, T) {
    let mut best = run();
    for _ in 1..runs {
        let next = run();
        if next.0 < best.0 {
            best = next;
        }
    }
    best
}

fn main() {
    let names: Vec<_> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let names = if names.is_empty() { vec!["ELvTP".to_owned()] } else { names };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    println!("memory read at {:.1} GB a second", bandwidth() / 1e9);
    let mut game = "jungle".to_owned();
    for name in names {
        if NAMES.contains(&&*name) {
            game = name;
        } else {
            pool.install(|| with_game(&game, "", Bench(&name)).unwrap());
        }
    }
}

/// The bench of an ending.
struct Bench<'a>(&'a str);

impl WithGame for Bench<'_> {
    type Output = ();

    fn run<G: Game>(self, game: G) {
        bench(&game, self.0);
    }
}

/// Solves an ending by the fast solver: the time until it could be swept, that of the
/// sweeps, and the solution.
fn solve_in_halves<G: Game>(
    game: &G,
    ending: Ending,
    load: &LoadSub<'_>,
    room: Room<'_>,
) -> (Duration, (Duration, Solution)) {
    let clock = Instant::now();
    if let Some(jungle) = (game as &dyn Any).downcast_ref::<Jungle>() {
        let seeded = lane::Seeded::new(jungle, ending, Metric::Dtw, load).unwrap();
        let (seeding, clock) = (clock.elapsed(), Instant::now());
        let solution = seeded.sweep(jungle, room).unwrap();
        return (seeding, (clock.elapsed(), solution));
    }
    let seeded = points::Seeded::new(game, ending, Metric::Dtw, load).unwrap().unwrap();
    let (seeding, clock) = (clock.elapsed(), Instant::now());
    let solution = seeded.sweep::<G>().unwrap();
    (seeding, (clock.elapsed(), solution))
}

/// Bytes a second that one core reads from memory.
fn bandwidth() -> f64 {
    let words = vec![1_u64; 1 << 26];
    let (time, sum) = least(5, || {
        let clock = Instant::now();
        let sum: u64 = words.iter().fold(0, |sum, word| sum.wrapping_add(*word));
        (clock.elapsed(), sum)
    });
    assert_eq!(sum, 1 << 26);
    (words.len() * 8) as f64 / time.as_secs_f64()
}

fn bench<G: Game>(game: &G, name: &str) {
    let ending = Ending::parse(game, name).unwrap().canonical(game);
    let folder = tempfile::tempdir().unwrap();
    let room = Room { memory: u64::MAX, scratch: folder.path() };
    let mut solved: HashMap<Ending, Values> = HashMap::new();
    for job in Plan::new(game, &ending.sub_endings(game), &[]).unwrap().jobs {
        let load = |sub| Ok(Values::clone(&solved[&sub]));
        let solution = solve::solve(game, job.ending, Metric::Dtw, &load, room).unwrap();
        write_all(game, &solution, folder.path());
        solved.insert(job.ending, solution.into_values().unwrap());
    }
    let load = |sub| Ok(Values::clone(&solved[&sub]));
    let index = Index::new(game, ending).unwrap();
    let positions = index.size() * index.sides() as u64;
    println!("\n{name}: {positions} positions");
    let tell = |what: &str, time: Duration| {
        let seconds = time.as_secs_f64();
        let speed = positions as f64 / seconds / 1e6;
        println!("  {what:<30} {seconds:8.3} s  {speed:8.1} million positions a second");
    };
    let runs = if positions > 100_000_000 { 1 } else { 3 };
    let (seeding, (sweeping, solution)) =
        least(runs, || solve_in_halves(game, ending, &load, room));
    tell("smaller endings, captures", seeding);
    tell("sweeps", sweeping);
    tell("fast solver in all", seeding + sweeping);
    for metric in [Metric::Wdl, Metric::Dtw] {
        let (time, bytes) = least(runs, || {
            let clock = Instant::now();
            let bytes = write(game, &solution, metric, folder.path());
            (clock.elapsed(), bytes)
        });
        tell(&format!("writing {metric}"), time);
        println!("  {metric:<30} {:8.4} bits a position", bytes as f64 * 8.0 / positions as f64);
    }
    let (proving, ()) = least(1, || {
        let tables = Tables::open(game.clone(), folder.path()).unwrap();
        let clock = Instant::now();
        let reports = verify(&tables, ending).unwrap();
        assert!(reports.iter().all(coda_gen::verify::Report::is_proved));
        (clock.elapsed(), ())
    });
    tell("proving both", proving);
    if positions <= REFERENCE_MOST {
        let subs = SubValues::load(game, ending, &load).unwrap();
        let (time, values) = least(runs, || {
            let clock = Instant::now();
            let values = reference::solve(game, ending, Metric::Dtw, &subs).unwrap();
            (clock.elapsed(), values)
        });
        tell("reference solver", time);
        let ratio = time.as_secs_f64() / (seeding + sweeping).as_secs_f64();
        println!("  fast solver {ratio:.1} times as fast; results equal");
        assert!(values.sides == solution.into_values().unwrap().sides);
    }
}

fn write<G: Game>(game: &G, solution: &Solution, metric: Metric, folder: &Path) -> u64 {
    let (index, codes) = (&solution.index, &*solution.codes);
    let name = TableName { ending: index.ending().name::<G>(), metric };
    NewTable { game, index, metric, codes }.write(&name.path(folder)).unwrap().bytes
}

fn write_all<G: Game>(game: &G, solution: &Solution, folder: &Path) {
    write(game, solution, Metric::Wdl, folder);
    write(game, solution, Metric::Dtw, folder);
}
