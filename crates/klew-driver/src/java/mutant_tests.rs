//! Damaged class files through the whole of klew: they may be refused, with a message, or run; nothing may panic.

use klew_engine::{Control, Limits, StopReason};
use klew_forward::{Configuration, Forward, Monitor, Progress};
use klew_solver::{Interrupt, SolverConfiguration, build};

use super::*;

const MUTANTS: usize = 300;

const PROGRAM: &str = r#"public class Main {
    interface Shape {
        int size();
    }

    record Square(int side) implements Shape {
        public int size() {
            return side * side;
        }
    }

    enum Mode { ONE, TWO }

    private static long total;

    static int pick(int[] numbers, int index) {
        try {
            return numbers[index];
        } catch (ArrayIndexOutOfBoundsException error) {
            return -1;
        } finally {
            total++;
        }
    }

    public static void main(String[] arguments) {
        int number = Klew.anyInt();
        Shape shape = number > 3 ? new Square(number) : () -> 7;
        switch (number) {
            case 1 -> total += Mode.valueOf("TWO").ordinal();
            case 2 -> total /= number - 2;
            default -> total -= pick(new int[] {1, 2, 3}, number);
        }
        double half = total * 0.5;
        String text = "total " + total + half;
        assert shape.size() != 25 || text.length() > 3 : text;
    }
}
"#;

/// A small generator of pseudo-random numbers (xorshift), for reproducible mutants.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    fn mutant(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..1 + self.below(3) {
            let (at, other) = (self.below(bytes.len()), self.below(bytes.len()));
            match self.below(8) {
                0 => bytes[at] = bytes[other],
                1 => bytes.swap(at, other),
                2 => bytes[at] = self.below(256) as u8,
                3 => bytes[at] ^= 1 << self.below(8),
                4 => bytes[at] = [0, 0xff, 0x7f, 0x80][other % 4],
                5 => bytes[at] = bytes[at].wrapping_add(1),
                6 if self.below(4) == 0 => bytes.truncate(at.max(1)),
                _ => drop(bytes.remove(at)),
            }
        }
        bytes
    }
}

/// Ends a run after some work, whatever it does.
struct Impatient(u32);

impl Monitor for Impatient {
    fn tick(&mut self, _: &Progress) -> Control {
        self.0 += 1;
        if self.0 > 4 { Control::Stop(StopReason::Time) } else { Control::Continue }
    }
}

fn explore(program: &Program) {
    let interrupt = Interrupt::new();
    let limit = Some(std::time::Duration::from_millis(20));
    let configuration = SolverConfiguration { limit, ..SolverConfiguration::default() };
    let solver = build(configuration, &interrupt).expect("a linked solver");
    let limits = Limits { max_instructions: Some(3000), ..Limits::default() };
    let configuration = Configuration { limits, ..Configuration::default() };
    if let Ok(mut forward) = Forward::new(program, configuration, solver) {
        let outcome = forward.run(&mut Impatient(0));
        assert!(outcome.statistics.instructions <= 100_000);
    }
}

#[test]
fn damaged_class_files() {
    let work = tempfile::tempdir().unwrap();
    let source = work.path().join("Main.java");
    fs::write(&source, PROGRAM).unwrap();
    let mut named = Named::empty(work.path());
    named.files = vec![SourceFile { path: source, kind: Kind::Java }];
    let clock = Clock::start(None);
    let (java, _) = prepare(&named, &Options::default(), &clock).unwrap();
    let classes = java.compilation.map(|compilation| compilation.to).unwrap();
    let mut files = class_path::files_below(&classes, "class").unwrap();
    files.retain(|file| file.to_string_lossy().contains("Main"));
    named.files = vec![SourceFile { path: classes, kind: Kind::Folder }];
    let mut random = Random(20261121);
    let mut accepted = 0;
    for number in 0..MUTANTS {
        // Most of the code is in Main.
        let file = if number % 2 == 0 { files.last() } else { files.get(number % files.len()) };
        let file = file.expect("a class");
        let whole = fs::read(file).unwrap();
        fs::write(file, random.mutant(&whole)).unwrap();
        if let Ok((program, _)) = load(&named, &Options::default(), &clock) {
            accepted += 1;
            if number % 4 == 0 {
                explore(&program);
            }
        }
        fs::write(file, whole).unwrap();
    }
    assert!(accepted > MUTANTS / 10, "{accepted}");
}
