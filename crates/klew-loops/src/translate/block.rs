//! A block as edges: what it computes, asks, reads and writes, and where it goes on.

use klew_ir::{
    BlockCall, BlockId, Check, Comparison, Instruction, ObjectKind, Operand, Operation, Position,
    Terminator, Type, UnaryOperation, ValueId,
};
use klew_semantics::{binary, compare, compare_float, convert, overflows, unary};
use klew_term::{BitVecValue, Sort, TermId};
use rustc_hash::FxHashMap;

use super::{End, INPUT_BITS, Translator};
use crate::flowgraph::{Step, Variable};
use klew_ir::pointer_bases::{Base, Object};

/// What a block did so far, over what variables held where it begins.
#[derive(Default)]
pub(super) struct Block {
    pub(super) at: usize,
    pub(super) values: FxHashMap<ValueId, TermId>,
    /// Arrays, lives, sizes and the number of inputs, where they changed.
    pub(super) memory: FxHashMap<Variable, TermId>,
    pub(super) steps: Vec<Step>,
}

impl Translator<'_, '_, '_> {
    pub(super) fn block(&mut self, id: BlockId) {
        let definition = self.definition;
        let body = &definition.blocks[id.0 as usize];
        self.block = id;
        let mut block = Block { at: id.0 as usize, ..Block::default() };
        for instruction in &body.instructions {
            self.instruction(&mut block, instruction);
        }
        self.terminator(block, &body.terminator, body.terminator_position);
    }

    fn terminator(&mut self, mut block: Block, terminator: &Terminator, position: Position) {
        match terminator {
            Terminator::Jump(next) => self.go(&mut block, None, next),
            Terminator::Branch { condition, then_block, else_block } => {
                let condition = self.truth(&mut block, condition);
                let opposite = self.context.terms.not(condition);
                self.go(&mut block, Some(condition), then_block);
                self.go(&mut block, Some(opposite), else_block);
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.operand(&mut block, value);
                let width = self.context.terms.width(value);
                let mut none = self.context.terms.true_();
                for (case, next) in cases {
                    let case = BitVecValue::from_biguint(width, case.clone());
                    let case = self.context.terms.bv_value(case);
                    let same = self.context.terms.eq(value, case);
                    let other = self.context.terms.not(same);
                    none = self.context.terms.and(none, other);
                    self.go(&mut block, Some(same), next);
                }
                self.go(&mut block, Some(none), default);
            }
            Terminator::Return(_) | Terminator::Exit | Terminator::Abort => self.stop(block, None),
            Terminator::Unreachable => {
                let what = "the program declares this unreachable".to_owned();
                self.stop(block, Some(End::Undefined(what, position)));
            }
            Terminator::Unsupported(what) => {
                self.stop(block, Some(End::Unsupported(what.clone(), position)));
            }
            Terminator::Bound { which, .. } => self.stop(block, Some(End::Bound(which.clone()))),
        }
    }

    /// The edge to another block. Targets are on the first edge only.
    fn go(&mut self, block: &mut Block, condition: Option<TermId>, next: &BlockCall) {
        let mut steps = block.steps.clone();
        block.steps.retain(|step| !matches!(step, Step::Target(..)));
        steps.extend(condition.map(Step::Assume));
        let definition = self.definition;
        let mut assignments = self.results(block);
        let parameters = &definition.blocks[next.block.0 as usize].parameters;
        for (parameter, argument) in parameters.iter().zip(&next.arguments) {
            let argument = self.operand(block, argument);
            let parameter = self.variable(*parameter);
            assignments.retain(|(variable, _)| *variable != parameter);
            assignments.push((parameter, argument));
        }
        steps.push(Step::Assign(assignments));
        self.translation.graph.edge(BlockId(block.at as u32), next.block, steps);
    }

    fn results(&mut self, block: &Block) -> Vec<(Variable, TermId)> {
        let mut values: Vec<ValueId> = block.values.keys().copied().collect();
        values.retain(|value| self.shared.contains(value));
        values.sort_unstable();
        let mut results: Vec<(Variable, TermId)> =
            values.iter().map(|value| (self.variable(*value), block.values[value])).collect();
        let mut memory: Vec<(Variable, TermId)> =
            block.memory.iter().map(|(variable, value)| (*variable, *value)).collect();
        memory.sort_unstable();
        results.extend(memory);
        results
    }

    fn stop(&mut self, mut block: Block, end: Option<End>) {
        if let Some(end) = end {
            let target = self.end(end);
            let always = self.context.terms.true_();
            block.steps.push(Step::Target(target, always));
        }
        self.translation.graph.edge(BlockId(block.at as u32), self.exit, block.steps);
    }

    pub(super) fn operand(&mut self, block: &mut Block, operand: &Operand) -> TermId {
        match operand {
            Operand::Value(value) => match block.values.get(value) {
                Some(known) => *known,
                None => {
                    let variable = self.variable(*value);
                    self.context.terms.symbol_term(variable)
                }
            },
            Operand::Constant(constant) => self.constant(constant),
        }
    }

    pub(super) fn truth(&mut self, block: &mut Block, operand: &Operand) -> TermId {
        let value = self.operand(block, operand);
        self.context.terms.bv_to_bool(value)
    }

    /// What a variable that is no value holds now.
    pub(super) fn now(&mut self, block: &Block, variable: Variable) -> TermId {
        match block.memory.get(&variable) {
            Some(now) => *now,
            None => self.context.terms.symbol_term(variable),
        }
    }

    fn instruction(&mut self, block: &mut Block, instruction: &Instruction) {
        let position = instruction.position;
        match &instruction.operation {
            Operation::Assume(condition) => {
                let condition = self.truth(block, condition);
                block.steps.push(Step::Assume(condition));
            }
            Operation::Assert { id, property, check, .. } => {
                if matches!(check, Check::Initialised(_)) && !self.properties.contains(*property) {
                    return;
                }
                let passes = self.check(block, check);
                let fails = self.context.terms.not(passes);
                if self.context.terms.as_bool(fails) != Some(false) {
                    let end = match self.properties.contains(*property) {
                        true => End::Check(*id, position),
                        false => End::Undefined(property.name().to_owned(), position),
                    };
                    let target = self.end(end);
                    block.steps.push(Step::Target(target, fails));
                }
                block.steps.push(Step::Assume(passes));
            }
            Operation::Bind(..) => {}
            Operation::Call { .. } => {
                let end = End::Unsupported("a call".to_owned(), position);
                let target = self.end(end);
                let always = self.context.terms.true_();
                block.steps.push(Step::Target(target, always));
                // Such runs are never proved away, so nothing behind them matters.
                block.steps.push(Step::Assume(self.context.terms.false_()));
                for result in &instruction.results {
                    let some = self.some(self.definition.values[result.0 as usize].value_type);
                    block.values.insert(*result, some);
                }
            }
            operation => match instruction.results.first() {
                Some(result) => {
                    let value_type = self.definition.values[result.0 as usize].value_type;
                    let value = self.value(block, operation, (*result, value_type), position);
                    block.values.insert(*result, value);
                }
                None => self.effect(block, operation),
            },
        }
    }

    /// What must hold, so that the check does not fail.
    fn check(&mut self, block: &mut Block, check: &Check) -> TermId {
        match check {
            Check::Holds(condition) => self.truth(block, condition),
            Check::Accessible { pointer, size, access } => {
                self.accessible(block, pointer, size, *access)
            }
            Check::Freeable(pointer) => self.freeable(block, pointer),
            Check::Callable(_) | Check::Initialised(_) => {
                self.context.local_term("some", Sort::Bool)
            }
            Check::NeverEscapes(_) => self.context.terms.false_(),
        }
    }

    fn value(
        &mut self,
        block: &mut Block,
        operation: &Operation,
        (result, value_type): (ValueId, Type),
        position: Position,
    ) -> TermId {
        let definition = self.definition;
        let bits = self.pointer_bits();
        let pointer_bits = bits;
        let computed = match operation {
            Operation::Binary(operation, one, other) => {
                let (one, other) = (self.operand(block, one), self.operand(block, other));
                binary(self.context.terms, *operation, value_type, one, other)
            }
            Operation::Unary(UnaryOperation::Freeze, one) => Some(self.operand(block, one)),
            Operation::Unary(operation, one) => {
                let one = self.operand(block, one);
                Some(unary(self.context.terms, *operation, value_type, pointer_bits, one))
            }
            Operation::Compare(comparison, one, other) => {
                let truth = match definition.type_of(one) {
                    Type::Pointer => self.compare_pointers(block, *comparison, one, other),
                    _ => {
                        let (one, other) = (self.operand(block, one), self.operand(block, other));
                        compare(self.context.terms, *comparison, one, other)
                    }
                };
                Some(self.context.terms.bool_to_bv(truth, 1))
            }
            Operation::CompareFloat(comparison, one, other) => {
                let (one, other) = (self.operand(block, one), self.operand(block, other));
                let truth = compare_float(self.context.terms, *comparison, one, other);
                Some(self.context.terms.bool_to_bv(truth, 1))
            }
            Operation::Overflows(operation, one, other) => {
                let (one, other) = (self.operand(block, one), self.operand(block, other));
                let truth = overflows(self.context.terms, *operation, one, other);
                Some(self.context.terms.bool_to_bv(truth, 1))
            }
            Operation::IsKnown(_) | Operation::Asks(_) => Some(self.context.terms.bv(1, 0)),
            Operation::TextEnd(_) => Some(self.context.terms.bv(bits, u64::MAX)),
            Operation::Convert(conversion, one) => {
                self.converted(block, *conversion, one, value_type)
            }
            Operation::Select(condition, one, other) => {
                let condition = self.truth(block, condition);
                let (one, other) = (self.operand(block, one), self.operand(block, other));
                Some(self.context.terms.ite(condition, one, other))
            }
            Operation::Offset(pointer, by) => {
                let (pointer, by) = (self.operand(block, pointer), self.operand(block, by));
                Some(self.context.terms.bv_add(pointer, by))
            }
            Operation::Allocate { size, zeroed, .. } => {
                Some(self.allocate(block, result, size, *zeroed))
            }
            Operation::Load(pointer) => Some(self.load(block, pointer, value_type)),
            Operation::ObjectSize(pointer) => match self.objects.base(pointer) {
                Base::Object(object) => {
                    // Behind the object it is 0, and so where the object is dead.
                    let (at, some) = (self.operand(block, pointer), self.some(value_type));
                    let one = self.context.terms.bv(bits, 1);
                    let within = self.is_inside(block, object, at, one);
                    let size = self.size_now(block, object);
                    Some(self.context.terms.ite(within, size, some))
                }
                _ => None,
            },
            Operation::Input { .. } => {
                if value_type == Type::Pointer {
                    let end = End::Unsupported("a pointer as input".to_owned(), position);
                    let target = self.end(end);
                    let always = self.context.terms.true_();
                    block.steps.push(Step::Target(target, always));
                }
                self.input(block, value_type)
            }
            _ => None,
        };
        computed.unwrap_or_else(|| self.some(value_type))
    }

    fn converted(
        &mut self,
        block: &mut Block,
        conversion: klew_ir::Conversion,
        one: &Operand,
        to: Type,
    ) -> Option<TermId> {
        if to == Type::Pointer || self.definition.type_of(one) == Type::Pointer {
            return None;
        }
        let one = self.operand(block, one);
        // The converter may ask for a value beside; it gets one of this execution.
        let sort = self.sort(to);
        let any = self.context.local_term("some", sort);
        let (value, fact) = convert(self.context.terms, conversion, to, one, |_, _| any)?;
        block.steps.extend(fact.map(Step::Assume));
        let sides = self.context.terms.symbols(value);
        // A symbol for the image of a float belongs to one execution as well; it is not marked as such.
        if fact.is_some() && sides.iter().any(|symbol| !self.is_ours(*symbol)) {
            block.steps.pop();
            return None;
        }
        Some(value)
    }

    /// Whether a symbol is a variable, of one execution, or the inputs.
    fn is_ours(&self, symbol: klew_term::SymbolId) -> bool {
        self.context.is_local(symbol)
            || self.translation.inputs == symbol
            || self.translation.graph.variables.contains(&symbol)
    }

    /// The next input; none if it has no image of at most so many bits.
    pub(super) fn input(&mut self, block: &mut Block, value_type: Type) -> Option<TermId> {
        let bits = self.pointer_bits();
        let number = self.now(block, self.read);
        let one = self.context.terms.bv(bits, 1);
        let next = self.context.terms.bv_add(number, one);
        block.memory.insert(self.read, next);
        let width = value_type.bits(bits);
        if width > INPUT_BITS || value_type == Type::Pointer {
            return None;
        }
        let inputs = self.context.terms.symbol_term(self.translation.inputs);
        let whole = self.context.terms.select(inputs, number);
        let image = self.context.terms.bv_truncate(whole, width);
        let sort = self.sort(value_type);
        let (value, fact) = klew_semantics::reinterpret(self.context.terms, image, sort)?;
        fact.is_none().then_some(value)
    }

    fn compare_pointers(
        &mut self,
        block: &mut Block,
        comparison: Comparison,
        one: &Operand,
        other: &Operand,
    ) -> TermId {
        let (first, second) = (self.objects.base(one), self.objects.base(other));
        let (one, other) = (self.operand(block, one), self.operand(block, other));
        let unknown = self.context.local_term("some", Sort::Bool);
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        match (first, second) {
            (Base::Null, Base::Null) => compare(self.context.terms, comparison, one, other),
            (Base::Object(object), Base::Object(same)) if object == same => {
                let exact = compare(self.context.terms, comparison, one, other);
                if is_equality {
                    return exact;
                }
                let one_in = self.is_within(block, object, one);
                let other_in = self.is_within(block, object, other);
                let both = self.context.terms.and(one_in, other_in);
                self.context.terms.ite(both, exact, unknown)
            }
            (Base::Object(object), Base::Null) if is_equality => {
                self.compare_null(block, (object, one), comparison, unknown)
            }
            (Base::Null, Base::Object(object)) if is_equality => {
                self.compare_null(block, (object, other), comparison, unknown)
            }
            _ => unknown,
        }
    }

    fn compare_null(
        &mut self,
        block: &Block,
        (object, offset): (Object, TermId),
        comparison: Comparison,
        unknown: TermId,
    ) -> TermId {
        let within = self.is_within(block, object, offset);
        let differs = self.context.terms.bool(comparison == Comparison::NotEqual);
        self.context.terms.ite(within, differs, unknown)
    }

    /// Whether an offset is in an object or at its end.
    fn is_within(&mut self, block: &Block, object: Object, offset: TermId) -> TermId {
        let size = self.size_now(block, object);
        self.context.terms.bv_ule(offset, size)
    }

    /// Operations without a result.
    fn effect(&mut self, block: &mut Block, operation: &Operation) {
        match operation {
            Operation::Store(pointer, value) => self.store(block, value, pointer),
            Operation::Copy { destination, source, size } => {
                self.copy(block, destination, source, size);
            }
            Operation::Fill { destination, byte, size } => {
                self.fill(block, destination, byte, size);
            }
            Operation::InputBytes { pointer, size, .. } => self.input_bytes(block, pointer, size),
            Operation::Free(pointer) => match self.objects.base(pointer) {
                Base::Object(object) => self.set_alive(block, object, false),
                Base::Null => {}
                _ => self.may_end(block, |object| object == Some(ObjectKind::Heap)),
            },
            Operation::ScopeStart(pointer) => match self.objects.base(pointer) {
                Base::Object(object) => {
                    self.set_alive(block, object, true);
                    self.forget(block, object);
                }
                _ => self.forget_all(block),
            },
            Operation::ScopeEnd(pointer) => match self.objects.base(pointer) {
                Base::Object(object) => self.set_alive(block, object, false),
                _ => self.may_end(block, |object| object == Some(ObjectKind::Stack)),
            },
            Operation::StackRelease(mark) => self.release(block, mark),
            // What is left changes nothing that is told.
            _ => {}
        }
    }
}
