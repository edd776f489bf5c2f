use super::{LinkError, Linked, link};
use crate::{Program, parse_program, print_program, verify_program};

fn parsed(text: &str, file: &str) -> Program {
    let program = parse_program(text, file).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(verify_program(&program), Ok(()), "{text}");
    program
}

fn linked(program: &str, library: &str) -> (Program, Linked) {
    let mut program = parsed(program, "program.kir");
    let linked = link(&mut program, parsed(library, "library.kir")).unwrap();
    assert_eq!(verify_program(&program), Ok(()), "{}", print_program(&program));
    (program, linked)
}

/// The functions after linking: names, `*` for library, `?` for external; then the globals.
fn check(program: &str, library: &str, expected: &str) {
    let (program, _) = linked(program, library);
    let functions = program.functions.iter().map(|function| {
        let library = if function.library { "*" } else { "" };
        let external = function.body == crate::FunctionBody::External;
        format!("{}{library}{}", function.name, if external { "?" } else { "" })
    });
    let globals = program.globals.iter().map(|global| {
        let external = global.initializer == crate::Initializer::External;
        format!("&{}{}", global.name, if external { "?" } else { "" })
    });
    assert_eq!(functions.chain(globals).collect::<Vec<_>>().join(" "), expected);
}

const MAIN: &str = "function @main() -> i32 {\ne:\n%x = call @f(1)\nreturn %x\n}\nfunction @f(i32) -> i32 external\n";

fn function(name: &str, lines: &str) -> String {
    format!("function @{name}(%a: i32) -> i32 {{\ne:\n{lines}\nreturn %a\n}}\n")
}

#[test]
fn only_what_is_needed() {
    let library = function("unused", "%x = call @g(1)")
        + &function("f", "%x = call @g(%a)\n%y = call @h(%a)")
        + &function("g", "%x = call @f(%a)\n%y = load i32 &table")
        + "function @h(i32) -> i32 external\n"
        + "global &table = bytes \"\\0\\0\\0\\0\\0\\0\\0\\0\" relocations 0: @callback\n"
        + "global &apart size 4 = zero\n"
        + &function("callback", "store ptr &table to &table");
    check(MAIN, &library, "main f* g* h*? callback* &table");
}

#[test]
fn nothing_to_resolve() {
    check(MAIN, &function("g", ""), "main f?");
    check(MAIN, "function @f(i32) -> i32 external", "main f?");
    check(&function("f", ""), &function("f", "%x = add i32 %a, 1"), "f");
}

#[test]
fn the_programs_definitions_win() {
    let program = MAIN.to_string() + &function("g", "") + "global &errno size 4 = zero\n";
    let library = function("f", "%x = call @g(1)\nstore i32 1 to &errno")
        + &function("g", "%x = call @k(1)")
        + "function @k(i32) -> i32 external\nglobal &errno size 4 = external\n";
    check(&program, &library, "main f* g &errno");
}

#[test]
fn globals_are_resolved() {
    let program = "global &errno size 4 = external\nglobal &other size 4 = external\n";
    check(program, "global &errno size 4 = bytes \"abcd\"", "&errno &other?");
}

#[test]
fn what_does_not_fit_stays_apart() {
    let wide = "function @f(%a: double) -> i32 {\ne:\nreturn 0\n}\n";
    check(MAIN, wide, "main f?");
    let (_, report) = linked(MAIN, wide);
    assert!(report.mismatched.contains("f") && report.resolved.is_empty());
    // The library's own calls of it do not go to the program's.
    let program = MAIN.to_string() + "function @g(%a: double) {\ne:\nreturn\n}\n";
    let library = function("f", "%x = call @g(%a)") + &function("g", "");
    check(&program, &library, "main f* g g.library1*");
}

#[test]
fn places_and_types_are_renumbered() {
    let program = "type $a = void\n".to_string() + MAIN;
    let library = "type $x = void\ntype $list = record \"list\" size 8 { \"next\" at 0 $link }\n\
        type $link = pointer $list\ntype $unused = void\n\
        function @f(%a: i32) -> i32 {\nvariable !l type $link\ne:\nbind !l ptr null\nreturn %a\n}";
    let (program, report) = linked(&program, library);
    assert!(report.resolved.contains("f"));
    assert_eq!(program.files, ["", "program.kir", "library.kir"]);
    assert_eq!(program.types.len(), 3);
    let text = print_program(&program);
    assert!(text.contains("type $1 = pointer $2\n"), "{text}");
    assert!(text.contains("variable !0 \"l\" type $1 @2:6:1\n"), "{text}");
}

#[test]
fn other_machines() {
    let mut program = parsed(MAIN, "a");
    let library = parsed("target 32", "b");
    assert_eq!(link(&mut program, library), Err(LinkError::DataModel));
}

#[test]
fn types_of_inputs_and_exceptions_are_those_of_the_program() {
    let program = "type $int = int \"int\" 32 signed\n".to_owned() + MAIN;
    let library = "type $unused = void\ntype $class = record \"Odd\" size 8 tag 3 {}\ntype $odd = pointer $class\n"
        .to_owned()
        + &function(
            "f",
            "%i: ptr = input \"i\" type $odd\nassert assertion never_escapes $class",
        );
    let (program, _) = linked(&program, &library);
    let text = print_program(&program);
    let line = |start: &str| text.lines().find(|line| line.contains(start)).unwrap_or_default();
    let number = |line: &str| {
        line.split('$').nth(1).and_then(|rest| rest.split(' ').next().map(str::to_owned))
    };
    assert_eq!(number(line("never_escapes")), number(line("= record \"Odd\"")), "{text}");
    assert_eq!(number(line("= input \"i\"")), number(line("= pointer")), "{text}");
}
