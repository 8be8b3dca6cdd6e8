//! Eliminates reads at symbolic indices from conditions before solving.
//!
//! The method is that of Perry, Mattavelli, Zhang and Cadar, "Accelerating Array Constraints in Symbolic Execution"
//! (ISSTA 2017), section 3. [`Rewriter::rewrite`] is called once for each condition of a path and returns an equivalent
//! condition. It runs the transformations in the table [`TRANSFORMS`] (one per file) in the following order.
//!
//! | file | replaces |
//! | --- | --- |
//! | `constant` | a read by a constant, if all array elements that the index can select are this constant |
//! | `index` | a condition on reads by ranges of the index: `table[i] == 5` becomes `2 <= i <= 4` |
//! | `value` | a read by nested `ite`s that select one of the distinct values by ranges of the index |
//! | `mixed` | a read by nested `ite`s as above, for arrays with symbolic elements or stores at symbolic indices |
//!
//! | module | contents |
//! | --- | --- |
//! | [`options`] | enabled transformations, and bounds |
//! | `function` | the type `Function`: the values of an expression, each with the condition under which it has the value |
//! | `search` | finds the `Function` of an expression, if the expression has few values |
//! | `columns` | evaluates an expression for many values of its subexpressions at once |
//! | `ranges` | sets of index values as conditions |
//! | `segments` | a table as few segments that are constant or linear in the index |
//! | `walk` | rebuilds the expressions above reads |
//!
//! Invariants:
//! - The result is equivalent under the path condition. It may rely on ranges of values that some expressions have on
//!   the path. These ranges are cached with the result. The result is reused only on paths on which the expressions
//!   stay within these ranges.
//! - No solver is called.
//! - The replacement of a read, or of an expression with reads, has at most [`Limits::ranges`] ranges of the index. In
//!   the form [`Form::Searched`], [`Limits::cells`] reduces this number for a read whose index can select few elements.
//!   A read that needs more ranges is passed to the solver.
mod columns;
mod constant;
mod function;
mod index;
mod mixed;
pub mod options;
mod ranges;
mod search;
mod segments;
mod value;
mod walk;

pub use options::{ArrayOptions, Form, Limits, Reads};
pub use walk::reads;

use crate::{Arena, Domain, ExprId};
use function::Function;
use rustc_hash::FxHashMap;
use search::{Functions, Relevant, Relied};
use std::rc::Rc;

/// A transformation that eliminates array reads from a condition.
#[derive(Debug)]
pub struct Transform {
    /// The name of the transformation on the command line.
    pub name: &'static str,
    /// The description for `--help`.
    pub help: &'static str,
    /// Whether a cached result may be reused on other paths, provided that the expressions stay within the recorded
    /// ranges there. A transformation with this flag reads the path only through [`Job::range`] and [`Job::function`],
    /// which record the ranges.
    lasting: bool,
    apply: fn(&mut Job, &mut Arena, ExprId) -> ExprId,
}

/// All transformations, in order of application. To add one, write a file and add a row here.
pub const TRANSFORMS: [Transform; 4] = [
    Transform {
        name: "constant",
        help: "replaces a read by a constant if the path condition allows no other value",
        lasting: false,
        apply: constant::apply,
    },
    Transform {
        name: "index",
        help: "replaces a condition on reads of constant arrays by a condition on ranges of the index",
        lasting: true,
        apply: index::apply,
    },
    Transform {
        name: "value",
        help: "replaces a read of a constant array by nested ites that select the value of the read by ranges of the index",
        lasting: true,
        apply: value::apply,
    },
    Transform {
        name: "mixed",
        help: "replaces a read of an array with symbolic elements or stores by nested ites over ranges of the index",
        lasting: true,
        apply: mixed::apply,
    },
];

/// The information about the current path that a transformation may read.
pub struct KnownPath<'a> {
    /// A function that returns a sound abstract value of an expression under the path condition.
    pub domain: &'a mut dyn FnMut(&Arena, ExprId) -> Domain,
    /// The constraints of the path before array reads were eliminated, newest first.
    pub conditions: &'a [ExprId],
}

/// The maximum number of passes over the list of transformations per condition. Several passes are needed because a
/// transformation may introduce reads of other arrays.
const MAX_ROUNDS: u32 = 4;

/// The maximum number of cached results, beyond which the cache is cleared.
const MAX_KNOWN: usize = 1 << 17;

/// The data that a transformation reads and updates while it transforms one condition.
struct Job<'a, 'b> {
    functions: &'a mut Functions,
    path: &'a mut KnownPath<'b>,
    limits: &'a Limits,
    form: Form,
    /// The ranges of values, known from the path, on which the result depends: each expression with its range.
    relied: Vec<Relied>,
}

impl Job<'_, '_> {
    /// Returns the values that an expression can have on the path, each with the condition under which the expression
    /// has this value. Returns `None` if there would be too many values.
    fn function(&mut self, arena: &mut Arena, e: ExprId) -> Option<Function> {
        let path = &mut *self.path;
        self.functions
            .of(arena, path, self.limits, e, &mut self.relied)
    }

    /// Returns the range of the values of an index on the path; `None` if the path excludes all values. If the path
    /// restricts the range, records the range in `relied`: the transformed condition is equivalent only if the index
    /// is in this range.
    fn range(&mut self, arena: &Arena, index: ExprId) -> Option<(u64, u64)> {
        let domain = (self.path.domain)(arena, index);
        let own = arena.domain(index);
        if (domain.min, domain.max) != (own.min, own.max) {
            self.relied.push((index, domain.min, domain.max));
        }
        (domain.min <= domain.max).then_some((domain.min, domain.max))
    }
}

/// The number of conditions that each transformation changed, by index in [`TRANSFORMS`].
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Applications(pub [u64; TRANSFORMS.len()]);

impl Applications {
    /// Adds the counts of another worker (thread of an exploration) to the counts of `self`.
    pub fn add(&mut self, other: &Applications) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own += other;
        }
    }

    /// Returns the sum of all counts.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

/// One application of a transformation to a condition.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The applied transformation, as an index in [`TRANSFORMS`].
    pub transform: usize,
    /// The condition before the transformation.
    pub before: ExprId,
    /// The condition after the transformation.
    pub after: ExprId,
}

/// The cached result of transforming a condition.
#[derive(Debug)]
struct Known {
    result: ExprId,
    relied: Rc<[Relied]>,
    changes: Rc<[Change]>,
}

/// The enabled transformations, with their caches for one arena.
#[derive(Debug)]
pub struct Rewriter {
    options: ArrayOptions,
    functions: Functions,
    /// The cached results, by condition and by the id of the set of path constraints that depend only on inputs of
    /// the condition.
    known: FxHashMap<(ExprId, Relevant), Known>,
    /// The conditions that the path-specific transformations (those without the flag `lasting`) left unchanged, each
    /// with the abstract values that these transformations used. On a path with the same abstract values, the
    /// condition is skipped.
    unchanged: FxHashMap<ExprId, Rc<[(ExprId, Domain)]>>,
    /// The number of conditions changed so far, by transformation.
    pub applications: Applications,
}

impl Rewriter {
    /// Returns a rewriter with empty caches.
    pub fn new(options: ArrayOptions) -> Rewriter {
        Rewriter {
            options,
            functions: Functions::default(),
            known: FxHashMap::default(),
            unchanged: FxHashMap::default(),
            applications: Applications::default(),
        }
    }

    /// Returns a condition that is equivalent on the path and has fewer array reads. Also returns the applied
    /// transformations, in order.
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
            // A path that branches on a condition gets the condition or its negation as a constraint. The condition
            // and its negation share one cached result, which is stored under the smaller of the two ids.
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

    /// Clears the caches if they have reached their maximum sizes.
    fn make_room(&mut self) {
        if self.known.len() + self.unchanged.len() > MAX_KNOWN || self.functions.is_large() {
            self.known.clear();
            self.unchanged.clear();
            self.functions = Functions::default();
        }
    }

    /// Applies the transformations whose results are valid on the current path only. A condition is skipped if these
    /// transformations left the condition unchanged on an earlier path, and if the abstract values that determined
    /// this result are the same on the current path.
    fn pinned(
        &mut self,
        arena: &mut Arena,
        path: &mut KnownPath<'_>,
        result: &mut ExprId,
        changes: &mut Vec<Change>,
    ) {
        let cond = *result;
        if let Some(domains) = self.unchanged.get(&cond)
            && domains
                .iter()
                .all(|&(e, domain)| (path.domain)(arena, e) == domain)
        {
            return;
        }
        let mut domains = Vec::new();
        let mut domain = |arena: &Arena, e| {
            let domain = (path.domain)(arena, e);
            domains.push((e, domain));
            domain
        };
        let mut path = KnownPath {
            domain: &mut domain,
            conditions: path.conditions,
        };
        self.run(arena, &mut path, false, result, &mut Vec::new(), changes);
        if *result == cond {
            self.unchanged.insert(cond, Rc::from(domains));
        } else {
            self.unchanged.remove(&cond);
        }
    }

    /// Applies the transformations whose results can be reused on other paths, and caches the result.
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

    /// Runs some of the enabled transformations on a condition, each of them once: those whose field `lasting` equals
    /// the argument `lasting`.
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
            form: self.options.form,
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
