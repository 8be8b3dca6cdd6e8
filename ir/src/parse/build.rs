//! Resolves the names and types in the syntax trees of functions, and builds the functions.
//!
//! Blocks, parameters and results are numbered in textual order. Constants get the numbers after all other values, in
//! order of first use. [`Function::compact`](crate::Function::compact) assigns the same numbers.
use super::ast::{Expect, FunctionText, InstText, Operand, OperandKind, ResultRule};
use super::lexer::{Name, Token};
use super::{Position, Result1, fail, literal};
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::InstData;
use crate::module::{Module, SignatureData};
use crate::types::Type;
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

/// Adds functions and declarations to a module that already contains its globals.
pub(super) fn functions(module: &mut Module, texts: Vec<FunctionText>) -> Result1<()> {
    for text in &texts {
        let signature = module.signature(text.signature.clone());
        let mut function = Function::new(text.name.clone(), signature);
        function.locs = text.locs.clone();
        module.functions.push(function);
    }
    for (id, text) in module
        .functions
        .keys()
        .collect::<Vec<_>>()
        .into_iter()
        .zip(texts)
    {
        let types = Types::infer(module, &text)?;
        let function = Builder::new(module, text, types).build()?;
        module.functions[id] = function;
    }
    Ok(())
}

/// The definition of a value.
#[derive(Copy, Clone)]
enum Def {
    Param(Type),
    /// The result of an instruction, given by the index of the instruction in the function.
    Inst(usize),
}

/// The types of the results and operands of all instructions. A type that the text does not give is inferred.
struct Types {
    /// For each instruction by index, the type of its result, if it has one.
    results: Vec<Option<Type>>,
    /// For each instruction by index, the type that its operands share, if it is known.
    shared: Vec<Option<Type>>,
}

/// The progress of inferring the type of one instruction.
#[derive(Copy, Clone, PartialEq)]
enum State {
    /// The type is not inferred yet.
    Unknown,
    /// The inference of the type waits for the type of another instruction. If that one waits for this type, there is a
    /// cycle, which is an error.
    Started,
    Known,
}

/// Infers the types of the instructions of one function.
struct Inference<'t> {
    module: &'t Module,
    insts: Vec<&'t InstText>,
    defs: FxHashMap<&'t Name, Def>,
    types: Types,
    states: Vec<State>,
}

impl Types {
    fn infer(module: &Module, text: &FunctionText) -> Result1<Types> {
        let insts: Vec<&InstText> = text.blocks.iter().flat_map(|b| &b.insts).collect();
        let mut defs = FxHashMap::default();
        let mut define = |name, at, def| match defs.insert(name, def) {
            None => Ok(()),
            Some(_) => fail(at, format!("redefinition of {}", value_text(name))),
        };
        let mut number = 0;
        for block in &text.blocks {
            for param in &block.params {
                define(&param.name, param.at, Def::Param(param.ty))?;
            }
            for inst in &block.insts {
                if let Some((name, at)) = &inst.result {
                    define(name, *at, Def::Inst(number))?;
                }
                number += 1;
            }
        }
        let mut inference = Inference {
            module,
            types: Types {
                results: vec![None; insts.len()],
                shared: vec![None; insts.len()],
            },
            states: vec![State::Unknown; insts.len()],
            insts,
            defs,
        };
        for inst in 0..inference.insts.len() {
            inference.infer(inst)?;
        }
        Ok(inference.types)
    }
}

impl Inference<'_> {
    /// Infers the type of an instruction. If this type depends on the types of other instructions, infers those types
    /// first.
    fn infer(&mut self, inst: usize) -> Result1<()> {
        let mut work = vec![inst];
        while let Some(&inst) = work.last() {
            if self.states[inst] == State::Known {
                work.pop();
                continue;
            }
            match self.source(self.insts[inst]).map(|op| self.type_of(op)) {
                Some(Err(other)) if self.states[other] == State::Started => {
                    return fail(
                        self.insts[inst].at,
                        "the type depends on itself: specify it after the operator",
                    );
                }
                Some(Err(other)) => {
                    self.states[inst] = State::Started;
                    work.push(other);
                }
                Some(Ok(found)) => {
                    self.conclude(inst, found)?;
                    work.pop();
                }
                None => {
                    self.conclude(inst, None)?;
                    work.pop();
                }
            }
        }
        Ok(())
    }

    /// Returns the operand whose type determines the type of an instruction; `None` if there is no such operand.
    fn source<'i>(&self, inst: &'i InstText) -> Option<&'i Operand> {
        if inst.rule == ResultRule::FirstOperand {
            return inst.operands.first();
        }
        let named = |op: &&Operand| op.ty.is_some() || matches!(op.kind, OperandKind::Value(_));
        match inst.written {
            Some(_) => None,
            None => {
                let mut shared = inst
                    .operands
                    .iter()
                    .filter(|op| op.expect == Expect::Shared);
                shared.find(named)
            }
        }
    }

    /// Returns the type of an operand; `None` if the operand has no type, for example a literal. If the operand is the
    /// result of an instruction with a type that is not inferred yet, the error is the index of this instruction.
    fn type_of(&self, operand: &Operand) -> Result<Option<Type>, usize> {
        match &operand.kind {
            _ if operand.ty.is_some() => Ok(operand.ty),
            OperandKind::Literal(_) => Ok(None),
            OperandKind::Value(name) => match self.defs.get(name) {
                Some(&Def::Inst(inst)) if self.states[inst] != State::Known => {
                    match self.given(inst) {
                        Some(ty) => Ok(Some(ty)),
                        None => Err(inst),
                    }
                }
                Some(&Def::Inst(inst)) => Ok(self.types.results[inst]),
                Some(&Def::Param(ty)) => Ok(Some(ty)),
                None => Ok(None),
            },
        }
    }

    /// Returns the result type of an instruction if it is known without inference.
    fn given(&self, inst: usize) -> Option<Type> {
        let inst = self.insts[inst];
        inst.annotation.or(match inst.rule {
            ResultRule::Is(ty) => Some(ty),
            ResultRule::Shared => inst.written,
            ResultRule::Callee(func) => self.module.function_signature(func).result,
            ResultRule::Nothing | ResultRule::FirstOperand => None,
        })
    }

    fn conclude(&mut self, number: usize, found: Option<Type>) -> Result1<()> {
        let inst = self.insts[number];
        let shared = inst.written.or(found).or(inst.annotation);
        let has_shared = inst.operands.iter().any(|op| op.expect == Expect::Shared);
        let result = match inst.rule {
            ResultRule::Shared => self.given(number).or(shared),
            ResultRule::FirstOperand => self.given(number).or(found),
            _ => self.given(number),
        };
        if has_shared && shared.is_none() {
            self.check_names(inst)?;
            return fail(
                inst.at,
                "cannot infer the type: specify it after the operator",
            );
        }
        if result.is_none() && inst.rule == ResultRule::FirstOperand {
            self.check_names(inst)?;
            return fail(inst.at, "cannot infer the type of the operand: specify it");
        }
        if let (None, Some((name, at))) = (result, &inst.result) {
            return fail(
                *at,
                format!("the instruction has no result for {}", value_text(name)),
            );
        }
        self.types.results[number] = result;
        self.types.shared[number] = shared;
        self.states[number] = State::Known;
        Ok(())
    }

    /// Returns an error for the first undefined name in an instruction. This error is clearer than the error that the
    /// type of the undefined value cannot be inferred.
    fn check_names(&self, inst: &InstText) -> Result1<()> {
        for operand in &inst.operands {
            if let OperandKind::Value(name) = &operand.kind
                && !self.defs.contains_key(name)
            {
                return fail(operand.at, format!("undefined value {}", value_text(name)));
            }
        }
        Ok(())
    }
}

/// Builds one function from its syntax tree and the inferred types.
struct Builder<'m> {
    module: &'m mut Module,
    text: FunctionText,
    types: Types,
    func: Function,
    blocks: FxHashMap<Name, Block>,
    values: FxHashMap<Name, Value>,
}

impl<'m> Builder<'m> {
    fn new(module: &'m mut Module, text: FunctionText, types: Types) -> Builder<'m> {
        let signature = module.signature(text.signature.clone());
        let mut func = Function::new(text.name.clone(), signature);
        func.locs = text.locs.clone();
        Builder {
            module,
            types,
            func,
            text,
            blocks: FxHashMap::default(),
            values: FxHashMap::default(),
        }
    }

    fn build(mut self) -> Result1<Function> {
        for slot in std::mem::take(&mut self.text.slots) {
            self.func.slots.push(slot);
        }
        let insts = self.skeleton()?;
        let texts = std::mem::take(&mut self.text.blocks);
        let texts = texts.into_iter().flat_map(|block| block.insts);
        for (number, (inst, text)) in insts.into_iter().zip(texts).enumerate() {
            let data = self.resolve(number, text)?;
            *self.func.data_mut(inst) = data;
        }
        Ok(self.func)
    }

    /// Creates the blocks with their parameters, and all instructions with their results. The operation of each
    /// instruction is a placeholder, to be replaced later.
    fn skeleton(&mut self) -> Result1<Vec<Inst>> {
        let mut insts = Vec::new();
        for text in &self.text.blocks {
            let block = self.func.add_block();
            if let Some(label) = &text.label {
                if self.blocks.insert(label.clone(), block).is_some() {
                    return fail(text.at, "duplicate block label");
                }
                if let Name::Text(name) = label {
                    self.func.set_block_name(block, Some(name));
                }
            }
            for param in &text.params {
                let value = self.func.add_param(block, param.ty);
                name_value(&mut self.func, value, &param.name);
                self.values.insert(param.name.clone(), value);
            }
            for text in &text.insts {
                let ty = self.types.results[insts.len()];
                let locs = text.locs.clone();
                let inst = self.func.append(block, InstData::Unreachable, ty, locs);
                if let (Some(value), Some((name, _))) = (self.func.result(inst), &text.result) {
                    name_value(&mut self.func, value, name);
                    self.values.insert(name.clone(), value);
                }
                insts.push(inst);
            }
        }
        Ok(insts)
    }

    fn resolve(&mut self, number: usize, text: InstText) -> Result1<InstData> {
        let mut data = text.data;
        let mut labels = Vec::new();
        for (name, at) in &text.labels {
            match self.blocks.get(name) {
                Some(&block) => labels.push(block),
                None => return fail(*at, format!("undefined block {}", label_text(name))),
            }
        }
        for target in data.targets_mut() {
            target.block = labels[target.block.index()];
        }
        if let InstData::Switch { cases, .. } = &mut data {
            for ((bits, _), (key, at)) in cases.iter_mut().zip(&text.keys) {
                *bits = self.constant(self.types.shared[number], key, *at)?;
            }
        }
        if let (InstData::CallIndirect { signature, .. }, Some(given)) = (&mut data, text.signature)
        {
            *signature = self.module.signature(given);
        }
        let mut error = None;
        data.map_args(|placeholder| {
            let operand = &text.operands[placeholder.index()];
            match self.operand(number, operand, &labels) {
                Ok(value) => value,
                Err(e) => {
                    error.get_or_insert(e);
                    placeholder
                }
            }
        });
        error.map_or(Ok(data), Err)
    }

    fn operand(&mut self, number: usize, operand: &Operand, labels: &[Block]) -> Result1<Value> {
        match &operand.kind {
            OperandKind::Value(name) => {
                let Some(&value) = self.values.get(name) else {
                    return fail(operand.at, format!("undefined value {}", value_text(name)));
                };
                let ty = self.func.ty(value);
                match operand.ty {
                    Some(said) if said != ty => fail(
                        operand.at,
                        format!("expected {said}, found {} of type {ty}", value_text(name)),
                    ),
                    _ => Ok(value),
                }
            }
            OperandKind::Literal(text) => {
                let ty = operand
                    .ty
                    .or_else(|| self.expected(number, operand.expect, labels));
                let bits = self.constant(ty, text, operand.at)?;
                // If `ty` is `None`, `constant` has returned an error above, so `i1` is never used.
                Ok(self.func.constant(ty.unwrap_or(Type::I1), bits))
            }
        }
    }

    fn expected(&self, number: usize, expect: Expect, labels: &[Block]) -> Option<Type> {
        match expect {
            Expect::Unknown => None,
            Expect::Is(ty) => Some(ty),
            Expect::Shared => self.types.shared[number],
            Expect::FuncParam(func, position) => {
                let signature: &SignatureData = self.module.function_signature(func);
                signature.params.get(position).copied()
            }
            Expect::BlockParam(label, position) => {
                let param = self.func.params(labels[label]).get(position);
                param.map(|&v| self.func.ty(v))
            }
        }
    }

    fn constant(&self, ty: Option<Type>, text: &str, at: Position) -> Result1<crate::bits::Bits> {
        match ty {
            None => fail(
                at,
                format!("cannot infer the type of {text}: specify it before the literal"),
            ),
            Some(ty) => literal::parse(ty, text).or_else(|message| fail(at, message)),
        }
    }
}

fn name_value(func: &mut Function, value: Value, name: &Name) {
    if let Name::Text(name) = name {
        func.set_value_name(value, Some(name));
    }
}

fn value_text(name: &Name) -> String {
    Token::Local(name.clone()).to_string()
}

fn label_text(name: &Name) -> String {
    match name {
        Name::Number(number) => format!("`block{number}`"),
        Name::Text(name) => format!("`{name}`"),
    }
}
