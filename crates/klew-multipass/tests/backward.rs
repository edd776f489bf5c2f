//! What backward passes alone say of small programs: which checks fail, which hold, and what is left open.

mod common;

use std::cell::Cell;
use std::time::Duration;

use common::{ask, ask_while};
use klew_engine::{StopReason, Watch};
use klew_ir::{Program, Property, PropertySet, number_checks, parse_program};
use klew_multipass::{ForwardRuns, Options, Schedule};

fn program(text: &str) -> Program {
    let mut program =
        parse_program(text, "p.kir").unwrap_or_else(|error| panic!("{error}\n{text}"));
    number_checks(&mut program);
    program
}

/// The lines of the checks that fail have `// fails` at their end, those that hold `// holds`, others `// open`.
fn check(text: &str) {
    let properties: PropertySet = [
        Property::Assertion,
        Property::Dereference,
        Property::Free,
        Property::MemoryTracked,
        Property::MemoryFreed,
    ]
    .into_iter()
    .filter(|property| text.contains(&format!("// {}", property.name())) || !property.is_leak())
    .collect();
    let program = program(text);
    let sites = klew_ir::checks(&program, |property| properties.contains(property));
    for schedule in [Schedule::Unification, Schedule::Period(1), Schedule::default()] {
        let options = Options { schedule, runs: ForwardRuns::None, ..Options::default() };
        let said = ask(&program, properties, options, Duration::from_secs(2));
        for site in &sites {
            let line = match site.function {
                Some(_) => text.lines().nth(site.position.line as usize - 1).unwrap_or_default(),
                None => text
                    .lines()
                    .find(|line| line.starts_with(&format!("// {}", site.property.name())))
                    .unwrap_or_default(),
            };
            let got = match (said.fails.contains(&site.id), said.holds.contains(&site.id)) {
                (true, _) => "fails",
                (_, true) => "holds",
                _ => "open",
            };
            let account = &said.account;
            assert!(line.ends_with(got), "{got} ({schedule:?}): {line}\n{text}\n{account:?}");
        }
    }
}

/// The bound on recursion is known at the first call only, so backward paths into it never end.
#[test]
fn recursion_through_frames() {
    check(
        "\
function @factorial(%n: i32) -> i32 {
entry:
  %small = compare sle i32 %n, 1
  branch %small, one, more
one:
  return 1
more:
  %m = sub i32 %n, 1
  %r: i32 = call @factorial(%m)
  %p = mul i32 %r, %n
  return %p
}
function @main() -> i32 {
entry:
  %n: i32 = input \"n\"
  %low = compare ule i32 %n, 3
  assume %low
  %r: i32 = call @factorial(%n)
  %six = compare ne i32 %r, 6
  assert assertion holds %six // fails
  %most = compare sle i32 %r, 6
  assert assertion holds %most // open
  return 0
}
",
    );
}

#[test]
fn function_pointers_of_a_table() {
    check(
        "\
global &table align 8 constant = bytes \"\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\" relocations 0: @one, 8: @two
function @one(%x: i32) -> i32 {
entry:
  %y = add i32 %x, 1
  return %y
}
function @two(%x: i32) -> i32 {
entry:
  %y = add i32 %x, 2
  return %y
}
function @main() -> i32 {
entry:
  %which: i1 = input \"which\"
  branch %which, first, second
first:
  %f: ptr = load ptr &table
  jump go(%f)
second:
  %g: ptr = load ptr &table + 8
  jump go(%g)
go(%h: ptr):
  %r: i32 = call_pointer %h(i32 5)
  %a = compare ne i32 %r, 7
  assert assertion holds %a // fails
  %b = compare ult i32 %r, 8
  assert assertion holds %b // holds
  %c = compare ult i32 5, %r
  assert assertion holds %c // holds
  return 0
}
",
    );
}

#[test]
fn errors_of_memory_on_the_way() {
    check(
        "\
function @main() -> i32 {
entry:
  %p = allocate heap 8
  %i: i64 = input \"i\"
  %low = compare ule i64 %i, 8
  assume %low
  %q = offset %p, %i
  assert valid-deref accessible write %q, 1 // fails
  store i8 1 to %q
  assert valid-free freeable %p // holds
  free %p
  assert valid-deref accessible read %p, 1 // fails
  %x: i8 = load i8 %p
  return 0
}
",
    );
    check(
        "\
function @main() -> i32 {
entry:
  %p = allocate heap 8
  %c: i1 = input \"c\"
  branch %c, once, twice
once:
  free %p
  jump twice
twice:
  assert valid-free freeable %p // fails
  free %p
  %q = allocate heap 8
  %r = offset %q, 4
  %s = select ptr %c, %q, %r
  assert valid-free freeable %s // fails
  free %s
  assert valid-deref accessible read null, 1 // holds
  return 0
}
",
    );
}

#[test]
fn leaks_at_the_end() {
    let leak = "\
// valid-memcleanup fails
function @main() -> i32 {
entry:
  %p = allocate heap 8
  %c: i1 = input \"c\"
  branch %c, away, stay
away:
  free %p
  jump stay
stay:
  return 0
}
";
    check(leak);
    let freed = leak.replace("branch %c, away, stay", "jump away").replace("fails", "holds");
    check(&freed);
}

/// A read of bytes of several writes, a symbolic offset, a copy and a fill.
#[test]
fn reads_are_precise_to_the_byte() {
    check(
        "\
global &g size 16 align 8 = zero
function @main() -> i32 {
entry:
  store i32 0x11223344 to &g
  store i8 0x55 to &g + 1
  %x: i32 = load i32 &g
  %a = compare eq i32 %x, 0x11225544
  assert assertion holds %a // holds
  %y: i16 = load i16 &g + 3
  %b = compare eq i16 %y, 0x11
  assert assertion holds %b // holds
  %h = allocate heap 8
  fill %h, 7, 8
  copy %h, &g, 4
  %z: i64 = load i64 %h
  %c = compare eq i64 %z, 0x0707070711225544
  assert assertion holds %c // open
  %i: i64 = input \"i\"
  %low = compare ule i64 %i, 3
  assume %low
  %p = offset %h, %i
  store i8 9 to %p
  %w: i8 = load i8 %h
  %d = compare ne i8 %w, 9
  assert assertion holds %d // fails
  %v: i8 = load i8 %p
  %e = compare eq i8 %v, 9
  assert assertion holds %e // holds
  return 0
}
",
    );
}

/// A store through another pointer to the same cell counts, which rules S1 to S4 of the paper do not look at.
#[test]
fn a_store_through_an_alias_counts() {
    check(
        "\
global &a size 4 align 4 = zero
global &b size 4 align 4 = zero
global &cell size 8 align 8 = zero
global &p size 8 align 8 = zero
global &q size 8 align 8 = zero
function @main() -> i32 {
entry:
  store ptr &cell to &p
  store ptr &cell to &q
  store i32 1 to &a
  store i32 2 to &b
  %p1: ptr = load ptr &p
  store ptr &a to %p1
  %q1: ptr = load ptr &q
  store ptr &b to %q1
  %p2: ptr = load ptr &p
  %r: ptr = load ptr %p2
  %x: i32 = load i32 %r
  %two = compare eq i32 %x, 2
  assert assertion holds %two // holds
  %one = compare ne i32 %x, 2
  assert assertion holds %one // fails
  return 0
}
",
    );
}

/// Paths need not come to the begin of the run to be infeasible: this is a proof for any number of turns.
#[test]
fn what_contradicts_itself_nearby_holds() {
    let text = "\
function @main() -> i32 {
entry:
  %n: i32 = input \"n\"
  jump loop(0)
loop(%i: i32):
  %more = compare ult i32 %i, %n
  branch %more, body, done
body:
  %j = add i32 %i, 1
  jump loop(%j)
done:
  %same = compare eq i32 %i, %n
  assert assertion holds %same
  return 0
}
";
    let program = program(text);
    let options =
        Options { schedule: Schedule::Period(1), runs: ForwardRuns::None, ..Options::default() };
    let properties = [Property::Assertion].into_iter().collect();
    let said = ask(&program, properties, options, Duration::from_secs(2));
    assert_eq!(said.holds.len(), 1, "{:?}", said.account);
    assert!(said.figure("backward_paths") < 10, "{:?}", said.account);
}

#[test]
fn what_is_not_followed_proves_nothing() {
    // A loop without a bound, and a number that it never comes to.
    check(
        "\
function @main() -> i32 {
entry:
  %n: i32 = input \"n\"
  jump loop(0)
loop(%i: i32):
  %more = compare slt i32 %i, %n
  branch %more, body, done
body:
  %j = add i32 %i, 2
  jump loop(%j)
done:
  %odd = compare ne i32 %i, 7
  assert assertion holds %odd // open
  return 0
}
",
    );
    // Code that is not supported, in front of the check.
    check(
        "\
function @odd() unsupported \"inline assembly\"
function @main() -> i32 {
entry:
  %n: i1 = input \"n\"
  branch %n, odd, done
odd:
  call @odd()
  jump done
done:
  assert assertion holds true // open
  return 0
}
",
    );
    // A write that may go anywhere, and that nobody checks.
    check(
        "\
global &g size 4 align 4 = zero
global &h size 4 align 4 = zero
function @main() -> i32 {
entry:
  %i: i64 = input \"i\"
  %p = offset &h, %i
  store i32 1 to %p
  %x: i32 = load i32 &g
  %zero = compare eq i32 %x, 0
  assert assertion holds %zero // open
  return 0
}
",
    );
}

/// Stops when it was asked so often.
struct Looks(Cell<u32>);

impl Watch for Looks {
    fn stop(&self) -> Option<StopReason> {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        (left == 0).then_some(StopReason::Time)
    }
}

/// No backward path comes to the failing check; but that is no proof, as code that is not supported may be come to.
#[test]
fn stopped_at_any_time_it_proves_nothing_that_is_left_out() {
    let program = program(
        "\
function @main() -> i32 {
entry:
  %n: i32 = input \"n\"
  %small = compare ult i32 %n, 10
  branch %small, inside, other
inside:
  %fine = compare ne i32 %n, 12
  assert assertion holds %fine
  return 0
other:
  unsupported \"something\"
}
",
    );
    let properties: PropertySet = [Property::Assertion].into_iter().collect();
    for looks in 0..400 {
        let options = Options { runs: ForwardRuns::None, ..Options::default() };
        let said = ask_while(&program, properties, options, &Looks(Cell::new(looks)));
        assert!(said.holds.is_empty(), "stopped after {looks} looks: {:?}", said.account);
        assert!(!said.account.is_complete(), "stopped after {looks} looks");
    }
}
