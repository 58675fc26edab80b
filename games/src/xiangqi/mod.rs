//! Xiangqi (象棋).
//!
//! Nine files `a`-`i`, ten ranks `0`-`9`. White is Red, the side that moves up the board
//! and first. See the README for the rules in words; each sentence of them has a test in
//! `tests/`.
//!
//! ```
//! use coda_games::{Game, perft::perft, xiangqi::Xiangqi};
//! let game = Xiangqi::with_rules("standard")?;
//! assert_eq!(perft(&game, &game.start(), 2), 1920);
//! # Ok::<(), coda_games::RulesError>(())
//! ```

mod notation;
mod pieces;

pub use pieces::Man;

use std::sync::Arc;

use crate::points::{self, Army, GENERAL, Move, Point, Position};
use crate::ruleset::{Preset, Ruleset, RulesetSpec, Switch};
use crate::{
    Color, Diagram, End, Facing, Force, Game, Ink, MaterialError, Movements, Outcome, Piece, Place,
    PointPlay, PositionError,
};

static SPEC: RulesetSpec = RulesetSpec {
    game: "Xiangqi",
    switches: &[Switch {
        name: "repetition",
        values: &["perpetual-check", "none"],
        about: "whether a side that can only check for ever loses, or every repetition draws",
    }],
    presets: &[Preset { name: "standard", changes: &[] }],
};

static ARMY: Army = Army {
    letters: &Man::LETTERS,
    also: &[('H', 'N'), ('E', 'B')],
    list: "K R N C P A B (also H for N, E for B)",
    names: &pieces::NAMES,
    most: &pieces::MOST,
    sides: Xiangqi::SIDES,
    start: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    first_rank: 0,
};

/// The game of Xiangqi under one ruleset.
#[derive(Clone, Debug)]
pub struct Xiangqi {
    ruleset: Ruleset,
    perpetual_check_loses: bool,
    movements: Arc<Movements>,
}

impl Xiangqi {
    /// Whether a side may not have made the last move: its general is attacked, or the
    /// generals face each other.
    fn is_exposed(&self, position: &Position, side: Color) -> bool {
        points::generals_face(position)
            || points::general_is_attacked(position, &self.movements, side)
    }
}

impl Game for Xiangqi {
    const NAME: &'static str = "xiangqi";
    const TITLE: &'static str = "Xiangqi";
    const LETTERS: &'static [char] = &Man::LETTERS;
    const SIDES: [&'static str; 2] = ["Red", "Black"];
    const WINNING: &'static str = "mate";
    const NOTATIONS: &'static [&'static str] = &["coordinates", "wxf", "uci"];
    const SETS: &'static [(&'static str, &'static str)] = &[
        ("one-attacker", "a chariot, horse, cannon or soldier against advisors and elephants"),
        ("two-attackers", "two of them against advisors and elephants"),
    ];

    type Position = Position;
    type Move = Move;

    fn ruleset_spec() -> &'static RulesetSpec {
        &SPEC
    }

    fn with_ruleset(ruleset: Ruleset) -> Self {
        let perpetual_check_loses = ruleset.value("repetition") == "perpetual-check";
        let movements = Color::BOTH.map(|color| Man::ALL.map(|man| man.movement(color)).to_vec());
        Self { ruleset, perpetual_check_loses, movements: Arc::new(movements) }
    }

    fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    fn start(&self) -> Position {
        points::parse(&ARMY, ARMY.start).unwrap_or_else(|_| Position::empty(Color::White))
    }

    fn parse(&self, text: &str) -> Result<Position, PositionError> {
        let position = points::parse(&ARMY, text)?;
        self.check_position(&position)?;
        Ok(position)
    }

    fn text(&self, position: &Position) -> String {
        points::write(&ARMY, position)
    }

    fn diagram(&self, position: &Position) -> Diagram {
        let ground = |point: Point| {
            let palaces = Color::BOTH.map(points::palace);
            match (palaces[0] | palaces[1]) & point.bit() > 0 {
                true => ('x', Ink::Trap),
                false if matches!(point.rank(), 4 | 5) => ('~', Ink::Water),
                false => ('.', Ink::Empty),
            }
        };
        let legend = "  x palace   ~ river bank   Red in capitals, Black in small letters";
        points::draw(&ARMY, position, ground, legend)
    }

    fn turn(&self, position: &Position) -> Color {
        position.turn()
    }

    fn pieces(&self, position: &Position) -> impl Iterator<Item = (Piece, Place)> {
        position.pieces().map(|(piece, point)| (piece, Place::from(point.index())))
    }

    #[inline]
    fn assemble(
        &self,
        pieces: impl IntoIterator<Item = (Piece, Place)>,
        turn: Color,
    ) -> Option<Position> {
        let position = points::assemble(&self.movements, pieces, turn)?;
        (!self.is_exposed(&position, !turn)).then_some(position)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let us = position.turn();
        points::pseudo_legal(position, &self.movements, |mv| {
            if !self.is_exposed(&position.after(mv.from, mv.to), us) {
                moves.push(mv);
            }
        });
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Outcome<Position> {
        Outcome::GoesOn(position.after(mv.from, mv.to))
    }

    #[inline]
    fn quiet(&self, position: &Position, mv: Move) -> Option<(Piece, Place, Place)> {
        if position.at(mv.to).is_some() {
            return None;
        }
        let places = (Place::from(mv.from.index()), Place::from(mv.to.index()));
        Some((position.at(mv.from)?, places.0, places.1))
    }

    fn is_capture(&self, position: &Position, mv: Move) -> bool {
        position.at(mv.to).is_some()
    }

    fn in_check(&self, position: &Position) -> bool {
        points::general_is_attacked(position, &self.movements, position.turn())
    }

    fn perpetual_check_loses(&self) -> bool {
        self.perpetual_check_loses
    }

    fn adjudicate_no_moves(&self, position: &Position) -> End {
        let name = if self.in_check(position) { "checkmate" } else { "stalemate" };
        End { winner: Some(!position.turn()), name }
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        mv.to_string()
    }

    fn move_text_in(&self, notation: &str, position: &Position, mv: Move) -> String {
        match notation {
            "wxf" => notation::traditional(position, mv),
            // Engines of several variants count the ranks from 1.
            "uci" => {
                let name =
                    |point: Point| format!("{}{}", (b'a' + point.file()) as char, point.rank() + 1);
                name(mv.from) + &name(mv.to)
            }
            _ => mv.to_string(),
        }
    }

    fn check_material(&self, white: Force, black: Force) -> Result<(), MaterialError> {
        ARMY.check_material(white, black)
    }

    fn sub_materials(&self, white: Force, black: Force) -> Vec<(Force, Force)> {
        ARMY.sub_materials(white, black)
    }

    fn set(&self, name: &str) -> Vec<(Force, Force)> {
        let attackers = match name {
            "one-attacker" => 1,
            "two-attackers" => 2,
            _ => return Vec::new(),
        };
        let fortresses = fortresses();
        let mut armies = fortresses.clone();
        for _ in 0..attackers {
            armies = armies.into_iter().flat_map(with_attacker).collect();
        }
        armies.sort_unstable();
        armies.dedup();
        let against = |&army: &Force| fortresses.iter().map(move |&fortress| (army, fortress));
        armies.iter().flat_map(against).collect()
    }

    fn places(&self, piece: Piece) -> Vec<Place> {
        let movement = self.movements[piece.color.index()].get(piece.kind.index());
        let points = points::points_of(movement.map_or(0, |movement| movement.places));
        points.map(|point| Place::from(point.index())).collect()
    }

    fn mirror(&self, place: Place) -> Place {
        points::mirror(place)
    }

    fn turn_about(&self, place: Place) -> Place {
        points::turn_about(place)
    }

    fn point_play(&self) -> Option<PointPlay<'_>> {
        Some(PointPlay { movements: &self.movements, facing: Facing::Illegal, passes: false })
    }
}

/// A general with any number of advisors and elephants.
fn fortresses() -> Vec<Force> {
    let mut found = Vec::new();
    for (advisors, elephants) in (0..=2).flat_map(|advisors| (0..=2).map(move |e| (advisors, e))) {
        let advisors = std::iter::repeat_n(Man::Advisor.kind(), advisors);
        let elephants = std::iter::repeat_n(Man::Elephant.kind(), elephants);
        found.push([GENERAL].into_iter().chain(advisors).chain(elephants).collect());
    }
    found
}

/// An army with one attacker more, of each kind.
fn with_attacker(army: Force) -> impl Iterator<Item = Force> {
    let attackers = Man::ALL.into_iter().filter(|man| man.attacks());
    let more = attackers.filter_map(move |man| Some((man, army.with(man.kind())?)));
    more.filter(|(man, army)| army.count(man.kind()) <= man.most()).map(|(_, army)| army)
}

impl Xiangqi {
    /// What is wrong with a placement, if anything is.
    fn check_position(&self, position: &Position) -> Result<(), PositionError> {
        ARMY.check_placement(position, &self.movements)?;
        if points::generals_face(position) {
            return Err(PositionError::GeneralsFace);
        }
        if points::general_is_attacked(position, &self.movements, !position.turn()) {
            let side = Self::SIDES[(!position.turn()).index()];
            return Err(PositionError::CheckUnanswered { side });
        }
        Ok(())
    }
}
