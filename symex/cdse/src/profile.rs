//! The profile of a search: the work that each source line causes, and the unrolled graph as a tree.
//!
//! The work of checking an infeasible path is charged to the source lines of the conflict clause that is learned from
//! the path. The work of unrolling a node is charged to the line of the node. In the tree, the parent of a node on a
//! failing path is its predecessor on this path. The parent of any other node is the node from which a breadth-first
//! traversal first reaches it. Therefore a join is below only one of its predecessors, and the first failing path is a
//! path of the tree.
use crate::clause::Clause;
use crate::graph::{EdgeId, Goal, NodeId, Target};
use crate::unrolling::Unrolling;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};
use symtool_engine::profile::{LineProfile, NodeEnd, Place, Profile, TreeCounts, TreeNode};
use symtool_ir::Func;

/// The maximum number of nodes of the tree in a profile.
const MAX_NODES: usize = 100_000;
/// The maximum length, in bytes, of the text of one condition, and of the texts of all conditions together.
const CONDITIONS: (usize, usize) = (200, 600_000);

/// The work that the search attributes to steps (decoded instructions) while it runs, because the work cannot be
/// determined from the final graph.
#[derive(Debug, Default)]
pub struct SearchCosts {
    clauses: FxHashMap<(Func, u32), u64>,
    checks: FxHashMap<(Func, u32), u64>,
    unrollings: FxHashMap<(Func, u32), u64>,
    /// The work of checking a path, until it is charged to source lines.
    waiting: u64,
    /// The work of the search at the last call of [`SearchCosts::worked`].
    last: u64,
}

impl SearchCosts {
    /// Records `work`, the work of the search so far. The work since the last call is charged by the next call of
    /// [`SearchCosts::learned`] or [`SearchCosts::unrolled`].
    pub fn worked(&mut self, work: u64) {
        self.waiting += work - self.last;
        self.last = work;
    }

    /// Charges the work that is not charged yet to the lines of a learned clause, in equal shares.
    pub fn learned(&mut self, unrolling: &Unrolling<'_>, clause: &Clause) {
        let mut points: Vec<(Func, u32)> = clause
            .edges()
            .map(|edge| user_end(unrolling, edge))
            .chain(clause.values().map(|equal| {
                let node = unrolling.graph.phi(equal.phi).node;
                let from = unrolling
                    .graph
                    .incoming
                    .get(&node)
                    .and_then(|edges| edges.first());
                match from {
                    Some(&edge) => user_end(unrolling, edge),
                    None => begin(unrolling, node),
                }
            }))
            .collect();
        points.sort_unstable();
        points.dedup();
        let share = self.waiting / points.len().max(1) as u64;
        for point in points {
            *self.clauses.entry(point).or_default() += 1;
            *self.checks.entry(point).or_default() += share;
            self.waiting -= share;
        }
    }

    /// Charges the work that is not charged yet to the line of an unrolled node.
    pub fn unrolled(&mut self, unrolling: &Unrolling<'_>, node: NodeId) {
        let work = std::mem::take(&mut self.waiting);
        *self.unrollings.entry(begin(unrolling, node)).or_default() += work;
    }
}

fn begin(unrolling: &Unrolling<'_>, node: NodeId) -> (Func, u32) {
    let graph = &unrolling.graph;
    (graph.func(node), graph.node(node).key.pc)
}

/// Returns the step at the source of an edge. If the step is in a library model, returns the call of the model in the
/// user's code instead.
fn user_end(unrolling: &Unrolling<'_>, edge: EdgeId) -> (Func, u32) {
    let graph = &unrolling.graph;
    let stack = graph.stack(graph.edge(edge).from);
    let is_user = |&point: &(Func, u32)| {
        place(unrolling, point).is_some_and(|(file, _)| !file.starts_with('<'))
    };
    let found = stack.iter().copied().find(is_user);
    found
        .or(stack.first().copied())
        .unwrap_or((Func::from_u32(0), 0))
}

fn place(unrolling: &Unrolling<'_>, (func, pc): (Func, u32)) -> Option<Place> {
    let locs = &unrolling.program.code.of(func).locs;
    let loc = locs.get(pc as usize).copied().flatten()?;
    let source = &unrolling.program.module.source;
    let at = source.get(loc);
    Some((source.file_name(at.file).to_owned(), at.line))
}

/// Returns the profile of a search. `failed` has the paths to confirmed failures, each with the number that identifies
/// the failing input ([`input_key`](symtool_engine::profile::input_key)). `work` is the work of the whole search.
pub fn profile(
    unrolling: &Unrolling<'_>,
    costs: &SearchCosts,
    failed: &[(Vec<EdgeId>, u64)],
    work: u64,
) -> Profile {
    let mut profile = Profile {
        lines: lines(unrolling, costs),
        work,
        ..Profile::default()
    };
    tree(unrolling, failed, &mut profile);
    profile
}

fn lines(unrolling: &Unrolling<'_>, costs: &SearchCosts) -> Vec<LineProfile> {
    let mut lines: BTreeMap<Place, LineProfile> = BTreeMap::new();
    let graph = &unrolling.graph;
    for (at, node) in graph.nodes.iter().enumerate() {
        let func = graph.func(NodeId(at as u32));
        let mut last = None;
        for pc in node.key.pc..=node.end.max(node.key.pc) {
            let Some(place) = place(unrolling, (func, pc)).filter(|_| node.expanded) else {
                continue;
            };
            let line = lines.entry(place.clone()).or_default();
            line.instructions += 1;
            line.executions += u64::from(last.replace(place.clone()) != Some(place));
        }
    }
    let charge = |map: &FxHashMap<(Func, u32), u64>,
                  lines: &mut BTreeMap<Place, LineProfile>,
                  add: fn(&mut LineProfile, u64)| {
        for (&point, &number) in map {
            if let Some(place) = place(unrolling, point) {
                add(lines.entry(place).or_default(), number);
            }
        }
    };
    charge(&costs.clauses, &mut lines, |line, n| line.clauses += n);
    charge(&costs.checks, &mut lines, |line, n| {
        line.expression_guilt += n;
        line.query_work += n;
    });
    charge(&costs.unrollings, &mut lines, |line, n| {
        line.fork_guilt += n;
    });
    let finish = |(place, mut line): (Place, LineProfile)| {
        (line.file, line.line) = place;
        line
    };
    lines.into_iter().map(finish).collect()
}

/// Adds the unrolled graph to the profile, as a tree. The order is breadth first, so that a tree cut at the maximum
/// number of nodes has all upper levels.
fn tree(unrolling: &Unrolling<'_>, failed: &[(Vec<EdgeId>, u64)], profile: &mut Profile) {
    let graph = &unrolling.graph;
    let failing = incoming_of_failing_paths(unrolling, failed);
    let mut places: FxHashMap<Place, u32> = FxHashMap::default();
    let mut numbers: FxHashMap<NodeId, u32> = FxHashMap::default();
    let mut queue = VecDeque::from([(unrolling.start(), 0, None::<EdgeId>)]);
    let mut length = 0;
    while let Some((id, parent, edge)) = queue.pop_front() {
        let is_parent = failing.get(&id).is_none_or(|known| Some(*known) == edge);
        if profile.tree.len() >= MAX_NODES || numbers.contains_key(&id) || !is_parent {
            continue;
        }
        let number = profile.tree.len() as u32;
        numbers.insert(id, number);
        let at = place(unrolling, begin(unrolling, id));
        let known = at.map(|place| {
            *places.entry(place).or_insert_with_key(|place| {
                profile.places.push(place.clone());
                profile.places.len() as u32 - 1
            })
        });
        let mut condition = String::new();
        if let Some(edge) = edge.filter(|_| length < CONDITIONS.1) {
            let cond = graph.edge(edge).cond;
            // A condition with a φ is omitted, because the symbol of a φ has no meaning to a reader of the profile.
            if !unrolling.arena.is_true(cond) && unrolling.phis_in(cond).is_empty() {
                condition = unrolling.arena.c_text(cond, CONDITIONS.0);
                length += condition.len();
            }
        }
        let node = graph.node(id);
        profile.tree.push(TreeNode {
            parent,
            place: known,
            condition: condition.into(),
            end: match node.expanded {
                true if node.out.is_empty() => NodeEnd::Completed,
                true => NodeEnd::Open,
                false => NodeEnd::Dropped,
            },
            work: u64::from(node.steps),
            counts: TreeCounts::default(),
            ..TreeNode::default()
        });
        for &out in &node.out {
            if let Target::Node(to) = graph.edge(out).to {
                queue.push_back((to, number, Some(out)));
            }
        }
    }
    for (path, test) in failed {
        let last = path.last().map(|&last| graph.edge(last).from);
        if let Some((node, &parent)) = last.and_then(|node| Some((node, numbers.get(&node)?))) {
            let place = profile.tree[parent as usize].place;
            profile.tree.push(TreeNode {
                parent,
                place,
                condition: failure_text(unrolling, node).into(),
                end: NodeEnd::Failed,
                test: *test,
                ..TreeNode::default()
            });
        }
    }
}

/// Returns for each node of a failing path the edge that leads to it; if several failing paths contain the node, the
/// edge of the first one.
fn incoming_of_failing_paths(
    unrolling: &Unrolling<'_>,
    failed: &[(Vec<EdgeId>, u64)],
) -> FxHashMap<NodeId, EdgeId> {
    let mut incoming = FxHashMap::default();
    for &edge in failed.iter().flat_map(|(path, _)| path) {
        if let Target::Node(to) = unrolling.graph.edge(edge).to {
            incoming.entry(to).or_insert(edge);
        }
    }
    incoming
}

/// Returns the message of the first failure to which an outgoing edge of a node leads; empty if there is none.
fn failure_text(unrolling: &Unrolling<'_>, node: NodeId) -> String {
    let graph = &unrolling.graph;
    let mut out = graph.node(node).out.iter();
    let message = out.find_map(|&edge| match graph.edge(edge).to {
        Target::Goal(site) => match &graph.site(site).goal {
            Goal::Failure { message, .. } => Some(message.clone()),
            Goal::Unsupported(_) => None,
        },
        Target::Node(_) => None,
    });
    message.unwrap_or_default()
}
