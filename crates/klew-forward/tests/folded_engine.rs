//! The engine of folded lists, whenever it is stopped: what it says holds, and what fails stays open.

use std::cell::Cell;

use klew_engine::{Ledger, Standing, StopReason, Task, Unvalidated, Watch, work};
use klew_forward::Folded;
use klew_ir::{CheckId, Property, PropertySet, checks, number_checks, parse_program};
use klew_solver::{Interrupt, SolverConfiguration, build};

/// A stack of any height: what is in it is 3, which the first check demands and the second one denies.
const STACK: &str = "
function @main() -> i32 {
entry:
  jump push(null)
push(%top: ptr):
  %more: i8 = input \"more\"
  %goes = compare ult i8 %more, 100
  branch %goes, another, walk(%top)
another:
  %node = allocate heap 16
  store i32 3 to %node
  %link = offset %node, 8
  store ptr %top to %link
  jump push(%node)
walk(%at: ptr):
  %over = compare eq ptr %at, null
  branch %over, end, look
look:
  %number = load i32 %at
  %right = compare eq i32 %number, 3
  assert assertion holds %right
  %wrong = compare ne i32 %number, 3
  assert assertion holds %wrong
  %field = offset %at, 8
  %next = load ptr %field
  jump walk(%next)
end:
  return 0
}
";

/// Stops when it was asked so often.
struct Patience(Cell<u32>);

impl Watch for Patience {
    fn stop(&self) -> Option<StopReason> {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        (left == 0).then_some(StopReason::Time)
    }
}

/// How the two checks stand, and whether all is settled.
fn ask(patience: u32) -> (Vec<bool>, bool) {
    let mut program = parse_program(STACK, "test.kir").unwrap();
    number_checks(&mut program);
    let properties: PropertySet = [Property::Assertion].into_iter().collect();
    let sites = checks(&program, |property| properties.contains(property));
    let ids: Vec<CheckId> = sites.iter().map(|site| site.id).collect();
    let mut ledger = Ledger::new(sites);
    let mut engine = Folded::new(Box::new(|| {
        Ok(build(SolverConfiguration::default(), &Interrupt::new()).unwrap())
    }));
    let (task, watch) = (Task::new(&program, properties), Patience(Cell::new(patience)));
    work(&mut engine, &task, &mut ledger, &watch, &mut Unvalidated);
    let holds = |id: &CheckId| matches!(ledger.standing(*id), Standing::Holds { .. });
    (ids.iter().map(holds).collect(), ledger.is_settled())
}

#[test]
fn what_is_suspected_stays_open() {
    assert_eq!(ask(u32::MAX), (vec![true, false], false));
}

#[test]
fn stopped_at_any_time_it_proves_nothing_that_fails() {
    for patience in 0..60 {
        let (holds, settled) = ask(patience);
        assert!(!holds[1] && !settled, "stopped after {patience} looks");
    }
    assert_eq!(ask(0).0, [false, false]);
}
