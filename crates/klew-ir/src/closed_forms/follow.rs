//! Follows all paths of a function with polynomials for numbers; what is called again is what somebody says that it gives.
//!
//! **Invariant**: the ends are those of all runs that the guard allows. What is not understood, or might fail a check, ends all.

use super::polynomial::Polynomial;
use super::ranges::{Atom, Ranges};
use super::{Effect, Given, Guard, Subject};
use crate::{
    BinaryOperation, BlockCall, Callee, Check, Comparison, Constant, Instruction, Operand,
    Operation, OverflowOperation, Terminator, Type, UnaryOperation, ValueId,
};
use num_traits::ToPrimitive;

/// More paths, or more steps on all of them, are not followed.
const MOST_PATHS: usize = 64;
const MOST_STEPS: usize = 4000;

/// What a value is.
#[derive(Clone, Debug)]
enum Value {
    Number(Polynomial),
    Truth(Atom),
    /// The null pointer.
    Null,
    /// A pointer that is only handed on.
    Other,
}

/// A path, up to somewhere.
#[derive(Clone, Debug)]
pub(super) struct Path {
    block: usize,
    index: usize,
    values: Vec<Option<Value>>,
    cells: Vec<Polynomial>,
    /// What variables are: themselves, unless the path fixes them.
    pub(super) variables: Vec<Polynomial>,
    pub(super) ranges: Ranges,
}

/// An end of the function.
#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) effect: Effect,
    pub(super) variables: Vec<Polynomial>,
}

/// Says what a call of the function itself gives, with the numbers of its parameters (none for others) on that path.
pub(super) type Answer<'a> = dyn FnMut(&[Option<Polynomial>], &Path) -> Option<Effect> + 'a;

/// All ends, if all is understood.
pub(super) fn follow(
    subject: &Subject<'_>,
    guards: &[Guard],
    answer: &mut Answer<'_>,
) -> Option<Vec<End>> {
    let mut ends = Vec::new();
    let mut waiting = vec![begin(subject, guards)?];
    let mut steps = 0;
    while let Some(mut path) = waiting.pop() {
        loop {
            steps += 1;
            if steps > MOST_STEPS || ends.len() + waiting.len() > MOST_PATHS {
                return None;
            }
            match (Follower { subject, path: &mut path }).step(answer)? {
                Step::On => {}
                Step::End(end) => {
                    ends.push(end);
                    break;
                }
                Step::Fork(atom, decided) => {
                    waiting.extend(path.clone().with(&atom.clone().negated(), &decided, false));
                    let Some(next) = path.with(&atom, &decided, true) else { break };
                    path = next;
                }
            }
        }
    }
    Some(ends)
}

fn begin(subject: &Subject<'_>, guards: &[Guard]) -> Option<Path> {
    let widths = subject.widths();
    let variable = |(index, width)| Polynomial::variable(width, index);
    let mut variables: Vec<Polynomial> = widths.iter().copied().enumerate().map(variable).collect();
    let mut ranges = Ranges::new(widths.iter().copied());
    for guard in guards {
        match *guard {
            Guard::Always => {}
            Guard::NotNegative(parameter) => ranges.at_least_zero(parameter),
            Guard::NotPositive(parameter) => ranges.at_most_zero(parameter),
            Guard::Is(parameter, value) => {
                variables[parameter] = Polynomial::constant(widths[parameter], value);
            }
        }
    }
    let mut values = vec![None; subject.definition.values.len()];
    for (index, parameter) in subject.definition.parameters.iter().enumerate() {
        values[parameter.0 as usize] = Some(match subject.parameters.get(index)? {
            Some(_) => Value::Number(variables[index].clone()),
            None => Value::Other,
        });
    }
    let cells = variables[subject.parameters.len()..].to_vec();
    Some(Path { block: 0, index: 0, values, cells, variables, ranges })
}

/// What a fork is about: a value, or nothing that has one.
type Decided = Option<ValueId>;

enum Step {
    On,
    End(End),
    Fork(Atom, Decided),
}

impl Path {
    /// Where the atom is so, unless it cannot be.
    fn with(mut self, atom: &Atom, decided: &Decided, truth: bool) -> Option<Path> {
        let is_equal = matches!(
            (atom.comparison, atom.holds),
            (Comparison::Equal, true) | (Comparison::NotEqual, false)
        );
        self.ranges.assume(atom);
        if is_equal && let Some((variable, value)) = atom.sides.0.minus(&atom.sides.1).solved() {
            self.replace(variable, &value)?;
        }
        for variable in 0..self.variables.len() {
            // What is between two bounds that meet is a number.
            if let Some(value) = self.ranges.only_value(variable)
                && self.variables[variable].value().is_none()
            {
                let width = self.variables[variable].width();
                self.replace(variable, &Polynomial::constant(width, value))?;
            }
        }
        if let Some(decided) = decided {
            let truth = Polynomial::constant(1, truth.into());
            self.values[decided.0 as usize] = Some(Value::Number(truth));
        }
        Some(self)
    }

    /// A variable is that.
    fn replace(&mut self, variable: usize, value: &Polynomial) -> Option<()> {
        let width = value.width();
        let at: Vec<Polynomial> = (0..self.variables.len())
            .map(|index| match index == variable {
                true => value.clone(),
                false => Polynomial::variable(width, index),
            })
            .collect();
        let replace = |polynomial: &mut Polynomial| {
            // Numbers of other widths do not have the variable.
            if polynomial.width() == width {
                *polynomial = polynomial.substitute(&at)?;
            }
            Some(())
        };
        for known in self.values.iter_mut().flatten() {
            match known {
                Value::Number(number) => replace(number)?,
                Value::Truth(atom) => {
                    replace(&mut atom.sides.0)?;
                    replace(&mut atom.sides.1)?;
                }
                Value::Null | Value::Other => {}
            }
        }
        self.cells.iter_mut().chain(&mut self.variables).try_for_each(replace)
    }
}

struct Follower<'s, 'p> {
    subject: &'s Subject<'s>,
    path: &'p mut Path,
}

impl Follower<'_, '_> {
    fn step(&mut self, answer: &mut Answer<'_>) -> Option<Step> {
        let block = &self.subject.definition.blocks[self.path.block];
        let Some(instruction) = block.instructions.get(self.path.index) else {
            return self.terminate(&block.terminator);
        };
        if let Some(step) = self.fork_for(&instruction.operation) {
            return Some(step);
        }
        self.instruction(instruction, answer)?;
        self.path.index += 1;
        Some(Step::On)
    }

    /// A truth value that is computed with has to be decided first.
    fn fork_for(&self, operation: &Operation) -> Option<Step> {
        if matches!(operation, Operation::Bind(..) | Operation::Binary(BinaryOperation::Xor, ..)) {
            return None;
        }
        operation.operands().into_iter().find_map(|operand| self.undecided(operand))
    }

    /// The fork that decides a truth value, where it is not known.
    fn undecided(&self, operand: &Operand) -> Option<Step> {
        let Operand::Value(value) = operand else { return None };
        match self.path.values[value.0 as usize].as_ref()? {
            Value::Truth(atom) if self.path.ranges.decide(atom).is_none() => {
                Some(Step::Fork(atom.clone(), Some(*value)))
            }
            _ => None,
        }
    }

    fn number(&self, operand: &Operand) -> Option<Polynomial> {
        match self.value(operand)? {
            Value::Number(number) => Some(number),
            Value::Truth(atom) => {
                let truth = self.path.ranges.decide(&atom)?;
                Some(Polynomial::constant(1, truth.into()))
            }
            Value::Null | Value::Other => None,
        }
    }

    fn is_null(&self, operand: &Operand) -> bool {
        matches!(self.value(operand), Some(Value::Null))
    }

    fn value(&self, operand: &Operand) -> Option<Value> {
        match operand {
            Operand::Value(value) => self.path.values[value.0 as usize].clone(),
            Operand::Constant(Constant::Int { width, value }) if *width <= Polynomial::WIDEST => {
                Some(Value::Number(Polynomial::constant(*width, value.to_u64()?)))
            }
            Operand::Constant(Constant::Undefined(_)) => None,
            Operand::Constant(Constant::Null) => Some(Value::Null),
            Operand::Constant(_) => Some(Value::Other),
        }
    }

    fn instruction(&mut self, instruction: &Instruction, answer: &mut Answer<'_>) -> Option<()> {
        let value = match &instruction.operation {
            Operation::Bind(..) => return Some(()),
            Operation::Assert { check, .. } => return self.holds(check),
            Operation::Call { callee: Callee::Function(callee), arguments }
                if *callee == self.subject.id =>
            {
                return self.call(instruction, arguments, answer);
            }
            Operation::Store(pointer, value) => {
                let cell = self.cell(pointer)?;
                let number = self.number(value)?;
                if number.width() != self.subject.cells[cell].width {
                    return None;
                }
                self.path.cells[cell] = number;
                return Some(());
            }
            Operation::Load(pointer) => Value::Number(self.path.cells[self.cell(pointer)?].clone()),
            other => self.computed(other, self.result_width(instruction)?)?,
        };
        let [result] = instruction.results.as_slice() else { return None };
        self.path.values[result.0 as usize] = Some(value);
        Some(())
    }

    fn result_width(&self, instruction: &Instruction) -> Option<u32> {
        let [result] = instruction.results.as_slice() else { return None };
        match self.subject.definition.values[result.0 as usize].value_type {
            Type::Int(width) if width <= Polynomial::WIDEST => Some(width),
            _ => None,
        }
    }

    fn computed(&self, operation: &Operation, width: u32) -> Option<Value> {
        let number = |operand| self.number(operand);
        let result = match operation {
            Operation::Compare(comparison @ (Comparison::Equal | Comparison::NotEqual), a, b)
                if self.is_null(a) && self.is_null(b) =>
            {
                Polynomial::constant(1, (*comparison == Comparison::Equal).into())
            }
            Operation::Compare(comparison, a, b) => {
                let sides = (number(a)?, number(b)?);
                return Some(Value::Truth(Atom { comparison: *comparison, sides, holds: true }));
            }
            Operation::Binary(BinaryOperation::Xor, a, b) if width == 1 => {
                return self.negated(a, b);
            }
            Operation::Select(condition, a, b) => {
                return self.value(if number(condition)?.value()? == 1 { a } else { b });
            }
            Operation::Binary(BinaryOperation::Add, a, b) => number(a)?.plus(&number(b)?),
            Operation::Binary(BinaryOperation::Sub, a, b) => number(a)?.minus(&number(b)?),
            Operation::Binary(BinaryOperation::Mul, a, b) => number(a)?.times(&number(b)?)?,
            Operation::Binary(BinaryOperation::ShiftLeft, a, b) => {
                let by = number(b)?.value().filter(|by| *by < u64::from(width))?;
                number(a)?.scaled(1 << by)
            }
            Operation::Unary(UnaryOperation::Freeze, a) => number(a)?,
            Operation::IsKnown(_) => Polynomial::constant(width, 0),
            Operation::TextEnd(_) => Polynomial::constant(width, u64::MAX),
            Operation::Overflows(operation, a, b) => {
                let overflows = self.overflows(*operation, &number(a)?, &number(b)?)?;
                Polynomial::constant(1, overflows.into())
            }
            Operation::Binary(..) | Operation::Unary(..) | Operation::Convert(..) => {
                self.folded(operation, width)?
            }
            _ => return None,
        };
        Some(Value::Number(result))
    }

    /// A truth value turned round.
    fn negated(&self, a: &Operand, b: &Operand) -> Option<Value> {
        match (self.value(a)?, self.value(b)?) {
            (Value::Number(a), Value::Number(b)) => Some(Value::Number(a.plus(&b))),
            (Value::Truth(atom), Value::Number(other))
            | (Value::Number(other), Value::Truth(atom)) => {
                Some(Value::Truth(match other.value()? {
                    0 => atom,
                    _ => atom.negated(),
                }))
            }
            _ => None,
        }
    }

    /// Other operations are known of constants only.
    fn folded(&self, operation: &Operation, width: u32) -> Option<Polynomial> {
        let mut known = operation.clone();
        for operand in known.operands_mut() {
            let number = self.number(operand)?;
            *operand = Constant::int(number.width(), number.value()?).into();
        }
        match crate::fold::fold(&known, Type::Int(width), self.subject.data_model)? {
            Operand::Constant(Constant::Int { value, .. }) => {
                Some(Polynomial::constant(width, value.to_u64()?))
            }
            _ => None,
        }
    }

    fn overflows(
        &self,
        operation: OverflowOperation,
        a: &Polynomial,
        b: &Polynomial,
    ) -> Option<bool> {
        let ((a_low, a_high), (b_low, b_high)) = (self.path.ranges.of(a), self.path.ranges.of(b));
        let (low, high) = match operation {
            OverflowOperation::SignedAdd => (a_low + b_low, a_high + b_high),
            OverflowOperation::SignedSub => (a_low - b_high, a_high - b_low),
            OverflowOperation::SignedMul if a_low == a_high && b_low == b_high => {
                (a_low * b_low, a_low * b_low)
            }
            _ => return None,
        };
        let limit = 1_i128 << (a.width() - 1);
        match low >= -limit && high < limit {
            true => Some(false),
            false if low == high => Some(true),
            false => None,
        }
    }

    /// A check that is known to hold is none that matters. Whether arguments were written is not known.
    fn holds(&self, check: &Check) -> Option<()> {
        match check {
            Check::Holds(condition) => (self.number(condition)?.value()? == 1).then_some(()),
            Check::Accessible { pointer, .. } => self.cell(pointer).map(|_| ()),
            _ => None,
        }
    }

    fn cell(&self, pointer: &Operand) -> Option<usize> {
        let Operand::Constant(Constant::Global(global, offset)) = pointer else { return None };
        self.subject.cells.iter().position(|cell| (cell.global, cell.offset) == (*global, *offset))
    }

    fn call(
        &mut self,
        instruction: &Instruction,
        arguments: &[Operand],
        answer: &mut Answer<'_>,
    ) -> Option<()> {
        if arguments.len() != self.subject.parameters.len() {
            return None;
        }
        let mut numbers = Vec::with_capacity(arguments.len());
        for (argument, parameter) in arguments.iter().zip(&self.subject.parameters) {
            numbers.push(match parameter {
                Some(width) => {
                    Some(self.number(argument).filter(|number| number.width() == *width)?)
                }
                None => None,
            });
        }
        let Effect { result, cells } = answer(&numbers, self.path)?;
        let (numbers, parameters) = (numbers.iter(), &self.subject.parameters);
        let unused = || Polynomial::constant(1, 0);
        let at: Vec<Polynomial> = numbers
            .zip(parameters)
            .map(|(number, _)| number.clone().unwrap_or_else(unused))
            .chain(self.path.cells.iter().cloned())
            .collect();
        for (value, given) in instruction.results.iter().zip(&self.subject.results) {
            self.path.values[value.0 as usize] = Some(match given {
                Given::Number => Value::Number(result.as_ref()?.substitute(&at)?),
                Given::Null => Value::Null,
            });
        }
        self.path.cells =
            cells.iter().map(|cell| cell.substitute(&at)).collect::<Option<Vec<_>>>()?;
        Some(())
    }

    fn terminate(&mut self, terminator: &Terminator) -> Option<Step> {
        match terminator {
            Terminator::Jump(next) => self.go(next),
            Terminator::Branch { condition, then_block, else_block } => {
                if let Some(fork) = self.undecided(condition) {
                    return Some(fork);
                }
                let truth = self.number(condition)?.value()?;
                self.go(if truth == 1 { then_block } else { else_block })
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.number(value)?;
                for (case, next) in cases {
                    let case = Polynomial::constant(value.width(), case.to_u64()?);
                    let sides = (value.clone(), case);
                    let atom = Atom { comparison: Comparison::Equal, sides, holds: true };
                    match self.path.ranges.decide(&atom) {
                        Some(true) => return self.go(next),
                        Some(false) => {}
                        None => return Some(Step::Fork(atom, None)),
                    }
                }
                self.go(default)
            }
            Terminator::Return(results) => {
                if let Some(fork) = results.iter().find_map(|result| self.undecided(result)) {
                    return Some(fork);
                }
                let mut result = None;
                for (operand, given) in results.iter().zip(&self.subject.results) {
                    match given {
                        Given::Number => result = Some(self.number(operand)?),
                        Given::Null if self.is_null(operand) => {}
                        Given::Null => return None,
                    }
                }
                let effect = Effect { result, cells: self.path.cells.clone() };
                Some(Step::End(End { effect, variables: self.path.variables.clone() }))
            }
            _ => None,
        }
    }

    fn go(&mut self, next: &BlockCall) -> Option<Step> {
        let block = &self.subject.definition.blocks[next.block.0 as usize];
        let values: Option<Vec<Value>> =
            next.arguments.iter().map(|argument| self.value(argument)).collect();
        for (parameter, value) in block.parameters.iter().zip(values?) {
            self.path.values[parameter.0 as usize] = Some(value);
        }
        (self.path.block, self.path.index) = (next.block.0 as usize, 0);
        Some(Step::On)
    }
}
