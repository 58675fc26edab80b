//! The value of a position, and its code in memory and in files.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;

use coda_games::{Color, End};

use crate::Metric;

/// Win, draw or loss for the side to move. A loss is less than a draw, a draw
/// less than a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The side to move loses against best play.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

/// The same result for the other side.
impl Neg for Wdl {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl Wdl {
    /// The name in JSON and CSV: `win`, `draw`, `loss`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The value of a position for the side to move: the result and, where a metric
/// gives one, the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// Win, draw or loss.
    pub wdl: Wdl,
    /// The distance in plies, 0 to [`Value::MAX_PLIES`]. `None` for a draw, and
    /// for a win or loss of which only the result is known.
    pub plies: Option<u16>,
    /// The win or loss rests on a rule against repetition: it comes about by play without
    /// end, so that there is no distance.
    pub by_rule: bool,
}

impl Value {
    /// Neither side can force a win.
    pub const DRAW: Self = Self::result(Wdl::Draw);

    /// The largest distance a code can hold.
    pub const MAX_PLIES: u16 = (1 << 14) - 3;

    /// A result of which no more is known.
    #[must_use]
    pub const fn result(wdl: Wdl) -> Self {
        Self { wdl, plies: None, by_rule: false }
    }

    /// A win or loss that rests on a rule against repetition.
    #[must_use]
    pub const fn by_rule(wdl: Wdl) -> Self {
        Self { wdl, plies: None, by_rule: true }
    }

    /// A win in `plies`.
    #[must_use]
    pub const fn win(plies: u16) -> Self {
        Self { wdl: Wdl::Win, plies: Some(plies), by_rule: false }
    }

    /// A loss in `plies`.
    #[must_use]
    pub const fn loss(plies: u16) -> Self {
        Self { wdl: Wdl::Loss, plies: Some(plies), by_rule: false }
    }

    /// What an end is worth to a player, there and then: in 0.
    #[must_use]
    pub fn of_end(end: End, player: Color) -> Self {
        match end.winner {
            Some(winner) if winner == player => Self::win(0),
            Some(_) => Self::loss(0),
            None => Self::DRAW,
        }
    }

    /// The value of the position before the move that led here, were it the only
    /// move: the same result for the other side, one ply further off.
    ///
    /// ```
    /// use coda_formats::Value;
    /// assert_eq!(Value::loss(4).one_ply_before(), Value::win(5));
    /// assert_eq!(Value::DRAW.one_ply_before(), Value::DRAW);
    /// ```
    #[must_use]
    pub fn one_ply_before(self) -> Self {
        let plies = self.plies.map(|plies| plies.saturating_add(1));
        Self { wdl: -self.wdl, plies, ..self }
    }

    /// Who wins, if anybody does, when it is this side's turn.
    #[must_use]
    pub fn winner(self, turn: Color) -> Option<Color> {
        match self.wdl {
            Wdl::Win => Some(turn),
            Wdl::Draw => None,
            Wdl::Loss => Some(!turn),
        }
    }

    /// The value of play without end for the side to move, when that side or the other wins
    /// it, or neither.
    #[must_use]
    pub fn without_end(winner: Option<Color>, turn: Color) -> Self {
        match winner {
            None => Self::DRAW,
            Some(winner) if winner == turn => Self::result(Wdl::Win),
            Some(_) => Self::result(Wdl::Loss),
        }
    }

    /// What this value of the position after a capture counts as for the position before.
    /// `holders` are who wins play without end before the capture and after it; `turn` is
    /// the side to move after it.
    ///
    /// Under [`Metric::Dtc`] the capture is what distance counts to. Under [`Metric::Dtw`]
    /// distance goes on, but for a side that after the capture wins by holding, and did not
    /// before: the capture decides. A win by rule stays one, unless its winner holds.
    ///
    /// ```
    /// use coda_formats::{Metric, Value, Wdl};
    /// use coda_games::Color::{Black, White};
    /// let (lost, held) = (Value::loss(12), Value::result(Wdl::Loss));
    /// assert_eq!(lost.carried(Metric::Dtc, [None, None], White), Value::loss(0));
    /// assert_eq!(lost.carried(Metric::Dtw, [None, None], White), lost);
    /// assert_eq!(held.carried(Metric::Dtw, [Some(White), Some(Black)], White), Value::loss(0));
    /// assert_eq!(held.carried(Metric::Dtw, [Some(Black), Some(Black)], White), held);
    /// ```
    #[must_use]
    pub fn carried(self, metric: Metric, holders: [Option<Color>; 2], turn: Color) -> Self {
        let Some(winner) = self.winner(turn) else { return self };
        let [before, after] = holders.map(|holder| holder == Some(winner));
        if self.by_rule && !before {
            return self;
        }
        let plies = match metric {
            Metric::Wdl => None,
            Metric::Dtc => Some(0),
            Metric::Dtw if before => self.plies,
            Metric::Dtw if after => Some(0),
            Metric::Dtw => Some(self.plies.unwrap_or(0)),
        };
        Self { plies, by_rule: false, ..self }
    }

    /// Compares by what the side to move prefers: greater is better. Wins before
    /// draws before losses; the shorter win and the longer loss. A win without a
    /// distance is the least of wins and a loss without one the best of losses, for the
    /// winner has to keep it up for ever; one that rests on a rule even more so.
    #[must_use]
    pub fn preference(self, other: Self) -> Ordering {
        let far = |value: Self| (value.by_rule, value.plies.unwrap_or(u16::MAX));
        self.wdl.cmp(&other.wdl).then_with(|| match self.wdl {
            Wdl::Win => far(other).cmp(&far(self)),
            Wdl::Draw => Ordering::Equal,
            Wdl::Loss => far(self).cmp(&far(other)),
        })
    }
}

/// A value in sixteen bits: how solvers hold it and how files list it.
///
/// The low two bits are 0 for a draw, 1 for a win, 2 for a loss; the others hold
/// one more than the distance in plies, 0 where there is no distance, or all ones where
/// the result rests on a rule against repetition. The code of a draw is 0. Codes whose low bits are 3 are no values;
/// [`Code::IMPOSSIBLE`] is one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub u16);

impl Code {
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// Marks, in memory only, an index to which no position belongs.
    pub const IMPOSSIBLE: Self = Self(u16::MAX);

    /// What stands in place of a distance where there is a rule instead.
    const RULE: u16 = (1 << 14) - 1;

    /// The value of this code; `None` if it is not the code of a value.
    #[inline]
    #[must_use]
    pub const fn value(self) -> Option<Value> {
        let wdl = match (self.0 & 3, self.0 >> 2) {
            (0, 0) => return Some(Value::DRAW),
            (1, _) => Wdl::Win,
            (2, _) => Wdl::Loss,
            _ => return None,
        };
        Some(match self.0 >> 2 {
            Self::RULE => Value::by_rule(wdl),
            distance => Value { wdl, plies: distance.checked_sub(1), by_rule: false },
        })
    }

    /// The same result without its distance. One that rests on a rule still does.
    #[inline]
    #[must_use]
    pub const fn without_distance(self) -> Self {
        if self.0 >> 2 == Self::RULE { self } else { Self(self.0 & 3) }
    }
}

/// The code of a value. A distance beyond [`Value::MAX_PLIES`] is cut to it.
impl From<Value> for Code {
    #[inline]
    fn from(value: Value) -> Self {
        let result = match value.wdl {
            Wdl::Draw => return Self::DRAW,
            Wdl::Win => 1,
            Wdl::Loss => 2,
        };
        let distance = match value.by_rule {
            true => Self::RULE,
            false => value.plies.map_or(0, |plies| plies.min(Value::MAX_PLIES) + 1),
        };
        Self(distance << 2 | result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_of_a_value_reads_back() {
        let mut values = 0;
        for bits in 0..=u16::MAX {
            if let Some(value) = Code(bits).value() {
                assert_eq!(Code::from(value), Code(bits));
                values += 1;
            }
        }
        assert_eq!(values, 1 + 2 * (1 << 14));
        assert_eq!(Code::IMPOSSIBLE.value(), None);
        assert_eq!(Code::from(Value::win(Value::MAX_PLIES)).value().unwrap().plies, Some(16381));
        assert!(Code(u16::MAX - 1).value().unwrap().by_rule);
    }

    #[test]
    fn preference_is_the_players() {
        let unknown = Value::result;
        let order = [
            Value::loss(0),
            Value::loss(8),
            unknown(Wdl::Loss),
            Value::by_rule(Wdl::Loss),
            Value::DRAW,
            unknown(Wdl::Win),
            Value::win(9),
            Value::win(1),
        ];
        for pair in order.windows(2) {
            assert_eq!(pair[0].preference(pair[1]), Ordering::Less, "{pair:?}");
        }
    }
}
