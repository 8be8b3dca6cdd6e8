//! The pace of melding: reports the work of melding in portions, so that the caller can delay or end it.
//!
//! Melding a large program takes seconds. Automatic mode divides this time into turns, and a time limit ends it. A
//! program in which only some branches are melded is equivalent to the original program, so melding can end after any
//! branch.

/// The work of examining one instruction of a function once. The unit of work is one instruction of the symbolic
/// interpreter, of which a machine with 20 million per second was used for the calibration.
const WORK_PER_INSTRUCTION: u64 = 2;
/// The work of building and minimizing one node of an e-graph.
const WORK_PER_GRAPH_NODE: u64 = 40;

/// Permits the work of melding. The argument is the work since the last call. The function may wait. If it returns
/// `false`, melding ends.
pub type Permit<'a> = dyn FnMut(u64) -> bool + 'a;

/// The work of melding, and whether melding must end.
pub(crate) struct Pace<'a> {
    permit: &'a mut Permit<'a>,
    has_ended: bool,
}

impl<'a> Pace<'a> {
    /// Returns a pace that asks `permit` after each portion of work.
    pub fn new(permit: &'a mut Permit<'a>) -> Pace<'a> {
        Pace {
            permit,
            has_ended: false,
        }
    }

    /// Returns whether no further branch must be melded.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Reports that a number of instructions was examined.
    pub fn examined(&mut self, instructions: usize) {
        self.spend(WORK_PER_INSTRUCTION * instructions as u64);
    }

    /// Reports that an e-graph with this number of nodes was built and minimized.
    pub fn minimized(&mut self, nodes: usize) {
        self.spend(WORK_PER_GRAPH_NODE * nodes as u64);
    }

    fn spend(&mut self, work: u64) {
        if !self.has_ended && !(self.permit)(work) {
            self.has_ended = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_portion_ends_melding() {
        let mut works = Vec::new();
        let mut permit = |work| {
            works.push(work);
            works.len() < 2
        };
        let mut pace = Pace::new(&mut permit);
        pace.examined(10);
        assert!(!pace.has_ended());
        pace.minimized(3);
        assert!(pace.has_ended());
        pace.examined(1);
        assert_eq!(works, [20, 120], "no call after a refusal");
    }
}
