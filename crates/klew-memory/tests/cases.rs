//! One small case per rule of the memory model.

use klew_ir::{Access, Comparison, DataModel, FloatFormat, FunctionId, Position, Type};
use klew_memory::{
    AccessResult, AllocationRequest, Liveness, Memory, MemoryError, ObjectId, ObjectKind,
    PointerOrigin, Truth, Value, Window, cases, from_term, is_uninitialised_symbol,
};
use klew_term::{Assignment, Constant, Evaluator, Sort, TermId, Terms};

const BYTE: Type = Type::Int(8);
const WORD: Type = Type::Int(32);
const LONG: Type = Type::Int(64);

struct Case {
    terms: Terms,
    memory: Memory,
}

impl Case {
    fn new() -> Case {
        Case { terms: Terms::new(), memory: Memory::new(DataModel::LP64) }
    }

    fn object(&mut self, kind: ObjectKind, size: u64, zeroed: bool) -> ObjectId {
        let request = AllocationRequest {
            zeroed,
            align: 16,
            ..AllocationRequest::new(kind, Value::Int(size))
        };
        self.memory.allocate(request).unwrap()
    }

    fn heap(&mut self, size: u64) -> ObjectId {
        self.object(ObjectKind::Heap, size, true)
    }

    fn symbol(&mut self, name: &str, width: u32) -> TermId {
        self.terms.symbol_named(name, Sort::BitVec(width))
    }

    fn store(&mut self, object: ObjectId, offset: u64, kind: Type, value: Value) {
        self.memory.store(&mut self.terms, object, offset, kind, value);
    }

    fn load(&mut self, object: ObjectId, offset: u64, kind: Type) -> Value {
        self.memory.load(&mut self.terms, object, offset, kind)
    }

    /// `index * scale + start` for a 32-bit symbol.
    fn scaled(&mut self, name: &str, scale: u64, start: u64) -> TermId {
        let index = self.symbol(name, 32);
        let index = self.terms.bv_sign_extend(index, 64);
        let scale = self.terms.bv(64, scale);
        let start = self.terms.bv(64, start);
        let scaled = self.terms.bv_mul(index, scale);
        self.terms.bv_add(scaled, start)
    }

    /// How many bytes an object has behind a range.
    fn behind(&mut self, to: (ObjectId, u64), size: TermId) -> u64 {
        self.memory.bytes_behind(&mut self.terms, to, size).unwrap().1
    }

    /// What is at a place that depends on `i`, where that is 3.
    fn third(&mut self, object: ObjectId, at: TermId, kind: Type) -> u64 {
        match self.memory.load_at(&mut self.terms, object, at, kind) {
            Value::Term(term) => {
                let symbol = self.symbol("i", 32);
                let mut assignment = Assignment::new();
                assignment.set(self.terms.as_symbol(symbol).unwrap(), Constant::bv(32, 3));
                let value = Evaluator::new(&self.terms, &assignment).evaluate(term).unwrap();
                value.as_u64().unwrap()
            }
            Value::Int(number) => number,
            other => panic!("{other:?}"),
        }
    }

    fn compare(&mut self, comparison: Comparison, left: Value, right: Value) -> Option<bool> {
        match self.memory.compare_pointers(&mut self.terms, comparison, left, right) {
            Truth::Concrete(truth) => Some(truth),
            Truth::Symbolic(_) => None,
        }
    }

    fn address(&mut self, pointer: Value) -> TermId {
        match self.memory.pointer_to_int(&mut self.terms, pointer) {
            Value::Term(term) => term,
            other => panic!("{other:?}"),
        }
    }

    fn pointer(&mut self, address: TermId) -> (Value, PointerOrigin) {
        let address = from_term(&self.terms, address);
        self.memory.int_to_pointer(&mut self.terms, address)
    }
}

#[test]
fn values_are_small() {
    assert_eq!(std::mem::size_of::<Value>(), 16);
}

#[test]
fn bytes_are_little_endian_and_masked() {
    let mut case = Case::new();
    let object = case.heap(16);
    case.store(object, 3, WORD, Value::Int(0x1234_5678));
    assert_eq!(case.load(object, 3, BYTE), Value::Int(0x78));
    assert_eq!(case.load(object, 5, Type::Int(16)), Value::Int(0x1234));
    assert_eq!(case.load(object, 0, LONG), Value::Int(0x0012_3456_7800_0000));
    assert_eq!(case.load(object, 3, Type::Int(1)), Value::Int(0));
    case.store(object, 8, Type::Pointer, Value::NULL);
    assert_eq!(case.load(object, 8, Type::Pointer), Value::NULL);
    assert_eq!(case.memory.read_bytes(object, 3, 4), Some(vec![0x78, 0x56, 0x34, 0x12]));
}

#[test]
fn undefined_memory_reads_the_same_every_time() {
    let mut case = Case::new();
    let object = case.object(ObjectKind::Stack, 16, false);
    assert!(case.memory.is_undefined(object, 0, 4));
    let Value::Term(first) = case.load(object, 0, WORD) else { panic!() };
    assert_eq!(case.load(object, 0, WORD), Value::Term(first));
    assert!(!case.memory.is_undefined(object, 0, 4));
    let symbols = case.terms.symbols(first);
    assert!(symbols.iter().all(|symbol| is_uninitialised_symbol(case.terms.symbol_name(*symbol))));
    // Partly undefined: what is known stays known.
    case.store(object, 8, BYTE, Value::Int(7));
    let Value::Term(half) = case.load(object, 8, Type::Int(16)) else { panic!() };
    assert_eq!(case.load(object, 8, BYTE), Value::Int(7));
    assert_eq!(case.load(object, 8, Type::Int(16)), Value::Term(half));
}

#[test]
fn a_pointer_copied_byte_by_byte_is_that_pointer() {
    let mut case = Case::new();
    let (object, target) = (case.heap(32), case.heap(8));
    let pointer = Value::Pointer(target, 4);
    case.store(object, 0, Type::Pointer, pointer);
    for byte in 0..8 {
        let value = case.load(object, byte, BYTE);
        case.store(object, 16 + byte, BYTE, value);
    }
    assert_eq!(case.load(object, 16, Type::Pointer), pointer);
    case.memory.copy(&mut case.terms, (object, 8), (object, 0), 8);
    assert_eq!(case.load(object, 8, Type::Pointer), pointer);
}

#[test]
fn overwriting_a_part_of_a_value_keeps_the_rest() {
    let mut case = Case::new();
    let object = case.heap(8);
    let symbol = case.symbol("x", 64);
    case.store(object, 0, LONG, Value::Term(symbol));
    case.store(object, 2, BYTE, Value::Int(0xff));
    assert_eq!(case.load(object, 2, BYTE), Value::Int(0xff));
    let low = case.terms.bv_extract(symbol, 15, 0);
    assert_eq!(case.load(object, 0, Type::Int(16)), Value::Term(low));
    let high = case.terms.bv_extract(symbol, 63, 32);
    assert_eq!(case.load(object, 4, WORD), Value::Term(high));
}

#[test]
fn copies_overlap_and_keep_undefined_bytes() {
    let mut case = Case::new();
    let object = case.object(ObjectKind::Heap, 16, false);
    for byte in 0..4 {
        case.store(object, byte, BYTE, Value::Int(byte + 1));
    }
    case.memory.copy(&mut case.terms, (object, 2), (object, 0), 6);
    assert_eq!(case.memory.read_bytes(object, 0, 6), Some(vec![1, 2, 1, 2, 3, 4]));
    assert!(case.memory.is_undefined(object, 6, 1));
}

#[test]
fn tag_bits_of_pointers_come_off_again() {
    let mut case = Case::new();
    let object = case.heap(64);
    let address = case.address(Value::Pointer(object, 16));
    let one = case.terms.bv(64, 1);
    let tagged = case.terms.bv_or(address, one);
    assert_eq!(case.pointer(tagged), (Value::Pointer(object, 17), PointerOrigin::Known));
    let mask = case.terms.bv(64, !7);
    let untagged = case.terms.bv_and(tagged, mask);
    assert_eq!(case.pointer(untagged).0, Value::Pointer(object, 16));
}

#[test]
fn addresses_subtract_and_numbers_are_told_from_lost_pointers() {
    let mut case = Case::new();
    let (object, other) = (case.heap(64), case.heap(64));
    let (start, end) =
        (case.address(Value::Pointer(object, 4)), case.address(Value::Pointer(object, 44)));
    let difference = case.terms.bv_sub(end, start);
    assert_eq!(from_term(&case.terms, difference), Value::Int(40));
    let number = case.symbol("n", 64);
    assert_eq!(case.pointer(number).1, PointerOrigin::Number);
    let twice = case.terms.bv_mul(start, end);
    assert_eq!(case.pointer(twice).1, PointerOrigin::Lost);
    let sum = case.terms.bv_add(start, number);
    let (pointer, origin) = case.pointer(sum);
    assert_eq!(origin, PointerOrigin::Known);
    let Value::SymbolicPointer(pointer) = pointer else { panic!() };
    assert_eq!(case.terms.as_u64(pointer.object), Some(object.bits()));
    let other = case.address(Value::Pointer(other, 0));
    let zero = case.terms.bv(64, 0);
    let condition = case.terms.eq(number, zero);
    let choice = case.terms.ite(condition, start, other);
    let Value::SymbolicPointer(pointer) = case.pointer(choice).0 else { panic!() };
    let found = cases(&mut case.terms, &pointer).unwrap();
    let offsets: Vec<_> = found.iter().map(|found| case.terms.as_u64(found.offset)).collect();
    assert_eq!(offsets, [Some(4), Some(0)]);
}

#[test]
fn pointers_compare() {
    use Comparison::*;
    let mut case = Case::new();
    let (one, two) = (case.heap(8), case.heap(8));
    let at = Value::Pointer;
    assert_eq!(case.compare(Equal, at(one, 0), Value::NULL), Some(false));
    assert_eq!(case.compare(Equal, at(one, 8), Value::NULL), Some(false));
    assert_eq!(case.compare(NotEqual, at(one, 0), at(ObjectId::NULL, u64::MAX)), Some(true));
    assert_eq!(case.compare(UnsignedLess, Value::NULL, at(one, 0)), Some(true));
    assert_eq!(case.compare(Equal, at(one, 4), at(two, 4)), Some(false));
    assert_eq!(case.compare(Equal, at(one, 4), at(one, 4)), Some(true));
    assert_eq!(case.compare(UnsignedLess, at(one, 4u64.wrapping_neg()), at(one, 0)), Some(true));
    assert!(!case.memory.has_constraints());
    // One behind the end may be the start of another.
    assert_eq!(case.compare(Equal, at(one, 8), at(two, 0)), None);
    assert!(case.memory.has_constraints());
    // Objects that lived together differ even when one is dead; a later one may be at its address.
    case.memory.end_life(one, Liveness::Freed, Position::UNKNOWN);
    let later = case.heap(8);
    assert_eq!(case.compare(Equal, at(one, 0), at(two, 0)), Some(false));
    assert_eq!(case.compare(Equal, at(one, 0), at(later, 0)), None);
    // A choice.
    let condition = case.terms.symbol_named("c", Sort::Bool);
    let choice =
        case.memory.select(&mut case.terms, condition, at(two, 0), Value::NULL, Type::Pointer);
    let truth = case.memory.compare_pointers(&mut case.terms, Equal, choice, Value::NULL);
    let expected = case.terms.not(condition);
    assert_eq!(truth, Truth::Symbolic(expected));
}

#[test]
fn a_table_of_pointers_keeps_its_pointers() {
    let mut case = Case::new();
    let table = case.heap(8 * 100);
    let (one, two) = (case.heap(8), case.heap(8));
    case.store(table, 80, Type::Pointer, Value::Pointer(one, 0));
    let offset = case.scaled("i", 8, 0);
    let pointer = Value::Pointer(two, 0);
    case.memory.store_at(&mut case.terms, table, offset, Type::Pointer, pointer);
    assert_eq!(
        case.memory.load_at(&mut case.terms, table, offset, Type::Pointer),
        case.memory.load_at(&mut case.terms, table, offset, Type::Pointer)
    );
    let other = case.scaled("j", 8, 0);
    let loaded = case.memory.load_at(&mut case.terms, table, other, Type::Pointer);
    let Value::SymbolicPointer(loaded) = loaded else { panic!() };
    let objects: Vec<_> =
        cases(&mut case.terms, &loaded).unwrap().into_iter().map(|found| found.object).collect();
    assert_eq!(objects, [ObjectId::NULL, one, two]);
    assert_eq!(
        case.memory.origin(&case.terms, Value::SymbolicPointer(loaded)),
        PointerOrigin::Known
    );
}

#[test]
fn pointers_beside_a_table_stay_pointers() {
    // struct { node *first; int table[5000]; node *last; }, the table at an index that the path knows to be within.
    let mut case = Case::new();
    let object = case.heap(8 + 4 * 5000 + 8);
    let one = case.heap(8);
    let pointer = Value::Pointer(one, 0);
    case.store(object, 0, Type::Pointer, pointer);
    case.store(object, 20_008, Type::Pointer, pointer);
    let offset = case.scaled("i", 4, 8);
    let all = case.memory.window(&case.terms, offset);
    let table = Window { first: 8, last: 8 + 4 * 4999 };
    assert!(case.memory.loses_pointers(&case.terms, object, offset, 2, all));
    assert!(!case.memory.loses_pointers(&case.terms, object, offset, 2, table));
    let place = (object, offset);
    case.memory.store_between(&mut case.terms, place, Type::Int(16), Value::Int(7), table);
    for at in [0, 20_008] {
        assert_eq!(case.memory.load(&mut case.terms, object, at, Type::Pointer), pointer);
    }
    let read = case.memory.load_between(&mut case.terms, place, Type::Int(16), table);
    assert_eq!(read, Value::Int(7));
}

#[test]
fn fields_of_structures_in_an_array_do_not_meet() {
    // struct { int key; node *next; } with 24 bytes: keys at a symbolic index leave the pointers alone.
    let mut case = Case::new();
    let table = case.heap(24 * 4);
    for index in 0..4 {
        case.store(table, 24 * index + 8, Type::Pointer, Value::Pointer(table, 24 * index));
        case.store(table, 24 * index, WORD, Value::Int(index));
    }
    let key = case.scaled("i", 24, 0);
    let value = Value::Term(case.symbol("v", 32));
    case.memory.store_at(&mut case.terms, table, key, WORD, value);
    for index in 0..4 {
        let pointer = case.load(table, 24 * index + 8, Type::Pointer);
        assert_eq!(pointer, Value::Pointer(table, 24 * index));
        assert!(matches!(case.load(table, 24 * index, WORD), Value::Term(_)));
        assert_eq!(case.load(table, 24 * index + 4, WORD), Value::Int(0));
    }
    assert!(!case.memory.has_constraints());
}

#[test]
fn a_table_of_integers_is_an_array_and_stays_readable() {
    let mut case = Case::new();
    let table = case.heap(4 * 16);
    for index in 0..16 {
        case.store(table, 4 * index, WORD, Value::Int(index * index));
    }
    let offset = case.scaled("i", 4, 0);
    let loaded = case.memory.load_at(&mut case.terms, table, offset, WORD);
    let Value::Term(term) = loaded else { panic!() };
    assert_eq!(case.terms.kind(term), klew_term::Kind::Select);
    assert_eq!(case.load(table, 20, WORD), Value::Int(25));
    case.memory.store_at(&mut case.terms, table, offset, WORD, Value::Int(1));
    assert_eq!(case.memory.load_at(&mut case.terms, table, offset, WORD), Value::Int(1));
    case.store(table, 20, WORD, Value::Int(7));
    assert_eq!(case.load(table, 20, WORD), Value::Int(7));
}

#[test]
fn floats_have_images() {
    let mut case = Case::new();
    let object = case.heap(32);
    let double = Type::Float(FloatFormat::Double);
    case.store(object, 0, double, Value::Int(1.5f64.to_bits()));
    assert_eq!(case.load(object, 0, LONG), Value::Int(1.5f64.to_bits()));
    let bits = case.symbol("b", 64);
    case.store(object, 8, LONG, Value::Term(bits));
    let number = case.load(object, 8, double);
    case.store(object, 16, double, number);
    assert_eq!(case.load(object, 16, double), number);
    assert_eq!(case.load(object, 16, LONG), Value::Term(bits));
    let Value::Term(number) = number else { panic!() };
    let sum = case.terms.fp_add(number, number);
    case.store(object, 16, double, Value::Term(sum));
    assert!(!case.memory.has_constraints());
    assert!(matches!(case.load(object, 16, WORD), Value::Term(_)));
    assert_eq!(case.memory.take_constraints().len(), 1);
    let long = Type::Float(FloatFormat::X87);
    let one = case.terms.float(klew_term::FloatFormat::X87, 0x3fff_8000_0000_0000_0000);
    case.store(object, 0, long, Value::Term(one));
    assert_eq!(case.load(object, 8, Type::Int(16)), Value::Int(0x3fff));
    assert_eq!(case.load(object, 0, long), Value::Term(one));
}

#[test]
fn accesses_are_judged() {
    let mut case = Case::new();
    let object = case.heap(8);
    let size = case.symbol("size", 64);
    let vague =
        case.memory.allocate(AllocationRequest::new(ObjectKind::Heap, Value::Term(size))).unwrap();
    let request = AllocationRequest::function(FunctionId(3), "f".into(), Position::UNKNOWN);
    let function = case.memory.allocate(request).unwrap();
    let check = |memory: &Memory, object, offset, access, expected| {
        assert_eq!(memory.access(object, offset, 4, access), expected);
    };
    check(&case.memory, object, 4, Access::Write, AccessResult::Valid);
    check(&case.memory, object, 5, Access::Read, AccessResult::OutOfBounds(8));
    check(&case.memory, object, u64::MAX, Access::Read, AccessResult::OutOfBounds(8));
    check(&case.memory, ObjectId::NULL, 0, Access::Read, AccessResult::NoObject);
    check(&case.memory, vague, 0, Access::Read, AccessResult::SymbolicSize(size));
    check(&case.memory, function, 0, Access::Read, AccessResult::Function);
    case.memory.set_writable(object, false);
    check(&case.memory, object, 0, Access::Read, AccessResult::Valid);
    check(&case.memory, object, 0, Access::Write, AccessResult::ReadOnly);
    case.memory.end_life(object, Liveness::Freed, Position::UNKNOWN);
    check(&case.memory, object, 0, Access::Read, AccessResult::Freed);
}

#[test]
fn scopes_begin_again_with_undefined_contents() {
    let mut case = Case::new();
    let object = case.object(ObjectKind::Stack, 8, true);
    case.memory.end_life(object, Liveness::OutOfScope, Position::UNKNOWN);
    assert_eq!(case.memory.access(object, 0, 1, Access::Read), AccessResult::OutOfScope);
    case.memory.start_scope(&mut case.terms, object);
    assert_eq!(case.memory.access(object, 0, 1, Access::Read), AccessResult::Valid);
    assert!(case.memory.is_undefined(object, 0, 8));
}

#[test]
fn dead_stack_objects_of_one_variable_stay_apart() {
    let mut case = Case::new();
    let objects: Vec<ObjectId> = (0..3)
        .map(|_| {
            let object = case.object(ObjectKind::Stack, 8, false);
            case.memory.end_life(object, Liveness::OutOfScope, Position::UNKNOWN);
            object
        })
        .collect();
    case.memory.start_scope(&mut case.terms, objects[1]);
    case.store(objects[1], 0, WORD, Value::Int(5));
    assert_eq!(case.load(objects[1], 0, WORD), Value::Int(5));
    for dead in [objects[0], objects[2]] {
        let result = case.memory.access(dead, 0, 4, Access::Read);
        assert_eq!(result, AccessResult::OutOfScope);
    }
    // A later object may be where a dead one was.
    let (dead, alive) = (Value::Pointer(objects[0], 0), Value::Pointer(objects[1], 0));
    assert_eq!(case.compare(Comparison::Equal, dead, alive), None);
}

#[test]
fn leaks_are_found_through_every_kind_of_pointer() {
    let mut case = Case::new();
    let global = case.object(ObjectKind::Global, 64, true);
    let heaps: Vec<ObjectId> = (0..6).map(|_| case.heap(64)).collect();
    case.store(global, 0, Type::Pointer, Value::Pointer(heaps[0], 8));
    case.store(heaps[0], 0, Type::Pointer, Value::Pointer(heaps[1], 64));
    let address = case.address(Value::Pointer(heaps[2], 4));
    case.store(heaps[1], 8, LONG, Value::Term(address));
    let condition = case.terms.symbol_named("c", Sort::Bool);
    let (left, right) = (Value::Pointer(heaps[3], 0), Value::NULL);
    let choice = case.memory.select(&mut case.terms, condition, left, right, Type::Pointer);
    case.store(heaps[4], 0, Type::Pointer, Value::Pointer(heaps[4], 0));
    let unreachable = |case: &Case, roots: &[Value]| {
        case.memory.unreachable_heap_objects(&case.terms, roots).unwrap()
    };
    assert_eq!(unreachable(&case, &[choice]), [heaps[4], heaps[5]]);
    assert_eq!(unreachable(&case, &[]), [heaps[3], heaps[4], heaps[5]]);
    case.memory.end_life(heaps[0], Liveness::Freed, Position::UNKNOWN);
    assert_eq!(unreachable(&case, &[]), heaps[1..]);
}

#[test]
fn forks_are_independent() {
    let mut case = Case::new();
    let objects: Vec<ObjectId> = (0..3000).map(|_| case.heap(8)).collect();
    let large = case.heap(1 << 40);
    case.store(large, 1 << 39, WORD, Value::Int(5));
    let mut copy = case.memory.clone();
    assert!(copy.same(&case.memory));
    case.store(objects[1234], 0, WORD, Value::Int(9));
    case.store(large, (1 << 39) + 4, WORD, Value::Int(6));
    assert!(!copy.same(&case.memory));
    assert_eq!(copy.load(&mut case.terms, objects[1234], 0, WORD), Value::Int(0));
    assert_eq!(copy.load(&mut case.terms, large, (1 << 39) + 4, WORD), Value::Int(0));
    assert_eq!(case.load(large, 1 << 39, LONG), Value::Int(5 | 6 << 32));
}

#[test]
fn pages_meet() {
    let mut case = Case::new();
    let object = case.object(ObjectKind::Heap, 3 * 4096, false);
    let target = case.heap(8);
    case.store(object, 4092, Type::Pointer, Value::Pointer(target, 0));
    assert_eq!(case.load(object, 4092, Type::Pointer), Value::Pointer(target, 0));
    case.store(object, 8190, WORD, Value::Int(0x0403_0201));
    assert_eq!(case.load(object, 8190, WORD), Value::Int(0x0403_0201));
    case.memory.fill(&mut case.terms, (object, 100), Value::Int(3), 9000);
    assert_eq!(case.load(object, 4094, WORD), Value::Int(0x0303_0303));
    assert!(case.memory.is_undefined(object, 9100, 1));
}

#[test]
fn objects_of_symbolic_size_hold_values() {
    let mut case = Case::new();
    let size = case.symbol("size", 64);
    let request = AllocationRequest::new(ObjectKind::Heap, Value::Term(size));
    let object = case.memory.allocate(request).unwrap();
    case.store(object, 1 << 20, WORD, Value::Int(4));
    assert_eq!(case.load(object, 1 << 20, WORD), Value::Int(4));
    let offset = case.scaled("i", 4, 0);
    case.memory.store_at(&mut case.terms, object, offset, WORD, Value::Int(8));
    assert_eq!(case.memory.load_at(&mut case.terms, object, offset, WORD), Value::Int(8));
    let length = case.terms.bv(64, 4);
    let condition = case.memory.in_bounds(&mut case.terms, object, offset, length);
    assert_eq!(case.terms.as_bool(condition), None);
}

#[test]
fn large_symbolic_ranges_are_refused() {
    let mut case = Case::new();
    let object = case.heap(4096);
    let size = case.symbol("size", 64);
    let start = case.terms.bv(64, 0);
    let refused = case.memory.fill_at(&mut case.terms, (object, start), Value::Int(1), size);
    assert_eq!(refused, Err(MemoryError::SymbolicRange { what: "size", limit: 1024 }));
}

#[test]
fn addresses_are_aligned_and_apart() {
    let mut case = Case::new();
    let (one, two) = (case.heap(8), case.heap(8));
    let _ = case.memory.address_of(&mut case.terms, one);
    let first = case.memory.take_constraints().len();
    let _ = case.memory.address_of(&mut case.terms, two);
    assert_eq!(case.memory.take_constraints().len(), first + 1);
    let _ = case.memory.address_of(&mut case.terms, two);
    assert!(!case.memory.has_constraints());
}

/// Not a check: how many loads and stores a second.
#[test]
#[ignore = "a measurement"]
fn speed() {
    let mut case = Case::new();
    let objects: Vec<ObjectId> = (0..500).map(|_| case.heap(64)).collect();
    let count = 20_000_000u64;
    let start = std::time::Instant::now();
    let mut sum = 0;
    for step in 0..count {
        let object = objects[(step % 500) as usize];
        if let Value::Int(number) = case.load(object, step % 15 * 4, WORD) {
            case.store(object, step % 13 * 4, WORD, Value::Int(number + 1));
            sum += number;
        }
    }
    println!("{} ns a load and a store ({sum})", start.elapsed().as_nanos() as u64 / count);
    let start = std::time::Instant::now();
    for step in 0..count {
        let object = objects[(step % 500) as usize];
        case.store(object, 8, Type::Pointer, Value::Pointer(objects[(step % 499) as usize], 0));
        assert_ne!(case.load(object, 8, Type::Pointer), Value::NULL);
    }
    println!("{} ns with pointers", start.elapsed().as_nanos() as u64 / count);
    let start = std::time::Instant::now();
    for step in 0..100_000u64 {
        let copy = case.memory.clone();
        case.store(objects[(step % 500) as usize], 0, WORD, Value::Int(step));
        drop(copy);
    }
    println!("{} ns a fork and a store", start.elapsed().as_nanos() as u64 / 100_000);
}

#[test]
fn elements_that_fill_an_object_are_copied_in_any_number() {
    let mut case = Case::new();
    let count = case.symbol("count", 32);
    let count = case.terms.bv_zero_extend(count, 64);
    let two = case.terms.bv(64, 2);
    let bytes = case.terms.bv_mul(count, two);
    let header = case.terms.bv(64, 8);
    let size = case.terms.bv_add(bytes, header);
    let mut object = |size: Value| {
        let request = AllocationRequest {
            zeroed: true,
            align: 8,
            ..AllocationRequest::new(ObjectKind::Heap, size)
        };
        case.memory.allocate(request).unwrap()
    };
    let (from, to) = (object(Value::Term(size)), object(Value::Term(size)));
    let (blank, raw) = (object(Value::Term(size)), object(Value::Term(bytes)));
    case.store(from, 0, WORD, Value::Int(7));
    case.store(to, 0, WORD, Value::Int(9));
    let at = case.scaled("i", 2, 8);
    let half = Type::Int(16);
    case.memory.store_at(&mut case.terms, from, at, half, Value::Int(0x1234));
    // Many elements fewer than there is room for, or the wrong start, is no copy to the end.
    let many = case.terms.bv(64, 10);
    let fewer = case.terms.bv_sub(bytes, many);
    for (to, size) in [((to, 8), fewer), ((raw, 8), bytes), ((blank, 2), bytes)] {
        assert!(case.memory.bytes_behind(&mut case.terms, to, size).is_none());
    }
    assert_eq!(case.behind((to, 8), bytes), 0);
    assert!(case.memory.copy_to_end(&mut case.terms, (to, 8), (from, 8), (bytes, 0)));
    assert_eq!(case.load(to, 0, WORD), Value::Int(9));
    assert_eq!(case.third(to, at, half), 0x1234);
    // To where elements begin elsewhere, and back again.
    assert!(case.memory.copy_to_end(&mut case.terms, (raw, 0), (to, 8), (bytes, 0)));
    let first = case.scaled("i", 2, 0);
    assert_eq!(case.third(raw, first, half), 0x1234);
    case.store(raw, 4, half, Value::Int(0x77));
    assert!(case.memory.copy_to_end(&mut case.terms, (blank, 8), (raw, 0), (bytes, 0)));
    assert_eq!(case.load(blank, 12, half), Value::Int(0x77));
    assert_eq!(case.load(blank, 0, WORD), Value::Int(0));
    // What is written later is in one object only.
    case.memory.store_at(&mut case.terms, blank, at, half, Value::Int(5));
    assert_eq!(case.third(blank, at, half), 5);
    assert_eq!(case.third(to, at, half), 0x1234);
}

#[test]
fn bytes_that_fill_an_object_are_set_in_any_number() {
    let mut case = Case::new();
    let count = case.symbol("count", 32);
    let count = case.terms.bv_zero_extend(count, 64);
    let four = case.terms.bv(64, 4);
    let bytes = case.terms.bv_mul(count, four);
    let header = case.terms.bv(64, 8);
    let size = case.terms.bv_add(bytes, header);
    let word = Type::Int(32);
    let object =
        case.memory.allocate(AllocationRequest::new(ObjectKind::Heap, Value::Term(size))).unwrap();
    let (at, start) = (case.scaled("i", 4, 8), case.terms.bv(64, 0));
    case.store(object, 0, WORD, Value::Int(7));
    case.memory.store_at(&mut case.terms, object, at, word, Value::Int(0x1234));
    assert_eq!(case.behind((object, 8), bytes), 0);
    case.memory.fill_to_end(&mut case.terms, (object, 8), 0xff, (bytes, 0));
    assert_eq!(case.third(object, at, word), 0xffff_ffff);
    assert_eq!(case.third(object, start, WORD), 7);
    assert_eq!(case.load(object, 9, Type::Int(8)), Value::Int(0xff));
    case.memory.fill_to_end(&mut case.terms, (object, 8), 0, (bytes, 0));
    assert_eq!(case.third(object, at, word), 0);
    assert_eq!(case.third(object, start, WORD), 7);
    // A few bytes behind stay what they were.
    case.memory.store_at(&mut case.terms, object, bytes, WORD, Value::Int(0x55));
    assert_eq!(case.behind((object, 0), bytes), 8);
    case.memory.fill_to_end(&mut case.terms, (object, 0), b'a', (bytes, 8));
    assert_eq!(case.third(object, bytes, WORD), 0x55);
    assert_eq!(case.third(object, at, word), 0x6161_6161);
    let many = case.terms.bv(64, 10);
    let fewer = case.terms.bv_sub(size, many);
    assert!(case.memory.bytes_behind(&mut case.terms, (object, 0), fewer).is_none());
}

#[test]
fn bytes_that_were_never_written_are_counted_in_large_objects() {
    let mut case = Case::new();
    let request = AllocationRequest::new(ObjectKind::Heap, Value::Int(1 << 33));
    let object = case.memory.allocate(request).unwrap();
    case.store(object, 0, WORD, Value::Int(7));
    assert_eq!(case.memory.undefined_bytes(object), Some((1 << 33) - 4));
    let cleared = case.heap(1 << 33);
    assert_eq!(case.memory.undefined_bytes(cleared), Some(0));
}
