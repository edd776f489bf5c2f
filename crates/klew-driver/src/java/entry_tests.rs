//! Tests of the choice of the entry.

use super::*;
use klew_jvm::summary::Summary;

/// `p/A: main([Ljava/lang/String;)V static` and so on, a line each; `<` names a superclass.
fn classes(text: &str) -> BTreeMap<String, Summary> {
    let mut classes = BTreeMap::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (head, methods) = line.split_once(':').unwrap();
        let (name, superclass) = match head.split_once(" < ") {
            Some((name, superclass)) => (name, Some(superclass.to_owned())),
            None => (head, None),
        };
        let method = |text: &str| {
            let at = text.find('(').unwrap();
            let name = text[..at].trim_start_matches(['!', '?']).to_owned();
            // ! is static, ? abstract.
            let flags = match text.as_bytes()[0] {
                b'!' => 0x0009,
                b'?' => 0x0401,
                _ => 0x0001,
            };
            Method { name, descriptor: text[at..].to_owned(), flags }
        };
        let methods = methods.split_whitespace().map(method).collect();
        let summary =
            Summary { name: name.into(), superclass, flags: 1, methods, source_file: None };
        classes.insert(name.to_owned(), summary);
    }
    classes
}

const MAIN: &str = "!main([Ljava/lang/String;)V";

fn check(entry: &str, text: &str, preferred: Option<&str>, want: &str) {
    let text = text.replace("MAIN", MAIN);
    let said = match choose(entry, &classes(&text), preferred) {
        Ok(entry) => format!("{}.{}{}", entry.class, entry.method, entry.descriptor),
        Err(error) => format!("{}; {}", error.message, error.help.unwrap_or_default()),
    };
    assert_eq!(said.replace("main([Ljava/lang/String;)V", "main"), want);
}

#[test]
fn programs() {
    check("main", "p/A: MAIN\np/B: f()V", None, "p/A.main");
    check("main", "A: MAIN\nMain: MAIN", None, "Main.main");
    check("main", "A: MAIN\np/Main: MAIN", None, "p/Main.main");
    check("main", "A: MAIN\nMain: MAIN", Some("A"), "A.main");
    check(
        "main",
        "A: MAIN\np/B: MAIN",
        None,
        "several classes have a method main(String[]); --entry says which: A.main, p.B.main",
    );
    check(
        "main",
        "A: !f([ILA$B;)V <init>()V main()V",
        None,
        "no class has a method main(String[]); --entry analyses a method alone: A.f(int[],A$B), A.main()",
    );
    check("A.main", "A: MAIN\np/B: MAIN", None, "A.main");
}

#[test]
fn methods() {
    let text = "p/A < p/C: f(I)V f(Ljava/lang/String;[J)I ?g()V <init>()V
                p/A$B: h()V
                p/C: k()V
                q/D: d()V
                r/D: d()V";
    check("p.A.f(int)", text, None, "p/A.f(I)V");
    check("A.f(String, long[])", text, None, "p/A.f(Ljava/lang/String;[J)I");
    check("A.f(java.lang.String,long[])", text, None, "p/A.f(Ljava/lang/String;[J)I");
    check("A.f(I)V", text, None, "p/A.f(I)V");
    check("A.f(I)", text, None, "p/A.f(I)V");
    check("A.B.h", text, None, "p/A$B.h()V");
    check("p.A$B.h", text, None, "p/A$B.h()V");
    check("A.k", text, None, "p/C.k()V");
    check("A.new", text, None, "p/A.<init>()V");
    check(
        "A.f",
        text,
        None,
        "--entry A.f: several methods are called that; say which: p.A.f(int), p.A.f(String,long[])",
    );
    check(
        "A.f(char)",
        text,
        None,
        "--entry A.f(char): there is no such method with code; there are p.A.f(int), p.A.f(String,long[])",
    );
    check(
        "A.g",
        text,
        None,
        "--entry A.g: there is no such method with code; there are p.A.f(int), p.A.f(String,long[]), p.A.new()",
    );
    check(
        "X.f",
        text,
        None,
        "--entry: there is no class X; the classes are p.A, p.A$B, p.C, q.D, r.D",
    );
    check("D.d", text, None, "--entry: several classes are called D; the classes are q.D, r.D");
    check(
        "f",
        text,
        None,
        "--entry f: this is not Class.method; --entry pkg.Class.method; of overloaded methods: \
         --entry \"Class.method(int)\"",
    );
}
