//! The memory of this process.

/// Returns the resident set of this process in bytes (from `/proc/self/statm`); `None` if it cannot be read.
///
/// ```
/// assert!(symtool_solver::resident_set().expect("Linux reports it") > 0);
/// ```
#[must_use]
pub fn resident_set() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}
