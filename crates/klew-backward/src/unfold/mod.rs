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
mod cells;
mod checks;
mod contents;
mod instructions;
mod join;
mod known;
mod known_bytes;
mod memory;
mod order;
mod unfolder;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use klew_ir::{
    BlockCall, BlockId, Definition, FunctionBody, FunctionId, Global, Position, Program, Property,
    Terminator, ValueId,
};
use klew_term::{BitVecValue, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::{End, Graph, Object, Operation, Value, numbers};
use cells::{Known, Symbols};
use unfolder::{
    Cursor, Environment, Flow, Frame, Incoming, Pending, Turns, Unfolder, label, look_up,
};

pub use unfolder::Bounds;

/// After so many instances of blocks, the clock is looked at.
const INSTANCES: usize = 64;

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

/// Unfolds, until it is to stop: what is left then ends by its size. A loop that counts with constants takes as long as it runs and leaves
/// no node behind, so the bound on nodes alone does not end it.
pub fn unfold(request: &Request<'_>, terms: &mut Terms, stop: &dyn Fn() -> bool) -> Graph {
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
    unfolder.run(stop);
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

impl<'a> Unfolder<'a> {
    fn run(&mut self, stop: &dyn Fn() -> bool) {
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
        let (mut instances, mut is_over) = (0_usize, false);
        while let Some((key, pending)) = self.pending.pop_first() {
            instances += 1;
            is_over |= instances.is_multiple_of(INSTANCES) && stop();
            if is_over || self.graph.nodes.len() > self.bounds.nodes {
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
            Terminator::Bound { which, .. } => {
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
}
