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

/// A pointer that was never written may be any, also one that is written to and read otherwise.
#[test]
fn undefined_pointers_prove_nothing() {
    for check in ["", "assert valid-deref accessible write %q, 4\n"] {
        for compared in ["branch %same, yes, no", "jump yes"] {
            let text = format!(
                "global &g size 4 align 4 = zero
function @main() {{
entry:
  %p = allocate heap 8
  %q = load ptr %p
  %same = compare eq ptr %q, &g
  {compared}
yes:
  {check}store i32 1 to %q
  %v = load i32 &g
  %zero = compare eq i32 %v, 0
  assert assertion holds %zero
  return
no:
  return
}}
"
            );
            in_all_variants(&text, |_, answer| {
                let found = !answer.violated.is_empty() || !answer.unconfirmed.is_empty();
                found || !answer.limits.is_empty()
            });
        }
    }
}

/// Of a class that nothing implements there are no objects, and pointers to such are null, also in fields.
#[test]
fn what_nothing_implements_is_null() {
    let text = r#"type $Object = record "Object" size 8 tag 1 { }
type $to_A = pointer $A
type $A = record "A" size 16 extends $Object { }
type $to_B = pointer $B
type $B = record "B" size 24 tag 2 extends $Object { "a" at 64 $to_A }
function @main() {
entry:
  %a: ptr = input "a" type $to_A
  %none = compare eq ptr %a, null
  assert assertion holds %none
  %b: ptr = input "b" type $to_B
  %no_b = compare eq ptr %b, null
  branch %no_b, end, some
some:
  %at = offset %b, 8
  %field = load ptr %at
  %neither = compare eq ptr %field, null
  assert assertion holds %neither
  jump end
end:
  return
}
"#;
    in_all_variants(text, |_, answer| {
        answer.limits.is_empty() && answer.violated.is_empty() && answer.unconfirmed.is_empty()
    });
}

/// Says what each variant says of the program in the file `KLEW_HEAP_FILE`.
#[test]
#[ignore = "needs a file"]
fn file() {
    let text = std::fs::read_to_string(std::env::var("KLEW_HEAP_FILE").unwrap()).unwrap();
    let program = parse(&text).unwrap();
    for variant in Variant::BACKWARD {
        println!("{variant:?}: {:?}", ask(&program, variant, &crate::BOUNDS, None));
    }
}

/// Programs on which a variant was wrong once: all say what exhaustive execution says.
#[test]
fn wrong_once() {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agreement/wrong_once");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let program = parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let mut figures = crate::Figures::default();
        let found = crate::disagreement(&program, &Variant::BACKWARD, &mut figures);
        assert!(matches!(found, Some(Ok(()))), "{}: {found:?}", path.display());
        assert_eq!(figures.open, 0, "{}: {figures:?}", path.display());
        seen += 1;
    }
    assert!(seen > 0);
}
