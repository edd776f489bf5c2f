//! The paper's examples (004, appendix A and section 6) as flow graphs: what is known of loops, and of what is behind them.

use std::rc::Rc;

use klew_loops::flowgraph::{Node, Step, Target, Variable};
use klew_loops::solve::{QUESTIONS, Reach, Solvers, reach};
use klew_loops::{Abstraction, Context, FlowGraph};
use klew_solver::{Interrupt, SolverConfiguration};
use klew_term::{ScalarSort, Sort, TermId, Terms};

/// Bits of the examples' integers.
const BITS: u32 = 16;

/// A program that is put together, node after node.
struct Example {
    terms: Terms,
    graph: FlowGraph,
    at: Node,
    inputs: klew_term::SymbolId,
}

/// A loop that is open: its header.
struct Open(Node);

impl Example {
    fn new() -> Example {
        let mut terms = Terms::new();
        let mut graph = FlowGraph::default();
        let at = graph.node();
        let sort = Sort::Array(ScalarSort::BitVec(64), ScalarSort::BitVec(64));
        let inputs = terms.fresh_symbol("input", sort);
        Example { terms, graph, at, inputs }
    }

    fn scalar(&mut self, name: &str) -> (Variable, TermId) {
        let variable = self.graph.variable(&mut self.terms, name, Sort::BitVec(BITS));
        (variable, self.terms.symbol_term(variable))
    }

    fn array(&mut self, name: &str) -> (Variable, TermId) {
        let sort = Sort::Array(ScalarSort::BitVec(BITS), ScalarSort::BitVec(BITS));
        let variable = self.graph.variable(&mut self.terms, name, sort);
        (variable, self.terms.symbol_term(variable))
    }

    fn number(&mut self, value: i64) -> TermId {
        self.terms.bv(BITS, value as u64)
    }

    fn plus(&mut self, term: TermId, by: i64) -> TermId {
        let by = self.number(by);
        self.terms.bv_add(term, by)
    }

    fn then(&mut self, step: Step) {
        let next = self.graph.node();
        self.graph.edge(self.at, next, vec![step]);
        self.at = next;
    }

    fn set(&mut self, variable: Variable, value: TermId) {
        self.then(Step::Assign(vec![(variable, value)]));
    }

    fn store(&mut self, array: Variable, index: TermId, value: TermId) {
        let now = self.terms.symbol_term(array);
        let stored = self.terms.store(now, index, value);
        self.set(array, stored);
    }

    fn assume(&mut self, fact: TermId) {
        self.then(Step::Assume(fact));
    }

    /// `while (condition) {`
    fn while_(&mut self, condition: TermId) -> (Open, TermId) {
        let head = self.graph.node();
        self.graph.edge(self.at, head, vec![]);
        let body = self.graph.node();
        self.graph.edge(head, body, vec![Step::Assume(condition)]);
        self.at = body;
        (Open(head), self.terms.not(condition))
    }

    /// `}`
    fn end(&mut self, (Open(head), exit): (Open, TermId)) {
        self.graph.edge(self.at, head, vec![]);
        let next = self.graph.node();
        self.graph.edge(head, next, vec![Step::Assume(exit)]);
        self.at = next;
    }

    /// A target here.
    fn target(&mut self, fact: TermId) -> Target {
        let target = self.graph.target("here");
        self.then(Step::Target(target, fact));
        target
    }

    /// What is known of the targets.
    fn reach(mut self) -> Vec<Reach> {
        let mut context = Context::new(&mut self.terms, BITS + 1);
        let go_on = || false;
        let made =
            Abstraction::new(&mut context, &self.graph, &go_on).and_then(|mut made| made.targets());
        let conditions = made.unwrap_or_else(|error| panic!("{error}"));
        let interrupt = Interrupt::new();
        let configuration = SolverConfiguration::default();
        let made = |arrays| {
            klew_solver::backend(&configuration, arrays, &interrupt)
                .unwrap_or_else(|error| panic!("{error}"))
        };
        let mut solvers = Solvers { bits: made(false), arrays: made(true) };
        let mut ask = |condition: &Rc<_>| {
            let mut last = Reach::Unknown(String::new());
            for question in QUESTIONS {
                let how = (self.inputs, question);
                last = reach(&mut context, &mut solvers, condition, how, &go_on)
                    .unwrap_or_else(|error| panic!("{error}"));
                if !matches!(last, Reach::Unknown(_) | Reach::NoneSmall) {
                    break;
                }
            }
            last
        };
        conditions.iter().map(&mut ask).collect()
    }
}

fn never(reach: &[Reach]) -> Vec<bool> {
    reach.iter().map(|reach| *reach == Reach::Never).collect()
}

/// Example 1: `for (i = 0; i < n; ++i) A[i] = i;`
#[test]
fn example_1_an_array_is_filled() {
    let mut example = Example::new();
    let ((i, at), (_, n), (a, array)) =
        (example.scalar("i"), example.scalar("n"), example.array("A"));
    let (_, x) = example.scalar("x");
    let zero = example.number(0);
    example.set(i, zero);
    let condition = example.terms.bv_slt(at, n);
    let open = example.while_(condition);
    example.store(a, at, at);
    let next = example.plus(at, 1);
    example.set(i, next);
    example.end(open);
    // What was written has the index as its value; what was not keeps what it held.
    let element = example.terms.select(array, x);
    let differs = example.terms.ne(element, x);
    let from = example.terms.bv_sle(zero, x);
    let to = example.terms.bv_slt(x, n);
    let written = example.terms.and(from, to);
    let wrong = example.terms.and(written, differs);
    example.target(wrong);
    let five = example.number(5);
    let other = example.terms.eq(element, five);
    let not_five = example.terms.ne(x, five);
    let outside = example.terms.and(not_five, other);
    example.target(outside);
    let negative = example.terms.bv_slt(n, zero);
    let moved = example.terms.ne(at, zero);
    let both = example.terms.and(negative, moved);
    example.target(both);
    assert_eq!(never(&example.reach()), [true, false, true]);
}

/// Example 2: `for (i = 1; i < n; ++i) { A[i-1] = i; A[i] = i; }`: behind it `A[i-1] = i - 1` at the end alone.
#[test]
fn example_2_a_later_write_wins() {
    let mut example = Example::new();
    let ((i, at), (_, n), (a, array)) =
        (example.scalar("i"), example.scalar("n"), example.array("A"));
    let (_, x) = example.scalar("x");
    let one = example.number(1);
    example.set(i, one);
    let condition = example.terms.bv_slt(at, n);
    let open = example.while_(condition);
    let before = example.plus(at, -1);
    example.store(a, before, at);
    example.store(a, at, at);
    let next = example.plus(at, 1);
    example.set(i, next);
    example.end(open);
    let element = example.terms.select(array, x);
    let zero = example.number(0);
    let from = example.terms.bv_sle(zero, x);
    let last = example.plus(n, -1);
    let short_of = example.terms.bv_slt(x, last);
    let inside = example.terms.and(from, short_of);
    let expected = example.plus(x, 1);
    let differs = example.terms.ne(element, expected);
    let is_loop = example.terms.bv_slt(one, n);
    let wrong = example.terms.and_all(&[inside, differs, is_loop]);
    example.target(wrong);
    let is_last = example.terms.eq(x, last);
    let at_last = example.terms.and(is_last, is_loop);
    let differs = example.terms.ne(element, x);
    let wrong = example.terms.and(at_last, differs);
    example.target(wrong);
    assert_eq!(never(&example.reach()), [true, true]);
}

/// Example 5: `for (i = 0; i < m; ++i) for (j = 0; j < n; ++j) A[i][j] = 0;`, as far as its scalars go.
#[test]
fn example_5_nested_loops() {
    let mut example = Example::new();
    let ((i, at), (j, inner)) = (example.scalar("i"), example.scalar("j"));
    let ((_, m), (_, n)) = (example.scalar("m"), example.scalar("n"));
    let zero = example.number(0);
    example.set(i, zero);
    let condition = example.terms.bv_slt(at, m);
    let outer = example.while_(condition);
    example.set(j, zero);
    let condition = example.terms.bv_slt(inner, n);
    let open = example.while_(condition);
    let next = example.plus(inner, 1);
    example.set(j, next);
    example.end(open);
    // Each turn leaves `j` at `n`, or at 0.
    let differs = example.terms.ne(inner, n);
    let some = example.terms.bv_slt(zero, n);
    let wrong = example.terms.and(differs, some);
    example.target(wrong);
    let next = example.plus(at, 1);
    example.set(i, next);
    example.end(outer);
    let positive = example.terms.bv_slt(zero, m);
    let differs = example.terms.ne(at, m);
    let wrong = example.terms.and(positive, differs);
    example.target(wrong);
    assert_eq!(never(&example.reach()), [true, true]);
}

/// Flags: the last of the paths that set one decides.
#[test]
fn flags_that_several_paths_set() {
    let mut example = Example::new();
    let ((i, at), (f, flag), (_, n)) =
        (example.scalar("i"), example.scalar("f"), example.scalar("n"));
    let (_, key) = example.scalar("key");
    let zero = example.number(0);
    example.set(i, zero);
    example.set(f, zero);
    let condition = example.terms.bv_slt(at, n);
    let open = example.while_(condition);
    let hit = example.terms.eq(at, key);
    let (then, join) = (example.graph.node(), example.graph.node());
    let one = example.number(1);
    let other = example.terms.not(hit);
    example.graph.edge(example.at, then, vec![Step::Assume(hit)]);
    example.graph.edge(example.at, join, vec![Step::Assume(other)]);
    example.graph.edge(then, join, vec![Step::Assign(vec![(f, one)])]);
    example.at = join;
    let next = example.plus(at, 1);
    example.set(i, next);
    example.end(open);
    let two = example.number(2);
    let wrong = example.terms.eq(flag, two);
    example.target(wrong);
    let set = example.terms.eq(flag, one);
    example.target(set);
    let reached = never(&example.reach());
    assert_eq!(reached, [true, false]);
}

/// `int i = 1; while (i < 3) { if (i == 2) i = 1; else i = 2; }` never ends, which the abstraction does not see (the
/// paper's theorem 2): it says nothing.
#[test]
fn the_papers_incompleteness() {
    let mut example = Example::new();
    let (i, at) = example.scalar("i");
    let [one, two, three] = [1, 2, 3].map(|number| example.number(number));
    example.set(i, one);
    let condition = example.terms.bv_slt(at, three);
    let open = example.while_(condition);
    let is_two = example.terms.eq(at, two);
    let other = example.terms.not(is_two);
    let join = example.graph.node();
    let to_one = vec![Step::Assume(is_two), Step::Assign(vec![(i, one)])];
    let to_two = vec![Step::Assume(other), Step::Assign(vec![(i, two)])];
    example.graph.edge(example.at, join, to_one);
    example.graph.edge(example.at, join, to_two);
    example.at = join;
    example.end(open);
    let always = example.terms.true_();
    example.target(always);
    // Here the last value is known to be 1 or 2, so that even this is proved; were it anything, it would be unknown.
    let reached = example.reach();
    assert!(
        matches!(reached[..], [Reach::Never | Reach::NoneSmall | Reach::Unknown(_)]),
        "{reached:?}"
    );
}

/// A counter that wraps around comes to numbers that it could not come to as an integer.
#[test]
fn wrapping_is_followed() {
    let mut example = Example::new();
    let ((i, at), (_, n)) = (example.scalar("i"), example.scalar("n"));
    let zero = example.number(0);
    example.set(i, zero);
    let condition = example.terms.ne(at, n);
    let open = example.while_(condition);
    let next = example.plus(at, 3);
    example.set(i, next);
    example.end(open);
    let one = example.number(1);
    let odd_place = example.terms.eq(at, one);
    example.target(odd_place);
    let reached = never(&example.reach());
    assert_eq!(reached, [false], "3 * κ is 1 modulo 2^16 for some κ");
}

/// Steps of two never come to an odd number, wrapping or not.
#[test]
fn parity_needs_no_bound() {
    let mut example = Example::new();
    let ((i, at), (_, n)) = (example.scalar("i"), example.scalar("n"));
    let zero = example.number(0);
    example.set(i, zero);
    let condition = example.terms.ne(at, n);
    let open = example.while_(condition);
    let next = example.plus(at, 2);
    example.set(i, next);
    example.end(open);
    let fifteen = example.number(15);
    let wrong = example.terms.eq(at, fifteen);
    example.target(wrong);
    // A prefix of the program reaches everything.
    let assumed = example.terms.eq(n, n);
    example.assume(assumed);
    assert_eq!(never(&example.reach()), [true]);
}
