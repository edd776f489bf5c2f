//! Memory at the steps of a finding's path, as plain data: each step tells what is new or other than at the step before.
//!
//! Calls that go on are boxes like objects, with their variables as fields, so one drawing shows both.
//!
//! **Invariant**: what a state does not mention is as it was at the state before.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What a step changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryState {
    /// Boxes that are new or differ, whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<MemoryBox>,
    /// Boxes that are shown no more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<i64>,
    /// How many objects are not shown, as there are too many.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hidden: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A call or an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryBox {
    /// Objects count from 1 in the order in which they were made; calls from -1 down, the outermost first.
    pub id: i64,
    /// What it is.
    pub kind: BoxKind,
    /// What it is called.
    pub name: String,
    /// Its type, as the source writes it; empty where it is not known.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Whether it lives.
    pub life: BoxLife,
    /// Where it was made.
    pub line: Option<u32>,
    /// Its variables, fields or elements.
    pub fields: Vec<MemoryField>,
    /// How many more it has.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: u64,
}

/// Where a box is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoxKind {
    /// A call and its variables.
    Call,
    /// A variable that something points to.
    Stack,
    /// Allocated.
    Heap,
    /// A global variable or a static field.
    Global,
    /// An object that was there before.
    Input,
}

/// How a box is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoxLife {
    /// It lives.
    Alive,
    /// It was freed.
    Freed,
    /// Its scope was left.
    Ended,
}

/// A variable, a field or an element, and what it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryField {
    /// Its name; empty for the whole of a box.
    pub name: String,
    /// Its type, as the source writes it; empty where it is not known.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Its value, as the source writes it; for a pointer, what it points to.
    pub value: String,
    /// What kind of value that is.
    pub holds: Holds,
    /// The box that it points into.
    pub to: Option<i64>,
    /// The byte there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<i64>,
}

/// A kind of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Holds {
    /// A number, a text.
    Number,
    /// The null pointer.
    Null,
    /// A pointer into an object.
    Pointer,
    /// It was never written.
    Nothing,
}

/// All boxes that there are behind the last of these steps.
pub fn boxes_behind(states: &[MemoryState]) -> BTreeMap<i64, MemoryBox> {
    let mut all: BTreeMap<i64, MemoryBox> = BTreeMap::new();
    for state in states {
        for gone in &state.gone {
            all.remove(gone);
        }
        all.extend(state.changed.iter().map(|one| (one.id, one.clone())));
    }
    all
}

/// What one set of boxes changes of another.
pub fn difference(
    before: &BTreeMap<i64, MemoryBox>,
    after: &BTreeMap<i64, MemoryBox>,
    hidden: u64,
) -> MemoryState {
    let changed = after.values().filter(|one| before.get(&one.id) != Some(one));
    let gone = before.keys().filter(|id| !after.contains_key(id));
    MemoryState { changed: changed.cloned().collect(), gone: gone.copied().collect(), hidden }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(id: i64, name: &str) -> MemoryBox {
        MemoryBox {
            id,
            kind: BoxKind::Heap,
            name: name.to_owned(),
            type_name: String::new(),
            life: BoxLife::Alive,
            line: None,
            fields: Vec::new(),
            more: 0,
        }
    }

    #[test]
    fn differences_add_up() {
        let of = |boxes: &[MemoryBox]| -> BTreeMap<i64, MemoryBox> {
            boxes.iter().map(|one| (one.id, one.clone())).collect()
        };
        let steps = [
            of(&[one(-1, "main"), one(1, "a")]),
            of(&[one(-1, "main"), one(1, "b"), one(2, "c")]),
            of(&[one(2, "c")]),
        ];
        let (mut before, mut states) = (BTreeMap::new(), Vec::new());
        for after in &steps {
            states.push(difference(&before, after, 0));
            before = after.clone();
            assert_eq!(boxes_behind(&states), before);
        }
        assert_eq!((states[1].changed.len(), states[2].gone.len()), (2, 2));
    }
}
