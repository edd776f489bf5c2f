//! Test programs, in folders by what a run of them comes to, with what is expected of a line written on it:
//! `# expect: PROPERTY KIND`. Each is explored with several searchers; every finding is replayed, and every
//! path is run once more from its decisions.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use klew_forward::{
    Configuration, Control, Decision, Forward, Limits, Monitor, Outcome, PathEnd, SearchStrategy,
};
use klew_ir::Program;
use klew_solver::{Interrupt, Solver, SolverConfiguration, build};

#[derive(Default)]
struct Paths(Vec<Vec<Decision>>);

impl Monitor for Paths {
    fn wants_paths(&self) -> bool {
        true
    }

    fn path_ended(&mut self, end: &PathEnd) -> Control {
        self.0.push(end.decisions.clone());
        Control::Continue
    }
}

fn solver() -> Box<dyn Solver> {
    build(SolverConfiguration { validate: true, ..SolverConfiguration::default() }, &Interrupt::new())
        .unwrap()
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

fn option(text: &str, name: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(&format!("# {name}: "))?.trim().parse().ok())
}

fn expected(text: &str) -> BTreeSet<(u32, String)> {
    let lines = (1..).zip(text.lines());
    lines
        .filter_map(|(number, line)| {
            Some((number, line.split_once("# expect: ")?.1.trim().to_owned()))
        })
        .collect()
}

fn strategies() -> Vec<SearchStrategy> {
    vec![
        SearchStrategy::Depth,
        SearchStrategy::Breadth,
        SearchStrategy::RandomPath,
        SearchStrategy::Interleaved(vec![SearchStrategy::Coverage, SearchStrategy::RandomPath]),
    ]
}

/// Explores with one searcher, checks findings and replays; the paths it took.
fn explore(
    path: &Path,
    text: &str,
    program: &Program,
    search: SearchStrategy,
) -> (Outcome, BTreeSet<Vec<Decision>>) {
    let limits = Limits {
        max_depth: option(text, "max_depth"),
        max_instructions: option(text, "max_instructions"),
        ..Limits::default()
    };
    let configuration = Configuration { search, limits, ..Configuration::default() };
    let name = format!("{} with {:?}", path.display(), configuration.search);
    let mut forward = Forward::new(program, configuration, solver()).unwrap();
    let mut paths = Paths::default();
    let outcome = forward.run(&mut paths);
    let found: BTreeSet<_> = outcome
        .findings
        .iter()
        .map(|f| (f.position.line, format!("{} {}", f.property.name(), f.kind.name())))
        .collect();
    assert_eq!(found, expected(text), "{name}\n{outcome:#?}");
    for finding in &outcome.findings {
        let replay = forward.replay_finding(finding);
        assert!(replay.confirms(finding), "{name}: {finding:#?} is not confirmed: {replay:#?}");
    }
    let taken: BTreeSet<_> = paths.0.iter().cloned().collect();
    assert_eq!(taken.len(), paths.0.len(), "{name}: two paths with the same decisions");
    for decisions in &taken {
        let half = &decisions[..decisions.len() / 2];
        let (a, b) = (forward.state_at(half), forward.state_at(half));
        match (a, b) {
            (Ok(a), Ok(b)) => assert!(a.same(&b), "{name}: {decisions:?}"),
            (a, b) => panic!("{name}: {decisions:?} leads to {a:?} and {b:?}"),
        }
    }
    (outcome, taken)
}

fn check(folder: &str, verdict: impl Fn(&Outcome) -> bool) {
    for (path, text, program) in programs(folder) {
        let mut all: Option<BTreeSet<Vec<Decision>>> = None;
        for search in strategies() {
            let (outcome, taken) = explore(&path, &text, &program, search);
            assert!(verdict(&outcome), "{}: {outcome:#?}", path.display());
            if outcome.limits.is_empty() && outcome.findings.is_empty() {
                let all = all.get_or_insert_with(|| taken.clone());
                assert_eq!(*all, taken, "{}: another searcher, other paths", path.display());
            }
        }
    }
}

#[test]
fn safe() {
    check("safe", |outcome| {
        outcome.findings.is_empty()
            && outcome.limits.is_empty()
            && outcome.approximations.is_empty()
            && outcome.statistics.paths > 0
    });
}

#[test]
fn violated() {
    check("violated", |outcome| !outcome.findings.is_empty() && outcome.limits.is_empty());
}

#[test]
fn bounded() {
    check("bounded", |outcome| outcome.findings.is_empty() && !outcome.limits.is_empty());
}

#[test]
fn unknown() {
    check("unknown", |outcome| {
        outcome.findings.is_empty()
            && !(outcome.limits.is_empty() && outcome.approximations.is_empty())
    });
}
