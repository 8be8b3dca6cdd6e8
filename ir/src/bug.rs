//! The kinds of failure that can end a path, and the checks that a user can enable.
use std::fmt;

macro_rules! bug_kinds {
    ($($kind:ident $name:literal $check:ident $text:literal;)*) => {
        /// The kind of failure that ends a path.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum BugKind { $(#[doc = $text] $kind,)* }

        impl BugKind {
            /// All kinds of failure, in the order of the variants.
            pub const ALL: &'static [BugKind] = &[$(BugKind::$kind,)*];

            /// Returns the stable name of the kind, used in the textual IR, in JSON and in file names.
            pub fn name(self) -> &'static str {
                match self { $(BugKind::$kind => $name,)* }
            }

            /// Returns the check (a word of the option `--check`) that detects this kind of failure.
            pub fn check(self) -> CheckKind {
                match self { $(BugKind::$kind => CheckKind::$check,)* }
            }

            /// Returns a short description of the kind, for reports.
            pub fn describe(self) -> &'static str {
                match self { $(BugKind::$kind => $text,)* }
            }
        }
    };
}

bug_kinds! {
    Assert       "assert"         Assert      "assertion failed";
    Reach        "reach"          Unreachable "an error location was reached";
    Unreachable  "unreachable"    Unreachable "code marked unreachable was reached";
    DivByZero    "div"            Div         "division by zero";
    DivOverflow  "div-overflow"   Div         "signed division overflows";
    Overflow     "overflow"       Overflow    "signed arithmetic overflows";
    Shift        "shift"          Shift       "shift amount out of range, or left shift of a negative or too large signed value";
    OutOfBounds  "out-of-bounds"  Memory      "memory access out of bounds";
    Null         "null"           Memory      "null pointer dereference";
    UseAfterFree "use-after-free" Memory      "memory is used after it was freed";
    UseAfterReturn "use-after-return" Memory  "a local variable is used after its function returned";
    UseAfterScope "use-after-scope" Memory    "a local variable is used after its block has ended";
    DoubleFree   "double-free"    Memory      "memory is freed twice";
    InvalidFree  "invalid-free"   Memory      "free of an address that malloc did not return";
    ReadOnly     "read-only"      Memory      "write to read-only memory";
    Overlap      "overlap"        Memory      "memcpy between ranges that overlap";
    BadCall      "bad-call"       Memory      "call through a pointer that does not point to a function of the called type";
    BadJump      "bad-jump"       Memory      "longjmp to a setjmp whose function has returned, or with a buffer that no setjmp has set";
    AllocSize    "alloc-size"     Memory      "size of an allocation or array is out of range";
    Uninit       "uninit"         Uninit      "uninitialised memory is read";
    Leak         "leak"           Leak        "memory is never freed";
}

macro_rules! check_kinds {
    ($($kind:ident $name:literal $text:literal;)*) => {
        /// A check: a group of failure kinds that one word of the option `--check` enables.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum CheckKind { $(#[doc = $text] $kind,)* }

        impl CheckKind {
            /// All checks that the option `--check` accepts.
            pub const ALL: &'static [CheckKind] = &[$(CheckKind::$kind,)*];

            /// Returns the name of the check on the command line.
            pub fn name(self) -> &'static str {
                match self { $(CheckKind::$kind => $name,)* }
            }
        }
    };
}

check_kinds! {
    Memory      "memory"      "Illegal uses of memory: accesses out of bounds, through null pointers, to freed or read-only memory; invalid frees and calls.";
    Div         "div"         "Division by zero, and the signed division that overflows (`INT_MIN / -1`).";
    Overflow    "overflow"    "Overflow of signed integer arithmetic.";
    Shift       "shift"       "Shift amounts outside the width, and left shifts of signed values that are negative or do not fit.";
    Uninit      "uninit"      "Reads of uninitialised memory.";
    Leak        "leak"        "Heap blocks that are never freed.";
    Assert      "assert"      "Failed assertions.";
    Unreachable "unreachable" "Calls of `reach_error`, and code that is marked as unreachable (`__builtin_unreachable`) but reached.";
}

/// The set of the checks that are enabled in a run.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Checks(u16);

impl Checks {
    /// The empty set: no check is enabled.
    pub const NONE: Checks = Checks(0);

    /// Returns the set to which the check `kind` has been added.
    #[must_use]
    pub fn with(self, kind: CheckKind) -> Checks {
        Checks(self.0 | 1 << kind as u16)
    }

    /// Returns whether the check `kind` is enabled.
    pub fn has(self, kind: CheckKind) -> bool {
        self.0 >> (kind as u16) & 1 == 1
    }
}

impl Default for Checks {
    /// Returns the default checks: `memory,div,assert,unreachable`.
    fn default() -> Checks {
        [
            CheckKind::Memory,
            CheckKind::Div,
            CheckKind::Assert,
            CheckKind::Unreachable,
        ]
        .into_iter()
        .fold(Checks::NONE, Checks::with)
    }
}

impl BugKind {
    /// Returns the kind of failure with the stable name `name`; `None` if there is no such kind.
    pub fn from_name(name: &str) -> Option<BugKind> {
        BugKind::ALL.iter().copied().find(|k| k.name() == name)
    }
}

impl CheckKind {
    /// Returns the check with the command-line name `name`; `None` if there is no such check.
    pub fn from_name(name: &str) -> Option<CheckKind> {
        CheckKind::ALL.iter().copied().find(|k| k.name() == name)
    }
}

impl fmt::Display for BugKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for CheckKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
