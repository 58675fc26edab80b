//! What can be wrong with a table file.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// A fault of a table file, with the file's name.
#[derive(Debug, Error)]
#[error("{}: {fault}", name.display())]
pub struct TableError {
    /// The file, or whatever name the bytes were given.
    pub name: PathBuf,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a table file.
#[derive(Debug, Error)]
pub enum Fault {
    /// It cannot be opened or mapped.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It does not begin as a table does.
    #[error("is not a Coda table")]
    NotATable,
    /// It was written in a format this program does not know.
    #[error(
        "has format version {found}; this program reads version {known}: use a newer one, or build the table again"
    )]
    OtherVersion {
        /// The file's version.
        found: u32,
        /// The version this program reads.
        known: u32,
    },
    /// It is shorter or longer than its header says.
    #[error("is {found} bytes long and should be {expected}: it was cut off or added to")]
    WrongLength {
        /// Bytes of the file.
        found: u64,
        /// Bytes it should have.
        expected: u64,
    },
    /// Its header is damaged.
    #[error("has a damaged header: {0}")]
    BadHeader(&'static str),
    /// A block is damaged.
    #[error("is damaged in block {block} of side {side}: {why}")]
    BadBlock {
        /// The run of the block, by side to move.
        side: usize,
        /// The block's number in its run.
        block: u64,
        /// What is wrong with it.
        why: &'static str,
    },
    /// An index beyond the end was asked for: an error of the caller's.
    #[error("has no index {index} on side {side}")]
    OutOfRange {
        /// The run asked for.
        side: usize,
        /// The index asked for.
        index: u64,
    },
}
