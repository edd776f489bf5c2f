//! One small program per rule.

use std::sync::Arc;

use super::verify_program;
use crate::{
    BlockId, Constant, Definition, FunctionBody, FunctionId, GlobalId, Operand, Program,
    Terminator, Type, ValueId, ValueInfo, text::parse_program,
};

fn parsed(text: &str) -> Program {
    parse_program(text, "test.kir").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn messages(program: &Program) -> String {
    match verify_program(program) {
        Ok(()) => String::new(),
        Err(errors) => errors.iter().map(|e| format!("{e}\n")).collect(),
    }
}

/// The errors contain a text; none if it is empty.
fn check(text: &str, expected: &str) {
    check_program(&parsed(text), expected);
}

fn check_program(program: &Program, expected: &str) {
    let found = messages(program);
    assert!(found.contains(expected) && found.is_empty() == expected.is_empty(), "{found}");
}

/// A function of these lines.
fn body(lines: &str, expected: &str) {
    check(&format!("function @f(%a: i32, %p: ptr) {{\nentry:\n{lines}\n}}"), expected);
}

#[test]
fn dominance() {
    body("%x = add i32 %a, 1\n%y = add i32 %x, %x\nreturn", "");
    body("%y = add i32 %x, 1\n%x = add i32 %a, 1\nreturn", "%x is used where it is not always");
    let diamond = "branch true, l, r\nl:\n%x = add i32 %a, 1\njump j\nr:\njump j\nj:\n";
    body(&format!("{diamond}%y = add i32 %x, 1\nreturn"), "not always defined");
    body(&format!("{diamond}return"), "");
    body("jump l\nl:\njump m(%x)\nm(%x: i32):\nreturn", "not always defined");
    body("jump l(%a)\nl(%x: i32):\njump l(%x)", "");
    // Never reached: anything goes.
    body("return\nl:\n%y = add i32 %x, 1\n%x = add i32 %a, 1\njump l", "");
}

#[test]
fn entry() {
    body("jump entry", "the entry block has parameters or predecessors");
    check("function @f() {\ne(%x: i32):\nreturn\n}", "the entry block has parameters");
    check("function @f() {\n}", "has no blocks");
}

#[test]
fn operand_types() {
    body("%x = add ptr %p, %p\nreturn", "wrong type");
    body("%x = float_add i32 %a, %a\nreturn", "wrong type");
    body("%x = add double 1.0, 2.0\nreturn", "wrong type");
    body("%x = byte_swap i12 5\nreturn", "wrong type");
    body("%x = compare slt double 1.0, 2.0\nreturn", "wrong type");
    body("%x = compare eq ptr %p, null\nreturn", "");
    body("%x = overflows signed_add ptr %p, %p\nreturn", "wrong type");
    body("%x = convert zero_extend i32 %a to i64\nreturn", "");
    body("%x = convert zero_extend i32 %a to i32\nreturn", "conversion");
    body("%x = convert truncate i32 %a to i64\nreturn", "conversion");
    body("%x = convert float_to_bits double 1.0 to i32\nreturn", "conversion");
    body("%x = convert pointer_to_int ptr %p to i8\nreturn", "");
    body("%x = allocate stack 4 align 3\nreturn", "power of two");
    let escapes = "function @f() {\ne:\nassert assertion never_escapes $a\nreturn\n}";
    check(&format!("type $a = record \"A\" size 8 tag 1 {{}}\n{escapes}"), "");
    check(&format!("type $a = void\n{escapes}"), "no class");
    body("switch i32 %a, 1 -> x, 1 -> x, else -> x\nx:\nreturn", "there twice");
}

#[test]
fn signatures() {
    body("return %a", "what is returned");
    check("function @f() -> i32 {\ne:\nreturn\n}", "what is returned");
    check("function @f(%a: i32) -> i32 variadic {\ne:\nreturn %a\n}", "variadic");
    let callee = "function @g(i64, i32) -> ptr external\n";
    let call = |call: &str, expected: &str| {
        let text = format!("{callee}function @f(%p: ptr) {{\nentry:\n{call}\nreturn\n}}");
        check(&text, expected);
    };
    call("%r = call @g(1, 2)", "");
    call("%r = call @g(%p, 2, i8 4)", "");
    call("%r: i64 = call @g(1)", "");
    call("%r = call @g(1, i64 2)", "argument 2");
    call("%r = call @g(double 1.0)", "argument 1");
    call("%r: i32 = call @g(1, 2)", "1 results of these types");
    call("call @g(1, 2)", "0 results");
    call("call_pointer %p(i32 1)", "");
}

#[test]
fn globals() {
    check("global &a size 4 = bytes \"abc\"", "3 initial bytes for a size of 4");
    check("global &a = bytes \"abcdefgh\" relocations 0: &a + 4", "");
    check("global &a = bytes \"abcdefgh\" relocations 1: &a", "outside");
    check("global &a = bytes \"abcdefghabcdefgh\" relocations 0: &a, 4: &a", "overlap");
    check("global &a size 4 align 3 = zero", "power of two");
    check("type $a = alias \"a\" $a", "contains itself");
    let below =
        "type $a = record \"a\" size 8 extends $b {}\ntype $b = record \"b\" size 8 extends $a {}";
    check(below, "is a class below itself");
    check("type $a = array $b 3\ntype $b = alias \"b\" $a", "contains itself");
    check("type $a = record \"a\" size 8 { \"next\" at 0 $b }\ntype $b = pointer $a", "");
}

/// What the text form cannot say.
#[test]
fn ids_out_of_range() {
    let program = parsed("function @f(%a: i32) {\nentry:\n%x = add i32 %a, 1\nreturn\n}");
    let change = |expected: &str, change: &dyn Fn(&mut Program, &mut Definition)| {
        let mut program = program.clone();
        let body = std::mem::replace(&mut program.functions[0].body, FunctionBody::External);
        let FunctionBody::Defined(mut definition) = body else { return };
        change(&mut program, Arc::make_mut(&mut definition));
        program.functions[0].body = FunctionBody::Defined(definition);
        check_program(&program, expected);
    };
    let operand = |definition: &mut Definition, operand: Operand| {
        *definition.blocks[0].instructions[0].operation.operands_mut()[0] = operand;
    };
    change("", &|_, _| ());
    change("value 7 does not exist", &|_, d| operand(d, ValueId(7).into()));
    change("never defined", &|_, d| {
        d.values.push(ValueInfo { value_type: Type::Int(32), name: None });
        operand(d, ValueId(2).into());
    });
    change("defined twice", &|_, d| d.blocks[0].instructions[0].results[0] = ValueId(0));
    change("does not fit", &|_, d| {
        operand(d, Constant::Int { width: 3, value: 9_u32.into() }.into());
    });
    change("does not exist", &|_, d| operand(d, Constant::Global(GlobalId(0), 0).into()));
    change("does not exist", &|_, d| operand(d, Constant::Function(FunctionId(1)).into()));
    change("a block that does not exist", &|_, d| {
        let next = crate::BlockCall { block: BlockId(4), arguments: vec![] };
        d.blocks[0].terminator = Terminator::Jump(next);
    });
    change("the entry is no function", &|p, _| p.entry = Some(FunctionId(3)));
    change("second value named", &|_, d| d.values[1].name = Some("a".to_string()));
    change("signature", &|p, _| p.functions[0].parameters[0] = Type::Int(8));
}
