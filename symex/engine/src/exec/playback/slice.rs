//! Records the dependences of each step of a playback, and finds the steps on which the failure depends.
use super::dependences::{Dependences, MAX_BYTES, Node};
use super::recorder::Recorder;
use super::{Executor, Flow};
use crate::code::{Callee, IntrinsicStep, MemoryStep, Reg, Step, TerminatorStep};
use crate::exec::call::VARIADIC_BYTES;
use crate::state::State;
use crate::value::Val;
use smallvec::SmallVec;
use symtool_ir::intrinsic::{Access, Extent};
use symtool_ir::layout::Region;

/// A step that is being executed.
pub(super) struct Executing {
    /// The node of the step in the graph of dependences.
    node: Node,
    /// The step's number in its function.
    pc: u32,
    /// The ranges of bytes that the step writes: address and size.
    writes: SmallVec<[(u64, u64); 1]>,
    /// The steps that have computed the arguments, if the step is a call.
    arguments: SmallVec<[Node; 4]>,
}

impl Executor<'_> {
    /// Adds the step that `state` is about to execute to the graph of dependences. Returns `None` if the graph was
    /// discarded because the run is too long.
    pub(super) fn executing(
        &self,
        state: &State,
        step: &Step,
        recorder: &mut Recorder,
    ) -> Option<Executing> {
        if !recorder.graph.as_ref()?.has_room() {
            recorder.graph = None;
            return None;
        }
        let graph = recorder.graph.as_mut()?;
        let mut memory: SmallVec<[Node; 2]> = SmallVec::new();
        let mut writes = SmallVec::new();
        let mut arguments = SmallVec::new();
        let used: SmallVec<[Reg; 4]> = match step {
            Step::Pure(pure) => SmallVec::from_slice(&pure.args[..usize::from(pure.arity)]),
            Step::Load(access) => {
                memory = self.loaded(state, access, graph);
                [access.addr].into_iter().chain(access.guard).collect()
            }
            Step::Store(access) => {
                let at = self.known(state, access.addr);
                writes.extend(at.map(|at| (at, u64::from(access.bytes))));
                let used = [access.value, access.addr].into_iter();
                used.chain(access.guard).collect()
            }
            Step::SlotAddr { .. } | Step::FixedAddr { .. } => SmallVec::new(),
            Step::Call(call) => {
                arguments.extend(call.args.iter().map(|&(reg, _)| graph.register(reg)));
                match call.callee {
                    Callee::Indirect { address, .. } => [address].into_iter().collect(),
                    Callee::Direct(_) => SmallVec::new(),
                }
            }
            Step::Intrinsic(intrinsic) => {
                memory = self.read_by(state, intrinsic, graph);
                writes = self.written_by(state, intrinsic);
                intrinsic.args.iter().map(|&(reg, _)| reg).collect()
            }
            Step::Check(check) => [check.cond].into_iter().chain(check.guard).collect(),
            Step::Terminator(terminator) => match terminator {
                TerminatorStep::Branch { cond, .. } => [*cond].into_iter().collect(),
                TerminatorStep::Switch(switch) => [switch.value].into_iter().collect(),
                TerminatorStep::Return(value) => value.iter().map(|&(reg, _)| reg).collect(),
                TerminatorStep::Jump(_) | TerminatorStep::Unreachable => SmallVec::new(),
            },
        };
        let registers: SmallVec<[Node; 4]> = used.iter().map(|&reg| graph.register(reg)).collect();
        Some(Executing {
            node: graph.execute(registers.into_iter().chain(memory)),
            pc: state.frame.pc,
            writes,
            arguments,
        })
    }

    /// Records in the graph of dependences the effects of a step that was executed: the register and the bytes that it
    /// has written, the branch that it has decided, or the call that it has begun or ended. `flow` is the control flow
    /// after the step.
    pub(super) fn executed(
        &self,
        state: &State,
        (step, executing): (&Step, Executing),
        flow: &Flow,
        recorder: &mut Recorder,
    ) {
        let Some(graph) = &mut recorder.graph else {
            return;
        };
        let node = executing.node;
        for &(from, size) in &executing.writes {
            graph.write_bytes(from, size, node);
        }
        let place = (self.program, &*self.code, state.frame.func);
        let body = self.code.of(state.frame.func);
        match flow {
            Flow::Edge(edge) => {
                let edge = &body.edges[*edge as usize];
                let branches = !matches!(step, Step::Terminator(TerminatorStep::Jump(_)));
                let branch = branches.then_some(executing.pc);
                graph.follow(place, (node, branch), (edge.target, &edge.moves));
            }
            Flow::Switched => {
                let result = match step {
                    Step::Call(call) => call.dst.map(|(reg, _)| reg),
                    _ => None,
                };
                let params = body.params.iter().map(|&(reg, _)| reg);
                let arguments = executing.arguments.iter().copied();
                graph.enter(
                    node,
                    body.widths.len(),
                    params.zip(arguments.clone()),
                    result,
                );
                if state.frame.va_area != 0 {
                    let variable = arguments.skip(body.params.len());
                    for (argument, number) in variable.zip(0..) {
                        let at = state.frame.va_area + number * VARIADIC_BYTES;
                        graph.write_bytes(at, VARIADIC_BYTES, argument);
                    }
                }
            }
            Flow::Returned => graph.leave(node, state.callers.depth()),
            Flow::Next | Flow::Stopped | Flow::EdgeTarget => {
                let written = match step {
                    Step::Pure(pure) => Some(pure.dst),
                    Step::Load(access) => Some(access.value),
                    Step::SlotAddr { dst, .. } | Step::FixedAddr { dst, .. } => Some(*dst),
                    Step::Call(call) => call.dst.map(|(reg, _)| reg),
                    Step::Intrinsic(intrinsic) => intrinsic.dst.map(|(reg, _)| reg),
                    Step::Store(_) | Step::Check(_) | Step::Terminator(_) => None,
                };
                written
                    .iter()
                    .for_each(|&reg| graph.write_register(reg, node));
            }
        }
    }

    /// Returns the steps that have written the bytes that a load reads.
    fn loaded(
        &self,
        state: &State,
        access: &MemoryStep,
        graph: &Dependences,
    ) -> SmallVec<[Node; 2]> {
        match self.known(state, access.addr) {
            Some(at) => graph.bytes(at, u64::from(access.bytes)),
            None => SmallVec::new(),
        }
    }

    /// Returns the steps that have written the bytes that an intrinsic reads.
    fn read_by(
        &self,
        state: &State,
        step: &IntrinsicStep,
        graph: &Dependences,
    ) -> SmallVec<[Node; 2]> {
        let mut nodes = SmallVec::new();
        for ((reg, _), access) in step.intrinsic.info().accesses(&step.args) {
            let size = match access {
                Access::Reads(extent) => self.extent(state, step, (reg, extent)),
                Access::Moves => self.extent(state, step, (reg, Extent::Unknown)),
                _ => continue,
            };
            nodes.extend(
                self.known(state, reg)
                    .iter()
                    .flat_map(|&at| graph.bytes(at, size)),
            );
        }
        nodes
    }

    /// Returns the ranges of bytes that an intrinsic changes. A freed block counts as written.
    fn written_by(&self, state: &State, step: &IntrinsicStep) -> SmallVec<[(u64, u64); 1]> {
        let accesses = step.intrinsic.info().accesses(&step.args);
        let ranges = accesses.filter_map(|((reg, _), access)| {
            let size = match access {
                Access::Writes(extent, _) => self.extent(state, step, (reg, extent)),
                Access::Frees | Access::Moves => self.extent(state, step, (reg, Extent::Unknown)),
                _ => return None,
            };
            Some((self.known(state, reg)?, size))
        });
        ranges.collect()
    }

    /// Returns the number of bytes that an intrinsic accesses through the pointer in the register `reg`, at most
    /// [`MAX_BYTES`] for a string or for an access of unknown size.
    fn extent(&self, state: &State, step: &IntrinsicStep, (reg, extent): (Reg, Extent)) -> u64 {
        match extent {
            Extent::Operand(index) => {
                let size = step.args.get(index).map(|&(reg, _)| reg);
                size.and_then(|reg| self.known(state, reg)).unwrap_or(0)
            }
            // The length of the string is not computed. Instead, the intrinsic counts as accessing all bytes from the
            // pointer to the end of the object.
            Extent::String | Extent::Unknown => {
                let at = self.known(state, reg);
                let size = at.and_then(|at| {
                    let region = Region::of(at);
                    let object = state.memory.object(region)?;
                    Some(object.size.saturating_sub(at.wrapping_sub(region.base())))
                });
                size.unwrap_or(0).min(MAX_BYTES)
            }
        }
    }

    /// Returns the lowest 64 bits of the value of a register under the input of the run. `None` if the value is an
    /// expression and the state has no input to evaluate it.
    pub(super) fn known(&self, state: &State, reg: Reg) -> Option<u64> {
        match state.frame.regs[reg as usize] {
            Val::Const(value) => Some(value),
            Val::Expr(expr) => {
                let guide = state.guide.as_ref()?;
                Some(guide.eval(&self.arena, expr).low_u64())
            }
        }
    }
}
