//! What instructions do to a state.

use klew_engine::{Approximation, Limit};
use klew_ir::pointer_bases::Object;
use klew_ir::{
    BinaryOperation, Callee, Check, CheckId, Conversion, FunctionBody, Instruction, Operand,
    Operation, Property, Terminator, Type, ValueId,
};
use klew_semantics::sort_of;
use klew_term::{Sort, TermId};

use crate::function::FunctionClauses;
use crate::memory::Holds;
use crate::state::State;
use crate::system::Goal;

impl FunctionClauses<'_, '_> {
    pub(crate) fn instruction(&mut self, state: &mut State, instruction: &Instruction) {
        let operation = &instruction.operation;
        if self.effect(state, instruction) {
            return;
        }
        let Some(result) = instruction.results.first() else { return };
        let value_type = self.definition.values[result.0 as usize].value_type;
        let sort = sort_of(value_type, self.pointer_bits());
        let value = match value_type {
            Type::Pointer => self.pointer(state, *result, operation),
            _ => self.number(state, operation, value_type),
        };
        let value = match value {
            Some(value) if self.terms().sort(value) == sort => value,
            _ => self.any(sort),
        };
        state.registers.insert(*result, value);
    }

    /// What is done for its effect; whether it was that.
    fn effect(&mut self, state: &mut State, instruction: &Instruction) -> bool {
        match &instruction.operation {
            Operation::Store(pointer, value) => self.store(state, pointer, value),
            Operation::Copy { destination, size, .. } => {
                let size = self.operand(state, size);
                self.set_bytes(state, destination, None, size);
            }
            Operation::Fill { destination, byte, size } => {
                let (byte, size) = (self.operand(state, byte), self.operand(state, size));
                self.set_bytes(state, destination, Some(byte), size);
            }
            Operation::InputBytes { pointer, size, .. } => {
                let size = self.operand(state, size);
                self.set_bytes(state, pointer, None, size);
            }
            Operation::Free(pointer) | Operation::ScopeEnd(pointer) => {
                if let Some(object) = self.object(pointer) {
                    self.set_alive(state, object, false);
                }
            }
            Operation::ScopeStart(pointer) => {
                if let Some(object) = self.object(pointer) {
                    self.set_alive(state, object, true);
                }
            }
            Operation::StackRelease(mark) => {
                // It may be older than the mark, and live on.
                for site in self.objects.releases.of(mark).to_vec() {
                    self.may_end(state, Object::Site(site));
                }
            }
            Operation::Allocate { size, zeroed, .. } => {
                let Some(result) = instruction.results.first() else { return true };
                let size = self.operand(state, size);
                self.allocate(state, Object::Site(*result), size, *zeroed);
                let start = self.pointer_number(0);
                state.registers.insert(*result, start);
            }
            Operation::Assume(condition) => {
                let fact = self.truth(state, condition);
                state.assume(self.terms(), fact);
            }
            Operation::Assert { id, property, check, .. } => {
                self.check(state, (*id, *property), check, instruction);
            }
            Operation::Call { callee, .. } => self.call(state, callee, instruction),
            // All runs are considered.
            Operation::Bind(..) | Operation::AssumeEach { .. } => {}
            _ => return false,
        }
        true
    }

    /// A call that has no summary.
    fn call(&mut self, state: &mut State, callee: &Callee, instruction: &Instruction) {
        let position = instruction.position;
        let unsupported = match callee {
            Callee::Pointer(_) => Some("a call through a pointer".to_owned()),
            Callee::Function(id) => {
                let program = self.builder.program;
                let function = program.function(*id);
                match &function.body {
                    FunctionBody::Unsupported(why) => Some(why.clone()),
                    FunctionBody::External => {
                        let name = function.name.clone();
                        let pointer = function.results.contains(&Type::Pointer);
                        let external = Approximation::ExternalFunction { name, position, pointer };
                        self.builder.approximations.insert(external);
                        None
                    }
                    // Points are where such calls are.
                    FunctionBody::Defined(_) => Some(format!("a call of {}", function.name)),
                }
            }
        };
        if let Some(what) = unsupported {
            let goal = Goal::Leaves(Limit::Unsupported { what, position });
            self.goal(state.condition, goal);
            state.condition = self.terms().false_();
        }
        for result in &instruction.results {
            let value_type = self.definition.values[result.0 as usize].value_type;
            let any = self.any(sort_of(value_type, self.pointer_bits()));
            state.registers.insert(*result, any);
        }
    }

    /// A check: a run in which it fails comes to a goal, the others go on.
    fn check(
        &mut self,
        state: &mut State,
        (id, property): (CheckId, Property),
        check: &Check,
        instruction: &Instruction,
    ) {
        let asked = self.builder.asks(property);
        let relied_on =
            matches!(check, Check::Accessible { .. } | Check::Freeable(_) | Check::Callable(_));
        if !asked && !relied_on {
            return;
        }
        let holds = match check {
            Check::Holds(condition) => Holds::Exactly(self.truth(state, condition)),
            Check::Accessible { pointer, size, access } => {
                let size = self.operand(state, size);
                self.accessible(state, pointer, size, *access)
            }
            Check::Freeable(pointer) => self.freeable(state, pointer),
            Check::Initialised(value) => {
                let defined = self.builder.is_defined(self.id, value);
                Holds::IfAtLeast(self.terms().bool(defined))
            }
            Check::Callable(_) => Holds::IfAtLeast(self.terms().false_()),
            Check::NeverEscapes(_) => Holds::Exactly(self.terms().false_()),
        };
        let (Holds::Exactly(condition) | Holds::IfAtLeast(condition)) = holds;
        let terms = self.terms();
        let fails = terms.not(condition);
        let fails = terms.and(state.condition, fails);
        let goal = match asked {
            true => Goal::Check(id, self.place),
            false => Goal::Leaves(Limit::Unsupported {
                what: format!("a run that may violate {}", property.name()),
                position: instruction.position,
            }),
        };
        self.goal(fails, goal);
        // A run that violates a check is looked at no further.
        if let Holds::Exactly(condition) = holds {
            state.assume(self.terms(), condition);
        }
    }

    /// What the end of a run says of leaks.
    pub(crate) fn end_of_run(&mut self, state: &State, terminator: &Terminator) {
        for property in [Property::MemoryTracked, Property::MemoryFreed] {
            if !self.builder.asks(property)
                || (property == Property::MemoryTracked && *terminator == Terminator::Abort)
            {
                continue;
            }
            let Some(id) = CheckId::of_leaks(property) else { continue };
            let others = !self.is_entry && self.builder.entry_allocates;
            let is_unseen = self.builder.allocates_unseen || others;
            let mut lost = self.terms().bool(is_unseen);
            let sites: Vec<(ValueId, bool)> = (self.objects.sites().iter())
                .filter(|(_, site)| site.kind == klew_ir::ObjectKind::Heap)
                .map(|(value, site)| (*value, site.in_loop))
                .collect();
            for (site, in_loop) in sites {
                let object = Object::Site(site);
                let alive = match (in_loop, self.may_die(object)) {
                    (false, true) => self.alive(state, object),
                    // It was allocated, or not.
                    _ => None,
                };
                let terms = self.terms();
                let alive = alive.unwrap_or_else(|| terms.true_());
                lost = terms.or(lost, alive);
            }
            let terms = self.terms();
            let lost = terms.and(lost, state.condition);
            self.goal(lost, Goal::Check(id, None));
        }
    }

    /// A pointer that an operation gives.
    fn pointer(
        &mut self,
        state: &mut State,
        result: ValueId,
        operation: &Operation,
    ) -> Option<TermId> {
        let is_address = self.object(&result.into()).is_none();
        match operation {
            Operation::Offset(pointer, by) => {
                let by = self.operand(state, by);
                let at = match is_address {
                    true => self.address(state, pointer),
                    false => self.operand(state, pointer),
                };
                Some(self.terms().bv_add(at, by))
            }
            Operation::Select(condition, a, b) => {
                let condition = self.truth(state, condition);
                let (a, b) = match is_address {
                    true => (self.address(state, a), self.address(state, b)),
                    false => (self.operand(state, a), self.operand(state, b)),
                };
                Some(self.terms().ite(condition, a, b))
            }
            Operation::Unary(_, pointer) => Some(match is_address {
                true => self.address(state, pointer),
                false => self.operand(state, pointer),
            }),
            Operation::Load(pointer) => Some(self.load(state, pointer, Type::Pointer)),
            Operation::Convert(Conversion::IntToPointer, number) => {
                let (bits, number) = (self.pointer_bits(), self.operand(state, number));
                Some(self.resized(number, bits))
            }
            _ => None,
        }
    }

    fn resized(&mut self, number: TermId, bits: u32) -> TermId {
        let terms = self.terms();
        match terms.width(number) < bits {
            true => terms.bv_zero_extend(number, bits),
            false => terms.bv_truncate(number, bits),
        }
    }

    /// A number that an operation gives; none if it may be anything.
    fn number(
        &mut self,
        state: &mut State,
        operation: &Operation,
        value_type: Type,
    ) -> Option<TermId> {
        let pointer_bits = self.pointer_bits();
        match operation {
            Operation::Binary(BinaryOperation::Sub, a, b)
                if let Some((a, b)) = self.distance(a, b) =>
            {
                let (a, b) = (self.operand(state, &a), self.operand(state, &b));
                let difference = self.terms().bv_sub(a, b);
                let Type::Int(width) = value_type else { return None };
                Some(self.resized(difference, width))
            }
            Operation::Binary(operation, a, b) => {
                let (a, b) = (self.operand(state, a), self.operand(state, b));
                klew_semantics::binary(self.terms(), *operation, value_type, a, b)
            }
            Operation::Unary(operation, a) => {
                let a = self.operand(state, a);
                Some(klew_semantics::unary(self.terms(), *operation, value_type, pointer_bits, a))
            }
            Operation::FusedMultiplyAdd(a, b, c) => {
                let [a, b, c] = [a, b, c].map(|operand| self.operand(state, operand));
                Some(self.terms().fp_fma(a, b, c))
            }
            Operation::Compare(comparison, a, b) => {
                let holds = if self.type_of(a) == Type::Pointer {
                    self.compare_pointers(state, *comparison, (a, b))
                } else {
                    let (a, b) = (self.operand(state, a), self.operand(state, b));
                    klew_semantics::compare(self.terms(), *comparison, a, b)
                };
                Some(self.terms().bool_to_bv(holds, 1))
            }
            Operation::CompareFloat(comparison, a, b) => {
                let (a, b) = (self.operand(state, a), self.operand(state, b));
                let terms = self.terms();
                let holds = klew_semantics::compare_float(terms, *comparison, a, b);
                Some(terms.bool_to_bv(holds, 1))
            }
            Operation::Overflows(operation, a, b) => {
                let (a, b) = (self.operand(state, a), self.operand(state, b));
                let terms = self.terms();
                let holds = klew_semantics::overflows(terms, *operation, a, b);
                Some(terms.bool_to_bv(holds, 1))
            }
            Operation::IsKnown(_) | Operation::Asks(_) => Some(self.terms().bv(1, 0)),
            Operation::TextEnd(_) => {
                let Type::Int(width) = value_type else { return None };
                Some(self.terms().bv(width, u64::MAX))
            }
            Operation::Convert(Conversion::PointerToInt, pointer) => {
                let Type::Int(width) = value_type else { return None };
                let address = self.address(state, pointer);
                Some(self.resized(address, width))
            }
            Operation::Convert(conversion, a) => self.converted(state, *conversion, a, value_type),
            Operation::Select(condition, a, b) => {
                let condition = self.truth(state, condition);
                let (a, b) = (self.operand(state, a), self.operand(state, b));
                Some(self.terms().ite(condition, a, b))
            }
            Operation::Load(pointer) => Some(self.load(state, pointer, value_type)),
            _ => None,
        }
    }

    /// The pointers whose distance is taken.
    fn distance(&self, a: &Operand, b: &Operand) -> Option<(Operand, Operand)> {
        let pointer = |operand: &Operand| match operand {
            Operand::Value(value) => self.objects.distances.get(value).cloned(),
            Operand::Constant(_) => None,
        };
        // Wider numbers tell which address is greater.
        let is_narrow = matches!(self.type_of(a), Type::Int(width) if width <= self.pointer_bits());
        is_narrow.then_some(())?;
        Some((pointer(a)?, pointer(b)?))
    }

    fn converted(
        &mut self,
        state: &mut State,
        conversion: Conversion,
        a: &Operand,
        value_type: Type,
    ) -> Option<TermId> {
        let a = self.operand(state, a);
        let any = |terms: &mut klew_term::Terms, sort: Sort| {
            let symbol = terms.fresh_symbol("any", sort);
            terms.symbol_term(symbol)
        };
        let (value, fact) = klew_semantics::convert(self.terms(), conversion, value_type, a, any)?;
        if let Some(fact) = fact {
            state.assume(self.terms(), fact);
        }
        Some(value)
    }
}
