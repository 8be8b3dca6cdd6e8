//! The interpreter: registers, and the loop over steps (decoded instructions). A *prefix run* stops before the first
//! step that symbolic execution has to execute, for example a step that depends on an input.
use super::coverage::mark;
use super::decode::Code;
use super::process::{Process, Stop, limit};
use super::snapshot::Snapshot;
use super::{Run, RunConfig};
use crate::decode::{Reg, Step};
use crate::entities::{Func, Loc, Value};
use crate::layout::Region;
use crate::module::Module;
use crate::outcome::{Limit, Outcome};
use crate::types::Type;
use cranelift_entity::EntityRef;
use std::rc::Rc;

/// The number of instructions between two checks of the memory limit and the time limit.
const PAUSE: u64 = 1 << 14;

/// The way in which execution continues after an instruction.
pub(super) enum Flow {
    /// Continues with the next instruction.
    Next,
    /// Continues at the target of an edge of the current function.
    Edge(u32),
    /// Continues in another frame, after a call or return.
    Switched,
}

/// The result of executing an instruction: the way in which execution continues, or the outcome at the end of the run.
pub(super) type Stepped = Result<Flow, Stop>;

/// The data that the interpreter needs for an active call in addition to the entry of the call in [`Process::calls`].
pub(super) struct Activation {
    pub code: Rc<Code>,
    /// The index of the instruction to execute next. For every call except the innermost, this is the instruction after
    /// the call in progress.
    pub pc: usize,
    /// The index of the first register of the call in the list of all registers.
    pub base: usize,
    /// The region (range of addresses) of the first stack slot.
    pub slots: Region,
    /// The register of the caller that receives the result, with the type of the result; `None` if the caller needs no
    /// result.
    pub dst: Option<(Reg, Type)>,
}

/// The interpreter of a running program.
pub(super) struct Machine<'m> {
    pub process: Process<'m>,
    pub frames: Vec<Activation>,
    pub regs: Vec<u128>,
    /// The index of the first register of the innermost call.
    pub base: usize,
    instructions: u64,
    /// Number of executed `check` instructions of the kinds that are enabled.
    pub checks: u64,
    /// A buffer for the arguments of an edge to a basic block. The buffer is needed if copying the arguments one after
    /// the other would overwrite a register before its value is copied.
    pub scratch: Vec<u128>,
    trace: Option<&'m mut dyn FnMut(Func, Loc)>,
    /// The function and source location that were passed to `trace` last.
    traced: Option<(Func, Loc)>,
}

impl<'m> Machine<'m> {
    pub fn new(
        module: &'m Module,
        config: &'m RunConfig,
        trace: Option<&'m mut dyn FnMut(Func, Loc)>,
    ) -> Machine<'m> {
        Machine {
            process: Process::new(module, config),
            frames: Vec::new(),
            regs: Vec::new(),
            base: 0,
            instructions: 0,
            checks: 0,
            scratch: Vec::new(),
            trace,
            traced: None,
        }
    }

    /// Runs the program from `entry` to its end.
    pub fn run(mut self, entry: Func) -> Run {
        let args = self.process.entry_args(entry);
        let started = self.enter(entry, &args, &[], None);
        let outcome = match started.and_then(|()| self.execute()) {
            Ok(outcome) => outcome,
            Err(stop) => *stop,
        };
        self.process.finish(outcome, self.instructions)
    }

    /// Runs the program from `entry` up to the first step that symbolic execution has to execute, and returns the state
    /// before this step (see [`run_prefix`](super::run_prefix)). Returns `None` if the run stops before `entry` is
    /// called.
    pub fn run_prefix(mut self, entry: Func) -> Option<Snapshot> {
        self.process.stop_before_inputs();
        let args = self.process.entry_args(entry);
        self.enter(entry, &args, &[], None).ok()?;
        // The reason for stopping is ignored: in each case, symbolic execution starts with the instruction before which
        // the run stopped.
        let _ = self.execute();
        let values = self.frames.iter().map(|frame| self.values(frame)).collect();
        self.process
            .snapshot(self.instructions, self.checks, values)
    }

    /// Returns the values that an active call has computed so far, each as SSA value and bits.
    fn values(&self, frame: &Activation) -> Vec<(Value, u128)> {
        let code = &frame.code;
        let regs = code.regs.iter().enumerate();
        let own = regs.filter(|&(_, &reg)| !code.constants[reg as usize]);
        own.map(|(index, &reg)| (Value::new(index), self.regs[frame.base + reg as usize]))
            .collect()
    }

    fn execute(&mut self) -> Result<Outcome, Stop> {
        let mut pause_at = 0;
        while let Some(frame) = self.frames.last() {
            let code = Rc::clone(&frame.code);
            let mut pc = frame.pc;
            loop {
                self.process.pc = pc;
                if self.instructions >= pause_at {
                    pause_at = self.pause()?;
                }
                self.instructions += 1;
                let known = mark::step(&code, pc);
                if self.trace.is_some() {
                    self.trace_step(&code, pc);
                }
                match self.step(&code, &code.steps[pc]) {
                    Ok(Flow::Next) => pc += 1,
                    Ok(Flow::Edge(edge)) => pc = self.follow(&code.edges[edge as usize]),
                    Ok(Flow::Switched) => break,
                    Err(stop) => {
                        if self.process.is_prefix {
                            // The run stops before this instruction. The instruction is not counted here, because
                            // symbolic execution executes and counts it.
                            self.instructions -= 1;
                            code.ran[pc].set(known);
                        }
                        return Err(stop);
                    }
                }
            }
        }
        // Not reached: when the entry function returns, `leave` ends the run with its exit status.
        Ok(Outcome::Exit(0))
    }

    #[inline]
    fn step(&mut self, code: &Code, step: &Step) -> Stepped {
        match step {
            Step::Pure(step) => {
                self.pure(step);
                Ok(Flow::Next)
            }
            Step::Load(step) => self.load(step),
            Step::Store(step) => self.store(step),
            Step::SlotAddr { dst, slot } => {
                let slots = self.frames.last().map_or(Region::NULL, |f| f.slots);
                self.set(*dst, u128::from(Region(slots.0 + u64::from(*slot)).base()));
                Ok(Flow::Next)
            }
            Step::FixedAddr { dst, address } => {
                self.set(*dst, u128::from(*address));
                Ok(Flow::Next)
            }
            Step::Call(step) => self.call(step),
            Step::Intrinsic(step) => self.intrinsic(step),
            Step::Check(step) => self.check(step),
            Step::Terminator(step) => self.terminator(code, step),
        }
    }

    /// Checks the limits; returns the instruction count at which the limits must be checked next.
    fn pause(&mut self) -> Result<u64, Stop> {
        let most = self.process.config.max_instructions;
        if self.instructions >= most {
            return Err(limit(Limit::Instructions));
        }
        self.process.check_resources()?;
        Ok((self.instructions + PAUSE).min(most))
    }

    fn trace_step(&mut self, code: &Code, pc: usize) {
        let Some(loc) = code.locs[pc] else {
            return;
        };
        if self.traced != Some((code.func, loc)) {
            self.traced = Some((code.func, loc));
            if let Some(trace) = &mut self.trace {
                trace(code.func, loc);
            }
        }
    }

    // ---- Registers.

    #[inline]
    pub fn get(&self, reg: Reg) -> u128 {
        self.regs[self.base + reg as usize]
    }

    #[inline]
    pub fn get_u64(&self, reg: Reg) -> u64 {
        self.get(reg) as u64
    }

    /// Returns whether an instruction with the guard `guard` executes: the guard is 1, or there is no guard.
    #[inline]
    pub fn guarded_in(&self, guard: Option<Reg>) -> bool {
        guard.is_none_or(|g| self.get(g) != 0)
    }

    #[inline]
    pub fn set(&mut self, reg: Reg, value: u128) {
        self.regs[self.base + reg as usize] = value;
    }
}
