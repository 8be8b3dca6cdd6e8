//! Models of the intrinsics that append to the output of the path, and of the intrinsic that formats a floating-point
//! number.
use super::{constant, done, inputs, strings};
use crate::code::{IntrinsicStep, Reg};
use crate::exec::resolve::Access;
use crate::exec::{Executor, Stepped, Stop};
use crate::state::State;
use crate::value::Val;
use std::rc::Rc;
use symtool_expr::Arena;
use symtool_ir::Type;
use symtool_ir::interp::printf::{self, Argument, Arguments, Printed, TextLength};

/// The name of the length of a text that depends on the input.
const UNKNOWN_LENGTH: &str = "length of printed text";

pub(super) fn printf(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let source = Source::Operands(step.args.get(1..).unwrap_or_default());
    print(executor, state, step, source)
}

pub(super) fn printf_list(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let area = constant(
        executor,
        state,
        step,
        1,
        "the address of a list of arguments",
    )?;
    print(executor, state, step, Source::Memory(area))
}

fn print(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
    source: Source<'_>,
) -> Stepped {
    let format = constant(executor, state, step, 0, "the address of a format")?;
    let format = strings::exact(executor, state, format)?;
    let printed = formatted(executor, state, &format, source)?;
    match printed.length {
        TextLength::Exact => executor.set_constant(state, step.dst, printed.bytes.len() as u128),
        TextLength::AtLeast(least) => {
            // Without a range, the path would fork where the program asks whether it has printed anything.
            inputs::opaque_from(executor, state, step, UNKNOWN_LENGTH, least as u64);
        }
        TextLength::Unknown => inputs::opaque(executor, state, step, UNKNOWN_LENGTH),
    }
    emit(state, printed.bytes);
    done()
}

fn formatted(
    executor: &mut Executor<'_>,
    state: &mut State,
    format: &[u8],
    source: Source<'_>,
) -> Result<Printed, Stop> {
    let mut args = PrintfArgs {
        executor,
        state,
        source,
    };
    let printed = printf::format(format, &mut args)?;
    for what in &printed.problems {
        executor.incomplete_here(state, what.clone());
    }
    Ok(printed)
}

/// Formats one floating-point conversion and writes the text to memory. Symbolic operands are not supported.
pub(super) fn format_float(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let to = constant(executor, state, step, 0, "the address of a text")?;
    let size = constant(executor, state, step, 1, "the size of a text")?;
    let format = constant(executor, state, step, 2, "the address of a format")?;
    let format = strings::exact(executor, state, format)?;
    let source = Source::Operands(step.args.get(3..).unwrap_or_default());
    let printed = formatted(executor, state, &format, source)?;
    if !printed.exact {
        let text =
            "a floating-point number that depends on the input is converted to text in memory";
        return Err(executor.unsupported(state, text));
    }
    executor.set_constant(state, step.dst, printed.bytes.len() as u128);
    if let Some(room) = size.checked_sub(1) {
        let kept = &printed.bytes[..printed.bytes.len().min(room as usize)];
        for (&byte, at) in kept.iter().chain(&[0]).zip(to..) {
            let byte = Val::Const(u64::from(byte));
            executor.store(state, Arena::TRUE, Val::Const(at), 1, byte)?;
        }
    }
    done()
}

/// Appends bytes to the output of the path. A byte that depends on the input becomes the character `?`.
pub(super) fn output(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let address = constant(executor, state, step, 0, "the address of an output")?;
    let size = constant(executor, state, step, 1, "the size of an output")?;
    let access = Access {
        len: size,
        write: false,
    };
    if size == 0 || executor.locate(state, address, access)?.is_none() {
        return done();
    }
    let mut bytes = Vec::new();
    for at in 0..size {
        let byte = executor.load(state, Arena::TRUE, Val::Const(address + at), 1)?;
        bytes.push(match byte {
            Val::Const(byte) => byte as u8,
            Val::Expr(_) => b'?',
        });
    }
    emit(state, bytes);
    done()
}

pub(super) fn print_expr(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let text = constant(executor, state, step, 0, "the address of a message")?;
    let mut text = strings::exact(executor, state, text)?;
    for (index, &(reg, ty)) in step.args.iter().skip(1).enumerate() {
        let separator = if index == 0 { ": " } else { ", " };
        let value = state.frame.regs[reg as usize];
        let shown = match value.bits(&executor.arena, ty.bits()) {
            Some(bits) => bits.to_signed().to_string(),
            None => {
                let expr = value.expr(&mut executor.arena, ty.bits());
                executor.arena.text(expr)
            }
        };
        text.extend(separator.bytes().chain(shown.bytes()));
    }
    text.push(b'\n');
    emit(state, text);
    done()
}

pub(super) fn warning(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let text = constant(executor, state, step, 0, "the address of a message")?;
    let mut text = strings::exact(executor, state, text)?;
    text.push(b'\n');
    emit(state, text);
    done()
}

fn emit(state: &mut State, bytes: Vec<u8>) {
    if !bytes.is_empty() {
        state.output.push_front_mut(Rc::from(bytes));
    }
}

/// The distance in bytes between the beginnings of two consecutive variadic arguments in memory.
const SLOT: u64 = 16;

/// The place from which the arguments of a `printf` format are read.
#[derive(Copy, Clone)]
enum Source<'a> {
    Operands(&'a [(Reg, Type)]),
    /// The arguments are in memory, from this address on, with [`SLOT`] bytes for each.
    Memory(u64),
}

struct PrintfArgs<'a, 'e> {
    executor: &'a mut Executor<'e>,
    state: &'a mut State,
    source: Source<'a>,
}

impl Arguments for PrintfArgs<'_, '_> {
    type Error = Stop;

    fn get(&mut self, index: usize, bytes: usize) -> Result<Argument, Stop> {
        let (value, bits) = match self.source {
            Source::Operands(args) => match args.get(index) {
                Some(&(reg, ty)) => (self.state.frame.regs[reg as usize], ty.bits()),
                None => return Ok(Argument::Missing),
            },
            Source::Memory(base) => {
                let address = base.wrapping_add(index as u64 * SLOT);
                if self
                    .state
                    .memory
                    .find(address, bytes as u64, false)
                    .is_err()
                {
                    return Ok(Argument::Missing);
                }
                let address = Val::Const(address);
                let value = self
                    .executor
                    .load(self.state, Arena::TRUE, address, bytes as u32)?;
                (value, 8 * bytes as u32)
            }
        };
        Ok(match value.bits(&self.executor.arena, bits) {
            Some(bits) => Argument::Known(bits),
            None => Argument::Unknown,
        })
    }

    fn string(&mut self, address: u64, most: Option<u64>) -> Result<Option<Vec<u8>>, Stop> {
        strings::read(self.executor, self.state, address, most)
    }

    fn store(&mut self, address: u64, bytes: usize, value: u64) -> Result<(), Stop> {
        let address = Val::Const(address);
        self.executor.store(
            self.state,
            Arena::TRUE,
            address,
            bytes as u32,
            Val::Const(value),
        )
    }
}
