//! Values, places and input heaps as messages hold them: plain data that says nothing of how klew keeps it.
//!
//! **Invariant**: whatever is read is checked; what is no value of klew's is none, and never a panic.

use klew_engine::{
    Argument, ArgumentFact, InputAssumption, InputField, InputFieldValue, InputHeap, InputObject,
    InputRoot, Inputs, Target,
};
use klew_ir::{CheckId, FileId, FunctionId, Position, Property, SourceTypeId};
use klew_term::{ArrayValue, BitVecValue, Constant, FloatFormat, ScalarSort};
use num_bigint::{BigInt, BigUint};
use serde::{Deserialize, Serialize};

/// File, line and column.
pub type Place = (u32, u32, u32);

/// A place as a message holds it.
pub fn place(position: Position) -> Place {
    (position.file.0, position.line, position.column)
}

/// The place that a message holds.
pub fn position((file, line, column): Place) -> Position {
    Position { file: FileId(file), line, column }
}

/// As [`Argument`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArgumentMessage {
    clauses: String,
    goals: Vec<u32>,
    facts: Vec<ArgumentFactMessage>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct ArgumentFactMessage {
    predicate: u32,
    point: String,
    place: Place,
    formula: String,
    words: String,
}

impl From<&Argument> for ArgumentMessage {
    fn from(argument: &Argument) -> ArgumentMessage {
        let fact = |fact: &ArgumentFact| ArgumentFactMessage {
            predicate: fact.predicate,
            point: fact.point.clone(),
            place: place(fact.position),
            formula: fact.formula.clone(),
            words: fact.words.clone(),
        };
        ArgumentMessage {
            clauses: argument.clauses.clone(),
            goals: argument.goals.clone(),
            facts: argument.facts.iter().map(fact).collect(),
        }
    }
}

impl From<ArgumentMessage> for Argument {
    fn from(message: ArgumentMessage) -> Argument {
        let fact = |fact: ArgumentFactMessage| ArgumentFact {
            predicate: fact.predicate,
            point: fact.point,
            position: position(fact.place),
            formula: fact.formula,
            words: fact.words,
        };
        Argument {
            clauses: message.clauses,
            goals: message.goals,
            facts: message.facts.into_iter().map(fact).collect(),
        }
    }
}

/// A value of a scalar or an array; numbers in hexadecimal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// Width and bits.
    BitVec(u32, String),
    /// In decimal.
    Int(String),
    /// Format and memory image.
    Float(Format, String),
    /// The sort of indices, the element everywhere else, and entries.
    Array(Sort, Box<Value>, Vec<(Value, Value)>),
}

/// A sort of indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit-vectors of a width.
    BitVec(u32),
    /// Integers.
    Int,
    /// Floats.
    Float(Format),
}

/// A format of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)] // As klew-term has them.
pub enum Format {
    Half,
    BFloat,
    Single,
    Double,
    X87,
    Quad,
}

const FORMATS: [(Format, FloatFormat); 6] = [
    (Format::Half, FloatFormat::Half),
    (Format::BFloat, FloatFormat::BFloat),
    (Format::Single, FloatFormat::Single),
    (Format::Double, FloatFormat::Double),
    (Format::X87, FloatFormat::X87),
    (Format::Quad, FloatFormat::Quad),
];

impl From<FloatFormat> for Format {
    fn from(format: FloatFormat) -> Format {
        FORMATS.iter().find(|(_, other)| *other == format).map_or(Format::Quad, |(own, _)| *own)
    }
}

impl From<Format> for FloatFormat {
    fn from(format: Format) -> FloatFormat {
        FORMATS.iter().find(|(own, _)| *own == format).map_or(FloatFormat::Quad, |(_, it)| *it)
    }
}

impl From<ScalarSort> for Sort {
    fn from(sort: ScalarSort) -> Sort {
        match sort {
            ScalarSort::Bool => Sort::Bool,
            ScalarSort::BitVec(width) => Sort::BitVec(width),
            ScalarSort::Int => Sort::Int,
            ScalarSort::Float(format) => Sort::Float(format.into()),
        }
    }
}

impl From<Sort> for ScalarSort {
    fn from(sort: Sort) -> ScalarSort {
        match sort {
            Sort::Bool => ScalarSort::Bool,
            Sort::BitVec(width) => ScalarSort::BitVec(width),
            Sort::Int => ScalarSort::Int,
            Sort::Float(format) => ScalarSort::Float(format.into()),
        }
    }
}

impl From<&Constant> for Value {
    fn from(constant: &Constant) -> Value {
        match constant {
            Constant::Bool(value) => Value::Bool(*value),
            Constant::BitVec(value) => {
                Value::BitVec(value.width(), format!("{:x}", value.to_biguint()))
            }
            Constant::Int(value) => Value::Int(value.to_string()),
            Constant::Float(format, bits) => Value::Float((*format).into(), format!("{bits:x}")),
            Constant::Array(array) => {
                let klew_term::Sort::Array(index, _) = array.sort() else {
                    return Value::Bool(false);
                };
                let entries = array.entries().map(|(at, value)| (at.into(), value.into()));
                let default = Box::new(array.default_element().into());
                Value::Array(index.into(), default, entries.collect())
            }
        }
    }
}

impl Value {
    /// The value, if it is one.
    pub fn constant(&self) -> Option<Constant> {
        Some(match self {
            Value::Bool(value) => Constant::Bool(*value),
            Value::BitVec(0, _) => return None,
            Value::BitVec(width, digits) => {
                let bits = BigUint::parse_bytes(digits.as_bytes(), 16)?;
                if bits.bits() > u64::from(*width) {
                    return None;
                }
                Constant::BitVec(BitVecValue::from_biguint(*width, bits))
            }
            Value::Int(digits) => Constant::Int(BigInt::parse_bytes(digits.as_bytes(), 10)?),
            Value::Float(format, digits) => {
                Constant::Float((*format).into(), u128::from_str_radix(digits, 16).ok()?)
            }
            Value::Array(index, default, entries) => {
                let (index, default) = (ScalarSort::from(*index), default.constant()?);
                let element = default.sort();
                element.scalar()?;
                let mut array = ArrayValue::constant(index, default);
                for (at, value) in entries {
                    let (at, value) = (at.constant()?, value.constant()?);
                    if at.sort() != index.into() || value.sort() != element {
                        return None;
                    }
                    array.store(at, value);
                }
                Constant::Array(array)
            }
        })
    }
}

/// A check that fails, and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aim {
    property: String,
    function: u32,
    check: u32,
    place: Place,
}

impl From<&Target> for Aim {
    fn from(target: &Target) -> Aim {
        Aim {
            property: target.property.name().to_owned(),
            function: target.function.0,
            check: target.check.number(),
            place: place(target.position),
        }
    }
}

impl Aim {
    /// The check, if there can be such.
    pub fn target(&self) -> Option<Target> {
        Some(Target {
            property: Property::from_name(&self.property)?,
            function: FunctionId(self.function),
            check: CheckId::from_number(self.check.into())?,
            position: position(self.place),
        })
    }
}

/// Inputs of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Given {
    symbols: Vec<(String, Value)>,
    roots: Vec<Root>,
    objects: Vec<Object>,
}

/// An input of pointer type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Root {
    name: String,
    number: usize,
    source_type: u32,
    object: Option<usize>,
    place: Place,
}

/// What it points to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Object {
    path: String,
    source_type: u32,
    length: Option<u64>,
    size: u64,
    fields: Vec<Field>,
}

/// A field: its bits, or which object it points to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Field {
    name: String,
    offset: u64,
    source_type: Option<u32>,
    value: FieldValue,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum FieldValue {
    Bits(Vec<u8>),
    Reference(Option<usize>),
}

impl Given {
    /// As a message holds them.
    pub fn of(symbols: &[(String, Constant)], heap: &InputHeap) -> Given {
        let root = |root: &InputRoot| Root {
            name: root.name.clone(),
            number: root.number,
            source_type: root.source_type.0,
            object: root.object,
            place: place(root.position),
        };
        let object = |object: &InputObject| Object {
            path: object.path.clone(),
            source_type: object.source_type.0,
            length: object.length,
            size: object.size,
            fields: object.fields.iter().map(Field::of).collect(),
        };
        Given {
            symbols: symbols.iter().map(|(name, value)| (name.clone(), value.into())).collect(),
            roots: heap.roots.iter().map(root).collect(),
            objects: heap.objects.iter().map(object).collect(),
        }
    }

    /// The inputs, if they can be some of a program with so many source types.
    pub fn inputs(&self, types: usize) -> Option<Inputs> {
        let is_type = |id: u32| (id as usize) < types;
        let count = self.objects.len();
        let is_object = |object: &Option<usize>| object.is_none_or(|index| index < count);
        let root = |root: &Root| {
            let right = is_object(&root.object) && is_type(root.source_type);
            right.then(|| InputRoot {
                name: root.name.clone(),
                number: root.number,
                source_type: SourceTypeId(root.source_type),
                object: root.object,
                position: position(root.place),
            })
        };
        let field = |field: &Field| {
            let value = match &field.value {
                FieldValue::Bits(bits) => InputFieldValue::Bits(bits.clone()),
                FieldValue::Reference(to) if is_object(to) => InputFieldValue::Reference(*to),
                FieldValue::Reference(_) => return None,
            };
            let right = field.source_type.is_none_or(is_type);
            right.then(|| InputField {
                name: field.name.clone(),
                offset: field.offset,
                source_type: field.source_type.map(SourceTypeId),
                value,
            })
        };
        let object = |object: &Object| {
            let fields = object.fields.iter().map(field).collect::<Option<_>>()?;
            is_type(object.source_type).then(|| InputObject {
                path: object.path.clone(),
                source_type: SourceTypeId(object.source_type),
                length: object.length,
                size: object.size,
                fields,
            })
        };
        let symbol = |(name, value): &(String, Value)| Some((name.clone(), value.constant()?));
        Some(Inputs {
            symbols: self.symbols.iter().map(symbol).collect::<Option<_>>()?,
            heap: InputHeap {
                roots: self.roots.iter().map(root).collect::<Option<_>>()?,
                objects: self.objects.iter().map(object).collect::<Option<_>>()?,
            },
        })
    }
}

impl Field {
    fn of(field: &InputField) -> Field {
        Field {
            name: field.name.clone(),
            offset: field.offset,
            source_type: field.source_type.map(|id| id.0),
            value: match &field.value {
                InputFieldValue::Bits(bits) => FieldValue::Bits(bits.clone()),
                InputFieldValue::Reference(to) => FieldValue::Reference(*to),
            },
        }
    }
}

/// What is taken for granted of an input heap, in the order of messages' numbers.
const ASSUMPTIONS: [InputAssumption; 6] = [
    InputAssumption::DeclaredTypes,
    InputAssumption::NoInteriorAliasing,
    InputAssumption::TypedAliasing,
    InputAssumption::KnownClasses,
    InputAssumption::HeapAllocated,
    InputAssumption::SmallObjects,
];

/// Assumptions as numbers.
pub fn numbers_of(assumptions: &[InputAssumption]) -> Vec<usize> {
    let number = |one: &InputAssumption| ASSUMPTIONS.iter().position(|other| other == one);
    assumptions.iter().filter_map(number).collect()
}

/// Assumptions of numbers; none if one is no assumption.
pub fn assumptions_of(numbers: &[usize]) -> Option<Vec<InputAssumption>> {
    numbers.iter().map(|number| ASSUMPTIONS.get(*number).copied()).collect()
}
