//! Loops within loops that need what the outer ones asked: the program is proved, and its mutant is not.

mod common;

use common::check_lines;

/// Three loops, the innermost of which needs the guards of both others.
fn nested(most: &str, expected: &str) -> String {
    format!(
        "function @main() {{
entry:
  %n: i32 = input \"n\"
  %few = compare slt i32 %n, 1000000
  branch %few, outer(0), leave
outer(%i: i32):
  %a = compare slt i32 %i, %n
  branch %a, middle(%i), leave
middle(%j: i32):
  %end = mul i32 %i, 3
  %b = compare slt i32 %j, %end
  branch %b, inner(%i), outer_next
inner(%k: i32):
  %c = compare slt i32 %k, %j
  branch %c, body, middle_next
body:
  %far = sub i32 %k, %i
  %twice = mul i32 %n, 2
  %most = sub i32 %twice, {most}
  %fits = compare sle i32 %far, %most
  assert assertion holds %fits # {expected}
  %k2 = add i32 %k, 1
  jump inner(%k2)
middle_next:
  %j2 = add i32 %j, 1
  jump middle(%j2)
outer_next:
  %i2 = add i32 %i, 1
  jump outer(%i2)
leave:
  exit
}}
"
    )
}

#[test]
fn loops_within_know_what_the_outer_ones_asked() {
    check_lines(&nested("4", "holds"));
    check_lines(&nested("5", "fails"));
}
