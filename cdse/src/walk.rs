//! What a path asks of the inputs.
//!
//! The conditions of its edges, and for every choice that they depend on what it is along the edge by which the path came to
//! the join. First the choices that are constants on this path are found, each with the edges that make it one: that decides
//! most branches of a program that goes from state to state, without a solver.
use crate::graph::{ChoiceId, EdgeId, NodeId, Target};
use crate::unroll::World;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use symtool_ir::Bits;
use symtool_symex::expr::{Assignment, Evaluator, ExprId, SymArray};

/// Edges, ascending.
pub type Edges = Rc<[EdgeId]>;

/// A constant, and the edges that make a value that.
type Constant = Option<(Bits, Edges)>;

/// A condition, and the edge that demands it.
pub type Demand = (ExprId, EdgeId);

/// What the constants of a path say.
pub struct Decided {
    /// Edges that exclude each other, if there are some; the path was not looked at behind the last of them.
    pub blocked: Option<Vec<EdgeId>>,
    /// The conditions that constants do not decide, in the order of the path.
    pub open: Vec<Demand>,
}

/// A path while it is walked.
pub struct Walk<'p> {
    path: &'p [EdgeId],
    came_by: FxHashMap<NodeId, EdgeId>,
    known: FxHashMap<ChoiceId, Constant>,
    /// Sets of edges that exclude each other, of which the path has all but the last.
    pub asides: Vec<Vec<EdgeId>>,
}

/// Values of symbols of choices.
struct Known<'a>(&'a [(SymArray, u128)]);

impl Assignment for Known<'_> {
    fn byte(&self, array: SymArray, index: u32) -> u8 {
        let found = self.0.iter().find(|(known, _)| *known == array);
        found.map_or(0, |&(_, value)| (value >> (8 * index)) as u8)
    }
}

/// The union of sets of edges.
pub fn union<'a>(sets: impl IntoIterator<Item = &'a [EdgeId]>) -> Vec<EdgeId> {
    let mut all: Vec<EdgeId> = sets.into_iter().flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl<'p> Walk<'p> {
    /// Goes along a path.
    pub fn new(world: &World<'_>, path: &'p [EdgeId]) -> Walk<'p> {
        let mut came_by = FxHashMap::default();
        for &edge in path {
            if let Target::Node(node) = world.graph.edge(edge).to {
                came_by.insert(node, edge);
            }
        }
        Walk {
            path,
            came_by,
            known: FxHashMap::default(),
            asides: Vec::new(),
        }
    }

    /// Goes along the path as far as constants let it.
    pub fn decide(&mut self, world: &mut World<'_>) -> Decided {
        let mut open: Vec<Demand> = Vec::new();
        for &edge in self.path {
            let cond = world.graph.edge(edge).cond;
            if world.arena.is_true(cond) {
                continue;
            }
            match self.constant(world, cond) {
                Some((value, _)) if value.is_true() => self.note_asides(world, edge),
                Some((_, edges)) => {
                    let blocked = Some(union([&*edges, &[edge]]));
                    return Decided { blocked, open };
                }
                None => open.push((cond, edge)),
            }
        }
        Decided {
            blocked: None,
            open,
        }
    }

    /// Is a condition of these edges false, whatever the inputs, because of constants that they set?
    pub fn contradicts(&mut self, world: &mut World<'_>) -> bool {
        let path = self.path;
        path.iter().any(|&edge| {
            let cond = world.graph.edge(edge).cond;
            self.constant(world, cond)
                .is_some_and(|(value, _)| !value.is_true())
        })
    }

    /// The other sides of a branch that is decided by a constant cannot be taken with the same edges.
    fn note_asides(&mut self, world: &mut World<'_>, taken: EdgeId) {
        let from = world.graph.edge(taken).from;
        for other in world.graph.node(from).out.clone() {
            if other == taken {
                continue;
            }
            let cond = world.graph.edge(other).cond;
            if let Some((value, edges)) = self.constant(world, cond)
                && !value.is_true()
            {
                let mut all = edges.to_vec();
                all.push(other);
                self.asides.push(all);
            }
        }
    }

    /// What some conditions ask of the inputs: they themselves, and what the choices are that they depend on.
    pub fn asks(&self, world: &mut World<'_>, conditions: &[Demand]) -> Vec<Demand> {
        let mut all = conditions.to_vec();
        let mut seen: FxHashSet<ChoiceId> = FxHashSet::default();
        let mut next = 0;
        while next < all.len() {
            let (cond, _) = all[next];
            next += 1;
            for choice in choices_in(world, cond) {
                if !seen.insert(choice) {
                    continue;
                }
                let Some((value, edge)) = self.bound(world, choice) else {
                    continue;
                };
                let symbol = world.graph.choice(choice).value;
                let is = world.arena.eq(symbol, value);
                if !world.arena.is_true(is) {
                    all.push((is, edge));
                }
            }
        }
        all
    }

    /// What a choice is on this path, and the edge that says so.
    fn bound(&self, world: &mut World<'_>, choice: ChoiceId) -> Option<(ExprId, EdgeId)> {
        let edge = *self.came_by.get(&world.graph.choice(choice).node)?;
        Some((world.binding(choice, edge)?, edge))
    }

    /// The constant that an expression is on this path, if all it depends on are choices that are.
    fn constant(&mut self, world: &mut World<'_>, value: ExprId) -> Constant {
        if let Some(bits) = world.arena.as_const(value) {
            return Some((bits, Rc::from([])));
        }
        let needed = known_choices(world, value)?;
        let mut work = needed.clone();
        while let Some(&choice) = work.last() {
            if self.known.contains_key(&choice) {
                work.pop();
                continue;
            }
            let Some((value, edge)) = self.bound(world, choice) else {
                self.known.insert(choice, None);
                continue;
            };
            let Some(below) = known_choices(world, value) else {
                self.known.insert(choice, None);
                continue;
            };
            let before = work.len();
            work.extend(below.iter().filter(|c| !self.known.contains_key(c)));
            if work.len() == before {
                let constant = self.evaluate(world, value, &below);
                let constant = constant.map(|(bits, edges)| {
                    let all: Edges = union([&*edges, &[edge]]).into();
                    (bits, all)
                });
                self.known.insert(choice, constant);
            }
        }
        self.evaluate(world, value, &needed)
    }

    /// The value of an expression that depends on these choices.
    fn evaluate(&self, world: &World<'_>, value: ExprId, choices: &[ChoiceId]) -> Constant {
        let mut values = Vec::with_capacity(choices.len());
        let mut edges: Vec<&[EdgeId]> = Vec::new();
        for choice in choices {
            let (bits, why) = self.known.get(choice)?.as_ref()?;
            let symbol = world.graph.choice(*choice).value;
            let symbols = world.arena.support(symbol);
            let (array, _) = world.arena.symbol_place(*symbols.first()?);
            values.push((array, bits.unsigned()));
            edges.push(why);
        }
        let bits = Evaluator::new(&world.arena, &Known(&values)).eval(value);
        Some((bits, union(edges).into()))
    }
}

/// The symbols that an expression depends on, each once, in order.
fn symbols_in(world: &World<'_>, value: ExprId) -> Vec<SymArray> {
    let symbols = world.arena.support(value).iter();
    let mut all: Vec<SymArray> = symbols.map(|&s| world.arena.symbol_place(s).0).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The choices that an expression depends on.
pub fn choices_in(world: &World<'_>, value: ExprId) -> Vec<ChoiceId> {
    let symbols = symbols_in(world, value).into_iter();
    symbols
        .filter_map(|symbol| world.graph.choice_of.get(&symbol).copied())
        .collect()
}

/// The choices that an expression depends on, if it depends on nothing else.
fn known_choices(world: &World<'_>, value: ExprId) -> Option<Vec<ChoiceId>> {
    let symbols = symbols_in(world, value).into_iter();
    symbols
        .map(|symbol| world.graph.choice_of.get(&symbol).copied())
        .collect()
}
