//! Loops with phases: each program is proved, and its mutant is not.

mod common;

use common::check_lines;

/// `while (x < 100) { if (x >= limit) y++; x++; }`, then `y == 100`.
fn rises_late(limit: u32, expected: &str) -> String {
    format!(
        "function @main() {{
entry:
  jump head(0, 50)
head(%x: i32, %y: i32):
  %more = compare slt i32 %x, 100
  branch %more, body, done
body:
  %early = compare slt i32 %x, {limit}
  %x2 = add i32 %x, 1
  %y2 = add i32 %y, 1
  %y3 = select i32 %early, %y, %y2
  jump head(%x2, %y3)
done:
  %c = compare eq i32 %y, 100
  assert assertion holds %c # {expected}
  exit
}}
"
    )
}

#[test]
fn what_grows_in_the_second_phase_only_is_known_at_the_end() {
    check_lines(&rises_late(50, "holds"));
    check_lines(&rises_late(51, "fails"));
}

/// `do { if (x < 50) y++; else y--; if (y < 0) break; x++; } while (1)`, then `x == end`.
fn rises_and_falls(end: u32, expected: &str) -> String {
    format!(
        "function @main() {{
entry:
  jump head(0, 0)
head(%x: i32, %y: i32):
  %early = compare slt i32 %x, 50
  %up = add i32 %y, 1
  %down = sub i32 %y, 1
  %y2 = select i32 %early, %up, %down
  %below = compare slt i32 %y2, 0
  %x2 = add i32 %x, 1
  branch %below, done, head(%x2, %y2)
done:
  %c = compare eq i32 %x, {end}
  assert assertion holds %c # {expected}
  exit
}}
"
    )
}

#[test]
fn a_loop_that_goes_up_and_then_down_ends_where_it_does() {
    check_lines(&rises_and_falls(100, "holds"));
    check_lines(&rises_and_falls(99, "fails"));
}
