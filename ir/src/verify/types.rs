//! Checks the type rules. The caller has checked that the structure of the function is valid.
use super::Found;
use super::error::{Place, Rule};
use crate::bits::Bits;
use crate::entities::{Inst, Value};
use crate::function::Function;
use crate::inst::{BlockCall, InstData};
use crate::intrinsic::{Intrinsic, ResultType};
use crate::module::{Module, SignatureData};
use crate::ops::Op;
use crate::own::FUNCTIONS;
use crate::types::Type;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// Checks the type rules of every instruction.
pub(super) fn function(module: &Module, func: &Function, found: &mut Found) {
    for (block, inst) in func.all_insts() {
        let mut check = Check {
            module,
            func,
            place: Place::Inst(block, inst),
            found,
        };
        check.inst(inst);
    }
}

struct Check<'f> {
    module: &'f Module,
    func: &'f Function,
    place: Place,
    found: &'f mut Found,
}

impl Check<'_> {
    fn add(&mut self, rule: Rule) {
        self.found.add(self.place, rule);
    }

    fn inst(&mut self, inst: Inst) {
        let result = self.func.result(inst).map(|v| self.func.ty(v));
        let data = self.func.data(inst);
        match data {
            InstData::Pure { op, args } => self.pure(*op, args, result),
            InstData::Load { addr, guard, .. } => {
                self.guard(*guard);
                self.origins(inst);
                self.operand(*addr, "the address", Type::Ptr);
                if result.is_none() {
                    self.add(Rule::NoResult);
                }
            }
            InstData::Store { addr, guard, .. } => {
                self.guard(*guard);
                self.origins(inst);
                self.operand(*addr, "the address", Type::Ptr);
                self.result(result, None);
            }
            InstData::StackAddr { .. }
            | InstData::GlobalAddr { .. }
            | InstData::FuncAddr { .. } => {
                self.result(result, Some(Type::Ptr));
            }
            InstData::Call { func, args } => {
                let signature = self.module.function_signature(*func);
                self.call(signature, args, result);
            }
            InstData::CallIndirect {
                signature,
                callee,
                args,
            } => {
                self.operand(*callee, "the callee", Type::Ptr);
                let signature = &self.module.signatures[*signature];
                self.call(signature, args, result);
            }
            InstData::Intrinsic {
                intrinsic: Intrinsic::Own,
                args,
                text: Some(name),
            } => self.own_call(name, args, result),
            InstData::Intrinsic {
                intrinsic, args, ..
            } => self.intrinsic(*intrinsic, args, result),
            InstData::Check { cond, guard, .. } => {
                self.guard(*guard);
                self.origins(inst);
                self.operand(*cond, "the condition", Type::I1);
                self.result(result, None);
            }
            _ => {
                self.terminator(data);
                self.result(result, None);
            }
        }
    }

    fn operand(&mut self, value: Value, role: &'static str, expected: Type) {
        if self.func.ty(value) != expected {
            self.add(Rule::OperandType {
                value,
                role,
                expected,
            });
        }
    }

    fn guard(&mut self, guard: Option<Value>) {
        if let Some(value) = guard.filter(|&v| self.func.ty(v) != Type::I1) {
            self.add(Rule::GuardType(value));
        }
    }

    fn origins(&mut self, inst: Inst) {
        let Some(origins) = self.func.data(inst).origins() else {
            return;
        };
        for &(when, _) in &origins.decided {
            self.operand(when, "the condition of an origin", Type::I1);
        }
        let locs = self.func.locs(inst);
        if !origins.locs().all(|loc| locs.iter().any(|own| own == loc)) {
            self.add(Rule::OriginLoc);
        }
    }

    fn result(&mut self, found: Option<Type>, expected: Option<Type>) {
        if found != expected {
            self.add(Rule::ResultType { expected, found });
        }
    }

    fn pure(&mut self, op: Op, args: &[Value], result: Option<Type>) {
        if args.len() != op.arity() {
            self.add(Rule::Arity(op, args.len()));
            return;
        }
        let types: SmallVec<[Type; 3]> = args.iter().map(|&v| self.func.ty(v)).collect();
        // `result_type` uses the given type of the result only for casts.
        match op.result_type(&types, result.unwrap_or(Type::I1)) {
            Some(expected) => self.result(result, Some(expected)),
            None => {
                let mut types = types.to_vec();
                if op.class() == crate::ops::OpClass::Cast {
                    types.extend(result);
                }
                self.add(Rule::OperandTypes(op, types));
            }
        }
    }

    fn call(&mut self, signature: &SignatureData, args: &[Value], result: Option<Type>) {
        let expected = signature.params.len();
        let fits = args.len() == expected || (signature.variadic && args.len() > expected);
        if !fits {
            let found = args.len();
            self.add(Rule::CallArity { expected, found });
        }
        for (&value, &expected) in args.iter().zip(&signature.params) {
            self.operand(value, "the argument", expected);
        }
        self.result(result, signature.result);
    }

    /// Checks the types of a call of an own function, which is a pure function that a user of symtool's Rust library
    /// has added. A call of an unknown function may have any types, because engines report that the function has no
    /// model.
    fn own_call(&mut self, name: &str, args: &[Value], result: Option<Type>) {
        let Some(function) = FUNCTIONS.find(name) else {
            return self.intrinsic(Intrinsic::Own, args, result);
        };
        let (expected, found) = (function.params.len(), args.len());
        if expected != found {
            self.add(Rule::CallArity { expected, found });
        }
        for (&value, &ty) in args.iter().zip(function.params) {
            self.operand(value, "the argument", ty);
        }
        self.result(result, Some(function.result));
    }

    fn intrinsic(&mut self, intrinsic: Intrinsic, args: &[Value], result: Option<Type>) {
        let info = intrinsic.info();
        let expected = info.params.len();
        if args.len() < expected || (args.len() > expected && info.variadic.is_none()) {
            self.add(Rule::IntrinsicArity(intrinsic, args.len()));
        }
        for (&value, param) in args.iter().zip(info.params) {
            if let Some(expected) = param.ty {
                self.operand(value, "the operand", expected);
            }
        }
        match info.result {
            ResultType::Nothing => self.result(result, None),
            ResultType::Fixed(ty) => self.result(result, Some(ty)),
            ResultType::FirstArg => {
                let ty = args.first().map(|&v| self.func.ty(v));
                self.result(result, ty);
            }
            ResultType::Any if result.is_none() => self.add(Rule::NoResult),
            ResultType::Any | ResultType::AnyOrNothing => {}
        }
    }

    fn terminator(&mut self, data: &InstData) {
        match data {
            InstData::Branch { cond, .. } => self.operand(*cond, "the condition", Type::I1),
            InstData::Switch { value, cases, .. } => self.cases(*value, cases),
            InstData::Return { value } => {
                let expected = self.module.signatures[self.func.signature].result;
                match (value, expected) {
                    (None, None) => {}
                    (Some(value), Some(ty)) => self.operand(*value, "the result", ty),
                    _ => self.add(Rule::ReturnArity { expected }),
                }
            }
            _ => {}
        }
        for target in data.targets() {
            self.target(target);
        }
    }

    fn cases(&mut self, value: Value, cases: &[(Bits, BlockCall)]) {
        let ty = self.func.ty(value);
        if !ty.is_int() {
            self.add(Rule::SwitchType(value));
            return;
        }
        let mut seen = FxHashSet::default();
        for (index, (bits, _)) in cases.iter().enumerate() {
            if bits.width() != ty.bits() {
                self.add(Rule::CaseWidth(index));
            } else if !seen.insert(*bits) {
                self.add(Rule::CaseTwice(index));
            }
        }
    }

    fn target(&mut self, target: &BlockCall) {
        let block = target.block;
        let params = self.func.params(block);
        let (expected, found) = (params.len(), target.args.len());
        if expected != found {
            self.add(Rule::BlockArity {
                block,
                expected,
                found,
            });
        }
        for (&value, &param) in target.args.iter().zip(params) {
            let expected = self.func.ty(param);
            if self.func.ty(value) != expected {
                self.add(Rule::BlockArg {
                    block,
                    value,
                    expected,
                });
            }
        }
    }
}
