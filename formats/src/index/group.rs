//! The digits of an index: a piece by its place, equal pieces by the set of theirs.

use coda_games::{Game, Piece, Place};

use super::NOWHERE;

/// Equal pieces of one side, or a single piece.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) piece: Piece,
    /// How many there are.
    pub(super) count: usize,
    /// The places one of them can be in, ascending.
    pub(super) places: Vec<Place>,
    /// How many digits there are.
    pub(super) radix: u64,
    /// What the digit counts for.
    pub(super) stride: u64,
    /// For each place, what a single piece adds to the number: as it stands, and reflected.
    /// [`NOWHERE`] where it cannot be.
    pub(super) worth: Vec<[u64; 2]>,
    /// For each place, its number in the list and that of its reflection.
    numbers: Vec<[u16; 2]>,
    /// `choose[k][n]`: in how many ways `k + 1` of `n` places can be chosen.
    choose: Vec<Vec<u64>>,
}

const NO_NUMBER: u16 = u16::MAX;

impl Group {
    /// `None` if there are too many digits to number.
    pub(super) fn new<G: Game>(
        game: &G,
        piece: Piece,
        count: usize,
        leads: bool,
        stride: u64,
    ) -> Option<Self> {
        let board = game.places(piece);
        let mut places = board.clone();
        if leads {
            places.retain(|&place| place <= game.mirror(place));
        }
        let choose: Vec<_> = (1..=count).map(|k| binomials(places.len(), k)).collect();
        let radix = *choose.last()?.last()?;
        stride.checked_mul(radix).filter(|&size| size < NOWHERE)?;
        let width = board.iter().map(|&place| usize::from(place) + 1).max().unwrap_or(0);
        let mut worth = vec![[NOWHERE; 2]; width];
        let mut numbers = vec![[NO_NUMBER; 2]; width];
        for (number, &place) in places.iter().enumerate() {
            let images = [usize::from(place), usize::from(game.mirror(place))];
            for (image, at) in images.into_iter().enumerate() {
                worth[at][image] = number as u64 * stride;
                numbers[at][image] = number as u16;
            }
        }
        Some(Self { piece, count, places, radix, stride, worth, numbers, choose })
    }

    /// The numbers of a place in the list, as it stands and reflected.
    #[inline]
    pub(super) fn numbers(&self, place: Place) -> Option<[u16; 2]> {
        let numbers = *self.numbers.get(usize::from(place))?;
        (numbers[0] != NO_NUMBER && numbers[1] != NO_NUMBER).then_some(numbers)
    }

    /// The digit of a set of places, given by their numbers in the list, ascending: sets
    /// are ordered by their last place, then the one before it, and so on (the
    /// combinatorial number system; Lehmer 1964).
    #[inline]
    pub(super) fn rank(&self, numbers: &[u16]) -> u64 {
        let terms = numbers.iter().zip(&self.choose);
        terms.map(|(&number, choose)| choose[usize::from(number)]).sum()
    }

    /// Calls `found` with each place of a digit, the last first.
    #[inline]
    pub(super) fn unrank(&self, digit: u64, mut found: impl FnMut(Place)) {
        if self.count == 1 {
            return found(self.places[digit as usize]);
        }
        let mut rest = digit;
        for choose in self.choose.iter().rev() {
            let number = choose.partition_point(|&below| below <= rest) - 1;
            rest -= choose[number];
            found(self.places[number]);
        }
    }

    /// Whether the places of a digit are their own reflection, as a set.
    #[inline]
    pub(super) fn is_own_reflection<G: Game>(&self, game: &G, digit: u64) -> bool {
        // Each place must have its reflection in the set.
        let mut own = true;
        self.unrank(digit, |place| {
            let mirror = game.mirror(place);
            let mut there = mirror == place;
            if !there && self.count > 1 {
                self.unrank(digit, |other| there |= other == mirror);
            }
            own &= there;
        });
        own
    }

    /// Whether it is better last than another group: the last piece of a group runs
    /// through as many places as there are of it, divided among equal pieces.
    pub(super) fn yields<G: Game>(game: &G, (piece, count): (Piece, usize)) -> (usize, usize) {
        let places = game.places(piece).len();
        (places.saturating_sub(count - 1), count)
    }
}

/// In how many ways `k` of `n` things can be chosen, for each `n` up to `most`; the largest
/// number where there are too many to count.
fn binomials(most: usize, k: usize) -> Vec<u64> {
    let choose = |n: usize| {
        (0..k).fold(1_u128, |ways, i| {
            if n < k { 0 } else { ways.saturating_mul((n - i) as u128) / (i as u128 + 1) }
        })
    };
    (0..=most).map(|n| u64::try_from(choose(n)).unwrap_or(u64::MAX)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_are_pascals() {
        assert_eq!(binomials(5, 2), [0, 0, 1, 3, 6, 10]);
        assert_eq!(binomials(90, 1)[90], 90);
        assert_eq!(binomials(55, 5)[55], 3_478_761);
        assert_eq!(binomials(200, 100)[200], u64::MAX);
    }
}
