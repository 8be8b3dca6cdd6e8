//! The interface of a pass, and the context that passes share.
use crate::analysis::effects::Effects;
use cranelift_entity::PrimaryMap;
use std::collections::BTreeMap;
use std::time::Duration;
use symtool_ir::{Function, Global, Module};

/// Did a pass change anything?
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// The IR is unchanged.
    No,
    /// The IR is different.
    Yes,
}

impl Changed {
    /// `Yes` for true.
    pub fn from_bool(changed: bool) -> Changed {
        if changed { Changed::Yes } else { Changed::No }
    }

    /// Is it `Yes`?
    pub fn is_yes(self) -> bool {
        self == Changed::Yes
    }
}

/// The facts about a global that a function pass may use.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct GlobalFacts {
    /// Size in bytes.
    pub size: u64,
    /// Is writing to it a failure?
    pub constant: bool,
}

/// The facts about the module that a function pass may use.
#[derive(Debug, Default)]
pub struct ModuleFacts {
    /// Every global.
    pub globals: PrimaryMap<Global, GlobalFacts>,
    /// Mod/ref summaries of calls; `None` (calls may do anything) unless a pass requires them.
    pub effects: Option<Effects>,
}

impl ModuleFacts {
    /// The globals of a module, without summaries of calls.
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

/// The shared state of a pipeline run: settings, facts about the module, counters and times.
#[derive(Debug, Default)]
pub struct PassContext {
    /// The passes' counters (`"gvn.merged"`), deterministic.
    pub stats: BTreeMap<&'static str, u64>,
    /// The time of each pass, by its name; not deterministic, so separate from the counters.
    pub times: BTreeMap<&'static str, Duration>,
    /// Preserves every read of memory that may be uninitialized, because the check `uninit` is enabled.
    pub keep_uninit_reads: bool,
    /// Facts about the module; [`run_pipeline`](crate::run_pipeline) sets them.
    pub facts: ModuleFacts,
}

impl PassContext {
    /// A context with empty counters.
    pub fn new() -> PassContext {
        PassContext::default()
    }

    /// Adds to a counter.
    pub fn count(&mut self, counter: &'static str, by: u64) {
        if by > 0 {
            *self.stats.entry(counter).or_insert(0) += by;
        }
    }
}

/// A pass over one function.
pub trait Pass {
    /// Changes the function without changing its semantics.
    fn run(&self, func: &mut Function, ctx: &mut PassContext) -> Changed;

    /// Does it need [`ModuleFacts::effects`]?
    fn needs_effects(&self) -> bool {
        false
    }
}

/// A pass over a whole module.
pub trait ModulePass {
    /// Changes the module without changing its semantics.
    fn run(&self, module: &mut Module, ctx: &mut PassContext) -> Changed;
}

/// A pass of either kind.
pub enum PassKind {
    /// Runs on every function with a body.
    Function(Box<dyn Pass>),
    /// Runs once.
    Module(Box<dyn ModulePass>),
}

/// One row of the table of passes.
pub struct PassInfo {
    /// The name in `--passes`.
    pub name: &'static str,
    /// One line for `--help`.
    pub help: &'static str,
    /// Creates the pass.
    pub make: fn() -> PassKind,
}
