//! Traversal of expressions, their size, and substitution. All functions are iterative, because expressions may be
//! 100,000 nodes deep. An array *version* is the contents of an array after some stores.
use super::arena::{Arena, ArrayNode};
use super::node::{ArrayId, ExprId, Node};
use rustc_hash::{FxHashMap, FxHashSet};

impl Arena {
    /// Returns all subexpressions of `roots`, including the roots, each once and after its operands. The
    /// operands of a read include the contents of the array.
    pub fn postorder(&self, roots: &[ExprId]) -> Vec<ExprId> {
        let mut arrays = FxHashSet::default();
        let mut seen: FxHashSet<ExprId> = roots.iter().copied().collect();
        let mut work: Vec<ExprId> = seen.iter().copied().collect();
        while let Some(e) = work.pop() {
            let node = self.node(e);
            let mut visit = |child: ExprId| {
                if seen.insert(child) {
                    work.push(child);
                }
            };
            node.children().into_iter().for_each(&mut visit);
            if let Node::Read { array, .. } = node {
                self.visit_array(array, &mut arrays, &mut visit);
            }
        }
        // Operands are always older than their users, so the order of ids is a topological order.
        let mut order: Vec<ExprId> = seen.into_iter().collect();
        order.sort_unstable();
        order
    }

    /// Calls `visit` on each expression in the contents of an array version, including the older versions on
    /// which it is based. Each version is visited once.
    fn visit_array(
        &self,
        mut array: ArrayId,
        seen: &mut FxHashSet<ArrayId>,
        visit: &mut impl FnMut(ExprId),
    ) {
        while seen.insert(array) {
            match self.array(array) {
                ArrayNode::Cells(cells) => cells.iter().copied().for_each(&mut *visit),
                &ArrayNode::Store { base, index, value } => {
                    visit(index);
                    visit(value);
                    array = base;
                }
            }
        }
    }

    /// Returns the number of distinct nodes in the expressions `roots`.
    pub fn node_count(&self, roots: &[ExprId]) -> usize {
        self.postorder(roots).len()
    }

    /// Replaces each key of `map` in `root` by its value, an expression of the same width, and simplifies the
    /// result. Nothing is replaced within the values of `map`.
    pub fn substitute(&mut self, root: ExprId, map: &FxHashMap<ExprId, ExprId>) -> ExprId {
        if map.is_empty() {
            return root;
        }
        let order = self.postorder(&[root]);
        self.rebuilt(root, order, map, FxHashMap::default())
    }

    /// Replaces each key of `map` in `root` by its value, and simplifies the result. The keys are bytes of the bound
    /// variable of a quantifier. Subexpressions without the bound variable are not visited.
    pub(super) fn substitute_bound(
        &mut self,
        root: ExprId,
        map: &FxHashMap<ExprId, ExprId>,
    ) -> ExprId {
        let mut order = Vec::new();
        let mut arrays = FxHashSet::default();
        let mut same: FxHashMap<ArrayId, ArrayId> = FxHashMap::default();
        let mut seen: FxHashSet<ExprId> = FxHashSet::default();
        let mut work = vec![root];
        while let Some(e) = work.pop() {
            if !self.mentions_bound_variable(e) || !seen.insert(e) {
                continue;
            }
            order.push(e);
            let node = self.node(e);
            work.extend(node.children());
            if let Node::Read { array, .. } = node {
                if self.array_mentions_bound_variable(array) {
                    self.visit_array(array, &mut arrays, &mut |child| work.push(child));
                } else {
                    same.insert(array, array);
                }
            }
        }
        order.sort_unstable();
        self.rebuilt(root, order, map, same)
    }

    /// Rebuilds the expressions of `order`, in which operands precede their users. `map` gives the expressions to
    /// replace, with their replacements. `arrays` does the same for array versions (contents of arrays): a version that
    /// is a key of `arrays` is replaced by the value of this key.
    fn rebuilt(
        &mut self,
        root: ExprId,
        order: Vec<ExprId>,
        map: &FxHashMap<ExprId, ExprId>,
        mut arrays: FxHashMap<ArrayId, ArrayId>,
    ) -> ExprId {
        let mut done: FxHashMap<ExprId, ExprId> = map.clone();
        for e in order {
            if !done.contains_key(&e) {
                let new = self.rebuild(e, &done, &mut arrays);
                done.insert(e, new);
            }
        }
        made(&done, root)
    }

    fn rebuild(
        &mut self,
        e: ExprId,
        done: &FxHashMap<ExprId, ExprId>,
        arrays: &mut FxHashMap<ArrayId, ArrayId>,
    ) -> ExprId {
        match self.node(e) {
            Node::Const { .. } | Node::Byte { .. } => e,
            Node::Read { array, index } => {
                let array = self.rebuild_array(array, done, arrays);
                self.read(array, made(done, index))
            }
            node => {
                let children = node.children();
                if children.iter().all(|&c| made(done, c) == c) {
                    return e;
                }
                let new: Vec<ExprId> = children.iter().map(|&c| made(done, c)).collect();
                self.remake(&node, &new)
            }
        }
    }

    fn rebuild_array(
        &mut self,
        array: ArrayId,
        done: &FxHashMap<ExprId, ExprId>,
        arrays: &mut FxHashMap<ArrayId, ArrayId>,
    ) -> ArrayId {
        let mut versions = Vec::new();
        let mut at = array;
        while !arrays.contains_key(&at) {
            versions.push(at);
            match self.array(at) {
                ArrayNode::Cells(_) => break,
                &ArrayNode::Store { base, .. } => at = base,
            }
        }
        for version in versions.into_iter().rev() {
            let new = match self.array(version).clone() {
                ArrayNode::Cells(cells) => {
                    let cells: Vec<ExprId> = cells.iter().map(|&c| made(done, c)).collect();
                    self.cells_array(&cells)
                }
                ArrayNode::Store { base, index, value } => {
                    self.store(arrays[&base], made(done, index), made(done, value))
                }
            };
            arrays.insert(version, new);
        }
        arrays[&array]
    }

    /// Returns a simplified copy of a node with the operands `args`. A constant, an input byte or an array read is
    /// returned without changes.
    pub fn remake(&mut self, node: &Node, args: &[ExprId]) -> ExprId {
        match *node {
            Node::Un { op, width, .. } => self.op(op.op(), u32::from(width), args),
            Node::Extract { width, low, .. } => {
                self.extract(args[0], u32::from(low), u32::from(width))
            }
            Node::Ite { .. } => self.ite(args[0], args[1], args[2]),
            Node::ForAll { var, max, .. } => self.for_all(var, max, args[0], args[1]),
            Node::Bin { op, .. } => match op.op() {
                Some(op) => self.op(op, self.width(args[0]), args),
                None => self.concat(args[0], args[1]),
            },
            Node::Const { .. } | Node::Byte { .. } | Node::Read { .. } => self.intern(*node),
        }
    }
}

/// Returns the replacement of an expression in the map `done`, or the expression itself if the map does not contain it.
fn made(done: &FxHashMap<ExprId, ExprId>, e: ExprId) -> ExprId {
    done.get(&e).copied().unwrap_or(e)
}
