//! Grades many submissions in parallel. Each task of a submission is checked in a process of its own with limits.
//!
//! A submission is hostile input: it may loop forever, use all memory, print without end, or try to read the files of
//! others. Each submission is copied into a scratch folder, without symbolic links, and `symtool lab check` checks each
//! of its tasks in a child process. C programs are executed only by symtool's engines, never as native programs. Before
//! the child reads the submission, it limits its own processor time, memory and file sizes. It also starts a session,
//! which contains all processes that the check starts. The grader limits the wall-clock time and the output of the
//! child, and the number of processes in the session. When a limit is reached or the child terminates, the grader kills
//! the whole session.
//!
//! | module | contents |
//! | --- | --- |
//! | `limits` | the limits that a child process sets for itself |
//! | `submissions` | finds submissions |
//! | `child` | runs one child process |
//! | `session` | the processes of a session |
//! | `batch` | runs all submissions |
//! | `table` | the grades as CSV |
//! | `page` | the grades as one HTML page |
pub(in crate::driver) mod batch;
mod child;
pub(in crate::driver) mod limits;
pub(in crate::driver) mod page;
mod session;
pub(in crate::driver) mod submissions;
pub(in crate::driver) mod table;
