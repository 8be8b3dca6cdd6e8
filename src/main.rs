//! The program `symtool`: the command line of the library.
#![forbid(unsafe_code)]

use std::process::ExitCode;

/// The memory allocator of the program. Parsing and the construction of expressions allocate many small objects, and
/// take a third less time with this allocator than with that of the C library.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    symtool::driver::main()
}
