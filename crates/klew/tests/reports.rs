//! Reports in the formats of other tools: each is read by a parser that is not klew's, of a finding in C, one in Java, and a
//! program that is safe; two runs differ in their times only.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const LIST: &str = "\
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
static struct node *push(struct node *head, int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = head;
  return n;
}
int main(void) {
  struct node *list = push(push(NULL, 1), 2);
  if (__VERIFIER_nondet_int() == 7)
    free(list->next);
  return list->next->value; // fails
}
";

const QUEUE: &str = "\
public class Queue {
    static class Node {
        int value;
        Node next;
        Node(int value) { this.value = value; }
    }
    Node first;
    int take() {
        int value = first.value; // fails
        first = first.next;
        return value;
    }
    public static void main(String[] args) {
        Queue queue = new Queue();
        queue.first = new Node(1);
        int count = Klew.anyInt(\"count\");
        for (int i = 0; i < count; i++) queue.take();
    }
}
";

const SUM: &str = "\
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
  while (i < n) {
    if (__VERIFIER_nondet_uint()) s += 2, i++;
  }
  assert(s == 2 * i);
  return 0;
}
";

fn klew(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    command.current_dir(folder).args(arguments).output().unwrap()
}

/// A program's reports, in a folder of their own.
struct Reports {
    folder: tempfile::TempDir,
}

impl Reports {
    fn of(file: &str, text: &str, options: &[&str], code: i32) -> Reports {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(file), text).unwrap();
        let own = ["check", file, "--quiet", "--output", "out"];
        let output = klew(folder.path(), &[&own[..], options].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{said}");
        Reports { folder }
    }

    fn list(formats: &str) -> Reports {
        Reports::of("list.c", LIST, &["--report", formats, "--property", "valid-deref"], 10)
    }

    fn queue(formats: &str) -> Reports {
        Reports::of("Queue.java", QUEUE, &["--report", formats], 10)
    }

    fn sum(formats: &str) -> Reports {
        Reports::of("sum.c", SUM, &["--report", formats, "--property", "assertion"], 0)
    }

    fn text(&self, name: &str) -> String {
        let path = self.folder.path().join("out").join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn has(&self, name: &str) -> bool {
        self.folder.path().join("out").join(name).exists()
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.text(name)).unwrap()
    }

    fn yaml(&self) -> serde_yaml_ng::Value {
        serde_yaml_ng::from_str(&self.text("witness.yml")).unwrap()
    }
}

/// The line of a program on which something fails.
fn failing_line(text: &str) -> u64 {
    text.lines().position(|line| line.contains("// fails")).unwrap() as u64 + 1
}

fn validated(log: &Value) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/sarif-schema-2.1.0.json");
    // This pattern is no regular expression: one of its brackets is not opened. klew does not write what it is about.
    let wrong = "^[a-zA-Z]{2}|^[a-zA-Z]{2}-[a-zA-Z]{2}]?$";
    let text = fs::read_to_string(path).unwrap();
    let schema: Value = serde_json::from_str(&text.replace(wrong, "")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(log).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    // A schema that takes everything would show nothing.
    let mut wrong = log.clone();
    wrong["runs"][0]["results"] = Value::from("none");
    assert!(!validator.is_valid(&wrong));
}

#[test]
fn sarif_of_findings() {
    for (reports, file, text, cwe) in [
        (Reports::list("sarif"), "list.c", LIST, "416"),
        (Reports::queue("sarif"), "Queue.java", QUEUE, "248"),
    ] {
        let log = reports.json("report.sarif");
        validated(&log);
        let run = &log["runs"][0];
        let result = &run["results"][0];
        let rule = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(run["tool"]["driver"]["rules"][rule]["id"], result["ruleId"]);
        let taxa = format!("{}{}", result["taxa"], run["tool"]["driver"]["rules"][rule]);
        assert!(taxa.contains(&format!("\"id\":\"{cwe}\"")), "{taxa}");
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], file);
        assert_eq!(place["region"]["startLine"], failing_line(text));
        let flow = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
        assert!(flow.len() > 4, "{flow:#?}");
        let last = &flow[flow.len() - 1]["location"]["physicalLocation"]["region"];
        assert_eq!(last["startLine"], failing_line(text));
    }
}

#[test]
fn fingerprints_stay_when_lines_move() {
    let print = |text: &str| {
        let options = ["--report", "sarif", "--property", "valid-deref"];
        let reports = Reports::of("list.c", text, &options, 10);
        reports.json("report.sarif")["runs"][0]["results"][0]["partialFingerprints"].clone()
    };
    let before = print(LIST);
    assert!(before["klewFinding/v1"].is_string(), "{before}");
    assert_eq!(print(&format!("// a line more\n\n{LIST}")), before);
    let other = LIST.replace("list->next->value", "list->next->value + 1");
    assert_ne!(print(&other), before);
}

#[test]
fn sarif_and_junit_of_a_safe_program() {
    let reports = Reports::sum("sarif,junit");
    let log = reports.json("report.sarif");
    validated(&log);
    assert_eq!(log["runs"][0]["results"], Value::Array(Vec::new()));
    let text = reports.text("junit.xml");
    let xml = roxmltree::Document::parse(&text).unwrap();
    let suite = xml.root_element().first_element_child().unwrap();
    assert_eq!(suite.attribute("failures"), Some("0"));
    assert!(suite.attribute("tests").unwrap().parse::<u32>().unwrap() >= 2);
}

#[test]
fn junit_of_findings() {
    for (reports, file, text) in
        [(Reports::list("junit"), "list.c", LIST), (Reports::queue("junit"), "Queue.java", QUEUE)]
    {
        let junit = reports.text("junit.xml");
        let xml = roxmltree::Document::parse(&junit).unwrap();
        let cases: Vec<_> =
            xml.descendants().filter(|node| node.has_tag_name("testcase")).collect();
        let suite = xml.descendants().find(|node| node.has_tag_name("testsuite")).unwrap();
        assert_eq!(suite.attribute("tests"), Some(cases.len().to_string().as_str()));
        let failed: Vec<_> = cases
            .iter()
            .filter(|case| case.children().any(|child| child.has_tag_name("failure")))
            .collect();
        assert_eq!(failed.len(), 1, "{junit}");
        assert_eq!(suite.attribute("failures"), Some("1"));
        assert_eq!(failed[0].attribute("classname"), Some(file));
        let line = format!("at line {}", failing_line(text));
        assert!(failed[0].attribute("name").unwrap().contains(&line), "{junit}");
        let names: BTreeSet<_> = cases
            .iter()
            .map(|case| (case.attribute("classname"), case.attribute("name")))
            .collect();
        assert_eq!(names.len(), cases.len(), "names are used once");
    }
}

#[test]
fn an_undecided_program_is_no_success_for_junit() {
    let text = LIST.replace("== 7", "== 7 && __VERIFIER_nondet_int() * 3 == 8");
    let loops = "extern void unknown(int *);\nint main(void) { int x; unknown(&x); int *p = x ? &x : 0; return *p; }\n";
    drop(text);
    let reports = Reports::of("unknown.c", loops, &["--report", "junit"], 5);
    let junit = reports.text("junit.xml");
    let xml = roxmltree::Document::parse(&junit).unwrap();
    assert!(xml.descendants().any(|node| node.has_tag_name("error")), "{junit}");
}

#[test]
fn witnesses_of_a_violation() {
    let reports = Reports::list("witness");
    let witness = reports.yaml();
    let entry = &witness[0];
    assert_eq!(entry["entry_type"], "violation_sequence");
    let task = &entry["metadata"]["task"];
    assert_eq!(task["specification"], "CHECK( init(main()), LTL(G valid-deref) )");
    assert_eq!(task["input_file_hashes"]["list.c"].as_str().unwrap().len(), 64);
    let content = entry["content"].as_sequence().unwrap();
    let waypoint = |index: usize| &content[index]["segment"][0]["waypoint"];
    assert_eq!(waypoint(0)["type"], "function_return");
    assert_eq!(waypoint(0)["constraint"]["value"], "\\result == 7");
    // The parenthesis that closes the call.
    let place = &waypoint(0)["location"];
    let line = LIST.lines().nth(place["line"].as_u64().unwrap() as usize - 1).unwrap();
    let column = place["column"].as_u64().unwrap() as usize;
    assert!(line[..column].ends_with("__VERIFIER_nondet_int()"), "{line} {column}");
    let last = waypoint(content.len() - 1);
    assert_eq!(last["type"], "target");
    assert_eq!(last["location"]["line"], failing_line(LIST));
    let text = reports.text("witness.graphml");
    let xml = roxmltree::Document::parse(&text).unwrap();
    let of = |key: &str| {
        let data = xml.descendants().filter(|node| node.attribute("key") == Some(key));
        data.filter_map(|node| node.text()).collect::<Vec<_>>()
    };
    assert_eq!(of("assumption"), ["\\result == 7;"]);
    assert_eq!(of("assumption.resultfunction"), ["__VERIFIER_nondet_int"]);
    assert_eq!((of("violation"), of("witness-type")), (vec!["true"], vec!["violation_witness"]));
}

#[test]
fn witnesses_of_java_and_of_a_proof() {
    let java = Reports::queue("witness");
    assert!(!java.has("witness.yml"), "the format has no Java");
    let text = java.text("witness.graphml");
    assert!(text.contains("<data key=\"sourcecodelang\">Java</data>"), "{text}");
    let proof = Reports::sum("witness");
    assert!(!proof.has("witness.graphml"));
    let witness = proof.yaml();
    assert_eq!(witness[0]["entry_type"], "invariant_set");
    let invariant = &witness[0]["content"][0]["invariant"];
    assert_eq!(invariant["type"], "loop_invariant");
    assert_eq!(
        (invariant["location"]["line"].as_u64(), invariant["location"]["column"].as_u64()),
        (Some(5), Some(3))
    );
    assert_eq!(invariant["value"], "s == 2 * i");
}

/// Lines with their counts.
type LineCounts = BTreeSet<(u32, u32)>;
/// Lines of ways of branches, with their counts.
type BranchCounts = Vec<(u32, String)>;

/// Lines and branches of a tracefile.
fn tracefile(text: &str) -> (LineCounts, BranchCounts) {
    let (mut lines, mut branches) = (BTreeSet::new(), Vec::new());
    for record in text.lines() {
        let Some((kind, rest)) = record.split_once(':') else { continue };
        let fields: Vec<&str> = rest.split(',').collect();
        match kind {
            "DA" => drop(lines.insert((fields[0].parse().unwrap(), fields[1].parse().unwrap()))),
            "BRDA" => branches.push((fields[0].parse().unwrap(), fields[3].to_owned())),
            _ => {}
        }
    }
    (lines, branches)
}

#[test]
fn coverage_is_what_runs_came_through() {
    // Where all is explored, all but what no run comes to is covered.
    let text = "\
#include <klew.h>
static int unused(int x) { return x + 1; }
static int sign(int x) {
  if (x < 0)
    return -1;
  if (x > 0 && x == 0)
    return 5;
  return x > 0;
}
int main(void) {
  int x = klew_int(\"x\");
  return sign(x) == 0 ? 0 : unused != 0;
}
";
    let reports = Reports::of("sign.c", text, &["--report", "lcov"], 0);
    let info = reports.text("coverage.info");
    let (lines, branches) = tracefile(&info);
    assert!(lines.contains(&(5, 1)) && lines.contains(&(8, 1)), "{info}");
    assert!(!lines.contains(&(7, 1)), "nothing comes there: {info}");
    let of = |line: u32| -> Vec<&str> {
        let all = branches.iter().filter(|(at, _)| *at == line);
        all.map(|(_, count)| count.as_str()).collect()
    };
    assert_eq!(of(4), ["1", "1"], "{info}");
    // What lies behind a failing check was not executed.
    let reports = Reports::list("lcov");
    let (lines, _) = tracefile(&reports.text("coverage.info"));
    assert!(lines.contains(&(13, 1)) && lines.contains(&(5, 1)));
    let stops = "int main(void) {\n  int *p = 0;\n  *p = 1;\n  return 7;\n}\n";
    let reports = Reports::of("stops.c", stops, &["--report", "lcov"], 10);
    let info = reports.text("coverage.info");
    let (lines, _) = tracefile(&info);
    assert!(lines.contains(&(3, 1)) && lines.contains(&(4, 0)), "{info}");
    let info = Reports::queue("lcov").text("coverage.info");
    let (lines, _) = tracefile(&info);
    assert!(info.contains("SF:Queue.java") && lines.contains(&(10, 1)), "{info}");
}

/// The text without the values of keys that docs/json.md calls times.
fn without_times(name: &str, text: &str) -> String {
    if name == "result.json" {
        let mut document: Value = serde_json::from_str(text).unwrap();
        let record = document["record"].as_object_mut().unwrap();
        assert!(record["tree"].as_array().unwrap().len() > 1);
        // When figures were taken down is a matter of time.
        record.remove("timeline");
        return without_times("result", &serde_json::to_string_pretty(&document).unwrap());
    }
    const TIMES: [&str; 8] = [
        "\"created\"",
        "\"seconds\"",
        "\"solver_seconds\"",
        "\"peak_memory\"",
        "creation_time:",
        "uuid:",
        "key=\"creationtime\"",
        " time=\"",
    ];
    let keep = |line: &&str| !TIMES.iter().any(|time| line.contains(time));
    let lines: Vec<&str> = text.lines().filter(keep).collect();
    assert!(
        name.ends_with(".sarif") || name.ends_with(".info") || lines.len() < text.lines().count()
    );
    lines.join("\n")
}

#[test]
fn two_runs_differ_in_times_only() {
    let formats = "sarif,junit,witness,lcov,html";
    let names = ["result.json", "report.sarif", "junit.xml", "witness.graphml", "coverage.info"];
    // Alone, so that no turn of another engine comes in between where the machine is slow.
    let options = ["--report", formats, "--engine", "forward", "--property"];
    for (file, text, property) in
        [("list.c", LIST, "valid-deref"), ("Queue.java", QUEUE, "no-runtime-exception")]
    {
        let make = || Reports::of(file, text, &[&options[..], &[property]].concat(), 10);
        let (one, two) = (make(), make());
        for name in names {
            let text = |reports: &Reports| without_times(name, &reports.text(name));
            assert_eq!(text(&one), text(&two), "{name}");
        }
    }
}

#[test]
fn reports_are_made_again_of_the_result() {
    let reports = Reports::list("sarif,junit,witness,lcov,html");
    let folder = reports.folder.path();
    let names = [
        "report.sarif",
        "junit.xml",
        "witness.yml",
        "witness.graphml",
        "coverage.info",
        "report.html",
    ];
    let before: Vec<String> = names.iter().map(|name| reports.text(name)).collect();
    names.iter().for_each(|name| fs::remove_file(folder.join("out").join(name)).unwrap());
    let output = klew(folder, &["report", "out"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let after: Vec<String> = names.iter().map(|name| reports.text(name)).collect();
    assert_eq!(before, after);
    for (text, part) in [("{}", "is not the result of a run"), ("", "is not the result of a run")] {
        fs::write(folder.join("out/result.json"), text).unwrap();
        let output = klew(folder, &["report", "out"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(part));
    }
    let output = klew(folder, &["report", "."]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("--report"), "what to do is said");
}

#[test]
fn what_cannot_be_written_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), "int main(void) { return 0; }\n").unwrap();
    fs::write(folder.path().join("a.kir"), "target 64\n").unwrap();
    for (arguments, part) in [
        (&["check", "a.c", "--report", "sarif", "--no-output"][..], "--no-output"),
        (&["check", "a.c", "--report", "pdf"], "invalid value"),
        (&["check", "a.kir", "--report", "witness"], "for C and Java"),
        (&["check", "a.c", "--report", "lcov", "--engine", "backward"], "--engine forward"),
        (&["reach", "a.c", "--target", "a.c:1", "--report", "lcov"], "--engine forward"),
    ] {
        let output = klew(folder.path(), arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(part), "{arguments:?}: {said}");
    }
    // A run without reports takes those of an earlier one away, and leaves nothing itself.
    let run = |options: &[&str]| klew(folder.path(), &[&["check", "a.c"], options].concat());
    assert!(run(&["--report", "junit"]).status.success());
    assert!(folder.path().join("klew-out-a/junit.xml").exists());
    assert!(run(&[]).status.success());
    assert!(!folder.path().join("klew-out-a").exists());
}
