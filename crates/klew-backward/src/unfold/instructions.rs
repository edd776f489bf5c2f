//! Instructions that compute: results are terms over what is known above.

use klew_ir::{
    Callee, Constant, Conversion, Definition, Instruction, Operand, Operation as Instructed, Type,
};
use klew_term::{BitVecValue, Sort, TermId};

use super::unfolder::{Cursor, Flow, Unfolder};
use crate::graph::{End, ObjectSymbol, Operation, Pointer, Value, numbers};

impl Unfolder<'_> {
    /// The value of an operand.
    pub(super) fn operand(
        &mut self,
        cursor: &mut Cursor,
        definition: &Definition,
        operand: &Operand,
    ) -> Value {
        match operand {
            Operand::Value(value) => match cursor.values.get(value) {
                Some(value) => *value,
                // The verifier sees to it that this is not so.
                None => self.any("undefined", definition.values[value.0 as usize].value_type),
            },
            Operand::Constant(constant) => self.constant(constant),
        }
    }

    pub(super) fn constant(&mut self, constant: &Constant) -> Value {
        let bits = self.program.data_model.pointer_bits;
        let pointer = |unfolder: &mut Self, number: u32, offset: i64| {
            let object = unfolder.terms.bv(numbers::BITS, u64::from(number));
            let offset = unfolder.terms.bv_value(BitVecValue::from_i64(bits, offset));
            Value::Pointer(Pointer { object, offset })
        };
        match constant {
            Constant::Int { width, value } => {
                let value = BitVecValue::from_biguint(*width, value.clone());
                Value::Scalar(self.terms.bv_value(value))
            }
            Constant::Float(format, image) => {
                Value::Scalar(self.terms.float(klew_semantics::float_format(*format), *image))
            }
            Constant::Null => pointer(self, numbers::NULL, 0),
            Constant::Global(global, offset) => {
                let number = self.graph.globals[global.0 as usize];
                pointer(self, number, *offset)
            }
            Constant::Function(function) => pointer(self, numbers::FUNCTION + function.0, 0),
            Constant::Undefined(value_type) => self.any("undefined", *value_type),
        }
    }

    /// The term of an operand that is no pointer.
    pub(super) fn scalar(
        &mut self,
        cursor: &mut Cursor,
        definition: &Definition,
        operand: &Operand,
    ) -> TermId {
        super::unfolder::scalar_of(self.operand(cursor, definition, operand))
    }

    /// The pointer that an operand is.
    pub(super) fn pointer(
        &mut self,
        cursor: &mut Cursor,
        definition: &Definition,
        operand: &Operand,
    ) -> Pointer {
        match self.operand(cursor, definition, operand) {
            Value::Pointer(pointer) => pointer,
            Value::Scalar(offset) => {
                let object = self.terms.bv(numbers::BITS, 0);
                Pointer { object, offset }
            }
        }
    }

    pub(super) fn instruction(
        &mut self,
        cursor: &mut Cursor,
        definition: &Definition,
        index: usize,
        instruction: &Instruction,
    ) -> Flow {
        let operation = &instruction.operation;
        if let Some(value) = self.computed(cursor, definition, instruction) {
            if let Some(&result) = instruction.results.first() {
                cursor.values.insert(result, value);
            }
            return Flow::Next;
        }
        match operation {
            Instructed::Call { callee, arguments } => {
                let callee: &Callee = callee;
                return self.call(cursor, definition, index, instruction, (callee, arguments));
            }
            Instructed::Assert { .. } => self.check(cursor, definition, index, instruction),
            Instructed::Assume(condition) => {
                let condition = self.condition(cursor, definition, condition);
                self.assume(cursor, condition);
            }
            // All runs are considered.
            Instructed::Bind(..) | Instructed::AssumeEach { .. } => {}
            Instructed::Input { name, source_type, .. } => {
                let Some(&result) = instruction.results.first() else { return Flow::Next };
                let value_type = definition.values[result.0 as usize].value_type;
                let value = self.input(cursor, name, value_type, *source_type);
                cursor.values.insert(result, value);
            }
            _ => self.memory(cursor, definition, instruction),
        }
        if cursor.open.is_empty() { Flow::Ended } else { Flow::Next }
    }

    /// A new input.
    pub(super) fn input(
        &mut self,
        cursor: &mut Cursor,
        name: &str,
        value_type: Type,
        source_type: Option<klew_ir::SourceTypeId>,
    ) -> Value {
        let bits = self.program.data_model.pointer_bits;
        if value_type == Type::Pointer {
            let object = self.terms.symbol(name, Sort::BitVec(numbers::BITS));
            let name = name.to_owned();
            let node = self.emit(cursor, Operation::InputReference { name, object, source_type });
            let symbol = ObjectSymbol { symbol: object, node, by_edges: false };
            self.graph.object_symbols.push(symbol);
            let zero = self.terms.bv(numbers::BITS, 0);
            let before = self.terms.bv_sle(object, zero);
            self.assume(cursor, before);
            self.note_input(object);
            let offset = self.terms.bv(bits, 0);
            return Value::Pointer(Pointer { object, offset });
        }
        let image = self.terms.symbol(name, Sort::BitVec(value_type.bits(bits)));
        self.emit(cursor, Operation::Input { name: name.to_owned(), image });
        match value_type {
            Type::Float(klew_ir::FloatFormat::X87) => {
                let end = End::Unsupported("an x87 input".into(), cursor.position);
                let truth = self.terms.true_();
                self.end(cursor, end, truth);
                Value::Scalar(self.terms.fp_from_bits(image, klew_term::FloatFormat::X87))
            }
            Type::Float(format) => {
                Value::Scalar(self.terms.fp_from_bits(image, klew_semantics::float_format(format)))
            }
            _ => Value::Scalar(image),
        }
    }

    /// The result of an instruction that has no effect but its result and reads no memory.
    fn computed(
        &mut self,
        cursor: &mut Cursor,
        definition: &Definition,
        instruction: &Instruction,
    ) -> Option<Value> {
        let result_type = instruction
            .results
            .first()
            .map(|result| definition.values[result.0 as usize].value_type);
        let term = match &instruction.operation {
            Instructed::Binary(operation, a, b) => {
                let value_type = definition.type_of(a);
                let a = self.scalar(cursor, definition, a);
                let b = self.scalar(cursor, definition, b);
                klew_semantics::binary(self.terms, *operation, value_type, a, b)?
            }
            Instructed::Unary(operation, a) => {
                let value = self.operand(cursor, definition, a);
                let Value::Scalar(term) = value else { return Some(value) };
                let bits = self.program.data_model.pointer_bits;
                let value_type = definition.type_of(a);
                klew_semantics::unary(self.terms, *operation, value_type, bits, term)
            }
            Instructed::FusedMultiplyAdd(a, b, c) => {
                let [a, b, c] = [a, b, c].map(|operand| self.scalar(cursor, definition, operand));
                self.terms.fp_fma(a, b, c)
            }
            Instructed::Compare(comparison, a, b) if definition.type_of(a) == Type::Pointer => {
                let a = self.pointer(cursor, definition, a);
                let b = self.pointer(cursor, definition, b);
                let truth = self.compare_pointers(cursor, *comparison, a, b);
                self.terms.bool_to_bv(truth, 1)
            }
            Instructed::Compare(comparison, a, b) => {
                let a = self.scalar(cursor, definition, a);
                let b = self.scalar(cursor, definition, b);
                let truth = klew_semantics::compare(self.terms, *comparison, a, b);
                self.terms.bool_to_bv(truth, 1)
            }
            Instructed::CompareFloat(comparison, a, b) => {
                let a = self.scalar(cursor, definition, a);
                let b = self.scalar(cursor, definition, b);
                let truth = klew_semantics::compare_float(self.terms, *comparison, a, b);
                self.terms.bool_to_bv(truth, 1)
            }
            Instructed::Overflows(operation, a, b) => {
                let a = self.scalar(cursor, definition, a);
                let b = self.scalar(cursor, definition, b);
                let truth = klew_semantics::overflows(self.terms, *operation, a, b);
                self.terms.bool_to_bv(truth, 1)
            }
            Instructed::IsKnown(a) => {
                let known = match self.operand(cursor, definition, a) {
                    Value::Scalar(term) => self.terms.is_constant(term),
                    _ => false,
                };
                self.terms.bv(1, known.into())
            }
            // Whether something was ever written is not known to this engine.
            Instructed::Asks(_) => self.terms.bv(1, 0),
            Instructed::Convert(conversion, a) => {
                return Some(self.converted(cursor, definition, *conversion, a, result_type?));
            }
            Instructed::Select(condition, a, b) => {
                let condition = self.condition(cursor, definition, condition);
                let a = self.operand(cursor, definition, a);
                let b = self.operand(cursor, definition, b);
                return Some(self.selected(cursor, condition, a, b));
            }
            Instructed::Offset(pointer, bytes) => {
                let pointer = self.pointer(cursor, definition, pointer);
                let bytes = self.scalar(cursor, definition, bytes);
                let offset = self.terms.bv_add(pointer.offset, bytes);
                return Some(Value::Pointer(Pointer { object: pointer.object, offset }));
            }
            _ => return None,
        };
        Some(Value::Scalar(term))
    }

    pub(super) fn selected(
        &mut self,
        cursor: &mut Cursor,
        condition: TermId,
        a: Value,
        b: Value,
    ) -> Value {
        match (a, b) {
            (Value::Scalar(a), Value::Scalar(b)) => Value::Scalar(self.terms.ite(condition, a, b)),
            (Value::Pointer(a), Value::Pointer(b)) => {
                let offset = self.terms.ite(condition, a.offset, b.offset);
                let object = self.terms.ite(condition, a.object, b.object);
                if object == a.object || object == b.object {
                    return Value::Pointer(Pointer { object, offset });
                }
                // Numbers of objects are constants or symbols, for what may point where.
                let symbol = self.terms.symbol("choice", Sort::BitVec(numbers::BITS));
                let node = self.emit(cursor, Operation::Skip);
                self.graph.object_symbols.push(ObjectSymbol { symbol, node, by_edges: false });
                let equal = self.terms.eq(symbol, object);
                self.assume(cursor, equal);
                self.graph.choices.push((symbol, a.object, b.object));
                self.note_choice(symbol, &[a.object, b.object]);
                Value::Pointer(Pointer { object: symbol, offset })
            }
            (a, _) => a,
        }
    }

    fn converted(
        &mut self,
        cursor: &mut Cursor,
        definition: &Definition,
        conversion: Conversion,
        operand: &Operand,
        to: Type,
    ) -> Value {
        let bits = self.program.data_model.pointer_bits;
        match conversion {
            Conversion::PointerToInt => {
                let pointer = self.pointer(cursor, definition, operand);
                let address = self.address(pointer);
                Value::Scalar(self.resized(address, to.bits(bits)))
            }
            Conversion::IntToPointer => {
                let term = self.scalar(cursor, definition, operand);
                let address = self.resized(term, bits);
                match self.pointer_at(address) {
                    Some(pointer) => Value::Pointer(pointer),
                    None => {
                        let what = "a pointer made of a number".to_owned();
                        let end = End::Unsupported(what, cursor.position);
                        let truth = self.terms.true_();
                        self.end(cursor, end, truth);
                        self.any("number", Type::Pointer)
                    }
                }
            }
            _ => {
                let term = self.scalar(cursor, definition, operand);
                let any = |terms: &mut klew_term::Terms, sort| terms.symbol("unspecified", sort);
                match klew_semantics::convert(self.terms, conversion, to, term, any) {
                    Some((term, fact)) => {
                        if let Some(fact) = fact {
                            self.assume(cursor, fact);
                        }
                        Value::Scalar(term)
                    }
                    None => {
                        let what = format!("{conversion:?} to {to:?}");
                        let end = End::Unsupported(what, cursor.position);
                        let truth = self.terms.true_();
                        self.end(cursor, end, truth);
                        self.any("conversion", to)
                    }
                }
            }
        }
    }

    /// Truncated or zero-extended to that many bits.
    pub(super) fn resized(&mut self, term: TermId, width: u32) -> TermId {
        if self.terms.width(term) > width {
            self.terms.bv_truncate(term, width)
        } else {
            self.terms.bv_zero_extend(term, width)
        }
    }
}
