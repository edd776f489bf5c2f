//! Generated heap programs (`klew-oracle`): forward execution with and without closing states, backward execution, multi-pass execution and
//! invariants say of every check what an exhaustive concrete execution says, or leave it open. Nothing that fails is proved, nothing is found
//! that does not fail, and forward execution settles all.
//!
//! `KLEW_HEAP_PROGRAMS=2000` runs that many in all, from seed `KLEW_HEAP_SEED` on; without, some. (Native runs are beside the engines in
//! `cargo xtask differential`, whose programs are C.)

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use common::{BOUNDS, PROPERTIES, Patience, number, solver, standings};
use klew_backward::Backward;
use klew_engine::{Engine, Ledger, Task, work};
use klew_forward::{Configuration, Exploring, PruningMode, ReplayValidator};
use klew_horn::Horn;
use klew_ir::{CheckId, Program, PropertySet, checks, number_checks};
use klew_multipass::{ForwardRuns, Multipass, Options};
use klew_oracle::{EnumerateError, Flavour, Settings, Target, enumerate, generate};
use klew_solver::{Interrupt, SolverConfiguration, backend, horn::HornSolver};

/// What engines that need not end have for a program.
const SHORT: Duration = Duration::from_millis(1_000);

/// What forward execution has: it is to end.
const LONG: Duration = Duration::from_secs(60);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Forward(Pruned),
    Backward,
    Horn,
    /// Backward paths and forward runs.
    Multipass,
    /// No forward runs without hints: what is found, guidance found.
    Guided,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Pruned {
    Not,
    Inclusion,
    Interpolation,
}

const WAYS: [Way; 7] = [
    Way::Forward(Pruned::Not),
    Way::Forward(Pruned::Inclusion),
    Way::Forward(Pruned::Interpolation),
    Way::Backward,
    Way::Horn,
    Way::Multipass,
    Way::Guided,
];

fn make(way: Way) -> Box<dyn Engine> {
    let bits = |arrays| {
        backend(&SolverConfiguration::default(), arrays, &Interrupt::new())
            .map_err(|error| error.to_string())
    };
    match way {
        Way::Forward(pruned) => {
            let pruning = match pruned {
                Pruned::Not => PruningMode::Off,
                Pruned::Inclusion => PruningMode::Inclusion,
                Pruned::Interpolation => PruningMode::Interpolation,
            };
            let options = klew_forward::Options { pruning, ..klew_forward::Options::default() };
            Box::new(Exploring { options, solver: Box::new(|| Ok(solver())) })
        }
        Way::Backward => {
            let options = klew_backward::Options::default();
            Box::new(Backward { options, backend: Box::new(bits), gone_through: 0 })
        }
        Way::Horn => {
            let none = HornSolver { command: Vec::new(), interrupt: Interrupt::new() };
            Box::new(Horn::new(none, Box::new(move || bits(false))))
        }
        Way::Multipass | Way::Guided => {
            let runs = match way {
                Way::Guided => ForwardRuns::Guided,
                _ => ForwardRuns::All,
            };
            let options = Options { runs, ..Options::default() };
            let forward = klew_forward::Options::default();
            Box::new(Multipass { options, forward, solver: Box::new(|| Ok(solver())) })
        }
    }
}

/// What a way came to on all programs.
#[derive(Debug, Default)]
struct Sum {
    proved: usize,
    found: usize,
    open: usize,
    seconds: f64,
}

/// What is wrong with what a way says, if anything.
fn judge(
    program: &Program,
    way: Way,
    fails: &BTreeSet<CheckId>,
    sum: &mut Sum,
) -> Result<(), String> {
    let properties: PropertySet = PROPERTIES.into_iter().collect();
    let all = checks(program, |property| properties.contains(property));
    let task = Task { input_array_max: BOUNDS.array_max, ..Task::new(program, properties) };
    let input_array_max = BOUNDS.array_max;
    let configuration = Configuration { properties, input_array_max, ..Configuration::default() };
    let mut runs = ReplayValidator::new(program, configuration, solver())
        .map_err(|error| error.to_string())?;
    let mut ledger = Ledger::new(all.clone());
    let is_forward = matches!(way, Way::Forward(_));
    let began = Instant::now();
    let watch = Patience(began, if is_forward { LONG } else { SHORT });
    work(&mut *make(way), &task, &mut ledger, &watch, &mut runs);
    sum.seconds += began.elapsed().as_secs_f64();
    if !ledger.contradictions().is_empty() {
        return Err(format!("it contradicts itself: {:?}", ledger.contradictions()));
    }
    let (holds, found) = standings(&ledger);
    let wrong: Vec<_> =
        all.iter().filter(|site| holds.contains(&site.id) && fails.contains(&site.id)).collect();
    let made_up: Vec<_> =
        all.iter().filter(|site| found.contains(&site.id) && !fails.contains(&site.id)).collect();
    if !wrong.is_empty() || !made_up.is_empty() {
        return Err(format!("proved, and they fail: {wrong:?}\nmade up: {made_up:?}"));
    }
    let missed: Vec<_> = fails.difference(&found).collect();
    if is_forward && !missed.is_empty() {
        let limits = ledger.accounts().last().map(|account| account.limits.clone());
        return Err(format!("missed: {missed:?}; {limits:?}"));
    }
    sum.proved += holds.len();
    sum.found += found.len();
    sum.open += all.len() - holds.len() - found.len();
    Ok(())
}

#[test]
fn engines_agree() {
    let (count, first) = (number("KLEW_HEAP_PROGRAMS", 12), number("KLEW_HEAP_SEED", 1));
    let mut sums: BTreeMap<Way, Sum> = BTreeMap::new();
    let mut compared = 0;
    for seed in first..first + count {
        let flavour = Flavour::ALL[seed as usize % Flavour::ALL.len()];
        let (pointer_inputs, loops) = (seed / 3 % 2 == 0, seed / 6 % 4 == 0);
        let size = 8 + seed as usize % 20;
        let settings = Settings { flavour, pointer_inputs, size, loops };
        let mut generated = generate(&settings, seed);
        number_checks(&mut generated.program);
        let program = &generated.program;
        let truth = match enumerate(program, &BOUNDS) {
            Ok(truth) => truth,
            Err(EnumerateError::TooManyRuns(_) | EnumerateError::AddressReuse) => continue,
            Err(error) => panic!("{settings:?}, seed {seed}: {error}\n{}", generated.text),
        };
        let all = checks(program, |property| PROPERTIES.contains(&property));
        let failing = all.iter().filter(|site| {
            let target = Target { property: site.property, position: site.position };
            truth.violations.contains_key(&target)
        });
        let fails: BTreeSet<CheckId> = failing.map(|site| site.id).collect();
        for way in WAYS {
            if let Err(why) = judge(program, way, &fails, sums.entry(way).or_default()) {
                panic!("{settings:?}, seed {seed}: {way:?}: {why}\n{}", generated.text)
            }
        }
        compared += 1;
    }
    println!("{compared} of {count} programs compared");
    sums.iter().for_each(|(way, sum)| println!("{way:?}: {sum:?}"));
    assert!(compared * 10 > count * 7, "{compared} of {count} compared");
    let multipass = &sums[&Way::Multipass];
    assert!(multipass.found > 0 && multipass.proved > 0, "nothing is settled: {multipass:?}");
}
