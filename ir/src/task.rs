//! Tasks: units of work that one process may run at the same time, such as file tests. Each thread belongs to at most
//! one task. A panic on a helper thread fails the task that started the thread, and no other task.
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

thread_local! {
    static CURRENT: Cell<Option<Task>> = const { Cell::new(None) };
}

/// The identity of a task.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Task(u64);

impl Task {
    /// Returns a task that differs from all earlier tasks of the process.
    pub fn fresh() -> Task {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Task(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// Returns the task of the current thread; `None` outside of all tasks.
    pub fn current() -> Option<Task> {
        CURRENT.get()
    }

    /// Runs `work` as part of this task, and returns its result.
    pub fn run<T>(self, work: impl FnOnce() -> T) -> T {
        within(Some(self), work)
    }
}

/// Returns a function that does `work` as part of the task of the current thread. Every helper thread that compiles or
/// executes a program runs such a function.
pub fn inherited<T>(work: impl FnOnce() -> T) -> impl FnOnce() -> T {
    let task = Task::current();
    move || within(task, work)
}

fn within<T>(task: Option<Task>, work: impl FnOnce() -> T) -> T {
    let _restore = Restore(CURRENT.replace(task));
    work()
}

/// Sets the task of the thread back to the contained task when this value is dropped, also after a panic.
struct Restore(Option<Task>);

impl Drop for Restore {
    fn drop(&mut self) {
        CURRENT.set(self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_has_the_job_of_the_thread_that_started_it() {
        let (one, two) = (Task::fresh(), Task::fresh());
        assert_ne!(one, two);
        let on_thread = |task: Task| {
            task.run(|| {
                std::thread::scope(|scope| scope.spawn(inherited(Task::current)).join().ok())
            })
        };
        assert_eq!(on_thread(one), Some(Some(one)));
        assert_eq!(on_thread(two), Some(Some(two)));
        assert_eq!(Task::current(), None);
        let panic = std::panic::catch_unwind(|| one.run(|| panic!("a task")));
        assert!(panic.is_err());
        assert_eq!(Task::current(), None, "after a panic");
    }
}
