//! Makes a program ready for all engines: what is known before any of them works is put into it.
//!
//! Loops that only count are entered at their last turn, recursive functions get closed forms, and what all ways to the checks need is
//! assumed early. Tests want every path, so for them a program stays as it is.

use klew_ir::closed_forms::{Summary, summarise_recursion};
use klew_ir::counted_loops::skip_counted_turns;
use klew_ir::early_assumptions::assume_early;
use klew_ir::{Program, PropertySet};

use crate::front_end::Original;
use crate::options::CheckOptions;
use crate::outcome::program_hash;
use crate::rest::asks_leaks;
use crate::validate::Arguments;

/// A program that is ready.
pub struct Prepared {
    pub program: Program,
    /// What was found out of its functions.
    pub summaries: Vec<Summary>,
    /// As it was without early assumptions, where callers promise something.
    pub promised: Option<Program>,
}

/// Makes a specialised program ready. Arguments that are to be checked again may be of the program with all turns of its loops.
pub fn prepared(
    program: Program,
    properties: PropertySet,
    (options, original): (&CheckOptions, &dyn Original),
    arguments: Option<&Arguments>,
) -> Prepared {
    let prepared = |skips: bool, program: Program| {
        prepared_with(program, properties, (options, original), skips)
    };
    if let Some(arguments) = arguments {
        let whole = prepared(false, program.clone());
        if arguments.are_of(&program_hash(&whole.program, properties)) {
            return whole;
        }
    }
    prepared(skips_turns(options), program)
}

fn prepared_with(
    mut program: Program,
    properties: PropertySet,
    (options, original): (&CheckOptions, &dyn Original),
    skips: bool,
) -> Prepared {
    if skips {
        skip_counted_turns(&mut program);
    }
    let is_promised = !original.assumptions().is_empty() || original.precondition().is_some();
    let promised = is_promised.then(|| program.clone());
    let mut summaries = Vec::new();
    if !options.tests.every_path && options.follow.is_none() {
        summaries = summarise(&mut program, original);
        let asked = |_, property| properties.contains(property);
        assume_early(&mut program, asked, asks_leaks(properties));
    }
    Prepared { program, summaries, promised }
}

/// Whether loops that only count are entered at their last turn: not for tests, nor for engines that are named to show what they
/// make of loops, unless one that runs the program is named, too.
fn skips_turns(options: &CheckOptions) -> bool {
    let engines = &options.engines;
    let runs = |name: &String| ["forward", "multipass"].contains(&name.as_str());
    (engines.is_empty() || engines.iter().any(runs)) && !options.tests.every_path
}

/// Closed forms of recursive functions, in the language's names.
fn summarise(program: &mut Program, original: &dyn Original) -> Vec<Summary> {
    let shown = |name: &str| original.names().function(name).to_owned();
    summarise_recursion(program, &shown)
}
