//! Functions whose calls are counted as far as they nest: see [`crate::exhausted_stack`].
//!
//! **Invariant**: whoever comes back from such a function finds the count as it was.

use klew_ir::{
    BlockCall, Comparison, Constant, FunctionBody, FunctionId, Initializer, Operand, Terminator,
    Type,
};

use super::builder::{Builder, int, zero};
use super::failure::Failure;
use super::lowering::Lowering;
use crate::classes::MethodId;
use crate::exhausted_stack::SURE_DEPTH;

/// Why a run is not followed.
const TOO_DEEP: &str = "calls nested so deep that the stack may be exhausted, which is caught";

impl Lowering<'_, '_> {
    fn depth_global(&mut self) -> Operand {
        let id = match self.depth {
            Some(id) => id,
            None => {
                let id = self.add_global("klew.depth".into(), 4, Initializer::Zero);
                *self.depth.insert(id)
            }
        };
        Operand::Constant(Constant::Global(id, 0))
    }

    /// Puts a function with that body behind one that counts the calls of it.
    pub(super) fn count_depth(
        &mut self,
        id: MethodId,
        function: FunctionId,
        body: FunctionBody,
    ) -> Result<FunctionBody, String> {
        let declared = self.program.function(function).clone();
        let inner = self.add_inner(function, "counted");
        self.set_body(inner, body);
        let mut builder = Builder::new(&declared.parameters);
        builder.position = declared.position;
        let depth = self.depth_global();
        let before = builder.load(depth.clone(), 0, Type::Int(32));
        let is_deep = builder.compare(Comparison::SignedLess, int(SURE_DEPTH), before.clone());
        let (deep, room) = (builder.block(&[]), builder.block(&[]));
        builder.branch(is_deep, deep, room);
        builder.switch_to(deep);
        self.exhausted(&mut builder, id)?;
        builder.switch_to(room);
        let more = builder.binary(klew_ir::BinaryOperation::Add, before.clone(), int(1));
        builder.store(depth.clone(), 0, more);
        let arguments: Vec<Operand> =
            (0..declared.parameters.len()).map(|index| builder.parameter(index)).collect();
        let results = builder.call(inner, &arguments, &declared.results);
        builder.store(depth, 0, before);
        builder.terminate(Terminator::Return(results));
        Ok(FunctionBody::Defined(builder.finish().into()))
    }

    /// The stack may be exhausted here or not: the exception is thrown, or the run goes no further.
    fn exhausted(&mut self, builder: &mut Builder, id: MethodId) -> Result<(), String> {
        let (thrown, left) = (builder.block(&[]), builder.block(&[]));
        builder.terminate(Terminator::Branch {
            condition: Operand::Constant(Constant::Undefined(Type::Int(1))),
            then_block: BlockCall { block: left, arguments: Vec::new() },
            else_block: BlockCall { block: thrown, arguments: Vec::new() },
        });
        builder.switch_to(left);
        builder.terminate(Terminator::Unsupported(TOO_DEEP.to_owned()));
        builder.switch_to(thrown);
        let exception = self.make_failure(builder, Failure::ExhaustedStack, &[])?;
        let class = self.class_named(Failure::ExhaustedStack.class())?;
        self.begins_at(builder, class);
        let method = self.world.method(id).clone();
        let result = method.signature.result.as_ref();
        let mut results: Vec<Operand> =
            result.map(|result| zero(super::builder::value_type(result))).into_iter().collect();
        results.push(exception);
        builder.terminate(Terminator::Return(results));
        Ok(())
    }

    /// Another function like one, for the body that is put behind it.
    pub(super) fn add_inner(&mut self, function: FunctionId, what: &str) -> FunctionId {
        let declared = self.program.function(function).clone();
        let name = format!("{} {what}", declared.name);
        let inner = self.add_function(name, &declared.parameters, &declared.results);
        let place = &mut self.program.functions[inner.0 as usize];
        place.library = declared.library;
        place.position = declared.position;
        place.parameter_types = declared.parameter_types;
        inner
    }
}
