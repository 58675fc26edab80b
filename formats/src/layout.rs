//! Numbers of the file layout that writing and reading share. The layout itself
//! is described in `formats/README.md`.

use xxhash_rust::xxh3::{Xxh3, xxh3_64_with_seed};

/// The first eight bytes of every table. The first is no ASCII and the line ends
/// do not survive a transfer as text.
pub const MAGIC: [u8; 8] = *b"\x89CODA\r\n\x1a";

/// The version of the file format that this program writes and reads.
pub const FORMAT_VERSION: u32 = 1;

/// Magic, version, header length, checksum.
pub(crate) const PRELUDE_LEN: usize = 24;

/// End and checksum of one block.
pub(crate) const BLOCK_ENTRY_LEN: usize = 16;

/// Bytes of a full block once decoded.
pub(crate) const BLOCK_BYTES: u32 = 16 * 1024;

/// The longest header this program accepts.
pub(crate) const MAX_HEADER_LEN: u32 = 1 << 20;

/// The checksum of the prelude's first sixteen bytes and the header.
pub(crate) fn header_checksum(prelude: &[u8], header: &[u8]) -> u64 {
    let mut hasher = Xxh3::new();
    hasher.update(prelude);
    hasher.update(header);
    hasher.digest()
}

/// The checksum of a block: it depends on its table and number too, so that a
/// sound block in a wrong place is found out.
pub(crate) fn block_checksum(header_checksum: u64, number: u64, bytes: &[u8]) -> u64 {
    xxh3_64_with_seed(bytes, header_checksum.wrapping_add(number))
}
