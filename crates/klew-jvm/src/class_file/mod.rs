//! Class files: JVM specification (SE 21), chapter 4.
//!
//! Reads what the lowering needs: constants, fields, methods with their code, lines, local variables,
//! bootstrap methods, record components. Other attributes are passed over by their length. A reader of our own,
//! because the instructions refer to constants by index, which readers that resolve them at once do not keep, and
//! because one bad or unknown attribute is no reason to refuse a class.
//!
//! **Invariant**: any bytes give a class or an error, never a panic.

mod annotations;
pub(crate) mod assembler;
pub(crate) mod bytecode;
pub(crate) mod cursor;
pub(crate) mod descriptor;
pub(crate) mod pool;
mod reader;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use thiserror::Error;

pub(crate) use descriptor::{JavaType, Signature, element_type};
pub(crate) use pool::{Constant, DynamicSite, Member, MethodHandle, Pool};

/// Why bytes are no class file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// The bytes end too early.
    #[error("the file ends too early")]
    Truncated,
    /// The first four bytes are others.
    #[error("it does not start like a class file")]
    Magic,
    /// An unknown tag in the constant pool.
    #[error("a constant of unknown kind {0}")]
    ConstantKind(u8),
    /// No constant of that index, or one of another kind than is wanted.
    #[error("constant {0} does not exist or is of another kind")]
    ConstantIndex(u16),
    /// No descriptor.
    #[error("\"{0}\" is no type")]
    Descriptor(String),
    /// An instruction that does not exist.
    #[error("unknown instruction {opcode:#04x} at {at}")]
    Opcode {
        /// Its first byte.
        opcode: u8,
        /// Its place in the code.
        at: u32,
    },
    /// A jump to where no instruction begins.
    #[error("a jump to {0}, where no instruction begins")]
    Target(i64),
}

/// Access flags: JVM specification, tables 4.1-B, 4.5-A and 4.6-A.
pub(crate) mod flags {
    pub const PUBLIC: u16 = 0x1;
    pub const PRIVATE: u16 = 0x2;
    pub const PROTECTED: u16 = 0x4;
    pub const STATIC: u16 = 0x8;
    pub const FINAL: u16 = 0x10;
    pub const SYNCHRONIZED: u16 = 0x20;
    pub const BRIDGE: u16 = 0x40;
    pub const NATIVE: u16 = 0x100;
    pub const INTERFACE: u16 = 0x200;
    pub const ABSTRACT: u16 = 0x400;
    pub const SYNTHETIC: u16 = 0x1000;
}

/// A class.
#[derive(Clone, Debug)]
pub(crate) struct ClassFile {
    /// The major version of its format: that of the `javac` which wrote it.
    pub version: u16,
    pub pool: Pool,
    pub access: u16,
    pub name: Rc<str>,
    pub superclass: Option<Rc<str>>,
    pub interfaces: Vec<Rc<str>>,
    pub fields: Vec<Field>,
    pub methods: Vec<Method>,
    pub source_file: Option<Rc<str>>,
    pub bootstrap_methods: Vec<BootstrapMethod>,
    /// Names and types of the components, if it is a record.
    pub record: Option<Vec<(Rc<str>, JavaType)>>,
    /// What it knows of nested classes, among them all that it stands in and itself.
    pub nested: Vec<Nested>,
}

/// A class within another.
#[derive(Clone, Debug)]
pub(crate) struct Nested {
    pub class: Rc<str>,
    /// The class that it is a member of; none if it is local or anonymous.
    pub outer: Option<Rc<str>>,
    /// Its name in the source; none if it is anonymous.
    pub name: Option<Rc<str>>,
    /// What its declaration says; the class file itself tells less.
    pub access: u16,
}

/// A field.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub access: u16,
    pub name: Rc<str>,
    pub field_type: JavaType,
    /// Index of the constant that a static field starts with.
    pub constant: Option<u16>,
}

/// A method.
#[derive(Clone, Debug)]
pub(crate) struct Method {
    pub access: u16,
    pub name: Rc<str>,
    pub descriptor: Rc<str>,
    pub signature: Signature,
    pub code: Option<Rc<Code>>,
    /// Numbers of parameters (from 0) that annotations say are not null.
    pub not_null: Vec<usize>,
}

impl Method {
    /// The local variable of each parameter, from 0, `this` left out.
    pub fn parameter_locals(&self) -> impl Iterator<Item = u16> {
        let mut local = u16::from(!self.is(flags::STATIC));
        self.signature.parameters.iter().map(move |parameter| {
            let own = local;
            local += parameter.slots();
            own
        })
    }

    /// What parameters are called: as in the source, where the class file tells, or else `argument 1`.
    pub fn parameter_names(&self) -> Vec<String> {
        let name = |(number, local): (usize, u16)| {
            let variables = self.code.iter().flat_map(|code| &code.variables);
            let named = |it: &&LocalVariable| it.index == local && it.start == 0;
            let name = variables.into_iter().find(named).map(|it| it.name.to_string());
            name.unwrap_or_else(|| format!("argument {number}"))
        };
        (1..).zip(self.parameter_locals()).map(name).collect()
    }

    /// Whether it has that access flag.
    pub fn is(&self, flag: u16) -> bool {
        self.access & flag != 0
    }

    /// Whether a local variable is one of its parameters, or its object.
    pub fn is_parameter(&self, local: u16) -> bool {
        let this = u16::from(!self.is(flags::STATIC));
        local < this + self.signature.parameters.iter().map(JavaType::slots).sum::<u16>()
    }

    /// Whether it is the method that `java` runs.
    pub fn is_main(&self) -> bool {
        &*self.name == "main" && &*self.descriptor == MAIN && self.is(flags::STATIC)
    }
}

/// The descriptor of `main`.
const MAIN: &str = "([Ljava/lang/String;)V";

/// The code of a method.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub max_locals: u16,
    pub bytes: Vec<u8>,
    pub handlers: Vec<Handler>,
    /// Start and line, in the order of the file.
    pub lines: Vec<(u16, u16)>,
    pub variables: Vec<LocalVariable>,
}

/// An entry of the exception table.
#[derive(Clone, Debug)]
pub(crate) struct Handler {
    pub start: u16,
    pub end: u16,
    pub target: u16,
    /// Index of the class that is caught; 0 for everything.
    pub catch_type: u16,
}

/// A local variable of the source.
#[derive(Clone, Debug)]
pub(crate) struct LocalVariable {
    pub start: u16,
    pub length: u16,
    pub name: Rc<str>,
    pub variable_type: JavaType,
    pub index: u16,
}

/// A method that links a dynamic call site, with its static arguments (indices of constants).
#[derive(Clone, Debug)]
pub(crate) struct BootstrapMethod {
    pub method: u16,
    pub arguments: Vec<u16>,
}

/// The version of the format of release 1 is 45.
const BEFORE_RELEASES: u16 = 44;

impl ClassFile {
    /// The release of Java whose format classes have that klew makes itself.
    pub const MADE_RELEASE: u16 = 17;
    /// That format's version.
    pub const MADE: u16 = BEFORE_RELEASES + ClassFile::MADE_RELEASE;

    /// The release of Java whose format it has.
    pub fn release(&self) -> u16 {
        self.version.saturating_sub(BEFORE_RELEASES)
    }

    /// Reads a class file.
    pub fn read(bytes: &[u8]) -> Result<ClassFile, FormatError> {
        reader::read(bytes, true)
    }

    /// Reads a class file, but passes over the code of its methods.
    pub fn declarations(bytes: &[u8]) -> Result<ClassFile, FormatError> {
        reader::read(bytes, false)
    }

    /// Whether it has that access flag.
    pub fn is(&self, flag: u16) -> bool {
        self.access & flag != 0
    }

    /// What its declaration within another class says, if it is there.
    pub fn nesting(&self) -> Option<&Nested> {
        self.nested_class(&self.name)
    }

    /// Its name as source code writes it, if code elsewhere can name it.
    pub fn canonical_name(&self) -> Option<String> {
        let mut parts = Vec::new();
        let mut at = &self.name;
        while let Some(nested) = self.nested_class(at) {
            parts.push(nested.name.as_deref()?);
            at = nested.outer.as_ref()?;
        }
        let mut name = at.replace('/', ".");
        for part in parts.iter().rev() {
            name.push('.');
            name.push_str(part);
        }
        Some(name)
    }

    fn nested_class(&self, name: &str) -> Option<&Nested> {
        self.nested.iter().find(|nested| &*nested.class == name)
    }

    /// Whether a text of the pool is about one of these classes.
    pub fn mentions(&self, classes: &[&str]) -> bool {
        let about = |text: &str| classes.iter().any(|class| text.contains(class));
        let found = |it: &Constant| matches!(it, Constant::Utf8(text, _) if about(text));
        self.pool.constants.iter().any(found)
    }
}
