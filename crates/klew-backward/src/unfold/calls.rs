//! Calls, returns, and the ends of runs.

use std::cell::RefCell;
use std::rc::Rc;

use klew_ir::{
    BlockId, Callee, CheckId, Definition, FunctionBody, FunctionId, Instruction, Operand, Property,
    Type, ValueId,
};
use klew_term::TermId;

use super::unfolder::{Continuation, Cursor, Environment, Flow, Frame, Incoming, Unfolder};
use klew_engine::Target;

use crate::graph::{End, Operation, Pointer, Value, numbers};

/// A call instruction.
struct Site<'s> {
    index: usize,
    results: &'s [ValueId],
    /// The place of what is called.
    prefix: Vec<u32>,
}

impl Unfolder<'_> {
    pub(super) fn call(
        &mut self,
        cursor: &mut Cursor,
        definition: &Definition,
        index: usize,
        instruction: &Instruction,
        (callee, arguments): (&Callee, &[Operand]),
    ) -> Flow {
        let values: Vec<(Value, Type)> = arguments
            .iter()
            .map(|argument| {
                (self.operand(cursor, definition, argument), definition.type_of(argument))
            })
            .collect();
        let results = instruction.results.to_vec();
        let function = match callee {
            Callee::Function(function) => *function,
            Callee::Pointer(pointer) => {
                let Value::Pointer(pointer) = self.operand(cursor, definition, pointer) else {
                    return Flow::Ended;
                };
                match self.function_at(pointer) {
                    Some(function) => function,
                    None => {
                        return self
                            .dispatch(cursor, definition, index, pointer, &values, &results);
                    }
                }
            }
        };
        let site = Site { index, results: &results, prefix: cursor.key.clone() };
        self.call_function(cursor, definition, &site, function, &values)
    }

    /// The function, where the number of the object is known.
    fn function_at(&self, pointer: Pointer) -> Option<FunctionId> {
        let number = self.terms.as_u64(pointer.object)? as u32;
        let index = number.checked_sub(numbers::FUNCTION)?;
        ((index as usize) < self.program.functions.len()).then_some(FunctionId(index))
    }

    /// A call of one of several functions: a way for each that the program takes the address of.
    fn dispatch(
        &mut self,
        cursor: &mut Cursor,
        definition: &Definition,
        index: usize,
        pointer: Pointer,
        values: &[(Value, Type)],
        results: &[ValueId],
    ) -> Flow {
        let given: Vec<Type> = values.iter().map(|(_, value_type)| *value_type).collect();
        let wanted: Vec<Type> =
            results.iter().map(|value| definition.values[value.0 as usize].value_type).collect();
        let candidates = self.callable(&given, &wanted);
        self.emit(cursor, Operation::Skip);
        for function in candidates {
            let number = self.terms.bv(numbers::BITS, u64::from(numbers::FUNCTION + function.0));
            let condition = self.terms.eq(pointer.object, number);
            if self.terms.as_bool(condition) == Some(false) {
                continue;
            }
            let mut way = Cursor {
                frame: Rc::clone(&cursor.frame),
                block: cursor.block,
                turns: cursor.turns.clone(),
                key: cursor.key.clone(),
                values: cursor.values.clone(),
                open: cursor.open.clone(),
                position: cursor.position,
                known: cursor.known.clone(),
            };
            self.assume(&mut way, condition);
            // Each way has a place of its own before the rest of the block.
            let mut prefix = cursor.key.clone();
            prefix.push(function.0);
            let site = Site { index, results, prefix };
            let flow = self.call_function(&mut way, definition, &site, function, values);
            if matches!(flow, Flow::Next) {
                // Nothing was entered: the way goes on in the rest of the block.
                let environment = self.environment(&way);
                let parameters = results
                    .iter()
                    .filter_map(|value| way.values.get(value).copied())
                    .collect::<Vec<_>>();
                let key = next_part(&cursor.key);
                let incoming = self.open_edges(&mut way, &parameters, &environment);
                let frame = Rc::clone(&cursor.frame);
                self.enqueue(key, frame, cursor.block, index + 1, cursor.turns.clone(), incoming);
            }
        }
        Flow::Ended
    }

    /// The functions whose address is taken and that take such a call.
    pub(super) fn callable(&self, given: &[Type], wanted: &[Type]) -> Vec<FunctionId> {
        let all = self.program.functions.iter().enumerate();
        all.filter(|(_, function)| {
            let declared = function.declared_parameters();
            given.len() >= declared.len()
                && declared.iter().zip(given).all(|(one, other)| one == other)
                && function.results.iter().zip(wanted).all(|(one, other)| one == other)
        })
        .map(|(index, _)| FunctionId(index as u32))
        .filter(|function| self.address_taken(*function))
        .collect()
    }

    fn environment(&self, cursor: &Cursor) -> Environment {
        let mut all: Vec<(ValueId, Value)> =
            cursor.values.iter().map(|(name, value)| (*name, *value)).collect();
        all.sort_unstable_by_key(|(name, _)| *name);
        Rc::new(all)
    }

    fn open_edges(
        &mut self,
        cursor: &mut Cursor,
        parameters: &[Value],
        environment: &Environment,
    ) -> Vec<Incoming> {
        if cursor.open.iter().any(|(_, _, moves)| !moves.is_empty()) {
            self.emit(cursor, Operation::Skip);
        }
        let known = cursor.known.clone();
        cursor
            .open
            .iter()
            .map(|(from, condition, _)| Incoming {
                from: *from,
                condition: *condition,
                parameters: parameters.to_vec(),
                environment: Rc::clone(environment),
                known: known.clone(),
            })
            .collect()
    }

    /// The values of parameters, in the order of their names, and the objects that are made for them.
    fn bind_parameters(
        &mut self,
        cursor: &mut Cursor,
        callee: &Definition,
        declared: usize,
        given: &[(Value, Type)],
    ) -> (Vec<(ValueId, Value)>, Vec<u32>) {
        let (mut bound, mut objects) = (Vec::new(), Vec::new());
        for (place, &parameter) in callee.parameters.iter().enumerate() {
            let wanted = callee.values[parameter.0 as usize].value_type;
            let value = match given.get(place) {
                _ if place >= declared => {
                    let rest = given.get(declared..).unwrap_or_default();
                    let (block, number) = self.variadic_block(cursor, rest);
                    objects.push(number);
                    block
                }
                Some((value, known)) if *known == wanted => *value,
                _ => self.any("undefined argument", wanted),
            };
            bound.push((parameter, value));
        }
        bound.sort_unstable_by_key(|(name, _)| *name);
        (bound, objects)
    }

    fn call_function(
        &mut self,
        cursor: &mut Cursor,
        definition: &Definition,
        site: &Site<'_>,
        function: FunctionId,
        values: &[(Value, Type)],
    ) -> Flow {
        let truth = self.terms.true_();
        let program = self.program;
        let callee = program.function(function);
        let inner = match &callee.body {
            FunctionBody::Defined(inner) => inner,
            FunctionBody::External => {
                let place = cursor.position;
                self.graph.externals.entry(callee.name.clone()).or_insert(place);
                for &result in site.results {
                    let value_type = definition.values[result.0 as usize].value_type;
                    let value = self.any(&format!("result of {}", callee.name), value_type);
                    cursor.values.insert(result, value);
                }
                return Flow::Next;
            }
            FunctionBody::Unsupported(why) => {
                let end = End::Unsupported(why.clone(), cursor.position);
                self.end(cursor, end, truth);
                return Flow::Ended;
            }
        };
        let depth = cursor.frame.stack.iter().filter(|other| **other == function).count();
        if depth > self.bounds.recursion as usize {
            self.end(cursor, End::Recursion(function, cursor.position), truth);
            return Flow::Ended;
        }
        let mut stack = cursor.frame.stack.clone();
        stack.push(function);
        let declared = callee.declared_parameters().len();
        let (bound, objects) = self.bind_parameters(cursor, inner, declared, values);
        let back = Continuation {
            frame: Rc::clone(&cursor.frame),
            block: cursor.block,
            next: site.index + 1,
            turns: cursor.turns.clone(),
            key: cursor.key.clone(),
            environment: self.environment(cursor),
            results: site.results.to_vec(),
        };
        let called_at = match self.program.function(cursor.frame.function).library {
            true => cursor.frame.called_at,
            false => Some(cursor.position),
        };
        let frame = Rc::new(Frame {
            function,
            prefix: site.prefix.clone(),
            called_at,
            back: Some(back),
            stack,
            objects: RefCell::new(objects),
        });
        let shape = self.shape(function, inner);
        let key = self.key(&frame, &shape, BlockId(0), &Vec::new());
        let environment = Rc::new(bound);
        let incoming = self.open_edges(cursor, &[], &environment);
        self.enqueue(key, frame, BlockId(0), 0, Vec::new(), incoming);
        Flow::Ended
    }

    /// Variadic arguments in an object of the caller.
    fn variadic_block(&mut self, cursor: &mut Cursor, rest: &[(Value, Type)]) -> (Value, u32) {
        let model = self.program.data_model;
        let mut end = 0u64;
        let mut offsets = Vec::new();
        for (_, value_type) in rest {
            let size = value_type.store_size(model.pointer_bits);
            let align = if size > model.variadic_slot { 16 } else { model.variadic_slot };
            let offset = end.next_multiple_of(align);
            offsets.push(offset);
            end = offset + size.next_multiple_of(model.variadic_slot);
        }
        let size = self.terms.bv(model.pointer_bits, end);
        let (pointer, number) = self.new_object(cursor, "arguments", size, (false, None), true);
        for ((value, value_type), offset) in rest.iter().zip(offsets) {
            let offset = self.terms.bv(model.pointer_bits, offset);
            let at = Pointer { object: pointer.object, offset };
            self.store(cursor, at, *value_type, *value);
        }
        (Value::Pointer(pointer), number)
    }

    pub(super) fn return_from(&mut self, mut cursor: Cursor, values: Vec<Value>) {
        let frame = Rc::clone(&cursor.frame);
        let Some(back) = &frame.back else {
            return self.end_of_run(&mut cursor, true);
        };
        let dead: Vec<TermId> = frame
            .objects
            .borrow()
            .iter()
            .map(|number| self.terms.bv(numbers::BITS, u64::from(*number)))
            .collect();
        if !dead.is_empty() {
            self.kill(&mut cursor, dead);
        }
        let Some(caller) = self.definition(back.frame.function) else { return };
        let mut parameters = Vec::new();
        for (index, &result) in back.results.iter().enumerate() {
            let wanted = caller.values[result.0 as usize].value_type;
            parameters.push(match (values.get(index), wanted) {
                (Some(value @ Value::Pointer(_)), Type::Pointer) => *value,
                (Some(value @ Value::Scalar(_)), Type::Int(_) | Type::Float(_)) => *value,
                _ => self.any("undefined result", wanted),
            });
        }
        let incoming = self.open_edges(&mut cursor, &parameters, &back.environment);
        let key = next_part(&back.key);
        let turns = back.turns.clone();
        self.enqueue(key, Rc::clone(&back.frame), back.block, back.next, turns, incoming);
    }

    /// What is checked when a run ends: that no heap object is left (a candidate only for those that must
    /// still be reachable).
    pub(super) fn end_of_run(&mut self, cursor: &mut Cursor, orderly: bool) {
        if self.in_precondition(cursor) {
            return;
        }
        for property in [Property::MemoryTracked, Property::MemoryFreed] {
            let Some(check) = CheckId::of_leaks(property) else { continue };
            if !self.properties.contains(&property)
                || !orderly && property == Property::MemoryTracked
            {
                continue;
            }
            let mut left = self.terms.false_();
            let one = self.terms.bv(1, 0);
            for number in numbers::HEAP..self.next.0 {
                let object = self.terms.bv(numbers::BITS, u64::from(number));
                let dead = self.read_dead(cursor, object);
                let alive = self.terms.eq(dead, one);
                left = self.terms.or(left, alive);
            }
            let target = Target {
                property,
                function: cursor.frame.function,
                check,
                position: cursor.position,
            };
            self.end(cursor, End::Target(target), left);
        }
    }
}

/// The place of the rest of a block behind a call.
fn next_part(key: &[u32]) -> Vec<u32> {
    let mut key = key.to_vec();
    if let Some(part) = key.last_mut() {
        *part += 1;
    }
    key
}
