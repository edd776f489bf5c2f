use crate::{
    FunctionBody, parse_program, print_program,
    promotion::promote_stack_slots,
    random_program::random_program,
    redundancy::remove_redundancies,
    simplify::simplify,
    test_interpreter::{Outcome, run},
    test_support::Random,
    verify_program,
};

/// The lines of a body before and after, without positions.
fn check(before: &str, after: &str) {
    let text =
        format!("target 64\nfunction @f(%a: i32, %b: i1, %p: ptr) -> i32 {{\nentry:\n{before}\n}}");
    let mut program = parse_program(&text, "a.kir").unwrap();
    assert_eq!(verify_program(&program), Ok(()));
    let FunctionBody::Defined(definition) = &mut program.functions[0].body else { panic!() };
    let definition = std::sync::Arc::make_mut(definition);
    remove_redundancies(definition);
    assert!(!remove_redundancies(definition), "once is enough");
    definition.compact_values();
    assert_eq!(verify_program(&program), Ok(()));
    let printed = print_program(&program);
    let lines = printed.lines().skip_while(|line| *line != "entry:").skip(1);
    let lines = lines
        .map(|line| line.rsplit_once(" @").map_or(line, |(line, _)| line).trim())
        .filter(|line| *line != "}");
    let found: Vec<&str> = lines.collect();
    let expected: Vec<&str> = after.lines().map(str::trim).collect();
    assert_eq!(found, expected, "\n{printed}");
}

fn check_kept(body: &str) {
    check(body, body);
}

#[test]
fn computed_twice() {
    check(
        "%x = add i32 %a, 1\nbranch %b, l, m\nl:\n%y = add i32 %a, 1\n%z = mul i32 %y, %x\nreturn %z\n\
         m:\nreturn %x",
        "%x = add i32 %a, 1\nbranch %b, l, m\nl:\n%z = mul i32 %x, %x\nreturn %z\nm:\nreturn %x",
    );
    // Neither dominates the other.
    check_kept(
        "branch %b, l, m\nl:\n%x = add i32 %a, 1\nreturn %x\nm:\n%y = add i32 %a, 1\nreturn %y",
    );
    // Any value each time.
    check_kept(
        "%x = freeze i32 undefined\n%y = freeze i32 undefined\n%z = add i32 %x, undefined\n\
         %u = add i32 %x, undefined\n%r = xor i32 %z, %u\n%s = xor i32 %r, %y\nreturn %s",
    );
}

#[test]
fn loads() {
    let twice = |between: &str| {
        format!(
            "%x = load i32 %p\n{between}%y = load i32 %p\n%r: i32 = call @f(%x, %b, %p)\n\
             %z = add i32 %x, %y\nreturn %z"
        )
    };
    let once = |between: &str| {
        format!(
            "%x = load i32 %p\n{between}%r: i32 = call @f(%x, %b, %p)\n\
             %z = add i32 %x, %x\nreturn %z"
        )
    };
    for harmless in ["", "assume %b\n", "assert assertion holds %b\n", "%i: i32 = input \"i\"\n"] {
        check(&twice(harmless), &once(harmless));
    }
    for write in [
        "store i8 0 to %p\n",
        "fill %p, 0, 4\n",
        "copy %p, %p, 4\n",
        "input_bytes %p, 4 \"p\"\n",
        "%c: i32 = call @f(%x, %b, %p)\n",
        "free %p\n",
        "scope_start %p\n",
    ] {
        check_kept(&twice(write));
    }
    check_kept("%x = load i32 %p\n%y = load i8 %p\nreturn %x");
    // Where ways meet, another one may have written.
    check_kept(
        "%x = load i32 %p\nbranch %b, l, m\nl:\nstore i32 1 to %p\njump m\nm:\n%y = load i32 %p\n\
         return %y",
    );
    check_kept("jump l\nl:\n%x = load i32 %p\nstore i32 1 to %p\nbranch %b, l, m\nm:\nreturn %x");
}

#[test]
fn checks() {
    let access = "assert valid-deref accessible read %p, 4\n";
    check(
        &format!("{access}store i32 1 to %p\n{access}return 0"),
        &format!("{access}store i32 1 to %p\nreturn 0"),
    );
    let write = "assert valid-deref accessible write %p, 4\n";
    check(&format!("{write}{access}{write}return 0"), &format!("{write}return 0"));
    check_kept(&format!("{access}{write}return 0"));
    check_kept(&format!("{access}assert valid-deref accessible read %p, 8\nreturn 0"));
    for end in
        ["free %p\n", "scope_end %p\n", "stack_release 0\n", "%c: i32 = call @f(%a, %b, %p)\n"]
    {
        check_kept(&format!("{access}{end}{access}return 0"));
    }
    // Frees are not checked less.
    let free = "assert valid-free freeable %p\n";
    check_kept(&format!("{free}{free}return 0"));
    let holds = "assert assertion holds %b\n";
    check(&format!("{holds}free %p\n{holds}return 0"), &format!("{holds}free %p\nreturn 0"));
    check_kept("assert assertion holds %b\nassert shift holds %b\nreturn 0");
    check_kept(&format!("{access}branch %b, l, m\nl:\nfree %p\njump m\nm:\n{access}return 0"));
    check_kept(&format!("jump l\nl:\n{access}free %p\nbranch %b, l, m\nm:\nreturn 0"));
}

#[test]
fn random_programs_stay_well_formed() {
    let mut random = Random::new(22);
    for _ in 0..500 {
        let mut program = random_program(&mut random);
        let before = print_program(&program);
        let model = program.data_model;
        for function in &mut program.functions {
            if let FunctionBody::Defined(definition) = &mut function.body {
                let definition = std::sync::Arc::make_mut(definition);
                promote_stack_slots(definition, model);
                simplify(definition, model);
                remove_redundancies(definition);
                simplify(definition, model);
            }
        }
        let after = print_program(&program);
        assert_eq!(verify_program(&program), Ok(()), "{before}\n{after}");
    }
}

/// Runs before and after do the same.
#[test]
fn runs_stay_the_same() {
    let text = "target 64\nfunction @f(%a: i32, %b: i1) -> i32 {\nentry:\n\
        %p = allocate stack 4 align 4\nstore i32 %a to %p\n%i: i32 = input \"i\"\n\
        %x = load i32 %p\n%c = compare slt i32 %i, %x\nbranch %c, l, m\nl:\n%y = load i32 %p\n\
        %z = add i32 %y, %i\nstore i32 %z to %p\n%u = load i32 %p\nassert assertion holds %c\n\
        jump n(%u)\nm:\n%v = add i32 %x, %i\n%w = add i32 %x, %i\nassert assertion holds %c\n\
        jump n(%w)\nn(%r: i32):\n%s = load i32 %p\n%t = add i32 %r, %s\n%d = compare slt i32 %t, 9\n\
        store i32 %t to %p\nbranch %d, l, o\no:\nreturn %t\n}";
    let program = parse_program(text, "a.kir").unwrap();
    let mut changed = program.clone();
    let FunctionBody::Defined(definition) = &mut changed.functions[0].body else { panic!() };
    let definition = std::sync::Arc::make_mut(definition);
    assert!(remove_redundancies(definition));
    let mut ended = 0;
    for seed in 0..50 {
        let (before, after) = (run(&program, seed), run(&changed, seed));
        assert_eq!(before.events, after.events);
        ended += usize::from(before.outcome == Outcome::Ended);
    }
    assert!(ended > 10, "{ended}");
}
