//! The index: the number of a position inside its ending.
//!
//! Each piece of the ending is a digit: its place, among the places it can be in. Equal
//! pieces of one side are one digit together: the set of their places. The digits in their
//! order, the first most significant, make one number. The first piece, if it is single,
//! keeps to the left half of the board: positions in which it stands on the right are
//! reflected. Where it stands on the middle file, the position and its reflection have two
//! numbers, and the smaller is the index.
//!
//! Two runs of numbers, one for each side to move; where both sides have the same
//! pieces, Black to move is White to move with the board turned about, and there
//! is only one run.
//!
//! Some numbers belong to no position: two pieces in one place, the larger of two
//! reflections, what the rules make impossible. They are under a third in Jungle, about
//! half in Xiangqi, and cost next to nothing in a file.

mod group;

use coda_games::{Color, Game, Piece, Place};
use thiserror::Error;

use self::group::Group;
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
    groups: Vec<Group>,
    /// The group of each kind of piece, by colour.
    group_of: [[u8; 16]; 2],
    /// Whether there are equal pieces.
    has_sets: bool,
    size: u64,
    /// Both sides have the same pieces: there is one run.
    symmetric: bool,
    /// Positions of the ending with the sides swapped are here too, turned about.
    alike: bool,
}

const NO_GROUP: u8 = u8::MAX;

/// The most equal pieces, of all kinds together, that an index can number.
const MOST_EQUAL: usize = 32;

impl Index {
    /// The name of this way to number positions, as files record it.
    pub const SCHEME: &'static str = "mirror-radix-1";

    /// The index of an ending with its pieces in the usual order: as in its name, but a
    /// single piece first, and last the one with the most places (of several the last).
    ///
    /// # Errors
    /// [`IndexError`] if the ending has too many positions.
    pub fn new<G: Game>(game: &G, ending: Ending) -> Result<Self, IndexError> {
        let mut order = runs(ending.pieces());
        // Of two groups the one whose last piece has more places, shared among equals.
        let more = |a: usize, b: usize| {
            let [(a, of_a), (b, of_b)] = [a, b].map(|at| Group::yields(game, order[at]));
            a * of_b >= b * of_a
        };
        let most = (1..order.len()).fold(0, |most, at| if more(at, most) { at } else { most });
        if !order.is_empty() {
            order[most..].rotate_left(1);
        }
        let before_last = order.len().saturating_sub(1);
        if let Some(single) = order[..before_last].iter().position(|(_, count)| *count == 1) {
            order[..=single].rotate_right(1);
        }
        Self::in_order(game, ending, order)
    }

    /// The index of an ending with the order of pieces that a file records.
    ///
    /// # Errors
    /// [`IndexError`] if the text does not list the ending's pieces, equal ones together.
    pub fn with_order<G: Game>(game: &G, ending: Ending, order: &str) -> Result<Self, IndexError> {
        let wrong = || IndexError::WrongOrder { order: order.into(), ending: ending.name::<G>() };
        let piece = |letter: char| {
            let capital = letter.to_ascii_uppercase();
            let kind = G::LETTERS.iter().position(|&known| known == capital)?;
            let color = if letter == capital { Color::White } else { Color::Black };
            Some(Piece { color, kind: coda_games::Kind(kind as u8) })
        };
        let pieces: Option<Vec<_>> = order.chars().map(piece).collect();
        let order = runs(pieces.ok_or_else(wrong)?.into_iter());
        let sorted = |mut runs: Vec<(Piece, usize)>| {
            runs.sort_unstable();
            runs
        };
        if sorted(order.clone()) != sorted(runs(ending.pieces())) {
            return Err(wrong());
        }
        Self::in_order(game, ending, order)
    }

    fn in_order<G: Game>(
        game: &G,
        ending: Ending,
        order: Vec<(Piece, usize)>,
    ) -> Result<Self, IndexError> {
        let too_large = || IndexError::TooLarge { ending: ending.name::<G>() };
        let mut group_of = [[NO_GROUP; 16]; 2];
        for (number, (piece, _)) in order.iter().enumerate() {
            let group = u8::try_from(number).map_err(|_| too_large())?;
            group_of[piece.color.index()][piece.kind.index()] = group;
        }
        let equal = order.iter().map(|&(_, count)| count).filter(|&count| count > 1);
        if equal.clone().sum::<usize>() > MOST_EQUAL || ending.len() > MOST_PLACED {
            return Err(too_large());
        }
        let has_sets = equal.count() > 0;
        let mut groups = Vec::with_capacity(order.len());
        let mut size = 1_u64;
        for (number, (piece, count)) in order.into_iter().enumerate().rev() {
            let leads = number == 0 && count == 1;
            let group = Group::new(game, piece, count, leads, size).ok_or_else(too_large)?;
            size *= group.radix;
            groups.push(group);
        }
        groups.reverse();
        let (symmetric, alike) = (ending.is_symmetric(game), game.colors_are_alike());
        Ok(Self { ending, groups, group_of, has_sets, size, symmetric, alike })
    }

    /// The ending.
    #[must_use]
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The pieces in their order, the most significant first; equal ones together.
    #[must_use]
    pub fn pieces(&self) -> Vec<Piece> {
        self.groups().flat_map(|(piece, count)| std::iter::repeat_n(piece, count)).collect()
    }

    /// The pieces in their order, each kind of a side once with how many there are.
    pub fn groups(&self) -> impl DoubleEndedIterator<Item = (Piece, usize)> + '_ {
        self.groups.iter().map(|group| (group.piece, group.count))
    }

    /// What a piece in a place adds to the number of a position, as it stands and
    /// reflected. The index is the smaller of the two sums over all pieces; a sum is
    /// out of range where the first piece is on the wrong half of the board. `None` for
    /// one of equal pieces, which have no worth of their own.
    #[inline]
    #[must_use]
    pub fn worth(&self, piece: Piece, place: Place) -> Option<[u64; 2]> {
        let group = self.group_of[piece.color.index()][piece.kind.index() & 15];
        let group = self.groups.get(usize::from(group)).filter(|group| group.count == 1);
        let worth = group.and_then(|group| group.worth.get(usize::from(place)));
        group.map(|_| worth.copied().unwrap_or([NOWHERE; 2]))
    }

    /// The order of the pieces, the most significant first; Black's in small
    /// letters: `ELr`.
    #[must_use]
    pub fn order<G: Game>(&self) -> String {
        let letter = |piece: Piece| {
            let letter = G::LETTERS.get(piece.kind.index()).copied().unwrap_or('?');
            match piece.color {
                Color::White => letter,
                Color::Black => letter.to_ascii_lowercase(),
            }
        };
        self.pieces().into_iter().map(letter).collect()
    }

    /// The numbers of each run: 0 to `size() - 1`.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// How many runs there are: 1 for an ending of equal sides, else 2.
    #[must_use]
    pub fn sides(&self) -> usize {
        if self.symmetric { 1 } else { 2 }
    }

    /// Where a position is; `None` if it is a position of another ending, or has a piece
    /// where it cannot be under the game's rules.
    #[inline]
    pub fn locate<G: Game>(&self, game: &G, position: &G::Position) -> Option<Slot> {
        self.locate_among(game, || game.pieces(position), game.turn(position))
    }

    /// As [`Index::locate`], for pieces and their places. They must make a position that can
    /// be: that is not looked into.
    #[inline]
    #[must_use]
    pub fn locate_pieces<G: Game>(
        &self,
        game: &G,
        pieces: &[(Piece, Place)],
        turn: Color,
    ) -> Option<Slot> {
        self.locate_among(game, || pieces.iter().copied(), turn)
    }

    #[inline]
    fn locate_among<G: Game, I: Iterator<Item = (Piece, Place)>>(
        &self,
        game: &G,
        pieces: impl Fn() -> I,
        turn: Color,
    ) -> Option<Slot> {
        let turned_about =
            || pieces().map(|(piece, place)| (piece.swapped(), game.turn_about(place)));
        if self.symmetric {
            let index = match turn {
                Color::White => self.number(pieces()),
                Color::Black => self.number(turned_about()),
            };
            return index.map(|index| Slot { side: 0, index });
        }
        if let Some(index) = self.number(pieces()) {
            return Some(Slot { side: turn.index(), index });
        }
        if !self.alike {
            return None;
        }
        let index = self.number(turned_about())?;
        Some(Slot { side: (!turn).index(), index })
    }

    /// The number of a placement, the smaller of the two that its reflections have;
    /// `None` if the pieces are not the ending's.
    #[inline]
    #[must_use]
    pub fn number(&self, pieces: impl Iterator<Item = (Piece, Place)>) -> Option<u64> {
        let sums = self.sums(pieces)?;
        let number = u64::min(sums[0], sums[1]);
        (number < NOWHERE).then_some(number)
    }

    /// What the pieces of a placement add up to, as they stand and reflected; the smaller
    /// sum is its number. A sum is out of range where the first piece is on the wrong half of
    /// the board. `None` if the pieces are not the ending's.
    #[inline]
    #[must_use]
    pub fn sums(&self, pieces: impl Iterator<Item = (Piece, Place)>) -> Option<[u64; 2]> {
        let (mut as_is, mut reflected, mut count) = (0, 0, 0);
        let (mut equal, mut seen) = (Equal::default(), 0_u64);
        for (piece, place) in pieces {
            let number = self.group_of[piece.color.index()][piece.kind.index() & 15];
            let group = self.groups.get(usize::from(number))?;
            if self.has_sets && group.count > 1 {
                equal.add(number, group.numbers(place)?)?;
            } else {
                // A second piece where there is one is a piece too many.
                if seen >> number & 1 == 1 {
                    return None;
                }
                seen |= 1 << number;
                let worth = group.worth.get(usize::from(place))?;
                as_is += worth[0];
                reflected += worth[1];
            }
            count += 1;
        }
        if self.has_sets {
            as_is += equal.worth(&self.groups, 0)?;
            reflected += equal.worth(&self.groups, 1)?;
        }
        (count == self.ending.len()).then_some([as_is, reflected])
    }

    /// The position of a number; `None` if none belongs to it.
    #[inline]
    pub fn position<G: Game>(&self, game: &G, side: usize, index: u64) -> Option<G::Position> {
        if index >= self.size || side >= self.sides() {
            return None;
        }
        let mut placed = [(self.groups[0].piece, 0); MOST_PLACED];
        let count = self.place(index, &mut placed);
        let position = game.assemble(placed[..count].iter().copied(), Color::BOTH[side])?;
        // Reflections differ only where the first piece is on the middle file.
        let centred = |&(_, place): &(Piece, Place)| game.mirror(place) == place;
        let may_be_twin = self.groups[0].count > 1 || centred(&placed[0]);
        let twin = may_be_twin && self.number(game.pieces(&position)) != Some(index);
        (!twin).then_some(position)
    }

    /// Writes down the pieces and places of a number below [`Index::size`]; gives how many
    /// there are.
    #[inline]
    fn place(&self, index: u64, placed: &mut [(Piece, Place)]) -> usize {
        let (mut rest, mut count) = (index, 0);
        for group in &self.groups {
            let digit = rest / group.stride;
            rest %= group.stride;
            group.unrank(digit, |place| {
                if let Some(entry) = placed.get_mut(count) {
                    *entry = (group.piece, place);
                    count += 1;
                }
            });
        }
        count
    }

    /// How many positions of the full board the position of a number stands for:
    /// 1 if it is its own reflection, else 2. Meaningless for a number without a
    /// position.
    #[inline]
    #[must_use]
    pub fn weight<G: Game>(&self, game: &G, index: u64) -> u64 {
        self.weight_run(game, index).0
    }

    /// The weight of a number, and how many numbers from it on are known to have the same:
    /// as many as share a digit that is not its own reflection.
    #[must_use]
    pub fn weight_run<G: Game>(&self, game: &G, index: u64) -> (u64, u64) {
        let mut rest = index;
        for group in &self.groups {
            let digit = rest / group.stride;
            rest %= group.stride;
            if !group.is_own_reflection(game, digit) {
                return (2, group.stride - rest);
            }
        }
        (1, 1)
    }
}

/// The most pieces an index can number.
const MOST_PLACED: usize = 64;

/// Equal pieces: the group and the two numbers of each.
struct Equal {
    pieces: [(u8, [u16; 2]); MOST_EQUAL],
    count: usize,
}

impl Default for Equal {
    #[inline]
    fn default() -> Self {
        Self { pieces: [(0, [0; 2]); MOST_EQUAL], count: 0 }
    }
}

impl Equal {
    /// `None` if there are more than any index numbers.
    #[inline]
    fn add(&mut self, group: u8, numbers: [u16; 2]) -> Option<()> {
        *self.pieces.get_mut(self.count)? = (group, numbers);
        self.count += 1;
        Some(())
    }

    /// What the sets add to the number of a position, as they stand or reflected; `None` if
    /// a set has not the pieces that its group has.
    #[inline]
    fn worth(&mut self, groups: &[Group], image: usize) -> Option<u64> {
        let pieces = &mut self.pieces[..self.count];
        // A handful of pieces, often in order: nothing sorts them faster.
        for next in 1..pieces.len() {
            let mut at = next;
            let key = |piece: &(u8, [u16; 2])| (piece.0, piece.1[image]);
            while at > 0 && key(&pieces[at]) < key(&pieces[at - 1]) {
                pieces.swap(at, at - 1);
                at -= 1;
            }
        }
        let mut sum = 0;
        let mut numbers = [0; MOST_EQUAL];
        for set in pieces.chunk_by(|a, b| a.0 == b.0) {
            let group = groups.get(usize::from(set[0].0)).filter(|g| g.count == set.len())?;
            for (number, piece) in numbers.iter_mut().zip(set) {
                *number = piece.1[image];
            }
            sum += group.rank(&numbers[..set.len()]) * group.stride;
        }
        Some(sum)
    }
}

/// Equal pieces that follow each other, as one with their number.
fn runs(pieces: impl Iterator<Item = Piece>) -> Vec<(Piece, usize)> {
    let mut runs: Vec<(Piece, usize)> = Vec::new();
    for piece in pieces {
        match runs.last_mut() {
            Some((last, count)) if *last == piece => *count += 1,
            _ => runs.push((piece, 1)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use coda_games::jungle::Jungle;
    use coda_games::xiangqi::Xiangqi;
    use std::collections::HashSet;

    /// Every placement on the full board, with each side to move, by plain
    /// enumeration.
    fn placements<G: Game>(game: &G, ending: Ending) -> HashSet<G::Position> {
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

    fn check_whole_ending<G: Game>(rules: &str, name: &str, order: Option<&str>) {
        let game = G::with_rules(rules).unwrap();
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
                    let turn = game.turn(&position);
                    let turn = if turn_about { !turn } else { turn };
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
                Some(_) => factor * index.weight(&game, number),
                None => 0,
            };
            assert_eq!(weight, expected, "{name}, side {side}, index {number}");
        }
    }

    #[test]
    fn index_and_enumeration_agree_on_whole_endings() {
        check_whole_ending::<Jungle>("standard", "EvR", None);
        check_whole_ending::<Jungle>("standard", "RvR", None);
        check_whole_ending::<Jungle>("standard", "LvL", None);
        check_whole_ending::<Jungle>("dog-swims=yes", "DvR", None);
        check_whole_ending::<Jungle>("standard", "ERvL", None);
        check_whole_ending::<Jungle>("standard", "ERvL", Some("lER"));
        check_whole_ending::<Jungle>("standard", "RvR", Some("rR"));
        check_whole_ending::<Xiangqi>("standard", "KvK", None);
        check_whole_ending::<Xiangqi>("standard", "KPvK", None);
        check_whole_ending::<Xiangqi>("standard", "KAAvKBB", None);
        check_whole_ending::<Xiangqi>("standard", "KBBvKBB", None);
        check_whole_ending::<Xiangqi>("standard", "KAABvKA", Some("AAkKBa"));
    }

    #[test]
    fn the_usual_order_has_a_single_piece_first_and_the_widest_last() {
        let game = Xiangqi::with_rules("standard").unwrap();
        for (name, order) in [
            ("KRvKAABB", "KkaabbR"),
            ("KRRvKA", "KkaRR"),
            ("KRRvKP", "KRRkp"),
            ("KRNvKN", "KRNkn"),
            ("KPPvKA", "KkaPP"),
            ("KBBvKAA", "KBBaak"),
        ] {
            let index = Index::new(&game, Ending::parse(&game, name).unwrap()).unwrap();
            assert_eq!(index.order::<Xiangqi>(), order);
        }
    }

    #[test]
    fn a_piece_too_many_has_no_index() {
        let game = Xiangqi::with_rules("standard").unwrap();
        let index = Index::new(&game, Ending::parse(&game, "KRCvKA").unwrap()).unwrap();
        for (text, known) in [
            ("3ak4/9/9/9/9/9/9/R8/C8/3K5 w", true),
            ("3ak4/9/9/9/9/9/9/R8/R8/3K5 w", false),
            ("3ak4/9/9/9/9/9/9/R8/CC7/3K5 w", false),
            ("4k4/9/9/9/9/9/9/R8/CC7/3K5 w", false),
        ] {
            let position = game.parse(text).unwrap();
            assert_eq!(index.locate(&game, &position).is_some(), known, "{text}");
        }
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
