//! The memory of the machine that is available to this process.
use std::fs;

/// Returns the number of bytes that this process can still allocate, from `/proc/meminfo` and the limit of the
/// process's control group. Returns `None` if neither is readable.
pub fn available() -> Option<u64> {
    let system = fs::read_to_string("/proc/meminfo")
        .ok()
        .and_then(|text| in_meminfo(&text));
    let group = group_limit()
        .zip(group_use())
        .map(|(most, used)| most.saturating_sub(used));
    [system, group].into_iter().flatten().min()
}

/// Returns the value of `MemAvailable` in bytes from `text`, the text of `/proc/meminfo`; `None` if the field
/// is absent.
fn in_meminfo(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|l| l.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

fn group_limit() -> Option<u64> {
    number(
        "/sys/fs/cgroup/memory.max",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
    )
}

fn group_use() -> Option<u64> {
    number(
        "/sys/fs/cgroup/memory.current",
        "/sys/fs/cgroup/memory/memory.usage_in_bytes",
    )
}

/// Returns the number in a file about the control group of this process. The file is `v2` (control groups version 2)
/// or, if this file does not exist, `v1` (version 1). Returns `None` if neither file exists, or if the file contains
/// `max`, which means that there is no limit.
fn number(v2: &str, v1: &str) -> Option<u64> {
    let text = fs::read_to_string(v2)
        .or_else(|_| fs::read_to_string(v1))
        .ok()?;
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_available_memory_is_read() {
        let text = "MemTotal:       24000000 kB\nMemAvailable:    6000000 kB\n";
        assert_eq!(super::in_meminfo(text), Some(6_000_000 * 1024));
        assert_eq!(super::in_meminfo("MemFree: 3 kB"), None);
    }
}
