//! Detects operations whose result depends on the numeric value of an address, such as `(long)p`, or `p < q` for
//! pointers to two objects. This search and a concrete run assign the same addresses to globals and to the variables of
//! `main`, but different addresses to most objects that are created later. Therefore these operations are supported
//! only for addresses that are the same in this search and in a concrete run. Three kinds of operations are exceptions,
//! because their results do not depend on the address of the object: the difference of two addresses in one object, a
//! test for equality, and the low bits of an address (see [`AddressUses`](crate::static_info::AddressUses)). A *leaf*
//! of an address is one of its cases, for example an arm of an `ite`.
use super::{NodeEncoder, NodeState, unsupported};
use crate::graph::{Goal, NodeId, Origin};
use crate::static_info::Difference;
use crate::unrolling::Owner;
use crate::unsupported::Unsupported;
use std::rc::Rc;
use symtool_engine::code::{FnCode, PureStep};
use symtool_expr::{Arena, ExprId};
use symtool_ir::layout::{MAX_OBJECT_SIZE, Region};
use symtool_ir::{InstData, Op, OpClass, Type};

/// The maximum number of pairs of leaves (one case of each address) that are inspected for an operation on two
/// addresses. An operation with more pairs is not supported.
const MAX_PAIRS: usize = 256;

impl NodeEncoder<'_, '_> {
    /// Checks whether the result of an operation depends on an address whose numeric value is unknown. Such an
    /// operation is an unsupported construct, and thus a goal. Returns `None` if the result depends on no such address.
    /// If the result depends on such an address on some paths only, returns the condition of these paths and the goal.
    /// If the result depends on such an address on every path, the goal is returned as the error.
    pub(super) fn exposed_address(
        &mut self,
        body: &FnCode,
        state: &NodeState,
        step: &PureStep,
        args: &[ExprId],
    ) -> Result<Option<(ExprId, Goal)>, Goal> {
        let is_order =
            step.op.class() == OpClass::IntCompare && !matches!(step.op, Op::Eq | Op::Ne);
        if !matches!(step.op, Op::PtrToInt | Op::Sub) && !is_order {
            return Ok(None);
        }
        let infos = Rc::clone(&self.unrolling.program.infos);
        let func = self.unrolling.graph.func(state.node);
        let inst = body.insts[state.pc as usize];
        let uses = infos.of(func).map(|info| &info.addresses);
        let difference = uses.and_then(|uses| uses.difference(inst));
        let function = &self.unrolling.program.module.functions[func];
        let InstData::Pure { args: values, .. } = function.data(inst) else {
            return Ok(None);
        };
        let is_harmless =
            step.op == Op::PtrToInt && uses.is_some_and(|uses| uses.is_harmless(inst));
        if is_harmless || (difference.is_none() && function.ty(values[0]) != Type::Ptr) {
            return Ok(None);
        }
        let goal = || unsupported(Unsupported::AddressValue);
        let mut cases = Vec::new();
        for &arg in args {
            let mut leaves = Vec::new();
            if !self.leaves(Arena::TRUE, arg, &mut leaves) {
                return Err(goal());
            }
            cases.push(leaves);
        }
        let exposed = match (cases.as_slice(), difference) {
            ([only], _) => self.any_unknown(only),
            ([a, b], _) if a.len() * b.len() > MAX_PAIRS => Arena::TRUE,
            ([a, b], Some(difference)) => {
                let meets_sizes = self.is_compared_with_sizes(body, state, difference);
                self.any_apart(state.node, a, b, meets_sizes)
            }
            ([a, b], None) => self.any_unordered(a, b),
            _ => Arena::TRUE,
        };
        if self.never_holds(state.node, exposed) {
            return Ok(None);
        }
        match self.unrolling.arena.is_true(exposed) {
            true => Err(goal()),
            false => Ok(Some((exposed, goal()))),
        }
    }

    /// Returns the condition under which the numeric value of an address is unknown. `leaves` contains the cases of the
    /// address, each with its condition.
    fn any_unknown(&mut self, leaves: &[(ExprId, ExprId)]) -> ExprId {
        let mut any = Arena::FALSE;
        for &(cond, leaf) in leaves {
            let region = self.leaf_region(leaf);
            if !region.is_some_and(|region| self.has_known_base(region)) {
                any = self.unrolling.arena.or(any, cond);
            }
        }
        any
    }

    /// Returns the condition under which the order of two addresses is unknown. `a` and `b` contain the cases of the
    /// two addresses, each with its condition. The order is known if both addresses belong to one object. The order
    /// is also known if one of the two objects has a known address, because all objects with known addresses precede
    /// the other objects.
    fn any_unordered(&mut self, a: &[(ExprId, ExprId)], b: &[(ExprId, ExprId)]) -> ExprId {
        let mut any = Arena::FALSE;
        for &(first, lhs) in a {
            for &(second, rhs) in b {
                let is_ordered = match (self.leaf_region(lhs), self.leaf_region(rhs)) {
                    (Some(lhs), Some(rhs)) => {
                        lhs == rhs || self.has_known_base(lhs) || self.has_known_base(rhs)
                    }
                    _ => false,
                };
                if !is_ordered {
                    let both = self.unrolling.arena.and(first, second);
                    any = self.unrolling.arena.or(any, both);
                }
            }
        }
        any
    }

    /// Returns the condition under which the difference of two addresses is unknown. `a` and `b` contain the cases of
    /// the two addresses, each with its condition. The difference is known if both addresses belong to one object, or
    /// if the addresses of both objects are known (see `has_known_base`).
    ///
    /// If `meets_sizes` is true, the program only compares the difference with numbers of at most [`MAX_OBJECT_SIZE`]
    /// (see `is_compared_with_sizes`). In this case, the difference also counts as known if each address is near the
    /// start of its own object (see `is_near`), because the results of these comparisons are known.
    fn any_apart(
        &mut self,
        node: NodeId,
        a: &[(ExprId, ExprId)],
        b: &[(ExprId, ExprId)],
        meets_sizes: bool,
    ) -> ExprId {
        let mut any = Arena::FALSE;
        for &(first, lhs) in a {
            for &(second, rhs) in b {
                let is_known = match (self.leaf_region(lhs), self.leaf_region(rhs)) {
                    (Some(left), Some(right)) => {
                        left == right
                            || (self.has_known_base(left) && self.has_known_base(right))
                            || (meets_sizes
                                && self.is_near((node, first), left, lhs)
                                && self.is_near((node, second), right, rhs))
                    }
                    _ => false,
                };
                if !is_known {
                    let both = self.unrolling.arena.and(first, second);
                    any = self.unrolling.arena.or(any, both);
                }
            }
        }
        any
    }

    /// Returns whether the address `address` is at most [`MAX_OBJECT_SIZE`] bytes after the start of the object
    /// `region` in every execution of a node in which `cond` holds.
    fn is_near(&mut self, (node, cond): (NodeId, ExprId), region: Region, address: ExprId) -> bool {
        let base = self.unrolling.arena.int(64, u128::from(region.base()));
        let offset = self.unrolling.arena.op(Op::Sub, 64, &[address, base]);
        if self.unrolling.arena.domain(offset).max <= MAX_OBJECT_SIZE {
            return true;
        }
        let most = self.unrolling.arena.int(64, u128::from(MAX_OBJECT_SIZE));
        let is_near = self.unrolling.arena.ule(offset, most);
        let is_far = self.unrolling.arena.not(is_near);
        let is_far = self.unrolling.arena.and(cond, is_far);
        self.never_holds(node, is_far)
    }

    /// Returns whether each use of a difference is an unsigned comparison with a number of at most [`MAX_OBJECT_SIZE`].
    /// For addresses in different objects, all these comparisons have known results: the difference modulo 2^64 is
    /// greater than [`MAX_OBJECT_SIZE`], whichever of the two addresses is subtracted.
    fn is_compared_with_sizes(
        &mut self,
        body: &FnCode,
        state: &NodeState,
        difference: &Difference,
    ) -> bool {
        let Some(numbers) = &difference.compared_with else {
            return false;
        };
        numbers.iter().all(|number| {
            let reg = body.regs[number.as_u32() as usize];
            let Ok(number) = self.get(body, state, reg) else {
                return false;
            };
            let most = self.unrolling.arena.int(64, u128::from(MAX_OBJECT_SIZE));
            let is_small = self.unrolling.arena.ule(number, most);
            let is_large = self.unrolling.arena.not(is_small);
            self.never_holds(state.node, is_large)
        })
    }

    /// Returns the region (object number) of the object to which a leaf (one case of an address) points; for a
    /// constant, the region that contains this address. Returns `None` if the form of the leaf does not determine the
    /// object.
    fn leaf_region(&self, leaf: ExprId) -> Option<Region> {
        self.region_of(leaf).or_else(|| self.base_region(leaf))
    }

    /// Returns whether a concrete run and this search assign the same address to an object. The result is `true` for
    /// each global. For a local variable, the result is `true` if two conditions hold. First, only one path of the
    /// graph leads to the call of the function that declares the variable. Second, all objects created earlier are
    /// local variables of this call or of its callers.
    fn has_known_base(&self, region: Region) -> bool {
        let first = Region::first_dynamic(self.unrolling.program.module);
        if region < first {
            return true;
        }
        let graph = &self.unrolling.graph;
        let frame = |region| match self.unrolling.memory.objects.get(&region)?.owner {
            Owner::Frame(call, _) => Some(call),
            Owner::Heap | Owner::Array(_) => None,
        };
        let Some(call) = frame(region) else {
            return false;
        };
        let mut earlier = (first.0..region.0).map(|number| frame(Region(number)));
        let is_first = earlier.all(|other| other.is_some_and(|other| graph.is_active(call, other)));
        is_first && self.is_on_every_path(graph.context(call).call)
    }

    /// Returns whether the graph has only one path from the start of the program to a call, that is, no join before the
    /// call. `call` is the node that ends with the call; `None` means the start of the program.
    fn is_on_every_path(&self, call: Option<NodeId>) -> bool {
        let graph = &self.unrolling.graph;
        let mut at = call;
        while let Some(node) = at {
            at = match graph.node(node).origin {
                Origin::Start => None,
                Origin::One(before) => Some(before),
                Origin::Join => return false,
            };
        }
        true
    }
}
