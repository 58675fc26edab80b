//! The header of a table file.
//!
//! The one module that uses bincode (2.0.1, fixed-width little-endian integers).
//! Its bytes are simple enough to read without it and are written down in
//! `formats/README.md`.

use bincode::config::{Configuration, Fixint, Limit, LittleEndian};
use bincode::{Decode, Encode};

use crate::layout::MAX_HEADER_LEN;
use crate::{Fault, Metric};

/// What a table says of itself. Fields are in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Header {
    /// The program that wrote it, with its version.
    pub program: String,
    /// The game's name.
    pub game: String,
    /// The ruleset, every switch with its value.
    pub rules: String,
    /// The ending's name.
    pub ending: String,
    /// The metric's name.
    pub metric: String,
    /// The name of the index scheme.
    pub index: String,
    /// The order of the pieces in the index.
    pub order: String,
    /// The indices of each side.
    pub size: u64,
    /// Bytes of a full block once decoded.
    pub block_bytes: u32,
    /// Bytes of the file.
    pub file_len: u64,
    /// White to move, then Black to move; one only in an ending of equal sides.
    pub sides: Vec<SideHeader>,
}

/// What a table says of its positions with one side to move.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct SideHeader {
    /// How many positions there are of each result, on the full board.
    pub counts: Counts,
    /// The deepest win, if there is a win and the metric has distances.
    pub deepest_win: Option<Deepest>,
    /// The deepest loss, if there is a loss and the metric has distances.
    pub deepest_loss: Option<Deepest>,
    /// The codes that occur, ascending; a block's digits are places in this list.
    pub values: Vec<u16>,
}

/// How many positions there are of each result for the side to move, counted
/// over the full board: a position and its reflection are two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Counts {
    /// Won positions.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Lost positions.
    pub losses: u64,
    /// Of the won and lost, those that rest on a repetition rule.
    pub by_rule: u64,
}

impl Counts {
    /// All positions.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }
}

/// The largest distance, and a position that has it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Deepest {
    /// The distance in plies.
    pub plies: u16,
    /// The text of a position that has it: the one of the smallest index.
    pub example: String,
}

const CONFIG: Configuration<LittleEndian, Fixint, Limit<{ MAX_HEADER_LEN as usize }>> =
    bincode::config::standard()
        .with_little_endian()
        .with_fixed_int_encoding()
        .with_limit::<{ MAX_HEADER_LEN as usize }>();

impl Header {
    /// The bytes of the header; `None` if it is too long to be one.
    pub(crate) fn encode(&self) -> Option<Vec<u8>> {
        bincode::encode_to_vec(self, CONFIG).ok().filter(|b| b.len() <= MAX_HEADER_LEN as usize)
    }

    /// Reads the bytes of a header.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, Fault> {
        match bincode::decode_from_slice(bytes, CONFIG) {
            Ok((header, used)) if used == bytes.len() => Ok(header),
            Ok(_) => Err(Fault::BadHeader("it is longer than its fields")),
            Err(_) => Err(Fault::BadHeader("its fields cannot be read")),
        }
    }

    /// The metric; `None` if its name is unknown.
    #[must_use]
    pub fn metric(&self) -> Option<Metric> {
        self.metric.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes that formats/README.md describes, written by hand.
    #[test]
    fn the_layout_is_the_documented_one() {
        let header = Header {
            program: "p".into(),
            game: "g".into(),
            rules: "r".into(),
            ending: "e".into(),
            metric: "m".into(),
            index: "i".into(),
            order: "o".into(),
            size: 0x0102,
            block_bytes: 0x0304,
            file_len: 0x0506,
            sides: vec![SideHeader {
                counts: Counts { wins: 1, draws: 2, losses: 3, by_rule: 4 },
                deepest_win: None,
                deepest_loss: Some(Deepest { plies: 0x0708, example: "x".into() }),
                values: vec![0, 0x090a],
            }],
        };
        let mut expected = Vec::new();
        for letter in b"pgremio" {
            expected.extend([1, 0, 0, 0, 0, 0, 0, 0, *letter]);
        }
        expected.extend([2, 1, 0, 0, 0, 0, 0, 0]);
        expected.extend([4, 3, 0, 0]);
        expected.extend([6, 5, 0, 0, 0, 0, 0, 0]);
        expected.extend([1, 0, 0, 0, 0, 0, 0, 0]);
        for count in 1..=4 {
            expected.extend([count, 0, 0, 0, 0, 0, 0, 0]);
        }
        expected.extend([0]);
        expected.extend([1, 8, 7, 1, 0, 0, 0, 0, 0, 0, 0, b'x']);
        expected.extend([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 9]);
        assert_eq!(header.encode().unwrap(), expected);
        assert_eq!(Header::decode(&expected).unwrap(), header);
        assert!(Header::decode(&expected[1..]).is_err());
        assert!(Header::decode(&[&expected[..], &[0]].concat()).is_err());
    }
}
