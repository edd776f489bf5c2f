//! What a proof needs of meanings that prove more: the facts that the goals rest on, and what these rest on in turn, by unsatisfiable cores.
//!
//! As in A. Gurfinkel, A. Ivrii, *Pushing to the Top* (FMCAD 2015), a fact is supported by the facts of a core; here no core is made
//! smaller, so what is found is not the least.
//!
//! **Invariant**: what is found is for a reader, and a proof only if [`Certificate::proved`] says so.

use klew_solver::BackendAnswer;
use klew_term::{TermId, Terms};

use crate::certificate::{Certificate, Failure, Meanings, unknown};
use crate::products::has_products;
use crate::system::{Clause, Head, PredicateId};

/// A fact of a predicate's meaning.
type Fact = (PredicateId, TermId);

impl Certificate<'_> {
    /// The facts of meanings on which it rests that no run comes to these goals.
    ///
    /// # Errors
    /// A solver could not tell, what was asked does not follow, or it was stopped.
    pub fn needed(
        &mut self,
        terms: &mut Terms,
        meanings: &Meanings,
        goals: &[usize],
    ) -> Result<Meanings, Failure> {
        let clauses = self.system.relevant(goals);
        let mut open: Vec<Fact> = Vec::new();
        for clause in clauses.iter().filter(|clause| matches!(clause.head, Head::Goal(_))) {
            open.extend(self.core(terms, meanings, (clause, None))?);
        }
        let mut needed = Meanings::new();
        while let Some((predicate, fact)) = open.pop() {
            let place = needed.entry(predicate).or_default();
            if place.contains(&fact) {
                continue;
            }
            place.push(fact);
            for clause in &clauses {
                let leads_there =
                    matches!(&clause.head, Head::Predicate(head) if head.predicate == predicate);
                if leads_there {
                    open.extend(self.core(terms, meanings, (clause, Some(fact)))?);
                }
            }
        }
        Ok(needed)
    }

    /// The facts of a clause's body from which it follows that its head's fact holds, or that it comes to no goal.
    fn core(
        &mut self,
        terms: &mut Terms,
        meanings: &Meanings,
        (clause, fact): (&Clause, Option<TermId>),
    ) -> Result<Vec<Fact>, Failure> {
        if (self.stop)() {
            return Err(Failure::Stopped);
        }
        let mut asserted = vec![clause.constraint];
        if let (Head::Predicate(head), Some(fact)) = (&clause.head, fact) {
            let fact = terms.substitute(fact, &head.replacements(self.system));
            asserted.push(terms.not(fact));
        }
        let mut assumed: Vec<(TermId, Fact)> = Vec::new();
        for application in &clause.body {
            let facts = meanings.get(&application.predicate).map_or(&[][..], Vec::as_slice);
            let here = terms.substitute_all(facts, &application.replacements(self.system));
            let facts = facts.iter().map(|fact| (application.predicate, *fact));
            assumed.extend(here.into_iter().zip(facts));
        }
        let all: Vec<TermId> =
            assumed.iter().map(|(here, _)| *here).chain(asserted.iter().copied()).collect();
        if has_products(terms, &all) {
            return Err(Failure::Unknown("products are asked about without them".to_owned()));
        }
        self.solver.push().map_err(unknown)?;
        let core = self.core_in_scope(terms, &asserted, &assumed);
        match self.solver.pop(1) {
            Ok(()) => core,
            Err(error) => self.solver.reset().map_err(unknown).and(Err(unknown(error))),
        }
    }

    fn core_in_scope(
        &mut self,
        terms: &Terms,
        asserted: &[TermId],
        assumed: &[(TermId, Fact)],
    ) -> Result<Vec<Fact>, Failure> {
        for fact in asserted {
            self.solver.assert(terms, *fact).map_err(unknown)?;
        }
        let assumptions: Vec<TermId> = assumed.iter().map(|(here, _)| *here).collect();
        match self.solver.check(terms, &assumptions) {
            BackendAnswer::Unsat => {}
            BackendAnswer::Sat => return Err(Failure::Unknown("it does not follow".to_owned())),
            BackendAnswer::Unknown(why) => return Err(Failure::Unknown(why.to_string())),
        }
        let mut core = Vec::new();
        for needed in self.solver.unsat_core() {
            core.extend(assumed.iter().find(|(here, _)| *here == needed).map(|(_, fact)| *fact));
        }
        Ok(core)
    }
}
