//! The rules of Janggi, sentence by sentence.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use coda_games::janggi::{Janggi, Man, SetUp};
use coda_games::{Color, End, Force, Game, Outcome, PositionError};

fn game(rules: &str) -> Janggi {
    Janggi::with_rules(rules).unwrap()
}

/// The points that whoever stands on a point reaches, sorted.
fn reached(text: &str, from: &str) -> Vec<String> {
    let game = game("bikjang=none");
    let position = game.parse(text).unwrap();
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let texts = moves.into_iter().map(|mv| game.move_text(&position, mv));
    let found = texts.filter_map(|text| Some(text.strip_prefix(from)?.to_owned()));
    let mut found: Vec<_> = found.filter(|to| to.starts_with(char::is_alphabetic)).collect();
    found.sort_unstable();
    found
}

/// What a move leads to, `None` if play goes on.
fn end(rules: &str, text: &str, mv: &str) -> Option<End> {
    let game = game(rules);
    let position = game.parse(text).unwrap();
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let found = moves.into_iter().find(|&found| game.move_text(&position, found) == mv);
    match game.play(&position, found.unwrap()) {
        Outcome::Ended(end) => Some(end),
        Outcome::GoesOn(_) => None,
    }
}

#[test]
fn general_and_guard_step_along_any_line_of_the_palace_and_never_leave_it() {
    let all = ["d1", "d2", "d3", "e1", "e3", "f1", "f2", "f3"];
    // With the pass: the general's move onto its own point.
    let general = reached("3k5/9/9/9/9/9/9/9/4K4/9 w", "e2");
    assert_eq!(general, ["d1", "d2", "d3", "e1", "e2", "e3", "f1", "f2", "f3"]);
    assert_eq!(reached("5k3/9/9/9/9/9/9/9/4A4/3K5 w", "e2"), all[1..]);
    // From the middle of a side no diagonal is drawn; from a corner one is.
    assert_eq!(reached("3k5/9/9/9/9/9/9/9/5A3/4K4 w", "f2"), ["e2", "f1", "f3"]);
    assert_eq!(reached("3k5/9/9/9/9/9/9/5A3/9/4K4 w", "f3"), ["e2", "e3", "f2"]);
}

#[test]
fn the_chariot_goes_along_lines_and_the_diagonals_of_a_palace() {
    let found = reached("4k4/9/9/9/9/9/9/3R5/9/4K4 w", "d3");
    for to in ["e2", "f1", "a3", "i3", "d10", "d1"] {
        assert!(found.contains(&to.to_owned()), "{to}: {found:?}");
    }
    assert_eq!(found.len(), 9 + 8 + 2);
    // In the enemy's palace too; not over a piece on the centre; not outside a palace.
    assert!(reached("4k4/9/3R5/9/9/9/9/9/9/4K4 w", "d8").contains(&"f10".to_owned()));
    assert!(!reached("4k4/4n4/3R5/9/9/9/9/9/9/4K4 w", "d8").contains(&"f10".to_owned()));
    assert_eq!(reached("4k4/9/9/9/3R5/9/9/9/9/4K4 w", "d6").len(), 8 + 9);
}

#[test]
fn the_cannon_jumps_exactly_one_piece_that_is_no_cannon_and_takes_no_cannon() {
    // No screen, no move.
    assert_eq!(reached("3k5/9/9/9/9/9/9/9/C8/4K4 w", "a2"), Vec::<String>::new());
    // Over the soldier; up to and including the first piece behind it.
    let found = reached("3k5/n8/9/9/9/9/P8/9/C8/4K4 w", "a2");
    assert_eq!(found, ["a5", "a6", "a7", "a8", "a9"]);
    // A cannon of either side is neither jumped nor taken.
    assert_eq!(reached("3k5/9/9/9/9/9/c8/9/C8/4K4 w", "a2"), Vec::<String>::new());
    assert_eq!(reached("3k5/c8/9/9/9/9/P8/9/C8/4K4 w", "a2"), ["a5", "a6", "a7", "a8"]);
    // Over two pieces it does not go.
    assert_eq!(reached("3k5/n8/9/9/9/P8/P8/9/C8/4K4 w", "a2"), Vec::<String>::new());
    // Along the diagonal of a palace, over its centre.
    assert!(reached("3k5/9/9/9/9/9/9/3C5/4A4/4K4 w", "d3").contains(&"f1".to_owned()));
    assert!(!reached("3k5/9/9/9/9/9/9/3C5/9/4K4 w", "d3").contains(&"f1".to_owned()));
}

#[test]
fn horse_and_elephant_go_one_along_and_one_or_two_diagonally_outward_unless_blocked() {
    let horse = ["c4", "c6", "d3", "d7", "f3", "f7", "g4", "g6"];
    assert_eq!(reached("3k5/9/9/9/9/4N4/9/9/9/5K3 w", "e5"), horse);
    let blocked = reached("3k5/9/9/9/4p4/4N4/9/9/9/5K3 w", "e5");
    assert_eq!(blocked, ["c4", "c6", "d3", "f3", "g4", "g6"]);
    let elephant = ["b3", "b7", "c2", "c8", "g2", "g8", "h3", "h7"];
    assert_eq!(reached("3k5/9/9/9/9/4B4/9/9/9/5K3 w", "e5"), elephant);
    // At the first point both ways up; at the second one of them.
    let first = reached("3k5/9/9/9/4p4/4B4/9/9/9/5K3 w", "e5");
    assert_eq!(first, ["b3", "b7", "c2", "g2", "h3", "h7"]);
    let second = reached("3k5/9/9/3p5/9/4B4/9/9/9/5K3 w", "e5");
    assert_eq!(second, ["b3", "b7", "c2", "g2", "g8", "h3", "h7"]);
}

#[test]
fn the_soldier_steps_forward_or_sideways_and_forward_along_drawn_diagonals() {
    assert_eq!(reached("3k5/9/9/9/9/9/4P4/9/9/5K3 w", "e4"), ["d4", "e5", "f4"]);
    assert_eq!(reached("3k5/9/9/9/4p4/9/9/9/9/5K3 b", "e6"), ["d6", "e5", "f6"]);
    assert_eq!(reached("4k4/9/3P5/9/9/9/9/9/9/5K3 w", "d8"), ["c8", "d9", "e8", "e9"]);
    assert_eq!(reached("4k4/9/4P4/9/9/9/9/9/9/5K3 w", "e8"), ["d8", "e9", "f8"]);
    assert_eq!(reached("4P4/9/3k5/9/9/9/9/9/9/5K3 w", "e10"), ["d10", "f10"]);
}

#[test]
fn check_must_be_answered_and_no_move_may_leave_the_general_attacked() {
    let game = game("standard");
    let position = game.parse("3k5/9/9/9/4r4/9/9/9/4K4/9 w").unwrap();
    assert!(game.in_check(&position));
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    // No pass: the general does not stay.
    assert!(moves.iter().all(|mv| mv.from != mv.to && mv.to.file() != 4));
    assert_eq!(
        game.parse("3k5/9/9/9/4r4/9/9/9/4K4/9 b"),
        Err(PositionError::CheckUnanswered { side: "Cho" })
    );
}

#[test]
fn no_answer_to_check_is_mate_and_there_is_no_stalemate() {
    let game = game("standard");
    let moves = |text: &str| {
        let position = game.parse(text).unwrap();
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        (moves.len(), game.in_check(&position), game.adjudicate_no_moves(&position))
    };
    let (none, in_check, end) = moves("R3k4/1R7/9/9/9/9/9/9/9/5K3 b");
    assert_eq!((none, in_check), (0, true));
    assert_eq!(end, End { winner: Some(Color::White), name: "checkmate" });
    // Whoever is not in check and has no other move passes.
    let text = "3k5/R8/8R/9/9/9/4R4/9/9/4K4 b";
    let (one, in_check, _) = moves(text.replace("8R/", "9/").as_str());
    assert!(!in_check && one >= 1);
}

#[test]
fn facing_generals_end_the_game_where_the_reply_does_not_separate_them() {
    let facing = "4k4/9/9/9/9/9/9/9/R8/4K4 w";
    let drawn = Some(End { winner: None, name: "bikjang" });
    for mv in ["e1e1", "a2a3", "e1e2"] {
        assert_eq!(end("standard", facing, mv), drawn, "{mv}");
        assert_eq!(end("bikjang=none", facing, mv), None, "{mv}");
        let won = Some(End { winner: Some(Color::White), name: "bikjang" });
        assert_eq!(end("question=points", facing, mv), won, "{mv}");
    }
    // Separated, or not facing before: the game goes on.
    for mv in ["e1d1", "a2e2"] {
        assert_eq!(end("standard", facing, mv), None, "{mv}");
    }
    assert_eq!(end("standard", "4k4/9/9/9/9/9/9/9/R8/5K3 w", "f1e1"), None);
    // The points that then stand: Cho takes the cannon and leads.
    let taking = "4k4/9/9/9/9/9/9/c8/R8/4K4 w";
    let won = Some(End { winner: Some(Color::White), name: "bikjang" });
    assert_eq!(end("question=points", taking, "a2a3"), won);
}

#[test]
fn mate_comes_before_bikjang() {
    // The chariots mate on the back rank while the generals face each other.
    let text = "4k4/R8/9/9/9/9/9/9/1R7/4K4 w";
    assert_eq!(end("standard", text, "b2b10"), None);
    assert_eq!(end("question=points", text, "b2b10"), None);
}

#[test]
fn facing_means_nothing_while_all_men_are_on_the_board() {
    let text = "rnba1abnr/4k4/1c5c1/p1pp2p1p/9/9/P1P2PP1P/1C5C1/4K4/RNBA1ABNR w";
    assert_eq!(end("standard", text, "a1a2"), None);
    let one_taken = text.replace("P1P2PP1P", "P1P3P1P");
    assert_eq!(end("standard", &one_taken, "a1a2").unwrap().name, "bikjang");
}

#[test]
fn points_are_those_of_the_rules_and_han_has_a_point_and_a_half_more() {
    let force = |men: &[Man]| -> Force { men.iter().map(|man| man.kind()).collect() };
    use Man::{Cannon, Chariot, Elephant, Guard, Horse, Soldier};
    for (cho, han, leader) in [
        (&[][..], &[][..], Color::Black),
        (&[Soldier], &[], Color::White),
        (&[Guard], &[Soldier], Color::Black),
        (&[Horse], &[Elephant], Color::White),
        (&[Elephant], &[Guard], Color::Black),
        (&[Cannon], &[Horse], Color::White),
        (&[Chariot], &[Cannon, Horse], Color::Black),
        (&[Chariot], &[Cannon, Elephant], Color::White),
    ] {
        assert_eq!(Janggi::leader(force(cho), force(han)), leader, "{cho:?} {han:?}");
    }
}

#[test]
fn each_side_chooses_one_of_four_set_ups() {
    let game = game("standard");
    let texts = SetUp::ALL.map(|cho| {
        let start = game.start_with(cho, SetUp::HorsesOutside);
        assert_eq!(game.parse(&game.text(&start)), Ok(start.clone()));
        game.text(&start).split('/').next_back().unwrap().to_owned()
    });
    assert_eq!(texts, ["RNBA1ABNR w", "RBNA1ANBR w", "RNBA1ANBR w", "RBNA1ABNR w"]);
}

#[test]
fn faults_in_a_position_are_named() {
    let fault = |text: &str| game("standard").parse(text).unwrap_err().to_string();
    assert!(fault("4k4/9/9/9/9/9/9/9/9/2AK5 w").contains("Cho guard cannot stand on c1"));
    assert!(fault("4k4/9/9/9/9/9/9/9/P8/3K5 w").contains("Cho soldier cannot stand on a2"));
    assert!(fault("4k4/9/9/9/9/9/9/9/9/3X5 w").contains("`X` in rank 1"));
    assert!(fault("4k4/9/9/9/9/9/9/9/9/9 w").contains("Cho has no general"));
}
