//! Explorations that are disturbed: stopped and resumed, killed and begun again from what was written down last, split, in an
//! order that a seed says. Each part is explored by an executor of its own, from a frontier that was printed and read.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use klew_engine::{Account, Exchange, Frontier, Limit, Others, Piece, StopReason, Witness};
use klew_forward::{Configuration, Control, Forward, Monitor, Progress};
use klew_ir::Program;
use klew_solver::Solver;

/// What all parts came to together.
#[derive(Debug, Default)]
pub struct Total {
    /// Some of them twice.
    pub findings: Vec<Witness>,
    /// Complete if that of each part is, once what stopped it was explored.
    pub account: Account,
    /// How many parts there were, and how many of them were killed.
    pub parts: u64,
    pub killed: u64,
    /// How many pieces were handed over.
    pub handed_over: u64,
    /// Whether it was given up, as it took too many parts.
    pub given_up: bool,
}

/// What disturbs a part, and what is seen of it.
#[derive(Debug)]
struct Disturbed {
    seed: Cell<u64>,
    /// Whether it dies: what it says at its end is lost.
    dies: bool,
    taken: RefCell<Vec<Piece>>,
    /// What was written down.
    told: RefCell<Vec<(Frontier, Account)>>,
    /// Looks at the monitor that are left.
    ticks: Cell<u64>,
}

struct Watched(Rc<Disturbed>);

impl Disturbed {
    fn below(&self, bound: u64) -> u64 {
        let mut seed = self.seed.get();
        let number = next(&mut seed) % bound;
        self.seed.set(seed);
        number
    }
}

impl Exchange for Disturbed {
    fn wanted(&self, waiting: usize) -> usize {
        assert!(waiting < 1_000_000);
        match !self.dies && self.below(4) == 0 {
            true => self.below(4) as usize,
            false => 0,
        }
    }

    fn take(&self, pieces: Vec<Piece>) {
        self.taken.borrow_mut().extend(pieces);
    }

    fn wants_frontier(&self) -> bool {
        self.below(3) == 0
    }

    fn wants_last_frontier(&self) -> bool {
        true
    }

    fn frontier(&self, frontier: Frontier, account: Account) {
        self.told.borrow_mut().push((frontier, account));
    }

    fn others(&self) -> Others {
        unreachable!("the engine asks, not the run")
    }
}

impl Monitor for Watched {
    fn tick(&mut self, _: &Progress) -> Control {
        self.0.ticks.set(self.0.ticks.get().saturating_sub(1));
        match self.0.ticks.get() {
            0 => Control::Stop(StopReason::Time),
            _ => Control::Continue,
        }
    }

    fn exchange(&self) -> Option<Rc<dyn Exchange>> {
        Some(Rc::clone(&self.0) as Rc<dyn Exchange>)
    }
}

/// splitmix64.
pub fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut bits = *seed;
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Explores in pieces: with a seed, at most so many parts, and so many looks at the monitor in each or fewer.
pub fn explore_in_pieces(
    program: &Program,
    configuration: &Configuration,
    solver: &dyn Fn() -> Box<dyn Solver>,
    (mut seed, most_parts, looks): (u64, u64, u64),
) -> Total {
    let mut total = Total::default();
    let mut left = vec![Frontier::root()];
    let mut patience = looks / 2;
    while let Some(begin) = left.pop() {
        total.parts += 1;
        total.given_up = total.parts > most_parts;
        if total.given_up {
            break;
        }
        let dies = next(&mut seed).is_multiple_of(4);
        let disturbed = Rc::new(Disturbed {
            seed: Cell::new(next(&mut seed)),
            dies,
            taken: RefCell::default(),
            told: RefCell::default(),
            ticks: Cell::new(1 + next(&mut seed) % patience),
        });
        let mut forward = Forward::new(program, configuration.clone(), solver()).unwrap();
        forward.begin(Frontier::parse(&begin.print()).unwrap());
        let outcome = forward.run(&mut Watched(Rc::clone(&disturbed)));
        for finding in &outcome.findings {
            assert!(forward.replay_witness(finding).confirms(finding), "{finding:?}");
        }
        total.findings.extend(outcome.findings);
        let Ok(disturbed) = Rc::try_unwrap(disturbed) else { panic!("it is still shared") };
        let taken = disturbed.taken.into_inner();
        let mut told = disturbed.told.into_inner();
        if dies {
            told.pop();
        }
        // One that dies and wrote nothing down before begins again.
        let lost = (begin.clone(), Account::default());
        let (frontier, account) = told.pop().unwrap_or(lost);
        let is_none = |(limit, _): &&(Limit, u64)| matches!(limit, Limit::Incomplete(_));
        let wrong = outcome.limits.iter().find(is_none);
        assert!(wrong.is_none(), "{wrong:?} of {frontier:?}");
        assert!(patience < 1 << 40, "it does not get on: {begin:?}, {frontier:?}");
        if !dies {
            assert_eq!(outcome.statistics.handed_over, taken.len() as u64);
        }
        total.killed += u64::from(dies);
        total.handed_over += taken.len() as u64;
        // What does not get on has more time.
        patience = if frontier.pieces == begin.pieces { patience * 2 } else { looks };
        total.account.add(account);
        left.extend(
            [frontier, Frontier::of(taken)].into_iter().filter(|one| !one.pieces.is_empty()),
        );
        let swapped = next(&mut seed) as usize % left.len().max(1);
        let last = left.len().saturating_sub(1);
        if !left.is_empty() {
            left.swap(swapped, last);
        }
    }
    total
}
