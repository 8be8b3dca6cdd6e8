//! Executes intrinsics, the built-in procedures of the IR.
use super::access::Access;
use super::machine::{Flow, Machine, Stepped};
use super::memory::Holder;
use super::missing_text;
use super::object::{CHUNK, FLAT, Origin, Piece, Untouched};
use super::process::{Process, Stop};
use crate::bits::{Bits, mask};
use crate::bug::BugKind;
use crate::decode::{IntrinsicStep, Step};
use crate::entities::Func;
use crate::input::uninit_name;
use crate::intrinsic::Intrinsic;
use crate::layout::{MAX_OBJECT_SIZE, Region};
use crate::long_double;
use crate::math::MathFunction;
use crate::outcome::Outcome;
use crate::own::FUNCTIONS;
use crate::shape::Shape;
use smallvec::SmallVec;

/// The error for a lifetime marker with an operand that is not the address of a slot.
pub const NO_SLOT: &str =
    "the lifetime of an object that is not a stack slot of the current function";

/// An intrinsic with the values of its operands.
pub(super) struct Operands<'a> {
    pub(super) step: &'a IntrinsicStep,
    pub(super) values: &'a [u128],
}

impl Operands<'_> {
    pub(super) fn operand(&self, index: usize) -> u128 {
        self.values.get(index).copied().unwrap_or(0)
    }

    pub(super) fn address(&self, index: usize) -> u64 {
        self.operand(index) as u64
    }

    /// Returns the operands from index `first` on.
    pub(super) fn rest(&self, first: usize) -> impl Iterator<Item = Bits> + '_ {
        let typed = self.step.args.iter().zip(self.values);
        typed
            .skip(first)
            .map(|(&(_, ty), &value)| Bits::of(ty, value))
    }
}

impl Machine<'_> {
    pub(super) fn intrinsic(&mut self, step: &IntrinsicStep) -> Stepped {
        if step.intrinsic == Intrinsic::Longjmp {
            return self.long_jump(step);
        }
        let values: SmallVec<[u128; 8]> = step.args.iter().map(|&(reg, _)| self.get(reg)).collect();
        let value = self.process.intrinsic(step, &values)?;
        if let Some((reg, _)) = step.dst {
            self.set(reg, value);
        }
        Ok(Flow::Next)
    }
}

impl Process<'_> {
    /// Executes the current instruction, an intrinsic, on the operands `values`. Returns its result, or 0 for an
    /// intrinsic without a result.
    ///
    /// # Errors
    /// The outcome of the run, if the intrinsic ends the run or fails.
    pub fn intrinsic_here(&mut self, values: &[u128]) -> Result<u128, Stop> {
        let Some(call) = self.innermost() else {
            return Ok(0);
        };
        let code = self.code(Func::from_u32(call.func));
        match code.steps.get(self.pc) {
            Some(Step::Intrinsic(step)) => self.intrinsic(step, values),
            _ => Ok(0),
        }
    }

    /// Executes [`Intrinsic::Rounded`], which follows a `long double` operation and has the same operands: records a
    /// note if the operation is inexact.
    fn rounded(&mut self, operands: &Operands<'_>) -> Result<(), Stop> {
        let name = operands.step.text.as_deref().unwrap_or("");
        let operands: Vec<Bits> = operands.rest(0).collect();
        let exact = long_double::Step::named(name).is_some_and(|step| step.is_exact(&operands));
        if exact {
            return Ok(());
        }
        self.note_inexact(long_double::reason(name))
    }

    /// Executes an intrinsic. Returns the result, truncated to its type, or 0 for an intrinsic without a result.
    fn intrinsic(&mut self, step: &IntrinsicStep, values: &[u128]) -> Result<u128, Stop> {
        use Intrinsic as I;
        let operands = Operands { step, values };
        let value = match step.intrinsic {
            I::MakeSymbolic | I::Symbolic | I::Uninit | I::Missing => {
                self.input_intrinsic(&operands)?
            }
            I::Malloc | I::Calloc | I::Realloc | I::Free | I::Alloca | I::LibraryBlock => {
                u128::from(self.allocation_intrinsic(&operands)?)
            }
            I::Copy | I::Fill => {
                self.block_intrinsic(&operands)?;
                0
            }
            I::Printf | I::PrintfList | I::Output | I::FormatFloat | I::PrintExpr | I::Warning => {
                self.output_intrinsic(&operands)? as u128
            }
            I::Assume if operands.operand(0) == 0 => {
                return Err(Box::new(Outcome::AssumeFailed));
            }
            I::VaArea => match self.innermost() {
                Some(call) if call.variadic != 0 => u128::from(Region(call.variadic).base()),
                _ => 0,
            },
            I::Exit => return Err(Box::new(Outcome::Exit(operands.operand(0) as i32))),
            I::Abort => return Err(Box::new(Outcome::Abort)),
            I::SilentExit => return Err(Box::new(Outcome::Silent(operands.operand(0) as i32))),
            I::Math => self.math(&operands)?,
            I::Own => self.own(&operands)?,
            I::ObjectSize => match self.locate(operands.address(0), 0, Access::Read)? {
                Some((id, _)) => u128::from(self.memory.object(id).size),
                None => 0,
            },
            I::IsMapped => {
                let size = operands.operand(1) as u64;
                u128::from(self.memory.is_mapped(operands.address(0), size))
            }
            I::GetValue | I::MayBe => operands.operand(0),
            I::Setjmp => {
                self.save_place(operands.address(0))?;
                0
            }
            I::Longjmp => {
                return Err(self.unsupported("a jump out of a function here".to_owned()));
            }
            I::IsSymbolic | I::Assume | I::PreferCex | I::MergeOpen | I::MergeClose => 0,
            I::Rounded => {
                self.rounded(&operands)?;
                0
            }
            I::ScopeEnter => {
                let region = self.scoped_slot(&operands)?;
                self.memory.enter(region);
                0
            }
            I::ScopeLeave => {
                let region = self.scoped_slot(&operands)?;
                self.memory.leave(region);
                0
            }
        };
        Ok(step.dst.map_or(0, |(_, ty)| value & mask(ty.bits())))
    }

    /// Returns the region (range of addresses) of the stack slot to which the operand of a lifetime marker points. The
    /// slot must belong to the innermost call.
    fn scoped_slot(&mut self, operands: &Operands<'_>) -> Result<Region, Stop> {
        let region = Region::of(operands.address(0));
        let call = self.innermost().unwrap_or_default();
        let slots = &self.module.functions[Func::from_u32(call.func)].slots;
        let is_slot = |index: u64| index < slots.len() as u64;
        if call.slots == 0 || !region.0.checked_sub(call.slots).is_some_and(is_slot) {
            return Err(self.unsupported(NO_SLOT.to_owned()));
        }
        Ok(region)
    }

    // ---- Inputs.

    fn input_intrinsic(&mut self, operands: &Operands) -> Result<u128, Stop> {
        self.stop_if_prefix()?;
        let text = operands.step.text.as_deref().unwrap_or("");
        let name = match operands.step.intrinsic {
            Intrinsic::MakeSymbolic => {
                self.make_symbolic(operands)?;
                return Ok(0);
            }
            Intrinsic::Uninit => uninit_name(text),
            Intrinsic::Missing => {
                self.note_inexact(missing_text(text))?;
                text.to_owned()
            }
            Intrinsic::Symbolic => text.to_owned(),
            other => other.misdirected(),
        };
        let Some((_, ty)) = operands.step.dst else {
            return Ok(0);
        };
        let name = self.names.unique(&name);
        Ok(self.input_value(name, ty))
    }

    /// Returns the result of an own function: a pure function that a user of symtool's Rust library has added. The text
    /// of the intrinsic is the name of the function. If the operands do not match the function, returns 0 and records a
    /// note.
    fn own(&mut self, operands: &Operands) -> Result<u128, Stop> {
        let name = operands.step.text.as_deref().unwrap_or("");
        let operands: SmallVec<[Bits; 3]> = operands.rest(0).collect();
        let value = FUNCTIONS.find(name).and_then(|f| f.eval(&operands));
        if value.is_none() {
            self.note_inexact(format!("`{name}` has no model for these operands"))?;
        }
        Ok(value.map_or(0, Bits::unsigned))
    }

    /// Returns the result of a mathematical function, as the host computes it. The text of the intrinsic is the name of
    /// the function. If the operands do not match the function, returns 0 and records a note.
    fn math(&mut self, operands: &Operands) -> Result<u128, Stop> {
        let name = operands.step.text.as_deref().unwrap_or("");
        let operands: SmallVec<[Bits; 3]> = operands.rest(0).collect();
        let value = MathFunction::named(name).and_then(|f| f.eval(&operands));
        if value.is_none() {
            self.note(format!(
                "`{name}` is not a mathematical function, or its operands have the wrong number or types"
            ))?;
        }
        Ok(value.map_or(0, Bits::unsigned))
    }

    fn make_symbolic(&mut self, operands: &Operands) -> Result<(), Stop> {
        let (address, size) = (operands.address(0), operands.address(1));
        let name = self.read_string(operands.address(2), None)?;
        let name = self.names.unique(&String::from_utf8_lossy(&name));
        let Some((id, offset)) = self.locate(address, size, Access::Write)? else {
            return Ok(());
        };
        // The text of the intrinsic, if there is one, is the C type of the variable.
        let shape = operands.step.text.as_deref().and_then(Shape::parse);
        let ty = shape.as_ref().and_then(Shape::floating);
        let ty = ty.filter(|ty| ty.bytes() == size);
        let bytes = self.input(name, size, (ty, shape));
        for done in (0..size).step_by(CHUNK as usize) {
            self.check_resources_within()?;
            let object = self.memory.object_mut(id);
            for at in done..size.min(done + CHUNK) {
                let byte = bytes.get(at as usize).copied().unwrap_or(0);
                object.set_byte(offset + at, Some(byte));
            }
        }
        Ok(())
    }

    // ---- Allocation.

    /// Executes an allocation or `free`; returns the address of the new block, or 0 for `free`.
    fn allocation_intrinsic(&mut self, operands: &Operands) -> Result<u64, Stop> {
        let first = operands.address(0);
        match operands.step.intrinsic {
            Intrinsic::Malloc => self.heap_block(first, Untouched::Indeterminate),
            Intrinsic::Calloc => match first.checked_mul(operands.address(1)) {
                Some(size) => self.heap_block(size, Untouched::Zero),
                None => Ok(0),
            },
            Intrinsic::Realloc => self.realloc(first, operands.address(1)),
            Intrinsic::Alloca => self.alloca(first),
            Intrinsic::LibraryBlock => self.library_block(first),
            Intrinsic::Free => {
                if first != 0 && self.freeable(first, "free")? {
                    self.free(Region::of(first));
                }
                Ok(0)
            }
            other => other.misdirected(),
        }
    }

    /// Allocates a heap block and returns its address; returns null if `size` is too large.
    fn heap_block(&mut self, size: u64, untouched: Untouched) -> Result<u64, Stop> {
        if size > MAX_OBJECT_SIZE {
            return Ok(0);
        }
        Ok(self.allocate(Origin::Heap, size, untouched)?.base())
    }

    /// Allocates a block for the C library's own use, and returns its address; returns null if `size` is too
    /// large.
    fn library_block(&mut self, size: u64) -> Result<u64, Stop> {
        if size > MAX_OBJECT_SIZE {
            return Ok(0);
        }
        Ok(self
            .allocate(Origin::Library, size, Untouched::Zero)?
            .base())
    }

    fn alloca(&mut self, size: u64) -> Result<u64, Stop> {
        let legal = (1..=MAX_OBJECT_SIZE).contains(&size);
        if !legal {
            let text = if size == 0 {
                "array of size 0".to_owned()
            } else {
                format!("array of {} bytes", size as i64)
            };
            self.fail(BugKind::AllocSize, || text)?;
        }
        let size = if legal { size } else { 0 };
        let region = self.allocate(Origin::Vla, size, Untouched::Indeterminate)?;
        self.allocas.push((self.depth, region));
        Ok(region.base())
    }

    /// Moves a heap block to a new one of another size. If the new size is too large, returns null, and the old
    /// block remains.
    fn realloc(&mut self, old: u64, size: u64) -> Result<u64, Stop> {
        if old == 0 {
            return self.heap_block(size, Untouched::Indeterminate);
        }
        if !self.freeable(old, "realloc")? {
            return Ok(0);
        }
        self.begin_block(size)?;
        let new = self.heap_block(size, Untouched::Indeterminate)?;
        if new == 0 {
            return Ok(0);
        }
        if let (Ok((from, _)), Ok((to, _))) = (
            self.memory.find(old, 0, false),
            self.memory.find(new, 0, true),
        ) {
            let len = size.min(self.memory.object(from).size);
            self.copy_bytes((from, 0), (to, 0), len)?;
        }
        self.free(Region::of(old));
        Ok(new)
    }

    /// Returns whether `address` is that of a live heap block. If not, reports the failure of the operation
    /// `what`, which frees or moves the block.
    fn freeable(&mut self, address: u64, what: &str) -> Result<bool, Stop> {
        let region = Region::of(address);
        let base = address == region.base();
        let (kind, message) = match self.memory.holder(region) {
            Holder::Live(id) if !self.memory.object(id).left => {
                let origin = self.memory.object(id).origin;
                if origin == Origin::Heap && base {
                    return Ok(true);
                }
                let name = self.describe_object(origin);
                let offset = address.wrapping_sub(region.base()) as i64;
                let message = if origin == Origin::Heap {
                    format!("{what} of the address at offset {offset} of {name}")
                } else {
                    format!("{what} of {name}, which is not a heap block")
                };
                (BugKind::InvalidFree, message)
            }
            Holder::Freed if base => (
                BugKind::DoubleFree,
                format!("{what} of a heap block that is freed already"),
            ),
            _ => (
                BugKind::InvalidFree,
                format!("{what} of {address:#x}, where there is no heap block"),
            ),
        };
        self.fail(kind, || message)?;
        Ok(false)
    }

    // ---- Blocks of bytes.

    fn block_intrinsic(&mut self, operands: &Operands) -> Result<(), Stop> {
        let (to, len) = (operands.address(0), operands.address(2));
        if len == 0 {
            return Ok(());
        }
        self.begin_block(len)?;
        if operands.step.intrinsic == Intrinsic::Fill {
            let byte = operands.operand(1) as u8;
            return match self.locate(to, len, Access::Write)? {
                Some(place) => self.fill_bytes(place, byte, len),
                None => Ok(()),
            };
        }
        let from = self.locate(operands.address(1), len, Access::Read)?;
        let to = self.locate(to, len, Access::Write)?;
        match (from, to) {
            (Some(from), Some(to)) => self.copy_bytes(from, to, len),
            _ => Ok(()),
        }
    }

    /// Lets a prefix run (see [`Process::stop_before_inputs`]) stop before `len` bytes are copied or filled, because it
    /// must not stop after a part of the bytes. It always stops if there are more than [`FLAT`] bytes. If there are
    /// from [`CHUNK`] to [`FLAT`] bytes, it stops if a limit is reached. In any other run, this method does nothing,
    /// because copying and filling check the limits after each chunk.
    fn begin_block(&self, len: u64) -> Result<(), Stop> {
        if !self.is_prefix || len < CHUNK {
            return Ok(());
        }
        if len > FLAT {
            return self.stop_if_prefix();
        }
        self.check_resources()
    }

    fn fill_bytes(&mut self, to: (usize, u64), byte: u8, len: u64) -> Result<(), Stop> {
        let mut done = 0;
        while done < len {
            let count = (len - done).min(CHUNK);
            let piece = Piece {
                bytes: vec![byte; count as usize],
                init: Vec::new(),
            };
            self.memory.object_mut(to.0).put(to.1 + done, &piece);
            self.check_resources_within()?;
            done += count;
        }
        Ok(())
    }

    /// Copies bytes with their initialization marks, chunk by chunk. If the target overlaps the source at a higher
    /// address, copies the last chunk first, so that no source byte is overwritten before it is copied.
    fn copy_bytes(&mut self, from: (usize, u64), to: (usize, u64), len: u64) -> Result<(), Stop> {
        let backwards = from.0 == to.0 && from.1 < to.1;
        let pieces = len.div_ceil(CHUNK);
        for index in 0..pieces {
            let index = if backwards { pieces - 1 - index } else { index };
            let done = index * CHUNK;
            let count = (len - done).min(CHUNK);
            let piece = self.memory.object(from.0).piece(from.1 + done, count);
            self.memory.object_mut(to.0).put(to.1 + done, &piece);
            self.check_resources_within()?;
        }
        Ok(())
    }

    /// Returns the bytes of the C string at `address` without the terminating zero. With `Some(n)` as `most`, stops
    /// after n bytes.
    pub(super) fn read_string(&mut self, address: u64, most: Option<u64>) -> Result<Vec<u8>, Stop> {
        let mut bytes = Vec::new();
        while most.is_none_or(|most| (bytes.len() as u64) < most) {
            let byte = self.load(address.wrapping_add(bytes.len() as u64), 1)? as u8;
            if byte == 0 {
                break;
            }
            bytes.push(byte);
            if bytes.len().is_multiple_of(1 << 16) {
                self.check_resources_within()?;
            }
        }
        Ok(bytes)
    }
}
