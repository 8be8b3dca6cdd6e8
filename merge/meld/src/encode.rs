//! Builds an e-graph (a compact set of equal terms) of a diamond (the two sides of a branch as terms) and saturates it:
//! applies rewrite rules until no rule adds a new term, or a limit is reached.
//!
//! For each output, let c be the branch condition, and t and e the terms of the output on the two sides. The e-graph
//! contains every term of both sides and the class (set of equal terms) of `ite(c, t, e)` for each output. It also
//! contains `ite(c, t, e)` for each pair (t, e) of operations found by sequence alignment, because rewriting the
//! outputs does not create all of these terms.
//!
//! The limits are numbers of rounds and of e-nodes, not times, so that the result is deterministic. Reaching a limit is
//! not an error: a smaller e-graph contains fewer candidates for the merged code.
use crate::diamond::Diamond;
use crate::families::rules_for;
use crate::language::{Graph, Meld, Node};
use crate::rules::Rule;
use crate::term::{Head, TermId};
use egg::{Id, Rewrite, Runner, SimpleScheduler, Symbol};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;
use symtool_ir::{Op, Type};

/// The number of rewriting rounds after which saturation stops, so that saturation ends even if rules keep adding
/// terms.
pub const MAX_ITERATIONS: usize = 60;
/// The number of e-nodes (operators over classes of equal terms) at which saturation stops.
pub const MAX_NODES: usize = 20_000;
/// The growth limit: saturation of an e-graph that begins with n e-nodes stops at `500 + MAX_GROWTH * n` e-nodes. An
/// e-graph that grows further usually comes from nested conditions, and rarely yields cheaper code.
pub const MAX_GROWTH: usize = 60;

/// A saturated e-graph of a diamond, with the e-classes that represent the terms of the diamond.
pub struct Encoded {
    /// The saturated e-graph.
    pub graph: Graph,
    /// The e-class of each term of the diamond.
    pub class: FxHashMap<TermId, Id>,
    /// The e-class of `ite(c, t, e)` for each pair (t, e) given to [`saturate`], in the same order.
    pub pairs: Vec<Id>,
    /// The names of the rules that changed the e-graph, in the order of their first application.
    pub applied: Vec<Symbol>,
}

fn add_term(graph: &mut Graph, class: &mut FxHashMap<TermId, Id>, diamond: &Diamond, id: TermId) {
    for id in diamond.dag.reachable(&[id]) {
        if class.contains_key(&id) {
            continue;
        }
        let term = diamond.dag.get(id);
        let args: Vec<Id> = term.args.iter().map(|a| class[a]).collect();
        let made = graph.add(Node::new(term.head, &args));
        class.insert(id, made);
    }
}

/// Returns the e-graph of the diamond's terms and of `ite(c, t, e)` for each pair (t, e), rewritten until no rule adds
/// a term or a limit is reached. `is_enabled` returns whether the rule with this name may be applied.
pub fn saturate(
    diamond: &Diamond,
    pairs: &[(TermId, TermId)],
    is_enabled: &dyn Fn(Symbol) -> bool,
) -> Encoded {
    let mut graph = Graph::new(Meld::default());
    let mut class = FxHashMap::default();
    add_term(&mut graph, &mut class, diamond, diamond.cond);
    graph.analysis.cond = Some(class[&diamond.cond]);
    let sides = diamond.then_ops.iter().chain(&diamond.else_ops).copied();
    let ends = pairs.iter().flat_map(|&(t, e)| [t, e]);
    for id in sides.chain(ends) {
        add_term(&mut graph, &mut class, diamond, id);
    }
    let roots: Vec<Id> = pairs
        .iter()
        .map(|&(t, e)| {
            let ty = diamond.dag.ty(t);
            let head = Head::Op {
                op: Op::Select,
                from: ty,
                to: ty,
            };
            graph.add(Node::new(
                head,
                &[class[&diamond.cond], class[&t], class[&e]],
            ))
        })
        .collect();
    graph.rebuild();
    let mut origins: Vec<(TermId, Id)> = class.iter().map(|(&t, &c)| (t, c)).collect();
    origins.sort_unstable();
    for (term, id) in origins {
        let mut data = graph[graph.find(id)].data.clone();
        data.origins.push(term);
        graph.set_analysis_data(id, data);
    }
    graph.rebuild();
    let (graph, applied) = run(graph, is_enabled);
    Encoded {
        applied,
        class: class.into_iter().map(|(t, c)| (t, graph.find(c))).collect(),
        pairs: roots.into_iter().map(|r| graph.find(r)).collect(),
        graph,
    }
}

type Rewrites = Rc<Vec<Rewrite<Node, Meld>>>;

/// The rewrite rules that have been instantiated and compiled.
#[derive(Default)]
struct Compiled {
    /// The rewrites for a set of heads (operators with their types). A module has thousands of diamonds but few sets of
    /// heads.
    of_heads: FxHashMap<BTreeSet<Head>, Rewrites>,
    /// The compiled rewrite of each rule. Most rules belong to many sets of heads, and compiling the rules of one set
    /// takes as long as melding a small diamond. So each compiled rule is kept for further sets.
    of_rules: FxHashMap<Rule, Rewrite<Node, Meld>>,
}

impl Compiled {
    /// Returns the rewrites for a set of heads.
    fn rewrites(&mut self, heads: BTreeSet<Head>) -> Rewrites {
        // The maximum number of sets of heads in the cache. When it is reached, the whole cache is emptied.
        const MOST: usize = 256;
        if let Some(rewrites) = self.of_heads.get(&heads) {
            return Rc::clone(rewrites);
        }
        if self.of_heads.len() >= MOST {
            *self = Compiled::default();
        }
        let rules = rules_for(&heads).into_iter();
        let rewrites = Rc::new(rules.filter_map(|rule| self.rewrite(rule)).collect());
        self.of_heads.insert(heads, Rc::clone(&rewrites));
        rewrites
    }

    /// Returns the rewrite of a rule; `None` if the library egg rejects the rule as malformed. A test converts and
    /// proves every built-in rule, so none of them is malformed.
    fn rewrite(&mut self, rule: Rule) -> Option<Rewrite<Node, Meld>> {
        if let Some(rewrite) = self.of_rules.get(&rule) {
            return Some(rewrite.clone());
        }
        let rewrite = rule.rewrite().ok()?;
        self.of_rules.insert(rule, rewrite.clone());
        Some(rewrite)
    }
}

thread_local! {
    /// The rules that this thread has instantiated and compiled so far.
    static COMPILED: RefCell<Compiled> = RefCell::default();
}

/// Returns the rewrite rules for the operators and types that occur in an e-graph.
fn rewrites_for(graph: &Graph) -> Rewrites {
    let atom = |ty: Type| Head::Leaf(0, ty);
    let kind = |node: &Node| match node.head {
        Head::Leaf(_, ty) | Head::Const(ty, _) => atom(ty),
        op => op,
    };
    let mut heads = BTreeSet::from([atom(Type::I1)]);
    for class in graph.classes() {
        heads.extend(class.nodes.iter().map(kind));
    }
    COMPILED.with_borrow_mut(|compiled| compiled.rewrites(heads))
}

/// Applies the rules that `is_enabled` accepts to an e-graph, until no rule adds a term or a limit is reached. Returns
/// the new e-graph, and the rules that changed it.
fn run(graph: Graph, is_enabled: &dyn Fn(Symbol) -> bool) -> (Graph, Vec<Symbol>) {
    let rewrites = rewrites_for(&graph);
    let limit = MAX_NODES.min(500 + MAX_GROWTH * graph.total_number_of_nodes());
    let runner = Runner::<Node, Meld>::new(Meld {
        cond: graph.analysis.cond,
    })
    .with_egraph(graph)
    .with_iter_limit(MAX_ITERATIONS)
    .with_node_limit(limit)
    .with_time_limit(Duration::MAX)
    .with_scheduler(SimpleScheduler)
    .with_hook(|runner| {
        drop_self_uses(&mut runner.egraph);
        Ok(())
    })
    .run(rewrites.iter().filter(|rule| is_enabled(rule.name)));
    let mut applied: Vec<Symbol> = Vec::new();
    for &name in runner.iterations.iter().flat_map(|i| i.applied.keys()) {
        if !applied.contains(&name) {
            applied.push(name);
        }
    }
    let mut graph = runner.egraph;
    drop_self_uses(&mut graph);
    (graph, applied)
}

/// Removes e-nodes that have their own class as an operand, such as `x + 0` in the class of x. Extraction never selects
/// such an e-node. Without the removal, rewriting could double the number of such e-nodes in every round.
fn drop_self_uses(graph: &mut Graph) {
    graph.rebuild();
    let find: FxHashMap<Id, Id> = graph
        .classes()
        .flat_map(|c| c.nodes.iter().flat_map(|n| n.args.iter().copied()))
        .map(|id| (id, graph.find(id)))
        .collect();
    for class in graph.classes_mut() {
        let own = class.id;
        class
            .nodes
            .retain(|node| node.args.iter().all(|arg| find[arg] != own));
    }
}
