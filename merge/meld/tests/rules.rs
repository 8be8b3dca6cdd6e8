//! The tests instantiate every rewrite rule for all operators and the standard widths, and prove each instance.
use std::collections::BTreeSet;
use symtool_ir::{Bits, Op, OpClass, Type};
use symtool_meld::families::{rules_for, standard_heads};
use symtool_meld::prover::{Cause, Unproved, prove};
use symtool_meld::rules::{Pat, Rule};
use symtool_meld::smt::{constant, is_impossible, operation, truth};
use symtool_meld::term::Head;
use z3::ast::{Ast, BV};

/// Returns operands of a type for the tests of operators: the ends of its range, and some values between them.
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
    for head in standard_heads() {
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

#[test]
fn every_rule_holds_for_all_values() {
    let rules = rules_for(&standard_heads());
    let names: BTreeSet<&str> = rules.iter().map(|r| r.name.as_str()).collect();
    assert_eq!(names.len(), rules.len(), "rule names are unique");
    for rule in &rules {
        assert!(rule.rewrite().is_ok(), "{} is no rewrite", rule.name);
        assert_eq!(prove(rule), Ok(()), "{rule:?}");
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
    assert!(matches!(
        prove(&rule),
        Err(Unproved {
            cause: Cause::Counterexample(_),
            ..
        })
    ));
    assert!(is_impossible(&[truth(&constant(Bits::bool(false)))]));
}
