//! The strongest equations and bounds that all reachable states of each predicate satisfy, by models of clauses.
//!
//! Each predicate begins without a state. A clause whose body the facts allow, and whose head they do not, has a model: its
//! head's values are let in, until there is none. Equations become fewer each time and bounds that
//! move often are given up, so this ends.
//!
//! **Invariant**: if it ends by itself, the facts satisfy all clauses, as far as the solver is right.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use klew_clauses::system::{Application, Clause, Head, PredicateId, System};
use klew_clauses::{Meanings, by_cases};
use klew_solver::{Backend, BackendAnswer};
use klew_term::{BitVecValue, Constant, Evaluator, Kind, Sort, SymbolId, TermId, Terms};
use num_traits::ToPrimitive;

use crate::candidates::conditions;
use crate::facts::{Form, Pairs, Partition};
use crate::indices::{Reach, index_conditions, index_domain, interests};
use crate::phases::phases;
use crate::places::places;
use crate::related::{Related, related};
use crate::rows::{Widening, signed};
use crate::scaled::scaled;
use crate::solvers::{MakeSolver, Solvers};

/// How much work is done.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Models; more where there are many predicates.
    pub models: usize,
    /// Whether differences and sums of two variables are looked at; of elements, whether any bounds are.
    pub pairs: bool,
    /// If so, whether only of those that the program compares.
    pub related: bool,
    /// Whether states are kept apart in which conditions of the program hold or not; where it is about elements, whether
    /// differences of other values are looked at as well.
    pub apart: bool,
    /// Whether states are kept apart by the phases of loops: nothing else is looked for, and nothing where there are none.
    pub phases: bool,
    /// What is looked at.
    pub about: About,
    /// For one query.
    pub query: Duration,
}

/// What facts tell of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Values of a run.
    Values,
    /// Sums in which a variable counts as often as a constant of the program says; there is nothing to find where there are none.
    Sums,
    /// The same, where the constant is one that the program multiplies with or counts by.
    Counts,
    /// How far elements that variables count are from the ends of objects; there may be nothing to find, either.
    Places,
    /// Elements at any index, apart by how the index lies to those that the program uses.
    Elements,
}

/// What is tried, one after the other: first what is cheap.
pub const LIMITS: [Limits; 7] = [
    Limits { pairs: false, query: Duration::from_millis(300), ..USUAL },
    Limits { models: 400, related: true, query: Duration::from_secs(1), ..USUAL },
    Limits { models: 400, related: true, phases: true, query: Duration::from_secs(1), ..USUAL },
    Limits { models: 400, related: true, apart: true, query: Duration::from_secs(1), ..USUAL },
    Limits { models: 600, ..USUAL },
    Limits { models: 600, apart: true, ..USUAL },
    Limits { pairs: false, phases: true, query: Duration::from_millis(300), ..USUAL },
];

/// Sums with factors, with what is known of values.
pub const SCALED: Limits =
    Limits { models: 400, about: About::Sums, query: Duration::from_secs(1), ..USUAL };

/// Sums whose factors the program multiplies with or counts by, with what is known.
pub const COUNTED: Limits = Limits { about: About::Counts, ..SCALED };

/// Places of elements in objects, with what is known of values.
pub const PLACES: Limits = Limits { about: About::Places, ..SCALED };

const USUAL: Limits = Limits {
    models: 150,
    pairs: true,
    related: false,
    apart: false,
    phases: false,
    about: About::Values,
    query: Duration::from_secs(2),
};

/// For so many predicates more there may be as many models more.
const PREDICATES: usize = 3;

/// So often facts are forgotten of which a solver cannot tell.
const MAXIMUM_UNTOLD: usize = 5;

/// So many bounds are forgotten one by one.
const MAXIMUM_UNTOLD_BOUNDS: usize = 6;

/// For facts of elements: first equations alone, then bounds as well, then with differences of values that are no elements.
pub const ELEMENTS: [Limits; 3] = [
    Limits { models: 300, pairs: false, query: Duration::from_secs(1), ..OF_ELEMENTS },
    Limits { models: 600, query: Duration::from_secs(1), ..OF_ELEMENTS },
    Limits { models: 600, apart: true, ..OF_ELEMENTS },
];

const OF_ELEMENTS: Limits = Limits { about: About::Elements, ..USUAL };

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// Of these.
    pub system: &'q System,
    /// Facts of all predicates that these goals rest on.
    pub goals: &'q [usize],
    /// What is known to be inductive: what is found rests on it, so it is part of that.
    pub known: &'q Meanings,
}

/// How far it was when it was stopped: asked the same again, it goes on there.
pub struct Progress {
    facts: BTreeMap<PredicateId, Partition>,
    /// Clauses that the facts may not satisfy.
    open: BTreeSet<usize>,
    models: usize,
}

/// The facts of all predicates that goals rest on; none if there is no end within the limits, or it was stopped. How far it came is in
/// `progress`, which was empty or of the same question.
pub fn strongest(
    question: Question<'_>,
    terms: &mut Terms,
    make: &MakeSolver<'_>,
    limits: Limits,
    (stop, progress): (&dyn Fn() -> bool, &mut Option<Progress>),
) -> Option<Meanings> {
    let Question { system, goals, known } = question;
    let relevant: Vec<Clause> = system.relevant(goals).into_iter().cloned().collect();
    let leads_on = |clause: &&Clause| matches!(clause.head, Head::Predicate(_));
    let clauses: Vec<Clause> = relevant.iter().filter(leads_on).cloned().collect();
    let widening = match limits.about {
        About::Elements => Widening { thresholds: Vec::from([-1, 0, 1]), patience: 1 },
        About::Values | About::Counts | About::Sums | About::Places => {
            Widening { thresholds: thresholds(terms, &clauses), patience: 2 }
        }
    };
    let mut current = match progress.take() {
        Some(progress) => progress,
        None => Progress {
            facts: beginnings(question, terms, (&relevant, &clauses), limits),
            open: (0..clauses.len()).collect(),
            models: 0,
        },
    };
    let facts = std::mem::take(&mut current.facts);
    let is_vain = limits.phases && !facts.values().any(Partition::is_apart);
    let is_about_sums = matches!(limits.about, About::Counts | About::Sums | About::Places);
    if is_vain || (is_about_sums && !facts.values().any(Partition::is_scaled)) {
        return None;
    }
    let most = limits.models * (1 + facts.len() / PREDICATES);
    let solvers = Solvers::new(make, limits.query);
    let mut abstraction =
        Abstraction { system, terms, solvers, facts, known, widening, untold: 0, untold_bounds: 0 };
    let closed = abstraction.close(&clauses, &mut current, (most, stop));
    let found = matches!(closed, Closed::All).then(|| abstraction.meanings());
    if !matches!(closed, Closed::GivenUp) {
        *progress = Some(Progress { facts: abstraction.facts, ..current });
    }
    found
}

/// What holds of no state.
fn beginnings(
    Question { system, goals, .. }: Question<'_>,
    terms: &mut Terms,
    (relevant, clauses): (&[Clause], &[Clause]),
    limits: Limits,
) -> BTreeMap<PredicateId, Partition> {
    let compared = match limits.related {
        true => related(system, terms, relevant),
        false => Related::new(),
    };
    let pairs = match (limits.pairs, limits.related) {
        (false, _) => Pairs::None,
        (true, true) => Pairs::Related(&compared),
        (true, false) => Pairs::All,
    };
    let mut facts: BTreeMap<PredicateId, Partition> = BTreeMap::new();
    let mut sums = match limits.about {
        About::Counts | About::Sums => {
            scaled(system, terms, (relevant, clauses), limits.about == About::Counts)
        }
        About::Places => places(system, terms, (relevant, clauses)),
        About::Values | About::Elements => BTreeMap::new(),
    };
    let conditions = match limits.about {
        About::Elements => {
            let interests = interests(system, terms, clauses, (goals, Reach::Own));
            index_conditions(system, terms, &interests)
        }
        About::Values if limits.phases => phases(system, terms, clauses),
        About::Values if limits.apart => conditions(system, terms, goals),
        About::Values | About::Counts | About::Sums | About::Places => BTreeMap::new(),
    };
    for clause in clauses {
        if let Head::Predicate(head) = &clause.head {
            let id = head.predicate;
            facts.entry(id).or_insert_with(|| {
                let conditions = conditions.get(&id).cloned().unwrap_or_default();
                let form = match limits.about {
                    About::Counts | About::Sums | About::Places => {
                        Form::of_sums(sums.remove(&id).unwrap_or_default())
                    }
                    About::Elements => {
                        Form::of_elements(system, terms, id, (limits.pairs, limits.apart))
                    }
                    About::Values => Form::of_values(system, terms, id, pairs),
                };
                let domain = match limits.about {
                    About::Elements => index_domain(system, terms, id),
                    About::Values | About::Counts | About::Sums | About::Places => terms.true_(),
                };
                Partition::new(&form, domain, conditions)
            });
        }
    }
    facts
}

/// How the search for states that are left out ended.
enum Closed {
    /// There are none.
    All,
    /// It was stopped.
    Stopped,
    /// The solver does not know, or there are too many.
    GivenUp,
}

/// What is asked about a clause.
struct Query<'q> {
    /// Its number.
    clause: usize,
    head: &'q Application,
    /// What it says itself, and the facts of its body.
    facts: Vec<TermId>,
}

struct Abstraction<'a> {
    system: &'a System,
    terms: &'a mut Terms,
    solvers: Solvers<'a>,
    facts: BTreeMap<PredicateId, Partition>,
    /// What is known besides.
    known: &'a Meanings,
    widening: Widening,
    /// How often a solver could not tell.
    untold: usize,
    /// Of how many bounds it could not.
    untold_bounds: usize,
}

impl Abstraction<'_> {
    fn meanings(&mut self) -> Meanings {
        let mut meanings = self.known.clone();
        for (id, facts) in &self.facts {
            meanings.entry(*id).or_default().extend(facts.terms(self.terms));
        }
        meanings
    }

    /// Lets in states until the facts satisfy all clauses.
    fn close(
        &mut self,
        clauses: &[Clause],
        Progress { open, models, .. }: &mut Progress,
        (most, stop): (usize, &dyn Fn() -> bool),
    ) -> Closed {
        while let Some(index) = open.first().copied() {
            let clause = &clauses[index];
            loop {
                match self.let_in(index, clause, stop) {
                    Some(false) => break,
                    None if stop() => return Closed::Stopped,
                    None => return Closed::GivenUp,
                    Some(true) => {}
                }
                let Head::Predicate(head) = &clause.head else { break };
                let uses = |clause: &Clause| {
                    clause.body.iter().any(|applied| applied.predicate == head.predicate)
                };
                open.extend((0..clauses.len()).filter(|other| uses(&clauses[*other])));
                *models += 1;
                if *models > most {
                    return Closed::GivenUp;
                }
                if stop() {
                    return Closed::Stopped;
                }
            }
            open.remove(&index);
        }
        Closed::All
    }

    /// Lets in a state that a clause leads to and the facts of its head do not allow; whether there is one. None if the
    /// solver cannot tell, or was stopped.
    fn let_in(&mut self, index: usize, clause: &Clause, stop: &dyn Fn() -> bool) -> Option<bool> {
        let Head::Predicate(head) = &clause.head else { return Some(false) };
        let mut query = Query { clause: index, head, facts: vec![clause.constraint] };
        for application in &clause.body {
            if let Some(known) = self.known.get(&application.predicate) {
                query.facts.extend(self.applied(application, known));
            }
            match self.facts.get(&application.predicate) {
                Some(facts) if !facts.is_reached() => return Some(false),
                Some(facts) => {
                    let facts = facts.terms(self.terms);
                    query.facts.extend(self.applied(application, &facts));
                }
                None => {}
            }
        }
        let known = self.facts.get(&head.predicate)?;
        let of_head = if known.is_reached() {
            let facts = known.terms(self.terms);
            let facts = self.applied(head, &facts);
            let all = self.terms.and_all(&facts);
            vec![self.terms.not(all)]
        } else {
            let domain = known.domain;
            self.applied(head, &[domain])
        };
        if query.is_false(self.terms, &of_head) {
            return Some(false);
        }
        let Some(values) = self.values(&query, &of_head) else {
            if stop() {
                return None;
            }
            if let Some(is_let_in) = self.one_by_one(&query, stop) {
                return is_let_in;
            }
            self.untold += 1;
            let known = self.facts.get_mut(&head.predicate)?;
            return (self.untold <= MAXIMUM_UNTOLD && known.forget(self.terms)).then_some(true);
        };
        let Some(values) = values else { return Some(false) };
        let widening = &self.widening;
        let facts = self.facts.get_mut(&head.predicate)?;
        facts.add(self.system, self.terms, head.predicate, &values, widening);
        Some(true)
    }

    /// As [`Abstraction::let_in`], where the solver cannot tell of all facts at once: of each by itself, and only those are forgotten of which it
    /// still cannot. None if these are too many, or no bounds; none inside if it was stopped.
    #[allow(clippy::option_option)] // Whether that is an answer, and what `let_in` says.
    fn one_by_one(&mut self, query: &Query<'_>, stop: &dyn Fn() -> bool) -> Option<Option<bool>> {
        let head = query.head;
        let known = self.facts.get(&head.predicate)?;
        if !known.is_reached() {
            return None;
        }
        let facts = known.terms(self.terms);
        let applied = self.applied(head, &facts);
        let mut is_forgotten = false;
        for (fact, applied) in facts.into_iter().zip(applied) {
            let fails = self.terms.not(applied);
            if self.terms.as_bool(fails) == Some(false) {
                continue;
            }
            let values = self.values(query, &[fails]);
            let known = self.facts.get_mut(&head.predicate)?;
            match values {
                Some(None) => {}
                Some(Some(values)) => {
                    let widening = &self.widening;
                    known.add(self.system, self.terms, head.predicate, &values, widening);
                    return Some(Some(true));
                }
                None if stop() => return Some(None),
                None => {
                    self.untold_bounds += 1;
                    let is_too_many = self.untold_bounds > MAXIMUM_UNTOLD_BOUNDS;
                    if is_too_many || !known.forget_bound(self.terms, fact) {
                        return None;
                    }
                    is_forgotten = true;
                }
            }
        }
        Some(Some(is_forgotten))
    }

    fn applied(&mut self, application: &Application, facts: &[TermId]) -> Vec<TermId> {
        let facts = self.terms.substitute_all(facts, &application.replacements(self.system));
        facts.into_iter().map(|fact| by_cases(self.terms, fact)).collect()
    }

    /// The values of the head's arguments in a model of the query and these; none inside if there is no model.
    #[allow(clippy::type_complexity)] // Whether the solver knows, whether there is one, the values.
    fn values(&mut self, query: &Query<'_>, more: &[TermId]) -> Option<Option<Vec<Constant>>> {
        let values = |solver: &mut dyn Backend| Ok(query.values(self.terms, solver, more));
        self.solvers.ask(query.clause, values).ok()?
    }
}

impl Query<'_> {
    /// Whether one of the facts is no more than false.
    fn is_false(&self, terms: &Terms, more: &[TermId]) -> bool {
        let mut all = self.facts.iter().chain(more);
        all.any(|fact| terms.as_bool(*fact) == Some(false))
    }

    #[allow(clippy::type_complexity)] // As above.
    fn values(
        &self,
        terms: &Terms,
        solver: &mut dyn Backend,
        more: &[TermId],
    ) -> Option<Option<Vec<Constant>>> {
        for fact in self.facts.iter().chain(more) {
            solver.assert(terms, *fact).ok()?;
        }
        match solver.check(terms, &[]) {
            BackendAnswer::Unsat => return Some(None),
            BackendAnswer::Unknown(_) => return None,
            BackendAnswer::Sat => {}
        }
        let mut symbols: BTreeSet<SymbolId> = BTreeSet::new();
        let facts = self.facts.iter().chain(more);
        for term in facts.chain(&self.head.arguments) {
            symbols.extend(terms.symbols(*term).iter());
        }
        let symbols: Vec<SymbolId> = symbols.into_iter().collect();
        let model = solver.model(terms, &symbols).ok()?;
        let mut evaluator = Evaluator::new(terms, &model);
        let values = self.head.arguments.iter().map(|argument| evaluator.evaluate(*argument).ok());
        Some(Some(values.collect::<Option<_>>()?))
    }
}

/// Numbers at which bounds that move may stay: constants of the clauses and those beside them, and the least and the greatest numbers of
/// the variables' widths, and of narrower numbers that they are made of: a sum of two that stays within them never wraps (`c++` where `x--`).
fn thresholds(terms: &Terms, clauses: &[Clause]) -> Vec<i128> {
    let mut roots: Vec<TermId> = Vec::new();
    let mut found: BTreeSet<i128> = BTreeSet::from([-1, 0, 1]);
    for clause in clauses {
        roots.push(clause.constraint);
        let Head::Predicate(head) = &clause.head else { continue };
        roots.extend(&head.arguments);
        for argument in &head.arguments {
            if let Sort::BitVec(width @ 2..=64) = terms.sort(*argument) {
                let half = 1_i128 << (width - 1);
                found.extend([-half, half - 1, 2 * half - 1]);
            }
        }
    }
    for term in terms.subterms(&roots) {
        let narrow = |terms: &Terms| terms.width(terms.arguments(term)[0]);
        match terms.kind(term) {
            Kind::BitVecConstant(_) => {}
            Kind::BvZeroExtend(_) if narrow(terms) < 64 => {
                found.insert((1_i128 << narrow(terms)) - 1);
                continue;
            }
            Kind::BvSignExtend(_) if narrow(terms) < 64 => {
                let half = 1_i128 << (narrow(terms) - 1);
                found.extend([-half, half - 1]);
                continue;
            }
            _ => continue,
        }
        if let Some(value) = terms.as_bitvec(term) {
            let both = [signed(&value), unsigned(&value)];
            for value in both.into_iter().flatten() {
                found.extend([value - 1, value, value + 1, -value, -value - 1, 1 - value]);
            }
        }
    }
    found.into_iter().collect()
}

fn unsigned(value: &BitVecValue) -> Option<i128> {
    value.to_biguint().to_i128()
}
