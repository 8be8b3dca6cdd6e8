//! The tools of gcc that detect the failures of each kind in a native run.
use symtool_ir::BugKind;

/// The way in which a native run detects a failure.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Detection {
    /// The program itself terminates with a message when it fails, as `assert` does.
    Program,
    /// gcc's sanitizers for addresses and undefined behavior.
    Sanitizers,
    /// The checks of the C library with `_FORTIFY_SOURCE`, which detect an invalid `longjmp`. The address sanitizer
    /// cannot be used for this kind of failure, because it intercepts `longjmp`.
    Fortified,
    /// No tool of gcc detects the failure; valgrind does.
    Valgrind,
}

impl Detection {
    /// Returns the way in which failures of a kind are detected.
    pub fn of(kind: BugKind) -> Detection {
        use BugKind as K;
        match kind {
            K::Assert | K::Reach => Detection::Program,
            K::BadJump => Detection::Fortified,
            K::Uninit => Detection::Valgrind,
            K::Unreachable
            | K::DivByZero
            | K::DivOverflow
            | K::Overflow
            | K::Shift
            | K::OutOfBounds
            | K::Null
            | K::UseAfterFree
            | K::UseAfterReturn
            | K::UseAfterScope
            | K::DoubleFree
            | K::InvalidFree
            | K::ReadOnly
            | K::Overlap
            | K::BadCall
            | K::AllocSize
            | K::Leak => Detection::Sanitizers,
        }
    }

    /// Returns the options with which gcc compiles the test.
    pub fn options(self) -> &'static str {
        match self {
            Detection::Program | Detection::Valgrind => "-std=gnu11 -g -w",
            Detection::Sanitizers => {
                "-std=gnu11 -g -w -fsanitize=address,undefined -fno-sanitize-recover=all"
            }
            Detection::Fortified => "-std=gnu11 -g -w -O1 -D_FORTIFY_SOURCE=2",
        }
    }

    /// Returns the shell words in front of the compiled test that run it under a tool; empty if no tool is needed.
    pub fn runner(self) -> &'static str {
        match self {
            Detection::Program | Detection::Sanitizers | Detection::Fortified => "",
            Detection::Valgrind => "valgrind --error-exitcode=86 ",
        }
    }
}
