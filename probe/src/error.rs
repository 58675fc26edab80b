//! Why a probe was not answered.

use std::io;
use std::path::PathBuf;

use coda_formats::{Metric, TableError};
use thiserror::Error;

/// Why a probe was not answered.
#[derive(Clone, Debug, Error)]
pub enum ProbeError {
    /// The folder cannot be read.
    #[error("{}: cannot be read: {fault}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        fault: std::sync::Arc<io::Error>,
    },
    /// The folder has no table for the position.
    #[error("there is no {wanted} table of {ending} in {folders}: {has}")]
    NoTable {
        /// The stored ending that is missing.
        ending: String,
        /// The metric that is missing, or `wdl, dtw or dtc`.
        wanted: String,
        /// The folders that were looked into.
        folders: String,
        /// What they have instead.
        has: String,
    },
    /// A piece is where it cannot be under the game's rules.
    #[error("{position} is impossible under the rules `{rules}`")]
    Impossible {
        /// The position's text.
        position: String,
        /// The rules.
        rules: String,
    },
    /// A table was built under another ruleset.
    #[error("{}: was built under the rules `{found}`, not `{asked}`: ask with --rules {found}, or build tables for the rules you mean", path.display())]
    OtherRules {
        /// The table's file.
        path: PathBuf,
        /// The table's rules.
        found: String,
        /// The rules asked for.
        asked: String,
    },
    /// A table's header says something else than its file name or the game.
    #[error("{}: {what} is `{found}`, not `{expected}`", path.display())]
    OtherTable {
        /// The table's file.
        path: PathBuf,
        /// Which field of the header.
        what: &'static str,
        /// What the header says.
        found: String,
        /// What it should say.
        expected: String,
    },
    /// A table's file is damaged or cannot be read.
    #[error("{0}")]
    Table(std::sync::Arc<TableError>),
    /// A move leads to a position that cannot be looked up.
    #[error("{cause} (needed for the move {mv})")]
    AfterMove {
        /// The move.
        mv: String,
        /// Why the position after it is not answered.
        cause: Box<ProbeError>,
    },
}

impl ProbeError {
    /// A short name of the kind of error, for programs: `no-table`, `bad-position`,
    /// `other-rules`, `damaged`, `io`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Folder { .. } => "io",
            Self::NoTable { .. } => "no-table",
            Self::Impossible { .. } => "bad-position",
            Self::OtherRules { .. } => "other-rules",
            Self::OtherTable { .. } => "damaged",
            Self::Table(error) => match error.fault {
                coda_formats::Fault::Io(_) => "io",
                _ => "damaged",
            },
            Self::AfterMove { cause, .. } => cause.kind(),
        }
    }

    pub(crate) fn no_table(
        ending: String,
        metric: Option<Metric>,
        folders: String,
        has: String,
    ) -> Self {
        let wanted = metric.map_or("wdl, dtw or dtc".to_owned(), |metric| metric.to_string());
        Self::NoTable { ending, wanted, folders, has }
    }
}

impl From<TableError> for ProbeError {
    fn from(error: TableError) -> Self {
        Self::Table(std::sync::Arc::new(error))
    }
}
