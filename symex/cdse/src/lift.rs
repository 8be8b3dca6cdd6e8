//! Moves facts from one trip of a loop to the trip beside, and proves that what was learned holds there.
//!
//! Each edge inside the loop becomes the edge at the same place of the other trip, each choice the one of the same thing at the
//! same join. What is moved is believed only if it is proved: either constants decide it there, too; or every formula of the
//! contradiction becomes, with choices and inputs renamed as the places were moved, one that the moved facts demand. An
//! instance of formulas that exclude each other excludes itself, whatever is put for their symbols.
use crate::clause::{Equal, Fact, Known};
use crate::graph::{ChoiceId, Chosen, ContextId, EdgeId, NodeId, Place, Span, Target, Trips};
use crate::unroll::{Owner, World};
use crate::walk::{Walk, bare};
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_expr::{ExprId, SymArray};
use symtool_ir::layout::Region;

/// A loop of one call, in one trip of each loop around it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Around {
    context: ContextId,
    /// The trips of the loops around it.
    outside: Trips,
}

/// By one trip, in which direction?
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the next trip.
    Later,
    /// To the one before.
    Earlier,
}

/// Why something cannot be moved.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// The trip has not been unrolled.
    NotYet,
    /// There is nothing like it.
    Never,
}

/// The nodes that made inputs, as far as they were looked at.
#[derive(Debug, Default)]
pub struct Makers {
    by_symbol: FxHashMap<SymArray, (NodeId, usize)>,
}

impl Makers {
    /// These nodes have been executed.
    pub fn grown(&mut self, world: &World<'_>, nodes: &[NodeId]) {
        for &node in nodes {
            for (at, made) in world.graph.node(node).inputs.iter().enumerate() {
                self.by_symbol.insert(made.symbol, (node, at));
            }
        }
    }
}

/// The loops around the edges of something learned.
pub fn loops(world: &World<'_>, clause: &Known) -> Vec<Around> {
    let mut all = Vec::new();
    let from = clause.edges().map(|edge| world.graph.edge(edge).from);
    let joins = clause.values().map(|c| world.graph.choice(c.choice).node);
    for node in from.chain(joins) {
        let mut at = Some(node);
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

/// Moves places by one trip of one loop.
pub struct Mover<'a> {
    /// Of this.
    pub around: &'a Around,
    /// So.
    pub step: Step,
    /// Where inputs come from.
    pub makers: &'a Makers,
}

impl Mover<'_> {
    /// What something learned becomes, without its proof.
    pub fn clause(&self, world: &mut World<'_>, clause: &Known) -> Result<Known, Fixed> {
        let mut body = Vec::with_capacity(clause.body.len());
        for &fact in &clause.body {
            body.push(match fact {
                Fact::Edge(edge) => Fact::Edge(self.edge(world, edge)?),
                Fact::Is(equal) => Fact::Is(self.equal(world, equal)?),
            });
        }
        body.sort_unstable();
        body.dedup();
        let head = match clause.head {
            Some(head) => Some(self.equal(world, head)?),
            None => None,
        };
        let core = Vec::new();
        Ok(Known { body, head, core })
    }

    /// Does what something learned became hold, for the reason it did before? Notes the reason.
    pub fn proves(&self, world: &mut World<'_>, core: &[ExprId], moved: &mut Known) -> bool {
        if core.is_empty() {
            return Walk::of_facts(world, &moved.body).proves(world, moved.head);
        }
        let new = self.core(world, core, &moved.body);
        moved.core = new.unwrap_or_default();
        !moved.core.is_empty()
    }

    fn equal(&self, world: &mut World<'_>, equal: Equal) -> Result<Equal, Fixed> {
        let choice = self.choice(world, equal.choice)?;
        let renaming = self.renaming(world, equal.value)?;
        let value = world.arena.substitute(equal.value, &renaming);
        Ok(Equal { choice, value })
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
        let context = world.graph.context(place.context);
        if let Some(call) = context.call {
            let call = self.node(world, call)?;
            let called = world.graph.called.get(&(call, context.func));
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
        let out = world.graph.node(from).out.iter().copied();
        let fits: Vec<EdgeId> = out.filter(|&e| world.graph.edge(e).to == to).collect();
        // Where constants decide more in one trip, the same way can be another edge of the function.
        if let [only] = fits[..] {
            return Ok(only);
        }
        let mut fits = fits.into_iter().filter(|&e| {
            let other = world.graph.edge(e);
            (other.what, other.along) == (data.what, data.along)
        });
        match (fits.next(), fits.next()) {
            (Some(moved), None) => Ok(moved),
            _ => Err(Fixed::Never),
        }
    }

    /// The formulas that some become, if all of them are demanded by these facts.
    fn core(&self, world: &mut World<'_>, core: &[ExprId], body: &[Fact]) -> Option<Vec<ExprId>> {
        let demanded = Walk::of_facts(world, body).demands(world);
        let demanded: FxHashSet<ExprId> = demanded.into_iter().map(|(cond, _)| cond).collect();
        let mut moved = Vec::with_capacity(core.len());
        for &formula in core {
            let renaming = self.renaming(world, formula).ok()?;
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
        formula: ExprId,
    ) -> Result<FxHashMap<ExprId, ExprId>, Fixed> {
        let mut renaming = FxHashMap::default();
        for byte in world.arena.support(formula).to_vec() {
            let (symbol, at) = world.arena.symbol_place(byte);
            let new = self.symbol(world, symbol)?;
            if new == symbol {
                continue;
            }
            if world.arena.symbol_len(new) != world.arena.symbol_len(symbol) {
                return Err(Fixed::Never);
            }
            // An input that is read at an unknown place is not renamed byte by byte.
            let at = at.ok_or(Fixed::Never)?;
            let (old, new) = (world.arena.byte(symbol, at), world.arena.byte(new, at));
            renaming.insert(old, new);
        }
        Ok(renaming)
    }

    /// The symbol of the same choice, or the same input.
    fn symbol(&self, world: &mut World<'_>, symbol: SymArray) -> Result<SymArray, Fixed> {
        if let Some(&choice) = world.graph.choice_of.get(&symbol) {
            let choice = self.choice(world, choice)?;
            return Ok(world.graph.choice(choice).symbol);
        }
        let Some(&(node, made)) = self.makers.by_symbol.get(&symbol) else {
            return Ok(symbol); // bytes that are indeterminate from the start
        };
        let node = self.node(world, node)?;
        let made = world.graph.node(node).inputs.get(made);
        made.map(|made| made.symbol).ok_or(Fixed::NotYet)
    }

    /// The same choice at the place that its join is moved to.
    fn choice(&self, world: &mut World<'_>, choice: ChoiceId) -> Result<ChoiceId, Fixed> {
        let data = *world.graph.choice(choice);
        let node = self.node(world, data.node)?;
        if node == data.node {
            return Ok(choice);
        }
        match data.what {
            Chosen::Reg(reg) => {
                let mut chosen = world.graph.node(node).chosen.iter();
                let found = chosen.find(|(r, _)| *r == reg);
                found.map(|&(_, choice)| choice).ok_or(Fixed::Never)
            }
            Chosen::Bytes(span) => {
                let region = self.region(world, span.region)?;
                let value = world.read_beginning(node, Span { region, ..span });
                bare(world, value).ok_or(Fixed::Never)
            }
        }
    }

    /// The object at the place that another one is moved to.
    fn region(&self, world: &World<'_>, region: Region) -> Result<Region, Fixed> {
        let Some(object) = world.objects.get(&region) else {
            return Ok(region);
        };
        let Owner::Frame(context, _) = object.owner else {
            return Ok(region);
        };
        let slots = world.graph.context(context).slots;
        let place = Place {
            context,
            pc: 0,
            trips: Trips::new(),
        };
        let owner = self.place(world, &place)?.context;
        let moved = world.graph.context(owner).slots;
        Ok(Region(moved.0 + (region.0 - slots.0)))
    }
}
