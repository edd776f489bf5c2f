//! What is done for one program: in which order facts of which kinds are looked for, and what is known so far.
//!
//! There are sets of clauses: of memory, one keeps values at fixed places, the others elements at an index that may be any as well, or
//! what fields of all objects hold ([`Contents`]). These are larger, so they are made and asked where the first, quickly, did not prove all.
//!
//! **Invariant**: a goal that one of them rules out is open in neither.

use std::collections::BTreeSet;
use std::time::Duration;

use klew_clauses::system::{Goal, PredicateId, Role, Variable};
use klew_clauses::{Contents, Meanings, ProgramClauses, Weakening, clauses, prepare};
use klew_engine::{Limit, StopReason, Task};
use klew_invariants::{Asking, Direction, Ended, Progress};
use klew_ir::contract::{Replaced, UnderContract};
use klew_ir::{CheckId, Program, PropertySet};
use klew_term::{SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::integers::Wrapping;

/// Of which numbers products are looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Of {
    /// Where the program multiplies.
    Multiplied,
    /// Of any two.
    Any,
}

/// What is done next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step {
    /// Perhaps no loop and no call decides.
    Alone,
    /// Facts of fixed forms, by these [`klew_invariants::LIMITS`].
    Strongest(usize),
    /// Conditions of the program together with what is known, within the same limits.
    Candidates(usize),
    /// Bounds of sums in which variables have factors, with what is known of values.
    Scaled,
    /// Sums whose factors the program multiplies with or counts by, with what is known.
    Counted,
    /// How far elements are from the ends of objects, with what is known of values.
    Places,
    /// How numbers lie to each other, with what is known.
    Orders,
    /// Equations between products of numbers, with what is known; those of any two, or where the program multiplies.
    Products(Of),
    /// Facts of elements at any index, with what is known of values, by these [`klew_invariants::ELEMENTS`].
    Elements(usize),
    /// Facts of values, with what is known of elements, by these [`klew_invariants::LIMITS`].
    Values(usize),
    /// What the program asks of elements, by how their index lies. With all that is known.
    Asked(Asking),
    /// That texts, or arrays, end within their objects with a zero, or hold what is looked for. With all that is known.
    Texts(Ended),
    /// How two elements lie to each other in arrays that are ordered so, with what is known of values.
    Pairs(Direction),
    /// That elements at mirrored places are equal, with what is known of values.
    Mirrored,
    /// Guesses of a solver.
    Guess(Wrapping, Duration),
}

const FIXED: Contents = Contents::Fixed;
const ANY: Contents = Contents::AnyIndex;
const TWO: Contents = Contents::AnyTwo;
const FIELDS: Contents = Contents::Fields;
const SHORT: Duration = Duration::from_secs(1);
const LONG: Duration = Duration::from_secs(6);

/// How long the search for the strongest facts may work: what it did is kept, and it goes on when its turn comes again. So what takes long
/// and is of no use here does not keep the others waiting.
const AT_ONCE: Duration = Duration::from_secs(1);
const AT_FIRST: Duration = Duration::from_millis(1500);
const NEXT: Duration = Duration::from_secs(4);
const ALL: Duration = Duration::MAX;

/// All steps, in their order, and how long each may work. What was answered is not asked again.
pub(crate) const PLAN: [(Contents, Step, Duration); 84] = [
    (FIXED, Step::Alone, ALL),
    (FIXED, Step::Strongest(0), ALL),
    (FIXED, Step::Products(Of::Multiplied), ALL),
    (FIXED, Step::Candidates(0), ALL),
    (FIXED, Step::Places, AT_ONCE),
    (FIXED, Step::Strongest(6), AT_ONCE),
    (FIELDS, Step::Strongest(0), AT_FIRST),
    (FIELDS, Step::Candidates(0), ALL),
    (ANY, Step::Elements(0), AT_ONCE),
    (ANY, Step::Texts(Ended::Texts), ALL),
    (ANY, Step::Texts(Ended::TextsAndRests), ALL),
    (FIXED, Step::Orders, ALL),
    (TWO, Step::Pairs(Direction::Up), ALL),
    (TWO, Step::Pairs(Direction::Down), ALL),
    (TWO, Step::Mirrored, ALL),
    (ANY, Step::Asked(Asking::Plainly), ALL),
    (FIXED, Step::Strongest(1), AT_FIRST),
    (FIXED, Step::Candidates(1), ALL),
    (FIXED, Step::Strongest(2), AT_FIRST),
    (FIXED, Step::Strongest(3), AT_FIRST),
    (FIXED, Step::Products(Of::Any), ALL),
    (ANY, Step::Asked(Asking::OfAll), ALL),
    (FIXED, Step::Guess(Wrapping::Forgotten, SHORT), ALL),
    (ANY, Step::Texts(Ended::Arrays), ALL),
    (ANY, Step::Texts(Ended::Marked), ALL),
    (ANY, Step::Asked(Asking::Plainly), ALL),
    (ANY, Step::Asked(Asking::OfAll), ALL),
    (ANY, Step::Values(0), AT_ONCE),
    (ANY, Step::Asked(Asking::OfAll), ALL),
    (ANY, Step::Asked(Asking::InPairs), ALL),
    (ANY, Step::Elements(1), AT_ONCE),
    (ANY, Step::Asked(Asking::Plainly), ALL),
    (TWO, Step::Pairs(Direction::Up), ALL),
    (FIXED, Step::Strongest(1), NEXT),
    (FIXED, Step::Candidates(1), ALL),
    (ANY, Step::Elements(0), NEXT),
    (ANY, Step::Values(1), NEXT),
    (FIXED, Step::Strongest(2), NEXT),
    (FIXED, Step::Strongest(3), NEXT),
    (FIXED, Step::Candidates(2), ALL),
    (FIELDS, Step::Strongest(2), NEXT),
    (FIELDS, Step::Candidates(2), ALL),
    (ANY, Step::Texts(Ended::TextsAndRests), ALL),
    (ANY, Step::Asked(Asking::Plainly), ALL),
    (ANY, Step::Asked(Asking::ByFlags), ALL),
    (ANY, Step::Asked(Asking::InPairs), ALL),
    (ANY, Step::Asked(Asking::OfAll), ALL),
    (TWO, Step::Pairs(Direction::Up), ALL),
    (TWO, Step::Pairs(Direction::Down), ALL),
    (ANY, Step::Values(0), AT_ONCE),
    (ANY, Step::Elements(0), ALL),
    (FIXED, Step::Strongest(1), ALL),
    (FIXED, Step::Places, NEXT),
    (FIXED, Step::Counted, NEXT),
    (ANY, Step::Counted, NEXT),
    (FIXED, Step::Scaled, NEXT),
    (FIXED, Step::Strongest(4), ALL),
    (FIXED, Step::Candidates(4), ALL),
    (FIXED, Step::Strongest(2), ALL),
    (ANY, Step::Elements(1), ALL),
    (ANY, Step::Asked(Asking::Plainly), ALL),
    (ANY, Step::Values(4), ALL),
    (ANY, Step::Values(2), ALL),
    (ANY, Step::Asked(Asking::ByFlags), ALL),
    (FIXED, Step::Strongest(5), ALL),
    (FIXED, Step::Candidates(5), ALL),
    (ANY, Step::Guess(Wrapping::Forgotten, SHORT), ALL),
    (ANY, Step::Elements(2), ALL),
    (FIXED, Step::Guess(Wrapping::Exact, SHORT), ALL),
    (FIXED, Step::Counted, ALL),
    (ANY, Step::Counted, ALL),
    (FIXED, Step::Scaled, ALL),
    (FIXED, Step::Guess(Wrapping::Goal, SHORT), ALL),
    (ANY, Step::Candidates(0), ALL),
    (ANY, Step::Guess(Wrapping::Goal, SHORT), ALL),
    (FIELDS, Step::Guess(Wrapping::Forgotten, SHORT), ALL),
    (FIELDS, Step::Guess(Wrapping::Goal, LONG), ALL),
    (FIXED, Step::Guess(Wrapping::Exact, LONG), ALL),
    (FIXED, Step::Guess(Wrapping::Goal, LONG), ALL),
    (ANY, Step::Guess(Wrapping::Forgotten, LONG), ALL),
    (FIXED, Step::Guess(Wrapping::Forgotten, LONG), ALL),
    (ANY, Step::Guess(Wrapping::Exact, LONG), ALL),
    (FIXED, Step::Guess(Wrapping::Exact, Duration::from_secs(30)), ALL),
    (ANY, Step::Guess(Wrapping::Forgotten, Duration::from_secs(30)), ALL),
];

/// A step and all that its answer depends on.
#[derive(PartialEq)]
pub(crate) struct Asked {
    pub(crate) step: Step,
    pub(crate) part: usize,
    goals: Vec<usize>,
    /// What is known besides.
    pub(crate) known: Meanings,
}

/// One set of clauses.
pub(crate) struct Part {
    pub(crate) contents: Contents,
    pub(crate) made: ProgramClauses,
    /// Goals that may be reached.
    pub(crate) open: Vec<usize>,
    /// What is known to be inductive.
    pub(crate) known: Meanings,
    /// What rules out which goals, and was not told yet.
    pub(crate) proofs: Vec<(Vec<usize>, Meanings)>,
}

impl Part {
    /// Takes facts that are inductive in place of those that were; with them, where of some predicate nothing is said any more, as the solver
    /// could not tell.
    pub(crate) fn learn(&mut self, facts: Meanings) {
        let before = std::mem::replace(&mut self.known, facts);
        let says = |meanings: &Meanings, id| meanings.get(id).is_some_and(|all| !all.is_empty());
        if before.keys().all(|id| !says(&before, id) || says(&self.known, id)) {
            return;
        }
        for (id, facts) in before {
            let own = self.known.entry(id).or_default();
            own.extend(facts);
            own.sort_unstable();
            own.dedup();
        }
    }
}

/// Gives a program with contracts, where they apply.
pub type Contracts = fn(&Program) -> Option<UnderContract>;

/// What was done for one program.
pub(crate) struct Work {
    program: Program,
    /// What contracts stand for.
    replaced: Replaced,
    properties: PropertySet,
    /// Arrays of at most so many elements are kept whole.
    whole: u64,
    pub(crate) terms: Terms,
    parts: Vec<Part>,
    /// How many steps of [`PLAN`] are done.
    pub(crate) done: usize,
    /// How long the next one worked in turns that ended before it did.
    pub(crate) spent: Duration,
    /// Checks that were said to hold.
    pub(crate) said: BTreeSet<CheckId>,
    /// How far steps are that were stopped.
    progress: Vec<(Asked, Progress)>,
    /// What is left of guesses, where the step was stopped.
    weakened: Option<(Asked, Weakening)>,
    /// What was answered.
    answered: Vec<Asked>,
    /// So many goals were asked about alone.
    pub(crate) asked: usize,
    pub(crate) queries: u64,
    /// Why nobody solves clauses.
    pub(crate) missing: Option<String>,
}

/// Why there are no clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotMade {
    /// The program is too large.
    TooLarge,
    /// Somebody wanted to stop.
    Stopped,
}

impl NotMade {
    /// For an account.
    pub(crate) fn limit(self) -> Limit {
        match self {
            NotMade::TooLarge => Limit::Size,
            NotMade::Stopped => Limit::Stopped(StopReason::Time),
        }
    }
}

impl Work {
    /// Makes the first clauses.
    pub(crate) fn new(
        task: &Task<'_>,
        (whole, contracts): (u64, Contracts),
        stop: &dyn Fn() -> bool,
    ) -> Result<Work, NotMade> {
        let contract = contracts(task.program);
        let program = contract.as_ref().map_or(task.program, |contract| &contract.program);
        let mut work = Work {
            program: prepare(program).ok_or(NotMade::TooLarge)?,
            replaced: contract.map(|contract| contract.replaced).unwrap_or_default(),
            properties: task.properties,
            whole,
            terms: Terms::new(),
            parts: Vec::new(),
            done: 0,
            spent: Duration::ZERO,
            said: BTreeSet::new(),
            progress: Vec::new(),
            weakened: None,
            answered: Vec::new(),
            asked: 0,
            queries: 0,
            missing: None,
        };
        work.add(Contents::Fixed, stop)?;
        Ok(work)
    }

    /// Makes clauses; all goals that were ruled out are.
    fn add(&mut self, contents: Contents, stop: &dyn Fn() -> bool) -> Result<(), NotMade> {
        let kept = (contents, self.whole);
        let made = clauses(&self.program, self.properties, kept, &mut self.terms, stop);
        let made = made.ok_or(NotMade::Stopped)?;
        let is_open = |goal: &Goal| match self.parts.first() {
            Some(first) => first.open.iter().any(|open| first.made.system.goals[*open] == *goal),
            None => true,
        };
        let goals = made.system.goals.iter().enumerate();
        let open = goals.filter(|(_, goal)| is_open(goal)).map(|(index, _)| index).collect();
        let (known, proofs) = (Meanings::new(), Vec::new());
        self.parts.push(Part { contents, made, open, known, proofs });
        Ok(())
    }

    /// The clauses that were made first.
    pub(crate) fn first(&self) -> &Part {
        &self.parts[0]
    }

    /// The number of the part that a step is about; none if it would be as the first.
    pub(crate) fn part(
        &mut self,
        contents: Contents,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<usize>, NotMade> {
        let known = self.parts.iter().position(|part| part.contents == contents);
        let first = &self.first().made;
        let differs = match contents {
            Contents::Fixed => true,
            Contents::AnyIndex => first.has_elements,
            Contents::AnyTwo => first.has_pairs,
            Contents::Fields => first.has_fields,
        };
        if known.is_none() && differs {
            self.add(contents, stop)?;
            return Ok(Some(self.parts.len() - 1));
        }
        Ok(known)
    }

    /// One of the parts, and the terms of all.
    pub(crate) fn at(&mut self, part: usize) -> (&mut Part, &mut Terms) {
        (&mut self.parts[part], &mut self.terms)
    }

    /// What is known of values with the first clauses, in the words of others: points and values are the same.
    fn known_of_values(&mut self, part: usize) -> Meanings {
        let (first, other) = (&self.parts[0], &self.parts[part]);
        let mut known = Meanings::new();
        for (id, facts) in &first.known {
            let (one, same) = (first.made.system.predicate(*id), other.made.system.predicate(*id));
            let values = same.variables.iter().filter(|variable| variable.role == Role::Value);
            // Where others keep more or fewer values of a point, those at one place need not be the same.
            let sort = |variable: &Variable| self.terms.symbol_sort(variable.symbol);
            let is_same =
                |from: &Variable, to: &Variable| from.name == to.name && sort(from) == sort(to);
            let pairs = one.variables.iter().zip(values).filter(|(from, to)| is_same(from, to));
            let pairs: Vec<_> = pairs.map(|(from, to)| (from.symbol, to.symbol)).collect();
            let names: FxHashMap<SymbolId, TermId> =
                pairs.into_iter().map(|(from, to)| (from, self.terms.symbol_term(to))).collect();
            if names.len() == one.variables.len() && one.name == same.name {
                known.insert(*id, self.terms.substitute_all(facts, &names));
            }
        }
        known
    }

    /// What is known of values with other clauses, with what these know of elements.
    fn known_of_values_there(&self, part: usize) -> Meanings {
        let part = &self.parts[part];
        let of_values = |id: &PredicateId, facts: &[TermId]| -> Vec<TermId> {
            let variables = &part.made.system.predicate(*id).variables;
            let is_other = |symbol: &SymbolId| {
                variables.iter().any(|it| it.symbol == *symbol && it.role != Role::Value)
            };
            let is_of_values = |fact: &&TermId| !self.terms.symbols(**fact).iter().any(is_other);
            facts.iter().filter(is_of_values).copied().collect()
        };
        part.known.iter().map(|(id, facts)| (*id, of_values(id, facts))).collect()
    }

    /// What a step is asked now; none if that was answered.
    pub(crate) fn ask(&mut self, part: usize, step: Step) -> Option<Asked> {
        let known = match step {
            Step::Scaled
            | Step::Places
            | Step::Elements(0)
            | Step::Texts(_)
            | Step::Pairs(_)
            | Step::Mirrored => self.known_of_values(part),
            Step::Asked(_) | Step::Elements(_) => {
                let mut known = self.known_of_values(part);
                for (id, facts) in self.known_of_values_there(part) {
                    known.entry(id).or_default().extend(facts);
                }
                known
            }
            Step::Candidates(_)
            | Step::Orders
            | Step::Products(_)
            | Step::Counted
            | Step::Values(_) => self.parts[part].known.clone(),
            Step::Alone | Step::Strongest(_) | Step::Guess(..) => Meanings::new(),
        };
        let asked = Asked { step, part, goals: self.parts[part].open.clone(), known };
        (!self.answered.contains(&asked)).then_some(asked)
    }

    /// There is nothing more to do for this.
    pub(crate) fn answered(&mut self, asked: Asked) {
        self.answered.push(asked);
    }

    /// Takes how far this is.
    pub(crate) fn take_progress(&mut self, asked: &Asked) -> Option<Progress> {
        let place = self.progress.iter().position(|(other, _)| other == asked)?;
        Some(self.progress.swap_remove(place).1)
    }

    /// Keeps how far this is, until it goes on; what was known before is nothing to go on from.
    pub(crate) fn keep_progress(&mut self, asked: Asked, progress: Progress) {
        self.progress.retain(|(other, _)| (other.step, other.part) != (asked.step, asked.part));
        self.progress.push((asked, progress));
    }

    /// Takes what is left of the guesses of this.
    pub(crate) fn take_weakened(&mut self, asked: &Asked) -> Option<Weakening> {
        Some(self.weakened.take_if(|(other, _)| other == asked)?.1)
    }

    /// Keeps what is left of guesses, until this goes on: steps come one after the other, so only of the last.
    pub(crate) fn keep_weakened(&mut self, asked: Asked, weakening: Weakening) {
        self.weakened = Some((asked, weakening));
    }

    /// Whether runs may come to where a check fails.
    pub(crate) fn is_open(&self, check: CheckId) -> bool {
        let (first, asked) = (self.first(), self.replaced.asked_for(check));
        let mut goals = first.open.iter().map(|goal| &first.made.system.goals[*goal]);
        goals.any(|goal| match goal {
            Goal::Check(open, _) => *open == check || Some(*open) == asked,
            Goal::Leaves(_) => false,
        })
    }

    /// Whether there are proofs that nobody was told of.
    pub(crate) fn has_proofs(&self) -> bool {
        self.parts.iter().any(|part| !part.proofs.is_empty())
    }

    /// How many parts there are.
    pub(crate) fn count(&self) -> usize {
        self.parts.len()
    }

    /// No run comes to these goals of a part, because of what is known.
    pub(crate) fn ruled_out(&mut self, part: usize, goals: Vec<usize>, because: Meanings) {
        if goals.is_empty() {
            return;
        }
        let all = &self.parts[part].made.system.goals;
        let proved: Vec<Goal> = goals.iter().map(|goal| all[*goal].clone()).collect();
        for part in &mut self.parts {
            let all = &part.made.system.goals;
            part.open.retain(|goal| !proved.contains(&all[*goal]));
        }
        self.parts[part].proofs.push((goals, because));
    }
}
