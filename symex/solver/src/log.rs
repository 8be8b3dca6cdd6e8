//! The log of solver queries, for analysis and replay.
//!
//! Each query is an SMT-LIB 2 script that begins with comments: source location, answer, solving time. Each script is a
//! file in a folder, or all scripts are in one file. A list file next to the scripts has one line of JSON per query.
use crate::answer::Answer;
use crate::model::Model;
use serde::Serialize;
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Mutex;
use std::time::Duration;
use symtool_expr::{Arena, ExprId};
use symtool_ir::atomic;

/// The origin of a query: the part of the exploration that issued it.
#[derive(Clone, Debug, Default)]
pub struct QueryOrigin {
    /// The source location of the instruction that issued the query.
    pub place: String,
    /// The point of the execution: for each active call, outermost first, the function and the index of its current
    /// instruction. If loop iterations are counted, the iterations of the enclosing loops follow. For example,
    /// `main:12/copy:7[0,3]` is instruction 7 of `copy`, called by instruction 12 of `main`, in the iterations 0 and 3
    /// of two loops. Two runs can be compared query by query: queries with equal `step` were issued at the same point.
    pub step: String,
    /// The multiplicity of the state that issued the query: an upper bound of the number of program paths that the
    /// state represents. It is at least 2 if the state is merged.
    pub paths: u64,
}

/// The origin of the current query. Exploration sets the origin, and the log reads it. All clones share one origin.
#[derive(Clone, Debug, Default)]
pub(crate) struct CurrentOrigin(Rc<RefCell<QueryOrigin>>);

impl CurrentOrigin {
    /// Sets the origin of later queries.
    pub fn set(&self, origin: QueryOrigin) {
        *self.0.borrow_mut() = origin;
    }

    /// Returns the origin of the current query.
    pub fn get(&self) -> QueryOrigin {
        self.0.borrow().clone()
    }
}

/// The log of solver queries, shared by all workers (threads of an exploration).
#[derive(Debug)]
pub struct QueryLog {
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    scripts: Scripts,
    list: File,
    count: u64,
    /// The first write error. After an error, nothing is written to the log.
    error: Option<io::Error>,
}

#[derive(Debug)]
enum Scripts {
    Folder(PathBuf),
    Single(File),
}

/// A line of the JSON list of queries.
#[derive(Serialize)]
struct Entry<'a> {
    /// The version of the format of a line.
    schema: u32,
    number: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    place: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    step: &'a str,
    #[serde(skip_serializing_if = "is_zero")]
    paths: u64,
    answer: &'a str,
    solver: &'a str,
    time_s: f64,
    constraints: usize,
    nodes: usize,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The file name of the list of queries in a log folder.
const LIST: &str = "queries.jsonl";
/// The text that ends each query in a log that consists of a single file.
pub(crate) const END: &str = "(pop 1)";

impl QueryLog {
    /// Creates a log. A path that ends in `.smt2` becomes one file with all queries; the list of queries is
    /// next to it, with the extension `.jsonl`. Any other path becomes a folder.
    ///
    /// # Errors
    /// Returns errors of the file system, and an error if there already is a log at this path.
    pub fn create(path: &Path) -> io::Result<QueryLog> {
        let single = path.extension().is_some_and(|e| e == "smt2");
        let (scripts, list) = if single {
            let list = File::create_new(path.with_extension("jsonl"))?;
            let mut file = File::create_new(path)?;
            writeln!(file, "(set-logic ALL)")?;
            (Scripts::Single(file), list)
        } else {
            std::fs::create_dir_all(path)?;
            let list = File::create_new(path.join(LIST))?;
            (Scripts::Folder(path.to_owned()), list)
        };
        Ok(QueryLog {
            inner: Mutex::new(Inner {
                scripts,
                list,
                count: 0,
                error: None,
            }),
        })
    }

    /// Adds a query and its answer to the log, and returns its number. If a write fails, nothing more is logged, and
    /// the run continues; [`error`](Self::error) returns the error.
    pub fn record(
        &self,
        arena: &Arena,
        constraints: &[ExprId],
        origin: &QueryOrigin,
        answer: &Answer,
        solver: &str,
        time: Duration,
    ) -> Option<u64> {
        let mut inner = self.inner.lock().ok()?;
        if inner.error.is_some() {
            return None;
        }
        inner.count += 1;
        let number = inner.count;
        let word = match answer {
            Answer::Sat(_) => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown(_) => "unknown",
        };
        let mut entry = Entry {
            schema: 1,
            number,
            file: None,
            place: &origin.place,
            step: &origin.step,
            paths: origin.paths,
            answer: word,
            solver,
            time_s: time.as_secs_f64(),
            constraints: constraints.len(),
            nodes: arena.node_count(constraints),
        };
        let header = header(&entry, answer, arena);
        if let Err(error) = inner.write(&mut entry, &header, arena, constraints) {
            inner.error = Some(error);
            return None;
        }
        Some(number)
    }

    /// Returns the name of the query with the number `number`: the file of the query in the folder of the log, or the
    /// single file together with the number.
    pub fn name(path: &Path, number: u64) -> String {
        match path.extension().is_some_and(|e| e == "smt2") {
            true => format!("{} (query {number})", path.display()),
            false => path.join(script_name(number)).display().to_string(),
        }
    }

    /// Returns the write error after which nothing more was logged; `None` if no write has failed.
    pub fn error(&self) -> Option<String> {
        let inner = self.inner.lock().ok()?;
        inner.error.as_ref().map(ToString::to_string)
    }
}

impl Inner {
    fn write(
        &mut self,
        entry: &mut Entry<'_>,
        header: &str,
        arena: &Arena,
        constraints: &[ExprId],
    ) -> io::Result<()> {
        match &mut self.scripts {
            Scripts::Folder(folder) => {
                let name = script_name(entry.number);
                let text = format!("{header}{}", arena.smtlib(constraints));
                atomic::write(&folder.join(&name), text.as_bytes())?;
                entry.file = Some(name);
            }
            Scripts::Single(file) => {
                let body = arena.smtlib_assertions(constraints);
                write!(file, "{header}(push 1)\n{body}(check-sat)\n{END}\n")?;
            }
        }
        let mut line = serde_json::to_string(entry)?;
        line.push('\n');
        self.list.write_all(line.as_bytes())
    }
}

fn script_name(number: u64) -> String {
    format!("{number:06}.smt2")
}

/// Returns the comments at the beginning of a logged script.
fn header(entry: &Entry<'_>, answer: &Answer, arena: &Arena) -> String {
    let mut text = format!("; query: {}\n", entry.number);
    if !entry.place.is_empty() {
        text += &format!("; place: {}\n", entry.place.replace('\n', " "));
    }
    text += &format!("; answer: {}\n", entry.answer);
    match answer {
        Answer::Unknown(why) => {
            text += &format!("; reason: {}\n", why.to_string().replace('\n', " "));
        }
        Answer::Sat(model) => text += &model_comment(model, arena),
        Answer::Unsat => {}
    }
    if !entry.solver.is_empty() {
        text += &format!("; solver: {}\n", entry.solver);
    }
    text + &format!("; time: {:.6} s\n", entry.time_s)
}

/// Returns the inputs of a model as comments of the form `name = bytes`.
fn model_comment(model: &Model, arena: &Arena) -> String {
    let mut text = String::new();
    for array in model.arrays() {
        let bytes = model.bytes(arena, array);
        let hex: Vec<String> = bytes.iter().map(|b| format!("{b:02x}")).collect();
        let name = arena.symbol_name(array).replace('\n', " ");
        text += &format!("; model: b{} ({name}) = {}\n", array.index(), hex.join(" "));
    }
    text
}
