//! A state: one path of the program, up to the step that runs next.
//!
//! The data of a state is small or shared with other states, so a fork costs microseconds for any size of the
//! program's memory.
//!
//! | module | contents |
//! | --- | --- |
//! | [`frame`] | register frames and the call stack |
//! | [`regs`] | the registers of a frame |
//! | [`path`] | the path condition |
//! | [`history`] | the component paths of a merged state |
//! | [`obligations`] | coverage obligations: missing test cases for code that a merged path covered first |
//! | [`inputs`] | the symbolic inputs of the path, and their names |
//! | [`forks`] | the forks on the paths of a state, recorded for the list of merge decisions |
//! | [`parcel`] | states in transit to another worker |
pub mod forks;
pub mod frame;
pub mod history;
pub mod inputs;
pub mod obligations;
pub mod parcel;
pub mod path;
pub mod regs;

use crate::memory::Memory;
use forks::ForkTrace;
use frame::{CallStack, Frame};
use history::MergeHistory;
use inputs::MadeInputs;
use obligations::Obligation;
use path::Path;
use rpds::List;
use std::rc::Rc;
use symtool_ir::jump::SavedPlaces;
use symtool_solver::Model;

pub use crate::value::Val;

/// The id of a state. Ids are never reused.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(pub u64);

/// The kind of program point at which a state has arrived.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// The beginning of a block.
    Block,
    /// The return from a call.
    Return,
    /// The exit of a loop. It is reported only for a state in a merge region: the part of a path in which the merge
    /// policy collects states, between two markers in the program, or from a fork to the exit of the loop or function
    /// around the fork.
    Leave,
    /// A marker in the program at which a merge region begins.
    Open,
    /// A marker in the program at which a merge region ends.
    Close,
}

/// A state of the symbolic execution: one path of the program, up to the step that runs next.
#[derive(Clone, Debug)]
pub struct State {
    /// The id of the state.
    pub id: StateId,
    /// The frame of the innermost call.
    pub frame: Frame,
    /// The frames of the callers of the active frame.
    pub callers: CallStack,
    /// The program points saved by `setjmp`, to which `longjmp` can return.
    pub saved: SavedPlaces,
    /// The memory of the state.
    pub memory: Memory,
    /// The path condition.
    pub path: Path,
    /// The symbolic inputs that the path has created.
    pub inputs: MadeInputs,
    /// The output of the path in chunks, one for each output operation. The last chunk is first.
    pub output: List<Rc<[u8]>>,
    /// Preferences for test inputs: conditions that test inputs should satisfy if possible. The latest preference
    /// is first.
    pub preferences: List<symtool_expr::ExprId>,
    /// The number of forks on this path.
    pub depth: u64,
    /// The number of executed instructions; for a merged state, that of its longest component path.
    pub steps: u64,
    /// An upper bound of the number of program paths that the state represents.
    pub multiplicity: u128,
    /// The exit status if it depends on the input. `None` if it is constant (then the outcome contains it) or
    /// if the path has not ended.
    pub exit_status: Option<symtool_expr::ExprId>,
    /// The concrete input that the state follows; `None` without concolic execution.
    pub guide: Option<Rc<Model>>,
    /// Whether the state has executed an instruction or branch side that no other state had executed before.
    pub covers_new: bool,
    /// The data that only state merging uses.
    pub merge: MergeState,
}

/// The data of a state that only state merging uses.
#[derive(Clone, Debug, Default)]
pub struct MergeState {
    /// The merge history, from which the component paths (the paths that the state represents) are found.
    pub history: Rc<MergeHistory>,
    /// The coverage obligations of the state: test cases that are still missing for code that a merged path covered
    /// first.
    pub obligations: List<Obligation>,
    /// An input that follows the path up to the program point of the state, found before a merge; `None` if none was
    /// needed. A test case with this input fulfils the coverage obligations of the state.
    pub witness: Option<Rc<Model>>,
    /// The numbers of the merge regions around the state, innermost first. A merge region is the part of a path in
    /// which the merge policy collects states: between two markers in the program, or from a fork to the exit of the
    /// loop or function around the fork.
    pub regions: List<u32>,
    /// The kind of program point at which the state waits. `None` if the state does not wait, or if it waits at an
    /// arbitrary step because its time slice is used up.
    pub arrival: Option<Arrival>,
    /// The forks on the path, if merge decisions are recorded.
    pub forks: ForkTrace,
    /// Whether the state has forked in its latest time slice.
    pub forked: bool,
    /// The index of the step, in its function, at which the state last forked.
    pub forked_at: u32,
}

impl State {
    /// Returns a state with the frame `frame`, and without conditions, inputs and output.
    pub fn new(id: StateId, frame: Frame, memory: Memory) -> State {
        State {
            id,
            frame,
            callers: CallStack::default(),
            saved: SavedPlaces::default(),
            memory,
            path: Path::default(),
            inputs: MadeInputs::default(),
            output: List::new(),
            preferences: List::new(),
            depth: 0,
            steps: 0,
            multiplicity: 1,
            exit_status: None,
            guide: None,
            covers_new: false,
            merge: MergeState::default(),
        }
    }

    /// Returns a copy of the state with the id `id`: the second successor of a fork. The two successors share their
    /// data until one of them modifies it.
    #[must_use]
    pub fn fork(&self, id: StateId) -> State {
        let mut other = State {
            id,
            covers_new: false,
            ..self.clone()
        };
        other.merge.forked = true;
        other
    }

    /// Returns the whole output of the path, in order.
    pub fn output_bytes(&self) -> Vec<u8> {
        let mut chunks: Vec<&Rc<[u8]>> = self.output.iter().collect();
        chunks.reverse();
        chunks.into_iter().flat_map(|c| c.iter().copied()).collect()
    }
}
