//! Values on a path for one model of its inputs: what was executed of a node that holds more than one stretch of steps.
use crate::graph::{ChoiceId, EdgeId, NodeId, Target};
use crate::unroll::World;
use crate::walk::choices_in;
use rustc_hash::FxHashMap;
use symtool_expr::{Arena, Assignment, Evaluator, ExprId, SymArray};
use symtool_solver::Model;

/// A path with the values of its inputs.
pub struct Concrete<'a> {
    model: &'a Model,
    came_by: FxHashMap<NodeId, EdgeId>,
    /// Choices whose values are known.
    known: FxHashMap<ChoiceId, u128>,
}

/// The values of symbols of choices, and of inputs.
struct Values<'a> {
    world: &'a World<'a>,
    concrete: &'a Concrete<'a>,
}

impl Assignment for Values<'_> {
    fn byte(&self, array: SymArray, index: u32) -> u8 {
        match self.world.graph.choice_of.get(&array) {
            Some(choice) => {
                let known = self.concrete.known.get(choice);
                known.map_or(0, |value| (value >> (8 * index)) as u8)
            }
            None => self.concrete.model.byte(array, index),
        }
    }
}

impl<'a> Concrete<'a> {
    /// A path that a model takes.
    pub fn new(world: &World<'_>, path: &[EdgeId], model: &'a Model) -> Concrete<'a> {
        let mut came_by = FxHashMap::default();
        for &edge in path {
            if let Target::Node(node) = world.graph.edge(edge).to {
                came_by.insert(node, edge);
            }
        }
        Concrete {
            model,
            came_by,
            known: FxHashMap::default(),
        }
    }

    /// Does a condition hold?
    pub fn holds(&mut self, world: &mut World<'_>, cond: ExprId) -> bool {
        if world.arena.is_true(cond) {
            return true;
        }
        for choice in choices_in(world, cond) {
            self.find(world, choice);
        }
        self.value(world, cond) != 0
    }

    fn value(&self, world: &World<'_>, value: ExprId) -> u128 {
        let values = Values {
            world,
            concrete: self,
        };
        Evaluator::new(&world.arena, &values).eval(value).unsigned()
    }

    /// Finds out what a choice is, after all that this depends on.
    fn find(&mut self, world: &mut World<'_>, choice: ChoiceId) {
        let mut work = vec![choice];
        while let Some(&choice) = work.last() {
            if self.known.contains_key(&choice) {
                work.pop();
                continue;
            }
            let edge = self.came_by.get(&world.graph.choice(choice).node);
            let bound = edge.and_then(|&edge| world.binding(choice, edge));
            let bound = bound.unwrap_or(Arena::FALSE);
            let below = choices_in(world, bound).into_iter();
            let missing: Vec<ChoiceId> = below.filter(|c| !self.known.contains_key(c)).collect();
            if missing.is_empty() {
                let value = self.value(world, bound);
                self.known.insert(choice, value);
                work.pop();
            } else {
                work.extend(missing);
            }
        }
    }
}
