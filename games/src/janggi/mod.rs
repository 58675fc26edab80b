//! Janggi (장기).
//!
//! Nine files `a`-`i`, ten ranks `1`-`10`. White is Cho, the side that moves up the board and
//! first; Black is Han. See the README for the rules in words; each sentence of them has a test
//! in `tests/`.
//!
//! ```
//! use coda_games::{Game, janggi::Janggi, perft::perft};
//! let game = Janggi::with_rules("standard")?;
//! assert_eq!(perft(&game, &game.start(), 2), 1024);
//! # Ok::<(), coda_games::RulesError>(())
//! ```
//!
//! # Two questions
//!
//! Who can force *mate*, and who wins the game as tournaments score it, by *points*: the switch
//! `question`. This is what they mean, exactly.
//!
//! **Positions and moves.** A position is a placement and a turn; the side that has just moved
//! is not in check. A side that is not in check may pass. A side in check without a legal move is
//! mated. There is no other position without a move.
//!
//! **The leader** of a placement is the side with more points on the board: chariot 13, cannon 7,
//! horse 5, elephant 3, guard 3, soldier 2, and 1.5 for Han. There is always one.
//!
//! **Ends.** A mated side has lost. Under `bikjang=ends`, if the generals face each other on an
//! open file, and a move or pass is made after which they still do, the game ends there, unless
//! that move mates: a draw in the question of mate, a win for the leader of the placement then on
//! the board in the question of points. (With all 32 pieces on the board facing means nothing.)
//!
//! **Play without end**, which two passes in a row and every repetition stand for, is a draw in
//! the question of mate. In the question of points it is lost for a side that, from some move on,
//! gives check on every move while the other does not; else it is won by the leader. (Captures
//! end, so there is one leader from some point on.)
//!
//! **Values.** Both are games of perfect information in which who wins play without end depends
//! on what comes up without end only (a parity game), so each position has a value: in the
//! question of mate one side can force mate or neither can; in the question of points exactly one
//! side can force the win. For the side that leads, holding for ever is enough; the other must
//! mate, capture its way to an ending it wins, or be checked for ever.
//!
//! **Distances** (in plies) are those to the event that decides: mate, an end by bikjang, or, in
//! the question of points, a capture after which a side that did not lead before leads and wins (by
//! holding, if by nothing else: then the capture decides, whatever could be forced after it).
//! A win has a distance if such an event can be forced, and then the least; a win by holding has
//! none, and neither has a win by the rule of perpetual check, which is told apart.
//!
//! Two passes in a row and repetitions end a game of fact at once; here they are play without end.
//! The difference does not matter to who wins, because a side that profits from the end can keep
//! repeating, and one that does not can decline.

mod pieces;

pub use pieces::Man;

use std::sync::Arc;

use crate::points::{self, Army, Move, Point, Position, generals_face};
use crate::ruleset::{Preset, Ruleset, RulesetSpec, Switch};
use crate::{
    Color, Diagram, End, Facing, Force, Game, Ink, MaterialError, Movements, Outcome, Piece, Place,
    PointPlay, PositionError,
};

static SPEC: RulesetSpec = RulesetSpec {
    game: "Janggi",
    switches: &[
        Switch {
            name: "question",
            values: &["mate", "points"],
            about: "who can force mate, or who wins as tournaments score it",
        },
        Switch {
            name: "bikjang",
            values: &["ends", "none"],
            about: "whether facing generals that the reply does not separate end the game",
        },
    ],
    presets: &[Preset { name: "standard", changes: &[] }],
};

static ARMY: Army = Army {
    letters: &Man::LETTERS,
    also: &[('H', 'N'), ('E', 'B')],
    list: "K R C N B A P (also H for N, E for B)",
    names: &pieces::NAMES,
    most: &pieces::MOST,
    sides: Janggi::SIDES,
    start: "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w",
    first_rank: 1,
};

/// Pieces on the board while nothing has been taken.
const ALL_MEN: u32 = 32;

/// The order of horses (N) and elephants (B) at the start, from file b to file h.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetUp {
    /// Horse, elephant; elephant, horse: the one that [`Game::start`] has.
    HorsesOutside,
    /// Elephant, horse; horse, elephant.
    ElephantsOutside,
    /// Horse, elephant; horse, elephant.
    HorseThenElephant,
    /// Elephant, horse; elephant, horse.
    ElephantThenHorse,
}

impl SetUp {
    /// All four.
    pub const ALL: [Self; 4] = [
        Self::HorsesOutside,
        Self::ElephantsOutside,
        Self::HorseThenElephant,
        Self::ElephantThenHorse,
    ];

    /// The letters on files b, c, g and h.
    const fn letters(self) -> [char; 4] {
        match self {
            Self::HorsesOutside => ['n', 'b', 'b', 'n'],
            Self::ElephantsOutside => ['b', 'n', 'n', 'b'],
            Self::HorseThenElephant => ['n', 'b', 'n', 'b'],
            Self::ElephantThenHorse => ['b', 'n', 'b', 'n'],
        }
    }
}

/// The game of Janggi under one ruleset.
#[derive(Clone, Debug)]
pub struct Janggi {
    ruleset: Ruleset,
    counts_points: bool,
    bikjang_ends: bool,
    movements: Arc<Movements>,
}

impl Janggi {
    /// The position a game starts from when each side has chosen its set-up.
    ///
    /// ```
    /// use coda_games::{Game, janggi::{Janggi, SetUp}};
    /// let game = Janggi::with_rules("standard")?;
    /// let start = game.start_with(SetUp::HorsesOutside, SetUp::HorsesOutside);
    /// assert_eq!(start, game.start());
    /// # Ok::<(), coda_games::RulesError>(())
    /// ```
    #[must_use]
    pub fn start_with(&self, cho: SetUp, han: SetUp) -> Position {
        let rank = |[b, c, g, h]: [char; 4]| format!("r{b}{c}a1a{g}{h}r");
        let ranks = ARMY.start.split_once('/').and_then(|(_, rest)| rest.rsplit_once('/'));
        let middle = ranks.map_or("", |(middle, _)| middle);
        let (black, white) = (rank(han.letters()), rank(cho.letters()).to_ascii_uppercase());
        points::parse(&ARMY, &format!("{black}/{middle}/{white} w"))
            .unwrap_or_else(|_| Position::empty(Color::White))
    }

    /// The side with more points on the board.
    #[must_use]
    pub fn leader(white: Force, black: Force) -> Color {
        let points = |force: Force| {
            Man::ALL
                .iter()
                .map(|man| man.points() * u32::from(force.count(man.kind())))
                .sum::<u32>()
        };
        // Han has 1.5 more, so that a tie is Han's.
        if points(white) > points(black) + 1 { Color::White } else { Color::Black }
    }

    fn forces(position: &Position) -> [Force; 2] {
        Color::BOTH.map(|color| position.pieces_of(color).map(|(kind, _)| kind).collect())
    }

    /// Whether a move that leaves the generals facing each other ends the game.
    fn is_bikjang(&self, position: &Position) -> bool {
        self.bikjang_ends && generals_face(position) && position.occupied().count_ones() < ALL_MEN
    }

    fn has_move(&self, position: &Position) -> bool {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        !moves.is_empty()
    }
}

impl Game for Janggi {
    const NAME: &'static str = "janggi";
    const TITLE: &'static str = "Janggi";
    const LETTERS: &'static [char] = &Man::LETTERS;
    const SIDES: [&'static str; 2] = ["Cho", "Han"];
    const SETS: &'static [(&'static str, &'static str)] =
        &[("two-pieces", "two pieces besides the generals, whichever side has them")];

    type Position = Position;
    type Move = Move;

    fn ruleset_spec() -> &'static RulesetSpec {
        &SPEC
    }

    fn with_ruleset(ruleset: Ruleset) -> Self {
        let counts_points = ruleset.value("question") == "points";
        let bikjang_ends = ruleset.value("bikjang") == "ends";
        let movements = Color::BOTH.map(|color| Man::ALL.map(|man| man.movement(color)).to_vec());
        Self { ruleset, counts_points, bikjang_ends, movements: Arc::new(movements) }
    }

    fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    fn start(&self) -> Position {
        self.start_with(SetUp::HorsesOutside, SetUp::HorsesOutside)
    }

    fn parse(&self, text: &str) -> Result<Position, PositionError> {
        let position = points::parse(&ARMY, text)?;
        ARMY.check_placement(&position, &self.movements)?;
        if points::general_is_attacked(&position, &self.movements, !position.turn()) {
            let side = Self::SIDES[(!position.turn()).index()];
            return Err(PositionError::CheckUnanswered { side });
        }
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
                false => ('.', Ink::Empty),
            }
        };
        let legend = "  x palace   Cho in capitals, Han in small letters";
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
        let exposed = points::general_is_attacked(&position, &self.movements, !turn);
        (!exposed).then_some(position)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let us = position.turn();
        points::pseudo_legal(position, &self.movements, |mv| {
            let next = position.after(mv.from, mv.to);
            if !points::general_is_attacked(&next, &self.movements, us) {
                moves.push(mv);
            }
        });
        if !self.in_check(position)
            && let Some(at) = position.find(Piece { color: us, kind: points::GENERAL })
        {
            moves.push(Move { from: at, to: at });
        }
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Outcome<Position> {
        let next = position.after(mv.from, mv.to);
        if self.is_bikjang(position) && self.is_bikjang(&next) {
            let mates = self.in_check(&next) && !self.has_move(&next);
            if !mates {
                let [white, black] = Self::forces(&next);
                let winner = self.wins_without_end(white, black);
                return Outcome::Ended(End { winner, name: "bikjang" });
            }
        }
        Outcome::GoesOn(next)
    }

    #[inline]
    fn quiet(&self, position: &Position, mv: Move) -> Option<(Piece, Place, Place)> {
        let takes = mv.from != mv.to && position.at(mv.to).is_some();
        if takes || self.is_bikjang(position) {
            return None;
        }
        let places = (Place::from(mv.from.index()), Place::from(mv.to.index()));
        Some((position.at(mv.from)?, places.0, places.1))
    }

    fn is_capture(&self, position: &Position, mv: Move) -> bool {
        mv.from != mv.to && position.at(mv.to).is_some()
    }

    fn in_check(&self, position: &Position) -> bool {
        points::general_is_attacked(position, &self.movements, position.turn())
    }

    fn perpetual_check_loses(&self) -> bool {
        self.counts_points
    }

    fn wins_without_end(&self, white: Force, black: Force) -> Option<Color> {
        self.counts_points.then(|| Self::leader(white, black))
    }

    fn colors_are_alike(&self) -> bool {
        !self.counts_points
    }

    fn adjudicate_no_moves(&self, position: &Position) -> End {
        End { winner: Some(!position.turn()), name: "checkmate" }
    }

    /// Fairy-Stockfish counts ranks from 1; a pass is the general moving onto its own point.
    fn move_text(&self, _: &Position, mv: Move) -> String {
        format!("{}{}", ARMY.name(mv.from), ARMY.name(mv.to))
    }

    fn check_material(&self, white: Force, black: Force) -> Result<(), MaterialError> {
        ARMY.check_material(white, black)
    }

    fn sub_materials(&self, white: Force, black: Force) -> Vec<(Force, Force)> {
        ARMY.sub_materials(white, black)
    }

    fn set(&self, name: &str) -> Vec<(Force, Force)> {
        if name != "two-pieces" {
            return Vec::new();
        }
        let alone: Force = [points::GENERAL].into_iter().collect();
        let with = |force: Force, man: &Man| force.with(man.kind());
        let men = &Man::ALL[1..];
        let pairs = men.iter().flat_map(|a| men.iter().map(move |b| (a, b)));
        let endings = pairs.flat_map(|(a, b)| {
            let [first, second] = [a, b].map(|man| with(alone, man));
            let both = first.and_then(|force| with(force, b));
            let apart = first.zip(second);
            [both.map(|both| (both, alone)), both.map(|both| (alone, both)), apart]
        });
        let mut found: Vec<_> = endings.flatten().collect();
        found.sort_unstable();
        found.dedup();
        found
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
        let facing = if self.bikjang_ends { Facing::Ends } else { Facing::Nothing };
        Some(PointPlay { movements: &self.movements, facing, passes: true })
    }
}
