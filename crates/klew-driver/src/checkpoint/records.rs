//! What a checkpoint keeps of engines' work, as it is written: items, entries, runs.

use klew_engine::{Account, Claim, Decision, Entry, Fact, Shown, Target, parse_decisions};
use klew_ir::CheckId;
use serde::{Deserialize, Serialize};

use crate::engines::Registered;
use crate::workers::accounts::AccountMessage;
use crate::workers::values::{self, Aim, ArgumentMessage, Given, Place};

/// What is kept of an engine's work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ItemRecord {
    /// The hash of the engine's name and of the program.
    pub key: String,
    /// The engine.
    pub engine: String,
    /// What it came to, once it ended.
    pub account: Option<AccountMessage>,
}

/// As [`Entry`]; of a witness also what its run is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EntryRecord {
    /// A check holds.
    Holds { by: String, check: u32 },
    /// Something holds at a place.
    Invariant { by: String, place: Place, text: String },
    /// What shows that a check holds.
    Argument { by: String, argument: ArgumentMessage },
    /// A check fails, or may.
    Witness { by: String, aim: Aim, shown: u8, run: Option<RunRecord> },
    /// What an engine came to.
    Ended(AccountMessage),
}

/// The run of a witness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// Its inputs.
    pub inputs: Given,
    /// Its decisions.
    pub decisions: String,
}

/// The account, of an engine that there is.
pub fn account_of(message: AccountMessage) -> Option<Account> {
    let by = Registered::named(message.by()).ok()?.name;
    message.account(by)
}

impl RunRecord {
    /// The run, as it is made again.
    pub fn claim(self, target: &Target) -> Option<(Claim, Vec<Decision>)> {
        // Types are looked up where they are used; a checkpoint is of this program.
        let inputs = self.inputs.inputs(usize::MAX)?;
        Some((Claim { target: target.clone(), inputs }, parse_decisions(&self.decisions).ok()?))
    }
}

impl EntryRecord {
    /// What the ledger is told, of all but witnesses.
    pub fn entry(self) -> Option<Entry> {
        let engine = |name: &str| Some(Registered::named(name).ok()?.name);
        Some(match self {
            EntryRecord::Holds { by, check } => {
                let fact = Fact::Holds(CheckId::from_number(check.into())?);
                Entry::Fact { by: engine(&by)?, fact }
            }
            EntryRecord::Invariant { by, place, text } => {
                let fact = Fact::Invariant(values::position(place), text);
                Entry::Fact { by: engine(&by)?, fact }
            }
            EntryRecord::Argument { by, argument } => {
                Entry::Fact { by: engine(&by)?, fact: Fact::Argument(argument.into()) }
            }
            EntryRecord::Ended(account) => Entry::Ended(Box::new(account_of(account)?)),
            EntryRecord::Witness { .. } => return None,
        })
    }
}

/// How much was seen of a witness, as a number.
pub fn number_of(shown: Shown) -> u8 {
    match shown {
        Shown::Nothing => 0,
        Shown::Replayed => 1,
        Shown::Confirmed => 2,
    }
}

/// The same, read.
pub fn shown_of(number: u8) -> Shown {
    match number {
        0 => Shown::Nothing,
        1 => Shown::Replayed,
        _ => Shown::Confirmed,
    }
}
