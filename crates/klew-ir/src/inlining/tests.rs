use crate::{FunctionBody, Program, parse_program, print_program, verify_program};

use super::inline_calls;

fn inlined(text: &str, budget: usize) -> Program {
    let mut program = parse_program(text, "a.kir").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(verify_program(&program), Ok(()));
    inline_calls(&mut program, budget);
    assert_eq!(verify_program(&program), Ok(()), "{}", print_program(&program));
    program
}

/// The entry as text, after inlining.
fn entry(text: &str, budget: usize) -> String {
    let text = print_program(&inlined(text, budget));
    let start = text.find("function @main").unwrap_or_else(|| panic!("{text}"));
    let end = text[start..].find("\n}").unwrap_or_else(|| panic!("{text}"));
    text[start..start + end].to_owned()
}

const ADD: &str = "
global &total size 4 align 4 = zero
function @main() {
entry:
  %x: i32 = input \"x\"
  %y: i32 = call @add(%x)
  %z: i32 = call @add(%y)
  %c = compare eq i32 %z, 7
  assert assertion holds %c
  exit
}
function @add(%a: i32) -> i32 {
entry:
  %p = allocate stack 4 align 4
  call @put(%p, %a)
  assert valid-deref accessible read %p, 4
  %v = load i32 %p
  %old = load i32 &total
  %new = add i32 %old, %v
  store i32 %new to &total
  return %new
}
function @put(%p: ptr, %a: i32) {
entry:
  assert valid-deref accessible write %p, 4
  store i32 %a to %p
  return
}
";

#[test]
fn calls_slots_and_globals_become_values() {
    let text = entry(ADD, 1000);
    for gone in ["call", "allocate", "load", "store", "accessible", "stack"] {
        assert!(!text.contains(gone), "{gone}\n{text}");
    }
    assert!(text.contains("assert"), "{text}");
}

#[test]
fn a_budget_leaves_calls() {
    let text = entry(ADD, 12);
    assert!(text.contains("call @add"), "{text}");
}

#[test]
fn recursion_stays_and_what_nobody_calls_goes() {
    let program = inlined(
        "
function @main() {
entry:
  %x: i32 = input \"x\"
  %y: i32 = call @twice(%x)
  exit
}
function @twice(%a: i32) -> i32 {
entry:
  %r: i32 = call @self(%a)
  return %r
}
function @self(%a: i32) -> i32 {
entry:
  %c = compare slt i32 %a, 1
  branch %c, end, more
end:
  return 0
more:
  %b = sub i32 %a, 1
  %r: i32 = call @self(%b)
  return %r
}
",
        1000,
    );
    let text = print_program(&program);
    assert_eq!(text.matches("call @self").count(), 2, "{text}");
    assert_eq!(program.functions[1].body, FunctionBody::External);
}

#[test]
fn objects_end_with_the_function_that_made_them() {
    let text = entry(
        "
function @main() {
entry:
  %p: ptr = call @dangling()
  assert valid-deref accessible read %p, 4
  %v = load i32 %p
  exit
}
function @dangling() -> ptr {
entry:
  %p = allocate stack 4 align 4
  return %p
}
",
        1000,
    );
    assert!(text.contains("release"), "{text}");
}
