//! Checks `__builtin_tgmath(f, g, …, x, …)`, a call of the function that fits the types of the arguments.
//!
//! A parameter is generic if its type is not the same in all functions `f`, `g`, …. The arguments for the generic
//! parameters determine a class, such as complex `float`:
//!
//! - The class is complex if one of these arguments is complex, else real.
//! - The floating-point type of the class is the widest type among these arguments. An integer counts as `double`.
//!
//! The built-in calls the function whose generic parameters have this class. If there is no such function, it calls
//! the function with the smallest class that can represent all arguments. Real classes are smaller than complex
//! classes.
use super::Args;
use crate::check::Checker;
use crate::ctypes::{FnTy, Kind, Ty};
use crate::program::Checked;
use crate::typed::Expr;
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

/// The class of a generic parameter or argument: whether it is complex, and the rank of its real type.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Class {
    is_complex: bool,
    /// 0 for `float`, 1 for `double` and integer types, 2 for `long double`.
    rank: u8,
}

impl Checker<'_> {
    pub(super) fn tgmath(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let first = self.arg(args, 0, span)?;
        let Some(count) = self
            .function_of(first)?
            .map(|(_, function)| function.params.len())
        else {
            return Err(self.bad_tgmath(first.span));
        };
        let Some(functions) = args
            .len()
            .checked_sub(count)
            .filter(|&n| n > 1 && count > 0)
        else {
            return Err(self.bad_tgmath(span));
        };
        let (functions, values) = args.split_at(functions);
        let mut candidates = Vec::new();
        for node in functions {
            match self.function_of(node)? {
                Some((ty, function)) if function.params.len() == count => {
                    candidates.push((node, ty, function.params));
                }
                Some(_) | None => return Err(self.bad_tgmath(node.span)),
            }
        }
        let is_generic = |index: usize| {
            let mut types = candidates.iter().map(|(_, _, params)| params[index]);
            let first = types.next();
            types.any(|ty| Some(ty) != first)
        };
        let generic: Vec<usize> = (0..count).filter(|&index| is_generic(index)).collect();
        let Some(&determining) = generic.first() else {
            return Err(self.bad_tgmath(span));
        };
        let values: Checked<Vec<Expr>> = values.iter().map(|node| self.value(node)).collect();
        let values = values?;
        let mut wanted = Class {
            is_complex: false,
            rank: 0,
        };
        for &index in &generic {
            let Some(class) = self.class_of_number(values[index].ty()) else {
                return Err(self.bad_tgmath(values[index].span));
            };
            wanted.is_complex |= class.is_complex;
            wanted.rank = wanted.rank.max(class.rank);
        }
        let class = |params: &[Ty]| self.class_of_number(params[determining]);
        let fits =
            |class: &Class| class.rank >= wanted.rank && class.is_complex >= wanted.is_complex;
        let classes = candidates.iter().filter_map(|(_, _, params)| class(params));
        let chosen = classes.filter(fits).min();
        let mut matching = candidates
            .iter()
            .filter(|(_, _, params)| class(params) == chosen);
        let (Some(&(node, ty, _)), None) = (
            matching.next().filter(|_| chosen.is_some()),
            matching.next(),
        ) else {
            return Err(self.bad_tgmath(span));
        };
        let callee = self.operand(node)?;
        match self.program.types.is_function(callee.ty()) {
            true => self.call_designator(callee, values, "__builtin_tgmath", span),
            false => {
                let callee = self.as_value(callee);
                self.finish_call(callee, ty, values, &[], None, "the function", span)
            }
        }
    }

    /// Returns the type of the function that `node` denotes or points to. Returns `None` if the function has no
    /// prototype or has variable arguments.
    fn function_of(&mut self, node: &Node<Expression>) -> Checked<Option<(Ty, FnTy)>> {
        let ty = self.unevaluated(|c| c.value(node))?.ty();
        let types = &self.program.types;
        let to = types.pointee(ty).map(|to| to.ty);
        let function = to.and_then(|to| Some((to, types.as_function(to)?.clone())));
        Ok(function.filter(|(_, function)| function.prototype && !function.variadic))
    }

    /// Returns the class of the arithmetic type `ty`; an integer type counts as `double`.
    fn class_of_number(&self, ty: Ty) -> Option<Class> {
        let types = &self.program.types;
        let (part, is_complex) = match types.complex_part(ty) {
            Some(part) => (part, true),
            None => (ty, false),
        };
        let rank = match types.kind(part) {
            Kind::Float => 0,
            Kind::LongDouble => 2,
            _ if types.is_arithmetic(part) => 1,
            _ => return None,
        };
        Some(Class { is_complex, rank })
    }

    fn bad_tgmath(&mut self, span: Span) -> crate::program::Reported {
        let message = "`__builtin_tgmath` requires functions with prototypes, and arguments that fit one of them";
        self.error(span, "type", message)
    }
}
