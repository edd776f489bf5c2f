use crate::{
    FunctionBody, Program, parse_program, print_program,
    promotion::{promote_stack_slots, tests::random_function},
    simplify::simplify,
    splitting::split_records,
    test_interpreter::assert_same_runs,
    test_support::Random,
    verify_program,
};

fn split(program: &mut Program) -> usize {
    let (model, types) = (program.data_model, program.types.clone());
    let FunctionBody::Defined(definition) = &mut program.functions[0].body else { panic!() };
    let definition = std::sync::Arc::make_mut(definition);
    split_records(definition, crate::SourceTypes(&types), model)
}

fn promote(program: &mut Program) -> usize {
    let model = program.data_model;
    let FunctionBody::Defined(definition) = &mut program.functions[0].body else { panic!() };
    let definition = std::sync::Arc::make_mut(definition);
    let promoted = promote_stack_slots(definition, model);
    simplify(definition, model);
    promoted
}

/// How many records of a body are split.
fn splits(body: &str) -> usize {
    let text = format!("function @f(%a: i32, %b: i1) -> i32 {{\nvariable !v\nentry:\n{body}\n}}");
    let mut program = parse_program(&text, "a.kir").unwrap();
    assert_eq!(verify_program(&program), Ok(()));
    let count = split(&mut program);
    assert_eq!(verify_program(&program), Ok(()), "{}", print_program(&program));
    count
}

const RECORD: &str = "%r = allocate stack 8 align 4 variable !v\n%second = offset %r, 4\n";

#[test]
fn fields_become_values() {
    let body = "store i32 %a to %r
        assert valid-deref accessible write %second, 4
        store i32 3 to %second
        %x = load i32 %r
        %y = load i32 %second
        %sum = add i32 %x, %y
        return %sum";
    let body = format!("{RECORD}{body}");
    assert_eq!(splits(&body), 1);
    let text = format!("function @f(%a: i32) -> i32 {{\nvariable !v\nentry:\n{body}\n}}");
    let mut program = parse_program(&text, "a.kir").unwrap();
    split(&mut program);
    assert_eq!(promote(&mut program), 2);
    let printed = print_program(&program);
    assert!(!printed.contains("load") && !printed.contains("assert"), "{printed}");
}

#[test]
fn records_that_stay() {
    // Somebody else may see it; bytes overlap; a check may fail; the place is not known.
    for use_of_it in [
        "%n = compare eq ptr %second, null",
        "store ptr %second to %r",
        "%half = offset %r, 2\nstore i32 1 to %half",
        "%byte = load i8 %second",
        "assert valid-deref accessible read %second, 5",
        "%by = convert zero_extend i32 %a to i64\n%where = offset %r, %by",
        "scope_end %second",
        "fill %r, 0, 6",
        "fill %second, 0, 8",
        "fill %r, 1, 8",
        "copy %r, %r, 8",
        "%o = allocate stack 8 align 4\ncopy %o, %r, 8",
        "%o = allocate stack 8 align 4\ncopy %second, %o, 2",
        "%n = convert zero_extend i32 %a to i64\nfill %r, 0, %n",
        "%o = allocate stack 8 align 4\ncopy %r, %o, 8\n%f = load single %second",
    ] {
        let body =
            format!("{RECORD}store i32 1 to %r\nstore i32 2 to %second\n{use_of_it}\nreturn %a");
        assert_eq!(splits(&body), 0, "{body}");
    }
    assert_eq!(splits("%r = allocate stack 8 align 4\nstore i32 %a to %r\nreturn %a"), 0);
}

/// The slots of a random function, as fields of one record.
fn random_record(random: &mut Random) -> String {
    let text = random_function(random);
    let slots = text.lines().filter(|line| line.contains(" = allocate stack")).count();
    let line = |line: &str| {
        let of_slot = |rest: &str| rest.split([' ', ',']).next().and_then(|it| it.parse().ok());
        if let Some((slot, rest)) = line.split_once(" = allocate stack 4") {
            let number: usize = of_slot(&slot[2..]).expect("a slot");
            let moved = format!("%s{number} = offset %r, {}", 4 * number);
            return match number {
                0 => format!("%r = allocate stack {}{rest}\n{moved}\n", 4 * slots),
                _ => format!("{moved}\n"),
            };
        }
        match line.split_once(' ') {
            Some((scope @ ("scope_start" | "scope_end"), _)) => format!("{scope} %r\n"),
            _ => format!("{line}\n"),
        }
    };
    let [filled, copied] = [(); 2].map(|()| 4 * random.below(slots as u64 + 1));
    let other = format!(
        "%o = allocate stack {}\nstore i32 5 to %o\nfill %r, 0, {filled}\ncopy %r, %o, {copied}\n",
        4 * slots
    );
    let mut first = true;
    let with_others = |line: String| {
        let is_first = line.contains("allocate stack") && std::mem::take(&mut first);
        if is_first { format!("{line}{other}") } else { line }
    };
    text.lines().map(line).map(with_others).collect()
}

#[test]
fn random_functions_behave_the_same() {
    let mut random = Random::new(7);
    let (mut all, mut promoted, mut compared) = (0, 0, 0);
    for round in 0..800 {
        let text = random_record(&mut random);
        let original = parse_program(&text, "a.kir").unwrap();
        assert_eq!(verify_program(&original), Ok(()), "{text}");
        let mut after = original.clone();
        all += split(&mut after);
        let mut simple = after.clone();
        promoted += promote(&mut simple);
        for program in [&after, &simple] {
            let shown = || format!("{text}\n{}", print_program(program));
            assert_eq!(verify_program(program), Ok(()), "{}", shown());
            let seeds = round..round + 4;
            compared += assert_same_runs((&original, program), seeds, shown);
        }
    }
    assert!(all > 300 && promoted > 300 && compared > 1000, "{all} {promoted} {compared}");
}
