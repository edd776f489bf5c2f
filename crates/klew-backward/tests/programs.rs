//! Test programs, in folders by what is known of their checks: `unreachable` (proved), `bounded` (unreachable within the
//! bound on the first line, `# bound: N`) and `reachable` (`# expect: PROPERTY` on the line of the check).
//! Each is decided in all representations; what is reachable is confirmed by a concrete run.

mod decide;

use std::path::{Path, PathBuf};

use decide::{Decided, decide};
use klew_backward::{DisjunctLayout, Options, Representation, Solve};
use klew_engine::{Claim, Control, Limit, Shown, Target, Task, Unwatched, Validation, Witness};
use klew_forward::{Forward, ReplayValidator};
use klew_ir::{CheckId, FunctionId, Position, Program, Property, PropertySet};
use klew_solver::{Backend, Interrupt, SolverConfiguration, bitwuzla::Bitwuzla, build};
use klew_term::Constant;

const REPRESENTATIONS: [Representation; 6] = [
    Representation::Conjunctions(Solve::Loops),
    Representation::Conjunctions(Solve::Never),
    Representation::Conjunctions(Solve::Always),
    Representation::Disjuncts(DisjunctLayout::Set, Solve::Never),
    Representation::Disjuncts(DisjunctLayout::Term, Solve::Never),
    Representation::Disjuncts(DisjunctLayout::Combined, Solve::Never),
];

fn bitwuzla(_: bool) -> Result<Box<dyn Backend>, String> {
    let made = Bitwuzla::new(Interrupt::new()).map_err(|error| error.to_string())?;
    Ok(Box::new(made))
}

fn concrete(program: &Program) -> ReplayValidator<'_> {
    let solver = build(SolverConfiguration::default(), &Interrupt::new()).unwrap();
    ReplayValidator::new(program, klew_forward::Configuration::default(), solver).unwrap()
}

/// Notes what the runs of claims violate.
struct Replays<'p> {
    concrete: ReplayValidator<'p>,
    /// Property and line of what they violate.
    found: Vec<(String, u32)>,
}

impl Validation for Replays<'_> {
    fn witness(&mut self, witness: &Witness) -> (Shown, Control) {
        self.concrete.witness(witness)
    }

    fn claim(&mut self, claim: &Claim) -> Option<(Target, Shown)> {
        let replay = self.concrete.replay(&claim.inputs);
        self.found.extend(
            replay.findings.iter().map(|f| (f.property.name().to_owned(), f.position.line)),
        );
        self.concrete.claim(claim)
    }
}

/// All checks of some properties, each to be decided.
fn all(program: &Program, properties: PropertySet) -> Task<'_> {
    Task::new(program, properties)
}

fn replayed(task: &Task<'_>, options: Options) -> (Decided, Vec<(String, u32)>) {
    let mut validation = Replays { concrete: concrete(task.program), found: Vec::new() };
    let decided = decide(task, options, bitwuzla, &Unwatched, &mut validation);
    (decided, sorted(validation.found.into_iter()))
}

fn programs(folder: &str) -> Vec<(PathBuf, String, Program)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(folder);
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let program = klew_ir::text::parse_program(&text, &path.to_string_lossy())
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        klew_ir::verify::verify_program(&program)
            .unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
        (path, text, program)
    };
    paths.into_iter().map(read).collect()
}

fn check(folder: &str, as_expected: impl Fn(&str, &Decided) -> bool) {
    for (path, text, program) in programs(folder) {
        let bound = text.lines().find_map(|line| line.strip_prefix("# bound: "));
        let bound = bound.map(|bound| bound.trim().parse().unwrap());
        for representation in REPRESENTATIONS {
            let options = Options { representation, bound, ..Options::default() };
            let properties =
                PropertySet::all().without(Property::MemoryTracked).without(Property::MemoryFreed);
            let (outcome, _) = replayed(&all(&program, properties), options);
            assert!(
                as_expected(&text, &outcome),
                "{}, {representation:?}: {outcome:#?}",
                path.display()
            );
        }
    }
}

#[test]
fn unreachable_checks_are_proved() {
    check("unreachable", |_, outcome| {
        outcome.reachable.is_empty() && outcome.unconfirmed.is_empty() && outcome.limits.is_empty()
    });
}

#[test]
fn bounds_that_are_hit_are_said() {
    check("bounded", |_, outcome| {
        outcome.reachable.is_empty()
            && outcome.unconfirmed.is_empty()
            && outcome.limits.iter().any(|limit| matches!(limit, Limit::Unrolled(_)))
    });
}

#[test]
fn reachable_checks_are_reached() {
    check("reachable", |text, outcome| {
        let expected: Vec<u32> = (1..)
            .zip(text.lines())
            .filter(|(_, line)| line.contains("# expect:"))
            .map(|(number, _)| number)
            .collect();
        let mut found: Vec<u32> =
            outcome.reachable.iter().map(|found| found.position.line).collect();
        found.sort_unstable();
        found.dedup();
        found == expected && outcome.unconfirmed.is_empty()
    });
}

/// Findings of forward execution: property and line, but for those at the end of a run.
fn forward_findings(program: &Program) -> (Vec<(String, u32)>, bool) {
    let solver = build(SolverConfiguration::default(), &Interrupt::new()).unwrap();
    let limits = klew_forward::Limits {
        max_instructions: Some(100_000),
        max_depth: Some(200),
        ..Default::default()
    };
    let configuration = klew_forward::Configuration { limits, ..Default::default() };
    let mut forward = Forward::new(program, configuration, solver).unwrap();
    let outcome = forward.run(&mut klew_forward::Unwatched);
    let complete = outcome.limits.is_empty() && outcome.approximations.is_empty();
    (
        sorted(outcome.findings.iter().map(|f| (f.property.name().to_owned(), f.position.line))),
        complete,
    )
}

fn sorted(found: impl Iterator<Item = (String, u32)>) -> Vec<(String, u32)> {
    let mut found: Vec<_> = found
        .filter(|(property, _)| !property.starts_with("valid-mem") && property != "initialised")
        .collect();
    found.sort();
    found.dedup();
    found
}

#[test]
fn forward_and_backward_agree() {
    let root = Path::new("../../../klew-forward/tests/programs");
    let mut finished = 0;
    for folder in ["safe", "violated"] {
        for (path, _, program) in programs(&root.join(folder).to_string_lossy()) {
            let (forward, complete) = forward_findings(&program);
            for representation in [REPRESENTATIONS[0], REPRESENTATIONS[4]] {
                let options = Options { representation, bound: Some(16), ..Options::default() };
                let properties = PropertySet::all().without(Property::Initialised);
                let (outcome, backward) = replayed(&all(&program, properties), options);
                let what = format!(
                    "{} {representation:?}: {:?}, {:?}",
                    path.display(),
                    outcome.limits,
                    outcome.unconfirmed
                );
                assert!(
                    backward.iter().all(|found| forward.contains(found)),
                    "{what}: {backward:?}"
                );
                if complete && outcome.limits.is_empty() && outcome.unconfirmed.is_empty() {
                    finished += 1;
                    assert_eq!(backward, forward, "{what}");
                } else {
                    eprintln!("{what}");
                }
            }
        }
    }
    assert!(finished > 10, "{finished} runs are complete");
}

#[test]
fn the_tables_of_figure_6() {
    let (_, _, program) = programs("unreachable").into_iter().next().unwrap();
    for representation in [REPRESENTATIONS[0], REPRESENTATIONS[3]] {
        let options = Options { representation, ..Options::default() };
        let task = all(&program, [Property::Assertion].into_iter().collect());
        let mut backend = Bitwuzla::new(Interrupt::new()).unwrap();
        let (rows, reachable) = klew_backward::explain(&task, &options, &mut backend);
        assert_eq!(reachable, Some(false));
        let text: Vec<String> =
            rows.iter().map(|row| format!("{} {}", row.name, row.state)).collect();
        eprintln!("{}", text.join("\n"));
    }
}

/// Confirms nothing; says that the runs with some input violate a property.
struct Watches {
    asked: Vec<usize>,
}

impl Validation for Watches {
    fn witness(&mut self, _: &Witness) -> (Shown, Control) {
        (Shown::Nothing, Control::Continue)
    }

    fn claim(&mut self, _: &Claim) -> Option<(Target, Shown)> {
        None
    }

    fn violates(&mut self, symbols: &[(String, Constant)], _: bool) -> Option<(Target, Shown)> {
        self.asked.push(symbols.len());
        let target = Target {
            property: Property::Dereference,
            function: FunctionId(0),
            check: CheckId::UNNUMBERED,
            position: Position::UNKNOWN,
        };
        (!symbols.is_empty()).then_some((target, Shown::Replayed))
    }
}

#[test]
fn runs_to_other_ends_are_watched() {
    let text = |end: &str| {
        format!(
            "function @main() {{\nentry:\n  %x: i32 = input \"x\"\n  %c = compare eq i32 %x, 42\n  \
             branch %c, there, done\nthere:\n  {end}\ndone:\n  return\n}}\n"
        )
    };
    let check = |end: &str, first_only: bool, asked: &[usize], found: usize| {
        let program = klew_ir::text::parse_program(&text(end), "ends.kir").unwrap();
        let task = Task { first_only, ..all(&program, PropertySet::all()) };
        let mut judge = Watches { asked: Vec::new() };
        let outcome = decide(&task, Options::default(), bitwuzla, &Unwatched, &mut judge);
        assert_eq!((&judge.asked[..], outcome.reachable.len()), (asked, found), "{end}");
    };
    // First the run without any input, then that which comes to the end.
    check("unsupported \"assembly\"", true, &[0, 1], 1);
    check("return", true, &[0], 0);
    check("unsupported \"assembly\"", false, &[], 0);
}

/// Says of every candidate that another check fails instead.
struct Elsewhere {
    property: Property,
    line: u32,
}

impl Validation for Elsewhere {
    fn witness(&mut self, _: &Witness) -> (Shown, Control) {
        (Shown::Nothing, Control::Continue)
    }

    fn claim(&mut self, claim: &Claim) -> Option<(Target, Shown)> {
        let position = Position { line: self.line, ..claim.target.position };
        let target = Target { property: self.property, position, ..claim.target.clone() };
        Some((target, Shown::Replayed))
    }
}

/// Property and place must agree: what else a run shows is found, but the candidate's own check stays open.
#[test]
fn another_check_is_no_confirmation() {
    use Property::{Assertion, Dereference, MemoryTracked};
    let text = "function @main() {\nentry:\n  %x: i32 = input \"x\"\n  %c = compare ne i32 %x, 42\n  \
                assert assertion holds %c\n  return\n}\n";
    let program = klew_ir::text::parse_program(text, "one.kir").unwrap();
    let check = |first_only: bool, property, line: u32, (reachable, open): (usize, usize)| {
        let task = Task { first_only, ..all(&program, PropertySet::all()) };
        let mut judge = Elsewhere { property, line };
        let outcome = decide(&task, Options::default(), bitwuzla, &Unwatched, &mut judge);
        let what = format!("{property:?} {line} {first_only}: {outcome:?}");
        assert_eq!(
            (outcome.reachable.len(), outcome.unconfirmed.len()),
            (reachable, open),
            "{what}"
        );
        assert!(outcome.reachable.iter().all(|c| c.position.line == line), "{what}");
        assert!(outcome.reachable.iter().all(|c| c.property == property), "{what}");
    };
    for first_only in [true, false] {
        check(first_only, Assertion, 5, (1, 0));
    }
    for (property, line) in [(Assertion, 4), (Dereference, 5), (MemoryTracked, 5)] {
        check(false, property, line, (1, 1));
        check(true, property, line, (1, 0));
    }
}
