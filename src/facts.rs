//! A program with analyses of it, each computed when it is first needed.
//!
//! Several parts of a run need the same analyses of the simplified program: the description of the program, the choice
//! of engines in automatic mode, and the cost model of branches.
use std::sync::OnceLock;
use symtool_analysis::symbolic::{self, SymbolicInfo};
use symtool_ir::{Func, Module};
use symtool_policies::qce::{Qce, QceOptions};

/// A program with analyses of it. Threads can share it.
#[derive(Debug)]
pub struct ProgramFacts<'m> {
    /// The program.
    pub module: &'m Module,
    /// The function with which execution starts.
    pub entry: Func,
    symbolic: OnceLock<SymbolicInfo>,
    queries: OnceLock<Qce>,
}

impl<'m> ProgramFacts<'m> {
    /// Returns the facts about the program `module`, which starts in `entry`. This computes no analysis.
    pub fn new(module: &'m Module, entry: Func) -> ProgramFacts<'m> {
        ProgramFacts {
            module,
            entry,
            symbolic: OnceLock::new(),
            queries: OnceLock::new(),
        }
    }

    /// Returns the values, branches and objects that depend on inputs.
    pub fn symbolic(&self) -> &SymbolicInfo {
        self.symbolic
            .get_or_init(|| symbolic::analyse(self.module, self.entry))
    }

    /// Returns the estimated numbers of later queries, with the default parameters of the estimation.
    pub fn queries(&self) -> &Qce {
        self.queries
            .get_or_init(|| Qce::new(self.module, QceOptions::default()))
    }
}
