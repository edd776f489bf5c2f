//! Expressions of conditions, floating point numbers, strings, boxes, objects and arrays.

use super::{Kind, Kind::*, Maker};

impl Maker {
    /// An expression of a kind that is no integer.
    pub(super) fn value(&mut self, kind: Kind, depth: usize) -> String {
        match kind {
            Boolean => self.condition(depth),
            Float | Double => self.floating(kind, depth),
            Text => self.text(depth),
            IntBox => self.int_box(depth),
            LongBox => format!("(Long) ({})", self.expression(Long, depth)),
            CharBox => format!("(Character) ({})", self.expression(Char, depth)),
            Object => self.object(depth),
            Ints => self.ints(depth),
            Color => match self.random.below(4) {
                0 => format!("({}).next()", self.expression(Color, depth)),
                1 => format!("Color.values()[({}) & 3]", self.expression(Int, depth)),
                2 if self.risk > 0 => format!("Color.valueOf({})", self.expression(Text, depth)),
                _ => self.conditional(Color, depth),
            },
            Point => format!(
                "new Point({}, {})",
                self.expression(Int, depth),
                self.expression(Int, depth)
            ),
            Shape => match self.random.below(4) {
                0 => format!("new Square({})", self.expression(Int, depth)),
                1 => format!("new Disc({})", self.expression(Int, depth)),
                2 => format!("new Title({})", self.expression(Text, depth)),
                _ => format!(
                    "new Named() {{ @Override public int area() {{ return {}; }} }}",
                    self.int_literal_or_input()
                ),
            },
            _ => self.leaf(kind),
        }
    }

    fn int_literal_or_input(&mut self) -> String {
        self.choose(|it| it.kind == Int && !it.assignable).unwrap_or_else(|| "4".into())
    }

    /// A condition.
    pub(super) fn condition(&mut self, depth: usize) -> String {
        match self.random.below(19) {
            0..=5 => {
                let kind = *self.random.pick(&[Int, Int, Int, Long, Char, Double, Float, Byte]);
                let operator = self.of(&["<", "<=", ">", ">=", "==", "!="]);
                format!(
                    "({} {operator} {})",
                    self.expression(kind, depth),
                    self.expression(kind, depth)
                )
            }
            6 | 7 => {
                let operator = self.of(&["&&", "||", "&", "|", "^"]);
                format!(
                    "({} {operator} {})",
                    self.expression(Boolean, depth),
                    self.expression(Boolean, depth)
                )
            }
            8 => format!("!({})", self.expression(Boolean, depth)),
            9 => {
                let method =
                    self.of(&["equals", "contains", "startsWith", "endsWith", "equalsIgnoreCase"]);
                format!(
                    "({}).{method}({})",
                    self.expression(Text, depth),
                    self.expression(Text, depth)
                )
            }
            10 => {
                let (one, other) = (self.expression(IntBox, depth), self.expression(IntBox, depth));
                let form = self.random.below(3);
                match form {
                    0 => format!("({one} == {other})"),
                    1 => format!("({one} != {other})"),
                    _ => format!("({one}).equals({other})"),
                }
            }
            form => self.question(form, depth),
        }
    }

    /// A condition on objects, in one of several forms.
    fn question(&mut self, form: u64, depth: usize) -> String {
        match form {
            11 => {
                let test = self.of(&[
                    "String",
                    "Integer",
                    "Number",
                    "int[]",
                    "Object[]",
                    "Comparable<?>",
                    "Point",
                    "List<?>",
                ]);
                format!("({} instanceof {test})", self.expression(Object, depth))
            }
            12 => format!(
                "({}).contains({})",
                self.leaf_of(&[List, Set, Deque]),
                self.expression(Int, depth)
            ),
            13 => {
                let method = self.of(&["containsKey", "containsValue"]);
                format!("({}).{method}({})", self.leaf(Map), self.expression(Object, depth))
            }
            14 => format!(
                "({}).equals({})",
                self.expression(Point, depth),
                self.expression(Object, depth)
            ),
            15 => {
                let test = self.of(&[
                    "isDigit",
                    "isLetter",
                    "isUpperCase",
                    "isWhitespace",
                    "isLetterOrDigit",
                ]);
                format!("Character.{test}({})", self.expression(Char, depth))
            }
            16 => format!(
                "Objects.equals({}, {})",
                self.expression(Object, depth),
                self.expression(Object, depth)
            ),
            17 => {
                let test = self.of(&["Double.isNaN", "Double.isInfinite"]);
                format!("{test}({})", self.expression(Double, depth))
            }
            _ => {
                let kind = *self.random.pick(&[CharBox, LongBox, Shape, Ints, List]);
                format!("({}).equals({})", self.leaf(kind), self.expression(Object, depth))
            }
        }
    }

    fn floating(&mut self, kind: Kind, depth: usize) -> String {
        match self.random.below(9) {
            0..=2 => {
                let operator = self.of(&["+", "-", "*", "/", "%"]);
                format!(
                    "({} {operator} {})",
                    self.expression(kind, depth),
                    self.expression(kind, depth)
                )
            }
            3 => self.cast(kind, depth),
            4 => self.conditional(kind, depth),
            5 => format!("-({})", self.expression(kind, depth)),
            6 => {
                let name = self.of(&[
                    "Math.abs",
                    "Math.floor",
                    "Math.ceil",
                    "Math.rint",
                    "Math.signum",
                    "Math.sqrt",
                ]);
                format!("({}) {name}({})", kind.java(), self.expression(kind, depth))
            }
            7 => {
                let name = self.of(&["Math.max", "Math.min"]);
                format!(
                    "{name}({}, {})",
                    self.expression(kind, depth),
                    self.expression(kind, depth)
                )
            }
            _ => format!("({}) ({})", kind.java(), self.expression(Int, depth)),
        }
    }

    /// A string.
    pub(super) fn text(&mut self, depth: usize) -> String {
        match self.random.below(19) {
            0..=2 => {
                let (one, other) = (self.any(depth), self.any(depth));
                format!("({} + {one} + {other})", self.expression(Text, depth))
            }
            3 => {
                let one = self.any(depth);
                format!("(\"<\" + {one} + \">\")")
            }
            4 => format!("String.valueOf({})", self.any(depth)),
            5 => self.part_of_text(depth),
            6 => {
                let method = self.of(&[
                    "trim()",
                    "toUpperCase()",
                    "toLowerCase()",
                    "strip()",
                    "intern()",
                    "stripTrailing()",
                    "concat(\"c\")",
                    "repeat(2)",
                ]);
                format!("({}).{method}", self.expression(Text, depth))
            }
            7 => format!(
                "({}).replace({}, {})",
                self.expression(Text, depth),
                self.leaf(Char),
                self.leaf(Char)
            ),
            8 => format!("({}).replace({}, \"_\")", self.expression(Text, depth), self.leaf(Text)),
            9 => format!(
                "(\"ab\" + {}).repeat(({}) & 3)",
                self.leaf(Char),
                self.expression(Int, depth)
            ),
            10 => {
                format!("String.join(\"-\", {}, {})", self.leaf(Text), self.expression(Text, depth))
            }
            11 => {
                let name = self.of(&[
                    "toString",
                    "toHexString",
                    "toBinaryString",
                    "toOctalString",
                    "toUnsignedString",
                ]);
                format!("Integer.{name}({})", self.expression(Int, depth))
            }
            12 => {
                let name = self.of(&["toString", "toHexString"]);
                format!("Long.{name}({})", self.expression(Long, depth))
            }
            13 | 14 => self.formatted(depth),
            15 => {
                let (kind, how) = *self.random.pick(&[
                    (Ints, "Arrays.toString"),
                    (Grid, "Arrays.deepToString"),
                    (Texts, "Arrays.toString"),
                    (Longs, "Arrays.toString"),
                ]);
                format!("{how}({})", self.leaf(kind))
            }
            16 => {
                let kind =
                    *self.random.pick(&[List, Words, Map, Sorted, Set, Deque, Color, Point, Shape]);
                format!("({}).toString()", self.expression(kind, depth))
            }
            17 => {
                let kind = *self.random.pick(&[Int, Byte, Char, IntBox, Text, Object, Long]);
                format!("pick({})", self.expression(kind, depth))
            }
            _ => format!("({}).label()", self.expression(Shape, depth)),
        }
    }

    fn part_of_text(&mut self, depth: usize) -> String {
        let text = self.expression(Text, depth);
        if self.risky() {
            return format!(
                "({text}).substring({}, {})",
                self.expression(Int, depth),
                self.leaf(Int)
            );
        }
        match self.random.below(3) {
            0 => format!("({text}).substring(Math.min(1, ({text}).length()))"),
            1 => format!("new StringBuilder({text}).reverse().toString()"),
            _ => format!(
                "({text}).split({})[0]",
                self.of(&["\",\"", "\"-\"", "\"b\"", "\"\\\\s+\""])
            ),
        }
    }

    /// A value of a kind whose text does not depend on an address.
    pub(super) fn any(&mut self, depth: usize) -> String {
        let kind = *self.random.pick(&[
            Int, Int, Long, Char, Byte, Boolean, Text, Text, IntBox, Double, Float, Point, Color,
            List, CharBox, Short,
        ]);
        self.expression(kind, depth)
    }

    fn formatted(&mut self, depth: usize) -> String {
        let mut format = String::new();
        let mut arguments = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let (patterns, kind): (&[&str], Kind) = match self.random.below(8) {
                0..=2 => (
                    &[
                        "%d", "%5d", "%-5d|", "%05d", "%+d", "%,d", "%x", "%X", "%o", "%08x",
                        "%(d", "% d",
                    ],
                    Int,
                ),
                3 => (&["%s", "%6s", "%-6s|", "%.2s", "%S", "%8.3s"], Text),
                4 => (&["%c", "%3c", "%C"], Char),
                5 => (&["%b", "%B", "%6b"], Boolean),
                6 => (&["%d", "%,d", "%x", "%20d"], Long),
                _ => (&["%.2f", "%f", "%8.1f", "%.0f", "%e", "%s"], Double),
            };
            format.push_str(self.of(patterns));
            format.push_str(self.of(&["", " ", ":", "%%", "%n"]));
            arguments.push(self.expression(kind, depth.min(1)));
        }
        let call = if self.chance(30) {
            return format!("(\"{format}\").formatted({})", arguments.join(", "));
        } else if arguments.is_empty() {
            String::new()
        } else {
            format!(", {}", arguments.join(", "))
        };
        format!("String.format(\"{format}\"{call})")
    }

    fn int_box(&mut self, depth: usize) -> String {
        match self.random.below(5) {
            0 => format!("Integer.valueOf({})", self.expression(Int, depth)),
            1 => {
                // The type of the whole is int: both are unboxed.
                format!(
                    "(Integer) ({} ? {} : {})",
                    self.expression(Boolean, depth),
                    self.expression(IntBox, depth),
                    self.expression(Int, depth)
                )
            }
            2 => format!("({}).get({})", self.leaf(Map), self.expression(Text, depth)),
            3 => format!("({}).peek()", self.leaf_of(&[Deque, Queue])),
            _ => format!("(Integer) ({})", self.expression(Int, depth)),
        }
    }

    fn object(&mut self, depth: usize) -> String {
        let kind = *self.random.pick(&[
            Int, Long, Text, Text, IntBox, Double, Char, Boolean, Color, Point, Ints, Texts, List,
            Shape, Short,
        ]);
        match self.random.below(12) {
            0 => format!("((Object) new Pair<>({}, {}))", self.any(depth), self.any(depth)),
            1 => format!(
                "((Object) new Mixed({}, {}, {}, {}, {}, null))",
                self.leaf(Byte),
                self.leaf(Char),
                self.expression(Long, depth),
                self.expression(Double, depth),
                self.leaf(Text)
            ),
            2 if self.risk > 0 => {
                let to = self.of(&["String", "Integer", "Point", "Object[]", "Number", "int[]"]);
                format!("((Object) ({to}) ({}))", self.expression(Object, depth))
            }
            3 if self.risk > 0 => {
                let array = self.leaf(Texts);
                let index = self.leaf(Int);
                self.element(&format!("(Object[]) ({array})"), &index)
            }
            _ => {
                let value = self.expression(kind, depth);
                format!("((Object) ({value}))")
            }
        }
    }

    fn ints(&mut self, depth: usize) -> String {
        match self.random.below(7) {
            0 => format!(
                "new int[] {{{}, {}}}",
                self.expression(Int, depth),
                self.expression(Int, depth)
            ),
            1 => format!("({}).clone()", self.expression(Ints, depth)),
            2 => format!(
                "Arrays.copyOf({}, (({}) & 3) + 2)",
                self.leaf(Ints),
                self.expression(Int, depth)
            ),
            3 if self.risk > 0 => format!(
                "Arrays.copyOfRange({}, {}, {})",
                self.leaf(Ints),
                self.leaf(Int),
                self.leaf(Int)
            ),
            4 => format!("({})[({}) & 1]", self.leaf(Grid), self.expression(Int, depth)),
            5 if self.risky() => {
                format!("new int[{}]", "(byte) (".to_owned() + &self.expression(Int, depth) + ")")
            }
            _ => format!("new int[(({}) & 3) + 2]", self.expression(Int, depth)),
        }
    }
}
