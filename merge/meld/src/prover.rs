//! The prover of rewrite rules: shows with Z3 that the two sides of a [`Rule`] are equal for all values of its
//! variables.
//!
//! A proof consists of one query for each assignment of the rule's `i1` variables. In these queries, the selects on
//! `i1` variables are already resolved. A single query with all selects would often time out, for example on selects of
//! products. Each rule is first checked to be well-formed, because the translation to formulas requires operands of
//! matching widths.
//!
//! ```
//! use symtool_ir::{Bits, Op, Type};
//! use symtool_meld::prover::prove;
//! use symtool_meld::rules::{Pat, Rule};
//!
//! let (x, zero) = (Pat::Var(1, Type::I8), Pat::Const(Type::I8, Bits::zero(8)));
//! let rule = |op| Rule {
//!     name: "zero".to_owned(),
//!     lhs: Pat::op(op, Type::I8, vec![x.clone(), zero.clone()]),
//!     rhs: x.clone(),
//!     when: vec![],
//! };
//! assert_eq!(prove(&rule(Op::Add)), Ok(()));
//! let error = prove(&rule(Op::Mul)).expect_err("x * 0 is not x");
//! assert!(error.to_string().starts_with("the meld rule `zero` does not hold for v1 = "));
//! ```
use crate::rules::{Pat, Rule};
use crate::smt::{self, constant, operation};
use crate::term::Head;
use std::collections::BTreeMap;
use std::fmt;
use symtool_ir::own::FUNCTIONS;
use symtool_ir::{Bits, Op, Type};
use z3::ast::BV;

/// The reason why a rule is not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unproved {
    /// The name of the rule.
    pub rule: String,
    /// The cause of the failed proof.
    pub cause: Cause,
}

/// The cause of a failed proof of a rewrite rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The rule is not well-formed.
    IllFormed(&'static str),
    /// The rule has more than [`MAX_CONDITIONS`] variables of type `i1`.
    TooManyConditions,
    /// The two sides of the rule differ for these values of its variables. Each value is given with the number of its
    /// variable, in ascending order of the numbers.
    Counterexample(Vec<(u32, Bits)>),
    /// Z3 reached its resource limit, so the rule is neither proved nor refuted.
    Unknown,
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the meld rule `{}` ", self.rule)?;
        match &self.cause {
            Cause::IllFormed(why) => write!(f, "is not well-formed: {why}"),
            Cause::TooManyConditions => write!(
                f,
                "is not well-formed: more than {MAX_CONDITIONS} variables of type i1"
            ),
            Cause::Counterexample(values) => {
                let value = |(number, bits): &(u32, Bits)| format!("v{number} = {bits}");
                let values: Vec<String> = values.iter().map(value).collect();
                write!(f, "does not hold for {}", values.join(", "))
            }
            Cause::Unknown => write!(f, "is not proved: the solver reached its limit"),
        }
    }
}

impl std::error::Error for Unproved {}

type Variables = BTreeMap<u32, Type>;

/// Proves that both sides of a rule are equal for all values of its variables, even if the side conditions `when` do
/// not hold.
///
/// # Errors
/// The rule is not well-formed, is wrong, or the solver reached its limit.
pub fn prove(rule: &Rule) -> Result<(), Unproved> {
    let failed = |cause| Unproved {
        rule: rule.name.clone(),
        cause,
    };
    let types = variables(rule).map_err(|why| failed(Cause::IllFormed(why)))?;
    let is_condition = |(_, ty): &(&u32, &Type)| **ty == Type::I1;
    let conditions: Vec<u32> = types.iter().filter(is_condition).map(|(&v, _)| v).collect();
    if conditions.len() > MAX_CONDITIONS {
        return Err(failed(Cause::TooManyConditions));
    }
    for assignment in 0..1u32 << conditions.len() {
        let values = conditions.iter().enumerate();
        let known = values.map(|(bit, &number)| (number, assignment >> bit & 1 == 1));
        let known: BTreeMap<u32, bool> = known.collect();
        let (left, right) = (formula(&rule.lhs, &known), formula(&rule.rhs, &known));
        let free: Vec<BV> = types.iter().map(|(&v, &ty)| variable(v, ty)).collect();
        match smt::find(&[left.eq(&right).not()], &free) {
            smt::Found::None => {}
            smt::Found::Unknown => return Err(failed(Cause::Unknown)),
            smt::Found::Values(values) => {
                let of = |((&number, &ty), value): ((&u32, &Type), u128)| {
                    let value = known.get(&number).map_or(value, |&known| known.into());
                    (number, Bits::new(ty.bits(), value))
                };
                let values = types.iter().zip(values).map(of).collect();
                return Err(failed(Cause::Counterexample(values)));
            }
        }
    }
    Ok(())
}

/// The maximum number of `i1` variables of a rule; a rule with more is rejected. The number of queries of a proof is
/// exponential in the number of these variables.
pub const MAX_CONDITIONS: usize = 16;

/// Returns the variables of a rule with their types, or the reason why the rule is not well-formed.
fn variables(rule: &Rule) -> Result<Variables, &'static str> {
    let (mut matched, mut used) = (Variables::new(), Variables::new());
    collect(&rule.lhs, &mut matched)?;
    collect(&rule.rhs, &mut used)?;
    if matches!(rule.lhs, Pat::Var(..)) {
        return Err("its left side is a variable, which matches every term");
    }
    if rule.lhs.ty() != rule.rhs.ty() {
        return Err("its sides have different types");
    }
    if used.iter().any(|(v, ty)| matched.get(v) != Some(ty)) {
        return Err("a variable of its right side does not occur with this type in its left side");
    }
    let bound = |number: &u32| matched.contains_key(number);
    if !rule
        .when
        .iter()
        .all(|when| when.variables().iter().all(bound))
    {
        return Err("a variable of a side condition does not occur in its left side");
    }
    Ok(matched)
}

/// Adds the variables of a pattern to `all`, and checks that each operation has operands of the right types.
fn collect(pat: &Pat, all: &mut Variables) -> Result<(), &'static str> {
    match pat {
        Pat::Var(number, ty) => match all.insert(*number, *ty) {
            Some(other) if other != *ty => Err("a variable occurs with two types"),
            _ => Ok(()),
        },
        Pat::Const(ty, bits) if bits.width() == ty.bits() => Ok(()),
        Pat::Const(..) => Err("a constant has another width than its type"),
        Pat::Op(Head::Op { op, from, to }, args) => {
            args.iter().try_for_each(|arg| collect(arg, all))?;
            let types: Vec<Type> = args.iter().map(Pat::ty).collect();
            let fits = types.last() == Some(from) && op.result_type(&types, *to) == Some(*to);
            fits.then_some(())
                .ok_or("an operation has operands of wrong types")
        }
        Pat::Op(Head::Call { function, to }, args) => {
            args.iter().try_for_each(|arg| collect(arg, all))?;
            let function = FUNCTIONS.iter().nth(*function as usize);
            let fits = function.is_some_and(|function| {
                function.result == *to
                    && function.params.iter().copied().eq(args.iter().map(Pat::ty))
            });
            fits.then_some(())
                .ok_or("a call has operands of wrong types")
        }
        Pat::Op(Head::Leaf(..) | Head::Const(..), _) => Err("a leaf or constant has operands"),
    }
}

fn variable(number: u32, ty: Type) -> BV {
    BV::new_const(format!("v{number}"), ty.bits())
}

/// Returns the formula of a pattern, in which each `i1` variable in `known` is replaced by its value.
fn formula(pat: &Pat, known: &BTreeMap<u32, bool>) -> BV {
    match pat {
        Pat::Var(number, ty) => match known.get(number) {
            Some(&value) => constant(Bits::bool(value)),
            None => variable(*number, *ty),
        },
        Pat::Const(_, bits) => constant(*bits),
        Pat::Op(head, args) => {
            if head.op() == Some(Op::Select)
                && let Some(value) = decide(&args[0], known)
            {
                return formula(&args[if value { 1 } else { 2 }], known);
            }
            let args: Vec<BV> = args.iter().map(|a| formula(a, known)).collect();
            operation(*head, &args)
        }
    }
}

/// Returns the truth value of a condition pattern if the values of the `i1` variables in `known`
/// determine it.
fn decide(pat: &Pat, known: &BTreeMap<u32, bool>) -> Option<bool> {
    match pat {
        Pat::Var(number, _) => known.get(number).copied(),
        Pat::Const(_, bits) => Some(bits.is_true()),
        Pat::Op(head, args) => match (head.op()?, &args[..]) {
            (Op::Not, [a]) => decide(a, known).map(|v| !v),
            (Op::And, [a, b]) => Some(decide(a, known)? && decide(b, known)?),
            (Op::Or, [a, b]) => Some(decide(a, known)? || decide(b, known)?),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(lhs: Pat, rhs: Pat) -> Rule {
        Rule {
            name: "test".to_owned(),
            lhs,
            rhs,
            when: vec![],
        }
    }

    fn cause(lhs: Pat, rhs: Pat) -> Option<Cause> {
        prove(&rule(lhs, rhs)).err().map(|error| error.cause)
    }

    #[test]
    fn ill_formed_rules_are_refused_before_the_solver_runs() {
        let v = Pat::Var;
        let add = |a, b| Pat::op(Op::Add, Type::I8, vec![a, b]);
        let (x, y) = (v(1, Type::I8), v(2, Type::I8));
        let refused = |lhs, rhs| matches!(cause(lhs, rhs), Some(Cause::IllFormed(_)));
        assert!(refused(x.clone(), x.clone()));
        assert!(refused(add(x.clone(), x.clone()), y.clone()));
        assert!(refused(add(x.clone(), v(2, Type::I32)), x.clone()));
        assert!(refused(add(x.clone(), y.clone()), v(1, Type::I32)));
        let wide = Pat::Const(Type::I8, Bits::zero(32));
        assert!(refused(add(x.clone(), wide), x.clone()));
        let leaf = Pat::Op(Head::Leaf(0, Type::I8), vec![]);
        assert!(refused(add(x.clone(), leaf), x.clone()));
        assert_eq!(cause(add(x.clone(), y.clone()), add(y, x)), None);
    }

    #[test]
    fn a_wrong_rule_has_a_counterexample() {
        let (c, x, y) = (
            Pat::Var(0, Type::I1),
            Pat::Var(1, Type::I8),
            Pat::Var(2, Type::I8),
        );
        let lhs = Pat::select(c, x.clone(), y);
        let Some(Cause::Counterexample(values)) = cause(lhs, x) else {
            panic!("the rule is wrong");
        };
        assert_eq!(values[0], (0, Bits::bool(false)));
        assert_ne!(values[1].1, values[2].1);
    }
}
