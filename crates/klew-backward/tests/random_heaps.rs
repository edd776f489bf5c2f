//! Generated loop-free programs on a heap: which checks can fail is found by running every input, and all variants
//! of backward execution must say the same. `KLEW_RANDOM_PROGRAMS` says how many.

mod decide;

use std::collections::BTreeSet;
use std::fmt::Write;

use decide::decide;
use klew_backward::{DisjunctLayout, Options, Representation, Solve};
use klew_engine::{Inputs, Task, Unwatched};
use klew_forward::ReplayValidator;
use klew_ir::{Program, PropertySet};
use klew_solver::{Backend, Interrupt, SolverConfiguration, bitwuzla::Bitwuzla, build};
use klew_term::{BitVecValue, Constant};

struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % count
    }

    fn one<'a>(&mut self, names: &'a [String]) -> &'a str {
        &names[self.below(names.len())]
    }
}

/// Inputs take that many values each.
const VALUES: u64 = 4;

struct Writer {
    random: Random,
    text: String,
    next: usize,
    ints: Vec<String>,
    pointers: Vec<String>,
}

impl Writer {
    fn name(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }

    fn truth(&mut self) -> String {
        let result = self.name();
        let comparison = ["eq", "ne", "slt", "sle"][self.random.below(4)];
        let (a, b) = if self.random.below(4) == 0 {
            let a = self.random.one(&self.pointers).to_owned();
            let b = self.random.one(&self.pointers).to_owned();
            let comparison = ["eq", "ne"][self.random.below(2)];
            self.line(&format!("{result} = compare {comparison} ptr {a}, {b}"));
            return result;
        } else {
            let a = self.random.one(&self.ints).to_owned();
            (a, self.random.one(&self.ints).to_owned())
        };
        self.line(&format!("{result} = compare {comparison} i32 {a}, {b}"));
        result
    }

    /// A pointer that may be accessed: checked.
    fn checked(&mut self, offset: u64, size: u64, access: &str) -> String {
        let base = self.random.one(&self.pointers).to_owned();
        let pointer = self.name();
        self.line(&format!("{pointer} = offset {base}, {offset}"));
        self.line(&format!("assert valid-deref accessible {access} {pointer}, {size}"));
        pointer
    }

    fn statement(&mut self) {
        match self.random.below(10) {
            0 | 1 => {
                let at = self.checked(0, 4, "write");
                let value = self.random.one(&self.ints).to_owned();
                self.line(&format!("store i32 {value} to {at}"));
            }
            2 | 3 => {
                let at = self.checked(8, 8, "write");
                let value = self.random.one(&self.pointers).to_owned();
                self.line(&format!("store ptr {value} to {at}"));
            }
            4 => {
                let at = self.checked(0, 4, "read");
                let result = self.name();
                self.line(&format!("{result} = load i32 {at}"));
                self.ints.push(result);
            }
            5 | 6 => {
                let at = self.checked(8, 8, "read");
                let result = self.name();
                self.line(&format!("{result} = load ptr {at}"));
                self.pointers.push(result);
            }
            7 => {
                let result = self.name();
                let operation = ["add", "sub", "mul", "xor"][self.random.below(4)];
                let a = self.random.one(&self.ints).to_owned();
                let b = self.random.one(&self.ints).to_owned();
                self.line(&format!("{result} = {operation} i32 {a}, {b}"));
                self.ints.push(result);
            }
            8 => {
                let condition = self.truth();
                let result = self.name();
                let a = self.random.one(&self.pointers).to_owned();
                let b = self.random.one(&self.pointers).to_owned();
                self.line(&format!("{result} = select ptr {condition}, {a}, {b}"));
                self.pointers.push(result);
            }
            _ => {
                let a = self.random.one(&self.pointers).to_owned();
                self.line(&format!("assert valid-free freeable {a}"));
                self.line(&format!("free {a}"));
            }
        }
    }

    /// A branch whose sides do something and pass on a pointer and a number.
    fn diamond(&mut self, depth: usize) {
        let condition = self.truth();
        let (id, scope) = (self.name(), (self.ints.len(), self.pointers.len()));
        let id = id.trim_start_matches('%').to_owned();
        self.line(&format!("branch {condition}, then_{id}, else_{id}"));
        for side in ["then", "else"] {
            let _ = writeln!(self.text, "{side}_{id}:");
            self.statements(2, depth);
            let int = self.random.one(&self.ints).to_owned();
            let pointer = self.random.one(&self.pointers).to_owned();
            self.line(&format!("jump end_{id}({int}, {pointer})"));
            self.ints.truncate(scope.0);
            self.pointers.truncate(scope.1);
        }
        let (int, pointer) = (self.name(), self.name());
        let _ = writeln!(self.text, "end_{id}({int}: i32, {pointer}: ptr):");
        self.ints.push(int);
        self.pointers.push(pointer);
    }

    fn statements(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            if depth > 0 && self.random.below(3) == 0 {
                self.diamond(depth - 1);
            } else {
                self.statement();
            }
        }
    }
}

fn generate(seed: u64) -> String {
    let random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut writer = Writer {
        random,
        text: String::new(),
        next: 0,
        ints: vec!["0".to_owned(), "1".to_owned(), "%x".to_owned(), "%y".to_owned()],
        pointers: vec!["null".to_owned()],
    };
    writer.text.push_str("function @main() {\nentry:\n");
    for input in ["x", "y"] {
        writer.line(&format!("%{input}: i32 = input \"{input}\""));
        writer.line(&format!("%{input}_small = compare ult i32 %{input}, {VALUES}"));
        writer.line(&format!("assume %{input}_small"));
    }
    for index in 0..2 + writer.random.below(2) {
        let name = format!("%o{index}");
        writer.line(&format!("{name} = allocate heap 16 zeroed"));
        writer.pointers.push(name.clone());
        // Less null, more objects.
        writer.pointers.push(name);
    }
    writer.statements(5, 2);
    for _ in 0..2 {
        let truth = writer.truth();
        writer.line(&format!("assert assertion holds {truth}"));
    }
    writer.text.push_str("  return\n}\n");
    writer.text
}

/// Property and line.
type Violations = BTreeSet<(&'static str, u32)>;

fn properties() -> PropertySet {
    PropertySet::all()
        .without(klew_ir::Property::MemoryTracked)
        .without(klew_ir::Property::MemoryFreed)
        .without(klew_ir::Property::Initialised)
}

fn concrete(program: &Program) -> ReplayValidator<'_> {
    let solver = build(SolverConfiguration::default(), &Interrupt::new()).unwrap();
    let configuration =
        klew_forward::Configuration { properties: properties(), ..Default::default() };
    ReplayValidator::new(program, configuration, solver).unwrap()
}

fn bitwuzla(_: bool) -> Result<Box<dyn Backend>, String> {
    let made = Bitwuzla::new(Interrupt::new()).map_err(|error| error.to_string())?;
    Ok(Box::new(made))
}

fn exhaustive(program: &Program) -> Violations {
    let mut concrete = concrete(program);
    let mut found = Violations::new();
    for x in 0..VALUES {
        for y in 0..VALUES {
            let value = |number| Constant::BitVec(BitVecValue::new(32, number));
            let symbols =
                vec![("input#1 x".to_owned(), value(x)), ("input#2 y".to_owned(), value(y))];
            let replay = concrete.replay(&Inputs { symbols, ..Inputs::default() });
            let findings = replay.findings.iter();
            found.extend(findings.map(|f| (f.property.name(), f.position.line)));
        }
    }
    found
}

#[test]
fn all_variants_agree_with_all_runs() {
    let count = std::env::var("KLEW_RANDOM_PROGRAMS").ok().and_then(|n| n.parse().ok());
    let disjuncts = |layout| Representation::Disjuncts(layout, Solve::Never);
    let mut failing = 0;
    for seed in 0..count.unwrap_or(60) {
        let text = generate(seed);
        let program = klew_ir::parse_program(&text, "random.kir")
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        klew_ir::verify_program(&program).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let expected = exhaustive(&program);
        failing += usize::from(!expected.is_empty());
        for representation in [
            Representation::Conjunctions(Solve::Loops),
            Representation::Conjunctions(Solve::Always),
            disjuncts(DisjunctLayout::Set),
            disjuncts(DisjunctLayout::Term),
            disjuncts(DisjunctLayout::Combined),
        ] {
            let options = Options { representation, ..Options::default() };
            let task = Task::new(&program, properties());
            let mut validation = concrete(&program);
            let outcome = decide(&task, options, bitwuzla, &Unwatched, &mut validation);
            let found: Violations = outcome
                .reachable
                .iter()
                .map(|found| (found.property.name(), found.position.line))
                .collect();
            let complete = outcome.limits.is_empty() && outcome.unconfirmed.is_empty();
            assert!(
                complete && found == expected,
                "seed {seed}, {representation:?}: {found:?}, {:?} {:?}, but {expected:?}\n{text}",
                outcome.limits,
                outcome.unconfirmed
            );
        }
    }
    assert!(failing > 0, "no program fails");
}
