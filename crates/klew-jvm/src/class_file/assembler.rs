//! Puts together classes that no file holds: lambdas, string concatenations, methods of records. They are
//! ordinary classes to everything else.
//!
//! **Invariant**: code made here has jumps forward only, and at most 65,535 constants and bytes: what asks for it
//! has at most 255 parameters.

use std::rc::Rc;

use super::bytecode::Kind;
use super::{ClassFile, Code, Constant, Field, JavaType, Member, Method, Pool, Signature};

/// A class that grows.
pub(crate) struct ClassBuilder {
    class: ClassFile,
}

impl ClassBuilder {
    /// A class without members.
    pub fn new(name: &str, superclass: &str, interfaces: Vec<Rc<str>>, access: u16) -> Self {
        ClassBuilder {
            class: ClassFile {
                version: ClassFile::MADE,
                pool: Pool { constants: vec![Constant::None] },
                access,
                name: Rc::from(name),
                superclass: Some(Rc::from(superclass)),
                interfaces,
                fields: Vec::new(),
                methods: Vec::new(),
                source_file: None,
                bootstrap_methods: Vec::new(),
                record: None,
                nested: Vec::new(),
            },
        }
    }

    /// Its name.
    pub fn name(&self) -> Rc<str> {
        self.class.name.clone()
    }

    /// Adds a field.
    pub fn field(&mut self, name: &str, field_type: JavaType) -> Member {
        let member = Member {
            class: self.name(),
            name: Rc::from(name),
            descriptor: Rc::from(field_type.descriptor()),
            interface: false,
        };
        let name = member.name.clone();
        self.class.fields.push(Field { access: 0, name, field_type, constant: None });
        member
    }

    /// Adds a method.
    pub fn method(&mut self, name: &str, signature: &Signature, access: u16, code: Assembler) {
        self.class.methods.push(Method {
            not_null: Vec::new(),
            access,
            name: Rc::from(name),
            descriptor: Rc::from(signature.descriptor()),
            signature: signature.clone(),
            code: Some(Rc::new(Code { max_locals: 255, bytes: code.bytes, ..Code::default() })),
        });
    }

    /// The class.
    pub fn finish(self) -> ClassFile {
        self.class
    }

    fn constant(&mut self, constant: Constant) -> u16 {
        self.class.pool.constants.push(constant);
        (self.class.pool.constants.len() - 1) as u16
    }

    fn utf8(&mut self, text: &str) -> u16 {
        self.constant(Constant::Utf8(Rc::from(text), Rc::from(text.as_bytes())))
    }

    /// Index of a class constant.
    pub fn class_constant(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.constant(Constant::Class(name))
    }

    /// Index of a string constant.
    pub fn string_constant(&mut self, units: &[u16]) -> u16 {
        let text = String::from_utf16_lossy(units);
        let bytes = modified_utf8(units);
        let text = self.constant(Constant::Utf8(Rc::from(text), Rc::from(bytes)));
        self.constant(Constant::String(text))
    }

    /// Index of a field or method.
    pub fn member_constant(&mut self, member: &Member) -> u16 {
        let class = self.class_constant(&member.class);
        let name = self.utf8(&member.name);
        let descriptor = self.utf8(&member.descriptor);
        let name_and_type = self.constant(Constant::NameAndType(name, descriptor));
        self.constant(Constant::Member(class, name_and_type, member.interface))
    }

    /// Index of a copy of a constant of another class.
    pub fn copy_constant(&mut self, constant: Constant) -> u16 {
        self.constant(constant)
    }
}

/// Code that grows.
#[derive(Default)]
pub(crate) struct Assembler {
    pub bytes: Vec<u8>,
}

impl Assembler {
    /// An instruction without operands.
    pub fn plain(&mut self, opcode: u8) {
        self.bytes.push(opcode);
    }

    /// An instruction with the index of a constant.
    pub fn with_constant(&mut self, opcode: u8, index: u16) {
        self.bytes.push(opcode);
        self.bytes.extend(index.to_be_bytes());
        if opcode == INVOKEINTERFACE {
            self.bytes.extend([1, 0]);
        }
    }

    /// An integer.
    pub fn int(&mut self, value: i16) {
        self.bytes.push(0x11);
        self.bytes.extend(value.to_be_bytes());
    }

    /// Loads a local variable.
    pub fn load(&mut self, value_type: &JavaType, index: u16) {
        self.bytes.extend([0xc4, 0x15 + kind_number(kind_of(value_type))]);
        self.bytes.extend(index.to_be_bytes());
    }

    /// Returns a value, or nothing.
    pub fn give_back(&mut self, value_type: Option<&JavaType>) {
        match value_type {
            Some(value_type) => self.plain(0xac + kind_number(kind_of(value_type))),
            None => self.plain(0xb1),
        }
    }

    /// A jump whose target is given later by [`Assembler::land`].
    pub fn jump(&mut self, opcode: u8) -> usize {
        let at = self.bytes.len();
        self.bytes.extend([opcode, 0, 0]);
        at
    }

    /// Makes a jump go here.
    pub fn land(&mut self, jump: usize) {
        let offset = (self.bytes.len() - jump) as u16;
        self.bytes[jump + 1..jump + 3].copy_from_slice(&offset.to_be_bytes());
    }
}

pub(crate) const LDC_W: u8 = 0x13;
pub(crate) const DUP: u8 = 0x59;
pub(crate) const POP: u8 = 0x57;
pub(crate) const POP2: u8 = 0x58;
pub(crate) const GETSTATIC: u8 = 0xb2;
pub(crate) const GETFIELD: u8 = 0xb4;
pub(crate) const PUTFIELD: u8 = 0xb5;
pub(crate) const INVOKEVIRTUAL: u8 = 0xb6;
pub(crate) const INVOKESPECIAL: u8 = 0xb7;
pub(crate) const INVOKESTATIC: u8 = 0xb8;
pub(crate) const INVOKEINTERFACE: u8 = 0xb9;
pub(crate) const NEW: u8 = 0xbb;
pub(crate) const CHECKCAST: u8 = 0xc0;
pub(crate) const INSTANCEOF: u8 = 0xc1;

/// What a value of that type is on the operand stack.
pub(crate) fn kind_of(value_type: &JavaType) -> Kind {
    match value_type {
        JavaType::Boolean | JavaType::Byte | JavaType::Char | JavaType::Short | JavaType::Int => {
            Kind::Int
        }
        JavaType::Long => Kind::Long,
        JavaType::Float => Kind::Float,
        JavaType::Double => Kind::Double,
        JavaType::Reference(_) => Kind::Reference,
    }
}

fn kind_number(kind: Kind) -> u8 {
    match kind {
        Kind::Int => 0,
        Kind::Long => 1,
        Kind::Float => 2,
        Kind::Double => 3,
        Kind::Reference => 4,
    }
}

/// The inverse of [`utf16`](super::pool::utf16).
pub(super) fn modified_utf8(units: &[u16]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(units.len());
    for &unit in units {
        let low = (unit & 0x3f) as u8 | 0x80;
        match unit {
            1..=0x7f => bytes.push(unit as u8),
            0 | 0x80..=0x7ff => bytes.extend([(unit >> 6) as u8 | 0xc0, low]),
            _ => {
                bytes.extend([(unit >> 12) as u8 | 0xe0, (unit >> 6 & 0x3f) as u8 | 0x80, low]);
            }
        }
    }
    bytes
}
