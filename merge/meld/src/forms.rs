//! The forms a diamond can take, from naive if-conversion to the e-graph's best.
//!
//! [`best_form`] never returns a form with more gates than naive if-conversion or sequence alignment give:
//! both are candidates.
use super::align::{Worth, aligned_form, pure_pairs, tame_divisions};
use super::cost::CostTable;
use super::diamond::{Diamond, Out};
use super::encode::saturate;
use super::extract::Extractor;
use super::term::{Dag, TermId};
use rustc_hash::FxHashMap;
use symtool_ir::Type;

/// How a form was found.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    /// A select for each out.
    Naive,
    /// Sequence alignment of operations.
    Alignment,
    /// E-graph without context layers (kept for comparison).
    Graph,
    /// E-graph with context layers.
    Layers,
}

/// One form of a diamond; its terms live in the diamond's DAG.
#[derive(Clone, Debug)]
pub struct Form {
    /// How it was found.
    pub method: Method,
    /// One term per out.
    pub roots: Vec<TermId>,
    /// Estimated gates of the outs and the condition.
    pub gates: u64,
    /// Gates with the penalties that steer the choice.
    pub weight: u64,
    /// Number of selects.
    pub selects: usize,
    /// Number of other operations, shared ones once.
    pub operations: usize,
    /// The program terms that each term stands for, where that is not the term itself.
    pub origins: FxHashMap<TermId, Vec<TermId>>,
}

impl Method {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Method::Naive => "naive",
            Method::Alignment => "alignment",
            Method::Graph => "graph",
            Method::Layers => "layers",
        }
    }
}

/// What a form costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// How it was found.
    pub method: Method,
    /// Estimated gates.
    pub gates: u64,
    /// Number of selects.
    pub selects: usize,
    /// Number of other operations.
    pub operations: usize,
}

fn measure(diamond: &Diamond, method: Method, roots: Vec<TermId>) -> Form {
    let mut all = roots.clone();
    all.push(diamond.cond);
    let free = |id: TermId| diamond.free.contains(&id);
    let mut table = CostTable::default();
    Form {
        method,
        gates: table.gates(&diamond.dag, &all, &free),
        weight: table.weight(&diamond.dag, &all, &free),
        selects: CostTable::selects(&diamond.dag, &all),
        operations: CostTable::operations(&diamond.dag, &all),
        origins: FxHashMap::default(),
        roots,
    }
}

/// The form that one method gives. Divisions must have been tamed.
pub fn form(diamond: &mut Diamond, method: Method) -> Form {
    let roots = match method {
        Method::Naive => diamond.naive(),
        Method::Alignment => {
            let forms = [Worth::Net, Worth::Operation].map(|worth| {
                let pairs = pure_pairs(diamond, worth);
                let roots = aligned_form(diamond, &pairs);
                measure(diamond, method, roots)
            });
            let [net, operation] = forms;
            return if operation.weight < net.weight {
                operation
            } else {
                net
            };
        }
        Method::Graph | Method::Layers => return from_graph(diamond, method),
    };
    measure(diamond, method, roots)
}

fn from_graph(diamond: &mut Diamond, method: Method) -> Form {
    let mut seeds = pure_pairs(diamond, Worth::Net);
    for pair in pure_pairs(diamond, Worth::Operation) {
        if !seeds.contains(&pair) {
            seeds.push(pair);
        }
    }
    let mut pairs: Vec<(TermId, TermId)> = diamond
        .outs
        .iter()
        .map(|out| match *out {
            Out::Both(t, e) => (t, e),
            Out::Then(t) => (t, t),
            Out::Else(e) => (e, e),
        })
        .collect();
    let outs = pairs.len();
    pairs.extend(seeds);
    let encoded = saturate(diamond, &pairs);
    let roots = &encoded.pairs[..outs];
    let extractor = Extractor::new(diamond, &encoded, roots, method == Method::Layers);
    let Some(found) = extractor.extract() else {
        let roots = diamond.naive();
        return measure(diamond, Method::Naive, roots);
    };
    let mut form = measure(diamond, method, found.roots);
    form.origins = found.origins;
    form
}

/// The lightest of all forms, and of equals the plainest.
pub fn best_form(diamond: &mut Diamond) -> Form {
    weigh_forms(diamond, true).0
}

/// Do the sides compute nothing, and the outs choose between inputs and constants? Then nothing can be shared.
fn is_bare(diamond: &Diamond) -> bool {
    let atom = |id: TermId| diamond.dag.get(id).head.op().is_none();
    let bare = |out: &Out| match *out {
        Out::Both(t, e) => atom(t) && atom(e) && diamond.dag.ty(t) != Type::I1,
        Out::Then(t) | Out::Else(t) => atom(t),
    };
    diamond.then_ops.is_empty() && diamond.else_ops.is_empty() && diamond.outs.iter().all(bare)
}

/// The same, with what all forms cost that were compared. The e-graph, which takes most of the time, is asked if `graph`.
pub fn weigh_forms(diamond: &mut Diamond, graph: bool) -> (Form, Vec<Weighed>) {
    let methods = match (is_bare(diamond), graph) {
        (true, _) => &[Method::Naive][..],
        (false, false) => &[Method::Naive, Method::Alignment],
        (false, true) => &[Method::Naive, Method::Alignment, Method::Layers],
    };
    let forms: Vec<Form> = methods.iter().map(|&m| form(diamond, m)).collect();
    let weighed = |form: &Form| Weighed {
        method: form.method,
        gates: form.gates,
        selects: form.selects,
        operations: form.operations,
    };
    let all = forms.iter().map(weighed).collect();
    let gates = forms
        .iter()
        .take(2)
        .map(|f| f.gates)
        .min()
        .unwrap_or(u64::MAX);
    let mut best: Option<Form> = None;
    for form in forms {
        let allowed = form.gates <= gates;
        if allowed && best.as_ref().is_none_or(|b| form.weight < b.weight) {
            best = Some(form);
        }
    }
    (best.unwrap_or_else(|| form(diamond, Method::Naive)), all)
}

/// Gates of one diamond by each method, divisions tamed.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Comparison {
    /// Naive if-conversion.
    pub naive: u64,
    /// Sequence alignment.
    pub alignment: u64,
    /// E-graph without context layers.
    pub graph: u64,
    /// What melding uses.
    pub best: u64,
}

/// Compares the methods on one diamond.
pub fn compare(diamond: &Diamond) -> Comparison {
    let gates = |method| form_of(diamond, method).gates;
    Comparison {
        naive: gates(Some(Method::Naive)),
        alignment: gates(Some(Method::Alignment)),
        graph: gates(Some(Method::Graph)),
        best: gates(None),
    }
}

/// One method at work on a diamond as it is read, divisions not yet tamed; none is the choice among all that melding makes.
pub fn form_of(diamond: &Diamond, method: Option<Method>) -> Form {
    let mut diamond = diamond.clone();
    tame_divisions(&mut diamond);
    match method {
        Some(method) => form(&mut diamond, method),
        None => best_form(&mut diamond),
    }
}

/// A fresh copy of the terms reachable from some roots (to print or prove them alone).
pub fn isolate(dag: &Dag, roots: &[TermId]) -> (Dag, Vec<TermId>) {
    let mut new = Dag::default();
    let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
    for id in dag.reachable(roots) {
        let term = dag.get(id);
        let args: Vec<TermId> = term.args.iter().map(|a| map[a]).collect();
        map.insert(id, new.intern(term.head, &args));
    }
    let roots = roots.iter().map(|r| map[r]).collect();
    (new, roots)
}
