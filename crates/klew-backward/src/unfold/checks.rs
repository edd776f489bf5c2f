//! Checks: where one may fail the way parts, to an end where it does and on where it does not.

use klew_ir::{
    Access, Check, Definition, Instruction, Operand, Operation as Instructed, Position, Property,
    Type,
};
use klew_term::TermId;

use super::contents::Life;
use super::unfolder::{Cursor, Unfolder};
use klew_engine::Target;

use crate::graph::{End, Pointer, Value, numbers};

impl Unfolder<'_> {
    pub(super) fn check(
        &mut self,
        cursor: &mut Cursor,
        definition: &Definition,
        index: usize,
        instruction: &Instruction,
    ) {
        let Instructed::Assert { id, property, check, .. } = &instruction.operation else { return };
        let selected = self.properties.contains(property);
        if !selected
            && matches!(check, Check::Holds(_) | Check::Initialised(_) | Check::NeverEscapes(_))
        {
            return;
        }
        let holds = match check {
            Check::Holds(condition) => self.condition(cursor, definition, condition),
            Check::NeverEscapes(_) => self.terms.false_(),
            Check::Accessible { pointer, size, access } => {
                let pointer = self.pointer(cursor, definition, pointer);
                let size = self.scalar(cursor, definition, size);
                self.accessible(cursor, pointer, size, *access)
            }
            Check::Freeable(pointer) => {
                let pointer = self.pointer(cursor, definition, pointer);
                self.freeable(cursor, pointer)
            }
            Check::Callable(pointer) => {
                let pointer = self.pointer(cursor, definition, pointer);
                self.is_callable(cursor, definition, index, pointer)
            }
            Check::Initialised(_) => {
                let what = "whether a value was ever written".to_owned();
                let end = End::Unsupported(what, cursor.position);
                let truth = self.terms.true_();
                self.end(cursor, end, truth);
                return;
            }
        };
        if self.in_precondition(cursor) {
            self.assume(cursor, holds);
            return;
        }
        let fails = self.terms.not(holds);
        let end = if selected {
            End::Target(Target {
                property: *property,
                function: cursor.frame.function,
                check: *id,
                position: self.own_position(cursor),
            })
        } else {
            End::Undefined(undefined(*property).to_owned(), cursor.position)
        };
        self.end(cursor, end, fails);
    }

    /// The place: in a model of a library, where the program calls it.
    pub(super) fn own_position(&self, cursor: &Cursor) -> Position {
        let in_library = self.program.function(cursor.frame.function).library;
        cursor.frame.called_at.filter(|_| in_library).unwrap_or(cursor.position)
    }

    fn accessible(
        &mut self,
        cursor: &mut Cursor,
        pointer: Pointer,
        size: TermId,
        access: Access,
    ) -> TermId {
        let bits = self.program.data_model.pointer_bits;
        let zero = self.terms.bv(bits, 0);
        let nothing = self.terms.eq(size, zero);
        if self.terms.as_bool(nothing) == Some(true) {
            return nothing;
        }
        let number =
            |unfolder: &mut Self, number: u32| unfolder.terms.bv(numbers::BITS, u64::from(number));
        let null = number(self, numbers::NULL);
        let is_null = self.same_object(cursor, pointer.object, null);
        let mut holds = self.terms.not(is_null);
        let function = number(self, numbers::FUNCTION);
        let data = self.terms.bv_slt(pointer.object, function);
        holds = self.terms.and(holds, data);
        if access == Access::Write {
            let constant = number(self, numbers::CONSTANT);
            let writable = self.terms.bv_slt(pointer.object, constant);
            holds = self.terms.and(holds, writable);
        }
        if self.terms.as_bool(holds) == Some(false) {
            return nothing;
        }
        let dead = self.read_dead(cursor, pointer.object);
        let alive = self.terms.bv(1, 0);
        let alive = self.terms.eq(dead, alive);
        let whole = self.read_size(cursor, pointer.object);
        let within = self.within(pointer.offset, size, whole);
        let holds = self.terms.and_all(&[holds, alive, within]);
        self.terms.or(nothing, holds)
    }

    /// Whether bytes from an offset on lie within a size.
    pub(super) fn within(&mut self, offset: TermId, size: TermId, whole: TermId) -> TermId {
        let starts = self.terms.bv_ule(offset, whole);
        let left = self.terms.bv_sub(whole, offset);
        let fits = self.terms.bv_ule(size, left);
        self.terms.and(starts, fits)
    }

    fn freeable(&mut self, cursor: &mut Cursor, pointer: Pointer) -> TermId {
        let null = self.terms.bv(numbers::BITS, u64::from(numbers::NULL));
        let is_null = self.terms.eq(pointer.object, null);
        let zero = self.terms.bv(self.program.data_model.pointer_bits, 0);
        let start = self.terms.eq(pointer.offset, zero);
        let stack = self.terms.bv(numbers::BITS, u64::from(numbers::STACK));
        let heap = self.terms.bv_slt(pointer.object, stack);
        let mut freeable = self.terms.or(is_null, heap);
        if self.terms.as_bool(freeable) == Some(false) {
            return freeable;
        }
        if self.terms.as_bool(is_null) != Some(true) {
            let dead = self.read_dead(cursor, pointer.object);
            let one = self.terms.bv(1, 0);
            let alive = self.terms.eq(dead, one);
            let live = self.terms.or(is_null, alive);
            freeable = self.terms.and(freeable, live);
        }
        self.terms.and(freeable, start)
    }

    /// Whether a pointer is the start of a function that takes the call that comes next.
    fn is_callable(
        &mut self,
        cursor: &mut Cursor,
        definition: &Definition,
        index: usize,
        pointer: Pointer,
    ) -> TermId {
        let block = &definition.blocks[cursor.block.0 as usize];
        let call = block.instructions.iter().skip(index).find_map(|next| match &next.operation {
            Instructed::Call { arguments, .. } => Some((arguments, &next.results)),
            _ => None,
        });
        let (given, wanted): (Vec<Type>, Vec<Type>) = match call {
            Some((arguments, results)) => (
                arguments.iter().map(|a: &Operand| definition.type_of(a)).collect(),
                results.iter().map(|r| definition.values[r.0 as usize].value_type).collect(),
            ),
            None => (Vec::new(), Vec::new()),
        };
        let mut any = self.terms.false_();
        for function in self.callable(&given, &wanted) {
            let number = self.terms.bv(numbers::BITS, u64::from(numbers::FUNCTION + function.0));
            let same = self.terms.eq(pointer.object, number);
            any = self.terms.or(any, same);
        }
        let zero = self.terms.bv(self.program.data_model.pointer_bits, 0);
        let start = self.terms.eq(pointer.offset, zero);
        self.terms.and(any, start)
    }

    /// Whether the address of a function may be known to the program.
    pub(super) fn address_taken(&self, function: klew_ir::FunctionId) -> bool {
        let constant = klew_ir::Constant::Function(function);
        let operand = Operand::Constant(constant.clone());
        let in_code = self.program.functions.iter().any(|other| match &other.body {
            klew_ir::FunctionBody::Defined(definition) => definition.blocks.iter().any(|block| {
                block.instructions.iter().any(|i| i.operation.operands().contains(&&operand))
                    || block.terminator.operands().contains(&&operand)
            }),
            _ => false,
        });
        in_code
            || self.program.globals.iter().any(|global| match &global.initializer {
                klew_ir::Initializer::Bytes(_, relocations) => {
                    relocations.iter().any(|relocation| relocation.value == constant)
                }
                _ => false,
            })
    }

    /// One bit: whether an object is dead.
    pub(super) fn read_dead(&mut self, cursor: &mut Cursor, object: TermId) -> TermId {
        let number = self.terms.as_u64(object).map(|number| number as u32);
        if number.is_some_and(|n| n == numbers::NULL || (numbers::GLOBAL..1 << 31).contains(&n)) {
            return self.terms.bv(1, 0);
        }
        let known = number.and_then(|number| self.known_object(&cursor.known.bytes, number));
        match known.map(|known| known.life) {
            Some(Life::Alive) => return self.terms.bv(1, 0),
            Some(Life::Dead) => return self.terms.bv(1, 1),
            Some(Life::Unknown) | None => {}
        }
        let result = self.terms.symbol("dead", klew_term::Sort::BitVec(1));
        self.emit(cursor, crate::graph::Operation::ReadDead { object, result });
        result
    }

    /// The size of an object; 0 of null and functions.
    pub(super) fn read_size(&mut self, cursor: &mut Cursor, object: TermId) -> TermId {
        let bits = self.program.data_model.pointer_bits;
        if let Some(number) = self.terms.as_u64(object) {
            return match self.graph.objects.get(&(number as u32)) {
                Some(object) => object.size,
                None => self.terms.bv(bits, 0),
            };
        }
        let result = self.terms.symbol("size", klew_term::Sort::BitVec(bits));
        self.emit(cursor, crate::graph::Operation::ReadSize { object, result });
        result
    }

    /// Ends the way where a value is no scalar constant; a short-hand for what must be known.
    pub(super) fn known(&mut self, cursor: &mut Cursor, value: Value, what: &str) -> Option<u64> {
        let known = match value {
            Value::Scalar(term) => self.terms.as_u64(term),
            Value::Pointer(_) => None,
        };
        if known.is_none() {
            let end = End::Unsupported(what.to_owned(), cursor.position);
            let truth = self.terms.true_();
            self.end(cursor, end, truth);
        }
        known
    }
}

/// What is undefined where a check of that property fails.
fn undefined(property: Property) -> &'static str {
    match property {
        Property::Dereference => "an access outside of live objects",
        Property::Free => "a free of what is no live heap object",
        Property::Call => "a call of what is no such function",
        other => other.name(),
    }
}
