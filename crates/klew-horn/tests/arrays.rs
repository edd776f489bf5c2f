//! Generated loops along arrays, against exhaustive execution: what is proved never fails.
//!
//! Arrays are small, so that all runs can be run, and proofs do as if they were large. `KLEW_ARRAYS=1000` runs that many, from seed
//! `KLEW_ARRAYS_SEED` on; without, some.

mod common;
mod generated_arrays;

use common::{number, promote, proved_without_whole_arrays};
use generated_arrays::Generated;
use klew_ir::{Property, checks, parse_program, verify_program};

#[test]
fn what_is_proved_never_fails() {
    let (count, first) = (number("KLEW_ARRAYS", 8), number("KLEW_ARRAYS_SEED", 1));
    let (mut checked, mut hold, mut proved_count, mut failing) = (0, 0, 0, 0);
    for seed in first..first + count {
        let generated = Generated::new(seed);
        let text = generated.text();
        let mut program = match parse_program(&text, "arrays.kir") {
            Ok(program) => program,
            Err(error) => panic!("seed {seed}: {error}\n{text}"),
        };
        assert_eq!(verify_program(&program), Ok(()), "seed {seed}\n{text}");
        promote(&mut program);
        let fails = generated.fails();
        let properties = [Property::Assertion, Property::Dereference].into_iter().collect();
        let proved = proved_without_whole_arrays(&program, properties);
        for site in checks(&program, |property| property == Property::Assertion) {
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
    assert!(failing * 10 > checked && proved_count > 0, "{failing} {hold} {proved_count}");
}
