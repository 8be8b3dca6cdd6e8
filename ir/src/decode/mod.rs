//! Decodes a function to a flat list of steps over numbered registers.
//!
//! Every engine that runs IR step by step executes this form: the concrete interpreter, the symbolic engine and the
//! engine for conflict-driven search. An engine wraps [`Code`] to attach its own data: the interpreter attaches
//! coverage marks, and the symbolic engine attaches the start values of registers as symbolic expressions.
//!
//! - A *frame* is the list of the registers of one active call. Registers are numbered in order of first use, without
//!   gaps. Each constant has a register, too, which is set when a frame starts.
//! - The *layout* of a function is the ordered list of its blocks, without the blocks that a pass has removed. A value
//!   that occurs only in removed blocks has no register.
//! - A terminator selects one of its outgoing edges. An [`Edge`] contains the first step of the target block, and the
//!   block arguments as moves between registers.
//!
//! Melding unites the two sides of a branch: a *melded* instruction replaces one instruction on each side. The decoded
//! form keeps the locations of the replaced instructions ([`Code::origins`]).
mod step;

pub use step::{
    CallStep, Callee, CheckStep, Edge, IntrinsicStep, MemoryStep, PureStep, Reg, Step, SwitchStep,
    TerminatorStep,
};

use crate::bits::Bits;
use crate::entities::{Inst, Loc, Value};
use crate::function::Function;
use crate::inst::{BlockCall, InstClass, InstData};
use crate::layout::{Region, function_address};
use crate::origins::Origins;
use crate::types::Type;
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

/// A decoded function. The code of a declaration is empty.
#[derive(Debug, Default)]
pub struct Code {
    /// The decoded instructions, in layout order.
    pub steps: Vec<Step>,
    /// All control-flow edges. A terminator names an edge by its index in this list.
    pub edges: Vec<Edge>,
    /// For each step (decoded instruction), the instruction of the function from which it was decoded.
    pub insts: Vec<Inst>,
    /// For each step (decoded instruction), the source location that reports show; `None` if it has no location.
    pub locs: Vec<Option<Loc>>,
    /// For each register, its value at the start of a call: for a register of a constant, the constant; for another
    /// register, zero.
    pub start: Vec<Bits>,
    /// The registers of the function's parameters, in order, with their widths in bits.
    pub params: Vec<(Reg, u32)>,
    /// For each value, its register; 0 if no instruction of a block in the layout uses or defines the value.
    pub regs: Vec<Reg>,
    /// For each register, its width in bits.
    pub widths: Vec<u32>,
    /// For each register, whether it holds a constant, so that no instruction writes it. True for register 0, which is
    /// used where an operand is absent.
    pub constants: Vec<bool>,
    /// For each block in layout order, the index of its first instruction in `steps`.
    pub starts: Vec<u32>,
    /// For the step of each melded instruction (which replaces several original instructions): the locations of the
    /// original instructions, each with the register of its condition. The conditions decide which original instruction
    /// an input executes. The key is the number of the step.
    pub origins: FxHashMap<u32, Origins<Reg>>,
}

impl Code {
    /// Decodes a function.
    ///
    /// ```
    /// use symtool_ir::decode::{Code, Step};
    /// use symtool_ir::parse::parse_module;
    ///
    /// let text = "func @inc(%x: i32) -> i32 {\nentry:\n  %y = add %x, 1\n  return %y\n}\n";
    /// let module = parse_module(text, "inc.sir").expect("it parses");
    /// let function = &module.functions[module.function_named("inc").expect("it is there")];
    /// let code = Code::new(function);
    /// assert_eq!(code.steps.len(), 2);
    /// assert!(matches!(code.steps[0], Step::Pure(_)));
    /// // Register 0 is unused; `%x`, 1 and `%y` have one each.
    /// assert_eq!(code.widths.len(), 4);
    /// ```
    pub fn new(function: &Function) -> Code {
        let mut starts = vec![0; function.num_blocks()];
        let mut count = 0;
        for &block in function.layout() {
            starts[block.index()] = count;
            count += function.insts(block).len() as u32;
        }
        let mut decoder = Decoder {
            function,
            starts,
            // The code starts with register 0, which is used where an operand is absent.
            code: Code {
                start: vec![Bits::zero(1)],
                regs: vec![0; function.num_values()],
                widths: vec![1],
                constants: vec![true],
                ..Code::default()
            },
        };
        let params = function.entry().map_or(&[][..], |b| function.params(b));
        for &param in params {
            let reg = decoder.reg(param);
            decoder.code.params.push((reg, function.ty(param).bits()));
        }
        let insts: Vec<Inst> = function.all_insts().map(|(_, inst)| inst).collect();
        let steps = insts.iter().map(|&inst| decoder.step(inst)).collect();
        decoder.origins(&insts);
        let Decoder { starts, code, .. } = decoder;
        let blocks = function.layout().iter();
        Code {
            steps,
            locs: insts.iter().map(|&i| function.locs(i).first()).collect(),
            insts,
            starts: blocks.map(|&block| starts[block.index()]).collect(),
            ..code
        }
    }

    /// Returns the index of the edge that belongs to the side number `side` of a branch or switch. `pc` is the number
    /// of the step (decoded instruction) of the branch or switch. Side 0 is the `then` side of a branch, or the first
    /// case of a switch in textual order. The last side is the `else` side or the default. Returns `None` if step `pc`
    /// is not a branch or switch, or has no such side.
    pub fn edge_of_side(&self, pc: usize, side: usize) -> Option<u32> {
        match self.steps.get(pc)? {
            Step::Terminator(TerminatorStep::Branch {
                then_edge,
                else_edge,
                ..
            }) => [*then_edge, *else_edge].get(side).copied(),
            // The edges of a switch are numbered in textual order of its cases, with the default last.
            Step::Terminator(TerminatorStep::Switch(switch)) => {
                let first = switch.default as usize - switch.cases.len();
                (side <= switch.cases.len()).then_some((first + side) as u32)
            }
            _ => None,
        }
    }

    /// Returns the sides (outgoing edges) of all branches and switches, each as a triple: the index of the branch or
    /// switch in `steps`, the number of the side, and the index of the edge.
    pub fn sides(&self) -> Vec<(usize, u32, u32)> {
        let mut sides = Vec::new();
        for (pc, step) in self.steps.iter().enumerate() {
            match step {
                Step::Terminator(TerminatorStep::Branch {
                    then_edge,
                    else_edge,
                    ..
                }) => sides.extend([(pc, 0, *then_edge), (pc, 1, *else_edge)]),
                Step::Terminator(TerminatorStep::Switch(switch)) => {
                    // The cases are sorted by value, but their edges are numbered in textual order.
                    let count = switch.cases.len() as u32;
                    let first = switch.default - count;
                    sides.extend((0..=count).map(|side| (pc, side, first + side)));
                }
                _ => {}
            }
        }
        sides
    }
}

struct Decoder<'m> {
    function: &'m Function,
    /// For each block, by its index, the number of its first step (decoded instruction); 0 for a block that is not in
    /// the layout.
    starts: Vec<u32>,
    /// The decoded function so far. Its registers and edges are added while its steps are decoded.
    code: Code,
}

impl Decoder<'_> {
    fn reg(&mut self, value: Value) -> Reg {
        let index = value.index();
        if self.code.regs[index] == 0 {
            self.code.regs[index] = self.code.start.len() as Reg;
            let width = self.function.ty(value).bits();
            let constant = self.function.as_const(value);
            self.code.start.push(constant.unwrap_or(Bits::zero(width)));
            self.code.widths.push(width);
            self.code.constants.push(constant.is_some());
        }
        self.code.regs[index]
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

    /// Records, for the step of each melded instruction, the locations of the original instructions that it replaces,
    /// each with the condition under which an input executes it.
    fn origins(&mut self, insts: &[Inst]) {
        for (pc, &inst) in insts.iter().enumerate() {
            if let Some(origins) = self.function.data(inst).origins() {
                let origins = origins.map(|&when| self.reg(when));
                self.code.origins.insert(pc as u32, origins);
            }
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
        let step = MemoryStep {
            write,
            value,
            ty,
            bytes: ty.bytes() as u8,
            addr: self.reg(*addr),
            guard: guard.map(|g| self.reg(g)),
        };
        if write {
            Step::Store(step)
        } else {
            Step::Load(step)
        }
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
            ..
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
        self.code.edges.push(Edge {
            target: self.starts[dest.block.index()],
            moves,
            overlaps,
            is_side,
        });
        (self.code.edges.len() - 1) as u32
    }
}
