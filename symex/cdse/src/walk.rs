//! What a path asks of the inputs.
//!
//! The conditions of its edges, and for every choice that they depend on what it is along the edge by which the path came to
//! the join. First the choices that are constants on this path are found, each with the edge, and the constants before it, that
//! it follows from: that decides most branches of a program that goes from state to state, without a solver.
mod asks;

use crate::clause::{Equal, Fact, Known};
use crate::graph::{ChoiceId, EdgeId, NodeId, Target};
use crate::unroll::World;
use rustc_hash::FxHashMap;
use symtool_expr::{Assignment, BinOp, Evaluator, ExprId, Node, SymArray, UnOp};
use symtool_ir::Bits;

/// A formula, and the fact that demands it.
pub type Demand = (ExprId, Fact);

/// Parts of one condition that are looked at.
const MOST_PARTS: u32 = 256;

/// What the constants of a path say.
pub struct Decided {
    /// Facts that exclude each other, if there are some; the path was not looked at behind the last of its edges.
    pub blocked: Option<Vec<Fact>>,
    /// The conditions that constants do not decide, in the order of the path.
    pub open: Vec<Demand>,
}

/// A path, or some facts of one, while it is walked.
pub struct Walk {
    edges: Vec<EdgeId>,
    came_by: FxHashMap<NodeId, EdgeId>,
    /// Are there all facts of a path, so that more constants follow from them?
    is_whole: bool,
    /// What choices are, as far as that was traced.
    known: FxHashMap<ChoiceId, ExprId>,
    /// What choices are in terms of inputs only, as far as that was asked for.
    grounded: FxHashMap<ChoiceId, ExprId>,
    /// Sets of facts that exclude each other, of which the path has all but the last edge.
    pub asides: Vec<Vec<Fact>>,
    /// From what follows what choices are.
    pub traced: Vec<Known>,
}

/// Values of symbols of choices.
struct Values<'a>(&'a [(SymArray, u128)]);

impl Assignment for Values<'_> {
    fn byte(&self, array: SymArray, index: u32) -> u8 {
        let found = self.0.iter().find(|(known, _)| *known == array);
        found.map_or(0, |&(_, value)| (value >> (8 * index)) as u8)
    }
}

impl Walk {
    /// Goes along a path.
    pub fn new(world: &World<'_>, path: &[EdgeId]) -> Walk {
        let mut came_by = FxHashMap::default();
        for &edge in path {
            if let Target::Node(node) = world.graph.edge(edge).to {
                came_by.insert(node, edge);
            }
        }
        Walk {
            edges: path.to_vec(),
            came_by,
            is_whole: true,
            known: FxHashMap::default(),
            grounded: FxHashMap::default(),
            asides: Vec::new(),
            traced: Vec::new(),
        }
    }

    /// Some facts of a path. Nothing is known of other choices than those among them.
    pub fn of_facts(world: &World<'_>, facts: &[Fact]) -> Walk {
        let edges = facts.iter().filter_map(|fact| match fact {
            Fact::Edge(edge) => Some(*edge),
            Fact::Is(_) => None,
        });
        let edges: Vec<EdgeId> = edges.collect();
        let mut walk = Walk::new(world, &edges);
        walk.is_whole = false;
        for fact in facts {
            if let Fact::Is(Equal { choice, value }) = *fact {
                walk.known.insert(choice, value);
            }
        }
        walk
    }

    /// Goes along the path as far as constants let it.
    pub fn decide(&mut self, world: &mut World<'_>) -> Decided {
        let mut open: Vec<Demand> = Vec::new();
        for at in 0..self.edges.len() {
            let edge = self.edges[at];
            let cond = world.graph.edge(edge).cond;
            if world.arena.is_true(cond) {
                continue;
            }
            match self.constant(world, cond) {
                Some((value, _)) if value.is_true() => self.note_asides(world, edge),
                Some((_, mut facts)) => {
                    facts.push(Fact::Edge(edge));
                    let blocked = Some(facts);
                    return Decided { blocked, open };
                }
                None => open.push((cond, Fact::Edge(edge))),
            }
        }
        Decided {
            blocked: None,
            open,
        }
    }

    /// Does this follow from these facts; or do constants among them exclude an edge, if it is nothing?
    pub fn proves(&mut self, world: &mut World<'_>, head: Option<Equal>) -> bool {
        let Some(Equal { choice, value }) = head else {
            return self.excludes(world);
        };
        let Some(said) = self.known.remove(&choice) else {
            let bound = self.bound(world, choice);
            return bound.is_some_and(|(bound, _)| bound == value);
        };
        match self.constant(world, said) {
            Some((bits, _)) => world.arena.as_const(value) == Some(bits),
            None => bare(world, said).is_some_and(|from| self.known.get(&from) == Some(&value)),
        }
    }

    fn excludes(&mut self, world: &mut World<'_>) -> bool {
        let edges = self.edges.clone();
        edges.into_iter().any(|edge| {
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
            if let Some((value, mut facts)) = self.constant(world, cond)
                && !value.is_true()
            {
                facts.push(Fact::Edge(other));
                self.asides.push(facts);
            }
        }
    }

    /// A condition in terms of inputs only: with what each choice is on this path put for it.
    pub fn grounded(&mut self, world: &mut World<'_>, cond: ExprId) -> ExprId {
        let mut work = choices_in(world, cond);
        while let Some(&choice) = work.last() {
            if self.grounded.contains_key(&choice) {
                work.pop();
                continue;
            }
            let data = *world.graph.choice(choice);
            let bound = self.bound(world, choice);
            let bound = bound.map_or(data.value, |(bound, _)| bound);
            let below = choices_in(world, bound).into_iter();
            let is_missing = |c: &ChoiceId| *c != choice && !self.grounded.contains_key(c);
            let missing: Vec<ChoiceId> = below.filter(is_missing).collect();
            if missing.is_empty() {
                let value = self.put(world, bound);
                self.grounded.insert(choice, value);
                work.pop();
            } else {
                work.extend(missing);
            }
        }
        self.put(world, cond)
    }

    /// An expression with what was found out put for its choices.
    fn put(&self, world: &mut World<'_>, value: ExprId) -> ExprId {
        let mut values = FxHashMap::default();
        for choice in choices_in(world, value) {
            let Some(&known) = self.grounded.get(&choice) else {
                continue;
            };
            let symbol = world.graph.choice(choice).symbol;
            let len = world.arena.symbol_len(symbol);
            let wide = world.arena.resize(known, len * 8, false);
            for at in 0..len {
                let byte = world.arena.byte(symbol, at);
                values.insert(byte, world.arena.extract(wide, at * 8, 8));
            }
        }
        world.arena.substitute(value, &values)
    }

    /// Facts without those that an edge among them says by itself.
    pub fn essential(&self, world: &mut World<'_>, mut facts: Vec<Fact>) -> Vec<Fact> {
        let all = facts.clone();
        facts.retain(|fact| match fact {
            Fact::Edge(_) => true,
            Fact::Is(equal) => self.bound(world, equal.choice).is_none_or(|(bound, edge)| {
                bound != equal.value || !all.contains(&Fact::Edge(edge))
            }),
        });
        facts
    }

    /// All that these facts, which the walk was made of, ask of the inputs.
    pub fn demands(&mut self, world: &mut World<'_>) -> Vec<Demand> {
        let edges = self.edges.iter();
        let mut all: Vec<Demand> = edges
            .map(|&edge| (world.graph.edge(edge).cond, Fact::Edge(edge)))
            .collect();
        for (&choice, &value) in &self.known {
            all.push(is(world, Equal { choice, value }));
        }
        self.asks(world, &all)
    }

    /// What a choice is on this path, and the edge that says so.
    fn bound(&self, world: &mut World<'_>, choice: ChoiceId) -> Option<(ExprId, EdgeId)> {
        let edge = *self.came_by.get(&world.graph.choice(choice).node)?;
        Some((world.binding(choice, edge)?, edge))
    }

    /// The constant that an expression is on this path, if what decides it are choices that are, and what these are.
    fn constant(&mut self, world: &mut World<'_>, value: ExprId) -> Option<(Bits, Vec<Fact>)> {
        let mut fuel = MOST_PARTS;
        self.decided(world, value, &mut fuel)
    }

    /// One part of `and`, the condition of a choice between two and the side it names are enough.
    fn decided(
        &mut self,
        world: &mut World<'_>,
        value: ExprId,
        fuel: &mut u32,
    ) -> Option<(Bits, Vec<Fact>)> {
        if let Some(bits) = world.arena.as_const(value) {
            return Some((bits, Vec::new()));
        }
        *fuel = fuel.checked_sub(1)?;
        match world.arena.node(value) {
            Node::Un {
                op: UnOp::Not,
                arg,
                width: 1,
            } => {
                let (bits, facts) = self.decided(world, arg, fuel)?;
                Some((Bits::bool(!bits.is_true()), facts))
            }
            Node::Bin {
                op: BinOp::And,
                lhs,
                rhs,
            } if world.arena.width(value) == 1 => {
                let left = self.decided(world, lhs, fuel);
                if let Some((bits, _)) = &left
                    && !bits.is_true()
                {
                    return left;
                }
                let right = self.decided(world, rhs, fuel);
                if let Some((bits, _)) = &right
                    && !bits.is_true()
                {
                    return right;
                }
                let ((bits, mut facts), (_, more)) = (left?, right?);
                facts.extend(more);
                Some((bits, facts))
            }
            Node::Ite { cond, then, other } => {
                let (bits, mut facts) = self.decided(world, cond, fuel)?;
                let side = if bits.is_true() { then } else { other };
                let (bits, more) = self.decided(world, side, fuel)?;
                facts.extend(more);
                Some((bits, facts))
            }
            _ => {
                let needed = known_choices(world, value)?;
                for &choice in &needed {
                    self.trace(world, choice);
                }
                self.evaluate(world, value, &needed)
            }
        }
    }

    /// Finds out what a choice is on this path: a constant, or what was bound to the choice that it was taken from at last.
    fn trace(&mut self, world: &mut World<'_>, choice: ChoiceId) {
        if !self.is_whole {
            return;
        }
        let mut work = vec![choice];
        while let Some(&choice) = work.last() {
            let (false, Some((bound, edge))) =
                (self.known.contains_key(&choice), self.bound(world, choice))
            else {
                work.pop();
                continue;
            };
            let below = known_choices(world, bound).unwrap_or_default();
            let before = work.len();
            for &other in &below {
                if !self.known.contains_key(&other) && self.bound(world, other).is_some() {
                    work.push(other);
                }
            }
            if work.len() > before {
                continue;
            }
            let first = Equal {
                choice,
                value: bound,
            };
            let body = vec![Fact::Edge(edge)];
            self.traced.push(Known::making(body, first));
            let value = self.follow(world, first, &below);
            self.known.insert(choice, value);
        }
    }

    /// What follows from what is bound to a choice and from what the choices in that are.
    fn follow(&mut self, world: &mut World<'_>, first: Equal, below: &[ChoiceId]) -> ExprId {
        if below.is_empty() {
            return first.value;
        }
        let (value, mut facts) =
            if let Some((bits, facts)) = self.evaluate(world, first.value, below) {
                (world.arena.int(bits.width(), bits.unsigned()), facts)
            } else if let Some(from) = bare(world, first.value)
                && let Some(&value) = self.known.get(&from)
            {
                let from = Equal {
                    choice: from,
                    value,
                };
                (value, vec![Fact::Is(from)])
            } else {
                return first.value;
            };
        facts.push(Fact::Is(first));
        let last = Equal {
            choice: first.choice,
            value,
        };
        self.traced.push(Known::making(facts, last));
        value
    }

    /// The value of an expression that depends on these choices, and the facts that it follows from.
    fn evaluate(
        &self,
        world: &World<'_>,
        value: ExprId,
        choices: &[ChoiceId],
    ) -> Option<(Bits, Vec<Fact>)> {
        let mut values = Vec::with_capacity(choices.len());
        let mut facts = Vec::with_capacity(choices.len() + 1);
        for &choice in choices {
            let value = *self.known.get(&choice)?;
            let bits = world.arena.as_const(value)?;
            values.push((world.graph.choice(choice).symbol, bits.unsigned()));
            facts.push(Fact::Is(Equal { choice, value }));
        }
        let bits = Evaluator::new(&world.arena, &Values(&values)).eval(value);
        Some((bits, facts))
    }
}

/// What a choice is, as a formula.
fn is(world: &mut World<'_>, equal: Equal) -> Demand {
    let symbol = world.graph.choice(equal.choice).value;
    (world.arena.eq(symbol, equal.value), Fact::Is(equal))
}

/// The choice that an expression is, if it is no more than that.
pub fn bare(world: &World<'_>, value: ExprId) -> Option<ChoiceId> {
    let first = *world.arena.support(value).first()?;
    let (symbol, _) = world.arena.symbol_place(first);
    let choice = *world.graph.choice_of.get(&symbol)?;
    (world.graph.choice(choice).value == value).then_some(choice)
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
