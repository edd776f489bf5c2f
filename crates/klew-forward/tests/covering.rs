//! Loops whose states repeat end, and all that can fail in them is found: generated loops without a bound, against the same loops with
//! one, of which every turn is followed.
//!
//! `KLEW_LOOPS=2000` runs that many, from seed `KLEW_LOOPS_SEED` on; without, some.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;
use std::time::Duration;

use in_pieces::explore_in_pieces;
use klew_forward::{
    Configuration, Fold, Forward, Limits, Order, Outcome, PruningMode, Related, SearchStrategy,
    Unwatched,
};
use klew_ir::{CheckId, Position, Property, number_checks, parse_program};
use klew_solver::{Interrupt, SolverConfiguration, build};
use slow::Slow;

mod in_pieces;
mod slow;

const PROPERTIES: [Property; 3] = [Property::Assertion, Property::Dereference, Property::Free];

fn explore(text: &str, leaks: bool, pruning: PruningMode, most: u64) -> Outcome {
    explore_with(text, leaks, (pruning, 0), most)
}

/// With a solver that answers within so many seconds: states that it is too slow for wait, and go their last steps once more.
fn explore_with(
    text: &str,
    leaks: bool,
    (pruning, seconds): (PruningMode, u64),
    most: u64,
) -> Outcome {
    let program = parse_program(text, "test.kir").unwrap_or_else(|error| panic!("{error}\n{text}"));
    let configuration = Configuration {
        properties: PROPERTIES
            .into_iter()
            .chain(leaks.then_some(Property::MemoryTracked))
            .collect(),
        limits: Limits { max_instructions: Some(most), ..Limits::default() },
        pruning,
        search: SearchStrategy::Breadth,
        ..Configuration::default()
    };
    let solver = build(SolverConfiguration::default(), &Interrupt::new()).unwrap();
    let (least, refused) = (Duration::from_secs(seconds), Rc::default());
    let solver = Box::new(Slow { solver, least, limit: None, refused });
    let mut forward = Forward::new(&program, configuration, solver).unwrap();
    let outcome = forward.run(&mut Unwatched);
    for finding in &outcome.findings {
        let replay = forward.replay_witness(finding);
        assert!(replay.confirms(finding), "{finding:?}\n{text}");
    }
    outcome
}

fn found(outcome: &Outcome) -> BTreeSet<(Property, Position)> {
    outcome.findings.iter().map(|finding| (finding.property, finding.position)).collect()
}

/// A generator of pseudorandom numbers (G. Marsaglia, *Xorshift RNGs*, 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % most
    }
}

/// What a program is made of: three numbers, two pointers to cells of eight bytes (a number and a pointer), a global, and a table.
struct Loop {
    text: String,
    random: Random,
    /// The names of `a`, `b`, `c`, `p`, `q` just now.
    names: [String; 5],
    count: u32,
}

const TYPES: [&str; 5] = ["i32", "i32", "i32", "ptr", "ptr"];

impl Loop {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "  {line}").unwrap();
    }

    fn name(&mut self, value: &str) -> String {
        self.count += 1;
        let name = format!("%v{}", self.count);
        self.line(&format!("{name} = {value}"));
        name
    }

    fn input(&mut self) -> String {
        self.count += 1;
        let number = self.count;
        self.line(&format!("%v{number}: i32 = input \"i{number}\""));
        format!("%v{number}")
    }

    fn number(&mut self) -> usize {
        self.random.below(3) as usize
    }

    fn assign(&mut self) {
        let (to, from) = (self.number(), self.number());
        let (a, b) = (self.names[to].clone(), self.names[from].clone());
        let most = 1 + self.random.below(2);
        let name = match self.random.below(5) {
            0 => {
                let input = self.input();
                self.name(&format!("and i32 {input}, {most}"))
            }
            1 => {
                let next = self.name(&format!("add i32 {a}, 1"));
                self.name(&format!("and i32 {next}, {most}"))
            }
            2 => self.name(&format!("xor i32 {a}, {b}")),
            3 => b,
            _ => {
                let which = self.name(&format!("compare ult i32 {b}, {most}"));
                self.name(&format!("select i32 {which}, {a}, {b}"))
            }
        };
        self.names[to] = name;
    }

    fn memory(&mut self) {
        let number = self.number();
        let (value, p, q) =
            (self.names[number].clone(), self.names[3].clone(), self.names[4].clone());
        match self.random.below(11) {
            0 => {
                self.line(&format!("assert valid-deref accessible write {p}, 4"));
                self.line(&format!("store i32 {value} to {p}"));
            }
            1 => {
                self.line(&format!("assert valid-deref accessible read {q}, 4"));
                self.names[number] = self.name(&format!("load i32 {q}"));
            }
            2 => self.names.swap(3, 4),
            3 => self.fresh(3, &value),
            4 => {
                self.line(&format!("assert valid-free freeable {p}"));
                self.line(&format!("free {p}"));
                self.fresh(3, &value);
            }
            5 => {
                let field = self.name(&format!("offset {p}, 8"));
                self.line(&format!("assert valid-deref accessible write {field}, 8"));
                self.line(&format!("store ptr {q} to {field}"));
            }
            6 => {
                let field = self.name(&format!("offset {p}, 8"));
                self.line(&format!("assert valid-deref accessible read {field}, 8"));
                let next = self.name(&format!("load ptr {field}"));
                let is_null = self.name(&format!("compare eq ptr {next}, null"));
                self.names[4] = self.name(&format!("select ptr {is_null}, {q}, {next}"));
            }
            7 => self.line(&format!("store i32 {value} to &g")),
            8 => {
                let input = self.input();
                let element = self.element(&input);
                self.line(&format!("store i32 {value} to {element}"));
            }
            9 => {
                let element = self.element(&value);
                self.names[number] = self.name(&format!("load i32 {element}"));
            }
            _ => self.names[number] = self.name("load i32 &g"),
        }
    }

    /// The address of an element of the table.
    fn element(&mut self, index: &str) -> String {
        let index = self.name(&format!("and i32 {index}, 3"));
        let offset = self.name(&format!("mul i32 {index}, 4"));
        let offset = self.name(&format!("convert zero_extend i32 {offset} to i64"));
        self.name(&format!("offset &t, {offset}"))
    }

    /// A cell that nothing else points to.
    fn fresh(&mut self, pointer: usize, value: &str) {
        let cell = self.name("allocate heap 16 zeroed");
        self.line(&format!("store i32 {value} to {cell}"));
        self.names[pointer] = cell;
    }

    fn check(&mut self) {
        let (one, other) = (self.number(), self.number());
        let (one, other) = (self.names[one].clone(), self.names[other].clone());
        let shifted = self.name(&format!("mul i32 {one}, 4"));
        let both = self.name(&format!("or i32 {shifted}, {other}"));
        let number = self.random.below(16);
        let fine = self.name(&format!("compare ne i32 {both}, {number}"));
        self.line(&format!("assert assertion holds {fine}"));
    }

    fn statement(&mut self) {
        match self.random.below(7) {
            0 | 1 => self.assign(),
            2 | 3 => self.memory(),
            4 => self.check(),
            _ => self.branch(),
        }
    }

    /// One thing or another.
    fn branch(&mut self) {
        self.count += 1;
        let number = self.count;
        let condition = match self.random.below(2) {
            0 => {
                let input = self.input();
                self.name(&format!("compare ult i32 {input}, 100"))
            }
            _ => {
                let which = self.number();
                let name = self.names[which].clone();
                let most = self.random.below(3);
                self.name(&format!("compare ult i32 {most}, {name}"))
            }
        };
        self.line(&format!("branch {condition}, yes{number}, no{number}"));
        let before = self.names.clone();
        for side in ["yes", "no"] {
            writeln!(self.text, "{side}{number}:").unwrap();
            self.names.clone_from(&before);
            match self.random.below(3) {
                0 => self.memory(),
                _ => self.assign(),
            }
            let names = self.names.join(", ");
            self.line(&format!("jump next{number}({names})"));
        }
        self.begin(&format!("next{number}"), &format!("n{number}"));
    }

    /// A block with the variables as parameters.
    fn begin(&mut self, block: &str, prefix: &str) {
        for (index, name) in self.names.iter_mut().enumerate() {
            *name = format!("%{prefix}x{index}");
        }
        let named =
            self.names.iter().zip(TYPES).map(|(name, value_type)| format!("{name}: {value_type}"));
        let parameters: Vec<String> = named.collect();
        writeln!(self.text, "{block}({}):", parameters.join(", ")).unwrap();
    }
}

/// The same loop with and without a bound.
fn generate(seed: u64, bound: Option<u32>) -> String {
    let mut random =
        Random(0x9e37_79b9_7f4a_7c15 ^ seed.wrapping_mul(0x2545_f491_4f6c_dd1d).max(1));
    random.below(2);
    let names = ["0", "1", "0", "%cell0", "%cell1"].map(str::to_string);
    let mut made = Loop { text: String::new(), random, names, count: 0 };
    made.text =
        "global &g size 4 align 4 = zero\nglobal &t size 16 align 4 = zero\n\nfunction @main() -> i32 {\nentry:\n".to_string();
    for cell in 0..2 {
        made.line(&format!("%cell{cell} = allocate heap 16 zeroed"));
    }
    let names = made.names.join(", ");
    made.line(&format!("jump head(0, {names})"));
    made.begin("head", "h");
    made.text = made.text.replace("head(%hx0", "head(%turn: i32, %hx0");
    let turns = bound.map_or(String::from("1"), |most| most.to_string());
    match bound {
        // The turn counts for nothing.
        None => made.line("%more = compare eq i32 1, 1"),
        Some(_) => made.line(&format!("%more = compare ult i32 %turn, {turns}")),
    }
    made.line("%again: i8 = input \"again\"");
    made.line("%wanted = compare ult i8 %again, 200");
    made.line("%goes = and i1 %more, %wanted");
    made.line("branch %goes, body, end");
    writeln!(made.text, "body:").unwrap();
    for _ in 0..2 + made.random.below(4) {
        made.statement();
    }
    let names = made.names.join(", ");
    made.line("%turn1 = add i32 %turn, 1");
    made.line(&format!("jump head(%turn1, {names})"));
    writeln!(made.text, "end:").unwrap();
    made.line("return 0");
    made.text.push_str("}\n");
    made.text
}

/// A finding of the loop with a bound is one of the loop without, if that one is explored to its end.
#[test]
fn generated_loops_that_repeat() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let (count, first) = (number("KLEW_LOOPS", 25), number("KLEW_LOOPS_SEED", 0));
    let (mut ended, mut endless, mut failing, mut covered) = (0, 0, 0, 0);
    for seed in first..first + count {
        let text = generate(seed, None);
        // Most of them lose what they allocate.
        let leaks = seed % 4 == 0;
        let seconds = [0, 1, 60][seed as usize % 3];
        for mode in [PruningMode::Inclusion, PruningMode::Interpolation] {
            let outcome = explore_with(&text, leaks, (mode, seconds), 20_000);
            if !outcome.limits.is_empty() {
                endless += 1;
                continue;
            }
            ended += 1;
            failing += u64::from(!outcome.findings.is_empty());
            covered += u64::from(outcome.statistics.pruning.covered > 0);
            for bound in [2, 5] {
                let bounded =
                    explore(&generate(seed, Some(bound)), leaks, PruningMode::Off, 10_000);
                // They are a line apart.
                let missed: Vec<_> =
                    found(&bounded).difference(&found(&outcome)).copied().collect();
                assert!(
                    missed.is_empty(),
                    "seed {seed}, {mode:?}, {bound} turns: {missed:?}\n{text}"
                );
            }
        }
    }
    println!(
        "{ended} ended, {failing} fail, in {covered} states were covered; {endless} did not end"
    );
    assert!(ended > endless && covered * 2 > ended, "{ended}, {endless}, {covered}");
    assert!(failing * 8 > ended && failing < ended, "{ended}, {failing}");
}

/// As above, where the loop without a bound is explored in pieces: what one part closes because of a state that it keeps, another may have
/// to follow.
#[test]
fn generated_loops_in_pieces() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let (count, first) = (number("KLEW_LOOPS", 40), number("KLEW_LOOPS_SEED", 0));
    let (mut ended, mut parts, mut failing, mut covered, mut handed_over) = (0, 0, 0, 0, 0);
    for seed in first..first + count {
        let text = generate(seed, None);
        let leaks = seed % 4 == 0;
        let mode = [PruningMode::Inclusion, PruningMode::Interpolation][seed as usize % 2];
        if !explore(&text, leaks, mode, 20_000).limits.is_empty() {
            continue;
        }
        let program = parse_program(&text, "test.kir").unwrap();
        let leak = leaks.then_some(Property::MemoryTracked);
        let configuration = Configuration {
            properties: PROPERTIES.into_iter().chain(leak).collect(),
            pruning: mode,
            search: SearchStrategy::Breadth,
            ..Configuration::default()
        };
        let solver = || build(SolverConfiguration::default(), &Interrupt::new()).unwrap();
        let total = explore_in_pieces(&program, &configuration, &solver, (seed, 80, 40));
        parts += total.parts;
        handed_over += total.handed_over;
        if total.given_up || !total.account.is_complete() {
            continue;
        }
        ended += 1;
        failing += u64::from(!total.findings.is_empty());
        let mut more = total.account.figures.more.iter();
        covered += u64::from(more.any(|(name, closed)| *name == "pruning_covered" && *closed > 0));
        let found_in_pieces: BTreeSet<_> =
            total.findings.iter().map(|finding| (finding.property, finding.position)).collect();
        for bound in [2, 5] {
            let bounded = explore(&generate(seed, Some(bound)), leaks, PruningMode::Off, 10_000);
            let missed: Vec<_> = found(&bounded).difference(&found_in_pieces).copied().collect();
            assert!(missed.is_empty(), "seed {seed}, {mode:?}, {bound} turns: {missed:?}\n{text}");
        }
    }
    println!(
        "{ended} ended, {failing} fail, in {covered} states were covered; {parts} parts, {handed_over} pieces handed over"
    );
    assert!(ended * 4 > count && covered * 2 > ended, "{ended}, {covered}");
    assert!(failing > 0 && failing < ended && parts > 4 * ended, "{failing}, {parts}");
}

/// Checks by number: that failed in the runs that were followed, or are suspected where lists are folded.
fn checks(text: &str, leaks: bool, fold: Option<Fold>, most: u64) -> (Outcome, BTreeSet<CheckId>) {
    let mut program = parse_program(text, "test.kir").unwrap();
    number_checks(&mut program);
    let leaks = leaks.then_some(Property::MemoryTracked);
    let configuration = Configuration {
        properties: PROPERTIES.into_iter().chain(leaks).collect(),
        limits: Limits { max_instructions: Some(most), max_states: Some(200), ..Limits::default() },
        query_limit: Some(Duration::from_millis(500)),
        fold,
        search: SearchStrategy::Breadth,
        ..Configuration::default()
    };
    let limit = Some(Duration::from_millis(500));
    let solver =
        build(SolverConfiguration { limit, ..SolverConfiguration::default() }, &Interrupt::new());
    let solver = solver.unwrap();
    let outcome = Forward::new(&program, configuration, solver).unwrap().run(&mut Unwatched);
    let failing = outcome.findings.iter().map(|finding| finding.check);
    let all = failing.chain(outcome.suspicions.iter().copied()).collect();
    (outcome, all)
}

/// What fails in a loop with a bound is suspected of the loop without where lists are folded, if that one is explored to its end.
#[test]
fn generated_loops_that_are_folded() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let (count, first) = (number("KLEW_LOOPS", 30), number("KLEW_LOOPS_SEED", 500));
    let folds = [
        Fold { turns: 1, ..Fold::FIRST },
        Fold { turns: 1, steps: false, ..Fold::FIRST },
        Fold { turns: 2, apart: 1, order: Order::Any, related: Related::Numbers, ..Fold::FIRST },
        Fold {
            least: 3,
            turns: 5,
            apart: 3,
            one_origin: true,
            related: Related::Numbers,
            ..Fold::FIRST
        },
        Fold { turns: 2, apart: 4, order: Order::Stages, ..Fold::FIRST },
        Fold { turns: 1, forgets: true, ..Fold::FIRST },
        Fold { turns: 1, steady: true, steps: false, forgets: true, ..Fold::FIRST },
        Fold { turns: 2, turns_in_models: 64, forgets: true, steps: false, ..Fold::FIRST },
    ];
    let (mut ended, mut endless, mut proved) = (0, 0, 0);
    for seed in first..first + count {
        let text = generate(seed, None);
        let leaks = seed % 2 == 0;
        let (_, failing) = checks(&generate(seed, Some(5)), leaks, None, 20_000);
        for fold in folds {
            let (outcome, suspected) = checks(&text, leaks, Some(fold), 30_000);
            assert!(outcome.findings.is_empty());
            if !outcome.limits.is_empty() {
                endless += 1;
                continue;
            }
            ended += 1;
            proved += u64::from(suspected.is_empty());
            let missed: Vec<_> = failing.difference(&suspected).collect();
            assert!(missed.is_empty(), "seed {seed}, {fold:?}: {missed:?}\n{text}");
        }
    }
    println!("{ended} ended, in {proved} all is proved; {endless} did not end");
    assert!(ended > endless && proved * 10 > ended, "{ended}, {endless}, {proved}");
}

/// A loop with a state of its own, and one parameter of it.
fn turning(first: &str, value_type: &str, body: &str) -> Outcome {
    let text = format!(
        "global &g size 4 align 4 = zero

function @main() -> i32 {{
entry:
  %one = allocate stack 4
  %other = allocate stack 4
  store i32 1 to %one
  store i32 2 to %other
  jump head({first})
head(%x: {value_type}):
  %again: i8 = input \"again\"
  %goes = compare ult i8 %again, 200
  branch %goes, body, end
body:
{body}
  jump head(%y)
end:
  return 0
}}
"
    );
    explore(&text, false, PruningMode::Inclusion, 200_000)
}

/// Whether all was explored, and nothing fails; how many states were closed.
fn proved(outcome: &Outcome) -> u64 {
    assert!(outcome.limits.is_empty() && outcome.findings.is_empty(), "{outcome:?}");
    outcome.statistics.pruning.covered
}

#[test]
fn a_loop_whose_states_repeat_is_proved() {
    let flips =
        "  %y = xor i32 %x, 1\n  %fine = compare ult i32 %y, 2\n  assert assertion holds %fine";
    assert!(proved(&turning("0", "i32", flips)) > 0);
    // What is read in each turn is another input, but stands for the same numbers.
    let reads = "  %i: i32 = input \"i\"\n  %y = and i32 %i, 7\n  %fine = compare ult i32 %x, 8\n  \
                 assert assertion holds %fine";
    assert!(proved(&turning("0", "i32", reads)) > 0);
}

#[test]
fn what_fails_in_a_late_turn_is_found() {
    // A counter that wraps: its 200th turn.
    let counts =
        "  %y = add i8 %x, 1\n  %fine = compare ne i8 %x, 199\n  assert assertion holds %fine";
    assert_eq!(turning("0", "i8", counts).findings.len(), 1);
    // The earlier states are fewer: less than 10 in the first turns, then anything.
    let widens = "  %i: i32 = input \"i\"\n  %g = load i32 &g\n  %early = compare ult i32 %g, 2\n  \
                  %small = compare ult i32 %i, 10\n  %allowed = select i1 %early, %small, true\n  \
                  assume %allowed\n  %next = add i32 %g, 1\n  %most = compare ult i32 %next, 3\n  \
                  %kept = select i32 %most, %next, 3\n  store i32 %kept to &g\n  \
                  %fine = compare ult i32 %x, 10\n  assert assertion holds %fine\n  \
                  %y = add i32 %i, 0";
    assert_eq!(turning("0", "i32", widens).findings.len(), 1);
}

#[test]
fn pointers_are_told_apart_by_what_they_lead_to() {
    // The pointer goes to and fro, and the loop never has the other number at the same time.
    let swaps = "  %is_one = compare eq ptr %x, %one\n  %y = select ptr %is_one, %other, %one\n  \
                 %v = load i32 %y\n  %fine = compare ult i32 %v, 3\n  assert assertion holds %fine";
    assert!(proved(&turning("%one", "ptr", swaps)) > 0);
    let grows = "  %is_one = compare eq ptr %x, %one\n  %y = select ptr %is_one, %other, %one\n  \
                 %v = load i32 %y\n  %w = add i32 %v, 1\n  store i32 %w to %y\n  \
                 %fine = compare ne i32 %w, 9\n  assert assertion holds %fine";
    assert_eq!(turning("%one", "ptr", grows).findings.len(), 1);
}

/// Fresh objects in each turn are matched with each other; those that are lost count where leaks are asked about.
#[test]
fn objects_that_are_new_in_each_turn() {
    let text = "
function @main() -> i32 {
entry:
  %first = allocate heap 16 zeroed
  jump head(%first)
head(%p: ptr):
  %again: i8 = input \"again\"
  %goes = compare ult i8 %again, 200
  branch %goes, body, end
body:
  %q = allocate heap 16 zeroed
  %field = offset %q, 8
  store ptr %q to %field
  jump head(%q)
end:
  assert valid-free freeable %p
  free %p
  return 0
}
";
    let outcome = explore(text, false, PruningMode::Inclusion, 100_000);
    assert!(proved(&outcome) > 0);
    let outcome = explore(text, true, PruningMode::Inclusion, 100_000);
    // Only the first that is lost is told of at each end, so states that have lost another are not closed.
    let leaks = outcome.findings.iter().filter(|found| found.property == Property::MemoryTracked);
    assert_eq!((leaks.count(), outcome.statistics.pruning.covered), (1, 0));
}

/// A loop that never ends and never forks is closed where its states repeat, and only there.
#[test]
fn loops_without_end_or_fork() {
    let endless = |step: &str| {
        format!(
            "function @main() -> i32 {{\nentry:\n  jump head(0)\nhead(%x: i32):\n  %y = {step}\n  \
             %fine = compare ne i32 %y, 100000\n  assert assertion holds %fine\n  jump head(%y)\n}}\n"
        )
    };
    let outcome = explore(&endless("xor i32 %x, 5"), true, PruningMode::Inclusion, 10_000_000);
    assert_eq!(proved(&outcome), 1);
    let outcome = explore(&endless("add i32 %x, 1"), true, PruningMode::Inclusion, 10_000_000);
    assert_eq!(outcome.findings.len(), 1);
    assert_eq!(
        explore(&endless("xor i32 %x, 5"), true, PruningMode::Off, 1_000_000).limits.len(),
        1
    );
}

/// A path whose query takes long goes its last steps once more: what was kept of it there must not close it.
#[test]
fn paths_that_wait_are_not_closed_by_themselves() {
    let text = "
function @main() -> i32 {
entry:
  %i: i32 = input \"i\"
  %small = compare ult i32 %i, 100
  assume %small
  jump head(0)
head(%x: i32):
  %y = add i32 %x, 1
  %more = compare ult i32 %y, 100000
  branch %more, head(%y), end
end:
  %square = mul i32 %i, %i
  %fine = compare ne i32 %square, 4900
  assert assertion holds %fine
  return 0
}
";
    for seconds in [0, 1, 60] {
        let outcome = explore_with(text, false, (PruningMode::Inclusion, seconds), 20_000_000);
        assert_eq!(outcome.findings.len(), 1, "{seconds} s");
        assert_eq!((outcome.statistics.paths, outcome.statistics.subsumed_paths), (1, 0));
    }
}
