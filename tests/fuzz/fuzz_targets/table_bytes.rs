//! Tables from hostile bytes. The magic, the version and the checksums are made
//! right, so that the bytes get past the first checks.
#![no_main]

use coda_formats::{FORMAT_VERSION, MAGIC, Table};
use libfuzzer_sys::fuzz_target;
use xxhash_rust::xxh3::{Xxh3, xxh3_64_with_seed};

fuzz_target!(|data: &[u8]| {
    let mut bytes = data.to_vec();
    forge(&mut bytes);
    let Ok(table) = Table::from_bytes(&bytes[..], "fuzz") else { return };
    let _ = table.check();
    for side in 0..3 {
        for index in [0, 1, 77, u64::MAX] {
            let _ = table.value(side, index);
        }
    }
});

/// Makes checksums right wherever there is room for them.
fn forge(bytes: &mut [u8]) {
    if bytes.len() < 24 {
        return;
    }
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&FORMAT_VERSION.to_le_bytes());
    let header_len = usize::from(bytes[12]) | usize::from(bytes[13]) << 8;
    bytes[14..16].fill(0);
    let Some(header) = bytes.get(24..24 + header_len) else { return };
    let mut hasher = Xxh3::new();
    hasher.update(&bytes[..16]);
    hasher.update(header);
    let checksum = hasher.digest();
    bytes[16..24].copy_from_slice(&checksum.to_le_bytes());
    // The first block, if its entry names bytes of the file.
    let entry = 24 + header_len;
    let Some(end) = bytes.get(entry..entry + 8) else { return };
    let end = u64::from_le_bytes(end.try_into().expect("eight bytes")) as usize;
    if let Some(block) = bytes.get(entry + 16..end) {
        let checksum = xxh3_64_with_seed(block, checksum);
        bytes[entry + 8..entry + 16].copy_from_slice(&checksum.to_le_bytes());
    }
}
