//! `report.html` in a browser without a window, and memory in characters: at the failing step the wrong pointer is there to see.
//!
//! Where there is no Chromium the page is not looked at; its data are.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const LIST: &str = "\
#include <stdlib.h>
struct node { int value; struct node *next; };
static struct node *push(struct node *head, int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = head;
  return n;
}
int main(void) {
  struct node *list = push(push(NULL, 1), 2);
  struct node *at = list->next;
  free(at);
  return at->value + list->value;
}
";

const TREE: &str = "\
#include <assert.h>
#include <stdlib.h>
struct tree { int key; struct tree *left, *right, *parent; };
static struct tree *root;
static struct tree *make(int key, struct tree *parent) {
  struct tree *node = calloc(1, sizeof *node);
  node->key = key;
  node->parent = parent;
  return node;
}
int main(void) {
  root = make(5, NULL);
  root->left = make(3, root);
  root->right = make(8, root->left);
  assert(root->right->parent == root);
}
";

const QUEUE: &str = "\
public class Queue {
    static class Node {
        int value;
        Node next;
        String name = \"n\";
    }
    Node first;
    int take() {
        int value = first.value;
        first = first.next;
        return value;
    }
    public static void main(String[] args) {
        Queue queue = new Queue();
        queue.first = new Node();
        queue.take();
        queue.take();
    }
}
";

/// The folder of a run with a page.
fn reported(file: &str, text: &str, code: i32) -> tempfile::TempDir {
    reported_with(file, text, code, &[])
}

/// The same with more options.
fn reported_with(file: &str, text: &str, code: i32, more: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(file), text).unwrap();
    let arguments =
        ["check", file, "--quiet", "--report", "html", "--output", "out", "--engine", "forward"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
    let output = command.current_dir(folder.path()).args(arguments).args(more).output().unwrap();
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
    folder
}

fn finding(folder: &Path) -> Value {
    let text = fs::read_to_string(folder.join("out/result.json")).unwrap();
    let mut document: Value = serde_json::from_str(&text).unwrap();
    document["findings"][0].take()
}

/// The page behind its script, at a step of the first finding (from 1), or where it fails; none where there is no browser.
fn page(folder: &Path, step: Option<usize>) -> Option<String> {
    let at = step.map_or_else(String::new, |step| format!("#finding-1/{step}"));
    let url = format!("file://{}{at}", folder.join("out/report.html").display());
    dom(folder, &url, &["--virtual-time-budget=4000"])
}

/// What Chromium makes of a page.
fn dom(folder: &Path, url: &str, options: &[&str]) -> Option<String> {
    let profile = folder.join("profile");
    let mut command = Command::new("chromium");
    command.args(["--headless", "--no-sandbox", "--disable-gpu"]).args(options);
    command.arg(format!("--user-data-dir={}", profile.display())).args(["--dump-dom", url]);
    let Ok(output) = command.output() else {
        eprintln!("there is no chromium, so the page is not looked at");
        return None;
    };
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(dom.contains("</html>"), "{}", String::from_utf8_lossy(&output.stderr));
    Some(dom)
}

/// Elements whose class begins like that, up to the end of the group.
fn groups<'d>(dom: &'d str, class: &str) -> Vec<&'d str> {
    let start = format!("<g class=\"{class}");
    dom.match_indices(&start).map(|(at, _)| dom[at..].split("</g>").next().unwrap()).collect()
}

/// The box of that name behind the last state that mentions it.
fn last_box(finding: &Value, name: &str) -> Value {
    let states = finding["states"].as_array().unwrap();
    let all = states.iter().flat_map(|state| state["changed"].as_array().into_iter().flatten());
    let mut of_name =
        all.filter(|one| one["name"].as_str().is_some_and(|own| own.starts_with(name)));
    of_name.next_back().unwrap_or_else(|| panic!("no box {name}")).clone()
}

fn field<'v>(one: &'v Value, name: &str) -> &'v Value {
    let fields = one["fields"].as_array().unwrap();
    fields.iter().find(|field| field["name"] == name).unwrap_or_else(|| panic!("{name}: {one:#}"))
}

#[test]
fn a_dangling_pointer_is_seen() {
    let folder = reported("list.c", LIST, 10);
    let finding = finding(folder.path());
    let steps = finding["path"].as_array().unwrap().len();
    assert_eq!(finding["states"].as_array().unwrap().len(), steps + 1);
    let main = last_box(&finding, "main");
    let freed = field(&main, "at")["to"].as_i64().unwrap();
    let target = finding["states"]
        .as_array()
        .unwrap()
        .iter()
        .rev()
        .find_map(|state| state["changed"].as_array()?.iter().find(|one| one["id"] == freed));
    let target = target.unwrap();
    assert_eq!((&target["life"], &target["type"]), (&"freed".into(), &"struct node".into()));
    // What it held is told.
    assert_eq!(field(target, "value")["value"], "1");
    let Some(dom) = page(folder.path(), None) else { return };
    let suspects = groups(&dom, "row pointer dangling suspect");
    assert!(suspects.len() == 1 && suspects[0].contains(">at<"), "{suspects:?}");
    assert!(dom.contains("class=\"arrow dangling"), "the arrow");
    assert!(dom.contains(">FREED<"), "the object");
    assert!(dom.contains(&format!("step {0} of {0}", steps + 1)));
    // Before, there is nothing of that kind; each step is there, with its own words.
    for step in [1, steps / 2, steps] {
        let dom = page(folder.path(), Some(step)).unwrap();
        assert!(dom.contains(&format!("step {step} of {}", steps + 1)));
        assert_eq!(dom.matches("aria-current=\"step\"").count(), 1);
        if step < steps / 2 + 1 {
            assert!(!dom.contains("class=\"arrow dangling"), "step {step}");
        }
    }
}

#[test]
fn what_the_failing_line_goes_through_is_marked() {
    let folder = reported("tree.c", TREE, 10);
    let finding = finding(folder.path());
    let root = last_box(&finding, "root");
    assert_eq!((&root["kind"], &root["type"]), (&"global".into(), &"struct tree *".into()));
    let Some(dom) = page(folder.path(), None) else { return };
    let used: Vec<&str> = groups(&dom, "row pointer used");
    let names = ["value", "right", "parent"];
    assert_eq!(used.len(), names.len(), "{used:?}");
    assert!(names.iter().all(|name| used.iter().any(|row| row.contains(&format!(">{name}<")))));
    // What changed in a step is marked in it: the last write.
    let path = finding["path"].as_array().unwrap();
    let write = path.iter().rposition(|step| step["kind"] == "store").unwrap();
    let dom = page(folder.path(), Some(write + 1)).unwrap();
    assert_eq!(groups(&dom, "row pointer changed").len(), 1);
}

#[test]
fn java_objects_have_fields_and_texts() {
    let folder = reported("Queue.java", QUEUE, 10);
    let finding = finding(folder.path());
    let node = last_box(&finding, "Node@");
    assert_eq!(field(&node, "name")["value"], "\"n\"");
    assert_eq!(field(&node, "next")["holds"], "null");
    // The method that threw is still there where it fails.
    let take = last_box(&finding, "Queue.take");
    assert_eq!(field(&take, "this")["holds"], "pointer");
    let Some(dom) = page(folder.path(), None) else { return };
    let suspects = groups(&dom, "row null suspect");
    assert!(suspects.len() == 1 && suspects[0].contains(">first<"), "{suspects:?}");
}

#[test]
fn a_safe_program_has_a_page() {
    let text = "#include <assert.h>\n#include <klew.h>\nint main(void) { int x = klew_int(\"x\"); assert(x <= 2147483647); }\n";
    let folder = reported("safe.c", text, 0);
    let Some(dom) = page(folder.path(), None) else { return };
    assert!(dom.contains("id=\"verdict\" class=\"good\">Safe<"), "{dom}");
    assert!(!dom.contains("Finding 1"));
}

#[test]
fn memory_in_characters() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("list.c"), LIST).unwrap();
    let run = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_klew"));
        let own = ["check", "list.c", "--quiet", "--no-output", "--no-confirm"];
        let output = command.current_dir(folder.path()).args(own).args(options).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let drawn = run(&["--draw-heap"]);
    for part in ["memory where it fails:", "at ──▷ heap#", "which is freed", "╳ heap#"] {
        assert!(drawn.contains(part), "{part} is not in {drawn}");
    }
    let plain = run(&[]);
    assert!(!plain.contains("memory where it fails"));
    // Nothing else changes.
    let lines = |text: &str| text.lines().filter(|line| line.contains("list.c:")).count();
    assert_eq!(lines(&plain), lines(&drawn));
}

#[test]
fn a_run_too_long_to_be_told_whole_still_ends_right() {
    let text = "\
struct node { int value; struct node *next; };
int main(void) {
  struct node node = {1, 0}, *at = &node;
  for (int i = 0; i < 60000; i++)
    node.value = i;
  at = node.next;
  return at->value;
}
";
    let folder = reported("long.c", text, 10);
    let finding = finding(folder.path());
    assert!(finding["states"].as_array().unwrap().len() <= 1_001, "bounded");
    let main = last_box(&finding, "main");
    assert_eq!(field(&main, "i")["value"], "60000");
    assert_eq!(field(&main, "at")["holds"], "null");
    assert_eq!(field(&last_box(&finding, "node"), "value")["value"], "59999");
    let page = fs::read(folder.path().join("out/report.html")).unwrap();
    assert!(page.len() < 2_000_000, "{}", page.len());
}

#[test]
fn texts_arrays_and_indices_are_told_as_what_they_are() {
    let text = "\
#include <stdlib.h>
#include <string.h>
struct entry { char name[8]; int (*call)(void); };
static int seven(void) { return 7; }
int main(void) {
  struct entry entry = { \"key\", seven };
  char *copy = malloc(8);
  strcpy(copy, entry.name);
  int numbers[3] = { 1, 2, 3 }, sum = 0;
  for (int i = 0; i <= 3; i++)
    sum += numbers[i];
  free(copy);
  return sum;
}
";
    let folder = reported("array.c", text, 10);
    let finding = finding(folder.path());
    let entry = last_box(&finding, "entry");
    assert!(field(&entry, "name")["value"].as_str().unwrap().starts_with("\"key\""));
    assert_eq!(field(&entry, "call")["value"], "seven");
    let copy = field(&last_box(&finding, "main"), "copy")["to"].clone();
    let states = finding["states"].as_array().unwrap().iter();
    let mut all = states.flat_map(|state| state["changed"].as_array().into_iter().flatten());
    let copied = all.rfind(|one| one["id"] == copy).unwrap();
    assert!(copied["fields"][0]["value"].as_str().unwrap().starts_with("\"key"), "{copied:#}");
    let java = "\
public class Array {
    static long[] all = new long[2];
    public static void main(String[] args) {
        all[0] = 5;
        for (int i = 0; i <= 2; i++) all[i]++;
    }
}
";
    let other = reported("Array.java", java, 10);
    let path = self::finding(other.path())["path"].clone();
    let texts: Vec<&str> =
        path.as_array().unwrap().iter().filter_map(|step| step["text"].as_str()).collect();
    assert!(texts.iter().any(|text| text.ends_with("[0] = 5")), "{texts:?}");
    for folder in [folder, other] {
        let Some(dom) = page(folder.path(), None) else { return };
        let suspects = groups(&dom, "row number suspect");
        assert!(suspects.len() == 1 && suspects[0].contains(">i<"), "{suspects:?}");
    }
}

/// The page with a script of the test's own behind it, which leaves what it saw in the title.
fn probed(folder: &Path, script: &str) -> Option<Value> {
    let path = folder.join("out/report.html");
    let text = fs::read_to_string(&path).unwrap();
    let probe = format!(
        "<script>document.title = JSON.stringify((() => {{ {script} }})());</script></body>"
    );
    fs::write(&path, text.replace("</body>", &probe)).unwrap();
    // With time as it is: the clock of virtual time stands still while a script runs.
    let dom = dom(folder, &format!("file://{}", path.display()), &[])?;
    let title = dom.split_once("<title>").unwrap().1.split_once("</title>").unwrap().0;
    let title = title.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    Some(serde_json::from_str(&title).unwrap_or_else(|error| panic!("{error}: {title}")))
}

const BRANCHES: &str = "\
#include <klew.h>
static int size(int x) {
  if (x < 0)
    return -1;
  return x > 100 ? 100 : x;
}
int main(void) {
  int x = klew_int(\"x\"), sum = 0;
  klew_assume(x != 50);
  for (int i = 0; i < 3; i++)
    sum += size(x) + (klew_int(\"y\") > i);
  klew_assert(sum != 303);
  return 0;
}
";

#[test]
fn the_execution_tree_says_what_was_explored() {
    let folder = reported_with("branches.c", BRANCHES, 10, &["--all-findings"]);
    let text = fs::read_to_string(folder.path().join("out/result.json")).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    let tree = document["record"]["tree"].as_array().unwrap();
    let (nodes, parent) = (tree.len(), |node: &Value| node["parent"].as_u64());
    assert!(nodes >= 5 && tree[0]["kind"] == "fork" && parent(&tree[0]).is_none());
    let mut conditions = Vec::new();
    for (index, node) in tree.iter().enumerate().skip(1) {
        assert!((parent(node).unwrap() as usize) < index, "{node}");
        conditions.push(node["when"].as_str().unwrap());
    }
    assert!(conditions.contains(&"x < 0"), "{conditions:?}");
    let failing: Vec<&Value> = tree.iter().filter(|node| !node["fails"].is_null()).collect();
    assert_eq!(failing[0]["fails"][0]["line"], 12, "{failing:?}");
    let spent: f64 = tree.iter().filter_map(|node| node["seconds"].as_f64()).sum();
    assert!(spent > 0.0 && spent < document["statistics"]["seconds"].as_f64().unwrap());
    let queries: u64 = tree.iter().filter_map(|node| node["queries"].as_u64()).sum();
    assert!(queries > 0 && queries <= document["statistics"]["queries"].as_u64().unwrap());
    let script = "
        const tree = klewTree, seen = [];
        const told = () => document.querySelector('[role=tree] [aria-selected=true]');
        const step = key => { tree.press(key); const at = told(); seen.push([key, tree.selected, at.getAttribute('aria-level'), at.getAttribute('aria-expanded')]); };
        ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'End', 'Home'].forEach(step);
        const failing = [...document.querySelectorAll('button')].find(one => one.textContent.includes('Next failure'));
        failing.click();
        const details = document.querySelector('.details').textContent;
        const link = document.querySelector('.details a');
        return { seen, nodes: tree.nodes.length, details, link: link && link.getAttribute('href'), charts: document.querySelectorAll('.chart').length,
            active: document.getElementById(document.querySelector('[role=tree]').getAttribute('aria-activedescendant')) === told() };";
    let Some(seen) = probed(folder.path(), script) else { return };
    assert_eq!(seen["nodes"], nodes);
    let steps = seen["seen"].as_array().unwrap();
    // To a child, which is folded, and back to the root; to the last node that is to be seen, and back.
    let at = |step: usize| steps[step][1].as_u64().unwrap();
    assert_eq!([at(0), at(1), at(2), at(3), at(5)], [1, 1, 0, 1, 0], "{steps:?}");
    assert_eq!((&steps[0][2], &steps[1][3]), (&"2".into(), &"false".into()), "{steps:?}");
    assert_eq!((at(4), &steps[4][3]), (2, &Value::Null), "{steps:?}");
    assert_eq!((&seen["active"], &seen["link"]), (&true.into(), &"#finding-1".into()));
    assert!(
        seen["details"].as_str().unwrap().contains("assertion fails at branches.c:12"),
        "{seen}"
    );
}

/// Milliseconds for a picture of the largest tree, or a step of a long path: none is as long as what is seen to stutter, with time to spare for a
/// machine without a graphics card that does other work as well.
const SMOOTH: f64 = 250.0;

#[test]
fn large_trees_and_long_paths_do_not_stutter() {
    let folder = reported("branches.c", BRANCHES, 10);
    let result = folder.path().join("out/result.json");
    let mut document: Value = serde_json::from_str(&fs::read_to_string(&result).unwrap()).unwrap();
    let node = |index: usize| match index {
        0 => serde_json::json!({ "kind": "fork", "seconds": 0.1, "line": 3, "file": "branches.c" }),
        // Bushes on a long branch.
        _ => serde_json::json!({
            "parent": if index % 10 == 1 { index.saturating_sub(10) } else { (index - 1) / 10 * 10 + index % 3 }.min(index - 1),
            "when": format!("x = {index}"), "kind": if index % 10 > 6 { "normal" } else { "fork" }, "seconds": 0.001 * (index % 7) as f64,
        }),
    };
    document["record"]["tree"] = (0..10_000).map(node).collect();
    let finding = &mut document["findings"][0];
    let step = finding["path"][0].clone();
    let all = finding["states"].as_array().unwrap().clone();
    finding["path"] = vec![step; 500].into();
    finding["states"] = (0..501).map(|index| all[index % all.len()].clone()).collect();
    fs::write(&result, document.to_string()).unwrap();
    let made = Command::new(env!("CARGO_BIN_EXE_klew"))
        .current_dir(folder.path())
        .args(["report", "out", "--report", "html"])
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let script = "
        const time = (times, act) => { const all = []; for (let index = 0; index < times; index++) { const begin = performance.now(); act(index); all.push(performance.now() - begin); }
            return all.sort((one, two) => one - two)[times >> 1]; };
        const folded = klewTree.shown;
        const unfold = time(3, () => klewTree.all(true));
        const whole = time(9, () => { klewTree.fit(); klewTree.paint(); });
        const near = time(9, index => { klewTree.zoom(index === 0 ? 30 : 1.01); klewTree.press('ArrowDown'); klewTree.paint(); });
        const next = [...document.querySelectorAll('button')].find(one => one.textContent.includes('Back'));
        const steps = time(40, () => next.click());
        return { folded, shown: klewTree.shown, unfold, whole, near, steps, path: document.querySelectorAll('.steps li').length };";
    let Some(seen) = probed(folder.path(), script) else { return };
    assert_eq!((&seen["shown"], &seen["path"]), (&10_000.into(), &501.into()), "{seen}");
    assert!(seen["folded"].as_u64().unwrap() < 400, "{seen}");
    assert!(seen["whole"].as_f64().unwrap() > 0.0, "a clock that stands still: {seen}");
    for what in ["unfold", "whole", "near", "steps"] {
        assert!(seen[what].as_f64().unwrap() < SMOOTH, "{what}: {seen}");
    }
}
