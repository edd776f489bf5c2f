//! Instructions on memory, and pointers.

use klew_ir::{Comparison, Definition, Instruction, ObjectKind, Operation as Instructed, Type};
use klew_term::{Kind, Sort, TermId};

use std::rc::Rc;

use super::cells::Candidates;
use super::unfolder::{Cursor, Unfolder};
use crate::graph::{End, Object, ObjectSymbol, Operation, Pointer, Value, numbers};

/// The most bytes of one `InputBytes`.
const MOST_BYTES: u64 = 1 << 12;
/// The most where the number is not known.
const MOST_UNKNOWN: u64 = 64;

impl Unfolder<'_> {
    pub(super) fn memory(
        &mut self,
        cursor: &mut Cursor,
        definition: &Definition,
        instruction: &Instruction,
    ) {
        let result = instruction.results.first().copied();
        let shape = self.shape(cursor.frame.function, definition);
        let label = |value| super::unfolder::label(&shape, definition, value);
        let label = result.map(label).unwrap_or_default();
        let value = match &instruction.operation {
            Instructed::Allocate { kind, size, zeroed, source_type, .. } => {
                let size = self.scalar(cursor, definition, size);
                let stack = *kind == ObjectKind::Stack;
                let (pointer, number) =
                    self.new_object(cursor, &label, size, (*zeroed, *source_type), stack);
                if stack {
                    cursor.frame.objects.borrow_mut().push(number);
                }
                Value::Pointer(pointer)
            }
            Instructed::Load(pointer) => {
                let pointer = self.pointer(cursor, definition, pointer);
                let Some(result) = result else { return };
                let value_type = definition.values[result.0 as usize].value_type;
                self.load(cursor, &label, pointer, value_type)
            }
            Instructed::ObjectSize(pointer) => {
                let pointer = self.pointer(cursor, definition, pointer);
                Value::Scalar(self.read_size(cursor, pointer.object))
            }
            Instructed::TextEnd(_) => {
                let bits = self.program.data_model.pointer_bits;
                Value::Scalar(self.terms.bv(bits, u64::MAX))
            }
            Instructed::StackMark => {
                let bits = self.program.data_model.pointer_bits;
                Value::Scalar(self.terms.bv(bits, u64::from(self.next.1)))
            }
            _ => return self.effect(cursor, definition, instruction),
        };
        if let Some(result) = result {
            cursor.values.insert(result, value);
        }
    }

    fn effect(&mut self, cursor: &mut Cursor, definition: &Definition, instruction: &Instruction) {
        match &instruction.operation {
            Instructed::Store(pointer, value) => {
                let value_type = definition.type_of(value);
                let value = self.operand(cursor, definition, value);
                let pointer = self.pointer(cursor, definition, pointer);
                self.store(cursor, pointer, value_type, value);
            }
            Instructed::Free(pointer) | Instructed::ScopeEnd(pointer) => {
                let pointer = self.pointer(cursor, definition, pointer);
                if self.terms.as_u64(pointer.object) != Some(0) {
                    self.kill(cursor, vec![pointer.object]);
                }
            }
            Instructed::ScopeStart(pointer) => {
                let pointer = self.pointer(cursor, definition, pointer);
                self.emit(cursor, Operation::Revive(pointer.object));
                self.forget_all(cursor);
                self.bytes_revived(cursor, pointer.object);
            }
            Instructed::StackRelease(mark) => {
                let mark = self.operand(cursor, definition, mark);
                let what = "a release of stack objects to an unknown mark";
                let Some(mark) = self.known(cursor, mark, what) else { return };
                let objects = cursor.frame.objects.borrow();
                let newer = objects.iter().filter(|number| u64::from(**number) >= mark);
                let dead: Vec<TermId> =
                    newer.map(|number| self.terms.bv(numbers::BITS, u64::from(*number))).collect();
                drop(objects);
                if !dead.is_empty() {
                    self.kill(cursor, dead);
                }
            }
            Instructed::Copy { destination, source, size } => {
                let to = self.pointer(cursor, definition, destination);
                let from = self.pointer(cursor, definition, source);
                let size = self.scalar(cursor, definition, size);
                if self.terms.as_u64(size) != Some(0) {
                    self.emit(cursor, Operation::Copy { to, from, size });
                    self.note_copy(cursor, (to, from, size));
                    self.bytes_copied(cursor, to, from, size);
                }
            }
            Instructed::Fill { destination, byte, size } => {
                let pointer = self.pointer(cursor, definition, destination);
                let byte = self.scalar(cursor, definition, byte);
                let size = self.scalar(cursor, definition, size);
                if self.terms.as_u64(size) != Some(0) {
                    self.emit(cursor, Operation::Fill { pointer, byte, size });
                    self.note_change(cursor, pointer.object);
                    self.bytes_filled(cursor, pointer, byte, size);
                }
            }
            Instructed::InputBytes { pointer, size, name, .. } => {
                let pointer = self.pointer(cursor, definition, pointer);
                let size = self.scalar(cursor, definition, size);
                self.input_bytes(cursor, pointer, size, name);
            }
            other => {
                let end = End::Unsupported(format!("{other:?}"), cursor.position);
                let truth = self.terms.true_();
                self.end(cursor, end, truth);
            }
        }
    }

    /// Bytes become inputs.
    fn input_bytes(&mut self, cursor: &mut Cursor, pointer: Pointer, size: TermId, name: &str) {
        let known = match self.terms.as_u64(size) {
            Some(known) => known,
            None => {
                if !self.limits_input(cursor, pointer, size) {
                    return;
                }
                MOST_UNKNOWN
            }
        };
        if known > MOST_BYTES {
            let what = format!("{known} bytes of input at once (at most {MOST_BYTES})");
            let end = End::Unsupported(what, cursor.position);
            let truth = self.terms.true_();
            return self.end(cursor, end, truth);
        }
        if known == 0 {
            return;
        }
        let byte = |index| self.terms.symbol(&format!("{name}[{index}]"), Sort::BitVec(8));
        let bytes: Vec<TermId> = (0..known).map(byte).collect();
        let input =
            Operation::InputBytes { pointer, name: name.to_owned(), size, bytes: bytes.clone() };
        self.emit(cursor, input);
        self.note_bytes(cursor, pointer, &bytes);
        self.bytes_input(cursor, pointer, &bytes);
    }

    /// Objects die.
    pub(super) fn kill(&mut self, cursor: &mut Cursor, objects: Vec<TermId>) {
        for object in &objects {
            self.bytes_killed(cursor, *object);
        }
        self.emit(cursor, Operation::Kill(objects));
    }

    /// Ends the ways with more bytes of input than are looked at where their number is not known; whether there are others.
    fn limits_input(&mut self, cursor: &mut Cursor, pointer: Pointer, size: TermId) -> bool {
        let what = "an unknown number of bytes of input".to_owned();
        let end = End::Unsupported(what, cursor.position);
        // What lies behind the bytes must not matter: the bytes fill an array.
        if self.elements_at(pointer).is_none() {
            let truth = self.terms.true_();
            self.end(cursor, end, truth);
            return false;
        }
        let bits = self.program.data_model.pointer_bits;
        let most = self.terms.bv(bits, MOST_UNKNOWN);
        let more = self.terms.bv_ult(most, size);
        self.end(cursor, end, more);
        !cursor.open.is_empty()
    }

    /// A new object, and its number.
    pub(super) fn new_object(
        &mut self,
        cursor: &mut Cursor,
        label: &str,
        size: TermId,
        (zeroed, source_type): (bool, Option<klew_ir::SourceTypeId>),
        stack: bool,
    ) -> (Pointer, u32) {
        let number = if stack { self.next.1 } else { self.next.0 };
        let object = self.terms.bv(numbers::BITS, u64::from(number));
        let result = if self.named_allocations {
            self.terms.symbol(label, Sort::BitVec(numbers::BITS))
        } else {
            object
        };
        let allocation = Operation::Allocate { object, result, size, zeroed, source_type };
        let node = self.emit(cursor, allocation);
        if self.dying {
            self.after_death.insert(number);
        }
        if let Some(source_type) = source_type {
            self.declared.insert(number, source_type);
        }
        self.note_object(cursor, result, zeroed);
        self.bytes_allocated(cursor, number, zeroed);
        if self.named_allocations {
            let only = Candidates { numbers: [number].into(), inputs: false };
            self.symbols.candidates.insert(result, Rc::new(only));
        }
        if stack {
            self.next.1 += 1;
        } else {
            self.next.0 += 1;
        }
        if self.named_allocations {
            let symbol = ObjectSymbol { symbol: result, node, by_edges: false };
            self.graph.object_symbols.push(symbol);
        }
        self.graph.objects.insert(number, Object { size, global: None });
        let offset = self.terms.bv(self.program.data_model.pointer_bits, 0);
        (Pointer { object: result, offset }, number)
    }

    fn load(
        &mut self,
        cursor: &mut Cursor,
        label: &str,
        pointer: Pointer,
        value_type: Type,
    ) -> Value {
        let bits = self.program.data_model.pointer_bits;
        if value_type == Type::Float(klew_ir::FloatFormat::X87) {
            let end = End::Unsupported("x87 numbers in memory".into(), cursor.position);
            let truth = self.terms.true_();
            self.end(cursor, end, truth);
            return self.any(label, value_type);
        }
        let stored = stored_type(value_type);
        let known = self.held(cursor, pointer, stored);
        if let Some(value) = known.or_else(|| self.bytes_read(cursor, pointer, stored)) {
            self.not_null(cursor, pointer);
            return match (value_type, value) {
                (Type::Int(width), Value::Scalar(term)) if stored != value_type => {
                    Value::Scalar(self.terms.bv_truncate(term, width))
                }
                _ => value,
            };
        }
        if value_type == Type::Pointer {
            let object = self.terms.symbol(label, Sort::BitVec(numbers::BITS));
            let offset = self.terms.symbol(&format!("{label}.offset"), Sort::BitVec(bits));
            let result = Value::Pointer(Pointer { object, offset });
            let node = self.emit(cursor, Operation::Load { pointer, value_type, result });
            self.not_null(cursor, pointer);
            let symbol = ObjectSymbol { symbol: object, node, by_edges: false };
            self.graph.object_symbols.push(symbol);
            self.symbols.below.insert(object, self.next.0);
            self.note_value(cursor, pointer, (value_type, result), true);
            self.bytes_seen(cursor, pointer, value_type, result);
            return result;
        }
        let symbol = self.terms.symbol(label, klew_semantics::sort_of(stored, bits));
        let result = Value::Scalar(symbol);
        self.emit(cursor, Operation::Load { pointer, value_type: stored, result });
        self.not_null(cursor, pointer);
        self.note_value(cursor, pointer, (stored, result), true);
        self.bytes_seen(cursor, pointer, stored, result);
        match value_type {
            Type::Int(width) if stored != value_type => {
                Value::Scalar(self.terms.bv_truncate(symbol, width))
            }
            _ => result,
        }
    }

    pub(super) fn store(
        &mut self,
        cursor: &mut Cursor,
        pointer: Pointer,
        value_type: Type,
        value: Value,
    ) {
        if value_type == Type::Float(klew_ir::FloatFormat::X87) {
            let end = End::Unsupported("x87 numbers in memory".into(), cursor.position);
            let truth = self.terms.true_();
            return self.end(cursor, end, truth);
        }
        let stored = stored_type(value_type);
        let value = match (stored, value) {
            (Type::Int(width), Value::Scalar(term)) if stored != value_type => {
                Value::Scalar(self.terms.bv_zero_extend(term, width))
            }
            _ => value,
        };
        self.emit(cursor, Operation::Store { pointer, value_type: stored, value });
        self.not_null(cursor, pointer);
        self.note_value(cursor, pointer, (stored, value), false);
        self.bytes_stored(cursor, pointer, stored, value);
    }

    /// An access that nothing checks is trusted to be none of null.
    fn not_null(&mut self, cursor: &mut Cursor, pointer: Pointer) {
        let null = self.terms.bv(numbers::BITS, 0);
        let is_null = self.terms.eq(pointer.object, null);
        let not_null = self.terms.not(is_null);
        self.assume(cursor, not_null);
    }

    /// The address of a pointer: the base of its object, which may be any, and the offset.
    pub(super) fn address(&mut self, pointer: Pointer) -> TermId {
        let null = self.terms.bv(numbers::BITS, 0);
        let is_null = self.terms.eq(pointer.object, null);
        let bits = self.program.data_model.pointer_bits;
        let base = self.bases();
        let base = self.terms.select(base, pointer.object);
        let zero = self.terms.bv(bits, 0);
        let base = self.terms.ite(is_null, zero, base);
        self.terms.bv_add(base, pointer.offset)
    }

    fn bases(&mut self) -> TermId {
        let bits = self.program.data_model.pointer_bits;
        let sort = Sort::Array(
            klew_term::ScalarSort::BitVec(numbers::BITS),
            klew_term::ScalarSort::BitVec(bits),
        );
        self.terms.symbol_named("base", sort)
    }

    /// The pointer with that address, if that can be told.
    pub(super) fn pointer_at(&mut self, address: TermId) -> Option<Pointer> {
        if self.terms.is_constant(address) {
            let object = self.terms.bv(numbers::BITS, 0);
            return Some(Pointer { object, offset: address });
        }
        let bases = self.bases();
        let summands: Vec<TermId> = match self.terms.kind(address) {
            Kind::BvAdd => self.terms.arguments(address).to_vec(),
            _ => vec![address],
        };
        let object = summands.iter().find_map(|term| match self.terms.kind(*term) {
            Kind::Select if self.terms.arguments(*term)[0] == bases => {
                Some(self.terms.arguments(*term)[1])
            }
            _ => None,
        })?;
        // Numbers of objects are symbols or constants.
        let base = self.terms.select(bases, object);
        let offset = self.terms.bv_sub(address, base);
        let used = self.terms.symbols(offset).to_vec();
        let symbol = self.terms.as_symbol(bases)?;
        (!used.contains(&symbol)).then_some(Pointer { object, offset })
    }

    pub(super) fn compare_pointers(
        &mut self,
        cursor: &mut Cursor,
        comparison: Comparison,
        a: Pointer,
        b: Pointer,
    ) -> TermId {
        let same = self.same_object(cursor, a.object, b.object);
        let null = self.terms.bv(numbers::BITS, 0);
        let signed = match comparison {
            Comparison::UnsignedLess => Comparison::SignedLess,
            Comparison::UnsignedLessEqual => Comparison::SignedLessEqual,
            other => other,
        };
        let mut within = klew_semantics::compare(self.terms, signed, a.offset, b.offset);
        if signed != comparison {
            // Null and numbers are unsigned; so are offsets within an object, but for those before its start.
            let is_null = self.terms.eq(a.object, null);
            let unsigned = klew_semantics::compare(self.terms, comparison, a.offset, b.offset);
            within = self.terms.ite(is_null, unsigned, within);
        }
        if self.terms.as_bool(same) == Some(true) {
            return within;
        }
        let apart = match comparison {
            Comparison::Equal | Comparison::NotEqual => {
                if !self.raw && self.symbols.header.is_none() {
                    self.graph.compared.push((a.object, b.object));
                    // What was never written may be any of them.
                    self.escape(a.object);
                    self.escape(b.object);
                }
                let equal = self.may_coincide(cursor, a, b);
                if comparison == Comparison::Equal { equal } else { self.terms.not(equal) }
            }
            _ => {
                let (a, b) = (self.address(a), self.address(b));
                klew_semantics::compare(self.terms, comparison, a, b)
            }
        };
        self.terms.ite(same, within, apart)
    }

    /// Whether two numbers are of the same object.
    pub(super) fn same_object(&mut self, cursor: &Cursor, a: TermId, b: TermId) -> TermId {
        if self.may_be_same(a, b) {
            let same = self.terms.eq(a, b);
            self.decided(cursor, same)
        } else {
            self.terms.false_()
        }
    }

    /// Whether pointers to different objects are equal: never, if both point into living objects.
    fn may_coincide(&mut self, cursor: &mut Cursor, a: Pointer, b: Pointer) -> TermId {
        if !self.raw {
            return self.terms.false_();
        }
        let mut both = self.terms.true_();
        let reused = self.may_share_address(a, b);
        let null = [a, b].iter().any(|p| self.terms.as_u64(p.object) == Some(0));
        for pointer in [a, b] {
            let inside = self.points_into(cursor, pointer, (null, reused));
            both = self.terms.and(both, inside);
        }
        if self.terms.as_bool(both) == Some(true) {
            return self.terms.false_();
        }
        let (left, right) = (self.address(a), self.address(b));
        let equal = self.terms.eq(left, right);
        let not = self.terms.not(both);
        self.terms.and(not, equal)
    }

    /// Whether one of two objects may have been dead when the other was allocated, so that it got its address.
    fn may_share_address(&self, a: Pointer, b: Pointer) -> bool {
        let number = |pointer: Pointer| self.terms.as_u64(pointer.object).map(|n| n as u32);
        match (number(a), number(b)) {
            (Some(a), Some(b)) => [a, b].iter().any(|number| self.after_death.contains(number)),
            _ => !self.after_death.is_empty(),
        }
    }

    /// Whether a pointer points to a byte of a living object, or is null itself; next to null it
    /// may also be dead or behind the end.
    fn points_into(
        &mut self,
        cursor: &mut Cursor,
        pointer: Pointer,
        (with_null, reused): (bool, bool),
    ) -> TermId {
        let bits = self.program.data_model.pointer_bits;
        let zero = self.terms.bv(bits, 0);
        let null = self.terms.bv(numbers::BITS, 0);
        let is_null = self.terms.eq(pointer.object, null);
        let start = self.terms.eq(pointer.offset, zero);
        if self.terms.as_bool(is_null) == Some(true) {
            return start;
        }
        if with_null && self.terms.as_bool(start) == Some(true) {
            return start;
        }
        let size = self.read_size(cursor, pointer.object);
        if with_null {
            let inside = self.terms.bv_ule(pointer.offset, size);
            return self.terms.ite(is_null, start, inside);
        }
        let alive = if reused {
            let dead = self.read_dead(cursor, pointer.object);
            let none = self.terms.bv(1, 0);
            self.terms.eq(dead, none)
        } else {
            self.terms.true_()
        };
        let below = self.terms.bv_ult(pointer.offset, size);
        let nothing = self.terms.eq(size, zero);
        let empty = self.terms.and(nothing, start);
        let inside = self.terms.or(below, empty);
        let inside = self.terms.and(alive, inside);
        self.terms.ite(is_null, start, inside)
    }
}

/// What is in memory: whole bytes.
fn stored_type(value_type: Type) -> Type {
    match value_type {
        Type::Int(width) => Type::Int(width.div_ceil(8) * 8),
        other => other,
    }
}
