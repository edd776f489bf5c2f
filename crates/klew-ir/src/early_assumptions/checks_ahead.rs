//! Whether a run that is at some place may still come to a check.
//!
//! **Invariant**: an over-approximation: calls through pointers may come to every function whose address is taken, and what cannot be followed may
//! come to anything.

use std::collections::BTreeSet;

use crate::call_graph::CallGraph;
use crate::{
    BlockId, Callee, CheckId, Definition, FunctionBody, FunctionId, Instruction, Operation,
    Program, Property, Terminator,
};

/// A place in a function: before an instruction of a block, or before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    pub(super) block: BlockId,
    pub(super) index: usize,
}

impl Spot {
    /// Before the first instruction of a block.
    pub(super) fn begin(block: BlockId) -> Spot {
        Spot { block, index: 0 }
    }

    /// Before the end of a block.
    pub(super) fn end(definition: &Definition, block: BlockId) -> Spot {
        Spot { block, index: definition.blocks[block.0 as usize].instructions.len() }
    }

    /// Behind the instruction.
    pub(super) fn next(self) -> Spot {
        Spot { index: self.index + 1, ..self }
    }
}

/// What is left out of a function when its runs are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Nothing.
    Nothing,
    /// The way from a block to another one.
    Edge(BlockId, BlockId),
    /// A check.
    Check(Spot),
}

/// Which calls come to checks, and behind which functions there are any.
pub(super) struct Ahead<'p> {
    program: &'p Program,
    graph: CallGraph,
    asked: BTreeSet<CheckId>,
    asks_leaks: bool,
    /// For each function, whether a call of it may come to a check.
    within: Vec<bool>,
    /// For each function, whether there may be a check behind its return.
    behind: Vec<bool>,
    /// For each function and block, whether there may be a check from its begin on.
    from: Vec<Vec<bool>>,
}

impl<'p> Ahead<'p> {
    pub(super) fn new(
        program: &'p Program,
        asked: impl Fn(CheckId, Property) -> bool,
        asks_leaks: bool,
    ) -> Ahead<'p> {
        let mut found = BTreeSet::new();
        for definition in program.functions.iter().filter_map(defined) {
            for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
                if let Operation::Assert { id, property, .. } = &instruction.operation
                    && asked(*id, *property)
                {
                    found.insert(*id);
                }
            }
        }
        let count = program.functions.len();
        let graph = CallGraph::new(program);
        let (within, behind, from) = (vec![false; count], vec![false; count], Vec::new());
        let mut ahead = Ahead { program, graph, asked: found, asks_leaks, within, behind, from };
        ahead.close_within();
        ahead.close_behind();
        ahead
    }

    /// Whether somebody asks about it.
    pub(super) fn is_asked(&self, instruction: &Instruction) -> bool {
        matches!(&instruction.operation, Operation::Assert { id, .. } if self.asked.contains(id))
    }

    /// Whether there may be a check from there on.
    pub(super) fn from(&self, function: FunctionId, spot: Spot) -> bool {
        let Some(definition) = defined(self.program.function(function)) else { return true };
        self.spot(definition, (function, spot), Cut::Nothing, &self.from[function.0 as usize])
    }

    /// The same, with something left out of the function.
    pub(super) fn check_ahead_without(&self, function: FunctionId, spot: Spot, cut: Cut) -> bool {
        let Some(definition) = defined(self.program.function(function)) else { return true };
        let from = self.blocks(function, definition, cut);
        self.spot(definition, (function, spot), cut, &from)
    }

    /// The functions that a call may come to.
    pub(super) fn targets<'a>(&'a self, callee: &'a Callee) -> &'a [FunctionId] {
        self.graph.targets(callee)
    }

    /// Computes what calls come to.
    fn close_within(&mut self) {
        let is_known = |function: &FunctionId| match &self.program.function(*function).body {
            FunctionBody::Unsupported(_) => true,
            FunctionBody::External | FunctionBody::Defined(_) => false,
        };
        self.within = (0..self.within.len() as u32).map(|id| is_known(&FunctionId(id))).collect();
        let mut is_new = true;
        while is_new {
            is_new = false;
            for (number, function) in self.program.functions.iter().enumerate() {
                let comes = match &function.body {
                    _ if self.within[number] => continue,
                    FunctionBody::Unsupported(_) => true,
                    // Who is elsewhere may call back.
                    FunctionBody::External => {
                        let taken = self.graph.address_taken();
                        taken.iter().any(|function| self.within[function.0 as usize])
                    }
                    FunctionBody::Defined(definition) => definition.blocks.iter().any(|block| {
                        block.instructions.iter().any(|it| self.comes(it))
                            || self.ends_with_check(&block.terminator)
                    }),
                };
                self.within[number] = comes;
                is_new |= comes;
            }
        }
    }

    /// Computes what is behind returns, and from there what is ahead of blocks.
    fn close_behind(&mut self) {
        let count = self.program.functions.len();
        let mut is_called = vec![false; count];
        for definition in self.program.functions.iter().filter_map(defined) {
            for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
                if let Operation::Call { callee, .. } = &instruction.operation {
                    self.targets(callee).iter().for_each(|it| is_called[it.0 as usize] = true);
                }
            }
        }
        // Who calls what nobody calls is not known.
        self.behind = is_called.iter().map(|is_called| !is_called).collect();
        if let Some(FunctionId(entry)) = self.program.entry {
            self.behind[entry as usize] = self.asks_leaks;
        }
        loop {
            self.from = (0..count as u32).map(|id| self.of_function(FunctionId(id))).collect();
            let mut is_new = false;
            for (number, function) in (0..).zip(&self.program.functions) {
                let Some(definition) = defined(function) else { continue };
                for spot in spots(definition) {
                    let block = &definition.blocks[spot.block.0 as usize];
                    let operation = &block.instructions[spot.index].operation;
                    let Operation::Call { callee, .. } = operation else { continue };
                    if !self.from(FunctionId(number), spot.next()) {
                        continue;
                    }
                    for target in self.graph.targets(callee) {
                        is_new |= !std::mem::replace(&mut self.behind[target.0 as usize], true);
                    }
                }
            }
            if !is_new {
                return;
            }
        }
    }

    fn of_function(&self, id: FunctionId) -> Vec<bool> {
        defined(self.program.function(id))
            .map_or_else(Vec::new, |definition| self.blocks(id, definition, Cut::Nothing))
    }

    /// For each block, whether there may be a check from its begin on.
    fn blocks(&self, id: FunctionId, definition: &Definition, cut: Cut) -> Vec<bool> {
        let mut from = vec![false; definition.blocks.len()];
        let mut is_new = true;
        while is_new {
            is_new = false;
            for block in (0..definition.blocks.len()).rev() {
                if !from[block] {
                    let spot = Spot::begin(BlockId(block as u32));
                    from[block] = self.spot(definition, (id, spot), cut, &from);
                    is_new |= from[block];
                }
            }
        }
        from
    }

    fn spot(
        &self,
        definition: &Definition,
        (function, spot): (FunctionId, Spot),
        cut: Cut,
        from: &[bool],
    ) -> bool {
        let block = &definition.blocks[spot.block.0 as usize];
        let mut rest = block.instructions.iter().enumerate().skip(spot.index);
        let is_there = rest.any(|(index, instruction)| {
            cut != Cut::Check(Spot { index, ..spot }) && self.comes(instruction)
        });
        if is_there || self.ends_with_check(&block.terminator) {
            return true;
        }
        if let Terminator::Return(_) = &block.terminator {
            return self.behind[function.0 as usize];
        }
        block
            .terminator
            .successors()
            .into_iter()
            .any(|next| cut != Cut::Edge(spot.block, next.block) && from[next.block.0 as usize])
    }

    /// Whether an instruction is a check or comes to one.
    fn comes(&self, instruction: &Instruction) -> bool {
        match &instruction.operation {
            Operation::Call { callee, .. } => {
                self.targets(callee).iter().any(|target| self.within[target.0 as usize])
            }
            _ => self.is_asked(instruction),
        }
    }

    fn ends_with_check(&self, terminator: &Terminator) -> bool {
        match terminator {
            Terminator::Exit | Terminator::Abort => self.asks_leaks,
            Terminator::Unsupported(_) | Terminator::Bound { .. } => true,
            _ => false,
        }
    }
}

fn defined(function: &crate::Function) -> Option<&Definition> {
    match &function.body {
        FunctionBody::Defined(definition) => Some(definition),
        _ => None,
    }
}

/// Before each instruction.
fn spots(definition: &Definition) -> impl Iterator<Item = Spot> {
    (0..).zip(&definition.blocks).flat_map(|(number, block)| {
        (0..block.instructions.len()).map(move |index| Spot { block: BlockId(number), index })
    })
}
