use crate::{
    FunctionBody, if_conversion::convert_conditions, parse_program, print_program,
    promotion::promote_stack_slots, random_program::random_program, simplify::simplify,
    test_support::Random, verify_program,
};

/// The lines of a body before and after, simplified, without positions and names of values.
fn check(before: &str, after: &str) {
    assert_eq!(converted(before, true), converted(after, false));
}

fn check_kept(body: &str) {
    check(body, body);
}

fn converted(body: &str, convert: bool) -> String {
    let text = format!(
        "target 64\nfunction @f(%a: i32, %b: i1, %c: i1, %p: ptr) -> i32 {{\nvariable !0 \"v\"\n\
         entry:\n{body}\n}}"
    );
    let mut program = parse_program(&text, "a.kir").unwrap();
    assert_eq!(verify_program(&program), Ok(()));
    let model = program.data_model;
    let FunctionBody::Defined(definition) = &mut program.functions[0].body else { panic!() };
    let definition = std::sync::Arc::make_mut(definition);
    simplify(definition, model);
    if convert {
        convert_conditions(definition);
    }
    simplify(definition, model);
    for value in &mut definition.values {
        value.name = None;
    }
    for block in &mut definition.blocks {
        block.name = None;
    }
    assert_eq!(verify_program(&program), Ok(()), "{}", print_program(&program));
    let printed = print_program(&program);
    printed
        .lines()
        .map(|line| line.rsplit_once(" @").map_or(line, |(line, _)| line))
        .collect::<Vec<_>>()
        .join("\n")
}

const ENDS: &str = "t:\nreturn 1\ne:\nreturn 2";

#[test]
fn four_shapes_of_two_conditions() {
    check(
        &format!("branch %b, i, e\ni:\n%x = compare slt i32 %a, 3\nbranch %x, t, e\n{ENDS}"),
        &format!(
            "%x = compare slt i32 %a, 3\n%s = select i1 %b, %x, false\nbranch %s, t, e\n{ENDS}"
        ),
    );
    check(
        &format!("branch %b, t, i\ni:\n%x = compare slt i32 %a, 3\nbranch %x, t, e\n{ENDS}"),
        &format!(
            "%x = compare slt i32 %a, 3\n%s = select i1 %b, true, %x\nbranch %s, t, e\n{ENDS}"
        ),
    );
    check(
        &format!("branch %b, i, e\ni:\nbranch %c, e, t\n{ENDS}"),
        &format!("%n = xor i1 %c, true\n%s = select i1 %b, %n, false\nbranch %s, t, e\n{ENDS}"),
    );
    check(
        &format!("branch %b, t, i\ni:\nbranch %c, e, t\n{ENDS}"),
        &format!("%n = xor i1 %c, true\n%s = select i1 %b, true, %n\nbranch %s, t, e\n{ENDS}"),
    );
}

#[test]
fn arguments_of_the_common_way() {
    let ends = "t(%y: i32):\nreturn %y\ne(%z: i32):\n%w = add i32 %z, 1\nreturn %w";
    check(
        &format!("branch %b, i, e(%a)\ni:\n%x = add i32 %a, 5\nbranch %c, t(%x), e(%a)\n{ends}"),
        &format!(
            "%x = add i32 %a, 5\n%s = select i1 %b, %c, false\nbranch %s, t(%x), e(%a)\n{ends}"
        ),
    );
    check_kept(&format!(
        "branch %b, i, e(%a)\ni:\n%x = add i32 %a, 5\nbranch %c, t(%a), e(%x)\n{ends}"
    ));
}

#[test]
fn chosen_truth_values() {
    let end = "m(%r: i1):\n%z = convert zero_extend i1 %r to i32\nreturn %z";
    let select = "%z = convert zero_extend i1 %s to i32\nreturn %z";
    check(
        &format!("branch %b, i, m(false)\ni:\n%x = compare slt i32 %a, 3\njump m(%x)\n{end}"),
        &format!("%x = compare slt i32 %a, 3\n%s = select i1 %b, %x, false\n{select}"),
    );
    check(
        &format!("branch %b, m(true), i\ni:\njump m(%c)\n{end}"),
        &format!("%s = select i1 %b, true, %c\n{select}"),
    );
    check(
        &format!(
            "branch %b, i, j\ni:\n%x = compare slt i32 %a, 3\njump m(%x)\nj:\njump m(%c)\n{end}"
        ),
        &format!("%x = compare slt i32 %a, 3\n%s = select i1 %b, %x, %c\n{select}"),
    );
    // Numbers that go elsewhere, and pointers, are not merged.
    check_kept("branch %b, i, m(1)\ni:\njump m(%a)\nm(%r: i32):\nreturn %r");
}

#[test]
fn chains_of_conditions() {
    check(
        &format!(
            "branch %b, i, e\ni:\nbranch %c, j, e\nj:\n%x = compare slt i32 %a, 3\nbranch %x, t, e\n{ENDS}"
        ),
        &format!(
            "%x = compare slt i32 %a, 3\n%s = select i1 %c, %x, false\n\
             %u = select i1 %b, %s, false\nbranch %u, t, e\n{ENDS}"
        ),
    );
}

#[test]
fn what_may_fail_or_be_seen_is_not_done_in_vain() {
    for first in [
        "%x = load i1 %p",
        "assert assertion holds %c\n%x = xor i1 %c, true",
        "assert valid-deref accessible read %p, 1\n%x = load i1 %p",
        "%x: i1 = input \"x\"",
        "bind !0 %a\n%x = xor i1 %c, true",
        "store i32 1 to %p\n%x = xor i1 %c, true",
        "%n: i32 = call @f(%a, %b, %c, %p)\n%x = compare slt i32 %n, 3",
        "%q = offset %p, 1\n%x = compare equal ptr %p, %q",
        "%n = signed_div i32 5, %a\n%x = compare slt i32 %n, 3",
    ] {
        check_kept(&format!("branch %b, i, e\ni:\n{first}\nbranch %x, t, e\n{ENDS}"));
    }
    // Another way leads there.
    check_kept(&format!(
        "%d = compare slt i32 %a, 7\nbranch %d, k, i\nk:\nstore i32 1 to %p\nbranch %b, i, e\ni:\n\
         branch %c, t, e\n{ENDS}"
    ));
    check_kept("branch %b, i, e\ni:\nbranch %c, i, e\ne:\nreturn 2");
}

#[test]
fn loops() {
    check(
        "jump l(%a)\nl(%i: i32):\n%j = add i32 %i, 1\nstore i32 %j to %p\nbranch %b, k, o\nk:\n\
         %x = compare slt i32 %j, 9\nbranch %x, l(%j), o\no:\nreturn %i",
        "jump l(%a)\nl(%i: i32):\n%j = add i32 %i, 1\nstore i32 %j to %p\n\
         %x = compare slt i32 %j, 9\n%s = select i1 %b, %x, false\nbranch %s, l(%j), o\no:\nreturn %i",
    );
}

/// A loop of nine turns that counts in how many something holds; what is done with the count, and in each turn.
fn counting(turn: &str, end: &str) -> String {
    format!(
        "jump l(0, 0)\nl(%i: i32, %n: i32):\n%g = compare slt i32 %i, 9\nbranch %g, k, o\nk:\n{turn}\n\
         %j = add i32 %i, 1\njump l(%j, %y)\no:\n{end}"
    )
}

#[test]
fn numbers_that_are_only_summed_up_and_compared() {
    let if_holds =
        "branch %b, t, m(%n)\nt:\n%x = add i32 %n, 1\nbind !0 %x\njump m(%x)\nm(%y: i32):";
    let chosen = "%x = add i32 %n, 1\n%y = select i32 %b, %x, %n\nbind !0 %y";
    let compared = "%r = compare equal i32 %n, 3\nbranch %r, u, v\nu:\nreturn 1\nv:\nreturn 2";
    check(&counting(if_holds, compared), &counting(chosen, compared));
    // It is given away, is an address, or decides how many turns there are.
    check_kept(&counting(if_holds, "return %n"));
    check_kept(&counting(
        if_holds,
        "%w = convert sign_extend i32 %n to i64\n%q = offset %p, %w\nstore i8 1 to %q\nreturn 1",
    ));
    let break_at_four = format!("{if_holds}\n%d = compare equal i32 %y, 4\nbranch %d, o, e\ne:");
    check_kept(&counting(&break_at_four, "return 1"));
}

#[test]
fn a_choice_that_only_merged_conditions_make() {
    let end = "t:\njump m(%a)\nf:\njump m(1)\nm(%y: i32):\nreturn %y";
    check(
        &format!("branch %b, s, f\ns:\nbranch %c, t, f\n{end}"),
        &format!("%s = select i1 %b, %c, false\nbranch %s, t, f\n{end}"),
    );
}

#[test]
fn what_decides_the_next_choice_is_not_chosen() {
    let if_more = "%m = compare slt i32 %n, %a\nbranch %m, t, m(%n)\nt:\njump m(%a)\nm(%y: i32):";
    let compared = "%r = compare equal i32 %n, 3\n%z = convert zero_extend i1 %r to i32\nreturn %z";
    check_kept(&counting(if_more, compared));
}

#[test]
fn random_programs_stay_well_formed() {
    let mut random = Random::new(23);
    let mut converted = 0;
    for _ in 0..1500 {
        let mut program = random_program(&mut random);
        let before = print_program(&program);
        let model = program.data_model;
        for function in &mut program.functions {
            if let FunctionBody::Defined(definition) = &mut function.body {
                let definition = std::sync::Arc::make_mut(definition);
                promote_stack_slots(definition, model);
                simplify(definition, model);
                converted += usize::from(convert_conditions(definition));
                simplify(definition, model);
            }
        }
        let after = print_program(&program);
        assert_eq!(verify_program(&program), Ok(()), "{before}\n{after}");
    }
    assert!(converted > 10, "{converted}");
}
