//! The grades as one HTML page, without scripts and without other files.
use super::batch::{Grade, TaskGrade};
use crate::driver::lab::html::{STYLE, escaped};
use crate::driver::lab::shelf::Lab;
use std::fmt::Write;

/// Returns the HTML page with the grades of all submissions to a lab.
pub fn text(lab: &Lab, grades: &[Grade]) -> String {
    let title = escaped(&format!("Lab {}: {}", lab.data.number, lab.data.title));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         </head>\n<body>\n<h1>{title}</h1>\n"
    );
    let finished = grades
        .iter()
        .filter(|grade| grade.passed() == grade.tasks.len())
        .count();
    let _ = write!(
        out,
        "<p>{} submissions, {finished} finished.</p>\n<table>\n<tr><th>submission</th><th>passed</th>",
        grades.len()
    );
    for task in &lab.data.tasks {
        let _ = write!(
            out,
            "<th title=\"{}\">{}</th>",
            escaped(&task.title),
            escaped(&task.name)
        );
    }
    out += "<th>check</th><th>seconds</th></tr>\n";
    for grade in grades {
        out += &row(grade);
    }
    out + "</table>\n</body>\n</html>\n"
}

fn row(grade: &Grade) -> String {
    let mut out = format!(
        "<tr><td>{}</td><td>{} of {}</td>",
        escaped(&grade.name),
        grade.passed(),
        grade.tasks.len()
    );
    for task in &grade.tasks {
        out += &cell(task);
    }
    let detail = match grade.detail.is_empty() {
        true => String::new(),
        false => format!(": {}", escaped(&grade.detail)),
    };
    let _ = writeln!(
        out,
        "<td>{}{detail}</td><td>{:.1}</td></tr>",
        grade.status,
        grade.time.as_secs_f64()
    );
    out
}

fn cell(task: &TaskGrade) -> String {
    let class = match task.status.as_str() {
        "passed" => "passed",
        "not yet" => "open",
        _ => "undecided",
    };
    let status = escaped(&task.status);
    match task.reason.is_empty() {
        true => format!("<td class=\"{class}\">{status}</td>"),
        false => format!(
            "<td class=\"{class}\"><details><summary>{status}</summary><pre>{}</pre></details></td>",
            escaped(&task.reason)
        ),
    }
}
