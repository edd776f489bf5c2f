//! Inputs as lists of numbers, made anew and by mutation: what greybox fuzzers do to bytes (the operators are those of
//! AFL's "havoc" stage: M. Zalewski, *Technical whitepaper for afl-fuzz*), done to the inputs of a run in the order in
//! which it asks for them.

use crate::dictionary::Dictionary;
use crate::numbers::Numbers;

/// Inputs that are kept of a run.
pub const LONGEST: usize = 1024;

/// A new list; short ones are drawn more often.
pub fn anew(random: &mut Numbers, dictionary: &Dictionary) -> Vec<u64> {
    let most = 1 << random.below(7);
    let length = random.below(most + 1);
    let mut inputs = Vec::new();
    while inputs.len() < length {
        match dictionary.text(random) {
            Some(text) if random.below(8) == 0 => inputs.extend(text.iter().map(|b| u64::from(*b))),
            _ => inputs.push(number(random, dictionary)),
        }
    }
    inputs
}

/// A number that programs may look for: one that it compares with, one between zero and that, a small one, a character, an end of a range.
pub fn number(random: &mut Numbers, dictionary: &Dictionary) -> u64 {
    let bits = random.next();
    let chosen = bits >> 4;
    match bits & 15 {
        0..3 => dictionary.number(random).unwrap_or(chosen % 256),
        3 | 4 => up_to(dictionary.number(random).unwrap_or(255), chosen),
        5 => 0,
        6 => 1,
        7 => chosen % 17,
        8 => (chosen % 3).wrapping_neg(),
        9 => u64::from(b"\n ,=:;\t-"[(chosen % 8) as usize]),
        10 => 48 + chosen % 10,
        11 | 12 => 97 + chosen % 26,
        13 => 32 + chosen % 95,
        14 => chosen % 256,
        _ => mixed_range(chosen),
    }
}

/// A number from zero to another, or to that without its sign where it may be a negative number of 32 bits: compilers ask whether a number less
/// 1001 is below minus 1000.
fn up_to(most: u64, chosen: u64) -> u64 {
    let most = most.min(u64::from((most as u32).wrapping_neg()));
    chosen % (most + 1)
}

/// The end of a range of some width, or anything.
fn mixed_range(chosen: u64) -> u64 {
    let end = 1u64 << (chosen % 64);
    match (chosen >> 6) % 3 {
        0 => end - 1,
        1 => end,
        _ => chosen.wrapping_mul(0x9e37_79b9_7f4a_7c15),
    }
}

/// A list like `inputs`; `other` is one to take parts from.
pub fn mutant(
    inputs: &[u64],
    other: &[u64],
    random: &mut Numbers,
    dictionary: &Dictionary,
) -> Vec<u64> {
    let mut mutant = inputs.to_vec();
    for _ in 0..1 << random.below(4) {
        mutate(&mut mutant, other, random, dictionary);
    }
    mutant.truncate(LONGEST);
    mutant
}

fn mutate(inputs: &mut Vec<u64>, other: &[u64], random: &mut Numbers, dictionary: &Dictionary) {
    let at = random.below(inputs.len());
    let most = 1 << random.below(5);
    let length = 1 + random.below(most);
    let end = (at + length).min(inputs.len());
    match random.below(9) {
        0 | 1 if at < inputs.len() => inputs[at] = number(random, dictionary),
        2 if at < inputs.len() => {
            let by = 1 + random.below(4) as u64;
            inputs[at] = match random.below(2) {
                0 => inputs[at].wrapping_add(by),
                _ => inputs[at].wrapping_sub(by),
            };
        }
        3 => {
            let new = number(random, dictionary);
            inputs.splice(at..at, std::iter::repeat_n(new, length));
        }
        4 => drop(inputs.drain(at..end)),
        5 => {
            let repeated = inputs[at..end].to_vec();
            inputs.splice(end..end, repeated);
        }
        6 => {
            if let Some(text) = dictionary.text(random) {
                let text: Vec<u64> = text.iter().map(|byte| u64::from(*byte)).collect();
                let replaced = if random.below(2) == 0 { at } else { end };
                inputs.splice(at..replaced, text);
            }
        }
        7 => inputs.truncate(at),
        8 => {
            let from = random.below(other.len());
            let to = (from + length).min(other.len());
            inputs.splice(at..end, other[from..to].iter().copied());
        }
        _ => inputs.push(number(random, dictionary)),
    }
}
