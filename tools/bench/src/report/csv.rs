//! Writes measurements as CSV, one line for each cell (a program, a size and a mode).
use crate::error::Error;
use crate::grid::Row;
use std::path::Path;

const HEADER: [&str; 16] = [
    "program",
    "size",
    "mode",
    "end",
    "cpu_s",
    "wall_s",
    "memory_bytes",
    "completed_paths",
    "explored_paths",
    "merged_states",
    "multiplicity",
    "solver_queries",
    "solver_s",
    "instructions",
    "nodes_a_query",
    "dropped_states",
];

/// Writes the measurements of `rows` to a CSV file.
pub fn write(rows: &[Row], path: &Path) -> Result<(), Error> {
    records(&HEADER, rows.iter().map(record), path)
}

/// Writes a header and records to a CSV file.
pub fn records(
    header: &[&str],
    records: impl IntoIterator<Item = Vec<String>>,
    path: &Path,
) -> Result<(), Error> {
    let mut writer = csv::Writer::from_path(path).map_err(Error::file(path))?;
    writer.write_record(header).map_err(Error::file(path))?;
    for record in records {
        writer.write_record(record).map_err(Error::file(path))?;
    }
    writer.flush().map_err(Error::file(path))
}

/// Reads the records of a CSV file, the header first.
///
/// # Errors
/// The file cannot be read, or is not CSV.
pub fn read(path: &Path) -> Result<Vec<Vec<String>>, Error> {
    let mut reader = csv::ReaderBuilder::new();
    let reader = reader.has_headers(false).flexible(true).from_path(path);
    let mut all = Vec::new();
    for record in reader.map_err(Error::file(path))?.records() {
        let record = record.map_err(Error::file(path))?;
        all.push(record.iter().map(str::to_owned).collect());
    }
    Ok(all)
}

fn record(Row { cell, measured: m }: &Row) -> Vec<String> {
    vec![
        cell.program.name.to_owned(),
        cell.size.to_string(),
        cell.mode.name.to_owned(),
        m.end.name().to_owned(),
        format!("{:.3}", m.cpu_s),
        format!("{:.3}", m.wall_s),
        m.memory_bytes.to_string(),
        m.completed.to_string(),
        m.explored.to_string(),
        m.merged.to_string(),
        m.multiplicity.to_string(),
        m.queries.to_string(),
        format!("{:.3}", m.solver_s),
        m.instructions.to_string(),
        format!("{:.1}", m.query_nodes),
        m.dropped.to_string(),
    ]
}
