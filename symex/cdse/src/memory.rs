//! Reads of memory. The value of a read is the value of the last store before it, or a φ: a symbol for a value
//! at a join. The value of a φ depends on the incoming edge.
//!
//! A read is resolved by walking back from its node to the last store. As long as each node has a single incoming
//! edge, the store is the same on every path, so its value needs no condition. At a join, there are two cases. In the
//! first case, every path to the join leads through an earlier program point, and no path from this point to the join
//! writes the bytes. The walk then continues at this point. Otherwise the bytes become a φ at the join, as a register
//! becomes a block parameter. A *span* is a range of bytes in an object.
mod points;

use crate::graph::{
    ALIVE, ContextId, EdgeId, MARKS, NodeId, Origin, PhiId, PhiSubject, Span, Store, Stored, Target,
};
use crate::unrolling::{Owner, Unrolling};
use points::ProgramPoint;
use rustc_hash::FxHashSet;
use std::rc::Rc;
use symtool_engine::state::Val;
use symtool_expr::{BinOp, ExprId, Node, SymArray};
use symtool_ir::layout::Region;
use symtool_ir::{Global, Op};

/// The result of searching a node's stores for the bytes that are read.
enum StoreMatch {
    /// No store writes any of the bytes.
    None,
    /// The last store that overlaps the bytes writes all of them. The bytes begin at this offset in the store.
    Covered(Stored, u64),
    /// The last store that overlaps the bytes writes some of them, and earlier stores may have written the others.
    Partial,
}

fn find(stores: &[Store], span: Span) -> StoreMatch {
    let end = span.offset.saturating_add(u64::from(span.len));
    for store in stores.iter().rev() {
        let store_end = store.offset.saturating_add(store.len);
        if store.region != span.region || store.offset >= end || store_end <= span.offset {
            continue;
        }
        if store.offset <= span.offset && end <= store_end {
            return StoreMatch::Covered(store.value, span.offset - store.offset);
        }
        return StoreMatch::Partial;
    }
    StoreMatch::None
}

/// The values that a φ may have.
pub struct PhiValues {
    /// The values that the existing edges into the φ's join may assign to the φ.
    pub known: Vec<ExprId>,
    /// Whether further iterations of a loop, which are not unrolled yet, may assign further values.
    pub may_grow: bool,
}

impl Unrolling<'_> {
    /// Returns the value of the bytes `span` in a node that is being executed. `stores` are the stores of the node
    /// so far.
    pub fn read(&mut self, node: NodeId, stores: &[Store], span: Span) -> ExprId {
        match find(stores, span) {
            StoreMatch::None => self.read_beginning(node, span),
            StoreMatch::Covered(stored, at) => self.stored(stored, at, span.len),
            StoreMatch::Partial => {
                self.read_bytewise(span, |unrolling, byte| unrolling.read(node, stores, byte))
            }
        }
    }

    /// Returns the value of the bytes `span` at the end of a node.
    fn read_end(&mut self, node: NodeId, span: Span) -> ExprId {
        match find(&self.graph.node(node).stores, span) {
            StoreMatch::None => self.read_beginning(node, span),
            StoreMatch::Covered(stored, at) => self.stored(stored, at, span.len),
            StoreMatch::Partial => {
                self.read_bytewise(span, |unrolling, byte| unrolling.read_end(node, byte))
            }
        }
    }

    fn read_bytewise(
        &mut self,
        span: Span,
        mut read: impl FnMut(&mut Self, Span) -> ExprId,
    ) -> ExprId {
        let bytes = (0..span.len).map(|i| Span {
            offset: span.offset + u64::from(i),
            len: 1,
            ..span
        });
        let bytes: Vec<ExprId> = bytes.map(|byte| read(self, byte)).collect();
        let mut value = bytes[0];
        for &byte in &bytes[1..] {
            value = self.arena.concat(byte, value);
        }
        value
    }

    fn stored(&mut self, stored: Stored, at: u64, len: u32) -> ExprId {
        match stored {
            Stored::Value(value) => self.arena.extract(value, at as u32 * 8, len * 8),
            Stored::Input(symbol) => {
                let mut value = self.arena.byte(symbol, at as u32);
                for i in 1..len {
                    let byte = self.arena.byte(symbol, at as u32 + i);
                    value = self.arena.concat(byte, value);
                }
                value
            }
            Stored::Fill(byte) => {
                let mut value = byte;
                for _ in 1..len {
                    value = self.arena.concat(byte, value);
                }
                value
            }
        }
    }

    /// Returns the value of the bytes `span` at the beginning of the node `first`.
    pub fn read_beginning(&mut self, first: NodeId, span: Span) -> ExprId {
        if let Some(&known) = self.memory.reads.get(&(first, span)) {
            return known;
        }
        let value = self.walk_back(first, span);
        self.memory.reads.insert((first, span), value);
        value
    }

    fn walk_back(&mut self, first: NodeId, span: Span) -> ExprId {
        let mut node = first;
        loop {
            if let Some(&known) = self.memory.reads.get(&(node, span)) {
                return known;
            }
            let context = self.graph.node(node).key.context;
            let before = match self.graph.node(node).origin {
                Origin::Start => return self.at_start(node, span),
                Origin::One(before) => {
                    let enters = self.graph.context(context).call == Some(before);
                    if enters && self.owner(span.region) == Some(context) {
                        return self.indeterminate(span);
                    }
                    before
                }
                Origin::Join => match self.skip_join(node, span) {
                    Some(ProgramPoint::End(before)) => before,
                    Some(ProgramPoint::Beginning(other)) => {
                        node = other;
                        continue;
                    }
                    None => return self.phi_of_bytes(node, span),
                },
            };
            match find(&self.graph.node(before).stores, span) {
                StoreMatch::None => node = before,
                _ => return self.read_end(before, span),
            }
        }
    }

    /// Returns the context (inlined call) to which a stack slot belongs; `None` if the object is not a stack
    /// slot.
    fn owner(&self, region: Region) -> Option<ContextId> {
        match self.memory.objects.get(&region)?.owner {
            Owner::Frame(context, _) => Some(context),
            Owner::Heap | Owner::Array(_) => None,
        }
    }

    fn at_start(&mut self, node: NodeId, span: Span) -> ExprId {
        let context = self.graph.node(node).key.context;
        if self.owner(span.region) == Some(context) {
            return self.indeterminate(span);
        }
        if span.offset >= MARKS {
            return self.all_initialized(span.len);
        }
        let object = self.memory.initial.object(span.region);
        let value = match object {
            Some(object) => object.read(&mut self.arena, span.offset, span.len),
            None => None,
        };
        value
            .unwrap_or(Val::ZERO)
            .expr(&mut self.arena, span.len * 8)
    }

    /// Returns the value of the bytes `span` of a stack slot before any store to them. Bytes of the variable have an
    /// indeterminate value. The mark of the slot's lifetime is 1 (alive), and initialization marks are 0
    /// (indeterminate).
    fn indeterminate(&mut self, span: Span) -> ExprId {
        if span.offset == ALIVE {
            return self.arena.int(8, 1);
        }
        if span.offset >= MARKS {
            return self.arena.int(span.len * 8, 0);
        }
        match self.indeterminate_symbol(span.region) {
            Some(symbol) => self.stored(Stored::Input(symbol), span.offset, span.len),
            None => self.arena.int(span.len * 8, 0),
        }
    }

    /// Returns the value of the bytes `span` while they are indeterminate. For a variable whose scope is entered again,
    /// the value is valid in the first execution of the scope only. Returns `None` if the bytes belong to no object.
    pub fn indeterminate_bytes(&mut self, span: Span) -> Option<ExprId> {
        let symbol = self.indeterminate_symbol(span.region)?;
        Some(self.stored(Stored::Input(symbol), span.offset, span.len))
    }

    /// Returns the symbol of the indeterminate bytes of an object; `None` if the region belongs to no object.
    fn indeterminate_symbol(&mut self, region: Region) -> Option<SymArray> {
        if let Some(&symbol) = self.memory.indeterminate.get(&region) {
            return Some(symbol);
        }
        let (name, size) = match self.memory.objects.get(&region) {
            Some(object) => (Rc::clone(&object.name), object.size),
            None => {
                let global = self.global_at(region)?;
                let data = &self.program.module.globals[global];
                (Rc::from(&*data.name), data.size)
            }
        };
        let symbol = self.arena.symbol(&name, size as u32);
        self.memory.indeterminate.insert(region, symbol);
        Some(symbol)
    }

    /// Returns the global variable whose region (object number) is `region`; `None` if the region belongs to no global.
    pub fn global_at(&self, region: Region) -> Option<Global> {
        let first = Region::of_global(Global::from_u32(0)).0;
        let at = region.0.checked_sub(first)?;
        let is_global = at < self.program.module.globals.len() as u64;
        is_global.then(|| Global::from_u32(at as u32))
    }

    /// Returns the initialization marks of `len` initialized bytes: a mark of 1 for each byte.
    pub fn all_initialized(&mut self, len: u32) -> ExprId {
        let marks = (0..len).fold(0u128, |marks, _| marks << 8 | 1);
        self.arena.int(len * 8, marks)
    }

    fn phi_of_bytes(&mut self, node: NodeId, span: Span) -> ExprId {
        let (_, value) = self.new_phi(node, PhiSubject::Bytes(span), span.len * 8);
        self.memory.reads.insert((node, span), value);
        value
    }

    /// Returns the value that `edge` assigns to a φ at the target of the edge; `None` if the edge assigns no
    /// value to the register of the φ.
    pub fn binding(&mut self, phi: PhiId, edge: EdgeId) -> Option<ExprId> {
        if let Some(&known) = self.memory.bindings.get(&(phi, edge)) {
            return Some(known);
        }
        let data = self.graph.edge(edge);
        debug_assert_eq!(data.to, Target::Node(self.graph.phi(phi).node));
        let value = match self.graph.phi(phi).subject {
            PhiSubject::Reg(reg) => {
                let values = data.values.iter();
                values
                    .filter(|(to, _)| *to == reg)
                    .map(|&(_, v)| v)
                    .next()?
            }
            PhiSubject::Bytes(span) => self.read_end(data.from, span),
        };
        self.memory.bindings.insert((phi, edge), value);
        Some(value)
    }

    /// Returns at most `most` expressions that can be the value of a φ: constants, and expressions for which
    /// `is_address` returns `true`, such as the sum of an index and the address of an object. An edge into the join
    /// of the φ may assign such an expression directly or as an arm of an `ite`. If an edge assigns another φ, or the
    /// sum of another φ and a number, the values of the other φ are followed. The list may be incomplete: an edge may
    /// assign a value of another form, and edges may be added later.
    pub fn values_of(
        &mut self,
        phi: PhiId,
        most: usize,
        is_address: impl Fn(&Self, ExprId) -> bool,
    ) -> PhiValues {
        let width = self.arena.width(self.graph.phi(phi).value);
        let zero = self.arena.int(width, 0);
        let mut seen = FxHashSet::from_iter([(phi, zero)]);
        let mut work = vec![(phi, zero)];
        let (mut found, mut may_grow) = (Vec::new(), false);
        while let Some((phi, number)) = work.pop() {
            let node = self.graph.phi(phi).node;
            let edges = self.graph.incoming.get(&node).cloned().unwrap_or_default();
            for edge in edges {
                may_grow |= self.leaves_open_loop(edge, node);
                let binding = self.binding(phi, edge);
                let mut values: Vec<(ExprId, ExprId)> =
                    binding.map(|value| (value, number)).into_iter().collect();
                while let Some((value, number)) = values.pop() {
                    let sum = self.arena.op(Op::Add, width, &[value, number]);
                    if self.arena.as_const(sum).is_some() || is_address(self, sum) {
                        if !found.contains(&sum) {
                            found.push(sum);
                        }
                    } else if let Node::Ite { then, other, .. } = self.arena.node(value) {
                        values.extend([(other, number), (then, number)]);
                    } else if let Some(earlier) = self.as_phi(value) {
                        if seen.insert((earlier, number)) {
                            work.push((earlier, number));
                        }
                    } else if let Node::Bin {
                        op: BinOp::Add,
                        lhs,
                        rhs,
                    } = self.arena.node(value)
                    {
                        // `is_address` has rejected this sum, so neither of its operands is the address of an object.
                        // Therefore, if one operand is a φ or an `ite`, the other operand is an offset.
                        for (part, other) in [(lhs, rhs), (rhs, lhs)] {
                            if matches!(self.arena.node(part), Node::Ite { .. })
                                || self.as_phi(part).is_some()
                            {
                                let number = self.arena.op(Op::Add, width, &[other, number]);
                                values.push((part, number));
                            }
                        }
                    }
                }
            }
            if found.len() > most || seen.len() > most {
                break;
            }
        }
        found.truncate(most);
        PhiValues {
            known: found,
            may_grow,
        }
    }

    /// Returns whether an edge to the node `to` leaves a loop that may be unrolled further. A loop may be unrolled
    /// further if the call that contains it has a frontier node (a node that is not executed yet).
    fn leaves_open_loop(&self, edge: EdgeId, to: NodeId) -> bool {
        let from = self.graph.edge(edge).from;
        let (from, to) = (&self.graph.node(from).key, &self.graph.node(to).key);
        let mut frontier = self.graph.frontier.iter();
        from.context == to.context
            && from.iterations.len() > to.iterations.len()
            && frontier.any(|&node| self.graph.node(node).key.context == to.context)
    }
}
