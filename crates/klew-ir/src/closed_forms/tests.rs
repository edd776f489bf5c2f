use std::collections::HashMap;

use super::*;
use crate::simplify::simplify_all;
use crate::test_runs::{Outcome, Runs};
use crate::test_support::Random;
use crate::{parse_program, print_program, verify_program};

fn parsed(text: &str) -> Program {
    let mut program = parse_program(&format!("target 64\n{text}\nentry @f"), "a.kir").unwrap();
    assert_eq!(verify_program(&program), Ok(()), "{text}");
    simplify_all(&mut program);
    program
}

fn forms_of(program: &Program) -> Vec<Form> {
    let id = program.function_named("f").unwrap();
    Subject::new(program, id).map(|subject| proof::forms(&subject)).unwrap_or_default()
}

fn guards(text: &str) -> Vec<Guard> {
    forms_of(&parsed(text)).into_iter().map(|form| form.guard).collect()
}

const ACKERMANN: &str = "function @f(%m: i32, %n: i32) -> i32 {
entry:
  %a = compare eq i32 %m, 0
  branch %a, zero, more
zero:
  %r0 = add i32 %n, 1
  return %r0
more:
  %m1 = sub i32 %m, 1
  %b = compare eq i32 %n, 0
  branch %b, last, both
last:
  %r1: i32 = call @f(%m1, 1)
  return %r1
both:
  %n1 = sub i32 %n, 1
  %inner: i32 = call @f(%m, %n1)
  %r2: i32 = call @f(%m1, %inner)
  return %r2
}";

const FIBONACCI: &str = "function @f(%n: i32) -> i32 {
entry:
  %a = compare slt i32 %n, 1
  branch %a, zero, more
zero:
  return 0
more:
  %b = compare eq i32 %n, 1
  branch %b, one, both
one:
  return 1
both:
  %n1 = sub i32 %n, 1
  %r1: i32 = call @f(%n1)
  %n2 = sub i32 %n, 2
  %r2: i32 = call @f(%n2)
  %r = add i32 %r1, %r2
  return %r
}";

const POWER: &str = "function @f(%base: i32, %n: i32) -> i32 {
entry:
  %a = compare eq i32 %n, 0
  branch %a, zero, more
zero:
  return 1
more:
  %n1 = sub i32 %n, 1
  %r1: i32 = call @f(%base, %n1)
  %r = mul i32 %base, %r1
  return %r
}";

/// Moves a tower, and counts in a global.
const TOWER: &str = "global &count size 4 align 4 = zero
function @f(%n: i32, %from: i32, %to: i32, %via: i32) {
entry:
  %a = compare eq i32 %n, 0
  branch %a, done, more
done:
  return
more:
  %old = load i32 &count
  %new = add i32 %old, 1
  store i32 %new to &count
  %n1 = sub i32 %n, 1
  call @f(%n1, %from, %via, %to)
  call @f(%n1, %via, %to, %from)
  return
}";

/// A product by additions. STEP is what is subtracted.
const PRODUCT: &str = "function @f(%n: i32, %m: i32) -> i32 {
entry:
  %a = compare slt i32 %m, 0
  branch %a, negative, other
negative:
  %minus = sub i32 0, %m
  %r0: i32 = call @f(%n, %minus)
  return %r0
other:
  %b = compare eq i32 %m, 0
  branch %b, zero, more
zero:
  return 0
more:
  %m1 = sub i32 %m, STEP
  %r1: i32 = call @f(%n, %m1)
  %r = add i32 %n, %r1
  return %r
}";

#[test]
fn forms_of_functions_that_people_know() {
    let first: Vec<Guard> = (0..3).map(|value| Guard::Is(0, value)).collect();
    assert_eq!(guards(ACKERMANN), first);
    assert_eq!(guards(FIBONACCI), (0..=64).map(|value| Guard::Is(0, value)).collect::<Vec<_>>());
    assert_eq!(guards(TOWER), (0..=64).map(|value| Guard::Is(0, value)).collect::<Vec<_>>());
    assert_eq!(guards(&PRODUCT.replace("STEP", "1")), [Guard::NotNegative(1)]);
    let sum = PRODUCT.replace("%n, %m1)", "%n, %m1)\n  assert assertion holds %b");
    assert_eq!(guards(&sum.replace("STEP", "1")), []);
    // Whether the argument was written is for callers to know.
    let asked = FIBONACCI.replace("entry:", "entry:\n  assert initialised initialised i32 %n");
    assert_eq!(guards(&asked), []);
}

#[test]
fn forms_are_said_in_the_words_of_the_source() {
    let said = |text: &str| -> Vec<String> {
        let texts = summarise_recursion(&mut parsed(text), &str::to_owned).into_iter();
        texts.map(|summary| summary.text.replace("argument ", "a")).collect()
    };
    assert_eq!(said(ACKERMANN), ["f(a1, a2) == a2 + 1, a2 + 2, 2 * a2 + 3 where a1 == 0, 1, 2"]);
    assert_eq!(said(&PRODUCT.replace("STEP", "1")), ["f(a1, a2) == a1 * a2 where a2 >= 0"]);
    assert_eq!(
        said(POWER),
        ["f(a1, a2) == 1, a1, a1², a1³, …, a1⁶⁴ where a2 == 0, 1, 2, 3, …, 64"]
    );
    let counted =
        "count after f(a1, a2, a3, a4) == count, count + 1, count + 3, count + 7, …, count - 1";
    assert_eq!(said(TOWER), [format!("{counted} where a1 == 0, 1, 2, 3, …, 64")]);
    assert_eq!(
        said(FIBONACCI)[0].split_once(" where").unwrap().0,
        "f(a1) == 0, 1, 1, 2, …, 1640636603"
    );
}

/// As Java's methods are: a second result says what was thrown.
const THROWS_NOTHING: &str = "function @f(%n: i32, %m: i32) -> i32, ptr {
entry:
  %a = compare sle i32 %m, 0
  branch %a, zero, more
zero:
  return %n, null
more:
  %n1 = add i32 %n, 3
  %m1 = sub i32 %m, 1
  %r: i32, %thrown: ptr = call @f(%n1, %m1)
  %b = compare eq ptr %thrown, null
  branch %b, on, out
on:
  return %r, null
out:
  return 0, THROWN
}";

#[test]
fn a_pointer_is_always_null_or_there_is_no_form() {
    let forms = guards(&THROWS_NOTHING.replace("THROWN", "%thrown"));
    assert_eq!(forms, [Guard::NotNegative(1)]);
    let throws = THROWS_NOTHING.replace("return %n, null", "return %n, &thrown");
    let throws = format!("global &thrown size 1 align 1 = zero\n{throws}");
    assert_eq!(guards(&throws.replace("THROWN", "%thrown")), []);
    let mut program = parsed(&THROWS_NOTHING.replace("THROWN", "%thrown"));
    summarise_recursion(&mut program, &str::to_owned);
    assert_eq!(verify_program(&program), Ok(()), "{}", print_program(&program));
}

#[test]
fn what_may_not_end_has_no_form() {
    // From an odd number, in steps of two, zero is never met.
    assert_eq!(guards(&PRODUCT.replace("STEP", "2")), []);
    // Nothing gets smaller.
    assert_eq!(guards(&PRODUCT.replace("STEP", "0")), []);
}

#[test]
fn values_are_those_of_the_functions() {
    let mut program = parsed(FIBONACCI);
    summarise_recursion(&mut program, &str::to_owned);
    assert_eq!(verify_program(&program), Ok(()), "{}", print_program(&program));
    let at = |n: u64| Runs::outcome(&program, &[n], 0);
    let returns = |value| Outcome::Returns(Some(value), HashMap::from([(0, 0)]));
    assert_eq!(at(46), returns(1_836_311_903));
    assert_eq!(at(u64::from(u32::MAX)), returns(0));
    let mut program = parsed(TOWER);
    summarise_recursion(&mut program, &str::to_owned);
    let counted = Outcome::Returns(None, HashMap::from([(0, 7 + (1 << 20) - 1)]));
    assert_eq!(Runs::outcome(&program, &[20, 1, 3, 2], 7), counted);
}

/// A recursive function of two numbers of four bits, and in some of them a global.
fn random_function(random: &mut Random) -> String {
    let uses_cell = random.once_in(3);
    let comparison = |random: &mut Random| {
        let name = *random.pick(&["eq", "eq", "slt", "sle", "ult", "ne"]);
        let value = *random.pick(&["%n", "%n", "%m"]);
        format!("compare {name} i4 {value}, {}", random.pick(&["0", "0", "1", "2", "15"]))
    };
    let argument = |random: &mut Random, result: &str| {
        let other = ["%n", "%m", "1", "2", "15", result];
        let operation = *random.pick(&["add", "sub", "sub", "sub", "mul"]);
        format!("{operation} i4 {}, {}", random.pick(&["%n", "%m"]), random.pick(&other))
    };
    let mut text = String::new();
    if uses_cell {
        text += "global &count size 1 align 1 = zero\n";
    }
    let first = comparison(random);
    text += &format!("function @f(%n: i4, %m: i4) -> i4 {{\nentry:\n%a = {first}\n");
    let (base, recursive) = if random.once_in(4) { ("more", "zero") } else { ("zero", "more") };
    text += &format!("branch %a, {base}, {recursive}\nzero:\n%r0 = {}\n", argument(random, "%n"));
    text += &format!("return {}\nmore:\n", random.pick(&["%r0", "0", "1", "%m"]));
    if uses_cell {
        text += "%old = load i8 &count\n%new = add i8 %old, 1\nstore i8 %new to &count\n";
    }
    if random.once_in(6) {
        text += &format!("%c = {}\nassert assertion holds %c\n", comparison(random));
    }
    text += &format!("%n1 = sub i4 %n, {}\n", random.pick(&["1", "1", "1", "2", "15"]));
    let other = random.pick(&["%m", "%m", "%b0"]).to_string();
    text += &format!("%b0 = {}\n%r1: i4 = call @f(%n1, {other})\n", argument(random, "%n1"));
    let mut last = "%r1";
    if random.once_in(3) {
        text += &format!("%b1 = {}\n%r2: i4 = call @f(%n1, %b1)\n", argument(random, "%r1"));
        last = "%r2";
    }
    text += &format!("%b2 = {}\n", argument(random, last));
    text + &format!("return {}\n}}\n", random.pick(&["%b2", "%b2", last]))
}

#[test]
fn random_functions_give_the_same_for_all_arguments() {
    let mut random = Random::new(7);
    let (mut with_forms, mut returned) = (0, 0);
    for round in 0..1500 {
        let text = random_function(&mut random);
        let program = parsed(&text);
        let mut changed = program.clone();
        summarise_recursion(&mut changed, &str::to_owned);
        if changed == program {
            continue;
        }
        with_forms += 1;
        assert_eq!(verify_program(&changed), Ok(()), "{text}\n{}", print_program(&changed));
        for arguments in (round % 7..256).step_by(7).map(|both| [both % 16, both / 16]) {
            let before = Runs::outcome(&program, &arguments, 5);
            let after = Runs::outcome(&changed, &arguments, 5);
            let is_cut = before == Outcome::DoesNotEnd && text.matches("call").count() > 1;
            returned += usize::from(matches!(before, Outcome::Returns(..)));
            assert!(is_cut || before == after, "{arguments:?} {before:?} {after:?}\n{text}");
        }
    }
    assert!(with_forms > 100 && returned > 1500, "{with_forms} {returned}");
}
