//! Prints an instruction. A *melded* instruction replaces one instruction on each side of a branch.
use super::function::FunctionPrinter;
use super::literal::{literal, quote};
use crate::bits::Bits;
use crate::entities::{Inst, Signature, Value};
use crate::inst::{BlockCall, Guard, InstData};
use crate::intrinsic::{Intrinsic, ResultType};
use crate::module::SignatureData;
use crate::ops::{Op, OpClass};
use crate::origins::Origins;
use crate::source::LocSet;
use crate::types::Type;
use std::fmt::Write;

const I1: Option<Type> = Some(Type::I1);
const PTR: Option<Type> = Some(Type::Ptr);

/// The text of an instruction after `%result =`, and the type of the result that the parser would infer from the text.
type Body = (String, Option<Type>);

impl FunctionPrinter<'_> {
    /// Returns the text of one instruction, without source locations and indentation. A switch has several lines.
    pub(super) fn inst(&self, inst: Inst) -> String {
        let result = self.func.result(inst);
        let result_type = result.map(|v| self.func.ty(v));
        let (body, implied) = self.body(self.func.data(inst), result_type);
        match (result, result_type) {
            (Some(value), Some(ty)) if implied != Some(ty) => {
                format!("{}: {ty} = {body}", self.value(value))
            }
            (Some(value), _) => format!("{} = {body}", self.value(value)),
            (None, _) => body,
        }
    }

    fn body(&self, data: &InstData, result: Option<Type>) -> Body {
        match data {
            InstData::Pure { op, args } => self.pure(*op, args, result),
            InstData::Load { .. } | InstData::Store { .. } => self.memory(data, result),
            InstData::StackAddr { slot } => (format!("stack_addr {}", self.slot(*slot)), PTR),
            InstData::GlobalAddr { global } => (
                format!("global_addr {}", self.printer.global_name(*global)),
                PTR,
            ),
            InstData::FuncAddr { func } => {
                (format!("func_addr {}", self.printer.func_name(*func)), PTR)
            }
            InstData::Call { func, args } => {
                let module = self.printer.module;
                let signature = module.functions.get(*func).map(|f| f.signature);
                let signature = signature.and_then(|s| module.signatures.get(s));
                let args = self.call_args(signature, args);
                let name = self.printer.func_name(*func);
                (
                    format!("call {name}{args}"),
                    signature.and_then(|s| s.result),
                )
            }
            InstData::CallIndirect {
                signature,
                callee,
                args,
            } => self.call_indirect(*signature, *callee, args),
            InstData::Intrinsic {
                intrinsic,
                args,
                text,
            } => self.intrinsic(*intrinsic, args, text.as_deref(), result),
            InstData::Check {
                kind,
                cond,
                guard,
                text,
                origins,
            } => {
                let mut out = format!(
                    "check{} {kind}, {}",
                    self.guard(*guard),
                    self.operand(*cond, I1)
                );
                if let Some(text) = text {
                    let _ = write!(out, ", {}", quote(text));
                }
                out += &self.origins(origins.as_deref());
                (out, None)
            }
            _ => (self.terminator(data), None),
        }
    }

    fn pure(&self, op: Op, args: &[Value], result: Option<Type>) -> Body {
        let name = op.name();
        let first = args.first().and_then(|&v| self.ty(v));
        let list = |expected: &[Option<Type>]| {
            let expected = expected.iter().copied().chain(std::iter::repeat(None));
            let texts = args
                .iter()
                .zip(expected)
                .map(|(&v, ty)| self.operand(v, ty));
            texts.collect::<Vec<_>>().join(", ")
        };
        let typed = |ty: Option<Type>, expected: &[Option<Type>]| match ty {
            Some(ty) => format!("{name} {ty} {}", list(expected)),
            None => format!("{name} {}", list(expected)),
        };
        match op.class() {
            OpClass::IntCompare | OpClass::FloatCompare => (typed(first, &[first; 2]), I1),
            OpClass::Cast => {
                let to = result.map_or("?".to_owned(), |ty| ty.to_string());
                (format!("{} to {to}", typed(first, &[first])), result)
            }
            OpClass::Select => {
                let ty = args.get(1).and_then(|&v| self.ty(v)).or(result);
                (typed(ty, &[I1, ty, ty]), ty)
            }
            OpClass::PtrAdd => (typed(None, &[PTR, Some(Type::I64)]), PTR),
            _ => {
                let ty = first.or(result);
                (typed(ty, &[ty; 2]), ty)
            }
        }
    }

    fn memory(&self, data: &InstData, result: Option<Type>) -> Body {
        let word = |volatile: bool| if volatile { "volatile " } else { "" };
        match data {
            InstData::Load {
                addr,
                guard,
                volatile,
                origins,
            } => {
                let ty = result.map_or(String::new(), |ty| format!("{ty} "));
                let (guard, addr) = (self.guard(*guard), self.operand(*addr, PTR));
                let origins = self.origins(origins.as_deref());
                (
                    format!("load{guard} {}{ty}{addr}{origins}", word(*volatile)),
                    result,
                )
            }
            InstData::Store {
                value,
                addr,
                guard,
                volatile,
                origins,
            } => {
                let value = match self.ty(*value) {
                    Some(ty) => format!("{ty} {}", self.operand(*value, Some(ty))),
                    None => self.operand(*value, None),
                };
                let (guard, addr) = (self.guard(*guard), self.operand(*addr, PTR));
                let origins = self.origins(origins.as_deref());
                (
                    format!("store{guard} {}{value}, {addr}{origins}", word(*volatile)),
                    None,
                )
            }
            _ => unreachable!("only loads and stores have these keywords"),
        }
    }

    /// Returns `.if %g,` for a guard `%g`; the empty string if there is no guard.
    fn guard(&self, guard: Guard) -> String {
        guard.map_or(String::new(), |g| format!(".if {},", self.operand(g, I1)))
    }

    /// Returns ` from (%c @a:1:2, …, @b:3:4)` for a melded instruction: the condition and location of each original
    /// instruction. The last location applies if no condition holds. Returns the empty string for an instruction that
    /// is not melded, or if source locations are not printed.
    fn origins(&self, origins: Option<&Origins>) -> String {
        let Some(origins) = origins.filter(|_| self.printer.locs) else {
            return String::new();
        };
        let mut out = " from (".to_owned();
        for &(when, loc) in &origins.decided {
            out += &self.operand(when, I1);
            self.printer.append_locs(&mut out, &LocSet::from(loc));
            out += ", ";
        }
        let mut last = String::new();
        self.printer
            .append_locs(&mut last, &LocSet::from(origins.otherwise));
        out + last.trim_start() + ")"
    }

    fn call_indirect(&self, signature: Signature, callee: Value, args: &[Value]) -> Body {
        let signature = self.printer.module.signatures.get(signature);
        let text = signature.map_or("(?)".to_owned(), ToString::to_string);
        let args = self.call_args(signature, args);
        let callee = self.operand(callee, PTR);
        let result = signature.and_then(|s| s.result);
        (format!("call_indirect {text} {callee}{args}"), result)
    }

    fn call_args(&self, signature: Option<&SignatureData>, args: &[Value]) -> String {
        let fixed = signature.map_or(&[][..], |s| s.params.as_slice());
        let expected = fixed.iter().copied().map(Some);
        self.arg_list(args, expected.chain(std::iter::repeat(None)))
    }

    fn arg_list(&self, args: &[Value], expected: impl Iterator<Item = Option<Type>>) -> String {
        let texts = args
            .iter()
            .zip(expected)
            .map(|(&v, ty)| self.operand(v, ty));
        format!("({})", texts.collect::<Vec<_>>().join(", "))
    }

    fn intrinsic(
        &self,
        intrinsic: Intrinsic,
        args: &[Value],
        text: Option<&str>,
        result: Option<Type>,
    ) -> Body {
        let info = intrinsic.info();
        let mut out = format!("intrinsic {}", info.name);
        let implied = match info.result {
            ResultType::Nothing => None,
            ResultType::Fixed(ty) => Some(ty),
            ResultType::Any | ResultType::AnyOrNothing => result,
            ResultType::FirstArg => args.first().and_then(|&v| self.ty(v)),
        };
        if let (ResultType::Any | ResultType::AnyOrNothing, Some(ty)) = (info.result, result) {
            let _ = write!(out, " {ty}");
        }
        if let Some(text) = text {
            let _ = write!(out, " {}", quote(text));
        }
        if !args.is_empty() {
            let expected = info
                .params
                .iter()
                .map(|param| param.ty)
                .chain(std::iter::repeat(None));
            out.push_str(&self.arg_list(args, expected));
        }
        (out, implied)
    }

    fn terminator(&self, data: &InstData) -> String {
        match data {
            InstData::Jump { dest } => format!("jump {}", self.target(dest)),
            InstData::Branch {
                cond,
                then_dest,
                else_dest,
            } => format!(
                "branch {}, {}, {}",
                self.operand(*cond, I1),
                self.target(then_dest),
                self.target(else_dest)
            ),
            InstData::Switch {
                value,
                cases,
                default,
            } => self.switch(*value, cases, default),
            InstData::Return { value: None } => "return".to_owned(),
            InstData::Return { value: Some(value) } => {
                let signature = self.printer.module.signatures.get(self.func.signature);
                let expected = signature.and_then(|s| s.result);
                format!("return {}", self.operand(*value, expected))
            }
            _ => "unreachable".to_owned(),
        }
    }

    fn switch(&self, value: Value, cases: &[(Bits, BlockCall)], default: &BlockCall) -> String {
        let ty = self.ty(value);
        let mut out = match ty {
            Some(ty) => format!("switch {ty} {} [\n", self.operand(value, Some(ty))),
            None => format!("switch {} [\n", self.operand(value, None)),
        };
        for (bits, target) in cases {
            let key = match ty {
                Some(ty) if ty.bits() == bits.width() && !ty.is_float() => literal(ty, *bits),
                _ => format!("i{} {}", bits.width(), bits.to_signed()),
            };
            let _ = writeln!(out, "    {key}: {}", self.target(target));
        }
        let _ = write!(out, "    default: {}\n  ]", self.target(default));
        out
    }

    fn target(&self, target: &BlockCall) -> String {
        let mut out = self.block(target.block);
        if !target.args.is_empty() {
            let known = (target.block.as_u32() as usize) < self.func.num_blocks();
            let params = if known {
                self.func.params(target.block)
            } else {
                &[]
            };
            let expected = params
                .iter()
                .map(|&v| self.ty(v))
                .chain(std::iter::repeat(None));
            out.push_str(&self.arg_list(&target.args, expected));
        }
        out
    }
}
