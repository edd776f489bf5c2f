//! Random programs over input heaps: the three policies find the same violations (no others where the number of objects is bounded), every finding is confirmed by
//! a concrete run on the rebuilt heap, every forked state is reproduced from its decisions, and no concrete run on
//! a small random heap shows a violation that was not found.

use std::collections::BTreeSet;
use std::fmt::Write;

use klew_engine::{
    InputField, InputFieldValue, InputHeap, InputHeapPolicy, InputObject, InputRoot,
};
use klew_forward::{Configuration, Forward, Limit, Limits, Monitor, State};
use klew_ir::{Position, Program, PropertySet, SourceTypeId};
use klew_solver::{Interrupt, Solver, SolverConfiguration, build};
use klew_term::Assignment;

/// How references are resolved, and the most objects among the inputs.
const POLICIES: [(InputHeapPolicy, Option<u32>); 6] = [
    (InputHeapPolicy::Lazy, None),
    (InputHeapPolicy::Lazier, None),
    (InputHeapPolicy::PathOptimal, None),
    (InputHeapPolicy::PathOptimal, Some(1)),
    (InputHeapPolicy::PathOptimal, Some(2)),
    (InputHeapPolicy::Lazier, Some(2)),
];

const TYPES: &str = r#"
type $int = int "int" 32 signed
type $object = record "Object" size 8 tag 1 { }
type $a = record "A" size 32 tag 2 extends $object { "next" at 64 $pa, "other" at 128 $po, "val" at 192 $int }
type $b = record "B" size 48 tag 3 extends $a { "next" at 64 $pa, "other" at 128 $po, "val" at 192 $int, "more" at 256 $pb, "ints" at 320 $pints }
type $ints = record "int[]" size 8 tag 4 extends $object { } elements $int
type $as = record "A[]" size 8 tag 5 extends $object { } elements $pa
type $po = pointer $object
type $pa = pointer $a
type $pb = pointer $b
type $pints = pointer $ints
type $pas = pointer $as
"#;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 >> 33
    }

    fn below(&mut self, limit: usize) -> usize {
        self.next() as usize % limit
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// Static types of references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Object,
    A,
    B,
    Ints,
    As,
}

use Class::{A, As, B, Ints, Object};

impl Class {
    const ALL: [Class; 5] = [Object, A, B, Ints, As];

    fn name(self) -> &'static str {
        match self {
            Object => "po",
            A => "pa",
            B => "pb",
            Ints => "pints",
            As => "pas",
        }
    }

    fn tags(self) -> &'static [u32] {
        match self {
            Object => &[1, 2, 3, 4, 5],
            A => &[2, 3],
            B => &[3],
            Ints => &[4],
            As => &[5],
        }
    }

    fn is_below(self, other: Class) -> bool {
        self.tags().iter().all(|tag| other.tags().contains(tag))
    }

    /// Reference fields: offset and type.
    fn fields(self) -> &'static [(u64, Class)] {
        match self {
            A => &[(8, A), (16, Object)],
            B => &[(8, A), (16, Object), (32, B), (40, Ints)],
            _ => &[],
        }
    }
}

struct Generator {
    random: Random,
    text: String,
    labels: usize,
    values: usize,
    variables: Vec<Class>,
    numbers: usize,
    statements: usize,
    /// How many forks a path may still make.
    checks: usize,
}

impl Generator {
    fn value(&mut self) -> String {
        self.values += 1;
        format!("%t{}", self.values)
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("l{}", self.labels)
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }

    fn begin(&mut self, label: &str) {
        let _ = writeln!(self.text, "{label}:");
    }

    /// A violation unless a condition holds.
    fn require(&mut self, condition: &str) {
        let (good, bad) = (self.label(), self.label());
        self.line(&format!("branch {condition}, {good}, {bad}"));
        self.begin(&bad);
        self.line("assert no-runtime-exception holds false \"exception\"");
        self.line("unreachable");
        self.begin(&good);
    }

    fn reference(&mut self, variable: usize) -> String {
        let value = self.value();
        self.line(&format!("{value} = load ptr %v{variable}"));
        value
    }

    fn set(&mut self, variable: usize, value: &str) {
        self.line(&format!("store ptr {value} to %v{variable}"));
    }

    fn number(&mut self, variable: usize) -> String {
        let value = self.value();
        self.line(&format!("{value} = load i32 %n{variable}"));
        value
    }

    fn set_number(&mut self, variable: usize, value: &str) {
        self.line(&format!("store i32 {value} to %n{variable}"));
    }

    /// A reference that is checked not to be null.
    fn receiver(&mut self, variable: usize) -> String {
        let value = self.reference(variable);
        let condition = self.value();
        self.line(&format!("{condition} = compare not_equal ptr {value}, null"));
        self.require(&condition);
        value
    }

    fn variable(&mut self, wanted: impl Fn(Class) -> bool) -> Option<usize> {
        let fitting: Vec<usize> =
            (0..self.variables.len()).filter(|&v| wanted(self.variables[v])).collect();
        (!fitting.is_empty()).then(|| self.random.pick(&fitting))
    }

    /// An index into an array in `%n…`, checked; the address of the element.
    fn element(&mut self, array: usize, size: u64) -> String {
        let base = self.receiver(array);
        let (at, length, index) = (self.value(), self.value(), self.random.below(self.numbers));
        self.line(&format!("{at} = offset {base}, 4"));
        self.line(&format!("{length} = load i32 {at}"));
        let index = self.number(index);
        let condition = self.value();
        self.line(&format!("{condition} = compare unsigned_less i32 {index}, {length}"));
        self.require(&condition);
        let (wide, bytes, sum, place) = (self.value(), self.value(), self.value(), self.value());
        self.line(&format!("{wide} = convert sign_extend i32 {index} to i64"));
        self.line(&format!("{bytes} = mul i64 {wide}, {size}"));
        self.line(&format!("{sum} = add i64 {bytes}, 8"));
        self.line(&format!("{place} = offset {base}, {sum}"));
        place
    }

    fn statement(&mut self, depth: usize) -> Option<()> {
        self.statements += 1;
        match self.random.below(15) {
            0 | 1 => self.read_field()?,
            2 | 3 => self.write_field()?,
            4 => self.read_number()?,
            5 => self.write_number()?,
            6 => self.allocate()?,
            7 => self.cast()?,
            8 => self.use_number_of_array()?,
            9 => self.use_reference_of_array()?,
            13 => self.read_beside_a_write()?,
            14 => self.read_beside_an_element()?,
            10 if depth < 2 => {
                let condition = self.condition()?;
                self.branch(&condition, depth);
            }
            11 => {
                let condition = self.condition()?;
                if self.checks > 0 {
                    self.checks -= 1;
                    self.line(&format!("assert assertion holds {condition} \"condition\""));
                }
            }
            _ => {
                let number = self.random.below(self.numbers);
                let constant = self.random.below(3);
                self.set_number(number, &constant.to_string());
            }
        }
        Some(())
    }

    /// `v = w.f`.
    fn read_field(&mut self) -> Option<()> {
        let from = self.variable(|class| !class.fields().is_empty())?;
        let (offset, class) = self.random.pick(self.variables[from].fields());
        let to = self.variable(|wanted| class.is_below(wanted))?;
        let base = self.receiver(from);
        let (at, value) = (self.value(), self.value());
        self.line(&format!("{at} = offset {base}, {offset}"));
        self.line(&format!("{value} = load ptr {at}"));
        self.set(to, &value);
        Some(())
    }

    /// `v.f = w`.
    fn write_field(&mut self) -> Option<()> {
        let to = self.variable(|class| !class.fields().is_empty())?;
        let (offset, class) = self.random.pick(self.variables[to].fields());
        let from = self.variable(|given| given.is_below(class))?;
        let base = self.receiver(to);
        let (value, at) = (self.reference(from), self.value());
        self.line(&format!("{at} = offset {base}, {offset}"));
        self.line(&format!("store ptr {value} to {at}"));
        Some(())
    }

    /// `n = v.number`.
    fn read_number(&mut self) -> Option<()> {
        let from = self.variable(|class| class.is_below(A))?;
        let to = self.random.below(self.numbers);
        let base = self.receiver(from);
        let (at, value) = (self.value(), self.value());
        self.line(&format!("{at} = offset {base}, 24"));
        self.line(&format!("{value} = load i32 {at}"));
        self.set_number(to, &value);
        Some(())
    }

    /// `v.number = n + 1`.
    fn write_number(&mut self) -> Option<()> {
        let to = self.variable(|class| class.is_below(A))?;
        let from = self.random.below(self.numbers);
        let base = self.receiver(to);
        let (value, at, more) = (self.number(from), self.value(), self.value());
        self.line(&format!("{more} = add i32 {value}, 1"));
        self.line(&format!("{at} = offset {base}, 24"));
        self.line(&format!("store i32 {more} to {at}"));
        Some(())
    }

    /// `v = new A or new B`.
    fn allocate(&mut self) -> Option<()> {
        let class = self.random.pick(&[A, B]);
        let to = self.variable(|wanted| class.is_below(wanted))?;
        let object = self.value();
        let size = if class == A { 32 } else { 48 };
        self.line(&format!("{object} = allocate heap {size} zeroed"));
        self.line(&format!("store i32 {} to {object}", class.tags()[0]));
        self.set(to, &object);
        Some(())
    }

    /// `v = (C) w`.
    fn cast(&mut self) -> Option<()> {
        let class = self.random.pick(&[A, B, Ints, As]);
        let to = self.variable(|wanted| wanted == class)?;
        let from = self.variable(|given| given == Object)?;
        let base = self.receiver(from);
        let (tag, mut any) = (self.value(), "false".to_owned());
        self.line(&format!("{tag} = load i32 {base}"));
        for number in class.tags() {
            let (equal, or) = (self.value(), self.value());
            self.line(&format!("{equal} = compare equal i32 {tag}, {number}"));
            self.line(&format!("{or} = or i1 {any}, {equal}"));
            any = or;
        }
        self.require(&any);
        self.set(to, &base);
        Some(())
    }

    /// `n = a[i], or a[i] = n`.
    fn use_number_of_array(&mut self) -> Option<()> {
        let array = self.variable(|class| class == Ints)?;
        let place = self.element(array, 4);
        let number = self.random.below(self.numbers);
        if self.random.below(2) == 0 {
            let value = self.value();
            self.line(&format!("{value} = load i32 {place}"));
            self.set_number(number, &value);
        } else {
            let value = self.number(number);
            self.line(&format!("store i32 {value} to {place}"));
        }
        Some(())
    }

    /// `v = a[i], or a[i] = v`.
    fn use_reference_of_array(&mut self) -> Option<()> {
        let array = self.variable(|class| class == As)?;
        let place = self.element(array, 8);
        if self.random.below(2) == 0 {
            let to = self.variable(|class| A.is_below(class))?;
            let value = self.value();
            self.line(&format!("{value} = load ptr {place}"));
            self.set(to, &value);
        } else if let Some(from) = self.variable(|class| class.is_below(A)) {
            let value = self.reference(from);
            self.line(&format!("store ptr {value} to {place}"));
        }
        Some(())
    }

    /// A write through one reference, where another was read before.
    fn read_beside_a_write(&mut self) -> Option<()> {
        // A write through one reference and a read through another.
        let one = self.variable(|class| class.is_below(A))?;
        let other = self.variable(|class| class.is_below(A))?;
        let (left, right) = (self.receiver(one), self.receiver(other));
        let (at, place, before) = (self.value(), self.value(), self.value());
        self.line(&format!("{at} = offset {right}, 24"));
        self.line(&format!("{before} = load i32 {at}"));
        self.line(&format!("{place} = offset {left}, 24"));
        let known = self.value();
        self.line(&format!("{known} = add i32 {before}, 1"));
        self.line(&format!("store i32 {known} to {place}"));
        self.probe("i32", &at, &before);
        Some(())
    }

    /// The same of elements.
    fn read_beside_an_element(&mut self) -> Option<()> {
        let one = self.variable(|class| class == Ints)?;
        let other = self.variable(|class| class == Ints)?;
        let (at, place) = (self.element(other, 4), self.element(one, 4));
        if self.random.below(2) == 0 {
            // The same place is first written, then read.
            let (same, then, end) = (self.value(), self.label(), self.label());
            self.line(&format!("{same} = compare equal ptr {at}, {place}"));
            self.line(&format!("branch {same}, {then}, {end}"));
            self.begin(&then);
            self.line(&format!("store i32 5 to {place}"));
            self.probe("i32", &at, "5");
            self.line(&format!("jump {end}"));
            self.begin(&end);
            return Some(());
        }
        let before = self.value();
        self.line(&format!("{before} = load i32 {at}"));
        let known = self.value();
        self.line(&format!("{known} = add i32 {before}, 1"));
        self.line(&format!("store i32 {known} to {place}"));
        self.probe("i32", &at, &before);
        Some(())
    }

    /// Asserts that a place holds what it did.
    fn probe(&mut self, value_type: &str, place: &str, before: &str) {
        let (after, same) = (self.value(), self.value());
        self.line(&format!("{after} = load {value_type} {place}"));
        self.line(&format!("{same} = compare equal {value_type} {after}, {before}"));
        if self.checks > 0 {
            self.checks -= 1;
            self.line(&format!("assert assertion holds {same} \"as before\""));
        }
    }

    fn condition(&mut self) -> Option<String> {
        let result = self.value();
        match self.random.below(4) {
            0 | 1 => {
                let left = self.random.below(self.variables.len());
                let right = self.random.below(self.variables.len());
                let (a, b) = (self.reference(left), self.reference(right));
                self.line(&format!("{result} = compare equal ptr {a}, {b}"));
            }
            2 => {
                let variable = self.random.below(self.variables.len());
                let a = self.reference(variable);
                self.line(&format!("{result} = compare equal ptr {a}, null"));
            }
            _ => {
                let number = self.random.below(self.numbers);
                let a = self.number(number);
                let constant = self.random.below(3);
                self.line(&format!("{result} = compare signed_less i32 {a}, {constant}"));
            }
        }
        Some(result)
    }

    fn branch(&mut self, condition: &str, depth: usize) {
        let (then, otherwise, end) = (self.label(), self.label(), self.label());
        self.line(&format!("branch {condition}, {then}, {otherwise}"));
        for label in [then, otherwise] {
            self.begin(&label);
            for _ in 0..1 + self.random.below(2) {
                self.statement(depth + 1);
            }
            self.line(&format!("jump {end}"));
        }
        self.begin(&end);
    }

    fn program(seed: u64, size: usize) -> (String, Vec<Class>, usize) {
        let mut generator = Generator {
            random: Random(seed.wrapping_mul(0x9e3779b97f4a7c15) + 1),
            text: String::new(),
            labels: 0,
            values: 0,
            variables: Vec::new(),
            numbers: 2,
            statements: 0,
            checks: 3,
        };
        let roots = 2 + generator.random.below(3);
        for _ in 0..roots {
            let class = match seed % 3 {
                0 => generator.random.pick(&Class::ALL),
                1 => generator.random.pick(&[A, A, Object]),
                _ => generator.random.pick(&[A, B, Ints, Ints, As, As]),
            };
            generator.variables.push(class);
        }
        let mut head = format!("{TYPES}\nfunction @main() -> i32 {{\nentry:\n");
        for (index, class) in generator.variables.clone().iter().enumerate() {
            let _ = writeln!(head, "  %v{index} = allocate stack 8");
            let _ = writeln!(head, "  %i{index}: ptr = input \"v{index}\" type ${}", class.name());
            let _ = writeln!(head, "  store ptr %i{index} to %v{index}");
        }
        for index in 0..generator.numbers {
            let _ = writeln!(head, "  %n{index} = allocate stack 4");
            let _ = writeln!(head, "  %m{index}: i32 = input \"n{index}\"");
            let _ = writeln!(head, "  store i32 %m{index} to %n{index}");
        }
        while generator.statements < size {
            generator.statement(0);
        }
        generator.line("return 0");
        let text = format!("{head}{}}}\n", generator.text);
        (text, generator.variables, generator.numbers)
    }
}

fn solver() -> Box<dyn Solver> {
    let configuration = SolverConfiguration { validate: true, ..SolverConfiguration::default() };
    build(configuration, &Interrupt::new()).unwrap()
}

#[derive(Default)]
struct Forks(Vec<State>);

impl Monitor for Forks {
    fn forked(&mut self, state: &State) {
        if self.0.len() < 200 {
            self.0.push(state.clone());
        }
    }
}

type Violations = BTreeSet<(u32, &'static str)>;

/// A random heap of few objects, for roots of these types.
fn random_heap(random: &mut Random, program: &Program, roots: &[Class]) -> InputHeap {
    let type_of = |name: &str| {
        let named = |t: &klew_ir::SourceType| matches!(t, klew_ir::SourceType::Record { name: n, .. } if n == name);
        SourceTypeId(program.types.iter().position(named).unwrap() as u32)
    };
    let dynamic = [(Object, "Object"), (A, "A"), (B, "B"), (Ints, "int[]"), (As, "A[]")];
    let count = random.below(4);
    let classes: Vec<(Class, &str)> = (0..count).map(|_| random.pick(&dynamic)).collect();
    let target = |random: &mut Random, class: Class| -> Option<usize> {
        let fitting: Vec<usize> =
            (0..classes.len()).filter(|&o| classes[o].0.is_below(class)).collect();
        match random.below(4) {
            0 => None,
            _ if fitting.is_empty() => None,
            _ => Some(random.pick(&fitting)),
        }
    };
    let mut heap = InputHeap::default();
    let number = |random: &mut Random| (random.below(4) as i32 - 1).to_le_bytes().to_vec();
    for &(class, name) in &classes {
        let mut fields = Vec::new();
        let mut push = |offset: u64, value: InputFieldValue| {
            fields.push(InputField { name: String::new(), offset, source_type: None, value });
        };
        for &(offset, field) in class.fields() {
            push(offset, InputFieldValue::Reference(target(random, field)));
        }
        if class.is_below(A) {
            push(24, InputFieldValue::Bits(number(random)));
        }
        let (mut length, mut size) = (None, 48);
        if matches!(class, Ints | As) {
            let elements = random.below(3) as u64;
            (length, size) = (Some(elements), 8 + 8 * elements);
            for index in 0..elements {
                match class {
                    Ints => push(8 + 4 * index, InputFieldValue::Bits(number(random))),
                    _ => push(8 + 8 * index, InputFieldValue::Reference(target(random, A))),
                }
            }
        }
        let source_type = type_of(name);
        heap.objects.push(InputObject { path: String::new(), source_type, length, size, fields });
    }
    for (index, &class) in roots.iter().enumerate() {
        heap.roots.push(InputRoot {
            name: format!("v{index}"),
            number: index,
            source_type: SourceTypeId(0),
            object: target(random, class),
            position: Position::UNKNOWN,
        });
    }
    heap
}

fn check(seed: u64, size: usize) {
    let (text, roots, numbers) = Generator::program(seed, size);
    let program = klew_ir::text::parse_program(&text, "random.kir")
        .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
    klew_ir::verify::verify_program(&program).unwrap_or_else(|e| panic!("{seed}: {e:?}\n{text}"));
    let mut all: Option<Violations> = None;
    for (policy, most) in POLICIES {
        let configuration = Configuration {
            input_heap: policy,
            input_object_max: most,
            limits: Limits { max_instructions: Some(100_000), ..Limits::default() },
            properties: PropertySet::EMPTY
                .with(klew_ir::Property::Assertion)
                .with(klew_ir::Property::UncaughtException),
            ..Configuration::default()
        };
        let properties = configuration.properties;
        let mut forward = Forward::new(&program, configuration, solver()).unwrap();
        let mut forks = Forks::default();
        let outcome = forward.run(&mut forks);
        let context = || format!("seed {seed}, {policy:?} {most:?}\n{text}");
        let cut = |limit: &Limit| *limit == Limit::Instructions;
        let complete = !outcome.limits.iter().any(|(limit, _)| cut(limit));
        let bounded = |limit: &Limit| matches!(limit, Limit::InputObjects(n) if Some(*n) == most);
        let known = |limit: &Limit| cut(limit) || bounded(limit);
        assert!(
            outcome.limits.iter().all(|(limit, _)| known(limit)),
            "{:?} {}",
            outcome.limits,
            context()
        );
        let found: Violations =
            outcome.findings.iter().map(|f| (f.position.line, f.kind.name())).collect();
        for finding in &outcome.findings {
            let replay = forward.replay_witness(finding);
            assert!(
                replay.confirms(finding),
                "{}: not confirmed: line {} {:?} {:?} {:?} ends {:?} at {:?}",
                context(),
                finding.position.line,
                finding.heap,
                finding.inputs.iter().map(|input| &input.data).collect::<Vec<_>>(),
                finding.symbols,
                replay.end,
                replay.findings.iter().map(|f| f.position.line).collect::<Vec<_>>()
            );
        }
        for state in &forks.0 {
            let decisions = state.decisions();
            let again = forward.state_at(&decisions);
            let again = again.unwrap_or_else(|e| panic!("{} {decisions:?}: {e:?}", context()));
            assert!(again.same(state), "{} {decisions:?}", context());
        }
        if (policy == InputHeapPolicy::PathOptimal || most.is_some()) && complete {
            let mut random = Random(seed);
            for _ in 0..60 {
                let heap = random_heap(&mut random, &program, &roots);
                let fits = most.is_none_or(|most| heap.objects.len() <= most as usize);
                let mut inputs = Assignment::new();
                // Numbers come after the references.
                let names: Vec<String> = (0..numbers)
                    .map(|index| format!("input#{} n{index}", roots.len() + index + 1))
                    .collect();
                let terms = forward.terms();
                let symbols = (0..terms.symbol_count()).filter_map(|i| terms.symbol_at(i));
                for symbol in symbols {
                    if names.iter().any(|name| name == terms.symbol_name(symbol)) {
                        let value = klew_term::Constant::bv(32, random.below(3) as u64);
                        inputs.set(symbol, value);
                    }
                }
                if !fits {
                    continue;
                }
                let replay = forward.replay(&inputs, &heap, properties);
                for violation in &replay.findings {
                    let shown = (violation.position.line, violation.kind.name());
                    assert!(
                        found.contains(&shown),
                        "{}: {shown:?} is not found, but happens with {heap:#?} {inputs:?}",
                        context()
                    );
                }
            }
        }
        match &all {
            _ if !complete => {}
            Some(all) if most.is_some() => assert!(found.is_subset(all), "{}", context()),
            None if most.is_some() => {}
            None => all = Some(found),
            Some(all) => assert_eq!(*all, found, "{}", context()),
        }
    }
}

#[test]
fn policies_and_concrete_runs_agree() {
    for seed in 0..120 {
        check(seed, 8 + seed as usize % 14);
    }
}

#[test]
#[ignore]
fn many() {
    let first: u64 = std::env::var("FIRST").ok().and_then(|s| s.parse().ok()).unwrap_or(1000);
    let count: u64 = std::env::var("COUNT").ok().and_then(|s| s.parse().ok()).unwrap_or(1000);
    for seed in first..first + count {
        check(seed, 6 + seed as usize % 20);
    }
}
