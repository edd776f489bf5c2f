//! The engine: clauses, guesses, and the check of what was guessed.

use std::time::Duration;

use klew_clauses::system::{Goal, PredicateId, System};
use klew_clauses::{Certificate, Failure, Meanings, clauses, prepare, wording};
use klew_engine::{Account, Desk, Engine, Limit, StopReason, Task};
use klew_invariants::{Invariants, MakeBackend};
use klew_solver::Backend;
use klew_solver::horn::{HornAnswer, HornSolver};
use klew_term::{TermId, Terms};

use crate::integers::{Wrapping, script};
use crate::meanings::meanings;

/// What is tried, and for how long the first time.
const TRIES: [(Wrapping, Duration); 7] = [
    (Wrapping::Forgotten, Duration::from_secs(1)),
    (Wrapping::Exact, Duration::from_secs(1)),
    (Wrapping::Goal, Duration::from_secs(1)),
    (Wrapping::Exact, Duration::from_secs(6)),
    (Wrapping::Goal, Duration::from_secs(6)),
    (Wrapping::Forgotten, Duration::from_secs(6)),
    (Wrapping::Exact, Duration::from_secs(30)),
];

/// How long is looked for what a proof does not need.
const SHORTENING: Duration = Duration::from_millis(300);

/// The longest that one clause is checked for.
const CHECK_LIMIT: Duration = Duration::from_secs(5);

/// Proofs by Horn clauses.
pub struct Horn<'m> {
    /// Who solves clauses.
    pub solver: HornSolver,
    /// Who checks what was guessed.
    pub backend: MakeBackend<'m>,
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
        let Some(program) = prepare(task.program) else {
            account.limit(Limit::Size, 1);
            return account;
        };
        let mut terms = Terms::new();
        let made = clauses(&program, task.properties, &mut terms);
        account.approximations = made.approximations.iter().cloned().collect();
        let mut work = Work {
            horn: self,
            terms,
            system: &made.system,
            queries: 0,
            missing: None,
            proofs: Vec::new(),
        };
        let open = work.prove(desk);
        work.tell(desk);
        if let Some(why) = work.missing.take().filter(|_| !open.is_empty()) {
            let what = format!(
                "{why}: nobody solves Horn clauses (Debian's z3 does; --horn COMMAND names another)"
            );
            account.limit(Limit::Incomplete(what), 1);
        }
        account.figures.queries = work.queries;
        account.figures.more = vec![
            ("predicates", made.system.predicates.len() as u64),
            ("clauses", made.system.clauses.len() as u64),
        ];
        settle(task, desk, &made.system, &open, &mut account);
        account
    }
}

/// Says which checks hold, and what keeps the others open.
fn settle(
    task: &Task<'_>,
    desk: &mut Desk<'_>,
    system: &System,
    open: &[usize],
    account: &mut Account,
) {
    let mut bounds = Vec::new();
    let mut leaves = Vec::new();
    for goal in open {
        match &system.goals[*goal] {
            Goal::Leaves(limit @ Limit::InputBound(_)) => bounds.push(limit.clone()),
            Goal::Leaves(limit) => leaves.push(limit.clone()),
            Goal::Check(_) => {}
        }
    }
    let is_whole = leaves.is_empty() && account.approximations.is_empty();
    let is_open = |check| open.iter().any(|goal| system.goals[*goal] == Goal::Check(check));
    let mut open_checks = 0;
    for check in task.checks() {
        if is_open(check) || !is_whole {
            open_checks += 1;
        } else if bounds.is_empty() {
            desk.holds(check);
        }
    }
    for limit in leaves.into_iter().chain(bounds) {
        account.limit(limit, 1);
    }
    if open_checks > 0 {
        let what = format!("no invariants were found that prove {open_checks} checks");
        account.limit(Limit::Incomplete(what), 1);
        if let Some(reason @ (StopReason::Time | StopReason::Memory)) = desk.stop() {
            account.limit(Limit::Stopped(reason), 1);
        }
    }
}

/// The work on one program.
struct Work<'w, 'm> {
    horn: &'w Horn<'m>,
    terms: Terms,
    system: &'w System,
    queries: u64,
    /// Why nobody solves clauses.
    missing: Option<String>,
    /// What rules out which goals.
    proofs: Vec<(Vec<usize>, Meanings)>,
}

impl Work<'_, '_> {
    /// Proves what it can; the goals that may be reached.
    fn prove(&mut self, desk: &mut Desk<'_>) -> Vec<usize> {
        let mut open: Vec<usize> = (0..self.system.goals.len()).collect();
        // What no loop and no call decides needs no guess.
        self.drop_proved(desk, &Meanings::new(), &mut open);
        let mut known = self.invariants(desk, &mut open);
        for (wrapping, limit) in TRIES {
            if open.is_empty() || desk.stop().is_some() || self.missing.is_some() {
                break;
            }
            let Some(guess) = self.guess(desk, &open, wrapping, limit) else { continue };
            for (predicate, facts) in guess {
                let place: &mut Vec<_> = known.entry(predicate).or_default();
                let new: Vec<_> = facts.into_iter().filter(|fact| !place.contains(fact)).collect();
                place.extend(new);
            }
            let mut kept = known.clone();
            if self.weaken(desk, &mut kept, &open).is_err() {
                continue;
            }
            self.drop_proved(desk, &kept, &mut open);
        }
        open
    }

    /// Proves what facts of fixed forms prove; gives the last ones.
    fn invariants(&mut self, desk: &Desk<'_>, open: &mut Vec<usize>) -> Meanings {
        let horn = self.horn;
        let system = self.system;
        let stop = || desk.stop().is_some();
        let mut terms = std::mem::take(&mut self.terms);
        let goals = open.clone();
        let mut known = Meanings::new();
        let invariants = Invariants { backend: &horn.backend };
        invariants.find(system, &mut terms, &goals, &stop, &mut |terms, facts| {
            known = facts.clone();
            std::mem::swap(terms, &mut self.terms);
            self.drop_proved(desk, facts, open);
            std::mem::swap(terms, &mut self.terms);
            !open.is_empty()
        });
        self.terms = terms;
        known
    }

    /// What a solver of clauses guesses.
    fn guess(
        &mut self,
        desk: &mut Desk<'_>,
        goals: &[usize],
        wrapping: Wrapping,
        limit: Duration,
    ) -> Option<Meanings> {
        let script = script(self.system, &mut self.terms, goals, wrapping);
        self.queries += 1;
        match self.horn.solver.solve(&script.text, limit, &|| desk.stop().is_some()) {
            HornAnswer::Satisfied(definitions) => {
                Some(meanings(&mut self.terms, &script, &definitions))
            }
            HornAnswer::Unsatisfiable | HornAnswer::Unknown(_) => None,
            HornAnswer::Missing(why) => {
                self.missing = Some(why);
                None
            }
        }
    }

    fn weaken(
        &mut self,
        desk: &Desk<'_>,
        meanings: &mut Meanings,
        goals: &[usize],
    ) -> Result<(), Failure> {
        let stop = || desk.stop().is_some();
        let solver = self.fresh()?;
        Certificate::new(self.system, solver, &stop).weaken(&mut self.terms, meanings, goals)
    }

    /// Forgets the goals that meanings rule out, as a fresh solver says.
    fn drop_proved(&mut self, desk: &Desk<'_>, meanings: &Meanings, open: &mut Vec<usize>) {
        let stop = || desk.stop().is_some();
        let Ok(solver) = self.fresh() else { return };
        let mut certificate = Certificate::new(self.system, solver, &stop);
        if let Ok(proved) = certificate.proved(&mut self.terms, meanings, open) {
            open.retain(|goal| !proved.contains(goal));
            if !proved.is_empty() {
                self.proofs.push((proved, meanings.clone()));
            }
        }
    }

    /// Tells what the proofs rest on, without what they do not need.
    fn tell(&mut self, desk: &mut Desk<'_>) {
        let begun = desk.elapsed().unwrap_or_default();
        for (goals, mut meanings) in std::mem::take(&mut self.proofs) {
            let facts: Vec<(PredicateId, TermId)> = (meanings.iter())
                .flat_map(|(predicate, facts)| facts.iter().map(|fact| (*predicate, *fact)))
                .collect();
            for (predicate, fact) in facts {
                if desk.elapsed().is_some_and(|now| now > begun + SHORTENING) {
                    break;
                }
                let mut fewer = meanings.clone();
                fewer.entry(predicate).or_default().retain(|other| *other != fact);
                if self.rules_out(desk, &fewer, &goals) {
                    meanings = fewer;
                }
            }
            for (predicate, facts) in meanings {
                let position = self.system.predicate(predicate).position;
                for fact in facts {
                    desk.invariant(position, wording(&self.terms, fact));
                }
            }
        }
    }

    fn rules_out(&mut self, desk: &Desk<'_>, meanings: &Meanings, goals: &[usize]) -> bool {
        let stop = || desk.stop().is_some();
        let Ok(solver) = self.fresh() else { return false };
        let mut certificate = Certificate::new(self.system, solver, &stop);
        let proved = certificate.proved(&mut self.terms, meanings, goals);
        proved.is_ok_and(|proved| proved.len() == goals.len())
    }

    fn fresh(&mut self) -> Result<Box<dyn Backend>, Failure> {
        self.queries += 1;
        let mut solver = (self.horn.backend)().map_err(Failure::Unknown)?;
        solver.set_limit(Some(CHECK_LIMIT));
        Ok(solver)
    }
}
