//! Variables of a module that nothing in it writes: static tables, above all, that are not declared `const`. They keep their
//! initial values whatever calls the module's functions, so they are no inputs of functions that are analysed alone.
//!
//! What is computed from a variable's address is followed as it flows: through arithmetic, local variables, and calls of
//! functions that the program defines (`flow.rs`, one edge from each value to what is made of it). Where it flows to a store's
//! pointer, to memory, out of the module, or to anything that is not understood, the variable counts as written.
//! This is a flow-insensitive points-to analysis with inclusion of sets (Andersen, 1994) of which only the reachability of one set is asked.
//!
//! Invariant: only variables whose names no other module sees are found, and none in a module in which something was not read
//! or left out. A volatile access, a section, and any mention in an initial value or in assembly count as writing.

mod calls;
mod flow;
mod mentions;
mod slots;
mod text;
mod uses;

use rustc_hash::FxHashSet;

use crate::syntax::{Body, Constant, GlobalId, Module, Operation, SymbolDefinition};
use flow::Flow;
use uses::Uses;

pub use text::make_unwritten_constant;

/// Makes constants of the variables that nothing writes, unless they are kept as they are by their name in the source.
pub(crate) fn make_constant(modules: &mut [Module], is_kept: impl Fn(&str) -> bool) {
    let defined = defined_names(modules);
    for module in modules {
        for variable in unwritten(module, &defined) {
            let name = module.name(module.variables[variable].symbol).unwrap_or_default();
            // Variables of functions are `function.name`, several of one name `name.number`.
            if !name.split('.').any(&is_kept) {
                module.variables[variable].constant = true;
            }
        }
    }
}

/// Names of functions that the program defines by itself.
fn defined_names(modules: &[Module]) -> FxHashSet<Box<str>> {
    let functions = modules.iter().flat_map(|module| {
        let defined = module.functions.iter().filter(|it| !matches!(it.body, Body::Declared));
        defined.filter_map(|function| module.name(function.symbol))
    });
    functions.map(Into::into).collect()
}

/// The numbers of the variables that can be written, but are not.
fn unwritten(module: &Module, defined: &FxHashSet<Box<str>>) -> Vec<usize> {
    let candidates: Vec<usize> =
        (0..module.variables.len()).filter(|index| is_candidate(module, *index)).collect();
    if candidates.is_empty() || !is_understood(module) {
        return Vec::new();
    }
    let mut uses = Uses::new(module, defined);
    uses.initial_values();
    uses.functions();
    let reached = uses.flow.reach_writes();
    let said = text::assembly(module);
    let is_named = |symbol: GlobalId| {
        module.name(symbol).is_none_or(|name| said.iter().any(|text| text.contains(name)))
    };
    let variables = &module.variables;
    let keeps = |index: &usize| {
        let symbol = variables[*index].symbol;
        !reached[Flow::symbol(symbol) as usize] && !is_named(symbol)
    };
    candidates.into_iter().filter(keeps).collect()
}

fn is_candidate(module: &Module, index: usize) -> bool {
    let variable = &module.variables[index];
    variable.properties.linkage.is_local()
        && !variable.constant
        && !variable.externally_initialized
        && variable.section.is_none()
        && variable.initializer.as_ref().is_some_and(|it| !matches!(it, Constant::Undef))
}

/// Whether all of the module was read, and is there.
fn is_understood(module: &Module) -> bool {
    let unreadable = |it: &SymbolDefinition| matches!(it, SymbolDefinition::Unreadable(_));
    module.skipped.is_empty()
        && !module.symbols.iter().any(|symbol| unreadable(&symbol.definition))
        && !module.functions.iter().any(|it| matches!(it.body, Body::Unreadable(_)))
        && !operations(module).any(|it| matches!(it, Operation::Unsupported { .. }))
        && !text::assembly(module).contains(&crate::excerpts::LEFT_OUT_MARK)
}

/// What the functions of a module do.
fn operations(module: &Module) -> impl Iterator<Item = &Operation> {
    let blocks = module.functions.iter().flat_map(|function| match &function.body {
        Body::Defined(definition) => definition.blocks.as_slice(),
        _ => &[],
    });
    blocks.flat_map(|block| &block.instructions).map(|instruction| &instruction.operation)
}

#[cfg(test)]
mod tests;
