//! Programs with loops, as text for klew and as something to run.

use std::fmt::Write;

/// Checks of a program.
pub const CHECKS: usize = 3;

/// Variables of a program; the first two are inputs at the beginning.
const VARIABLES: usize = 4;

/// Elements of the array.
const ELEMENTS: usize = 8;

/// Steps after which a run is taken to go on for ever.
const FUEL: u32 = 3_000;

/// Numbers from a seed.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

#[derive(Clone, Debug)]
enum Expression {
    Constant(u64),
    Variable(usize),
    Add(Box<Expression>, Box<Expression>),
    Sub(Box<Expression>, Box<Expression>),
    Mul(Box<Expression>, u64),
    /// One bit is cut off, and put back as a copy of the highest left or as 0.
    Narrow(Box<Expression>, bool),
    /// An element of the array.
    Element(Box<Expression>),
}

#[derive(Clone, Copy, Debug)]
enum Relation {
    Equal,
    NotEqual,
    UnsignedLess,
    SignedLess,
    SignedLessEqual,
}

#[derive(Clone, Debug)]
struct Comparison(Relation, Expression, Expression);

#[derive(Clone, Debug)]
enum Statement {
    Assign(usize, Expression),
    Store(Expression, Expression),
    Input(usize),
    If(Comparison, Vec<Statement>, Vec<Statement>),
    While(Comparison, Vec<Statement>),
    Break(Comparison),
    Check(usize, Comparison),
}

/// A program.
pub struct Program {
    width: u32,
    body: Vec<Statement>,
}

impl Program {
    /// Makes one.
    pub fn new(random: &mut Random) -> Program {
        let width = [3, 4, 4, 5, 8][random.below(5) as usize];
        let mut maker = Maker { random, width, checks: 0 };
        let mut body = Vec::new();
        for variable in 2..VARIABLES {
            let start = maker.small();
            body.push(Statement::Assign(variable, Expression::Constant(start)));
        }
        if maker.random.chance(40) {
            let loop_ = maker.fill();
            body.push(loop_);
        }
        for _ in 0..1 + maker.random.below(2) {
            let loop_ = maker.loop_(1);
            body.push(loop_);
            if maker.checks < CHECKS {
                let check = maker.check();
                body.push(check);
            }
        }
        while maker.checks < CHECKS {
            let check = maker.check();
            body.push(check);
        }
        Program { width, body }
    }
}

struct Maker<'r> {
    random: &'r mut Random,
    width: u32,
    checks: usize,
}

impl Maker<'_> {
    fn small(&mut self) -> u64 {
        self.random.below(4)
    }

    fn constant(&mut self) -> u64 {
        match self.random.chance(70) {
            true => self.random.below(6),
            false => self.random.below(1 << self.width.min(5)),
        }
    }

    fn variable(&mut self) -> usize {
        self.random.below(VARIABLES as u64) as usize
    }

    fn expression(&mut self, depth: u32) -> Expression {
        let leaf = depth == 0 || self.random.chance(35);
        if leaf {
            return match self.random.chance(60) {
                true => Expression::Variable(self.variable()),
                false => Expression::Constant(self.constant()),
            };
        }
        let one = Box::new(self.expression(depth - 1));
        match self.random.below(8) {
            0..3 => Expression::Add(one, Box::new(self.expression(depth - 1))),
            3 | 4 => Expression::Sub(one, Box::new(self.expression(depth - 1))),
            5 => Expression::Mul(one, 2 + self.random.below(2)),
            6 => Expression::Narrow(one, self.random.chance(50)),
            _ => Expression::Element(one),
        }
    }

    fn comparison(&mut self) -> Comparison {
        let relation = match self.random.below(6) {
            0 => Relation::Equal,
            1 => Relation::NotEqual,
            2 => Relation::UnsignedLess,
            3 => Relation::SignedLessEqual,
            _ => Relation::SignedLess,
        };
        let one = match self.random.chance(75) {
            true => Expression::Variable(self.variable()),
            false => self.expression(1),
        };
        Comparison(relation, one, self.expression(0))
    }

    /// `for (v = a; v < b; v += c) A[v] = e`
    fn fill(&mut self) -> Statement {
        let variable = 2 + self.random.below(2) as usize;
        let index = Expression::Variable(variable);
        let value = self.expression(2);
        let end = match self.random.chance(50) {
            true => Expression::Constant(self.constant()),
            false => Expression::Variable(self.random.below(2) as usize),
        };
        let step = Expression::Constant(1 + self.random.below(2));
        let next = Expression::Add(Box::new(index.clone()), Box::new(step));
        let turn = vec![Statement::Store(index.clone(), value), Statement::Assign(variable, next)];
        Statement::While(Comparison(Relation::SignedLess, index, end), turn)
    }

    fn loop_(&mut self, depth: u32) -> Statement {
        let counter = 2 + self.random.below(2) as usize;
        let condition = match self.random.chance(60) {
            true => {
                let end = match self.random.chance(50) {
                    true => Expression::Constant(self.constant()),
                    false => Expression::Variable(self.random.below(2) as usize),
                };
                let relation = [Relation::SignedLess, Relation::UnsignedLess, Relation::NotEqual]
                    [self.random.below(3) as usize];
                Comparison(relation, Expression::Variable(counter), end)
            }
            false => self.comparison(),
        };
        let mut body = self.statements(depth);
        if self.random.chance(80) {
            let step = Expression::Constant(1 + self.random.below(3));
            let counter_now = Box::new(Expression::Variable(counter));
            let next = match self.random.chance(80) {
                true => Expression::Add(counter_now, Box::new(step)),
                false => Expression::Sub(counter_now, Box::new(step)),
            };
            body.push(Statement::Assign(counter, next));
        }
        Statement::While(condition, body)
    }

    fn statements(&mut self, depth: u32) -> Vec<Statement> {
        (0..1 + self.random.below(3)).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: u32) -> Statement {
        match self.random.below(12) {
            0..3 => {
                // Steps and flags are what loops mostly do.
                let variable = self.variable();
                let value = match self.random.below(3) {
                    0 => Expression::Constant(self.constant()),
                    1 => {
                        let step = Expression::Constant(self.constant());
                        Expression::Add(Box::new(Expression::Variable(variable)), Box::new(step))
                    }
                    _ => self.expression(2),
                };
                Statement::Assign(variable, value)
            }
            3 | 4 => Statement::Store(self.expression(1), self.expression(1)),
            5 => Statement::Break(self.comparison()),
            6 if depth > 0 => self.loop_(depth - 1),
            7 if self.random.chance(30) => Statement::Input(self.variable()),
            8 if self.checks < CHECKS => self.check(),
            _ => {
                let condition = self.comparison();
                let then = self.statements_flat();
                let otherwise =
                    if self.random.chance(40) { self.statements_flat() } else { Vec::new() };
                Statement::If(condition, then, otherwise)
            }
        }
    }

    /// Without loops and conditions.
    fn statements_flat(&mut self) -> Vec<Statement> {
        let one = |maker: &mut Self| {
            let variable = maker.variable();
            let step = Expression::Constant(maker.constant());
            let value = match maker.random.chance(50) {
                true => Expression::Add(Box::new(Expression::Variable(variable)), Box::new(step)),
                false => step,
            };
            Statement::Assign(variable, value)
        };
        (0..1 + self.random.below(2)).map(|_| one(self)).collect()
    }

    fn check(&mut self) -> Statement {
        let number = self.checks;
        self.checks += 1;
        let relation = match self.random.below(4) {
            0 => Relation::SignedLess,
            1 => Relation::UnsignedLess,
            _ => Relation::Equal,
        };
        let one = match self.random.chance(25) {
            true => Expression::Element(Box::new(Expression::Constant(self.constant()))),
            false => Expression::Variable(self.variable()),
        };
        let other = match self.random.chance(70) {
            true => Expression::Constant(self.constant()),
            false => Expression::Variable(self.variable()),
        };
        Statement::Check(number, Comparison(relation, one, other))
    }
}

// ---- running ----

struct Run {
    width: u32,
    variables: [u64; VARIABLES],
    elements: [u64; ELEMENTS],
    fuel: u32,
    /// What inputs in the middle of the program are.
    input: u64,
    failed: [bool; CHECKS],
}

enum Next {
    On,
    Broken,
    Ended,
}

impl Run {
    fn mask(&self) -> u64 {
        (1 << self.width) - 1
    }

    fn signed(&self, value: u64) -> i64 {
        let shift = 64 - self.width;
        ((value << shift) as i64) >> shift
    }

    fn value(&self, expression: &Expression) -> u64 {
        let value = match expression {
            Expression::Constant(value) => *value,
            Expression::Variable(variable) => self.variables[*variable],
            Expression::Add(one, other) => self.value(one).wrapping_add(self.value(other)),
            Expression::Sub(one, other) => self.value(one).wrapping_sub(self.value(other)),
            Expression::Mul(one, factor) => self.value(one).wrapping_mul(*factor),
            Expression::Narrow(one, is_signed) => {
                let narrow = self.value(one) & (self.mask() >> 1);
                let top = 1 << (self.width - 2);
                match *is_signed && narrow & top != 0 {
                    true => narrow | (1 << (self.width - 1)),
                    false => narrow,
                }
            }
            Expression::Element(index) => self.elements[self.value(index) as usize % ELEMENTS],
        };
        value & self.mask()
    }

    fn is_true(&self, Comparison(relation, one, other): &Comparison) -> bool {
        let (one, other) = (self.value(one), self.value(other));
        match relation {
            Relation::Equal => one == other,
            Relation::NotEqual => one != other,
            Relation::UnsignedLess => one < other,
            Relation::SignedLess => self.signed(one) < self.signed(other),
            Relation::SignedLessEqual => self.signed(one) <= self.signed(other),
        }
    }

    fn run(&mut self, statements: &[Statement]) -> Next {
        for statement in statements {
            if self.fuel == 0 {
                return Next::Ended;
            }
            self.fuel -= 1;
            match statement {
                Statement::Assign(variable, value) => {
                    self.variables[*variable] = self.value(value);
                }
                Statement::Store(index, value) => {
                    let index = self.value(index) as usize % ELEMENTS;
                    self.elements[index] = self.value(value);
                }
                Statement::Input(variable) => {
                    self.variables[*variable] = self.input & self.mask();
                    self.input = self.input.rotate_right(3) ^ 5;
                }
                Statement::If(condition, then, otherwise) => {
                    let chosen = if self.is_true(condition) { then } else { otherwise };
                    match self.run(chosen) {
                        Next::On => {}
                        next => return next,
                    }
                }
                Statement::While(condition, body) => {
                    while self.is_true(condition) {
                        if self.fuel == 0 {
                            return Next::Ended;
                        }
                        self.fuel -= 1;
                        match self.run(body) {
                            Next::On => {}
                            Next::Broken => break,
                            Next::Ended => return Next::Ended,
                        }
                    }
                }
                Statement::Break(condition) => {
                    if self.is_true(condition) {
                        return Next::Broken;
                    }
                }
                Statement::Check(number, condition) => {
                    if self.is_true(condition) {
                        self.failed[*number] = true;
                        return Next::Ended;
                    }
                }
            }
        }
        Next::On
    }
}

impl Program {
    /// Which checks fail for some input.
    pub fn failing(&self) -> [bool; CHECKS] {
        let mut failed = [false; CHECKS];
        let inputs = 1u64 << self.width.min(6);
        for number in 0..inputs * inputs {
            for input in [0, 0x1234_5678_9abc_def0] {
                let mut run = Run {
                    width: self.width,
                    variables: [0; VARIABLES],
                    elements: [0; ELEMENTS],
                    fuel: FUEL,
                    input,
                    failed,
                };
                run.variables[0] = number % inputs;
                run.variables[1] = number / inputs;
                if self.width > 6 {
                    // Values at both ends.
                    run.variables[0] = (run.variables[0] * 5) & run.mask();
                    run.variables[1] = (run.variables[1] * 3).wrapping_sub(90) & run.mask();
                }
                run.run(&self.body);
                failed = run.failed;
            }
        }
        failed
    }

    /// The program for klew. The check with number `n` is said to be in line `n + 1`.
    pub fn text(&self) -> String {
        let mut writer = Writer { text: String::new(), width: self.width, value: 0, block: 0 };
        writer.line("target 64\nfiles \"\", \"loops.c\"\nentry @main\n");
        writer.line("function @main() {\n^0:");
        for variable in 0..VARIABLES {
            writer.line(&format!("  %v{variable} = allocate stack 1 align 1"));
        }
        writer.line(&format!("  %a = allocate stack {ELEMENTS} align 1 zeroed"));
        for variable in 0..2 {
            writer.input(variable);
        }
        writer.statements(&self.body, None);
        writer.line("  exit\n}");
        writer.text
    }
}

struct Writer {
    text: String,
    width: u32,
    value: usize,
    block: usize,
}

impl Writer {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn define(&mut self, what: &str) -> String {
        self.value += 1;
        let name = format!("%x{}", self.value);
        let _ = writeln!(self.text, "  {name}{what}");
        name
    }

    fn new_block(&mut self) -> usize {
        self.block += 1;
        self.block
    }

    fn begin(&mut self, block: usize) {
        self.line(&format!("^{block}:"));
    }

    fn input(&mut self, variable: usize) {
        let width = self.width;
        let value = self.define(&format!(": i{width} = input \"v{variable}\""));
        self.line(&format!("  store i{width} {value} to %v{variable}"));
    }

    fn address(&mut self, index: &Expression) -> String {
        let index = self.expression(index);
        let width = self.width;
        let wide = self.define(&format!(" = convert zero_extend i{width} {index} to i64"));
        let masked = self.define(&format!(" = and i64 {wide}, {}", ELEMENTS - 1));
        self.define(&format!(" = offset %a, {masked}"))
    }

    fn expression(&mut self, expression: &Expression) -> String {
        let width = self.width;
        match expression {
            Expression::Constant(value) => (value & ((1 << width) - 1)).to_string(),
            Expression::Variable(variable) => {
                self.define(&format!(" = load i{width} %v{variable}"))
            }
            Expression::Add(one, other) => self.binary("add", one, other),
            Expression::Sub(one, other) => self.binary("sub", one, other),
            Expression::Mul(one, factor) => {
                let one = self.expression(one);
                self.define(&format!(" = mul i{width} {one}, {factor}"))
            }
            Expression::Narrow(one, is_signed) => {
                let one = self.expression(one);
                let less = width - 1;
                let cut = self.define(&format!(" = convert truncate i{width} {one} to i{less}"));
                let how = if *is_signed { "sign_extend" } else { "zero_extend" };
                self.define(&format!(" = convert {how} i{less} {cut} to i{width}"))
            }
            Expression::Element(index) => {
                let address = self.address(index);
                self.define(&format!(" = load i{width} {address}"))
            }
        }
    }

    fn binary(&mut self, name: &str, one: &Expression, other: &Expression) -> String {
        let width = self.width;
        let (one, other) = (self.expression(one), self.expression(other));
        self.define(&format!(" = {name} i{width} {one}, {other}"))
    }

    fn comparison(&mut self, Comparison(relation, one, other): &Comparison) -> String {
        let width = self.width;
        let (one, other) = (self.expression(one), self.expression(other));
        let name = match relation {
            Relation::Equal => "equal",
            Relation::NotEqual => "not_equal",
            Relation::UnsignedLess => "unsigned_less",
            Relation::SignedLess => "signed_less",
            Relation::SignedLessEqual => "signed_less_equal",
        };
        self.define(&format!(" = compare {name} i{width} {one}, {other}"))
    }

    fn statements(&mut self, statements: &[Statement], exit: Option<usize>) {
        let width = self.width;
        for statement in statements {
            match statement {
                Statement::Assign(variable, value) => {
                    let value = self.expression(value);
                    self.line(&format!("  store i{width} {value} to %v{variable}"));
                }
                Statement::Store(index, value) => {
                    let address = self.address(index);
                    let value = self.expression(value);
                    self.line(&format!("  store i{width} {value} to {address}"));
                }
                Statement::Input(variable) => self.input(*variable),
                Statement::If(condition, then, otherwise) => {
                    let condition = self.comparison(condition);
                    let blocks = [self.new_block(), self.new_block(), self.new_block()];
                    let [first, second, after] = blocks;
                    self.line(&format!("  branch {condition}, ^{first}, ^{second}"));
                    self.begin(first);
                    self.statements(then, exit);
                    self.line(&format!("  jump ^{after}"));
                    self.begin(second);
                    self.statements(otherwise, exit);
                    self.line(&format!("  jump ^{after}"));
                    self.begin(after);
                }
                Statement::While(condition, body) => {
                    let [head, turn, after] =
                        [self.new_block(), self.new_block(), self.new_block()];
                    self.line(&format!("  jump ^{head}"));
                    self.begin(head);
                    let condition = self.comparison(condition);
                    self.line(&format!("  branch {condition}, ^{turn}, ^{after}"));
                    self.begin(turn);
                    self.statements(body, Some(after));
                    self.line(&format!("  jump ^{head}"));
                    self.begin(after);
                }
                Statement::Break(condition) => {
                    let condition = self.comparison(condition);
                    let on = self.new_block();
                    let out = exit.unwrap_or(on);
                    self.line(&format!("  branch {condition}, ^{out}, ^{on}"));
                    self.begin(on);
                }
                Statement::Check(number, condition) => {
                    let fails = self.comparison(condition);
                    let holds = self.define(&format!(" = xor i1 {fails}, true"));
                    let line = number + 1;
                    self.line(&format!("  assert reach-error holds {holds} @1:{line}:1"));
                }
            }
        }
    }
}
