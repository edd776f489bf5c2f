//! Input heaps: the trace counts of paper 003, verdicts under the three policies, rebuilt heaps, replays.

use klew_engine::InputHeapPolicy;
use klew_forward::{
    Configuration, ExecutionNodeKind, Forward, Limits, Monitor, Outcome, State, TraceCount,
};
use klew_ir::Program;
use klew_solver::{Interrupt, Solver, SolverConfiguration, build};

const POLICIES: [InputHeapPolicy; 3] =
    [InputHeapPolicy::Lazy, InputHeapPolicy::Lazier, InputHeapPolicy::PathOptimal];

fn solver() -> Box<dyn Solver> {
    build(
        SolverConfiguration { validate: false, ..SolverConfiguration::default() },
        &Interrupt::new(),
    )
    .unwrap()
}

fn parse(text: &str) -> Program {
    let program = klew_ir::text::parse_program(text, "test.kir").unwrap_or_else(|e| panic!("{e}"));
    klew_ir::verify::verify_program(&program).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    program
}

#[derive(Default)]
struct Forks(Vec<State>);

impl Monitor for Forks {
    fn forked(&mut self, state: &State) {
        self.0.push(state.clone());
    }
}

/// Explores, replays every finding, and runs every state that was forked once more from its decisions.
fn explore(text: &str, policy: InputHeapPolicy) -> Outcome {
    let program = parse(text);
    let configuration = Configuration {
        input_heap: policy,
        record_tree: true,
        limits: Limits { max_depth: Some(200), ..Limits::default() },
        ..Configuration::default()
    };
    let mut forward = Forward::new(&program, configuration, solver()).unwrap();
    let mut forks = Forks::default();
    let outcome = forward.run(&mut forks);
    for finding in &outcome.findings {
        let replay = forward.replay_witness(finding);
        assert!(
            replay.confirms(finding),
            "{policy:?}: {:#?} is not confirmed, but ends {:?} with {:#?}",
            (&finding.kind, &finding.heap, &finding.inputs),
            replay.end,
            replay.findings,
        );
    }
    for state in &forks.0 {
        let decisions = state.decisions();
        let again = forward.state_at(&decisions);
        let again = again.unwrap_or_else(|end| panic!("{decisions:?} leads to {end:?}"));
        assert!(again.same(state), "{policy:?}: {decisions:?}\n{state:#?}\n{again:#?}");
    }
    outcome
}

fn traces(text: &str, policy: InputHeapPolicy) -> (u64, u64) {
    let outcome = explore(text, policy);
    assert_eq!(outcome.limits, [], "{policy:?}");
    let tree = outcome.tree.as_ref().unwrap();
    let TraceCount { normal, exceptional } = tree.traces();
    let open = tree.nodes.iter().filter(|node| node.kind == ExecutionNodeKind::Open);
    assert_eq!(open.count(), 0);
    (normal, exceptional)
}

const SAMPLE: &str = r#"
type $int = int "int" 32 signed
type $object = record "Object" size 8 tag 1 { }
type $sample = record "Sample" size 32 tag 2 extends $object { "data" at 64 $ref, "next" at 128 $ref, "val" at 192 $int }
type $ref = pointer $sample
"#;

/// The receiver: not null.
const THIS: &str = r#"
  %this: ptr = input "this" type $ref
  %is = compare not_equal ptr %this, null
  assume %is
"#;

fn swap() -> String {
    format!(
        r#"{SAMPLE}
function @main() -> i32 {{
entry:
{THIS}
  %s: ptr = input "s" type $ref
  %null = compare equal ptr %s, null
  branch %null, done, go
go:
  %a = offset %this, 8
  %d = load ptr %a
  %b = offset %s, 8
  %e = load ptr %b
  store ptr %e to %a
  store ptr %d to %b
  jump done
done:
  return 0
}}
"#
    )
}

fn sum() -> String {
    let mut text = format!("{SAMPLE}\nfunction @main() -> i32 {{\nentry:\n{THIS}");
    for i in 0..3 {
        text += &format!("  %s{i}: ptr = input \"s{i}\" type $ref\n");
    }
    text += "  jump get0(0)\n";
    for i in 0..3 {
        text += &format!(
            "get{i}(%sum{i}: i32):
  %n{i} = compare equal ptr %s{i}, null
  branch %n{i}, npe, do{i}
do{i}:
  %a{i} = offset %s{i}, 24
  %v{i}: i32 = load i32 %a{i}
  %t{i} = add i32 %sum{i}, %v{i}
  jump get{}(%t{i})
",
            i + 1
        );
    }
    text += "get3(%r: i32):
  return %r
npe:
  assert no-runtime-exception holds false \"NullPointerException\"
  unreachable
}
";
    text
}

fn has_null(max: u32) -> String {
    format!(
        r#"{SAMPLE}
function @main() -> i32 {{
entry:
{THIS}
  %a = offset %this, 16
  %s0 = load ptr %a
  jump loop(%s0, 1)
loop(%s: ptr, %i: i32):
  %null = compare equal ptr %s, null
  branch %null, end, more
more:
  %c = compare signed_less_equal i32 %i, {max}
  branch %c, body, end
body:
  %n = offset %s, 16
  %t = load ptr %n
  %j = add i32 %i, 1
  jump loop(%t, %j)
end:
  %last = compare equal ptr %s, null
  branch %last, yes, no
yes:
  return 1
no:
  return 0
}}
"#
    )
}

#[test]
fn traces_of_swap() {
    assert_eq!(traces(&swap(), InputHeapPolicy::Lazy), (21, 0));
    assert_eq!(traces(&swap(), InputHeapPolicy::Lazier), (3, 0));
    assert_eq!(traces(&swap(), InputHeapPolicy::PathOptimal), (2, 0));
}

#[test]
fn traces_of_sum() {
    assert_eq!(traces(&sum(), InputHeapPolicy::Lazy), (15, 8));
    assert_eq!(traces(&sum(), InputHeapPolicy::Lazier), (15, 8));
    assert_eq!(traces(&sum(), InputHeapPolicy::PathOptimal), (1, 3));
}

#[test]
fn traces_of_has_null() {
    for max in 1..=12u32 {
        let m = u64::from(max);
        let expected = [(m + 1) * (m + 2) / 2 + m + 2, m * (m + 1) / 2 + m + 2, m + 2];
        for (policy, expected) in POLICIES.into_iter().zip(expected) {
            assert_eq!(traces(&has_null(max), policy), (expected, 0), "max {max}, {policy:?}");
        }
    }
}

/// Each step of a walk is as cheap as the one before: values of cells are no choices among all nodes that were seen.
#[test]
fn walks_are_linear() {
    let nodes = 180;
    let outcome = explore(&has_null(nodes), InputHeapPolicy::PathOptimal);
    assert_eq!(outcome.limits, []);
    assert_eq!(outcome.statistics.paths, u64::from(nodes) + 2);
    assert!(outcome.statistics.queries <= 2 * u64::from(nodes) + 4, "{:?}", outcome.statistics);
}

/// A list of which nothing is known may be a circle: what is written through one reference is read through the next.
#[test]
fn circles_are_seen() {
    check(
        r#"  %p: ptr = input "p" type $link
  assert valid-deref accessible write %p, 24
  %q = load ptr %p
  assert valid-deref accessible read %q, 24
  %r = load ptr %q
  %same = compare equal ptr %p, %q
  branch %same, circle, done
circle:
  %one = compare equal ptr %r, %q
  assert assertion holds %one
  %v = offset %p, 8
  store i64 5 to %v
  %w = offset %r, 8
  %five: i64 = load i64 %w
  %is = compare equal i64 %five, 5
  assert assertion holds %is
  %not = compare not_equal i64 %five, 5
  assert assertion holds %not
  return 0
done:
  return 0
"#,
        &["18 assertion failed", "2 null dereference", "4 null dereference"],
        &[],
    );
}

/// Violations by line, which all policies find, and whether something limits the result.
fn violations(text: &str) -> (Vec<String>, Vec<String>) {
    let mut all: Option<(Vec<String>, Vec<String>)> = None;
    for policy in POLICIES {
        let outcome = explore(text, policy);
        let limits = outcome.limits.iter().map(|(limit, _)| format!("{limit:?}")).collect();
        let mut found: Vec<String> = outcome
            .findings
            .iter()
            .map(|f| format!("{} {}", f.position.line, f.kind.name()))
            .collect();
        found.sort();
        match &all {
            None => all = Some((found, limits)),
            Some((known, _)) => assert_eq!(*known, found, "{policy:?}\n{text}"),
        }
    }
    all.unwrap()
}

const C_TYPES: &str = r#"
type $int = int "int" 32 signed
type $char = int "char" 8 signed character
type $long = int "long" 64 signed
type $double = float "double" 64
type $node = record "node" size 24 { "next" at 0 $link, "value" at 64 $int, "weight" at 128 $double }
type $link = pointer $node
type $text = pointer $char
type $ints = pointer $int
type $links = pointer $link
type $pair = record "pair" size 40 { "first" at 0 $node, "array" at 192 $four }
type $four = array $int 4
type $pairs = pointer $pair
type $void = void
type $any = pointer $void
type $function = function
type $callback = pointer $function
"#;

fn check(body: &str, expected: &[&str], limits: &[&str]) {
    let text = format!("{C_TYPES}function @main() -> i32 {{\nentry:\n{body}}}\n");
    let start = text.lines().position(|line| line == "entry:").unwrap() + 2;
    let (found, limited) = violations(&text);
    let mut shown: Vec<String> = found
        .iter()
        .map(|finding| {
            let (line, kind) = finding.split_once(' ').unwrap();
            format!("{} {kind}", line.parse::<usize>().unwrap() - start + 1)
        })
        .collect();
    shown.sort();
    assert_eq!(shown, expected, "{text}");
    assert_eq!(limited, limits, "{text}");
}

#[test]
fn null_is_found() {
    check(
        r#"  %p: ptr = input "p" type $link
  assert valid-deref accessible read %p, 8
  %n = load ptr %p
  %a = offset %n, 8
  assert valid-deref accessible read %a, 4
  %v = load i32 %a
  return %v
"#,
        &["2 null dereference", "5 null dereference"],
        &[],
    );
}

#[test]
fn arrays_behind_pointers_have_a_length() {
    check(
        r#"  %p: ptr = input "p" type $ints
  %null = compare equal ptr %p, null
  branch %null, end, go
go:
  assert valid-deref accessible read %p, 4
  %v = load i32 %p
  %a = offset %p, 4
  assert valid-deref accessible read %a, 4
  %w = load i32 %a
  %c = compare equal i32 %v, %w
  assert assertion holds %c
  jump end
end:
  return 0
"#,
        &["11 assertion failed", "8 out of bounds"],
        &["InputArrays(16)"],
    );
}

#[test]
fn strings_are_walked() {
    // strlen: nothing says that the string ends.
    check(
        r#"  %p: ptr = input "p" type $text
  %is = compare not_equal ptr %p, null
  assume %is
  jump loop(0)
loop(%i: i64):
  %a = offset %p, %i
  assert valid-deref accessible read %a, 1
  %v = load i8 %a
  %end = compare equal i8 %v, 0
  %j = add i64 %i, 1
  branch %end, done, loop(%j)
done:
  %c = compare unsigned_less i64 %i, 16
  assert assertion holds %c
  return 0
"#,
        &["7 out of bounds"],
        &["InputArrays(16)"],
    );
}

#[test]
fn freed_through_an_alias() {
    check(
        r#"  %p: ptr = input "p" type $link
  %q: ptr = input "q" type $link
  %a = compare not_equal ptr %p, null
  assume %a
  %b = compare not_equal ptr %q, null
  assume %b
  assert valid-free freeable %p
  free %p
  %at = offset %q, 8
  assert valid-deref accessible read %at, 4
  %v = load i32 %at
  assert valid-free freeable %q
  free %q
  assert valid-free freeable %p
  free %p
  return 0
"#,
        &["10 use after free", "14 double free"],
        &[],
    );
}

#[test]
fn structures_are_copied() {
    check(
        r#"  %p: ptr = input "p" type $pairs
  %q: ptr = input "q" type $pairs
  %a = compare not_equal ptr %p, null
  assume %a
  %b = compare not_equal ptr %q, null
  assume %b
  %local = allocate stack 40
  copy %local, %p, 40
  copy %q, %local, 40
  %next = load ptr %local
  %other = load ptr %q
  %same = compare equal ptr %next, %other
  assert assertion holds %same
  %x = offset %q, 28
  %y = offset %local, 28
  %v = load i32 %x
  %w = load i32 %y
  %equal = compare equal i32 %v, %w
  assert assertion holds %equal
  %z = load ptr %p
  %still = compare equal ptr %z, %next
  assert assertion holds %still
  fill %p, 0, 40
  %cleared = load ptr %q
  %null = compare equal ptr %cleared, null
  assert assertion holds %null
  return 0
"#,
        &["26 assertion failed"],
        &[],
    );
}

#[test]
fn numbers_have_their_widths() {
    check(
        r#"  %p: ptr = input "p" type $link
  %q: ptr = input "q" type $link
  %a = compare not_equal ptr %p, null
  assume %a
  %b = compare not_equal ptr %q, null
  assume %b
  %at = offset %p, 8
  %bt = offset %q, 8
  %old = load i32 %at
  store i8 7 to %bt
  %new = load i32 %at
  %c = compare equal i32 %old, %new
  assert assertion holds %c
  %low = load i8 %at
  %d = compare equal i8 %low, 7
  assert assertion holds %d
  %w = offset %p, 16
  %x = offset %q, 16
  store double 1.5 to %w
  %y = load double %x
  %e = compare_float equal double %y, 1.5
  assert assertion holds %e
  return 0
"#,
        &["13 assertion failed", "16 assertion failed", "22 assertion failed"],
        &[],
    );
}

#[test]
fn addresses_of_input_objects() {
    check(
        r#"  %p: ptr = input "p" type $link
  %q: ptr = input "q" type $link
  %a = convert pointer_to_int ptr %p to i64
  %b = convert pointer_to_int ptr %q to i64
  %same = compare equal ptr %p, %q
  %equal = compare equal i64 %a, %b
  %agree = compare equal i1 %same, %equal
  assert assertion holds %agree
  %zero = compare equal i64 %a, 0
  %null = compare equal ptr %p, null
  %both = compare equal i1 %zero, %null
  assert assertion holds %both
  %back = convert int_to_pointer i64 %a to ptr
  %again = compare equal ptr %back, %p
  assert assertion holds %again
  %less = compare unsigned_less ptr %p, %q
  assert assertion holds %less
  return 0
"#,
        &["17 assertion failed"],
        &["InputArrays(16)"],
    );
}

#[test]
fn pointers_to_pointers() {
    check(
        r#"  %p: ptr = input "p" type $links
  assert valid-deref accessible write %p, 8
  %n = allocate heap 24 zeroed
  store ptr %n to %p
  %m = load ptr %p
  %at = offset %m, 8
  assert valid-deref accessible read %at, 4
  %v = load i32 %at
  %c = compare equal i32 %v, 0
  assert assertion holds %c
  %second = offset %p, 8
  assert valid-deref accessible read %second, 8
  %o = load ptr %second
  %d = compare equal ptr %o, %n
  assert assertion holds %d
  return 0
"#,
        &["12 out of bounds", "15 assertion failed", "2 null dereference"],
        &["InputArrays(16)"],
    );
}

#[test]
fn what_input_functions_give_is_not_known() {
    let program = format!(
        "{C_TYPES}function @main() -> i32 {{\nentry:\n  %f: ptr = input \"f\" type $callback
  %v: i32 = call_pointer %f(i32 1)\n  %z = compare equal i32 %v, 77
  assert assertion holds %z\n  return %v\n}}\n"
    );
    for policy in POLICIES {
        let outcome = explore(&program, policy);
        let said = format!("{:?}", outcome.approximations);
        assert!(said.contains("behind a pointer of the input"), "{said}");
        assert_eq!(outcome.findings.len(), 1, "{policy:?}");
    }
}

fn find(depth: u32) -> String {
    format!(
        r#"{SAMPLE}
function @main() -> i32 {{
entry:
{THIS}
  %x: i32 = input "x"
  %a = offset %this, 16
  %s0 = load ptr %a
  jump loop(%s0, 1)
loop(%s: ptr, %i: i32):
  %null = compare equal ptr %s, null
  branch %null, end, more
more:
  %c = compare signed_less_equal i32 %i, {depth}
  assume %c
  %va = offset %s, 24
  %v = load i32 %va
  %less = compare signed_less i32 %x, %v
  branch %less, left, notleft
left:
  %la = offset %s, 8
  %l = load ptr %la
  %li = add i32 %i, 1
  jump loop(%l, %li)
notleft:
  %va2 = offset %s, 24
  %v2 = load i32 %va2
  %greater = compare signed_less i32 %v2, %x
  branch %greater, right, end
right:
  %ra = offset %s, 16
  %r = load ptr %ra
  %ri = add i32 %i, 1
  jump loop(%r, %ri)
end:
  return 0
}}
"#
    )
}

#[test]
#[ignore]
fn timing() {
    for policy in POLICIES {
        for (name, text) in [("hasNull 20", has_null(20)), ("find 4", find(4)), ("find 7", find(7))]
        {
            let program = parse(&text);
            let configuration = Configuration { input_heap: policy, ..Configuration::default() };
            let solver = build(SolverConfiguration::default(), &Interrupt::new()).unwrap();
            let mut forward = Forward::new(&program, configuration, solver).unwrap();
            let start = std::time::Instant::now();
            let outcome = forward.run(&mut Forks::default());
            eprintln!(
                "{policy:?} {name}: {:?} {} queries {:?}",
                start.elapsed(),
                outcome.statistics.queries,
                outcome.statistics.traces
            );
        }
    }
}

#[test]
fn truth_values_are_0_or_1() {
    let (found, limits) = violations(
        r#"
type $truth = int "boolean" 8 unsigned
type $object = record "Object" size 8 tag 1 { }
type $flag = record "Flag" size 16 tag 2 extends $object { "set" at 64 $truth }
type $flags = record "boolean[]" size 8 tag 3 extends $object { } elements $truth
type $p = pointer $flag
type $q = pointer $flags
function @main() -> i32 {
entry:
  %p: ptr = input "p" type $p
  %q: ptr = input "q" type $q
  %i: i64 = input "i"
  %a = compare not_equal ptr %p, null
  assume %a
  %b = compare not_equal ptr %q, null
  assume %b
  %lp = offset %q, 4
  %l = load i32 %lp
  %wide = convert sign_extend i32 %l to i64
  %c = compare unsigned_less i64 %i, %wide
  assume %c
  %f = offset %p, 8
  %v = load i8 %f
  %d = compare unsigned_less i8 %v, 2
  assert assertion holds %d
  %at = add i64 %i, 8
  %e = offset %q, %at
  %w = load i8 %e
  %g = compare unsigned_less i8 %w, 2
  assert assertion holds %g
  %h = compare not_equal i8 %w, 1
  assert assertion holds %h
  return 0
}
"#,
    );
    assert_eq!(found, ["32 assertion failed"]);
    assert!(limits.is_empty());
}
