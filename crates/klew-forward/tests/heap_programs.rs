//! Generated heap programs: under each policy of the input heap exactly those checks fail that fail when the
//! program is run on every input (`klew-oracle`), and every finding is confirmed by replay.
//!
//! `KLEW_HEAP_PROGRAMS=2000` runs that many of each flavour, from seed `KLEW_HEAP_SEED` on; without, some.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use klew_engine::InputHeapPolicy;
use klew_forward::{Configuration, Forward, Limit, PruningMode, Unwatched};
use klew_ir::{Program, Property};
use klew_oracle::{Bounds, EnumerateError, Flavour, Settings, Target, enumerate, generate, parse};
use klew_solver::{Interrupt, Solver, SolverConfiguration, build};

const POLICIES: [InputHeapPolicy; 3] =
    [InputHeapPolicy::PathOptimal, InputHeapPolicy::Lazier, InputHeapPolicy::Lazy];

const BOUNDS: Bounds = Bounds { byte_max: 1, int_max: 3, array_max: 2, max_runs: 3000 };

/// Explorations in which states were closed.
static PRUNED: AtomicU64 = AtomicU64::new(0);

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn solver() -> Box<dyn Solver> {
    build(SolverConfiguration::default(), &Interrupt::new()).unwrap()
}

/// The checks that fail, says the engine; an error if it is not sure or a finding is not confirmed.
fn explore(
    program: &Program,
    policy: InputHeapPolicy,
    pruning: PruningMode,
) -> Result<BTreeSet<Target>, String> {
    let properties = [
        Property::Assertion,
        Property::UncaughtException,
        Property::ErrorCall,
        Property::Dereference,
        Property::Free,
    ];
    let configuration = Configuration {
        properties: properties.into_iter().collect(),
        input_heap: policy,
        input_array_max: BOUNDS.array_max,
        pruning,
        ..Configuration::default()
    };
    let mut forward = Forward::new(program, configuration, solver()).unwrap();
    let outcome = forward.run(&mut Unwatched);
    // The oracle does not try larger arrays either.
    let mut limits =
        outcome.limits.iter().filter(|(limit, _)| !matches!(limit, Limit::InputArrays(_)));
    if let Some(limit) = limits.next() {
        return Err(format!("limit: {limit:?}"));
    }
    for finding in &outcome.findings {
        let replay = forward.replay_witness(finding);
        if !replay.confirms(finding) {
            return Err(format!("not confirmed: {finding:#?}\n{replay:#?}"));
        }
    }
    if outcome.statistics.subsumed_paths > 0 {
        PRUNED.fetch_add(1, Ordering::Relaxed);
    }
    let targets = outcome.findings.iter();
    Ok(targets.map(|f| Target { property: f.property, position: f.position }).collect())
}

/// What is wrong with the engine's answer, if anything; no answer where the oracle has none.
fn disagreement(program: &Program, policy: InputHeapPolicy) -> Option<Result<(), String>> {
    let truth = match enumerate(program, &BOUNDS) {
        Ok(truth) => truth,
        Err(EnumerateError::TooManyRuns(_) | EnumerateError::AddressReuse) => return None,
        Err(error) => return Some(Err(error.to_string())),
    };
    for pruning in [PruningMode::Off, PruningMode::Inclusion, PruningMode::Interpolation] {
        let found = match explore(program, policy, pruning) {
            Ok(found) => found,
            Err(error) => return Some(Err(error)),
        };
        let wanted: BTreeSet<Target> = truth.violations.keys().copied().collect();
        let missed: Vec<_> = truth.violations.iter().filter(|(t, _)| !found.contains(t)).collect();
        let made_up: Vec<_> = found.difference(&wanted).collect();
        if !missed.is_empty() || !made_up.is_empty() {
            return Some(Err(format!(
                "pruning {pruning:?}: missed: {missed:#?}\nmade up: {made_up:#?}"
            )));
        }
    }
    Some(Ok(()))
}

/// As the error, but of a program as small as shrinking gets.
fn smallest(text: &str, policy: InputHeapPolicy) -> String {
    // The oracle's own errors come from shrinking, too: they are no disagreement.
    let mut still = |program: &Program| {
        enumerate(program, &BOUNDS).is_ok() && matches!(disagreement(program, policy), Some(Err(_)))
    };
    let small = klew_oracle::shrink(text, 3000, &mut still);
    let why = parse(&small).map(|program| disagreement(&program, policy));
    match why {
        Ok(Some(Err(why))) => format!("{small}\n{why}"),
        other => format!("{small}\n{other:?}"),
    }
}

fn check(flavour: Flavour, pointer_inputs: bool) {
    let count = number("KLEW_HEAP_PROGRAMS", if pointer_inputs { 70 } else { 20 });
    let first = number("KLEW_HEAP_SEED", 0);
    let most = number("KLEW_HEAP_FAILURES", 1);
    let policies = if pointer_inputs { &POLICIES[..] } else { &POLICIES[..1] };
    let (mut compared, mut failures) = (0, Vec::new());
    for seed in first..first + count {
        let size = 8 + seed as usize % 20;
        let settings = Settings { flavour, pointer_inputs, size, loops: false };
        let generated = generate(&settings, seed);
        for &policy in policies {
            match disagreement(&generated.program, policy) {
                None => break,
                Some(Ok(())) => compared += 1,
                Some(Err(_)) => {
                    let small = smallest(&generated.text, policy);
                    failures.push(format!("seed {seed}, {settings:?}, {policy:?}\n{small}"));
                    break;
                }
            }
        }
        if failures.len() as u64 >= most {
            break;
        }
    }
    println!("{flavour:?}: {compared} comparisons agree");
    println!("states were closed in {} explorations so far", PRUNED.load(Ordering::Relaxed));
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(compared * 10 > count * policies.len() as u64 * 8, "{compared} of {count} compared");
}

#[test]
fn java() {
    check(Flavour::Java, true);
    check(Flavour::Java, false);
}

#[test]
fn c() {
    check(Flavour::C, true);
    check(Flavour::C, false);
}

#[test]
fn java_arrays() {
    check(Flavour::JavaArrays, true);
    check(Flavour::JavaArrays, false);
}

/// Programs on which engines were wrong once.
const WRONG_ONCE: [&str; 2] = [
    // Nothing implements the interface.
    r#"entry @main
type $Object = record "Object" size 8 tag 1 { }
type $Shape = record "Shape" size 8 extends $Object { }
type $to_Shape = pointer $Shape
function @main() {
entry:
  %a: ptr = input "a" type $to_Shape
  %null = compare eq ptr %a, null
  assert assertion holds %null
  return
}
"#,
    // What is equal to an A and to an array is null.
    r#"entry @main
type $int = int "int" 32 signed
type $Object = record "Object" size 8 tag 1 { }
type $A = record "A" size 16 tag 2 extends $Object { "v" at 96 $int }
type $array = record "int[]" size 8 tag 3 extends $Object { } elements $int
type $to_Object = pointer $Object
type $to_A = pointer $A
type $to_array = pointer $array
function @main() {
entry:
  %a: ptr = input "a" type $to_Object
  %b: ptr = input "b" type $to_A
  %c: ptr = input "c" type $to_array
  %no_b = compare eq ptr %b, null
  branch %no_b, end, more
more:
  %at = offset %b, 12
  %raw = load i32 %at
  %v = and i32 %raw, 3
  %no_c = compare eq ptr %c, null
  branch %no_c, end, last
last:
  %is_b = compare eq ptr %b, %a
  %is_c = compare eq ptr %c, %a
  %both = and i1 %is_b, %is_c
  %not = xor i1 %both, true
  assert assertion holds %not "is both"
  %not_c = xor i1 %is_c, true
  assert assertion holds %not_c "is c"
  jump end
end:
  return
}
"#,
];

#[test]
fn wrong_once() {
    for text in WRONG_ONCE {
        let program = parse(text).unwrap();
        for policy in POLICIES {
            assert_eq!(disagreement(&program, policy), Some(Ok(())), "{policy:?}\n{text}");
        }
    }
}
