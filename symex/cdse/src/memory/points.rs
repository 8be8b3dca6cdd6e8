//! Program points before a join through which every path to the join leads. A read at the join continues at such a
//! point if no path from the point to the join writes the bytes. The conditions of the edges before the point also hold
//! at the join.
use crate::graph::{ALIVE, ContextId, LIVE_BLOCKS, NodeId, NodeKey, Origin, Span, Target};
use crate::static_info::{Creation, Exposure, NamedObject};
use crate::unrolling::{Owner, Unrolling};
use symtool_expr::ExprId;
use symtool_ir::layout::Region;
use symtool_ir::{Block, Global};

/// A point of the program before a join.
pub(super) enum ProgramPoint {
    /// The end of this node.
    End(NodeId),
    /// The beginning of this node.
    Beginning(NodeId),
}

impl Unrolling<'_> {
    /// Returns an earlier program point at which the bytes `span` have the same value as at the join `node`, because no
    /// path from this point to the join writes the bytes. Returns `None` if some path may write them, or if no node
    /// begins or ends at the earlier program point.
    pub(super) fn skip_join(&self, node: NodeId, span: Span) -> Option<ProgramPoint> {
        if self.graph.node(node).after_call.is_some() {
            return self.skip_call(node, span);
        }
        let key = &self.graph.node(node).key;
        let info = self
            .program
            .infos
            .of(self.graph.context(key.context).func)?;
        let (point, between) = self.dominating_point(node)?;
        let exposure = self.exposure(key.context, span);
        (!info.may_write(between, &exposure)).then_some(point)
    }

    /// Returns a program point through which every path to the join `node` leads, and the blocks of the same function
    /// that may be executed between this point and the join. Returns `None` if the join is the end of a call, or if no
    /// node begins or ends at the program point.
    fn dominating_point(&self, node: NodeId) -> Option<(ProgramPoint, Vec<Block>)> {
        let key = &self.graph.node(node).key;
        let context = self.graph.context(key.context);
        let code = self.program.code.of(context.func);
        let info = self.program.infos.of(context.func)?;
        let block = info.block_at(code, key.pc);
        if info.start(block) != key.pc {
            return None;
        }
        let header_of = info
            .loops
            .innermost(block)
            .filter(|&id| info.is_header(id, block));
        let later = header_of.is_some()
            && key
                .iterations
                .last()
                .is_some_and(|&iteration| iteration > 0);
        let beginning = |key: &NodeKey| {
            let node = self.graph.by_key.get(key).copied();
            node.map(ProgramPoint::Beginning)
        };
        if let (Some(id), true) = (header_of, later) {
            let mut first = key.clone();
            *first.iterations.last_mut()? = 0;
            let blocks = info.loops.get(id).blocks.iter().copied();
            return Some((beginning(&first)?, blocks.collect()));
        }
        let dominator = info.dom.idom(block)?;
        let left = info
            .loops_around(dominator)
            .into_iter()
            .find(|&id| !info.loops.contains(id, block));
        let Some(left) = left else {
            let at = self.key_of(key, dominator)?;
            let end = self.graph.block_ends.get(&at).copied()?;
            let between = info.between(dominator, block, header_of);
            return Some((ProgramPoint::End(end), between));
        };
        // A path reaches `block` by leaving a loop, and may leave the loop in any iteration. Therefore the program
        // point is before the loop, at the header of iteration 0.
        let header = info.loops.get(left).header;
        let mut blocks = info.between(header, block, header_of);
        blocks.extend(&info.loops.get(left).blocks);
        let at = self.key_of(key, header)?;
        Some((beginning(&at)?, blocks))
    }

    /// Returns conditions that hold in every execution of a node: the conditions of the edges through which every
    /// path to the node leads. At most `most` edges are followed back, and only conditions that `keep` accepts are
    /// returned.
    pub fn conditions_before(
        &self,
        node: NodeId,
        most: usize,
        keep: impl Fn(&Self, ExprId) -> bool,
    ) -> Vec<ExprId> {
        let (mut conditions, mut to) = (Vec::new(), node);
        for _ in 0..most {
            match self.graph.node(to).origin {
                Origin::Start => break,
                Origin::One(from) => {
                    let out = self.graph.node(from).out.iter();
                    let mut out = out.map(|&edge| self.graph.edge(edge));
                    let Some(edge) = out.find(|edge| edge.to == Target::Node(to)) else {
                        break;
                    };
                    if keep(self, edge.cond) {
                        conditions.push(edge.cond);
                    }
                    to = from;
                }
                Origin::Join => {
                    let call = self.graph.node(to).after_call;
                    let point = call.map(ProgramPoint::End);
                    let point = point.or_else(|| Some(self.dominating_point(to)?.0));
                    match point {
                        Some(ProgramPoint::End(before) | ProgramPoint::Beginning(before)) => {
                            to = before;
                        }
                        None => break,
                    }
                }
            }
        }
        conditions
    }

    /// Returns the identity of the node at which `block` begins, in the same call as `near`. A loop that contains both
    /// `near` and `block` is in the iteration given by `near`; any other loop is in iteration 0. Returns `None` if the
    /// function has no body.
    fn key_of(&self, near: &NodeKey, block: Block) -> Option<NodeKey> {
        let func = self.graph.context(near.context).func;
        let info = self.program.infos.of(func)?;
        let here = info.block_at(self.program.code.of(func), near.pc);
        let around_here = info.loops_around(here);
        let iterations = info.loops_around(block).into_iter().map(|id| {
            let at = around_here.iter().position(|&l| l == id);
            at.map_or(0, |at| near.iterations[at])
        });
        Some(NodeKey {
            context: near.context,
            pc: info.start(block),
            iterations: iterations.collect(),
        })
    }

    fn skip_call(&self, node: NodeId, span: Span) -> Option<ProgramPoint> {
        let key = &self.graph.node(node).key;
        let call = self.graph.node(node).after_call?;
        let mut exposure = self.exposure(key.context, span);
        exposure.object = exposure
            .object
            .filter(|object| matches!(object, NamedObject::Global(_)));
        let mut callees = self.graph.callees(call);
        let may = callees.any(|callee| {
            let info = self.program.infos.of(callee);
            info.is_none_or(|info| info.writes_outside.may_write(&exposure))
        });
        (!may).then_some(ProgramPoint::End(call))
    }

    /// Returns the kinds of writes in the call `context` that may change the bytes `span`.
    fn exposure(&self, context: ContextId, span: Span) -> Exposure {
        let region = span.region;
        if region == LIVE_BLOCKS {
            return Exposure {
                object: None,
                by_pointers: false,
                by_free: true,
                created: Creation::Elsewhere,
            };
        }
        let Some(object) = self.memory.objects.get(&region) else {
            let first = Region::of_global(Global::from_u32(0)).0;
            let global = Global::from_u32((region.0 - first) as u32);
            return Exposure {
                object: Some(NamedObject::Global(global)),
                by_pointers: self.program.infos.is_escaped(global),
                by_free: false,
                created: Creation::Before,
            };
        };
        match object.owner {
            Owner::Heap | Owner::Array(_) => Exposure {
                object: None,
                by_pointers: span.offset != ALIVE,
                by_free: span.offset == ALIVE,
                created: self.creation(context, object.creator),
            },
            Owner::Frame(owner, slot) => {
                let info = self.program.infos.of(self.graph.context(owner).func);
                Exposure {
                    object: (owner == context).then_some(NamedObject::Slot(slot)),
                    by_pointers: info.is_none_or(|info| info.is_escaped(slot)),
                    by_free: false,
                    created: Creation::Before,
                }
            }
        }
    }

    /// Returns the position of the program point `creator`, which created an object, relative to the call `context`.
    /// The position is before the call, in a block of the called function, or elsewhere.
    fn creation(&self, context: ContextId, creator: (ContextId, u32)) -> Creation {
        let (call, pc) = creator;
        if call == context {
            let func = self.graph.context(context).func;
            let code = self.program.code.of(func);
            let info = self.program.infos.of(func);
            return info.map_or(Creation::Elsewhere, |info| {
                Creation::In(info.block_at(code, pc))
            });
        }
        match self.graph.is_active(context, call) {
            true => Creation::Before,
            false => Creation::Elsewhere,
        }
    }
}
