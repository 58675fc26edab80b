//! Decoded blocks, shared by threads, within a bound.
//!
//! A search asks for neighbouring positions again and again, and decoding a block costs tens
//! of times what a look into it does. The cache is split into parts with a lock each, so that
//! threads seldom wait for one another, and it forgets what is not asked for again first
//! (S3-FIFO, by the crate `quick_cache`).

use std::sync::Arc;

use coda_formats::{Table, TableError, Value};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// Bytes of a block at most, once decoded; tables of other programs may have other blocks.
const BLOCK: u64 = 16 * 1024;

/// What a block takes beside its bytes.
const OVERHEAD: u64 = 64;

/// Which block: the table's number, the side and the block's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    table: u64,
    side: usize,
    block: u64,
}

/// Decoded blocks.
pub(crate) struct BlockCache {
    /// `None` where nothing may be kept.
    blocks: Option<Cache<Key, Arc<Vec<u8>>, ByBytes>>,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<Key, Arc<Vec<u8>>> for ByBytes {
    fn weight(&self, _: &Key, block: &Arc<Vec<u8>>) -> u64 {
        block.len() as u64 + OVERHEAD
    }
}

impl BlockCache {
    /// A cache of at most so many bytes.
    pub(crate) fn new(bytes: u64) -> Self {
        let expected = usize::try_from(bytes / BLOCK).unwrap_or(usize::MAX);
        let blocks = (expected > 0).then(|| Cache::with_weighter(expected, bytes, ByBytes));
        Self { blocks }
    }

    /// The value of an index of the table that has this number in the process.
    #[inline]
    pub(crate) fn value(
        &self,
        table: &Table,
        number: u64,
        side: usize,
        index: u64,
    ) -> Result<Value, TableError> {
        let Some(block) = table.block_of(side, index)? else {
            return table.value_in(&[], side, index);
        };
        let key = Key { table: number, side, block };
        if let Some(bytes) = self.blocks.as_ref().and_then(|blocks| blocks.get(&key)) {
            return table.value_in(&bytes, side, index);
        }
        let bytes = self.decode(table, key)?;
        table.value_in(&bytes, side, index)
    }

    /// Decodes a block, and keeps it.
    fn decode(&self, table: &Table, key: Key) -> Result<Arc<Vec<u8>>, TableError> {
        let mut bytes = Vec::new();
        table.decode_block(key.side, key.block, &mut bytes)?;
        let bytes = Arc::new(bytes);
        if let Some(blocks) = &self.blocks {
            blocks.insert(key, bytes.clone());
        }
        Ok(bytes)
    }

    /// Decodes every block of a table, and keeps them as far as there is room.
    pub(crate) fn preload(&self, table: &Table, number: u64) -> Result<(), TableError> {
        for side in 0..table.header().sides.len() {
            for block in 0..table.blocks(side) {
                self.decode(table, Key { table: number, side, block })?;
            }
        }
        Ok(())
    }

    /// Bytes that are kept at present.
    pub(crate) fn bytes(&self) -> u64 {
        self.blocks.as_ref().map_or(0, Cache::weight)
    }
}

impl std::fmt::Debug for BlockCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BlockCache").field("bytes", &self.bytes()).finish()
    }
}
