//! Writing a table.

use std::io;
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

/// A table about to be written: values by side and index.
#[derive(Debug)]
pub struct NewTable<'a, G> {
    /// The game, with the ruleset that the values hold under.
    pub game: &'a G,
    /// The index that the values are ordered by.
    pub index: &'a Index,
    /// What the distances count.
    pub metric: Metric,
    /// For each side, the code of every index, [`Code::IMPOSSIBLE`] where there is
    /// no position.
    pub sides: &'a [&'a [Code]],
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
        let size = self.index.size();
        let lengths_fit = self.sides.iter().all(|codes| codes.len() as u64 == size);
        if self.sides.len() != self.index.sides() || !lengths_fit {
            return Err(self.bad_values("there are not as many values as indices"));
        }
        let mut sides = Vec::new();
        let mut blocks = Vec::new();
        for (side, codes) in self.sides.iter().enumerate() {
            let summary = self.summarize(side, codes)?;
            blocks.extend(compress(codes, &summary.values).map_err(|why| self.bad_values(why))?);
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

    /// Counts, deepest positions and alphabet of one side.
    fn summarize(&self, side: usize, codes: &[Code]) -> Result<SideHeader, WriteError> {
        let mut counts = Counts::default();
        // For each code: whether it occurs, and where first.
        let mut first = vec![u64::MAX; 1 << 16];
        for (index, &code) in (0..).zip(codes).filter(|&(_, &code)| code != Code::IMPOSSIBLE) {
            let value = code.value().ok_or_else(|| self.bad_values("a code is no value"))?;
            let count = match value.wdl {
                Wdl::Win => &mut counts.wins,
                Wdl::Draw => &mut counts.draws,
                Wdl::Loss => &mut counts.losses,
            };
            *count += self.index.weight(index);
            let seen = &mut first[usize::from(code.0)];
            *seen = u64::min(*seen, index);
        }
        let values: Vec<u16> =
            (0..=u16::MAX).filter(|&code| first[usize::from(code)] != u64::MAX).collect();
        let deepest = |wdl: Wdl| {
            let of_kind = values.iter().rev().filter_map(|&code| {
                let value = Code(code).value()?;
                Some((code, value.plies.filter(|_| value.wdl == wdl)?))
            });
            let (code, plies) = of_kind.max_by_key(|&(_, plies)| plies)?;
            let position = self.index.position(self.game, side, first[usize::from(code)])?;
            Some(Deepest { plies, example: self.game.text(&position) })
        };
        let (deepest_win, deepest_loss) = (deepest(Wdl::Win), deepest(Wdl::Loss));
        Ok(SideHeader { counts, deepest_win, deepest_loss, values })
    }
}

/// The compressed blocks of one side. Indices without a position take the value
/// before them.
fn compress(codes: &[Code], values: &[u16]) -> Result<Vec<Vec<u8>>, &'static str> {
    let packing = Packing::of(values.len());
    if packing == Packing::Constant {
        return Ok(Vec::new());
    }
    let mut digit_of = vec![0_u16; 1 << 16];
    for (digit, &code) in (0..).zip(values) {
        digit_of[usize::from(code)] = digit;
    }
    let entries = packing.entries(BLOCK_BYTES) as usize;
    let block = |codes: &[Code]| {
        let possible = |code: &&Code| **code != Code::IMPOSSIBLE;
        let first = codes.iter().find(possible).map_or(0, |code| digit_of[usize::from(code.0)]);
        let mut last = first;
        let digits = codes.iter().map(|&code| {
            if code != Code::IMPOSSIBLE {
                last = digit_of[usize::from(code.0)];
            }
            last
        });
        let mut bytes = Vec::with_capacity(BLOCK_BYTES as usize);
        packing.pack(digits, &mut bytes);
        zstd::bulk::compress(&bytes, ZSTD_LEVEL).map_err(|_| "a block cannot be compressed")
    };
    codes.par_chunks(entries).map(block).collect()
}
