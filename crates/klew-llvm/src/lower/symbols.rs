//! Linking: what each global name of each module stands for in the program.
//!
//! The rules are those of a linker for C: local names are the module's own, one strong definition
//! wins over common and weak ones, two are an error, declarations of other types are tolerated.

use klew_ir::{Constant, DataModel, Function, FunctionBody, Global, Initializer, Position, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use super::builtins::named;
use super::shared::{
    Builtin, ChosenFunction, ChosenVariable, Entity, Linked, LowerError, ModuleContext, Shared,
    Unsupported,
};
use super::statics;
use super::types::Types;
use crate::syntax::{self, Linkage, SymbolDefinition};

/// Bytes that a global of unknown size is taken to have.
const UNKNOWN_SIZE: u64 = 1 << 20;

/// The machine of a module.
pub(crate) fn data_model(module: &syntax::Module) -> Result<DataModel, LowerError> {
    let unsupported = |why: &str| {
        Err(LowerError::Machine { file: module.file_name.to_string(), why: why.to_owned() })
    };
    if module.data_layout.big_endian {
        return unsupported("it is big-endian");
    }
    match module.data_layout.pointer(0).bits {
        64 => Ok(DataModel::LP64),
        32 => Ok(DataModel::ILP32),
        bits => unsupported(&format!("its pointers have {bits} bits")),
    }
}

/// How strongly a module claims a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Claim {
    Declared,
    Copy,
    Weak,
    Common(u64),
    Strong,
}

/// The definition that a name stands for.
#[derive(Clone, Copy)]
struct Choice {
    module: usize,
    symbol: syntax::GlobalId,
    claim: Claim,
}

/// Resolves all names and declares all functions and globals of the program.
pub(crate) fn link<'m>(
    modules: &'m [syntax::Module],
    shared: &mut Shared,
) -> Result<Linked<'m>, LowerError> {
    let contexts = modules
        .iter()
        .enumerate()
        .map(|(index, module)| ModuleContext {
            index,
            module,
            types: Types::new(module),
            entities: vec![Entity::Unsupported("an undefined name".into()); module.symbols.len()],
            labels: FxHashMap::default(),
        })
        .collect();
    let mut linked = Linked { contexts, functions: Vec::new(), variables: Vec::new() };
    let choices = choose(&linked.contexts)?;
    let mut taken: FxHashSet<String> = choices.keys().map(|name| (*name).to_owned()).collect();
    for index in 0..modules.len() {
        declare_module(&mut linked, index, &choices, &mut taken, shared);
    }
    // Symbols whose definition another module has.
    for (index, module) in modules.iter().enumerate() {
        for (number, symbol) in module.symbols.iter().enumerate() {
            let id = syntax::GlobalId(number as u32);
            let Some(choice) = choice_of(module, id, symbol, &choices) else { continue };
            if choice.module != index || choice.symbol != id {
                let entity =
                    linked.contexts[choice.module].entities[choice.symbol.0 as usize].clone();
                linked.contexts[index].entities[number] = entity;
            }
        }
    }
    resolve_aliases(&mut linked, &choices);
    for context in &mut linked.contexts {
        declare_labels(context, shared);
    }
    Ok(linked)
}

/// An object for the labels of each function of which the module takes the address of one. What it holds is code, so
/// not known.
fn declare_labels(context: &mut ModuleContext, shared: &mut Shared) {
    let module = context.module;
    for &symbol in &module.label_functions {
        let SymbolDefinition::Function(index) = module.symbol(symbol).definition else { continue };
        let syntax::Body::Defined(definition) = &module.functions[index as usize].body else {
            continue;
        };
        let id = klew_ir::GlobalId(shared.program.globals.len() as u32);
        shared.program.globals.push(Global {
            name: format!("code of {}", module.name(symbol).unwrap_or_default()),
            size: definition.blocks.len() as u64,
            align: 1,
            constant: true,
            initializer: Initializer::External,
            source_type: None,
            position: Position::UNKNOWN,
            switch: None,
        });
        context.labels.insert(symbol, id);
    }
}

fn choice_of(
    module: &syntax::Module,
    id: syntax::GlobalId,
    symbol: &syntax::Symbol,
    choices: &FxHashMap<&str, Choice>,
) -> Option<Choice> {
    if linkage(module, symbol)?.is_local() {
        return None;
    }
    choices.get(module.name(id)?).copied()
}

/// The linkage of what a symbol stands for; `None` if it stands for nothing readable.
fn linkage(module: &syntax::Module, symbol: &syntax::Symbol) -> Option<Linkage> {
    match &symbol.definition {
        SymbolDefinition::Variable(index) => {
            Some(module.variables[*index as usize].properties.linkage)
        }
        SymbolDefinition::Function(index) => {
            Some(module.functions[*index as usize].properties.linkage)
        }
        SymbolDefinition::Alias(index) => Some(module.aliases[*index as usize].properties.linkage),
        SymbolDefinition::Undefined | SymbolDefinition::Unreadable(_) => None,
    }
}

fn claim(context: &ModuleContext, symbol: &syntax::Symbol) -> Option<Claim> {
    let module = context.module;
    let linkage = linkage(module, symbol)?;
    let declared = match &symbol.definition {
        SymbolDefinition::Variable(index) => {
            module.variables[*index as usize].initializer.is_none()
        }
        SymbolDefinition::Function(index) => {
            matches!(module.functions[*index as usize].body, syntax::Body::Declared)
        }
        _ => false,
    };
    if declared {
        return Some(Claim::Declared);
    }
    Some(match linkage {
        Linkage::AvailableExternally => Claim::Copy,
        Linkage::LinkOnce | Linkage::LinkOnceOdr | Linkage::Weak | Linkage::WeakOdr => Claim::Weak,
        Linkage::Common => Claim::Common(variable_size(context, symbol)),
        _ => Claim::Strong,
    })
}

fn variable_size(context: &ModuleContext, symbol: &syntax::Symbol) -> u64 {
    match &symbol.definition {
        SymbolDefinition::Variable(index) => {
            context.types.size(context.module.variables[*index as usize].ty).unwrap_or(0)
        }
        _ => 0,
    }
}

fn choose<'m>(contexts: &[ModuleContext<'m>]) -> Result<FxHashMap<&'m str, Choice>, LowerError> {
    let mut choices: FxHashMap<&str, Choice> = FxHashMap::default();
    for (index, context) in contexts.iter().enumerate() {
        let module = context.module;
        for (number, symbol) in module.symbols.iter().enumerate() {
            let id = syntax::GlobalId(number as u32);
            let (Some(name), Some(linkage)) = (module.name(id), linkage(module, symbol)) else {
                continue;
            };
            // Intrinsics, and lists for the linker such as `llvm.global_ctors`, are per module.
            if linkage.is_local() || name.starts_with("llvm.") {
                continue;
            }
            let Some(claim) = claim(context, symbol) else { continue };
            let new = Choice { module: index, symbol: id, claim };
            match choices.get(name) {
                Some(old) if old.claim == Claim::Strong && claim == Claim::Strong => {
                    return Err(LowerError::Duplicate {
                        name: name.to_owned(),
                        first: contexts[old.module].module.file_name.to_string(),
                        second: module.file_name.to_string(),
                    });
                }
                Some(old) if old.claim >= claim => {}
                _ => {
                    choices.insert(name, new);
                }
            }
        }
    }
    Ok(choices)
}

/// Declares what the module has that was chosen, or that is its own.
fn declare_module(
    linked: &mut Linked,
    index: usize,
    choices: &FxHashMap<&str, Choice>,
    taken: &mut FxHashSet<String>,
    shared: &mut Shared,
) {
    let module = linked.contexts[index].module;
    for (number, symbol) in module.symbols.iter().enumerate() {
        let id = syntax::GlobalId(number as u32);
        if let SymbolDefinition::Unreadable(error) = &symbol.definition {
            let text = format!("what could not be read: {error}");
            linked.contexts[index].entities[number] = Entity::Unsupported(text);
            continue;
        }
        if module.name(id).is_some_and(|name| name.starts_with("llvm.")) {
            continue;
        }
        let local = linkage(module, symbol).is_some_and(Linkage::is_local);
        if !local {
            let choice = choice_of(module, id, symbol, choices);
            if !choice.is_some_and(|choice| choice.module == index && choice.symbol == id) {
                continue;
            }
        }
        let name = match (&symbol.name, local) {
            (syntax::GlobalName::Named(name), false) => name.to_string(),
            // Helpers of klew's models must not meet names of programs.
            (syntax::GlobalName::Named(name), true) if shared.options.library => {
                unique(&format!("klew.{name}"), taken)
            }
            (syntax::GlobalName::Named(name), true) => unique(name, taken),
            (syntax::GlobalName::Numbered(number), _) => unique(&format!("@{number}"), taken),
        };
        let entity = match &symbol.definition {
            SymbolDefinition::Variable(variable) => {
                declare_variable(linked, index, *variable as usize, name, shared)
            }
            SymbolDefinition::Function(function) => {
                declare_function(linked, index, *function as usize, name, shared)
            }
            _ => continue,
        };
        linked.contexts[index].entities[number] = entity;
    }
}

fn unique(name: &str, taken: &mut FxHashSet<String>) -> String {
    let mut candidate = name.to_owned();
    let mut number = 1;
    while !taken.insert(candidate.clone()) {
        candidate = format!("{name}.{number}");
        number += 1;
    }
    candidate
}

fn declare_variable(
    linked: &mut Linked,
    module: usize,
    index: usize,
    name: String,
    shared: &mut Shared,
) -> Entity {
    let context = &linked.contexts[module];
    let variable = &context.module.variables[index];
    let declared = variable.initializer.is_none();
    if declared && variable.properties.linkage == Linkage::ExternWeak {
        return Entity::Pointer(Constant::Null);
    }
    // A declared type may be incomplete (`extern int a[];`): then nothing is known of the size, and no
    // access may be called out of bounds. That it is external is said in results anyway.
    let size = match context.types.size(variable.ty) {
        Ok(0) if declared => UNKNOWN_SIZE,
        Ok(size) => size,
        Err(_) if declared => UNKNOWN_SIZE,
        Err(Unsupported(why)) => return Entity::Unsupported(why),
    };
    let align = variable.align.or_else(|| context.types.align(variable.ty).ok()).unwrap_or(1);
    let id = klew_ir::GlobalId(shared.program.globals.len() as u32);
    shared.program.globals.push(Global {
        name,
        size,
        align: align.max(1),
        constant: variable.constant,
        initializer: Initializer::External,
        source_type: None,
        position: Position::UNKNOWN,
        switch: None,
    });
    linked.variables.push(ChosenVariable { module, index, id });
    Entity::Pointer(Constant::Global(id, 0))
}

fn declare_function(
    linked: &mut Linked,
    module: usize,
    index: usize,
    name: String,
    shared: &mut Shared,
) -> Entity {
    let context = &linked.contexts[module];
    let function = &context.module.functions[index];
    let declared = matches!(function.body, syntax::Body::Declared);
    let builtin = match declared {
        false => None,
        true if shared.is_error_function(&name) => Some(Builtin::Error),
        true => named(&name),
    };
    if declared && builtin.is_none() && function.properties.linkage == Linkage::ExternWeak {
        return Entity::Pointer(Constant::Null);
    }
    let (parameters, results, problem) = match signature(context, function) {
        Ok((parameters, results)) => (parameters, results, None),
        Err(Unsupported(why)) => (Vec::new(), Vec::new(), Some(why)),
    };
    let body = match problem {
        Some(why) => FunctionBody::Unsupported(why),
        None => FunctionBody::External,
    };
    let readable = matches!(body, FunctionBody::External);
    let id = shared.add_function(
        Function {
            name,
            parameters,
            results,
            variadic: function.varargs,
            library: shared.options.library,
            position: Position::UNKNOWN,
            parameter_types: Vec::new(),
            body,
        },
        builtin,
    );
    let attributes = &context.module.attributes;
    shared.no_return[id.0 as usize] = attributes.has(function.attributes, "noreturn");
    if !declared && readable {
        linked.functions.push(ChosenFunction { module, index, id });
    }
    Entity::Pointer(Constant::Function(id))
}

/// Parameters and results as scalars.
fn signature(
    context: &ModuleContext,
    function: &syntax::Function,
) -> Result<(Vec<Type>, Vec<Type>), Unsupported> {
    let mut parameters = Vec::new();
    for parameter in &function.parameters {
        parameters.extend(context.types.scalars(parameter.ty)?);
    }
    if function.varargs {
        parameters.push(Type::Pointer);
    }
    Ok((parameters, context.types.scalars(function.result)?))
}

/// Gives aliases what they name; twice around is an error of the input.
fn resolve_aliases(linked: &mut Linked, choices: &FxHashMap<&str, Choice>) {
    let aliases: Vec<(usize, usize)> = linked
        .contexts
        .iter()
        .enumerate()
        .flat_map(|(module, context)| (0..context.module.aliases.len()).map(move |a| (module, a)))
        .collect();
    // Aliases of aliases: as many rounds as there are aliases suffice.
    for _ in 0..aliases.len() {
        let mut changed = false;
        for &(index, alias) in &aliases {
            let context = &linked.contexts[index];
            let alias = &context.module.aliases[alias];
            let entity = match alias.kind {
                syntax::AliasKind::IFunc => {
                    Entity::Unsupported("a function chosen at load time (ifunc)".into())
                }
                syntax::AliasKind::Alias => match statics::address(context, &alias.target.value) {
                    Ok(constant) => Entity::Pointer(constant),
                    Err(Unsupported(why)) => Entity::Unsupported(why),
                },
            };
            changed |= assign_alias(linked, index, alias.symbol, &entity, choices);
        }
        if !changed {
            break;
        }
    }
}

/// Gives the entity to the alias in its module and, if it was chosen, in all others.
fn assign_alias(
    linked: &mut Linked,
    index: usize,
    id: syntax::GlobalId,
    entity: &Entity,
    choices: &FxHashMap<&str, Choice>,
) -> bool {
    let same = |old: &Entity| match (old, entity) {
        (Entity::Pointer(a), Entity::Pointer(b)) => a == b,
        (Entity::Unsupported(_), Entity::Unsupported(_)) => true,
        _ => false,
    };
    let module = linked.contexts[index].module;
    let local = linkage(module, module.symbol(id)).is_some_and(Linkage::is_local);
    if local {
        let slot = &mut linked.contexts[index].entities[id.0 as usize];
        let changed = !same(slot);
        *slot = entity.clone();
        return changed;
    }
    let Some(name) = module.name(id) else { return false };
    let chosen = choices.get(name).is_some_and(|c| c.module == index && c.symbol == id);
    if !chosen {
        return false;
    }
    let mut changed = false;
    for context in &mut linked.contexts {
        let Some(other) = context.module.find_symbol(name) else { continue };
        if linkage(context.module, context.module.symbol(other)).is_some_and(Linkage::is_local) {
            continue;
        }
        let slot = &mut context.entities[other.0 as usize];
        changed |= !same(slot);
        *slot = entity.clone();
    }
    changed
}
