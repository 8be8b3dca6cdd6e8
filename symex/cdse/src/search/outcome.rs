//! Handling of a feasible path: marks coverage, and records failures and unsupported constructs.
use super::Search;
use crate::concrete::PathEvaluation;
use crate::graph::{Edge, EdgeId, Goal, Segment, SiteId, Target};
use crate::grow::Unroller;
use symtool_engine::profile::input_key;
use symtool_engine::{Bug, Confirmation};
use symtool_ir::interp::{self, RunConfig};
use symtool_ir::{Failure, Frame, Func};
use symtool_solver::{Model, Unknown};

/// The maximum number of instructions of the concrete run that marks coverage with all inputs zero. Without this limit,
/// such a run might never terminate.
pub const MAX_COVERED_INSTRUCTIONS: u64 = 1_000_000;

/// The maximum size, in bytes, of the memory of the concrete run that marks coverage with all inputs zero.
const MAX_COVERED_MEMORY: u64 = 64 << 20;

impl Search<'_> {
    /// Marks as covered the code that runs on a feasible path with the inputs of the model.
    pub(super) fn cover(&mut self, path: &[EdgeId], model: &Model) {
        let mut concrete = PathEvaluation::new(&self.unrolling, path, model);
        for &edge in path {
            let Edge { from, cfg_edge, .. } = *self.unrolling.graph.edge(edge);
            let func = self.unrolling.graph.func(from);
            let node = self.unrolling.graph.node(from);
            let (first, last) = (node.key.pc, node.end);
            if node.segments.is_empty() {
                self.cover_part(func, Segment::Steps(first, last));
                if let Some(cfg_edge) = cfg_edge {
                    self.cover_part(func, Segment::Edge(cfg_edge));
                }
                continue;
            }
            for (cond, part) in node.segments.clone() {
                if concrete.holds(&mut self.unrolling, cond) {
                    self.cover_part(func, part);
                }
            }
        }
    }

    /// Runs the program concretely with all inputs zero, and marks the executed code as covered. If the search proves
    /// all checks without finding a feasible path, this is the only run that marks code as covered.
    pub(super) fn cover_zero_run(&mut self) {
        let program = &self.unrolling.program;
        let config = RunConfig {
            checks: program.checks,
            max_instructions: MAX_COVERED_INSTRUCTIONS,
            max_memory: MAX_COVERED_MEMORY,
            ..RunConfig::default()
        };
        let run = interp::run(program.module, self.settings.entry, &config);
        self.covered.add(&run.coverage.functions, &program.code);
    }

    fn cover_part(&mut self, func: Func, part: Segment) {
        match part {
            Segment::Steps(first, last) => {
                for pc in first..=last {
                    self.covered.step(func, pc as usize);
                }
            }
            Segment::Edge(edge) => {
                self.covered.edge(func, edge);
            }
        }
    }

    /// Handles a feasible path to a goal: confirms the failure by replay, or records the unsupported
    /// construct.
    pub(super) fn reach_goal(&mut self, path: &[EdgeId], model: &Model) {
        let Some(site) = self.goal(path) else {
            return;
        };
        match self.unrolling.graph.site(site).goal.clone() {
            Goal::Failure { kind, message, loc } => {
                let mut stack = self.stack(path);
                if let (Some(frame), Some(_)) = (stack.first_mut(), loc) {
                    frame.loc = loc;
                }
                let failure = Failure {
                    kind,
                    message,
                    stack,
                };
                let inputs = self.inputs(path, model);
                match self.observer.bug(&failure, &inputs) {
                    Confirmation::Confirmed => {
                        self.result.stats.paths.errors += 1;
                        self.failed.push((path.to_vec(), input_key(&inputs)));
                        if let Some(outbox) = &mut self.outbox {
                            outbox.found.push(site);
                        }
                        self.result.bugs.push(Bug {
                            failure,
                            inputs,
                            duplicates: 0,
                            output: Vec::new(),
                        });
                    }
                    Confirmation::Doubtful | Confirmation::Spurious => {
                        self.result.stats.paths.spurious += 1;
                        let text = format!(
                            "failure ({}) could not be confirmed by replay",
                            kind.describe()
                        );
                        self.incomplete_at(site, text);
                    }
                }
            }
            Goal::Unsupported(what) => {
                self.result.stats.paths.killed += 1;
                let reason = self.incomplete_at(site, format!("not supported by --cdse: {what}"));
                if let Some(outbox) = &mut self.outbox {
                    outbox.unsupported.push((site, reason));
                }
            }
        }
        self.close(site);
    }

    pub(super) fn reach_undecided(&mut self, path: &[EdgeId], why: &Unknown) {
        if let Some(site) = self.goal(path) {
            if *why != Unknown::Interrupted {
                let text = format!("the solver could not decide whether a path leads here: {why}");
                self.incomplete_at(site, text);
            }
            self.close(site);
        }
    }

    pub(super) fn close(&mut self, site: SiteId) {
        let mut unroller = Unroller {
            unrolling: &mut self.unrolling,
            encoder: &mut self.encoder,
        };
        let irrelevant = unroller.close(site);
        self.cut.retain(|node| !irrelevant.contains(node));
        self.fcfg.close(site);
        self.fcfg.exclude(&irrelevant);
    }

    pub(super) fn goal(&self, path: &[EdgeId]) -> Option<SiteId> {
        match self.unrolling.graph.edge(*path.last()?).to {
            Target::Goal(site) => Some(site),
            Target::Node(_) => None,
        }
    }

    pub(super) fn stack(&self, path: &[EdgeId]) -> Vec<Frame> {
        let Some(&last) = path.last() else {
            return Vec::new();
        };
        let stack = self
            .unrolling
            .graph
            .stack(self.unrolling.graph.edge(last).from);
        stack
            .into_iter()
            .map(|(func, pc)| Frame {
                func,
                loc: self.unrolling.program.code.of(func).locs[pc as usize],
            })
            .collect()
    }
}
