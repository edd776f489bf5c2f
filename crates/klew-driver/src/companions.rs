//! Engines that work beside another one in processes of their own, where nobody chooses the engines.

use std::time::Duration;

use klew_engine::Engine;
use klew_forward::PruningMode;
use klew_ir::links::links_repeatedly;
use klew_ir::{Program, Switch};

use crate::engines::{Registered, Setup, any_lengths, folded, horn, loops};
use crate::options::CheckOptions;
use crate::ranged::ranged;
use crate::turns::{
    backward_turn, beside_the_furthest, exploring_alone, guided, has_long_queries,
    has_others_beside, is_wanted, with_interpolants,
};

/// What one of them does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Companion {
    /// Follows paths, and closes states by interpolants.
    Interpolants,
    /// Runs with inputs from a seed.
    Random,
    /// Goes backward from what may fail.
    Backward,
    /// Folds lists, and states that differ in numbers.
    Lists,
    /// Looks for what loops and functions keep true.
    Invariants,
    /// Runs that follow hints of backward paths.
    Guided,
    /// Summarises loops.
    Summaries,
    /// Follows paths, where the other engine does not.
    Paths,
    /// Takes input strings of any length.
    Lengths,
    /// Follows paths beside those that reached furthest.
    Furthest,
    /// Follows paths on which inputs are what a check needs.
    Ranged,
}

use Companion::{
    Backward, Furthest, Guided, Interpolants, Invariants, Lengths, Lists, Paths, Random, Ranged,
    Summaries,
};

/// The time that it has before others have theirs: the first time, which begins with the start of its process, and then again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slices {
    /// A first look before all others, if it has one.
    pub(crate) look: Option<Duration>,
    pub(crate) first: Duration,
    pub(crate) later: Duration,
    /// Whether it has every other turn after its first.
    pub(crate) every_other: bool,
}

impl Slices {
    pub(crate) const fn of(first: u64, later: u64) -> Slices {
        let [first, later] = [Duration::from_millis(first), Duration::from_millis(later)];
        Slices { look: None, first, later, every_other: false }
    }

    /// With a first look.
    pub(crate) const fn looking(self, look: u64) -> Slices {
        Slices { look: Some(Duration::from_millis(look)), ..self }
    }

    /// With every other turn.
    pub(crate) const fn every_other(self) -> Slices {
        Slices { every_other: true, ..self }
    }
}

const ALL: [Companion; 11] = [
    Interpolants,
    Random,
    Backward,
    Lists,
    Invariants,
    Guided,
    Summaries,
    Paths,
    Lengths,
    Furthest,
    Ranged,
];

/// Beside forward execution. Where lists or loops over inputs can be folded at all, that is done at once most often. Random runs see at once what many inputs show; a check that needs one shape of the heap is near when it is
/// looked for from its end; loops without a bound have paths without end, so invariants, which prove most of what is not soon
/// settled otherwise, have more and more of the time.
const BESIDE_FORWARD: [(Companion, Slices); 9] = [
    (Lists, Slices::of(400, 2000)),
    (Interpolants, Slices::of(400, 300)),
    (Random, Slices::of(700, 500)),
    (Lengths, Slices::of(1500, 3000)),
    (Backward, Slices::of(400, 1000)),
    (Invariants, Slices::of(2200, 2000)),
    (Furthest, Slices::of(700, 800)),
    (Ranged, Slices::of(600, 800)),
    (Guided, Slices::of(700, 800)),
];

/// The time of folding where objects have no types: it takes more ways to tell what is a list, and each has its moment.
const WITHOUT_TYPES: Slices = Slices::of(1200, 2500);

/// The time of folding where there are no lists: it proves loops over inputs of any length, or does not, soon.
const WITHOUT_LISTS: Slices = Slices::of(500, 1000);

/// The time of invariants there: what is not found soon is theirs, most often.
const INVARIANTS_WITHOUT_LISTS: Slices = Slices::of(1000, 1200).every_other();

/// The time of backward execution where the heap is an input.
const WITH_INPUT_HEAP: Slices = Slices::of(900, 1000);

/// The time of random runs where they read texts.
const WITH_TEXTS: Slices = Slices::of(2500, 1200).looking(700);

/// Beside backward execution, which is asked whether there is a way to a place.
const BESIDE_BACKWARD: [(Companion, Slices); 6] = [
    (Paths, Slices::of(800, 1000)),
    (Summaries, Slices::of(2500, 4000)),
    (Ranged, Slices::of(1000, 1000)),
    (Random, Slices::of(500, 500)),
    (Invariants, Slices::of(500, 1500)),
    (Guided, Slices::of(1500, 800)),
];

/// Those that work beside that engine on a program, in the order in which they begin.
pub(crate) fn beside(
    engine: &Registered,
    options: &CheckOptions,
    program: &Program,
) -> Vec<(Companion, Slices)> {
    if !has_others_beside(engine) {
        return Vec::new();
    }
    let all: &[(Companion, Slices)] =
        if has_long_queries(engine) { &BESIDE_BACKWARD } else { &BESIDE_FORWARD };
    let has_work = |companion: Companion| match companion {
        Guided => is_wanted("multipass", options),
        Backward => is_wanted("backward", options),
        Interpolants => options.pruning() != PruningMode::Off,
        Lengths => program.switch(Switch::AnyLengths).is_some(),
        _ => true,
    };
    let mut found: Vec<(Companion, Slices)> =
        all.iter().copied().filter(|(companion, _)| has_work(*companion)).collect();
    if klew_random::reads_text(program) {
        // Texts made of what the program looks for find most of what one line, or two that belong together, show, and much of it at once.
        let random = found.iter_mut().filter(|(companion, _)| *companion == Random);
        random.for_each(|(_, slices)| *slices = WITH_TEXTS);
    }
    if program.has_input_references()
        && let Some(at) = found.iter().position(|(companion, _)| *companion == Backward)
    {
        // The shape of the heap that a check needs is near from its end: paths take the many shapes one by one.
        found[..=at].rotate_right(1);
        found[0].1 = WITH_INPUT_HEAP;
    }
    if !program.data_model.typed_memory {
        let lists = found.iter_mut().filter(|(companion, _)| *companion == Lists);
        lists.for_each(|(_, slices)| *slices = WITHOUT_TYPES);
    }
    if has_long_queries(engine) || program.has_input_references() || links_repeatedly(program) {
        return found;
    }
    let place = |found: &[(Companion, Slices)], wanted: Companion| {
        found.iter().position(|(companion, _)| *companion == wanted)
    };
    if let Some(lists) = place(&found, Lists) {
        found[lists].1 = WITHOUT_LISTS;
        if !program.allocates_on_heap() && !program.has_loops_in_models() {
            // What invariants prove can be validated, and they prove most of such loops.
            found[lists..].rotate_left(1);
        }
    }
    if let (Some(random), Some(invariants)) = (place(&found, Random), place(&found, Invariants)) {
        found[invariants].1 = INVARIANTS_WITHOUT_LISTS;
        found[random..=invariants].rotate_right(1);
    }
    found
}

impl Companion {
    /// As messages call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Interpolants => "interpolants",
            Random => "random",
            Backward => "backward",
            Lists => "lists",
            Invariants => "invariants",
            Guided => "guided",
            Summaries => "summaries",
            Paths => "paths",
            Lengths => "lengths",
            Furthest => "furthest",
            Ranged => "ranged",
        }
    }

    /// The one that messages call so.
    pub(crate) fn named(name: &str) -> Option<Companion> {
        ALL.into_iter().find(|companion| companion.name() == name)
    }

    /// Whether it has less to do where others settled a check.
    pub(crate) fn asks_what_is_open(self) -> bool {
        matches!(self, Backward | Guided)
    }

    /// The engine, and how long it works before it begins anew, with three times the time, on what is then known: none if it goes on by itself.
    pub(crate) fn engine<'s>(
        self,
        setup: &'s Setup<'s>,
    ) -> (Box<dyn Engine + 's>, Option<Duration>) {
        let milliseconds = |time| Some(Duration::from_millis(time));
        match self {
            Interpolants => (Box::new(with_interpolants(setup)), None),
            Random => (Box::<klew_random::Random>::default(), milliseconds(300)),
            Backward => (Box::new(backward_turn(setup)), milliseconds(300)),
            Lists => (Box::new(folded(setup)), None),
            Invariants => (Box::new(horn(setup)), None),
            Guided => (Box::new(guided(setup)), None),
            Summaries => (Box::new(loops(setup)), None),
            Paths => (Box::new(exploring_alone(setup)), None),
            Lengths => (Box::new(any_lengths(setup)), None),
            Furthest => (Box::new(beside_the_furthest(setup)), None),
            Ranged => (Box::new(ranged(setup)), milliseconds(1000)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_one() {
        for companion in ALL {
            assert_eq!(Companion::named(companion.name()), Some(companion));
        }
        assert_eq!(Companion::named("nobody"), None);
    }
}
