//! Calls: of known functions, through pointers, of inline assembly.

use klew_ir::{
    Access, Callee, Check, Constant, FunctionId, ObjectKind, Operand, Operation, Property, Type,
};

use super::bits::coerce_all;
use super::builder::Scalars;
use super::builtins::{self, BuiltinCall};
use super::constants::callee_constant;
use super::function::FunctionLowering;
use super::intrinsics;
use super::shared::Unsupported;
use crate::syntax::{self, Argument, Value};
use crate::target::{TARGET_FUNCTION, TARGET_MESSAGE};

/// What clang calls before a left shift of signed numbers whose result there may not be. It is no check of its own: the shift is.
const SHIFT_HANDLER: &str = "__ubsan_handle_shift_out_of_bounds";

impl<'m> FunctionLowering<'_, 'm, '_> {
    /// Translates a call.
    pub fn call(
        &mut self,
        call: &syntax::Call,
        result: Option<syntax::LocalId>,
    ) -> Result<(), Unsupported> {
        let name = self.callee_name(call);
        if let Some(name) = name.and_then(|name| name.strip_prefix("llvm.")) {
            if !intrinsics::is_debug(name) {
                self.after_no_return = false;
            }
            let scalars = self.intrinsic(name, call)?;
            self.define(result, scalars);
            return Ok(());
        }
        self.after_no_return = self.context.module.attributes.has(call.attributes, "noreturn");
        let scalars = match &call.callee {
            Value::InlineAsm(assembly) => self.inline_assembly(assembly, call)?,
            callee => match callee_constant(self.context, callee) {
                Some(Constant::Function(id)) => self.direct_call(id, call)?,
                _ => self.indirect_call(call)?,
            },
        };
        self.define(result, scalars);
        Ok(())
    }

    /// The name in the text of the module of what is called, if it is one.
    pub fn callee_name(&self, call: &syntax::Call) -> Option<&'m str> {
        match &call.callee {
            Value::Constant(syntax::Constant::Global(id)) => self.context.module.name(*id),
            _ => None,
        }
    }

    fn direct_call(&mut self, id: FunctionId, call: &syntax::Call) -> Result<Scalars, Unsupported> {
        let results = self.context.types.scalars(call.result)?;
        if self.shared.program.function(id).name == TARGET_FUNCTION {
            let message = Some(TARGET_MESSAGE.to_owned());
            self.builder.assert_fails(Property::ErrorCall, message);
            return Ok(Scalars::new());
        }
        if self.shared.is_error_function(&self.shared.program.function(id).name) {
            self.builder.assert_fails(Property::ErrorCall, None);
        }
        if self.shared.program.function(id).name == SHIFT_HANDLER {
            self.note_signed_shift();
            return Ok(Scalars::new());
        }
        if let Some(builtin) = self.shared.builtins[id.0 as usize] {
            let mut arguments = Scalars::new();
            for argument in &call.arguments {
                arguments.extend(self.value(argument.ty, &argument.value)?);
            }
            let request = BuiltinCall { builtin, id, arguments, results: &results };
            return builtins::lower_call(&mut self.builder, self.shared, request);
        }
        self.after_no_return |= self.shared.no_return[id.0 as usize];
        let callee = self.shared.program.function(id);
        let (parameters, callee_results) = (callee.parameters.clone(), callee.results.clone());
        let fixed = callee.variadic.then(|| parameters.len().saturating_sub(1));
        let mark = self.mark_for_copies(&call.arguments);
        let arguments = match fixed {
            None => {
                let arguments = self.fixed_arguments(&call.arguments)?;
                coerce_all(&mut self.builder, arguments, &parameters)
            }
            Some(fixed) => {
                let (named, rest) = self.split_arguments(&call.arguments, fixed)?;
                let named = self.fixed_arguments(named)?;
                let mut all = coerce_all(&mut self.builder, named, &parameters[..fixed]);
                all.extend(self.variadic_arguments(rest)?);
                all
            }
        };
        let write = self.member_write(call).map(|write| (write, arguments.clone()));
        let values = self.builder.call(Callee::Function(id), arguments, &callee_results);
        if let Some((write, arguments)) = write {
            self.check_member_write(&write, &arguments, &values);
        }
        self.release(mark);
        Ok(coerce_all(&mut self.builder, values, &results))
    }

    /// The IR does not say that a shift is one of signed numbers; where clang checks it, the shift comes next. What the handler
    /// is called for is more than what is checked here: a negative number that is shifted, with a result that there is.
    fn note_signed_shift(&mut self) {
        let block = &self.definition.blocks[self.current.0 as usize];
        let last = block.instructions.last().map(|last| &last.operation);
        if let Some(syntax::Operation::Branch(next)) = last {
            self.signed_shift = Some(*next);
        }
    }

    fn indirect_call(&mut self, call: &syntax::Call) -> Result<Scalars, Unsupported> {
        let results = self.context.types.scalars(call.result)?;
        let pointers = self.value_of_callee(&call.callee)?;
        self.builder.assert(Property::Call, Check::Callable(pointers.clone()));
        let mark = self.mark_for_copies(&call.arguments);
        let arguments = match self.context.types.get(call.function_type) {
            syntax::Type::Function { parameters, varargs: true, .. } => {
                let count = parameters.len().min(call.arguments.len());
                let (named, rest) = call.arguments.split_at(count);
                let mut all = self.fixed_arguments(named)?;
                all.extend(self.variadic_arguments(rest)?);
                all
            }
            _ => self.fixed_arguments(&call.arguments)?,
        };
        let values = self.builder.call(Callee::Pointer(pointers), arguments, &results);
        self.release(mark);
        Ok(values)
    }

    fn value_of_callee(&mut self, callee: &Value) -> Result<Operand, Unsupported> {
        let scalars = match callee {
            Value::Local(local) => self.value(self.local_type(*local), callee)?,
            Value::Constant(syntax::Constant::Expression(expression)) => {
                let ty = match &**expression {
                    syntax::ConstantExpression::Cast { to, .. } => *to,
                    _ => return Err("a call of a constant of this kind".into()),
                };
                self.value(ty, callee)?
            }
            Value::Constant(syntax::Constant::Null | syntax::Constant::Zero) => {
                return Ok(Operand::Constant(Constant::Null));
            }
            Value::Constant(syntax::Constant::Undef | syntax::Constant::Poison) => {
                return Ok(Operand::Constant(Constant::Undefined(Type::Pointer)));
            }
            Value::Constant(syntax::Constant::Global(id)) => {
                match &self.context.entities[id.0 as usize] {
                    super::shared::Entity::Pointer(constant) => {
                        return Ok(Operand::Constant(constant.clone()));
                    }
                    super::shared::Entity::Unsupported(why) => {
                        return Err(Unsupported(format!("a call of {why}")));
                    }
                }
            }
            _ => return Err("a call of this kind of value".into()),
        };
        scalars.into_iter().next().ok_or_else(|| "a call of nothing".into())
    }

    /// The arguments for the first `fixed` scalars, and the rest.
    fn split_arguments<'a>(
        &self,
        arguments: &'a [Argument],
        fixed: usize,
    ) -> Result<(&'a [Argument], &'a [Argument]), Unsupported> {
        let mut scalars = 0;
        let mut count = 0;
        while count < arguments.len() && scalars < fixed {
            scalars += self.context.types.count(arguments[count].ty)?;
            count += 1;
        }
        Ok(arguments.split_at(count))
    }

    fn fixed_arguments(&mut self, arguments: &[Argument]) -> Result<Scalars, Unsupported> {
        let mut scalars = Scalars::new();
        for argument in arguments {
            let values = self.value(argument.ty, &argument.value)?;
            match self.copied_type(argument) {
                Some(ty) => {
                    let pointer =
                        values.into_iter().next().ok_or("a copied value of no pointer")?;
                    scalars.push(self.copy_for_callee(argument, ty, pointer)?);
                }
                None => scalars.extend(values),
            }
        }
        Ok(scalars)
    }

    /// The type of what an argument points to, if the callee gets a copy of that (`byval`).
    pub fn copied_type(&self, argument: &Argument) -> Option<syntax::TypeId> {
        self.context.module.attributes.typed(argument.attributes, "byval")
    }

    fn mark_for_copies(&mut self, arguments: &[Argument]) -> Option<Operand> {
        let copies = arguments.iter().any(|argument| self.copied_type(argument).is_some());
        let word = self.builder.word();
        copies.then(|| self.builder.emit(Operation::StackMark, word))
    }

    fn release(&mut self, mark: Option<Operand>) {
        if let Some(mark) = mark {
            self.builder.effect(Operation::StackRelease(mark));
        }
    }

    fn copy_for_callee(
        &mut self,
        argument: &Argument,
        ty: syntax::TypeId,
        source: Operand,
    ) -> Result<Operand, Unsupported> {
        let size = self.context.types.size(ty)?;
        let size = self.builder.word_constant(size);
        let align = match self.context.module.attributes.align(argument.attributes) {
            Some(align) => align,
            None => self.context.types.align(ty)?,
        };
        self.builder.assert_accessible(&source, size.clone(), Access::Read);
        let copy = self.builder.emit(
            Operation::Allocate {
                kind: ObjectKind::Stack,
                size: size.clone(),
                align: align.max(1),
                zeroed: false,
                variable: None,
                source_type: None,
            },
            Type::Pointer,
        );
        self.builder.effect(Operation::Copy { destination: copy.clone(), source, size });
        Ok(copy)
    }

    /// Assembly without instructions: each output is the input that it is tied to.
    fn inline_assembly(
        &mut self,
        assembly: &syntax::InlineAsm,
        call: &syntax::Call,
    ) -> Result<Scalars, Unsupported> {
        let unsupported = || Unsupported(format!("inline assembly `{}`", assembly.template.trim()));
        let empty = assembly.template.lines().all(|line| {
            let line = line.trim();
            line.is_empty() || line.starts_with('#')
        });
        if !empty {
            return Err(unsupported());
        }
        let mut inputs = Vec::new();
        for argument in &call.arguments {
            inputs.push(self.value(argument.ty, &argument.value)?);
        }
        let parts: Vec<&str> = assembly.constraints.split(',').collect();
        let outputs = parts.iter().filter(|part| part.starts_with('=') && !part.contains('*'));
        let output_count = outputs.count();
        let first_input = parts.iter().filter(|part| part.starts_with('=')).count();
        let indirect = first_input - output_count;
        let mut results: Vec<Option<Scalars>> = vec![None; output_count];
        let tied = parts.iter().skip(first_input).filter(|part| !part.starts_with('~'));
        for (number, part) in tied.enumerate() {
            if let Ok(output) = part.parse::<usize>() {
                let value = inputs.get(indirect + number).ok_or_else(unsupported)?;
                *results.get_mut(output).ok_or_else(unsupported)? = Some(value.clone());
            }
        }
        let mut scalars = Scalars::new();
        for result in results {
            scalars.extend(result.ok_or_else(unsupported)?);
        }
        let expected = self.context.types.scalars(call.result)?;
        if scalars.len() != expected.len() {
            return Err(unsupported());
        }
        Ok(coerce_all(&mut self.builder, scalars, &expected))
    }
}
