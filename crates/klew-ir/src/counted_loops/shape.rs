//! Which loops only count: how much each turn adds to which variable, and when there is another turn.

use rustc_hash::FxHashMap;

use crate::loop_forest::Loop;
use crate::{
    BinaryOperation, BlockCall, BlockId, Callee, Comparison, Constant, Definition, Function,
    FunctionBody, Operand, Operation, Terminator, Type, ValueId,
};

/// A loop that only counts. Its variables are the parameters of its header.
pub(super) struct CountedLoop {
    pub(super) header: BlockId,
    /// Its blocks, as a turn comes to them.
    pub(super) blocks: Vec<BlockId>,
    pub(super) exit: Exit,
    /// What a turn adds to each variable, modulo its width; nothing of variables that are what the turn before made of others.
    pub(super) steps: Vec<Option<u64>>,
    pub(super) goes_on: GoesOn,
}

/// The way out of a loop.
pub(super) struct Exit {
    /// From the header on.
    pub(super) path: Vec<BlockId>,
    pub(super) to: BlockId,
}

/// The condition for another turn: the variable moves towards the bound and is still apart from it.
pub(super) struct GoesOn {
    /// The number of the variable, and what is added to it where it is compared.
    pub(super) variable: usize,
    pub(super) ahead: u64,
    /// What it is compared with, which no turn changes.
    pub(super) bound: Bound,
    pub(super) how: While,
}

/// What does not change in a loop: known outside of it, or a variable to which nothing is added, and what is added where it is compared.
pub(super) enum Bound {
    Outside(Operand),
    Variable(usize, u64),
}

/// How the variable is compared with the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum While {
    /// It grows, and is less.
    Less { signed: bool },
    /// It grows, and is less or equal.
    AtMost { signed: bool },
    /// It falls, and is more.
    More { signed: bool },
    /// It falls, and is more or equal.
    AtLeast { signed: bool },
    /// It grows, and is another number.
    Below,
    /// It falls, and is another number.
    Above,
}

impl While {
    /// Whether the variable grows, and whether it may come to the bound itself.
    pub(super) fn direction(self) -> (bool, bool) {
        match self {
            While::Less { .. } | While::Below => (true, false),
            While::AtMost { .. } => (true, true),
            While::More { .. } | While::Above => (false, false),
            While::AtLeast { .. } => (false, true),
        }
    }
}

/// What is known of a value within a turn.
#[derive(Clone, Debug)]
enum Known {
    /// A variable as it was when the turn began, and a number.
    Variable(usize, u64),
    /// The same in all turns.
    Outside(Operand),
    Other,
}

/// The widest numbers that are looked at.
const WIDEST: u32 = 64;

impl CountedLoop {
    /// The loop, if it only counts.
    pub(super) fn of(
        definition: &Definition,
        functions: &[Function],
        it: &Loop,
    ) -> Option<CountedLoop> {
        let ([header], [_], [exit]) = (&*it.headers, &*it.back_edges, &*it.exits) else {
            return None;
        };
        let turn = Turn::of(definition, functions, (*header, it))?;
        let steps: Vec<Option<u64>> = turn.steps();
        turn.reads_only(&steps).then_some(())?;
        let goes_on = turn.goes_on(&steps)?;
        let end = turn.path.iter().position(|&at| at == exit.0)?;
        let exit = Exit { path: turn.path[..=end].to_vec(), to: exit.1 };
        Some(CountedLoop { header: *header, blocks: turn.path, exit, steps, goes_on })
    }
}

/// A turn: its blocks, one after the other.
struct Turn<'d> {
    definition: &'d Definition,
    path: Vec<BlockId>,
    known: FxHashMap<ValueId, Known>,
    /// What the next turn begins with.
    next: &'d BlockCall,
    /// The condition on which it is left or not, and whether it goes on if that holds.
    condition: (&'d Operand, bool),
}

impl<'d> Turn<'d> {
    /// A turn, if its blocks follow each other in one way only, and do nothing but compute.
    fn of(
        definition: &'d Definition,
        functions: &[Function],
        (header, it): (BlockId, &Loop),
    ) -> Option<Turn<'d>> {
        let mut known = FxHashMap::default();
        for (number, parameter) in block(definition, header).parameters.iter().enumerate() {
            known.insert(*parameter, Known::Variable(number, 0));
        }
        let (mut path, mut at, mut condition) = (Vec::new(), header, None);
        loop {
            path.push(at);
            let here = block(definition, at);
            for instruction in &here.instructions {
                let values = results(definition, functions, &instruction.operation, &known)?;
                known.extend(instruction.results.iter().copied().zip(values));
            }
            let next = match &here.terminator {
                Terminator::Jump(next) => next,
                Terminator::Branch { condition: decides, then_block, else_block } => {
                    let goes_on = it.contains(then_block.block);
                    if goes_on == it.contains(else_block.block) {
                        return None;
                    }
                    condition = Some((decides, goes_on));
                    if goes_on { then_block } else { else_block }
                }
                _ => return None,
            };
            if next.block == header {
                let whole = path.len() == it.blocks.len();
                let turn = Turn { definition, path, known, next, condition: condition? };
                return whole.then_some(turn);
            }
            let parameters = block(definition, next.block).parameters.iter();
            let passed = parameters.zip(&next.arguments);
            let passed: Vec<_> = passed.map(|(to, from)| (*to, of_operand(from, &known))).collect();
            known.extend(passed);
            at = next.block;
        }
    }

    fn known(&self, operand: &Operand) -> Known {
        of_operand(operand, &self.known)
    }

    /// What a turn adds to each variable that is a number, if that is a constant.
    fn steps(&self) -> Vec<Option<u64>> {
        let step = |(number, argument): (usize, &Operand)| match self.known(argument) {
            Known::Variable(from, step)
                if from == number && width(self.definition, argument) > 0 =>
            {
                Some(step)
            }
            _ => None,
        };
        self.next.arguments.iter().enumerate().map(step).collect()
    }

    /// Whether nothing that a turn computes depends on a variable to which no constant is added: what such a variable is, the turn
    /// before computed. Where the loop is left they may be read.
    fn reads_only(&self, steps: &[Option<u64>]) -> bool {
        let parameters = &block(self.definition, self.path[0]).parameters;
        let is_read = |operand: &Operand| {
            let Operand::Value(value) = operand else { return true };
            parameters
                .iter()
                .position(|it| it == value)
                .is_none_or(|number| steps[number].is_some())
        };
        self.path.iter().all(|&at| {
            let here = block(self.definition, at);
            let is_bound = |operation: &Operation| matches!(operation, Operation::Bind(..));
            let operations = here.instructions.iter().map(|it| &it.operation);
            let computed = operations.filter(|it| !is_bound(it)).flat_map(Operation::operands);
            let successors = here.terminator.successors();
            let stays = successors.iter().filter(|next| self.path.contains(&next.block));
            computed.chain(here.terminator.decides_on()).all(is_read)
                && stays.flat_map(|next| &next.arguments).all(is_read)
        })
    }

    fn goes_on(&self, steps: &[Option<u64>]) -> Option<GoesOn> {
        let (condition, holds) = self.condition;
        let condition = condition.as_value()?;
        let instructions =
            self.path.iter().flat_map(|&at| &block(self.definition, at).instructions);
        let mut defined = instructions.filter(|it| it.results.first() == Some(&condition));
        let Operation::Compare(comparison, a, b) = &defined.next()?.operation else { return None };
        let width = width(self.definition, a);
        if width == 0 || width > WIDEST {
            return None;
        }
        let (comparison, [a, b]) = positive(*comparison, holds, [a, b])?;
        let [a, b] = [a, b].map(|side| self.side(side, steps));
        let (variable, step, ahead, bound, is_left) = match (a?, b?) {
            (Side::Moves(variable, step, ahead), Side::Stays(bound)) => {
                (variable, step, ahead, bound, true)
            }
            (Side::Stays(bound), Side::Moves(variable, step, ahead)) => {
                (variable, step, ahead, bound, false)
            }
            _ => return None,
        };
        let grows = step >> (width - 1) == 0;
        let how = how(comparison, grows, is_left)?;
        Some(GoesOn { variable, ahead, bound, how })
    }

    fn side(&self, operand: &Operand, steps: &[Option<u64>]) -> Option<Side> {
        match self.known(operand) {
            Known::Outside(operand) => Some(Side::Stays(Bound::Outside(operand))),
            Known::Variable(number, ahead) => match steps[number]? {
                0 => Some(Side::Stays(Bound::Variable(number, ahead))),
                step => Some(Side::Moves(number, step, ahead)),
            },
            Known::Other => None,
        }
    }
}

/// A side of a comparison.
enum Side {
    /// A variable, what a turn adds, and what is added where it is compared.
    Moves(usize, u64, u64),
    Stays(Bound),
}

/// The comparison that holds where another holds, or does not.
fn positive(
    comparison: Comparison,
    holds: bool,
    [a, b]: [&Operand; 2],
) -> Option<(Comparison, [&Operand; 2])> {
    use Comparison as C;
    Some(match (comparison, holds) {
        (C::Equal, true) | (C::NotEqual, false) => return None,
        (C::Equal, false) | (C::NotEqual, true) => (C::NotEqual, [a, b]),
        (_, true) => (comparison, [a, b]),
        (C::UnsignedLess, false) => (C::UnsignedLessEqual, [b, a]),
        (C::UnsignedLessEqual, false) => (C::UnsignedLess, [b, a]),
        (C::SignedLess, false) => (C::SignedLessEqual, [b, a]),
        (C::SignedLessEqual, false) => (C::SignedLess, [b, a]),
    })
}

fn how(comparison: Comparison, grows: bool, is_left: bool) -> Option<While> {
    use Comparison as C;
    let signed = matches!(comparison, C::SignedLess | C::SignedLessEqual);
    match (comparison, grows, is_left) {
        (C::NotEqual, true, _) => Some(While::Below),
        (C::NotEqual, false, _) => Some(While::Above),
        (C::UnsignedLess | C::SignedLess, true, true) => Some(While::Less { signed }),
        (C::UnsignedLess | C::SignedLess, false, false) => Some(While::More { signed }),
        (C::UnsignedLessEqual | C::SignedLessEqual, true, true) => Some(While::AtMost { signed }),
        (C::UnsignedLessEqual | C::SignedLessEqual, false, false) => {
            Some(While::AtLeast { signed })
        }
        // It moves away from the bound, and comes to it by wrapping around.
        _ => None,
    }
}

fn block(definition: &Definition, id: BlockId) -> &crate::Block {
    &definition.blocks[id.0 as usize]
}

/// What is known of what an operation gives, if it does nothing else.
fn results(
    definition: &Definition,
    functions: &[Function],
    operation: &Operation,
    known: &FxHashMap<ValueId, Known>,
) -> Option<Vec<Known>> {
    match operation {
        Operation::Call { callee: Callee::Function(id), arguments } => {
            let arguments = arguments.iter().map(|it| of_operand(it, known)).collect();
            of_call(functions.get(id.0 as usize)?, arguments)
        }
        Operation::Bind(..) => Some(Vec::new()),
        operation if operation.is_pure() && !reads_memory(operation) => {
            Some(vec![of_operation(definition, operation, known)])
        }
        _ => None,
    }
}

/// The same of a call of a function that only computes.
fn of_call(function: &Function, arguments: Vec<Known>) -> Option<Vec<Known>> {
    let FunctionBody::Defined(body) = &function.body else { return None };
    let ([block], false) = (&*body.blocks, function.variadic) else { return None };
    let mut known: FxHashMap<ValueId, Known> =
        body.parameters.iter().copied().zip(arguments).collect();
    if known.len() != body.parameters.len() {
        return None;
    }
    for instruction in &block.instructions {
        let operation = &instruction.operation;
        let is_call = matches!(operation, Operation::Call { .. });
        let values = if is_call { None } else { results(body, &[], operation, &known) };
        known.extend(instruction.results.iter().copied().zip(values?));
    }
    let Terminator::Return(given) = &block.terminator else { return None };
    Some(given.iter().map(|it| of_operand(it, &known)).collect())
}

fn reads_memory(operation: &Operation) -> bool {
    matches!(
        operation,
        Operation::Load(_)
            | Operation::ObjectSize(_)
            | Operation::IsKnown(_)
            | Operation::StackMark
    )
}

/// The width of an integer; 0 of others.
fn width(definition: &Definition, operand: &Operand) -> u32 {
    match definition.type_of(operand) {
        Type::Int(width) if width <= WIDEST => width,
        _ => 0,
    }
}

/// What is not of the loop is not in the map.
fn of_operand(operand: &Operand, known: &FxHashMap<ValueId, Known>) -> Known {
    let inside = operand.as_value().and_then(|value| known.get(&value));
    inside.cloned().unwrap_or_else(|| Known::Outside(operand.clone()))
}

fn of_operation(
    definition: &Definition,
    operation: &Operation,
    known: &FxHashMap<ValueId, Known>,
) -> Known {
    let Operation::Binary(binary, a, b) = operation else { return Known::Other };
    let width = width(definition, a);
    if width == 0 {
        return Known::Other;
    }
    let number = |operand: &Operand| match of_operand(operand, known) {
        Known::Outside(Operand::Constant(Constant::Int { value, .. })) => u64::try_from(value).ok(),
        _ => None,
    };
    let (of, by) = match (binary, number(a), number(b)) {
        (BinaryOperation::Add, _, Some(by)) => (a, by),
        (BinaryOperation::Add, Some(by), _) => (b, by),
        (BinaryOperation::Sub, _, Some(by)) => (a, by.wrapping_neg()),
        _ => return Known::Other,
    };
    match of_operand(of, known) {
        Known::Variable(number, added) => {
            Known::Variable(number, masked(added.wrapping_add(by), width))
        }
        _ => Known::Other,
    }
}

/// The lowest bits of a number.
pub(super) fn masked(value: u64, width: u32) -> u64 {
    value & (u64::MAX >> (u64::BITS - width))
}
