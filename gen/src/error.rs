//! Why a table was not built or proved.

use std::io;
use std::path::PathBuf;

use coda_formats::{IndexError, Metric, TableError, WriteError};
use coda_probe::ProbeError;
use thiserror::Error;

/// Why a table was not built or proved.
#[derive(Debug, Error)]
pub enum GenError {
    /// The folder for the tables cannot be made or written to.
    #[error("{}: {fault}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        fault: io::Error,
    },
    /// Another program is building into the folder.
    #[error("{}: another build is at work in this folder (it holds {})", path.display(), lock.display())]
    InUse {
        /// The folder.
        path: PathBuf,
        /// The lock file.
        lock: PathBuf,
    },
    /// An ending is too large for the solver.
    #[error("{ending}: too large for this solver, which holds at most {most} positions")]
    TooLarge {
        /// The ending's name.
        ending: String,
        /// The most positions it can hold.
        most: u64,
    },
    /// An ending needs more memory than it may have.
    #[error("{ending} needs {needed} of memory, and only {allowed} may be used: raise --memory")]
    Memory {
        /// The ending's name.
        ending: String,
        /// What it needs.
        needed: String,
        /// What it may use.
        allowed: String,
    },
    /// The values of an ending that a capture leads to are not at hand.
    #[error("{ending} cannot be solved without {sub}, which a capture leads to")]
    MissingSub {
        /// The ending's name.
        ending: String,
        /// The smaller ending's name.
        sub: String,
    },
    /// A distance grew beyond what a value can hold.
    #[error("{ending}: a distance is longer than {} plies", coda_formats::Value::MAX_PLIES)]
    TooDeep {
        /// The ending's name.
        ending: String,
    },
    /// A `dtc` table of a game in which captures stay in the ending.
    #[error("{ending}: distance to conversion is not defined where a capture stays in the ending")]
    CaptureInside {
        /// The ending's name.
        ending: String,
    },
    /// A `wdl` table has no table with distances beside it.
    #[error("{ending}: its wdl table can be proved only with its dtw or dtc table beside it")]
    NothingToProveBy {
        /// The ending's name.
        ending: String,
    },
    /// There is nothing to do.
    #[error("{}: has no tables of {metric}", folder.display())]
    NoTables {
        /// The folder.
        folder: PathBuf,
        /// The metric asked for.
        metric: Metric,
    },
    /// Work on an ending stopped by a fault of the program.
    #[error("{ending}: the program failed at it; this is a fault of Coda's")]
    Panicked {
        /// The ending's name.
        ending: String,
    },
    /// The tables of an ending number its positions differently.
    #[error("{ending}: its tables have their pieces in different orders; build them again")]
    OrdersDiffer {
        /// The ending's name.
        ending: String,
    },
    /// An ending without two pieces.
    #[error("{ending} has no two pieces")]
    NoPieces {
        /// The ending's name.
        ending: String,
    },
    /// The ending cannot be numbered.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A table cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A table file is not sound.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A table cannot be looked up.
    #[error(transparent)]
    Probe(#[from] ProbeError),
}
