//! Builds the query over ranks (positions of input numbers in their order). A *word* is an input number; a
//! *sort* is a set of words that are compared with each other. The link uses one arena for all queries over
//! ranks, so that solvers recognize expressions of earlier queries.
use super::domain::Domain;
use super::uses::{Uses, bounds, bytes_of};
use crate::model::Model;
use rustc_hash::FxHashMap;
use symtool_expr::{Arena, BinOp, ExprId, Node, SymArray};

/// The maximum number of input bytes that the ranks of one query may use.
const MAX_RANK_BYTES: u32 = 4096;

/// The arena of the queries over ranks, and the copies of inputs in it.
#[derive(Debug, Default)]
pub(super) struct Narrow {
    arena: Arena,
    /// The symbolic input whose bytes are the ranks; `None` before the first query. Each rank has one or more bytes.
    ranks: Option<SymArray>,
    /// For each input that the query uses by value (in other operations than comparisons), its copy in the arena of the
    /// query over ranks.
    inputs: FxHashMap<SymArray, SymArray>,
}

/// A query over ranks: a query in which the ranks of words (input numbers) replace the words.
#[derive(Debug)]
pub(super) struct RankQuery {
    pub constraints: Vec<ExprId>,
    /// The constraints of the original query, each with its translation to ranks.
    pairs: Vec<(ExprId, ExprId)>,
    sorts: Vec<Domain>,
    /// The words (input numbers) that ranks replace. Each word has the index of its sort in `sorts`, and the expression
    /// that represents its rank.
    words: Vec<(ExprId, usize, ExprId)>,
    /// The inputs that the query uses in other operations than comparisons. Each pair is an input in the original arena
    /// and its copy in the arena of the query over ranks.
    inputs: Vec<(SymArray, SymArray)>,
}

impl Narrow {
    /// Returns the arena and leaves an empty one. Later links of the chain use the returned arena while they answer
    /// the query.
    pub fn take_arena(&mut self) -> Arena {
        std::mem::take(&mut self.arena)
    }

    /// Puts back the arena that [`take_arena`](Self::take_arena) returned.
    pub fn put_arena(&mut self, arena: Arena) {
        self.arena = arena;
    }

    /// Returns the query over ranks; `None` if the ranks would need more than [`MAX_RANK_BYTES`] bytes.
    pub fn query(&mut self, from: &Arena, constraints: &[ExprId], uses: Uses) -> Option<RankQuery> {
        let mut query = RankQuery {
            constraints: Vec::new(),
            pairs: Vec::new(),
            sorts: Vec::new(),
            words: Vec::new(),
            inputs: Vec::new(),
        };
        let mut values: FxHashMap<ExprId, ExprId> = FxHashMap::default();
        let mut ranks: FxHashMap<ExprId, ExprId> = FxHashMap::default();
        let mut used = 0;
        for &e in &uses.nodes {
            if let Some(&sort) = uses.ranks.get(&e) {
                let rank = match from.node(e) {
                    Node::Ite { cond, then, other } => {
                        self.arena.ite(values[&cond], ranks[&then], ranks[&other])
                    }
                    Node::Const { .. } => self.constant(&uses.sorts[sort], from, e),
                    _ => {
                        let word = self.word(&uses.sorts[sort], &mut used)?;
                        query.words.push((e, sort, word));
                        word
                    }
                };
                ranks.insert(e, rank);
            }
            if uses.values.contains(&e) {
                let value = match from.node(e) {
                    Node::Bin { op, lhs, rhs } if uses.ordered.contains(&e) => {
                        self.compare(op, ranks[&lhs], ranks[&rhs])
                    }
                    node => self.value(from, node, &values),
                };
                values.insert(e, value);
            }
        }
        query.pairs = constraints.iter().map(|&c| (c, values[&c])).collect();
        query.constraints = query.pairs.iter().map(|&(_, new)| new).collect();
        self.bound_ranks(from, &uses.sorts, &mut query);
        query.inputs = self.inputs.iter().map(|(&old, &new)| (old, new)).collect();
        query.sorts = uses.sorts;
        Some(query)
    }

    fn constant(&mut self, sort: &Domain, from: &Arena, e: ExprId) -> ExprId {
        let value = from.as_const(e).expect("a constant");
        self.arena.int(sort.bits(), sort.rank(value))
    }

    /// Returns the expression of the rank of one more word (input number): the next unused bytes of the input `ranks`.
    /// `sort` determines the number of bytes. `used` is the number of bytes used so far; this function adds the size of
    /// the new rank. Returns `None` if the ranks would use more than [`MAX_RANK_BYTES`] bytes.
    fn word(&mut self, sort: &Domain, used: &mut u32) -> Option<ExprId> {
        let arena = &mut self.arena;
        let input = *self
            .ranks
            .get_or_insert_with(|| arena.symbol("ranks", MAX_RANK_BYTES));
        let bits = sort.bits();
        let first = *used;
        *used += bits.div_ceil(8);
        if *used > MAX_RANK_BYTES {
            return None;
        }
        let mut whole = arena.byte(input, first);
        for index in first + 1..*used {
            let byte = arena.byte(input, index);
            whole = arena.concat(byte, whole);
        }
        Some(arena.extract(whole, 0, bits))
    }

    fn compare(&mut self, op: BinOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        match op {
            BinOp::Eq => self.arena.eq(lhs, rhs),
            _ => self.arena.ult(lhs, rhs),
        }
    }

    /// Returns a copy of `node` in the arena of ranks. `values` maps the operands to their copies.
    fn value(&mut self, from: &Arena, node: Node, values: &FxHashMap<ExprId, ExprId>) -> ExprId {
        match node {
            Node::Byte { array, index } => {
                let arena = &mut self.arena;
                let input = *self.inputs.entry(array).or_insert_with(|| {
                    arena.symbol(from.symbol_name(array), from.symbol_len(array))
                });
                arena.byte(input, index)
            }
            node => {
                let args: Vec<ExprId> = node.children().iter().map(|c| values[c]).collect();
                self.arena.remake(&node, &args)
            }
        }
    }

    /// Adds the constraint that each rank is less than the number of ranks of its sort (the words that are compared
    /// with each other). If a word is a sign or zero extension, the rank of the word must be between the ranks of the
    /// least and the greatest value of the extension.
    fn bound_ranks(&mut self, from: &Arena, sorts: &[Domain], query: &mut RankQuery) {
        for &(word, sort, rank) in &query.words {
            let domain = &sorts[sort];
            let (low, high) = match bounds(from, word) {
                Some(ends) => (domain.rank(ends[0]), domain.rank(ends[1])),
                None => (0, domain.size() - 1),
            };
            let [low, high] = [low, high].map(|r| self.arena.int(domain.bits(), r));
            let above = self.arena.ule(low, rank);
            let below = self.arena.ule(rank, high);
            query.constraints.extend([above, below]);
        }
        query.constraints.sort_unstable();
        query.constraints.dedup();
        query.constraints.retain(|&c| c != Arena::TRUE);
    }
}

impl RankQuery {
    /// Translates a model of the query over ranks to a model of the program's inputs.
    pub fn widen(&self, program: &Arena, arena: &Arena, model: &Model) -> Model {
        let mut wide = Model::new();
        for &(old, new) in &self.inputs {
            for index in 0..arena.symbol_len(new) {
                let value = model.get(new, index);
                if value != 0 {
                    wide.set(old, index, value);
                }
            }
        }
        for &(word, sort, rank) in &self.words {
            let rank = model.eval(arena, rank).unsigned();
            // A correct solver returns no rank outside of the range of ranks. A rank of a wrong solver is clamped to
            // this range, and the evaluation of the original query rejects the model.
            let rank = rank.min(self.sorts[sort].size() - 1);
            let value = self.sorts[sort].value(rank).unsigned();
            for (at, (array, index)) in bytes_of(program, word).into_iter().enumerate() {
                wide.set(array, index, (value >> (8 * at)) as u8);
            }
        }
        wide
    }

    /// Returns the constraints of the original query from which the constraints in `core` were built. `core` is an
    /// unsat core of the query over ranks.
    pub fn originals(&self, core: &[ExprId]) -> Vec<ExprId> {
        let in_core = |(_, new): &&(ExprId, ExprId)| core.contains(new);
        self.pairs
            .iter()
            .filter(in_core)
            .map(|&(old, _)| old)
            .collect()
    }
}
