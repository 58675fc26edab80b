//! Properties of the index and of lookups, over random endings, rules and positions.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use coda_formats::{Ending, Index};
use coda_games::jungle::{Animal, Jungle, Square};
use coda_games::xiangqi::{Man, Xiangqi};
use coda_games::{Color, Game, Piece, Place};
use proptest::prelude::*;

const RULES: [&str; 3] = ["standard", "dog-swims=yes", "leiden"];

/// A game and a placement of three to eight different pieces, both sides there, as an
/// ending's name and places that are possible.
fn placement() -> impl Strategy<Value = (Jungle, Vec<(Piece, Place)>)> {
    let pieces = prop::sample::subsequence((0..16_usize).collect::<Vec<_>>(), 2..=8);
    let places = prop::collection::vec(0..1000_usize, 8);
    (0..RULES.len(), pieces, places).prop_filter_map("possible", |(rules, pieces, places)| {
        let game = Jungle::with_rules(RULES[rules]).unwrap();
        let placed: Vec<_> = pieces
            .iter()
            .zip(places)
            .map(|(code, pick)| {
                let color = Color::BOTH[code / 8];
                let piece = Piece { color, kind: Animal::ALL[code % 8].kind() };
                let all = game.places(piece);
                (piece, all[pick % all.len()])
            })
            .collect();
        let has = |color| placed.iter().any(|(piece, _)| piece.color == color);
        let possible = game.assemble(placed.clone(), Color::White).is_some();
        (has(Color::White) && has(Color::Black) && possible).then_some((game, placed))
    })
}

/// A placement of both generals and up to six other men, equal ones among them.
fn xiangqi_placement() -> impl Strategy<Value = (Xiangqi, Vec<(Piece, Place)>, Color)> {
    let supply = Man::ALL.into_iter().skip(1).flat_map(|man| vec![man; usize::from(man.most())]);
    let men = supply.flat_map(|man| [(Color::White, man), (Color::Black, man)]);
    let men = prop::sample::subsequence(men.collect::<Vec<_>>(), 0..=6);
    let places = prop::collection::vec(0..1000_usize, 8);
    (men, places, any::<bool>()).prop_filter_map("possible", |(mut men, places, black)| {
        let game = Xiangqi::with_rules("standard").unwrap();
        men.extend(Color::BOTH.map(|color| (color, Man::General)));
        let place = |((color, man), pick): ((Color, Man), usize)| {
            let piece = Piece { color, kind: man.kind() };
            let all = game.places(piece);
            (piece, all[pick % all.len()])
        };
        let placed: Vec<_> = men.into_iter().zip(places).map(place).collect();
        let turn = if black { Color::Black } else { Color::White };
        let mirrored = placed.iter().map(|&(piece, place)| (piece, game.mirror(place)));
        let both = [game.assemble(placed.clone(), turn), game.assemble(mirrored, turn)];
        both.iter().all(Option::is_some).then_some((game, placed, turn))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn an_index_of_equal_pieces_leads_back_to_the_position_up_to_symmetry(
        (game, placed, turn) in xiangqi_placement(),
    ) {
        let position = game.assemble(placed.clone(), turn).unwrap();
        let index = Index::new(&game, Ending::of(&game, &position).canonical(&game)).unwrap();
        let slot = index.locate(&game, &position).unwrap();
        prop_assert!(slot.index < index.size() && slot.side < index.sides());
        let stored = index.position(&game, slot.side, slot.index).unwrap();
        prop_assert_eq!(index.locate(&game, &stored), Some(slot));
        let mirrored = placed.iter().map(|&(piece, place)| (piece, game.mirror(place)));
        let mirrored = game.assemble(mirrored, turn).unwrap();
        let turned = game.turned_about(&position).unwrap();
        let both = game.turned_about(&mirrored).unwrap();
        for image in [&mirrored, &turned, &both] {
            prop_assert_eq!(index.locate(&game, image), Some(slot));
        }
        let weight = if position == mirrored { 1 } else { 2 };
        prop_assert_eq!(index.weight(&game, slot.index), weight);
        let text = game.text(&position);
        prop_assert_eq!(game.parse(&text), Ok(position.clone()));
        prop_assert!([position, mirrored, turned, both].contains(&stored));
    }

    #[test]
    fn no_text_makes_the_parser_of_xiangqi_panic(text in "[1-9KRNCPABkrncpabHEhe/ wb]{0,80}") {
        let game = Xiangqi::with_rules("standard").unwrap();
        if let Ok(position) = game.parse(&text) {
            prop_assert_eq!(game.parse(&game.text(&position)), Ok(position));
        }
    }

    #[test]
    fn an_index_leads_back_to_the_position_up_to_symmetry(
        (game, placed) in placement(),
        black_to_move: bool,
    ) {
        let turn = if black_to_move { Color::Black } else { Color::White };
        let position = game.assemble(placed.clone(), turn).unwrap();
        let ending = Ending::of(&game, &position).canonical(&game);
        let index = Index::new(&game, ending).unwrap();
        let slot = index.locate(&game, &position).unwrap();
        prop_assert!(slot.index < index.size() && slot.side < index.sides());
        let stored = index.position(&game, slot.side, slot.index).unwrap();
        prop_assert_eq!(index.locate(&game, &stored), Some(slot));
        let mirrored = placed.iter().map(|&(piece, place)| (piece, game.mirror(place)));
        let mirrored = game.assemble(mirrored, turn).unwrap();
        prop_assert_eq!(index.locate(&game, &mirrored), Some(slot));
        let turned = game.turned_about(&position).unwrap();
        prop_assert_eq!(index.locate(&game, &turned), Some(slot));
        let both = game.turned_about(&mirrored).unwrap();
        prop_assert!([position, mirrored, turned, both].contains(&stored));
        // The worths of the pieces make the number.
        let worths = game.pieces(&stored).map(|(piece, place)| index.worth(piece, place).unwrap());
        let sums = worths.fold([0, 0], |a, b| [a[0] + b[0], a[1] + b[1]]);
        prop_assert_eq!(u64::min(sums[0], sums[1]), slot.index);
    }

    #[test]
    fn numbers_and_positions_are_one_to_one(
        (game, placed) in placement(),
        picks in prop::collection::vec(any::<u64>(), 20),
    ) {
        let position = game.assemble(placed, Color::White).unwrap();
        let index = Index::new(&game, Ending::of(&game, &position).canonical(&game)).unwrap();
        for pick in picks {
            let (side, number) = (pick as usize % index.sides(), pick / 2 % index.size());
            if let Some(position) = index.position(&game, side, number) {
                let slot = index.locate(&game, &position).unwrap();
                prop_assert_eq!((slot.side, slot.index), (side, number));
                let again = Ending::parse(&game, &index.ending().name::<Jungle>());
                prop_assert_eq!(again, Ok(index.ending()));
            }
        }
    }

    /// Positions with pieces where they cannot be have no index, however many there are.
    #[test]
    fn impossible_places_have_no_index(
        codes in prop::sample::subsequence((0..16_usize).collect::<Vec<_>>(), 2..=8),
    ) {
        let game = Jungle::with_rules("standard").unwrap();
        let water = ["b4", "c4", "b5", "c5", "b6", "c6", "e4", "f4"];
        let mut position = coda_games::jungle::Position::empty(Color::White);
        let mut land_only = false;
        for (code, square) in codes.iter().zip(water) {
            let animal = Animal::ALL[code % 8];
            land_only |= animal != Animal::Rat;
            position.put(Color::BOTH[code / 8], animal, Square::from_name(square).unwrap());
        }
        let ending = Ending::of(&game, &position);
        if land_only && game.check_material(ending.white, ending.black).is_ok() {
            let index = Index::new(&game, ending.canonical(&game)).unwrap();
            prop_assert_eq!(index.locate(&game, &position), None);
        }
    }
}
