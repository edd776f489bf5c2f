//! How fast concrete code runs: `cargo test --release -p klew-forward --test speed -- --ignored --nocapture`.

use klew_engine::InputHeap;
use klew_forward::{Configuration, Forward, Unwatched};
use klew_ir::PropertySet;
use klew_solver::{Interrupt, SolverConfiguration, build};

const LOOP: &str = "
global &m size 64 = zero
function @main() -> i32 {
entry:
  jump loop(0, 0)
loop(%i: i32, %sum: i32):
  %j = and i32 %i, 15
  %w = convert zero_extend i32 %j to i64
  %o = mul i64 %w, 4
  %p = offset &m, %o
  assert valid-deref accessible read %p, 4
  %v = load i32 %p
  %v2 = add i32 %v, %i
  assert valid-deref accessible write %p, 4
  store i32 %v2 to %p
  %s2 = xor i32 %sum, %v2
  %n = add i32 %i, 1
  %c = compare ult i32 %n, 3000000
  branch %c, loop(%n, %s2), done
done:
  return 0
}
";

const CALLS: &str = "
function @main() -> i32 {
entry:
  %r = call @fib(i32 27)
  return 0
}
function @fib(%n: i32) -> i32 {
entry:
  %base = compare slt i32 %n, 2
  branch %base, stop, go
stop:
  return %n
go:
  %n1 = sub i32 %n, 1
  %n2 = sub i32 %n, 2
  %a = call @fib(%n1)
  %b = call @fib(%n2)
  %r = add i32 %a, %b
  return %r
}
";

#[test]
#[ignore = "a measurement, not a check"]
fn concrete_code() {
    for (name, text) in [("loop", LOOP), ("calls", CALLS)] {
        let program = klew_ir::text::parse_program(text, name).unwrap();
        let solver = build(SolverConfiguration::default(), &Interrupt::new()).unwrap();
        let mut forward = Forward::new(&program, Configuration::default(), solver).unwrap();
        let begun = std::time::Instant::now();
        let outcome = forward.run(&mut Unwatched);
        let seconds = begun.elapsed().as_secs_f64();
        let millions = outcome.statistics.instructions as f64 / 1e6;
        assert!(outcome.limits.is_empty());
        println!("{name}: {:.1} million instructions per second", millions / seconds);
    }
}

/// A program of many functions, of which a run calls some: reads inputs, computes, checks.
fn many_functions(functions: usize) -> String {
    let mut text = String::from("global &m size 256 = zero\nfunction @main() -> i32 {\nentry:\n");
    text += "  %x: i32 = input \"x\"\n  %r0 = call @f0(%x)\n";
    text += "  %bad = compare ne i32 %r0, 12345\n  assert assertion holds %bad\n  return 0\n}\n";
    for number in 0..functions {
        text += &format!("function @f{number}(%a: i32) -> i32 {{\nentry:\n");
        text += "  %c = compare ult i32 %a, 1000\n  branch %c, small, large\nsmall:\n";
        for step in 0..30 {
            let from = if step == 0 { "%a".to_owned() } else { format!("%s{}", step - 1) };
            text += &format!("  %s{step} = add i32 {from}, {}\n", step * 7 + number);
            text += &format!("  %p{step} = offset &m, {}\n", step * 4);
            text += &format!("  assert valid-deref accessible write %p{step}, 4\n");
            text += &format!("  store i32 %s{step} to %p{step}\n");
        }
        text += match number + 1 < functions {
            true => "  jump next(%s29)\nlarge:\n  jump next(%a)\n",
            false => "  return %s29\nlarge:\n  return %a\n",
        };
        if number + 1 < functions {
            text += "next(%n: i32):\n";
            text += &format!("  %r = call @f{}(%n)\n  return %r\n", number + 1);
        }
        text += "}\n";
    }
    text
}

/// `KLEW_PROGRAM=FILE.kir` measures another program.
#[test]
#[ignore = "a measurement, not a check"]
fn replays() {
    let text = match std::env::var("KLEW_PROGRAM") {
        Ok(path) => std::fs::read_to_string(path).unwrap(),
        Err(_) => many_functions(100),
    };
    let program = klew_ir::text::parse_program(&text, "many").unwrap();
    let solver = build(SolverConfiguration::default(), &Interrupt::new()).unwrap();
    let mut forward = Forward::new(&program, Configuration::default(), solver).unwrap();
    let begun = std::time::Instant::now();
    let mut steps = 0;
    for number in 0..1000u64 {
        let value = klew_term::BitVecValue::new(32, number);
        let assignment =
            forward.assignment(&[("input#1 x".to_owned(), klew_term::Constant::BitVec(value))]);
        let replay = forward.replay(&assignment, &InputHeap::default(), PropertySet::all());
        steps += replay.trace.len();
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("1000 replays: {seconds:.3} s, {steps} steps of traces");
}
