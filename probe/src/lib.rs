//! Probing a set of endgame tables.
//!
//! [`Tables`] are the tables of one game under one ruleset, in one folder or several. It is opened
//! once and shared by threads; a table is opened when it is first asked, and its
//! blocks are decoded when they are needed.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use coda_formats::{Metric, Value};
//! use coda_games::{Game, jungle::Jungle};
//! use coda_probe::Tables;
//!
//! # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/jungle/tables/standard");
//! let tables = Tables::open(Jungle::with_rules("standard")?, folder)?;
//! let position = tables.game().parse("7/7/3E3/7/7/7/7/5r1/7 w")?;
//! println!("{:?}", tables.probe(&position, Metric::Dtw)?);
//! for found in tables.probe_moves(&position, Metric::Dtw)? {
//!     println!("{} {:?}", found.text, found.value);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Values are for the side to move; distances are in plies.

mod cache;
mod error;
mod limit;
mod moves;
mod tables;

pub use error::ProbeError;
#[cfg(feature = "cli")]
pub mod cli;

pub use limit::Survival;
pub use moves::{Line, MoveValue};
pub use tables::{OpenTable, Tables};
