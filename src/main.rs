//! The program `symtool`: the command line of the library.
#![forbid(unsafe_code)]

use std::process::ExitCode;

/// A faster allocator than that of the C library. Parsing and the construction of expressions allocate many small
/// objects, and take a third less time with this allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    symtool::driver::main()
}
