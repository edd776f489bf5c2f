//! The engine: clauses, guesses, and the check of what was guessed.

use std::time::Duration;

use klew_clauses::system::{Goal, PredicateId, System};
use klew_clauses::{Certificate, Meanings, ProgramClauses, clauses, prepare, wording};
use klew_engine::{Account, Desk, Engine, Limit, StopReason, Task};
use klew_invariants::{LIMITS, Limits, candidates, strongest};
use klew_solver::Backend;
use klew_solver::horn::{HornAnswer, HornSolver};
use klew_term::{TermId, Terms};

use crate::integers::{Wrapping, script};
use crate::meanings::meanings;

/// Makes a solver that was asked nothing yet.
pub type MakeBackend<'m> = Box<dyn Fn() -> Result<Box<dyn Backend>, String> + 'm>;

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

/// Proofs by Horn clauses. Asked again about the same task, it goes on where it was stopped.
pub struct Horn<'m> {
    /// Who solves clauses.
    solver: HornSolver,
    /// Who checks what was guessed.
    backend: MakeBackend<'m>,
    /// What it did for the task.
    work: Option<Work>,
}

impl<'m> Horn<'m> {
    /// Who solves clauses, and who checks what was guessed.
    pub fn new(solver: HornSolver, backend: MakeBackend<'m>) -> Horn<'m> {
        Horn { solver, backend, work: None }
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
        let Some(work) = self.work.take().or_else(|| Work::new(task)) else {
            account.limit(Limit::Size, 1);
            return account;
        };
        let work = self.work.insert(work);
        account.approximations = work.made.approximations.iter().cloned().collect();
        let queries = work.queries;
        Working { solver: &self.solver, backend: &self.backend, work, desk }.prove();
        if let Some(why) = work.missing.as_ref().filter(|_| !work.open.is_empty()) {
            let what = format!(
                "{why}: nobody solves Horn clauses (Debian's z3 does; --horn COMMAND names another)"
            );
            account.limit(Limit::Incomplete(what), 1);
        }
        account.figures.queries = work.queries - queries;
        account.figures.more = vec![
            ("predicates", work.made.system.predicates.len() as u64),
            ("clauses", work.made.system.clauses.len() as u64),
        ];
        settle(task, desk, &work.made.system, &work.open, &mut account);
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

/// What was done for one program.
struct Work {
    made: ProgramClauses,
    terms: Terms,
    /// Goals that may be reached.
    open: Vec<usize>,
    /// What comes next.
    stage: Stage,
    /// What is known to be inductive.
    known: Meanings,
    queries: u64,
    /// Why nobody solves clauses.
    missing: Option<String>,
    /// What rules out which goals, and was not told yet.
    proofs: Vec<(Vec<usize>, Meanings)>,
}

/// How far the work is.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// So many goals were asked about that perhaps no loop and no call decides.
    Alone(usize),
    /// Facts of fixed forms, by these [`LIMITS`].
    Strongest(usize),
    /// And conditions of the program, within the same limits.
    Candidates(usize),
    /// Guesses of a solver, by these [`TRIES`].
    Guess(usize),
}

impl Work {
    /// None if the program is too large.
    fn new(task: &Task<'_>) -> Option<Work> {
        let program = prepare(task.program)?;
        let mut terms = Terms::new();
        let made = clauses(&program, task.properties, &mut terms);
        Some(Work {
            open: (0..made.system.goals.len()).collect(),
            made,
            terms,
            stage: Stage::Alone(0),
            known: Meanings::new(),
            queries: 0,
            missing: None,
            proofs: Vec::new(),
        })
    }
}

/// The work, while there is time for it.
struct Working<'w, 'm, 'd, 'k> {
    solver: &'w HornSolver,
    backend: &'w MakeBackend<'m>,
    work: &'w mut Work,
    desk: &'d mut Desk<'k>,
}

impl Working<'_, '_, '_, '_> {
    /// Proves what it can, and tells what that rests on. A stage that was stopped is begun again.
    fn prove(&mut self) {
        while !self.work.open.is_empty() && self.desk.stop().is_none() {
            let Some(next) = self.stage() else { break };
            // Goals are asked about one by one, so nothing of that is lost.
            if matches!(next, Stage::Alone(_)) || self.desk.stop().is_none() {
                self.work.stage = next;
            }
        }
        self.tell();
    }

    /// Does what comes next; what comes then, if there is something.
    fn stage(&mut self) -> Option<Stage> {
        Some(match self.work.stage {
            Stage::Alone(asked) => self.alone(asked),
            Stage::Strongest(number) => match LIMITS.get(number) {
                Some(limits) => {
                    self.strongest(*limits);
                    Stage::Candidates(number)
                }
                None => Stage::Guess(0),
            },
            Stage::Candidates(number) => {
                let work = &mut *self.work;
                let facts = candidates(&work.made.system, &mut work.terms, &work.open);
                self.try_facts(facts, LIMITS[number].query);
                Stage::Strongest(number + 1)
            }
            Stage::Guess(number) => {
                let (wrapping, limit) =
                    TRIES.get(number).filter(|_| self.work.missing.is_none())?;
                if let Some(facts) = self.guess(*wrapping, *limit) {
                    self.try_facts(facts, CHECK_LIMIT);
                }
                Stage::Guess(number + 1)
            }
        })
    }

    /// Goals that no loop and no call decides need no guess.
    fn alone(&mut self, asked: usize) -> Stage {
        let Some(solver) = self.fresh() else { return Stage::Strongest(0) };
        let work = &mut *self.work;
        let stop = || self.desk.stop().is_some();
        let mut certificate = Certificate::new(&work.made.system, solver, &stop);
        for goal in asked..work.made.system.goals.len() {
            match certificate.rules_out(&mut work.terms, &Meanings::new(), goal) {
                Ok(true) => work.open.retain(|other| *other != goal),
                Ok(false) => {}
                Err(_) => return Stage::Alone(goal),
            }
        }
        Stage::Strongest(0)
    }

    /// Computes facts of fixed forms.
    fn strongest(&mut self, limits: Limits) {
        let Some(mut solver) = self.fresh() else { return };
        let work = &mut *self.work;
        let (system, goals) = (&work.made.system, &work.open);
        let stop = || self.desk.stop().is_some();
        let facts = strongest(system, &mut work.terms, goals, &mut *solver, limits, &stop);
        if let Some(facts) = facts {
            self.drop_proved(&facts);
            self.work.known = facts;
        }
    }

    /// Tries facts together with those that are known.
    fn try_facts(&mut self, facts: Meanings, limit: Duration) {
        let mut kept = self.work.known.clone();
        for (predicate, facts) in facts {
            let place: &mut Vec<_> = kept.entry(predicate).or_default();
            let new: Vec<_> = facts.into_iter().filter(|fact| !place.contains(fact)).collect();
            place.extend(new);
        }
        let Some(mut solver) = self.fresh() else { return };
        solver.set_limit(Some(limit));
        let work = &mut *self.work;
        let stop = || self.desk.stop().is_some();
        let mut certificate = Certificate::new(&work.made.system, solver, &stop);
        let weakened = certificate.weaken(&mut work.terms, &mut kept, &work.open);
        drop(certificate);
        if weakened.is_ok() {
            self.drop_proved(&kept);
            self.work.known = kept;
        }
    }

    /// What a solver of clauses guesses.
    fn guess(&mut self, wrapping: Wrapping, limit: Duration) -> Option<Meanings> {
        let work = &mut *self.work;
        let script = script(&work.made.system, &mut work.terms, &work.open, wrapping);
        work.queries += 1;
        match self.solver.solve(&script.text, limit, &|| self.desk.stop().is_some()) {
            HornAnswer::Satisfied(definitions) => {
                Some(meanings(&mut work.terms, &script, &definitions))
            }
            HornAnswer::Unsatisfiable | HornAnswer::Unknown(_) => None,
            HornAnswer::Missing(why) => {
                work.missing = Some(why);
                None
            }
        }
    }

    /// Forgets the goals that meanings rule out, as a fresh solver says.
    fn drop_proved(&mut self, meanings: &Meanings) {
        let goals = self.work.open.clone();
        let proved = self.proved(meanings, &goals);
        self.work.open.retain(|goal| !proved.contains(goal));
        if !proved.is_empty() {
            self.work.proofs.push((proved, meanings.clone()));
        }
    }

    fn proved(&mut self, meanings: &Meanings, goals: &[usize]) -> Vec<usize> {
        let Some(solver) = self.fresh() else { return Vec::new() };
        let work = &mut *self.work;
        let stop = || self.desk.stop().is_some();
        let mut certificate = Certificate::new(&work.made.system, solver, &stop);
        certificate.proved(&mut work.terms, meanings, goals).unwrap_or_default()
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
        for (goals, mut meanings) in std::mem::take(&mut self.work.proofs) {
            let facts: Vec<(PredicateId, TermId)> = (meanings.iter())
                .flat_map(|(predicate, facts)| facts.iter().map(|fact| (*predicate, *fact)))
                .collect();
            for (predicate, fact) in facts {
                if self.desk.elapsed().is_some_and(|now| now > begun + SHORTENING) {
                    break;
                }
                let mut fewer = meanings.clone();
                fewer.entry(predicate).or_default().retain(|other| *other != fact);
                if self.proved(&fewer, &goals).len() == goals.len() {
                    meanings = fewer;
                }
            }
            for (predicate, facts) in meanings {
                let position = self.work.made.system.predicate(predicate).position;
                for fact in facts {
                    self.desk.invariant(position, wording(&self.work.terms, fact));
                }
            }
        }
    }
}
