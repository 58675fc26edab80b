//! Play without end, judged: a side that checks on every move for ever, while the other
//! does not, loses.
//!
//! # The game
//!
//! What mates and stalemates decide is decided first. In what is left, one side, the
//! *hunter*, tries to win by the rule: to bring about play without end in which the other
//! side, the *runner*, checks on every move from some point on, and the hunter does not.
//! Each node is a position; it matters how often each of these comes up:
//!
//! * 3: the hunter is to move and not in check: the runner has made a move that was no check;
//! * 2: the runner is to move and not in check: the hunter has made a move that was no check;
//! * 1: the side to move is in check.
//!
//! The hunter wins play without end exactly if 3 comes up a finite number of times and 2
//! without end: the greatest number that comes up without end is even. That is a parity game
//! of three priorities, and who wins it from where is the nested fixpoint (Emerson and Jutla
//! 1991; Walukiewicz 2001)
//!
//! ```text
//! least X. greatest Y. least Z.  3 and pre(X)  or  2 and pre(Y)  or  1 and pre(Z)
//! ```
//!
//! where `pre(S)` holds for a node of the hunter that has a move into `S`, or a move out of
//! the graph that wins by the rule, and for a node of the runner of which every move leads
//! into `S`. Exact for any graph: there is no depth to search to.
//!
//! A second kind of forbidden repetition is another way to number the nodes; where it
//! speaks of moves and not of positions (a chase does: "this move attacks an unprotected
//! piece anew") the nodes are moves, and nothing else changes.

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The side that tries to win by the rule.
    Hunter,
    /// The side that checks.
    Runner,
}

/// What the moves that leave the graph are worth to the side to move, at best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// There are none, or they lose.
    None,
    /// A draw.
    Draw,
    /// They win.
    Win,
}

/// A position that mates and stalemates do not decide.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Who is to move.
    pub role: Role,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// What moves out of the graph are worth.
    pub exit: Exit,
}

/// Positions and the moves between them. Moves to positions that are lost for the side
/// that makes them are left out: they change nothing.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Vec<Node>,
    /// Where the moves of each node begin.
    starts: Vec<usize>,
    targets: Vec<u32>,
}

impl Graph {
    /// A graph of nodes and of moves from one node to another, in any order.
    #[must_use]
    pub fn new(nodes: Vec<Node>, moves: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0; nodes.len() + 1];
        for (from, _) in moves.clone() {
            starts[from as usize + 1] += 1;
        }
        for node in 0..nodes.len() {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; starts[nodes.len()]];
        for (from, to) in moves {
            targets[next[from as usize]] = to;
            next[from as usize] += 1;
        }
        Self { nodes, starts, targets }
    }

    /// The nodes.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes that the moves of a node lead to.
    #[must_use]
    pub fn moves(&self, node: usize) -> &[u32] {
        &self.targets[self.starts[node]..self.starts[node + 1]]
    }

    /// For each node, whether the hunter wins by the rule from there.
    #[must_use]
    pub fn hunted(&self) -> Vec<bool> {
        let all = self.nodes.len();
        let mut x = vec![false; all];
        loop {
            let mut y = vec![true; all];
            loop {
                let mut z = vec![false; all];
                while self.grow(&x, &y, &mut z) {}
                if z == y {
                    break;
                }
                y = z;
            }
            if y == x {
                return x;
            }
            x = y;
        }
    }

    /// Adds to `z` what one move brings into it; gives whether there was anything.
    fn grow(&self, x: &[bool], y: &[bool], z: &mut [bool]) -> bool {
        let mut grown = false;
        // Against the order of most moves, which spares passes and changes nothing.
        for number in (0..self.nodes.len()).rev() {
            if z[number] {
                continue;
            }
            let node = self.nodes[number];
            let into = match (node.in_check, node.role) {
                (false, Role::Hunter) => x,
                (false, Role::Runner) => y,
                (true, _) => &*z,
            };
            let mut moves = self.moves(number).iter().map(|&to| into[to as usize]);
            let found = match node.role {
                Role::Hunter => node.exit == Exit::Win || moves.any(|inside| inside),
                Role::Runner => node.exit == Exit::None && moves.all(|inside| inside),
            };
            z[number] |= found;
            grown |= found;
        }
        grown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(nodes: &[(Role, bool, Exit)], moves: &[(u32, u32)]) -> Graph {
        let node = |&(role, in_check, exit)| Node { role, in_check, exit };
        Graph::new(nodes.iter().map(node).collect(), moves.iter().copied())
    }

    use Exit::{Draw, None, Win};
    use Role::{Hunter, Runner};

    #[test]
    fn who_alone_checks_for_ever_loses() {
        let cycle = [(0, 1), (1, 0)];
        let hunted = |hunter_in_check, runner_in_check, exit| {
            let nodes = [(Hunter, hunter_in_check, None), (Runner, runner_in_check, exit)];
            graph(&nodes, &cycle).hunted()
        };
        assert_eq!(hunted(true, false, None), [true, true]);
        // Both check, neither does, or only the hunter: no win for the hunter.
        assert_eq!(hunted(true, true, None), [false, false]);
        assert_eq!(hunted(false, false, None), [false, false]);
        assert_eq!(hunted(false, true, None), [false, false]);
        // A way out for the runner.
        assert_eq!(hunted(true, false, Draw), [false, false]);
    }

    /// The runner may check for a while: what counts is what comes up without end.
    #[test]
    fn only_what_comes_up_without_end_counts() {
        // 0 <-> 1 is the cycle of checks; 2 and 3 lead to it by quiet moves.
        let nodes = [
            (Hunter, true, None),
            (Runner, false, None),
            (Hunter, false, None),
            (Runner, false, None),
        ];
        let moves = [(0, 1), (1, 0), (3, 2), (2, 1)];
        assert_eq!(graph(&nodes, &moves).hunted(), [true; 4]);
        // With a quiet move back to 2 the runner holds.
        let with_quiet = [&moves[..], &[(1, 2)]].concat();
        assert_eq!(graph(&nodes, &with_quiet).hunted(), [false; 4]);
    }

    #[test]
    fn a_win_out_of_the_graph_counts_from_anywhere() {
        let nodes = [(Hunter, false, Win), (Runner, false, None), (Runner, false, Draw)];
        assert_eq!(graph(&nodes, &[(1, 0), (2, 0)]).hunted(), [true, true, false]);
    }
}
