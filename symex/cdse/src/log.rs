//! Formats learned clauses as text with source locations.
use crate::clause::{Fact, PhiValue};
use crate::graph::{EdgeId, Goal, PhiSubject, Side, Target};
use crate::unrolling::Unrolling;
use symtool_ir::Func;

/// The way in which a clause was derived.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// An unsat core of the solver.
    Solver,
    /// Constant propagation: earlier edges determine the value that decides the last edge.
    Constants,
    /// Lifting of a clause from another loop iteration.
    OtherIteration,
}

/// Returns a clause as one line of text: `cannot be taken together, because REASON: FACT, FACT, ...`.
pub fn clause(unrolling: &Unrolling<'_>, facts: &[Fact], reason: Reason) -> String {
    let mut sides: Vec<String> = Vec::new();
    for fact in facts {
        sides.push(match fact {
            Fact::Edge(edge) => side(unrolling, *edge),
            Fact::Value(equal) => value(unrolling, *equal),
        });
    }
    let why = match reason {
        Reason::Solver => "no input satisfies the conjunction of the conditions",
        Reason::Constants => "constant propagation decides the last condition",
        Reason::OtherIteration => "the same conflict holds in another iteration",
    };
    match sides.as_slice() {
        [only] => format!("cannot be taken: {only}"),
        sides => format!(
            "cannot be taken together, because {why}: {}",
            sides.join(", ")
        ),
    }
}

/// Returns the text of a φ value (a value that depends on the path), such as "`x` is 3 at t.c:5:7 in iteration
/// 2".
fn value(unrolling: &Unrolling<'_>, equal: PhiValue) -> String {
    let data = unrolling.graph.phi(equal.phi);
    let value = match unrolling.arena.as_const(equal.value) {
        Some(bits) => bits.to_signed().to_string(),
        None => "its assigned value".to_owned(),
    };
    let node = unrolling.graph.node(data.node);
    let at = location(unrolling, unrolling.graph.func(data.node), node.key.pc);
    let what = match data.subject {
        PhiSubject::Reg(_) => "a value".to_owned(),
        PhiSubject::Bytes(span) => match unrolling.memory.objects.get(&span.region) {
            Some(object) => format!("`{}`", object.name),
            None => "a global".to_owned(),
        },
    };
    format!(
        "{what} is {value} at {at}{}",
        iteration(&node.key.iterations)
    )
}

fn iteration(iterations: &[u32]) -> String {
    if iterations.is_empty() {
        return String::new();
    }
    let numbers: Vec<String> = iterations.iter().map(|t| (t + 1).to_string()).collect();
    format!(" in iteration {}", numbers.join("."))
}

/// Returns the text of an edge, such as "then at t.c:5:3 to t.c:6:7 in iteration 2".
pub fn side(unrolling: &Unrolling<'_>, edge: EdgeId) -> String {
    let data = unrolling.graph.edge(edge);
    let node = unrolling.graph.node(data.from);
    let func = unrolling.graph.func(data.from);
    let what = match (data.side, data.to) {
        (Side::Then, _) => "then",
        (Side::Else, _) => "else",
        (Side::Case, _) => "case",
        (Side::Pass, _) => "check holds",
        (Side::Assumed, _) => "assumed",
        (Side::Fail, Target::Goal(site)) => match &unrolling.graph.site(site).goal {
            Goal::Failure { kind, .. } => kind.describe(),
            Goal::Unsupported(_) => "not supported",
        },
        (Side::Fail, Target::Node(_)) => "check fails",
        (Side::Unconditional, _) => "on",
    };
    let to = match data.to {
        Target::Node(to) if data.side != Side::Pass => {
            let (from, to) = (location(unrolling, func, node.end), {
                let target = unrolling.graph.node(to);
                location(
                    unrolling,
                    unrolling
                        .graph
                        .func(edge_target(unrolling, edge).unwrap_or(to)),
                    target.key.pc,
                )
            });
            if from == to || data.side == Side::Assumed {
                from
            } else {
                format!("{from} to {to}")
            }
        }
        _ => location(unrolling, func, node.end),
    };
    let iteration = iteration(&node.key.iterations);
    format!("{what} at {to}{iteration}")
}

fn edge_target(unrolling: &Unrolling<'_>, edge: EdgeId) -> Option<crate::graph::NodeId> {
    match unrolling.graph.edge(edge).to {
        Target::Node(node) => Some(node),
        Target::Goal(_) => None,
    }
}

/// Returns the source location of a step; if it has none, the name of its function.
pub fn location(unrolling: &Unrolling<'_>, func: Func, pc: u32) -> String {
    let loc = unrolling
        .program
        .code
        .of(func)
        .locs
        .get(pc as usize)
        .copied()
        .flatten();
    match loc {
        Some(loc) => unrolling.program.module.source.describe(loc),
        None => format!("`{}`", unrolling.program.module.functions[func].name),
    }
}
