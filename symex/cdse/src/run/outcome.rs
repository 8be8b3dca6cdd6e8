//! What it means that some input takes a path to a goal.
use super::Search;
use crate::concrete::Concrete;
use crate::graph::{Edge, EdgeId, SiteId, Target, Trouble, Within};
use symtool_engine::{Bug, Confirmation};
use symtool_ir::{Failure, Frame, Func, InputNames, Inputs};
use symtool_solver::{Model, Unknown};

impl Search<'_> {
    /// Some input takes this path: what it executes is reached.
    pub(super) fn cover(&mut self, path: &[EdgeId], model: &Model) {
        let mut concrete = Concrete::new(&self.world, path, model);
        for &edge in path {
            let Edge { from, along, .. } = *self.world.graph.edge(edge);
            let func = self.world.graph.func(from);
            let node = self.world.graph.node(from);
            let (first, last) = (node.place.pc, node.end);
            if node.within.is_empty() {
                self.cover_part(func, Within::Steps(first, last));
                if let Some(along) = along {
                    self.cover_part(func, Within::Edge(along));
                }
                continue;
            }
            for (cond, part) in node.within.clone() {
                if concrete.holds(&mut self.world, cond) {
                    self.cover_part(func, part);
                }
            }
        }
    }

    fn cover_part(&mut self, func: Func, part: Within) {
        match part {
            Within::Steps(first, last) => {
                for pc in first..=last {
                    self.covered.step(func, pc as usize);
                }
            }
            Within::Edge(edge) => {
                self.covered.edge(func, edge);
            }
        }
    }

    /// Some input takes a path to a goal.
    pub(super) fn arrived(&mut self, path: &[EdgeId], model: &Model) {
        let Some(site) = self.goal(path) else {
            return;
        };
        match self.world.graph.site(site).trouble.clone() {
            Trouble::Failure { kind, message } => {
                let failure = Failure {
                    kind,
                    message,
                    stack: self.stack(path),
                };
                let inputs = self.inputs(path, model);
                match self.observer.bug(&failure, &inputs) {
                    Confirmation::Confirmed => {
                        self.result.stats.paths.errors += 1;
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
            Trouble::Unsupported(what) => {
                self.result.stats.paths.killed += 1;
                let reason = self.incomplete_at(site, format!("{what} (not followed by --cdse)"));
                if let Some(outbox) = &mut self.outbox {
                    outbox.unfollowed.push((site, reason));
                }
            }
        }
        self.close(site);
    }

    pub(super) fn undecided(&mut self, path: &[EdgeId], why: &Unknown) {
        if let Some(site) = self.goal(path) {
            if *why != Unknown::Interrupted {
                let text = format!("whether a path leads here was not decided: {why}");
                self.incomplete_at(site, text);
            }
            self.close(site);
        }
    }

    pub(super) fn close(&mut self, site: SiteId) {
        let useless = self.world.close(site);
        self.cut.retain(|node| !useless.contains(node));
        self.paths.close(site);
        self.paths.abandon(&useless);
    }

    pub(super) fn goal(&self, path: &[EdgeId]) -> Option<SiteId> {
        match self.world.graph.edge(*path.last()?).to {
            Target::Goal(site) => Some(site),
            Target::Node(_) => None,
        }
    }

    pub(super) fn stack(&self, path: &[EdgeId]) -> Vec<Frame> {
        let Some(&last) = path.last() else {
            return Vec::new();
        };
        let stack = self.world.graph.stack(self.world.graph.edge(last).from);
        stack
            .into_iter()
            .map(|(func, pc)| Frame {
                func,
                loc: self.world.code.of(func).locs[pc as usize],
            })
            .collect()
    }

    /// The inputs along a path, named as a run names them.
    pub(super) fn inputs(&self, path: &[EdgeId], model: &Model) -> Inputs {
        let mut names = InputNames::default();
        let mut inputs = Inputs::default();
        for &edge in path {
            let node = self.world.graph.node(self.world.graph.edge(edge).from);
            for made in &node.inputs {
                let name = names.unique(&made.name);
                inputs.push(name, model.bytes(&self.world.arena, made.symbol));
            }
        }
        inputs
    }
}
