//! What a call that goes on is given of what was kept.

use std::rc::Rc;

use klew_engine::{Account, Begin, Claim, Decision, Entry, Frontier, Shown, Target};

use super::recorder::{Inner, is_stopped};
use super::records::{EntryRecord, ItemRecord, account_of, shown_of};
use crate::engines::Registered;
use crate::workers::accounts::AccountMessage;

/// What is kept of an engine's work on a program.
pub(crate) struct Resumed {
    /// What it proved.
    pub facts: Vec<Entry>,
    /// What it found.
    pub found: Vec<Found>,
    /// Its account, if it is not to be asked again.
    pub account: Option<Account>,
    /// What forward execution goes on from.
    pub begin: Option<Rc<Begin>>,
}

/// A check that fails, or may.
pub(crate) struct Found {
    /// Who found it.
    pub by: &'static str,
    /// The check.
    pub target: Target,
    /// What was seen of it.
    pub shown: Shown,
    /// The run and its decisions, if it can be made again.
    pub run: Option<(Claim, Vec<Decision>)>,
}

impl Inner {
    /// What is kept of an item.
    pub(super) fn resumed(&self, number: u64, record: &ItemRecord) -> Resumed {
        let (mut facts, mut found) = (Vec::new(), Vec::new());
        for name in self.store.names(&format!("entry/{number:06}/")) {
            match self.store.json::<EntryRecord>(name) {
                Some(EntryRecord::Witness { by, aim, shown, run }) => {
                    let Some(target) = aim.target() else { continue };
                    let by = Registered::named(&by).map_or("forward", |engine| engine.name);
                    let run = run.and_then(|run| run.claim(&target));
                    found.push(Found { by, target, shown: shown_of(shown), run });
                }
                Some(other) => facts.extend(other.entry()),
                None => {}
            }
        }
        let account = record.account.clone().and_then(account_of);
        let is_later = self.items.last().is_some_and(|(last, _)| *last > number);
        let account = account.filter(|account| is_later || !is_stopped(account));
        Resumed { facts, found, account, begin: self.begin(number) }
    }

    fn begin(&self, number: u64) -> Option<Rc<Begin>> {
        let frontier = self.store.text(&format!("frontier/{number:06}"))?;
        let account: AccountMessage = self.store.json(&format!("account/{number:06}"))?;
        let frontier = Frontier::parse(frontier).ok()?;
        Some(Rc::new(Begin { frontier, account: account_of(account)? }))
    }
}
