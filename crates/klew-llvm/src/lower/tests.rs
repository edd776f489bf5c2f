//! Tests of the translation: LLVM text in, lines of the program's text out.

use klew_ir::{Program, print_program};

use super::{LowerError, LowerOptions, lower};

fn options() -> LowerOptions {
    LowerOptions { entry: None, link_models: false, ..LowerOptions::default() }
}

fn lower_all(texts: &[&str], options: &LowerOptions) -> Result<Program, LowerError> {
    let modules = texts
        .iter()
        .enumerate()
        .map(|(index, text)| crate::read_module(text, &format!("{index}.ll")).unwrap())
        .collect();
    lower(modules, options)
}

/// The expected lines stand in the program's text in this order (positions left out), perhaps with
/// others between.
fn check_with(texts: &[&str], options: &LowerOptions, expected: &[&str]) {
    let program = lower_all(texts, options).unwrap();
    let printed = print_program(&program).replace(" @0\n", "\n").replace(" @0 {\n", " {\n");
    let mut lines = printed.lines();
    for line in expected {
        let found = lines.by_ref().any(|candidate| candidate.trim() == line.trim());
        assert!(found, "`{line}` is missing or out of order in\n{printed}");
    }
}

fn check(text: &str, expected: &[&str]) {
    check_with(&[text], &options(), expected);
}

/// A function of two `i32` parameters with this body.
fn body(instructions: &str) -> String {
    format!("define i32 @f(i32 %a, i32 %b) {{\n{instructions}\n}}\n")
}

#[test]
fn signed_addition_is_checked() {
    check(
        &body("%c = add nsw i32 %a, %b\nret i32 %c"),
        &[
            "%2 = overflows signed_add i32 %0, %1",
            "%3 = xor i1 %2, true",
            "assert signed-overflow holds %3",
            "%4 = add i32 %0, %1",
            "return %4",
        ],
    );
}

#[test]
fn unsigned_addition_is_not_checked() {
    let program = lower_all(&[&body("%c = add nuw i32 %a, %b\nret i32 %c")], &options()).unwrap();
    assert!(!print_program(&program).contains("assert"));
}

#[test]
fn division_is_checked_for_zero_and_overflow() {
    check(
        &body("%c = sdiv i32 %a, %b\nret i32 %c"),
        &["assert division-by-zero holds %2", "assert division-overflow holds %5"],
    );
    let text = body("%c = sdiv i32 %a, 3\nret i32 %c");
    assert!(!print_program(&lower_all(&[&text], &options()).unwrap()).contains("assert"));
}

#[test]
fn shifts_are_checked() {
    check(
        &body("%c = shl i32 %a, %b\nret i32 %c"),
        &[
            "%2 = compare unsigned_less_equal i32 %1, 31",
            "assert shift holds %2",
            "%3 = shift_left i32 %0, %1",
        ],
    );
}

#[test]
fn phi_becomes_block_parameter() {
    check(
        &body(
            "%c = icmp slt i32 %a, %b\nbr i1 %c, label %x, label %y\nx:\nbr label %z\ny:\n\
             br label %z\nz:\n%r = phi i32 [ %a, %x ], [ 7, %y ]\nret i32 %r",
        ),
        &["assert initialised initialised %2", "return %3"],
    );
}

#[test]
fn structures_become_scalars() {
    check(
        "define i64 @f({i32, ptr} %s) {\n%p = extractvalue {i32, ptr} %s, 1\n\
         %i = ptrtoint ptr %p to i64\nret i64 %i\n}",
        &["function @f(%0: i32, %1: ptr) -> i64 {", "%2 = convert pointer_to_int ptr %1 to i64"],
    );
}

#[test]
fn addresses_of_elements() {
    check(
        "%s = type { i8, [4 x i32] }\ndefine ptr @f(ptr %p, i32 %i) {\n\
         %q = getelementptr %s, ptr %p, i64 2, i32 1, i32 %i\nret ptr %q\n}",
        &[
            "%2 = convert sign_extend i32 %1 to i64",
            "%3 = mul i64 %2, 4",
            "%4 = add i64 %3, 44",
            "%5 = offset %0, %4",
        ],
    );
}

#[test]
fn vectors_by_lane_and_their_bits() {
    check(
        "define i64 @f(<2 x i32> %v) {\n%w = add <2 x i32> %v, <i32 1, i32 2>\n\
         %b = bitcast <2 x i32> %w to i64\nret i64 %b\n}",
        &[
            "%2 = add i32 %0, 1",
            "%3 = add i32 %1, 2",
            "%4 = convert zero_extend i32 %2 to i64",
            "%5 = convert zero_extend i32 %3 to i64",
            "%6 = shift_left i64 %5, 32",
            "%7 = or i64 %4, %6",
        ],
    );
}

#[test]
fn what_is_unsupported_is_so_where_it_is_reached() {
    check(
        &body(
            "%c = icmp eq i32 %a, 0\nbr i1 %c, label %x, label %y\nx:\n\
               call void asm sideeffect \"hlt\", \"\"()\nret i32 1\ny:\nret i32 2",
        ),
        &["unsupported \"inline assembly `hlt`\"", "return 2"],
    );
    check(
        &body("call void @llvm.no.such.thing()\nret i32 0")
            .replace("define", "declare void @llvm.no.such.thing()\ndefine"),
        &["unsupported \"the intrinsic `llvm.no.such.thing`\""],
    );
}

#[test]
fn empty_assembly_passes_values() {
    check(&body("%c = call i32 asm \"\", \"=r,0\"(i32 %b)\nret i32 %c"), &["return %1"]);
}

#[test]
fn known_functions() {
    let declarations = "declare ptr @malloc(i64)\ndeclare void @free(ptr)\n\
                        declare void @__VERIFIER_assume(i32)\ndeclare i32 @__VERIFIER_nondet_int()\n\
                        declare void @abort() noreturn\ndeclare void @reach_error()\n";
    let text = format!(
        "{declarations}define void @f() {{\n%p = call ptr @malloc(i64 4)\n\
         %i = call i32 @__VERIFIER_nondet_int()\ncall void @__VERIFIER_assume(i32 %i)\n\
         call void @free(ptr %p)\ncall void @reach_error()\ncall void @abort()\nunreachable\n}}"
    );
    check(
        &text,
        &[
            "%0 = allocate heap 4 align 16",
            "%1: i32 = input \"__VERIFIER_nondet_int\"",
            "%2 = compare not_equal i32 %1, 0",
            "assume %2",
            "assert valid-free freeable %0",
            "free %0",
            "assert reach-error holds false",
            "abort",
        ],
    );
    let failing = LowerOptions { malloc_may_fail: true, ..options() };
    check_with(&[&text], &failing, &["%0: i1 = input \"allocation fails\" allocation_failure"]);
}

#[test]
fn unreachable_is_an_error_only_where_the_program_could_come() {
    check("define void @f() {\nunreachable\n}", &["assert unreachable holds false", "unreachable"]);
    let stop =
        "declare void @stop() noreturn\ndefine void @f() {\ncall void @stop()\nunreachable\n}";
    let program = lower_all(&[stop], &options()).unwrap();
    assert!(!print_program(&program).contains("assert"));
}

#[test]
fn definitions_of_the_program_win_over_known_functions() {
    check(
        "define ptr @malloc(i64 %n) {\nret ptr null\n}\n\
         define ptr @f() {\n%p = call ptr @malloc(i64 4)\nret ptr %p\n}",
        &["function @f() -> ptr {", "%0: ptr = call @malloc(4)"],
    );
}

#[test]
fn calls_that_do_not_fit_the_callee() {
    check(
        "define i32 @g(i8 %x) {\nret i32 0\n}\ndefine void @f(i32 %a) {\n\
         call void @g(i32 %a, i32 %a)\nret void\n}",
        &["%1 = convert truncate i32 %0 to i8", "%2: i32 = call @g(%1)"],
    );
}

#[test]
fn variable_arguments_of_the_32_bit_machine_are_words() {
    check(
        "target datalayout = \"e-p:32:32\"\ndeclare void @g(i32, ...)\n\
         define void @f(i64 %x) {\ncall void (i32, ...) @g(i32 1, i64 %x)\nret void\n}",
        &["%1 = convert truncate i64 %0 to i32", "call @g(1, %1, %3)"],
    );
}

#[test]
fn initial_values() {
    check(
        "@a = global { i8, i32, ptr } { i8 1, i32 -2, ptr getelementptr (i8, ptr @b, i64 3) }\n\
         @b = internal constant [4 x i8] c\"abc\\00\"\n@c = external global i32\n@d = external global [0 x i32]\n",
        &[
            "global &a size 16 align 8 = bytes \"\\x01\\0\\0\\0\\xfe\\xff\\xff\\xff\\0\\0\\0\\0\\0\\0\\0\\0\" relocations 8: &b + 3",
            "global &b size 4 align 1 constant = bytes \"abc\\0\"",
            "global &c size 4 align 4 = external",
            "global &d size 1048576 align 4 = external",
        ],
    );
}

#[test]
fn modules_are_linked() {
    let first = "@x = common global i32 0\n@s = internal global i32 1\n\
                 declare i32 @g()\ndefine i32 @f() {\n%a = load i32, ptr @s\n\
                 %b = call i32 @g()\nret i32 %b\n}";
    let second = "@x = global i32 5\n@s = internal global i32 2\n\
                  define weak i32 @f() {\nret i32 9\n}\ndefine i32 @g() {\n%a = load i32, ptr @s\nret i32 %a\n}";
    check_with(&[first, second], &options(), &["%0: i32 = call @g()", "%0 = load i32 &s.1"]);
    let program = lower_all(&[first, second], &options()).unwrap();
    assert_eq!(program.functions.len(), 2);
    let x = program.globals.iter().find(|global| global.name == "x").unwrap();
    assert_eq!(x.initializer, klew_ir::Initializer::Bytes(vec![5, 0, 0, 0], Vec::new()));
}

#[test]
fn two_definitions_are_an_error() {
    let text = "define void @f() {\nret void\n}";
    assert_eq!(
        lower_all(&[text, text], &options()),
        Err(LowerError::Duplicate {
            name: "f".into(),
            first: "0.ll".into(),
            second: "1.ll".into()
        })
    );
}

#[test]
fn the_entry() {
    let entry = LowerOptions { entry: Some("main".into()), ..options() };
    check_with(
        &["define i32 @main(i32 %c, ptr %v) {\nret i32 0\n}"],
        &entry,
        &["entry @klew.start", "%0: i32 = call @main(1, &klew.arguments)", "return"],
    );
    let error = lower_all(&["define void @f() {\nret void\n}"], &entry).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no function `main` to start from; these are defined: f"
    );
}

#[test]
fn constructors_run_before_main() {
    let entry = LowerOptions { entry: Some("main".into()), ..options() };
    check_with(
        &["@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] \
           [{ i32, ptr, ptr } { i32 65535, ptr @b, ptr null }, \
            { i32, ptr, ptr } { i32 101, ptr @a, ptr null }]\n\
           define void @a() {\nret void\n}\ndefine void @b() {\nret void\n}\n\
           define i32 @main() {\nret i32 0\n}"],
        &entry,
        &["call @a()", "call @b()", "%0: i32 = call @main()"],
    );
}

#[test]
fn models_are_linked_where_they_are_called() {
    let linking = LowerOptions { link_models: true, ..options() };
    let text = "declare i64 @strlen(ptr)\ndefine i64 @f(ptr %p) {\n\
                %n = call i64 @strlen(ptr %p)\nret i64 %n\n}";
    let program = lower_all(&[text], &linking).unwrap();
    let strlen = program.function(program.function_named("strlen").unwrap());
    assert!(strlen.library && matches!(strlen.body, klew_ir::FunctionBody::Defined(_)));
    // With it comes only what it calls.
    assert!(program.functions.len() < 9);
}
