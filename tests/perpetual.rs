//! Play without end by another algorithm: the whole game of an ending, mates and all, as a
//! parity game on the full board, without index, mirror or distances, solved by Zielonka's
//! recursion (Zielonka 1998; McNaughton 1993). Every position's result is compared.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashMap;

use coda_formats::{Ending, Metric, Wdl};
use coda_games::janggi::Janggi;
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
fn positions<G: Game>(game: &G, ending: Ending) -> Vec<G::Position> {
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
fn compare<G: Game>(tables: &Tables<G>, ending: &str) -> u64 {
    let game = tables.game();
    let ending = Ending::parse(game, ending).unwrap();
    let positions = positions(game, ending);
    let numbers: HashMap<&G::Position, u32> = positions.iter().zip(2..).collect();
    // Whoever wins play without end is no hunter: where the other does not win, that side does.
    let holder = game.wins_without_end(ending.white, ending.black);
    for hunter in Color::BOTH.into_iter().filter(|&color| Some(color) != holder) {
        let mut nodes = vec![(true, 2, vec![WON]), (true, 1, vec![NOT_WON])];
        for position in &positions {
            let mover = game.turn(position);
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let mut targets: Vec<_> = moves
                .into_iter()
                .map(|mv| {
                    let next = match game.play(position, mv) {
                        Outcome::Ended(end) if end.winner == Some(hunter) => return WON,
                        Outcome::Ended(_) => return NOT_WON,
                        Outcome::GoesOn(next) => next,
                    };
                    numbers.get(&next).copied().unwrap_or_else(|| {
                        let value = tables.probe(&next, Metric::Wdl).unwrap();
                        let wins = if game.turn(&next) == hunter { Wdl::Win } else { Wdl::Loss };
                        if value.wdl == wins { WON } else { NOT_WON }
                    })
                })
                .collect();
            if targets.is_empty() {
                targets.push(if mover == hunter { NOT_WON } else { WON });
            }
            let judged = game.perpetual_check_loses() && !game.in_check(position);
            let priority = match (judged, mover == hunter) {
                (false, _) => 1,
                (true, true) => 3,
                (true, false) => 2,
            };
            nodes.push((mover == hunter, priority, targets));
        }
        let arena = Arena::new(nodes);
        let won = arena.solve(&vec![true; positions.len() + 2]);
        for (position, &won) in positions.iter().zip(&won[2..]) {
            let wins = if game.turn(position) == hunter { Wdl::Win } else { Wdl::Loss };
            let stored = tables.probe(position, Metric::Dtw).unwrap();
            assert_eq!(won, stored.wdl == wins, "{}: {stored:?}", game.text(position));
            assert!(holder.is_none() || stored.wdl != Wdl::Draw, "{}", game.text(position));
        }
    }
    let by_rule = |position: &&G::Position| tables.probe(position, Metric::Dtw).unwrap().by_rule;
    positions.iter().filter(by_rule).count() as u64
}

/// Builds endings and compares each; the number beside its name is how many results rest on the
/// rule.
fn build_and_compare<G: Game>(rules: &str, names: &[(&str, u64)]) {
    let folder = tempfile::tempdir().unwrap();
    let endings: String = names.iter().map(|(name, _)| format!(" --ending {name}")).collect();
    let (game, path) = (G::NAME, folder.path().display());
    let options = format!("--game {game} --rules {rules} --tables {path}{endings}");
    run_line(&format!("coda-gen build {options}")).ok();
    let tables = Tables::open(G::with_rules(rules).unwrap(), folder.path()).unwrap();
    for (name, by_rule) in names {
        assert_eq!(compare(&tables, name), *by_rule, "{name}");
    }
}

#[test]
fn whole_tables_of_xiangqi_agree_with_zielonkas_algorithm() {
    build_and_compare::<Xiangqi>("standard", &[("KRvKN", 3194), ("KPvKP", 0)]);
}

#[test]
fn whole_tables_of_janggi_agree_with_zielonkas_algorithm() {
    let small = [("KCvKA", 0), ("KPvKA", 0), ("KAvKN", 0), ("KRvKA", 0)];
    build_and_compare::<Janggi>("question=points", &small);
    build_and_compare::<Janggi>("question=points,bikjang=none", &small[1..]);
    build_and_compare::<Janggi>("question=mate", &[("KNvKA", 0), ("KRvKA", 0)]);
}
