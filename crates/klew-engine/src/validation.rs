//! Validation of witnesses: what an engine found counts only once a run of the program showed it.
//!
//! There are two kinds of engines. Those that follow runs to the failing check have a witness, of which only the world
//! outside (a native run, the JVM) can say more. Those that compute inputs have a claim, whose run may come to another
//! check or to none.
//!
//! **Invariant**: what a claim shows is decided by property and place of what its run violates ([`Target::shown_by`]),
//! never by what the engine says of it.

use std::fmt::Debug;
use std::rc::Rc;

use klew_term::{BitVecValue, Constant};

use crate::decisions::Decision;
use crate::input_heap::InputHeap;
use crate::ledger::Shown;
use crate::limit::StopReason;
use crate::target::Target;
use crate::witness::{InputValue, Witness};

/// How an engine goes on after a witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Go on.
    Continue,
    /// Go on; a witness like this one, on another path, is to be told of again.
    Again,
    /// What was asked for is found.
    Enough,
    /// Stop; what was found is kept.
    Stop(StopReason),
}

/// The inputs of a run: its symbols by their names (inputs are called `input#N name`, bytes of input
/// `input#N name[i]`), and the objects that its pointer inputs point to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs {
    /// Values of scalars.
    pub symbols: Vec<(String, Constant)>,
    /// What pointers point to.
    pub heap: InputHeap,
}

/// An input with which a check is claimed to fail.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The check.
    pub target: Target,
    /// The input.
    pub inputs: Inputs,
}

/// Inputs of a path that was followed to its end, for who makes tests of paths.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PathInputs {
    /// In the order of the run.
    pub inputs: Vec<InputValue>,
    /// The objects that its pointer inputs point to.
    pub heap: InputHeap,
}

/// Inputs that are drawn from a seed.
#[derive(Clone, Debug)]
pub struct Draw {
    /// The first inputs: their low bits.
    pub beginning: Rc<[u64]>,
    /// The seed.
    pub seed: u64,
    /// The value of that seed's input with that number, of so many bits.
    pub value: fn(seed: u64, number: u64, width: u32) -> BitVecValue,
    /// What knows some of the inputs by what they are called; it is asked before the others, in the order of the run.
    pub named: Option<Rc<dyn NamedInputs>>,
}

/// Inputs by what they are called.
pub trait NamedInputs: Debug {
    /// The next input of the run, with the name of its symbol, of so many bits; nothing if it may be any.
    fn next(&self, symbol: &str, width: u32) -> Option<BitVecValue>;
}

impl Draw {
    /// The input with that number, of so many bits.
    pub fn input(&self, (number, symbol): (u64, &str), width: u32) -> BitVecValue {
        if let Some(value) = self.named.as_ref().and_then(|named| named.next(symbol, width)) {
            return value;
        }
        let given = usize::try_from(number).ok().and_then(|number| self.beginning.get(number));
        match (given, width) {
            (None, _) => (self.value)(self.seed, number, width),
            (Some(&given), 0..=64) => BitVecValue::new(width, given),
            (Some(&given), _) => BitVecValue::new(64, given).zero_extend(width),
        }
    }
}

/// What a run with chosen inputs came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ran {
    /// The checks that it violates, and what was seen of that.
    pub violated: Vec<(Target, Shown)>,
    /// How many instructions it took.
    pub instructions: u64,
    /// The low bits of the inputs that it asked for, in their order.
    pub inputs: Vec<u64>,
    /// Whether it did what no such run had done before: code was entered, or an access reached further.
    pub is_new: bool,
    /// Whether it is none of the program's, as something that is taken for granted of its inputs does not hold.
    pub is_excluded: bool,
    /// Whether that is enough.
    pub enough: bool,
}

/// Runs the program on inputs that engines find.
pub trait Validation {
    /// What is seen of a witness of an engine that followed its run, and how to go on.
    fn witness(&mut self, witness: &Witness) -> (Shown, Control);

    /// A check that is seen to fail in a run with the claim's input: the claimed one if that does, else another. What it
    /// means for the claim is the engine's to say.
    fn claim(&mut self, claim: &Claim) -> Option<(Target, Shown)>;

    /// As [`Validation::witness`], of one that an engine elsewhere followed: it is a claim until it was run here. Gives the check
    /// that is seen to fail.
    fn witness_elsewhere(
        &mut self,
        claim: &Claim,
        _decisions: &[Decision],
    ) -> Option<(Target, Shown, Control)> {
        let (target, shown) = self.claim(claim)?;
        let is_enough = shown >= self.most_shown();
        Some((target, shown, if is_enough { Control::Enough } else { Control::Continue }))
    }

    /// As [`Validation::claim`], of one whose run came to the failing check elsewhere, however long that took.
    fn claim_elsewhere(&mut self, claim: &Claim) -> Option<(Target, Shown)> {
        self.claim(claim)
    }

    /// A check that fails in a run that begins with these inputs, among them leaks where `leaks` says so. The engine knows of
    /// the run that it comes to a bound, or to something that is not supported; so one need not look far. What the run
    /// asks for behind these inputs is the validation's to choose. Only asked until something is found.
    fn violates(
        &mut self,
        _symbols: &[(String, Constant)],
        _leaks: bool,
    ) -> Option<(Target, Shown)> {
        None
    }

    /// The most that a run shows: nobody confirms what runs nowhere but in klew.
    fn most_shown(&self) -> Shown {
        Shown::Confirmed
    }

    /// Whether what was found is enough by now; asked often.
    fn is_enough(&self) -> bool {
        false
    }

    /// Whether [`Validation::path`] wants to be called: inputs of paths take work to compute.
    fn wants_paths(&self) -> bool {
        false
    }

    /// A path ended; not called for those that no run takes.
    fn path(&mut self, _inputs: &PathInputs) {}

    /// Runs the program once, with inputs that are drawn; not further once it is over. Nobody is told: nothing is shown of what it
    /// violates.
    fn try_out(&mut self, _draw: Draw, _is_over: &dyn Fn() -> bool) -> Ran {
        Ran::default()
    }

    /// Runs the program to its end with inputs that were tried out, as they violate something: what is shown of that.
    fn run(&mut self, _draw: Draw) -> Ran {
        Ran::default()
    }
}

/// Runs nothing, so nothing is shown: for who wants proofs alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unvalidated;

impl Validation for Unvalidated {
    fn witness(&mut self, _: &Witness) -> (Shown, Control) {
        (Shown::Nothing, Control::Continue)
    }

    fn claim(&mut self, _: &Claim) -> Option<(Target, Shown)> {
        None
    }
}
