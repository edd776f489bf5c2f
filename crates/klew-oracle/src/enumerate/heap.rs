//! Objects of a run.

use std::collections::BTreeMap;

use klew_ir::SourceTypeId;

/// A value of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Its bits.
    Int(u64),
    /// The null pointer.
    Null,
    /// An object, and a byte in it.
    Pointer(usize, u64),
}

/// Where an object comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// It existed before the run. Its exact type; for what a C pointer points to, that of one element.
    Input(SourceTypeId),
    /// The run allocated it: its bytes, and whether they are 0.
    Allocated { size: u64, zeroed: bool },
}

/// An object.
#[derive(Clone, Debug)]
pub(super) struct Object {
    pub(super) origin: Origin,
    /// What is known to lie at which byte, and in how many: numbers byte by byte.
    pub(super) fields: BTreeMap<u64, (u64, Value)>,
    /// How many elements an input object has, once that is chosen.
    pub(super) count: Option<u64>,
    /// Whether it may be freed.
    pub(super) heap: bool,
    /// When it was allocated (0: before the run) and freed.
    pub(super) born: u64,
    pub(super) died: Option<u64>,
}

impl Object {
    /// The byte that is known to lie there; an error if it is one of a pointer.
    pub(super) fn byte(&self, at: u64) -> Result<Option<u8>, &'static str> {
        match self.entries(at, 1).next() {
            None => Ok(None),
            Some(Value::Int(byte)) => Ok(Some(byte as u8)),
            Some(_) => Err("a byte of a pointer"),
        }
    }

    /// The pointer that is known to lie there; an error if some of its bytes were written in another way.
    pub(super) fn pointer(&self, at: u64, bytes: u64) -> Result<Option<Value>, &'static str> {
        match (self.fields.get(&at), self.entries(at, bytes).next()) {
            (_, None) => Ok(None),
            (Some(&(_, pointer @ (Value::Null | Value::Pointer(..)))), _) => Ok(Some(pointer)),
            _ => Err("a pointer in the bytes of something else"),
        }
    }

    /// What lies in a range, as far as it is known.
    fn entries(&self, at: u64, bytes: u64) -> impl Iterator<Item = Value> {
        let near = self.fields.range(at.saturating_sub(15)..at + bytes);
        near.filter(move |(start, (size, _))| *start + size > at).map(|(_, (_, value))| *value)
    }

    /// Writes; an error if that leaves a part of a pointer.
    pub(super) fn put(&mut self, at: u64, bytes: u64, value: Value) -> Result<(), &'static str> {
        let Value::Int(number) = value else {
            self.pointer(at, bytes)?;
            self.fields.insert(at, (bytes, value));
            return Ok(());
        };
        for index in 0..bytes {
            self.byte(at + index)?;
            self.fields.insert(at + index, (1, Value::Int(number >> (8 * index) & 0xff)));
        }
        Ok(())
    }

    /// Whether both were alive at the same time.
    pub(super) fn lived_with(&self, other: &Object) -> bool {
        let before = |a: &Object, b: &Object| a.died.is_some_and(|died| died <= b.born);
        !before(self, other) && !before(other, self)
    }
}
