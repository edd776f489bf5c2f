//! The arena of terms: storage, hash-consing, leaves and inspection.
//!
//! Invariant: `nodes[i]` has arguments with smaller indices only, so ascending indices are a topological order.
//! Invariant: no two nodes have the same kind, sort and arguments.

use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::assignment::Assignment;
use crate::bitvec_value::BitVecValue;
use crate::bounds::KnownBounds;
use crate::constant::Constant;
use crate::kind::{Kind, SymbolId, TermId};
use crate::memo::Memo;
use crate::softfloat;
use crate::sort::{FloatFormat, Sort};
use crate::symbols::SymbolSets;
use crate::table::KnownTables;

/// One node; its arguments are a slice of the arena's shared vector.
#[derive(Clone, Copy)]
struct Node {
    kind: Kind,
    sort: Sort,
    start: u32,
    count: u32,
}

/// Hash table slot: upper hash bits for a cheap comparison, and the node's index plus one (0: free).
#[derive(Clone, Copy, Default)]
struct Slot {
    hash: u32,
    node: u32,
}

struct Symbol {
    name: Box<str>,
    sort: Sort,
}

/// An interner of values too large for a node.
struct Interned<T> {
    values: Vec<T>,
    ids: FxHashMap<T, u32>,
}

impl<T: Clone + Eq + Hash> Interned<T> {
    fn new() -> Self {
        Interned { values: Vec::new(), ids: FxHashMap::default() }
    }

    fn intern(&mut self, value: T) -> u32 {
        if let Some(&id) = self.ids.get(&value) {
            return id;
        }
        let id = self.values.len() as u32;
        self.values.push(value.clone());
        self.ids.insert(value, id);
        id
    }
}

/// An arena of hash-consed terms; see the crate's documentation.
pub struct Terms {
    nodes: Vec<Node>,
    arguments: Vec<TermId>,
    slots: Vec<Slot>,
    wide: Interned<BitVecValue>,
    integers: Interned<BigInt>,
    floats: Interned<(FloatFormat, u128)>,
    bound: Interned<Arc<[SymbolId]>>,
    symbols: Vec<Symbol>,
    /// Symbols made by `symbol_named`, by name; of different sorts.
    named: FxHashMap<Box<str>, Vec<SymbolId>>,
    pub(crate) memo: Memo,
    symbol_sets: RefCell<SymbolSets>,
    pub(crate) tables: RefCell<KnownTables>,
    pub(crate) known_bounds: RefCell<KnownBounds>,
    /// Bits symbol and its constraint by float term; see `fp_to_bits`.
    pub(crate) float_bits: FxHashMap<TermId, (TermId, Option<TermId>)>,
    pub(crate) rewriting: bool,
    /// Names of the rules that fired, if a test asked for them.
    pub(crate) fired: Option<std::collections::BTreeSet<&'static str>>,
    /// Nesting of rules that call constructors; rules that follow chains stop at a limit.
    pub(crate) nesting: u32,
    true_: TermId,
    false_: TermId,
    /// Bit-vector constants that were asked for last, by a hash of bits and width; width 0 is none.
    recent: Vec<(u64, u32, TermId)>,
}

/// How many constants are found without hashing a node.
const RECENT: usize = 256;

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

impl Terms {
    /// An empty arena whose constructors rewrite to normal form.
    pub fn new() -> Self {
        Self::with_rewriting(true)
    }

    /// An empty arena whose constructors build exactly the operators asked for.
    pub fn without_rewriting() -> Self {
        Self::with_rewriting(false)
    }

    fn with_rewriting(rewriting: bool) -> Self {
        let mut terms = Terms {
            nodes: Vec::new(),
            arguments: Vec::new(),
            slots: vec![Slot::default(); 1024],
            wide: Interned::new(),
            integers: Interned::new(),
            floats: Interned::new(),
            bound: Interned::new(),
            symbols: Vec::new(),
            named: FxHashMap::default(),
            symbol_sets: RefCell::new(SymbolSets::default()),
            tables: RefCell::new(KnownTables::default()),
            known_bounds: RefCell::new(KnownBounds::default()),
            float_bits: FxHashMap::default(),
            rewriting,
            memo: Memo::new(),
            fired: None,
            nesting: 0,
            true_: TermId(0),
            false_: TermId(0),
            recent: vec![(0, 0, TermId(0)); RECENT],
        };
        terms.false_ = terms.intern(Kind::False, Sort::Bool, &[]);
        terms.true_ = terms.intern(Kind::True, Sort::Bool, &[]);
        terms
    }

    // ---- hash-consing ----

    fn hash(kind: Kind, sort: Sort, arguments: &[TermId]) -> u64 {
        let mut hasher = FxHasher::default();
        kind.hash(&mut hasher);
        if let (Kind::BitVecConstant(_), Sort::BitVec(width)) = (kind, sort) {
            hasher.write_u32(width);
        }
        for argument in arguments {
            hasher.write_u32(argument.0);
        }
        hasher.finish()
    }

    /// Slot of the node, or the free slot where it belongs.
    fn find_slot(
        &self,
        hash: u64,
        kind: Kind,
        sort: Sort,
        arguments: &[TermId],
    ) -> (usize, Option<TermId>) {
        let mask = self.slots.len() - 1;
        let short = (hash >> 32) as u32;
        let mut position = hash as usize & mask;
        loop {
            let slot = self.slots[position];
            if slot.node == 0 {
                return (position, None);
            }
            if slot.hash == short {
                let id = TermId(slot.node - 1);
                let node = &self.nodes[id.index()];
                if node.kind == kind && node.sort == sort && self.arguments(id) == arguments {
                    return (position, Some(id));
                }
            }
            position = (position + 1) & mask;
        }
    }

    /// The node, if it exists already.
    pub(crate) fn lookup(&self, kind: Kind, sort: Sort, arguments: &[TermId]) -> Option<TermId> {
        self.find_slot(Self::hash(kind, sort, arguments), kind, sort, arguments).1
    }

    /// The node, made if it does not exist.
    pub(crate) fn intern(&mut self, kind: Kind, sort: Sort, arguments: &[TermId]) -> TermId {
        let hash = Self::hash(kind, sort, arguments);
        let (position, found) = self.find_slot(hash, kind, sort, arguments);
        if let Some(id) = found {
            return id;
        }
        // 2^32 nodes are 170 GB: memory ends first, but a wrapped id would be unsound.
        assert!(self.nodes.len() < u32::MAX as usize - 1, "the term arena is full");
        assert!(self.arguments.len() < u32::MAX as usize - 8, "the term arena is full");
        let id = TermId(self.nodes.len() as u32);
        let start = self.arguments.len() as u32;
        self.arguments.extend_from_slice(arguments);
        self.nodes.push(Node { kind, sort, start, count: arguments.len() as u32 });
        self.slots[position] = Slot { hash: (hash >> 32) as u32, node: id.0 + 1 };
        if self.nodes.len() * 2 > self.slots.len() {
            self.grow();
        }
        id
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let mut slots = vec![Slot::default(); size];
        for (index, node) in self.nodes.iter().enumerate() {
            let range = node.start as usize..(node.start + node.count) as usize;
            let hash = Self::hash(node.kind, node.sort, &self.arguments[range]);
            let mut position = hash as usize & (size - 1);
            while slots[position].node != 0 {
                position = (position + 1) & (size - 1);
            }
            slots[position] = Slot { hash: (hash >> 32) as u32, node: index as u32 + 1 };
        }
        self.slots = slots;
    }

    // ---- leaves ----

    /// Truth.
    pub fn true_(&self) -> TermId {
        self.true_
    }

    /// Falsehood.
    pub fn false_(&self) -> TermId {
        self.false_
    }

    /// A truth value.
    pub fn bool(&mut self, value: bool) -> TermId {
        if value { self.true_ } else { self.false_ }
    }

    /// The bit-vector constant `value` modulo 2^width.
    pub fn bv(&mut self, width: u32, value: u64) -> TermId {
        if width > 64 {
            return self.bv_value(BitVecValue::new(width, value));
        }
        assert!(width > 0, "a bit-vector has at least one bit");
        let bits = value & crate::bitvec_value::mask(width);
        let place = (bits as usize ^ (width as usize).wrapping_mul(0x25)) % RECENT;
        let (known_bits, known_width, known) = self.recent[place];
        if (known_bits, known_width) == (bits, width) {
            return known;
        }
        let id = self.intern(Kind::BitVecConstant(bits), Sort::BitVec(width), &[]);
        self.recent[place] = (bits, width, id);
        id
    }

    /// A bit-vector constant.
    pub fn bv_value(&mut self, value: BitVecValue) -> TermId {
        let width = value.width();
        match value.to_u64() {
            Some(bits) if width <= 64 => self.bv(width, bits),
            _ => {
                let id = self.wide.intern(value);
                self.intern(Kind::WideConstant(id), Sort::BitVec(width), &[])
            }
        }
    }

    /// An integer constant.
    pub fn int(&mut self, value: BigInt) -> TermId {
        let id = self.integers.intern(value);
        self.intern(Kind::IntConstant(id), Sort::Int, &[])
    }

    /// An integer constant.
    pub fn int_i64(&mut self, value: i64) -> TermId {
        self.int(BigInt::from(value))
    }

    /// A float constant from its memory image; NaNs and X87 images become canonical.
    pub fn float(&mut self, format: FloatFormat, bits: u128) -> TermId {
        let id = self.floats.intern((format, softfloat::canonical(format, bits)));
        self.intern(Kind::FloatConstant(id), Sort::Float(format), &[])
    }

    /// The constant term of a value (for an array: stores over a constant array).
    pub fn constant(&mut self, value: &Constant) -> TermId {
        match value {
            Constant::Bool(value) => self.bool(*value),
            Constant::BitVec(value) => self.bv_value(value.clone()),
            Constant::Int(value) => self.int(value.clone()),
            Constant::Float(format, bits) => self.float(*format, *bits),
            Constant::Array(value) => {
                let default = self.constant(value.default_element());
                let mut array = self.const_array(value.sort(), default);
                for (index, element) in value.entries() {
                    let index = self.constant(index);
                    let element = self.constant(element);
                    array = self.store(array, index, element);
                }
                array
            }
        }
    }

    /// A new symbol, different from all others even if one has the same name.
    pub fn fresh_symbol(&mut self, name: &str, sort: Sort) -> SymbolId {
        let id = SymbolId(self.symbols.len() as u32);
        self.symbols.push(Symbol { name: name.into(), sort });
        id
    }

    /// The term of a symbol.
    pub fn symbol_term(&mut self, symbol: SymbolId) -> TermId {
        let sort = self.symbol_sort(symbol);
        self.intern(Kind::Symbol(symbol), sort, &[])
    }

    /// The term of the symbol of that name and sort: always the same one, made when it is first asked for.
    /// Symbols of `fresh_symbol` are never among these.
    pub fn symbol_named(&mut self, name: &str, sort: Sort) -> TermId {
        let symbol = self.named_symbol(name, sort);
        self.symbol_term(symbol)
    }

    /// As [`Terms::symbol_named`]: the symbol.
    pub fn named_symbol(&mut self, name: &str, sort: Sort) -> SymbolId {
        let known = self.named.get(name).and_then(|symbols| {
            symbols.iter().copied().find(|symbol| self.symbol_sort(*symbol) == sort)
        });
        known.unwrap_or_else(|| {
            let symbol = self.fresh_symbol(name, sort);
            self.named.entry(name.into()).or_default().push(symbol);
            symbol
        })
    }

    /// The term of a new symbol.
    pub fn symbol(&mut self, name: &str, sort: Sort) -> TermId {
        let symbol = self.fresh_symbol(name, sort);
        self.symbol_term(symbol)
    }

    /// The name a symbol was made with.
    pub fn symbol_name(&self, symbol: SymbolId) -> &str {
        &self.symbols[symbol.index()].name
    }

    /// What an assignment says, by the names of its symbols.
    pub fn named(&self, assignment: &Assignment) -> Vec<(String, Constant)> {
        let named = |(symbol, value): (SymbolId, &Constant)| {
            (self.symbol_name(symbol).to_owned(), value.clone())
        };
        assignment.iter().map(named).collect()
    }

    /// The sort of a symbol.
    pub fn symbol_sort(&self, symbol: SymbolId) -> Sort {
        self.symbols[symbol.index()].sort
    }

    /// Number of symbols made so far.
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// The `index`th symbol that was made.
    pub fn symbol_at(&self, index: usize) -> Option<SymbolId> {
        (index < self.symbols.len()).then_some(SymbolId(index as u32))
    }

    pub(crate) fn intern_bound(&mut self, symbols: &[SymbolId]) -> u32 {
        self.bound.intern(symbols.into())
    }

    // ---- inspection ----

    /// The sort of a term.
    pub fn sort(&self, term: TermId) -> Sort {
        self.nodes[term.index()].sort
    }

    /// The width of a bit-vector term.
    ///
    /// # Panics
    /// If the term is no bit-vector, which is an error of the caller.
    pub fn width(&self, term: TermId) -> u32 {
        match self.sort(term) {
            Sort::BitVec(width) => width,
            sort => panic!("width of a term of sort {sort}: the caller confuses sorts"),
        }
    }

    /// The operator of a term.
    pub fn kind(&self, term: TermId) -> Kind {
        self.nodes[term.index()].kind
    }

    /// The arguments of a term.
    pub fn arguments(&self, term: TermId) -> &[TermId] {
        let node = &self.nodes[term.index()];
        &self.arguments[node.start as usize..(node.start + node.count) as usize]
    }

    /// One argument of a term.
    pub(crate) fn argument(&self, term: TermId, index: usize) -> TermId {
        self.arguments(term)[index]
    }

    /// Whether the term is a constant of a scalar sort.
    pub fn is_constant(&self, term: TermId) -> bool {
        self.kind(term).is_scalar_constant()
    }

    /// The truth value of a Boolean constant.
    pub fn as_bool(&self, term: TermId) -> Option<bool> {
        match self.kind(term) {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    /// The unsigned value of a bit-vector constant of at most 64 bits.
    pub fn as_u64(&self, term: TermId) -> Option<u64> {
        match self.kind(term) {
            Kind::BitVecConstant(bits) => Some(bits),
            _ => None,
        }
    }

    /// The value of a bit-vector constant.
    pub fn as_bitvec(&self, term: TermId) -> Option<BitVecValue> {
        match self.kind(term) {
            Kind::BitVecConstant(bits) => Some(BitVecValue::new(self.width(term), bits)),
            Kind::WideConstant(id) => Some(self.wide.values[id as usize].clone()),
            _ => None,
        }
    }

    /// The value of an integer constant.
    pub fn as_int(&self, term: TermId) -> Option<&BigInt> {
        match self.kind(term) {
            Kind::IntConstant(id) => Some(&self.integers.values[id as usize]),
            _ => None,
        }
    }

    /// Format and memory image of a float constant.
    pub fn as_float(&self, term: TermId) -> Option<(FloatFormat, u128)> {
        match self.kind(term) {
            Kind::FloatConstant(id) => Some(self.floats.values[id as usize]),
            _ => None,
        }
    }

    /// The value of a constant term; for arrays: of stores of constants over a constant array.
    pub fn as_constant(&self, term: TermId) -> Option<Constant> {
        match self.kind(term) {
            Kind::True => Some(Constant::Bool(true)),
            Kind::False => Some(Constant::Bool(false)),
            Kind::BitVecConstant(_) | Kind::WideConstant(_) => {
                self.as_bitvec(term).map(Constant::BitVec)
            }
            Kind::IntConstant(_) => self.as_int(term).cloned().map(Constant::Int),
            Kind::FloatConstant(_) => {
                self.as_float(term).map(|(format, bits)| Constant::Float(format, bits))
            }
            Kind::ConstArray(_) | Kind::Store => self.as_constant_array(term),
            _ => None,
        }
    }

    fn as_constant_array(&self, term: TermId) -> Option<Constant> {
        let mut stores = Vec::new();
        let mut array = term;
        while self.kind(array) == Kind::Store {
            let [inner, index, element] = *self.arguments(array) else { return None };
            stores.push((self.as_constant(index)?, self.as_constant(element)?));
            array = inner;
        }
        let Kind::ConstArray(index_sort) = self.kind(array) else { return None };
        let default = self.as_constant(self.argument(array, 0))?;
        let mut value = crate::array_value::ArrayValue::constant(index_sort, default);
        for (index, element) in stores.into_iter().rev() {
            value.store(index, element);
        }
        Some(Constant::Array(value))
    }

    /// The symbol of a symbol term.
    pub fn as_symbol(&self, term: TermId) -> Option<SymbolId> {
        match self.kind(term) {
            Kind::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// The symbols bound by a quantifier kind; empty for other kinds.
    pub fn bound_symbols(&self, kind: Kind) -> &[SymbolId] {
        match kind {
            Kind::Forall(id) | Kind::Exists(id) => &self.bound.values[id as usize],
            _ => &[],
        }
    }

    /// The free symbols of a term, ascending. Cached; equal sets share storage.
    pub fn symbols(&self, term: TermId) -> Arc<[SymbolId]> {
        self.symbol_sets.borrow_mut().of(self, term)
    }

    /// Number of terms in the arena.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the arena holds no term (it never does: the truth values exist from the start).
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The term at a position of the arena.
    pub fn term_at(&self, index: usize) -> Option<TermId> {
        (index < self.nodes.len()).then_some(TermId(index as u32))
    }

    /// Number of different subterms, the term itself included.
    pub fn dag_size(&self, term: TermId) -> usize {
        self.subterms(&[term]).len()
    }

    /// Whether some terms have more different subterms than that, themselves included; no more are looked at.
    pub fn has_more_subterms_than(&self, roots: &[TermId], most: usize) -> bool {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut stack: Vec<TermId> = roots.to_vec();
        while let Some(term) = stack.pop() {
            if seen.insert(term) {
                if seen.len() > most {
                    return true;
                }
                stack.extend_from_slice(self.arguments(term));
            }
        }
        false
    }

    /// All different subterms of some terms, arguments before the terms that use them.
    pub fn subterms(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut stack: Vec<TermId> = roots.to_vec();
        let mut order = Vec::new();
        while let Some(term) = stack.pop() {
            if seen.insert(term) {
                order.push(term);
                stack.extend_from_slice(self.arguments(term));
            }
        }
        order.sort_unstable();
        order
    }
}
