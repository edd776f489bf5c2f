//! Generated heap programs (`klew-oracle`): no check that fails in an exhaustive concrete execution is proved, and no check
//! that a run was seen to violate holds in all of them.
//!
//! `KLEW_HEAP_PROGRAMS=2000` runs that many of each kind, from seed `KLEW_HEAP_SEED` on; without, some.

mod common;

use std::collections::BTreeSet;
use std::time::Duration;

use common::{BOUNDS, PROPERTIES, ask, number};
use klew_ir::{CheckId, Program, PropertySet, checks, number_checks};
use klew_multipass::{ForwardRuns, Options, Schedule};
use klew_oracle::{Flavour, Settings, Target, enumerate, generate};

/// Checks of programs, and what became of them.
#[derive(Default, Debug)]
struct Sum {
    programs: usize,
    hold: usize,
    fail: usize,
    proved: usize,
    found: usize,
}

/// Adds what is said of a program; or says what is wrong.
fn judge(program: &Program, options: Options, sum: &mut Sum) -> Result<(), String> {
    let Ok(truth) = enumerate(program, &BOUNDS) else { return Ok(()) };
    let properties: PropertySet = PROPERTIES.into_iter().collect();
    let all = checks(program, |property| properties.contains(property));
    let said = ask(program, properties, options, Duration::from_millis(1_500));
    let fails = |id: CheckId| {
        let site = all.iter().find(|site| site.id == id)?;
        let target = Target { property: site.property, position: site.position };
        truth.violations.contains_key(&target).then_some(target)
    };
    let wrong: BTreeSet<Target> = said.holds.iter().filter_map(|id| fails(*id)).collect();
    if !wrong.is_empty() {
        return Err(format!("proved, and they fail: {wrong:?}"));
    }
    sum.programs += 1;
    sum.fail += all.iter().filter(|site| fails(site.id).is_some()).count();
    sum.hold += all.iter().filter(|site| fails(site.id).is_none()).count();
    sum.proved += said.holds.len();
    sum.found += said.fails.iter().filter(|id| fails(**id).is_some()).count();
    Ok(())
}

#[test]
fn what_is_proved_never_fails() {
    let (count, first) = (number("KLEW_HEAP_PROGRAMS", 3), number("KLEW_HEAP_SEED", 1));
    // The backward passes answer alone: forward execution has tests of its own.
    let backward = |schedule| Options { schedule, runs: ForwardRuns::None, ..Options::default() };
    let mut sum = Sum::default();
    for flavour in Flavour::ALL {
        for (pointer_inputs, loops) in [(false, false), (false, true), (true, false), (true, true)]
        {
            for seed in first..first + count {
                let settings = Settings { flavour, pointer_inputs, loops, ..Settings::default() };
                let mut generated = generate(&settings, seed);
                number_checks(&mut generated.program);
                let schedule = match seed % 3 {
                    0 => Schedule::Unification,
                    1 => Schedule::Period(1),
                    _ => Schedule::default(),
                };
                if let Err(why) = judge(&generated.program, backward(schedule), &mut sum) {
                    panic!("{settings:?}, seed {seed}: {why}\n{}", generated.text)
                }
            }
        }
    }
    println!("{sum:?}");
    assert!(sum.programs > 0 && sum.proved * 20 > sum.hold, "hardly anything is proved: {sum:?}");
}
