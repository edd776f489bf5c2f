//! Programs of our own: unsigned arithmetic on globals, arrays and pointers in loops and functions, without undefined behaviour.

use crate::differential::random::Random;

use super::program::{Global, Program};

const SCALARS: [&str; 4] = ["uint8_t", "uint16_t", "uint32_t", "uint64_t"];

/// Scalars and arrays that statements use.
const GLOBALS: u64 = 6;
const ARRAYS: u64 = 3;

/// Elements of each array, a power of two.
const ELEMENTS: u64 = 32;

struct Generator {
    random: Random,
    text: String,
    /// How deep loops and branches are nested.
    depth: usize,
    loops: usize,
}

/// The program of a seed.
pub fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let mut before = String::new();
    let mut globals = Vec::new();
    for number in 0..GLOBALS {
        let scalar = *random.pick(&SCALARS);
        let value = random.below(1 << 32);
        before += &format!("static {scalar} g_{number} = ({scalar}){value}u;\n");
        globals.push(Global { scalar: scalar.to_owned(), name: format!("g_{number}") });
    }
    for number in 0..ARRAYS {
        let scalar = *random.pick(&SCALARS);
        before += &format!("static {scalar} a_{number}[{ELEMENTS}];\n");
    }
    before += "static uint32_t *target;\nstatic uint32_t cells[4];\n";
    let mut generator = Generator { random, text: String::new(), depth: 1, loops: 0 };
    for number in 0..3 {
        generator.text += &format!("static uint32_t f_{number}(uint32_t x) {{\n");
        generator.statements(4);
        let result = generator.expression(2);
        generator.text += &format!("    return (uint32_t)({result} + x);\n}}\n");
    }
    before += &std::mem::take(&mut generator.text);
    generator.text += "    target = &cells[g_0 & 3];\n";
    generator.statements(10);
    for number in 0..3 {
        let argument = generator.expression(1);
        generator.text += &format!("    g_{number} ^= f_{number}((uint32_t)({argument}));\n");
    }
    generator.checksum();
    globals.truncate(3);
    Program { before, body: generator.text, globals, include: Vec::new() }
}

impl Generator {
    fn line(&mut self, text: &str) {
        let indent = "    ".repeat(self.depth);
        self.text += &format!("{indent}{text}\n");
    }

    fn statements(&mut self, count: u64) {
        for _ in 0..count {
            self.statement();
        }
    }

    fn statement(&mut self) {
        match self.random.below(if self.depth > 3 { 5 } else { 8 }) {
            0..=2 => {
                let (place, value) = (self.place(), self.expression(3));
                let operator = *self.random.pick(&["=", "+=", "^=", "-=", "|="]);
                self.line(&format!("{place} {operator} {value};"));
            }
            3 => {
                let value = self.expression(2);
                self.line(&format!("*target += (uint32_t)({value});"));
            }
            4 => {
                let at = self.expression(1);
                self.line(&format!("target = &cells[({at}) & 3];"));
            }
            5 => {
                let condition = self.expression(2);
                self.line(&format!("if (({condition}) & 4) {{"));
                self.block();
                self.line("} else {");
                self.block();
                self.line("}");
            }
            _ => {
                let (counter, turns) = (format!("i_{}", self.loops), 2 + self.random.below(9));
                self.loops += 1;
                self.line(&format!(
                    "for (unsigned {counter} = 0; {counter} < {turns}; {counter}++) {{"
                ));
                let element = self.random.below(ARRAYS);
                let value = self.expression(2);
                self.depth += 1;
                self.line(&format!(
                    "a_{element}[({counter} * 5 + g_1) & {}] += {value};",
                    ELEMENTS - 1
                ));
                self.depth -= 1;
                self.block();
                self.line("}");
            }
        }
    }

    fn block(&mut self) {
        self.depth += 1;
        let count = 1 + self.random.below(2);
        self.statements(count);
        self.depth -= 1;
    }

    /// Something that can be read and written.
    fn place(&mut self) -> String {
        match self.random.below(3) {
            0 => {
                let index = self.random.below(GLOBALS);
                format!("a_{}[g_{index} & {}]", self.random.below(ARRAYS), ELEMENTS - 1)
            }
            _ => format!("g_{}", self.random.below(GLOBALS)),
        }
    }

    /// An unsigned value of 64 bits.
    fn expression(&mut self, depth: u64) -> String {
        if depth == 0 || self.random.chance(25) {
            return match self.random.below(4) {
                0 => format!("{}u", self.random.below(1 << 16)),
                1 => "(uint64_t)*target".to_owned(),
                _ => format!("(uint64_t){}", self.place()),
            };
        }
        let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.random.below(10) {
            0 => format!("({a} >> ({b} & 7))"),
            1 => format!("({a} << ({b} & 7))"),
            2 => format!("({a} / (({b}) | 1))"),
            3 => format!("({a} % (({b}) | 1))"),
            4 => format!("({a} < {b} ? {b} : {a})"),
            5 => format!("({a} * {b})"),
            6 => format!("({a} & {b})"),
            7 => format!("({a} ^ {b})"),
            8 => format!("({a} - {b})"),
            _ => format!("({a} + {b})"),
        }
    }

    fn checksum(&mut self) {
        self.line("uint32_t sum = 17;");
        for number in 0..GLOBALS {
            self.line(&format!("sum = sum * 31 + (uint32_t)g_{number};"));
        }
        self.line(&format!("for (unsigned at = 0; at < {ELEMENTS}; at++) {{"));
        for number in 0..ARRAYS {
            self.line(&format!("    sum = (sum << 1 | sum >> 31) ^ (uint32_t)a_{number}[at];"));
        }
        self.line("}");
        self.line("for (unsigned at = 0; at < 4; at++) sum = sum * 31 + cells[at];");
        self.line("finish(sum);");
    }
}
