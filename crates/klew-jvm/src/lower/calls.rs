//! Calls.

use klew_ir::Operand;

use super::body::Body;
use super::builder::value_type;
use crate::class_file::bytecode::InvokeKind;
use crate::class_file::flags::{ABSTRACT, NATIVE, PRIVATE, STATIC};
use crate::classes::{ClassId, MethodId};
use crate::natives;

impl Body<'_, '_, '_> {
    pub(super) fn invoke(&mut self, kind: InvokeKind, index: u16) -> Result<(), String> {
        let resolved =
            self.low.world.callee(self.class.id, index).map_err(|why| why.to_string())?;
        self.invoke_resolved(kind, index, resolved)?;
        self.given_constant(resolved)
    }

    fn invoke_resolved(
        &mut self,
        kind: InvokeKind,
        index: u16,
        resolved: MethodId,
    ) -> Result<(), String> {
        if kind == InvokeKind::Static {
            return self.invoke_static(resolved);
        }
        if self.low.world.method(resolved).is(STATIC) {
            return Err("a static method is called on an object".into());
        }
        let arguments = self.pop_arguments(resolved)?;
        let this = self.pop_reference()?;
        self.check_null(&this)?;
        let mut all = vec![this];
        all.extend(arguments);
        if kind == InvokeKind::Special {
            let target = self.low.world.classes.select_special(self.class.id, resolved);
            return self.call(target, &all);
        }
        let pool = &self.class.file.pool;
        let receiver = pool.member(index).map_err(|why| why.to_string())?.class;
        let receiver = self.low.class_named(&receiver)?;
        self.invoke_virtual(receiver, resolved, &all)
    }

    pub(super) fn invoke_static(&mut self, resolved: MethodId) -> Result<(), String> {
        if !self.low.world.method(resolved).is(STATIC) {
            return Err("a method of objects is called without one".into());
        }
        let arguments = self.pop_arguments(resolved)?;
        self.ensure_initialised(resolved.class)?;
        self.call(resolved, &arguments)
    }

    fn pop_arguments(&mut self, method: MethodId) -> Result<Vec<Operand>, String> {
        let parameters = self.low.world.method(method).signature.parameters.clone();
        let mut arguments = Vec::new();
        for parameter in parameters.iter().rev() {
            arguments.push(self.pop_type(value_type(parameter))?);
        }
        arguments.reverse();
        Ok(arguments)
    }

    /// Calls exactly that method.
    fn call(&mut self, method: MethodId, arguments: &[Operand]) -> Result<(), String> {
        let called = self.low.world.method(method);
        if called.is(NATIVE) && natives::is_inline(self.low.world, method) {
            return natives::inline(self, method, arguments);
        }
        if called.is(ABSTRACT) {
            return Err(format!("{} is abstract", self.low.world.method_name(method)));
        }
        let function = self.low.function(method)?;
        self.finish_call(function, arguments)
    }

    fn finish_call(
        &mut self,
        function: klew_ir::FunctionId,
        arguments: &[Operand],
    ) -> Result<(), String> {
        let types = self.low.results(function);
        let mut results = self.builder.call(function, arguments, &types);
        let exception = results.pop().ok_or("a function without results")?;
        self.pass_on(exception)?;
        self.stack.extend(results);
        Ok(())
    }

    fn invoke_virtual(
        &mut self,
        receiver: ClassId,
        resolved: MethodId,
        arguments: &[Operand],
    ) -> Result<(), String> {
        if self.low.world.method(resolved).is(PRIVATE) {
            return self.call(resolved, arguments);
        }
        let (targets, without) = self.low.reached.targets(self.low.world, receiver, resolved);
        match &targets[..] {
            [] => {
                let class = self.low.world.class(receiver).java_name();
                self.give_up(&format!("no object that is a {class} was found to be made"));
                // The code behind is never reached, but its operand stack has the result.
                let result = self.low.world.method(resolved).signature.result.clone();
                self.stack.extend(result.map(|it| super::builder::zero(value_type(&it))));
                Ok(())
            }
            [(only, _)] if without.is_empty() => {
                let only = *only;
                self.call(only, arguments)
            }
            _ => {
                let function = self.low.dispatcher(receiver, resolved)?;
                self.finish_call(function, arguments)
            }
        }
    }

    pub(super) fn invoke_dynamic(&mut self, index: u16) -> Result<(), String> {
        let target = crate::sites::link(self.low.world, self.class.id, index)?;
        self.invoke_static(target)
    }
}
