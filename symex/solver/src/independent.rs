//! Constraint independence: which constraints of a path share symbols, directly or through others, with a
//! question (Cadar et al., EXE, CCS 2006, §4).
//!
//! A union-find over symbols that can be rolled back: paths of one exploration share their beginnings, so
//! only the difference to the last path is processed.
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_expr::{Arena, ExprId, SymArray, Symbol};

/// The partition of the last path's symbols.
#[derive(Debug, Default)]
pub struct Independence {
    path: Vec<Entry>,
    parent: Vec<Symbol>,
    size: Vec<u32>,
    /// Roots that were attached to another root, oldest first.
    attached: Vec<Symbol>,
    /// Inputs whose bytes all belong together, because a constraint depends on a whole input.
    whole: Vec<SymArray>,
}

#[derive(Debug)]
struct Entry {
    constraint: ExprId,
    /// One of its symbols, if it has any.
    symbol: Option<Symbol>,
    /// Lengths of the logs before it.
    attached: usize,
    whole: usize,
}

impl Independence {
    /// The constraints of the path that the expressions depend on, in path order.
    pub fn relevant(
        &mut self,
        arena: &Arena,
        path: &[ExprId],
        questions: &[ExprId],
    ) -> Vec<ExprId> {
        self.synchronise(arena, path);
        let mut roots: FxHashSet<Symbol> = FxHashSet::default();
        for &question in questions {
            for &symbol in arena.support(question) {
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
        }
        let in_roots = |entry: &&Entry| entry.symbol.is_some_and(|s| roots.contains(&self.find(s)));
        self.path
            .iter()
            .filter(in_roots)
            .map(|entry| entry.constraint)
            .collect()
    }

    /// All constraints of the path in independent groups, in order of their first constraints.
    pub fn groups(&mut self, arena: &Arena, path: &[ExprId]) -> Vec<Vec<ExprId>> {
        self.synchronise(arena, path);
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
        groups
    }

    /// Makes the partition that of another path.
    fn synchronise(&mut self, arena: &Arena, path: &[ExprId]) {
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

    /// The representative; without path compression, so that unions can be undone.
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
