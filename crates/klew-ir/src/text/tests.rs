//! Round trips, errors with their places, and nonsense.

use super::{
    parse_program, print_numbered_program, print_program,
    words::{BINARY, CONVERSION, UNARY},
};
use crate::{
    DataModel, FileId, FunctionBody, Operation, Position, Program, Property,
    random_program::random_program, test_support::Random, verify_program,
};

const EXAMPLES: [&str; 3] = [
    r#"
target 64
# The example of the notes.
function @main() -> i32 {
entry:
  %x: i32 = input "x"
  %c = compare slt i32 %x, 10
  branch %c, then(%x), done
then(%y: i32):
  assert assertion holds %c "x is small"
  %z = add i32 %y, -1   // a comment
  jump done
done:
  return 0
}
"#,
    r#"
target 32
type $int = int "int" 32 signed
type $node = record "node" size 8 { "value" at 0 $int, "next" at 32 $link }
type $link = pointer $node
global &head size 4 align 4 type $link = zero
global &table align 4 = bytes "\0\0\0\0abcd" relocations 0: &head + 4
function @push(%value: i32 $int, %where: ptr $link) -> ptr, i1 {
  variable !n "node" type $link
entry:
  %node = allocate heap 8 variable !n type $node
  assert valid-deref accessible write %node, 4
  store i32 %value to %node
  %next = offset %node, 4
  %old = load ptr &head
  store ptr %old to %next
  bind !n %node
  switch i32 %value, 0 -> zero, -1 -> other(true), 0x10 -> other(false), else -> zero
zero:
  %p, %ok: i1 = call @push(1, null)
  %q: ptr = call_pointer %where(i32 5, double 1.5, ptr undefined)
  return %p, %ok
other(%flag: i1):
  return null, %flag
}
"#,
    r#"
target 64 variadic_slot 4 heap_align 8 typed_memory
files "", "a.c"
entry none
function @print(ptr, ptr) -> i32 variadic library @1:3:4 external
function @odd() unsupported "asm"
function @"main 2"(%f: double) -> double {
  values %f: double, %1: double, %2: double
^0:
  %2 = float_add double %f, 1.0
  %1 = fused_multiply_add double %f, %2, -1e300
  %n: i32 = call @print(null, i32 3)
  return %1 @1:5:6
}
"#,
];

#[test]
fn the_example_of_the_notes() {
    let program = parse_program(EXAMPLES[0], "a.kir").unwrap();
    assert_eq!(verify_program(&program), Ok(()));
    assert_eq!(program.data_model, DataModel::LP64);
    assert_eq!(program.entry, program.function_named("main"));
    assert_eq!(program.files, ["", "a.kir"]);
    let FunctionBody::Defined(definition) = &program.functions[0].body else { panic!() };
    let input = &definition.blocks[0].instructions[0];
    assert_eq!(input.position, Position { file: FileId(1), line: 6, column: 3 });
    assert!(matches!(&input.operation, Operation::Input { name, .. } if name == "x"));
    round_trip(&program);
}

fn round_trip(program: &Program) {
    let text = print_program(program);
    match parse_program(&text, "again.kir") {
        Ok(again) => assert!(again == *program, "{text}\n{}", print_program(&again)),
        Err(error) => panic!("{error}\n{text}"),
    }
}

#[test]
fn random_programs_make_the_round_trip() {
    let mut random = Random::new(1);
    for _ in 0..500 {
        let program = random_program(&mut random);
        if let Err(errors) = verify_program(&program) {
            panic!("{errors:?}\n{}", print_program(&program));
        }
        round_trip(&program);
    }
}

/// The error of a text, as `line:column: message`, begins so.
fn check_error(text: &str, expected: &str) {
    match parse_program(text, "a.kir") {
        Ok(_) => panic!("no error in {text}"),
        Err(error) => assert!(error.to_string().starts_with(expected), "{error}\n{text}"),
    }
}

/// The error of one instruction, in line 3.
fn check_instruction(line: &str, expected: &str) {
    check_error(&format!("function @f(%a: i32, %p: ptr) {{\ne:\n{line}\nreturn\n}}"), expected);
}

#[test]
fn errors_at_the_top() {
    check_error("tagret 64", "1:1: expected `target`");
    check_error("target 16", "1:10: the target is 32 or 64");
    check_error("target 64 32", "1:11: expected the end of the line");
    check_error("entry @f", "1:7: there is no function @f");
    check_error("function @f() external\nfunction @f() external", "2:10: this name is already");
    check_error("function @f() {", "1:10: the body of this function has no `}`");
    check_error("function @f(i32) {\n}", "1:10: parameter 1 has no name");
    check_error("function @f() @7:1:1 external", "1:15: there is no file of that number");
    check_error("function @f() @7 external", "1:17: a position is");
    check_error("global &g = zero", "1:13: the global needs a size");
    check_error("global &g size 99999999999999999999 = zero", "1:16: the number is too large");
    check_error("type $a = pointer $b", "1:19: there is no source type of that name");
    check_error("function @f(i99999999999) external", "1:13: integer types have");
    check_error("global &g = bytes \"abc", "1:19: the text does not end");
    check_error("§", "1:1: this character");
}

#[test]
fn errors_in_bodies() {
    check_instruction("%x = ad i32 1, 2", "3:6: unknown operation");
    check_instruction("%x = add i32 1", "4:1: expected `,`");
    check_instruction("%x = add i32 %a, %b", "3:18: this value is never defined");
    check_instruction("%x = add i64 %a, 1", "3:14: expected i64, but this value is i32");
    check_instruction("%a = add i32 %a, 1", "3:1: this value is already defined");
    check_instruction("add i32 %a, 1", "3:1: this operation gives one value");
    check_instruction("%x = free %p", "3:1: this operation gives no value");
    check_instruction("%x = input \"x\"", "3:6: an input needs its type");
    check_instruction("%x = call_pointer %p()", "3:1: the type must be given");
    check_instruction("%x: i8 = add i32 1, 2", "3:1: the operation gives i32");
    check_instruction("%x = add i8 1, 256", "3:16: the number does not fit");
    check_instruction("%x = add i8 1, -129", "3:16: the number does not fit");
    check_instruction("assert truth holds true", "3:8: unknown property");
    check_instruction("bind !x %a", "3:6: there is no variable");
    check_instruction("free 0", "3:6: a number is no pointer");
    check_instruction("assume %a", "3:8: expected i1, but this value is i32");
    check_instruction("jump f", "3:6: there is no block");
    check_instruction("jump e(%a)", "3:6: this block takes 0");
    check_instruction("return @0\n%x = add i32 1, 2\n", "4:1: expected a block");
    check_error("function @f() {\ne:\n}", "3:1: the block before this needs a terminator");
    check_error("function @f() {\ne:\nreturn\ne:\nreturn\n}", "4:1: there is already a block");
}

/// Texts with pieces cut, doubled, exchanged: errors perhaps, but no panic.
#[test]
fn mutants_never_panic() {
    let mut random = Random::new(3);
    let mut samples: Vec<String> = EXAMPLES.iter().map(|text| text.to_string()).collect();
    samples.extend((0..12).map(|_| print_program(&random_program(&mut random))));
    let pieces = [
        "%x",
        "@0",
        "(",
        ")",
        "{",
        "}",
        "->",
        "-",
        "\"",
        "i32",
        "^1:",
        "@9:9:9",
        "\n",
        "0x",
        "9999999999999999999999",
    ];
    let mut accepted = 0;
    for _ in 0..3000 {
        let mut words: Vec<&str> =
            random.pick(&samples).split_inclusive([' ', '\n', ',']).collect();
        for _ in 0..=random.below(3) {
            let at = random.below(words.len() as u64) as usize;
            let other = random.below(words.len() as u64) as usize;
            match random.below(5) {
                0 => words[at] = words[other],
                1 => words.swap(at, other),
                2 => words[at] = "",
                3 => words.insert(at, words[other]),
                _ => words.insert(at, *random.pick(&pieces)),
            }
        }
        let mut text: Vec<char> = words.concat().chars().collect();
        if random.once_in(2) {
            let at = random.below(text.len() as u64) as usize;
            text[at] = *random.pick(&['%', '"', '0', ' ', '\n', ':', 'é', '@', '-']);
        }
        let text: String = text.into_iter().collect();
        if let Ok(program) = parse_program(&text, "mutant.kir") {
            let printed = print_program(&program);
            if verify_program(&program).is_ok() {
                accepted += 1;
                assert!(
                    parse_program(&printed, "a.kir").as_ref() == Ok(&program),
                    "{text}\n{printed}"
                );
            }
        }
    }
    assert!(accepted > 50, "{accepted}");
}

#[test]
fn large_and_deep_texts() {
    check_error(&"(".repeat(100_000), "1:1: expected");
    check_error(&format!("target {}", "9".repeat(5000)), "1:5008: too many digits");
    let hex =
        format!("function @f() {{\ne:\n%x = add i200000 0x{}, 1\nreturn\n}}", "f".repeat(50_000));
    assert!(parse_program(&hex, "a.kir").is_ok());
}

/// The programs in the description for people are programs.
#[test]
fn the_description_is_right() {
    let text = include_str!("../../KIR.md");
    let blocks: Vec<&str> = text.split("```").skip(1).step_by(2).collect();
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        let program = parse_program(block, "KIR.md").unwrap_or_else(|e| panic!("{e}\n{block}"));
        assert_eq!(verify_program(&program), Ok(()), "{block}");
        round_trip(&program);
    }
    let words =
        [BINARY.iter().map(|e| e.1).collect::<Vec<_>>(), UNARY.iter().map(|e| e.1).collect()];
    for word in words.iter().flatten().chain(&CONVERSION.iter().map(|e| e.1).collect::<Vec<_>>()) {
        assert!(text.contains(word), "{word}");
    }
}

/// Programs of which checks were left out keep the numbers of the others.
#[test]
fn numbers_of_checks() {
    let text = |first: &str, second: &str| {
        format!(
            "function @main() {{\ne:\nassert assertion holds true{first}\nassert shift holds true \"m\"{second}\nexit\n}}"
        )
    };
    let mut program = parse_program(&text("", ""), "a.kir").unwrap();
    assert!(!print_program(&program).contains("number"));
    crate::specialise::specialise(&mut program, |_, property| property == Property::Shift, true);
    assert!(!print_program(&program).contains("number"));
    let printed = print_numbered_program(&program);
    assert!(printed.contains("assert shift holds true \"m\" number 3"), "{printed}");
    assert_eq!(parse_program(&printed, "b.kir").as_ref(), Ok(&program));
    let both = parse_program(&text(" number 7", " number 2"), "a.kir").unwrap();
    let numbers: Vec<u32> =
        crate::checks(&both, |_| true)[2..].iter().map(|c| c.id.number()).collect();
    assert_eq!(numbers, [2, 7]);
    assert_eq!(parse_program(&print_numbered_program(&both), "b.kir"), Ok(both));
    check_error(&text(" number 1", ""), "3:36: numbers of checks are from 2 on");
    check_error(&text(" number 4294967295", ""), "3:36: numbers of checks are from 2 on");
    check_error(&text("", " number 5"), "6:2: where a check has a number, all must have one");
}
