//! The examples of paper 002: figure 3 with table III step by step, figure 1 through its replay value.

mod common;

use std::time::Duration;

use common::{ask, solver};
use klew_ir::{Program, Property, PropertySet, number_checks, parse_program};
use klew_multipass::explain::{Fate, Row, explain, text};
use klew_multipass::{ForwardRuns, Options};

const FIGURE_1: &str = include_str!("programs/figure1.kir");
const FIGURE_3: &str = include_str!("programs/figure3.kir");

fn program(text: &str) -> Program {
    let mut program =
        parse_program(text, "p.kir").unwrap_or_else(|error| panic!("{error}\n{text}"));
    number_checks(&mut program);
    program
}

fn only(property: Property) -> PropertySet {
    [property].into_iter().collect()
}

/// The rows that belong to a line of the figure.
fn rows_of(rows: &[Row], line: u32) -> Vec<&Row> {
    rows.iter().filter(|row| row.line == line).collect()
}

/// Table III. Its steps are statements of C; those of klew's representation are smaller, and its registers are places of
/// their own. A store through a pointer of which nothing is known forgets what cells point to, as it may write them (the paper
/// does not look at that); the forward pass then finds by the reads what the paper unifies at once.
#[test]
fn table_three_step_by_step() {
    let program = program(FIGURE_3);
    let (rows, fate) = explain(&program, only(Property::Assertion), &mut *solver(), 100);
    println!("{}", text(&rows, &fate));
    let last = |line| *rows_of(&rows, line).last().unwrap_or_else(|| panic!("no line {line}"));
    let (q, p) = ("(g1,0)", "(g0,0)");
    let target = |row: &Row, cell: &str| {
        let begin = format!("{cell} -> ");
        row.points_to.iter().find_map(|text| text.strip_prefix(&begin).map(str::to_owned))
    };
    let records = |row: &Row, what: &str| row.recorded.iter().any(|text| text == what);
    // Step 2: q points to an abstract object.
    let step_2 = last(17);
    assert_eq!(step_2.objects, ["a1"]);
    assert_eq!(target(last(15), q).as_deref(), Some("(a1,0)"));
    // Step 3: p points to another one.
    assert_eq!(last(15).objects, ["a1", "a2"]);
    assert_eq!(step_2.pairs + last(15).pairs, 0);
    // Step 4: c1 is about the values in both.
    assert!(rows[0].recorded[0].starts_with("c: "), "{:?}", rows[0]);
    // Steps 5 and 6: 7 is written to what p points to, and before that 5 to what q points to.
    assert!(
        records(last(13), "w: (a3,0) = 7") && last(13).points_to.contains(&"%p1 -> (a3,0)".into())
    );
    assert!(
        records(last(11), "w: (a4,0) = 5") && last(11).points_to.contains(&"%q2 -> (a4,0)".into())
    );
    // Step 7: p = q. The value is unified with what q points to, and p points to nothing known.
    assert!(records(last(9), "w: (g0,0) = &(a5,0)"));
    assert!(records(last(8), "u: (a5,0) ~ (a4,0)"));
    assert_eq!((target(last(8), p), target(last(8), q)), (None, Some("(a4,0)".to_owned())));
    // Step 8: q = malloc. That is unified with the heap object, and q points to nothing known.
    assert!(records(last(6), "u: (a6,0) ~ (h7,0)"));
    assert_eq!((target(last(6), p), target(last(6), q)), (None, None));
    // The forward pass: a1 and a2 are h, and c1 is 7 = 7.
    let end = rows.last().expect("a row");
    assert_eq!(end.objects, ["h7"]);
    assert_eq!(end.pairs, 7, "six objects, and a4 once more by its read");
    assert_eq!(fate, Fate::Feasible);
}

/// And the engine says so by a run, without any forward execution.
#[test]
fn figure_three_is_found_backward() {
    let options = Options { runs: ForwardRuns::None, ..Options::default() };
    let program = program(FIGURE_3);
    let said = ask(&program, only(Property::Assertion), options, Duration::from_secs(20));
    assert_eq!((said.fails.len(), said.figure("claims")), (1, 1));
    // The other way round, the check holds: 5 and 7 are written to one place.
    let other = FIGURE_3.replace("branch %c, fail, done", "branch %c, done, fail");
    let program = self::program(&other);
    let said = ask(&program, only(Property::Assertion), options, Duration::from_secs(20));
    assert_eq!((said.fails.len(), said.holds.len()), (0, 1), "{:?}", said.account);
}

/// Figure 1: backward paths within an edge limit of 1 do not reach the begin of the run, but give W = 1000, with which one forward path
/// leads to the error.
#[test]
fn figure_one_through_its_replay_value() {
    for turns in ["1000", "1000000"] {
        let program = program(&FIGURE_1.replace("1000", turns));
        let options = Options {
            edge_limit: Some(1),
            fork_limit: Some(10),
            runs: ForwardRuns::Guided,
            ..Options::default()
        };
        let said = ask(&program, only(Property::Dereference), options, Duration::from_secs(60));
        assert_eq!(said.fails.len(), 1, "{turns}: {:?}", said.account);
        assert_eq!(said.figure("replay_values"), 1);
        assert_eq!(said.figure("found_by_guided_runs"), 1);
        assert!(said.figure("guided_paths") <= 3, "a handful: {:?}", said.account.figures);
        assert!(said.figure("backward_paths") <= 20, "{:?}", said.account.figures);
    }
}

/// Without the replay value the same limits find nothing, and say so.
#[test]
fn limits_are_accounted_for() {
    let program = program(FIGURE_1);
    let options = Options {
        edge_limit: Some(1),
        fork_limit: Some(10),
        runs: ForwardRuns::None,
        ..Options::default()
    };
    let said = ask(&program, only(Property::Dereference), options, Duration::from_secs(60));
    assert_eq!((said.fails.len(), said.holds.len()), (0, 0));
    assert!(!said.account.is_complete());
}
