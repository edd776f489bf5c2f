//! Types and descriptors: JVM specification (SE 21), section 4.3.

use std::fmt;
use std::rc::Rc;

use super::FormatError;

/// A Java type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum JavaType {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    /// A class, interface or array by its internal name: `java/lang/Object`, `[I`, `[Ljava/lang/Object;`.
    Reference(Rc<str>),
}

/// Parameters and result of a method.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Signature {
    pub parameters: Vec<JavaType>,
    /// None for `void`.
    pub result: Option<JavaType>,
}

impl JavaType {
    /// The type that a field descriptor tells.
    pub fn parse(descriptor: &str) -> Result<JavaType, FormatError> {
        match JavaType::parse_prefix(descriptor)? {
            (parsed, "") => Ok(parsed),
            _ => Err(FormatError::Descriptor(descriptor.to_owned())),
        }
    }

    fn parse_prefix(descriptor: &str) -> Result<(JavaType, &str), FormatError> {
        let bad = || FormatError::Descriptor(descriptor.to_owned());
        let mut chars = descriptor.chars();
        let primitive = match chars.next().ok_or_else(bad)? {
            'Z' => JavaType::Boolean,
            'B' => JavaType::Byte,
            'C' => JavaType::Char,
            'S' => JavaType::Short,
            'I' => JavaType::Int,
            'J' => JavaType::Long,
            'F' => JavaType::Float,
            'D' => JavaType::Double,
            'L' => {
                let (name, rest) = chars.as_str().split_once(';').ok_or_else(bad)?;
                if name.is_empty() {
                    return Err(bad());
                }
                return Ok((JavaType::Reference(Rc::from(name)), rest));
            }
            '[' => {
                let dimensions = descriptor.bytes().take_while(|byte| *byte == b'[').count();
                if dimensions > 255 {
                    return Err(bad());
                }
                let (_, rest) = JavaType::parse_prefix(&descriptor[dimensions..])?;
                let length = descriptor.len() - rest.len();
                return Ok((JavaType::Reference(Rc::from(&descriptor[..length])), rest));
            }
            _ => return Err(bad()),
        };
        Ok((primitive, chars.as_str()))
    }

    /// The type that a class constant names: of a class or an array.
    pub fn of_class(name: &Rc<str>) -> JavaType {
        JavaType::Reference(name.clone())
    }

    /// Its descriptor.
    pub fn descriptor(&self) -> String {
        match self {
            JavaType::Reference(name) if name.starts_with('[') => name.to_string(),
            JavaType::Reference(name) => format!("L{name};"),
            primitive => primitive.letter().to_string(),
        }
    }

    fn letter(&self) -> char {
        match self {
            JavaType::Boolean => 'Z',
            JavaType::Byte => 'B',
            JavaType::Char => 'C',
            JavaType::Short => 'S',
            JavaType::Int => 'I',
            JavaType::Long => 'J',
            JavaType::Float => 'F',
            JavaType::Double => 'D',
            JavaType::Reference(_) => 'L',
        }
    }

    /// Whether it is no primitive type.
    pub fn is_reference(&self) -> bool {
        matches!(self, JavaType::Reference(_))
    }

    /// How many places of the local variables a value takes.
    pub fn slots(&self) -> u16 {
        if matches!(self, JavaType::Long | JavaType::Double) { 2 } else { 1 }
    }

    /// Bytes of it in an object.
    pub fn size(&self) -> u64 {
        match self {
            JavaType::Boolean | JavaType::Byte => 1,
            JavaType::Char | JavaType::Short => 2,
            JavaType::Int | JavaType::Float => 4,
            JavaType::Long | JavaType::Double | JavaType::Reference(_) => 8,
        }
    }

    /// The internal name of an array of this.
    pub fn array_name(&self) -> Rc<str> {
        Rc::from(format!("[{}", self.descriptor()))
    }
}

/// What the elements of the array class of that name are.
pub(crate) fn element_type(array: &str) -> Option<JavaType> {
    JavaType::parse(array.strip_prefix('[')?).ok()
}

impl fmt::Display for JavaType {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            JavaType::Boolean => "boolean",
            JavaType::Byte => "byte",
            JavaType::Char => "char",
            JavaType::Short => "short",
            JavaType::Int => "int",
            JavaType::Long => "long",
            JavaType::Float => "float",
            JavaType::Double => "double",
            JavaType::Reference(name) => {
                return match element_type(name) {
                    Some(element) => write!(out, "{element}[]"),
                    None => write!(out, "{}", name.replace('/', ".")),
                };
            }
        };
        out.write_str(name)
    }
}

impl Signature {
    /// What a method descriptor tells.
    pub fn parse(descriptor: &str) -> Result<Signature, FormatError> {
        let bad = || FormatError::Descriptor(descriptor.to_owned());
        let mut rest = descriptor.strip_prefix('(').ok_or_else(bad)?;
        let mut parameters = Vec::new();
        while !rest.starts_with(')') {
            let (parameter, after) = JavaType::parse_prefix(rest)?;
            parameters.push(parameter);
            rest = after;
            if parameters.len() > 255 {
                return Err(bad());
            }
        }
        let result = match &rest[1..] {
            "V" => None,
            result => Some(JavaType::parse(result)?),
        };
        Ok(Signature { parameters, result })
    }

    /// Its descriptor.
    pub fn descriptor(&self) -> String {
        let parameters: String = self.parameters.iter().map(JavaType::descriptor).collect();
        let result = self.result.as_ref().map_or("V".to_owned(), JavaType::descriptor);
        format!("({parameters}){result}")
    }
}
