//! The choices of a run, and the next run.

/// A number of alternatives, the one taken, and what it means.
#[derive(Debug)]
struct Choice {
    taken: usize,
    alternatives: usize,
    meaning: String,
}

/// The choices of a run, in their order. The same choices give the same run.
#[derive(Debug, Default)]
pub(super) struct Choices {
    made: Vec<Choice>,
    /// How many of them this run has come to.
    at: usize,
}

impl Choices {
    /// Which of so many (at least one) alternatives this run takes.
    pub(super) fn choose(
        &mut self,
        alternatives: usize,
        meaning: impl Fn(usize) -> String,
    ) -> usize {
        if self.at == self.made.len() {
            self.made.push(Choice { taken: 0, alternatives, meaning: meaning(0) });
        }
        let choice = &mut self.made[self.at];
        assert_eq!(choice.alternatives, alternatives, "a run is determined by its choices");
        if choice.meaning.is_empty() {
            choice.meaning = meaning(choice.taken);
        }
        self.at += 1;
        choice.taken
    }

    /// Goes on to the next run: the last choice that has another alternative takes it, later ones are
    /// forgotten. False after the last run.
    pub(super) fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some(last) = self.made.last_mut() {
            if last.taken + 1 < last.alternatives {
                last.taken += 1;
                last.meaning.clear();
                return true;
            }
            self.made.pop();
        }
        false
    }

    /// The choices of the run that has ended.
    pub(super) fn witness(&self) -> Vec<String> {
        self.made.iter().map(|choice| choice.meaning.clone()).collect()
    }
}
