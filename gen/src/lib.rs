//! Building and proving endgame tables.
//!
//! A value flows from an [`Ending`](coda_formats::Ending) through the [`plan`]
//! (which endings, in which order) and a solver ([`solve`]) to a file, and the file
//! is proved by [`verify`] from the rules alone.

pub mod build;
mod error;
pub mod lock;
pub mod machine;
pub mod plan;
pub mod progress;
pub mod repetition;
mod schedule;
pub mod solve;
pub mod stats;
mod values;
pub mod verify;

pub use error::GenError;
pub use values::{LoadSub, Solution, SubValues, Values};
