//! The games there are, by name.
//!
//! A program that learns the name of its game at run time calls [`with_game`]
//! with something that can run under any [`Game`]:
//!
//! ```
//! use coda_games::{Game, registry::{WithGame, with_game}};
//!
//! struct StartText;
//! impl WithGame for StartText {
//!     type Output = String;
//!     fn run<G: Game>(self, game: G) -> String { game.text(&game.start()) }
//! }
//!
//! assert!(with_game("jungle", "standard", StartText)?.ends_with(" w"));
//! # Ok::<(), coda_games::registry::GameError>(())
//! ```

use thiserror::Error;

use crate::{Game, RulesError};

/// Work that can be done under any game.
pub trait WithGame {
    /// What the work gives.
    type Output;

    /// Does the work.
    fn run<G: Game>(self, game: G) -> Self::Output;
}

/// Why no game was found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// There is no game of that name.
    #[error("there is no game `{name}`; there is {}", NAMES.join(", "))]
    UnknownGame {
        /// The name asked for.
        name: String,
    },
    /// The ruleset text is not understood.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

macro_rules! games {
    ($($game:ty),* $(,)?) => {
        /// The names of the games there are.
        pub const NAMES: &[&str] = &[$(<$game>::NAME),*];

        /// Does `work` under the game of that name and the given ruleset.
        ///
        /// # Errors
        /// [`GameError`] if there is no such game or ruleset.
        pub fn with_game<W: WithGame>(
            name: &str,
            rules: &str,
            work: W,
        ) -> Result<W::Output, GameError> {
            $(if name == <$game>::NAME {
                return Ok(work.run(<$game>::with_rules(rules)?));
            })*
            Err(GameError::UnknownGame { name: name.to_owned() })
        }
    };
}

games![crate::jungle::Jungle, crate::xiangqi::Xiangqi, crate::janggi::Janggi];
