//! What calls a function that is analysed alone: its inputs, in the text form of the representation.

use klew_llvm::lower::{Alone, LowerOptions, Origin, PartKind, Signature, lower_with_signature};

const TYPES: &str = r#"
!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!3 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!4 = !DICompositeType(tag: DW_TAG_structure_type, name: "node", size: 128, elements: !5)
!5 = !{!6, !7}
!6 = !DIDerivedType(tag: DW_TAG_member, name: "value", baseType: !2, size: 32)
!7 = !DIDerivedType(tag: DW_TAG_member, name: "next", baseType: !8, size: 64, offset: 64)
!8 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!9 = !DISubroutineType(types: !10)
!11 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !9, unit: !0)
!12 = !DILocalVariable(name: "list", arg: 1, scope: !11, file: !1, line: 1, type: !8)
!13 = !DIGlobalVariableExpression(var: !14, expr: !DIExpression())
!14 = distinct !DIGlobalVariable(name: "head", scope: !0, file: !1, line: 2, type: !8)
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!16 = !DIDerivedType(tag: DW_TAG_typedef, name: "callback", file: !1, baseType: !15)
"#;

/// A program whose function `f` has these parameters: in LLVM, and the elements of its debug type after the
/// result.
fn program(parameters: &str, declared: &str) -> String {
    format!(
        "%node = type {{ i32, ptr }}\n\
         @head = global ptr null, !dbg !13\n\
         @unused = global i32 7\n\
         @limit = constant i32 3\n\
         define i32 @f({parameters}) !dbg !11 {{\n\
         %p = load ptr, ptr @head\n%l = load i32, ptr @limit\nstore i32 %l, ptr %p\n\
         ret i32 %l\n}}\n\
         define i1 @ok(ptr %list) {{\nret i1 true\n}}\n{TYPES}\n!10 = !{{!2{declared}}}\n"
    )
}

fn lowered(text: &str, alone: Alone) -> Result<(String, Signature), String> {
    let module = klew_llvm::read_module(text, "a.ll").map_err(|error| error.to_string())?;
    let options = LowerOptions {
        entry: Some("f".into()),
        alone: Some(alone),
        link_models: false,
        ..LowerOptions::default()
    };
    let (program, signature) =
        lower_with_signature(vec![module], &options).map_err(|error| error.to_string())?;
    Ok((klew_ir::print_program(&program), signature.expect("a signature")))
}

/// The lines of `klew.start`, without places.
fn start(printed: &str) -> Vec<String> {
    let body = printed.split("@klew.start() library @0 {\n").nth(1).expect("a start");
    let lines = body.lines().take_while(|line| *line != "}");
    lines.map(|line| line.trim().trim_end_matches(" @0").to_owned()).collect()
}

fn check(parameters: &str, declared: &str, alone: Alone, want: &[&str]) {
    let (printed, _) = lowered(&program(parameters, declared), alone).unwrap();
    let lines = start(&printed);
    let mut rest = lines.iter();
    for line in want {
        assert!(rest.any(|candidate| candidate == line), "`{line}` is missing in {lines:#?}");
    }
}

#[test]
fn pointers_and_globals_are_input_references() {
    let want = [
        "%0: ptr = input \"head\" type $0",
        "store ptr %0 to &head",
        "%1: ptr = input \"list\" type $0",
        "%2: i1 = input \"argument 2\" type $3",
        "%3: i32 = call @f(%1, %2)",
        "return",
    ];
    check("ptr %list, i1 zeroext %b", ", !8, !3", Alone::default(), &want);
}

#[test]
fn globals_may_keep_their_initial_values() {
    let alone = Alone { initial_globals: true, ..Alone::default() };
    let (printed, signature) = lowered(&program("ptr %list", ", !8"), alone).unwrap();
    assert_eq!(start(&printed)[1], "%0: ptr = input \"list\" type $0");
    assert_eq!(signature.inputs.len(), 1);
    assert_eq!(signature.inputs[0].origin, Origin::Parameter { index: 0, offset: 0 });
    assert_eq!(signature.parameters[0].name, "list");
}

#[test]
fn the_precondition_is_assumed() {
    let alone = Alone { precondition: Some("ok".into()), ..Alone::default() };
    let want = ["%3: i1 = call @ok(%1)", "%4 = compare not_equal i1 %3, false", "assume %4"];
    check("ptr %list, i32 %n", ", !8, !2", alone.clone(), &want);
    let error = lowered(&program("i32 %n", ", !2"), alone).unwrap_err();
    assert!(error.contains("the same parameters"), "{error}");
}

#[test]
fn structures_are_filled_from_their_declared_type() {
    for (parameters, call) in
        [("ptr byval(%node) align 8 %list", "@f(%1)"), ("i32 %a, ptr %b", "@f(%5, %7)")]
    {
        let (printed, signature) = lowered(&program(parameters, ", !4"), Alone::default()).unwrap();
        let lines = start(&printed);
        assert!(lines.iter().any(|line| line.ends_with(&format!("call {call}"))), "{lines:#?}");
        let names: Vec<&str> = signature.inputs.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(names, ["head", "list.value", "list.next"]);
        let kinds: Vec<PartKind> = signature.inputs.iter().map(|part| part.kind).collect();
        assert_eq!(kinds, [PartKind::Reference, PartKind::Scalar, PartKind::Reference]);
    }
}

#[test]
fn pointers_to_functions_are_inputs() {
    let want = ["%1: ptr = input \"list\" type $3", "%2: i32 = call @f(%1)", "return"];
    check("ptr %callback", ", !16", Alone::default(), &want);
}

#[test]
fn without_debug_information_there_is_a_message() {
    let error = lowered("define void @f(ptr %p) {\nret void\n}\n", Alone::default()).unwrap_err();
    assert!(error.contains("compile it with -g"), "{error}");
}
