//! What the numbers of a table count.

use std::fmt;
use std::str::FromStr;

/// What the numbers of a table count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// No distance: win, draw or loss.
    Wdl,
    /// Plies until the game is won. Where nothing but mate wins it is the mate distance, and is
    /// read as `dtm` too.
    Dtw,
    /// Plies until the next capture or the end of the game.
    Dtc,
}

impl Metric {
    /// Every metric.
    pub const ALL: [Self; 3] = [Self::Wdl, Self::Dtw, Self::Dtc];

    /// The metric's name in files and on command lines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wdl => "wdl",
            Self::Dtw => "dtw",
            Self::Dtc => "dtc",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Metric {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = if text == "dtm" { "dtw" } else { text };
        Self::ALL
            .into_iter()
            .find(|metric| metric.name() == text)
            .ok_or_else(|| format!("`{text}` is no metric: there are wdl, dtw and dtc"))
    }
}
