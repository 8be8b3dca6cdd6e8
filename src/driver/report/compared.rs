//! Reports of the output folders of `symtool compare` and `symtool bench`: their CSV files as tables, and their charts.
use super::tool;
use crate::error::Error;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use symtool_bench::report::csv;
use symtool_report::model::{Cell, Chart, Table};
use symtool_report::{Report, SCHEMA};

/// Returns the report of a folder with CSV files; `None` if it has none.
///
/// # Errors
/// The folder or a file in it cannot be read.
pub fn of_folder(folder: &Path, command: String) -> Result<Option<Report>, Error> {
    let entries = std::fs::read_dir(folder).map_err(Error::file("cannot read", folder))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.sort();
    let with = |ending: &'static str| {
        let files = files.iter();
        files.filter(move |file| file.extension() == Some(OsStr::new(ending)))
    };
    let mut tables = Vec::new();
    for file in with("csv") {
        tables.push(table(&stem(file), &records(file)?));
    }
    if tables.is_empty() {
        return Ok(None);
    }
    let mut charts = Vec::new();
    for file in with("svg") {
        let svg = std::fs::read(file).map_err(Error::file("cannot read", file))?;
        charts.push(Chart {
            title: stem(file),
            svg: String::from_utf8_lossy(&svg).into_owned(),
        });
    }
    let title = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    Ok(Some(Report {
        schema: SCHEMA,
        tool: tool(),
        title: stem(&title),
        command,
        tables,
        charts,
        ..Report::default()
    }))
}

fn records(file: &Path) -> Result<Vec<Vec<String>>, Error> {
    csv::read(file).map_err(|error| Error::Input(error.to_string()))
}

fn stem(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// Returns a table from the records of a CSV file, the header first. Cells that contain numbers are sorted by value,
/// not by text.
fn table(title: &str, records: &[Vec<String>]) -> Table {
    let cell = |text: &String| match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Cell::number(number, text.clone()),
        _ => Cell::text(text.clone()),
    };
    let rows = records.iter().skip(1);
    Table {
        id: title.to_owned(),
        title: title.to_owned(),
        help: String::new(),
        columns: records.first().cloned().unwrap_or_default(),
        rows: rows.map(|row| row.iter().map(cell).collect()).collect(),
    }
}
