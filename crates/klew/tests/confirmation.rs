//! Findings of every property are seen to happen in the compiled program, at their place.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use serde_json::Value;

/// The program's line that holds `// HERE` is the finding's, and it is confirmed.
fn check(property: &str, text: &str) {
    check_with(property, text, &[]);
}

fn check_with(property: &str, text: &str, arguments: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "#include <stdlib.h>\n#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n{text}"
    );
    fs::write(folder.path().join("a.c"), &text).unwrap();
    let line = 1 + text.lines().position(|line| line.contains("// HERE")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_klew"))
        .current_dir(folder.path())
        .args(["check", "a.c", "--format", "json", "--no-output", "--time", "60s"])
        .args(["--property", property])
        .args(arguments)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let report: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {said}"));
    assert_eq!(report["verdict"], "violated", "{report:#}");
    let finding = &report["findings"][0];
    assert_eq!(finding["line"], line, "{finding:#}");
    assert_eq!(finding["confirmed"], true, "{finding:#}");
}

#[test]
fn assertions_and_error_calls() {
    check(
        "assertion",
        "int main(void) { int x = __VERIFIER_nondet_int();
        assert(x != 12345); // HERE
        return 0; }",
    );
    check(
        "unreach-call",
        "void reach_error(void) { }
        int main(void) { if (__VERIFIER_nondet_int() == 3)
            reach_error(); // HERE
        return 0; }",
    );
    check(
        "unreach-call",
        "void reach_error(void) { assert(0); }
        int main(void) { if (__VERIFIER_nondet_int() == 3)
            reach_error(); // HERE
        return 0; }",
    );
}

#[test]
fn memory() {
    check(
        "valid-deref",
        "int main(void) { int *p = 0; if (__VERIFIER_nondet_int() == 9)
            *p = 1; // HERE
        return 0; }",
    );
    check(
        "valid-free",
        "int main(void) { char *p = malloc(4);
            free(p + 1); // HERE
        return 0; }",
    );
    check(
        "valid-free",
        "int main(void) { char *p = malloc(4); free(p); char *q = malloc(4);
            if (p == q) free(q);
            free(q); // HERE
        return 0; }",
    );
    check(
        "valid-memtrack",
        "int main(void) { char *p =
            malloc(4); // HERE
        p = 0; return 0; }",
    );
    check(
        "valid-memcleanup",
        "char *kept; int main(void) {
            kept = malloc(4); // HERE
        return 0; }",
    );
}

#[test]
fn arithmetic() {
    check(
        "no-overflow",
        "int main(void) { int x = __VERIFIER_nondet_int();
            x = x + 1; // HERE
        return x; }",
    );
    check(
        "division-by-zero",
        "int main(void) { int x = __VERIFIER_nondet_int();
            x = 7 / x; // HERE
        return x; }",
    );
    check(
        "shift",
        "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 || x > 32) return 0;
            return 1u << x; // HERE
        }",
    );
}

#[test]
fn other_data_model_and_own_header() {
    check_with(
        "assertion",
        "#include <klew.h>
        int main(void) { long x = klew_long(\"x\"); klew_assume(x > 5);
            klew_assert(x * 2 != 14); // HERE
        return 0; }",
        &["--data-model", "32"],
    );
}

#[test]
fn failing_allocations() {
    check_with(
        "valid-deref",
        "int main(void) { char *p = malloc(1); char *q = malloc(1);
            *q = 1; // HERE
        free(p); free(q); return 0; }",
        &["--malloc-may-fail"],
    );
}

/// Several engines come to the same input, and nobody can say what `stat` fills in.
#[test]
fn what_a_run_did_not_show_is_not_built_again() {
    let folder = tempfile::tempdir().unwrap();
    let (program, compiler, log) =
        (folder.path().join("a.c"), folder.path().join("gcc"), folder.path().join("log"));
    let text = "#include <assert.h>
#include <sys/stat.h>
int main(void) {
    struct stat status;
    if (stat(\"settings\", &status) == 0)
        assert(status.st_size != 0);
    return 0;
}
";
    fs::write(&program, text).unwrap();
    let script = format!(
        "#!/bin/sh
for word in \"$@\"; do
    case $word in
        */harness.c) harness=$(cksum < \"$word\") ;;
        -DKLEW_BOOKKEEPING) kind=bookkeeping ;;
    esac
done
echo \"$harness $kind\" >> {}
exec /usr/bin/gcc \"$@\"
",
        log.display()
    );
    fs::write(&compiler, script).unwrap();
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_klew"))
        .env("KLEW_CC", &compiler)
        .args(["check", "--format", "json", "--no-output", "--time", "60s"])
        .args(["--property", "assertion"])
        .arg(&program)
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["findings"][0]["confirmed"], false, "{report:#}");
    let log = fs::read_to_string(&log).unwrap();
    let built: Vec<&str> = log.lines().collect();
    let different: BTreeSet<&str> = log.lines().collect();
    assert_eq!(built.len(), different.len(), "{log}");
}
