//! The messages of failures, which name the objects and functions of the program.
use super::Executor;
use super::resolve::Access;
use crate::memory::object::Kind;
use crate::state::State;
use symtool_ir::BugKind;
use symtool_ir::layout::{Region, function_at};

impl Executor<'_> {
    /// Returns the failure message for an illegal access.
    pub fn describe_access(
        &self,
        state: &State,
        kind: BugKind,
        address: u64,
        access: Access,
    ) -> String {
        let noun = if access.write { "write" } else { "read" };
        let bytes = counted(access.len);
        match kind {
            BugKind::Null if address == 0 => format!("{noun} through a null pointer"),
            BugKind::Null => {
                format!(
                    "{noun} through a null pointer plus {} bytes",
                    address as i64
                )
            }
            BugKind::UseAfterFree => format!("{noun} of {bytes} in a freed heap block"),
            BugKind::UseAfterScope => {
                format!("{noun} of {bytes} in a local variable whose block has ended")
            }
            BugKind::UseAfterReturn => {
                format!("{noun} of {bytes} in a local variable of a function that has returned")
            }
            _ => self.describe_address(state, address, &format!("{noun} of {bytes}")),
        }
    }

    fn describe_address(&self, state: &State, address: u64, what: &str) -> String {
        let region = Region::of(address);
        let Some(object) = state.memory.object(region) else {
            return match function_at(self.program, address) {
                Some(func) => format!("{what} in function `{}`", self.program.functions[func].name),
                None => format!("{what} at address {address:#x}, where there is no object"),
            };
        };
        let offset = address.wrapping_sub(region.base()) as i64;
        let name = self.object_name(state, region);
        if object.kind == Kind::Const {
            format!("{what} at offset {offset} of {name}, which is constant")
        } else {
            match object.bound {
                None => {
                    let size = counted(object.size);
                    format!("{what} at offset {offset} of {name}, which has {size}")
                }
                Some(_) => {
                    format!("{what} at offset {offset} of {name}, whose size depends on the input")
                }
            }
        }
    }

    /// Returns the name of a live object for messages.
    pub fn object_name(&self, state: &State, region: Region) -> String {
        match state.memory.object(region) {
            Some(object) if object.kind == Kind::Heap => "a heap block".to_owned(),
            Some(object) if object.name.is_empty() => "a local object".to_owned(),
            Some(object) => format!("`{}`", object.name),
            None => "no object".to_owned(),
        }
    }
}

/// Returns a number of bytes as text: `1 byte` or `2 bytes`.
fn counted(bytes: u64) -> String {
    if bytes == 1 {
        "1 byte".to_owned()
    } else {
        format!("{bytes} bytes")
    }
}
