//! Paper 000, table 3: *degree counting(a, b)*, beside the fastest of the paper's six variants.
//!
//! `b` bounds the paper's loops. A program that can be refuted is refuted by the default command, which needs no bound; that there is no
//! counterexample within `b` rounds is asked of backward execution with that bound, as any number of rounds refutes it.

use std::path::Path;

use super::{Evaluation, Row, Sink, expected, verdict, word};
use crate::bench_backward;

const VARIANTS: [&str; 6] =
    ["Disj_Set", "Disj_Z3", "Disj_Comb", "Conj_Never", "Conj_Always", "Conj_Loops"];

/// Its twelve pairs.
pub(super) fn rows(evaluation: &Evaluation, sink: &mut Sink<'_>) -> Result<(), String> {
    let column =
        |name: &str| expected::column(&evaluation.expected, "AskTheCode (paper 000)", name);
    let times = VARIANTS.map(column);
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    for (pair, refutable) in column("refutable") {
        let fastest = times.iter().filter_map(|column| column.get(&pair)?.parse::<f64>().ok());
        let fastest = fastest.fold(f64::INFINITY, f64::min) / 1000.0;
        let numbers = pair.trim_matches(['(', ')']).split_once(',');
        let numbers = numbers.and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim())));
        let Some((a, b)) = numbers else { return Err(format!("paper 000: {pair} is no pair")) };
        let file = bench_backward::degree_counting(folder.path(), a)?;
        let is_refutable = refutable == "yes";
        let (said, seconds) = ask(evaluation, &file, (!is_refutable).then_some(b))?;
        sink(Row {
            paper: "000",
            program: format!("degree counting {pair}"),
            wanted: if is_refutable {
                "violated".to_owned()
            } else {
                format!("bounded, --unroll {b}")
            },
            said,
            paper_seconds: Some(format!("{fastest:.3}")),
            seconds,
        });
    }
    Ok(())
}

fn ask(evaluation: &Evaluation, file: &Path, bound: Option<&str>) -> Result<(String, f64), String> {
    let mut words = vec!["check", word(file)?, "--property", "assertion", "--no-output"];
    let mut with = String::new();
    if let Some(bound) = bound {
        words.extend(["--engine", "backward", "--unroll", bound]);
        with = format!(", --unroll {bound}");
    }
    let (report, seconds) = evaluation.klew(&words)?;
    Ok((format!("{}{with}", verdict(report.as_ref())), seconds))
}
