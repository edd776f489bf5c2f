//! Damaged programs through the whole of klew: texts that are cut, doubled and exchanged may be refused, with
//! a message, or run; nothing may panic.

use std::fs;
use std::path::{Path, PathBuf};

use klew_forward::{Configuration, Control, Forward, Limits, Monitor, Progress, StopReason};
use klew_ir::{Program, parse_program, verify_program};
use klew_llvm::lower::{LowerOptions, lower};
use klew_solver::{Interrupt, SolverConfiguration, build};

const MUTANTS: usize = 2600;

/// A small generator of pseudo-random numbers (xorshift), for reproducible mutants.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    /// The text with a few words or bytes lost, doubled, exchanged or replaced, or cut at the end.
    fn mutant(&mut self, text: &str) -> String {
        let mut words: Vec<&str> = text.split_inclusive([' ', '\n', ',', '(', ')']).collect();
        for _ in 0..1 + self.below(2) {
            let (at, other) = (self.below(words.len()), self.below(words.len()));
            match self.below(6) {
                0 => words[at] = words[other],
                1 => words.swap(at, other),
                2 => drop(words.remove(at)),
                3 => words.insert(at, words[other]),
                4 => words.insert(at, ["0", "-1", "i1", "i64", "null", "{", "%x"][other % 7]),
                _ if self.below(8) == 0 => words.truncate(at.max(1)),
                _ => {
                    let near = (at + 1 + self.below(4)).min(words.len() - 1);
                    words.swap(at, near);
                }
            }
            if words.len() < 2 {
                break;
            }
        }
        words.concat()
    }
}

/// Ends a run after some work, whatever it does.
struct Impatient(u32);

impl Monitor for Impatient {
    fn tick(&mut self, _: &Progress) -> Control {
        self.0 += 1;
        if self.0 > 8 { Control::Stop(StopReason::Time) } else { Control::Continue }
    }
}

fn run(program: &Program) {
    let interrupt = Interrupt::new();
    let limit = Some(std::time::Duration::from_millis(50));
    let configuration = SolverConfiguration { limit, ..SolverConfiguration::default() };
    let solver = build(configuration, &interrupt).expect("a linked solver");
    let limits = Limits { max_instructions: Some(3000), ..Limits::default() };
    let configuration = Configuration { limits, ..Configuration::default() };
    if let Ok(mut forward) = Forward::new(program, configuration, solver) {
        let outcome = forward.run(&mut Impatient(0));
        assert!(outcome.statistics.instructions <= 100_000);
    }
}

fn samples(folder: &str, ending: &str) -> Vec<String> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the project") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == ending) {
                files.push(path);
            }
        }
    }
    files.sort();
    files.iter().map(|file| fs::read_to_string(file).expect("a readable sample")).collect()
}

#[test]
fn damaged_kir_is_refused_or_runs() {
    let samples = samples("../klew-forward/tests/programs", "kir");
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut ran = 0;
    for round in 0..MUTANTS {
        let text = random.mutant(&samples[round % samples.len()]);
        let Ok(program) = parse_program(&text, "mutant.kir") else { continue };
        if verify_program(&program).is_ok() {
            ran += 1;
            run(&program);
        }
    }
    assert!(ran > MUTANTS / 20, "only {ran} mutants ran");
}

#[test]
fn damaged_llvm_text_is_refused_or_runs() {
    let samples = samples("../klew-llvm/tests/programs", "ll");
    let mut random = Random(0x0fed_cba9_8765_4321);
    let (mut lowered, mut ran) = (0, 0);
    for round in 0..MUTANTS {
        let text = random.mutant(&samples[round % samples.len()]);
        let Ok(module) = klew_llvm::read_module(&text, "mutant.ll") else { continue };
        // Without an entry everything is lowered; with one, it can run.
        let entry = (round % 4 == 0).then(|| "main".to_owned());
        let options = LowerOptions { entry, ..LowerOptions::default() };
        let Ok(program) = lower(vec![module], &options) else { continue };
        lowered += 1;
        if program.entry.is_some() {
            ran += 1;
            run(&program);
        }
    }
    assert!(lowered > MUTANTS / 10 && ran > MUTANTS / 50, "{lowered} lowered, {ran} ran");
}
