//! Query count estimation (QCE; Kuznetsov, Kinder, Bucur & Candea, PLDI 2012, §3): estimates the number of queries
//! that are issued after a program point. There is one estimate for all queries, and one for each variable, which
//! counts the queries that depend on the variable.
//!
//! Let c(b) be the number of queries that block b itself issues, and β the probability that a side of a branch is
//! feasible. The expected number of queries from b on is
//!
//! ```text
//! q(b) = c(b) + β · q(then) + β · q(else)     at a branch,
//! q(b) = c(b) + q(successor)                  at a jump,
//! q(b) = c(b)                                 at a return.
//! ```
//!
//! - **Queries.** Branches, checks, and memory accesses at an address that is not constant issue queries. Q_t is the
//!   number of all queries; Q_add(v) is the number of queries that depend on v. A variable v is *hot* if Q_add(v) > α ·
//!   Q_t, for a parameter α.
//! - **Loops** are unrolled to their iteration count if it is known, else κ times, for a parameter κ.
//! - **Calls.** A call counts as many queries as the callee issues from its entry on. Functions are summarized
//!   bottom-up over the call graph, with recursion unrolled κ times.
//! - **Callers.** The counts at a program point cover the code up to the end of its function. The similarity relation
//!   of the merge policies adds the counts of the callers along the call stack of a state, including the callers'
//!   queries on a returned value.
//!
//! Variables are SSA values, and memory at a constant offset from a stack slot, a global, or the target of a
//! pointer. (The pointer itself is an SSA value or is loaded from memory.)
//!
//! | module | contents |
//! | --- | --- |
//! | `query` | the instructions that issue queries |
//! | `location` | memory variables |
//! | `slice` | the variables on which a value depends |
//! | `depend` | the variables on which the queries and calls of a function depend |
//! | `count` | the recurrence, with a closed form for loops |
//! | `places` | the program points at which the counts of a variable are stored |
//! | `iterations` | iteration counts of counted loops |
//! | `print` | the counts as comments of the IR |
mod count;
mod depend;
mod iterations;
mod location;
mod places;
mod print;
mod query;
mod slice;
#[cfg(test)]
mod tests;

pub use depend::Variable;
pub use location::{Hops, Location, Root};
pub use print::counted;
pub use query::Counted;

use count::Flow;
use depend::{Dependence, Sources};
use places::Places;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;
use symtool_analysis::callgraph::CallGraph;
use symtool_analysis::cfg::Cfg;
use symtool_analysis::liveness::Liveness;
use symtool_ir::{Block, Func, Inst, Module, Value};

/// The parameters of query count estimation, named as by Kuznetsov et al.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct QceOptions {
    /// A variable is hot if more than this fraction of the later queries depends on it.
    pub alpha: f64,
    /// The probability that a side of a branch is feasible.
    pub beta: f64,
    /// The number of iterations to which a loop with unknown iteration count is unrolled, and of nested calls to which
    /// a recursive function is unrolled.
    pub kappa: u32,
    /// The cost of a query with an `ite`, relative to a query without `ite`. With 1, an `ite` costs nothing.
    pub zeta: f64,
    /// The kinds of instructions that count as issuing queries.
    pub counted: Counted,
}

impl Default for QceOptions {
    fn default() -> QceOptions {
        QceOptions {
            alpha: 1e-12,
            beta: 0.8,
            kappa: 10,
            zeta: 1.0,
            counted: Counted::All,
        }
    }
}

/// The estimated query counts from one program point to the end of the function.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// The number of all queries (Q_t).
    pub total: f64,
    /// For each variable, the number of queries that depend on it (Q_add), sorted by variable. A missing variable
    /// has 0.
    pub additional: Vec<(Variable, f64)>,
    /// For each variable, the expected number of executions of a return whose value depends on it, sorted by variable.
    /// Each query of the caller on the result of the call counts this many times for the variable.
    pub returned: Vec<(Variable, f64)>,
}

impl Counts {
    /// Returns all variables on which a query or a returned value depends, sorted.
    pub fn variables(&self) -> impl Iterator<Item = Variable> {
        let all = self.additional.iter().chain(&self.returned);
        let all: BTreeSet<Variable> = all.map(|&(variable, _)| variable).collect();
        all.into_iter()
    }

    /// Returns the number of queries that depend on a variable.
    pub fn of(&self, variable: Variable) -> f64 {
        of(&self.additional, variable)
    }

    /// Returns the estimated number of executed returns with a value that depends on a variable.
    pub fn returned(&self, variable: Variable) -> f64 {
        of(&self.returned, variable)
    }
}

fn of(counts: &[(Variable, f64)], variable: Variable) -> f64 {
    let found = counts.binary_search_by_key(&variable, |&(v, _)| v).ok();
    found.map_or(0.0, |at| counts[at].1)
}

/// The query counts of one function, at all its program points.
#[derive(Debug, Default)]
struct FunctionCounts {
    blocks: FxHashMap<Block, Counts>,
    /// For each call, the query counts from the instruction after the call to the end of the function.
    behind: FxHashMap<Inst, Counts>,
    /// For each call, the value that receives its result.
    results: FxHashMap<Inst, Value>,
    /// For each pointer, the values at a constant offset from it, with their offsets: `%q = ptr_add %p, 8` gives the
    /// entry (%q, 8) of %p.
    derived: FxHashMap<Value, Vec<(Value, i64)>>,
}

/// The queries of one function, from which its counts are computed.
#[derive(Debug)]
struct Queries {
    sources: Sources,
    /// For each variable on which a returned value depends, the blocks that return such a value, each with the count 1:
    /// as c(b) in the recurrence, it gives the expected number of executions of such a return.
    returned: BTreeMap<Variable, FxHashMap<Block, f64>>,
    /// The number of all queries from each block to the end of the function, by the number of the block.
    totals: Vec<f64>,
    liveness: Liveness,
}

/// The dependences, the flow graph and the counts at the entry of one function that has a body.
#[derive(Debug)]
struct Body {
    dependence: Dependence,
    flow: Flow,
    /// The index of the function's group. A group is a set of functions that can call each other, directly or
    /// indirectly.
    group: usize,
    /// The index of the function in its group.
    at: usize,
    /// The query counts at the entry, in terms of the parameters.
    entry: Counts,
    /// For a recursive function, the counts at the entry with recursion unrolled once less than for `entry`.
    earlier: Counts,
}

impl Body {
    /// Returns the counts of `callee` that were used in the last computation of this function's counts. The members of
    /// a group are computed in order, in several rounds. So in the last round, this function still used the counts of
    /// the previous round for itself and for the members after it.
    fn seen<'c>(&self, callee: &'c Body) -> &'c Counts {
        match callee.group == self.group && callee.at >= self.at {
            true => &callee.earlier,
            false => &callee.entry,
        }
    }
}

/// The query counts of a whole program. Only the counts at the entries of functions are computed immediately, because
/// callers need them. The counts at the other program points are computed when they are first needed: they take much
/// more time and memory, and an exploration executes only some of the functions.
#[derive(Debug)]
pub struct Qce {
    module: Module,
    graph: CallGraph,
    /// The functions with a body, by the number of the function; `None` for a declaration.
    bodies: Vec<Option<Body>>,
    functions: Vec<OnceLock<FunctionCounts>>,
    queries: Vec<OnceLock<Queries>>,
    options: QceOptions,
}

impl Qce {
    /// Estimates the query counts of a program.
    ///
    /// ```
    /// use symtool_policies::qce::{Qce, QceOptions, Variable};
    ///
    /// let text = "func @f(%x: i32) -> i32 {
    /// entry:
    ///   %c = ult i32 %x, 9
    ///   branch %c, small, large
    /// small:
    ///   return 1
    /// large:
    ///   return 2
    /// }
    /// ";
    /// let module = symtool_ir::parse::parse_module(text, "f.sir").expect("valid IR");
    /// let qce = Qce::new(&module, QceOptions::default());
    /// let func = module.function_named("f").expect("there is an f");
    /// let function = &module.functions[func];
    /// let entry = function.entry().expect("f has a body");
    /// let counts = qce.block(func, entry).expect("the entry is reachable");
    /// // One query, the branch; its condition depends on the parameter.
    /// let x = Variable::Value(function.params(entry)[0]);
    /// assert_eq!((counts.total, counts.of(x)), (1.0, 1.0));
    /// ```
    pub fn new(module: &Module, options: QceOptions) -> Qce {
        let graph = CallGraph::new(module);
        let groups: Vec<Vec<Func>> = graph.sccs().to_vec();
        let mut qce = Qce {
            module: module.clone(),
            graph,
            bodies: Vec::new(),
            functions: Vec::new(),
            queries: Vec::new(),
            options,
        };
        qce.bodies.resize_with(module.functions.len(), || None);
        let number = module.functions.len();
        qce.functions.resize_with(number, OnceLock::new);
        qce.queries.resize_with(number, OnceLock::new);
        for (group, members) in groups.iter().enumerate() {
            let callees = qce.graph.callees(members[0]);
            let recursive = members.len() > 1 || callees.contains(&members[0]);
            qce.count_group(group, members, recursive);
        }
        qce
    }

    /// Computes the counts at the entries of the functions `members` of a group.
    fn count_group(&mut self, group: usize, members: &[Func], recursive: bool) {
        for (at, &func) in members.iter().enumerate() {
            let function = &self.module.functions[func];
            let body = (!function.is_declaration()).then(|| Body {
                dependence: Dependence::new(function, self.options.counted),
                flow: Flow::new(function, &self.options),
                group,
                at,
                entry: Counts::default(),
                earlier: Counts::default(),
            });
            self.bodies[func.as_u32() as usize] = body;
        }
        // Each round computes the counts of a function with the counts that its callees have so far. So each round
        // unrolls the recursion once more.
        let rounds = if recursive {
            self.options.kappa.max(1)
        } else {
            1
        };
        for _ in 0..rounds {
            for &func in members {
                let entry = self.entry_counts(func);
                if let (Some(entry), Some(body)) = (entry, &mut self.bodies[func.as_u32() as usize])
                {
                    body.earlier = std::mem::replace(&mut body.entry, entry);
                }
            }
        }
    }

    /// Returns the parameters of the estimation.
    pub fn options(&self) -> &QceOptions {
        &self.options
    }

    /// Returns the query counts from the beginning of a block to the end of the function; `None` if the block is
    /// unreachable.
    pub fn block(&self, func: Func, block: Block) -> Option<&Counts> {
        self.of(func).blocks.get(&block)
    }

    /// Returns the query counts from the beginning of a block to the end of the function, restricted to the SSA values
    /// `values`; `None` if the block is unreachable. This method takes much less time than the first call of
    /// [`Qce::block`] for a function, which computes the counts of all variables.
    pub fn of_values(&self, func: Func, block: Block, values: &[Value]) -> Option<Counts> {
        let Body {
            dependence, flow, ..
        } = self.body(func)?;
        let at = flow.reachable(block)?;
        let queries = self.queries(func)?;
        let mut counts = Counts {
            total: queries.totals[at],
            ..Counts::default()
        };
        let params = self.module.functions[func].params(block);
        let values: BTreeSet<Value> = values.iter().copied().collect();
        let is_needed =
            |value: &Value| params.contains(value) || queries.liveness.is_live_in(block, *value);
        for value in values.into_iter().filter(is_needed) {
            let variable = Variable::Value(value);
            let iterations = dependence.iterations(variable);
            let solved = |blocks: &FxHashMap<Block, f64>| flow.solve(blocks, &iterations)[at];
            let count = solved(&queries.sources.of(variable));
            counts.additional.push((variable, count));
            let returned = queries.returned.get(&variable).map_or(0.0, solved);
            counts.returned.push((variable, returned));
        }
        Some(counts)
    }

    /// Returns the queries of a function; `None` for a declaration.
    fn queries(&self, func: Func) -> Option<&Queries> {
        let body = self.body(func)?;
        let made = || {
            let function = &self.module.functions[func];
            let (dependence, flow) = (&body.dependence, &body.flow);
            let callee = |call| self.callee(func, call, |it| body.seen(it));
            let sources = dependence.sources(|_| true, callee);
            Queries {
                totals: flow.solve(&sources.total(), &[]),
                returned: dependence.returned(),
                liveness: Liveness::new(function, &Cfg::new(function)),
                sources,
            }
        };
        Some(self.queries[func.as_u32() as usize].get_or_init(made))
    }

    /// Returns the query counts of the code from the instruction after a call to the end of the function; `None` if the
    /// call is unreachable.
    pub fn behind(&self, func: Func, call: Inst) -> Option<&Counts> {
        self.of(func).behind.get(&call)
    }

    /// Returns the value that receives the result of a call; `None` if the call has no result.
    pub fn result(&self, func: Func, call: Inst) -> Option<Value> {
        self.of(func).results.get(&call).copied()
    }

    /// Returns the values at a constant offset from a pointer of a function, with their offsets: (%q, 8) for the
    /// pointer %p if `%q = ptr_add %p, 8`.
    pub fn derived(&self, func: Func, pointer: Value) -> &[(Value, i64)] {
        let derived = &self.of(func).derived;
        derived.get(&pointer).map_or(&[], Vec::as_slice)
    }

    /// Returns whether a variable is hot if `additional` of the `total` later queries depend on it.
    pub fn is_hot(&self, additional: f64, total: f64) -> bool {
        self.options.alpha.is_finite() && additional > self.options.alpha * total
    }

    fn body(&self, func: Func) -> Option<&Body> {
        self.bodies[func.as_u32() as usize].as_ref()
    }

    /// Returns the counts of a function at all its program points.
    fn of(&self, func: Func) -> &FunctionCounts {
        let counts = &self.functions[func.as_u32() as usize];
        counts.get_or_init(|| {
            self.body(func)
                .map_or_else(FunctionCounts::default, |body| self.everywhere(func, body))
        })
    }

    /// Returns the counts at the entry of the function that `call` calls. If an indirect call has several possible
    /// callees, the callee with the most queries counts. `counts` selects which of a callee's counts are returned.
    fn callee<'q>(
        &'q self,
        func: Func,
        call: Inst,
        counts: impl Fn(&'q Body) -> &'q Counts,
    ) -> Counts {
        let data = self.module.functions[func].data(call);
        let targets = self.graph.targets(data);
        let known = targets.iter().filter_map(|&target| self.body(target));
        let mut most = None;
        for counts in known.map(counts) {
            if counts.total > most.map_or(0.0, |most: &Counts| most.total) {
                most = Some(counts);
            }
        }
        most.cloned().unwrap_or_default()
    }

    /// Returns the counts at the entry of a function, in terms of its parameters, with the counts that its callees have
    /// so far; `None` for a declaration.
    fn entry_counts(&self, func: Func) -> Option<Counts> {
        let Body {
            dependence, flow, ..
        } = self.body(func)?;
        let function = &self.module.functions[func];
        let entry = function.entry()?;
        let params = function.params(entry);
        let is_known = |variable| of_callers(variable, params).is_some();
        let callee = |call| self.callee(func, call, |body| &body.entry);
        let sources = dependence.sources(is_known, callee);
        let at_entry = |solved: Vec<f64>| solved[flow.index(entry)];
        let mut counts = Counts {
            total: at_entry(flow.solve(&sources.total(), &[])),
            ..Counts::default()
        };
        for &variable in &sources.variables {
            if let Some(known) = of_callers(variable, params) {
                let iterations = dependence.iterations(variable);
                let count = at_entry(flow.solve(&sources.of(variable), &iterations));
                counts
                    .additional
                    .extend((count > 0.0).then_some((known, count)));
            }
        }
        counts
            .additional
            .sort_unstable_by_key(|&(variable, _)| variable);
        Some(counts)
    }

    /// Returns the counts of a function at all its program points.
    fn everywhere(&self, func: Func, body: &Body) -> FunctionCounts {
        let Body {
            dependence, flow, ..
        } = body;
        let function = &self.module.functions[func];
        let mut result = FunctionCounts::default();
        let Some(queries) = self.queries(func) else {
            return result;
        };
        let Queries {
            sources, totals, ..
        } = queries;
        for &block in flow.blocks() {
            let total = totals[flow.index(block)];
            result.blocks.entry(block).or_default().total = total;
        }
        for &call in &sources.calls {
            let block = sources.block_of[&call];
            let before = sources.up_to(call, None);
            let total = totals[flow.index(block)] - before;
            result.behind.entry(call).or_default().total = total.max(0.0);
        }
        let places = Places::new(function, flow.blocks().to_vec(), queries);
        for &variable in &sources.variables {
            let solved = flow.solve(&sources.of(variable), &dependence.iterations(variable));
            for &block in places.blocks(variable) {
                let count = solved[flow.index(block)];
                if count > 0.0 {
                    let counts = result.blocks.entry(block).or_default();
                    counts.additional.push((variable, count));
                }
            }
            for &call in places.calls(variable) {
                let count = solved[flow.index(sources.block_of[&call])]
                    - sources.up_to(call, Some(variable));
                if count > 1e-300 {
                    let counts = result.behind.entry(call).or_default();
                    counts.additional.push((variable, count));
                }
            }
        }
        add_returned(body, queries, &places, &mut result);
        let result_of = |&call: &Inst| Some((call, function.result(call)?));
        result.derived = dependence.derived().clone();
        result.results = sources.calls.iter().filter_map(result_of).collect();
        result
    }
}

/// Adds, for each variable, the expected number of executed returns with a value that depends on the variable.
fn add_returned(
    Body {
        dependence, flow, ..
    }: &Body,
    Queries {
        sources, returned, ..
    }: &Queries,
    places: &Places,
    result: &mut FunctionCounts,
) {
    for (&variable, blocks) in returned {
        let solved = flow.solve(blocks, &dependence.iterations(variable));
        let counted = |block: Block| Some(solved[flow.index(block)]).filter(|&n| n > 0.0);
        for &block in places.blocks(variable) {
            let counts = result.blocks.entry(block).or_default();
            let count = counted(block).map(|n| (variable, n));
            counts.returned.extend(count);
        }
        // A return is the last instruction of its block, so it comes after each call of the block. Therefore the
        // expected number of returns after a call equals the number at the beginning of the block.
        for call in places.calls(variable) {
            let counts = result.behind.entry(*call).or_default();
            let count = counted(sources.block_of[call]).map(|n| (variable, n));
            counts.returned.extend(count);
        }
    }
}

/// Returns `variable` in the form in which the [`Counts`] at a function's entry contain it, which is valid for every
/// caller. A parameter is replaced by its number, also if it is the root of a memory variable. A global stays the same.
/// Returns `None` for any other variable, because callers do not know it.
fn of_callers(variable: Variable, params: &[Value]) -> Option<Variable> {
    let number = |value: Value| {
        let at = params.iter().position(|&p| p == value)?;
        Some(Value::from_u32(at as u32))
    };
    Some(match variable {
        Variable::Value(value) => Variable::Value(number(value)?),
        Variable::Memory { at, len } => {
            let root = match at.root {
                Root::Slot(_) => return None,
                Root::Global(_) => at.root,
                Root::Pointer(value) => Root::Pointer(number(value)?),
            };
            let at = Location { root, ..at };
            Variable::Memory { at, len }
        }
    })
}
