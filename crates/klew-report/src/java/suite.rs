//! Suites for Java methods alone: classes of JUnit 5 that build objects, make the call and assert what was seen, and the class
//! by which klew sees it first.

use std::fmt::Write as _;

use super::reproduction::{Call, Names, comment, expression, field_name, java_name};
use crate::heap::InputHeap;

/// The class that runs inputs and tells what it sees, and what it needs.
pub const SEE: [(&str, &str); 2] = [
    ("KlewSee.java", include_str!("KlewSee.java")),
    ("KlewMeasure.java", include_str!("KlewMeasure.java")),
];
/// The class that measures, which needs JaCoCo.
pub const MEASURE: (&str, &str) = ("KlewJacoco.java", include_str!("KlewJacoco.java"));

/// An input that is to be seen.
pub type SeenTest<'a> = &'a InputHeap;

/// A test.
#[derive(Clone, Copy, Debug)]
pub struct WrittenTest<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it covers, a line each.
    pub about: &'a [String],
    /// What the method finds.
    pub heap: &'a InputHeap,
    /// Assertions.
    pub assertions: &'a [String],
    /// The class of what it throws.
    pub throws: Option<&'a str>,
    /// The defect that it shows.
    pub finding: Option<&'a str>,
}

/// The objects, a line each.
fn arrange(names: &Names<'_>, heap: &InputHeap) -> Vec<String> {
    let objects = (0..heap.objects.len()).map(|index| names.creation(index));
    objects.chain(names.settings()).collect()
}

/// The class of that name whose methods `t0`, `t1`, … make the calls and tell what there is to see.
pub fn seeing(class: &str, call: &Call, is_void: bool, inputs: &[SeenTest<'_>]) -> String {
    let mut text = format!("public final class {class} {{\n");
    for (number, heap) in inputs.iter().enumerate() {
        let names = Names::new(heap);
        let _ = writeln!(text, "    static void t{number}(KlewSee see) throws Throwable {{");
        for line in arrange(&names, heap) {
            let _ = writeln!(text, "        {line}");
        }
        for (object, name) in heap.objects.iter().zip(&names.names) {
            let _ = writeln!(text, "        see.object(\"{name}\", {name});");
            if names.characters(object).is_some() {
                continue;
            }
            for field in &object.fields {
                let field = field_name(field);
                let _ = writeln!(text, "        see.field(\"{name}\", \"{field}\");");
            }
        }
        let call = expression(call, heap, &names);
        let _ = writeln!(text, "        see.result({call}, {is_void});\n    }}\n");
    }
    text.push_str("}\n");
    text
}

/// The text of a class of JUnit 5 with these tests.
pub fn test_class(
    class: &str,
    title: &str,
    call: &Call,
    is_void: bool,
    tests: &[WrittenTest<'_>],
) -> String {
    let mut text = String::new();
    for (name, word) in [
        ("assertArrayEquals", "assertArrayEquals("),
        ("assertEquals", "assertEquals("),
        ("assertNull", "assertNull("),
        ("assertSame", "assertSame("),
        ("assertThrows", "assertThrows("),
    ] {
        let asserts = |test: &WrittenTest<'_>| {
            test.assertions.iter().any(|line| line.starts_with(word))
                || test.throws.is_some()
                    && (word == "assertThrows("
                        || word == "assertEquals(" && thrown(test).starts_with(word))
        };
        if tests.iter().any(asserts) {
            let _ = writeln!(text, "import static org.junit.jupiter.api.Assertions.{name};");
        }
    }
    let disabled = tests.iter().any(|test| test.finding.is_some());
    text.push_str(if text.is_empty() { "" } else { "\n" });
    text.push_str(if disabled { "import org.junit.jupiter.api.Disabled;\n" } else { "" });
    text.push_str(
        "import org.junit.jupiter.api.DisplayName;\nimport org.junit.jupiter.api.Test;\n\n/**\n",
    );
    for line in title.lines() {
        let _ = writeln!(text, " * {}", comment(line));
    }
    let _ = writeln!(text, " *\n * <p>Written by klew.\n */\nclass {class} {{");
    for (number, test) in tests.iter().enumerate() {
        let names = Names::new(test.heap);
        text.push_str(if number == 0 { "" } else { "\n" });
        text.push_str("    @Test\n");
        if !test.about.is_empty() {
            let about = test.about.join("; ").replace('\\', "/").replace('"', "'");
            let _ = writeln!(text, "    @DisplayName(\"{about}\")");
        }
        if let Some(what) = test.finding {
            let what = what.escape_default();
            let _ = writeln!(
                text,
                "    @Disabled(\"klew found: {what}; enable it once that is mended\")"
            );
        }
        let _ = writeln!(text, "    void {}() throws Throwable {{", test.name);
        let lines = arrange(&names, test.heap);
        for line in &lines {
            let _ = writeln!(text, "        {line}");
        }
        text.push_str(if lines.is_empty() { "" } else { "\n" });
        let call = expression(call, test.heap, &names);
        if test.throws.is_some() && test.finding.is_none() {
            let _ = writeln!(text, "        {}", thrown(test).replace("CALL", &call));
        } else if is_void || !test.assertions.iter().any(|line| line.contains("result")) {
            let _ = writeln!(text, "        {call};");
        } else {
            let _ = writeln!(text, "        Object result = {call};");
        }
        text.push_str(if test.assertions.is_empty() { "" } else { "\n" });
        for line in test.assertions {
            let _ = writeln!(text, "        {line}");
        }
        text.push_str("    }\n");
    }
    text.push_str("}\n");
    text
}

/// What asserts that something is thrown.
fn thrown(test: &WrittenTest<'_>) -> String {
    let class = test.throws.unwrap_or_default();
    match class.strip_prefix("java.lang.").filter(|rest| !rest.contains('.')) {
        Some(simple) => format!("assertThrows({simple}.class, () -> CALL);"),
        // It may be one that only its own package sees.
        None => format!(
            "assertEquals(\"{}\", assertThrows(Throwable.class, () -> CALL).getClass().getName());",
            java_name(class)
        ),
    }
}
