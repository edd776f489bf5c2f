//! What unfolding keeps, and the steps that all its parts make: nodes, edges, and ends of ways.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use klew_ir::{
    BlockId, Definition, FunctionBody, FunctionId, Operand, Position, Program, Property, Type,
    ValueId,
    control_flow::ControlFlow,
    liveness::Liveness,
    loop_forest::{LoopForest, LoopId},
};
use klew_term::{Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::cells::{Known, Symbols};
use crate::graph::{Edge, End, EndId, Graph, Node, NodeId, Operation, Pointer, Value, numbers};

/// How far a program is unfolded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Turns of a loop that are left by a condition on something that is not known.
    pub iterations: u32,
    /// Instances of a function on a call stack, beyond the first.
    pub recursion: u32,
    /// Nodes.
    pub nodes: usize,
}

/// Values of a block's live variables.
pub(super) type Environment = Rc<Vec<(ValueId, Value)>>;

/// What is known of a function.
pub(super) struct Shape {
    pub(super) forest: LoopForest,
    pub(super) liveness: Liveness,
    /// The variables that values are bound to.
    pub(super) names: FxHashMap<ValueId, String>,
}

/// A call under way.
pub(super) struct Frame {
    pub(super) function: FunctionId,
    /// The place of the call.
    pub(super) prefix: Vec<u32>,
    /// Where the program itself calls it, or the model of a library that calls it.
    pub(super) called_at: Option<Position>,
    /// Where to go on; none for the entry function.
    pub(super) back: Option<Continuation>,
    /// All functions on the stack, this one included.
    pub(super) stack: Vec<FunctionId>,
    /// Stack objects allocated in it so far.
    pub(super) objects: RefCell<Vec<u32>>,
}

/// The rest of a block behind a call.
pub(super) struct Continuation {
    pub(super) frame: Rc<Frame>,
    pub(super) block: BlockId,
    pub(super) next: usize,
    pub(super) turns: Turns,
    pub(super) key: Vec<u32>,
    pub(super) environment: Environment,
    pub(super) results: Vec<ValueId>,
}

/// For each loop around a block: the turn, and how many turns count.
pub(super) type Turns = Vec<(u32, u32)>;

/// An edge into an instance of a block.
pub(super) struct Incoming {
    pub(super) from: NodeId,
    pub(super) condition: TermId,
    pub(super) parameters: Vec<Value>,
    pub(super) environment: Environment,
    pub(super) known: Known,
}

/// An instance of a block.
pub(super) struct Pending {
    pub(super) frame: Rc<Frame>,
    pub(super) block: BlockId,
    pub(super) next: usize,
    pub(super) turns: Turns,
    pub(super) incoming: Vec<Incoming>,
}

/// An edge that has no end yet: from where, under which condition, setting which symbols to what.
pub(super) type OpenEdge = (NodeId, TermId, Vec<(TermId, TermId)>);

/// An instance under way.
pub(super) struct Cursor {
    pub(super) frame: Rc<Frame>,
    pub(super) block: BlockId,
    pub(super) turns: Turns,
    pub(super) key: Vec<u32>,
    pub(super) values: FxHashMap<ValueId, Value>,
    /// Edges that lead to the next node.
    pub(super) open: Vec<OpenEdge>,
    pub(super) position: Position,
    pub(super) known: Known,
}

pub(super) struct Unfolder<'a> {
    pub(super) program: &'a Program,
    pub(super) terms: &'a mut Terms,
    pub(super) properties: &'a BTreeSet<Property>,
    pub(super) precondition: Option<FunctionId>,
    pub(super) bounds: Bounds,
    pub(super) named_allocations: bool,
    pub(super) graph: Graph,
    pub(super) pending: BTreeMap<Vec<u32>, Pending>,
    pub(super) shapes: FxHashMap<FunctionId, Rc<Shape>>,
    /// Turns of loops that some edge leaves: frame, loop, turns up to it.
    pub(super) left: FxHashSet<(Vec<u32>, LoopId, Vec<u32>)>,
    /// Turns of loops whose own condition is known to hold, as above.
    pub(super) stayed: FxHashSet<(Vec<u32>, LoopId, Vec<u32>)>,
    /// Numbers of the next heap and stack object.
    pub(super) next: (u32, u32),
    pub(super) raw: bool,
    /// Whether something was killed so far, and the objects that were allocated after that.
    pub(super) dying: bool,
    pub(super) after_death: BTreeSet<u32>,
    pub(super) checks_seen: BTreeMap<End, EndId>,
    pub(super) symbols: Symbols,
    pub(super) global_terms: Vec<TermId>,
    /// Declared types of objects that are allocated.
    pub(super) declared: FxHashMap<u32, klew_ir::SourceTypeId>,
}

/// What comes after an instruction.
pub(super) enum Flow {
    Next,
    Ended,
}

impl<'a> Unfolder<'a> {
    pub(super) fn definition(&self, function: FunctionId) -> Option<&'a Definition> {
        match &self.program.function(function).body {
            FunctionBody::Defined(definition) => Some(definition),
            _ => None,
        }
    }

    pub(super) fn shape(&mut self, function: FunctionId, definition: &Definition) -> Rc<Shape> {
        let make = || {
            let flow = ControlFlow::new(definition);
            let forest = LoopForest::new(&flow);
            let liveness = Liveness::new(definition, &flow);
            Rc::new(Shape { forest, liveness, names: names(definition) })
        };
        Rc::clone(self.shapes.entry(function).or_insert_with(make))
    }

    pub(super) fn push_node(
        &mut self,
        operation: Operation,
        function: FunctionId,
        position: Position,
        loop_entry: bool,
    ) -> NodeId {
        let id = NodeId(self.graph.nodes.len() as u32);
        self.graph.nodes.push(Node {
            operation,
            function,
            position,
            edges: Vec::new(),
            loop_entry,
            fresh: self.next,
        });
        id
    }

    /// Appends a node to the way.
    pub(super) fn emit(&mut self, cursor: &mut Cursor, operation: Operation) -> NodeId {
        self.dying |= matches!(operation, Operation::Kill(_));
        let id = self.push_node(operation, cursor.frame.function, cursor.position, false);
        self.link(cursor, id);
        let truth = self.terms.true_();
        cursor.open = vec![(id, truth, Vec::new())];
        id
    }

    pub(super) fn link(&mut self, cursor: &mut Cursor, to: NodeId) {
        for (from, condition, moves) in std::mem::take(&mut cursor.open) {
            self.graph.nodes[from.0 as usize].edges.push(Edge { to, condition, moves });
        }
    }

    /// Whether the precondition is being evaluated, which the entry calls.
    pub(super) fn in_precondition(&self, cursor: &Cursor) -> bool {
        self.precondition.is_some() && cursor.frame.stack.get(1).copied() == self.precondition
    }

    /// Only runs in which the condition holds go on.
    pub(super) fn assume(&mut self, cursor: &mut Cursor, condition: TermId) {
        if self.terms.as_bool(condition) == Some(true) {
            return;
        }
        if cursor.open.iter().any(|(_, _, moves)| !moves.is_empty()) {
            // The condition may speak of what the edge sets.
            self.emit(cursor, Operation::Skip);
        }
        for (_, open, _) in &mut cursor.open {
            *open = self.terms.and(*open, condition);
        }
        let terms = &*self.terms;
        cursor.open.retain(|(_, open, _)| terms.as_bool(*open) != Some(false));
        self.note_fact(&mut cursor.known, condition);
    }

    /// Runs in which the condition holds end; the others go on.
    pub(super) fn end(&mut self, cursor: &mut Cursor, end: End, condition: TermId) {
        if self.terms.as_bool(condition) == Some(false) || cursor.open.is_empty() {
            return;
        }
        if cursor.open.len() > 1 || cursor.open.iter().any(|(_, _, moves)| !moves.is_empty()) {
            self.emit(cursor, Operation::Skip);
        }
        let next = EndId(self.graph.ends.len() as u32);
        let id = *self.checks_seen.entry(end.clone()).or_insert(next);
        if id == next {
            self.graph.ends.push(end);
        }
        let node =
            self.push_node(Operation::End(id), cursor.frame.function, cursor.position, false);
        for (from, open, _) in &cursor.open {
            let both = self.terms.and(*open, condition);
            if self.terms.as_bool(both) != Some(false) {
                let edge = Edge { to: node, condition: both, moves: Vec::new() };
                self.graph.nodes[from.0 as usize].edges.push(edge);
            }
        }
        let not = self.terms.not(condition);
        self.assume(cursor, not);
    }

    /// A truth value as a term of sort Bool.
    pub(super) fn condition(
        &mut self,
        cursor: &mut Cursor,
        definition: &Definition,
        a: &Operand,
    ) -> TermId {
        match self.operand(cursor, definition, a) {
            Value::Scalar(bit) => {
                let condition = self.terms.bv_to_bool(bit);
                self.decided(cursor, condition)
            }
            Value::Pointer(_) => self.terms.true_(),
        }
    }

    /// A new symbol of a type.
    pub(super) fn any(&mut self, name: &str, value_type: Type) -> Value {
        let bits = self.program.data_model.pointer_bits;
        match value_type {
            Type::Pointer => {
                // An address that is a number.
                let object = self.terms.bv(numbers::BITS, 0);
                let offset = self.terms.symbol(name, Sort::BitVec(bits));
                Value::Pointer(Pointer { object, offset })
            }
            other => Value::Scalar(self.terms.symbol(name, klew_semantics::sort_of(other, bits))),
        }
    }
}

/// The name of a value for symbols.
pub(super) fn label(shape: &Shape, definition: &Definition, value: ValueId) -> String {
    let name = definition.values[value.0 as usize].name.as_ref();
    let name = name.or_else(|| shape.names.get(&value)).cloned();
    name.unwrap_or_else(|| format!("v{}", value.0))
}

fn names(definition: &Definition) -> FxHashMap<ValueId, String> {
    let mut names = FxHashMap::default();
    for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
        if let klew_ir::Operation::Bind(variable, Operand::Value(value)) = &instruction.operation {
            let name = &definition.variables[variable.0 as usize].name;
            names.entry(*value).or_insert_with(|| name.clone());
        }
    }
    names
}

pub(super) fn look_up(environment: &Environment, value: ValueId) -> Option<Value> {
    let at = environment.binary_search_by_key(&value, |(known, _)| *known).ok()?;
    Some(environment[at].1)
}

pub(super) fn scalar_of(value: Value) -> TermId {
    match value {
        Value::Scalar(term) => term,
        Value::Pointer(pointer) => pointer.offset,
    }
}

pub(super) fn pointer_of(value: &Value) -> Option<Pointer> {
    match value {
        Value::Pointer(pointer) => Some(*pointer),
        Value::Scalar(_) => None,
    }
}
