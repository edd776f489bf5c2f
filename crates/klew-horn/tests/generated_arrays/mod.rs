//! Small programs with loops along arrays: as text, and run on all inputs.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use klew_oracle::Random;

/// Elements of each array; a place is only accessed if its index is less.
const COUNT: i64 = 6;
/// Steps of one run; more are not followed.
const STEPS: u32 = 5000;
/// Numbers of inputs: the first is a length, the second a value.
const LENGTHS: i64 = 8;
const VALUES: i64 = 4;

/// How elements of an array lie.
#[derive(Clone, Copy, Debug)]
struct Array {
    /// Bits of each field.
    width: u32,
    /// How many fields an element has.
    fields: i64,
    is_heap: bool,
    zeroed: bool,
    /// Bytes before the first element: a number is kept there.
    header: i64,
}

impl Array {
    fn bytes(&self) -> i64 {
        i64::from(self.width) / 8
    }

    fn stride(&self) -> i64 {
        self.bytes() * self.fields
    }
}

/// An index, of 64 bits.
#[derive(Clone, Copy, Debug)]
enum Index {
    Counter(i64),
    Twice,
    FromEnd,
    Constant(i64),
    Value,
    /// What is kept.
    Kept,
}

/// A number of 32 bits.
#[derive(Clone, Debug)]
enum Number {
    Constant(i64),
    Counter,
    Length,
    Value,
    Kept,
    /// What an array holds in a field; 0 where there is no such element.
    Load(usize, i64, Index),
    More(Box<Number>),
}

#[derive(Clone, Debug)]
enum Statement {
    Store(usize, i64, Index, Number),
    Keep(Number),
    If(&'static str, Number, Number, Box<Statement>),
    Check(&'static str, Number, Number),
    /// Sets bytes of an array, from an element on: how many elements.
    Fill(usize, i64, i64, i64),
    Up(i64, bool, i64, Vec<Statement>),
    Down(Vec<Statement>),
}

/// A program.
pub struct Generated {
    arrays: Vec<Array>,
    statements: Vec<Statement>,
}

struct Maker<'r> {
    random: &'r mut Random,
    arrays: Vec<Array>,
    in_loop: bool,
}

impl Maker<'_> {
    fn pick(&mut self, most: usize) -> i64 {
        self.random.below(most) as i64
    }

    fn field(&mut self) -> (usize, i64) {
        let array = self.random.below(self.arrays.len());
        (array, self.random.below(self.arrays[array].fields as usize) as i64)
    }

    fn index(&mut self) -> Index {
        match self.random.below(if self.in_loop { 12 } else { 2 }) {
            0 => Index::Constant(self.pick(COUNT as usize)),
            1 => Index::Value,
            2 => Index::Twice,
            3 => Index::FromEnd,
            4 => Index::Counter(1),
            5 => Index::Counter(-1),
            6 => Index::Kept,
            _ => Index::Counter(0),
        }
    }

    fn number(&mut self, depth: u32) -> Number {
        match self.random.below(10) {
            0 | 1 => Number::Constant(self.pick(4)),
            2 if self.in_loop => Number::Counter,
            2 | 3 => Number::Length,
            4 => Number::Value,
            5 => Number::Kept,
            6 if depth > 0 => Number::More(Box::new(self.number(depth - 1))),
            _ => {
                let (array, field) = self.field();
                Number::Load(array, field, self.index())
            }
        }
    }

    fn comparison(&mut self) -> &'static str {
        ["equal", "not_equal", "signed_less", "signed_less_equal", "unsigned_less"]
            [self.random.below(5)]
    }

    fn check(&mut self) -> Statement {
        let (array, field) = self.field();
        let load = Number::Load(array, field, self.index());
        let other = match self.random.below(4) {
            0 => Number::Load(array, field, Index::Kept),
            _ => self.number(1),
        };
        Statement::Check(self.comparison(), load, other)
    }

    fn simple(&mut self, depth: u32) -> Statement {
        match self.random.below(9) {
            0 => Statement::Keep(self.number(1)),
            1 if depth > 0 => {
                let inner = Box::new(self.simple(depth - 1));
                Statement::If(self.comparison(), self.number(1), self.number(1), inner)
            }
            2 | 3 => self.check(),
            _ => {
                let (array, field) = self.field();
                Statement::Store(array, field, self.index(), self.number(1))
            }
        }
    }

    fn phase(&mut self) -> Statement {
        match self.random.below(9) {
            0 => {
                let from = self.pick(COUNT as usize);
                let most = (COUNT - from) as usize;
                let array = self.random.below(self.arrays.len());
                Statement::Fill(array, self.pick(3), from, self.pick(most + 1))
            }
            1 => self.simple(1),
            2 => {
                // Looks for the place of what is the least, or so.
                let (array, field) = self.field();
                let [here, there] =
                    [Index::Counter(0), Index::Kept].map(|index| Number::Load(array, field, index));
                let keep = Box::new(Statement::Keep(Number::Counter));
                let find = Statement::If(self.comparison(), here, there, keep);
                Statement::Up(self.pick(2), self.random.below(2) == 0, 1, vec![find])
            }
            kind => {
                self.in_loop = true;
                let body = (0..=self.random.below(2)).map(|_| self.simple(1)).collect();
                self.in_loop = false;
                match kind {
                    3 => Statement::Down(body),
                    _ => {
                        let step = 1 + i64::from(self.random.below(5) == 0);
                        Statement::Up(self.pick(2), self.random.below(2) == 0, step, body)
                    }
                }
            }
        }
    }
}

impl Generated {
    /// That of a seed.
    pub fn new(seed: u64) -> Generated {
        let mut random = Random::new(seed);
        let arrays: Vec<Array> = (0..=random.below(2))
            .map(|_| Array {
                width: [8, 16, 32][random.below(3)],
                fields: 1 + i64::from(random.below(3) == 0),
                is_heap: random.below(2) == 0,
                zeroed: random.below(2) == 0,
                header: [0, 0, 4, 8][random.below(4)],
            })
            .collect();
        let mut maker = Maker { random: &mut random, arrays: arrays.clone(), in_loop: false };
        let mut statements: Vec<Statement> =
            (0..1 + maker.random.below(3)).map(|_| maker.phase()).collect();
        // What was filled is looked at.
        maker.in_loop = true;
        let check = maker.check();
        statements.push(Statement::Up(0, maker.random.below(2) == 0, 1, vec![check]));
        Generated { arrays, statements }
    }

    /// As text; each check is on a line of its own.
    pub fn text(&self) -> String {
        let mut writer = Writer { arrays: &self.arrays, text: String::new(), fresh: 0 };
        writer.line("function @main() {\nentry:");
        for (number, array) in self.arrays.iter().enumerate() {
            let kind = if array.is_heap { "heap" } else { "stack" };
            let zeroed = if array.zeroed { " zeroed" } else { "" };
            let size = array.header + array.stride() * COUNT;
            writer.line(&format!("  %a{number} = allocate {kind} {size} align 4{zeroed}"));
            if array.header > 0 {
                writer.line(&format!("  store i32 {} to %a{number}", 5 + number));
            }
        }
        writer.line("  %pi = allocate stack 8 align 8\n  %pv = allocate stack 4 align 4");
        writer.line("  store i32 0 to %pv\n  store i64 0 to %pi");
        for (name, most) in [("n", LENGTHS), ("x", VALUES)] {
            writer.line(&format!("  %{name}8: i8 = input \"{name}\""));
            writer.line(&format!("  %{name}m = and i8 %{name}8, {}", most - 1));
            writer.line(&format!("  %{name} = convert zero_extend i8 %{name}m to i64"));
            writer.line(&format!("  %{name}32 = convert zero_extend i8 %{name}m to i32"));
        }
        for statement in &self.statements {
            writer.statement(statement);
        }
        writer.line("  exit\n}");
        writer.text
    }

    /// The lines of the checks that fail on some input.
    pub fn fails(&self) -> BTreeSet<usize> {
        let text = self.text();
        let is_check = |line: &&str| line.trim_start().starts_with("assert assertion");
        let lines: Vec<usize> =
            (1..).zip(text.lines()).filter(|(_, line)| is_check(line)).map(|(n, _)| n).collect();
        let mut fails = BTreeSet::new();
        for length in 0..LENGTHS {
            for value in 0..VALUES {
                // What was never written may be anything: some of that.
                for unwritten in [0, 1, 2, 3, 5, 200] {
                    let arrays = self.arrays.iter().map(|array| {
                        let first = if array.zeroed { 0 } else { unwritten };
                        vec![first; (COUNT * array.fields) as usize]
                    });
                    let mut run = Run {
                        program: self,
                        arrays: arrays.collect(),
                        length,
                        value,
                        kept: 0,
                        counter: 0,
                        steps: 0,
                        lines: &lines,
                        fails: &mut fails,
                    };
                    let _ = run.statements(&self.statements, &mut 0);
                }
            }
        }
        fails
    }
}

struct Writer<'a> {
    arrays: &'a [Array],
    text: String,
    fresh: usize,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }

    /// A new value that is that.
    fn value(&mut self, what: &str) -> String {
        self.fresh += 1;
        let name = format!("%t{}", self.fresh);
        self.line(&format!("  {name} = {what}"));
        name
    }

    fn number(&mut self) -> usize {
        self.fresh += 1;
        self.fresh
    }

    fn index(&mut self, index: Index) -> String {
        let counter = self.value("load i64 %pi");
        match index {
            Index::Counter(0) => counter,
            Index::Counter(by) => self.value(&format!("add i64 {counter}, {by}")),
            Index::Twice => self.value(&format!("mul i64 {counter}, 2")),
            Index::FromEnd => {
                let rest = self.value(&format!("sub i64 %n, {counter}"));
                self.value(&format!("sub i64 {rest}, 1"))
            }
            Index::Constant(value) => value.to_string(),
            Index::Value => "%x".to_owned(),
            Index::Kept => {
                let kept = self.value("load i32 %pv");
                self.value(&format!("convert sign_extend i32 {kept} to i64"))
            }
        }
    }

    fn place(&mut self, array: usize, field: i64, index: &str) -> String {
        let (stride, offset) = (self.arrays[array].stride(), self.arrays[array].bytes() * field);
        let at = self.value(&format!("mul i64 {index}, {stride}"));
        let base = match self.arrays[array].header {
            0 => format!("%a{array}"),
            header => self.value(&format!("offset %a{array}, {header}")),
        };
        let at = self.value(&format!("offset {base}, {at}"));
        if offset == 0 { at } else { self.value(&format!("offset {at}, {offset}")) }
    }

    /// Lines that are run only if there is such an element.
    fn guarded(&mut self, index: Index, lines: impl FnOnce(&mut Self, &str)) {
        let (index, n) = (self.index(index), self.number());
        let within = self.value(&format!("compare unsigned_less i64 {index}, {COUNT}"));
        self.line(&format!("  branch {within}, there{n}, gone{n}\nthere{n}:"));
        lines(self, &index);
        self.line(&format!("  jump gone{n}\ngone{n}:"));
    }

    fn of(&mut self, number: &Number) -> String {
        match number {
            Number::Constant(value) => value.to_string(),
            Number::Counter => {
                let counter = self.value("load i64 %pi");
                self.value(&format!("convert truncate i64 {counter} to i32"))
            }
            Number::Length => "%n32".to_owned(),
            Number::Value => "%x32".to_owned(),
            Number::Kept => self.value("load i32 %pv"),
            Number::More(inner) => {
                let inner = self.of(inner);
                self.value(&format!("add i32 {inner}, 1"))
            }
            Number::Load(array, field, index) => {
                let result = self.value("allocate stack 4 align 4");
                self.line(&format!("  store i32 0 to {result}"));
                let (array, field, width) = (*array, *field, self.arrays[*array].width);
                self.guarded(*index, |writer, index| {
                    let place = writer.place(array, field, index);
                    let bytes = width / 8;
                    writer.line(&format!("  assert valid-deref accessible read {place}, {bytes}"));
                    let mut loaded = writer.value(&format!("load i{width} {place}"));
                    if width < 32 {
                        let convert = format!("convert zero_extend i{width} {loaded} to i32");
                        loaded = writer.value(&convert);
                    }
                    writer.line(&format!("  store i32 {loaded} to {result}"));
                });
                self.value(&format!("load i32 {result}"))
            }
        }
    }

    fn compared(&mut self, comparison: &str, a: &Number, b: &Number) -> String {
        let (a, b) = (self.of(a), self.of(b));
        self.value(&format!("compare {comparison} i32 {a}, {b}"))
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Store(array, field, index, number) => {
                let (array, field, width) = (*array, *field, self.arrays[*array].width);
                let mut value = self.of(number);
                if width < 32 {
                    value = self.value(&format!("convert truncate i32 {value} to i{width}"));
                }
                self.guarded(*index, |writer, index| {
                    let (place, bytes) = (writer.place(array, field, index), width / 8);
                    writer.line(&format!("  assert valid-deref accessible write {place}, {bytes}"));
                    writer.line(&format!("  store i{width} {value} to {place}"));
                });
            }
            Statement::Keep(number) => {
                let value = self.of(number);
                self.line(&format!("  store i32 {value} to %pv"));
            }
            Statement::If(comparison, a, b, inner) => {
                let (holds, n) = (self.compared(comparison, a, b), self.number());
                self.line(&format!("  branch {holds}, then{n}, else{n}\nthen{n}:"));
                self.statement(inner);
                self.line(&format!("  jump else{n}\nelse{n}:"));
            }
            Statement::Check(comparison, a, b) => {
                let holds = self.compared(comparison, a, b);
                self.line(&format!("  assert assertion holds {holds}"));
            }
            Statement::Fill(array, byte, from, count) => {
                let stride = self.arrays[*array].stride();
                let begin = self.arrays[*array].header + from * stride;
                let at = self.value(&format!("offset %a{array}, {begin}"));
                let bytes = count * stride;
                self.line(&format!("  assert valid-deref accessible write {at}, {bytes}"));
                self.line(&format!("  fill {at}, {byte}, {bytes}"));
            }
            Statement::Up(from, whole, step, body) => {
                let bound = if *whole { COUNT.to_string() } else { "%n".to_owned() };
                let begin = from.to_string();
                self.counted(&begin, ("signed_less", &bound), *step, body);
            }
            Statement::Down(body) => {
                let begin = self.value("sub i64 %n, 1");
                self.counted(&begin, ("signed_greater_equal", "0"), -1, body);
            }
        }
    }

    fn counted(
        &mut self,
        begin: &str,
        (comparison, bound): (&str, &str),
        step: i64,
        body: &[Statement],
    ) {
        let n = self.number();
        self.line(&format!("  store i64 {begin} to %pi\n  jump head{n}\nhead{n}:"));
        let counter = self.value("load i64 %pi");
        let (comparison, swapped) = match comparison {
            "signed_greater_equal" => ("signed_less_equal", true),
            other => (other, false),
        };
        let (a, b) = if swapped { (bound, counter.as_str()) } else { (counter.as_str(), bound) };
        let goes_on = self.value(&format!("compare {comparison} i64 {a}, {b}"));
        self.line(&format!("  branch {goes_on}, body{n}, after{n}\nbody{n}:"));
        for statement in body {
            self.statement(statement);
        }
        let counter = self.value("load i64 %pi");
        let next = self.value(&format!("add i64 {counter}, {step}"));
        self.line(&format!("  store i64 {next} to %pi\n  jump head{n}\nafter{n}:"));
    }
}

/// A run.
struct Run<'r> {
    program: &'r Generated,
    arrays: Vec<Vec<i64>>,
    length: i64,
    value: i64,
    kept: i64,
    counter: i64,
    steps: u32,
    lines: &'r [usize],
    fails: &'r mut BTreeSet<usize>,
}

/// The run is over: a check failed, or it was too long.
struct Over;

impl Run<'_> {
    fn index(&self, index: Index) -> i64 {
        match index {
            Index::Counter(by) => self.counter + by,
            Index::Twice => self.counter * 2,
            Index::FromEnd => self.length - self.counter - 1,
            Index::Constant(value) => value,
            Index::Value => self.value,
            Index::Kept => i64::from(self.kept as i32),
        }
    }

    fn of(&self, number: &Number) -> i64 {
        match number {
            Number::Constant(value) => *value,
            Number::Counter => i64::from(self.counter as i32),
            Number::Length => self.length,
            Number::Value => self.value,
            Number::Kept => self.kept,
            Number::More(inner) => i64::from((self.of(inner) as i32).wrapping_add(1)),
            Number::Load(array, field, index) => {
                let index = self.index(*index);
                let fields = self.program.arrays[*array].fields;
                match (0..COUNT).contains(&index) {
                    true => {
                        i64::from(self.arrays[*array][(index * fields + field) as usize] as i32)
                    }
                    false => 0,
                }
            }
        }
    }

    fn holds(&self, comparison: &str, a: &Number, b: &Number) -> bool {
        let (a, b) = (self.of(a), self.of(b));
        match comparison {
            "equal" => a == b,
            "not_equal" => a != b,
            "signed_less" => a < b,
            "signed_less_equal" => a <= b,
            _ => (a as u32) < (b as u32),
        }
    }

    /// `next` is the number of the next check in the order of the text.
    fn statements(&mut self, statements: &[Statement], next: &mut usize) -> Result<(), Over> {
        statements.iter().try_for_each(|statement| self.statement(statement, next))
    }

    fn statement(&mut self, statement: &Statement, next: &mut usize) -> Result<(), Over> {
        self.steps += 1;
        if self.steps > STEPS {
            return Err(Over);
        }
        match statement {
            Statement::Store(array, field, index, number) => {
                let Array { width, fields, .. } = self.program.arrays[*array];
                let value = self.of(number) & ((1_i64 << width) - 1);
                let index = self.index(*index);
                if (0..COUNT).contains(&index) {
                    self.arrays[*array][(index * fields + field) as usize] = value;
                }
            }
            Statement::Keep(number) => self.kept = self.of(number),
            Statement::If(comparison, a, b, inner) => {
                let before = *next;
                if self.holds(comparison, a, b) {
                    self.statement(inner, next)?;
                }
                *next = before + checks(std::slice::from_ref(inner));
            }
            Statement::Check(comparison, a, b) => {
                if !self.holds(comparison, a, b) {
                    self.fails.insert(self.lines[*next]);
                    return Err(Over);
                }
                *next += 1;
            }
            Statement::Fill(array, byte, from, count) => {
                let Array { width, fields, .. } = self.program.arrays[*array];
                let all = (0..width / 8).fold(0, |sum, _| sum << 8 | byte);
                let fields = fields as usize;
                let (from, to) = (*from as usize * fields, (from + count) as usize * fields);
                self.arrays[*array][from..to].fill(all);
            }
            Statement::Up(from, whole, step, body) => {
                self.counter = *from;
                let bound = if *whole { COUNT } else { self.length };
                let before = *next;
                while self.counter < bound {
                    *next = before;
                    self.statements(body, next)?;
                    self.counter += step;
                }
                *next = before + checks(body);
            }
            Statement::Down(body) => {
                self.counter = self.length - 1;
                let before = *next;
                while self.counter >= 0 {
                    *next = before;
                    self.statements(body, next)?;
                    self.counter -= 1;
                }
                *next = before + checks(body);
            }
        }
        Ok(())
    }
}

/// How many checks there are.
fn checks<S: std::borrow::Borrow<Statement>>(statements: &[S]) -> usize {
    let count = |statement: &Statement| match statement {
        Statement::Check(..) => 1,
        Statement::If(.., inner) => checks(std::slice::from_ref(inner)),
        Statement::Up(.., body) | Statement::Down(body) => checks(body),
        _ => 0,
    };
    statements.iter().map(|statement| count(statement.borrow())).sum()
}
