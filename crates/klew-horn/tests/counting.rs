//! Numbers that count while others count down: their sums stay, and what stays within a width never wraps. Each program is proved, and its
//! mutant, in which that is not so, is not.

mod common;

use common::check_lines;

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
    check_lines(&counts("1", "sle i32 0, %c", "holds"));
    // Twice as fast, it wraps.
    check_lines(&counts("2", "sle i32 0, %c", "fails"));
    check_lines(&counts("1", "slt i32 0, %c", "fails"));
    check_lines(&counts("1", "slt i32 %c, 2147483647", "holds"));
    check_lines(&counts("1", "slt i32 %c, 2147483646", "fails"));
}
