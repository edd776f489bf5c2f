//! Test programs, in folders by what a run of them comes to, with what is expected of a line written on it:
//! `# expect: PROPERTY KIND`. Each is explored with several searchers; every finding is replayed, and every
//! path is run once more from its decisions.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use klew_engine::{Decision, Witness};
use klew_forward::{
    Configuration, Control, Forward, Limits, Monitor, Outcome, PathEnd, SearchStrategy, State,
};
use klew_ir::{Program, PropertySet};
use klew_solver::{Interrupt, Solver, SolverConfiguration, build};
use slow::Slow;

mod slow;

#[derive(Default)]
struct Paths {
    ended: Vec<Vec<Decision>>,
    forked: Vec<State>,
}

impl Monitor for Paths {
    fn wants_paths(&self) -> bool {
        true
    }

    fn path_ended(&mut self, end: &PathEnd) -> Control {
        self.ended.push(end.decisions.clone());
        Control::Continue
    }

    fn forked(&mut self, state: &State) {
        self.forked.push(state.clone());
    }
}

fn solver() -> Box<dyn Solver> {
    build(
        SolverConfiguration { validate: true, ..SolverConfiguration::default() },
        &Interrupt::new(),
    )
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
        SearchStrategy::Interleaved(vec![
            SearchStrategy::Depth,
            SearchStrategy::Goals,
            SearchStrategy::Trails,
        ]),
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
        let replay = forward.replay_witness(finding);
        assert!(replay.confirms(finding), "{name}: {finding:#?} is not confirmed: {replay:#?}");
        let (inputs, properties) = (forward.assignment(&finding.symbols), PropertySet::all());
        let untraced = forward.replay_untraced(&inputs, &finding.heap, properties, None);
        let shown = |replay: &klew_forward::Replay| -> Vec<_> {
            replay.findings.iter().map(|found| (found.check, found.kind.clone())).collect()
        };
        assert_eq!(shown(&replay), shown(&untraced), "{name}: with a trace and without");
        assert_eq!(replay.end, untraced.end, "{name}: with a trace and without");
        assert!(untraced.trace.is_empty() && !replay.trace.is_empty(), "{name}");
    }
    let taken: BTreeSet<_> = paths.ended.iter().cloned().collect();
    assert_eq!(taken.len(), paths.ended.len(), "{name}: two paths with the same decisions");
    for state in &paths.forked {
        let decisions = state.decisions();
        match forward.state_at(&decisions) {
            Ok(again) => assert!(
                again.same(state),
                "{name}: {decisions:?}\n{state:#?}\nwhen run again:\n{again:#?}"
            ),
            Err(end) => panic!("{name}: {decisions:?} leads to {end:?}"),
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

/// What is put away and executed again makes no difference.
#[test]
fn states_that_are_put_away() {
    let mut put_away = 0;
    for (path, text, program) in ["safe", "violated", "bounded"].into_iter().flat_map(programs) {
        for search in [SearchStrategy::Breadth, SearchStrategy::RandomPath] {
            let limits = Limits {
                max_depth: option(&text, "max_depth"),
                max_instructions: option(&text, "max_instructions"),
                ..Limits::default()
            };
            let mut explored = |max_whole_states: Option<usize>| {
                let (search, limits) = (search.clone(), limits);
                let configuration =
                    Configuration { search, limits, max_whole_states, ..Configuration::default() };
                let mut forward = Forward::new(&program, configuration, solver()).unwrap();
                let mut paths = Paths::default();
                let outcome = forward.run(&mut paths);
                put_away += outcome.statistics.put_away_states;
                let klew_forward::Statistics { paths: ended, instructions, forks, .. } =
                    outcome.statistics;
                let findings = format!("{:?}", outcome.findings);
                let result = (findings, outcome.limits, outcome.approximations);
                (result, (ended, instructions, forks), outcome.coverage, paths.ended)
            };
            let (whole, again) = (explored(None), explored(Some(1)));
            assert_eq!(whole, again, "{} with {search:?}", path.display());
        }
    }
    assert!(put_away > 100, "{put_away}");
}

/// States whose queries take long come to the same as if these did not.
#[test]
fn states_that_are_postponed() {
    let refused = Rc::new(Cell::new(0));
    for (path, text, program) in ["safe", "violated", "unknown"].into_iter().flat_map(programs) {
        if option(&text, "max_instructions").is_some() {
            continue;
        }
        for search in strategies() {
            let explored = |least: Duration| {
                let search = search.clone();
                let configuration = Configuration { search, ..Configuration::default() };
                let (limit, refused) = (None, Rc::clone(&refused));
                let slow = Box::new(Slow { solver: solver(), least, limit, refused });
                let mut forward = Forward::new(&program, configuration, slow).unwrap();
                let mut paths = Paths::default();
                let outcome = forward.run(&mut paths);
                let found = |finding: &Witness| (finding.check, format!("{:?}", finding.kind));
                let found: BTreeSet<_> = outcome.findings.iter().map(found).collect();
                let ended: BTreeSet<_> = paths.ended.iter().cloned().collect();
                assert_eq!(ended.len(), paths.ended.len(), "{}: a path twice", path.display());
                let klew_forward::Statistics { paths, partial_paths, forks, .. } =
                    outcome.statistics;
                let result = (found, outcome.limits, outcome.approximations);
                (result, (paths, partial_paths, forks), ended)
            };
            let quick = explored(Duration::ZERO);
            for seconds in [1, 60] {
                let slow = explored(Duration::from_secs(seconds));
                assert_eq!(quick, slow, "{} with {search:?}, {seconds} s", path.display());
            }
        }
    }
    assert!(refused.get() > 100, "{}", refused.get());
}

/// splitmix64.
fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut bits = *seed;
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// A program of a few blocks, each of which may go to later ones: arithmetic, memory, checks.
fn random_program(seed: u64) -> String {
    let mut seed = seed;
    let mut pick = |bound: u64| next(&mut seed) % bound;
    let blocks = 3 + pick(5);
    let mut text = String::from("global &m size 16 = zero\nfunction @main() -> i32 {\nentry:\n");
    text += "  %h = allocate heap 8\n  %x: i8 = input \"x\"\n  %y: i8 = input \"y\"\n  jump b0(%x, %y, &m)\n";
    for block in 0..blocks {
        text += &format!("b{block}(%a{block}: i8, %b{block}: i8, %p{block}: ptr):\n");
        let (a, b) = (format!("%a{block}"), format!("%b{block}"));
        let operation =
            ["add", "sub", "mul", "xor", "unsigned_div", "shift_left"][pick(6) as usize];
        text += &format!("  %c{block} = {operation} i8 {a}, {b}\n");
        text += &format!("  %i{block} = and i8 {a}, {}\n", [7, 15, 31][pick(3) as usize]);
        text += &format!("  %w{block} = convert zero_extend i8 %i{block} to i64\n");
        text += &format!("  %q{block} = offset %p{block}, %w{block}\n");
        text += &format!("  assert valid-deref accessible write %q{block}, 1\n");
        text += &format!("  store i8 %c{block} to %q{block}\n");
        text += &format!("  assert valid-deref accessible read %p{block}, 1\n");
        text += &format!("  %l{block} = load i8 %p{block}\n");
        let comparison = ["ult", "slt", "eq"][pick(3) as usize];
        text += &format!("  %t{block} = compare {comparison} i8 %l{block}, {b}\n");
        text += &format!("  %s{block} = select ptr %t{block}, %p{block}, %h\n");
        if block + 1 == blocks {
            text += "  free %h\n  return 0\n";
            continue;
        }
        let mut to = || block + 1 + pick(blocks - block - 1);
        let (then, otherwise) = (to(), to());
        text += &format!("  branch %t{block}, b{then}(%l{block}, {b}, %s{block}), ");
        text += &format!("b{otherwise}({b}, %c{block}, %p{block})\n");
    }
    text + "}\n"
}

#[test]
fn random_states_are_their_decisions() {
    let mut forks = 0;
    for seed in 0..40 {
        let text = random_program(seed);
        let program = klew_ir::text::parse_program(&text, "random.kir").unwrap();
        klew_ir::verify::verify_program(&program).unwrap();
        let mut forward = Forward::new(&program, Configuration::default(), solver()).unwrap();
        let mut paths = Paths::default();
        let outcome = forward.run(&mut paths);
        forks += paths.forked.len();
        for state in &paths.forked {
            let again = forward.state_at(&state.decisions()).unwrap();
            assert!(again.same(state), "seed {seed}\n{text}\n{state:#?}\n{again:#?}");
        }
        for finding in &outcome.findings {
            let replay = forward.replay_witness(finding);
            assert!(replay.confirms(finding), "seed {seed}\n{text}\n{finding:#?}\n{replay:#?}");
        }
    }
    assert!(forks > 100, "{forks}");
}
