//! Meld rules that replace `if (c) x |= m; else x ^= m;` by straight-line code without a select.
use std::collections::BTreeSet;
use symtool::parts::ir::{Op, Type};
use symtool::parts::meld::families::RuleFamily;
use symtool::parts::meld::rules::{Pat, Rule};
use symtool::parts::meld::term::Head;

pub const ROW: RuleFamily = RuleFamily {
    name: "or-xor",
    help: "ite(c, x | m, x ^ m) = (x ^ m) | (x & (m & sext(c)))",
    rules,
};

/// Returns one rule for each integer type for which the operators on the sides of the branch, `heads`, contain an `|`.
fn rules(heads: &BTreeSet<Head>) -> Vec<Rule> {
    let types = heads.iter().filter_map(|&head| match head {
        Head::Op { op: Op::Or, to, .. } if to != Type::I1 => Some(to),
        _ => None,
    });
    types.map(rule).collect()
}

fn rule(ty: Type) -> Rule {
    let (c, x, m) = (Pat::Var(0, Type::I1), Pat::Var(1, ty), Pat::Var(2, ty));
    let both = |op, a: &Pat, b: &Pat| Pat::op(op, ty, vec![a.clone(), b.clone()]);
    let mask = both(Op::And, &m, &Pat::op(Op::Sext, ty, vec![c.clone()]));
    let toggled = both(Op::Xor, &x, &m);
    Rule {
        name: ty.to_string(),
        lhs: Pat::select(c, both(Op::Or, &x, &m), toggled.clone()),
        rhs: both(Op::Or, &toggled, &both(Op::And, &x, &mask)),
        when: vec![],
    }
}
