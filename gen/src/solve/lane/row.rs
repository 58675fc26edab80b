//! Row operations: a loop over the words of a row.

use coda_games::Color;

use super::board::{Squares, reflect};
use super::layout::{Layout, Place};

/// What stops jumps of one side in a configuration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blockers {
    /// Squares of the configuration's rats that do.
    pub(super) rats: Squares,
    /// All squares if the lane piece is a rat that does, else none.
    pub(super) lane: Squares,
}

impl Blockers {
    /// What stops the jumps of `side`; without an inner square, as far as the outer
    /// pieces and the lane piece go.
    pub(super) fn of(layout: &Layout, place: &Place, inner: Option<u8>, side: Color) -> Self {
        let outer = layout.outer.iter().zip(&place.squares);
        let outer = outer.filter(|(digit, _)| digit.mover.blocks(side));
        let mut rats = outer.fold(0, |rats, (_, square)| rats | 1 << square);
        if let (Some(digit), Some(square)) = (&layout.inner, inner)
            && digit.mover.blocks(side)
        {
            rats |= 1 << square;
        }
        Self { rats, lane: if layout.lane.mover.blocks(side) { !0 } else { 0 } }
    }
}

/// The words of another row, perhaps reflected.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) words: &'a [Squares],
    /// For a row of reflections, the digit of each inner square's reflection.
    pub(super) mirror: Option<&'a [u8]>,
}

/// `acc |= source & lanes`.
#[inline]
pub(super) fn or(acc: &mut [Squares], source: Source<'_>, lanes: Squares) {
    match source.mirror {
        None => {
            for (acc, word) in acc.iter_mut().zip(source.words) {
                *acc |= word & lanes;
            }
        }
        Some(mirror) => {
            for (acc, &digit) in acc.iter_mut().zip(mirror) {
                *acc |= reflect(source.words[usize::from(digit)]) & lanes;
            }
        }
    }
}

/// `acc &= source | lanes`; gives the OR of what is left.
#[inline]
pub(super) fn and(acc: &mut [Squares], source: Source<'_>, lanes: Squares) -> Squares {
    let mut left = 0;
    match source.mirror {
        None => {
            for (acc, word) in acc.iter_mut().zip(source.words) {
                *acc &= word | lanes;
                left |= *acc;
            }
        }
        Some(mirror) => {
            for (acc, &digit) in acc.iter_mut().zip(mirror) {
                *acc &= reflect(source.words[usize::from(digit)]) | lanes;
                left |= *acc;
            }
        }
    }
    left
}
