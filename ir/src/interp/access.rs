//! Loads and stores of the interpreter, and the rules for legal accesses.
use super::machine::{Flow, Machine, Stepped};
use super::memory::Holder;
use super::object::Origin;
use super::process::{Process, Stop};
use crate::bits::mask;
use crate::bug::{BugKind, CheckKind};
use crate::decode::MemoryStep;
use crate::input::uninit_memory_name;
use crate::layout::{Region, function_at};

/// The kind of a memory access, for error messages.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
}

impl Access {
    fn noun(self) -> &'static str {
        match self {
            Access::Read => "read",
            Access::Write => "write",
        }
    }
}

impl Machine<'_> {
    #[inline]
    pub(super) fn load(&mut self, step: &MemoryStep) -> Stepped {
        let value = if self.guarded_in(step.guard) {
            let address = self.get_u64(step.addr);
            self.process.load(address, step.bytes as usize)?
        } else {
            0
        };
        self.set(step.value, value & mask(step.ty.bits()));
        Ok(Flow::Next)
    }

    #[inline]
    pub(super) fn store(&mut self, step: &MemoryStep) -> Stepped {
        if self.guarded_in(step.guard) {
            let (address, value) = (self.get_u64(step.addr), self.get(step.value));
            self.process.store(address, step.bytes as usize, value)?;
        }
        Ok(Flow::Next)
    }
}

impl Process<'_> {
    /// Reads up to 16 bytes. If the access is illegal and its check is disabled, the result is 0.
    ///
    /// # Errors
    /// The access is illegal and its check is enabled.
    #[inline]
    pub fn load(&mut self, address: u64, len: usize) -> Result<u128, Stop> {
        let Some((id, offset)) = self.locate(address, len as u64, Access::Read)? else {
            return Ok(0);
        };
        if let Some(value) = self.memory.object(id).read(offset, len) {
            return Ok(value);
        }
        self.determine(id, address)?;
        Ok(self.memory.object(id).read(offset, len).unwrap_or(0))
    }

    /// Writes up to 16 bytes. If the access is illegal and its check is disabled, the store has no effect.
    ///
    /// # Errors
    /// The access is illegal and its check is enabled.
    #[inline]
    pub fn store(&mut self, address: u64, len: usize, value: u128) -> Result<(), Stop> {
        if let Some((id, offset)) = self.locate(address, len as u64, Access::Write)? {
            self.memory.object_mut(id).write(offset, len, value);
        }
        Ok(())
    }

    /// Returns the number of the accessed object, and the byte offset of the access in this object. Returns `None` if
    /// the access is illegal and its check is disabled.
    #[inline]
    pub(super) fn locate(
        &mut self,
        address: u64,
        len: u64,
        access: Access,
    ) -> Result<Option<(usize, u64)>, Stop> {
        match self.memory.find(address, len, access == Access::Write) {
            Ok(found) => Ok(Some(found)),
            Err(kind) => self.illegal(kind, address, len, access),
        }
    }

    #[cold]
    fn illegal(
        &mut self,
        kind: BugKind,
        address: u64,
        len: u64,
        access: Access,
    ) -> Result<Option<(usize, u64)>, Stop> {
        let message = self.describe_access(kind, address, len, access);
        self.fail(kind, || message)?;
        Ok(None)
    }

    /// Handles a read of indeterminate bytes of the object with the number `id`. If the check for such reads is
    /// enabled, the read is a failure. Otherwise a new symbolic input replaces all indeterminate bytes of the object.
    #[cold]
    fn determine(&mut self, id: usize, address: u64) -> Result<(), Stop> {
        self.stop_if_prefix()?;
        let object = self.memory.object(id);
        let (origin, size, life) = (object.origin, object.size, object.life);
        if self.config.checks.has(CheckKind::Uninit) {
            let what = self.describe_object(origin);
            let offset = address.wrapping_sub(Region::of(address).base());
            let message = format!("read of indeterminate bytes at offset {offset} of {what}");
            return self.fail(BugKind::Uninit, || message);
        }
        let name = match origin {
            Origin::Slot(func, slot) => &self.module.functions[func].slots[slot].name,
            Origin::Global(global) => &self.module.globals[global].name,
            Origin::Heap => "heap",
            Origin::Vla | Origin::Variadic => "vla",
            Origin::Library => "library",
        };
        let name = uninit_memory_name(name, Region::of(address), life);
        let contents = self.input(name, size, (None, None));
        self.memory.object_mut(id).determine(contents);
        Ok(())
    }

    fn describe_access(&self, kind: BugKind, address: u64, len: u64, access: Access) -> String {
        let noun = access.noun();
        let bytes = counted(len);
        match kind {
            BugKind::Null if address == 0 => format!("{noun} through a null pointer"),
            BugKind::Null => {
                format!(
                    "{noun} through a null pointer plus {} bytes",
                    signed(address)
                )
            }
            BugKind::UseAfterFree => format!("{noun} of {bytes} in a freed heap block"),
            BugKind::UseAfterScope => {
                format!("{noun} of {bytes} in a local variable whose block has ended")
            }
            BugKind::UseAfterReturn => {
                format!("{noun} of {bytes} in a local variable of a function that has returned")
            }
            _ => self.describe_place(kind, address, &format!("{noun} of {bytes}")),
        }
    }

    fn describe_place(&self, kind: BugKind, address: u64, what: &str) -> String {
        let region = Region::of(address);
        match self.memory.holder(region) {
            Holder::Live(id) => {
                let object = self.memory.object(id);
                let offset = signed(address.wrapping_sub(region.base()));
                let name = self.describe_object(object.origin);
                if kind == BugKind::ReadOnly {
                    format!("{what} at offset {offset} of {name}, which is constant")
                } else {
                    let size = counted(object.size);
                    format!("{what} at offset {offset} of {name}, which has {size}")
                }
            }
            _ => match function_at(self.module, address) {
                Some(func) => format!("{what} in function `{}`", self.module.functions[func].name),
                None => format!("{what} at address {address:#x}, where there is no object"),
            },
        }
    }

    /// Returns a description of an object for error messages.
    pub(super) fn describe_object(&self, origin: Origin) -> String {
        match origin {
            Origin::Global(global) => format!("`{}`", self.module.globals[global].name),
            Origin::Slot(func, slot) => {
                let name = &self.module.functions[func].slots[slot].name;
                if name.is_empty() {
                    "a local object".to_owned()
                } else {
                    format!("`{name}`")
                }
            }
            Origin::Heap => "a heap block".to_owned(),
            Origin::Library => "a block of the C library".to_owned(),
            Origin::Vla => "a variable-length array".to_owned(),
            Origin::Variadic => "the variadic arguments".to_owned(),
        }
    }
}

/// Returns a number of bytes as text: `1 byte`, `2 bytes`.
fn counted(bytes: u64) -> String {
    if bytes == 1 {
        "1 byte".to_owned()
    } else {
        format!("{bytes} bytes")
    }
}

fn signed(offset: u64) -> i64 {
    offset as i64
}
