//! Which checks may fail in some run, found without following paths: conditional constant propagation (M. N.
//! Wegman, F. K. Zadeck, *Constant Propagation with Conditional Branches*, TOPLAS 1991) over all functions at once,
//! on small sets of numbers, null, and tags of objects.
//!
//! Made for the exceptions of Java, which are results that are null if there is none. Where memory is typed it relies on
//! their convention: the tag in the first four bytes of an object is written where the object is made, and never again.
//! Elsewhere what is loaded is anything, but for small globals of which no pointer is ever made.
//!
//! **Invariant**: what is not reported cannot fail in any run.

mod fact;
mod transfer;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use fact::Fact;
use klew_ir::{
    BlockId, CheckId, Comparison, Constant, Definition, FunctionBody, FunctionId, GlobalId,
    Initializer, Operand, Operation, Program, ValueId, control_flow::ControlFlow,
    dominators::Dominators,
};
use num_bigint::BigUint;

/// How often functions may be looked at.
const MOST_VISITS: usize = 10_000;

/// What may happen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Possible {
    /// Checks that may fail.
    checks: BTreeSet<CheckId>,
    /// Something is reached of which nothing is known: external or unsupported code, or a call through a
    /// pointer.
    unknown: bool,
}

/// The checks that may fail in some run, as far as that can be seen without following paths; none if nothing can be said:
/// runs come to code of which nothing is known, or this would take too long. `stop` is asked from time to time.
pub fn may_fail(program: &Program, stop: impl Fn() -> bool) -> Option<BTreeSet<CheckId>> {
    let possible = possible_violations(program, |it| it.unknown || stop())?;
    (!possible.unknown && !stop()).then_some(possible.checks)
}

/// What runs from the entry may come to, or a part of it that is enough; none if that takes too long to find out.
fn possible_violations(program: &Program, enough: impl Fn(&Possible) -> bool) -> Option<Possible> {
    let entry = program.entry?;
    let mut analysis = Analysis::new(program);
    analysis.enter(entry, &[]);
    let mut visits = 0;
    while let Some(function) = analysis.pending.pop_front() {
        analysis.waiting.remove(&function);
        visits += 1;
        if visits > MOST_VISITS {
            return None;
        }
        analysis.function(function);
        if enough(&analysis.possible) {
            break;
        }
    }
    Some(analysis.possible)
}

/// Something known in a block and all that it dominates.
enum Known {
    Null(ValueId, bool),
    Truth(ValueId, bool),
    /// Whether it is this number.
    Number(ValueId, BigUint, bool),
}

struct Body<'a> {
    definition: &'a Definition,
    order: Vec<BlockId>,
    /// For each block what holds when it is entered, besides what holds in its immediate dominator.
    known: Vec<Vec<Known>>,
    dominator: Vec<Option<BlockId>>,
    /// Where values are computed that are no parameters.
    computed: Vec<Option<&'a Operation>>,
    reached: Vec<bool>,
    values: Vec<Fact>,
    results: Option<Vec<Fact>>,
    callers: BTreeSet<FunctionId>,
}

struct Analysis<'a> {
    program: &'a Program,
    bodies: BTreeMap<FunctionId, Body<'a>>,
    /// Globals that are only loaded and stored whole.
    globals: BTreeMap<GlobalId, Fact>,
    readers: BTreeMap<GlobalId, BTreeSet<FunctionId>>,
    pending: VecDeque<FunctionId>,
    waiting: BTreeSet<FunctionId>,
    possible: Possible,
}

impl<'a> Analysis<'a> {
    fn new(program: &'a Program) -> Analysis<'a> {
        Analysis {
            program,
            bodies: BTreeMap::new(),
            globals: private_globals(program),
            readers: BTreeMap::new(),
            pending: VecDeque::new(),
            waiting: BTreeSet::new(),
            possible: Possible::default(),
        }
    }

    fn look_at(&mut self, function: FunctionId) {
        if self.waiting.insert(function) {
            self.pending.push_back(function);
        }
    }

    /// A call with these arguments; the body, if there is one.
    fn enter(&mut self, function: FunctionId, arguments: &[Fact]) {
        let FunctionBody::Defined(definition) = &self.program.function(function).body else {
            self.possible.unknown = true;
            return;
        };
        let new = !self.bodies.contains_key(&function);
        let body = self.bodies.entry(function).or_insert_with(|| Body::new(definition));
        let mut changed = new;
        for (index, parameter) in definition.parameters.iter().enumerate() {
            let given = arguments.get(index).unwrap_or(&Fact::Anything);
            changed |= body.learn(*parameter, given);
        }
        if changed {
            self.look_at(function);
        }
    }

    fn function(&mut self, function: FunctionId) {
        let Some(mut body) = self.bodies.remove(&function) else { return };
        let before = body.results.clone();
        let callers = body.callers.clone();
        let recursive = transfer::run(self, function, &mut body);
        let changed = body.results != before;
        self.put_back(function, body, recursive);
        if changed {
            for caller in callers {
                self.look_at(caller);
            }
        }
    }

    /// Puts a body back, with what calls of itself gave while it was looked at.
    fn put_back(&mut self, function: FunctionId, mut body: Body<'a>, calls: Vec<Vec<Fact>>) {
        let parameters = body.definition.parameters.clone();
        let mut changed = false;
        for arguments in calls {
            for (parameter, given) in parameters.iter().zip(&arguments) {
                changed |= body.learn(*parameter, given);
            }
        }
        self.bodies.insert(function, body);
        if changed {
            self.look_at(function);
        }
    }
}

impl<'a> Body<'a> {
    fn new(definition: &'a Definition) -> Body<'a> {
        let flow = ControlFlow::new(definition);
        let dominators = Dominators::new(&flow);
        let count = definition.blocks.len();
        let mut computed = vec![None; definition.values.len()];
        for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
            if let [result] = instruction.results[..] {
                computed[result.0 as usize] = Some(&instruction.operation);
            }
        }
        let mut body = Body {
            definition,
            order: flow.reverse_postorder().to_vec(),
            known: (0..count).map(|_| Vec::new()).collect(),
            dominator: (0..count as u32)
                .map(|block| dominators.immediate(BlockId(block)))
                .collect(),
            computed,
            reached: vec![false; count],
            values: vec![Fact::Never; definition.values.len()],
            results: None,
            callers: BTreeSet::new(),
        };
        if count > 0 {
            body.reached[0] = true;
        }
        for (number, block) in (0..).zip(&definition.blocks) {
            let klew_ir::Terminator::Branch { condition, then_block, else_block } =
                &block.terminator
            else {
                continue;
            };
            for (next, truth) in [(then_block, true), (else_block, false)] {
                let only = flow.predecessors(next.block) == [BlockId(number)];
                if only && then_block.block != else_block.block {
                    body.known[next.block.0 as usize] = body.says(condition, truth);
                }
            }
        }
        body
    }

    /// What a condition says that is true or false.
    fn says(&self, condition: &Operand, truth: bool) -> Vec<Known> {
        let Operand::Value(value) = condition else { return Vec::new() };
        let mut known = vec![Known::Truth(*value, truth)];
        if let Some((pointer, equal)) = self.null_test(*value) {
            known.push(Known::Null(pointer, equal == truth));
        }
        if let Some((value, number, equal)) = self.number_test(*value) {
            known.push(Known::Number(value, number, equal == truth));
        }
        known
    }

    /// The pointer that a condition compares with null, and whether it is true for null.
    fn null_test(&self, condition: ValueId) -> Option<(ValueId, bool)> {
        let Some(Operation::Compare(comparison, a, b)) = self.computed[condition.0 as usize] else {
            return None;
        };
        let equal = match comparison {
            Comparison::Equal => true,
            Comparison::NotEqual => false,
            _ => return None,
        };
        match (a, b) {
            (Operand::Value(pointer), Operand::Constant(Constant::Null))
            | (Operand::Constant(Constant::Null), Operand::Value(pointer)) => {
                Some((*pointer, equal))
            }
            _ => None,
        }
    }

    /// The value that a condition compares with a number, and whether it is true for that number.
    fn number_test(&self, condition: ValueId) -> Option<(ValueId, BigUint, bool)> {
        let (comparison, a, b) = match self.computed[condition.0 as usize] {
            Some(Operation::Compare(comparison, a, b)) => (comparison, a, b),
            _ => return None,
        };
        let equal = match comparison {
            Comparison::Equal => true,
            Comparison::NotEqual => false,
            _ => return None,
        };
        match (a, b) {
            (Operand::Value(it), Operand::Constant(Constant::Int { value, .. }))
            | (Operand::Constant(Constant::Int { value, .. }), Operand::Value(it)) => {
                Some((*it, value.clone(), equal))
            }
            _ => None,
        }
    }

    /// Joins a fact to what is known of a value; whether that changed it.
    fn learn(&mut self, value: ValueId, fact: &Fact) -> bool {
        let old = &mut self.values[value.0 as usize];
        let joined = old.join(fact);
        let changed = joined != *old;
        *old = joined;
        changed
    }

    /// What is known of an operand in a block, with more that holds there.
    fn fact(&self, operand: &Operand, block: BlockId, more: &[Known]) -> Fact {
        let value = match operand {
            Operand::Constant(constant) => return Fact::of_constant(constant),
            Operand::Value(value) => *value,
        };
        let mut fact = self.values[value.0 as usize].clone();
        let mut refine = |known: &[Known]| {
            for one in known {
                match one {
                    Known::Null(it, is_null) if *it == value => fact = fact.with_null(*is_null),
                    Known::Truth(it, truth) if *it == value && fact != Fact::Never => {
                        fact = Fact::number(u32::from(*truth).into());
                    }
                    Known::Number(it, number, is_it) if *it == value => {
                        fact = fact.with_number(number, *is_it);
                    }
                    _ => {}
                }
            }
        };
        refine(more);
        let mut at = Some(block);
        while let Some(block) = at {
            refine(&self.known[block.0 as usize]);
            at = self.dominator[block.0 as usize].filter(|above| *above != block);
        }
        fact
    }
}

/// The globals that are only loaded and stored as a whole, with what they hold at first.
fn private_globals(program: &Program) -> BTreeMap<GlobalId, Fact> {
    let mut globals = BTreeMap::new();
    for (number, global) in (0..).zip(&program.globals) {
        if global.size == 1 && global.initializer == Initializer::Zero {
            globals.insert(GlobalId(number), Fact::number(0_u32.into()));
        }
    }
    let mut escapes = |operand: &Operand| {
        if let Operand::Constant(Constant::Global(global, _)) = operand {
            globals.remove(global);
        }
    };
    for function in &program.functions {
        let FunctionBody::Defined(definition) = &function.body else { continue };
        for block in &definition.blocks {
            for instruction in &block.instructions {
                match &instruction.operation {
                    Operation::Load(Operand::Constant(Constant::Global(_, 0))) => {}
                    Operation::Store(Operand::Constant(Constant::Global(_, 0)), value) => {
                        escapes(value)
                    }
                    operation => operation.operands().into_iter().for_each(&mut escapes),
                }
            }
            block.terminator.operands().into_iter().for_each(&mut escapes);
        }
    }
    for global in &program.globals {
        if let Initializer::Bytes(_, relocations) = &global.initializer {
            for relocation in relocations {
                escapes(&Operand::Constant(relocation.value.clone()));
            }
        }
    }
    globals
}

#[cfg(test)]
mod tests;
