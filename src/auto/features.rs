//! Properties of a program that decide the order and the turns of the engines of automatic mode. All properties are
//! computed before the first round, so each of them must be cheap to compute.
use crate::facts::ProgramFacts;
use symtool_analysis::cfg::Cfg;
use symtool_analysis::domtree::DomTree;
use symtool_analysis::loops::LoopForest;
use symtool_analysis::symbolic::SymbolicInfo;
use symtool_ir::{Func, Function};

/// The properties of a program from which automatic mode computes the weights of the engines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// The number of instructions.
    pub instructions: usize,
    /// The number of branches and switches whose condition may depend on an input.
    pub symbolic_branches: usize,
    /// The number of loops with a symbolic branch.
    pub symbolic_loops: usize,
    /// The number of loops with a symbolic branch and without an edge out of the loop. No input bounds the number of
    /// iterations of such a loop.
    pub endless_loops: usize,
}

impl Features {
    /// Returns the properties of a program.
    pub fn of(program: &ProgramFacts<'_>) -> Features {
        let marks = program.symbolic();
        let mut features = Features::default();
        let bodies = program.module.functions.iter();
        for (func, function) in bodies.filter(|(_, function)| !function.is_declaration()) {
            features.add(func, function, marks);
        }
        features
    }

    fn add(&mut self, func: Func, function: &Function, marks: &SymbolicInfo) {
        self.instructions += function
            .layout()
            .iter()
            .map(|&block| function.insts(block).len())
            .sum::<usize>();
        let symbolic = marks.symbolic_branches(func);
        self.symbolic_branches += symbolic.len();
        let cfg = Cfg::new(function);
        let loops = LoopForest::new(&cfg, &DomTree::new(&cfg));
        let forks = |block| marks.is_symbolic_branch(func, block);
        let in_symbolic = loops
            .iter()
            .filter(|(_, found)| found.blocks.iter().any(|&block| forks(block)));
        for (_, found) in in_symbolic {
            self.symbolic_loops += 1;
            self.endless_loops += usize::from(found.exits.is_empty());
        }
    }
}
