//! Totals of tables, as rows.

use coda_formats::{Code, Ending, Metric, Wdl};
use coda_games::{Color, Game};
use coda_probe::Tables;
use serde::Serialize;

use crate::{GenError, Values};

/// The totals of an ending with one side to move, counted over the full board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// The ending's name.
    pub ending: String,
    /// Who is to move: `w` or `b`.
    pub turn: char,
    /// All positions.
    pub positions: u64,
    /// Those the side to move wins.
    pub wins: u64,
    /// Those nobody wins.
    pub draws: u64,
    /// Those the side to move loses.
    pub losses: u64,
    /// Of the wins and losses, those that rest on a repetition rule.
    pub by_rule: u64,
    /// The longest win in plies, if the table has distances.
    pub deepest_win: Option<u16>,
    /// The longest loss in plies, if the table has distances.
    pub deepest_loss: Option<u16>,
    /// A position with the longer of the two.
    pub example: Option<String>,
}

/// How many positions of an ending have the same value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DistanceCount {
    /// The ending's name.
    pub ending: String,
    /// Who is to move: `w` or `b`.
    pub turn: char,
    /// `win`, `draw` or `loss`.
    pub wdl: &'static str,
    /// The distance in plies.
    pub plies: Option<u16>,
    /// Positions on the full board.
    pub positions: u64,
}

/// The totals of an ending, White to move first, from the header of its table.
///
/// # Errors
/// [`GenError`] if there is no table of this metric or it cannot be read.
pub fn totals<G: Game>(
    tables: &Tables<G>,
    ending: Ending,
    metric: Metric,
) -> Result<[Totals; 2], GenError> {
    let game = tables.game();
    let open = tables.table(ending, metric)?;
    let sides = &open.table().header().sides;
    Ok(Color::BOTH.map(|turn| {
        let side = &sides[turn.index().min(sides.len() - 1)];
        let deepest = [&side.deepest_win, &side.deepest_loss].into_iter().flatten();
        let example = deepest.max_by_key(|deepest| deepest.plies).map(|deepest| {
            let position = game.parse(&deepest.example).ok();
            let stored = position.filter(|position| game.turn(position) != turn);
            stored
                .and_then(|position| game.turned_about(&position))
                .map_or_else(|| deepest.example.clone(), |position| game.text(&position))
        });
        Totals {
            ending: ending.name::<G>(),
            turn: turn.letter(),
            positions: side.counts.positions(),
            wins: side.counts.wins,
            draws: side.counts.draws,
            losses: side.counts.losses,
            by_rule: side.counts.by_rule,
            deepest_win: side.deepest_win.as_ref().map(|deepest| deepest.plies),
            deepest_loss: side.deepest_loss.as_ref().map(|deepest| deepest.plies),
            example,
        }
    }))
}

/// How many positions of an ending have each value: White to move first, wins
/// before draws before losses, shortest first. Reads the whole table.
///
/// # Errors
/// [`GenError`] if there is no table of this metric or it cannot be read.
pub fn distances<G: Game>(
    tables: &Tables<G>,
    ending: Ending,
    metric: Metric,
) -> Result<Vec<DistanceCount>, GenError> {
    let values = Values::read(tables, ending, metric)?;
    let mut rows = Vec::new();
    for turn in Color::BOTH {
        let side = turn.index().min(values.sides.len() - 1);
        let mut counts = vec![0_u64; 1 << 16];
        for (index, code) in (0..).zip(&values.sides[side]) {
            if values.index.position(tables.game(), side, index).is_some() {
                counts[usize::from(code.0)] += values.index.weight(tables.game(), index);
            }
        }
        for wdl in [Wdl::Win, Wdl::Draw, Wdl::Loss] {
            let of_kind = (0..=u16::MAX).filter_map(|code| {
                let value = Code(code).value().filter(|value| value.wdl == wdl)?;
                let positions = counts[usize::from(code)];
                (positions > 0).then(|| DistanceCount {
                    ending: ending.name::<G>(),
                    turn: turn.letter(),
                    wdl: wdl.name(),
                    plies: value.plies,
                    positions,
                })
            });
            rows.extend(of_kind);
        }
    }
    Ok(rows)
}

/// A position of the full board with the greatest distance of its ending and turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DeepPosition {
    /// The ending's name.
    pub ending: String,
    /// Who is to move: `w` or `b`.
    pub turn: char,
    /// `win` or `loss`.
    pub wdl: &'static str,
    /// The distance in plies.
    pub plies: u16,
    /// The position.
    pub position: String,
}

/// Every position of the full board that has the greatest distance of its ending and
/// turn. Reads the whole table. An ending of equal sides has them with White to move only.
///
/// # Errors
/// [`GenError`] if there is no table of this metric or it cannot be read.
pub fn deepest<G: Game>(
    tables: &Tables<G>,
    ending: Ending,
    metric: Metric,
) -> Result<Vec<DeepPosition>, GenError> {
    let game = tables.game();
    let values = Values::read(tables, ending, metric)?;
    let mut rows = Vec::new();
    let header = tables.table(ending, metric)?.table().header();
    for (side, (codes, header)) in values.sides.iter().zip(&header.sides).enumerate() {
        let deepest = header.deepest_win.iter().chain(&header.deepest_loss);
        let Some(most) = deepest.map(|deepest| deepest.plies).max() else { continue };
        for (index, code) in (0..).zip(codes) {
            let Some(value) = code.value().filter(|value| value.plies == Some(most)) else {
                continue;
            };
            let Some(position) = values.index.position(game, side, index) else { continue };
            let turn = game.turn(&position);
            let mirrored = game.pieces(&position).map(|(piece, place)| (piece, game.mirror(place)));
            let mirrored = game.assemble(mirrored, turn).filter(|mirrored| *mirrored != position);
            rows.extend([Some(position), mirrored].into_iter().flatten().map(|position| {
                DeepPosition {
                    ending: ending.name::<G>(),
                    turn: turn.letter(),
                    wdl: value.wdl.name(),
                    plies: most,
                    position: game.text(&position),
                }
            }));
        }
    }
    Ok(rows)
}
