//! Inputs that fill memory: a variable of some source type, taken apart into scalars, pointers and bytes.

use klew_ir::{
    Constant, Conversion, FloatFormat, InputOrigin, Operand, Operation, SourceType, SourceTypeId,
    Type,
};

use super::builder::Builder;
use super::sources::Sources;

/// One input of an analysed function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What the input is called: the source's expression for it.
    pub name: String,
    /// What it is a part of.
    pub origin: Origin,
    /// Its type; of bytes, the type of the whole run of them.
    pub source_type: SourceTypeId,
    /// How it is asked for.
    pub kind: PartKind,
}

/// What an input is a part of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The parameter of that number, from 0.
    Parameter {
        /// Which.
        index: usize,
        /// Bytes from its start.
        offset: u64,
    },
    /// A global variable.
    Global {
        /// Its name in the program.
        variable: String,
        /// Bytes from its start.
        offset: u64,
    },
}

impl Origin {
    pub(super) fn moved(&self, by: u64) -> Origin {
        let mut moved = self.clone();
        match &mut moved {
            Origin::Parameter { offset, .. } | Origin::Global { offset, .. } => *offset += by,
        }
        moved
    }
}

/// How an input is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// `input` of a scalar that is no pointer.
    Scalar,
    /// `input` of a pointer: an input reference.
    Reference,
    /// The same, of a pointer that a union holds where it is not null.
    UnionReference,
    /// `input_bytes` of so many bytes.
    Bytes(u64),
}

/// A variable of more parts than this is not taken apart.
const MOST_PARTS: u64 = 4096;
/// Arrays of scalars wider than a byte that are longer are one run of bytes.
const LONGEST_LIST: u64 = 16;

/// What fills memory, and the list of what it asked for.
pub(super) struct Filler<'a> {
    pub builder: &'a mut Builder,
    pub sources: &'a Sources,
    pub parts: &'a mut Vec<Part>,
    /// Whether pointers to functions are left as they are; else they are null, or point to functions that nobody knows.
    pub keep_functions: bool,
}

impl Filler<'_> {
    /// Whether memory of that type can be filled: how many parts that are, or why not.
    pub fn parts_of(&self, ty: SourceTypeId) -> Result<u64, String> {
        let parts = match self.sources.resolved(ty) {
            SourceType::Int { .. } | SourceType::Float { .. } if self.scalar(ty).is_some() => 1,
            SourceType::Pointer(_) => 1,
            SourceType::Array(element, count) => {
                let count = count.unwrap_or(0);
                match self.is_run(*element, count) {
                    true => 1,
                    false => self.parts_of(*element)?.saturating_mul(count),
                }
            }
            // Each of its pointers makes two ways, so globals, which may have many, keep what they hold.
            SourceType::Record { union: true, size, .. } if !self.is_plain(ty) => {
                match self.keep_functions {
                    true => return Err(format!("it holds a union of {size} bytes with pointers")),
                    false => self.parts_of_union(ty)?,
                }
            }
            SourceType::Record { union: true, .. } => 1,
            SourceType::Record { fields, .. } => {
                let mut sum: u64 = 0;
                for field in fields {
                    sum = sum.saturating_add(self.parts_of(field.source_type)?);
                }
                sum
            }
            _ => return Err("debug information does not say what it holds".into()),
        };
        match parts {
            0..=MOST_PARTS => Ok(parts),
            _ => Err(format!("it has more than {MOST_PARTS} parts")),
        }
    }

    /// Writes inputs to memory of that type. `parts_of` it must be known.
    pub fn fill(&mut self, base: &Operand, ty: SourceTypeId, name: &str, origin: &Origin) {
        let sources = self.sources;
        match sources.resolved(ty) {
            SourceType::Int { .. } | SourceType::Float { .. } => {
                self.fill_scalar(base, ty, name, origin)
            }
            SourceType::Pointer(target)
                if !self.keep_functions
                    || !matches!(sources.resolved(*target), SourceType::Function) =>
            {
                let value = self.input(Type::Pointer, ty, name, origin, PartKind::Reference);
                self.builder.store_unchecked(base.clone(), value);
            }
            SourceType::Array(element, count) => {
                let count = count.unwrap_or(0);
                let size = self.size(*element);
                if self.is_run(*element, count) {
                    return self.bytes(base, (ty, count * size), name, origin);
                }
                for index in 0..count {
                    let at = self.builder.offset_by(base.clone(), (index * size) as i64);
                    let moved = origin.moved(index * size);
                    self.fill(&at, *element, &format!("{name}[{index}]"), &moved);
                }
            }
            SourceType::Record { union: true, size, .. } => match self.is_plain(ty) {
                true => self.bytes(base, (ty, *size), name, origin),
                false => self.fill_union(base, ty, name, origin),
            },
            SourceType::Record { .. } => self.fill_fields(base, ty, name, origin),
            _ => {}
        }
    }

    fn fill_scalar(&mut self, base: &Operand, ty: SourceTypeId, name: &str, origin: &Origin) {
        let Some(scalar) = self.scalar(ty) else { return };
        let value = self.input(scalar, ty, name, origin, PartKind::Scalar);
        let value = match scalar {
            Type::Int(1) => self.builder.convert(Conversion::ZeroExtend, value, Type::Int(8)),
            _ => value,
        };
        self.builder.store_unchecked(base.clone(), value);
    }

    fn fill_fields(&mut self, base: &Operand, ty: SourceTypeId, name: &str, origin: &Origin) {
        let sources = self.sources;
        let SourceType::Record { fields, .. } = sources.resolved(ty) else { return };
        // Neighbouring bit-fields share bytes.
        let mut filled = 0;
        for field in fields {
            let start = field.bit_offset / 8;
            let name = match field.name.as_str() {
                "" => name.to_owned(),
                field => format!("{name}.{field}"),
            };
            let Some(width) = field.bit_width else {
                let at = self.builder.offset_by(base.clone(), start as i64);
                self.fill(&at, field.source_type, &name, &origin.moved(start));
                continue;
            };
            let end = (field.bit_offset + u64::from(width)).div_ceil(8);
            let start = start.max(filled);
            if end > start {
                let at = self.builder.offset_by(base.clone(), start as i64);
                self.bytes(&at, (field.source_type, end - start), &name, &origin.moved(start));
                filled = end;
            }
        }
    }

    fn bytes(&mut self, base: &Operand, typed: (SourceTypeId, u64), name: &str, origin: &Origin) {
        self.bytes_for(InputOrigin::Asked, base, typed, name, origin);
    }

    /// An input of so many bytes of a type, in memory.
    pub(super) fn bytes_for(
        &mut self,
        why: InputOrigin,
        base: &Operand,
        (ty, count): (SourceTypeId, u64),
        name: &str,
        origin: &Origin,
    ) {
        if count == 0 {
            return;
        }
        self.note(ty, name, origin, PartKind::Bytes(count));
        let size = self.builder.word_constant(count);
        let name = name.to_owned();
        self.builder.effect(Operation::InputBytes {
            pointer: base.clone(),
            size,
            taken: None,
            name,
            origin: why,
        });
    }

    /// An input that is a part.
    pub fn input(
        &mut self,
        value: Type,
        ty: SourceTypeId,
        name: &str,
        origin: &Origin,
        kind: PartKind,
    ) -> Operand {
        self.note(ty, name, origin, kind);
        let source_type = Some(ty);
        self.builder.emit(
            Operation::Input { name: name.to_owned(), origin: InputOrigin::Asked, source_type },
            value,
        )
    }

    fn note(&mut self, source_type: SourceTypeId, name: &str, origin: &Origin, kind: PartKind) {
        let (name, origin) = (name.to_owned(), origin.clone());
        self.parts.push(Part { name, origin, source_type, kind });
    }

    /// Whether an array is one run of bytes: characters, and long arrays of what may hold any bytes.
    fn is_run(&self, element: SourceTypeId, count: u64) -> bool {
        let single = self.scalar(element) == Some(Type::Int(8));
        self.is_plain(element) && count > if single { 0 } else { LONGEST_LIST }
    }

    /// Whether memory of that type may hold any bytes: no pointers, truth values or floats of 80 bits.
    pub(super) fn is_plain(&self, ty: SourceTypeId) -> bool {
        match self.sources.resolved(ty) {
            SourceType::Int { .. } | SourceType::Float { .. } => {
                matches!(
                    self.scalar(ty),
                    Some(Type::Int(8 | 16 | 32 | 64 | 128))
                        | Some(Type::Float(FloatFormat::Single | FloatFormat::Double))
                )
            }
            SourceType::Array(element, _) => self.is_plain(*element),
            SourceType::Record { fields, .. } => {
                fields.iter().all(|field| self.is_plain(field.source_type))
            }
            _ => false,
        }
    }

    /// What a value of that type is, if it is a scalar and no pointer.
    pub fn scalar(&self, ty: SourceTypeId) -> Option<Type> {
        match self.sources.resolved(ty) {
            SourceType::Int { name, bits: 8, .. } if matches!(&**name, "_Bool" | "bool") => {
                Some(Type::BOOL)
            }
            SourceType::Int { bits, .. } if matches!(bits, 8 | 16 | 32 | 64 | 128) => {
                Some(Type::Int(*bits))
            }
            SourceType::Float { name, bits } => match (bits, &**name) {
                (16, "_Float16" | "half") => Some(Type::Float(FloatFormat::Half)),
                (32, _) => Some(Type::Float(FloatFormat::Single)),
                (64, _) => Some(Type::Float(FloatFormat::Double)),
                (80 | 96 | 128, "long double") => Some(Type::Float(FloatFormat::X87)),
                (128, _) => Some(Type::Float(FloatFormat::Quad)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Bytes of a type; 0 if that is not known.
    pub fn size(&self, ty: SourceTypeId) -> u64 {
        match self.sources.resolved(ty) {
            SourceType::Int { bits, .. } => u64::from(*bits) / 8,
            SourceType::Float { name, bits } => {
                match (&**name, self.builder.data_model.pointer_bits) {
                    ("long double", 64) => 16,
                    ("long double", _) => 12,
                    _ => u64::from(*bits) / 8,
                }
            }
            SourceType::Pointer(_) => self.builder.data_model.pointer_size(),
            SourceType::Array(element, count) => {
                self.size(*element).saturating_mul(count.unwrap_or(0))
            }
            SourceType::Record { size, .. } => *size,
            _ => 0,
        }
    }

    /// Whether pointers to functions are among what is filled.
    pub fn holds_functions(&self, ty: SourceTypeId) -> bool {
        match self.sources.resolved(ty) {
            SourceType::Pointer(target) => {
                matches!(self.sources.resolved(*target), SourceType::Function)
            }
            SourceType::Array(element, _) => self.holds_functions(*element),
            SourceType::Record { fields, .. } => {
                fields.iter().any(|field| self.holds_functions(field.source_type))
            }
            _ => false,
        }
    }

    /// The address of a global.
    pub fn global(id: klew_ir::GlobalId) -> Operand {
        Operand::Constant(Constant::Global(id, 0))
    }
}
