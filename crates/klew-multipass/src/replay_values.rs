//! Replay values: what infeasible paths say of inputs.
//!
//! Source: paper 002, algorithm 2 (lines 36–48) and section III-D: the resolved constraints of an infeasible path are solved one
//! by one, those nearest the target first, and the first value that an input statement gets is kept. Here a constraint is
//! solved together with those before it that it does not contradict, so values of several inputs go together; and what a
//! statement gives is kept for each time that the path executes it, from the begin of the run on.
//!
//! **Invariant**: values are hints. Nothing that is found with them proves anything but what a run shows.

use std::collections::BTreeMap;

use klew_engine::{Guidance, InputPlace};
use klew_ir::Position;
use klew_solver::{Answer, Query, Solver};
use klew_term::{Assignment, Constant, SymbolId, TermId};
use rustc_hash::FxHashSet;

use crate::context::{Context, Point};
use crate::state::{InputSymbols, State};

/// Constraints of a path that are solved.
const MOST_CONSTRAINTS: usize = 400;

/// How often constraints of a path that contradict the others are tried first.
const ALTERNATIVES: u32 = 3;

/// Paths whose values are kept.
const MOST_PATHS: usize = 64;

/// By statement: what it gives the first, the second … time.
type Values = BTreeMap<InputPlace, Vec<Option<u64>>>;

/// What is known of input statements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplayValues {
    /// The paper's map: what the first path said that says something of a statement.
    pub values: Values,
    /// What each path said, if no other said the same.
    paths: Vec<Values>,
    /// How many of the hints were given out.
    given: usize,
    /// Constraints that gave them.
    pub solved: u64,
}

impl ReplayValues {
    /// Takes in what an infeasible path from the begin of the run says. Whether there was something new.
    pub fn learn(
        &mut self,
        context: &mut Context<'_>,
        state: &State,
        solver: &mut dyn Solver,
    ) -> bool {
        let mut constraints: Vec<TermId> = (state.constraints.iter().map(|one| one.term))
            .filter(|term| context.terms.as_bool(*term).is_none() && context.is_ground(*term))
            .take(MOST_CONSTRAINTS)
            .collect();
        let mut is_new = false;
        for _ in 0..ALTERNATIVES {
            let Some(solved) = self.consistent(context, &constraints, solver) else { break };
            is_new |= self.take_in(context, state, &solved);
            if solved.dropped.is_empty() {
                break;
            }
            // What contradicted the rest goes first the next time.
            let dropped = solved.dropped;
            constraints.retain(|term| !dropped.contains(term));
            constraints.splice(0..0, dropped);
        }
        is_new
    }

    fn take_in(&mut self, context: &Context<'_>, state: &State, solved: &Solved) -> bool {
        let mut found = Values::new();
        for input in state.inputs.iter().rev() {
            let Some(site) = input.site else { continue };
            let place = place(context, site, &input.name);
            let value = match &input.symbols {
                InputSymbols::Number(Some(symbol), _) if solved.symbols.contains(symbol) => {
                    solved.model.get(*symbol).and_then(Constant::as_u64)
                }
                _ => None,
            };
            found.entry(place).or_default().push(value);
        }
        found.retain(|_, values| values.iter().any(Option::is_some));
        if found.is_empty() || self.paths.contains(&found) || self.paths.len() >= MOST_PATHS {
            return false;
        }
        for (place, values) in &found {
            self.values.entry(place.clone()).or_insert_with(|| values.clone());
        }
        self.paths.push(found);
        true
    }

    /// Hints that were not given out yet: of each path, and of all of them together as in the paper, where that is
    /// something else. The values that a statement had on the path one after the other; of a statement in a loop also the last
    /// one always.
    pub fn new_hints(&mut self) -> Vec<Guidance> {
        let new = &self.paths[self.given..];
        let mut found: Vec<Guidance> = Vec::new();
        let mut add = |hints: Guidance| {
            if !found.contains(&hints) {
                found.push(hints);
            }
        };
        for values in new.iter().chain((!new.is_empty()).then_some(&self.values)) {
            if values.values().any(|values| values.len() > 1) {
                add(guidance(values, false));
            }
            add(guidance(values, true));
        }
        self.given = self.paths.len();
        found
    }

    /// A model of constraints, as many as go together, in their order.
    fn consistent(
        &mut self,
        context: &mut Context<'_>,
        constraints: &[TermId],
        solver: &mut dyn Solver,
    ) -> Option<Solved> {
        let mut kept: Vec<TermId> = Vec::new();
        let (mut best, mut dropped) = (None, Vec::new());
        for &term in constraints {
            kept.push(term);
            match solver.check(&mut context.terms, &Query::new(&kept)) {
                Answer::Sat(model) => {
                    self.solved += 1;
                    best = Some(model);
                }
                _ => dropped.extend(kept.pop()),
            }
        }
        let mut symbols = FxHashSet::default();
        for term in kept {
            symbols.extend(context.terms.symbols(term).iter().copied());
        }
        Some(Solved { model: best?, symbols, dropped })
    }
}

/// Constraints that go together.
struct Solved {
    model: Assignment,
    /// What they speak of.
    symbols: FxHashSet<SymbolId>,
    /// Those that contradict them.
    dropped: Vec<TermId>,
}

/// As hints: each time what the path had, or always the value that it had last.
fn guidance(values: &Values, always: bool) -> Guidance {
    let mut guidance = Guidance::default();
    for (place, values) in values {
        let last = values.iter().rev().find_map(|value| *value);
        let values = match last {
            Some(value) if always => vec![Some(value)],
            _ => values.clone(),
        };
        guidance.set(place.clone(), values, always);
    }
    guidance
}

/// The place of an input statement, in the words of the program: slices and passes keep it.
fn place(context: &Context<'_>, site: Point, name: &str) -> InputPlace {
    let block = context.body(site.function).and_then(|body| body.blocks.get(site.block.0 as usize));
    let instruction = block.and_then(|block| block.instructions.get(site.instruction));
    let position = instruction.map_or(Position::UNKNOWN, |instruction| instruction.position);
    InputPlace { function: site.function, name: name.to_owned(), position }
}
