//! The acyclic control-flow graph that backward execution walks: at most one operation per node, a condition
//! and the values of joins on each edge (the paper's section 3.1).
//!
//! **Invariant**: every edge goes to a node with a higher number, so descending numbers are the reverse
//! topological order. **Invariant**: a symbol is defined at one node, or by the edges into one node.

use std::collections::BTreeMap;

use klew_engine::Target;
use klew_ir::{FunctionId, Position, Type};
use klew_term::TermId;

/// A node of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// A pointer: which object, and the byte offset in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pointer {
    /// A number on the line of `numbers`, of 32 bits: a constant or a symbol.
    pub object: TermId,
    /// Bytes, of pointer width.
    pub offset: TermId,
}

/// The value of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A bit-vector or a floating-point number.
    Scalar(TermId),
    /// A pointer.
    Pointer(Pointer),
}

/// What a node does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Nothing: control flow joins or parts.
    Skip,
    /// The result (symbols) is read from memory.
    Load {
        /// Where.
        pointer: Pointer,
        /// Of what type.
        value_type: Type,
        /// Symbols.
        result: Value,
    },
    /// Writes memory.
    Store {
        /// Where.
        pointer: Pointer,
        /// Of what type.
        value_type: Type,
        /// What.
        value: Value,
    },
    /// A new object.
    Allocate {
        /// Its number, a constant.
        object: TermId,
        /// What stands for the number in the operations below.
        result: TermId,
        /// Bytes.
        size: TermId,
        /// Whether its bytes are 0.
        zeroed: bool,
        /// Its declared type.
        source_type: Option<klew_ir::SourceTypeId>,
    },
    /// Those objects are not alive any more.
    Kill(Vec<TermId>),
    /// That object is alive again, its contents undefined.
    Revive(TermId),
    /// Whether an object is dead, as one bit.
    ReadDead {
        /// Which.
        object: TermId,
        /// The symbol.
        result: TermId,
    },
    /// The size of an object.
    ReadSize {
        /// Which.
        object: TermId,
        /// The symbol.
        result: TermId,
    },
    /// Sets bytes.
    Fill {
        /// To.
        pointer: Pointer,
        /// Eight bits.
        byte: TermId,
        /// How many.
        size: TermId,
    },
    /// Copies bytes.
    Copy {
        /// To.
        to: Pointer,
        /// From.
        from: Pointer,
        /// How many.
        size: TermId,
    },
    /// An input of a scalar type: a memory image.
    Input {
        /// Its name.
        name: String,
        /// The image.
        image: TermId,
    },
    /// An input reference.
    InputReference {
        /// Its name.
        name: String,
        /// The symbol.
        object: TermId,
        /// Its declared type.
        source_type: Option<klew_ir::SourceTypeId>,
    },
    /// Bytes of memory become inputs.
    InputBytes {
        /// Where.
        pointer: Pointer,
        /// The name.
        name: String,
        /// How many of the bytes the run asks for.
        size: TermId,
        /// The bytes, symbols.
        bytes: Vec<TermId>,
    },
    /// The way ends here.
    End(EndId),
}

/// An end, by index in [`Graph::ends`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EndId(pub u32);

/// Why a way ends in a node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// A check fails.
    Target(Target),
    /// A loop went round more often than the bound says.
    Iterations(FunctionId, Position),
    /// A recursion went deeper than the bound says.
    Recursion(FunctionId, Position),
    /// The graph is as large as it may be.
    Size,
    /// Something that cannot be expressed.
    Unsupported(String, Position),
    /// Inputs beyond a bound, which the text names.
    InputBound(String),
    /// What C leaves undefined and no selected property asks about.
    Undefined(String, Position),
}

/// An edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// To.
    pub to: NodeId,
    /// Over symbols defined above.
    pub condition: TermId,
    /// Symbols of the node that it goes to, and what they are if this edge is taken.
    pub moves: Vec<(TermId, TermId)>,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it does.
    pub operation: Operation,
    /// Of which function.
    pub function: FunctionId,
    /// Where.
    pub position: Position,
    /// What comes after, of which one condition holds at most.
    pub edges: Vec<Edge>,
    /// Whether it begins the first turn of a loop.
    pub loop_entry: bool,
    /// The first heap and the first stack object that it or a later node allocates.
    pub fresh: (u32, u32),
}

/// An object that the program allocates, or a global.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its size in bytes.
    pub size: TermId,
    /// The global, if it is one.
    pub global: Option<klew_ir::GlobalId>,
}

/// A symbol for the number of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectSymbol {
    /// The symbol.
    pub symbol: TermId,
    /// The node that defines it, or that the edges that define it lead to.
    pub node: NodeId,
    /// Whether edges define it.
    pub by_edges: bool,
}

/// The graph.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The nodes; the first is the entry.
    pub nodes: Vec<Node>,
    /// The ends.
    pub ends: Vec<End>,
    /// Objects by their numbers.
    pub objects: BTreeMap<u32, Object>,
    /// The number of each global.
    pub globals: Vec<u32>,
    /// Symbols for objects' numbers.
    pub object_symbols: Vec<ObjectSymbol>,
    /// Symbols that are one of two objects.
    pub choices: Vec<(TermId, TermId, TermId)>,
    /// Objects' numbers that are compared for equality, where accesses are not checked.
    pub compared: Vec<(TermId, TermId)>,
    /// Calls out of the program: the name and the first place.
    pub externals: BTreeMap<String, Position>,
}

impl Graph {
    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}

/// The line of objects' numbers: null, what the program allocates, what was there before.
pub mod numbers {
    /// Null, and addresses that are numbers.
    pub const NULL: u32 = 0;
    /// The first object on the heap that the program allocates. Input objects are negative.
    pub const HEAP: u32 = 1;
    /// The first stack object.
    pub const STACK: u32 = 0x4000_0000;
    /// The first global.
    pub const GLOBAL: u32 = 0x6000_0000;
    /// The first constant global.
    pub const CONSTANT: u32 = 0x6800_0000;
    /// The first function.
    pub const FUNCTION: u32 = 0x7000_0000;
    /// Bits of a number.
    pub const BITS: u32 = 32;
}
