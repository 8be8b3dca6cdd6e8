//! Executes one node of the unrolled control-flow graph symbolically. A node consists of *steps* (decoded
//! instructions). It ends at the end of its basic block, at a call, at an assumption, or at a check or memory access
//! that may fail. There is one exception: at a small branch, both sides become part of the node (*if-conversion*), and
//! the node may continue after the sides.
//!
//! A value is one expression for all paths through the node. If the value depends on the path, the expression is a φ
//! (a symbol at a join). A *goal* is a failure or an unsupported construct that the search tries to reach. Because an
//! unsupported construct is a goal, it affects the verdict only if some input reaches it.
mod access;
mod addresses;
mod blocks;
mod bounds;
mod calls;
mod checks;
mod heap;
mod if_conversion;
mod intrinsics;
mod leaks;
mod numeric;
mod output;
mod uninit;

use crate::graph::{Contents, Env, Goal, InputSymbol, NodeId, Segment, Side, Store};
use crate::oracle::FeasibilityOracle;
use crate::unrolling::Unrolling;
use crate::unsupported::Unsupported;
use rustc_hash::FxHashMap;
use std::fmt::Display;
use std::rc::Rc;
use symtool_engine::code::live::LiveRegs;
use symtool_engine::code::{FnCode, PureStep, Reg, Step};
use symtool_expr::{Arena, ExprId};
use symtool_ir::layout::Region;
use symtool_ir::{Block, Func, Type};
use symtool_solver::{SolverConfig, SolverStats};

/// An exit of an executed node, from which an edge of the graph is created.
#[derive(Clone, Debug)]
pub struct Exit {
    /// The condition under which the exit is taken.
    pub cond: ExprId,
    /// The destination of the edge.
    pub to: Dest,
    /// The kind of edge that is created.
    pub side: Side,
}

/// The destination of a node's exit.
#[derive(Clone, Debug)]
pub enum Dest {
    /// A goal of the search: a failure or an unsupported construct.
    Goal(Goal),
    /// Another step of the same basic block.
    Step(u32),
    /// The target block of the control-flow edge with this index in the decoded function.
    Edge(u32),
    /// The entry of a block. After if-conversion, this exit may represent several control-flow edges of the function
    /// that lead to the block.
    Block(BlockEntry),
    /// The entry of a function, with the values of all arguments of the call, and the object that contains the
    /// variable arguments; `None` if the call has no variable arguments.
    Call(Func, Rc<[ExprId]>, Option<Region>),
    /// The caller of the function, after the return instruction.
    Return {
        /// The returned value; `None` if the function returns nothing.
        value: Option<ExprId>,
        /// Whether every path that returns from the call takes this exit.
        is_only: bool,
    },
}

/// An entry into a block. One entry may represent several control-flow edges.
#[derive(Clone, Debug)]
pub struct BlockEntry {
    /// The first step of the block.
    pub pc: u32,
    /// The values of the block's parameters.
    pub values: Vec<(Reg, ExprId)>,
    /// One of the control-flow edges of the function that this entry represents.
    pub cfg_edge: Option<u32>,
    /// Whether no other edge of the graph will enter the block.
    pub is_only_entry: bool,
}

/// The continuation of a node after one step.
enum Flow {
    Next,
    /// Execution continues at the step with this index on every path.
    Goto(u32),
    End(Vec<Exit>),
}

type Stepped = Result<Flow, Goal>;

/// The state of a node during its execution.
pub struct NodeState {
    /// The node that is executed.
    pub node: NodeId,
    /// The index of the current step in the function.
    pub pc: u32,
    /// The values of the registers after the steps so far.
    pub env: Env,
    /// The stores of the node so far, in program order.
    pub stores: Vec<Store>,
    inputs: Vec<InputSymbol>,
    contents: Vec<Contents>,
    /// The basic blocks that the node has executed up to and including their terminators.
    passed_blocks: Vec<Block>,
    /// The blocks in `passed_blocks` that end with a branch on a constant condition.
    constant_branches: Vec<Block>,
    /// The executed segments of the node, each with the condition under which it is executed. A segment is a sequence
    /// of steps, or a control-flow edge.
    segments: Vec<(ExprId, Segment)>,
}

impl NodeState {
    fn at(node: NodeId) -> NodeState {
        NodeState {
            node,
            pc: 0,
            env: Env::default(),
            stores: Vec::new(),
            inputs: Vec::new(),
            contents: Vec::new(),
            passed_blocks: Vec::new(),
            constant_branches: Vec::new(),
            segments: Vec::new(),
        }
    }
}

fn unsupported(what: Unsupported) -> Goal {
    unsupported_with(what, &[])
}

fn unsupported_with(what: Unsupported, details: &[&dyn Display]) -> Goal {
    Goal::Unsupported(what.with(details))
}

fn unconditional(cond: ExprId, to: Dest) -> Exit {
    Exit {
        cond,
        to,
        side: Side::Unconditional,
    }
}

/// Executes nodes symbolically, and holds the data shared by all executions.
pub struct Encoder {
    /// The live registers of the program's functions, computed on demand.
    pub live: LiveRegs,
    /// The number of steps executed in all nodes so far.
    pub executed: u64,
    /// Checks whether a condition is satisfiable by itself, that is, without the conditions of a path.
    oracle: FeasibilityOracle,
    /// Caches for each checked condition whether it is unsatisfiable.
    unsatisfiable: FxHashMap<ExprId, bool>,
}

/// The data for the execution of one node: the encoder, and the unrolled program, to which the execution adds
/// expressions and objects.
struct NodeEncoder<'e, 'a> {
    unrolling: &'e mut Unrolling<'a>,
    encoder: &'e mut Encoder,
}

impl Encoder {
    /// Returns an encoder that has not executed any node.
    pub fn new(config: &SolverConfig) -> Encoder {
        Encoder {
            live: LiveRegs::default(),
            executed: 0,
            oracle: FeasibilityOracle::new(config),
            unsatisfiable: FxHashMap::default(),
        }
    }

    /// Executes a node and returns its exits.
    pub fn execute(&mut self, unrolling: &mut Unrolling<'_>, node: NodeId) -> Vec<Exit> {
        let mut encoder = NodeEncoder {
            unrolling,
            encoder: self,
        };
        encoder.execute(node)
    }

    /// Adds the statistics of the solver in `oracle` to `stats`.
    pub fn collect(&self, stats: &mut SolverStats) {
        self.oracle.collect(stats);
    }
}

impl NodeEncoder<'_, '_> {
    /// Executes a node and returns its exits.
    pub fn execute(&mut self, node: NodeId) -> Vec<Exit> {
        let code = Rc::clone(&self.unrolling.program.code);
        let body = code.of(self.unrolling.graph.func(node));
        let data = self.unrolling.graph.node(node);
        let mut state = NodeState {
            pc: data.key.pc,
            env: data.env.clone(),
            ..NodeState::at(node)
        };
        let mut first = state.pc;
        let irreducible = self
            .unrolling
            .program
            .infos
            .of(self.unrolling.graph.func(node))
            .is_some_and(|info| info.irreducible);
        let exits = loop {
            if irreducible {
                let goal = unsupported(Unsupported::IrreducibleLoop);
                break vec![unconditional(Arena::TRUE, Dest::Goal(goal))];
            }
            self.encoder.executed += 1;
            match self.step(body, &mut state) {
                Ok(Flow::Next) => state.pc += 1,
                Ok(Flow::Goto(next)) => {
                    let steps = Segment::Steps(first, state.pc);
                    state.segments.push((Arena::TRUE, steps));
                    (first, state.pc) = (next, next);
                }
                Ok(Flow::End(exits)) => break exits,
                Err(goal) => break vec![unconditional(Arena::TRUE, Dest::Goal(goal))],
            }
        };
        let exits = match self.split_by_location(body, &state, exits) {
            Ok(exits) => exits,
            Err(goal) => vec![unconditional(Arena::TRUE, Dest::Goal(goal))],
        };
        let infos = Rc::clone(&self.unrolling.program.infos);
        if let Some(info) = infos.of(self.unrolling.graph.func(node)) {
            if matches!(body.steps.get(state.pc as usize), Some(Step::Terminator(_))) {
                state.passed_blocks.push(info.block_at(body, state.pc));
            }
            for block in state.passed_blocks {
                let mut key = self.unrolling.graph.node(node).key.clone();
                key.pc = info.start(block);
                self.unrolling.graph.block_ends.insert(key, node);
            }
        }
        let last = Segment::Steps(first, state.pc);
        let ranges = state.segments.iter().map(|(_, segments)| segments);
        // The steps of discarded attempts of if-conversion are in no segment, so they are not counted.
        let steps = ranges.chain([&last]).map(Segment::steps).sum();
        if !state.segments.is_empty() {
            state.segments.push((Arena::TRUE, last));
        }
        let data = self.unrolling.graph.node_mut(node);
        data.end = state.pc;
        data.steps = steps;
        data.segments = state.segments;
        data.constant_branches = state.constant_branches;
        data.env = state.env;
        data.stores = state.stores;
        data.inputs = state.inputs;
        data.contents = state.contents;
        exits
    }

    fn step(&mut self, body: &FnCode, state: &mut NodeState) -> Stepped {
        match &body.steps[state.pc as usize] {
            Step::Pure(step) => return self.pure(body, state, step),
            Step::Load(step) | Step::Store(step) => return self.memory(body, state, step),
            Step::SlotAddr { dst, slot } => {
                let context = self
                    .unrolling
                    .graph
                    .context(self.unrolling.graph.node(state.node).key.context);
                let region = Region(context.slots.0 + u64::from(*slot));
                let address = self.unrolling.arena.int(64, u128::from(region.base()));
                state.env.insert_mut(*dst, address);
            }
            Step::FixedAddr { dst, address } => {
                let address = self.unrolling.arena.int(64, u128::from(*address));
                state.env.insert_mut(*dst, address);
            }
            Step::Call(step) => return self.call_step(body, state, step),
            Step::Intrinsic(step) => return self.intrinsic(body, state, step),
            Step::Check(step) => return self.check(body, state, step),
            Step::Terminator(step) => {
                let exits = self.terminator(body, state, step)?;
                return Ok(self.if_convert(body, state, exits));
            }
        }
        Ok(Flow::Next)
    }

    /// Returns the value of a register. If the register has no known value, the error is a goal: an unsupported
    /// construct that the search tries to reach.
    fn get(&mut self, body: &FnCode, state: &NodeState, reg: Reg) -> Result<ExprId, Goal> {
        self.lookup(body, &state.env, reg)
    }

    fn lookup(&mut self, body: &FnCode, env: &Env, reg: Reg) -> Result<ExprId, Goal> {
        if body.constants[reg as usize] {
            let value = body.initial[reg as usize];
            return Ok(value.expr(&mut self.unrolling.arena, body.widths[reg as usize]));
        }
        let value = env.get(&reg).copied();
        value.ok_or_else(|| unsupported(Unsupported::UnknownValue))
    }

    fn set(state: &mut NodeState, dst: Option<(Reg, Type)>, value: ExprId) {
        if let Some((reg, _)) = dst {
            state.env.insert_mut(reg, value);
        }
    }

    // ---- values

    /// Executes an operation on values. A result that depends on the numeric value of an address is not supported. If
    /// the result depends on such a value in some cases only, the node ends with an exit to a goal for these cases.
    fn pure(&mut self, body: &FnCode, state: &mut NodeState, step: &PureStep) -> Stepped {
        let mut args = Vec::with_capacity(3);
        for &reg in &step.args[..usize::from(step.arity)] {
            args.push(self.get(body, state, reg)?);
        }
        let goal = self.exposed_address(body, state, step, &args)?;
        let value = self.unrolling.arena.op(step.op, u32::from(step.to), &args);
        state.env.insert_mut(step.dst, value);
        Ok(self.unless_illegal(state, goal.into_iter().collect()))
    }

    /// Returns the region (object number) of a constant address; `None` if the address is not constant.
    fn region_of(&self, address: ExprId) -> Option<Region> {
        let bits = self.unrolling.arena.as_const(address)?;
        Some(Region::of(bits.low_u64()))
    }
}
