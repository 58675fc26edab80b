//! Where positions are: rows, words, lanes.

use std::cmp::Ordering;

use coda_formats::Index;
use coda_games::jungle::Jungle;
use coda_games::{Color, Game, Piece};

use super::board::{BOARD, Mover, Reach, Squares, reflect_square};

/// A square that a piece cannot be on has this digit.
pub(super) const NO_DIGIT: u8 = u8::MAX;

/// One piece with the squares it can be on.
#[derive(Clone, Debug)]
pub(super) struct Digit {
    pub(super) piece: Piece,
    pub(super) mover: Mover,
    /// The squares, by digit.
    pub(super) squares: Vec<u8>,
    /// The digit of each square.
    pub(super) digit_of: [u8; BOARD],
    /// The digit of the reflected square, by digit; [`NO_DIGIT`] for those squares of
    /// the lead that have no other half.
    pub(super) mirror: Vec<u8>,
    /// What the digit counts for in the number of a row; for the inner piece and the
    /// lane piece without meaning.
    pub(super) stride: usize,
}

/// The order of the positions of an ending.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The pieces that tell rows apart, the lead first.
    pub(super) outer: Vec<Digit>,
    /// The piece that tells the words of a row apart; an ending of two pieces has
    /// none, and rows of one word.
    pub(super) inner: Option<Digit>,
    /// The piece that tells the lanes of a word apart.
    pub(super) lane: Digit,
    /// The squares the lane piece can be on.
    pub(super) lanes: Squares,
    pub(super) rows: usize,
    pub(super) row_len: usize,
    /// Whether a side without a legal move loses.
    pub(super) no_move_loses: bool,
}

/// The most outer pieces there can be.
const MAX_OUTER: usize = 14;

/// The outer pieces of a row.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) row: usize,
    /// The digit of each outer piece; beyond them without meaning.
    pub(super) digits: [u8; MAX_OUTER],
    /// The square of each outer piece; beyond them without meaning.
    pub(super) squares: [u8; MAX_OUTER],
    /// All their squares.
    pub(super) taken: Squares,
    /// Whether no two stand on one square.
    pub(super) possible: bool,
}

/// The row that a move of an outer piece leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) row: usize,
    /// The row holds the reflections of the positions reached.
    pub(super) reflected: bool,
}

impl Digit {
    fn new(game: &Jungle, piece: Piece, leads: bool) -> Option<Self> {
        let places = game.places(piece).into_iter();
        let half = |&place: &u16| !leads || place <= game.mirror(place);
        let squares: Vec<u8> = places.filter(half).map(|place| place as u8).collect();
        let mut digit_of = [NO_DIGIT; BOARD];
        for (digit, &square) in (0..).zip(&squares) {
            digit_of[usize::from(square)] = digit;
        }
        let mirror = squares.iter().map(|&square| digit_of[usize::from(reflect_square(square))]);
        let mirror = mirror.collect();
        let mover = Mover::new(game, piece)?;
        Some(Self { piece, mover, squares, digit_of, mirror, stride: 0 })
    }

    pub(super) fn color(&self) -> Color {
        self.mover.color
    }
}

impl Layout {
    /// The layout that numbers positions as the index does: the first of its pieces
    /// leads, the last is the lane piece.
    pub(super) fn new(game: &Jungle, index: &Index) -> Option<Self> {
        let order = index.pieces();
        let digit = |(number, &piece)| Digit::new(game, piece, number == 0);
        let mut outer = order.iter().enumerate().map(digit).collect::<Option<Vec<_>>>()?;
        let lane = outer.pop()?;
        let inner = if outer.len() > 1 { outer.pop() } else { None };
        let mut rows = 1;
        for digit in outer.iter_mut().rev() {
            digit.stride = rows;
            rows *= digit.squares.len();
        }
        let row_len = inner.as_ref().map_or(1, |inner| inner.squares.len());
        let lanes = lane.squares.iter().fold(0, |lanes, square| lanes | 1 << square);
        let no_move_loses = game.rules().no_move_loses;
        Some(Self { outer, inner, lane, lanes, rows, row_len, no_move_loses })
    }

    /// Words of a set: all configurations.
    pub(super) fn words(&self) -> usize {
        self.rows * self.row_len
    }

    /// Where the outer pieces of a row are.
    pub(super) fn place(&self, row: usize) -> Place {
        let mut place = Place {
            row,
            digits: [0; MAX_OUTER],
            squares: [0; MAX_OUTER],
            taken: 0,
            possible: true,
        };
        let mut rest = row;
        for (number, outer) in self.outer.iter().enumerate() {
            let digit = rest / outer.stride;
            rest %= outer.stride;
            let square = outer.squares[digit];
            place.digits[number] = digit as u8;
            place.squares[number] = square;
            place.possible &= place.taken >> square & 1 == 0;
            place.taken |= 1 << square;
        }
        place
    }

    /// The square of the inner piece in a word of a row, if there is an inner piece.
    #[inline]
    pub(super) fn inner_square(&self, inner: usize) -> Option<u8> {
        self.inner.as_ref().map(|digit| digit.squares[inner])
    }

    /// The lanes of a configuration in which the lane piece can be: none if the
    /// configuration is impossible.
    #[inline]
    pub(super) fn valid(&self, place: &Place, inner: usize) -> Squares {
        let inner = self.inner_square(inner).map_or(0, |square| 1 << square);
        if !place.possible || place.taken & inner != 0 {
            return 0;
        }
        self.lanes & !(place.taken | inner)
    }

    /// The lanes of a configuration that hold positions stored under its number. If the
    /// lead stands on the middle file there is a reflection too, and of the two numbers of
    /// a position the smaller is its index.
    pub(super) fn stored(&self, place: &Place, inner: usize) -> Squares {
        let valid = self.valid(place, inner);
        let lead = usize::from(place.digits[0]);
        if self.outer[0].mirror[lead] == NO_DIGIT {
            return valid;
        }
        let Some(row) = self.reflected_row(place, 0, place.digits[0]) else { return valid };
        let reflected = self.inner.as_ref().map_or(0, |digit| usize::from(digit.mirror[inner]));
        match (row, reflected).cmp(&(place.row, inner)) {
            Ordering::Greater => valid,
            Ordering::Less => 0,
            Ordering::Equal => {
                let lanes = self.lane.squares.iter();
                let smaller = lanes.filter(|&&lane| lane <= reflect_square(lane));
                valid & smaller.fold(0, |set, lane| set | 1 << lane)
            }
        }
    }

    /// The row of a place reflected, with one outer piece on another digit, which is
    /// of its reflected square already.
    fn reflected_row(&self, place: &Place, moved: usize, digit: u8) -> Option<usize> {
        let mut row = 0;
        for (number, outer) in self.outer.iter().enumerate() {
            let own = if number == moved {
                digit
            } else {
                outer.mirror[usize::from(place.digits[number])]
            };
            if own == NO_DIGIT {
                return None;
            }
            row += usize::from(own) * outer.stride;
        }
        Some(row)
    }

    /// The row to which a move of an outer piece leads.
    #[inline]
    pub(super) fn target(&self, place: &Place, moved: usize, reach: Reach) -> Option<Target> {
        let outer = &self.outer[moved];
        let digit = outer.digit_of[usize::from(reach.to)];
        if digit != NO_DIGIT {
            let row = place.row - usize::from(place.digits[moved]) * outer.stride
                + usize::from(digit) * outer.stride;
            return Some(Target { row, reflected: false });
        }
        // Only the lead has squares without a digit within its reach.
        let digit = outer.digit_of[usize::from(reflect_square(reach.to))];
        let row = self.reflected_row(place, moved, digit)?;
        Some(Target { row, reflected: true })
    }
}
