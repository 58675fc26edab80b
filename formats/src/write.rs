//! Writing a table.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use coda_games::Game;
use rayon::prelude::*;
use thiserror::Error;

use crate::encode::Packing;
use crate::file::write_atomically;
use crate::header::{Counts, Deepest, Header, SideHeader};
use crate::layout::{
    BLOCK_BYTES, BLOCK_ENTRY_LEN, FORMAT_VERSION, MAGIC, PRELUDE_LEN, block_checksum,
    header_checksum,
};
use crate::{Code, Index, Metric, Wdl};

/// How hard zstd tries. Over the endings of three pieces, level 19 takes twice the time
/// of a whole build and saves 6% of the bytes.
const ZSTD_LEVEL: i32 = 12;

/// Indices that are counted together.
const SUMMARY_RUN: u64 = 1 << 16;

/// Why a table was not written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The file system refused. Nothing was left under the table's name.
    #[error("{}: cannot be written: {fault}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        fault: io::Error,
    },
    /// The values cannot be read from where the solver holds them.
    #[error("the values cannot be read from the disk: {0}")]
    Values(io::Error),
    /// The values do not fit the index: an error of the caller's.
    #[error("{ending} {metric}: {why}")]
    BadValues {
        /// The ending's name.
        ending: String,
        /// The metric.
        metric: Metric,
        /// What is wrong.
        why: &'static str,
    },
}

/// The values of an ending, wherever they are held. Asked for in runs, by several
/// threads at once.
pub trait Codes: Sync {
    /// Fills `out` with the codes of the indices from `start` on, for one side:
    /// [`Code::IMPOSSIBLE`] where there is no position. Where no `distances` are wanted
    /// they may be left out, or not.
    ///
    /// # Errors
    /// What the system says if the values are on disk and cannot be read.
    fn fill(&self, side: usize, start: u64, distances: bool, out: &mut [Code]) -> io::Result<()>;
}

/// For each side, the codes by index.
impl Codes for Vec<Vec<Code>> {
    fn fill(&self, side: usize, start: u64, _: bool, out: &mut [Code]) -> io::Result<()> {
        out.copy_from_slice(&self[side][start as usize..][..out.len()]);
        Ok(())
    }
}

/// A table about to be written.
pub struct NewTable<'a, G> {
    /// The game, with the ruleset that the values hold under.
    pub game: &'a G,
    /// The index that the values are ordered by.
    pub index: &'a Index,
    /// What the distances count. Under [`Metric::Wdl`] they are left out.
    pub metric: Metric,
    /// The values.
    pub codes: &'a dyn Codes,
}

/// What was written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The header, with counts and deepest positions.
    pub header: Header,
    /// Bytes of the file.
    pub bytes: u64,
}

impl<G: Game> NewTable<'_, G> {
    /// Writes the table at `path`: whole or not at all.
    ///
    /// # Errors
    /// [`WriteError`] if the file cannot be written or the values do not fit.
    pub fn write(&self, path: &Path) -> Result<Written, WriteError> {
        let (header, bytes) = self.to_bytes()?;
        write_atomically(path, &bytes)
            .map_err(|fault| WriteError::Io { path: path.to_owned(), fault })?;
        Ok(Written { header, bytes: bytes.len() as u64 })
    }

    /// The header and the bytes of the table's file. The same values give the same
    /// bytes, on any number of threads.
    ///
    /// # Errors
    /// [`WriteError::BadValues`] if the values do not fit the index.
    pub fn to_bytes(&self) -> Result<(Header, Vec<u8>), WriteError> {
        self.to_bytes_at(ZSTD_LEVEL)
    }

    /// As [`NewTable::to_bytes`], with another effort of compression, from 1 to 22. Any
    /// reader reads the result.
    ///
    /// # Errors
    /// [`WriteError::BadValues`] if the values do not fit the index.
    pub fn to_bytes_at(&self, level: i32) -> Result<(Header, Vec<u8>), WriteError> {
        let size = self.index.size();
        let mut sides = Vec::new();
        let mut blocks = Vec::new();
        for side in 0..self.index.sides() {
            let summary = self.summarize(side)?;
            blocks.extend(self.compress(side, &summary.values, level)?);
            sides.push(summary);
        }
        let mut header = Header {
            program: concat!("coda ", env!("CARGO_PKG_VERSION")).to_owned(),
            game: G::NAME.to_owned(),
            rules: self.game.ruleset().full(),
            ending: self.index.ending().name::<G>(),
            metric: self.metric.name().to_owned(),
            index: Index::SCHEME.to_owned(),
            order: self.index.order::<G>(),
            size,
            block_bytes: BLOCK_BYTES,
            file_len: 0,
            sides,
        };
        let too_long = || self.bad_values("the header is too long");
        let header_len = header.encode().ok_or_else(too_long)?.len();
        let first = (PRELUDE_LEN + header_len + blocks.len() * BLOCK_ENTRY_LEN) as u64;
        header.file_len = first + blocks.iter().map(|block| block.len() as u64).sum::<u64>();
        let header_bytes = header.encode().ok_or_else(too_long)?;

        let mut bytes = Vec::with_capacity(header.file_len as usize);
        bytes.extend(MAGIC);
        bytes.extend(FORMAT_VERSION.to_le_bytes());
        bytes.extend((header_len as u32).to_le_bytes());
        let checksum = header_checksum(&bytes, &header_bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes.extend(&header_bytes);
        let mut end = first;
        for (number, block) in blocks.iter().enumerate() {
            end += block.len() as u64;
            bytes.extend(end.to_le_bytes());
            bytes.extend(block_checksum(checksum, number as u64, block).to_le_bytes());
        }
        blocks.iter().for_each(|block| bytes.extend(block));
        Ok((header, bytes))
    }

    fn bad_values(&self, why: &'static str) -> WriteError {
        WriteError::BadValues { ending: self.index.ending().name::<G>(), metric: self.metric, why }
    }

    /// The codes of a run of indices, as the table is to hold them.
    fn codes(
        &self,
        side: usize,
        range: Range<u64>,
        codes: &mut Vec<Code>,
    ) -> Result<(), WriteError> {
        codes.clear();
        codes.resize((range.end - range.start) as usize, Code::IMPOSSIBLE);
        let distances = self.metric != Metric::Wdl;
        self.codes.fill(side, range.start, distances, codes).map_err(WriteError::Values)?;
        if !distances {
            codes.iter_mut().for_each(|code| *code = code.without_distance());
        }
        Ok(())
    }

    /// Runs of indices that are looked at together.
    fn runs(&self, length: u64) -> impl IndexedParallelIterator<Item = Range<u64>> {
        let size = self.index.size();
        (0..size.div_ceil(length) as usize).into_par_iter().map(move |run| {
            let start = run as u64 * length;
            start..u64::min(start + length, size)
        })
    }

    /// Counts, deepest positions and alphabet of one side.
    fn summarize(&self, side: usize) -> Result<SideHeader, WriteError> {
        let count_run = |mut seen: Seen, range: Range<u64>| {
            let mut codes = Vec::new();
            self.codes(side, range.clone(), &mut codes)?;
            let (mut weight, mut run) = (0, 0);
            for (index, &code) in range.zip(&codes) {
                if run == 0 {
                    (weight, run) = self.index.weight_run(self.game, index);
                }
                run -= 1;
                if code != Code::IMPOSSIBLE {
                    seen.count(code, index, weight);
                }
            }
            Ok::<_, WriteError>(seen)
        };
        let seen = self.runs(SUMMARY_RUN).try_fold(Seen::default, count_run);
        let seen = seen.try_reduce(Seen::default, |all, part| Ok(all.merge(part)))?;
        let mut counts = Counts::default();
        for (code, positions, _) in seen.codes() {
            let value = Code(code).value().ok_or_else(|| self.bad_values("a code is no value"))?;
            match value.wdl {
                Wdl::Win => counts.wins += positions,
                Wdl::Draw => counts.draws += positions,
                Wdl::Loss => counts.losses += positions,
            }
            counts.by_rule += if value.by_rule { positions } else { 0 };
        }
        let deepest = |wdl: Wdl| {
            let of_kind = seen.codes().filter_map(|(code, _, first)| {
                let value = Code(code).value().filter(|value| value.wdl == wdl)?;
                Some((value.plies?, first))
            });
            let (plies, first) = of_kind.max_by_key(|&(plies, _)| plies)?;
            let position = self.index.position(self.game, side, first)?;
            Some(Deepest { plies, example: self.game.text(&position) })
        };
        let (deepest_win, deepest_loss) = (deepest(Wdl::Win), deepest(Wdl::Loss));
        let values = seen.codes().map(|(code, ..)| code).collect();
        Ok(SideHeader { counts, deepest_win, deepest_loss, values })
    }

    /// The compressed blocks of one side. Indices without a position take the value
    /// before them.
    fn compress(
        &self,
        side: usize,
        values: &[u16],
        level: i32,
    ) -> Result<Vec<Box<[u8]>>, WriteError> {
        let packing = Packing::of(values.len());
        if packing == Packing::Constant {
            return Ok(Vec::new());
        }
        let mut digit_of = vec![0_u16; 1 << 16];
        for (digit, &code) in (0..).zip(values) {
            digit_of[usize::from(code)] = digit;
        }
        let block = |range: Range<u64>| {
            let mut codes = Vec::new();
            self.codes(side, range, &mut codes)?;
            let possible = |code: &&Code| **code != Code::IMPOSSIBLE;
            let first = codes.iter().find(possible).map_or(0, |code| digit_of[usize::from(code.0)]);
            let digits = codes.iter().scan(first, |last, &code| {
                if code != Code::IMPOSSIBLE {
                    *last = digit_of[usize::from(code.0)];
                }
                Some(*last)
            });
            let mut bytes = Vec::with_capacity(BLOCK_BYTES as usize);
            packing.pack(digits, &mut bytes);
            let block = zstd::bulk::compress(&bytes, level)
                .map_err(|_| self.bad_values("a block cannot be compressed"))?;
            // Without the room that the worst case would have taken.
            Ok(Box::from(block))
        };
        self.runs(packing.entries(BLOCK_BYTES)).map(block).collect()
    }
}

/// For each code, how many positions have it, and the first index that does.
#[derive(Default)]
struct Seen(Vec<(u64, u64)>);

impl Seen {
    #[inline]
    fn count(&mut self, code: Code, index: u64, weight: u64) {
        let code = usize::from(code.0);
        if code >= self.0.len() {
            self.0.resize(code + 1, (0, u64::MAX));
        }
        let (positions, first) = &mut self.0[code];
        *positions += weight;
        *first = u64::min(*first, index);
    }

    fn merge(mut self, other: Self) -> Self {
        if other.0.len() > self.0.len() {
            return other.merge(self);
        }
        for (known, (positions, first)) in self.0.iter_mut().zip(other.0) {
            known.0 += positions;
            known.1 = u64::min(known.1, first);
        }
        self
    }

    /// The codes that occur, ascending, with how often and where first.
    fn codes(&self) -> impl DoubleEndedIterator<Item = (u16, u64, u64)> + '_ {
        let all = self.0.iter().enumerate().filter(|(_, (positions, _))| *positions > 0);
        all.map(|(code, &(positions, first))| (code as u16, positions, first))
    }
}
