//! From a program to an acyclic graph: calls are inlined, loops unrolled, both to a bound.
//!
//! Instances of blocks wait in an order that is topological: the place of the block among its siblings in the
//! loop forest, the turn of each loop around it, the part of the block between calls, and so on for the blocks
//! of a callee. When an instance is taken up, all edges into it are known; values that differ on them become
//! symbols that the edges set, all others are terms over what was defined above. So conditions that are
//! constant decide branches, and a loop that counts to a constant ends by itself.
//!
//! **Invariant**: where a bound cuts a way, or something cannot be expressed, the way leads to an [`End`] that
//! says so, under exactly the condition under which it is taken.

mod calls;
mod checks;
mod contents;
mod instructions;
mod join;
mod known;
mod known_bytes;
mod memory;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use klew_ir::{
    BlockCall, BlockId, Definition, FunctionBody, FunctionId, Global, Operand, Position, Program,
    Property, Terminator, Type, ValueId,
    control_flow::ControlFlow,
    liveness::Liveness,
    loop_forest::{LoopForest, LoopId},
};
use klew_term::{BitVecValue, Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::{
    Edge, End, EndId, Graph, Node, NodeId, Object, Operation, Pointer, Value, numbers,
};
use known::{Known, Symbols};

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

/// What to unfold.
#[derive(Clone, Debug)]
pub struct Request<'p> {
    /// The program.
    pub program: &'p Program,
    /// The properties whose checks are targets.
    pub properties: BTreeSet<Property>,
    /// The function that says which inputs the entry may take: where a check fails in it, the input is none.
    pub precondition: Option<FunctionId>,
    /// How far.
    pub bounds: Bounds,
    /// Whether allocated objects get a symbol each, which the allocation sets to their number, as in the paper;
    /// otherwise the number stands for them at once.
    pub named_allocations: bool,
}

/// The turns of a loop that do not count where its own condition is known, even if something else may leave it.
const MOST_DECIDED: u32 = 64;

/// Values of a block's live variables.
type Environment = Rc<Vec<(ValueId, Value)>>;

/// What is known of a function.
struct Shape {
    forest: LoopForest,
    liveness: Liveness,
    /// The variables that values are bound to.
    names: FxHashMap<ValueId, String>,
}

/// A call under way.
struct Frame {
    function: FunctionId,
    /// The place of the call.
    prefix: Vec<u32>,
    /// Where the program itself calls it, or the model of a library that calls it.
    called_at: Option<Position>,
    /// Where to go on; none for the entry function.
    back: Option<Continuation>,
    /// All functions on the stack, this one included.
    stack: Vec<FunctionId>,
    /// Stack objects allocated in it so far.
    objects: RefCell<Vec<u32>>,
}

/// The rest of a block behind a call.
struct Continuation {
    frame: Rc<Frame>,
    block: BlockId,
    next: usize,
    turns: Turns,
    key: Vec<u32>,
    environment: Environment,
    results: Vec<ValueId>,
}

/// For each loop around a block: the turn, and how many turns count.
type Turns = Vec<(u32, u32)>;

/// An edge into an instance of a block.
struct Incoming {
    from: NodeId,
    condition: TermId,
    parameters: Vec<Value>,
    environment: Environment,
    known: Known,
}

/// An instance of a block.
struct Pending {
    frame: Rc<Frame>,
    block: BlockId,
    next: usize,
    turns: Turns,
    incoming: Vec<Incoming>,
}

/// An edge that has no end yet: from where, under which condition, setting which symbols to what.
type OpenEdge = (NodeId, TermId, Vec<(TermId, TermId)>);

/// An instance under way.
struct Cursor {
    frame: Rc<Frame>,
    block: BlockId,
    turns: Turns,
    key: Vec<u32>,
    values: FxHashMap<ValueId, Value>,
    /// Edges that lead to the next node.
    open: Vec<OpenEdge>,
    position: Position,
    known: Known,
}

/// Unfolds.
pub fn unfold(request: &Request<'_>, terms: &mut Terms) -> Graph {
    let mut unfolder = Unfolder {
        program: request.program,
        terms,
        properties: &request.properties,
        precondition: request.precondition,
        bounds: request.bounds,
        named_allocations: request.named_allocations,
        graph: Graph::default(),
        pending: BTreeMap::new(),
        shapes: FxHashMap::default(),
        left: FxHashSet::default(),
        stayed: FxHashSet::default(),
        next: (numbers::HEAP, numbers::STACK),
        raw: is_raw(request.program),
        dying: false,
        after_death: BTreeSet::new(),
        checks_seen: BTreeMap::new(),
        symbols: Symbols::default(),
        global_terms: Vec::new(),
        declared: FxHashMap::default(),
    };
    if request.program.data_model.typed_memory && !request.named_allocations {
        unfolder.symbols.header = Some(request.program.source_types().first_element() as i64);
    }
    unfolder.run();
    unfolder.graph
}

/// Whether objects may die or be left: then addresses of different objects may be equal.
fn is_raw(program: &Program) -> bool {
    program.functions.iter().any(|function| match &function.body {
        FunctionBody::Defined(definition) => {
            definition.blocks.iter().flat_map(|block| &block.instructions).any(|instruction| {
                matches!(
                    instruction.operation,
                    klew_ir::Operation::Free(_)
                        | klew_ir::Operation::ScopeEnd(_)
                        | klew_ir::Operation::StackRelease(_)
                        | klew_ir::Operation::Convert(klew_ir::Conversion::PointerToInt, _)
                        | klew_ir::Operation::Assert {
                            check: klew_ir::Check::Accessible { .. } | klew_ir::Check::Freeable(_),
                            ..
                        }
                )
            })
        }
        _ => false,
    })
}

struct Unfolder<'a> {
    program: &'a Program,
    terms: &'a mut Terms,
    properties: &'a BTreeSet<Property>,
    precondition: Option<FunctionId>,
    bounds: Bounds,
    named_allocations: bool,
    graph: Graph,
    pending: BTreeMap<Vec<u32>, Pending>,
    shapes: FxHashMap<FunctionId, Rc<Shape>>,
    /// Turns of loops that some edge leaves: frame, loop, turns up to it.
    left: FxHashSet<(Vec<u32>, LoopId, Vec<u32>)>,
    /// Turns of loops whose own condition is known to hold, as above.
    stayed: FxHashSet<(Vec<u32>, LoopId, Vec<u32>)>,
    /// Numbers of the next heap and stack object.
    next: (u32, u32),
    raw: bool,
    /// Whether something was killed so far, and the objects that were allocated after that.
    dying: bool,
    after_death: BTreeSet<u32>,
    checks_seen: BTreeMap<End, EndId>,
    symbols: Symbols,
    global_terms: Vec<TermId>,
    /// Declared types of objects that are allocated.
    declared: FxHashMap<u32, klew_ir::SourceTypeId>,
}

/// What comes after an instruction.
enum Flow {
    Next,
    Ended,
}

impl<'a> Unfolder<'a> {
    fn run(&mut self) {
        self.number_globals();
        self.escape_relocations();
        let Some(entry) = self.program.entry else { return };
        let root = self.push_node(Operation::Skip, entry, Position::UNKNOWN, false);
        let frame = Rc::new(Frame {
            function: entry,
            prefix: Vec::new(),
            called_at: None,
            back: None,
            stack: vec![entry],
            objects: RefCell::default(),
        });
        let truth = self.terms.true_();
        let mut cursor = Cursor {
            frame: Rc::clone(&frame),
            block: BlockId(0),
            turns: Vec::new(),
            key: Vec::new(),
            values: FxHashMap::default(),
            open: vec![(root, truth, Vec::new())],
            position: self.program.function(entry).position,
            known: Known::default(),
        };
        let Some(definition) = self.definition(entry) else {
            let what = match &self.program.function(entry).body {
                FunctionBody::Unsupported(why) => why.clone(),
                _ => "the entry function is not defined".to_owned(),
            };
            self.end(&mut cursor, End::Unsupported(what, Position::UNKNOWN), truth);
            return;
        };
        for (index, &parameter) in definition.parameters.iter().enumerate() {
            let info = &definition.values[parameter.0 as usize];
            let name = info.name.clone().unwrap_or_else(|| format!("parameter {}", index + 1));
            let source_type = self.program.function(entry).parameter_types.get(index);
            let source_type = source_type.copied().flatten();
            let value = self.input(&mut cursor, &name, info.value_type, source_type);
            cursor.values.insert(parameter, value);
        }
        let shape = self.shape(entry, definition);
        cursor.key = self.key(&frame, &shape, BlockId(0), &Vec::new());
        self.block(cursor, 0);
        while let Some((key, pending)) = self.pending.pop_first() {
            if self.graph.nodes.len() > self.bounds.nodes {
                self.cut(pending);
            } else {
                self.instance(key, pending);
            }
        }
    }

    /// Sends an instance that is not unfolded any more to its end.
    fn cut(&mut self, pending: Pending) {
        let open = pending.incoming.into_iter();
        let open = open.map(|edge| (edge.from, edge.condition, Vec::new())).collect();
        let mut cursor = Cursor {
            frame: pending.frame,
            block: pending.block,
            turns: Vec::new(),
            key: Vec::new(),
            values: FxHashMap::default(),
            open,
            position: Position::UNKNOWN,
            known: Known::default(),
        };
        let truth = self.terms.true_();
        self.end(&mut cursor, End::Size, truth);
    }

    fn number_globals(&mut self) {
        let (mut plain, mut constant) = (numbers::GLOBAL, numbers::CONSTANT);
        for (index, Global { size, constant: is_constant, .. }) in
            self.program.globals.iter().enumerate()
        {
            let next = if *is_constant { &mut constant } else { &mut plain };
            let number = *next;
            *next += 1;
            self.graph.globals.push(number);
            let size = self.terms.bv(self.program.data_model.pointer_bits, *size);
            let global = Some(klew_ir::GlobalId(index as u32));
            self.global_terms.push(self.terms.bv(numbers::BITS, u64::from(number)));
            self.graph.objects.insert(number, Object { size, global });
        }
    }

    fn definition(&self, function: FunctionId) -> Option<&'a Definition> {
        match &self.program.function(function).body {
            FunctionBody::Defined(definition) => Some(definition),
            _ => None,
        }
    }

    fn shape(&mut self, function: FunctionId, definition: &Definition) -> Rc<Shape> {
        let make = || {
            let flow = ControlFlow::new(definition);
            let forest = LoopForest::new(&flow);
            let liveness = Liveness::new(definition, &flow);
            Rc::new(Shape { forest, liveness, names: names(definition) })
        };
        Rc::clone(self.shapes.entry(function).or_insert_with(make))
    }

    fn push_node(
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
    fn emit(&mut self, cursor: &mut Cursor, operation: Operation) -> NodeId {
        self.dying |= matches!(operation, Operation::Kill(_));
        let id = self.push_node(operation, cursor.frame.function, cursor.position, false);
        self.link(cursor, id);
        let truth = self.terms.true_();
        cursor.open = vec![(id, truth, Vec::new())];
        id
    }

    fn link(&mut self, cursor: &mut Cursor, to: NodeId) {
        for (from, condition, moves) in std::mem::take(&mut cursor.open) {
            self.graph.nodes[from.0 as usize].edges.push(Edge { to, condition, moves });
        }
    }

    /// Whether the precondition is being evaluated, which the entry calls.
    fn in_precondition(&self, cursor: &Cursor) -> bool {
        self.precondition.is_some() && cursor.frame.stack.get(1).copied() == self.precondition
    }

    /// Only runs in which the condition holds go on.
    fn assume(&mut self, cursor: &mut Cursor, condition: TermId) {
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
    fn end(&mut self, cursor: &mut Cursor, end: End, condition: TermId) {
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

    /// Takes up an instance of a block.
    fn instance(&mut self, key: Vec<u32>, pending: Pending) {
        let Pending { frame, block, next, turns, incoming } = pending;
        let Some(definition) = self.definition(frame.function) else { return };
        let shape = self.shape(frame.function, definition);
        let first_turn = turns.last().is_some_and(|(turn, _)| *turn == 0);
        let loop_entry = next == 0 && first_turn && shape.forest.begins_loop(block);
        let names: Vec<ValueId> = match (&frame.back, next) {
            _ if next == 0 => definition.blocks[block.0 as usize].parameters.clone(),
            // The results of the call before.
            _ => definition.blocks[block.0 as usize].instructions[next - 1].results.to_vec(),
        };
        let mut cursor = Cursor {
            block,
            turns,
            key,
            values: FxHashMap::default(),
            open: Vec::new(),
            position: self.program.function(frame.function).position,
            frame,
            known: Known::default(),
        };
        let inherited: Vec<ValueId> =
            incoming[0].environment.iter().map(|(value, _)| *value).collect();
        let mut differing = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let values: Vec<Value> = incoming.iter().map(|edge| edge.parameters[index]).collect();
            let value = self.join(&label(&shape, definition, *name), values, &mut differing);
            cursor.values.insert(*name, value);
        }
        for name in inherited {
            let values: Option<Vec<Value>> =
                incoming.iter().map(|edge| look_up(&edge.environment, name)).collect();
            let Some(values) = values else { continue };
            let value = self.join(&label(&shape, definition, name), values, &mut differing);
            cursor.values.insert(name, value);
        }
        cursor.known = self.join_known(&incoming, &mut differing);
        let edges = incoming.iter().enumerate().map(|(index, edge)| {
            let moves =
                differing.iter().map(|joined| (joined.symbol, joined.parts[index])).collect();
            (edge.from, edge.condition, moves)
        });
        cursor.open = edges.collect();
        if let Some(first) = definition.blocks[block.0 as usize].instructions.get(next) {
            cursor.position = first.position;
        }
        if loop_entry || cursor.open.len() > 1 || !differing.is_empty() {
            let id = self.emit(&mut cursor, Operation::Skip);
            self.graph.nodes[id.0 as usize].loop_entry = loop_entry;
        }
        self.block(cursor, next);
    }

    /// Goes through a block from an instruction on.
    fn block(&mut self, mut cursor: Cursor, next: usize) {
        let Some(definition) = self.definition(cursor.frame.function) else { return };
        let block = &definition.blocks[cursor.block.0 as usize];
        for (index, instruction) in block.instructions.iter().enumerate().skip(next) {
            if cursor.open.is_empty() {
                return;
            }
            cursor.position = instruction.position;
            let flow = self.instruction(&mut cursor, definition, index, instruction);
            if matches!(flow, Flow::Ended) {
                return;
            }
        }
        if cursor.open.is_empty() {
            return;
        }
        cursor.position = block.terminator_position;
        self.terminator(cursor, definition, &block.terminator);
    }

    fn terminator(&mut self, mut cursor: Cursor, definition: &Definition, end: &Terminator) {
        let truth = self.terms.true_();
        match end {
            Terminator::Jump(next) => self.successors(cursor, definition, vec![(truth, next)]),
            Terminator::Branch { condition, then_block, else_block } => {
                let condition = self.condition(&mut cursor, definition, condition);
                let not = self.terms.not(condition);
                let next = vec![(condition, then_block), (not, else_block)];
                self.successors(cursor, definition, next);
            }
            Terminator::Switch { value, cases, default } => {
                let Value::Scalar(value) = self.operand(&mut cursor, definition, value) else {
                    return;
                };
                let width = self.terms.width(value);
                let mut otherwise = truth;
                let mut next = Vec::new();
                for (case, to) in cases {
                    let case = BitVecValue::from_biguint(width, case.clone());
                    let case = self.terms.bv_value(case);
                    let condition = self.terms.eq(value, case);
                    let condition = self.decided(&cursor, condition);
                    let not = self.terms.not(condition);
                    otherwise = self.terms.and(otherwise, not);
                    next.push((condition, to));
                }
                next.push((otherwise, default));
                self.successors(cursor, definition, next);
            }
            Terminator::Return(values) => {
                let values: Vec<Value> = values
                    .iter()
                    .map(|value| self.operand(&mut cursor, definition, value))
                    .collect();
                self.return_from(cursor, values);
            }
            Terminator::Exit => self.end_of_run(&mut cursor, true),
            Terminator::Abort => self.end_of_run(&mut cursor, false),
            Terminator::Unreachable => {
                let what = "the program declares this unreachable".to_owned();
                let end = End::Undefined(what, cursor.position);
                self.end(&mut cursor, end, truth);
            }
            Terminator::Unsupported(why) => {
                let position = cursor.position;
                self.end(&mut cursor, End::Unsupported(why.clone(), position), truth);
            }
            Terminator::Bound(which) => {
                self.end(&mut cursor, End::InputBound(which.clone()), truth);
            }
        }
    }

    /// Edges to the blocks after this one; those that leave loops come first.
    fn successors(
        &mut self,
        mut cursor: Cursor,
        definition: &Definition,
        next: Vec<(TermId, &BlockCall)>,
    ) {
        let (dead, live): (Vec<_>, Vec<_>) = next
            .into_iter()
            .partition(|(condition, _)| self.terms.as_bool(*condition) == Some(false));
        let many = live.len() > 1;
        if cursor.open.iter().any(|(_, _, moves)| !moves.is_empty())
            || many && cursor.open.len() > 1
        {
            self.emit(&mut cursor, Operation::Skip);
        }
        let shape = self.shape(cursor.frame.function, definition);
        for (_, call) in &dead {
            self.note_stay(&cursor, &shape, call.block, &live);
        }
        // A turn counts if an edge leaves the loop in it, so edges back to the head come last.
        let mut order: Vec<usize> = (0..live.len()).collect();
        order.sort_by_key(|index| shape.forest.common(cursor.block, live[*index].1.block));
        let mut targets: Vec<(usize, Option<Turns>)> = order
            .into_iter()
            .map(|index| (index, self.turns(&cursor, &shape, live[index].1.block)))
            .collect();
        targets.sort_by_key(|(index, _)| *index);
        for (index, turns) in targets {
            let (condition, call) = live[index];
            let Some(turns) = turns else {
                let end = End::Iterations(cursor.frame.function, cursor.position);
                let mut ending = Cursor {
                    frame: Rc::clone(&cursor.frame),
                    block: cursor.block,
                    turns: Vec::new(),
                    key: Vec::new(),
                    values: FxHashMap::default(),
                    open: cursor.open.clone(),
                    position: cursor.position,
                    known: Known::default(),
                };
                self.end(&mut ending, end, condition);
                continue;
            };
            let parameters: Vec<Value> = call
                .arguments
                .iter()
                .map(|argument| self.operand(&mut cursor, definition, argument))
                .collect();
            let environment: Environment = Rc::new(
                shape
                    .liveness
                    .live(call.block)
                    .filter_map(|value| Some((value, *cursor.values.get(&value)?)))
                    .collect(),
            );
            let mut known = cursor.known.clone();
            self.note_fact(&mut known, condition);
            let mut incoming = Vec::new();
            for (from, open, _) in cursor.open.clone() {
                let condition = self.terms.and(open, condition);
                if self.terms.as_bool(condition) != Some(false) {
                    incoming.push(Incoming {
                        from,
                        condition,
                        parameters: parameters.clone(),
                        environment: Rc::clone(&environment),
                        known: known.clone(),
                    });
                }
            }
            let key = self.key(&cursor.frame, &shape, call.block, &turns);
            let frame = Rc::clone(&cursor.frame);
            self.enqueue(key, frame, call.block, 0, turns, incoming);
        }
    }

    fn key(&self, frame: &Frame, shape: &Shape, block: BlockId, turns: &Turns) -> Vec<u32> {
        let mut key = frame.prefix.clone();
        let mut turns = turns.iter();
        for (place, inside) in shape.forest.place(block) {
            key.push(*place);
            if inside.is_some() {
                key.push(turns.next().map_or(0, |(turn, _)| *turn));
            }
        }
        key.push(0);
        key
    }

    fn enqueue(
        &mut self,
        key: Vec<u32>,
        frame: Rc<Frame>,
        block: BlockId,
        next: usize,
        turns: Turns,
        incoming: Vec<Incoming>,
    ) {
        if incoming.is_empty() {
            return;
        }
        match self.pending.entry(key) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(Pending { frame, block, next, turns, incoming });
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                let known = entry.get_mut();
                debug_assert!(
                    Rc::ptr_eq(&known.frame, &frame) && (known.block, known.next) == (block, next),
                    "two instances have one place"
                );
                for (known, new) in known.turns.iter_mut().zip(turns) {
                    known.1 = known.1.max(new.1);
                }
                known.incoming.extend(incoming);
            }
        }
    }

    /// The turns of the loops around the next block; none if a bound is passed. Notes loops that are left.
    fn turns(&mut self, cursor: &Cursor, shape: &Shape, to: BlockId) -> Option<Turns> {
        let here: Vec<LoopId> = shape.forest.around(cursor.block).collect();
        let there: Vec<LoopId> = shape.forest.around(to).collect();
        let frame = &cursor.frame.prefix;
        let mut turns: Turns = Vec::new();
        let mut same = true;
        for (level, &inside) in there.iter().enumerate() {
            same &= here.get(level) == Some(&inside);
            if !same {
                turns.push((0, 0));
                continue;
            }
            let (turn, counted) = cursor.turns[level];
            if shape.forest.is_header(inside, to) {
                let until: Vec<u32> =
                    cursor.turns[..=level].iter().map(|(turn, _)| *turn).collect();
                let place = (frame.clone(), inside, until);
                let stays = turn < MOST_DECIDED && self.stayed.contains(&place);
                let counts = !stays && self.left.contains(&place);
                let counted = counted + u32::from(counts);
                if counted > self.bounds.iterations {
                    return None;
                }
                turns.push((turn + 1, counted));
                same = false;
            } else {
                turns.push((turn, counted));
            }
        }
        for (level, &inside) in here.iter().enumerate() {
            if there.get(level) != Some(&inside) {
                for (level, &inside) in here.iter().enumerate().skip(level) {
                    let until = cursor.turns[..=level].iter().map(|(turn, _)| *turn).collect();
                    self.left.insert((frame.clone(), inside, until));
                }
                break;
            }
        }
        Some(turns)
    }

    /// Notes that the condition at the head or the end of a loop's turn is known, and keeps the run in the loop.
    fn note_stay(
        &mut self,
        cursor: &Cursor,
        shape: &Shape,
        avoided: BlockId,
        live: &[(TermId, &BlockCall)],
    ) {
        let common = shape.forest.common(cursor.block, avoided);
        for (level, inside) in shape.forest.around(cursor.block).enumerate().skip(common) {
            let decides = shape.forest.is_header(inside, cursor.block)
                || live.iter().any(|(_, call)| shape.forest.is_header(inside, call.block));
            if decides {
                let until = cursor.turns[..=level].iter().map(|(turn, _)| *turn).collect();
                self.stayed.insert((cursor.frame.prefix.clone(), inside, until));
            }
        }
    }

    /// A truth value as a term of sort Bool.
    fn condition(&mut self, cursor: &mut Cursor, definition: &Definition, a: &Operand) -> TermId {
        match self.operand(cursor, definition, a) {
            Value::Scalar(bit) => {
                let condition = self.terms.bv_to_bool(bit);
                self.decided(cursor, condition)
            }
            Value::Pointer(_) => self.terms.true_(),
        }
    }

    /// A new symbol of a type.
    fn any(&mut self, name: &str, value_type: Type) -> Value {
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
fn label(shape: &Shape, definition: &Definition, value: ValueId) -> String {
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

fn look_up(environment: &Environment, value: ValueId) -> Option<Value> {
    let at = environment.binary_search_by_key(&value, |(known, _)| *known).ok()?;
    Some(environment[at].1)
}

fn scalar_of(value: Value) -> TermId {
    match value {
        Value::Scalar(term) => term,
        Value::Pointer(pointer) => pointer.offset,
    }
}

fn pointer_of(value: &Value) -> Option<Pointer> {
    match value {
        Value::Pointer(pointer) => Some(*pointer),
        Value::Scalar(_) => None,
    }
}
