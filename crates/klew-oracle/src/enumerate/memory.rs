//! Memory and inputs of a run.

use klew_ir::{SourceType, SourceTypeId, Type};

use super::EnumerateError;
use super::heap::{Object, Origin, Value};
use super::machine::{Machine, Step, Stop};
use super::types::Place;

impl Machine<'_, '_> {
    pub(super) fn create(&mut self, origin: Origin, heap: bool, born: u64) -> usize {
        let fields = Default::default();
        self.objects.push(Object { origin, fields, count: None, heap, born, died: None });
        self.objects.len() - 1
    }

    /// Whether two pointers are equal.
    pub(super) fn same(&self, a: Value, b: Value) -> Step<bool> {
        match (a, b) {
            (Value::Null, Value::Null) => Ok(true),
            (Value::Pointer(a, at), Value::Pointer(b, bt)) if a == b => Ok(at == bt),
            (Value::Pointer(a, 0), Value::Pointer(b, 0)) => {
                if self.objects[a].lived_with(&self.objects[b]) {
                    Ok(false)
                } else {
                    Err(Stop::Error(EnumerateError::AddressReuse))
                }
            }
            (Value::Null, Value::Pointer(_, 0)) | (Value::Pointer(_, 0), Value::Null) => Ok(false),
            _ => Err(self.unsupported("a comparison of pointers into objects")),
        }
    }

    pub(super) fn is_freeable(&self, pointer: Value) -> bool {
        match pointer {
            Value::Null => true,
            Value::Pointer(object, offset) => {
                let object = &self.objects[object];
                object.heap && object.died.is_none() && offset == 0
            }
            Value::Int(_) => false,
        }
    }

    pub(super) fn is_accessible(&mut self, pointer: Value, size: u64) -> Step<bool> {
        let Value::Pointer(object, offset) = pointer else { return Ok(false) };
        if self.objects[object].died.is_some() {
            return Ok(false);
        }
        let Some(end) = offset.checked_add(size) else { return Ok(false) };
        let (first, each, most) = match self.objects[object].origin {
            Origin::Allocated { size, .. } => return Ok(end <= size),
            Origin::Input(class) => {
                let Some(first) = self.types.size(class) else {
                    return Err(self.unsupported("an input object of this type"));
                };
                match self.types.elements(class) {
                    Some(element) => (first, self.types.size(element), None),
                    None if self.types.is_class(class) => return Ok(end <= first),
                    None => (0, Some(first), Some(self.bounds.array_max)),
                }
            }
        };
        let Some(each) = each else { return Err(self.unsupported("elements of this type")) };
        if end <= first || (most.is_some() && end <= each) {
            return Ok(true);
        }
        let count = self.count(object);
        Ok(end <= first + count * each)
    }

    /// How many elements an input object has.
    pub(super) fn count(&mut self, object: usize) -> u64 {
        if let Some(count) = self.objects[object].count {
            return count;
        }
        // What a C pointer points to has at least one element.
        let least = match self.objects[object].origin {
            Origin::Input(class) if self.types.is_class(class) => 0,
            _ => 1,
        };
        let max = self.bounds.array_max;
        let meaning =
            |taken: usize| format!("object {object} has {} elements", least + taken as u64);
        let count = least + self.choices.choose((max - least + 1) as usize, meaning) as u64;
        self.objects[object].count = Some(count);
        count
    }

    /// The object and byte of an access that must be right.
    pub(super) fn accessible(&mut self, pointer: Value, size: u64) -> Step<(usize, u64)> {
        match pointer {
            Value::Pointer(object, offset) if self.is_accessible(pointer, size)? => {
                Ok((object, offset))
            }
            _ => Err(self.unchecked(format!("an access of {size} bytes at {pointer:?}"))),
        }
    }

    pub(super) fn load(&mut self, pointer: Value, kind: Type) -> Step<Value> {
        let bytes = self.bytes(kind);
        let (object, offset) = self.accessible(pointer, bytes)?;
        match kind {
            Type::Int(_) => {
                let mut number = 0;
                for index in 0..bytes {
                    number |= u64::from(self.byte(object, (offset, bytes), index)?) << (8 * index);
                }
                Ok(Value::Int(number))
            }
            Type::Pointer => self.pointer(object, offset),
            Type::Float(_) => Err(self.unsupported("floating point")),
        }
    }

    fn pointer(&mut self, object: usize, offset: u64) -> Step<Value> {
        let bytes = self.bytes(Type::Pointer);
        match self.objects[object].pointer(offset, bytes) {
            Ok(Some(value)) => return Ok(value),
            Ok(None) => {}
            Err(what) => return Err(self.unsupported(what)),
        }
        let value = match self.objects[object].origin {
            Origin::Allocated { zeroed: true, .. } => Value::Null,
            Origin::Allocated { .. } => return Err(self.unsupported("a value never written")),
            Origin::Input(class) => match self.types.place(class, offset) {
                Some(Place::Field(declared)) => {
                    let name = format!("object {object} at {offset}");
                    self.initial(&name, declared, Type::Pointer)?
                }
                _ => return Err(self.unsupported("a pointer where none is declared")),
            },
        };
        let written = self.objects[object].put(offset, bytes, value);
        written.map_err(|what| self.unsupported(what))?;
        Ok(value)
    }

    /// A byte of a number of so many bytes that is read from `start` on.
    fn byte(&mut self, object: usize, (start, bytes): (u64, u64), index: u64) -> Step<u8> {
        let at = start + index;
        match self.objects[object].byte(at) {
            Ok(Some(byte)) => return Ok(byte),
            Ok(None) => {}
            Err(what) => return Err(self.unsupported(what)),
        }
        let class = match self.objects[object].origin {
            Origin::Allocated { zeroed: true, .. } => return Ok(0),
            Origin::Allocated { .. } => return Err(self.unsupported("a value never written")),
            Origin::Input(class) => class,
        };
        let place = (0..4.min(at + 1)).find_map(|k| Some((self.types.place(class, at - k)?, k)));
        let (declared, inner) = match place {
            Some((Place::Tag(tag), inner)) => return Ok((tag >> (8 * inner)) as u8),
            Some((Place::Length, inner)) => return Ok((self.count(object) >> (8 * inner)) as u8),
            Some((Place::Field(declared), inner)) => (declared, inner),
            None => return Err(self.unsupported("a part of an input object without a type")),
        };
        let max = match (self.types.get(declared), inner) {
            (SourceType::Int { bits: 32, .. }, 0) => self.bounds.int_max,
            (SourceType::Int { bits: 8, .. }, 0) | (SourceType::Int { bits: 32, .. }, _) => {
                self.bounds.byte_max
            }
            _ => return Err(self.unsupported("an input object read in another type than its own")),
        };
        if !self.narrow || bytes > 1 && index != inner {
            return Err(self.unsupported("an input that is used without a mask"));
        }
        if index > 0 {
            // Masked away; another read may ask for it.
            return Ok(0);
        }
        let name = format!("byte {at} of object {object}");
        let taken = self.choices.choose(max as usize + 1, |taken| format!("{name} = {taken}"));
        let written = self.objects[object].put(at, 1, Value::Int(taken as u64));
        written.map_err(|what| self.unsupported(what))?;
        Ok(taken as u8)
    }

    pub(super) fn input(
        &mut self,
        name: &str,
        declared: Option<SourceTypeId>,
        kind: Type,
    ) -> Step<Value> {
        match (kind, declared) {
            (Type::Int(_), _) => self.number(name, kind),
            (Type::Pointer, Some(declared)) => self.initial(name, declared, kind),
            _ => Err(self.unsupported("an input of this type")),
        }
    }

    /// An input of a declared type.
    pub(super) fn initial(
        &mut self,
        name: &str,
        declared: SourceTypeId,
        kind: Type,
    ) -> Step<Value> {
        match (self.types.get(declared), kind) {
            (SourceType::Int { bits, .. }, Type::Int(width)) if *bits == width => {
                self.number(name, kind)
            }
            (SourceType::Pointer(to), Type::Pointer) => Ok(self.reference(name, *to)),
            _ => Err(self.unsupported("an input read in another type than its own")),
        }
    }

    pub(super) fn number(&mut self, name: &str, kind: Type) -> Step<Value> {
        let max = match kind {
            Type::Int(8) => self.bounds.byte_max,
            Type::Int(32) => self.bounds.int_max,
            _ => return Err(self.unsupported("an input of this width")),
        };
        if !self.narrow {
            return Err(self.unsupported("an input that is used without a mask"));
        }
        let taken = self.choices.choose(max as usize + 1, |taken| format!("{name} = {taken}"));
        Ok(Value::Int(taken as u64))
    }

    /// Null, an input object that fits, or a new one of each class that fits.
    pub(super) fn reference(&mut self, name: &str, declared: SourceTypeId) -> Value {
        let fits = |object: &Object| match object.origin {
            Origin::Input(class) => self.types.is_below(class, declared),
            Origin::Allocated { .. } => false,
        };
        let old: Vec<usize> =
            (0..self.objects.len()).filter(|index| fits(&self.objects[*index])).collect();
        let classes = self.types.concrete(declared);
        let (types, new) = (self.types, self.objects.len());
        let meaning = |taken: usize| match taken.checked_sub(1) {
            None => format!("{name} = null"),
            Some(index) if index < old.len() => format!("{name} = object {}", old[index]),
            Some(index) => {
                format!("{name} = object {new}, a {}", types.name(classes[index - old.len()]))
            }
        };
        let taken = self.choices.choose(1 + old.len() + classes.len(), meaning);
        match taken.checked_sub(1) {
            None => Value::Null,
            Some(index) if index < old.len() => Value::Pointer(old[index], 0),
            Some(index) => {
                let class = classes[index - old.len()];
                Value::Pointer(self.create(Origin::Input(class), true, 0), 0)
            }
        }
    }
}
