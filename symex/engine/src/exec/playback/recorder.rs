//! The data that the playback of a run collects.
use super::dependences::Dependences;
use super::events::Event;
use super::{Playback, PlayedCall, PlayedEvent, PlayedObject, PlayedStep};
use crate::code::{Code, Reg, Step};
use crate::state::State;
use crate::value::Val;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use symtool_ir::layout::Region;
use symtool_ir::{Func, Loc, Module, Type, Value, source_name};

/// The maximum number of objects whose accesses are counted. When it is reached, no further access is counted.
const MAX_COUNTED: usize = 10_000;

/// For each register, the name and the type of the C variable whose value the register holds; `None` if there is no
/// such variable.
type Variables = Vec<Option<(Arc<str>, Type)>>;

/// Records the steps of a run.
#[derive(Default)]
pub(super) struct Recorder {
    /// The number of source-line steps ([`PlayedStep`]) that the run has reached so far.
    pub step: u64,
    /// The number of source-line steps before the recording begins.
    pub skip: u64,
    /// For each object, the number of accesses by each type.
    pub types: FxHashMap<Region, FxHashMap<Type, u32>>,
    pub steps: Vec<PlayedStep>,
    pub objects: Vec<PlayedObject>,
    /// The number of recorded changes of values.
    pub changes: usize,
    /// The index of the recorded object of each region.
    pub object_of: FxHashMap<Region, u32>,
    /// The index of the recorded object of each variable that is in registers, by the call and the name of the
    /// variable.
    pub variable_of: FxHashMap<(u32, Arc<str>), u32>,
    /// The latest recorded value of each element, by the indexes of the object and of the element.
    pub values: FxHashMap<(u32, u32), Option<Val>>,
    /// All calls of the program's own functions: the called function, and the index of the call from which it was
    /// called.
    all_calls: Vec<(Func, u32)>,
    /// The active calls: the index of the call and the depth of the call stack.
    active: Vec<(u32, usize)>,
    /// For each depth of the call stack, the register that holds the value of each variable of the call at this depth.
    latest: FxHashMap<usize, BTreeMap<Arc<str>, (Reg, Type)>>,
    variables: FxHashMap<Func, Arc<Variables>>,
    pub last: Option<(u32, Loc)>,
    /// The dependences between the executed instructions; `None` if the run is too long for them.
    pub graph: Option<Dependences>,
    /// The last events of the path with a condition on the input.
    pub conditions: VecDeque<Event>,
    /// The number of earlier events with a condition on the input.
    pub omitted: u64,
    /// The other events of the program's own code: the failure may depend on them.
    pub others: Vec<Event>,
    /// The events that the playback lists, as text.
    pub written: Vec<PlayedEvent>,
}

impl Recorder {
    /// Returns a recorder that only counts source-line steps and accesses.
    pub fn counting() -> Recorder {
        Recorder {
            skip: u64::MAX,
            all_calls: vec![(Func::from_u32(0), 0)],
            ..Recorder::default()
        }
    }

    /// Returns a recorder that skips the first `skip` source-line steps and records the later ones. `types` contains
    /// the numbers of accesses that the first run has counted.
    pub fn recording(skip: u64, types: FxHashMap<Region, FxHashMap<Type, u32>>) -> Recorder {
        Recorder {
            skip,
            types,
            ..Recorder::counting()
        }
    }

    /// Counts an access to an object.
    pub fn accessed(&mut self, state: &State, step: &Step) {
        if let Step::Load(access) | Step::Store(access) = step
            && let Val::Const(address) = state.frame.regs[access.addr as usize]
            && self.types.len() < MAX_COUNTED
        {
            let types = self.types.entry(Region::of(address)).or_default();
            *types.entry(access.ty).or_default() += 1;
        }
    }

    /// Returns the type with which most accesses read or write an object.
    pub fn cell_type(&self, region: Region, size: u64) -> Type {
        let types = self.types.get(&region);
        let most = types.and_then(|types| {
            let fits = types.iter().filter(|(ty, _)| ty.bytes() <= size);
            let most = fits.max_by_key(|&(ty, &count)| (count, ty.bytes()));
            most.map(|(&ty, _)| ty)
        });
        most.unwrap_or(match size {
            2 => Type::I16,
            4 => Type::I32,
            8 => Type::I64,
            _ => Type::I8,
        })
    }

    /// Returns the index of the active call of `func` at a depth of the call stack. Records a new call if no call at
    /// this depth is active.
    pub fn call(&mut self, func: Func, depth: usize) -> u32 {
        self.leave(depth);
        match self.active.last() {
            Some(&(call, known)) if known == depth => call,
            outer => {
                let caller = outer.map_or(0, |&(call, _)| call);
                let call = self.all_calls.len() as u32;
                self.all_calls.push((func, caller));
                self.active.push((call, depth));
                call
            }
        }
    }

    /// Marks the calls that are deeper in the call stack than `depth` as ended.
    pub fn leave(&mut self, depth: usize) {
        while self.active.last().is_some_and(|&(_, known)| known > depth) {
            self.active.pop();
        }
    }

    /// Records that a call has begun. At this point, the variables of the call are its parameters.
    pub fn entered(&mut self, program: &Module, code: &Code, state: &State) {
        let func = state.frame.func;
        let depth = state.callers.depth();
        self.latest.remove(&depth);
        for &(reg, _) in &code.of(func).params {
            self.assigned(program, code, (func, depth), reg);
        }
    }

    /// Records that a register of the call at `depth` has a new value.
    pub fn assigned(
        &mut self,
        program: &Module,
        code: &Code,
        (func, depth): (Func, usize),
        reg: Reg,
    ) {
        let known = self.variables.entry(func);
        let variables = known.or_insert_with(|| Arc::new(variables(program, code, func)));
        if let Some(Some((name, ty))) = variables.get(reg as usize) {
            let latest = self.latest.entry(depth).or_default();
            latest.insert(Arc::clone(name), (reg, *ty));
        }
    }

    /// Returns the variables of the call at `depth`, each with the register that holds its value.
    pub fn variables(&self, depth: usize) -> Vec<(Arc<str>, Reg, Type)> {
        let latest = self.latest.get(&depth).into_iter().flatten();
        latest
            .map(|(name, &(reg, ty))| (Arc::clone(name), reg, ty))
            .collect()
    }

    /// Returns the recorded run. Of the calls, it contains those to which its steps and objects refer, and their
    /// callers.
    pub fn finish(mut self, program: &Module) -> Playback {
        let mut number_of: BTreeMap<u32, u32> = BTreeMap::from([(0, 0)]);
        let locals = self.objects.iter().map(|object| object.call);
        for call in self.steps.iter().map(|step| step.call).chain(locals) {
            let mut at = call;
            while number_of.insert(at, 0).is_none() {
                at = self.all_calls[at as usize].1;
            }
        }
        let mut calls = Vec::new();
        for (&call, number) in &mut number_of {
            *number = calls.len() as u32;
            let (func, caller) = self.all_calls[call as usize];
            calls.push((call, func, caller));
        }
        let number = |call: u32| number_of.get(&call).copied().unwrap_or(0);
        for step in &mut self.steps {
            step.call = number(step.call);
        }
        for object in &mut self.objects {
            object.call = number(object.call);
        }
        let calls = calls.into_iter().map(|(call, func, caller)| PlayedCall {
            function: match call {
                0 => String::new(),
                _ => program.functions[func].name.clone(),
            },
            caller: number(caller),
        });
        Playback {
            calls: calls.collect(),
            objects: self.objects,
            steps: self.steps,
            // If the recorder only counts, `skip` is the maximum number, so all source-line steps count as omitted.
            omitted: self.skip.min(self.step),
            events: self.written,
            omitted_events: self.omitted,
        }
    }
}

/// Returns the variables of a function by register. The name of an IR value is the name of its variable, often
/// followed by a number, as in `i.1`. Variables in stack slots are not included, because their values are in memory.
fn variables(program: &Module, code: &Code, func: Func) -> Variables {
    let function = &program.functions[func];
    let body = code.of(func);
    let mut all: Variables = vec![None; body.widths.len()];
    let slots: Vec<&str> = function
        .slots
        .values()
        .map(|slot| slot.name.as_str())
        .collect();
    for (number, &reg) in body.regs.iter().enumerate() {
        let value = Value::from_u32(number as u32);
        let Some(name) = function.value_name(value).filter(|_| reg != 0) else {
            continue;
        };
        if let Some(base) = source_name(name).filter(|base| !slots.contains(base)) {
            let entry = &mut all[reg as usize];
            *entry = Some((Arc::from(base), function.ty(value)));
        }
    }
    all
}
