//! What closing states came to at points of the program: counted always, and interpolants in the names of the source where somebody wants
//! to see them.

use klew_engine::{InterpolantShown, PointFigures};
use klew_ir::{BlockId, FunctionBody, FunctionId, Position, Program};
use rustc_hash::FxHashMap;

use super::Pruning;

/// Interpolants of a point that are shown.
const MOST_SHOWN: usize = 32;

/// A block.
type At = (FunctionId, BlockId);

/// What became of states that came to a block.
#[derive(Clone, Copy, Default)]
pub struct Yield {
    /// Those that could have been closed, or kept.
    pub visited: u64,
    /// Those that got an interpolant.
    pub annotated: u64,
    /// Comparisons with interpolants.
    pub tried: u64,
    /// Those that an interpolant covers.
    pub covered: u64,
    /// How often interpolants were of use: more where much was saved, and where they say what has to hold of a side that no run takes.
    pub used: u64,
    /// Those that an earlier one includes.
    pub included: u64,
}

/// The same of all blocks.
pub type Yields = FxHashMap<At, Yield>;

/// Interpolants that are shown.
#[derive(Default)]
pub struct Shown(FxHashMap<At, Vec<InterpolantShown>>);

impl Shown {
    /// Shows one, if there are not so many already; its number there.
    pub fn add(&mut self, at: At, formulas: Vec<String>) -> Option<u32> {
        let shown = self.0.entry(at).or_default();
        if let Some(known) = shown.iter().position(|known| known.formulas == formulas) {
            return Some(known as u32);
        }
        if shown.len() == MOST_SHOWN {
            return None;
        }
        shown.push(InterpolantShown { covered: 0, formulas });
        Some(shown.len() as u32 - 1)
    }

    /// One of them covered a state.
    pub fn covered(&mut self, at: At, number: Option<u32>) {
        let shown = number.and_then(|number| self.0.get_mut(&at)?.get_mut(number as usize));
        if let Some(shown) = shown {
            shown.covered += 1;
        }
    }
}

impl Pruning {
    /// What became of states, by points, in the order of the source.
    pub fn points(&self, program: &Program) -> Vec<PointFigures> {
        let mut points: Vec<PointFigures> = self
            .yields
            .iter()
            .map(|(&at, &seen)| {
                let mut interpolants = self.shown.0.get(&at).cloned().unwrap_or_default();
                interpolants.sort_by(|one, other| {
                    (other.covered, &one.formulas).cmp(&(one.covered, &other.formulas))
                });
                let Yield { visited, annotated, tried, covered, included, used: _ } = seen;
                let (function, position) =
                    (program.function(at.0).name.clone(), position(program, at));
                PointFigures {
                    function,
                    position,
                    visited,
                    annotated,
                    tried,
                    covered,
                    included,
                    interpolants,
                }
            })
            .collect();
        points.sort_by(|one, other| {
            (one.position, &one.function, one.visited).cmp(&(
                other.position,
                &other.function,
                other.visited,
            ))
        });
        points
    }
}

/// Where a block is in the source, as far as that tells.
fn position(program: &Program, (function, block): At) -> Position {
    let FunctionBody::Defined(definition) = &program.function(function).body else {
        return Position::UNKNOWN;
    };
    let Some(block) = definition.blocks.get(block.0 as usize) else { return Position::UNKNOWN };
    let mut positions = block.instructions.iter().map(|instruction| instruction.position);
    let known = positions.find(|position| *position != Position::UNKNOWN);
    known.unwrap_or(block.terminator_position)
}
