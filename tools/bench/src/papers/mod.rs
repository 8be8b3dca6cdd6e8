//! The tables and figures of the five papers, each with the command that repeats it, or with the reason why there is no
//! such command.
//!
//! [`PAPERS`] is the only list of these tables and figures. `symtool bench papers` ([`run`]) runs the experiments in
//! the list, and [`overview`] returns the help text of this command. A test compares the page `docs/results/papers.md`
//! with [`markdown`].
mod arrays;
mod cdse;
mod cfmse;
mod patterns;
mod qce;
pub mod run;

/// The name of the command `symtool bench papers`, which runs all experiments of the papers.
pub const NAME: &str = "papers";

/// The line about the command in the help text.
pub const HELP: &str = "Runs every experiment that repeats a table or a figure of the five papers";

/// A paper with techniques that symtool implements.
#[derive(Debug)]
pub struct Paper {
    /// The short name on the command line and in tables.
    pub name: &'static str,
    /// The title, the venue and the year.
    pub title: &'static str,
    /// The tables and figures in the paper's order, and the measurements that it reports in its text.
    pub exhibits: &'static [Exhibit],
}

/// A table or a figure of a paper, or a measurement in its text.
#[derive(Debug)]
pub struct Exhibit {
    /// The label in the paper.
    pub label: &'static str,
    /// The contents of the exhibit.
    pub contents: &'static str,
    /// The command that repeats the exhibit.
    pub repeat: Repeat,
    /// The differences between the repeated and the published exhibit. For an exhibit without a command, the reason
    /// why there is none.
    pub differs: &'static str,
}

/// The command that repeats an exhibit.
#[derive(Debug, PartialEq, Eq)]
pub enum Repeat {
    /// An experiment.
    Bench {
        /// The experiment's name on the command line.
        experiment: &'static str,
        /// The output file that contains the exhibit.
        file: &'static str,
        /// The path, relative to `docs/results`, of the page with the latest result of the exhibit.
        result: &'static str,
    },
    /// Another command of symtool, for an example program or a listing.
    Command {
        /// The command line.
        command: &'static str,
        /// The page of the documentation with its output, relative to `docs/results`.
        result: &'static str,
    },
    /// No command.
    Nothing,
}

/// The five papers.
pub const PAPERS: &[Paper] = &[
    qce::PAPER,
    cfmse::PAPER,
    arrays::PAPER,
    patterns::PAPER,
    cdse::PAPER,
];

/// The page of the documentation with the latest output of `symtool bench papers`, relative to `docs/results`.
const LATEST: &str = "papers.md#latest-run";

/// The header of each table that [`markdown`] returns.
const HEADER: &str = "| exhibit | contents | command | latest result | difference or reason |\n\
    | --- | --- | --- | --- | --- |\n";

impl Paper {
    /// Returns the names of the experiments that the paper's exhibits need, each once, in the order of the exhibits.
    pub fn experiments(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        for exhibit in self.exhibits {
            if let Repeat::Bench { experiment, .. } = exhibit.repeat
                && !names.contains(&experiment)
            {
                names.push(experiment);
            }
        }
        names
    }
}

/// Returns the exhibits of all papers as Markdown tables, one below each paper's heading.
pub fn markdown() -> String {
    let mut text = String::new();
    for paper in PAPERS {
        text += &format!("## {}\n\n{HEADER}", paper.title);
        for exhibit in paper.exhibits {
            text += &exhibit.row();
        }
        text += "\n";
    }
    text
}

/// Returns the list of papers with their experiments, for the help text.
pub fn overview() -> String {
    let mut text = "Papers and experiments:\n".to_owned();
    for paper in PAPERS {
        let experiments = paper.experiments().join(", ");
        text += &format!("  {:9} {} ({experiments})\n", paper.name, paper.title);
    }
    text += "Tables and figures without a command are listed with the reason on the page docs/results/papers.md.";
    text
}

impl Exhibit {
    fn row(&self) -> String {
        let (command, result) = match self.repeat {
            Repeat::Bench {
                experiment,
                file,
                result,
            } => (
                format!("`symtool bench {experiment}`: `{file}`"),
                link(result),
            ),
            Repeat::Command { command, result } => (format!("`{command}`"), link(result)),
            Repeat::Nothing => ("–".to_owned(), "–".to_owned()),
        };
        let differs = if self.differs.is_empty() {
            "–"
        } else {
            self.differs
        };
        format!(
            "| {} | {} | {command} | {result} | {differs} |\n",
            self.label, self.contents
        )
    }
}

/// Returns a link to a page of results, with the name of the page as text.
fn link(page: &str) -> String {
    let file = page.split('#').next().unwrap_or(page);
    let name = file.rsplit('/').next().unwrap_or(file);
    let name = name.trim_end_matches(".md");
    let name = if page == LATEST { "latest run" } else { name };
    format!("[{name}]({page})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EXPERIMENTS;

    #[test]
    fn every_exhibit_has_a_command_or_a_reason() {
        for paper in PAPERS {
            for exhibit in paper.exhibits {
                let name = format!("{} {}", paper.name, exhibit.label);
                assert!(!exhibit.contents.is_empty(), "{name}");
                match exhibit.repeat {
                    Repeat::Bench { experiment, .. } => {
                        let known = EXPERIMENTS.iter().any(|row| row.name == experiment);
                        assert!(known || experiment == crate::climb::NAME, "{name}");
                    }
                    Repeat::Command { command, .. } => {
                        assert!(command.starts_with("symtool "), "{name}");
                    }
                    Repeat::Nothing => assert!(!exhibit.differs.is_empty(), "{name}"),
                }
            }
        }
    }

    #[test]
    fn labels_are_unique_and_complete() {
        // For each paper: its name, the number of its tables, and the number of its figures.
        let counts = [
            ("qce", 0, 9),
            ("cfmse", 5, 11),
            ("arrays", 4, 5),
            ("patterns", 7, 4),
            ("cdse", 11, 7),
        ];
        for ((name, tables, figures), paper) in counts.into_iter().zip(PAPERS) {
            assert_eq!(paper.name, name);
            let mut labels: Vec<&str> = paper.exhibits.iter().map(|e| e.label).collect();
            let of = |kind: &str| {
                labels
                    .iter()
                    .filter(|label| label.starts_with(kind))
                    .count()
            };
            assert_eq!((of("Table"), of("Figure")), (tables, figures), "{name}");
            labels.sort_unstable();
            labels.dedup();
            assert_eq!(labels.len(), paper.exhibits.len(), "{name}");
        }
    }

    #[test]
    fn the_overview_names_all_experiments_of_a_paper() {
        assert_eq!(PAPERS[4].experiments(), ["cdse-search", "cdse"]);
        assert!(overview().contains("(cdse-search, cdse)"), "{}", overview());
    }
}
