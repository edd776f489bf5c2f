//! Which object a pointer points into, if that is one and the same wherever the run is.
//!
//! A forward data-flow over the values of one function: each pointer has one base or may point anywhere. An object of a
//! loop is another one at each turn, so a pointer that is kept from an earlier turn may point anywhere.
//!
//! **Invariant**: a pointer with an object as its base points into the newest object of that site in the present call of its
//! function.

use std::collections::BTreeMap;

use crate::{
    BlockId, Constant, Definition, GlobalId, ObjectKind, Operand, Operation, Type, UnaryOperation,
    ValueId, control_flow::ControlFlow, loop_forest::LoopForest,
};

/// An object, or what an allocation makes each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Object {
    /// A global.
    Global(GlobalId),
    /// The newest one of the allocation with that result.
    Site(ValueId),
}

/// What is known of where a pointer points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// Into that object, or behind it.
    Object(Object),
    /// It is null.
    Null,
    /// Anywhere.
    Any,
}

/// What is known of an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// On the stack or the heap.
    pub kind: ObjectKind,
    /// Where it is made.
    pub block: BlockId,
    /// Whether that is in a loop.
    pub in_loop: bool,
}

/// The bases of a function's pointers.
#[derive(Clone, Debug)]
pub struct PointerBases {
    /// None while nothing flows into the value; of values that are no pointers always.
    bases: Vec<Option<Base>>,
    sites: BTreeMap<ValueId, Site>,
}

impl PointerBases {
    /// Of a function.
    pub fn new(definition: &Definition, flow: &ControlFlow, forest: &LoopForest) -> PointerBases {
        let bases = vec![None; definition.values.len()];
        let mut found = PointerBases { bases, sites: sites(definition, forest) };
        for parameter in &definition.parameters {
            found.note(*parameter, Base::Any);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &block in flow.reverse_postorder() {
                changed |= found.block(definition, forest, block);
            }
        }
        found
    }

    /// Where an operand points to. What no run defines may point anywhere.
    pub fn base(&self, operand: &Operand) -> Base {
        self.seen(operand).unwrap_or(Base::Any)
    }

    /// Allocations, by their results.
    pub fn sites(&self) -> &BTreeMap<ValueId, Site> {
        &self.sites
    }

    /// As [`PointerBases::base`], where a value of which nothing is known yet is none.
    fn seen(&self, operand: &Operand) -> Option<Base> {
        match operand {
            Operand::Value(value) => self.bases[value.0 as usize],
            Operand::Constant(Constant::Global(global, _)) => {
                Some(Base::Object(Object::Global(*global)))
            }
            Operand::Constant(Constant::Null) => Some(Base::Null),
            Operand::Constant(_) => Some(Base::Any),
        }
    }

    fn note(&mut self, value: ValueId, base: Base) -> bool {
        let known = &mut self.bases[value.0 as usize];
        let joined = match *known {
            Some(before) if before != base => Base::Any,
            _ => base,
        };
        known.replace(joined) != Some(joined)
    }

    fn block(&mut self, definition: &Definition, forest: &LoopForest, id: BlockId) -> bool {
        let is_pointer =
            |value: &ValueId| definition.values[value.0 as usize].value_type == Type::Pointer;
        let block = &definition.blocks[id.0 as usize];
        let mut changed = false;
        for instruction in &block.instructions {
            for result in instruction.results.iter().filter(|value| is_pointer(value)) {
                let base = self.result(*result, &instruction.operation);
                changed |= base.is_some_and(|base| self.note(*result, base));
            }
        }
        for next in block.terminator.successors() {
            let parameters = &definition.blocks[next.block.0 as usize].parameters;
            for (parameter, argument) in parameters.iter().zip(&next.arguments) {
                let Some(base) = self.seen(argument).filter(|_| is_pointer(parameter)) else {
                    continue;
                };
                let is_old = self.is_of_earlier_turn(base, forest, (id, next.block));
                changed |= self.note(*parameter, if is_old { Base::Any } else { base });
            }
        }
        changed
    }

    fn result(&self, result: ValueId, operation: &Operation) -> Option<Base> {
        match operation {
            Operation::Allocate { .. } => Some(Base::Object(Object::Site(result))),
            Operation::Unary(UnaryOperation::Freeze, pointer) => self.seen(pointer),
            Operation::Offset(pointer, _) => match self.seen(pointer)? {
                Base::Null => Some(Base::Any),
                base => Some(base),
            },
            Operation::Select(_, one, other) => match (self.seen(one), self.seen(other)) {
                (Some(one), Some(other)) if one != other => Some(Base::Any),
                (one, other) => one.or(other),
            },
            _ => Some(Base::Any),
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FunctionBody, parse_program};

    /// The base of the pointer of that name.
    fn check(body: &str, name: &str, expected: impl Fn(Base) -> bool) {
        let text = format!(
            "global &g size 4 align 4 = zero\nfunction @main(%p: ptr, %c: i1) {{\n{body}\n}}"
        );
        let program =
            parse_program(&text, "a.kir").unwrap_or_else(|error| panic!("{error}\n{text}"));
        let FunctionBody::Defined(definition) = &program.functions[0].body else { panic!() };
        let flow = ControlFlow::new(definition);
        let bases = PointerBases::new(definition, &flow, &LoopForest::new(&flow));
        let is_named = |info: &crate::ValueInfo| info.name.as_deref() == Some(name);
        let value = definition.values.iter().position(is_named).unwrap_or_else(|| panic!("{name}"));
        let base = bases.base(&ValueId(value as u32).into());
        assert!(expected(base), "{name}: {base:?}\n{text}");
    }

    const SITE: fn(Base) -> bool = |base| matches!(base, Base::Object(Object::Site(_)));
    const GLOBAL: fn(Base) -> bool = |base| matches!(base, Base::Object(Object::Global(_)));
    const ANY: fn(Base) -> bool = |base| base == Base::Any;

    #[test]
    fn one_object_is_known_and_two_are_not() {
        let body = "entry:\n  %a = allocate heap 8\n  %b = allocate heap 8\n  %s = offset %a, 4\n  \
                    %t = select ptr %c, %a, %s\n  %u = select ptr %c, %a, %b\n  %g = offset &g, 2\n  \
                    %n = select ptr %c, %a, null\n  %l = load ptr %a\n  exit";
        for (name, expected) in [("s", SITE), ("t", SITE), ("u", ANY), ("g", GLOBAL), ("n", ANY)] {
            check(body, name, expected);
        }
        check(body, "l", ANY);
        check(body, "p", ANY);
    }

    #[test]
    fn a_pointer_into_an_object_of_an_earlier_turn_is_not_known() {
        let of_loop = "entry:\n  %a = allocate heap 8\n  jump head(%a, null)\nhead(%w: ptr, %old: ptr):\n  \
                       %x = offset %w, 1\n  %b = allocate heap 8\n  jump inner(%b)\n\
                       inner(%i: ptr):\n  %j = offset %i, 1\n  branch %c, inner(%j), head(%x, %b)";
        check(of_loop, "w", SITE);
        check(of_loop, "old", ANY);
        check(of_loop, "i", SITE);
    }
}
