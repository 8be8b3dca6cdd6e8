//! The rewrite rules that fired for a diamond (the two sides of a branch as terms). The output that explains each step
//! of a meld lists these rules.
//!
//! Saturation applies the rules to the e-graph (a compact set of equal terms) until nothing changes. Many rules change
//! the e-graph, but the extracted form needs only few of them. The *needed* rules are found by deletion: a rule is
//! disabled for good if the form extracted without the rule is as cheap as with it. The rules that remain are the
//! needed rules: if any one of them is disabled, the form becomes more expensive. Each deletion builds an e-graph, so
//! the needed rules are computed only if the user requests the steps.
use crate::diamond::Diamond;
use crate::forms::{Form, Method, from_graph};
use egg::Symbol;

/// The names of the rewrite rules that changed the e-graph of one diamond.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FiredRules {
    /// The rules without which the selected form (the merged terms) would be more expensive; empty if the form is not
    /// from the e-graph.
    pub needed: Vec<String>,
    /// The other rules that changed the e-graph: without them, the selected form would cost the same.
    pub others: Vec<String>,
}

/// Returns the rewrite rules that change the e-graph of a diamond. `form` is the selected form (the merged terms of the
/// diamond).
pub(crate) fn fired_rules(diamond: &Diamond, form: &Form) -> FiredRules {
    let extract = |enabled: &[Symbol]| {
        let is_enabled = |name| enabled.contains(&name);
        from_graph(&mut diamond.clone(), Method::Layers, &is_enabled).0
    };
    let (_, applied) = from_graph(&mut diamond.clone(), Method::Layers, &|_| true);
    let mut needed = Vec::new();
    if form.method == Method::Layers {
        needed.clone_from(&applied);
        for name in &applied {
            let rest: Vec<Symbol> = needed.iter().copied().filter(|n| n != name).collect();
            let without = extract(&rest);
            if without.weight <= form.weight && without.gates <= form.gates {
                needed = rest;
            }
        }
    }
    let is_needed = |name: &&Symbol| needed.contains(name);
    let others = applied.iter().filter(|name| !is_needed(name));
    FiredRules {
        others: others.map(ToString::to_string).collect(),
        needed: needed.iter().map(ToString::to_string).collect(),
    }
}
