//! Properties of Jungle's positions and moves, over random ones.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use coda_games::jungle::{Animal, Jungle, Move, Position, Square};
use coda_games::{Color, Game, Kind, Outcome, Piece, Place, PositionError};
use proptest::prelude::*;

const RULES: [&str; 11] = [
    "standard",
    "lengthways",
    "leiden",
    "rat-across-bank=rat+elephant",
    "elephant-takes-rat=yes",
    "dog-swims=yes",
    "traps=all",
    "jump-blocked-by=enemy-rat",
    "no-move=draws",
    "order=wolf-dog",
    "dog-swims=yes,traps=all,rat-across-bank=rat",
];

type Placed = Vec<(Piece, Place)>;

/// A game and a position of it, at least one piece a side.
fn position() -> impl Strategy<Value = (Jungle, Position)> {
    let piece = (0..16_u8, 0..Square::COUNT as Place);
    let turn = prop_oneof![Just(Color::White), Just(Color::Black)];
    let raw = (0..RULES.len(), prop::collection::vec(piece, 2..12), turn);
    raw.prop_filter_map("a possible position", |(rules, pieces, turn)| {
        let game = Jungle::with_rules(RULES[rules]).unwrap();
        let mut placed = Placed::new();
        for (code, place) in pieces {
            let color = Color::BOTH[usize::from(code / 8)];
            let next = (Piece { color, kind: Kind(code % 8) }, place);
            placed.push(next);
            if game.assemble(placed.iter().copied(), turn).is_none() {
                placed.pop();
            }
        }
        let has = |color| placed.iter().any(|(piece, _)| piece.color == color);
        let both = has(Color::White) && has(Color::Black);
        both.then(|| game.assemble(placed, turn).unwrap()).map(|position| (game, position))
    })
}

fn moves(game: &Jungle, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// The position reflected left-right, or turned about.
fn transformed(game: &Jungle, position: &Position, turn_about: bool) -> Position {
    let pieces = game.pieces(position).map(|(piece, place)| match turn_about {
        true => (piece.swapped(), game.turn_about(place)),
        false => (piece, game.mirror(place)),
    });
    let turn = if turn_about { !position.turn() } else { position.turn() };
    game.assemble(pieces, turn).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn position_text_reads_back((game, position) in position()) {
        let text = game.text(&position);
        prop_assert_eq!(game.parse(&text), Ok(position.clone()));
        prop_assert_eq!(game.parse(&format!("{text} 0 1")), Ok(position));
    }

    #[test]
    fn pieces_and_assemble_are_inverse((game, position) in position()) {
        let again = game.assemble(game.pieces(&position), position.turn());
        prop_assert_eq!(again, Some(position));
    }

    #[test]
    fn reflections_keep_the_rules((game, position) in position(), turn_about: bool) {
        let image = transformed(&game, &position, turn_about);
        prop_assert_eq!(&transformed(&game, &image, turn_about), &position);
        let map = |square: Square| {
            let place = Place::from(square.index());
            let place = if turn_about { game.turn_about(place) } else { game.mirror(place) };
            Square::from_index(place as u8).unwrap()
        };
        let mut expected: Vec<_> = moves(&game, &position)
            .into_iter()
            .map(|mv| Move { from: map(mv.from), to: map(mv.to) })
            .collect();
        let mut found = moves(&game, &image);
        expected.sort_unstable();
        found.sort_unstable();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn moves_lead_to_positions_that_can_be((game, position) in position()) {
        for mv in moves(&game, &position) {
            let captures = game.is_capture(&position, mv);
            let before = position.pieces().count();
            let quiet = game.quiet(&position, mv);
            let ends = matches!(game.play(&position, mv), Outcome::Ended(_));
            prop_assert_eq!(quiet.is_none(), captures || ends);
            if let Some((piece, from, to)) = quiet {
                let moved = game.pieces(&position).map(|(other, place)| {
                    (other, if (other, place) == (piece, from) { to } else { place })
                });
                let next = game.assemble(moved, !position.turn());
                prop_assert_eq!(Some(game.play(&position, mv)), next.map(Outcome::GoesOn));
            }
            match game.play(&position, mv) {
                Outcome::GoesOn(next) => {
                    prop_assert_eq!(next.turn(), !position.turn());
                    prop_assert_eq!(next.pieces().count(), before - usize::from(captures));
                    let again = game.assemble(game.pieces(&next), next.turn());
                    prop_assert_eq!(again, Some(next));
                }
                Outcome::Ended(end) => {
                    prop_assert_eq!(end.winner, Some(position.turn()));
                    prop_assert_eq!(end.name == "last-capture", captures);
                }
            }
        }
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in ".{0,80}", placement in "[1-9a-zA-Z/ ]{0,80}") {
        let game = Jungle::with_rules("standard").unwrap();
        for text in [text, placement.clone(), format!("{placement} w")] {
            if let Ok(position) = game.parse(&text) {
                prop_assert_eq!(game.parse(&game.text(&position)), Ok(position));
            }
        }
    }
}

#[test]
fn faults_in_a_position_are_named() {
    let game = Jungle::with_rules("standard").unwrap();
    let fault = |text: &str| game.parse(text).unwrap_err();
    let message = |text: &str| fault(text).to_string();
    assert!(matches!(fault(""), PositionError::Empty { .. }));
    assert_eq!(fault("7/7/7/7/7/7/7/7/E5r"), PositionError::MissingTurn);
    assert!(message("7/7/7/7/7/7/7/7/E5r x").contains("`x` is not a side to move"));
    assert!(message("7/7/7/7/7/7/7/7/E5r w what").contains("`what`"));
    assert!(message("7/7/7/7/7/7/7/E5r w").contains("8 ranks"));
    assert!(message("7/7/7/7/7/7/7/8/E5r w").contains("`8` in rank 2"));
    assert!(message("7/7/7/7/7/7/7/52/E4r w").contains("rank 1 (`E4r`) has 6 squares"));
    assert!(message("7/7/7/7/7/7/7/52/E6r w").contains("rank 1 (`E6r`) has 8 squares"));
    assert!(message("7/7/7/7/7/7/7/7/X5r w").contains("`X` in rank 1"));
    assert!(message("7/7/7/7/7/7/7/7/EE4r w").contains("2 of White elephant"));
    assert!(
        message("3r3/7/7/7/7/7/7/7/E6 w").contains("Black rat cannot stand on d9: it is a den")
    );
    assert!(
        message("7/7/7/7/1l5/7/7/7/E6 w").contains("Black lion cannot stand on b5: it is water")
    );
    assert!(message("7/7/7/7/7/7/7/7/E6 w").contains("Black has no pieces"));
    assert!(message("7/7/7/7/1d5/7/7/7/E6 w").contains("dog"));
    let swims = Jungle::with_rules("dog-swims=yes").unwrap();
    assert!(swims.parse("7/7/7/7/1d5/7/7/7/E6 w").is_ok());
}

#[test]
fn every_animal_has_its_places() {
    let game = Jungle::with_rules("standard").unwrap();
    for animal in Animal::ALL {
        let places = game.places(Piece { color: Color::White, kind: animal.kind() });
        let expected = if animal == Animal::Rat { 61 } else { 49 };
        assert_eq!(places.len(), expected, "{}", animal.name());
    }
}
