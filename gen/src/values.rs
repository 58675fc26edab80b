//! The values of an ending, whole and in memory.

use std::collections::HashMap;
use std::io;

use coda_formats::{Code, Codes, Ending, Index, Metric};
use coda_games::Game;
use coda_probe::Tables;

use crate::GenError;

/// The values of an ending, whole and in memory.
#[derive(Clone, Debug)]
pub struct Values {
    /// The ending's index.
    pub index: Index,
    /// For each side, the code of every index.
    pub sides: Vec<Vec<Code>>,
}

impl Values {
    /// Reads a whole table.
    ///
    /// # Errors
    /// [`GenError`] if the table is not there or damaged.
    pub fn read<G: Game>(
        tables: &Tables<G>,
        ending: Ending,
        metric: Metric,
    ) -> Result<Self, GenError> {
        let open = tables.table(ending, metric)?;
        let index = open.index().clone();
        let sides = (0..index.sides()).map(|side| open.table().decode_side(side));
        Ok(Self { sides: sides.collect::<Result<_, _>>()?, index })
    }

    /// Reads the table that solving or proving a larger ending in a metric needs: `dtw`
    /// for `dtw`; for the others win, draw and loss are enough, from whichever table
    /// there is.
    ///
    /// # Errors
    /// [`GenError`] if the table is not there or damaged.
    pub fn read_sub<G: Game>(
        tables: &Tables<G>,
        sub: Ending,
        metric: Metric,
    ) -> Result<Self, GenError> {
        let there = Metric::ALL.into_iter().find(|&metric| tables.has(sub, metric));
        let from = if metric == Metric::Dtw { metric } else { there.unwrap_or(metric) };
        Self::read(tables, sub, from)
    }

    /// The value of a position; `None` if it is of another ending.
    #[inline]
    pub fn get<G: Game>(&self, game: &G, position: &G::Position) -> Option<Code> {
        let slot = self.index.locate(game, position)?;
        self.sides.get(slot.side)?.get(slot.index as usize).copied()
    }
}

impl Codes for Values {
    fn fill(&self, side: usize, start: u64, distances: bool, out: &mut [Code]) -> io::Result<()> {
        self.sides.fill(side, start, distances, out)
    }
}

/// The values that a solver found, held as the solver holds them.
pub struct Solution {
    /// The ending's index.
    pub index: Index,
    /// The values.
    pub codes: Box<dyn Codes + Send>,
}

impl Solution {
    /// The values whole, two bytes each.
    ///
    /// # Errors
    /// What the system says if they are on disk and cannot be read.
    pub fn into_values(self) -> io::Result<Values> {
        let side = |side| {
            let mut codes = vec![Code::IMPOSSIBLE; self.index.size() as usize];
            self.codes.fill(side, 0, true, &mut codes)?;
            Ok(codes)
        };
        let sides = (0..self.index.sides()).map(side).collect::<io::Result<_>>()?;
        Ok(Values { sides, index: self.index })
    }
}

impl From<Values> for Solution {
    fn from(values: Values) -> Self {
        Self { index: values.index.clone(), codes: Box::new(values) }
    }
}

/// Gives the values of a smaller ending, canonical, when they are needed.
pub type LoadSub<'a> = dyn Fn(Ending) -> Result<Values, GenError> + Sync + 'a;

/// The values of the endings that one move can lead to.
#[derive(Clone, Debug, Default)]
pub struct SubValues {
    by_ending: HashMap<Ending, Values>,
}

impl SubValues {
    /// Loads the values of all the endings that one move can lead to.
    ///
    /// # Errors
    /// What the loading fails with.
    pub fn load<G: Game>(game: &G, ending: Ending, load: &LoadSub<'_>) -> Result<Self, GenError> {
        let mut subs = Self::default();
        for sub in ending.sub_endings(game) {
            subs.insert(load(sub)?);
        }
        Ok(subs)
    }

    /// Adds the values of an ending.
    pub fn insert(&mut self, values: Values) {
        self.by_ending.insert(values.index.ending(), values);
    }

    /// The value of a position; `None` if its ending is not there.
    #[inline]
    pub fn get<G: Game>(&self, game: &G, position: &G::Position) -> Option<Code> {
        let ending = Ending::of(game, position).canonical(game);
        self.by_ending.get(&ending)?.get(game, position)
    }
}
