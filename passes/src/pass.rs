//! The interface of a pass, and the context that passes share.
use crate::size::{IrSize, SizeChange};
use cranelift_entity::PrimaryMap;
use std::collections::BTreeMap;
use std::time::Duration;
use symtool_analysis::effects::Effects;
use symtool_ir::table::Row;
use symtool_ir::{Function, Global, Module};

/// Whether a pass changed the IR.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// The IR is unchanged.
    No,
    /// The IR is different.
    Yes,
}

impl Changed {
    /// Returns `Yes` for true and `No` for false.
    pub fn from_bool(changed: bool) -> Changed {
        if changed { Changed::Yes } else { Changed::No }
    }

    /// Returns whether this is `Yes`.
    pub fn is_yes(self) -> bool {
        self == Changed::Yes
    }
}

/// The facts about a global variable that a function pass may use.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct GlobalFacts {
    /// The size in bytes.
    pub size: u64,
    /// Whether a write to the global is a failure.
    pub constant: bool,
}

/// The facts about the module that a function pass may use.
#[derive(Debug, Default)]
pub struct ModuleFacts {
    /// The facts about each global.
    pub globals: PrimaryMap<Global, GlobalFacts>,
    /// The objects that each function may read or write. `None` unless the current pass needs this information; without
    /// it, a pass must assume that a call may read or write any object.
    pub effects: Option<Effects>,
}

impl ModuleFacts {
    /// Returns the facts about the globals of a module; `effects` is `None`.
    pub fn new(module: &Module) -> ModuleFacts {
        let mut facts = ModuleFacts::default();
        for global in module.globals.values() {
            facts.globals.push(GlobalFacts {
                size: global.size,
                constant: global.constant,
            });
        }
        facts
    }
}

/// A record of the effect of one pass on the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassRun {
    /// The name of the pass.
    pub pass: &'static str,
    /// The number of functions that the pass changed.
    pub changed: usize,
    /// The size of the module before and after the pass.
    pub size: SizeChange,
    /// For each counter of [`PassContext::stats`] that the pass increased, the amount of the increase.
    pub counters: BTreeMap<&'static str, u64>,
}

/// The shared state of one run of the pass pipeline: settings, facts about the module, counters and times.
#[derive(Debug, Default)]
pub struct PassContext {
    /// Counters of the passes by name; for example, `"gvn.merged"` counts the instructions that `gvn` has replaced. Two
    /// runs on the same program give the same counters.
    pub stats: BTreeMap<&'static str, u64>,
    /// The time of each pass, by its name. Times are not deterministic, so they are separate from `stats`.
    pub times: BTreeMap<&'static str, Duration>,
    /// The effects of the passes that ran, one record for each pass, in order. `None` if no records are wanted.
    pub trace: Option<Vec<PassRun>>,
    /// Whether passes must preserve every read of memory that may be uninitialized. This is so if the check `uninit`,
    /// which reports such reads as failures, is enabled.
    pub keep_uninit_reads: bool,
    /// Facts about the module; [`run_pipeline`](crate::run_pipeline) sets them.
    pub facts: ModuleFacts,
}

impl PassContext {
    /// Returns a context with empty counters.
    pub fn new() -> PassContext {
        PassContext::default()
    }

    /// Runs `run`, a transformation of the module. If [`PassContext::trace`] is set, appends a record of the
    /// transformation's effect, with `pass` as its name.
    pub fn traced(
        &mut self,
        pass: &'static str,
        module: &mut Module,
        run: impl FnOnce(&mut Module, &mut PassContext),
    ) {
        if self.trace.is_none() {
            run(module, self);
            return;
        }
        let (before, counted) = (module.clone(), self.stats.clone());
        run(module, self);
        let functions = module.functions.iter();
        let changed = functions.filter(|&(id, new)| before.functions.get(id) != Some(new));
        let increase = |(&name, &now): (&&'static str, &u64)| {
            let by = now - counted.get(name).copied().unwrap_or(0);
            (by > 0).then_some((name, by))
        };
        let effect = PassRun {
            pass,
            changed: changed.count(),
            size: IrSize::of_module(&before).change_to(IrSize::of_module(module)),
            counters: self.stats.iter().filter_map(increase).collect(),
        };
        self.trace.get_or_insert_default().push(effect);
    }

    /// Adds `by` to the counter called `counter` in [`PassContext::stats`].
    pub fn count(&mut self, counter: &'static str, by: u64) {
        if by > 0 {
            *self.stats.entry(counter).or_insert(0) += by;
        }
    }
}

/// A pass over one function.
pub trait Pass {
    /// Changes the function without changing its semantics; returns whether it changed.
    fn run(&self, func: &mut Function, ctx: &mut PassContext) -> Changed;

    /// Returns whether the pass uses [`ModuleFacts::effects`]. The effects are computed only before passes that use
    /// them.
    fn needs_effects(&self) -> bool {
        false
    }
}

/// A pass over a whole module.
pub trait ModulePass {
    /// Changes the module without changing its semantics; returns whether it changed.
    fn run(&self, module: &mut Module, ctx: &mut PassContext) -> Changed;
}

/// A pass over a function or over a module.
pub enum PassKind {
    /// A pass that runs on every function with a body.
    Function(Box<dyn Pass>),
    /// A pass that runs once for the module.
    Module(Box<dyn ModulePass>),
}

/// One row of the table of passes.
pub struct PassInfo {
    /// The name of the pass in the option `--passes`.
    pub name: &'static str,
    /// One line about the pass for `--help`.
    pub help: &'static str,
    /// Creates the pass.
    pub make: fn() -> PassKind,
}

impl Row for PassInfo {
    fn name(&self) -> &'static str {
        self.name
    }
}
