//! What the games on ninety points share: the board, positions, movements, text.
//!
//! Xiangqi is played on it, and Janggi. A game on this board says how each kind of
//! piece moves ([`Movement`]) and what else its rules ask for.

mod army;
mod board;
mod diagram;
mod movement;
mod moves;
mod position;
mod text;

pub use board::{ALL_POINTS, FILE_A, Point, Points, points_of, rectangle};
pub use movement::{DIAGONALS, LINES, Leap, Movement, Reach};
pub use moves::{GENERAL, Move, generals_face};
pub use position::Position;

pub(crate) use army::Army;
pub(crate) use board::{mirror, palace, turn_about, turned};
pub(crate) use diagram::draw;
pub(crate) use moves::{assemble, general_is_attacked, pseudo_legal};
pub(crate) use text::{parse, write};
