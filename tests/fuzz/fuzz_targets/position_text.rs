//! Position texts: never a panic, and what is read is written as it was read.
#![no_main]

use std::sync::LazyLock;

use coda_games::Game;
use coda_games::janggi::Janggi;
use coda_games::jungle::Jungle;
use coda_games::xiangqi::Xiangqi;
use libfuzzer_sys::fuzz_target;

// Made once: laying out how pieces move takes longer than reading a text.
static JUNGLE: LazyLock<[Jungle; 2]> = LazyLock::new(|| ["standard", "dog-swims=yes"].map(game));
static XIANGQI: LazyLock<Xiangqi> = LazyLock::new(|| game("standard"));
static JANGGI: LazyLock<Janggi> = LazyLock::new(|| game("standard"));

fn game<G: Game>(rules: &str) -> G {
    G::with_rules(rules).expect("known rules")
}

fn read<G: Game>(game: &G, text: &str) {
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
    JUNGLE.iter().for_each(|game| read(game, text));
    read(&*XIANGQI, text);
    read(&*JANGGI, text);
});
