//! Virtual calls with several targets: one library function for each static class and method, which switches on the
//! tag of the receiver, with one block per target.

use klew_ir::{BlockCall, FunctionId, Terminator, Type};
use num_bigint::BigUint;

use super::builder::{Builder, value_type};
use super::lowering::{Lowering, unsupported};
use crate::classes::{ClassId, MethodId};

impl Lowering<'_, '_> {
    /// The function that runs the method which the class of its first argument selects.
    pub(super) fn dispatcher(
        &mut self,
        receiver: ClassId,
        resolved: MethodId,
    ) -> Result<FunctionId, String> {
        if let Some(known) = self.dispatchers.get(&(receiver, resolved)) {
            return Ok(*known);
        }
        let method = self.world.method(resolved).clone();
        let mut parameters = vec![Type::Pointer];
        parameters.extend(method.signature.parameters.iter().map(value_type));
        let mut results: Vec<Type> = method.signature.result.iter().map(value_type).collect();
        results.push(Type::Pointer);
        let class = self.world.class(receiver).java_name();
        let name = format!("klew.call {class}.{}{}", method.name, method.descriptor);
        let name = self.unused_name(name);
        let function = self.add_function(name, &parameters, &results);
        self.dispatchers.insert((receiver, resolved), function);

        let (targets, without) = self.reached.targets(self.world, receiver, resolved);
        let mut builder = Builder::new(&parameters);
        let this = builder.parameter(0);
        let tag = builder.tag(this);
        let entry = builder.block(&[]);
        builder.jump(entry, Vec::new());
        let arguments: Vec<_> =
            (0..parameters.len()).map(|number| builder.parameter(number)).collect();
        let mut cases = Vec::new();
        let mut case = |low: &Self, class: ClassId, block| {
            if let Some(tag) = low.tags.get(class) {
                cases.push((BigUint::from(tag), BlockCall { block, arguments: Vec::new() }));
            }
        };
        for (target, classes) in targets {
            let block = builder.block(&[]);
            classes.into_iter().for_each(|class| case(self, class, block));
            builder.switch_to(block);
            let target = self.function(target)?;
            let values = builder.call(target, &arguments, &results);
            builder.terminate(Terminator::Return(values));
        }
        let none = builder.block(&[]);
        without.into_iter().for_each(|class| case(self, class, none));
        builder.switch_to(none);
        builder.terminate(unsupported(format!("no method {} of {class} is selected", method.name)));
        builder.switch_to(entry);
        let default = BlockCall { block: none, arguments: Vec::new() };
        builder.terminate(Terminator::Switch { value: tag, cases, default });
        self.define(function, builder);
        Ok(function)
    }

    /// The name, or one like it that was not asked for before.
    pub(crate) fn unused_name(&mut self, name: String) -> String {
        let mut unused = name.clone();
        let mut number = 2;
        while !self.names.insert(unused.clone()) {
            unused = format!("{name} #{number}");
            number += 1;
        }
        unused
    }
}
