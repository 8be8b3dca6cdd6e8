//! The tests instantiate every rewrite rule for all operators and widths, and prove each instance with the solver.
//!
//! The tests enumerate the values of the `i1` variables, which resolves the selects in a query, because
//! queries over selects of products time out.
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use symtool_ir::ops::OPS;
use symtool_ir::{Bits, Op, OpClass, Type};
use symtool_meld::rules::{Pat, Rule, rules_for};
use symtool_meld::smt::{constant, is_impossible, operation, truth};
use symtool_meld::term::Head;
use z3::ast::{Ast, BV};

const WIDTHS: [Type; 4] = [Type::I1, Type::I8, Type::I32, Type::I64];

/// Returns all operators, with their types, that diamonds (the two sides of a branch as terms) over
/// the tested widths can contain.
fn all_heads() -> BTreeSet<Head> {
    let mut heads = BTreeSet::new();
    for row in OPS {
        let op = row.op;
        let mut add = |from, to| heads.insert(Head::Op { op, from, to });
        for &ty in &WIDTHS {
            match row.class {
                OpClass::IntUnary | OpClass::IntBinary | OpClass::Select => _ = add(ty, ty),
                OpClass::IntCompare => _ = add(ty, Type::I1),
                OpClass::PtrAdd => _ = add(Type::I64, Type::Ptr),
                OpClass::Cast => {
                    for to in Type::ALL {
                        if op.cast_ok(ty, to) && WIDTHS.contains(&to) {
                            add(ty, to);
                        }
                    }
                }
                OpClass::FloatUnary | OpClass::FloatBinary => _ = add(Type::F64, Type::F64),
                OpClass::FloatCompare => _ = add(Type::F64, Type::I1),
            }
        }
    }
    heads
}

/// Returns operands for a type: the corners of its range, and some values between them.
fn samples(ty: Type) -> Vec<Bits> {
    let width = ty.bits();
    let low = [0u128, 1, 2, 3, 7, 63, 64, 100, 127, 128, 200];
    let values = low.into_iter().flat_map(|value| [value, !value]);
    let mut all: Vec<Bits> = values.map(|value| Bits::new(width, value)).collect();
    let smallest = Bits::new(width, 1 << (width - 1));
    all.extend([smallest, Bits::new(width, smallest.unsigned() - 1)]);
    all.sort_unstable_by_key(|bits| bits.unsigned());
    all.dedup();
    all
}

#[test]
fn formulas_of_operators_agree_with_their_evaluation() {
    for head in all_heads() {
        let Head::Op { op, from, to } = head else {
            continue;
        };
        let is_tested = matches!(
            op.class(),
            OpClass::IntUnary | OpClass::IntBinary | OpClass::IntCompare
        ) || (op.class() == OpClass::Cast && !from.is_float() && !to.is_float());
        if !is_tested {
            continue;
        }
        let second = match op.class() {
            OpClass::IntUnary | OpClass::Cast => vec![None],
            _ => samples(from).into_iter().map(Some).collect(),
        };
        for first in samples(from) {
            for &second in &second {
                let operands: Vec<Bits> = std::iter::once(first).chain(second).collect();
                let formulas: Vec<BV> = operands.iter().map(|&bits| constant(bits)).collect();
                let found = operation(head, &formulas).simplify().as_u64();
                let expected = symtool_ir::eval(op, to.bits(), &operands).low_u64();
                assert_eq!(found, Some(expected), "{head:?} of {operands:?}");
            }
        }
    }
}

fn variables(pat: &Pat, all: &mut FxHashMap<u32, Type>) {
    match pat {
        Pat::Var(number, ty) => _ = all.insert(*number, *ty),
        Pat::Const(..) => {}
        Pat::Op(_, args) => args.iter().for_each(|a| variables(a, all)),
    }
}

/// Returns the formula of a pattern; the `i1` variables in `known` have the values given there.
fn formula(pat: &Pat, known: &FxHashMap<u32, bool>) -> BV {
    match pat {
        Pat::Var(number, ty) => match known.get(number) {
            Some(&value) => constant(Bits::bool(value)),
            None => BV::new_const(format!("v{number}"), ty.bits()),
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
fn decide(pat: &Pat, known: &FxHashMap<u32, bool>) -> Option<bool> {
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

fn is_proved(rule: &Rule) -> bool {
    let mut types = FxHashMap::default();
    variables(&rule.lhs, &mut types);
    variables(&rule.rhs, &mut types);
    let mut conditions: Vec<u32> = types
        .iter()
        .filter(|(_, ty)| **ty == Type::I1)
        .map(|(number, _)| *number)
        .collect();
    conditions.sort_unstable();
    (0..1u32 << conditions.len()).all(|assignment| {
        let known: FxHashMap<u32, bool> = conditions
            .iter()
            .enumerate()
            .map(|(bit, &number)| (number, assignment >> bit & 1 == 1))
            .collect();
        let (left, right) = (formula(&rule.lhs, &known), formula(&rule.rhs, &known));
        is_impossible(&[left.eq(&right).not()])
    })
}

#[test]
fn every_rule_holds_for_all_values() {
    let rules = rules_for(&all_heads());
    let names: BTreeSet<&str> = rules.iter().map(|r| r.name.as_str()).collect();
    assert_eq!(names.len(), rules.len(), "rule names are unique");
    for rule in &rules {
        assert!(rule.rewrite().is_ok(), "{} is no rewrite", rule.name);
        assert!(is_proved(rule), "{} is wrong: {rule:?}", rule.name);
    }
    println!("{} rules proved", rules.len());
    assert!(rules.len() > 300, "only {} rules", rules.len());
}

#[test]
fn the_prover_refutes_an_unsound_rule() {
    let v = |n, ty| Pat::Var(n, ty);
    let op = |op, args: Vec<Pat>| {
        let head = Head::Op {
            op,
            from: Type::I8,
            to: Type::I8,
        };
        Pat::Op(head, args)
    };
    let arms = |a, b| {
        op(
            Op::Select,
            vec![v(0, Type::I1), v(a, Type::I8), v(b, Type::I8)],
        )
    };
    let rule = Rule {
        name: "wrong".into(),
        lhs: op(
            Op::Select,
            vec![
                v(0, Type::I1),
                op(Op::Sub, vec![v(1, Type::I8), v(2, Type::I8)]),
                op(Op::Sub, vec![v(3, Type::I8), v(4, Type::I8)]),
            ],
        ),
        rhs: op(Op::Sub, vec![arms(1, 4), arms(2, 3)]),
        when: vec![],
    };
    assert!(!is_proved(&rule));
    assert!(is_impossible(&[truth(&constant(Bits::bool(false)))]));
}
