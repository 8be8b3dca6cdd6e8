//! Generates random function bodies, which use every instruction of the IR.
use crate::choices::Choices;
use symtool_ir::bug::BugKind;
use symtool_ir::inst::{Args, BlockCall, InstData};
use symtool_ir::intrinsic::{INTRINSICS, ResultType};
use symtool_ir::ops::{OPS, OpClass};
use symtool_ir::{Bits, Block, FunctionBuilder, Module, SignatureData, Type, Value};

/// Generates the body of one function.
///
/// The operands of an instruction are constants, values of the same block, and values of the entry block (which
/// dominates all blocks). Jumps go to any block except the entry, so there are loops and unreachable blocks.
pub(crate) struct Maker<'c, 'b, 'm> {
    c: &'c mut Choices<'b>,
    module: &'m mut Module,
    builder: FunctionBuilder<'m>,
    signature: SignatureData,
    blocks: Vec<Block>,
    /// The values that an instruction at the current position may use as operands.
    values: Vec<Value>,
}

impl<'c, 'b, 'm> Maker<'c, 'b, 'm> {
    pub fn new(
        c: &'c mut Choices<'b>,
        module: &'m mut Module,
        builder: FunctionBuilder<'m>,
        signature: SignatureData,
    ) -> Maker<'c, 'b, 'm> {
        Maker {
            c,
            module,
            builder,
            signature,
            blocks: Vec::new(),
            values: Vec::new(),
        }
    }

    pub fn make(mut self, entry: Block) {
        for _ in 0..self.c.below(4) {
            let name = if self.c.chance(3) {
                String::new()
            } else {
                self.c.text()
            };
            let align = 1 << self.c.below(5);
            self.builder.slot(&name, self.c.byte().into(), align);
        }
        for _ in 0..self.c.below(6) {
            let block = match self.c.chance(2) {
                true => {
                    let name = self.c.text();
                    self.builder.named_block(&name)
                }
                false => self.builder.block(),
            };
            for _ in 0..self.c.below(4) {
                let ty = self.c.ty();
                self.builder.func.add_param(block, ty);
            }
            self.blocks.push(block);
        }
        self.fill(entry);
        let common = self.values.clone();
        for block in self.blocks.clone() {
            self.values.clone_from(&common);
            self.fill(block);
        }
        // Sometimes reverses the order of the blocks, so that the block numbers are not in ascending order.
        if self.c.chance(3) {
            let mut order = self.builder.func.layout().to_vec();
            order[1..].reverse();
            self.builder.func.set_layout(order);
        }
    }

    fn fill(&mut self, block: Block) {
        for value in self.builder.func.params(block).to_vec() {
            self.keep(value);
        }
        self.builder.switch_to(block);
        for _ in 0..self.c.below(12) {
            if self.c.is_exhausted() {
                break;
            }
            let locs = self.c.locs(self.module);
            self.builder.set_locs(locs);
            self.inst();
        }
        self.terminator();
    }

    /// Makes a value available as an operand of later instructions; sometimes gives it a name.
    fn keep(&mut self, value: Value) {
        if self.c.chance(2) {
            let name = self.c.text();
            // Sometimes gives the value a name that another value may already have, so that some names are not unique.
            if self.c.chance(5) && self.builder.func.as_const(value).is_none() {
                self.builder.func.set_value_name(value, Some(&name));
            } else {
                self.builder.name(value, &name);
            }
        }
        self.values.push(value);
    }

    fn value(&mut self, ty: Type) -> Value {
        let values = self.values.iter().copied();
        let fitting: Vec<Value> = values.filter(|&v| self.builder.func.ty(v) == ty).collect();
        if fitting.is_empty() || self.c.chance(4) {
            let bits = Bits::of(ty, self.c.number());
            self.builder.func.constant(ty, bits)
        } else {
            self.c.pick(&fitting)
        }
    }

    fn args(&mut self, types: &[Type]) -> Args {
        types.iter().map(|&ty| self.value(ty)).collect()
    }

    fn push(&mut self, data: InstData, result: Option<Type>) {
        let inst = self.builder.push(data, result);
        if let Some(value) = self.builder.func.result(inst) {
            self.keep(value);
        }
    }

    fn guard(&mut self) -> Option<Value> {
        self.c.chance(2).then(|| self.value(Type::I1))
    }

    fn text(&mut self) -> Option<Box<str>> {
        self.c.chance(2).then(|| self.c.text().into_boxed_str())
    }

    fn inst(&mut self) {
        match self.c.below(10) {
            0..=3 => self.pure(),
            4 | 5 => self.memory(),
            6 => self.address(),
            7 => self.call(),
            8 => self.intrinsic(),
            _ => {
                let data = InstData::Check {
                    kind: self.c.pick(BugKind::ALL),
                    cond: self.value(Type::I1),
                    guard: self.guard(),
                    text: self.text(),
                    origins: None,
                };
                self.push(data, None);
            }
        }
    }

    fn pure(&mut self) {
        let index = self.c.below(OPS.len());
        let op = OPS[index].op;
        let any = self.c.ty();
        let (types, to): (Vec<Type>, Type) = match op.class() {
            OpClass::PtrAdd => (vec![Type::Ptr, Type::I64], Type::Ptr),
            OpClass::Select => (vec![Type::I1, any, any], any),
            OpClass::Cast => {
                let pairs = Type::ALL
                    .into_iter()
                    .flat_map(|a| Type::ALL.map(|b| (a, b)));
                let pairs: Vec<_> = pairs.filter(|&(a, b)| op.cast_ok(a, b)).collect();
                let (from, to) = self.c.pick(&pairs);
                (vec![from], to)
            }
            _ => {
                let fits = |ty: &Type| op.result_type(&vec![*ty; op.arity()], *ty).is_some();
                let types: Vec<Type> = Type::ALL.into_iter().filter(fits).collect();
                let ty = self.c.pick(&types);
                (vec![ty; op.arity()], ty)
            }
        };
        let result = op.result_type(&types, to);
        let args = self.args(&types);
        self.push(InstData::Pure { op, args }, result);
    }

    fn memory(&mut self) {
        let ty = self.c.ty();
        let (guard, volatile) = (self.guard(), self.c.chance(4));
        let addr = self.value(Type::Ptr);
        if self.c.chance(2) {
            let value = self.value(ty);
            let data = InstData::Store {
                value,
                addr,
                guard,
                volatile,
                origins: None,
            };
            self.push(data, None);
        } else {
            let data = InstData::Load {
                addr,
                guard,
                volatile,
                origins: None,
            };
            self.push(data, Some(ty));
        }
    }

    fn address(&mut self) {
        let slots: Vec<_> = self.builder.func.slots.keys().collect();
        let globals: Vec<_> = self.module.globals.keys().collect();
        let funcs: Vec<_> = self.module.functions.keys().collect();
        let data = match self.c.below(3) {
            0 if !slots.is_empty() => InstData::StackAddr {
                slot: self.c.pick(&slots),
            },
            1 if !globals.is_empty() => InstData::GlobalAddr {
                global: self.c.pick(&globals),
            },
            _ => InstData::FuncAddr {
                func: self.c.pick(&funcs),
            },
        };
        self.push(data, Some(Type::Ptr));
    }

    fn call(&mut self) {
        let funcs: Vec<_> = self.module.functions.keys().collect();
        let direct = self.c.chance(2).then(|| self.c.pick(&funcs));
        let callee = match direct {
            Some(func) => self.module.function_signature(func).clone(),
            None => signature(self.c),
        };
        let mut types = callee.params.clone();
        if callee.variadic {
            types.extend((0..self.c.below(3)).map(|_| self.c.ty()));
        }
        let args = self.args(&types);
        let result = callee.result;
        let data = match direct {
            Some(func) => InstData::Call { func, args },
            None => InstData::CallIndirect {
                signature: self.module.signature(callee),
                callee: self.value(Type::Ptr),
                args,
            },
        };
        self.push(data, result);
    }

    fn intrinsic(&mut self) {
        let info = &INTRINSICS[self.c.below(INTRINSICS.len())];
        let mut types: Vec<Type> = Vec::new();
        for param in info.params {
            types.push(param.ty.unwrap_or_else(|| self.c.ty()));
        }
        if info.variadic.is_some() {
            types.extend((0..self.c.below(3)).map(|_| self.c.ty()));
        }
        let result = match info.result {
            ResultType::Nothing => None,
            ResultType::Fixed(ty) => Some(ty),
            ResultType::FirstArg => types.first().copied(),
            ResultType::AnyOrNothing if self.c.chance(2) => None,
            ResultType::Any | ResultType::AnyOrNothing => Some(self.c.ty()),
        };
        let data = InstData::Intrinsic {
            intrinsic: info.intrinsic,
            args: self.args(&types),
            text: self.text(),
        };
        self.push(data, result);
    }

    fn target(&mut self) -> BlockCall {
        let block = self.c.pick(&self.blocks);
        let params = self.builder.func.params(block).to_vec();
        let types: Vec<Type> = params.iter().map(|&v| self.builder.func.ty(v)).collect();
        BlockCall {
            block,
            args: self.args(&types),
        }
    }

    fn terminator(&mut self) {
        let data = match self.c.below(5) {
            1 if !self.blocks.is_empty() => InstData::Jump {
                dest: self.target(),
            },
            2 if !self.blocks.is_empty() => InstData::Branch {
                cond: self.value(Type::I1),
                then_dest: self.target(),
                else_dest: self.target(),
            },
            3 if !self.blocks.is_empty() => self.switch(),
            4 => InstData::Unreachable,
            _ => InstData::Return {
                value: self.signature.result.map(|ty| self.value(ty)),
            },
        };
        self.push(data, None);
    }

    fn switch(&mut self) -> InstData {
        let ints: Vec<Type> = Type::ALL.into_iter().filter(|t| t.is_int()).collect();
        let ty = self.c.pick(&ints);
        let value = self.value(ty);
        let mut cases: Vec<(Bits, BlockCall)> = Vec::new();
        for _ in 0..self.c.below(5) {
            let key = Bits::of(ty, self.c.number());
            if cases.iter().all(|(other, _)| *other != key) {
                let target = self.target();
                cases.push((key, target));
            }
        }
        InstData::Switch {
            value,
            cases,
            default: self.target(),
        }
    }
}

pub(crate) fn signature(c: &mut Choices) -> SignatureData {
    SignatureData {
        params: (0..c.below(4)).map(|_| c.ty()).collect(),
        result: c.chance(2).then(|| c.ty()),
        variadic: c.chance(4),
    }
}
