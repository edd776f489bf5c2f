//! The command on Java, from outside: messages about what is missing or wrong, class files, jars, class paths.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

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
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
        command.current_dir(self.path()).env_remove("JAVA_HOME").arg("check").args(arguments);
        command
    }

    /// What klew says of a call that it cannot do.
    fn check_error(&self, arguments: &[&str], want: &[&str]) {
        check_error(&self.command(arguments).output().unwrap(), want);
    }

    fn tool(&self, name: &str, arguments: &[&str]) {
        let status = Command::new(name).current_dir(self.path()).args(arguments).status().unwrap();
        assert!(status.success(), "{name} {arguments:?}");
    }

    /// Verdict, and line of the finding if there is one.
    fn check(&self, arguments: &[&str], verdict: &str, line: Option<u64>) {
        let arguments = [arguments, &["--format", "json", "--no-output"]].concat();
        let output = self.command(&arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let report: Value = serde_json::from_slice(&output.stdout).expect(&said);
        assert_eq!(report["verdict"], verdict, "{report}");
        let finding = &report["findings"][0];
        assert_eq!(finding["line"].as_u64(), line, "{finding}");
        if verdict == "violated" {
            assert_eq!(finding["confirmed"], true, "{finding}");
        }
    }
}

fn check_error(output: &Output, want: &[&str]) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    for want in want {
        assert!(said.contains(want), "{want:?} is not in: {said}");
    }
    assert!(output.stdout.is_empty());
}

const BUG: &str = "\
public class Bug {
    public static void main(String[] arguments) {
        int[] numbers = new int[3];
        numbers[Klew.anyByte() & 3] = 1;
    }
}
";

#[test]
fn no_jdk() {
    let sandbox = Sandbox::new();
    sandbox.write("Bug.java", BUG);
    let mut command = sandbox.command(&["Bug.java"]);
    let none = sandbox.path().join("none");
    fs::create_dir(&none).unwrap();
    let output = command.env("PATH", &none).output().unwrap();
    check_error(&output, &["no JDK was found", "apt-get install openjdk-17-jdk-headless"]);
    let output = command.env("JAVA_HOME", &none).output().unwrap();
    check_error(&output, &["JAVA_HOME is ", "there is no bin/java"]);
    sandbox.check_error(&["Bug.java", "--java-home", "none"], &["--java-home is none"]);
    sandbox.check_error(&["Bug.java", "--javac", "none"], &["--javac: there is no file none"]);
}

#[test]
fn programs_that_cannot_be_read() {
    let sandbox = Sandbox::new();
    sandbox.write("Wrong.java", "class Wrong { int f() { return x; } }");
    let want = ["javac rejects the program", "Wrong.java:1: error: cannot find symbol"];
    sandbox.check_error(&["Wrong.java"], &want);
    sandbox.write("a.c", "int main(void) { return 0; }");
    sandbox.write("Bug.java", BUG);
    sandbox.check_error(&["Bug.java", "a.c"], &["Java and C cannot be checked together"]);
    sandbox.check_error(&["Missing.java"], &["there is no file Missing.java"]);
    sandbox.write("a.jar", "no archive");
    sandbox.check_error(&["a.jar"], &["cannot read", "as a jar"]);
    sandbox.write("A.class", "no class file");
    sandbox.check_error(&["A.class"], &["A.class is no class file"]);
    fs::create_dir(sandbox.path().join("empty")).unwrap();
    sandbox.check_error(&["empty"], &["empty is a directory without Java in it"]);
    sandbox.check_error(&["Bug.java", "--classpath", "none.jar"], &["--classpath: there is no "]);
}

#[test]
fn entries_that_are_not_there() {
    let sandbox = Sandbox::new();
    sandbox.write("Bug.java", BUG);
    sandbox.write("p/Other.java", "package p; class Other { static int f(int a) { return a; } static int f(long a) { return 1; } }");
    let files = ["Bug.java", "p/Other.java"];
    let check = |entry: &str, want: &[&str]| {
        sandbox.check_error(&[&files[..], &["--entry", entry]].concat(), want);
    };
    check("Mist.main", &["there is no class Mist", "the classes are Bug, p.Other"]);
    check("Bug.mian", &["there is no such method", "Bug.main(String[])"]);
    check("Other.f", &["several methods are called that", "p.Other.f(int), p.Other.f(long)"]);
    sandbox.write("Two.java", BUG.replace("Bug", "Two"));
    let want = ["several classes have a method main(String[])", "Bug.main, Two.main"];
    sandbox.check_error(&["Bug.java", "Two.java"], &want);
    sandbox.check_error(&["p"], &["no class has a method main(String[])", "p.Other.f(int)"]);
}

#[test]
fn arguments_of_a_main_that_is_named() {
    let sandbox = Sandbox::new();
    let program = "\
package p;
public class Words {
    public static void main(String[] words) {
        if (words.length == 2) throw new IllegalStateException();
    }
    static boolean check(String[] words) { return words.length == 2; }
}
";
    sandbox.write("p/Words.java", program);
    let named = ["p/Words.java", "--entry", "p.Words.main"];
    sandbox.check(&[&named[..], &["--sym-args", "0", "2", "1"]].concat(), "violated", Some(4));
    sandbox.check(&[&named[..], &["--no-args"]].concat(), "safe", None);
    let alone = ["p/Words.java", "--entry", "p.Words.check"];
    for option in [&["--sym-args", "0", "2", "1"][..], &["--no-args"]] {
        let about = format!("{} is about arguments of main only", option[0]);
        sandbox.check_error(&[&alone[..], option].concat(), &[&about]);
    }
    for itself in ["check", "p.Words.check"] {
        let arguments = [&alone[..], &["--precondition", itself]].concat();
        sandbox.check_error(&arguments, &["this is what is analysed itself"]);
    }
}

#[test]
fn class_files_jars_and_class_paths() {
    let sandbox = Sandbox::new();
    sandbox.write("src/Bug.java", BUG);
    sandbox.check(&["src/Bug.java"], "violated", Some(4));
    sandbox.check(&["src"], "violated", Some(4));
    // Programs that are compiled elsewhere bring a class of that name; klew's takes its place.
    sandbox
        .write("src/Klew.java", "public class Klew { public static byte anyByte() { return 0; } }");
    sandbox.tool("javac", &["-g", "-d", "out", "src/Bug.java", "src/Klew.java"]);
    sandbox.check(&["out/Bug.class"], "violated", Some(4));
    sandbox
        .tool("jar", &["--create", "--file", "bug.jar", "--main-class", "Bug", "-C", "out", "."]);
    sandbox.check(&["bug.jar"], "violated", Some(4));
    let caller = "public class Caller { public static void main(String[] a) {\n Bug.main(a); } }";
    sandbox.write("Caller.java", caller);
    let arguments = ["Caller.java", "--classpath", "out"];
    sandbox.check(&arguments, "violated", Some(2));
    sandbox.check(&["src", "--entry", "Bug.main", "--property", "valid-assert"], "safe", None);
}

#[test]
fn a_test_can_be_run_again() {
    let sandbox = Sandbox::new();
    sandbox.write("Bug.java", BUG);
    let output = sandbox.command(&["Bug.java", "--output", "out"]).output().unwrap();
    assert_eq!(output.status.code(), Some(10), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("uncaught java.lang.ArrayIndexOutOfBoundsException"), "{said}");
    assert!(said.contains("anyByte = "), "{said}");
    let script = sandbox.path().join("out/finding-1/build-and-run.sh");
    let run = Command::new(script).output().unwrap();
    assert_eq!(run.status.code(), Some(99));
    assert!(String::from_utf8_lossy(&run.stderr).contains("klew-run: at Bug.java:4 Bug.main"));
    for test in ["out/finding-1", "out/finding-1/input.ktest"] {
        let output = Command::new(env!("CARGO_BIN_EXE_klew"))
            .current_dir(sandbox.path())
            .args(["replay", test, "Bug.java"])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(10), "{said}");
        assert!(said.contains("the run fails: the JVM throws"), "{said}");
    }
}

/// Where a handler would catch it, a stack has an end: what goes deeper than any is sure to have room for is not safe.
#[test]
fn a_stack_has_an_end_where_that_is_caught() {
    let sandbox = Sandbox::new();
    let program = "class Caught {\n  static int down(int n) { return n <= 0 ? 0 : down(n - 1); }\n\
        public static void main(String[] args) {\n\
        try { down(1100); } catch (Throwable thrown) { assert false; }\n  }\n}";
    let ends = |text: String| {
        sandbox.write("Caught.java", text);
        let output = sandbox.command(&["Caught.java", "--no-output"]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        (
            output.status.code(),
            said.contains("stack may be exhausted"),
            said.contains("memory has no end"),
        )
    };
    assert_eq!(ends(program.to_owned()), (Some(5), true, true));
    assert_eq!(ends(program.replace("1100", "900")), (Some(0), false, true));
    assert_eq!(ends(program.replace("Throwable", "RuntimeException")), (Some(0), false, false));
    assert_eq!(ends(program.replace(": down(n - 1)", ": n - 1")), (Some(0), false, true));
}

#[test]
fn standard_input_is_no_matter_where_only_arguments_are_read() {
    let sandbox = Sandbox::new();
    let hints = |read: &str| {
        let program = format!(
            "class Reads {{ public static void main(String[] args) throws Exception {{\n\
             int n = 0;\n{read}\nassert n < 1000000;\n}} }}"
        );
        sandbox.write("Reads.java", program);
        let arguments = ["Reads.java", "--no-output", "--time", "5s"];
        let output = sandbox.command(&arguments).output().unwrap();
        String::from_utf8_lossy(&output.stdout).contains("--sym-stdin N")
    };
    assert!(!hints("for (String arg : args) n += arg.length();"));
    assert!(hints("while (System.in.read() == 'a') n++;"));
}

#[test]
fn strings_boxes_and_constants_are_shown_as_values() {
    let sandbox = Sandbox::new();
    let text = "\
public class Shown {
    enum Kind { GET, PUT }
    static void handle(String path, Integer size) {
        Kind kind = path.endsWith(\"x\") ? Kind.PUT : Kind.GET;
        StringBuilder log = new StringBuilder().append(path).append('\\u0007');
        if (path.equals(\"/x\") && size > 7 && kind == Kind.PUT) throw new IllegalStateException(log.toString());
    }
    public static void main(String[] arguments) {
        handle(Klew.anyString(\"path\"), 8);
    }
}
";
    sandbox.write("Shown.java", text);
    for (options, wanted) in [
        (&[][..], "anyString = \"/x\""),
        (
            &["--entry", "Shown.handle"][..],
            "when it is called:\n      path = \"/x\"\n      size = 8\n",
        ),
    ] {
        let arguments =
            [&["Shown.java", "--no-output", "--allow-exception", "NullPointerException"], options];
        let output = sandbox.command(&arguments.concat()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let more =
            ["IllegalStateException: /x\\u{7}", "kind = Kind.PUT", "\"/x\\007\"", "path = \"/x\""];
        for wanted in more.iter().chain([&wanted]) {
            assert!(said.contains(wanted), "{wanted:?} is not in: {said}");
        }
    }
}
