//! Makes a program smaller on which two answers differ: lines go, branches become jumps, values constants.

use klew_ir::Program;

/// Reads and verifies a program; positions are lines.
pub fn parse(text: &str) -> Result<Program, String> {
    let program =
        klew_ir::parse_program(text, "generated.kir").map_err(|error| error.to_string())?;
    match klew_ir::verify_program(&program) {
        Ok(()) => Ok(program),
        Err(errors) => Err(format!("{errors:?}")),
    }
}

/// The smallest text that is found of which `still` holds (it holds of `text`): no step leads further.
/// Only well-formed programs are tried, at most `tries` of them.
pub fn shrink(text: &str, tries: usize, still: &mut dyn FnMut(&Program) -> bool) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut left = tries;
    let mut attempt = |lines: &[String]| {
        let Some(less) = left.checked_sub(1) else { return false };
        let Ok(program) = parse(&(lines.join("\n") + "\n")) else { return false };
        left = less;
        still(&program)
    };
    loop {
        let mut smaller = false;
        for chunk in [16, 8, 4, 2, 1] {
            let mut at = 0;
            while at < lines.len() {
                let mut fewer = lines.clone();
                fewer.drain(at..(at + chunk).min(lines.len()));
                if attempt(&fewer) {
                    (lines, smaller) = (fewer, true);
                } else {
                    at += 1;
                }
            }
        }
        for at in 0..lines.len() {
            for simpler in simpler_lines(&lines[at]) {
                let mut changed = lines.clone();
                changed[at] = simpler;
                if attempt(&changed) {
                    (lines, smaller) = (changed, true);
                    break;
                }
            }
        }
        if !smaller {
            return lines.join("\n") + "\n";
        }
    }
}

/// Lines that may stand for a line, each strictly simpler.
fn simpler_lines(line: &str) -> Vec<String> {
    let indent = "  ";
    let words = line.trim();
    if let Some(rest) = words.strip_prefix("branch ") {
        // The labels of generated programs have no arguments here.
        let labels: Vec<&str> = rest.split(", ").skip(1).collect();
        return labels.iter().map(|label| format!("{indent}jump {label}")).collect();
    }
    if let Some(rest) = words.strip_prefix("switch ") {
        let labels = rest.split(" -> ").skip(1);
        let labels = labels.map(|label| label.split(',').next().unwrap_or(label));
        return labels.map(|label| format!("{indent}jump {label}")).collect();
    }
    if words.starts_with("jump ") {
        return vec![format!("{indent}return")];
    }
    let Some((name, operation)) = words.split_once(" = ") else { return Vec::new() };
    let plain = |kind: &str| matches!(operation.split(' ').next(), Some(first) if first == kind);
    if plain("compare") {
        return ["and i1 false, false", "and i1 true, true"]
            .map(|constant| format!("{indent}{name} = {constant}"))
            .to_vec();
    }
    if plain("select") {
        let kind = operation.split(' ').nth(1).unwrap_or_default();
        let operands = operation.split(", ").skip(1);
        let fixed = operands.map(|operand| match kind {
            "ptr" => format!("{indent}{name} = offset {operand}, 0"),
            _ => format!("{indent}{name} = or {kind} {operand}, 0"),
        });
        return fixed.collect();
    }
    if plain("load") && operation.starts_with("load ptr") {
        return vec![format!("{indent}{name} = offset null, 0")];
    }
    Vec::new()
}
