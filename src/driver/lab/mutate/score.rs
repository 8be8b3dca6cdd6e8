//! Compares the grades of generated submissions with the correct grades. Counts the right answers that did not pass,
//! the wrong answers that passed, and the answers that were not decided.
use super::set::{CLASSES, Class, Sample};
use crate::driver::lab::grade::batch::Grade;
use std::fmt::Write;

/// A generated submission with the grade of its changed task.
#[derive(Clone, Debug)]
struct Judged<'a> {
    sample: &'a Sample,
    status: String,
    reason: String,
    seconds: f64,
}

/// All generated submissions with their grades.
#[derive(Clone, Debug, Default)]
pub struct Score<'a> {
    judged: Vec<Judged<'a>>,
}

impl<'a> Score<'a> {
    /// Adds the submission `sample` with its grade.
    pub fn add(&mut self, sample: &'a Sample, grade: &Grade) {
        let task = grade.tasks.iter().find(|task| task.name == sample.task);
        self.judged.push(Judged {
            sample,
            status: task.map_or_else(String::new, |task| task.status.clone()),
            reason: task.map_or_else(String::new, |task| task.reason.clone()),
            seconds: grade.time.as_secs_f64(),
        });
    }

    /// Returns the table of classes, and the lists of submissions with a wrong grade.
    pub fn text(&self) -> String {
        let mut out = String::from(
            "| class | submissions | passed | not yet | not decided | seconds, mean | seconds, most |\n\
             | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        );
        for &(class, name) in CLASSES {
            let own: Vec<&Judged<'_>> = self
                .judged
                .iter()
                .filter(|one| one.sample.class == class)
                .collect();
            let count = |status: &str| own.iter().filter(|one| one.status == status).count();
            let sum: f64 = own.iter().map(|one| one.seconds).sum();
            let most = own.iter().map(|one| one.seconds).fold(0.0, f64::max);
            let _ = writeln!(
                out,
                "| {name} | {} | {} | {} | {} | {:.2} | {most:.1} |",
                own.len(),
                count("passed"),
                count("not yet"),
                count("not decided"),
                sum / (own.len().max(1)) as f64
            );
        }
        out += &self.list("right answers that did not pass", |class, status| {
            class.is_right() && status != "passed"
        });
        out += &self.list("wrong answers that passed", |class, status| {
            !class.is_right() && status == "passed"
        });
        out += &self.list("answers that were not decided", |_, status| {
            status == "not decided"
        });
        out
    }

    fn list(&self, title: &str, is: impl Fn(Class, &str) -> bool) -> String {
        let found = self
            .judged
            .iter()
            .filter(|one| is(one.sample.class, &one.status));
        let lines = found.map(|one| {
            let Sample {
                lab,
                name,
                class,
                task,
                change,
                ..
            } = one.sample;
            let reason = one.reason.lines().next().unwrap_or_default();
            format!(
                "  {lab}/{name} ({}), task {task}: {change}: {} {reason}\n",
                class.name(),
                one.status
            )
        });
        let lines: Vec<String> = lines.collect();
        format!("\n{title}: {}\n{}", lines.len(), lines.concat())
    }
}
