//! Counting lines of play, the standard check of a move generator.

use crate::{Game, Outcome};

/// The number of lines of exactly `depth` plies. A line that ends the game
/// earlier does not count.
///
/// ```
/// use coda_games::{Game, jungle::Jungle, perft::perft};
/// let game = Jungle::with_rules("standard")?;
/// assert_eq!(perft(&game, &game.start(), 3), 12_240);
/// # Ok::<(), coda_games::RulesError>(())
/// ```
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| match game.play(position, mv) {
            Outcome::GoesOn(next) => perft(game, &next, depth - 1),
            Outcome::Ended(_) => 0,
        })
        .sum()
}
