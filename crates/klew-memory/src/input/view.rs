//! From the input heap of a path and a model to the input objects of one run.
//!
//! References with equal values share one object. What a cell of it held at first is the initial value of the
//! first reference with that value in which the cell came to be defined by rule r2: any later one was defined to be
//! the same.

use klew_ir::SourceTypeId;
use klew_ir::object_layout::{HEADER_WORD_SIZE, LENGTH_OFFSET, TAG_OFFSET, is_in_header};
use klew_term::{Constant, TermId, Terms};

use super::layout::{CellKind, Extent};
use super::{InputHeap, Logged};
use crate::Memory;

/// The initial value of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum InitialValue {
    /// That reference.
    Reference(u32),
    /// Bits.
    Bits(TermId),
    /// All elements, as an array, which begin at that offset.
    Elements(TermId, u64),
    /// How many elements.
    Length(TermId),
}

/// Elements that are listed because of the default value of an array, at most.
const MOST_DEFAULTS: u64 = 1024;

/// An input object of one run.
#[derive(Clone, Debug)]
pub struct RebuiltObject {
    /// Its class; of what belongs to no class, the type of one element.
    pub source_type: SourceTypeId,
    /// What stands at byte 0, if it is of a class.
    pub tag: Option<u32>,
    /// How many elements.
    pub length: Option<u64>,
    /// Bytes.
    pub size: u64,
    /// What is known of its cells and elements, by offset.
    pub fields: Vec<RebuiltField>,
    value: i32,
    entries: Vec<u32>,
}

/// A cell or an element.
#[derive(Clone, Debug)]
pub struct RebuiltField {
    /// `next`, `[3]`.
    pub name: String,
    /// In bytes.
    pub offset: u64,
    /// Its declared type.
    pub source_type: Option<SourceTypeId>,
    /// What it holds.
    pub value: RebuiltValue,
}

/// What a cell holds.
#[derive(Clone, Debug)]
pub enum RebuiltValue {
    /// An image, little-endian.
    Bits(Vec<u8>),
    /// The object with that index, or null.
    Reference(Option<usize>),
}

/// The input objects of one run.
#[derive(Clone, Debug, Default)]
pub struct RebuiltHeap {
    /// The objects.
    pub objects: Vec<RebuiltObject>,
}

impl RebuiltHeap {
    /// The object that a reference points to.
    pub fn object_of(&self, reference: u32) -> Option<usize> {
        self.objects.iter().position(|object| object.entries.contains(&reference))
    }
}

/// Evaluates terms under a model.
pub type Evaluate<'a> = dyn FnMut(TermId) -> Option<Constant> + 'a;

impl Memory {
    /// The input objects of the run that a model stands for. Nothing if a value cannot be told.
    pub fn rebuild(&self, terms: &Terms, evaluate: &mut Evaluate<'_>) -> Option<RebuiltHeap> {
        let Some(input) = &self.input else { return Some(RebuiltHeap::default()) };
        let mut heap = RebuiltHeap::default();
        // Objects first, then references that point to nothing that was looked at.
        let unbound = (1..=input.count)
            .filter(|&number| input.entry(number).is_some_and(|entry| !entry.bound));
        let order: Vec<u32> = input.bound.iter().copied().chain(unbound).collect();
        for number in order {
            let entry = input.entry(number)?;
            let value = evaluate(entry.term)?.as_u64()? as u32 as i32;
            if value != 0 {
                self.join(input, &mut heap, number, value, evaluate)?;
            }
        }
        let logged: Vec<&Logged> =
            input.log.entries().into_iter().map(|(_, logged)| logged).collect();
        for index in 0..heap.objects.len() {
            let fields = self.fields(terms, input, &heap, index, &logged, evaluate)?;
            heap.objects[index].fields = fields;
        }
        Some(heap)
    }

    /// Finds the object of a reference among those there are, or adds one.
    fn join(
        &self,
        input: &InputHeap,
        heap: &mut RebuiltHeap,
        number: u32,
        value: i32,
        evaluate: &mut Evaluate<'_>,
    ) -> Option<()> {
        let entry = input.entry(number)?;
        let fits = |object: &&mut RebuiltObject| {
            object.value == value
                && object.entries.iter().any(|&other| {
                    let same = |e: &super::Entry| e.shape.is_compatible(&entry.shape);
                    other == number || input.entry(other).is_some_and(same)
                })
                && match (&entry.shape.classes, object.tag) {
                    (Some(classes), Some(tag)) => classes.iter().any(|(class, _)| *class == tag),
                    _ => true,
                }
        };
        if let Some(object) = heap.objects.iter_mut().find(fits) {
            object.entries.push(number);
            return Some(());
        }
        let tag = match entry.shape.classes.as_deref() {
            None | Some([]) => None,
            Some([(tag, _)]) => Some(*tag),
            Some([(first, _), ..]) => match self.first_class(input, number, evaluate) {
                Some(tag) => Some(tag),
                None => Some(*first),
            },
        };
        let source_type = self.class_type(number, tag)?;
        let size = input.layouts.shape(source_type).size;
        heap.objects.push(RebuiltObject {
            source_type,
            tag,
            length: None,
            size,
            fields: Vec::new(),
            value,
            entries: vec![number],
        });
        Some(())
    }

    /// The tag that a reference's object got where no other reference told it.
    fn first_class(
        &self,
        input: &InputHeap,
        number: u32,
        evaluate: &mut Evaluate<'_>,
    ) -> Option<u32> {
        let entry = input.entry(number)?;
        if !entry.bound {
            return None;
        }
        let value = entry.header.contents.cell_at(TAG_OFFSET, HEADER_WORD_SIZE);
        match value {
            Some(crate::Value::Term(term)) => Some(evaluate(term)?.as_u64()? as u32),
            _ => {
                Some(entry.header.contents.written.read(TAG_OFFSET, HEADER_WORD_SIZE as usize)?
                    as u32)
            }
        }
    }

    /// What is known of an object; sets its length and size.
    fn fields(
        &self,
        terms: &Terms,
        input: &InputHeap,
        heap: &RebuiltHeap,
        index: usize,
        logged: &[&Logged],
        evaluate: &mut Evaluate<'_>,
    ) -> Option<Vec<RebuiltField>> {
        let _ = terms;
        let object = &heap.objects[index];
        let shape = input.layouts.shape(object.source_type);
        let own = logged.iter().filter(|logged| object.entries.contains(&logged.entry));
        let mut fields: Vec<RebuiltField> = Vec::new();
        let mut arrays_done = Vec::new();
        for logged in own {
            let offset = logged.cell.offset;
            if let InitialValue::Elements(array, start) = logged.value {
                if !arrays_done.contains(&start) {
                    arrays_done.push(start);
                    self.element_fields(
                        input,
                        heap,
                        logged,
                        (array, start),
                        evaluate,
                        &mut fields,
                    )?;
                }
                continue;
            }
            if matches!(logged.value, InitialValue::Length(_))
                || object.tag.is_some() && is_in_header(offset)
                || fields.iter().any(|field| field.offset == offset)
            {
                continue;
            }
            let value = match logged.value {
                InitialValue::Reference(number) => RebuiltValue::Reference(heap.object_of(number)),
                InitialValue::Bits(term) => {
                    RebuiltValue::Bits(image(&evaluate(term)?, logged.cell.size as usize))
                }
                InitialValue::Elements(..) | InitialValue::Length(_) => continue,
            };
            // A class that was found out later may call its field otherwise.
            let declared = shape.cells.iter().find(|cell| cell.agrees(&logged.cell));
            let (name, source_type) = match declared {
                Some(cell) => (cell.name.to_string(), cell.source_type),
                None => (logged.cell.name.to_string(), logged.cell.source_type),
            };
            fields.push(RebuiltField { name, offset, source_type, value });
        }
        fields.sort_by_key(|field| field.offset);
        Some(fields)
    }

    fn element_fields(
        &self,
        input: &InputHeap,
        heap: &RebuiltHeap,
        logged: &Logged,
        (array, start): (TermId, u64),
        evaluate: &mut Evaluate<'_>,
        fields: &mut Vec<RebuiltField>,
    ) -> Option<()> {
        let cell = &logged.cell;
        let mut push = |index: u64, value: RebuiltValue| {
            let name = format!("[{index}]");
            let offset = start + index * cell.size;
            if !fields.iter().any(|field| field.offset == offset) {
                fields.push(RebuiltField { name, offset, source_type: cell.source_type, value });
            }
        };
        if matches!(cell.kind, CellKind::Reference(_)) {
            for (base, index, number) in input.elements.iter() {
                if *base == array {
                    let index = evaluate(*index)?.as_u64()?;
                    push(index, RebuiltValue::Reference(heap.object_of(*number)));
                }
            }
            return Some(());
        }
        let Constant::Array(value) = evaluate(array)? else { return None };
        let size = cell.size as usize;
        for (index, element) in value.entries() {
            push(index.as_u64()?, RebuiltValue::Bits(image(element, size)));
        }
        let mut default = image(value.default_element(), size);
        if let CellKind::Bits(bits) = cell.kind
            && u64::from(bits) < 8 * cell.size
        {
            // An element that nobody read.
            default.fill(0);
        }
        if default.iter().any(|byte| *byte != 0) {
            for index in 0..MOST_DEFAULTS {
                push(index, RebuiltValue::Bits(default.clone()));
            }
        }
        Some(())
    }

    /// The lengths of the objects of a run: sets them, and leaves out what lies behind them.
    pub fn rebuild_lengths(
        &self,
        heap: &mut RebuiltHeap,
        evaluate: &mut Evaluate<'_>,
    ) -> Option<()> {
        let Some(input) = &self.input else { return Some(()) };
        let logged = input.log.entries();
        for object in &mut heap.objects {
            let shape = input.layouts.shape(object.source_type);
            let element = match &shape.extent {
                Extent::Object(Some(element)) => Some((element.start, element.cell.size)),
                Extent::Scalars(cell) => Some((0, cell.size)),
                Extent::Repeated => Some((0, shape.size)),
                Extent::Object(None) | Extent::None => None,
            };
            let Some((start, size)) = element else { continue };
            let mut length = None;
            for (_, logged) in &logged {
                if length.is_some() || !object.entries.contains(&logged.entry) {
                    continue;
                }
                length = match logged.value {
                    InitialValue::Length(term) => Some(evaluate(term)?.as_u64()?),
                    InitialValue::Bits(term)
                        if object.tag.is_some() && logged.cell.offset == LENGTH_OFFSET =>
                    {
                        Some(evaluate(term)?.as_u64()?)
                    }
                    _ => None,
                };
            }
            let length = length.unwrap_or(u64::from(object.tag.is_none()));
            let end = start.saturating_add(length.saturating_mul(size));
            object.length = Some(length);
            object.size = end;
            object.fields.retain(|field| field.offset < end);
        }
        Some(())
    }

    /// References of which nothing was accessed, the latest first: null where that makes no difference.
    pub fn unused_references(&self) -> Vec<TermId> {
        let Some(input) = &self.input else { return Vec::new() };
        let entries = (1..=input.count).rev().filter_map(|number| input.entry(number));
        let unused = entries.filter(|entry| !entry.bound && entry.resolved.is_none());
        unused.map(|entry| entry.term).collect()
    }

    /// The terms of the lengths that the run may choose: small ones make small inputs.
    pub fn input_lengths(&self) -> Vec<TermId> {
        let Some(input) = &self.input else { return Vec::new() };
        let lengths = input.log.entries().into_iter().filter_map(|(_, logged)| {
            let class = input.entry(logged.entry)?.shape.classes.is_some();
            match logged.value {
                InitialValue::Length(term) => Some(term),
                InitialValue::Bits(term) if class && logged.cell.offset == LENGTH_OFFSET => {
                    Some(term)
                }
                _ => None,
            }
        });
        lengths.collect()
    }
}

/// The bytes of a constant.
fn image(constant: &Constant, size: usize) -> Vec<u8> {
    let mut bytes =
        constant.as_bitvec().map_or_else(Vec::new, |bits| bits.to_biguint().to_bytes_le());
    bytes.resize(size, 0);
    bytes
}
