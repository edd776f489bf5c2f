//! A program that grows: what all parts of the lowering share.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use klew_ir::{
    FileId, Function, FunctionBody, FunctionId, Global, GlobalId, Initializer, Position, Program,
    SourceTypeId, Terminator, Type, simplify::simplify,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::builder::Builder;
use super::tags::Tags;
use crate::class_file::JavaType;
use crate::classes::{ClassId, MethodId, Origin};
use crate::reach::Reached;
use crate::target::Target;
use crate::world::World;

/// Source types by what they stand for.
#[derive(Default)]
pub(crate) struct Types {
    pub(super) primitives: FxHashMap<(JavaType, u32), SourceTypeId>,
    pub(super) pointers: FxHashMap<Rc<str>, SourceTypeId>,
    pub(super) records: FxHashMap<Rc<str>, SourceTypeId>,
    pub(super) pending: Vec<Rc<str>>,
    /// Fields that no object has null once it is made, by the classes that declare them.
    pub(super) never_null: FxHashMap<ClassId, Vec<Rc<str>>>,
}

/// How a class is initialised.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Initialiser {
    pub(super) state: GlobalId,
    pub(super) function: FunctionId,
}

/// A place, and the class of the exception if it is known.
pub(super) type Site = (Position, Option<ClassId>);

/// All places, numbered from 1.
#[derive(Default)]
pub(crate) struct ThrowSites {
    pub(super) global: Option<GlobalId>,
    pub(super) list: Vec<Site>,
    pub(super) numbers: FxHashMap<Site, u32>,
}

/// Instructions that fail on null.
#[derive(Default)]
pub(crate) struct NullPlaces {
    pub(super) list: Vec<(MethodId, usize)>,
    pub(super) function: Option<FunctionId>,
}

/// A class by itself, or a primitive type, of which there is a class object.
pub(crate) type ClassKey = Rc<str>;

/// A program that grows.
pub(crate) struct Lowering<'w, 'a> {
    pub world: &'w mut World<'a>,
    pub reached: Reached,
    pub tags: Tags,
    pub program: Program,
    pub(super) functions: FxHashMap<MethodId, FunctionId>,
    pub(super) files: FxHashMap<String, FileId>,
    pub(super) types: Types,
    pub(super) statics: FxHashMap<(ClassId, usize), GlobalId>,
    pub(super) initialisers: FxHashMap<ClassId, Option<Initialiser>>,
    /// Classes whose initialisers are being looked for just now.
    pub(super) initialising: FxHashSet<ClassId>,
    /// What fields hold by initialisers that were evaluated.
    pub(super) known_statics: FxHashMap<(ClassId, usize), super::ahead::Value>,
    pub(super) dispatchers: FxHashMap<(ClassId, MethodId), FunctionId>,
    pub(super) literals: FxHashMap<Vec<u16>, GlobalId>,
    pub(super) literal_units: FxHashMap<GlobalId, Vec<u16>>,
    pub(super) literal_list: Option<GlobalId>,
    pub(super) class_objects: FxHashMap<ClassKey, GlobalId>,
    pub(super) array_makers: FxHashMap<(ClassId, u8), FunctionId>,
    pub(super) store_check: Option<FunctionId>,
    /// Library functions that are built once, and names of those of which there are many.
    pub shared: FxHashMap<String, FunctionId>,
    pub(super) names: FxHashSet<String>,
    /// Names of the functions whose calls are counted, and the global that holds the count.
    pub(super) counted: BTreeSet<String>,
    pub(super) depth: Option<GlobalId>,
    pub(super) throw_sites: ThrowSites,
    /// Where runs fail.
    pub target: Option<Target>,
    pub(super) null_places: NullPlaces,
}

impl Lowering<'_, '_> {
    /// Whether findings in a class are reported at the caller.
    pub(super) fn is_library(&self, class: ClassId) -> bool {
        let class = self.world.class(class);
        let inputs = ["Klew", "org/sosy_lab/sv_benchmarks/Verifier"];
        class.origin != Origin::User && !inputs.contains(&&*class.name)
    }

    /// The source file of a class.
    pub(super) fn file(&mut self, class: ClassId) -> FileId {
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

    pub(super) fn set_body(&mut self, function: FunctionId, mut body: FunctionBody) {
        if let FunctionBody::Defined(definition) = &mut body {
            let definition = Arc::make_mut(definition);
            simplify(definition, self.program.data_model);
            definition.shrink();
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
        self.set_body(function, FunctionBody::Defined(builder.finish().into()));
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
