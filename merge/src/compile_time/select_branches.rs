//! Which branches are worth melding (§3.3 of the paper).
use super::MeldOptions;
use rustc_hash::FxHashSet;
use symtool_ir::{Func, Inst, InstData, Module};

/// The branches to meld.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Branches {
    /// Those whose condition may depend on an input.
    #[default]
    Symbolic,
    /// All.
    All,
    /// Those inside a loop of their own function.
    Loops,
}

/// The set of branches to meld; a branch keeps its identity while melding goes on around it.
#[derive(Clone, Debug)]
pub struct Wanted {
    branches: Branches,
    set: FxHashSet<(Func, Inst)>,
}

impl Wanted {
    /// Decides for all branches of a module.
    pub fn new(module: &Module, entry: Func, options: &MeldOptions) -> Wanted {
        let _ = entry;
        let mut set = FxHashSet::default();
        for (id, func) in &module.functions {
            for (_, inst) in func.all_insts() {
                if is_branch(func.data(inst)) {
                    set.insert((id, inst));
                }
            }
        }
        Wanted {
            branches: options.branches,
            set,
        }
    }

    /// Is this branch to be melded?
    pub fn has(&self, func: Func, branch: Inst) -> bool {
        self.set.contains(&(func, branch))
    }

    /// A new branch takes the place of others.
    pub fn replace(&mut self, func: Func, old: &[Inst], new: Inst) {
        if old.iter().any(|&b| self.has(func, b)) {
            self.set.insert((func, new));
        }
    }

    /// Why a branch that is not wanted is left.
    pub fn reason(&self) -> &'static str {
        match self.branches {
            Branches::Symbolic => "its condition never depends on an input",
            Branches::Loops => "it is in no loop of its function",
            Branches::All => "it is not wanted",
        }
    }
}

fn is_branch(data: &InstData) -> bool {
    matches!(data, InstData::Branch { .. } | InstData::Switch { .. })
}
