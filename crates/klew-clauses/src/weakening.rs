//! Meanings are weakened until they are inductive: what does not follow is dropped, as models show (Houdini; C. Flanagan, K. R. M. Leino,
//! *Houdini, an Annotation Assistant for ESC/Java*, 2001).
//!
//! **Invariant**: what others imply that are left is not asked about, and comes back when these are dropped.

use std::collections::BTreeMap;

use klew_term::{TermId, Terms};

use crate::certificate::{Asked, Certificate, Failure, Meanings};
use crate::implied::Implied;
use crate::system::{Application, Clause, Head, PredicateId};

/// So many parts of a meaning may be unknown; where there are more, the others are not asked about.
const MAXIMUM_UNKNOWN: usize = 3;

/// Meanings that are being weakened until they are inductive.
pub struct Weakening {
    /// What is left of them.
    left: Meanings,
    /// What of that no other part implies, as its form shows.
    kept: Meanings,
    implied: BTreeMap<PredicateId, Implied>,
    /// The clauses that have to be asked about: others hold, as far as is known.
    unasked: Vec<bool>,
}

impl Weakening {
    /// Of these.
    pub fn new(terms: &Terms, meanings: Meanings) -> Weakening {
        let by_form = meanings.iter().map(|(id, facts)| (*id, Implied::of(terms, facts)));
        let implied: BTreeMap<PredicateId, Implied> = by_form.collect();
        let kept = meanings.iter().map(|(id, facts)| (*id, implied[id].kept(facts))).collect();
        Weakening { left: meanings, kept, implied, unasked: Vec::new() }
    }

    /// What is left, without what the rest implies as its form shows.
    pub fn meanings(&self) -> &Meanings {
        &self.kept
    }

    /// Drops parts of what is left of a meaning.
    fn drop(&mut self, predicate: PredicateId, is_dropped: impl Fn(TermId) -> bool) {
        let Some(left) = self.left.get_mut(&predicate) else { return };
        left.retain(|part| !is_dropped(*part));
        let kept = self.implied.get(&predicate).map_or(left.clone(), |it| it.kept(left));
        self.kept.insert(predicate, kept);
    }

    /// What is left of a meaning, but needs no query.
    fn others(&self, predicate: PredicateId) -> Vec<TermId> {
        let kept = &self.kept[&predicate];
        self.left[&predicate].iter().filter(|part| !kept.contains(part)).copied().collect()
    }
}

impl Certificate<'_> {
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
            match self.drop_unfounded(terms, weakening, clauses[next])? {
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
        weakening: &mut Weakening,
        clause: &Clause,
    ) -> Result<Option<PredicateId>, Failure> {
        let Head::Predicate(Application { predicate, .. }) = clause.head else { return Ok(None) };
        let Some(kept) = weakening.kept.get(&predicate).filter(|kept| !kept.is_empty()) else {
            return Ok(None);
        };
        let others = weakening.others(predicate);
        match self.ask_of(terms, &weakening.kept, clause, (kept, &others)) {
            Ok(Asked::Follows) => return Ok(None),
            // No part is false where all together are: nothing is known.
            Ok(Asked::Fails(parts)) if parts.is_empty() => weakening.drop(predicate, |_| true),
            Ok(Asked::Fails(parts)) => {
                let all: Vec<TermId> = kept.iter().copied().chain(others).collect();
                let dropped: Vec<TermId> = parts.into_iter().map(|part| all[part]).collect();
                weakening.drop(predicate, |part| dropped.contains(&part));
            }
            Err(Failure::Stopped) => return Err(Failure::Stopped),
            Err(_) => {
                let dropped = self.not_following(terms, weakening, clause)?;
                if dropped.is_empty() {
                    return Ok(None);
                }
                weakening.drop(predicate, |part| dropped.contains(&part));
            }
        }
        Ok(Some(predicate))
    }

    /// What of a clause's head does not follow, as far as the solver knows, where it could not tell of all at once: each alone is easier.
    fn not_following(
        &mut self,
        terms: &mut Terms,
        weakening: &Weakening,
        clause: &Clause,
    ) -> Result<Vec<TermId>, Failure> {
        let Head::Predicate(head) = &clause.head else { return Ok(Vec::new()) };
        let kept = &weakening.kept[&head.predicate];
        let others = weakening.others(head.predicate);
        let implied = &weakening.implied[&head.predicate];
        let (mut following, mut dropped) = (Vec::new(), Vec::new());
        let mut unknown = 0;
        for part in kept.iter().copied().chain(others) {
            if implied.is_implied(part, |strong| following.contains(strong)) {
                continue;
            }
            if unknown > MAXIMUM_UNKNOWN {
                dropped.push(part);
                continue;
            }
            match self.ask_of(terms, &weakening.kept, clause, (&[part], &[])) {
                Ok(Asked::Follows) => following.push(part),
                Ok(Asked::Fails(_)) => dropped.push(part),
                Err(Failure::Stopped) => return Err(Failure::Stopped),
                Err(_) => {
                    unknown += 1;
                    dropped.push(part);
                }
            }
        }
        Ok(dropped)
    }
}
