//! Names of endings, rulesets, files and metrics: never a panic, and what is read is
//! written so that it reads the same.
#![no_main]

use coda_formats::{Ending, Metric, TableName};
use coda_games::Game;
use coda_games::jungle::Jungle;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let game = Jungle::with_rules("standard").expect("known rules");
    if let Ok(ending) = Ending::parse(&game, text) {
        assert_eq!(Ending::parse(&game, &ending.name::<Jungle>()), Ok(ending));
        assert_eq!(ending.swapped().canonical(), ending.canonical());
    }
    if let Ok(rules) = Jungle::ruleset_spec().parse(text) {
        assert_eq!(Jungle::ruleset_spec().parse(&rules.to_string()), Ok(rules.clone()));
        assert_eq!(Jungle::ruleset_spec().parse(&rules.full()), Ok(rules));
    }
    let _ = text.parse::<Metric>();
    let _ = TableName::parse(text);
});
