//! From functions of the program to what the stepping loop runs on, when they are first called.
//!
//! Values get register slots and constants a pool; checks that were not asked for are dropped, with the
//! pure values that only they used; a check of an access is one with the access; block arguments are
//! moves.

mod liveness;
mod low_bits;
mod moves;
pub mod op;
pub mod sets;

use std::cell::Cell;

use crate::decode::op::InputSite;
use klew_ir::control_flow::ControlFlow;
use klew_ir::loop_forest::LoopForest;
use klew_ir::{
    Access, Block, BlockCall, BlockId, Callee, Check, Constant, Conversion, Definition,
    FloatFormat, InputOrigin, Instruction, Operand, Operation, Position, Program, SourceType,
    SourceTypeId, Terminator, Type, ValueId,
};
use klew_memory::{ObjectId, Value};
use klew_semantics::float_format;
use klew_term::{BitVecValue, Terms};
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use crate::point::{PointKind, Watch};
use op::{
    AllocationSite, CallSite, CheckSite, Code, Edge, NONE, Op, Slot, Source, SwitchTable, Target,
};
use sets::CodeKind;

/// The objects of globals and functions: the same in every state of a run.
#[derive(Clone, Debug, Default)]
pub struct Objects {
    /// Of each global.
    pub globals: Vec<ObjectId>,
    /// Of each function.
    pub functions: Vec<ObjectId>,
}

/// What decoding depends on.
pub struct Decoder<'a> {
    /// The program.
    pub program: &'a Program,
    /// For constants that are no `Value` of their own.
    pub terms: &'a mut Terms,
    /// For addresses.
    pub objects: &'a Objects,
    /// What is checked and written down.
    pub kind: CodeKind,
}

impl Decoder<'_> {
    /// Decodes a function.
    pub fn decode(&mut self, definition: &Definition) -> Code {
        let live = liveness::live_values(definition, self.kind.properties);
        let mut slots = vec![NONE; definition.values.len()];
        let mut count = 0;
        for (value, slot) in slots.iter_mut().enumerate() {
            if live[value] {
                *slot = count;
                count += 1;
            }
        }
        let code = Code {
            slots: count + 2,
            registers: slots.clone(),
            block_starts: vec![0; definition.blocks.len()],
            covered: vec![Cell::new(false); definition.blocks.len()],
            distances: vec![Cell::new(None); definition.blocks.len()],
            ..Code::default()
        };
        let mut building = Building {
            program: self.program,
            terms: self.terms,
            objects: self.objects,
            kind: self.kind,
            definition,
            slots,
            sink: count,
            spare: count + 1,
            constants: FxHashMap::default(),
            fused: NONE,
            origin: 0,
            callable: None,
            low_bits: low_bits::low_bits(definition),
            code,
        };
        building.build();
        let mut code = building.code;
        code.taken = vec![Cell::new(false); code.edges.len()];
        code.news = vec![Cell::new(true); code.edges.len()];
        code
    }
}

struct Building<'a> {
    program: &'a Program,
    terms: &'a mut Terms,
    objects: &'a Objects,
    kind: CodeKind,
    definition: &'a Definition,
    /// Of each value, or `NONE`.
    slots: Vec<Slot>,
    /// Takes results that nothing needs.
    sink: Slot,
    /// For cycles of moves.
    spare: Slot,
    constants: FxHashMap<Constant, Source>,
    /// The check to be made with the next access.
    fused: u32,
    /// The instruction that ops are made of.
    origin: u32,
    /// The pointer of the last `Check::Callable`, and its op.
    callable: Option<(Operand, usize)>,
    /// Of numbers made of pointers, the bits that are looked at, if these are the lowest only.
    low_bits: FxHashMap<ValueId, u32>,
    code: Code,
}

impl Building<'_> {
    fn build(&mut self) {
        let points = match self.kind.points {
            Watch::Nothing => Vec::new(),
            _ => points(self.definition),
        };
        if self.kind.order {
            self.code.order = order(self.definition);
        }
        for &parameter in &self.definition.parameters {
            let place = (self.slot(parameter), self.type_of(parameter));
            self.code.parameters.push(place);
        }
        for (index, block) in self.definition.blocks.iter().enumerate() {
            self.code.block_starts[index] = self.code.ops.len() as u32;
            self.origin = 0;
            if let Some(&Some(kind)) = points.get(index)
                && self.kind.points.covers(kind)
            {
                let first = block.instructions.first().map(|first| first.position);
                let position = first.unwrap_or(block.terminator_position);
                self.emit(Op::Point { block: index as u32, kind }, position);
            }
            for (i, instruction) in block.instructions.iter().enumerate() {
                self.origin = i as u32;
                self.instruction(instruction, &block.instructions[i + 1..]);
            }
            self.origin = block.instructions.len() as u32;
            self.terminator(&block.terminator, block.terminator_position);
            let next = block.terminator.successors();
            self.code.successors.push(next.iter().map(|next| next.block.0).collect());
        }
        for edge in &mut self.code.edges {
            edge.target = self.code.block_starts[edge.block as usize];
        }
    }

    fn emit(&mut self, op: Op, position: Position) {
        self.code.releases_stack |= matches!(op, Op::StackRelease { .. });
        self.code.ops.push(op);
        self.code.positions.push(position);
        self.code.origins.push(self.origin);
    }

    fn slot(&self, value: ValueId) -> Slot {
        match self.slots[value.0 as usize] {
            NONE => self.sink,
            slot => slot,
        }
    }

    fn type_of(&self, value: ValueId) -> Type {
        self.definition.values[value.0 as usize].value_type
    }

    fn operand_type(&self, operand: &Operand) -> Type {
        match operand {
            Operand::Value(value) => self.type_of(*value),
            Operand::Constant(constant) => constant.type_of(),
        }
    }

    fn text(&mut self, text: &str) -> u32 {
        self.code.texts.push(text.to_owned());
        self.code.texts.len() as u32 - 1
    }

    fn source(&mut self, operand: &Operand) -> Source {
        match operand {
            Operand::Value(value) => Source::register(self.slot(*value)),
            Operand::Constant(constant) => {
                if let Some(&source) = self.constants.get(constant) {
                    return source;
                }
                let value = self.constant(constant);
                let source = Source::constant(self.code.constants.len() as u32);
                self.code.constants.push(value);
                self.constants.insert(constant.clone(), source);
                source
            }
        }
    }

    fn constant(&mut self, constant: &Constant) -> Value {
        match constant {
            Constant::Int { width, value } => match value.to_u64() {
                Some(bits) if *width <= 64 => Value::Int(bits),
                _ => {
                    let bits = BitVecValue::from_biguint(*width, value.clone());
                    Value::Term(self.terms.bv_value(bits))
                }
            },
            Constant::Float(format @ (FloatFormat::X87 | FloatFormat::Quad), bits) => {
                Value::Term(self.terms.float(float_format(*format), *bits))
            }
            Constant::Float(_, bits) => Value::Int(*bits as u64),
            Constant::Null => Value::NULL,
            Constant::Global(global, offset) => Value::Pointer(
                self.objects.globals[global.0 as usize],
                pointer_mask(self.program) & *offset as u64,
            ),
            Constant::Function(function) => {
                Value::Pointer(self.objects.functions[function.0 as usize], 0)
            }
            Constant::Undefined(_) => Value::Undefined,
        }
    }

    /// Whether the instruction was dropped: pure, and no result of it is needed.
    fn is_dead(&self, instruction: &Instruction) -> bool {
        instruction.operation.is_pure()
            && instruction.results.iter().all(|result| self.slots[result.0 as usize] == NONE)
    }

    fn instruction(&mut self, instruction: &Instruction, rest: &[Instruction]) {
        if self.is_dead(instruction) {
            return;
        }
        let position = instruction.position;
        if let Some(op) = self.address_bits(instruction) {
            return self.emit(op, position);
        }
        let (result, result_type) = match instruction.results.first() {
            Some(&value) => (self.slot(value), self.type_of(value)),
            None => (self.sink, Type::BOOL),
        };
        if let Some(op) = self.computation(&instruction.operation, result, result_type) {
            return self.emit(op, position);
        }
        if let Operation::Assert { id, property, check, message } = &instruction.operation {
            if liveness::is_dropped(*property, check, self.kind.properties) {
                return;
            }
            self.code.checks.push(CheckSite {
                id: *id,
                property: *property,
                selected: self.kind.properties.contains(*property),
                message: self.message_of(check).or_else(|| message.clone()),
                exception: exception_of(check),
                position,
            });
            let checks = self.code.checks.len() as u32 - 1;
            if self.is_fused(check, rest) {
                self.fused = checks;
                return;
            }
            let op = self.check(check, checks);
            return self.emit(op, position);
        }
        if let Some(op) = self.effect(instruction, result, result_type) {
            self.emit(op, position);
        }
    }

    /// What gives the lowest bits of an address, where nothing else is looked at.
    fn address_bits(&mut self, instruction: &Instruction) -> Option<Op> {
        let Operation::Convert(Conversion::PointerToInt, operand) = &instruction.operation else {
            return None;
        };
        let &value = instruction.results.first()?;
        let mask = *self.low_bits.get(&value)?;
        let (result, to, operand) = (self.slot(value), self.type_of(value), self.source(operand));
        Some(Op::AddressBits { mask, to, result, operand })
    }

    /// What is wrong where an exception escapes.
    fn message_of(&self, check: &Check) -> Option<String> {
        match self.program.source_types().get(exception_of(check)?) {
            SourceType::Record { name, .. } => Some(format!("uncaught {name}")),
            _ => None,
        }
    }

    fn computation(&mut self, operation: &Operation, result: Slot, to: Type) -> Option<Op> {
        Some(match operation {
            Operation::Binary(operation, a, b) => {
                let (left, right) = (self.source(a), self.source(b));
                match to {
                    Type::Float(format) => {
                        Op::FloatBinary { operation: *operation, format, result, left, right }
                    }
                    Type::Int(width) => {
                        Op::Binary { operation: *operation, width, result, left, right }
                    }
                    Type::Pointer => Op::Unsupported { texts: self.text("arithmetic on pointers") },
                }
            }
            Operation::Unary(operation, a) => {
                let operand = self.source(a);
                Op::Unary { operation: *operation, value_type: to, result, operand }
            }
            Operation::FusedMultiplyAdd(a, b, c) => {
                let Type::Float(format) = to else {
                    return Some(Op::Unsupported {
                        texts: self.text("fused multiply of integers"),
                    });
                };
                let (a, b, c) = (self.source(a), self.source(b), self.source(c));
                Op::FusedMultiplyAdd { format, result, a, b, c }
            }
            Operation::Compare(comparison, a, b) => {
                let (left, right) = (self.source(a), self.source(b));
                match self.operand_type(a) {
                    Type::Int(width) => {
                        Op::Compare { comparison: *comparison, width, result, left, right }
                    }
                    _ => Op::ComparePointers { comparison: *comparison, result, left, right },
                }
            }
            Operation::CompareFloat(comparison, a, b) => {
                let (left, right) = (self.source(a), self.source(b));
                let Type::Float(format) = self.operand_type(a) else {
                    return Some(Op::Unsupported {
                        texts: self.text("float comparison of integers"),
                    });
                };
                Op::CompareFloat { comparison: *comparison, format, result, left, right }
            }
            Operation::Overflows(operation, a, b) => {
                let (left, right) = (self.source(a), self.source(b));
                let width = self.operand_type(a).bits(self.program.data_model.pointer_bits);
                Op::Overflows { operation: *operation, width, result, left, right }
            }
            Operation::IsKnown(a) => {
                let (operand, value_type) = (self.source(a), self.operand_type(a));
                Op::IsKnown { result, value_type, operand }
            }
            Operation::Asks(property) => Op::Asks { result, property: *property },
            Operation::Convert(conversion, a) => {
                let (operand, from) = (self.source(a), self.operand_type(a));
                Op::Convert { conversion: *conversion, from, to, result, operand }
            }
            Operation::Select(c, a, b) => {
                let (condition, then) = (self.source(c), self.source(a));
                let otherwise = self.source(b);
                Op::Select { value_type: to, result, condition, then, otherwise }
            }
            Operation::Offset(a, b) => {
                let (pointer, by) = (self.source(a), self.source(b));
                Op::Offset { result, pointer, by }
            }
            Operation::ObjectSize(a) => Op::ObjectSize { result, pointer: self.source(a) },
            Operation::TextEnd(a) => Op::TextEnd { result, pointer: self.source(a) },
            Operation::StackMark => Op::StackMark { result },
            _ => return None,
        })
    }

    fn effect(&mut self, instruction: &Instruction, result: Slot, value_type: Type) -> Option<Op> {
        Some(match &instruction.operation {
            Operation::Allocate { kind, size, align, zeroed, variable, source_type } => {
                let site = AllocationSite {
                    kind: *kind,
                    align: *align,
                    zeroed: *zeroed,
                    variable: *variable,
                    source_type: *source_type,
                };
                self.code.allocations.push(site);
                let allocations = self.code.allocations.len() as u32 - 1;
                Op::Allocate { result, size: self.source(size), allocations }
            }
            Operation::Free(pointer) => Op::Free { pointer: self.source(pointer) },
            Operation::ScopeStart(pointer) => Op::ScopeStart { pointer: self.source(pointer) },
            Operation::ScopeEnd(pointer) => Op::ScopeEnd { pointer: self.source(pointer) },
            Operation::StackRelease(mark) => Op::StackRelease { mark: self.source(mark) },
            Operation::Load(a) => {
                let pointer = self.source(a);
                let checks = std::mem::replace(&mut self.fused, NONE);
                Op::Load { value_type, result, pointer, checks }
            }
            Operation::Store(a, b) => {
                let (pointer, value) = (self.source(a), self.source(b));
                let checks = std::mem::replace(&mut self.fused, NONE);
                let value_type = self.operand_type(b);
                Op::Store { value_type, pointer, value, checks }
            }
            Operation::Copy { destination, source, size } => {
                let (destination, source) = (self.source(destination), self.source(source));
                Op::Copy { destination, source, size: self.source(size) }
            }
            Operation::Fill { destination, byte, size } => {
                let (destination, byte) = (self.source(destination), self.source(byte));
                Op::Fill { destination, byte, size: self.source(size) }
            }
            Operation::Call { callee, arguments } => {
                let calls = self.call(instruction, callee, arguments);
                Op::Call { calls }
            }
            Operation::Input { name, origin, source_type } => {
                let inputs = self.input_site(name, *origin, *source_type);
                Op::Input { value_type, result, inputs }
            }
            Operation::InputBytes { pointer, size, taken, name, origin } => {
                let (pointer, size) = (self.source(pointer), self.source(size));
                let taken = taken.as_ref().map_or(size, |taken| self.source(taken));
                let inputs = self.input_site(name, *origin, None);
                Op::InputBytes { pointer, size, taken, inputs }
            }
            Operation::Assume(condition) => Op::Assume { condition: self.source(condition) },
            Operation::AssumeEach { relation, elements, others, number, count } => {
                let [elements, others, number, count] =
                    [elements, others, number, count].map(|it| self.source(it));
                Op::AssumeEach { relation: *relation, elements, others, number, count }
            }
            Operation::Bind(variable, value) => {
                let shown = match value {
                    Operand::Value(value) => self.slots[value.0 as usize] != NONE,
                    Operand::Constant(_) => true,
                };
                if !self.kind.bindings || !shown {
                    return None;
                }
                let value_type = self.operand_type(value);
                Op::Bind { variable: *variable, value_type, value: self.source(value) }
            }
            _ => Op::Unsupported { texts: self.text("an operation of another kind") },
        })
    }

    fn input_site(
        &mut self,
        name: &str,
        origin: InputOrigin,
        source_type: Option<SourceTypeId>,
    ) -> u32 {
        self.code.inputs.push(InputSite { name: name.into(), origin, source_type });
        self.code.inputs.len() as u32 - 1
    }

    fn call(&mut self, instruction: &Instruction, callee: &Callee, arguments: &[Operand]) -> u32 {
        let target = match callee {
            Callee::Function(function) => Target::Function(*function),
            Callee::Pointer(pointer) => Target::Pointer(self.source(pointer)),
        };
        let arguments =
            arguments.iter().map(|a| (self.source(a), self.operand_type(a))).collect::<Box<[_]>>();
        let results = &instruction.results;
        let results = results.iter().map(|&r| (self.slot(r), self.type_of(r))).collect();
        self.code.calls.push(CallSite { target, arguments, results });
        let index = self.code.calls.len() as u32 - 1;
        if let (Callee::Pointer(pointer), Some((checked, op))) = (callee, self.callable.take())
            && *pointer == checked
            && let Op::Callable { calls, .. } = &mut self.code.ops[op]
        {
            *calls = index;
        }
        index
    }

    fn check(&mut self, check: &Check, checks: u32) -> Op {
        match check {
            Check::Holds(condition) => Op::Holds { condition: self.source(condition), checks },
            Check::Accessible { pointer, size, access } => {
                let (pointer, size) = (self.source(pointer), self.source(size));
                Op::Accessible { pointer, size, access: *access, checks }
            }
            Check::Freeable(pointer) => Op::Freeable { pointer: self.source(pointer), checks },
            Check::Callable(pointer) => {
                self.callable = Some((pointer.clone(), self.code.ops.len()));
                Op::Callable { pointer: self.source(pointer), calls: NONE, checks }
            }
            Check::NeverEscapes(_) => {
                let never = Operand::Constant(Constant::int(1, 0));
                Op::Holds { condition: self.source(&never), checks }
            }
            Check::Initialised(value) => {
                let value_type = self.operand_type(value);
                Op::Initialised { value_type, value: self.source(value), checks }
            }
        }
    }

    /// Whether the check is made together with the access after it.
    fn is_fused(&self, check: &Check, rest: &[Instruction]) -> bool {
        let Check::Accessible {
            pointer,
            size: Operand::Constant(Constant::Int { value, .. }),
            access,
        } = check
        else {
            return false;
        };
        let next = rest.iter().find(|next| !self.leaves_no_op(next));
        let Some(next) = next else { return false };
        let (at, value_type) = match (&next.operation, access) {
            (Operation::Load(at), Access::Read) => (at, self.type_of(next.results[0])),
            (Operation::Store(at, value), Access::Write) => (at, self.operand_type(value)),
            _ => return false,
        };
        let bytes = value_type.store_size(self.program.data_model.pointer_bits);
        at == pointer && value.to_u64() == Some(bytes) && !self.is_dead(next)
    }

    /// Whether nothing is emitted for an instruction.
    fn leaves_no_op(&self, instruction: &Instruction) -> bool {
        match &instruction.operation {
            Operation::Bind(..) => !self.kind.bindings,
            Operation::Assert { property, check, .. } => {
                liveness::is_dropped(*property, check, self.kind.properties)
            }
            _ => self.is_dead(instruction),
        }
    }

    fn edge(&mut self, next: &BlockCall) -> u32 {
        let parameters = &self.definition.blocks[next.block.0 as usize].parameters;
        let mut moves = Vec::new();
        for (parameter, argument) in parameters.iter().zip(&next.arguments) {
            if self.slots[parameter.0 as usize] != NONE {
                moves.push((self.slot(*parameter), self.source(argument)));
            }
        }
        let moves = moves::sequentialise(moves, self.spare);
        let range = (self.code.moves.len() as u32, moves.len() as u32);
        self.code.moves.extend(moves);
        self.code.edges.push(Edge { target: 0, block: next.block.0, moves: range });
        self.code.edges.len() as u32 - 1
    }

    fn terminator(&mut self, terminator: &Terminator, position: Position) {
        let op = match terminator {
            Terminator::Jump(next) => Op::Jump { edges: self.edge(next) },
            Terminator::Branch { condition, then_block, else_block } => Op::Branch {
                condition: self.source(condition),
                then: self.edge(then_block),
                otherwise: self.edge(else_block),
            },
            Terminator::Switch { value, cases, default } => {
                let width = self.operand_type(value).bits(self.program.data_model.pointer_bits);
                let value = self.source(value);
                match self.switch(width, cases, default) {
                    Some(switches) => Op::Switch { value, width, switches },
                    None => Op::Unsupported { texts: self.text("a switch over more than 64 bits") },
                }
            }
            Terminator::Return(values) => {
                let values = values.iter().map(|value| self.source(value)).collect();
                self.code.returns.push(values);
                Op::Return { returns: self.code.returns.len() as u32 - 1 }
            }
            Terminator::Exit => Op::Exit,
            Terminator::Abort => Op::Abort,
            Terminator::Unreachable => Op::Unreachable,
            Terminator::Unsupported(why) => Op::Unsupported { texts: self.text(why) },
            Terminator::Bound { which, beyond } => Op::Bound {
                texts: self.text(which),
                beyond: beyond.as_ref().map_or(NONE, |next| self.edge(next)),
            },
        };
        self.emit(op, position);
    }

    fn switch(
        &mut self,
        width: u32,
        cases: &[(num_bigint::BigUint, BlockCall)],
        default: &BlockCall,
    ) -> Option<u32> {
        if width > 64 {
            return None;
        }
        let default_edge = self.edge(default);
        let mut known: FxHashMap<&BlockCall, u32> = FxHashMap::default();
        known.insert(default, default_edge);
        let (mut table, mut targets) = (Vec::with_capacity(cases.len()), Vec::new());
        for (value, next) in cases {
            let edge = match known.get(next) {
                Some(&edge) => edge,
                None => {
                    let edge = self.edge(next);
                    known.insert(next, edge);
                    targets.push(edge);
                    edge
                }
            };
            table.push((value.to_u64()?, edge));
        }
        targets.push(default_edge);
        table.sort_unstable();
        self.code.switches.push(SwitchTable {
            cases: table.into(),
            default: default_edge,
            targets: targets.into(),
        });
        Some(self.code.switches.len() as u32 - 1)
    }
}

/// By block: how many come before it, where those of a loop come before what is behind it.
fn order(definition: &Definition) -> Vec<u32> {
    let loops = LoopForest::new(&ControlFlow::new(definition));
    let mut blocks: Vec<BlockId> = (0..definition.blocks.len() as u32).map(BlockId).collect();
    blocks.sort_by(|one, other| loops.place(*one).cmp(loops.place(*other)));
    let mut order = vec![0; blocks.len()];
    for (number, block) in (0..).zip(blocks) {
        order[block.0 as usize] = number;
    }
    order
}

/// By block: why paths meet at its begin, if they do. Where they go straight on to another such place, that one is enough.
fn points(definition: &Definition) -> Vec<Option<PointKind>> {
    let flow = ControlFlow::new(definition);
    let loops = LoopForest::new(&flow);
    let mut ways = vec![0; definition.blocks.len()];
    for block in &definition.blocks {
        for next in block.terminator.successors() {
            ways[next.block.0 as usize] += 1;
        }
    }
    let kind = |(block, &ways): (usize, &u32)| match BlockId(block as u32) {
        BlockId(0) => Some(PointKind::FunctionEntry),
        block if loops.begins_loop(block) => Some(PointKind::LoopHead),
        _ if ways > 1 => Some(PointKind::Join),
        _ => None,
    };
    let kinds: Vec<Option<PointKind>> = ways.iter().enumerate().map(kind).collect();
    let told = |(kind, block): (&Option<PointKind>, &Block)| {
        let goes_on = match &block.terminator {
            Terminator::Jump(next) => kinds[next.block.0 as usize].is_some(),
            _ => false,
        };
        let is_short = block.instructions.iter().all(|each| each.operation.is_pure());
        (*kind).filter(|&kind| kind != PointKind::Join || !goes_on || !is_short)
    };
    kinds.iter().zip(&definition.blocks).map(told).collect()
}

/// All bits of a pointer.
pub fn pointer_mask(program: &Program) -> u64 {
    mask(program.data_model.pointer_bits)
}

/// That many low bits, at most 64.
#[inline(always)]
pub fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

/// The class of the exception that escapes where the check stands.
fn exception_of(check: &Check) -> Option<SourceTypeId> {
    match check {
        Check::NeverEscapes(class) => Some(*class),
        _ => None,
    }
}
