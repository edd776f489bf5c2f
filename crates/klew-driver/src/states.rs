//! Memory at the steps of a finding's path, in the words of the source: what klew's own run of it kept is looked into.
//!
//! Two passes: the first learns what nameless objects hold, from the types of what points to them; the second tells them field by
//! field. What is drawn is what the program's own variables lead to, and what it allocated.
//!
//! **Invariant**: bounded: the last steps, the nearest objects, the first fields; what is left out is counted.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use klew_forward::{
    Call, Life, Meaning, Replay, SeenObject, Snapshot, TraceEvent, TraceValue, follow,
    is_value_class,
};
use klew_ir::object_layout::is_in_header;
use klew_ir::{FloatFormat, FunctionBody, FunctionId, Program, SourceType, SourceTypeId, Type};
use klew_memory::ObjectKind;
use klew_report::memory_states::{
    BoxKind, BoxLife, Holds, MemoryBox, MemoryField, MemoryState, difference,
};
use klew_report::value::format_bytes;
use klew_term::Terms;

use crate::fields::{Leaf, Leaves, member};
use crate::findings::place;
use crate::front_end::Names;
use crate::input_heap::types;
use crate::trace::{meant, part, show};

/// States of the last so many steps are told.
const MOST_STATES: usize = 1_000;
/// Objects of a state.
const MOST_OBJECTS: usize = 60;
/// Calls of a state, the innermost.
const MOST_CALLS: usize = 8;
/// Snapshots from which types are learnt.
const MOST_LEARNT: usize = 200;

/// A run whose memory was kept.
pub struct States<'s> {
    program: &'s Program,
    names: &'s dyn Names,
    terms: &'s Terms,
    replay: &'s Replay,
    /// What nameless objects hold.
    learnt: RefCell<BTreeMap<i32, SourceTypeId>>,
}

impl<'s> States<'s> {
    /// None where no memory was kept.
    pub fn new(
        program: &'s Program,
        names: &'s dyn Names,
        terms: &'s Terms,
        replay: &'s Replay,
    ) -> Option<States<'s>> {
        let snapshots = replay.snapshots.as_ref()?;
        let states = States { program, names, terms, replay, learnt: RefCell::default() };
        for step in &replay.trace {
            if let TraceEvent::Assign { source_type: Some(id), value, id: 0, .. } = &step.event {
                states.learn(*id, value);
            }
        }
        let last = replay.calls.iter().flat_map(|call| &call.variables);
        for (_, source_type, value) in last {
            if let Some(id) = source_type {
                states.learn(*id, value);
            }
        }
        let every = replay.trace.len() / MOST_LEARNT + 1;
        let some = (0..replay.trace.len()).rev().step_by(every);
        for snapshot in
            snapshots.last().into_iter().chain(some.filter_map(|at| snapshots.at(at + 1)))
        {
            states.learn_from(snapshot);
        }
        Some(states)
    }

    /// A pointer of that type shows what its target holds.
    fn learn(&self, pointer: SourceTypeId, value: &TraceValue) -> bool {
        let TraceValue::Pointer { id, offset, .. } = value else { return false };
        let sources = self.program.source_types();
        let Some(target) = sources.pointee(pointer).filter(|_| *id != 0) else { return false };
        let rank = |id: SourceTypeId| match sources.get_resolved(id) {
            SourceType::Record { .. } => 3,
            SourceType::Int { character: true, .. } => 1,
            SourceType::Void | SourceType::Function | SourceType::Unknown => 0,
            _ => 2,
        };
        let size = sources.size_of(target, self.program.data_model.pointer_size()).unwrap_or(0);
        let fits = *offset == 0 || size > 0 && *offset > 0 && (*offset as u64).is_multiple_of(size);
        let mut learnt = self.learnt.borrow_mut();
        let known = learnt.get(id).map_or(0, |known| rank(*known));
        let better = fits && rank(target) > known;
        if better {
            learnt.insert(*id, target);
        }
        better
    }

    /// Fields that point somewhere show what is there, as long as that tells anything new.
    fn learn_from(&self, snapshot: &Snapshot) {
        let mut open: VecDeque<i32> = self.learnt.borrow().keys().copied().collect();
        let typed =
            |id: &i32| self.object(snapshot, *id).is_some_and(|one| one.source_type.is_some());
        open.extend(snapshot.ids().take(10 * MOST_OBJECTS).filter(typed));
        while let Some(id) = open.pop_front() {
            for (leaf, value) in self.leaves(snapshot, id).0 {
                let learnt = leaf.source_type.is_some_and(|pointer| self.learn(pointer, &value));
                if let (true, TraceValue::Pointer { id, .. }) = (learnt, &value) {
                    open.push_back(*id);
                }
            }
        }
    }

    fn object(&self, snapshot: &Snapshot, id: i32) -> Option<SeenObject> {
        snapshot.object(self.program, self.terms, id)
    }

    fn type_of(&self, object: &SeenObject) -> Option<SourceTypeId> {
        object.source_type.or_else(|| self.learnt.borrow().get(&object.id).copied())
    }

    /// What a field of a nameless object is called, and its type; none of what is not the programmer's.
    pub fn field_of(&self, id: i32, offset: u64) -> Option<(String, Option<SourceTypeId>)> {
        if self.program.data_model.typed_memory && is_in_header(offset) {
            return None;
        }
        let object = self.object(self.replay.snapshots.as_ref()?.last()?, id)?;
        let label = self.label(&object);
        let is_class = |id: &SourceTypeId| self.program.source_types().is_class(*id);
        if let Some(class) = object.source_type.filter(is_class) {
            let (name, source_type) = member(self.program, class, offset)?;
            return Some((format!("{label}{name}"), Some(source_type)));
        }
        Some(match self.type_of(&object) {
            Some(source_type) => {
                let size = types_size(self.program, source_type);
                let is_array = size.is_some_and(|size| size > 0 && object.size >= 2 * size);
                let (index, offset) = match size {
                    Some(size) if is_array => (format!("[{}]", offset / size), offset % size),
                    _ => (String::new(), offset),
                };
                let (path, leaf) = part(self.program, Some(source_type), offset);
                (format!("{label}{index}{path}"), leaf)
            }
            None => (format!("{label} + {offset}"), None),
        })
    }

    /// States behind the steps of the trace with these numbers, and where the run ended.
    pub fn told(&self, steps: &[usize]) -> Vec<MemoryState> {
        let Some(snapshots) = &self.replay.snapshots else { return Vec::new() };
        let first = steps.len().saturating_sub(MOST_STATES);
        let mut calls: Vec<Call> = Vec::new();
        let (mut before, mut last_seen) = (BTreeMap::new(), BTreeMap::new());
        let mut states = Vec::new();
        // Where an exception began that nobody has caught so far: the calls there, and the step that it ended.
        let mut thrown: Option<(Vec<Call>, usize)> = None;
        let mut next = steps.iter().skip(first).peekable();
        for (number, step) in self.replay.trace.iter().enumerate() {
            match &step.event {
                TraceEvent::Return { values, .. } if self.names.results(values).1.is_some() => {
                    thrown.get_or_insert_with(|| (calls.clone(), number));
                }
                // Whether there is an exception is asked behind each call, and klew notes where it passes.
                TraceEvent::Branch { .. } => {}
                TraceEvent::Assign { variable, .. } if self.names.is_made(variable) => {}
                _ if self.is_own(step.function) => thrown = None,
                _ => {}
            }
            follow(&mut calls, step);
            if next.next_if_eq(&&number).is_none() {
                continue;
            }
            let after = match snapshots.at(number + 1) {
                Some(snapshot) => self.boxes(snapshot, &calls, &mut last_seen),
                None => (before.clone(), 0),
            };
            states.push(difference(&before, &after.0, after.1));
            before = after.0;
        }
        // Steps that only say that others were left out.
        states.extend(next.map(|_| MemoryState::default()));
        let end = match &thrown {
            Some((calls, number)) if !self.replay.truncated => {
                snapshots.at(*number).map(|snapshot| (snapshot, calls))
            }
            _ => snapshots.last().map(|snapshot| (snapshot, &self.replay.calls)),
        };
        if let Some((snapshot, calls)) = end {
            let (after, hidden) = self.boxes(snapshot, calls, &mut last_seen);
            states.push(difference(&before, &after, hidden));
        }
        states
    }

    /// Whether a function is the program's own.
    fn is_own(&self, function: FunctionId) -> bool {
        let function = self.program.function(function);
        !function.library && function.position.is_known() && self.names.is_own(&function.name)
    }

    /// All boxes of a moment, and how many objects are left out. `last_seen` keeps what objects held while they lived.
    fn boxes(
        &self,
        snapshot: &Snapshot,
        calls: &[Call],
        last_seen: &mut BTreeMap<i32, MemoryBox>,
    ) -> (BTreeMap<i64, MemoryBox>, u64) {
        let own: Vec<(usize, &Call)> =
            calls.iter().enumerate().filter(|(_, call)| self.is_own(call.function)).collect();
        let shown = &own[own.len().saturating_sub(MOST_CALLS)..];
        let mut boxes: BTreeMap<i64, MemoryBox> = BTreeMap::new();
        let mut open: VecDeque<i32> = VecDeque::new();
        for (depth, call) in shown {
            let one = self.call_box(snapshot, -1 - *depth as i64, call);
            open.extend(targets(&one));
            boxes.insert(one.id, one);
        }
        let (variables, allocated) = self.roots(snapshot, &own);
        open.extend(variables);
        // What nothing leads to comes last, the newest first.
        let mut allocated = allocated.into_iter().rev();
        let (mut seen, mut hidden) = (BTreeSet::new(), 0);
        while let Some(id) = open.pop_front().or_else(|| allocated.next()) {
            let Some(object) = self.object(snapshot, id).filter(|_| seen.insert(id)) else {
                continue;
            };
            if !self.is_drawn(&object) {
                continue;
            }
            if boxes.len() >= MOST_OBJECTS + shown.len() {
                hidden += 1;
                continue;
            }
            let one = match object.life {
                Life::Alive => self.object_box(snapshot, &object),
                // What it held is gone from memory; the drawing tells what that was.
                life => {
                    let was = last_seen.get(&id).cloned();
                    let was = was.unwrap_or_else(|| self.object_box(snapshot, &object));
                    MemoryBox { life: box_life(life), ..was }
                }
            };
            open.extend(targets(&one).into_iter().filter(|_| object.life == Life::Alive));
            last_seen.insert(id, MemoryBox { life: BoxLife::Alive, ..one.clone() });
            boxes.insert(one.id, one);
        }
        for one in boxes.values_mut() {
            self.forget_hidden(&mut one.fields);
        }
        let drawn: BTreeSet<i64> = boxes.keys().copied().collect();
        for field in boxes.values_mut().flat_map(|one| &mut one.fields) {
            field.to = field.to.filter(|to| drawn.contains(to));
        }
        (boxes, hidden)
    }

    /// Objects that are drawn whether or not something leads to them: variables, and what was allocated.
    fn roots(&self, snapshot: &Snapshot, calls: &[(usize, &Call)]) -> (Vec<i32>, Vec<i32>) {
        let mut roots = (Vec::new(), Vec::new(), Vec::new());
        for id in snapshot.ids().filter(|id| snapshot.may_be_drawn(*id)) {
            let Some(object) = self.object(snapshot, id).filter(|one| one.life == Life::Alive)
            else {
                continue;
            };
            match (object.kind, &object.name) {
                (ObjectKind::Stack, Some(name)) if is_variable(self.program, calls, name) => {
                    roots.0.push(id)
                }
                (ObjectKind::Global, Some(name)) if self.is_own_global(&object, name) => {
                    roots.1.push(id)
                }
                // Where the programmer manages memory, what nothing points to is lost.
                (ObjectKind::Heap, _)
                    if self.names.shows_memory() && object.allocated_at.is_known() =>
                {
                    roots.2.push(id);
                }
                _ => {}
            }
        }
        ([roots.0, roots.1].concat(), roots.2)
    }

    fn is_own_global(&self, object: &SeenObject, name: &str) -> bool {
        let is_own = self.names.is_own_global(name) && !self.names.is_made(name);
        let global = self.program.globals.iter().find(|global| global.name == name);
        let has_place =
            global.is_some_and(|global| global.position.is_known()) || !self.names.shows_memory();
        is_own && has_place && object.writable && object.source_type.is_some()
    }

    /// Code and constants are told in the pointer's place.
    fn is_drawn(&self, object: &SeenObject) -> bool {
        let is_code = matches!(object.kind, ObjectKind::Function(_));
        !is_code && !self.is_value(object) && (object.writable || object.life != Life::Alive)
    }

    /// Whether its objects are shown as the value that they stand for.
    fn is_value(&self, object: &SeenObject) -> bool {
        let declared = object.source_type.map(|id| self.program.source_types().get_resolved(id));
        matches!(declared, Some(SourceType::Record { name, .. }) if is_value_class(name))
    }

    fn call_box(&self, snapshot: &Snapshot, id: i64, call: &Call) -> MemoryBox {
        let function = self.program.function(call.function);
        let receiver = self.names.receiver(&function.name, call.arguments.len());
        let receiver = receiver.zip(call.arguments.first()).map(|(name, value)| {
            let source_type = function.parameter_types.first().copied().flatten();
            self.field(snapshot, name.to_owned(), source_type, value)
        });
        let fields = call.variables.iter().filter(|(name, ..)| {
            !self.names.is_made(name) && receiver.as_ref().is_none_or(|known| known.name != *name)
        });
        let field = |(name, source_type, value): &(String, Option<SourceTypeId>, TraceValue)| {
            self.field(snapshot, name.clone(), *source_type, value)
        };
        MemoryBox {
            id,
            kind: BoxKind::Call,
            name: self.names.function(&function.name).to_owned(),
            type_name: String::new(),
            life: BoxLife::Alive,
            line: place(self.program, function.position).map(|place| place.line),
            fields: receiver.clone().into_iter().chain(fields.map(field)).collect(),
            more: 0,
        }
    }

    fn object_box(&self, snapshot: &Snapshot, object: &SeenObject) -> MemoryBox {
        let (leaves, more) = self.leaves(snapshot, object.id);
        let field = |(leaf, value): (Leaf, TraceValue)| {
            self.field(snapshot, leaf.name, leaf.source_type, &value)
        };
        MemoryBox {
            id: i64::from(object.id),
            kind: match object.kind {
                ObjectKind::Stack => BoxKind::Stack,
                ObjectKind::Global | ObjectKind::Function(_) => BoxKind::Global,
                ObjectKind::Input => BoxKind::Input,
                ObjectKind::Heap => BoxKind::Heap,
            },
            name: self.label(object),
            type_name: self.type_name(snapshot, object),
            life: box_life(object.life),
            line: place(self.program, object.allocated_at).map(|place| place.line),
            fields: leaves.into_iter().map(field).collect(),
            more,
        }
    }

    fn type_name(&self, snapshot: &Snapshot, object: &SeenObject) -> String {
        let Some(id) = self.type_of(object) else { return format!("{} bytes", object.size) };
        let name = types::name(self.program, id);
        let has_header = self.program.source_types().is_class(id);
        if let Some(element) = name.strip_suffix("[]").filter(|_| has_header) {
            return format!("{element}[{}]", snapshot.length(object.id).unwrap_or(0));
        }
        match types_size(self.program, id) {
            Some(each) if each > 0 && object.size >= 2 * each => {
                format!("{name}[{}]", object.size / each)
            }
            _ => name,
        }
    }

    /// `heap#3`; variables have their names, objects of classes their class and number.
    fn label(&self, object: &SeenObject) -> String {
        if let Some(name) = &object.name {
            return self.names.object(self.program, name).trim_start_matches('&').to_owned();
        }
        let types = self.program.source_types();
        match object.source_type.filter(|id| types.is_class(*id)) {
            Some(id) => format!("{}@{}", types::short_name(self.program, id), object.id),
            None if object.kind == ObjectKind::Heap => format!("heap#{}", object.id),
            None => format!("object#{}", object.id),
        }
    }

    /// Fields with what they hold, and how many more there are.
    fn leaves(&self, snapshot: &Snapshot, id: i32) -> (Vec<(Leaf, TraceValue)>, u64) {
        let Some(object) = self.object(snapshot, id).filter(|one| one.life == Life::Alive) else {
            return (Vec::new(), 0);
        };
        let view = |offset, size| snapshot.view((self.program, self.terms), id, (offset, size));
        let Some(source_type) = self.type_of(&object) else {
            let runs = view(0, object.size);
            let more = runs.len().saturating_sub(crate::fields::MOST) as u64;
            let runs = runs.into_iter().take(crate::fields::MOST);
            let raw = |(offset, size, value)| {
                let name = format!("@{offset}");
                (Leaf { name, offset, size, source_type: None }, value)
            };
            return (runs.map(raw).collect(), more);
        };
        let is_object =
            self.program.source_types().is_class(source_type) && object.source_type.is_some();
        let leaves = match is_object {
            true => {
                let length = u64::from(snapshot.length(id).unwrap_or(0));
                Leaves::of_class(self.program, source_type, object.size, length)
            }
            false => Leaves::of(self.program, source_type, object.size),
        };
        let more = leaves.more;
        let leaves = leaves.found().into_iter();
        let leaves = leaves.filter(|leaf| !is_object || !is_in_header(leaf.offset));
        let told = |leaf: Leaf| {
            let mut runs = view(leaf.offset, leaf.size);
            // Of a text, what was written of its beginning.
            if self.is_text(leaf.source_type) && runs.len() > 1 {
                runs.truncate(1);
            }
            (leaf, whole(runs))
        };
        (leaves.map(told).collect(), more)
    }

    /// Whether bytes of that type are characters, of which several are a text.
    fn is_text(&self, source_type: Option<SourceTypeId>) -> bool {
        let resolved = source_type.map(|id| self.program.source_types().get_resolved(id));
        matches!(resolved, Some(SourceType::Int { character: true, bits: 8, .. }))
    }

    /// A variable, field or element.
    fn field(
        &self,
        snapshot: &Snapshot,
        name: String,
        source_type: Option<SourceTypeId>,
        value: &TraceValue,
    ) -> MemoryField {
        let value = self.read_as(value, source_type);
        let type_name = source_type.map_or_else(String::new, |id| types::name(self.program, id));
        let (text, holds, to, at) = match &value {
            TraceValue::Undefined => ("?".to_owned(), Holds::Nothing, None, None),
            TraceValue::Pointer { object: None, offset: 0, .. } => {
                (self.names.null().to_owned(), Holds::Null, None, None)
            }
            TraceValue::Pointer { id, offset, .. } if *id != 0 => {
                let target = self.object(snapshot, *id);
                let is_code = |one: &SeenObject| matches!(one.kind, ObjectKind::Function(_));
                let code = target.as_ref().filter(|one| is_code(one)).map(|one| self.label(one));
                match code.or_else(|| self.text(snapshot, *id, *offset)) {
                    Some(text) => (text, Holds::Number, None, None),
                    None => {
                        let label = target.map_or_else(String::new, |target| self.label(&target));
                        let text = match offset {
                            0 => label,
                            offset => format!("{label} + {offset}"),
                        };
                        let at = (*offset != 0).then_some(*offset);
                        (text, Holds::Pointer, Some(i64::from(*id)), at)
                    }
                }
            }
            TraceValue::Bits(bytes, Type::Int(bits))
                if source_type.is_none()
                    || *bits > 128
                    || *bits > 8 && self.is_text(source_type) =>
            {
                (format_bytes(bytes), Holds::Number, None, None)
            }
            value => {
                (show(self.program, value, source_type, self.names), Holds::Number, None, None)
            }
        };
        MemoryField { name, type_name, value: text, holds, to, at }
    }

    /// Bytes as their type takes them.
    fn read_as(&self, value: &TraceValue, source_type: Option<SourceTypeId>) -> TraceValue {
        let (TraceValue::Bits(bytes, _), Some(id)) = (value, source_type) else {
            return value.clone();
        };
        match self.program.source_types().get_resolved(id) {
            SourceType::Pointer(_) if bytes.len() <= 8 => {
                let number =
                    bytes.iter().rev().fold(0_u64, |all, byte| all << 8 | u64::from(*byte));
                let offset = number as i64;
                TraceValue::Pointer { object: None, id: 0, offset, meaning: None }
            }
            SourceType::Float { bits: 32, .. } => {
                TraceValue::Bits(bytes.clone(), Type::Float(FloatFormat::Single))
            }
            SourceType::Float { bits: 64, .. } => {
                TraceValue::Bits(bytes.clone(), Type::Float(FloatFormat::Double))
            }
            _ => value.clone(),
        }
    }

    /// What a pointer's target stands for, where that need not be drawn: a constant string of C, a `String` of Java.
    fn text(&self, snapshot: &Snapshot, id: i32, offset: i64) -> Option<String> {
        let object = self.object(snapshot, id).filter(|object| object.life == Life::Alive)?;
        match snapshot.meaning((self.program, self.terms), id, offset)? {
            Meaning::Builder(_) | Meaning::Constant(_) => None,
            Meaning::Bytes(_) if object.writable => None,
            meaning => Some(meant(self.program, &meaning)?.0),
        }
    }

    /// What a pointer to a constant is called is enough.
    fn forget_hidden(&self, fields: &mut [MemoryField]) {
        for field in fields.iter_mut().filter(|field| field.value.is_empty()) {
            field.value = "?".to_owned();
        }
    }
}

/// The boxes that fields point to.
fn targets(one: &MemoryBox) -> Vec<i32> {
    one.fields.iter().filter_map(|field| i32::try_from(field.to?).ok()).collect()
}

/// The one value of a range; what is only partly known is not.
fn whole(runs: Vec<(u64, u64, TraceValue)>) -> TraceValue {
    match <[_; 1]>::try_from(runs) {
        Ok([(_, _, value)]) => value,
        Err(_) => TraceValue::Undefined,
    }
}

fn types_size(program: &Program, id: SourceTypeId) -> Option<u64> {
    program.source_types().size_of(id, program.data_model.pointer_size())
}

fn box_life(life: Life) -> BoxLife {
    match life {
        Life::Alive => BoxLife::Alive,
        Life::Freed => BoxLife::Freed,
        Life::Ended => BoxLife::Ended,
    }
}

/// Whether a call has a variable of that name.
fn is_variable(program: &Program, calls: &[(usize, &Call)], name: &str) -> bool {
    calls.iter().any(|(_, call)| match &program.function(call.function).body {
        FunctionBody::Defined(definition) => {
            definition.variables.iter().any(|variable| variable.name == name)
        }
        _ => false,
    })
}
