//! Messages of small pieces of code; whole programs are compared with the JVM in `crates/klew/tests/programs-java`.

use std::collections::BTreeSet;

use super::{Subject, Unfollowed, messages};
use crate::class_file::assembler::ClassBuilder;
use crate::class_file::bytecode::decode;
use crate::class_file::{Code, JavaType, LocalVariable, Method, Signature};

/// The message of the last instruction but one of a static method `(Ljava/lang/Object;)V`.
fn message(bytes: &[u8], names: &[&str]) -> Result<String, Unfollowed> {
    let class = ClassBuilder::new("T", "java/lang/Object", Vec::new(), 0).finish();
    let variables = names
        .iter()
        .enumerate()
        .map(|(index, name)| LocalVariable {
            start: 0,
            length: 100,
            name: (*name).into(),
            variable_type: JavaType::parse("Ljava/lang/Object;").unwrap(),
            index: index as u16,
        })
        .collect();
    let code = Code { max_locals: 4, bytes: bytes.to_vec(), variables, ..Code::default() };
    let method = Method {
        not_null: Vec::new(),
        access: crate::class_file::flags::STATIC,
        name: "m".into(),
        descriptor: "(Ljava/lang/Object;)V".into(),
        signature: Signature::parse("(Ljava/lang/Object;)V").unwrap(),
        code: None,
    };
    let placed = decode(bytes).unwrap();
    let subject = Subject { class: &class, method: &method, code: &code, placed: &placed };
    let last = placed.len() - 2;
    messages(subject, &BTreeSet::from([last]))?.remove(&last).ok_or(Unfollowed)
}

const ALOAD_0: u8 = 0x2a;
const ASTORE_0: u8 = 0x4b;
const ARRAYLENGTH: u8 = 0xbe;
const POP: u8 = 0x57;

#[test]
fn variables_have_their_names_or_numbers() {
    let read = [ALOAD_0, ARRAYLENGTH, POP];
    let of = |what: &str| Ok(format!("Cannot read the array length because \"{what}\" is null"));
    assert_eq!(message(&read, &["a"]), of("a"));
    assert_eq!(message(&read, &[]), of("<parameter1>"));
    let written = [ALOAD_0, ASTORE_0, ALOAD_0, ARRAYLENGTH, POP];
    assert_eq!(message(&written, &[]), of("<local0>"));
}

#[test]
fn numbers_of_two_bytes_have_no_sign() {
    // aload_0, sipush -129, aaload, arraylength, pop
    let code = [ALOAD_0, 0x11, 0xff, 0x7f, 0x32, ARRAYLENGTH, POP];
    let text = "Cannot read the array length because \"a[65407]\" is null";
    assert_eq!(message(&code, &["a"]), Ok(text.to_owned()));
}

#[test]
fn what_differs_between_ways_is_not_told() {
    // iconst_0, ifeq to the second aload, aload_0, goto the array's length, aconst_null, arraylength, pop
    let code = [0x03, 0x99, 0, 7, ALOAD_0, 0xa7, 0, 4, 0x01, ARRAYLENGTH, POP];
    assert_eq!(message(&code, &["a"]), Ok("Cannot read the array length".to_owned()));
}

#[test]
fn a_stack_that_runs_out_is_not_followed() {
    assert_eq!(message(&[ARRAYLENGTH, POP], &["a"]), Err(Unfollowed));
}

#[test]
fn what_has_no_words_is_only_begun() {
    // new of no class, arraylength, pop
    let code = [0xbb, 0, 0, ARRAYLENGTH, POP];
    let text = "Cannot read the array length because \"";
    assert_eq!(message(&code, &[]), Ok(text.to_owned()));
}
