//! What is explored in pieces, whoever stops it where, comes to the same as what is explored at once: test programs, generated heap
//! programs under each policy of the input heap, and paths with short inputs.
//!
//! `KLEW_PIECES=500` runs that many generated programs of each kind, from seed `KLEW_PIECES_SEED` on; without, some.

use std::collections::BTreeSet;
use std::path::Path;

use in_pieces::{Total, explore_in_pieces};
use klew_engine::{Account, InputHeapPolicy, Limit, Witness};
use klew_forward::{Configuration, Forward, Outcome, PruningMode, SearchStrategy, Unwatched};
use klew_ir::{Position, Program, Property};
use klew_oracle::{Flavour, Settings, generate};
use klew_solver::{Interrupt, Solver, SolverConfiguration, build};

mod in_pieces;

fn solver() -> Box<dyn Solver> {
    build(SolverConfiguration::default(), &Interrupt::new()).unwrap()
}

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn found(findings: &[Witness]) -> BTreeSet<(Property, Position)> {
    findings.iter().map(|finding| (finding.property, finding.position)).collect()
}

/// Instructions after which a program is left alone.
const MOST: u64 = 200_000;

/// How much was compared: programs, parts, parts that died, pieces that were handed over.
#[derive(Debug, Default)]
struct Compared {
    programs: u64,
    parts: u64,
    killed: u64,
    handed_over: u64,
}

fn whole(program: &Program, configuration: &Configuration) -> Outcome {
    let mut configuration = configuration.clone();
    configuration.limits.max_instructions.get_or_insert(MOST);
    Forward::new(program, configuration, solver()).unwrap().run(&mut Unwatched)
}

fn limits(account: &Account) -> BTreeSet<Limit> {
    account.limits.iter().map(|(limit, _)| limit.clone()).collect()
}

/// What is different, if anything.
fn difference(whole: &Outcome, total: &Total, counts_paths: bool) -> Option<String> {
    let account = whole.account();
    let (one, other) = (found(&whole.findings), found(&total.findings));
    if one != other {
        return Some(format!("findings: {one:?}, in pieces {other:?}"));
    }
    if limits(&account) != limits(&total.account) {
        return Some(format!("limits: {:?}, in pieces {:?}", account.limits, total.account.limits));
    }
    if account.approximations != total.account.approximations
        || account.assumptions != total.account.assumptions
    {
        return Some("approximations or assumptions".to_owned());
    }
    let covered = |account: &Account| (account.figures.covered, account.figures.coverable);
    if covered(&account) != covered(&total.account) && total.handed_over == 0 && counts_paths {
        return Some(format!("{:?}, in pieces {:?}", covered(&account), covered(&total.account)));
    }
    // Where a run is stopped in a block that returns, that counts as executed to its end.
    let mut all = total.account.covered.clone().unwrap_or_default();
    all.add(account.covered.clone().unwrap_or_default());
    if counts_paths && Some(&all) != total.account.covered.as_ref() {
        return Some(format!("places of {all:?} are not covered in pieces"));
    }
    let paths = |account: &Account| (account.figures.paths, account.figures.partial_paths);
    (counts_paths && paths(&account) != paths(&total.account))
        .then(|| format!("{:?}, in pieces {:?}", paths(&account), paths(&total.account)))
}

fn check(program: &Program, configuration: &Configuration, seed: u64, compared: &mut Compared) {
    let outcome = whole(program, configuration);
    if outcome.limits.iter().any(|(limit, _)| *limit == Limit::Instructions) {
        return;
    }
    let total = explore_in_pieces(program, configuration, &solver, (seed, 5000, 8));
    assert!(!total.given_up, "seed {seed}: {} parts, {:?}", total.parts, total.account.figures);
    let counts_paths = configuration.pruning == PruningMode::Off;
    if let Some(difference) = difference(&outcome, &total, counts_paths) {
        let text = klew_ir::text::print_program(program);
        panic!("seed {seed}, {configuration:?}: {difference}\n{text}");
    }
    compared.programs += 1;
    compared.parts += total.parts;
    compared.killed += total.killed;
    compared.handed_over += total.handed_over;
}

fn programs(folder: &str) -> Vec<(String, Program)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(folder);
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let program = klew_ir::text::parse_program(&text, &path.to_string_lossy()).unwrap();
        (text, program)
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn test_programs() {
    let mut compared = Compared::default();
    let all = ["safe", "violated", "unknown", "bounded"].into_iter().flat_map(programs);
    for (seed, (text, program)) in (0..).zip(all) {
        let depth = text.lines().find_map(|line| line.strip_prefix("# max_depth: "));
        for search in [
            SearchStrategy::Depth,
            SearchStrategy::Breadth,
            SearchStrategy::Interleaved(vec![SearchStrategy::Coverage, SearchStrategy::RandomPath]),
        ] {
            let mut configuration = Configuration { search, ..Configuration::default() };
            configuration.limits.max_depth = depth.and_then(|text| text.trim().parse().ok());
            check(&program, &configuration, seed, &mut compared);
        }
    }
    println!("{compared:?}");
    assert!(compared.parts > 2 * compared.programs && compared.killed > 30, "{compared:?}");
    assert!(compared.handed_over > 10, "{compared:?}");
}

#[test]
fn generated_heap_programs() {
    let (count, first) = (number("KLEW_PIECES", 25), number("KLEW_PIECES_SEED", 0));
    let mut compared = Compared::default();
    let properties = [
        Property::Assertion,
        Property::UncaughtException,
        Property::ErrorCall,
        Property::Dereference,
        Property::Free,
    ];
    for flavour in [Flavour::Java, Flavour::C, Flavour::JavaArrays] {
        for seed in first..first + count {
            let size = 8 + seed as usize % 20;
            let settings =
                Settings { flavour, pointer_inputs: true, size, loops: seed.is_multiple_of(5) };
            let program = generate(&settings, seed).program;
            let policies =
                [InputHeapPolicy::PathOptimal, InputHeapPolicy::Lazier, InputHeapPolicy::Lazy];
            let modes = [
                PruningMode::Off,
                PruningMode::Inclusion,
                PruningMode::Off,
                PruningMode::Interpolation,
            ];
            let configuration = Configuration {
                properties: properties.into_iter().collect(),
                input_heap: policies[seed as usize % 3],
                input_array_max: 2,
                pruning: modes[seed as usize % 4],
                search: SearchStrategy::RandomPath,
                ..Configuration::default()
            };
            check(&program, &configuration, seed, &mut compared);
        }
    }
    println!("{compared:?}");
    assert!(compared.programs > 2 * count && compared.parts > 5 * count, "{compared:?}");
    assert!(compared.killed > count && compared.handed_over > count, "{compared:?}");
}
