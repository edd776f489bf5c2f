use crate::{
    FunctionBody, parse_program, print_program, promotion::promote_stack_slots,
    random_program::random_program, simplify::simplify, test_support::Random, verify_program,
};

/// The lines of a body before and after, without positions; names of values are kept.
fn check(before: &str, after: &str) {
    let text = format!(
        "target 64\nfunction @f(%a: i32, %b: i1, %p: ptr) -> i32 {{\nvariable !0 \"v\"\nentry:\n{before}\n}}"
    );
    let mut program = parse_program(&text, "a.kir").unwrap();
    assert_eq!(verify_program(&program), Ok(()));
    let model = program.data_model;
    let FunctionBody::Defined(definition) = &mut program.functions[0].body else { panic!() };
    let definition = std::sync::Arc::make_mut(definition);
    simplify(definition, model);
    assert!(!simplify(definition, model), "once is enough");
    assert_eq!(verify_program(&program), Ok(()));
    let printed = print_program(&program);
    let lines = printed.lines().skip_while(|line| *line != "entry:").skip(1);
    let lines =
        lines.map(|line| line.split(" @").next().unwrap().trim()).filter(|line| *line != "}");
    let found: Vec<&str> = lines.collect();
    let expected: Vec<&str> = after.lines().map(str::trim).collect();
    assert_eq!(found, expected, "\n{printed}");
}

#[test]
fn constants() {
    check("%x = add i32 1, 2\n%y = mul i32 %x, %x\nreturn %y", "return 9");
    check("%x = offset %p, 0\n%y = load i32 %x\nreturn %y", "%y = load i32 %p\nreturn %y");
}

#[test]
fn decisions() {
    check("branch true, l, r\nl:\nreturn 1\nr:\nreturn 2", "return 1");
    check("branch %b, l, l\nl:\nreturn 1", "return 1");
    check("switch i32 7, 3 -> l, 7 -> r, else -> l\nl:\nreturn 1\nr:\nreturn 2", "return 2");
    check("switch i32 8, 3 -> l, 7 -> l, else -> r\nl:\nreturn 1\nr:\nreturn 2", "return 2");
    let undefined = "branch undefined, l, r\nl:\nreturn 1\nr:\nreturn 2";
    check(undefined, undefined);
}

#[test]
fn chains_and_parameters() {
    check(
        "jump l(%a)\nl(%x: i32):\n%y = add i32 %x, 1\njump m\nm:\nreturn %y",
        "%y = add i32 %a, 1\nreturn %y",
    );
    check(
        "jump l(%a, 0)\nl(%x: i32, %i: i32):\n%j = add i32 %i, %x\n%c = compare slt i32 %j, 9\n\
         branch %c, l(%x, %j), o\no:\nreturn %x",
        "jump l(0)\nl(%i: i32):\n%j = add i32 %i, %a\n%c = compare signed_less i32 %j, 9\n\
         branch %c, l(%j), o\no:\nreturn %a",
    );
    // One value that is not known, used twice.
    let undefined = "jump l(undefined)\nl(%x: i32):\n%y = sub i32 %x, %x\nreturn %y";
    check(undefined, undefined);
    check("jump l\nl:\njump l", "jump l\nl:\njump l");
}

#[test]
fn dead_code() {
    check("%x = add i32 %a, 1\n%y = load i32 %p\nreturn 0", "return 0");
    check(
        "jump l(0)\nl(%i: i32):\n%j = add i32 %i, 1\nbranch %b, l(%j), o\no:\nreturn 0",
        "jump l\nl:\nbranch %b, l, o\no:\nreturn 0",
    );
    let effects = "assert assertion holds true\nassert valid-deref accessible read %p, 4\n\
                   %i: i32 = input \"i\"\nassume true\n%r: i32 = call_pointer %p()\n\
                   %o = allocate stack 4 align 4\nstore i32 1 to %o\nreturn 0";
    check(effects, effects);
}

#[test]
fn bindings() {
    // Used otherwise, a parameter, an effect's result, a constant: they stay.
    let kept = "%x = add i32 %a, 1\nbind !0 %x\nbind !0 %b\n%i: i32 = input \"i\"\nbind !0 %i\nbind !0 i32 3\nreturn %x";
    check(kept, kept);
    check("%x = add i32 %a, 1\nbind !0 %x\nreturn 0", "return 0");
    let counter =
        "jump l(0)\nl(%i: i32):\nbind !0 %i\n%j = add i32 %i, 1\nbranch %b, l(%j), o\no:\nreturn 0";
    check(counter, counter);
}

/// Programs with everything in them stay well formed, and so does their text.
#[test]
fn random_programs_stay_well_formed() {
    let mut random = Random::new(21);
    for _ in 0..500 {
        let mut program = random_program(&mut random);
        let before = print_program(&program);
        let model = program.data_model;
        for function in &mut program.functions {
            if let FunctionBody::Defined(definition) = &mut function.body {
                let definition = std::sync::Arc::make_mut(definition);
                promote_stack_slots(definition, model);
                simplify(definition, model);
            }
        }
        // Text has no numbers of checks: they are those of a program that is linked from it.
        crate::number_checks(&mut program);
        let after = print_program(&program);
        assert_eq!(verify_program(&program), Ok(()), "{before}\n{after}");
        // Passes number values in the order of the text, so no order needs to be printed.
        assert!(!after.contains("\n  values "), "{after}");
        assert_eq!(parse_program(&after, "a.kir").as_ref(), Ok(&program));
    }
}
