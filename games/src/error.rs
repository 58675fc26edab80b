//! What can be wrong with a position or a set of pieces.

use thiserror::Error;

/// Why a position text was refused. The message says what was wrong and, where
/// it helps, what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// There was no text.
    #[error("the position is empty; it should look like `{example}`")]
    Empty {
        /// A position text that is right.
        example: String,
    },
    /// The side to move is not given.
    #[error("the side to move is missing: add `w` or `b` after the placement")]
    MissingTurn,
    /// The side to move is neither `w` nor `b`.
    #[error("`{found}` is not a side to move: it must be `w` or `b`")]
    BadTurn {
        /// What stood there.
        found: String,
    },
    /// Something follows the side to move that is no counter.
    #[error("`{found}` after the side to move is not understood: only counters may follow")]
    TrailingText {
        /// What stood there.
        found: String,
    },
    /// The placement has too few or too many ranks.
    #[error("the placement has {found} ranks, separated by `/`; it must have {expected}")]
    WrongRankCount {
        /// Ranks in the text.
        found: usize,
        /// Ranks of the board.
        expected: usize,
    },
    /// A rank has too few or too many squares.
    #[error("rank {rank} (`{text}`) has {found} squares; it must have {expected}")]
    WrongRankLength {
        /// The rank's name.
        rank: u32,
        /// The rank's text.
        text: String,
        /// Squares in the text.
        found: usize,
        /// Squares of the board's rank.
        expected: usize,
    },
    /// A character is neither a piece nor a count of empty squares.
    #[error(
        "`{found}` in rank {rank} is no piece: pieces are {letters} (White in capitals, Black in small letters), digits 1-{files} empty squares"
    )]
    UnknownLetter {
        /// The character.
        found: char,
        /// The rank's name.
        rank: u32,
        /// The letters there are.
        letters: &'static str,
        /// Files of the board.
        files: u32,
    },
    /// A piece stands where its kind can never stand.
    #[error("the {piece} cannot stand on {square}: {why}")]
    ForbiddenSquare {
        /// The piece in words.
        piece: String,
        /// The square's name.
        square: String,
        /// What the square is.
        why: &'static str,
    },
    /// A side has more of a kind than there can be.
    #[error("there are {found} of {piece}; there can be at most {most}")]
    TooMany {
        /// The piece in words.
        piece: String,
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// A side has nothing left.
    #[error("{side} has no pieces: the game is over")]
    NoPieces {
        /// The side's name.
        side: &'static str,
    },
    /// A side has no general.
    #[error("{side} has no general (K)")]
    NoGeneral {
        /// The side's name.
        side: &'static str,
    },
    /// The generals face each other on an open file.
    #[error("the generals face each other on an open file, which no legal move allows")]
    GeneralsFace,
    /// The side that has just moved stands in check.
    #[error("{side} has just moved and stands in check, which no legal move allows")]
    CheckUnanswered {
        /// The side's name.
        side: &'static str,
    },
}

/// Why a set of pieces is no ending.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MaterialError {
    /// A side has nothing.
    #[error("{side} has no pieces")]
    NoPieces {
        /// The side's name.
        side: &'static str,
    },
    /// A side has less of a kind than there must be.
    #[error("{side} has {found} of `{letter}`; there must be at least {least}")]
    TooFew {
        /// The side's name.
        side: &'static str,
        /// The kind's letter.
        letter: char,
        /// How many there are.
        found: u8,
        /// How many there must be.
        least: u8,
    },
    /// A side has more of a kind than there can be.
    #[error("{side} has {found} of `{letter}`; there can be at most {most}")]
    TooMany {
        /// The side's name.
        side: &'static str,
        /// The kind's letter.
        letter: char,
        /// How many there are.
        found: u8,
        /// How many there may be.
        most: u8,
    },
}
