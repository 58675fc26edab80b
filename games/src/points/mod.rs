//! What the games on ninety points share: the board, positions, movements, text.
//!
//! Xiangqi is played on it, and Janggi. A game on this board says how each kind of
//! piece moves ([`Movement`]) and what else its rules ask for.

mod board;
mod diagram;
mod movement;
mod moves;
mod position;
mod text;

pub use board::{Point, Points, points_of, rectangle};
pub use movement::{LINES, Leap, Movement, Reach};
pub use moves::Move;
pub use position::Position;

pub(crate) use board::{between_on_file, mirror, point_of, turn_about};
pub(crate) use diagram::draw;
pub(crate) use moves::{attacked, pseudo_legal};
pub(crate) use text::{Letters, parse, write};
