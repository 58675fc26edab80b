//! The lane solver: Jungle endings, a word of positions at a time.
//!
//! # The picture
//!
//! One piece of the ending, the *lane piece*, is kept out of the configuration. A
//! *configuration* places all the others, and one machine word holds a bit for each
//! square of the lane piece: its *lanes*. A set of positions with one side to move is
//! an array of words, one for each configuration.
//!
//! ```text
//!   configuration: E a3, L d7, t g5, p c2    (all but the rat)
//!   word:          bit 17 = the position with the rat on d3, …
//! ```
//!
//! The configurations that differ in the place of their last piece only, the *inner*
//! one, lie side by side and make a *row* of some fifty words. The other pieces are
//! the *outer* ones; the first of them, the *lead*, keeps to files a to d, for a
//! position and its reflection are one.
//!
//! Then almost all the work is done on whole rows, in straight loops that become
//! vector instructions:
//!
//! * a move of an outer piece leads from a row to another row, word by word;
//! * a move of the inner piece leads from a word to another word of the same row;
//! * a move of the lane piece is a shift of the word;
//! * where the lead would leave its half of the board, the row it comes to is
//!   reflected: the inner places permuted, the lanes turned within each rank.
//!
//! # What is known, and when
//!
//! For each side to move there are a set of won positions and one of lost positions.
//! They grow depth by depth:
//!
//! * *won in d*: some move leads to a position of the other side's lost set as it was
//!   at `d - 1`: an OR over the moves;
//! * *lost in d*: every move leads to the other side's won set as it was at `d - 1`:
//!   an AND over the moves.
//!
//! A row is looked at only if a row that its moves lead to has changed at depth
//! `d - 1`; a byte for each row says so. There are no queues of words: a row is so
//! cheap to look at that finer bookkeeping costs more than it saves.
//!
//! # Captures and ends
//!
//! What does not depend on this ending is found in one pass before the first depth
//! (`seed`): entering the den, captures into smaller endings, positions without a
//! move. Each position gets from them at most
//!
//! * a depth at which it is won, or
//! * a *hold*: it cannot be lost before the depth at which all its captures are known
//!   to lose, and never if one of them does not.
//!
//! These are sorted by depth and enter the sets when their depth comes.
//!
//! # Invariants
//!
//! * A word has no bit where the lane piece cannot be: off its terrain, or on a square
//!   of the configuration. Configurations with two pieces on one square have empty
//!   words, and so have their rows if both are outer pieces. So an OR need not ask
//!   whether a square is free.
//! * An AND must not be held up by a move that is not there: squares taken by a
//!   configuration piece are skipped, and the lane on the target square and the lanes
//!   that block a jump are let through. Where the target square or a blocking square
//!   belongs to the inner piece, the one word of the row that it concerns is put back.
//! * A configuration with its lead on the middle file has a twin, its reflection, and
//!   both are kept. They stay reflections of each other without further care, because
//!   each is computed by the same rules.
//!
//! The reference solver is the judge: both agree bit for bit wherever both can run.

mod board;
mod depths;
mod layout;
mod row;
mod seed;
mod subs;
mod sweep;

use std::io;

use coda_formats::{Code, Codes, Ending, Index, Metric, Value, Wdl};
use coda_games::jungle::Jungle;

use self::board::Squares;
use self::layout::Layout;
use self::seed::Seeds;
use self::sweep::{Sets, Stop};
use super::{Needs, Room};
use crate::{GenError, LoadSub, Solution};

/// Bytes of seeds that a configuration has, on average, with one side to move. Measured
/// on endings of four and five pieces.
const SEED_BYTES: u64 = 28;

/// Bytes that a process has whatever it solves.
const BASE_BYTES: u64 = 8 << 20;

/// Estimates what solving an ending in a metric takes; `subs` are the numbers of positions
/// of the smaller endings.
pub(super) fn needs(
    game: &Jungle,
    index: &Index,
    subs: &[u64],
    metric: Metric,
) -> Result<Needs, GenError> {
    let layout = layout(game, index)?;
    // Both sides to move.
    let words = 2 * layout.words() as u64;
    // While the smaller endings are laid out, they are there too, and one of them twice.
    let digits = layout.outer.iter().chain(&layout.inner);
    let lines: u64 = digits.map(|digit| words / digit.squares.len() as u64 * 64).sum();
    let seeding = words * (8 + SEED_BYTES) + lines + words + 2 * subs.iter().max().unwrap_or(&0);
    // Won, lost, held and, but for distance to win, losing.
    let sets = if metric == Metric::Dtw { 3 } else { 4 };
    let sweeping = words * (sets * 8 + SEED_BYTES);
    let depths = words * depths::LINE as u64;
    Ok(Needs {
        memory: BASE_BYTES + u64::max(seeding, sweeping + depths),
        least: BASE_BYTES + u64::max(seeding, sweeping),
    })
}

fn layout(game: &Jungle, index: &Index) -> Result<Layout, GenError> {
    let ending = || index.ending().name::<Jungle>();
    let layout = Layout::new(game, index).ok_or_else(|| GenError::NoPieces { ending: ending() })?;
    let most = u64::from(u32::MAX);
    if layout.words() as u64 > most {
        return Err(GenError::TooLarge { ending: ending(), most: most * 61 });
    }
    Ok(layout)
}

/// Solves a Jungle ending for distance to win ([`Metric::Dtw`]) or to conversion.
///
/// # Errors
/// [`GenError`] if a smaller ending is missing, a distance too long, or the disk refuses.
pub fn solve(
    game: &Jungle,
    ending: Ending,
    metric: Metric,
    load: &LoadSub<'_>,
    room: Room<'_>,
) -> Result<Solution, GenError> {
    Seeded::new(game, ending, metric, load)?.sweep(game, room)
}

/// An ending with all that does not depend on itself, ready to be swept. The first half
/// of [`solve`], apart so that the halves can be timed.
pub struct Seeded {
    index: Index,
    layout: Layout,
    metric: Metric,
    seeds: [Seeds; 2],
}

impl Seeded {
    /// Lays out the smaller endings and finds what follows from them and the rules alone.
    ///
    /// # Errors
    /// [`GenError`] if a smaller ending is missing or a distance in it too long.
    pub fn new(
        game: &Jungle,
        ending: Ending,
        metric: Metric,
        load: &LoadSub<'_>,
    ) -> Result<Self, GenError> {
        let index = Index::new(game, ending)?;
        let layout = layout(game, &index)?;
        let subs = subs::lay_out(game, &layout, ending, metric, load)?;
        let seeds = seed::seed(&layout, &subs);
        Ok(Self { index, layout, metric, seeds })
    }

    /// Solves the ending.
    ///
    /// # Errors
    /// [`GenError`] if a distance is too long or the disk refuses.
    pub fn sweep(self, game: &Jungle, room: Room<'_>) -> Result<Solution, GenError> {
        let Self { index, layout, metric, seeds } = self;
        let folder =
            (needs(game, &index, &[], metric)?.memory > room.memory).then_some(room.scratch);
        let sets = sweep::run(&layout, metric, seeds, folder).map_err(|stop| match stop {
            Stop::TooDeep => GenError::TooDeep { ending: index.ending().name::<Jungle>() },
            Stop::Disk(fault) => GenError::Folder { path: room.scratch.to_owned(), fault },
        })?;
        Ok(Solution { index, codes: Box::new(Solved { layout, sets }) })
    }
}

/// A solved ending.
struct Solved {
    layout: Layout,
    sets: [Sets; 2],
}

impl Codes for Solved {
    fn fill(&self, side: usize, start: u64, distances: bool, out: &mut [Code]) -> io::Result<()> {
        let (layout, sets) = (&self.layout, &self.sets[side]);
        let width = layout.lane.squares.len();
        let mut place = layout.place(0);
        let (mut at, end) = (start as usize, start as usize + out.len());
        while at < end {
            let (config, first) = (at / width, at % width);
            let count = usize::min(width - first, end - at);
            let (row, inner) = (config / layout.row_len, config % layout.row_len);
            if row != place.row {
                place = layout.place(row);
            }
            let known = Known {
                won: sets.won(config),
                lost: sets.lost(config),
                stored: layout.stored(&place, inner),
            };
            let codes = &mut out[at - start as usize..][..count];
            if distances {
                let fill = |depths: &[u8]| {
                    let plies = |lane: u8| Some(u16::from(depths[usize::from(lane)]));
                    known.fill(&layout.lane.squares[first..], codes, plies);
                };
                sets.depths().with(config, fill)?;
            } else {
                known.fill(&layout.lane.squares[first..], codes, |_| None);
            }
            at += count;
        }
        Ok(())
    }
}

/// What is known of a configuration.
struct Known {
    won: Squares,
    lost: Squares,
    /// The lanes that are stored under this number.
    stored: Squares,
}

impl Known {
    /// Fills the codes of a run of lanes.
    #[inline]
    fn fill(&self, lanes: &[u8], codes: &mut [Code], plies: impl Fn(u8) -> Option<u16>) {
        for (&lane, code) in lanes.iter().zip(codes) {
            let is_in = |set: Squares| set >> lane & 1 == 1;
            let wdl = match (is_in(self.won), is_in(self.lost)) {
                (true, _) => Wdl::Win,
                (_, true) => Wdl::Loss,
                _ => Wdl::Draw,
            };
            *code = match is_in(self.stored) {
                true => Code::from(Value { wdl, plies: plies(lane), by_rule: false }),
                false => Code::IMPOSSIBLE,
            };
        }
    }
}
