//! Programs of which it is known what is to be said.

use klew_ir::Program;
use klew_oracle::parse;

use crate::engines::{Answer, Variant, ask};

fn in_all_variants(text: &str, check: impl Fn(&Program, &Answer) -> bool) {
    let program = parse(text).unwrap();
    for variant in Variant::BACKWARD {
        let answer = ask(&program, variant, &crate::BOUNDS, None);
        assert!(check(&program, &answer), "{variant:?}: {answer:#?}\n{text}");
    }
}

/// What memory holds that nothing wrote is no input: a model that needs it is none, but nothing is proved by that.
#[test]
fn undefined_contents_prove_nothing() {
    let text = "function @main() {
entry:
  %b = allocate stack 12
  %v = load i8 %b
  %c = compare ne i8 %v, 98
  assert assertion holds %c
  return
}
";
    in_all_variants(text, |_, answer| {
        !answer.limits.is_empty() || !answer.violated.is_empty() || !answer.unconfirmed.is_empty()
    });
}
