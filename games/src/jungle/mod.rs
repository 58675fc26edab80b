//! Jungle (Dou Shou Qi, 鬥獸棋).
//!
//! Seven files `a`-`g`, nine ranks `1`-`9`, eight animals a side. See the README
//! for the rules in words; each sentence of them has a test in `tests/`.

mod animal;
mod board;
mod diagram;
mod moves;
mod position;
mod rules;
mod text;

pub use animal::Animal;
pub use board::{Square, Terrain};
pub use moves::Move;
pub use position::Position;
pub use rules::Rules;

use crate::ruleset::{Ruleset, RulesetSpec};
use crate::{
    Color, Diagram, End, Force, Game, Kind, MaterialError, Outcome, Piece, Place, PositionError,
};

/// The game of Jungle under one ruleset.
#[derive(Clone, Debug)]
pub struct Jungle {
    ruleset: Ruleset,
    rules: Rules,
}

impl Jungle {
    /// The ruleset as the move generator reads it.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl Game for Jungle {
    const NAME: &'static str = "jungle";
    const TITLE: &'static str = "Jungle (Dou Shou Qi)";
    const LETTERS: &'static [char] = &Animal::LETTERS;
    const SIDES: [&'static str; 2] = ["White", "Black"];

    type Position = Position;
    type Move = Move;

    fn ruleset_spec() -> &'static RulesetSpec {
        &rules::SPEC
    }

    fn with_ruleset(ruleset: Ruleset) -> Self {
        let rules = Rules::from(&ruleset);
        Self { ruleset, rules }
    }

    fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    fn start(&self) -> Position {
        Position::start()
    }

    fn parse(&self, text: &str) -> Result<Position, PositionError> {
        text::parse(&self.rules, text)
    }

    fn text(&self, position: &Position) -> String {
        text::write(position)
    }

    fn diagram(&self, position: &Position) -> Diagram {
        diagram::draw(position)
    }

    fn turn(&self, position: &Position) -> Color {
        position.turn()
    }

    fn pieces(&self, position: &Position) -> impl Iterator<Item = (Piece, Place)> {
        position.pieces().map(|(color, animal, square)| {
            (Piece { color, kind: animal.kind() }, Place::from(square.index()))
        })
    }

    #[inline]
    fn assemble(
        &self,
        pieces: impl IntoIterator<Item = (Piece, Place)>,
        turn: Color,
    ) -> Option<Position> {
        let mut position = Position::empty(turn);
        for (piece, place) in pieces {
            let square = Square::from_index(u8::try_from(place).ok()?)?;
            let animal = Animal::from_kind(piece.kind)?;
            if !self.rules.can_stand(animal, square) || !position.put(piece.color, animal, square) {
                return None;
            }
        }
        Some(position)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves::generate(&self.rules, position, |mv| moves.push(mv));
    }

    fn play(&self, position: &Position, mv: Move) -> Outcome<Position> {
        moves::play(position, mv)
    }

    #[inline]
    fn quiet(&self, position: &Position, mv: Move) -> Option<(Piece, Place, Place)> {
        if position.at(mv.to).is_some() || matches!(mv.to.terrain(), Terrain::Den(_)) {
            return None;
        }
        let (color, animal) = position.at(mv.from)?;
        let piece = Piece { color, kind: animal.kind() };
        Some((piece, Place::from(mv.from.index()), Place::from(mv.to.index())))
    }

    fn is_capture(&self, position: &Position, mv: Move) -> bool {
        position.at(mv.to).is_some()
    }

    fn adjudicate_no_moves(&self, position: &Position) -> End {
        let winner = self.rules.no_move_loses.then_some(!position.turn());
        End { winner, name: "no-move" }
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        mv.to_string()
    }

    fn check_material(&self, white: Force, black: Force) -> Result<(), MaterialError> {
        for (side, force) in Self::SIDES.into_iter().zip([white, black]) {
            if force.is_empty() {
                return Err(MaterialError::NoPieces { side });
            }
            if let Some(kind) = force.kinds().find(|&kind| force.count(kind) > 1) {
                let (letter, found) = (Self::LETTERS[kind.index()], force.count(kind));
                return Err(MaterialError::TooMany { side, letter, found, most: 1 });
            }
        }
        Ok(())
    }

    fn sub_materials(&self, white: Force, black: Force) -> Vec<(Force, Force)> {
        // Any animal may be taken by any other once it stands on a trap.
        let without = |force: Force| force.kinds().filter_map(move |kind| force.without(kind));
        let fewer_white = without(white).map(|fewer| (fewer, black));
        let fewer_black = without(black).map(|fewer| (white, fewer));
        let subs = fewer_white.chain(fewer_black);
        subs.filter(|(white, black)| !white.is_empty() && !black.is_empty()).collect()
    }

    fn places(&self, piece: Piece) -> Vec<Place> {
        let Some(animal) = Animal::from_kind(Kind(piece.kind.0)) else {
            return Vec::new();
        };
        let squares = Square::all().filter(|&square| self.rules.can_stand(animal, square));
        squares.map(|square| Place::from(square.index())).collect()
    }

    fn mirror(&self, place: Place) -> Place {
        let (file, rank) = (place % Square::FILES as Place, place / Square::FILES as Place);
        rank * Square::FILES as Place + (Square::FILES as Place - 1 - file)
    }

    fn turn_about(&self, place: Place) -> Place {
        let (file, rank) = (place % Square::FILES as Place, place / Square::FILES as Place);
        (Square::RANKS as Place - 1 - rank) * Square::FILES as Place + file
    }
}
