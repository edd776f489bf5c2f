//! Native methods: those of `klew.runtime.Intrinsics`, which klew's models are written with
//! (`library/INTRINSICS.md`), become KIR where they are called; all others are unsupported where they are called.

mod classes;
mod given;
mod inputs;
mod memory;
mod numbers;
pub(crate) mod tables;

use klew_ir::{BlockCall, Definition, Operand, Terminator, Type};

use crate::class_file::flags::STATIC;
use crate::classes::MethodId;
use crate::lower::body::Body;
use crate::lower::builder::{Builder, value_type, zero};
use crate::lower::lowering::Lowering;
use crate::reach::Reach;
use crate::world::World;
use given::Given;

const INTRINSICS: &str = "klew/runtime/Intrinsics";

/// Whether a native method is lowered where it is called.
pub(crate) fn is_inline(world: &World<'_>, method: MethodId) -> bool {
    let class = world.class(method.class);
    &*class.name == INTRINSICS && world.method(method).is(STATIC)
}

/// What a native method leads to.
pub(crate) fn reach(reach: &mut Reach<'_, '_>, method: MethodId) {
    if !is_inline(reach.world, method) {
        return;
    }
    match &*reach.world.method(method).name.clone() {
        "classOf" => reach.any_class(),
        "primitive" => {
            reach.instance_named("java/lang/Class");
            reach.text();
        }
        "newArray" => reach.any_array(),
        "literals" => reach.instance_named("[Ljava/lang/String;"),
        "enumConstants" => reach.any_constants(),
        _ => {}
    }
}

/// Lowers the call of an intrinsic.
pub(crate) fn inline(
    body: &mut Body<'_, '_, '_>,
    method: MethodId,
    arguments: &[Operand],
) -> Result<(), String> {
    let called = body.low.world.method(method).clone();
    let name = &*called.name;
    let given = match inputs::lower(body, &called, arguments)? {
        Some(given) => Some(given),
        None => match numbers::lower(&mut body.builder, &called, arguments) {
            Some(value) => Some(Given::Value(value)),
            None => match memory::lower(body, &called, arguments)? {
                Some(given) => Some(given),
                None => match tables::lower(body, &called, arguments)? {
                    Some(given) => Some(given),
                    None => classes::lower(body, &called, arguments)?,
                },
            },
        },
    };
    let Some(given) = given else {
        return Err(format!("unknown intrinsic {name}{}", called.descriptor));
    };
    match given {
        Given::Value(value) => body.push(value),
        Given::Nothing => {}
        Given::Beyond(which) => {
            let rest = body.builder.block(&[]);
            let beyond = Some(BlockCall { block: rest, arguments: Vec::new() });
            body.builder.terminate(Terminator::Bound { which, beyond });
            body.builder.switch_to(rest);
        }
        Given::End(terminator) => {
            body.builder.terminate(terminator);
            let rest = body.builder.block(&[]);
            body.builder.switch_to(rest);
            body.stack.extend(called.signature.result.map(|it| zero(value_type(&it))));
        }
    }
    Ok(())
}

/// The function of a native method that is not lowered where it is called.
pub(crate) fn function(
    low: &mut Lowering<'_, '_>,
    id: MethodId,
    parameters: &[Type],
) -> Result<Definition, String> {
    let method = low.world.method(id).clone();
    let does_nothing = matches!(&*method.name, "registerNatives" | "initIDs");
    if does_nothing && method.signature.result.is_none() {
        let mut builder = Builder::new(parameters);
        builder.return_normally();
        return Ok(builder.finish());
    }
    Err("native method".into())
}
