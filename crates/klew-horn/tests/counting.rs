//! Numbers that count while others count down: their sums stay, and what stays within a width never wraps. Each program is proved, and its
//! mutant, in which that is not so, is not.

mod common;

use common::proved;
use klew_ir::{Property, checks, parse_program};

/// The checks of a program on a line behind which `holds` is written, and those that are proved.
fn check(text: &str) {
    let program = parse_program(text, "counting.kir").expect("is a program");
    let properties = [Property::Assertion].into_iter().collect();
    let proved = proved(&program, properties, &[]);
    for site in checks(&program, |property| property == Property::Assertion) {
        let line = text.lines().nth(site.position.line as usize - 1).unwrap_or_default();
        let holds = line.ends_with("# holds");
        assert_eq!(proved.contains(&site.id), holds, "{line}\n{text}");
    }
}

fn counts(step: &str, condition: &str, expected: &str) -> String {
    format!(
        "function @main() {{
entry:
  %x: i32 = input \"x\"
  jump head(%x, 0)
head(%y: i32, %c: i32):
  %more = compare slt i32 0, %y
  branch %more, body, done
body:
  %fits = compare {condition}
  assert assertion holds %fits # {expected}
  %d = add i32 %c, {step}
  %z = sub i32 %y, 1
  jump head(%z, %d)
done:
  exit
}}
"
    )
}

#[test]
fn what_counts_while_another_counts_down_does_not_wrap() {
    check(&counts("1", "sle i32 0, %c", "holds"));
    // Twice as fast, it wraps.
    check(&counts("2", "sle i32 0, %c", "fails"));
    check(&counts("1", "slt i32 0, %c", "fails"));
    check(&counts("1", "slt i32 %c, 2147483647", "holds"));
    check(&counts("1", "slt i32 %c, 2147483646", "fails"));
}
