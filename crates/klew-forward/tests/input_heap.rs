//! Input heaps: the trace counts of paper 003, verdicts under the three policies, rebuilt heaps, replays.

use klew_forward::{
    Configuration, ExecutionNodeKind, Forward, InputHeapPolicy, Limits, Monitor, Outcome, State,
    TraceCount,
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
        let replay = forward.replay_finding(finding);
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
#[test]
#[ignore]
fn timing() {
    for policy in POLICIES {
        for max in [6, 12, 20] {
            let program = parse(&has_null(max));
            let configuration = Configuration { input_heap: policy, ..Configuration::default() };
            let solver = build(SolverConfiguration::default(), &Interrupt::new()).unwrap();
            let mut forward = Forward::new(&program, configuration, solver).unwrap();
            let start = std::time::Instant::now();
            let outcome = forward.run(&mut Forks::default());
            eprintln!(
                "{policy:?} {max}: {:?} {} queries {:?}",
                start.elapsed(),
                outcome.statistics.queries,
                outcome.statistics.traces
            );
        }
    }
}
