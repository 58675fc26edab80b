//! Reads positions, one a line, and writes the legal moves of each, separated by spaces; or
//! `illegal` and why the position cannot be. For comparing with other programs.
//!
//!     echo '4k4/9/9/9/9/9/9/9/9/R2K5 w' | cargo run --example moves -- xiangqi standard

use std::io::{self, BufRead, Write};

use coda_games::Game;
use coda_games::registry::{WithGame, with_game};

struct List;

impl WithGame for List {
    type Output = io::Result<()>;

    fn run<G: Game>(self, game: G) -> io::Result<()> {
        let mut out = io::stdout().lock();
        for line in io::stdin().lock().lines() {
            match game.parse(&line?) {
                Err(error) => writeln!(out, "illegal: {error}")?,
                Ok(position) => {
                    let mut moves = Vec::new();
                    game.moves(&position, &mut moves);
                    let texts = moves.into_iter().map(|mv| game.move_text(&position, mv));
                    writeln!(out, "{}", texts.collect::<Vec<_>>().join(" "))?;
                }
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().ok_or("which game?")?;
    with_game(&name, &args.next().unwrap_or_default(), List)??;
    Ok(())
}
