//! `klew test`: suites are made, build, pass, and are measured; again gives the same. `cargo xtask suites` makes those of all
//! programs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs-suites")
}

fn run(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// The report of `klew test` with these words.
fn make(program: &Path, words: &[&str], into: &Path) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.arg("test").arg(program).args(words).arg("--into").arg(into);
    let output = run(command.args(["--format", "json", "--time", "60s"]));
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

fn figure(report: &Value, name: &str) -> u64 {
    report["summary"][name].as_u64().unwrap()
}

/// All files of a suite.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => drop(files.insert(path.clone(), fs::read(&path).unwrap())),
            }
        }
    }
    files
}

fn has(program: &str) -> bool {
    let found = has_quietly(program);
    if !found {
        eprintln!("there is no {program}, so the suite was not built with it");
    }
    found
}

fn has_quietly(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// Whether some version of clang that counts rows of decisions is there with its tools.
fn measures_conditions() -> bool {
    let tools = ["clang", "llvm-profdata", "llvm-cov"];
    (18..=40).any(|version| tools.iter().all(|tool| has_quietly(&format!("{tool}-{version}"))))
}

/// Builds the suite and runs its tests; what CTest says.
fn ctest(folder: &Path, option: &str) -> String {
    let build = folder.join("build");
    let made = run(Command::new("cmake").arg("-S").arg(folder).arg("-B").arg(&build).arg(option));
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let built = run(Command::new("cmake").arg("--build").arg(&build));
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stdout));
    let tested = run(Command::new("ctest").arg("--test-dir").arg(&build));
    String::from_utf8_lossy(&tested.stdout).into_owned()
}

#[test]
fn a_function_alone() {
    let folder = tempfile::tempdir().unwrap();
    let suite = folder.path().join("suite");
    let program = programs().join("c/intervals.c");
    let report = make(&program, &["--function", "join"], &suite);
    assert_eq!(figure(&report, "branches_covered"), figure(&report, "branches"));
    assert!(figure(&report, "branches") >= 8, "{report:#}");
    let text = fs::read_to_string(suite.join("join_test.c")).unwrap();
    assert!(
        text.contains(
            "int result = join(interval_1, interval_2, interval_3);\n\n    CHECK(result == 1);"
        ),
        "{text}"
    );
    // A second run extends the suite; with nothing to add, it changes nothing.
    let before = files(&suite);
    let again = make(&program, &["--function", "join"], &suite);
    assert_eq!(
        again["tests"].as_array().unwrap().iter().filter(|one| one["kept"] == false).count(),
        0
    );
    let after = files(&suite);
    for (path, text) in &before {
        if !path.ends_with("suite.json") {
            assert_eq!(Some(text), after.get(path), "{}", path.display());
        }
    }
    make(&program, &["--function", "kind"], &suite);
    assert_eq!(fs::read_to_string(suite.join("join_test.c")).unwrap(), text);
    if has("cmake") {
        let said = ctest(&suite, "-DKLEW_COVERAGE=OFF");
        assert!(said.contains("100% tests passed"), "{said}");
        // What is observed is what is expected: a changed program fails.
        let changed = fs::read_to_string(&program).unwrap().replace("return 'a';", "return 'z';");
        let copy = folder.path().join("intervals.c");
        fs::write(&copy, changed).unwrap();
        let test = suite.join("kind_test.c");
        let text = fs::read_to_string(&test).unwrap();
        let include = text.lines().find(|line| line.ends_with("intervals.c\"")).unwrap();
        let other = format!("#include \"{}\"", copy.display());
        fs::write(&test, text.replace(include, &other)).unwrap();
        let said = ctest(&suite, "-DKLEW_COVERAGE=OFF");
        assert!(said.contains("(Failed)") && !said.contains("100% tests passed"), "{said}");
    }
}

#[test]
fn a_whole_program() {
    let folder = tempfile::tempdir().unwrap();
    let suites = ["one", "other"].map(|name| folder.path().join(name));
    let program = programs().join("c/ring.c");
    let report = make(&program, &["--seed", "7"], &suites[0]);
    let (covered, reachable) =
        (figure(&report, "branches_covered"), figure(&report, "branches_reachable"));
    assert!(covered * 100 >= reachable * 95, "{report:#}");
    make(&program, &["--seed", "7"], &suites[1]);
    let texts = |suite: &Path| -> Vec<(PathBuf, Vec<u8>)> {
        let own = |(path, text): (PathBuf, Vec<u8>)| {
            let name = path.strip_prefix(suite).unwrap().to_owned();
            (!name.ends_with("suite.json")).then_some((name, text))
        };
        files(suite).into_iter().filter_map(own).collect()
    };
    assert!(texts(&suites[0]) == texts(&suites[1]), "the same seed gives another suite");
    let lcov = fs::read_to_string(suites[0].join("coverage.info")).unwrap();
    assert!(lcov.contains(&format!("BRH:{covered}\n")), "{lcov}");
    if has("cmake") {
        let said = ctest(&suites[0], "-DKLEW_COVERAGE=ON");
        assert!(said.contains("100% tests passed"), "{said}");
    }
}

const DEFECT: &str = "
int pick(const int *numbers, int at)
{
    static const int table[3] = {1, 2, 3};
    if (!numbers)
        return 0;
    if (at == 4711)
        return table[numbers[0]];
    return 1;
}
";

#[test]
fn defects_are_a_group_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let (suite, program) = (folder.path().join("suite"), folder.path().join("pick.c"));
    fs::write(&program, DEFECT).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.arg("test").arg(&program).args(["--function", "pick", "--time", "40s"]);
    let output = run(command.arg("--into").arg(&suite));
    assert_eq!(output.status.code(), Some(10));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("Findings (a group of their own") && said.contains("pick.c:8"), "{said}");
    assert!(suite.join("pick_findings.c").is_file());
    if has("cmake") {
        assert!(ctest(&suite, "-DKLEW_FINDINGS=OFF").contains("100% tests passed"));
    }
}

#[test]
fn what_is_unreachable_is_proved() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("even.c");
    let text = "int even(unsigned x)\n{\n    unsigned twice = 2 * x;\n    if (twice % 2 == 1)\n        \
                return -1;\n    if (x > 5)\n        return 1;\n    return 0;\n}\n";
    fs::write(&program, text).unwrap();
    let report = make(&program, &["--function", "even"], &folder.path().join("suite"));
    assert_eq!((figure(&report, "branches"), figure(&report, "branches_reachable")), (4, 3));
    assert_eq!(report["uncovered"][0]["line"], 4);
    assert_eq!(report["uncovered"][0]["unreachable"], true);
}

#[test]
fn conditions_that_decide() {
    if !measures_conditions() {
        eprintln!("there is no clang-18 or newer, so nothing was measured");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = programs().join("gate.c");
    let make = |function: &str, goal: &str, name: &str| {
        let words = ["--function", function, "--goal", goal];
        make(&program, &words, &folder.path().join(name))
    };
    let conditions = |report: &Value| -> Vec<bool> {
        let decisions = report["decisions"].as_array().unwrap().iter();
        let conditions = decisions.flat_map(|it| it["conditions"].as_array().unwrap());
        conditions.map(|condition| condition["shown"].as_bool().unwrap()).collect()
    };
    let report = make("may_open", "mcdc", "gate");
    assert_eq!(conditions(&report), [true; 8], "{report:#}");
    assert!(report["tests"].as_array().unwrap().len() >= 7, "{report:#}");
    assert!(make("may_open", "branch", "ways")["decisions"].is_null());
    if has("cmake") {
        let said = ctest(&folder.path().join("gate"), "-DKLEW_COVERAGE=OFF");
        assert!(said.contains("100% tests passed"), "{said}");
    }
    let report = make("is_small", "mcdc", "small");
    assert_eq!(conditions(&report), [true, false], "{report:#}");
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let program = programs().join("c/ring.c");
    let refused = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
        let output = run(command.arg("test").args(words));
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let program = program.to_str().unwrap();
    let java = programs().join("java/Version.java");
    let words = [java.to_str().unwrap(), "--entry", "Version.kind", "--goal", "mcdc"];
    assert!(refused(&words).contains("--goal mcdc is for C"));
    if !measures_conditions() {
        let said = refused(&[program, "--goal", "mcdc"]);
        assert!(said.contains("there is no clang-18 or newer"), "{said}");
    }
    fs::write(folder.path().join("mine"), "").unwrap();
    let said = refused(&[program, "--into", folder.path().to_str().unwrap()]);
    assert!(said.contains("is not empty, and no suite of klew"), "{said}");
    assert!(folder.path().join("mine").is_file());
}

#[test]
fn a_java_method() {
    let folder = tempfile::tempdir().unwrap();
    let suite = folder.path().join("suite");
    let program = programs().join("java/Version.java");
    let report = make(&program, &["--entry", "Version.kind"], &suite);
    let text = fs::read_to_string(suite.join("VersionKindTest.java")).unwrap();
    assert!(text.contains("assertEquals(\"experimental\", result);"), "{text}");
    if !Path::new("/usr/share/java/org.jacoco.core.jar").is_file() {
        eprintln!("there is no JaCoCo, so nothing was measured");
        assert!(report["measured_by"]["Err"].as_str().unwrap().contains("apt-get install"));
        return;
    }
    let (covered, all) = (figure(&report, "branches_covered"), figure(&report, "branches"));
    assert!(all >= 14 && covered == all, "{report:#}");
    if Path::new("/usr/share/java/junit-platform-console.jar").is_file() {
        let ran = run(Command::new("sh").arg(suite.join("run-tests.sh")));
        let said = String::from_utf8_lossy(&ran.stdout).into_owned();
        assert!(ran.status.success() && said.contains(" 0 tests failed"), "{said}");
    } else {
        eprintln!("there is no JUnit 5, so the suite was not run");
    }
}

#[test]
fn what_differs_from_run_to_run_is_not_expected() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("Ticket.java");
    let text = "public class Ticket {
    static String number(int kind) {
        if (kind == 1) return \"\" + System.nanoTime();
        if (kind == 2) return new Object().toString();
        return \"none\";
    }
}
";
    fs::write(&program, text).unwrap();
    let suite = folder.path().join("suite");
    let report = make(&program, &["--entry", "Ticket.number"], &suite);
    assert!(report["tests"].as_array().unwrap().len() >= 3, "{report:#}");
    let text = fs::read_to_string(suite.join("TicketNumberTest.java")).unwrap();
    let expected = text.lines().filter(|line| line.contains("assertEquals("));
    let expected: Vec<&str> = expected.map(str::trim).collect();
    assert_eq!(expected, ["assertEquals(\"none\", result);"], "{text}");
}

#[test]
fn what_needs_a_larger_environment_is_not_unreachable() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("many.c");
    let text = "extern int __VERIFIER_nondet_int(void);
int main(int argc, char **argv) {
  unsigned n = 0;
  while (__VERIFIER_nondet_int()) n++;
  if (argc > 40) return 1;
  return 0;
}
";
    fs::write(&program, text).unwrap();
    for words in [&[][..], &["--sym-args", "0", "3", "4"]] {
        let report = make(&program, words, &folder.path().join("suite"));
        assert_eq!(figure(&report, "branches_reachable"), figure(&report, "branches"));
        assert!(!report["limits"].as_array().unwrap().is_empty(), "{report:#}");
    }
    // Who says that there are no arguments is told so.
    let report = make(&program, &["--no-args"], &folder.path().join("none"));
    assert!(figure(&report, "branches_reachable") < figure(&report, "branches"));
    assert!(report["assumptions"].to_string().contains("no arguments"), "{report:#}");
}
