//! Findings are told with simpler inputs than those that an engine came to: what a solver gives is any input with which the check fails.
//!
//! The text of standard input is made shorter, other inputs are replaced by zeros, ones, letters, as long as klew's own run fails the same
//! check (delta debugging, as for what random runs find: klew-random's `shorter.rs`).
//!
//! **Invariant**: what is given is a witness that klew's own run had, of the same target.

use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use klew_engine::{Draw, InputValue, NamedInputs, Target, Witness};
use klew_forward::ReplayValidator;
use klew_ir::{Program, Type, inputs};
use klew_random::{Reading, shorter};
use klew_report::value::Reading as Reads;
use klew_report::{outside, standard_input};
use klew_term::{BitVecValue, Constant};

use crate::findings;

/// So many runs, of so many instructions together, so that what is told does not depend on how busy the machine is.
const MOST_TRIES: usize = 400;
const MOST_TRIED: u64 = 500_000;
/// In no more than this part of the time so far, if that is more than a moment.
const SHARE: u32 = 4;
const LEAST: Duration = Duration::from_millis(500);

/// A seed with which memory that was never written is zero.
const UNWRITTEN_IS_ZERO: u64 = 1 << 8;

/// A witness of the same target with simpler inputs, if there is one.
pub fn simpler(
    (program, own): (&Program, &mut ReplayValidator<'_>),
    witness: &Witness,
    elapsed: Duration,
) -> Option<Witness> {
    if witness.property.is_leak() || !witness.heap.is_empty() || witness.inputs.is_empty() {
        return None;
    }
    let until = Instant::now() + (elapsed / SHARE).max(LEAST);
    let mut tries = Tries { own, witness, until, count: 0, instructions: 0, best: None };
    match text_of(program, witness) {
        Some(text) => tries.shorten(&text),
        None => tries.simplify(program),
    }
    tries.best
}

/// The text that the run reads on standard input, if it reads some and no file.
fn text_of(program: &Program, witness: &Witness) -> Option<Vec<u8>> {
    let inputs: Vec<_> =
        witness.inputs.iter().map(|value| findings::input(program, value)).collect();
    let (text, files) = standard_input::read(&inputs);
    text.filter(|_| files.is_empty())
}

/// Runs with other inputs.
struct Tries<'v, 'p> {
    own: &'v mut ReplayValidator<'p>,
    witness: &'v Witness,
    until: Instant,
    count: usize,
    instructions: u64,
    /// The last that failed.
    best: Option<Witness>,
}

impl Tries<'_, '_> {
    /// Whether the check fails in a run with these inputs, where all others are zero; nothing if no more runs are to be made.
    fn fails(&mut self, named: Rc<dyn NamedInputs>) -> Option<bool> {
        let until = self.until;
        let is_over = move || Instant::now() >= until;
        if is_over() || self.count >= MOST_TRIES || self.instructions >= MOST_TRIED {
            return None;
        }
        self.count += 1;
        let value = |_, _, width| BitVecValue::new(width, 0);
        let draw =
            Draw { beginning: [].into(), seed: UNWRITTEN_IS_ZERO, value, named: Some(named) };
        let runs = self.own.random_run(draw, &is_over);
        self.instructions += runs.instructions;
        let found = runs.findings.into_iter().next();
        let found = found.filter(|found| is_as_good(found, self.witness));
        let fails = found.is_some();
        self.best = found.or(self.best.take());
        Some(fails)
    }

    fn shorten(&mut self, text: &[u8]) {
        let others = Rc::new(Values(numbers(self.witness).collect()));
        let mut fails = |text: &[u8]| {
            let reading = Reading::new(text.into());
            self.fails(Rc::new(Text { reading, others: Rc::clone(&others) }))
        };
        // Whether what is read again from the text is the run that was found, is seen here.
        if fails(text) == Some(true) {
            shorter::text(text.to_vec(), &mut fails);
        }
    }

    fn simplify(&mut self, program: &Program) {
        let places = places(program, &self.witness.inputs);
        let others: HashMap<String, BitVecValue> = numbers(self.witness).collect();
        let items = places.iter().map(|place| (place.bits, place.kind)).collect();
        let mut fails = |items: &[(u64, Kind)]| {
            let mut values = others.clone();
            for (place, (bits, _)) in places.iter().zip(items) {
                values.insert(place.symbol.clone(), BitVecValue::new(place.width, *bits));
            }
            self.fails(Rc::new(Values(values)))
        };
        shorter::values(items, simpler_values, &mut fails);
    }
}

/// Whether that is the same finding, and rests on no more.
fn is_as_good(found: &Witness, witness: &Witness) -> bool {
    let rests_on = |witness: &Witness| (witness.choices.clone(), witness.made_up.clone());
    Target::from(found) == Target::from(witness) && rests_on(found) == rests_on(witness)
}

/// What an input is for who reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The low byte of a Java character.
    Character,
    /// Its high byte.
    HighByte,
    /// A byte of a text that ends at its first zero: what is behind that one is not to matter.
    Text,
    /// A zero behind it.
    End,
    /// A byte of anything else.
    Byte,
    Number,
}

/// What may be replaced.
struct Place {
    symbol: String,
    width: u32,
    bits: u64,
    kind: Kind,
}

/// What may be replaced of the inputs; all else is left as it is.
fn places(program: &Program, inputs: &[InputValue]) -> Vec<Place> {
    let mut places = Vec::new();
    for (number, input) in (1..).zip(inputs) {
        match input.value_type {
            Some(Type::Int(width @ 1..=64)) => {
                let symbol = inputs::symbol(number, &input.name);
                let bytes = input.data.iter().rev();
                let bits = bytes.fold(0, |bits, byte| bits << 8 | u64::from(*byte));
                places.push(Place { symbol, width, bits, kind: Kind::Number });
            }
            Some(_) => {}
            None => {
                let kinds = kinds(program, input);
                let bytes = (0..).zip(&input.data).zip(kinds);
                places.extend(bytes.map(|((at, byte), kind)| Place {
                    symbol: inputs::byte_symbol(number, &input.name, at),
                    width: 8,
                    bits: u64::from(*byte),
                    kind,
                }));
            }
        }
    }
    places
}

/// What bytes of memory are.
fn kinds(program: &Program, input: &InputValue) -> Vec<Kind> {
    let size = input.data.len();
    if findings::reading(&input.name, None, size) == Reads::Utf16 {
        return [Kind::Character, Kind::HighByte].into_iter().cycle().take(size).collect();
    }
    if !input.modelled && !outside::is_piece(&findings::input(program, input)) {
        return vec![Kind::Byte; size];
    }
    let end = input.data.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    (0..size).map(|at| if at < end { Kind::Text } else { Kind::End }).collect()
}

/// What a text is made of where it may be anything: `a`, `0` and blanks.
const LETTERS: [u64; 3] = [b'a' as u64, b'0' as u64, b' ' as u64];

fn simpler_values((value, kind): (u64, Kind)) -> Vec<(u64, Kind)> {
    let simpler: &[u64] = match kind {
        Kind::End => &[],
        Kind::Character | Kind::Text => &LETTERS,
        Kind::HighByte => &[0],
        Kind::Byte => &[0, LETTERS[0], LETTERS[1], LETTERS[2]],
        Kind::Number => &[0, 1, value & 0xff, value & 0xffff, value & 0x7fff_ffff],
    };
    simpler.iter().map(|simpler| (*simpler, kind)).collect()
}

/// The witness's symbols.
fn numbers(witness: &Witness) -> impl Iterator<Item = (String, BitVecValue)> {
    witness.symbols.iter().filter_map(|(name, value)| match value {
        Constant::BitVec(value) => Some((name.clone(), value.clone())),
        _ => None,
    })
}

/// Inputs by the names of their symbols.
#[derive(Debug)]
struct Values(HashMap<String, BitVecValue>);

impl NamedInputs for Values {
    fn next(&self, symbol: &str, width: u32) -> Option<BitVecValue> {
        self.0.get(symbol).filter(|value| value.width() == width).cloned()
    }
}

/// A text, and the inputs that are not read from it.
#[derive(Debug)]
struct Text {
    reading: Reading,
    others: Rc<Values>,
}

impl NamedInputs for Text {
    fn next(&self, symbol: &str, width: u32) -> Option<BitVecValue> {
        self.reading.next(symbol, width).or_else(|| self.others.next(symbol, width))
    }
}
