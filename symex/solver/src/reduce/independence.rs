//! Constraint independence (Cadar et al., EXE, CCS 2006, §4): removes the constraints from a query that cannot
//! influence its answer. The answer depends only on the constraints that share symbols with the condition of the query,
//! directly or through other constraints. A *symbol* is the number of an input byte, or of a whole input.
//!
//! The implementation is a union-find over symbols with rollback. Successive paths share prefixes, so only
//! the constraints after the common prefix with the previous path are processed.
use crate::technique::Technique;
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_expr::{Arena, ExprId, SymArray, Symbol};

/// The link (solving technique of the solver chain) that selects constraints by independence. It stores the groups of
/// symbols (input bytes and whole inputs) of the previous path.
#[derive(Debug, Default)]
pub(crate) struct Independence {
    path: Vec<Entry>,
    parent: Vec<Symbol>,
    size: Vec<u32>,
    /// The unions of groups in the union-find, oldest first. A union is recorded as a symbol: the representative of the
    /// group that was attached to the other group. Rollback undoes the unions, newest first.
    attached: Vec<Symbol>,
    /// The inputs that a constraint uses as a whole, for example by a read at a symbolic index. All bytes of such an
    /// input are in one group, together with the symbol of the whole input.
    whole: Vec<SymArray>,
}

#[derive(Debug)]
struct Entry {
    constraint: ExprId,
    /// One symbol of the constraint. The representative of this symbol in the union-find identifies the group of the
    /// constraint. `None` if the constraint has no symbols.
    symbol: Option<Symbol>,
    /// The length of the list `Independence::attached` before the constraint was added.
    attached: usize,
    /// The length of the list `Independence::whole` before the constraint was added.
    whole: usize,
}

impl Technique for Independence {
    fn relevant(&mut self, arena: &Arena, path: &[ExprId], e: ExprId) -> Option<Vec<ExprId>> {
        self.synchronize(arena, path);
        let mut roots: FxHashSet<Symbol> = FxHashSet::default();
        for &symbol in arena.support(e) {
            match arena.symbol_place(symbol) {
                (array, None) if !self.whole.contains(&array) => {
                    let bytes = 0..arena.symbol_len(array);
                    roots.extend(bytes.map(|i| self.find(arena.symbol_of(array, i))));
                }
                _ => {
                    roots.insert(self.find(symbol));
                }
            }
        }
        let in_roots = |entry: &&Entry| entry.symbol.is_some_and(|s| roots.contains(&self.find(s)));
        let relevant = self.path.iter().filter(in_roots);
        let relevant: Vec<ExprId> = relevant.map(|entry| entry.constraint).collect();
        (relevant.len() < path.len()).then_some(relevant)
    }

    /// Returns the independent groups of the constraints in `path`, in the order of their first constraints.
    fn groups(&mut self, arena: &Arena, path: &[ExprId]) -> Option<Vec<Vec<ExprId>>> {
        self.synchronize(arena, path);
        let mut groups: Vec<Vec<ExprId>> = Vec::new();
        let mut of_root: FxHashMap<Option<Symbol>, usize> = FxHashMap::default();
        for entry in &self.path {
            let root = entry.symbol.map(|s| self.find(s));
            let group = *of_root.entry(root).or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            groups[group].push(entry.constraint);
        }
        Some(groups)
    }
}

impl Independence {
    /// Computes the groups of symbols that the constraints of `path` connect: rolls back to the common prefix with the
    /// previous path, then adds the remaining constraints of `path`.
    fn synchronize(&mut self, arena: &Arena, path: &[ExprId]) {
        let same = self
            .path
            .iter()
            .zip(path)
            .take_while(|(entry, c)| entry.constraint == **c)
            .count();
        if let Some(entry) = self.path.get(same) {
            let (attached, whole) = (entry.attached, entry.whole);
            for child in self.attached.drain(attached..).rev() {
                let parent = self.parent[child as usize];
                self.size[parent as usize] -= self.size[child as usize];
                self.parent[child as usize] = child;
            }
            self.whole.truncate(whole);
            self.path.truncate(same);
        }
        for &constraint in &path[same..] {
            self.add(arena, constraint);
        }
    }

    fn add(&mut self, arena: &Arena, constraint: ExprId) {
        let support = arena.support(constraint);
        self.path.push(Entry {
            constraint,
            symbol: support.first().copied(),
            attached: self.attached.len(),
            whole: self.whole.len(),
        });
        for &symbol in support {
            self.union(support[0], symbol);
            let (array, byte) = arena.symbol_place(symbol);
            if byte.is_none() && !self.whole.contains(&array) {
                self.whole.push(array);
                for index in 0..arena.symbol_len(array) {
                    self.union(symbol, arena.symbol_of(array, index));
                }
            }
        }
    }

    /// Returns the representative of the group that contains a symbol. There is no path compression, so that unions of
    /// groups can be undone.
    fn find(&self, mut symbol: Symbol) -> Symbol {
        while let Some(&parent) = self.parent.get(symbol as usize) {
            if parent == symbol {
                break;
            }
            symbol = parent;
        }
        symbol
    }

    fn union(&mut self, a: Symbol, b: Symbol) {
        for symbol in self.parent.len()..=a.max(b) as usize {
            self.parent.push(symbol as Symbol);
            self.size.push(1);
        }
        let (mut a, mut b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        if self.size[a as usize] < self.size[b as usize] {
            std::mem::swap(&mut a, &mut b);
        }
        self.parent[b as usize] = a;
        self.size[a as usize] += self.size[b as usize];
        self.attached.push(b);
    }
}
