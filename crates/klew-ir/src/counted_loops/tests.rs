use super::*;
use crate::test_runs::{Outcome, Runs};
use crate::test_support::Random;
use crate::{Program, parse_program, print_program, verify_program};

fn parsed(text: &str) -> Program {
    let program = parse_program(&format!("target 64\n{text}\nentry @f"), "a.kir").unwrap();
    assert_eq!(verify_program(&program), Ok(()), "{text}");
    program
}

/// The program with its turns skipped, and whether there were any.
fn skipped(program: &Program) -> (Program, bool) {
    let any = !counted_loops(&program.functions, 0).is_empty();
    let mut program = program.clone();
    skip_counted_turns(&mut program);
    assert_eq!(verify_program(&program), Ok(()), "{}", print_program(&program));
    (program, any)
}

/// A function of 4-bit numbers whose loop has the variables `%i`, `%s` and `%u`.
fn function(turn: &str) -> String {
    format!(
        "function @f(%a: i4, %b: i4, %n: i4) -> i4 {{\nentry:\njump l(%a, %b, %n)\n\
         l(%i: i4, %s: i4, %u: i4):\n{turn}\nt:\n%j = add i4 %i, 1\njump l(%j, %s, %u)\nend(%r: i4):\nreturn %r\n}}"
    )
}

/// Whether turns are skipped; all calls give the same then.
fn skips(text: &str) -> bool {
    let before = parsed(text);
    let (after, any) = skipped(&before);
    // 641 has no factor in common with the number of arguments, so any are tried that many times.
    for arguments in
        (0..100_u64).map(|it| it * 641 + 15).map(|it| [it, it >> 4, it >> 8].map(|part| part & 15))
    {
        let [one, other] = [&before, &after].map(|program| Runs::outcome(program, &arguments, 0));
        assert_eq!(one, other, "{arguments:?}\n{text}\n{}", print_program(&after));
    }
    any
}

const COMPARISONS: [&str; 6] = ["ult", "ule", "slt", "sle", "ne", "equal"];

/// A loop in which the second block is reached if the condition holds, or if it does not.
fn counting(random: &mut Random) -> String {
    let comparison = random.pick(&COMPARISONS);
    let (mut left, mut right) = ("%i", *random.pick(&["%n", "%u", "5", "15", "0"]));
    if random.once_in(2) {
        (left, right) = (right, left);
    }
    let ways = if random.once_in(2) { "t, end(%s)" } else { "end(%s), t" };
    let step = random.pick(&["1", "15", "2", "3", "14", "11", "8", "0"]);
    let added = random.pick(&["1", "7", "%n", "%i", "%s"]);
    let reset = random.pick(&["%u", "3", "%j", "%s"]);
    // The test stands ahead of what a turn does, or behind.
    let (turn, test) = match random.once_in(2) {
        true => (
            format!("%c = compare {comparison} i4 {left}, {right}\nbranch %c, {ways}\nt:\n"),
            String::from("jump l(%j, %z, %w)"),
        ),
        false => {
            let left = left.replace("%i", "%j");
            let right = right.replace("%i", "%j");
            let ways = ways.replace("t, ", "l(%j, %z, %w), ").replace(", t", ", l(%j, %z, %w)");
            (
                String::new(),
                format!("%c = compare {comparison} i4 {left}, {right}\nbranch %c, {ways}"),
            )
        }
    };
    let body = format!(
        "{turn}%j = add i4 %i, {step}\n%z = add i4 %s, {added}\n%w = add i4 {reset}, 0\n{test}"
    );
    format!(
        "function @f(%a: i4, %b: i4, %n: i4) -> i4 {{\nentry:\njump l(%a, %b, %n)\n\
         l(%i: i4, %s: i4, %u: i4):\n{body}\nend(%r: i4):\n%q = add i4 %r, %u\nreturn %q\n}}"
    )
}

#[test]
fn loops_that_are_removed_change_nothing() {
    let mut random = Random::new(12);
    let entry = "jump l(%a, %b, %n)";
    let without_loop = (0..250).filter(|_| {
        let numbers = [(); 3].map(|()| random.below(16));
        let [a, b, n] = numbers;
        let known = [format!("jump l({a}, %b, {n})"), format!("jump l({a}, {b}, {n})")];
        let text = counting(&mut random).replace(entry, random.pick::<String>(&known));
        let is_counted = skips(&text);
        is_counted && !print_program(&skipped(&parsed(&text)).0).contains("branch")
    });
    let count = without_loop.count();
    assert!(count > 10, "{count}");
}

#[test]
fn what_never_ends_stays() {
    let text = "function @f() -> i64 {\nentry:\njump l(0)\nl(%i: i64):\n%c = compare ule i64 %i, MOST\n\
                branch %c, t, end\nt:\n%j = add i64 %i, 1\njump l(%j)\nend:\nreturn %i\n}";
    let text = text.replace("MOST", &u64::MAX.to_string());
    let (after, any) = skipped(&parsed(&text));
    assert!(any);
    assert_eq!(Runs::outcome(&after, &[], 0), Outcome::DoesNotEnd);
}

#[test]
fn loops_around_loops_that_are_removed() {
    let text = "function @f(%n: i32) -> i32 {\nentry:\njump l(0, 7)\nl(%x: i32, %y: i32):\n%c = compare ult i32 %x, %n\n\
                branch %c, t, end\nt:\njump k(0)\nk(%z: i32):\n%d = compare ult i32 %z, 10\nbranch %d, u, v\nu:\n\
                %p = add i32 %z, 1\njump k(%p)\nv:\n%j = add i32 %x, 1\njump l(%j, %z)\nend:\n%r = add i32 %x, %y\nreturn %r\n}";
    let (after, _) = skipped(&parsed(text));
    for (n, result) in [(0, 7), (1, 11), (0xffff_ffff, 9)] {
        let returns = Outcome::Returns(Some(result), std::collections::HashMap::from([(0, 0)]));
        assert_eq!(Runs::outcome(&after, &[n], 0), returns);
    }
}

#[test]
fn functions_that_only_compute_count() {
    let counted = |body: &str| {
        let text = format!(
            "function @f(%n: i32) -> i32 {{\nentry:\njump l(0)\nl(%i: i32):\n%c = compare ult i32 %i, %n\n\
             branch %c, t, end\nt:\n%j: i32 = call @g(%i, 2)\njump l(%j)\nend:\nreturn %i\n}}\n\
             function @g(%a: i32, %b: i32) -> i32 {{\nentry:\n{body}\n}}"
        );
        skipped(&parsed(&text)).1
    };
    assert!(counted("%r = add i32 %a, %b\nreturn %r"));
    assert!(!counted(
        "%r = add i32 %a, %b\n%e = compare ult i32 %r, 9\nassert assertion holds %e\nreturn %r"
    ));
    assert!(!counted("%r = mul i32 %a, %b\nreturn %r"));
}

#[test]
fn turns_that_are_skipped_change_nothing() {
    let mut random = Random::new(11);
    let count = (0..250).filter(|_| skips(&counting(&mut random))).count();
    // Half of the comparisons move away from the bound, or a turn does more than count.
    assert!(count > 30, "{count}");
}

#[test]
fn what_is_skipped() {
    let leave = "%c = compare ult i4 %i, %n\nbranch %c, t, end(%s)";
    assert!(skips(&function(leave)));
    // A check, an input, memory and another way out are no counting.
    let seen = [
        "assert assertion holds %c",
        "%x: i4 = input \"x\"",
        "%x = load i4 &g",
        "store i4 1 to &g",
    ];
    for seen in seen {
        let text =
            format!("global &g size 1 align 1 = zero\n{}", function(&format!("{seen}\n{leave}")));
        let text = text.replace("holds %c", "holds true");
        let (_, any) = skipped(&parsed(&text));
        assert!(!any, "{text}");
    }
    let early = "%d = compare equal i4 %i, 7\nbranch %d, end(%i), k\nk:\n";
    assert!(!skips(&function(&format!("{early}{leave}"))));
    // The bound moves.
    let moving = "%m = sub i4 %n, %i\n%c = compare ult i4 %i, %m\nbranch %c, t, end(%s)";
    assert!(!skips(&function(moving)));
}

#[test]
fn the_last_turn_is_what_is_left() {
    let text = "function @f(%n: i32) -> i32 {\nentry:\njump l(0, 0)\nl(%i: i32, %y: i32):\n%c = compare ult i32 %i, %n\n\
                branch %c, t, end\nt:\n%z = xor i32 %i, 5\n%j = add i32 %i, 2\njump l(%j, %z)\nend:\nreturn %y\n}";
    let (after, any) = skipped(&parsed(text));
    assert!(any);
    let last = 3_999_999_998_u64;
    let outcome = Runs::outcome(&after, &[last + 1], 0);
    assert_eq!(
        outcome,
        Outcome::Returns(Some(last ^ 5), std::collections::HashMap::from([(0, 0)]))
    );
}
