//! Makes a C program from a seed: pointers, structures, arrays, lists, loops, `switch`, `?:`, mixed widths
//! and signs, floats, heap memory; in some, an error under a condition on the inputs.
//!
//! Invariant: apart from the planted errors, no run has undefined behaviour (signed arithmetic wraps:
//! both sides are told so), and every run ends.

use std::fmt::Write;

use super::random::Random;

/// What the program is checked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// `reach_error` is not called.
    Assertion,
    /// Accesses and frees are valid.
    Memory,
    /// Everything is freed at the end.
    Cleanup,
}

impl Goal {
    /// klew's names of the properties.
    pub fn properties(self) -> &'static [&'static str] {
        match self {
            Goal::Assertion => &["unreach-call"],
            Goal::Memory => &["valid-deref", "valid-free"],
            Goal::Cleanup => &["valid-memcleanup"],
        }
    }
}

/// A statement: text, then nested parts, each with a text before its statements.
#[derive(Clone, Debug)]
pub struct Statement {
    text: String,
    /// Nested blocks.
    pub parts: Vec<Part>,
    after: &'static str,
}

/// A block within a statement.
#[derive(Clone, Debug)]
pub struct Part {
    before: String,
    /// Its statements.
    pub body: Vec<Statement>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    head: String,
    declarations: String,
    /// What it does.
    pub body: Vec<Statement>,
    end: String,
}

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// What it is checked for.
    pub goal: Goal,
    prologue: String,
    /// The functions; the last is `run`.
    pub functions: Vec<Function>,
    epilogue: String,
}

impl Program {
    /// The C text.
    pub fn render(&self) -> String {
        let mut text = self.prologue.clone();
        for function in &self.functions {
            let _ = writeln!(text, "{} {{\n{}", function.head, function.declarations);
            render(&function.body, 1, &mut text);
            let _ = writeln!(text, "{}\n}}\n", function.end);
        }
        text.push_str(&self.epilogue);
        text
    }
}

fn render(statements: &[Statement], depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    for statement in statements {
        let _ = write!(text, "{indent}{}", statement.text);
        for part in &statement.parts {
            let _ = writeln!(text, "{} {{", part.before);
            render(&part.body, depth + 1, text);
            let _ = write!(text, "{indent}}}");
        }
        let _ = writeln!(text, "{}", statement.after);
    }
}

const INTEGERS: [(&str, &str); 8] = [
    ("signed char", "char"),
    ("unsigned char", "uchar"),
    ("short", "short"),
    ("unsigned short", "ushort"),
    ("int", "int"),
    ("unsigned", "uint"),
    ("long", "long"),
    ("unsigned long", "ulong"),
];

struct Input {
    kind: usize,
    low: i64,
    high: i64,
}

struct Generator {
    random: Random,
    goal: Goal,
    /// Integer variables in scope that may be assigned.
    scalars: Vec<String>,
    /// More that may only be read.
    readable: Vec<String>,
    doubles: Vec<String>,
    loops: usize,
    callable: usize,
    in_run: bool,
    calls: usize,
}

/// The program of that seed.
pub fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let goal = *random.pick(&[Goal::Assertion, Goal::Assertion, Goal::Memory, Goal::Cleanup]);
    let inputs: Vec<Input> = (0..1 + random.below(3)).map(|_| input(&mut random)).collect();
    let mut generator = Generator {
        random,
        goal,
        scalars: Vec::new(),
        readable: Vec::new(),
        doubles: Vec::new(),
        loops: 0,
        callable: 0,
        in_run: false,
        calls: 0,
    };
    let mut functions = Vec::new();
    for _ in 0..generator.random.below(3) {
        let function = generator.helper();
        functions.push(function);
        generator.callable += 1;
    }
    functions.push(generator.run(&inputs));
    Program { goal, prologue: prologue(goal), functions, epilogue: epilogue(&inputs) }
}

fn input(random: &mut Random) -> Input {
    let kind = random.below(8) as usize;
    let signed = kind.is_multiple_of(2);
    let low = if signed { random.below(9) as i64 - 6 } else { random.below(3) as i64 };
    Input { kind, low, high: low + 1 + random.below(7) as i64 }
}

fn prologue(goal: Goal) -> String {
    let mut text = String::from("#include <stdlib.h>\n#include <string.h>\n");
    text.push_str("#ifdef NATIVE\n#include <stdio.h>\nstatic int failed;\nstatic void reach_error(void) { failed = 1; }\n#else\nextern void abort(void);\nvoid reach_error(void) { abort(); }\n#endif\n");
    for (kind, name) in INTEGERS {
        let _ = writeln!(text, "extern {kind} __VERIFIER_nondet_{name}(void);");
    }
    text.push_str("struct node { int value; struct node *next; short tag; };\n");
    text.push_str("struct pair { signed char a; unsigned b; unsigned short c[3]; long d; };\n");
    text.push_str("union both { unsigned u; unsigned char bytes[4]; float f; };\n");
    text.push_str("struct bits { unsigned x : 3; int y : 7; unsigned z : 13; };\n");
    text.push_str("static int g0; static unsigned g1; static unsigned char ga[8]; static short gs[4];\nstatic struct pair gp;\nstatic long live;\n");
    text.push_str("static struct node *get(int v) { struct node *n = malloc(sizeof *n); live++; n->value = v; n->next = 0; n->tag = (short)v; return n; }\n");
    text.push_str("static void put(struct node *n) { if (n) live--; free(n); }\n");
    text.push_str("static void reset(void) { g0 = 3; g1 = 5; memset(ga, 1, sizeof ga); for (int i = 0; i < 4; i++) gs[i] = (short)(i * 7); memset(&gp, 0, sizeof gp); live = 0; }\n");
    text.push_str(
        "static int clamp(double d) { return d > -30000.0 && d < 30000.0 ? (int)d : 7; }\n",
    );
    if goal == Goal::Cleanup {
        text.push_str("#define LEAKED (live != 0)\n\n");
    } else {
        text.push_str("#define LEAKED 0\n\n");
    }
    text
}

fn epilogue(inputs: &[Input]) -> String {
    let mut text = String::from("#ifdef NATIVE\nint main(void) {\n");
    for (index, input) in inputs.iter().enumerate() {
        let _ = writeln!(
            text,
            "  for (long i{index} = {}; i{index} <= {}; i{index}++)",
            input.low, input.high
        );
    }
    let arguments: Vec<String> = (0..inputs.len()).map(|index| format!("i{index}")).collect();
    let _ = writeln!(
        text,
        "  {{ reset(); run({}); if (failed || LEAKED) {{ fprintf(stderr, \"FAILED\\n\"); return 0; }} }}",
        arguments.join(", ")
    );
    text.push_str("  return 0;\n}\n#else\nint main(void) {\n");
    for (index, input) in inputs.iter().enumerate() {
        let (kind, name) = INTEGERS[input.kind];
        let _ = writeln!(text, "  {kind} i{index} = __VERIFIER_nondet_{name}();");
        let low = if input.kind.is_multiple_of(2) || input.low > 0 {
            format!("i{index} < {} || ", input.low)
        } else {
            String::new()
        };
        let _ = writeln!(text, "  if ({low}i{index} > {}) return 0;", input.high);
    }
    let _ = writeln!(text, "  reset();\n  run({});\n  return 0;\n}}\n#endif", arguments.join(", "));
    text
}

impl Generator {
    fn helper(&mut self) -> Function {
        self.in_run = false;
        self.scalars = vec!["l0".into(), "l1".into(), "g0".into(), "g1".into()];
        self.readable = vec!["p0".into(), "p1".into()];
        self.doubles = vec!["d0".into()];
        let (r, a, b) = (self.integer_type(), self.integer_type(), self.integer_type());
        let (x, y) = (self.integer_type(), self.integer_type());
        let body = self.statements(1, 3);
        let end = format!("  return ({r})({});", self.expression(2));
        Function {
            head: format!("static {r} f{}({a} p0, {b} p1, struct pair *q)", self.callable),
            declarations: format!("  {x} l0 = ({x})p0; {y} l1 = 2; double d0 = 0.5; q->b += 1;"),
            body,
            end,
        }
    }

    fn run(&mut self, inputs: &[Input]) -> Function {
        self.in_run = true;
        let locals = 3;
        self.scalars = vec!["g0".into(), "g1".into(), "*pi".into(), "h->value".into()];
        self.readable = (0..inputs.len()).map(|index| format!("i{index}")).collect();
        self.doubles = vec!["d0".into(), "d1".into()];
        let mut declarations = String::new();
        for index in 0..locals {
            let kind = self.integer_type();
            let _ = writeln!(declarations, "  {kind} v{index} = {};", self.random.below(90));
            self.scalars.push(format!("v{index}"));
        }
        declarations.push_str("  int array[6] = { 1, -2, 3, 40, 5, 600 }; int *pi = &array[2];\n  struct pair s = { 1, 2, { 3, 4, 5 }, 6 }, t = s; union both u; u.u = 77; struct bits w = { 1, -2, 300 };\n  double d0 = 1.5, d1 = -0.25; struct node *h = get(4), *n; unsigned hash = 17;");
        let count = 3 + self.random.below(5) as usize;
        let mut body = self.statements(2, count);
        if self.goal != Goal::Assertion && self.random.chance(70) {
            let planted = self.planted();
            let place = self.random.below(body.len() as u64 + 1) as usize;
            body.insert(place, planted);
        }
        let parameters: Vec<String> = inputs
            .iter()
            .enumerate()
            .map(|(index, input)| format!("{} i{index}", INTEGERS[input.kind].0))
            .collect();
        let mut end = String::from(
            "  hash = hash * 31 + (unsigned)(v0 ^ v1 ^ v2);\n  hash = hash * 31 + (unsigned)(g0 + *pi + s.d + t.c[1] + w.y);\n  hash = hash * 31 + (unsigned)clamp(d0 + d1) + u.bytes[1];\n  for (int k = 0; k < 6; k++) hash += (unsigned)array[k] * (unsigned)(k + 1);\n  for (n = h; n; n = n->next) hash = hash * 3 + (unsigned)n->value;\n",
        );
        if self.goal == Goal::Assertion {
            let mask = *self.random.pick(&[1u64, 3, 7, 15, 63]);
            let _ = writeln!(
                end,
                "  if ((hash & {mask}) == {}) reach_error();",
                self.random.below(mask + 1)
            );
        }
        end.push_str("  while (h) { n = h->next; put(h); h = n; }\n  (void)s; (void)t; (void)w;");
        Function {
            head: format!("static void run({})", parameters.join(", ")),
            declarations,
            body,
            end,
        }
    }

    fn integer_type(&mut self) -> &'static str {
        self.random.pick(&INTEGERS).0
    }

    fn planted(&mut self) -> Statement {
        let condition = self.condition(1);
        let text = match (self.goal, self.random.below(6)) {
            (Goal::Cleanup, 0..=2) => "(void)get(9);".to_string(),
            (Goal::Cleanup, _) => "h->next = get(1); h->next = get(2);".to_string(),
            (_, 0) => format!("array[{} & 7] = 1;", self.expression(1)),
            (_, 1) => "n = get(1); put(n); n->value = 3;".to_string(),
            (_, 2) => "n = get(1); put(n); free(n);".to_string(),
            (_, 3) => "n = 0; n->tag = 1;".to_string(),
            (_, 4) => "{ int *e; { int inner = 3; e = &inner; *e += 1; } free(e); }".to_string(),
            (_, _) => format!("g0 += ga[({}) & 15];", self.expression(1)),
        };
        nested("if", condition, vec![simple(text)])
    }

    fn statements(&mut self, depth: usize, count: usize) -> Vec<Statement> {
        (0..count).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> Statement {
        let choices = if depth == 0 { 10 } else { 15 };
        match self.random.below(choices) {
            0..=2 => self.assignment(),
            3 => self.structure(),
            4 => self.array(),
            5 => self.floating(),
            6 => self.call(),
            7 => self.list(),
            8 => self.pointer(),
            9 => self.memory(),
            10 | 11 => {
                let condition = self.condition(2);
                let then = self.statements(depth - 1, 1);
                let mut statement = nested("if", condition, then);
                if self.random.chance(50) {
                    let body = self.statements(depth - 1, 1);
                    statement.parts.push(Part { before: " else".into(), body });
                }
                statement
            }
            12 => self.switch(depth),
            _ => self.repeat(depth),
        }
    }

    fn target(&mut self) -> String {
        let index = self.random.below(self.scalars.len() as u64) as usize;
        self.scalars[index].clone()
    }

    fn assignment(&mut self) -> Statement {
        let operator = *self.random.pick(&["=", "=", "+=", "-=", "*=", "^=", "|=", "&="]);
        let target = self.target();
        simple(format!("{target} {operator} {};", self.expression(3)))
    }

    fn structure(&mut self) -> Statement {
        if !self.in_run {
            return simple(format!("q->c[({}) % 3u] = (unsigned short)g0;", self.unsigned(1)));
        }
        let value = self.expression(2);
        let index = self.unsigned(1);
        simple(match self.random.below(8) {
            0 => format!("s.a = (signed char)({value});"),
            1 => format!("s.c[({index}) % 3u] = (unsigned short)({value});"),
            2 => "t = s;".to_string(),
            3 => format!("t.d = (long)({value}) - s.d;"),
            4 => format!("u.u = (unsigned)({value});"),
            5 => format!("u.bytes[({index}) & 3] = (unsigned char)({value});"),
            6 => format!("w.x = (unsigned)({value}); w.y = (int)({value}) & 63;"),
            _ => format!("w.z = w.z * 3u + (unsigned)({value}); gp = s; gp.c[1]++;"),
        })
    }

    fn array(&mut self) -> Statement {
        let value = self.expression(2);
        let index = self.unsigned(2);
        simple(match self.random.below(if self.in_run { 5 } else { 2 }) {
            0 => format!("ga[({index}) & 7] = (unsigned char)({value});"),
            1 => format!("gs[({index}) & 3] += (short)({value});"),
            2 => format!("array[({index}) % 6u] = (int)({value});"),
            3 => format!("array[({index}) % 6u] ^= array[({value}) & 3];"),
            _ => format!("v0 = array[({index}) % 6u] + ga[({value}) & 7];"),
        })
    }

    fn floating(&mut self) -> Statement {
        let value = self.expression(1);
        simple(match self.random.below(4) {
            0 => format!("d0 = d0 * 0.5 + (double)({value});"),
            1 => format!("d0 = (float)({value}) / 4.0f - d0;"),
            2 => format!("if (d0 < (double)({value})) d0 += 1.25; else d0 = -d0;"),
            _ => "g0 += clamp(d0 * 8.0);".to_string(),
        })
    }

    fn call(&mut self) -> Statement {
        // A call in a loop of a helper that itself calls others stays small: at most three in a program.
        if self.callable == 0 || self.calls >= 3 {
            return self.assignment();
        }
        self.calls += 1;
        let index = self.random.below(self.callable as u64);
        let (a, b, target) = (self.expression(1), self.expression(1), self.target());
        let pair = if self.in_run { *self.random.pick(&["&s", "&t", "&gp"]) } else { "q" };
        simple(format!("{target} = f{index}({a}, {b}, {pair});"))
    }

    fn list(&mut self) -> Statement {
        if !self.in_run {
            return self.assignment();
        }
        let value = self.expression(1);
        simple(match self.random.below(4) {
            0 => format!("n = get((int)({value})); n->next = h; h = n;"),
            1 => format!("for (n = h; n; n = n->next) n->value ^= (int)({value});"),
            2 => "if (h->next) { n = h->next; h->next = n->next; put(n); }".to_string(),
            _ => format!("for (n = h; n && n->value < (int)({value}); n = n->next) g0++;"),
        })
    }

    fn pointer(&mut self) -> Statement {
        if !self.in_run {
            return self.assignment();
        }
        let index = self.unsigned(1);
        let condition = self.condition(1);
        simple(match self.random.below(5) {
            0 => format!("pi = &array[({index}) % 6u];"),
            1 => format!("pi = {condition} ? &array[1] : &g0;"),
            2 => "if (pi == &g0) pi = &array[5];".to_string(),
            3 => "v1 = (unsigned char)(pi != &array[2]);".to_string(),
            _ => {
                format!("{{ unsigned char *b = (unsigned char *)array; b[({index}) % 24u] ^= 5; }}")
            }
        })
    }

    fn memory(&mut self) -> Statement {
        if !self.in_run {
            return simple("memcpy(gs, ga, 4);".to_string());
        }
        simple(match self.random.below(4) {
            0 => "memmove(array + 1, array, 4 * sizeof *array);".to_string(),
            1 => format!("memset(s.c, {}, sizeof s.c);", self.random.below(256)),
            2 => "{ int *m = malloc(3 * sizeof *m); m[0] = g0; m[1] = array[1]; m[2] = 1; memcpy(array + 3, m, 12); free(m); }".to_string(),
            _ => format!("{{ int *m = calloc(4, sizeof *m); m[({}) & 3] = 9; v2 += m[1] + m[2]; free(m); }}", self.unsigned(1)),
        })
    }

    fn switch(&mut self, depth: usize) -> Statement {
        let value = self.expression(1);
        let mut parts = Vec::new();
        for case in 0..2 + self.random.below(2) {
            let mut body = self.statements(depth - 1, 1);
            if self.random.chance(80) {
                body.push(simple("break;".to_string()));
            }
            parts.push(Part { before: format!(" case {case}:"), body });
        }
        let body = self.statements(depth - 1, 1);
        parts.push(Part { before: " default:".into(), body });
        Statement { text: format!("switch ((int)(({value}) & 3)) {{"), parts, after: "}" }
    }

    fn repeat(&mut self, depth: usize) -> Statement {
        let variable = format!("k{}", self.loops);
        self.loops += 1;
        let bound = if self.random.chance(30) {
            format!("(int)(({}) & 3)", self.expression(1))
        } else {
            (1 + self.random.below(4)).to_string()
        };
        self.readable.push(variable.clone());
        let mut body = self.statements(depth - 1, 2);
        if self.random.chance(25) {
            let word = *self.random.pick(&["break;", "continue;"]);
            let condition = self.condition(1);
            body.insert(0, nested("if", condition, vec![simple(word.to_string())]));
        }
        self.readable.retain(|name| *name != variable);
        Statement {
            text: String::new(),
            parts: vec![Part {
                before: format!(
                    "for (int {variable} = 0, e{variable} = {bound}; {variable} < e{variable}; {variable}++)"
                ),
                body,
            }],
            after: "",
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let operator = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let (left, right) = (self.expression(depth), self.expression(depth - 1));
        format!("(({left}) {operator} ({right}))")
    }

    fn unsigned(&mut self, depth: usize) -> String {
        format!("(unsigned)({})", self.expression(depth))
    }

    fn leaf(&mut self) -> String {
        match self.random.below(10) {
            0..=3 if !self.readable.is_empty() => self.random.pick(&self.readable).clone(),
            0..=6 => self.random.pick(&self.scalars).clone(),
            7 => format!("{}u", self.random.below(300)),
            8 => format!("ga[{}]", self.random.below(8)),
            _ => format!("{}", self.random.below(40) as i64 - 15),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.leaf();
        }
        let left = self.expression(depth - 1);
        match self.random.below(14) {
            0..=2 => format!("({left} + {})", self.expression(depth - 1)),
            3 => format!("({left} - {})", self.expression(depth - 1)),
            4 => format!("({left} * {})", self.leaf()),
            5 => format!("({left} / (({} & 7) + 1))", self.leaf()),
            6 => format!("({left} % (({} & 7) + 2))", self.leaf()),
            7 => format!("({left} ^ {})", self.expression(depth - 1)),
            8 => format!("({left} << ({} & 3))", self.leaf()),
            9 => format!("({left} >> ({} & 7))", self.leaf()),
            10 => format!("(({})({left}))", self.integer_type()),
            11 => format!("({} ? {left} : {})", self.condition(1), self.leaf()),
            12 => format!("({left} & {})", self.leaf()),
            _ => format!("(~{left} | {})", self.leaf()),
        }
    }
}

fn simple(text: String) -> Statement {
    Statement { text, parts: Vec::new(), after: "" }
}

fn nested(word: &str, condition: String, body: Vec<Statement>) -> Statement {
    Statement {
        text: String::new(),
        parts: vec![Part { before: format!("{word} {condition}"), body }],
        after: "",
    }
}
