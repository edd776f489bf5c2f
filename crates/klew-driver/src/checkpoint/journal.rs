//! What engines tell the recorder while they work: entries of the ledger, and the frontier of forward execution.

use std::time::{Duration, Instant};

use klew_engine::{Account, Entry, Exchange, Fact, Frontier, Journal, Others};

use super::recorder::{MOMENT, Recorder};
use super::records::{EntryRecord, number_of};
use crate::workers::accounts::AccountMessage;
use crate::workers::values;

/// The frontier is written so often at most.
const LEAST: Duration = Duration::from_secs(2);

/// Writing it takes one part of so many of the time.
const SHARE: u32 = 40;

impl Journal for Recorder {
    fn written(&self, entry: &Entry) {
        let inner = &mut *self.inner.borrow_mut();
        match entry {
            Entry::Fact { by, fact: Fact::Holds(check) } => {
                if !inner.holding.insert(*check) {
                    return;
                }
                inner.status.hold = inner.holding.len();
                inner.add(&EntryRecord::Holds { by: (*by).to_owned(), check: check.number() });
            }
            Entry::Fact { by, fact: Fact::Invariant(position, text) } => {
                let (by, place) = ((*by).to_owned(), values::place(*position));
                inner.add(&EntryRecord::Invariant { by, place, text: text.clone() });
            }
            Entry::Fact { by, fact: Fact::Argument(argument) } => {
                let by = (*by).to_owned();
                inner.add(&EntryRecord::Argument { by, argument: argument.into() });
            }
            Entry::Witness { by, target, shown } => {
                let run = inner.runs.iter().position(|(other, _)| other == target);
                let run = run.map(|at| inner.runs.remove(at).1);
                inner.runs.clear();
                if !inner.failing.insert((target.clone(), *shown)) {
                    return;
                }
                inner.tell_findings();
                let (by, shown) = ((*by).to_owned(), number_of(*shown));
                inner.add(&EntryRecord::Witness { by, aim: target.into(), shown, run });
                self.write(inner);
                return;
            }
            // Of others only what they prove.
            Entry::Ended(account) if account.is_complete_within_bounds() => {
                inner.add(&EntryRecord::Ended(AccountMessage::of(account)));
                return;
            }
            Entry::Ended(_) => return,
        }
        if inner.written.elapsed() > MOMENT {
            self.write(inner);
        }
    }
}

impl Exchange for Recorder {
    fn wants_frontier(&self) -> bool {
        self.look();
        let mut inner = self.inner.borrow_mut();
        let is_due = Instant::now() >= inner.frontier_due;
        if is_due {
            inner.asked = Instant::now();
        }
        is_due
    }

    fn wants_last_frontier(&self) -> bool {
        true
    }

    fn frontier(&self, frontier: Frontier, account: Account) {
        let inner = &mut *self.inner.borrow_mut();
        let Some((number, ..)) = inner.current else { return };
        let begun = inner.asked.max(inner.frontier_due);
        let status = &mut inner.status;
        status.left = frontier.pieces.len();
        (status.paths, status.instructions) = (account.figures.paths, account.figures.instructions);
        status.covered = (account.figures.covered, account.figures.coverable);
        inner.store.put(&format!("frontier/{number:06}"), frontier.print().as_bytes());
        inner.store.put_json(&format!("account/{number:06}"), &AccountMessage::of(&account));
        self.write(inner);
        let cost = begun.elapsed();
        inner.frontier_due = Instant::now() + LEAST.max(cost * SHARE);
    }

    fn others(&self) -> Others {
        Others::Done(Box::default())
    }
}
