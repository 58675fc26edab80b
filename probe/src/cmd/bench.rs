//! `coda-probe bench`: how long a probe takes.

use std::io::Write;
use std::time::{Duration, Instant};

use coda_formats::{Ending, Metric};
use coda_games::registry::WithGame;
use coda_games::{Color, Game, Piece, Place};
use coda_probe::Tables;
use coda_probe::cli::Failure;

use super::SetArgs;

/// Measure how long probes of random positions take
#[derive(clap::Args)]
#[command(after_help = "\
Positions are drawn from all indices of the endings alike. `decoded` probes look into blocks that
are in the cache; `undecoded` ones decode a block each, from files that the system has in memory
(every block is read once before). Nanoseconds are of one thread's time.

Example: coda-probe bench --game jungle --tables tables
         coda-probe bench --game xiangqi --tables tables --ending KRvKAABB --threads 2")]
pub(crate) struct Args {
    #[command(flatten)]
    set: SetArgs,

    /// Only this ending; may be given several times [default: all there are]
    #[arg(long = "ending", value_name = "ENDING")]
    endings: Vec<String>,

    /// Probes of each kind
    #[arg(long, value_name = "N", default_value = "200000", value_parser = clap::value_parser!(u32).range(100..))]
    probes: u32,

    /// Threads to compare with one
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Draw other positions
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.set.game.run(args)
}

/// A position as an engine has it, and as the library does.
struct Question<G: Game> {
    position: G::Position,
    pieces: Vec<(Piece, Place)>,
    turn: Color,
}

impl WithGame for &Args {
    type Output = Result<(), Failure>;

    fn run<G: Game>(self, game: G) -> Self::Output {
        let tables = self.set.open(game)?.with_cache(u64::MAX >> 1);
        let named = self.endings.iter().map(|name| Ending::parse(tables.game(), name));
        let mut endings = named.collect::<Result<Vec<_>, _>>().map_err(Failure::usage)?;
        if endings.is_empty() {
            endings = tables.endings().into_iter().map(|(ending, _)| ending).collect();
        }
        if endings.is_empty() {
            let folders = tables.folders_in_words();
            return Err(Failure::Failed(anyhow::anyhow!("{folders}: has no tables")));
        }
        let metrics = Metric::ALL.into_iter().filter(|&metric| {
            self.set.metric.is_none_or(|asked| asked == metric)
                && endings.iter().all(|&ending| tables.has(ending, metric))
        });
        let metrics: Vec<_> = metrics.collect();
        if metrics.is_empty() {
            return Err(Failure::Failed(anyhow::anyhow!("no metric has a table of every ending")));
        }
        let questions = self.draw(&tables, &endings, metrics[0])?;
        let mut out = anstream::stdout().lock();
        writeln!(out, "{} positions of {} endings", questions.len(), endings.len())?;
        writeln!(out, "                          1 thread   {} threads   times one", self.threads)?;
        for metric in metrics {
            for &ending in &endings {
                tables.preload(ending, metric)?;
            }
            let pieces = |set: &Tables<G>, question: &Question<G>| {
                set.probe_pieces(&question.pieces, question.turn, metric).is_ok()
            };
            let position = |set: &Tables<G>, question: &Question<G>| {
                set.probe(&question.position, metric).is_ok()
            };
            let best = |set: &Tables<G>, question: &Question<G>| {
                set.probe_moves(&question.position, metric).is_ok()
            };
            let few = &questions[..usize::min(questions.len(), 20_000)];
            self.tell(&mut out, &format!("{metric} decoded, pieces"), &tables, &questions, pieces)?;
            self.tell(&mut out, &format!("{metric} decoded"), &tables, &questions, position)?;
            // Moves need the tables of the endings after captures.
            if few.iter().all(|question| best(&tables, question)) {
                self.tell(&mut out, &format!("{metric} decoded, moves"), &tables, few, best)?;
            }
            let undecoded = self.set.open(tables.game().clone())?.with_cache(0);
            self.tell(&mut out, &format!("{metric} undecoded"), &undecoded, few, position)?;
        }
        Ok(())
    }
}

impl Args {
    /// Draws positions, each of a random ending, side and index.
    fn draw<G: Game>(
        &self,
        tables: &Tables<G>,
        endings: &[Ending],
        metric: Metric,
    ) -> Result<Vec<Question<G>>, Failure> {
        let game = tables.game();
        let mut random = fastrand::Rng::with_seed(self.seed);
        let mut questions = Vec::new();
        while questions.len() < self.probes as usize {
            let ending = endings[random.usize(..endings.len())];
            let index = tables.table(ending, metric)?.index();
            let (side, number) = (random.usize(..index.sides()), random.u64(..index.size()));
            if let Some(position) = index.position(game, side, number) {
                let (pieces, turn) = (game.pieces(&position).collect(), game.turn(&position));
                questions.push(Question { position, pieces, turn });
            }
        }
        Ok(questions)
    }

    /// Measures one kind of probe, on one thread and on several.
    fn tell<G: Game>(
        &self,
        out: &mut impl Write,
        what: &str,
        tables: &Tables<G>,
        questions: &[Question<G>],
        probe: impl Fn(&Tables<G>, &Question<G>) -> bool + Sync,
    ) -> Result<(), Failure> {
        let run = || questions.iter().filter(|question| probe(tables, question)).count();
        let once = |threads: u16| {
            let clock = Instant::now();
            let answered = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
                threads.into_iter().map(|thread| thread.join().unwrap_or(0)).sum::<usize>()
            });
            (clock.elapsed(), answered)
        };
        // The least of three: what disturbs a measurement only adds to it.
        let least = |threads| (0..3).map(|_| once(threads)).min_by_key(|(time, _)| *time);
        let nothing = (Duration::ZERO, 0);
        let (one, answered) = least(1).unwrap_or(nothing);
        let (several, of_several) = least(self.threads).unwrap_or(nothing);
        if answered < questions.len() || of_several < questions.len() * usize::from(self.threads) {
            return Err(Failure::Failed(anyhow::anyhow!("{what}: a position was not answered")));
        }
        let nanoseconds = |time: Duration| time.as_nanos() as f64 / questions.len() as f64;
        let speedup = nanoseconds(one) * f64::from(self.threads) / nanoseconds(several);
        Ok(writeln!(
            out,
            "{what:<24} {:>8.0} ns  {:>8.0} ns   {speedup:>8.2}",
            nanoseconds(one),
            nanoseconds(several),
        )?)
    }
}
