//! Makes a Java program from a seed: arithmetic of all types, strings, boxes, arrays, collections, exceptions,
//! formatting, `switch`, records, enums, lambdas, inner classes, labelled loops, recursion.
//!
//! Invariants: every run ends, after few steps; no result depends on identity hash codes, clocks or anything
//! else that differs between runs. Runs may throw: what they throw is part of the digest.

mod collections;
mod flow;
mod integers;
mod literals;
mod statements;
mod values;

use super::program::{Input, Program};
use crate::differential::program::{Function, Statement};
use crate::differential::random::Random;

/// The types of variables and expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    Text,
    Builder,
    IntBox,
    LongBox,
    CharBox,
    Object,
    Ints,
    Longs,
    Bytes,
    Grid,
    Texts,
    List,
    Words,
    Map,
    Sorted,
    Set,
    Deque,
    Queue,
    Color,
    Point,
    Shape,
    Node,
    Lambda,
}

use Kind::*;

/// All kinds; those that are wanted often stand there more than once.
const KINDS: [Kind; 40] = [
    Boolean, Byte, Short, Char, Int, Int, Int, Int, Long, Long, Float, Double, Double, Text, Text,
    Text, Builder, IntBox, IntBox, LongBox, CharBox, Object, Object, Ints, Ints, Longs, Bytes,
    Grid, Texts, List, List, Words, Map, Sorted, Set, Deque, Queue, Color, Point, Shape,
];

impl Kind {
    /// The type in a program.
    pub fn java(self) -> &'static str {
        match self {
            Boolean => "boolean",
            Byte => "byte",
            Short => "short",
            Char => "char",
            Int => "int",
            Long => "long",
            Float => "float",
            Double => "double",
            Text => "String",
            Builder => "StringBuilder",
            IntBox => "Integer",
            LongBox => "Long",
            CharBox => "Character",
            Object => "Object",
            Ints => "int[]",
            Longs => "long[]",
            Bytes => "byte[]",
            Grid => "int[][]",
            Texts => "String[]",
            List => "List<Integer>",
            Words => "List<String>",
            Map => "Map<String, Integer>",
            Sorted => "TreeMap<Integer, String>",
            Set => "Set<Integer>",
            Deque => "ArrayDeque<Integer>",
            Queue => "PriorityQueue<Integer>",
            Color => "Color",
            Point => "Point",
            Shape => "Shape",
            Node => "Node",
            Lambda => "IntUnaryOperator",
        }
    }

    pub(super) fn is_integer(self) -> bool {
        matches!(self, Byte | Short | Char | Int | Long)
    }
}

#[derive(Clone)]
struct Variable {
    name: String,
    kind: Kind,
    assignable: bool,
}

struct Callable {
    name: String,
    parameters: Vec<Kind>,
    result: Kind,
}

/// What is being made.
pub struct Maker {
    random: Random,
    scope: Vec<Variable>,
    fresh: usize,
    functions: Vec<Callable>,
    /// How many of 100 operations that may throw are not guarded.
    risk: u64,
    /// Labels of the loops around, innermost last.
    labels: Vec<String>,
    /// How many loops are around.
    loops: usize,
    /// The type that `return` needs here.
    result: Kind,
    /// Kinds that this program likes.
    favourites: Vec<Kind>,
}

/// The program of a seed.
pub fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let risk = *random.pick(&[0, 4, 10, 25]);
    let favourites = (0..4).map(|_| *random.pick(&KINDS)).collect();
    let mut maker = Maker {
        random,
        scope: Vec::new(),
        fresh: 0,
        functions: Vec::new(),
        risk,
        labels: Vec::new(),
        loops: 0,
        result: Int,
        favourites,
    };
    maker.program(seed)
}

impl Maker {
    fn program(&mut self, seed: u64) -> Program {
        let helpers = self.random.below(3);
        let mut functions: Vec<Function> = (0..helpers).map(|_| self.helper()).collect();
        let inputs = self.inputs();
        functions.push(self.run(&inputs));
        Program { name: format!("P{seed}"), inputs, functions }
    }

    fn inputs(&mut self) -> Vec<Input> {
        let count = 1 + self.random.below(3);
        let bits: &[u64] = match count {
            1 => &[8, 16, 24],
            2 => &[3, 4, 6],
            _ => &[2, 3],
        };
        (0..count)
            .map(|number| {
                let values = *self.random.pick(bits);
                let low =
                    *self.random.pick(&[0, 0, -1, -2, -3, 1, 5, 60, 97, 125, i64::from(i32::MIN)]);
                let name = char::from(b'a' + u8::try_from(number).unwrap_or(0)).to_string();
                Input { name, low, high: low + values.cast_signed() - 1 }
            })
            .collect()
    }

    /// A function that others may call.
    fn helper(&mut self) -> Function {
        let name = format!("f{}", self.functions.len());
        let result = *self.random.pick(&[Int, Int, Long, Text, Boolean, Double, Ints, IntBox]);
        let parameters: Vec<Kind> = (0..1 + self.random.below(3)).map(|_| self.kind()).collect();
        self.scope.clear();
        let mut heads = Vec::new();
        for &kind in &parameters {
            let name = self.declare(kind, true);
            heads.push(format!("{} {name}", kind.java()));
        }
        self.result = result;
        let count = 1 + self.random.below(4);
        let body = self.statements(2, count);
        let end = format!("  return {};", self.expression(result, 2));
        let head =
            format!("static {} {name}({}) throws Exception", result.java(), heads.join(", "));
        self.functions.push(Callable { name, parameters, result });
        Function { head, declarations: String::new(), body, end }
    }

    fn run(&mut self, inputs: &[Input]) -> Function {
        self.scope.clear();
        for input in inputs {
            self.scope.push(Variable { name: input.name.clone(), kind: Int, assignable: false });
        }
        self.result = Long;
        let parameters: Vec<String> =
            inputs.iter().map(|input| format!("int {}", input.name)).collect();
        let head = format!("static long run({}) throws Exception", parameters.join(", "));
        let (first, count) = (2 + self.random.below(4), 5 + self.random.below(9));
        let mut body: Vec<Statement> = (0..first).map(|_| self.declaration()).collect();
        body.extend(self.statements(3, count));
        for variable in self.scope.clone() {
            if variable.kind != Lambda {
                body.push(self.mixed(variable.kind, &variable.name));
            }
        }
        let end = "  return h;".to_owned();
        Function { head, declarations: "  h = 17;".to_owned(), body, end }
    }

    /// A kind, one of the favourites more often.
    fn kind(&mut self) -> Kind {
        if self.random.chance(40) {
            let favourites = self.favourites.clone();
            return *self.random.pick(&favourites);
        }
        *self.random.pick(&KINDS)
    }

    /// A new name in scope.
    fn declare(&mut self, kind: Kind, assignable: bool) -> String {
        let name = self.name("v");
        self.scope.push(Variable { name: name.clone(), kind, assignable });
        name
    }

    /// A name that is not used yet.
    fn name(&mut self, prefix: &str) -> String {
        self.fresh += 1;
        format!("{prefix}{}", self.fresh)
    }

    /// A variable of a kind.
    fn variable(&mut self, kind: Kind) -> Option<String> {
        self.choose(|variable| variable.kind == kind)
    }

    /// A variable of a kind that may be assigned.
    fn target(&mut self, kind: Kind) -> Option<String> {
        self.choose(|variable| variable.kind == kind && variable.assignable)
    }

    fn choose(&mut self, wanted: impl Fn(&Variable) -> bool) -> Option<String> {
        let names: Vec<String> = self
            .scope
            .iter()
            .filter(|variable| wanted(variable))
            .map(|variable| variable.name.clone())
            .collect();
        (!names.is_empty()).then(|| self.random.pick(&names).clone())
    }

    /// What puts a value into the digest.
    fn mixed(&mut self, kind: Kind, value: &str) -> Statement {
        let text = match kind {
            Byte | Short | Char | Int => format!("mix((long) ({value}));"),
            Builder | Shape => format!("mix(String.valueOf({value}));"),
            Bytes | Longs => format!("mix(Arrays.toString({value}));"),
            Object => format!("mix((Object) ({value}));"),
            Node => format!("mix({value} == null ? -1L : (long) {value}.total());"),
            Queue => format!("mix(new ArrayList<>({value}).toString());"),
            _ => format!("mix({value});"),
        };
        Statement::simple(text)
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.random.chance(percent)
    }

    fn risky(&mut self) -> bool {
        let risk = self.risk;
        self.random.chance(risk)
    }

    fn of<'a>(&mut self, items: &[&'a str]) -> &'a str {
        self.random.pick::<&str>(items)
    }
}
