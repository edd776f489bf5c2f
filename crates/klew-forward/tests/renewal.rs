//! Explorations that go on in new executors because memory stays short come to the same as others.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::time::Duration;

use klew_engine::{Account, EXPLORED, Figures};
use klew_forward::{
    Configuration, Control, Forward, Monitor, Progress, PruningMode, SearchStrategy,
};
use klew_ir::{GlobalId, Program};
use klew_solver::{Interrupt, Solver, SolverConfiguration, build};

/// Reads bytes until the end of the input, at most 7, each of three kinds, and keeps them. Three checks fail: for one input of five bytes,
/// for those with an access behind the buffer, and as the buffer is lost.
const READER: &str = "
global &size size 4 align 4 = zero
function @main() {
entry:
  %buffer = allocate heap 6
  %size = load i32 &size
  jump loop(0, 0)
loop(%read: i64, %sum: i32):
  %end: i1 = input \"end\"
  %any = compare eq i32 %size, 0
  %count = convert truncate i64 %read to i32
  %over = compare eq i32 %count, %size
  %same = compare eq i1 %end, %over
  %allowed = or i1 %any, %same
  assume %allowed
  branch %end, done, next
next:
  %more = compare ult i64 %read, 7
  assume %more
  %byte: i8 = input \"byte\"
  %place = offset %buffer, %read
  assert valid-deref accessible write %place, 1
  store i8 %byte to %place
  %after = add i64 %read, 1
  %letter = compare eq i8 %byte, 97
  branch %letter, first, other
first:
  %two = mul i32 %sum, 2
  %one = add i32 %two, 1
  jump loop(%after, %one)
other:
  %twice = mul i32 %sum, 2
  %newline = compare eq i8 %byte, 10
  branch %newline, loop(%after, %twice), third
third:
  %three = add i32 %twice, 3
  jump loop(%after, %three)
done:
  %code = compare ne i32 %sum, 93
  assert assertion holds %code
  exit
}
";

fn solver() -> Box<dyn Solver> {
    build(SolverConfiguration::default(), &Interrupt::new()).unwrap()
}

fn program() -> Program {
    let program = klew_ir::text::parse_program(READER, "reader.kir").unwrap();
    klew_ir::verify::verify_program(&program).unwrap();
    program
}

/// A run uses more and more memory, if not all of it always; time flies.
#[derive(Default)]
struct Short {
    looks: Cell<u32>,
    now: Cell<u32>,
    always: bool,
    /// The names of figures that it was told.
    told: RefCell<Vec<&'static str>>,
}

impl Monitor for Short {
    fn tick(&mut self, progress: &Progress) -> Control {
        *self.told.get_mut() = names(&progress.figures());
        Control::Continue
    }

    fn elapsed(&self) -> Option<Duration> {
        self.now.set(self.now.get() + 1);
        Some(Duration::from_millis(10) * self.now.get())
    }

    fn memory_in_use(&self) -> f64 {
        self.looks.set(self.looks.get() + 1);
        let grown = f64::from(self.looks.get().min(10)) / 10.0;
        if self.always { grown.max(0.6) } else { grown }
    }
}

fn names(figures: &Figures) -> Vec<&'static str> {
    figures.more.iter().map(|(name, _)| *name).filter(|name| *name != EXPLORED).collect()
}

/// What all runs came to, and how many there were.
fn explore(configuration: &Configuration, always: bool) -> (Account, BTreeSet<String>, u32) {
    let (program, mut account) = (program(), Account::default());
    let (mut found, mut runs, mut left) = (BTreeSet::new(), 0, None);
    loop {
        let mut forward = Forward::new(&program, configuration.clone(), solver()).unwrap();
        if let Some(left) = left {
            forward.begin_with(left);
        }
        let mut monitor = Short { always, ..Short::default() };
        let outcome = forward.run(&mut monitor);
        runs += 1;
        for finding in &outcome.findings {
            assert!(forward.replay_witness(finding).confirms(finding), "{finding:?}");
            // Each is told once.
            assert!(found.insert(format!("{:?} {:?}", finding.property, finding.position)));
        }
        // What a run that is ended hard would say has all figures.
        assert_eq!(names(&outcome.account().figures), monitor.told.into_inner());
        account.add(outcome.account());
        left = forward.take_remainder();
        if left.is_none() {
            return (account, found, runs);
        }
    }
}

fn check(search: SearchStrategy, pruning: PruningMode, short_inputs: bool) {
    let short_inputs = short_inputs.then_some(GlobalId(0));
    let configuration = Configuration { search, pruning, short_inputs, ..Configuration::default() };
    let (whole, found, runs) = explore(&configuration, true);
    assert_eq!((runs, found.len()), (1, 3), "{found:?}");
    let renewing = Configuration { renews: true, ..configuration };
    // An executor that never had memory leaves nothing to another one, which would have none either.
    assert_eq!(explore(&renewing, true).2, 1);
    let (renewed, also_found, runs) = explore(&renewing, false);
    assert!(runs > 1, "{runs} runs");
    assert_eq!((&found, &whole.limits), (&also_found, &renewed.limits), "{renewing:?}");
    assert_eq!(whole.approximations, renewed.approximations);
    // Before the finding is known, the end of its block counts.
    let mut covered = renewed.covered.clone().unwrap();
    covered.add(whole.covered.clone().unwrap());
    assert_eq!(Some(covered), renewed.covered);
    let figures = |account: &Account| {
        let figures = &account.figures;
        (figures.paths, figures.partial_paths, figures.covered, figures.forks)
    };
    if short_inputs.is_none() && pruning == PruningMode::Off {
        assert_eq!(figures(&whole), figures(&renewed), "{renewing:?}");
    }
}

#[test]
fn renewed_runs_come_to_the_same() {
    let mixed = SearchStrategy::Interleaved(vec![
        SearchStrategy::RandomPath,
        SearchStrategy::Coverage,
        SearchStrategy::Goals,
        SearchStrategy::Depth,
    ]);
    check(mixed.clone(), PruningMode::Off, false);
    check(mixed, PruningMode::Inclusion, true);
    check(SearchStrategy::Depth, PruningMode::Off, false);
    check(SearchStrategy::Breadth, PruningMode::Off, true);
}
