//! Intrinsics: built-in procedures of the engines, for operations that are not pure operators.
//!
//! A library function that can be written in C is not an intrinsic, but a C file of the front end. An intrinsic is an
//! operation on the state of the engine, such as its memory, its inputs or the path condition. Each intrinsic has one
//! row in the table of this file, and one implementation in every engine that runs IR. The row contains every fact that
//! an analysis needs: the memory accesses through each operand, the rule for the value of the result, the effect on
//! control flow.
//!
//! ```
//! use symtool_ir::Intrinsic;
//! use symtool_ir::intrinsic::{Access, Content, Control, Extent};
//!
//! let copy = Intrinsic::from_name("copy").expect("a row of the table").info();
//! let size = Extent::Operand(2);
//! assert_eq!(copy.access(0), Access::Writes(size, Content::CopyOf(1)));
//! assert_eq!(copy.access(1), Access::Reads(size));
//! assert_eq!(Intrinsic::Exit.control(), Control::Ends);
//! ```
mod facts;
pub use facts::{
    Access, Content, Control, Extent, Param, ResultType, ResultValue, Storage, Unused,
};

use crate::types::Type;

/// One row of the table of intrinsics.
#[derive(Debug)]
pub struct IntrinsicInfo {
    /// The intrinsic that the row describes.
    pub intrinsic: Intrinsic,
    /// The keyword of the intrinsic in the textual form.
    pub name: &'static str,
    /// The fixed operands.
    pub params: &'static [Param],
    /// The effect on memory of each operand after the fixed operands; these further operands may have any type.
    /// `None` if all operands are fixed.
    pub variadic: Option<Access>,
    /// The rule for the type of the result.
    pub result: ResultType,
    /// The rule for the value of the result; for example, a new symbolic input, or the address of a new object.
    pub value: ResultValue,
    /// The effect on control flow.
    pub control: Control,
    /// Whether the intrinsic may be removed if its result is unused.
    pub unused: Unused,
}

impl IntrinsicInfo {
    /// Returns the effect on the memory to which the operand with index `index` points.
    pub fn access(&self, index: usize) -> Access {
        let fixed = self.params.get(index).map(|param| param.access);
        fixed.or(self.variadic).unwrap_or(Access::None)
    }

    /// Pairs each operand of an instruction with the effect of the intrinsic on the memory to which the operand points.
    pub fn accesses<'a, T: Copy>(
        &self,
        args: &'a [T],
    ) -> impl Iterator<Item = (T, Access)> + use<'_, 'a, T> {
        let typed = args.iter().enumerate();
        typed.map(|(index, &arg)| (arg, self.access(index)))
    }
}

const fn param(ty: Option<Type>) -> Param {
    let access = Access::None;
    Param { ty, access }
}

const PTR: Param = param(Some(Type::Ptr));
const I1: Param = param(Some(Type::I1));
const I8: Param = param(Some(Type::I8));
const I32: Param = param(Some(Type::I32));
const I64: Param = param(Some(Type::I64));
const F64: Param = param(Some(Type::F64));
const ANY: Param = param(None);
/// The table entry for an operand that is the address of a string; the intrinsic reads the string.
const STRING: Param = PTR.with(Reads(Extent::String));

/// Returns the table entry for an operand that is the address of bytes to read. The operand with index `size` is the
/// number of bytes.
const fn source(size: usize) -> Param {
    PTR.with(Reads(Extent::Operand(size)))
}

/// Returns the table entry for an operand that is the address of bytes to write. The operand with index `size` is the
/// number of bytes.
const fn target(size: usize, content: Content) -> Param {
    PTR.with(Writes(Extent::Operand(size), content))
}

/// Returns the table entry for a result that is the address of a new object.
const fn object(storage: Storage, zeroed: bool) -> ResultValue {
    ResultValue::NewObject { storage, zeroed }
}

macro_rules! intrinsics {
    ($($id:ident $name:literal ($($param:expr),*) $(... $rest:ident)? -> $result:expr, $value:expr;
        $control:ident $unused:ident $doc:literal)*) => {
        /// A built-in procedure.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Intrinsic { $(#[doc = $doc] $id,)* }

        /// The table of intrinsics, in the order of the variants of [`Intrinsic`].
        pub static INTRINSICS: &[IntrinsicInfo] = &[
            $(IntrinsicInfo {
                intrinsic: Intrinsic::$id, name: $name, params: &[$($param),*],
                variadic: intrinsics!(@rest $($rest)?), result: $result, value: $value,
                control: Control::$control, unused: Unused::$unused,
            },)*
        ];
    };
    (@rest) => { Option::None };
    (@rest $access:ident) => { Some(Access::$access) };
}

use Access::{Begins, Ends, Escapes, Frees, Moves, Reaches, Reads, Writes};
use ResultType::{Any, AnyOrNothing, FirstArg, Fixed, Nothing};
use ResultValue as V;
intrinsics! {
    MakeSymbolic "make_symbolic" (target(1, Content::Input), I64, STRING) -> Nothing, V::Nothing; Continues Stays
        "Makes `size` bytes at an address a symbolic input; the third operand is the name of the input, a C string."
    Symbolic "symbolic" () -> Any, V::Input; Continues Stays
        "Returns a new symbolic input. The string constant of the instruction is the name of the input."
    Uninit "uninit" () -> Any, V::Input; Continues Removable
        "Returns any value: the value of an uninitialized local variable. The string constant of the instruction is the name of the variable."
    Assume "assume" (I1) -> Nothing, V::Nothing; MayEnd Stays
        "Ends the path without a test or failure if the condition is false."
    Malloc "malloc" (I64) -> Fixed(Type::Ptr), object(Storage::Heap, false); Continues Stays
        "Allocates a heap block with indeterminate contents."
    Calloc "calloc" (I64, I64) -> Fixed(Type::Ptr), object(Storage::Heap, true); Continues Stays
        "Allocates a heap block of `count * size` bytes, all zero; returns null if the product overflows."
    Realloc "realloc" (PTR.with(Moves), I64) -> Fixed(Type::Ptr), V::MovedObject; Continues Stays
        "Changes the size of a heap block: copies its bytes to a new block and frees the old one."
    Free "free" (PTR.with(Frees)) -> Nothing, V::Nothing; Continues Stays
        "Frees a heap block; null is ignored."
    Alloca "alloca" (I64, I64) -> Fixed(Type::Ptr), object(Storage::Frame, false); Continues Stays
        "Allocates a stack object (a variable-length array), which lives until the function returns. The operands are the size and the alignment in bytes."
    Copy "copy" (target(2, Content::CopyOf(1)), source(2), I64) -> Nothing, V::Nothing; Continues Stays
        "Copies bytes as memmove(destination, source, bytes) does. A destination byte is initialized if its source byte is initialized."
    Fill "fill" (target(2, Content::Computed), I8, I64) -> Nothing, V::Nothing; Continues Stays
        "Sets bytes as memset(destination, byte, bytes) does."
    Printf "printf" (STRING) ... Formatted -> Fixed(Type::I32), V::FromMemory; Continues Stays
        "Appends text to the run log as C's `printf` does; returns the number of bytes."
    VaArea "va_area" () -> Fixed(Type::Ptr), V::VaArea; Continues Stays
        "Returns the address of the variadic arguments of the current call: 16 bytes each, with the value in the low bytes."
    Exit "exit" (I32) -> Nothing, V::Nothing; Ends Stays
        "Ends the program normally with the operand as its exit status."
    Abort "abort" () -> Nothing, V::Nothing; Ends Stays
        "Ends the program as `abort()` does; this is not reported as a failure."
    SilentExit "silent_exit" (I32) -> Nothing, V::Nothing; Ends Stays
        "Ends the path without a test case."
    IsSymbolic "is_symbolic" (ANY) -> Fixed(Type::I32), V::PathFact; Continues Removable
        "Returns 1 if the operand depends on the input on the current path, else 0."
    GetValue "get_value" (ANY.with(Escapes)) -> FirstArg, V::SomeValue; Continues Stays
        "Returns one value that the operand can have on the current path, and adds no constraint."
    PreferCex "prefer_cex" (PTR, I64) -> Nothing, V::Nothing; Continues Stays
        "Records a preference for the test case of the current path: if feasible, its inputs make the second operand nonzero."
    PrintExpr "print_expr" (STRING) ... None -> Nothing, V::Nothing; Continues Stays
        "Writes a message and the operands' expressions into the run log."
    Warning "warning" (STRING) -> Nothing, V::Nothing; Continues Stays
        "Writes a message into the run log."
    MergeOpen "merge_open" () -> Nothing, V::Nothing; MergePoint Stays
        "Marks the beginning of a code region in which the program requests state merging."
    MergeClose "merge_close" () -> Nothing, V::Nothing; MergePoint Stays
        "Marks the end of a code region in which the program requests state merging."
    Math "math" () ... None -> Any, V::Computed; Continues Removable
        "Computes a function of `math.h` that has no exact operator; the text is the C name of the function."
    Own "own" () ... None -> Any, V::Computed; Continues Removable
        "Computes a pure function that a user of symtool's Rust library has added; the text is the C name of the function."
    Missing "missing" () ... Escapes -> AnyOrNothing, V::Unknown; Continues Stays
        "Returns any value for a call of a function with neither a body nor a model (`--allow-missing`); the verdict becomes incomplete."
    Output "output" (source(1), I64) -> Nothing, V::Nothing; Continues Stays
        "Prints the `size` bytes that are at an address to the run log."
    PrintfList "printf_list" (STRING, PTR.with(Reaches)) -> Fixed(Type::I32), V::FromMemory; Continues Stays
        "Does the same as the intrinsic `printf`, but reads the arguments from memory at an address, in the layout of `va_area`."
    FormatFloat "format_float" (target(1, Content::Computed), I64, STRING, F64) -> Fixed(Type::I32), V::Computed; Continues Stays
        "Formats one floating-point number as `snprintf` does with one directive, such as `%.3f`, and writes at most `size` bytes to an address."
    LibraryBlock "library_block" (I64) -> Fixed(Type::Ptr), object(Storage::Run, true); Continues Stays
        "Allocates a zeroed block for the C library model; it lives to the end of the run and is not reported as a leak."
    ObjectSize "object_size" (PTR) -> Fixed(Type::I64), V::Computed; Continues Removable
        "Returns the size in bytes of the object that contains an address."
    IsMapped "is_mapped" (PTR, I64) -> Fixed(Type::I32), V::Computed; Continues Removable
        "Returns 1 if a byte of a live object is among the `size` bytes that begin at an address, else 0. An empty object counts as one byte."
    Setjmp "setjmp" (PTR.with(Writes(Extent::Unknown, Content::Computed))) -> Fixed(Type::I32), V::Computed; ReturnsTwice Stays
        "Saves the program point in the buffer at an address and returns 0. A `longjmp` returns from this instruction again, with its own result."
    Longjmp "longjmp" (PTR.with(Reads(Extent::Unknown)), I32) -> Nothing, V::Nothing; JumpsBack Stays
        "Ends the calls made since the `setjmp` that filled the buffer at an address, and returns from that `setjmp` again, with the second operand as result."
    ScopeEnter "scope_enter" (PTR.with(Begins)) -> Nothing, V::Nothing; Continues Stays
        "Begins the lifetime of a stack slot: a slot whose lifetime has ended becomes a new, indeterminate object; a live slot is unchanged."
    ScopeLeave "scope_leave" (PTR.with(Ends)) -> Nothing, V::Nothing; Continues Stays
        "Ends the lifetime of a stack slot: no access to the slot is legal until its lifetime begins again."
    Rounded "rounded" () ... None -> Nothing, V::Nothing; Continues Stays
        "Records that an operation on `long double` is computed as `double`. The text names the operation, and the operands are those of the operation. If the result of the operation in `double` is inexact, the verdict becomes incomplete."
    MayBe "may_be" (I1) -> Fixed(Type::I1), V::PathFact; Continues Removable
        "Returns 1 if the operand can be 1 on the current path, else 0; a concrete run returns the operand. Melding inserts this intrinsic before code that runs under a guard."
}

impl Intrinsic {
    /// Returns the row of the intrinsic in the table.
    pub fn info(self) -> &'static IntrinsicInfo {
        &INTRINSICS[self as usize]
    }

    /// Returns the keyword of the intrinsic in the textual form.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns the intrinsic with the keyword `name`; `None` if there is no such intrinsic.
    pub fn from_name(name: &str) -> Option<Intrinsic> {
        INTRINSICS
            .iter()
            .find(|row| row.name == name)
            .map(|row| row.intrinsic)
    }

    /// Panics because the intrinsic was passed to code that handles other intrinsics. The panic shows an error in
    /// symtool, not in the program.
    ///
    /// # Panics
    /// Always.
    pub fn misdirected(self) -> ! {
        unreachable!(
            "`{}` is dispatched to the code of other intrinsics",
            self.name()
        )
    }

    /// Returns the intrinsic's effect on control flow.
    pub fn control(self) -> Control {
        self.info().control
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_the_enum_and_consistent() {
        for (index, row) in INTRINSICS.iter().enumerate() {
            assert_eq!(row.intrinsic as usize, index, "{}", row.name);
            let has_value = row.value != ResultValue::Nothing;
            assert_eq!(row.result != Nothing, has_value, "{}", row.name);
            for param in row.params {
                let (Reads(extent) | Writes(extent, _)) = param.access else {
                    continue;
                };
                assert_eq!(param.ty, Some(Type::Ptr), "{}", row.name);
                if let Extent::Operand(size) = extent {
                    assert_eq!(row.params[size].ty, Some(Type::I64), "{}", row.name);
                }
                if let Writes(_, Content::CopyOf(from)) = param.access {
                    assert!(row.params[from].access.reads_memory(), "{}", row.name);
                }
            }
        }
    }
}
