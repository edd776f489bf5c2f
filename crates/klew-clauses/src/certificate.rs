//! Whether meanings of predicates satisfy clauses: each clause is a query of its own.
//!
//! What an engine found, however it did, is a proof if this says so; so an error of its own can cost a proof and never
//! give a wrong one. Meanings that do not follow are weakened until they do ([`crate::Weakening`]).
//!
//! **Invariant**: a clause counts as satisfied only if a solver says that its negation is unsatisfiable.

use std::collections::BTreeMap;

use klew_solver::{Backend, BackendAnswer};
use klew_term::{Evaluator, SymbolId, TermId, Terms};

use crate::products::without_products;
use crate::shared_conditions::by_cases;
use crate::system::{Application, Clause, Head, PredicateId, System};

/// For predicates, what is true of their variables: all of these. A predicate that is not listed is always true.
pub type Meanings = BTreeMap<PredicateId, Vec<TermId>>;

/// Why nothing is known of a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// A solver could not tell.
    #[error("the solver could not tell: {0}")]
    Unknown(String),
    /// It was stopped.
    #[error("it was stopped")]
    Stopped,
}

/// Checks meanings of a system's predicates with a solver of its own.
pub struct Certificate<'s> {
    pub(crate) system: &'s System,
    pub(crate) solver: Box<dyn Backend + 's>,
    pub(crate) stop: &'s dyn Fn() -> bool,
    products: Products,
}

/// How products are asked about, where what is asked without them does not follow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Products {
    /// As they are.
    Exactly,
    /// They were too hard, for this goal or these facts.
    TooHard,
    /// Not at all.
    Never,
}

/// What became of a query.
pub(crate) enum Asked {
    Follows,
    /// It does not: with these parts of the head false.
    Fails(Vec<usize>),
}

impl<'s> Certificate<'s> {
    /// With a solver that was asked nothing yet.
    pub fn new(
        system: &'s System,
        solver: Box<dyn Backend + 's>,
        stop: &'s dyn Fn() -> bool,
    ) -> Certificate<'s> {
        Certificate { system, solver, stop, products: Products::Exactly }
    }

    /// Asks about products only without them: what follows then does, and what others do not is taken for what does not.
    pub fn without_products(mut self) -> Certificate<'s> {
        self.products = Products::Never;
        self
    }

    /// The goals of these that no run comes to, as the meanings satisfy all clauses that they rest on; none if a predicate's
    /// meaning does not follow.
    ///
    /// # Errors
    /// A solver could not tell whether a meaning follows, or it was stopped.
    pub fn proved(
        &mut self,
        terms: &mut Terms,
        meanings: &Meanings,
        goals: &[usize],
    ) -> Result<Vec<usize>, Failure> {
        let clauses = self.system.relevant(goals);
        for clause in &clauses {
            if matches!(clause.head, Head::Predicate(_))
                && !matches!(self.ask(terms, meanings, clause)?, Asked::Follows)
            {
                return Ok(Vec::new());
            }
        }
        let mut proved = Vec::new();
        for goal in goals {
            if self.rules_out(terms, meanings, *goal)? {
                proved.push(*goal);
            }
        }
        Ok(proved)
    }

    /// Whether no run comes to a goal, if the meanings follow: they do if none is given.
    ///
    /// # Errors
    /// It was stopped.
    pub fn rules_out(
        &mut self,
        terms: &mut Terms,
        meanings: &Meanings,
        goal: usize,
    ) -> Result<bool, Failure> {
        // What was too hard for one goal says nothing of the next.
        if self.products == Products::TooHard {
            self.products = Products::Exactly;
        }
        let system = self.system;
        let leads_there = |clause: &&Clause| clause.head == Head::Goal(goal);
        for clause in system.clauses.iter().filter(leads_there) {
            match self.ask(terms, meanings, clause) {
                Ok(Asked::Follows) => {}
                Ok(Asked::Fails(_)) | Err(Failure::Unknown(_)) => return Ok(false),
                Err(Failure::Stopped) => return Err(Failure::Stopped),
            }
        }
        Ok(true)
    }

    /// Whether a clause holds.
    fn ask(
        &mut self,
        terms: &mut Terms,
        meanings: &Meanings,
        clause: &Clause,
    ) -> Result<Asked, Failure> {
        let parts = match &clause.head {
            Head::Predicate(head) => meanings.get(&head.predicate).map_or(&[][..], Vec::as_slice),
            Head::Goal(_) => &[],
        };
        self.ask_of(terms, meanings, clause, (parts, &[]))
    }

    /// Whether a clause holds, if its head means no more than these parts; if it does not, which of them are false then, and which of others,
    /// that they imply: these have the numbers behind.
    pub(crate) fn ask_of(
        &mut self,
        terms: &mut Terms,
        meanings: &Meanings,
        clause: &Clause,
        (parts, others): (&[TermId], &[TermId]),
    ) -> Result<Asked, Failure> {
        if (self.stop)() {
            return Err(Failure::Stopped);
        }
        let mut facts = vec![clause.constraint];
        for application in &clause.body {
            facts.extend(applied(self.system, terms, meanings, application));
        }
        let (mut head, mut others) = match &clause.head {
            Head::Goal(_) => (Vec::new(), Vec::new()),
            Head::Predicate(head) => {
                let replacements = head.replacements(self.system);
                let both = [parts, others];
                let [parts, others] = both.map(|facts| terms.substitute_all(facts, &replacements));
                (parts.into_iter().map(|part| by_cases(terms, part)).collect(), others)
            }
        };
        if matches!(clause.head, Head::Predicate(_)) {
            let all = terms.and_all(&head);
            facts.push(terms.not(all));
        }
        if facts.iter().any(|fact| terms.as_bool(*fact) == Some(false)) {
            return Ok(Asked::Follows);
        }
        head.append(&mut others);
        self.solve(terms, &facts, &head)
    }

    /// Whether facts exclude each other: first without the products that they have, which is enough to know that they do.
    fn solve(
        &mut self,
        terms: &mut Terms,
        facts: &[TermId],
        head: &[TermId],
    ) -> Result<Asked, Failure> {
        let Some(cases) = without_products(terms, (facts, head)) else {
            return self.solve_as_it_is(terms, facts, head);
        };
        let mut answers =
            cases.iter().map(|case| self.solve_as_it_is(terms, &case.facts, &case.head));
        // What does not follow for any numbers in place of products may do so for products.
        match answers.find(|answer| !matches!(answer, Ok(Asked::Follows))) {
            None => Ok(Asked::Follows),
            Some(Ok(fails)) if self.products != Products::Exactly => Ok(fails),
            Some(fails) => {
                let exact = self.solve_as_it_is(terms, facts, head);
                if !matches!(exact, Err(Failure::Unknown(_))) {
                    return exact;
                }
                self.products = Products::TooHard;
                fails
            }
        }
    }

    fn solve_as_it_is(
        &mut self,
        terms: &Terms,
        facts: &[TermId],
        head: &[TermId],
    ) -> Result<Asked, Failure> {
        self.solver.push().map_err(unknown)?;
        let answer = self.solve_in_scope(terms, facts, head);
        match self.solver.pop(1) {
            Ok(()) => answer,
            Err(error) => self.solver.reset().map_err(unknown).and(Err(unknown(error))),
        }
    }

    fn solve_in_scope(
        &mut self,
        terms: &Terms,
        facts: &[TermId],
        head: &[TermId],
    ) -> Result<Asked, Failure> {
        for fact in facts {
            self.solver.assert(terms, *fact).map_err(unknown)?;
        }
        match self.solver.check(terms, &[]) {
            BackendAnswer::Unsat => Ok(Asked::Follows),
            BackendAnswer::Sat => {
                let mut symbols: Vec<SymbolId> = Vec::new();
                for part in head {
                    symbols.extend(terms.symbols(*part).iter());
                }
                let model = self.solver.model(terms, &symbols).map_err(unknown)?;
                let mut evaluator = Evaluator::new(terms, &model);
                let failing = head
                    .iter()
                    .enumerate()
                    .filter(|(_, part)| evaluator.evaluate_bool(**part).is_ok_and(|holds| !holds));
                Ok(Asked::Fails(failing.map(|(index, _)| index).collect()))
            }
            BackendAnswer::Unknown(why) => Err(Failure::Unknown(why.to_string())),
        }
    }
}

pub(crate) fn unknown(error: klew_solver::BackendError) -> Failure {
    Failure::Unknown(error.to_string())
}

/// What a predicate says of these arguments.
fn applied(
    system: &System,
    terms: &mut Terms,
    meanings: &Meanings,
    application: &Application,
) -> Vec<TermId> {
    let Some(parts) = meanings.get(&application.predicate) else { return Vec::new() };
    terms.substitute_all(parts, &application.replacements(system))
}
