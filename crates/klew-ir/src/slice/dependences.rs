//! What targets depend on: the least set that is closed under control and data dependences.

use std::collections::{BTreeMap, BTreeSet};

use super::regions::{Region, Regions};
use crate::{
    Access, BlockId, Callee, Check, Definition, FunctionBody, FunctionId, Operand, Operation,
    Program, Property, Terminator, ValueId, call_graph::CallGraph,
    control_dependence::ControlDependence, control_flow::ControlFlow,
};

/// A place of an instruction.
type Place = (FunctionId, BlockId, usize);

/// Where a value comes from.
#[derive(Clone, Copy)]
enum Origin {
    Parameter(usize),
    BlockParameter(BlockId, usize),
    Instruction(BlockId, usize, usize),
    Nowhere,
}

/// What is known of a function.
struct Body<'a> {
    definition: &'a Definition,
    flow: ControlFlow,
    /// None: every decision counts.
    control: Option<ControlDependence>,
    origins: Vec<Origin>,
    values: Vec<bool>,
    instructions: Vec<Vec<bool>>,
    /// Whether it matters that a block is run.
    blocks: Vec<bool>,
    terminators: Vec<bool>,
    results: Vec<bool>,
}

enum Work {
    Value(FunctionId, ValueId),
    Instruction(Place),
    Block(FunctionId, BlockId),
    Terminator(FunctionId, BlockId),
}

/// What is needed of a program.
pub(super) struct Needed<'a> {
    program: &'a Program,
    bodies: BTreeMap<FunctionId, Body<'a>>,
    regions: Regions,
    read: BTreeSet<Region>,
    writes: BTreeMap<Region, Vec<Place>>,
    /// What begins or ends the life of objects in a region; all stack objects of a frame, in [`Region::Other`].
    lives: BTreeMap<Region, Vec<Place>>,
    /// Regions of which it matters which objects are alive.
    checked: BTreeSet<Region>,
    /// Calls that may come to a function.
    callers: BTreeMap<FunctionId, Vec<Place>>,
    calls: CallGraph,
    work: Vec<Work>,
}

impl<'a> Needed<'a> {
    /// None if the program has no entry.
    pub(super) fn new(
        program: &'a Program,
        is_target: &dyn Fn(Property) -> bool,
    ) -> Option<Needed<'a>> {
        program.entry?;
        let mut bodies = BTreeMap::new();
        for (index, function) in (0..).zip(&program.functions) {
            if let FunctionBody::Defined(definition) = &function.body {
                bodies.insert(FunctionId(index), Body::new(definition, function.results.len()));
            }
        }
        let mut needed = Needed {
            program,
            bodies,
            regions: Regions::new(program),
            read: BTreeSet::new(),
            writes: BTreeMap::new(),
            lives: BTreeMap::new(),
            checked: BTreeSet::new(),
            callers: BTreeMap::new(),
            calls: CallGraph::new(program),
            work: Vec::new(),
        };
        needed.seed(is_target);
        while let Some(work) = needed.work.pop() {
            match work {
                Work::Value(function, value) => needed.need_value(function, value),
                Work::Instruction(place) => needed.need_instruction(place),
                Work::Block(function, block) => needed.need_block(function, block),
                Work::Terminator(function, block) => needed.need_terminator(function, block),
            }
        }
        Some(needed)
    }

    /// Finds calls and writes, and begins with what is needed in itself.
    fn seed(&mut self, is_target: &dyn Fn(Property) -> bool) {
        for (&function, body) in &self.bodies {
            for (number, block) in (0..).zip(&body.definition.blocks) {
                let id = BlockId(number);
                if !body.flow.is_reachable(id) {
                    continue;
                }
                for (index, instruction) in block.instructions.iter().enumerate() {
                    let place = (function, id, index);
                    let operation = &instruction.operation;
                    if let Some(written) = written(operation) {
                        let region = self.regions.of(function, written);
                        self.writes.entry(region).or_default().push(place);
                        if operation.is_about_life() {
                            self.lives.entry(region).or_default().push(place);
                        }
                    }
                    if let Operation::Call { callee, .. } = operation {
                        for callee in self.calls.targets(callee) {
                            self.callers.entry(*callee).or_default().push(place);
                        }
                    }
                    if self.counts(operation, is_target) {
                        self.work.push(Work::Instruction(place));
                    }
                }
                let ends = matches!(
                    block.terminator,
                    Terminator::Exit
                        | Terminator::Abort
                        | Terminator::Unreachable
                        | Terminator::Unsupported(_)
                        | Terminator::Bound { .. }
                );
                if ends {
                    self.work.push(Work::Block(function, id));
                }
                let decides = body.control.is_none() && block.terminator.successors().len() > 1;
                if decides {
                    self.work.push(Work::Terminator(function, id));
                }
            }
        }
    }

    /// Whether an instruction is needed in itself.
    fn counts(&self, operation: &Operation, is_target: &dyn Fn(Property) -> bool) -> bool {
        match operation {
            Operation::Assert { property, check, .. } => is_target(*property) || may_destroy(check),
            Operation::Assume(_) | Operation::Input { .. } | Operation::InputBytes { .. } => true,
            // What is not known may do anything.
            Operation::Call { callee, .. } => {
                self.calls.targets(callee).iter().any(|callee| !self.bodies.contains_key(callee))
            }
            _ => false,
        }
    }

    fn operand(&mut self, function: FunctionId, operand: &Operand) {
        if let Some(value) = operand.as_value() {
            self.work.push(Work::Value(function, value));
        }
    }

    fn need_value(&mut self, function: FunctionId, value: ValueId) {
        let Some(body) = self.bodies.get_mut(&function) else { return };
        if std::mem::replace(&mut body.values[value.0 as usize], true) {
            return;
        }
        match body.origins[value.0 as usize] {
            Origin::Nowhere => {}
            Origin::Parameter(place) => self.need_parameter(function, place),
            Origin::BlockParameter(block, number) => {
                let body = &self.bodies[&function];
                for &from in body.flow.predecessors(block) {
                    let terminator = &body.definition.blocks[from.0 as usize].terminator;
                    self.work.push(Work::Block(function, from));
                    let successors = terminator.successors();
                    if successors.len() > 1 {
                        self.work.push(Work::Terminator(function, from));
                    }
                    for next in successors.iter().filter(|next| next.block == block) {
                        let value = next.arguments.get(number).and_then(Operand::as_value);
                        self.work.extend(value.map(|value| Work::Value(function, value)));
                    }
                }
            }
            Origin::Instruction(block, index, result) => {
                self.work.push(Work::Instruction((function, block, index)));
                let operation = &self.bodies[&function].definition.blocks[block.0 as usize]
                    .instructions[index]
                    .operation;
                if let Operation::Call { callee, .. } = operation {
                    for callee in self.calls.targets(callee).to_vec() {
                        self.need_result(callee, result);
                    }
                }
            }
        }
    }

    /// A function's parameter is needed: so is what is passed for it.
    fn need_parameter(&mut self, function: FunctionId, place: usize) {
        for caller in self.callers.get(&function).cloned().unwrap_or_default() {
            self.work.push(Work::Instruction(caller));
            let (from, block, index) = caller;
            let instruction =
                &self.bodies[&from].definition.blocks[block.0 as usize].instructions[index];
            if let Operation::Call { arguments, .. } = &instruction.operation
                && let Some(value) = arguments.get(place).and_then(Operand::as_value)
            {
                self.work.push(Work::Value(from, value));
            }
        }
    }

    /// A result of a function is needed.
    fn need_result(&mut self, function: FunctionId, place: usize) {
        let Some(body) = self.bodies.get_mut(&function) else { return };
        match body.results.get_mut(place) {
            Some(known) if !*known => *known = true,
            _ => return,
        }
        for (number, block) in (0..).zip(&body.definition.blocks) {
            if let Terminator::Return(values) = &block.terminator {
                self.work.push(Work::Block(function, BlockId(number)));
                let value = values.get(place).and_then(Operand::as_value);
                self.work.extend(value.map(|value| Work::Value(function, value)));
            }
        }
    }

    fn need_instruction(&mut self, (function, block, index): Place) {
        let Some(body) = self.bodies.get_mut(&function) else { return };
        if std::mem::replace(&mut body.instructions[block.0 as usize][index], true) {
            return;
        }
        let definition = body.definition;
        self.work.push(Work::Block(function, block));
        let operation = &definition.blocks[block.0 as usize].instructions[index].operation;
        match operation {
            Operation::Call { callee: Callee::Function(callee), .. }
                if !self.takes_all(*callee) => {}
            _ => {
                for operand in operation.operands() {
                    self.operand(function, operand);
                }
            }
        }
        if let Operation::Assert { check, .. } = operation
            && let Check::Accessible { pointer, .. } | Check::Freeable(pointer) = check
        {
            self.need_lives(function, pointer);
        }
        if let Some(address) = read(operation) {
            let region = self.regions.of(function, address);
            if self.read.insert(region) {
                let writes = self.writes.get(&region).cloned().unwrap_or_default();
                self.work.extend(writes.into_iter().map(Work::Instruction));
            }
        }
    }

    /// It matters which objects are alive where a pointer points.
    fn need_lives(&mut self, function: FunctionId, pointer: &Operand) {
        for region in [self.regions.of(function, pointer), Region::Other] {
            if self.checked.insert(region) {
                let places = self.lives.get(&region).cloned().unwrap_or_default();
                self.work.extend(places.into_iter().map(Work::Instruction));
            }
        }
    }

    /// Whether all arguments of a call of that function count.
    fn takes_all(&self, function: FunctionId) -> bool {
        self.program.function(function).variadic || !self.bodies.contains_key(&function)
    }

    /// It matters that a block is run: so do the decisions that lead there, and calls of its function.
    fn need_block(&mut self, function: FunctionId, block: BlockId) {
        let Some(body) = self.bodies.get_mut(&function) else { return };
        if std::mem::replace(&mut body.blocks[block.0 as usize], true) {
            return;
        }
        let decisions = match &body.control {
            Some(control) => control.decisions(block).to_vec(),
            None => Vec::new(),
        };
        self.work.extend(decisions.into_iter().map(|from| Work::Terminator(function, from)));
        let callers = self.callers.get(&function).cloned().unwrap_or_default();
        self.work.extend(callers.into_iter().map(Work::Instruction));
    }

    fn need_terminator(&mut self, function: FunctionId, block: BlockId) {
        let Some(body) = self.bodies.get_mut(&function) else { return };
        if std::mem::replace(&mut body.terminators[block.0 as usize], true) {
            return;
        }
        let decided = match &body.definition.blocks[block.0 as usize].terminator {
            Terminator::Branch { condition: value, .. } | Terminator::Switch { value, .. } => value,
            _ => return,
        };
        self.operand(function, decided);
        self.work.push(Work::Block(function, block));
    }

    /// Whether a value is needed.
    pub(super) fn value(&self, function: FunctionId, value: ValueId) -> bool {
        self.bodies.get(&function).is_none_or(|body| body.values[value.0 as usize])
    }

    /// Whether a block's decision is needed.
    pub(super) fn terminator(&self, function: FunctionId, block: BlockId) -> bool {
        self.bodies.get(&function).is_none_or(|body| body.terminators[block.0 as usize])
    }

    /// Whether what a function returns at that place is needed.
    pub(super) fn result(&self, function: FunctionId, place: usize) -> bool {
        let Some(body) = self.bodies.get(&function) else { return true };
        body.results.get(place).copied().unwrap_or(true)
    }

    /// Whether a function's parameter is needed.
    pub(super) fn parameter(&self, function: FunctionId, place: usize) -> bool {
        if self.takes_all(function) {
            return true;
        }
        let Some(body) = self.bodies.get(&function) else { return true };
        let parameter = body.definition.parameters.get(place);
        parameter.is_some_and(|value| body.values[value.0 as usize])
    }

    /// Where all ways from a block meet.
    pub(super) fn next(&self, function: FunctionId, block: BlockId) -> Option<BlockId> {
        self.bodies.get(&function)?.control.as_ref()?.next(block)
    }

    /// Whether an instruction stays: it is needed, or it says something of what is (a name, or that an access
    /// that is made is allowed).
    pub(super) fn keeps(
        &self,
        function: FunctionId,
        block: BlockId,
        index: usize,
        operation: &Operation,
    ) -> bool {
        let Some(body) = self.bodies.get(&function) else { return true };
        if body.instructions[block.0 as usize][index] {
            return true;
        }
        let known = || {
            let mut values = operation.operands().into_iter().filter_map(Operand::as_value);
            body.blocks[block.0 as usize] && values.all(|value| body.values[value.0 as usize])
        };
        match operation {
            Operation::Bind(..) => known(),
            Operation::Assert { check: Check::Holds(_) | Check::NeverEscapes(_), .. } => false,
            Operation::Assert { .. } => known(),
            _ => false,
        }
    }
}

impl<'a> Body<'a> {
    fn new(definition: &'a Definition, results: usize) -> Body<'a> {
        let mut origins = vec![Origin::Nowhere; definition.values.len()];
        for (place, value) in definition.parameters.iter().enumerate() {
            origins[value.0 as usize] = Origin::Parameter(place);
        }
        for (number, block) in (0..).zip(&definition.blocks) {
            let id = BlockId(number);
            for (place, value) in block.parameters.iter().enumerate() {
                origins[value.0 as usize] = Origin::BlockParameter(id, place);
            }
            for (index, instruction) in block.instructions.iter().enumerate() {
                for (place, value) in instruction.results.iter().enumerate() {
                    origins[value.0 as usize] = Origin::Instruction(id, index, place);
                }
            }
        }
        let blocks = &definition.blocks;
        Body {
            definition,
            flow: ControlFlow::new(definition),
            control: ControlDependence::new(definition),
            origins,
            values: vec![false; definition.values.len()],
            instructions: blocks
                .iter()
                .map(|block| vec![false; block.instructions.len()])
                .collect(),
            blocks: vec![false; blocks.len()],
            terminators: vec![false; blocks.len()],
            results: vec![false; results],
        }
    }
}

/// Whether a run in which a check fails may do anything from there on: then it matters to all targets. A read that fails
/// gives something, or ends the run.
fn may_destroy(check: &Check) -> bool {
    match check {
        Check::Accessible { access, .. } => *access == Access::Write,
        Check::Freeable(_) | Check::Callable(_) => true,
        Check::Holds(_) | Check::Initialised(_) | Check::NeverEscapes(_) => false,
    }
}

/// The address that an operation writes to.
fn written(operation: &Operation) -> Option<&Operand> {
    match operation {
        Operation::Store(address, _)
        | Operation::Fill { destination: address, .. }
        | Operation::Copy { destination: address, .. }
        | Operation::InputBytes { pointer: address, .. }
        | Operation::Free(address)
        | Operation::ScopeStart(address)
        | Operation::ScopeEnd(address)
        | Operation::StackRelease(address) => Some(address),
        _ => None,
    }
}

/// The addresses whose objects an operation depends on.
fn read(operation: &Operation) -> Option<&Operand> {
    match operation {
        Operation::Load(address)
        | Operation::ObjectSize(address)
        | Operation::TextEnd(address)
        | Operation::Copy { source: address, .. } => Some(address),
        _ => None,
    }
}
