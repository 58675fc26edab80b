//! The index: the number of a position inside its ending.
//!
//! Each piece of the ending is a digit: its place, among the places it can be in.
//! The pieces in their order, the first most significant, make one number. The
//! first piece keeps to the left half of the board: positions in which it stands
//! on the right are reflected. Where it stands on the middle file, the position
//! and its reflection have two numbers, and the smaller is the index.
//!
//! Two runs of numbers, one for each side to move; where both sides have the same
//! pieces, Black to move is White to move with the board turned about, and there
//! is only one run.
//!
//! Some numbers belong to no position: two pieces in one place, the larger of two
//! reflections, what the rules make impossible. They are few (under a third in
//! Jungle), and cost next to nothing in a file.

use coda_games::{Color, Game, Piece, Place};
use thiserror::Error;

use crate::Ending;

/// Where a position is in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The run: 0 where White is to move in the stored ending, 1 for Black. Always
    /// 0 in an ending of equal sides.
    pub side: usize,
    /// The number inside the run.
    pub index: u64,
}

/// Why an ending has no index.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IndexError {
    /// The order lists other pieces than the ending has.
    #[error("`{order}` does not list the pieces of {ending}")]
    WrongOrder {
        /// The order as given.
        order: String,
        /// The ending's name.
        ending: String,
    },
    /// A side has two pieces of a kind, which this scheme does not number.
    #[error("{ending} has equal pieces on one side, which this index does not number")]
    EqualPieces {
        /// The ending's name.
        ending: String,
    },
    /// There are more positions than a number can count.
    #[error("{ending} has too many positions to number")]
    TooLarge {
        /// The ending's name.
        ending: String,
    },
}

/// A number that no sum of digits reaches. Any sum with it is as large or larger, and
/// as many as there can be pieces of it do not overflow.
const NOWHERE: u64 = 1 << 58;

/// The index of one ending.
///
/// ```
/// use coda_formats::{Ending, Index};
/// use coda_games::{Game, jungle::Jungle};
///
/// let game = Jungle::with_rules("standard")?;
/// let index = Index::new(&game, Ending::parse(&game, "EvR")?)?;
/// let position = game.parse("7/7/6E/7/7/1r5/7/7/7 b")?;
/// let slot = index.locate(&game, &position).unwrap();
/// // The elephant stands on the right, so the board is reflected.
/// let stored = index.position(&game, slot.side, slot.index).unwrap();
/// assert_eq!(game.text(&stored), "7/7/E6/7/7/5r1/7/7/7 b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Index {
    ending: Ending,
    order: Vec<Digit>,
    /// The digit of each kind of piece, by colour.
    digit_of: [[u8; 16]; 2],
    size: u64,
}

/// One piece as a digit.
#[derive(Clone, Debug)]
struct Digit {
    piece: Piece,
    /// The places it can be in, by digit.
    places: Vec<Place>,
    /// What the digit counts for.
    stride: u64,
    /// For each place, what it adds to the number: as it stands, and reflected.
    /// [`NOWHERE`] where it cannot be.
    worth: Vec<[u64; 2]>,
    /// Whether the place is its own reflection.
    centred: Vec<bool>,
}

const NO_DIGIT: u8 = u8::MAX;

impl Index {
    /// The name of this way to number positions, as files record it.
    pub const SCHEME: &'static str = "mirror-radix-1";

    /// The index of an ending with its pieces in the usual order: as in its name, but
    /// for the piece with the most places, which comes last (of several the last).
    ///
    /// # Errors
    /// [`IndexError`] if the ending has equal pieces or too many positions.
    pub fn new<G: Game>(game: &G, ending: Ending) -> Result<Self, IndexError> {
        let mut order: Vec<_> = ending.pieces().collect();
        let places = |piece: &Piece| game.places(*piece).len();
        let most = (0..order.len()).max_by_key(|&number| places(&order[number]));
        if let Some(most) = most {
            order[most..].rotate_left(1);
        }
        Self::in_order(game, ending, order)
    }

    /// The index of an ending with the order of pieces that a file records.
    ///
    /// # Errors
    /// [`IndexError`] if the text does not list the ending's pieces.
    pub fn with_order<G: Game>(game: &G, ending: Ending, order: &str) -> Result<Self, IndexError> {
        let wrong = || IndexError::WrongOrder { order: order.into(), ending: ending.name::<G>() };
        let piece = |letter: char| {
            let capital = letter.to_ascii_uppercase();
            let kind = G::LETTERS.iter().position(|&known| known == capital)?;
            let color = if letter == capital { Color::White } else { Color::Black };
            Some(Piece { color, kind: coda_games::Kind(kind as u8) })
        };
        let pieces: Option<Vec<_>> = order.chars().map(piece).collect();
        let pieces = pieces.ok_or_else(wrong)?;
        let sorted = |mut pieces: Vec<Piece>| {
            pieces.sort_unstable();
            pieces
        };
        if sorted(pieces.clone()) != sorted(ending.pieces().collect()) {
            return Err(wrong());
        }
        Self::in_order(game, ending, pieces)
    }

    fn in_order<G: Game>(game: &G, ending: Ending, order: Vec<Piece>) -> Result<Self, IndexError> {
        let too_large = || IndexError::TooLarge { ending: ending.name::<G>() };
        let mut digit_of = [[NO_DIGIT; 16]; 2];
        for (number, piece) in order.iter().enumerate() {
            let digit = &mut digit_of[piece.color.index()][piece.kind.index()];
            if *digit != NO_DIGIT {
                return Err(IndexError::EqualPieces { ending: ending.name::<G>() });
            }
            *digit = u8::try_from(number).map_err(|_| too_large())?;
        }
        let mut digits = Vec::with_capacity(order.len());
        let mut size = 1_u64;
        for (number, &piece) in order.iter().enumerate().rev() {
            let mut places = game.places(piece);
            let leads = number == 0;
            if leads {
                places.retain(|&place| place <= game.mirror(place));
            }
            digits.push(Digit::new(game, piece, places, size));
            let radix = digits.last().map_or(0, |digit: &Digit| digit.places.len() as u64);
            size = size.checked_mul(radix).filter(|&size| size < NOWHERE).ok_or_else(too_large)?;
        }
        digits.reverse();
        Ok(Self { ending, order: digits, digit_of, size })
    }

    /// The ending.
    #[must_use]
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The pieces in their order, the most significant first.
    #[must_use]
    pub fn pieces(&self) -> Vec<Piece> {
        self.order.iter().map(|digit| digit.piece).collect()
    }

    /// What a piece in a place adds to the number of a position, as it stands and
    /// reflected. The index is the smaller of the two sums over all pieces; a sum is
    /// out of range where the first piece is on the wrong half of the board.
    #[inline]
    #[must_use]
    pub fn worth(&self, piece: Piece, place: Place) -> [u64; 2] {
        let digit = self.digit_of[piece.color.index()][piece.kind.index() & 15];
        let digit = self.order.get(usize::from(digit));
        let worth = digit.and_then(|digit| digit.worth.get(usize::from(place)));
        worth.copied().unwrap_or([NOWHERE; 2])
    }

    /// The order of the pieces, the most significant first; Black's in small
    /// letters: `ELr`.
    #[must_use]
    pub fn order<G: Game>(&self) -> String {
        let letter = |digit: &Digit| {
            let letter = G::LETTERS.get(digit.piece.kind.index()).copied().unwrap_or('?');
            match digit.piece.color {
                Color::White => letter,
                Color::Black => letter.to_ascii_lowercase(),
            }
        };
        self.order.iter().map(letter).collect()
    }

    /// The numbers of each run: 0 to `size() - 1`.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// How many runs there are: 1 for an ending of equal sides, else 2.
    #[must_use]
    pub fn sides(&self) -> usize {
        if self.ending.is_symmetric() { 1 } else { 2 }
    }

    /// Where a position is; `None` if it is a position of another ending, or has a piece
    /// where it cannot be under the game's rules.
    #[inline]
    pub fn locate<G: Game>(&self, game: &G, position: &G::Position) -> Option<Slot> {
        let turn = game.turn(position);
        if self.ending.is_symmetric() {
            let index = if turn == Color::White {
                self.number(game.pieces(position))
            } else {
                self.number(turned_about(game, position))
            };
            return index.map(|index| Slot { side: 0, index });
        }
        if let Some(index) = self.number(game.pieces(position)) {
            return Some(Slot { side: turn.index(), index });
        }
        let index = self.number(turned_about(game, position))?;
        Some(Slot { side: (!turn).index(), index })
    }

    /// The number of a placement, the smaller of the two that its reflections have;
    /// `None` if the pieces are not the ending's.
    #[inline]
    fn number(&self, pieces: impl Iterator<Item = (Piece, Place)>) -> Option<u64> {
        let (mut as_is, mut reflected, mut count) = (0, 0, 0);
        for (piece, place) in pieces {
            let digit = self.digit_of[piece.color.index()][piece.kind.index() & 15];
            let worth = self.order.get(usize::from(digit))?.worth.get(usize::from(place))?;
            as_is += worth[0];
            reflected += worth[1];
            count += 1;
        }
        let number = u64::min(as_is, reflected);
        (count == self.order.len() && number < NOWHERE).then_some(number)
    }

    /// The position of a number; `None` if none belongs to it.
    #[inline]
    pub fn position<G: Game>(&self, game: &G, side: usize, index: u64) -> Option<G::Position> {
        if index >= self.size || side >= self.sides() {
            return None;
        }
        let position = game.assemble(self.placed(index), Color::BOTH[side])?;
        // Reflections differ only where the first piece is on the middle file.
        let leads = &self.order[0];
        let first = leads.places[(index / leads.stride) as usize];
        let twin =
            leads.centred[usize::from(first)] && self.number(game.pieces(&position)) != Some(index);
        (!twin).then_some(position)
    }

    /// The pieces and places of a number below [`Index::size`].
    #[inline]
    fn placed(&self, index: u64) -> impl Iterator<Item = (Piece, Place)> {
        let mut rest = index;
        self.order.iter().map(move |digit| {
            let (number, below) = (rest / digit.stride, rest % digit.stride);
            rest = below;
            (digit.piece, digit.places[number as usize])
        })
    }

    /// How many positions of the full board the position of a number stands for:
    /// 1 if it is its own reflection, else 2. Meaningless for a number without a
    /// position.
    #[inline]
    #[must_use]
    pub fn weight(&self, index: u64) -> u64 {
        let mut rest = index;
        for digit in &self.order {
            let number = (rest / digit.stride) as usize;
            rest %= digit.stride;
            let centred = digit.places.get(number).is_some_and(|&p| digit.centred[usize::from(p)]);
            if !centred {
                return 2;
            }
        }
        1
    }
}

fn turned_about<'a, G: Game>(
    game: &'a G,
    position: &'a G::Position,
) -> impl Iterator<Item = (Piece, Place)> + 'a {
    game.pieces(position).map(|(piece, place)| (piece.swapped(), game.turn_about(place)))
}

impl Digit {
    fn new<G: Game>(game: &G, piece: Piece, places: Vec<Place>, stride: u64) -> Self {
        let board = game.places(piece);
        let width = board.iter().map(|&place| usize::from(place) + 1).max().unwrap_or(0);
        let mut worth = vec![[NOWHERE; 2]; width];
        let mut centred = vec![false; width];
        for (number, &place) in places.iter().enumerate() {
            worth[usize::from(place)][0] = number as u64 * stride;
            worth[usize::from(game.mirror(place))][1] = number as u64 * stride;
        }
        for &place in &board {
            centred[usize::from(place)] = game.mirror(place) == place;
        }
        Self { piece, places, stride, worth, centred }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coda_games::jungle::Jungle;

    /// Every placement on the full board, with each side to move, by plain
    /// enumeration.
    fn placements(game: &Jungle, ending: Ending) -> Vec<<Jungle as Game>::Position> {
        let mut placed: Vec<Vec<(Piece, Place)>> = vec![Vec::new()];
        for piece in ending.pieces() {
            let places = game.places(piece);
            let more = |set: &Vec<(Piece, Place)>| {
                let set = set.clone();
                places.iter().map(move |&place| [set.clone(), vec![(piece, place)]].concat())
            };
            placed = placed.iter().flat_map(more).collect();
        }
        let turns = Color::BOTH.into_iter();
        turns
            .flat_map(|turn| placed.iter().filter_map(move |set| game.assemble(set.clone(), turn)))
            .collect()
    }

    fn check_whole_ending(rules: &str, name: &str, order: Option<&str>) {
        let game = Jungle::with_rules(rules).unwrap();
        let ending = Ending::parse(&game, name).unwrap();
        let index = match order {
            Some(order) => Index::with_order(&game, ending, order).unwrap(),
            None => Index::new(&game, ending).unwrap(),
        };
        let mut weights = vec![0; index.sides() * index.size() as usize];
        for position in placements(&game, ending) {
            let slot = index.locate(&game, &position).unwrap();
            weights[slot.side * index.size() as usize + slot.index as usize] += 1;
            let stored = index.position(&game, slot.side, slot.index).unwrap();
            assert_eq!(index.locate(&game, &stored), Some(slot));
            // The stored position is this one up to the two symmetries.
            let mut images = Vec::new();
            for turn_about in [false, index.sides() == 1] {
                for mirror in [false, true] {
                    let turn = if turn_about { !position.turn() } else { position.turn() };
                    let map = |(piece, place): (Piece, Place)| {
                        let place = if mirror { game.mirror(place) } else { place };
                        match turn_about {
                            true => (piece.swapped(), game.turn_about(place)),
                            false => (piece, place),
                        }
                    };
                    images.push(game.assemble(game.pieces(&position).map(map), turn).unwrap());
                }
            }
            assert!(images.contains(&stored));
        }
        let factor = if index.sides() == 1 { 2 } else { 1 };
        for (number, &weight) in weights.iter().enumerate() {
            let side = number / index.size() as usize;
            let number = number as u64 % index.size();
            let expected = match index.position(&game, side, number) {
                Some(_) => factor * index.weight(number),
                None => 0,
            };
            assert_eq!(weight, expected, "{name}, side {side}, index {number}");
        }
    }

    #[test]
    fn index_and_enumeration_agree_on_whole_endings() {
        check_whole_ending("standard", "EvR", None);
        check_whole_ending("standard", "RvR", None);
        check_whole_ending("standard", "LvL", None);
        check_whole_ending("dog-swims=yes", "DvR", None);
        check_whole_ending("standard", "ERvL", None);
        check_whole_ending("standard", "ERvL", Some("lER"));
        check_whole_ending("standard", "RvR", Some("rR"));
    }

    #[test]
    fn positions_of_other_endings_are_nowhere() {
        let game = Jungle::with_rules("standard").unwrap();
        let index = Index::new(&game, Ending::parse(&game, "ELvR").unwrap()).unwrap();
        for text in ["7/7/7/7/7/7/E6/7/r6 w", "7/7/7/7/7/7/EL5/7/rc5 w", "7/7/7/7/7/7/ET5/7/r6 w"] {
            assert_eq!(index.locate(&game, &game.parse(text).unwrap()), None, "{text}");
        }
        let swapped = game.parse("7/7/7/7/7/7/el5/7/R6 w").unwrap();
        assert_eq!(index.locate(&game, &swapped).map(|slot| slot.side), Some(1));
        assert_eq!(index.position(&game, 0, index.size()), None);
        assert_eq!(index.position(&game, 2, 0), None);
    }

    #[test]
    fn an_order_must_list_the_pieces() {
        let game = Jungle::with_rules("standard").unwrap();
        let ending = Ending::parse(&game, "ELvR").unwrap();
        assert_eq!(Index::new(&game, ending).unwrap().order::<Jungle>(), "ELr");
        assert_eq!(Index::with_order(&game, ending, "rLE").unwrap().order::<Jungle>(), "rLE");
        for order in ["", "EL", "ELR", "ELrr", "ELx", "EEr"] {
            assert!(Index::with_order(&game, ending, order).is_err(), "{order}");
        }
    }
}
