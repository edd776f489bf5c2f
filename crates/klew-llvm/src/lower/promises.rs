//! What callers promise of a function that is analysed alone, as assumptions in front of its call.
//!
//! Expressions mean what they mean in C: integers are promoted and converted, `&&` and `||` evaluate the second operand
//! only where it counts. Where C leaves an expression undefined (an overflow, a division by zero, an access outside of
//! an object), the promise does not hold: nobody can mean such inputs.
//!
//! Invariant: a promise only adds assumptions; it writes nothing, and asks for no input.

mod operators;

use klew_ir::{
    BinaryOperation, Comparison, Constant, Conversion, FloatComparison, FloatFormat, GlobalId,
    Operand, Operation, OverflowOperation, SourceType, SourceTypeId, Type,
};
use klew_promise::{Binary, Expression, ExpressionError, Integer, Kind, Unary};

use super::builder::{Builder, int, signed_min, truth};
use super::options::{Promise, Promised};
use super::parts::Filler;
use super::shared::{LowerError, Shared};
use crate::syntax::AttributesId;

/// What a name in a promise stands for.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub name: String,
    pub source_type: SourceTypeId,
    pub holds: Holds,
    /// What LLVM's parameter says of it, if there is one.
    pub attributes: Option<AttributesId>,
}

/// Where what a name stands for is.
#[derive(Clone, Debug)]
pub(super) enum Holds {
    /// In a scalar.
    Scalar(Operand),
    /// In an object of its own.
    Object(Operand),
}

/// Assumes what is promised of these parameters, and of global variables.
pub(super) fn assume(
    builder: &mut Builder,
    shared: &mut Shared,
    parameters: &[Named],
    promises: &[Promise],
) -> Result<(), LowerError> {
    for promise in promises {
        let mut translator = Translator { builder, shared, parameters, text: &promise.text };
        translator
            .promise(&promise.condition)
            .map_err(|error| LowerError::Promise { option: promise.option.clone(), error })?;
    }
    Ok(())
}

/// The global variables that promises may speak of: they are inputs as well, also where the function does not use them.
pub(super) fn globals(shared: &Shared, promises: &[Promise]) -> Vec<GlobalId> {
    let mut names = Vec::new();
    for promise in promises {
        match &promise.condition {
            Promised::Holds(of) | Promised::NotNull(of) => add_names(of, &mut names),
            Promised::Elements(pointer, count) => {
                add_names(pointer, &mut names);
                add_names(count, &mut names);
            }
            Promised::NoneNull | Promised::Parameters { .. } => {}
        }
    }
    names.into_iter().flat_map(|name| globals_named(shared, name)).map(|(id, _)| id).collect()
}

fn add_names<'e>(expression: &'e Expression, names: &mut Vec<&'e str>) {
    match &expression.kind {
        Kind::Name(name) => names.push(name),
        Kind::Member(of, _) | Kind::Unary(_, of) => add_names(of, names),
        Kind::Index(left, right) | Kind::Binary(_, left, right) => {
            add_names(left, names);
            add_names(right, names);
        }
        Kind::Call(of, _, arguments) => {
            of.iter().map(|of| &**of).chain(arguments).for_each(|inner| add_names(inner, names));
        }
        Kind::Integer(_)
        | Kind::Float(_)
        | Kind::Character(_)
        | Kind::Text(_)
        | Kind::Null
        | Kind::Truth(_) => {}
    }
}

/// The variables of that name: several if files have one of their own each. Linking numbers those of later files (`level.1`).
fn globals_named<'n>(
    shared: &'n Shared,
    name: &'n str,
) -> impl Iterator<Item = (GlobalId, SourceTypeId)> + 'n {
    let is_named = move |global: &str| match global.strip_prefix(name) {
        Some("") => true,
        Some(rest) => rest.strip_prefix('.').is_some_and(|number| number.parse::<u32>().is_ok()),
        None => false,
    };
    let globals = (0..).map(GlobalId).zip(&shared.program.globals);
    let named = globals.filter(move |(_, global)| is_named(&global.name));
    named.filter_map(|(id, global)| Some((id, global.source_type?)))
}

/// A value of an expression.
#[derive(Clone, Debug)]
enum Value {
    /// 0 or 1, of type `int` where that matters.
    Truth(Operand),
    Int {
        operand: Operand,
        signed: bool,
    },
    Float(Operand),
    /// `NULL`
    Null,
    Pointer(Pointer),
    /// A structure, union or array.
    Whole(Place),
}

/// A pointer: bytes from one that the program has.
#[derive(Clone, Debug)]
struct Pointer {
    base: Operand,
    offset: Operand,
    target: SourceTypeId,
}

/// Something in memory.
#[derive(Clone, Debug)]
struct Place {
    base: Operand,
    offset: Operand,
    source_type: SourceTypeId,
    /// Whether it lies in the object that `base` points to if that is not null, whatever the size of that.
    within: bool,
}

type Result<T, E = ExpressionError> = std::result::Result<T, E>;

struct Translator<'t, 's, 'o> {
    builder: &'t mut Builder,
    shared: &'t mut Shared<'o>,
    parameters: &'s [Named],
    text: &'s str,
}

impl Translator<'_, '_, '_> {
    fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T> {
        Err(ExpressionError::new(self.text, at, message))
    }

    fn assume(&mut self, condition: Operand) {
        if condition != truth(true) {
            self.builder.effect(Operation::Assume(condition));
        }
    }

    fn assume_not(&mut self, condition: Operand) {
        let not = self.builder.not(condition);
        self.assume(not);
    }

    fn promise(&mut self, condition: &Promised) -> Result<()> {
        match condition {
            Promised::Holds(expression) => self.holds(expression),
            Promised::NotNull(expression) => {
                let Value::Pointer(pointer) = self.value(expression)? else {
                    return self.error(expression.at, "this is no pointer");
                };
                let null = self.is_null(&pointer);
                self.assume_not(null);
                Ok(())
            }
            Promised::NoneNull => {
                for parameter in self.parameters {
                    let Holds::Scalar(operand) = parameter.holds.clone() else { continue };
                    if let Value::Pointer(pointer) = self.scalar(operand, parameter.source_type) {
                        let null = self.is_null(&pointer);
                        self.assume_not(null);
                    }
                }
                Ok(())
            }
            Promised::Elements(pointer, count) => {
                let found = self.value(pointer)?;
                let number = self.value(count)?;
                self.elements((found, pointer.at), (number, count.at))
            }
            Promised::Parameters { pointer, count } => {
                let named = [pointer, count].map(|number| self.parameters.get(*number).cloned());
                let [Some(pointer), Some(count)] = named else {
                    return self.error(0, "there are no such parameters");
                };
                let (found, number) = (self.named(&pointer.name, 0)?, self.named(&count.name, 0)?);
                self.elements((found, 0), (number, 0))
            }
        }
    }

    /// Operands of `&&` are promises of their own.
    fn holds(&mut self, expression: &Expression) -> Result<()> {
        if let Kind::Binary(Binary::And, left, right) = &expression.kind {
            self.holds(left)?;
            return self.holds(right);
        }
        let condition = self.condition(expression)?;
        self.assume(condition);
        Ok(())
    }

    /// As many elements as a number says; of nothing, anything.
    fn elements(
        &mut self,
        (pointer, pointer_at): (Value, usize),
        (count, count_at): (Value, usize),
    ) -> Result<()> {
        let Value::Pointer(found) = pointer else {
            return self.error(pointer_at, "this is no pointer");
        };
        let one = match self.resolved(found.target) {
            SourceType::Void => 1,
            _ => self.size(found.target),
        };
        if one == 0 {
            return self.error(pointer_at, "nobody knows the size of what this points to");
        }
        let count = self.index(count, count_at)?;
        let zero = self.builder.word_constant(0);
        let positive =
            self.builder.compare(Comparison::SignedLessEqual, zero.clone(), count.clone());
        self.assume(positive);
        let (some, done) = (self.builder.block(&[]), self.builder.block(&[]));
        let none = self.builder.compare(Comparison::Equal, count.clone(), zero);
        self.builder.branch(none, done, some);
        self.builder.switch_to(some);
        let size = self.bytes_behind(&found);
        let one = self.builder.word_constant(one);
        let held = self.builder.binary(BinaryOperation::UnsignedDiv, size, one);
        let enough = self.builder.compare(Comparison::UnsignedLessEqual, count, held);
        self.assume(enough);
        self.builder.jump(done, Vec::new());
        self.builder.switch_to(done);
        Ok(())
    }

    fn condition(&mut self, expression: &Expression) -> Result<Operand> {
        let value = self.value(expression)?;
        self.is_true(value, expression.at)
    }

    fn is_true(&mut self, value: Value, at: usize) -> Result<Operand> {
        Ok(match value {
            Value::Truth(operand) => operand,
            Value::Int { operand, .. } => {
                let zero = int(self.builder.width(&operand), 0);
                self.builder.compare(Comparison::NotEqual, operand, zero)
            }
            Value::Float(operand) => {
                let zero = super::builder::zero(self.builder.type_of(&operand));
                let equal = self.builder.compare_float(FloatComparison::Equal, operand, zero);
                self.builder.not(equal)
            }
            Value::Null => truth(false),
            Value::Pointer(pointer) => {
                let null = self.is_null(&pointer);
                self.builder.not(null)
            }
            Value::Whole(_) => return self.error(at, "this is neither true nor false"),
        })
    }

    fn is_null(&mut self, pointer: &Pointer) -> Operand {
        let null = Operand::Constant(Constant::Null);
        let moved = self.builder.offset(pointer.base.clone(), pointer.offset.clone());
        self.builder.compare(Comparison::Equal, moved, null)
    }

    fn value(&mut self, expression: &Expression) -> Result<Value> {
        let at = expression.at;
        match &expression.kind {
            Kind::Integer(integer) => Ok(self.integer(*integer)),
            Kind::Float(text) => self.float(text, at),
            Kind::Character(character) => {
                let operand = int(32, u64::from(*character));
                Ok(Value::Int { operand, signed: true })
            }
            Kind::Text(_) => self.error(at, "a text is no value that a promise in C can compare"),
            Kind::Null => Ok(Value::Null),
            Kind::Truth(value) => Ok(Value::Truth(truth(*value))),
            Kind::Name(name) => self.named(name, at),
            Kind::Member(..) | Kind::Index(..) | Kind::Unary(Unary::Target, _) => {
                let place = self.place(expression)?;
                self.load(place, at)
            }
            Kind::Call(None, name, arguments) if name == "klew_size" && arguments.len() == 1 => {
                let Value::Pointer(pointer) = self.value(&arguments[0])? else {
                    return self.error(arguments[0].at, "klew_size takes a pointer");
                };
                let operand = self.bytes_behind(&pointer);
                Ok(Value::Int { operand, signed: false })
            }
            Kind::Call(_, name, _) => {
                let message = format!(
                    "`{name}` is not understood; klew_size(p), the bytes that p points to, is the only function"
                );
                self.error(at, message)
            }
            Kind::Unary(operator, of) => self.unary(*operator, of, at),
            Kind::Binary(operator, left, right) => self.binary(*operator, (left, right), at),
        }
    }

    /// A literal has the first type that holds it: `int`, `unsigned` if it is not decimal, 64 bits, unsigned ones.
    fn integer(&mut self, integer: Integer) -> Value {
        let Integer { value, decimal, unsigned, long } = integer;
        let long_bits = if long { self.word_bits().max(32) } else { 32 };
        for width in [32, 64].into_iter().filter(|width| *width >= long_bits) {
            for signed in [true, false] {
                let most =
                    if signed { (1_u64 << (width - 1)) - 1 } else { u64::MAX >> (64 - width) };
                let allowed = if signed { !unsigned } else { unsigned || !decimal };
                if allowed && value <= most {
                    return Value::Int { operand: int(width, value), signed };
                }
            }
        }
        Value::Int { operand: int(64, value), signed: false }
    }

    fn float(&mut self, text: &str, at: usize) -> Result<Value> {
        let digits = text.trim_end_matches(['f', 'F']);
        let Ok(number) = digits.parse::<f64>() else {
            return self.error(at, "only floats and doubles are understood");
        };
        let constant = match digits.len() == text.len() {
            true => Constant::Float(FloatFormat::Double, number.to_bits().into()),
            // Rounded once, from the text.
            false => {
                let single = digits.parse::<f32>().unwrap_or_default();
                Constant::Float(FloatFormat::Single, single.to_bits().into())
            }
        };
        Ok(Value::Float(Operand::Constant(constant)))
    }

    fn named(&mut self, name: &str, at: usize) -> Result<Value> {
        if let Some(parameter) = self.parameters.iter().find(|it| it.name == name) {
            let source_type = parameter.source_type;
            return match parameter.holds.clone() {
                Holds::Scalar(operand) => Ok(self.scalar(operand, source_type)),
                Holds::Object(base) => self.load(self.own(base, source_type), at),
            };
        }
        let found: Vec<_> = globals_named(self.shared, name).take(2).collect();
        match found[..] {
            [] => {}
            [(id, source_type)] => {
                return self.load(self.own(Filler::global(id), source_type), at);
            }
            _ => return self.error(at, format!("several files have a variable `{name}`")),
        }
        let names: Vec<String> =
            self.parameters.iter().map(|it| format!("`{}`", it.name)).collect();
        let there = if names.is_empty() { "there are none".to_owned() } else { names.join(", ") };
        let hint = if name == "sizeof" { "; klew_size(p) gives bytes" } else { "" };
        self.error(at, format!("`{name}` is no parameter ({there}) and no global variable{hint}"))
    }

    fn own(&self, base: Operand, source_type: SourceTypeId) -> Place {
        Place { base, offset: self.builder.word_constant(0), source_type, within: true }
    }

    fn scalar(&mut self, operand: Operand, source_type: SourceTypeId) -> Value {
        let target = match self.resolved(source_type) {
            SourceType::Pointer(target) => Some(*target),
            _ => None,
        };
        let signed = matches!(self.resolved(source_type), SourceType::Int { signed: true, .. });
        match self.builder.type_of(&operand) {
            Type::Int(1) => Value::Truth(operand),
            Type::Int(_) => Value::Int { operand, signed },
            Type::Float(_) => Value::Float(operand),
            Type::Pointer => {
                let offset = self.builder.word_constant(0);
                let target = target.unwrap_or_else(|| self.shared.sources.void());
                Value::Pointer(Pointer { base: operand, offset, target })
            }
        }
    }

    /// What is in memory; structures, unions and arrays stay there.
    fn load(&mut self, place: Place, at: usize) -> Result<Value> {
        let scalar = match self.resolved(place.source_type) {
            SourceType::Record { .. } | SourceType::Array(..) => return Ok(Value::Whole(place)),
            SourceType::Pointer(_) => Some(Type::Pointer),
            _ => self.filler_scalar(place.source_type),
        };
        let loaded = match scalar {
            None => return self.error(at, "values of this type are not understood"),
            Some(Type::Int(1)) => Type::Int(8),
            Some(scalar) => scalar,
        };
        self.assume_accessible(&place, loaded.store_size(self.word_bits()));
        let address = self.builder.offset(place.base.clone(), place.offset.clone());
        let value = self.builder.load_unchecked(address, loaded);
        if scalar == Some(Type::BOOL) {
            let set = self.builder.compare(Comparison::NotEqual, value, int(8, 0));
            return Ok(Value::Truth(set));
        }
        Ok(self.scalar(value, place.source_type))
    }

    fn assume_accessible(&mut self, place: &Place, bytes: u64) {
        let null = Operand::Constant(Constant::Null);
        if !matches!(place.base, Operand::Constant(Constant::Global(..))) {
            let is_null = self.builder.compare(Comparison::Equal, place.base.clone(), null);
            self.assume_not(is_null);
        }
        if place.within {
            return;
        }
        let bytes = self.builder.word_constant(bytes);
        let size = self.object_size(&place.base);
        let fits = self.builder.compare(Comparison::UnsignedLessEqual, bytes.clone(), size.clone());
        self.assume(fits);
        let last = self.builder.binary(BinaryOperation::Sub, size, bytes);
        let offset = place.offset.clone();
        let inside = self.builder.compare(Comparison::UnsignedLessEqual, offset, last);
        self.assume(inside);
    }

    fn object_size(&mut self, base: &Operand) -> Operand {
        let word = self.builder.word();
        self.builder.emit(Operation::ObjectSize(base.clone()), word)
    }

    /// The bytes from where a pointer points to the end of the object; none of the null pointer.
    fn bytes_behind(&mut self, pointer: &Pointer) -> Operand {
        let size = self.object_size(&pointer.base);
        if super::builder::as_u64(&pointer.offset) == Some(0) {
            return size;
        }
        let inside = self.builder.compare(
            Comparison::UnsignedLessEqual,
            pointer.offset.clone(),
            size.clone(),
        );
        self.assume(inside);
        self.builder.binary(BinaryOperation::Sub, size, pointer.offset.clone())
    }

    fn place(&mut self, expression: &Expression) -> Result<Place> {
        match &expression.kind {
            Kind::Unary(Unary::Target, of) => {
                let value = self.value(of)?;
                self.target(value, of.at)
            }
            Kind::Index(of, index) => {
                let value = self.value(of)?;
                let number = self.value(index)?;
                let number = self.index(number, index.at)?;
                self.element(value, number, of.at)
            }
            Kind::Member(of, name) => {
                let value = self.value(of)?;
                let record = match value {
                    Value::Whole(place) => place,
                    // `.` and `->` are not told apart: only one of them can be meant.
                    other => self.target(other, of.at)?,
                };
                self.member(record, name, expression.at)
            }
            _ => self.error(expression.at, "this is nothing in memory"),
        }
    }

    fn target(&mut self, value: Value, at: usize) -> Result<Place> {
        match value {
            Value::Pointer(pointer) => {
                let within = super::builder::as_u64(&pointer.offset) == Some(0);
                let Pointer { base, offset, target: source_type } = pointer;
                Ok(Place { base, offset, source_type, within })
            }
            Value::Whole(place) => {
                let zero = self.builder.word_constant(0);
                self.element(Value::Whole(place), zero, at)
            }
            _ => self.error(at, "this is no pointer"),
        }
    }

    fn element(&mut self, value: Value, index: Operand, at: usize) -> Result<Place> {
        match value {
            Value::Pointer(pointer) => {
                let moved = self.moved(pointer, index, at)?;
                self.target(Value::Pointer(moved), at)
            }
            Value::Whole(mut place) => {
                let SourceType::Array(element, count) = self.resolved(place.source_type).clone()
                else {
                    return self.error(at, "this is neither an array nor a pointer");
                };
                match count {
                    Some(count) => {
                        let count = self.builder.word_constant(count);
                        let less = Comparison::UnsignedLess;
                        let inside = self.builder.compare(less, index.clone(), count);
                        self.assume(inside);
                    }
                    None => place.within = false,
                }
                let bytes = self.scaled(index, element, at)?;
                place.offset = self.sum(place.offset, bytes);
                place.source_type = element;
                Ok(place)
            }
            _ => self.error(at, "this is neither an array nor a pointer"),
        }
    }

    fn member(&mut self, mut place: Place, name: &str, at: usize) -> Result<Place> {
        let SourceType::Record { fields, .. } = self.resolved(place.source_type).clone() else {
            return self.error(at, "this has no members");
        };
        let found = fields.iter().find(|field| field.name == name);
        if let Some(field) = found {
            if field.bit_width.is_some() {
                return self.error(at, format!("`{name}` is a bit-field, which is not understood"));
            }
            let offset = self.builder.word_constant(field.bit_offset / 8);
            place.offset = self.sum(place.offset, offset);
            place.source_type = field.source_type;
            return Ok(place);
        }
        for field in fields.iter().filter(|field| field.name.is_empty()) {
            let offset = self.builder.word_constant(field.bit_offset / 8);
            let offset = self.sum(place.offset.clone(), offset);
            let inner = Place { offset, source_type: field.source_type, ..place.clone() };
            if let Ok(found) = self.member(inner, name, at) {
                return Ok(found);
            }
        }
        let names = fields.iter().filter(|field| !field.name.is_empty());
        let names: Vec<String> = names.map(|field| format!("`{}`", field.name)).collect();
        self.error(at, format!("there is no member `{name}`; there are {}", names.join(", ")))
    }

    fn sum(&mut self, a: Operand, b: Operand) -> Operand {
        self.builder.binary(BinaryOperation::Add, a, b)
    }

    fn moved(&mut self, pointer: Pointer, count: Operand, at: usize) -> Result<Pointer> {
        let bytes = self.scaled(count, pointer.target, at)?;
        let offset = self.sum(pointer.offset.clone(), bytes);
        Ok(Pointer { offset, ..pointer })
    }

    /// Bytes of that many elements.
    fn scaled(&mut self, count: Operand, element: SourceTypeId, at: usize) -> Result<Operand> {
        let one = match self.resolved(element) {
            SourceType::Void => 1,
            _ => self.size(element),
        };
        if one == 0 {
            return self.error(at, "nobody knows the size of what this points to");
        }
        let one = self.builder.word_constant(one);
        let overflow = OverflowOperation::SignedMul;
        let over = self.builder.overflows(overflow, count.clone(), one.clone());
        self.assume_not(over);
        Ok(self.builder.binary(BinaryOperation::Mul, count, one))
    }

    /// A number, as wide as a pointer.
    fn index(&mut self, value: Value, at: usize) -> Result<Operand> {
        let (operand, signed) = self.number(value, at)?;
        let word = self.word_bits();
        if self.builder.width(&operand) > word {
            return self.error(at, "this number is wider than a pointer");
        }
        Ok(match signed {
            true => self.builder.signed_resize(operand, word),
            false => self.builder.unsigned_resize(operand, word),
        })
    }

    /// An integer after C's promotions, and whether it is signed.
    fn number(&mut self, value: Value, at: usize) -> Result<(Operand, bool)> {
        match value {
            Value::Truth(operand) => {
                Ok((self.builder.convert(Conversion::ZeroExtend, operand, Type::Int(32)), true))
            }
            Value::Int { operand, signed } if self.builder.width(&operand) < 32 => {
                let extend = if signed { Conversion::SignExtend } else { Conversion::ZeroExtend };
                Ok((self.builder.convert(extend, operand, Type::Int(32)), true))
            }
            Value::Int { operand, signed } => Ok((operand, signed)),
            _ => self.error(at, "this is no integer"),
        }
    }

    fn unary(&mut self, operator: Unary, of: &Expression, at: usize) -> Result<Value> {
        if operator == Unary::Not {
            let condition = self.condition(of)?;
            return Ok(Value::Truth(self.builder.not(condition)));
        }
        let value = self.value(of)?;
        if let (Value::Float(operand), Unary::Minus) = (&value, operator) {
            let negative = klew_ir::UnaryOperation::FloatNeg;
            return Ok(Value::Float(self.builder.unary(negative, operand.clone())));
        }
        let (operand, signed) = self.number(value, of.at)?;
        let width = self.builder.width(&operand);
        let operand = match operator {
            Unary::Minus => {
                if signed {
                    let least = signed_min(width);
                    let over = self.builder.compare(Comparison::Equal, operand.clone(), least);
                    self.assume_not(over);
                }
                self.builder.binary(BinaryOperation::Sub, int(width, 0), operand)
            }
            Unary::Complement => {
                let ones = super::builder::all_ones(width);
                self.builder.binary(BinaryOperation::Xor, operand, ones)
            }
            Unary::Not | Unary::Target => return self.error(at, "this is not understood"),
        };
        Ok(Value::Int { operand, signed })
    }

    fn binary(
        &mut self,
        operator: Binary,
        (left, right): (&Expression, &Expression),
        at: usize,
    ) -> Result<Value> {
        match operator {
            Binary::And | Binary::Or => self.short_circuit(operator, left, right),
            Binary::Equal
            | Binary::NotEqual
            | Binary::Less
            | Binary::LessEqual
            | Binary::Greater
            | Binary::GreaterEqual => {
                let (a, b) = (self.value(left)?, self.value(right)?);
                self.comparison(operator, (a, left.at), (b, right.at), at)
            }
            Binary::ShiftLeft | Binary::ShiftRight => {
                let (a, b) = (self.value(left)?, self.value(right)?);
                self.shift(operator, (a, left.at), (b, right.at))
            }
            _ => {
                let (a, b) = (self.value(left)?, self.value(right)?);
                self.arithmetic(operator, (a, left.at), (b, right.at), at)
            }
        }
    }

    /// What the second operand assumes counts only where it is evaluated.
    fn short_circuit(
        &mut self,
        operator: Binary,
        left: &Expression,
        right: &Expression,
    ) -> Result<Value> {
        let first = self.condition(left)?;
        let (second, done) = (self.builder.block(&[]), self.builder.block(&[Type::BOOL]));
        let decided = truth(operator == Binary::Or);
        let skip = self.builder.block(&[]);
        match operator {
            Binary::Or => self.builder.branch(first, skip, second),
            _ => self.builder.branch(first, second, skip),
        }
        self.builder.switch_to(skip);
        self.builder.jump(done, vec![decided]);
        self.builder.switch_to(second);
        let value = self.condition(right)?;
        self.builder.jump(done, vec![value]);
        self.builder.switch_to(done);
        Ok(Value::Truth(self.builder.block_parameter(done, 0)))
    }

    fn word_bits(&self) -> u32 {
        self.builder.data_model.pointer_bits
    }

    fn resolved(&self, id: SourceTypeId) -> &SourceType {
        self.shared.sources.resolved(id)
    }

    fn size(&mut self, id: SourceTypeId) -> u64 {
        let (sources, parts) = (&self.shared.sources, &mut Vec::new());
        Filler { builder: self.builder, sources, parts, keep_functions: true }.size(id)
    }

    fn filler_scalar(&mut self, id: SourceTypeId) -> Option<Type> {
        let (sources, parts) = (&self.shared.sources, &mut Vec::new());
        Filler { builder: self.builder, sources, parts, keep_functions: true }.scalar(id)
    }
}
