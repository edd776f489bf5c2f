//! Some states that runs come to, by running clauses on numbers: no solver is asked.
//!
//! Inputs are small numbers, constants of the program, and any; runs go on in turns, so those of few steps and those of many are among them.
//!
//! **Invariant**: the clauses let a run come to each of the states. The same clauses give the same states.

use std::collections::{BTreeMap, BTreeSet};

use klew_clauses::conjuncts;
use klew_clauses::system::{Application, Clause, Head, PredicateId};
use klew_term::{
    Assignment, BitVecValue, Constant, Evaluator, Kind, Sort, SymbolId, TermId, Terms,
};
use rustc_hash::FxHashSet;

/// The most states of a predicate, runs that are begun, terms that are evaluated, and rounds in which calls come back.
const MOST_STATES: usize = 500;
const MOST_RUNS: usize = 30;
const MOST_EVALUATED: usize = 2_000_000;
const MOST_ROUNDS: usize = 30;

/// So many inputs are tried where a clause has any.
const INPUTS: usize = 3;

/// The values of a predicate's variables.
pub(crate) type State = Vec<Constant>;

/// States of each predicate, as long as nobody wants to stop.
pub(crate) fn states(
    terms: &Terms,
    clauses: &[Clause],
    stop: &dyn Fn() -> bool,
) -> BTreeMap<PredicateId, Vec<State>> {
    let constants = constants(terms, clauses);
    let mut runs = Runs {
        terms,
        clauses,
        constants,
        random: 1,
        evaluated: 0,
        found: BTreeMap::new(),
        seen: FxHashSet::default(),
        open: Vec::new(),
    };
    runs.begin();
    for _ in 0..MOST_ROUNDS {
        runs.go_on(stop);
        if stop() || !runs.come_back() {
            break;
        }
    }
    runs.found
}

/// Numbers that the clauses mention.
fn constants(terms: &Terms, clauses: &[Clause]) -> Vec<u64> {
    let roots: Vec<TermId> = clauses.iter().map(|clause| clause.constraint).collect();
    let numbers = terms.subterms(&roots).into_iter().filter_map(|term| terms.as_u64(term));
    let numbers: BTreeSet<u64> = numbers.collect();
    numbers.into_iter().collect()
}

struct Runs<'r> {
    terms: &'r Terms,
    clauses: &'r [Clause],
    constants: Vec<u64>,
    random: u64,
    evaluated: usize,
    found: BTreeMap<PredicateId, Vec<State>>,
    seen: FxHashSet<(PredicateId, State)>,
    /// States whose clauses were not tried.
    open: Vec<(PredicateId, State)>,
}

impl Runs<'_> {
    fn begin(&mut self) {
        let clauses = self.clauses;
        for clause in clauses.iter().filter(|clause| clause.body.is_empty()) {
            for _ in 0..MOST_RUNS {
                self.try_clause(clause, None);
            }
        }
    }

    fn go_on(&mut self, stop: &dyn Fn() -> bool) {
        let clauses = self.clauses;
        while !self.open.is_empty() {
            // At random, so that runs of many steps are among them as well as many runs.
            let chosen = self.number(self.open.len() as u64);
            let (predicate, state) = self.open.swap_remove(usize::try_from(chosen).unwrap_or(0));
            let begins = |clause: &&Clause| {
                clause.body.first().is_some_and(|first| first.predicate == predicate)
            };
            for clause in clauses.iter().filter(begins) {
                self.try_clause(clause, Some(&state));
            }
            if self.evaluated > MOST_EVALUATED || stop() {
                return;
            }
        }
    }

    /// Tries again what waits for calls that came back since; whether there is something new.
    fn come_back(&mut self) -> bool {
        let clauses = self.clauses;
        for clause in clauses.iter().filter(|clause| clause.body.len() > 1) {
            let first = clause.body[0].predicate;
            for state in self.found.get(&first).cloned().unwrap_or_default() {
                self.try_clause(clause, Some(&state));
            }
        }
        !self.open.is_empty() && self.evaluated <= MOST_EVALUATED
    }

    /// Where a clause leads from a state of its first predicate.
    fn try_clause(&mut self, clause: &Clause, state: Option<&State>) {
        let Head::Predicate(head) = &clause.head else { return };
        for _ in 0..INPUTS {
            if self.evaluated > MOST_EVALUATED {
                return;
            }
            let Some((values, is_chosen)) = self.led_to(clause, head, state) else {
                continue;
            };
            let found = self.found.entry(head.predicate).or_default();
            if found.len() < MOST_STATES && self.seen.insert((head.predicate, values.clone())) {
                found.push(values.clone());
                self.open.push((head.predicate, values));
            }
            if !is_chosen {
                break;
            }
        }
    }

    /// The values that a clause hands on, for some inputs, and whether there were any.
    fn led_to(
        &mut self,
        clause: &Clause,
        head: &Application,
        state: Option<&State>,
    ) -> Option<(State, bool)> {
        let mut values = Assignment::new();
        for (number, application) in clause.body.iter().enumerate() {
            let given = match (number, state) {
                (0, Some(state)) => state.clone(),
                _ => self.matching(application, &values)?,
            };
            self.bind(application, &given, &mut values)?;
        }
        let is_chosen = self.choose_inputs(clause, head, &mut values);
        let mut evaluator = Evaluator::new(self.terms, &values);
        let holds = evaluator.evaluate_bool(clause.constraint) == Ok(true);
        let arguments = head.arguments.iter().filter(|_| holds);
        let state = arguments.map(|argument| evaluator.evaluate(*argument).ok());
        let state = state.collect::<Option<State>>();
        self.evaluated += 1 + evaluator.evaluated();
        Some((state.filter(|_| holds)?, is_chosen))
    }

    /// Gives what a predicate is applied to the values of a state; none if it has others.
    fn bind(&self, applied: &Application, state: &State, values: &mut Assignment) -> Option<()> {
        for (argument, value) in applied.arguments.iter().zip(state) {
            match self.terms.as_symbol(*argument) {
                Some(symbol) if values.get(symbol).is_none() => values.set(symbol, value.clone()),
                _ => {
                    let known = Evaluator::new(self.terms, values).evaluate(*argument).ok()?;
                    (known == *value).then_some(())?;
                }
            }
        }
        Some(())
    }

    /// A state of a predicate that has the values which are known of what it is applied to.
    fn matching(&mut self, applied: &Application, values: &Assignment) -> Option<State> {
        let states = self.found.get(&applied.predicate)?;
        let mut evaluator = Evaluator::new(self.terms, values);
        let known: Vec<Option<Constant>> = (applied.arguments.iter())
            .map(|argument| {
                let symbols = self.terms.symbols(*argument);
                let is_known = symbols.iter().all(|symbol| values.get(*symbol).is_some());
                is_known.then(|| evaluator.evaluate(*argument).ok()).flatten()
            })
            .collect();
        let fits = |state: &&State| {
            let mut both = known.iter().zip(*state);
            both.all(|(known, value)| known.as_ref().is_none_or(|known| known == value))
        };
        let fitting: Vec<State> = states.iter().filter(fits).cloned().collect();
        let chosen = self.number(fitting.len().max(1) as u64);
        fitting.into_iter().nth(usize::try_from(chosen).ok()?)
    }

    /// Gives all other symbols of a clause values; whether there are any.
    fn choose_inputs(
        &mut self,
        clause: &Clause,
        head: &Application,
        values: &mut Assignment,
    ) -> bool {
        let terms = self.terms;
        for equation in conjuncts(terms, &[clause.constraint]) {
            self.define(equation, values);
        }
        let mut is_chosen = false;
        let roots = std::iter::once(&clause.constraint).chain(&head.arguments);
        let symbols: BTreeSet<SymbolId> =
            roots.flat_map(|root| terms.symbols(*root).to_vec()).collect();
        for symbol in symbols {
            if values.get(symbol).is_none() {
                values.set(symbol, self.input(terms.symbol_sort(symbol)));
                is_chosen = true;
            }
        }
        is_chosen
    }

    /// Gives a symbol the value that an equation says it has.
    fn define(&self, equation: TermId, values: &mut Assignment) {
        let terms = self.terms;
        let (Kind::Eq, &[one, other]) = (terms.kind(equation), terms.arguments(equation)) else {
            return;
        };
        for (symbol, term) in [(one, other), (other, one)] {
            let symbol = terms.as_symbol(symbol).filter(|symbol| values.get(*symbol).is_none());
            let symbols = terms.symbols(term);
            let is_known = symbols.iter().all(|symbol| values.get(*symbol).is_some());
            let Some(symbol) = symbol.filter(|_| is_known) else { continue };
            if let Ok(value) = Evaluator::new(terms, values).evaluate(term) {
                values.set(symbol, value);
                return;
            }
        }
    }

    fn input(&mut self, sort: Sort) -> Constant {
        match sort {
            Sort::Bool => Constant::Bool(self.number(2) == 1),
            Sort::BitVec(width) => {
                let number = match self.number(8) {
                    0..=2 => self.number(5),
                    3 | 4 => self.number(30),
                    5 if !self.constants.is_empty() => {
                        let chosen = self.number(self.constants.len() as u64);
                        self.constants[usize::try_from(chosen).unwrap_or(0)]
                    }
                    _ => self.number(u64::MAX),
                };
                Constant::BitVec(BitVecValue::new(width, number))
            }
            other => Constant::zero(other),
        }
    }

    /// A number below another one (S. Vigna's splitmix64).
    fn number(&mut self, below: u64) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % below
    }
}
