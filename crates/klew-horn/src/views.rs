//! Whether bit-vectors are better taken as signed or as unsigned numbers: as most operations on them do.

use klew_clauses::system::{Head, System};
use klew_term::{Kind, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// How a bit-vector is read as an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// In two's complement.
    Signed,
    /// In plain binary.
    Unsigned,
}

/// The view of each symbol; symbols that are not there are signed.
#[derive(Clone, Debug, Default)]
pub struct Views {
    unsigned: FxHashSet<SymbolId>,
}

impl Views {
    /// Counts, for the variables of a system and the other symbols of its clauses, what is done with them. What flows into
    /// a variable votes as the variable does.
    pub fn new(system: &System, terms: &Terms) -> Views {
        let mut votes: FxHashMap<SymbolId, i64> = FxHashMap::default();
        let mut flows: Vec<(SymbolId, Vec<SymbolId>)> = Vec::new();
        for clause in &system.clauses {
            let mut roots = vec![clause.constraint];
            if let Head::Predicate(head) = &clause.head {
                let variables = &system.predicate(head.predicate).variables;
                for (variable, argument) in variables.iter().zip(&head.arguments) {
                    flows.push((variable.symbol, sources(terms, *argument)));
                    roots.push(*argument);
                }
            }
            for application in &clause.body {
                let variables = &system.predicate(application.predicate).variables;
                for (variable, argument) in variables.iter().zip(&application.arguments) {
                    flows.push((variable.symbol, sources(terms, *argument)));
                }
            }
            for term in terms.subterms(&roots) {
                vote(terms, term, &mut votes);
            }
        }
        // Opinions go along assignments, both ways, a few times.
        for _ in 0..4 {
            let before = votes.clone();
            for (variable, sources) in &flows {
                let opinion = before.get(variable).copied().unwrap_or(0).signum();
                for source in sources.iter().filter(|source| *source != variable) {
                    let theirs = before.get(source).copied().unwrap_or(0).signum();
                    *votes.entry(*source).or_default() += opinion;
                    *votes.entry(*variable).or_default() += theirs;
                }
            }
        }
        let unsigned = votes.into_iter().filter(|(_, votes)| *votes < 0).map(|(symbol, _)| symbol);
        Views { unsigned: unsigned.collect() }
    }

    /// That of a symbol.
    pub fn of(&self, symbol: SymbolId) -> View {
        if self.unsigned.contains(&symbol) { View::Unsigned } else { View::Signed }
    }
}

/// The symbols that a term is made of by operations that leave numbers what they are.
fn sources(terms: &Terms, term: TermId) -> Vec<SymbolId> {
    let mut found = Vec::new();
    let mut work = vec![term];
    let mut seen = FxHashSet::default();
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.kind(term) {
            Kind::Symbol(symbol) => found.push(symbol),
            Kind::BvAdd | Kind::BvNeg | Kind::BvMul | Kind::BvSub => {
                work.extend(terms.arguments(term));
            }
            Kind::Ite => work.extend(&terms.arguments(term)[1..]),
            _ => {}
        }
    }
    found
}

fn vote(terms: &Terms, term: TermId, votes: &mut FxHashMap<SymbolId, i64>) {
    let vote = match terms.kind(term) {
        Kind::BvSlt
        | Kind::BvSle
        | Kind::BvSdiv
        | Kind::BvSrem
        | Kind::BvAshr
        | Kind::BvSignExtend(_)
        | Kind::BvSaddOverflow
        | Kind::BvSsubOverflow
        | Kind::BvSmulOverflow => 1,
        Kind::BvUlt
        | Kind::BvUle
        | Kind::BvUdiv
        | Kind::BvUrem
        | Kind::BvLshr
        | Kind::BvZeroExtend(_)
        | Kind::BvUaddOverflow
        | Kind::BvUsubOverflow
        | Kind::BvUmulOverflow => -1,
        _ => return,
    };
    for argument in terms.arguments(term) {
        for symbol in sources(terms, *argument) {
            *votes.entry(symbol).or_default() += vote;
        }
    }
}
