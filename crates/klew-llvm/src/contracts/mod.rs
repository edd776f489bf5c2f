//! Contracts of the C library's standard streams: any program prints, and many read; what comes of it is arbitrary in any case.
//!
//! The models of `printf` and `scanf` go through formats and tables of descriptors; for who looks for invariants that is several hundred
//! checks and loops more than the program has. Where all that a program does with streams is said by a contract, the models go.
//!
//! **Invariant**: what is left of the program does not look at what only the models that are gone change, but at plain numbers
//! (`errno`), which each contract makes arbitrary.

mod bodies;
mod calls;
mod formats;
mod texts;

use std::collections::BTreeSet;
use std::sync::Arc;

use klew_ir::builder::zero;
use klew_ir::call_graph::CallGraph;
use klew_ir::contract::{Replaced, UnderContract};
use klew_ir::dead_code::remove_dead_code;
use klew_ir::{
    Callee, Check, CheckId, Constant, Definition, Function, FunctionBody, FunctionId, GlobalId,
    Initializer, Operand, Operation, Program, Property,
};

use bodies::{Common, body};
use calls::{Call, Contract, streams};
use texts::Texts;

/// The largest global that contracts make arbitrary, in bytes.
const PLAIN: u64 = 8;

/// A call to which a contract applies.
struct Place {
    callee: FunctionId,
    function: usize,
    block: usize,
    instruction: usize,
    contract: Contract,
}

/// The program with contracts where they apply; none if there is nothing to gain, or if something else looks at what the models do.
pub fn under_contract(program: &Program) -> Option<UnderContract> {
    let graph = CallGraph::new(program);
    let reachable = graph.reachable(program.entry?);
    let places = places(program, &graph, &reachable);
    if places.is_empty() {
        return None;
    }
    // Who is gone depends on which calls there are, and not on what contracts do.
    let (draft, gone) = apply(program, &places, &reachable, &Common { asked: None, changed: &[] })?;
    let models = models(&graph, &places);
    let looked_at = looked_at((program, &models), &draft, &places)?;
    let checks = checks(program, &models)?;
    let common = Common { asked: asked(&checks), changed: &looked_at };
    let (mut changed, _) = apply(program, &places, &reachable, &common)?;
    for id in &gone {
        changed.functions[id.0 as usize].body = FunctionBody::External;
    }
    let checks = checks.into_iter().map(|(id, _)| id).collect();
    Some(UnderContract { program: changed, replaced: Replaced { checks, asked: common.asked } })
}

/// What calls come to for which contracts stand; others may call that, too.
fn models(graph: &CallGraph, places: &[Place]) -> BTreeSet<FunctionId> {
    let called: BTreeSet<FunctionId> = places.iter().map(|place| place.callee).collect();
    called.into_iter().flat_map(|model| graph.reachable(model)).collect()
}

/// The calls that contracts are known of.
fn places(program: &Program, graph: &CallGraph, reachable: &[FunctionId]) -> Vec<Place> {
    let texts = &Texts::new(program, graph, reachable);
    let mut places = Vec::new();
    for id_of_caller in reachable {
        let (caller, function) = (program.function(*id_of_caller), id_of_caller.0 as usize);
        let FunctionBody::Defined(definition) = &caller.body else { continue };
        if caller.library {
            continue;
        }
        let streams = &streams(program, definition);
        for (block, body) in definition.blocks.iter().enumerate() {
            for (instruction, what) in body.instructions.iter().enumerate() {
                let Operation::Call { callee: Callee::Function(id), arguments } = &what.operation
                else {
                    continue;
                };
                let callee = program.function(*id);
                let is_model = callee.library && callee.results.len() == what.results.len();
                let caller = *id_of_caller;
                let call = Call { program, definition, caller, texts, callee, arguments, streams };
                if let Some(contract) = is_model.then(|| call.contract()).flatten() {
                    places.push(Place { callee: *id, function, block, instruction, contract });
                }
            }
        }
    }
    places
}

/// The program with contracts at these places, and the functions that no run comes to any more.
fn apply(
    program: &Program,
    places: &[Place],
    reachable: &[FunctionId],
    common: &Common<'_>,
) -> Option<(Program, Vec<FunctionId>)> {
    let mut changed = program.clone();
    for place in places {
        let FunctionBody::Defined(definition) = &program.functions[place.function].body else {
            continue;
        };
        let call = &definition.blocks[place.block].instructions[place.instruction];
        let Operation::Call { callee: Callee::Function(callee), arguments } = &call.operation
        else {
            continue;
        };
        let parameters: Vec<_> =
            arguments.iter().map(|argument| definition.type_of(argument)).collect();
        let callee = program.function(*callee);
        let body = body(program, &place.contract, (&parameters, &callee.results), common);
        let id = FunctionId(u32::try_from(changed.functions.len()).ok()?);
        changed.functions.push(Function {
            name: format!("klew.contract.{}.{}", id.0, callee.name),
            parameters,
            results: callee.results.clone(),
            variadic: false,
            library: true,
            position: callee.position,
            parameter_types: Vec::new(),
            body: FunctionBody::Defined(Arc::new(body)),
        });
        if let FunctionBody::Defined(caller) = &mut changed.functions[place.function].body {
            let block = &mut Arc::make_mut(caller).blocks[place.block];
            if let Operation::Call { callee, arguments } =
                &mut block.instructions[place.instruction].operation
            {
                *callee = Callee::Function(id);
                for (number, argument) in arguments.iter_mut().enumerate() {
                    if !place.contract.needs(number) {
                        *argument = zero(definition.type_of(argument));
                    }
                }
            }
        }
    }
    let left = CallGraph::new(&changed).reachable(changed.entry?);
    let gone = reachable.iter().filter(|id| left.binary_search(id).is_err()).copied().collect();
    Some((changed, gone))
}

/// The globals that the models of these calls may change, streams that they are called with included, and that what is left looks at; none
/// if one of them is not plain.
fn looked_at(
    (program, models): (&Program, &BTreeSet<FunctionId>),
    draft: &Program,
    places: &[Place],
) -> Option<Vec<GlobalId>> {
    let mut own = named_in(models.iter().map(|id| program.function(*id)));
    own.extend(places.iter().filter_map(|place| place.contract.stream));
    let own = program.with_held(own);
    let left = CallGraph::new(draft).reachable(draft.entry?);
    let others = draft.with_held(named_in(left.iter().map(|id| draft.function(*id))));
    let shared: Vec<GlobalId> =
        (own.intersection(&others).copied()).filter(|id| !draft.global(*id).constant).collect();
    let is_plain = |id: &GlobalId| {
        let global = draft.global(*id);
        let has_addresses = matches!(&global.initializer,
            Initializer::Bytes(_, relocations) if !relocations.is_empty());
        global.size <= PLAIN && !has_addresses
    };
    shared.iter().all(is_plain).then_some(shared)
}

/// The globals that functions name. What a function computes and does not use does not count.
fn named_in<'p>(functions: impl Iterator<Item = &'p Function>) -> Vec<GlobalId> {
    let mut named = Vec::new();
    for function in functions {
        let FunctionBody::Defined(definition) = &function.body else { continue };
        let mut definition = Definition::clone(definition);
        while remove_dead_code(&mut definition) {}
        for block in &definition.blocks {
            let looks = block.instructions.iter().map(|what| &what.operation).filter(|what| {
                // Whether there is something to access does not depend on what is there.
                !matches!(what, Operation::Assert { check: Check::Accessible { .. }, .. })
            });
            let operands = looks.flat_map(Operation::operands);
            let operands = operands.chain(block.terminator.operands());
            named.extend(operands.filter_map(named_by));
        }
    }
    named
}

fn named_by(operand: &Operand) -> Option<GlobalId> {
    match operand {
        Operand::Constant(Constant::Global(id, _)) => Some(*id),
        _ => None,
    }
}

/// The checks in functions, and whether they are about accesses; none if some are about more than accesses and how the models compute, so
/// that what a function is called with may break them.
fn checks(program: &Program, functions: &BTreeSet<FunctionId>) -> Option<Vec<(CheckId, bool)>> {
    let mut checks = Vec::new();
    for id in functions {
        let FunctionBody::Defined(definition) = &program.function(*id).body else { continue };
        for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
            let Operation::Assert { id, property, check, .. } = &instruction.operation else {
                continue;
            };
            let is_access = matches!(check, Check::Accessible { .. });
            if !is_access && !is_about_numbers(*property) {
                return None;
            }
            checks.push((*id, is_access));
        }
    }
    Some(checks)
}

fn is_about_numbers(property: Property) -> bool {
    matches!(
        property,
        Property::DivisionByZero
            | Property::DivisionOverflow
            | Property::Unreachable
            | Property::SignedOverflow
            | Property::Shift
            | Property::FloatCast
            | Property::BitCount
    )
}

/// The one that contracts ask for all.
fn asked(checks: &[(CheckId, bool)]) -> Option<CheckId> {
    checks.iter().filter(|(_, is_access)| *is_access).map(|(id, _)| *id).min()
}

#[cfg(test)]
mod tests;
