//! Random testing as an engine: concrete runs with inputs drawn from a seed. It finds what many inputs show, at no cost of
//! a solver, and never shows that a check holds.
//!
//! Inputs are made of what the program compares with ([`dictionary`]). Those of runs that came to something new are kept,
//! and most others are mutants of them ([`mutation`]), as in greybox fuzzing (M. Böhme, V. Pham, A. Roychoudhury,
//! *Coverage-based Greybox Fuzzing as Markov Chain*, CCS 2016). New is code that was entered, and an access that reached
//! further into its object than all before.
//!
//! Programs that read standard input get a whole text to read, most often ([`texts`], [`reading`]). An input that fails a check is made
//! shorter before anybody is told ([`shorter`]).
//!
//! **Invariant**: the same task and seed make the same runs.
//! **Invariant**: nothing here knows how a run is made; that is the validation's.

mod dictionary;
mod mutation;
mod numbers;
mod reading;
pub mod shorter;
mod texts;

use std::collections::BTreeMap;
use std::rc::Rc;

use klew_engine::{Account, Desk, Draw, Engine, Figures, Limit, NamedInputs, Ran, Target, Task};
use klew_ir::{CheckId, Program};
use klew_term::BitVecValue;

use dictionary::Dictionary;
use numbers::{Numbers, mixed};
pub use reading::{Reading, reads_text};

/// Runs, if nothing ends them before.
const MOST_RUNS: u64 = 1_000_000;

/// Runs without anything new after which there will hardly be more; and so many times as many as came to that.
const FRUITLESS: u64 = 100_000;

/// The first runs: nothing is made for them.
const PURE_RUNS: u64 = 16;

/// The part of a run's seed that says how its inputs are drawn.
const STYLES: u64 = 7;

/// Inputs that are kept; the oldest go.
const MOST_KEPT: usize = 512;

/// A run that is so many times as long as another is changed that much more rarely.
const MUCH_LONGER: u64 = 4;

/// How often a shorter one is looked for.
const SHORTER: usize = 3;

/// Where texts are read, one run of so many is given numbers: runs that read what is drawn one by one hardly come to an end of it.
const NOT_A_TEXT: usize = 64;
/// Where only numbers are.
const NOT_NUMBERS_OF_A_TEXT: usize = 2;

/// How often the last input of a run that is none is drawn again.
const REPAIRS: u64 = 6;

/// The most runs, and about the most instructions, that making an input shorter takes.
const MOST_TRIES: u32 = 400;
const MOST_TRIED: u64 = 3_000_000;

/// How often inputs that fail one check are made shorter: where runs outside do not fail, others are found again and again.
const MOST_SHORTENED: u32 = 4;

/// Random testing. Asked again, it goes on where it was stopped.
#[derive(Debug, Default)]
pub struct Random {
    testing: Option<Testing>,
}

impl Engine for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn may_end(&self) -> bool {
        false
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        let testing = self.testing.get_or_insert_with(|| Testing::new(task));
        testing.run(desk);
        let what = format!("{} random runs do not show that a check holds", testing.runs);
        let mut account = std::mem::take(&mut testing.account);
        account.limit(Limit::Incomplete(what), 1);
        Account { figures: std::mem::take(&mut testing.figures), ..account }
    }
}

/// Inputs of a run that came to something new, and how long it was, in instructions.
#[derive(Debug)]
struct Kept {
    inputs: Vec<u64>,
    /// What it read, where it was given a text.
    text: Option<Rc<[u8]>>,
    instructions: u64,
}

/// What a run is given.
enum Given {
    /// Its first inputs, in their order.
    Numbers(Vec<u64>),
    /// What it reads.
    Text(Rc<[u8]>),
}

/// The runs of a task.
#[derive(Debug)]
struct Testing {
    seed: u64,
    /// One run of so many is given numbers, and others a text, if the program may read one.
    not_a_text: Option<usize>,
    random: Numbers,
    dictionary: Dictionary,
    /// Inputs of runs that came to something new, the newest last.
    kept: Vec<Kept>,
    /// When the last of them ran.
    last_new: u64,
    /// All runs.
    runs: u64,
    /// The number of the last run that was over before its end, as a turn was.
    cut: Option<u64>,
    /// How often inputs that fail a check were made shorter.
    shortened: BTreeMap<CheckId, u32>,
    /// Of this turn.
    account: Account,
    figures: Figures,
}

impl Testing {
    fn new(task: &Task<'_>) -> Testing {
        Testing {
            seed: task.seed,
            not_a_text: not_a_text(task.program),
            random: Numbers::new(mixed(task.seed, u64::MAX)),
            dictionary: Dictionary::of(task.program),
            kept: Vec::new(),
            last_new: 0,
            runs: 0,
            cut: None,
            shortened: BTreeMap::new(),
            account: Account::default(),
            figures: Figures::default(),
        }
    }

    fn run(&mut self, desk: &mut Desk<'_>) {
        while self.runs < MOST_RUNS.min(FRUITLESS + 2 * self.last_new) {
            let given = self.next_given();
            let is_text = matches!(given, Given::Text(_));
            let Some(mut ran) = self.run_once(desk, given) else { break };
            let mut tries = 0;
            while ran.is_excluded && !is_text && tries < REPAIRS && !ran.inputs.is_empty() {
                let last = ran.inputs.len() - 1;
                ran.inputs[last] = mutation::number(&mut self.random, &self.dictionary);
                let Some(again) = self.run_once(desk, Given::Numbers(ran.inputs)) else { return };
                // What was repaired may be followed by something else that is refused.
                tries = if again.inputs.len() > last + 1 { 0 } else { tries + 1 };
                ran = again;
            }
            if ran.inputs.is_empty() {
                // Every run is the same.
                break;
            }
        }
    }

    fn next_given(&mut self) -> Given {
        if self.runs < PURE_RUNS {
            return Given::Numbers(Vec::new());
        }
        let kept = match self.random.below(8) {
            0 => None,
            _ => self.one_kept(),
        };
        let (random, dictionary) = (&mut self.random, &self.dictionary);
        let is_text = self.not_a_text.is_some_and(|one| random.below(one) > 0);
        let kept = kept.map(|kept| &self.kept[kept]).filter(|kept| kept.text.is_some() == is_text);
        let Some(kept) = kept else {
            return match is_text {
                true => Given::Text(texts::anew(random, dictionary).into()),
                false => Given::Numbers(mutation::anew(random, dictionary)),
            };
        };
        let other = random.one_of(&self.kept);
        match &kept.text {
            Some(text) => {
                let other = other.and_then(|other| other.text.as_deref()).unwrap_or_default();
                Given::Text(texts::mutant(text, other, random, dictionary).into())
            }
            None => {
                let other = other.map_or(&[][..], |other| &other.inputs);
                Given::Numbers(mutation::mutant(&kept.inputs, other, random, dictionary))
            }
        }
    }

    /// Which of the kept inputs to change. The newest have more turns; but much shorter runs among all go before, most often, as there are more of
    /// them in a time.
    fn one_kept(&mut self) -> Option<usize> {
        if self.kept.is_empty() {
            return None;
        }
        let (random, kept) = (&mut self.random, &self.kept);
        let recent = kept.len().min(1 << random.below(10));
        let mut one = kept.len() - 1 - random.below(recent);
        for _ in 0..SHORTER {
            let other = random.below(kept.len());
            let is_shorter = kept[one].instructions > MUCH_LONGER * kept[other].instructions;
            if is_shorter && random.below(MUCH_LONGER as usize) > 0 {
                one = other;
            }
        }
        Some(one)
    }

    /// Runs once; nothing if that is to be the end.
    fn run_once(&mut self, desk: &mut Desk<'_>, given: Given) -> Option<Ran> {
        if let Some(reason) = desk.stop() {
            self.account.limit(Limit::Stopped(reason), 1);
            return None;
        }
        // The first runs are of all styles, others of any.
        let mut seed = mixed(self.seed, self.runs);
        if self.runs < PURE_RUNS {
            seed = seed & !STYLES | self.runs & STYLES;
        }
        let (made, reading) = drawn(&given, seed);
        let mut ran = desk.try_out(made);
        let text = reading.filter(|reading| reading.is_read()).map(|reading| reading.text());
        if let Some((target, _)) = ran.violated.first() {
            let target = target.clone();
            let shorter = self.shorter(desk, (given, seed), &ran, &target);
            let told = desk.run(shorter);
            (ran.violated, ran.enough) = (told.violated, told.enough);
        }
        self.figures.paths += 1;
        self.figures.instructions += ran.instructions;
        self.figures.findings += ran.violated.len();
        match desk.stop() {
            // It was cut: it is the first of the next turn, too, but no more often.
            Some(_) if self.cut != Some(self.runs) => self.cut = Some(self.runs),
            _ => self.runs += 1,
        }
        desk.progress(&self.figures);
        if ran.enough {
            self.account.limit(Limit::StoppedAtFinding, 1);
            return None;
        }
        if ran.is_new && (text.is_some() || ran.inputs.len() <= mutation::LONGEST) {
            if self.kept.len() >= MOST_KEPT {
                self.kept.remove(0);
            }
            let (inputs, instructions) = (ran.inputs.clone(), ran.instructions);
            self.kept.push(Kept { inputs, text, instructions });
            self.last_new = self.runs;
        }
        Some(ran)
    }

    /// Something shorter that a run may be given instead, which fails the same check.
    fn shorter(
        &mut self,
        desk: &mut Desk<'_>,
        (given, seed): (Given, u64),
        ran: &Ran,
        target: &Target,
    ) -> Draw {
        let times = self.shortened.entry(target.check).or_default();
        *times += 1;
        if *times > MOST_SHORTENED || ran.inputs.len() > mutation::LONGEST {
            return drawn(&given, seed).0;
        }
        let (mut tries, mut instructions) = (0, 0);
        let mut fails = |draw: Draw| {
            if tries >= MOST_TRIES || instructions >= MOST_TRIED || desk.stop().is_some() {
                return None;
            }
            let tried = desk.try_out(draw);
            tries += 1;
            instructions += tried.instructions;
            Some(tried.violated.iter().any(|(found, _)| found == target))
        };
        match given {
            Given::Text(text) => {
                let made = |text: &[u8]| drawn(&Given::Text(text.into()), seed).0;
                made(&shorter::text(text.to_vec(), &mut |text: &[u8]| fails(made(text))))
            }
            // What is asked for behind them is to be simple, too.
            Given::Numbers(_) if fails(with_zeros(&ran.inputs)) == Some(true) => {
                let fails = &mut |numbers: &[u64]| fails(with_zeros(numbers));
                with_zeros(&shorter::numbers(ran.inputs.clone(), fails))
            }
            Given::Numbers(_) => drawn(&given, seed).0,
        }
    }
}

/// Which part of the runs is given numbers where others are given a text, if the program may read one.
fn not_a_text(program: &Program) -> Option<usize> {
    let numbers = reading::reads_numbers(program).then_some(NOT_NUMBERS_OF_A_TEXT);
    if reading::reads_text(program) { Some(NOT_A_TEXT) } else { numbers }
}

/// These inputs, and then zeros.
fn with_zeros(beginning: &[u64]) -> Draw {
    let value = |_, _, width| BitVecValue::new(width, 0);
    Draw { beginning: beginning.into(), seed: 0, value, named: None }
}

/// What a run with that seed is given, and the text that it reads.
fn drawn(given: &Given, seed: u64) -> (Draw, Option<Rc<Reading>>) {
    let (beginning, reading): (Rc<[u64]>, _) = match given {
        Given::Numbers(beginning) => (beginning.as_slice().into(), None),
        Given::Text(text) => ([].into(), Some(Rc::new(Reading::new(Rc::clone(text))))),
    };
    let named = reading.clone().map(|reading| reading as Rc<dyn NamedInputs>);
    (Draw { beginning, seed, value: draw, named }, reading)
}

/// The input of that number of the run with that seed, behind those that were made for it. Programs compare inputs with small
/// numbers, with characters and with the ends of their ranges, so these are drawn more often than others. In some runs all are the same: what
/// comes of each loop going one way throughout, others hardly come to. In some they go up, or down: what is wrong only with the last of many
/// shows where that is the greatest or the least.
fn draw(seed: u64, number: u64, width: u32) -> BitVecValue {
    let number = match seed & STYLES {
        // Up; down; all the same, twice as often.
        1 => return whole(number, width),
        2 => return whole(number.wrapping_neg(), width),
        3 | 7 => 0,
        _ => number,
    };
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
    whole(value, width)
}

/// A number of some width.
fn whole(value: u64, width: u32) -> BitVecValue {
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

    /// Mutation never indexes outside of what there is, and makes long lists of short ones.
    #[test]
    fn mutants_of_any_list() {
        let dictionary = Dictionary::default();
        let mut random = Numbers::new(3);
        let mut inputs = Vec::new();
        let mut longest = 0;
        for _ in 0..5_000 {
            let other = mutation::anew(&mut random, &dictionary);
            inputs = mutation::mutant(&inputs, &other, &mut random, &dictionary);
            longest = longest.max(inputs.len());
        }
        assert!((8..=mutation::LONGEST).contains(&longest), "{longest}");
    }
}
