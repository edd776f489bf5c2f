//! Programs of which the truth is known.

use klew_oracle::{Bounds, EnumerateError, Truth, enumerate, parse};

const TYPES: &str = r#"entry @main
type $int = int "int" 32 signed
type $to_A = pointer $A
type $A = record "A" size 24 tag 2 { "v" at 64 $int, "next" at 128 $to_A }
type $to_B = pointer $B
type $B = record "B" size 24 tag 3 extends $A { "v" at 64 $int, "next" at 128 $to_A }
type $to_C = pointer $C
type $C = record "C" size 16 { "v" at 0 $int, "next" at 64 $to_C }
type $to_array = pointer $array
type $array = record "int[]" size 8 tag 9 { } elements $int
"#;

fn truth(body: &str) -> Result<Truth, EnumerateError> {
    let text = format!("{TYPES}function @main() {{\nentry:\n{body}\n}}\n");
    enumerate(&parse(&text).unwrap(), &Bounds::default())
}

/// The messages of the checks that fail, the runs that end, and those that are assumed away.
fn check(body: &str, violated: &[&str], runs: u64, assumed_away: u64) {
    let text = format!("{TYPES}function @main() {{\nentry:\n{body}\n}}\n");
    let truth = truth(body).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let found: Vec<&str> = truth
        .violations
        .keys()
        .map(|target| lines[target.position.line as usize - 1].split('"').nth(1).unwrap())
        .collect();
    assert_eq!(
        (&found[..], truth.runs, truth.assumed_away),
        (violated, runs, assumed_away),
        "{body}"
    );
}

#[test]
fn references_are_null_old_or_new() {
    // a: null, A, B. b: null, A, B, or a.
    check(
        r#"  %a: ptr = input "a" type $to_A
  %b: ptr = input "b" type $to_A
  %same = compare eq ptr %a, %b
  %null = compare eq ptr %a, null
  %good = xor i1 %same, true
  %either = or i1 %good, %null
  assert assertion holds %either "apart"
  assert assertion holds %good "not both null"
  return"#,
        &["apart", "not both null"],
        3 + 2 * 4,
        0,
    );
}

#[test]
fn classes_limit_references() {
    // b: null or B. a: null, A, B, or b.
    check(
        r#"  %b: ptr = input "b" type $to_B
  %null = compare eq ptr %b, null
  branch %null, end, some
some:
  %tag = load i32 %b
  %three = compare eq i32 %tag, 3
  assert assertion holds %three "is a B"
  %a: ptr = input "a" type $to_A
  %none = compare eq ptr %a, null
  branch %none, end, more
more:
  %of = load i32 %a
  %two = compare eq i32 %of, 2
  assert assertion holds %two "is an A"
  jump end
end:
  return"#,
        &["is an A"],
        1 + 4,
        0,
    );
}

#[test]
fn writes_are_seen_through_aliases() {
    check(
        r#"  %a: ptr = input "a" type $to_C
  %b: ptr = input "b" type $to_C
  assert valid-deref accessible write %a, 4 "a is null"
  store i32 1 to %a
  assert valid-deref accessible write %b, 4 "b is null"
  store i32 2 to %b
  %x = load i32 %a
  %one = compare eq i32 %x, 1
  assert assertion holds %one "not aliased"
  %same = compare eq ptr %a, %b
  %ok = or i1 %one, %same
  assert assertion holds %ok "never"
  return"#,
        &["not aliased", "a is null", "b is null"],
        5,
        0,
    );
}

#[test]
fn fields_are_inputs_once() {
    // v: 4 values.
    check(
        r#"  %a: ptr = input "a" type $to_C
  %some = compare ne ptr %a, null
  assume %some
  %r = load i32 %a
  %v = and i32 %r, 3
  %q = load i32 %a
  %w = and i32 %q, 3
  %same = compare eq i32 %v, %w
  assert assertion holds %same "never"
  %three = compare ne i32 %v, 3
  assert assertion holds %three "three"
  return"#,
        &["three"],
        4,
        1,
    );
}

#[test]
fn freed_objects_are_gone() {
    check(
        r#"  %a: ptr = input "a" type $to_C
  %b: ptr = input "b" type $to_C
  assert valid-free freeable %a "first"
  free %a
  assert valid-free freeable %b "second"
  free %b
  assert valid-deref accessible read %b, 4 "read"
  return"#,
        &["read", "second"],
        5,
        0,
    );
}

#[test]
fn addresses_that_may_come_again_are_refused() {
    let body = r#"  %a = allocate heap 16 zeroed type $C
  free %a
  %b = allocate heap 16 zeroed type $C
  %same = compare eq ptr %a, %b
  assert assertion holds %same "maybe"
  return"#;
    assert_eq!(truth(body).unwrap_err(), EnumerateError::AddressReuse);
}

#[test]
fn pointees_have_at_least_one_element() {
    check(
        r#"  %a: ptr = input "a" type $to_C
  %some = compare ne ptr %a, null
  assume %some
  assert valid-deref accessible read %a, 16 "one"
  %second = offset %a, 16
  assert valid-deref accessible read %second, 4 "two"
  %third = offset %a, 32
  assert valid-deref accessible read %third, 4 "three"
  return"#,
        &["two", "three"],
        2,
        1,
    );
}

#[test]
fn arrays_have_lengths() {
    check(
        r#"  %a: ptr = input "a" type $to_array
  %some = compare ne ptr %a, null
  assume %some
  %at = offset %a, 4
  %length = load i32 %at
  %small = compare ule i32 %length, 1
  assert assertion holds %small "one"
  assume %small
  %none = compare eq i32 %length, 0
  branch %none, end, more
more:
  %first = offset %a, 8
  %r = load i32 %first
  %v = and i32 %r, 1
  %zero = compare eq i32 %v, 0
  assert assertion holds %zero "element"
  jump end
end:
  return"#,
        &["one", "element"],
        1 + 4 + 1,
        1,
    );
}

#[test]
fn numbers_are_read_byte_by_byte() {
    // c: null or a C, whose v has two bits that are looked at, one in each of its first two bytes.
    check(
        r#"  %c: ptr = input "c" type $to_C
  %null = compare eq ptr %c, null
  branch %null, end, some
some:
  %one = offset %c, 1
  %r = load i8 %one
  %b = and i8 %r, 1
  %clear = compare eq i8 %b, 0
  assert assertion holds %clear "second byte"
  %s = load i32 %c
  %v = and i32 %s, 3
  %few = compare ne i32 %v, 3
  assert assertion holds %few "first byte"
  store i8 2 to %c
  %t = load i32 %c
  %w = and i32 %t, 3
  %two = compare eq i32 %w, 2
  assert assertion holds %two "written"
  store i32 258 to %c
  %u = load i8 %one
  %x = compare eq i8 %u, 1
  assert assertion holds %x "also written"
  jump end
end:
  return"#,
        &["second byte", "first byte"],
        1 + 1 + 4,
        0,
    );
}

#[test]
fn loops_and_recursion_are_run() {
    let text = "entry @main
function @down(%n: i32) -> i32 {
entry:
  %more = compare ne i32 %n, 0
  branch %more, again, end(7)
again:
  %less = sub i32 %n, 1
  %r = call @down(%less)
  jump end(%r)
end(%result: i32):
  return %result
}
function @main() {
entry:
  %x: i32 = input \"x\"
  %n = and i32 %x, 3
  jump turn(0)
turn(%i: i32):
  %more = compare ult i32 %i, %n
  branch %more, body, end
body:
  %next = add i32 %i, 1
  jump turn(%next)
end:
  %r = call @down(%i)
  %seven = compare eq i32 %r, 7
  assert assertion holds %seven
  %few = compare ne i32 %i, 3
  assert assertion holds %few
  return
}
";
    let truth = enumerate(&parse(text).unwrap(), &Bounds::default()).unwrap();
    let failing: Vec<u32> = truth.violations.keys().map(|target| target.position.line).collect();
    assert_eq!((failing, truth.runs), (vec![29], 4));
}

#[test]
fn what_is_not_exact_is_refused() {
    let unsupported = |body: &str| {
        let error = truth(body).unwrap_err();
        assert!(matches!(error, EnumerateError::Unsupported { .. }), "{error}");
    };
    unsupported("  %x: i32 = input \"x\"\n  %c = compare eq i32 %x, 3\n  assume %c\n  return");
    unsupported("  %x: i32 = input \"x\"\n  %c = and i32 %x, 7\n  return");
    unsupported("  %a = allocate heap 8\n  %x = load i32 %a\n  return");
    unsupported("  %a = allocate heap 8 zeroed\n  store ptr %a to %a\n  %x = load i8 %a\n  return");
    unsupported("  %a = allocate heap 8 zeroed\n  store i8 1 to %a\n  %x = load ptr %a\n  return");
    unsupported("  jump again\nagain:\n  jump again");
    let unchecked = truth("  %x = load i32 null\n  return").unwrap_err();
    assert!(matches!(unchecked, EnumerateError::Unchecked { .. }), "{unchecked}");
}
