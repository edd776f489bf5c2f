//! Texts that end within their objects, as a zero byte is at the end: what walks along one or copies one stays inside. Each program is
//! proved, and its mutants, in which that is not so, are not.

mod common;

use common::proved_within;
use klew_ir::{Property, checks, parse_program};

/// Whether all checks of a program are proved within so many seconds.
fn is_proved(text: &str, seconds: u64) -> bool {
    let program = parse_program(text, "texts.kir").expect("is a program");
    let properties = [Property::Dereference].into_iter().collect();
    let proved = proved_within(seconds, &program, properties);
    let all = checks(&program, |property| property == Property::Dereference);
    assert!(!all.is_empty());
    all.iter().all(|site| proved.contains(&site.id))
}

/// A program that is proved, and what makes mutants of it.
fn check(text: &str, mutants: &[(&str, &str)]) {
    assert!(is_proved(text, 60), "{text}");
    for (from, to) in mutants {
        assert!(text.contains(from), "{from}\n{text}");
        let mutant = text.replacen(from, to, 1);
        assert!(!is_proved(&mutant, 3), "{mutant}");
    }
}

/// A text of any length, of which nothing but its end is known.
const TEXT: &str = "target 32
function @main() {
entry:
  %x: i32 = input \"x\"
  %small = compare slt i32 %x, 1
  %n = select i32 %small, 1, %x
  %a = allocate stack %n
  %end = sub i32 %n, 1
  %last = offset %a, %end
  store i8 0 to %last
";

#[test]
fn what_walks_along_a_text_stays_inside() {
    let walk = format!(
        "{TEXT}  jump head(%a)
head(%p: ptr):
  assert valid-deref accessible read %p, 1
  %c = load i8 %p
  %more = compare ne i8 %c, 0
  branch %more, body, done
body:
  store i8 65 to %p
  %q = offset %p, 1
  jump head(%q)
done:
  exit
}}
"
    );
    check(
        &walk,
        &[
            ("store i8 0 to %last", "store i8 7 to %last"),
            ("%q = offset %p, 1", "%q = offset %p, 2"),
            ("store i8 65 to %p", "store i8 65 to %last"),
        ],
    );
}

#[test]
fn copies_into_what_is_as_large_stay_inside() {
    let copy = format!(
        "{TEXT}  %y: i32 = input \"y\"
  %fits = compare sle i32 %n, %y
  assume %fits
  %b = allocate stack %y
  jump head(%a, %b)
head(%p: ptr, %to: ptr):
  assert valid-deref accessible read %p, 1
  %c = load i8 %p
  assert valid-deref accessible write %to, 1
  store i8 %c to %to
  %more = compare ne i8 %c, 0
  branch %more, body, done
body:
  %q = offset %p, 1
  %next = offset %to, 1
  jump head(%q, %next)
done:
  exit
}}
"
    );
    check(
        &copy,
        &[
            ("sle i32 %n, %y", "sle i32 %end, %y"),
            ("%next = offset %to, 1", "%next = offset %to, 2"),
        ],
    );
}

#[test]
fn who_counts_down_what_is_left_stays_inside() {
    let counted = format!(
        "{TEXT}  %m: i32 = input \"m\"
  %some = compare slt i32 0, %m
  assume %some
  %fits = compare sle i32 %m, %n
  assume %fits
  jump head(%a, %m)
head(%p: ptr, %left: i32):
  %any = compare ne i32 %left, 0
  branch %any, body, done
body:
  assert valid-deref accessible write %p, 1
  store i8 65 to %p
  %q = offset %p, 1
  %fewer = sub i32 %left, 1
  jump head(%q, %fewer)
done:
  exit
}}
"
    );
    check(&counted, &[("sle i32 %m, %n", "sle i32 %end, %n")]);
}
