//! A folder of tables, opened lazily and shared by threads.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use coda_formats::{Ending, Header, Index, Metric, Table, TableName, Value, Wdl};
use coda_games::{Color, Game, Piece, Place};

use crate::ProbeError;
use crate::cache::BlockCache;

/// A set: tables of one game under one ruleset, in one folder or several.
///
/// `Send` and `Sync`: open it once and share a reference. A table is opened by the
/// first probe that needs it, and a table that could not be opened gives the same
/// error ever after. Decoded blocks are kept in a cache that threads share without a
/// lock over all of it, within a bound: see [`Tables::with_cache`].
#[derive(Debug)]
pub struct Tables<G> {
    game: G,
    folders: Vec<PathBuf>,
    cache: BlockCache,
    /// For each canonical ending in the folders, its tables by metric.
    found: HashMap<Ending, [Option<Lazy>; Metric::ALL.len()]>,
}

/// A table that is opened when it is first needed.
#[derive(Debug)]
struct Lazy {
    path: PathBuf,
    opened: OnceLock<Result<OpenTable, ProbeError>>,
}

/// A table that is open, with the index of its ending.
#[derive(Debug)]
pub struct OpenTable {
    table: Table,
    index: Index,
    /// Tells the tables of this process apart.
    number: u64,
}

impl OpenTable {
    /// The table.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The index of its ending.
    #[must_use]
    pub fn index(&self) -> &Index {
        &self.index
    }
}

impl<G: Game> Tables<G> {
    /// Bytes of decoded blocks that are kept unless [`Tables::with_cache`] says otherwise.
    pub const CACHE_BYTES: u64 = 64 << 20;

    /// Opens a folder: reads the names in it and no file. What is not named as a
    /// table is passed over.
    ///
    /// # Errors
    /// [`ProbeError::Folder`] if the folder cannot be read.
    pub fn open(game: G, folder: impl Into<PathBuf>) -> Result<Self, ProbeError> {
        Self::open_all(game, [folder.into()])
    }

    /// Opens several folders. Where two have the same table, that of the first counts. An
    /// empty folder is no error; no folder at all is a set without tables.
    ///
    /// # Errors
    /// [`ProbeError::Folder`] if a folder cannot be read.
    pub fn open_all(
        game: G,
        folders: impl IntoIterator<Item = PathBuf>,
    ) -> Result<Self, ProbeError> {
        let folders: Vec<PathBuf> = folders.into_iter().collect();
        let mut found: HashMap<_, [Option<Lazy>; Metric::ALL.len()]> = HashMap::new();
        for folder in &folders {
            let failed =
                |fault| ProbeError::Folder { path: folder.clone(), fault: Arc::new(fault) };
            for entry in std::fs::read_dir(folder).map_err(failed)? {
                let entry = entry.map_err(failed)?;
                let Some(name) = entry.file_name().to_str().and_then(TableName::parse) else {
                    continue;
                };
                let Ok(ending) = Ending::parse(&game, &name.ending) else { continue };
                // Another spelling of an ending is no name that a table has.
                if ending == ending.canonical(&game) && ending.name::<G>() == name.ending {
                    let place = &mut found.entry(ending).or_default()[name.metric as usize];
                    place.get_or_insert(Lazy { path: entry.path(), opened: OnceLock::new() });
                }
            }
        }
        Ok(Self { game, folders, cache: BlockCache::new(Self::CACHE_BYTES), found })
    }

    /// The same set, with at most so many bytes of decoded blocks kept. With 0 every probe
    /// decodes its block.
    #[must_use]
    pub fn with_cache(mut self, bytes: u64) -> Self {
        self.cache = BlockCache::new(bytes);
        self
    }

    /// Bytes of decoded blocks that are kept at present.
    #[must_use]
    pub fn cached_bytes(&self) -> u64 {
        self.cache.bytes()
    }

    /// Opens the table of an ending, checks and decodes all of it, and keeps what the cache
    /// has room for.
    ///
    /// # Errors
    /// [`ProbeError`] if there is no such table or any of it is damaged.
    pub fn preload(&self, ending: Ending, metric: Metric) -> Result<(), ProbeError> {
        let found = self.table(ending, metric)?;
        Ok(self.cache.preload(&found.table, found.number)?)
    }

    /// Preloads every table of a metric.
    ///
    /// # Errors
    /// [`ProbeError`] if any of them is damaged.
    pub fn preload_all(&self, metric: Metric) -> Result<(), ProbeError> {
        let there = self.endings().into_iter().filter(|(_, metrics)| metrics.contains(&metric));
        there.into_iter().try_for_each(|(ending, _)| self.preload(ending, metric))
    }

    /// Pieces of the largest ending there is; 0 if there is none.
    #[must_use]
    pub fn most_pieces(&self) -> usize {
        self.found.keys().map(|ending| ending.len()).max().unwrap_or(0)
    }

    /// The game and ruleset that the tables are probed under.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The folders.
    #[must_use]
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The folders in words.
    #[must_use]
    pub fn folders_in_words(&self) -> String {
        let names: Vec<_> = self.folders.iter().map(|f| f.display().to_string()).collect();
        names.join(", ")
    }

    /// The endings that the folders have a table of, fewest pieces first, then by
    /// name, with the metrics there are.
    #[must_use]
    pub fn endings(&self) -> Vec<(Ending, Vec<Metric>)> {
        let metrics = |tables: &[Option<Lazy>; 3]| {
            let there = |metric: &Metric| tables[*metric as usize].is_some();
            Metric::ALL.into_iter().filter(there).collect()
        };
        let mut endings: Vec<_> =
            self.found.iter().map(|(&ending, tables)| (ending, metrics(tables))).collect();
        endings.sort_by_cached_key(|(ending, _)| (ending.len(), ending.name::<G>()));
        endings
    }

    /// Whether there is a table, by its name alone.
    #[must_use]
    pub fn has(&self, ending: Ending, metric: Metric) -> bool {
        self.lazy(ending, metric).is_some()
    }

    fn lazy(&self, ending: Ending, metric: Metric) -> Option<&Lazy> {
        self.found.get(&ending.canonical(&self.game))?[metric as usize].as_ref()
    }

    /// The table of an ending, opened if it is not yet.
    ///
    /// # Errors
    /// [`ProbeError`] if there is no such table, it cannot be opened, or it is not a
    /// table of this ending under these rules.
    pub fn table(&self, ending: Ending, metric: Metric) -> Result<&OpenTable, ProbeError> {
        let lazy = self.lazy(ending, metric);
        let lazy = lazy.ok_or_else(|| self.no_table(ending, Some(metric)))?;
        let opened = lazy.opened.get_or_init(|| self.open_table(&lazy.path, ending, metric));
        opened.as_ref().map_err(Clone::clone)
    }

    fn no_table(&self, ending: Ending, metric: Option<Metric>) -> ProbeError {
        let canonical = ending.canonical(&self.game);
        let has = match (self.found.get(&canonical), self.most_pieces()) {
            (Some(tables), _) => {
                let there = Metric::ALL.into_iter().filter(|&m| tables[m as usize].is_some());
                let names: Vec<_> = there.map(Metric::name).collect();
                format!("it has {} for that ending", names.join(" and "))
            }
            (None, most @ 1..) => {
                format!("it has {} endings of up to {most} pieces", self.found.len())
            }
            (None, 0) => "it has no tables".to_owned(),
        };
        ProbeError::no_table(canonical.name::<G>(), metric, self.folders_in_words(), has)
    }

    fn open_table(
        &self,
        path: &Path,
        ending: Ending,
        metric: Metric,
    ) -> Result<OpenTable, ProbeError> {
        static OPENED: AtomicU64 = AtomicU64::new(0);
        let table = Table::open(path)?;
        let index = self.index_of(path, table.header(), ending.canonical(&self.game), metric)?;
        Ok(OpenTable { table, index, number: OPENED.fetch_add(1, Ordering::Relaxed) })
    }

    /// Checks that a header is that of this ending under these rules.
    fn index_of(
        &self,
        path: &Path,
        header: &Header,
        ending: Ending,
        metric: Metric,
    ) -> Result<Index, ProbeError> {
        let path = path.to_owned();
        let same = |what, found: &str, expected: &str| match found == expected {
            true => Ok(()),
            false => Err(ProbeError::OtherTable {
                path: path.clone(),
                what,
                found: found.to_owned(),
                expected: expected.to_owned(),
            }),
        };
        same("its game", &header.game, G::NAME)?;
        let rules = G::ruleset_spec().parse(&header.rules);
        if rules.as_ref() != Ok(self.game.ruleset()) {
            let found = rules.map_or_else(|_| header.rules.clone(), |rules| rules.to_string());
            let asked = self.game.ruleset().to_string();
            return Err(ProbeError::OtherRules { path, found, asked });
        }
        same("its ending", &header.ending, &ending.name::<G>())?;
        same("its metric", &header.metric, metric.name())?;
        same("its index scheme", &header.index, Index::SCHEME)?;
        let index = Index::with_order(&self.game, ending, &header.order);
        let index = index.map_err(|fault| ProbeError::OtherTable {
            path: path.clone(),
            what: "its order of pieces",
            found: header.order.clone(),
            expected: fault.to_string(),
        })?;
        same("its size", &header.size.to_string(), &index.size().to_string())?;
        let sides = header.sides.len().to_string();
        same("its number of sides", &sides, &index.sides().to_string())?;
        Ok(index)
    }

    /// The value of a position, from the table of this metric.
    ///
    /// # Errors
    /// [`ProbeError`] if there is no such table or it cannot be read.
    pub fn probe(&self, position: &G::Position, metric: Metric) -> Result<Value, ProbeError> {
        let ending = Ending::of(&self.game, position);
        let found = self.table(ending, metric)?;
        let slot = found.index.locate(&self.game, position);
        let slot = slot.ok_or_else(|| ProbeError::Impossible {
            position: self.game.text(position),
            rules: self.game.ruleset().to_string(),
        })?;
        Ok(self.cache.value(&found.table, found.number, slot.side, slot.index)?)
    }

    /// As [`Tables::probe`], for an engine that has pieces and places and no position of
    /// ours: the shortest way to a value, without allocation once the block is in the cache.
    /// The pieces must make a position that play can reach; of others there is no saying what
    /// comes back. Places are numbered as [`Game::places`] says.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # use coda_formats::{Metric, Value};
    /// # use coda_games::{Color, Game, Piece, jungle::{Animal, Jungle}};
    /// # use coda_probe::Tables;
    /// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/jungle/tables/standard");
    /// # let tables = Tables::open(Jungle::with_rules("standard")?, folder)?;
    /// let white = Piece { color: Color::White, kind: Animal::Elephant.kind() };
    /// let black = Piece { color: Color::Black, kind: Animal::Rat.kind() };
    /// // d8 and f2: places count from a1, rank by rank.
    /// let pieces = [(white, 7 * 7 + 3), (black, 7 + 5)];
    /// assert_eq!(tables.probe_pieces(&pieces, Color::White, Metric::Dtw)?, Value::win(1));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`ProbeError`] if there is no such table, it cannot be read, or a piece is where it
    /// cannot be.
    pub fn probe_pieces(
        &self,
        pieces: &[(Piece, Place)],
        turn: Color,
        metric: Metric,
    ) -> Result<Value, ProbeError> {
        let ending = Ending::of_pieces(pieces.iter().map(|(piece, _)| *piece));
        let found = self.table(ending, metric)?;
        let slot = found.index.locate_pieces(&self.game, pieces, turn);
        let slot = slot.ok_or_else(|| ProbeError::Impossible {
            position: ending.name::<G>(),
            rules: self.game.ruleset().to_string(),
        })?;
        Ok(self.cache.value(&found.table, found.number, slot.side, slot.index)?)
    }

    /// Win, draw or loss for the side to move, from whichever table there is.
    ///
    /// # Errors
    /// [`ProbeError`] if there is no table of the ending or it cannot be read.
    pub fn probe_wdl(&self, position: &G::Position) -> Result<Wdl, ProbeError> {
        Ok(self.probe_result(position)?.wdl)
    }

    /// As [`Tables::probe_wdl`], with whether the result rests on a rule against repetition; with
    /// a distance or without.
    ///
    /// # Errors
    /// [`ProbeError`] if there is no table of the ending or it cannot be read.
    pub fn probe_result(&self, position: &G::Position) -> Result<Value, ProbeError> {
        let ending = Ending::of(&self.game, position);
        let there = Metric::ALL.into_iter().find(|&metric| self.has(ending, metric));
        let metric = there.ok_or_else(|| self.no_table(ending, None))?;
        self.probe(position, metric)
    }

    /// The metric that tells most of a position: distance to win, else distance
    /// to conversion, else none.
    ///
    /// # Errors
    /// [`ProbeError::NoTable`] if there is no table of the ending.
    pub fn best_metric(&self, position: &G::Position) -> Result<Metric, ProbeError> {
        let ending = Ending::of(&self.game, position);
        self.best_metric_of(ending).ok_or_else(|| self.no_table(ending, None))
    }

    /// The metric that tells most of an ending, of those there are.
    #[must_use]
    pub fn best_metric_of(&self, ending: Ending) -> Option<Metric> {
        let order = [Metric::Dtw, Metric::Dtc, Metric::Wdl];
        order.into_iter().find(|&metric| self.has(ending, metric))
    }
}
