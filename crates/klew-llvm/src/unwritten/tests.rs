use super::*;

/// The names of the variables that keep their values, of a module with `@table` and `@other`, and these functions.
fn kept(functions: &str) -> Vec<String> {
    let text = format!(
        "@table = internal global [4 x i32] [i32 1, i32 2, i32 3, i32 4]\n\
         @other = internal global i32 7\n@shared = global i32 0\n@cell = global ptr null\n\
         declare void @unknown(ptr)\ndeclare i32 @memcmp(ptr, ptr, i64)\n\
         declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n{functions}"
    );
    let mut modules = [crate::read_module(&text, "a.ll").unwrap()];
    make_constant(&mut modules, |_| false);
    let [module] = modules;
    let constants = module.variables.iter().filter(|variable| variable.constant);
    constants.map(|variable| module.name(variable.symbol).unwrap().to_owned()).collect()
}

/// Whether `@table` keeps its value where a function with these instructions has a pointer `%p` and a number `%i`.
fn keeps_table(instructions: &str) -> bool {
    let function = format!(
        "define void @f(ptr %p, i64 %i) {{\n{instructions}\n  ret void\n}}\n\
         define internal void @reads(ptr %q) {{\n  %v = load i32, ptr %q\n  ret void\n}}\n\
         define internal void @writes(ptr %q) {{\n  store i32 1, ptr %q\n  ret void\n}}\n\
         define internal ptr @same(ptr %q) {{\n  ret ptr %q\n}}\n"
    );
    let kept = kept(&function);
    assert!(kept.contains(&"other".to_owned()) && !kept.contains(&"shared".to_owned()));
    kept.contains(&"table".to_owned())
}

#[test]
fn reading_is_not_writing() {
    assert!(keeps_table(""));
    assert!(keeps_table(
        "  %a = getelementptr i32, ptr @table, i64 %i\n  %v = load i32, ptr %a\n  store i32 %v, ptr @shared"
    ));
    assert!(keeps_table("  %c = icmp eq ptr @table, %p"));
    assert!(keeps_table("  %r = call i32 @memcmp(ptr @table, ptr %p, i64 4)"));
    assert!(keeps_table(
        "  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @table, i64 16, i1 false)"
    ));
    assert!(keeps_table("  call void @reads(ptr @table)"));
    assert!(keeps_table("  %q = call ptr @same(ptr @table)\n  %v = load i32, ptr %q"));
}

#[test]
fn writes_are_seen() {
    for instructions in [
        "  store i32 1, ptr @table",
        "  %a = getelementptr i32, ptr @table, i64 %i\n  store i32 1, ptr %a",
        "  store i32 1, ptr getelementptr (i8, ptr @table, i64 4)",
        "  %a = select i1 true, ptr @table, ptr %p\n  store i32 1, ptr %a",
        "  %n = ptrtoint ptr @table to i64\n  %m = add i64 %n, 4\n  %a = inttoptr i64 %m to ptr\n  store i32 1, ptr %a",
        "  %old = atomicrmw add ptr @table, i32 1 seq_cst",
        "  %old = cmpxchg ptr @table, i32 1, i32 2 seq_cst seq_cst",
        "  %v = load volatile i32, ptr @table",
        "  call void @llvm.memcpy.p0.p0.i64(ptr @table, ptr %p, i64 16, i1 false)",
        "  call void @writes(ptr @table)",
        "  %q = call ptr @same(ptr @table)\n  store i32 1, ptr %q",
    ] {
        assert!(!keeps_table(instructions), "{instructions}");
    }
}

#[test]
fn addresses_that_leave_are_written() {
    for instructions in [
        "  call void @unknown(ptr @table)",
        "  call void %p(ptr @table)",
        "  store ptr @table, ptr @cell",
        "  store ptr @table, ptr %p",
        "  call void asm sideeffect \"\", \"r\"(ptr @table)",
        "  call void asm sideeffect \"movl $$1, table\", \"\"()",
    ] {
        assert!(!keeps_table(instructions), "{instructions}");
    }
    let returned = |linkage: &str| {
        kept(&format!("define {linkage} ptr @get() {{\n  ret ptr @table\n}}\n"))
            .contains(&"table".to_owned())
    };
    assert!(!returned("") && returned("internal"));
    let addressed = "define internal ptr @get() {\n  ret ptr @table\n}\n@hook = global ptr @get\n";
    assert!(!kept(addressed).contains(&"table".to_owned()));
}

#[test]
fn local_variables_are_followed() {
    let slot = "  %s = alloca ptr\n  store ptr @table, ptr %s\n  %a = load ptr, ptr %s\n";
    assert!(keeps_table(&format!("{slot}  %v = load i32, ptr %a")));
    assert!(!keeps_table(&format!("{slot}  store i32 1, ptr %a")));
    assert!(!keeps_table(&format!("{slot}  call void @unknown(ptr %s)")));
    assert!(!keeps_table(&format!("{slot}  %b = getelementptr i8, ptr %s, i64 %i")));
}

#[test]
fn modules_that_are_not_all_there() {
    let [mut whole, mut left_out] =
        ["  ret void", "  call void asm sideeffect \"klew left this out\", \"\"()\n  unreachable"]
            .map(|body| {
                vec![format!(
                    "@t = internal unnamed_addr global i32 7\ndefine void @f() {{\n{body}\n}}\n"
                )]
            });
    make_unwritten_constant(&mut whole);
    make_unwritten_constant(&mut left_out);
    assert!(whole[0].starts_with("@t = internal unnamed_addr constant i32 7\n"));
    assert!(left_out[0].starts_with("@t = internal unnamed_addr global i32 7\n"));
}

#[test]
fn variables_that_are_named_elsewhere() {
    let text = "@f.limit = internal global i32 7\n@limit.1 = internal global i32 7\n@size = internal global i32 7\n";
    let mut modules = [crate::read_module(text, "a.ll").unwrap()];
    make_constant(&mut modules, |name| name == "limit");
    let constant: Vec<bool> = modules[0].variables.iter().map(|it| it.constant).collect();
    assert_eq!(constant, [false, false, true]);
}

#[test]
fn other_ways_to_a_variable() {
    for text in [
        "@t = internal global i32 7, section \"s\"\n",
        "@t = internal global i32 7\n@p = internal global ptr @t\n",
        "@t = internal global i32 7\n@llvm.used = appending global [1 x ptr] [ptr @t], section \"llvm.metadata\"\n",
        "@t = internal global i32 7\n@a = alias i32, ptr @t\n",
        "module asm \"movl $1, t\"\n@t = internal global i32 7\n",
        "@t = internal externally_initialized global i32 7\n",
    ] {
        let mut modules = [crate::read_module(text, "a.ll").unwrap()];
        make_constant(&mut modules, |_| false);
        assert!(!modules[0].variables[0].constant, "{text}");
    }
}
