//! The exits of a region (a branch with the blocks that are converted) after if-conversion: merging of their values
//! and of their edges.
use super::always_fails;
use super::region::{ExitTarget, IfRegion, RegionExit};
use crate::encode::{BlockEntry, Dest, Exit, Flow, NodeEncoder, NodeState};
use crate::graph::Side;
use crate::static_info::FunctionInfo;
use symtool_engine::code::Reg;
use symtool_expr::{Arena, ExprId, Node};

impl NodeEncoder<'_, '_> {
    /// Returns the condition that one of the exits `exits` is taken.
    pub(super) fn any_exit(&mut self, exits: &[RegionExit]) -> ExprId {
        let mut any = Arena::FALSE;
        for exit in exits {
            any = self.unrolling.arena.or(any, exit.cond);
        }
        any
    }

    /// Merges the values `value(exit)` of the exits `exits` with `ite`. Returns the merged value, and `true` if the
    /// value depends on the path and must become a φ (a symbol at the join). Returns `None` if an exit has no value.
    pub(super) fn merge_values(
        &mut self,
        exits: &[RegionExit],
        value: impl Fn(&RegionExit) -> Option<ExprId> + Copy,
    ) -> Option<(ExprId, bool)> {
        let (last, others) = exits.split_last()?;
        let mut all = value(last)?;
        let mut is_plain = self.is_plain(all);
        for exit in others.iter().rev() {
            let value = value(exit)?;
            is_plain &= self.is_plain(value);
            all = self.unrolling.arena.ite(exit.cond, value, all);
        }
        let first = value(last)?;
        let differs = others.iter().any(|exit| value(exit) != Some(first));
        let is_one = is_plain || self.unrolling.arena.is_const(all);
        let given: Vec<ExprId> = exits.iter().filter_map(value).collect();
        Some((all, differs && !is_one && !self.is_clamped_input(&given)))
    }

    /// Returns whether some of the values at a join are constants and the others depend on inputs alone, as for an
    /// input that is clamped: `x < 0 ? 0 : x`. Such values are merged by an `ite`. A φ is useful for a variable whose
    /// constant values decide later branches, such as the current state in an event loop. A clamped input is no such
    /// variable.
    fn is_clamped_input(&self, values: &[ExprId]) -> bool {
        let constants = values
            .iter()
            .filter(|&&v| self.unrolling.arena.is_const(v))
            .count();
        (1..values.len()).contains(&constants)
            && values.iter().all(|&v| self.unrolling.phis_in(v).is_empty())
    }

    /// Returns whether a value is a truth value or the address of an object. Values of these kinds are merged by
    /// `ite` instead of a φ. For truth values, one edge can then represent the exits of `a && b`. For addresses, a
    /// load through a φ would be unsupported for values of the φ that are not known yet.
    pub(super) fn is_plain(&self, value: ExprId) -> bool {
        match self.unrolling.arena.node(value) {
            _ if self.unrolling.arena.unsigned_range(value).1 <= 1 => true,
            Node::Ite { then, other, .. } => self.is_plain(then) && self.is_plain(other),
            Node::Const { width: 64, .. } => self.base_region(value).is_some(),
            _ => false,
        }
    }

    /// Groups the exits of a region (a branch with the blocks that are converted). One edge can represent all exits
    /// of a group.
    pub(super) fn groups(&self, info: &FunctionInfo, region: &IfRegion) -> Vec<Vec<RegionExit>> {
        let mut groups: Vec<Vec<RegionExit>> = Vec::new();
        for exit in &region.exits {
            let mut fits = groups.iter_mut();
            match fits.find(|group| self.can_share_edge(info, region, &group[0], exit)) {
                Some(group) => group.push(exit.clone()),
                None => groups.push(vec![exit.clone()]),
            }
        }
        groups
    }

    fn can_share_edge(
        &self,
        info: &FunctionInfo,
        region: &IfRegion,
        a: &RegionExit,
        b: &RegionExit,
    ) -> bool {
        match (&a.to, &b.to) {
            (ExitTarget::Block(to, values), ExitTarget::Block(other, others)) => {
                let is_alike = |(a, b): (&(Reg, ExprId), &(Reg, ExprId))| {
                    a == b
                        || (self.is_plain(a.1) && self.is_plain(b.1))
                        || self.is_clamped_input(&[a.1, b.1])
                };
                a.to == b.to
                    || (to == other
                        && region.is_only_entry_of(info, *to)
                        && values.len() == others.len()
                        && values.iter().zip(others).all(is_alike))
            }
            (ExitTarget::Return(Some(a)), ExitTarget::Return(Some(b))) => {
                a == b
                    || (self.is_plain(*a) && self.is_plain(*b))
                    || self.is_clamped_input(&[*a, *b])
            }
            (a, b) => a == b,
        }
    }

    /// Completes the if-conversion of a region. If all its exits lead to one block that has no other entry and from
    /// which a check is reachable, the node continues in this block. Otherwise the node ends with the exits of the
    /// region.
    pub(super) fn finish(
        &mut self,
        info: &FunctionInfo,
        state: &mut NodeState,
        region: &IfRegion,
        groups: &[Vec<RegionExit>],
    ) -> Flow {
        let context = self.unrolling.graph.node(state.node).key.context;
        let relevant_after_return = self.unrolling.graph.context(context).relevant_after_return;
        state.env = region.env.clone();
        state.passed_blocks.extend(&region.blocks);
        let mut exits: Vec<Exit> = Vec::new();
        let returning = groups
            .iter()
            .filter(|group| matches!(group[0].to, ExitTarget::Return(_)));
        let returning = returning.count();
        for group in groups {
            let cond = match exits.as_slice() {
                [] if groups.len() == 1 => Arena::TRUE,
                [other] if groups.len() == 2 => self.unrolling.arena.not(other.cond),
                _ => self.any_exit(group),
            };
            let to = match &group[0].to {
                ExitTarget::Return(None) => Dest::Return {
                    value: None,
                    is_only: region.contains_all_returns(info),
                },
                ExitTarget::Return(Some(_)) => {
                    let value = self.merge_values(group, |exit| match exit.to {
                        ExitTarget::Return(value) => value,
                        ExitTarget::Block(..) => None,
                    });
                    Dest::Return {
                        value: value.map(|(value, _)| value),
                        is_only: region.contains_all_returns(info) && returning == 1,
                    }
                }
                ExitTarget::Block(block, values) => {
                    let mut all = Vec::with_capacity(values.len());
                    for &(param, _) in values {
                        let value = self.merge_values(group, |exit| exit.value(param));
                        all.extend(value.map(|(value, _)| (param, value)));
                    }
                    let mut others = groups.iter().filter(|other| other[0].leads_to(*block));
                    let is_only_entry =
                        region.is_only_entry_of(info, *block) && others.nth(1).is_none();
                    if is_only_entry
                        && groups.len() == 1
                        && (info.is_relevant(*block) || relevant_after_return)
                    {
                        for (param, value) in all {
                            state.env.insert_mut(param, value);
                        }
                        state.segments.extend(&region.segments);
                        return Flow::Goto(info.start(*block));
                    }
                    Dest::Block(BlockEntry {
                        pc: info.start(*block),
                        values: all,
                        cfg_edge: group[0].cfg_edge,
                        is_only_entry,
                    })
                }
            };
            let side = if always_fails(info, &group[0]) {
                Side::Fail
            } else {
                group[0].side
            };
            exits.push(Exit { cond, to, side });
        }
        state.segments.extend(&region.segments);
        Flow::End(exits)
    }
}
