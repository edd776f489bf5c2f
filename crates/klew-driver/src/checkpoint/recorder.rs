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

use klew_engine::{Account, Entry, Fact, Limit, Shown, Target, Witness, print_decisions};
use klew_ir::{CheckId, Program};
use sha2::{Digest, Sha256};

use super::records::{EntryRecord, ItemRecord, RunRecord};
use super::resumed::{Found, Resumed};
use super::status::{STATUS, State, Status};
use super::store::{self, Store};
use super::{CheckpointOptions, begin, resume};
use crate::audience::Audience;
use crate::error::UserError;
use crate::watch::Clock;
use crate::workers::accounts::AccountMessage;
use crate::workers::values::Given;

/// The frontier is written so long after an item began.
const FIRST: Duration = Duration::from_secs(1);

/// What was proved waits so long to be written with others.
pub(super) const MOMENT: Duration = Duration::from_millis(300);

/// What it knows.
pub(super) struct Inner {
    pub(super) store: Store,
    /// Those that were there, by their numbers.
    pub(super) items: Vec<(u64, ItemRecord)>,
    pub(super) taken: BTreeSet<u64>,
    /// The item under way: its number, record, and how many entries it has.
    pub(super) current: Option<(u64, ItemRecord, u64)>,
    pub(super) next: u64,
    pub(super) status: Status,
    pub(super) before: f64,
    pub(super) written: Instant,
    pub(super) frontier_due: Instant,
    pub(super) asked: Instant,
    /// Runs of which no entry told yet.
    pub(super) runs: Vec<(Target, RunRecord)>,
    pub(super) warned: bool,
    /// Which checks hold, and which fail where.
    pub(super) holding: BTreeSet<CheckId>,
    pub(super) failing: BTreeSet<(Target, Shown)>,
}

/// Writes the checkpoint of a call.
pub(crate) struct Recorder {
    folder: PathBuf,
    clock: Clock,
    /// Parts of texts that are different in each call.
    work: String,
    audience: Arc<dyn Audience>,
    pub(super) inner: RefCell<Inner>,
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

    /// Writes what waits.
    pub(super) fn write(&self, inner: &mut Inner) {
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
    /// Counts what fails.
    pub(super) fn tell_findings(&mut self) {
        let shown = self.failing.iter().filter(|(_, shown)| *shown != Shown::Nothing);
        let checks: BTreeSet<CheckId> = shown.clone().map(|(target, _)| target.check).collect();
        let line = |(target, _): &(Target, Shown)| {
            format!("{}, line {}", target.property.name(), target.position.line)
        };
        let lines: BTreeSet<String> = shown.map(line).collect();
        self.status.findings = lines.into_iter().collect();
        self.status.fail = checks.len();
    }

    /// Keeps an entry of the item under way.
    pub(super) fn add(&mut self, record: &EntryRecord) {
        let Some((number, _, entries)) = &mut self.current else { return };
        let name = format!("entry/{number:06}/{entries:08}");
        *entries += 1;
        self.store.put_json(&name, record);
    }
}

/// Whether there was more to do.
pub(super) fn is_stopped(account: &Account) -> bool {
    let is_stop =
        |(limit, _): &(Limit, u64)| matches!(limit, Limit::Stopped(_) | Limit::StoppedAtFinding);
    account.limits.iter().any(is_stop)
}
