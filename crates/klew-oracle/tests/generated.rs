//! What generated programs are like: they have runs, checks that fail and checks that do not, and nothing unchecked.

use klew_oracle::{Bounds, EnumerateError, Flavour, Settings, enumerate, generate, parse, shrink};

/// How many programs of `count` the oracle decides, those with a violation, and checks that are reached and hold.
fn survey(settings: Settings, count: u64) -> (u64, u64, usize) {
    let (mut decided, mut violated, mut holding) = (0, 0, 0);
    for seed in 0..count {
        let generated = generate(&settings, seed);
        match enumerate(&generated.program, &Bounds { max_runs: 4000, ..Bounds::default() }) {
            Ok(truth) => {
                decided += 1;
                violated += u64::from(!truth.violations.is_empty());
                holding += truth.reached.len() - truth.violations.len();
            }
            Err(EnumerateError::TooManyRuns(_) | EnumerateError::AddressReuse) => {}
            Err(error) => panic!("seed {seed}: {error}\n{}", generated.text),
        }
    }
    println!("{settings:?}: decided {decided}, violated {violated}, holding {holding}");
    (decided, violated, holding)
}

#[test]
fn programs_are_decided_and_varied() {
    for flavour in Flavour::ALL {
        for pointer_inputs in [true, false] {
            for loops in [false, true] {
                let settings = Settings { flavour, pointer_inputs, loops, ..Settings::default() };
                let (decided, violated, holding) = survey(settings, 150);
                assert!(decided > 100, "{settings:?}: {decided}");
                assert!(violated > 60, "{settings:?}: {violated}");
                assert!(holding > 50, "{settings:?}: {holding}");
            }
        }
    }
}

#[test]
fn a_seed_gives_one_program() {
    for flavour in Flavour::ALL {
        let settings = Settings { flavour, ..Settings::default() };
        assert_eq!(generate(&settings, 3).text, generate(&settings, 3).text);
        assert_ne!(generate(&settings, 3).text, generate(&settings, 4).text);
    }
}

#[test]
fn shrinking_keeps_what_it_is_asked_to() {
    let settings = Settings::default();
    let mut shrunk = 0;
    for seed in 0..20 {
        let text = generate(&settings, seed).text;
        let mut fails = |program: &klew_ir::Program| {
            enumerate(program, &Bounds { max_runs: 500, ..Bounds::default() })
                .is_ok_and(|truth| !truth.violations.is_empty())
        };
        if fails(&parse(&text).unwrap()) {
            let small = shrink(&text, 500, &mut fails);
            assert!(fails(&parse(&small).unwrap()), "{small}");
            assert!(small.len() < text.len(), "{small}");
            shrunk += 1;
        }
    }
    assert!(shrunk > 5);
}
