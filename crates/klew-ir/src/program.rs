//! A whole program.

use std::collections::BTreeSet;

use crate::control_flow::ControlFlow;
use crate::loop_forest::LoopForest;
use crate::{
    Constant, DataModel, Function, FunctionBody, ObjectKind, Operation, Position, SourceType,
    SourceTypeId,
};

/// A function of a program, by index in `Program::functions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// A global of a program, by index in `Program::globals`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

/// A program, linked: every name stands for one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The machine.
    pub data_model: DataModel,
    /// Source files. The first may be empty: "unknown".
    pub files: Vec<String>,
    /// Source types.
    pub types: Vec<SourceType>,
    /// Globals.
    pub globals: Vec<Global>,
    /// Functions.
    pub functions: Vec<Function>,
    /// Where runs start. Its parameters are inputs, except that front ends give `main` a wrapper.
    pub entry: Option<FunctionId>,
}

/// A global object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// Its name, unique among globals.
    pub name: String,
    /// Bytes.
    pub size: u64,
    /// Alignment of its address in bytes.
    pub align: u64,
    /// Whether it may not be written.
    pub constant: bool,
    /// What it holds at the start.
    pub initializer: Initializer,
    /// Its declared type.
    pub source_type: Option<SourceTypeId>,
    /// Where it is declared.
    pub position: Position,
    /// What an engine may set it to say.
    pub switch: Option<Switch>,
}

/// What a program asks of the engine that runs it, by a global that is 0 unless the engine sets it to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Switch {
    /// Arrays of unknown lengths are no trouble, so models need not make a way for each length.
    UnknownLengths,
    /// Arrays of any length are looked at for proofs only: models may compute more than what can be.
    AnyLengths,
}

/// What a global holds at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Initializer {
    /// All bytes 0.
    Zero,
    /// These bytes (as many as its size), then addresses put over them.
    Bytes(Vec<u8>, Vec<Relocation>),
    /// Not part of the program: arbitrary, and that is said in the result when it is read.
    External,
}

/// An address within an initial value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// Byte offset.
    pub offset: u64,
    /// A pointer constant.
    pub value: Constant,
}

impl Program {
    /// A program with nothing in it.
    pub fn new(data_model: DataModel) -> Program {
        Program {
            data_model,
            files: vec![String::new()],
            types: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            entry: None,
        }
    }

    /// The function of that id.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    /// The global of that id.
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.0 as usize]
    }

    /// Globals with those whose addresses they hold, and so on.
    pub fn with_held(&self, mut waiting: Vec<GlobalId>) -> BTreeSet<GlobalId> {
        let mut found = BTreeSet::new();
        while let Some(id) = waiting.pop() {
            if found.insert(id)
                && let Initializer::Bytes(_, relocations) = &self.global(id).initializer
            {
                let held = relocations.iter().filter_map(|relocation| match &relocation.value {
                    Constant::Global(id, _) => Some(*id),
                    _ => None,
                });
                waiting.extend(held);
            }
        }
        found
    }

    /// The global that is that switch.
    pub fn switch(&self, switch: Switch) -> Option<GlobalId> {
        let index = self.globals.iter().position(|global| global.switch == Some(switch))?;
        Some(GlobalId(index as u32))
    }

    /// The program with that switch set, if it has it.
    pub fn with_switch(&self, switch: Switch) -> Option<Program> {
        let at = self.switch(switch)?;
        let mut program = self.clone();
        program.globals[at.0 as usize].initializer = Initializer::Bytes(vec![1], Vec::new());
        Some(program)
    }

    /// Whether models of a library go round loops: those that read and write text do.
    pub fn has_loops_in_models(&self) -> bool {
        self.functions.iter().any(|function| match &function.body {
            FunctionBody::Defined(definition) if function.library => {
                !LoopForest::new(&ControlFlow::new(definition)).loops().is_empty()
            }
            _ => false,
        })
    }

    /// Whether some function makes objects that live until they are freed.
    pub fn allocates_on_heap(&self) -> bool {
        self.has_operation(|operation| {
            matches!(operation, Operation::Allocate { kind: ObjectKind::Heap, .. })
        })
    }

    /// Whether references are inputs: objects that they lead to are there before the program begins.
    pub fn has_input_references(&self) -> bool {
        self.has_operation(|operation| {
            matches!(operation, Operation::Input { source_type: Some(_), .. })
        })
    }

    /// Whether something does an operation like that.
    pub fn has_operation(&self, is_wanted: impl Fn(&Operation) -> bool) -> bool {
        self.functions.iter().any(|function| match &function.body {
            FunctionBody::Defined(definition) => definition
                .blocks
                .iter()
                .flat_map(|block| &block.instructions)
                .any(|instruction| is_wanted(&instruction.operation)),
            _ => false,
        })
    }

    /// The function of that name.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        let index = self.functions.iter().position(|function| function.name == name)?;
        Some(FunctionId(index as u32))
    }
}
