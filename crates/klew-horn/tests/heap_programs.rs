//! Generated heap programs (`klew-oracle`): no check that fails in an exhaustive concrete execution is proved.
//!
//! `KLEW_HEAP_PROGRAMS=2000` runs that many of each kind, from seed `KLEW_HEAP_SEED` on; without, some.

mod common;

use std::collections::BTreeSet;

use common::{number, proved};
use klew_ir::{CheckId, Program, Property, PropertySet, checks, number_checks};
use klew_oracle::{Bounds, Flavour, Settings, Target, enumerate, generate};

const PROPERTIES: [Property; 5] = [
    Property::Assertion,
    Property::UncaughtException,
    Property::ErrorCall,
    Property::Dereference,
    Property::Free,
];

/// As wide as generated programs need.
const BOUNDS: Bounds = Bounds { byte_max: 1, int_max: 3, array_max: 2, max_runs: 3000 };

/// How many checks hold, are proved; or that one is proved and fails.
fn ask(program: &Program) -> Option<Result<(usize, usize), String>> {
    let truth = enumerate(program, &BOUNDS).ok()?;
    let properties: PropertySet = PROPERTIES.into_iter().collect();
    let all = checks(program, |property| properties.contains(property));
    let proved = proved(program, properties, &[]);
    let fails = |id: CheckId| {
        let site = all.iter().find(|site| site.id == id)?;
        let target = Target { property: site.property, position: site.position };
        truth.violations.contains_key(&target).then_some(target)
    };
    let wrong: BTreeSet<Target> = proved.iter().filter_map(|id| fails(*id)).collect();
    if !wrong.is_empty() {
        return Some(Err(format!("proved, and they fail: {wrong:?}")));
    }
    let hold = all.iter().filter(|site| fails(site.id).is_none()).count();
    Some(Ok((hold, proved.len())))
}

#[test]
fn what_is_proved_never_fails() {
    let (count, first) = (number("KLEW_HEAP_PROGRAMS", 3), number("KLEW_HEAP_SEED", 1));
    let (mut programs, mut hold, mut proved) = (0, 0, 0);
    for flavour in Flavour::ALL {
        for (pointer_inputs, loops) in [(true, false), (false, false), (true, true), (false, true)]
        {
            for seed in first..first + count {
                let settings = Settings { flavour, pointer_inputs, loops, ..Settings::default() };
                let mut generated = generate(&settings, seed);
                number_checks(&mut generated.program);
                match ask(&generated.program) {
                    None => {}
                    Some(Ok(found)) => {
                        programs += 1;
                        hold += found.0;
                        proved += found.1;
                    }
                    Some(Err(why)) => {
                        panic!("{settings:?}, seed {seed}: {why}\n{}", generated.text)
                    }
                }
            }
        }
    }
    println!("{programs} programs, {hold} checks hold on narrow inputs, {proved} proved");
    assert!(programs > 0 && proved * 20 > hold, "hardly anything is proved: {proved} of {hold}");
}
