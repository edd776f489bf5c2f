//! Classes: loading, hierarchy, layout of objects, resolution of members (JVM specification, chapter 5).
//!
//! **Invariant**: a class that is loaded has its superclass and superinterfaces loaded; whether a class can be
//! loaded never changes.

mod layout;
mod resolution;

use std::rc::Rc;

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::class_file::{
    ClassFile, FormatError, JavaType, Pool, element_type,
    flags::{ABSTRACT, INTERFACE, PUBLIC},
};
use crate::{ClassSource, Container};

pub(crate) use layout::InstanceField;
pub(crate) use resolution::ResolvedField;

/// Classes of which `valueOf` gives the same object for small numbers. klew's models make a new one each time, and
/// comparisons in the program see to it (`klew.runtime.Values.identical`).
const BOXES: [&str; 5] = [
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Character",
];

/// The method that compares references to what may be boxes.
pub(crate) const IDENTICAL: (&str, &str, &str) =
    ("klew/runtime/Values", "identical", "(Ljava/lang/Object;Ljava/lang/Object;)Z");

/// The method that gives the constant of an enumeration for an input.
pub(crate) const ENUM_CONSTANT: (&str, &str, &str) =
    ("klew/runtime/Values", "constant", "(Ljava/lang/Object;)Ljava/lang/Object;");

/// A loaded class, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ClassId(pub u32);

/// A method of a loaded class, by its place in the class file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct MethodId {
    pub class: ClassId,
    pub index: u16,
}

/// Who wrote a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The user: it is on the class path.
    User,
    /// klew: a model.
    Model,
    /// The JDK.
    Jdk,
    /// The lowering: arrays, lambdas and the like.
    Made,
}

/// A class, interface or array class.
#[derive(Debug)]
pub(crate) struct Class {
    pub id: ClassId,
    pub name: Rc<str>,
    /// For arrays, one without members.
    pub file: Rc<ClassFile>,
    pub origin: Origin,
    pub superclass: Option<ClassId>,
    pub interfaces: Vec<ClassId>,
    /// Itself and all classes and interfaces above it, sorted. Those of arrays are not all listed.
    supers: Vec<ClassId>,
    /// Of arrays.
    pub element: Option<JavaType>,
    /// Instance fields, inherited ones first.
    pub fields: Vec<InstanceField>,
    /// Bytes of an object, or of the header of an array.
    pub size: u64,
    /// Whether its code may compare boxed numbers by reference.
    pub compares_boxes: bool,
    /// Of each name.
    methods: FxHashMap<Rc<str>, Vec<u16>>,
}

impl Class {
    /// Whether it is an interface.
    pub fn is_interface(&self) -> bool {
        self.file.is(INTERFACE)
    }

    /// Whether there can be objects of exactly this class.
    pub fn is_concrete(&self) -> bool {
        !self.file.is(ABSTRACT) && !self.is_interface()
    }

    /// Its name in Java: `java.util.Map$Entry`, `int[]`.
    pub fn java_name(&self) -> String {
        JavaType::Reference(self.name.clone()).to_string()
    }

    /// The method of that name and descriptor that it declares itself.
    pub fn method(&self, name: &str, descriptor: &str) -> Option<MethodId> {
        let typed = |index: &&u16| {
            let method = self.file.methods.get(usize::from(**index));
            method.is_some_and(|method| *method.descriptor == *descriptor)
        };
        let index = *self.methods.get(name)?.iter().find(typed)?;
        Some(MethodId { class: self.id, index })
    }
}

/// Why a class cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum ClassError {
    #[error("class {} is not found", .0.replace('/', "."))]
    NotFound(String),
    #[error("class {} cannot be read: {why}", .name.replace('/', "."))]
    Malformed { name: String, why: FormatError },
    #[error("class {} is its own superclass", .0.replace('/', "."))]
    Circular(String),
    #[error("class {} has no {member}", .class.replace('/', "."))]
    NoMember { class: String, member: String },
}

impl ClassError {
    fn malformed(name: &str, why: FormatError) -> ClassError {
        ClassError::Malformed { name: name.to_owned(), why }
    }
}

enum Entry {
    Loading,
    Known(Result<ClassId, ClassError>),
}

/// All classes.
pub(crate) struct Classes<'a> {
    user: &'a [Container],
    models: &'a Container,
    jdk: Option<&'a dyn ClassSource>,
    /// Classes of which the JDK's own are taken although there are models.
    without_model: &'static [&'static str],
    loaded: Vec<Rc<Class>>,
    by_name: FxHashMap<Rc<str>, Entry>,
    selected: FxHashMap<(ClassId, MethodId), Option<MethodId>>,
}

impl<'a> Classes<'a> {
    /// Nothing loaded yet.
    pub fn new(
        user: &'a [Container],
        models: &'a Container,
        jdk: Option<&'a dyn ClassSource>,
    ) -> Classes<'a> {
        Classes {
            user,
            models,
            jdk,
            without_model: &[],
            loaded: Vec::new(),
            by_name: FxHashMap::default(),
            selected: FxHashMap::default(),
        }
    }

    /// With the JDK's own classes of these names, and what is nested in them.
    pub fn without_models(self, without_model: &'static [&'static str]) -> Classes<'a> {
        Classes { without_model, ..self }
    }

    /// The JDK's classes, also those that models stand for.
    pub fn jdk(&self) -> Option<&'a dyn ClassSource> {
        self.jdk
    }

    /// A loaded class.
    pub fn get(&self, id: ClassId) -> &Rc<Class> {
        &self.loaded[id.0 as usize]
    }

    /// The class of that internal name, if it is loaded already.
    pub fn loaded(&self, name: &str) -> Option<ClassId> {
        match self.by_name.get(name) {
            Some(Entry::Known(Ok(class))) => Some(*class),
            _ => None,
        }
    }

    /// Names of all classes on the class path.
    pub fn user_names(&self) -> Vec<Rc<str>> {
        let mut names: Vec<Rc<str>> = self
            .user
            .iter()
            .flat_map(|container| container.classes.keys())
            .map(|name| Rc::from(name.as_str()))
            .collect();
        names.sort();
        names.dedup();
        names
    }

    /// The method itself.
    pub fn method(&self, id: MethodId) -> &crate::class_file::Method {
        &self.get(id.class).file.methods[usize::from(id.index)]
    }

    /// The class of that internal name.
    pub fn load(&mut self, name: &str) -> Result<ClassId, ClassError> {
        match self.by_name.get(name) {
            Some(Entry::Known(known)) => return known.clone(),
            Some(Entry::Loading) => return Err(ClassError::Circular(name.to_owned())),
            None => {}
        }
        let name: Rc<str> = Rc::from(name);
        self.by_name.insert(name.clone(), Entry::Loading);
        let result = self.load_new(&name);
        self.by_name.insert(name, Entry::Known(result.clone()));
        result
    }

    fn load_new(&mut self, name: &Rc<str>) -> Result<ClassId, ClassError> {
        if name.starts_with('[') {
            return self.load_array(name);
        }
        let (bytes, origin) =
            self.bytes(name).ok_or_else(|| ClassError::NotFound(name.to_string()))?;
        let file = ClassFile::read(&bytes).map_err(|why| ClassError::malformed(name, why))?;
        if file.name != *name {
            // A file of another class under this name, as where letters differ in case.
            return Err(ClassError::NotFound(name.to_string()));
        }
        self.add(file, origin, None)
    }

    /// Models come first, then the program, then the JDK: models are of core classes only.
    fn bytes(&self, name: &str) -> Option<(Vec<u8>, Origin)> {
        let outermost = name.split('$').next().unwrap_or(name);
        let has_model = self.jdk.is_none() || !self.without_model.contains(&outermost);
        if let Some(bytes) = self.models.classes.get(name).filter(|_| has_model) {
            return Some((bytes.clone(), Origin::Model));
        }
        for container in self.user {
            if let Some(bytes) = container.classes.get(name) {
                return Some((bytes.clone(), Origin::User));
            }
        }
        self.jdk?.class(name).map(|bytes| (bytes, Origin::Jdk))
    }

    fn load_array(&mut self, name: &Rc<str>) -> Result<ClassId, ClassError> {
        let element = element_type(name).ok_or_else(|| {
            ClassError::malformed(name, FormatError::Descriptor(name.to_string()))
        })?;
        if let JavaType::Reference(element) = &element {
            self.load(element)?;
        }
        let file = ClassFile {
            version: ClassFile::MADE,
            pool: Pool::default(),
            access: PUBLIC,
            name: name.clone(),
            superclass: Some(Rc::from("java/lang/Object")),
            interfaces: vec![Rc::from("java/lang/Cloneable"), Rc::from("java/io/Serializable")],
            fields: Vec::new(),
            methods: Vec::new(),
            source_file: None,
            bootstrap_methods: Vec::new(),
            record: None,
            nested: Vec::new(),
        };
        self.add(file, Origin::Made, Some(element))
    }

    /// Adds a class that the lowering made.
    pub fn add_made(&mut self, file: ClassFile) -> Result<ClassId, ClassError> {
        let name = file.name.clone();
        let result = self.add(file, Origin::Made, None);
        self.by_name.insert(name, Entry::Known(result.clone()));
        result
    }

    fn add(
        &mut self,
        file: ClassFile,
        origin: Origin,
        element: Option<JavaType>,
    ) -> Result<ClassId, ClassError> {
        let superclass = match &file.superclass {
            Some(name) => Some(self.load(name)?),
            None => None,
        };
        let mut interfaces = Vec::new();
        for name in &file.interfaces {
            interfaces.push(self.load(name)?);
        }
        let id = ClassId(self.loaded.len() as u32);
        let mut supers = vec![id];
        for above in superclass.iter().chain(&interfaces) {
            supers.extend(&self.get(*above).supers);
        }
        supers.sort_unstable();
        supers.dedup();
        let (fields, size) = self.lay_out(id, superclass, &file);
        let mut methods: FxHashMap<Rc<str>, Vec<u16>> = FxHashMap::default();
        for (index, method) in (0..).zip(&file.methods) {
            methods.entry(method.name.clone()).or_default().push(index);
        }
        let compares_boxes = origin == Origin::User && file.mentions(&BOXES);
        self.loaded.push(Rc::new(Class {
            id,
            name: file.name.clone(),
            file: Rc::new(file),
            origin,
            superclass,
            interfaces,
            supers,
            element,
            fields,
            size,
            compares_boxes,
            methods,
        }));
        Ok(id)
    }

    /// Whether a value of the first class can be assigned to one of the second.
    pub fn is_subtype(&mut self, below: ClassId, above: ClassId) -> bool {
        if below == above {
            return true;
        }
        let class = self.get(below).clone();
        if class.supers.binary_search(&above).is_ok() {
            return true;
        }
        let target = self.get(above).clone();
        match (&class.element, &target.element) {
            (Some(JavaType::Reference(below)), Some(JavaType::Reference(above))) => {
                match (self.load(below), self.load(above)) {
                    (Ok(below), Ok(above)) => self.is_subtype(below, above),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Itself and all classes and interfaces above it.
    pub fn supers(&self, id: ClassId) -> &[ClassId] {
        &self.get(id).supers
    }
}
