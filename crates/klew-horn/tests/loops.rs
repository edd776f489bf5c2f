//! Generated loops and recursions over narrow numbers that wrap, against exhaustive execution: what is proved never fails.
//!
//! `KLEW_LOOPS=3000` runs that many, from seed `KLEW_LOOPS_SEED` on; without, some.

mod common;
mod generated;

use common::{number, promote, proved};
use generated::{Generated, Truth};
use klew_ir::{Property, checks, parse_program, verify_program};

/// Seeds that showed an error: a life that may be over was taken to be.
const WRONG_ONCE: [u64; 1] = [1745];

#[test]
fn what_is_proved_never_fails() {
    let (count, first) = (number("KLEW_LOOPS", 24), number("KLEW_LOOPS_SEED", 1));
    let solver = ["z3", "-in", "fp.xform.inline_eager=false"];
    let (mut checked, mut hold, mut proved_count, mut failing) = (0, 0, 0, 0);
    for seed in WRONG_ONCE.into_iter().chain(first..first + count) {
        let generated = Generated::new(seed);
        let text = generated.text();
        let mut program = match parse_program(&text, "loops.kir") {
            Ok(program) => program,
            Err(error) => panic!("seed {seed}: {error}\n{text}"),
        };
        assert_eq!(verify_program(&program), Ok(()), "seed {seed}\n{text}");
        if seed % 2 == 0 {
            promote(&mut program);
        }
        let Truth { fails } = generated.truth();
        let sites = checks(&program, |property| {
            matches!(property, Property::Assertion | Property::Dereference)
        });
        let properties = [Property::Assertion, Property::Dereference].into_iter().collect();
        // Every tenth asks a solver of Horn clauses, which takes long where there is no proof.
        let command = if seed % 10 == 0 { &solver[..] } else { &[] };
        let proved = proved(&program, properties, command);
        for site in &sites {
            let is_failing = fails.contains(&(site.position.line as usize));
            let is_proved = proved.contains(&site.id);
            assert!(!(is_failing && is_proved), "seed {seed}, line {}\n{text}", site.position.line);
            checked += 1;
            failing += usize::from(is_failing);
            hold += usize::from(!is_failing);
            proved_count += usize::from(is_proved);
        }
    }
    println!("{checked} checks: {failing} fail, {hold} may hold, {proved_count} proved");
    assert!(failing * 10 > checked && proved_count * 5 > hold, "{failing} {hold} {proved_count}");
}
