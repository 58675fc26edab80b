//! At which depth each position was won or lost.
//!
//! Nothing asks for it before the ending is solved. So it is either kept in memory, a
//! byte for each position, or logged to disk as it is found, and put together row by row
//! when the table is written.

use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::board::{Squares, squares_of};

/// Bytes for the depths of a configuration: one for each square, and one more.
pub(super) const LINE: usize = 64;

/// The depths of the positions with one side to move.
pub(super) enum Depths {
    Memory(Vec<u8>),
    Disk(Log),
}

/// The depths of one task's rows, being added to.
pub(super) enum TaskDepths<'a> {
    Memory(&'a mut [u8]),
    Disk { log: &'a Log, task: usize, depth: u8, bytes: Vec<u8> },
}

/// Bytes of an entry: the configuration within its task, and lanes.
const ENTRY: usize = 2 + 8;

/// A log of what was found, in runs: those of one task at one depth.
pub(super) struct Log {
    file: File,
    end: AtomicU64,
    tasks: Vec<Mutex<Vec<Run>>>,
    /// Configurations of a task.
    configs: usize,
    /// Tells the logs of this process apart.
    number: u64,
    failed: Mutex<Option<io::Error>>,
}

#[derive(Clone, Copy)]
struct Run {
    start: u64,
    bytes: u32,
    depth: u8,
}

impl Depths {
    pub(super) fn in_memory(words: usize) -> Self {
        Self::Memory(vec![0; words * LINE])
    }

    /// A log in a file of a folder; the file has no name, and is gone with the log.
    pub(super) fn on_disk(words: usize, configs: usize, folder: &Path) -> io::Result<Self> {
        static LOGS: AtomicU64 = AtomicU64::new(1);
        Ok(Self::Disk(Log {
            file: tempfile::tempfile_in(folder)?,
            end: AtomicU64::new(0),
            tasks: (0..words.div_ceil(configs)).map(|_| Mutex::new(Vec::new())).collect(),
            configs,
            number: LOGS.fetch_add(1, Ordering::Relaxed),
            failed: Mutex::new(None),
        }))
    }

    /// The depths by task, to be added to at a depth.
    pub(super) fn tasks(&mut self, configs: usize, depth: u8) -> Vec<TaskDepths<'_>> {
        match self {
            Self::Memory(lines) => {
                lines.chunks_mut(configs * LINE).map(TaskDepths::Memory).collect()
            }
            Self::Disk(log) => {
                let log = &*log;
                let of = |task| TaskDepths::Disk { log, task, depth, bytes: Vec::new() };
                (0..log.tasks.len()).map(of).collect()
            }
        }
    }

    /// What failed in writing, if anything did.
    pub(super) fn failure(&mut self) -> Option<io::Error> {
        match self {
            Self::Memory(_) => None,
            Self::Disk(log) => log.failed.get_mut().ok()?.take(),
        }
    }

    /// Calls `read` with the depths of a configuration, by square.
    pub(super) fn with<R>(&self, config: usize, read: impl FnOnce(&[u8]) -> R) -> io::Result<R> {
        match self {
            Self::Memory(lines) => Ok(read(&lines[config * LINE..][..LINE])),
            Self::Disk(log) => log.with(config, read),
        }
    }
}

/// Fewer lanes than these are set one by one.
const FEW: u32 = 10;

/// Eight lanes as eight bytes: 0xff for a lane that is in the set. The lowest bit is the
/// first byte in memory.
static SPREAD: [[u8; 8]; 256] = {
    let mut spread = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let mut lane = 0;
        while lane < 8 {
            spread[set][lane] = if set >> lane & 1 == 1 { 0xff } else { 0 };
            lane += 1;
        }
        set += 1;
    }
    spread
};

/// Sets the depth of lanes that have none yet: one by one if they are few, else eight at a
/// time.
#[inline]
fn set_depths(line: &mut [u8], lanes: Squares, depth: u8) {
    if lanes.count_ones() < FEW {
        return squares_of(lanes).for_each(|lane| line[usize::from(lane)] = depth);
    }
    let all = u64::from_ne_bytes([depth; 8]);
    for (eight, lanes) in line.as_chunks_mut::<8>().0.iter_mut().zip(lanes.to_le_bytes()) {
        let spread = u64::from_ne_bytes(SPREAD[usize::from(lanes)]);
        *eight = (u64::from_ne_bytes(*eight) | spread & all).to_ne_bytes();
    }
}

impl TaskDepths<'_> {
    /// Adds what was found of a configuration, counted within the task. Nothing is found
    /// twice.
    #[inline]
    pub(super) fn add(&mut self, config: usize, lanes: Squares, depth: u8) {
        match self {
            Self::Memory(lines) => set_depths(&mut lines[config * LINE..][..LINE], lanes, depth),
            Self::Disk { bytes, .. } => {
                bytes.extend((config as u16).to_le_bytes());
                bytes.extend(lanes.to_le_bytes());
            }
        }
    }

    /// Writes out what was added.
    pub(super) fn finish(self) {
        if let Self::Disk { log, task, depth, bytes } = self
            && !bytes.is_empty()
        {
            log.append(task, depth, &bytes);
        }
    }
}

impl Log {
    fn append(&self, task: usize, depth: u8, bytes: &[u8]) {
        let start = self.end.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        if let Err(error) = self.file.write_all_at(bytes, start) {
            if let Ok(mut failed) = self.failed.lock() {
                failed.get_or_insert(error);
            }
            return;
        }
        if let Ok(mut runs) = self.tasks[task].lock() {
            runs.push(Run { start, bytes: bytes.len() as u32, depth });
        }
    }

    fn with<R>(&self, config: usize, read: impl FnOnce(&[u8]) -> R) -> io::Result<R> {
        struct Last {
            log: u64,
            task: usize,
            lines: Vec<u8>,
        }
        thread_local! {
            // Tables are written in order, so that a thread asks for one task at a time.
            static LAST: RefCell<Last> =
                const { RefCell::new(Last { log: 0, task: 0, lines: Vec::new() }) };
        }
        let task = config / self.configs;
        LAST.with_borrow_mut(|last| {
            if (last.log, last.task) != (self.number, task) {
                last.log = 0;
                last.lines.clear();
                last.lines.resize(self.configs * LINE, 0);
                self.gather(task, &mut last.lines)?;
                (last.log, last.task) = (self.number, task);
            }
            Ok(read(&last.lines[config % self.configs * LINE..][..LINE]))
        })
    }

    /// Puts together the depths of a task.
    fn gather(&self, task: usize, lines: &mut [u8]) -> io::Result<()> {
        let runs = self.tasks[task].lock().map(|runs| runs.clone()).unwrap_or_default();
        let mut bytes = Vec::new();
        for run in runs {
            bytes.resize(run.bytes as usize, 0);
            self.file.read_exact_at(&mut bytes, run.start)?;
            for entry in bytes.chunks_exact(ENTRY) {
                let config = usize::from(u16::from_le_bytes([entry[0], entry[1]]));
                let lanes = entry[2..].try_into().map_or(0, u64::from_le_bytes);
                set_depths(&mut lines[config * LINE..][..LINE], lanes, run.depth);
            }
        }
        Ok(())
    }
}
