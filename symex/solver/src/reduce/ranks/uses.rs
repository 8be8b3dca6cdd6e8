//! Classifies the uses of a query's input words. A use is by rank (as an operand of a comparison or `ite`) or
//! by value (any other use). For example, `x < y` uses x by rank, and `x + 1` uses x by value.
//!
//! A *word* is a concatenation of input bytes, or an extension of such a concatenation. Words, constants and `ite`s
//! between them *have a rank*. A comparison of two expressions that have a rank is *ordered*: it can become a
//! comparison of the ranks. Both operands then belong to one *sort*. Ranks preserve only the order within one sort.
//! Therefore the words of a sort are not replaced by ranks in three cases:
//!
//! - A word of the sort is also used by value.
//! - A word of the sort shares bytes with another word.
//! - The sort has unsigned comparisons, and also signed comparisons or sign-extended words.
use super::domain::{Domain, Order};
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_expr::{Arena, BinOp, ExprId, Node, SymArray, UnOp};
use symtool_ir::Bits;

/// The minimum number of comparisons between two expressions that are not constants. A query with fewer of these
/// comparisons is not replaced by a query over ranks. In addition, one of the sorts (sets of words that are
/// compared with each other) must have at least this number of comparisons, including those with constants.
const MIN_COMPARISONS: usize = 4;
/// The maximum width, in bits, of a word that is replaced by its rank.
const MAX_WIDTH: u32 = 64;

/// The kind of an expression, which determines whether the expression has a rank. An expression of the kind `Other` has
/// no rank.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Kind {
    /// A concatenation of input bytes.
    Word,
    /// A sign- or zero-extended concatenation of input bytes.
    Extended,
    Constant,
    /// An `ite` whose two arms both have a rank.
    Choice,
    Other,
}

impl Kind {
    fn has_rank(self) -> bool {
        self != Kind::Other
    }

    fn varies(self) -> bool {
        matches!(self, Kind::Word | Kind::Extended | Kind::Choice)
    }
}

/// The uses of all nodes of a query: by value or by rank.
#[derive(Debug)]
pub(super) struct Uses {
    /// All expression nodes of the query, operands first.
    pub nodes: Vec<ExprId>,
    /// The nodes that are used by value: not only in comparisons.
    pub values: FxHashSet<ExprId>,
    /// The nodes that are used by rank (only compared), each with the index of its sort.
    pub ranks: FxHashMap<ExprId, usize>,
    /// The comparisons of words that become comparisons of ranks.
    pub ordered: FxHashSet<ExprId>,
    /// The possible ranks of each sort.
    pub sorts: Vec<Domain>,
}

impl Uses {
    /// Partitions the compared words into sorts (sets of words that are compared with each other). Returns `None` if
    /// ranks would not simplify the query.
    pub fn of(arena: &Arena, constraints: &[ExprId]) -> Option<Uses> {
        let nodes = arena.postorder(constraints);
        let kinds = kinds(arena, &nodes)?;
        let mut kept = FxHashSet::default();
        loop {
            let mut round = Traversal::new(arena, &kinds, &kept);
            round.walk(constraints, &nodes);
            let groups = round.groups();
            let valued = groups.iter().filter(|group| !round.only_compared(group));
            let more: Vec<ExprId> = valued.flat_map(|g| g.comparisons.clone()).collect();
            if more.is_empty() {
                return round.finish(nodes, groups);
            }
            kept.extend(more);
        }
    }
}

/// Returns the kind of each node. Returns `None` if the query has too few comparisons or has array reads.
fn kinds(arena: &Arena, nodes: &[ExprId]) -> Option<FxHashMap<ExprId, Kind>> {
    let mut kinds: FxHashMap<ExprId, Kind> = FxHashMap::default();
    let mut comparisons = 0;
    for &e in nodes {
        let kind = match arena.node(e) {
            Node::Read { .. } => return None,
            _ if arena.width(e) > MAX_WIDTH => Kind::Other,
            Node::Byte { .. } => Kind::Word,
            Node::Bin {
                op: BinOp::Concat,
                lhs,
                rhs,
            } => match (kinds[&lhs], kinds[&rhs]) {
                (Kind::Word, Kind::Word) => Kind::Word,
                _ => Kind::Other,
            },
            Node::Un {
                op: UnOp::Zext | UnOp::Sext,
                arg,
                ..
            } if kinds[&arg] == Kind::Word => Kind::Extended,
            Node::Const { .. } if arena.width(e) > 1 => Kind::Constant,
            Node::Ite { then, other, .. } if arena.width(e) > 1 => {
                let (then, other) = (kinds[&then], kinds[&other]);
                match then.has_rank() && other.has_rank() {
                    true => Kind::Choice,
                    false => Kind::Other,
                }
            }
            Node::Bin { op, lhs, rhs } if op.is_compare() => {
                comparisons += usize::from(kinds[&lhs].varies() && kinds[&rhs].varies());
                Kind::Other
            }
            _ => Kind::Other,
        };
        kinds.insert(e, kind);
    }
    (comparisons >= MIN_COMPARISONS).then_some(kinds)
}

/// Returns the input bytes of a word or extended word, lowest first.
pub(super) fn bytes_of(arena: &Arena, word: ExprId) -> Vec<(SymArray, u32)> {
    let mut bytes = Vec::new();
    let mut work = vec![word];
    while let Some(e) = work.pop() {
        match arena.node(e) {
            Node::Byte { array, index } => bytes.push((array, index)),
            // The worklist is a stack, so the low operand of a concatenation is visited first.
            node => work.extend(node.children()),
        }
    }
    bytes
}

/// The comparisons of one sort (a set of words that are compared with each other), and the nodes that they compare.
#[derive(Default)]
struct Group {
    comparisons: Vec<ExprId>,
    words: Vec<ExprId>,
    constants: Vec<Bits>,
    nodes: Vec<ExprId>,
    signed: bool,
    unsigned: bool,
}

/// One traversal of the query from its constraints to its inputs. `kept` contains the comparisons that earlier
/// traversals found unsuitable for ranks; their operands are used by value.
struct Traversal<'a> {
    arena: &'a Arena,
    kinds: &'a FxHashMap<ExprId, Kind>,
    kept: &'a FxHashSet<ExprId>,
    values: FxHashSet<ExprId>,
    /// Union-find over the nodes that are used by rank. The map contains the parent of each node.
    parent: FxHashMap<ExprId, ExprId>,
    ordered: Vec<ExprId>,
    /// The word that uses each input byte; `None` if the byte is used by value.
    users: FxHashMap<(SymArray, u32), Option<ExprId>>,
    /// Words that share bytes with another word or with a use by value.
    overlapping: FxHashSet<ExprId>,
}

impl<'a> Traversal<'a> {
    fn new(
        arena: &'a Arena,
        kinds: &'a FxHashMap<ExprId, Kind>,
        kept: &'a FxHashSet<ExprId>,
    ) -> Self {
        Traversal {
            arena,
            kinds,
            kept,
            values: FxHashSet::default(),
            parent: FxHashMap::default(),
            ordered: Vec::new(),
            users: FxHashMap::default(),
            overlapping: FxHashSet::default(),
        }
    }

    fn walk(&mut self, constraints: &[ExprId], nodes: &[ExprId]) {
        self.values.extend(constraints);
        for &e in nodes.iter().rev() {
            if self.values.contains(&e) {
                self.value(e);
            }
            if self.parent.contains_key(&e) {
                self.rank(e);
            }
        }
    }

    /// Visits the node `e`, which is used by value (not only compared), and records how it uses its operands. An
    /// ordered comparison such as `a < b` uses its operands by rank. Any other node uses them by value.
    fn value(&mut self, e: ExprId) {
        match self.arena.node(e) {
            Node::Byte { array, index } => self.take((array, index), None),
            Node::Bin { lhs, rhs, .. } if self.is_ordered(e, lhs, rhs) => {
                self.ordered.push(e);
                self.union(lhs, rhs);
            }
            node => self.values.extend(node.children()),
        }
    }

    fn is_ordered(&self, e: ExprId, lhs: ExprId, rhs: ExprId) -> bool {
        let (left, right) = (self.kinds[&lhs], self.kinds[&rhs]);
        let compare = matches!(self.arena.node(e), Node::Bin { op, .. } if op.is_compare());
        let ranks = left.has_rank() && right.has_rank();
        compare && ranks && (left.varies() || right.varies()) && !self.kept.contains(&e)
    }

    /// Visits the node `e`, which is used by rank (only compared), and records how it uses its operands. An `ite`
    /// uses its condition by value and its arms by rank.
    fn rank(&mut self, e: ExprId) {
        match self.kinds[&e] {
            Kind::Word | Kind::Extended => {
                for byte in bytes_of(self.arena, e) {
                    self.take(byte, Some(e));
                }
            }
            Kind::Choice => {
                if let Node::Ite { cond, then, other } = self.arena.node(e) {
                    self.values.insert(cond);
                    self.union(e, then);
                    self.union(e, other);
                }
            }
            Kind::Constant | Kind::Other => {}
        }
    }

    fn take(&mut self, byte: (SymArray, u32), user: Option<ExprId>) {
        let Some(&first) = self.users.get(&byte) else {
            self.users.insert(byte, user);
            return;
        };
        // Each word (input number) is visited once. Therefore, if a byte already has a user, the byte has two different
        // uses: by two words, or by one word and by value.
        self.overlapping.extend(first.into_iter().chain(user));
    }

    fn find(&self, mut e: ExprId) -> ExprId {
        while let Some(&parent) = self.parent.get(&e) {
            if parent == e {
                break;
            }
            e = parent;
        }
        e
    }

    fn union(&mut self, a: ExprId, b: ExprId) {
        for e in [a, b] {
            // If a constant is compared with words of two sorts, the sorts (sets of words with one order) become one.
            // This is sound, but the ranks of a larger sort may need more bits.
            self.parent.entry(e).or_insert(e);
        }
        let (a, b) = (self.find(a), self.find(b));
        self.parent.insert(a.max(b), a.min(b));
    }

    /// Returns one group for each sort: the nodes of the sort, and the comparisons between these nodes. The groups are
    /// in the order of their first nodes.
    fn groups(&self) -> Vec<Group> {
        let mut nodes: Vec<ExprId> = self.parent.keys().copied().collect();
        nodes.sort_unstable();
        let mut of_root: FxHashMap<ExprId, usize> = FxHashMap::default();
        let mut groups: Vec<Group> = Vec::new();
        for e in nodes {
            let index = *of_root.entry(self.find(e)).or_insert(groups.len());
            if index == groups.len() {
                groups.push(Group::default());
            }
            let group = &mut groups[index];
            group.nodes.push(e);
            match self.kinds[&e] {
                Kind::Word | Kind::Extended => group.words.push(e),
                Kind::Constant => group.constants.extend(self.arena.as_const(e)),
                Kind::Choice | Kind::Other => {}
            }
        }
        for &e in &self.ordered {
            if let Node::Bin { op, lhs, .. } = self.arena.node(e) {
                let group = &mut groups[of_root[&self.find(lhs)]];
                group.comparisons.push(e);
                group.signed |= op == BinOp::Slt;
                group.unsigned |= op == BinOp::Ult;
            }
        }
        for group in &mut groups {
            group.bound(self.arena);
        }
        groups
    }

    /// Returns whether ranks can replace the words of a sort (a set of words that are compared with each other). All
    /// comparisons of the sort must have the same order (signed or unsigned). No word of the sort may share bytes with
    /// another word or with a use by value. Sign-extended words must not be compared in unsigned order, because their
    /// values do not form one range in this order.
    fn only_compared(&self, group: &Group) -> bool {
        let sign_extended =
            |&e: &ExprId| matches!(self.arena.node(e), Node::Un { op: UnOp::Sext, .. });
        let clash = group.unsigned && (group.signed || group.words.iter().any(sign_extended));
        !clash
            && !group
                .words
                .iter()
                .any(|word| self.overlapping.contains(word))
    }

    /// Computes the ranks of each sort (set of words that are compared with each other). Returns `None` if ranks would
    /// not simplify the query.
    fn finish(self, nodes: Vec<ExprId>, groups: Vec<Group>) -> Option<Uses> {
        let mut ranks = FxHashMap::default();
        let mut sorts = Vec::new();
        let mut worth = false;
        for group in groups {
            let width = self.arena.width(group.nodes[0]);
            let order = match group.unsigned {
                true => Order::Unsigned,
                false => Order::Signed,
            };
            let domain = Domain::new(width, order, group.words.len(), &group.constants);
            worth |= group.comparisons.len() >= MIN_COMPARISONS && domain.bits() * 2 <= width;
            ranks.extend(group.nodes.iter().map(|&e| (e, sorts.len())));
            sorts.push(domain);
        }
        let uses = Uses {
            nodes,
            values: self.values,
            ranks,
            ordered: self.ordered.into_iter().collect(),
            sorts,
        };
        worth.then_some(uses)
    }
}

impl Group {
    /// Adds the least and the greatest value of each sign- or zero-extended word (input number) to the constants of the
    /// sort, so that both values have ranks.
    fn bound(&mut self, arena: &Arena) {
        for &word in &self.words {
            self.constants
                .extend(bounds(arena, word).into_iter().flatten());
        }
    }
}

/// Returns the least and the greatest value of a sign- or zero-extended input number; `None` if the expression is no
/// extension.
pub(super) fn bounds(arena: &Arena, word: ExprId) -> Option<[Bits; 2]> {
    let Node::Un { op, arg, .. } = arena.node(word) else {
        return None;
    };
    let (width, inner) = (arena.width(word), arena.width(arg));
    let top = symtool_ir::bits::mask(inner);
    let (low, high) = match op {
        UnOp::Sext => ((top >> 1).wrapping_neg() - 1, top >> 1),
        _ => (0, top),
    };
    Some([low, high].map(|v| Bits::new(width, v & symtool_ir::bits::mask(width))))
}
