//! Reads what AddressSanitizer, LeakSanitizer, UndefinedBehaviorSanitizer, valgrind, the C library and the
//! harness print about a failing run.

/// What kind of failure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// A bad memory access.
    Access,
    /// A bad `free`.
    Free,
    /// Lost memory.
    Leak,
    /// A failed assertion.
    Assertion,
    /// A call of an error function.
    ErrorCall,
    /// Signed overflow.
    Overflow,
    /// Division by zero.
    Division,
    /// A shift by too much.
    Shift,
    /// What the program declares unreachable.
    Unreachable,
    /// A floating-point number that does not fit an integer.
    FloatCast,
    /// Pointer arithmetic that wraps around.
    PointerOverflow,
    /// An access that is not aligned.
    Misaligned,
    /// A count of the zeros of 0.
    BitCount,
    /// A variable-length array without a positive size.
    ArrayBound,
    /// An index that is none of its array's.
    ArrayIndex,
    /// A null pointer that the declaration rules out.
    NullArgument,
    /// A decision on a value that was never written.
    Uninitialised,
    /// There is no stack left.
    Exhausted,
    /// `abort()` without any of these.
    Abort,
    /// Something else.
    Other,
}

/// A line of a stack trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceFrame {
    /// The function.
    pub function: String,
    /// The file, if it is known.
    pub file: String,
    /// The line, 0 if it is not known.
    pub line: u32,
}

/// A failure that a run reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What kind.
    pub kind: FailureKind,
    /// In the words of whatever reported it.
    pub what: String,
    /// Innermost first.
    pub frames: Vec<TraceFrame>,
    /// An address in the code, where the report gives one instead of frames.
    pub address: Option<String>,
}

impl Failure {
    fn new(kind: FailureKind, what: &str) -> Failure {
        Failure { kind, what: what.to_owned(), frames: Vec::new(), address: None }
    }
}

/// All failures in what a run printed, in order.
pub fn parse(text: &str) -> Vec<Failure> {
    let mut failures: Vec<Failure> = Vec::new();
    // What the program or the harness said just before it aborted.
    let mut cause: Option<(FailureKind, String)> = None;
    // Only the first stack trace of a report is of the failure; later ones tell of the memory.
    let mut collecting = false;
    for line in text.lines() {
        if let Some(frame) = parse_frame(line) {
            if collecting && let Some(failure) = failures.last_mut() {
                failure.frames.push(frame);
            }
            continue;
        }
        if let Some(failure) = parse_header(line, &mut cause) {
            collecting = true;
            failures.push(failure);
            continue;
        }
        let started = failures.last().is_some_and(|failure| !failure.frames.is_empty());
        if started && (line.trim().is_empty() || ends_trace(line)) {
            collecting = false;
        }
    }
    if let Some((kind, what)) = cause {
        failures.push(Failure::new(kind, &what));
    }
    failures
}

fn ends_trace(line: &str) -> bool {
    ["freed by thread", "previously allocated", "allocated by thread", "Address 0x"]
        .iter()
        .any(|start| line.contains(start))
}

fn parse_header(line: &str, cause: &mut Option<(FailureKind, String)>) -> Option<Failure> {
    if let Some((_, rest)) = line.split_once("ERROR: AddressSanitizer: ") {
        let word = rest.split([' ', ':']).next().unwrap_or(rest);
        if word == "ABRT"
            && let Some((kind, what)) = cause.take()
        {
            return Some(Failure::new(kind, &what));
        }
        return Some(Failure::new(address_sanitizer_kind(rest), &address_sanitizer_words(rest)));
    }
    if line.starts_with("Direct leak of") || line.starts_with("Indirect leak of") {
        let what = line.split(" allocated from").next().unwrap_or(line);
        return Some(Failure::new(FailureKind::Leak, what));
    }
    if let Some((place, message)) = line.split_once(": runtime error: ") {
        let mut failure = Failure::new(undefined_kind(message), message);
        let mut parts = place.rsplitn(3, ':');
        let (_column, line, file) = (parts.next(), parts.next(), parts.next());
        failure.frames.push(TraceFrame {
            function: String::new(),
            file: file.unwrap_or_default().to_owned(),
            line: line.and_then(|line| line.parse().ok()).unwrap_or(0),
        });
        return Some(failure);
    }
    if let Some(rest) = line.strip_prefix("klew: FAILED ") {
        let (word, address) = rest.split_once(" at ").unwrap_or((rest, ""));
        let kind = match word {
            "reach_error" => FailureKind::ErrorCall,
            "assertion" => FailureKind::Assertion,
            "leak" => FailureKind::Leak,
            "unreachable" => FailureKind::Unreachable,
            "bad-call" => FailureKind::Access,
            _ => FailureKind::Free,
        };
        if !matches!(kind, FailureKind::Leak | FailureKind::Access) {
            *cause = Some((kind, word.to_owned()));
        }
        let mut failure = Failure::new(kind, word);
        failure.address = Some(address.to_owned());
        return Some(failure);
    }
    if line.contains("*** buffer overflow detected ***") {
        *cause = Some((FailureKind::ArrayIndex, "buffer overflow detected".to_owned()));
        return None;
    }
    if line.contains(": Assertion `") && line.ends_with("failed.") {
        return Some(assertion(line, cause));
    }
    valgrind_header(line)
}

/// glibc's `program: file.c:12: function: Assertion `x' failed.`
fn assertion(line: &str, cause: &mut Option<(FailureKind, String)>) -> Failure {
    let (before, after) = line.split_once(": Assertion `").unwrap_or((line, ""));
    let what = format!("assertion `{after}")
        .replace("' failed", "` failed")
        .trim_end_matches('.')
        .to_owned();
    *cause = Some((FailureKind::Assertion, what.clone()));
    let mut failure = Failure::new(FailureKind::Assertion, &what);
    let mut parts = before.rsplit(": ");
    let function = parts.next().unwrap_or_default().to_owned();
    if let Some((file, line)) = parts.next().and_then(|place| place.rsplit_once(':')) {
        let line = line.parse().unwrap_or(0);
        failure.frames.push(TraceFrame { function, file: file.to_owned(), line });
    }
    failure
}

fn valgrind_header(line: &str) -> Option<Failure> {
    let rest = line.strip_prefix("==")?.split_once("== ")?.1;
    let uninitialised = rest.starts_with("Conditional jump or move depends on uninitialised")
        || rest.starts_with("Use of uninitialised value");
    uninitialised.then(|| Failure::new(FailureKind::Uninitialised, rest))
}

fn address_sanitizer_words(rest: &str) -> String {
    let end = [" on address 0x", " on unknown address", " (pc ", ": 0x", " on 0x", " in thread"]
        .iter()
        .filter_map(|mark| rest.find(mark))
        .min()
        .unwrap_or(rest.len());
    format!("AddressSanitizer: {}", &rest[..end])
}

fn address_sanitizer_kind(rest: &str) -> FailureKind {
    if rest.contains("double-free") || rest.contains("attempting free") || rest.starts_with("bad-")
    {
        return FailureKind::Free;
    }
    match rest.split([' ', ':']).next().unwrap_or(rest) {
        "FPE" => FailureKind::Division,
        "ABRT" => FailureKind::Abort,
        "ILL" => FailureKind::Unreachable,
        "stack-overflow" => FailureKind::Exhausted,
        "out-of-memory" | "allocation-size-too-big" | "calloc-overflow" | "requested" | "hard" => {
            FailureKind::Other
        }
        _ => FailureKind::Access,
    }
}

fn undefined_kind(message: &str) -> FailureKind {
    const PARTS: [(&str, FailureKind); 11] = [
        ("outside the range of representable values", FailureKind::FloatCast),
        ("pointer index expression", FailureKind::PointerOverflow),
        ("unsigned offset", FailureKind::PointerOverflow),
        ("zero offset", FailureKind::PointerOverflow),
        ("misaligned address", FailureKind::Misaligned),
        ("passing zero to ", FailureKind::BitCount),
        ("variable length array bound", FailureKind::ArrayBound),
        ("out of bounds for type", FailureKind::ArrayIndex),
        ("null pointer passed as argument", FailureKind::NullArgument),
        ("null pointer returned from function", FailureKind::NullArgument),
        ("declared to never be null", FailureKind::NullArgument),
    ];
    if let Some((_, kind)) = PARTS.iter().find(|(part, _)| message.contains(part)) {
        return *kind;
    }
    if message.contains("division by zero") {
        FailureKind::Division
    } else if ["overflow", "cannot be represented", "left shift of negative"]
        .iter()
        .any(|part| message.contains(part))
    {
        FailureKind::Overflow
    } else if message.starts_with("shift exponent") {
        FailureKind::Shift
    } else if message.contains("unreachable") || message.contains("without returning a value") {
        FailureKind::Unreachable
    } else if message.contains("null pointer") {
        FailureKind::Access
    } else {
        FailureKind::Other
    }
}

/// `    #1 0x55 in main /dir/file.c:4:7` of the sanitizers, and valgrind's
/// `==12==    at 0x10915D: main (file.c:4)`.
fn parse_frame(line: &str) -> Option<TraceFrame> {
    let trimmed = line.trim_start();
    if let Some(rest) = trimmed.strip_prefix('#') {
        let (number, rest) = rest.split_once(' ')?;
        number.parse::<u32>().ok()?;
        let (_, rest) = rest.trim_start().split_once(' ')?;
        let rest = rest.trim_start().strip_prefix("in ").unwrap_or("");
        let (function, place) = rest.split_once(' ').unwrap_or((rest, ""));
        let (file, line) = file_and_line(place);
        return Some(TraceFrame { function: function.to_owned(), file, line });
    }
    let rest = line.strip_prefix("==")?.split_once("==")?.1.trim_start();
    let rest = rest.strip_prefix("at 0x").or_else(|| rest.strip_prefix("by 0x"))?;
    let (_, rest) = rest.split_once(": ")?;
    let (function, place) = rest.split_once(" (").unwrap_or((rest, ""));
    let (file, line) = file_and_line(place.trim_end_matches(')'));
    Some(TraceFrame { function: function.to_owned(), file, line })
}

fn file_and_line(place: &str) -> (String, u32) {
    let place = place.trim();
    if place.starts_with('(') {
        return (String::new(), 0);
    }
    let mut file = place;
    let mut numbers = Vec::new();
    while let Some((before, last)) = file.rsplit_once(':')
        && let Ok(number) = last.parse::<u32>()
    {
        numbers.push(number);
        file = before;
    }
    (file.to_owned(), numbers.last().copied().unwrap_or(0))
}

#[cfg(test)]
#[path = "sanitizer_tests.rs"]
mod tests;
