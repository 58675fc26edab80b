//! The values of smaller endings, laid out as this ending is: a line of lanes for each
//! configuration of the pieces that are left.

use coda_formats::{Code, Ending, Metric, Wdl};
use coda_games::jungle::Jungle;
use coda_games::{Color, Game, Piece};
use rayon::prelude::*;

use super::layout::{Digit, Layout, NO_DIGIT, Place};
use crate::{GenError, LoadSub, Values};

/// Which piece of an ending was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    Outer(usize),
    Inner,
    Lane,
}

/// A value of a smaller ending in a byte: 0 for a draw, else one more than the
/// distance of a loss (odd) or a win (even). For distance to conversion the numbers are
/// 1 and 2: a capture counts as one ply, whatever follows.
pub(super) type Byte = u8;

/// What a capture leads to.
#[derive(Debug)]
pub(super) enum After {
    /// The last enemy is gone.
    Won,
    /// A smaller ending.
    Sub(SubTable),
}

/// The values of a smaller ending in the layout of this one.
#[derive(Debug)]
pub(super) struct SubTable {
    /// What the digit of each outer piece counts for; 0 for the piece taken.
    outer: Vec<usize>,
    /// What the digit of the inner piece counts for; 0 if it was taken.
    inner: usize,
    /// Bytes of a configuration: one for each square of the board, or a single one if
    /// the lane piece was taken.
    width: usize,
    /// For each side to move, the values.
    values: [Vec<Byte>; 2],
}

/// All the smaller endings.
#[derive(Debug)]
pub(super) struct Subs {
    pub(super) metric: Metric,
    after_outer: Vec<After>,
    after_inner: Option<After>,
    after_lane: After,
}

/// Bytes of a line: one for each square, and one that makes them sixty-four.
const LINE: usize = 64;

impl Subs {
    /// What taking a piece leads to.
    pub(super) fn after(&self, taken: Taken) -> &After {
        match (taken, &self.after_inner) {
            (Taken::Outer(number), _) => &self.after_outer[number],
            (Taken::Inner, Some(after)) => after,
            (Taken::Inner | Taken::Lane, _) => &self.after_lane,
        }
    }

    /// The depth at which a value of a smaller ending counts.
    #[inline]
    pub(super) fn depth(&self, byte: Byte) -> u8 {
        if self.metric == Metric::Dtc { 1 } else { byte }
    }
}

impl SubTable {
    /// Where the line of a configuration begins. `digits` are those of the outer
    /// pieces; those of the piece taken count for nothing.
    #[inline]
    pub(super) fn config(&self, digits: impl Iterator<Item = u8>, inner: usize) -> usize {
        let outer = digits.zip(&self.outer).map(|(digit, stride)| usize::from(digit) * stride);
        outer.sum::<usize>() + inner * self.inner
    }

    /// The values of a configuration, by the square of the lane piece, for the side
    /// that is to move.
    #[inline]
    pub(super) fn line(&self, side: Color, config: usize) -> &[Byte] {
        &self.values[side.index()][config * self.width..][..self.width]
    }
}

/// The digits of a place with one outer piece moved to another square; reflected if
/// that is where the lead's half of the board ends. The second value says so.
pub(super) fn moved_digits<'a>(
    layout: &'a Layout,
    place: &'a Place,
    moved: Option<(usize, u8)>,
) -> (impl Iterator<Item = u8> + 'a, bool) {
    let reflected = moved
        .is_some_and(|(number, to)| layout.outer[number].digit_of[usize::from(to)] == NO_DIGIT);
    let digits = place.digits.iter().zip(&layout.outer).enumerate();
    let digits = digits.map(move |(number, (&digit, outer))| {
        let digit = match moved {
            Some((piece, to)) if piece == number && reflected => {
                return outer.digit_of[usize::from(super::board::reflect_square(to))];
            }
            Some((piece, to)) if piece == number => outer.digit_of[usize::from(to)],
            _ => digit,
        };
        if reflected { outer.mirror[usize::from(digit)] } else { digit }
    });
    (digits, reflected)
}

/// Lays out all the smaller endings, one after another.
pub(super) fn lay_out(
    game: &Jungle,
    layout: &Layout,
    ending: Ending,
    metric: Metric,
    load: &LoadSub<'_>,
) -> Result<Subs, GenError> {
    let after = |taken| lay_out_one(game, layout, ending, metric, load, taken);
    let outer = (0..layout.outer.len()).map(|number| after(Taken::Outer(number)));
    Ok(Subs {
        metric,
        after_outer: outer.collect::<Result<_, _>>()?,
        after_inner: layout.inner.as_ref().map(|_| after(Taken::Inner)).transpose()?,
        after_lane: after(Taken::Lane)?,
    })
}

fn lay_out_one(
    game: &Jungle,
    layout: &Layout,
    ending: Ending,
    metric: Metric,
    load: &LoadSub<'_>,
    taken: Taken,
) -> Result<After, GenError> {
    let piece = match (taken, &layout.inner) {
        (Taken::Outer(number), _) => layout.outer[number].piece,
        (Taken::Inner, Some(inner)) => inner.piece,
        (Taken::Inner | Taken::Lane, _) => layout.lane.piece,
    };
    let Some(sub) = ending.without(piece) else { return Ok(After::Won) };
    let values = load(sub.canonical(game))?;

    // Strides: the inner piece counts least, the lead most.
    let mut configs = 1;
    let mut inner = 0;
    if let Some(digit) = layout.inner.as_ref().filter(|_| taken != Taken::Inner) {
        inner = 1;
        configs = digit.squares.len();
    }
    let mut outer = vec![0; layout.outer.len()];
    for (number, digit) in layout.outer.iter().enumerate().rev() {
        if taken != Taken::Outer(number) {
            outer[number] = configs;
            configs *= digit.squares.len();
        }
    }
    let width = if taken == Taken::Lane { 1 } else { LINE };
    let mut table = SubTable { outer, inner, width, values: [Vec::new(), Vec::new()] };
    for side in Color::BOTH {
        let reader = Reader::new(game, sub, side, &values);
        let mut bytes = vec![0; configs * width];
        let fits = bytes
            .par_chunks_mut(width)
            .enumerate()
            .all(|(config, line)| reader.read(layout, &table, taken, metric, config, line));
        if !fits {
            return Err(GenError::TooDeep { ending: sub.canonical(game).name::<Jungle>() });
        }
        table.values[side.index()] = bytes;
    }
    Ok(After::Sub(table))
}

/// Reads the stored values of a smaller ending, square by square.
struct Reader<'a> {
    game: &'a Jungle,
    values: &'a Values,
    /// The stored ending is this one with the sides swapped, or it is its own swap and
    /// Black is to move.
    turned: bool,
    side: usize,
}

impl<'a> Reader<'a> {
    fn new(game: &'a Jungle, sub: Ending, side: Color, values: &'a Values) -> Self {
        let symmetric = sub.is_symmetric(game);
        let turned = if symmetric { side == Color::Black } else { sub != sub.canonical(game) };
        let stored = if turned { !side } else { side };
        let side = if symmetric { 0 } else { stored.index() };
        Self { game, values, turned, side }
    }

    /// What a piece on a square adds to the number of a position, and of its reflection.
    #[inline]
    fn worth(&self, piece: Piece, square: u8) -> [u64; 2] {
        let place = u16::from(square);
        let worth = if self.turned {
            self.values.index.worth(piece.swapped(), self.game.turn_about(place))
        } else {
            self.values.index.worth(piece, place)
        };
        // There are no equal pieces in Jungle.
        worth.unwrap_or([0; 2])
    }

    /// Fills the line of a configuration; `false` if a distance does not fit a byte.
    fn read(
        &self,
        layout: &Layout,
        table: &SubTable,
        taken: Taken,
        metric: Metric,
        config: usize,
        line: &mut [Byte],
    ) -> bool {
        let outer = layout.outer.iter().zip(&table.outer);
        let inner = layout.inner.as_ref().map(|digit| (digit, &table.inner));
        let mut sums = [0_u64; 2];
        for (digit, &stride) in outer.chain(inner).filter(|(_, stride)| **stride > 0) {
            let square = digit.squares[config / stride % digit.squares.len()];
            let worth = self.worth(digit.piece, square);
            sums = [sums[0] + worth[0], sums[1] + worth[1]];
        }
        if taken == Taken::Lane {
            return self.byte(sums, metric).is_some_and(|byte| {
                line[0] = byte;
                true
            });
        }
        let Digit { piece, squares, .. } = &layout.lane;
        squares.iter().all(|&square| {
            let worth = self.worth(*piece, square);
            let byte = self.byte([sums[0] + worth[0], sums[1] + worth[1]], metric);
            byte.is_some_and(|byte| {
                line[usize::from(square)] = byte;
                true
            })
        })
    }

    #[inline]
    fn byte(&self, sums: [u64; 2], metric: Metric) -> Option<Byte> {
        let number = u64::min(sums[0], sums[1]);
        let code = self.values.sides[self.side].get(number as usize).copied();
        // Impossible positions have any value; nobody asks for it.
        let Some(value) = code.and_then(Code::value) else { return Some(0) };
        let plies = if metric == Metric::Dtc { 0 } else { value.plies.unwrap_or(0) };
        match value.wdl {
            Wdl::Draw => Some(0),
            Wdl::Loss => u8::try_from(plies + 1).ok(),
            Wdl::Win if metric == Metric::Dtc => Some(2),
            Wdl::Win => u8::try_from(plies + 1).ok(),
        }
    }
}
