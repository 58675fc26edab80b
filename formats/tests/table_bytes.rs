//! Tables as bytes: what is written reads back, and no damage passes unseen.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use coda_formats::{Code, Ending, Fault, Index, Metric, NewTable, Table, Value};
use coda_games::Game;
use coda_games::jungle::Jungle;
use proptest::prelude::*;

struct Sample {
    index: Index,
    sides: Vec<Vec<Code>>,
    bytes: Vec<u8>,
}

/// A table of an ending whose values are drawn from `values` by a fixed rule.
fn sample(ending: &str, values: &[Value]) -> Sample {
    let game = Jungle::with_rules("standard").unwrap();
    let index = Index::new(&game, Ending::parse(&game, ending).unwrap()).unwrap();
    let code = |side, number: u64| match index.position(&game, side, number) {
        // Neither constant over a block nor periodic in it.
        Some(_) => {
            let pick = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
            Code::from(values[pick as usize % values.len()])
        }
        None => Code::IMPOSSIBLE,
    };
    let side = |side| (0..index.size()).map(|number| code(side, number)).collect::<Vec<_>>();
    let sides: Vec<_> = (0..index.sides()).map(side).collect();
    let new = NewTable { game: &game, index: &index, metric: Metric::Dtw, codes: &sides };
    let bytes = new.to_bytes().unwrap().1;
    Sample { index, sides, bytes }
}

fn distances(count: u16) -> Vec<Value> {
    let alternate = |plies| if plies % 2 == 1 { Value::win(plies) } else { Value::loss(plies) };
    (0..count).map(alternate).chain([Value::DRAW]).collect()
}

#[test]
fn values_read_back_whatever_the_packing() {
    // One value, two, three, a byte, two bytes; one block and several.
    for count in [0, 1, 2, 40, 300] {
        for ending in ["EvR", "RvR", "ELvR"] {
            let sample = sample(ending, &distances(count));
            let table = Table::from_bytes(&sample.bytes[..], ending).unwrap();
            table.check().unwrap();
            for (side, codes) in sample.sides.iter().enumerate() {
                let decoded = table.decode_side(side).unwrap();
                let step = if ending == "ELvR" { 97 } else { 1 };
                for index in (0..sample.index.size()).step_by(step) {
                    let code = codes[index as usize];
                    if code != Code::IMPOSSIBLE {
                        assert_eq!(decoded[index as usize], code);
                        assert_eq!(Some(table.value(side, index).unwrap()), code.value());
                    }
                }
            }
        }
    }
}

#[test]
fn the_header_counts_the_full_board() {
    let sample = sample("EvR", &distances(6));
    let table = Table::from_bytes(&sample.bytes[..], "EvR").unwrap();
    for side in &table.header().sides {
        assert_eq!(side.counts.positions(), 2940);
        let deepest = |deepest: &Option<coda_formats::Deepest>| deepest.clone().map(|d| d.plies);
        assert_eq!(deepest(&side.deepest_win), Some(5));
        assert_eq!(deepest(&side.deepest_loss), Some(4));
    }
}

/// Every value of the table, read one at a time, as a careless prober would.
fn read_all(bytes: &[u8], sample: &Sample) -> Result<(), String> {
    let table = Table::from_bytes(bytes, "damaged").map_err(|error| error.to_string())?;
    if table.header().size != sample.index.size() {
        return Err("other size".to_owned());
    }
    let mut fault = None;
    for (side, codes) in sample.sides.iter().enumerate() {
        let mut block = Vec::new();
        let mut at = None;
        for (index, code) in (0..).zip(codes).filter(|&(_, &code)| code != Code::IMPOSSIBLE) {
            let wanted = table.block_of(side, index).map_err(|error| error.to_string())?;
            if let Some(number) = wanted.filter(|_| at != wanted) {
                if let Err(error) = table.decode_block(side, number, &mut block) {
                    fault = Some(error.to_string());
                    continue;
                }
                at = wanted;
            }
            match table.value_in(&block, side, index) {
                Ok(value) => assert_eq!(Some(value), code.value(), "a wrong value, no error"),
                Err(error) => fault = Some(error.to_string()),
            }
        }
    }
    fault.map_or(Ok(()), Err)
}

#[test]
fn no_flipped_bit_and_no_truncation_passes() {
    for values in [distances(1), distances(30)] {
        let sample = sample("EvR", &values);
        read_all(&sample.bytes, &sample).unwrap();
        let mut bytes = sample.bytes.clone();
        for at in 0..bytes.len() {
            for mask in [1, 0x10, 0x80, 0xff] {
                bytes[at] ^= mask;
                let fault = read_all(&bytes, &sample).expect_err("damage must be noticed");
                assert!(fault.contains("damaged"), "{fault}");
                let checked = Table::from_bytes(&bytes[..], "x").and_then(|table| table.check());
                assert!(checked.is_err());
                bytes[at] ^= mask;
            }
        }
        for len in 0..bytes.len() {
            read_all(&bytes[..len], &sample).expect_err("a cut must be noticed");
        }
        bytes.push(0);
        read_all(&bytes, &sample).expect_err("an added byte must be noticed");
    }
}

#[test]
fn foreign_and_future_files_are_told_apart() {
    let bytes = sample("EvR", &distances(3)).bytes;
    let fault = |bytes: &[u8]| Table::from_bytes(bytes, "name").unwrap_err();
    assert!(matches!(fault(b"").fault, Fault::NotATable));
    assert!(matches!(fault(b"PK\x03\x04").fault, Fault::NotATable));
    assert!(matches!(fault(&bytes[..20]).fault, Fault::WrongLength { .. }));
    assert!(matches!(fault(&bytes[..bytes.len() - 1]).fault, Fault::WrongLength { .. }));
    let mut future = bytes.clone();
    future[8] = 2;
    let message = fault(&future).to_string();
    assert!(message.contains("name: has format version 2"), "{message}");
}

/// The offset of the header's checksum.
const CHECKSUM_AT: usize = 16;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Headers forged with the right checksum: never a panic.
    #[test]
    fn forged_headers_are_refused_or_read(
        at in 12..2000_usize,
        patch in prop::collection::vec(any::<u8>(), 1..9),
    ) {
        let mut bytes = sample("EvR", &distances(30)).bytes;
        let header_end = 24 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let at = 12 + (at - 12) % (header_end - 12);
        for (byte, new) in bytes[at..].iter_mut().zip(&patch) {
            *byte = *new;
        }
        let header_len = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        if let Some(header) = bytes.get(24..24usize.saturating_add(header_len)) {
            let mut signed = xxhash_rust::xxh3::Xxh3::new();
            signed.update(&bytes[..16]);
            signed.update(header);
            let checksum = signed.digest().to_le_bytes();
            bytes[CHECKSUM_AT..24].copy_from_slice(&checksum);
        }
        if let Ok(table) = Table::from_bytes(&bytes[..], "forged") {
            let _ = table.check();
            for side in 0..3 {
                for index in [0, 1, 1000, u64::MAX] {
                    let _ = table.value(side, index);
                }
            }
        }
    }

    #[test]
    fn random_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Table::from_bytes(&bytes[..], "random").is_err());
        let magic = [&coda_formats::MAGIC[..], &[1, 0, 0, 0], &bytes].concat();
        prop_assert!(Table::from_bytes(&magic[..], "random").is_err());
    }
}
