//! Which object a pointer points into, if that is one and the same wherever the run is, and what becomes of objects.
//!
//! A forward data-flow over the values of one function: each pointer has one base or may point anywhere. An object of a
//! loop is another one at each turn, so a pointer that is kept from an earlier turn may point anywhere.
//!
//! **Invariant**: a pointer with an object as its base points into the newest object of that site, or there is none yet.
//! **Invariant**: only through pointers with that base does a run read or write an object that does not escape.

use std::collections::{BTreeMap, BTreeSet};

use klew_ir::{
    BlockId, Constant, Conversion, Definition, GlobalId, Initializer, ObjectKind, Operand,
    Operation, Program, Terminator, Type, ValueId, control_flow::ControlFlow,
    loop_forest::LoopForest,
};

/// An object, or what an allocation makes each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Object {
    /// A global.
    Global(GlobalId),
    /// The newest one of the allocation with that result, in the present call of its function.
    Site(ValueId),
}

/// What is known of where a pointer points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// Into that object, or behind it.
    Object(Object),
    /// Anywhere: it is an address.
    Any,
}

/// What is known of an allocation.
#[derive(Clone, Debug)]
pub struct Site {
    /// On the stack or the heap.
    pub kind: ObjectKind,
    /// Where it is made.
    pub block: BlockId,
    /// Whether that is in a loop.
    pub in_loop: bool,
}

/// The bases of a function's pointers.
pub struct Objects {
    bases: Vec<Option<Base>>,
    /// Allocations.
    pub sites: BTreeMap<ValueId, Site>,
    /// Objects whose addresses others than the function's own pointers may hold.
    pub escaped: BTreeSet<Object>,
}

impl Objects {
    /// Of a function.
    pub fn new(definition: &Definition, flow: &ControlFlow, forest: &LoopForest) -> Objects {
        let mut objects = Objects {
            bases: vec![None; definition.values.len()],
            sites: sites(definition, forest),
            escaped: BTreeSet::new(),
        };
        for parameter in &definition.parameters {
            objects.set(*parameter, Base::Any);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &block in flow.reverse_postorder() {
                changed |= objects.block(definition, forest, block);
            }
        }
        for &block in flow.reverse_postorder() {
            objects.find_escapes(definition, block);
        }
        objects
    }

    /// Where an operand points to.
    pub fn base(&self, operand: &Operand) -> Base {
        match operand {
            Operand::Constant(Constant::Global(global, _)) => Base::Object(Object::Global(*global)),
            Operand::Constant(_) => Base::Any,
            Operand::Value(value) => self.bases[value.0 as usize].unwrap_or(Base::Any),
        }
    }

    /// As [`Objects::base`], where a value of which nothing is known yet is none.
    fn seen(&self, operand: &Operand) -> Option<Base> {
        match operand {
            Operand::Value(value) => self.bases[value.0 as usize],
            Operand::Constant(_) => Some(self.base(operand)),
        }
    }

    fn set(&mut self, value: ValueId, base: Base) -> bool {
        let known = &mut self.bases[value.0 as usize];
        let joined = match *known {
            None => base,
            Some(before) if before == base => base,
            Some(_) => Base::Any,
        };
        let changed = *known != Some(joined);
        *known = Some(joined);
        changed
    }

    fn block(&mut self, definition: &Definition, forest: &LoopForest, id: BlockId) -> bool {
        let block = &definition.blocks[id.0 as usize];
        let mut changed = false;
        for instruction in &block.instructions {
            let is_pointer =
                |value: &ValueId| definition.values[value.0 as usize].value_type == Type::Pointer;
            for result in instruction.results.iter().filter(|value| is_pointer(value)) {
                let base = match &instruction.operation {
                    Operation::Allocate { .. } => Some(Base::Object(Object::Site(*result))),
                    Operation::Offset(pointer, _) | Operation::Unary(_, pointer) => {
                        self.seen(pointer)
                    }
                    Operation::Select(_, a, b) => match (self.seen(a), self.seen(b)) {
                        (Some(a), Some(b)) if a != b => Some(Base::Any),
                        (Some(base), _) | (_, Some(base)) => Some(base),
                        (None, None) => None,
                    },
                    _ => Some(Base::Any),
                };
                changed |= base.is_some_and(|base| self.set(*result, base));
            }
        }
        for next in block.terminator.successors() {
            let parameters = &definition.blocks[next.block.0 as usize].parameters;
            for (parameter, argument) in parameters.iter().zip(&next.arguments) {
                if definition.values[parameter.0 as usize].value_type != Type::Pointer {
                    continue;
                }
                let Some(mut base) = self.seen(argument) else { continue };
                if self.is_of_earlier_turn(base, forest, (id, next.block)) {
                    base = Base::Any;
                }
                changed |= self.set(*parameter, base);
            }
        }
        changed
    }

    /// Whether an object may be made anew before a pointer that goes along that edge is used.
    fn is_of_earlier_turn(
        &self,
        base: Base,
        forest: &LoopForest,
        (from, to): (BlockId, BlockId),
    ) -> bool {
        let Base::Object(Object::Site(site)) = base else { return false };
        let Some(site) = self.sites.get(&site) else { return true };
        forest
            .around(from)
            .any(|inside| forest.is_header(inside, to) && forest.get(inside).contains(site.block))
    }

    /// Notes the objects whose addresses go where they cannot be followed.
    fn find_escapes(&mut self, definition: &Definition, id: BlockId) {
        let block = &definition.blocks[id.0 as usize];
        let mut escaped: Vec<Base> = Vec::new();
        for instruction in &block.instructions {
            let stays = match &instruction.operation {
                // The address is used, and goes nowhere.
                Operation::Load(_)
                | Operation::Copy { .. }
                | Operation::Fill { .. }
                | Operation::InputBytes { .. }
                | Operation::Free(_)
                | Operation::ScopeStart(_)
                | Operation::ScopeEnd(_)
                | Operation::Compare(..)
                | Operation::ObjectSize(_)
                | Operation::IsKnown(_)
                | Operation::Assert { .. }
                | Operation::Bind(..) => usize::MAX,
                Operation::Store(..) => 1,
                // The result has the same base, or anything.
                Operation::Offset(..) | Operation::Select(..) | Operation::Unary(..) => {
                    let result = instruction.results.first();
                    match result.map(|result| self.base(&(*result).into())) {
                        Some(Base::Object(_)) => usize::MAX,
                        _ => 0,
                    }
                }
                _ => 0,
            };
            let operands = instruction.operation.operands().into_iter().enumerate();
            let goes = operands.filter(|(number, _)| stays == 0 || (stays == 1 && *number == 1));
            escaped.extend(goes.map(|(_, operand)| self.base_of_pointer(definition, operand)));
            if let Operation::Convert(Conversion::PointerToInt, pointer) = &instruction.operation {
                escaped.push(self.base(pointer));
            }
        }
        for next in block.terminator.successors() {
            let parameters = &definition.blocks[next.block.0 as usize].parameters;
            for (parameter, argument) in parameters.iter().zip(&next.arguments) {
                if self.base(&(*parameter).into()) == Base::Any {
                    escaped.push(self.base_of_pointer(definition, argument));
                }
            }
        }
        if let Terminator::Return(values) = &block.terminator {
            escaped.extend(values.iter().map(|v| self.base_of_pointer(definition, v)));
        }
        self.escaped.extend(escaped.into_iter().filter_map(|base| match base {
            Base::Object(object) => Some(object),
            Base::Any => None,
        }));
    }

    fn base_of_pointer(&self, definition: &Definition, operand: &Operand) -> Base {
        match definition.type_of(operand) {
            Type::Pointer => self.base(operand),
            _ => Base::Any,
        }
    }
}

fn sites(definition: &Definition, forest: &LoopForest) -> BTreeMap<ValueId, Site> {
    let mut found = BTreeMap::new();
    for (index, block) in definition.blocks.iter().enumerate() {
        let block_id = BlockId(index as u32);
        let in_loop = forest.innermost(block_id).is_some();
        for instruction in &block.instructions {
            if let (Operation::Allocate { kind, .. }, Some(result)) =
                (&instruction.operation, instruction.results.first())
            {
                found.insert(*result, Site { kind: *kind, block: block_id, in_loop });
            }
        }
    }
    found
}

/// Globals whose addresses are in initial values.
pub fn named_by_globals(program: &Program) -> BTreeSet<Object> {
    let initial = program.globals.iter().filter_map(|global| match &global.initializer {
        Initializer::Bytes(_, relocations) => Some(relocations),
        _ => None,
    });
    let globals = initial.flatten().filter_map(|relocation| match relocation.value {
        Constant::Global(id, _) => Some(Object::Global(id)),
        _ => None,
    });
    globals.collect()
}
