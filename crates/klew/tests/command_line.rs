//! The built command, from outside: what it says and which exit code it gives.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const BUG: &str = "\
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *array = malloc(4 * sizeof(int));
  int index = __VERIFIER_nondet_int();
  if (index < 0 || index > 4)
    return free(array), 0;
  array[index] = 1;
  free(array);
  return 0;
}
";

struct Sandbox(tempfile::TempDir);

impl Sandbox {
    fn new() -> Sandbox {
        Sandbox(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    fn klew(&self, arguments: &[&str]) -> Output {
        self.klew_with(arguments, |command| command)
    }

    fn klew_with(
        &self,
        arguments: &[&str],
        change: impl FnOnce(&mut Command) -> &mut Command,
    ) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
        command.current_dir(self.path()).args(arguments);
        change(&mut command).output().unwrap()
    }

    fn json(&self, arguments: &[&str]) -> (Value, i32) {
        let output = self.klew(&[arguments, &["--format", "json"]].concat());
        let code = output.status.code().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let value = serde_json::from_slice(&output.stdout);
        (value.unwrap_or_else(|error| panic!("{error}: {said}")), code)
    }
}

/// Bad input gives exit code 2 and a message with these parts, and no panic.
fn check_rejected(output: &Output, parts: &[&str]) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(output.stdout.is_empty());
    assert!(said.starts_with("error: "), "{said}");
    assert!(!said.contains("panicked"), "{said}");
    for part in parts {
        assert!(said.contains(part), "{part:?} is not in: {said}");
    }
}

#[test]
fn bad_files() {
    let sandbox = Sandbox::new();
    sandbox.write("empty.c", "");
    sandbox.write("a.txt", "x");
    sandbox.write("bad.c", "int main( { return x; }\n");
    sandbox.write("library.c", "int f(void) { return 1; }\n");
    sandbox.write("bad.ll", "define i32 @main() {\n  ret i32 0\n");
    sandbox.write("bytes.ll", [0xff, 0xfe, 0x00]);
    sandbox.write("bad.bc", "not bitcode");
    sandbox.write("cut.bc", b"BC\xc0\xde\x35\x14\x00\x00\x05\x00\x1b[31m\xff\xfe");
    sandbox.write("bad.kir", "function @main( -> {\n");
    fs::create_dir(sandbox.path().join("folder.c")).unwrap();
    for (file, parts) in [
        ("missing.c", &["there is no file missing.c"][..]),
        ("folder.c", &["folder.c is a directory"]),
        ("empty.c", &["empty.c is empty"]),
        ("a.txt", &["what kind of file", ".c, .i, .ll, .bc and .kir"]),
        ("bad.c", &["bad.c does not compile", "bad.c:1:"]),
        ("library.c", &["`main`", "help: --entry"]),
        ("bad.ll", &["bad.ll:3:1: "]),
        ("bytes.ll", &["bytes.ll", "not part of a text"]),
        ("bad.bc", &["bad.bc is not LLVM bitcode", "clang -c -emit-llvm"]),
        ("cut.bc", &["cut.bc is not bitcode that can be read", "clang -c -emit-llvm"]),
        ("bad.kir", &["bad.kir:1:"]),
    ] {
        let output = sandbox.klew(&["check", file]);
        check_rejected(&output, parts);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!said.contains(|c: char| c.is_control() && c != '\n'), "{said:?}");
        assert!(!sandbox.path().join("klew-out-library").exists());
    }
}

#[test]
fn bad_arguments() {
    let sandbox = Sandbox::new();
    sandbox.write("a.c", "int main(void) { return 0; }\n");
    sandbox.write("odd.prp", "CHECK( init(main()), LTL(F end) )\n");
    check_rejected(&sandbox.klew(&["check", "a.c", "--property", "nothing"]), &["`nothing`"]);
    check_rejected(&sandbox.klew(&["check", "a.c", "--property", "odd.prp"]), &["F end"]);
    check_rejected(&sandbox.klew(&["check", "a.c", "--property", "no.prp"]), &["no.prp"]);
    check_rejected(&sandbox.klew(&["check", "a.c", "--path", "x"]), &["--path"]);
    check_rejected(&sandbox.klew(&["check"]), &["FILE"]);
    check_rejected(&sandbox.klew(&["check", "a.c", "--time", "0s"]), &["--time"]);
    check_rejected(&sandbox.klew(&["replay", "none.ktest", "a.c"]), &["none.ktest"]);
    sandbox.write("short.ktest", "KTES");
    check_rejected(&sandbox.klew(&["replay", "short.ktest", "a.c"]), &["not a .ktest file"]);
}

#[test]
fn no_clang() {
    let sandbox = Sandbox::new();
    sandbox.write("a.c", "int main(void) { return 0; }\n");
    let output = sandbox.klew_with(&["check", "a.c"], |command| {
        command.env("PATH", "/nonexistent").env_remove("KLEW_CLANG")
    });
    check_rejected(&output, &["no clang was found", "apt-get install clang"]);
    let output =
        sandbox.klew_with(&["check", "a.c"], |command| command.env("KLEW_CLANG", "/no/clang"));
    check_rejected(&output, &["KLEW_CLANG"]);
}

#[test]
fn truncated_files_are_rejected_or_read() {
    let sandbox = Sandbox::new();
    sandbox.write("a.c", BUG);
    let kir = sandbox.klew(&["check", "a.c", "--emit-kir"]);
    assert_eq!(kir.status.code(), Some(0));
    let length = kir.stdout.len();
    assert!(length > 500, "the program is printed");
    for part in 1..8 {
        sandbox.write("cut.kir", &kir.stdout[..length * part / 8]);
        let output = sandbox.klew(&["check", "cut.kir", "--no-output", "--time", "10s"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("panicked"), "{said}");
        assert!(matches!(output.status.code(), Some(0 | 2 | 5 | 10)), "{said}");
    }
}

#[test]
fn a_bug_is_found_confirmed_and_replayed() {
    let sandbox = Sandbox::new();
    sandbox.write("bug.c", BUG);
    let (report, code) = sandbox.json(&["check", "bug.c", "--time", "60s"]);
    assert_eq!(code, 10);
    assert_eq!(report["verdict"], "violated");
    let finding = &report["findings"][0];
    assert_eq!(finding["property"], "valid-deref");
    assert_eq!(finding["line"], 8);
    assert_eq!(finding["confirmed"], true, "{finding:#}");
    assert_eq!(finding["input"][0]["value"], "4");
    for key in ["paths", "instructions", "queries", "seconds", "peak_memory"] {
        assert!(report["statistics"][key].is_number(), "{key}");
    }
    let folder = sandbox.path().join("klew-out-bug/finding-1");
    for file in
        ["harness.c", "error-calls.h", "input.json", "input.ktest", "trace.txt", "build-and-run.sh"]
    {
        assert!(folder.join(file).exists(), "{file}");
    }
    let replay = sandbox.klew(&["replay", "klew-out-bug/finding-1", "bug.c"]);
    let said = String::from_utf8_lossy(&replay.stdout);
    assert_eq!(replay.status.code(), Some(10), "{said}");
    assert!(said.contains("heap-buffer-overflow"), "{said}");
    let script = Command::new("sh").arg(folder.join("build-and-run.sh")).output().unwrap();
    assert!(String::from_utf8_lossy(&script.stderr).contains("heap-buffer-overflow"));
}

#[test]
fn findings_that_cannot_be_run_are_replayed() {
    let sandbox = Sandbox::new();
    sandbox.write("bug.c", BUG);
    let (report, code) = sandbox.json(&["check", "bug.c", "--no-confirm", "--no-output"]);
    assert_eq!((code, &report["verdict"]), (10, &Value::from("violated")));
    assert_eq!(report["findings"][0]["confirmed"], false);
    assert_eq!(report["findings"][0]["confirmation"], "replayed");
    assert!(!sandbox.path().join("klew-out-bug").exists());
    let kir = sandbox.klew(&["check", "bug.c", "--emit-kir"]);
    sandbox.write("bug.kir", kir.stdout);
    let (report, _) = sandbox.json(&["check", "bug.kir", "--no-output"]);
    assert_eq!(report["findings"][0]["confirmation"], "replayed");
}

#[test]
fn safe_and_bounded() {
    let sandbox = Sandbox::new();
    sandbox.write("safe.c", "int main(void) { return 0; }\n");
    let (report, code) = sandbox.json(&["check", "safe.c", "--no-output"]);
    assert_eq!((code, &report["verdict"]), (0, &Value::from("safe")), "{report:#}");
    let text = "extern int __VERIFIER_nondet_int(void);\n\
        int main(void) { int n = 0; while (__VERIFIER_nondet_int()) n++; return n; }\n";
    sandbox.write("loop.c", text);
    let forward = ["check", "loop.c", "--no-output", "--engine", "forward"];
    let bounded = [&forward[..], &["--max-depth", "5"]].concat();
    let (report, code) = sandbox.json(&bounded);
    assert_eq!((code, &report["verdict"]), (5, &Value::from("bounded")), "{report:#}");
    assert_eq!(report["limits"][0]["kind"], "depth");
    let (_, code) = sandbox.json(&[&bounded[..], &["--bounded-ok"]].concat());
    assert_eq!(code, 0);
    let start = std::time::Instant::now();
    let (report, code) = sandbox.json(&[&forward[..], &["--time", "2s"]].concat());
    assert_eq!((code, &report["verdict"]), (5, &Value::from("unknown")), "{report:#}");
    assert!(start.elapsed().as_secs_f64() < 3.0);
}

#[test]
fn external_functions_downgrade_safe() {
    let sandbox = Sandbox::new();
    sandbox.write("a.c", "int strange(int);\nint main(void) { return strange(1); }\n");
    let (report, code) = sandbox.json(&["check", "a.c", "--no-output"]);
    assert_eq!((code, &report["verdict"]), (5, &Value::from("unknown")), "{report:#}");
    let message = report["approximations"][0]["message"].as_str().unwrap();
    assert!(message.contains("strange"), "{message}");
}
