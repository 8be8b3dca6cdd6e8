//! Built-in procedures: what a program can ask of the engine that is no pure operation.
//!
//! A library function that can be written in C is a C file of the front end; only what touches the state
//! itself is an intrinsic. Each is one row here, one model in every engine that runs IR.
use crate::types::Type;

/// What an intrinsic may do, for passes that move or remove code.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing visible: it may be removed when its result is unused, but two calls give different values.
    Fresh,
    /// Reads memory or the path condition only.
    Reads,
    /// Anything: a barrier for every motion and meld.
    Barrier,
    /// Ends the path; nothing after it runs.
    Ends,
}

/// The type of an intrinsic's result.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ResultType {
    /// No result.
    Nothing,
    /// Always this type.
    Fixed(Type),
    /// The instruction says which.
    Any,
    /// The type of the first operand.
    FirstArg,
}

/// One row of the table.
#[derive(Debug)]
pub struct IntrinsicInfo {
    /// The intrinsic.
    pub intrinsic: Intrinsic,
    /// Its keyword in the textual form.
    pub name: &'static str,
    /// Types of the operands; `None` accepts any type.
    pub params: &'static [Option<Type>],
    /// Are further operands of any type allowed?
    pub variadic: bool,
    /// The result.
    pub result: ResultType,
    /// The effect.
    pub effect: Effect,
}

const PTR: Option<Type> = Some(Type::Ptr);
const I1: Option<Type> = Some(Type::I1);
const I8: Option<Type> = Some(Type::I8);
const I32: Option<Type> = Some(Type::I32);
const I64: Option<Type> = Some(Type::I64);
const F64: Option<Type> = Some(Type::F64);
const ANY: Option<Type> = None;

macro_rules! intrinsics {
    ($($id:ident $name:literal ($($param:expr),*) $variadic:literal $result:expr, $effect:ident $doc:literal;)*) => {
        /// A built-in procedure.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Intrinsic { $(#[doc = $doc] $id,)* }

        /// The table, in the order of [`Intrinsic`].
        pub static INTRINSICS: &[IntrinsicInfo] = &[
            $(IntrinsicInfo {
                intrinsic: Intrinsic::$id, name: $name, params: &[$($param),*],
                variadic: $variadic, result: $result, effect: Effect::$effect,
            },)*
        ];
    };
}

use ResultType::{Any, FirstArg, Fixed, Nothing};
intrinsics! {
    MakeSymbolic "make_symbolic" (PTR, I64, PTR) false Nothing, Barrier
        "Makes `size` bytes at an address free input, named by a C string.";
    Symbolic "symbolic" () false Any, Fresh
        "A fresh free input value; the instruction's text is its name.";
    Uninit "uninit" () false Any, Fresh
        "The value of a local variable that was never set: any value; the text is the variable's name.";
    Assume "assume" (I1) false Nothing, Barrier
        "Gives up the path silently where the condition is false.";
    Malloc "malloc" (I64) false Fixed(Type::Ptr), Barrier
        "A new heap block with indeterminate contents.";
    Calloc "calloc" (I64, I64) false Fixed(Type::Ptr), Barrier
        "A new heap block of count times size zero bytes; null if the product overflows.";
    Realloc "realloc" (PTR, I64) false Fixed(Type::Ptr), Barrier
        "Moves a heap block to a new size.";
    Free "free" (PTR) false Nothing, Barrier
        "Frees a heap block; null is ignored.";
    Alloca "alloca" (I64, I64) false Fixed(Type::Ptr), Barrier
        "A stack object of size and alignment in bytes that lives until the function returns (VLAs).";
    Copy "copy" (PTR, PTR, I64) false Nothing, Barrier
        "memmove(destination, source, bytes): also copies which bytes are initialised.";
    Fill "fill" (PTR, I8, I64) false Nothing, Barrier
        "memset(destination, byte, bytes).";
    Printf "printf" (PTR) true Fixed(Type::I32), Barrier
        "C's printf into the run log; the result is the number of bytes.";
    VaArea "va_area" () false Fixed(Type::Ptr), Barrier
        "Address of this frame's variadic arguments: 16 bytes each, value in the low bytes.";
    Exit "exit" (I32) false Nothing, Ends
        "Ends the program normally with this status.";
    Abort "abort" () false Nothing, Ends
        "Ends the program by abort(); no failure in itself.";
    SilentExit "silent_exit" (I32) false Nothing, Ends
        "Ends the path without a test case.";
    IsSymbolic "is_symbolic" (ANY) false Fixed(Type::I32), Reads
        "1 if the operand is not a constant on this path.";
    GetValue "get_value" (ANY) false FirstArg, Barrier
        "Some value the operand can have on this path, without constraining it.";
    PreferCex "prefer_cex" (PTR, I64) false Nothing, Barrier
        "A wish for test inputs: where possible the condition holds.";
    PrintExpr "print_expr" (PTR) true Nothing, Barrier
        "Writes a message and the operands' expressions into the run log.";
    Warning "warning" (PTR) false Nothing, Barrier
        "Writes a message into the run log.";
    MergeOpen "merge_open" () false Nothing, Barrier
        "Begin of a region whose paths a user wants merged.";
    MergeClose "merge_close" () false Nothing, Barrier
        "End of a region whose paths a user wants merged.";
    Math "math" () true Any, Fresh
        "A function of `math.h` that has no exact operator; the text is its C name.";
    Missing "missing" () true Any, Barrier
        "A call of a function that has neither a body nor a model (`--allow-missing`): any value, and the verdict becomes incomplete.";
    Output "output" (PTR, I64) false Nothing, Barrier
        "Writes `size` bytes at an address into the run log.";
    PrintfList "printf_list" (PTR, PTR) false Fixed(Type::I32), Barrier
        "`printf` whose arguments lie in memory at an address, as `va_area` lays them out.";
    FormatFloat "format_float" (PTR, I64, PTR, F64) false Fixed(Type::I32), Barrier
        "`snprintf` to an address, `size` bytes at most, of one floating-point conversion.";
    LibraryBlock "library_block" (I64) false Fixed(Type::Ptr), Barrier
        "A zeroed block of the library's own that lives to the end of the run and is no leak.";
    ObjectSize "object_size" (PTR) false Fixed(Type::I64), Reads
        "The size in bytes of the object that an address lies in.";
    Setjmp "setjmp" (PTR) false Fixed(Type::I32), Barrier
        "Saves its place in the buffer at an address; 0. A `longjmp` comes back here, and gives another result.";
    Longjmp "longjmp" (PTR, I32) false Nothing, Barrier
        "Ends all calls above the place saved in the buffer at an address and goes on behind its `setjmp`, with this result.";
    ScopeEnter "scope_enter" (PTR) false Nothing, Barrier
        "A stack slot whose block has been left becomes a new, indeterminate object; one that lives stays as it is.";
    ScopeLeave "scope_leave" (PTR) false Nothing, Barrier
        "The block of a stack slot ends: no access is legal until it is entered again.";
    Rounded "rounded" () true Nothing, Barrier
        "`long double` computed as `double`: the text is the step, the operands are its. Where it is not exact the verdict becomes incomplete.";
    MayBe "may_be" (I1) false Fixed(Type::I1), Reads
        "1 if the operand can be 1 on this path; on a concrete path that is the operand itself. Melding puts it where a guarded side begins.";
}

impl Intrinsic {
    /// The intrinsic's row.
    pub fn info(self) -> &'static IntrinsicInfo {
        &INTRINSICS[self as usize]
    }

    /// The keyword.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The intrinsic with this keyword.
    pub fn from_name(name: &str) -> Option<Intrinsic> {
        INTRINSICS
            .iter()
            .find(|row| row.name == name)
            .map(|row| row.intrinsic)
    }

    /// What it may do.
    pub fn effect(self) -> Effect {
        self.info().effect
    }
}
