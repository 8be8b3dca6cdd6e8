//! Decoded functions, with the initial register values and the names of stack slots.
//!
//! A decoded function is a flat list of steps (decoded instructions), which [`symtool_ir::decode`] defines. The
//! registers of a new frame are a copy of [`FnCode::initial`], which contains the values of the constants.
pub mod live;
pub mod origins;

pub use symtool_ir::decode::{
    CallStep, Callee, CheckStep, Edge, IntrinsicStep, MemoryStep, PureStep, Reg, Step, SwitchStep,
    TerminatorStep,
};

use crate::state::regs::Regs;
use crate::value::Val;
use std::ops::Deref;
use std::rc::Rc;
use symtool_expr::Arena;
use symtool_ir::{Func, Function, Module, decode};

/// A decoded program.
#[derive(Debug)]
pub struct Code {
    /// The decoded functions, by function id.
    pub functions: Vec<FnCode>,
}

/// A decoded function. It has no steps if the module only declares the function.
#[derive(Debug, Default)]
pub struct FnCode {
    code: decode::Code,
    /// The values of the registers at the start of a call: the value of each constant, and 0 for every other register.
    pub initial: Regs,
    /// The name and the size in bytes of each stack slot.
    pub slots: Vec<(Rc<str>, u64)>,
}

impl Deref for FnCode {
    type Target = decode::Code;

    #[inline]
    fn deref(&self) -> &decode::Code {
        &self.code
    }
}

impl Code {
    /// Decodes all functions of a module that have a body.
    pub fn new(module: &Module, arena: &mut Arena) -> Code {
        let functions = module.functions.values();
        Code {
            functions: functions.map(|f| FnCode::new(f, arena)).collect(),
        }
    }

    /// Returns the decoded function with the id `func`.
    pub fn of(&self, func: Func) -> &FnCode {
        &self.functions[func.as_u32() as usize]
    }
}

impl FnCode {
    fn new(function: &Function, arena: &mut Arena) -> FnCode {
        let code = decode::Code::new(function);
        let registers = code.start.iter().zip(&code.constants).enumerate();
        let initial = registers.map(|(reg, (&bits, &constant))| match constant && reg != 0 {
            true => Val::from_bits(arena, bits),
            false => Val::ZERO,
        });
        let slots = function.slots.values();
        FnCode {
            initial: Regs::from(initial.collect::<Vec<Val>>()),
            slots: slots
                .map(|slot| (Rc::from(&*slot.name), slot.size))
                .collect(),
            code,
        }
    }
}
