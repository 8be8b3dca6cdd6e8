//! The unrolled control-flow graph of a whole program.
//!
//! A node is a sequence of steps (decoded instructions) of one function, in one call and one iteration of each
//! enclosing loop. The graph is acyclic: a back edge leads to the loop header of the next iteration, and a call leads
//! to a separate *context* (inlined call). A frontier node has not been executed, so its successors do not exist yet. A
//! *goal* is a failure or an unsupported construct that the search tries to reach. A *φ* is a symbol for a value at a
//! join.
use rpds::HashTrieMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;
use symtool_engine::code::Reg;
use symtool_expr::{ExprId, SymArray};
use symtool_ir::layout::Region;
use symtool_ir::{Block, BugKind, Func, Loc};

/// The number of a node of the unrolled graph, in order of creation.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// The number of an edge of the unrolled graph, in order of creation.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EdgeId(pub u32);

/// The number of an inlined call.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContextId(pub u32);

/// The number of a goal: a failure or an unsupported construct at one step of the program. All calls and loop
/// iterations that execute the step share this goal.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SiteId(pub u32);

/// The number of a φ: a symbol for a register or some bytes of memory at a join, with a value that depends on
/// the incoming edge.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PhiId(pub u32);

/// The iteration of each loop around a step, outermost first, counted from 0.
pub type Iterations = SmallVec<[u32; 4]>;

/// The values of the registers of one inlined call. Constants of the function are not included.
pub type Env = HashTrieMap<Reg, ExprId>;

/// The identity of a node: the call, the step and the loop iterations in which the node begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NodeKey {
    /// The inlined call.
    pub context: ContextId,
    /// The step at which the node begins.
    pub pc: u32,
    /// The iteration of each loop around the step.
    pub iterations: Iterations,
}

/// An inlined call.
#[derive(Clone, Debug)]
pub struct Context {
    /// The called function.
    pub func: Func,
    /// The node that ends with the call instruction; `None` for the entry function.
    pub call: Option<NodeId>,
    /// The context of the caller; `None` for the entry function.
    pub parent: Option<ContextId>,
    /// The region (object number) of the first stack slot. The other slots have the region numbers after it.
    pub slots: Region,
    /// The number of active calls of the same function when this call begins; 0 if the call is not recursive.
    pub recursion: u32,
    /// Whether a check is reachable after the call has returned.
    pub relevant_after_return: bool,
    /// The object with the variable arguments; `None` if the call has no variable arguments.
    pub variadic: Option<Region>,
}

/// The way in which control enters a node.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The start of the program.
    Start,
    /// A single edge. The number is that of the source of the edge. No other edge to the entered node will be added.
    One(NodeId),
    /// Several edges. More edges may be added later.
    Join,
}

/// Bytes that a node writes.
#[derive(Clone, Debug)]
pub struct Store {
    /// The object that the node writes.
    pub region: Region,
    /// The offset of the first written byte in the object.
    pub offset: u64,
    /// The number of written bytes.
    pub len: u64,
    /// The values of the written bytes.
    pub value: Stored,
}

impl Store {
    /// Returns the store of a value at a location.
    pub fn at(span: Span, value: ExprId) -> Store {
        Store {
            region: span.region,
            offset: span.offset,
            len: u64::from(span.len),
            value: Stored::Value(value),
        }
    }
}

/// The bytes that a store writes.
#[derive(Copy, Clone, Debug)]
pub enum Stored {
    /// A value, in little-endian order.
    Value(ExprId),
    /// The bytes of a symbolic array, from its first byte on.
    Input(SymArray),
    /// One byte value, repeated.
    Fill(ExprId),
}

/// A symbolic input that a node creates.
#[derive(Clone, Debug)]
pub struct InputSymbol {
    /// The name of the input in the program.
    pub name: String,
    /// The symbolic bytes of the input.
    pub symbol: SymArray,
}

/// The initial contents of an object that a node creates, such as a heap block, or of a variable whose scope a node
/// enters again.
#[derive(Copy, Clone, Debug)]
pub struct Contents {
    /// The object whose contents are given.
    pub region: Region,
    /// The symbol of the indeterminate bytes; `None` if all bytes are zero.
    pub indeterminate: Option<SymArray>,
}

/// A node of the unrolled graph.
#[derive(Debug)]
pub struct Node {
    /// The call, the step and the loop iterations in which the node begins.
    pub key: NodeKey,
    /// The way in which control enters the node.
    pub origin: Origin,
    /// Whether the node has been executed, so that its edges exist.
    pub expanded: bool,
    /// The values of registers: at the end of the node if it has been executed, otherwise at its beginning.
    pub env: Env,
    /// The stores that the node executes, in program order.
    pub stores: Vec<Store>,
    /// The inputs that the node creates, in program order.
    pub inputs: Vec<InputSymbol>,
    /// The objects that the node creates, or makes indeterminate anew, in program order.
    pub contents: Vec<Contents>,
    /// The number of steps that the node executes.
    pub steps: u32,
    /// The segments of the node (sequences of steps, and edges inside the node), each with the condition under which it
    /// is executed. Empty if the node is a single unconditional segment from its first step to `end`.
    pub segments: Vec<(ExprId, Segment)>,
    /// The blocks in the node that end with a branch on a constant condition. They show whether constants decide that
    /// a loop has another iteration.
    pub constant_branches: Vec<Block>,
    /// The last step that the node executes.
    pub end: u32,
    /// The outgoing edges of the node.
    pub out: Vec<EdgeId>,
    /// For the node after a call has returned: the node that ends with that call. `None` for any other node.
    pub after_call: Option<NodeId>,
    /// Whether no check is reachable from this node. With slicing, such nodes are omitted from the graph.
    pub is_irrelevant: bool,
    /// For a join, the registers whose value is a φ, each with its φ.
    pub phis: Vec<(Reg, PhiId)>,
}

/// A part of a node: consecutive steps, or an edge inside the node. The whole part is executed under the same
/// condition.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// The steps from the first to the last, inclusive.
    Steps(u32, u32),
    /// An edge of the function's control flow.
    Edge(u32),
}

impl Segment {
    /// Returns the number of steps of the segment.
    pub fn steps(&self) -> u32 {
        match self {
            Segment::Steps(first, last) => last - first + 1,
            Segment::Edge(_) => 0,
        }
    }
}

/// The target of an edge.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A node of the unrolled graph.
    Node(NodeId),
    /// A goal of the search: a failure or an unsupported construct.
    Goal(SiteId),
}

/// An edge of the unrolled graph.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The source of the edge.
    pub from: NodeId,
    /// The target of the edge: a node or a goal.
    pub to: Target,
    /// The condition under which the edge is taken.
    pub cond: ExprId,
    /// The values that the edge assigns to those registers of its target that have a φ. Empty if the target has no such
    /// register.
    pub values: Rc<[(Reg, ExprId)]>,
    /// The kind of the edge.
    pub side: Side,
    /// The control-flow edge of the function to which this edge corresponds, or one of them if there are several after
    /// if-conversion. `None` if there is none, for example for an edge to a goal.
    pub cfg_edge: Option<u32>,
}

/// The kind of an edge, for messages. The kind is also part of the name by which the engines (parallel searches) of a
/// team refer to the edge.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The true side of a branch.
    Then,
    /// The false side of a branch.
    Else,
    /// A case of a switch, or one target of an indirect call.
    Case,
    /// The passing side of a check.
    Pass,
    /// The failing side of a check.
    Fail,
    /// The continuation after an assumption that holds.
    Assumed,
    /// An unconditional edge.
    Unconditional,
}

/// A failure or an unsupported construct that the search tries to reach (do Val 2014, §3.2.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// A failure of the program.
    Failure {
        /// The kind of the failure.
        kind: BugKind,
        /// A message about the failure, in one line.
        message: String,
        /// The source location of the original instruction that fails, if the step is melded (merged from several
        /// instructions); otherwise `None`.
        loc: Option<Loc>,
    },
    /// A construct that conflict-driven symbolic execution does not support. It makes the verdict incomplete if some
    /// input reaches it.
    Unsupported(String),
}

/// The functions and steps of active calls, innermost call first.
pub type Calls = SmallVec<[(Func, u32); 2]>;

/// A goal of the search, at one step of the program.
#[derive(Clone, Debug)]
pub struct Site {
    /// The function that contains the step.
    pub func: Func,
    /// The step at which the goal is reached.
    pub pc: u32,
    /// The calls of check wrappers (functions such as `__VERIFIER_assert`, which only check an assertion) that identify
    /// the goal: the function and the step of each call, innermost call first.
    pub calls: Calls,
    /// The failure or the unsupported construct.
    pub goal: Goal,
    /// Whether the search for this goal has ended.
    pub closed: bool,
}

/// A φ: a symbol for a value at a join. The value depends on the incoming edge.
#[derive(Copy, Clone, Debug)]
pub struct Phi {
    /// The node at which the incoming edges join.
    pub node: NodeId,
    /// The register, or the bytes in memory, whose value the φ represents.
    pub subject: PhiSubject,
    /// The symbol that represents the value of the φ in expressions.
    pub symbol: SymArray,
    /// The symbol of the φ as an expression.
    pub value: ExprId,
}

/// The register, or the bytes in memory, whose value a φ represents.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PhiSubject {
    /// A register.
    Reg(Reg),
    /// Bytes of an object.
    Bytes(Span),
}

/// A range of bytes in an object.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The object that contains the bytes.
    pub region: Region,
    /// The offset of the first byte in the object.
    pub offset: u64,
    /// The number of bytes: 1 to 16.
    pub len: u32,
}

impl Span {
    /// Returns the location of a pseudo-byte that records whether an object is alive. It lies outside of the
    /// object, at offset [`ALIVE`].
    pub fn alive_mark(region: Region) -> Span {
        Span {
            region,
            offset: ALIVE,
            len: 1,
        }
    }

    /// Returns the location of the initialization marks of these bytes. The mark of a byte is a pseudo-byte that
    /// records whether the byte is initialized (1) or indeterminate (0). The mark lies outside of the object, [`MARKS`]
    /// bytes after the byte.
    pub fn marks(self) -> Span {
        Span {
            offset: self.offset + MARKS,
            ..self
        }
    }

    /// Returns the location of a pseudo-object that holds the number of live heap blocks, for the check for leaks.
    pub fn live_blocks() -> Span {
        Span {
            region: LIVE_BLOCKS,
            offset: 0,
            len: 8,
        }
    }
}

/// The region (object number) of the pseudo-object that holds the number of live heap blocks ([`Span::live_blocks`]).
pub const LIVE_BLOCKS: Region = Region(u64::MAX);

/// The offset of the pseudo-byte that records whether an object is alive ([`Span::alive_mark`]). No object has a byte
/// at this offset.
pub const ALIVE: u64 = u64::MAX - 1;

/// The distance from a byte of an object to its initialization mark ([`Span::marks`]). It is larger than every object,
/// so the marks follow the bytes of the object.
pub const MARKS: u64 = 1 << 40;

/// The unrolled control-flow graph of a whole program.
#[derive(Debug, Default)]
pub struct Graph {
    /// The nodes, indexed by their numbers.
    pub nodes: Vec<Node>,
    /// The edges, indexed by their numbers.
    pub edges: Vec<Edge>,
    /// The contexts (inlined calls), indexed by their numbers.
    pub contexts: Vec<Context>,
    /// The edges into each node, in order of creation.
    pub incoming: FxHashMap<NodeId, Vec<EdgeId>>,
    /// The goals of the search (failures and unsupported constructs), indexed by their numbers.
    pub sites: Vec<Site>,
    /// The φs, indexed by their numbers.
    pub phis: Vec<Phi>,
    /// The φ that each symbol represents.
    pub phi_of: FxHashMap<SymArray, PhiId>,
    /// The id of each goal, by function, step, calls and kind of goal.
    pub site_of: FxHashMap<(Func, u32, Calls, Goal), SiteId>,
    /// The nodes by identity (call, step and loop iterations).
    pub by_key: FxHashMap<NodeKey, NodeId>,
    /// For each node at the beginning of a block, the node that ends with the terminator of the block. The key is the
    /// identity of the first node. A memory read at a join uses the map to continue at the end of an earlier block.
    pub block_ends: FxHashMap<NodeKey, NodeId>,
    /// The context of an inlined call, by the node that ends with the call and by the callee.
    pub called: FxHashMap<(NodeId, Func), ContextId>,
    /// Nodes that have not been executed, in order of creation.
    pub frontier: Vec<NodeId>,
}

impl Graph {
    /// Returns the node with the number `id`.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Returns the node with the number `id`, for modification.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Returns the edge with the number `id`.
    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id.0 as usize]
    }

    /// Returns the context (inlined call) with the number `id`.
    pub fn context(&self, id: ContextId) -> &Context {
        &self.contexts[id.0 as usize]
    }

    /// Returns the goal (a failure or an unsupported construct) with the number `id`.
    pub fn site(&self, id: SiteId) -> &Site {
        &self.sites[id.0 as usize]
    }

    /// Returns the φ with the number `id`.
    pub fn phi(&self, id: PhiId) -> &Phi {
        &self.phis[id.0 as usize]
    }

    /// Returns the function to which the steps of a node belong.
    pub fn func(&self, node: NodeId) -> Func {
        self.context(self.node(node).key.context).func
    }

    /// Returns the possible callees of the call that a node ends with.
    pub fn callees(&self, call: NodeId) -> impl Iterator<Item = Func> {
        let targets = self.node(call).out.iter().map(|&edge| self.edge(edge).to);
        targets.filter_map(move |to| match to {
            Target::Node(to) => {
                let context = self.context(self.node(to).key.context);
                (context.call == Some(call)).then_some(context.func)
            }
            Target::Goal(_) => None,
        })
    }

    /// Returns whether the inlined call `outer` is active during the call `inner`: `outer` is `inner` or one of the
    /// callers of `inner`.
    pub fn is_active(&self, inner: ContextId, outer: ContextId) -> bool {
        let mut at = Some(inner);
        while let Some(id) = at {
            if id == outer {
                return true;
            }
            at = self.context(id).parent;
        }
        false
    }

    /// Returns the call stack at the end of a node, innermost first: function and step.
    pub fn stack(&self, node: NodeId) -> Vec<(Func, u32)> {
        let mut stack = Vec::new();
        let mut at = Some(node);
        while let Some(node) = at {
            let context = self.context(self.node(node).key.context);
            stack.push((context.func, self.node(node).end));
            at = context.call;
        }
        stack
    }
}
