//! Generated heap programs with loops: each check that fails when the program is run on every input (`klew-oracle`) is suspected where lists
//! are folded and numbers widened.
//!
//! `KLEW_HEAP_PROGRAMS=2000` runs that many of each flavour, from seed `KLEW_HEAP_SEED` on; without, some.

use std::collections::BTreeSet;

use klew_forward::{
    Configuration, Fold, Forward, Order, Outcome, Related, SearchStrategy, Unwatched,
};
use klew_ir::{Program, Property, checks, number_checks};
use klew_oracle::{Bounds, EnumerateError, Flavour, Settings, Target, enumerate, generate};
use klew_solver::{Interrupt, SolverConfiguration, build};

const BOUNDS: Bounds = Bounds { byte_max: 1, int_max: 3, array_max: 2, max_runs: 3000 };

const FOLDS: [Fold; 6] = [
    Fold {
        least: 1,
        turns: 1,
        apart: 1,
        order: Order::Any,
        related: Related::Numbers,
        ..Fold::FIRST
    },
    Fold {
        least: 1,
        turns: 2,
        apart: 1,
        order: Order::Any,
        related: Related::Counts,
        ..Fold::FIRST
    },
    Fold { turns: 2, apart: 4, ..Fold::FIRST },
    Fold {
        least: 1,
        turns: 2,
        apart: 4,
        order: Order::Stages,
        one_origin: true,
        related: Related::Numbers,
        steps: false,
        ..Fold::FIRST
    },
    Fold { turns: 1, forgets: true, ..Fold::FIRST },
    Fold { turns: 1, steady: true, steps: false, forgets: true, ..Fold::FIRST },
];

const PROPERTIES: [Property; 5] = [
    Property::Assertion,
    Property::UncaughtException,
    Property::ErrorCall,
    Property::Dereference,
    Property::Free,
];

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn explore(program: &Program, fold: Fold) -> Outcome {
    let configuration = Configuration {
        properties: PROPERTIES.into_iter().collect(),
        search: SearchStrategy::Breadth,
        fold: Some(fold),
        limits: klew_forward::Limits {
            max_instructions: Some(50_000),
            ..klew_forward::Limits::default()
        },
        ..Configuration::default()
    };
    let solver = build(SolverConfiguration::default(), &Interrupt::new()).unwrap();
    Forward::new(program, configuration, solver).unwrap().run(&mut Unwatched)
}

fn check(flavour: Flavour) {
    let (count, first) = (number("KLEW_HEAP_PROGRAMS", 20), number("KLEW_HEAP_SEED", 0));
    let (mut compared, mut failing, mut proved) = (0, 0, 0);
    for seed in first..first + count {
        let size = 8 + seed as usize % 20;
        let settings = Settings { flavour, pointer_inputs: false, size, loops: true };
        let generated = generate(&settings, seed);
        let mut program = generated.program;
        number_checks(&mut program);
        let truth = match enumerate(&program, &BOUNDS) {
            Ok(truth) => truth,
            Err(EnumerateError::TooManyRuns(_) | EnumerateError::AddressReuse) => continue,
            Err(error) => panic!("seed {seed}: {error}"),
        };
        let sites = checks(&program, |property| PROPERTIES.contains(&property));
        for fold in FOLDS {
            let outcome = explore(&program, fold);
            assert!(outcome.findings.is_empty(), "a folded state finds nothing");
            if !outcome.limits.is_empty() || !outcome.approximations.is_empty() {
                continue;
            }
            let suspected: BTreeSet<Target> = sites
                .iter()
                .filter(|site| outcome.suspicions.contains(&site.id))
                .map(|site| Target { property: site.property, position: site.position })
                .collect();
            let missed: Vec<_> =
                truth.violations.keys().filter(|target| !suspected.contains(target)).collect();
            assert!(missed.is_empty(), "seed {seed}, {fold:?}: {missed:?}\n{}", generated.text);
            compared += 1;
            failing += u64::from(!truth.violations.is_empty());
            proved += u64::from(suspected.is_empty());
        }
    }
    println!("{flavour:?}: {compared} compared, {failing} fail, of {proved} all is proved");
    assert!(compared * 4 > count && failing > 0 && proved > 0, "{compared}, {failing}, {proved}");
}

#[test]
fn java() {
    check(Flavour::Java);
}

#[test]
fn c() {
    check(Flavour::C);
}

#[test]
fn java_arrays() {
    check(Flavour::JavaArrays);
}
