//! The committed models, and how they are linked to programs that need them.

use klew_ir::{FunctionBody, Initializer, Program, parse_program};

use super::excerpt::excerpt;

const MODELS_32: &str = include_str!("models-32.kir");
const MODELS_64: &str = include_str!("models-64.kir");

/// Links the models of what the program refers to and does not have.
pub(crate) fn link_models(program: &mut Program) -> Result<(), String> {
    let functions = program.functions.iter();
    let external = functions.filter(|f| matches!(f.body, FunctionBody::External));
    let globals = program.globals.iter();
    let declared = globals.filter(|g| matches!(g.initializer, Initializer::External));
    let wanted: Vec<String> = external
        .map(|function| format!("@{}", function.name))
        .chain(declared.map(|global| format!("&{}", global.name)))
        .collect();
    let text = committed(program.data_model.pointer_bits);
    let Some(text) = excerpt(text, wanted.iter().map(String::as_str)) else { return Ok(()) };
    let library = parse_program(&text, "models.kir").map_err(|error| error.to_string())?;
    klew_ir::link::link(program, library).map_err(|error| error.to_string())?;
    Ok(())
}
/// The committed models for pointers of that many bits.
pub fn committed(pointer_bits: u32) -> &'static str {
    if pointer_bits == 32 { MODELS_32 } else { MODELS_64 }
}
