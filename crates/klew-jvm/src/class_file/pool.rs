//! The constant pool: JVM specification (SE 21), section 4.4.
//!
//! **Invariant**: an index that does not exist, or leads to a constant of another kind, is an error when it
//! is looked up; nothing is followed while reading, so circular references do no harm.

use std::rc::Rc;

use super::FormatError;
use super::cursor::Cursor;

/// A constant as it stands in the file.
#[derive(Clone, Debug)]
pub(crate) enum Constant {
    /// The second half of a long or double, or index 0.
    None,
    Utf8(Rc<str>, Rc<[u8]>),
    Integer(i32),
    Float(u32),
    Long(i64),
    Double(u64),
    Class(u16),
    String(u16),
    /// A field or method: class, name and type, whether it is one of an interface.
    Member(u16, u16, bool),
    NameAndType(u16, u16),
    MethodHandle(u8, u16),
    MethodType(u16),
    Dynamic(u16, u16),
    InvokeDynamic(u16, u16),
    /// A module or package.
    Other,
}

/// A field or method by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Member {
    pub class: Rc<str>,
    pub name: Rc<str>,
    pub descriptor: Rc<str>,
    pub interface: bool,
}

/// A method handle: how the member is used (`REF_invokeStatic` is 6, …), and which.
#[derive(Clone, Debug)]
pub(crate) struct MethodHandle {
    pub kind: u8,
    pub member: Member,
}

/// A call site or constant that a bootstrap method makes.
#[derive(Clone, Debug)]
pub(crate) struct DynamicSite {
    pub bootstrap: u16,
    pub name: Rc<str>,
    pub descriptor: Rc<str>,
}

/// All constants of a class.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool {
    pub constants: Vec<Constant>,
}

impl Pool {
    /// Reads the pool.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<Pool, FormatError> {
        let count = usize::from(cursor.u16()?);
        let mut constants = Vec::with_capacity(count);
        constants.push(Constant::None);
        while constants.len() < count {
            let tag = cursor.u8()?;
            let constant = match tag {
                1 => {
                    let length = usize::from(cursor.u16()?);
                    let bytes = cursor.take(length)?;
                    Constant::Utf8(text(bytes), Rc::from(bytes))
                }
                3 => Constant::Integer(cursor.i32()?),
                4 => Constant::Float(cursor.u32()?),
                5 => Constant::Long(cursor.u64()? as i64),
                6 => Constant::Double(cursor.u64()?),
                7 => Constant::Class(cursor.u16()?),
                8 => Constant::String(cursor.u16()?),
                9 | 10 => Constant::Member(cursor.u16()?, cursor.u16()?, false),
                11 => Constant::Member(cursor.u16()?, cursor.u16()?, true),
                12 => Constant::NameAndType(cursor.u16()?, cursor.u16()?),
                15 => Constant::MethodHandle(cursor.u8()?, cursor.u16()?),
                16 => Constant::MethodType(cursor.u16()?),
                17 => Constant::Dynamic(cursor.u16()?, cursor.u16()?),
                18 => Constant::InvokeDynamic(cursor.u16()?, cursor.u16()?),
                19 | 20 => {
                    cursor.u16()?;
                    Constant::Other
                }
                _ => return Err(FormatError::ConstantKind(tag)),
            };
            let wide = matches!(constant, Constant::Long(_) | Constant::Double(_));
            constants.push(constant);
            if wide {
                constants.push(Constant::None);
            }
        }
        Ok(Pool { constants })
    }

    /// The constant of that index.
    pub fn get(&self, index: u16) -> Result<&Constant, FormatError> {
        self.constants.get(usize::from(index)).ok_or(FormatError::ConstantIndex(index))
    }

    /// A text.
    pub fn utf8(&self, index: u16) -> Result<Rc<str>, FormatError> {
        match self.get(index)? {
            Constant::Utf8(text, _) => Ok(text.clone()),
            _ => Err(FormatError::ConstantIndex(index)),
        }
    }

    /// A string literal, in UTF-16.
    pub fn string(&self, index: u16) -> Result<Vec<u16>, FormatError> {
        match self.get(index)? {
            Constant::Utf8(_, bytes) => Ok(utf16(bytes)),
            _ => Err(FormatError::ConstantIndex(index)),
        }
    }

    /// The name of a class constant (`java/lang/Object`, `[I`).
    pub fn class(&self, index: u16) -> Result<Rc<str>, FormatError> {
        match self.get(index)? {
            Constant::Class(name) => self.utf8(*name),
            _ => Err(FormatError::ConstantIndex(index)),
        }
    }

    /// The same, where index 0 stands for none.
    pub fn optional_class(&self, index: u16) -> Result<Option<Rc<str>>, FormatError> {
        if index == 0 { Ok(None) } else { self.class(index).map(Some) }
    }

    fn name_and_type(&self, index: u16) -> Result<(Rc<str>, Rc<str>), FormatError> {
        match self.get(index)? {
            Constant::NameAndType(name, descriptor) => {
                Ok((self.utf8(*name)?, self.utf8(*descriptor)?))
            }
            _ => Err(FormatError::ConstantIndex(index)),
        }
    }

    /// A field or method.
    pub fn member(&self, index: u16) -> Result<Member, FormatError> {
        match self.get(index)? {
            Constant::Member(class, name_and_type, interface) => {
                let (name, descriptor) = self.name_and_type(*name_and_type)?;
                Ok(Member { class: self.class(*class)?, name, descriptor, interface: *interface })
            }
            _ => Err(FormatError::ConstantIndex(index)),
        }
    }

    /// A method handle.
    pub fn method_handle(&self, index: u16) -> Result<MethodHandle, FormatError> {
        match self.get(index)? {
            Constant::MethodHandle(kind, member) => {
                Ok(MethodHandle { kind: *kind, member: self.member(*member)? })
            }
            _ => Err(FormatError::ConstantIndex(index)),
        }
    }

    /// The descriptor of a method type.
    pub fn method_type(&self, index: u16) -> Result<Rc<str>, FormatError> {
        match self.get(index)? {
            Constant::MethodType(descriptor) => self.utf8(*descriptor),
            _ => Err(FormatError::ConstantIndex(index)),
        }
    }

    /// A dynamic call site or constant.
    pub fn dynamic(&self, index: u16) -> Result<DynamicSite, FormatError> {
        match self.get(index)? {
            Constant::Dynamic(bootstrap, name_and_type)
            | Constant::InvokeDynamic(bootstrap, name_and_type) => {
                let (name, descriptor) = self.name_and_type(*name_and_type)?;
                Ok(DynamicSite { bootstrap: *bootstrap, name, descriptor })
            }
            _ => Err(FormatError::ConstantIndex(index)),
        }
    }
}

fn text(bytes: &[u8]) -> Rc<str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Rc::from(text),
        Err(_) => Rc::from(String::from_utf16_lossy(&utf16(bytes))),
    }
}

/// Decodes the modified UTF-8 of class files: JVM specification, section 4.4.7. What is malformed becomes
/// U+FFFD.
pub(crate) fn utf16(bytes: &[u8]) -> Vec<u16> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&first, tail)) = rest.split_first() {
        let continuation = |n: usize| match tail.get(n) {
            Some(byte) if byte & 0xc0 == 0x80 => Some(u16::from(byte & 0x3f)),
            _ => None,
        };
        let (unit, length) = match first {
            0..=0x7f => (Some(u16::from(first)), 1),
            0xc0..=0xdf => (continuation(0).map(|b| u16::from(first & 0x1f) << 6 | b), 2),
            0xe0..=0xef => {
                let both = continuation(0).zip(continuation(1));
                (both.map(|(b, c)| u16::from(first & 0xf) << 12 | b << 6 | c), 3)
            }
            _ => (None, 1),
        };
        units.push(unit.unwrap_or(0xfffd));
        rest = rest.get(if unit.is_some() { length } else { 1 }..).unwrap_or(&[]);
    }
    units
}
