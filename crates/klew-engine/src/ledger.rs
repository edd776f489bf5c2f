//! The ledger: what is known of each check, who says so, and why engines that are done did not settle the rest.
//!
//! It is only appended to. What is known of a check is the fold over its entries, so ledgers of parts of the work can be
//! put together in any order.
//!
//! **Invariant**: a check that a validated run violates fails, whoever says that it holds (both is an error of klew's,
//! and [`Ledger::contradictions`] says so); a check holds only if an engine said so of it, and never while there is a
//! witness against it that could not be shown.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use klew_ir::{CheckId, CheckSite};

use crate::covered::Covered;
use crate::fact::Fact;
use crate::input_heap::InputAssumption;
use crate::limit::{Approximation, Limit};
use crate::points::PointFigures;
use crate::target::Target;
use crate::watch::Figures;

/// What a run with a witness's input showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown {
    /// Nothing, or that it is no violation.
    Nothing,
    /// That klew's own concrete execution fails; the world outside cannot see such a failure.
    Replayed,
    /// That the compiled program fails.
    Confirmed,
}

/// What is known of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// Nothing.
    #[default]
    Open,
    /// No run violates it.
    Holds {
        /// Who found out.
        by: &'static str,
    },
    /// A run violates it.
    Fails {
        /// Who found it.
        by: &'static str,
        /// How that was seen.
        shown: Shown,
    },
}

/// What an engine says of itself when it ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Account {
    /// Who.
    pub by: &'static str,
    /// Why checks are open that it was asked about, each reason once with how often it occurred, sorted.
    pub limits: Vec<(Limit, u64)>,
    /// What it did not follow exactly, sorted.
    pub approximations: Vec<Approximation>,
    /// What it takes for granted of the input heap, sorted.
    pub assumptions: Vec<InputAssumption>,
    /// Its work.
    pub figures: Figures,
    /// What its runs came through; none where it follows none.
    pub covered: Option<Covered>,
    /// What closing states came to, by points of the program.
    pub points: Vec<PointFigures>,
}

impl Account {
    /// Of an engine that did nothing yet.
    pub fn new(by: &'static str) -> Account {
        Account { by, ..Account::default() }
    }

    /// Takes note of a limit.
    pub fn limit(&mut self, limit: Limit, times: u64) {
        match self.limits.iter_mut().find(|(known, _)| *known == limit) {
            Some((_, count)) => *count += times,
            None => self.limits.push((limit, times)),
        }
        self.limits.sort();
    }

    /// Whether what it did not violate holds within bounds on inputs.
    pub fn is_complete_within_bounds(&self) -> bool {
        let is_bound = |(limit, _): &(Limit, u64)| matches!(limit, Limit::InputBound(_));
        self.approximations.is_empty() && self.limits.iter().all(is_bound)
    }

    /// Whether what it did not violate holds within bounds that somebody gave or may give: on inputs, or on how far paths go.
    pub fn is_complete_but_for_bounds(&self) -> bool {
        let is_bound = |(limit, _): &(Limit, u64)| {
            matches!(
                limit,
                Limit::Depth
                    | Limit::States
                    | Limit::Instructions
                    | Limit::Followed
                    | Limit::InputArrays(_)
                    | Limit::InputObjects(_)
                    | Limit::InputBound(_)
            )
        };
        self.approximations.is_empty() && self.limits.iter().all(is_bound)
    }

    /// Adds the account of another part of the same work.
    pub fn add(&mut self, other: Account) {
        for (limit, times) in other.limits {
            self.limit(limit, times);
        }
        self.approximations.extend(other.approximations);
        self.approximations.sort();
        self.approximations.dedup();
        self.assumptions.extend(other.assumptions);
        self.assumptions.sort();
        self.assumptions.dedup();
        self.figures.add(other.figures);
        match (&mut self.covered, other.covered) {
            (Some(own), Some(theirs)) => own.add(theirs),
            (own @ None, theirs) => *own = theirs,
            (Some(_), None) => {}
        }
        for theirs in other.points {
            let same = |own: &&mut PointFigures| {
                own.function == theirs.function && own.position == theirs.position
            };
            match self.points.iter_mut().find(same) {
                Some(own) => own.add(theirs),
                None => self.points.push(theirs),
            }
        }
    }

    /// Whether what it did not violate holds.
    pub fn is_complete(&self) -> bool {
        self.limits.is_empty() && self.approximations.is_empty()
    }
}

/// What was written down.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// Something that was proved.
    Fact {
        /// By whom.
        by: &'static str,
        /// What.
        fact: Fact,
    },
    /// A run that violates a check, as far as an engine can tell, and what running it showed.
    Witness {
        /// By whom.
        by: &'static str,
        /// Which check.
        target: Target,
        /// What was seen.
        shown: Shown,
    },
    /// An engine ended.
    Ended(Box<Account>),
}

/// Who writes down what comes into a ledger.
pub trait Journal: fmt::Debug {
    /// Something was written into the ledger.
    fn written(&self, entry: &Entry);
}

/// What is known of the checks of a task.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    sites: BTreeMap<CheckId, CheckSite>,
    standings: BTreeMap<CheckId, Standing>,
    /// Checks with a witness that no run showed.
    doubted: BTreeSet<CheckId>,
    entries: Vec<Entry>,
    /// How many standings are open: asked at each step of an engine.
    open_count: usize,
    contradictions: Vec<CheckId>,
    refuted: BTreeSet<&'static str>,
    journal: Option<Rc<dyn Journal>>,
}

impl Ledger {
    /// Of these checks, of which nothing is known.
    pub fn new(checks: Vec<CheckSite>) -> Ledger {
        Ledger {
            open_count: checks.len(),
            standings: checks.iter().map(|check| (check.id, Standing::Open)).collect(),
            sites: checks.into_iter().map(|check| (check.id, check)).collect(),
            ..Ledger::default()
        }
    }

    /// From here on a journal is told of what is written down, or nobody any more.
    pub fn tell(&mut self, journal: Option<Rc<dyn Journal>>) {
        self.journal = journal;
    }

    /// Writes something down.
    pub fn write(&mut self, entry: Entry) {
        if let Some(journal) = &self.journal {
            journal.written(&entry);
        }
        match &entry {
            Entry::Fact { by, fact: Fact::Holds(check) } => self.holds(*check, by),
            Entry::Fact { fact: Fact::Invariant(..) | Fact::Argument(_), .. } => {}
            Entry::Witness { target, shown: Shown::Nothing, .. } => {
                self.doubted.insert(target.check);
            }
            Entry::Witness { by, target, shown } => self.fails(target.check, by, *shown),
            Entry::Ended(account) => {
                if account.is_complete() {
                    let open: Vec<CheckId> = self.open().collect();
                    open.into_iter().for_each(|check| self.holds(check, account.by));
                }
            }
        }
        self.entries.push(entry);
    }

    fn holds(&mut self, check: CheckId, by: &'static str) {
        match self.standings.get_mut(&check) {
            Some(Standing::Open) if self.doubted.contains(&check) => {}
            Some(standing @ Standing::Open) => {
                *standing = Standing::Holds { by };
                self.open_count -= 1;
            }
            Some(Standing::Fails { .. }) => {
                self.contradictions.push(check);
                self.refuted.insert(by);
            }
            Some(Standing::Holds { .. }) | None => {}
        }
    }

    fn fails(&mut self, check: CheckId, by: &'static str, shown: Shown) {
        if matches!(self.standings.get(&check), Some(Standing::Open)) {
            self.open_count -= 1;
        }
        let standing = self.standings.entry(check).or_default();
        match standing {
            Standing::Fails { shown: before, .. } if *before >= shown => {}
            Standing::Holds { by: prover } => {
                self.contradictions.push(check);
                self.refuted.insert(prover);
                *standing = Standing::Fails { by, shown };
            }
            _ => *standing = Standing::Fails { by, shown },
        }
    }

    /// What is known of each check, in the order of their numbers.
    pub fn checks(&self) -> impl Iterator<Item = (&CheckSite, &Standing)> {
        self.sites.values().filter_map(|site| Some((site, self.standings.get(&site.id)?)))
    }

    /// The checks of which nothing is known.
    pub fn open(&self) -> impl Iterator<Item = CheckId> {
        let open = self.standings.iter().filter(|(_, standing)| **standing == Standing::Open);
        open.map(|(check, _)| *check)
    }

    /// How many those are.
    pub fn open_count(&self) -> usize {
        self.open_count
    }

    /// What is known of a check; open if it is none of the task's.
    pub fn standing(&self, check: CheckId) -> &Standing {
        self.standings.get(&check).unwrap_or(&Standing::Open)
    }

    /// Whether nothing is open, and an engine says so of all of the program: code that could not be lowered may hold checks
    /// of which nothing is known.
    pub fn is_settled(&self) -> bool {
        self.open().next().is_none() && self.accounts().any(Account::is_complete)
    }

    /// Whether a proof of all is still possible: no check fails, and none has a witness that no run showed.
    pub fn may_be_proved(&self) -> bool {
        self.doubted.is_empty() && !self.is_violated()
    }

    /// Whether some check fails.
    pub fn is_violated(&self) -> bool {
        self.standings.values().any(|standing| matches!(standing, Standing::Fails { .. }))
    }

    /// Checks that one engine says hold and a run violates: there is an error in klew.
    pub fn contradictions(&self) -> &[CheckId] {
        &self.contradictions
    }

    /// Who said so of these.
    pub fn refuted(&self) -> &BTreeSet<&'static str> {
        &self.refuted
    }

    /// Everything, in the order in which it was written.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The engines that ended, in their order.
    pub fn accounts(&self) -> impl Iterator<Item = &Account> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Ended(account) => Some(&**account),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use klew_ir::{Position, Property, parse_program};

    const TWO: &str = "
function @main() {
entry:
  %x: i32 = input \"x\"
  %c = compare ne i32 %x, 7
  assert assertion holds %c
  %d = compare ne i32 %x, 9
  assert assertion holds %d
  exit
}
";

    fn ledger() -> (Ledger, CheckId, CheckId) {
        let program = parse_program(TWO, "two.kir").unwrap_or_else(|error| panic!("{error}"));
        let checks = klew_ir::checks(&program, |property| property == Property::Assertion);
        let [one, other] = [checks[0].id, checks[1].id];
        (Ledger::new(checks), one, other)
    }

    fn witness(check: CheckId, shown: Shown) -> Entry {
        let property = Property::Assertion;
        let (function, position) = (klew_ir::FunctionId(0), Position::UNKNOWN);
        Entry::Witness { by: "test", target: Target { property, function, check, position }, shown }
    }

    fn ended(limits: &[Limit]) -> Entry {
        let limits = limits.iter().map(|limit| (limit.clone(), 1)).collect();
        Entry::Ended(Box::new(Account { limits, ..Account::new("test") }))
    }

    fn holds(check: CheckId) -> Entry {
        Entry::Fact { by: "other", fact: Fact::Holds(check) }
    }

    /// What the entries come to: how many are open, whether all is settled, and whether something fails.
    fn check(entries: &[Entry], want: (usize, bool, bool)) {
        let (mut ledger, ..) = ledger();
        entries.iter().for_each(|entry| ledger.write(entry.clone()));
        let found = (ledger.open().count(), ledger.is_settled(), ledger.is_violated());
        assert_eq!(found, want, "{entries:?}");
        assert_eq!(ledger.open_count(), want.0, "{entries:?}");
        assert_eq!(ledger.contradictions(), [], "{entries:?}");
    }

    #[test]
    fn a_check_holds_only_if_somebody_said_so() {
        let (_, one, other) = ledger();
        check(&[], (2, false, false));
        check(&[ended(&[Limit::Depth])], (2, false, false));
        check(&[ended(&[])], (0, true, false));
        check(&[holds(one), ended(&[Limit::Depth])], (1, false, false));
        // Without the account of an engine that looked at all of the program, code of which nothing is known may hold more.
        check(&[holds(one), holds(other)], (0, false, false));
        check(&[holds(one), holds(other), ended(&[])], (0, true, false));
    }

    #[test]
    fn what_a_run_shows_counts() {
        let (_, one, other) = ledger();
        check(&[witness(one, Shown::Confirmed), ended(&[])], (0, true, true));
        check(&[witness(one, Shown::Replayed), ended(&[Limit::Depth])], (1, false, true));
        // What could not be shown is neither: the check stays open, even if an engine is done.
        check(&[witness(one, Shown::Nothing), ended(&[])], (1, false, false));
        check(&[witness(one, Shown::Nothing), holds(one), holds(other)], (1, false, false));
        check(&[witness(one, Shown::Nothing), witness(one, Shown::Confirmed)], (1, false, true));
    }

    #[test]
    fn contradictions_are_errors_of_ours_and_the_run_wins() {
        let (mut ledger, one, _) = ledger();
        ledger.write(holds(one));
        ledger.write(witness(one, Shown::Confirmed));
        assert_eq!(ledger.contradictions(), [one]);
        assert_eq!(ledger.refuted(), &BTreeSet::from(["other"]));
        assert!(ledger.is_violated());
    }

    #[test]
    fn whoever_was_first_settled_it() {
        let (mut ledger, one, other) = ledger();
        ledger.write(holds(one));
        ledger.write(ended(&[]));
        assert_eq!(*ledger.standing(one), Standing::Holds { by: "other" });
        assert_eq!(*ledger.standing(other), Standing::Holds { by: "test" });
    }
}
