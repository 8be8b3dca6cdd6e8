//! The driver of melding (CFM-SE). For each function, the driver repeats the phases that the crate's documentation
//! lists, until no further branch of the function can be melded.
use crate::flow::ControlFlow;
use crate::ignore::IgnoredLocation;
use crate::nesting::Nestings;
use crate::options::{MeldOptions, Mode};
use crate::refusals::{Reason, Refusal};
use crate::report::MeldReport;
use crate::select_branches::SelectedBranches;
use crate::uses::Uses;
use crate::{fold, guarded_loops, guarded_sides, guards, legality, rebuild, regions};
use cranelift_entity::SecondaryMap;
use symtool_ir::{Block, Func, Function, Inst, InstClass, InstData, Module, Signature};

/// The maximum number of e-graphs (compact sets of equal terms) that are built for a module: one for each melded
/// branch, until this limit is reached. (An e-graph takes about 0.7 ms per branch.) Further branches get the merged
/// code of naive if-conversion or sequence alignment, which is found faster. In a large module, the gates (the
/// estimated size of later queries) that an e-graph saves matter less than the time of melding. The limit is a number
/// of branches, not a time, so that the result is deterministic.
const MAX_GRAPHS: usize = 500;

/// Melds the selected branches of all functions of a module in place and reports the result. `entry` is the program's
/// entry point, at which the analysis of values that depend on symbolic inputs starts.
pub fn meld(module: &mut Module, entry: Func, options: &MeldOptions) -> MeldReport {
    meld_while(module, entry, options, &|| true)
}

/// Melds like [`meld`], and asks `continues` before each branch. After the answer `false`, the remaining branches are
/// not melded. In guarded mode, the module is equivalent to the original program after any number of melds.
pub fn meld_while(
    module: &mut Module,
    entry: Func,
    options: &MeldOptions,
    continues: &dyn Fn() -> bool,
) -> MeldReport {
    quanta::with_clock(&still_clock(), || {
        meld_all(module, entry, options, continues)
    })
}

/// Returns a clock that stands still, with which the library egg measures the time of its own phases. These times are
/// not used, and e-graphs have no time limit. At the first use of its own clock, egg would calibrate this clock against
/// that of the system, which takes several milliseconds.
fn still_clock() -> quanta::Clock {
    quanta::Clock::mock().0
}

/// Melds the branches of all functions for [`meld_while`].
fn meld_all(
    module: &mut Module,
    entry: Func,
    options: &MeldOptions,
    continues: &dyn Fn() -> bool,
) -> MeldReport {
    let start = std::time::Instant::now();
    let branches = branch_count(module);
    let mut report = MeldReport {
        instructions_before: instructions(module),
        branches_before: branches,
        ..MeldReport::default()
    };
    let mut wanted = SelectedBranches::new(module, entry, options);
    let nestings = Nestings::new(module, &wanted);
    let writable = legality::readable_is_writable(module);
    let ids: Vec<Func> = module.functions.keys().collect();
    for id in ids {
        if module.functions[id].is_declaration() {
            continue;
        }
        let empty = Function::new(String::new(), Signature::from_u32(0));
        let mut func = std::mem::replace(&mut module.functions[id], empty);
        // While the function is melded, an empty function takes its place in the module. The empty function has the
        // same name, because calls are looked up by name.
        module.functions[id].name.clone_from(&func.name);
        let mut melder = Melder {
            module,
            options,
            writable,
            report: &mut report,
            continues,
            id,
        };
        if melder.function(&mut func, &mut wanted) {
            clean(module, &mut func);
        }
        module.functions[id] = func;
    }
    report.instructions_after = instructions(module);
    report.branches_removed = branches.saturating_sub(branch_count(module));
    let nesting = nestings.of_melded(module);
    report.branch_nesting = nesting.branches;
    report.control_nesting = nesting.control;
    report.time = start.elapsed();
    report
}

fn branch_count(module: &Module) -> usize {
    let is_branch = |func: &Function, inst| {
        matches!(
            func.data(inst),
            InstData::Branch { .. } | InstData::Switch { .. }
        )
    };
    let count = |func: &Function| {
        func.all_insts()
            .filter(|&(_, i)| is_branch(func, i))
            .count()
    };
    module.functions.values().map(count).sum()
}

fn instructions(module: &Module) -> usize {
    module.functions.values().map(Function::inst_count).sum()
}

/// Removes the instructions without an effect whose results are no longer used after melding.
fn clean(_module: &Module, func: &mut Function) {
    loop {
        let mut used = vec![false; func.num_values()];
        for (_, inst) in func.all_insts() {
            func.data(inst)
                .for_each_arg(|v| used[v.as_u32() as usize] = true);
        }
        let mut changed = false;
        for block in func.layout().to_vec() {
            let keep = |&inst: &Inst| {
                let unused = func
                    .result(inst)
                    .is_some_and(|v| !used[v.as_u32() as usize]);
                !(unused && func.data(inst).is_removable())
            };
            let insts: Vec<Inst> = func.insts(block).iter().copied().filter(keep).collect();
            if insts.len() != func.insts(block).len() {
                func.set_insts(block, insts);
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// Melds the branches of the function with the id `id`.
struct Melder<'m> {
    module: &'m Module,
    options: &'m MeldOptions,
    /// Whether every address that the program can read through a pointer is also writable.
    writable: bool,
    report: &'m mut MeldReport,
    /// Returns whether melding continues.
    continues: &'m dyn Fn() -> bool,
    id: Func,
}

impl Melder<'_> {
    /// Melds one function until no further branch can be melded; returns whether the function changed.
    fn function(&mut self, func: &mut Function, wanted: &mut SelectedBranches) -> bool {
        let mut any = false;
        loop {
            if !(self.continues)() {
                break;
            }
            let mut changed = fold::switches(self.module, func, self.id, wanted);
            changed |= self.one_round(func, wanted);
            changed |= fold::short_circuits(self.module, func, self.id, wanted, self.options);
            // Guarded sides and guarded loops are tried only if this round melded no branch into straight-line code,
            // because straight-line code has fewer gates and no branch.
            if !changed && (self.continues)() {
                changed = self.guard_sides(func, wanted) || self.guard_loops(func, wanted);
            }
            if !changed {
                break;
            }
            any = true;
        }
        self.log_rest(func, wanted);
        any
    }

    fn one_round(&mut self, func: &mut Function, wanted: &mut SelectedBranches) -> bool {
        let mut changed = false;
        let mut edges = regions::edge_counts(func);
        let mut uses = Uses::new(func);
        for head in func.layout().to_vec().into_iter().rev() {
            if edges[head] == 0 || func.insts(head).is_empty() {
                continue;
            }
            // After a meld, the block at which both sides joined is appended to the head block. The head block can then
            // end in another branch that can be melded.
            while self.try_head(func, &mut edges, head, wanted) {
                uses.update(func);
                splice_join(func, &mut edges, &mut uses, head);
                changed = true;
            }
        }
        changed
    }

    /// Finds one branch with sides that can run under guards, and makes them run under guards. An inner branch is found
    /// before the branch around it. Returns whether a branch was found.
    fn guard_sides(&mut self, func: &mut Function, wanted: &mut SelectedBranches) -> bool {
        if self.options.mode != Mode::Guarded {
            return false;
        }
        let flow = ControlFlow::new(func);
        for head in func.layout().to_vec().into_iter().rev() {
            let branch = func.terminator(head);
            let Some(Ok(region)) = self.guardable((func, &flow), head, wanted) else {
                continue;
            };
            if self.report.has_failed(self.id, branch) {
                continue;
            }
            let locs = func.locs(branch).clone();
            for block in region.blocks() {
                wanted.forget(self.id, func.terminator(block));
            }
            let selects = guarded_sides::guard(self.module, func, &region);
            self.report
                .guarded(self.module, func, region.is_if_then(), &locs, selects);
            return true;
        }
        false
    }

    /// Returns the number of iterations after which a guarded loop forks in each further iteration: the value of the
    /// option `iterations`, but at most the unwinding bound of exploration.
    fn guarded_iterations(&self) -> u32 {
        let limit = self.options.iterations;
        self.options.unwind.map_or(limit, |most| limit.min(most))
    }

    /// Finds one loop with an input-dependent condition and transforms it to run under a guard. Returns whether a loop
    /// was found.
    fn guard_loops(&mut self, func: &mut Function, wanted: &mut SelectedBranches) -> bool {
        if self.options.mode != Mode::Guarded || self.options.iterations == 0 {
            return false;
        }
        let flow = ControlFlow::new(func);
        for head in func.layout().to_vec().into_iter().rev() {
            let branch = func.terminator(head);
            let found = guarded_loops::find(self.module, (func, &flow), self.id, head, wanted);
            let Some(Ok(region)) = found else {
                continue;
            };
            if self.excluded(func, branch).is_some() {
                continue;
            }
            let mut insts = region
                .blocks()
                .flat_map(|block| func.insts(block).iter().copied());
            let ignore = &self.options.ignore;
            if ignore.hit_insts(self.module, func, &mut insts).is_some() {
                continue;
            }
            if self.may_be_cut(&flow, region.blocks().filter(|&block| block != head)) {
                continue;
            }
            let locs = func.locs(branch).clone();
            for block in region.blocks() {
                wanted.forget(self.id, func.terminator(block));
            }
            let selects =
                guarded_loops::guard(self.module, func, &region, self.guarded_iterations());
            self.report.guarded_loop(self.module, func, &locs, selects);
            return true;
        }
        false
    }

    /// Returns the sides of the branch that ends the block `head`, if they can run under guards, or the reason why they
    /// cannot. The result is `None` if `head` does not end with a two-way branch, or if the branch is not selected for
    /// melding.
    fn guardable(
        &self,
        (func, flow): (&Function, &ControlFlow),
        head: Block,
        wanted: &SelectedBranches,
    ) -> Option<Result<guarded_sides::Guardable, Refusal>> {
        let found = guarded_sides::find(self.module, (func, flow), self.id, head, wanted)?;
        Some(found.and_then(|region| {
            if let Some(why) = self.excluded(func, func.terminator(head)) {
                return Err(why.into());
            }
            let insts = region
                .blocks()
                .flat_map(|block| func.insts(block).iter().copied());
            match self.options.ignore.hit_insts(self.module, func, insts) {
                Some(place) => Err(ignored(place)),
                None if self.may_be_cut(flow, region.blocks()) => {
                    Err(Reason::LoopCutByBound.into())
                }
                None => Ok(region),
            }
        }))
    }

    /// Returns whether exploration has an unwinding bound and one of `blocks` is a loop header. In this case,
    /// exploration may cut the loop at the bound.
    fn may_be_cut(&self, flow: &ControlFlow, mut blocks: impl Iterator<Item = Block>) -> bool {
        self.options.unwind.is_some() && blocks.any(|block| flow.is_loop_header(block))
    }

    /// Melds the branch that ends the block `head`, with its two sides; returns whether it was melded. If melding
    /// fails, the reason is recorded, and the branch is not tried again.
    fn try_head(
        &mut self,
        func: &mut Function,
        edges: &mut SecondaryMap<Block, u32>,
        head: Block,
        wanted: &mut SelectedBranches,
    ) -> bool {
        let Some(Ok(region)) = regions::find(func, edges, head) else {
            return false;
        };
        let branch = func.terminator(head);
        let ignore = &self.options.ignore;
        if !(self.continues)()
            || !wanted.has(self.id, branch)
            || ignore.hit(self.module, func, &region).is_some()
            || self.excluded(func, branch).is_some()
            || self.illegal(func, &region, wanted).is_some()
            || self.report.has_failed(self.id, branch)
        {
            return false;
        }
        let locs = func.locs(branch).clone();
        let graph = self.report.graphs < MAX_GRAPHS;
        // Only the edges out of the blocks that change are counted again, because counting all edges after each meld
        // would take quadratic time.
        let sides = region.sides.iter().flat_map(|side| &side.blocks);
        let blocks: Vec<Block> = std::iter::once(&head).chain(sides).copied().collect();
        regions::forget_edges(edges, func, &blocks);
        let rebuilt = rebuild::meld_region(
            self.module,
            func,
            &region,
            self.options,
            self.writable,
            graph,
        );
        regions::add_edges(edges, func, &blocks);
        match rebuilt {
            Ok(done) => {
                self.report.graphs += usize::from(done.graph_nodes > 0);
                self.report.graph_nodes += done.graph_nodes;
                for (new, from) in &done.accesses {
                    wanted.inherit_address(self.id, from, *new);
                }
                self.report
                    .applied(self.module, func, &region, &locs, &done);
                true
            }
            Err(why) => {
                self.report.failed(self.id, branch, why);
                false
            }
        }
    }

    /// Returns the reason why the options exclude a branch from melding, so that it forks during exploration; `None` if
    /// they do not exclude it.
    fn excluded(&self, func: &Function, branch: Inst) -> Option<Reason> {
        let lists = [
            (&self.options.expensive, Reason::Expensive),
            (&self.options.forked, Reason::Forked),
        ];
        lists
            .into_iter()
            .find(|(list, _)| list.has_inst(self.module, func, branch))
            .map(|(_, why)| why)
    }

    /// Returns the reason why a region (a branch with its two sides) must not be melded, if there is one.
    fn illegal(
        &self,
        func: &Function,
        region: &regions::Region,
        wanted: &SelectedBranches,
    ) -> Option<Refusal> {
        let symbolic = |inst| wanted.has_symbolic_address(self.id, inst);
        legality::check(self.module, func, region, self.options.mode, &symbolic)
    }

    /// Returns a reason why the branch at the end of `head` is not guarded: why its sides do not run under a guard, or
    /// why the loop that it exits does not run under a guard. Returns `None` if there is no such reason, or if the
    /// control flow at the branch has no shape that guards can handle. Also returns `None` in speculative mode, which
    /// has no guards.
    fn not_guarded(
        &self,
        (func, flow): (&Function, &ControlFlow),
        head: Block,
        wanted: &SelectedBranches,
    ) -> Option<Refusal> {
        if self.options.mode != Mode::Guarded {
            return None;
        }
        let side = self
            .guardable((func, flow), head, wanted)
            .and_then(Result::err);
        match guarded_loops::find(self.module, (func, flow), self.id, head, wanted) {
            Some(Ok(_)) if self.options.iterations == 0 => Some(Reason::LoopNotGuarded.into()),
            Some(Ok(region)) => {
                let insts = region
                    .blocks()
                    .flat_map(|block| func.insts(block).iter().copied());
                let place = self.options.ignore.hit_insts(self.module, func, insts);
                let cut = self.may_be_cut(flow, region.blocks().filter(|&block| block != head));
                let cut = cut.then(|| Reason::LoopCutByBound.into());
                place.map(ignored).or(cut).or(side)
            }
            Some(Err(why)) => Some(why),
            None => side,
        }
    }

    /// Returns the refusal to meld the branch at the end of `head`, for a branch with a side that returns before the
    /// sides meet. The refusal says that a branch remains on one of the sides, and names the source line of the
    /// remaining branch. Returns `None` if no branch with a source location remains on the sides.
    fn before_return(&self, func: &Function, flow: &ControlFlow, head: Block) -> Option<Refusal> {
        let sides = func.successors(head);
        let is_inside = |block: Block| {
            let own =
                |&side: &Block| flow.edges[side] == 1 && flow.dominators.dominates(side, block);
            sides.iter().any(own)
        };
        let inside = func.layout().iter().filter(|&&block| is_inside(block));
        let mut branches = inside.map(|&block| func.terminator(block)).filter(|&last| {
            let class = func.data(last);
            matches!(class, InstData::Branch { .. } | InstData::Switch { .. })
                && !guards::is_guard_branch(func, last)
        });
        let line = branches.find_map(|last| {
            let loc = func.locs(last).first()?;
            Some(self.module.source.get(loc).line)
        })?;
        Some(Refusal::new(Reason::BranchBeforeReturn, &[&line]))
    }

    /// Adds every branch that remains in the function to the log, with the reason why it was not melded.
    fn log_rest(&mut self, func: &mut Function, wanted: &SelectedBranches) {
        let flow = ControlFlow::new(func);
        for head in func.layout().to_vec() {
            let branch = func.terminator(head);
            if !matches!(
                func.data(branch),
                InstData::Branch { .. } | InstData::Switch { .. }
            ) {
                continue;
            }
            let earlier = self.report.failure(self.id, branch);
            if guards::is_guard_branch(func, branch) {
                // The branch controls a guarded side or guarded loop, which already has an entry in the log.
                continue;
            }
            let why = match (earlier, regions::find(func, &flow.edges, head)) {
                (Some(why), _) => why,
                _ if !(self.continues)() && wanted.has(self.id, branch) => Reason::Ended.into(),
                _ if !wanted.has(self.id, branch) => wanted.reason().into(),
                _ if let Some(why) = self.excluded(func, branch) => why.into(),
                (None, None) => fold::switch_refusal(self.module, func, &flow.edges, head)
                    .unwrap_or_else(|| Reason::SwitchEnds.into()),
                (None, Some(Err(why))) => match self.not_guarded((func, &flow), head, wanted) {
                    Some(other) if other.reason == Reason::SideReturns => {
                        self.before_return(func, &flow, head).unwrap_or(other)
                    }
                    Some(other) => other,
                    None => why.into(),
                },
                (None, Some(Ok(region))) => {
                    match self.options.ignore.hit(self.module, func, &region) {
                        Some(place) => ignored(place),
                        None => self
                            .illegal(func, &region, wanted)
                            .unwrap_or_else(|| Reason::NotReached.into()),
                    }
                }
            };
            let is_wanted = wanted.has(self.id, branch);
            self.report.left(self.module, func, branch, is_wanted, &why);
        }
    }
}

/// Returns the refusal to meld code at a location in the ignore list: a location that the user excludes, or at which
/// the melded program failed.
fn ignored(location: &IgnoredLocation) -> Refusal {
    Refusal::new(Reason::Ignored, &[location])
}

/// If the head block jumps to a block that has no other predecessor, appends this block to the head block. After a
/// meld, the appended block is the block at which both sides joined. The facts about memory in the head block then also
/// apply to the branch that ends the appended block.
fn splice_join(
    func: &mut Function,
    edges: &mut SecondaryMap<Block, u32>,
    uses: &mut Uses,
    head: Block,
) {
    loop {
        let InstData::Jump { dest } = func.data(func.terminator(head)) else {
            return;
        };
        let dest = dest.clone();
        if edges[dest.block] != 1 || dest.block == head {
            return;
        }
        let map = func
            .params(dest.block)
            .iter()
            .copied()
            .zip(dest.args.iter().copied())
            .collect();
        let jump = func.terminator(head);
        let locs = func.locs(jump).clone();
        let tail = func.insts(dest.block).to_vec();
        let mut insts = func.insts(head).to_vec();
        insts.pop();
        // The jump disappears, but its source locations are kept, because possibly no other instruction has the lines
        // of the jump. If possible, an instruction that cannot fail gets these locations: the report of a failure
        // must not name the lines of other instructions.
        let cannot_fail = |inst: &&Inst| {
            let class = func.data(**inst).class();
            matches!(class, InstClass::Pure | InstClass::Address)
        };
        if let Some(&inst) = tail.iter().find(cannot_fail).or(tail.last()) {
            func.locs_mut(inst).union(&locs);
        }
        insts.extend(tail);
        func.set_insts(head, insts);
        func.remove_block(dest.block);
        edges[dest.block] = 0;
        uses.replace(func, &map);
    }
}
