//! What would let a check end that did not: the option that bounds an input without a bound.
//!
//! **Invariant**: a hint is about an input of which the call said nothing, and is given only where something was left open.

use klew_llvm::lower::Environment;
use klew_report::{CheckReport, LimitKind, Verdict};

/// What is known of the inputs.
pub struct Inputs<'i> {
    /// What the call said of the environment.
    pub given: &'i Environment,
    /// Whether the program reads standard input of any size.
    pub reads_any_input: bool,
    /// Whether the call bounds arrays among the inputs.
    pub bounds_arrays: bool,
    /// Whether the call bounds paths.
    pub bounds_paths: bool,
}

/// The hints.
pub fn hints(report: &CheckReport, inputs: &Inputs<'_>) -> Vec<String> {
    if !matches!(report.verdict(), Verdict::Unknown | Verdict::Bounded) {
        return Vec::new();
    }
    let is_any = |kinds: &[LimitKind]| report.limits.iter().any(|it| kinds.contains(&it.kind));
    let is_out_of_time = is_any(&[LimitKind::Time, LimitKind::Memory, LimitKind::Interrupt]);
    let is_input_bound = is_any(&[LimitKind::InputBound]);
    let is_large_copy = report.limits.iter().any(|limit| limit.message.contains(COPIES));
    // Only then is something assumed of them.
    let has_pointers = report.assumptions.iter().any(|one| one.contains("input pointers"));
    let mut hints = Vec::new();
    if inputs.reads_any_input
        && inputs.given.standard_input.is_none()
        && (is_out_of_time || is_input_bound)
    {
        hints.push(
            "standard input may have any length: --sym-stdin N looks at input of N bytes, and may end"
                .to_owned(),
        );
    }
    if has_pointers && !inputs.bounds_arrays && is_large_copy {
        hints.push(
            "arrays and strings among the inputs may have any length: --input-array-max N bounds it"
                .to_owned(),
        );
    } else if has_pointers && !inputs.bounds_paths && is_out_of_time {
        hints.push(
            "what input pointers lead to may have any size: --max-depth N follows N decisions of each \
             path, and then says \"safe within bounds\""
                .to_owned(),
        );
    }
    hints
}

/// What limits about copies of input objects say (`klew-forward`, `input_copy.rs`).
const COPIES: &str = "bytes of an input object";

#[cfg(test)]
mod tests {
    use super::*;
    use klew_report::Limit;

    fn said(kind: LimitKind, message: &str, inputs: &Inputs<'_>) -> Vec<String> {
        let limits = vec![Limit { kind, message: message.to_owned(), place: None }];
        let assumptions = vec!["input pointers are null or point to objects".to_owned()];
        let assumptions = if inputs.reads_any_input { Vec::new() } else { assumptions };
        hints(&CheckReport { limits, assumptions, ..CheckReport::default() }, inputs)
    }

    #[test]
    fn what_is_bounded_already_is_not_named() {
        let (none, six) = (
            Environment::default(),
            Environment { standard_input: Some(6), ..Environment::default() },
        );
        let inputs = |given| Inputs {
            given,
            reads_any_input: true,
            bounds_arrays: false,
            bounds_paths: false,
        };
        let open = said(LimitKind::Time, "the time was over", &inputs(&none));
        assert!(open.len() == 1 && open[0].contains("--sym-stdin"), "{open:?}");
        assert!(said(LimitKind::Time, "the time was over", &inputs(&six)).is_empty());
        assert!(said(LimitKind::Unsupported, "inline assembly", &inputs(&none)).is_empty());
        assert!(hints(&CheckReport::default(), &inputs(&none)).is_empty(), "it is safe");
    }

    #[test]
    fn arrays_and_paths() {
        let none = Environment::default();
        let inputs = Inputs {
            given: &none,
            reads_any_input: false,
            bounds_arrays: false,
            bounds_paths: false,
        };
        let copy = "not supported: a copy of more than 4096 bytes of an input object";
        let open = said(LimitKind::Unsupported, copy, &inputs);
        assert!(open.len() == 1 && open[0].contains("--input-array-max"), "{open:?}");
        let open = said(LimitKind::Time, "the time was over", &inputs);
        assert!(open.len() == 1 && open[0].contains("--max-depth"), "{open:?}");
        let bounded = Inputs { bounds_paths: true, bounds_arrays: true, ..inputs };
        assert!(said(LimitKind::Time, "the time was over", &bounded).is_empty());
    }
}
