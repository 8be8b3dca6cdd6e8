//! Intrinsics.
use super::access::Access;
use super::decode::{IntrinsicStep, Reg};
use super::machine::{Flow, Machine, Stepped, Stop};
use super::memory::Holder;
use super::object::{CHUNK, Origin, Piece, Untouched};
use super::printf::{self, Argument, Arguments};
use crate::bits::Bits;
use crate::bug::BugKind;
use crate::input::uninit_name;
use crate::intrinsic::Intrinsic;
use crate::layout::{MAX_OBJECT_SIZE, Region};
use crate::outcome::Outcome;
use crate::types::Type;

impl Machine<'_> {
    pub(super) fn intrinsic(&mut self, step: &IntrinsicStep) -> Stepped {
        use Intrinsic as I;
        match step.intrinsic {
            I::MakeSymbolic | I::Symbolic | I::Uninit | I::Missing => self.input_intrinsic(step)?,
            I::Malloc | I::Calloc | I::Realloc | I::Free | I::Alloca => {
                self.allocation_intrinsic(step)?;
            }
            I::Copy | I::Fill => self.block_intrinsic(step)?,
            I::Printf | I::PrintExpr | I::Warning => self.output_intrinsic(step)?,
            I::Assume if self.operand(step, 0) == 0 => {
                return Err(Box::new(Outcome::AssumeFailed));
            }
            I::VaArea => {
                let area = self.frames.last().and_then(|f| f.variadic);
                self.set_result(step.dst, area.map_or(0, |r| u128::from(r.base())));
            }
            I::Exit => return Err(Box::new(Outcome::Exit(self.operand(step, 0) as i32))),
            I::Abort => return Err(Box::new(Outcome::Abort)),
            I::SilentExit => return Err(Box::new(Outcome::Silent(self.operand(step, 0) as i32))),
            I::IsSymbolic => self.set_result(step.dst, 0),
            I::GetValue => self.set_result(step.dst, self.operand(step, 0)),
            I::Assume | I::PreferCex | I::MergeOpen | I::MergeClose => {}
        }
        Ok(Flow::Next)
    }

    fn operand(&self, step: &IntrinsicStep, index: usize) -> u128 {
        step.args.get(index).map_or(0, |&(reg, _)| self.get(reg))
    }

    fn address(&self, step: &IntrinsicStep, index: usize) -> u64 {
        self.operand(step, index) as u64
    }

    // ---- inputs

    fn input_intrinsic(&mut self, step: &IntrinsicStep) -> Result<(), Stop> {
        let text = step.text.as_deref().unwrap_or("");
        let name = match step.intrinsic {
            Intrinsic::MakeSymbolic => return self.make_symbolic(step),
            Intrinsic::Uninit => uninit_name(text),
            Intrinsic::Missing => {
                self.note(format!(
                    "call of `{text}`, which has neither a body nor a model"
                ));
                text.to_owned()
            }
            _ => text.to_owned(),
        };
        if let Some((reg, ty)) = step.dst {
            let name = self.names.unique(&name);
            let value = self.input_value(name, ty);
            self.set(reg, value);
        }
        Ok(())
    }

    fn make_symbolic(&mut self, step: &IntrinsicStep) -> Result<(), Stop> {
        let (address, size) = (self.address(step, 0), self.address(step, 1));
        let name = self.read_string(self.address(step, 2), None)?;
        let name = self.names.unique(&String::from_utf8_lossy(&name));
        let Some((id, offset)) = self.locate(address, size, Access::Write)? else {
            return Ok(());
        };
        let bytes = self.input(name, size);
        for done in (0..size).step_by(CHUNK as usize) {
            self.check_resources()?;
            let object = self.memory.object_mut(id);
            for at in done..size.min(done + CHUNK) {
                let byte = bytes.get(at as usize).copied().unwrap_or(0);
                object.set_byte(offset + at, Some(byte));
            }
        }
        Ok(())
    }

    // ---- allocation

    fn allocation_intrinsic(&mut self, step: &IntrinsicStep) -> Result<(), Stop> {
        let first = self.address(step, 0);
        let address = match step.intrinsic {
            Intrinsic::Malloc => self.heap_block(first, Untouched::Indeterminate)?,
            Intrinsic::Calloc => match first.checked_mul(self.address(step, 1)) {
                Some(size) => self.heap_block(size, Untouched::Zero)?,
                None => 0,
            },
            Intrinsic::Realloc => self.realloc(first, self.address(step, 1))?,
            Intrinsic::Alloca => self.alloca(first)?,
            _ => {
                if first != 0 && self.freeable(first, "free")? {
                    self.memory.kill(Region::of(first));
                }
                return Ok(());
            }
        };
        self.set_result(step.dst, u128::from(address));
        Ok(())
    }

    /// The address of a new heap block; null if it is too large.
    fn heap_block(&mut self, size: u64, untouched: Untouched) -> Result<u64, Stop> {
        if size > MAX_OBJECT_SIZE {
            return Ok(0);
        }
        Ok(self.allocate(Origin::Heap, size, untouched)?.base())
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
        if let Some(frame) = self.frames.last_mut() {
            frame.allocas.push(region);
        }
        Ok(region.base())
    }

    /// Grows or shrinks a block by moving it; null, and the old block stays, if the new size is too large.
    fn realloc(&mut self, old: u64, size: u64) -> Result<u64, Stop> {
        if old == 0 {
            return self.heap_block(size, Untouched::Indeterminate);
        }
        if !self.freeable(old, "realloc")? {
            return Ok(0);
        }
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
        self.memory.kill(Region::of(old));
        Ok(new)
    }

    /// Is this the address of a live heap block? If not, it is a failure.
    fn freeable(&mut self, address: u64, what: &str) -> Result<bool, Stop> {
        let region = Region::of(address);
        let base = address == region.base();
        let (kind, message) = match self.memory.holder(region) {
            Holder::Live(id) => {
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

    // ---- blocks of bytes

    fn block_intrinsic(&mut self, step: &IntrinsicStep) -> Result<(), Stop> {
        let (to, len) = (self.address(step, 0), self.address(step, 2));
        if len == 0 {
            return Ok(());
        }
        if step.intrinsic == Intrinsic::Fill {
            let byte = self.operand(step, 1) as u8;
            return match self.locate(to, len, Access::Write)? {
                Some(place) => self.fill_bytes(place, byte, len),
                None => Ok(()),
            };
        }
        let from = self.locate(self.address(step, 1), len, Access::Read)?;
        let to = self.locate(to, len, Access::Write)?;
        match (from, to) {
            (Some(from), Some(to)) => self.copy_bytes(from, to, len),
            _ => Ok(()),
        }
    }

    fn fill_bytes(&mut self, to: (usize, u64), byte: u8, len: u64) -> Result<(), Stop> {
        let mut done = 0;
        while done < len {
            let count = (len - done).min(CHUNK);
            let piece = Piece {
                bytes: vec![byte; count as usize],
                init: vec![true; count as usize],
            };
            self.memory.object_mut(to.0).put(to.1 + done, &piece);
            self.check_resources()?;
            done += count;
        }
        Ok(())
    }

    /// Copies bytes and their marks piece by piece, from the end where the ranges overlap so.
    fn copy_bytes(&mut self, from: (usize, u64), to: (usize, u64), len: u64) -> Result<(), Stop> {
        let backwards = from.0 == to.0 && from.1 < to.1;
        let pieces = len.div_ceil(CHUNK);
        for index in 0..pieces {
            let index = if backwards { pieces - 1 - index } else { index };
            let done = index * CHUNK;
            let count = (len - done).min(CHUNK);
            let piece = self.memory.object(from.0).piece(from.1 + done, count);
            self.memory.object_mut(to.0).put(to.1 + done, &piece);
            self.check_resources()?;
        }
        Ok(())
    }

    /// The bytes of a C string without its end, at most `most` of them.
    fn read_string(&mut self, address: u64, most: Option<u64>) -> Result<Vec<u8>, Stop> {
        let mut bytes = Vec::new();
        while most.is_none_or(|most| (bytes.len() as u64) < most) {
            let byte = self.read(address.wrapping_add(bytes.len() as u64), 1)? as u8;
            if byte == 0 {
                break;
            }
            bytes.push(byte);
            if bytes.len().is_multiple_of(1 << 16) {
                self.check_resources()?;
            }
        }
        Ok(bytes)
    }

    // ---- output

    fn output_intrinsic(&mut self, step: &IntrinsicStep) -> Result<(), Stop> {
        let text = self.read_string(self.address(step, 0), None)?;
        let rest = step.args.get(1..).unwrap_or_default();
        match step.intrinsic {
            Intrinsic::Printf => {
                let mut args = PrintfArgs {
                    machine: self,
                    args: rest.iter(),
                };
                let printed = printf::format(&text, &mut args)?;
                for what in printed.problems {
                    self.note(what);
                }
                self.set_result(step.dst, printed.bytes.len() as u128);
                self.output.extend(printed.bytes);
            }
            _ => {
                self.output.extend(text);
                for (index, &(reg, ty)) in rest.iter().enumerate() {
                    let value = Bits::of(ty, self.get(reg)).to_signed();
                    let separator = if index == 0 { ": " } else { ", " };
                    self.output.extend(format!("{separator}{value}").bytes());
                }
                self.output.push(b'\n');
            }
        }
        if self.output.len() as u64 > self.config.max_memory {
            self.check_resources()?;
        }
        Ok(())
    }
}

/// The operands of a `printf` after its format.
struct PrintfArgs<'a, 'm> {
    machine: &'a mut Machine<'m>,
    args: std::slice::Iter<'a, (Reg, Type)>,
}

impl Arguments for PrintfArgs<'_, '_> {
    type Error = Stop;

    fn next(&mut self) -> Argument {
        match self.args.next() {
            Some(&(reg, ty)) => Argument::Known(Bits::of(ty, self.machine.get(reg))),
            None => Argument::Missing,
        }
    }

    fn string(&mut self, address: u64, most: Option<u64>) -> Result<Option<Vec<u8>>, Stop> {
        self.machine.read_string(address, most).map(Some)
    }

    fn store(&mut self, address: u64, bytes: usize, value: u64) -> Result<(), Stop> {
        let place = self.machine.locate(address, bytes as u64, Access::Write)?;
        if let Some((id, offset)) = place {
            let object = self.machine.memory.object_mut(id);
            object.write(offset, bytes, u128::from(value));
        }
        Ok(())
    }
}
