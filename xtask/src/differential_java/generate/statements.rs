//! Statements: declarations, assignments, what goes into the digest, arrays, strings that are built.

use super::{Kind, Kind::*, Maker};
use crate::differential::program::Statement;

/// A statement without blocks.
pub(super) fn simple(text: impl Into<String>) -> Statement {
    Statement::simple(text)
}

impl Maker {
    /// That many statements, with blocks nested at most so deep.
    pub(super) fn statements(&mut self, depth: usize, count: u64) -> Vec<Statement> {
        (0..count).map(|_| self.statement(depth)).collect()
    }

    /// The statements of a block: what they declare ends with it.
    pub(super) fn block(&mut self, depth: usize) -> Vec<Statement> {
        let (outer, count) = (self.scope.len(), 1 + self.random.below(3));
        let body = self.statements(depth.saturating_sub(1), count);
        self.scope.truncate(outer);
        body
    }

    fn statement(&mut self, depth: usize) -> Statement {
        let flow = if depth == 0 { 0 } else { 11 };
        match self.random.below(22 + flow) {
            0..=4 => self.declaration(),
            5..=8 => self.assignment(),
            9..=11 => {
                let kind = self.kind();
                let value = self.expression(kind, 3);
                if matches!(kind, Ints | Grid | Words | List) && value.starts_with("new ") {
                    return self.declaration();
                }
                self.mix_of(kind, &value)
            }
            12 | 13 => self.store(),
            14 => self.building(),
            15..=19 => self.collection_statement(),
            20 => self.object_statement(),
            21 => self.covariance(),
            _ => self.flow(depth),
        }
    }

    /// What goes into the digest; the value is of that kind.
    fn mix_of(&mut self, kind: Kind, value: &str) -> Statement {
        if matches!(kind, Lambda | Node) {
            return self.declaration();
        }
        self.mixed(kind, value)
    }

    pub(super) fn declaration(&mut self) -> Statement {
        let kind = if self.chance(8) { *self.random.pick(&[Lambda, Node]) } else { self.kind() };
        let value = self.expression(kind, 3);
        let last = kind == Int && self.chance(30);
        let name = self.declare(kind, !last);
        // A compound `byte` constant fits without a cast, anything else needs one.
        let value = match kind {
            Byte | Short | Char | Float => format!("({}) ({value})", kind.java()),
            _ => value,
        };
        simple(format!("{}{} {name} = {value};", if last { "final " } else { "" }, kind.java()))
    }

    fn assignment(&mut self) -> Statement {
        let kind = self.kind();
        let Some(name) = self.target(kind) else { return self.declaration() };
        if kind.is_integer() && self.chance(60) {
            let other = *self.random.pick(&[Int, Long, Byte, Char, Short]);
            let operator = self.of(&["+=", "-=", "*=", "^=", "|=", "&=", "<<=", ">>=", ">>>="]);
            return simple(match self.random.below(5) {
                0 => format!("{name}++;"),
                1 => format!("--{name};"),
                2 => format!(
                    "{name} {} {};",
                    self.of(&["+=", "-=", "*="]),
                    self.expression(Double, 2)
                ),
                _ => format!("{name} {operator} {};", self.expression(other, 3)),
            });
        }
        if matches!(kind, Float | Double) && self.chance(50) {
            let operator = self.of(&["+=", "-=", "*=", "/="]);
            return simple(format!("{name} {operator} {};", self.expression(Double, 2)));
        }
        if kind == Text && self.chance(60) {
            let value = self.any(2);
            return simple(format!(
                "if ({name} == null || {name}.length() < 24) {name} += {value};"
            ));
        }
        if kind == IntBox && self.chance(40) {
            return simple(format!("{name}++;"));
        }
        let value = self.expression(kind, 3);
        // A list in a list, a string in a string and so on do not grow without bound.
        if matches!(kind, Text) && value.contains(&name) {
            return simple(format!(
                "if ({name} == null || {name}.length() < 24) {name} = {value};"
            ));
        }
        let value = match kind {
            Byte | Short | Char | Float => format!("({}) ({value})", kind.java()),
            _ => value,
        };
        simple(format!("{name} = {value};"))
    }

    fn store(&mut self) -> Statement {
        let index = self.expression(Int, 2);
        let risky = self.risky();
        let at = |array: &str| {
            if risky { format!("({array})[{index}]") } else { format!("({array})[({index}) & 1]") }
        };
        match self.random.below(7) {
            0 | 1 => {
                let Some(array) = self.variable(Ints) else { return self.declaration() };
                let operator = self.of(&["=", "+=", "^=", "-=", ">>="]);
                simple(format!("{} {operator} {};", at(&array), self.expression(Int, 2)))
            }
            2 => {
                let Some(array) = self.variable(Longs) else { return self.declaration() };
                simple(format!("{} += {};", at(&array), self.expression(Long, 2)))
            }
            3 => {
                let Some(array) = self.variable(Bytes) else { return self.declaration() };
                simple(format!("{} = (byte) ({});", at(&array), self.expression(Int, 2)))
            }
            4 => {
                let Some(array) = self.variable(Texts) else { return self.declaration() };
                simple(format!("{} = {};", at(&array), self.leaf(Text)))
            }
            5 => {
                let Some(array) = self.variable(Grid) else { return self.declaration() };
                let value = self.expression(Ints, 2);
                simple(format!("{} = {value};", at(&array)))
            }
            _ => {
                let Some(array) = self.variable(Ints) else { return self.declaration() };
                let call = match self.random.below(4) {
                    0 => format!("Arrays.sort({array});"),
                    1 => format!("Arrays.fill({array}, {});", self.leaf(Int)),
                    2 => format!(
                        "System.arraycopy({array}, 0, {array}, 1, Math.max(0, {array}.length - 1));"
                    ),
                    _ => format!("{array}[0]++; {array}[1] = -{array}[0]--;"),
                };
                simple(call)
            }
        }
    }

    fn building(&mut self) -> Statement {
        let Some(builder) = self.variable(Builder) else { return self.declaration() };
        let guard = format!("if ({builder}.length() < 20) ");
        match self.random.below(9) {
            0..=3 => {
                let value = self.any(2);
                simple(format!("{guard}{builder}.append({value});"))
            }
            4 => simple(format!("{guard}{builder}.insert({}, {});", self.index(), self.leaf(Text))),
            5 => simple(format!("{builder}.reverse();")),
            6 => simple(format!("{builder}.deleteCharAt({});", self.index())),
            7 => simple(format!("{builder}.setLength({});", self.index())),
            _ => simple(format!(
                "if ({builder}.length() > 0) {builder}.setCharAt(0, {});",
                self.leaf(Char)
            )),
        }
    }

    /// A small index, mostly.
    pub(super) fn index(&mut self) -> String {
        if self.risky() {
            return self.expression(Int, 1);
        }
        self.of(&["0", "0", "1"]).into()
    }

    fn object_statement(&mut self) -> Statement {
        match self.random.below(6) {
            0 => {
                let Some(node) = self.variable(Node) else { return self.declaration() };
                simple(format!("{node}.next = new Node({}, null);", self.expression(Int, 2)))
            }
            1 => {
                let Some(node) = self.variable(Node) else { return self.declaration() };
                let cursor = self.name("c");
                simple(format!(
                    "{{ Node.Cursor {cursor} = {node}.new Cursor(); while ({cursor}.at != null) mix((long) {cursor}.advance()); }}"
                ))
            }
            2 => simple(format!("made += {};", self.expression(Int, 1))),
            3 => simple("mix((long) made + Late.calls);"),
            4 => {
                let kind = *self.random.pick(&[List, Point, Text]);
                let value = self.leaf(kind);
                simple(format!("synchronized ({value}) {{ made++; }}"))
            }
            _ => {
                let shape = self.expression(Shape, 2);
                let name = self.name("s");
                simple(format!(
                    "{{ Shape {name} = {shape}; if ({name} instanceof Disc d && d.r > 1) mix((long) d.r); else if (!({name} instanceof Title t)) mix(2L); else mix((long) t.extra); }}"
                ))
            }
        }
    }

    fn covariance(&mut self) -> Statement {
        let Some(array) = self.variable(Texts) else { return self.declaration() };
        let name = self.name("o");
        let value = self.expression(Object, 2);
        simple(format!(
            "try {{ Object[] {name} = {array}; {name}[0] = {value}; mix({name}); }} catch (ArrayStoreException e) {{ thrown(e); }}"
        ))
    }
}
