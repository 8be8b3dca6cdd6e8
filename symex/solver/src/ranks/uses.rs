//! How a query uses its words of input: for their value, or only in comparisons.
//!
//! A word is some bytes of input put together (or such a word extended). A word or a constant, or an `ite` between them,
//! *has a place* in an order. Comparisons of such are *ordered*; what they compare belongs to one sort. A word that is used
//! in any other way as well, or that shares bytes with another word, keeps its value and with it all of its sort.
use super::domain::{Domain, Order};
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_expr::{Arena, BinOp, ExprId, Node, SymArray, UnOp};
use symtool_ir::Bits;

/// Fewer comparisons of what varies than this are not worth another form of the query.
const FEW: usize = 4;
/// Words wider than this are left as they are.
const WIDEST: u32 = 64;

/// What a node may be.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Kind {
    /// Bytes of input.
    Word,
    /// A word, extended.
    Extended,
    Constant,
    /// An `ite` of such.
    Choice,
    Other,
}

impl Kind {
    fn has_place(self) -> bool {
        self != Kind::Other
    }

    fn varies(self) -> bool {
        matches!(self, Kind::Word | Kind::Extended | Kind::Choice)
    }
}

/// What is made of a query.
#[derive(Debug)]
pub(super) struct Uses {
    /// Everything that the query needs, operands first.
    pub nodes: Vec<ExprId>,
    /// Needed for their values.
    pub values: FxHashSet<ExprId>,
    /// Needed for their places, and the sort they belong to.
    pub places: FxHashMap<ExprId, usize>,
    /// Comparisons of places.
    pub ordered: FxHashSet<ExprId>,
    /// The places of each sort.
    pub sorts: Vec<Domain>,
}

impl Uses {
    /// Finds the sorts; `None` if ranks would not make the query simpler.
    pub fn of(arena: &Arena, constraints: &[ExprId]) -> Option<Uses> {
        let nodes = arena.postorder(constraints);
        let kinds = kinds(arena, &nodes)?;
        let mut kept = FxHashSet::default();
        loop {
            let mut round = Round::new(arena, &kinds, &kept);
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

/// What each node may be; `None` if too little is compared, or arrays are read.
fn kinds(arena: &Arena, nodes: &[ExprId]) -> Option<FxHashMap<ExprId, Kind>> {
    let mut kinds: FxHashMap<ExprId, Kind> = FxHashMap::default();
    let mut comparisons = 0;
    for &e in nodes {
        let kind = match arena.node(e) {
            Node::Read { .. } => return None,
            _ if arena.width(e) > WIDEST => Kind::Other,
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
                match then.has_place() && other.has_place() {
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
    (comparisons >= FEW).then_some(kinds)
}

/// The bytes of a word, lowest first, seen through an extension.
pub(super) fn bytes_of(arena: &Arena, word: ExprId) -> Vec<(SymArray, u32)> {
    let mut bytes = Vec::new();
    let mut work = vec![word];
    while let Some(e) = work.pop() {
        match arena.node(e) {
            Node::Byte { array, index } => bytes.push((array, index)),
            // The low part is taken from the stack first.
            node => work.extend(node.children()),
        }
    }
    bytes
}

/// Comparisons that belong together, with what they compare.
#[derive(Default)]
struct Group {
    comparisons: Vec<ExprId>,
    words: Vec<ExprId>,
    constants: Vec<Bits>,
    places: Vec<ExprId>,
    signed: bool,
    unsigned: bool,
}

/// The query walked once, from its constraints to its inputs, with some comparisons kept as they are.
struct Round<'a> {
    arena: &'a Arena,
    kinds: &'a FxHashMap<ExprId, Kind>,
    kept: &'a FxHashSet<ExprId>,
    values: FxHashSet<ExprId>,
    /// Needed for their places: who stands for their sort.
    parent: FxHashMap<ExprId, ExprId>,
    ordered: Vec<ExprId>,
    /// Who uses each byte: a word, or `None` if its value counts.
    users: FxHashMap<(SymArray, u32), Option<ExprId>>,
    /// Words whose bytes are used by others, too.
    torn: FxHashSet<ExprId>,
}

impl<'a> Round<'a> {
    fn new(
        arena: &'a Arena,
        kinds: &'a FxHashMap<ExprId, Kind>,
        kept: &'a FxHashSet<ExprId>,
    ) -> Self {
        Round {
            arena,
            kinds,
            kept,
            values: FxHashSet::default(),
            parent: FxHashMap::default(),
            ordered: Vec::new(),
            users: FxHashMap::default(),
            torn: FxHashSet::default(),
        }
    }

    fn walk(&mut self, constraints: &[ExprId], nodes: &[ExprId]) {
        self.values.extend(constraints);
        for &e in nodes.iter().rev() {
            if self.values.contains(&e) {
                self.value(e);
            }
            if self.parent.contains_key(&e) {
                self.place(e);
            }
        }
    }

    /// What is needed for the value of a node.
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
        let places = left.has_place() && right.has_place();
        compare && places && (left.varies() || right.varies()) && !self.kept.contains(&e)
    }

    /// What is needed for the place of a node.
    fn place(&mut self, e: ExprId) {
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
        // Each word comes once, so one that comes again has the byte twice.
        self.torn.extend(first.into_iter().chain(user));
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
            // A constant that two sorts have ties them together, which costs bits, not answers.
            self.parent.entry(e).or_insert(e);
        }
        let (a, b) = (self.find(a), self.find(b));
        self.parent.insert(a.max(b), a.min(b));
    }

    /// The sorts, in the order of their first places.
    fn groups(&self) -> Vec<Group> {
        let mut places: Vec<ExprId> = self.parent.keys().copied().collect();
        places.sort_unstable();
        let mut of_root: FxHashMap<ExprId, usize> = FxHashMap::default();
        let mut groups: Vec<Group> = Vec::new();
        for e in places {
            let index = *of_root.entry(self.find(e)).or_insert(groups.len());
            if index == groups.len() {
                groups.push(Group::default());
            }
            let group = &mut groups[index];
            group.places.push(e);
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

    /// Is there one order, and does nothing but the order of its words count?
    fn only_compared(&self, group: &Group) -> bool {
        let sign_extended =
            |&e: &ExprId| matches!(self.arena.node(e), Node::Un { op: UnOp::Sext, .. });
        let clash = group.unsigned && (group.signed || group.words.iter().any(sign_extended));
        !clash && !group.words.iter().any(|word| self.torn.contains(word))
    }

    /// The sorts with their domains, if they are worth it.
    fn finish(self, nodes: Vec<ExprId>, groups: Vec<Group>) -> Option<Uses> {
        let mut places = FxHashMap::default();
        let mut sorts = Vec::new();
        let mut worth = false;
        for group in groups {
            let width = self.arena.width(group.places[0]);
            let order = match group.unsigned {
                true => Order::Unsigned,
                false => Order::Signed,
            };
            let domain = Domain::new(width, order, group.words.len(), &group.constants);
            worth |= group.comparisons.len() >= FEW && domain.bits() * 2 <= width;
            places.extend(group.places.iter().map(|&e| (e, sorts.len())));
            sorts.push(domain);
        }
        let uses = Uses {
            nodes,
            values: self.values,
            places,
            ordered: self.ordered.into_iter().collect(),
            sorts,
        };
        worth.then_some(uses)
    }
}

impl Group {
    /// The bounds of extended words are constants of the sort, too.
    fn bound(&mut self, arena: &Arena) {
        for &word in &self.words {
            self.constants
                .extend(bounds(arena, word).into_iter().flatten());
        }
    }
}

/// The least and the greatest value of an extended word.
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
