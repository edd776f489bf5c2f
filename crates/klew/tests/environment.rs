//! What programs get from outside: options that do not apply are refused, tests carry arguments and environment, and
//! bounds are said.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

fn klew(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.current_dir(folder).args(arguments).output().expect("klew starts")
}

fn sandbox(text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("a.c"), text).expect("a file");
    folder
}

/// The verdict and all of the text.
fn said(text: &str, options: &[&str]) -> String {
    let folder = sandbox(text);
    let arguments = [&["check", "a.c", "--no-output", "--quiet"], options].concat();
    let output = klew(folder.path(), &arguments);
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn check(text: &str, options: &[&str], parts: &[&str]) {
    let said = said(text, options);
    for part in parts {
        assert!(said.contains(part), "{part:?} is not in the result with {options:?}:\n{said}");
    }
}

const READER: &str = "#include <stdlib.h>\n\
    int main(int argc, char **argv) { return argc > 1 && argv[1][0] ? 1 : getenv(\"A\") != 0; }\n";

#[test]
fn options_that_do_not_apply_are_refused_or_named() {
    let plain = "int main(void) { return 0; }\nint f(int x) { return x; }\n";
    check(plain, &["--sym-args", "0", "1", "1"], &["error: --sym-args does not apply"]);
    for option in [&["--sym-args", "0", "1", "1"][..], &["--no-args"]] {
        let about = format!("error: {} is about arguments of main", option[0]);
        for entry in ["--function", "--entry"] {
            check(plain, &[&[entry, "f"], option].concat(), &[&about]);
        }
    }
    check(plain, &["--env", "A=b"], &["verdict: safe", "reads no environment variables"]);
    let unread = "int main(int argc, char **argv) { return 0; }\n";
    check(
        unread,
        &["--sym-args", "0", "1", "1"],
        &["verdict: safe", "does not read its arguments"],
    );
    check(READER, &["--no-args", "--sym-args", "0", "1", "1"], &["cannot be used with"]);
    check(
        READER,
        &["--env", "A=1", "--sym-env", "A:2"],
        &["error: the environment variable A is given"],
    );
}

#[test]
fn a_kir_program_says_itself_what_its_inputs_are() {
    let folder = sandbox("");
    let program = "target 64\nentry @main\nfunction @main() -> i32 {\nentry:\n  return 0\n}\n";
    fs::write(folder.path().join("a.kir"), program).expect("a file");
    for option in [&["--sym-args", "0", "1", "1"][..], &["--no-env"], &["--sym-stdin", "3"]] {
        let output = klew(folder.path(), &[&["check", "a.kir", "--no-output"], option].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            said.contains(&format!("{} is for C, LLVM's IR and Java, and the", option[0])),
            "{said}"
        );
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn what_was_looked_at_is_said() {
    check(
        READER,
        &["--sym-args", "0", "1", "3", "--sym-args", "2", "2", "1", "--no-env"],
        &[
            "verdict: safe within bounds",
            "arguments: at most 1 of at most 3 characters, then 2 of at most 1 character (--sym-args)",
            "assumed: the environment has no variables (--no-env)",
        ],
    );
    check(
        READER,
        &["--no-args", "--no-env", "--sym-stdin", "2"],
        &[
            "verdict: safe:",
            "assumed: main gets no arguments",
            "assumed: standard input has exactly 2 bytes",
        ],
    );
    check(
        READER,
        &["--time", "3s"],
        &["safe within bounds", "arguments: at most ", "environment variables: values of at"],
    );
}

#[test]
fn a_test_carries_arguments_and_environment() {
    let folder = sandbox(
        "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n\
         int main(int argc, char **argv) {\n  char *mode = getenv(\"MODE\");\n  if (argc == 3 && mode && !strcmp(mode, \"a\\\"\"))\n\
         assert(strcmp(argv[2], \"b\"));\n  return getenv(\"ASAN_OPTIONS\") != 0;\n}\n",
    );
    let options = ["check", "a.c", "--sym-args", "1", "1", "1", "--sym-args", "0", "1", "2"];
    let output = klew(folder.path(), &options);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(10), "{text}");
    for part in ["= arguments: \"", " \"b\"\n", "MODE=\"a\\\"\"", "= confirmed"] {
        assert!(text.contains(part), "{part:?} is not in:\n{text}");
    }
    let finding = folder.path().join("klew-out-a/finding-1");
    let replay = klew(folder.path(), &["replay", &finding.display().to_string(), "a.c"]);
    assert_eq!(replay.status.code(), Some(10), "{}", String::from_utf8_lossy(&replay.stdout));
    let script =
        Command::new("sh").arg(finding.join("build-and-run.sh")).output().expect("a shell");
    let said = String::from_utf8_lossy(&script.stderr);
    assert!(said.contains("Assertion") && !script.status.success(), "{said}");
}

#[test]
fn arguments_grow_to_what_a_finding_needs() {
    let folder = sandbox(
        "#include <assert.h>\n#include <string.h>\nint main(int argc, char **argv) {\n\
         if (argc == 4 && !strcmp(argv[1], \"--long\")) assert(argv[3][0] != '=');\n}\n",
    );
    let options = ["check", "a.c", "--no-output", "--format", "json", "--time", "60s"];
    let report: Value =
        serde_json::from_slice(&klew(folder.path(), &options).stdout).expect("a report");
    assert_eq!(report["verdict"], "violated", "{report:#}");
    assert_eq!(report["findings"][0]["confirmed"], true, "{report:#}");
}
