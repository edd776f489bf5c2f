use crate::{
    FunctionBody, Program, dead_code::remove_dead_code, parse_program, print_program,
    promotion::promote_stack_slots, simplify::simplify, test_interpreter::assert_same_runs,
    test_support::Random, verify_program,
};

/// The lines of a body before and after, without positions, and how many slots are promoted.
fn check(before: &str, count: usize, after: &str) {
    let text = format!("function @f(%a: i32, %b: i1) -> i32 {{\nvariable !v\nentry:\n{before}\n}}");
    let mut program = parse_program(&text, "a.kir").unwrap();
    assert_eq!(verify_program(&program), Ok(()));
    assert_eq!(promote(&mut program), count);
    assert_eq!(verify_program(&program), Ok(()));
    let printed = print_program(&program);
    let lines = printed.lines().skip_while(|line| *line != "entry:").skip(1);
    let lines =
        lines.map(|line| line.split(" @").next().unwrap().trim()).filter(|line| *line != "}");
    let found: Vec<&str> = lines.collect();
    let expected: Vec<&str> = after.lines().map(str::trim).collect();
    assert_eq!(found, expected, "\n{printed}");
}

fn promote(program: &mut Program) -> usize {
    let model = program.data_model;
    let FunctionBody::Defined(definition) = &mut program.functions[0].body else { panic!() };
    let definition = std::sync::Arc::make_mut(definition);
    let count = promote_stack_slots(definition, model);
    if count > 0 {
        // What slots hold before they are written is defined even where nothing reads it.
        remove_dead_code(definition);
        definition.compact_values();
    }
    count
}

/// Nothing is promoted.
fn stays(body: &str) {
    check(body, 0, body);
}

const SLOT: &str = "%s = allocate stack 4 align 4";

#[test]
fn straight_lines() {
    check(
        &format!(
            "{SLOT}\nassert valid-deref accessible write %s, 4\nstore i32 %a to %s\n\
             assert valid-deref accessible read %s, 4\n%x = load i32 %s\nreturn %x"
        ),
        1,
        "return %a",
    );
    check(
        &format!("{SLOT}\n%x = load i32 %s\nreturn %x"),
        1,
        "%2 = freeze i32 undefined\nreturn %2",
    );
    check("%s = allocate stack 4 align 4 zeroed\n%x = load i32 %s\nreturn %x", 1, "return 0");
    check(&format!("{SLOT}\nreturn %a"), 1, "return %a");
    check(
        &format!(
            "{SLOT}\nstore i32 %a to %s\nscope_start %s\n%x = load i32 %s\nscope_end %s\nreturn %x"
        ),
        1,
        "%2 = freeze i32 undefined\nreturn %2",
    );
    // A load that another slot takes on.
    check(
        &format!(
            "{SLOT}\n%t = allocate stack 4\nstore i32 %a to %s\n%x = load i32 %s\nstore i32 %x to %t\n\
                  %y = load i32 %t\nreturn %y"
        ),
        2,
        "return %a",
    );
}

#[test]
fn meetings() {
    check(
        &format!(
            "{SLOT} variable !v\nstore i32 %a to %s\nbranch %b, l, r\nl:\n\
                  store i32 1 to %s\njump j\nr:\njump j\nj:\n%x = load i32 %s\nreturn %x"
        ),
        1,
        "bind !0 %a\nbranch %b, l, r\nl:\nbind !0 i32 1\njump j(1)\nr:\njump j(%a)\n\
         j(%2: i32):\nbind !0 %2\nreturn %2",
    );
    // Not live at the meeting: no parameter.
    check(
        &format!(
            "{SLOT}\nbranch %b, l, r\nl:\nstore i32 1 to %s\njump j\nr:\njump j\nj:\nreturn %a"
        ),
        1,
        "branch %b, l, r\nl:\njump j\nr:\njump j\nj:\nreturn %a",
    );
    check(
        &format!(
            "{SLOT}\nstore i32 0 to %s\njump l\nl:\n%x = load i32 %s\n%y = add i32 %x, 1\n\
                  store i32 %y to %s\nbranch %b, l, o\no:\n%z = load i32 %s\nreturn %z"
        ),
        1,
        "jump l(0)\nl(%2: i32):\n%y = add i32 %2, 1\nbranch %b, l(%y), o\no:\nreturn %y",
    );
}

#[test]
fn slots_that_stay() {
    let end = "return 0";
    stays(&format!("{SLOT}\nstore ptr %s to null\n{end}"));
    stays(&format!("{SLOT}\nstore i32 0 to %s\n%x = load i16 %s\n{end}"));
    stays(&format!("{SLOT}\nstore single 0.0 to %s\n%x = load i32 %s\n{end}"));
    stays(&format!("{SLOT}\nstore i64 0 to %s\n{end}"));
    stays(&format!("{SLOT}\nassert valid-deref accessible read %s, 5\n{end}"));
    stays(&format!("{SLOT}\nfree %s\n{end}"));
    stays(&format!("{SLOT}\n%x = offset %s, 0\n{end}"));
    stays(&format!("{SLOT}\ncopy %s, null, 4\n{end}"));
    stays(&format!("{SLOT}\njump l(%s)\nl(%x: ptr):\n{end}"));
    stays(&format!("%s = allocate heap 4 align 4\nstore i32 0 to %s\n{end}"));
    stays(&format!("{SLOT}\nassert initialised initialised %s\n{end}"));
}

#[test]
fn accesses_that_may_fail_stay() {
    stays(&format!("{SLOT}\nscope_end %s\nassert valid-deref accessible read %s, 4\nreturn 0"));
    stays(&format!(
        "{SLOT}\njump l\nl:\nstore i32 0 to %s\nscope_end %s\nbranch %b, l, o\no:\nreturn 0"
    ));
    check(
        &format!(
            "{SLOT}\njump l\nl:\nscope_start %s\nstore i32 0 to %s\nscope_end %s\nbranch %b, l, o\no:\nreturn 0"
        ),
        1,
        "jump l\nl:\nbranch %b, l, o\no:\nreturn 0",
    );
    stays(&format!("%m = stack_mark\n{SLOT}\nstack_release %m\nstore i32 0 to %s\nreturn 0"));
    check(
        &format!("{SLOT}\n%m = stack_mark\nstack_release %m\nstore i32 0 to %s\nreturn 0"),
        1,
        "%m = stack_mark\nstack_release %m\nreturn 0",
    );
}

/// A function with slots in a random graph of blocks; values cross blocks only by slots, one of which has
/// its address taken.
pub(crate) fn random_function(random: &mut Random) -> String {
    let (blocks, slots) = (1 + random.below(7), 1 + random.below(4));
    let mut text = "function @f(%a: i32, %b: i1) -> i32 {\nvariable !v\nentry:\n".to_string();
    for slot in 0..slots {
        let zeroed = if random.once_in(2) { "" } else { " zeroed" };
        text += &format!("%s{slot} = allocate stack 4 align 4{zeroed} variable !v\n");
        if random.once_in(4) {
            text += &format!("%o{slot} = offset %s{slot}, 0\nstore i32 3 to %o{slot}\n");
        }
        if random.once_in(2) {
            text += &format!("store i32 %a to %s{slot}\n");
        }
    }
    text += "jump b0\n";
    for block in 0..blocks {
        text += &format!("b{block}:\n");
        let mut values = vec!["%a".to_string(), "1".to_string()];
        for number in 0..random.below(7) {
            let slot = random.below(slots);
            let value = random.pick(&values).clone();
            let name = format!("%x{block}_{number}");
            match random.below(12) {
                0..=2 => {
                    text += &format!("assert valid-deref accessible read %s{slot}, 4\n");
                    text += &format!("{name} = load i32 %s{slot}\n");
                    values.push(name);
                }
                3..=5 => text += &format!("store i32 {value} to %s{slot}\n"),
                6 | 7 => {
                    let other = random.pick(&values).clone();
                    text += &format!("{name} = add i32 {value}, {other}\n");
                    values.push(name);
                }
                8 => {
                    text += &format!("{name}: i32 = input \"i\"\n");
                    values.push(name);
                }
                9 => {
                    text += &format!(
                        "{name} = compare slt i32 {value}, 5\nassert assertion holds {name}\n"
                    )
                }
                10 => text += &format!("scope_start %s{slot}\n"),
                _ if random.once_in(6) => text += &format!("scope_end %s{slot}\n"),
                _ => text += &format!("bind !v i32 {value}\n"),
            }
        }
        let (one, two) = (random.below(blocks), random.below(blocks));
        let value = random.pick(&values);
        text += &match random.below(4) {
            0 => format!("return {value}\n"),
            1 => format!("jump b{one}\n"),
            _ => format!(
                "%c{block} = compare slt i32 {value}, 2\nbranch %c{block}, b{one}, b{two}\n"
            ),
        };
    }
    text + "}\n"
}

#[test]
fn random_functions_behave_the_same() {
    let mut random = Random::new(11);
    let (mut promoted, mut compared) = (0, 0);
    for round in 0..1500 {
        let text = random_function(&mut random);
        let original = parse_program(&text, "a.kir").unwrap();
        assert_eq!(verify_program(&original), Ok(()), "{text}");
        let mut after = original.clone();
        promoted += promote(&mut after);
        let mut simple = after.clone();
        let model = simple.data_model;
        if let FunctionBody::Defined(definition) = &mut simple.functions[0].body {
            let definition = std::sync::Arc::make_mut(definition);
            simplify(definition, model);
        }
        for program in [&after, &simple] {
            let shown = || format!("{text}\n{}", print_program(program));
            assert_eq!(verify_program(program), Ok(()), "{}", shown());
            let seeds = round..round + 4;
            compared += assert_same_runs((&original, program), seeds, shown);
        }
    }
    assert!(promoted > 1000 && compared > 3000, "{promoted} {compared}");
}
