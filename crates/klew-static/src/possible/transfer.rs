//! The effect of one function on what is known.

use std::collections::BTreeSet;

use super::fact::Fact;
use super::{Analysis, Body, Known};
use klew_ir::object_layout::{HEADER_WORD, TAG_OFFSET};
use klew_ir::{
    BlockCall, BlockId, Callee, Check, Constant, FunctionId, Instruction, Operand, Operation,
    Terminator, Type, fold::fold,
};

/// The most combinations of operands that are computed.
const MOST_COMBINATIONS: usize = 64;

/// Looks at a function until nothing changes; the arguments of calls of itself.
pub(super) fn run(
    analysis: &mut Analysis<'_>,
    function: FunctionId,
    body: &mut Body<'_>,
) -> Vec<Vec<Fact>> {
    let mut pass = Pass { analysis, function, body, own_calls: Vec::new(), changed: true };
    while std::mem::take(&mut pass.changed) {
        for index in 0..pass.body.order.len() {
            let block = pass.body.order[index];
            if pass.body.reached[block.0 as usize] {
                pass.block(block);
            }
        }
    }
    pass.own_calls
}

struct Pass<'p, 'a, 'b> {
    analysis: &'p mut Analysis<'a>,
    function: FunctionId,
    body: &'p mut Body<'b>,
    own_calls: Vec<Vec<Fact>>,
    changed: bool,
}

impl Pass<'_, '_, '_> {
    fn fact(&self, operand: &Operand, block: BlockId) -> Fact {
        self.body.fact(operand, block, &[])
    }

    fn learn(&mut self, value: klew_ir::ValueId, fact: &Fact) {
        self.changed |= self.body.learn(value, fact);
    }

    fn block(&mut self, id: BlockId) {
        let block = &self.body.definition.blocks[id.0 as usize];
        for (index, instruction) in block.instructions.iter().enumerate() {
            let following = block.instructions.get(index + 1);
            if !self.instruction(id, instruction, following) {
                return;
            }
        }
        self.terminator(id, &block.terminator);
    }

    /// Whether what comes after it may be reached.
    fn instruction(
        &mut self,
        block: BlockId,
        instruction: &Instruction,
        following: Option<&Instruction>,
    ) -> bool {
        let operation = &instruction.operation;
        match operation {
            Operation::Assert { id, check, .. } => {
                let may_fail = match check {
                    Check::Holds(condition) => self.fact(condition, block).zero().0,
                    _ => true,
                };
                if may_fail {
                    self.analysis.possible.checks.insert(*id);
                }
                return true;
            }
            Operation::Assume(condition) => return self.fact(condition, block).zero().1,
            Operation::Call { callee, arguments } => {
                let facts: Vec<Fact> =
                    arguments.iter().map(|argument| self.fact(argument, block)).collect();
                return self.call(callee, facts, instruction);
            }
            Operation::Store(Operand::Constant(Constant::Global(global, 0)), value) => {
                let fact = self.fact(value, block);
                if let Some(old) = self.analysis.globals.get(global) {
                    let joined = old.join(&fact);
                    if joined != *old {
                        self.analysis.globals.insert(*global, joined);
                        for reader in self.analysis.readers.get(global).cloned().unwrap_or_default()
                        {
                            self.analysis.look_at(reader);
                        }
                    }
                }
                return true;
            }
            _ => {}
        }
        for result in &instruction.results {
            let result_type = self.body.definition.values[result.0 as usize].value_type;
            let fact = self.compute(block, operation, result_type, *result, following);
            self.learn(*result, &fact);
        }
        true
    }

    fn is_typed(&self) -> bool {
        self.analysis.program.data_model.typed_memory
    }

    fn call(&mut self, callee: &Callee, arguments: Vec<Fact>, instruction: &Instruction) -> bool {
        let Callee::Function(callee) = callee else {
            self.analysis.possible.unknown = true;
            for result in &instruction.results {
                self.learn(*result, &Fact::Anything);
            }
            return true;
        };
        let results = if *callee == self.function {
            self.own_calls.push(arguments);
            self.body.callers.insert(self.function);
            self.body.results.clone()
        } else {
            self.analysis.enter(*callee, &arguments);
            match self.analysis.bodies.get_mut(callee) {
                Some(called) => {
                    called.callers.insert(self.function);
                    called.results.clone()
                }
                None => Some(vec![Fact::Anything; instruction.results.len()]),
            }
        };
        let Some(results) = results else { return false };
        for (result, fact) in instruction.results.iter().zip(&results) {
            self.learn(*result, fact);
        }
        true
    }

    fn compute(
        &mut self,
        block: BlockId,
        operation: &Operation,
        result_type: Type,
        result: klew_ir::ValueId,
        following: Option<&Instruction>,
    ) -> Fact {
        match operation {
            Operation::Allocate { size, .. } => {
                let tag = following.and_then(|next| tag_of(&next.operation, result));
                match (size, Fact::object(tag)) {
                    (Operand::Constant(_), object) => object,
                    // One that does not fit is null.
                    (_, Fact::Pointer { tags, .. }) => Fact::Pointer { null: true, tags },
                    (_, fact) => fact,
                }
            }
            Operation::Offset(pointer, Operand::Constant(Constant::Int { value, .. })) => {
                let fact = self.fact(pointer, block);
                match fact {
                    Fact::Never => Fact::Never,
                    fact if value.bits() == 0 => fact,
                    _ if self.is_typed() => Fact::not_null(),
                    _ => Fact::Anything,
                }
            }
            Operation::Load(address) => self.load(block, address, result_type),
            Operation::Select(_, a, b) if result_type == Type::Pointer => {
                self.fact(a, block).join(&self.fact(b, block))
            }
            Operation::Compare(..) => match self.body.null_test(result) {
                Some((pointer, equal)) => {
                    let fact = self.fact(&Operand::Value(pointer), block);
                    null_test(&fact, equal)
                }
                None => self.pure(block, operation, result_type),
            },
            _ if operation.is_pure() => self.pure(block, operation, result_type),
            _ => Fact::Anything,
        }
    }

    fn load(&mut self, block: BlockId, address: &Operand, result_type: Type) -> Fact {
        if let Operand::Constant(Constant::Global(global, 0)) = address {
            if result_type != Type::Int(8) {
                return Fact::Anything;
            }
            let fact = self.analysis.globals.get(global).cloned().unwrap_or(Fact::Anything);
            self.analysis.readers.entry(*global).or_default().insert(self.function);
            return fact;
        }
        match self.fact(address, block) {
            Fact::Never => Fact::Never,
            Fact::Pointer { tags: Some(tags), .. }
                if result_type == HEADER_WORD && self.is_typed() =>
            {
                tags.iter().fold(Fact::Never, |fact, tag| fact.join(&Fact::number((*tag).into())))
            }
            _ => Fact::Anything,
        }
    }

    /// An operation on numbers, computed for all that its operands may be.
    fn pure(&self, block: BlockId, operation: &Operation, result_type: Type) -> Fact {
        let mut choices = Vec::new();
        let mut unknown = false;
        for operand in operation.operands() {
            let fact = self.fact(operand, block);
            let Type::Int(width) = self.body.definition.type_of(operand) else {
                unknown = true;
                continue;
            };
            match (&fact, fact.constants(width)) {
                (Fact::Never, _) => return Fact::Never,
                (_, Some(constants)) => choices.push(constants),
                _ => unknown = true,
            }
        }
        let combinations: usize = choices.iter().map(Vec::len).product();
        if unknown || choices.is_empty() || combinations > MOST_COMBINATIONS {
            return Fact::Anything;
        }
        let mut result = Fact::Never;
        for number in 0..combinations {
            let mut rest = number;
            let mut instance = operation.clone();
            for (operand, constants) in instance.operands_mut().into_iter().zip(&choices) {
                *operand = constants[rest % constants.len()].clone();
                rest /= constants.len();
            }
            match fold(&instance, result_type, self.analysis.program.data_model) {
                Some(Operand::Constant(constant @ Constant::Int { .. })) => {
                    result = result.join(&Fact::of_constant(&constant));
                }
                _ => return Fact::Anything,
            }
        }
        result
    }

    fn terminator(&mut self, block: BlockId, terminator: &Terminator) {
        match terminator {
            Terminator::Jump(next) => self.go(block, next, &[]),
            Terminator::Branch { condition, then_block, else_block } => {
                let (may_be_false, may_be_true) = self.condition(block, condition).zero();
                for (next, truth, may) in
                    [(then_block, true, may_be_true), (else_block, false, may_be_false)]
                {
                    if may {
                        let known = self.body.says(condition, truth);
                        self.go(block, next, &known);
                    }
                }
            }
            Terminator::Switch { value, cases, default } => {
                let fact = self.fact(value, block);
                if fact == Fact::Never {
                    return;
                }
                let Fact::Numbers(mut numbers) = fact else {
                    for (_, next) in cases {
                        self.go(block, next, &[]);
                    }
                    return self.go(block, default, &[]);
                };
                for (case, next) in cases {
                    if numbers.remove(case) {
                        self.go(block, next, &[]);
                    }
                }
                if !numbers.is_empty() {
                    self.go(block, default, &[]);
                }
            }
            Terminator::Return(results) => {
                let facts: Vec<Fact> =
                    results.iter().map(|result| self.fact(result, block)).collect();
                let joined = match &self.body.results {
                    Some(old) => old.iter().zip(&facts).map(|(old, new)| old.join(new)).collect(),
                    None => facts,
                };
                if self.body.results.as_ref() != Some(&joined) {
                    self.body.results = Some(joined);
                    self.changed = true;
                }
            }
            Terminator::Unsupported(_) | Terminator::Bound { .. } => {
                self.analysis.possible.unknown = true
            }
            Terminator::Exit | Terminator::Abort | Terminator::Unreachable => {}
        }
    }

    /// A condition, decided again by what is known where it is used.
    fn condition(&self, block: BlockId, condition: &Operand) -> Fact {
        let fact = self.fact(condition, block);
        let Operand::Value(value) = condition else { return fact };
        match self.body.null_test(*value) {
            Some((pointer, equal)) if fact != Fact::Never => {
                let again = null_test(&self.fact(&Operand::Value(pointer), block), equal);
                if matches!((&fact, &again), (Fact::Numbers(a), Fact::Numbers(b)) if a.len() <= b.len())
                {
                    fact
                } else {
                    again
                }
            }
            _ => fact,
        }
    }

    fn go(&mut self, from: BlockId, next: &BlockCall, known: &[Known]) {
        let target = next.block.0 as usize;
        if !self.body.reached[target] {
            self.body.reached[target] = true;
            self.changed = true;
        }
        let parameters = &self.body.definition.blocks[target].parameters;
        for (parameter, argument) in parameters.iter().zip(&next.arguments) {
            let fact = self.body.fact(argument, from, known);
            self.changed |= self.body.learn(*parameter, &fact);
        }
    }
}

/// The tag that an instruction writes into an object: at [`TAG_OFFSET`], where the pointer to the object points.
fn tag_of(operation: &Operation, object: klew_ir::ValueId) -> Option<u32> {
    const { assert!(TAG_OFFSET == 0) }
    match operation {
        Operation::Store(Operand::Value(address), Operand::Constant(tag))
            if *address == object && tag.type_of() == HEADER_WORD =>
        {
            match tag {
                Constant::Int { value, .. } => u32::try_from(value).ok(),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A comparison with null that is true for null, or for all others.
fn null_test(fact: &Fact, equal: bool) -> Fact {
    let (null, other) = match fact {
        Fact::Never => return Fact::Never,
        Fact::Pointer { null, tags } => (*null, !matches!(tags, Some(tags) if tags.is_empty())),
        _ => (true, true),
    };
    let truths: BTreeSet<num_bigint::BigUint> = [(null, equal), (other, !equal)]
        .into_iter()
        .filter(|(may, _)| *may)
        .map(|(_, truth)| u32::from(truth).into())
        .collect();
    if truths.is_empty() { Fact::Never } else { Fact::Numbers(truths) }
}
