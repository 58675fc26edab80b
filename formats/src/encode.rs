//! The bytes of a block before compression.
//!
//! The values that occur on a side make its alphabet, and an entry is a digit:
//! the place of its value in that alphabet. Digits are packed by how many values
//! there are:
//!
//! | values | digits a byte | how |
//! |---|---|---|
//! | 1 | - | there are no blocks |
//! | 2 | 8 | base 2, the first digit least significant |
//! | 3 | 5 | base 3, the first digit least significant |
//! | 4 to 256 | 1 | as it is |
//! | more | 1/2 | two bytes, little-endian |

/// How the digits of an alphabet are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    /// One value only: nothing is stored.
    Constant,
    /// Several digits of this base in a byte.
    Small { base: u8, per_byte: u8 },
    /// A digit a byte.
    Byte,
    /// A digit in two bytes.
    Word,
}

impl Packing {
    /// The packing of an alphabet of this many values.
    pub(crate) const fn of(values: usize) -> Self {
        match values {
            0 | 1 => Self::Constant,
            2 => Self::Small { base: 2, per_byte: 8 },
            3 => Self::Small { base: 3, per_byte: 5 },
            4..=256 => Self::Byte,
            _ => Self::Word,
        }
    }

    /// How many entries a full block of so many bytes holds; 0 if nothing is
    /// stored.
    pub(crate) const fn entries(self, block_bytes: u32) -> u64 {
        let bytes = block_bytes as u64;
        match self {
            Self::Constant => 0,
            Self::Small { per_byte, .. } => bytes * per_byte as u64,
            Self::Byte => bytes,
            Self::Word => bytes / 2,
        }
    }

    /// The bytes that so many entries take.
    pub(crate) const fn bytes(self, entries: u64) -> u64 {
        match self {
            Self::Constant => 0,
            Self::Small { per_byte, .. } => entries.div_ceil(per_byte as u64),
            Self::Byte => entries,
            Self::Word => entries * 2,
        }
    }

    /// Packs digits.
    pub(crate) fn pack(self, digits: impl Iterator<Item = u16>, out: &mut Vec<u8>) {
        match self {
            Self::Constant => {}
            Self::Small { base, per_byte } => {
                let (mut byte, mut weight, mut held) = (0_u8, 1_u8, 0);
                for digit in digits {
                    byte = byte.wrapping_add((digit as u8).wrapping_mul(weight));
                    weight = weight.wrapping_mul(base);
                    held += 1;
                    if held == per_byte {
                        out.push(byte);
                        (byte, weight, held) = (0, 1, 0);
                    }
                }
                if held > 0 {
                    out.push(byte);
                }
            }
            Self::Byte => out.extend(digits.map(|digit| digit as u8)),
            Self::Word => out.extend(digits.flat_map(u16::to_le_bytes)),
        }
    }

    /// The digit of an entry of a decoded block; `None` beyond the block's end.
    #[inline]
    pub(crate) fn digit(self, block: &[u8], entry: usize) -> Option<u16> {
        Some(match self {
            Self::Constant => 0,
            Self::Small { base: 2, .. } => u16::from(block.get(entry / 8)? >> (entry % 8) & 1),
            Self::Small { base, per_byte } => {
                let per_byte = usize::from(per_byte);
                let weight = base.pow((entry % per_byte) as u32);
                u16::from(block.get(entry / per_byte)? / weight % base)
            }
            Self::Byte => u16::from(*block.get(entry)?),
            Self::Word => u16::from_le_bytes([*block.get(2 * entry)?, *block.get(2 * entry + 1)?]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn digits_read_back(
            values in prop_oneof![1..9_usize, Just(255), Just(256), Just(257), Just(3000)],
            raw in prop::collection::vec(any::<u16>(), 0..200),
        ) {
            let digits: Vec<_> = raw.iter().map(|digit| digit % values as u16).collect();
            let packing = Packing::of(values);
            let mut bytes = Vec::new();
            packing.pack(digits.iter().copied(), &mut bytes);
            prop_assert_eq!(bytes.len() as u64, packing.bytes(digits.len() as u64));
            for (entry, &digit) in digits.iter().enumerate() {
                prop_assert_eq!(packing.digit(&bytes, entry), Some(digit));
            }
        }
    }
}
