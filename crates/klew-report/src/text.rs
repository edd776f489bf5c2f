//! A report as text, findings like rustc's diagnostics.

use std::fmt::Write as _;

use crate::c_text::c_string;
use crate::drawing::draw;
use crate::java::{self, Surroundings};
use crate::outside::{self, Outside};
use crate::report::{
    Backward, CheckReport, CheckStanding, Confirmation, FindingReport, Input, InputSource, Place,
    Standing, Statistics, Step, StepKind,
};
use crate::value::one_line;
use crate::{Sources, Style, Verdict, state_drawing};

/// How to render.
#[derive(Clone, Copy, Debug)]
pub struct TextOptions {
    /// Colours or none.
    pub style: Style,
    /// Whether all steps of a path are shown rather than the last [`SHORT_PATH`].
    pub full_trace: bool,
    /// Whether memory is drawn as it is where a finding fails.
    pub draw_heap: bool,
    /// Whether it is said where states were closed.
    pub explain_pruning: bool,
}

/// How many steps of a path, and how many inputs, are shown unless all are asked for.
pub const SHORT_PATH: usize = 25;

/// The whole report.
pub fn render_text(report: &CheckReport, sources: &Sources, options: TextOptions) -> String {
    let mut text = String::new();
    for finding in &report.findings {
        let title = match &report.target {
            Some(target) => options.style.strong(&format!("{target} is reachable")),
            None => title(finding, options.style),
        };
        let _ = writeln!(text, "{title}");
        text.push_str(&details(finding, sources, options));
        text.push('\n');
    }
    if options.explain_pruning {
        text.push_str(&crate::pruned::render(&report.points));
        text.push('\n');
    }
    text.push_str(&render_summary(report, options.style));
    text
}

/// One finding.
pub fn render_finding(finding: &FindingReport, sources: &Sources, options: TextOptions) -> String {
    format!("{}\n{}", title(finding, options.style), details(finding, sources, options))
}

fn title(finding: &FindingReport, style: Style) -> String {
    let label = format!("error[{}]", finding.property);
    let message = format!(": {}", finding.message);
    format!("{}{}", style.error(&label), style.strong(&message))
}

fn details(finding: &FindingReport, sources: &Sources, options: TextOptions) -> String {
    let style = options.style;
    let width = gutter(finding);
    let mut out = Renderer { text: String::new(), sources, style, width };
    out.snippet(finding.place.as_ref(), "^");
    for note in &finding.notes {
        let _ = writeln!(out.text, "{}: {}", style.strong("note"), note.message);
        out.snippet(note.place.as_ref(), "-");
    }
    out.stack(finding);
    out.path(&finding.path, options.full_trace);
    out.heap(finding);
    if options.draw_heap {
        out.memory(finding);
    }
    out.inputs(&finding.input, finding.heap.is_some(), options.full_trace);
    out.surroundings(&finding.input);
    out.confirmation(finding);
    out.text
}

/// As many bytes of standard input and other texts are shown.
const SHORT_INPUT: usize = 64;

/// Width of the line numbers of a finding's snippets.
fn gutter(finding: &FindingReport) -> usize {
    let places = finding.place.iter().chain(finding.notes.iter().flat_map(|note| &note.place));
    places.map(|place| place.line.to_string().len()).max().unwrap_or(1)
}

struct Renderer<'a> {
    text: String,
    sources: &'a Sources,
    style: Style,
    width: usize,
}

impl Renderer<'_> {
    fn snippet(&mut self, place: Option<&Place>, mark: &str) {
        let Some(place) = place else { return };
        let (style, width) = (self.style, self.width);
        let indent = " ".repeat(width);
        let _ = writeln!(self.text, "{indent}{} {}", style.frame("-->"), show_place(place));
        let Some(line) = self.sources.line(&place.file, place.line) else { return };
        let bar = style.frame("|");
        let number = style.frame(&format!("{:>width$}", place.line));
        let _ = writeln!(self.text, "{indent} {bar}");
        let _ = writeln!(self.text, "{number} {bar} {}", line.replace('\t', " ").trim_end());
        if place.column > 0 {
            let spaces = " ".repeat(place.column as usize - 1);
            let length = token_length(line, place.column as usize - 1);
            let marks = style.error(&mark.repeat(length));
            let _ = writeln!(self.text, "{indent} {bar} {spaces}{marks}");
        }
    }

    fn heading(&mut self, text: &str) {
        let indent = " ".repeat(self.width);
        let _ = writeln!(self.text, "{indent} {} {text}", self.style.frame("="));
    }

    fn item(&mut self, text: &str) {
        let indent = " ".repeat(self.width + 5);
        let _ = writeln!(self.text, "{indent}{}", text.trim_end());
    }

    fn stack(&mut self, finding: &FindingReport) {
        if finding.stack.len() < 2 {
            return;
        }
        self.heading("call stack:");
        for frame in &finding.stack {
            let place = frame.place.as_ref().map_or(String::new(), show_line);
            self.item(&format!("{:<24} {place}", frame.function));
        }
    }

    fn path(&mut self, path: &[Step], full: bool) {
        // Writes to objects are for drawings.
        let told: Vec<&Step> =
            path.iter().filter(|step| !matches!(step.kind, StepKind::Store { .. })).collect();
        let path = told.as_slice();
        if path.is_empty() {
            return;
        }
        let shown = if full { path } else { &path[path.len().saturating_sub(SHORT_PATH)..] };
        if shown.len() < path.len() {
            let (last, all) = (shown.len(), path.len());
            self.heading(&format!("path (last {last} of {all} steps; --full-trace shows all):"));
        } else {
            self.heading("path:");
        }
        let width = shown.iter().map(|step| step_place(step).len()).max().unwrap_or(0);
        for step in shown {
            let line = self.step(step);
            self.item(&format!("{:<width$}  {line}", step_place(step)));
        }
    }

    fn step(&self, step: &Step) -> String {
        let source = step
            .place
            .as_ref()
            .and_then(|place| self.sources.line(&place.file, place.line))
            .map(|line| shorten(line.trim()));
        match &step.kind {
            StepKind::Branch(to) => match source {
                Some(source) => format!("`{source}` goes to line {to}"),
                None => format!("branch to line {to}"),
            },
            StepKind::Switch(value) => match source {
                Some(source) => format!("`{source}` with {value}"),
                None => format!("switch with {value}"),
            },
            StepKind::Call(call) => format!("call {call}"),
            StepKind::Return(value) if value.is_empty() => format!("return from {}", step.function),
            StepKind::Return(value) => format!("return {value} from {}", step.function),
            StepKind::Assign { target, value } | StepKind::Store { target, value } => {
                format!("{target} = {value}")
            }
            StepKind::Input { name, value } => format!("input {} = {value}", one_line(name)),
            StepKind::Note(text) => text.clone(),
        }
    }

    fn heap(&mut self, finding: &FindingReport) {
        let Some(heap) = &finding.heap else { return };
        if heap.roots.is_empty() && heap.objects.is_empty() {
            return;
        }
        self.heading("when it is called:");
        let java = |place: &Place| place.file.ends_with(".java");
        let null = if finding.place.as_ref().is_some_and(java) { "null" } else { "NULL" };
        for line in draw(heap, null).lines() {
            self.item(line);
        }
    }

    fn memory(&mut self, finding: &FindingReport) {
        let drawing = state_drawing::draw(&finding.states);
        if drawing.is_empty() {
            return;
        }
        self.heading("memory where it fails:");
        for line in drawing.lines() {
            self.item(line);
        }
    }

    /// Inputs that are part of the heap are shown there.
    fn inputs(&mut self, inputs: &[Input], has_heap: bool, full: bool) {
        let others = inputs.iter().filter(|input| input.source != InputSource::Heap);
        let none = others.clone().next().is_none();
        let others = others.filter(|input| !outside::is_piece(input) && !java::is_piece(input));
        let inputs = java::with_whole_strings(others.collect());
        if inputs.is_empty() {
            if none && !has_heap {
                self.heading("input: none is needed");
            }
            return;
        }
        self.heading("input, in this order:");
        let shown = if full { inputs.len() } else { inputs.len().min(SHORT_PATH) };
        for input in &inputs[..shown] {
            let line = format!("{} = {}", one_line(&input.name), input.value);
            let place = input.place.as_ref().map_or(String::new(), show_line);
            self.item(&format!("{line:<40} {place}"));
        }
        if shown < inputs.len() {
            self.item(&format!("… and {} more (--full-trace shows all)", inputs.len() - shown));
        }
    }

    /// What the program is started with and finds around it.
    fn surroundings(&mut self, inputs: &[Input]) {
        for line in Surroundings::of(inputs).lines() {
            self.heading(&line);
        }
        let arguments = outside::arguments(inputs);
        if inputs.iter().any(|input| input.name == "n_args") || !arguments.is_empty() {
            let words: Vec<String> = arguments.iter().map(|word| quoted(word)).collect();
            let words = if words.is_empty() { "none".to_owned() } else { words.join(" ") };
            self.heading(&format!("arguments: {words}"));
        }
        let outside = Outside::of(inputs);
        let shown = |string: &Vec<u8>| {
            let (name, value) = split(outside::text(string));
            format!("{}={}", c_string(name), quoted(value))
        };
        let given = outside::variables(inputs);
        let given = given.map(|(name, value)| format!("{name}={}", quoted(value)));
        let set = given.chain(outside.environment.iter().map(shown));
        let unset = outside.unset.iter().map(|name| format!("{} is not set", c_string(name)));
        let variables: Vec<String> = set.chain(unset).collect();
        if !variables.is_empty() {
            self.heading(&format!("environment: {}", variables.join(", ")));
        }
        for file in &outside.files {
            let name = quoted(&file.name);
            self.heading(&match &file.contents {
                Some(contents) => format!("file {name}: {}", quoted(contents)),
                None => format!("file {name}: not there"),
            });
        }
        if let Some(bytes) = &outside.standard_input {
            self.heading(&format!("standard input: {}", quoted(bytes)));
        }
    }

    fn confirmation(&mut self, finding: &FindingReport) {
        let detail = finding.confirmation.detail();
        let line = match &finding.confirmation {
            Confirmation::Confirmed { .. } => format!("{}: {detail}", self.style.good("confirmed")),
            Confirmation::Replayed { .. } => format!(
                "{}, not confirmed: {detail}",
                self.style.warning("replayed by klew's own execution")
            ),
            Confirmation::Unconfirmed { .. } => {
                format!("{}: {detail}", self.style.warning("not confirmed"))
            }
        };
        self.heading(&line);
        if let Some(test) = &finding.test {
            self.heading(&format!("test: {}", test.display()));
        }
    }
}

/// So many zeros behind a text are written out.
const FEW_ZEROS: usize = 3;

/// Whether people can read it: only variables of the program, and no formula of a solver.
fn is_readable(invariant: &str) -> bool {
    let words = ["(_ ", "(let ", "(ite ", "(not ", "(and ", "(bv", "(concat "];
    !has_register(invariant) && !words.iter().any(|word| invariant.contains(word))
}

/// Whether a fact is about a value that the source has no name for (`%12`): that is of no use to a reader.
fn has_register(fact: &str) -> bool {
    let mut words = fact.split(|c: char| c != '%' && !c.is_ascii_alphanumeric());
    words.any(|word| word.strip_prefix('%').is_some_and(|number| !number.is_empty()))
}

/// Longer ones come last, in characters.
const LONG_INVARIANT: usize = 100;

/// The most open checks that are named.
const MAXIMUM_OPEN: usize = 4;

/// More facts are not shown, but in JSON.
const MAXIMUM_INVARIANTS: usize = 8;

/// The verdict, why, and the figures.
pub fn render_summary(report: &CheckReport, style: Style) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}", verdict_line(report, style));
    for limit in &report.limits {
        let place =
            limit.place.as_ref().map_or(String::new(), |at| format!(" ({})", show_line(at)));
        let _ = writeln!(text, "  incomplete: {}{place}", limit.message);
    }
    for approximation in &report.approximations {
        let place = approximation
            .place
            .as_ref()
            .map_or(String::new(), |at| format!(" ({})", show_line(at)));
        let _ = writeln!(text, "  approximated: {}{place}", approximation.message);
    }
    for assumption in &report.assumptions {
        let _ = writeln!(text, "  assumed: {assumption}");
    }
    for hint in &report.hints {
        let _ = writeln!(text, "  hint: {hint}");
    }
    if let Some(runs) = report.native_runs.as_ref().filter(|runs| !runs.missing.is_empty()) {
        let why = runs.missing.join("; ");
        let _ = writeln!(text, "  note: findings were run without a sandbox: {why}");
    }
    // What models keep true is at no place of the program.
    let readable = report
        .invariants
        .iter()
        .filter(|invariant| invariant.place.is_some() && is_readable(&invariant.text));
    let mut shown = 0;
    let mut readable: Vec<_> = readable.collect();
    readable.sort_by_key(|invariant| invariant.text.len() > LONG_INVARIANT);
    for invariant in readable.into_iter().take(MAXIMUM_INVARIANTS) {
        shown += 1;
        let place =
            invariant.place.as_ref().map_or(String::new(), |at| format!(" at {}", show_line(at)));
        let _ = writeln!(text, "  proved: {}{place}", invariant.text);
    }
    if report.invariants.len() > shown {
        let more = report.invariants.len() - shown;
        let _ = writeln!(text, "  proved: {more} more (--format json lists them)");
    }
    let is_violated = report.verdict() == Verdict::Violated;
    if let Some(settled) = settled(&report.checks).filter(|_| !is_violated) {
        let _ = writeln!(text, "  {settled}");
        if let Some(open) = open(&report.checks) {
            let _ = writeln!(text, "  open: {open}");
        }
    }
    if report.verdict() == Verdict::Unknown && !report.not_asked.is_empty() {
        let options = report.not_asked.iter().map(|engine| format!("--engine {engine}"));
        let options: Vec<String> = options.collect();
        let _ = writeln!(text, "  other engines were not asked: {}", options.join(", "));
    }
    let _ = writeln!(text, "  {}", figures(&report.statistics));
    if let Some(output) = &report.output {
        let has_tests = report.findings.iter().any(|finding| finding.test.is_some());
        if has_tests || report.reports.is_empty() {
            let _ = writeln!(text, "  tests: {}", output.display());
        }
        if !report.reports.is_empty() {
            let (folder, names) = (output.display(), report.reports.join(", "));
            let _ = writeln!(text, "  reports: {names} in {folder}");
        }
    }
    text
}

/// The verdict on whether a place can be reached.
fn reach_line(target: &str, verdict: Verdict, style: Style) -> String {
    match verdict {
        Verdict::Violated => format!("{}: {target}", style.error("verdict: reachable")),
        Verdict::Safe => {
            format!("{}: no input leads to {target}", style.good("verdict: unreachable"))
        }
        Verdict::Bounded => format!(
            "{}: no input leads to {target} within what was explored",
            style.warning("verdict: unreachable within bounds")
        ),
        Verdict::Unknown => format!(
            "{}: no run to {target} was seen, but not everything was explored",
            style.warning("verdict: unknown")
        ),
    }
}

fn verdict_line(report: &CheckReport, style: Style) -> String {
    if let Some(target) = &report.target {
        return reach_line(target, report.verdict(), style);
    }
    let count = report.findings.iter().filter(|finding| finding.confirmation.counts()).count();
    let checked = report.properties.join(", ");
    match report.verdict() {
        Verdict::Safe => {
            let explored = report.statistics.instructions > 0;
            let more = &report.statistics.more;
            let closed = more.iter().any(|(name, count)| name == "pruned_paths" && *count > 0);
            let by = |check: &CheckStanding| matches!(check.by, Some("horn" | "validate"));
            let by_invariants = report.checks.iter().any(by);
            let settled_by = |engine| report.checks.iter().any(|check| check.by == Some(engine));
            let (by_folding, by_lengths) = (settled_by("segments"), settled_by("lengths"));
            let why = match (explored, closed) {
                _ if by_folding => {
                    "all was explored, with like objects and like turns of loops folded"
                }
                _ if by_lengths => "all was explored, with input strings of any length",
                _ if by_invariants => "what its loops and functions keep true rules that out",
                (true, false) => "all paths were explored",
                (true, true) => "all paths were explored, up to where they only repeat others",
                (false, _) => "no way leads to a check that fails",
            };
            format!("{}: no input violates {checked}; {why}", style.good("verdict: safe"))
        }
        Verdict::Bounded => format!(
            "{}: no violation of {checked} within what was explored",
            style.warning("verdict: safe within bounds")
        ),
        Verdict::Violated => {
            let findings = if count == 1 { "finding" } else { "findings" };
            format!("{}: {count} {findings}", style.error("verdict: violated"))
        }
        Verdict::Unknown if !report.findings.is_empty() => {
            format!("{}: no finding could be seen to happen", style.warning("verdict: unknown"))
        }
        Verdict::Unknown => format!(
            "{}: no violation was found, but not everything was explored",
            style.warning("verdict: unknown")
        ),
    }
}

/// Who settled how many checks, where that was not one engine all of them.
fn settled(checks: &[CheckStanding]) -> Option<String> {
    let mut engines: Vec<(&str, usize)> = Vec::new();
    for by in checks.iter().filter_map(|check| check.by) {
        match engines.iter_mut().find(|(name, _)| *name == by) {
            Some((_, count)) => *count += 1,
            None => engines.push((by, 1)),
        }
    }
    let is_open = |check: &&CheckStanding| check.standing == Standing::Open;
    let open = checks.iter().filter(is_open).count();
    if engines.is_empty() || engines.len() == 1 && open == 0 {
        return None;
    }
    let parts: Vec<String> =
        engines.iter().map(|(name, count)| format!("{count} settled by {name}")).collect();
    // In functions of the library, at the end of a run, or in code of which no lines are known.
    let elsewhere = checks.iter().filter(is_open).filter(|check| check.place.is_none()).count();
    let open = match (open, elsewhere) {
        (0, _) => String::new(),
        (open, 0) => format!(", {open} open"),
        (open, elsewhere) => {
            format!(", {open} open ({elsewhere} of them at no line of the program)")
        }
    };
    Some(format!("{} checks: {}{open}", checks.len(), parts.join(", ")))
}

/// Which checks of the program's own lines are open: the first few.
fn open(checks: &[CheckStanding]) -> Option<String> {
    let mut open: Vec<String> = Vec::new();
    for check in checks.iter().filter(|check| check.standing == Standing::Open) {
        let Some(place) = &check.place else { continue };
        let named = format!("{} at {}", check.property, show_line(place));
        if !open.contains(&named) {
            open.push(named);
        }
    }
    let more = open.len().saturating_sub(MAXIMUM_OPEN);
    open.truncate(MAXIMUM_OPEN);
    let more = if more > 0 {
        format!(" and {more} more (--format json lists them)")
    } else {
        String::new()
    };
    (!open.is_empty()).then(|| format!("{}{more}", open.join(", ")))
}

fn figures(statistics: &Statistics) -> String {
    if let Some(backward) = statistics.backward {
        let figures = backward_figures(statistics, backward);
        return match statistics.instructions {
            0 => figures,
            count => format!("{} paths, {count} instructions; {figures}", statistics.paths),
        };
    }
    let mut text = format!("{} paths", statistics.paths);
    if statistics.partial_paths > 0 {
        let _ = write!(text, " (and {} in part)", statistics.partial_paths);
    }
    let _ = write!(
        text,
        ", {} instructions, {} queries, {:.2} s ({:.2} s solver), {} MB",
        statistics.instructions,
        statistics.queries,
        statistics.seconds,
        statistics.solver_seconds,
        statistics.peak_memory / 1_000_000,
    );
    if statistics.coverable > 0 {
        let share = 100.0 * statistics.covered as f64 / statistics.coverable as f64;
        let _ = write!(text, ", {share:.0}% of the code covered");
    }
    text
}

fn backward_figures(statistics: &Statistics, backward: Backward) -> String {
    let times = |count: u32, once: &str| match count {
        1 => once.to_owned(),
        _ => format!("{count} times"),
    };
    let rounds = match backward.rounds {
        1 => String::new(),
        rounds => format!(" in the last of {rounds} rounds"),
    };
    format!(
        "unrolled {}{rounds}, {} nodes, {} solver checks, {:.2} s ({:.2} s solver), {} MB",
        times(backward.bound, "once"),
        backward.nodes,
        statistics.queries,
        statistics.seconds,
        statistics.solver_seconds,
        statistics.peak_memory / 1_000_000,
    )
}

fn show_place(place: &Place) -> String {
    match place.column {
        0 => format!("{}:{}", place.file, place.line),
        column => format!("{}:{}:{column}", place.file, place.line),
    }
}

/// A place without its folder and column, for lists.
pub(crate) fn show_line(place: &Place) -> String {
    let name = place.file.rsplit('/').next().unwrap_or(&place.file);
    format!("{name}:{}", place.line)
}

fn step_place(step: &Step) -> String {
    step.place.as_ref().map_or(String::new(), show_line)
}

/// A text as C would write it, shortened.
fn quoted(bytes: &[u8]) -> String {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let zeros = bytes.len() - end;
    let shown = if zeros > FEW_ZEROS { &bytes[..end] } else { bytes };
    let text: String = shown.iter().take(SHORT_INPUT).map(readable).collect();
    let rest = match shown.len().saturating_sub(SHORT_INPUT) {
        0 => String::new(),
        rest => format!(", {rest} more bytes"),
    };
    match zeros > FEW_ZEROS {
        true => format!("\"{text}\"{rest} and {zeros} zero bytes"),
        false => format!("\"{text}\"{}", rest.replacen(',', " and", 1)),
    }
}

/// A byte as it is written within quotes.
fn readable(byte: &u8) -> String {
    match byte {
        b'\n' => "\\n".to_owned(),
        b'\t' => "\\t".to_owned(),
        b'"' | b'\\' => format!("\\{}", char::from(*byte)),
        b' '..=b'~' => char::from(*byte).to_string(),
        _ => format!("\\{byte:03o}"),
    }
}

/// A string of the environment: name and value.
fn split(string: &[u8]) -> (&[u8], &[u8]) {
    let end = string.iter().position(|byte| *byte == b'=').unwrap_or(string.len());
    (&string[..end], string.get(end + 1..).unwrap_or_default())
}

fn shorten(line: &str) -> String {
    const LONGEST: usize = 70;
    if line.chars().count() <= LONGEST {
        return line.to_owned();
    }
    line.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// How many characters the mark under a token at that byte of the line should have.
fn token_length(line: &str, start: usize) -> usize {
    let Some(rest) = line.get(start..) else { return 1 };
    let word = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').count();
    word.max(1)
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
