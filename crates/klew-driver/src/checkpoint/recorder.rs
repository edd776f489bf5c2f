//! Writes a checkpoint while a call works, and gives a call that goes on what is there.
//!
//! Each engine that is asked about a program is an *item*, named by the hash of both. Findings are written at once, facts within
//! moments, the frontier of forward execution every few seconds: the more it costs the more seldom.
//!
//! **Invariant**: an item whose engine was stopped is only taken for done if another one was begun after it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use klew_engine::{
    Account, Begin, Claim, Decision, Entry, Exchange, Fact, Frontier, Journal, Limit, Others,
    Shown, Target, Witness, parse_decisions, print_decisions,
};
use klew_ir::{CheckId, Program};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::store::{self, Store};
use super::{CheckpointOptions, begin, resume};
use crate::audience::Audience;
use crate::engines::Registered;
use crate::error::UserError;
use crate::watch::Clock;
use crate::workers::accounts::AccountMessage;
use crate::workers::values::{self, Aim, ArgumentMessage, Given, Place};

/// The file that says how far the call is, for whoever wants to know.
pub const STATUS: &str = "status.json";

/// The frontier is written so long after an item began, and so often at most.
const FIRST: Duration = Duration::from_secs(1);
const LEAST: Duration = Duration::from_secs(2);

/// Writing it takes one part of so many of the time.
const SHARE: u32 = 40;

/// What was proved waits so long to be written with others.
const MOMENT: Duration = Duration::from_millis(300);

/// What is kept of an engine's work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct ItemRecord {
    key: String,
    engine: String,
    account: Option<AccountMessage>,
}

/// As [`Entry`]; of a witness also what its run is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum EntryRecord {
    Holds { by: String, check: u32 },
    Invariant { by: String, place: Place, text: String },
    Argument { by: String, argument: ArgumentMessage },
    Witness { by: String, aim: Aim, shown: u8, run: Option<RunRecord> },
    Ended(AccountMessage),
}

/// The run of a witness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct RunRecord {
    inputs: Given,
    decisions: String,
}

/// Whether a call is under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// It is, or was ended by force.
    #[default]
    Working,
    /// It ended by itself: at a limit, or with a result.
    Ended,
}

/// How far a call is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Status {
    /// Whether it is under way.
    pub state: State,
    /// Whether a process works on it now; looked up, not kept.
    #[serde(default)]
    pub is_running: bool,
    /// What was called.
    pub command: String,
    /// The verdict, once it ended.
    pub verdict: Option<String>,
    /// Seconds of all calls together.
    pub seconds: f64,
    /// When that was written, in seconds since 1970.
    pub written: u64,
    /// The engine that works, or worked last.
    pub engine: String,
    /// Checks that it was asked about, how many of them hold and fail.
    pub checks: usize,
    /// Those of which it is proved that they hold.
    pub hold: usize,
    /// Those that fail.
    pub fail: usize,
    /// Findings that were shown: property and place.
    pub findings: Vec<String>,
    /// Paths that forward execution followed to their ends.
    pub paths: u64,
    /// Pieces that it has left.
    pub left: usize,
    /// Instructions that it executed.
    pub instructions: u64,
    /// Instructions of the program that some path executed, and all.
    pub covered: (u64, u64),
}

/// What is kept of an engine's work on a program.
pub(crate) struct Resumed {
    /// What it proved.
    pub facts: Vec<Entry>,
    /// What it found.
    pub found: Vec<Found>,
    /// Its account, if it is not to be asked again.
    pub account: Option<Account>,
    /// What forward execution goes on from.
    pub begin: Option<Rc<Begin>>,
}

/// A check that fails, or may.
pub(crate) struct Found {
    /// Who found it.
    pub by: &'static str,
    /// The check.
    pub target: Target,
    /// What was seen of it.
    pub shown: Shown,
    /// The run and its decisions, if it can be made again.
    pub run: Option<(Claim, Vec<Decision>)>,
}

struct Inner {
    store: Store,
    /// Those that were there, by their numbers.
    items: Vec<(u64, ItemRecord)>,
    taken: BTreeSet<u64>,
    /// The item under way: its number, record, and how many entries it has.
    current: Option<(u64, ItemRecord, u64)>,
    next: u64,
    status: Status,
    before: f64,
    written: Instant,
    frontier_due: Instant,
    asked: Instant,
    /// Runs of which no entry told yet.
    runs: Vec<(Target, RunRecord)>,
    warned: bool,
    /// Which checks hold, and which fail where.
    holding: BTreeSet<CheckId>,
    failing: BTreeSet<(Target, Shown)>,
}

/// Writes the checkpoint of a call.
pub(crate) struct Recorder {
    folder: PathBuf,
    clock: Clock,
    /// Parts of texts that are different in each call.
    work: String,
    audience: Arc<dyn Audience>,
    inner: RefCell<Inner>,
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").field("folder", &self.folder).finish_non_exhaustive()
    }
}

fn hash(parts: &[&str]) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Recorder {
    /// Of a call that works in a folder of its own, `work`.
    ///
    /// # Errors
    /// There is a checkpoint where none is to be, or none, or it is another's.
    pub fn new(
        options: &CheckpointOptions,
        clock: Clock,
        work: &Path,
        audience: Arc<dyn Audience>,
    ) -> Result<Rc<Recorder>, UserError> {
        let folder = &options.folder;
        let store = if options.resumes { resume(folder)? } else { begin(options)? };
        let mut items = Vec::new();
        for name in store.names("item/") {
            let number = name.strip_prefix("item/").and_then(|number| number.parse().ok());
            let record = store.json(name);
            let (Some(number), Some(record)) = (number, record) else {
                return Err(store::damaged(folder, name));
            };
            items.push((number, record));
        }
        let status = super::status(folder).unwrap_or_default();
        let command = options.words.iter().map(|word| word.to_string_lossy().into_owned());
        let status = Status {
            state: State::Working,
            verdict: None,
            command: command.collect::<Vec<_>>().join(" "),
            ..status
        };
        let now = Instant::now();
        let recorder = Rc::new(Recorder {
            folder: folder.clone(),
            clock,
            work: work.display().to_string(),
            audience,
            inner: RefCell::new(Inner {
                store,
                next: items.last().map_or(0, |(number, _)| number + 1),
                items,
                taken: BTreeSet::new(),
                current: None,
                before: status.seconds,
                status,
                written: now,
                frontier_due: now,
                asked: now,
                runs: Vec::new(),
                warned: false,
                holding: BTreeSet::new(),
                failing: BTreeSet::new(),
            }),
        });
        recorder.write(&mut recorder.inner.borrow_mut());
        Ok(recorder)
    }

    /// The call is about that program.
    ///
    /// # Errors
    /// The checkpoint is of another one.
    pub fn program(&self, program: &Program) -> Result<(), UserError> {
        const NAME: &str = "program";
        let inner = &mut *self.inner.borrow_mut();
        let own = hash(&[&self.text(program)]);
        match inner.store.text(NAME) {
            Some(known) if known == own => Ok(()),
            Some(_) => {
                let folder = self.folder.display();
                let message = format!(
                    "the checkpoint in {folder} is of another program: its sources changed"
                );
                Err(UserError::new(message)
                    .help("what it says is of no use for this one; begin anew, in another folder"))
            }
            None => {
                inner.store.put(NAME, own.as_bytes());
                self.write(inner);
                Ok(())
            }
        }
    }

    fn text(&self, program: &Program) -> String {
        klew_ir::text::print_program(program).replace(&self.work, "")
    }

    /// An engine is asked about a program, where so many checks are open; what is kept of that.
    pub fn item(&self, engine: &str, program: &Program, checks: usize) -> Option<Resumed> {
        let inner = &mut *self.inner.borrow_mut();
        let key = hash(&[engine, &self.text(program)]);
        let is_it =
            |(number, item): &&(u64, ItemRecord)| item.key == key && !inner.taken.contains(number);
        let found = inner.items.iter().find(is_it).cloned();
        let known = found.is_some();
        let (number, record) = found.unwrap_or_else(|| {
            let record = ItemRecord { key, engine: engine.to_owned(), account: None };
            (inner.next, record)
        });
        inner.next = inner.next.max(number + 1);
        inner.taken.insert(number);
        inner.status.engine = engine.to_owned();
        inner.status.checks = inner.status.checks.max(checks);
        let resumed = known.then(|| inner.resumed(number, &record));
        for fact in resumed.iter().flat_map(|resumed| &resumed.facts) {
            if let Entry::Fact { fact: Fact::Holds(check), .. } = fact {
                inner.holding.insert(*check);
            }
        }
        for Found { target, shown, .. } in resumed.iter().flat_map(|resumed| &resumed.found) {
            inner.failing.insert((target.clone(), *shown));
        }
        let entries = inner.store.names(&format!("entry/{number:06}/")).count() as u64;
        if !known {
            inner.store.put_json(&format!("item/{number:06}"), &record);
        }
        inner.current = Some((number, record, entries));
        inner.frontier_due = Instant::now() + FIRST;
        resumed
    }

    /// A run was validated.
    pub fn found(&self, witness: &Witness) {
        let inner = &mut *self.inner.borrow_mut();
        let inputs = Given::of(&witness.symbols, &witness.heap);
        let run = RunRecord { inputs, decisions: print_decisions(&witness.decisions) };
        inner.runs.push((Target::from(witness), run));
    }

    /// The engine under way ended.
    pub fn ended(&self, account: &Account) {
        let inner = &mut *self.inner.borrow_mut();
        let Some((number, mut record, entries)) = inner.current.take() else { return };
        if account.is_complete_within_bounds() {
            // The journal was told of it as of an account of another engine.
            inner.store.remove(&format!("entry/{number:06}/{:08}", entries.saturating_sub(1)));
        }
        record.account = Some(AccountMessage::of(account));
        inner.store.put_json(&format!("item/{number:06}"), &record);
        if !is_stopped(account) {
            inner.store.remove(&format!("frontier/{number:06}"));
            inner.store.remove(&format!("account/{number:06}"));
            inner.status.left = 0;
        }
        self.write(inner);
    }

    /// The call ended by itself.
    pub fn finish(&self, verdict: &str) {
        let inner = &mut *self.inner.borrow_mut();
        inner.status.state = State::Ended;
        inner.status.verdict = Some(verdict.to_owned());
        self.write(inner);
    }

    /// Asked often: writes what waits.
    pub fn look(&self) {
        let Ok(mut inner) = self.inner.try_borrow_mut() else { return };
        if inner.store.is_dirty() && inner.written.elapsed() > MOMENT {
            self.write(&mut inner);
        }
    }

    fn write(&self, inner: &mut Inner) {
        let seconds = inner.before + self.clock.elapsed().as_secs_f64();
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        (inner.status.seconds, inner.status.written) = (seconds, since.as_secs());
        let written = inner.store.write().and_then(|()| self.write_status(&inner.status));
        inner.written = Instant::now();
        if let Err(error) = written
            && !std::mem::replace(&mut inner.warned, true)
        {
            let folder = self.folder.display();
            self.audience.warning(&format!(
                "the checkpoint in {folder} cannot be written ({error}); the analysis goes on, and it is tried again. \
                 What was written before stays"
            ));
        }
    }

    fn write_status(&self, status: &Status) -> Result<(), String> {
        let text = serde_json::to_string_pretty(status).map_err(|error| error.to_string())?;
        let making = self.folder.join(format!("{STATUS}.new"));
        std::fs::write(&making, text + "\n")
            .and_then(|()| std::fs::rename(&making, self.folder.join(STATUS)))
            .map_err(|error| error.to_string())
    }
}

impl Inner {
    fn resumed(&self, number: u64, record: &ItemRecord) -> Resumed {
        let (mut facts, mut found) = (Vec::new(), Vec::new());
        for name in self.store.names(&format!("entry/{number:06}/")) {
            match self.store.json::<EntryRecord>(name) {
                Some(EntryRecord::Witness { by, aim, shown, run }) => {
                    let Some(target) = aim.target() else { continue };
                    let by = Registered::named(&by).map_or("forward", |engine| engine.name);
                    let run = run.and_then(|run| run.claim(&target));
                    found.push(Found { by, target, shown: shown_of(shown), run });
                }
                Some(other) => facts.extend(other.entry()),
                None => {}
            }
        }
        let account = record.account.clone().and_then(account_of);
        let is_later = self.items.last().is_some_and(|(last, _)| *last > number);
        let account = account.filter(|account| is_later || !is_stopped(account));
        Resumed { facts, found, account, begin: self.begin(number) }
    }

    fn begin(&self, number: u64) -> Option<Rc<Begin>> {
        let frontier = self.store.text(&format!("frontier/{number:06}"))?;
        let account: AccountMessage = self.store.json(&format!("account/{number:06}"))?;
        let frontier = Frontier::parse(frontier).ok()?;
        Some(Rc::new(Begin { frontier, account: account_of(account)? }))
    }

    fn tell_findings(&mut self) {
        let shown = self.failing.iter().filter(|(_, shown)| *shown != Shown::Nothing);
        let checks: BTreeSet<CheckId> = shown.clone().map(|(target, _)| target.check).collect();
        let line = |(target, _): &(Target, Shown)| {
            format!("{}, line {}", target.property.name(), target.position.line)
        };
        let lines: BTreeSet<String> = shown.map(line).collect();
        self.status.findings = lines.into_iter().collect();
        self.status.fail = checks.len();
    }

    fn add(&mut self, record: &EntryRecord) {
        let Some((number, _, entries)) = &mut self.current else { return };
        let name = format!("entry/{number:06}/{entries:08}");
        *entries += 1;
        self.store.put_json(&name, record);
    }
}

/// The account, of an engine that there is.
fn account_of(message: AccountMessage) -> Option<Account> {
    let by = Registered::named(message.by()).ok()?.name;
    message.account(by)
}

impl RunRecord {
    fn claim(self, target: &Target) -> Option<(Claim, Vec<Decision>)> {
        // Types are looked up where they are used; a checkpoint is of this program.
        let inputs = self.inputs.inputs(usize::MAX)?;
        Some((Claim { target: target.clone(), inputs }, parse_decisions(&self.decisions).ok()?))
    }
}

impl EntryRecord {
    fn entry(self) -> Option<Entry> {
        let engine = |name: &str| Some(Registered::named(name).ok()?.name);
        Some(match self {
            EntryRecord::Holds { by, check } => {
                let fact = Fact::Holds(CheckId::from_number(check.into())?);
                Entry::Fact { by: engine(&by)?, fact }
            }
            EntryRecord::Invariant { by, place, text } => {
                let fact = Fact::Invariant(values::position(place), text);
                Entry::Fact { by: engine(&by)?, fact }
            }
            EntryRecord::Argument { by, argument } => {
                Entry::Fact { by: engine(&by)?, fact: Fact::Argument(argument.into()) }
            }
            EntryRecord::Ended(account) => Entry::Ended(Box::new(account_of(account)?)),
            EntryRecord::Witness { .. } => return None,
        })
    }
}

fn number_of(shown: Shown) -> u8 {
    match shown {
        Shown::Nothing => 0,
        Shown::Replayed => 1,
        Shown::Confirmed => 2,
    }
}

fn shown_of(number: u8) -> Shown {
    match number {
        0 => Shown::Nothing,
        1 => Shown::Replayed,
        _ => Shown::Confirmed,
    }
}

/// Whether there was more to do.
fn is_stopped(account: &Account) -> bool {
    let is_stop =
        |(limit, _): &(Limit, u64)| matches!(limit, Limit::Stopped(_) | Limit::StoppedAtFinding);
    account.limits.iter().any(is_stop)
}

impl Journal for Recorder {
    fn written(&self, entry: &Entry) {
        let inner = &mut *self.inner.borrow_mut();
        match entry {
            Entry::Fact { by, fact: Fact::Holds(check) } => {
                if !inner.holding.insert(*check) {
                    return;
                }
                inner.status.hold = inner.holding.len();
                inner.add(&EntryRecord::Holds { by: (*by).to_owned(), check: check.number() });
            }
            Entry::Fact { by, fact: Fact::Invariant(position, text) } => {
                let (by, place) = ((*by).to_owned(), values::place(*position));
                inner.add(&EntryRecord::Invariant { by, place, text: text.clone() });
            }
            Entry::Fact { by, fact: Fact::Argument(argument) } => {
                let by = (*by).to_owned();
                inner.add(&EntryRecord::Argument { by, argument: argument.into() });
            }
            Entry::Witness { by, target, shown } => {
                let run = inner.runs.iter().position(|(other, _)| other == target);
                let run = run.map(|at| inner.runs.remove(at).1);
                inner.runs.clear();
                if !inner.failing.insert((target.clone(), *shown)) {
                    return;
                }
                inner.tell_findings();
                let (by, shown) = ((*by).to_owned(), number_of(*shown));
                inner.add(&EntryRecord::Witness { by, aim: target.into(), shown, run });
                self.write(inner);
                return;
            }
            // Of others only what they prove.
            Entry::Ended(account) if account.is_complete_within_bounds() => {
                inner.add(&EntryRecord::Ended(AccountMessage::of(account)));
                return;
            }
            Entry::Ended(_) => return,
        }
        if inner.written.elapsed() > MOMENT {
            self.write(inner);
        }
    }
}

impl Exchange for Recorder {
    fn wants_frontier(&self) -> bool {
        self.look();
        let mut inner = self.inner.borrow_mut();
        let is_due = Instant::now() >= inner.frontier_due;
        if is_due {
            inner.asked = Instant::now();
        }
        is_due
    }

    fn frontier(&self, frontier: Frontier, account: Account) {
        let inner = &mut *self.inner.borrow_mut();
        let Some((number, ..)) = inner.current else { return };
        let begun = inner.asked.max(inner.frontier_due);
        let status = &mut inner.status;
        status.left = frontier.pieces.len();
        (status.paths, status.instructions) = (account.figures.paths, account.figures.instructions);
        status.covered = (account.figures.covered, account.figures.coverable);
        inner.store.put(&format!("frontier/{number:06}"), frontier.print().as_bytes());
        inner.store.put_json(&format!("account/{number:06}"), &AccountMessage::of(&account));
        self.write(inner);
        let cost = begun.elapsed();
        inner.frontier_due = Instant::now() + LEAST.max(cost * SHARE);
    }

    fn others(&self) -> Others {
        Others::Done(Box::default())
    }
}
