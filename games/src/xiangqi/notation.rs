//! The traditional notation: `C2.5`.
//!
//! Letter of the piece, its file counted from the mover's own right, direction (`+`
//! forward, `-` back, `.` sideways), and the file reached or, for straight moves, the
//! points moved. Of two like pieces on one file the front one is written `+` and the rear
//! one `-` in place of the file (`C+.5`); advisors and elephants are told apart by the
//! direction of their moves. Where that is not enough (three or more soldiers on a file,
//! or two such files) the soldier's number from the front comes before its file:
//! `S25.6`.

use super::Man;
use crate::Color;
use crate::points::{Move, Point, Position};

pub(super) fn traditional(position: &Position, mv: Move) -> String {
    let Some(piece) = position.at(mv.from) else { return mv.to_string() };
    let Some(man) = Man::from_kind(piece.kind) else { return mv.to_string() };
    let file = |point: Point| match piece.color {
        Color::White => 9 - point.file(),
        Color::Black => 1 + point.file(),
    };
    // How far forward a point is for the mover.
    let advance = |point: Point| match piece.color {
        Color::White => i16::from(point.rank()),
        Color::Black => -i16::from(point.rank()),
    };
    let forward = advance(mv.to) - advance(mv.from);
    let direction = match forward {
        0 => '.',
        1.. => '+',
        _ => '-',
    };
    let number = match mv.from.file() == mv.to.file() {
        true => forward.unsigned_abs(),
        false => u16::from(file(mv.to)),
    };
    let like = position.pieces_of(piece.color).filter(|(kind, _)| *kind == piece.kind);
    let like: Vec<Point> = like.map(|(_, point)| point).collect();
    let on_file = |at: Point| like.iter().filter(move |point| point.file() == at.file());
    let from = match on_file(mv.from).count() {
        _ if matches!(man, Man::Advisor | Man::Elephant) => file(mv.from).to_string(),
        1 => file(mv.from).to_string(),
        together => {
            let ahead =
                on_file(mv.from).filter(|&&point| advance(point) > advance(mv.from)).count();
            let elsewhere = like
                .iter()
                .any(|&point| point.file() != mv.from.file() && on_file(point).count() > 1);
            match (together, elsewhere, ahead) {
                (2, false, 0) => "+".to_owned(),
                (2, false, _) => "-".to_owned(),
                _ => format!("{}{}", ahead + 1, file(mv.from)),
            }
        }
    };
    format!("{}{from}{direction}{number}", man.traditional_letter())
}
