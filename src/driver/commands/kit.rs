//! `symtool kit`: writes projects that add their own parts, such as passes and searchers, to symtool.
use crate::Error;
use crate::driver::cli::{KitArgs, NewArgs};
use crate::driver::kit::{self, Source};
use std::path::Path;
use std::process::ExitCode;

/// Runs the command `symtool kit`.
pub fn run(args: &KitArgs) -> Result<ExitCode, Error> {
    match args {
        KitArgs::New(args) => new(args),
    }
}

fn new(args: &NewArgs) -> Result<ExitCode, Error> {
    let source = match (&args.path, &args.git) {
        (Some(folder), _) => Source::checkout(folder)?,
        (None, Some(url)) => Source::git(url)?,
        (None, None) => Source::built_from().ok_or_else(|| {
            Error::Input(
                "the source code from which this program was built is missing; give it with --path CHECKOUT or --git URL"
                    .to_owned(),
            )
        })?,
    };
    let project = kit::write(Path::new(""), &args.name, &source)?;
    let folder = project.display();
    crate::driver::print(&format!(
        "wrote {folder}/\n\n  cd {folder}\n  cargo test\n  cargo run -- ir snapshots/mul_to_shift.sir --passes mul-to-shift\n  \
         cargo run -- programs/demo.c --cfmse --search round-robin\n"
    ))?;
    Ok(ExitCode::SUCCESS)
}
