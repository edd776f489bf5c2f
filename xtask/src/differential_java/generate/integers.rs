//! Expressions of the integer types.

use super::{Kind, Kind::*, Maker};

impl Maker {
    /// An expression of any kind.
    pub(super) fn expression(&mut self, kind: Kind, depth: usize) -> String {
        if depth == 0 || self.chance(12) {
            return self.leaf(kind);
        }
        let depth = depth - 1;
        if self.chance(6)
            && let Some(call) = self.call(kind, depth)
        {
            return call;
        }
        match kind {
            Int => self.int(depth),
            Long => self.long(depth),
            Byte | Short | Char => self.narrow(kind, depth),
            _ => self.value(kind, depth),
        }
    }

    /// A call of a helper with that result.
    pub(super) fn call(&mut self, kind: Kind, depth: usize) -> Option<String> {
        // A call in a loop within a function that is called in a loop takes long.
        if self.loops > 1 {
            return None;
        }
        let fitting: Vec<usize> =
            (0..self.functions.len()).filter(|&it| self.functions[it].result == kind).collect();
        if fitting.is_empty() {
            return None;
        }
        let callable = *self.random.pick(&fitting);
        let parameters = self.functions[callable].parameters.clone();
        let name = self.functions[callable].name.clone();
        let arguments: Vec<String> =
            parameters.into_iter().map(|kind| self.expression(kind, depth.min(1))).collect();
        Some(format!("{name}({})", arguments.join(", ")))
    }

    fn int(&mut self, depth: usize) -> String {
        match self.random.below(25) {
            0..=3 => self.binary(Int, depth),
            4 => self.division(Int, depth),
            5 => self.shift(Int, depth),
            6 => format!("{}({})", self.of(&["~", "-", "+", "- -"]), self.expression(Int, depth)),
            7 => self.cast(Int, depth),
            8 => self.conditional(Int, depth),
            9 => self.of_text(depth),
            10 | 11 => self.of_array(depth),
            12 => self.of_box(depth),
            13 => self.of_mathematics(depth),
            14 => self.of_bits(depth),
            15 | 16 => format!("(int) ({})", self.of_collection(depth)),
            17 | 18 => self.of_object(depth),
            19 => format!("({}).applyAsInt({})", self.function(), self.expression(Int, depth)),
            20 => self.switch_expression(depth),
            21 => self.assignment_expression(depth),
            22 => format!(
                "({} instanceof {})",
                self.expression(Object, depth),
                self.of(&[
                    "Integer n && n > 3 ? n : 1",
                    "String s && !s.isEmpty() ? s.length() : 2",
                    "Point p ? p.y() : 0",
                    "int[] q && q.length > 1 ? q[1] : -4"
                ])
            ),
            23 => self.of_recursion(depth),
            _ => self.parsed(depth),
        }
    }

    fn binary(&mut self, kind: Kind, depth: usize) -> String {
        let operator = self.of(&["+", "-", "*", "+", "-", "&", "|", "^"]);
        format!("({} {operator} {})", self.expression(kind, depth), self.expression(kind, depth))
    }

    fn division(&mut self, kind: Kind, depth: usize) -> String {
        let operator = self.of(&["/", "%"]);
        let (left, right) = (self.expression(kind, depth), self.expression(kind, depth));
        if self.risky() {
            format!("({left} {operator} {right})")
        } else {
            format!("({left} {operator} ({right} | 1))")
        }
    }

    fn shift(&mut self, kind: Kind, depth: usize) -> String {
        let by = *self.random.pick(&[Int, Int, Long, Byte, Char]);
        let operator = self.of(&["<<", ">>", ">>>"]);
        format!(
            "({} {operator} {})",
            self.expression(kind, depth),
            self.expression(by, depth.min(1))
        )
    }

    /// From another type of numbers.
    pub(super) fn cast(&mut self, to: Kind, depth: usize) -> String {
        let from = *self.random.pick(&[Byte, Short, Char, Int, Long, Float, Double, Double]);
        format!("(({}) ({}))", to.java(), self.expression(from, depth))
    }

    pub(super) fn conditional(&mut self, kind: Kind, depth: usize) -> String {
        // A cast keeps the type what it is whatever the branches are.
        format!(
            "({} ? {} : {})",
            self.expression(Boolean, depth),
            self.expression(kind, depth),
            self.expression(kind, depth)
        )
    }

    fn long(&mut self, depth: usize) -> String {
        match self.random.below(13) {
            0..=3 => self.binary(Long, depth),
            4 => self.division(Long, depth),
            5 => self.shift(Long, depth),
            6 => self.cast(Long, depth),
            7 => self.conditional(Long, depth),
            8 => {
                let array = self.expression(Longs, depth.min(1));
                let index = self.expression(Int, depth.min(1));
                self.element(&array, &index)
            }
            9 => format!("(long) {}", self.expression(Int, depth)),
            10 => format!("(long) ({})", self.expression(LongBox, depth)),
            11 => {
                let name = self.of(&[
                    "Math.abs",
                    "Long.reverse",
                    "Long.highestOneBit",
                    "Long.reverseBytes",
                    "Math.negateExact",
                ]);
                format!("{name}({})", self.expression(Long, depth))
            }
            _ => {
                let name = self.of(&[
                    "Math.max",
                    "Math.min",
                    "Math.floorMod",
                    "Math.floorDiv",
                    "Math.addExact",
                    "Long.divideUnsigned",
                    "Long.remainderUnsigned",
                ]);
                let right = self.expression(Long, depth);
                let right = if self.risky() { right } else { format!("({right} | 1L)") };
                format!("{name}({}, {right})", self.expression(Long, depth))
            }
        }
    }

    fn narrow(&mut self, kind: Kind, depth: usize) -> String {
        match self.random.below(4) {
            0 if kind == Char => {
                let text = self.expression(Text, depth.min(1));
                let index = self.expression(Int, depth.min(1));
                if self.risky() {
                    format!("({text}).charAt({index})")
                } else {
                    format!("(\"<>\" + {text}).charAt(({index}) & 1)")
                }
            }
            0 if kind == Byte => {
                let array = self.expression(Bytes, depth.min(1));
                let index = self.expression(Int, depth.min(1));
                self.element(&array, &index)
            }
            1 => self.conditional(kind, depth).replacen('(', &format!("({}) (", kind.java()), 1),
            2 if kind == Char => format!(
                "Character.{}({})",
                self.of(&["toUpperCase", "toLowerCase", "reverseBytes"]),
                self.expression(Char, depth)
            ),
            _ => self.cast(kind, depth),
        }
    }

    fn of_text(&mut self, depth: usize) -> String {
        let text = self.expression(Text, depth);
        match self.random.below(9) {
            0 | 1 => format!("({text}).length()"),
            2 => format!("({text}).hashCode()"),
            3 => format!("({text}).compareTo({})", self.expression(Text, depth)),
            4 => format!("({text}).indexOf({})", self.expression(Char, depth.min(1))),
            5 => format!("({text}).indexOf({}, {})", self.expression(Text, 0), self.leaf(Int)),
            6 => format!("({text}).lastIndexOf({})", self.expression(Text, 0)),
            7 => format!("({text}).compareToIgnoreCase({})", self.leaf(Text)),
            _ => format!("({text}).codePointCount(0, ({text}).length())"),
        }
    }

    /// An element of an array, mostly within its bounds.
    pub(super) fn element(&mut self, array: &str, index: &str) -> String {
        if self.risky() {
            format!("({array})[{index}]")
        } else {
            format!("({array})[({index}) & 1]")
        }
    }

    fn of_array(&mut self, depth: usize) -> String {
        let index = self.expression(Int, depth);
        match self.random.below(6) {
            0 => format!("({}).length", self.expression(Ints, depth)),
            1 => {
                let grid = self.leaf(Grid);
                let row = self.leaf(Int);
                format!("({grid})[({row}) & 1][{}]", if self.risky() { index } else { "0".into() })
            }
            2 => format!("Arrays.hashCode({})", self.expression(Ints, depth)),
            3 => format!("sum({}, {index})", self.expression(Int, depth)),
            _ => {
                let array = self.expression(Ints, depth.min(1));
                self.element(&array, &index)
            }
        }
    }

    fn of_box(&mut self, depth: usize) -> String {
        let one = self.expression(IntBox, depth);
        match self.random.below(5) {
            0 => format!("({one}).compareTo({})", self.expression(IntBox, depth)),
            1 => format!("({}).hashCode()", self.expression(LongBox, depth)),
            2 => format!("({one} == {} ? 1 : 2)", self.expression(IntBox, depth)),
            3 => format!("(int) ({one}).byteValue()"),
            _ => format!("(int) ({one})"),
        }
    }

    fn of_mathematics(&mut self, depth: usize) -> String {
        let (one, other) = (self.expression(Int, depth), self.expression(Int, depth));
        match self.random.below(6) {
            0 => format!("Math.abs({one})"),
            1 => {
                let name = self.of(&["max", "min"]);
                format!("Math.{name}({one}, {other})")
            }
            2 => {
                let name = self.of(&["floorMod", "floorDiv"]);
                format!("Math.{name}({one}, ({other}) | 1)")
            }
            3 if self.risk > 0 => {
                let name = self.of(&["addExact", "multiplyExact", "subtractExact"]);
                format!("Math.{name}({one}, {other})")
            }
            4 => format!("(int) Math.round({})", self.expression(Double, depth)),
            _ => format!("gcd(({one}) & 63, ({other}) & 31)"),
        }
    }

    fn of_bits(&mut self, depth: usize) -> String {
        let one = self.expression(Int, depth);
        match self.random.below(4) {
            0 => format!(
                "Long.{}({})",
                self.of(&["bitCount", "signum", "hashCode", "numberOfLeadingZeros"]),
                self.expression(Long, depth)
            ),
            1 => format!("Integer.rotateLeft({one}, {})", self.leaf(Int)),
            2 => {
                let name = self.of(&["compare", "compareUnsigned", "max"]);
                format!("Integer.{name}({one}, {})", self.leaf(Int))
            }
            _ => {
                let name = self.of(&[
                    "bitCount",
                    "reverse",
                    "highestOneBit",
                    "lowestOneBit",
                    "numberOfTrailingZeros",
                    "numberOfLeadingZeros",
                    "signum",
                    "reverseBytes",
                ]);
                format!("Integer.{name}({one})")
            }
        }
    }

    fn of_collection(&mut self, depth: usize) -> String {
        let list = self.leaf(List);
        match self.random.below(12) {
            0 => format!("({list}).size()"),
            1 => format!("({list}).indexOf({})", self.expression(Int, depth)),
            2 => format!(
                "({}).getOrDefault({}, {})",
                self.leaf(Map),
                self.expression(Text, depth),
                self.leaf(Int)
            ),
            3 => format!("({}).size()", self.leaf(Set)),
            4 => format!("({}).hashCode()", self.leaf_of(&[List, Words, Map, Set])),
            5 if self.risk > 0 => format!("largest({list})"),
            6 => format!("({}).firstKey()", self.leaf(Sorted)),
            7 if self.risk > 0 => format!(
                "({}).{}()",
                self.leaf(Deque),
                self.of(&["getFirst", "pop", "removeLast", "element"])
            ),
            8 if self.risk > 0 => format!("({}).remove()", self.leaf(Queue)),
            9 => format!("({}).headMap({}).size()", self.leaf(Sorted), self.leaf(Int)),
            10 => format!("({list}).stream().mapToInt(x -> x + 1).sum()"),
            _ => {
                let index = self.expression(Int, depth);
                let index = if self.risky() { index } else { format!("({index}) & 1") };
                format!("({list}).get({index})")
            }
        }
    }

    fn of_object(&mut self, depth: usize) -> String {
        match self.random.below(9) {
            0 => format!("({}).ordinal()", self.expression(Color, depth)),
            1 => format!("({}).weight()", self.expression(Color, depth)),
            2 => format!("({}).sum()", self.expression(Point, depth)),
            3 => format!("({}).compareTo({})", self.expression(Point, depth), self.leaf(Point)),
            4 => format!("({}).hashCode()", self.expression(Point, depth)),
            5 | 6 => format!("({}).area()", self.expression(Shape, depth)),
            7 => {
                let index = self.expression(Int, depth);
                format!("Late.get({})", if self.risky() { index } else { format!("({index}) & 3") })
            }
            _ => format!("({}).compareTo({})", self.leaf(Color), self.leaf(Color)),
        }
    }

    pub(super) fn function(&mut self) -> String {
        if let Some(name) = self.variable(Lambda)
            && self.chance(70)
        {
            return name;
        }
        format!("(IntUnaryOperator) ({})", self.lambda())
    }

    fn switch_expression(&mut self, depth: usize) -> String {
        let (one, other) = (self.expression(Int, depth), self.expression(Int, depth));
        match self.random.below(3) {
            0 => {
                let local = self.name("t");
                format!(
                    "(switch ({}) {{ case RED, BLUE -> {one}; case GREEN -> {{ int {local} = {other}; yield {local} + 1; }} case BLACK -> 8; }})",
                    self.expression(Color, depth)
                )
            }
            1 => format!(
                "(switch ({}) {{ case \"a\", \"abc\" -> {one}; case \"12\" -> {other}; default -> 6; }})",
                self.expression(Text, depth)
            ),
            _ => format!(
                "(switch ({}) {{ case 0, 1: yield 0 + {one}; case -1: case 100: yield 0 + {other}; default: yield 5; }})",
                self.expression(Int, depth)
            ),
        }
    }

    fn assignment_expression(&mut self, depth: usize) -> String {
        let Some(name) = self.target(Int) else { return self.leaf(Int) };
        match self.random.below(4) {
            0 => format!("{name}++"),
            1 => format!("--{name}"),
            2 => format!("({name} = {})", self.expression(Int, depth)),
            _ => format!(
                "({name} {} {})",
                self.of(&["+=", "-=", "^=", "<<=", ">>>="]),
                self.expression(Int, depth)
            ),
        }
    }

    fn of_recursion(&mut self, depth: usize) -> String {
        format!("fib(({}) & 7)", self.expression(Int, depth))
    }

    fn parsed(&mut self, depth: usize) -> String {
        if self.risk > 0 && self.chance(50) {
            return format!("Integer.parseInt({})", self.expression(Text, depth));
        }
        format!("Integer.parseInt(\"\" + {})", self.expression(Int, depth))
    }
}
