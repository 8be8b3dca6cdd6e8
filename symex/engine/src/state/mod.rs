//! A state: one path of the program, as far as it has been followed.
//!
//! Everything in it is small or shared, so that a fork costs microseconds whatever the program's memory.
//!
//! | room | holds |
//! | --- | --- |
//! | [`value`] | what a register holds |
//! | [`frame`] | register frames and the call stack |
//! | [`path`] | the path condition |
//! | [`inputs`] | the free inputs this path has made, and their names |
//! | [`parcel`] | states on their way to another worker |
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

/// Names a live state. Numbers are never used again.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(pub u64);

/// One path of the program.
#[derive(Clone, Debug)]
pub struct State {
    /// Its name.
    pub id: StateId,
    /// The active function.
    pub frame: Frame,
    /// The functions that wait for it.
    pub callers: CallStack,
    /// What `longjmp` can go back to.
    pub saved: SavedPlaces,
    /// Memory.
    pub memory: Memory,
    /// The conditions under which execution comes here.
    pub path: Path,
    /// The inputs made so far.
    pub inputs: MadeInputs,
    /// What the path wrote, last chunk first.
    pub output: List<Rc<[u8]>>,
    /// Wishes for test inputs: conditions that should hold where possible, the last first.
    pub wishes: List<symtool_expr::ExprId>,
    /// Forks on this path.
    pub depth: u64,
    /// Program paths this state stands for.
    pub multiplicity: u128,
    /// The exit status with which it ended, where that depends on the input.
    pub exit_status: Option<symtool_expr::ExprId>,
    /// The input that it follows, if it follows one.
    pub guide: Option<Rc<Model>>,
    /// Has it executed an instruction or branch side that no state had before?
    pub covers_new: bool,
    /// The paths it stands for.
    pub parts: Rc<Parts>,
    /// What its parts were the first to reach before they were joined.
    pub news: List<News>,
    /// An input that came here, if one was looked for before it was joined: it tells of what the state was the first to reach.
    pub witness: Option<Rc<Model>>,
    /// The regions that the program wants merged and that the state is in, innermost first.
    pub regions: List<u32>,
    /// Where it has stopped to meet others, if it has.
    pub at: Option<Arrival>,
    /// Was it forked off in the turn that is just over?
    pub forked: bool,
    /// The step of its latest fork.
    pub forked_at: u32,
}

impl State {
    /// The other side of a fork: shares everything, under a new name.
    #[must_use]
    pub fn fork(&self, id: StateId) -> State {
        State {
            id,
            covers_new: false,
            forked: true,
            ..self.clone()
        }
    }

    /// All that was written, in order.
    pub fn output_bytes(&self) -> Vec<u8> {
        let mut chunks: Vec<&Rc<[u8]>> = self.output.iter().collect();
        chunks.reverse();
        chunks.into_iter().flat_map(|c| c.iter().copied()).collect()
    }
}
