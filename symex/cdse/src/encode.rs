//! Executes one node: the steps from its beginning to the first one behind which control may go several ways.
//!
//! Values are expressions that hold on every path through the node. What is not followed becomes a goal of its own kind: it
//! costs the verdict only if a path comes there.
mod access;
mod addresses;
mod builtin;
mod calls;
mod heap;
mod output;
mod straight;

pub use access::ALIVE;
pub use output::conversions;

use crate::graph::{Env, Made, NodeId, Origin, Side, Store, Target, Trouble, Within};
use crate::unroll::World;
use std::rc::Rc;
use symtool_engine::exec::decode::{CheckStep, FnCode, PureStep, Reg, Step, TerminatorStep};
use symtool_expr::{Arena, ExprId};
use symtool_ir::interp::check_message;
use symtool_ir::layout::Region;
use symtool_ir::{Block, BugKind, CheckKind, Func, InstData, Op, OpClass, Type};

/// Edges before a node whose conditions help to decide checks in it.
const MOST_EDGES_BEFORE: usize = 4;

/// A way out of a node.
#[derive(Clone, Debug)]
pub struct Exit {
    /// When it is taken.
    pub cond: ExprId,
    /// Where it leads.
    pub to: Dest,
    /// What it is, for people.
    pub what: Side,
}

/// Where a way out leads.
#[derive(Clone, Debug)]
pub enum Dest {
    /// Something goes wrong.
    Goal(Trouble),
    /// To another step of the block.
    Step(u32),
    /// Along an edge of the function.
    Edge(u32),
    /// Along several of them, to the same block.
    Block(Entry),
    /// Into a function.
    Call(Func, Rc<[ExprId]>),
    /// Back to the caller.
    Return {
        /// With this.
        value: Option<ExprId>,
        /// Does the call return in no other way?
        is_only: bool,
    },
}

/// How several edges lead to a block at once.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The first step of the block.
    pub pc: u32,
    /// Its parameters.
    pub values: Vec<(Reg, ExprId)>,
    /// One of the edges.
    pub along: Option<u32>,
    /// Can it be entered in no other way?
    pub is_owned: bool,
}

/// What executing a step gives.
enum Flow {
    Next,
    /// To another block, whatever the input.
    Go(u32),
    End(Vec<Exit>),
}

/// Something goes wrong, whatever the input.
pub struct Wrong(pub Trouble);

type Stepped = Result<Flow, Wrong>;

/// A node while it is executed.
pub struct Run {
    /// The node.
    pub node: NodeId,
    /// The step.
    pub pc: u32,
    /// The registers.
    pub env: Env,
    /// What it has written.
    pub stores: Vec<Store>,
    inputs: Vec<Made>,
    /// Blocks behind whose ends it is.
    passed: Vec<Block>,
    /// Those whose branches constants decide.
    decided: Vec<Block>,
    /// What is executed under conditions, and when.
    within: Vec<(ExprId, Within)>,
}

impl Run {
    fn at(node: NodeId) -> Run {
        Run {
            node,
            pc: 0,
            env: Env::default(),
            stores: Vec::new(),
            inputs: Vec::new(),
            passed: Vec::new(),
            decided: Vec::new(),
            within: Vec::new(),
        }
    }
}

fn unsupported(what: impl Into<String>) -> Wrong {
    Wrong(Trouble::Unsupported(what.into()))
}

fn on(cond: ExprId, to: Dest) -> Exit {
    Exit {
        cond,
        to,
        what: Side::On,
    }
}

impl World<'_> {
    /// Executes a node; the ways out of it.
    pub fn execute(&mut self, node: NodeId) -> Vec<Exit> {
        let code = Rc::clone(&self.code);
        let body = code.of(self.graph.func(node));
        let data = self.graph.node(node);
        let mut run = Run {
            pc: data.place.pc,
            env: data.env.clone(),
            ..Run::at(node)
        };
        let mut first = run.pc;
        let irreducible = self
            .shapes
            .of(self.graph.func(node))
            .is_some_and(|shape| shape.irreducible);
        let exits = loop {
            if irreducible {
                let text = "a loop that can be entered in several places";
                break vec![on(
                    Arena::TRUE,
                    Dest::Goal(Trouble::Unsupported(text.into())),
                )];
            }
            self.executed += 1;
            match self.step(body, &mut run) {
                Ok(Flow::Next) => run.pc += 1,
                Ok(Flow::Go(next)) => {
                    let steps = Within::Steps(first, run.pc);
                    run.within.push((Arena::TRUE, steps));
                    (first, run.pc) = (next, next);
                }
                Ok(Flow::End(exits)) => break exits,
                Err(Wrong(trouble)) => break vec![on(Arena::TRUE, Dest::Goal(trouble))],
            }
        };
        let shapes = Rc::clone(&self.shapes);
        if let Some(shape) = shapes.of(self.graph.func(node)) {
            if matches!(body.steps.get(run.pc as usize), Some(Step::Terminator(_))) {
                run.passed.push(shape.block_at(body, run.pc));
            }
            for block in run.passed {
                let mut place = self.graph.node(node).place.clone();
                place.pc = shape.start(block);
                self.graph.block_ends.insert(place, node);
            }
        }
        let last = Within::Steps(first, run.pc);
        let ranges = run.within.iter().map(|(_, within)| within);
        // Without what was tried and not taken along.
        let steps = ranges.chain([&last]).map(Within::steps).sum();
        if !run.within.is_empty() {
            run.within.push((Arena::TRUE, last));
        }
        let data = self.graph.node_mut(node);
        data.end = run.pc;
        data.steps = steps;
        data.within = run.within;
        data.decided = run.decided;
        data.env = run.env;
        data.stores = run.stores;
        data.inputs = run.inputs;
        exits
    }

    fn step(&mut self, body: &FnCode, run: &mut Run) -> Stepped {
        match &body.steps[run.pc as usize] {
            Step::Pure(step) => self.pure(body, run, step)?,
            Step::Memory(step) => return self.memory(body, run, step),
            Step::SlotAddr { dst, slot } => {
                let context = self.graph.context(self.graph.node(run.node).place.context);
                let region = Region(context.slots.0 + u64::from(*slot));
                let address = self.arena.int(64, u128::from(region.base()));
                run.env.insert_mut(*dst, address);
            }
            Step::FixedAddr { dst, address } => {
                let address = self.arena.int(64, u128::from(*address));
                run.env.insert_mut(*dst, address);
            }
            Step::Call(step) => return self.call_step(body, run, step),
            Step::Intrinsic(step) => return self.intrinsic(body, run, step),
            Step::Check(step) => return self.check(body, run, step),
            Step::Terminator(step) => {
                let exits = self.terminator(body, run, step)?;
                return Ok(self.straighten(body, run, exits));
            }
        }
        Ok(Flow::Next)
    }

    /// A register.
    fn get(&mut self, body: &FnCode, run: &Run, reg: Reg) -> Result<ExprId, Wrong> {
        self.lookup(body, &run.env, reg)
    }

    fn lookup(&mut self, body: &FnCode, env: &Env, reg: Reg) -> Result<ExprId, Wrong> {
        if body.constants[reg as usize] {
            let value = body.initial[reg as usize];
            return Ok(value.expr(&mut self.arena, body.widths[reg as usize]));
        }
        let value = env.get(&reg).copied();
        value.ok_or_else(|| unsupported("a value that is not known where it is used"))
    }

    fn set(run: &mut Run, dst: Option<(Reg, Type)>, value: ExprId) {
        if let Some((reg, _)) = dst {
            run.env.insert_mut(reg, value);
        }
    }

    // ---- values

    fn pure(&mut self, body: &FnCode, run: &mut Run, step: &PureStep) -> Result<(), Wrong> {
        let mut args = Vec::with_capacity(3);
        for &reg in &step.args[..usize::from(step.arity)] {
            args.push(self.get(body, run, reg)?);
        }
        self.refuse_addresses(body, run, step, &args)?;
        let value = self.arena.op(step.op, u32::from(step.to), &args);
        run.env.insert_mut(step.dst, value);
        Ok(())
    }

    /// Objects of the run do not lie where they lie in a real one: programs that could tell are not followed.
    fn refuse_addresses(
        &mut self,
        body: &FnCode,
        run: &Run,
        step: &PureStep,
        args: &[ExprId],
    ) -> Result<(), Wrong> {
        let is_order =
            step.op.class() == OpClass::IntCompare && !matches!(step.op, Op::Eq | Op::Ne);
        if step.op != Op::PtrToInt && !is_order {
            return Ok(());
        }
        let function = &self.program.functions[self.graph.func(run.node)];
        let InstData::Pure { args: values, .. } = function.data(body.insts[run.pc as usize]) else {
            return Ok(());
        };
        if function.ty(values[0]) != Type::Ptr {
            return Ok(());
        }
        let regions: Vec<Option<Region>> = args.iter().map(|&a| self.region_of(a)).collect();
        let fixed = |region: &Option<Region>| {
            region.is_some_and(|r| r < Region::first_dynamic(self.program))
        };
        let same = regions
            .windows(2)
            .all(|pair| pair[0] == pair[1] && pair[0].is_some());
        if regions.iter().all(fixed) || (is_order && same) {
            return Ok(());
        }
        Err(unsupported("the number of an address is used"))
    }

    /// The region of an address that does not depend on the path.
    fn region_of(&self, address: ExprId) -> Option<Region> {
        let bits = self.arena.as_const(address)?;
        Some(Region::of(bits.low_u64()))
    }

    // ---- ends

    fn check(&mut self, body: &FnCode, run: &mut Run, step: &CheckStep) -> Stepped {
        let bad = self.violation(body, run, step)?;
        if self.is_never(run.node, bad) {
            return Ok(Flow::Next);
        }
        let message = check_message(step.kind, step.text.as_deref());
        let trouble = Trouble::Failure {
            kind: step.kind,
            message,
        };
        let good = self.arena.not(bad);
        Ok(Flow::End(vec![
            Exit {
                cond: bad,
                to: Dest::Goal(trouble),
                what: Side::Fail,
            },
            Exit {
                cond: good,
                to: Dest::Step(run.pc + 1),
                what: Side::Pass,
            },
        ]))
    }

    /// Is a condition false wherever a node is executed? No is no answer.
    fn is_never(&mut self, node: NodeId, cond: ExprId) -> bool {
        if self.arena.is_const(cond) {
            return self.arena.is_false(cond);
        }
        let entry = self.entry_condition(node);
        let there = self.arena.and(entry, cond);
        self.is_unsatisfiable(cond) || (there != cond && self.is_unsatisfiable(there))
    }

    fn is_unsatisfiable(&mut self, cond: ExprId) -> bool {
        if let Some(&known) = self.never.get(&cond) {
            return known;
        }
        let judge = self.judge.as_mut();
        let never = judge.is_some_and(|judge| judge.is_never(&self.arena, cond));
        self.never.insert(cond, never);
        never
    }

    /// What holds wherever a node is executed because nothing has failed just before.
    fn entry_condition(&mut self, node: NodeId) -> ExprId {
        let (mut all, mut to) = (Arena::TRUE, node);
        for _ in 0..MOST_EDGES_BEFORE {
            let Origin::One(from) = self.graph.node(to).origin else {
                break;
            };
            let out = self.graph.node(from).out.iter();
            let mut out = out.map(|&edge| self.graph.edge(edge));
            let mut others = out.clone().filter(|edge| edge.to != Target::Node(to));
            let Some(edge) = out.find(|edge| edge.to == Target::Node(to)) else {
                break;
            };
            // Branches that the program means are what paths are for.
            if !others.all(|edge| edge.what == Side::Fail) {
                break;
            }
            all = self.arena.and(all, edge.cond);
            to = from;
        }
        all
    }

    /// When a check fails.
    fn violation(&mut self, body: &FnCode, run: &Run, step: &CheckStep) -> Result<ExprId, Wrong> {
        if !self.checks.has(step.kind.check()) {
            return Ok(Arena::FALSE);
        }
        let holds = self.get(body, run, step.cond)?;
        let bad = self.arena.not(holds);
        let Some(guard) = step.guard else {
            return Ok(bad);
        };
        let guard = self.get(body, run, guard)?;
        Ok(self.arena.and(guard, bad))
    }

    fn terminator(
        &mut self,
        body: &FnCode,
        run: &Run,
        step: &TerminatorStep,
    ) -> Result<Vec<Exit>, Wrong> {
        Ok(match step {
            TerminatorStep::Jump(edge) => vec![on(Arena::TRUE, Dest::Edge(*edge))],
            TerminatorStep::Branch {
                cond,
                then_edge,
                else_edge,
            } => {
                let cond = self.get(body, run, *cond)?;
                let not = self.arena.not(cond);
                let side = |cond, edge: u32, what| Exit {
                    cond,
                    to: Dest::Edge(edge),
                    what,
                };
                vec![
                    side(cond, *then_edge, Side::Then),
                    side(not, *else_edge, Side::Else),
                ]
            }
            TerminatorStep::Switch(step) => {
                let value = self.get(body, run, step.value)?;
                let mut none = Arena::TRUE;
                let mut exits = Vec::new();
                for &(case, edge) in &step.cases {
                    let case = self.arena.int(step.width, case);
                    let is = self.arena.eq(value, case);
                    let is_not = self.arena.not(is);
                    none = self.arena.and(none, is_not);
                    exits.push(Exit {
                        cond: is,
                        to: Dest::Edge(edge),
                        what: Side::Case,
                    });
                }
                exits.push(Exit {
                    cond: none,
                    to: Dest::Edge(step.default),
                    what: Side::Case,
                });
                exits
            }
            TerminatorStep::Return(value) => {
                let value = match value {
                    Some((reg, _)) => Some(self.get(body, run, *reg)?),
                    None => None,
                };
                let is_only = false;
                vec![on(Arena::TRUE, Dest::Return { value, is_only })]
            }
            TerminatorStep::Unreachable => {
                let text = "control reached a place that was marked unreachable";
                return Err(if self.checks.has(CheckKind::Unreachable) {
                    self.illegal(BugKind::Unreachable, text.to_owned())
                } else {
                    unsupported(text)
                });
            }
        })
    }
}
