//! A state: one path of the program, as far as it has been followed.
//!
//! All of its data is small or shared, so a fork costs microseconds for any size of the program's memory.
//!
//! | module | contents |
//! | --- | --- |
//! | [`value`] | the value of a register |
//! | [`frame`] | register frames and the call stack |
//! | [`path`] | the path condition |
//! | [`inputs`] | the symbolic inputs of the path, and their names |
//! | [`parcel`] | states in transit to another worker |
pub mod frame;
pub mod inputs;
pub mod parcel;
pub mod path;
pub mod value;

use crate::memory::Memory;
use crate::merging::Arrival;
use crate::merging::parts::{News, Parts};
use frame::{CallStack, Frame};
use inputs::MadeInputs;
use path::Path;
use rpds::List;
use std::rc::Rc;
use symtool_ir::jump::SavedPlaces;
use symtool_solver::Model;

pub use value::Val;

/// The id of a state. Ids are never reused.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(pub u64);

/// One path of the program.
#[derive(Clone, Debug)]
pub struct State {
    /// Its id.
    pub id: StateId,
    /// The active frame.
    pub frame: Frame,
    /// The frames of its callers.
    pub callers: CallStack,
    /// The program points that `longjmp` can return to.
    pub saved: SavedPlaces,
    /// Memory.
    pub memory: Memory,
    /// The path condition.
    pub path: Path,
    /// The inputs made so far.
    pub inputs: MadeInputs,
    /// The output of the path, last chunk first.
    pub output: List<Rc<[u8]>>,
    /// Preferences for test inputs: conditions that should hold if satisfiable, the last first.
    pub wishes: List<symtool_expr::ExprId>,
    /// The number of forks on this path.
    pub depth: u64,
    /// The number of program paths that this state represents.
    pub multiplicity: u128,
    /// The exit status, if it depends on the input.
    pub exit_status: Option<symtool_expr::ExprId>,
    /// The concrete input that it follows in concolic execution.
    pub guide: Option<Rc<Model>>,
    /// Whether it has executed an instruction or branch side that no state had executed before.
    pub covers_new: bool,
    /// Its merge history.
    pub parts: Rc<Parts>,
    /// Its coverage obligations from before merges.
    pub news: List<News>,
    /// An input that leads here, if one was searched before a merge: it fulfils the state's coverage
    /// obligations.
    pub witness: Option<Rc<Model>>,
    /// The enclosing regions that the program wants merged, innermost first.
    pub regions: List<u32>,
    /// The merge point where it has stopped, if it has.
    pub at: Option<Arrival>,
    /// Whether it was forked in the latest time slice.
    pub forked: bool,
    /// The step of its latest fork.
    pub forked_at: u32,
}

impl State {
    /// Returns the other successor of a fork: shares everything, under a new id.
    #[must_use]
    pub fn fork(&self, id: StateId) -> State {
        State {
            id,
            covers_new: false,
            forked: true,
            ..self.clone()
        }
    }

    /// Returns the whole output, in order.
    pub fn output_bytes(&self) -> Vec<u8> {
        let mut chunks: Vec<&Rc<[u8]>> = self.output.iter().collect();
        chunks.reverse();
        chunks.into_iter().flat_map(|c| c.iter().copied()).collect()
    }
}
