//! What is kept of memory: single values at fixed places of objects, and elements at an index that may be any; how large objects are
//! and whether they live.
//!
//! **Invariant**: what is kept of contents is of objects that do not escape; so whatever may change it is seen.

use std::collections::{BTreeMap, BTreeSet};

use klew_ir::builder::as_u64;
use klew_ir::pointer_bases::Object;
use klew_ir::{
    Constant, Definition, FunctionBody, Initializer, Operand, Operation, Program, Type, ValueId,
};
use klew_term::{TermId, Terms};

use crate::objects::Objects;
use crate::strides::{congruences, gcd, of_operand};

/// Something that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    /// A value of that type at that offset.
    Contents(Object, u64, Type),
    /// The size in bytes, of pointer width.
    Size(Object),
    /// Whether it is alive, one bit.
    Alive(Object),
    /// An index that may be any, of pointer width.
    Index(Place),
    /// What stands in that field of the element at that index.
    Element(Object, Field, Place),
}

/// What is at one place in each of the elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Field {
    /// Bytes from one element to the next.
    pub stride: u64,
    /// Where in the first element it begins, and how far behind the begin of the object that is: there may be a header.
    pub offset: u64,
    /// Its type: a number of whole bytes.
    pub kept: Type,
}

/// One of several indices that are looked at together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place(pub u8);

impl Place {
    /// The one that predicates have as a variable.
    pub const KEPT: Place = Place(0);
    /// The other one of those that have two.
    pub const SECOND: Place = Place(1);
}

impl Field {
    /// How many bytes there are before the first element.
    pub fn header(self) -> u64 {
        self.offset - self.offset % self.stride.max(1)
    }
}

impl Cell {
    /// Of which object, if it is of one.
    pub fn object(self) -> Option<Object> {
        match self {
            Cell::Contents(object, ..)
            | Cell::Size(object)
            | Cell::Alive(object)
            | Cell::Element(object, ..) => Some(object),
            Cell::Index(_) => None,
        }
    }

    /// How many bits.
    pub fn bits(self, pointer_bits: u32) -> u32 {
        match self {
            Cell::Contents(_, _, value_type) => value_type.bits(pointer_bits),
            Cell::Element(_, field, _) => field.kept.bits(pointer_bits),
            Cell::Size(_) | Cell::Index(_) => pointer_bits,
            Cell::Alive(_) => 1,
        }
    }
}

/// The most values that are kept of an object's contents at fixed places.
const MAXIMUM_CELLS: usize = 32;

/// Arrays of so many elements are kept whole, where it matters to nobody.
pub const WHOLE: u64 = 32;

/// And of so many where elements at any index are kept of others.
const WHOLE_BESIDE_ELEMENTS: u64 = 4;

/// How memory lies, and what is kept of it.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// Of addresses.
    pub pointer_bits: u32,
    /// Arrays of at most so many elements are kept whole.
    pub whole: u64,
}

impl Memory {
    /// Where elements at any index are kept, small arrays are not whole.
    pub fn beside_elements(self) -> Memory {
        Memory { whole: self.whole.min(WHOLE_BESIDE_ELEMENTS), ..self }
    }
}

/// What a function reads and writes of objects.
#[derive(Clone, Debug, Default)]
pub struct Accesses {
    /// Values of a type at a fixed offset.
    pub fixed: BTreeSet<(Object, u64, Type)>,
    /// Objects that are accessed elsewhere, and the types.
    pub elsewhere: BTreeMap<Object, BTreeSet<Type>>,
    /// In which steps these accesses move, and the types.
    steps: BTreeMap<Object, BTreeSet<(u64, u64, Type)>>,
    /// How far behind the begin of an object all of these accesses are: the least of the constants that are added first.
    headers: BTreeMap<Object, u64>,
    /// Objects that are written.
    pub written: BTreeSet<Object>,
}

impl Accesses {
    /// Of a function.
    pub fn new(definition: &Definition, objects: &Objects) -> Accesses {
        let mut accesses = Accesses::default();
        let offsets = fixed_offsets(definition);
        let congruences = congruences(definition);
        let constants = added_constants(definition, &offsets);
        for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
            let (pointer, value_type) = match &instruction.operation {
                Operation::Load(pointer) => {
                    let Some(result) = instruction.results.first() else { continue };
                    (pointer, Some(definition.type_of(&(*result).into())))
                }
                Operation::Store(pointer, value) => (pointer, Some(definition.type_of(value))),
                Operation::Copy { destination, .. }
                | Operation::Fill { destination, .. }
                | Operation::InputBytes { pointer: destination, .. } => (destination, None),
                _ => continue,
            };
            let Some(object) = objects.object(pointer) else { continue };
            if !matches!(instruction.operation, Operation::Load(_)) {
                accesses.written.insert(object);
            }
            match (offset_of(&offsets, pointer), value_type) {
                (Some(offset), Some(value_type)) => {
                    accesses.fixed.insert((object, offset, value_type));
                }
                (None, Some(value_type)) => {
                    accesses.elsewhere.entry(object).or_default().insert(value_type);
                    let steps = accesses.steps.entry(object).or_default();
                    let found = of_operand(&congruences, pointer);
                    let (stride, rest) = found.map_or((1, 0), |it| (it.stride, it.rest));
                    steps.insert((stride, rest, value_type));
                    let header = pointer.as_value().and_then(|it| constants.get(&it)).copied();
                    let least = accesses.headers.entry(object).or_insert(u64::MAX);
                    *least = (*least).min(header.unwrap_or(0));
                }
                (_, None) => {}
            }
        }
        accesses
    }

    /// Those of several functions together.
    pub fn add(&mut self, other: &Accesses) {
        self.fixed.extend(&other.fixed);
        for (object, types) in &other.elsewhere {
            self.elsewhere.entry(*object).or_default().extend(types);
        }
        for (object, header) in &other.headers {
            let least = self.headers.entry(*object).or_insert(u64::MAX);
            *least = (*least).min(*header);
        }
        for (object, steps) in &other.steps {
            self.steps.entry(*object).or_default().extend(steps);
        }
        self.written.extend(&other.written);
    }

    /// What is kept of an object's contents. Where a small array is accessed at any index, all of its elements are.
    pub fn cells(&self, object: Object, size: Option<u64>, memory: Memory) -> Vec<Cell> {
        let Memory { pointer_bits, whole } = memory;
        let mut places: BTreeSet<(u64, Type)> = (self.fixed.iter())
            .filter(|(of, ..)| *of == object)
            .map(|(_, offset, value_type)| (*offset, *value_type))
            .collect();
        if let (Some(types), Some(size)) = (self.elsewhere.get(&object), size) {
            for value_type in types {
                let step = value_type.store_size(pointer_bits).max(1);
                if size / step <= whole {
                    let offsets = (0..size / step).map(|index| index * step);
                    places.extend(offsets.map(|offset| (offset, *value_type)));
                }
            }
        }
        if places.len() > MAXIMUM_CELLS {
            return Vec::new();
        }
        let is_kept = |value_type: &Type| matches!(value_type, Type::Int(_) | Type::Pointer);
        let kept = places.into_iter().filter(|(_, value_type)| is_kept(value_type));
        kept.map(|(offset, value_type)| Cell::Contents(object, offset, value_type)).collect()
    }
}

/// The most fields of elements that are kept of an object.
const MAXIMUM_FIELDS: usize = 4;

impl Accesses {
    /// Which fields of elements at any index are kept of an object: numbers of whole bytes that are loaded or stored at places
    /// that are not fixed, where not all of the object is kept.
    pub fn elements(&self, object: Object, size: Option<u64>, memory: Memory) -> Vec<Field> {
        let Memory { pointer_bits, whole: kept_whole } = memory;
        let Some(steps) = self.steps.get(&object) else { return Vec::new() };
        let stride = steps.iter().fold(0, |stride, (step, _, _)| gcd(stride, *step));
        let whole = |kept: &Type| matches!(kept, Type::Int(8 | 16 | 32 | 64));
        let mut fields: Vec<Field> = (steps.iter().filter(|(_, _, kept)| whole(kept)))
            .map(|(_, rest, kept)| Field { stride, offset: rest % stride.max(1), kept: *kept })
            .collect();
        fields.sort();
        fields.dedup();
        let end = |field: &Field| field.offset + field.kept.store_size(pointer_bits);
        let apart = fields.windows(2).all(|two| end(&two[0]) <= two[1].offset);
        if !apart || fields.iter().any(|field| end(field) > stride) {
            // Each type by itself, in steps of its own.
            let types: BTreeSet<Type> = fields.iter().map(|field| field.kept).collect();
            let field =
                |kept: Type| Field { stride: kept.store_size(pointer_bits), offset: 0, kept };
            fields = types.into_iter().map(field).collect();
        }
        let is_large = |field: &Field| {
            size.is_none_or(|size| size / field.kept.store_size(pointer_bits) > kept_whole)
        };
        fields.retain(is_large);
        fields.truncate(MAXIMUM_FIELDS);
        let before = self.headers.get(&object).copied().unwrap_or(0);
        let header = before - before % stride.max(1);
        for field in fields.iter_mut().filter(|field| header % field.stride == 0) {
            field.offset += header;
        }
        fields
    }
}

/// How far behind their base pointers point, where that is fixed.
fn fixed_offsets(definition: &Definition) -> BTreeMap<ValueId, u64> {
    let mut offsets = BTreeMap::new();
    // Definitions come before uses in most orders of blocks; what is not known yet counts as not fixed.
    for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
        let Some(result) = instruction.results.first() else { continue };
        match &instruction.operation {
            Operation::Allocate { .. } => {
                offsets.insert(*result, 0);
            }
            Operation::Offset(pointer, by) => {
                if let (Some(at), Some(by)) = (offset_of(&offsets, pointer), as_u64(by)) {
                    offsets.insert(*result, at.wrapping_add(by));
                }
            }
            _ => {}
        }
    }
    offsets
}

/// The constants that are added to pointers to begins of objects, before anything else is. Others are not listed.
fn added_constants(
    definition: &Definition,
    fixed_offsets: &BTreeMap<ValueId, u64>,
) -> BTreeMap<ValueId, u64> {
    let mut fixed = fixed_offsets.clone();
    for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
        if let (Operation::Offset(pointer, by), Some(result)) =
            (&instruction.operation, instruction.results.first())
            && as_u64(by).is_none()
            && let Some(at) = offset_of(&fixed, pointer)
        {
            fixed.insert(*result, at);
        }
    }
    fixed.retain(|_, at| i64::try_from(*at).is_ok());
    fixed
}

fn offset_of(offsets: &BTreeMap<ValueId, u64>, pointer: &Operand) -> Option<u64> {
    match pointer {
        Operand::Constant(Constant::Global(_, offset)) => u64::try_from(*offset).ok(),
        Operand::Constant(_) => None,
        Operand::Value(value) => offsets.get(value).copied(),
    }
}

/// The size of an object, where it is the same each time.
pub fn fixed_size(program: &Program, definition: &Definition, object: Object) -> Option<u64> {
    match object {
        Object::Global(global) => Some(program.global(global).size),
        Object::Site(site) => {
            let mut all = definition.blocks.iter().flat_map(|block| &block.instructions);
            let made = all.find(|instruction| instruction.results.first() == Some(&site))?;
            match &made.operation {
                Operation::Allocate { size, .. } => as_u64(size),
                _ => None,
            }
        }
    }
}

/// What a cell of a global holds where a run begins; none if anything.
pub fn initial(program: &Program, cell: Cell, terms: &mut Terms) -> Option<TermId> {
    let Cell::Contents(Object::Global(global), offset, value_type) = cell else { return None };
    let pointer_bits = program.data_model.pointer_bits;
    let size = value_type.store_size(pointer_bits);
    let bits = value_type.bits(pointer_bits);
    match &program.global(global).initializer {
        Initializer::External => None,
        Initializer::Zero => Some(terms.bv(bits, 0)),
        Initializer::Bytes(bytes, relocations) => {
            let is_address = relocations.iter().any(|relocation| {
                let width = u64::from(pointer_bits / 8);
                relocation.offset < offset + size && offset < relocation.offset + width
            });
            let bytes = bytes.get(offset as usize..(offset + size) as usize)?;
            if is_address || bits > 64 {
                return None;
            }
            let image = bytes.iter().rev().fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
            let fits = bits == 64 || image >> bits == 0;
            fits.then(|| terms.bv(bits, image))
        }
    }
}

/// All definitions that are left in a program, by function.
pub fn definitions(program: &Program) -> impl Iterator<Item = (klew_ir::FunctionId, &Definition)> {
    (0..).zip(&program.functions).filter_map(|(index, function)| match &function.body {
        FunctionBody::Defined(definition) => Some((klew_ir::FunctionId(index), &**definition)),
        _ => None,
    })
}
