//! What the fields of objects hold that pointers of any base lead to: a predicate for each place in an object, which holds of every
//! value that was ever there. A store says so of its value, and a load gives one of which it holds.
//!
//! As JayHorn has invariants of classes (T. Kahsai, P. Rümmer, H. Sanchez, M. Schäf, *JayHorn: A Framework for Verifying Java
//! Programs*, CAV 2016); here a place is an offset and a type, in objects of all classes, and nothing relates two places.
//!
//! It needs typed memory: then no two places overlap. Where values of a type are accessed at an offset that is computed (elements of
//! arrays), all values of that type are one place.
//!
//! **Invariant**: a value that a run loads through such a pointer was zero from the beginning, is that of a global at first, or was
//! stored through such a pointer; where something else may come into such objects there are no fields.

use std::collections::{BTreeMap, BTreeSet};

use klew_ir::object_layout::{HEADER_WORD, LENGTH_OFFSET, TAG_OFFSET};
use klew_ir::pointer_bases::{Base, Object};
use klew_ir::source_types::SourceTypes;
use klew_ir::{
    Callee, Constant, Conversion, Definition, FunctionBody, GlobalId, Initializer, Instruction,
    ObjectKind, Operand, Operation, Program, SourceType, SourceTypeId, Type, ValueId,
    control_flow::ControlFlow, loop_forest::LoopForest,
};
use klew_semantics::sort_of;
use klew_term::{Sort, TermId};

use crate::build::{Builder, Contents};
use crate::cells::{Cell, definitions, initial};
use crate::function::FunctionClauses;
use crate::objects::Objects;
use crate::state::State;
use crate::system::{Application, Clause, Head, Predicate, PredicateId, PredicateKind};

/// With more accesses, clauses are too large to be solved.
const MOST_ACCESSES: usize = 400;

/// Where in an object a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Offset {
    /// So many bytes from its start.
    At(u64),
    /// At an index of an array.
    Element,
}

/// A place, and the type of what is there.
type Place = (Offset, Type);

/// The places of a program that are followed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields {
    predicates: BTreeMap<Place, PredicateId>,
    /// Types of values that are elements of arrays.
    elements: Vec<Type>,
}

impl Fields {
    /// The place of an access.
    fn place(&self, definition: &Definition, pointer: &Operand, value_type: Type) -> Place {
        self.place_at(offset(definition, pointer), value_type)
    }

    /// The place so far from the start of an object.
    fn place_at(&self, offset: Option<u64>, value_type: Type) -> Place {
        let offset = match offset {
            Some(at) if !self.elements.contains(&value_type) => Offset::At(at),
            _ => Offset::Element,
        };
        (offset, value_type)
    }
}

/// Whether values of a type are followed.
fn is_followed(value_type: Type) -> bool {
    matches!(value_type, Type::Int(_) | Type::Pointer)
}

/// How far a pointer is from what it was computed of; none if that is not fixed.
fn offset(definition: &Definition, pointer: &Operand) -> Option<u64> {
    let mut total: i64 = 0;
    let mut at = pointer.clone();
    // What is computed of itself is none of these, so this ends; no chain is that long.
    for _ in 0..64 {
        let value = match at {
            Operand::Value(value) => value,
            Operand::Constant(Constant::Global(_, by)) => {
                return u64::try_from(total.checked_add(by)?).ok();
            }
            Operand::Constant(_) => return u64::try_from(total).ok(),
        };
        match computed(definition, value) {
            Some(Operation::Offset(base, by)) => {
                let Operand::Constant(Constant::Int { width, value }) = by else { return None };
                // Narrower ones would have to be extended, and addresses wrap elsewhere.
                let by = u64::try_from(value).ok().filter(|_| *width == 64)?.cast_signed();
                total = total.checked_add(by)?;
                at = base.clone();
            }
            _ => return u64::try_from(total).ok(),
        }
    }
    None
}

fn computed(definition: &Definition, value: ValueId) -> Option<&Operation> {
    let all = definition.blocks.iter().flat_map(|block| &block.instructions);
    let mut of_value = all.filter(|instruction| instruction.results.contains(&value));
    of_value.next().map(|instruction| &instruction.operation)
}

/// What a program does to objects that pointers of any base lead to.
struct Scan<'p> {
    program: &'p Program,
    shared_globals: BTreeSet<GlobalId>,
    fields: Fields,
    /// Offsets that are accessed, where they are fixed, and with which types.
    accessed: BTreeSet<(Option<u64>, Type)>,
    accesses: usize,
}

impl<'p> Scan<'p> {
    /// The places; none if they cannot be followed.
    fn of(program: &'p Program, is_shared: impl Fn(GlobalId) -> bool) -> Option<Scan<'p>> {
        if !program.data_model.typed_memory {
            return None;
        }
        let globals = (0..program.globals.len() as u32).map(GlobalId);
        let shared_globals = globals.filter(|id| is_shared(*id)).collect();
        let initial = program.globals.iter().filter_map(|global| match &global.initializer {
            Initializer::Bytes(_, relocations) => Some(relocations),
            _ => None,
        });
        if initial.flatten().any(|relocation| is_inner_constant(&relocation.value)) {
            return None;
        }
        let (fields, accessed) = (Fields::default(), BTreeSet::new());
        let mut scan = Scan { program, shared_globals, fields, accessed, accesses: 0 };
        for (_, definition) in definitions(program) {
            scan.function(definition)?;
        }
        (scan.accesses > 0).then_some(scan)
    }

    fn function(&mut self, definition: &Definition) -> Option<()> {
        let flow = ControlFlow::new(definition);
        let objects = Objects::new(definition, &flow, &LoopForest::new(&flow));
        let inner = inner_pointers(definition);
        let is_inner =
            |operand: &Operand| matches!(operand, Operand::Value(value) if inner.contains(value));
        for block in &definition.blocks {
            for instruction in &block.instructions {
                self.operation(definition, &objects, instruction)?;
                if hands_on(&instruction.operation).into_iter().any(is_inner) {
                    return None;
                }
                if let Operation::Input { .. } = &instruction.operation
                    && let [result] = instruction.results[..]
                    && definition.values[result.0 as usize].value_type == Type::Pointer
                {
                    return None;
                }
                if let Operation::Allocate { kind, zeroed, .. } = &instruction.operation
                    && let [result] = instruction.results[..]
                    && objects.escaped.contains(&Object::Site(result))
                    && (!zeroed || *kind != ObjectKind::Heap)
                {
                    return None;
                }
            }
            if block.terminator.operands().into_iter().any(is_inner) {
                return None;
            }
        }
        Some(())
    }

    /// Whether others than the function's own pointers may lead there.
    fn is_shared(&self, objects: &Objects, pointer: &Operand) -> bool {
        match objects.bases.base(pointer) {
            Base::Object(site @ Object::Site(_)) => objects.escaped.contains(&site),
            Base::Object(Object::Global(id)) => self.shared_globals.contains(&id),
            Base::Any | Base::Null => true,
        }
    }

    fn operation(
        &mut self,
        definition: &Definition,
        objects: &Objects,
        instruction: &Instruction,
    ) -> Option<()> {
        let (operation, result) = (&instruction.operation, instruction.results.first());
        match operation {
            Operation::Load(pointer) | Operation::Store(pointer, _)
                if self.is_shared(objects, pointer) =>
            {
                self.accesses += 1;
                if self.accesses > MOST_ACCESSES {
                    return None;
                }
                let value_type = match (operation, result) {
                    (Operation::Store(_, value), _) => definition.type_of(value),
                    (_, Some(result)) => definition.values[result.0 as usize].value_type,
                    _ => return None,
                };
                self.access(definition, pointer, value_type);
            }
            Operation::Copy { destination, .. } if self.is_shared(objects, destination) => {
                return None;
            }
            Operation::Fill { destination, byte, .. } => {
                let is_zero = matches!(byte, Operand::Constant(Constant::Int { value, .. }) if value.bits() == 0);
                if !is_zero && self.is_shared(objects, destination) {
                    return None;
                }
            }
            Operation::InputBytes { pointer, .. } if self.is_shared(objects, pointer) => {
                return None;
            }
            Operation::Convert(Conversion::IntToPointer, _) => return None,
            Operation::Call { callee: Callee::Function(id), .. } => {
                let function = self.program.function(*id);
                let is_known = matches!(function.body, FunctionBody::Defined(_));
                if !is_known && function.results.contains(&Type::Pointer) {
                    return None;
                }
            }
            _ => {}
        }
        Some(())
    }

    fn access(&mut self, definition: &Definition, pointer: &Operand, value_type: Type) {
        let at = offset(definition, pointer);
        self.accessed.insert((at, value_type));
        if at.is_none() && !self.fields.elements.contains(&value_type) {
            self.fields.elements.push(value_type);
        }
    }
}

fn is_inner_constant(constant: &Constant) -> bool {
    matches!(constant, Constant::Global(_, by) if *by != 0)
}

/// Pointers into objects, behind their starts.
fn inner_pointers(definition: &Definition) -> BTreeSet<ValueId> {
    let all = definition.blocks.iter().flat_map(|block| &block.instructions);
    let inner = all.filter(|instruction| matches!(instruction.operation, Operation::Offset(..)));
    inner.flat_map(|instruction| instruction.results.iter().copied()).collect()
}

/// What of an operation's operands is a pointer elsewhere from then on.
fn hands_on(operation: &Operation) -> Vec<&Operand> {
    match operation {
        Operation::Load(_)
        | Operation::Offset(..)
        | Operation::Copy { .. }
        | Operation::Fill { .. }
        | Operation::InputBytes { .. }
        | Operation::Compare(..)
        | Operation::ObjectSize(_)
        | Operation::TextEnd(_)
        | Operation::IsKnown(_)
        | Operation::Asks(_)
        | Operation::AssumeEach { .. }
        | Operation::Assert { .. }
        | Operation::Free(_)
        | Operation::Bind(..) => Vec::new(),
        Operation::Store(_, value) => vec![value],
        other => other.operands().into_iter().collect(),
    }
}

/// Whether objects of a declared type have such a place; objects of a class have the places of the class only.
fn may_be_in(program: &Program, declared: Option<SourceTypeId>, place: Place) -> bool {
    let types = program.source_types();
    let Some(declared) = declared.map(|id| types.get_resolved(id)) else { return true };
    let SourceType::Record { fields, elements, size, .. } = declared else { return true };
    if !declared.is_class() {
        return true;
    }
    let header = [TAG_OFFSET, LENGTH_OFFSET].map(|at| (Some(at), Some(HEADER_WORD)));
    let fields = fields.iter().map(|it| (Some(it.bit_offset / 8), scalar(types, it.source_type)));
    let elements = elements.iter().map(|it| (None, scalar(types, *it)));
    let mut all = header.into_iter().chain(fields).chain(elements);
    let (offset, value_type) = place;
    all.any(|(at, kept)| {
        let is_there = match (offset, at) {
            (Offset::Element, _) => true,
            (Offset::At(wanted), Some(at)) => wanted == at,
            (Offset::At(wanted), None) => wanted >= *size,
        };
        is_there && kept.is_none_or(|kept| kept == value_type)
    })
}

/// What people call a place: as the fields are called that lie there.
fn name_of(program: &Program, (offset, value_type): Place) -> String {
    let Offset::At(at) = offset else { return "every element".to_owned() };
    let types = program.source_types();
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for declared in types.0 {
        let SourceType::Record { fields, .. } = declared else { continue };
        let here = fields.iter().filter(|it| it.bit_offset == at * 8);
        let here = here.filter(|it| scalar(types, it.source_type) == Some(value_type));
        names.extend(here.map(|it| it.name.as_str()));
    }
    match names.into_iter().collect::<Vec<_>>()[..] {
        [] => format!("every word at {at}"),
        [one] => format!("every {one}"),
        [first, ..] => format!("every {first} and the like"),
    }
}

/// The type of values of a declared type; none if nothing is known of it.
fn scalar(types: SourceTypes<'_>, id: SourceTypeId) -> Option<Type> {
    match types.get_resolved(id) {
        SourceType::Int { bits, .. } => Some(Type::Int(*bits)),
        SourceType::Pointer(_) => Some(Type::Pointer),
        _ => None,
    }
}

impl Builder<'_> {
    /// Makes the predicates of the places that are followed, where that is wanted; notes whether there are any.
    pub(crate) fn find_fields(&mut self) {
        let program = self.program;
        let Some(scan) = Scan::of(program, |id| self.is_shared_global(id)) else { return };
        self.has_fields = true;
        if self.contents != Contents::Fields {
            return;
        }
        let places = scan.accessed.iter().map(|(at, kept)| scan.fields.place_at(*at, *kept));
        let places: BTreeSet<Place> = places.collect();
        self.fields = Some(scan.fields);
        for place in places {
            self.field(place);
        }
        self.initial_fields();
    }

    /// Whether what a global holds is not kept as that of a variable.
    pub(crate) fn is_shared_global(&self, id: GlobalId) -> bool {
        !self.cells_are_kept(Object::Global(id))
    }

    /// Makes the predicate of a place; zero is there from the beginning.
    fn field(&mut self, place: Place) {
        let (offset, value_type) = place;
        let (Some(entry), true) = (self.program.entry, is_followed(value_type)) else { return };
        let name = match offset {
            Offset::At(at) => format!("field at {at}, {value_type:?}"),
            Offset::Element => format!("element, {value_type:?}"),
        };
        let called = name_of(self.program, place);
        let mut predicate = Predicate {
            name,
            kind: PredicateKind::Field,
            function: entry,
            position: self.program.function(entry).position,
            variables: Vec::new(),
            within: Vec::new(),
            second_within: Vec::new(),
            last: Vec::new(),
            last_wide: Vec::new(),
            begins: Vec::new(),
        };
        let sort = sort_of(value_type, self.program.data_model.pointer_bits);
        self.variable(&mut predicate, &called, sort);
        let id = self.add(predicate);
        if let Some(fields) = &mut self.fields {
            fields.predicates.insert(place, id);
        }
        if let Sort::BitVec(bits) = sort {
            let zero = self.terms.bv(bits, 0);
            self.holds(id, zero);
        }
    }

    fn holds(&mut self, id: PredicateId, value: TermId) {
        let (body, constraint) = (Vec::new(), self.terms.true_());
        let head = Head::Predicate(Application { predicate: id, arguments: vec![value] });
        self.system.clauses.push(Clause { body, constraint, head });
    }

    /// What globals hold at first.
    fn initial_fields(&mut self) {
        let places = self.fields.clone().unwrap_or_default().predicates;
        let program = self.program;
        for (number, global) in (0..).zip(&program.globals) {
            // What is kept of a constant is kept even where others lead there.
            let is_own = !self.is_shared_global(GlobalId(number)) && !global.constant;
            if is_own || global.initializer == Initializer::Zero {
                continue;
            }
            for ((offset, value_type), id) in &places {
                if !may_be_in(program, global.source_type, (*offset, *value_type)) {
                    continue;
                }
                let sort = sort_of(*value_type, program.data_model.pointer_bits);
                let known = match offset {
                    Offset::At(at) => {
                        let end = at + value_type.store_size(program.data_model.pointer_bits);
                        if end > global.size {
                            continue;
                        }
                        let object = Object::Global(GlobalId(number));
                        initial(program, Cell::Contents(object, *at, *value_type), self.terms)
                    }
                    Offset::Element => None,
                };
                let value = known.unwrap_or_else(|| self.any(sort));
                self.holds(*id, value);
            }
        }
    }
}

impl FunctionClauses<'_, '_> {
    /// Whether pointers of any base may lead to an object.
    fn is_shared(&self, object: Object) -> bool {
        match object {
            Object::Site(_) => self.objects.escaped.contains(&object),
            Object::Global(id) => self.builder.is_shared_global(id),
        }
    }

    /// Whether an access is one of a field that is followed.
    fn field_of(&mut self, pointer: &Operand, value_type: Type) -> Option<PredicateId> {
        if self.object(pointer).is_some_and(|object| !self.is_shared(object)) {
            return None;
        }
        let fields = self.builder.fields.as_ref()?;
        fields.predicates.get(&fields.place(self.definition, pointer, value_type)).copied()
    }

    /// Something was loaded.
    pub(crate) fn loaded_field(&mut self, pointer: &Operand, value_type: Type, value: TermId) {
        if let Some(predicate) = self.field_of(pointer, value_type) {
            self.body.push(Application { predicate, arguments: vec![value] });
        }
    }

    /// Something is stored.
    pub(crate) fn store_field(&mut self, state: &mut State, pointer: &Operand, value: &Operand) {
        let value_type = self.type_of(value);
        let Some(predicate) = self.field_of(pointer, value_type) else { return };
        let value = match value_type {
            Type::Pointer => self.address(state, value),
            _ => self.operand(state, value),
        };
        let head = Application { predicate, arguments: vec![value] };
        self.clause(state.condition, Head::Predicate(head));
    }
}
