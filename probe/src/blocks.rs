//! Decoded blocks, kept by each thread.
//!
//! A search asks for neighbouring positions again and again. Every thread keeps
//! the last blocks it decoded, so that none ever waits for another.

use std::cell::RefCell;

use coda_formats::{Table, TableError, Value};

/// Blocks a thread keeps: 4 MiB of them at most.
const KEPT: usize = 256;

/// Which block: the table's number, the side and the block's number.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    table: u64,
    side: usize,
    block: u64,
}

struct Kept {
    key: Option<Key>,
    bytes: Vec<u8>,
}

thread_local! {
    static BLOCKS: RefCell<Vec<Kept>> = RefCell::new(
        (0..KEPT).map(|_| Kept { key: None, bytes: Vec::new() }).collect(),
    );
}

impl Key {
    /// Where a block of this key is kept.
    fn place(self) -> usize {
        let mix = self.table.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(self.block)
            ^ (self.side as u64) << 7;
        (mix % KEPT as u64) as usize
    }
}

/// The value of an index of the table that has this number in the process.
#[inline]
pub(crate) fn value(
    table: &Table,
    number: u64,
    side: usize,
    index: u64,
) -> Result<Value, TableError> {
    let Some(block) = table.block_of(side, index)? else {
        return table.value_in(&[], side, index);
    };
    let key = Key { table: number, side, block };
    BLOCKS.with_borrow_mut(|blocks| {
        let kept = &mut blocks[key.place()];
        if kept.key != Some(key) {
            kept.key = None;
            table.decode_block(side, block, &mut kept.bytes)?;
            kept.key = Some(key);
        }
        table.value_in(&kept.bytes, side, index)
    })
}
