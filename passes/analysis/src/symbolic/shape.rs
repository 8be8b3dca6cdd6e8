//! Control-flow facts of one function for the analysis of dependence on symbolic input.
use crate::alias::AliasAnalysis;
use crate::cfg::Cfg;
use crate::domtree::DomTree;
use crate::loops::{LoopForest, LoopId};
use crate::postdom::PostDomTree;
use crate::uses::Uses;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use symtool_ir::intrinsic::Access;
use symtool_ir::{Block, Function, InstData, Value};

/// The facts about a function that do not depend on the set of symbolic values.
#[derive(Debug)]
pub(super) struct Shape {
    pub cfg: Cfg,
    pub dom: DomTree,
    pub loops: LoopForest,
    pub frontiers: SecondaryMap<Block, SmallVec<[Block; 2]>>,
    pub uses: Uses,
    pub alias: AliasAnalysis,
    def_block: SecondaryMap<Value, Option<Block>>,
    /// For each block, whether the block, or code that runs after it, can have an *observable effect*. If a return of
    /// the function ends the program, the observable effects are calls, checks and memory accesses (see `is_quiet`). In
    /// any other function, they are the returns to the caller. If no block reaches an observable effect, the flag is
    /// set for all blocks, so that `post_observable` is not empty.
    observable: SecondaryMap<Block, bool>,
    /// The post-dominator tree of the blocks whose flag in `observable` is set.
    post_observable: PostDomTree,
    /// The post-dominator tree of all blocks.
    post_all: PostDomTree,
    /// For each block, whether it can reach a return to a caller.
    pub returns: SecondaryMap<Block, bool>,
    /// For each block, whether it returns to a caller, or dominates a block that returns to a caller.
    pub dominates_return: SecondaryMap<Block, bool>,
}

impl Shape {
    /// Computes the facts of a function. If `ends` is true, a return of the function ends the program, so no later code
    /// depends on the return.
    pub fn new(func: &Function, ends: bool) -> Shape {
        let cfg = Cfg::new(func);
        let dom = DomTree::new(&cfg);
        let loops = LoopForest::new(&cfg, &dom);
        let alias = AliasAnalysis::new(func, &cfg);
        let is_return =
            |b: Block| matches!(func.data(func.terminator(b)), InstData::Return { .. }) && !ends;
        let returns = reaching(&cfg, is_return);
        let mut observable = if ends {
            reaching(&cfg, |b| !is_quiet(func, b))
        } else {
            returns.clone()
        };
        if !cfg.rpo().first().is_some_and(|&entry| observable[entry]) {
            for &block in cfg.rpo() {
                observable[block] = true;
            }
        }
        let mut dominates_return: SecondaryMap<Block, bool> = SecondaryMap::new();
        for &block in dom.preorder().iter().rev() {
            dominates_return[block] |= is_return(block);
            if let (true, Some(parent)) = (dominates_return[block], dom.idom(block)) {
                dominates_return[parent] = true;
            }
        }
        Shape {
            frontiers: dom.frontiers(&cfg),
            uses: Uses::new(func),
            def_block: def_blocks(func, &cfg),
            post_observable: PostDomTree::filtered(&cfg, |b| observable[b]),
            post_all: PostDomTree::new(&cfg),
            cfg,
            dom,
            loops,
            alias,
            observable,
            returns,
            dominates_return,
        }
    }

    /// Returns the post-dominator tree to use for the branch at the end of a block: the tree without the blocks from
    /// which no observable effect is reachable. If `block` itself is such a block, returns the tree of all blocks.
    fn post(&self, block: Block) -> &PostDomTree {
        if self.observable[block] {
            &self.post_observable
        } else {
            &self.post_all
        }
    }

    /// Returns the reconvergence point of a block: the first later block that every path from the given block reaches.
    /// Paths without a further observable effect are ignored. Returns `None` if there is no reconvergence point.
    pub fn reconverges(&self, block: Block) -> Option<Block> {
        self.post(block).ipdom(block)
    }

    /// Returns the blocks whose execution depends on the branch at the end of a block.
    pub fn controlled_by(&self, block: Block) -> Vec<Block> {
        self.post(block).controlled_by(&self.cfg, block)
    }

    /// Returns whether a divergent loop (which different paths leave in different iterations) contains the definition
    /// of `value`, but not the block `at`. If so, a use of `value` in `at` can see values of different iterations.
    /// `divergent` returns whether a loop is divergent.
    pub fn leaves(&self, value: Value, at: Block, divergent: impl Fn(LoopId) -> bool) -> bool {
        let Some(def_block) = self.def_block.get(value).copied().flatten() else {
            return false;
        };
        self.loops
            .around(def_block)
            .take_while(|&l| !self.loops.contains(l, at))
            .any(divergent)
    }
}

/// Returns, for each value, the block that defines it.
fn def_blocks(func: &Function, cfg: &Cfg) -> SecondaryMap<Value, Option<Block>> {
    let mut def_blocks: SecondaryMap<Value, Option<Block>> = SecondaryMap::new();
    for &block in cfg.rpo() {
        let results = func.insts(block).iter().filter_map(|&i| func.result(i));
        for value in func.params(block).iter().copied().chain(results) {
            def_blocks[value] = Some(block);
        }
    }
    def_blocks
}

/// Returns, for each block, whether it can reach a block that `goal` accepts.
fn reaching(cfg: &Cfg, goal: impl Fn(Block) -> bool) -> SecondaryMap<Block, bool> {
    let mut found: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut todo: Vec<Block> = cfg.rpo().iter().copied().filter(|&b| goal(b)).collect();
    while let Some(block) = todo.pop() {
        if !std::mem::replace(&mut found[block], true) {
            todo.extend(cfg.preds(block));
        }
    }
    found
}

/// Returns whether a block contains no load, store, check or call, and no intrinsic that writes to memory or that
/// starts or ends the lifetime of a stack slot. Output and `free` are permitted.
fn is_quiet(func: &Function, block: Block) -> bool {
    func.insts(block).iter().all(|&inst| match func.data(inst) {
        InstData::Load { .. }
        | InstData::Store { .. }
        | InstData::Check { .. }
        | InstData::Call { .. }
        | InstData::CallIndirect { .. } => false,
        InstData::Intrinsic {
            intrinsic, args, ..
        } => {
            let mut accesses = intrinsic.info().accesses(args);
            accesses.all(|(_, access)| match access {
                Access::Writes(..) | Access::Begins | Access::Ends | Access::Moves => false,
                Access::None
                | Access::Reads(_)
                | Access::Formatted
                | Access::Reaches
                | Access::Frees
                | Access::Escapes => true,
            })
        }
        _ => true,
    })
}
