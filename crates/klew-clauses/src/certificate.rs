//! Whether meanings of predicates satisfy clauses: each clause is a query of its own.
//!
//! What an engine found, however it did, is a proof if this says so; so an error of its own can cost a proof and never
//! give a wrong one. Houdini (C. Flanagan, K. R. M. Leino, *Houdini, an Annotation Assistant for ESC/Java*, 2001): what
//! does not follow is dropped from a meaning, until the rest is inductive.
//!
//! **Invariant**: a clause counts as satisfied only if a solver says that its negation is unsatisfiable.

use std::collections::BTreeMap;

use klew_solver::{Backend, BackendAnswer};
use klew_term::{Evaluator, SymbolId, TermId, Terms};

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

/// Meanings that are being weakened until they are inductive.
pub struct Weakening {
    /// What is left of them.
    pub meanings: Meanings,
    /// The clauses that have to be asked about: others hold, as far as is known.
    unasked: Vec<bool>,
}

impl From<Meanings> for Weakening {
    fn from(meanings: Meanings) -> Weakening {
        Weakening { meanings, unasked: Vec::new() }
    }
}

/// Checks meanings of a system's predicates with a solver of its own.
pub struct Certificate<'s> {
    pub(crate) system: &'s System,
    pub(crate) solver: Box<dyn Backend + 's>,
    pub(crate) stop: &'s dyn Fn() -> bool,
}

/// So many parts of a meaning may be unknown; where there are more, the others are not asked about.
const MAXIMUM_UNKNOWN: usize = 3;

/// What became of a query.
enum Asked {
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
        Certificate { system, solver, stop }
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

    /// Drops what does not follow until the meanings are inductive; goals are not looked at. Stopped, it goes on where it was if it is
    /// called with that again, and with the same goals.
    ///
    /// # Errors
    /// It was stopped. What a solver could not tell of is dropped.
    pub fn weaken(
        &mut self,
        terms: &mut Terms,
        weakening: &mut Weakening,
        goals: &[usize],
    ) -> Result<(), Failure> {
        let clauses = self.system.relevant(goals);
        weakening.unasked.resize(clauses.len(), true);
        let mut last = 0;
        // In turns, so that all clauses behind one see at once what it dropped.
        while let Some(next) =
            (last..clauses.len()).chain(0..last).find(|it| weakening.unasked[*it])
        {
            last = next;
            match self.drop_unfounded(terms, &mut weakening.meanings, clauses[next])? {
                None => weakening.unasked[next] = false,
                Some(weaker) => {
                    for (clause, unasked) in clauses.iter().zip(&mut weakening.unasked) {
                        *unasked |= clause.body.iter().any(|it| it.predicate == weaker);
                    }
                }
            }
        }
        Ok(())
    }

    /// Drops parts of the meaning of a clause's head that do not follow, as one model shows, or as is not known: the predicate
    /// whose meaning that is, if there were any.
    fn drop_unfounded(
        &mut self,
        terms: &mut Terms,
        meanings: &mut Meanings,
        clause: &Clause,
    ) -> Result<Option<PredicateId>, Failure> {
        let Head::Predicate(head) = &clause.head else { return Ok(None) };
        if meanings.get(&head.predicate).is_none_or(Vec::is_empty) {
            return Ok(None);
        }
        let dropped = match self.ask(terms, meanings, clause) {
            Ok(Asked::Follows) => return Ok(None),
            Ok(Asked::Fails(parts)) => Some(parts).filter(|parts| !parts.is_empty()),
            Err(Failure::Stopped) => return Err(Failure::Stopped),
            Err(_) => match self.not_following(terms, meanings, clause)? {
                parts if parts.is_empty() => return Ok(None),
                parts => Some(parts),
            },
        };
        if let Some(parts) = meanings.get_mut(&head.predicate) {
            let mut index = 0;
            parts.retain(|_| {
                index += 1;
                dropped.as_ref().is_some_and(|dropped| !dropped.contains(&(index - 1)))
            });
        }
        Ok(Some(head.predicate))
    }

    /// What of a clause's head does not follow, as far as the solver knows, where it could not tell of all at once: each alone is easier.
    fn not_following(
        &mut self,
        terms: &mut Terms,
        meanings: &Meanings,
        clause: &Clause,
    ) -> Result<Vec<usize>, Failure> {
        let Head::Predicate(head) = &clause.head else { return Ok(Vec::new()) };
        let Some(parts) = meanings.get(&head.predicate) else { return Ok(Vec::new()) };
        let mut dropped = Vec::new();
        let mut unknown = 0;
        for (index, part) in parts.iter().enumerate() {
            if unknown > MAXIMUM_UNKNOWN {
                dropped.push(index);
                continue;
            }
            let said = self.ask_of(terms, meanings, clause, std::slice::from_ref(part));
            match said {
                Ok(Asked::Follows) => {}
                Ok(Asked::Fails(_)) => dropped.push(index),
                Err(Failure::Stopped) => return Err(Failure::Stopped),
                Err(_) => {
                    unknown += 1;
                    dropped.push(index);
                }
            }
        }
        Ok(dropped)
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
        self.ask_of(terms, meanings, clause, parts)
    }

    /// Whether a clause holds, if its head means no more than these.
    fn ask_of(
        &mut self,
        terms: &mut Terms,
        meanings: &Meanings,
        clause: &Clause,
        parts: &[TermId],
    ) -> Result<Asked, Failure> {
        if (self.stop)() {
            return Err(Failure::Stopped);
        }
        let mut facts = vec![clause.constraint];
        for application in &clause.body {
            facts.extend(applied(self.system, terms, meanings, application));
        }
        let head = match &clause.head {
            Head::Goal(_) => Vec::new(),
            Head::Predicate(head) => {
                let head = terms.substitute_all(parts, &head.replacements(self.system));
                head.into_iter().map(|part| by_cases(terms, part)).collect()
            }
        };
        if matches!(clause.head, Head::Predicate(_)) {
            let all = terms.and_all(&head);
            facts.push(terms.not(all));
        }
        if facts.iter().any(|fact| terms.as_bool(*fact) == Some(false)) {
            return Ok(Asked::Follows);
        }
        self.solve(terms, &facts, &head)
    }

    fn solve(
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
