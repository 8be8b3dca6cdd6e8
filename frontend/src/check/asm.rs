//! Checks inline assembly. The template of an inline-assembly statement is its assembly text. Two kinds of templates
//! are supported; any other template is an error. An *empty* template has no instructions; programs write it as an
//! optimization barrier. The other kind consists of the instruction `cpuid`; it is supported only if functions without
//! a body are permitted.
//!
//! An input is tied to an output if its constraint names this output by number or name (`"0"(x)`, `"[name]"(x)`). An
//! empty template copies each tied input to its output, and leaves `"+…"` outputs unchanged. It also leaves the memory
//! of an `"=m"(x)` output unchanged if there is an input `"m"(x)`. All other outputs become indeterminate, like
//! uninitialized variables. Clobbers are ignored.
//!
//! Programs call `cpuid` to select code for the processor at run time. If functions without a body are permitted
//! (`allow_missing`), as in a program read from a build record, `cpuid` reports a processor without optional features.
//! The program then selects its portable code. The preprocessor describes the same kind of processor: it defines no
//! macro for vector instructions. If functions without a body are not permitted, `cpuid` is an error, because a verdict
//! about one processor says nothing about other processors.
use super::Checker;
use crate::program::Checked;
use crate::typed::{Expr, ExprKind, LocalId, Stmt, StmtKind};
use lang_c::ast::{AsmStatement, Expression, GnuAsmOperand, GnuExtendedAsmStatement};
use lang_c::span::{Node, Span};

impl Checker<'_> {
    pub(super) fn asm(&mut self, node: &AsmStatement, span: Span) -> Checked<Stmt> {
        match node {
            AsmStatement::GnuBasic(text) if is_blank(&text.node) => Ok(stmt(StmtKind::Empty, span)),
            AsmStatement::GnuExtended(asm) if is_blank(&asm.template.node) => {
                self.empty_asm(asm, span)
            }
            AsmStatement::GnuExtended(asm)
                if self.program.allows_missing && is_cpuid(&asm.template.node) =>
            {
                self.cpuid(asm, span)
            }
            _ => Err(self.asm_instructions(span)),
        }
    }

    /// Checks `asm("")`, which the parser reads as a call. Returns an expression without a value. A template with
    /// instructions is an error.
    pub(super) fn asm_call(&mut self, args: &[Node<Expression>], span: Span) -> Checked<Expr> {
        match args {
            [
                Node {
                    node: Expression::StringLiteral(text),
                    ..
                },
            ] if is_blank(&text.node) => {
                let void = self.program.types.void();
                let int = self.int_ty();
                let nothing = self.int_expr(0, int, span);
                Ok(self.convert_unchecked(nothing, void))
            }
            _ => Err(self.asm_instructions(span)),
        }
    }

    fn asm_instructions(&mut self, span: Span) -> crate::program::Reported {
        self.error_with_help(
            span,
            "unsupported",
            "inline assembly with instructions is not supported",
            "replace it by equivalent C code",
        )
    }

    /// Returns the assignments that replace the instruction `cpuid`. All outputs become zero, as on
    /// a processor without optional features.
    fn cpuid(&mut self, asm: &GnuExtendedAsmStatement, span: Span) -> Checked<Stmt> {
        let mut stmts = Vec::new();
        for output in &asm.outputs {
            let place = self.operand(&output.node.variable_name)?;
            self.check_modifiable(&place, output.span)?;
            let int = self.int_ty();
            let zero = self.int_expr(0, int, output.span);
            let zero = self.assign_to(zero, place.qty, output.span, "asm operand")?;
            stmts.push(assignment(place, zero, output.span));
        }
        Ok(stmt(StmtKind::Block(stmts), span))
    }

    /// Returns the assignments that replace an inline-assembly statement with an empty template. All inputs are read
    /// before any output is written, because the template acts as one instruction.
    fn empty_asm(&mut self, asm: &GnuExtendedAsmStatement, span: Span) -> Checked<Stmt> {
        let mut outputs = Vec::new();
        for output in &asm.outputs {
            let place = self.operand(&output.node.variable_name)?;
            if !(is_memory(&output.node) && self.program.types.is_array(place.ty())) {
                self.check_modifiable(&place, output.span)?;
            }
            outputs.push(place);
        }
        let mut stmts = Vec::new();
        let mut sources: Vec<Option<Expr>> = vec![None; outputs.len()];
        let mut read_in_memory = Vec::new();
        for input in &asm.inputs {
            let Some(index) = self.tied_output(asm, &input.node, input.span)? else {
                let value = self.operand(&input.node.variable_name)?;
                if is_memory(&input.node) {
                    read_in_memory.push(value.clone());
                }
                let value = self.as_value(value);
                stmts.push(stmt(StmtKind::Expr(value), input.span));
                continue;
            };
            let value = self.value(&input.node.variable_name)?;
            let ty = outputs[index].qty;
            let types = &self.program.types;
            if types.is_float(value.ty()) != types.is_float(ty.ty) {
                let message = "a tied input and its output must be both floating-point or both not";
                return Err(self.error(input.span, "asm", message));
            }
            let value = self.assign_to(value, ty, input.span, "asm operand")?;
            let local = self.new_local(input.span, "asm input", ty.ty.into())?;
            stmts.push(stmt(StmtKind::Declare(local, None), input.span));
            let place = self.hidden(local, input.span);
            stmts.push(assignment(place, value, input.span));
            let place = self.hidden(local, input.span);
            sources[index] = Some(self.as_value(place));
        }
        for ((output, place), source) in asm.outputs.iter().zip(outputs).zip(sources) {
            let keeps = output.node.constraints.node.concat().contains('+')
                || (is_memory(&output.node)
                    && read_in_memory.iter().any(|read| same_place(read, &place)));
            let source = match source {
                Some(source) => source,
                None if keeps => {
                    let value = self.as_value(place);
                    stmts.push(stmt(StmtKind::Expr(value), output.span));
                    continue;
                }
                None => {
                    let local = self.new_local(output.span, "asm output", place.ty().into())?;
                    stmts.push(stmt(StmtKind::Declare(local, None), output.span));
                    let unset = self.hidden(local, output.span);
                    self.as_value(unset)
                }
            };
            stmts.push(assignment(place, source, output.span));
        }
        Ok(stmt(StmtKind::Block(stmts), span))
    }

    fn hidden(&self, local: LocalId, span: Span) -> Expr {
        let qty = self.local(local).map(|l| l.qty);
        Expr::new(
            ExprKind::Local(local),
            qty.expect("the local was just created"),
            span,
        )
    }

    /// Returns the output to which `input` is tied: the output that the constraint of `input`
    /// names, by number or by name. Returns `None` if the input is not tied.
    fn tied_output(
        &mut self,
        asm: &GnuExtendedAsmStatement,
        input: &GnuAsmOperand,
        span: Span,
    ) -> Checked<Option<usize>> {
        let constraint = input.constraints.node.concat();
        let name = constraint
            .split_once('[')
            .and_then(|(_, rest)| rest.split_once(']'))
            .map(|(name, _)| name);
        let index = match name {
            Some(name) => asm.outputs.iter().position(|output| {
                (output.node.symbolic_name.as_ref()).is_some_and(|n| n.node.name == name)
            }),
            None => {
                let digits: String = constraint
                    .chars()
                    .skip_while(|c| !c.is_ascii_digit())
                    .take_while(char::is_ascii_digit)
                    .collect();
                if digits.is_empty() {
                    return Ok(None);
                }
                digits
                    .parse()
                    .ok()
                    .filter(|&n: &usize| n < asm.outputs.len())
            }
        };
        match index {
            Some(index) => Ok(Some(index)),
            None => Err(self.error(
                span,
                "asm",
                "matching constraint refers to no output operand",
            )),
        }
    }
}

fn stmt(kind: StmtKind, span: Span) -> Stmt {
    Stmt { kind, span }
}

fn assignment(place: Expr, value: Expr, span: Span) -> Stmt {
    let ty = place.ty();
    let kind = ExprKind::Assign(Box::new(place), Box::new(value));
    stmt(StmtKind::Expr(Expr::new(kind, ty, span)), span)
}

/// Returns whether an operand must be in memory: its constraint, without the modifiers `=`, `+` and `&`, is exactly
/// `m`. (The constraint `rm`, for example, also allows a register.)
fn is_memory(operand: &GnuAsmOperand) -> bool {
    let constraint = operand.constraints.node.concat();
    constraint.trim_matches(['"', '=', '+', '&']) == "m"
}

/// Returns whether the lvalues `a` and `b` evidently denote one object. This is so if both name one variable,
/// dereference one pointer variable, or select one member of one object.
fn same_place(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
        (ExprKind::Symbol(a), ExprKind::Symbol(b)) => a == b,
        (ExprKind::Deref(a), ExprKind::Deref(b)) => match (&a.kind, &b.kind) {
            (ExprKind::Load(a), ExprKind::Load(b)) => same_place(a, b),
            _ => false,
        },
        (ExprKind::Member(a, x), ExprKind::Member(b, y)) => {
            same_place(a, b) && x.offset == y.offset && x.bits.is_none() && y.bits.is_none()
        }
        _ => false,
    }
}

/// Returns whether `cpuid` is the only instruction of the assembly template `text`.
fn is_cpuid(text: &[String]) -> bool {
    let text = text.concat().replace('"', "");
    let mut lines = text.split("\\n").flat_map(|line| line.split("\\t"));
    let words: Vec<&str> = lines
        .by_ref()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    words == ["cpuid"]
}

/// Returns whether the assembly template `text` consists of white space and comments.
fn is_blank(text: &[String]) -> bool {
    text.iter().all(|part| {
        let part = part.trim_matches('"').replace("\\t", " ");
        part.split("\\n")
            .all(|line| line.split('#').next().unwrap_or("").trim().is_empty())
    })
}
