//! Random testing as an engine: concrete runs with inputs drawn from a seed. It finds what many inputs show, at no cost of
//! a solver, and never shows that a check holds.
//!
//! **Invariant**: the same task and seed make the same runs.
//! **Invariant**: nothing here knows how a run is made; that is the validation's.

use klew_engine::{Account, Desk, Draw, Engine, Figures, Limit, Task};
use klew_term::BitVecValue;

/// Runs, if nothing ends them before.
const MOST_RUNS: u64 = 20_000;

/// Random testing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Engine for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        let mut account = Account::default();
        let mut figures = Figures::default();
        for run in 0..MOST_RUNS {
            if let Some(reason) = desk.stop() {
                account.limit(Limit::Stopped(reason), 1);
                break;
            }
            let ran = desk.run(Draw { seed: mixed(task.seed, run), value: draw });
            figures.paths += 1;
            figures.instructions += ran.instructions;
            figures.findings += ran.violated.len();
            desk.progress(&figures);
            if ran.enough {
                account.limit(Limit::StoppedAtFinding, 1);
                break;
            }
            if ran.inputs == 0 {
                // Every run is the same.
                break;
            }
        }
        let what = format!("{} random runs do not show that a check holds", figures.paths);
        account.limit(Limit::Incomplete(what), 1);
        Account { figures, ..account }
    }
}

/// Mixes two numbers so that all bits of the result depend on all of theirs (the finalizer of SplitMix64: G. L. Steele,
/// D. Lea, C. H. Flood, *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014).
fn mixed(seed: u64, number: u64) -> u64 {
    let mut mix = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mix = (mix ^ (mix >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mix = (mix ^ (mix >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mix ^ (mix >> 31)
}

/// The input of that number of the run with that seed. Programs compare inputs with small numbers, with characters and with the
/// ends of their ranges, so these are drawn more often than others.
fn draw(seed: u64, number: u64, width: u32) -> BitVecValue {
    let bits = mixed(seed, number);
    let chosen = bits >> 3;
    let value = match bits & 7 {
        0 => 0,
        1 => 1 + chosen % 3,
        2 => chosen % 17,
        3 => (chosen % 17).wrapping_neg(),
        4 => 32 + chosen % 95,
        5 => (1 << (width.min(64) - 1)) - (chosen & 1),
        _ => return wide(seed, number, width),
    };
    let whole = BitVecValue::new(64, value);
    match width {
        0..64 => whole.extract(width - 1, 0),
        64 => whole,
        _ => whole.sign_extend(width),
    }
}

/// A number all of whose bits are drawn.
fn wide(seed: u64, number: u64, width: u32) -> BitVecValue {
    let mut value = BitVecValue::new(64, mixed(!seed, number));
    let mut word = 1;
    while value.width() < width {
        value = value.concat(&BitVecValue::new(64, mixed(!seed, number.wrapping_add(word << 32))));
        word += 1;
    }
    if value.width() == width { value } else { value.extract(width - 1, 0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_have_their_width_and_differ() {
        for width in [1, 7, 8, 16, 32, 33, 64, 65, 80, 128] {
            let drawn: Vec<BitVecValue> =
                (0..200).map(|run| draw(mixed(7, run), 3, width)).collect();
            assert!(drawn.iter().all(|value| value.width() == width), "{width}");
            let mut several: Vec<String> = drawn.iter().map(|value| format!("{value:?}")).collect();
            several.sort();
            several.dedup();
            assert!(several.len() >= if width == 1 { 2 } else { 8 }, "{width}: {}", several.len());
            assert_eq!(drawn[5], draw(mixed(7, 5), 3, width), "the same seed draws the same");
        }
    }
}
