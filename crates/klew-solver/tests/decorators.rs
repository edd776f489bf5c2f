//! What each decorator answers itself, and what it passes on.

mod common;

use std::{cell::RefCell, io::Write, rc::Rc, time::Duration};

use common::ask;
use klew_solver::{
    Answer, BackendChoice, Incremental, Interrupt, Query, Solver, SolverConfiguration, Statistics,
    UnknownReason,
    bitwuzla::Bitwuzla,
    build,
    decorators::{
        Bounds, CoreCache, HintFirst, Independence, ModelCache, Order, QueryFile, Repair, Trivial,
        Validating,
    },
};
use klew_term::{Assignment, Constant, Sort, TermId, Terms};

/// Bitwuzla, with a list of what it was asked.
struct Recording {
    inner: Incremental<Bitwuzla>,
    asked: Rc<RefCell<Vec<Vec<TermId>>>>,
}

impl Recording {
    fn new() -> (Self, Rc<RefCell<Vec<Vec<TermId>>>>) {
        let asked = Rc::new(RefCell::new(Vec::new()));
        let inner = Incremental::new(Bitwuzla::new(Interrupt::new()).unwrap());
        (Self { inner, asked: Rc::clone(&asked) }, asked)
    }
}

impl Solver for Recording {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.asked.borrow_mut().push(query.constraints.to_vec());
        self.inner.check(terms, query)
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.inner.statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }
}

/// `x < bound` for fresh bytes `x`.
fn below(t: &mut Terms, bounds: &[u64]) -> Vec<(TermId, TermId)> {
    bounds
        .iter()
        .map(|&bound| {
            let x = t.symbol("x", Sort::BitVec(8));
            let bound = t.bv(8, bound);
            (x, t.bv_ult(x, bound))
        })
        .collect()
}

#[test]
fn trivial() {
    let (inner, asked) = Recording::new();
    let mut solver = Trivial::new(inner);
    let mut t = Terms::new();
    let b = t.symbol("b", Sort::Bool);
    let c = t.symbol("c", Sort::Bool);
    let (not_b, yes, no) = (t.not(b), t.true_(), t.false_());
    for (constraints, expected) in [
        (vec![], Some(true)),
        (vec![yes, yes], Some(true)),
        (vec![b, no], Some(false)),
        (vec![b, c, not_b], Some(false)),
        (vec![not_b, c, b], Some(false)),
    ] {
        let answer = ask(&mut solver, &mut t, &Query::new(&constraints));
        assert_eq!(Some(answer.is_sat()), expected, "{answer:?}");
        if let Answer::Unsat(core) = answer {
            assert!(core.len() <= 2, "{core:?}");
        }
    }
    assert!(asked.borrow().is_empty());
    assert!(ask(&mut solver, &mut t, &Query::new(&[c, yes, b, c])).is_sat());
    assert_eq!(*asked.borrow(), [vec![c, b]]);
}

#[test]
fn hints() {
    let (inner, asked) = Recording::new();
    let mut solver = HintFirst::new(inner);
    let mut t = Terms::new();
    let both = below(&mut t, &[10, 20]);
    let constraints = [both[0].1, both[1].1];
    let mut hint = Assignment::new();
    hint.set(t.as_symbol(both[0].0).unwrap(), Constant::bv(8, 3));
    assert!(ask(&mut solver, &mut t, &Query::new(&constraints).with_hint(1, &hint)).is_sat());
    assert!(asked.borrow().is_empty(), "a symbol without a value reads as 0");
    hint.set(t.as_symbol(both[1].0).unwrap(), Constant::bv(8, 30));
    assert!(ask(&mut solver, &mut t, &Query::new(&constraints).with_hint(1, &hint)).is_sat());
    assert_eq!(asked.borrow().len(), 1);
}

#[test]
fn independence() {
    let (inner, asked) = Recording::new();
    let mut solver = Independence::new(inner);
    let mut t = Terms::new();
    let [(x, cx), (y, cy), (z, cz)] = below(&mut t, &[10, 20, 30]).try_into().unwrap();
    let xy = t.bv_ult(x, y);
    let ask = |solver: &mut Independence<Recording>, t: &mut Terms, query: &Query<'_>| {
        asked.borrow_mut().clear();
        (ask(solver, t, query), asked.borrow().clone())
    };
    let (answer, parts) = ask(&mut solver, &mut t, &Query::new(&[cx, cz, cy, xy]));
    assert!(answer.is_sat());
    assert_eq!(parts, [vec![cx, cy, xy], vec![cz]]);
    let Answer::Sat(model) = answer else { unreachable!("checked above") };

    // With a model of the prefix, only the part of the new constraint is asked.
    let large = t.bv(8, 25);
    let new = t.bv_ult(large, z);
    let constraints = [cx, cz, cy, xy, new];
    let (answer, parts) = ask(&mut solver, &mut t, &Query::new(&constraints).with_hint(4, &model));
    assert!(answer.is_sat());
    assert_eq!(parts, [vec![cz, new]]);

    // The core is of the contradictory part.
    let never = t.bv_ult(large, y);
    let constraints = [cx, cz, cy, xy, never];
    let (answer, _) = ask(&mut solver, &mut t, &Query::new(&constraints).with_core());
    assert_eq!(answer, Answer::Unsat(vec![cy, never]));
}

#[test]
fn an_unsatisfiable_factor_outweighs_an_unknown_one() {
    let mut t = Terms::new();
    let hard = common::hard(&mut t);
    let x = t.symbol("x", Sort::BitVec(8));
    let three = t.bv(8, 3);
    let square = t.bv_mul(x, x);
    let never = t.eq(square, three);
    for constraints in [[hard, never], [never, hard]] {
        let (inner, _) = Recording::new();
        let mut solver = Independence::new(inner);
        solver.set_limit(Some(Duration::from_millis(100)));
        assert_eq!(solver.check(&mut t, &Query::new(&constraints)), Answer::Unsat(vec![never]));
    }
}

#[test]
fn models_are_tried_again() {
    let (inner, asked) = Recording::new();
    let mut solver = ModelCache::new(inner);
    let mut t = Terms::new();
    let [(x, cx), (_, cy)] = below(&mut t, &[10, 20]).try_into().unwrap();
    assert!(ask(&mut solver, &mut t, &Query::new(&[cx, cy])).is_sat());
    assert!(ask(&mut solver, &mut t, &Query::new(&[cx])).is_sat());
    let hundred = t.bv(8, 100);
    let wide = t.bv_ult(x, hundred);
    assert!(ask(&mut solver, &mut t, &Query::new(&[cx, wide])).is_sat());
    assert_eq!(asked.borrow().len(), 1);
    let high = t.bv_ult(hundred, x);
    assert!(ask(&mut solver, &mut t, &Query::new(&[high])).is_sat());
    assert!(ask(&mut solver, &mut t, &Query::new(&[high, cx])).is_unsat());
    assert_eq!(asked.borrow().len(), 3);
}

#[test]
fn cores_are_remembered() {
    let (inner, asked) = Recording::new();
    let mut solver = CoreCache::new(inner);
    let mut t = Terms::new();
    let [(x, cx), (_, cy)] = below(&mut t, &[10, 20]).try_into().unwrap();
    let hundred = t.bv(8, 100);
    let high = t.bv_ult(hundred, x);
    assert!(ask(&mut solver, &mut t, &Query::new(&[cx, cy, high]).with_core()).is_unsat());
    assert_eq!(
        ask(&mut solver, &mut t, &Query::new(&[high, cx])),
        Answer::Unsat(vec![cx.min(high), cx.max(high)])
    );
    assert_eq!(asked.borrow().len(), 1);
    assert!(ask(&mut solver, &mut t, &Query::new(&[high, cy])).is_sat());
}

/// A solver that always says the same.
struct Stubborn(Answer);

impl Solver for Stubborn {
    fn check(&mut self, _: &mut Terms, _: &Query<'_>) -> Answer {
        self.0.clone()
    }

    fn statistics(&self, _: &mut Statistics) {}

    fn set_limit(&mut self, _: Option<Duration>) {}
}

#[test]
fn wrong_answers_become_unknown() {
    let mut t = Terms::new();
    let [(x, cx), (_, cy)] = below(&mut t, &[10, 20]).try_into().unwrap();
    let mut wrong = Assignment::new();
    wrong.set(t.as_symbol(x).unwrap(), Constant::bv(8, 50));
    for lie in [
        Answer::Sat(wrong),
        Answer::Sat(Assignment::new()),
        Answer::Unsat(vec![cx]),
        Answer::Unsat(vec![cy]),
        Answer::Unsat(vec![]),
    ] {
        let second: Box<dyn Solver> = Box::new(Recording::new().0);
        let mut solver = Validating::new(Stubborn(lie), Some(second));
        let answer = solver.check(&mut t, &Query::new(&[cx]));
        assert!(matches!(answer, Answer::Unknown(UnknownReason::Crashed(_))), "{answer:?}");
        let mut statistics = Statistics::default();
        solver.statistics(&mut statistics);
        assert_eq!(statistics.disagreements, 1);
    }
}

#[derive(Clone, Default)]
struct Sink(Rc<RefCell<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_whole_stack() {
    let sink = Sink::default();
    for backend in [BackendChoice::Bitwuzla, BackendChoice::Z3] {
        let configuration = SolverConfiguration {
            backend,
            query_log: Some(QueryFile::new(Box::new(sink.clone()))),
            validate: true,
            ..SolverConfiguration::default()
        };
        let mut solver = build(configuration, &Interrupt::new()).unwrap();
        let mut t = Terms::new();
        let symbols: Vec<TermId> = (0..4).map(|_| t.symbol("x", Sort::BitVec(8))).collect();
        let mut path: Vec<TermId> = Vec::new();
        let mut model = Assignment::new();
        // A path of branches: each condition is asked both ways, and the path follows one.
        for step in 0..40u64 {
            let a = symbols[(step % 4) as usize];
            let b = symbols[(step * 7 / 3 % 4) as usize];
            let constant = t.bv(8, step.wrapping_mul(37) % 256);
            let sum = t.bv_add(b, constant);
            let condition = t.bv_ult(a, sum);
            let other = t.not(condition);
            let mut next = None;
            for side in [condition, other] {
                let mut query = path.clone();
                query.push(side);
                let query = Query::new(&query).with_hint(path.len(), &model);
                match ask(&mut *solver, &mut t, &query) {
                    Answer::Sat(found) => next = Some((side, found)),
                    Answer::Unsat(_) => {}
                    Answer::Unknown(reason) => panic!("{reason}"),
                }
            }
            let (side, found) = next.expect("one side of each branch is feasible");
            path.push(side);
            model = found;
        }
        let mut statistics = Statistics::default();
        solver.statistics(&mut statistics);
        assert_eq!(statistics.queries, 80);
        assert_eq!(statistics.disagreements, 0);
        assert!(statistics.hint.hits >= 40 - statistics.trivial.hits, "{statistics}");
        assert_eq!(statistics.sat + statistics.unsat, 80);
    }
    let log = String::from_utf8(sink.0.borrow().clone()).unwrap();
    assert!(log.contains("(check-sat)") && log.contains("(reset)"), "{log}");
}

/// A random comparison of random sides; if `rich`, some are sums of symbols.
fn comparison(t: &mut Terms, symbols: &[TermId], random: &mut u64, rich: bool) -> TermId {
    let mut below = |most: usize| {
        *random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*random >> 33) as usize % most
    };
    let mut side = |t: &mut Terms| {
        let a = symbols[below(symbols.len())];
        let b = symbols[below(symbols.len())];
        let number = below(16) as u64;
        let constant = t.bv(4, number);
        let extended = match below(3) {
            0 => t.bv_zero_extend(a, 8),
            1 => t.bv_sign_extend(a, 8),
            _ => t.bv_concat(a, b),
        };
        match below(if rich { 7 } else { 6 }) {
            0 => t.bv(8, number * 17),
            1 => {
                let sum = t.bv_add(a, constant);
                t.bv_zero_extend(sum, 8)
            }
            2 => t.bv_concat(constant, a),
            6 => {
                let sum = t.bv_add(a, b);
                t.bv_sign_extend(sum, 8)
            }
            _ => extended,
        }
    };
    let (a, b) = (side(t), side(t));
    let made = match below(4) {
        0 => t.bv_slt(a, b),
        1 => t.bv_ult(a, b),
        2 => t.bv_sle(a, b),
        _ => t.eq(a, b),
    };
    if below(2) == 0 { made } else { t.not(made) }
}

/// A random comparison, or a disjunction of two.
fn constraint(t: &mut Terms, symbols: &[TermId], random: &mut u64) -> TermId {
    let a = comparison(t, symbols, random, true);
    let b = comparison(t, symbols, random, true);
    match *random >> 61 {
        0 => t.or(a, b),
        1 => {
            let both = t.and(a, b);
            t.not(both)
        }
        _ => a,
    }
}

/// Paths of random comparisons, each asked with the model of those before it: the same answers as without
/// the decorators, which answer some themselves.
#[test]
fn repair_order_and_bounds_agree_with_the_solver() {
    let mut t = Terms::new();
    let symbols: Vec<TermId> =
        (0..3).map(|n| t.symbol(&format!("s{n}"), Sort::BitVec(4))).collect();
    let mut plain = Incremental::new(Bitwuzla::new(Interrupt::new()).unwrap());
    let bottom = || Incremental::new(Bitwuzla::new(Interrupt::new()).unwrap());
    let mut repair = Repair::new(bottom());
    let mut order = Order::new(bottom());
    let mut bounds = Bounds::new(bottom());
    let mut random = 7;
    for turn in 0..160 {
        let (mut path, mut model) = (Vec::new(), Assignment::new());
        for _ in 0..10 {
            path.push(match turn < 120 {
                true => comparison(&mut t, &symbols, &mut random, false),
                false => constraint(&mut t, &symbols, &mut random),
            });
            let query = Query::new(&path).with_hint(path.len() - 1, &model);
            let expected = ask(&mut plain, &mut t, &query).is_sat();
            assert_eq!(ask(&mut order, &mut t, &query).is_sat(), expected);
            assert_eq!(ask(&mut bounds, &mut t, &query).is_sat(), expected);
            match ask(&mut repair, &mut t, &query) {
                Answer::Sat(found) => {
                    assert!(expected);
                    model = found;
                }
                _ => {
                    assert!(!expected);
                    path.pop();
                }
            }
        }
    }
    let mut counts = Statistics::default();
    repair.statistics(&mut counts);
    order.statistics(&mut counts);
    bounds.statistics(&mut counts);
    let refuted = counts.order.hits.min(counts.bounds.hits);
    assert!(counts.repair.hits > 100 && refuted > 3, "{counts:?}");
}

/// What bounds refute: numbers of digits that are within limits, masks, equalities pushed down and up.
#[test]
fn bounds_refute() {
    let mut t = Terms::new();
    let (inner, asked) = Recording::new();
    let mut solver = Bounds::new(inner);
    let mut number = t.bv(64, 0);
    let mut path = Vec::new();
    for at in 0..12 {
        let text = t.symbol(&format!("text{at}"), Sort::BitVec(8));
        let wide = t.bv_sign_extend(text, 64);
        let (zero, ten) = (t.bv(64, 48), t.bv(64, 10));
        let digit = t.bv_sub(wide, zero);
        path.push(t.bv_ult(digit, ten));
        let shifted = t.bv_mul(number, ten);
        number = t.bv_add(shifted, digit);
    }
    let limit = t.bv(64, 1_111_111_111_111);
    let beyond = t.bv_slt(limit, number);
    let (x, y) = (t.symbol("x", Sort::BitVec(8)), t.symbol("y", Sort::BitVec(8)));
    let masked = t.bv_xor(x, y);
    let (five, forty, hundred) = (t.bv(8, 5), t.bv(8, 40), t.bv(8, 100));
    let sum = t.bv_add(x, five);
    let chosen = t.ite(path[0], sum, y);
    let (sum_is, chosen_is) = (t.eq(sum, forty), t.eq(chosen, hundred));
    let (x_high, y_low) = (t.bv_ult(hundred, x), t.bv_ult(y, five));
    let together = t.bv_ult(masked, forty);
    let contradictions = [
        [&path[..], &[beyond]].concat(),
        vec![sum_is, x_high],
        vec![path[0], sum_is, chosen_is],
        vec![t.bv_ult(x, five), y_low, t.bv_ult(forty, masked)],
    ];
    for constraints in &contradictions {
        let answer = ask(&mut solver, &mut t, &Query::new(constraints));
        assert_eq!(answer, Answer::Unsat(constraints.clone()));
    }
    assert!(asked.borrow().is_empty(), "{:?}", asked.borrow());
    // Whatever has models goes on.
    for constraints in [vec![sum_is, together], vec![x_high, y_low], vec![path[0], chosen_is]] {
        assert!(ask(&mut solver, &mut t, &Query::new(&constraints)).is_sat());
    }
    assert_eq!(asked.borrow().len(), 3);
}
