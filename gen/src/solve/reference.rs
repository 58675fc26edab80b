//! The reference solver: short, plain, for any game.
//!
//! The positions of an ending are the nodes of a graph, the moves that stay in the
//! ending its edges. One pass over the positions generates every move by the rules:
//!
//! * a move that ends the game, or leads to a smaller ending, is worth what is
//!   known of it, at once;
//! * a move that stays is an edge.
//!
//! Then values spread backwards along the edges, depth by depth (retrograde
//! analysis; Ströhlein 1970, Thompson 1986). At depth `d`:
//!
//! * a position is *won in d* if a move leads to a position lost in `d - 1`, and it
//!   is not won sooner;
//! * a position is *lost in d* if every move leads to a position won in `d - 1` or
//!   sooner: a counter of the moves not yet known to lose reaches zero at depth `d`.
//!
//! Values of smaller endings enter at their own depth. What is left is drawn, but for what
//! a rule against repetition decides ([`repetition`]).
//!
//! The counter counts edges, and one more for all the losing moves out of the
//! ending together, which is taken off at the depth of the longest of them; any move
//! out of the ending that does not lose keeps it above zero for good.

use coda_formats::{Code, Ending, Index, Metric, Value, Wdl};
use coda_games::{Color, Game, Outcome};
use rayon::prelude::*;

use crate::repetition::{self, Exit, Graph, Role};
use crate::{GenError, SubValues, Values};

/// The most nodes there can be: they are numbered in 32 bits.
pub const MAX_NODES: u64 = u32::MAX as u64;

/// Positions that one task expands.
const CHUNK: u64 = 1 << 12;

/// The memory that solving takes, in bytes; `subs` are the numbers of positions of the
/// smaller endings.
#[must_use]
pub fn memory<G: Game>(game: &G, index: &Index, subs: &[u64]) -> u64 {
    // A piece has as many moves as on an empty board, less a few; half of the numbers
    // have either side to move.
    let mobility = index.pieces().into_iter().map(|piece| {
        let places = game.places(piece);
        let mut moves = Vec::new();
        for &place in &places {
            if let Some(alone) = game.assemble([(piece, place)], piece.color) {
                game.moves(&alone, &mut moves);
            }
        }
        moves.len() as f64 / places.len().max(1) as f64
    });
    let edges = mobility.sum::<f64>() / 2.0;
    // Every edge is held twice for a while, forwards and backwards. A node has its
    // `Node`, code, counter, two offsets, and a place in a front.
    let node = size_of::<Node>() as f64 + 2.0 + 2.0 + 4.0 + 4.0 + 4.0;
    let nodes = (index.size() * index.sides() as u64) as f64;
    (nodes * (node + 8.0 * edges)) as u64 + 2 * subs.iter().sum::<u64>()
}

/// Solves an ending for distance to win ([`Metric::Dtw`]) or to conversion.
///
/// # Errors
/// [`GenError`] if a smaller ending is missing or this one is too large.
pub fn solve<G: Game>(
    game: &G,
    ending: Ending,
    metric: Metric,
    subs: &SubValues,
) -> Result<Values, GenError> {
    let index = Index::new(game, ending)?;
    let too_large = || GenError::TooLarge { ending: ending.name::<G>(), most: MAX_NODES };
    let nodes = index.size().checked_mul(index.sides() as u64).ok_or_else(too_large)?;
    if nodes >= MAX_NODES {
        return Err(too_large());
    }
    let judged = game.perpetual_check_loses();
    let holder = game.wins_without_end(ending.white, ending.black);
    let expander = Expander { game, index: &index, metric, subs, holder };
    let starts: Vec<u64> = (0..nodes).step_by(CHUNK as usize).collect();
    let parts = starts
        .into_par_iter()
        .map(|start| expander.expand(start..u64::min(start + CHUNK, nodes)))
        .collect::<Result<Vec<_>, GenError>>()?;
    let out: Vec<_> = match judged {
        true => parts.iter().flat_map(|part| &part.nodes).map(Node::rule_node).collect(),
        false => Vec::new(),
    };
    let mut spread = Spread::new(nodes as usize, parts).ok_or_else(too_large)?;
    spread.run().ok_or_else(|| GenError::TooDeep { ending: ending.name::<G>() })?;
    if judged {
        // Whoever wins play without end has no use for the rule.
        let hunters = Color::BOTH.into_iter().take(index.sides());
        let hunters: Vec<_> = hunters.filter(|&color| Some(color) != holder).collect();
        spread.judge(&out, &hunters, index.sides(), index.size() as usize);
    }
    let size = index.size() as usize;
    let undecided = |node: usize| Value::without_end(holder, Color::BOTH[node / size]);
    let codes = spread.finish(undecided);
    let sides = codes.chunks(index.size() as usize).map(<[Code]>::to_vec).collect();
    Ok(Values { index, sides })
}

/// Generates the moves of positions.
struct Expander<'a, G> {
    game: &'a G,
    index: &'a Index,
    metric: Metric,
    subs: &'a SubValues,
    /// Who wins play without end.
    holder: Option<Color>,
}

/// What the moves of a run of nodes lead to.
#[derive(Default)]
struct Part {
    nodes: Vec<Node>,
    /// The edges of all nodes, one after another.
    edges: Vec<u32>,
}

/// What the moves of a position that leave the ending are worth.
#[derive(Clone, Copy)]
struct Node {
    /// No position has this number.
    impossible: bool,
    /// How many moves stay in the ending.
    edges: u16,
    /// Some move out of the ending does not lose, or the position is an end that
    /// does not lose: never lost.
    safe: bool,
    /// Some move out of the ending loses without a distance: not lost at any depth.
    loses_without_end: bool,
    /// Some move out of the ending wins by a rule.
    wins_by_rule: bool,
    /// The side to move is in check.
    in_check: bool,
    /// The depth at which a move out of the ending wins; [`NEVER`] if none does.
    wins_at: u16,
    /// The depth at which all moves out of the ending are known to lose; [`NEVER`]
    /// if there are none.
    lost_at: u16,
}

const NEVER: u16 = u16::MAX;

impl Node {
    const IMPOSSIBLE: Self = Self {
        impossible: true,
        edges: 0,
        safe: false,
        loses_without_end: false,
        wins_by_rule: false,
        in_check: false,
        wins_at: NEVER,
        lost_at: NEVER,
    };

    /// What a rule against repetition asks of the position.
    fn rule_node(&self) -> (bool, Exit) {
        let exit = match (self.wins_by_rule, self.safe) {
            (true, _) => Exit::Win,
            (false, true) => Exit::Draw,
            (false, false) => Exit::None,
        };
        (self.in_check, exit)
    }
}

impl<G: Game> Expander<'_, G> {
    fn expand(&self, nodes: std::ops::Range<u64>) -> Result<Part, GenError> {
        let mut part = Part::default();
        let mut moves = Vec::new();
        for node in nodes {
            let (side, number) = (node / self.index.size(), node % self.index.size());
            let mut found = Node::IMPOSSIBLE;
            if let Some(position) = self.index.position(self.game, side as usize, number) {
                found.impossible = false;
                self.expand_position(&position, &mut moves, &mut found, &mut part.edges)?;
            }
            part.nodes.push(found);
        }
        Ok(part)
    }

    fn expand_position(
        &self,
        position: &G::Position,
        moves: &mut Vec<G::Move>,
        node: &mut Node,
        edges: &mut Vec<u32>,
    ) -> Result<(), GenError> {
        let game = self.game;
        let mover = game.turn(position);
        node.in_check = game.in_check(position);
        moves.clear();
        game.moves(position, moves);
        if moves.is_empty() {
            // An end in 0: lost now, or never.
            match Value::of_end(game.adjudicate_no_moves(position), mover).wdl {
                Wdl::Loss => node.lost_at = 0,
                _ => node.safe = true,
            }
            return Ok(());
        }
        for &mv in moves.iter() {
            let (wdl, depth, by_rule) = match game.play(position, mv) {
                Outcome::Ended(end) => (Value::of_end(end, mover).wdl, Some(1), false),
                Outcome::GoesOn(next) => {
                    let capture = game.is_capture(position, mv);
                    if let Some(slot) = self.index.locate(game, &next) {
                        if capture && self.metric == Metric::Dtc {
                            let ending = self.index.ending().name::<G>();
                            return Err(GenError::CaptureInside { ending });
                        }
                        let node_of = slot.side as u64 * self.index.size() + slot.index;
                        edges.push(node_of as u32);
                        node.edges += 1;
                        continue;
                    }
                    let value = self.sub_value(&next)?;
                    let forces = Ending::of(game, &next);
                    let after = game.wins_without_end(forces.white, forces.black);
                    let value = value.carried(self.metric, [self.holder, after], !mover);
                    let value = value.one_ply_before();
                    (value.wdl, value.plies, value.by_rule)
                }
            };
            match (wdl, depth) {
                (Wdl::Draw, _) => node.safe = true,
                (Wdl::Win, Some(depth)) => {
                    node.safe = true;
                    node.wins_at = node.wins_at.min(depth);
                }
                (Wdl::Win, None) => {
                    node.safe = true;
                    node.wins_by_rule |= by_rule;
                }
                (Wdl::Loss, Some(depth)) if node.lost_at == NEVER => node.lost_at = depth,
                (Wdl::Loss, Some(depth)) => node.lost_at = node.lost_at.max(depth),
                (Wdl::Loss, None) => node.loses_without_end = true,
            }
        }
        Ok(())
    }

    fn sub_value(&self, position: &G::Position) -> Result<Value, GenError> {
        self.subs.get(self.game, position).and_then(Code::value).ok_or_else(|| {
            GenError::MissingSub {
                ending: self.index.ending().name::<G>(),
                sub: Ending::of(self.game, position).canonical(self.game).name::<G>(),
            }
        })
    }
}

/// The code of a position whose value is not known yet. No value has it.
const UNKNOWN: Code = Code(3);

/// Spreads values backwards, depth by depth.
struct Spread {
    codes: Vec<Code>,
    /// For each node, what still keeps it from being lost.
    counters: Vec<u16>,
    /// Where the predecessors of each node begin.
    starts: Vec<u32>,
    predecessors: Vec<u32>,
    /// For each depth, the nodes that a move out of the ending wins at it, and
    /// those whose moves out of it are known to lose at it.
    schedule: Vec<Due>,
}

#[derive(Default)]
struct Due {
    wins: Vec<u32>,
    losses: Vec<u32>,
}

impl Spread {
    /// `None` if there are more edges than can be numbered.
    fn new(nodes: usize, parts: Vec<Part>) -> Option<Self> {
        let mut codes = Vec::with_capacity(nodes);
        let mut counters = Vec::with_capacity(nodes);
        let mut schedule: Vec<Due> = Vec::new();
        let mut due = |depth: u16, list: fn(&mut Due) -> &mut Vec<u32>, node: u32| {
            let depth = usize::from(depth);
            if schedule.len() <= depth {
                schedule.resize_with(depth + 1, Due::default);
            }
            list(&mut schedule[depth]).push(node);
        };
        // Counting sort of the edges by their target.
        let mut starts = vec![0_u32; nodes + 1];
        for node in parts.iter().flat_map(|part| &part.nodes) {
            let number = codes.len() as u32;
            codes.push(if node.impossible { Code::IMPOSSIBLE } else { UNKNOWN });
            let held = node.safe || node.loses_without_end;
            let leaves = u16::from(node.lost_at != NEVER || held);
            counters.push(node.edges.checked_add(leaves)?);
            if node.wins_at != NEVER {
                due(node.wins_at, |due| &mut due.wins, number);
            } else if node.lost_at != NEVER && !held {
                due(node.lost_at, |due| &mut due.losses, number);
            }
        }
        let edges: u64 = parts.iter().map(|part| part.edges.len() as u64).sum();
        u32::try_from(edges).ok()?;
        for &target in parts.iter().flat_map(|part| &part.edges) {
            starts[target as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut predecessors = vec![0_u32; edges as usize];
        let mut next = starts.clone();
        let mut number = 0_u32;
        for part in parts {
            let mut edges = part.edges.iter();
            for node in &part.nodes {
                for &target in edges.by_ref().take(usize::from(node.edges)) {
                    let place = &mut next[target as usize];
                    predecessors[*place as usize] = number;
                    *place += 1;
                }
                number += 1;
            }
        }
        Some(Self { codes, counters, starts, predecessors, schedule })
    }

    /// `None` if a distance is too long for a code.
    fn run(&mut self) -> Option<()> {
        // What became won and lost one ply before.
        let (mut won, mut lost) = (Vec::new(), Vec::new());
        let mut depth = 0_u16;
        while usize::from(depth) < self.schedule.len() || !won.is_empty() || !lost.is_empty() {
            if depth > Value::MAX_PLIES {
                return None;
            }
            let due = self.schedule.get_mut(usize::from(depth)).map(std::mem::take);
            let due = due.unwrap_or_default();
            let (mut now_won, mut now_lost) = (Vec::new(), Vec::new());
            let win = Code::from(Value::win(depth));
            let before = lost.iter().flat_map(|&node| self.before(node));
            let winners: Vec<u32> = before.chain(due.wins).collect();
            for node in winners {
                let code = &mut self.codes[node as usize];
                if *code == UNKNOWN {
                    *code = win;
                    now_won.push(node);
                }
            }
            let loss = Code::from(Value::loss(depth));
            let before = won.iter().flat_map(|&node| self.before(node));
            let losers: Vec<u32> = before.chain(due.losses).collect();
            for node in losers {
                let counter = &mut self.counters[node as usize];
                *counter -= 1;
                if *counter == 0 && self.codes[node as usize] == UNKNOWN {
                    self.codes[node as usize] = loss;
                    now_lost.push(node);
                }
            }
            (won, lost) = (now_won, now_lost);
            depth += 1;
        }
        Some(())
    }

    /// Finds what a rule against repetition decides of what is left. `out` says of each node
    /// whether the side to move is in check, and what its moves out of the ending are worth.
    fn judge(&mut self, out: &[(bool, Exit)], hunters: &[Color], sides: usize, size: usize) {
        // With equal sides a node stands for both sides to move, and so for both roles.
        let mut decided = Vec::new();
        for &hunter in hunters {
            let mut nodes = Vec::new();
            let mut of_role = [Role::Hunter, Role::Runner].map(|_| vec![u32::MAX; out.len()]);
            let mut node_of = Vec::new();
            for (node, &(in_check, exit)) in out.iter().enumerate() {
                if self.codes[node] != UNKNOWN {
                    continue;
                }
                let hunts = node / size == hunter.index();
                for (number, role) in [Role::Hunter, Role::Runner].into_iter().enumerate() {
                    if sides == 1 || (role == Role::Hunter) == hunts {
                        of_role[number][node] = nodes.len() as u32;
                        node_of.push((node, role));
                        nodes.push(repetition::Node { role, in_check, exit });
                    }
                }
            }
            let targets = node_of.iter().enumerate().flat_map(|(to, &(node, role))| {
                let from = &of_role[usize::from(role == Role::Hunter)];
                let before = self.before(node as u32).map(move |before| from[before as usize]);
                before.filter(|&from| from != u32::MAX).map(move |from| (from, to as u32))
            });
            let graph = Graph::new(nodes, targets);
            let hunted = graph.hunted().into_iter().zip(&node_of);
            decided.extend(hunted.filter(|(hunted, _)| *hunted).map(|(_, &node)| node));
        }
        for (node, role) in decided {
            let wdl = if role == Role::Hunter { Wdl::Win } else { Wdl::Loss };
            self.codes[node] = Code::from(Value::by_rule(wdl));
        }
    }

    /// What nothing decides has the value of play without end.
    fn finish(mut self, undecided: impl Fn(usize) -> Value) -> Vec<Code> {
        for (node, code) in self.codes.iter_mut().enumerate().filter(|(_, c)| **c == UNKNOWN) {
            *code = Code::from(undecided(node));
        }
        self.codes
    }

    /// The nodes that have an edge to this one, as often as they have.
    fn before(&self, node: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        let (start, end) = (self.starts[node as usize], self.starts[node as usize + 1]);
        self.predecessors[start as usize..end as usize].iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coda_games::jungle::Jungle;

    /// Wins, draws, losses and the deepest win and loss of a side, counted over the
    /// full board.
    fn totals<G: Game>(game: &G, values: &Values, side: usize) -> ([u64; 3], u16, u16) {
        let mut counts = [0; 3];
        let mut deepest = [0; 3];
        for (index, code) in (0..).zip(&values.sides[side]) {
            if let Some(value) = code.value() {
                let result = value.wdl as usize;
                counts[2 - result] += values.index.weight(game, index);
                deepest[2 - result] = u16::max(deepest[2 - result], value.plies.unwrap_or(0));
            }
        }
        (counts, deepest[0], deepest[2])
    }

    fn solve_with_subs(game: &Jungle, name: &str, metric: Metric) -> Values {
        let ending = Ending::parse(game, name).unwrap();
        let mut subs = SubValues::default();
        for sub in ending.sub_endings(game) {
            subs.insert(solve_with_subs(game, &sub.name::<Jungle>(), metric));
        }
        solve(game, ending, metric, &subs).unwrap()
    }

    /// Figures of an independent program.
    #[test]
    fn totals_are_the_published_ones() {
        let game = Jungle::with_rules("standard").unwrap();
        let values = solve_with_subs(&game, "EvR", Metric::Dtw);
        assert_eq!(totals(&game, &values, 0), ([1043, 101, 1796], 13, 34));
        assert_eq!(totals(&game, &values, 1).0, [2082, 104, 754]);
        let values = solve_with_subs(&game, "LvR", Metric::Dtw);
        assert_eq!(totals(&game, &values, 0).0, [2229, 177, 534]);
        assert_eq!(totals(&game, &values, 1).0, [849, 203, 1888]);
        let values = solve_with_subs(&game, "RvR", Metric::Dtw);
        let ([wins, draws, losses], deepest_win, _) = totals(&game, &values, 0);
        assert_eq!(([wins, draws, losses], deepest_win), ([1712, 742, 1206], 21));
        let values = solve_with_subs(&game, "LTvP", Metric::Dtw);
        assert_eq!(totals(&game, &values, 0).0, [95792, 0, 14752]);
        assert_eq!(totals(&game, &values, 1).0, [26712, 0, 83832]);
    }

    /// The same results, whatever is counted; a conversion is never further off
    /// than the end.
    #[test]
    fn metrics_agree_on_results() {
        let game = Jungle::with_rules("standard").unwrap();
        let dtw = solve_with_subs(&game, "ERvL", Metric::Dtw);
        let dtc = solve_with_subs(&game, "ERvL", Metric::Dtc);
        for (dtw, dtc) in dtw.sides.iter().flatten().zip(dtc.sides.iter().flatten()) {
            assert_eq!(dtw.without_distance(), dtc.without_distance());
            if let (Some(dtw), Some(dtc)) = (dtw.value(), dtc.value()) {
                assert!(dtc.plies <= dtw.plies);
            }
        }
    }

    #[test]
    fn a_missing_smaller_ending_is_named() {
        let game = Jungle::with_rules("standard").unwrap();
        let ending = Ending::parse(&game, "ERvL").unwrap();
        let error = solve(&game, ending, Metric::Dtw, &SubValues::default()).unwrap_err();
        let message = error.to_string();
        assert!(message.contains("ERvL cannot be solved without"), "{message}");
    }
}
