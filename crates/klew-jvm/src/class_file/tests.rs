//! Descriptors, texts, instructions.

use super::assembler::modified_utf8;
use super::bytecode::{Condition, Instruction, decode};
use super::pool::utf16;
use super::{ClassFile, FormatError, JavaType, Signature};

#[test]
fn types() {
    let check = |descriptor: &str, expected: Option<&str>| {
        let parsed = JavaType::parse(descriptor);
        assert_eq!(parsed.as_ref().ok().map(JavaType::to_string).as_deref(), expected);
        if let Ok(parsed) = parsed {
            assert_eq!(parsed.descriptor(), descriptor);
        }
    };
    check("I", Some("int"));
    check("Z", Some("boolean"));
    check("[[J", Some("long[][]"));
    check("Ljava/lang/String;", Some("java.lang.String"));
    check("[Ljava/util/Map$Entry;", Some("java.util.Map$Entry[]"));
    check("", None);
    check("L;", None);
    check("Ljava", None);
    check("[", None);
    check("V", None);
    check("II", None);
    check(&"[".repeat(300), None);
    check(&format!("{}I", "[".repeat(256)), None);
}

#[test]
fn signatures() {
    let check = |descriptor: &str, parameters: Option<usize>| {
        let parsed = Signature::parse(descriptor);
        assert_eq!(parsed.as_ref().ok().map(|it| it.parameters.len()), parameters, "{descriptor}");
        if let Ok(parsed) = parsed {
            assert_eq!(parsed.descriptor(), descriptor);
        }
    };
    check("()V", Some(0));
    check("(I[JLjava/lang/Object;D)[I", Some(4));
    check("(V)V", None);
    check("(I", None);
    check("I)V", None);
    check("()", None);
    check(&format!("({})V", "I".repeat(256)), None);
}

#[test]
fn texts() {
    let check = |text: &str| {
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(utf16(&modified_utf8(&units)), units, "{text}");
    };
    check("");
    check("plain");
    check("a\0b");
    check("äß€");
    check("😀");
    assert_eq!(modified_utf8(&[0]), [0xc0, 0x80]);
    assert_eq!(utf16(&[0xe2, 0x82]), [0xfffd, 0xfffd]);
    assert_eq!(utf16(&[0xff, b'a']), [0xfffd, u16::from(b'a')]);
}

#[test]
fn instructions() {
    let check = |code: &[u8], expected: Result<Vec<Instruction>, FormatError>| {
        let decoded = decode(code);
        let decoded = decoded.map(|list| list.into_iter().map(|it| it.instruction).collect());
        assert_eq!(decoded, expected, "{code:x?}");
    };
    let back = Instruction::Return(None);
    check(&[0xb1], Ok(vec![back.clone()]));
    // ifeq over a nop.
    check(
        &[0x99, 0, 4, 0x00, 0xb1],
        Ok(vec![Instruction::If(Condition::Equal, 2), Instruction::Nop, back.clone()]),
    );
    check(&[0xa7, 0, 0], Ok(vec![Instruction::Goto(0)]));
    check(&[0xa7, 0, 2], Err(FormatError::Target(2)));
    check(&[0xa7, 0xff, 0], Err(FormatError::Target(-256)));
    check(&[0xa7, 0], Err(FormatError::Truncated));
    check(&[0xfe], Err(FormatError::Opcode { opcode: 0xfe, at: 0 }));
    check(&[0xc4, 0x84, 1, 0, 0xff, 0xff], Ok(vec![Instruction::Increment(256, -1)]));
    let switch: Vec<u8> = [0xaa, 0, 0, 0]
        .into_iter()
        .chain([24_i32, 5, 6, 24, 24].iter().flat_map(|it| it.to_be_bytes()))
        .chain([0xb1])
        .collect();
    check(&switch, Ok(vec![Instruction::Switch(vec![(5, 1), (6, 1)], 1), back]));
    // More cases than there are bytes.
    let many: Vec<u8> = [0xaa, 0, 0, 0]
        .into_iter()
        .chain([0, i32::MIN, i32::MAX].iter().flat_map(|it| it.to_be_bytes()))
        .collect();
    check(&many, Err(FormatError::Truncated));
}

#[test]
fn files() {
    let check = |bytes: &[u8], expected: FormatError| {
        assert_eq!(ClassFile::read(bytes).map(|it| it.name), Err(expected), "{bytes:x?}");
    };
    let start = [0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61];
    check(&[], FormatError::Truncated);
    check(b"PK\x03\x04", FormatError::Magic);
    check(&start, FormatError::Truncated);
    check(&[&start[..], &[0, 2, 99]].concat(), FormatError::ConstantKind(99));
    // A class whose name is itself.
    check(&[&start[..], &[0, 2, 7, 0, 1, 0, 0, 0, 1]].concat(), FormatError::ConstantIndex(1));
}
