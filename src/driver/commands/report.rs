//! `symtool report`: draws the report of an output folder as one HTML page.
use crate::Error;
use crate::driver::cli::ReportArgs;
use crate::driver::commands::explore::command_line;
use crate::driver::{print, report};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use symtool_report::{Report, SCHEMA};

/// Runs the command `symtool report`, which writes the page into the file `report.html` of the output folder.
pub fn run(args: &ReportArgs) -> Result<ExitCode, Error> {
    let path = match args.folder.join("report.json").exists() {
        true => report::write_page(&args.folder, &read(&args.folder)?)?,
        false => report::write_of_folder(&args.folder, command_line())?,
    };
    print(&report::written_line(&path))?;
    if args.open {
        open(&path)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads the `report.json` of an output folder.
fn read(folder: &Path) -> Result<Report, Error> {
    let path = folder.join("report.json");
    let bytes = std::fs::read(&path).map_err(Error::file("cannot read", &path))?;
    let bad = |why: String| Error::Input(format!("{}: {why}", path.display()));
    let report: Report =
        serde_json::from_slice(&bytes).map_err(|error| bad(format!("not a report: {error}")))?;
    if report.schema != SCHEMA {
        return Err(bad(format!(
            "the version of the report is {}, expected {SCHEMA}\nhelp: use the symtool that wrote the report",
            report.schema
        )));
    }
    if let Some(tree) = &report.tree {
        tree.check().map_err(bad)?;
    }
    Ok(report)
}

/// Opens a file with the program that the desktop selects.
fn open(path: &Path) -> Result<(), Error> {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let started = Command::new(opener)
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    started.map(drop).map_err(|error| {
        Error::Input(format!(
            "cannot start {opener}: {error}\nhelp: open {} in a browser",
            path.display()
        ))
    })
}
