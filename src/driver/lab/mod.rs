//! Teaching labs: exercises with a page, starter files, an automatic check and a model answer.
//!
//! A lab is a folder of data, so that a teacher can add a lab without writing Rust:
//!
//! | file | contents |
//! | --- | --- |
//! | `lab.toml` | title, time, prerequisites, and the tasks: kind of check, settings, hints |
//! | `page.md` | the chapter of the book |
//! | `starter/` | the files that a student gets |
//! | `reference/` | the model answer, which a student does not get |
//! | `check/` | further files of checks, such as mutants and main functions |
//!
//! The labs of symtool are embedded in its executable; the option `--labs DIR` selects the labs in a folder instead.
//!
//! | module | contents |
//! | --- | --- |
//! | `data` | the file `lab.toml` |
//! | `shelf` | all labs, and the files of a folder |
//! | `workspace` | the folder of a student, and the copy that is checked |
//! | `explore` | compiles and explores the programs of a check |
//! | `harness` | the C programs that call the functions of a submission and of the reference |
//! | `complaint` | messages of the front end in words for the student |
//! | `reach` | the code of a submission that a check can reach |
//! | `project` | the Rust project in which a cargo task is checked |
//! | `measure` | numbers of a run |
//! | `finding` | the result of a check |
//! | `kinds` | the kinds of checks, one file each |
//! | `tasks` | checks all tasks of a submission |
//! | `show` | results as text and JSON |
//! | `grade` | grades many submissions in child processes |
//! | `mutate` | makes submissions to measure how often the grader is right |
//! | `book` | the pages of the labs as HTML |
//! | `html` | the style and the escaping of text for all HTML pages |
//! | `model` | the test of a lab by its model answer and starter |
pub(in crate::driver) mod book;
mod complaint;
pub(in crate::driver) mod data;
mod explore;
pub(in crate::driver) mod finding;
pub(in crate::driver) mod grade;
mod harness;
mod html;
pub(in crate::driver) mod kinds;
pub(in crate::driver) mod measure;
pub(in crate::driver) mod model;
pub(in crate::driver) mod mutate;
mod project;
mod reach;
pub(in crate::driver) mod shelf;
pub(in crate::driver) mod show;
pub(in crate::driver) mod tasks;
pub(in crate::driver) mod workspace;
