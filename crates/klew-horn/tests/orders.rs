//! What counts some turns of a loop is no more than what counts all of them, though the program compares neither with the other.

mod common;

use common::proved;
use klew_ir::{Property, checks, parse_program};

/// Counts in `%k` some of the turns that `%i` counts, from these numbers on.
fn counting(first: (u32, u32), expected: &str) -> String {
    let (i, k) = first;
    format!(
        "function @main() {{
entry:
  %n: i32 = input \"n\"
  jump head({i}, {k})
head(%i: i32, %k: i32):
  %more = compare slt i32 %i, %n
  branch %more, body, done
body:
  %c: i1 = input \"c\"
  %k1 = add i32 %k, 1
  %k2 = select i32 %c, %k1, %k
  %i2 = add i32 %i, 1
  %left = sub i32 %n, %k
  %fits = compare slt i32 0, %left
  assert assertion holds %fits # {expected}
  jump head(%i2, %k2)
done:
  exit
}}
"
    )
}

#[test]
fn what_counts_some_turns_is_no_more_than_what_counts_all() {
    for (first, expected) in [((0, 0), "holds"), ((3, 2), "holds"), ((0, 1), "fails")] {
        let text = counting(first, expected);
        let program = parse_program(&text, "orders.kir").expect("is a program");
        let properties = [Property::Assertion].into_iter().collect();
        let proved = proved(&program, properties, &[]);
        for site in checks(&program, |property| property == Property::Assertion) {
            assert_eq!(proved.contains(&site.id), expected == "holds", "{text}");
        }
    }
}
