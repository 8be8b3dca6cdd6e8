//! What a pass is, the table of all passes, and running a named list of them.
//!
//! Adding a pass is a file under [`transform`], a row in [`PASSES`], and tests. In debug builds the
//! module is verified after each pass, so a pass that breaks the IR is named at once.
use crate::analysis::effects::Effects;
use crate::transform;
use cranelift_entity::PrimaryMap;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use symtool_ir::{Function, Global, Module};

/// Did a pass change anything?
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// The IR is as it was.
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

/// What a function pass may know about a global.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct GlobalFacts {
    /// Size in bytes.
    pub size: u64,
    /// Is writing it a bug?
    pub constant: bool,
}

/// What a function pass may know about the module around its function.
#[derive(Debug, Default)]
pub struct ModuleFacts {
    /// Every global.
    pub globals: PrimaryMap<Global, GlobalFacts>,
    /// What calls read and write; empty (calls may do anything) until a pass asks for it.
    pub effects: Option<Effects>,
}

impl ModuleFacts {
    /// The globals of a module; no effects of calls.
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

/// What passes share while a pipeline runs: settings, facts about the module, counters and times.
#[derive(Debug, Default)]
pub struct PassContext {
    /// What passes did, by counter (`"gvn.merged"`). The same for the same input.
    pub stats: BTreeMap<&'static str, u64>,
    /// How long each pass took, by its name. Never the same twice, so kept apart from the counters.
    pub times: BTreeMap<&'static str, Duration>,
    /// Keep every read of memory that may be uninitialised: the check `uninit` is on.
    pub keep_uninit_reads: bool,
    /// About the module; [`run_pipeline`] fills it in.
    pub facts: ModuleFacts,
}

impl PassContext {
    /// Nothing counted yet.
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
    /// Changes the function without changing what it does.
    fn run(&self, func: &mut Function, ctx: &mut PassContext) -> Changed;

    /// Does it need [`ModuleFacts::effects`]?
    fn needs_effects(&self) -> bool {
        false
    }
}

/// A pass over a whole module.
pub trait ModulePass {
    /// Changes the module without changing what it does.
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
    /// Makes the pass.
    pub make: fn() -> PassKind,
}

macro_rules! passes {
    ($($name:literal $pass:expr, $help:literal;)*) => {
        /// The table of passes, by name.
        pub static PASSES: &[PassInfo] = &[
            $(PassInfo { name: $name, help: $help, make: || PassKind::Function(Box::new($pass)) },)*
        ];
    };
}

passes! {
    "constfold" transform::constfold::ConstFold,
        "fold constants, identities that keep every bit, and branches on constants";
    "dce" transform::dce::Dce,
        "remove values and block parameters that nothing uses";
    "forward" transform::forward::Forward,
        "use stored and loaded values again within a block instead of loading them";
    "gvn" transform::gvn::Gvn,
        "compute every pure value once";
    "mem2reg" transform::mem2reg::Mem2Reg,
        "turn local variables in memory into values";
    "remove-constant-params" transform::remove_constant_params::RemoveConstantParams,
        "remove block parameters that always get the same value";
    "simplify-cfg" transform::simplify_cfg::SimplifyCfg,
        "remove unreachable blocks, join straight lines, skip empty blocks";
}

/// Local variables become values.
pub const SSA: &[&str] = &["mem2reg"];

/// Clean-up that keeps every branch that depends on input.
pub const SIMPLIFY: &[&str] = &["simplify-cfg", "constfold", "gvn", "forward", "dce"];

/// Why a pipeline did not run to its end.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum PipelineError {
    /// A name that is not in [`PASSES`].
    #[error("there is no pass `{name}`{}", suggest(suggestions))]
    UnknownPass {
        /// The name.
        name: String,
        /// The names that look most like it.
        suggestions: Vec<&'static str>,
    },
    /// A pass broke the IR (found in debug builds only).
    #[error("after pass `{pass}` the IR is broken: {message}")]
    Broken {
        /// The pass.
        pass: &'static str,
        /// What the verifier says.
        message: String,
    },
}

fn suggest(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        _ => format!("; did you mean `{}`?", names.join("` or `")),
    }
}

/// The row of a pass.
///
/// # Errors
/// If there is no pass of this name; the error suggests some.
pub fn find_pass(name: &str) -> Result<&'static PassInfo, PipelineError> {
    PASSES
        .iter()
        .find(|row| row.name == name)
        .ok_or_else(|| PipelineError::UnknownPass {
            name: name.to_owned(),
            suggestions: similar(name),
        })
}

/// Runs the named passes in order. Nothing runs if one name is unknown.
///
/// # Errors
/// An unknown name; in debug builds also IR that a pass left broken.
pub fn run_pipeline(
    module: &mut Module,
    names: &[&str],
    ctx: &mut PassContext,
) -> Result<(), PipelineError> {
    let rows = names
        .iter()
        .map(|name| find_pass(name))
        .collect::<Result<Vec<_>, _>>()?;
    ctx.facts = ModuleFacts::new(module);
    for row in rows {
        let start = Instant::now();
        match (row.make)() {
            PassKind::Function(pass) => run_on_functions(&*pass, module, ctx),
            PassKind::Module(pass) => {
                if pass.run(module, ctx).is_yes() {
                    ctx.facts = ModuleFacts::new(module);
                }
            }
        }
        *ctx.times.entry(row.name).or_default() += start.elapsed();
        verify_after(row.name, module)?;
    }
    Ok(())
}

fn run_on_functions(pass: &dyn Pass, module: &mut Module, ctx: &mut PassContext) {
    ctx.facts.effects = pass.needs_effects().then(|| Effects::new(module));
    for func in module.functions.values_mut() {
        if !func.is_declaration() {
            pass.run(func, ctx);
        }
    }
}

fn verify_after(pass: &'static str, module: &Module) -> Result<(), PipelineError> {
    if cfg!(debug_assertions) {
        symtool_ir::verify::verify_module(module).map_err(|errors| PipelineError::Broken {
            pass,
            message: errors.to_string(),
        })?;
    }
    Ok(())
}

/// The passes whose names are at most three edits away, closest first.
fn similar(name: &str) -> Vec<&'static str> {
    let mut scored: Vec<(usize, &'static str)> = PASSES
        .iter()
        .map(|row| (distance(name, row.name), row.name))
        .filter(|&(edits, _)| edits <= 3)
        .collect();
    scored.sort_unstable();
    scored.into_iter().take(2).map(|(_, name)| name).collect()
}

/// Levenshtein distance in characters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let next = (diagonal + usize::from(x != y))
                .min(row[j] + 1)
                .min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], next);
        }
    }
    row[b.len()]
}
