//! What both passes over the code share: classes, decoded code, what names in it mean.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::class_file::bytecode::{Placed, decode};
use crate::class_file::{ClassFile, FormatError, Member, Method};
use crate::classes::{Class, ClassError, ClassId, Classes, MethodId, ResolvedField};

/// Decoded code of a method.
pub(crate) type Decoded = Rc<[Placed]>;

/// Classes and caches.
pub(crate) struct World<'a> {
    pub classes: Classes<'a>,
    /// The methods that dynamic call sites stand for ([`crate::sites`]).
    pub linked: FxHashMap<(ClassId, u16), Result<MethodId, String>>,
    decoded: FxHashMap<MethodId, Result<Decoded, FormatError>>,
    fields: FxHashMap<(ClassId, u16), Result<ResolvedField, ClassError>>,
    methods: FxHashMap<(ClassId, u16), Result<MethodId, ClassError>>,
}

impl<'a> World<'a> {
    /// With nothing decoded.
    pub fn new(classes: Classes<'a>) -> World<'a> {
        World {
            classes,
            linked: FxHashMap::default(),
            decoded: FxHashMap::default(),
            fields: FxHashMap::default(),
            methods: FxHashMap::default(),
        }
    }

    /// Whether all objects of a class are constants of an enumeration.
    pub fn is_enumeration(&mut self, class: ClassId) -> bool {
        const ENUM: &str = "java/lang/Enum";
        *self.class(class).name != *ENUM
            && self.classes.loaded(ENUM).is_some_and(|above| self.classes.is_subtype(class, above))
    }

    /// A loaded class.
    pub fn class(&self, id: ClassId) -> Rc<Class> {
        self.classes.get(id).clone()
    }

    /// The release of the JDK that is installed, as one of its classes says which no model takes the place of; that of the models without
    /// one.
    pub fn jdk_release(&mut self) -> u16 {
        let class = self.classes.load("java/util/AbstractMap");
        class.map_or(ClassFile::MADE_RELEASE, |class| self.class(class).file.release())
    }

    /// A method.
    pub fn method(&self, id: MethodId) -> &Method {
        self.classes.method(id)
    }

    /// How a method is called in KIR and in messages: `pkg.Class.method(descriptor)result`.
    pub fn method_name(&self, id: MethodId) -> String {
        let class = self.classes.get(id.class).java_name();
        let method = self.method(id);
        format!("{class}.{}{}", method.name, method.descriptor)
    }

    /// The instructions of a method; none where it has no code.
    pub fn code(&mut self, id: MethodId) -> Result<Decoded, FormatError> {
        if let Some(known) = self.decoded.get(&id) {
            return known.clone();
        }
        let decoded = match &self.method(id).code {
            Some(code) => decode(&code.bytes).map(Rc::from),
            None => Ok(Rc::from(Vec::new())),
        };
        self.decoded.insert(id, decoded.clone());
        decoded
    }

    fn member(&self, class: ClassId, index: u16) -> Result<Member, ClassError> {
        let class = self.classes.get(class);
        class
            .file
            .pool
            .member(index)
            .map_err(|why| ClassError::Malformed { name: class.name.to_string(), why })
    }

    /// The field that a constant of a class means.
    pub fn field(&mut self, class: ClassId, index: u16) -> Result<ResolvedField, ClassError> {
        if let Some(known) = self.fields.get(&(class, index)) {
            return known.clone();
        }
        let field = self.member(class, index).and_then(|it| self.classes.resolve_field(&it));
        self.fields.insert((class, index), field.clone());
        field
    }

    /// The method that a constant of a class means.
    pub fn callee(&mut self, class: ClassId, index: u16) -> Result<MethodId, ClassError> {
        if let Some(known) = self.methods.get(&(class, index)) {
            return known.clone();
        }
        let method = self.member(class, index).and_then(|it| self.classes.resolve_method(&it));
        self.methods.insert((class, index), method.clone());
        method
    }

    /// The class that a constant of a class means.
    pub fn class_constant(&mut self, class: ClassId, index: u16) -> Result<ClassId, ClassError> {
        let class = self.class(class);
        let name = class
            .file
            .pool
            .class(index)
            .map_err(|why| ClassError::Malformed { name: class.name.to_string(), why })?;
        self.classes.load(&name)
    }
}
