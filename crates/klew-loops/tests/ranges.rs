//! Ranges of inputs that a check needs: what is asked of them behind a loop, on all ways.

use klew_engine::InputRange;
use klew_ir::{Property, PropertySet, parse_program};
use klew_loops::{Ranges, input_ranges};

/// The ranges of the one check of a program that goes round a loop `%n` times, and then on at `end`.
fn ranges(ahead: &str, end: &str) -> Option<Ranges> {
    let text = format!(
        "target 64\nentry @main\n\nfunction @main() {{\n^0:\n  %n: i32 = input \"n\"\n  %m: i32 = input \"m\"\n  \
         {ahead}\n  jump ^1(0)\n^1(%i: i32):\n  %more = compare signed_less i32 %i, %n\n  \
         branch %more, ^2, ^3\n^2:\n  %next = add i32 %i, 1\n  jump ^1(%next)\n{end}\n^9:\n  exit\n}}\n"
    );
    let program = parse_program(&text, "a.kir").unwrap_or_else(|error| panic!("{error}\n{text}"));
    let properties: PropertySet = [Property::ErrorCall].into_iter().collect();
    let found = input_ranges(&program, properties, &|| false).expect("it is small");
    found.into_values().next()
}

const FAILS: &str = "assert reach-error holds false";

#[test]
fn what_is_asked_behind_a_loop() {
    let end = format!(
        "^3:\n  %large = compare signed_less i32 20, %n\n  branch %large, ^4, ^9\n^4:\n  {FAILS}\n  exit"
    );
    let large = InputRange { low: 21, high: i64::MAX };
    assert_eq!(ranges("", &end), Some(Ranges::from([(0, large)])));
}

#[test]
fn what_is_asked_ahead_of_it_is_left_out() {
    let ahead = "%few = compare signed_less i32 20, %m\n  assume %few";
    assert_eq!(ranges(ahead, &format!("^3:\n  {FAILS}\n  exit")), None);
}

#[test]
fn other_ways_make_ranges_wider() {
    let end = format!(
        "^3:\n  %one = compare equal i32 %m, 3\n  branch %one, ^4, ^5\n^4:\n  {FAILS}\n  exit\n^5:\n  \
         %other = compare equal i32 %m, 7\n  branch %other, ^4, ^9"
    );
    let either = InputRange { low: 3, high: 7 };
    assert_eq!(ranges("", &end), Some(Ranges::from([(1, either)])));
}
