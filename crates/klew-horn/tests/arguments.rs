//! Arguments that are checked again prove what they proved; changed ones, and those of other programs, prove nothing that fails, as
//! exhaustive execution says.
//!
//! `KLEW_LOOPS=1000` takes so many generated programs, from seed `KLEW_LOOPS_SEED` on; without, some.

mod common;
mod generated;

use common::{argued, number, promote, rechecked};
use generated::Generated;
use klew_engine::Argument;
use klew_ir::{Program, Property, PropertySet, checks, parse_program};
use klew_oracle::Random;

/// Mutants of each program, and changes of the argument for each.
const MUTANTS: usize = 4;
const CHANGES: usize = 3;

fn program(generated: &Generated, promoted: bool) -> Program {
    let mut program = parse_program(&generated.text(), "loops.kir").expect("is a program");
    if promoted {
        promote(&mut program);
    }
    program
}

/// Changes what an argument says, in one place.
fn change(argument: &mut Argument, random: &mut Random) {
    let other = random.below(8);
    let count = argument.facts.len();
    let at = random.below(count.max(1));
    let Some(fact) = argument.facts.get_mut(at) else {
        argument.goals = (0..8).collect();
        return;
    };
    match other {
        0 => fact.formula = "false".to_owned(),
        1 => fact.formula = format!("(not {})", fact.formula),
        2 => fact.formula = fact.formula.replace("bvslt", "bvsle").replace("bvult", "bvule"),
        3 => fact.formula = fact.formula.replacen("#b0", "#b1", 1).replacen("#x0", "#x1", 1),
        4 => fact.formula = fact.formula.replace("bvneg", "bvnot").replace("bvadd", "bvsub"),
        5 => drop(argument.facts.remove(at)),
        6 => fact.predicate = random.below(5) as u32,
        _ => argument.goals = (0..8).collect(),
    }
}

/// How many of the checks that hold were proved; none that fails is.
fn sound(
    generated: &Generated,
    program: &Program,
    properties: PropertySet,
    arguments: &[Argument],
) -> usize {
    let fails = generated.truth().fails;
    let proved = rechecked(program, properties, arguments);
    for site in checks(program, |property| properties.contains(property)) {
        let is_failing = fails.contains(&(site.position.line as usize));
        let said = proved.contains(&site.id);
        assert!(!(is_failing && said), "line {}\n{}", site.position.line, generated.text());
    }
    proved.len()
}

#[test]
fn nothing_but_what_holds_is_proved_again() {
    let (count, first) = (number("KLEW_LOOPS", 25), number("KLEW_LOOPS_SEED", 1));
    let properties = [Property::Assertion, Property::Dereference].into_iter().collect();
    let (mut with_facts, mut asked, mut proved_of_mutants, mut refused) = (0, 0, 0, 0);
    for seed in first..first + count {
        let original = Generated::new(seed);
        let promoted = seed % 2 == 0;
        let program_of = |generated: &Generated| program(generated, promoted);
        let (proved, arguments) = argued(&program_of(&original), properties);
        let again = rechecked(&program_of(&original), properties, &arguments);
        assert_eq!(again, proved, "seed {seed}");
        let is_interesting = arguments.iter().any(|argument| !argument.facts.is_empty());
        with_facts += usize::from(is_interesting);
        let mut random = Random::new(seed);
        for mutant in 0..=MUTANTS {
            let mut generated = Generated::new(seed);
            if mutant > 0 {
                generated.mutate(&mut random);
            }
            let program = program_of(&generated);
            proved_of_mutants += sound(&generated, &program, properties, &arguments);
            for _ in 0..CHANGES {
                let mut changed = arguments.clone();
                changed.iter_mut().for_each(|argument| change(argument, &mut random));
                let proved_again = sound(&generated, &program, properties, &changed);
                refused += usize::from(proved_again < proved.len());
                asked += 1;
            }
        }
    }
    println!(
        "{with_facts} of {count} with facts; {asked} changed: {refused} prove less; {proved_of_mutants} checks of mutants"
    );
    assert!(with_facts * 5 > count as usize && refused * 5 > asked && proved_of_mutants > 0);
}
