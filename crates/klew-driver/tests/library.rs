//! Another program than the command that links the driver: it asks with plain options, and prints nothing.

use std::sync::{Arc, Mutex};

use klew_driver::audience::Audience;
use klew_driver::check::{Answer, check};
use klew_driver::error::UserError;
use klew_driver::options::{CheckOptions, ProgramOptions};
use klew_driver::target::{Goal, Place};
use klew_report::{CheckReport, Verdict};

const PROGRAM: &str = "\
target 64
function @main() -> i32 {
entry:
  %x: i32 = input \"x\"
  %c = compare ne i32 %x, 7
  assert assertion holds %c
  branch %c, far, near
far:
  return 0
near:
  return 1
}
";

/// Keeps what it is told.
#[derive(Default)]
struct Listener(Mutex<Vec<String>>);

impl Audience for Listener {
    fn warning(&self, text: &str) {
        self.0.lock().unwrap().push(text.to_owned());
    }

    fn last_words(&self, _: &CheckReport) -> u8 {
        0
    }
}

fn asked(change: impl FnOnce(&mut CheckOptions)) -> Result<CheckReport, UserError> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.kir");
    std::fs::write(&file, PROGRAM).unwrap();
    let mut options = CheckOptions::of(ProgramOptions::of(vec![file]));
    change(&mut options);
    match check(&options, Arc::new(Listener::default()))? {
        Answer::Report(report) => Ok(*report),
        Answer::Program(text) => panic!("{text}"),
    }
}

#[test]
fn engines_are_asked() {
    for engine in ["forward", "backward"] {
        let report = asked(|options| options.engines = vec![engine.to_owned()]).unwrap();
        assert_eq!(report.verdict(), Verdict::Violated, "{engine}");
        let [finding] = report.findings.as_slice() else { panic!("{:?}", report.findings) };
        assert_eq!(finding.input[0].bytes, [7, 0, 0, 0]);
        assert!(!report.not_asked.contains(&engine));
    }
    let error = asked(|options| options.engines = vec!["sideways".to_owned()]).unwrap_err();
    assert_eq!(error.message, "there is no engine sideways");
}

#[test]
fn a_place_is_reached() {
    let reach = |label: &str| {
        let target = format!("main:{label}");
        let place = Place::Label("main".to_owned(), label.to_owned());
        asked(|options| options.goal = Some(Goal { target, place, explain: false }))
    };
    assert_eq!(reach("far").unwrap().verdict(), Verdict::Violated);
    assert!(reach("nowhere").unwrap_err().message.contains("no label `nowhere`"));
}
