//! What a table is: endings and their names, the index of a position inside its
//! ending, values, and the file that holds them.
//!
//! This crate writes and reads tables; it knows no solver. The layout of a file,
//! byte by byte, is in `formats/README.md`.
//!
//! ```
//! use coda_formats::{Ending, Index};
//! use coda_games::{Game, jungle::Jungle};
//!
//! let game = Jungle::with_rules("standard")?;
//! let ending = Ending::parse(&game, "RvEL")?;
//! let index = Index::new(&game, ending.canonical(&game))?;
//! let position = game.parse("7/3l3/7/7/7/7/7/7/R5e w")?;
//! let slot = index.locate(&game, &position).expect("the ending fits");
//! // The stored ending is ELvR, so the board was turned about: Black is to move.
//! assert_eq!(slot.side, 1);
//! assert!(slot.index < index.size());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod encode;
mod ending;
mod error;
mod file;
mod header;
mod index;
mod layout;
mod metric;
mod table;
mod value;
mod write;

pub use ending::{Ending, EndingError};
pub use error::{Fault, TableError};
pub use file::{TableName, discard_leftovers};
pub use header::{Counts, Deepest, Header, SideHeader};
pub use index::{Index, IndexError, Slot};
pub use layout::{FORMAT_VERSION, MAGIC};
pub use metric::Metric;
pub use table::Table;
pub use value::{Code, Value, Wdl};
pub use write::{Codes, NewTable, WriteError, Written};
