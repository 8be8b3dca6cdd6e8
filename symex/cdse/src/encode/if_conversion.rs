//! If-conversion: `&&`, `||`, `?:` and small diamonds without effects become part of the node before them.
//!
//! Behind a branch, blocks that only compute are executed under the condition of the paths that lead to them.
//! The branch must dominate them, so that no other path leads there. Exits to the same block with the same
//! values are merged. Thus a check has only the edge to its failure, and a condition that always holds has no
//! edges.
//!
//! A path-dependent value remains a φ, which constants may decide later, with three exceptions: truth values,
//! addresses, and values that are dead at the exit become expressions.
mod region;

use super::{BlockEntry, Dest, Exit, Flow, NodeEncoder, NodeState};
use crate::graph::{NodeId, Segment, Side};
use crate::static_info::FunctionInfo;
use region::{ExitTarget, IfRegion, MAX_BLOCKS, RegionExit};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use symtool_engine::exec::decode::{FnCode, Reg, Step};
use symtool_expr::{Arena, ExprId, Node};
use symtool_ir::Block;

/// The largest number of steps of one converted block.
const MAX_STEPS: u32 = 24;

/// Does an exit lead to a block with a check that fails for every input?
fn fails(info: &FunctionInfo, exit: &RegionExit) -> bool {
    matches!(&exit.to, ExitTarget::Block(block, _) if info.fails(*block))
}

impl NodeEncoder<'_, '_> {
    /// Returns the continuation after the terminator of a block: its exits, after if-conversion of the blocks
    /// behind it.
    pub(super) fn if_convert(
        &mut self,
        body: &FnCode,
        state: &mut NodeState,
        exits: Vec<Exit>,
    ) -> Flow {
        let infos = Rc::clone(&self.unrolling.program.infos);
        let info = infos.of(self.unrolling.graph.func(state.node));
        let (Some(info), true) = (info, exits.len() > 1) else {
            return Flow::End(exits);
        };
        let block = info.block_at(body, state.pc);
        if exits
            .iter()
            .all(|exit| self.unrolling.arena.is_const(exit.cond))
        {
            state.constant_branches.push(block);
        }
        let mut region = IfRegion {
            exits: Vec::new(),
            env: state.env.clone(),
            blocks: vec![block],
            conds: vec![Arena::TRUE],
            path_dependent: FxHashSet::default(),
            segments: Vec::new(),
        };
        if self
            .add_exits(info, body, state.node, &mut region, &exits)
            .is_none()
        {
            return Flow::End(exits);
        }
        self.extend(info, body, state, &mut region);
        let mut groups = self.groups(info, &region);
        groups.retain(|group| {
            let fails = fails(info, &group[0]);
            !fails || {
                let cond = self.any_exit(group);
                !self.is_never(state.node, cond)
            }
        });
        if region.blocks.len() == 1 && !self.is_complete(info, body, state, &region) {
            return Flow::End(exits);
        }
        self.finish(info, state, &region, &groups)
    }

    /// Adds blocks as long as some extension yields a complete region.
    fn extend(
        &mut self,
        info: &FunctionInfo,
        body: &FnCode,
        state: &mut NodeState,
        best: &mut IfRegion,
    ) {
        let mut rejected = FxHashSet::default();
        let mut region = best.clone();
        loop {
            let next = region.next(info, &rejected);
            let Some(next) = next.filter(|_| region.blocks.len() < MAX_BLOCKS) else {
                // The blocks added since the last complete region do not lead to another one.
                match region.blocks.get(best.blocks.len()) {
                    Some(&first) => rejected.insert(first),
                    None => return,
                };
                region = best.clone();
                continue;
            };
            let Some(extended) = self.with_block(info, body, state, &region, next) else {
                rejected.insert(next);
                continue;
            };
            region = extended;
            if self.is_complete(info, body, state, &region) {
                *best = region.clone();
            }
        }
    }

    /// Returns a region with one more block, unless that block has effects.
    fn with_block(
        &mut self,
        info: &FunctionInfo,
        body: &FnCode,
        state: &mut NodeState,
        region: &IfRegion,
        block: Block,
    ) -> Option<IfRegion> {
        let mut extended = region.clone();
        let (into, rest): (Vec<RegionExit>, Vec<RegionExit>) = extended
            .exits
            .into_iter()
            .partition(|exit| exit.leads_to(block));
        extended.exits = rest;
        let cond = match region.always_executed_with(info, block) {
            Some(at) => region.conds[at],
            None => self.any_exit(&into),
        };
        for &param in &info.params[&block] {
            let (value, is_path_dependent) = self.merge_values(&into, |exit| exit.value(param))?;
            extended.env.insert_mut(param, value);
            extended.mark(param, is_path_dependent);
        }
        let first = info.start(block);
        let mut trial = NodeState {
            pc: first,
            env: extended.env.clone(),
            stores: std::mem::take(&mut state.stores),
            ..NodeState::at(state.node)
        };
        let exits = self.compute(body, &mut trial, cond, &mut extended);
        state.stores = trial.stores;
        extended.env = trial.env;
        extended.blocks.push(block);
        extended.conds.push(cond);
        let steps = Segment::Steps(first, trial.pc);
        extended.segments.push((cond, steps));
        self.add_exits(info, body, state.node, &mut extended, &exits?)?;
        Some(extended)
    }

    /// Executes a block without effects and returns its exits.
    fn compute(
        &mut self,
        body: &FnCode,
        state: &mut NodeState,
        cond: ExprId,
        region: &mut IfRegion,
    ) -> Option<Vec<Exit>> {
        for _ in 0..MAX_STEPS {
            self.encoder.executed += 1;
            match &body.steps[state.pc as usize] {
                Step::Pure(step) => {
                    self.pure(body, state, step).ok()?;
                    let args = &step.args[..usize::from(step.arity)];
                    let is_path_dependent =
                        args.iter().any(|arg| region.path_dependent.contains(arg));
                    let is_const = state
                        .env
                        .get(&step.dst)
                        .is_some_and(|&v| self.unrolling.arena.is_const(v));
                    region.mark(step.dst, is_path_dependent && !is_const && step.to > 1);
                }
                Step::Memory(step) if !step.write => {
                    let Flow::Next = self.memory(body, state, step).ok()? else {
                        return None;
                    };
                    let is_path_dependent = region.path_dependent.contains(&step.addr);
                    region.mark(step.value, is_path_dependent && step.ty.bits() > 1);
                }
                Step::SlotAddr { .. } | Step::FixedAddr { .. } => {
                    self.step(body, state).ok()?;
                }
                Step::Check(step) => {
                    let bad = self.violation(body, state, step).ok()?;
                    let bad = self.unrolling.arena.and(cond, bad);
                    // Values that depend on branches of the program are left to the search.
                    let may_check = region.path_dependent.is_empty();
                    let holds = self.unrolling.arena.is_false(bad)
                        || (may_check && self.is_never(state.node, bad));
                    if !holds {
                        return None;
                    }
                }
                Step::Terminator(step) => return self.terminator(body, state, step).ok(),
                _ => return None,
            }
            state.pc += 1;
        }
        None
    }

    /// Adds the exits of the block that was added last.
    fn add_exits(
        &mut self,
        info: &FunctionInfo,
        body: &FnCode,
        node: NodeId,
        region: &mut IfRegion,
        exits: &[Exit],
    ) -> Option<()> {
        let before = *region.conds.last()?;
        for exit in exits {
            let cond = self.unrolling.arena.and(before, exit.cond);
            if self.unrolling.arena.is_false(cond) {
                continue;
            }
            let (to, cfg_edge, is_path_dependent) = match exit.to {
                Dest::Edge(edge) => {
                    let data = &body.edges[edge as usize];
                    let target = info.block_at(body, data.target);
                    let is_check = info.fails(target) && region.path_dependent.is_empty();
                    if is_check && self.is_never(node, cond) {
                        continue;
                    }
                    let mut values = Vec::new();
                    let mut is_path_dependent = false;
                    for &param in &info.params[&target] {
                        let moved = data.moves.iter().find(|&&(_, to)| to == param);
                        let reg = moved.map_or(param, |&(from, _)| from);
                        // The value of an unused parameter may be unknown.
                        if let Ok(value) = self.lookup(body, &region.env, reg) {
                            values.push((param, value));
                        }
                        is_path_dependent |= region.path_dependent.contains(&reg);
                    }
                    region.segments.push((cond, Segment::Edge(edge)));
                    (
                        ExitTarget::Block(target, values),
                        Some(edge),
                        is_path_dependent,
                    )
                }
                Dest::Return { value, .. } => {
                    let mut path_dependent = region
                        .path_dependent
                        .iter()
                        .filter_map(|reg| region.env.get(reg));
                    let is_path_dependent =
                        value.is_some_and(|value| path_dependent.any(|&v| v == value));
                    (ExitTarget::Return(value), None, is_path_dependent)
                }
                _ => return None,
            };
            let side = exit.side;
            region.exits.push(RegionExit {
                to,
                cond,
                side,
                cfg_edge,
                is_path_dependent,
            });
        }
        Some(())
    }

    /// Has the region a single exit apart from failing ones, and is no path-dependent value live there?
    fn is_complete(
        &mut self,
        info: &FunctionInfo,
        body: &FnCode,
        state: &NodeState,
        region: &IfRegion,
    ) -> bool {
        let groups = self.groups(info, region).into_iter();
        let mut others = groups.filter(|group| !fails(info, &group[0]));
        let to = others.next().and_then(|group| match group[0].to {
            ExitTarget::Block(block, _) => Some(block),
            ExitTarget::Return(_) => None,
        });
        others.next().is_none()
            && region.reconverges(info, to)
            && self.is_path_independent(info, body, state, region)
    }

    /// Is no path-dependent value live at the exits?
    fn is_path_independent(
        &mut self,
        info: &FunctionInfo,
        body: &FnCode,
        state: &NodeState,
        region: &IfRegion,
    ) -> bool {
        let func = self.unrolling.graph.func(state.node);
        region.exits.iter().all(|exit| {
            let ExitTarget::Block(block, values) = &exit.to else {
                return !exit.is_path_dependent;
            };
            let live = self.encoder.live.before(func, body, info.start(*block));
            let is_param = |reg: &Reg| values.iter().any(|(param, _)| param == reg);
            let mut outer = live.iter().filter(|reg| !is_param(reg));
            !exit.is_path_dependent && !outer.any(|reg| region.path_dependent.contains(reg))
        })
    }

    /// Returns the condition under which one of these exits is taken.
    fn any_exit(&mut self, exits: &[RegionExit]) -> ExprId {
        let mut any = Arena::FALSE;
        for exit in exits {
            any = self.unrolling.arena.or(any, exit.cond);
        }
        any
    }

    /// Merges the values at some exits with `ite`. Also returns whether the result is path-dependent and has to
    /// be a φ.
    fn merge_values(
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

    /// Is it an input clamped by constants? A φ of it would not be a state of the program either.
    fn is_clamped_input(&self, values: &[ExprId]) -> bool {
        let constants = values
            .iter()
            .filter(|&&v| self.unrolling.arena.is_const(v))
            .count();
        (1..values.len()).contains(&constants)
            && values.iter().all(|&v| self.unrolling.phis_in(v).is_empty())
    }

    /// Is it a truth value, or the address of an object? A load through an address that is a φ is not supported.
    fn is_plain(&self, value: ExprId) -> bool {
        match self.unrolling.arena.node(value) {
            _ if self.unrolling.arena.unsigned_range(value).1 <= 1 => true,
            Node::Ite { then, other, .. } => self.is_plain(then) && self.is_plain(other),
            Node::Const { width: 64, .. } => self.anchor(value).is_some(),
            _ => false,
        }
    }

    // ---- exits

    /// Groups the exits that one edge can represent.
    fn groups(&self, info: &FunctionInfo, region: &IfRegion) -> Vec<Vec<RegionExit>> {
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

    /// Continues in the only successor, or ends the node with its exits.
    fn finish(
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
                        && (info.matters(*block) || relevant_after_return)
                    {
                        for (param, value) in all {
                            state.env.insert_mut(param, value);
                        }
                        state.segments.extend(&region.segments);
                        return Flow::Go(info.start(*block));
                    }
                    Dest::Block(BlockEntry {
                        pc: info.start(*block),
                        values: all,
                        cfg_edge: group[0].cfg_edge,
                        is_only_entry,
                    })
                }
            };
            let side = if fails(info, &group[0]) {
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
