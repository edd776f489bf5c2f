//! Short inputs beside others: what they find, and that nothing else changes.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use klew_engine::{Account, Exchange, Frontier, Others, StopReason};
use klew_forward::Progress;
use klew_forward::{
    Configuration, Control, Forward, Limits, Monitor, Outcome, PruningMode, SearchStrategy,
};
use klew_ir::{GlobalId, Program, PropertySet};
use klew_solver::{Interrupt, SolverConfiguration, build};

/// Reads bytes up to the end of the input, of which there are so many as the global says, if it is not 0. Depth first follows the
/// longest input there is. An input has at most `LAST` bytes, and one of `WRONG` bytes with three letters is an error.
const READER: &str = "
global &size size 4 align 4 = zero
function @main() {
entry:
  jump loop(0, 0)
loop(%read: i32, %matched: i32):
  %size = load i32 &size
  %end: i1 = input \"end\"
  %any = compare eq i32 %size, 0
  %over = compare eq i32 %read, %size
  %same = compare eq i1 %end, %over
  %allowed = or i1 %any, %same
  assume %allowed
  branch %end, done, next
next:
  %more = compare ult i32 %read, LAST
  assume %more
  %byte: i8 = input \"byte\"
  %letter = add i8 97, 0
  %is = compare eq i8 %byte, %letter
  %after = add i32 %read, 1
  branch %is, match, other
match:
  %one = add i32 %matched, 1
  jump loop(%after, %one)
other:
  %newline = compare eq i8 %byte, 10
  branch %newline, loop(%after, %matched), again
again:
  jump loop(%after, %matched)
done:
  %three = compare eq i32 %matched, 3
  %few = compare eq i32 %read, WRONG
  %both = and i1 %three, %few
  %right = compare eq i1 %both, 0
  assert assertion holds %right
  exit
}
";

/// A clock that goes on when it is looked at, so that a run takes as long everywhere.
#[derive(Default)]
struct Steady(Cell<u32>);

impl Monitor for Steady {
    fn tick(&mut self, _: &Progress) -> Control {
        Control::Continue
    }

    fn elapsed(&self) -> Option<Duration> {
        self.0.set(self.0.get() + 1);
        Some(Duration::from_millis(1) * self.0.get())
    }
}

fn program(last: u32, wrong: u32) -> Program {
    let text = READER.replace("LAST", &last.to_string()).replace("WRONG", &wrong.to_string());
    let program: Program = klew_ir::text::parse_program(&text, "reader.kir").unwrap();
    klew_ir::verify::verify_program(&program).unwrap();
    program
}

fn configuration(short: bool) -> Configuration {
    Configuration {
        properties: PropertySet::all(),
        search: SearchStrategy::Depth,
        limits: Limits { max_instructions: Some(300_000), ..Limits::default() },
        stop_at_first_finding: true,
        short_inputs: short.then_some(GlobalId(0)),
        ..Configuration::default()
    }
}

fn explore(last: u32, wrong: u32, short: bool) -> Outcome {
    let (program, configuration) = (program(last, wrong), configuration(short));
    let solver = build(SolverConfiguration::default(), &Interrupt::new()).unwrap();
    Forward::new(&program, configuration, solver).unwrap().run(&mut Steady::default())
}

#[test]
fn a_short_input_is_found_beside_an_endless_one() {
    let without = explore(1_000_000, 3, false);
    assert_eq!((without.findings.len(), without.statistics.paths), (0, 0));
    let with = explore(1_000_000, 3, true);
    assert_eq!(with.findings.len(), 1, "{:?}", with.limits);
    // The decisions of its path are none of the program as it is; its inputs are.
    assert!(with.findings[0].decisions.is_empty());
}

#[test]
fn states_of_one_size_close_each_other() {
    let (program, configuration) = (program(1_000_000, 14), configuration(true));
    let run = |pruning| {
        let configuration = Configuration { pruning, ..configuration.clone() };
        let solver = build(SolverConfiguration::default(), &Interrupt::new()).unwrap();
        let mut forward = Forward::new(&program, configuration, solver).unwrap();
        let outcome = forward.run(&mut Steady::default());
        (outcome.findings.len(), outcome.statistics.paths + outcome.statistics.partial_paths)
    };
    // Three ways for each byte, but few states after each: how many were read, and how many are letters.
    let (followed, closed) = (run(PruningMode::Off), run(PruningMode::Inclusion));
    assert!(closed.0 == 1 && 4 * closed.1 < followed.1, "{followed:?} {closed:?}");
}

/// Writes down what is left, and stops after so many looks at the clock.
#[derive(Debug, Default)]
struct Stopped {
    looks: Cell<u32>,
    left: RefCell<Option<Frontier>>,
}

struct Stopping(Rc<Stopped>);

impl Exchange for Stopped {
    fn wants_last_frontier(&self) -> bool {
        true
    }

    fn frontier(&self, frontier: Frontier, _: Account) {
        self.left.replace(Some(frontier));
    }

    fn others(&self) -> Others {
        unreachable!("the engine asks, not the run")
    }
}

impl Monitor for Stopping {
    fn tick(&mut self, _: &Progress) -> Control {
        match self.0.looks.get() > 1_300 {
            true => Control::Stop(StopReason::Time),
            false => Control::Continue,
        }
    }

    fn elapsed(&self) -> Option<Duration> {
        self.0.looks.set(self.0.looks.get() + 1);
        Some(Duration::from_millis(1) * self.0.looks.get())
    }

    fn exchange(&self) -> Option<Rc<dyn Exchange>> {
        Some(Rc::clone(&self.0) as Rc<dyn Exchange>)
    }
}

/// Sizes that were begun go on where they were stopped, and none is begun twice.
#[test]
fn sizes_go_on_in_pieces() {
    for (last, wrong) in [(1_000_000, 3), (7, 100)] {
        let program = program(last, wrong);
        let mut left = Some(Frontier::root());
        let (mut parts, mut findings, mut begun, mut short) = (0, 0, 0, 0);
        while let Some(begin) = left.take().filter(|left| !left.pieces.is_empty()) {
            parts += 1;
            assert!(parts < 40, "{last}: {begin:?}");
            let solver = build(SolverConfiguration::default(), &Interrupt::new()).unwrap();
            let mut forward = Forward::new(&program, configuration(true), solver).unwrap();
            forward.begin(begin);
            let stopped = Rc::new(Stopped::default());
            findings += forward.run(&mut Stopping(Rc::clone(&stopped))).findings.len();
            left = stopped.left.take();
            let frontier = left.as_ref().unwrap();
            assert!(frontier.short_begun >= begun, "{begun}, {}", frontier.short_begun);
            begun = frontier.short_begun;
            short += frontier.pieces.iter().filter(|piece| piece.short_input > 0).count();
            if findings > 0 {
                break;
            }
        }
        assert!(parts > 1 && begun >= 3, "{last}: {parts} parts, up to {begun} bytes");
        assert_eq!(findings, usize::from(wrong == 3), "{last}");
        assert!(short > 0, "no size was under way where a part was stopped");
    }
}

#[test]
fn what_short_inputs_leave_out_keeps_nothing_open() {
    let without = explore(7, 100, false);
    let with = explore(7, 100, true);
    assert_eq!((without.findings.len(), without.limits.len()), (0, 0));
    assert!(with.findings.is_empty() && with.limits.is_empty(), "{:?}", with.limits);
    assert!(with.statistics.paths > without.statistics.paths, "no short input was looked at");
}
