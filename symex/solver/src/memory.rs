//! The memory of this process: its resident set, and the return of freed memory to the system.
#![allow(unsafe_code)]

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

/// Gives the memory that Z3 has freed, but the allocator of the C library still holds, back to the system. Without this
/// call, the resident set of a run near its memory limit contains up to 65 MB of freed memory, and queries are stopped
/// although there is room for them.
pub(crate) fn release_freed() {
    #[cfg(target_env = "gnu")]
    // SAFETY: the function has no preconditions. It only changes unused memory, under the locks of the allocator.
    unsafe {
        libc::malloc_trim(0);
    }
}
