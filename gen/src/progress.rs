//! Telling how far a long work is.
//!
//! A bar on a terminal, a line now and then elsewhere, one JSON object an ending
//! for programs.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

/// How often a log gets a line.
const LOG_EVERY: Duration = Duration::from_secs(10);

/// Where progress is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// On standard error: a bar if that is a terminal, else lines.
    People,
    /// On standard output: a JSON object a line.
    Json,
    /// Nowhere.
    Silent,
}

/// How far a work is, counted in positions.
#[derive(Debug)]
pub struct Progress {
    style: Style,
    verb: &'static str,
    endings: usize,
    bar: ProgressBar,
    terminal: bool,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    done: usize,
    started: Instant,
    logged: Instant,
}

/// An ending that is done, as programs see it.
#[derive(Debug, Serialize)]
pub struct Done<'a> {
    /// What was done: `built`, `proved`, or `there` if there was nothing to do.
    pub event: &'a str,
    /// The ending's name.
    pub ending: String,
    /// Its positions, as the plan counts them.
    pub positions: u64,
    /// Bytes of its files.
    pub bytes: u64,
    /// Seconds it took.
    pub seconds: f64,
}

impl Progress {
    /// A work of so many endings and positions; `verb` is what is done to an
    /// ending: `built`, `proved`.
    #[must_use]
    pub fn new(style: Style, verb: &'static str, endings: usize, positions: u64) -> Self {
        let terminal = style == Style::People && std::io::stderr().is_terminal();
        let target = match terminal {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(Some(positions), target);
        let template = "{wide_bar} {percent:>3}%  {msg}  {eta} left";
        bar.set_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        if terminal {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        let now = Instant::now();
        let state = Mutex::new(State { done: 0, started: now, logged: now });
        Self { style, verb, endings, bar, terminal, state }
    }

    /// Tells that an ending is being worked on.
    pub fn started(&self, ending: &str) {
        self.bar.set_message(ending.to_owned());
    }

    /// Tells that an ending is done.
    pub fn finished(&self, done: &Done<'_>) {
        self.bar.inc(done.positions);
        let Ok(mut state) = self.state.lock() else { return };
        state.done += 1;
        match self.style {
            Style::Json => print_json(done),
            Style::People if !self.terminal && state.logged.elapsed() >= LOG_EVERY => {
                state.logged = Instant::now();
                let share = self.bar.position() as f64 / self.bar.length().unwrap_or(1) as f64;
                let spent = state.started.elapsed();
                let left = spent.mul_f64((1.0 - share).max(0.0) / share.max(1e-9));
                eprintln!(
                    "{} {} of {} endings ({:.0}% of the positions), about {} left",
                    self.verb,
                    state.done,
                    self.endings,
                    100.0 * share,
                    HumanDuration(left),
                );
            }
            Style::People | Style::Silent => {}
        }
    }

    /// Tells that the whole work is done, with a closing line for people.
    pub fn close(&self, closing: &str) {
        self.bar.finish_and_clear();
        if self.style == Style::People {
            eprintln!("{closing}");
        }
    }

    /// The style progress is told in.
    #[must_use]
    pub fn style(&self) -> Style {
        self.style
    }
}

/// Writes an object as a line of JSON on standard output.
pub fn print_json(object: &impl Serialize) {
    if let Ok(line) = serde_json::to_string(object) {
        // A reader that has gone away is no failure of the work.
        let _ = writeln!(std::io::stdout(), "{line}");
    }
}

/// A count for people: `27,123,456`.
#[must_use]
pub fn count(number: u64) -> String {
    HumanCount(number).to_string()
}
