//! Test programs, in folders by what is known of their checks: `unreachable` (proved), `bounded` (unreachable within the
//! bound on the first line, `# bound: N`) and `reachable` (`# expect: PROPERTY` on the line of the check).
//! Each is decided in all representations; what is reachable is confirmed by a concrete run.

use std::path::{Path, PathBuf};

use klew_backward::graph::Target;
use klew_backward::{
    Candidate, Configuration, DisjunctLayout, Engine, InitialHeap, Input, Judge, Limit, Outcome,
    Representation, Solve,
};
use klew_forward::{Finding, Forward};
use klew_ir::{Program, PropertySet};
use klew_solver::{Backend, Interrupt, SolverConfiguration, bitwuzla::Bitwuzla, build};

const REPRESENTATIONS: [Representation; 6] = [
    Representation::Conjunctions(Solve::Loops),
    Representation::Conjunctions(Solve::Never),
    Representation::Conjunctions(Solve::Always),
    Representation::Disjuncts(DisjunctLayout::Set, Solve::Never),
    Representation::Disjuncts(DisjunctLayout::Term, Solve::Never),
    Representation::Disjuncts(DisjunctLayout::Combined, Solve::Never),
];

/// Replays candidates; those with input references are taken as they are.
struct Replays<'p> {
    program: &'p Program,
    /// Property and line of what the replays found.
    found: Vec<(String, u32)>,
}

impl Judge for Replays<'_> {
    fn seen(&mut self, candidate: &Candidate) -> Option<Target> {
        let solver = build(SolverConfiguration::default(), &Interrupt::new()).unwrap();
        let mut forward =
            Forward::new(self.program, klew_forward::Configuration::default(), solver).unwrap();
        let assignment = forward.assignment(&candidate.forward_inputs());
        let replay =
            forward.replay(&assignment, &klew_forward::InputHeap::default(), PropertySet::all());
        self.found.extend(
            replay.findings.iter().map(|f| (f.property.name().to_owned(), f.position.line)),
        );
        candidate.shown_by(&replay.findings, |found| (found.property, found.position)).map(target)
    }
}

fn target(finding: &Finding) -> Target {
    Target {
        property: finding.property,
        function: finding.stack[0].0,
        check: finding.check,
        position: finding.position,
    }
}

fn decide(program: &Program, configuration: &Configuration) -> (Outcome, Vec<(String, u32)>) {
    let mut backend =
        |_: bool| Ok(Box::new(Bitwuzla::new(Interrupt::new()).unwrap()) as Box<dyn Backend>);
    let mut judge = Replays { program, found: Vec::new() };
    let outcome = Engine {
        program,
        configuration,
        backend: &mut backend,
        watch: &|| false,
        judge: &mut judge,
    }
    .run();
    (outcome, sorted(judge.found.into_iter()))
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

fn check(folder: &str, as_expected: impl Fn(&str, &Outcome) -> bool) {
    for (path, text, program) in programs(folder) {
        let bound = text.lines().find_map(|line| line.strip_prefix("# bound: "));
        let bound = bound.map(|bound| bound.trim().parse().unwrap());
        for representation in REPRESENTATIONS {
            let mut configuration = Configuration {
                representation,
                bound,
                first_only: false,
                ..Configuration::default()
            };
            configuration.properties.remove(&klew_ir::Property::MemoryTracked);
            configuration.properties.remove(&klew_ir::Property::MemoryFreed);
            let (outcome, _) = decide(&program, &configuration);
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
            && outcome.limits.iter().any(|limit| matches!(limit, Limit::Bound(_)))
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
            outcome.reachable.iter().map(|found| found.target.position.line).collect();
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
                let mut configuration = Configuration {
                    representation,
                    first_only: false,
                    bound: Some(16),
                    ..Configuration::default()
                };
                configuration.properties.remove(&klew_ir::Property::Initialised);
                let (outcome, backward) = decide(&program, &configuration);
                let what = format!(
                    "{} {representation:?}: {:?}, {:?}",
                    path.display(),
                    outcome.limits,
                    outcome.unconfirmed.iter().map(|u| &u.target).collect::<Vec<_>>()
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
        let configuration = Configuration {
            representation,
            properties: [klew_ir::Property::Assertion].into_iter().collect(),
            ..Configuration::default()
        };
        let mut backend = Bitwuzla::new(Interrupt::new()).unwrap();
        let (rows, reachable) = klew_backward::explain(&program, &configuration, &mut backend);
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

impl Judge for Watches {
    fn seen(&mut self, _: &Candidate) -> Option<Target> {
        None
    }

    fn violates(&mut self, inputs: &[Input], _: &InitialHeap, _: bool) -> Option<Target> {
        self.asked.push(inputs.len());
        (!inputs.is_empty()).then_some(Target {
            property: klew_ir::Property::Dereference,
            function: klew_ir::FunctionId(0),
            check: klew_ir::CheckId::UNNUMBERED,
            position: klew_ir::Position::UNKNOWN,
        })
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
        let configuration = Configuration { first_only, ..Configuration::default() };
        let mut backend =
            |_: bool| Ok(Box::new(Bitwuzla::new(Interrupt::new()).unwrap()) as Box<dyn Backend>);
        let mut judge = Watches { asked: Vec::new() };
        let outcome = Engine {
            program: &program,
            configuration: &configuration,
            backend: &mut backend,
            watch: &|| false,
            judge: &mut judge,
        }
        .run();
        assert_eq!((&judge.asked[..], outcome.reachable.len()), (asked, found), "{end}");
    };
    // First the run without any input, then that which comes to the end.
    check("unsupported \"assembly\"", true, &[0, 1], 1);
    check("return", true, &[0], 0);
    check("unsupported \"assembly\"", false, &[], 0);
}

/// Says of every candidate that another check fails instead.
struct Elsewhere {
    property: klew_ir::Property,
    line: u32,
}

impl Judge for Elsewhere {
    fn seen(&mut self, candidate: &Candidate) -> Option<Target> {
        let position = klew_ir::Position { line: self.line, ..candidate.target.position };
        Some(Target { property: self.property, position, ..candidate.target.clone() })
    }
}

/// Property and place must agree: what else a run shows is found, but the candidate's own check stays open.
#[test]
fn another_check_is_no_confirmation() {
    use klew_ir::Property::{Assertion, Dereference, MemoryTracked};
    let text = "function @main() {\nentry:\n  %x: i32 = input \"x\"\n  %c = compare ne i32 %x, 42\n  \
                assert assertion holds %c\n  return\n}\n";
    let program = klew_ir::text::parse_program(text, "one.kir").unwrap();
    let check = |first_only: bool, property, line: u32, (reachable, open): (usize, usize)| {
        let configuration = Configuration { first_only, ..Configuration::default() };
        let mut backend =
            |_: bool| Ok(Box::new(Bitwuzla::new(Interrupt::new()).unwrap()) as Box<dyn Backend>);
        let outcome = Engine {
            program: &program,
            configuration: &configuration,
            backend: &mut backend,
            watch: &|| false,
            judge: &mut Elsewhere { property, line },
        }
        .run();
        let what = format!("{property:?} {line} {first_only}: {outcome:?}");
        assert_eq!(
            (outcome.reachable.len(), outcome.unconfirmed.len()),
            (reachable, open),
            "{what}"
        );
        assert!(outcome.reachable.iter().all(|c| c.target.position.line == line), "{what}");
        assert!(outcome.reachable.iter().all(|c| c.target.property == property), "{what}");
    };
    for first_only in [true, false] {
        check(first_only, Assertion, 5, (1, 0));
    }
    for (property, line) in [(Assertion, 4), (Dereference, 5), (MemoryTracked, 5)] {
        check(false, property, line, (1, 1));
        check(true, property, line, (1, 0));
    }
}
