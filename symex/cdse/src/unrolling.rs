//! The unrolled program: its graph, its expressions, and its memory contents. A φ is a symbol for a value at a join
//! of the graph; a *context* is an inlined call.
//!
//! This module contains the data and the primitives that extend them. [`crate::encode`] executes nodes, and
//! [`crate::grow`] adds nodes and edges to the graph. Both modify an [`Unrolling`].
mod build;

use crate::graph::Iterations;
use crate::graph::{ContextId, EdgeId, Env, Graph, NodeId, NodeKey, Origin, PhiId, Span};
use crate::static_info::ProgramInfo;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use symtool_engine::code::{Code, Reg};
use symtool_engine::memory::Memory;
use symtool_expr::{Arena, ExprId, SymArray};
use symtool_ir::bug::Checks;
use symtool_ir::layout::Region;
use symtool_ir::{Func, Module};

/// The owner of an object created at run time. The owner determines the lifetime of the object.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A stack slot of a call: the context of the call and the number of the slot.
    Frame(ContextId, u32),
    /// The heap. The object lives until it is freed.
    Heap,
    /// A variable-length array of a call, or the object that contains the variable arguments of the call. The object
    /// lives until the call returns.
    Array(ContextId),
}

/// An object created at run time.
#[derive(Clone, Debug)]
pub struct Object {
    /// The size in bytes; the largest possible size if it depends on the path or on inputs.
    pub size: u64,
    /// The size as an expression of 64 bits; `None` if the size is constant.
    pub bound: Option<ExprId>,
    /// The name of the variable, or a description of the heap block.
    pub name: Rc<str>,
    /// The owner, which determines the lifetime of the object.
    pub owner: Owner,
    /// The program point that creates the object: the call, and the step of its function.
    pub creator: (ContextId, u32),
}

/// A program with the static facts that the search needs.
pub struct Program<'a> {
    /// The IR of the program.
    pub module: &'a Module,
    /// The checks that are enabled.
    pub checks: Checks,
    /// The decoded steps of each function.
    pub code: Rc<Code>,
    /// Static facts about each function: loops, joins, writes and relevance.
    pub infos: Rc<ProgramInfo>,
}

/// The number of iterations of a loop, and of nested calls of one function, that dynamic unrolling adds at first.
const INITIAL_UNWINDING: u32 = 2;

/// The way in which loops and recursive calls are unrolled (do Val 2014, §3.5).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Loops {
    /// Two iterations of each loop are unrolled at first, and further iterations when the search needs them.
    #[default]
    Dynamic,
    /// All iterations up to the bound of `--unwind` are unrolled before the search. Without a bound, loops are unrolled
    /// as with [`Loops::Dynamic`].
    Static,
}

/// The limits of unrolling.
#[derive(Copy, Clone, Debug)]
pub struct UnrollOptions {
    /// The way in which loops and recursive calls are unrolled.
    pub loops: Loops,
    /// The maximum number of iterations of each loop and of nested calls of each function (`--unwind`); `None` without
    /// a bound.
    pub unwind: Option<u32>,
    /// Whether to omit nodes from which no check is reachable.
    pub slice: bool,
}

impl UnrollOptions {
    /// Returns the number of the first loop iteration, counted from 0, that is not unrolled at first. The header of
    /// this iteration becomes a frontier node (a node that is not executed yet). The number also limits recursion: if
    /// this number of calls of a function is active, the entry of a further call becomes a frontier node.
    pub fn first_frontier(&self) -> u32 {
        match (self.loops, self.unwind) {
            (Loops::Static, Some(most)) => most.saturating_add(1),
            (Loops::Static, None) | (Loops::Dynamic, _) => INITIAL_UNWINDING,
        }
    }

    /// Returns whether the loop iteration number `iteration`, counted from 0, is beyond the bound of `--unwind`. For
    /// calls, `iteration` is the number of calls of the function that are already active.
    pub fn is_beyond(&self, iteration: u32) -> bool {
        self.unwind.is_some_and(|most| iteration > most)
    }
}

/// The objects of the program, and cached values of reads.
pub struct MemoryContents {
    /// The memory contents at program start.
    pub initial: Memory,
    /// The objects created so far at run time, by region (object number).
    pub objects: FxHashMap<Region, Object>,
    /// The region (object number) of the next object.
    pub next_region: Region,
    /// The symbols of the indeterminate bytes of objects, by region. A variable whose scope is entered again gets
    /// another symbol, which is not in this map.
    pub indeterminate: FxHashMap<Region, SymArray>,
    /// A cache of memory reads. The key is a node and a range of bytes, and the value is the value of these bytes at
    /// the beginning of the node.
    pub reads: FxHashMap<(NodeId, Span), ExprId>,
    /// A cache of the values that edges assign to φs.
    pub bindings: FxHashMap<(PhiId, EdgeId), ExprId>,
}

/// The program unrolled so far.
pub struct Unrolling<'a> {
    /// The program that is unrolled.
    pub program: Program<'a>,
    /// The limits of unrolling.
    pub options: UnrollOptions,
    /// All expressions that the search creates.
    pub arena: Arena,
    /// The control-flow graph of the program, unrolled so far.
    pub graph: Graph,
    /// The objects of the program and their contents.
    pub memory: MemoryContents,
}

impl<'a> Unrolling<'a> {
    /// Returns an unrolling whose graph contains only the start node. The start node has not been executed.
    pub fn new(
        module: &'a Module,
        entry: Func,
        checks: Checks,
        options: UnrollOptions,
    ) -> Unrolling<'a> {
        let mut arena = Arena::new();
        let code = Rc::new(Code::new(module, &mut arena));
        let initial = Memory::new(module, &mut arena);
        let mut unrolling = Unrolling {
            program: Program {
                module,
                checks,
                infos: Rc::new(ProgramInfo::new(module, entry, &code.functions, checks)),
                code,
            },
            options,
            arena,
            graph: Graph::default(),
            memory: MemoryContents {
                initial,
                objects: FxHashMap::default(),
                next_region: Region::first_dynamic(module),
                indeterminate: FxHashMap::default(),
                reads: FxHashMap::default(),
                bindings: FxHashMap::default(),
            },
        };
        let context = unrolling.new_context(entry, None);
        let params = unrolling.program.code.of(entry).params.clone();
        let mut env = Env::default();
        for (reg, width) in params {
            let zero = unrolling.arena.int(width, 0);
            env.insert_mut(reg, zero);
        }
        let key = NodeKey {
            context,
            pc: 0,
            iterations: Iterations::new(),
        };
        unrolling.new_node(key, Origin::Start, env);
        unrolling
    }

    /// Returns the node where the program starts.
    pub fn start(&self) -> NodeId {
        NodeId(0)
    }

    /// Returns the value of a register at the end of a node; `None` if the register has no value there.
    pub fn value(&mut self, node: NodeId, reg: Reg) -> Option<ExprId> {
        let code = Rc::clone(&self.program.code);
        let body = code.of(self.graph.func(node));
        if body.constants[reg as usize] {
            let value = body.initial[reg as usize];
            return Some(value.expr(&mut self.arena, body.widths[reg as usize]));
        }
        self.graph.node(node).env.get(&reg).copied()
    }

    /// Returns the φ if the expression `value` is the symbol of a φ; otherwise `None`.
    pub fn as_phi(&self, value: ExprId) -> Option<PhiId> {
        let first = *self.arena.support(value).first()?;
        let (symbol, _) = self.arena.symbol_place(first);
        let phi = *self.graph.phi_of.get(&symbol)?;
        (self.graph.phi(phi).value == value).then_some(phi)
    }

    /// Returns the φs on which the expression `value` depends.
    pub fn phis_in(&self, value: ExprId) -> Vec<PhiId> {
        let symbols = self.symbols_in(value).into_iter();
        symbols
            .filter_map(|symbol| self.graph.phi_of.get(&symbol).copied())
            .collect()
    }

    /// Returns the φs on which the expression `value` depends; `None` if it also depends on inputs.
    pub fn phis_only(&self, value: ExprId) -> Option<Vec<PhiId>> {
        let symbols = self.symbols_in(value).into_iter();
        symbols
            .map(|symbol| self.graph.phi_of.get(&symbol).copied())
            .collect()
    }

    /// Returns the symbols of φs and inputs on which the expression `value` depends, in ascending order.
    fn symbols_in(&self, value: ExprId) -> Vec<SymArray> {
        let symbols = self.arena.support(value).iter();
        let mut all: Vec<SymArray> = symbols.map(|&s| self.arena.symbol_place(s).0).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}
