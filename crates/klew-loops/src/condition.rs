//! Path conditions of backbones that share their beginnings (paper 004, sections 4.3 to 4.6).
//!
//! The paper keeps backbones as a prefix tree whose vertices hold the part of the path condition that their edge added.
//! Here a condition is such a vertex with its way to the root. Where backbones meet again in the same state, what comes
//! behind is shared as well ([`Condition::Any`]); so the tree is a graph, of the same formula.

use std::rc::Rc;

use klew_term::{SymbolId, TermId};
use rustc_hash::FxHashSet;

use crate::context::Values;
use crate::state::State;
use crate::summary::Summary;

/// Which runs come to a place of a backbone.
#[derive(Debug)]
pub enum Condition {
    /// All.
    True,
    /// Those of a prefix that satisfy a fact besides.
    And(Rc<Condition>, TermId),
    /// Those of a prefix that go round a loop so often.
    Loop(Rc<Condition>, LoopUse),
    /// Those of several backbones.
    Any(Vec<Rc<Condition>>),
}

/// A loop's summary at one place of a backbone.
#[derive(Debug)]
pub struct LoopUse {
    /// The summary, which knows nothing of where it is used.
    pub summary: Rc<Summary>,
    /// The state in which the loop is entered.
    pub entry: State,
    /// How often each path was executed.
    pub counters: Vec<SymbolId>,
    /// Names here of what is some value in the iterated state.
    pub locals: Values,
}

impl Condition {
    /// The condition and a fact.
    pub fn and(self: &Rc<Condition>, fact: TermId) -> Rc<Condition> {
        Rc::new(Condition::And(Rc::clone(self), fact))
    }

    /// It and all that it is made of, each once.
    pub fn vertices(self: &Rc<Condition>) -> Vec<Rc<Condition>> {
        let (mut open, mut found) = (vec![Rc::clone(self)], Vec::new());
        let mut seen: FxHashSet<*const Condition> = FxHashSet::default();
        while let Some(at) = open.pop() {
            if !seen.insert(Rc::as_ptr(&at)) {
                continue;
            }
            match &*at {
                Condition::True => {}
                Condition::And(prefix, _) | Condition::Loop(prefix, _) => {
                    open.push(Rc::clone(prefix));
                }
                Condition::Any(conditions) => open.extend(conditions.iter().cloned()),
            }
            found.push(at);
        }
        found
    }

    /// Whether the fact was added on the way here.
    pub fn says(&self, fact: TermId) -> bool {
        let mut at = self;
        loop {
            match at {
                Condition::And(_, known) if *known == fact => return true,
                Condition::And(prefix, _) | Condition::Loop(prefix, _) => at = prefix,
                Condition::True | Condition::Any(_) => return false,
            }
        }
    }
}
