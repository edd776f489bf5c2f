//! For tests: runs of a function on 32-bit numbers, to compare what programs do before and after a pass.
//!
//! Memory is cells of objects, by offset. Checks are events; those of accesses only if they fail, because a pass
//! may remove what cannot. Deciding on an undefined value ends the run.

use std::collections::HashMap;

use num_traits::ToPrimitive;

use crate::{test_support::Random, *};

/// A value of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Undefined,
    Number(u64),
    /// An object, and an offset in it.
    Pointer(usize, u64),
}

/// An object.
struct Object {
    /// By offset; the others are as at first.
    cells: HashMap<u64, Value>,
    at_first: Value,
    is_alive: bool,
}

/// What can be seen of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Input(u64),
    Asserts(Value),
    AccessFails,
    Returns(Vec<Value>),
}

/// Why a run is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Ended,
    /// A decision on an undefined value.
    Undefined,
    TooLong,
}

pub(crate) struct Run {
    pub(crate) events: Vec<Event>,
    pub(crate) outcome: Outcome,
}

struct Interpreter<'a> {
    definition: &'a Definition,
    random: Random,
    values: HashMap<ValueId, Value>,
    objects: Vec<Object>,
    events: Vec<Event>,
    /// Whether an assumption was not so.
    is_excluded: bool,
    /// Why a call did not come back.
    stopped: Option<Outcome>,
    /// Calls that did not come back yet.
    depth: u32,
}

/// A run of the first function with arguments and inputs from a seed.
pub(crate) fn run(program: &Program, seed: u64) -> Run {
    let FunctionBody::Defined(definition) = &program.functions[0].body else {
        return Run { events: Vec::new(), outcome: Outcome::Ended };
    };
    let mut random = Random::new(seed);
    let mut values = HashMap::new();
    for (value, kind) in definition.parameters.iter().zip(&program.functions[0].parameters) {
        let width = kind.bits(64).min(3);
        values.insert(*value, Value::Number(random.below(1 << width)));
    }
    let (objects, events) = (Vec::new(), Vec::new());
    let (is_excluded, stopped, depth) = (false, None, 0);
    let mut interpreter =
        Interpreter { definition, random, values, objects, events, is_excluded, stopped, depth };
    let outcome = interpreter.run();
    Run { events: interpreter.events, outcome }
}

/// Checks that runs of two programs are the same as far as both go, where what the first decides is defined; how many events were
/// compared.
pub(crate) fn assert_same_runs(
    (original, after): (&Program, &Program),
    seeds: std::ops::Range<u64>,
    shown: impl Fn() -> String,
) -> usize {
    let mut compared = 0;
    for seed in seeds {
        let (wanted, found) = (run(original, seed), run(after, seed));
        let length = match (wanted.outcome, found.outcome) {
            (Outcome::Ended, Outcome::Ended) => wanted.events.len().max(found.events.len()),
            (Outcome::Undefined, _) => wanted.events.len(),
            _ => wanted.events.len().min(found.events.len()),
        };
        compared += length;
        let (events, others) = (wanted.events, found.events);
        let are_same = events.iter().take(length).eq(others.iter().take(length));
        assert!(are_same, "{events:?}\n{others:?}\n{}", shown());
    }
    compared
}

impl Interpreter<'_> {
    fn value(&self, operand: &Operand) -> Value {
        match operand {
            Operand::Value(value) => self.values[value],
            Operand::Constant(Constant::Int { value, .. }) => {
                Value::Number(value.to_u64().unwrap())
            }
            Operand::Constant(_) => Value::Undefined,
        }
    }

    fn run(&mut self) -> Outcome {
        let mut block = BlockId(0);
        for _ in 0..60 {
            let definition = self.definition;
            let current = &definition.blocks[block.0 as usize];
            for instruction in &current.instructions {
                self.instruction(instruction);
                if self.is_excluded {
                    return Outcome::Ended;
                }
                if let Some(outcome) = self.stopped {
                    return outcome;
                }
            }
            let next = match &current.terminator {
                Terminator::Jump(next) => next,
                Terminator::Branch { condition, then_block, else_block } => {
                    match self.value(condition) {
                        Value::Number(0) => else_block,
                        Value::Number(_) => then_block,
                        _ => return Outcome::Undefined,
                    }
                }
                Terminator::Return(values) => {
                    let values = values.iter().map(|value| self.value(value)).collect();
                    self.events.push(Event::Returns(values));
                    return Outcome::Ended;
                }
                other => panic!("{other:?}"),
            };
            let arguments: Vec<Value> = next.arguments.iter().map(|a| self.value(a)).collect();
            block = next.block;
            let parameters = &self.definition.blocks[block.0 as usize].parameters;
            self.values.extend(parameters.iter().copied().zip(arguments));
        }
        Outcome::TooLong
    }

    /// The object that a pointer points into, and the offset.
    fn object(&mut self, pointer: &Operand) -> (&mut Object, u64) {
        let Value::Pointer(object, offset) = self.value(pointer) else { panic!("no pointer") };
        (&mut self.objects[object], offset)
    }

    fn instruction(&mut self, instruction: &Instruction) {
        let result = match &instruction.operation {
            Operation::Binary(BinaryOperation::Add, a, b) => match (self.value(a), self.value(b)) {
                (Value::Number(a), Value::Number(b)) => Value::Number((a + b) & 0xffff_ffff),
                _ => Value::Undefined,
            },
            Operation::Binary(BinaryOperation::Xor, a, b) => match (self.value(a), self.value(b)) {
                (Value::Number(a), Value::Number(b)) => Value::Number(a ^ b),
                _ => Value::Undefined,
            },
            Operation::Compare(Comparison::SignedLess, a, b) => {
                match (self.value(a), self.value(b)) {
                    (Value::Number(a), Value::Number(b)) => {
                        Value::Number(u64::from((a as i32) < b as i32))
                    }
                    _ => Value::Undefined,
                }
            }
            Operation::Unary(UnaryOperation::Freeze, value) => self.value(value),
            Operation::Offset(pointer, by) => match (self.value(pointer), self.value(by)) {
                (Value::Pointer(object, offset), Value::Number(by)) => {
                    Value::Pointer(object, offset + by)
                }
                _ => Value::Undefined,
            },
            Operation::Allocate { zeroed, .. } => {
                let at_first = if *zeroed { Value::Number(0) } else { Value::Undefined };
                self.objects.push(Object { cells: HashMap::new(), at_first, is_alive: true });
                Value::Pointer(self.objects.len() - 1, 0)
            }
            Operation::Load(pointer) => {
                let (object, offset) = self.object(pointer);
                object.cells.get(&offset).copied().unwrap_or(object.at_first)
            }
            Operation::Input { .. } => {
                let input = self.random.below(8);
                self.events.push(Event::Input(input));
                Value::Number(input)
            }
            Operation::Call { arguments, .. } => return self.call(instruction, arguments),
            effect => return self.effect(effect),
        };
        self.values.insert(instruction.results[0], result);
    }

    /// A call of the function by itself.
    fn call(&mut self, instruction: &Instruction, arguments: &[Operand]) {
        if self.depth >= 20 {
            self.stopped = Some(Outcome::TooLong);
            return;
        }
        let arguments: Vec<Value> = arguments.iter().map(|a| self.value(a)).collect();
        let parameters = self.definition.parameters.iter().copied();
        let own = std::mem::replace(&mut self.values, parameters.zip(arguments).collect());
        self.depth += 1;
        let outcome = self.run();
        self.depth -= 1;
        self.values = own;
        match (outcome, self.is_excluded) {
            (Outcome::Ended, true) => {}
            (Outcome::Ended, false) => {
                let Some(Event::Returns(values)) = self.events.pop() else { panic!("no return") };
                self.values.extend(instruction.results.iter().copied().zip(values));
            }
            (outcome, _) => self.stopped = Some(outcome),
        }
    }

    fn effect(&mut self, operation: &Operation) {
        match operation {
            Operation::Store(pointer, value) => {
                let value = self.value(value);
                let (object, offset) = self.object(pointer);
                object.cells.insert(offset, value);
            }
            Operation::Fill { destination, byte, size } => {
                let (Value::Number(0), Value::Number(size)) = (self.value(byte), self.value(size))
                else {
                    panic!("{operation:?}")
                };
                let (object, offset) = self.object(destination);
                // Programs have numbers of four bytes alone.
                let cells = (offset..offset + size).step_by(4);
                object.cells.extend(cells.map(|at| (at, Value::Number(0))));
            }
            Operation::Copy { destination, source, size } => {
                let Value::Number(size) = self.value(size) else { panic!("{operation:?}") };
                let (from, start) = self.object(source);
                let read =
                    |at: u64| (at, from.cells.get(&(start + at)).copied().unwrap_or(from.at_first));
                let cells: Vec<(u64, Value)> = (0..size).step_by(4).map(read).collect();
                let (to, start) = self.object(destination);
                to.cells.extend(cells.into_iter().map(|(at, value)| (start + at, value)));
            }
            Operation::ScopeStart(pointer) => {
                let (cells, at_first) = (HashMap::new(), Value::Undefined);
                *self.object(pointer).0 = Object { cells, at_first, is_alive: true };
            }
            Operation::ScopeEnd(pointer) => self.object(pointer).0.is_alive = false,
            Operation::Assert { check: Check::Holds(value), .. } => {
                self.events.push(Event::Asserts(self.value(value)));
            }
            Operation::Assert { check: Check::Accessible { pointer, .. }, .. } => {
                if !self.object(pointer).0.is_alive {
                    self.events.push(Event::AccessFails);
                }
            }
            // What is undefined may be anything.
            Operation::Assume(condition) => {
                self.is_excluded |= self.value(condition) == Value::Number(0);
            }
            Operation::Bind(..) => {}
            other => panic!("{other:?}"),
        }
    }
}
