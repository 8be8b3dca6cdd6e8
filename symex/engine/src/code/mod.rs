//! The decoded form of a function: a flat list of steps over numbered registers.
//!
//! Registers are numbered densely and hold the values and constants that the function uses. A frame starts as
//! a copy of [`FnCode::initial`], which contains the constants. Jumps name step numbers, and an edge lists
//! the moves of its block arguments.
pub mod live;
mod step;

pub use step::{
    CallStep, Callee, CheckStep, Edge, FnCode, IntrinsicStep, MemoryStep, PureStep, Reg, Step,
    SwitchStep, TerminatorStep,
};

use crate::value::Val;
use std::rc::Rc;
use symtool_expr::Arena;
use symtool_ir::layout::{Region, function_address};
use symtool_ir::{BlockCall, Func, Function, Inst, InstClass, InstData, Module, Type, Value};

/// A decoded program.
#[derive(Debug)]
pub struct Code {
    /// By function id.
    pub functions: Vec<FnCode>,
}

impl Code {
    /// Decodes every function with a body.
    pub fn new(module: &Module, arena: &mut Arena) -> Code {
        let functions = module.functions.values();
        Code {
            functions: functions.map(|f| decode(f, arena)).collect(),
        }
    }

    /// Returns the code of a function.
    pub fn of(&self, func: Func) -> &FnCode {
        &self.functions[func.as_u32() as usize]
    }
}

fn decode(function: &Function, arena: &mut Arena) -> FnCode {
    let mut decoder = Decoder {
        function,
        arena,
        regs: vec![0; function.num_values()],
        widths: vec![1],
        constants: vec![true],
        starts: vec![0; function.num_blocks()],
        // Register 0 stands for absent operands.
        initial: vec![Val::ZERO],
        edges: Vec::new(),
    };
    let mut count = 0;
    for &block in function.layout() {
        decoder.starts[block.as_u32() as usize] = count;
        count += function.insts(block).len() as u32;
    }
    let params = function.entry().map_or(&[][..], |b| function.params(b));
    let params = params
        .iter()
        .map(|&v| (decoder.reg(v), function.ty(v).bits()))
        .collect();
    let insts: Vec<Inst> = function.all_insts().map(|(_, inst)| inst).collect();
    let steps = insts.iter().map(|&inst| decoder.step(inst)).collect();
    FnCode {
        steps,
        edges: decoder.edges,
        locs: insts.iter().map(|&i| function.locs(i).first()).collect(),
        insts,
        initial: decoder.initial,
        params,
        slots: function
            .slots
            .values()
            .map(|slot| (Rc::from(&*slot.name), slot.size))
            .collect(),
        regs: decoder.regs,
        widths: decoder.widths,
        constants: decoder.constants,
        starts: function
            .layout()
            .iter()
            .map(|&block| decoder.starts[block.as_u32() as usize])
            .collect(),
    }
}

struct Decoder<'m> {
    function: &'m Function,
    arena: &'m mut Arena,
    /// Registers by value; 0: not assigned yet.
    regs: Vec<Reg>,
    /// By register: its width in bits.
    widths: Vec<u32>,
    /// By register: whether it is a constant of the function.
    constants: Vec<bool>,
    starts: Vec<u32>,
    initial: Vec<Val>,
    edges: Vec<Edge>,
}

impl Decoder<'_> {
    fn reg(&mut self, value: Value) -> Reg {
        let index = value.as_u32() as usize;
        if self.regs[index] == 0 {
            self.regs[index] = self.initial.len() as Reg;
            let start = match self.function.as_const(value) {
                Some(bits) => Val::from_bits(self.arena, bits),
                None => Val::ZERO,
            };
            self.initial.push(start);
            self.widths.push(self.function.ty(value).bits());
            let is_constant = self.function.as_const(value).is_some();
            self.constants.push(is_constant);
        }
        self.regs[index]
    }

    fn typed(&mut self, value: Value) -> (Reg, Type) {
        (self.reg(value), self.function.ty(value))
    }

    fn all_typed(&mut self, values: &[Value]) -> Box<[(Reg, Type)]> {
        values.iter().map(|&v| self.typed(v)).collect()
    }

    fn step(&mut self, inst: Inst) -> Step {
        let function = self.function;
        let data = function.data(inst);
        let result = function.result(inst);
        match data.class() {
            InstClass::Pure => self.pure(data, result),
            InstClass::Memory => self.memory(data, result),
            InstClass::Address => self.address(data, result),
            InstClass::Call => self.call(data, result),
            InstClass::Intrinsic => self.intrinsic(data, result),
            InstClass::Check => self.check(data),
            InstClass::Terminator => Step::Terminator(self.terminator(data)),
        }
    }

    fn pure(&mut self, data: &InstData, result: Option<Value>) -> Step {
        let InstData::Pure { op, args } = data else {
            unreachable!("the class is pure")
        };
        let mut regs = [0; 3];
        for (to, &from) in regs.iter_mut().zip(args) {
            *to = self.reg(from);
        }
        let width = |v: Value| self.function.ty(v).bits() as u8;
        Step::Pure(PureStep {
            op: *op,
            from: args.first().map_or(1, |&v| width(v)),
            to: result.map_or(1, width),
            arity: op.arity() as u8,
            dst: result.map_or(0, |v| self.reg(v)),
            args: regs,
        })
    }

    fn memory(&mut self, data: &InstData, result: Option<Value>) -> Step {
        let (write, value, addr, guard) = match data {
            InstData::Store {
                value, addr, guard, ..
            } => (true, Some(*value), addr, guard),
            InstData::Load { addr, guard, .. } => (false, result, addr, guard),
            _ => unreachable!("the class is memory"),
        };
        let (value, ty) = value.map_or((0, Type::I8), |v| self.typed(v));
        Step::Memory(MemoryStep {
            write,
            value,
            ty,
            addr: self.reg(*addr),
            guard: guard.map(|g| self.reg(g)),
        })
    }

    fn address(&mut self, data: &InstData, result: Option<Value>) -> Step {
        let dst = result.map_or(0, |v| self.reg(v));
        let address = match data {
            InstData::StackAddr { slot } => {
                let slot = slot.as_u32();
                return Step::SlotAddr { dst, slot };
            }
            InstData::GlobalAddr { global } => Region::of_global(*global).base(),
            InstData::FuncAddr { func } => function_address(*func),
            _ => unreachable!("the class is address"),
        };
        Step::FixedAddr { dst, address }
    }

    fn call(&mut self, data: &InstData, result: Option<Value>) -> Step {
        let (callee, args) = match data {
            InstData::Call { func, args } => (Callee::Direct(*func), args),
            InstData::CallIndirect {
                signature,
                callee,
                args,
            } => {
                let (address, signature) = (self.reg(*callee), *signature);
                (Callee::Indirect { address, signature }, args)
            }
            _ => unreachable!("the class is call"),
        };
        Step::Call(Box::new(CallStep {
            callee,
            args: self.all_typed(args),
            dst: result.map(|v| self.typed(v)),
        }))
    }

    fn intrinsic(&mut self, data: &InstData, result: Option<Value>) -> Step {
        let InstData::Intrinsic {
            intrinsic,
            args,
            text,
        } = data
        else {
            unreachable!("the class is intrinsic")
        };
        Step::Intrinsic(Box::new(IntrinsicStep {
            intrinsic: *intrinsic,
            args: self.all_typed(args),
            text: text.clone(),
            dst: result.map(|v| self.typed(v)),
        }))
    }

    fn check(&mut self, data: &InstData) -> Step {
        let InstData::Check {
            kind,
            cond,
            guard,
            text,
        } = data
        else {
            unreachable!("the class is check")
        };
        Step::Check(Box::new(CheckStep {
            kind: *kind,
            cond: self.reg(*cond),
            guard: guard.map(|g| self.reg(g)),
            text: text.clone(),
        }))
    }

    fn terminator(&mut self, data: &InstData) -> TerminatorStep {
        match data {
            InstData::Jump { dest } => TerminatorStep::Jump(self.edge(dest, false)),
            InstData::Branch {
                cond,
                then_dest,
                else_dest,
            } => TerminatorStep::Branch {
                cond: self.reg(*cond),
                then_edge: self.edge(then_dest, true),
                else_edge: self.edge(else_dest, true),
            },
            InstData::Switch {
                value,
                cases,
                default,
            } => {
                let mut cases: Vec<(u128, u32)> = cases
                    .iter()
                    .map(|(bits, dest)| (bits.unsigned(), self.edge(dest, true)))
                    .collect();
                cases.sort_unstable();
                TerminatorStep::Switch(Box::new(SwitchStep {
                    value: self.reg(*value),
                    width: self.function.ty(*value).bits(),
                    cases: cases.into(),
                    default: self.edge(default, true),
                }))
            }
            InstData::Return { value } => TerminatorStep::Return(value.map(|v| self.typed(v))),
            _ => TerminatorStep::Unreachable,
        }
    }

    fn edge(&mut self, dest: &BlockCall, is_side: bool) -> u32 {
        let params = self.function.params(dest.block);
        let moves: Box<[(Reg, Reg)]> = dest
            .args
            .iter()
            .zip(params)
            .map(|(&from, &to)| (self.reg(from), self.reg(to)))
            .filter(|(from, to)| from != to)
            .collect();
        let overlaps = (1..moves.len())
            .any(|later| moves[..later].iter().any(|&(_, to)| to == moves[later].0));
        self.edges.push(Edge {
            target: self.starts[dest.block.as_u32() as usize],
            moves,
            overlaps,
            is_side,
        });
        (self.edges.len() - 1) as u32
    }
}
