//! The assignment of parts of the search space to the engines of a team.
use super::Team;
use crate::fcfg::Division;
use crate::graph::EdgeId;
use crate::search::Pause;

/// The part of the search space that an engine searches, as seen by the calling thread.
#[derive(Default)]
pub(super) struct Part {
    /// The edges that no path of the part contains.
    pub avoided: Vec<EdgeId>,
    /// The division that the engine has offered after the latest round; `None` if it has offered none.
    pub offer: Option<Division>,
}

impl Team<'_> {
    /// Assigns parts of the search space to the engines that have none, or whose part has no path left. Each engine
    /// that still has paths to search passes on at most one part: the *given* part (see [`Division`]) of the division
    /// that the engine has offered. The offers of the engines whose parts avoid the fewest edges are used first.
    pub(super) fn assign_parts(&mut self) {
        let idle = |at: &usize| self.engines[*at].pause == Pause::Exhausted;
        let idle: Vec<usize> = (0..self.engines.len()).filter(idle).collect();
        let working = |at: &usize| self.engines[*at].pause == Pause::Worked;
        let mut donors: Vec<usize> = (0..self.engines.len()).filter(working).collect();
        donors.sort_by_key(|&at| self.engines[at].part.avoided.len());
        let mut offers = donors.into_iter().filter_map(|donor| {
            let offer = self.engines[donor].part.offer.take()?;
            Some((donor, offer))
        });
        let assigned: Vec<(usize, (usize, Division))> =
            idle.into_iter().zip(offers.by_ref()).collect();
        for (receiver, (donor, division)) in assigned {
            let whole = self.engines[donor].part.avoided.clone();
            let part = |more: Vec<EdgeId>| [&whole[..], &more].concat();
            self.start_part(donor, part(division.kept));
            self.start_part(receiver, part(division.given));
            self.divisions += 1;
        }
    }

    fn start_part(&mut self, at: usize, avoided: Vec<EdgeId>) {
        let engine = &mut self.engines[at];
        engine.next.part = Some(avoided.clone());
        engine.part = Part {
            avoided,
            offer: None,
        };
        engine.pause = Pause::Worked;
    }
}
