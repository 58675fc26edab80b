//! The board for people.

use super::{Army, Point, Position};
use crate::{Diagram, Ink, Span};

/// Draws ten ranks with their names, the files below, and a legend.
pub(crate) fn draw(
    army: &Army,
    position: &Position,
    ground: impl Fn(Point) -> (char, Ink),
    legend: &str,
) -> Diagram {
    let frame = |text: &str| Span { ink: Ink::Frame, text: text.to_owned() };
    let mut lines = Vec::new();
    for rank in (0..Point::RANKS).rev() {
        let mut line = vec![frame(&format!(" {:>2} ", rank + army.first_rank))];
        let points = (0..Point::FILES).filter_map(|file| Point::new(file, rank));
        line.extend(points.map(|point| match position.at(point) {
            Some(piece) => {
                Span { ink: Ink::Piece(piece.color), text: format!(" {} ", army.letter(piece)) }
            }
            None => {
                let (mark, ink) = ground(point);
                Span { ink, text: format!(" {mark} ") }
            }
        }));
        lines.push(line);
    }
    lines.push(vec![frame("     a  b  c  d  e  f  g  h  i")]);
    lines.push(vec![frame(legend)]);
    lines
}
