//! Small texts: what is read, what is refused and where.

use klew_llvm::layout::TypeLayout;
use klew_llvm::syntax::{Body, Module, SymbolDefinition, Type};
use klew_llvm::{print_module, read_module};

fn read(text: &str) -> Module {
    read_module(text, "test.ll").expect("readable")
}

/// Reads a function body; the expectation is a part of the printed text or of the error.
fn check(body: &str, expected: &str) {
    let text = format!("declare void @g()\ndefine void @f(i32 %a, ptr %p) {{\n{body}\n}}\n");
    let module = read(&text);
    let function = module.function("f").expect("f");
    let found = match &function.body {
        Body::Unreadable(error) => error.to_string(),
        _ => print_module(&module),
    };
    assert!(found.contains(expected), "{body}\nexpected {expected}\nfound {found}");
}

#[test]
fn instructions() {
    check("  %x = add nuw nsw i32 %a, 1\n  ret void", "%x = add nuw nsw i32 %a, 1");
    check("  %0 = or disjoint i32 %a, 1\n  ret void", "number of a value smaller");
    check("  or disjoint i32 %a, 1\n  ret void", "%1 = or disjoint i32 %a, 1");
    check("  %x = add exact i32 %a, 1\n  ret void", "flag that does not belong");
    check("  %\"a b\" = sub i32 0, %a\n  ret void", "%\"a b\" = sub i32 0, %a");
    check("  %\"\\e9\" = sub i32 0, %a\n  ret void", "%\"\\E9\" = sub i32 0, %a");
    check("  %x = add i32 %y, 1\n  ret void", "used but never defined");
    check("  %x = add i64 %a, 1\n  ret void", "another type than its own");
    check("  %x = frobnicate i32 %a\n  ret void", "test.ll:3:19: unknown instruction `frobnicate`");
    check("  br label %nowhere", "used but never defined");
    check("  %x = icmp slt i32 %a, 3\n", "an instruction that ends the block");
    check("  call void @g() strange(1) \"k\"=\"v\"\n  ret void", "@g() strange(1) \"k\"=\"v\"");
    check("  call void @g(), !foo !{i32 1}\n  ret void", "!foo !{i32 1}");
    check("  #dbg_value(i32 %a, !1, !DIExpression(), !2)\n  ret void", "#dbg_value(i32 %a, !1,");
    check(
        "  %x = load atomic volatile i32, ptr %p syncscope(\"x\") acquire, align 4\n  ret void",
        "syncscope(\"x\") acquire, align 4",
    );
    check("  fence seq_cst\n  unreachable", "fence seq_cst");
    check("  cleanupret from none unwind to caller", "cleanupret from none unwind to caller");
    check("  br label %b\nb:\n  %x = phi i32 [ 1, %0 ], [ %x, %b ]\n  br label %b", "br label %b");
}

#[test]
fn blocks_are_numbered_in_the_order_of_the_text() {
    let module = read(
        "define i1 @f(i1 %c) {\n br i1 %c, label %z, label %y\ny:\n ret i1 0\nz:\n ret i1 1\n}",
    );
    let Body::Defined(body) = &module.function("f").expect("f").body else {
        panic!("not read");
    };
    let names: Vec<_> = body.blocks.iter().map(|block| format!("{:?}", block.name)).collect();
    assert_eq!(names, ["Numbered(0)", "Named(\"y\")", "Named(\"z\")"]);
    let branch = format!("{:?}", body.blocks[0].instructions[0].operation);
    assert!(branch.contains("if_true: BlockId(2), if_false: BlockId(1)"), "{branch}");
}

#[test]
fn errors_stay_local() {
    let text = "@ok = global i32 1\n@bad = global i32 what\n\
        define void @a() {\n  nonsense\n}\ndefine void @b() {\n  ret void\n}\n";
    let module = read(text);
    assert!(matches!(module.function("a").map(|f| &f.body), Some(Body::Unreadable(_))));
    assert!(matches!(module.function("b").map(|f| &f.body), Some(Body::Defined(_))));
    let bad = module.find_symbol("bad").expect("bad");
    assert!(matches!(module.symbol(bad).definition, SymbolDefinition::Unreadable(_)));
    assert_eq!(module.skipped.len(), 1);
    assert!(read_module("define void @f() {\n ret void", "t").is_err());
    assert!(read_module("hello world", "t").is_err());
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [("[1 x ", "]"), ("{ ", " }"), ("<{", "}>"), ("void (", ")")] {
        let ty = format!("{}i32{}", open.repeat(100_000), close.repeat(100_000));
        assert!(read_module(&format!("@x = external global {ty}\n"), "t").is_err());
    }
    let stars = format!("@x = external global i8{}\n", "*".repeat(100_000));
    assert!(read_module(&stars, "t").is_err());
    let metadata = format!("!0 = {}{}\n", "!{".repeat(100_000), "}".repeat(100_000));
    assert!(read_module(&metadata, "t").is_err());
}

/// Layout of `%t = type …`: size, alignment, offsets.
fn check_layout(layout: &str, ty: &str, size: u64, align: u64, offsets: &[u64]) {
    let module = read(&format!(
        "target datalayout = \"{layout}\"\n%t = type {ty}\n@x = external global %t\n"
    ));
    let sizes = TypeLayout::new(&module);
    let (id, _) = module.types.iter().find(|(_, ty)| matches!(ty, Type::Named(_))).expect("%t");
    let found = sizes.struct_layout(id).expect("layout");
    assert_eq!((found.size, found.align, &*found.offsets), (size, align, offsets), "{ty}");
}

#[test]
fn layouts() {
    const X64: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128";
    const X64_NEW: &str =
        "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
    const X32: &str =
        "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-f64:32:64-f80:32-n8:16:32-S128";
    check_layout(X64, "{ i8, i32, ptr, i16 }", 24, 8, &[0, 4, 8, 16]);
    check_layout(X32, "{ i8, i32, ptr, i16 }", 16, 4, &[0, 4, 8, 12]);
    check_layout(X64, "<{ i8, i32, x86_fp80 }>", 21, 1, &[0, 1, 5]);
    check_layout(X64, "{ i8, x86_fp80 }", 32, 16, &[0, 16]);
    check_layout(X32, "{ i8, x86_fp80, double, i64 }", 32, 4, &[0, 4, 16, 24]);
    check_layout(X64, "{ i8, i128 }", 24, 8, &[0, 8]);
    check_layout(X64_NEW, "{ i8, i128 }", 32, 16, &[0, 16]);
    check_layout(X64, "{ i8, <3 x i32>, [0 x i64] }", 32, 16, &[0, 16, 32]);
    check_layout(X64, "{ i24, i1, i8 }", 8, 4, &[0, 4, 5]);
    check_layout(X64, "{}", 0, 1, &[]);
}

/// The source variables that the debug information of a text names, with their types.
fn check_variables(text: &str, function: &str, expected: &[(&str, &str)]) {
    let module = read(text);
    let function = module.function(function).expect("function");
    let Body::Defined(body) = &function.body else {
        panic!("not read");
    };
    let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    let mut found: Vec<_> = instructions
        .filter_map(|instruction| module.debug_variable(instruction))
        .filter_map(|v| Some((v.variable.name()?, v.variable.ty()?.name()?)))
        .collect();
    found.dedup();
    assert_eq!(found, expected);
    let subprogram = module.debug_function(function).expect("subprogram");
    assert_eq!(subprogram.name(), module.name(function.symbol));
    let position = subprogram.position();
    assert!(position.line > 0 && position.file.is_some_and(|file| file.ends_with(".c")));
}

#[test]
fn source_variables() {
    let typed = include_str!("programs/typed.ll");
    check_variables(typed, "leave", &[("x", "int")]);
    let opaque = include_str!("programs/opaque.ll");
    check_variables(opaque, "main", &[("p", "point")]);
    check_variables(opaque, "sum", &[("l", "large"), ("t", "tight")]);
}
