//! Transfers expressions from the arena of one worker (one thread of an exploration) to the arena of another, together
//! with the state that contains them. An array *version* is the contents of an array after some stores.
//!
//! A [`Packer`] collects expressions of a source arena. The packed [`Terms`] contain each subexpression once, under its
//! id in the source arena. Unpacking interns the oldest nodes first, so operands precede their users. The nodes are
//! already canonical and are not simplified again. Commutative operands are reordered by their age in the target arena.
//! Otherwise the target arena could contain one expression in two forms, `x + y` and `y + x`.
use super::{Arena, ArrayId, ArrayNode, ExprId, Node, SymArray};
use rustc_hash::{FxHashMap, FxHashSet};

/// Collects expressions, array versions and inputs of one arena.
#[derive(Default)]
pub struct Packer {
    exprs: FxHashSet<ExprId>,
    arrays: FxHashSet<ArrayId>,
    inputs: FxHashSet<SymArray>,
    /// The worklist: collected expressions with operands that may not be collected yet.
    work: Vec<ExprId>,
}

/// Expressions copied out of an arena, to be sent to another thread. Operands are given by their ids in the source
/// arena; unpacking replaces these ids by ids of the target arena.
pub struct Terms {
    inputs: Vec<(SymArray, String, u32)>,
    /// The bound variables of quantifiers, and their sizes in bytes.
    bound: Vec<(SymArray, u32)>,
    nodes: Vec<(ExprId, Node)>,
    arrays: Vec<(ArrayId, Version)>,
}

/// An array version (the contents of an array after some stores) copied out of an arena. As in [`Terms`], the ids are
/// those of the source arena.
enum Version {
    Cells(Vec<ExprId>),
    Store {
        base: ArrayId,
        index: ExprId,
        value: ExprId,
    },
}

/// The map from the ids of the source arena to the ids of the target arena.
#[derive(Default)]
pub struct Unpacked {
    exprs: FxHashMap<ExprId, ExprId>,
    arrays: FxHashMap<ArrayId, ArrayId>,
    inputs: FxHashMap<SymArray, SymArray>,
}

impl Packer {
    /// Adds an expression.
    pub fn expr(&mut self, e: ExprId) {
        if self.exprs.insert(e) {
            self.work.push(e);
        }
    }

    /// Adds an array version (the contents of an array after some stores), with the older versions on which it is
    /// based.
    pub fn array(&mut self, arena: &Arena, mut array: ArrayId) {
        while self.arrays.insert(array) {
            match arena.array(array) {
                ArrayNode::Cells(cells) => cells.iter().for_each(|&cell| self.expr(cell)),
                &ArrayNode::Store { base, index, value } => {
                    self.expr(index);
                    self.expr(value);
                    array = base;
                }
            }
        }
    }

    /// Adds an input.
    pub fn input(&mut self, input: SymArray) {
        self.inputs.insert(input);
    }

    /// Returns all collected expressions, array versions (contents of arrays) and inputs, together with all their
    /// subexpressions.
    pub fn finish(mut self, arena: &Arena) -> Terms {
        while let Some(e) = self.work.pop() {
            let node = arena.node(e);
            node.children().into_iter().for_each(|c| self.expr(c));
            match node {
                Node::Byte { array, .. } => self.input(array),
                Node::Read { array, .. } => self.array(arena, array),
                Node::ForAll { var, .. } => self.input(var),
                Node::Const { .. }
                | Node::Un { .. }
                | Node::Bin { .. }
                | Node::Ite { .. }
                | Node::Extract { .. } => {}
            }
        }
        let inputs = sorted(self.inputs);
        let (bound, inputs): (Vec<_>, Vec<_>) =
            (inputs.into_iter()).partition(|&input| arena.is_bound_variable(input));
        let bound = bound.into_iter().map(|var| (var, arena.symbol_len(var)));
        let inputs = inputs.into_iter().map(|input| {
            let name = arena.symbol_name(input).to_owned();
            (input, name, arena.symbol_len(input))
        });
        let arrays = sorted(self.arrays).into_iter().map(|array| {
            let version = match arena.array(array) {
                ArrayNode::Cells(cells) => Version::Cells(cells.to_vec()),
                &ArrayNode::Store { base, index, value } => Version::Store { base, index, value },
            };
            (array, version)
        });
        let nodes = sorted(self.exprs).into_iter().map(|e| (e, arena.node(e)));
        Terms {
            inputs: inputs.collect(),
            bound: bound.collect(),
            arrays: arrays.collect(),
            nodes: nodes.collect(),
        }
    }
}

fn sorted<T: Ord>(set: FxHashSet<T>) -> Vec<T> {
    let mut all: Vec<T> = set.into_iter().collect();
    all.sort_unstable();
    all
}

impl Terms {
    /// Adds the packed expressions to the target arena `arena`. The function `symbol` returns the input of the target
    /// arena for a given name and size.
    pub fn unpack(
        &self,
        arena: &mut Arena,
        symbol: &mut dyn FnMut(&mut Arena, &str, u32) -> SymArray,
    ) -> Unpacked {
        let mut new = Unpacked::default();
        for (input, name, len) in &self.inputs {
            new.inputs.insert(*input, symbol(arena, name, *len));
        }
        for &(var, len) in &self.bound {
            new.inputs.insert(var, arena.bound_variable(len));
        }
        let mut arrays = self.arrays.iter().peekable();
        for &(old, node) in &self.nodes {
            // An array version (the contents of an array after some stores) is unpacked after the expressions that it
            // contains, and before the first node that reads it.
            if let Node::Read { array, .. } = node {
                while let Some((id, version)) = arrays.next_if(|(id, _)| *id <= array) {
                    new.put_array(arena, *id, version);
                }
            }
            new.put(arena, old, node);
        }
        for (id, version) in arrays {
            new.put_array(arena, *id, version);
        }
        new
    }
}

impl Unpacked {
    /// Returns the id in the target arena of the expression `old` of the source arena.
    pub fn expr(&self, old: ExprId) -> ExprId {
        self.exprs[&old]
    }

    /// Returns the id in the target arena of the array version `old` of the source arena.
    pub fn array(&self, old: ArrayId) -> ArrayId {
        self.arrays[&old]
    }

    /// Returns the input of the target arena that corresponds to the input `old` of the source arena.
    pub fn input(&self, old: SymArray) -> SymArray {
        self.inputs[&old]
    }

    fn put(&mut self, arena: &mut Arena, old: ExprId, node: Node) {
        let node = match node {
            Node::Const { .. } => node,
            Node::Byte { array, index } => Node::Byte {
                array: self.input(array),
                index,
            },
            Node::Read { array, index } => Node::Read {
                array: self.array(array),
                index: self.expr(index),
            },
            Node::Un { op, width, arg } => Node::Un {
                op,
                width,
                arg: self.expr(arg),
            },
            Node::Extract { width, low, arg } => Node::Extract {
                width,
                low,
                arg: self.expr(arg),
            },
            Node::Ite { cond, then, other } => Node::Ite {
                cond: self.expr(cond),
                then: self.expr(then),
                other: self.expr(other),
            },
            Node::ForAll {
                var,
                max,
                count,
                body,
            } => Node::ForAll {
                var: self.input(var),
                max,
                count: self.expr(count),
                body: self.expr(body),
            },
            Node::Bin { op, lhs, rhs } => {
                let (mut lhs, mut rhs) = (self.expr(lhs), self.expr(rhs));
                if op.commutes() && !op.is_float() {
                    (lhs, rhs) = arena.ordered(lhs, rhs);
                }
                Node::Bin { op, lhs, rhs }
            }
        };
        self.exprs.insert(old, arena.intern(node));
    }

    fn put_array(&mut self, arena: &mut Arena, old: ArrayId, version: &Version) {
        let new = match version {
            Version::Cells(cells) => {
                let cells: Vec<ExprId> = cells.iter().map(|&cell| self.expr(cell)).collect();
                arena.cells_array(&cells)
            }
            &Version::Store { base, index, value } => {
                let (index, value) = (self.expr(index), self.expr(value));
                arena.add_store(self.array(base), index, value)
            }
        };
        self.arrays.insert(old, new);
    }
}
