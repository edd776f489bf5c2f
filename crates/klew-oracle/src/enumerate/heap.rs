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
    /// What is known to lie at which byte, and in how many.
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
    /// What lies at those bytes; an error if they were written in another way.
    pub(super) fn get(&self, offset: u64, size: u64) -> Result<Option<Value>, &'static str> {
        let near = self.fields.range(offset.saturating_sub(15)..offset + size);
        for (&at, &(bytes, value)) in near {
            if (at, bytes) == (offset, size) {
                return Ok(Some(value));
            }
            if at + bytes > offset {
                return Err("an access to a part of what was written");
            }
        }
        Ok(None)
    }

    /// Whether both were alive at the same time.
    pub(super) fn lived_with(&self, other: &Object) -> bool {
        let before = |a: &Object, b: &Object| a.died.is_some_and(|died| died <= b.born);
        !before(self, other) && !before(other, self)
    }
}
