//! When exploration ends at what was found: at a violation that was confirmed; a while after one that could not be, or that
//! is only a leak, as another path may show one that can, or a worse one.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use klew_engine::{Control, Witness};
use klew_ir::{Position, Property};

/// Where findings are the same; the message tells exceptions apart, which all leave the entry at one place.
type FindingPlace = (Property, Position, Option<String>);

/// Findings that turned out to be none. Exploration goes on after them while there is time: another path to the
/// same place may be right. But running them takes time, too.
#[derive(Debug, Default)]
struct InVain {
    /// How often, at each place.
    tries: BTreeMap<FindingPlace, usize>,
    /// How long the runs took.
    time: Duration,
}

impl InVain {
    /// Takes note of one; whether another at that place is worth a run.
    fn again(&mut self, place: FindingPlace, took: Duration, elapsed: Duration) -> bool {
        self.time += took;
        let tries = self.tries.entry(place).or_default();
        *tries += 1;
        *tries < MOST_TRIES && self.time < elapsed / 2 + VAIN_TIME
    }
}

/// How many findings that may be violations but could not be confirmed are looked at before exploration ends anyway,
/// and how many that turned out to be none at one place.
const MOST_TRIES: usize = 12;

/// How long findings that turn out to be none may be run at least; later half of the time.
const VAIN_TIME: Duration = Duration::from_secs(5);

/// How long exploration goes on at least after a finding that could not be confirmed.
const UNCONFIRMED_PATIENCE: Duration = Duration::from_secs(5);
/// How long it goes on at least after a leak: a program that leaks on most of its paths may do worse on few.
const LEAK_PATIENCE: Duration = Duration::from_secs(2);

/// What running a finding told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// It fails; where nothing is run outside, klew's own run says so.
    Confirmed,
    /// It may be a violation; the run could not see it.
    Possible,
    /// It is none, or rests on something made up.
    Vain,
}

/// What was found so far.
#[derive(Debug, Default)]
pub struct Pursuit {
    /// Whether exploration goes on after the first confirmed finding.
    all_findings: bool,
    /// Whether others like a finding that its run did not show are worth a try.
    is_exact: bool,
    /// When exploration ends for what was found.
    patience: Option<Instant>,
    /// How many of the findings may be violations.
    counting: usize,
    in_vain: InVain,
}

impl Pursuit {
    /// Nothing was found yet. Exploration goes on after the first confirmed finding where all are wanted; others like a finding
    /// that its run did not show are worth a try where runs are exact.
    pub fn new(all_findings: bool, is_exact: bool) -> Pursuit {
        Pursuit { all_findings, is_exact, ..Pursuit::default() }
    }

    /// Whether exploration goes on after a violation.
    pub fn wants_all(&self) -> bool {
        self.all_findings
    }

    /// Whether what was found is enough by now.
    pub fn is_over(&self) -> bool {
        self.patience.is_some_and(|end| Instant::now() >= end)
    }

    /// A finding was run, in that time, so long after the start of the call; how to go on.
    pub fn next(
        &mut self,
        witness: &Witness,
        told: Told,
        took: Duration,
        elapsed: Duration,
    ) -> Control {
        if told == Told::Vain {
            let place = (witness.property, witness.position, witness.message.clone());
            let again = self.in_vain.again(place, took, elapsed);
            return if again { Control::Again } else { Control::Continue };
        }
        self.counting += 1;
        if self.all_findings {
            return Control::Continue;
        }
        let confirmed = told == Told::Confirmed;
        if confirmed && !witness.property.is_leak() || self.counting >= MOST_TRIES {
            return Control::Enough;
        }
        if self.patience.is_none() {
            let least = if confirmed { LEAK_PATIENCE } else { UNCONFIRMED_PATIENCE };
            self.patience = Some(Instant::now() + elapsed.max(least));
        }
        if confirmed || !self.is_exact { Control::Continue } else { Control::Again }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_vain() {
        let check = |tries: usize, took: u64, elapsed: u64, again: bool| {
            let mut in_vain = InVain::default();
            let place = (Property::Assertion, Position::UNKNOWN, None);
            in_vain.tries.insert(place.clone(), tries);
            let (took, elapsed) = (Duration::from_secs(took), Duration::from_secs(elapsed));
            assert_eq!(in_vain.again(place, took, elapsed), again, "{tries} {took:?} {elapsed:?}");
        };
        check(0, 1, 1, true);
        check(MOST_TRIES - 2, 1, 1, true);
        check(MOST_TRIES - 1, 1, 1, false);
        // At most half of the time.
        check(0, 30, 40, false);
        check(0, 30, 60, true);
    }
}
