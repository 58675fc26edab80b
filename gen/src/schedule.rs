//! Work on endings, several at once: each when those it needs are done and its memory
//! fits.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;

use coda_formats::Ending;
use rayon::ThreadPool;

/// Work on one ending.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// The ending.
    pub(crate) ending: Ending,
    /// The endings that must be done before.
    pub(crate) needs: Vec<Ending>,
    /// Bytes of memory it takes.
    pub(crate) memory: u64,
}

/// What became of a task: what the work gave, or `None` if it panicked.
pub(crate) type Outcome<R> = Option<R>;

/// Does the work of every task on the threads of a pool, to which the caller must not
/// belong. Tasks start in their order, as soon as they can: a task whose memory does
/// not fit beside those at work waits, and starts alone if it must.
///
/// `done` says of each task that ended whether to go on. If not, those at work are
/// finished and no more are started.
pub(crate) fn run<R: Send>(
    pool: &ThreadPool,
    memory: u64,
    tasks: Vec<Task>,
    mut ready: HashSet<Ending>,
    work: impl Fn(&Task) -> R + Sync,
    mut done: impl FnMut(&Task, Outcome<R>) -> bool,
) {
    let (report, reports) = mpsc::channel();
    let (work, mut waiting) = (&work, tasks);
    let (mut used, mut at_work, mut go_on) = (0_u64, 0_usize, true);
    pool.in_place_scope(|scope| {
        loop {
            let startable = |task: &mut Task| {
                let fits = at_work == 0 || used.saturating_add(task.memory) <= memory;
                let can_start = go_on && fits && task.needs.iter().all(|sub| ready.contains(sub));
                if can_start {
                    used = used.saturating_add(task.memory);
                    at_work += 1;
                }
                can_start
            };
            let start: Vec<_> = waiting.extract_if(.., startable).collect();
            for task in start {
                let report = report.clone();
                scope.spawn(move |_| {
                    // A panic must reach the loop, which waits for a report of each task.
                    let outcome = catch_unwind(AssertUnwindSafe(|| work(&task))).ok();
                    // The receiver lives as long as anything is at work.
                    let _ = report.send((task, outcome));
                });
            }
            if at_work == 0 {
                break;
            }
            let Ok((task, outcome)) = reports.recv() else { break };
            used -= task.memory;
            at_work -= 1;
            go_on &= done(&task, outcome);
            ready.insert(task.ending);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use coda_games::Game;
    use coda_games::jungle::Jungle;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn pool() -> ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap()
    }

    fn tasks(memory: impl Fn(usize) -> u64) -> Vec<Task> {
        let game = Jungle::with_rules("standard").unwrap();
        let endings = Ending::all_up_to(&game, 3).into_iter();
        endings
            .enumerate()
            .map(|(number, ending)| Task {
                ending,
                needs: ending.sub_endings(&game),
                memory: memory(number),
            })
            .collect()
    }

    #[test]
    fn needs_come_first_and_memory_is_kept() {
        let used = AtomicU64::new(0);
        let most = AtomicU64::new(0);
        let mut finished: HashSet<Ending> = HashSet::new();
        let work = |task: &Task| {
            let now = used.fetch_add(task.memory, Ordering::SeqCst) + task.memory;
            most.fetch_max(now, Ordering::SeqCst);
            std::thread::sleep(std::time::Duration::from_micros(200));
            used.fetch_sub(task.memory, Ordering::SeqCst);
        };
        let done = |task: &Task, outcome: Outcome<()>| {
            assert!(outcome.is_some());
            assert!(task.needs.iter().all(|sub| finished.contains(sub)));
            finished.insert(task.ending);
            true
        };
        run(&pool(), 10, tasks(|number| 1 + number as u64 % 7), HashSet::new(), work, done);
        assert_eq!(finished.len(), 260);
        let most = most.load(Ordering::SeqCst);
        assert!((8..=10).contains(&most), "{most}");
    }

    #[test]
    fn a_panic_or_a_stop_ends_the_work() {
        let mut seen = 0;
        let fail = |task: &Task| assert!(task.memory < 5, "on purpose");
        let done = |_: &Task, outcome: Outcome<()>| {
            seen += 1;
            outcome.is_some()
        };
        run(&pool(), 100, tasks(|number| number as u64), HashSet::new(), fail, done);
        assert!((6..260).contains(&seen), "{seen}");
    }
}
