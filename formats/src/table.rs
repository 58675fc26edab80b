//! Reading a table.

use std::path::{Path, PathBuf};

use memmap2::Mmap;

use crate::encode::Packing;
use crate::file::map;
use crate::header::Header;
use crate::layout::{
    BLOCK_ENTRY_LEN, FORMAT_VERSION, MAGIC, MAX_HEADER_LEN, PRELUDE_LEN, block_checksum,
    header_checksum,
};
use crate::{Code, Fault, TableError, Value};

/// The most a block of a file may hold once decoded; more would let a forged
/// header ask for any amount of memory.
const MAX_BLOCK_BYTES: u32 = 1 << 24;

/// A table over bytes: a memory map, or anything else that holds them.
///
/// Opening reads the header only. A block is checked against its checksum and
/// decoded when one of its values is asked for; [`Table::check`] checks them all.
///
/// ```
/// # use coda_formats::{Ending, Index, NewTable, Metric, Table, Code, Value};
/// # use coda_games::{Game, jungle::Jungle};
/// # let game = Jungle::with_rules("standard")?;
/// # let index = Index::new(&game, Ending::parse(&game, "EvL")?)?;
/// # let values: Vec<_> = (0..index.size()).map(|i| match index.position(&game, 0, i) {
/// #     Some(_) => Code::from(Value::win(3)),
/// #     None => Code::IMPOSSIBLE,
/// # }).collect();
/// # let codes = vec![values.clone(), values];
/// # let new = NewTable { game: &game, index: &index, metric: Metric::Dtw, codes: &codes };
/// # let bytes = new.to_bytes()?.1;
/// let table = Table::from_bytes(bytes, "EvL.dtw.coda")?;
/// assert_eq!(table.header().ending, "EvL");
/// assert_eq!(table.value(0, 17)?, Value::win(3));
/// table.check()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Table<D = Mmap> {
    data: D,
    name: PathBuf,
    header: Header,
    checksum: u64,
    sides: Vec<Side>,
    /// Where the block entries begin.
    entries_at: usize,
}

/// Where the blocks of one side are.
#[derive(Debug)]
struct Side {
    packing: Packing,
    values: Vec<Code>,
    /// Entries of a full block; 0 if there are no blocks.
    entries: u64,
    /// The number of its first block, counted over both sides.
    first_block: u64,
    blocks: u64,
}

impl Table {
    /// Opens a table file: maps it and reads its header.
    ///
    /// The file must not be changed or cut short while the table is open.
    ///
    /// # Errors
    /// [`TableError`] if the file cannot be mapped or its header is not sound.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let error = |fault| TableError { name: path.to_owned(), fault };
        let data = map(path).map_err(|fault| error(Fault::Io(fault)))?;
        Self::from_bytes(data, path)
    }
}

impl<D: AsRef<[u8]>> Table<D> {
    /// A table over bytes; `name` is what errors call it.
    ///
    /// # Errors
    /// [`TableError`] if the header is not sound.
    pub fn from_bytes(data: D, name: impl Into<PathBuf>) -> Result<Self, TableError> {
        let name = name.into();
        match parse(data.as_ref()) {
            Ok((header, checksum, sides, entries_at)) => {
                Ok(Self { data, name, header, checksum, sides, entries_at })
            }
            Err(fault) => Err(TableError { name, fault }),
        }
    }

    /// What the table says of itself.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The file, or the name the bytes were given.
    #[must_use]
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// An error of this table.
    fn error(&self, fault: Fault) -> TableError {
        TableError { name: self.name.clone(), fault }
    }

    /// The value of an index. Decodes the block it is in; callers that ask often
    /// keep blocks with [`Table::decode_block`].
    ///
    /// An index without a position has some value or other.
    ///
    /// # Errors
    /// [`TableError`] if the index is out of range or its block damaged.
    pub fn value(&self, side: usize, index: u64) -> Result<Value, TableError> {
        let mut block = Vec::new();
        if let Some(number) = self.block_of(side, index)? {
            self.decode_block(side, number, &mut block)?;
        }
        self.value_in(&block, side, index)
    }

    /// The number of the block that an index is in; `None` if the side has no
    /// blocks, all its values being the same.
    ///
    /// # Errors
    /// [`TableError`] if the index is out of range.
    #[inline]
    pub fn block_of(&self, side: usize, index: u64) -> Result<Option<u64>, TableError> {
        match self.sides.get(side) {
            Some(found) if index < self.header.size => Ok(index.checked_div(found.entries)),
            _ => Err(self.error(Fault::OutOfRange { side, index })),
        }
    }

    /// How many blocks a side has; none if there is no such side.
    #[must_use]
    pub fn blocks(&self, side: usize) -> u64 {
        self.sides.get(side).map_or(0, |side| side.blocks)
    }

    /// The value of an index, taken from its decoded block (which is ignored if the
    /// side has no blocks).
    ///
    /// # Errors
    /// [`TableError`] if the index is out of range or the block is not its own.
    #[inline]
    pub fn value_in(&self, block: &[u8], side: usize, index: u64) -> Result<Value, TableError> {
        let code = match self.sides.get(side) {
            Some(found) if index < self.header.size => found.code(block, index),
            _ => return Err(self.error(Fault::OutOfRange { side, index })),
        };
        code.and_then(Code::value).ok_or_else(|| {
            let block = self.block_of(side, index).ok().flatten().unwrap_or(0);
            self.error(Fault::BadBlock { side, block, why: "it holds what is no value" })
        })
    }

    /// Checks and decodes a block into `out`, replacing what is there.
    ///
    /// # Errors
    /// [`TableError`] if there is no such block or it is damaged.
    pub fn decode_block(
        &self,
        side: usize,
        block: u64,
        out: &mut Vec<u8>,
    ) -> Result<(), TableError> {
        let bad = |why| self.error(Fault::BadBlock { side, block, why });
        let found = self.sides.get(side).filter(|found| block < found.blocks);
        let found = found.ok_or_else(|| bad("there is no such block"))?;
        let number = found.first_block + block;
        let (start, end, checksum) = self.block_entry(number);
        let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        let bytes = range.and_then(|(start, end)| self.data.as_ref().get(start..end));
        let bytes = bytes.ok_or_else(|| bad("its place is not in the file"))?;
        if block_checksum(self.checksum, number, bytes) != checksum {
            return Err(bad("its checksum does not match"));
        }
        let entries = u64::min(found.entries, self.header.size - block * found.entries);
        let expected = found.packing.bytes(entries) as usize;
        out.clear();
        out.reserve_exact(expected);
        match decompress(bytes, out) {
            Ok(length) if length == expected && out.len() == expected => Ok(()),
            _ => Err(bad("it cannot be decompressed")),
        }
    }

    /// Start, end and checksum of a block.
    fn block_entry(&self, number: u64) -> (u64, u64, u64) {
        let word = |at: usize| {
            let bytes = self.data.as_ref().get(at..at + 8);
            bytes.and_then(|bytes| bytes.try_into().ok()).map_or(u64::MAX, u64::from_le_bytes)
        };
        // `parse` found room for every entry.
        let at = self.entries_at + number as usize * BLOCK_ENTRY_LEN;
        let start = if number > 0 { word(at - BLOCK_ENTRY_LEN) } else { self.first_byte() };
        (start, word(at), word(at + 8))
    }

    /// Where the first block begins.
    fn first_byte(&self) -> u64 {
        (self.entries_at as u64) + self.block_count() * BLOCK_ENTRY_LEN as u64
    }

    fn block_count(&self) -> u64 {
        self.sides.iter().map(|side| side.blocks).sum()
    }

    /// The codes of one whole side, by index. Takes two bytes of memory for each.
    ///
    /// # Errors
    /// [`TableError`] if there is no such side, one of its blocks is damaged, or
    /// there is no memory for so many.
    pub fn decode_side(&self, side: usize) -> Result<Vec<Code>, TableError> {
        let size = usize::try_from(self.header.size).unwrap_or(usize::MAX);
        let mut codes = Vec::new();
        codes.try_reserve_exact(size).map_err(|_| {
            self.error(Fault::Io(std::io::Error::from(std::io::ErrorKind::OutOfMemory)))
        })?;
        if let Some(Side { blocks: 0, values, .. }) = self.sides.get(side) {
            codes.resize(size, values.first().copied().unwrap_or_default());
        } else {
            self.decode_entries(side, |code| codes.push(code))?;
        }
        Ok(codes)
    }

    /// Decodes the blocks of one side, entry by entry.
    fn decode_entries(&self, side: usize, mut found: impl FnMut(Code)) -> Result<(), TableError> {
        let out_of_range = || self.error(Fault::OutOfRange { side, index: 0 });
        let run = self.sides.get(side).ok_or_else(out_of_range)?;
        let mut bytes = Vec::new();
        for block in 0..run.blocks {
            self.decode_block(side, block, &mut bytes)?;
            for entry in 0..u64::min(run.entries, self.header.size - block * run.entries) {
                let why = "it holds what is no value";
                let bad = || self.error(Fault::BadBlock { side, block, why });
                found(run.code(&bytes, entry).ok_or_else(bad)?);
            }
        }
        Ok(())
    }

    /// Reads every block and checks it; that the values are right is not looked at.
    /// Reads the whole file.
    ///
    /// # Errors
    /// [`TableError`] names the first block that is damaged.
    pub fn check(&self) -> Result<(), TableError> {
        let last = self.block_count().checked_sub(1);
        let end = last.map_or(self.first_byte(), |last| self.block_entry(last).1);
        if end != self.header.file_len {
            return Err(self.error(Fault::BadHeader("its blocks do not fill the file")));
        }
        (0..self.sides.len()).try_for_each(|side| self.decode_entries(side, |_| ()))
    }
}

impl Side {
    /// The code of an entry, counted from the start of the side or of its block.
    #[inline]
    fn code(&self, block: &[u8], index: u64) -> Option<Code> {
        let entry = index.checked_rem(self.entries).unwrap_or(0);
        let digit = self.packing.digit(block, entry as usize)?;
        self.values.get(usize::from(digit)).copied()
    }
}

/// Decompresses into the spare capacity of `out`.
fn decompress(bytes: &[u8], out: &mut Vec<u8>) -> std::io::Result<usize> {
    use std::cell::RefCell;
    use zstd::bulk::Decompressor;
    thread_local! {
        // Making one takes longer than a block does.
        static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
    }
    DECOMPRESSOR.with_borrow_mut(|slot| match slot {
        Some(decompressor) => decompressor.decompress_to_buffer(bytes, out),
        None => slot.insert(Decompressor::new()?).decompress_to_buffer(bytes, out),
    })
}

type Parsed = (Header, u64, Vec<Side>, usize);

/// Reads prelude and header, and makes sure that sizes fit each other.
fn parse(data: &[u8]) -> Result<Parsed, Fault> {
    let found = data.len() as u64;
    if !data.starts_with(&MAGIC) {
        return Err(Fault::NotATable);
    }
    let cut_off = |expected| Fault::WrongLength { found, expected };
    let prelude = data.get(..PRELUDE_LEN).ok_or_else(|| cut_off(PRELUDE_LEN as u64))?;
    let (signed, checksum) = prelude.split_at(16);
    let word = |at: usize| {
        u32::from_le_bytes([signed[at], signed[at + 1], signed[at + 2], signed[at + 3]])
    };
    let (version, header_len) = (word(8), word(12));
    if version != FORMAT_VERSION {
        return Err(Fault::OtherVersion { found: version, known: FORMAT_VERSION });
    }
    if header_len > MAX_HEADER_LEN {
        return Err(Fault::BadHeader("it is too long"));
    }
    let entries_at = PRELUDE_LEN + header_len as usize;
    let bytes = data.get(PRELUDE_LEN..entries_at).ok_or_else(|| cut_off(entries_at as u64))?;
    let checksum = u64::from_le_bytes(checksum.try_into().unwrap_or_default());
    if header_checksum(signed, bytes) != checksum {
        return Err(Fault::BadHeader("its checksum does not match"));
    }
    let header = Header::decode(bytes)?;
    if header.file_len != found {
        return Err(cut_off(header.file_len));
    }
    if header.metric().is_none() {
        return Err(Fault::BadHeader("its metric is unknown"));
    }
    if !(1..=2).contains(&header.sides.len()) {
        return Err(Fault::BadHeader("it must have one side or two"));
    }
    if !(2..=MAX_BLOCK_BYTES).contains(&header.block_bytes) {
        return Err(Fault::BadHeader("its block size is out of range"));
    }
    let mut sides = Vec::new();
    let mut blocks = 0_u64;
    for side in &header.sides {
        let values: Vec<_> = side.values.iter().copied().map(Code).collect();
        if values.iter().any(|code| code.value().is_none()) {
            return Err(Fault::BadHeader("one of its values is none"));
        }
        let packing = Packing::of(values.len());
        let entries = packing.entries(header.block_bytes);
        let own = if entries > 0 { header.size.div_ceil(entries) } else { 0 };
        sides.push(Side { packing, values, entries, first_block: blocks, blocks: own });
        blocks = blocks.saturating_add(own);
    }
    let room = (found - entries_at as u64) / BLOCK_ENTRY_LEN as u64;
    if blocks > room {
        return Err(Fault::BadHeader("its blocks do not fit the file"));
    }
    Ok((header, checksum, sides, entries_at))
}
