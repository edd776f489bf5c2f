//! From bytecode to KIR.
//!
//! What is reached is known before ([`crate::reach`]), so tags, targets of calls and type tests are final when the
//! first method is lowered. Each method becomes one function; what the JVM does behind an instruction (initialisation of
//! classes, choice of a method, creation of arrays of arrays) becomes a library function where it is shared.
//!
//! **Invariant**: whatever cannot be lowered exactly is `unsupported` where it is reached.

mod arithmetic;
mod arrays;
pub(crate) mod body;
pub(crate) mod builder;
mod calls;
mod class_objects;
mod dispatch;
pub(crate) mod entry;
pub(crate) mod exceptions;
mod flow;
pub(crate) mod initialisation;
mod instructions;
mod literals;
mod monitors;
mod objects;
mod sites;
mod statics;
mod store_check;
pub(crate) mod tags;
mod types;
mod variables;

use klew_ir::{
    FileId, Function, FunctionBody, FunctionId, Global, GlobalId, Initializer, Position, Program,
    Terminator, Type, number_checks, simplify::simplify,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::class_file::flags::STATIC;
use crate::classes::{ClassId, MethodId, Origin};
use crate::reach::{Reach, Reached};
use crate::target::Target;
use crate::world::World;
use builder::{Builder, MACHINE, value_type};

pub(crate) use entry::Start;

/// A class by itself, or a primitive type, of which there is a class object.
pub(crate) type ClassKey = std::rc::Rc<str>;

/// A program that grows.
pub(crate) struct Lowering<'w, 'a> {
    pub world: &'w mut World<'a>,
    pub reached: Reached,
    pub tags: tags::Tags,
    pub program: Program,
    functions: FxHashMap<MethodId, FunctionId>,
    files: FxHashMap<String, FileId>,
    types: types::Types,
    statics: FxHashMap<(ClassId, usize), GlobalId>,
    initialisers: FxHashMap<ClassId, Option<initialisation::Initialiser>>,
    dispatchers: FxHashMap<(ClassId, MethodId), FunctionId>,
    literals: FxHashMap<Vec<u16>, GlobalId>,
    literal_units: FxHashMap<GlobalId, Vec<u16>>,
    literal_list: Option<GlobalId>,
    class_objects: FxHashMap<ClassKey, GlobalId>,
    array_makers: FxHashMap<(ClassId, u8), FunctionId>,
    store_check: Option<FunctionId>,
    /// Library functions that are built once, and names of those of which there are many.
    pub shared: FxHashMap<String, FunctionId>,
    names: FxHashSet<String>,
    throw_sites: sites::ThrowSites,
    /// Where runs fail.
    pub target: Option<Target>,
}

/// Lowers everything that is reached.
pub(crate) fn lower(
    world: &mut World<'_>,
    reached: Reached,
    start: &Start,
    target: Option<&Target>,
) -> Program {
    let tags = tags::Tags::new(world, &reached.instantiated);
    let mut lowering = Lowering {
        world,
        reached,
        tags,
        program: Program::new(MACHINE),
        functions: FxHashMap::default(),
        files: FxHashMap::default(),
        types: types::Types::default(),
        statics: FxHashMap::default(),
        initialisers: FxHashMap::default(),
        dispatchers: FxHashMap::default(),
        literals: FxHashMap::default(),
        literal_units: FxHashMap::default(),
        literal_list: None,
        class_objects: FxHashMap::default(),
        array_makers: FxHashMap::default(),
        store_check: None,
        shared: FxHashMap::default(),
        names: FxHashSet::default(),
        throw_sites: sites::ThrowSites::default(),
        target: target.cloned(),
    };
    lowering.declare();
    for index in 0..lowering.reached.methods.len() {
        let method = lowering.reached.methods[index];
        lowering.method(method);
    }
    // Last, as it tells the places where exceptions begin.
    lowering.add_start(start);
    lowering.finish_literals();
    lowering.finish_types();
    let mut program = lowering.program;
    number_checks(&mut program);
    program
}

impl Lowering<'_, '_> {
    fn declare(&mut self) {
        for index in 0..self.reached.methods.len() {
            let method = self.reached.methods[index];
            let function = self.declaration(method);
            let id = FunctionId(self.program.functions.len() as u32);
            self.program.functions.push(function);
            self.functions.insert(method, id);
        }
    }

    fn declaration(&mut self, id: MethodId) -> Function {
        let class = self.world.class(id.class);
        let method = self.world.method(id).clone();
        let mut parameters = Vec::new();
        let mut parameter_types = Vec::new();
        if !method.is(STATIC) {
            parameters.push(Type::Pointer);
            parameter_types.push(Some(self.reference_to(&class.name)));
        }
        for parameter in &method.signature.parameters {
            parameters.push(value_type(parameter));
            parameter_types.push(Some(self.local_type(parameter)));
        }
        let mut results: Vec<Type> = method.signature.result.iter().map(value_type).collect();
        results.push(Type::Pointer);
        let line = method.code.as_ref().and_then(|code| code.lines.first()).map_or(0, |it| it.1);
        let file = self.file(id.class);
        Function {
            name: self.world.method_name(id),
            parameters,
            results,
            variadic: false,
            library: self.is_library(id.class),
            position: Position { file, line: u32::from(line), column: 0 },
            parameter_types,
            body: FunctionBody::External,
        }
    }

    /// Whether findings in a class are reported at the caller.
    fn is_library(&self, class: ClassId) -> bool {
        let class = self.world.class(class);
        let inputs = ["Klew", "org/sosy_lab/sv_benchmarks/Verifier"];
        class.origin != Origin::User && !inputs.contains(&&*class.name)
    }

    /// The source file of a class.
    fn file(&mut self, class: ClassId) -> FileId {
        let class = self.world.class(class);
        let Some(source) = &class.file.source_file else { return FileId(0) };
        let path = match class.name.rsplit_once('/') {
            Some((package, _)) => format!("{package}/{source}"),
            None => source.to_string(),
        };
        if let Some(known) = self.files.get(&path) {
            return *known;
        }
        let id = FileId(self.program.files.len() as u32);
        self.program.files.push(path.clone());
        self.files.insert(path, id);
        id
    }

    fn method(&mut self, id: MethodId) {
        let Some(&function) = self.functions.get(&id) else { return };
        let name = self.world.method_name(id);
        let body = if !Reach::follows(self.world, id) {
            FunctionBody::Unsupported(format!("{name} of the JDK is not modelled"))
        } else {
            match body::lower(self, id) {
                Ok(definition) if self.is_guarded(id) => {
                    match self.guard(id, function, definition) {
                        Ok(body) => body,
                        Err(why) => FunctionBody::Unsupported(format!("{name}: {why}")),
                    }
                }
                Ok(definition) => FunctionBody::Defined(definition),
                Err(why) => FunctionBody::Unsupported(format!("{name}: {why}")),
            }
        };
        self.set_body(function, body);
    }

    fn set_body(&mut self, function: FunctionId, mut body: FunctionBody) {
        if let FunctionBody::Defined(definition) = &mut body {
            simplify(definition, self.program.data_model);
        }
        self.program.functions[function.0 as usize].body = body;
    }

    /// A library function without a body yet.
    pub fn add_function(
        &mut self,
        name: String,
        parameters: &[Type],
        results: &[Type],
    ) -> FunctionId {
        let id = FunctionId(self.program.functions.len() as u32);
        self.program.functions.push(Function {
            name,
            parameters: parameters.to_vec(),
            results: results.to_vec(),
            variadic: false,
            library: true,
            position: Position::UNKNOWN,
            parameter_types: Vec::new(),
            body: FunctionBody::External,
        });
        id
    }

    /// Gives a function its body.
    pub fn define(&mut self, function: FunctionId, builder: Builder) {
        self.set_body(function, FunctionBody::Defined(builder.finish()));
    }

    /// The function of a method that is reached.
    pub fn function(&self, method: MethodId) -> Result<FunctionId, String> {
        self.functions.get(&method).copied().ok_or_else(|| {
            format!("{} was not found to be reached", self.world.method_name(method))
        })
    }

    /// What a function gives back.
    pub fn results(&self, function: FunctionId) -> Vec<Type> {
        self.program.function(function).results.clone()
    }

    /// A global.
    pub fn add_global(&mut self, name: String, size: u64, initializer: Initializer) -> GlobalId {
        let id = GlobalId(self.program.globals.len() as u32);
        self.program.globals.push(Global {
            name,
            size,
            align: 8,
            constant: false,
            initializer,
            source_type: None,
            position: Position::UNKNOWN,
            switch: None,
        });
        id
    }

    /// The loaded class of that name.
    pub fn class_named(&mut self, name: &str) -> Result<ClassId, String> {
        self.world.classes.load(name).map_err(|why| why.to_string())
    }
}

/// The end of what can be followed.
pub(crate) fn unsupported(why: impl Into<String>) -> Terminator {
    Terminator::Unsupported(why.into())
}
