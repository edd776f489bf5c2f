//! What is left to ask: a program without the checks that are settled.
//!
//! **Invariant**: a check that is left out holds, by a fact of the ledger; so a run that would fail it does not come to what is behind it.

use std::borrow::Cow;

use klew_engine::{Ledger, Standing};
use klew_ir::early_assumptions::assume_early;
use klew_ir::specialise::specialise_further;
use klew_ir::{Program, Property, PropertySet};

/// The program without the checks that hold. Conditions that were apart are merged where that is wanted.
pub(crate) fn rest<'p>(
    (program, properties): (&'p Program, PropertySet),
    ledger: &Ledger,
    merges: bool,
) -> Cow<'p, Program> {
    let holds = |check| matches!(ledger.standing(check), Standing::Holds { .. });
    if !ledger.checks().any(|(site, _)| holds(site.id)) {
        return Cow::Borrowed(program);
    }
    let mut rest = program.clone();
    let asked = |check, property| properties.contains(property) && !holds(check);
    specialise_further(&mut rest, asked, merges);
    assume_early(&mut rest, asked, asks_leaks(properties));
    Cow::Owned(rest)
}

/// Whether the ends of runs are checks.
pub(crate) fn asks_leaks(properties: PropertySet) -> bool {
    [Property::MemoryTracked, Property::MemoryFreed].iter().any(|it| properties.contains(*it))
}
