//! Memory where a finding fails, drawn in characters: calls with their variables, then each object with its fields.
//!
//! ```text
//! remove_value()
//!     at ──▷ heap#8, which is freed
//!     before ──▶ heap#9
//! heap#9: struct node
//!     value = 10
//!     next ──▷ heap#8, which is freed
//! ╳ heap#8: struct node, freed
//!     value = 0
//!     next ──▏NULL
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::memory_states::{
    BoxKind, BoxLife, Holds, MemoryBox, MemoryField, MemoryState, boxes_behind,
};

/// What there is behind the last of the states, as lines; empty where nothing was kept.
pub fn draw(states: &[MemoryState]) -> String {
    let boxes = boxes_behind(states);
    let calls = boxes.values().rev().filter(|one| one.kind == BoxKind::Call);
    let objects = boxes.values().filter(|one| one.kind != BoxKind::Call);
    let mut text = String::new();
    for one in calls.chain(objects) {
        let _ = writeln!(text, "{}", heading(one));
        for field in &one.fields {
            let _ = writeln!(text, "    {}", line(field, &boxes));
        }
        if one.more > 0 {
            let _ = writeln!(text, "    … {} more", one.more);
        }
    }
    let hidden = states.last().map_or(0, |state| state.hidden);
    if hidden > 0 {
        let _ = writeln!(text, "… {hidden} more objects");
    }
    text
}

fn heading(one: &MemoryBox) -> String {
    let name = &one.name;
    match (one.kind, one.life) {
        (BoxKind::Call, _) => format!("{name}()"),
        (_, BoxLife::Alive) => format!("{name}: {}", one.type_name),
        (_, life) => format!("╳ {name}: {}, {}", one.type_name, word(life)),
    }
}

fn word(life: BoxLife) -> &'static str {
    match life {
        BoxLife::Alive => "alive",
        BoxLife::Freed => "freed",
        BoxLife::Ended => "out of scope",
    }
}

fn line(field: &MemoryField, boxes: &BTreeMap<i64, MemoryBox>) -> String {
    let name = if field.name.is_empty() { "value" } else { &field.name };
    let target = field.to.and_then(|to| boxes.get(&to));
    match (field.holds, target) {
        (Holds::Null, _) => format!("{name} ──▏{}", field.value),
        (Holds::Nothing, _) => format!("{name} = ? (never written)"),
        (Holds::Pointer, Some(target)) if target.life != BoxLife::Alive => {
            format!("{name} ──▷ {}, which is {}", field.value, word(target.life))
        }
        (Holds::Pointer, _) => format!("{name} ──▶ {}", field.value),
        (Holds::Number, _) => format!("{name} = {}", field.value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, value: &str, holds: Holds, to: Option<i64>) -> MemoryField {
        let (name, value) = (name.to_owned(), value.to_owned());
        MemoryField { name, type_name: String::new(), value, holds, to, at: None }
    }

    fn one(
        id: i64,
        kind: BoxKind,
        name: &str,
        life: BoxLife,
        fields: Vec<MemoryField>,
    ) -> MemoryBox {
        let (name, type_name) = (name.to_owned(), "struct node".to_owned());
        MemoryBox { id, kind, name, type_name, life, line: None, fields, more: 0 }
    }

    #[test]
    fn dangling_null_and_unwritten_are_plain_to_see() {
        let state = MemoryState {
            changed: vec![
                one(
                    -1,
                    BoxKind::Call,
                    "main",
                    BoxLife::Alive,
                    vec![field("p", "heap#1", Holds::Pointer, Some(1))],
                ),
                one(
                    -2,
                    BoxKind::Call,
                    "f",
                    BoxLife::Alive,
                    vec![field("i", "3", Holds::Number, None)],
                ),
                one(
                    1,
                    BoxKind::Heap,
                    "heap#1",
                    BoxLife::Freed,
                    vec![field("next", "NULL", Holds::Null, None)],
                ),
                one(
                    2,
                    BoxKind::Global,
                    "g",
                    BoxLife::Alive,
                    vec![field("", "?", Holds::Nothing, None)],
                ),
            ],
            gone: Vec::new(),
            hidden: 2,
        };
        let want = "main()\n    p ──▷ heap#1, which is freed\nf()\n    i = 3\n\
            ╳ heap#1: struct node, freed\n    next ──▏NULL\ng: struct node\n    value = ? (never written)\n… 2 more objects\n";
        assert_eq!(draw(&[state]), want.replace("\\\n", "\n"));
        assert_eq!(draw(&[]), "");
    }
}
