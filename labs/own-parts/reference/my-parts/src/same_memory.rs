//! A merge policy: joins two states whose memory is equal; their registers may differ.
use symtool::parts::engine::merging::{MergePolicy, ProgramView, SimilarityPolicy};
use symtool::parts::engine::state::State;
use symtool::parts::policies::{PolicyInfo, Topological};

pub const ROW: PolicyInfo = PolicyInfo {
    name: "same-memory",
    help: "merges states with equal memory",
    make: |_module, _options| MergePolicy {
        schedule: Box::new(Topological::default()),
        similarity: Box::new(SameMemory),
    },
};

struct SameMemory;

impl SimilarityPolicy for SameMemory {
    fn similar(&mut self, one: &State, two: &State, _program: &ProgramView<'_>) -> bool {
        one.memory.differing(&two.memory).is_empty()
    }
}
