//! Frames, the loop, failures and notes.
use super::coverage::Coverage;
use super::decode::{Code, RAN, Reg, Step, decode};
use super::memory::Memory;
use super::object::{Origin, Untouched};
use super::{ConsumedInput, Note, Run, RunConfig};
use crate::bits::mask;
use crate::bug::{BugKind, CheckKind};
use crate::entities::{Func, Loc};
use crate::input::InputNames;
use crate::layout::Region;
use crate::module::Module;
use crate::outcome::{Failure, Frame, Limit, Outcome};
use crate::types::Type;
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::time::Instant;

/// The most notes a run keeps.
const MAX_NOTES: usize = 100;
/// Instructions between two looks at memory and clock.
const PAUSE: u64 = 1 << 14;

/// How a run ends early. Boxed, because it travels through every step's result.
pub(super) type Stop = Box<Outcome>;

/// Where execution goes after a step.
pub(super) enum Flow {
    /// To the next step.
    Next,
    /// Along an edge of the current code.
    Edge(u32),
    /// To another frame's position.
    Switched,
}

/// What a step gives.
pub(super) type Stepped = Result<Flow, Stop>;

/// One active call.
pub(super) struct Activation {
    pub code: Rc<Code>,
    /// The step to go on with; in all frames but the innermost, the one after the call.
    pub pc: usize,
    /// First register.
    pub base: usize,
    /// Region of the first stack slot.
    pub slots: Region,
    /// The variadic area, if there are variadic arguments.
    pub variadic: Option<Region>,
    /// Objects of `alloca`.
    pub allocas: Vec<Region>,
    /// Where the caller wants the result.
    pub dst: Option<(Reg, Type)>,
}

/// A running program.
pub(super) struct Machine<'m> {
    pub module: &'m Module,
    pub config: &'m RunConfig,
    codes: Vec<Option<Rc<Code>>>,
    pub frames: Vec<Activation>,
    pub regs: Vec<u128>,
    /// First register of the innermost frame.
    pub base: usize,
    /// The step being executed.
    pub pc: usize,
    pub memory: Memory,
    pub names: InputNames,
    given: FxHashMap<&'m str, &'m [u8]>,
    pub consumed: Vec<ConsumedInput>,
    pub notes: Vec<Note>,
    pub output: Vec<u8>,
    instructions: u64,
    /// For moves that overlap.
    pub scratch: Vec<u128>,
    trace: Option<&'m mut dyn FnMut(Func, Loc)>,
    traced: Option<(Func, Loc)>,
}

impl<'m> Machine<'m> {
    pub fn new(
        module: &'m Module,
        config: &'m RunConfig,
        trace: Option<&'m mut dyn FnMut(Func, Loc)>,
    ) -> Machine<'m> {
        let inputs = config.inputs.objects.iter().rev();
        Machine {
            module,
            config,
            codes: vec![None; module.functions.len()],
            frames: Vec::new(),
            regs: Vec::new(),
            base: 0,
            pc: 0,
            memory: Memory::new(module),
            names: InputNames::default(),
            // The first of several with one name counts, as in `Inputs::get`.
            given: inputs.map(|o| (o.name.as_str(), &o.bytes[..])).collect(),
            consumed: Vec::new(),
            notes: Vec::new(),
            output: Vec::new(),
            instructions: 0,
            scratch: Vec::new(),
            trace,
            traced: None,
        }
    }

    /// Runs from `entry` to the end.
    pub fn run(mut self, entry: Func) -> Run {
        let started = self.start(entry);
        let outcome = match started.and_then(|()| self.execute()) {
            Ok(outcome) => outcome,
            Err(stop) => *stop,
        };
        let outcome = self.check_leaks(outcome);
        Run {
            outcome,
            output: self.output,
            instructions: self.instructions,
            coverage: Coverage::collect(self.module, self.codes.iter().flatten()),
            consumed: self.consumed,
            notes: self.notes,
        }
    }

    fn start(&mut self, entry: Func) -> Result<(), Stop> {
        let params = self.module.function_signature(entry).params.clone();
        let args = self.config.args.iter().map(|bits| bits.unsigned());
        let args: Vec<u128> = params
            .iter()
            .zip(args.chain(std::iter::repeat(0)))
            .map(|(ty, value)| value & mask(ty.bits()))
            .collect();
        self.enter(entry, &args, &[], None)
    }

    fn execute(&mut self) -> Result<Outcome, Stop> {
        let mut pause_at = 0;
        while let Some(frame) = self.frames.last() {
            let code = Rc::clone(&frame.code);
            let mut pc = frame.pc;
            loop {
                self.pc = pc;
                if self.instructions >= pause_at {
                    pause_at = self.pause()?;
                }
                self.instructions += 1;
                let hits = &code.hits[pc];
                hits.set(hits.get() | RAN);
                if self.trace.is_some() {
                    self.trace_step(&code);
                }
                match self.step(&code, &code.steps[pc])? {
                    Flow::Next => pc += 1,
                    Flow::Edge(edge) => pc = self.follow(&code.edges[edge as usize]),
                    Flow::Switched => break,
                }
            }
        }
        // Only `leave` empties the stack, and it reports the exit status of the entry function itself.
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
            Step::StackAddr { dst, slot } => {
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
            terminator => self.terminator(code, terminator),
        }
    }

    /// Looks at the limits; gives the instruction count of the next look.
    fn pause(&mut self) -> Result<u64, Stop> {
        if self.instructions >= self.config.max_instructions {
            return Err(limit(Limit::Instructions));
        }
        self.check_resources()?;
        Ok((self.instructions + PAUSE).min(self.config.max_instructions))
    }

    /// Looks at memory and clock.
    pub fn check_resources(&self) -> Result<(), Stop> {
        let registers = 16 * self.regs.len() as u64;
        let taken = self.memory.stored() + registers + self.output.len() as u64;
        if taken > self.config.max_memory {
            return Err(limit(Limit::Memory));
        }
        if self.config.deadline.is_some_and(|d| Instant::now() >= d) {
            return Err(limit(Limit::Time));
        }
        Ok(())
    }

    fn trace_step(&mut self, code: &Code) {
        let Some(loc) = code.locs[self.pc] else {
            return;
        };
        if self.traced != Some((code.func, loc)) {
            self.traced = Some((code.func, loc));
            if let Some(trace) = &mut self.trace {
                trace(code.func, loc);
            }
        }
    }

    // ---- registers

    #[inline]
    pub fn get(&self, reg: Reg) -> u128 {
        self.regs[self.base + reg as usize]
    }

    #[inline]
    pub fn get_u64(&self, reg: Reg) -> u64 {
        self.get(reg) as u64
    }

    /// Is the guard, if any, on?
    #[inline]
    pub fn guarded_in(&self, guard: Option<Reg>) -> bool {
        guard.is_none_or(|g| self.get(g) != 0)
    }

    #[inline]
    pub fn set(&mut self, reg: Reg, value: u128) {
        self.regs[self.base + reg as usize] = value;
    }

    /// Sets a result if there is one, cut to its type.
    pub fn set_result(&mut self, dst: Option<(Reg, Type)>, value: u128) {
        if let Some((reg, ty)) = dst {
            self.set(reg, value & mask(ty.bits()));
        }
    }

    // ---- code, objects, inputs

    /// The decoded function; decoded when it is first called.
    pub fn code(&mut self, func: Func) -> Rc<Code> {
        let module = self.module;
        let slot = &mut self.codes[func.index()];
        Rc::clone(slot.get_or_insert_with(|| Rc::new(decode(module, func))))
    }

    /// A new object.
    pub fn allocate(
        &mut self,
        origin: Origin,
        size: u64,
        untouched: Untouched,
    ) -> Result<Region, Stop> {
        let region = self.memory.allocate(origin, size, untouched);
        region.ok_or_else(|| limit(Limit::Memory))
    }

    /// The bytes given for an input; notes that it was asked for.
    pub fn input(&mut self, name: String, size: u64) -> &'m [u8] {
        let bytes = self.given.get(name.as_str()).copied();
        self.consumed.push(ConsumedInput {
            name,
            size,
            given: bytes.is_some(),
        });
        bytes.unwrap_or_default()
    }

    /// A scalar input of a type, little endian.
    pub fn input_value(&mut self, name: String, ty: Type) -> u128 {
        let bytes = self.input(name, ty.bytes());
        let mut buffer = [0; 16];
        for (to, &from) in buffer.iter_mut().zip(bytes) {
            *to = from;
        }
        u128::from_le_bytes(buffer) & mask(ty.bits())
    }

    // ---- failures

    /// The position being executed.
    pub fn loc(&self) -> Option<Loc> {
        self.frames
            .last()
            .and_then(|f| f.code.locs.get(self.pc).copied().flatten())
    }

    /// Active calls, innermost first.
    fn stack(&self) -> Vec<Frame> {
        let innermost = self.frames.len().saturating_sub(1);
        let frames = self.frames.iter().enumerate().rev();
        frames
            .map(|(depth, f)| {
                let at = if depth == innermost {
                    self.pc
                } else {
                    f.pc.wrapping_sub(1)
                };
                Frame {
                    func: f.code.func,
                    loc: f.code.locs.get(at).copied().flatten(),
                }
            })
            .collect()
    }

    /// A failure. With its check off it is only noted and execution goes on.
    pub fn fail(&mut self, kind: BugKind, message: impl FnOnce() -> String) -> Result<(), Stop> {
        if self.config.checks.has(kind.check()) {
            let failure = Failure {
                kind,
                message: message(),
                stack: self.stack(),
            };
            return Err(Box::new(Outcome::Bug(failure)));
        }
        self.note(format!("{} (ignored: its check is off)", kind.describe()));
        Ok(())
    }

    /// Notes what makes the run less than exact, once a place.
    pub fn note(&mut self, what: String) {
        let note = Note {
            what,
            loc: self.loc(),
        };
        if self.notes.len() < MAX_NOTES && !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// What the machine cannot do.
    pub fn unsupported(&self, what: String) -> Stop {
        Box::new(Outcome::Unsupported {
            what,
            loc: self.loc(),
        })
    }

    fn check_leaks(&self, outcome: Outcome) -> Outcome {
        let blocks = self.memory.heap_blocks;
        let exits = matches!(outcome, Outcome::Exit(_));
        if !exits || blocks == 0 || !self.config.checks.has(CheckKind::Leak) {
            return outcome;
        }
        let plural = if blocks == 1 {
            "block is"
        } else {
            "blocks are"
        };
        Outcome::Bug(Failure {
            kind: BugKind::Leak,
            message: format!("{blocks} heap {plural} never freed"),
            stack: self.stack(),
        })
    }
}

/// Ends a run at a limit.
pub(super) fn limit(limit: Limit) -> Stop {
    Box::new(Outcome::Limit(limit))
}
