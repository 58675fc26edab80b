//! Wins under a limit on moves without a capture, against a plain search that
//! counts the moves.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashMap;

use coda_formats::{Ending, Index, Metric, Wdl};
use coda_games::jungle::{Jungle, Position};
use coda_games::{Color, Game, Outcome};
use coda_probe::{Survival, Tables};
use coda_tests::run_line;

/// Whether `winner` can force a win before `left` plies pass without a capture, by
/// looking at every line of play.
struct Plain<'a> {
    game: &'a Jungle,
    winner: Color,
    allowed: u16,
    known: HashMap<(Position, u16), bool>,
}

impl Plain<'_> {
    fn wins(&mut self, position: &Position, left: u16) -> bool {
        if let Some(&known) = self.known.get(&(position.clone(), left)) {
            return known;
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let ours = position.turn() == self.winner;
        let wins = if moves.is_empty() {
            self.game.adjudicate_no_moves(position).winner == Some(self.winner)
        } else if left == 0 {
            false
        } else {
            let mut after = moves.into_iter().map(|mv| match self.game.play(position, mv) {
                Outcome::Ended(end) => end.winner == Some(self.winner),
                Outcome::GoesOn(next) if self.game.is_capture(position, mv) => {
                    self.wins(&next, self.allowed)
                }
                Outcome::GoesOn(next) => self.wins(&next, left - 1),
            });
            if ours { after.any(|wins| wins) } else { after.all(|wins| wins) }
        };
        self.known.insert((position.clone(), left), wins);
        wins
    }
}

#[test]
fn limits_agree_with_a_plain_search() {
    let folder = tempfile::tempdir().unwrap();
    run_line(&format!(
        "coda-gen build --game jungle --ending ERvL --ending CRvT --metric dtc --tables {}",
        folder.path().display()
    ))
    .ok();
    let game = Jungle::with_rules("standard").unwrap();
    let tables = Tables::open(game.clone(), folder.path()).unwrap();
    let mut seen = [0; 2];
    for (name, step) in [("EvL", 1), ("RvT", 7), ("ERvL", 61), ("CRvT", 67)] {
        let index = Index::new(&game, Ending::parse(&game, name).unwrap()).unwrap();
        for limit in [1, 2, 4, 7] {
            let plain =
                |winner| Plain { game: &game, winner, allowed: 2 * limit, known: HashMap::new() };
            let mut plain = Color::BOTH.map(plain);
            for number in (0..index.size()).step_by(step) {
                for side in 0..2 {
                    let Some(position) = index.position(&game, side, number) else { continue };
                    let wdl = tables.probe(&position, Metric::Dtc).unwrap().wdl;
                    let winner = match wdl {
                        Wdl::Win => position.turn(),
                        Wdl::Loss => !position.turn(),
                        Wdl::Draw => continue,
                    };
                    let wins = plain[winner.index()].wins(&position, 2 * limit);
                    let expected = if wins { Survival::Survives } else { Survival::Drawn };
                    let found = tables.survives_limit(&position, limit).unwrap();
                    assert_eq!(found, Some(expected), "{position:?}, limit {limit}");
                    seen[usize::from(wins)] += 1;
                }
            }
        }
    }
    assert!(seen[0] > 1000 && seen[1] > 1000, "{seen:?}");
}
