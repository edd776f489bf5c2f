//! Linking: functions and globals that a program only declares get their definitions from a library.
//!
//! What the definitions refer to comes along, and nothing else. A library that refers to a name which the
//! program defines gets the program's, as a C linker does; names of helpers in a library should therefore
//! be ones that no program uses. Where the program's calls do not fit the library's definition, or the
//! program's definition does not fit what the library declares, the two stay apart: the program's
//! declaration stays external (which is said in results) and the library's own copy gets another name.
//!
//! **Invariant**: ids of the program's functions, globals, types and files stay what they are; if both were
//! well formed, so is the result.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::{
    Callee, Check, Constant, Definition, FileId, Function, FunctionBody, FunctionId, Global,
    GlobalId, Initializer, Operand, Operation, Position, Program, SourceType, SourceTypeId, Type,
    verify::passes_for,
};

/// Why two programs cannot be linked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// They are for different machines.
    #[error("the library is for another data model than the program")]
    DataModel,
}

/// What linking did.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Linked {
    /// Functions and globals of the program that have a definition now, by name.
    pub resolved: BTreeSet<String>,
    /// Functions that the library defines, but not for the program's calls; they stay external.
    pub mismatched: BTreeSet<String>,
}

/// Gives what `program` declares the definitions of `library`. What is taken over is marked as library.
pub fn link(program: &mut Program, library: Program) -> Result<Linked, LinkError> {
    if program.data_model != library.data_model {
        return Err(LinkError::DataModel);
    }
    let mut linker = Linker {
        function_names: names(program.functions.iter().map(|f| &f.name), FunctionId),
        global_names: names(program.globals.iter().map(|g| &g.name), GlobalId),
        functions: vec![None; library.functions.len()],
        globals: vec![None; library.globals.len()],
        types: vec![None; library.types.len()],
        files: vec![None; library.files.len()],
        pending: Vec::new(),
        linked: Linked::default(),
        program,
        library,
    };
    linker.resolve_globals();
    linker.resolve_functions();
    while let Some(item) = linker.pending.pop() {
        match item {
            Item::Function(from, to) => {
                let function = linker.function(from, to);
                linker.program.functions[to.0 as usize] = function;
            }
            Item::Global(from, to) => {
                let global = linker.global(from);
                linker.program.globals[to.0 as usize] = global;
            }
            Item::Type(from, to) => {
                let source_type = linker.source_type(from);
                linker.program.types[to.0 as usize] = source_type;
            }
        }
    }
    Ok(linker.linked)
}

fn names<'a, Id>(
    names: impl Iterator<Item = &'a String>,
    id: impl Fn(u32) -> Id,
) -> HashMap<String, Id> {
    names.zip(0..).map(|(name, index)| (name.clone(), id(index))).collect()
}

/// What is to be taken over, from its id in the library to that in the program, where its place is.
enum Item {
    Function(FunctionId, FunctionId),
    Global(GlobalId, GlobalId),
    Type(SourceTypeId, SourceTypeId),
}

struct Linker<'a> {
    program: &'a mut Program,
    library: Program,
    function_names: HashMap<String, FunctionId>,
    global_names: HashMap<String, GlobalId>,
    /// The program's ids of the library's things.
    functions: Vec<Option<FunctionId>>,
    globals: Vec<Option<GlobalId>>,
    types: Vec<Option<SourceTypeId>>,
    files: Vec<Option<FileId>>,
    pending: Vec<Item>,
    linked: Linked,
}

impl Linker<'_> {
    fn resolve_globals(&mut self) {
        for (from, definition) in (0..).map(GlobalId).zip(&self.library.globals) {
            let Some(&to) = self.global_names.get(&definition.name) else { continue };
            let declared = self.program.global(to).initializer == Initializer::External;
            if declared && definition.initializer != Initializer::External {
                self.globals[from.0 as usize] = Some(to);
                self.pending.push(Item::Global(from, to));
                self.linked.resolved.insert(definition.name.clone());
            }
        }
    }

    fn resolve_functions(&mut self) {
        for (from, definition) in (0..).map(FunctionId).zip(&self.library.functions) {
            let Some(&to) = self.function_names.get(&definition.name) else { continue };
            let declared = self.program.function(to).body == FunctionBody::External;
            if !declared || definition.body == FunctionBody::External {
                continue;
            }
            if calls_fit(self.program, to, definition) {
                self.functions[from.0 as usize] = Some(to);
                self.pending.push(Item::Function(from, to));
                self.linked.resolved.insert(definition.name.clone());
            } else {
                self.linked.mismatched.insert(definition.name.clone());
            }
        }
    }

    /// The program's id of a function of the library, which is taken over if need be.
    fn function_id(&mut self, from: FunctionId) -> FunctionId {
        if let Some(to) = self.functions[from.0 as usize] {
            return to;
        }
        let function = self.library.function(from);
        let bits = self.program.data_model.pointer_bits;
        let known = self.function_names.get(&function.name).copied();
        let usable = known.filter(|to| {
            let other = self.program.function(*to);
            // What the program only declares was resolved above, if it can be.
            let defined =
                other.body != FunctionBody::External || function.body == FunctionBody::External;
            defined && signatures_fit(function, other, bits)
        });
        let to = usable.unwrap_or_else(|| {
            let to = FunctionId(self.program.functions.len() as u32);
            let name = free_name(&function.name, |name| self.function_names.contains_key(name));
            self.function_names.insert(name.clone(), to);
            // Its body follows.
            let (position, parameter_types) = (Position::UNKNOWN, Vec::new());
            let body = FunctionBody::External;
            let (parameters, results) = (function.parameters.clone(), function.results.clone());
            let variadic = function.variadic;
            self.program.functions.push(Function {
                name,
                parameters,
                results,
                variadic,
                library: true,
                position,
                parameter_types,
                body,
            });
            self.pending.push(Item::Function(from, to));
            to
        });
        self.functions[from.0 as usize] = Some(to);
        to
    }

    fn global_id(&mut self, from: GlobalId) -> GlobalId {
        if let Some(to) = self.globals[from.0 as usize] {
            return to;
        }
        let global = self.library.global(from);
        let to = self.global_names.get(&global.name).copied().unwrap_or_else(|| {
            let to = GlobalId(self.program.globals.len() as u32);
            self.global_names.insert(global.name.clone(), to);
            self.program.globals.push(global.clone());
            self.pending.push(Item::Global(from, to));
            to
        });
        self.globals[from.0 as usize] = Some(to);
        to
    }

    fn type_id(&mut self, from: SourceTypeId) -> SourceTypeId {
        *self.types[from.0 as usize].get_or_insert_with(|| {
            let to = SourceTypeId(self.program.types.len() as u32);
            self.program.types.push(SourceType::Unknown);
            self.pending.push(Item::Type(from, to));
            to
        })
    }

    fn position(&mut self, position: Position) -> Position {
        if !position.is_known() {
            return Position::UNKNOWN;
        }
        let Some(name) = self.library.files.get(position.file.0 as usize) else {
            return Position::UNKNOWN;
        };
        let files = &mut self.program.files;
        let file = *self.files[position.file.0 as usize].get_or_insert_with(|| {
            let known = files.iter().position(|file| file == name);
            FileId(known.unwrap_or_else(|| {
                files.push(name.clone());
                files.len() - 1
            }) as u32)
        });
        Position { file, ..position }
    }

    fn source_type(&mut self, from: SourceTypeId) -> SourceType {
        let mut source_type = self.library.types[from.0 as usize].clone();
        match &mut source_type {
            SourceType::Pointer(part) | SourceType::Array(part, _) | SourceType::Alias(_, part) => {
                *part = self.type_id(*part);
            }
            SourceType::Record { fields, bases, elements, .. } => {
                for field in fields {
                    field.source_type = self.type_id(field.source_type);
                }
                for part in bases.iter_mut().chain(elements) {
                    *part = self.type_id(*part);
                }
            }
            _ => {}
        }
        source_type
    }

    fn global(&mut self, from: GlobalId) -> Global {
        let mut global = self.library.global(from).clone();
        global.source_type = global.source_type.map(|id| self.type_id(id));
        global.position = self.position(global.position);
        if let Initializer::Bytes(_, relocations) = &mut global.initializer {
            for relocation in relocations {
                self.constant(&mut relocation.value);
            }
        }
        global
    }

    fn function(&mut self, from: FunctionId, to: FunctionId) -> Function {
        let mut function = self.library.function(from).clone();
        function.name.clone_from(&self.program.function(to).name);
        function.library = true;
        function.position = self.position(function.position);
        for id in function.parameter_types.iter_mut().flatten() {
            *id = self.type_id(*id);
        }
        if let FunctionBody::Defined(definition) = &mut function.body {
            self.definition(Arc::make_mut(definition));
        }
        function
    }

    fn definition(&mut self, definition: &mut Definition) {
        for variable in &mut definition.variables {
            variable.source_type = variable.source_type.map(|id| self.type_id(id));
            variable.position = self.position(variable.position);
        }
        for block in &mut definition.blocks {
            for instruction in &mut block.instructions {
                instruction.position = self.position(instruction.position);
                match &mut instruction.operation {
                    Operation::Call { callee: Callee::Function(id), .. } => {
                        *id = self.function_id(*id);
                    }
                    Operation::Allocate { source_type, .. }
                    | Operation::Input { source_type, .. } => {
                        *source_type = source_type.map(|id| self.type_id(id));
                    }
                    Operation::Assert { check: Check::NeverEscapes(class), .. } => {
                        *class = self.type_id(*class);
                    }
                    _ => {}
                }
                instruction.operation.operands_mut().into_iter().for_each(|o| self.operand(o));
            }
            block.terminator_position = self.position(block.terminator_position);
            block.terminator.operands_mut().into_iter().for_each(|o| self.operand(o));
        }
    }

    fn operand(&mut self, operand: &mut Operand) {
        if let Operand::Constant(constant) = operand {
            self.constant(constant);
        }
    }

    fn constant(&mut self, constant: &mut Constant) {
        match constant {
            Constant::Global(id, _) => *id = self.global_id(*id),
            Constant::Function(id) => *id = self.function_id(*id),
            _ => {}
        }
    }
}

/// A name like that one that is not taken.
fn free_name(name: &str, taken: impl Fn(&str) -> bool) -> String {
    if !taken(name) {
        return name.to_string();
    }
    let mut number = 1_u32;
    loop {
        let other = format!("{name}.library{number}");
        if !taken(&other) {
            return other;
        }
        number += 1;
    }
}

/// Whether calls of what the one declares may go to the other.
fn signatures_fit(declared: &Function, defined: &Function, bits: u32) -> bool {
    let pairs = |a: &[Type], b: &[Type]| a.iter().zip(b).all(|(a, b)| passes_for(*a, *b, bits));
    declared.results.len() == defined.results.len()
        && pairs(&declared.results, &defined.results)
        && pairs(declared.declared_parameters(), defined.declared_parameters())
}

/// Whether the program's direct calls of a function suit a definition of it.
fn calls_fit(program: &Program, id: FunctionId, definition: &Function) -> bool {
    let bits = program.data_model.pointer_bits;
    let fits = |a: Type, b: Type| passes_for(a, b, bits);
    program.functions.iter().all(|caller| {
        let FunctionBody::Defined(body) = &caller.body else { return true };
        body.blocks.iter().flat_map(|block| &block.instructions).all(|instruction| {
            match &instruction.operation {
                Operation::Call { callee: Callee::Function(callee), arguments }
                    if *callee == id =>
                {
                    let results = &instruction.results;
                    let given = arguments.iter().zip(definition.declared_parameters());
                    results.len() == definition.results.len()
                        && given.into_iter().all(|(a, wanted)| fits(body.type_of(a), *wanted))
                        && results
                            .iter()
                            .zip(&definition.results)
                            .all(|(value, given)| fits(*given, body.type_of(&(*value).into())))
                }
                _ => true,
            }
        })
    })
}

#[cfg(test)]
mod tests;
