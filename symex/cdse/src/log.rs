//! Learned clauses in terms of source lines.
use crate::clause::{Equal, Fact};
use crate::graph::{Chosen, EdgeId, Side, Target, Trouble};
use crate::unroll::World;
use symtool_ir::Func;

/// Where a clause comes from.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The solver: the conditions contradict each other.
    Solver,
    /// Constants: the earlier edges set what the last one compares.
    Constants,
    /// A clause of another trip of a loop, which holds for the same reason here.
    OtherTrip,
}

/// A clause as one line.
pub fn clause(world: &World<'_>, facts: &[Fact], reason: Reason) -> String {
    let mut sides: Vec<String> = Vec::new();
    for fact in facts {
        sides.push(match fact {
            Fact::Edge(edge) => side(world, *edge),
            Fact::Is(equal) => value(world, *equal),
        });
    }
    let why = match reason {
        Reason::Solver => "no input satisfies their conditions at once",
        Reason::Constants => "what the others set decides the last one's condition",
        Reason::OtherTrip => "the same is so in another trip",
    };
    match sides.as_slice() {
        [only] => format!("cannot be taken: {only}"),
        sides => format!(
            "cannot be taken together, because {why}: {}",
            sides.join(", ")
        ),
    }
}

/// What a choice is, in words.
fn value(world: &World<'_>, equal: Equal) -> String {
    let data = world.graph.choice(equal.choice);
    let value = match world.arena.as_const(equal.value) {
        Some(bits) => bits.to_signed().to_string(),
        None => "what it was set to".to_owned(),
    };
    let node = world.graph.node(data.node);
    let at = place(world, world.graph.func(data.node), node.place.pc);
    let what = match data.what {
        Chosen::Reg(_) => "a value".to_owned(),
        Chosen::Bytes(span) => match world.objects.get(&span.region) {
            Some(object) => format!("`{}`", object.name),
            None => "a global".to_owned(),
        },
    };
    format!("{what} is {value} at {at}{}", trip(&node.place.trips))
}

fn trip(trips: &[u32]) -> String {
    if trips.is_empty() {
        return String::new();
    }
    let numbers: Vec<String> = trips.iter().map(|t| (t + 1).to_string()).collect();
    format!(" in trip {}", numbers.join("."))
}

/// An edge in words.
pub fn side(world: &World<'_>, edge: EdgeId) -> String {
    let data = world.graph.edge(edge);
    let node = world.graph.node(data.from);
    let func = world.graph.func(data.from);
    let what = match (data.what, data.to) {
        (Side::Then, _) => "then",
        (Side::Else, _) => "else",
        (Side::Case, _) => "case",
        (Side::Pass, _) => "check holds",
        (Side::Assumed, _) => "assumed",
        (Side::Fail, Target::Goal(site)) => match &world.graph.site(site).trouble {
            Trouble::Failure { kind, .. } => kind.describe(),
            Trouble::Unsupported(_) => "not followed",
        },
        (Side::Fail, Target::Node(_)) => "check fails",
        (Side::On, _) => "on",
    };
    let to = match data.to {
        Target::Node(to) if data.what != Side::Pass => {
            let (from, to) = (place(world, func, node.end), {
                let target = world.graph.node(to);
                place(
                    world,
                    world.graph.func(edge_target(world, edge).unwrap_or(to)),
                    target.place.pc,
                )
            });
            if from == to || data.what == Side::Assumed {
                from
            } else {
                format!("{from} to {to}")
            }
        }
        _ => place(world, func, node.end),
    };
    let trip = trip(&node.place.trips);
    format!("{what} at {to}{trip}")
}

fn edge_target(world: &World<'_>, edge: EdgeId) -> Option<crate::graph::NodeId> {
    match world.graph.edge(edge).to {
        Target::Node(node) => Some(node),
        Target::Goal(_) => None,
    }
}

/// The source line of a step, or its function.
pub fn place(world: &World<'_>, func: Func, pc: u32) -> String {
    let loc = world.code.of(func).locs.get(pc as usize).copied().flatten();
    match loc {
        Some(loc) => world.program.source.describe(loc),
        None => format!("`{}`", world.program.functions[func].name),
    }
}
