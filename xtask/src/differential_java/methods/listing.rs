//! What became of the calls: told as they come, as a run over all members takes long.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;

use super::calls::Call;
use super::members::Member;

/// How klew did on one call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It gets what the JVM gets.
    Agreed,
    /// Not supported, or not exact; the reason.
    Open(String),
    /// Another result than the JVM's.
    Wrong(String),
}

/// Results so far, and the file that lists those that are open or wrong.
pub struct Listing<'a> {
    members: &'a [Member],
    path: PathBuf,
    state: Mutex<State>,
}

struct State {
    file: File,
    agreed: usize,
    wrong: usize,
    /// Open calls by their reasons.
    reasons: BTreeMap<String, usize>,
    /// For each member with a call, whether one agreed.
    touched: BTreeMap<usize, bool>,
}

impl State {
    fn open(&self) -> usize {
        self.reasons.values().sum()
    }

    fn add(&mut self, member: &Member, call: &Call, fate: &Fate) -> std::io::Result<()> {
        let agreed = self.touched.entry(call.member).or_insert(false);
        let name = member.text();
        match fate {
            Fate::Agreed => {
                self.agreed += 1;
                *agreed = true;
                Ok(())
            }
            Fate::Open(why) => {
                *self.reasons.entry(why.clone()).or_default() += 1;
                writeln!(self.file, "open\t{name}\t{why}\t{}", call.body)
            }
            Fate::Wrong(why) => {
                self.wrong += 1;
                println!("DISAGREEMENT: {name}\n  {}\n  {why}", call.body);
                writeln!(self.file, "wrong\t{name}\t{why}\t{}", call.body)
            }
        }
    }
}

impl<'a> Listing<'a> {
    /// With nothing in it.
    ///
    /// # Errors
    /// The file cannot be made.
    pub fn new(members: &'a [Member], path: PathBuf) -> Result<Listing<'a>, String> {
        let file = File::create(&path)
            .map_err(|error| format!("cannot create {}: {error}", path.display()))?;
        let state =
            State { file, agreed: 0, wrong: 0, reasons: BTreeMap::new(), touched: BTreeMap::new() };
        Ok(Listing { members, path, state: Mutex::new(state) })
    }

    /// Tells results of some of all the calls.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&self, mut results: Vec<(Call, Fate)>, all: usize) -> Result<(), String> {
        results.sort_by(|(a, _), (b, _)| (a.member, &a.body).cmp(&(b.member, &b.body)));
        let mut state = self.state.lock().map_err(|_| "a worker panicked".to_owned())?;
        for (call, fate) in &results {
            state
                .add(&self.members[call.member], call, fate)
                .map_err(|error| format!("cannot write {}: {error}", self.path.display()))?;
        }
        let (agreed, open, wrong) = (state.agreed, state.open(), state.wrong);
        let last =
            results.last().map_or(String::new(), |(call, _)| self.members[call.member].text());
        println!(
            "{} of {all} calls: {agreed} agreed, {open} open, {wrong} wrong, up to {last}",
            agreed + open + wrong
        );
        Ok(())
    }

    /// Tells all in all, and which members are not called.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(self, skipped: &BTreeMap<&'static str, Vec<usize>>) -> Result<ExitCode, String> {
        let mut state = self.state.into_inner().map_err(|_| "a worker panicked".to_owned())?;
        for (why, numbers) in skipped {
            for &number in numbers {
                writeln!(state.file, "skipped\t{}\t{why}", self.members[number].text())
                    .map_err(|error| format!("cannot write {}: {error}", self.path.display()))?;
            }
            println!("{} members not called: {why}", numbers.len());
        }
        let mut reasons: Vec<_> = state.reasons.iter().collect();
        reasons.sort_by_key(|&(why, times)| (std::cmp::Reverse(times), why));
        for (why, times) in reasons {
            println!("open {times} times: {why}");
        }
        let (agreed, open, wrong) = (state.agreed, state.open(), state.wrong);
        println!(
            "{} calls of {} members: {agreed} agreed, {open} open, {wrong} wrong; {} members with no \
             call that agreed; see {}",
            agreed + open + wrong,
            state.touched.len(),
            state.touched.values().filter(|&&agreed| !agreed).count(),
            self.path.display()
        );
        println!("{agreed} passed, {wrong} failed");
        Ok(if wrong == 0 && agreed > 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}
