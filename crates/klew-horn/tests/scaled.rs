//! What a loop adds in each turn is at most a constant, so that the sum does not wrap, and what rests on that holds.

mod common;

use common::check_lines;

/// `while (y < turns && c) { x += y; y++; }`, then `x >= y`.
fn sums(first: u32, turns: u32, expected: &str) -> String {
    format!(
        "function @main() {{
entry:
  jump head({first}, 0)
head(%x: i32, %y: i32):
  %c: i1 = input \"c\"
  %less = compare slt i32 %y, {turns}
  %more = and i1 %c, %less
  branch %more, body, done
body:
  %x2 = add i32 %x, %y
  %y2 = add i32 %y, 1
  jump head(%x2, %y2)
done:
  %is = compare sle i32 %y, %x
  assert assertion holds %is # {expected}
  exit
}}
"
    )
}

#[test]
fn a_sum_of_numbers_below_a_bound_is_no_more_than_the_bound_for_each() {
    check_lines(&sums(1, 1000, "holds"));
    // After one turn, `x` is 0 and `y` is 1.
    check_lines(&sums(0, 1000, "fails"));
    // Here the sum wraps.
    check_lines(&sums(1, 100_000, "fails"));
}
