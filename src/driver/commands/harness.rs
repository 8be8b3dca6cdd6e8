//! `symtool harness`: prints the C function that creates the symbolic arguments of a function and calls it.
use crate::Error;
use crate::driver::cli::{HarnessArgs, ProgramArgs};
use crate::driver::print;
use crate::program::harness_text;
use std::process::ExitCode;

/// Runs the command `symtool harness`.
pub fn run(args: &HarnessArgs) -> Result<ExitCode, Error> {
    args.program.preprocess.check_root(&args.files)?;
    let program = ProgramArgs {
        entry: Some(args.function.clone()),
        ..args.program.clone()
    };
    let options = program.options()?;
    let Some((file, text)) = harness_text(&args.files, options)? else {
        let text = format!(
            "`{}` is not defined, or has no pointers: it needs no harness",
            args.function
        );
        return Err(Error::Input(text));
    };
    // The included file may define `main`. The macro renames that function, because the harness defines `main`, too.
    print(&format!(
        "/* A harness for `{}`, written by symtool. */\n#define main symtool_program_main\n#include \"{}\"\n#undef main\n{text}\n\
         int main(void)\n{{\n    return symtool_harness();\n}}\n",
        args.function,
        file.path.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}
