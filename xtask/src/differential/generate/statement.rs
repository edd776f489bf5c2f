//! Statements: assignments, structures, arrays, lists, pointers, branches and loops.

use super::Generator;
use crate::differential::program::Statement;

fn simple(text: impl Into<String>) -> Statement {
    Statement::simple(text)
}

impl Generator {
    /// That many statements, with blocks nested at most so deep.
    pub fn statements(&mut self, depth: usize, count: usize) -> Vec<Statement> {
        (0..count).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> Statement {
        if self.in_run && self.random.chance(45) {
            let flavour = *self.random.pick(&self.flavours);
            return (flavour.statement)(self);
        }
        let choices = if depth == 0 { 10 } else { 17 };
        match self.below(choices) {
            0..=2 => self.assignment(),
            3 => self.structure(),
            4 => self.array(),
            5 => self.floating(),
            6 => self.call(),
            7 => self.list(),
            8 => self.pointer(),
            9 => self.memory(),
            10 | 11 => self.branch(depth),
            12 | 13 => self.switch(depth),
            14 => self.do_while(depth),
            _ => self.repeat(depth),
        }
    }

    /// A variable that may be assigned.
    pub fn target(&mut self) -> String {
        self.random.pick(&self.scalars).clone()
    }

    /// An assignment to any integer variable.
    pub fn assignment(&mut self) -> Statement {
        let operator = self.pick(&["=", "=", "+=", "-=", "*=", "^=", "|=", "&="]);
        let target = self.target();
        if self.random.chance(15) {
            return simple(format!("({target}){};", self.pick(&["++", "--"])));
        }
        simple(format!("{target} {operator} {};", self.expression(3)))
    }

    fn structure(&mut self) -> Statement {
        if !self.in_run {
            return simple(format!("q->c[({}) % 3u] = (unsigned short)g0;", self.unsigned(1)));
        }
        let value = self.expression(2);
        let index = self.unsigned(1);
        simple(match self.below(8) {
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
        simple(match self.below(if self.in_run { 5 } else { 2 }) {
            0 => format!("ga[({index}) & 7] = (unsigned char)({value});"),
            1 => format!("gs[({index}) & 3] += (short)({value});"),
            2 => format!("array[({index}) % 6u] = (int)({value});"),
            3 => format!("array[({index}) % 6u] ^= array[({value}) & 3];"),
            _ => format!("v0 = array[({index}) % 6u] + ga[({value}) & 7];"),
        })
    }

    fn floating(&mut self) -> Statement {
        let value = self.expression(1);
        simple(match self.below(4) {
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
        let index = self.below(self.callable as u64);
        let (a, b, target) = (self.expression(1), self.expression(1), self.target());
        let pair = if self.in_run { self.pick(&["&s", "&t", "&gp"]) } else { "q" };
        simple(format!("{target} = f{index}({a}, {b}, {pair});"))
    }

    fn list(&mut self) -> Statement {
        if !self.in_run {
            return self.assignment();
        }
        let value = self.expression(1);
        simple(match self.below(4) {
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
        let (condition, other) = (self.condition(1), self.unsigned(1));
        let target = self.target();
        simple(match self.below(11) {
            0 => format!("pi = &array[({index}) % 6u];"),
            1 => format!("pi = {condition} ? &array[1] : &g0;"),
            2 => "if (pi == &g0) pi = &array[5];".to_string(),
            3 => "v1 = (unsigned char)(pi != &array[2]);".to_string(),
            4 => {
                format!("{{ unsigned char *b = (unsigned char *)array; b[({index}) % 24u] ^= 5; }}")
            }
            5 => format!(
                "{{ int *a = &array[({index}) % 6u], *b = &array[({other}) % 7u]; {target} = (int)(a - b); }}"
            ),
            6 => format!(
                "{{ int *a = &array[({index}) % 6u], *b = &array[2]; {target} = (a < b) + 2 * (a >= &array[({other}) % 6u]); }}"
            ),
            7 => format!(
                "{{ int *a = array; while (a != array + 6 && *a != ({index}) % 9u) a++; {target} = (int)(a - array); }}"
            ),
            8 => format!(
                "{{ int *const all[3] = {{ &array[1], &g0, array }}; *all[({index}) % 3u] += 2; pi = all[({other}) % 3u]; }}"
            ),
            9 => format!("{{ int **a = &pi; *a = &array[({index}) % 6u]; **a ^= 3; }}"),
            _ => format!("{{ short *a = gs + 4; a -= 1 + (({index}) & 3); {target} = *a; }}"),
        })
    }

    fn memory(&mut self) -> Statement {
        if !self.in_run {
            return simple("memcpy(gs, ga, 4);");
        }
        simple(match self.below(4) {
            0 => "memmove(array + 1, array, 4 * sizeof *array);".to_string(),
            1 => format!("memset(s.c, {}, sizeof s.c);", self.below(256)),
            2 => "{ int *m = malloc(3 * sizeof *m); m[0] = g0; m[1] = array[1]; m[2] = 1; memcpy(array + 3, m, 12); free(m); }".to_string(),
            _ => format!("{{ int *m = calloc(4, sizeof *m); m[({}) & 3] = 9; v2 += m[1] + m[2]; free(m); }}", self.unsigned(1)),
        })
    }

    fn branch(&mut self, depth: usize) -> Statement {
        let mut condition = self.condition(2);
        if self.random.chance(30) {
            let (target, word) = (self.target(), self.pick(&["&&", "||"]));
            condition = format!("({condition} {word} ({target} ^= 1, {}))", self.condition(1));
        }
        let then = self.statements(depth - 1, 1);
        let statement = Statement::block(format!("if {condition}"), then);
        if !self.random.chance(50) {
            return statement;
        }
        let body = self.statements(depth - 1, 1);
        statement.part(" else", body)
    }

    fn switch(&mut self, depth: usize) -> Statement {
        let kind = self.pick(&["int", "unsigned char", "long", "signed char"]);
        let value = self.expression(1);
        let mask = self.pick(&["& 3", "% 4", "+ 0"]);
        let mut statement = simple(format!("switch (({kind})(({value}) {mask})) {{"));
        let start = self.below(4) as i64 - 2;
        for case in 0..2 + self.below(3) as i64 {
            let mut body = self.statements(depth - 1, 1);
            if self.random.chance(65) {
                body.push(simple("break;"));
            }
            let label = if self.random.chance(20) {
                format!(" case {}: case {}:", start + case, 40 + case)
            } else {
                format!(" case {}:", start + case)
            };
            statement = statement.part(label, body);
            if case == 1 && self.random.chance(30) {
                let body = self.statements(depth - 1, 1);
                return statement.part(" default:", body).part(" case 30:", vec![]).after("}");
            }
        }
        let body = self.statements(depth - 1, 1);
        statement.part(" default:", body).after("}")
    }

    fn do_while(&mut self, depth: usize) -> Statement {
        let variable = format!("k{}", self.loops);
        self.loops += 1;
        self.readable.push(variable.clone());
        let mut body = self.statements(depth - 1, 2);
        if self.random.chance(50) {
            let word = self.pick(&["break;", "continue;"]);
            let condition = self.condition(1);
            body.insert(1, Statement::block(format!("if {condition}"), vec![simple(word)]));
        }
        let condition = self.condition(1);
        self.readable.retain(|name| *name != variable);
        let bound = 1 + self.below(4);
        simple(format!("{{ int {variable} = 0;"))
            .part(" do", body)
            .after(format!(" while (++{variable} < {bound} && {condition}); }}"))
    }

    fn repeat(&mut self, depth: usize) -> Statement {
        let variable = format!("k{}", self.loops);
        self.loops += 1;
        let bound = if self.random.chance(30) {
            format!("(int)(({}) & 3)", self.expression(1))
        } else {
            (1 + self.below(4)).to_string()
        };
        self.readable.push(variable.clone());
        let mut body = self.statements(depth - 1, 2);
        if self.random.chance(25) {
            let word = self.pick(&["break;", "continue;"]);
            let condition = self.condition(1);
            body.insert(0, Statement::block(format!("if {condition}"), vec![simple(word)]));
        }
        self.readable.retain(|name| *name != variable);
        let head = format!(
            "for (int {variable} = 0, e{variable} = {bound}; {variable} < e{variable}; {variable}++)"
        );
        Statement::block(head, body)
    }
}
