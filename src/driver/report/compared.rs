//! Reports of the output folders of `symtool compare` and `symtool bench`: their text (`*.md`) with its tables, their
//! charts (`*.svg`), and all measurements (`*.csv`).
use super::tool;
use crate::error::Error;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use symtool_bench::report::csv;
use symtool_report::model::{Cell, Chart, Table};
use symtool_report::{Report, SCHEMA};

/// The name of the files of `symtool compare`, without extension.
const COMPARE: &str = "compare";
/// The greatest number of programs that the title of a page lists by name.
const NAMED: usize = 3;

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
    let mut data = Vec::new();
    for file in with("csv") {
        data.push(table(&stem(file), &records(file)?));
    }
    let Some(first) = data.first() else {
        return Ok(None);
    };
    // The Markdown file has the name of the experiment. The CSV files of the experiment can have longer names, one for
    // each part of the experiment.
    let name = with("md").next().map(|file| stem(file));
    let title = title(&name.unwrap_or_else(|| first.id.clone()), first);
    let (mut tables, mut summary) = (Vec::new(), Vec::new());
    for file in with("md") {
        read_text(&text(file)?, &stem(file), &mut tables, &mut summary);
    }
    tables.extend(data);
    let mut charts = Vec::new();
    for file in with("svg") {
        charts.push(Chart {
            title: stem(file),
            svg: text(file)?,
        });
    }
    Ok(Some(Report {
        schema: SCHEMA,
        tool: tool(),
        title,
        command,
        summary,
        tables,
        charts,
        ..Report::default()
    }))
}

fn records(file: &Path) -> Result<Vec<Vec<String>>, Error> {
    csv::read(file).map_err(|error| Error::Input(error.to_string()))
}

fn text(file: &Path) -> Result<String, Error> {
    let bytes = std::fs::read(file).map_err(Error::file("cannot read", file))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn stem(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// Returns the title of the page. It names the comparison or the experiment `name`, and the programs in the table
/// `first` if there are at most [`NAMED`].
fn title(name: &str, first: &Table) -> String {
    let what = match name {
        COMPARE => "Modes side by side".to_owned(),
        experiment => format!("symtool bench {experiment}"),
    };
    let column = first.columns.iter().position(|name| name == "program");
    let programs: BTreeSet<&str> = first
        .rows
        .iter()
        .filter_map(|row| Some(row.get(column?)?.text.as_str()))
        .collect();
    let programs: Vec<&str> = programs.into_iter().collect();
    match programs.len() {
        0 => what,
        1..=NAMED => format!("{what}: {}", programs.join(", ")),
        many => format!("{what}: {many} programs"),
    }
}

/// Returns all measurements of a CSV file as a table; the first record has the names of the columns.
fn table(name: &str, records: &[Vec<String>]) -> Table {
    let rows = records.iter().skip(1);
    Table {
        id: name.to_owned(),
        title: format!("{name}.csv"),
        columns: records.first().cloned().unwrap_or_default(),
        rows: rows
            .map(|row| row.iter().map(|text| cell(text)).collect())
            .collect(),
        folded: true,
        ..Table::default()
    }
}

/// Returns a table cell with the text `text`. If the text is a number, such as `12.5` or `1,024`, or a bound, such as
/// `>60.1`, the cell also contains the number as the sort key.
fn cell(text: &str) -> Cell {
    let digits = text.trim_start_matches(['>', '≤', '<']).replace(',', "");
    match digits.parse::<f64>() {
        Ok(number) if number.is_finite() => Cell::number(number, text),
        _ => Cell::text(text),
    }
}

/// Reads a report in Markdown: adds its tables to `tables` and its other lines to `summary`. A heading is the title of
/// the tables that follow it; without a heading, their title is `name`.
fn read_text(text: &str, name: &str, tables: &mut Vec<Table>, summary: &mut Vec<String>) {
    let mut title = name.to_owned();
    let lines: Vec<&str> = text.lines().collect();
    for block in lines.chunk_by(|a, b| a.starts_with('|') == b.starts_with('|')) {
        if block[0].starts_with('|') {
            tables.extend(markdown(&title, block));
            continue;
        }
        for line in block.iter().map(|line| line.trim()) {
            match line.trim_start_matches('#') {
                "" => {}
                heading if heading.len() < line.len() => title = heading.trim().to_owned(),
                _ => summary.push(line.to_owned()),
            }
        }
    }
}

/// Returns a table in Markdown: the names of the columns, a line of dashes, and the rows. Returns `None` without rows.
fn markdown(title: &str, lines: &[&str]) -> Option<Table> {
    let cells = |line: &&str| -> Vec<String> {
        let inner = line.trim().trim_matches('|');
        let cells = inner.split('|');
        cells.map(|cell| cell.trim().to_owned()).collect()
    };
    let [head, _, rows @ ..] = lines else {
        return None;
    };
    Some(Table {
        title: title.to_owned(),
        columns: cells(head),
        rows: rows
            .iter()
            .map(|row| cells(row).iter().map(|text| cell(text)).collect())
            .collect(),
        ..Table::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_into_tables_and_sentences() {
        let text = "# Times\n\n| mode | s |\n|---|---|\n| plain | >1,024.5 |\n| a | – |\n\nNo two modes disagree.\n";
        let (mut tables, mut summary) = (Vec::new(), Vec::new());
        read_text(text, "compare", &mut tables, &mut summary);
        assert_eq!(summary, ["No two modes disagree."]);
        let [table] = &tables[..] else {
            panic!("{tables:?}")
        };
        assert_eq!(
            (table.title.as_str(), &table.columns[..]),
            ("Times", &["mode".to_owned(), "s".to_owned()][..])
        );
        assert_eq!(table.rows[0][1], Cell::number(1024.5, ">1,024.5"));
        assert_eq!(table.rows[1][1], Cell::text("–"));
    }

    #[test]
    fn titles_name_few_programs() {
        let named = |programs: &[&str]| {
            let mut records = vec![vec!["program".to_owned()]];
            records.extend(programs.iter().map(|name| vec![(*name).to_owned()]));
            title("cdse-search", &table("cdse-search-times", &records))
        };
        assert_eq!(named(&["b", "a", "b"]), "symtool bench cdse-search: a, b");
        assert_eq!(
            named(&["a", "b", "c", "d"]),
            "symtool bench cdse-search: 4 programs"
        );
        assert_eq!(named(&[]), "symtool bench cdse-search");
    }
}
