//! The lane solver for the games on ninety points.
//!
//! # The picture
//!
//! One piece of the ending, the *lane piece*, is kept out of the configuration. A
//! *configuration* places all the others, and one word of 128 bits holds a bit for each
//! point of the lane piece: its *lanes*. A set of positions with one side to move is an
//! array of words, one for each configuration.
//!
//! ```text
//!   configuration: K e0, k d9, a e8, b c9, b g9    (all but the chariot)
//!   word:          bit 40 = the position with the chariot on e4, …
//! ```
//!
//! A move of a configuration piece leads to the word of another configuration, in the lanes
//! where the lane piece is not in the way, or is the one screen that a jump needs. A move of
//! the lane piece is a shift of the word, or a fill along lines. Equal pieces are one digit
//! of the configuration, the number of their set of points; if the lane piece has equals,
//! they are in the configuration, and each position is there as often as there are of them.
//!
//! # Checks
//!
//! A position in which the side to move could take the general is none that play reaches. It
//! counts as *won* from the start. With that nothing else need be said of checks: a move
//! that leaves the own general attacked, or brings the generals face to face, leads to a
//! position won for the other side, and is never better than another; a position in which
//! all moves do is lost in 0, mate or stalemate.
//!
//! # Depth by depth
//!
//! * *won in d*: some move leads to a position lost at `d - 1`: an OR over the moves;
//! * *lost in d*: every move leads to a position won at `d - 1` or sooner: an AND.
//!
//! A configuration is looked at when a configuration that its moves lead to has changed one
//! depth before. Whoever changes marks those it is reached from. (Rows, as in Jungle, would
//! be short here: general, advisors and elephants have five to nine points.)
//!
//! Captures are looked up before the first depth (`seed`). Each position gets from them at
//! most a depth at which it is won, and a *hold*: it cannot be lost before the depth at which
//! all its captures are known to lose, and never if one does not.
//!
//! # Play without end
//!
//! What is left when no depth finds any more is drawn, or decided by the rule of perpetual
//! check: see `rule`.
//!
//! # Invariants
//!
//! * Words of won and lost positions have bits only where the lane piece can be and nobody
//!   of the configuration is.
//! * Of a configuration and its reflection only the one with the smaller number is kept; the
//!   words of the other are never looked at. A configuration that is its own reflection has
//!   both lanes of each position and its reflection, and they stay equal because both are
//!   computed by the same rules.
//!
//! The reference solver is the judge: both agree bit for bit wherever both can run.

mod lanes;
mod layout;
mod look;
mod rule;
mod seed;
mod sweep;

use std::cmp::Ordering;
use std::io;

use coda_formats::{Code, Codes, Ending, Index, Metric, Value, Wdl};
use coda_games::points::Points;
use coda_games::{Color, Game};

use self::layout::{Config, Layout, Sets, Stored, mirrored};
use self::seed::Seeds;
use self::sweep::{Side, Sweep};
use super::Needs;
use crate::{GenError, LoadSub, Solution};

/// Bytes of events that a configuration has, on average, with one side to move.
const EVENT_BYTES: u64 = 100;

/// Bytes that a process has whatever it solves.
const BASE_BYTES: u64 = 8 << 20;

/// Estimates what solving an ending takes; `subs` are the numbers of positions of the
/// smaller endings. `None` if this solver does not solve it.
pub(super) fn needs<G: Game>(game: &G, index: &Index, subs: &[u64]) -> Option<Needs> {
    let layout = Layout::new(game, index)?;
    let configs = 2 * layout.configs as u64;
    let lanes = layout.lane_points.len() as u64;
    let seeding = configs * (2 * 16 + EVENT_BYTES) + 2 * subs.iter().sum::<u64>();
    // Won, lost and held; depths; marks; and, while play without end is judged, five more.
    let judging = if game.perpetual_check_loses() { 5 * 16 } else { 0 };
    let sweeping = configs * (3 * 16 + EVENT_BYTES + 2 * lanes + 2) + configs / 2 * judging;
    let memory = BASE_BYTES + u64::max(seeding, sweeping);
    Some(Needs { memory, least: memory })
}

/// An ending with all that does not depend on itself. The first half of a solution, apart so
/// that the halves can be timed.
pub struct Seeded {
    index: Index,
    layout: Layout,
    seeds: [Seeds; 2],
    judged: bool,
}

impl Seeded {
    /// Finds what follows from smaller endings and the rules alone. `None` if this solver
    /// does not solve the ending.
    ///
    /// # Errors
    /// [`GenError`] if a smaller ending is missing or the ending is too large.
    pub fn new<G: Game>(
        game: &G,
        ending: Ending,
        metric: Metric,
        load: &LoadSub<'_>,
    ) -> Result<Option<Self>, GenError> {
        let index = Index::new(game, ending)?;
        let Some(layout) = Layout::new(game, &index) else { return Ok(None) };
        let seeds = seed::seed(game, &layout, ending, metric, load)?;
        Ok(Some(Self { index, layout, seeds, judged: game.perpetual_check_loses() }))
    }

    /// Solves the ending.
    ///
    /// # Errors
    /// [`GenError::TooDeep`] if a distance is too long.
    pub fn sweep<G: Game>(self) -> Result<Solution, GenError> {
        let Self { index, layout, seeds, judged } = self;
        let mut sweep = Sweep::new(&layout, seeds);
        let too_deep = |_| GenError::TooDeep { ending: index.ending().name::<G>() };
        sweep.run().map_err(too_deep)?;
        if judged {
            sweep.judge();
        }
        let sides = sweep.sides;
        Ok(Solution { codes: Box::new(Solved::new(layout, sides)), index })
    }
}

/// A solved ending.
struct Solved {
    layout: Layout,
    sides: [Side; 2],
    /// For each digit of the last group in the index: what it is to the configuration, the
    /// number of the lane piece's point, and the digit reflected.
    last: Vec<Last>,
    /// Digits of the pieces like the lane piece in the configuration: 1 if there are none.
    rests: usize,
}

#[derive(Clone, Copy)]
struct Last {
    rest: u32,
    lane: u8,
    mirror: u32,
}

impl Solved {
    fn new(layout: Layout, sides: [Side; 2]) -> Self {
        let places = &layout.lane_points;
        let (all, rest) = (
            Sets::new(places.len(), layout.like_lane),
            Sets::new(places.len(), layout.like_lane - 1),
        );
        let rests =
            if layout.like_lane > 1 { layout.groups[layout.groups.len() - 1].radix() } else { 1 };
        let last = all.all();
        let last = last.chunks_exact(layout.like_lane).map(|set| {
            let reflect = |&number: &u8| {
                layout.lane_numbers[usize::from(mirrored(places[usize::from(number)]))]
            };
            let mut mirror: Vec<u8> = set.iter().map(reflect).collect();
            mirror.sort_unstable();
            let (lane, others) = (set[set.len() - 1], &set[..set.len() - 1]);
            Last { rest: rest.rank(others), lane, mirror: all.rank(&mirror) }
        });
        let last = last.collect();
        Self { last, rests, layout, sides }
    }

    /// The codes of a configuration that is kept, by the number of the lane piece's point.
    fn codes(&self, side: usize, config: &Config, codes: &mut [Code]) {
        let (layout, known) = (&self.layout, &self.sides[side]);
        let turn = Color::BOTH[side];
        let possible = layout.valid(config) & !layout.impossible(config, turn);
        let undecided = Code::from(Value::without_end(layout.holder, turn));
        let (won, lost) = (known.won[config.number], known.lost[config.number]);
        let depths = known.depths(layout, config.number);
        for ((code, &point), &depth) in codes.iter_mut().zip(&layout.lane_points).zip(depths) {
            let is_in = |set: Points| set >> point & 1 == 1;
            let decided = |wdl| match depth.checked_sub(1) {
                None => Code::from(Value::by_rule(wdl)),
                plies => Code::from(Value { wdl, plies, by_rule: false }),
            };
            *code = match (is_in(possible), is_in(won), is_in(lost)) {
                (false, ..) => Code::IMPOSSIBLE,
                (true, true, _) => decided(Wdl::Win),
                (true, false, true) => decided(Wdl::Loss),
                (true, false, false) => undecided,
            };
        }
    }
}

impl Codes for Solved {
    fn fill(&self, side: usize, start: u64, _: bool, out: &mut [Code]) -> io::Result<()> {
        let (layout, width) = (&self.layout, self.last.len() as u64);
        let mut codes = vec![Code::IMPOSSIBLE; layout.lane_points.len()];
        let (mut index, mut out) = (start, out);
        while !out.is_empty() {
            // The numbers that share all groups but the last.
            let (upper, first) = ((index / width) as usize, (index % width) as usize);
            let (run, later) = out.split_at_mut(usize::min(self.last.len() - first, out.len()));
            self.fill_run(side, upper, first, &mut codes, run);
            index += run.len() as u64;
            out = later;
        }
        Ok(())
    }
}

impl Solved {
    /// The codes of any configuration: its own, or those of its reflection, reflected.
    fn image(&self, side: usize, number: usize, codes: &mut [Code]) {
        let layout = &self.layout;
        let config = layout.config(number);
        match config.stored {
            Stored::Impossible => codes.fill(Code::IMPOSSIBLE),
            Stored::Yes | Stored::OwnReflection => self.codes(side, &config, codes),
            Stored::Reflected => {
                let kept = layout.config(layout.keep(&config).config);
                let mut reflected = vec![Code::IMPOSSIBLE; codes.len()];
                self.codes(side, &kept, &mut reflected);
                for (code, &point) in codes.iter_mut().zip(&layout.lane_points) {
                    *code =
                        reflected[usize::from(layout.lane_numbers[usize::from(mirrored(point))])];
                }
            }
        }
    }

    /// Fills in the codes of some digits of the last group.
    fn fill_run(
        &self,
        side: usize,
        upper: usize,
        first: usize,
        codes: &mut [Code],
        out: &mut [Code],
    ) {
        let above = self.reflection_above(upper);
        if above == Ordering::Less {
            // The index is the smaller of two.
            return out.fill(Code::IMPOSSIBLE);
        }
        // The configuration whose codes these are.
        let mut at = None;
        let digits = first..first + out.len();
        for ((digit, last), out) in digits.clone().zip(&self.last[digits]).zip(out) {
            let number = upper * self.rests + last.rest as usize;
            if at != Some(number) {
                at = Some(number);
                self.image(side, number, codes);
            }
            let is_twin = above == Ordering::Equal && (last.mirror as usize) < digit;
            *out = if is_twin { Code::IMPOSSIBLE } else { codes[usize::from(last.lane)] };
        }
    }

    /// How the reflection of the groups above the last one of the index compares to them.
    fn reflection_above(&self, upper: usize) -> Ordering {
        let config = self.layout.config(upper * self.rests);
        let groups = self.layout.groups.len() - usize::from(self.rests > 1);
        self.layout.compare_upper(&config, groups)
    }
}
