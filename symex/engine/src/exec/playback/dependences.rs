//! The dynamic dependences between the steps of a run, and the steps on which its last step depends: a dynamic slice
//! (Agrawal and Horgan, PLDI 1990).
//!
//! An executed step is a node of a graph. A step has a data dependence on each step that was the last to write a
//! register or byte that it reads. It has a control dependence on the latest branch that decided whether it is
//! executed. To find this branch, each call has a stack of the branches whose immediate post-dominator is not reached
//! yet (Xin and Zhang, ISSTA 2007).
//!
//! Invariant: a node depends only on nodes with smaller numbers.
use crate::code::{Code, Reg};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use symtool_analysis::cfg::Cfg;
use symtool_analysis::postdom::PostDomTree;
use symtool_ir::{Func, Module};

/// The maximum number of nodes of the graph. No slice is computed for a run that needs more nodes.
const MAX_NODES: usize = 500_000;
/// The maximum number of bytes of a single access whose dependences are followed.
pub(super) const MAX_BYTES: u64 = 4_096;

/// A node of the graph (an executed step), numbered from 1. The number 0 means that there is no step: for example, a
/// value is a constant, or exists since the beginning of the run.
pub(super) type Node = u32;

/// An executed step of the recorded run, with the steps on which it depends.
#[derive(Debug, Default)]
struct Executed {
    /// The steps that have computed the values that the step reads.
    data: SmallVec<[Node; 2]>,
    /// The branch or call on which the step has a control dependence.
    control: Node,
}

/// A call of the recorded run that has not returned yet.
#[derive(Debug, Default)]
struct Active {
    /// For each register of the call, the step that wrote it last.
    registers: Vec<Node>,
    /// The branches that control the current step, outermost first. Each branch is stored with the first step of its
    /// immediate post-dominator; `None` if that is the end of the function.
    branches: Vec<(Node, Option<u32>)>,
    /// The step that made the call.
    call: Node,
    /// The register of the caller that receives the result.
    result: Option<Reg>,
}

/// The graph of dependences of the run so far.
#[derive(Debug, Default)]
pub(super) struct Dependences {
    nodes: Vec<Executed>,
    /// For each byte of memory, by address, the step that wrote it last.
    memory: FxHashMap<u64, Node>,
    /// The active calls, innermost last.
    calls: Vec<Active>,
    /// For each function and each terminator step, the first step of the block that immediately post-dominates the
    /// block of the terminator.
    joins: FxHashMap<Func, FxHashMap<u32, u32>>,
}

impl Dependences {
    /// Returns the graph at the beginning of a run, whose first call has `registers` registers.
    pub fn new(registers: usize) -> Dependences {
        let first = Active {
            registers: vec![0; registers],
            ..Active::default()
        };
        Dependences {
            nodes: vec![Executed::default()],
            calls: vec![first],
            ..Dependences::default()
        }
    }

    /// Returns whether the graph can contain another step.
    pub fn has_room(&self) -> bool {
        self.nodes.len() < MAX_NODES
    }

    /// Returns the node that was added last.
    pub fn latest(&self) -> Node {
        self.nodes.len() as Node - 1
    }

    /// Returns the step that has written a register of the innermost call last; 0 if no step has.
    pub fn register(&self, reg: Reg) -> Node {
        let call = self.calls.last();
        let node = call.and_then(|call| call.registers.get(reg as usize));
        node.copied().unwrap_or(0)
    }

    /// Returns the steps that have written the bytes of a range. A step that has written several consecutive bytes is
    /// listed once for them.
    pub fn bytes(&self, from: u64, size: u64) -> SmallVec<[Node; 2]> {
        let addresses = from..from.saturating_add(size.min(MAX_BYTES));
        let mut nodes: SmallVec<[Node; 2]> = addresses
            .filter_map(|address| self.memory.get(&address).copied())
            .collect();
        nodes.dedup();
        nodes
    }

    /// Adds a step that reads the values that the steps `data` have computed, and returns its node.
    pub fn execute(&mut self, data: impl IntoIterator<Item = Node>) -> Node {
        let control = self.control();
        self.add(data, control)
    }

    fn add(&mut self, data: impl IntoIterator<Item = Node>, control: Node) -> Node {
        self.nodes.push(Executed {
            data: data.into_iter().filter(|&node| node != 0).collect(),
            control,
        });
        self.latest()
    }

    /// Returns the branch or call on which the current step has a control dependence.
    fn control(&self) -> Node {
        let call = self.calls.last();
        let branch = call.and_then(|call| call.branches.last());
        match branch {
            Some(&(node, _)) => node,
            None => call.map_or(0, |call| call.call),
        }
    }

    /// Records that `node` has written a register of the innermost call.
    pub fn write_register(&mut self, reg: Reg, node: Node) {
        if let Some(call) = self.calls.last_mut()
            && let Some(written) = call.registers.get_mut(reg as usize)
        {
            *written = node;
        }
    }

    /// Records that `node` has written the bytes of a range.
    pub fn write_bytes(&mut self, from: u64, size: u64, node: Node) {
        let addresses = from..from.saturating_add(size.min(MAX_BYTES));
        self.memory.extend(addresses.map(|address| (address, node)));
    }

    /// Records that the run follows an edge from the terminator `node` to the step `target`. `moves` are the registers
    /// of the block arguments, each with the register of the block parameter that gets its value. `branch` is the step
    /// of the terminator if it has several edges; the terminator then controls the steps up to its post-dominator.
    pub fn follow(
        &mut self,
        (program, code, func): (&Module, &Code, Func),
        (node, branch): (Node, Option<u32>),
        (target, moves): (u32, &[(Reg, Reg)]),
    ) {
        let control = match branch {
            Some(_) => node,
            None => self.control(),
        };
        let moved: SmallVec<[(Reg, Node); 4]> = moves
            .iter()
            .map(|&(from, to)| (to, self.register(from)))
            .collect();
        for (to, from) in moved {
            let node = self.add([from], control);
            self.write_register(to, node);
        }
        let join = branch.map(|pc| self.join(program, code, func, pc));
        let Some(call) = self.calls.last_mut() else {
            return;
        };
        if let Some(join) = join {
            match call.branches.last_mut() {
                // The new branch has the same post-dominator as the innermost recorded branch. It is a branch in a
                // later iteration of a loop, or a branch nested in the recorded branch. The new branch replaces the
                // recorded one. No dependence is lost, because the node of the new branch depends on the node of the
                // recorded branch.
                Some(last) if last.1 == join => *last = (node, join),
                _ => call.branches.push((node, join)),
            }
        }
        while call
            .branches
            .last()
            .is_some_and(|&(_, join)| join == Some(target))
        {
            call.branches.pop();
        }
    }

    /// Records a call by the step `node`. `params` are the registers of the parameters, each with the step that
    /// computed the argument.
    pub fn enter(
        &mut self,
        node: Node,
        registers: usize,
        params: impl IntoIterator<Item = (Reg, Node)>,
        result: Option<Reg>,
    ) {
        self.calls.push(Active {
            registers: vec![0; registers],
            branches: Vec::new(),
            call: node,
            result,
        });
        for (reg, argument) in params {
            self.write_register(reg, argument);
        }
    }

    /// Records that the step `node` ends all calls deeper in the call stack than `depth`: the step is a return, or a
    /// `longjmp`. Execution continues in the call at `depth`.
    pub fn leave(&mut self, node: Node, depth: usize) {
        let result = self.calls.get(depth + 1).and_then(|call| call.result);
        self.calls.truncate(depth + 1);
        if let Some(reg) = result {
            self.write_register(reg, node);
        }
    }

    /// Returns the step at the immediate post-dominator of the block that the terminator `pc` ends; `None` if that is
    /// the end of the function.
    fn join(&mut self, program: &Module, code: &Code, func: Func, pc: u32) -> Option<u32> {
        let known = self.joins.entry(func);
        let joins = known.or_insert_with(|| joins(program, code, func));
        joins.get(&pc).copied()
    }

    /// Returns for each node whether `from` depends on it, directly or through other nodes. `from` depends on itself.
    pub fn slice(&self, from: Node) -> Vec<bool> {
        let mut contains = vec![false; self.nodes.len()];
        contains[from as usize] = true;
        for node in (1..=from as usize).rev() {
            if contains[node] {
                let Executed { data, control } = &self.nodes[node];
                for &other in data.iter().chain([control]) {
                    contains[other as usize] = true;
                }
            }
        }
        contains
    }
}

/// Returns for the terminator of each block the first step of the immediate post-dominator of the block.
fn joins(program: &Module, code: &Code, func: Func) -> FxHashMap<u32, u32> {
    let function = &program.functions[func];
    let body = code.of(func);
    let blocks = function.layout();
    let tree = PostDomTree::new(&Cfg::new(function));
    let first: FxHashMap<_, u32> = blocks
        .iter()
        .copied()
        .zip(body.starts.iter().copied())
        .collect();
    let ends = body.starts.iter().skip(1).copied();
    let ends = ends.chain([body.steps.len() as u32]);
    let joins = blocks.iter().zip(ends).filter_map(|(&block, end)| {
        let join = tree.ipdom(block)?;
        Some((end.checked_sub(1)?, first.get(&join).copied()?))
    });
    joins.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use symtool_expr::Arena;
    use symtool_ir::parse::parse_module;

    /// A branch controls the steps up to its post-dominator, and no later step.
    #[test]
    fn a_branch_controls_the_steps_before_its_join() {
        let text = "func @f(%c: i1) {\nentry:\n  branch %c, a, b\na:\n  jump b\nb:\n  return\n}\n";
        let module = parse_module(text, "f.sir").expect("it parses");
        let func = module.function_named("f").expect("it is there");
        let code = Code::new(&module, &mut Arena::default());
        let body = code.of(func);
        let (a, b) = (body.starts[1], body.starts[2]);
        let mut graph = Dependences::new(body.widths.len());
        let input = graph.execute([]);
        graph.write_register(body.params[0].0, input);
        let branch = graph.execute([graph.register(body.params[0].0)]);
        graph.follow((&module, &code, func), (branch, Some(0)), (a, &[]));
        let inside = graph.execute([]);
        let jump = graph.execute([]);
        graph.follow((&module, &code, func), (jump, None), (b, &[]));
        let after = graph.execute([]);
        assert!(graph.slice(inside)[branch as usize]);
        assert!(
            graph.slice(inside)[input as usize],
            "through the branch's condition"
        );
        assert!(!graph.slice(after)[branch as usize]);
    }

    /// A byte depends on the latest step that has written it.
    #[test]
    fn a_later_write_replaces_an_earlier_one() {
        let mut graph = Dependences::new(1);
        let first = graph.execute([]);
        graph.write_bytes(64, 4, first);
        let second = graph.execute([]);
        graph.write_bytes(66, 1, second);
        let load = graph.execute(graph.bytes(65, 2));
        let slice = graph.slice(load);
        assert!(slice[first as usize] && slice[second as usize]);
        let load = graph.execute(graph.bytes(66, 1));
        let slice = graph.slice(load);
        assert!(!slice[first as usize] && slice[second as usize]);
    }
}
