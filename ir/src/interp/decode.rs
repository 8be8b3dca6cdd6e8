//! A function as the machine runs it: one flat list of steps over numbered registers.
//!
//! Registers are the function's values by index; constants are registers that a frame starts with. Jumps
//! name step numbers, and an edge lists the moves of its block arguments.
use crate::bug::BugKind;
use crate::entities::{Func, Inst, Loc, Signature, Value};
use crate::function::Function;
use crate::inst::{BlockCall, InstData};
use crate::intrinsic::Intrinsic;
use crate::layout::{Region, function_address};
use crate::module::Module;
use crate::ops::Op;
use crate::types::Type;
use cranelift_entity::EntityRef;
use std::cell::Cell;

/// A register: the index of a value of its function.
pub(super) type Reg = u32;

/// A pure operation.
pub(super) struct PureStep {
    pub op: Op,
    /// Width of the first operand (for `select`, of the second).
    pub from: u8,
    /// Width of the result.
    pub to: u8,
    pub dst: Reg,
    pub args: [Reg; 3],
}

/// A load.
pub(super) struct LoadStep {
    pub dst: Reg,
    pub addr: Reg,
    pub guard: Option<Reg>,
    pub ty: Type,
}

/// A store.
pub(super) struct StoreStep {
    pub value: Reg,
    pub addr: Reg,
    pub guard: Option<Reg>,
    pub bytes: u8,
}

/// Whom a call goes to.
pub(super) enum Callee {
    Direct(Func),
    Indirect { address: Reg, signature: Signature },
}

/// A call.
pub(super) struct CallStep {
    pub callee: Callee,
    pub args: Box<[(Reg, Type)]>,
    pub dst: Option<(Reg, Type)>,
}

/// An intrinsic.
pub(super) struct IntrinsicStep {
    pub intrinsic: Intrinsic,
    pub args: Box<[(Reg, Type)]>,
    pub text: Option<Box<str>>,
    pub dst: Option<(Reg, Type)>,
}

/// A check.
pub(super) struct CheckStep {
    pub kind: BugKind,
    pub cond: Reg,
    pub guard: Option<Reg>,
    pub text: Option<Box<str>>,
}

/// A switch; cases are sorted by value.
pub(super) struct SwitchStep {
    pub value: Reg,
    pub cases: Box<[(u128, u32)]>,
    pub default: u32,
}

/// One instruction. Edges are numbers into [`Code::edges`].
pub(super) enum Step {
    Pure(PureStep),
    Load(LoadStep),
    Store(StoreStep),
    StackAddr { dst: Reg, slot: u32 },
    FixedAddr { dst: Reg, address: u64 },
    Call(Box<CallStep>),
    Intrinsic(Box<IntrinsicStep>),
    Check(Box<CheckStep>),
    Jump(u32),
    Branch { cond: Reg, edges: [u32; 2] },
    Switch(Box<SwitchStep>),
    Return(Option<Reg>),
    Unreachable,
}

/// A jump: where to, and what the block's parameters get.
pub(super) struct Edge {
    pub target: u32,
    pub moves: Box<[(Reg, Reg)]>,
    /// Does a move read what an earlier one wrote?
    pub overlaps: bool,
}

/// A decoded function.
pub(super) struct Code {
    pub func: Func,
    pub steps: Vec<Step>,
    pub edges: Vec<Edge>,
    /// The instruction of each step.
    pub insts: Vec<Inst>,
    /// The position of each step that failures show.
    pub locs: Vec<Option<Loc>>,
    /// By step: was it executed?
    pub ran: Vec<Cell<bool>>,
    /// By edge: was this side of a branch or switch taken? Plain jumps do not count.
    pub taken: Vec<Cell<bool>>,
    /// Registers at the start of a frame: constants are set, the rest is zero.
    pub initial: Vec<u128>,
    /// The registers of the parameters.
    pub params: Vec<Reg>,
}

impl Code {
    /// The edge of a side of the branch or switch at a step: 0 is `then` or the first case as written, the last is
    /// `else` or the default.
    pub fn side(&self, pc: usize, side: usize) -> Option<u32> {
        match self.steps.get(pc)? {
            Step::Branch { edges, .. } => edges.iter().rev().nth(side).copied(),
            // Edges are numbered as the cases are written, the default behind them.
            Step::Switch(switch) => {
                let first = switch.default as usize - switch.cases.len();
                (side <= switch.cases.len()).then_some((first + side) as u32)
            }
            _ => None,
        }
    }

    /// The sides that were taken: step and number, in order.
    pub fn taken_sides(&self) -> Vec<(usize, usize)> {
        let mut sides = Vec::new();
        for pc in 0..self.steps.len() {
            let edges = (0..).map_while(|side| self.side(pc, side)).enumerate();
            let taken = edges.filter(|&(_, edge)| self.taken[edge as usize].get());
            sides.extend(taken.map(|(side, _)| (pc, side)));
        }
        sides
    }
}

fn reg(value: Value) -> Reg {
    value.index() as Reg
}

/// Decodes a function with a body.
pub(super) fn decode(module: &Module, func: Func) -> Code {
    let function = &module.functions[func];
    let mut initial = vec![0; function.num_values()];
    for (index, slot) in initial.iter_mut().enumerate() {
        if let Some(bits) = function.as_const(Value::new(index)) {
            *slot = bits.unsigned();
        }
    }
    let mut starts = vec![0u32; function.num_blocks()];
    let mut count = 0;
    for &block in function.layout() {
        starts[block.index()] = count;
        count += function.insts(block).len() as u32;
    }
    let mut decoder = Decoder {
        function,
        starts,
        edges: Vec::new(),
    };
    let insts: Vec<Inst> = function.all_insts().map(|(_, inst)| inst).collect();
    let steps = insts.iter().map(|&inst| decoder.step(inst)).collect();
    let params = function.entry().map_or(&[][..], |b| function.params(b));
    Code {
        func,
        steps,
        taken: vec![Cell::new(false); decoder.edges.len()],
        edges: decoder.edges,
        locs: insts.iter().map(|&i| function.locs(i).first()).collect(),
        ran: vec![Cell::new(false); insts.len()],
        insts,
        initial,
        params: params.iter().map(|&v| reg(v)).collect(),
    }
}

struct Decoder<'m> {
    function: &'m Function,
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

impl Decoder<'_> {
    fn step(&mut self, inst: Inst) -> Step {
        let function = self.function;
        let result = function.result(inst);
        let dst = result.map_or(0, reg);
        let typed = result.map(|v| (reg(v), function.ty(v)));
        match function.data(inst) {
            InstData::Pure { op, args } => Step::Pure(self.pure(*op, args, dst, result)),
            InstData::Load { addr, guard, .. } => Step::Load(LoadStep {
                dst,
                addr: reg(*addr),
                guard: guard.map(reg),
                ty: result.map_or(Type::I8, |v| function.ty(v)),
            }),
            InstData::Store {
                value, addr, guard, ..
            } => Step::Store(StoreStep {
                value: reg(*value),
                addr: reg(*addr),
                guard: guard.map(reg),
                bytes: function.ty(*value).bytes() as u8,
            }),
            InstData::StackAddr { slot } => Step::StackAddr {
                dst,
                slot: slot.as_u32(),
            },
            InstData::GlobalAddr { global } => Step::FixedAddr {
                dst,
                address: Region::of_global(*global).base(),
            },
            InstData::FuncAddr { func } => Step::FixedAddr {
                dst,
                address: function_address(*func),
            },
            InstData::Call { func, args } => self.call(Callee::Direct(*func), args, typed),
            InstData::CallIndirect {
                signature,
                callee,
                args,
            } => {
                let callee = Callee::Indirect {
                    address: reg(*callee),
                    signature: *signature,
                };
                self.call(callee, args, typed)
            }
            InstData::Intrinsic {
                intrinsic,
                args,
                text,
            } => Step::Intrinsic(Box::new(IntrinsicStep {
                intrinsic: *intrinsic,
                args: self.typed(args),
                text: text.clone(),
                dst: typed,
            })),
            InstData::Check {
                kind,
                cond,
                guard,
                text,
            } => Step::Check(Box::new(CheckStep {
                kind: *kind,
                cond: reg(*cond),
                guard: guard.map(reg),
                text: text.clone(),
            })),
            terminator => self.terminator(terminator),
        }
    }

    fn pure(&self, op: Op, args: &[Value], dst: Reg, result: Option<Value>) -> PureStep {
        let width = |v: Value| self.function.ty(v).bits() as u8;
        let measured = if op == Op::Select { 1 } else { 0 };
        let mut regs = [0; 3];
        for (to, &from) in regs.iter_mut().zip(args) {
            *to = reg(from);
        }
        PureStep {
            op,
            from: args.get(measured).map_or(1, |&v| width(v)),
            to: result.map_or(1, width),
            dst,
            args: regs,
        }
    }

    fn typed(&self, args: &[Value]) -> Box<[(Reg, Type)]> {
        args.iter()
            .map(|&v| (reg(v), self.function.ty(v)))
            .collect()
    }

    fn call(&self, callee: Callee, args: &[Value], dst: Option<(Reg, Type)>) -> Step {
        Step::Call(Box::new(CallStep {
            callee,
            args: self.typed(args),
            dst,
        }))
    }

    fn terminator(&mut self, data: &InstData) -> Step {
        match data {
            InstData::Jump { dest } => Step::Jump(self.edge(dest)),
            InstData::Branch {
                cond,
                then_dest,
                else_dest,
            } => Step::Branch {
                cond: reg(*cond),
                edges: [self.edge(else_dest), self.edge(then_dest)],
            },
            InstData::Switch {
                value,
                cases,
                default,
            } => {
                let mut cases: Vec<(u128, u32)> = cases
                    .iter()
                    .map(|(bits, dest)| (bits.unsigned(), self.edge(dest)))
                    .collect();
                cases.sort_unstable();
                Step::Switch(Box::new(SwitchStep {
                    value: reg(*value),
                    cases: cases.into(),
                    default: self.edge(default),
                }))
            }
            InstData::Return { value } => Step::Return(value.map(reg)),
            _ => Step::Unreachable,
        }
    }

    fn edge(&mut self, dest: &BlockCall) -> u32 {
        let params = self.function.params(dest.block);
        let moves: Box<[(Reg, Reg)]> = dest
            .args
            .iter()
            .zip(params)
            .map(|(&from, &to)| (reg(from), reg(to)))
            .filter(|(from, to)| from != to)
            .collect();
        let overlaps = (1..moves.len())
            .any(|later| moves[..later].iter().any(|&(_, to)| to == moves[later].0));
        self.edges.push(Edge {
            target: self.starts[dest.block.index()],
            moves,
            overlaps,
        });
        (self.edges.len() - 1) as u32
    }
}
