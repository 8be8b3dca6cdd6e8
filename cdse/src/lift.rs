//! Clauses that hold in other trips of a loop, too.
//!
//! What excludes edges of one trip often excludes the same edges of the next. A clause is moved by one trip of one loop: each
//! of its edges inside becomes the edge at the same place in the trip beside. The moved clause is learned only if it is proved:
//! either constants contradict each other along it, too; or every condition and every equation of the contradiction becomes,
//! with what joins choose and the inputs renamed as the places were moved, one that the moved edges demand. An instance of
//! formulas that exclude each other excludes itself, whatever is put for their symbols.
use crate::graph::{ChoiceId, Chosen, ContextId, EdgeId, NodeId, Place, Span, Target, Trips};
use crate::unroll::World;
use crate::walk::{Walk, choices_in};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use symtool_ir::layout::Region;
use symtool_symex::expr::{ExprId, SymArray};

/// A loop of one call, in one trip of each loop around it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Around {
    context: ContextId,
    /// The trips of the loops around it.
    outside: Trips,
}

/// By one trip, in which direction?
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Step {
    /// To the next trip.
    Later,
    /// To the one before.
    Earlier,
}

/// Why a clause cannot be moved.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Fixed {
    /// The trip has not been unrolled.
    NotYet,
    /// It does not hold there, or is not seen to.
    Never,
}

/// A clause with its reason.
#[derive(Clone, Debug)]
pub struct Known {
    /// Edges that no path has all of, ascending.
    pub edges: Vec<EdgeId>,
    /// Formulas that these edges demand and that contradict each other; none if constants do.
    pub core: Vec<ExprId>,
}

impl Known {
    /// Edges that exclude each other because of constants that they set.
    pub fn by_constants(mut edges: Vec<EdgeId>) -> Known {
        edges.sort_unstable();
        let core = Vec::new();
        Known { edges, core }
    }
}

/// The nodes that made inputs, as far as they were looked at.
#[derive(Debug, Default)]
struct Makers {
    by_symbol: FxHashMap<SymArray, (NodeId, usize)>,
}

impl Makers {
    /// These nodes have been executed.
    fn grown(&mut self, world: &World<'_>, nodes: &[NodeId]) {
        for &node in nodes {
            for (at, made) in world.graph.node(node).inputs.iter().enumerate() {
                self.by_symbol.insert(made.symbol, (node, at));
            }
        }
    }
}

/// The loops around the edges of a clause.
fn loops(world: &World<'_>, edges: &[EdgeId]) -> Vec<Around> {
    let mut all = Vec::new();
    for &edge in edges {
        let mut at = Some(world.graph.edge(edge).from);
        while let Some(node) = at {
            let place = &world.graph.node(node).place;
            for level in 0..place.trips.len() {
                all.push(Around {
                    context: place.context,
                    outside: Trips::from_slice(&place.trips[..level]),
                });
            }
            at = world.graph.context(place.context).call;
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Everything that was learned, and what may hold in trips that are still to come.
#[derive(Debug, Default)]
pub struct Lore {
    learned: FxHashSet<Vec<EdgeId>>,
    makers: Makers,
    /// Clauses, each with a loop of which the next trip was not there.
    waiting: Vec<(Rc<Known>, Around)>,
}

impl Lore {
    /// Learns a clause: gives back what is new, this one first, then what it is in other trips.
    pub fn add(&mut self, world: &mut World<'_>, clause: Known) -> Vec<Rc<Known>> {
        let mut new = Vec::new();
        if self.learned.insert(clause.edges.clone()) {
            new.push(Rc::new(clause));
            self.spread(world, &mut new);
        }
        new
    }

    /// These nodes have been executed: gives back what is new there.
    pub fn grown(&mut self, world: &mut World<'_>, nodes: &[NodeId]) -> Vec<Rc<Known>> {
        self.makers.grown(world, nodes);
        let mut new = Vec::new();
        for (clause, around) in std::mem::take(&mut self.waiting) {
            self.try_move(world, &clause, around, Step::Later, &mut new);
        }
        self.spread(world, &mut new);
        new
    }

    /// Moves clauses, and what they become, to all trips there are.
    fn spread(&mut self, world: &mut World<'_>, new: &mut Vec<Rc<Known>>) {
        let mut next = 0;
        while let Some(clause) = new.get(next).cloned() {
            next += 1;
            for around in loops(world, &clause.edges) {
                self.try_move(world, &clause, around.clone(), Step::Earlier, new);
                self.try_move(world, &clause, around, Step::Later, new);
            }
        }
    }

    fn try_move(
        &mut self,
        world: &mut World<'_>,
        clause: &Rc<Known>,
        around: Around,
        step: Step,
        new: &mut Vec<Rc<Known>>,
    ) {
        let mover = Mover {
            around: &around,
            step,
        };
        match mover.edges(world, &clause.edges) {
            Ok(edges) if self.learned.contains(&edges) => {}
            Ok(edges) => {
                if let Some(core) = mover.proof(world, &self.makers, &clause.core, &edges) {
                    self.learned.insert(edges.clone());
                    new.push(Rc::new(Known { edges, core }));
                }
            }
            Err(Fixed::NotYet) if step == Step::Later => {
                self.waiting.push((Rc::clone(clause), around));
            }
            Err(_) => {}
        }
    }
}

/// Moves places by one trip of one loop.
struct Mover<'a> {
    around: &'a Around,
    step: Step,
}

impl Mover<'_> {
    /// The edges that some become, ascending.
    fn edges(&self, world: &World<'_>, edges: &[EdgeId]) -> Result<Vec<EdgeId>, Fixed> {
        let moved = edges.iter().map(|&edge| self.edge(world, edge));
        let mut moved = moved.collect::<Result<Vec<EdgeId>, Fixed>>()?;
        moved.sort_unstable();
        moved.dedup();
        Ok(moved)
    }

    /// Why no path has all of some moved edges, if that is so for the reason it was before.
    fn proof(
        &self,
        world: &mut World<'_>,
        makers: &Makers,
        core: &[ExprId],
        edges: &[EdgeId],
    ) -> Option<Vec<ExprId>> {
        if core.is_empty() {
            let contradicts = Walk::new(world, edges).contradicts(world);
            return contradicts.then(Vec::new);
        }
        self.core(world, makers, core, edges)
    }

    fn place(&self, world: &World<'_>, place: &Place) -> Result<Place, Fixed> {
        let level = self.around.outside.len();
        let mut moved = place.clone();
        if place.context == self.around.context {
            if place.trips.len() > level && place.trips[..level] == self.around.outside[..] {
                let trip = place.trips[level];
                moved.trips[level] = match self.step {
                    Step::Later => trip + 1,
                    Step::Earlier => trip.checked_sub(1).ok_or(Fixed::Never)?,
                };
            }
            return Ok(moved);
        }
        if let Some(call) = world.graph.context(place.context).call {
            let call = self.node(world, call)?;
            let called = world.graph.called.get(&call);
            moved.context = *called.ok_or(Fixed::NotYet)?;
        }
        Ok(moved)
    }

    fn node(&self, world: &World<'_>, node: NodeId) -> Result<NodeId, Fixed> {
        let place = self.place(world, &world.graph.node(node).place)?;
        world.graph.places.get(&place).copied().ok_or(Fixed::NotYet)
    }

    fn edge(&self, world: &World<'_>, edge: EdgeId) -> Result<EdgeId, Fixed> {
        let data = world.graph.edge(edge);
        let from = self.node(world, data.from)?;
        if from == data.from {
            return Ok(edge);
        }
        if !world.graph.node(from).expanded {
            return Err(Fixed::NotYet);
        }
        let to = match data.to {
            Target::Node(to) => Target::Node(self.node(world, to)?),
            goal @ Target::Goal(_) => goal,
        };
        let mut fits = world.graph.node(from).out.iter().copied().filter(|&e| {
            let other = world.graph.edge(e);
            other.to == to && other.what == data.what
        });
        match (fits.next(), fits.next()) {
            (Some(moved), None) => Ok(moved),
            _ => Err(Fixed::Never),
        }
    }

    /// The formulas that some become, if all of them are demanded by these edges.
    fn core(
        &self,
        world: &mut World<'_>,
        makers: &Makers,
        core: &[ExprId],
        edges: &[EdgeId],
    ) -> Option<Vec<ExprId>> {
        let demands: Vec<_> = edges
            .iter()
            .map(|&e| (world.graph.edge(e).cond, e))
            .collect();
        let demanded = Walk::new(world, edges).asks(world, &demands);
        let demanded: FxHashSet<ExprId> = demanded.into_iter().map(|(cond, _)| cond).collect();
        let mut moved = Vec::with_capacity(core.len());
        for &formula in core {
            let renaming = self.renaming(world, makers, formula)?;
            let formula = world.arena.substitute(formula, &renaming);
            if !demanded.contains(&formula) {
                return None;
            }
            moved.push(formula);
        }
        Some(moved)
    }

    /// What is put for the bytes of symbols in a formula.
    fn renaming(
        &self,
        world: &mut World<'_>,
        makers: &Makers,
        formula: ExprId,
    ) -> Option<FxHashMap<ExprId, ExprId>> {
        let mut renaming = FxHashMap::default();
        for byte in world.arena.support(formula).to_vec() {
            let (symbol, at) = world.arena.symbol_place(byte);
            let new = match (
                world.graph.choice_of.get(&symbol).copied(),
                makers.by_symbol.get(&symbol).copied(),
            ) {
                (Some(choice), _) => self.choice(world, choice)?,
                (None, Some((node, made))) => {
                    let node = self.node(world, node).ok()?;
                    world.graph.node(node).inputs.get(made)?.symbol
                }
                // Bytes that are indeterminate from the start.
                (None, None) => symbol,
            };
            if new == symbol {
                continue;
            }
            if world.arena.symbol_len(new) != world.arena.symbol_len(symbol) {
                return None;
            }
            // An input that is read at an unknown place is not renamed byte by byte.
            let at = at?;
            let (old, new) = (world.arena.byte(symbol, at), world.arena.byte(new, at));
            renaming.insert(old, new);
        }
        Some(renaming)
    }

    /// The symbol of a choice at the place that its join is moved to.
    fn choice(&self, world: &mut World<'_>, choice: ChoiceId) -> Option<SymArray> {
        let data = *world.graph.choice(choice);
        let node = self.node(world, data.node).ok()?;
        let value = match data.what {
            Chosen::Reg(reg) => {
                let mut chosen = world.graph.node(node).chosen.iter();
                let (_, choice) = chosen.find(|(r, _)| *r == reg)?;
                world.graph.choice(*choice).value
            }
            Chosen::Bytes(span) => {
                let region = self.region(world, span.region)?;
                world.read_beginning(node, Span { region, ..span })
            }
        };
        let mut choices = choices_in(world, value).into_iter();
        let (only, None) = (choices.next()?, choices.next()) else {
            return None;
        };
        let only = world.graph.choice(only);
        let is_bare = only.value == value;
        let symbol = *world.arena.support(value).first()?;
        is_bare.then(|| world.arena.symbol_place(symbol).0)
    }

    /// The object at the place that another one is moved to.
    fn region(&self, world: &World<'_>, region: Region) -> Option<Region> {
        let Some(object) = world.objects.get(&region) else {
            return Some(region);
        };
        let slots = world.graph.context(object.owner).slots;
        let place = Place {
            context: object.owner,
            pc: 0,
            trips: Trips::new(),
        };
        let owner = if object.owner == self.around.context {
            object.owner
        } else {
            self.place(world, &place).ok()?.context
        };
        let moved = world.graph.context(owner).slots;
        Some(Region(moved.0 + (region.0 - slots.0)))
    }
}
