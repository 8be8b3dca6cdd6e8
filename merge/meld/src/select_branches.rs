//! Selection of the branches to meld ("Taming the Hydra", OOPSLA 2026, §3.3).
use crate::options::{Branches, MeldOptions};
use crate::refusals::Reason;
use rustc_hash::FxHashSet;
use symtool_analysis::cfg::Cfg;
use symtool_analysis::domtree::DomTree;
use symtool_analysis::loops::LoopForest;
use symtool_analysis::symbolic::{SymbolicInfo, analyse};
use symtool_ir::{Block, Func, Function, Inst, InstClass, InstData, Module, Value};

/// The branches selected for melding, and the loads and stores with symbolic addresses. Both sets are computed once,
/// before melding. They stay valid: an instruction keeps its id while the code around it is melded, and a new
/// instruction is added to a set if it replaces an element of the set.
#[derive(Clone, Debug)]
pub struct SelectedBranches {
    branches: Branches,
    set: FxHashSet<(Func, Inst)>,
    symbolic: FxHashSet<(Func, Inst)>,
    symbolic_addresses: FxHashSet<(Func, Inst)>,
}

impl SelectedBranches {
    /// Selects the branches of a module as the options demand.
    pub fn new(module: &Module, entry: Func, options: &MeldOptions) -> SelectedBranches {
        let info = analyse(module, entry);
        let mut wanted = SelectedBranches {
            branches: options.branches,
            set: FxHashSet::default(),
            symbolic: FxHashSet::default(),
            symbolic_addresses: FxHashSet::default(),
        };
        for (id, func) in &module.functions {
            if func.is_declaration() {
                continue;
            }
            wanted.function(id, func, &info, options);
        }
        wanted
    }

    fn function(&mut self, id: Func, func: &Function, info: &SymbolicInfo, options: &MeldOptions) {
        let cfg = Cfg::new(func);
        let loops = LoopForest::new(&cfg, &DomTree::new(&cfg));
        let loaded = if options.loads_symbolic {
            from_loads(func)
        } else {
            FxHashSet::default()
        };
        // A branch on a side of a symbolic branch must be melded before the symbolic branch can be melded, so it is
        // also selected.
        let is_symbolic = |block: Block, data: &InstData| {
            info.is_symbolic_branch(id, block)
                || info.is_controlled(id, block)
                || scrutinee(data).is_some_and(|v| loaded.contains(&v))
        };
        for (block, inst) in func.all_insts() {
            let data = func.data(inst);
            if scrutinee(data).is_some() {
                let is_in_loop = || loops.innermost(block).is_some();
                let take = match options.branches {
                    Branches::All => true,
                    Branches::Loops => is_in_loop(),
                    Branches::Symbolic => is_symbolic(block, data),
                    Branches::SymbolicLoops => is_in_loop() && is_symbolic(block, data),
                };
                if take {
                    self.set.insert((id, inst));
                }
                if info.is_symbolic_branch(id, block) || options.loads_symbolic {
                    self.symbolic.insert((id, inst));
                }
            }
            if matches!(data.class(), InstClass::Memory) && info.is_symbolic_address(id, inst) {
                self.symbolic_addresses.insert((id, inst));
            }
        }
    }

    /// Returns whether the address of a load or store may depend on an input.
    pub fn has_symbolic_address(&self, func: Func, access: Inst) -> bool {
        self.symbolic_addresses.contains(&(func, access))
    }

    /// Records that the access `new` replaces the accesses `old`. If one of the `old` accesses has a symbolic address,
    /// the address of `new` counts as symbolic.
    pub fn inherit_address(&mut self, func: Func, old: &[Inst], new: Inst) {
        if old.iter().any(|&i| self.has_symbolic_address(func, i)) {
            self.symbolic_addresses.insert((func, new));
        }
    }

    /// Returns whether a branch is selected for melding.
    pub fn has(&self, func: Func, branch: Inst) -> bool {
        self.set.contains(&(func, branch))
    }

    /// Records that the branch `new` replaces the branches `old`. If one of the `old` branches is selected, `new` is
    /// also selected.
    pub fn replace(&mut self, func: Func, old: &[Inst], new: Inst) {
        if old.iter().any(|&b| self.has(func, b)) {
            self.set.insert((func, new));
        }
        if old.iter().any(|&b| self.is_symbolic(func, b)) {
            self.symbolic.insert((func, new));
        }
    }

    /// Returns whether the condition of a branch may depend on an input. With the option `loads_symbolic`, the result
    /// is true for every branch.
    pub fn is_symbolic(&self, func: Func, branch: Inst) -> bool {
        self.symbolic.contains(&(func, branch))
    }

    /// Removes a branch of a guarded side or loop from the selection. The branch stays in the program, but is never
    /// melded.
    pub fn forget(&mut self, func: Func, branch: Inst) {
        self.set.remove(&(func, branch));
    }

    /// Returns the reason that is reported for each branch that is not selected.
    pub fn reason(&self) -> Reason {
        match self.branches {
            Branches::Symbolic => Reason::NotSymbolic,
            Branches::Loops => Reason::NotInLoop,
            Branches::SymbolicLoops => Reason::NotSymbolicInLoop,
            Branches::All => Reason::NotSelected,
        }
    }
}

/// Returns the operand that selects the target of a branch or switch; `None` for other instructions.
fn scrutinee(data: &InstData) -> Option<Value> {
    match data {
        InstData::Branch { cond, .. } => Some(*cond),
        InstData::Switch { value, .. } => Some(*value),
        _ => None,
    }
}

/// Returns the values of the function that are computed, directly or through other values, from a loaded value.
fn from_loads(func: &Function) -> FxHashSet<Value> {
    let mut tainted = FxHashSet::default();
    loop {
        let before = tainted.len();
        for (_, inst) in func.all_insts() {
            let data = func.data(inst);
            if let Some(result) = func.result(inst) {
                let load = matches!(data, InstData::Load { .. });
                if load || data.args().iter().any(|v| tainted.contains(v)) {
                    tainted.insert(result);
                }
            }
            for target in data.targets() {
                for (&param, arg) in func.params(target.block).iter().zip(&target.args) {
                    if tainted.contains(arg) {
                        tainted.insert(param);
                    }
                }
            }
        }
        if tainted.len() == before {
            return tainted;
        }
    }
}
