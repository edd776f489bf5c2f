//! Tables: what a number is in, as a function of its own for each table.
//!
//! A symbolic number is compared with all borders of a table in one expression, a tree of selections, so that no path is
//! made for each run of it; where the engine knows the number, branches lead to the run.

use klew_ir::{Comparison, FunctionId, Operand, Operation, Program, Terminator, Type};

use super::given::Given;
use crate::ClassSource;
use crate::class_file::Method;
use crate::lower::body::Body;
use crate::lower::builder::{Builder, int};
use crate::lower::lowering::Lowering;

/// The digits of numbers in tables; the upper half says that a number goes on.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Runs by their first number, each with its value. The first run starts at 0.
type Runs = Vec<(u32, i32)>;

pub(super) fn lower(
    body: &mut Body<'_, '_, '_>,
    method: &Method,
    arguments: &[Operand],
) -> Result<Option<Given>, String> {
    let name = &*method.name;
    match (name, arguments) {
        ("inside" | "lookup", [table, key]) => {
            let text = body.low.text_of(Some(table))?;
            let function = body.low.table(name, &text)?;
            let key = key.clone();
            let given = body.builder.call(function, &[key], &[Type::Int(32)]);
            Ok(Some(Given::Value(given[0].clone())))
        }
        ("isKnown", [value]) => {
            let known = body.builder.emit(Operation::IsKnown(value.clone()), Type::BOOL);
            Ok(Some(Given::Value(body.builder.truth_to_int(known))))
        }
        _ => Ok(None),
    }
}

/// The numbers of a table, each of digits with the lowest first.
fn numbers(text: &str) -> Option<Vec<u32>> {
    let mut numbers = Vec::new();
    let (mut number, mut shift) = (0_u32, 0);
    for byte in text.bytes() {
        let digit = DIGITS.iter().position(|it| *it == byte)? as u32;
        number |= (digit & 31).checked_shl(shift)?;
        shift += 5;
        if digit < 32 {
            numbers.push(number);
            (number, shift) = (0, 0);
        }
    }
    (shift == 0).then_some(numbers)
}

/// The runs of a set (lengths of what is outside and inside in turn) or of a map (lengths and values).
fn runs(kind: &str, text: &str) -> Option<Runs> {
    let numbers = numbers(text)?;
    let mut runs = Runs::new();
    let mut start = 0_u32;
    let mut add = |length: u32, value: i32| -> Option<()> {
        if length > 0 {
            runs.push((start, value));
        }
        start = start.checked_add(length)?;
        Some(())
    };
    if kind == "inside" {
        for (index, length) in numbers.iter().enumerate() {
            add(*length, (index % 2) as i32)?;
        }
    } else {
        for pair in numbers.chunks(2) {
            let [length, value] = *pair else { return None };
            add(length, (value >> 1) as i32 ^ -((value & 1) as i32))?;
        }
    }
    runs.push((start, 0));
    Some(runs)
}

impl Lowering<'_, '_> {
    /// The function of a table, built once.
    fn table(&mut self, kind: &str, text: &str) -> Result<FunctionId, String> {
        let key = format!("{kind} {text}");
        if let Some(known) = self.shared.get(&key) {
            return Ok(*known);
        }
        let runs = runs(kind, text).ok_or("a table that cannot be read")?;
        let number = self.shared.len();
        let name = self.unused_name(format!("{TABLE}.{number}"));
        let function = self.add_function(name, &[Type::Int(32)], &[Type::Int(32)]);
        self.shared.insert(key, function);
        let mut builder = Builder::new(&[Type::Int(32)]);
        let key = builder.parameter(0);
        let known = builder.emit(Operation::IsKnown(key.clone()), Type::BOOL);
        let (direct, expression) = (builder.block(&[]), builder.block(&[]));
        builder.branch(known, direct, expression);
        builder.switch_to(direct);
        branches(&mut builder, &key, &runs);
        builder.switch_to(expression);
        let value = selection(&mut builder, &key, &runs);
        give(&mut builder, value);
        self.define(function, builder);
        Ok(function)
    }
}

/// How the functions of tables are called.
const TABLE: &str = "klew.table";

/// The versions of class files of the JDKs whose Unicode the tables hold: Java 15 to 18.
const SAME_UNICODE: std::ops::RangeInclusive<u16> = 59..=62;

/// What is assumed where tables of characters were used and the JDK knows another Unicode.
pub(crate) fn assumption(program: &Program, jdk: Option<&dyn ClassSource>) -> Option<String> {
    let bytes = jdk?.class("java/lang/Object")?;
    let version = u16::from_be_bytes([*bytes.get(6)?, *bytes.get(7)?]);
    let used = program.functions.iter().any(|function| function.name.starts_with(TABLE));
    (used && !SAME_UNICODE.contains(&version))
        .then(|| "characters are those of Unicode 13 (Java 15 to 18)".to_owned())
}

fn give(builder: &mut Builder, value: Operand) {
    builder.terminate(Terminator::Return(vec![value]));
}

fn below(builder: &mut Builder, key: &Operand, start: u32) -> Operand {
    builder.compare(Comparison::UnsignedLess, key.clone(), int(i64::from(start)))
}

/// Gives the value of the run that the key is in, by branches.
fn branches(builder: &mut Builder, key: &Operand, runs: &[(u32, i32)]) {
    match runs {
        [] => give(builder, int(0)),
        [(_, value)] => give(builder, int(i64::from(*value))),
        runs => {
            let (lower, upper) = runs.split_at(runs.len() / 2);
            let condition = below(builder, key, upper[0].0);
            let (yes, no) = (builder.block(&[]), builder.block(&[]));
            builder.branch(condition, yes, no);
            builder.switch_to(yes);
            branches(builder, key, lower);
            builder.switch_to(no);
            branches(builder, key, upper);
        }
    }
}

/// The value of the run that the key is in, without a branch.
fn selection(builder: &mut Builder, key: &Operand, runs: &[(u32, i32)]) -> Operand {
    match runs {
        [] => int(0),
        [(_, value)] => int(i64::from(*value)),
        runs => {
            let (lower, upper) = runs.split_at(runs.len() / 2);
            let condition = below(builder, key, upper[0].0);
            let lower = selection(builder, key, lower);
            let upper = selection(builder, key, upper);
            builder.select(condition, lower, upper)
        }
    }
}

#[cfg(test)]
mod tests {
    use klew_ir::{DataModel, Function, FunctionBody, Position, Program, Type};

    use super::{assumption, numbers, runs};
    use crate::ClassSource;

    /// A JDK that has class files of one version.
    struct Jdk(u16);

    impl ClassSource for Jdk {
        fn class(&self, _: &str) -> Option<Vec<u8>> {
            let version = self.0.to_be_bytes();
            Some([&[0xca, 0xfe, 0xba, 0xbe, 0, 0][..], &version[..]].concat())
        }
    }

    #[test]
    fn another_unicode_is_an_assumption_where_tables_are_used() {
        let mut program = Program::new(DataModel::LP64);
        assert_eq!(assumption(&program, Some(&Jdk(65))), None);
        program.functions.push(Function {
            name: "klew.table.3".into(),
            parameters: vec![Type::Int(32)],
            results: vec![Type::Int(32)],
            variadic: false,
            library: true,
            position: Position::UNKNOWN,
            parameter_types: Vec::new(),
            body: FunctionBody::External,
        });
        assert_eq!(assumption(&program, Some(&Jdk(61))), None);
        assert!(assumption(&program, Some(&Jdk(65))).is_some());
    }

    #[test]
    fn numbers_are_written_with_the_lowest_digit_first() {
        assert_eq!(numbers("BfgB"), Some(vec![1, 31, 32]));
        assert_eq!(numbers("g"), None);
        assert_eq!(numbers("!"), None);
    }

    #[test]
    fn a_set_alternates_and_a_map_has_values() {
        assert_eq!(runs("inside", "CB"), Some(vec![(0, 0), (2, 1), (3, 0)]));
        assert_eq!(runs("inside", "AC"), Some(vec![(0, 1), (2, 0)]));
        assert_eq!(runs("lookup", "CDBE"), Some(vec![(0, -2), (2, 2), (3, 0)]));
        assert_eq!(runs("lookup", "CDB"), None);
    }
}
