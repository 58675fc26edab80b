//! Position texts: never a panic, and what is read is written as it was read.
#![no_main]

use coda_games::Game;
use coda_games::janggi::Janggi;
use coda_games::jungle::Jungle;
use coda_games::xiangqi::Xiangqi;
use libfuzzer_sys::fuzz_target;

fn read<G: Game>(rules: &str, text: &str) {
    let game = G::with_rules(rules).expect("known rules");
    if let Ok(position) = game.parse(text) {
        assert_eq!(game.parse(&game.text(&position)).as_ref(), Ok(&position));
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        for mv in moves {
            G::NOTATIONS.iter().for_each(|name| drop(game.move_text_in(name, &position, mv)));
        }
    }
}

fuzz_target!(|text: &str| {
    read::<Jungle>("standard", text);
    read::<Jungle>("dog-swims=yes", text);
    read::<Xiangqi>("standard", text);
    read::<Janggi>("standard", text);
});
