//! Queries, models, cores, scopes and limits, the same for every back end.

mod common;

use std::time::{Duration, Instant};

use common::{ask, backends, hard, has_z3_command, in_process};
use klew_solver::{
    Answer, Backend, BackendAnswer, BackendChoice, BackendError, BackendStatistics, Incremental,
    Interrupt, Query, Solver, SolverConfiguration, UnknownReason, backend, backends::Validated,
    bitwuzla::Bitwuzla, build, command::CommandSolver, decorators::QueryFile, z3::Z3,
};
use klew_term::{Assignment, Constant, FloatFormat, ScalarSort, Sort, SymbolId, TermId, Terms};

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

/// Says what it is told to, whatever it is asked.
struct Liar {
    answer: BackendAnswer,
    model: Assignment,
}

impl Backend for Liar {
    fn name(&self) -> &str {
        "liar"
    }

    fn push(&mut self) -> Result<(), BackendError> {
        Ok(())
    }

    fn pop(&mut self, _: u32) -> Result<(), BackendError> {
        Ok(())
    }

    fn assert(&mut self, _: &Terms, _: TermId) -> Result<(), BackendError> {
        Ok(())
    }

    fn check(&mut self, _: &Terms, _: &[TermId]) -> BackendAnswer {
        self.answer.clone()
    }

    fn model(&mut self, _: &Terms, _: &[SymbolId]) -> Result<Assignment, BackendError> {
        Ok(self.model.clone())
    }

    fn unsat_core(&mut self) -> Vec<TermId> {
        Vec::new()
    }

    fn set_limit(&mut self, _: Option<Duration>) {}

    fn reset(&mut self) -> Result<(), BackendError> {
        Ok(())
    }

    fn statistics(&self) -> BackendStatistics {
        BackendStatistics::default()
    }
}

#[test]
fn validated_back_ends_do_not_lie() {
    let mut t = Terms::new();
    let x = t.symbol("x", Sort::BitVec(8));
    let (three, nine) = (t.bv(8, 3), t.bv(8, 9));
    let (above, below) = (t.bv_ult(three, x), t.bv_ult(x, nine));
    let check = |answer: BackendAnswer, value: u64, scopes: u32, right: bool| {
        let mut model = Assignment::new();
        model.set(t.as_symbol(x).unwrap(), Constant::bv(8, value));
        let liar = Liar { answer: answer.clone(), model };
        let mut backend = Validated::new(liar, Z3::new(Interrupt::new()));
        // Asserted in the outer scope: above; in the inner one, which may be closed: not above.
        backend.assert(&t, above).unwrap();
        backend.push().unwrap();
        let zero = t.false_();
        backend.assert(&t, zero).unwrap();
        backend.pop(scopes).unwrap();
        let said = backend.check(&t, &[below]);
        let what = format!("{answer:?}, x = {value}, {scopes} closed: {said:?}");
        match said {
            BackendAnswer::Unknown(UnknownReason::Crashed(_)) => assert!(!right, "{what}"),
            said => assert!(right && said == answer, "{what}"),
        }
    };
    check(BackendAnswer::Sat, 5, 1, true);
    check(BackendAnswer::Sat, 2, 1, false);
    check(BackendAnswer::Sat, 9, 1, false);
    check(BackendAnswer::Sat, 5, 0, false);
    check(BackendAnswer::Unsat, 0, 0, true);
    check(BackendAnswer::Unsat, 0, 1, false);
}

#[test]
fn logs_of_back_ends_hold_all_that_is_asserted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.smt2");
    let file = QueryFile::new(Box::new(std::fs::File::create(&path).unwrap()));
    let configuration =
        SolverConfiguration { query_log: Some(file), ..SolverConfiguration::default() };
    let mut t = Terms::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| t.symbol(name, Sort::Bool));
    // Two back ends, one file.
    for arrays in [false, true] {
        let mut made = backend(&configuration, arrays, &Interrupt::new()).unwrap();
        made.assert(&t, a).unwrap();
        made.push().unwrap();
        made.assert(&t, b).unwrap();
        assert_eq!(made.check(&t, &[c]), BackendAnswer::Sat);
        made.pop(1).unwrap();
        assert_eq!(made.check(&t, &[]), BackendAnswer::Sat);
    }
    let text = std::fs::read_to_string(&path).unwrap();
    let queries: Vec<usize> =
        text.split("(reset)").map(|query| query.matches("(assert ").count()).collect();
    assert_eq!(queries, [3, 1, 3, 1, 0], "{text}");
    assert!(text.contains("; query 4") && text.contains("; sat in "), "{text}");
}
