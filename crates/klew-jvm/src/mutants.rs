//! Class files with a few bytes changed: an error or a well-formed program, never a panic.

use crate::class_file::ClassFile;
use crate::{Container, Entry, Request, lower};

/// A small generator of numbers (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        match random.below(8) {
            0 => {
                bytes.remove(at);
            }
            1 => bytes.insert(at, random.next() as u8),
            2 => bytes.truncate(at.max(16)),
            3 => bytes[at] = 0xff,
            4 => bytes[at] ^= 1 << random.below(8),
            5 => {
                let from = random.below(bytes.len());
                bytes[at] = bytes[from];
            }
            _ => bytes[at] = random.next() as u8,
        }
    }
}

/// Reads and lowers mutants of klew's models; how many could be read, and how many lowered.
fn run(count: usize, seed: u64) -> (usize, usize) {
    let jar = include_bytes!("../library/models.jar");
    let models = Container::jar("models", jar).unwrap();
    let small: Vec<(&String, &Vec<u8>)> = models
        .classes
        .iter()
        .filter(|it| it.1.len() < 6000 && !it.0.ends_with("Intrinsics"))
        .collect();
    let mut random = Random(seed);
    let (mut read, mut lowered) = (0, 0);
    for number in 0..count {
        let (name, original) = small[random.below(small.len())];
        let methods = ClassFile::read(original).unwrap().methods;
        let method = &methods[random.below(methods.len())];
        let mut bytes = original.clone();
        mutate(&mut bytes, &mut random);
        let _ = crate::summary::summary(&bytes);
        if ClassFile::read(&bytes).is_err() {
            continue;
        }
        read += 1;
        let mut others = models.clone();
        others.classes.remove(name);
        let mut user = Container::new("mutant");
        user.classes.insert(name.clone(), bytes);
        let entry = format!("{}.{}{}", name.replace('/', "."), method.name, method.descriptor);
        let request = Request {
            class_path: &[user],
            models: &others,
            jdk: None,
            entry: Entry::Method(entry),
            preconditions: Vec::new(),
            not_null: Vec::new(),
            allowed: Vec::new(),
            surroundings: crate::surroundings::Surroundings::default(),
            target: None,
        };
        if let Ok(program) = lower(&request) {
            lowered += 1;
            if let Err(errors) = klew_ir::verify_program(&program.program) {
                panic!("mutant {number} of {name} (seed {seed}): {:?}", errors.first());
            }
        }
    }
    (read, lowered)
}

#[test]
fn mutants_do_not_panic() {
    let (read, lowered) = run(5000, 0x9e37_79b9_7f4a_7c15);
    assert!(read > 500 && lowered > 100, "{read} read, {lowered} lowered");
}

#[test]
#[ignore = "takes a minute"]
fn many_mutants_do_not_panic() {
    for seed in 1..=20 {
        run(10_000, seed * 0x1234_5677);
    }
}
