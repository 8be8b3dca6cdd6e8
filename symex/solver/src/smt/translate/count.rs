//! The number of Z3 terms of a translation, and estimates of the memory that they take.
use crate::answer::Unknown;
use crate::smt::watch::Stop;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use symtool_expr::{Arena, ExprId, arrays};

/// The number of new Z3 terms after which a translation checks whether it must stop.
pub(super) const STOP_INTERVAL: usize = 1 << 12;
/// The estimated memory of one Z3 term, in bytes: a node with three operands, and its place in a hash table.
const TERM_MEMORY: u64 = 128;
/// The estimated memory, in bytes, of the clauses that Z3 makes of one term of an array read. A term selects one of two
/// bytes. The memory for one term differs between queries: it was 0.2 kB in a query about one table of 200,000 bytes,
/// and 0.6 to 1.8 kB in four queries about several arrays (with 76,000 to 127,000 terms) that were stopped.
const READ_TERM_MEMORY: u64 = 1 << 9;

/// The number of Z3 terms that were created.
#[derive(Default, Debug)]
pub(super) struct TermCount {
    /// The number of terms since the last check whether the translation must stop. One array read can become as many
    /// terms as its array has elements.
    unchecked: Cell<usize>,
    /// The number of all other terms.
    checked: Cell<usize>,
    /// The number of terms that each array read became.
    of_reads: FxHashMap<ExprId, usize>,
    /// The sum of `of_reads`.
    of_all_reads: usize,
}

impl TermCount {
    /// Counts `more` new terms.
    pub fn add(&self, more: usize) {
        self.unchecked.set(self.unchecked.get() + more);
    }

    /// Counts a new term. Returns the reason if the translation must stop, which is checked after every
    /// [`STOP_INTERVAL`] terms.
    pub fn add_one(&self, stop: Option<&Stop<'_>>) -> Result<(), Unknown> {
        self.add(1);
        if self.unchecked.get() < STOP_INTERVAL {
            return Ok(());
        }
        self.checked.set(self.all());
        self.unchecked.set(0);
        stop.and_then(Stop::reason).map_or(Ok(()), Err)
    }

    /// Records that `terms` of the counted terms belong to an array read.
    pub fn add_read(&mut self, read: ExprId, terms: usize) {
        self.of_reads.insert(read, terms);
        self.of_all_reads += terms;
    }

    /// Returns the number of all terms.
    pub fn all(&self) -> usize {
        self.checked.get() + self.unchecked.get()
    }

    /// Returns the estimated memory of all terms, in bytes.
    pub fn memory(&self) -> u64 {
        self.all() as u64 * TERM_MEMORY
    }

    /// Returns the estimated memory, in bytes, of the clauses for the array reads in `conditions`, which must be
    /// translated.
    pub fn read_memory(&self, arena: &Arena, conditions: &[ExprId]) -> u64 {
        let with_reads = conditions.iter().filter(|&&it| arena.has_reads(it));
        let mut reads: Vec<ExprId> = with_reads
            .flat_map(|&it| arrays::reads(arena, it))
            .collect();
        reads.sort_unstable();
        reads.dedup();
        let terms = reads.iter().filter_map(|read| self.of_reads.get(read));
        terms.sum::<usize>() as u64 * READ_TERM_MEMORY
    }

    /// Returns an upper bound of [`read_memory`](Self::read_memory), which takes no time to compute.
    pub fn most_read_memory(&self) -> u64 {
        self.of_all_reads as u64 * READ_TERM_MEMORY
    }
}
