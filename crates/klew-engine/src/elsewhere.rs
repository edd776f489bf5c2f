//! Engines that work on the same task at the same time elsewhere, in processes of their own.
//!
//! What they come to is plain data. What they prove is believed, as it is of any engine; what they find is a claim here until a
//! run of the program shows it. Whoever is elsewhere may be lost at any time: then it has settled nothing but what came before.
//!
//! **Invariant**: nothing that is lost elsewhere counts as done: a task is only settled by facts and by complete accounts.

use crate::decisions::Decision;
use crate::fact::Fact;
use crate::ledger::{Account, Shown};
use crate::validation::{Claim, Control};

/// Something that engines elsewhere came to.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// What one proved.
    Fact {
        /// Who.
        by: &'static str,
        /// What.
        fact: Fact,
    },
    /// What one found: it waits for [`Elsewhere::answer`].
    Found(Box<Found>),
    /// One ended, or its time was over.
    Ended(Box<Account>),
}

/// A run that violates a check, as an engine elsewhere says.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Who.
    pub by: &'static str,
    /// The check and the inputs.
    pub claim: Claim,
    /// The decisions of the run, where the engine followed it to the failing check; else it only ran these inputs.
    pub decisions: Option<Vec<Decision>>,
}

/// Engines elsewhere, as the desk sees them.
pub trait Elsewhere {
    /// What came from there, one after the other. Never waits; asked often.
    fn news(&mut self) -> Option<News>;

    /// What was seen of the last [`News::Found`], and how its engine goes on.
    fn answer(&mut self, shown: Shown, control: Control);

    /// Whether nothing comes any more, as it could not be started or has broken off.
    fn is_lost(&self) -> bool;

    /// Ends those that never come to an end by themselves.
    fn end_the_endless(&mut self);

    /// Whether none is left that may come to an answer.
    fn is_at_end(&self) -> bool;
}
