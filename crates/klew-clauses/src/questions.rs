//! What is known of a function and its values while its clauses are made.

use klew_ir::pointer_bases::Object;
use klew_ir::{Constant, ObjectKind, Operand, Program, Type, ValueId};
use klew_semantics::sort_of;
use klew_term::{BitVecValue, Sort, TermId, Terms};

use crate::cells::Cell;
use crate::function::FunctionClauses;
use crate::state::State;

/// Questions about the function.
impl FunctionClauses<'_, '_> {
    pub(crate) fn terms(&mut self) -> &mut Terms {
        self.builder.terms
    }

    pub(crate) fn program_and_terms(&mut self) -> (&Program, &mut Terms) {
        (self.builder.program, self.builder.terms)
    }

    pub(crate) fn pointer_bits(&self) -> u32 {
        self.builder.program.data_model.pointer_bits
    }

    pub(crate) fn pointer_number(&mut self, number: u64) -> TermId {
        let bits = self.pointer_bits();
        self.terms().bv(bits, number)
    }

    /// A value that may be anything.
    pub(crate) fn any(&mut self, sort: Sort) -> TermId {
        self.builder.any(sort)
    }

    pub(crate) fn any_value(&mut self, value: ValueId) -> TermId {
        let value_type = self.definition.values[value.0 as usize].value_type;
        let sort = sort_of(value_type, self.pointer_bits());
        self.any(sort)
    }

    pub(crate) fn type_of(&self, operand: &Operand) -> Type {
        self.definition.type_of(operand)
    }

    /// The object that a pointer points into, if that is one and known.
    pub(crate) fn object(&self, pointer: &Operand) -> Option<Object> {
        self.objects.object(pointer)
    }

    pub(crate) fn fixed_size(&self, object: Object) -> Option<u64> {
        match object {
            Object::Global(global) => Some(self.builder.program.global(global).size),
            Object::Site(_) => self.sizes.get(&object).copied().flatten(),
        }
    }

    pub(crate) fn may_die(&self, object: Object) -> bool {
        self.dying.contains(&object) || self.dies_unseen(object)
    }

    /// Whether an object may be freed through a pointer of which nothing is known.
    pub(crate) fn dies_unseen(&self, object: Object) -> bool {
        self.is_heap(object)
            && self.builder.frees_anything
            && self.objects.escaped.contains(&object)
    }

    pub(crate) fn is_heap(&self, object: Object) -> bool {
        match object {
            Object::Global(_) => false,
            Object::Site(site) => {
                self.objects.sites().get(&site).is_some_and(|site| site.kind == ObjectKind::Heap)
            }
        }
    }

    pub(crate) fn is_constant(&self, object: Object) -> bool {
        match object {
            Object::Global(global) => self.builder.program.global(global).constant,
            Object::Site(_) => false,
        }
    }

    /// What is kept of an object's contents.
    pub(crate) fn cells_of(&self, object: Object) -> Vec<Cell> {
        match object {
            Object::Global(_) => self.builder.cells_of(object),
            Object::Site(_) => self.cells.get(&object).cloned().unwrap_or_default(),
        }
    }

    pub(crate) fn never_changes(&self, object: Object) -> bool {
        self.builder.never_changes(object)
    }

    /// The term of an operand: of pointers with an object as base the byte offset, of others the address.
    pub(crate) fn operand(&mut self, state: &State, operand: &Operand) -> TermId {
        let bits = self.pointer_bits();
        match operand {
            Operand::Value(value) => match state.registers.get(value) {
                Some(term) => *term,
                None if self.objects.sites().contains_key(value) => self.pointer_number(0),
                None => self.any_value(*value),
            },
            Operand::Constant(constant) => match constant {
                Constant::Int { width, value } => {
                    self.terms().bv_value(BitVecValue::from_biguint(*width, value.clone()))
                }
                Constant::Float(format, image) => {
                    self.terms().float(klew_semantics::float_format(*format), *image)
                }
                Constant::Null => self.terms().bv(bits, 0),
                Constant::Global(_, offset) => {
                    self.terms().bv_value(BitVecValue::from_i64(bits, *offset))
                }
                Constant::Function(_) => self.any(Sort::BitVec(bits)),
                Constant::Undefined(value_type) => self.any(sort_of(*value_type, bits)),
            },
        }
    }

    /// An operand of one bit as a condition.
    pub(crate) fn truth(&mut self, state: &State, operand: &Operand) -> TermId {
        let term = self.operand(state, operand);
        self.terms().bv_to_bool(term)
    }
}
