//! Takes reads at symbolic indexes out of conditions before a solver sees them.
//!
//! After Perry, Mattavelli, Zhang and Cadar, "Accelerating Array Constraints in Symbolic Execution" (ISSTA 2017), section 3.
//! [`Rewriter::rewrite`] is asked once for each condition of a path: it gives back one that holds for the same inputs of
//! that path. What it does is a list of [`TRANSFORMS`], one a file, tried in this order:
//!
//! | file | a read becomes |
//! | --- | --- |
//! | `constant` | a constant, where the path leaves no choice |
//! | `index` | with the whole condition: ranges of the index |
//! | `value` | a choice between its distinct values by ranges of the index |
//! | `mixed` | the same where some cells hold expressions or were written at symbolic indexes |
//!
//! | room | holds |
//! | --- | --- |
//! | [`options`] | what is on, and bounds |
//! | `function` | expressions as functions of few values: when they have which |
//! | `search` | of what few values an expression is a function; `columns` computes it |
//! | `ranges` | sets of index values as conditions |
//! | `pieces` | a table as few pieces that are constant or rise with the index |
//! | `walk` | rebuilding what lies above reads |
//!
//! Invariants:
//! - the result is equivalent under the path; ranges that it takes from the path are remembered with it, and it is used
//!   again only where they still hold;
//! - no solver is asked;
//! - there are never more ranges in what takes the place of reads than there were cells to choose from, and never more than
//!   [`Limits::ranges`]: where that is not enough, the read stays for the solver.
mod columns;
mod constant;
mod function;
mod index;
mod mixed;
pub mod options;
mod pieces;
mod ranges;
mod search;
mod value;
mod walk;

pub use options::{ArrayOptions, Limits, Reads};
pub use walk::reads;

use crate::{Arena, Domain, ExprId};
use function::Function;
use rustc_hash::FxHashMap;
use search::{Functions, Relevant, Relied};
use std::rc::Rc;

/// A way to take reads out of a condition.
#[derive(Debug)]
pub struct Transform {
    /// On the command line.
    pub name: &'static str,
    /// What it does, for `--help`.
    pub help: &'static str,
    /// May its result be used again on other paths on which the ranges that it took from its own hold? Then it may use nothing
    /// of the path but [`Job::range`] and [`Job::function`], which remember what they said.
    lasting: bool,
    apply: fn(&mut Job, &mut Arena, ExprId) -> ExprId,
}

/// All of them, in the order in which they are tried. A new one is a file and a row.
pub const TRANSFORMS: [Transform; 4] = [
    Transform {
        name: "constant",
        help: "a read is a constant where the path leaves no choice",
        lasting: false,
        apply: constant::apply,
    },
    Transform {
        name: "index",
        help: "a condition on reads of constant arrays becomes ranges of the index",
        lasting: true,
        apply: index::apply,
    },
    Transform {
        name: "value",
        help: "a read becomes a choice between its distinct values by ranges of the index",
        lasting: true,
        apply: value::apply,
    },
    Transform {
        name: "mixed",
        help: "the same for arrays that hold constants and expressions",
        lasting: true,
        apply: mixed::apply,
    },
];

/// What a transformation may know of the path that a condition is asked on.
pub struct KnownPath<'a> {
    /// What its constraints say of the values of an expression; it may say less than they do.
    pub domain: &'a mut dyn FnMut(&Arena, ExprId) -> Domain,
    /// Its constraints, with their reads, newest first.
    pub conditions: &'a [ExprId],
}

/// How often the list is gone through for one condition: what one puts in place of a read may hold reads of other arrays.
const MAX_ROUNDS: u32 = 4;

/// Of how many conditions it is remembered what became of them; beyond, all is found anew.
const MAX_KNOWN: usize = 1 << 17;

/// What a transformation works with.
struct Job<'a, 'b> {
    functions: &'a mut Functions,
    path: &'a mut KnownPath<'b>,
    limits: &'a Limits,
    /// Ranges of the path that the result relies on.
    relied: Vec<Relied>,
}

impl Job<'_, '_> {
    /// The expression as a function of few values.
    fn function(&mut self, arena: &mut Arena, e: ExprId) -> Option<Function> {
        let path = &mut *self.path;
        self.functions
            .of(arena, path, self.limits, e, &mut self.relied)
    }

    /// Between which values an index lies, also by what the path says; it is remembered that the result relies on that. What a
    /// lasting transformation needs to know of the path it asks here, or by [`Job::function`], and nowhere else. `None` where the
    /// path leaves no value.
    fn range(&mut self, arena: &Arena, index: ExprId) -> Option<(u64, u64)> {
        let domain = (self.path.domain)(arena, index);
        let own = arena.domain(index);
        if (domain.min, domain.max) != (own.min, own.max) {
            self.relied.push((index, domain.min, domain.max));
        }
        (domain.min <= domain.max).then_some((domain.min, domain.max))
    }
}

/// How often each transformation changed a condition that was asked about; by position in [`TRANSFORMS`].
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Applications(pub [u64; TRANSFORMS.len()]);

impl Applications {
    /// Adds what another worker counted.
    pub fn add(&mut self, other: &Applications) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own += other;
        }
    }

    /// All together.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

/// What one transformation made of a condition.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which, by position in [`TRANSFORMS`].
    pub transform: usize,
    /// The condition before.
    pub before: ExprId,
    /// The condition after.
    pub after: ExprId,
}

/// What became of a condition.
#[derive(Debug)]
struct Known {
    result: ExprId,
    relied: Rc<[Relied]>,
    changes: Rc<[Change]>,
}

/// The transformations that are on, with what they found for one arena so far.
#[derive(Debug)]
pub struct Rewriter {
    options: ArrayOptions,
    functions: Functions,
    /// By condition and the constraints of the path that count for it.
    known: FxHashMap<(ExprId, Relevant), Known>,
    /// Conditions in which the path pinned nothing down, with what it said of each expression that was asked for.
    unchanged: FxHashMap<ExprId, Rc<[(ExprId, Domain)]>>,
    /// What was changed so far.
    pub applications: Applications,
}

impl Rewriter {
    /// A rewriter that has seen nothing yet.
    pub fn new(options: ArrayOptions) -> Rewriter {
        Rewriter {
            options,
            functions: Functions::default(),
            known: FxHashMap::default(),
            unchanged: FxHashMap::default(),
            applications: Applications::default(),
        }
    }

    /// A condition that holds for the same inputs of the path, with fewer reads, and what was done, in order.
    pub fn rewrite(
        &mut self,
        arena: &mut Arena,
        path: &mut KnownPath<'_>,
        cond: ExprId,
    ) -> (ExprId, Vec<Change>) {
        let mut changes = Vec::new();
        let mut result = cond;
        if !arena.has_reads(cond) {
            return (cond, changes);
        }
        self.make_room();
        self.pinned(arena, path, &mut result, &mut changes);
        if arena.has_reads(result) {
            // A branch asks for a condition and then takes it and its negation: all three are one.
            let negation = arena.not(result);
            let positive = result.min(negation);
            let (last, known) = self.lasting(arena, path, positive);
            result = if positive == result {
                last
            } else {
                arena.not(last)
            };
            changes.extend_from_slice(&known);
        }
        for change in &changes {
            self.applications.0[change.transform] += 1;
        }
        (result, changes)
    }

    /// Starts afresh before what was found takes much memory.
    fn make_room(&mut self) {
        if self.known.len() + self.unchanged.len() > MAX_KNOWN || self.functions.is_large() {
            self.known.clear();
            self.unchanged.clear();
            self.functions = Functions::default();
        }
    }

    /// Those whose results do not last: they are as they were as long as the path says the same of all that was asked of it.
    fn pinned(
        &mut self,
        arena: &mut Arena,
        path: &mut KnownPath<'_>,
        result: &mut ExprId,
        changes: &mut Vec<Change>,
    ) {
        let cond = *result;
        if let Some(asked) = self.unchanged.get(&cond)
            && asked
                .iter()
                .all(|&(e, domain)| (path.domain)(arena, e) == domain)
        {
            return;
        }
        let mut asked = Vec::new();
        let mut domain = |arena: &Arena, e| {
            let domain = (path.domain)(arena, e);
            asked.push((e, domain));
            domain
        };
        let mut path = KnownPath {
            domain: &mut domain,
            conditions: path.conditions,
        };
        self.run(arena, &mut path, false, result, &mut Vec::new(), changes);
        if *result == cond {
            self.unchanged.insert(cond, Rc::from(asked));
        } else {
            self.unchanged.remove(&cond);
        }
    }

    /// Those whose results last; what was found before is used again.
    fn lasting(
        &mut self,
        arena: &mut Arena,
        path: &mut KnownPath<'_>,
        cond: ExprId,
    ) -> (ExprId, Rc<[Change]>) {
        let key = (cond, self.functions.relevant(arena, path.conditions, cond));
        if let Some(known) = self.known.get(&key) {
            let holds = |&(e, low, high): &Relied| {
                let domain = (path.domain)(arena, e);
                low <= domain.min && domain.max <= high
            };
            if known.relied.iter().all(holds) {
                return (known.result, Rc::clone(&known.changes));
            }
        }
        let conditions = self.functions.set(key.1);
        let path = &mut KnownPath {
            domain: &mut *path.domain,
            conditions: &conditions,
        };
        let (mut result, mut relied, mut changes) = (cond, Vec::new(), Vec::new());
        for _ in 0..MAX_ROUNDS {
            let before = result;
            self.run(arena, path, true, &mut result, &mut relied, &mut changes);
            if result == before || !arena.has_reads(result) {
                break;
            }
        }
        relied.sort_unstable();
        relied.dedup();
        let changes: Rc<[Change]> = Rc::from(changes);
        let known = Known {
            result,
            relied: Rc::from(relied),
            changes: Rc::clone(&changes),
        };
        self.known.insert(key, known);
        (result, changes)
    }

    /// Goes through the list once.
    fn run(
        &mut self,
        arena: &mut Arena,
        path: &mut KnownPath<'_>,
        lasting: bool,
        cond: &mut ExprId,
        relied: &mut Vec<Relied>,
        changes: &mut Vec<Change>,
    ) {
        let mut job = Job {
            functions: &mut self.functions,
            path,
            limits: &self.options.limits,
            relied: std::mem::take(relied),
        };
        for (transform, row) in self.options.each() {
            if row.lasting == lasting && arena.has_reads(*cond) {
                let before = *cond;
                *cond = (row.apply)(&mut job, arena, before);
                if *cond != before {
                    changes.push(Change {
                        transform,
                        before,
                        after: *cond,
                    });
                }
            }
        }
        *relied = job.relied;
    }
}
