//! The facts in the table row of an intrinsic: its effects on memory, on control flow and on its result.
//!
//! Analyses match these enums exhaustively. So the compiler reports each analysis that does not handle a new variant,
//! and no analysis needs a list of intrinsics by name.
use crate::types::Type;

/// The rule for the type of an intrinsic's result.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ResultType {
    /// There is no result.
    Nothing,
    /// The result always has the given type.
    Fixed(Type),
    /// The result may have any type. Each instruction states the type of its own result.
    Any,
    /// The result may have any type, which the instruction states; or the instruction has no result.
    AnyOrNothing,
    /// The result has the type of the first operand.
    FirstArg,
}

/// The rule for a fixed operand of an intrinsic.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// The type of the operand; `None` permits any type.
    pub ty: Option<Type>,
    /// The effect on the memory to which the operand points.
    pub access: Access,
}

impl Param {
    /// Returns a copy of this rule in which `access` is the operand's effect on memory.
    pub const fn with(self, access: Access) -> Param {
        Param {
            ty: self.ty,
            access,
        }
    }
}

/// The effect of an intrinsic on the memory to which an operand points.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// The intrinsic accesses no memory through the operand. If the operand is an address, the intrinsic neither
    /// stores nor returns this address.
    None,
    /// Reads bytes, starting at the address in the operand.
    Reads(Extent),
    /// Writes all bytes of a range that begins at the address in the operand.
    Writes(Extent, Content),
    /// The operand is an argument that a format string of `printf` consumes: `%s` reads the string at the address in
    /// the operand, and `%n` writes a number to this address.
    Formatted,
    /// Reads and writes all memory that can be reached through pointers stored at the address in the operand.
    Reaches,
    /// Begins the lifetime of the stack slot whose address is the operand. If an earlier lifetime of the slot
    /// has ended, the contents of the slot become indeterminate.
    Begins,
    /// Ends the lifetime of the stack slot whose address is the operand.
    Ends,
    /// Frees the heap block whose address is the operand.
    Frees,
    /// Reallocates the heap block whose address is the operand, as `realloc` does: moves the bytes to a new block,
    /// whose address is the result, and frees the old block.
    Moves,
    /// The intrinsic accesses no memory through the operand. The operand, which may be an address, may become
    /// the result or be stored.
    Escapes,
}

impl Access {
    /// Returns whether the bytes at the operand's address may change or cease to exist. `is_pointer` is true if the
    /// operand is an address.
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

    /// Returns whether the result, or an effect, may depend on the bytes at the operand's address.
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

    /// Returns whether the intrinsic may store or return the operand if it is an address, so that other code can access
    /// the object at this address.
    pub fn lets_escape(self) -> bool {
        match self {
            Access::Reaches | Access::Moves | Access::Escapes => true,
            Access::None
            | Access::Reads(_)
            | Access::Writes(..)
            | Access::Formatted
            | Access::Begins
            | Access::Ends
            | Access::Frees => false,
        }
    }

    /// Returns whether this effect on memory begins or ends the lifetime of a stack slot.
    pub fn is_lifetime(self) -> bool {
        matches!(self, Access::Begins | Access::Ends)
    }
}

/// The number of bytes that an access to memory covers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The value of the operand with this index.
    Operand(usize),
    /// All bytes up to the first zero byte, inclusive.
    String,
    /// An unknown number of bytes.
    Unknown,
}

/// The source of the bytes that a write stores.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A new symbolic input.
    Input,
    /// The bytes to which the operand with this index points.
    CopyOf(usize),
    /// A function of the values of the operands.
    Computed,
}

/// The rule for the value of an intrinsic's result.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ResultValue {
    /// There is no result.
    Nothing,
    /// A symbolic input, which is not the address of an object.
    Input,
    /// Any value, possibly the address of any object.
    Unknown,
    /// The address of a new object. It may be null if the storage is [`Storage::Heap`] or [`Storage::Run`] and the size
    /// is too large.
    NewObject {
        /// The storage duration of the object.
        storage: Storage,
        /// Whether the initial bytes are zero; otherwise they are indeterminate.
        zeroed: bool,
    },
    /// The address of a new heap block with the bytes of the old block, whose address is the operand marked
    /// [`Access::Moves`].
    MovedObject,
    /// The address of the variadic arguments of the current call.
    VaArea,
    /// One of the values that the first operand can have on this path. The result is the same for all inputs of the
    /// path.
    SomeValue,
    /// A fact about the path, such as whether the operand can be 1. The result is the same for all inputs of the path.
    PathFact,
    /// A function of the values of the operands, and of the bounds of the objects to which they point.
    Computed,
    /// A function of the values of the operands, and of the bytes to which the operands with [`Access::reads_memory`]
    /// point.
    FromMemory,
}

/// The storage duration of a new object.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Storage {
    /// The object lives until it is freed; if it is never freed, the program has a leak. The address is null if the
    /// size is too large.
    Heap,
    /// The object lives until the function returns.
    Frame,
    /// The object lives until the end of the run. The address is null if the size is too large.
    Run,
}

/// The effect of an intrinsic on control flow.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Control {
    /// Continues with the next instruction, unless an access fails.
    Continues,
    /// Ends the path if the operand is 0.
    MayEnd,
    /// Ends the path: no later instruction runs.
    Ends,
    /// May return a second time, after later code of the function has run, as `setjmp` does.
    ReturnsTwice,
    /// Continues after an earlier intrinsic with [`Control::ReturnsTwice`], possibly in a caller, as `longjmp` does.
    JumpsBack,
    /// Continues with the next instruction, possibly after the state was merged with other states. Loads are
    /// not moved across the intrinsic.
    MergePoint,
}

/// Whether dead code elimination may remove an intrinsic with an unused result.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unused {
    /// The intrinsic may be removed.
    Removable,
    /// The intrinsic must not be removed, because it has an effect other than its result.
    Stays,
}
