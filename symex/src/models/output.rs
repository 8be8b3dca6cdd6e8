//! Intrinsics that write into the path's output.
use super::{constant, done, inputs, strings};
use crate::exec::decode::{IntrinsicStep, Reg};
use crate::exec::{Engine, Stepped, Stop};
use crate::expr::Arena;
use crate::state::{State, Val};
use std::rc::Rc;
use symtool_ir::Type;
use symtool_ir::interp::printf::{self, Argument, Arguments};

pub(super) fn printf(engine: &mut Engine<'_>, state: &mut State, step: &IntrinsicStep) -> Stepped {
    let format = constant(engine, state, step, 0, "the address of a format")?;
    let format = strings::exact(engine, state, format)?;
    let mut args = PrintfArgs {
        engine,
        state,
        args: step.args.get(1..).unwrap_or_default().iter(),
    };
    let printed = printf::format(&format, &mut args)?;
    for what in printed.problems {
        engine.incomplete_here(state, what);
    }
    if printed.exact {
        engine.set_constant(state, step.dst, printed.bytes.len() as u128);
    } else {
        inputs::opaque(engine, state, step, "length of printed text");
    }
    emit(state, printed.bytes);
    done()
}

pub(super) fn print_expr(
    engine: &mut Engine<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let text = constant(engine, state, step, 0, "the address of a message")?;
    let mut text = strings::exact(engine, state, text)?;
    for (index, &(reg, ty)) in step.args.iter().skip(1).enumerate() {
        let separator = if index == 0 { ": " } else { ", " };
        let value = state.frame.regs[reg as usize];
        let shown = match value.bits(&engine.arena, ty.bits()) {
            Some(bits) => bits.to_signed().to_string(),
            None => {
                let expr = value.expr(&mut engine.arena, ty.bits());
                engine.arena.text(expr)
            }
        };
        text.extend(separator.bytes().chain(shown.bytes()));
    }
    text.push(b'\n');
    emit(state, text);
    done()
}

pub(super) fn warning(engine: &mut Engine<'_>, state: &mut State, step: &IntrinsicStep) -> Stepped {
    let text = constant(engine, state, step, 0, "the address of a message")?;
    let mut text = strings::exact(engine, state, text)?;
    text.push(b'\n');
    emit(state, text);
    done()
}

fn emit(state: &mut State, bytes: Vec<u8>) {
    if !bytes.is_empty() {
        state.output.push_front_mut(Rc::from(bytes));
    }
}

/// The operands of a `printf` after its format.
struct PrintfArgs<'a, 'b, 'e> {
    engine: &'a mut Engine<'e>,
    state: &'a mut State,
    args: std::slice::Iter<'b, (Reg, Type)>,
}

impl Arguments for PrintfArgs<'_, '_, '_> {
    type Error = Stop;

    fn next(&mut self) -> Argument {
        match self.args.next() {
            Some(&(reg, ty)) => {
                let value = self.state.frame.regs[reg as usize];
                match value.bits(&self.engine.arena, ty.bits()) {
                    Some(bits) => Argument::Known(bits),
                    None => Argument::Unknown,
                }
            }
            None => Argument::Missing,
        }
    }

    fn string(&mut self, address: u64, most: Option<u64>) -> Result<Option<Vec<u8>>, Stop> {
        strings::read(self.engine, self.state, address, most)
    }

    fn store(&mut self, address: u64, bytes: usize, value: u64) -> Result<(), Stop> {
        let address = Val::Const(address);
        self.engine.store(
            self.state,
            Arena::TRUE,
            address,
            bytes as u32,
            Val::Const(value),
        )
    }
}
