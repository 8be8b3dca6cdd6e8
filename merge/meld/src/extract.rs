//! Extraction of the merged terms (a *form*: one term per output of the branch) from the e-graph, a compact set of
//! equal terms. The extraction uses the *context* of a term: the side of the branch on which it is used.
//!
//! Let c be the branch condition. Inside `ite(c, t, e)`, any term that equals t *if c holds* can replace t. So
//! extraction has three *slots* for each e-class (set of equal terms) k. Each slot is to be filled with one term:
//!
//! - P(k): a term that equals k;
//! - T(k): a term that equals k if c holds;
//! - E(k): a term that equals k if c does not hold.
//!
//! The slot T(k) has three kinds of options:
//!
//! - an operator over the T slots of its operands. For `ite(c, a, _)`, this option is the term of T(a), because c
//!   holds;
//! - the term of P(k);
//! - the term of P(K) for a class K that contains `ite(c, k, _)`, because this `ite` equals k if c holds.
//!
//! The last two kinds reuse a term and add no gates. The slot E(k) has the corresponding options.
//!
//! In the slot P of a class that contains `ite(c, a, x)`, the term may be a select of the terms in T(a) and E(x). The
//! slots T and E are the *context layers*. Without them, a use of k on one side could not reuse the term of
//! `ite(c, k, _)`, and the merged terms could be more expensive than those of sequence alignment.
//!
//! A *selection* chooses one option, a way to build the term, for each slot. The cost of a selection is the weight of
//! the DAG of the chosen terms: their estimated gates after bit-blasting, plus penalties for terms on which solvers are
//! slow. A shared term counts once. Local search improves a selection by moves, as long as the cost decreases. There
//! are two kinds of moves:
//!
//! - a change of the option of a single slot;
//! - merging or splitting a *pair*: a class t and a class e for which the e-graph contains `ite(c, t, e)`. Let K be the
//!   class of this `ite`. If the pair is merged, P(K) is one operation such as `f(ite(c, a, x))`, and T(t) and E(e)
//!   reuse its term. If the pair is split, T(t) and E(e) have an operation each, and P(K) selects between them. A merge
//!   can include the pairs of the operands (a and x).
//!
//! Local search starts three times: from the greedy selection, from the selection with all pairs merged, and from the
//! selection with no pair merged. The greedy selection has the least tree cost, in which a shared term counts each
//! time it is used. The result is deterministic: slots, options and moves are ordered, and costs are integers. Among
//! options of equal cost, the earlier one is chosen.
use crate::cost::CostTable;
use crate::diamond::{Diamond, Out};
use crate::encode::Encoded;
use crate::evaluate::{Evaluator, SlotOption};
use crate::language::Node;
use crate::term::{Dag, Head, TermArgs, TermId};
use egg::Id;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use symtool_ir::own::FUNCTIONS;
use symtool_ir::{Op, Type};

// The slots P, T and E of the class with the index k have the indices 3k + PLAIN, 3k + THEN and 3k + ELSE.
const PLAIN: usize = 0;
const THEN: usize = 1;
const ELSE: usize = 2;

/// The maximum number of rounds of local search. In a round, each possible change of the selection is tried once.
const MAX_ROUNDS: usize = 12;
/// The maximum number of selections that local search evaluates from each of its three initial selections. Unlike a
/// time limit, this number makes the result deterministic.
const MAX_EVALUATIONS: usize = 2_500;
/// The maximum number of selections that are evaluated to build the initial selection with all pairs of operations
/// merged, and again to build the initial selection with no pair merged.
const MAX_START_EVALUATIONS: usize = 400;

/// A candidate for merging an operation of each side of the branch into one operation: two classes t and e, and the
/// class K of `ite(c, t, e)`, where c is the branch condition. `merged` is the index of the class K. `then` is the slot
/// T(t), whose term must equal t only if c holds; `other` is the slot E(e), whose term must equal e only if c does not
/// hold.
#[derive(Clone, Debug)]
struct Pair {
    merged: usize,
    then: usize,
    other: usize,
}

/// Extracts the merged terms from one e-graph.
pub struct Extractor<'d> {
    evaluator: Evaluator<'d>,
    pairs: Vec<Pair>,
    /// For each slot P (a term that is correct on both sides) of a class that contains some `ite(c, t, e)`, the index
    /// in `pairs` of the first pair (t, e).
    pair_of: FxHashMap<usize, usize>,
    /// Whether each class has the context layers: the slots T and E, whose terms are correct on one side only.
    layers: bool,
    /// For each class, the terms of the two sides that are in the class.
    origins: Vec<Vec<TermId>>,
}

/// The merged terms that extraction selected.
#[derive(Clone, Debug)]
pub struct Extracted {
    /// One term per output of the diamond.
    pub roots: Vec<TermId>,
    /// For each merged term, the terms of the two sides that it replaces. The code of the merged term gets the source
    /// locations of these terms.
    pub origins: FxHashMap<TermId, Vec<TermId>>,
}

impl<'d> Extractor<'d> {
    /// Prepares extraction from an e-graph. `root_classes` are the classes of the outputs. If `layers` is false, each
    /// class has only the slot P, whose term is correct on both sides of the branch. Otherwise, each class also has the
    /// context layers: the slots T and E, whose terms are correct on one side only.
    pub fn new(
        diamond: &'d mut Diamond,
        encoded: &Encoded,
        root_classes: &[Id],
        layers: bool,
    ) -> Self {
        let graph = &encoded.graph;
        let mut ids: Vec<Id> = graph.classes().map(|c| c.id).collect();
        ids.sort_unstable();
        let dense: FxHashMap<Id, usize> = ids.iter().enumerate().map(|(i, &id)| (id, i)).collect();
        let cond = dense[&graph.find(encoded.class[&diamond.cond])];
        let slot = |layer: usize, id: Id| dense[&graph.find(id)] * 3 + layer;
        let mut options: Vec<Vec<SlotOption>> = vec![Vec::new(); ids.len() * 3];
        let mut pairs = Vec::new();
        for (index, &id) in ids.iter().enumerate() {
            let mut nodes: Vec<&Node> = graph[id].nodes.iter().collect();
            nodes.sort();
            for node in nodes {
                let meld = node
                    .as_op(Op::Select)
                    .filter(|args| layers && slot(PLAIN, args[0]) == cond * 3);
                for layer in [PLAIN, THEN, ELSE] {
                    let choice = match (meld, layer) {
                        (Some(args), PLAIN) => SlotOption::Node(
                            node.head,
                            SmallVec::from_slice(&[
                                cond * 3,
                                slot(THEN, args[1]),
                                slot(ELSE, args[2]),
                            ]),
                        ),
                        (Some(args), THEN) => SlotOption::Alias(slot(THEN, args[1])),
                        (Some(args), _) => SlotOption::Alias(slot(ELSE, args[2])),
                        (None, _) => SlotOption::Node(
                            node.head,
                            node.args.iter().map(|&a| slot(layer, a)).collect(),
                        ),
                    };
                    options[index * 3 + layer].push(choice);
                }
                if let Some(args) = meld {
                    options[slot(THEN, args[1])].push(SlotOption::Alias(index * 3));
                    options[slot(ELSE, args[2])].push(SlotOption::Alias(index * 3));
                    pairs.push(Pair {
                        merged: index,
                        then: slot(THEN, args[1]),
                        other: slot(ELSE, args[2]),
                    });
                }
            }
            options[index * 3 + THEN].push(SlotOption::Alias(index * 3));
            options[index * 3 + ELSE].push(SlotOption::Alias(index * 3));
        }
        if layers {
            // The branch condition is the constant true in its T slot, and the constant false in its E slot.
            options[cond * 3 + THEN].insert(0, SlotOption::Truth(true));
            options[cond * 3 + ELSE].insert(0, SlotOption::Truth(false));
        }
        let roots = diamond
            .outs
            .iter()
            .zip(root_classes)
            .map(|(out, &class)| {
                let layer = match out {
                    Out::Both(..) => PLAIN,
                    Out::Then(_) => THEN,
                    Out::Else(_) => ELSE,
                };
                slot(if layers { layer } else { PLAIN }, class)
            })
            .collect();
        let origins = ids
            .iter()
            .map(|&id| graph[id].data.origins.clone())
            .collect();
        let mut pair_of = FxHashMap::default();
        for (number, pair) in pairs.iter().enumerate() {
            pair_of.entry(pair.merged * 3).or_insert(number);
        }
        Extractor {
            evaluator: Evaluator::new(diamond, options, roots),
            pairs,
            pair_of,
            layers,
            origins,
        }
    }

    /// Runs local search from all initial selections and returns the merged terms of least weight. Returns `None` if no
    /// terms can be built, for example because they are nested too deeply.
    pub fn extract(mut self) -> Option<Extracted> {
        let greedy = self.cheapest_trees();
        self.evaluator.make_current(&greedy)?;
        let mut best: Option<(u64, Vec<usize>)> = None;
        let mut starts = vec![greedy.clone()];
        if self.layers {
            starts.push(self.all_pairs(&greedy, true));
            self.evaluator.make_current(&greedy)?;
            starts.push(self.all_pairs(&greedy, false));
        }
        for start in starts {
            let Some((cost, selection)) = self.search(start) else {
                continue;
            };
            if best.as_ref().is_none_or(|(b, _)| cost < *b) {
                best = Some((cost, selection));
            }
        }
        let (_, selection) = best?;
        let roots = self.evaluator.make_current(&selection)?;
        let origins = self.origins_of_terms(&selection);
        Some(Extracted { roots, origins })
    }

    // ---- The initial selections of local search.

    /// Returns the selection that chooses, for each slot, the option with the cheapest tree. The cost of a tree counts
    /// a shared term each time it is used. The selection is acyclic: a tree costs at least as much as its subtrees, and
    /// an option is replaced only by a strictly cheaper one.
    fn cheapest_trees(&mut self) -> Vec<usize> {
        let mut cost = vec![u64::MAX; self.evaluator.options.len()];
        let mut selection = vec![usize::MAX; self.evaluator.options.len()];
        let local: Vec<Vec<u64>> = self
            .evaluator
            .options
            .iter()
            .map(|options| options.iter().map(local_cost).collect())
            .collect();
        loop {
            let mut changed = false;
            for slot in 0..self.evaluator.options.len() {
                for (number, option) in self.evaluator.options[slot].iter().enumerate() {
                    let total = option
                        .children()
                        .iter()
                        .fold(local[slot][number], |sum, &c| sum.saturating_add(cost[c]));
                    if total < cost[slot] {
                        cost[slot] = total;
                        selection[slot] = number;
                        changed = true;
                    }
                }
            }
            if !changed {
                return selection;
            }
        }
    }

    /// Returns a copy of the selection `from` in which the pairs of operations (one operation of each side) that
    /// `from` uses are changed. If `merge` is true, each pair is merged into one operation; otherwise it is split
    /// into two. A pair stays as it is if the change would make the selection cyclic. After `MAX_START_EVALUATIONS`
    /// evaluated selections, the remaining pairs stay as they are.
    fn all_pairs(&mut self, from: &[usize], merge: bool) -> Vec<usize> {
        let mut selection = from.to_vec();
        self.evaluator.evaluations = 0;
        for index in 0..self.pairs.len() {
            if self.evaluator.evaluations > MAX_START_EVALUATIONS {
                break;
            }
            if !self.is_used(index) {
                continue;
            }
            if let Some(next) = self.pair_move(&selection, index, merge, false)
                && self.evaluator.cost(&next).is_some()
            {
                selection = next;
                self.evaluator.make_current(&selection);
            }
        }
        selection
    }

    // ---- Local search.

    fn search(&mut self, start: Vec<usize>) -> Option<(u64, Vec<usize>)> {
        self.evaluator.evaluations = 0;
        let mut selection = start;
        let mut cost = self.evaluator.cost(&selection)?;
        self.evaluator.make_current(&selection);
        for _ in 0..MAX_ROUNDS {
            let before = cost;
            self.improve_pairs(&mut selection, &mut cost);
            self.improve_slots(&mut selection, &mut cost);
            if cost == before || self.evaluator.evaluations > MAX_EVALUATIONS {
                break;
            }
        }
        Some((cost, selection))
    }

    fn improve_pairs(&mut self, selection: &mut Vec<usize>, cost: &mut u64) {
        for index in 0..self.pairs.len() {
            if self.evaluator.evaluations > MAX_EVALUATIONS {
                return;
            }
            if !self.is_used(index) {
                continue;
            }
            for (merge, deep) in [(true, false), (true, true), (false, false), (false, true)] {
                let Some(next) = self.pair_move(selection, index, merge, deep) else {
                    continue;
                };
                if let Some(now) = self.evaluator.cost(&next)
                    && now < *cost
                {
                    *selection = next;
                    *cost = now;
                    self.evaluator.make_current(selection);
                }
            }
        }
    }

    /// Returns whether the current selection uses a slot (P, T or E) of the pair with index `index`.
    fn is_used(&self, index: usize) -> bool {
        let pair = &self.pairs[index];
        [pair.merged * 3, pair.then, pair.other]
            .iter()
            .any(|&slot| self.evaluator.uses(slot))
    }

    fn improve_slots(&mut self, selection: &mut [usize], cost: &mut u64) {
        let used: Vec<usize> = (0..self.evaluator.options.len())
            .filter(|&slot| self.evaluator.uses(slot))
            .collect();
        for slot in used {
            let mut kept = selection[slot];
            for option in 0..self.evaluator.options[slot].len() {
                if option == kept {
                    continue;
                }
                if self.evaluator.evaluations > MAX_EVALUATIONS {
                    return;
                }
                selection[slot] = option;
                match self.evaluator.cost(selection) {
                    Some(now) if now < *cost => {
                        *cost = now;
                        kept = option;
                        self.evaluator.make_current(selection);
                    }
                    _ => selection[slot] = kept,
                }
            }
        }
    }

    /// Makes one move of local search from the selection `from`, and returns the new selection. The move merges the
    /// pair `index` (an operation of each side) into one operation if `merge` is set; otherwise it splits the merged
    /// operation into two. With `deep`, merging also merges the pairs of the operands. Returns `None` if the slots of
    /// the pair lack an option for the move.
    fn pair_move(
        &self,
        from: &[usize],
        index: usize,
        merge: bool,
        deep: bool,
    ) -> Option<Vec<usize>> {
        let mut selection = from.to_vec();
        self.apply_pair(&mut selection, index, merge, if deep { 40 } else { 0 })?;
        Some(selection)
    }

    fn apply_pair(
        &self,
        selection: &mut [usize],
        index: usize,
        merge: bool,
        depth: usize,
    ) -> Option<()> {
        let pair = &self.pairs[index];
        let merged = pair.merged * 3;
        let is_select_of_pair = |choice: &SlotOption| {
            matches!(choice, SlotOption::Node(head, args)
                if head.op() == Some(Op::Select) && args[1] == pair.then && args[2] == pair.other)
        };
        if !merge {
            selection[merged] = self.evaluator.options[merged]
                .iter()
                .position(is_select_of_pair)?;
            for side in [pair.then, pair.other] {
                let plain = |c: &SlotOption| matches!(c, SlotOption::Node(..));
                selection[side] = self.evaluator.options[side].iter().position(plain)?;
            }
            return Some(());
        }
        // A merge needs an option that is an operation common to both sides: neither a leaf, a constant, nor a select
        // between the sides.
        let shared = |choice: &SlotOption| match choice {
            SlotOption::Node(head, args) => match head.op() {
                Some(Op::Select) => args[1] % 3 != THEN,
                _ => !head.is_atom(),
            },
            _ => false,
        };
        let number = self.evaluator.options[merged].iter().position(shared)?;
        selection[merged] = number;
        for side in [pair.then, pair.other] {
            let alias = |c: &SlotOption| matches!(c, SlotOption::Alias(to) if *to == merged);
            selection[side] = self.evaluator.options[side].iter().position(alias)?;
        }
        if depth > 0
            && let SlotOption::Node(_, args) = &self.evaluator.options[merged][number]
        {
            for &arg in args {
                let inner = self.pair_of.get(&arg).copied();
                let inner = inner.filter(|&i| self.pairs[i].merged != pair.merged);
                if let Some(inner) = inner {
                    // If two operands have no common operator, the recursive call changes nothing: the merged operation
                    // selects between them.
                    let _ = self.apply_pair(selection, inner, true, depth - 1);
                }
            }
        }
        Some(())
    }

    // ---- Source locations of the merged terms.

    /// Returns, for each term that `selection` uses, the terms of the two original sides that the used term replaces.
    /// These are the terms in the class of the used term. A merged operation also replaces the terms in the two merged
    /// classes. The code that is emitted for the used term gets the source locations of the replaced terms.
    fn origins_of_terms(&mut self, selection: &[usize]) -> FxHashMap<TermId, Vec<TermId>> {
        self.evaluator.make_current(selection);
        let mut all: FxHashMap<TermId, Vec<TermId>> = FxHashMap::default();
        for slot in 0..self.evaluator.options.len() {
            if let Some(term) = self.evaluator.term(slot) {
                all.entry(term).or_default().extend(&self.origins[slot / 3]);
            }
        }
        for pair in &self.pairs {
            if let Some(term) = self.evaluator.term(pair.merged * 3) {
                let list = all.entry(term).or_default();
                list.extend(&self.origins[pair.then / 3]);
                list.extend(&self.origins[pair.other / 3]);
            }
        }
        for list in all.values_mut() {
            list.sort_unstable();
            list.dedup();
        }
        all
    }
}

/// Returns the estimated number of gates of an option, without the gates of its operands. The estimate assumes that
/// no operand is constant. Greedy extraction uses this estimate.
fn local_cost(choice: &SlotOption) -> u64 {
    let SlotOption::Node(head, args) = choice else {
        return 0;
    };
    if args.is_empty() {
        return 0;
    }
    let mut dag = Dag::default();
    let types: SmallVec<[Type; 3]> = match *head {
        Head::Leaf(..) | Head::Const(..) => return 0,
        Head::Call { function, .. } => FUNCTIONS[function as usize].params.into(),
        Head::Op { op, from, to } => match op {
            Op::Select => SmallVec::from_slice(&[Type::I1, to, to]),
            Op::PtrAdd => SmallVec::from_slice(&[Type::Ptr, Type::I64]),
            _ => SmallVec::from_elem(from, args.len()),
        },
    };
    let leaves: TermArgs = types
        .iter()
        .enumerate()
        .map(|(n, &ty)| dag.leaf(n as u32, ty))
        .collect();
    let id = dag.intern(*head, &leaves);
    CostTable::default().gates(&dag, &[id], &|_| false)
}
