//! Programs about lists of any length, made at random and often wrong: what is proved of folded lists never fails where lists are followed
//! node by node, and enough is proved and enough fails for that to mean something.
//!
//! `KLEW_LISTS` says how many programs, `KLEW_LISTS_SEED` the first seed, `KLEW_LISTS_KEEP` a folder for those that are
//! wrong or open, `KLEW` another klew than the one that was built.

mod generated;

use std::fmt::Write;

use generated::{Random, agree};

/// What a list is like.
struct Style {
    /// Whether nodes know the one before.
    doubly: bool,
    /// Whether there is a pointer to the last node.
    tail: bool,
    /// Whether some nodes own another object.
    owns: bool,
    /// Whether the head is in an object whose address is taken.
    header: bool,
    /// Whether nodes are put where they belong in some order.
    sorted: bool,
    /// Whether nodes are counted.
    counted: bool,
    /// Whether nodes have numbers that go up or down along the list.
    numbered: bool,
    /// Whether all nodes point to one object.
    shares: bool,
}

/// A program.
struct Writer {
    random: Random,
    style: Style,
    text: String,
}

impl Writer {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    fn head(&self) -> &'static str {
        if self.style.header { "list.head" } else { "head" }
    }

    /// A number for a node; what it is, is told to checks by chance only.
    fn number(&mut self) -> &'static str {
        if self.style.numbered && !self.random.once_in(12) {
            return self.random.one_of(&["last++", "last++", "last++", "++last", "last"]);
        }
        if self.random.once_in(3) {
            return self.random.one_of(&["limit", "limit & 3", "other", "any()"]);
        }
        self.random.one_of(&["1", "2", "small()", "flag", "(flag = !flag)", "last++ & 3"])
    }

    fn new_node(&mut self) {
        let number = self.number();
        if self.style.counted && !self.random.once_in(12) {
            self.line("count++;");
        }
        self.line("n = malloc(sizeof *n); if (!n) abort();");
        self.line(&format!("n->number = {number};"));
        let related = self.random.one_of(&[
            "if (n->number > limit) n->number = limit;",
            "if (n->number < other) other = n->number;",
            "if (n->number == limit) n->number = other;",
            "if (n->number >= other) other = n->number + 1;",
        ]);
        if self.random.once_in(if self.style.numbered { 12 } else { 2 }) {
            self.line(related);
        }
        if self.style.shares {
            self.line("n->shared = shared;");
        }
        if self.style.owns {
            let owned = self.random.one_of(&["0", "malloc(4)", "more() ? malloc(4) : 0"]);
            self.line(&format!("n->owned = {owned}; if (n->owned) *n->owned = 7;"));
        }
    }

    fn push(&mut self) {
        let head = self.head();
        self.new_node();
        self.line(&format!("n->next = {head};"));
        if self.style.doubly {
            self.line(&format!("n->before = 0; if ({head}) {head}->before = n;"));
        }
        if self.style.tail {
            self.line(&format!("if (!{head}) tail = n;"));
        }
        self.line(&format!("{head} = n;"));
    }

    fn append(&mut self) {
        let head = self.head();
        if !self.style.tail {
            return self.push();
        }
        self.new_node();
        self.line("n->next = 0;");
        if self.style.doubly {
            self.line("n->before = tail;");
        }
        let forgets = self.random.once_in(25);
        let guard = if forgets { "1" } else { "tail" };
        self.line(&format!("if ({guard}) tail->next = n; else {head} = n;"));
        self.line("tail = n;");
    }

    /// Puts a node before the first one that is not less, or, now and then, anywhere else.
    fn insert_in_order(&mut self) {
        let head = self.head();
        self.new_node();
        let is_before = self.random.one_of(&[
            "q->number < n->number",
            "q->number < n->number",
            "q->number <= n->number",
            "q->number > n->number",
            "q->number != n->number",
            "(unsigned)q->number < n->number",
        ]);
        self.line(&format!("for (p = 0, q = {head}; q && {is_before}; q = q->next) p = q;"));
        if self.random.once_in(6) {
            let change = self.random.one_of(&[
                "if (q) q->number--;",
                "if (q) q->number++;",
                "if (p) p->number++;",
                "n->number++;",
                "if (q && q->next) q->next->number = q->number;",
            ]);
            self.line(change);
        }
        self.line(&format!("n->next = q; if (p) p->next = n; else {head} = n;"));
        if self.style.doubly {
            self.line("n->before = p; if (q) q->before = n;");
        }
        if self.style.tail {
            self.line("if (!q) tail = n;");
        }
    }

    /// That neighbours are in some order.
    fn check_order(&mut self) {
        let check = self.random.one_of(&[
            "assert(!p->next || p->next->number >= p->number);",
            "assert(!p->next || p->next->number >= p->number);",
            "assert(!p->next || p->next->number <= p->number);",
            "assert(!p->next || p->next->number > p->number);",
            "assert(!p->next || (unsigned)p->next->number >= (unsigned)p->number);",
        ]);
        self.line(check);
    }

    /// How the numbers of neighbours are to each other, or to how many were seen.
    fn check_numbers(&mut self) {
        let check = self.random.one_of(&[
            "assert(!p->next || p->next->number == p->number + 1);",
            "assert(!p->next || p->next->number == p->number - 1);",
            "assert(!p->next || p->number == p->next->number + 1);",
            "assert(!p->next || p->next->number != p->number);",
            "assert(!p->next || p->next->number == p->number + 2);",
            "assert(p->number == (int)seen); seen++;",
            "assert(p->number < (int)last);",
        ]);
        self.line(check);
    }

    /// What all nodes point to, and a variable that was the same.
    fn check_shared(&mut self) {
        let check = self.random.one_of(&[
            "assert(*p->shared == other);",
            "assert(*p->shared == other); other = *p->shared = any();",
            "assert(*p->shared == other); other = any(); *p->shared = any();",
            "assert(*p->shared == other || other == limit); other = small(); *p->shared = other + 1;",
        ]);
        self.line(check);
    }

    fn release(&mut self, node: &str) {
        if self.style.counted && !self.random.once_in(12) {
            self.line("count--;");
        }
        if self.style.owns && !self.random.once_in(20) {
            self.line(&format!("free({node}->owned);"));
        }
        if !self.random.once_in(30) {
            self.line(&format!("free({node});"));
        }
        if self.random.once_in(40) {
            self.line(&format!("free({node});"));
        }
    }

    fn pop(&mut self) {
        let head = self.head();
        let guard = if self.random.once_in(20) { "1" } else { head };
        self.line(&format!("if ({guard}) {{ n = {head}; {head} = n->next;"));
        if self.style.doubly {
            self.line(&format!("if ({head}) {head}->before = 0;"));
        }
        if self.style.tail && !self.random.once_in(15) {
            self.line(&format!("if (!{head}) tail = 0;"));
        }
        self.release("n");
        self.line("}");
    }

    fn check(&mut self) {
        if self.style.sorted && !self.random.once_in(3) {
            return self.check_order();
        }
        if self.style.numbered && !self.random.once_in(4) {
            return self.check_numbers();
        }
        if self.style.shares && !self.random.once_in(3) {
            return self.check_shared();
        }
        let doubly = self.style.doubly;
        let check = self.random.one_of(&[
            "assert(p->number < 4);",
            "assert(p->number <= 2);",
            "assert(p->number >= 0);",
            "assert(p->number <= limit);",
            "assert(p->number != limit);",
            "assert(p->number < other);",
            "assert(p->number >= other);",
            "if (p->number == limit) p->number = other;",
            "assert(p->number == 1 || p->number == 2);",
            "assert(!p->next || p->next->number != p->number + 9);",
            "assert(!p->next || p->next->number >= p->number);",
            "assert(p->next->number >= 0);",
            "assert(!p->next || p->next->before == p);",
            "assert(!p->before || p->before->next == p);",
            "if (p->next) p = p->next;",
            "p->number = 1;",
            "if (p->number < 3) p->number++;",
        ]);
        let other = "assert(p->number < 4);";
        let needs = check.contains("before") && !doubly;
        let line = if needs { other } else { check };
        self.line(line);
        if self.style.owns && self.random.once_in(3) {
            let guard = if self.random.once_in(10) { "1" } else { "p->owned" };
            self.line(&format!("if ({guard}) assert(*p->owned == 7);"));
        }
    }

    /// Compares how many nodes there are with how many are said to be.
    fn count(&mut self) {
        let head = self.head();
        let is_it = self.random.mostly(&["seen == count", "seen <= count", "seen + 1 != count"]);
        self.line(&format!("seen = 0; for (p = {head}; p; p = p->next) seen++;"));
        self.line(&format!("assert({is_it});"));
    }

    fn walk(&mut self) {
        if self.style.counted && self.random.once_in(2) {
            return self.count();
        }
        let head = self.head();
        let also = if self.random.once_in(3) { " && more()" } else { "" };
        self.line(&format!("for (p = {head}; p{also}; p = p->next) {{"));
        self.check();
        if self.random.once_in(3) {
            self.check();
        }
        self.line("}");
    }

    fn walk_back(&mut self) {
        if !self.style.doubly || !self.style.tail {
            return self.walk();
        }
        self.line("for (p = tail; p; p = p->before) {");
        self.check();
        self.line("}");
    }

    /// Puts a node behind some node, or takes away the one that is there.
    fn change_inside(&mut self) {
        let head = self.head();
        self.line(&format!("for (p = {head}; p && more(); p = p->next) ;"));
        let guard = if self.random.once_in(12) { "1" } else { "p" };
        if self.random.once_in(2) {
            self.line(&format!("if ({guard}) {{"));
            self.new_node();
            self.line("n->next = p->next; p->next = n;");
            if self.style.doubly {
                self.line("n->before = p; if (n->next) n->next->before = n;");
            }
            if self.style.tail {
                self.line("if (!n->next) tail = n;");
            }
        } else {
            self.line(&format!("if ({guard} && p->next) {{ n = p->next; p->next = n->next;"));
            if self.style.doubly && !self.random.once_in(8) {
                self.line("if (n->next) n->next->before = p;");
            }
            if self.style.tail && !self.random.once_in(8) {
                self.line("if (!n->next) tail = p;");
            }
            self.release("n");
        }
        self.line("}");
    }

    fn reverse(&mut self) {
        let head = self.head();
        self.line(&format!("p = {head}; q = 0;"));
        if self.style.tail {
            self.line("tail = p;");
        }
        self.line("while (p) { n = p->next; p->next = q;");
        if self.style.doubly {
            self.line("p->before = n;");
        }
        self.line(&format!("q = p; p = n; }} {head} = q;"));
    }

    fn release_all(&mut self) {
        let head = self.head();
        let goes_on = match self.style.counted && self.random.once_in(2) {
            true => "count > 0",
            false => head,
        };
        self.line(&format!("while ({goes_on}) {{ p = {head}->next;"));
        self.release(head);
        self.line(&format!("{head} = p; }}"));
        if self.style.tail {
            self.line("tail = 0;");
        }
    }

    fn some(&mut self, phase: fn(&mut Writer)) {
        self.line("while (more()) {");
        phase(self);
        self.line("}");
    }

    fn program(mut self) -> String {
        self.text.push_str(
            "#include <assert.h>\n#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n\
             static int more(void) { return __VERIFIER_nondet_int() != 0; }\n\
             static int any(void) { return __VERIFIER_nondet_int(); }\n\
             static int small(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 2) n = 1; return n; }\n\
             struct node { int *shared; ",
        );
        let fields = ["int number;", "struct node *next;", "struct node *before;", "int *owned;"];
        let from = self.random.below(4) as usize;
        for at in 0..4 {
            self.text.push_str(fields[(at + from) % 4]);
        }
        self.text.push_str(" };\nint main(void) {\n");
        let head = if self.style.header {
            "struct { struct node *head; int *x; } list = {0, 0};"
        } else {
            "struct node *head = 0;"
        };
        self.line(head);
        self.line("struct node *tail = 0, *n, *p, *q; int flag = 0; unsigned last = 0, count = 0, seen = 0; int limit = any(), other = any();");
        if self.style.shares {
            self.line(
                "int *shared = malloc(sizeof *shared); if (!shared) abort(); *shared = other;",
            );
        }
        self.line(
            "(void)tail; (void)q; (void)p; (void)flag; (void)last; (void)count; (void)seen; (void)limit; (void)other;",
        );
        if self.style.header {
            // The address is known to others.
            self.line("struct node **at = more() ? &list.head : 0; if (at && *at) return 1;");
        }
        let build: fn(&mut Writer) = match self.random.below(2) {
            _ if self.style.sorted => Writer::insert_in_order,
            0 => Writer::push,
            _ => Writer::append,
        };
        self.some(build);
        if self.style.shares {
            self.line("shared = 0;");
        }
        for _ in 0..1 + self.random.below(3) {
            match self.random.below(9) {
                0 => self.some(Writer::push),
                1 => self.some(Writer::append),
                2 => self.some(Writer::pop),
                3 | 4 => self.walk(),
                5 => self.walk_back(),
                6 => self.change_inside(),
                7 => self.some(Writer::change_inside),
                _ => self.reverse(),
            }
        }
        if !self.random.once_in(10) {
            self.release_all();
        }
        self.line("return 0;");
        self.text.push_str("}\n");
        self.text
    }
}

fn program(seed: u64) -> String {
    let mut random = Random::of(seed);
    let style = Style {
        doubly: random.once_in(2),
        tail: random.once_in(2),
        owns: random.once_in(3),
        header: random.once_in(4),
        sorted: random.once_in(4),
        counted: random.once_in(4),
        numbered: random.once_in(3),
        shares: random.once_in(5),
    };
    Writer { random, style, text: String::new() }.program()
}

#[test]
fn what_is_proved_of_folded_lists_never_fails() {
    agree("KLEW_LISTS", "10s", program);
}
