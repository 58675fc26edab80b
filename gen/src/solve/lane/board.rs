//! How pieces get about the board, as lists of squares and as shifts of words.

use coda_games::jungle::{Animal, Jungle, Move, Rules, Square};
use coda_games::{Color, Game, Outcome, Piece, Place};

/// A set of squares: bit `i` is the square of index `i`.
pub(super) type Squares = u64;

/// Squares of the board.
pub(super) const BOARD: usize = Square::COUNT;

const FILE_A: Squares = {
    let mut squares = 0;
    let mut rank = 0;
    while rank < 9 {
        squares |= 1 << (7 * rank);
        rank += 1;
    }
    squares
};
const FILE_G: Squares = FILE_A << 6;

/// The squares of a board reflected left to right.
#[inline]
pub(super) fn reflect(squares: Squares) -> Squares {
    let file = |file: u32| squares & (FILE_A << file);
    file(0) << 6
        | file(6) >> 6
        | file(1) << 4
        | file(5) >> 4
        | file(2) << 2
        | file(4) >> 2
        | file(3)
}

/// The square of an index below 63.
#[inline]
pub(super) fn reflect_square(square: u8) -> u8 {
    square - square % 7 + (6 - square % 7)
}

/// A square that a piece reaches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    pub(super) to: u8,
    /// The squares jumped over; empty for a step.
    pub(super) path: Squares,
}

/// A piece and how it gets about.
#[derive(Clone, Debug)]
pub(super) struct Mover {
    pub(super) color: Color,
    pub(super) animal: Animal,
    /// For each square, what it reaches from there on an empty board, without the
    /// enemy's den. What reaches is reached: steps and jumps go both ways.
    pub(super) reach: Vec<Vec<Reach>>,
    /// The squares from which it enters the enemy's den.
    pub(super) at_den: Squares,
    /// Its jumps as shifts.
    jumps: Vec<Jump>,
    rules: Rules,
}

/// The jumps of one length and direction.
#[derive(Clone, Debug)]
struct Jump {
    /// Index of the square reached less that of the square left.
    by: i8,
    /// The squares left.
    from: Squares,
    /// For each square, those of `from` whose jump goes over it.
    over: Vec<Squares>,
}

impl Mover {
    /// What the plain move generator says of the piece alone on the board.
    pub(super) fn new(game: &Jungle, piece: Piece) -> Option<Self> {
        let animal = Animal::from_kind(piece.kind)?;
        let color = piece.color;
        let mut mover = Self {
            color,
            animal,
            reach: vec![Vec::new(); BOARD],
            at_den: 0,
            jumps: Vec::new(),
            rules: *game.rules(),
        };
        let mut moves = Vec::new();
        for place in game.places(piece) {
            let Some(alone) = game.assemble([(piece, place)], color) else { continue };
            moves.clear();
            game.moves(&alone, &mut moves);
            for &mv in &moves {
                match game.play(&alone, mv) {
                    Outcome::Ended(_) => mover.at_den |= 1 << place,
                    Outcome::GoesOn(_) => mover.add(place, mv),
                }
            }
        }
        Some(mover)
    }

    fn add(&mut self, place: Place, mv: Move) {
        let (from, to) = (mv.from.index(), mv.to.index());
        let path = between(mv);
        self.reach[usize::from(place)].push(Reach { to, path });
        if path == 0 {
            return;
        }
        let by = to as i8 - from as i8;
        let known = self.jumps.iter().position(|jump| jump.by == by);
        let at = known.unwrap_or_else(|| {
            self.jumps.push(Jump { by, from: 0, over: vec![0; BOARD] });
            self.jumps.len() - 1
        });
        self.jumps[at].from |= 1 << from;
        squares_of(path).for_each(|square| self.jumps[at].over[usize::from(square)] |= 1 << from);
    }

    /// The squares from which the piece reaches one of `targets`, when blocking rats
    /// stand on `rats`. Squares where it cannot be may be among them.
    #[inline]
    pub(super) fn reaching(&self, targets: Squares, rats: Squares) -> Squares {
        let steps =
            targets >> 7 | targets << 7 | (targets & !FILE_A) >> 1 | (targets & !FILE_G) << 1;
        let jumps = self.jumps.iter().fold(0, |jumps, jump| {
            let from = if jump.by > 0 { targets >> jump.by } else { targets << -jump.by };
            let over = |square: u8| jump.over[usize::from(square)];
            let blocked = squares_of(rats).fold(0, |blocked, rat| blocked | over(rat));
            jumps | from & jump.from & !blocked
        });
        steps | jumps
    }

    /// Whether it takes `prey` on `to` from `from`, once it reaches it.
    pub(super) fn takes(&self, from: u8, prey: &Self, to: u8) -> bool {
        let square = Square::from_index;
        match (square(from), square(to)) {
            (Some(from), Some(to)) => {
                self.rules.can_take(self.color, (self.animal, from), (prey.animal, to))
            }
            _ => false,
        }
    }

    /// Whether it stops the jumps of side `color`.
    pub(super) fn blocks(&self, color: Color) -> bool {
        self.animal == Animal::Rat && !(self.rules.only_enemy_rat_blocks && self.color == color)
    }
}

/// The squares strictly between two on a file or rank.
fn between(mv: Move) -> Squares {
    let (from, to) = (mv.from.index(), mv.to.index());
    let step = if mv.from.file() == mv.to.file() { 7 } else { 1 };
    let (low, high) = (from.min(to), from.max(to));
    (low + step..high).step_by(usize::from(step)).fold(0, |squares, square| squares | 1 << square)
}

/// The squares of a set, ascending.
#[inline]
pub(super) fn squares_of(mut squares: Squares) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if squares == 0 {
            return None;
        }
        let square = squares.trailing_zeros() as u8;
        squares &= squares - 1;
        Some(square)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reflection_reflects_each_square() {
        for square in 0..BOARD as u8 {
            assert_eq!(reflect(1 << square), 1 << reflect_square(square));
        }
        assert_eq!(reflect(reflect(0x0123_4567_89ab_cdef)), 0x0123_4567_89ab_cdef);
    }

    /// Shifts and lists say the same, whatever rats are in the river.
    #[test]
    fn shifts_agree_with_lists() {
        for rules in ["standard", "lengthways", "dog-swims=yes"] {
            let game = Jungle::with_rules(rules).unwrap();
            for color in Color::BOTH {
                for animal in Animal::ALL {
                    let piece = Piece { color, kind: animal.kind() };
                    let mover = Mover::new(&game, piece).unwrap();
                    let places: Squares = game.places(piece).iter().map(|place| 1 << place).sum();
                    for rats in [0, 1 << 22, 1 << 29 | 1 << 40, 1 << 36] {
                        for target in squares_of(places) {
                            let listed = squares_of(places).filter(|&from| {
                                let mut reach = mover.reach[usize::from(from)].iter();
                                reach.any(|reach| reach.to == target && reach.path & rats == 0)
                            });
                            let listed: Squares = listed.map(|from| 1 << from).sum();
                            assert_eq!(mover.reaching(1 << target, rats) & places, listed);
                        }
                    }
                }
            }
        }
    }
}
