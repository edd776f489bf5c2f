//! Statements with blocks: branches, loops, `switch`, `try`.

use super::statements::simple;
use super::{Kind::*, Maker};
use crate::differential::program::Statement;

impl Maker {
    /// One of them.
    pub(super) fn flow(&mut self, depth: usize) -> Statement {
        match self.random.below(14) {
            0 | 1 => self.branch(depth),
            2..=4 => self.repeat(depth),
            5 => self.for_each(depth),
            6 | 7 => self.switch(depth),
            8..=11 => self.attempt(depth),
            12 => self.throwing(),
            _ => self.leaving(),
        }
    }

    fn branch(&mut self, depth: usize) -> Statement {
        let condition = self.condition(2);
        let statement = Statement::block(format!("if ({condition})"), self.block(depth));
        match self.random.below(3) {
            0 => statement,
            1 => statement.part(" else", self.block(depth)),
            _ => {
                let other = self.condition(1);
                let middle = self.block(depth);
                statement
                    .part(format!(" else if ({other})"), middle)
                    .part(" else", self.block(depth))
            }
        }
    }

    /// Within a loop: no more than three deep.
    fn looped(&mut self, depth: usize, label: &str) -> Vec<Statement> {
        self.loops += 1;
        self.labels.push(label.to_owned());
        let mut body = self.block(depth);
        if self.chance(30) {
            let leave = self.leave_loop();
            let position = self.random.below(body.len() as u64 + 1) as usize;
            body.insert(position, leave);
        }
        self.labels.pop();
        self.loops -= 1;
        body
    }

    fn leave_loop(&mut self) -> Statement {
        let labels = self.labels.clone();
        let label = self.random.pick(&labels).clone();
        let how = self.of(&["break", "continue"]);
        // Only what every place of the body sees.
        let outer =
            self.choose(|it| it.kind == Int && !it.assignable).unwrap_or_else(|| "made".into());
        let condition = format!("(h & 3) == ({outer} & 3)");
        let label = if self.chance(50) { format!(" {label}") } else { String::new() };
        simple(format!("if ({condition}) {how}{label};"))
    }

    fn repeat(&mut self, depth: usize) -> Statement {
        if self.loops > 1 {
            return self.branch(depth);
        }
        let (label, count) = (self.name("loop"), 1 + self.random.below(4));
        let outer = self.scope.len();
        let statement = match self.random.below(4) {
            0 => {
                let fuel = self.name("fuel");
                let condition = self.condition(2);
                let body = self.looped(depth, &label);
                simple(format!("int {fuel} = {count};"))
                    .part(format!(" {label}: while ({fuel}-- > 0 && {condition})"), body)
            }
            1 => {
                let fuel = self.name("fuel");
                let body = self.looped(depth, &label);
                // Its condition sees only what is declared outside.
                let condition = self.condition(2);
                simple(format!("int {fuel} = {count};"))
                    .part(format!(" {label}: do"), body)
                    .after(format!(" while (--{fuel} > 0 && {condition});"))
            }
            _ => {
                let counter = self.declare(Int, false);
                // A counter is no constant, so no lambda may capture it.
                if let Some(last) = self.scope.last_mut() {
                    last.kind = Byte;
                }
                let head = match self.random.below(3) {
                    0 => format!("for (byte {counter} = 0; {counter} < {count}; {counter}++)"),
                    1 => format!("for (byte {counter} = {count}; {counter} >= 0; {counter} -= 2)"),
                    _ => format!("for (byte {counter} = -1; {counter} != {count}; ++{counter})"),
                };
                let body = self.looped(depth, &label);
                Statement::block(format!("{label}: {head}"), body)
            }
        };
        self.scope.truncate(outer);
        statement
    }

    fn for_each(&mut self, depth: usize) -> Statement {
        if self.loops > 1 {
            return self.branch(depth);
        }
        let (kind, of) = *self.random.pick(&[
            (Ints, Int),
            (Texts, Text),
            (List, IntBox),
            (Words, Text),
            (Longs, Long),
        ]);
        let collection = self.leaf(kind);
        let collection = if matches!(kind, List | Words) {
            // A copy: the body may change it.
            format!("new ArrayList<>({collection})")
        } else {
            collection
        };
        let label = self.name("loop");
        let outer = self.scope.len();
        let name = self.declare(of, true);
        let body = self.looped(depth, &label);
        self.scope.truncate(outer);
        Statement::block(format!("{label}: for ({} {name} : {collection})", of.java()), body)
    }

    fn switch(&mut self, depth: usize) -> Statement {
        let (kind, labels): (_, &[&str]) = match self.random.below(5) {
            0 => (Int, &["0", "1", "-3", "1000000", "97"]),
            1 => (Char, &["'a'", "'0'", "'\\u00e9'", "'b'"]),
            2 => (Text, &["\"a\"", "\"abc\"", "\"12\"", "\"Aa\"", "\"BB\""]),
            3 => (Color, &["RED", "GREEN", "BLACK"]),
            _ => (IntBox, &["1", "2", "127", "128"]),
        };
        let value = self.expression(kind, 2);
        let arrows = self.chance(40);
        let mut statement = simple(format!("switch ({value}) {{"));
        let default = self.random.below(labels.len() as u64 + 2) as usize;
        for (position, label) in labels.iter().enumerate() {
            let body = self.block(depth);
            let head = if position == default {
                format!(" case {label}: default:")
            } else {
                format!(" case {label}:")
            };
            let head = if arrows { format!(" case {label} ->") } else { head };
            statement = statement.part(head, body);
            if !arrows && self.chance(60) {
                statement = statement.part(" if (made >= -1000000000) break; else", Vec::new());
            }
        }
        if arrows && self.chance(60) {
            statement = statement.part(" default ->", self.block(depth));
        }
        statement.after(" }")
    }

    fn attempt(&mut self, depth: usize) -> Statement {
        let name = self.name("e");
        let resource = self.chance(20);
        let head = if resource {
            let (one, other) = (self.name("r"), self.name("r"));
            let (first, second) = (self.expression(Int, 1), self.expression(Int, 1));
            format!(
                "try (Resource {one} = new Resource(({first}) & 7); Resource {other} = new Resource(({second}) & 3 | 4))"
            )
        } else {
            "try".into()
        };
        let mut body = self.block(depth);
        if self.chance(40) {
            let throw = self.throwing();
            body.push(throw);
        }
        let mut statement = Statement::block(head, body);
        let catches: &[&str] = match self.random.below(6) {
            0 => &["ArithmeticException | ArrayIndexOutOfBoundsException", "Exception"],
            1 => &["NullPointerException", "RuntimeException"],
            // `Trouble` is checked: not every body throws it.
            2 => &["RuntimeException", "Exception"],
            3 => &["Bad", "IndexOutOfBoundsException", "Throwable"],
            4 => &["IllegalArgumentException", "ClassCastException"],
            _ => &["Throwable"],
        };
        let only_finally = !resource && self.chance(12);
        if !only_finally {
            for kind in catches {
                let mut handler = vec![simple(format!("thrown({name});"))];
                handler.extend(self.block(depth));
                if self.chance(10) {
                    handler.push(simple(format!("if (h % 3 == 0) throw new Bad({name});")));
                }
                statement = statement.part(format!(" catch ({kind} {name})"), handler);
            }
        }
        if only_finally || self.chance(40) {
            let mut last = self.block(depth);
            last.push(simple("mix(77L);"));
            statement = statement.part(" finally", last);
        }
        statement
    }

    fn throwing(&mut self) -> Statement {
        let condition = self.condition(2);
        let text = self.expression(Text, 1);
        let thrown = match self.random.below(8) {
            0 => format!("new Trouble({text}, {})", self.leaf(Int)),
            1 => format!("new Trouble({text}, 3, new Bad(\"inner\"))"),
            2 => format!("new Bad({text})"),
            3 => format!("new Bad(new Trouble({text}, 1))"),
            4 => format!("new IllegalStateException({text})"),
            5 => "new RuntimeException()".into(),
            6 => format!("new AssertionError({text})"),
            _ => format!("new UnsupportedOperationException({text}, new ArithmeticException())"),
        };
        simple(format!("if ({condition}) throw {thrown};"))
    }

    fn leaving(&mut self) -> Statement {
        match self.random.below(3) {
            0 => {
                let result = self.result;
                let value = self.expression(result, 2);
                simple(format!("if ({}) return {value};", self.condition(2)))
            }
            1 => simple(format!("assert {} : {};", self.condition(2), self.leaf(Text))),
            _ => {
                let name = self.declare(Lambda, false);
                simple(format!("IntUnaryOperator {name} = {};", self.lambda()))
            }
        }
    }
}
