//! Queries, models, cores, scopes and limits, the same for every back end.

mod common;

use std::time::{Duration, Instant};

use common::{ask, backends, hard, has_z3_command, in_process};
use klew_solver::{
    Answer, Backend, BackendChoice, Incremental, Interrupt, Query, Solver, SolverConfiguration,
    UnknownReason, bitwuzla::Bitwuzla, build, command::CommandSolver, z3::Z3,
};
use klew_term::{FloatFormat, ScalarSort, Sort, TermId, Terms};

/// Builds a query and checks it with every back end; `None` means not supported.
fn check(build: impl Fn(&mut Terms) -> Vec<TermId>, expected: bool) {
    for (name, mut solver) in backends() {
        let mut terms = Terms::new();
        let constraints = build(&mut terms);
        for want_core in [false, true, false] {
            let query = Query { want_core, ..Query::new(&constraints) };
            let answer = ask(&mut *solver, &mut terms, &query);
            let right = if expected { answer.is_sat() } else { answer.is_unsat() };
            assert!(right, "{name}: {answer:?}");
        }
    }
}

fn bytes(terms: &mut Terms, name: &str) -> TermId {
    terms.symbol(name, Sort::Array(ScalarSort::BitVec(32), ScalarSort::BitVec(8)))
}

#[test]
fn plain_queries() {
    check(|_| vec![], true);
    check(|t| vec![t.true_()], true);
    check(|t| vec![t.symbol("b", Sort::Bool)], true);
    check(
        |t| {
            let b = t.symbol("b", Sort::Bool);
            vec![b, t.not(b)]
        },
        false,
    );
    check(
        |t| {
            // The same name twice is two symbols.
            let (x, y) = (t.symbol("x", Sort::BitVec(8)), t.symbol("x", Sort::BitVec(8)));
            vec![t.bv_ult(x, y)]
        },
        true,
    );
    check(
        |t| {
            let x = t.symbol("strange | name \\ \"", Sort::BitVec(80));
            let three = t.bv(80, 3);
            let square = t.bv_mul(x, x);
            vec![t.eq(square, three)]
        },
        false,
    );
}

#[test]
fn arrays() {
    let sum_of_two = |t: &mut Terms, different: bool| {
        let (a, i) = (bytes(t, "a"), t.symbol("i", Sort::BitVec(32)));
        let one = t.bv(32, 1);
        let j = t.bv_add(i, one);
        let nine = t.bv(8, 9);
        let written = t.store(a, i, nine);
        let (x, y) = (t.select(written, j), t.select(a, j));
        let same = t.eq(x, y);
        let seven = t.bv(8, 7);
        let at_j = t.eq(y, seven);
        vec![at_j, if different { t.not(same) } else { same }]
    };
    check(|t| sum_of_two(t, true), false);
    check(|t| sum_of_two(t, false), true);
    check(
        |t| {
            let (a, b) = (bytes(t, "a"), bytes(t, "b"));
            let same = t.eq(a, b);
            vec![t.not(same)]
        },
        true,
    );
}

#[test]
fn cores_leave_out_what_is_not_needed() {
    for (name, mut solver) in backends() {
        let mut t = Terms::new();
        let (x, y) = (t.symbol("x", Sort::BitVec(16)), t.symbol("y", Sort::BitVec(16)));
        let (five, nine) = (t.bv(16, 5), t.bv(16, 9));
        let constraints =
            [t.bv_ult(y, nine), t.bv_ult(x, five), t.bv_ult(five, y), t.bv_ult(nine, x)];
        let answer = ask(&mut *solver, &mut t, &Query::new(&constraints).with_core());
        assert_eq!(answer, Answer::Unsat(vec![constraints[1], constraints[3]]), "{name}");
    }
}

#[test]
fn neighbours_share_scopes_and_answers_do_not_leak() {
    for (name, mut solver) in backends() {
        let mut t = Terms::new();
        let x = t.symbol("x", Sort::BitVec(16));
        let below: Vec<TermId> = (0..6)
            .map(|n| {
                let bound = t.bv(16, 10 * n + 1);
                t.bv_ult(x, bound)
            })
            .collect();
        let above: Vec<TermId> = below.iter().map(|&c| t.not(c)).collect();
        // x < 51, x >= 11, and then both ways at 31 and 21, like a search does.
        for (constraints, expected) in [
            (vec![below[5], above[1], below[3]], true),
            (vec![below[5], above[1], below[3], below[0]], false),
            (vec![below[5], above[1], below[3], above[2]], true),
            (vec![below[5], above[1], above[3]], true),
            (vec![below[5], above[1], above[3], below[2]], false),
            (vec![below[0]], true),
            (vec![], true),
            (vec![below[0], above[0]], false),
        ] {
            let answer = ask(&mut *solver, &mut t, &Query::new(&constraints));
            let right = if expected { answer.is_sat() } else { answer.is_unsat() };
            assert!(right, "{name}: {answer:?}");
        }
    }
}

#[test]
fn time_limits() {
    for (name, mut solver) in backends() {
        let mut t = Terms::new();
        let query = [hard(&mut t)];
        solver.set_limit(Some(Duration::from_millis(150)));
        let start = Instant::now();
        let answer = solver.check(&mut t, &Query::new(&query));
        assert_eq!(answer, Answer::Unknown(UnknownReason::TimeLimit), "{name}");
        assert!(start.elapsed() < Duration::from_secs(4), "{name}: {:?}", start.elapsed());
        solver.set_limit(None);
        let b = [t.symbol("b", Sort::Bool)];
        let answer = ask(&mut *solver, &mut t, &Query::new(&b));
        assert!(answer.is_sat(), "{name}: usable afterwards: {answer:?}");
    }
}

fn interrupted(name: &str, make: impl Fn(Interrupt) -> Box<dyn Solver>) {
    let interrupt = Interrupt::new();
    let mut solver = make(interrupt.clone());
    let mut t = Terms::new();
    let query = [hard(&mut t)];
    let other = interrupt.clone();
    let timer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(150));
        other.request();
    });
    let start = Instant::now();
    let answer = solver.check(&mut t, &Query::new(&query));
    assert_eq!(answer, Answer::Unknown(UnknownReason::Interrupted), "{name}");
    assert!(start.elapsed() < Duration::from_secs(4), "{name}: {:?}", start.elapsed());
    timer.join().unwrap();
    assert_eq!(
        solver.check(&mut t, &Query::new(&query)),
        Answer::Unknown(UnknownReason::Interrupted),
        "{name}: a request lasts"
    );
    interrupt.clear();
    let b = [t.symbol("b", Sort::Bool)];
    assert!(ask(&mut *solver, &mut t, &Query::new(&b)).is_sat(), "{name}: usable after it is over");
    interrupt.set_deadline(Some(Instant::now()));
    let c = [t.symbol("c", Sort::Bool)];
    assert_eq!(
        solver.check(&mut t, &Query::new(&c)),
        Answer::Unknown(UnknownReason::Interrupted),
        "{name}: after the deadline"
    );
}

#[test]
fn interrupts() {
    interrupted("bitwuzla", |i| Box::new(Incremental::new(Bitwuzla::new(i).unwrap())));
    interrupted("z3", |i| Box::new(Incremental::new(Z3::new(i))));
    if has_z3_command() {
        interrupted("command", |i| {
            Box::new(Incremental::new(CommandSolver::new("z3 -in", i).unwrap()))
        });
    }
}

#[test]
fn integers_and_quantifiers() {
    let mut solver = build(SolverConfiguration::default(), &Interrupt::new()).unwrap();
    let mut t = Terms::new();
    let (x, y) = (t.symbol("x", Sort::Int), t.symbol("y", Sort::Int));
    let (two, seven) = (t.int_i64(2), t.int_i64(7));
    let sum = t.int_add(x, y);
    let product = t.int_mul(two, x);
    let facts = [t.eq(sum, seven), t.eq(product, y)];
    assert!(ask(&mut *solver, &mut t, &Query::new(&facts)).is_unsat(), "7 is no multiple of 3");
    assert!(ask(&mut *solver, &mut t, &Query::new(&facts[..1])).is_sat());
    let bound = t.fresh_symbol("k", Sort::Int);
    let k = t.symbol_term(bound);
    let body = t.int_lt(k, x);
    let all = [t.forall(&[bound], body)];
    assert!(ask(&mut *solver, &mut t, &Query::new(&all)).is_unsat(), "no greatest integer");
    let square = t.int_mul(x, x);
    let negative = t.int_lt(square, x);
    let exists = [t.exists(&[bound], negative)];
    assert!(ask(&mut *solver, &mut t, &Query::new(&exists)).is_unsat());
}

#[test]
fn bitwuzla_alone_says_what_it_lacks() {
    let mut solver = Incremental::new(Bitwuzla::new(Interrupt::new()).unwrap());
    let mut t = Terms::new();
    let (x, y) = (t.symbol("x", Sort::Int), t.symbol("y", Sort::Int));
    let less = [t.int_lt(x, y)];
    let answer = solver.check(&mut t, &Query::new(&less));
    assert!(matches!(answer, Answer::Unknown(UnknownReason::Unsupported(_))), "{answer:?}");
    let b = [t.symbol("b", Sort::Bool)];
    assert!(ask(&mut solver, &mut t, &Query::new(&b)).is_sat(), "usable afterwards");
}

#[test]
fn terms_deeper_than_the_stack() {
    for (name, mut solver) in in_process() {
        let mut t = Terms::new();
        let x = t.symbol("x", Sort::BitVec(8));
        let y = t.symbol("y", Sort::BitVec(8));
        let mut deep = x;
        for _ in 0..20_000 {
            let shifted = t.bv_and(deep, y);
            deep = t.bv_xor(shifted, x);
        }
        let zero = t.bv(8, 0);
        let constraints = [t.eq(y, zero), t.eq(deep, zero)];
        solver.set_limit(Some(Duration::from_secs(2)));
        let answer = ask(&mut *solver, &mut t, &Query::new(&constraints));
        // Z3 may need longer; what matters is that the translation does not recurse.
        assert!(answer.is_sat() || name == "z3", "{answer:?}");
        assert!(!answer.is_unsat());
    }
}

#[test]
fn formats_and_equalities_that_bitwuzla_lacks_go_to_z3() {
    let mut bitwuzla = Incremental::new(Bitwuzla::new(Interrupt::new()).unwrap());
    let mut both = build(SolverConfiguration::default(), &Interrupt::new()).unwrap();
    let mut t = Terms::new();
    let x = t.symbol("x", Sort::Float(FloatFormat::X87));
    let a = bytes(&mut t, "a");
    let zero = t.bv(8, 0);
    let zeros = t.const_array(Sort::Array(ScalarSort::BitVec(32), ScalarSort::BitVec(8)), zero);
    let (is_nan, is_zeros) = (t.fp_is_nan(x), t.eq(a, zeros));
    for constraint in [is_nan, is_zeros] {
        let answer = bitwuzla.check(&mut t, &Query::new(&[constraint]));
        assert!(matches!(answer, Answer::Unknown(UnknownReason::Unsupported(_))), "{answer:?}");
        assert!(ask(&mut *both, &mut t, &Query::new(&[constraint])).is_sat());
    }
    // Either alone is fine: only the combination is missing.
    let i = t.symbol("i", Sort::BitVec(32));
    let b = bytes(&mut t, "b");
    let read = t.select(zeros, i);
    let (read, same) = (t.eq(read, zero), t.eq(a, b));
    for constraint in [read, same] {
        assert!(ask(&mut bitwuzla, &mut t, &Query::new(&[constraint])).is_sat());
    }
}

#[test]
fn commands_that_do_not_work() {
    let config = |line: &str| SolverConfiguration {
        backend: BackendChoice::Command(line.to_owned()),
        ..SolverConfiguration::default()
    };
    for line in ["", "no-such-program-as-this", "false", "true"] {
        let Err(error) = build(config(line), &Interrupt::new()) else { panic!("{line} works") };
        assert!(error.to_string().contains("cannot"), "{error}");
    }
}

/// A "solver" that reads until it is asked, says what it is told to, and ends.
fn scripted(answer: &str) -> (tempfile::TempDir, String) {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("solver");
    let script = format!(
        "#!/bin/sh\nwhile read line; do case \"$line\" in\n*echo*) echo ready;;\n*check-sat*) {answer};;\nesac; done\n"
    );
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let line = path.to_str().unwrap().to_owned();
    (folder, line)
}

#[test]
fn a_command_that_misbehaves_is_unknown() {
    for answer in ["exit 3", "echo '(error \"no\")'", "echo unknown", "echo sat; exit"] {
        let (_folder, line) = scripted(answer);
        let mut solver = Incremental::new(CommandSolver::new(&line, Interrupt::new()).unwrap());
        let mut t = Terms::new();
        let b = [t.symbol("b", Sort::Bool)];
        for _ in 0..2 {
            let answer = solver.check(&mut t, &Query::new(&b));
            assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
        }
        assert!(solver.backend().statistics().checks >= 1);
    }
}
