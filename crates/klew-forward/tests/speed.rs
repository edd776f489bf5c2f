//! How fast concrete code runs: `cargo test --release -p klew-forward --test speed -- --ignored --nocapture`.

use klew_forward::{Configuration, Forward, Unwatched};
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
