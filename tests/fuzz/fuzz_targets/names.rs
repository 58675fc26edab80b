//! Names of endings, rulesets, files and metrics: never a panic, and what is read is
//! written so that it reads the same.
#![no_main]

use std::sync::LazyLock;

use coda_formats::{Ending, Metric, TableName};
use coda_games::Game;
use coda_games::janggi::Janggi;
use coda_games::jungle::Jungle;
use coda_games::xiangqi::Xiangqi;
use libfuzzer_sys::fuzz_target;

// Made once: laying out how pieces move takes longer than reading a name.
static JUNGLE: LazyLock<Jungle> = LazyLock::new(game);
static XIANGQI: LazyLock<Xiangqi> = LazyLock::new(game);
static JANGGI: LazyLock<Janggi> = LazyLock::new(game);

fn game<G: Game>() -> G {
    G::with_rules("standard").expect("known rules")
}

fn read<G: Game>(game: &G, text: &str) {
    if let Ok(ending) = Ending::parse(game, text) {
        assert_eq!(Ending::parse(game, &ending.name::<G>()), Ok(ending));
        assert_eq!(ending.swapped().canonical(game), ending.canonical(game));
    }
    if let Ok(rules) = G::ruleset_spec().parse(text) {
        assert_eq!(G::ruleset_spec().parse(&rules.to_string()), Ok(rules.clone()));
        assert_eq!(G::ruleset_spec().parse(&rules.full()), Ok(rules));
    }
}

fuzz_target!(|text: &str| {
    read(&*JUNGLE, text);
    read(&*XIANGQI, text);
    read(&*JANGGI, text);
    let _ = text.parse::<Metric>();
    let _ = TableName::parse(text);
});
