//! Executes intrinsics that format text: for the output of the program, for messages, or for a conversion into memory.
use super::access::Access;
use super::intrinsic::Operands;
use super::printf::{self, Argument, Arguments};
use super::process::{Process, Stop};
use crate::bits::Bits;
use crate::intrinsic::Intrinsic;

/// The distance in bytes between two variadic arguments in memory.
const SLOT: u64 = 16;

impl Process<'_> {
    /// Executes an intrinsic that prints or formats text. Returns the number of bytes of formatted text; 0 for a
    /// message or unformatted output.
    pub(super) fn output_intrinsic(&mut self, operands: &Operands<'_>) -> Result<usize, Stop> {
        let mut count = 0;
        match operands.step.intrinsic {
            Intrinsic::Output => {
                let bytes = self.read_block(operands.address(0), operands.address(1))?;
                self.output.extend(bytes);
            }
            Intrinsic::Printf | Intrinsic::PrintfList => {
                let text = self.print(operands)?;
                count = text.len();
                self.output.extend(text);
            }
            Intrinsic::FormatFloat => {
                let format = self.read_string(operands.address(2), None)?;
                let text = self.formatted(&format, Source::Operands(operands.rest(3).collect()))?;
                count = text.len();
                self.store_text(operands.address(0), operands.address(1), &text)?;
            }
            Intrinsic::PrintExpr | Intrinsic::Warning => self.message(operands)?,
            other => other.misdirected(),
        }
        if self.output.len() as u64 > self.config.max_memory {
            self.check_resources_within()?;
        }
        Ok(count)
    }

    /// Returns the text that a `printf` prints. The arguments for the format string are operands of the intrinsic, or
    /// are in memory.
    fn print(&mut self, operands: &Operands<'_>) -> Result<Vec<u8>, Stop> {
        let format = self.read_string(operands.address(0), None)?;
        let source = match operands.step.intrinsic {
            Intrinsic::PrintfList => Source::Memory(operands.address(1)),
            Intrinsic::Printf => Source::Operands(operands.rest(1).collect()),
            other => other.misdirected(),
        };
        self.formatted(&format, source)
    }

    fn formatted(&mut self, format: &[u8], source: Source) -> Result<Vec<u8>, Stop> {
        let mut args = PrintfArgs {
            process: self,
            source,
        };
        let printed = printf::format(format, &mut args)?;
        for what in printed.problems {
            self.note(what)?;
        }
        Ok(printed.bytes)
    }

    /// Stores a text as `snprintf` does: at most `size` bytes, including the terminating zero.
    fn store_text(&mut self, to: u64, size: u64, text: &[u8]) -> Result<(), Stop> {
        let Some(room) = size.checked_sub(1) else {
            return Ok(());
        };
        let kept = &text[..text.len().min(room as usize)];
        let place = self.locate(to, kept.len() as u64 + 1, Access::Write)?;
        if let Some((id, offset)) = place {
            let object = self.memory.object_mut(id);
            for (&byte, at) in kept.iter().chain(&[0]).zip(offset..) {
                object.set_byte(at, Some(byte));
            }
        }
        Ok(())
    }

    fn read_block(&mut self, address: u64, size: u64) -> Result<Vec<u8>, Stop> {
        if size == 0 || self.locate(address, size, Access::Read)?.is_none() {
            return Ok(Vec::new());
        }
        let mut bytes = Vec::new();
        for at in 0..size {
            bytes.push(self.load(address + at, 1)? as u8);
            if bytes.len().is_multiple_of(1 << 16) {
                self.check_resources_within()?;
            }
        }
        Ok(bytes)
    }

    /// Prints one line: the text whose address is the first operand, then the values of the other operands (`text: 1,
    /// -2`).
    fn message(&mut self, operands: &Operands<'_>) -> Result<(), Stop> {
        let text = self.read_string(operands.address(0), None)?;
        self.output.extend(text);
        for (index, value) in operands.rest(1).enumerate() {
            let separator = if index == 0 { ": " } else { ", " };
            let value = value.to_signed();
            self.output.extend(format!("{separator}{value}").bytes());
        }
        self.output.push(b'\n');
        Ok(())
    }
}

/// The source of the arguments of a format string.
enum Source {
    Operands(Vec<Bits>),
    /// Memory from this address on, with [`SLOT`] bytes for each argument.
    Memory(u64),
}

struct PrintfArgs<'p, 'm> {
    process: &'p mut Process<'m>,
    source: Source,
}

impl Arguments for PrintfArgs<'_, '_> {
    type Error = Stop;

    fn get(&mut self, index: usize, bytes: usize) -> Result<Argument, Stop> {
        match &self.source {
            Source::Operands(args) => Ok(args
                .get(index)
                .map_or(Argument::Missing, |&value| Argument::Known(value))),
            Source::Memory(base) => {
                let address = base.wrapping_add(index as u64 * SLOT);
                let memory = &self.process.memory;
                if memory.find(address, bytes as u64, false).is_err() {
                    return Ok(Argument::Missing);
                }
                let value = self.process.load(address, bytes)?;
                Ok(Argument::Known(Bits::new(8 * bytes as u32, value)))
            }
        }
    }

    fn string(&mut self, address: u64, most: Option<u64>) -> Result<Option<Vec<u8>>, Stop> {
        self.process.read_string(address, most).map(Some)
    }

    fn store(&mut self, address: u64, bytes: usize, value: u64) -> Result<(), Stop> {
        // In a prefix run (see [`Process::stop_before_inputs`]), the call must not store anything. The reason is that a
        // later conversion of this call may stop the run, and symbolic execution then executes the whole call again.
        self.process.stop_if_prefix()?;
        self.process.store(address, bytes, u128::from(value))
    }
}
