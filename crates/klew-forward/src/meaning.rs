//! What an object that a pointer leads to stands for: the characters of a string, the value in a box. Traces and drawings show
//! that in the place of the object's number.
//!
//! **Invariant**: what is told was all written (bytes that nobody wrote have no meaning), and stays short; nothing here changes
//! memory.

use klew_ir::object_layout::LENGTH_OFFSET;
use klew_ir::{FloatFormat, Program, SourceType, SourceTypeId, Type};
use klew_memory::{Memory, ObjectId, ObjectKind, Seen, Value};
use klew_term::{Assignment, Constant, Evaluator, TermId, Terms};

use crate::snapshot::{class_of, header, label};
use crate::trace::TraceValue;

/// So many characters are told.
const LONGEST_TEXT: u64 = 80;

/// Classes of Java whose objects box a value of a primitive type.
const BOXES: [&str; 8] =
    ["Boolean", "Byte", "Character", "Short", "Integer", "Long", "Float", "Double"];

/// Whether objects of the class are nothing but the value that they stand for.
pub fn is_value_class(name: &str) -> bool {
    let short = name.strip_prefix("java.lang.");
    short.is_some_and(|short| short == "String" || BOXES.contains(&short))
}

/// What an object stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The characters of an object of class `String`, in UTF-16.
    Text(Beginning<u16>),
    /// What a string builder holds so far.
    Builder(Beginning<u16>),
    /// Bytes up to a zero that is not told, or up to the object's end.
    Bytes(Beginning<u8>),
    /// The value in a box, and its declared type.
    Boxed(Vec<u8>, Type, SourceTypeId),
    /// The constant of an enumeration: `Colour.RED`.
    Constant(String),
}

/// The first characters of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beginning<Unit> {
    /// They.
    pub units: Vec<Unit>,
    /// Whether there are more.
    pub more: bool,
}

/// Which bytes are told as texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Texts {
    /// Those of constants, and of arrays of characters.
    Constant,
    /// All that end with a zero. Arrays of characters are always.
    Terminated,
}

/// Memory that is looked at.
#[derive(Clone, Copy)]
pub(crate) struct Look<'a> {
    /// Whose.
    pub program: &'a Program,
    /// Where terms are.
    pub terms: &'a Terms,
    /// The memory.
    pub memory: &'a Memory,
    /// The values of symbols.
    pub model: &'a Assignment,
}

impl Look<'_> {
    /// What a range of an object holds: runs with their offsets and sizes.
    pub fn view(self, object: ObjectId, offset: u64, size: u64) -> Vec<(u64, u64, TraceValue)> {
        let runs = self.memory.view(object, offset, size);
        runs.into_iter().map(|(at, size, seen)| (at, size, self.shown(seen, size))).collect()
    }

    fn shown(self, seen: Seen, size: u64) -> TraceValue {
        match seen {
            Seen::Bytes(bytes) => TraceValue::Bits(bytes, Type::Int(8 * size as u32)),
            Seen::Value(Value::Pointer(object, offset)) => self.pointer(object, offset),
            Seen::Value(Value::SymbolicPointer(symbolic)) => {
                let object = self.number(symbolic.object).unwrap_or(0);
                self.pointer(ObjectId::from_bits(object), self.number(symbolic.offset).unwrap_or(0))
            }
            Seen::Value(Value::Term(term)) => self.bits(term, size),
            Seen::Value(Value::Int(bits)) => {
                let mut bytes = bits.to_le_bytes().to_vec();
                bytes.resize(size as usize, 0);
                TraceValue::Bits(bytes, Type::Int(8 * size as u32))
            }
            Seen::Value(Value::Undefined) | Seen::Undefined | Seen::Other => TraceValue::Undefined,
        }
    }

    /// A pointer as traces show it, without what it means.
    pub fn pointer(self, object: ObjectId, offset: u64) -> TraceValue {
        let shift = 64 - self.memory.pointer_bits();
        let offset = ((offset << shift) as i64) >> shift;
        let label = label(self.program, self.memory, object);
        TraceValue::Pointer { object: label, id: object.0, offset, meaning: None }
    }

    /// Memory that was never written stays unknown, whatever the model says of it.
    fn bits(self, term: TermId, size: u64) -> TraceValue {
        let is_uninitialised = self.terms.as_symbol(term).is_some_and(|symbol| {
            klew_memory::is_uninitialised_symbol(self.terms.symbol_name(symbol))
        });
        if is_uninitialised {
            return TraceValue::Undefined;
        }
        let mut bytes = match Evaluator::new(self.terms, self.model).evaluate(term) {
            Ok(Constant::Float(_, bits)) => bits.to_le_bytes().to_vec(),
            Ok(constant) => match constant.as_bitvec() {
                Some(bits) => bits.to_biguint().to_bytes_le(),
                None => return TraceValue::Undefined,
            },
            Err(_) => return TraceValue::Undefined,
        };
        bytes.resize(size as usize, 0);
        TraceValue::Bits(bytes, Type::Int(8 * size as u32))
    }

    fn number(self, term: TermId) -> Option<u64> {
        Evaluator::new(self.terms, self.model).evaluate(term).ok()?.as_u64()
    }

    /// What the object stands for, or what lies in it from there on.
    pub fn meaning(self, object: ObjectId, offset: i64, texts: Texts) -> Option<Meaning> {
        match class_of(self.program, self.memory, object) {
            Some(class) if offset == 0 => self.of_class(class, object),
            Some(_) => None,
            None => self.bytes(object, u64::try_from(offset).ok()?, texts),
        }
    }

    fn of_class(self, class: SourceTypeId, object: ObjectId) -> Option<Meaning> {
        let SourceType::Record { name, .. } = self.program.source_types().get_resolved(class)
        else {
            return None;
        };
        if let Some(name) = self.enumeration(class) {
            return self.constant(class, object, name);
        }
        match name.strip_prefix("java.lang.")? {
            "String" => self.text(class, object, None).map(Meaning::Text),
            "StringBuilder" | "StringBuffer" => {
                let count = self.field(class, object, "count")?.0;
                let count = u32::from_le_bytes(count.try_into().ok()?);
                self.text(class, object, Some(u64::from(count))).map(Meaning::Builder)
            }
            name if BOXES.contains(&name) => {
                let (bytes, source_type) = self.field(class, object, "value")?;
                let value_type = match self.program.source_types().get_resolved(source_type) {
                    SourceType::Float { bits: 32, .. } => Type::Float(FloatFormat::Single),
                    SourceType::Float { .. } => Type::Float(FloatFormat::Double),
                    _ => Type::Int(8 * bytes.len() as u32),
                };
                Some(Meaning::Boxed(bytes, value_type, source_type))
            }
            _ => None,
        }
    }

    /// The name of the enumeration of whose constants a class is one: constants with a body have a class of their own.
    fn enumeration(&self, class: SourceTypeId) -> Option<&str> {
        let types = self.program.source_types();
        let record = |id: SourceTypeId| match types.get_resolved(id) {
            SourceType::Record { name, bases, .. } => Some((name.as_str(), bases.as_slice())),
            _ => None,
        };
        let is_one = |id: SourceTypeId| {
            record(id).is_some_and(|(_, bases)| {
                bases.iter().any(|base| record(*base).is_some_and(|it| it.0 == "java.lang.Enum"))
            })
        };
        let (name, bases) = record(class)?;
        if is_one(class) {
            return Some(name);
        }
        record(*bases.iter().find(|base| is_one(**base))?).map(|it| it.0)
    }

    /// The constant of the enumeration of that name.
    fn constant(self, class: SourceTypeId, object: ObjectId, name: &str) -> Option<Meaning> {
        let TraceValue::Pointer { id, .. } = self.value_of(class, object, "name")?.0 else {
            return None;
        };
        let string = class_of(self.program, self.memory, ObjectId(id))?;
        let text = self.text(string, ObjectId(id), None)?;
        let short = name.rsplit(['.', '$']).next().unwrap_or(name);
        Some(Meaning::Constant(format!("{short}.{}", String::from_utf16_lossy(&text.units))))
    }

    /// The characters in the array `value` of the object: all, or so many.
    fn text(
        self,
        class: SourceTypeId,
        object: ObjectId,
        count: Option<u64>,
    ) -> Option<Beginning<u16>> {
        let TraceValue::Pointer { id, .. } = self.value_of(class, object, "value")?.0 else {
            return None;
        };
        let length = header(self.memory, ObjectId(id), LENGTH_OFFSET).map(u64::from);
        let length = count.or(length)?;
        let told = length.min(LONGEST_TEXT);
        let mut bytes = Vec::new();
        for (_, _, run) in
            self.view(ObjectId(id), self.program.source_types().first_element(), 2 * told)
        {
            let TraceValue::Bits(run, _) = run else { return None };
            bytes.extend(run);
        }
        let units: Vec<u16> =
            bytes.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]])).collect();
        if units.len() as u64 != told {
            return None;
        }
        // Not between the halves of a character.
        let mut units = units;
        let more = length > told;
        if more && units.last().is_some_and(|unit| (0xd800..0xdc00).contains(unit)) {
            units.pop();
        }
        Some(Beginning { units, more })
    }

    fn field(
        self,
        class: SourceTypeId,
        object: ObjectId,
        name: &str,
    ) -> Option<(Vec<u8>, SourceTypeId)> {
        match self.value_of(class, object, name)? {
            (TraceValue::Bits(bytes, _), source_type) => Some((bytes, source_type)),
            _ => None,
        }
    }

    /// What a field holds, and its declared type.
    fn value_of(
        self,
        class: SourceTypeId,
        object: ObjectId,
        wanted: &str,
    ) -> Option<(TraceValue, SourceTypeId)> {
        let types = self.program.source_types();
        let SourceType::Record { fields, .. } = types.get_resolved(class) else { return None };
        let field = fields.iter().find(|field| field.name == wanted)?;
        let size = types.size_of(field.source_type, self.program.data_model.pointer_size())?;
        match <[_; 1]>::try_from(self.view(object, field.bit_offset / 8, size)) {
            Ok([(_, _, value)]) => Some((value, field.source_type)),
            Err(_) => None,
        }
    }

    /// Whether values of the type are characters, or arrays of them.
    pub fn holds_characters(self, id: SourceTypeId) -> bool {
        let types = self.program.source_types();
        let element = match types.get_resolved(id) {
            SourceType::Array(element, _) => types.get_resolved(*element),
            other => other,
        };
        matches!(element, SourceType::Int { character: true, bits: 8, .. })
    }

    fn bytes(self, id: ObjectId, offset: u64, texts: Texts) -> Option<Meaning> {
        let object = self.memory.object(id).filter(|object| object.is_alive())?;
        let is_constant = !object.writable && matches!(object.kind, ObjectKind::Global);
        let is_code = matches!(object.kind, ObjectKind::Function(_));
        let is_text = texts == Texts::Terminated
            || object.source_type.is_some_and(|declared| self.holds_characters(declared));
        if is_code || !is_constant && !is_text {
            return None;
        }
        let size = match object.size {
            Value::Int(size) => size,
            Value::Term(size) => self.number(size)?,
            _ => return None,
        };
        let told = size.checked_sub(offset)?.min(LONGEST_TEXT);
        let mut bytes = Vec::new();
        let mut ends = false;
        for (_, _, run) in self.view(id, offset, told) {
            let TraceValue::Bits(run, _) = run else { break };
            let end = run.iter().position(|byte| *byte == 0);
            bytes.extend(&run[..end.unwrap_or(run.len())]);
            ends = end.is_some();
            if ends {
                break;
            }
        }
        let is_whole = ends || is_constant || told == LONGEST_TEXT && bytes.len() as u64 == told;
        let told = Beginning { units: bytes, more: !ends && told == LONGEST_TEXT };
        is_whole.then_some(Meaning::Bytes(told))
    }
}
