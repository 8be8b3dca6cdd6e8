//! If-conversion: `&&`, `||`, `?:` and small diamonds without effects become part of the node before them. The
//! *region* of a branch is the branch with the blocks that are converted. A value is *path-dependent* if it differs
//! between the paths through the region.
//!
//! After a branch, each block that only computes values is executed under the condition of the paths that lead to it.
//! The branch must dominate these blocks, so that every path to them passes the branch. Exits of the region to the same
//! block with the same values are merged into one edge. Therefore a check such as `assert(a && b)` has one edge to its
//! failure. If all paths through the region lead to one block and no path-dependent value is live there, the branch
//! needs no edges in the graph.
//!
//! A path-dependent value usually becomes a φ (a symbol at the join), so that constant propagation along a path can
//! replace it by a constant. There are four exceptions: truth values, addresses, clamped inputs such as `x < 0 ? 0 :
//! x`, and values that are dead at the exit. Values of these kinds become `ite` expressions.
mod exits;
mod region;

use super::{Dest, Exit, Flow, NodeEncoder, NodeState};
use crate::graph::{NodeId, Segment};
use crate::static_info::FunctionInfo;
use region::{ExitTarget, IfRegion, MAX_BLOCKS, RegionExit};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use symtool_engine::code::{FnCode, Reg, Step};
use symtool_expr::{Arena, ExprId};
use symtool_ir::Block;

/// The maximum number of steps of a block that becomes part of the node of the branch before it.
const MAX_STEPS: u32 = 24;

/// Returns whether an exit of the region leads to a block with a check that fails for every input.
fn always_fails(info: &FunctionInfo, exit: &RegionExit) -> bool {
    matches!(&exit.to, ExitTarget::Block(block, _) if info.always_fails(*block))
}

impl NodeEncoder<'_, '_> {
    /// Adds the blocks after a branch to the node of the branch, if possible. Returns the continuation of the
    /// execution. If the region (the branch with these blocks) has one successor, execution continues in the same
    /// node. Otherwise the node ends with the exits of the region.
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
            let fails = always_fails(info, &group[0]);
            !fails || {
                let cond = self.any_exit(group);
                !self.never_holds(state.node, cond)
            }
        });
        if region.blocks.len() == 1 && !self.is_complete(info, body, state, &region) {
            return Flow::End(exits);
        }
        self.finish(info, state, &region, &groups)
    }

    /// Adds blocks to the region `best`: afterwards, `best` is the largest complete region that was found. A region is
    /// complete if all its paths lead to one exit or to failures, and no path-dependent value is live at the exits (see
    /// `is_complete`).
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
                // `first` is the first block that was added to `best` in this attempt. No extension of `best` that
                // contains `first` is complete, so the next attempts omit `first`.
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

    /// Returns the region `region` with the block `block` added; `None` if the block cannot be converted.
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

    /// Executes a block without effects and returns its exits. Returns `None` if the block has effects, a check
    /// that may fail, or more than [`MAX_STEPS`] steps.
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
                    let Flow::Next = self.pure(body, state, step).ok()? else {
                        return None;
                    };
                    let args = &step.args[..usize::from(step.arity)];
                    let is_path_dependent =
                        args.iter().any(|arg| region.path_dependent.contains(arg));
                    let is_const = state
                        .env
                        .get(&step.dst)
                        .is_some_and(|&v| self.unrolling.arena.is_const(v));
                    region.mark(step.dst, is_path_dependent && !is_const && step.to > 1);
                }
                Step::Load(step) => {
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
                    let failing = self.violation(body, state, step).ok()?;
                    let failing = self.unrolling.arena.and(cond, failing);
                    // If the region has path-dependent values, no query is issued, and the block is not converted. The
                    // check then remains an edge of the graph, and the search decides it separately for each path.
                    let may_check = region.path_dependent.is_empty();
                    let holds = self.unrolling.arena.is_false(failing)
                        || (may_check && self.never_holds(state.node, failing));
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

    /// Adds `exits`, the exits of the block that was added last, to a region. Returns `None` if an exit is not
    /// supported.
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
                    let is_check = info.always_fails(target) && region.path_dependent.is_empty();
                    if is_check && self.never_holds(node, cond) {
                        continue;
                    }
                    let mut values = Vec::new();
                    let mut is_path_dependent = false;
                    for &param in &info.params[&target] {
                        let moved = data.moves.iter().find(|&&(_, to)| to == param);
                        let reg = moved.map_or(param, |&(from, _)| from);
                        // If the target block does not use the parameter, the value of `reg` may be unknown. Then the
                        // parameter gets no value.
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

    /// Returns whether a region (a branch with the blocks that are converted) is complete, that is, whether two
    /// conditions hold. First, all paths through the region lead to one exit or to failures. Second, no value that
    /// depends on the path through the region is live at the exits.
    fn is_complete(
        &mut self,
        info: &FunctionInfo,
        body: &FnCode,
        state: &NodeState,
        region: &IfRegion,
    ) -> bool {
        let groups = self.groups(info, region).into_iter();
        let mut others = groups.filter(|group| !always_fails(info, &group[0]));
        let to = others.next().and_then(|group| match group[0].to {
            ExitTarget::Block(block, _) => Some(block),
            ExitTarget::Return(_) => None,
        });
        others.next().is_none()
            && region.reconverges(info, to)
            && self.is_path_independent(info, body, state, region)
    }

    /// Returns whether no path-dependent value (a value that differs between the paths through the region) is live at
    /// the exits of a region.
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
}
