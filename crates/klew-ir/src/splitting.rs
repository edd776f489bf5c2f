//! Scalar replacement of aggregates: a record on the stack whose fields are only loaded and stored becomes an object for each field, so
//! that promotion makes values of them.
//!
//! (S. Muchnick, *Advanced Compiler Design and Implementation*, 1997, section 12.2.) A record is split if its address is used only, as it
//! is or moved by constants, to load and store within it, to fill it with zeros (`= {0}`) or from elsewhere (`= {1, 2}`, `r = *p`), in checks that
//! such an access is possible, and in scope marks; and if accesses are to the same bytes or to different ones.
//!
//! **Invariant**: every run makes the same calls, inputs, assumptions and checks with the same values; addresses of the objects are seen by
//! nobody. Meant for analyses: traces show records whole.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashMap;
use smallvec::smallvec;

use crate::{
    Check, Constant, DataModel, Definition, Instruction, ObjectKind, Operand, Operation, Position,
    SourceTypeId, SourceTypes, Type, ValueId, ValueInfo, Variable, VariableId, builder::as_u64,
    promotion::zero,
};

/// Records of more bytes are not split.
const MOST_BYTES: u64 = 4096;

/// Splits the records of a function that can be; how many.
pub fn split_records(
    definition: &mut Definition,
    types: SourceTypes<'_>,
    data_model: DataModel,
) -> usize {
    let mut records = Records::find(definition);
    records.look_at_uses(definition, data_model);
    records.all.retain(|_, record| record.can_be_split());
    if records.all.is_empty() {
        return 0;
    }
    let made: FxHashMap<ValueId, Made> = (records.all.iter())
        .map(|(address, record)| (*address, make_parts(definition, record, types, data_model)))
        .collect();
    rewrite(definition, &records, &made);
    made.len()
}

/// A record on the stack.
struct Record {
    allocation: Instruction,
    size: u64,
    is_possible: bool,
    /// What is accessed from which offset on.
    parts: BTreeMap<u64, Part>,
    /// Where zeros or copies are written over: from an offset on to another.
    filled: Vec<Range<u64>>,
    /// Whether something is accessed as values of two types: what is written over it is one of neither then.
    is_mixed: bool,
}

/// Bytes that are loaded and stored as one.
#[derive(Clone, Copy)]
struct Part {
    size: u64,
    /// As what they were first seen.
    value_type: Type,
}

impl Part {
    /// Where it lies.
    fn bytes(self, offset: u64) -> Range<u64> {
        offset..offset + self.size
    }
}

impl Record {
    fn new(allocation: Instruction, size: u64) -> Record {
        let (parts, filled) = (BTreeMap::new(), Vec::new());
        Record { allocation, size, is_possible: true, parts, filled, is_mixed: false }
    }

    /// Whether there is more than one part, and none within another.
    fn can_be_split(&self) -> bool {
        let mut end = 0;
        let are_apart = self.parts.iter().all(|(offset, part)| {
            let is_apart = *offset >= end;
            end = offset + part.size;
            is_apart
        });
        let are_filled = self.parts.iter().all(|(offset, part)| {
            let bytes = part.bytes(*offset);
            let agrees =
                |filled: &Range<u64>| covers(filled, &bytes) || are_disjoint(filled, &bytes);
            self.filled.iter().all(agrees)
        }) && self.filled.iter().all(|filled| filled.end <= self.size);
        // One at the beginning is promoted as it is.
        let is_scalar = self.parts.keys().all(|offset| *offset == 0);
        let are_whole = self.filled.is_empty() || (are_filled && !self.is_mixed);
        self.is_possible && are_apart && are_whole && end <= self.size && !is_scalar
    }

    /// An access of so many bytes, as a value of that type.
    fn access(&mut self, offset: u64, part: Part) {
        let known = *self.parts.entry(offset).or_insert(part);
        self.is_possible &= known.size == part.size;
        self.is_mixed |= known.value_type != part.value_type;
    }
}

fn covers(filled: &Range<u64>, bytes: &Range<u64>) -> bool {
    filled.start <= bytes.start && bytes.end <= filled.end
}

fn are_disjoint(filled: &Range<u64>, bytes: &Range<u64>) -> bool {
    filled.end <= bytes.start || bytes.end <= filled.start
}

/// Which bytes from an offset on are written over with zeros, or with what lies elsewhere, if that is what an operation does.
fn filled(operation: &Operation, offset: u64) -> Option<Range<u64>> {
    let size = match operation {
        Operation::Fill { byte, size, .. } if as_u64(byte) == Some(0) => size,
        Operation::Copy { size, .. } => size,
        _ => return None,
    };
    Some(offset..offset.checked_add(as_u64(size)?)?)
}

/// The records of a function, by their addresses, and the values that point into them.
struct Records {
    all: BTreeMap<ValueId, Record>,
    /// The record and the offset.
    pointers: FxHashMap<ValueId, (ValueId, u64)>,
}

impl Records {
    fn find(definition: &Definition) -> Records {
        let mut all = BTreeMap::new();
        let instructions = || definition.blocks.iter().flat_map(|block| &block.instructions);
        for instruction in instructions() {
            if let (Operation::Allocate { kind: ObjectKind::Stack, size, .. }, &[address]) =
                (&instruction.operation, &instruction.results[..])
                && let Some(size) = as_u64(size).filter(|size| *size <= MOST_BYTES)
            {
                all.insert(address, Record::new(instruction.clone(), size));
            }
        }
        let mut pointers: FxHashMap<ValueId, (ValueId, u64)> =
            all.keys().map(|address| (*address, (*address, 0))).collect();
        // Blocks are in any order.
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for instruction in instructions() {
                if let (Operation::Offset(Operand::Value(base), by), &[moved]) =
                    (&instruction.operation, &instruction.results[..])
                    && let Some((record, offset)) = pointers.get(base).copied()
                    && let Some(by) = as_u64(by)
                    && let Some(offset) = offset.checked_add(by).filter(|it| *it < MOST_BYTES)
                {
                    changed |= pointers.insert(moved, (record, offset)).is_none();
                }
            }
        }
        Records { all, pointers }
    }

    /// The record that an operand points into, and where.
    fn place(&self, operand: &Operand) -> Option<(ValueId, u64)> {
        self.pointers.get(&operand.as_value()?).copied()
    }

    fn look_at_uses(&mut self, definition: &Definition, data_model: DataModel) {
        for block in &definition.blocks {
            for instruction in &block.instructions {
                self.look_at(definition, instruction, data_model);
            }
            for operand in block.terminator.operands() {
                self.exclude(operand);
            }
        }
    }

    fn exclude(&mut self, operand: &Operand) {
        if let Some((record, _)) = self.place(operand)
            && let Some(record) = self.all.get_mut(&record)
        {
            record.is_possible = false;
        }
    }

    fn look_at(
        &mut self,
        definition: &Definition,
        instruction: &Instruction,
        data_model: DataModel,
    ) {
        let operation = &instruction.operation;
        let operands = operation.operands();
        let part = |value_type: Type| Part {
            size: value_type.store_size(data_model.pointer_bits),
            value_type,
        };
        let first = operands.first().and_then(|first| self.place(first));
        let accessed = match operation {
            Operation::Load(_) => instruction
                .results
                .first()
                .map(|it| part(definition.values[it.0 as usize].value_type)),
            Operation::Store(_, value) => Some(part(definition.type_of(value))),
            _ => None,
        };
        // As the first operand, it is an address.
        let is_known = match (operation, first) {
            // What variables hold an address is for traces.
            (Operation::Load(_) | Operation::Store(..) | Operation::Bind(..), Some(_)) => true,
            (Operation::Fill { .. } | Operation::Copy { .. }, Some((_, offset))) => {
                filled(operation, offset).is_some()
            }
            (Operation::ScopeStart(_) | Operation::ScopeEnd(_), Some((_, offset))) => offset == 0,
            (Operation::Offset(..), Some(_)) => {
                instruction.results.iter().any(|moved| self.pointers.contains_key(moved))
            }
            (
                Operation::Assert { check: Check::Accessible { size, .. }, .. },
                Some((record, offset)),
            ) => {
                let whole = self.all.get(&record).map_or(0, |record| record.size);
                let end = as_u64(size).and_then(|size| offset.checked_add(size));
                end.is_some_and(|end| end <= whole)
            }
            _ => false,
        };
        if let Some((record, offset)) = first
            && let Some(record) = self.all.get_mut(&record)
        {
            if let Some(part) = accessed {
                record.access(offset, part);
            }
            record.filled.extend(filled(operation, offset));
        }
        for operand in operands.into_iter().skip(usize::from(is_known)) {
            self.exclude(operand);
        }
    }
}

/// The objects that a record becomes.
struct Made {
    /// By offset: the address, and what it is of.
    parts: BTreeMap<u64, (ValueId, Part)>,
    allocations: Vec<Instruction>,
    /// Bits of a pointer.
    word: u32,
}

fn make_parts(
    definition: &mut Definition,
    record: &Record,
    types: SourceTypes<'_>,
    data_model: DataModel,
) -> Made {
    let word = data_model.pointer_bits;
    let mut made = Made { parts: BTreeMap::new(), allocations: Vec::new(), word };
    for (offset, of) in &record.parts {
        let part = ValueId(definition.values.len() as u32);
        definition.values.push(ValueInfo { value_type: Type::Pointer, name: None });
        let mut allocation = record.allocation.clone();
        allocation.results = smallvec![part];
        if let Operation::Allocate { size: bytes, align, variable, source_type, .. } =
            &mut allocation.operation
        {
            *bytes = Constant::int(data_model.pointer_bits, of.size).into();
            if *offset != 0 {
                *align = (*align).min(1 << offset.trailing_zeros());
            }
            let record = source_type.take();
            *variable = variable.map(|variable| {
                let of = &definition.variables[variable.0 as usize];
                let field = record.or(of.source_type).map_or_else(Default::default, |record| {
                    types.field_at(record, *offset, data_model.pointer_size())
                });
                field_variable(definition, variable, field)
            });
        }
        made.allocations.push(allocation);
        made.parts.insert(*offset, (part, *of));
    }
    made
}

/// A variable for a field, of that name and type, of a record that a variable holds.
fn field_variable(
    definition: &mut Definition,
    variable: VariableId,
    (field, source_type): (String, Option<SourceTypeId>),
) -> VariableId {
    let of = &definition.variables[variable.0 as usize];
    let name = if field.is_empty() { of.name.clone() } else { format!("{}.{field}", of.name) };
    let position = of.position;
    definition.variables.push(Variable { name, source_type, position });
    VariableId(definition.variables.len() as u32 - 1)
}

/// Puts the parts in the place of the records.
fn rewrite(definition: &mut Definition, records: &Records, made: &FxHashMap<ValueId, Made>) {
    for block in &mut definition.blocks {
        let instructions = std::mem::take(&mut block.instructions);
        for instruction in instructions {
            let place = match instruction.operation {
                Operation::Allocate { .. } => instruction.results.first().map(|it| (*it, 0)),
                _ => instruction.operation.operands().first().and_then(|it| records.place(it)),
            };
            match place.and_then(|(record, offset)| Some((made.get(&record)?, offset))) {
                Some((made, offset)) => {
                    let values = &mut definition.values;
                    block.instructions.extend(replaced(instruction, made, offset, values))
                }
                None => block.instructions.push(instruction),
            }
        }
    }
}

/// Instructions in the place of one.
struct Writing<'w> {
    values: &'w mut Vec<ValueInfo>,
    written: &'w mut Vec<Instruction>,
    position: Position,
}

impl Writing<'_> {
    fn add(&mut self, operation: Operation) {
        let position = self.position;
        self.written.push(Instruction { results: smallvec![], operation, position });
    }

    fn compute(&mut self, value_type: Type, operation: Operation) -> Operand {
        let value = ValueId(self.values.len() as u32);
        self.values.push(ValueInfo { value_type, name: None });
        let position = self.position;
        self.written.push(Instruction { results: smallvec![value], operation, position });
        value.into()
    }

    /// What lies so many bytes behind a place.
    fn load(&mut self, from: &Operand, (by, bits): (u64, u32), value_type: Type) -> Operand {
        let by = Constant::int(bits, by).into();
        let place = self.compute(Type::Pointer, Operation::Offset(from.clone(), by));
        self.compute(value_type, Operation::Load(place))
    }
}

/// What an instruction becomes whose first operand points into a record.
fn replaced(
    mut instruction: Instruction,
    made: &Made,
    offset: u64,
    values: &mut Vec<ValueInfo>,
) -> Vec<Instruction> {
    let position = instruction.position;
    let each = |operation: &dyn Fn(Operand) -> Operation| -> Vec<Instruction> {
        let of = |(part, _): &(ValueId, Part)| Instruction {
            results: smallvec![],
            operation: operation((*part).into()),
            position,
        };
        made.parts.values().map(of).collect()
    };
    match &mut instruction.operation {
        Operation::Allocate { .. } => return made.allocations.clone(),
        // Nobody uses it any more.
        Operation::Offset(..) | Operation::Bind(..) => return Vec::new(),
        Operation::ScopeStart(_) => return each(&Operation::ScopeStart),
        Operation::ScopeEnd(_) => return each(&Operation::ScopeEnd),
        operation @ (Operation::Fill { .. } | Operation::Copy { .. }) => {
            let Some(filled) = filled(operation, offset) else { return Vec::new() };
            let mut written = Vec::new();
            for (at, (part, of)) in &made.parts {
                if covers(&filled, &of.bytes(*at)) {
                    let mut writing = Writing { values, written: &mut written, position };
                    let value = match operation {
                        Operation::Copy { source, .. } => {
                            writing.load(source, (at - offset, made.word), of.value_type)
                        }
                        _ => zero(of.value_type),
                    };
                    writing.add(Operation::Store((*part).into(), value));
                }
            }
            return written;
        }
        Operation::Load(address) | Operation::Store(address, _) => {
            if let Some((part, _)) = made.parts.get(&offset) {
                *address = (*part).into();
            }
        }
        // All parts live as long as the record, so one tells of all.
        Operation::Assert { check: Check::Accessible { pointer, size, .. }, .. } => {
            let part = made.parts.get(&offset).or_else(|| made.parts.values().next());
            if let Some((part, all)) = part {
                *pointer = (*part).into();
                let asked = as_u64(size).unwrap_or(all.size).min(all.size);
                if let Operand::Constant(Constant::Int { width, .. }) = size {
                    *size = Constant::int(*width, asked).into();
                }
            }
        }
        _ => {}
    }
    vec![instruction]
}

#[cfg(test)]
mod tests;
