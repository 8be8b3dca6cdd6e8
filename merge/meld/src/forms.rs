//! Candidates for the merged pure code of a diamond (the two sides of a branch as terms), from naive if-conversion to
//! the best result of the e-graph (a compact set of equal terms). A *form* is a candidate: it has one term for each
//! output of the diamond (a value used after the branch).
//!
//! The cost of a form is its estimated number of gates after bit-blasting. The form that [`best_form`] returns never
//! has more estimated gates than the form of naive if-conversion or the form of sequence alignment. Both of these forms
//! are candidates, and every candidate with more gates than the cheaper of the two is rejected.
use crate::align::{Score, aligned_form, pure_pairs, tame_divisions};
use crate::cost::CostTable;
use crate::diamond::{Diamond, Out};
use crate::encode::saturate;
use crate::extract::Extractor;
use crate::term::TermId;
use egg::Symbol;
use rustc_hash::FxHashMap;
use symtool_ir::Type;

/// The method that computed a form.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    /// Naive if-conversion: computes both sides, and selects between their results for each output.
    Naive,
    /// Sequence alignment: computes each pair of aligned operations once, on selected operands.
    Alignment,
    /// Extraction from the e-graph without context layers: operands of an `ite` are not simplified under the branch
    /// condition. Only [`compare`] uses this method; melding does not.
    Graph,
    /// Extraction from the e-graph with context layers: operands of an `ite` are simplified under
    /// the branch condition.
    Layers,
}

/// A candidate for the merged code of a diamond: one term per output, in the diamond's DAG.
#[derive(Clone, Debug)]
pub struct Form {
    /// The method that computed the form.
    pub method: Method,
    /// One term per output of the diamond.
    pub roots: Vec<TermId>,
    /// The estimated number of gates of the terms and of the branch condition.
    pub gates: u64,
    /// The estimated gates plus penalties for terms on which solvers are slow. Melding selects the form with the least
    /// weight (see [`weigh_forms`]).
    pub weight: u64,
    /// Number of selects in the merged terms.
    pub selects: usize,
    /// Number of operations other than selects in the merged terms; an operation used several times counts once.
    pub operations: usize,
    /// Number of nodes of the e-graph from which the form was extracted; 0 for a method without an e-graph.
    pub graph_nodes: usize,
    /// For each merged term, the terms of the two sides that it replaces. The code of the merged term gets the source
    /// locations of these terms.
    pub origins: FxHashMap<TermId, Vec<TermId>>,
}

impl Method {
    /// Returns the method's name for tables.
    pub fn name(self) -> &'static str {
        match self {
            Method::Naive => "naive",
            Method::Alignment => "alignment",
            Method::Graph => "graph",
            Method::Layers => "layers",
        }
    }
}

/// The estimated costs of one candidate for the merged code of a diamond, for reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// The method that computed the form.
    pub method: Method,
    /// Estimated gates.
    pub gates: u64,
    /// Number of selects.
    pub selects: usize,
    /// Number of operations other than selects.
    pub operations: usize,
    /// Number of nodes of the e-graph; 0 for methods without an e-graph.
    pub graph_nodes: usize,
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
        graph_nodes: 0,
        origins: FxHashMap::default(),
        roots,
    }
}

/// Returns the form (merged terms) that `method` computes. The caller must have applied [`tame_divisions`] to the
/// diamond, so that no division of one side divides by zero on the other side.
pub fn form(diamond: &mut Diamond, method: Method) -> Form {
    let roots = match method {
        Method::Naive => diamond.naive(),
        Method::Alignment => {
            let forms = [Score::Net, Score::Operation].map(|score| {
                let pairs = pure_pairs(diamond, score);
                let aligned = aligned_form(diamond, &pairs);
                Form {
                    origins: aligned.origins,
                    ..measure(diamond, method, aligned.roots)
                }
            });
            let [net, operation] = forms;
            return if operation.weight < net.weight {
                operation
            } else {
                net
            };
        }
        Method::Graph | Method::Layers => return from_graph(diamond, method, &|_| true).0,
    };
    measure(diamond, method, roots)
}

/// Returns the form extracted from the e-graph that the enabled rewrite rules create, and the rules that changed this
/// e-graph. `method` decides whether extraction uses the context layers.
pub(crate) fn from_graph(
    diamond: &mut Diamond,
    method: Method,
    is_enabled: &dyn Fn(Symbol) -> bool,
) -> (Form, Vec<Symbol>) {
    let mut seeds = pure_pairs(diamond, Score::Net);
    for pair in pure_pairs(diamond, Score::Operation) {
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
    let encoded = saturate(diamond, &pairs, is_enabled);
    let graph_nodes = encoded.graph.total_number_of_nodes();
    let roots = &encoded.pairs[..outs];
    let extractor = Extractor::new(diamond, &encoded, roots, method == Method::Layers);
    let Some(found) = extractor.extract() else {
        let roots = diamond.naive();
        return (measure(diamond, Method::Naive, roots), encoded.applied);
    };
    let mut form = measure(diamond, method, found.roots);
    form.origins = found.origins;
    form.graph_nodes = graph_nodes;
    (form, encoded.applied)
}

/// Returns the form (merged terms of a diamond) that melding selects; see [`weigh_forms`].
pub fn best_form(diamond: &mut Diamond) -> Form {
    weigh_forms(diamond, true).0
}

/// Returns whether the sides have no operations that could be merged: every output selects between leaves (values
/// computed before the branch, or loaded) and constants. The result is `false` if such a select has the type `i1`,
/// because it can become a logical operation.
fn has_no_operations(diamond: &Diamond) -> bool {
    let atom = |id: TermId| diamond.dag.get(id).head.is_atom();
    let bare = |out: &Out| match *out {
        Out::Both(t, e) => atom(t) && atom(e) && diamond.dag.ty(t) != Type::I1,
        Out::Then(t) | Out::Else(t) => atom(t),
    };
    diamond.then_ops.is_empty() && diamond.else_ops.is_empty() && diamond.outs.iter().all(bare)
}

/// Returns the form with the least weight (estimated gates plus penalties), and the costs of all candidates. The
/// selected form has at most as many estimated gates as the form of naive if-conversion, and at most as many as that of
/// alignment. Among forms with equal weight, the form of the simplest method (the first in [`Method`]) is selected. If
/// `graph` is false, no e-graph is built; this saves most of the computing time.
pub fn weigh_forms(diamond: &mut Diamond, graph: bool) -> (Form, Vec<Weighed>) {
    let methods = match (has_no_operations(diamond), graph) {
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
        graph_nodes: form.graph_nodes,
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

/// The estimated gates of the merged code of one diamond, by method.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Comparison {
    /// Gates by naive if-conversion.
    pub naive: u64,
    /// Gates by sequence alignment.
    pub alignment: u64,
    /// Gates by the e-graph without context layers.
    pub graph: u64,
    /// Gates of the form that melding selects.
    pub best: u64,
}

/// Returns, for each method, the estimated gates of the merged code that the method computes for a diamond.
pub fn compare(diamond: &Diamond) -> Comparison {
    let gates = |method| form_of(diamond, method).gates;
    Comparison {
        naive: gates(Some(Method::Naive)),
        alignment: gates(Some(Method::Alignment)),
        graph: gates(Some(Method::Graph)),
        best: gates(None),
    }
}

/// Applies [`tame_divisions`] to a copy of a diamond and returns the form of `method`. If `method` is `None`,
/// returns the form that melding selects.
pub fn form_of(diamond: &Diamond, method: Option<Method>) -> Form {
    let mut diamond = diamond.clone();
    tame_divisions(&mut diamond);
    match method {
        Some(method) => form(&mut diamond, method),
        None => best_form(&mut diamond),
    }
}
