//! Monitors, as far as the program can ask which ones its only thread is in: `synchronized` blocks and methods enter
//! them and leave them. Where nobody asks, nothing is done.
//!
//! **Invariant**: what is entered last is left first, as compilers of Java make blocks; so leaving needs no object.

use klew_ir::{Constant, Definition, FunctionBody, FunctionId, Operand, Terminator};

use super::builder::{Builder, null};
use super::lowering::Lowering;
use crate::class_file::flags::{STATIC, SYNCHRONIZED};
use crate::classes::MethodId;
use crate::surroundings::{ENTER, EXIT};

impl Lowering<'_, '_> {
    /// Enters or leaves the monitor of an object, which is not null.
    pub(super) fn monitor(
        &mut self,
        builder: &mut Builder,
        enters: bool,
        object: Operand,
    ) -> Result<(), String> {
        let Ok(function) = self.model(if enters { ENTER } else { EXIT }) else { return Ok(()) };
        let arguments = if enters { vec![object] } else { Vec::new() };
        let types = self.results(function);
        // Neither throws anything.
        builder.call(function, &arguments, &types);
        Ok(())
    }

    /// Whether calls of that method enter a monitor that somebody may ask for.
    pub(super) fn is_guarded(&mut self, id: MethodId) -> bool {
        self.world.method(id).is(SYNCHRONIZED) && self.model(ENTER).is_ok()
    }

    /// Puts a function with that body behind one that enters the monitor, calls it, and leaves the monitor however it
    /// ends.
    pub(super) fn guard(
        &mut self,
        id: MethodId,
        function: FunctionId,
        body: Definition,
    ) -> Result<FunctionBody, String> {
        let declared = self.program.function(function).clone();
        let inner = self.add_inner(function, "in its monitor");
        self.set_body(inner, FunctionBody::Defined(body.into()));
        let mut builder = Builder::new(&declared.parameters);
        builder.position = declared.position;
        let object = if self.world.method(id).is(STATIC) {
            let class = self.world.class(id.class).name.clone();
            // Without class objects nobody can ask for their monitors.
            let object = self.class_object(&class).ok();
            object.map_or_else(null, |it| Operand::Constant(Constant::Global(it, 0)))
        } else {
            builder.parameter(0)
        };
        self.monitor(&mut builder, true, object.clone())?;
        let arguments: Vec<Operand> =
            (0..declared.parameters.len()).map(|index| builder.parameter(index)).collect();
        let results = builder.call(inner, &arguments, &declared.results);
        self.monitor(&mut builder, false, object)?;
        builder.terminate(Terminator::Return(results));
        Ok(FunctionBody::Defined(builder.finish().into()))
    }
}
