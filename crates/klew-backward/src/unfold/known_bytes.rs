//! Keeping account of what is known of memory whose bytes may be accessed in any way (C). What is known of memory
//! with types is kept in [`known`](super::known).
//!
//! **Invariant**: an object whose number was never stored to memory is reached through pointers with a known aim only; so
//! writes through pointers of which nothing is known forget the others alone.

use std::collections::BTreeSet;
use std::rc::Rc;

use klew_ir::{Constant, GlobalId, Initializer, Type};
use klew_term::TermId;

use super::contents::{Base, Contents, Held, Known, Life, Range};
use super::join::Joined;
use super::unfolder::{Cursor, Incoming, Unfolder};
use crate::graph::{Pointer, Value, numbers};
use crate::initial;

/// The most cells that get a symbol where ways meet.
const MOST_JOINED: usize = 64;

impl Unfolder<'_> {
    /// The pointer gets into memory.
    pub(super) fn escape(&mut self, object: TermId) {
        if let Some(candidates) = self.candidates(object) {
            self.symbols.escaped.extend(&candidates.numbers);
        }
    }

    /// Globals whose address lies in a global at the start.
    pub(super) fn escape_relocations(&mut self) {
        for global in &self.program.globals {
            if let Initializer::Bytes(_, relocations) = &global.initializer {
                for relocation in relocations {
                    if let Constant::Global(target, _) = relocation.value {
                        self.symbols.escaped.insert(self.graph.globals[target.0 as usize]);
                    }
                }
            }
        }
    }

    /// What is known of an object; a global begins as it is declared.
    pub(super) fn known_object(&self, contents: &Contents, number: u32) -> Option<Rc<Known>> {
        if let Some(known) = contents.get(number) {
            return Some(Rc::clone(known));
        }
        let global = self.graph.objects.get(&number)?.global?;
        Some(Rc::new(Known::new(Life::Alive, Base::Initial(global, 0))))
    }

    /// Changes what is known of the objects that a pointer may point into; `sure` says that it is that object.
    fn touch(
        &mut self,
        cursor: &mut Cursor,
        object: TermId,
        change: &mut dyn FnMut(&mut Known, bool),
    ) {
        if self.symbols.header.is_some() {
            return;
        }
        let sure = self.terms.is_constant(object);
        let touched: BTreeSet<u32> = match self.candidates(object) {
            Some(candidates) => candidates.numbers.clone(),
            None => {
                let escaped = |number: &u32| self.symbols.escaped.contains(number);
                let globals = self.graph.globals.iter().copied();
                let globals = globals.filter(|number| *number < numbers::CONSTANT);
                cursor.known.bytes.numbers().chain(globals).filter(escaped).collect()
            }
        };
        for number in touched {
            if let Some(known) = self.known_object(&cursor.known.bytes, number) {
                let mut known = (*known).clone();
                change(&mut known, sure);
                cursor.known.bytes.set(number, known);
            }
        }
    }

    /// The bytes from a pointer on, if the offset is known.
    fn range(&self, pointer: Pointer, size: u64) -> Option<Range> {
        Some(Range { start: self.terms.as_u64(pointer.offset)?, size })
    }

    /// A new object.
    pub(super) fn bytes_allocated(&mut self, cursor: &mut Cursor, number: u32, zeroed: bool) {
        if self.symbols.header.is_some() {
            return;
        }
        let base = if zeroed { Base::Zero } else { Base::Unknown };
        cursor.known.bytes.set(number, Known::new(Life::Alive, base));
    }

    /// An object's life ends.
    pub(super) fn bytes_killed(&mut self, cursor: &mut Cursor, object: TermId) {
        self.touch(cursor, object, &mut |known, sure| {
            known.life = if sure { Life::Dead } else { Life::Unknown };
            known.forget(None);
        });
    }

    /// An object comes into scope.
    pub(super) fn bytes_revived(&mut self, cursor: &mut Cursor, object: TermId) {
        self.touch(cursor, object, &mut |known, sure| {
            known.life = if sure { Life::Alive } else { Life::Unknown };
            known.forget(None);
        });
    }

    /// A write of a value.
    pub(super) fn bytes_stored(
        &mut self,
        cursor: &mut Cursor,
        pointer: Pointer,
        value_type: Type,
        value: Value,
    ) {
        if let Value::Pointer(stored) = value {
            self.escape(stored.object);
        }
        let size = value_type.store_size(self.program.data_model.pointer_bits);
        let at = self.range(pointer, size);
        self.touch(cursor, pointer.object, &mut |known, sure| match at {
            Some(at) if sure => known.write(at, Some((value_type, value))),
            at => known.forget(at),
        });
    }

    /// A read shows what is there.
    pub(super) fn bytes_seen(
        &mut self,
        cursor: &mut Cursor,
        pointer: Pointer,
        value_type: Type,
        value: Value,
    ) {
        let size = value_type.store_size(self.program.data_model.pointer_bits);
        if let (true, Some(at)) =
            (self.terms.is_constant(pointer.object), self.range(pointer, size))
        {
            self.touch(cursor, pointer.object, &mut |known, _| {
                known.write(at, Some((value_type, value)));
            });
        }
    }

    /// Bytes are set.
    pub(super) fn bytes_filled(
        &mut self,
        cursor: &mut Cursor,
        pointer: Pointer,
        byte: TermId,
        size: TermId,
    ) {
        let at = self.terms.as_u64(size).and_then(|size| self.range(pointer, size));
        let zero = self.terms.as_u64(byte) == Some(0);
        let whole = at.is_some_and(|at| self.is_whole(pointer.object, at));
        self.touch(cursor, pointer.object, &mut |known, sure| {
            if sure && whole && zero {
                known.fill(Base::Zero);
            } else {
                known.forget(at);
            }
        });
    }

    fn is_whole(&self, object: TermId, range: Range) -> bool {
        let number = self.terms.as_u64(object).map(|number| number as u32);
        let object = number.and_then(|number| self.graph.objects.get(&number));
        let size = object.and_then(|object| self.terms.as_u64(object.size));
        range.start == 0 && size == Some(range.size)
    }

    /// Bytes are copied.
    pub(super) fn bytes_copied(
        &mut self,
        cursor: &mut Cursor,
        to: Pointer,
        from: Pointer,
        size: TermId,
    ) {
        let size = self.terms.as_u64(size);
        let at = size.and_then(|size| self.range(to, size));
        let source = size.and_then(|size| self.range(from, size));
        let number = self.terms.as_u64(from.object).map(|number| number as u32);
        let known = number.and_then(|number| self.known_object(&cursor.known.bytes, number));
        let whole = at.is_some_and(|at| self.is_whole(to.object, at));
        let source = source.and_then(|source| {
            let known = known?;
            Some((source, known.base(), known.within(source)))
        });
        self.touch(cursor, to.object, &mut |known, sure| {
            let (Some(at), Some((source, base, cells))) = (at.filter(|_| sure), &source) else {
                return known.forget(at);
            };
            known.forget(Some(at));
            if whole {
                known.fill(match *base {
                    Base::Initial(global, from) => match from.checked_add(source.start) {
                        Some(from) => Base::Initial(global, from),
                        None => Base::Unknown,
                    },
                    other => other,
                });
            }
            for (cell, held) in cells {
                // A cell that is cut stays unknown where it is.
                let start = cell.start.max(source.start);
                let end = (cell.start + cell.size).min(source.start + source.size);
                let moved = Range { start: start - source.start + at.start, size: end - start };
                known.write(moved, *held);
            }
        });
    }

    /// Bytes become inputs.
    pub(super) fn bytes_input(&mut self, cursor: &mut Cursor, pointer: Pointer, bytes: &[TermId]) {
        let first = self.range(pointer, bytes.len() as u64);
        self.touch(cursor, pointer.object, &mut |known, sure| {
            known.forget(first);
            if let Some(first) = first.filter(|_| sure) {
                for (index, byte) in (0..).zip(bytes) {
                    let at = Range { start: first.start + index, size: 1 };
                    known.write(at, Some((Type::Int(8), Value::Scalar(*byte))));
                }
            }
        });
    }

    /// What a read gives, if that is known.
    pub(super) fn bytes_read(
        &mut self,
        cursor: &Cursor,
        pointer: Pointer,
        value_type: Type,
    ) -> Option<Value> {
        if self.symbols.header.is_some() {
            return None;
        }
        let number = self.terms.as_u64(pointer.object)? as u32;
        let size = value_type.store_size(self.program.data_model.pointer_bits);
        let at = self.range(pointer, size)?;
        let whole = self.terms.as_u64(self.graph.objects.get(&number)?.size)?;
        if at.start.checked_add(size)? > whole {
            return None;
        }
        let held = self.known_object(&cursor.known.bytes, number)?.read(at, value_type);
        self.value_held(held, value_type)
    }

    fn value_held(&mut self, held: Held, value_type: Type) -> Option<Value> {
        let bits = self.program.data_model.pointer_bits;
        match held {
            Held::Unknown => None,
            Held::Value(value) => Some(value),
            Held::Zero => Some(match value_type {
                Type::Pointer => {
                    let object = self.terms.bv(numbers::BITS, u64::from(numbers::NULL));
                    Value::Pointer(Pointer { object, offset: self.terms.bv(bits, 0) })
                }
                Type::Int(width) => Value::Scalar(self.terms.bv(width, 0)),
                Type::Float(format) => {
                    Value::Scalar(self.terms.float(klew_semantics::float_format(format), 0))
                }
            }),
            Held::Initial(global, offset) => self.initial_value(global, offset, value_type),
        }
    }

    fn initial_value(&mut self, global: GlobalId, offset: u64, value_type: Type) -> Option<Value> {
        let bits = self.program.data_model.pointer_bits;
        let offset = i64::try_from(offset).ok()?;
        let global = self.program.global(global);
        let mut part = |part: initial::Part, sort| {
            let contents =
                initial::Contents { graph: &self.graph, global, pointer_bits: bits, part, sort };
            contents.at(self.terms, offset)
        };
        let sort = klew_semantics::sort_of(value_type, bits);
        if value_type == Type::Pointer {
            let object = part(initial::Part::Object, klew_term::Sort::BitVec(numbers::BITS))?;
            let offset = part(initial::Part::Offset, sort)?;
            return Some(Value::Pointer(Pointer { object, offset }));
        }
        part(initial::Part::Scalar(value_type), sort).map(Value::Scalar)
    }

    /// What is known where ways meet.
    pub(super) fn bytes_joined(
        &mut self,
        incoming: &[Incoming],
        differing: &mut Vec<Joined>,
    ) -> Contents {
        let first = &incoming[0].known.bytes;
        if incoming.iter().all(|edge| edge.known.bytes.is_shared(first)) {
            return first.clone();
        }
        let all: BTreeSet<u32> =
            incoming.iter().flat_map(|edge| edge.known.bytes.numbers()).collect();
        let mut joined = Contents::default();
        let mut left = MOST_JOINED;
        for number in all {
            let known: Option<Vec<Rc<Known>>> =
                incoming.iter().map(|edge| self.known_object(&edge.known.bytes, number)).collect();
            let Some(known) = known else { continue };
            if known.iter().all(|other| Rc::ptr_eq(other, &known[0])) {
                joined.share(number, Rc::clone(&known[0]));
                continue;
            }
            let known: Vec<&Known> = known.iter().map(|known| &**known).collect();
            let object = Known::join(&known, &mut |value_type, held| {
                let values: Option<Vec<Value>> =
                    held.into_iter().map(|held| self.value_held(held, value_type)).collect();
                let values = values?;
                if values.iter().any(|value| *value != values[0]) {
                    left = left.checked_sub(1)?;
                }
                Some(self.join("held", values, differing))
            });
            joined.set(number, object);
        }
        joined
    }
}
