//! Checks again what earlier proofs rest on: arguments are given, and nothing is looked for.
//!
//! The clauses are made of the program as it is now, and a fresh solver is asked of each whether the facts satisfy it.
//!
//! **Invariant**: nothing of an argument is believed. One that is of another program, or was changed, may say what it likes: a check
//! holds only if what it says is inductive for these clauses and rules the check's goals out.

use klew_clauses::cells::WHOLE;
use klew_clauses::system::PredicateId;
use klew_clauses::{Certificate, Contents, Meanings, print_fact, read_fact, wording};
use klew_engine::{Account, Argument, ArgumentFact, Desk, Engine, Limit, Task};
use klew_term::Terms;

use crate::engine::{CHECK_LIMIT, MakeBackend, settle};
use crate::work::{Contracts, Part, Work};

/// A clause has more time than while proofs are looked for: one query is all that is asked.
const TIMES: u32 = 4;

/// Proofs by arguments that are given.
pub struct Recheck<'m> {
    backend: MakeBackend<'m>,
    arguments: Vec<Argument>,
    missing: Vec<String>,
    whole: u64,
    contracts: Contracts,
}

impl<'m> Recheck<'m> {
    /// Who checks them, what is given, and why some that were given are not here.
    pub fn new(
        backend: MakeBackend<'m>,
        arguments: Vec<Argument>,
        missing: Vec<String>,
    ) -> Recheck<'m> {
        Recheck { backend, arguments, missing, whole: WHOLE, contracts: |_| None }
    }

    /// With contracts where they apply.
    pub fn with_contracts(mut self, contracts: Contracts) -> Recheck<'m> {
        self.contracts = contracts;
        self
    }
}

impl Engine for Recheck<'_> {
    fn name(&self) -> &'static str {
        "validate"
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        let mut account = Account::default();
        self.missing.iter().for_each(|why| account.limit(Limit::Incomplete(why.clone()), 1));
        if task.precondition.is_some() {
            let what = "clauses do not know of preconditions".to_owned();
            account.limit(Limit::Incomplete(what), 1);
            return account;
        }
        let stop = || desk.stop().is_some();
        let mut work = match Work::new(task, (self.whole, self.contracts), &stop) {
            Ok(work) => work,
            Err(why) => {
                account.limit(why.limit(), 1);
                return account;
            }
        };
        account.approximations = work.first().made.approximations.iter().cloned().collect();
        for (number, argument) in self.arguments.iter().enumerate() {
            if let Err(why) = self.check(argument, &mut work, desk) {
                let what = format!("argument {} is not accepted: {why}", number + 1);
                account.limit(Limit::Incomplete(what), 1);
            }
        }
        account.figures.queries = work.queries;
        settle((task, "the arguments that were given do not prove"), desk, &mut work, &mut account);
        account
    }
}

impl Recheck<'_> {
    fn check(
        &self,
        argument: &Argument,
        work: &mut Work,
        desk: &mut Desk<'_>,
    ) -> Result<(), String> {
        let contents = Contents::named(&argument.clauses)
            .ok_or_else(|| format!("there are no clauses `{}`", argument.clauses))?;
        let stop = || desk.stop().is_some();
        let part = work.part(contents, &stop).map_err(|_| "the time was over")?;
        let part = part.ok_or("the program has no such clauses")?;
        let (goals, meanings) = {
            let (part, terms) = work.at(part);
            (goals(part, argument)?, meanings(part, terms, argument)?)
        };
        let mut solver = (self.backend)()?;
        solver.set_limit(Some(CHECK_LIMIT * TIMES));
        work.queries += 1;
        let (checked, terms) = work.at(part);
        let mut certificate = Certificate::new(&checked.made.system, solver, &stop);
        let proved = certificate.proved(terms, &meanings, &goals);
        drop(certificate);
        let proved = proved.map_err(|error| error.to_string())?;
        let all = goals.len();
        let ruled_out = proved.len();
        if ruled_out > 0 {
            let (checked, terms) = work.at(part);
            for (predicate, formulas) in &meanings {
                let position = checked.made.system.predicate(*predicate).position;
                for formula in formulas {
                    desk.invariant(position, wording(terms, *formula));
                }
            }
            // Whoever keeps this result can check it again, too.
            let kept = self::argument(checked, terms, &proved, &meanings);
            kept.into_iter().for_each(|argument| desk.argument(argument));
        }
        work.ruled_out(part, proved, meanings);
        match ruled_out {
            _ if ruled_out == all => Ok(()),
            0 => Err("it does not follow for this program, or rules nothing out".to_owned()),
            _ => Err(format!("it rules out {ruled_out} of {all} that it is about")),
        }
    }
}

fn goals(part: &Part, argument: &Argument) -> Result<Vec<usize>, String> {
    let count = part.made.system.goals.len();
    let number = |goal: &u32| {
        let number = usize::try_from(*goal).ok().filter(|number| *number < count);
        number.ok_or_else(|| format!("the program has no goal {goal}"))
    };
    argument.goals.iter().map(number).collect()
}

fn meanings(part: &Part, terms: &mut Terms, argument: &Argument) -> Result<Meanings, String> {
    let mut meanings = Meanings::new();
    for fact in &argument.facts {
        let index = usize::try_from(fact.predicate).unwrap_or(usize::MAX);
        let predicate = part.made.system.predicates.get(index);
        let predicate = predicate
            .filter(|predicate| predicate.name == fact.point)
            .ok_or_else(|| format!("the program has no point {}", fact.point))?;
        let formula = read_fact(terms, predicate, &fact.formula)
            .ok_or_else(|| format!("`{:.80}` is no fact about {}", fact.formula, fact.point))?;
        meanings.entry(PredicateId(fact.predicate)).or_default().push(formula);
    }
    Ok(meanings)
}

/// What rules out these goals of a part, as an argument; none if it could not be read again.
pub(crate) fn argument(
    part: &Part,
    terms: &mut Terms,
    goals: &[usize],
    meanings: &Meanings,
) -> Option<Argument> {
    let mut facts = Vec::new();
    for (id, formulas) in meanings {
        let predicate = part.made.system.predicate(*id);
        for formula in formulas {
            facts.push(ArgumentFact {
                predicate: id.0,
                point: predicate.name.clone(),
                position: predicate.position,
                formula: print_fact(terms, predicate, *formula)?,
                words: wording(terms, *formula),
            });
        }
    }
    let goals: Option<Vec<u32>> = goals.iter().map(|goal| u32::try_from(*goal).ok()).collect();
    Some(Argument { clauses: part.contents.name().to_owned(), goals: goals?, facts })
}
