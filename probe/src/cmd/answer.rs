//! The answer to one question, and the question that has none, as programs see
//! them.

use coda_formats::{Ending, Metric, Value, Wdl};
use coda_games::{Game, PositionError};
use coda_probe::{Line, MoveValue, ProbeError, Survival, Tables};
use serde::Serialize;
use thiserror::Error;

/// What is asked beside the value.
#[derive(Clone, Copy, Default)]
pub(super) struct Question {
    pub(super) metric: Option<Metric>,
    pub(super) moves: bool,
    pub(super) line: bool,
    /// Moves a side without a capture that a rule allows.
    pub(super) limit: Option<u16>,
    /// How moves are written, if not as the game's engines do.
    pub(super) notation: Option<&'static str>,
}

/// What is known of a position.
pub(super) struct Answer<G: Game> {
    pub(super) position: G::Position,
    pub(super) metric: Metric,
    pub(super) value: Value,
    /// The side to move has no legal move.
    pub(super) over: bool,
    pub(super) moves: Option<Vec<MoveValue<G>>>,
    pub(super) line: Option<Line<G>>,
    /// The limit asked about, and what becomes of the win under it.
    pub(super) limit: Option<(u16, Option<Survival>)>,
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub(super) enum NoAnswer {
    #[error("bad position: {0}")]
    Position(PositionError),
    #[error(transparent)]
    Probe(#[from] ProbeError),
}

impl NoAnswer {
    fn kind(&self) -> &'static str {
        match self {
            Self::Position(_) => "bad-position",
            Self::Probe(error) => error.kind(),
        }
    }
}

/// Answers a question about a position text.
pub(super) fn answer<G: Game>(
    tables: &Tables<G>,
    text: &str,
    question: Question,
) -> Result<Answer<G>, NoAnswer> {
    let position = tables.game().parse(text).map_err(NoAnswer::Position)?;
    let metric = match question.metric {
        Some(metric) => metric,
        None => tables.best_metric(&position)?,
    };
    let value = tables.probe(&position, metric)?;
    let mut moves = question.moves.then(|| tables.probe_moves(&position, metric)).transpose()?;
    let mut line = question.line.then(|| tables.best_line(&position, metric)).transpose()?;
    if let Some(notation) = question.notation {
        let game = tables.game();
        for found in moves.iter_mut().flatten() {
            found.text = game.move_text_in(notation, &position, found.mv);
        }
        let mut here = Some(position.clone());
        for found in line.iter_mut().flat_map(|line| &mut line.moves) {
            let Some(before) = &here else { break };
            found.text = game.move_text_in(notation, before, found.mv);
            here.clone_from(&found.next);
        }
    }
    let limit = question
        .limit
        .map(|limit| tables.survives_limit(&position, limit).map(|survival| (limit, survival)));
    let over = tables.end_without_move(&position).is_some();
    Ok(Answer { metric, value, over, moves, line, limit: limit.transpose()?, position })
}

#[derive(Serialize)]
pub(super) struct AnswerJson<'a> {
    game: &'static str,
    rules: String,
    position: String,
    ending: String,
    turn: char,
    wdl: &'static str,
    plies: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'static str>,
    metric: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<LimitJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveJson<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<&'a str>>,
}

#[derive(Serialize)]
struct LimitJson {
    moves: u16,
    win: &'static str,
}

#[derive(Serialize)]
struct MoveJson<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    wdl: &'static str,
    plies: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'static str>,
    capture: bool,
    ends: Option<&'static str>,
}

#[derive(Serialize)]
pub(super) struct NoAnswerJson<'a> {
    position: &'a str,
    error: ErrorJson,
}

#[derive(Serialize)]
struct ErrorJson {
    kind: &'static str,
    message: String,
}

impl<G: Game> Answer<G> {
    pub(super) fn json(&self, game: &G) -> AnswerJson<'_> {
        AnswerJson {
            game: G::NAME,
            rules: game.ruleset().to_string(),
            position: game.text(&self.position),
            ending: Ending::of(game, &self.position).name::<G>(),
            turn: game.turn(&self.position).letter(),
            wdl: self.value.wdl.name(),
            plies: self.value.plies,
            by: by(self.value, self.metric),
            metric: self.metric.name(),
            limit: self.limit.map(|(moves, survival)| LimitJson {
                moves,
                win: match survival {
                    None => "none",
                    Some(Survival::Survives) => "survives",
                    Some(Survival::Drawn) => "drawn",
                    Some(Survival::Unknown) => "unknown",
                },
            }),
            moves: self
                .moves
                .as_ref()
                .map(|moves| moves.iter().map(|mv| move_json(mv, self.metric)).collect()),
            line: self
                .line
                .as_ref()
                .map(|line| line.moves.iter().map(|mv| mv.text.as_str()).collect()),
        }
    }
}

/// What a result without a distance rests on: a rule, or holding for ever.
fn by(value: Value, metric: Metric) -> Option<&'static str> {
    let endless = value.wdl != Wdl::Draw && value.plies.is_none() && metric != Metric::Wdl;
    match value.by_rule {
        true => Some("perpetual-check"),
        false => endless.then_some("holding"),
    }
}

fn move_json<G: Game>(found: &MoveValue<G>, metric: Metric) -> MoveJson<'_> {
    MoveJson {
        mv: &found.text,
        wdl: found.value.wdl.name(),
        plies: found.value.plies,
        by: by(found.value, metric),
        capture: found.capture,
        ends: found.ends.map(|end| end.name),
    }
}

impl NoAnswer {
    pub(super) fn json<'a>(&self, position: &'a str) -> NoAnswerJson<'a> {
        let error = ErrorJson { kind: self.kind(), message: self.to_string() };
        NoAnswerJson { position, error }
    }
}
