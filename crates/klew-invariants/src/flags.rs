//! Which variables are flags: runs give them a few constants, and nothing else. What is so where a flag is set, or in a state of a machine, is
//! told apart best by it.
//!
//! Constant propagation with small sets (G. Kildall, *A Unified Approach to Global Program Optimization*, POPL 1973) over clauses.
//!
//! **Invariant**: a variable never is anything else than the constants that are known of it.

use std::collections::{BTreeMap, BTreeSet};

use klew_clauses::system::{Application, Clause, Head, PredicateId, System};
use klew_term::{BitVecValue, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::names::names_of;

/// The most constants of a flag.
const MAXIMUM: usize = 8;

/// What a variable may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Constants {
    /// One of these.
    These(BTreeSet<BitVecValue>),
    /// Anything.
    Any,
}

/// The variables of predicates, each with what it may be.
pub(crate) type Flags = BTreeMap<(PredicateId, SymbolId), Constants>;

/// What all variables are given by these clauses.
pub(crate) fn flags(system: &System, terms: &mut Terms, clauses: &[Clause]) -> Flags {
    let passed: Vec<Passed> =
        clauses.iter().map(|clause| passed(system, terms, &clause.body)).collect();
    let mut found = Flags::new();
    let mut is_new = true;
    while std::mem::take(&mut is_new) {
        for (clause, passed) in clauses.iter().zip(&passed) {
            let Head::Predicate(head) = &clause.head else { continue };
            let variables = system.predicate(head.predicate).variables.iter();
            for (variable, argument) in variables.zip(&head.arguments) {
                let given = given(terms, *argument, passed, &found);
                let place = (head.predicate, variable.symbol);
                let known = found.entry(place).or_insert(Constants::These(BTreeSet::new()));
                is_new |= known.add(given);
            }
        }
    }
    found
}

impl Constants {
    /// Whether that is more than before.
    fn add(&mut self, other: Constants) -> bool {
        let Constants::These(own) = self else { return false };
        if let Constants::These(others) = other {
            let before = own.len();
            own.extend(others);
            if own.len() <= MAXIMUM {
                return own.len() > before;
            }
        }
        *self = Constants::Any;
        true
    }

    /// Whether it is one of several constants.
    pub(crate) fn is_flag(&self) -> bool {
        matches!(self, Constants::These(constants) if constants.len() > 1)
    }

    /// Whether it is always the same.
    pub(crate) fn is_constant(&self) -> bool {
        matches!(self, Constants::These(constants) if constants.len() <= 1)
    }
}

/// Variables, by what stands for them in a clause.
type Passed = FxHashMap<SymbolId, (PredicateId, SymbolId)>;

fn passed(system: &System, terms: &mut Terms, body: &[Application]) -> Passed {
    let mut passed = Passed::default();
    for application in body {
        for (symbol, name) in names_of(system, terms, application, |_| true) {
            let variable = terms.as_symbol(name);
            passed.extend(variable.map(|variable| (symbol, (application.predicate, variable))));
        }
    }
    passed
}

/// What an argument may be: each of the sides of a choice.
fn given(terms: &Terms, argument: TermId, passed: &Passed, known: &Flags) -> Constants {
    if let Some(constant) = terms.as_bitvec(argument) {
        return Constants::These([constant].into());
    }
    if let Some(place) = terms.as_symbol(argument).and_then(|symbol| passed.get(&symbol)) {
        return known.get(place).cloned().unwrap_or(Constants::These(BTreeSet::new()));
    }
    if terms.kind(argument) != klew_term::Kind::Ite {
        return Constants::Any;
    }
    let sides = terms.arguments(argument)[1..].to_vec();
    let mut all = Constants::These(BTreeSet::new());
    for side in sides {
        all.add(given(terms, side, passed, known));
    }
    all
}

#[cfg(test)]
mod tests {
    use klew_clauses::{Contents, clauses, prepare};
    use klew_ir::{Property, parse_program};

    use super::*;
    use crate::candidates::conditions;

    const TEXT: &str = "function @main() {
entry:
  jump head(0, 0, 7, 0)
head(%i: i32, %seen: i32, %fixed: i32, %state: i32):
  %n: i32 = input \"n\"
  %more = compare ne i32 %n, 0
  branch %more, inner(0, %seen, %state), done
inner(%j: i32, %flag: i32, %now: i32):
  %b = compare slt i32 %j, 10
  branch %b, step, next
step:
  %j2 = add i32 %j, 1
  %is = compare eq i32 %n, %j
  branch %is, inner(%j2, 1, 5), inner(%j2, %flag, %now)
next:
  %i2 = add i32 %i, 1
  jump head(%i2, %flag, %fixed, %now)
done:
  %a = compare eq i32 %fixed, 7
  branch %a, asked, end
asked:
  %c = compare eq i32 %i, 9
  branch %c, end, last
last:
  %d = compare eq i32 %seen, 1
  branch %d, check, end
check:
  %e = compare eq i32 %state, 5
  assert assertion holds %e
  exit
end:
  exit
}
";

    #[test]
    fn states_are_told_apart_by_flags_first() {
        let program = prepare(&parse_program(TEXT, "a.kir").expect("is a program")).expect("small");
        let mut terms = Terms::new();
        let properties = [Property::Assertion].into_iter().collect();
        let made = clauses(&program, properties, (Contents::Fixed, 0), &mut terms, &|| false)
            .expect("is not stopped");
        let system = &made.system;
        let all: Vec<Clause> = system.relevant(&[0]).into_iter().cloned().collect();
        let found = flags(system, &mut terms, &all);
        let apart = conditions(system, &mut terms, &[0]);
        // The counter is asked for a constant as well, before the flags.
        for (id, asked) in &apart {
            let symbols: BTreeSet<SymbolId> =
                asked.iter().flat_map(|one| terms.symbols(*one).to_vec()).collect();
            let variables = &system.predicate(*id).variables;
            assert_eq!(symbols.len(), 2, "{variables:?}");
            assert!(symbols.iter().all(|it| found[&(*id, *it)].is_flag()), "{variables:?}");
            assert!(found.values().any(|of| *of == Constants::Any));
        }
        assert_eq!(apart.len(), 2, "{apart:?}");
    }
}
