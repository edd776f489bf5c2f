//! Inputs: new symbols, named by their place in the path, and written on its tape.
//!
//! Where the run's strategy knows an input, it is a constant.

use std::rc::Rc;

use klew_engine::{InputAssumption, InputPlace, InputRange};
use klew_ir::{FloatFormat, InputOrigin, Property, SourceTypeId, SourceTypes, Type, inputs};
use klew_memory::{ObjectId, Value};
use klew_semantics::float_format;
use klew_term::{BitVecValue, Sort, SymbolId, TermId};

use crate::decode::op::{InputSite, Slot, Source};
use crate::machine::{Flow, Machine, Step};
use crate::place::Place;
use crate::state::{InputRecord, RootRecord, State};

/// The most bytes of one `InputBytes`.
const MOST_BYTES: u64 = 1 << 16;

impl Machine<'_> {
    /// A name that findings share.
    pub fn name_of(&self, name: &str) -> Rc<str> {
        Rc::from(name)
    }

    /// A symbol, or the constant that the run's strategy gives it; of sort BitVec.
    fn input_bits(&mut self, (symbol, term): (SymbolId, TermId), width: u32) -> TermId {
        match self.strategy.input((symbol, self.terms.symbol_name(symbol)), width) {
            Some(constant) => self.terms.constant(&constant),
            None => {
                self.replacements.allow(symbol);
                term
            }
        }
    }

    /// What starts the program is a library function as well, but what it asks for are the program's inputs; that there is no memory left can
    /// be shown to the library itself.
    fn is_modelled(&self, state: &State, origin: InputOrigin) -> bool {
        origin != InputOrigin::AllocationFailure
            && !state.callers.is_empty()
            && self.program.function(state.frame.function).library
    }

    /// A new input of a scalar type; a pointer needs to say what it points to.
    pub fn new_typed_input(
        &mut self,
        state: &mut State,
        value_type: Type,
        site: &InputSite,
    ) -> Step<Value> {
        let name = &site.name;
        match (value_type, site.source_type) {
            (Type::Pointer, Some(source_type)) => self.new_reference(state, source_type, name),
            (Type::Pointer, None) => {
                Err(self.unsupported(state, format!("a pointer as input (`{name}`)")))
            }
            _ => self.new_input(state, value_type, site),
        }
    }

    /// A new input of pointer type.
    fn new_reference(
        &mut self,
        state: &mut State,
        source_type: SourceTypeId,
        name: &Rc<str>,
    ) -> Step<Value> {
        let number = state.input_count();
        let (reference, value) = match self.strategy.input_object(number) {
            Some(object) => (0, Value::Pointer(object, 0)),
            None => {
                let symbol = inputs::symbol(number + 1, name);
                let made = state.memory.input_reference(self.terms, name, &symbol, source_type);
                let Some(made) = made else {
                    let what =
                        format!("a pointer as input (`{name}`) that points to nothing known");
                    return Err(self.unsupported(state, what));
                };
                made
            }
        };
        for &assumption in assumptions(self.program.source_types(), source_type) {
            self.run.assumptions.insert(assumption);
        }
        state.roots.push(RootRecord {
            name: Rc::clone(name),
            reference,
            number,
            source_type,
            position: self.position(state),
        });
        self.settle(state)?;
        self.trace_input(state, name, value, Type::Pointer);
        Ok(value)
    }

    /// A new input of a scalar type that is no pointer.
    fn new_input(&mut self, state: &mut State, value_type: Type, site: &InputSite) -> Step<Value> {
        let name = &site.name;
        let width = value_type.bits(self.pointer_bits());
        let number = state.input_count() + 1;
        let symbol = self.input_symbols.get(self.terms, (number, name), width);
        let bits = self.input_bits(symbol, width);
        let record = InputRecord {
            name: Rc::clone(name),
            image: Rc::from([(klew_memory::from_term(self.terms, bits), width)]),
            value_type: Some(value_type),
            position: self.position(state),
            origin: site.origin,
            modelled: self.is_modelled(state, site.origin),
        };
        let guided = self.guided(state, &record, width);
        state.inputs.push(record);
        if let Some(value) = guided {
            let value = self.terms.bv_value(value);
            let is_so = self.terms.eq(bits, value);
            self.add_fact(state, is_so)?;
        }
        if let Some(range) = self.guided_range(number - 1)
            && matches!(value_type, Type::Int(_))
        {
            self.assume_range(state, bits, range)?;
        }
        let value = match value_type {
            Type::Float(format) => {
                if format == FloatFormat::X87 {
                    self.assume_x87(state, bits)?;
                }
                let float = self.terms.fp_from_bits(bits, float_format(format));
                klew_memory::from_term(self.terms, float)
            }
            _ => klew_memory::from_term(self.terms, bits),
        };
        self.trace_input(state, name, value, value_type);
        Ok(value)
    }

    /// What a hint says that the input is to be.
    fn guided(&self, state: &State, record: &InputRecord, width: u32) -> Option<BitVecValue> {
        let guidance = self.configuration.guidance.as_ref()?;
        let place = InputPlace {
            function: state.frame.function,
            name: record.name.to_string(),
            position: state.frame.position(),
        };
        let same =
            |other: &&InputRecord| other.name == record.name && other.position == record.position;
        let times = || state.inputs.iter_backwards().filter(same).count();
        Some(BitVecValue::new(width, guidance.value(&place, times)?))
    }

    /// Where a hint says that the input of that number is to be.
    fn guided_range(&self, number: usize) -> Option<InputRange> {
        self.configuration.guidance.as_ref()?.range(number)
    }

    /// Goes on where a number is in a range, as far as it has that many bits.
    fn assume_range(&mut self, state: &mut State, bits: TermId, range: InputRange) -> Step<()> {
        let width = self.terms.width(bits);
        let fits =
            |number: i64| width == 64 || (width < 64 && number >> (width - 1) == number >> 63);
        for (number, is_low) in [(range.low, true), (range.high, false)] {
            if !fits(number) {
                continue;
            }
            let number = self.terms.bv(width, number as u64 & (u64::MAX >> (64 - width)));
            let (less, more) = if is_low { (number, bits) } else { (bits, number) };
            let holds = self.terms.bv_sle(less, more);
            self.add_fact(state, holds)?;
        }
        Ok(())
    }

    /// Of the x87 images only those that stand for a number: the integer bit is set exactly where the
    /// exponent is not 0.
    fn assume_x87(&mut self, state: &mut State, bits: TermId) -> Step<()> {
        let integer = self.terms.bv_extract(bits, 63, 63);
        let exponent = self.terms.bv_extract(bits, 78, 64);
        let integer = self.terms.bv_to_bool(integer);
        let exponent = self.terms.bv_to_bool(exponent);
        let valid = self.terms.eq(integer, exponent);
        self.add_fact(state, valid)
    }

    pub(super) fn input(
        &mut self,
        state: &mut State,
        result: Slot,
        value_type: Type,
        site: &InputSite,
    ) -> Step {
        let value = self.new_typed_input(state, value_type, site)?;
        state.frame.registers[result as usize] = value;
        Ok(Flow::Next)
    }

    pub(super) fn input_bytes(
        &mut self,
        state: &mut State,
        pointer: Source,
        (size, taken): (Source, Source),
        site: &InputSite,
    ) -> Step {
        let name = &site.name;
        if [size, taken].into_iter().any(|count| state.frame.read(count) == Value::Int(0)) {
            return Ok(Flow::Next);
        }
        if self.input_operand(state, pointer).is_some() {
            return Err(self.unsupported(state, "input bytes in an input object"));
        }
        // What was never written is to be found behind the part that is taken.
        let is_whole = taken == size || !self.asks_for_unwritten();
        if is_whole
            && self.is_any_length(state, size)
            && self.input_elements(state, pointer, site)?
        {
            return Ok(Flow::Next);
        }
        if is_whole && self.makes_array(state, pointer, size) {
            return Ok(Flow::Next);
        }
        let range = match taken == size {
            true => self.concrete_range(state, pointer, size)?,
            false => self.range_of_some(state, pointer, (size, taken))?,
        };
        let Some((object, offset, count)) = range else { return Ok(Flow::Forked) };
        if count > MOST_BYTES {
            let what = format!("{count} bytes of input at once (at most {MOST_BYTES})");
            return Err(self.unsupported(state, what));
        }
        let number = state.input_count() + 1;
        let mut image = Vec::with_capacity(count as usize);
        for index in 0..count {
            let symbol = inputs::byte_symbol(number, name, index);
            let symbol = self.terms.named_symbol(&symbol, Sort::BitVec(8));
            let symbol = (symbol, self.terms.symbol_term(symbol));
            let bits = self.input_bits(symbol, 8);
            let value = klew_memory::from_term(self.terms, bits);
            image.push((value, 8));
            self.take_byte(state, (object, offset), (index, taken), value);
        }
        let record = InputRecord {
            name: Rc::clone(name),
            image: image.into(),
            value_type: None,
            position: self.position(state),
            origin: site.origin,
            modelled: self.is_modelled(state, site.origin),
        };
        self.trace_input_bytes(state, &record);
        state.inputs.push(record);
        self.settle(state)?;
        Ok(Flow::Next)
    }
}

impl Machine<'_> {
    fn asks_for_unwritten(&self) -> bool {
        self.configuration.properties.contains(Property::Initialised)
    }

    /// Where bytes are of which only some become inputs, and how many these are at most; they are known to be accessible. Nothing if
    /// the state was forked.
    fn range_of_some(
        &mut self,
        state: &mut State,
        pointer: Source,
        (size, taken): (Source, Source),
    ) -> Step<Option<(ObjectId, u64, u64)>> {
        let width = Type::Int(self.pointer_bits());
        if let Value::Int(_) = self.operand(state, taken, width) {
            return self.concrete_range(state, pointer, taken);
        }
        if self.resolve_object(state, pointer)? == Some(true) {
            return Ok(None);
        }
        let place = self.place(state, pointer);
        let room = match (place, state.memory.object(place.object())) {
            (Place::At(_, offset), Some(object)) => {
                object.concrete_size().map(|all| all.saturating_sub(offset))
            }
            _ => None,
        };
        let count = match (self.operand(state, size, width), room) {
            (Value::Int(count), Some(room)) => count.min(room),
            (_, Some(room)) if room <= MOST_BYTES => room,
            _ => return self.concrete_range(state, pointer, size),
        };
        if self.unfold_whole(state, place.object())? {
            return Ok(None);
        }
        match place {
            Place::At(object, offset) => Ok(Some((object, offset, count))),
            Place::Within(..) => Err(self.unsupported(state, "a place that is not concrete")),
        }
    }

    /// One of the bytes that become inputs as far as so many are taken.
    fn take_byte(
        &mut self,
        state: &mut State,
        (object, offset): (ObjectId, u64),
        (index, taken): (u64, Source),
        value: Value,
    ) {
        let byte = Type::Int(8);
        let taken = self.operand(state, taken, Type::Int(self.pointer_bits()));
        // Where nothing was written anything may be, and so this.
        let is_any =
            !self.asks_for_unwritten() && state.memory.is_undefined(object, offset + index, 1);
        if matches!(taken, Value::Int(_)) || is_any {
            state.memory.store(self.terms, object, offset + index, byte, value);
            return;
        }
        let taken = self.value_term(&mut state.memory, taken, Type::Int(self.pointer_bits()));
        let start = self.number(offset);
        state.memory.write_if_within(self.terms, (object, start), index, taken, byte, value);
    }
}

/// What is taken for granted of what such a pointer points to.
fn assumptions(types: SourceTypes<'_>, mut id: SourceTypeId) -> &'static [InputAssumption] {
    // No chain of pointers is longer, unless it is a circle.
    for _ in types.0 {
        match types.pointee(id) {
            Some(to) => id = to,
            None if types.is_class(id) => {
                return &[InputAssumption::DeclaredTypes, InputAssumption::KnownClasses];
            }
            None => break,
        }
    }
    &[
        InputAssumption::DeclaredTypes,
        InputAssumption::NoInteriorAliasing,
        InputAssumption::TypedAliasing,
    ]
}
