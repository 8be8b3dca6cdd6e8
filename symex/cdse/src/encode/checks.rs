//! Symbolic execution of checks and terminators: the condition under which a check fails, and the exits of a
//! block.
use super::{Dest, Exit, Flow, NodeEncoder, NodeState, Stepped, unconditional, unsupported};
use crate::graph::{Goal, NodeId, Origin, Side, Target};
use crate::unsupported::Unsupported;
use symtool_engine::code::{CheckStep, FnCode, Reg, TerminatorStep, origins};
use symtool_expr::{Arena, ExprId};
use symtool_ir::interp::check_message;
use symtool_ir::{BugKind, CheckKind};

/// The maximum number of edges that `entry_condition` follows back from a node to collect conditions.
const MAX_EDGES_BEFORE: usize = 4;

impl NodeEncoder<'_, '_> {
    pub(super) fn check(
        &mut self,
        body: &FnCode,
        state: &mut NodeState,
        step: &CheckStep,
    ) -> Stepped {
        let failing = self.violation(body, state, step)?;
        if self.never_holds(state.node, failing) {
            return Ok(Flow::Next);
        }
        let message = check_message(step.kind, step.text.as_deref());
        let goal = Goal::Failure {
            kind: step.kind,
            message,
            loc: None,
        };
        let passing = self.unrolling.arena.not(failing);
        Ok(Flow::End(vec![
            Exit {
                cond: failing,
                to: Dest::Goal(goal),
                side: Side::Fail,
            },
            Exit {
                cond: passing,
                to: Dest::Step(state.pc + 1),
                side: Side::Pass,
            },
        ]))
    }

    /// Splits each failure of a melded step (a step merged from several instructions) into one failure for each source
    /// location of the instructions. Values in registers decide which of the instructions the step executes. If such a
    /// value is not supported, the error is a goal (an unsupported construct).
    pub(super) fn split_by_location(
        &mut self,
        body: &FnCode,
        state: &NodeState,
        exits: Vec<Exit>,
    ) -> Result<Vec<Exit>, Goal> {
        let Some(origins) = body.origins.get(&state.pc) else {
            return Ok(exits);
        };
        let mut values = Vec::new();
        for &(reg, _) in &origins.decided {
            values.push((reg, self.get(body, state, reg)?));
        }
        let value = |_: &mut Arena, reg: Reg| {
            let known = values.iter().find(|(known, _)| *known == reg);
            known
                .map(|&(_, value)| value)
                .ok_or_else(|| unsupported(Unsupported::UnknownValue))
        };
        let locations = origins::locations(&mut self.unrolling.arena, origins, value)?;
        let mut split = Vec::new();
        for exit in exits {
            let Dest::Goal(Goal::Failure { kind, message, .. }) = &exit.to else {
                split.push(exit);
                continue;
            };
            for &(loc, when) in &locations {
                let goal = Goal::Failure {
                    kind: *kind,
                    message: message.clone(),
                    loc: Some(loc),
                };
                split.push(Exit {
                    cond: self.unrolling.arena.and(exit.cond, when),
                    to: Dest::Goal(goal),
                    side: exit.side,
                });
            }
        }
        Ok(split)
    }

    /// Returns `true` if the condition `cond` is proved to be false in every execution of a node. Returns `false` if
    /// the condition may be true or the solver is undecided.
    pub(super) fn never_holds(&mut self, node: NodeId, cond: ExprId) -> bool {
        if self.unrolling.arena.is_const(cond) {
            return self.unrolling.arena.is_false(cond);
        }
        let entry = self.entry_condition(node);
        let there = self.unrolling.arena.and(entry, cond);
        self.is_unsatisfiable(cond) || (there != cond && self.is_unsatisfiable(there))
    }

    pub(super) fn is_unsatisfiable(&mut self, cond: ExprId) -> bool {
        if let Some(&known) = self.encoder.unsatisfiable.get(&cond) {
            return known;
        }
        let never = self
            .encoder
            .oracle
            .is_unsatisfiable(&mut self.unrolling.arena, cond);
        self.encoder.unsatisfiable.insert(cond, never);
        never
    }

    /// Returns a condition that holds in every execution of a node: the conjunction of the checks and assumptions on
    /// the edges before the node. At most [`MAX_EDGES_BEFORE`] edges are followed.
    fn entry_condition(&mut self, node: NodeId) -> ExprId {
        let (mut all, mut to) = (Arena::TRUE, node);
        for _ in 0..MAX_EDGES_BEFORE {
            let Origin::One(from) = self.unrolling.graph.node(to).origin else {
                break;
            };
            let out = self.unrolling.graph.node(from).out.iter();
            let mut out = out.map(|&edge| self.unrolling.graph.edge(edge));
            let mut others = out.clone().filter(|edge| edge.to != Target::Node(to));
            let Some(edge) = out.find(|edge| edge.to == Target::Node(to)) else {
                break;
            };
            // An edge is followed only if every other edge of its source is the failing side of a check. Therefore
            // the result contains no conditions of branches.
            if !others.all(|edge| edge.side == Side::Fail) {
                break;
            }
            all = self.unrolling.arena.and(all, edge.cond);
            to = from;
        }
        all
    }

    /// Returns the condition under which the check `step` fails. The condition is false if checks of this kind are
    /// disabled.
    pub(super) fn violation(
        &mut self,
        body: &FnCode,
        state: &NodeState,
        step: &CheckStep,
    ) -> Result<ExprId, Goal> {
        if !self.unrolling.program.checks.has(step.kind.check()) {
            return Ok(Arena::FALSE);
        }
        let holds = self.get(body, state, step.cond)?;
        let failing = self.unrolling.arena.not(holds);
        let Some(guard) = step.guard else {
            return Ok(failing);
        };
        let guard = self.get(body, state, guard)?;
        Ok(self.unrolling.arena.and(guard, failing))
    }

    pub(super) fn terminator(
        &mut self,
        body: &FnCode,
        state: &NodeState,
        step: &TerminatorStep,
    ) -> Result<Vec<Exit>, Goal> {
        Ok(match step {
            TerminatorStep::Jump(edge) => vec![unconditional(Arena::TRUE, Dest::Edge(*edge))],
            TerminatorStep::Branch {
                cond,
                then_edge,
                else_edge,
            } => {
                let cond = self.get(body, state, *cond)?;
                let not = self.unrolling.arena.not(cond);
                let exit = |cond, edge: u32, side| Exit {
                    cond,
                    to: Dest::Edge(edge),
                    side,
                };
                vec![
                    exit(cond, *then_edge, Side::Then),
                    exit(not, *else_edge, Side::Else),
                ]
            }
            TerminatorStep::Switch(step) => {
                let value = self.get(body, state, step.value)?;
                let mut none = Arena::TRUE;
                let mut exits = Vec::new();
                for &(case, edge) in &step.cases {
                    let case = self.unrolling.arena.int(step.width, case);
                    let is = self.unrolling.arena.eq(value, case);
                    let is_not = self.unrolling.arena.not(is);
                    none = self.unrolling.arena.and(none, is_not);
                    exits.push(Exit {
                        cond: is,
                        to: Dest::Edge(edge),
                        side: Side::Case,
                    });
                }
                exits.push(Exit {
                    cond: none,
                    to: Dest::Edge(step.default),
                    side: Side::Case,
                });
                exits
            }
            TerminatorStep::Return(value) => {
                let value = match value {
                    Some((reg, _)) => Some(self.get(body, state, *reg)?),
                    None => None,
                };
                let is_only = false;
                let mut exits = vec![unconditional(Arena::TRUE, Dest::Return { value, is_only })];
                if self.is_in_entry(state) {
                    exits.extend(self.leak(state));
                }
                exits
            }
            TerminatorStep::Unreachable => {
                let reason = Unsupported::Unreachable;
                return Err(
                    if self.unrolling.program.checks.has(CheckKind::Unreachable) {
                        self.illegal(BugKind::Unreachable, reason.text().to_owned())
                    } else {
                        unsupported(reason)
                    },
                );
            }
        })
    }
}
