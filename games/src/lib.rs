//! Rules of play for the games that Coda solves.
//!
//! One module a game, each an implementation of [`Game`]. This crate knows
//! nothing of tables: it knows positions, moves, how a game ends, and which
//! house rules ([`ruleset`]) are in force.
//!
//! ```
//! use coda_games::{Game, jungle::Jungle, perft::perft};
//!
//! let game = Jungle::with_rules("standard")?;
//! assert_eq!(perft(&game, &game.start(), 2), 576);
//! # Ok::<(), coda_games::RulesError>(())
//! ```
//!
//! # How the next games fit
//!
//! The trait was shaped on five games, two of which are still to come. A new
//! game is one module and one line in [`registry`]. Where a game needs a notion
//! that the others lack, it enters as a *provided* method, so that the games
//! that are there need no change: check, perpetual check and the movements of
//! ninety points came so with Xiangqi, who wins play without end and colours that
//! are not alike with Janggi.
//!
//! **Shogi.** A captured piece changes sides, so an ending is the set of *all*
//! pieces besides the kings, and who owns one is part of the position. A
//! [`Place`] is therefore wider than a square: 81 squares times owner times
//! promotion, and one more place for each hand (326 in all, hence `u16`).
//! [`Game::pieces`] lists such pieces under White by convention; nothing outside
//! the module looks at a place but through [`Game::places`], [`Game::mirror`] and
//! [`Game::turn_about`]. A capture stays inside the ending, a drop is a move like
//! another, and [`Game::sub_materials`] is empty. Who owns a piece being in its place,
//! turning the board about swaps the colours of kings only; a game will have to say which
//! of its pieces [`Piece::swapped`] applies to.
//!
//! **Stratego, both armies revealed.** An attack may remove the attacker, the
//! attacked or both: [`Game::play`] gives the position that is left, and
//! [`Game::sub_materials`] lists the materials with one piece less and with one
//! less on each side. Taking the flag is [`Outcome::Ended`]; a side that cannot
//! move has lost. A bomb or flag has places and no moves. The ban on moving to
//! and fro needs history and is judged like other repetitions: by the worth of
//! play without end.

mod color;
mod error;
mod force;
mod game;
pub mod janggi;
pub mod jungle;
pub mod perft;
pub mod points;
pub mod registry;
pub mod ruleset;
pub mod xiangqi;

pub use color::Color;
pub use error::{MaterialError, PositionError};
pub use force::{Force, Kind, Piece};
pub use game::{Diagram, End, Facing, Game, Ink, Movements, Outcome, Place, PointPlay, Span};
pub use ruleset::{RulesError, Ruleset};
