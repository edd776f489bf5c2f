//! What is known of objects whose memory is typed, of conditions and of symbols.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use klew_ir::{GlobalId, Type};
use klew_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::contents::Contents;
use crate::graph::Value;

/// What is known at a place.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub(super) objects: Rc<BTreeMap<TermId, Rc<Cells>>>,
    /// Conditions that hold.
    pub(super) facts: Rc<BTreeSet<TermId>>,
    /// What is known of memory without types.
    pub(super) bytes: Contents,
}

/// What is known of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    /// By offset, of which type; none: anything.
    pub(super) at: BTreeMap<i64, (Type, Option<Value>)>,
    /// What the rest holds.
    pub(super) rest: Rest,
    /// Types of elements of which the rest is not known any more.
    pub(super) lost: Vec<Type>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    Anything,
    Zero,
    Global(GlobalId),
}

impl Cells {
    pub(super) fn new(rest: Rest) -> Cells {
        Cells { at: BTreeMap::new(), rest, lost: Vec::new() }
    }

    /// Nothing is known of elements of a type any more.
    pub(super) fn lose(&mut self, value_type: Option<Type>, header: i64) {
        let is_lost = |other: Type| value_type.is_none_or(|lost| lost == other);
        self.at.retain(|offset, (other, _)| *offset < header || !is_lost(*other));
        match value_type {
            Some(lost) if !self.lost.contains(&lost) => self.lost.push(lost),
            Some(_) => {}
            None => self.rest = Rest::Anything,
        }
    }

    pub(super) fn forget(&mut self, offset: i64, value_type: Type) {
        match self.at.get(&offset) {
            Some((other, _)) if *other != value_type => {}
            _ => {
                self.at.insert(offset, (value_type, None));
            }
        }
    }
}

/// Which objects a symbol may be: those, and those that were there before the run if `inputs`.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidates {
    pub(super) numbers: BTreeSet<u32>,
    pub(super) inputs: bool,
}

/// What is known of symbols.
#[derive(Default)]
pub(super) struct Symbols {
    pub(super) candidates: FxHashMap<TermId, Rc<Candidates>>,
    /// Of objects' symbols: all heap objects they may be are below.
    pub(super) below: FxHashMap<TermId, u32>,
    /// Objects that symbols without candidates may be: those whose number was stored to memory so far, for one.
    pub(super) escaped: FxHashSet<u32>,
    /// Bytes before the elements of arrays; none where memory is not typed, so that nothing is kept.
    pub(super) header: Option<i64>,
}
