//! Position texts: never a panic, and what is read is written as it was read.
#![no_main]

use coda_games::Game;
use coda_games::jungle::Jungle;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for rules in ["standard", "dog-swims=yes"] {
        let game = Jungle::with_rules(rules).expect("known rules");
        if let Ok(position) = game.parse(text) {
            assert_eq!(game.parse(&game.text(&position)).as_ref(), Ok(&position));
        }
    }
});
