//! The natural loops of a function, and the edges of its irreducible cycles (cycles with several entries).
use super::cfg::Cfg;
use super::domtree::DomTree;
use cranelift_entity::SecondaryMap;
use symtool_ir::Block;

/// The number of a loop in its [`LoopForest`]. A loop has a lower number than the loops that contain it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LoopId(pub usize);

/// A natural loop: the header, and all blocks that reach a back edge to the header without passing through the header.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The header, which dominates all other blocks of the loop.
    pub header: Block,
    /// The sources of the back edges to the header.
    pub latches: Vec<Block>,
    /// The smallest loop that contains this loop; `None` for an outermost loop.
    pub parent: Option<LoopId>,
    /// The nesting depth; 1 for an outermost loop.
    pub depth: u32,
    /// The blocks of the loop, inner loops included, in reverse postorder.
    pub blocks: Vec<Block>,
    /// The edges `(from, to)` out of the loop: `from` is in the loop, and `to` is not. Each edge is listed once.
    pub exits: Vec<(Block, Block)>,
}

/// All natural loops of a function. Several back edges to the same header belong to one loop.
#[derive(Debug, Default)]
pub struct LoopForest {
    loops: Vec<Loop>,
    innermost: SecondaryMap<Block, Option<LoopId>>,
    irreducible: Vec<(Block, Block)>,
}

impl LoopForest {
    /// Finds the loops of a function from its edges `cfg` and its dominator tree `dom`.
    pub fn new(cfg: &Cfg, dom: &DomTree) -> LoopForest {
        let mut forest = LoopForest::default();
        for &header in dom.preorder().iter().rev() {
            let mut latches = Vec::new();
            for &pred in cfg.preds(header) {
                if dom.dominates(header, pred) {
                    latches.push(pred);
                } else if cfg.rpo_index(pred) >= cfg.rpo_index(header) {
                    forest.irreducible.push((pred, header));
                }
            }
            latches.dedup();
            if !latches.is_empty() {
                forest.discover(cfg, header, latches);
            }
        }
        forest.finish(cfg);
        forest
    }

    /// Finds the blocks of the loop with the header `header` by walking backwards from its latches. The loops inside
    /// this loop are already known: at a block of an inner loop, the walk continues with the predecessors of the inner
    /// loop's header.
    fn discover(&mut self, cfg: &Cfg, header: Block, latches: Vec<Block>) {
        let id = LoopId(self.loops.len());
        let mut todo = latches.clone();
        self.loops.push(Loop {
            header,
            latches,
            parent: None,
            depth: 0,
            blocks: Vec::new(),
            exits: Vec::new(),
        });
        while let Some(block) = todo.pop() {
            match self.innermost[block] {
                None => {
                    self.innermost[block] = Some(id);
                    if block != header {
                        todo.extend(cfg.preds(block));
                    }
                }
                Some(inner) => {
                    let mut outer = inner;
                    while let Some(parent) = self.loops[outer.0].parent {
                        outer = parent;
                    }
                    if outer != id {
                        self.loops[outer.0].parent = Some(id);
                        todo.extend(cfg.preds(self.loops[outer.0].header));
                    }
                }
            }
        }
        self.innermost[header] = Some(id);
    }

    fn finish(&mut self, cfg: &Cfg) {
        for index in (0..self.loops.len()).rev() {
            let parent = self.loops[index].parent;
            self.loops[index].depth = parent.map_or(1, |p| self.loops[p.0].depth + 1);
        }
        for &block in cfg.rpo() {
            for id in self.around(block).collect::<Vec<_>>() {
                self.loops[id.0].blocks.push(block);
                for &succ in cfg.succs(block) {
                    let exits = &self.loops[id.0].exits;
                    let mut of_block = exits.iter().rev().take_while(|e| e.0 == block);
                    if !self.contains(id, succ) && of_block.all(|e| e.1 != succ) {
                        self.loops[id.0].exits.push((block, succ));
                    }
                }
            }
        }
    }

    /// Returns all loops, each before the loops that contain it.
    pub fn iter(&self) -> impl Iterator<Item = (LoopId, &Loop)> {
        self.loops.iter().enumerate().map(|(i, l)| (LoopId(i), l))
    }

    /// Returns the loop with a given number.
    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id.0]
    }

    /// Returns the innermost loop that contains a block; `None` if the block is in no loop.
    pub fn innermost(&self, block: Block) -> Option<LoopId> {
        self.innermost[block]
    }

    /// Returns the loops that contain a block, innermost first.
    pub fn around(&self, block: Block) -> impl Iterator<Item = LoopId> + '_ {
        std::iter::successors(self.innermost[block], |id| self.loops[id.0].parent)
    }

    /// Returns the number of loops that contain a block; 0 if the block is in no loop.
    pub fn depth(&self, block: Block) -> u32 {
        self.innermost[block].map_or(0, |id| self.loops[id.0].depth)
    }

    /// Returns whether a loop contains a block.
    pub fn contains(&self, id: LoopId, block: Block) -> bool {
        let depth = self.loops[id.0].depth;
        self.around(block)
            .find(|l| self.loops[l.0].depth <= depth)
            .is_some_and(|l| l == id)
    }

    /// Returns the edges `(from, to)` for which `to` is before `from` in reverse postorder, but does not dominate
    /// `from`. These edges close irreducible cycles (cycles with several entries), so they belong to no natural loop.
    pub fn irreducible(&self) -> &[(Block, Block)] {
        &self.irreducible
    }
}
