//! The table of rule families. A family instantiates its rules for the operators and types of a diamond (the two sides
//! of a branch as terms).
//!
//! The tests of this crate prove the rules of the built-in families. A user of the Rust library can add an *own
//! family* to [`FAMILIES`]. This module proves the rules of own families, each once per process. The rules for the
//! operators of [`standard_heads`] are proved before melding ([`prove_own_rules`]). The rules for other operators are
//! proved when a diamond first needs them. A rule without a proof is never used.
use crate::prover::{Cause, Unproved, prove};
use crate::rules::{self, Rule};
use crate::term::Head;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use symtool_ir::ops::OPS;
use symtool_ir::table::{Row, Table};
use symtool_ir::{OpClass, Type};

/// A row of [`FAMILIES`]: a family of rewrite rules for melding.
#[derive(Debug)]
pub struct RuleFamily {
    /// The name of the family.
    pub name: &'static str,
    /// A one-line description of the rules.
    pub help: &'static str,
    /// Returns the rules for diamonds that contain the operations `heads`. The rules must depend only on `heads`,
    /// because the caller caches them under this key.
    pub rules: fn(heads: &BTreeSet<Head>) -> Vec<Rule>,
}

impl Row for RuleFamily {
    fn name(&self) -> &'static str {
        self.name
    }
}

/// All rule families, in the order in which their rules are applied.
pub static FAMILIES: Table<RuleFamily> = Table::new(
    "family of meld rules",
    &[
        RuleFamily {
            name: "narrow",
            help: "trunc(a + b) = trunc(a) + trunc(b), for operators whose low result bits depend only on the low bits of the operands",
            rules: rules::narrowing_rules,
        },
        RuleFamily {
            name: "operators",
            help: "moves an operator out of a select: ite(c, f(a, b), f(x, y)) = f(ite(c, a, x), ite(c, b, y))",
            rules: rules::operator_rules,
        },
        RuleFamily {
            name: "selects",
            help: "laws of nested selects and of selects with constant operands",
            rules: rules::select_rules,
        },
        RuleFamily {
            name: "truth",
            help: "selects of i1 as logical operations",
            rules: |_| rules::truth_rules(),
        },
    ],
);

/// Returns all rules for diamonds that contain the operations `heads`, including rules for the operations that the
/// family `narrow` can add. Rules of own families (added by a user of the library) that have no proof are left out.
pub fn rules_for(heads: &BTreeSet<Head>) -> Vec<Rule> {
    let heads = rules::with_narrowed(heads);
    let builtin = FAMILIES.builtin().iter();
    let mut all: Vec<Rule> = builtin.flat_map(|family| (family.rules)(&heads)).collect();
    let proved = own_rules(&heads).into_iter().flatten();
    all.extend(proved.filter(|rule| prove_once(rule).is_ok()));
    all
}

/// Returns the rules of all own families (added by a user of the library) for the operations `heads`. Each rule gets
/// the name `FAMILY/RULE`; a duplicate name in a family is an error.
fn own_rules(heads: &BTreeSet<Head>) -> Vec<Result<Rule, Unproved>> {
    let mut names = BTreeSet::new();
    let mut named = |family: &RuleFamily, rule: Rule| {
        let name = format!("{}/{}", family.name, rule.name);
        if names.insert(name.clone()) {
            return Ok(Rule { name, ..rule });
        }
        let cause = Cause::IllFormed("another rule of its family has the same name");
        Err(Unproved { rule: name, cause })
    };
    let mut all = Vec::new();
    for family in FAMILIES.own() {
        let rules = (family.rules)(heads).into_iter();
        all.extend(rules.map(|rule| named(family, rule)));
    }
    all
}

/// Proves the rules of all own families (added by a user of the library), for the operations [`standard_heads`].
///
/// # Errors
/// The first rule that is not well-formed or has no proof.
pub fn prove_own_rules() -> Result<(), Unproved> {
    if FAMILIES.own().is_empty() {
        return Ok(());
    }
    let heads = rules::with_narrowed(&standard_heads());
    let mut rules = own_rules(&heads).into_iter();
    rules.try_for_each(|rule| prove_once(&rule?))
}

/// Proves a rule, or returns the result of an earlier proof of the same rule.
fn prove_once(rule: &Rule) -> Result<(), Unproved> {
    static RESULTS: Mutex<BTreeMap<String, Result<(), Unproved>>> = Mutex::new(BTreeMap::new());
    // A poisoned lock means that a proof panicked. The stored results are still valid.
    let lock = || {
        RESULTS
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    };
    let key = format!("{rule:?}");
    if let Some(known) = lock().get(&key) {
        return known.clone();
    }
    let result = prove(rule);
    lock().insert(key, result.clone());
    result
}

/// Returns all operators that a diamond can contain, for integers of 1, 8, 32 and 64 bits.
pub fn standard_heads() -> BTreeSet<Head> {
    const WIDTHS: [Type; 4] = [Type::I1, Type::I8, Type::I32, Type::I64];
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
