use super::*;
use crate::lower::{LowerOptions, lower};
use klew_ir::specialise::specialise;
use klew_ir::{print_program, verify_program};

const DECLARATIONS: &str = "
target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128\"
target triple = \"x86_64-pc-linux-gnu\"
@numbers = private constant [6 x i8] c\"%d %d\\00\"
@texts = private constant [6 x i8] c\"%d %s\\00\"
@stdin = external global ptr
@stderr = external global ptr
declare i32 @printf(ptr, ...)
declare i32 @fprintf(ptr, ptr, ...)
declare i32 @scanf(ptr, ...)
declare i32 @fclose(ptr)
declare ptr @strchr(ptr, i32)
declare i64 @strtol(ptr, ptr, i32)
@table = private constant [2 x ptr] [ptr @texts, ptr @numbers]
@mixed = private constant [2 x ptr] [ptr @texts, ptr null]
define internal void @tell(ptr %text) {
  %n = call i32 (ptr, ...) @printf(ptr @texts, i32 1, ptr %text)
  ret void
}
declare ptr @fgets(ptr, i32, ptr)
declare ptr @__errno_location()
";

fn program(body: &str) -> Program {
    let text = format!("{DECLARATIONS}define i32 @main() {{\n{body}\n  ret i32 0\n}}\n");
    let module = crate::read_module(&text, "a.ll").expect("is a module");
    let mut program = lower(vec![module], &LowerOptions::default()).expect("can be lowered");
    specialise(&mut program, |_, property| property == Property::Dereference, true);
    program
}

/// The text of the contracts in a program, if they apply.
fn contracts(body: &str) -> Option<(String, Replaced)> {
    let UnderContract { program: changed, replaced } = under_contract(&program(body))?;
    let printed = print_program(&changed);
    assert_eq!(verify_program(&changed), Ok(()), "{printed}");
    let contracts = printed.split("\nfunction ").filter(|text| text.starts_with("@klew.contract"));
    Some((contracts.collect(), replaced))
}

#[test]
fn models_go_and_what_they_write_is_arbitrary() {
    let (text, replaced) = contracts(
        "  %a = alloca i32\n  %b = alloca i32\n  \
         %n = call i32 (ptr, ...) @scanf(ptr @numbers, ptr %a, ptr %b)",
    )
    .expect("there is a contract");
    assert_eq!(text.matches("store").count(), 2, "{text}");
    assert_eq!(text.matches("accessible write").count(), 2, "{text}");
    assert!(replaced.checks.len() > 100, "{}", replaced.checks.len());
    let other = *replaced.checks.last().expect("there are some");
    assert!(replaced.asked.is_some());
    assert_eq!(replaced.asked_for(other), replaced.asked);
    assert_eq!(replaced.asked_for(CheckId::MEMORY_FREED), None);
}

#[test]
fn arguments_that_are_missing_or_point_nowhere_have_no_contract() {
    for call in [
        "  %n = call i32 (ptr, ...) @printf(ptr @numbers, i32 1)",
        "  %n = call i32 (ptr, ...) @printf(ptr @texts, i32 1, i32 2)",
        "  %n = call i32 (ptr, ...) @scanf(ptr @numbers, i32 1, i32 2)",
    ] {
        assert!(contracts(call).is_none(), "{call}");
    }
    assert!(contracts("  %n = call i32 (ptr, ...) @printf(ptr @numbers, i32 1, i32 2)").is_some());
}

#[test]
fn texts_are_read_to_their_ends() {
    let (text, _) = contracts(
        "  %a = alloca i8\n  \
         %n = call i32 (ptr, ...) @printf(ptr @texts, i32 1, ptr %a)",
    )
    .expect("there is a contract");
    assert!(text.contains("accessible read"), "{text}");
    assert!(!text.contains("store"), "{text}");
}

#[test]
fn numbers_that_others_look_at_become_arbitrary() {
    let (text, _) = contracts(
        "  %n = call i32 (ptr, ...) @printf(ptr @texts, i32 1, ptr @texts)\n  \
         %e = call ptr @__errno_location()\n  store i32 0, ptr %e",
    )
    .expect("there is a contract");
    assert!(text.contains("input_bytes"), "{text}");
}

#[test]
fn streams_that_others_look_at_keep_the_models() {
    let prints = "  %e = load ptr, ptr @stderr\n  \
                  %n = call i32 (ptr, ptr, ...) @fprintf(ptr %e, ptr @texts, i32 1, ptr @texts)\n";
    assert!(contracts(prints).is_some());
    for more in [
        "  %c = call i32 @fclose(ptr %e)",
        "  %f = load ptr, ptr @stdin\n  %b = alloca [8 x i8]\n  \
         %l = call ptr @fgets(ptr %b, i32 %n, ptr %f)",
        "  %m = call i32 (ptr, ...) @printf(ptr %e)",
    ] {
        assert!(contracts(&format!("{prints}{more}")).is_none(), "{more}");
    }
}

#[test]
fn what_the_program_defines_is_no_model() {
    let own = "define i32 @puts(ptr %text) {\n  ret i32 1\n}\n";
    let text = format!(
        "{DECLARATIONS}{own}define i32 @main() {{\n  %n = call i32 @puts(ptr @texts)\n  ret i32 %n\n}}\n"
    );
    let module = crate::read_module(&text, "a.ll").expect("is a module");
    let program = lower(vec![module], &LowerOptions::default()).expect("can be lowered");
    assert!(under_contract(&program).is_none());
}

/// Of a function that prints its parameter, and is called so.
fn reads(body: &str) -> bool {
    let (text, _) = contracts(body).expect("there is a contract");
    text.contains("accessible read")
}

#[test]
fn texts_that_are_handed_on_are_not_read() {
    for (texts, body) in [
        (true, "  call void @tell(ptr @numbers)"),
        (true, "  call void @tell(ptr @numbers)\n  call void @tell(ptr @texts)"),
        (false, "  %a = alloca i8\n  call void @tell(ptr %a)\n  call void @tell(ptr @texts)"),
        (true, "  %p = load ptr, ptr @table\n  call void @tell(ptr %p)"),
        (false, "  %p = load ptr, ptr @mixed\n  call void @tell(ptr %p)"),
        (
            false,
            "  %q = getelementptr i8, ptr @table, i64 4\n  %p = load ptr, ptr %q\n  call void @tell(ptr %p)",
        ),
    ] {
        assert_eq!(reads(body), !texts, "{body}");
    }
}

#[test]
fn a_character_is_found_in_a_constant_text() {
    let call = "  %p = call ptr @strchr(ptr @numbers, i32 100)\n  call void @tell(ptr %p)";
    let (text, _) = contracts(call).expect("there is a contract");
    // One for each of its bytes, its end included, and one for whether it was found.
    assert_eq!(text.matches(" = select").count(), 7, "{text}");
}

#[test]
fn numbers_in_texts_end_within_them() {
    let (text, _) = contracts(
        "  %a = alloca [8 x i8]\n  %end = alloca ptr\n  \
         %n = call i64 @strtol(ptr %a, ptr %end, i32 10)\n  \
         %m = call i32 (ptr, ...) @printf(ptr @numbers, i32 1, i32 2)",
    )
    .expect("there is a contract");
    assert!(text.contains("accessible read") && text.contains("accessible write"), "{text}");
    let other_base = "  %a = alloca [8 x i8]\n  %n = call i64 @strtol(ptr %a, ptr null, i32 1)";
    assert!(contracts(other_base).is_none());
}
