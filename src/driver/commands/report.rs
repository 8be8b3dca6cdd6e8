//! `symtool report`: draws the report of an output folder as one HTML page.
use crate::Error;
use crate::driver::cli::ReportArgs;
use crate::driver::{print, report};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use symtool_report::{Report, SCHEMA, page};

/// Runs the command. The page is the file `report.html` of the folder.
pub fn run(args: &ReportArgs) -> Result<ExitCode, Error> {
    let read = match args.folder.join("report.json").exists() {
        true => read(&args.folder)?,
        false => report::of_folder(&args.folder)?.ok_or_else(|| nothing(&args.folder))?,
    };
    let path = args.folder.join("report.html");
    symtool_ir::atomic::write(&path, page::render(&read).as_bytes())
        .map_err(Error::file("cannot write", &path))?;
    print(&report::written_line(&path))?;
    if args.open {
        open(&path)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn nothing(folder: &Path) -> Error {
    Error::Input(format!(
        "{} has neither report.json nor CSV files\nhelp: pass the output folder of a run, a comparison or an experiment",
        folder.display()
    ))
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
