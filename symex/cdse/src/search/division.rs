//! The part of the search space that this engine of a team searches ([`crate::team`]).
use super::Search;
use crate::fcfg::Division;
use crate::graph::EdgeId;

impl Search<'_> {
    /// Searches only the paths that avoid the edges `avoided`. The edges must have the same numbers in all engines, as
    /// the edges of [`Search::divide`] do.
    pub(crate) fn search_part(&mut self, avoided: Vec<EdgeId>) {
        self.fcfg.search_part(avoided);
    }

    /// Returns a division of the part that this engine searches; `None` if the part cannot be divided along the last
    /// path. All edges of the division have the same numbers in all engines.
    pub(crate) fn divide(&mut self) -> Option<Division> {
        let graph = &self.unrolling.graph;
        self.fcfg.divide(graph, &self.cut, self.common_edges)
    }
}
