//! Results in the words of reports.

use klew_engine::{Account, InputAssumption, Ledger};
use klew_ir::PropertySet;
use klew_report::{CheckReport, FindingReport, Limit, LimitKind, Statistics};

use crate::asking::Question;
use crate::check::Run;
use crate::coverage;
use crate::engines::ENGINES;
use crate::front_end::Names;
use crate::outcome;
use crate::pruned;
use crate::watch;

impl Run<'_> {
    /// The engines that nobody chose and that had no turn.
    fn not_asked(&self, ledger: Option<&Ledger>) -> Vec<&'static str> {
        let had_turn = |name: &str| {
            ledger.is_some_and(|ledger| ledger.accounts().any(|account| account.by == name))
        };
        if self.options.validate.is_some() {
            return Vec::new();
        }
        let is_asked =
            |name: &str| self.engines.iter().any(|engine| engine.name == name) || had_turn(name);
        ENGINES.iter().map(|engine| engine.name).filter(|name| !is_asked(name)).collect()
    }

    /// Whether backward execution is the only engine, whose figures then are all there is.
    fn only_backward(&self) -> bool {
        self.engines.iter().all(|engine| engine.name == "backward")
    }

    /// A result of which only that is known.
    pub(crate) fn empty_report(&self, kind: LimitKind, message: String) -> CheckReport {
        CheckReport {
            files: self.given.shown_files(),
            target: self.goal.map(|goal| goal.target.clone()),
            properties: names_of(self.selection.properties),
            findings: Vec::new(),
            limits: vec![Limit { kind, message, place: None }],
            approximations: Vec::new(),
            assumptions: Vec::new(),
            hints: Vec::new(),
            input_heap: None,
            checks: Vec::new(),
            statistics: Statistics {
                seconds: self.clock.elapsed().as_secs_f64(),
                peak_memory: watch::peak_memory(),
                backward: self.only_backward().then(Default::default),
                ..Statistics::default()
            },
            invariants: Vec::new(),
            arguments: Vec::new(),
            not_asked: self.not_asked(None),
            coverage: Vec::new(),
            points: Vec::new(),
            native_runs: self.given.confinement.told(),
            output: None,
            reports: Vec::new(),
            explored: Vec::new(),
            timeline: Vec::new(),
        }
    }

    /// What the ledger says in the end.
    pub(crate) fn report_of(
        &self,
        question: &Question<'_>,
        ledger: &Ledger,
        mut findings: Vec<FindingReport>,
        names: &dyn Names,
    ) -> CheckReport {
        let program = question.program;
        if !ledger.contradictions().is_empty() {
            let by: Vec<&str> = ledger.refuted().iter().copied().collect();
            self.audience.warning(&format!(
                "{} proved a check that a run violates; the run counts. This is an error in klew",
                by.join(", ")
            ));
        }
        let mut limits = Vec::new();
        let mut approximations = Vec::new();
        let all: Vec<&Account> = match (ledger.is_violated(), ledger.is_settled()) {
            (true, _) => ledger.accounts().collect(),
            (false, true) => Vec::new(),
            (false, false) => outcome::shortfall(program, ledger).into_iter().collect(),
        };
        for account in all {
            for limit in outcome::limits(program, account) {
                if !limits.contains(&limit) {
                    limits.push(limit);
                }
            }
            for one in outcome::approximations(program, &account.approximations) {
                if !approximations.contains(&one) {
                    approximations.push(one);
                }
            }
        }
        if ledger.is_violated() {
            // What an engine cannot tell of the rest is of no interest.
            limits.retain(|limit| limit.kind != LimitKind::Incomplete);
        }
        if !self.options.all_findings {
            outcome::keep_best(&mut findings, &mut limits);
        }
        let open = ledger.open().count();
        let said = !limits.is_empty() || !approximations.is_empty() || !findings.is_empty();
        if open > 0 && !said {
            let message = format!("{open} checks are open");
            limits.push(Limit { kind: LimitKind::Incomplete, message, place: None });
        }
        let mut assumptions: Vec<InputAssumption> =
            ledger.accounts().flat_map(|account| account.assumptions.clone()).collect();
        assumptions.sort_unstable();
        assumptions.dedup();
        let mut statistics = outcome::statistics(ledger.accounts().map(|account| &account.figures));
        statistics.seconds = self.clock.elapsed().as_secs_f64();
        statistics.peak_memory = watch::peak_memory();
        CheckReport {
            files: self.given.shown_files(),
            target: self.goal.map(|goal| goal.target.clone()),
            properties: names_of(question.properties),
            findings,
            limits,
            approximations,
            input_heap: self.input_heap(!assumptions.is_empty()),
            hints: Vec::new(),
            assumptions: assumptions.iter().map(|one| one.text().to_owned()).collect(),
            checks: outcome::checks(program, ledger),
            invariants: outcome::invariants(program, ledger),
            arguments: outcome::arguments(program, question.properties, ledger),
            statistics,
            not_asked: self.not_asked(Some(ledger)),
            coverage: coverage::coverage(program, names, ledger),
            points: pruned::points(program, ledger),
            native_runs: self.given.confinement.told(),
            output: None,
            reports: Vec::new(),
            explored: Vec::new(),
            timeline: Vec::new(),
        }
    }

    /// The policy's name, where there is an input heap and somebody follows paths in it.
    fn input_heap(&self, assumes: bool) -> Option<String> {
        let has_one = (self.front_end.is_alone() || assumes) && !self.only_backward();
        has_one.then(|| self.options.input_heap.name().to_owned())
    }
}

fn names_of(properties: PropertySet) -> Vec<String> {
    properties.iter().map(|property| property.name().to_owned()).collect()
}
