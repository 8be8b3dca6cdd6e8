//! The facts of an intrinsic's table row: its effects on memory, on control flow and on its result.
//!
//! Analyses match these enums exhaustively, so that a new kind of effect does not compile until each analysis
//! handles it. An analysis reads these facts from the row instead of listing intrinsics by name.
use crate::types::Type;

/// The rule for the type of an intrinsic's result.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ResultType {
    /// There is no result.
    Nothing,
    /// The result always has this type.
    Fixed(Type),
    /// The type is part of the instruction.
    Any,
    /// The type is part of the instruction, which may also have no result.
    AnyOrNothing,
    /// The result has the type of the first operand.
    FirstArg,
}

/// The rule for a fixed operand of an intrinsic.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// The operand's type; `None` permits any type.
    pub ty: Option<Type>,
    /// The effect on the memory that the operand points to.
    pub access: Access,
}

impl Param {
    /// Returns the same operand with another effect on memory.
    pub const fn with(self, access: Access) -> Param {
        Param {
            ty: self.ty,
            access,
        }
    }
}

/// The effect of an intrinsic on the memory that an operand points to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// No memory is accessed: only the operand's value matters, and no address in it survives.
    None,
    /// Reads bytes from the address on.
    Reads(Extent),
    /// Writes bytes from the address on; all of them are written.
    Writes(Extent, Content),
    /// An argument of a format: `%s` reads the string there, `%n` writes a number there.
    Formatted,
    /// Reads and writes anything that can be reached through pointers stored there.
    Reaches,
    /// The lifetime of the stack slot at the address begins; its contents become indeterminate if it had ended.
    Begins,
    /// The lifetime of the stack slot at the address ends.
    Ends,
    /// Frees the heap block at the address.
    Frees,
    /// Frees the heap block at the address after moving its bytes to the block that is the result.
    Moves,
    /// No memory is accessed, but the operand, and so an address in it, may become the result or be stored.
    Escapes,
}

impl Access {
    /// Returns whether the bytes there may change or cease to exist. `is_pointer` says whether the operand's type
    /// is an address.
    pub fn changes_memory(self, is_pointer: bool) -> bool {
        match self {
            Access::None | Access::Reads(_) | Access::Escapes => false,
            Access::Formatted => is_pointer,
            Access::Writes(..)
            | Access::Reaches
            | Access::Begins
            | Access::Ends
            | Access::Frees
            | Access::Moves => true,
        }
    }

    /// Returns whether the result or a side effect may depend on the bytes there.
    pub fn reads_memory(self) -> bool {
        match self {
            Access::Reads(_) | Access::Formatted | Access::Reaches | Access::Moves => true,
            Access::None
            | Access::Writes(..)
            | Access::Begins
            | Access::Ends
            | Access::Frees
            | Access::Escapes => false,
        }
    }

    /// Returns whether the effect is the beginning or end of a stack slot's lifetime.
    pub fn is_lifetime(self) -> bool {
        matches!(self, Access::Begins | Access::Ends)
    }
}

/// The number of bytes that an access to memory covers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The value of the operand at this index.
    Operand(usize),
    /// All bytes up to the first zero byte, inclusive.
    String,
    /// An unknown number of bytes from the beginning of the object.
    Unknown,
}

/// The source of the bytes that a write stores.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A new symbolic input.
    Input,
    /// The bytes that the operand at this index points to.
    CopyOf(usize),
    /// A function of the values of the operands.
    Computed,
}

/// The origin of an intrinsic's result.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ResultValue {
    /// There is no result.
    Nothing,
    /// A symbolic input; it points to no object.
    Input,
    /// Any value, possibly the address of any object.
    Unknown,
    /// The address of a new object, or null where `may_be_null` and the size is too large.
    NewObject {
        /// The storage duration of the object.
        storage: Storage,
        /// Whether the initial bytes are zero; otherwise they are indeterminate.
        zeroed: bool,
    },
    /// The address of a new heap block with the bytes of the [`Access::Moves`] operand.
    MovedObject,
    /// The address of this frame's variadic arguments.
    VaArea,
    /// One of the values that the first operand can have on this path. It is constant on each path.
    SomeValue,
    /// A value that depends on the path condition. It is constant on each path.
    PathFact,
    /// A function of the operands' values and of the bounds of the objects that they point to.
    Computed,
    /// A function of the operands' values and of the bytes that [`Access::reads_memory`] operands point to.
    FromMemory,
}

/// The storage duration of a new object.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Until it is freed; if it never is, that is a leak. The address is null if the size is too large.
    Heap,
    /// Until the function returns.
    Frame,
    /// Until the end of the run. The address is null if the size is too large.
    Run,
}

/// The effect of an intrinsic on control flow.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Control {
    /// Continues with the next instruction, unless an access fails.
    Continues,
    /// Ends the path if the operand is 0.
    MayEnd,
    /// Ends the path; nothing after it runs.
    Ends,
    /// May return again after later code of this function has run.
    ReturnsTwice,
    /// Continues after an earlier [`Control::ReturnsTwice`] intrinsic, maybe in a caller.
    JumpsBack,
    /// Continues, perhaps as a state that was joined with others: no load is moved across it.
    MergePoint,
}

/// Whether dead code elimination may remove an intrinsic with an unused result.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unused {
    /// It may be removed.
    Removable,
    /// It must not be removed, because it has an effect other than its result.
    Stays,
}
