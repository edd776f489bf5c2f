//! A program without calls as a flow graph.
//!
//! A block is an edge, or one for each way on: what it computes are terms over what variables hold where it begins, as
//! `klew-semantics` says. Values that other blocks read are variables, block parameters among them; objects are arrays
//! ([`objects`]). Inputs are the elements of one array that never changes, read one after the other: how many were read is
//! a variable, so that a loop which reads inputs steps it, and a model says what is read when.
//!
//! **Invariant**: what is not expressed is some value, and a store that may be anywhere makes all arrays some arrays; so
//! each run of the program is one of the graph.
//! **Invariant**: runs with behaviour that is undefined and not asked about are left out behind it, and come to a target of
//! their own ([`End::Undefined`]); so do runs that cannot be followed. (That a run reads fewer than 2^64 inputs is
//! taken for granted: no run gets there.)

mod access;
mod block;
pub mod objects;

use std::collections::BTreeMap;

use klew_ir::{
    BlockId, CheckId, Constant, Definition, FunctionBody, GlobalId, Initializer, ObjectKind,
    Operand, Position, Program, PropertySet, Type, ValueId,
};
use klew_semantics::sort_of;
use klew_term::{ScalarSort, Sort, SymbolId, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

use klew_ir::pointer_bases::{Base, Object};

use self::objects::Objects;
use crate::context::Context;
use crate::flowgraph::{FlowGraph, Node, Step, Target, Variable};

/// What it means to reach a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The check fails.
    Check(CheckId, Position),
    /// Something undefined that is not asked about.
    Undefined(String, Position),
    /// The run cannot be followed.
    Unsupported(String, Position),
    /// Beyond a bound on inputs.
    Bound(String),
}

/// Bytes of a global whose initial value is told.
const MOST_INITIAL: u64 = 8 << 10;

/// Bits of what one input is.
const INPUT_BITS: u32 = 64;

/// A program as a flow graph.
#[derive(Debug)]
pub struct Translation {
    /// The graph.
    pub graph: FlowGraph,
    /// What its targets mean.
    pub ends: Vec<End>,
    /// The blocks in which they are.
    pub places: Vec<BlockId>,
    /// The array of the inputs, by their numbers from 0.
    pub inputs: SymbolId,
    /// Sizes that are too large, loads and stores of unknown objects: why the graph may say too little, each once.
    pub unknown: Vec<String>,
}

/// What is known of an object.
struct ObjectVariables {
    array: Variable,
    size: TermId,
    kind: Option<ObjectKind>,
    is_constant: bool,
    /// Whether it lives, if that may end.
    alive: Option<Variable>,
    /// Bytes of an element.
    element: u64,
}

struct Translator<'p, 'c, 't> {
    context: &'c mut Context<'t>,
    program: &'p Program,
    definition: &'p Definition,
    properties: PropertySet,
    translation: Translation,
    objects: Objects,
    known: FxHashMap<Object, ObjectVariables>,
    /// All objects, in a fixed order.
    order: Vec<Object>,
    /// Variables of values.
    values: FxHashMap<ValueId, Variable>,
    /// Values that other blocks read.
    shared: FxHashSet<ValueId>,
    names: BTreeMap<ValueId, &'p str>,
    /// How many inputs were read.
    read: Variable,
    /// Where the run ends.
    exit: Node,
    /// The block that is translated.
    block: BlockId,
}

/// The flow graph of a program's entry, with a target for each check of these properties; none if there is no entry.
/// Calls that are left are ends that are not followed.
pub fn translate(
    context: &mut Context<'_>,
    program: &Program,
    properties: PropertySet,
) -> Option<Translation> {
    let FunctionBody::Defined(definition) = &program.function(program.entry?).body else {
        return None;
    };
    let mut graph = FlowGraph::default();
    for _ in &definition.blocks {
        graph.node();
    }
    // The start of the graph puts initial values in place.
    let pointer_bits = program.data_model.pointer_bits;
    let sort = Sort::Array(ScalarSort::BitVec(pointer_bits), ScalarSort::BitVec(INPUT_BITS));
    let inputs = context.terms.fresh_symbol("input", sort);
    let read = graph.variable(context.terms, "inputs read", Sort::BitVec(pointer_bits));
    let exit = graph.node();
    let mut translator = Translator {
        translation: Translation {
            graph,
            ends: Vec::new(),
            places: Vec::new(),
            inputs,
            unknown: Vec::new(),
        },
        objects: Objects::new(program, definition),
        known: FxHashMap::default(),
        order: Vec::new(),
        values: FxHashMap::default(),
        shared: shared(definition),
        names: definition.source_names(),
        read,
        exit,
        block: BlockId(0),
        context,
        program,
        definition,
        properties,
    };
    translator.make_objects();
    for block in 0..definition.blocks.len() {
        translator.block(BlockId(block as u32));
    }
    translator.start();
    Some(translator.translation)
}

/// Values that are read in another block than their own, or passed to one.
fn shared(definition: &Definition) -> FxHashSet<ValueId> {
    let mut shared = FxHashSet::default();
    for block in &definition.blocks {
        let mut own: FxHashSet<ValueId> = FxHashSet::default();
        let mut read = |own: &FxHashSet<ValueId>, operands: &[&Operand]| {
            let values = operands.iter().filter_map(|operand| operand.as_value());
            shared.extend(values.filter(|value| !own.contains(value)));
        };
        for instruction in &block.instructions {
            read(&own, &instruction.operation.operands());
            own.extend(instruction.results.iter().copied());
        }
        read(&own, &block.terminator.operands());
    }
    shared
}

impl Translator<'_, '_, '_> {
    fn pointer_bits(&self) -> u32 {
        self.program.data_model.pointer_bits
    }

    fn sort(&self, value_type: Type) -> Sort {
        sort_of(value_type, self.pointer_bits())
    }

    /// The variable of a value.
    fn variable(&mut self, value: ValueId) -> Variable {
        if let Some(known) = self.values.get(&value) {
            return *known;
        }
        let sort = self.sort(self.definition.values[value.0 as usize].value_type);
        let name = self.name(value);
        let made = self.translation.graph.variable(self.context.terms, &name, sort);
        self.values.insert(value, made);
        made
    }

    fn name(&self, value: ValueId) -> String {
        let name = self.names.get(&value);
        name.map_or_else(|| format!("%{}", value.0), |name| (*name).to_owned())
    }

    fn end(&mut self, end: End) -> Target {
        let name = match &end {
            End::Check(check, _) => format!("check {}", check.number()),
            End::Undefined(what, _) | End::Unsupported(what, _) | End::Bound(what) => what.clone(),
        };
        self.translation.ends.push(end);
        self.translation.places.push(self.block);
        self.translation.graph.target(name)
    }

    fn make_objects(&mut self) {
        let mut all: Vec<Object> = self.objects.all().collect();
        let definition = self.definition;
        let checked = definition.blocks.iter().flat_map(|block| &block.instructions);
        for operand in checked.flat_map(|instruction| instruction.operation.operands()) {
            if let Base::Object(object) = self.objects.base(operand) {
                all.push(object);
            }
        }
        all.sort_unstable();
        all.dedup();
        for object in &all {
            let made = self.object(*object);
            self.known.insert(*object, made);
        }
        self.order = all;
    }

    fn object(&mut self, object: Object) -> ObjectVariables {
        let bits = self.pointer_bits();
        let element = self.objects.element(object);
        let sort = Sort::Array(ScalarSort::BitVec(bits), ScalarSort::BitVec(element as u32 * 8));
        let (name, size, kind, is_constant) = match object {
            Object::Global(global) => {
                let global = self.program.global(global);
                let size = self.context.terms.bv(bits, global.size);
                (global.name.clone(), size, None, global.constant)
            }
            Object::Site(site) => {
                let kind = self.objects.bases.sites().get(&site).map(|site| site.kind);
                let name = self.name(site);
                let size = self.translation.graph.variable(
                    self.context.terms,
                    &format!("size of {name}"),
                    Sort::BitVec(bits),
                );
                (name, self.context.terms.symbol_term(size), kind, false)
            }
        };
        let array = self.translation.graph.variable(self.context.terms, &name, sort);
        let alive = kind.is_some().then(|| {
            let name = format!("{name} lives");
            self.translation.graph.variable(self.context.terms, &name, Sort::Bool)
        });
        ObjectVariables { array, size, kind, is_constant, alive, element }
    }

    /// The edge that puts initial values in place, from the start to what was the first block.
    fn start(&mut self) {
        let zero = self.context.terms.bv(self.pointer_bits(), 0);
        let mut assignments = vec![(self.read, zero)];
        for object in self.order.clone() {
            let Object::Global(global) = object else { continue };
            if let Some(value) = self.initial(global, object) {
                assignments.push((self.known[&object].array, value));
            }
        }
        // The entry block has no predecessors, so its edges can begin with this.
        for edge in &mut self.translation.graph.edges[0] {
            edge.steps.insert(0, Step::Assign(assignments.clone()));
        }
    }

    fn initial(&mut self, global: GlobalId, object: Object) -> Option<TermId> {
        let described = self.program.global(global);
        let ObjectVariables { array, element, .. } = self.known[&object];
        let sort = self.context.terms.symbol_sort(array);
        let width = element as u32 * 8;
        let zero = self.context.terms.bv(width, 0);
        let zeros = self.context.terms.const_array(sort, zero);
        let (bytes, relocations) = match &described.initializer {
            Initializer::Zero => return Some(zeros),
            Initializer::External => return None,
            Initializer::Bytes(bytes, relocations) => (bytes, relocations),
        };
        if described.size > MOST_INITIAL {
            return None;
        }
        let pointer_size = self.program.data_model.pointer_size();
        let mut value = zeros;
        for (at, chunk) in (0..).zip(bytes.chunks(element as usize)) {
            let offset = at * element;
            let overlaps = relocations.iter().any(|relocation| {
                relocation.offset < offset + element && offset < relocation.offset + pointer_size
            });
            let number = chunk.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
            let stored = match overlaps {
                true => self.context.local_term("address", Sort::BitVec(width)),
                false if number == 0 => continue,
                false => self.context.terms.bv(width, number),
            };
            let index = self.context.terms.bv(self.program.data_model.pointer_bits, offset);
            value = self.context.terms.store(value, index, stored);
        }
        Some(value)
    }

    /// What is some value, of this execution.
    fn some(&mut self, value_type: Type) -> TermId {
        let sort = self.sort(value_type);
        self.context.local_term("some", sort)
    }

    fn constant(&mut self, constant: &Constant) -> TermId {
        let bits = self.pointer_bits();
        match constant {
            Constant::Int { width, value } => {
                let value = klew_term::BitVecValue::from_biguint(*width, value.clone());
                self.context.terms.bv_value(value)
            }
            Constant::Float(format, image) => {
                self.context.terms.float(klew_semantics::float_format(*format), *image)
            }
            Constant::Null => self.context.terms.bv(bits, 0),
            Constant::Global(_, offset) => self.context.terms.bv(bits, *offset as u64),
            Constant::Function(_) => self.some(Type::Pointer),
            Constant::Undefined(value_type) => self.some(*value_type),
        }
    }
}
