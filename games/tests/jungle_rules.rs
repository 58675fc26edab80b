//! Every sentence of the rules of Jungle, and every switch, by hand-made
//! positions: where each move of one piece can end.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use coda_games::jungle::{Jungle, Move, Position, Square, Terrain};
use coda_games::{Color, End, Game, Outcome};

/// The squares that whoever stands on `from` can reach, in board order.
fn targets(rules: &str, position: &str, from: &str) -> String {
    let (game, position) = set_up(rules, position);
    let from = Square::from_name(from).unwrap();
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let mut targets: Vec<_> = moves.iter().filter(|mv| mv.from == from).map(|mv| mv.to).collect();
    targets.sort_unstable();
    targets.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn set_up(rules: &str, position: &str) -> (Jungle, Position) {
    let game = Jungle::with_rules(rules).unwrap();
    let position = game.parse(position).unwrap();
    (game, position)
}

fn ends(rules: &str, position: &str, mv: &str) -> Option<End> {
    let (game, position) = set_up(rules, position);
    let square = |name| Square::from_name(name).unwrap();
    let mv = Move { from: square(&mv[..2]), to: square(&mv[2..]) };
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    assert!(moves.contains(&mv), "{mv} is legal");
    match game.play(&position, mv) {
        Outcome::GoesOn(_) => None,
        Outcome::Ended(end) => Some(end),
    }
}

#[test]
fn the_start_position_is_the_published_one() {
    let game = Jungle::with_rules("standard").unwrap();
    let text = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w";
    assert_eq!(game.text(&game.start()), text);
    assert_eq!(game.parse(text).unwrap(), game.start());
}

#[test]
fn a_piece_moves_one_square_up_down_left_or_right() {
    assert_eq!(targets("standard", "c6/7/7/7/7/7/3E3/7/7 w", "d3"), "d2 c3 e3 d4");
    assert_eq!(targets("standard", "c6/7/7/7/7/7/7/7/C6 w", "a1"), "b1 a2");
    assert_eq!(targets("standard", "c5C/7/7/7/7/7/7/7/7 w", "g9"), "g8 f9");
}

#[test]
fn dens_traps_and_rivers_are_where_they_are() {
    let of = |kind: &str| {
        let named = |square: &Square| match square.terrain() {
            Terrain::Land => kind == "land",
            Terrain::Water => kind == "water",
            Terrain::Trap(side) => kind == format!("trap {side}"),
            Terrain::Den(side) => kind == format!("den {side}"),
        };
        Square::all().filter(named).map(|s| s.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(of("den w"), "d1");
    assert_eq!(of("den b"), "d9");
    assert_eq!(of("trap w"), "c1 e1 d2");
    assert_eq!(of("trap b"), "d8 c9 e9");
    assert_eq!(of("water"), "b4 c4 e4 f4 b5 c5 e5 f5 b6 c6 e6 f6");
    // Each trap weakens: a cat takes the elephant that stands on one of its own.
    for (trap, beside, position) in [
        ("c1", "c2", "7/7/7/7/7/7/7/2C4/2e4 w"),
        ("e1", "e2", "7/7/7/7/7/7/7/4C2/4e2 w"),
        ("d2", "d3", "7/7/7/7/7/7/3C3/3e3/7 w"),
        ("c9", "c8", "2E4/2c4/7/7/7/7/7/7/7 b"),
        ("e9", "e8", "4E2/4c2/7/7/7/7/7/7/7 b"),
        ("d8", "d7", "7/3E3/3c3/7/7/7/7/7/7 b"),
    ] {
        assert!(targets("standard", position, beside).contains(trap), "{trap}");
    }
}

#[test]
fn who_moves_is_a_property_of_the_text() {
    let moved = |text: &str| {
        let (game, position) = set_up("standard", text);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        moves.iter().map(|mv| mv.from.to_string()).collect::<Vec<_>>()
    };
    assert!(moved("7/7/E6/7/7/7/7/7/r6 w").iter().all(|from| from == "a7"));
    assert!(moved("7/7/E6/7/7/7/7/7/r6 b").iter().all(|from| from == "a1"));
}

#[test]
fn nobody_enters_its_own_den() {
    assert_eq!(targets("standard", "c6/7/7/7/7/7/7/7/2E4 w", "c1"), "b1 c2");
    assert_eq!(targets("standard", "7/3e3/7/7/7/7/7/7/C6 b", "d8"), "d7 c8 e8");
}

#[test]
fn only_the_rat_enters_water() {
    for animal in ["E", "P", "W", "D", "C"] {
        let position = format!("c6/7/7/7/7/3{animal}3/7/7/7 w");
        assert_eq!(targets("standard", &position, "d4"), "d3 d5", "{animal}");
    }
    assert_eq!(targets("standard", "c6/7/7/7/7/3R3/7/7/7 w", "d4"), "d3 c4 e4 d5");
    assert_eq!(targets("standard", "c6/7/7/7/1R5/7/7/7/7 w", "b5"), "b4 a5 c5 b6");
}

#[test]
fn lion_and_tiger_jump_rivers_both_ways() {
    for animal in ["L", "T"] {
        let sideways = format!("c6/7/7/7/3{animal}3/7/7/7/7 w");
        assert_eq!(targets("standard", &sideways, "d5"), "d4 a5 g5 d6", "{animal}");
        let lengthways = format!("c6/7/1{animal}5/7/7/7/7/7/7 w");
        assert_eq!(targets("standard", &lengthways, "b7"), "b3 a7 c7 b8", "{animal}");
    }
    assert_eq!(targets("standard", "c6/7/7/L6/7/7/7/7/7 w", "a6"), "a5 d6 a7");
}

#[test]
fn a_rat_of_either_side_on_the_way_stops_a_jump() {
    assert_eq!(targets("standard", "c6/7/7/7/1r1L3/7/7/7/7 w", "d5"), "d4 g5 d6");
    assert_eq!(targets("standard", "c6/7/7/7/1R1L3/7/7/7/7 w", "d5"), "d4 g5 d6");
    assert_eq!(targets("standard", "c6/7/5T1/7/5r1/7/7/7/7 w", "f7"), "e7 g7 f8");
    // Beside the way it does not.
    assert_eq!(targets("standard", "c6/7/7/1r5/3L3/7/7/7/7 w", "d5"), "d4 a5 g5 d6");
    // Nor does a rat on land where the jump lands: it is taken.
    assert_eq!(targets("standard", "c6/7/7/7/r2L3/7/7/7/7 w", "d5"), "d4 a5 g5 d6");
}

#[test]
fn a_jump_may_capture_where_it_lands() {
    assert_eq!(targets("standard", "7/7/7/7/e2L2t/7/7/7/7 w", "d5"), "d4 g5 d6");
    assert_eq!(targets("standard", "7/7/7/7/l2T2p/7/7/7/7 w", "d5"), "d4 g5 d6");
    assert_eq!(targets("standard", "c6/7/7/7/C2T2P/7/7/7/7 w", "d5"), "d4 d6");
}

#[test]
fn captures_take_equal_or_lower_strength() {
    let order = "ELTPWDCR";
    for (strong, hunter) in order.chars().enumerate() {
        for (weak, prey) in order.chars().enumerate() {
            let position = format!("7/7/{hunter}{}5/7/7/7/7/7/7 w", prey.to_ascii_lowercase());
            let takes = match (hunter, prey) {
                ('R', 'E') => true,
                ('E', 'R') => false,
                _ => strong <= weak,
            };
            let reached = targets("standard", &position, "a7");
            assert_eq!(reached.contains("b7"), takes, "{hunter} x {prey}: {reached}");
        }
    }
}

#[test]
fn rat_takes_elephant_and_elephant_never_rat() {
    assert_eq!(targets("standard", "7/7/Re5/7/7/7/7/7/7 w", "a7"), "a6 b7 a8");
    assert_eq!(targets("standard", "7/7/Er5/7/7/7/7/7/7 w", "a7"), "a6 a8");
}

#[test]
fn on_my_trap_an_enemy_has_no_strength() {
    // Any piece of mine may take it, an elephant a rat too.
    assert_eq!(targets("standard", "7/7/7/7/7/7/3C3/3e3/7 w", "d3"), "d2 c3 e3 d4");
    assert_eq!(targets("standard", "7/7/7/7/7/7/3E3/3r3/7 w", "d3"), "d2 c3 e3 d4");
    assert_eq!(targets("standard", "7/3L3/3c3/7/7/7/7/7/7 b", "d7"), "d6 c7 e7 d8");
    // While it stands there it takes nothing.
    assert_eq!(targets("standard", "7/7/7/7/7/7/3C3/3e3/7 b", "d2"), "d1 c2 e2");
    assert_eq!(targets("standard", "7/7/7/7/7/7/7/2C4/2e4 b", "c1"), "b1 d1");
}

#[test]
fn my_own_trap_does_nothing_to_me() {
    assert_eq!(targets("standard", "7/7/7/7/7/7/3c3/3E3/7 w", "d2"), "c2 e2 d3");
    assert_eq!(targets("standard", "7/7/7/7/7/7/3c3/3E3/7 b", "d3"), "c3 e3 d4");
}

#[test]
fn no_capture_crosses_the_bank() {
    // From water to land, and from land to water.
    assert_eq!(targets("standard", "7/7/1e5/1R5/7/7/7/7/7 w", "b6"), "b5 a6 c6");
    assert_eq!(targets("standard", "7/7/1r5/1R5/7/7/7/7/7 w", "b6"), "b5 a6 c6");
    assert_eq!(targets("standard", "7/7/1R5/1r5/7/7/7/7/7 w", "b7"), "a7 c7 b8");
    assert_eq!(targets("standard", "7/7/1C5/1r5/7/7/7/7/7 w", "b7"), "a7 c7 b8");
    // Within water a rat takes a rat.
    assert_eq!(targets("standard", "7/7/7/1Rr4/7/7/7/7/7 w", "b6"), "b5 a6 c6 b7");
}

#[test]
fn entering_the_enemy_den_wins_whatever_guards_it() {
    let win = |side| Some(End { winner: Some(side), name: "den" });
    assert_eq!(ends("standard", "2e1l2/3C3/7/7/7/7/7/7/7 w", "d8d9"), win(Color::White));
    assert_eq!(ends("standard", "7/7/7/7/7/7/7/3c3/2E4 b", "d2d1"), win(Color::Black));
}

#[test]
fn a_side_with_no_animals_left_has_lost() {
    let end = End { winner: Some(Color::White), name: "last-capture" };
    assert_eq!(ends("standard", "7/7/Lt5/7/7/7/7/7/7 w", "a7b7"), Some(end));
    assert_eq!(ends("standard", "6c/7/Lt5/7/7/7/7/7/7 w", "a7b7"), None);
}

#[test]
fn a_side_without_a_legal_move_has_lost() {
    // The cat in the corner, shut in by two that it cannot take.
    let text = "cL5/E6/7/7/7/7/7/7/7 b";
    assert_eq!(targets("standard", text, "a9"), "");
    let end = |rules| {
        let (game, position) = set_up(rules, text);
        game.adjudicate_no_moves(&position)
    };
    assert_eq!(end("standard"), End { winner: Some(Color::White), name: "no-move" });
    assert_eq!(end("no-move=draws"), End { winner: None, name: "no-move" });
}

#[test]
fn switch_tiger_jump() {
    let sideways = "c6/7/7/7/3T3/7/7/7/7 w";
    assert_eq!(targets("tiger-jump=both", sideways, "d5"), "d4 a5 g5 d6");
    assert_eq!(targets("tiger-jump=lengthways", sideways, "d5"), "d4 d6");
    assert_eq!(targets("lengthways", "c6/7/1T5/7/7/7/7/7/7 w", "b7"), "b3 a7 c7 b8");
    assert_eq!(targets("lengthways", &sideways.replace('T', "L"), "d5"), "d4 a5 g5 d6");
}

#[test]
fn switch_rat_across_bank() {
    let rat_from_water = "7/7/1r5/1R5/7/7/7/7/7 w";
    let rat_from_land = "7/7/1R5/1r5/7/7/7/7/7 w";
    let elephant = "7/7/1e5/1R5/7/7/7/7/7 w";
    for (value, takes_rat, takes_elephant) in [
        ("none", false, false),
        ("rat", true, false),
        ("elephant", false, true),
        ("rat+elephant", true, true),
    ] {
        let rules = format!("rat-across-bank={value}");
        assert_eq!(targets(&rules, rat_from_water, "b6").contains("b7"), takes_rat, "{value}");
        assert_eq!(targets(&rules, rat_from_land, "b7").contains("b6"), takes_rat, "{value}");
        assert_eq!(targets(&rules, elephant, "b6").contains("b7"), takes_elephant, "{value}");
        // Nothing else ever crosses: not an elephant at a rat in the water, not
        // a rat at a cat on land.
        assert!(!targets(&rules, "7/7/1E5/1r5/7/7/7/7/7 w", "b7").contains("b6"), "{value}");
        assert!(!targets(&rules, "7/7/1c5/1R5/7/7/7/7/7 w", "b6").contains("b7"), "{value}");
    }
}

#[test]
fn switch_elephant_takes_rat() {
    let text = "7/7/Er5/7/7/7/7/7/7 w";
    assert_eq!(targets("elephant-takes-rat=yes", text, "a7"), "a6 b7 a8");
    assert_eq!(targets("elephant-takes-rat=no", text, "a7"), "a6 a8");
    // Not across the bank, though.
    let text = "7/7/1E5/1r5/7/7/7/7/7 w";
    assert_eq!(targets("elephant-takes-rat=yes", text, "b7"), "a7 c7 b8");
}

#[test]
fn switch_dog_swims() {
    let text = "e6/7/7/7/7/3D3/7/7/7 w";
    assert_eq!(targets("dog-swims=no", text, "d4"), "d3 d5");
    assert_eq!(targets("dog-swims=yes", text, "d4"), "d3 c4 e4 d5");
    // Between dog and rat in water strength decides.
    let in_water = |hunter, prey| format!("7/7/7/1{hunter}{prey}4/7/7/7/7/7 w");
    assert_eq!(targets("dog-swims=yes", &in_water('D', 'r'), "b6"), "b5 a6 c6 b7");
    assert_eq!(targets("dog-swims=yes", &in_water('R', 'd'), "b6"), "b5 a6 b7");
    assert_eq!(targets("dog-swims=yes", &in_water('D', 'd'), "b6"), "b5 a6 c6 b7");
    // No capture by or of a dog crosses the bank.
    let all = "dog-swims=yes,rat-across-bank=rat+elephant";
    for (land, water) in [('c', 'D'), ('d', 'D'), ('r', 'D'), ('d', 'R')] {
        let text = format!("7/7/1{land}5/1{water}5/7/7/7/7/7 w");
        assert_eq!(targets(all, &text, "b6"), "b5 a6 c6", "{water} in water, {land} on land");
    }
    for (land, water) in [('D', 'r'), ('D', 'd'), ('E', 'd'), ('R', 'd')] {
        let text = format!("7/7/1{land}5/1{water}5/7/7/7/7/7 w");
        let reached = targets(all, &text, "b7");
        assert_eq!(reached, "a7 c7 b8", "{land} on land, {water} in water");
    }
    // It does not block jumps.
    assert_eq!(targets(all, "7/7/7/7/1d1L3/7/7/7/7 w", "d5"), "d4 a5 g5 d6");
}

#[test]
fn switch_traps() {
    // White's elephant on White's own trap.
    let attacked = "7/7/7/7/7/7/3c3/3E3/7 b";
    assert_eq!(targets("traps=enemy", attacked, "d3"), "c3 e3 d4");
    assert_eq!(targets("traps=all", attacked, "d3"), "d2 c3 e3 d4");
    let attacking = "7/7/7/7/7/7/3c3/3E3/7 w";
    assert_eq!(targets("traps=enemy", attacking, "d2"), "c2 e2 d3");
    assert_eq!(targets("traps=all", attacking, "d2"), "c2 e2");
    // The enemy's traps weaken under both.
    let enemy = "7/3E3/3c3/7/7/7/7/7/7 b";
    for rules in ["traps=enemy", "traps=all"] {
        assert_eq!(targets(rules, enemy, "d7"), "d6 c7 e7 d8", "{rules}");
    }
    // On any trap an elephant may take a rat.
    assert_eq!(targets("traps=all", "7/3r3/3E3/7/7/7/7/7/7 w", "d7"), "d6 c7 e7 d8");
    assert_eq!(targets("traps=enemy", "7/3r3/3E3/7/7/7/7/7/7 w", "d7"), "d6 c7 e7");
}

#[test]
fn switch_jump_blocked_by() {
    let own = "c6/7/7/7/1R1L3/7/7/7/7 w";
    let enemy = "c6/7/7/7/1r1L3/7/7/7/7 w";
    assert_eq!(targets("jump-blocked-by=any-rat", own, "d5"), "d4 g5 d6");
    assert_eq!(targets("jump-blocked-by=enemy-rat", own, "d5"), "d4 a5 g5 d6");
    assert_eq!(targets("jump-blocked-by=any-rat", enemy, "d5"), "d4 g5 d6");
    assert_eq!(targets("jump-blocked-by=enemy-rat", enemy, "d5"), "d4 g5 d6");
}

#[test]
fn switch_order() {
    let dog_at_wolf = "7/7/Dw5/7/7/7/7/7/7 w";
    let wolf_at_dog = "7/7/Wd5/7/7/7/7/7/7 w";
    assert_eq!(targets("order=dog-wolf", dog_at_wolf, "a7"), "a6 a8");
    assert_eq!(targets("order=dog-wolf", wolf_at_dog, "a7"), "a6 b7 a8");
    assert_eq!(targets("order=wolf-dog", dog_at_wolf, "a7"), "a6 b7 a8");
    assert_eq!(targets("order=wolf-dog", wolf_at_dog, "a7"), "a6 a8");
    // Their places among the others stay.
    assert_eq!(targets("order=wolf-dog", "7/7/Wc5/7/7/7/7/7/7 w", "a7"), "a6 b7 a8");
    assert_eq!(targets("order=wolf-dog", "7/7/Dp5/7/7/7/7/7/7 w", "a7"), "a6 a8");
}

#[test]
fn presets_are_what_they_say() {
    let full = |rules| Jungle::with_rules(rules).unwrap().ruleset().full();
    assert_eq!(full("lengthways"), full("tiger-jump=lengthways"));
    assert_eq!(full("leiden"), full("rat-across-bank=rat,elephant-takes-rat=yes,order=wolf-dog"));
    assert_eq!(
        full("standard"),
        "tiger-jump=both,rat-across-bank=none,elephant-takes-rat=no,dog-swims=no,traps=enemy,\
         jump-blocked-by=any-rat,no-move=loses,order=dog-wolf"
    );
}
