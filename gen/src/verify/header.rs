//! What a header says of its values, held against them.

use coda_formats::{Code, Header, Value, Wdl};
use coda_games::Game;

use super::Fault;
use crate::Values;

/// Counts and deepest distances of a table, by side.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    sides: [SideTally; 2],
}

#[derive(Clone, Copy, Debug, Default)]
struct SideTally {
    /// Losses, draws, wins, on the full board.
    counts: [u64; 3],
    /// The deepest loss and win, by the same places.
    deepest: [Option<u16>; 3],
    by_rule: u64,
}

impl Tally {
    #[inline]
    pub(super) fn count(&mut self, side: usize, code: Code, weight: u64) {
        if let Some(value) = code.value() {
            let side = &mut self.sides[side];
            side.counts[value.wdl as usize] += weight;
            side.by_rule += if value.by_rule { weight } else { 0 };
            let deepest = &mut side.deepest[value.wdl as usize];
            *deepest = Option::max(*deepest, value.plies);
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (side, other) in self.sides.iter_mut().zip(&other.sides) {
            side.by_rule += other.by_rule;
            for result in 0..3 {
                side.counts[result] += other.counts[result];
                side.deepest[result] = Option::max(side.deepest[result], other.deepest[result]);
            }
        }
    }

    /// Where the header says something else.
    pub(super) fn faults<G: Game>(&self, game: &G, header: &Header, values: &Values) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut same = |what, stored: String, right: String| {
            if stored != right {
                faults.push(Fault::Header { what, stored, right });
            }
        };
        for (found, tally) in header.sides.iter().zip(&self.sides) {
            let by_rule = found.counts.by_rule;
            same("results by rule", by_rule.to_string(), tally.by_rule.to_string());
            for (what, stored, wdl) in [
                ("wins", found.counts.wins, Wdl::Win),
                ("draws", found.counts.draws, Wdl::Draw),
                ("losses", found.counts.losses, Wdl::Loss),
            ] {
                same(what, stored.to_string(), tally.counts[wdl as usize].to_string());
            }
            for (wdl, what, stored) in [
                (Wdl::Win, "deepest win", &found.deepest_win),
                (Wdl::Loss, "deepest loss", &found.deepest_loss),
            ] {
                let plies = stored.as_ref().map(|deepest| deepest.plies);
                same(what, format!("{plies:?}"), format!("{:?}", tally.deepest[wdl as usize]));
                let Some(example) = stored.as_ref().map(|deepest| &deepest.example) else {
                    continue;
                };
                let position = game.parse(example).ok();
                let code = position.and_then(|position| values.get(game, &position));
                let right = Some(Code::from(Value { wdl, plies, by_rule: false }));
                same("example of the deepest", format!("{code:?}"), format!("{right:?}"));
            }
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SubValues;
    use crate::solve::reference;
    use coda_formats::{Ending, Metric, NewTable};
    use coda_games::jungle::Jungle;

    #[test]
    fn each_statement_of_a_header_is_held_against_the_values() {
        let game = Jungle::with_rules("standard").unwrap();
        let ending = Ending::parse(&game, "EvR").unwrap();
        let subs = SubValues::default();
        let values = reference::solve(&game, ending, Metric::Dtw, &subs).unwrap();
        let mut tally = Tally::default();
        for (side, codes) in values.sides.iter().enumerate() {
            for (number, &code) in (0..).zip(codes) {
                tally.count(side, code, values.index.weight(&game, number));
            }
        }
        let (index, metric) = (&values.index, Metric::Dtw);
        let table = NewTable { game: &game, index, metric, codes: &values };
        let header = table.to_bytes().unwrap().0;
        assert_eq!(tally.faults(&game, &header, &values), []);
        type Change = fn(&mut Header);
        let changes: [(&str, Change); 8] = [
            ("results by rule", |header| header.sides[1].counts.by_rule += 2),
            ("wins", |header| header.sides[0].counts.wins += 1),
            ("draws", |header| header.sides[1].counts.draws -= 1),
            ("losses", |header| header.sides[1].counts.losses += 1),
            ("deepest win", |header| header.sides[1].deepest_win = None),
            ("deepest loss", |header| {
                header.sides[0].deepest_loss.iter_mut().for_each(|deepest| deepest.plies += 2);
            }),
            ("example of the deepest", |header| {
                let example = "7/7/3E3/7/7/7/7/5r1/7 w".to_owned();
                header.sides[0].deepest_win.iter_mut().for_each(|d| d.example.clone_from(&example));
            }),
            ("example of the deepest", |header| {
                header.sides[0].deepest_win.iter_mut().for_each(|d| d.example.clear());
            }),
        ];
        for (what, change) in changes {
            let mut changed = header.clone();
            change(&mut changed);
            let faults = tally.faults(&game, &changed, &values);
            let named =
                |fault: &Fault| matches!(fault, Fault::Header { what: w, .. } if *w == what);
            assert!(faults.iter().any(named), "{what}: {faults:?}");
        }
    }
}
