//! Parses an instruction. A *melded* instruction replaces one instruction on each side of a branch.
use super::ast::{Expect, FunctionText, InstText, Operand, OperandKind, ResultRule};
use super::lexer::Token;
use super::module::Parser;
use super::{Position, Result1, fail};
use crate::bits::Bits;
use crate::bug::BugKind;
use crate::entities::{Block, Loc, Signature, Value};
use crate::inst::{Args, BlockCall, InstData};
use crate::intrinsic::{Intrinsic, ResultType};
use crate::ops::{Op, OpClass};
use crate::origins::Origins;
use crate::source::LocSet;
use crate::types::Type;
use cranelift_entity::EntityRef;
use std::mem::take;

const I1: Expect = Expect::Is(Type::I1);
const PTR: Expect = Expect::Is(Type::Ptr);

/// Returns whether a keyword ends in `.if`, as in `load.if`: such an instruction has a guard, and executes only if the
/// guard is 1.
fn is_guarded(word: &str) -> bool {
    word.ends_with(".if")
}

impl Parser {
    /// Parses one instruction with its source locations, without the line end.
    pub(super) fn inst(&mut self, function: &FunctionText) -> Result1<InstText> {
        let mut inst = InstText {
            at: self.cursor.at(),
            result: None,
            annotation: None,
            data: InstData::Unreachable,
            operands: Vec::new(),
            labels: Vec::new(),
            keys: Vec::new(),
            signature: None,
            written: None,
            rule: ResultRule::Nothing,
            locs: LocSet::none(),
        };
        if matches!(self.cursor.peek(), Token::Local(_)) {
            inst.result = Some((self.cursor.local()?, inst.at));
            if self.cursor.eat(":") {
                inst.annotation = Some(self.cursor.ty()?);
            }
            self.cursor.expect("=")?;
        }
        let at = self.cursor.at();
        let word = self.cursor.word("an instruction")?;
        inst.data = self.operation(&word, at, &mut inst, function)?;
        inst.locs = self.locs()?;
        Ok(inst)
    }

    fn operation(
        &mut self,
        word: &str,
        at: Position,
        inst: &mut InstText,
        function: &FunctionText,
    ) -> Result1<InstData> {
        match word {
            "load" | "load.if" => self.load(is_guarded(word), inst),
            "store" | "store.if" => self.store(is_guarded(word), inst),
            "check" | "check.if" => self.check(is_guarded(word), inst),
            "stack_addr" | "global_addr" | "func_addr" => {
                inst.rule = ResultRule::Is(Type::Ptr);
                self.address(word, function)
            }
            "call" => {
                let func = self.func_ref()?;
                inst.rule = ResultRule::Callee(func);
                let args = self.args(inst, |position| Expect::FuncParam(func, position))?;
                Ok(InstData::Call { func, args })
            }
            "call_indirect" => self.call_indirect(inst),
            "intrinsic" => self.intrinsic(inst),
            "jump" | "branch" | "switch" | "return" | "unreachable" => {
                self.terminator(word, inst, function)
            }
            _ => match Op::from_name(word) {
                Some(op) => self.pure(op, inst),
                None => fail(at, format!("unknown instruction `{word}`")),
            },
        }
    }

    /// Parses an operand; returns a placeholder: the index of the operand in the instruction. The placeholder is
    /// replaced by a value of the function when all names are known.
    fn operand(&mut self, inst: &mut InstText, expect: Expect) -> Result1<Value> {
        let at = self.cursor.at();
        let ty = self.cursor.eat_type();
        let kind = if let Some(text) = self.cursor.eat_literal() {
            OperandKind::Literal(text)
        } else if matches!(self.cursor.peek(), Token::Local(_)) {
            OperandKind::Value(self.cursor.local()?)
        } else {
            return self.cursor.unexpected("a value or a constant");
        };
        let placeholder = Value::new(inst.operands.len());
        inst.operands.push(Operand {
            at,
            ty,
            kind,
            expect,
        });
        Ok(placeholder)
    }

    /// Parses `(operand, …)`.
    fn args(&mut self, inst: &mut InstText, expect: impl Fn(usize) -> Expect) -> Result1<Args> {
        let mut args = Args::new();
        self.cursor.expect("(")?;
        while !self.cursor.eat(")") {
            if !args.is_empty() {
                self.cursor.expect(",")?;
            }
            let value = self.operand(inst, expect(args.len()))?;
            args.push(value);
        }
        Ok(args)
    }

    fn pure(&mut self, op: Op, inst: &mut InstText) -> Result1<InstData> {
        use Expect::Shared;
        let class = op.class();
        if class != OpClass::PtrAdd {
            inst.written = self.cursor.eat_type();
        }
        let expected: &[Expect] = match class {
            OpClass::Select => &[I1, Shared, Shared],
            OpClass::PtrAdd => &[PTR, Expect::Is(Type::I64)],
            _ => &[Shared, Shared],
        };
        let mut args = Args::new();
        for &expect in &expected[..op.arity()] {
            if !args.is_empty() {
                self.cursor.expect(",")?;
            }
            args.push(self.operand(inst, expect)?);
        }
        inst.rule = match class {
            OpClass::IntCompare | OpClass::FloatCompare => ResultRule::Is(Type::I1),
            OpClass::PtrAdd => ResultRule::Is(Type::Ptr),
            OpClass::Cast => {
                self.cursor.expect_word("to")?;
                ResultRule::Is(self.cursor.ty()?)
            }
            _ => ResultRule::Shared,
        };
        Ok(InstData::Pure { op, args })
    }

    fn guard(&mut self, guarded: bool, inst: &mut InstText) -> Result1<Option<Value>> {
        if !guarded {
            return Ok(None);
        }
        let guard = self.operand(inst, I1)?;
        self.cursor.expect(",")?;
        Ok(Some(guard))
    }

    fn load(&mut self, guarded: bool, inst: &mut InstText) -> Result1<InstData> {
        let guard = self.guard(guarded, inst)?;
        let volatile = self.cursor.eat_word("volatile");
        let Some(ty) = self.cursor.eat_type().or(inst.annotation) else {
            return self.cursor.unexpected("the type to load");
        };
        inst.rule = ResultRule::Is(ty);
        let addr = self.operand(inst, PTR)?;
        let origins = self.origins(inst)?;
        Ok(InstData::Load {
            addr,
            guard,
            volatile,
            origins,
        })
    }

    fn store(&mut self, guarded: bool, inst: &mut InstText) -> Result1<InstData> {
        let guard = self.guard(guarded, inst)?;
        let volatile = self.cursor.eat_word("volatile");
        inst.written = self.cursor.eat_type();
        let value = self.operand(inst, Expect::Shared)?;
        self.cursor.expect(",")?;
        let addr = self.operand(inst, PTR)?;
        let origins = self.origins(inst)?;
        Ok(InstData::Store {
            value,
            addr,
            guard,
            volatile,
            origins,
        })
    }

    fn check(&mut self, guarded: bool, inst: &mut InstText) -> Result1<InstData> {
        let guard = self.guard(guarded, inst)?;
        let at = self.cursor.at();
        let name = self.cursor.word("a kind of failure such as `assert`")?;
        let Some(kind) = BugKind::from_name(&name) else {
            return fail(at, format!("unknown kind of failure `{name}`"));
        };
        self.cursor.expect(",")?;
        let cond = self.operand(inst, I1)?;
        let mut text = None;
        if self.cursor.eat(",") {
            text = self.cursor.eat_text()?.map(String::into_boxed_str);
            if text.is_none() {
                return self.cursor.unexpected("a string");
            }
        }
        let origins = self.origins(inst)?;
        Ok(InstData::Check {
            kind,
            cond,
            guard,
            text,
            origins,
        })
    }

    /// Parses the list of original instructions at the end of a melded instruction, `from (%c @a:1:2, …, @b:3:4)`.
    /// Returns `None` for an instruction without such a list.
    fn origins(&mut self, inst: &mut InstText) -> Result1<Option<Box<Origins>>> {
        if !self.cursor.eat_word("from") {
            return Ok(None);
        }
        self.cursor.expect("(")?;
        let mut decided = Vec::new();
        loop {
            if matches!(self.cursor.peek(), Token::Global(_)) {
                let otherwise = self.one_loc()?;
                self.cursor.expect(")")?;
                let decided = decided.into();
                return Ok(Some(Box::new(Origins { decided, otherwise })));
            }
            let when = self.operand(inst, I1)?;
            decided.push((when, self.one_loc()?));
            self.cursor.expect(",")?;
        }
    }

    /// Parses exactly one source location.
    fn one_loc(&mut self) -> Result1<Loc> {
        let at = self.cursor.at();
        let locs = self.locs()?;
        let mut all = locs.iter();
        match (all.next(), all.next()) {
            (Some(loc), None) => Ok(loc),
            _ => fail(at, "expected one source location"),
        }
    }

    fn address(&mut self, word: &str, function: &FunctionText) -> Result1<InstData> {
        match (word, self.cursor.peek()) {
            ("global_addr", _) => Ok(InstData::GlobalAddr {
                global: self.global_ref()?,
            }),
            ("func_addr", _) => Ok(InstData::FuncAddr {
                func: self.func_ref()?,
            }),
            (_, Token::Slot(name)) => {
                let Some(&slot) = function.slot_names.get(name) else {
                    let message = format!("undefined slot {}", self.cursor.peek());
                    return fail(self.cursor.at(), message);
                };
                self.cursor.advance();
                Ok(InstData::StackAddr { slot })
            }
            _ => self.cursor.unexpected("a slot name such as `$x`"),
        }
    }

    fn call_indirect(&mut self, inst: &mut InstText) -> Result1<InstData> {
        let signature = self.signature()?;
        inst.rule = signature.result.map_or(ResultRule::Nothing, ResultRule::Is);
        let callee = self.operand(inst, PTR)?;
        let args = self.args(inst, |position| {
            let ty = signature.params.get(position);
            ty.map_or(Expect::Unknown, |&ty| Expect::Is(ty))
        })?;
        inst.signature = Some(signature);
        Ok(InstData::CallIndirect {
            signature: Signature::new(0),
            callee,
            args,
        })
    }

    fn intrinsic(&mut self, inst: &mut InstText) -> Result1<InstData> {
        let at = self.cursor.at();
        let name = self.cursor.word("the name of an intrinsic")?;
        let Some(intrinsic) = Intrinsic::from_name(&name) else {
            return fail(at, format!("unknown intrinsic `{name}`"));
        };
        let info = intrinsic.info();
        inst.rule = match info.result {
            ResultType::Nothing => ResultRule::Nothing,
            ResultType::Fixed(ty) => ResultRule::Is(ty),
            ResultType::FirstArg => ResultRule::FirstOperand,
            ResultType::Any | ResultType::AnyOrNothing => {
                let ty = self.cursor.eat_type().or(inst.annotation);
                ty.map_or(ResultRule::Nothing, ResultRule::Is)
            }
        };
        let text = self.cursor.eat_text()?.map(String::into_boxed_str);
        let mut args = Args::new();
        if *self.cursor.peek() == Token::Punct("(") {
            args = self.args(inst, |position| {
                let ty = info.params.get(position).and_then(|param| param.ty);
                ty.map_or(Expect::Unknown, Expect::Is)
            })?;
        }
        Ok(InstData::Intrinsic {
            intrinsic,
            args,
            text,
        })
    }

    fn terminator(
        &mut self,
        word: &str,
        inst: &mut InstText,
        function: &FunctionText,
    ) -> Result1<InstData> {
        match word {
            "jump" => Ok(InstData::Jump {
                dest: self.target(inst)?,
            }),
            "branch" => {
                let cond = self.operand(inst, I1)?;
                self.cursor.expect(",")?;
                let then_dest = self.target(inst)?;
                self.cursor.expect(",")?;
                let else_dest = self.target(inst)?;
                Ok(InstData::Branch {
                    cond,
                    then_dest,
                    else_dest,
                })
            }
            "switch" => self.switch(inst),
            "return" => {
                let ends = matches!(
                    self.cursor.peek(),
                    Token::Newline | Token::End | Token::Global(_) | Token::Punct("}")
                );
                let result = function.signature.result;
                let expect = result.map_or(Expect::Unknown, Expect::Is);
                let value = match ends {
                    true => None,
                    false => Some(self.operand(inst, expect)?),
                };
                Ok(InstData::Return { value })
            }
            _ => Ok(InstData::Unreachable),
        }
    }

    fn switch(&mut self, inst: &mut InstText) -> Result1<InstData> {
        inst.written = self.cursor.eat_type();
        let value = self.operand(inst, Expect::Shared)?;
        self.cursor.expect("[")?;
        let mut cases = Vec::new();
        loop {
            let at = self.cursor.at();
            if self.cursor.eat_word("default") {
                self.cursor.expect(":")?;
                let default = self.target(inst)?;
                self.cursor.eat(",");
                self.cursor.expect("]")?;
                return Ok(InstData::Switch {
                    value,
                    cases: take(&mut cases),
                    default,
                });
            }
            let Some(key) = self.cursor.eat_literal() else {
                return self.cursor.unexpected("a case value or `default`");
            };
            inst.keys.push((key, at));
            self.cursor.expect(":")?;
            // The case value is set later, when its type is known.
            cases.push((Bits::bool(false), self.target(inst)?));
            self.cursor.eat(",");
        }
    }

    fn target(&mut self, inst: &mut InstText) -> Result1<BlockCall> {
        let label = self.label_name()?;
        let index = inst.labels.len();
        inst.labels.push(label);
        let mut args = Args::new();
        if *self.cursor.peek() == Token::Punct("(") {
            args = self.args(inst, |position| Expect::BlockParam(index, position))?;
        }
        Ok(BlockCall {
            block: Block::new(index),
            args,
        })
    }
}
