//! CFM-SE: melds the two sides of a branch into straight-line code before symbolic execution
//! ("Taming the Hydra", OOPSLA 2026, §3).
//!
//! # Phases, repeated for each function until nothing changes
//! Notation: a branch has the condition c, the sides T (taken if c holds) and E (taken if c does not hold), and the
//! join J, the block at which both sides end. `ite(c, t, e)` is a select: t if c holds, else e.
//!
//! 1. [`fold`]: turns `a && b` and `a || b`, which are two branches, into one branch on one condition, if the right
//!    operand can run under a guard. (An instruction under a guard has no effect if the guard is false.)
//! 2. [`regions`]: finds straight-line sides T and E with the same join J (the if-then-else of §3.1; a missing side is
//!    empty). A side contains no branch, so inner branches are melded first.
//! 3. [`legality`]: checks that the sides contain only instructions that can be melded. [`Branches`] selects the
//!    branches worth melding (§3.3).
//! 4. [`lift`], [`memory`]: translate the sides to terms; a load of a known value becomes this value. [`align`],
//!    [`plan`]: align the loads, stores and checks of both sides, and replace two aligned accesses with equal address
//!    expressions by one (§3.1's rules for memory operations).
//! 5. [`encode`], [`rules`], [`families`], [`extract`], [`cost`], [`forms`], [`fired`]: find a cheap *form* by an
//!    e-graph, a compact set of equal terms. A form consists of the merged terms of the pure operations (those without
//!    effects). In `ite(c, t, e)`, the term t is simplified as if c held, and e as if c did not hold.
//! 6. [`certificate`]: proves that the form equals the branch for c := 1 and for c := 0, by folding or by the solver.
//! 7. [`rebuild`]: replaces the branch by the merged straight-line code, with the source locations of both sides.
//! 8. Two transformations are tried when phases 1 to 7 cannot meld any further branch. [`guarded_sides`] is for sides
//!    with input-independent loops: such a side then runs for both values of c, with guards on its effects.
//!    [`guarded_loops`] is for loops with an input-dependent condition. The loop then runs until no input that
//!    satisfies the path condition needs a further iteration. An iteration has no effect for inputs that have left the
//!    loop.
//!
//! The [`Mode`] decides the treatment of memory accesses that only one side performs. In guarded mode
//! ([`Mode::Guarded`]), a melded program fails on exactly the inputs on which the original fails. In speculative mode
//! ([`Mode::Speculative`]), it may have spurious failures, which the original program does not have. [`spurious`] then
//! repeats melding and exploration, so that no spurious failure is reported.
//!
//! ```
//! use symtool_meld::{Branches, MeldOptions, meld};
//!
//! let text = "func @max(%a: i32, %b: i32) -> i32 {
//! entry:
//!   %c = slt %a, %b
//!   branch %c, less, join(%a)
//! less:
//!   jump join(%b)
//! join(%m: i32):
//!   return %m
//! }
//! ";
//! let mut module = symtool_ir::parse::parse_module(text, "max.sir").expect("valid IR");
//! let entry = module.function_named("max").expect("there is a max");
//! let options = MeldOptions { branches: Branches::All, ..MeldOptions::default() };
//! let report = meld(&mut module, entry, &options);
//! assert_eq!((report.applied, report.branches_removed), (1, 1));
//! ```
#![forbid(unsafe_code)]

pub mod align;
pub mod certificate;
pub mod cost;
pub mod diamond;
pub mod encode;
mod evaluate;
pub mod extract;
pub mod families;
pub mod fired;
pub mod flow;
pub mod fold;
pub mod forms;
pub mod guarded_loops;
pub mod guarded_sides;
pub mod guards;
pub mod ignore;
pub mod language;
pub mod legality;
pub mod lift;
mod melder;
pub mod memory;
mod nesting;
mod options;
pub mod plan;
pub mod prover;
pub mod rebuild;
pub mod refusals;
pub mod regions;
pub mod report;
pub mod rules;
pub mod select_branches;
pub mod smt;
pub mod spurious;
pub mod steps;
pub mod term;
mod uses;

pub use ignore::{IgnoreList, IgnoredLocation};
pub use melder::{meld, meld_while};
pub use options::{Branches, MeldOptions, Mode};
pub use refusals::{Reason, Refusal};
pub use report::{Decision, MeldReport};
