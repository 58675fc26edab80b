//! What the machine has.

use std::num::NonZero;

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// Processors this process may use; 1 if the system does not say.
#[must_use]
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// The most memory this process has had at once, in bytes, if the system says.
#[must_use]
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Bytes of memory that can be had without pushing others out, within what the
/// process's control group allows; 2 GiB if the system does not say.
#[must_use]
pub fn memory() -> u64 {
    let kinds = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(kinds);
    let free = system.available_memory();
    let allowed = system.cgroup_limits().map_or(free, |limits| limits.free_memory.min(free));
    if allowed == 0 { 2 << 30 } else { allowed }
}
