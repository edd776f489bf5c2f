//! The body of one method: SSA by abstract interpretation of the operand stack.
//!
//! Each block of bytecode becomes a block whose parameters are the live local variables and the operand stack;
//! trivial parameters are removed afterwards. Parameters of the method that are never written are used as they are.
//!
//! **Invariant**: blocks are lowered with what the first way to them leaves on the stack; another shape on a later way
//! is an error of the class file.

use std::collections::BTreeSet;
use std::rc::Rc;

use klew_ir::{BlockCall, BlockId, Definition, Operand, Position, Property, Type, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::builder::{Builder, value_type};
use super::flow::Flow;
use super::{Lowering, unsupported};
use crate::class_file::bytecode::Instruction;
use crate::class_file::flags::{ABSTRACT, NATIVE, STATIC};
use crate::class_file::{Code, Method};
use crate::classes::{Class, ClassId, MethodId};
use crate::target::TARGET_MESSAGE;
use crate::world::Decoded;

struct Target {
    block: BlockId,
    locals: Vec<u16>,
    depth: usize,
}

/// A method that is being lowered.
pub(crate) struct Body<'l, 'w, 'a> {
    pub low: &'l mut Lowering<'w, 'a>,
    pub builder: Builder,
    pub class: Rc<Class>,
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
    pub failing: FxHashMap<(super::exceptions::Failure, Position), BlockId>,
    pub variables: FxHashMap<usize, klew_ir::VariableId>,
    targets: FxHashMap<usize, Target>,
    pending: BTreeSet<usize>,
}

/// Lowers a method.
pub(super) fn lower(low: &mut Lowering<'_, '_>, id: MethodId) -> Result<Definition, String> {
    let method = low.world.method(id).clone();
    let mut parameters: Vec<Type> = Vec::new();
    if !method.is(STATIC) {
        parameters.push(Type::Pointer);
    }
    parameters.extend(method.signature.parameters.iter().map(value_type));
    if method.is(NATIVE) {
        return crate::natives::function(low, id, &parameters);
    }
    if method.is(ABSTRACT) {
        return Err("an abstract method is called".into());
    }
    let code = method.code.clone().ok_or("the method has no code")?;
    let placed = low.world.code(id).map_err(|why| why.to_string())?;
    check_locals(&code, &placed)?;
    let flow = Flow::new(&code, &placed);
    let class = low.world.class(id.class);
    let locals = vec![None; usize::from(code.max_locals)];
    let mut body = Body {
        low,
        builder: Builder::new(&parameters),
        class,
        method,
        code,
        placed,
        flow,
        current: 0,
        stack: Vec::new(),
        locals,
        non_null: FxHashSet::default(),
        initialised: FxHashSet::default(),
        failing: FxHashMap::default(),
        variables: FxHashMap::default(),
        targets: FxHashMap::default(),
        pending: BTreeSet::new(),
    };
    body.run()?;
    Ok(body.builder.finish())
}

/// The most that the sets of live local variables may take, in bits.
const MOST_LIVE: usize = 1 << 30;

/// Checks what the analysis of local variables relies on.
fn check_locals(code: &Code, placed: &Decoded) -> Result<(), String> {
    let outside = placed.iter().any(|it| match it.instruction {
        Instruction::Load(_, local) | Instruction::Store(_, local) => local >= code.max_locals,
        Instruction::Increment(local, _) => local >= code.max_locals,
        _ => false,
    });
    if outside {
        return Err("a local variable that does not exist".into());
    }
    if usize::from(code.max_locals) * placed.len() > MOST_LIVE {
        return Err("too many local variables and instructions".into());
    }
    Ok(())
}

impl Body<'_, '_, '_> {
    fn run(&mut self) -> Result<(), String> {
        self.builder.position = self.position_of(0);
        self.declare_variables();
        self.take_parameters()?;
        let first = self.target(0)?;
        self.builder.jump(first.block, first.arguments);
        while let Some(index) = self.pending.pop_first() {
            if let Err(why) = self.block(index) {
                let name = self.name();
                self.builder.terminate(unsupported(format!("{name}: {why}")));
            }
        }
        Ok(())
    }

    /// The method's name in messages.
    pub fn name(&self) -> String {
        format!("{}.{}{}", self.class.java_name(), self.method.name, self.method.descriptor)
    }

    fn take_parameters(&mut self) -> Result<(), String> {
        let mut local = 0_usize;
        let mut number = 0;
        if !self.method.is(STATIC) {
            let this = self.builder.parameter(0);
            self.set_local(0, this)?;
            (local, number) = (1, 1);
        }
        for parameter in self.method.signature.parameters.clone() {
            let value = self.builder.parameter(number);
            self.bind(local as u16, 0, &value);
            self.set_local(local as u16, value)?;
            local += usize::from(parameter.slots());
            number += 1;
        }
        Ok(())
    }

    fn set_local(&mut self, index: u16, value: Operand) -> Result<(), String> {
        let place = self.locals.get_mut(usize::from(index)).ok_or("too few local variables")?;
        *place = Some(value);
        Ok(())
    }

    /// Whether a local variable is a parameter that is never written; then it is in no block's parameters.
    fn is_fixed(&self, index: u16) -> bool {
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

    fn block(&mut self, index: usize) -> Result<(), String> {
        let Some(target) = self.targets.get(&index) else { return Ok(()) };
        let (block, count) = (target.block, target.locals.len());
        for number in 0..self.locals.len() as u16 {
            if !self.is_fixed(number) {
                self.locals[usize::from(number)] = None;
            }
        }
        for (number, local) in target.locals.clone().into_iter().enumerate() {
            self.locals[usize::from(local)] = Some(self.builder.block_parameter(block, number));
        }
        let depth = self.targets[&index].depth;
        self.stack =
            (0..depth).map(|number| self.builder.block_parameter(block, count + number)).collect();
        self.builder.switch_to(block);
        self.non_null.clear();
        if let Some(Operand::Value(this)) = self.this() {
            self.non_null.insert(this);
        }
        self.initialised.clear();
        for index in index.. {
            self.current = index;
            self.builder.position = self.position_of(index);
            let placed = self.placed.clone();
            if self.is_target(placed[index].at) {
                let message = Some(TARGET_MESSAGE.to_owned());
                self.builder.assert_fails(Property::ErrorCall, message);
            }
            self.instruction(&placed[index].instruction)?;
            if !self.builder.is_open() {
                return Ok(());
            }
            match self.flow.begins.get(index + 1) {
                Some(false) => {}
                Some(true) => return self.go_to(index + 1),
                None => return Err("the code runs past its end".into()),
            }
        }
        Ok(())
    }

    /// Whether the place that a run is to come to begins there.
    fn is_target(&self, at: u32) -> bool {
        self.low.target.as_ref().is_some_and(|target| {
            let class = (&*self.class.name, self.class.file.source_file.as_deref());
            let method = (&*self.method.name, &*self.method.descriptor);
            target.begins_at(class, method, (&self.code, at))
        })
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
