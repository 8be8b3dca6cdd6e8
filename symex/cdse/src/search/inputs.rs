//! The inputs along a path, with the names that a concrete run gives them.
//!
//! The indeterminate bytes of an object are an input that is named after the region (object number) of the object. A
//! concrete run numbers the objects in the order in which it creates them. This search numbers the objects of all paths
//! together, so its numbers differ from those of a concrete run. Therefore this file numbers the objects of one path
//! again, as a concrete run does.
use super::Search;
use crate::graph::{ContextId, EdgeId, NodeId, Target};
use crate::unrolling::Owner;
use rustc_hash::FxHashMap;
use symtool_expr::SymArray;
use symtool_ir::input::uninit_memory_name;
use symtool_ir::layout::Region;
use symtool_ir::{InputNames, Inputs};
use symtool_solver::Model;

/// The objects that a concrete run along a path has created so far.
struct ConcreteObjects {
    /// The region (object number) of each object in the concrete run. The key is the region of the object in the
    /// search.
    regions: FxHashMap<Region, Region>,
    /// The number of times that the scope of a variable was entered again. The key is the region of the variable in
    /// the search.
    lives: FxHashMap<Region, u32>,
    next: Region,
}

impl ConcreteObjects {
    /// Creates the objects of a call: the variable arguments, then the variables.
    fn enter_call(&mut self, search: &Search<'_>, context: ContextId) {
        let context = search.unrolling.graph.context(context);
        if let Some(region) = context.variadic {
            self.create(region);
        }
        let slots = &search.unrolling.program.code.of(context.func).slots;
        for slot in 0..slots.len() as u64 {
            self.create(Region(context.slots.0 + slot));
        }
    }

    fn create(&mut self, region: Region) {
        self.regions.insert(region, self.next);
        self.next = self.next.next();
    }
}

impl Search<'_> {
    /// Returns the inputs along a path, with the names that a concrete run gives them.
    pub(super) fn inputs(&self, path: &[EdgeId], model: &Model) -> Inputs {
        let mut names = InputNames::default();
        let mut inputs = Inputs::default();
        for &edge in path {
            let node = self
                .unrolling
                .graph
                .node(self.unrolling.graph.edge(edge).from);
            for made in &node.inputs {
                let name = names.unique(&made.name);
                inputs.push(name, model.bytes(&self.unrolling.arena, made.symbol));
            }
        }
        for (name, symbol) in self.indeterminate(path) {
            let bytes = model.bytes(&self.unrolling.arena, symbol);
            // An input that is missing in a test case is zero.
            if bytes.iter().any(|&byte| byte != 0) {
                inputs.push(name, bytes);
            }
        }
        inputs
    }

    /// Returns the symbols of the indeterminate bytes of the objects along a path, each with the name of the input in a
    /// concrete run.
    fn indeterminate(&self, path: &[EdgeId]) -> Vec<(String, SymArray)> {
        let mut objects = ConcreteObjects {
            regions: FxHashMap::default(),
            lives: FxHashMap::default(),
            next: Region::first_dynamic(self.unrolling.program.module),
        };
        objects.enter_call(self, ContextId(0));
        let mut all = Vec::new();
        for &edge in path {
            let edge = self.unrolling.graph.edge(edge);
            all.extend(self.contents_of(edge.from, &mut objects));
            if let Target::Node(to) = edge.to {
                let context = self.unrolling.graph.node(to).key.context;
                if self.unrolling.graph.context(context).call == Some(edge.from) {
                    objects.enter_call(self, context);
                }
            }
        }
        let symbols = self.unrolling.memory.indeterminate.iter();
        let mut first: Vec<(Region, SymArray)> = symbols
            .map(|(&region, &symbol)| (region, symbol))
            .filter(|(_, symbol)| all.iter().all(|(_, known)| known != symbol))
            .collect();
        first.sort_unstable_by_key(|&(region, _)| region);
        for (region, symbol) in first {
            all.extend(self.name(region, 0, &objects).map(|name| (name, symbol)));
        }
        all
    }

    /// Returns the symbols of the indeterminate bytes that a node creates, with their names.
    fn contents_of(&self, node: NodeId, objects: &mut ConcreteObjects) -> Vec<(String, SymArray)> {
        let mut all = Vec::new();
        for contents in &self.unrolling.graph.node(node).contents {
            let region = contents.region;
            let object = self.unrolling.memory.objects.get(&region);
            let is_variable = object.is_some_and(|object| matches!(object.owner, Owner::Frame(..)));
            let mut life = 0;
            if is_variable {
                let lives = objects.lives.entry(region).or_default();
                *lives += 1;
                life = *lives;
            } else {
                objects.create(region);
            }
            let name = self.name(region, life, objects);
            all.extend(name.zip(contents.indeterminate));
        }
        all
    }

    /// Returns the name of the input for the indeterminate bytes of an object; `None` if the path does not create the
    /// object.
    fn name(&self, region: Region, life: u32, objects: &ConcreteObjects) -> Option<String> {
        if let Some(global) = self.unrolling.global_at(region) {
            let name = &self.unrolling.program.module.globals[global].name;
            return Some(uninit_memory_name(name, region, 0));
        }
        let object = self.unrolling.memory.objects.get(&region)?;
        let name = match object.owner {
            Owner::Array(_) => "vla",
            Owner::Frame(..) | Owner::Heap => &*object.name,
        };
        Some(uninit_memory_name(
            name,
            *objects.regions.get(&region)?,
            life,
        ))
    }
}
