//! What the declared types say of input objects: which scalar cells they have, of which classes they can be.
//!
//! A record of a hierarchy of classes is one object with a header ([`klew_ir::object_layout`]). Anything else that a pointer
//! points to is repeated `n >= 1` times.
//!
//! **Invariant**: the cells of a shape are disjoint and ascend; bytes between them are cells of one byte each.

use std::cell::RefCell;
use std::rc::Rc;

use klew_ir::object_layout::{
    HEADER_SIZE, HEADER_WORD_SIZE, LENGTH_OFFSET, TAG_OFFSET, is_in_header,
};
use klew_ir::{
    FloatFormat, InputObjects, SourceField, SourceType, SourceTypeId, SourceTypes, Type,
};
use rustc_hash::FxHashMap;

/// The most cells that are taken from one declaration; what follows is bytes.
const MOST_CELLS: usize = 4096;

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CellKind {
    /// A number of which the low bits may be set: all of them, or fewer (truth values).
    Bits(u32),
    /// A floating-point number.
    Float(FloatFormat),
    /// A pointer to objects of that type.
    Reference(SourceTypeId),
    /// Bytes that a union has for a pointer and for something else, by number: what they hold is for the first access to say.
    Union(u32),
}

/// A scalar within an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) name: Rc<str>,
    pub(crate) offset: u64,
    pub(crate) size: u64,
    pub(crate) kind: CellKind,
    pub(crate) source_type: Option<SourceTypeId>,
    /// Whether it is a reference that no initial object has null.
    pub(crate) never_null: bool,
}

impl Cell {
    pub(crate) fn end(&self) -> u64 {
        self.offset + self.size
    }

    /// The type with which it is loaded and stored.
    pub(crate) fn value_type(&self) -> Type {
        match self.kind {
            CellKind::Bits(_) | CellKind::Union(_) => Type::Int(8 * self.size as u32),
            CellKind::Float(format) => Type::Float(format),
            CellKind::Reference(_) => Type::Pointer,
        }
    }

    /// Whether both are the same field as far as memory is concerned.
    pub(crate) fn agrees(&self, other: &Cell) -> bool {
        (self.offset, self.size, self.kind) == (other.offset, other.size, other.kind)
    }

    fn moved(&self, name: Rc<str>, by: u64) -> Cell {
        Cell { name, offset: self.offset + by, ..self.clone() }
    }
}

/// What bytes of a union may hold.
#[derive(Clone, Debug)]
pub(crate) struct Overlaid {
    /// The pointer, if all pointers there are of one type and as long as all that is there.
    reference: Option<Cell>,
    /// Anything else, as a number.
    number: Cell,
}

impl Overlaid {
    /// As what it is accessed; nothing where that cannot be told.
    pub(crate) fn accessed(&self, cell: &Cell, is_reference: bool) -> Option<Cell> {
        let reference = self.reference.as_ref()?;
        let variant = if is_reference { reference } else { &self.number };
        let name = match cell.name.is_empty() {
            true => Rc::clone(&variant.name),
            false => format!("{}.{}", cell.name, variant.name).into(),
        };
        Some(Cell { name, offset: cell.offset, ..variant.clone() })
    }
}

/// What follows behind the fields of an array object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Element {
    /// Where the first is.
    pub(crate) start: u64,
    /// One of them, at offset 0.
    pub(crate) cell: Cell,
}

/// How much there is of what a pointer points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// One object of a class.
    Object(Option<Element>),
    /// One or more numbers.
    Scalars(Cell),
    /// One or more records or pointers.
    Repeated,
    /// It cannot be accessed (a function).
    None,
}

/// What a pointer of some type points to.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// Its type, without aliases.
    pub(crate) source_type: SourceTypeId,
    /// Equal for types that are taken to be the same.
    key: Key,
    /// Bytes of one.
    pub(crate) size: u64,
    /// Cells of one.
    pub(crate) cells: Vec<Cell>,
    pub(crate) extent: Extent,
    /// The classes that an object can be of, by tag; none if there is no hierarchy.
    pub(crate) classes: Option<Vec<(u32, SourceTypeId)>>,
    /// Whether each of these has values only, so that no two references are to one object.
    pub(crate) is_value: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Bits(u64),
    Float(u64),
    Pointer,
    Record(String, u64),
    Other(SourceTypeId),
}

impl Shape {
    /// Whether two references may be to one object that is of both.
    pub(crate) fn is_compatible(&self, other: &Shape) -> bool {
        if self.is_value && other.is_value {
            return false;
        }
        if self.source_type == other.source_type {
            return true;
        }
        match (&self.classes, &other.classes) {
            (Some(classes), Some(others)) => {
                let (mut left, mut right) = (classes.iter().peekable(), others.iter().peekable());
                while let (Some((tag, _)), Some((other, _))) = (left.peek(), right.peek()) {
                    match tag.cmp(other) {
                        std::cmp::Ordering::Equal => return true,
                        std::cmp::Ordering::Less => left.next(),
                        std::cmp::Ordering::Greater => right.next(),
                    };
                }
                false
            }
            (None, None) => self.key == other.key,
            _ => false,
        }
    }

    /// The cells of one object that a range of bytes touches; nothing if the range reaches over the declared
    /// record of a class.
    pub(crate) fn cells_at(&self, offset: u64, size: u64) -> Option<Vec<Cell>> {
        if self.classes.is_some() || matches!(self.extent, Extent::Object(_)) {
            let end = offset.checked_add(size)?;
            return (end <= self.size && self.covers(offset, end))
                .then(|| self.within(offset, end, 0));
        }
        let mut found = Vec::new();
        let (mut at, end) = (offset, offset.checked_add(size)?);
        let one = self.size.max(1);
        while at < end {
            let base = at / one * one;
            let part = end.min(base + one);
            found.extend(self.within(at - base, part - base, base));
            at = part;
        }
        Some(found)
    }

    /// Whether declared cells cover a range.
    fn covers(&self, offset: u64, end: u64) -> bool {
        let mut at = offset;
        for cell in &self.cells {
            if cell.offset <= at && at < cell.end() {
                at = cell.end();
            }
        }
        at >= end
    }

    fn within(&self, offset: u64, end: u64, base: u64) -> Vec<Cell> {
        let prefix = if base == 0 { String::new() } else { format!("[{}]", base / self.size) };
        let mut found = Vec::new();
        let mut at = offset;
        let bytes = |from: u64, to: u64, found: &mut Vec<Cell>| {
            for byte in from..to {
                let name = format!("{prefix}@{byte}").into();
                let kind = CellKind::Bits(8);
                let offset = base + byte;
                found.push(Cell {
                    name,
                    offset,
                    size: 1,
                    kind,
                    source_type: None,
                    never_null: false,
                });
            }
        };
        let first = self.cells.partition_point(|cell| cell.end() <= offset);
        for cell in self.cells[first..].iter().take_while(|cell| cell.offset < end) {
            bytes(at, cell.offset.max(at), &mut found);
            let name = match (prefix.is_empty(), cell.name.is_empty()) {
                (true, _) => Rc::clone(&cell.name),
                (_, true) => prefix.as_str().into(),
                _ => format!("{prefix}.{}", cell.name).into(),
            };
            found.push(cell.moved(name, base));
            at = cell.end();
        }
        bytes(at, end.max(at), &mut found);
        found
    }
}

/// The types of a program, as input objects see them.
#[derive(Debug)]
pub struct Layouts {
    types: Vec<SourceType>,
    pointer_size: u64,
    /// The most elements of what a pointer without a class points to.
    pub(crate) array_max: u64,
    /// The most elements of an array of a class; any number if absent.
    pub(crate) element_max: Option<u64>,
    /// The most objects among the inputs.
    pub(crate) object_max: Option<u32>,
    /// Records that extend a record directly.
    children: FxHashMap<SourceTypeId, Vec<SourceTypeId>>,
    shapes: RefCell<FxHashMap<SourceTypeId, Rc<Shape>>>,
    overlaid: RefCell<Vec<Rc<Overlaid>>>,
}

impl Layouts {
    /// Of those types; `array_max`: the most elements of what a C pointer points to.
    pub fn new(types: &[SourceType], pointer_size: u64, array_max: u64) -> Layouts {
        let mut layouts = Layouts {
            types: types.to_vec(),
            pointer_size,
            array_max: array_max.max(1),
            element_max: None,
            object_max: None,
            children: FxHashMap::default(),
            shapes: RefCell::default(),
            overlaid: RefCell::default(),
        };
        for index in 0..types.len() as u32 {
            if let SourceType::Record { bases, .. } = &types[index as usize] {
                for &base in bases {
                    let base = layouts.stripped(base);
                    layouts.children.entry(base).or_default().push(SourceTypeId(index));
                }
            }
        }
        layouts
    }

    /// With at most that many objects among the inputs.
    pub fn with_object_max(self, object_max: Option<u32>) -> Layouts {
        Layouts { object_max, ..self }
    }

    /// With at most that many elements in arrays of classes.
    pub fn with_element_max(self, element_max: Option<u64>) -> Layouts {
        Layouts { element_max, ..self }
    }

    fn source_types(&self) -> SourceTypes<'_> {
        SourceTypes(&self.types)
    }

    /// Without other names for it.
    pub(crate) fn stripped(&self, id: SourceTypeId) -> SourceTypeId {
        self.source_types().resolved(id)
    }

    /// What a pointer type points to.
    pub(crate) fn pointee(&self, pointer: SourceTypeId) -> Option<SourceTypeId> {
        self.source_types().pointee(pointer)
    }

    /// What a pointer to that type points to.
    pub(crate) fn shape(&self, id: SourceTypeId) -> Rc<Shape> {
        let id = self.stripped(id);
        if let Some(shape) = self.shapes.borrow().get(&id) {
            return Rc::clone(shape);
        }
        let shape = Rc::new(self.new_shape(id));
        self.shapes.borrow_mut().insert(id, Rc::clone(&shape));
        shape
    }

    fn new_shape(&self, id: SourceTypeId) -> Shape {
        let mut cells = Vec::new();
        let mut classes = None;
        let mut size = self.size_of(id).unwrap_or(1).max(1);
        let byte = Cell {
            name: "".into(),
            offset: 0,
            size: 1,
            kind: CellKind::Bits(8),
            source_type: None,
            never_null: false,
        };
        let source_type = self.source_types().get(id);
        let (extent, key) = match source_type {
            SourceType::Record { name, fields, elements, .. } => {
                if !source_type.is_class() {
                    self.flatten(id, 0, "", 0, &mut cells);
                    let named = !name.is_empty();
                    let key = Key::Record(name.clone(), size);
                    (Extent::Repeated, if named { key } else { Key::Other(id) })
                } else {
                    size = size.max(HEADER_SIZE);
                    cells.push(self.header("class", TAG_OFFSET));
                    cells.push(self.header("length", LENGTH_OFFSET));
                    let behind = |field: &&SourceField| !is_in_header(field.bit_offset / 8);
                    for field in fields.iter().filter(behind) {
                        let at = field.bit_offset / 8;
                        let first = cells.len();
                        self.flatten(field.source_type, at, &field.name, 0, &mut cells);
                        if let [.., cell] = &mut cells[first..] {
                            cell.never_null = field.never_null;
                        }
                    }
                    let element = elements.and_then(|element| {
                        let element = self.scalar(element, "", 0)?;
                        Some(Element { start: size, cell: element })
                    });
                    classes = Some(self.concrete_classes(id));
                    (Extent::Object(element), Key::Other(id))
                }
            }
            SourceType::Array(..) => {
                self.flatten(id, 0, "", 0, &mut cells);
                (Extent::Repeated, Key::Other(id))
            }
            SourceType::Pointer(_) => {
                cells.extend(self.scalar(id, "", 0));
                (Extent::Repeated, Key::Pointer)
            }
            SourceType::Function => (Extent::None, Key::Other(id)),
            _ => {
                let cell = self.scalar(id, "", 0).unwrap_or(byte);
                let key = match cell.kind {
                    CellKind::Float(_) => Key::Float(cell.size),
                    _ => Key::Bits(cell.size),
                };
                (Extent::Scalars(cell), key)
            }
        };
        cells.sort_by_key(|cell| cell.offset);
        let mut end = 0;
        cells.retain(|cell| {
            let keep = cell.offset >= end;
            if keep {
                end = cell.end();
            }
            keep
        });
        make_names_unique(&mut cells);
        let is_value = classes.as_ref().is_some_and(|classes| self.are_values(classes));
        Shape { source_type: id, key, size, cells, extent, classes, is_value }
    }

    /// Whether there are values only among the objects of some classes.
    fn are_values(&self, classes: &[(u32, SourceTypeId)]) -> bool {
        let is_value = |id: SourceTypeId| {
            let record = self.source_types().get(id);
            matches!(record, SourceType::Record { inputs: InputObjects::Values, .. })
        };
        !classes.is_empty() && classes.iter().all(|(_, class)| is_value(*class))
    }

    fn header(&self, name: &str, offset: u64) -> Cell {
        let (size, kind) = (HEADER_WORD_SIZE, CellKind::Bits(8 * HEADER_WORD_SIZE as u32));
        Cell { name: name.into(), offset, size, kind, source_type: None, never_null: false }
    }

    /// The classes with a tag at or below a record of which there may be inputs, by tag.
    fn concrete_classes(&self, id: SourceTypeId) -> Vec<(u32, SourceTypeId)> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open = vec![id];
        let mut found = Vec::new();
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            if let SourceType::Record { tag: Some(tag), inputs, .. } = self.source_types().get(id)
                && *inputs != InputObjects::None
            {
                found.push((*tag, id));
            }
            open.extend(self.children.get(&id).into_iter().flatten());
        }
        found.sort_unstable();
        found
    }

    /// Bytes of a type.
    fn size_of(&self, id: SourceTypeId) -> Option<u64> {
        self.source_types().size_of(id, self.pointer_size)
    }

    /// The cell of a scalar type.
    fn scalar(&self, id: SourceTypeId, name: &str, offset: u64) -> Option<Cell> {
        let stripped = self.stripped(id);
        let size = self.size_of(stripped)?;
        let declared = self.source_types().get(stripped);
        let (size, kind) = match declared {
            SourceType::Int { bits, .. } if size <= 16 => {
                (size, CellKind::Bits(if declared.is_truth_value() { 1 } else { *bits }))
            }
            SourceType::Float { bits, .. } => match bits {
                16 => (2, CellKind::Float(FloatFormat::Half)),
                32 => (4, CellKind::Float(FloatFormat::Single)),
                64 => (8, CellKind::Float(FloatFormat::Double)),
                _ => return None,
            },
            SourceType::Pointer(to) => (size, CellKind::Reference(self.stripped(*to))),
            _ => return None,
        };
        let (name, source_type) = (name.into(), Some(id));
        Some(Cell { name, offset, size, kind, source_type, never_null: false })
    }

    /// What bytes of a union may hold.
    pub(crate) fn overlaid(&self, number: u32) -> Option<Rc<Overlaid>> {
        self.overlaid.borrow().get(number as usize).cloned()
    }

    /// The cells of a union whose members are these cells at the same place, if pointers are among them.
    fn overlay(&self, members: &[Vec<Cell>], name: &str) -> Option<Vec<Cell>> {
        let is_open =
            |cell: &Cell| matches!(cell.kind, CellKind::Reference(_) | CellKind::Union(_));
        if !members.iter().flatten().any(is_open) {
            return None;
        }
        let mut all: Vec<&Cell> = members.iter().flatten().collect();
        all.sort_by_key(|cell| cell.offset);
        let mut cells = Vec::new();
        while let Some(first) = all.first() {
            let (start, mut end, mut count) = (first.offset, first.end(), 1);
            while let Some(next) = all.get(count).filter(|next| next.offset < end) {
                (end, count) = (end.max(next.end()), count + 1);
            }
            let group: Vec<&Cell> = all.drain(..count).collect();
            match group.iter().all(|cell| cell.agrees(group[0])) && members.len() == group.len() {
                true => cells.push(group[0].clone()),
                false => cells.extend(self.overlaid_cell(&group, (start, end), name, is_open)),
            }
        }
        Some(cells)
    }

    /// One cell for what overlaps, if a pointer is in it.
    fn overlaid_cell(
        &self,
        group: &[&Cell],
        (start, end): (u64, u64),
        name: &str,
        is_open: impl Fn(&Cell) -> bool,
    ) -> Option<Cell> {
        let size = end - start;
        let whole = |cell: &&&Cell| (cell.offset, cell.size) == (start, size);
        let mut references = group.iter().filter(|cell| is_open(cell)).peekable();
        let Some(first) = references.peek().map(|cell| (**cell).clone()) else {
            return group.iter().find(whole).map(|cell| (*cell).clone());
        };
        let one = matches!(first.kind, CellKind::Reference(_))
            && references.all(|cell| cell.agrees(&first))
            && whole(&&&first);
        let within = |cell: &Cell| -> Rc<str> {
            cell.name.strip_prefix(name).unwrap_or(&cell.name).trim_start_matches('.').into()
        };
        let numbers = group.iter().find(|cell| !is_open(cell));
        let number = Cell {
            name: numbers.map_or_else(|| within(&first), |cell| within(cell)),
            offset: start,
            size,
            kind: CellKind::Bits(8 * size as u32),
            source_type: numbers.filter(|cell| cell.size == size).and_then(|cell| cell.source_type),
            never_null: false,
        };
        let reference = one.then(|| Cell { name: within(&first), ..first });
        let mut all = self.overlaid.borrow_mut();
        let kind = CellKind::Union(all.len() as u32);
        all.push(Rc::new(Overlaid { reference, number }));
        let (name, source_type) = (name.into(), None);
        Some(Cell { name, offset: start, size, kind, source_type, never_null: false })
    }

    /// The cells of a type at an offset; of a union without pointers those of its largest member.
    fn flatten(&self, id: SourceTypeId, at: u64, name: &str, depth: u32, cells: &mut Vec<Cell>) {
        if depth > 32 || cells.len() >= MOST_CELLS {
            return;
        }
        let stripped = self.stripped(id);
        let inner = |field: &str| match (name.is_empty(), field.is_empty()) {
            (true, _) => field.to_owned(),
            (_, true) => name.to_owned(),
            _ => format!("{name}.{field}"),
        };
        match self.source_types().get(stripped) {
            SourceType::Record { union: true, fields, .. } => {
                let member = |field: &SourceField| {
                    let mut cells = Vec::new();
                    self.flatten(field.source_type, at, &inner(&field.name), depth + 1, &mut cells);
                    cells
                };
                let members: Vec<Vec<Cell>> = fields.iter().map(member).collect();
                if let Some(overlaid) = self.overlay(&members, name) {
                    cells.extend(overlaid);
                    return;
                }
                let size = |field: &&SourceField| self.size_of(field.source_type);
                let largest = fields.iter().map(|field| size(&field)).max().flatten();
                if let Some(field) = fields.iter().find(|field| size(field) == largest) {
                    self.flatten(field.source_type, at, &inner(&field.name), depth + 1, cells);
                }
            }
            SourceType::Record { fields, .. } => {
                for field in fields {
                    let whole = field.bit_width.is_none() && field.bit_offset % 8 == 0;
                    if whole {
                        let offset = at + field.bit_offset / 8;
                        let name = inner(&field.name);
                        self.flatten(field.source_type, offset, &name, depth + 1, cells);
                    }
                }
            }
            SourceType::Array(element, count) => {
                let Some(size) = self.size_of(*element) else { return };
                for index in 0..count.unwrap_or(0).min(MOST_CELLS as u64) {
                    if cells.len() >= MOST_CELLS {
                        return;
                    }
                    let name = format!("{name}[{index}]");
                    self.flatten(*element, at + index * size, &name, depth + 1, cells);
                }
            }
            _ => cells.extend(self.scalar(id, name, at)),
        }
    }
}

/// A field that hides another of the same name gets its offset as part of its name: symbols are called by names.
fn make_names_unique(cells: &mut [Cell]) {
    let mut seen = rustc_hash::FxHashSet::default();
    for cell in cells {
        if !seen.insert(Rc::clone(&cell.name)) {
            cell.name = format!("{}@{}", cell.name, cell.offset).into();
        }
    }
}
