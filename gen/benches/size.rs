//! How many bits a position the tables of an ending take, as they are and under what was
//! tried to make them smaller.
//!
//!     cargo bench -p coda-gen --bench size -- ELvTP
//!
//! For each ending named (default: ELvTP): other efforts of zstd; other orders of the
//! pieces; one side only; values that a capture or a step into the den decides left out
//! as far as a prober could still tell (the greater of the stored value and that of the
//! capture is then the right one).
#![allow(clippy::unwrap_used, reason = "a bench fails by panicking")]

use std::collections::HashMap;

use coda_formats::{Code, Ending, Index, Metric, NewTable, Value};
use coda_games::jungle::Jungle;
use coda_games::{Game, Outcome};
use coda_gen::plan::Plan;
use coda_gen::solve::{self, Room};
use coda_gen::{SubValues, Values};
use rayon::prelude::*;

fn main() {
    let names: Vec<_> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let names = if names.is_empty() { vec!["ELvTP".to_owned()] } else { names };
    names.iter().for_each(|name| bench(name));
}

fn bench(name: &str) {
    let game = Jungle::with_rules("standard").unwrap();
    let ending = Ending::parse(&game, name).unwrap().canonical(&game);
    let folder = std::env::temp_dir();
    let room = Room { memory: u64::MAX, scratch: &folder };
    let mut solved: HashMap<Ending, Values> = HashMap::new();
    for job in Plan::new(&game, &[ending], &[]).unwrap().jobs {
        let load = |sub| Ok(Values::clone(&solved[&sub]));
        let solution = solve::solve(&game, job.ending, Metric::Dtw, &load, room).unwrap();
        solved.insert(job.ending, solution.into_values().unwrap());
    }
    let values = &solved[&ending];
    let load = |sub| Ok(Values::clone(&solved[&sub]));
    let subs = SubValues::load(&game, ending, &load).unwrap();
    let positions = (values.index.size() * values.index.sides() as u64) as f64;
    println!("\n{name}: {positions} positions; bits a position of wdl and dtw");
    let tell = |what: &str, values: &Values, level: i32| {
        let bits = [Metric::Wdl, Metric::Dtw].map(|metric| {
            let table = NewTable { game: &game, index: &values.index, metric, codes: values };
            table.to_bytes_at(level).unwrap().1.len() as f64 * 8.0 / positions
        });
        println!("  {what:<42} {:.4}  {:.4}", bits[0], bits[1]);
    };
    tell("as they are (zstd 12)", values, 12);
    tell("zstd 3", values, 3);
    tell("zstd 19", values, 19);
    for order in orders(&values.index.order::<Jungle>()) {
        let index = Index::with_order(&game, ending, &order).unwrap();
        tell(&format!("order {order}"), &reordered(&game, values, index), 12);
    }
    for side in 0..values.sides.len() {
        let mut one = values.clone();
        one.sides
            .iter_mut()
            .enumerate()
            .filter(|(other, _)| *other != side)
            .for_each(|(_, codes)| codes.fill(Code::DRAW));
        tell(&format!("only the side to move {side}"), &one, 12);
    }
    tell("decided by a capture or den left out", &captures_left_out(&game, values, &subs), 12);
    tell("the same, zstd 19", &captures_left_out(&game, values, &subs), 19);
}

/// The order itself reversed, and rotated by one.
fn orders(order: &str) -> Vec<String> {
    let reversed: String = order.chars().rev().collect();
    let mut rotated: Vec<char> = order.chars().collect();
    rotated.rotate_left(1);
    vec![reversed, rotated.into_iter().collect()]
}

fn reordered(game: &Jungle, values: &Values, index: Index) -> Values {
    let side = |side| {
        let code = |number| match index.position(game, side, number) {
            Some(position) => values.get(game, &position).unwrap(),
            None => Code::IMPOSSIBLE,
        };
        (0..index.size()).into_par_iter().map(code).collect()
    };
    Values { sides: (0..index.sides()).map(side).collect(), index }
}

/// Leaves out what the best move that is not quiet decides. Such an entry takes the value
/// before it if that is not better than its own (a prober takes the better of the stored
/// value and the best capture), else keeps its own.
fn captures_left_out(game: &Jungle, values: &Values, subs: &SubValues) -> Values {
    let index = &values.index;
    let side = |side: usize| {
        let codes = &values.sides[side];
        let decided = |number: u64| {
            let Some(position) = index.position(game, side, number) else { return false };
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let loud = moves.into_iter().filter(|&mv| game.quiet(&position, mv).is_none());
            let best = loud
                .map(|mv| match game.play(&position, mv) {
                    Outcome::Ended(end) => Value::of_end(end, !position.turn()),
                    Outcome::GoesOn(next) => subs.get(game, &next).unwrap().value().unwrap(),
                })
                .map(Value::one_ply_before)
                .max_by(|a, b| a.preference(*b));
            best == codes[number as usize].value()
        };
        let decided: Vec<bool> = (0..index.size()).into_par_iter().map(decided).collect();
        let mut last = Code::DRAW;
        let fill = |(&code, decided): (&Code, bool)| {
            let worse = |last: Code| match (last.value(), code.value()) {
                (Some(last), Some(own)) => last.preference(own).is_le(),
                _ => false,
            };
            if code == Code::IMPOSSIBLE || (decided && worse(last)) {
                return Code::IMPOSSIBLE;
            }
            last = code;
            code
        };
        codes.iter().zip(decided).map(fill).collect()
    };
    Values { sides: (0..index.sides()).map(side).collect(), index: index.clone() }
}
