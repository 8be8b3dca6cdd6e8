//! The test checks that the proved rules of an own family (a rule family that a user of the library adds) are applied,
//! and that rules without a proof are refused.
//!
//! The table of families is global and cannot change after its first use, so this file contains only one test.
use std::collections::BTreeSet;
use symtool_ir::ops::Op;
use symtool_ir::{Bits, Type};
use symtool_meld::families::{FAMILIES, RuleFamily, prove_own_rules, rules_for};
use symtool_meld::rules::{Pat, Rule};
use symtool_meld::term::Head;

/// Returns the rule x * 2 = x + x for each integer type in `heads` that has a multiplication. For 16 bits, it returns
/// the wrong rule x * 3 = x + x, which the prover must refuse.
fn doubling(heads: &BTreeSet<Head>) -> Vec<Rule> {
    let products = heads.iter().filter_map(|&head| match head {
        Head::Op {
            op: Op::Mul, to, ..
        } => Some(to),
        _ => None,
    });
    let rule = |ty: Type| {
        let x = || Pat::Var(0, ty);
        let factor = if ty == Type::I16 { 3 } else { 2 };
        let factor = Pat::Const(ty, Bits::new(ty.bits(), factor));
        Rule {
            name: format!("double-{ty}"),
            lhs: Pat::op(Op::Mul, ty, vec![x(), factor]),
            rhs: Pat::op(Op::Add, ty, vec![x(), x()]),
            when: vec![],
        }
    };
    products.map(rule).collect()
}

#[test]
fn an_own_rule_is_used_only_with_a_proof() {
    let family = RuleFamily {
        name: "doubling",
        help: "x * 2 = x + x",
        rules: doubling,
    };
    FAMILIES.add(vec![family]).expect("a new name");
    let product = |ty| Head::Op {
        op: Op::Mul,
        from: ty,
        to: ty,
    };
    let rules = rules_for(&BTreeSet::from([product(Type::I8), product(Type::I16)]));
    let named = |name: &str| rules.iter().any(|rule| rule.name == name);
    assert!(named("doubling/double-i8"));
    assert!(!named("doubling/double-i16"), "the rule is wrong");
    // `prove_own_rules` proves the rules for the standard widths only. These do not include 16 bits, for which the rule
    // is wrong.
    assert_eq!(prove_own_rules(), Ok(()));
}
