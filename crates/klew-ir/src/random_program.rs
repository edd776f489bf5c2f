//! For tests: random well-formed programs, with everything that a program can hold.
//!
//! The graph of blocks comes first; operands are then taken from the blocks that dominate.

use num_bigint::BigUint;
use smallvec::{SmallVec, smallvec};

use crate::{
    InputObjects,
    control_flow::ControlFlow,
    dominators::Dominators,
    test_support::{Random, definition_with_edges},
    *,
};

const INT_WIDTHS: [u32; 9] = [1, 7, 8, 16, 32, 64, 65, 128, 200];
const FORMATS: [FloatFormat; 6] = [
    FloatFormat::Half,
    FloatFormat::BFloat,
    FloatFormat::Single,
    FloatFormat::Double,
    FloatFormat::X87,
    FloatFormat::Quad,
];
const NAMES: [&str; 10] =
    ["x", "i.next", "a b", "7", "", "quo\"te\\", "line\nend\t\u{1}", "größe", "entry", "i32"];

/// A random program.
pub(crate) fn random_program(random: &mut Random) -> Program {
    let model = if random.once_in(2) { DataModel::LP64 } else { DataModel::ILP32 };
    let mut program = Program::new(model);
    if random.once_in(5) {
        program.data_model = DataModel { heap_align: 4, ..model };
    }
    for _ in 0..random.below(3) {
        program.files.push(random.pick(&NAMES).to_string());
    }
    let type_count = random.below(6) as usize;
    for index in 0..type_count {
        let source_type = source_type(random, index, type_count);
        program.types.push(source_type);
    }
    let (globals, functions) = (random.below(4) as u32, 1 + random.below(4) as u32);
    for index in 0..functions {
        let function = signature(random, &program, index);
        program.functions.push(function);
    }
    for index in 0..globals {
        let global = global(random, &program, index, globals);
        program.globals.push(global);
    }
    for index in 0..functions {
        let body = match random.below(6) {
            0 => FunctionBody::External,
            1 => FunctionBody::Unsupported(random.pick(&NAMES).to_string()),
            _ => FunctionBody::Defined(
                Generator::definition(random, &program, index as usize).into(),
            ),
        };
        program.functions[index as usize].body = body;
    }
    program.entry = if random.once_in(3) {
        None
    } else {
        Some(FunctionId(random.below(functions.into()) as u32))
    };
    crate::number_checks(&mut program);
    program
}

/// A name that no other number gives.
fn unique(random: &mut Random, number: u32) -> String {
    if random.once_in(4) {
        format!("{}-{number}", random.pick(&NAMES))
    } else {
        format!("{}{number}", random.pick(&["n", "_", "a.b", "v$"]))
    }
}

fn position(random: &mut Random, program: &Program) -> Position {
    if random.once_in(3) {
        return Position::UNKNOWN;
    }
    let file = FileId(random.below(program.files.len() as u64) as u32);
    Position { file, line: random.below(50) as u32, column: random.below(9) as u32 }
}

fn type_id(random: &mut Random, program: &Program) -> Option<SourceTypeId> {
    let count = program.types.len() as u64;
    if count == 0 || random.once_in(3) {
        None
    } else {
        Some(SourceTypeId(random.below(count) as u32))
    }
}

fn source_type(random: &mut Random, index: usize, count: usize) -> SourceType {
    let any = SourceTypeId(random.below(count as u64) as u32);
    // Arrays and aliases refer to later ones only, or they might contain themselves.
    let later = SourceTypeId((index + 1).min(count - 1) as u32);
    let name = random.pick(&NAMES).to_string();
    match random.below(10) {
        0 => SourceType::Void,
        1 | 2 => SourceType::Int {
            name,
            bits: 32,
            signed: random.once_in(2),
            character: random.once_in(2),
        },
        3 => SourceType::Float { name, bits: 64 },
        4 => SourceType::Pointer(any),
        5 if index + 1 < count => {
            SourceType::Array(later, if random.once_in(2) { Some(random.next()) } else { None })
        }
        6 if index + 1 < count => SourceType::Alias(name, later),
        7 => SourceType::Function,
        8 => SourceType::Record {
            name,
            size: random.below(100),
            union: random.once_in(2),
            fields: (0..random.below(3))
                .map(|number| SourceField {
                    name: random.pick(&NAMES).to_string(),
                    bit_offset: number * 32,
                    bit_width: if random.once_in(2) { Some(3) } else { None },
                    source_type: any,
                    never_null: random.once_in(4),
                })
                .collect(),
            // Later ones only: no class is below itself.
            bases: if index + 1 < count {
                vec![later; random.below(3) as usize]
            } else {
                Vec::new()
            },
            tag: if random.once_in(2) { Some(random.below(100) as u32) } else { None },
            inputs: *random.pick(&[InputObjects::Shared, InputObjects::Values, InputObjects::None]),
            elements: if random.once_in(4) { Some(any) } else { None },
        },
        _ => SourceType::Unknown,
    }
}

fn value_type(random: &mut Random) -> Type {
    match random.below(8) {
        0..=3 => Type::Int(*random.pick(&INT_WIDTHS)),
        4 => Type::Float(*random.pick(&FORMATS)),
        5 | 6 => Type::Pointer,
        _ => Type::BOOL,
    }
}

fn signature(random: &mut Random, program: &Program, index: u32) -> Function {
    let mut parameters: Vec<Type> = (0..random.below(3)).map(|_| value_type(random)).collect();
    let variadic = random.once_in(4);
    if variadic {
        parameters.push(Type::Pointer);
    }
    let known = random.once_in(2) && !program.types.is_empty() && !parameters.is_empty();
    let mut parameter_types: Vec<_> = parameters.iter().map(|_| type_id(random, program)).collect();
    if !known || parameter_types.iter().all(Option::is_none) {
        parameter_types.clear();
    }
    Function {
        name: unique(random, index),
        parameters,
        results: (0..random.below(3)).map(|_| value_type(random)).collect(),
        variadic,
        library: random.once_in(4),
        position: position(random, program),
        parameter_types,
        body: FunctionBody::External,
    }
}

fn global(random: &mut Random, program: &Program, index: u32, count: u32) -> Global {
    let size = random.below(40);
    let width = program.data_model.pointer_size();
    let initializer = match random.below(4) {
        0 => Initializer::Zero,
        1 => Initializer::External,
        _ => {
            let bytes = (0..size).map(|_| random.next() as u8).collect();
            let slots = random.below(size / width + 1);
            let relocations = (0..slots).map(|slot| Relocation {
                offset: slot * width,
                value: pointer(random, count.into(), program.functions.len() as u64),
            });
            Initializer::Bytes(bytes, relocations.collect())
        }
    };
    Global {
        name: unique(random, index),
        size,
        align: 1 << random.below(5),
        constant: random.once_in(2),
        initializer,
        source_type: type_id(random, program),
        position: position(random, program),
        switch: random.once_in(8).then(|| match random.once_in(2) {
            true => Switch::UnknownLengths,
            false => Switch::AnyLengths,
        }),
    }
}

fn origin(random: &mut Random) -> InputOrigin {
    let origins = [InputOrigin::Asked, InputOrigin::Approximation, InputOrigin::AllocationFailure];
    *random.pick(&origins)
}

fn pointer(random: &mut Random, globals: u64, functions: u64) -> Constant {
    match random.below(4) {
        0 => Constant::Null,
        1 => Constant::Function(FunctionId(random.below(functions) as u32)),
        2 => Constant::Undefined(Type::Pointer),
        _ if globals == 0 => Constant::Null,
        _ => {
            let offset = *random.pick(&[0, 4, -4, i64::MIN, i64::MAX]);
            Constant::Global(GlobalId(random.below(globals) as u32), offset)
        }
    }
}

struct Generator<'a> {
    random: &'a mut Random,
    program: &'a Program,
    definition: Definition,
    /// Values that may be used where code is being made.
    available: Vec<ValueId>,
}

impl Generator<'_> {
    fn definition(random: &mut Random, program: &Program, function: usize) -> Definition {
        let count = 1 + random.below(6) as usize;
        let target = |random: &mut Random| 1 + random.below(count as u64 - 1) as u32;
        let edges: Vec<Vec<u32>> = (0..count)
            .map(|_| {
                let degree = if count == 1 { 0 } else { random.below(4) };
                (0..degree).map(|_| target(random)).collect()
            })
            .collect();
        let edges: Vec<&[u32]> = edges.iter().map(Vec::as_slice).collect();
        let definition = definition_with_edges(&edges);
        let flow = ControlFlow::new(&definition);
        let dominators = Dominators::new(&flow);
        let mut generator = Generator { random, program, definition, available: Vec::new() };
        generator.run(&flow, &dominators, &program.functions[function]);
        if generator.random.once_in(2) {
            generator.definition.compact_values();
        }
        generator.definition
    }

    fn run(&mut self, flow: &ControlFlow, dominators: &Dominators, function: &Function) {
        for &kind in &function.parameters {
            let value = self.define(kind);
            self.definition.parameters.push(value);
        }
        for _ in 0..self.random.below(3) {
            let variable = Variable {
                name: self.random.pick(&NAMES).to_string(),
                source_type: type_id(self.random, self.program),
                position: position(self.random, self.program),
            };
            self.definition.variables.push(variable);
        }
        let count = self.definition.blocks.len();
        let at_start = self.available.clone();
        for index in 0..count {
            if self.random.once_in(2) {
                let name = unique(self.random, index as u32);
                self.definition.blocks[index].name = Some(name);
            }
            let parameters = if index == 0 { 0 } else { self.random.below(3) };
            let parameters = (0..parameters).map(|_| {
                let kind = value_type(self.random);
                self.define(kind)
            });
            self.definition.blocks[index].parameters = parameters.collect();
        }
        let unreachable = (0..count as u32).map(BlockId).filter(|b| !flow.is_reachable(*b));
        let order: Vec<BlockId> =
            dominators.preorder().iter().copied().chain(unreachable).collect();
        let mut ends: Vec<Vec<ValueId>> = vec![at_start; count];
        for block in order {
            let index = block.0 as usize;
            if let Some(parent) = dominators.immediate(block) {
                ends[index] = ends[parent.0 as usize].clone();
            }
            self.available = ends[index].clone();
            self.available.extend(&self.definition.blocks[index].parameters);
            for _ in 0..self.random.below(6) {
                let instruction = self.instruction();
                self.definition.blocks[index].instructions.push(instruction);
            }
            self.terminator(index, &function.results);
            ends[index] = self.available.clone();
        }
    }

    fn define(&mut self, value_type: Type) -> ValueId {
        let id = ValueId(self.definition.values.len() as u32);
        let name = if self.random.once_in(2) { Some(unique(self.random, id.0)) } else { None };
        self.definition.values.push(ValueInfo { value_type, name });
        self.available.push(id);
        id
    }

    fn operand(&mut self, kind: Type) -> Operand {
        let fitting: Vec<ValueId> = self
            .available
            .iter()
            .copied()
            .filter(|value| self.definition.values[value.0 as usize].value_type == kind)
            .collect();
        if !fitting.is_empty() && !self.random.once_in(4) {
            return (*self.random.pick(&fitting)).into();
        }
        if self.random.once_in(9) {
            return Constant::Undefined(kind).into();
        }
        match kind {
            Type::Pointer => {
                let globals = self.program.globals.len() as u64;
                pointer(self.random, globals, self.program.functions.len() as u64).into()
            }
            Type::Int(width) => {
                let bits = self.random.next() >> self.random.below(64);
                let value = BigUint::from(bits) << self.random.below(width.into());
                let value = value % (BigUint::from(1_u8) << width);
                Constant::Int { width, value }.into()
            }
            Type::Float(format) => {
                let bits = u128::from(self.random.next()) << 64 | u128::from(self.random.next());
                Constant::Float(format, bits >> (128 - format.storage_bits())).into()
            }
        }
    }

    fn operands<const N: usize>(&mut self, kind: Type) -> [Operand; N] {
        std::array::from_fn(|_| self.operand(kind))
    }

    fn int(&mut self) -> Type {
        Type::Int(*self.random.pick(&INT_WIDTHS))
    }

    fn float(&mut self) -> Type {
        Type::Float(*self.random.pick(&FORMATS))
    }

    fn size(&mut self) -> Operand {
        self.operand(Type::Int(self.program.data_model.pointer_bits))
    }

    fn instruction(&mut self) -> Instruction {
        let position = position(self.random, self.program);
        let (operation, types) = match self.random.below(4) {
            0 | 1 => self.value_operation(),
            2 => self.memory_operation(),
            _ => self.other_operation(),
        };
        let results = types.into_iter().map(|kind| self.define(kind)).collect();
        Instruction { results, operation, position }
    }

    fn value_operation(&mut self) -> (Operation, Vec<Type>) {
        use BinaryOperation::*;
        let (int, float) = (self.int(), self.float());
        match self.random.below(10) {
            0 | 1 => {
                let operation =
                    *self.random.pick(&[Add, Sub, Mul, SignedRem, ShiftLeft, Xor, UnsignedDiv]);
                let [a, b] = self.operands(int);
                (Operation::Binary(operation, a, b), vec![int])
            }
            2 => {
                let [a, b] = self.operands(float);
                let operation = *self.random.pick(&[FloatAdd, FloatRem, CopySign]);
                (Operation::Binary(operation, a, b), vec![float])
            }
            3 => {
                let [a, b] = self.operands(int);
                (Operation::Compare(Comparison::SignedLess, a, b), vec![Type::BOOL])
            }
            4 => {
                let [a, b] = self.operands(float);
                let comparison =
                    *self.random.pick(&[FloatComparison::Less, FloatComparison::Unordered]);
                (Operation::CompareFloat(comparison, a, b), vec![Type::BOOL])
            }
            5 => {
                let [a, b] = self.operands(int);
                (Operation::Overflows(OverflowOperation::UnsignedMul, a, b), vec![Type::BOOL])
            }
            6 => {
                let kind = value_type(self.random);
                let [a, b] = self.operands(kind);
                let condition = self.operand(Type::BOOL);
                (Operation::Select(condition, a, b), vec![kind])
            }
            7 => {
                let kind = value_type(self.random);
                (Operation::Unary(UnaryOperation::Freeze, self.operand(kind)), vec![kind])
            }
            8 => {
                let [a, b, c] = self.operands(float);
                (Operation::FusedMultiplyAdd(a, b, c), vec![float])
            }
            _ => {
                let (conversion, from, to) = *self.random.pick(&[
                    (Conversion::ZeroExtend, Type::Int(7), Type::Int(8)),
                    (Conversion::Truncate, Type::Int(64), Type::Int(32)),
                    (Conversion::FloatToBits, Type::Float(FloatFormat::X87), Type::Int(80)),
                    (Conversion::SignedToFloat, int, float),
                    (Conversion::IntToPointer, int, Type::Pointer),
                ]);
                (Operation::Convert(conversion, self.operand(from)), vec![to])
            }
        }
    }

    fn memory_operation(&mut self) -> (Operation, Vec<Type>) {
        let address = self.operand(Type::Pointer);
        let source = self.operand(Type::Pointer);
        let size = self.size();
        let kind = value_type(self.random);
        match self.random.below(12) {
            0 => (Operation::Offset(address, size), vec![Type::Pointer]),
            1 => (Operation::Load(address), vec![kind]),
            2 => (Operation::Store(address, self.operand(kind)), vec![]),
            3 => (Operation::Free(address), vec![]),
            4 => (Operation::ScopeStart(address), vec![]),
            5 => (Operation::ScopeEnd(address), vec![]),
            6 => (Operation::StackRelease(size), vec![]),
            7 => (Operation::Copy { destination: address, source, size }, vec![]),
            8 => {
                let byte = self.operand(Type::Int(8));
                (Operation::Fill { destination: address, byte, size }, vec![])
            }
            9 => {
                let name = self.random.pick(&NAMES).to_string();
                let origin = origin(self.random);
                let taken = self.random.once_in(2).then(|| self.size());
                (Operation::InputBytes { pointer: address, size, taken, name, origin }, vec![])
            }
            10 => {
                let operation = match self.random.once_in(2) {
                    true => Operation::ObjectSize(address),
                    false => Operation::TextEnd(address),
                };
                (operation, vec![Type::Int(self.program.data_model.pointer_bits)])
            }
            _ => {
                let stack = self.random.once_in(2);
                let allocate = Operation::Allocate {
                    kind: if stack { ObjectKind::Stack } else { ObjectKind::Heap },
                    size,
                    align: 1 << self.random.below(6),
                    zeroed: self.random.once_in(2),
                    variable: self.variable(),
                    source_type: type_id(self.random, self.program),
                };
                (allocate, vec![Type::Pointer])
            }
        }
    }

    fn variable(&mut self) -> Option<VariableId> {
        let count = self.definition.variables.len() as u64;
        if count == 0 { None } else { Some(VariableId(self.random.below(count) as u32)) }
    }

    fn other_operation(&mut self) -> (Operation, Vec<Type>) {
        let kind = value_type(self.random);
        match self.random.below(7) {
            0 => (Operation::StackMark, vec![Type::Int(self.program.data_model.pointer_bits)]),
            1 => {
                let name = self.random.pick(&NAMES).to_string();
                let source_type = type_id(self.random, self.program);
                let origin = origin(self.random);
                (Operation::Input { name, origin, source_type }, vec![kind])
            }
            2 => (Operation::Assume(self.operand(Type::BOOL)), vec![]),
            3 => match self.variable() {
                Some(variable) => (Operation::Bind(variable, self.operand(kind)), vec![]),
                None => (Operation::Assume(self.operand(Type::BOOL)), vec![]),
            },
            4 => self.call(),
            _ => {
                let class = type_id(self.random, self.program);
                let check = match self.random.below(6) {
                    4 if class.is_some_and(|id| self.program.source_types().is_class(id)) => {
                        Check::NeverEscapes(class.unwrap_or(SourceTypeId(0)))
                    }
                    0 => Check::Holds(self.operand(Type::BOOL)),
                    1 => Check::Freeable(self.operand(Type::Pointer)),
                    2 => Check::Callable(self.operand(Type::Pointer)),
                    3 => Check::Initialised(self.operand(kind)),
                    _ => Check::Accessible {
                        pointer: self.operand(Type::Pointer),
                        size: self.size(),
                        access: *self.random.pick(&[Access::Read, Access::Write]),
                    },
                };
                let property = *self.random.pick(&Property::ALL);
                let message = if self.random.once_in(2) {
                    Some(self.random.pick(&NAMES).to_string())
                } else {
                    None
                };
                let id = crate::CheckId::UNNUMBERED;
                (Operation::Assert { id, property, check, message }, vec![])
            }
        }
    }

    fn call(&mut self) -> (Operation, Vec<Type>) {
        let id = FunctionId(self.random.below(self.program.functions.len() as u64) as u32);
        let function = self.program.function(id);
        let bits = self.program.data_model.pointer_bits;
        let mut arguments: SmallVec<[Operand; 4]> = smallvec![];
        for &kind in function.declared_parameters() {
            // Pointers for integers, too many and missing ones are allowed.
            let kind = match kind {
                Type::Pointer if self.random.once_in(3) => Type::Int(bits),
                Type::Int(width) if width == bits && self.random.once_in(3) => Type::Pointer,
                kind => kind,
            };
            arguments.push(self.operand(kind));
        }
        if self.random.once_in(4) {
            arguments.pop();
        }
        if arguments.len() == function.declared_parameters().len() && self.random.once_in(4) {
            let kind = value_type(self.random);
            arguments.push(self.operand(kind));
        }
        let callee = if self.random.once_in(3) {
            Callee::Pointer(self.operand(Type::Pointer))
        } else {
            Callee::Function(id)
        };
        let pointer = matches!(callee, Callee::Pointer(_));
        let mut results = function.results.clone();
        if pointer && self.random.once_in(2) {
            results = vec![value_type(self.random)];
        }
        (Operation::Call { callee, arguments }, results)
    }

    fn terminator(&mut self, index: usize, results: &[Type]) {
        let mut terminator = self.definition.blocks[index].terminator.clone();
        for next in terminator.successors_mut() {
            let parameters = self.definition.blocks[next.block.0 as usize].parameters.clone();
            for parameter in parameters {
                let kind = self.definition.values[parameter.0 as usize].value_type;
                next.arguments.push(self.operand(kind));
            }
        }
        match &mut terminator {
            Terminator::Branch { condition, .. } => *condition = self.operand(Type::BOOL),
            Terminator::Switch { value, .. } => *value = self.operand(Type::Int(32)),
            Terminator::Return(values) => {
                *values = results.iter().map(|kind| self.operand(*kind)).collect();
                match self.random.below(10) {
                    0 => terminator = Terminator::Exit,
                    1 => terminator = Terminator::Abort,
                    2 => terminator = Terminator::Unreachable,
                    3 => terminator = Terminator::Unsupported("why".to_string()),
                    4 => {
                        terminator = Terminator::Bound { which: "which".to_string(), beyond: None }
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        let block = &mut self.definition.blocks[index];
        block.terminator = terminator;
        block.terminator_position = position(self.random, self.program);
    }
}
