//! Decoded functions with initial register values and coverage marks, for the interpreter. A *step* is a decoded
//! instruction; a *side* is an outgoing edge of a branch or switch.
use crate::decode;
use crate::entities::Func;
use crate::module::Module;
use std::cell::Cell;
use std::ops::Deref;

/// A decoded function in the form that the interpreter executes.
pub(super) struct Code {
    code: decode::Code,
    pub func: Func,
    /// For each step, whether it was executed.
    pub ran: Vec<Cell<bool>>,
    /// For each edge of a branch or switch, whether it was taken. The entries for edges of jumps are not used.
    pub taken: Vec<Cell<bool>>,
    /// The values of all registers at the start of a call. A register for a constant contains the value of this
    /// constant; every other register contains zero.
    pub initial: Vec<u128>,
}

impl Deref for Code {
    type Target = decode::Code;

    #[inline]
    fn deref(&self) -> &decode::Code {
        &self.code
    }
}

impl Code {
    /// Decodes a function with a body.
    pub fn new(module: &Module, func: Func) -> Code {
        let code = decode::Code::new(&module.functions[func]);
        Code {
            func,
            ran: vec![Cell::new(false); code.steps.len()],
            taken: vec![Cell::new(false); code.edges.len()],
            initial: code.start.iter().map(|bits| bits.unsigned()).collect(),
            code,
        }
    }

    /// Returns the sides (outgoing edges of branches and switches) that were taken, in order. A side is a pair: the
    /// index of the branch or switch among the instructions of the function, and the index of the side in textual
    /// order.
    pub fn taken_sides(&self) -> Vec<(usize, usize)> {
        let sides = self.code.sides().into_iter();
        let taken = sides.filter(|&(_, _, edge)| self.taken[edge as usize].get());
        taken.map(|(pc, side, _)| (pc, side as usize)).collect()
    }
}
