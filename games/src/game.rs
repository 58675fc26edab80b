//! The trait that every game implements.

use std::fmt::Debug;
use std::hash::Hash;

use crate::points::Movement;
use crate::ruleset::{RulesError, Ruleset, RulesetSpec};
use crate::{Color, Force, MaterialError, Piece, PositionError};

/// Where a piece can be: a square of the board or, in games with hands and
/// promotion, whatever else the game counts as one. Opaque outside the game.
pub type Place = u16;

/// For each side, how each kind of piece moves.
pub type Movements = [Vec<Movement>; 2];

/// What it means that the generals face each other on an open file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facing {
    /// Nothing.
    Nothing,
    /// No move may bring it about.
    Illegal,
    /// A move that leaves it so ends the game, unless it mates: whoever wins play without
    /// end with what is then on the board wins.
    Ends,
}

/// How play goes in a game on ninety points, in which no side may leave its general (the
/// first kind) attacked.
#[derive(Clone, Copy, Debug)]
pub struct PointPlay<'a> {
    /// How each kind of piece moves.
    pub movements: &'a Movements,
    /// What it means that the generals face each other.
    pub facing: Facing,
    /// Whether a side that is not in check may pass.
    pub passes: bool,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// The name of this way to end, as programs see it: `den`, `last-capture`,
    /// `no-move`.
    pub name: &'static str,
}

/// What a move leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<P> {
    /// The game goes on from here (the side to move may still have no move).
    GoesOn(P),
    /// The move ended the game.
    Ended(End),
}

/// What a run of characters in a [`Diagram`] stands for, for a program that
/// shows it in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Coordinates, lines and legend.
    Frame,
    /// An ordinary empty square.
    Empty,
    /// A river square.
    Water,
    /// A trap.
    Trap,
    /// A den.
    Den,
    /// A piece of this side.
    Piece(Color),
}

/// A run of characters of one ink.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// What it stands for.
    pub ink: Ink,
    /// The characters.
    pub text: String,
}

/// A board drawn in characters: lines of spans.
pub type Diagram = Vec<Vec<Span>>;

/// A game under one ruleset.
///
/// A value of the type carries its [`Ruleset`]; everything about play is asked
/// of that value. Positions hold no rules, so the same position may be put to
/// games of several rulesets.
///
/// # What callers rely on
///
/// * [`pieces`](Game::pieces) and [`assemble`](Game::assemble) are inverse to
///   each other on every position that play can go on from.
/// * [`mirror`](Game::mirror) and [`turn_about`](Game::turn_about) are
///   involutions on places that commute, and moves, outcomes and ends are the
///   same up to them (`turn_about` also swaps the colours and the turn).
/// * A move leads to a position of the same material or of one listed by
///   [`sub_materials`](Game::sub_materials), and following those never returns.
pub trait Game: Clone + Debug + Send + Sync + Sized + 'static {
    /// The name on command lines and in files: `jungle`.
    const NAME: &'static str;
    /// The name for people: `Jungle (Dou Shou Qi)`.
    const TITLE: &'static str;
    /// The letter of each kind of piece, strongest first.
    const LETTERS: &'static [char];
    /// What the sides are called, White first.
    const SIDES: [&'static str; 2];
    /// What a distance to win leads to, for people: `win`, or `mate` where nothing else
    /// wins.
    const WINNING: &'static str = "win";
    /// The ways to write a move, the default first.
    const NOTATIONS: &'static [&'static str] = &["coordinates"];
    /// The sets of endings that have a name of their own, each with what is in it.
    const SETS: &'static [(&'static str, &'static str)] = &[];

    /// A position: the placement and whose turn it is.
    type Position: Clone + Debug + PartialEq + Eq + Hash + Send + Sync;
    /// A move.
    type Move: Copy + Debug + PartialEq + Eq + Hash + Send + Sync;

    /// The switches and presets this game knows.
    fn ruleset_spec() -> &'static RulesetSpec;

    /// The game under a ruleset parsed by [`Game::ruleset_spec`].
    fn with_ruleset(ruleset: Ruleset) -> Self;

    /// The ruleset this value plays by.
    fn ruleset(&self) -> &Ruleset;

    /// The game under rules given as text: a preset, switches, or both
    /// (`leiden,traps=all`).
    ///
    /// # Errors
    /// [`RulesError`] names the word that is not understood and those that are.
    fn with_rules(text: &str) -> Result<Self, RulesError> {
        Ok(Self::with_ruleset(Self::ruleset_spec().parse(text)?))
    }

    /// The position a game starts from.
    fn start(&self) -> Self::Position;

    /// Reads a position text.
    ///
    /// # Errors
    /// [`PositionError`] says what is wrong with the text or the placement.
    fn parse(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// Writes a position text that [`Game::parse`] reads back.
    fn text(&self, position: &Self::Position) -> String;

    /// Draws the board for a person.
    fn diagram(&self, position: &Self::Position) -> Diagram;

    /// Whose turn it is.
    fn turn(&self, position: &Self::Position) -> Color;

    /// The pieces of a position and where they are, in no stated order.
    fn pieces(&self, position: &Self::Position) -> impl Iterator<Item = (Piece, Place)>;

    /// Puts a position together; `None` where it is impossible: two pieces in
    /// one place, a piece where it cannot be, or a position that the rules
    /// cannot reach with this side to move.
    fn assemble(
        &self,
        pieces: impl IntoIterator<Item = (Piece, Place)>,
        turn: Color,
    ) -> Option<Self::Position>;

    /// Appends the legal moves to `moves`, in an order that depends on the
    /// position alone.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// What a legal move leads to.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Outcome<Self::Position>;

    /// A legal move that does nothing but take one piece from one place to another: it
    /// removes nothing and does not end the game. The piece, and both places. `None`
    /// for any other move; a game that does not say loses speed only.
    fn quiet(&self, position: &Self::Position, mv: Self::Move) -> Option<(Piece, Place, Place)> {
        let _ = (position, mv);
        None
    }

    /// Whether a legal move removes a piece.
    fn is_capture(&self, position: &Self::Position, mv: Self::Move) -> bool;

    /// Whether the side to move is in check. A game without check has none.
    fn in_check(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// Whether a side that checks on every move for ever, while the other does not, loses.
    /// Else play without end is a draw.
    fn perpetual_check_loses(&self) -> bool {
        false
    }

    /// Who wins play without end with these forces on the board, where no rule against
    /// repetition says otherwise; `None` for a draw.
    fn wins_without_end(&self, white: Force, black: Force) -> Option<Color> {
        let _ = (white, black);
        None
    }

    /// Whether the same pieces are worth the same to both sides, so that a position turned
    /// about has the same value.
    fn colors_are_alike(&self) -> bool {
        true
    }

    /// How the game ends in a position without a legal move.
    fn adjudicate_no_moves(&self, position: &Self::Position) -> End;

    /// A move as its game's engines write it.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// A move in one of [`Game::NOTATIONS`]; in the first of them if there is no such.
    fn move_text_in(&self, notation: &str, position: &Self::Position, mv: Self::Move) -> String {
        let _ = notation;
        self.move_text(position, mv)
    }

    /// The materials of a set of [`Game::SETS`], White's force first; none of any other.
    fn set(&self, name: &str) -> Vec<(Force, Force)> {
        let _ = name;
        Vec::new()
    }

    /// Whether these forces can meet in an ending.
    ///
    /// # Errors
    /// [`MaterialError`] says which side has too much or too little.
    fn check_material(&self, white: Force, black: Force) -> Result<(), MaterialError>;

    /// The other materials that one move from this one can lead to, White's
    /// force first. May list some that no move leads to.
    fn sub_materials(&self, white: Force, black: Force) -> Vec<(Force, Force)>;

    /// Every place that this piece can be in, ascending.
    fn places(&self, piece: Piece) -> Vec<Place>;

    /// The place after a left-right reflection.
    fn mirror(&self, place: Place) -> Place;

    /// The place after the board is turned about, so that the sides swap.
    fn turn_about(&self, place: Place) -> Place;

    /// How play goes, for a game on ninety points whose moves are those of its pieces and
    /// what [`PointPlay`] can say. Such games have a fast solver; others lose speed only.
    fn point_play(&self) -> Option<PointPlay<'_>> {
        None
    }

    /// The position with the board turned about: the sides swapped, pieces and turn.
    fn turned_about(&self, position: &Self::Position) -> Option<Self::Position> {
        let pieces = self.pieces(position);
        let pieces = pieces.map(|(piece, place)| (piece.swapped(), self.turn_about(place)));
        self.assemble(pieces, !self.turn(position))
    }
}
