//! Perpetual check by another algorithm: the whole game of an ending, mates and all, as a
//! parity game on the full board, without index, mirror or distances, solved by Zielonka's
//! recursion (Zielonka 1998; McNaughton 1993). Every position's result is compared.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashMap;

use coda_formats::{Ending, Metric, Wdl};
use coda_games::points::Position;
use coda_games::xiangqi::Xiangqi;
use coda_games::{Color, Game, Outcome, Piece, Place};
use coda_probe::Tables;
use coda_tests::run_line;

/// A parity game: the hunter wins where the greatest priority that comes up without end is
/// even.
struct Arena {
    /// Whether the hunter moves.
    hunts: Vec<bool>,
    priority: Vec<u8>,
    starts: Vec<usize>,
    moves: Vec<u32>,
    back_starts: Vec<usize>,
    back: Vec<u32>,
}

/// The two nodes at which play has ended: won by the hunter, and not.
const WON: u32 = 0;
const NOT_WON: u32 = 1;

impl Arena {
    fn new(nodes: Vec<(bool, u8, Vec<u32>)>) -> Self {
        let count = nodes.len();
        let mut arena = Self {
            hunts: Vec::new(),
            priority: Vec::new(),
            starts: vec![0],
            moves: Vec::new(),
            back_starts: vec![0; count + 1],
            back: Vec::new(),
        };
        for (hunts, priority, moves) in nodes {
            arena.hunts.push(hunts);
            arena.priority.push(priority);
            moves.iter().for_each(|&to| arena.back_starts[to as usize + 1] += 1);
            arena.moves.extend(moves);
            arena.starts.push(arena.moves.len());
        }
        for node in 0..count {
            arena.back_starts[node + 1] += arena.back_starts[node];
        }
        let mut next = arena.back_starts.clone();
        arena.back = vec![0; arena.moves.len()];
        for from in 0..count {
            for at in arena.starts[from]..arena.starts[from + 1] {
                let to = arena.moves[at] as usize;
                arena.back[next[to]] = from as u32;
                next[to] += 1;
            }
        }
        arena
    }

    fn moves(&self, node: u32) -> &[u32] {
        &self.moves[self.starts[node as usize]..self.starts[node as usize + 1]]
    }

    /// The nodes inside from which a player can force play into some nodes.
    fn attract(&self, inside: &[bool], player: bool, targets: Vec<u32>) -> Vec<u32> {
        let mut taken = vec![false; inside.len()];
        let mut left: HashMap<u32, usize> = HashMap::new();
        targets.iter().for_each(|&node| taken[node as usize] = true);
        let mut found = targets;
        let mut next = 0;
        while next < found.len() {
            let node = found[next] as usize;
            next += 1;
            for &from in &self.back[self.back_starts[node]..self.back_starts[node + 1]] {
                let at = from as usize;
                if !inside[at] || taken[at] {
                    continue;
                }
                let forced = self.hunts[at] == player || {
                    let ways =
                        || self.moves(from).iter().filter(|&&to| inside[to as usize]).count();
                    let left = left.entry(from).or_insert_with(ways);
                    *left -= 1;
                    *left == 0
                };
                if forced {
                    taken[at] = true;
                    found.push(from);
                }
            }
        }
        found
    }

    /// The nodes inside from which the hunter wins.
    fn solve(&self, inside: &[bool]) -> Vec<bool> {
        let mut inside = inside.to_vec();
        let mut won = vec![false; inside.len()];
        loop {
            let nodes = || (0..inside.len()).filter(|&node| inside[node]);
            let Some(top) = nodes().map(|node| self.priority[node]).max() else { return won };
            let player = top % 2 == 0;
            let topmost = nodes().filter(|&node| self.priority[node] == top);
            let topmost = topmost.map(|node| node as u32).collect();
            let mut rest = inside.clone();
            for node in self.attract(&inside, player, topmost) {
                rest[node as usize] = false;
            }
            let rest_won = self.solve(&rest);
            let others = (0..rest.len()).filter(|&node| rest[node] && rest_won[node] != player);
            let others: Vec<u32> = others.map(|node| node as u32).collect();
            if others.is_empty() {
                nodes().for_each(|node| won[node] = player);
                return won;
            }
            for node in self.attract(&inside, !player, others) {
                inside[node as usize] = false;
                won[node as usize] = !player;
            }
        }
    }
}

/// Every position of an ending on the full board.
fn positions(game: &Xiangqi, ending: Ending) -> Vec<Position> {
    let mut placed: Vec<Vec<(Piece, Place)>> = vec![Vec::new()];
    for piece in ending.pieces() {
        let places = game.places(piece);
        let more = |set: &Vec<(Piece, Place)>| {
            let set = set.clone();
            places.iter().map(move |&place| [set.clone(), vec![(piece, place)]].concat())
        };
        placed = placed.iter().flat_map(more).collect();
    }
    let both = Color::BOTH.into_iter();
    let all = both.flat_map(|turn| placed.iter().map(move |set| (set.clone(), turn)));
    all.filter_map(|(set, turn)| game.assemble(set, turn)).collect()
}

/// Compares the tables of an ending with the parity games of both hunters; gives how many
/// results rest on the rule.
fn compare(tables: &Tables<Xiangqi>, ending: &str) -> u64 {
    let game = tables.game();
    let ending = Ending::parse(game, ending).unwrap();
    let positions = positions(game, ending);
    let numbers: HashMap<&Position, u32> = positions.iter().zip(2..).collect();
    for hunter in Color::BOTH {
        let mut nodes = vec![(true, 2, vec![WON]), (true, 1, vec![NOT_WON])];
        for position in &positions {
            let mover = game.turn(position);
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let mut targets: Vec<_> = moves
                .into_iter()
                .map(|mv| {
                    let Outcome::GoesOn(next) = game.play(position, mv) else { panic!() };
                    numbers.get(&next).copied().unwrap_or_else(|| {
                        let value = tables.value(&next, Metric::Wdl).unwrap();
                        let wins = if game.turn(&next) == hunter { Wdl::Win } else { Wdl::Loss };
                        if value.wdl == wins { WON } else { NOT_WON }
                    })
                })
                .collect();
            if targets.is_empty() {
                targets.push(if mover == hunter { NOT_WON } else { WON });
            }
            let priority = match (game.in_check(position), mover == hunter) {
                (true, _) => 1,
                (false, true) => 3,
                (false, false) => 2,
            };
            nodes.push((mover == hunter, priority, targets));
        }
        let arena = Arena::new(nodes);
        let won = arena.solve(&vec![true; positions.len() + 2]);
        for (position, &won) in positions.iter().zip(&won[2..]) {
            let wins = if game.turn(position) == hunter { Wdl::Win } else { Wdl::Loss };
            let stored = tables.value(position, Metric::Dtw).unwrap();
            assert_eq!(won, stored.wdl == wins, "{}: {stored:?}", game.text(position));
        }
    }
    let by_rule = |position: &&Position| tables.value(position, Metric::Dtw).unwrap().by_rule;
    positions.iter().filter(by_rule).count() as u64
}

#[test]
fn whole_tables_agree_with_zielonkas_algorithm() {
    let folder = tempfile::tempdir().unwrap();
    let names = [("KRvKN", 3194), ("KPvKP", 0)];
    let endings: String = names.iter().map(|(name, _)| format!(" --ending {name}")).collect();
    let path = folder.path().display();
    run_line(&format!("coda-gen build --game xiangqi --tables {path}{endings}")).ok();
    let game = Xiangqi::with_rules("standard").unwrap();
    let tables = Tables::open(game, folder.path()).unwrap();
    for (name, by_rule) in names {
        assert_eq!(compare(&tables, name), by_rule, "{name}");
    }
}
