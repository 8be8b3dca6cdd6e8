//! Branches without effects: `&&`, `||`, `?:` and small diamonds become part of the node before them.
//!
//! From a branch on, blocks that only compute are executed under the condition of the ways that lead to them, as long as every
//! way to them begins at the branch. What is left are the ways out of them, those to the same place with the same values
//! taken together. So a check has no branch of its own but the one that fails, and a condition that always holds has none at all.
//!
//! A value that depends on the way stays a choice of a join, which can be a constant, unless it is a truth value, an address, or not
//! needed behind these blocks: then it is an expression.
mod region;

use super::{Dest, Entry, Exit, Flow, Run};
use crate::graph::{NodeId, Side, Within};
use crate::shape::Shape;
use crate::unroll::World;
use crate::walk::choices_in;
use region::{MOST_BLOCKS, Region, To, Way};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use symtool_engine::exec::decode::{FnCode, Reg, Step};
use symtool_expr::{Arena, ExprId, Node};
use symtool_ir::Block;

/// Most steps of one such block.
const MOST_STEPS: u32 = 24;

/// Does a way lead to a block in which a check fails whatever the input?
fn fails(shape: &Shape, way: &Way) -> bool {
    matches!(&way.to, To::Block(block, _) if shape.fails(*block))
}

impl World<'_> {
    /// What follows from the ways out of a block's end: with blocks that have no effects behind them taken along.
    pub(super) fn straighten(&mut self, body: &FnCode, run: &mut Run, exits: Vec<Exit>) -> Flow {
        let shapes = Rc::clone(&self.shapes);
        let shape = shapes.of(self.graph.func(run.node));
        let (Some(shape), true) = (shape, exits.len() > 1) else {
            return Flow::End(exits);
        };
        let block = shape.block_at(body, run.pc);
        if exits.iter().all(|exit| self.arena.is_const(exit.cond)) {
            run.decided.push(block);
        }
        let mut region = Region {
            ways: Vec::new(),
            env: run.env.clone(),
            blocks: vec![block],
            conds: vec![Arena::TRUE],
            mixed: FxHashSet::default(),
            within: Vec::new(),
        };
        if self
            .take_ways(shape, body, run.node, &mut region, &exits)
            .is_none()
        {
            return Flow::End(exits);
        }
        self.widen(shape, body, run, &mut region);
        let mut groups = self.groups(shape, &region);
        groups.retain(|group| {
            let fails = fails(shape, &group[0]);
            !fails || {
                let cond = self.any(group);
                !self.is_never(run.node, cond)
            }
        });
        if region.blocks.len() == 1 && !self.is_good(shape, body, run, &region) {
            return Flow::End(exits);
        }
        self.leave(shape, run, &region, &groups)
    }

    /// Takes blocks along as long as that ends with no values that depend on the way.
    fn widen(&mut self, shape: &Shape, body: &FnCode, run: &mut Run, best: &mut Region) {
        let mut hard = FxHashSet::default();
        let mut region = best.clone();
        loop {
            let next = region.next(shape, &hard);
            let Some(next) = next.filter(|_| region.blocks.len() < MOST_BLOCKS) else {
                // What was taken along since the last good end does not lead to another.
                match region.blocks.get(best.blocks.len()) {
                    Some(&first) => hard.insert(first),
                    None => return,
                };
                region = best.clone();
                continue;
            };
            let Some(longer) = self.absorb(shape, body, run, &region, next) else {
                hard.insert(next);
                continue;
            };
            region = longer;
            if self.is_good(shape, body, run, &region) {
                *best = region.clone();
            }
        }
    }

    /// A region with one more block, if that has no effects.
    fn absorb(
        &mut self,
        shape: &Shape,
        body: &FnCode,
        run: &mut Run,
        region: &Region,
        block: Block,
    ) -> Option<Region> {
        let mut longer = region.clone();
        let (into, rest): (Vec<Way>, Vec<Way>) =
            longer.ways.into_iter().partition(|way| way.leads_to(block));
        longer.ways = rest;
        let cond = match region.around(shape, block) {
            Some(at) => region.conds[at],
            None => self.any(&into),
        };
        for &param in &shape.params[&block] {
            let (value, is_mixed) = self.together(&into, |way| way.value(param))?;
            longer.env.insert_mut(param, value);
            longer.mix(param, is_mixed);
        }
        let first = shape.start(block);
        let mut trial = Run {
            pc: first,
            env: longer.env.clone(),
            stores: std::mem::take(&mut run.stores),
            ..Run::at(run.node)
        };
        let exits = self.compute(body, &mut trial, cond, &mut longer);
        run.stores = trial.stores;
        longer.env = trial.env;
        longer.blocks.push(block);
        longer.conds.push(cond);
        let steps = Within::Steps(first, trial.pc);
        longer.within.push((cond, steps));
        self.take_ways(shape, body, run.node, &mut longer, &exits?)?;
        Some(longer)
    }

    /// Executes a block that has no effects; the ways out of it.
    fn compute(
        &mut self,
        body: &FnCode,
        run: &mut Run,
        cond: ExprId,
        region: &mut Region,
    ) -> Option<Vec<Exit>> {
        for _ in 0..MOST_STEPS {
            self.executed += 1;
            match &body.steps[run.pc as usize] {
                Step::Pure(step) => {
                    self.pure(body, run, step).ok()?;
                    let args = &step.args[..usize::from(step.arity)];
                    let is_mixed = args.iter().any(|arg| region.mixed.contains(arg));
                    let is_const = run
                        .env
                        .get(&step.dst)
                        .is_some_and(|&v| self.arena.is_const(v));
                    region.mix(step.dst, is_mixed && !is_const && step.to > 1);
                }
                Step::Memory(step) if !step.write => {
                    let Flow::Next = self.memory(body, run, step).ok()? else {
                        return None;
                    };
                    let is_mixed = region.mixed.contains(&step.addr);
                    region.mix(step.value, is_mixed && step.ty.bits() > 1);
                }
                Step::SlotAddr { .. } | Step::FixedAddr { .. } => {
                    self.step(body, run).ok()?;
                }
                Step::Check(step) => {
                    let bad = self.violation(body, run, step).ok()?;
                    let bad = self.arena.and(cond, bad);
                    // Where the program's own branches decide values, paths are walked.
                    let is_asked = region.mixed.is_empty();
                    let holds =
                        self.arena.is_false(bad) || (is_asked && self.is_never(run.node, bad));
                    if !holds {
                        return None;
                    }
                }
                Step::Terminator(step) => return self.terminator(body, run, step).ok(),
                _ => return None,
            }
            run.pc += 1;
        }
        None
    }

    /// Notes the ways out of the block that was taken along last.
    fn take_ways(
        &mut self,
        shape: &Shape,
        body: &FnCode,
        node: NodeId,
        region: &mut Region,
        exits: &[Exit],
    ) -> Option<()> {
        let before = *region.conds.last()?;
        for exit in exits {
            let cond = self.arena.and(before, exit.cond);
            if self.arena.is_false(cond) {
                continue;
            }
            let (to, along, is_mixed) = match exit.to {
                Dest::Edge(edge) => {
                    let data = &body.edges[edge as usize];
                    let target = shape.block_at(body, data.target);
                    let is_check = shape.fails(target) && region.mixed.is_empty();
                    if is_check && self.is_never(node, cond) {
                        continue;
                    }
                    let mut values = Vec::new();
                    let mut is_mixed = false;
                    for &param in &shape.params[&target] {
                        let moved = data.moves.iter().find(|&&(_, to)| to == param);
                        let reg = moved.map_or(param, |&(from, _)| from);
                        // A parameter that nothing uses may be unknown.
                        if let Ok(value) = self.lookup(body, &region.env, reg) {
                            values.push((param, value));
                        }
                        is_mixed |= region.mixed.contains(&reg);
                    }
                    region.within.push((cond, Within::Edge(edge)));
                    (To::Block(target, values), Some(edge), is_mixed)
                }
                Dest::Return { value, .. } => {
                    let mut mixed = region.mixed.iter().filter_map(|reg| region.env.get(reg));
                    let is_mixed = value.is_some_and(|value| mixed.any(|&v| v == value));
                    (To::Return(value), None, is_mixed)
                }
                _ => return None,
            };
            let what = exit.what;
            region.ways.push(Way {
                to,
                cond,
                what,
                along,
                is_mixed,
            });
        }
        Some(())
    }

    /// Is there one way out of these blocks but for those that surely fail, and does nothing that is needed behind them depend
    /// on the way?
    fn is_good(&mut self, shape: &Shape, body: &FnCode, run: &Run, region: &Region) -> bool {
        let groups = self.groups(shape, region).into_iter();
        let mut others = groups.filter(|group| !fails(shape, &group[0]));
        let to = others.next().and_then(|group| match group[0].to {
            To::Block(block, _) => Some(block),
            To::Return(_) => None,
        });
        others.next().is_none()
            && region.comes_together(shape, to)
            && self.is_clean(shape, body, run, region)
    }

    /// Does nothing that is needed behind these blocks depend on the way?
    fn is_clean(&mut self, shape: &Shape, body: &FnCode, run: &Run, region: &Region) -> bool {
        let func = self.graph.func(run.node);
        region.ways.iter().all(|way| {
            let To::Block(block, values) = &way.to else {
                return !way.is_mixed;
            };
            let live = self.live.before(func, body, shape.start(*block));
            let is_param = |reg: &Reg| values.iter().any(|(param, _)| param == reg);
            let mut outer = live.iter().filter(|reg| !is_param(reg));
            !way.is_mixed && !outer.any(|reg| region.mixed.contains(reg))
        })
    }

    /// When one of these is the way.
    fn any(&mut self, ways: &[Way]) -> ExprId {
        let mut any = Arena::FALSE;
        for way in ways {
            any = self.arena.or(any, way.cond);
        }
        any
    }

    /// What some ways make of a value, and whether that depends on the way and is no truth value.
    fn together(
        &mut self,
        ways: &[Way],
        value: impl Fn(&Way) -> Option<ExprId> + Copy,
    ) -> Option<(ExprId, bool)> {
        let (last, others) = ways.split_last()?;
        let mut all = value(last)?;
        let mut is_plain = self.is_plain(all);
        for way in others.iter().rev() {
            let value = value(way)?;
            is_plain &= self.is_plain(value);
            all = self.arena.ite(way.cond, value, all);
        }
        let first = value(last)?;
        let differs = others.iter().any(|way| value(way) != Some(first));
        let is_one = is_plain || self.arena.is_const(all);
        let given: Vec<ExprId> = ways.iter().filter_map(value).collect();
        Some((all, differs && !is_one && !self.is_limited(&given)))
    }

    /// Is it an input that constants take the place of: one that is kept within limits? As a choice it would be no state of the
    /// program either.
    fn is_limited(&self, values: &[ExprId]) -> bool {
        let constants = values.iter().filter(|&&v| self.arena.is_const(v)).count();
        (1..values.len()).contains(&constants)
            && values.iter().all(|&v| choices_in(self, v).is_empty())
    }

    /// Is it a truth value, or an address of an object, through which nothing could be accessed if it were a choice?
    fn is_plain(&self, value: ExprId) -> bool {
        match self.arena.node(value) {
            _ if self.arena.unsigned_range(value).1 <= 1 => true,
            Node::Ite { then, other, .. } => self.is_plain(then) && self.is_plain(other),
            Node::Const { width: 64, .. } => self.anchor(value).is_some(),
            _ => false,
        }
    }

    // ---- what is left

    /// The ways that are left, those that can be one together.
    fn groups(&self, shape: &Shape, region: &Region) -> Vec<Vec<Way>> {
        let mut groups: Vec<Vec<Way>> = Vec::new();
        for way in &region.ways {
            let mut fits = groups.iter_mut();
            match fits.find(|group| self.is_one_with(shape, region, &group[0], way)) {
                Some(group) => group.push(way.clone()),
                None => groups.push(vec![way.clone()]),
            }
        }
        groups
    }

    fn is_one_with(&self, shape: &Shape, region: &Region, a: &Way, b: &Way) -> bool {
        match (&a.to, &b.to) {
            (To::Block(to, values), To::Block(other, others)) => {
                let is_alike = |(a, b): (&(Reg, ExprId), &(Reg, ExprId))| {
                    a == b
                        || (self.is_plain(a.1) && self.is_plain(b.1))
                        || self.is_limited(&[a.1, b.1])
                };
                a.to == b.to
                    || (to == other
                        && region.owns(shape, *to)
                        && values.len() == others.len()
                        && values.iter().zip(others).all(is_alike))
            }
            (To::Return(Some(a)), To::Return(Some(b))) => {
                a == b || (self.is_plain(*a) && self.is_plain(*b)) || self.is_limited(&[*a, *b])
            }
            (a, b) => a == b,
        }
    }

    /// Goes on in the only block that is left, or ends with the ways out.
    fn leave(
        &mut self,
        shape: &Shape,
        run: &mut Run,
        region: &Region,
        groups: &[Vec<Way>],
    ) -> Flow {
        let context = self.graph.node(run.node).place.context;
        let matters_after = self.graph.context(context).matters_after;
        run.env = region.env.clone();
        run.passed.extend(&region.blocks);
        let mut exits: Vec<Exit> = Vec::new();
        let returning = groups
            .iter()
            .filter(|group| matches!(group[0].to, To::Return(_)));
        let returning = returning.count();
        for group in groups {
            let cond = match exits.as_slice() {
                [] if groups.len() == 1 => Arena::TRUE,
                [other] if groups.len() == 2 => self.arena.not(other.cond),
                _ => self.any(group),
            };
            let to = match &group[0].to {
                To::Return(None) => Dest::Return {
                    value: None,
                    is_only: region.has_all_returns(shape),
                },
                To::Return(Some(_)) => {
                    let value = self.together(group, |way| match way.to {
                        To::Return(value) => value,
                        To::Block(..) => None,
                    });
                    Dest::Return {
                        value: value.map(|(value, _)| value),
                        is_only: region.has_all_returns(shape) && returning == 1,
                    }
                }
                To::Block(block, values) => {
                    let mut all = Vec::with_capacity(values.len());
                    for &(param, _) in values {
                        let value = self.together(group, |way| way.value(param));
                        all.extend(value.map(|(value, _)| (param, value)));
                    }
                    let mut others = groups.iter().filter(|other| other[0].leads_to(*block));
                    let is_owned = region.owns(shape, *block) && others.nth(1).is_none();
                    if is_owned && groups.len() == 1 && (shape.matters(*block) || matters_after) {
                        for (param, value) in all {
                            run.env.insert_mut(param, value);
                        }
                        run.within.extend(&region.within);
                        return Flow::Go(shape.start(*block));
                    }
                    Dest::Block(Entry {
                        pc: shape.start(*block),
                        values: all,
                        along: group[0].along,
                        is_owned,
                    })
                }
            };
            let what = if fails(shape, &group[0]) {
                Side::Fail
            } else {
                group[0].what
            };
            exits.push(Exit { cond, to, what });
        }
        run.within.extend(&region.within);
        Flow::End(exits)
    }
}
