//! Random operations against a naive memory: a map of bytes for each of a few assignments.
//!
//! In the reference every object has a fixed address, pointers are their addresses, and bytes that were never written
//! are 0: as all symbols are that an assignment does not name.

use klew_ir::{DataModel, FloatFormat, Type};
use klew_memory::{AllocationRequest, Memory, ObjectId, ObjectKind, Value, Window, from_term};
use klew_term::{
    Assignment, BitVecValue, Constant, Evaluator, Kind, Sort, TermId, Terms, softfloat,
};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }
}

const ASSIGNMENTS: usize = 3;

fn address(object: ObjectId) -> u64 {
    0x10000 * object.0 as u64
}

/// A memory and, for each assignment, the bytes of its objects.
#[derive(Clone)]
struct Pair {
    memory: Memory,
    bytes: Vec<Vec<Vec<u8>>>,
    sizes: Vec<u64>,
}

struct World {
    terms: Terms,
    random: Random,
    assignments: Vec<Assignment>,
    /// By width: 8, 16, 32, 64.
    symbols: Vec<TermId>,
    conditions: Vec<TermId>,
    /// Objects of several pages, copied in large pieces, at concrete places.
    large: bool,
}

impl World {
    fn new(seed: u64) -> World {
        let mut world = World {
            terms: Terms::new(),
            random: Random(seed),
            assignments: vec![Assignment::new(); ASSIGNMENTS],
            symbols: Vec::new(),
            conditions: Vec::new(),
            large: false,
        };
        for width in [8u32, 16, 32, 64] {
            for copy in 0..2 {
                let symbol =
                    world.terms.symbol_named(&format!("s{width}_{copy}"), Sort::BitVec(width));
                world.symbols.push(symbol);
                let id = world.terms.as_symbol(symbol).unwrap();
                for assignment in &mut world.assignments {
                    // No exponent of all ones: floats are not NaN.
                    let value = world.random.next() & 0xbf7f_3f7f_bf7f_3f7f;
                    assignment.set(id, Constant::bv(width, value));
                }
            }
        }
        for object in 1..=8 {
            let name = format!("address of object #{object}");
            let term = world.terms.symbol_named(&name, Sort::BitVec(64));
            let id = world.terms.as_symbol(term).unwrap();
            for assignment in &mut world.assignments {
                assignment.set(id, Constant::bv(64, address(ObjectId(object))));
            }
        }
        for width in [8u64, 16, 32] {
            let symbol = world.symbol(width);
            let value = world.random.next();
            let bound = world.terms.bv(width as u32, value);
            let condition = world.terms.bv_ult(symbol, bound);
            world.conditions.push(condition);
        }
        world
    }

    fn symbol(&mut self, width: u64) -> TermId {
        let first = match width {
            8 => 0,
            16 => 2,
            32 => 4,
            _ => 6,
        };
        self.symbols[first + self.random.below(2) as usize]
    }

    fn evaluate(&self, which: usize, term: TermId) -> Constant {
        Evaluator::new(&self.terms, &self.assignments[which]).evaluate(term).unwrap()
    }

    fn number(&self, which: usize, term: TermId) -> u64 {
        self.evaluate(which, term).as_u64().unwrap()
    }

    /// The image of a value in memory under an assignment; NaNs canonical.
    fn image(&mut self, memory: &mut Memory, which: usize, value: Value, kind: Type) -> u128 {
        match value {
            Value::Undefined => 0,
            Value::Int(number) => canonical(kind, u128::from(number)),
            Value::Pointer(object, offset) => {
                u128::from(if object.is_null() { offset } else { address(object) + offset })
            }
            Value::SymbolicPointer(_) => {
                let number = memory.pointer_to_int(&mut self.terms, value);
                self.image(memory, which, number, kind)
            }
            Value::Term(term) => match self.evaluate(which, term) {
                Constant::BitVec(number) => number.to_u128().unwrap(),
                Constant::Float(_, bits) => bits,
                other => panic!("{other:?}"),
            },
        }
    }

    fn kind(&mut self) -> Type {
        self.random.pick(&[
            Type::Int(8),
            Type::Int(16),
            Type::Int(32),
            Type::Int(32),
            Type::Int(64),
            Type::Int(1),
            Type::Int(24),
            Type::Int(128),
            Type::Float(FloatFormat::Single),
            Type::Float(FloatFormat::Double),
            Type::Pointer,
            Type::Pointer,
        ])
    }

    fn term_value(&mut self, kind: Type) -> Value {
        let term = match kind {
            Type::Int(1) => {
                let condition = self.random.pick(&self.conditions.clone());
                self.terms.bool_to_bv(condition, 1)
            }
            Type::Int(24) => {
                let symbol = self.symbol(32);
                self.terms.bv_extract(symbol, 24, 1)
            }
            Type::Int(128) => {
                let (high, low) = (self.symbol(64), self.symbol(64));
                self.terms.bv_concat(high, low)
            }
            Type::Int(width) => {
                let symbol = self.symbol(u64::from(width));
                let one = self.terms.bv(width, self.random.0 >> 7);
                self.terms.bv_xor(symbol, one)
            }
            Type::Float(format) => {
                let symbol = self.symbol(u64::from(format.storage_bits()));
                self.terms.fp_from_bits(symbol, klew_semantics::float_format(format))
            }
            Type::Pointer => self.symbol(64),
        };
        from_term(&self.terms, term)
    }

    fn value(&mut self, pair: &mut Pair, kind: Type) -> Value {
        match self.random.below(10) {
            0 => Value::Undefined,
            1..=4 if kind != Type::Pointer => self.term_value(kind),
            5 if kind == Type::Pointer => {
                let Value::Term(address) = self.term_value(kind) else { return Value::NULL };
                pair.memory.int_to_pointer(&mut self.terms, Value::Term(address)).0
            }
            1..=2 => {
                let condition = self.random.pick(&self.conditions.clone());
                let (left, right) = (self.pointer(pair), self.pointer(pair));
                pair.memory.select(&mut self.terms, condition, left, right, Type::Pointer)
            }
            _ if kind == Type::Pointer => self.pointer(pair),
            _ => {
                let number = self.random.next() & 0x7f7f_7f7f_7f7f_7f7f;
                match kind {
                    Type::Int(128) => {
                        let wide = BitVecValue::from_u128(128, u128::from(number) << 30);
                        Value::Term(self.terms.bv_value(wide))
                    }
                    Type::Int(width) => Value::Int(number & (u64::MAX >> (64 - width))),
                    Type::Float(format) => {
                        Value::Int(number & (u64::MAX >> (64 - format.storage_bits())))
                    }
                    Type::Pointer => Value::NULL,
                }
            }
        }
    }

    fn pointer(&mut self, pair: &Pair) -> Value {
        match self.random.below(5) {
            0 => Value::NULL,
            _ => {
                let object = 1 + self.random.below(pair.sizes.len() as u64);
                Value::Pointer(ObjectId(object as i32), self.random.below(64))
            }
        }
    }

    /// An offset at which `size` bytes lie within the object under every assignment.
    fn offset(&mut self, total: u64, size: u64) -> Option<TermId> {
        let last = total.checked_sub(size)?;
        if self.large || self.random.below(3) > 0 {
            let mut offset = self.random.below(last + 1);
            if self.random.below(2) == 0 {
                offset -= offset % size.next_power_of_two().min(8);
            }
            return Some(self.terms.bv(64, offset));
        }
        let scale = self.random.pick(&[1u64, 2, 4, 8, 12, 16, 24]);
        let bits = self.random.pick(&[1u32, 2, 3, 5, 8]);
        let symbol = self.symbol(8);
        let index = self.terms.bv_extract(symbol, bits - 1, 0);
        let index = match self.random.below(2) {
            0 => self.terms.bv_zero_extend(index, 64),
            _ => {
                let narrow = self.terms.bv_zero_extend(index, 32);
                self.terms.bv_sign_extend(narrow, 64)
            }
        };
        let (scale, start) = (self.terms.bv(64, scale), self.random.below(last / 2 + 1));
        let start = self.terms.bv(64, if self.random.below(2) == 0 { 0 } else { start });
        let scaled = self.terms.bv_mul(index, scale);
        let offset = self.terms.bv_add(scaled, start);
        (0..ASSIGNMENTS).all(|which| self.number(which, offset) <= last).then_some(offset)
    }

    fn place(&mut self, pair: &Pair, size: u64) -> Option<(ObjectId, TermId)> {
        let object = self.random.below(pair.sizes.len() as u64);
        let offset = self.offset(pair.sizes[object as usize], size)?;
        Some((ObjectId(object as i32 + 1), offset))
    }

    /// What a path may know of an offset: as little as its term says, as much as the assignments, or something between.
    fn window(&mut self, pair: &Pair, offset: TermId) -> Window {
        let all = pair.memory.window(&self.terms, offset);
        let numbers = (0..ASSIGNMENTS).map(|which| self.number(which, offset));
        let (first, last) = numbers
            .fold((u64::MAX, 0), |(first, last), number| (first.min(number), last.max(number)));
        match self.random.below(3) {
            0 => all,
            1 => Window { first, last },
            _ => {
                let (before, behind) = (self.random.below(9), self.random.below(9));
                Window { first: first.saturating_sub(before), last: last + behind }.meet(all)
            }
        }
    }

    fn step(&mut self, pair: &mut Pair) -> Option<()> {
        match self.random.below(12) {
            0..=4 => {
                let kind = self.kind();
                let (object, offset) = self.place(pair, kind.store_size(64))?;
                let value = self.value(pair, kind);
                for which in 0..ASSIGNMENTS {
                    let at = self.number(which, offset) as usize;
                    let image = self.image(&mut pair.memory, which, value, kind).to_le_bytes();
                    let size = kind.store_size(64) as usize;
                    pair.bytes[which][object.0 as usize - 1][at..at + size]
                        .copy_from_slice(&image[..size]);
                }
                self.log(|world| {
                    format!("store {kind:?} {object:?} {} {value:?}", world.show(offset))
                });
                let window = self.window(pair, offset);
                pair.memory.store_between(&mut self.terms, (object, offset), kind, value, window);
            }
            5..=7 => {
                let kind = self.kind();
                let (object, offset) = self.place(pair, kind.store_size(64))?;
                self.check_load(pair, object, offset, kind);
            }
            8 => {
                let size = match self.large {
                    true => self.random.pick(&[24, 4000, 4096, 4096 + 24, 2 * 4096, 3 * 4096]),
                    false => self.random.pick(&[1, 2, 4, 8, 16, 24, 40]),
                };
                let (to, from) = (self.place(pair, size)?, self.place(pair, size)?);
                for which in 0..ASSIGNMENTS {
                    let source = self.number(which, from.1) as usize;
                    let target = self.number(which, to.1) as usize;
                    let bytes = pair.bytes[which][from.0.0 as usize - 1]
                        [source..source + size as usize]
                        .to_vec();
                    pair.bytes[which][to.0.0 as usize - 1][target..target + size as usize]
                        .copy_from_slice(&bytes);
                }
                self.log(|world| {
                    let (target, source) = (world.show(to.1), world.show(from.1));
                    format!("copy {size} to {:?} {target} from {:?} {source}", to.0, from.0)
                });
                let size = self.terms.bv(64, size);
                pair.memory.copy_at(&mut self.terms, to, from, size).unwrap();
            }
            9 => self.fill(pair)?,
            10 if pair.sizes.len() < 5 => self.allocate(pair),
            _ => {
                let (object, offset) = self.place(pair, 4)?;
                self.check_load(pair, object, offset, Type::Int(32));
            }
        }
        Some(())
    }

    fn fill(&mut self, pair: &mut Pair) -> Option<()> {
        let size = 1 + self.random.below(16);
        let (object, offset) = self.place(pair, size)?;
        let byte = match self.random.below(3) {
            0 => Value::Undefined,
            1 => Value::Term(self.symbol(8)),
            _ => Value::Int(self.random.below(3)),
        };
        let length = match self.random.below(3) {
            0 => {
                let symbol = self.symbol(8);
                let low = self.terms.bv_extract(symbol, 2, 0);
                self.terms.bv_zero_extend(low, 64)
            }
            _ => self.terms.bv(64, size),
        };
        if (0..ASSIGNMENTS).any(|which| self.number(which, length) > size)
            || pair.sizes[object.0 as usize - 1] > 1024 && self.terms.as_u64(length).is_none()
        {
            return None;
        }
        for which in 0..ASSIGNMENTS {
            let at = self.number(which, offset) as usize;
            let length = self.number(which, length) as usize;
            let image = self.image(&mut pair.memory, which, byte, Type::Int(8)) as u8;
            pair.bytes[which][object.0 as usize - 1][at..at + length].fill(image);
        }
        self.log(|world| {
            let (at, length) = (world.show(offset), world.show(length));
            format!("fill {object:?} {at} with {byte:?} for {length}")
        });
        pair.memory.fill_at(&mut self.terms, (object, offset), byte, length).unwrap();
        Some(())
    }

    fn allocate(&mut self, pair: &mut Pair) {
        let size = match self.large {
            true => self.random.pick(&[2 * 4096 + 64, 3 * 4096, 4 * 4096 + 8]),
            false => self.random.pick(&[8u64, 16, 24, 40, 64, 96, 4096 + 64]),
        };
        let object = pair.memory.allocate(AllocationRequest {
            zeroed: self.random.below(2) == 0,
            align: 8,
            ..AllocationRequest::new(ObjectKind::Heap, Value::Int(size))
        });
        pair.sizes.push(size);
        for bytes in &mut pair.bytes {
            bytes.push(vec![0; size as usize]);
        }
        assert_eq!(object, Ok(ObjectId(pair.sizes.len() as i32)));
    }

    /// For the analysis of a failure: `KLEW_TRACE=1`.
    fn log(&self, what: impl FnOnce(&World) -> String) {
        if std::env::var("KLEW_TRACE").is_ok() {
            println!("{}", what(self));
        }
    }

    fn show(&self, offset: TermId) -> String {
        match self.terms.as_u64(offset) {
            Some(offset) => offset.to_string(),
            None => format!(
                "{} {:?}",
                klew_term::print_smtlib(&self.terms, offset),
                (0..ASSIGNMENTS).map(|which| self.number(which, offset)).collect::<Vec<_>>()
            ),
        }
    }

    fn check_load(&mut self, pair: &mut Pair, object: ObjectId, offset: TermId, kind: Type) {
        self.log(|world| format!("load {kind:?} {object:?} {}", world.show(offset)));
        let window = self.window(pair, offset);
        let value = pair.memory.load_between(&mut self.terms, (object, offset), kind, window);
        assert_ne!(value, Value::Undefined);
        self.check_constraints(pair);
        for which in 0..ASSIGNMENTS {
            let at = self.number(which, offset) as usize;
            let size = kind.store_size(64) as usize;
            let mut image = [0; 16];
            image[..size].copy_from_slice(&pair.bytes[which][object.0 as usize - 1][at..at + size]);
            let mut expected = u128::from_le_bytes(image);
            if let Type::Int(width) = kind
                && width < 128
            {
                expected &= (1 << width) - 1;
            }
            let found = self.image(&mut pair.memory, which, value, kind);
            assert_eq!(
                found,
                canonical(kind, expected),
                "{kind:?} at {at} of {object:?}: {value:?}"
            );
        }
        // What is loaded again is the same.
        let again = pair.memory.load_at(&mut self.terms, object, offset, kind);
        for which in 0..ASSIGNMENTS {
            let first = self.image(&mut pair.memory, which, value, kind);
            assert_eq!(self.image(&mut pair.memory, which, again, kind), first);
        }
    }

    /// Gives the symbol of a floating-point number's image the value that its constraint asks for.
    fn solve(&mut self, constraint: TermId) {
        if self.terms.kind(constraint) != Kind::Eq {
            return;
        }
        let sides = self.terms.arguments(constraint).to_vec();
        for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            let Kind::FpFromBits(_) = self.terms.kind(side) else { continue };
            let Some(symbol) = self.terms.as_symbol(self.terms.arguments(side)[0]) else {
                continue;
            };
            for which in 0..ASSIGNMENTS {
                if self.assignments[which].get(symbol).is_none()
                    && let Constant::Float(format, bits) = self.evaluate(which, other)
                {
                    let image = BitVecValue::from_u128(format.storage_bits(), bits);
                    self.assignments[which].set(symbol, Constant::BitVec(image));
                }
            }
        }
    }

    fn check_constraints(&mut self, pair: &mut Pair) {
        for constraint in pair.memory.take_constraints() {
            self.solve(constraint);
            for which in 0..ASSIGNMENTS {
                let holds = self.evaluate(which, constraint).as_bool();
                assert_eq!(
                    holds,
                    Some(true),
                    "{}",
                    klew_term::print_smtlib(&self.terms, constraint)
                );
            }
        }
    }
}

fn canonical(kind: Type, image: u128) -> u128 {
    match kind {
        Type::Float(format) => softfloat::canonical(klew_semantics::float_format(format), image),
        _ => image,
    }
}

fn run(seed: u64, steps: usize, large: bool) {
    let mut world = World::new(seed);
    world.large = large;
    let mut first = Pair {
        memory: Memory::new(DataModel::LP64),
        bytes: vec![Vec::new(); ASSIGNMENTS],
        sizes: Vec::new(),
    };
    world.allocate(&mut first);
    world.allocate(&mut first);
    let mut pairs = vec![first];
    for _ in 0..steps {
        let which = world.random.below(pairs.len() as u64) as usize;
        if pairs.len() < 4 && world.random.below(12) == 0 {
            let copy = pairs[which].clone();
            pairs.push(copy);
        }
        let pair = &mut pairs[which];
        world.step(pair);
        world.check_constraints(pair);
    }
    for pair in &mut pairs {
        for object in 0..pair.sizes.len() {
            let written =
                |at: u64| (0..ASSIGNMENTS).any(|which| pair.bytes[which][object][at as usize] != 0);
            let all: Vec<u64> = match large {
                true => {
                    (0..pair.sizes[object]).filter(|&at| at % 509 == 0 || written(at)).collect()
                }
                false => (0..pair.sizes[object].min(128)).step_by(3).collect(),
            };
            for at in all {
                let at = world.terms.bv(64, at);
                world.check_load(pair, ObjectId(object as i32 + 1), at, Type::Int(8));
            }
        }
        world.check_constraints(pair);
    }
}

#[test]
fn random_operations_agree_with_a_map_of_bytes() {
    let seeds: u64 = std::env::var("KLEW_TRACES").ok().and_then(|n| n.parse().ok()).unwrap_or(1500);
    let first = std::env::var("KLEW_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    for seed in first..first + seeds {
        if std::panic::catch_unwind(|| run(seed, 30, false)).is_err() {
            panic!("trace with seed {seed}");
        }
    }
}

#[test]
fn objects_of_many_pages_agree_with_a_map_of_bytes() {
    for seed in 0..300 {
        if std::panic::catch_unwind(|| run(seed, 60, true)).is_err() {
            panic!("trace with seed {seed}");
        }
    }
}

#[test]
fn the_same_operations_give_the_same_memory() {
    for seed in 0..50 {
        let once = |terms: &mut World| {
            let mut pair = Pair {
                memory: Memory::new(DataModel::LP64),
                bytes: vec![Vec::new(); ASSIGNMENTS],
                sizes: Vec::new(),
            };
            terms.random = Random(seed);
            terms.allocate(&mut pair);
            for _ in 0..30 {
                terms.step(&mut pair);
            }
            pair.memory
        };
        let mut world = World::new(seed);
        let (left, right) = (once(&mut world), once(&mut world));
        assert!(left.same(&right), "seed {seed}");
        assert_eq!(left.fingerprint(), right.fingerprint());
    }
}
