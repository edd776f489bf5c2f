//! Scalar replacement of aggregates: a record on the stack whose fields are only loaded and stored becomes an object for each field, so
//! that promotion makes values of them.
//!
//! (S. Muchnick, *Advanced Compiler Design and Implementation*, 1997, section 12.2.) A record is split if its address is used only, as it
//! is or moved by constants, to load and store within it, in checks that such an access is possible, and in scope marks; and if accesses
//! are to the same bytes or to different ones.
//!
//! **Invariant**: every run makes the same calls, inputs, assumptions and checks with the same values; addresses of the objects are seen by
//! nobody. Meant for analyses: traces show records whole.

use std::collections::BTreeMap;

use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use smallvec::smallvec;

use crate::{
    Check, Constant, DataModel, Definition, Instruction, ObjectKind, Operand, Operation, Position,
    SourceType, SourceTypeId, SourceTypes, Type, ValueId, ValueInfo, Variable, VariableId,
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
    let made: Vec<Made> = (records.all.iter())
        .map(|(address, record)| make_parts(definition, *address, record, types, data_model))
        .collect();
    let made: FxHashMap<ValueId, Made> = records.all.keys().copied().zip(made).collect();
    rewrite(definition, &records, &made);
    made.len()
}

/// A record on the stack.
struct Record {
    size: u64,
    is_possible: bool,
    /// How many bytes are accessed from which offset on.
    parts: BTreeMap<u64, u64>,
}

impl Record {
    /// Whether there is more than one part, and none within another.
    fn can_be_split(&self) -> bool {
        let mut end = 0;
        let are_apart = self.parts.iter().all(|(offset, size)| {
            let is_apart = *offset >= end;
            end = offset + size;
            is_apart
        });
        // One at the beginning is promoted as it is.
        let is_scalar = self.parts.keys().all(|offset| *offset == 0);
        self.is_possible && are_apart && end <= self.size && !is_scalar
    }

    /// An access of so many bytes.
    fn access(&mut self, offset: u64, size: u64) {
        let known = *self.parts.entry(offset).or_insert(size);
        self.is_possible &= known == size;
    }
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
                && let Some(size) = number(size).filter(|size| *size <= MOST_BYTES)
            {
                all.insert(address, Record { size, is_possible: true, parts: BTreeMap::new() });
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
                    && let Some(by) = number(by)
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
        let size_of = |value_type: Type| value_type.store_size(data_model.pointer_bits);
        let first = operands.first().and_then(|first| self.place(first));
        let accessed = match operation {
            Operation::Load(_) => instruction
                .results
                .first()
                .map(|it| size_of(definition.values[it.0 as usize].value_type)),
            Operation::Store(_, value) => Some(size_of(definition.type_of(value))),
            _ => None,
        };
        // As the first operand, it is an address.
        let is_known = match (operation, first) {
            // What variables hold an address is for traces.
            (Operation::Load(_) | Operation::Store(..) | Operation::Bind(..), Some(_)) => true,
            (Operation::ScopeStart(_) | Operation::ScopeEnd(_), Some((_, offset))) => offset == 0,
            (Operation::Offset(..), Some(_)) => {
                instruction.results.iter().any(|moved| self.pointers.contains_key(moved))
            }
            (
                Operation::Assert { check: Check::Accessible { size, .. }, .. },
                Some((record, offset)),
            ) => {
                let whole = self.all.get(&record).map_or(0, |record| record.size);
                let end = number(size).and_then(|size| offset.checked_add(size));
                end.is_some_and(|end| end <= whole)
            }
            _ => false,
        };
        if let (Some((record, offset)), Some(size)) = (first, accessed)
            && let Some(record) = self.all.get_mut(&record)
        {
            record.access(offset, size);
        }
        for operand in operands.into_iter().skip(usize::from(is_known)) {
            self.exclude(operand);
        }
    }
}

fn number(operand: &Operand) -> Option<u64> {
    match operand {
        Operand::Constant(Constant::Int { value, .. }) => value.to_u64(),
        _ => None,
    }
}

/// The objects that a record becomes.
struct Made {
    /// By offset: the address, and how many bytes.
    parts: BTreeMap<u64, (ValueId, u64)>,
    allocations: Vec<Instruction>,
}

fn make_parts(
    definition: &mut Definition,
    address: ValueId,
    record: &Record,
    types: SourceTypes<'_>,
    data_model: DataModel,
) -> Made {
    let mut made = Made { parts: BTreeMap::new(), allocations: Vec::new() };
    let mut all = definition.blocks.iter().flat_map(|block| &block.instructions);
    let allocation = all.find(|instruction| instruction.results.first() == Some(&address)).cloned();
    let Some(Instruction {
        operation: Operation::Allocate { kind, align, zeroed, variable, source_type, .. },
        position,
        ..
    }) = allocation
    else {
        return made;
    };
    for (offset, size) in &record.parts {
        let part = ValueId(definition.values.len() as u32);
        definition.values.push(ValueInfo { value_type: Type::Pointer, name: None });
        let variable =
            variable.map(|it| field_variable(definition, it, (types, source_type), *offset));
        let operation = Operation::Allocate {
            kind,
            size: Constant::int(data_model.pointer_bits, *size).into(),
            align: if *offset == 0 { align } else { align.min(1 << offset.trailing_zeros()) },
            zeroed,
            variable,
            source_type: None,
        };
        made.allocations.push(Instruction { results: smallvec![part], operation, position });
        made.parts.insert(*offset, (part, *size));
    }
    made
}

/// A variable for a field of a record that a variable holds.
fn field_variable(
    definition: &mut Definition,
    variable: VariableId,
    (types, source_type): (SourceTypes<'_>, Option<SourceTypeId>),
    offset: u64,
) -> VariableId {
    let of = &definition.variables[variable.0 as usize];
    let mut name = of.name.clone();
    let source_type = field(types, source_type.or(of.source_type), offset, &mut name);
    let position: Position = of.position;
    definition.variables.push(Variable { name, source_type, position });
    VariableId(definition.variables.len() as u32 - 1)
}

/// The type of the field at an offset, whose name is added.
fn field(
    types: SourceTypes<'_>,
    record: Option<SourceTypeId>,
    mut offset: u64,
    name: &mut String,
) -> Option<SourceTypeId> {
    let mut of = record?;
    loop {
        let SourceType::Record { fields, .. } = types.get_resolved(of) else {
            return (offset == 0).then_some(of);
        };
        let begins = |field: &&crate::SourceField| field.bit_offset / 8 <= offset;
        let found = fields.iter().filter(begins).max_by_key(|field| field.bit_offset)?;
        name.push('.');
        name.push_str(&found.name);
        (of, offset) = (found.source_type, offset - found.bit_offset / 8);
    }
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
                    block.instructions.extend(replaced(instruction, made, offset))
                }
                None => block.instructions.push(instruction),
            }
        }
    }
}

/// What an instruction becomes whose first operand points into a record.
fn replaced(mut instruction: Instruction, made: &Made, offset: u64) -> Vec<Instruction> {
    let position = instruction.position;
    let each = |operation: &dyn Fn(Operand) -> Operation| -> Vec<Instruction> {
        let of = |(part, _): &(ValueId, u64)| Instruction {
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
                let asked = number(size).unwrap_or(*all).min(*all);
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
