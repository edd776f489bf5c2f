//! Memory: objects as arrays of elements by byte offset, their sizes and lives.

use klew_ir::{Access, Constant, ObjectKind, Operand, Type, ValueId};
use klew_term::{Sort, TermId};

use super::block::Block;
use super::{ObjectVariables, Translator};
use crate::flowgraph::Variable;
use klew_ir::pointer_bases::{Base, Object};

/// Bytes of a copy that is told element by element.
const MOST_COPIED: u64 = 512;

fn constant_size(operand: &Operand) -> Option<u64> {
    match operand {
        Operand::Constant(Constant::Int { value, .. }) => u64::try_from(value.clone()).ok(),
        _ => None,
    }
}

impl Translator<'_, '_, '_> {
    fn array(&mut self, block: &Block, object: Object) -> (Variable, TermId, u64) {
        let ObjectVariables { array, element, .. } = self.known[&object];
        (array, self.now(block, array), element)
    }

    /// The size of an object.
    pub(super) fn size_now(&mut self, block: &Block, object: Object) -> TermId {
        let size = self.known[&object].size;
        match self.context.terms.as_symbol(size) {
            Some(variable) => self.now(block, variable),
            None => size,
        }
    }

    pub(super) fn set_alive(&mut self, block: &mut Block, object: Object, lives: bool) {
        if let Some(alive) = self.known[&object].alive {
            let lives = self.context.terms.bool(lives);
            block.memory.insert(alive, lives);
        }
    }

    /// The life of objects of a kind may be over.
    pub(super) fn may_end(
        &mut self,
        block: &mut Block,
        is_meant: impl Fn(Option<ObjectKind>) -> bool,
    ) {
        for object in self.order.clone() {
            let ObjectVariables { alive: Some(alive), kind, .. } = self.known[&object] else {
                continue;
            };
            if is_meant(kind) {
                let some = self.context.local_term("some", Sort::Bool);
                block.memory.insert(alive, some);
            }
        }
    }

    /// What is on the stack since a mark may be over.
    pub(super) fn release(&mut self, block: &mut Block, mark: &Operand) {
        for site in self.objects.releases.of(mark).to_vec() {
            let object = self.known.get(&Object::Site(site));
            if let Some(alive) = object.and_then(|object| object.alive) {
                let some = self.context.local_term("some", Sort::Bool);
                block.memory.insert(alive, some);
            }
        }
    }

    /// An object holds anything.
    pub(super) fn forget(&mut self, block: &mut Block, object: Object) {
        let array = self.known[&object].array;
        let some = self.context.renamed(array);
        block.memory.insert(array, some);
    }

    /// All objects that can be written hold anything.
    pub(super) fn forget_all(&mut self, block: &mut Block) {
        for object in self.order.clone() {
            if !self.known[&object].is_constant {
                self.forget(block, object);
            }
        }
    }

    pub(super) fn allocate(
        &mut self,
        block: &mut Block,
        result: ValueId,
        size: &Operand,
        zeroed: bool,
    ) -> TermId {
        let zero = self.context.terms.bv(self.pointer_bits(), 0);
        let id = Object::Site(result);
        let Some(object) = self.known.get(&id) else { return zero };
        let (array, size_symbol, element) = (object.array, object.size, object.element);
        let size = self.operand(block, size);
        if let Some(variable) = self.context.terms.as_symbol(size_symbol) {
            block.memory.insert(variable, size);
        }
        self.set_alive(block, id, true);
        if zeroed {
            let sort = self.context.terms.symbol_sort(array);
            let nothing = self.context.terms.bv(element as u32 * 8, 0);
            let zeros = self.context.terms.const_array(sort, nothing);
            block.memory.insert(array, zeros);
        } else {
            self.forget(block, id);
        }
        zero
    }

    /// Whether an access is within a live object.
    pub(super) fn accessible(
        &mut self,
        block: &mut Block,
        pointer: &Operand,
        size: &Operand,
        access: Access,
    ) -> TermId {
        let bits = self.pointer_bits();
        let base = self.objects.base(pointer);
        let (offset, size) = (self.operand(block, pointer), self.operand(block, size));
        let zero = self.context.terms.bv(bits, 0);
        let nothing = self.context.terms.eq(size, zero);
        let allowed = match base {
            Base::Object(object) if access == Access::Write && self.known[&object].is_constant => {
                self.context.terms.false_()
            }
            Base::Object(object) => self.is_inside(block, object, offset, size),
            Base::Null => self.context.terms.false_(),
            Base::Any => self.context.local_term("some", Sort::Bool),
        };
        self.context.terms.or(nothing, allowed)
    }

    pub(super) fn is_inside(
        &mut self,
        block: &Block,
        object: Object,
        offset: TermId,
        size: TermId,
    ) -> TermId {
        let whole = self.size_now(block, object);
        let fits = self.context.terms.bv_ule(size, whole);
        let last = self.context.terms.bv_sub(whole, size);
        let begins = self.context.terms.bv_ule(offset, last);
        let inside = self.context.terms.and(fits, begins);
        match self.known[&object].alive {
            Some(alive) => {
                let alive = self.now(block, alive);
                self.context.terms.and(inside, alive)
            }
            None => inside,
        }
    }

    pub(super) fn freeable(&mut self, block: &mut Block, pointer: &Operand) -> TermId {
        let offset = self.operand(block, pointer);
        match self.objects.base(pointer) {
            Base::Null => self.context.terms.true_(),
            Base::Object(object) => {
                let ObjectVariables { kind: Some(ObjectKind::Heap), alive: Some(alive), .. } =
                    self.known[&object]
                else {
                    return self.context.terms.false_();
                };
                let zero = self.context.terms.bv(self.pointer_bits(), 0);
                let begins = self.context.terms.eq(offset, zero);
                let alive = self.now(block, alive);
                self.context.terms.and(begins, alive)
            }
            Base::Any => self.context.local_term("some", Sort::Bool),
        }
    }

    fn plus(&mut self, offset: TermId, by: u64) -> TermId {
        let by = self.context.terms.bv(self.pointer_bits(), by);
        self.context.terms.bv_add(offset, by)
    }

    /// Bytes of an object from an offset on, the first one lowest.
    fn read(&mut self, block: &Block, object: Object, offset: TermId, size: u64) -> TermId {
        let (_, array, element) = self.array(block, object);
        let mut value = self.context.terms.select(array, offset);
        for at in 1..size / element {
            let offset = self.plus(offset, at * element);
            let part = self.context.terms.select(array, offset);
            value = self.context.terms.bv_concat(part, value);
        }
        value
    }

    fn write(&mut self, block: &mut Block, object: Object, offset: TermId, value: TermId) {
        let (variable, mut array, element) = self.array(block, object);
        let (width, bits) = (self.context.terms.width(value), element as u32 * 8);
        for at in 0..width / bits {
            let index = self.plus(offset, u64::from(at) * element);
            let part = self.context.terms.bv_extract(value, (at + 1) * bits - 1, at * bits);
            array = self.context.terms.store(array, index, part);
        }
        block.memory.insert(variable, array);
    }

    pub(super) fn load(
        &mut self,
        block: &mut Block,
        pointer: &Operand,
        value_type: Type,
    ) -> TermId {
        let bits = self.pointer_bits();
        let Base::Object(object) = self.objects.base(pointer) else { return self.some(value_type) };
        if value_type == Type::Pointer {
            return self.some(value_type);
        }
        let offset = self.operand(block, pointer);
        let image = self.read(block, object, offset, value_type.store_size(bits));
        let image = self.context.terms.bv_truncate(image, value_type.bits(bits));
        let sort = self.sort(value_type);
        match klew_semantics::reinterpret(self.context.terms, image, sort) {
            Some((value, None)) => value,
            _ => self.some(value_type),
        }
    }

    pub(super) fn store(&mut self, block: &mut Block, value: &Operand, pointer: &Operand) {
        let bits = self.pointer_bits();
        let object = match self.objects.base(pointer) {
            Base::Object(object) => object,
            _ => return self.forget_all(block),
        };
        let value_type = self.definition.type_of(value);
        let size = value_type.store_size(bits) as u32 * 8;
        let image = match value_type {
            Type::Int(_) => {
                let value = self.operand(block, value);
                self.context.terms.bv_zero_extend(value, size)
            }
            // An image of a float has no one term, and an address no number.
            _ => self.context.local_term("some", Sort::BitVec(size)),
        };
        let offset = self.operand(block, pointer);
        self.write(block, object, offset, image);
    }

    pub(super) fn copy(
        &mut self,
        block: &mut Block,
        destination: &Operand,
        source: &Operand,
        size: &Operand,
    ) {
        let Base::Object(to) = self.objects.base(destination) else {
            return self.forget_all(block);
        };
        let size = constant_size(size).filter(|size| *size <= MOST_COPIED);
        let (Base::Object(from), Some(size)) = (self.objects.base(source), size) else {
            return self.forget(block, to);
        };
        let (from_element, to_element) = (self.known[&from].element, self.known[&to].element);
        if from_element != to_element || size % to_element != 0 {
            return self.forget(block, to);
        }
        let (source, destination) = (self.operand(block, source), self.operand(block, destination));
        let mut parts = Vec::new();
        for at in 0..size / to_element {
            let offset = self.plus(source, at * to_element);
            parts.push(self.read(block, from, offset, to_element));
        }
        for (at, part) in (0..).zip(parts) {
            let offset = self.plus(destination, at * to_element);
            self.write(block, to, offset, part);
        }
    }

    pub(super) fn fill(
        &mut self,
        block: &mut Block,
        destination: &Operand,
        byte: &Operand,
        size: &Operand,
    ) {
        let Base::Object(to) = self.objects.base(destination) else {
            return self.forget_all(block);
        };
        let element = self.known[&to].element;
        let size = constant_size(size);
        let size = size.filter(|size| *size <= MOST_COPIED && size % element == 0);
        let Some(size) = size else { return self.forget(block, to) };
        let byte = self.operand(block, byte);
        let mut part = byte;
        for _ in 1..element {
            part = self.context.terms.bv_concat(part, byte);
        }
        let destination = self.operand(block, destination);
        for at in 0..size / element {
            let offset = self.plus(destination, at * element);
            self.write(block, to, offset, part);
        }
    }

    /// Bytes of memory become inputs, one each.
    pub(super) fn input_bytes(&mut self, block: &mut Block, pointer: &Operand, size: &Operand) {
        let base = self.objects.base(pointer);
        let known = match base {
            Base::Object(object) if self.known[&object].element == 1 => {
                constant_size(size).filter(|size| *size <= MOST_COPIED)
            }
            _ => None,
        };
        if let (Base::Object(object), Some(size)) = (base, known) {
            let start = self.operand(block, pointer);
            for at in 0..size {
                let byte = self.input(block, Type::Int(8));
                let byte = byte.unwrap_or_else(|| self.some(Type::Int(8)));
                let offset = self.plus(start, at);
                self.write(block, object, offset, byte);
            }
            return;
        }
        let size = self.operand(block, size);
        let read = self.now(block, self.read);
        let read = self.context.terms.bv_add(read, size);
        block.memory.insert(self.read, read);
        match base {
            Base::Object(object) => self.forget(block, object),
            _ => self.forget_all(block),
        }
    }
}
