//! `klew reach` on every program below `tests/programs-reach`, with both engines.
//!
//! The folder is the answer. The target is the line with `// target`, or each name after `// target:`; `// options:` are
//! passed on. A reachable target must be confirmed by a run, at the line with `// at` if there is one. What is refused
//! must say the text after `// says:`. Those with `// by default` are asked without naming an engine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use serde_json::Value;

fn programs(answer: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs-reach").join(answer);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder is part of the project")
        .map(|entry| entry.expect("a readable entry").path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no programs in {}", folder.display());
    files
}

fn after<'a>(line: &'a str, mark: &str) -> Option<&'a str> {
    Some(line.split_once(mark)?.1.trim())
}

struct Question {
    file: PathBuf,
    target: String,
    options: Vec<String>,
    at: Option<usize>,
    says: Option<String>,
    by_default: bool,
}

fn questions(answer: &str) -> Vec<Question> {
    let mut found = Vec::new();
    for file in programs(answer) {
        let text = fs::read_to_string(&file).expect("a readable program");
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let (mut targets, mut options, mut at, mut says) = (Vec::new(), Vec::new(), None, None);
        let by_default = text.contains("// by default\n");
        for (index, line) in text.lines().enumerate() {
            if let Some(target) = after(line, "// target:") {
                targets.push(target.to_owned());
            } else if line.ends_with("// target") {
                targets.push(format!("{name}:{}", index + 1));
                at = Some(index + 1);
            } else if line.ends_with("// at") {
                at = Some(index + 1);
            }
            if let Some(given) = after(line, "// options:") {
                options = given.split_whitespace().map(str::to_owned).collect();
            }
            says = says.or(after(line, "// says:").map(str::to_owned));
        }
        assert!(!targets.is_empty(), "{} has no target", file.display());
        for target in targets {
            let (file, options, says) = (file.clone(), options.clone(), says.clone());
            found.push(Question { file, target, options, at, says, by_default });
        }
    }
    found
}

fn ask(question: &Question, engine: Option<&str>) -> Output {
    Command::new(env!("CARGO_BIN_EXE_klew"))
        .arg("reach")
        .arg(&question.file)
        .args(["--target", &question.target])
        .args(engine.map(|engine| ["--engine", engine]).into_iter().flatten())
        .args(&question.options)
        .args(["--format", "json", "--no-output", "--quiet", "--time", "60s"])
        .output()
        .expect("klew starts")
}

fn complaint(question: &Question, answer: &str, engine: Option<&str>) -> Option<String> {
    let output = ask(question, engine);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let wrong = |what: &str| {
        let text = String::from_utf8_lossy(&output.stdout);
        let Question { file, target, .. } = question;
        let engine = engine.unwrap_or("by default");
        Some(format!("{} {target} ({engine}): {what}: {said}{text}", file.display()))
    };
    if answer == "refused" {
        let says = question.says.as_deref().unwrap_or("no `// says:`");
        return match output.status.code() {
            Some(2) if said.contains(says) => None,
            _ => wrong("not refused as expected"),
        };
    }
    let Ok(report) = serde_json::from_slice::<Value>(&output.stdout) else {
        return wrong("no result");
    };
    let (reachable, code) = match answer {
        "reachable" => (Value::Bool(true), 10),
        "unreachable" => (Value::Bool(false), 0),
        _ => (Value::Null, 5),
    };
    if report["target"] != question.target.as_str() || report["reachable"] != reachable {
        return wrong("another answer");
    }
    if answer == "bounded" && report["verdict"] != "bounded" {
        return wrong("no bound");
    }
    if output.status.code() != Some(code) {
        return wrong("another exit code");
    }
    let finding = &report["findings"][0];
    if answer == "reachable" {
        if finding["confirmed"] != true {
            return wrong("not confirmed by a run");
        }
        if question.at.is_some_and(|line| finding["line"] != line) {
            return wrong("another line");
        }
    }
    None
}

fn check(answer: &str, engines: &[&str]) {
    let mut complaints = Vec::new();
    for question in questions(answer) {
        if question.by_default {
            complaints.extend(complaint(&question, answer, None));
            continue;
        }
        for engine in engines {
            complaints.extend(complaint(&question, answer, Some(engine)));
        }
    }
    assert!(complaints.is_empty(), "{} wrong:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn reachable_targets_are_confirmed_by_runs() {
    check("reachable", &["backward", "forward", "multipass"]);
}

#[test]
fn unreachable_targets_are_proved_so() {
    check("unreachable", &["backward", "forward", "multipass"]);
}

#[test]
fn what_is_only_bounded_says_so() {
    check("bounded", &["backward"]);
}

#[test]
fn bad_targets_are_refused_with_help() {
    check("refused", &["backward"]);
}

#[test]
fn time_and_interrupts_end_it_as_unknown() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("slow.c");
    // The factors of a product of two primes: no solver finds them soon.
    let text = "#include <klew.h>\nint main(void) {\n  unsigned long long a = klew_uint(\"a\"), b = klew_uint(\"b\");\n  \
                if (a * b == 0x81b0d9e90cb12355ull)\n    return a > 1 && b > 1;\n  return 0;\n}\n";
    fs::write(&file, text).expect("written");
    let command = |time: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
        command.arg("reach").arg(&file).args(["--target", "5", "--no-output", "--quiet"]);
        command.args(["--time", time]);
        command
    };
    let output = command("3s").output().expect("klew starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(5), "{said}");
    assert!(said.contains("verdict: unknown") && said.contains("the time was over"), "{said}");
    let child = command("60s").stdout(std::process::Stdio::piped()).spawn().expect("klew starts");
    std::thread::sleep(Duration::from_millis(2500));
    let id = child.id().to_string();
    Command::new("kill").args(["-INT", &id]).status().expect("kill is there");
    let output = child.wait_with_output().expect("klew ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(5), "{said}");
    assert!(said.contains("interrupted"), "{said}");
}

#[test]
fn states_are_explained_from_the_target_on() {
    let question = questions("unreachable").into_iter().find(|it| it.file.ends_with("guarded.c"));
    let question = question.expect("guarded.c");
    let output = Command::new(env!("CARGO_BIN_EXE_klew"))
        .arg("reach")
        .arg(&question.file)
        .args(["--target", &question.target, "--explain", "--no-output", "--quiet"])
        .output()
        .expect("klew starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    let line = question.target.rsplit(':').next().unwrap_or_default();
    assert!(said.lines().any(|row| row.split_whitespace().nth(1) == Some(line)), "{said}");
    assert!(said.contains("verdict: unreachable: no input leads to"), "{said}");
}
