//! Techniques that listen: what they are asked and told, and what their answers do.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use klew_engine::{Decision, Witness};
use klew_forward::hooks::{AtPoint, Hooks, Interests, Point, PointKind, Side, SideKind, View};
use klew_forward::{
    Configuration, Control, ExecutionNodeKind, Forward, Limit, Limits, Monitor, Outcome, PathEnd,
    PathEndKind, State, StateId,
};
use klew_ir::{BlockId, FunctionId, Program};
use klew_solver::{Answer, BackendChoice, Interrupt, Query, Solver, SolverConfiguration, build};
use klew_term::TermId;

fn solver(backend: BackendChoice) -> Box<dyn Solver> {
    build(SolverConfiguration { backend, ..SolverConfiguration::default() }, &Interrupt::new())
        .unwrap()
}

fn parse(text: &str) -> Program {
    let program = klew_ir::text::parse_program(text, "hooks.kir").unwrap();
    klew_ir::verify::verify_program(&program).unwrap();
    program
}

/// The decisions of all paths.
#[derive(Default)]
struct Paths(Vec<Vec<Decision>>);

impl Monitor for Paths {
    fn wants_paths(&self) -> bool {
        true
    }

    fn path_ended(&mut self, end: &PathEnd) -> Control {
        if end.kind != PathEndKind::Subsumed {
            self.0.push(end.decisions.clone());
        }
        Control::Continue
    }
}

fn explore(
    program: &Program,
    configuration: Configuration,
    hooks: &mut dyn Hooks,
) -> (Outcome, Vec<Vec<Decision>>) {
    let solver = solver(BackendChoice::Bitwuzla);
    let mut forward = Forward::new(program, configuration, solver).unwrap();
    let mut paths = Paths::default();
    let outcome = forward.run_with_hooks(&mut paths, hooks);
    (outcome, paths.0)
}

fn explore_alone(program: &Program, configuration: Configuration) -> (Outcome, Vec<Vec<Decision>>) {
    explore(program, configuration, &mut klew_forward::hooks::NoHooks)
}

/// Writes everything down and never answers.
#[derive(Default)]
struct Recorder {
    interests: Interests,
    points: Vec<(StateId, Point)>,
    sides: Vec<Side>,
    /// State, path condition, what it excludes, why.
    cores: Vec<(Vec<TermId>, TermId, Vec<TermId>)>,
    /// Unsatisfiable cores that a second solver agreed with.
    confirmed: usize,
    second: Option<Box<dyn Solver>>,
    forked: Vec<(StateId, StateId)>,
    failed: Vec<u32>,
    left_out: Vec<Limit>,
    ended: Vec<(StateId, PathEndKind, Vec<Decision>)>,
}

impl Recorder {
    fn of(interests: Interests) -> Recorder {
        Recorder { interests, ..Recorder::default() }
    }
}

impl Hooks for Recorder {
    fn interests(&self) -> Interests {
        self.interests
    }

    fn at_point(&mut self, _: &mut View<'_>, state: &State, point: Point) -> AtPoint {
        assert_eq!(state.place(), (point.function, point.block));
        self.points.push((state.id, point));
        AtPoint::GoOn
    }

    fn rules_out(&mut self, _: &mut View<'_>, _: &State, side: &Side) -> bool {
        self.sides.push(*side);
        false
    }

    fn infeasible(
        &mut self,
        view: &mut View<'_>,
        state: &State,
        condition: TermId,
        core: &[TermId],
    ) {
        let path = state.path_condition();
        for constraint in core {
            assert!(
                path.contains(constraint) || *constraint == condition,
                "a core is made of the path's constraints and the condition"
            );
        }
        if let Some(second) = &mut self.second {
            match second.check(view.terms, &Query::new(core)) {
                Answer::Unsat(_) => self.confirmed += 1,
                Answer::Sat(_) => panic!("a satisfiable core of {} constraints", core.len()),
                Answer::Unknown(_) => {}
            }
        }
        self.cores.push((path, condition, core.to_vec()));
    }

    fn forked(&mut self, state: &State, others: &[(u64, Box<State>)]) {
        assert!(!others.is_empty());
        self.forked.extend(others.iter().map(|(_, other)| (state.id, other.id)));
    }

    fn fails(&mut self, _: &State, finding: &Witness) {
        self.failed.push(finding.check.number());
    }

    fn left_out(&mut self, _: &State, why: &Limit) {
        self.left_out.push(why.clone());
    }

    fn ended(&mut self, _: &mut View<'_>, state: &State, end: &PathEndKind) {
        self.ended.push((state.id, end.clone(), state.decisions()));
    }
}

/// All test programs; those that never end stop after some instructions.
fn programs() -> Vec<(String, Program)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut found = Vec::new();
    for verdict in ["safe", "violated", "bounded", "unknown"] {
        for entry in std::fs::read_dir(folder.join(verdict)).unwrap() {
            let path = entry.unwrap().path();
            found.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
        }
    }
    found.sort();
    found.into_iter().map(|(name, text)| (name, parse(&text))).collect()
}

fn bounded() -> Configuration {
    let limits =
        Limits { max_instructions: Some(20_000), max_depth: Some(30), ..Limits::default() };
    Configuration { limits, ..Configuration::default() }
}

fn places(findings: &[Witness]) -> BTreeSet<(&'static str, u32)> {
    findings.iter().map(|found| (found.property.name(), found.position.line)).collect()
}

/// Numbers that say how a run went.
fn course(outcome: &Outcome) -> [u64; 7] {
    let found = &outcome.statistics;
    [
        found.paths,
        found.partial_paths,
        found.infeasible_paths,
        found.instructions,
        found.forks,
        found.covered_instructions,
        found.max_states as u64,
    ]
}

#[test]
fn a_listener_that_never_answers_changes_nothing() {
    let (mut points, mut sides) = (0, 0);
    for (name, program) in programs() {
        let (alone, paths) = explore_alone(&program, bounded());
        let mut recorder = Recorder::of(Interests { cores: false, ..Interests::ALL });
        let (told, told_paths) = explore(&program, bounded(), &mut recorder);
        assert_eq!(course(&alone), course(&told), "{name}");
        assert_eq!(alone.statistics.queries, told.statistics.queries, "{name}");
        assert_eq!(alone.limits, told.limits, "{name}");
        assert_eq!(alone.approximations, told.approximations, "{name}");
        assert_eq!(paths, told_paths, "{name}");
        let shown = |findings: &[Witness]| -> Vec<_> {
            findings.iter().map(|found| (found.check, found.inputs.clone())).collect()
        };
        assert_eq!(shown(&alone.findings), shown(&told.findings), "{name}");
        points += recorder.points.len();
        sides += recorder.sides.len();
    }
    assert!(points > 100 && sides > 20, "{points} points, {sides} sides");
}

/// Cores change which models a solver finds, and so the order of things, but not what there is.
#[test]
fn cores_are_unsatisfiable_and_change_no_result() {
    let (mut told_of, mut confirmed, mut smaller) = (0, 0, 0);
    for (name, program) in programs() {
        let (alone, paths) = explore_alone(&program, bounded());
        let mut recorder = Recorder::of(Interests::ALL);
        recorder.second = Some(solver(BackendChoice::Z3));
        let (told, told_paths) = explore(&program, bounded(), &mut recorder);
        assert_eq!(places(&alone.findings), places(&told.findings), "{name}");
        let reasons = |outcome: &Outcome| -> BTreeSet<Limit> {
            outcome.limits.iter().map(|(limit, _)| limit.clone()).collect()
        };
        assert_eq!(reasons(&alone), reasons(&told), "{name}");
        if alone.limits.is_empty() && alone.findings.is_empty() {
            let all = |paths: Vec<Vec<Decision>>| -> BTreeSet<_> { paths.into_iter().collect() };
            assert_eq!(all(paths), all(told_paths), "{name}");
        }
        told_of += recorder.cores.len();
        confirmed += recorder.confirmed;
        smaller += recorder.cores.iter().filter(|(path, _, core)| core.len() <= path.len()).count();
    }
    assert!(told_of > 20, "{told_of} cores");
    assert_eq!(confirmed, told_of, "cores that a second solver agrees with");
    assert!(smaller > 0, "all cores are whole path conditions");
}

/// Of three constraints over the same inputs one matters; asked again, where the path knows the answer, too.
#[test]
fn a_core_holds_what_matters_and_nothing_else() {
    let program = parse(
        "
function @main() -> i32 {
entry:
  %x: i32 = input \"x\"
  %y: i32 = input \"y\"
  %small = compare ult i32 %x, 10
  assume %small
  %sum = xor i32 %x, %y
  %odd = and i32 %sum, 1
  %apart = compare eq i32 %odd, 1
  assume %apart
  %less = compare ult i32 %x, %y
  assume %less
  %large = compare ult i32 20, %x
  branch %large, bad, good
bad:
  return 1
good:
  branch %large, bad, end
end:
  return 0
}
",
    );
    let mut recorder = Recorder::of(Interests::ALL);
    recorder.second = Some(solver(BackendChoice::Z3));
    let (outcome, paths) = explore(&program, Configuration::default(), &mut recorder);
    assert_eq!((outcome.statistics.paths, paths.len()), (1, 1));
    let sizes = recorder.cores.iter().map(|(path, _, core)| (path.len(), core.len()));
    assert_eq!(sizes.collect::<Vec<_>>(), [(3, 2), (3, 2)]);
    assert_eq!(recorder.confirmed, 2);
}

/// Decisions one after the other, after which nothing depends on how they were made.
fn diamonds(count: usize) -> String {
    let mut text = String::from("function @main() -> i32 {\nentry:\n  %x: i32 = input \"x\"\n");
    text += "  jump d0\n";
    for number in 0..count {
        text += &format!("d{number}:\n  %b{number} = and i32 %x, {}\n", 1 << number);
        text += &format!("  %c{number} = compare eq i32 %b{number}, 0\n");
        text += &format!("  branch %c{number}, t{number}, e{number}\n");
        let next = number + 1;
        text += &format!("t{number}:\n  jump d{next}\ne{number}:\n  jump d{next}\n");
    }
    text + &format!("d{count}:\n  return 0\n}}\n")
}

/// Closes a state that comes to a point with the values that another had there. That is right only for programs in
/// which nothing is ever asked again that was asked before, such as `diamonds`.
#[derive(Default)]
struct Revisited {
    seen: BTreeMap<Point, Vec<State>>,
    closed: Vec<State>,
    gives_back: bool,
    given_back: BTreeSet<StateId>,
    ended: usize,
}

impl Hooks for Revisited {
    fn interests(&self) -> Interests {
        Interests { points: true, paths: true, ..Interests::default() }
    }

    fn at_point(&mut self, _: &mut View<'_>, state: &State, point: Point) -> AtPoint {
        if self.given_back.contains(&state.id) {
            return AtPoint::GoOn;
        }
        let seen = self.seen.entry(point).or_default();
        let same = |other: &State| {
            other.frame.registers == state.frame.registers && other.memory.same(&state.memory)
        };
        if seen.iter().any(same) {
            self.closed.push(state.clone());
            return AtPoint::Close;
        }
        seen.push(state.clone());
        AtPoint::GoOn
    }

    fn ended(&mut self, _: &mut View<'_>, _: &State, end: &PathEndKind) {
        self.ended += usize::from(*end == PathEndKind::Subsumed);
    }

    fn reopened(&mut self) -> Vec<State> {
        if !self.gives_back {
            return Vec::new();
        }
        let states = std::mem::take(&mut self.closed);
        self.given_back.extend(states.iter().map(|state| state.id));
        states
    }
}

#[test]
fn a_closed_state_is_counted_and_a_leaf_of_the_tree() {
    let program = parse(&diamonds(7));
    assert_eq!(explore_alone(&program, Configuration::default()).0.statistics.paths, 128);
    let mut hooks = Revisited::default();
    let configuration = Configuration { record_tree: true, ..Configuration::default() };
    let (outcome, paths) = explore(&program, configuration, &mut hooks);
    let found = &outcome.statistics;
    assert_eq!((found.paths, found.subsumed_paths, found.forks), (1, 7, 7));
    assert_eq!((paths.len(), hooks.ended), (1, 7));
    assert!(outcome.limits.is_empty());
    let tree = outcome.tree.unwrap();
    let is_closed = |kind: &ExecutionNodeKind| {
        matches!(kind, ExecutionNodeKind::End { kind: PathEndKind::Subsumed, .. })
    };
    assert_eq!(tree.nodes.iter().filter(|node| is_closed(&node.kind)).count(), 7);
    assert_eq!(tree.traces().all(), 1, "a closed path is no trace");
}

#[test]
fn what_is_given_back_is_explored_after_all() {
    let program = parse(&diamonds(5));
    let sorted = |mut paths: Vec<Vec<Decision>>| {
        paths.sort();
        paths
    };
    let (_, alone) = explore_alone(&program, Configuration::default());
    for search in [
        klew_forward::SearchStrategy::Depth,
        klew_forward::SearchStrategy::Breadth,
        klew_forward::SearchStrategy::RandomPath,
    ] {
        let mut hooks = Revisited { gives_back: true, ..Revisited::default() };
        let configuration = Configuration { search, ..Configuration::default() };
        let (outcome, paths) = explore(&program, configuration, &mut hooks);
        let found = &outcome.statistics;
        assert!(found.subsumed_paths > 0);
        assert_eq!(found.subsumed_paths, found.reopened_paths);
        assert_eq!(sorted(paths), sorted(alone.clone()));
    }
}

#[test]
fn points_are_where_paths_meet() {
    let program = parse(
        "
function @main() -> i32 {
entry:
  %x: i32 = input \"x\"
  %n = and i32 %x, 1
  jump head(0)
head(%i: i32):
  %more = compare ult i32 %i, 2
  branch %more, body, after
body:
  %j = call @step(%i, %n)
  jump head(%j)
after:
  return 0
}
function @step(%i: i32, %n: i32) -> i32 {
entry:
  %c = compare eq i32 %n, 0
  branch %c, meet(1), meet(2)
meet(%by: i32):
  %j = add i32 %i, %by
  jump end
end:
  return %j
}
",
    );
    let mut recorder = Recorder::of(Interests { points: true, ..Interests::default() });
    let (outcome, _) = explore(&program, Configuration::default(), &mut recorder);
    assert_eq!(outcome.statistics.paths, 2);
    let seen = |function: u32, block: u32| {
        let place = (FunctionId(function), BlockId(block));
        let here = recorder.points.iter().map(|(_, point)| point);
        let here = here.filter(|point| (point.function, point.block) == place);
        let kinds: BTreeSet<PointKind> = here.clone().map(|point| point.kind).collect();
        (here.count(), kinds.into_iter().collect::<Vec<_>>())
    };
    assert_eq!(seen(0, 0), (1, vec![PointKind::FunctionEntry]));
    // Before the state forks in the first turn; after that twice on one path and once on the other.
    assert_eq!(seen(0, 1), (4, vec![PointKind::LoopHead]));
    assert_eq!(seen(1, 0), (2, vec![PointKind::FunctionEntry]));
    assert_eq!(seen(1, 1), (3, vec![PointKind::Join]), "both ways of one branch");
    assert_eq!(seen(1, 2), (0, vec![]), "one way leads here");
}

/// A fact of an earlier analysis: a block that is never entered, or a check that always holds.
struct Fact {
    unreachable: Option<(FunctionId, BlockId)>,
    holds: Option<u32>,
    asked: usize,
}

impl Hooks for Fact {
    fn interests(&self) -> Interests {
        Interests { decisions: true, ..Interests::default() }
    }

    fn rules_out(&mut self, _: &mut View<'_>, state: &State, side: &Side) -> bool {
        self.asked += 1;
        match side.kind {
            SideKind::Alternative { target, .. } => {
                target.is_some_and(|block| self.unreachable == Some((state.place().0, block)))
            }
            SideKind::Fails(check) => self.holds == Some(check.number()),
        }
    }
}

const SQUARES: &str = "
function @main() -> i32 {
entry:
  %x: i32 = input \"x\"
  %square = mul i32 %x, %x
  %is_two = compare eq i32 %square, 2
  branch %is_two, never, always
never:
  assert assertion holds 0
  return 1
always:
  %is_three = compare ne i32 %square, 3
  assert assertion holds %is_three
  %c = compare ult i32 %x, 5
  branch %c, low, high
low:
  return 0
high:
  return 0
}
";

#[test]
fn a_fact_rules_out_a_side_without_a_query() {
    let program = parse(SQUARES);
    let configuration = Configuration { split_queries: false, ..Configuration::default() };
    let (alone, paths) = explore_alone(&program, configuration.clone());
    assert!(alone.findings.is_empty() && paths.len() == 2);
    let never = (FunctionId(0), BlockId(1));
    let checks = klew_ir::checks(&program, |_| true);
    let second = checks.iter().map(|check| check.id.number()).max();
    let mut fact = Fact { unreachable: Some(never), holds: second, asked: 0 };
    let (told, told_paths) = explore(&program, configuration.clone(), &mut fact);
    assert_eq!(told_paths, paths, "the same decisions, which say that they were forced");
    assert!(told.findings.is_empty());
    assert_eq!((alone.statistics.queries, told.statistics.queries), (3, 1));
    assert_eq!(fact.asked, 3, "the side that the model does not take, and whether the check fails");

    // What was ruled out is in the decisions: without the fact they lead to the same states.
    let solver = solver(BackendChoice::Bitwuzla);
    let mut forward = Forward::new(&program, configuration, solver).unwrap();
    for decisions in paths {
        assert!(forward.state_at(&decisions).is_ok(), "{decisions:?}");
    }
}

/// Who rules out what the state's own model does is not even asked.
#[test]
fn what_a_model_shows_cannot_be_ruled_out() {
    let program = parse(
        "
function @main() -> i32 {
entry:
  %x: i32 = input \"x\"
  %not_zero = compare ne i32 %x, 0
  assert assertion holds %not_zero
  return 0
}
",
    );
    let holds = klew_ir::checks(&program, |_| true).first().map(|check| check.id.number());
    let mut wrong = Fact { unreachable: None, holds, asked: 0 };
    let (outcome, _) = explore(&program, Configuration::default(), &mut wrong);
    assert_eq!((outcome.findings.len(), wrong.asked), (1, 0));
}

/// Every state that was made ends once, and what is not followed is told of.
#[test]
fn all_states_end_and_what_is_left_out_is_told() {
    for (name, program) in programs() {
        for max_states in [None, Some(2)] {
            let mut configuration = bounded();
            configuration.limits.max_instructions = None;
            configuration.limits.max_depth = Some(6);
            configuration.limits.max_states = max_states;
            configuration.limits.max_objects = 1;
            configuration.limits.max_frames = 50;
            if name.ends_with("forever.kir") {
                continue;
            }
            let mut recorder = Recorder::of(Interests { paths: true, ..Interests::default() });
            let (outcome, _) = explore(&program, configuration, &mut recorder);
            if recorder.ended.is_empty() {
                // It ends before there is a state.
                assert!(name.ends_with("pointer_input.kir"), "{name}");
                continue;
            }
            let found = &outcome.statistics;
            let mut ended: Vec<_> = recorder.ended.iter().map(|(id, _, _)| *id).collect();
            ended.sort();
            let mut made: Vec<_> = recorder.forked.iter().map(|(_, other)| *other).collect();
            made.push(StateId(0));
            made.sort();
            assert_eq!(ended, made, "{name}");
            assert_eq!(found.forks as usize + 1, made.len(), "{name}");
            let cut = |end: &PathEndKind| matches!(end, PathEndKind::Cut(_));
            let cuts = recorder.ended.iter().filter(|(_, end, _)| cut(end)).count();
            assert!(cuts as u64 <= found.partial_paths, "{name}");
            let decisions: BTreeSet<_> = recorder.ended.iter().map(|(.., path)| path).collect();
            assert_eq!(decisions.len(), made.len(), "{name}: two states with one path");
            let told: BTreeSet<&Limit> = recorder
                .ended
                .iter()
                .filter_map(|(_, end, _)| match end {
                    PathEndKind::Cut(limit) => Some(limit),
                    _ => None,
                })
                .chain(&recorder.left_out)
                .collect();
            let counted: BTreeSet<&Limit> = outcome.limits.iter().map(|(limit, _)| limit).collect();
            assert_eq!(told, counted, "{name}");
            let checks: Vec<u32> = outcome.findings.iter().map(|f| f.check.number()).collect();
            assert_eq!(recorder.failed, checks, "{name}");
        }
    }
}
