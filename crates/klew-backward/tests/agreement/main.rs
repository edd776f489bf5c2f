//! Generated heap programs (`klew-oracle`): exhaustive concrete execution, forward execution under each policy of the
//! input heap and backward execution in all its variants say the same of every check.
//!
//! `KLEW_HEAP_PROGRAMS=2000` runs that many of each flavour, from seed `KLEW_HEAP_SEED` on; without, some.
//! `KLEW_HEAP_VARIANTS=9` runs all variants of backward execution on each; without, some in turn. What backward
//! execution leaves open is counted and bounded.

#[path = "../decide/mod.rs"]
mod decide;
mod engines;
mod known;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use engines::{Answer, PROPERTIES, Variant, ask};
use klew_ir::{FunctionBody, Operation, Program};
use klew_oracle::{
    Bounds, EnumerateError, Flavour, Settings, Target, enumerate, generate, parse, shrink,
};

/// As wide as generated programs need.
pub const BOUNDS: Bounds = Bounds { byte_max: 1, int_max: 3, array_max: 2, max_runs: 3000 };

/// Whatever takes longer is told.
const SLOW: Duration = Duration::from_secs(20);

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// What is told apart for each check and variant.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    programs: u64,
    /// Checks of all programs.
    checks: u64,
    violated: u64,
    /// Answers of backward execution.
    answers: u64,
    /// Ways to go with disjuncts that were ended, as they took too long; their answers do not count.
    late: u64,
    /// Of the answers, open ones.
    open: u64,
    /// Why, with how many answers each.
    reasons: BTreeMap<String, u64>,
    /// Time of each variant.
    times: BTreeMap<Variant, Duration>,
}

fn checks(program: &Program) -> BTreeSet<Target> {
    let mut found = BTreeSet::new();
    for function in &program.functions {
        let FunctionBody::Defined(definition) = &function.body else { continue };
        for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
            if let Operation::Assert { property, .. } = instruction.operation
                && PROPERTIES.contains(&property)
            {
                found.insert(Target { property, position: instruction.position });
            }
        }
    }
    found
}

/// What is wrong with an answer, and how many checks it leaves open.
pub fn compare(
    all: &BTreeSet<Target>,
    truth: &BTreeSet<Target>,
    answer: &Answer,
) -> Result<u64, String> {
    let made_up: Vec<_> = answer.violated.difference(truth).collect();
    let mut missed: Vec<_> = truth.difference(&answer.violated).collect();
    missed.retain(|target| !answer.unconfirmed.contains(target) && answer.limits.is_empty());
    if !missed.is_empty() || !made_up.is_empty() {
        return Err(format!("missed: {missed:?}\nmade up: {made_up:?}"));
    }
    if answer.limits.is_empty() {
        return Ok(answer.unconfirmed.len() as u64);
    }
    Ok(all.difference(&answer.violated).count() as u64)
}

/// All variants on a program: what is wrong with one of them. None where the oracle has no truth.
pub fn disagreement(
    program: &Program,
    variants: &[Variant],
    figures: &mut Figures,
) -> Option<Result<(), (Variant, String)>> {
    let truth = match enumerate(program, &BOUNDS) {
        Ok(truth) => truth,
        Err(EnumerateError::TooManyRuns(_) | EnumerateError::AddressReuse) => return None,
        Err(error) => return Some(Err((variants[0], error.to_string()))),
    };
    let all = checks(program);
    let violated: BTreeSet<Target> = truth.violations.keys().copied().collect();
    figures.programs += 1;
    figures.checks += all.len() as u64;
    figures.violated += violated.len() as u64;
    for &variant in variants {
        let start = Instant::now();
        let answer = ask(program, variant, &BOUNDS, None);
        let taken = start.elapsed();
        *figures.times.entry(variant).or_default() += taken;
        if taken > SLOW {
            println!("{variant:?} takes {taken:?}");
        }
        match compare(&all, &violated, &answer) {
            Err(why) => return Some(Err((variant, why))),
            Ok(open) if matches!(variant, Variant::Forward(_)) => {
                if open > 0 {
                    return Some(Err((variant, format!("open: {answer:?}"))));
                }
            }
            Ok(_) if answer.late && matches!(variant, Variant::Disjuncts(..)) => figures.late += 1,
            Ok(open) => {
                figures.answers += all.len() as u64;
                figures.open += open;
                for limit in &answer.limits {
                    let short: String = limit.chars().take_while(|c| !c.is_ascii_digit()).collect();
                    *figures.reasons.entry(short).or_default() += 1;
                }
                if !answer.unconfirmed.is_empty() {
                    *figures.reasons.entry("unconfirmed".to_owned()).or_default() += 1;
                }
                if open > 0 && number("KLEW_HEAP_OPEN", 0) > 0 {
                    return Some(Err((variant, format!("open: {answer:?}"))));
                }
            }
        }
    }
    // Within one turn of each loop: what is missed must be left open.
    let bounded = ask(program, Variant::BACKWARD[0], &BOUNDS, Some(1));
    if let Err(why) = compare(&all, &violated, &bounded) {
        return Some(Err((Variant::BACKWARD[0], format!("within one turn: {why}"))));
    }
    Some(Ok(()))
}

/// As the error, but of a program as small as shrinking gets.
fn smallest(text: &str, variant: Variant) -> String {
    // The oracle's own errors come from shrinking, too: they are no disagreement.
    let mut still = |program: &Program| {
        enumerate(program, &BOUNDS).is_ok()
            && matches!(disagreement(program, &[variant], &mut Figures::default()), Some(Err(_)))
    };
    let small = shrink(text, number("KLEW_HEAP_TRIES", 3000) as usize, &mut still);
    let again =
        parse(&small).map(|program| disagreement(&program, &[variant], &mut Figures::default()));
    format!("{small}\n{again:#?}")
}

fn check(flavour: Flavour, (pointer_inputs, loops): (bool, bool), most_open: f64) {
    let count = number("KLEW_HEAP_PROGRAMS", if pointer_inputs { 10 } else { 5 });
    let first = number("KLEW_HEAP_SEED", 0);
    let most = number("KLEW_HEAP_FAILURES", 1);
    let some = number("KLEW_HEAP_VARIANTS", 4).max(1);
    // Without input references the policies are one.
    let forward = if pointer_inputs { &Variant::FORWARD[..] } else { &Variant::FORWARD[..1] };
    let (mut figures, mut failures) = (Figures::default(), Vec::new());
    for seed in first..first + count {
        let size = 8 + seed as usize % 20;
        let settings = Settings { flavour, pointer_inputs, size, loops };
        let generated = generate(&settings, seed);
        // The default variant, and some of the others in turn.
        let others = &Variant::BACKWARD[1..];
        let turn = (seed * (some - 1)) as usize;
        let backward = (0..(some as usize - 1).min(others.len()))
            .map(|at| &others[(turn + at) % others.len()])
            .chain(&Variant::BACKWARD[..1]);
        let variants: Vec<Variant> = forward.iter().chain(backward).copied().collect();
        let found = disagreement(&generated.program, &variants, &mut figures);
        if let Some(Err((variant, why))) = found {
            println!("seed {seed}, {variant:?}: {why}");
            let small = smallest(&generated.text, variant);
            println!("{small}");
            failures.push(format!("seed {seed}, {settings:?}, {variant:?}\n{small}"));
        }
        if failures.len() as u64 >= most {
            break;
        }
        if (seed + 1 - first).is_multiple_of(250) {
            println!("{flavour:?}: {figures:?}");
        }
    }
    let share = figures.open as f64 / figures.answers.max(1) as f64;
    println!(
        "{flavour:?}, pointer inputs {pointer_inputs}, loops {loops}: {figures:?}, open {:.3} %",
        100.0 * share
    );
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(figures.programs * 10 > count * 7, "{} of {count} compared", figures.programs);
    assert!(share <= most_open, "{share} open");
}

#[test]
fn java() {
    check(Flavour::Java, (true, false), 0.0);
    check(Flavour::Java, (false, false), 0.0);
}

#[test]
fn c() {
    check(Flavour::C, (true, false), 0.02);
    check(Flavour::C, (false, false), 0.02);
}

#[test]
fn java_arrays() {
    check(Flavour::JavaArrays, (true, false), 0.01);
    check(Flavour::JavaArrays, (false, false), 0.01);
}

#[test]
fn java_loops() {
    check(Flavour::Java, (true, true), 0.02);
    check(Flavour::Java, (false, true), 0.02);
}

#[test]
fn c_loops() {
    check(Flavour::C, (true, true), 0.02);
    check(Flavour::C, (false, true), 0.02);
}
