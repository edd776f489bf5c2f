//! The engine: clauses, guesses, and the check of what was guessed.

use std::time::Duration;

use klew_clauses::cells::WHOLE;
use klew_clauses::system::{Goal, PredicateId, System};
use klew_clauses::{Certificate, Failure, Meanings, Weakening, wording};
use klew_engine::{Account, Desk, Engine, Limit, StopReason, Task};
use klew_invariants::{
    COUNTED, ELEMENTS, LIMITS, Limits, PLACES, Question, SCALED, candidates, element_candidates,
    mirror_candidates, orders, pair_candidates, product_candidates, strongest, text_candidates,
};
use klew_solver::Backend;
use klew_solver::horn::{HornAnswer, HornSolver};
use klew_term::{TermId, Terms};

use crate::integers::{Wrapping, script};
use crate::meanings::meanings;
use crate::recheck::argument;
use crate::work::{Asked, Contracts, Of, PLAN, Step, Work};

/// Makes a solver that was asked nothing yet.
pub type MakeBackend<'m> = Box<dyn Fn() -> Result<Box<dyn Backend>, String> + 'm>;

/// How long is looked for what a proof does not need: so long, or that part of the time that there was.
const SHORTENING: Duration = Duration::from_millis(300);
const SHORTENING_SHARE: u32 = 8;

/// The longest that one clause is checked for.
pub(crate) const CHECK_LIMIT: Duration = Duration::from_secs(5);

/// Proofs by Horn clauses. Asked again about the same task, it goes on where it was stopped.
pub struct Horn<'m> {
    /// Who solves clauses.
    solver: HornSolver,
    /// Who checks what was guessed.
    backend: MakeBackend<'m>,
    /// Arrays of at most so many elements are kept whole.
    whole: u64,
    contracts: Contracts,
    /// What it did for the task.
    work: Option<Work>,
}

impl<'m> Horn<'m> {
    /// Who solves clauses, and who checks what was guessed.
    pub fn new(solver: HornSolver, backend: MakeBackend<'m>) -> Horn<'m> {
        Horn { solver, backend, whole: WHOLE, contracts: |_| None, work: None }
    }

    /// With contracts where they apply.
    pub fn with_contracts(mut self, contracts: Contracts) -> Horn<'m> {
        self.contracts = contracts;
        self
    }

    /// With no array kept whole, as if all were large.
    pub fn without_whole_arrays(mut self) -> Horn<'m> {
        self.whole = 0;
        self
    }
}

impl Engine for Horn<'_> {
    fn name(&self) -> &'static str {
        "horn"
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        let mut account = Account::default();
        if task.precondition.is_some() {
            let what = "clauses do not know of preconditions".to_owned();
            account.limit(Limit::Incomplete(what), 1);
            return account;
        }
        let stop = || desk.stop().is_some();
        let made = self
            .work
            .take()
            .map_or_else(|| Work::new(task, (self.whole, self.contracts), &stop), Ok);
        let work = match made {
            Ok(work) => work,
            Err(why) => {
                account.limit(why.limit(), 1);
                return account;
            }
        };
        let work = self.work.insert(work);
        account.approximations = work.first().made.approximations.iter().cloned().collect();
        let queries = work.queries;
        Working { solver: &self.solver, backend: &self.backend, task, work, desk }.prove();
        if let Some(why) = work.missing.as_ref().filter(|_| !work.first().open.is_empty()) {
            let what = format!(
                "{why}: nobody solves Horn clauses (Debian's z3 does; --horn COMMAND names another)"
            );
            account.limit(Limit::Incomplete(what), 1);
        }
        account.figures.queries = work.queries - queries;
        account.figures.more = vec![
            ("predicates", work.first().made.system.predicates.len() as u64),
            ("clauses", work.first().made.system.clauses.len() as u64),
        ];
        settle((task, "no invariants were found that prove"), desk, work, &mut account);
        account
    }
}

/// What runs may come to besides checks.
#[derive(Default)]
struct Beyond {
    /// Bounds of inputs.
    bounds: Vec<Limit>,
    /// What is not followed.
    leaves: Vec<Limit>,
}

impl Beyond {
    fn of(work: &Work) -> Beyond {
        let (system, open) = (&work.first().made.system, &work.first().open);
        let mut beyond = Beyond::default();
        for goal in open {
            match &system.goals[*goal] {
                Goal::Leaves(limit @ Limit::InputBound(_)) => beyond.bounds.push(limit.clone()),
                Goal::Leaves(limit) => beyond.leaves.push(limit.clone()),
                Goal::Check(..) => {}
            }
        }
        beyond
    }
}

/// Says which checks hold, those that were said before aside; how many are open, and what runs may come to besides.
fn say_what_holds(task: &Task<'_>, desk: &mut Desk<'_>, work: &mut Work) -> (usize, Beyond) {
    let beyond = Beyond::of(work);
    let is_whole = beyond.leaves.is_empty() && work.first().made.approximations.is_empty();
    let mut open_checks = 0;
    for check in task.checks() {
        if !is_whole || work.is_open(check) {
            open_checks += 1;
        } else if beyond.bounds.is_empty() && work.said.insert(check) {
            desk.holds(check);
        }
    }
    (open_checks, beyond)
}

/// Says which checks hold, and what keeps the others open.
pub(crate) fn settle(
    (task, why): (&Task<'_>, &str),
    desk: &mut Desk<'_>,
    work: &mut Work,
    account: &mut Account,
) {
    let (open_checks, Beyond { bounds, leaves }) = say_what_holds(task, desk, work);
    for limit in leaves.into_iter().chain(bounds) {
        account.limit(limit, 1);
    }
    if open_checks > 0 {
        let what = format!("{why} {open_checks} checks");
        account.limit(Limit::Incomplete(what), 1);
        if let Some(reason @ (StopReason::Time | StopReason::Memory)) = desk.stop() {
            account.limit(Limit::Stopped(reason), 1);
        }
    }
}

/// How long a clause is checked for, where facts are tried.
fn check_limit(step: Step) -> Duration {
    match step {
        Step::Candidates(number) => LIMITS[number].query,
        Step::Orders | Step::Products(_) => LIMITS[0].query,
        Step::Asked(_) | Step::Texts(_) | Step::Pairs(_) | Step::Mirrored => ELEMENTS[1].query,
        _ => CHECK_LIMIT,
    }
}

/// All that two say.
fn and(mut one: Meanings, other: Meanings) -> Meanings {
    for (id, more) in other {
        one.entry(id).or_default().extend(more);
    }
    one
}

/// Guesses of elements, if there are any, with what is known of values and what the program asks of these.
fn with_values(
    (system, known): (&System, &Meanings),
    terms: &mut Terms,
    goals: &[usize],
    guesses: Meanings,
) -> Option<Meanings> {
    let is_any = !guesses.is_empty();
    is_any.then(|| and(and(known.clone(), candidates(system, terms, goals)), guesses))
}

/// The work, while there is time for it.
struct Working<'w, 'm, 'd, 'k> {
    solver: &'w HornSolver,
    backend: &'w MakeBackend<'m>,
    task: &'w Task<'w>,
    work: &'w mut Work,
    desk: &'d mut Desk<'k>,
}

impl Working<'_, '_, '_, '_> {
    /// Proves what it can, and tells what that rests on, each at once: others may settle the rest. A step that was
    /// stopped is begun again, and the longest ones go on.
    fn prove(&mut self) {
        while !self.work.first().open.is_empty() && self.desk.stop().is_none() {
            let Some((contents, step, time)) = PLAN.get(self.work.done).copied() else { break };
            let began = self.desk.elapsed();
            let stop = || self.desk.stop().is_some();
            let is_done = match self.work.part(contents, &stop) {
                Ok(Some(part)) => self.step(part, step, time.saturating_sub(self.work.spent)),
                Ok(None) => true,
                Err(_) => false,
            };
            let spent =
                began.zip(self.desk.elapsed()).map(|(began, now)| now.saturating_sub(began));
            self.work.spent += spent.unwrap_or_default();
            if is_done && (self.desk.stop().is_none() || self.work.spent >= time) {
                self.work.done += 1;
                self.work.spent = Duration::ZERO;
            }
            if self.work.has_proofs() {
                self.tell();
                say_what_holds(self.task, self.desk, self.work);
            }
        }
    }

    /// Does what comes next, for so long at most; whether it was done so far.
    fn step(&mut self, part: usize, step: Step, time: Duration) -> bool {
        let Some(asked) = self.work.ask(part, step) else { return true };
        let computed = match step {
            Step::Alone => return self.alone(part),
            // Without facts of elements it would be as with the first clauses.
            Step::Values(_) if asked.known.values().all(Vec::is_empty) => return true,
            Step::Strongest(number) | Step::Values(number) => Some(LIMITS[number]),
            Step::Counted => Some(COUNTED),
            Step::Scaled => Some(SCALED),
            Step::Places => Some(PLACES),
            Step::Elements(number) => Some(ELEMENTS[number]),
            _ => None,
        };
        if let Some(limits) = computed {
            self.strongest(asked, limits, time);
            return true;
        }
        let guesses = match self.work.take_weakened(&asked) {
            Some(weakened) => Some(weakened),
            None => self.guesses(&asked, step).map(|facts| self.with_known(part, facts)),
        };
        match guesses {
            Some(weakening) => self.try_facts(asked, weakening, check_limit(step)),
            None if self.desk.stop().is_none() => self.work.answered(asked),
            None => {}
        }
        true
    }

    /// What may be true, for a step that guesses.
    fn guesses(&mut self, asked: &Asked, step: Step) -> Option<Meanings> {
        let part = asked.part;
        let (work, terms) = self.work.at(part);
        let (system, goals) = (&work.made.system, &work.open);
        match step {
            Step::Candidates(_) => Some(candidates(system, terms, goals)),
            Step::Orders => {
                let orders = orders(system, terms, goals);
                Some(and(candidates(system, terms, goals), orders))
            }
            Step::Products(of) => {
                let stop = || self.desk.stop().is_some();
                let products = product_candidates(system, terms, goals, (of == Of::Any, &stop));
                let is_any = !products.is_empty();
                let orders = orders(system, terms, goals);
                is_any.then(|| and(and(candidates(system, terms, goals), orders), products))
            }
            Step::Asked(asking) => {
                let guesses = element_candidates((system, &asked.known), terms, goals, asking);
                with_values((system, &asked.known), terms, goals, guesses)
            }
            Step::Texts(ended) => {
                let guesses = text_candidates(system, terms, goals, ended);
                with_values((system, &asked.known), terms, goals, guesses)
            }
            Step::Pairs(direction) => {
                let guesses = pair_candidates((system, &asked.known), terms, goals, direction);
                with_values((system, &asked.known), terms, goals, guesses)
            }
            Step::Mirrored => {
                let guesses = mirror_candidates(system, terms, goals);
                with_values((system, &asked.known), terms, goals, guesses)
            }
            Step::Guess(wrapping, limit) if self.work.missing.is_none() => {
                self.guess(part, wrapping, limit)
            }
            // Nobody solves clauses; the others are computed.
            _ => None,
        }
    }

    /// Goals that no loop and no call decides need no guess. They are asked about one by one, so nothing is lost if it is stopped.
    fn alone(&mut self, part: usize) -> bool {
        let Some(solver) = self.fresh() else { return true };
        let stop = || self.desk.stop().is_some();
        let asked = self.work.asked;
        let (work, terms) = self.work.at(part);
        let mut certificate = Certificate::new(&work.made.system, solver, &stop);
        let (mut next, mut found, mut is_done) = (asked, Vec::new(), true);
        for goal in asked..work.made.system.goals.len() {
            match certificate.rules_out(terms, &Meanings::new(), goal) {
                Ok(true) => found.push(goal),
                Ok(false) => {}
                Err(_) => {
                    is_done = false;
                    break;
                }
            }
            next = goal + 1;
        }
        drop(certificate);
        self.work.asked = next;
        // What that rests on is nothing, so there is nothing to tell.
        self.work.ruled_out(part, found, Meanings::new());
        is_done
    }

    /// Computes facts of fixed forms, on top of what is known. Stopped, it goes on where it was.
    fn strongest(&mut self, asked: Asked, limits: Limits, time: Duration) {
        let part = asked.part;
        self.work.queries += 1;
        let mut progress = self.work.take_progress(&asked);
        let end = self.desk.elapsed().and_then(|now| now.checked_add(time));
        let is_over = || self.desk.elapsed().zip(end).is_some_and(|(now, end)| now > end);
        let stop = || self.desk.stop().is_some() || is_over();
        let (work, terms) = self.work.at(part);
        let question =
            Question { system: &work.made.system, goals: &work.open, known: &asked.known };
        let so_far = (&stop as &dyn Fn() -> bool, &mut progress);
        let facts = strongest(question, terms, self.backend, limits, so_far);
        match progress {
            Some(progress) if facts.is_none() => self.work.keep_progress(asked, progress),
            _ => self.work.answered(asked),
        }
        if let Some(facts) = facts {
            self.drop_proved(part, &facts, false);
            self.work.at(part).0.learn(facts);
        }
    }

    /// Facts together with those that are known.
    fn with_known(&mut self, part: usize, facts: Meanings) -> Weakening {
        let mut all = self.work.at(part).0.known.clone();
        for (predicate, facts) in facts {
            let place: &mut Vec<_> = all.entry(predicate).or_default();
            for fact in facts {
                if !place.contains(&fact) {
                    place.push(fact);
                }
            }
        }
        Weakening::new(&self.work.terms, all)
    }

    /// Tries facts: those of them that are inductive are known. Stopped, it goes on where it was.
    fn try_facts(&mut self, asked: Asked, mut weakening: Weakening, limit: Duration) {
        let part = asked.part;
        let Some(mut solver) = self.fresh() else { return };
        solver.set_limit(Some(limit));
        let stop = || self.desk.stop().is_some();
        let (work, terms) = self.work.at(part);
        let mut certificate = Certificate::new(&work.made.system, solver, &stop);
        if matches!(asked.step, Step::Products(_)) {
            certificate = certificate.without_products();
        }
        let weakened = certificate.weaken(terms, &mut weakening, &work.open);
        drop(certificate);
        if weakened.is_err() {
            self.work.keep_weakened(asked, weakening);
            return;
        }
        let facts = weakening.meanings().clone();
        // What is hard comes later.
        let is_easy = matches!(asked.step, Step::Products(_));
        match self.drop_proved(part, &facts, is_easy) {
            true => {
                self.work.at(part).0.known = facts;
                self.work.answered(asked);
            }
            false => self.work.keep_weakened(asked, weakening),
        }
    }

    /// What a solver of clauses guesses.
    fn guess(&mut self, part: usize, wrapping: Wrapping, limit: Duration) -> Option<Meanings> {
        self.work.queries += 1;
        let (work, terms) = self.work.at(part);
        let script = script(&work.made.system, terms, &work.open, wrapping);
        match self.solver.solve(&script.text, limit, &|| self.desk.stop().is_some()) {
            HornAnswer::Satisfied(definitions) => Some(meanings(terms, &script, &definitions)),
            HornAnswer::Unsatisfiable | HornAnswer::Unknown(_) => None,
            HornAnswer::Missing(why) => {
                self.work.missing = Some(why);
                None
            }
        }
    }

    /// Forgets the goals that meanings rule out, as a fresh solver says; whether it had the time.
    fn drop_proved(&mut self, part: usize, meanings: &Meanings, is_easy: bool) -> bool {
        let goals = self.work.at(part).0.open.clone();
        let proved = match self.proved(part, meanings, &goals, is_easy) {
            Ok(proved) => proved,
            Err(Failure::Unknown(_)) => Vec::new(),
            Err(Failure::Stopped) => return false,
        };
        self.work.ruled_out(part, proved, meanings.clone());
        true
    }

    /// The goals that meanings rule out; of products perhaps only what is easy to show.
    fn proved(
        &mut self,
        part: usize,
        meanings: &Meanings,
        goals: &[usize],
        is_easy: bool,
    ) -> Result<Vec<usize>, Failure> {
        let Some(solver) = self.fresh() else { return Ok(Vec::new()) };
        let stop = || self.desk.stop().is_some();
        let (work, terms) = self.work.at(part);
        let mut certificate = Certificate::new(&work.made.system, solver, &stop);
        if is_easy {
            certificate = certificate.without_products();
        }
        certificate.proved(terms, meanings, goals)
    }

    /// Whether meanings rule out all of these goals, as is easy to show.
    fn proves(&mut self, part: usize, meanings: &Meanings, goals: &[usize]) -> bool {
        let proved = self.proved(part, meanings, goals, true);
        proved.is_ok_and(|proved| proved.len() == goals.len())
    }

    fn fresh(&mut self) -> Option<Box<dyn Backend>> {
        self.work.queries += 1;
        let mut solver = (self.backend)().ok()?;
        solver.set_limit(Some(CHECK_LIMIT));
        Some(solver)
    }

    /// Tells what the proofs rest on, without what they do not need.
    fn tell(&mut self) {
        let begun = self.desk.elapsed().unwrap_or_default();
        let end = begun + SHORTENING.max(begun / SHORTENING_SHARE);
        for part in 0..self.work.count() {
            let proofs = std::mem::take(&mut self.work.at(part).0.proofs);
            for (goals, meanings) in proofs {
                let shortened = self.shortened(part, &goals, meanings, end);
                self.say(part, &goals, shortened);
            }
        }
    }

    /// What is left of meanings without what the goals do not need, as long as there is time: first all but what the proof rests on, then each
    /// fact alone.
    fn shortened(
        &mut self,
        part: usize,
        goals: &[usize],
        mut meanings: Meanings,
        end: Duration,
    ) -> Meanings {
        if let Some(needed) = self.needed(part, &meanings, goals) {
            meanings = needed;
        }
        let facts: Vec<(PredicateId, TermId)> = (meanings.iter())
            .flat_map(|(predicate, facts)| facts.iter().map(|fact| (*predicate, *fact)))
            .collect();
        for (predicate, fact) in facts {
            if self.desk.elapsed().is_some_and(|now| now > end) {
                break;
            }
            let mut fewer = meanings.clone();
            fewer.entry(predicate).or_default().retain(|other| *other != fact);
            if self.proves(part, &fewer, goals) {
                meanings = fewer;
            }
        }
        meanings
    }

    /// What goals rest on; none if it is no proof by itself.
    fn needed(&mut self, part: usize, meanings: &Meanings, goals: &[usize]) -> Option<Meanings> {
        let mut solver = self.fresh()?;
        solver.set_limit(Some(SHORTENING));
        let stop = || self.desk.stop().is_some();
        let (work, terms) = self.work.at(part);
        let mut certificate = Certificate::new(&work.made.system, solver, &stop);
        let needed = certificate.needed(terms, meanings, goals).ok()?;
        drop(certificate);
        self.proves(part, &needed, goals).then_some(needed)
    }

    fn say(&mut self, part: usize, goals: &[usize], meanings: Meanings) {
        let (work, terms) = self.work.at(part);
        if let Some(argument) = argument(work, terms, goals, &meanings) {
            self.desk.argument(argument);
        }
        for (predicate, facts) in meanings {
            let (work, terms) = self.work.at(part);
            let position = work.made.system.predicate(predicate).position;
            // What says nothing is not told.
            let facts = facts.iter().filter(|fact| terms.as_bool(**fact) != Some(true));
            let facts: Vec<String> = facts.map(|fact| wording(terms, *fact)).collect();
            facts.into_iter().for_each(|fact| self.desk.invariant(position, fact));
        }
    }
}
