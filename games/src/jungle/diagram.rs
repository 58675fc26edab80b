//! The board for people.

use crate::jungle::text::letter;
use crate::jungle::{Position, Square, Terrain};
use crate::{Diagram, Ink, Span};

/// Draws nine ranks with their names, the files below, and a legend.
pub(super) fn draw(position: &Position) -> Diagram {
    let frame = |text: &str| Span { ink: Ink::Frame, text: text.to_owned() };
    let mut lines = Vec::new();
    for rank in (0..Square::RANKS).rev() {
        let mut line = vec![frame(&format!("  {} ", rank + 1))];
        let squares = (0..Square::FILES).filter_map(|file| Square::new(file, rank));
        line.extend(squares.map(|square| square_span(position, square)));
        lines.push(line);
    }
    lines.push(vec![frame("     a  b  c  d  e  f  g")]);
    lines.push(vec![frame(
        "  # den   x trap   ~ river   White in capitals, Black in small letters",
    )]);
    lines
}

/// Three characters: what stands on the square, with the ground to its sides.
fn square_span(position: &Position, square: Square) -> Span {
    let (ground, ink) = match square.terrain() {
        Terrain::Land => ('.', Ink::Empty),
        Terrain::Water => ('~', Ink::Water),
        Terrain::Trap(_) => ('x', Ink::Trap),
        Terrain::Den(_) => ('#', Ink::Den),
    };
    let side = if ink == Ink::Empty { ' ' } else { ground };
    match position.at(square) {
        Some((color, animal)) => {
            Span { ink: Ink::Piece(color), text: format!("{side}{}{side}", letter(color, animal)) }
        }
        None => Span { ink, text: format!("{side}{ground}{side}") },
    }
}
