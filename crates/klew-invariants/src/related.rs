//! Which two variables of a predicate the program has to do with each other: those that a comparison is about, there or on the ways from and to
//! there. Bounds of all differences are many, and most of them say nothing of what is asked.
//!
//! E. Rodríguez-Carbonell, D. Kapur and others choose templates so; packs of variables as in the octagons of Astrée (A. Miné, *The octagon
//! abstract domain*, 2006).
//!
//! **Invariant**: a pair is one of symbols that the predicate has as variables.

use std::collections::{BTreeMap, BTreeSet};

use klew_clauses::system::{Application, Clause, Head, PredicateId, Role, System};
use klew_term::{SymbolId, TermId, Terms};

use crate::candidates::atoms;

/// The most variables that one comparison relates.
const MAXIMUM_COMPARED: usize = 4;

/// How often pairs of one predicate are handed to those before and behind it.
const ROUNDS: usize = 3;

/// For each predicate the pairs, in the order of their symbols.
pub(crate) type Related = BTreeMap<PredicateId, BTreeSet<(SymbolId, SymbolId)>>;

/// The pairs of all predicates that clauses have.
pub(crate) fn related(system: &System, terms: &mut Terms, clauses: &[Clause]) -> Related {
    let mut found = Related::new();
    for clause in clauses {
        let compared: Vec<Vec<SymbolId>> = (atoms(terms, &[clause.constraint]).into_iter())
            .map(|atom| terms.symbols(atom).to_vec())
            .collect();
        for application in applications(clause) {
            let own = own_symbols(system, terms, application);
            for symbols in &compared {
                let touched = own.iter().filter(|(_, of)| of.iter().any(|it| symbols.contains(it)));
                let touched: Vec<SymbolId> = touched.map(|(variable, _)| *variable).collect();
                if touched.len() <= MAXIMUM_COMPARED {
                    add_all(&touched, found.entry(application.predicate).or_default());
                }
            }
        }
    }
    for _ in 0..ROUNDS {
        for clause in clauses {
            let (Head::Predicate(head), Some(first)) = (&clause.head, clause.body.first()) else {
                continue;
            };
            hand_over(system, terms, (first, head), &mut found);
            hand_over(system, terms, (head, first), &mut found);
        }
    }
    found
}

fn applications(clause: &Clause) -> impl Iterator<Item = &Application> {
    let head = match &clause.head {
        Head::Predicate(head) => Some(head),
        Head::Goal(_) => None,
    };
    clause.body.iter().chain(head)
}

/// The variables of a predicate that are values, with the symbols of what it is applied to.
fn own_symbols(
    system: &System,
    terms: &Terms,
    application: &Application,
) -> Vec<(SymbolId, Vec<SymbolId>)> {
    let variables = system.predicate(application.predicate).variables.iter();
    (variables.zip(&application.arguments))
        .filter(|(variable, _)| variable.role == Role::Value)
        .map(|(variable, argument)| (variable.symbol, terms.symbols(*argument).to_vec()))
        .collect()
}

fn add_all(variables: &[SymbolId], found: &mut BTreeSet<(SymbolId, SymbolId)>) {
    for (number, one) in variables.iter().enumerate() {
        for other in &variables[number + 1..] {
            found.insert((*one.min(other), *one.max(other)));
        }
    }
}

/// Pairs at one end of a clause are so at its other, if both variables stay.
fn hand_over(
    system: &System,
    terms: &Terms,
    (from, to): (&Application, &Application),
    found: &mut Related,
) {
    let Some(pairs) = found.get(&from.predicate).cloned() else { return };
    let behind: BTreeMap<TermId, SymbolId> = {
        let variables = system.predicate(to.predicate).variables.iter();
        let both = variables.zip(&to.arguments).filter(|(variable, argument)| {
            variable.role == Role::Value && !terms.symbols(**argument).is_empty()
        });
        both.map(|(variable, argument)| (*argument, variable.symbol)).collect()
    };
    let variables = system.predicate(from.predicate).variables.iter();
    let same: BTreeMap<SymbolId, SymbolId> = (variables.zip(&from.arguments))
        .filter_map(|(variable, argument)| Some((variable.symbol, *behind.get(argument)?)))
        .collect();
    let own = found.entry(to.predicate).or_default();
    for (one, other) in pairs {
        if let (Some(one), Some(other)) = (same.get(&one), same.get(&other))
            && one != other
        {
            own.insert((*one.min(other), *one.max(other)));
        }
    }
}

#[cfg(test)]
mod tests {
    use klew_clauses::{Contents, clauses, prepare};
    use klew_ir::{Property, parse_program};

    use super::*;

    #[test]
    fn what_is_compared_is_related_in_loops_within_and_what_is_not_is_not() {
        let text = "function @main() {
entry:
  %n: i32 = input \"n\"
  %x: i32 = input \"x\"
  jump head(0, %x)
head(%i: i32, %k: i32):
  %a = compare slt i32 %i, %n
  branch %a, inner(0), done
inner(%j: i32):
  %b = compare slt i32 %j, 10
  branch %b, more, next
more:
  %j2 = add i32 %j, 1
  jump inner(%j2)
next:
  %i2 = add i32 %i, 1
  %k2 = add i32 %k, 3
  jump head(%i2, %k2)
done:
  %c = compare slt i32 %k, 100
  assert assertion holds %c
  exit
}
";
        let program = prepare(&parse_program(text, "a.kir").expect("is a program")).expect("small");
        let mut terms = Terms::new();
        let properties = [Property::Assertion].into_iter().collect();
        let made = clauses(&program, properties, (Contents::Fixed, 0), &mut terms, &|| false)
            .expect("is not stopped");
        let system = &made.system;
        let all: Vec<Clause> = system.relevant(&[0]).into_iter().cloned().collect();
        let found = related(system, &mut terms, &all);
        let mut loops = 0;
        for (id, pairs) in &found {
            // In the order of the program's text.
            let variables = &system.predicate(*id).variables;
            let [n, i, ..] = &variables[..] else { continue };
            loops += 1;
            assert_eq!(pairs.iter().collect::<Vec<_>>(), [&(n.symbol, i.symbol)], "{variables:?}");
        }
        assert_eq!(loops, 2, "{found:?}");
    }
}
