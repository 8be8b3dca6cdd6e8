//! Checks the limits of a search, and completes its statistics when the search ends.
use super::{Clock, MAX_NODES, Pause, Search, TICK};
use crate::graph::{Edge, Goal, SiteId, Target};
use crate::profile::profile;
use rustc_hash::FxHashSet;
use std::time::Instant;
use symtool_engine::profile::Profile;
use symtool_engine::{Grant, IncompleteReason, Observer, Progress, resident_set};
use symtool_ir::Limit;
use symtool_solver::{InterruptHandle, SolverStats};

/// The number of instructions of the symbolic interpreter that take about as long as one unit of work of a search
/// ([`Search::work`]).
const INSTRUCTIONS: u64 = 5_000;
/// The number of instructions of the symbolic interpreter that are charged for one propagation of the SAT solver in
/// the formula of a search. Measured on the programs elevator_true and kbdclass_true, a propagation in long clauses
/// takes up to 0.23 µs, which is the time of 5 instructions. The constant is nevertheless 2: with the value 5, the
/// turns of the search in automatic mode are shorter, and automatic mode proves these programs later.
const PROPAGATION: u64 = 2;

/// The number of instructions of the symbolic interpreter that are charged for one expression node that the unrolling
/// creates. The same number is charged for an expression node of a solver query. Without this charge, an access at a
/// symbolic address, which can create 10,000 nodes, would count as one step.
pub(super) const EXPRESSION: u64 = 20;

impl Clock {
    /// Requests permission for more work from the observer, if `work` (the work done so far) has reached the granted
    /// work. The call may block until it is the turn of this search.
    pub(super) fn ask_for_grant(
        &mut self,
        observer: &mut dyn Observer,
        interrupt: &InterruptHandle,
        work: u64,
    ) {
        if work < self.granted {
            return;
        }
        let progress = Progress {
            work,
            explored: None,
            live: 1,
        };
        match observer.grant(progress) {
            Grant::Until(more) => self.granted = more,
            Grant::Stop if interrupt.is_interrupted() => {}
            Grant::Stop => interrupt.interrupt(),
        }
    }
}

impl Search<'_> {
    pub(super) fn stop_reason(&mut self) -> Option<Pause> {
        self.count();
        self.ask_for_grant();
        if self.clock.last_tick.elapsed() >= TICK {
            self.clock.last_tick = Instant::now();
            self.clock.memory = resident_set().unwrap_or_default();
            if !self.observer.tick(&self.result.stats) {
                self.settings.config.solving.interrupt.interrupt();
            }
        }
        if self.settings.config.failures.stop_at_first_bug && !self.result.bugs.is_empty() {
            return Some(Pause::Found);
        }
        let interrupt = &self.settings.config.solving.interrupt;
        // The deadline in `interrupt` is measured from the start of the whole run, because an engine of a team
        // may start later than the run.
        let limit = if interrupt.is_set() {
            Some(Limit::Interrupt)
        } else if interrupt.is_interrupted() {
            Some(Limit::Time)
        } else if self
            .settings
            .config
            .limits
            .max_paths
            .is_some_and(|most| self.result.report.paths >= most)
        {
            Some(Limit::Paths)
        } else if self
            .settings
            .config
            .limits
            .max_instructions
            .is_some_and(|most| self.total_work() >= most)
        {
            Some(Limit::Instructions)
        } else if self.unrolling.graph.nodes.len() >= MAX_NODES
            || self
                .settings
                .config
                .limits
                .is_short_of_memory(self.clock.memory)
        {
            Some(Limit::Memory)
        } else {
            None
        };
        limit.map(|limit| {
            let text = format!("stopped by {}", limit.describe());
            self.incomplete(&text);
            Pause::Limit
        })
    }

    /// Requests the permission for more work from the observer if the granted work is done.
    fn ask_for_grant(&mut self) {
        let work = self.total_work();
        let interrupt = &self.settings.config.solving.interrupt;
        self.clock.ask_for_grant(self.observer, interrupt, work);
    }

    /// Returns the work done so far, in instructions of the symbolic interpreter.
    pub(super) fn total_work(&self) -> u64 {
        let solving = self.fcfg.propagations() * PROPAGATION + self.oracle.work();
        self.work() * INSTRUCTIONS + solving + self.unrolled * EXPRESSION
    }

    pub(super) fn count(&mut self) {
        let stats = &mut self.result.stats;
        stats.instructions = self.encoder.executed;
        stats.expressions = self.unrolling.arena.len() as u64;
        stats.time = self.clock.started.elapsed();
        stats.live = 1;
        stats.paths.max_live = 1;
        let others = stats.paths.errors + stats.paths.killed + stats.paths.spurious;
        stats.paths.completed = self.result.report.feasible().saturating_sub(others);
    }

    pub(super) fn incomplete(&mut self, what: &str) {
        let what = what.to_owned();
        self.note(IncompleteReason { what, loc: None });
    }

    pub(super) fn incomplete_at(&mut self, site: SiteId, what: String) -> IncompleteReason {
        let site = self.unrolling.graph.site(site);
        let locs = &self.unrolling.program.code.of(site.func).locs;
        let loc = locs.get(site.pc as usize).copied().flatten();
        let reason = IncompleteReason { what, loc };
        self.note(reason.clone());
        reason
    }

    pub(super) fn note(&mut self, reason: IncompleteReason) {
        if !self.result.incomplete.contains(&reason) {
            self.result.incomplete.push(reason);
        }
    }

    /// Completes the statistics and the coverage of the result.
    pub(super) fn finish(&mut self) {
        self.count();
        let mut solver = SolverStats::default();
        self.oracle.collect(&mut solver);
        self.encoder.collect(&mut solver);
        if !self.result.incomplete.is_empty() {
            let of_memory = IncompleteReason::of_memory(&solver);
            self.result.incomplete.extend(of_memory);
        }
        self.result.stats.solver = solver;
        if self.result.bugs.is_empty() && self.result.incomplete.is_empty() {
            self.cover_zero_run();
        }
        let coverage = self
            .covered
            .report(self.unrolling.program.module, &self.unrolling.program.code);
        self.result.stats.count_coverage(&coverage);
        self.result.coverage = coverage;
        let report = &mut self.result.report;
        report.nodes = self.unrolling.graph.nodes.len() as u64;
        report.edges = self.unrolling.graph.edges.len() as u64;
        report.sat = self.fcfg.solved;
        let graph = &self.unrolling.graph;
        let to_check = |edge: &&Edge| match edge.to {
            Target::Goal(site) => {
                matches!(graph.site(site).goal, Goal::Failure { .. })
            }
            Target::Node(_) => false,
        };
        self.result.stats.checks = graph.edges.iter().filter(to_check).count() as u64;
        let mut seen = FxHashSet::default();
        self.result.inputs.clear();
        for made in graph.nodes.iter().flat_map(|node| &node.inputs) {
            if seen.insert(&made.name) {
                let len = self.unrolling.arena.symbol_len(made.symbol);
                self.result.inputs.push((made.name.clone(), u64::from(len)));
            }
        }
        self.result.stats.peak_memory = resident_set().unwrap_or_default();
        if self.outbox.is_none() {
            self.result.profile = self.profile();
        }
    }

    /// Returns the work that each source line causes, and the unrolled graph; `None` if no profile is recorded.
    pub(crate) fn profile(&self) -> Option<Profile> {
        let costs = self.costs.as_ref()?;
        let work = self.charged_work();
        Some(profile(&self.unrolling, costs, &self.failed, work))
    }
}
