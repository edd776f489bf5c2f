//! Which stack objects a [release](crate::Operation::StackRelease) may end.
//!
//! **Invariant**: what is left out is older than the mark in every run that comes to the release.

use std::collections::BTreeMap;

use crate::{
    BlockId, Definition, ObjectKind, Operand, Operation, ValueId,
    bit_set::BitSet,
    control_flow::ControlFlow,
    dominators::Dominators,
    pointer_bases::{PointerBases, Site},
};

/// What releases may end, in one function.
#[derive(Clone, Debug)]
pub struct Releases {
    /// By marks.
    of: BTreeMap<ValueId, Vec<ValueId>>,
    /// All stack objects.
    all: Vec<ValueId>,
}

impl Releases {
    /// Of a function.
    pub fn new(definition: &Definition, flow: &ControlFlow, bases: &PointerBases) -> Releases {
        let stack = || bases.sites().iter().filter(|(_, site)| site.kind == ObjectKind::Stack);
        let marks = Marks::new(definition);
        let mut releases =
            Releases { of: BTreeMap::new(), all: stack().map(|(value, _)| *value).collect() };
        if marks.releases.is_empty() {
            return releases;
        }
        let dominators = Dominators::new(flow);
        for (&mark, blocks) in &marks.releases {
            let Some(&(marked, place)) = marks.made.get(&mark) else { continue };
            let reaching = reaching_without(flow, blocks, marked);
            let is_older = |value: ValueId, site: &Site| match site.block == marked {
                true => comes_before(definition, (marked, place), value),
                false => {
                    dominators.dominates(site.block, marked)
                        && !reaching.contains(site.block.0 as usize)
                }
            };
            let ended = stack().filter(|(value, site)| !is_older(**value, site));
            releases.of.insert(mark, ended.map(|(value, _)| *value).collect());
        }
        releases
    }

    /// The stack objects that a release may end: all but those that are surely older than its mark.
    pub fn of(&self, mark: &Operand) -> &[ValueId] {
        mark.as_value().and_then(|mark| self.of.get(&mark)).unwrap_or(&self.all)
    }
}

/// Marks of a function.
#[derive(Default)]
struct Marks {
    /// Where they are made: the block, and the instruction in it.
    made: BTreeMap<ValueId, (BlockId, usize)>,
    /// The blocks that release them.
    releases: BTreeMap<ValueId, Vec<BlockId>>,
}

impl Marks {
    fn new(definition: &Definition) -> Marks {
        let mut marks = Marks::default();
        for (block, id) in definition.blocks.iter().zip((0..).map(BlockId)) {
            for (place, instruction) in block.instructions.iter().enumerate() {
                match &instruction.operation {
                    Operation::StackMark => {
                        let made = instruction.results.iter().map(|mark| (*mark, (id, place)));
                        marks.made.extend(made);
                    }
                    Operation::StackRelease(mark) => {
                        if let Some(mark) = mark.as_value() {
                            marks.releases.entry(mark).or_default().push(id);
                        }
                    }
                    _ => {}
                }
            }
        }
        marks
    }
}

/// Whether in a block an object is made before an instruction.
fn comes_before(
    definition: &Definition,
    (block, place): (BlockId, usize),
    object: ValueId,
) -> bool {
    let before = &definition.blocks[block.0 as usize].instructions[..place];
    before.iter().any(|instruction| instruction.results.contains(&object))
}

/// From which blocks a run comes to one of those without passing a certain one.
fn reaching_without(flow: &ControlFlow, to: &[BlockId], but: BlockId) -> BitSet {
    let mut reaching = BitSet::new(flow.block_count());
    let mut work = to.to_vec();
    while let Some(block) = work.pop() {
        if block != but && reaching.insert(block.0 as usize) {
            work.extend(flow.predecessors(block));
        }
    }
    reaching
}
