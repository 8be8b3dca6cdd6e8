//! Symbolic execution of formatted output (`printf`). The printed text affects no check. However, reading the arguments
//! can fail, and the program can use the returned length.
//!
//! A string is read byte by byte. If the number of bytes to read depends on an input, as for `%.*s`, the string is not
//! read. If the returned length depends on inputs, its value is a new symbol without constraints. The symbol is not an
//! input of the path, because the replay of a failure computes the length itself. A *goal* is a failure or an
//! unsupported construct that the search tries to reach.
use super::{NodeEncoder, NodeState, Stepped, unsupported, unsupported_with};
use crate::graph::Goal;
use crate::unsupported::Unsupported;
use symtool_engine::code::IntrinsicStep;
use symtool_expr::{Arena, ExprId};
use symtool_ir::interp::printf::{self, Argument, Arguments, TextLength};
use symtool_ir::{Bits, Type};

/// The maximum length, in bytes, of a string that `printf` reads. A longer string is not supported.
const MAX_BYTES: usize = 4096;

impl NodeEncoder<'_, '_> {
    /// Executes `printf`.
    pub(super) fn print(
        &mut self,
        state: &mut NodeState,
        step: &IntrinsicStep,
        args: &[ExprId],
    ) -> Stepped {
        let Some(format) = self.unrolling.arena.as_const(args[0]).map(Bits::low_u64) else {
            return Err(unsupported(Unsupported::FormatOfPath));
        };
        let mut illegal = Vec::new();
        let Some(format) = self.text(state, (Arena::TRUE, format), None, &mut illegal)? else {
            return Err(unsupported(Unsupported::FormatOfInputs));
        };
        let types = step.args.iter().map(|&(_, ty)| ty);
        let rest = types.zip(args.iter().copied()).skip(1).collect();
        let mut given = PrintfArguments {
            encoder: self,
            state,
            rest,
            illegal,
        };
        let printed = printf::format(&format, &mut given)?;
        let illegal = given.illegal;
        if let Some(problem) = printed.problems.into_iter().next() {
            return Err(unsupported_with(Unsupported::FormatProblem, &[&problem]));
        }
        if let Some((_, ty)) = step.dst {
            let value = if printed.length == TextLength::Exact {
                self.unrolling
                    .arena
                    .int(ty.bits(), printed.bytes.len() as u128)
            } else {
                let name = "length of printed text";
                let symbol = self.unrolling.arena.symbol(name, ty.bytes() as u32);
                self.unrolling.arena.scalar(symbol, ty.bits())
            };
            Self::set(state, step.dst, value);
        }
        Ok(self.unless_illegal(state, illegal))
    }

    /// Returns the bytes of a C string without its terminator. The program reads the string if `cond` holds, up to the
    /// terminator but at most `most` bytes. Returns `None` if the string depends on inputs or on the path. Adds to
    /// `illegal` the goals that reading the bytes may reach.
    fn text(
        &mut self,
        state: &NodeState,
        (mut cond, address): (ExprId, u64),
        most: Option<u64>,
        illegal: &mut Vec<(ExprId, Goal)>,
    ) -> Result<Option<Vec<u8>>, Goal> {
        let mut bytes = Vec::new();
        let mut exact = true;
        while most.is_none_or(|most| (bytes.len() as u64) < most)
            && !self.unrolling.arena.is_false(cond)
        {
            if bytes.len() >= MAX_BYTES {
                return Err(unsupported(Unsupported::LongString));
            }
            let at = address.wrapping_add(bytes.len() as u64);
            let at = self.unrolling.arena.int(64, u128::from(at));
            let span = match self.legal_span(state, at, 1, false) {
                Err(goal) if !self.unrolling.arena.is_true(cond) => {
                    illegal.push((cond, goal));
                    return Ok(None);
                }
                span => span?,
            };
            self.forbid_indeterminate(state, Arena::TRUE, &[(cond, span)], illegal);
            let byte = self.unrolling.read(state.node, &state.stores, span);
            match self.unrolling.arena.as_const(byte).map(Bits::low_u64) {
                Some(0) => break,
                Some(byte) => bytes.push(byte as u8),
                None => {
                    exact = false;
                    bytes.push(b'?');
                    let nonzero = self.unrolling.arena.nonzero(byte);
                    cond = self.unrolling.arena.and(cond, nonzero);
                }
            }
        }
        Ok(exact.then_some(bytes))
    }

    /// Reads all strings to which a symbolic address can point, only to check that the reads are legal. Adds the goals
    /// of illegal reads to `illegal`.
    fn texts(
        &mut self,
        state: &NodeState,
        address: ExprId,
        illegal: &mut Vec<(ExprId, Goal)>,
    ) -> Result<(), Goal> {
        let mut leaves = Vec::new();
        let few = self.leaves(Arena::TRUE, address, &mut leaves);
        for (cond, leaf) in leaves {
            match self.unrolling.arena.as_const(leaf).map(Bits::low_u64) {
                Some(0) => {} // a null string is printed as `(null)`
                Some(at) if few => {
                    self.text(state, (cond, at), None, illegal)?;
                }
                _ => {
                    illegal.push((cond, unsupported(Unsupported::StringOfPath)));
                }
            }
        }
        Ok(())
    }
}

/// The arguments of the `printf` that is being executed.
struct PrintfArguments<'w, 'e, 'a, 'r> {
    encoder: &'w mut NodeEncoder<'e, 'a>,
    state: &'r mut NodeState,
    rest: Vec<(Type, ExprId)>,
    /// The goals that illegal reads of the arguments reach, each with its condition.
    illegal: Vec<(ExprId, Goal)>,
}

impl Arguments for PrintfArguments<'_, '_, '_, '_> {
    type Error = Goal;

    fn get(&mut self, index: usize, _: usize) -> Result<Argument, Goal> {
        let Some(&(ty, value)) = self.rest.get(index) else {
            return Ok(Argument::Missing);
        };
        match self.encoder.unrolling.arena.as_const(value) {
            Some(bits) => Ok(Argument::Known(bits)),
            None if ty == Type::Ptr => {
                self.encoder.texts(self.state, value, &mut self.illegal)?;
                Ok(Argument::Unknown)
            }
            None => Ok(Argument::Unknown),
        }
    }

    fn string(&mut self, address: u64, most: Option<u64>) -> Result<Option<Vec<u8>>, Goal> {
        let at = (Arena::TRUE, address);
        self.encoder.text(self.state, at, most, &mut self.illegal)
    }

    fn store(&mut self, address: u64, bytes: usize, value: u64) -> Result<(), Goal> {
        let arena = &mut self.encoder.unrolling.arena;
        let address = arena.int(64, u128::from(address));
        let value = arena.int(8 * bytes as u32, u128::from(value));
        let span = self
            .encoder
            .legal_span(self.state, address, bytes as u64, true)?;
        self.encoder.write_if(self.state, Arena::TRUE, span, value);
        Ok(())
    }
}
