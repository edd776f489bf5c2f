use super::*;
use klew_ir::{Property, parse_program};

fn check(text: &str, expected: &[Property], unknown: bool) {
    let mut program =
        parse_program(text, "a.kir").unwrap_or_else(|error| panic!("{error}: {text}"));
    program.data_model.typed_memory = true;
    klew_ir::specialise::specialise(&mut program, |_, _| true, false);
    let possible = possible_violations(&program, |_| false).expect("a small program");
    let checks = klew_ir::checks(&program, |_| true).into_iter();
    let found = checks.filter(|check| possible.checks.contains(&check.id));
    let found: BTreeSet<Property> = found.map(|check| check.property).collect();
    assert_eq!(found, expected.iter().copied().collect(), "{text}");
    assert_eq!(possible.unknown, unknown, "{text}");
}

/// A function that makes an object of class 7 and gives it as exception if `condition` holds.
fn thrower(condition: &str) -> String {
    format!(
        "function @thrower(%x: i32) -> ptr {{
        entry:
          {condition}
          branch %c, bad, good
        bad:
          %o = allocate heap 16 zeroed
          store i32 7 to %o
          return %o
        good:
          return null
        }}"
    )
}

fn caught(handler: &str) -> String {
    format!(
        "function @main() {{
        entry:
          %x: i32 = input \"x\"
          %e: ptr = call @thrower(%x)
          %n = compare equal ptr %e, null
          branch %n, good, bad
        bad:
          %tag = load i32 %e
          {handler}
        seven:
          assert assertion holds false
          return
        other:
          assert no-runtime-exception holds false
          return
        good:
          return
        }}\n"
    )
}

#[test]
fn exceptions_of_one_class() {
    let handler = "switch i32 %tag, 7 -> seven, else -> other";
    let throws = thrower("%c = compare signed_less i32 %x, 5");
    check(&(caught(handler) + &throws), &[Property::Assertion], false);
    let never = thrower("%c = compare signed_less i32 5, 3");
    check(&(caught(handler) + &never), &[], false);
    let always = thrower("%c = compare signed_less i32 3, 5");
    check(&(caught("jump other") + &always), &[Property::UncaughtException], false);
}

#[test]
fn null_is_known_after_a_test() {
    let program = |between: &str| {
        format!(
            "global &head size 8 align 8 = zero
            function @other() {{
            entry:
              store ptr null to &head
              return
            }}
            function @main() {{
            entry:
              %p = load ptr &head
              %n = compare equal ptr %p, null
              branch %n, none, some
            some:
              {between}
              %q = load ptr &head
              %m = compare equal ptr %q, null
              branch %m, bad, none
            bad:
              assert no-runtime-exception holds false
              return
            none:
              return
            }}"
        )
    };
    check(&program(""), &[], false);
    check(&program("call @other()"), &[Property::UncaughtException], false);
}

#[test]
fn states_of_classes_and_recursion() {
    let program = |stored: &str| {
        format!(
            "global &state size 1 align 1 = zero
            function @initialise(%n: i32) -> i32 {{
            entry:
              %s = load i8 &state
              %two = compare equal i8 %s, 2
              branch %two, bad, more
            more:
              store i8 {stored} to &state
              %c = compare equal i32 %n, 0
              branch %c, done, again
            again:
              %m = sub i32 %n, 1
              %r: i32 = call @initialise(%m)
              return %r
            done:
              return 3
            bad:
              assert no-runtime-exception holds false
              return 4
            }}
            function @main() {{
            entry:
              %x: i32 = input \"x\"
              %r: i32 = call @initialise(%x)
              %c = compare equal i32 %r, 3
              assert assertion holds %c
              return
            }}"
        )
    };
    check(&program("1"), &[], false);
    check(&program("2"), &[Property::Assertion, Property::UncaughtException], false);
}

#[test]
fn numbers_are_known_after_a_test() {
    let program = |stored: &str| {
        format!(
            "global &state size 1 align 1 = zero
            function @main() {{
            entry:
              %s = load i8 &state
              %none = compare equal i8 %s, 0
              branch %none, first, more
            first:
              store i8 {stored} to &state
              return
            more:
              %one = compare equal i8 %s, 1
              branch %one, good, bad
            bad:
              assert no-runtime-exception holds false
              return
            good:
              return
            }}"
        )
    };
    check(&program("1"), &[], false);
    check(&program("3"), &[Property::UncaughtException], false);
}

#[test]
fn what_is_not_known() {
    check("function @main() {\nentry:\n  unsupported \"x\"\n}", &[], true);
    check(
        "function @f() external\nfunction @main() {\nentry:\n  call @f()\n  return\n}",
        &[],
        true,
    );
    let loop_without_end = "function @main() {\nentry:\n  jump entry2\nentry2:\n  jump entry2\n}";
    check(loop_without_end, &[], false);
}
