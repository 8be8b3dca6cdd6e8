//! The nesting depth of branches, as Tables 1 and 4 of the CFM-SE paper report it for the deepest melded branch.
//!
//! A branch a is *around* a branch b if b is on one of the sides of a, that is, if a decides whether b runs. The
//! *branch nesting* of b is 1 plus the length of the longest chain of branches around b, in which each branch is around
//! the next. A branch that leaves a loop counts as part of the loop: it has a branch nesting, but is not around any
//! other branch. The *control-flow nesting* of b is its branch nesting plus the number of loops around b.
use crate::select_branches::SelectedBranches;
use rustc_hash::FxHashMap;
use symtool_analysis::cfg::Cfg;
use symtool_analysis::domtree::DomTree;
use symtool_analysis::loops::LoopForest;
use symtool_analysis::postdom::PostDomTree;
use symtool_ir::{Block, Func, Function, Inst, InstData, Module};

/// The branch nesting and the control-flow nesting of one branch, or the greatest ones of several branches.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Nesting {
    pub(crate) branches: u32,
    pub(crate) control: u32,
}

/// The nesting depths of the branches that are selected for melding, computed before melding.
pub(crate) struct Nestings(FxHashMap<(Func, Inst), Nesting>);

impl Nestings {
    pub(crate) fn new(module: &Module, wanted: &SelectedBranches) -> Nestings {
        let mut nestings = FxHashMap::default();
        for (id, func) in &module.functions {
            let is_wanted = |inst| wanted.has(id, inst);
            if !func.is_declaration() && func.all_insts().any(|(_, inst)| is_wanted(inst)) {
                let all = of_function(func)
                    .into_iter()
                    .filter(|(inst, _)| is_wanted(*inst));
                nestings.extend(all.map(|(inst, nesting)| ((id, inst), nesting)));
            }
        }
        Nestings(nestings)
    }

    /// Returns the greatest branch nesting and control-flow nesting of the melded branches. `melded` is the module
    /// after melding; the melded branches are those that it no longer contains.
    pub(crate) fn of_melded(mut self, melded: &Module) -> Nesting {
        for (id, func) in &melded.functions {
            for (_, inst) in func.all_insts() {
                self.0.remove(&(id, inst));
            }
        }
        self.0.values().fold(Nesting::default(), |a, b| Nesting {
            branches: a.branches.max(b.branches),
            control: a.control.max(b.control),
        })
    }
}

/// Returns the branch nesting and the control-flow nesting of each branch and switch of a function.
fn of_function(func: &Function) -> Vec<(Inst, Nesting)> {
    let cfg = Cfg::new(func);
    let loops = LoopForest::new(&cfg, &DomTree::new(&cfg));
    let postdom = PostDomTree::new(&cfg);
    let branches: Vec<(Block, Inst)> = func
        .all_insts()
        .filter(|&(_, i)| is_branch(func, i))
        .collect();
    // For each block, the blocks that end in a branch with this block on one of its sides.
    let mut around: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
    let sides = branches
        .iter()
        .filter(|(block, _)| !leaves_loop(&cfg, &loops, *block));
    for &(block, _) in sides {
        for side in postdom.controlled_by(&cfg, block) {
            around.entry(side).or_default().push(block);
        }
    }
    let mut depths = FxHashMap::default();
    let nesting = |&(block, inst): &(Block, Inst)| {
        let depth = 1 + depth(block, &around, &mut depths);
        let control = depth + loops.depth(block);
        (
            inst,
            Nesting {
                branches: depth,
                control,
            },
        )
    };
    branches.iter().map(nesting).collect()
}

/// Returns the length of the longest chain of nested branches around a block. In an irreducible loop, two branches can
/// each be on a side of the other, which makes a cycle. A block in such a cycle counts once.
fn depth(
    block: Block,
    around: &FxHashMap<Block, Vec<Block>>,
    depths: &mut FxHashMap<Block, u32>,
) -> u32 {
    if let Some(&known) = depths.get(&block) {
        return known;
    }
    depths.insert(block, 0);
    let branches = around.get(&block).into_iter().flatten();
    let deepest = branches
        .map(|&branch| 1 + depth(branch, around, depths))
        .max();
    depths.insert(block, deepest.unwrap_or(0));
    deepest.unwrap_or(0)
}

fn is_branch(func: &Function, inst: Inst) -> bool {
    matches!(
        func.data(inst),
        InstData::Branch { .. } | InstData::Switch { .. }
    )
}

/// Returns whether a block has a successor outside of the innermost loop that contains the block.
fn leaves_loop(cfg: &Cfg, loops: &LoopForest, block: Block) -> bool {
    let Some(inner) = loops.innermost(block) else {
        return false;
    };
    cfg.succs(block)
        .iter()
        .any(|&succ| !loops.contains(inner, succ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The function has a loop with a branch inside a branch. These two branches have the branch nestings 1 and 2;
    /// their control-flow nestings are one greater, because of the loop. The branch at the loop head has branch nesting
    /// 1 and control-flow nesting 2.
    #[test]
    fn branches_in_a_loop_are_nested() {
        let text = "func @f(%n: i32, %c: i1) -> i32 {
entry:
  jump head(0)
head(%i: i32):
  %more = ult %i, %n
  branch %more, body, done
body:
  branch %c, outer, latch
outer:
  branch %more, inner, other
inner:
  jump latch
other:
  jump latch
latch:
  %next = add %i, 1
  jump head(%next)
done:
  return %i
}
";
        let module = symtool_ir::parse::parse_module(text, "f.sir").unwrap();
        let func = module.functions.values().next().unwrap();
        let nestings: Vec<(u32, u32)> = of_function(func)
            .into_iter()
            .map(|(_, nesting)| (nesting.branches, nesting.control))
            .collect();
        assert_eq!(nestings, [(1, 2), (1, 2), (2, 3)]);
    }
}
