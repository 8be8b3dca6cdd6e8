//! The unrolled control flow of a whole program: every node is a stretch of one block in one call and one trip of each loop
//! around it.
//!
//! The graph has no cycle: an edge back to a loop's header leads to the header of the next trip, a call to a context of its
//! own. What lies behind a [`Node`] that is a frontier has not been made yet.
use rpds::HashTrieMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;
use symtool_engine::exec::decode::Reg;
use symtool_expr::{ExprId, SymArray};
use symtool_ir::layout::Region;
use symtool_ir::{Block, BugKind, Func};

/// A node.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// An edge. Edges are numbered as they are made.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EdgeId(pub u32);

/// An inlined call.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContextId(pub u32);

/// What can go wrong at one step of the program, in whatever call and trip.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SiteId(pub u32);

/// What a join chooses: a register of its frame, or bytes of memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PhiId(pub u32);

/// Which trip of each loop around a step, outermost first, from 0.
pub type Iterations = SmallVec<[u32; 4]>;

/// Values of registers; constants of the function are not among them.
pub type Env = HashTrieMap<Reg, ExprId>;

/// Where a node begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NodeKey {
    /// In which call.
    pub context: ContextId,
    /// At which step.
    pub pc: u32,
    /// In which trips.
    pub iterations: Iterations,
}

/// A call that is being executed.
#[derive(Clone, Debug)]
pub struct Context {
    /// The function.
    pub func: Func,
    /// The node that ends with the call; none for the entry function.
    pub call: Option<NodeId>,
    /// The caller.
    pub parent: Option<ContextId>,
    /// The region of its first stack slot; the others follow.
    pub slots: Region,
    /// How many calls of the same function it is in.
    pub recursion: u32,
    /// Can a check be reached after it has returned?
    pub relevant_after_return: bool,
}

/// How control comes to a node.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The program starts here.
    Start,
    /// By one edge only, from this node, now and for ever.
    One(NodeId),
    /// By several edges, of which there may be more later.
    Join,
}

/// Bytes that a node writes.
#[derive(Clone, Debug)]
pub struct Store {
    /// The object.
    pub region: Region,
    /// The first byte.
    pub offset: u64,
    /// How many.
    pub len: u64,
    /// What.
    pub value: Stored,
}

/// What is written.
#[derive(Copy, Clone, Debug)]
pub enum Stored {
    /// A value, little endian.
    Value(ExprId),
    /// An input (or indeterminate bytes) from its first byte.
    Input(SymArray),
    /// The same byte everywhere.
    Fill(ExprId),
}

/// An input that a node makes.
#[derive(Clone, Debug)]
pub struct InputSymbol {
    /// What the program calls it.
    pub name: String,
    /// Its bytes.
    pub symbol: SymArray,
}

/// A node.
#[derive(Debug)]
pub struct Node {
    /// Where it begins.
    pub key: NodeKey,
    /// How control comes here.
    pub origin: Origin,
    /// Has it been executed, and its edges made?
    pub expanded: bool,
    /// The registers: at its end if it was executed, else at its beginning.
    pub env: Env,
    /// What it writes, in order.
    pub stores: Vec<Store>,
    /// The inputs it makes, in order.
    pub inputs: Vec<InputSymbol>,
    /// Steps executed.
    pub steps: u32,
    /// If it is more than the steps up to its end: what is executed when.
    pub segments: Vec<(ExprId, Segment)>,
    /// Blocks in it whose branches constants decide.
    pub constant_branches: Vec<Block>,
    /// The step it ends with.
    pub end: u32,
    /// The edges out of it.
    pub out: Vec<EdgeId>,
    /// If it is where a call comes back to: the node that ends with the call.
    pub behind: Option<NodeId>,
    /// Is no check reachable from here? Such nodes exist only without slicing.
    pub is_irrelevant: bool,
    /// If it is a join: its registers that the edge decides.
    pub phis: Vec<(Reg, PhiId)>,
}

/// Part of a node.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// The steps from one to another.
    Steps(u32, u32),
    /// An edge of the function.
    Edge(u32),
}

impl Segment {
    /// How many steps.
    pub fn steps(&self) -> u32 {
        match self {
            Segment::Steps(first, last) => last - first + 1,
            Segment::Edge(_) => 0,
        }
    }
}

/// Where an edge leads.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// On.
    Node(NodeId),
    /// To where something goes wrong.
    Goal(SiteId),
}

/// An edge.
#[derive(Clone, Debug)]
pub struct Edge {
    /// From where.
    pub from: NodeId,
    /// Where to.
    pub to: Target,
    /// When it is taken from there.
    pub cond: ExprId,
    /// What the target's registers become, if it is a join.
    pub values: Rc<[(Reg, ExprId)]>,
    /// What it is, for people.
    pub side: Side,
    /// The edge of the function that it is, or one of several, if it is one.
    pub cfg_edge: Option<u32>,
}

/// What an edge is, for people.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The condition of a branch holds.
    Then,
    /// It does not.
    Else,
    /// One of the cases of a switch.
    Case,
    /// A check holds.
    Pass,
    /// It does not.
    Fail,
    /// An assumption holds.
    Assumed,
    /// Nothing was decided here.
    On,
}

/// What is at a goal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// A failure of the program.
    Failure {
        /// Which.
        kind: BugKind,
        /// One line about it.
        message: String,
    },
    /// Something that is not followed.
    Unsupported(String),
}

/// What can go wrong at one step.
#[derive(Clone, Debug)]
pub struct Site {
    /// The function.
    pub func: Func,
    /// The step.
    pub pc: u32,
    /// What.
    pub goal: Goal,
    /// Has it been dealt with?
    pub closed: bool,
}

/// What a join chooses.
#[derive(Copy, Clone, Debug)]
pub struct Phi {
    /// The join.
    pub node: NodeId,
    /// What.
    pub subject: PhiSubject,
    /// The symbol that stands for it.
    pub symbol: SymArray,
    /// That as an expression.
    pub value: ExprId,
}

/// What a join chooses.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PhiSubject {
    /// A register.
    Reg(Reg),
    /// Bytes of an object.
    Bytes(Span),
}

/// Bytes of an object.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The object.
    pub region: Region,
    /// The first byte.
    pub offset: u64,
    /// How many: 1 to 16.
    pub len: u32,
}

impl Span {
    /// The byte that records whether an object is alive. It lies outside of the object, at offset [`ALIVE`].
    pub fn alive_mark(region: Region) -> Span {
        Span {
            region,
            offset: ALIVE,
            len: 1,
        }
    }
}

/// The offset of [`Span::alive_mark`].
pub const ALIVE: u64 = u64::MAX - 1;

/// The graph as far as it has been made.
#[derive(Debug, Default)]
pub struct Graph {
    /// By id.
    pub nodes: Vec<Node>,
    /// By id.
    pub edges: Vec<Edge>,
    /// By id.
    pub contexts: Vec<Context>,
    /// By id.
    pub sites: Vec<Site>,
    /// By id.
    pub phis: Vec<Phi>,
    /// The symbols of phis.
    pub phi_of: FxHashMap<SymArray, PhiId>,
    /// Sites by function, step and goal.
    pub site_of: FxHashMap<(Func, u32, Goal), SiteId>,
    /// Nodes by their keys.
    pub by_key: FxHashMap<NodeKey, NodeId>,
    /// By the beginning of a block: the node that ends with its terminator.
    pub block_ends: FxHashMap<NodeKey, NodeId>,
    /// By the node that ends with a call, and the function: the context it leads to.
    pub called: FxHashMap<(NodeId, Func), ContextId>,
    /// Nodes that are not expanded, in the order in which they were made.
    pub frontier: Vec<NodeId>,
}

impl Graph {
    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// A node, to change.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// An edge.
    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id.0 as usize]
    }

    /// A context.
    pub fn context(&self, id: ContextId) -> &Context {
        &self.contexts[id.0 as usize]
    }

    /// A site.
    pub fn site(&self, id: SiteId) -> &Site {
        &self.sites[id.0 as usize]
    }

    /// A phi.
    pub fn phi(&self, id: PhiId) -> &Phi {
        &self.phis[id.0 as usize]
    }

    /// The function that a node is in.
    pub fn func(&self, node: NodeId) -> Func {
        self.context(self.node(node).key.context).func
    }

    /// The functions that the call a node ends with may be of.
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

    /// The active calls at a node's end, innermost first: function and step.
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
