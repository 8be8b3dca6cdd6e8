//! Lifting: generalizes a clause about one loop iteration to an adjacent iteration, and proves it there. A φ is a
//! symbol for a value at a join; the *core* of a clause is a set of contradicting formulas that the facts of the
//! clause require.
//!
//! Each edge in the loop is replaced by the corresponding edge of the other iteration. Each φ is replaced by the φ of
//! the same register or bytes at the corresponding join. The lifted clause needs a proof of one of two kinds. Either
//! constant propagation proves the lifted clause. Or the facts of the lifted clause require every formula of the core,
//! with φs and inputs renamed. The second kind of proof is sound, because a substitution in an unsatisfiable formula
//! yields an unsatisfiable formula.
use crate::clause::{Clause, Fact, PhiValue};
use crate::graph::{
    ContextId, EdgeId, Iterations, NodeId, NodeKey, PhiId, PhiSubject, Span, Target,
};
use crate::path::PathAnalysis;
use crate::unrolling::{Owner, Unrolling};
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_expr::{ExprId, SymArray};
use symtool_ir::layout::Region;

/// A loop of one inlined call, while its surrounding loops are in the iterations `outside`. If the same surrounding
/// loops contain several loops one after another, these loops count as one instance. A lifting then moves the edges in
/// each of them by one iteration.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopInstance {
    context: ContextId,
    /// The iteration of each surrounding loop, outermost first.
    outside: Iterations,
}

/// The direction of a lifting.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the next iteration of the loop.
    Next,
    /// To the previous iteration of the loop.
    Previous,
}

/// The reason why a clause cannot be lifted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NotLiftable {
    /// The iteration to which the clause is lifted has not been unrolled yet.
    NotYet,
    /// The loop has no previous iteration, or the iteration to which the clause is lifted has no corresponding
    /// edge, φ or input.
    Never,
}

/// A map from each input to the node that creates it, and to the index of the input among the inputs of this node.
/// Lifting uses the map to find the input that corresponds to an input of another iteration.
#[derive(Debug, Default)]
pub struct InputOrigins {
    by_symbol: FxHashMap<SymArray, (NodeId, usize)>,
}

impl InputOrigins {
    /// Adds the inputs that the newly executed nodes `nodes` create.
    pub fn grown(&mut self, unrolling: &Unrolling<'_>, nodes: &[NodeId]) {
        for &node in nodes {
            for (at, made) in unrolling.graph.node(node).inputs.iter().enumerate() {
                self.by_symbol.insert(made.symbol, (node, at));
            }
        }
    }
}

/// Returns the loops around the edges and joins of a clause, in the functions that contain them and in all callers.
pub fn enclosing_loops(unrolling: &Unrolling<'_>, clause: &Clause) -> Vec<LoopInstance> {
    let mut all = Vec::new();
    let from = clause.edges().map(|edge| unrolling.graph.edge(edge).from);
    let joins = clause.values().map(|c| unrolling.graph.phi(c.phi).node);
    for node in from.chain(joins) {
        let mut at = Some(node);
        while let Some(node) = at {
            let key = &unrolling.graph.node(node).key;
            for level in 0..key.iterations.len() {
                all.push(LoopInstance {
                    context: key.context,
                    outside: Iterations::from_slice(&key.iterations[..level]),
                });
            }
            at = unrolling.graph.context(key.context).call;
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Lifts clauses along one loop by one iteration.
pub struct Lifter<'a> {
    /// The loop along which clauses are lifted.
    pub loop_instance: &'a LoopInstance,
    /// The direction of the lifting.
    pub direction: Direction,
    /// The map from each input to the node that creates it.
    pub origins: &'a InputOrigins,
}

impl Lifter<'_> {
    /// Returns the lifted clause, which is not proved yet. The error is the reason why the clause cannot be
    /// lifted.
    pub fn clause(
        &self,
        unrolling: &mut Unrolling<'_>,
        clause: &Clause,
    ) -> Result<Clause, NotLiftable> {
        let mut body = Vec::with_capacity(clause.body.len());
        for &fact in &clause.body {
            body.push(match fact {
                Fact::Edge(edge) => Fact::Edge(self.edge(unrolling, edge)?),
                Fact::Value(equal) => Fact::Value(self.equal(unrolling, equal)?),
            });
        }
        body.sort_unstable();
        body.dedup();
        let head = match clause.head {
            Some(head) => Some(self.equal(unrolling, head)?),
            None => None,
        };
        let core = Vec::new();
        Ok(Clause { body, head, core })
    }

    /// Returns whether a lifted clause can be proved in the same way as the original clause. `core` is the core of
    /// the original clause. If `core` is empty, constant propagation must prove the lifted clause. Otherwise the
    /// lifted core is the proof, and is recorded in the lifted clause.
    pub fn proves(
        &self,
        unrolling: &mut Unrolling<'_>,
        core: &[ExprId],
        lifted: &mut Clause,
    ) -> bool {
        if core.is_empty() {
            return PathAnalysis::of_facts(unrolling, &lifted.body).proves(unrolling, lifted.head);
        }
        let new = self.core(unrolling, core, &lifted.body);
        lifted.core = new.unwrap_or_default();
        !lifted.core.is_empty()
    }

    fn equal(
        &self,
        unrolling: &mut Unrolling<'_>,
        equal: PhiValue,
    ) -> Result<PhiValue, NotLiftable> {
        let phi = self.phi(unrolling, equal.phi)?;
        let renaming = self.renaming(unrolling, equal.value)?;
        let value = unrolling.arena.substitute(equal.value, &renaming);
        Ok(PhiValue { phi, value })
    }

    fn key(&self, unrolling: &Unrolling<'_>, key: &NodeKey) -> Result<NodeKey, NotLiftable> {
        let level = self.loop_instance.outside.len();
        let mut lifted = key.clone();
        if key.context == self.loop_instance.context {
            if key.iterations.len() > level
                && key.iterations[..level] == self.loop_instance.outside[..]
            {
                let iteration = key.iterations[level];
                lifted.iterations[level] = match self.direction {
                    Direction::Next => iteration + 1,
                    Direction::Previous => iteration.checked_sub(1).ok_or(NotLiftable::Never)?,
                };
            }
            return Ok(lifted);
        }
        let context = unrolling.graph.context(key.context);
        if let Some(call) = context.call {
            let call = self.node(unrolling, call)?;
            let called = unrolling.graph.called.get(&(call, context.func));
            lifted.context = *called.ok_or(NotLiftable::NotYet)?;
        }
        Ok(lifted)
    }

    fn node(&self, unrolling: &Unrolling<'_>, node: NodeId) -> Result<NodeId, NotLiftable> {
        let key = self.key(unrolling, &unrolling.graph.node(node).key)?;
        unrolling
            .graph
            .by_key
            .get(&key)
            .copied()
            .ok_or(NotLiftable::NotYet)
    }

    fn edge(&self, unrolling: &Unrolling<'_>, edge: EdgeId) -> Result<EdgeId, NotLiftable> {
        let data = unrolling.graph.edge(edge);
        let from = self.node(unrolling, data.from)?;
        if from == data.from {
            return Ok(edge);
        }
        if !unrolling.graph.node(from).expanded {
            return Err(NotLiftable::NotYet);
        }
        let to = match data.to {
            Target::Node(to) => Target::Node(self.node(unrolling, to)?),
            goal @ Target::Goal(_) => goal,
        };
        let out = unrolling.graph.node(from).out.iter().copied();
        let fits: Vec<EdgeId> = out.filter(|&e| unrolling.graph.edge(e).to == to).collect();
        // If only one edge leads to the corresponding target, this edge is the result. The edge may represent another
        // control-flow edge of the function than the original edge, because constants may decide more branches in one
        // iteration than in the other.
        if let [only] = fits[..] {
            return Ok(only);
        }
        let mut fits = fits.into_iter().filter(|&e| {
            let other = unrolling.graph.edge(e);
            (other.side, other.cfg_edge) == (data.side, data.cfg_edge)
        });
        match (fits.next(), fits.next()) {
            (Some(lifted), None) => Ok(lifted),
            _ => Err(NotLiftable::Never),
        }
    }

    /// Returns the core of the original clause with φs and inputs renamed; `None` if the lifted facts `body` do not
    /// require every formula of the renamed core.
    fn core(
        &self,
        unrolling: &mut Unrolling<'_>,
        core: &[ExprId],
        body: &[Fact],
    ) -> Option<Vec<ExprId>> {
        let demanded = PathAnalysis::of_facts(unrolling, body).constraints(unrolling);
        let demanded: FxHashSet<ExprId> = demanded.into_iter().map(|(cond, _)| cond).collect();
        let mut lifted = Vec::with_capacity(core.len());
        for &formula in core {
            let renaming = self.renaming(unrolling, formula).ok()?;
            let formula = unrolling.arena.substitute(formula, &renaming);
            if !demanded.contains(&formula) {
                return None;
            }
            lifted.push(formula);
        }
        Some(lifted)
    }

    /// Returns the replacement for each byte of a φ or input in `formula`: the corresponding byte in the iteration to
    /// which the clause is lifted. Bytes that remain the same are omitted.
    fn renaming(
        &self,
        unrolling: &mut Unrolling<'_>,
        formula: ExprId,
    ) -> Result<FxHashMap<ExprId, ExprId>, NotLiftable> {
        let mut renaming = FxHashMap::default();
        for byte in unrolling.arena.support(formula).to_vec() {
            let (symbol, at) = unrolling.arena.symbol_place(byte);
            let new = self.symbol(unrolling, symbol)?;
            if new == symbol {
                continue;
            }
            if unrolling.arena.symbol_len(new) != unrolling.arena.symbol_len(symbol) {
                return Err(NotLiftable::Never);
            }
            // An input that is read at a symbolic index has no individual bytes that can be renamed, so the clause is
            // not lifted.
            let at = at.ok_or(NotLiftable::Never)?;
            let (old, new) = (
                unrolling.arena.byte(symbol, at),
                unrolling.arena.byte(new, at),
            );
            renaming.insert(old, new);
        }
        Ok(renaming)
    }

    /// Returns the symbol of the φ or input that corresponds to `symbol` in the iteration to which the clause is
    /// lifted.
    fn symbol(
        &self,
        unrolling: &mut Unrolling<'_>,
        symbol: SymArray,
    ) -> Result<SymArray, NotLiftable> {
        if let Some(&phi) = unrolling.graph.phi_of.get(&symbol) {
            let phi = self.phi(unrolling, phi)?;
            return Ok(unrolling.graph.phi(phi).symbol);
        }
        let Some(&(node, made)) = self.origins.by_symbol.get(&symbol) else {
            return Ok(symbol); // indeterminate bytes that no node creates are the same in every iteration
        };
        let node = self.node(unrolling, node)?;
        let made = unrolling.graph.node(node).inputs.get(made);
        made.map(|made| made.symbol).ok_or(NotLiftable::NotYet)
    }

    /// Returns the φ that corresponds to `phi` in the iteration to which the clause is lifted.
    fn phi(&self, unrolling: &mut Unrolling<'_>, phi: PhiId) -> Result<PhiId, NotLiftable> {
        let data = *unrolling.graph.phi(phi);
        let node = self.node(unrolling, data.node)?;
        if node == data.node {
            return Ok(phi);
        }
        match data.subject {
            PhiSubject::Reg(reg) => {
                let mut phis = unrolling.graph.node(node).phis.iter();
                let found = phis.find(|(r, _)| *r == reg);
                found.map(|&(_, phi)| phi).ok_or(NotLiftable::Never)
            }
            PhiSubject::Bytes(span) => {
                let region = self.region(unrolling, span.region)?;
                let value = unrolling.read_beginning(node, Span { region, ..span });
                unrolling.as_phi(value).ok_or(NotLiftable::Never)
            }
        }
    }

    /// Returns the object that corresponds to `region` in the iteration to which the clause is lifted.
    fn region(&self, unrolling: &Unrolling<'_>, region: Region) -> Result<Region, NotLiftable> {
        let Some(object) = unrolling.memory.objects.get(&region) else {
            return Ok(region);
        };
        let Owner::Frame(context, _) = object.owner else {
            return Ok(region);
        };
        let slots = unrolling.graph.context(context).slots;
        let key = NodeKey {
            context,
            pc: 0,
            iterations: Iterations::new(),
        };
        let owner = self.key(unrolling, &key)?.context;
        let lifted = unrolling.graph.context(owner).slots;
        Ok(Region(lifted.0 + (region.0 - slots.0)))
    }
}
