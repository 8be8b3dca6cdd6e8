//! CFM-SE: melding both sides of a branch into straight-line code before the program is explored
//! ("Taming the Hydra", OOPSLA 2026, §3).
//!
//! # Phases, per function, to a fixed point
//! Notation: a branch on c, its sides T (c holds) and E, their join J; `ite(c, t, e)` is a select.
//!
//! 1. [`fold`]: `a && b` and `a || b` with a right side that may run guarded become one condition.
//! 2. [`regions`]: find T and E, straight lines that end in the same J (§3.1's if-then-else; a missing side is empty).
//!    A region's sides contain no branch, so inner branches go first by themselves.
//! 3. [`legality`]: what may stand in a side; which branches are worth it ([`Branches`], §3.3).
//! 4. [`lift`], [`memory`]: sides become terms, loads of known values vanish; [`align`], [`plan`]: loads, stores
//!    and checks of both sides are put in one order, shared where their address expressions agree (§3.1's rules
//!    for memory operations, compared by expression).
//! 5. [`encode`], [`rules`], [`extract`], [`cost`], [`forms`]: the cheapest pure form, by e-graph with context layers.
//! 6. [`certificate`]: proof of the form by substituting c := 1 and c := 0, else by the solver.
//! 7. [`rebuild`]: the merged straight line replaces the branch; source positions are joined.
//! 8. Where nothing else is left to do: [`loops`], a side with loops whose trips no input decides runs under a guard;
//!    [`trips`], a loop whose trips an input decides runs while some input of the path is in it.
//!
//! What becomes of memory accesses that only one side makes is the [`Mode`]. In guarded mode a melded program
//! fails on exactly the inputs on which the original fails; in speculative mode it may fail on more, and
//! [`spurious`] drives exploration so that no such failure is ever shown.
pub mod align;
pub mod certificate;
pub mod cost;
pub mod diamond;
pub mod encode;
mod evaluate;
pub mod extract;
pub mod fold;
pub mod forms;
pub mod guards;
pub mod language;
pub mod legality;
pub mod lift;
pub mod loops;
pub mod memory;
pub mod plan;
pub mod rebuild;
pub mod regions;
pub mod report;
pub mod rules;
pub mod select_branches;
pub mod smt;
pub mod spurious;
pub mod steps;
pub mod term;
pub mod trips;

pub use report::{Decision, MeldReport};
pub use select_branches::Branches;
pub use spurious::{IgnoreList, IgnoredPlace};

use select_branches::Wanted;
use symtool_ir::{Block, Func, Function, Inst, InstData, Module, Signature};

/// What happens to memory accesses of one side only.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// They carry the branch condition as a guard: no new failures.
    #[default]
    Guarded,
    /// They run always, as in the paper: may fail spuriously.
    Speculative,
}

/// Diamonds of one module that the e-graph is asked for; those that follow take the better of the plain forms. It takes some
/// 0.7 ms for each, and a module with so many is no kernel whose paths stand or fall with single gates. A count and no time
/// limit, so that the result is the same on every machine.
const MAX_GRAPHS: usize = 500;

/// What to meld and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeldOptions {
    /// Treatment of memory.
    pub mode: Mode,
    /// Which branches.
    pub branches: Branches,
    /// Treat every loaded value as symbolic.
    pub loads_symbolic: bool,
    /// Places that must not be melded.
    pub ignore: IgnoreList,
    /// Prove every meld; undo those that are not proved.
    pub certify: bool,
    /// Note each meld step by step.
    pub steps: bool,
    /// Trips after which a guarded loop forks on each further one; with 0 no loop is guarded.
    pub trips: u32,
}

impl Default for MeldOptions {
    /// Guarded melding of symbolic branches; certificates in debug builds.
    fn default() -> MeldOptions {
        MeldOptions {
            mode: Mode::Guarded,
            branches: Branches::Symbolic,
            loads_symbolic: false,
            ignore: IgnoreList::default(),
            certify: cfg!(debug_assertions),
            steps: false,
            trips: 64,
        }
    }
}

/// Melds what can be melded in all functions; `entry` is where the program starts, which decides what is
/// symbolic. The module stays well formed.
pub fn meld(module: &mut Module, entry: Func, options: &MeldOptions) -> MeldReport {
    let start = std::time::Instant::now();
    let branches = branch_count(module);
    let mut report = MeldReport {
        instructions_before: instructions(module),
        ..MeldReport::default()
    };
    let mut wanted = Wanted::new(module, entry, options);
    let writable = legality::readable_is_writable(module);
    let ids: Vec<Func> = module.functions.keys().collect();
    for id in ids {
        if module.functions[id].is_declaration() {
            continue;
        }
        let empty = Function::new(String::new(), Signature::from_u32(0));
        let mut func = std::mem::replace(&mut module.functions[id], empty);
        // Calls are looked up by name in the module, so the taken function leaves its name there.
        module.functions[id].name.clone_from(&func.name);
        let mut melder = Melder {
            module,
            options,
            writable,
            report: &mut report,
            id,
        };
        if melder.function(&mut func, &mut wanted) {
            clean(module, &mut func);
        }
        module.functions[id] = func;
    }
    report.instructions_after = instructions(module);
    report.branches_removed = branches.saturating_sub(branch_count(module));
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

/// Removes what melding left unused: pure instructions without uses.
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

struct Melder<'m> {
    module: &'m Module,
    options: &'m MeldOptions,
    writable: bool,
    report: &'m mut MeldReport,
    id: Func,
}

impl Melder<'_> {
    /// Melds one function to a fixed point; tells whether it changed.
    fn function(&mut self, func: &mut Function, wanted: &mut Wanted) -> bool {
        let mut any = false;
        loop {
            let mut changed = fold::switches(self.module, func, self.id, wanted);
            changed |= self.one_round(func, wanted);
            changed |= fold::short_circuits(self.module, func, self.id, wanted, self.options);
            // Only then: a side that becomes a straight line is melded better than it is guarded.
            if !changed {
                changed = self.guard_sides(func, wanted) || self.guard_trips(func, wanted);
            }
            if !changed {
                break;
            }
            any = true;
        }
        self.log_rest(func, wanted);
        any
    }

    fn one_round(&mut self, func: &mut Function, wanted: &mut Wanted) -> bool {
        let mut changed = false;
        let mut edges = regions::edge_counts(func);
        for head in func.layout().to_vec().into_iter().rev() {
            if edges[head] == 0 || func.insts(head).is_empty() {
                continue;
            }
            // A head can open one region after another once its join is spliced to it.
            while self.try_head(func, &edges, head, wanted).is_ok() {
                splice_join(func, head);
                edges = regions::edge_counts(func);
                changed = true;
            }
        }
        changed
    }

    /// Guards one side with loops, an inner one before those around it; tells whether there was one.
    fn guard_sides(&mut self, func: &mut Function, wanted: &mut Wanted) -> bool {
        if self.options.mode != Mode::Guarded {
            return false;
        }
        for head in func.layout().to_vec().into_iter().rev() {
            let branch = func.terminator(head);
            let Some(Ok(region)) = self.guardable(func, head, wanted) else {
                continue;
            };
            if self.report.has_failed(self.id, branch) {
                continue;
            }
            let locs = func.locs(branch).clone();
            for block in region.blocks() {
                wanted.forget(self.id, func.terminator(block));
            }
            let selects = loops::guard(self.module, func, &region);
            self.report
                .guarded(self.module, func, region.is_if_then(), &locs, selects);
            return true;
        }
        false
    }

    /// Guards one loop whose trips an input decides; tells whether there was one.
    fn guard_trips(&mut self, func: &mut Function, wanted: &mut Wanted) -> bool {
        if self.options.mode != Mode::Guarded || self.options.trips == 0 {
            return false;
        }
        for head in func.layout().to_vec().into_iter().rev() {
            let branch = func.terminator(head);
            let found = trips::find(self.module, func, self.id, head, wanted);
            let Some(Ok(region)) = found else {
                continue;
            };
            let mut insts = region
                .blocks()
                .flat_map(|block| func.insts(block).iter().copied());
            let ignore = &self.options.ignore;
            if ignore.hit_insts(self.module, func, &mut insts).is_some() {
                continue;
            }
            let locs = func.locs(branch).clone();
            for block in region.blocks() {
                wanted.forget(self.id, func.terminator(block));
            }
            let selects = trips::guard(self.module, func, &region, self.options.trips);
            self.report.guarded_loop(self.module, func, &locs, selects);
            return true;
        }
        false
    }

    /// The sides with loops that a block's branch opens, or why they are left (`None`: it opens none that are wanted).
    fn guardable(
        &self,
        func: &Function,
        head: Block,
        wanted: &Wanted,
    ) -> Option<Result<loops::Guardable, String>> {
        let found = loops::find(self.module, func, self.id, head, wanted)?;
        Some(found.and_then(|region| {
            let insts = region
                .blocks()
                .flat_map(|block| func.insts(block).iter().copied());
            match self.options.ignore.hit_insts(self.module, func, insts) {
                Some(place) => Err(unwanted(place)),
                None => Ok(region),
            }
        }))
    }

    /// Melds the region a block opens.
    fn try_head(
        &mut self,
        func: &mut Function,
        edges: &cranelift_entity::SecondaryMap<Block, u32>,
        head: Block,
        wanted: &mut Wanted,
    ) -> Result<(), String> {
        let region = match regions::find(func, edges, head) {
            None => return Err(String::new()),
            Some(Err(why)) => return Err(why.to_owned()),
            Some(Ok(region)) => region,
        };
        let branch = func.terminator(head);
        if !wanted.has(self.id, branch) {
            return Err(wanted.reason().to_owned());
        }
        if let Some(place) = self.options.ignore.hit(self.module, func, &region) {
            return Err(unwanted(place));
        }
        if let Some(why) = self.illegal(func, &region, wanted) {
            return Err(why);
        }
        if self.report.has_failed(self.id, branch) {
            return Err("it failed before".to_owned());
        }
        let locs = func.locs(branch).clone();
        let graph = self.report.graphs < MAX_GRAPHS;
        match rebuild::meld_region(
            self.module,
            func,
            &region,
            self.options,
            self.writable,
            graph,
        ) {
            Ok(done) => {
                self.report.graphs += usize::from(done.graph);
                for (new, from) in &done.accesses {
                    wanted.inherit_address(self.id, from, *new);
                }
                self.report
                    .applied(self.module, func, &region, &locs, &done);
                Ok(())
            }
            Err(why) => {
                self.report.failed(self.id, branch, &why);
                Err(why)
            }
        }
    }

    /// Why a region must stay a branch, if it must.
    fn illegal(
        &self,
        func: &Function,
        region: &regions::Region,
        wanted: &Wanted,
    ) -> Option<String> {
        let symbolic = |inst| wanted.has_symbolic_address(self.id, inst);
        legality::check(self.module, func, region, self.options.mode, &symbolic)
    }

    /// Why no side of a branch is guarded, nor the loop that it leaves; `None` where nothing is.
    fn not_guarded(&self, func: &Function, head: Block, wanted: &Wanted) -> Option<String> {
        if self.options.mode != Mode::Guarded {
            return None;
        }
        let side = self.guardable(func, head, wanted).and_then(Result::err);
        match trips::find(self.module, func, self.id, head, wanted) {
            Some(Ok(_)) if self.options.trips == 0 => {
                Some("a loop that an input decides to leave (--cfmse-trips 0)".to_owned())
            }
            Some(Ok(region)) => {
                let insts = region
                    .blocks()
                    .flat_map(|block| func.insts(block).iter().copied());
                let place = self.options.ignore.hit_insts(self.module, func, insts);
                place.map(unwanted).or(side)
            }
            Some(Err(why)) => Some(why),
            None => side,
        }
    }

    /// Notes every branch that is left, with the reason.
    fn log_rest(&mut self, func: &mut Function, wanted: &Wanted) {
        let edges = regions::edge_counts(func);
        for head in func.layout().to_vec() {
            let branch = func.terminator(head);
            if !matches!(
                func.data(branch),
                InstData::Branch { .. } | InstData::Switch { .. }
            ) {
                continue;
            }
            let earlier = self.report.failure(self.id, branch);
            if guards::is_made(func, branch) {
                // Its own line says what became of it.
                continue;
            }
            let why = match (earlier, regions::find(func, &edges, head)) {
                (Some(why), _) => why,
                _ if !wanted.has(self.id, branch) => wanted.reason().to_owned(),
                (None, None) => {
                    "a switch whose cases are not straight lines to one place".to_owned()
                }
                (None, Some(Err(why))) => self
                    .not_guarded(func, head, wanted)
                    .unwrap_or_else(|| why.to_owned()),
                (None, Some(Ok(region))) => {
                    match self.options.ignore.hit(self.module, func, &region) {
                        Some(place) => unwanted(place),
                        None => self
                            .illegal(func, &region, wanted)
                            .unwrap_or_else(|| "its sides do not meld".to_owned()),
                    }
                }
            };
            let is_wanted = wanted.has(self.id, branch);
            self.report.left(self.module, func, branch, is_wanted, why);
        }
    }
}

/// Why code at a place of the ignore list is left; the driver puts true failures there, too, while it looks behind them.
fn unwanted(place: &IgnoredPlace) -> String {
    format!("{place} fails or is on the ignore list")
}

/// Appends the join to the head if nothing else jumps there, so that what the head knows of memory serves the
/// next branch.
fn splice_join(func: &mut Function, head: Block) {
    loop {
        let InstData::Jump { dest } = func.data(func.terminator(head)) else {
            return;
        };
        let dest = dest.clone();
        let edges = regions::edge_counts(func);
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
        // The jump's lines (those without an instruction of their own) must not be lost.
        if let Some(&first) = tail.first() {
            func.locs_mut(first).union(&locs);
        }
        insts.extend(tail);
        func.set_insts(head, insts);
        func.remove_block(dest.block);
        func.replace_uses(&map);
    }
}
