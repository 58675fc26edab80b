//! A position: who stands where, and whose turn it is.

use crate::Color;
use crate::jungle::{Animal, Square};

/// Who stands where, and whose turn it is.
///
/// Both ways to look are kept: by square and by animal.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    /// The occupant of each square: 0 for nobody, else its code.
    board: [u8; Square::COUNT],
    /// The square of each animal, [`ABSENT`] for none.
    squares: [u8; 16],
    turn: Color,
}

const ABSENT: u8 = u8::MAX;

/// Colour and animal in one number from 0 to 15.
#[inline]
const fn code(color: Color, animal: Animal) -> usize {
    color.index() * 8 + animal.index()
}

#[inline]
fn decode(code: usize) -> (Color, Animal) {
    (Color::BOTH[code >> 3 & 1], Animal::ALL[code & 7])
}

impl Position {
    /// A board with nobody on it.
    #[inline]
    #[must_use]
    pub fn empty(turn: Color) -> Self {
        Self { board: [0; Square::COUNT], squares: [ABSENT; 16], turn }
    }

    pub(super) fn start() -> Self {
        let mut position = Self::empty(Color::White);
        let homes = [
            (Animal::Elephant, 0, 2),
            (Animal::Lion, 6, 0),
            (Animal::Tiger, 0, 0),
            (Animal::Leopard, 4, 2),
            (Animal::Wolf, 2, 2),
            (Animal::Dog, 5, 1),
            (Animal::Cat, 1, 1),
            (Animal::Rat, 6, 2),
        ];
        for (animal, file, rank) in homes {
            // Black's camp is White's turned half round.
            let camps = [(Color::White, file, rank), (Color::Black, 6 - file, 8 - rank)];
            for (color, file, rank) in camps {
                if let Some(square) = Square::new(file, rank) {
                    position.put(color, animal, square);
                }
            }
        }
        position
    }

    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Who stands on a square.
    #[inline]
    #[must_use]
    pub fn at(&self, square: Square) -> Option<(Color, Animal)> {
        let occupant = self.board[usize::from(square.index())];
        (occupant > 0).then(|| decode(usize::from(occupant) - 1))
    }

    /// Where an animal stands.
    #[inline]
    #[must_use]
    pub fn square_of(&self, color: Color, animal: Animal) -> Option<Square> {
        Square::from_index(self.squares[code(color, animal)])
    }

    /// Everybody on the board: White first, strongest first.
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = (Color, Animal, Square)> {
        self.squares.iter().enumerate().filter_map(|(code, &square)| {
            let (color, animal) = decode(code);
            Some((color, animal, Square::from_index(square)?))
        })
    }

    /// The animals of one side, strongest first.
    #[inline]
    pub(super) fn animals(&self, color: Color) -> impl Iterator<Item = (Animal, Square)> {
        let squares = &self.squares[code(color, Animal::Elephant)..][..8];
        squares
            .iter()
            .zip(Animal::ALL)
            .filter_map(|(&square, animal)| Some((animal, Square::from_index(square)?)))
    }

    /// Puts an animal on a square; `false`, and nothing changes, if the square
    /// is taken or the animal is on the board already.
    #[inline]
    pub fn put(&mut self, color: Color, animal: Animal, square: Square) -> bool {
        let code = code(color, animal);
        let occupant = &mut self.board[usize::from(square.index())];
        if *occupant != 0 || self.squares[code] != ABSENT {
            return false;
        }
        *occupant = code as u8 + 1;
        self.squares[code] = square.index();
        true
    }

    /// Moves whoever stands on `from`, removing whoever stands on `to`, and
    /// gives the turn to the other side.
    #[inline]
    pub(super) fn shift(&mut self, from: Square, to: Square) {
        let (from, to) = (usize::from(from.index()), usize::from(to.index()));
        if self.board[to] > 0 {
            self.squares[usize::from(self.board[to]) - 1] = ABSENT;
        }
        self.board[to] = std::mem::take(&mut self.board[from]);
        if self.board[to] > 0 {
            self.squares[usize::from(self.board[to]) - 1] = to as u8;
        }
        self.turn = !self.turn;
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({})", super::text::write(self))
    }
}
