//! The grades as CSV: one row for each submission.
use super::batch::Grade;
use crate::Error;
use crate::driver::lab::shelf::Lab;
use std::path::Path;

/// Writes the grades. The columns are `submission`, `lab`, `passed`, `tasks`, `status`, one column for each task,
/// `reasons` and `seconds`.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, lab: &Lab, grades: &[Grade]) -> Result<(), Error> {
    let bytes = text(lab, grades).map_err(Error::file("cannot write", path))?;
    std::fs::write(path, bytes).map_err(Error::file("cannot write", path))
}

fn text(lab: &Lab, grades: &[Grade]) -> std::io::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    let mut head: Vec<String> = Vec::new();
    head.extend(["submission", "lab", "passed", "tasks", "status"].map(str::to_owned));
    head.extend(lab.data.tasks.iter().map(|task| task.name.clone()));
    head.extend(["reasons", "seconds"].map(str::to_owned));
    out.write_record(&head)?;
    for grade in grades {
        let mut row = vec![
            harmless(&grade.name),
            lab.name.clone(),
            grade.passed().to_string(),
            grade.tasks.len().to_string(),
            grade.status.to_owned(),
        ];
        row.extend(grade.tasks.iter().map(|task| task.status.clone()));
        row.push(harmless(&reasons(grade)));
        row.push(format!("{:.1}", grade.time.as_secs_f64()));
        out.write_record(&row)?;
    }
    out.into_inner().map_err(csv::IntoInnerError::into_error)
}

/// Returns the reasons of all tasks that have not passed.
fn reasons(grade: &Grade) -> String {
    let open = grade.tasks.iter().filter(|task| !task.reason.is_empty());
    let lines: Vec<String> = open
        .map(|task| format!("{}: {}", task.name, task.reason))
        .collect();
    lines.join("\n")
}

/// Returns `text` in a form that no spreadsheet takes for a formula. The author of a submission chooses the names of
/// files and other texts, so they could contain a harmful formula.
fn harmless(text: &str) -> String {
    match text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => format!("'{text}"),
        false => text.to_owned(),
    }
}
