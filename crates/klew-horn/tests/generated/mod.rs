//! Small programs with loops and recursion: as text, and run on all inputs.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use klew_oracle::Random;

/// Bits of all numbers but the array's indices.
const WIDTHS: [u32; 3] = [3, 4, 8];
/// Elements of the array, of one byte each.
const ELEMENTS: u64 = 4;
/// Statements of one run, and calls at a time; more are not followed.
const STEPS: u32 = 3000;
const DEPTH: u32 = 40;

/// Variables: those of the entry, the global, or the parameter and the result of the function.
type Variable = usize;
const GLOBAL: Variable = 4;
const PARAMETER: Variable = 5;
const RESULT: Variable = 6;

#[derive(Clone, Debug)]
enum Expression {
    Constant(u64),
    Of(Variable),
    Binary(&'static str, Variable, Result<Variable, u64>),
}

#[derive(Clone, Debug)]
struct Condition(&'static str, Variable, Result<Variable, u64>);

#[derive(Clone, Debug)]
enum Statement {
    Set(Variable, Expression),
    If(Condition, Vec<Statement>, Vec<Statement>),
    While(Condition, Vec<Statement>),
    Check(Condition),
    Store(Variable, bool, Variable),
    Load(Variable, Variable, bool),
    Call(Variable, Variable),
    Leave(Condition),
}

/// Something that a mutant has otherwise.
enum Place<'p> {
    Condition(&'p mut Condition),
    Constant(&'p mut u64),
}

fn places_of<'p>(statements: &'p mut [Statement], found: &mut Vec<Place<'p>>) {
    for statement in statements {
        match statement {
            Statement::Set(
                _,
                Expression::Constant(constant) | Expression::Binary(_, _, Err(constant)),
            ) => {
                found.push(Place::Constant(constant));
            }
            Statement::If(condition, one, other) => {
                found.push(Place::Condition(condition));
                places_of(one, found);
                places_of(other, found);
            }
            Statement::While(condition, body) => {
                found.push(Place::Condition(condition));
                places_of(body, found);
            }
            Statement::Check(condition) | Statement::Leave(condition) => {
                found.push(Place::Condition(condition));
            }
            Statement::Set(..)
            | Statement::Store(..)
            | Statement::Load(..)
            | Statement::Call(..) => {}
        }
    }
}

/// A program.
pub struct Generated {
    width: u32,
    entry: Vec<Statement>,
    function: Vec<Statement>,
}

/// What its runs come to.
pub struct Truth {
    /// Lines of checks that fail.
    pub fails: BTreeSet<usize>,
}

struct Maker<'r> {
    random: &'r mut Random,
    in_function: bool,
    width: u32,
}

impl Maker<'_> {
    fn variable(&mut self) -> Variable {
        match self.in_function {
            true => [GLOBAL, PARAMETER, RESULT][self.random.below(3)],
            false => self.random.below(5),
        }
    }

    fn constant(&mut self) -> u64 {
        let all = (1 << self.width) - 1;
        match self.random.below(3) {
            0 => self.random.number() & all,
            1 => self.random.below(4) as u64 & all,
            _ => (0_u64.wrapping_sub(self.random.below(3) as u64)) & all,
        }
    }

    fn right(&mut self) -> Result<Variable, u64> {
        if self.random.below(2) == 0 { Ok(self.variable()) } else { Err(self.constant()) }
    }

    fn condition(&mut self) -> Condition {
        let operation = ["slt", "sle", "ult", "ule", "eq", "ne"][self.random.below(6)];
        Condition(operation, self.variable(), self.right())
    }

    fn expression(&mut self) -> Expression {
        const OPERATIONS: [&str; 9] =
            ["add", "sub", "add", "mul", "and", "xor", "unsigned_div", "signed_rem", "shift_left"];
        match self.random.below(6) {
            0 => Expression::Constant(self.constant()),
            1 => Expression::Of(self.variable()),
            2 => {
                let operation = OPERATIONS[self.random.below(9)];
                Expression::Binary(operation, self.variable(), self.right())
            }
            // Steps.
            _ => Expression::Binary("add", self.variable(), Err(self.constant())),
        }
    }

    fn step(&mut self) -> Statement {
        let variable = self.variable();
        let by = 1 + self.random.below(2) as u64;
        let operation = if self.random.below(2) == 0 { "add" } else { "sub" };
        Statement::Set(variable, Expression::Binary(operation, variable, Err(by)))
    }

    fn statements(&mut self, depth: u32, count: usize) -> Vec<Statement> {
        (0..1 + self.random.below(count)).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: u32) -> Statement {
        let kind = self.random.below(if depth == 0 { 8 } else { 14 });
        match kind {
            0 | 1 => self.step(),
            2 => Statement::Set(self.variable(), self.expression()),
            3 | 4 => Statement::Check(self.condition()),
            5 => Statement::Store(self.variable(), self.random.below(3) != 0, self.variable()),
            6 => Statement::Load(self.variable(), self.variable(), self.random.below(3) != 0),
            7 => match self.random.below(3) {
                0 => Statement::Leave(self.condition()),
                _ => Statement::Call(self.variable(), self.variable()),
            },
            8 | 9 => {
                let condition = self.condition();
                let then = self.statements(depth - 1, 2);
                let otherwise = if self.random.below(2) == 0 {
                    Vec::new()
                } else {
                    self.statements(depth - 1, 2)
                };
                Statement::If(condition, then, otherwise)
            }
            _ => {
                let condition = self.condition();
                let mut body = self.statements(depth - 1, 3);
                body.push(self.step());
                Statement::While(condition, body)
            }
        }
    }
}

impl Generated {
    /// That of a seed.
    pub fn new(seed: u64) -> Generated {
        let mut random = Random::new(seed);
        let width = WIDTHS[random.below(3)];
        let mut maker = Maker { random: &mut random, in_function: false, width };
        let mut entry = maker.statements(2, 5);
        entry.push(Statement::Check(maker.condition()));
        maker.in_function = true;
        let function = maker.statements(1, 3);
        Generated { width, entry, function }
    }

    /// Changes one condition or one constant: by which the program may fail where it did not.
    #[allow(dead_code)] // Each test uses one of them.
    pub fn mutate(&mut self, random: &mut Random) {
        let mut places = Vec::new();
        places_of(&mut self.entry, &mut places);
        places_of(&mut self.function, &mut places);
        let all = (1_u64 << self.width) - 1;
        let at = random.below(places.len().max(1));
        match places.into_iter().nth(at) {
            Some(Place::Condition(condition)) => match (random.below(3), &mut condition.2) {
                (0, Err(constant)) => *constant = constant.wrapping_add(1) & all,
                (1, Err(constant)) => *constant = constant.wrapping_sub(1) & all,
                _ => condition.0 = ["slt", "sle", "ult", "ule", "eq", "ne"][random.below(6)],
            },
            Some(Place::Constant(constant)) => *constant = constant.wrapping_add(1) & all,
            None => {}
        }
    }

    /// As text; each check is on a line of its own.
    pub fn text(&self) -> String {
        let mut writer = Writer { width: self.width, text: String::new(), fresh: 0 };
        let _ = writeln!(writer.text, "global &global size 1 align 1 = zero");
        let _ = writeln!(writer.text, "function @main() {{\nentry:");
        for variable in 0..4 {
            let _ = writeln!(writer.text, "  %v{variable} = allocate stack 1 align 1");
        }
        let _ = writeln!(writer.text, "  %array = allocate stack {ELEMENTS} align 1 zeroed");
        for variable in 0..4 {
            let value = match variable {
                0 | 1 => {
                    let _ = writeln!(writer.text, "  %i{variable}: i{} = input \"x\"", self.width);
                    format!("%i{variable}")
                }
                _ => "0".to_owned(),
            };
            let _ = writeln!(writer.text, "  store i{} {value} to %v{variable}", self.width);
        }
        writer.statements(&self.entry, "exit");
        let _ = writeln!(writer.text, "  exit\n}}");
        let width = self.width;
        let _ =
            writeln!(writer.text, "function @f(%a: i{width}, %array: ptr) -> i{width} {{\nentry:");
        let _ = writeln!(writer.text, "  %v5 = allocate stack 1 align 1");
        let _ = writeln!(writer.text, "  %v6 = allocate stack 1 align 1");
        let _ = writeln!(writer.text, "  store i{width} %a to %v5\n  store i{width} 0 to %v6");
        writer.statements(&self.function, "return 0");
        let _ = writeln!(writer.text, "  %r = load i{width} %v6\n  return %r\n}}");
        writer.text
    }

    /// What runs on all inputs come to.
    pub fn truth(&self) -> Truth {
        let lines = self.lines();
        let mut fails = BTreeSet::new();
        let all = 1_u64 << self.width;
        for one in 0..all {
            for other in 0..all.min(24) {
                let mut run = Run {
                    program: self,
                    steps: 0,
                    depth: 0,
                    global: 0,
                    array: [0; ELEMENTS as usize],
                    lines: &lines,
                    fails: &mut fails,
                };
                let mut values = [0; 7];
                (values[0], values[1]) = (one, other);
                let _ = run.statements(&self.entry, &mut values, 0);
            }
        }
        Truth { fails }
    }

    /// The lines of checks in the order of the text.
    fn lines(&self) -> Vec<usize> {
        let text = self.text();
        let is_check = |line: &&str| line.trim_start().starts_with("assert");
        (1..)
            .zip(text.lines())
            .filter(|(_, line)| is_check(line))
            .map(|(number, _)| number)
            .collect()
    }
}

struct Writer {
    width: u32,
    text: String,
    fresh: usize,
}

impl Writer {
    fn fresh(&mut self) -> usize {
        self.fresh += 1;
        self.fresh
    }

    fn place(variable: Variable) -> String {
        if variable == GLOBAL { "&global".to_owned() } else { format!("%v{variable}") }
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    fn load(&mut self, variable: Variable) -> String {
        let (name, width) = (format!("%t{}", self.fresh()), self.width);
        self.line(&format!("{name} = load i{width} {}", Self::place(variable)));
        name
    }

    fn right(&mut self, right: &Result<Variable, u64>) -> String {
        match right {
            Ok(variable) => self.load(*variable),
            Err(constant) => constant.to_string(),
        }
    }

    fn store(&mut self, variable: Variable, value: &str) {
        let width = self.width;
        self.line(&format!("store i{width} {value} to {}", Self::place(variable)));
    }

    fn condition(&mut self, condition: &Condition) -> String {
        let (a, b) = (self.load(condition.1), self.right(&condition.2));
        let (name, width) = (format!("%c{}", self.fresh()), self.width);
        self.line(&format!("{name} = compare {} i{width} {a}, {b}", condition.0));
        name
    }

    /// The address of an element; masked ones are always there.
    fn element(&mut self, index: Variable, masked: bool) -> String {
        let (index, width) = (self.load(index), self.width);
        let (wide, at, name) = (self.fresh(), self.fresh(), format!("%p{}", self.fresh()));
        self.line(&format!("%t{wide} = convert zero_extend i{width} {index} to i64"));
        let used = match masked {
            true => {
                self.line(&format!("%t{at} = and i64 %t{wide}, {}", ELEMENTS - 1));
                at
            }
            false => wide,
        };
        self.line(&format!("{name} = offset %array, %t{used}"));
        name
    }

    fn statements(&mut self, statements: &[Statement], leave: &str) {
        for statement in statements {
            self.statement(statement, leave);
        }
    }

    fn statement(&mut self, statement: &Statement, leave: &str) {
        let width = self.width;
        match statement {
            Statement::Set(variable, expression) => {
                let value = match expression {
                    Expression::Constant(value) => value.to_string(),
                    Expression::Of(other) => self.load(*other),
                    Expression::Binary(operation, a, b) => {
                        let (a, b) = (self.load(*a), self.right(b));
                        let name = format!("%t{}", self.fresh());
                        self.line(&format!("{name} = {operation} i{width} {a}, {b}"));
                        name
                    }
                };
                self.store(*variable, &value);
            }
            Statement::If(condition, then, otherwise) => {
                let (condition, n) = (self.condition(condition), self.fresh());
                self.line(&format!("branch {condition}, then{n}, else{n}"));
                let _ = writeln!(self.text, "then{n}:");
                self.statements(then, leave);
                self.line(&format!("jump end{n}"));
                let _ = writeln!(self.text, "else{n}:");
                self.statements(otherwise, leave);
                self.line(&format!("jump end{n}"));
                let _ = writeln!(self.text, "end{n}:");
            }
            Statement::While(condition, body) => {
                let n = self.fresh();
                self.line(&format!("jump head{n}"));
                let _ = writeln!(self.text, "head{n}:");
                let condition = self.condition(condition);
                self.line(&format!("branch {condition}, body{n}, after{n}"));
                let _ = writeln!(self.text, "body{n}:");
                self.statements(body, leave);
                self.line(&format!("jump head{n}"));
                let _ = writeln!(self.text, "after{n}:");
            }
            Statement::Check(condition) => {
                let condition = self.condition(condition);
                self.line(&format!("assert assertion holds {condition}"));
            }
            Statement::Store(index, masked, value) => {
                let (pointer, value) = (self.element(*index, *masked), self.load(*value));
                self.line(&format!("assert valid-deref accessible write {pointer}, 1"));
                self.line(&format!("store i{width} {value} to {pointer}"));
            }
            Statement::Load(variable, index, masked) => {
                let (pointer, name) =
                    (self.element(*index, *masked), format!("%t{}", self.fresh()));
                self.line(&format!("assert valid-deref accessible read {pointer}, 1"));
                self.line(&format!("{name} = load i{width} {pointer}"));
                self.store(*variable, &name);
            }
            Statement::Call(result, argument) => {
                let (argument, name) = (self.load(*argument), format!("%t{}", self.fresh()));
                self.line(&format!("{name}: i{width} = call @f({argument}, %array)"));
                self.store(*result, &name);
            }
            Statement::Leave(condition) => {
                let (condition, n) = (self.condition(condition), self.fresh());
                self.line(&format!("branch {condition}, leave{n}, stay{n}"));
                let _ = writeln!(self.text, "leave{n}:\n  {leave}\nstay{n}:");
            }
        }
    }
}

/// A run.
struct Run<'r> {
    program: &'r Generated,
    steps: u32,
    depth: u32,
    global: u64,
    array: [u64; ELEMENTS as usize],
    lines: &'r [usize],
    fails: &'r mut BTreeSet<usize>,
}

/// Why a sequence of statements is not followed to its end.
enum Ended {
    /// The function returns.
    Left,
    /// The run is over, or not followed.
    Over,
}

impl Run<'_> {
    fn mask(&self) -> u64 {
        (1 << self.program.width) - 1
    }

    fn signed(&self, value: u64) -> i64 {
        let shift = 64 - self.program.width;
        ((value << shift) as i64) >> shift
    }

    fn get(&self, values: &[u64; 7], variable: Variable) -> u64 {
        if variable == GLOBAL { self.global } else { values[variable] }
    }

    fn set(&mut self, values: &mut [u64; 7], variable: Variable, value: u64) {
        let value = value & self.mask();
        if variable == GLOBAL { self.global = value } else { values[variable] = value }
    }

    fn right(&self, values: &[u64; 7], right: &Result<Variable, u64>) -> u64 {
        match right {
            Ok(variable) => self.get(values, *variable),
            Err(constant) => *constant,
        }
    }

    fn holds(&self, values: &[u64; 7], condition: &Condition) -> bool {
        let (a, b) = (self.get(values, condition.1), self.right(values, &condition.2));
        match condition.0 {
            "slt" => self.signed(a) < self.signed(b),
            "sle" => self.signed(a) <= self.signed(b),
            "ult" => a < b,
            "ule" => a <= b,
            "eq" => a == b,
            _ => a != b,
        }
    }

    fn binary(&self, operation: &str, a: u64, b: u64) -> u64 {
        match operation {
            "add" => a.wrapping_add(b),
            "sub" => a.wrapping_sub(b),
            "mul" => a.wrapping_mul(b),
            "and" => a & b,
            "xor" => a ^ b,
            "unsigned_div" => a.checked_div(b).unwrap_or(u64::MAX),
            "signed_rem" => match self.signed(b) {
                0 => a,
                divisor => (self.signed(a) % divisor) as u64,
            },
            _ => match b < u64::from(self.program.width) {
                true => a << b,
                false => 0,
            },
        }
    }

    /// The number of checks in statements.
    fn count(statements: &[Statement]) -> usize {
        let count = |statement: &Statement| match statement {
            Statement::Check(_) | Statement::Store(..) | Statement::Load(..) => 1,
            Statement::If(_, then, otherwise) => Self::count(then) + Self::count(otherwise),
            Statement::While(_, body) => Self::count(body),
            _ => 0,
        };
        statements.iter().map(count).sum()
    }

    fn fails(&mut self, check: usize) -> Ended {
        self.fails.insert(self.lines[check]);
        Ended::Over
    }

    /// `next` is the number of the check that comes next in the text.
    fn statements(
        &mut self,
        statements: &[Statement],
        values: &mut [u64; 7],
        next: usize,
    ) -> Result<(), Ended> {
        let mut check = next;
        for statement in statements {
            self.steps += 1;
            if self.steps > STEPS {
                return Err(Ended::Over);
            }
            self.statement(statement, values, check)?;
            check += Self::count(std::slice::from_ref(statement));
        }
        Ok(())
    }

    fn statement(
        &mut self,
        statement: &Statement,
        values: &mut [u64; 7],
        check: usize,
    ) -> Result<(), Ended> {
        match statement {
            Statement::Set(variable, expression) => {
                let value = match expression {
                    Expression::Constant(value) => *value,
                    Expression::Of(other) => self.get(values, *other),
                    Expression::Binary(operation, a, b) => {
                        let (a, b) = (self.get(values, *a), self.right(values, b));
                        self.binary(operation, a, b)
                    }
                };
                self.set(values, *variable, value);
            }
            Statement::If(condition, then, otherwise) => {
                if self.holds(values, condition) {
                    self.statements(then, values, check)?;
                } else {
                    let check = check + Self::count(then);
                    self.statements(otherwise, values, check)?;
                }
            }
            Statement::While(condition, body) => {
                while self.holds(values, condition) {
                    self.statements(body, values, check)?;
                }
            }
            Statement::Check(condition) => {
                if !self.holds(values, condition) {
                    return Err(self.fails(check));
                }
            }
            Statement::Store(index, masked, value) => {
                let at = self.index(values, *index, *masked);
                if at >= ELEMENTS {
                    return Err(self.fails(check));
                }
                self.array[at as usize] = self.get(values, *value);
            }
            Statement::Load(variable, index, masked) => {
                let at = self.index(values, *index, *masked);
                if at >= ELEMENTS {
                    return Err(self.fails(check));
                }
                let value = self.array[at as usize];
                self.set(values, *variable, value);
            }
            Statement::Call(result, argument) => {
                let value = self.call(self.get(values, *argument))?;
                self.set(values, *result, value);
            }
            Statement::Leave(condition) => {
                if self.holds(values, condition) {
                    return Err(Ended::Left);
                }
            }
        }
        Ok(())
    }

    fn index(&self, values: &[u64; 7], index: Variable, masked: bool) -> u64 {
        let index = self.get(values, index);
        if masked { index & (ELEMENTS - 1) } else { index }
    }

    fn call(&mut self, argument: u64) -> Result<u64, Ended> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(Ended::Over);
        }
        let mut values = [0; 7];
        values[PARAMETER] = argument;
        let program = self.program;
        let first = Self::count(&program.entry);
        let result = match self.statements(&program.function, &mut values, first) {
            Ok(()) => values[RESULT],
            Err(Ended::Left) => 0,
            Err(Ended::Over) => return Err(Ended::Over),
        };
        self.depth -= 1;
        Ok(result)
    }
}
