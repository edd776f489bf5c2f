//! Makes a C program from a seed: pointers, structures, arrays, lists, loops, `switch`, `?:`, mixed widths
//! and signs, heap memory, and a few of the [`flavour`]s; in some, an error under a condition on the inputs.
//!
//! Invariant: apart from the planted errors (and, where the goal is overflow or arithmetic, apart from
//! those), no run has undefined behaviour (signed arithmetic wraps elsewhere: both sides are told so), none
//! depends on the order of evaluation, and every run ends.

mod calls;
mod expression;
mod flavour;
mod frame;
mod numbers;
mod objects;
mod odds;
mod outside;
mod planted;
mod statement;
mod texts;

use std::fmt::Write;

use super::program::{Function, Goal, Program};
use super::random::Random;
use flavour::Flavour;

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

/// Options of klew that must not change what it says.
const OPTIONS: [&[&str]; 9] = [
    &["--no-merged-conditions"],
    &["--no-independence"],
    &["--no-model-cache"],
    &["--no-core-cache"],
    &["--search", "breadth"],
    &["--search", "random-path,coverage"],
    &["--solver", "z3"],
    &["--validate-solver"],
    &["--no-independence", "--no-model-cache", "--no-core-cache", "--search", "coverage"],
];

struct Input {
    kind: usize,
    low: i64,
    high: i64,
}

/// What is being made.
pub struct Generator {
    random: Random,
    goal: Goal,
    flavours: Vec<&'static Flavour>,
    /// Integer variables in scope that may be assigned.
    scalars: Vec<String>,
    /// More that may only be read.
    readable: Vec<String>,
    loops: usize,
    callable: usize,
    in_run: bool,
    calls: usize,
    /// Whether `run` may use what the program gets from outside.
    has_outside: bool,
}

/// The program of that seed; some get more from outside than a few numbers, or all do.
pub fn generate(seed: u64, all_outside: bool) -> Program {
    let mut random = Random::new(seed);
    let narrow = random.chance(25);
    let goal = *random.pick(&[
        Goal::Assertion,
        Goal::Assertion,
        Goal::Assertion,
        Goal::Memory,
        Goal::Memory,
        Goal::Cleanup,
        Goal::Overflow,
        Goal::Arithmetic,
    ]);
    let varied = random.chance(40);
    let options: &[&str] =
        if varied { OPTIONS[random.below(OPTIONS.len() as u64) as usize] } else { &[] };
    let outside = (random.chance(20) || all_outside).then(|| outside::outside(&mut random));
    let most = if outside.is_some() { 1 } else { 3 };
    let inputs: Vec<Input> = (0..1 + random.below(most)).map(|_| input(&mut random)).collect();
    let flavours = flavour::some(&mut random, narrow);
    let mut generator = Generator {
        random,
        goal,
        flavours,
        scalars: Vec::new(),
        readable: Vec::new(),
        loops: 0,
        callable: 0,
        in_run: false,
        calls: 0,
        has_outside: outside.is_some(),
    };
    let mut functions = Vec::new();
    for _ in 0..generator.random.below(3) {
        let function = generator.helper();
        functions.push(function);
        generator.callable += 1;
    }
    functions.push(generator.run(&inputs));
    let mut prologue = frame::prologue(goal, &generator.flavours);
    let epilogue = match &outside {
        Some(outside) => {
            prologue.push_str(&outside.prologue());
            prologue.push_str(&outside.native_prologue());
            frame::epilogue_with(&inputs, outside)
        }
        None => frame::epilogue(&inputs),
    };
    let outside = outside.map(|outside| outside.options()).unwrap_or_default();
    Program { goal, narrow, options, outside, prologue, functions, epilogue }
}

fn input(random: &mut Random) -> Input {
    let kind = random.below(8) as usize;
    let signed = kind.is_multiple_of(2);
    let low = if signed { random.below(9) as i64 - 6 } else { random.below(3) as i64 };
    Input { kind, low, high: low + 1 + random.below(7) as i64 }
}

impl Generator {
    fn helper(&mut self) -> Function {
        self.in_run = false;
        self.scalars = vec!["l0".into(), "l1".into(), "g0".into(), "g1".into()];
        self.readable = vec!["p0".into(), "p1".into()];
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
        self.scalars = vec!["g0".into(), "g1".into(), "*pi".into(), "h->value".into()];
        self.readable = (0..inputs.len()).map(|index| format!("i{index}")).collect();
        if self.has_outside {
            self.readable.extend(outside::VALUES.map(str::to_owned));
        }
        let mut declarations = String::new();
        for index in 0..3 {
            let kind = self.integer_type();
            let _ = writeln!(declarations, "  {kind} v{index} = {};", self.random.below(90));
            self.scalars.push(format!("v{index}"));
        }
        declarations.push_str("  int array[6] = { 1, -2, 3, 40, 5, 600 }; int *pi = &array[2];\n  struct pair s = { 1, 2, { 3, 4, 5 }, 6 }, t = s; union both u; u.u = 77; struct bits w = { 1, -2, 300 };\n  double d0 = 1.5, d1 = -0.25; struct node *h = get(4), *n; unsigned hash = 17;");
        for flavour in &self.flavours {
            let _ = write!(declarations, "\n  {}", flavour.locals);
            self.scalars.extend(flavour.scalars.iter().map(|&name| name.to_owned()));
        }
        let count = 3 + self.random.below(5) as usize;
        let mut body = self.statements(2, count);
        if self.has_outside {
            let planted = self.goal == Goal::Memory && self.random.chance(40);
            for planted in [false, planted] {
                let statement = self.about_arguments(planted);
                let place = self.random.below(body.len() as u64 + 1) as usize;
                body.insert(place, statement);
            }
        }
        if matches!(self.goal, Goal::Memory | Goal::Cleanup) && self.random.chance(60) {
            let planted = self.planted();
            let place = self.random.below(body.len() as u64 + 1) as usize;
            body.insert(place, planted);
        }
        let parameters: Vec<String> = inputs
            .iter()
            .enumerate()
            .map(|(index, input)| format!("{} i{index}", INTEGERS[input.kind].0))
            .collect();
        Function {
            head: format!("static void run({})", parameters.join(", ")),
            declarations,
            body,
            end: self.end(),
        }
    }

    /// The end of `run`: everything goes into a hash; then memory is freed.
    fn end(&mut self) -> String {
        let mut end = String::from(
            "  hash = hash * 31 + (unsigned)(v0 ^ v1 ^ v2);\n  hash = hash * 31 + (unsigned)g0 + (unsigned)*pi + (unsigned)s.d + t.c[1] + (unsigned)w.y;\n  hash = hash * 31 + (unsigned)clamp(d0 + d1) + u.bytes[1];\n  for (int k = 0; k < 6; k++) hash += (unsigned)array[k] * (unsigned)(k + 1);\n  for (n = h; n; n = n->next) hash = hash * 3 + (unsigned)n->value;\n",
        );
        for flavour in &self.flavours {
            let _ = writeln!(end, "  hash = hash * 31 + (unsigned)({});", flavour.hash);
        }
        if self.goal == Goal::Assertion {
            let mask = *self.random.pick(&[1u64, 3, 7, 15, 63]);
            let wanted = self.random.below(mask + 1);
            let _ = writeln!(end, "  if ((hash & {mask}) == {wanted}) reach_error();");
        }
        for flavour in &self.flavours {
            let _ = writeln!(end, "  {}", flavour.end);
        }
        end.push_str("  while (h) { n = h->next; put(h); h = n; }\n  (void)s; (void)t; (void)w;");
        end
    }

    fn integer_type(&mut self) -> &'static str {
        self.random.pick(&INTEGERS).0
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.random.below(bound)
    }

    fn pick(&mut self, items: &[&'static str]) -> &'static str {
        self.random.pick::<&'static str>(items)
    }
}

#[cfg(test)]
mod tests {
    use super::generate;

    #[test]
    fn a_seed_names_a_program() {
        for seed in 0..50 {
            assert_eq!(generate(seed, false).render(), generate(seed, false).render());
        }
        assert_ne!(generate(1, true).render(), generate(2, true).render());
    }
}
