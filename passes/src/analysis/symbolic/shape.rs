//! The control flow of one function, as the symbolic analysis needs it.
use crate::analysis::alias::AliasAnalysis;
use crate::analysis::cfg::Cfg;
use crate::analysis::domtree::DomTree;
use crate::analysis::loops::{LoopForest, LoopId};
use crate::analysis::postdom::PostDomTree;
use crate::analysis::uses::Uses;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use symtool_ir::{Block, Function, InstData, Intrinsic, Value};

/// Everything about a function that does not depend on what is symbolic.
#[derive(Debug)]
pub(super) struct Shape {
    pub cfg: Cfg,
    pub dom: DomTree,
    pub loops: LoopForest,
    pub frontiers: SecondaryMap<Block, SmallVec<[Block; 2]>>,
    pub uses: Uses,
    pub alias: AliasAnalysis,
    home: SecondaryMap<Value, Option<Block>>,
    /// Blocks after which something of this function can still be observed.
    kept: SecondaryMap<Block, bool>,
    post_kept: PostDomTree,
    post_all: PostDomTree,
    /// Can the block reach a return?
    pub returns: SecondaryMap<Block, bool>,
    /// Does a block that it dominates return?
    pub dominates_return: SecondaryMap<Block, bool>,
}

impl Shape {
    /// `ends` tells that a return of this function ends the program, so nothing is observed after it.
    pub fn new(func: &Function, ends: bool) -> Shape {
        let cfg = Cfg::new(func);
        let dom = DomTree::new(&cfg);
        let loops = LoopForest::new(&cfg, &dom);
        let alias = AliasAnalysis::new(func, &cfg);
        let is_return =
            |b: Block| matches!(func.data(func.terminator(b)), InstData::Return { .. }) && !ends;
        let returns = reaching(&cfg, is_return);
        let mut kept = if ends {
            reaching(&cfg, |b| !is_quiet(func, b))
        } else {
            returns.clone()
        };
        if !cfg.rpo().first().is_some_and(|&entry| kept[entry]) {
            for &block in cfg.rpo() {
                kept[block] = true;
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
            home: homes(func, &cfg),
            post_kept: PostDomTree::filtered(&cfg, |b| kept[b]),
            post_all: PostDomTree::new(&cfg),
            cfg,
            dom,
            loops,
            alias,
            kept,
            returns,
            dominates_return,
        }
    }

    /// The tree in which a block's branch has its place: without the blocks behind which nothing is observed, if it is
    /// none of them itself.
    fn post(&self, block: Block) -> &PostDomTree {
        if self.kept[block] {
            &self.post_kept
        } else {
            &self.post_all
        }
    }

    /// Where all observed paths from a block meet again.
    pub fn reconverges(&self, block: Block) -> Option<Block> {
        self.post(block).ipdom(block)
    }

    /// The blocks that a branch decides about.
    pub fn controlled_by(&self, block: Block) -> Vec<Block> {
        self.post(block).controlled_by(&self.cfg, block)
    }

    /// Is the value defined in a loop that `divergent` accepts and that does not contain `at`?
    pub fn leaves(&self, value: Value, at: Block, divergent: impl Fn(LoopId) -> bool) -> bool {
        let Some(home) = self.home.get(value).copied().flatten() else {
            return false;
        };
        self.loops
            .around(home)
            .take_while(|&l| !self.loops.contains(l, at))
            .any(divergent)
    }
}

/// The block that defines each value, where that is inside a function's loops.
fn homes(func: &Function, cfg: &Cfg) -> SecondaryMap<Value, Option<Block>> {
    let mut homes: SecondaryMap<Value, Option<Block>> = SecondaryMap::new();
    for &block in cfg.rpo() {
        let results = func.insts(block).iter().filter_map(|&i| func.result(i));
        for value in func.params(block).iter().copied().chain(results) {
            homes[value] = Some(block);
        }
    }
    homes
}

/// The blocks from which a path leads to one that `goal` accepts.
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

/// Does the block neither read nor write memory, nor call anything?
fn is_quiet(func: &Function, block: Block) -> bool {
    func.insts(block).iter().all(|&inst| {
        !matches!(
            func.data(inst),
            InstData::Load { .. }
                | InstData::Store { .. }
                | InstData::Call { .. }
                | InstData::CallIndirect { .. }
                | InstData::Intrinsic {
                    intrinsic: Intrinsic::Copy
                        | Intrinsic::Fill
                        | Intrinsic::Realloc
                        | Intrinsic::MakeSymbolic
                        | Intrinsic::ScopeEnter
                        | Intrinsic::ScopeLeave,
                    ..
                }
        )
    })
}
