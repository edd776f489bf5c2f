//! The body of one method: SSA by abstract interpretation of the operand stack.
//!
//! Each block of bytecode becomes a block whose parameters are the live local variables and the operand stack;
//! trivial parameters are removed afterwards. Parameters of the method that are never written are used as they are.
//!
//! **Invariant**: blocks are lowered with what the first way to them leaves on the stack; another shape on a later way
//! is an error of the class file.

use std::collections::BTreeSet;

use klew_ir::{Definition, Operand, Property, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use super::body::Body;
use super::builder::{Builder, value_type};
use super::flow::Flow;
use super::lowering::{Lowering, unsupported};
use crate::class_file::Code;
use crate::class_file::bytecode::Instruction;
use crate::class_file::flags::{ABSTRACT, NATIVE, STATIC};
use crate::classes::MethodId;
use crate::target::TARGET_MESSAGE;
use crate::world::Decoded;

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
        id,
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
}
