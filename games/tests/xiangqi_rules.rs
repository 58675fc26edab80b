//! The rules of Xiangqi, sentence by sentence.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use coda_games::xiangqi::{Man, Xiangqi};
use coda_games::{Color, Game, Outcome, PositionError};

fn game() -> Xiangqi {
    Xiangqi::with_rules("standard").unwrap()
}

/// The legal moves of whoever stands on a point: the points reached, sorted.
fn reached(text: &str, from: &str) -> Vec<String> {
    let game = game();
    let position = game.parse(text).unwrap();
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let texts = moves.into_iter().map(|mv| game.move_text(&position, mv));
    let mut reached: Vec<_> =
        texts.filter_map(|text| Some(text.strip_prefix(from)?.into())).collect();
    reached.sort_unstable();
    reached
}

fn end(text: &str) -> Option<&'static str> {
    let game = game();
    let position = game.parse(text).unwrap();
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    moves.is_empty().then(|| {
        let end = game.adjudicate_no_moves(&position);
        assert_eq!(end.winner, Some(!game.turn(&position)));
        end.name
    })
}

#[test]
fn the_general_steps_along_lines_inside_its_palace() {
    assert_eq!(reached("3k5/9/9/9/9/9/9/9/4K4/9 w", "e1"), ["e0", "e2", "f1"]);
    assert_eq!(reached("5k3/9/9/9/9/9/9/3K5/9/9 w", "d2"), ["d1", "e2"]);
    assert_eq!(reached("9/9/4k4/9/9/9/9/9/9/3K5 b", "e7"), ["e8", "f7"]);
}

#[test]
fn the_generals_never_face_each_other() {
    // On d the generals would face each other; behind the soldier they do not.
    assert_eq!(reached("3k5/9/9/9/9/9/9/9/9/4K4 w", "e0"), ["e1", "f0"]);
    assert_eq!(reached("3k5/9/9/9/3P5/9/9/9/9/4K4 w", "e0"), ["d0", "e1", "f0"]);
    // Whoever stands between them alone may not leave the file.
    assert_eq!(reached("4k4/9/9/9/9/9/9/9/4N4/4K4 w", "e1"), Vec::<String>::new());
    let facing = game().parse("4k4/9/9/9/9/9/9/9/9/4K4 w");
    assert_eq!(facing, Err(PositionError::GeneralsFace));
}

#[test]
fn the_advisor_steps_diagonally_inside_the_palace() {
    assert_eq!(reached("3k5/9/9/9/9/9/9/9/4A4/5K3 w", "e1"), ["d0", "d2", "f2"]);
    assert_eq!(reached("3k5/9/9/9/9/9/9/5A3/9/4K4 w", "f2"), ["e1"]);
}

#[test]
fn the_elephant_goes_two_diagonally_unless_blocked_and_never_crosses_the_river() {
    assert_eq!(reached("3k5/9/9/9/9/9/9/4B4/9/4K4 w", "e2"), ["c0", "c4", "g0", "g4"]);
    assert_eq!(reached("3k5/9/9/9/9/9/3p5/4B4/9/4K4 w", "e2"), ["c0", "g0", "g4"]);
    assert_eq!(reached("3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4"), ["a2", "e2"]);
    assert_eq!(reached("4k4/9/9/9/2b6/9/9/9/9/3K5 b", "c5"), ["a7", "e7"]);
}

#[test]
fn the_horse_goes_one_along_and_one_diagonally_unless_blocked_at_the_first_point() {
    let all = ["c3", "c5", "d2", "d6", "f2", "f6", "g3", "g5"];
    assert_eq!(reached("3k5/9/9/9/9/4N4/9/9/9/4K4 w", "e4"), all);
    let without_up = ["c3", "c5", "d2", "f2", "g3", "g5"];
    assert_eq!(reached("3k5/9/9/9/4p4/4N4/9/9/9/4K4 w", "e4"), without_up);
    // A piece on the second, diagonal way does not block.
    assert_eq!(reached("3k5/9/9/9/3n5/4N4/9/9/9/4K4 w", "e4"), all);
}

#[test]
fn the_chariot_goes_any_distance_along_a_line() {
    let found = reached("4k4/9/n8/9/9/9/R3P4/9/9/3K5 w", "a3");
    assert_eq!(found, ["a0", "a1", "a2", "a4", "a5", "a6", "a7", "b3", "c3", "d3"]);
}

#[test]
fn the_cannon_moves_as_a_chariot_and_captures_over_exactly_one_piece() {
    // Up the file: the soldier on a5 is the screen, the horse on a7 is taken; what is
    // behind the horse is not.
    let found = reached("4k4/n8/n8/9/p8/9/9/C3N4/9/3K5 w", "a2");
    assert_eq!(found, ["a0", "a1", "a3", "a4", "a7", "b2", "c2", "d2"]);
    // A piece of either side is a screen.
    assert!(reached("4k4/9/9/9/9/9/9/C1R1n4/9/3K5 w", "a2").contains(&"e2".to_owned()));
    // It does not take without one, nor move over one.
    let found = reached("4k4/9/9/9/9/9/9/C1n6/9/3K5 w", "a2");
    assert!(!found.contains(&"c2".to_owned()) && !found.contains(&"d2".to_owned()));
}

#[test]
fn the_soldier_steps_forward_and_sideways_once_across_the_river_never_back() {
    assert_eq!(reached("4k4/9/9/9/9/4P4/9/9/9/3K5 w", "e4"), ["e5"]);
    assert_eq!(reached("5k3/9/9/9/3P5/9/9/9/9/4K4 w", "d5"), ["c5", "d6", "e5"]);
    assert_eq!(reached("3k5/9/9/9/4p4/9/9/9/9/4K4 b", "e5"), ["e4"]);
    assert_eq!(reached("3k5/9/9/9/9/4p4/9/9/9/5K3 b", "e4"), ["d4", "e3", "f4"]);
    assert_eq!(reached("P3k4/9/9/9/9/9/9/9/9/3K5 w", "a9"), ["b9"]);
}

#[test]
fn a_player_may_not_leave_its_general_attacked() {
    // The chariot is pinned to the file; check must be answered.
    let pinned = reached("4r1k2/9/9/9/9/9/9/9/4R4/4K4 w".replace("r1k", "rk1").as_str(), "e1");
    assert_eq!(pinned, ["e2", "e3", "e4", "e5", "e6", "e7", "e8", "e9"]);
    assert_eq!(reached("5k3/9/9/9/4r4/9/P8/9/9/4K4 w", "a3"), Vec::<String>::new());
    let left = game().parse("5k3/9/9/9/4r4/9/P8/9/9/4K4 b");
    assert_eq!(left, Err(PositionError::CheckUnanswered { side: "Red" }));
}

#[test]
fn a_player_with_no_legal_move_has_lost_in_check_or_not() {
    assert_eq!(end("R3k4/1R7/9/9/9/9/9/9/9/3K5 b"), Some("checkmate"));
    assert_eq!(end("3k5/9/4P4/9/9/9/9/9/9/4K4 b"), None);
    assert_eq!(end("3k5/4P4/9/9/9/9/9/9/9/4K4 b"), Some("stalemate"));
    assert_eq!(end("4k4/9/9/9/9/9/9/9/4N4/3AKA3 w"), Some("stalemate"));
}

#[test]
fn letters_of_other_programs_are_read() {
    let game = game();
    let ours = game.parse("3akab2/9/4b4/9/2n6/9/9/9/9/4KA3 w").unwrap();
    let theirs = game.parse("3akae2/9/4e4/9/2h6/9/9/9/9/4KA3 w - - 0 1").unwrap();
    assert_eq!(ours, theirs);
    assert_eq!(game.text(&theirs), "3akab2/9/4b4/9/2n6/9/9/9/9/4KA3 w");
}

#[test]
fn faults_in_a_position_are_named() {
    let fault = |text: &str| game().parse(text).unwrap_err().to_string();
    assert!(fault("").contains("rnbakabnr"));
    assert!(fault("4k4/9/9/9/9/9/9/9/3K5 w").contains("9 ranks"));
    assert!(fault("4k4/9/9/9/9/9/9/9/9/3K6 w").contains("10 squares"));
    assert!(fault("4k4/9/9/9/9/9/9/9/9/3X5 w").contains("`X` in rank 0"));
    assert!(fault("4k4/9/9/9/9/9/9/9/9/9 w").contains("Red has no general"));
    assert!(fault("4k4/9/9/9/9/9/9/9/9/R2KRR3 w").contains("3 of Red chariot"));
    assert!(fault("4k4/9/9/9/9/9/9/9/9/2AK5 w").contains("Red advisor cannot stand on c0"));
    assert!(fault("4k4/9/9/9/9/9/9/9/P8/3K5 w").contains("Red soldier cannot stand on a1"));
    assert!(fault("4k4/9/9/9/9/9/9/9/9/3K5 x").contains("`x` is not a side to move"));
    assert!(fault("4k4/9/9/9/9/9/9/9/9/3K5").contains("side to move is missing"));
}

#[test]
fn moves_are_written_in_the_traditional_form_too() {
    let game = game();
    for (position, mv, traditional) in [
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "h2e2", "C2.5"),
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b", "h9g7", "H8+7"),
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "c0e2", "E7+5"),
        ("4k4/9/9/9/9/9/9/4A4/4A4/3K5 w".replace("4A4/4A4", "3A5/4A4").as_str(), "e1f0", "A5-4"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w", "d0d1", "G6+1"),
        // Two chariots on one file, and two cannons of Black's.
        ("4k4/9/9/9/9/9/R8/9/R8/3K5 w", "a3b3", "R+.8"),
        ("4k4/9/9/9/9/9/R8/9/R8/3K5 w", "a1a2", "R-+1"),
        ("4k4/9/c8/9/c8/9/9/9/9/3K5 b", "a5a3", "C++2"),
        ("4k4/9/c8/9/c8/9/9/9/9/3K5 b", "a7b7", "C-.2"),
        // Three soldiers on a file; two files of two.
        ("4k4/9/4P4/4P4/4P4/9/9/9/9/3K5 w", "e6d6", "S25.6"),
        ("4k4/9/2P1P4/2P1P4/9/9/9/9/9/3K5 w", "c7b7", "S17.8"),
        ("4k4/9/2P1P4/2P6/9/9/9/9/9/3K5 w", "c6b6", "S-.8"),
    ] {
        let position = game.parse(position).unwrap();
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let found = moves.into_iter().find(|&found| game.move_text(&position, found) == mv);
        let text = game.move_text_in("wxf", &position, found.unwrap());
        assert_eq!(text, traditional, "{mv}");
    }
}

#[test]
fn no_two_moves_are_written_alike() {
    let game = game();
    let texts = include_str!("../../data/xiangqi/perft.csv").lines().skip(1);
    for text in texts.map(|line| line.split(',').next().unwrap()) {
        let position = game.parse(text).unwrap();
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        for notation in Xiangqi::NOTATIONS {
            let texts = moves.iter().map(|&mv| game.move_text_in(notation, &position, mv));
            let texts: std::collections::HashSet<_> = texts.collect();
            assert_eq!(texts.len(), moves.len(), "{notation} {text}");
        }
    }
}

/// The rules are the same for both sides and in a mirror.
#[test]
fn reflections_keep_the_rules() {
    let game = game();
    let mut at = [game.start(), game.parse("3akab2/9/4b4/9/2n6/9/2C6/4B4/4A4/2BAK3R w").unwrap()];
    let mut seed = 1_usize;
    for _ in 0..300 {
        let position = at[seed % 2].clone();
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let turned = game.turned_about(&position).unwrap();
        let mirrored = game.pieces(&position).map(|(piece, place)| (piece, game.mirror(place)));
        let mirrored = game.assemble(mirrored, game.turn(&position)).unwrap();
        for image in [&turned, &mirrored] {
            let mut of_image = Vec::new();
            game.moves(image, &mut of_image);
            assert_eq!(of_image.len(), moves.len());
            assert_eq!(game.in_check(image), game.in_check(&position));
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407)
            >> 1;
        let next = moves.get(seed % moves.len().max(1)).map(|&mv| game.play(&position, mv));
        let number = at.iter().position(|known| *known == position).unwrap();
        at[number] = match next {
            Some(Outcome::GoesOn(next)) => next,
            _ => game.start(),
        };
    }
    assert_eq!(Man::from_kind(Man::Cannon.kind()), Some(Man::Cannon));
    assert_eq!(game.turn(&game.start()), Color::White);
}
