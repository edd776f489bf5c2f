//! A method that is being lowered: its operand stack, its local variables, and the blocks that ways go to.
//!
//! **Invariant**: a block is lowered with what the first way to it leaves on the stack; another shape on a later way is an
//! error of the class file.

use std::collections::BTreeSet;
use std::rc::Rc;

use klew_ir::{BlockCall, BlockId, Operand, Position, Type, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::builder::Builder;
use super::failure::Failure;
use super::flow::Flow;
use super::lowering::Lowering;
use crate::class_file::flags::STATIC;
use crate::class_file::{Code, Method};
use crate::classes::{Class, ClassId, MethodId};
use crate::world::Decoded;

/// A block of bytecode that some way goes to.
pub(super) struct Target {
    pub(super) block: BlockId,
    pub(super) locals: Vec<u16>,
    pub(super) depth: usize,
}

/// A method that is being lowered.
pub(crate) struct Body<'l, 'w, 'a> {
    pub low: &'l mut Lowering<'w, 'a>,
    pub builder: Builder,
    pub class: Rc<Class>,
    pub id: MethodId,
    pub method: Method,
    pub code: Rc<Code>,
    pub placed: Decoded,
    pub flow: Flow,
    /// The instruction that is being lowered.
    pub current: usize,
    pub stack: Vec<Operand>,
    pub locals: Vec<Option<Operand>>,
    /// References that are known not to be null here.
    pub non_null: FxHashSet<ValueId>,
    /// Classes that are known to be initialised here.
    pub initialised: FxHashSet<ClassId>,
    /// Blocks that throw, by failure and place.
    pub failing: FxHashMap<(Failure, Position), BlockId>,
    pub variables: FxHashMap<usize, klew_ir::VariableId>,
    pub(super) targets: FxHashMap<usize, Target>,
    pub(super) pending: BTreeSet<usize>,
}

impl Body<'_, '_, '_> {
    /// The method's name in messages.
    pub fn name(&self) -> String {
        format!("{}.{}{}", self.class.java_name(), self.method.name, self.method.descriptor)
    }

    pub(super) fn set_local(&mut self, index: u16, value: Operand) -> Result<(), String> {
        let place = self.locals.get_mut(usize::from(index)).ok_or("too few local variables")?;
        *place = Some(value);
        Ok(())
    }

    /// Whether a local variable is a parameter that is never written; then it is in no block's parameters.
    pub(super) fn is_fixed(&self, index: u16) -> bool {
        let start = u16::from(!self.method.is(STATIC));
        let slots: u16 = self.method.signature.parameters.iter().map(|it| it.slots()).sum();
        index < start + slots && !self.flow.written.contains(index)
    }

    /// `this`, where it is known.
    pub fn this(&self) -> Option<Operand> {
        (!self.method.is(STATIC)).then(|| self.builder.parameter(0))
    }

    /// The place in the source of an instruction.
    pub fn position_of(&mut self, index: usize) -> Position {
        let at = self.placed.get(index).map_or(0, |it| it.at);
        let lines = &self.code.lines;
        let number = lines.partition_point(|(start, _)| u32::from(*start) <= at);
        let line = number.checked_sub(1).map_or(0, |number| u32::from(lines[number].1));
        let file = self.low.file(self.class.id);
        Position { file, line, column: 0 }
    }

    /// The block that begins at an instruction, with what is passed to it from here.
    pub fn target(&mut self, index: usize) -> Result<BlockCall, String> {
        if index >= self.placed.len() {
            return Err("the code runs past its end".into());
        }
        if !self.targets.contains_key(&index) {
            let locals: Vec<u16> =
                self.flow.live[index].iter().filter(|local| !self.is_fixed(*local)).collect();
            let mut types = Vec::new();
            for local in &locals {
                let value = self.local(*local)?;
                types.push(self.builder.type_of(&value));
            }
            types.extend(self.stack.iter().map(|value| self.builder.type_of(value)));
            let block = self.builder.block(&types);
            self.targets.insert(index, Target { block, locals, depth: self.stack.len() });
            self.pending.insert(index);
        }
        let target = &self.targets[&index];
        let (block, locals, depth) = (target.block, target.locals.clone(), target.depth);
        if depth != self.stack.len() {
            return Err("the operand stack has another depth on another way".into());
        }
        let mut arguments = Vec::with_capacity(locals.len() + depth);
        for local in locals {
            arguments.push(self.local(local)?);
        }
        arguments.extend(self.stack.iter().cloned());
        for (number, argument) in arguments.iter().enumerate() {
            let parameter = self.builder.block_parameter(block, number);
            if self.builder.type_of(&parameter) != self.builder.type_of(argument) {
                return Err("a value has another type on another way".into());
            }
        }
        Ok(BlockCall { block, arguments })
    }

    /// Goes to the block that begins at an instruction.
    pub fn go_to(&mut self, index: usize) -> Result<(), String> {
        let next = self.target(index)?;
        self.builder.jump(next.block, next.arguments);
        Ok(())
    }

    /// A local variable.
    pub fn local(&self, index: u16) -> Result<Operand, String> {
        let value = self.locals.get(usize::from(index)).cloned().flatten();
        value.ok_or_else(|| format!("local variable {index} has no value"))
    }

    /// Takes the top of the operand stack.
    pub fn pop(&mut self) -> Result<Operand, String> {
        self.stack.pop().ok_or_else(|| "the operand stack is empty".to_owned())
    }

    /// Takes the top of the operand stack, which has that type.
    pub fn pop_type(&mut self, ty: Type) -> Result<Operand, String> {
        let value = self.pop()?;
        if self.builder.type_of(&value) != ty {
            return Err("an operand has the wrong type".into());
        }
        Ok(value)
    }

    /// Takes an `int`.
    pub fn pop_int(&mut self) -> Result<Operand, String> {
        self.pop_type(Type::Int(32))
    }

    /// Takes a reference.
    pub fn pop_reference(&mut self) -> Result<Operand, String> {
        self.pop_type(Type::Pointer)
    }

    /// Puts a value on the operand stack.
    pub fn push(&mut self, value: Operand) {
        self.stack.push(value);
    }

    /// Writes a local variable.
    pub fn store_local(&mut self, index: u16, value: Operand) -> Result<(), String> {
        let next = self.placed.get(self.current + 1).map_or(u32::MAX, |it| it.at);
        self.bind(index, next, &value);
        let wide = matches!(self.builder.type_of(&value), Type::Int(64))
            || self.builder.type_of(&value) == Type::Float(klew_ir::FloatFormat::Double);
        self.set_local(index, value)?;
        if wide && let Some(second) = self.locals.get_mut(usize::from(index) + 1) {
            *second = None;
        }
        Ok(())
    }
}
