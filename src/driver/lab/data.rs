//! The file `lab.toml` of a lab: title, time, prerequisites and tasks.
use crate::Error;
use serde::Deserialize;

/// The contents of `lab.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabData {
    /// The position in the course. `symtool lab new 3` means the lab with the number 3.
    pub number: u32,
    /// The title of the lab.
    pub title: String,
    /// The time that a student needs, in minutes.
    pub minutes: u32,
    /// One sentence about the content that the lab teaches.
    pub teaches: String,
    /// The knowledge that the lab requires.
    #[serde(default)]
    pub assumes: Vec<String>,
    /// If set, `symtool lab new` also writes a Rust project of this name (see `symtool kit new`).
    #[serde(default)]
    pub kit: Option<String>,
    /// The tasks, in the order in which the lab's page describes them.
    #[serde(rename = "task")]
    pub tasks: Vec<TaskData>,
}

/// One task of a lab.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskData {
    /// A short name, which is also the name of the column in tables of grades.
    pub name: String,
    /// The title of the task.
    pub title: String,
    /// The kind of the check: the name of a row in the table of kinds.
    pub kind: String,
    /// Hints, from general to specific. If the task has not passed, `symtool lab check` shows the first ones, as many
    /// as `--hints` says.
    pub hints: Vec<String>,
    /// The name of an earlier task that checks the same program. This task passes only if the earlier task passes.
    #[serde(default)]
    pub after: Option<String>,
    /// The values for which the task is checked, such as `every text of up to four characters`. A fault that occurs
    /// only for other values is not found.
    #[serde(default)]
    pub bound: Option<String>,
    /// The settings of the check, which depend on its kind.
    pub check: toml::Table,
}

impl TaskData {
    /// Returns the reason why this task is not solved although its own check has passed: the earlier task `after` is
    /// not solved. `has_passed` returns whether the task with a given name is solved.
    pub fn held_back(&self, has_passed: impl Fn(&str) -> bool) -> Option<String> {
        let after = self.after.as_deref().filter(|after| !has_passed(after))?;
        Some(format!(
            "the same program must pass the task `{after}`, too"
        ))
    }
}

impl LabData {
    /// Parses the text of a `lab.toml`.
    ///
    /// # Errors
    /// The text is not TOML, or has unknown or missing keys. The message names `place`.
    pub fn parse(text: &str, place: &str) -> Result<LabData, Error> {
        let data: LabData =
            toml::from_str(text).map_err(|error| Error::Input(format!("{place}: {error}")))?;
        if data.tasks.is_empty() {
            return Err(Error::Input(format!("{place}: the lab has no task")));
        }
        let mut names: Vec<&str> = data.tasks.iter().map(|task| &*task.name).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            let text = format!("{place}: two tasks have the name `{}`", pair[0]);
            return Err(Error::Input(text));
        }
        for (index, task) in data.tasks.iter().enumerate() {
            if let Some(after) = &task.after
                && !data.tasks[..index].iter().any(|one| one.name == *after)
            {
                let (task, text) = (&task.name, "is not the name of an earlier task");
                return Err(Error::Input(format!(
                    "{place}: the task `{task}`: after = \"{after}\" {text}"
                )));
            }
        }
        if let Some(task) = data.tasks.iter().find(|task| task.hints.is_empty()) {
            let text = format!("{place}: the task `{}` has no hint", task.name);
            return Err(Error::Input(text));
        }
        Ok(data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAB: &str = "number = 1\ntitle = \"T\"\nminutes = 60\nteaches = \"x\"\n";
    const TASK: &str =
        "[[task]]\nname = \"a\"\ntitle = \"A\"\nkind = \"verdict\"\nhints = [\"h\"]\ncheck = {}\n";

    fn error(text: &str) -> String {
        LabData::parse(text, "x/lab.toml")
            .expect_err(text)
            .to_string()
    }

    #[test]
    fn a_lab_has_tasks_with_names_and_hints() {
        assert!(LabData::parse(&format!("{LAB}{TASK}"), "x").is_ok());
        assert!(error(&format!("{LAB}task = []\n")).contains("the lab has no task"));
        assert!(error(&format!("{LAB}{TASK}{TASK}")).contains("two tasks have the name `a`"));
        let bare = TASK.replace("[\"h\"]", "[]");
        assert!(error(&format!("{LAB}{bare}")).contains("the task `a` has no hint"));
        let early = TASK.replace("check", "after = \"a\"\ncheck");
        assert!(error(&format!("{LAB}{early}")).contains("is not the name of an earlier task"));
        let late = early.replace("name = \"a\"", "name = \"b\"");
        assert!(LabData::parse(&format!("{LAB}{TASK}{late}"), "x").is_ok());
    }

    #[test]
    fn misspelt_keys_are_errors() {
        let text = format!("{LAB}minute = 3\n{TASK}");
        assert!(
            error(&text).starts_with("error: x/lab.toml: "),
            "{}",
            error(&text)
        );
    }
}
