//! The clauses of a whole program.

use std::collections::{BTreeMap, BTreeSet};

use klew_engine::Approximation;
use klew_ir::{
    Callee, FunctionId, GlobalId, Initializer, Instruction, ObjectKind, Operand, Operation,
    Program, Property, PropertySet, control_flow::ControlFlow, loop_forest::LoopForest,
};
use klew_semantics::sort_of;
use klew_term::{Sort, TermId, Terms};

use crate::cells::{Accesses, Cell, Field, Memory, Place, definitions, fixed_size};
use crate::fields::Fields;
use crate::function::FunctionClauses;
use crate::names;
use klew_ir::pointer_bases::{Base, Object};

use crate::objects::{Objects, named_by_globals};
use crate::system::{Goal, Predicate, PredicateId, PredicateKind, Role, System, Variable};
use crate::undefined::Undefined;

/// What a program's clauses are, and what they do not follow exactly.
#[derive(Clone, Debug)]
pub struct ProgramClauses {
    /// The clauses.
    pub system: System,
    /// Calls out of the program and the like.
    pub approximations: BTreeSet<Approximation>,
    /// Whether there are elements that are, or could be, kept at any index.
    pub has_elements: bool,
    /// Whether these are of few arrays, so that two of them may be kept.
    pub has_pairs: bool,
    /// Whether there are fields that are, or could be, followed.
    pub has_fields: bool,
}

/// What is kept of the contents of objects that do not escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Values at fixed places; small arrays whole.
    Fixed,
    /// And of larger objects, or such whose size is not fixed, elements at an index that may be any.
    AnyIndex,
    /// As [`Contents::AnyIndex`], with two indices that may be any, each with what stands there: how two elements lie to each other.
    AnyTwo,
    /// Values at fixed places, and what fields of all other objects may hold ([`crate::fields`]).
    Fields,
}

impl Contents {
    /// What it is called where it is kept.
    pub fn name(self) -> &'static str {
        match self {
            Contents::Fixed => "values",
            Contents::AnyIndex => "elements",
            Contents::AnyTwo => "pairs",
            Contents::Fields => "fields",
        }
    }

    /// The places whose elements are kept.
    pub(crate) fn places(self) -> &'static [Place] {
        match self {
            Contents::Fixed | Contents::Fields => &[],
            Contents::AnyIndex => &[Place::KEPT],
            Contents::AnyTwo => &[Place::KEPT, Place::SECOND],
        }
    }

    /// That of a name.
    pub fn named(name: &str) -> Option<Contents> {
        let all = [Contents::Fixed, Contents::AnyIndex, Contents::AnyTwo, Contents::Fields];
        all.into_iter().find(|contents| contents.name() == name)
    }
}

/// Of so many fields of elements two may be kept.
const MAXIMUM_OF_PAIRS: usize = 2;

/// Makes the clauses of a [prepared](crate::prepare) program: that it comes to no goal means that no run
/// violates one of the properties. Arrays of at most so many elements ([`crate::cells::WHOLE`]) are kept whole.
///
/// None if it was stopped, which is asked for before each function and each of its points.
pub fn clauses(
    program: &Program,
    properties: PropertySet,
    (contents, whole): (Contents, u64),
    terms: &mut Terms,
    stop: &dyn Fn() -> bool,
) -> Option<ProgramClauses> {
    let mut builder = Builder::new(program, properties, (contents, whole), terms);
    builder.find_objects();
    builder.find_fields();
    builder.make_summaries();
    for (id, definition) in definitions(program) {
        if stop() {
            return None;
        }
        FunctionClauses::new(&mut builder, id, definition).run(stop)?;
    }
    let Builder { system, approximations, element_fields, has_fields, .. } = builder;
    let (has_elements, has_pairs) =
        (element_fields > 0, (1..=MAXIMUM_OF_PAIRS).contains(&element_fields));
    Some(ProgramClauses { system, approximations, has_elements, has_pairs, has_fields })
}

/// What the functions' clauses have in common while they are made.
pub(crate) struct Builder<'p> {
    pub(crate) program: &'p Program,
    pub(crate) terms: &'p mut Terms,
    pub(crate) system: System,
    pub(crate) approximations: BTreeSet<Approximation>,
    /// Whether something is freed through a pointer of which nothing is known.
    pub(crate) frees_anything: bool,
    /// Whether functions with a summary allocate on the heap.
    pub(crate) allocates_unseen: bool,
    /// Whether the entry allocates something: other functions do not see whether it is still there.
    pub(crate) entry_allocates: bool,
    pub(crate) contents: Contents,
    pub(crate) memory: Memory,
    /// How many fields of elements are, or could be, kept.
    pub(crate) element_fields: usize,
    pub(crate) has_fields: bool,
    pub(crate) fields: Option<Fields>,
    properties: PropertySet,
    undefined: Undefined,
    accesses: Accesses,
    /// What is kept of globals.
    cells: BTreeMap<Object, Vec<Cell>>,
    summaries: BTreeMap<FunctionId, (PredicateId, PredicateId)>,
}

impl<'p> Builder<'p> {
    fn new(
        program: &'p Program,
        properties: PropertySet,
        (contents, whole): (Contents, u64),
        terms: &'p mut Terms,
    ) -> Builder<'p> {
        let memory = Memory { pointer_bits: program.data_model.pointer_bits, whole };
        let memory = match contents {
            Contents::AnyIndex | Contents::AnyTwo => memory.beside_elements(),
            Contents::Fixed | Contents::Fields => memory,
        };
        Builder {
            program,
            terms,
            system: System::default(),
            approximations: BTreeSet::new(),
            frees_anything: false,
            allocates_unseen: false,
            entry_allocates: false,
            contents,
            memory,
            element_fields: 0,
            has_fields: false,
            fields: None,
            properties,
            undefined: Undefined::new(program),
            accesses: Accesses::default(),
            cells: BTreeMap::new(),
            summaries: BTreeMap::new(),
        }
    }

    /// Looks at what all functions do to globals.
    fn find_objects(&mut self) {
        let mut escaped = named_by_globals(self.program);
        let mut named: BTreeSet<Object> = BTreeSet::new();
        for (id, definition) in definitions(self.program) {
            let flow = ControlFlow::new(definition);
            let objects = Objects::new(definition, &flow, &LoopForest::new(&flow));
            let is_entry = self.program.entry == Some(id);
            for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
                let operands = instruction.operation.operands();
                named.extend(operands.into_iter().filter_map(|operand| objects.object(operand)));
                match &instruction.operation {
                    Operation::Free(pointer) => {
                        self.frees_anything |= objects.bases.base(pointer) == Base::Any;
                    }
                    Operation::Allocate { kind: ObjectKind::Heap, .. } => {
                        self.allocates_unseen |= !is_entry;
                        self.entry_allocates |= is_entry;
                    }
                    _ => {}
                }
            }
            self.accesses.add(&Accesses::new(definition, &objects));
            escaped.extend(objects.escaped);
        }
        for id in 0..self.program.globals.len() as u32 {
            let (global, object) =
                (self.program.global(GlobalId(id)), Object::Global(GlobalId(id)));
            let is_used = named.contains(&object) || escaped.contains(&object);
            if is_used && global.initializer == Initializer::External {
                let name = global.name.clone();
                self.approximations.insert(Approximation::ExternalGlobal { name });
            }
            if !escaped.contains(&object) || global.constant {
                let size = definitions(self.program)
                    .next()
                    .and_then(|(_, definition)| fixed_size(self.program, definition, object));
                self.cells.insert(object, self.accesses.cells(object, size, self.memory));
            }
        }
    }

    fn make_summaries(&mut self) {
        let ids: Vec<FunctionId> = definitions(self.program).map(|(id, _)| id).collect();
        for id in ids.into_iter().filter(|id| Some(*id) != self.program.entry) {
            let called = self.summary_predicate(id, PredicateKind::Called);
            let returned = self.summary_predicate(id, PredicateKind::Returned);
            self.summaries.insert(id, (called, returned));
        }
    }

    fn summary_predicate(&mut self, id: FunctionId, kind: PredicateKind) -> PredicateId {
        let pointer_bits = self.program.data_model.pointer_bits;
        let function = self.program.function(id);
        let Some((_, definition)) = definitions(self.program).find(|(other, _)| *other == id)
        else {
            return PredicateId(0);
        };
        let suffix = if kind == PredicateKind::Called { "called" } else { "returned" };
        let mut predicate = Predicate {
            name: format!("{}.{suffix}", function.name),
            kind,
            function: id,
            position: function.position,
            variables: Vec::new(),
            within: Vec::new(),
            second_within: Vec::new(),
            last: Vec::new(),
            last_wide: Vec::new(),
            begins: Vec::new(),
        };
        let variables = definition.source_names();
        for value in &definition.parameters {
            let sort = sort_of(definition.values[value.0 as usize].value_type, pointer_bits);
            let name = variables.get(value).map(|name| (*name).to_owned());
            let name = name.unwrap_or_else(|| format!("%{}", value.0));
            self.variable(&mut predicate, &name, sort);
        }
        let cells = self.all_changing_cells();
        for cell in &cells {
            let name = names::cell(self.program, definition, *cell);
            self.variable(&mut predicate, &name, Sort::BitVec(cell.bits(pointer_bits)));
        }
        if kind == PredicateKind::Returned {
            for (index, result) in function.results.iter().enumerate() {
                let name = if index == 0 { "result".to_owned() } else { format!("result {index}") };
                self.variable(&mut predicate, &name, sort_of(*result, pointer_bits));
            }
            for cell in &cells {
                let name = names::cell(self.program, definition, *cell);
                let name = format!("{name} after");
                self.variable(&mut predicate, &name, Sort::BitVec(cell.bits(pointer_bits)));
            }
        }
        self.add(predicate)
    }

    /// Gives a predicate one more variable.
    pub(crate) fn variable(&mut self, predicate: &mut Predicate, name: &str, sort: Sort) {
        self.variable_as(predicate, name, sort, Role::Value);
    }

    /// Gives a predicate one more variable, that is something.
    pub(crate) fn variable_as(
        &mut self,
        predicate: &mut Predicate,
        name: &str,
        sort: Sort,
        role: Role,
    ) {
        let symbol = self.terms.fresh_symbol(name, sort);
        predicate.variables.push(Variable { symbol, name: name.to_owned(), role });
    }

    pub(crate) fn add(&mut self, predicate: Predicate) -> PredicateId {
        let id = PredicateId(self.system.predicates.len() as u32);
        self.system.predicates.push(predicate);
        id
    }

    /// The variables of a predicate as terms.
    pub(crate) fn symbols(&mut self, predicate: PredicateId) -> Vec<TermId> {
        let variables = &self.system.predicate(predicate).variables;
        variables.iter().map(|variable| self.terms.symbol_term(variable.symbol)).collect()
    }

    pub(crate) fn summary(&self, function: FunctionId) -> Option<(PredicateId, PredicateId)> {
        self.summaries.get(&function).copied()
    }

    /// The summary of what an instruction calls, if it calls something that has one.
    pub(crate) fn summarised(
        &self,
        instruction: &Instruction,
    ) -> Option<(PredicateId, PredicateId)> {
        match &instruction.operation {
            Operation::Call { callee: Callee::Function(id), .. } => self.summary(*id),
            _ => None,
        }
    }

    /// The sorts of the parameters of a function, by its predicate.
    pub(crate) fn parameter_types(&self, called: PredicateId) -> Vec<Sort> {
        let predicate = self.system.predicate(called);
        let function = self.program.function(predicate.function);
        let sorts = predicate.variables.iter().map(|v| self.terms.symbol_sort(v.symbol));
        sorts.take(function.parameters.len()).collect()
    }

    /// What is kept of a global.
    pub(crate) fn cells_of(&self, object: Object) -> Vec<Cell> {
        self.cells.get(&object).cloned().unwrap_or_default()
    }

    /// Whether something is kept of a global, as of a variable.
    pub(crate) fn cells_are_kept(&self, object: Object) -> bool {
        self.cells.contains_key(&object)
    }

    /// What is kept of a global that is written.
    pub(crate) fn changing_cells(&self, object: Object) -> Vec<Cell> {
        if self.never_changes(object) { Vec::new() } else { self.cells_of(object) }
    }

    pub(crate) fn all_changing_cells(&self) -> Vec<Cell> {
        self.cells.keys().flat_map(|object| self.changing_cells(*object)).collect()
    }

    /// Globals of which something is kept, and that are written.
    pub(crate) fn changing_objects(&self) -> Vec<Object> {
        self.cells.keys().copied().filter(|object| !self.never_changes(*object)).collect()
    }

    /// Whether a global holds what it holds at first.
    pub(crate) fn never_changes(&self, object: Object) -> bool {
        match object {
            Object::Global(id) => {
                self.program.global(id).constant || !self.accesses.written.contains(&object)
            }
            Object::Site(_) => false,
        }
    }

    /// Whether nothing was left to be called.
    pub(crate) fn has_one_function(&self) -> bool {
        self.summaries.is_empty()
    }

    /// Which fields of elements may be kept of globals that are written, and do not escape.
    pub(crate) fn global_elements(&self) -> Vec<(Object, Vec<Field>)> {
        let mut found = Vec::new();
        for object in self.cells.keys().filter(|object| !self.never_changes(**object)) {
            let Object::Global(id) = object else { continue };
            let size = Some(self.program.global(*id).size);
            let fields = self.accesses.elements(*object, size, self.memory.beside_elements());
            if !fields.is_empty() {
                found.push((*object, fields));
            }
        }
        found
    }

    pub(crate) fn asks(&self, property: Property) -> bool {
        self.properties.contains(property)
    }

    pub(crate) fn asks_for_leaks(&self) -> bool {
        self.asks(Property::MemoryTracked) || self.asks(Property::MemoryFreed)
    }

    pub(crate) fn is_defined(&self, function: FunctionId, operand: &Operand) -> bool {
        !self.undefined.contains(function, operand)
    }

    pub(crate) fn goal(&mut self, goal: Goal) -> usize {
        let known = self.system.goals.iter().position(|other| *other == goal);
        known.unwrap_or_else(|| {
            self.system.goals.push(goal);
            self.system.goals.len() - 1
        })
    }

    /// A value that may be anything.
    pub(crate) fn any(&mut self, sort: Sort) -> TermId {
        let symbol = self.terms.fresh_symbol("any", sort);
        self.terms.symbol_term(symbol)
    }
}
