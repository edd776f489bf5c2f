//! Forward execution over several processes: the call hands waiting states to workers that have time, takes back what these did not
//! get to, and explores again what was with a worker that is lost.
//!
//! A worker that is wanted is told so by [`Pieces::idle`]; whatever waits nearest to the root goes there, up to half of all. Where
//! the call has nothing left, it asks for what workers have left, explores half of it and hands over the other.
//!
//! Workers on other machines ([`Remote`]) take pieces from a queue: which of them has which is not known here.
//!
//! **Invariant**: each piece that was handed over is with a worker, has come back, or was explored, and then its account is in that of
//! the whole. So the whole is complete only if all its parts are.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use klew_engine::{Account, Exchange, Frontier, News, Others, Piece};

use super::messages::{Answer, ToWorker};
use super::process::Process;
use super::queue::{Heard, Remote};

/// The most pieces that are handed over at once: what is nearest to the root is most of the work.
const MOST: usize = 128;
/// With fewer states that wait, the call keeps them.
const FEWEST: usize = 4;
/// Between two times at which pieces are handed over: workers may find that there is little in them.
const PAUSE: Duration = Duration::from_millis(30);
/// How long the call waits before it looks again at what workers did.
const MOMENT: Duration = Duration::from_millis(1);

/// The pieces that were handed over.
pub(crate) struct Pieces(RefCell<State>);

struct State {
    workers: Vec<Worker>,
    /// Those on other machines.
    remote: Option<Remote>,
    /// Pieces that nobody has.
    left: Vec<Piece>,
    /// What was explored of those that came back.
    account: Account,
    handed_over: Option<Instant>,
    /// Whether the call has nothing to explore: then it gets its part of what comes.
    is_starving: bool,
}

struct Worker {
    process: Arc<Process>,
    has: Has,
    /// Whether it is its turn to explore.
    has_turn: bool,
}

/// What a worker has.
enum Has {
    /// Other things to do, or it is not there.
    NoTime,
    /// Time.
    Time,
    /// These; whether they are wanted back.
    Pieces(Vec<Piece>, bool),
}

impl Pieces {
    /// For so many workers, and those elsewhere.
    pub(crate) fn of(
        processes: impl Iterator<Item = Arc<Process>>,
        remote: Option<Remote>,
    ) -> Pieces {
        let worker = |process| Worker { process, has: Has::NoTime, has_turn: true };
        Pieces(RefCell::new(State {
            workers: processes.map(worker).collect(),
            remote,
            left: Vec::new(),
            account: Account::default(),
            handed_over: None,
            is_starving: false,
        }))
    }

    /// A worker has time.
    pub(crate) fn idle(&self, worker: usize) {
        let state = &mut *self.0.borrow_mut();
        if let Some(worker) = state.workers.get_mut(worker)
            && matches!(worker.has, Has::NoTime)
        {
            worker.has = Has::Time;
        }
        if !state.is_starving {
            state.hand_out();
        }
    }

    /// Whether it is a worker's turn to explore: else it gets nothing, and what it has is wanted back.
    pub(crate) fn turn(&self, worker: usize, has_turn: bool) {
        let state = &mut *self.0.borrow_mut();
        let Some(worker) = state.workers.get_mut(worker) else { return };
        if worker.has_turn == has_turn {
            return;
        }
        worker.has_turn = has_turn;
        if !has_turn {
            worker.want_back();
        } else if !state.is_starving {
            state.hand_out();
        }
    }

    /// What came of the pieces that a worker had, and whether it has time for others.
    pub(crate) fn explored(&self, worker: usize, account: Account, left: Frontier, again: bool) {
        let state = &mut *self.0.borrow_mut();
        let Some(worker) = state.workers.get_mut(worker) else { return };
        // Nobody else can answer for pieces than who has them.
        if !matches!(worker.has, Has::Pieces(..)) {
            return;
        }
        worker.has = if again { Has::Time } else { Has::NoTime };
        state.account.add(account);
        state.left.extend(left.pieces.into_iter().filter(|piece| piece.short_input == 0));
        if !state.is_starving {
            state.hand_out();
        }
    }

    /// What a worker elsewhere found, and who that is; what else is heard from there is taken care of. Never waits.
    pub(crate) fn found_elsewhere(&self) -> Option<(News, (String, u64))> {
        let state = &mut *self.0.borrow_mut();
        while let Some(heard) = state.remote.as_mut()?.next() {
            match heard {
                Heard::Found(news, worker) => return Some((news, worker)),
                Heard::Explored(account, left) => {
                    state.account.add(*account);
                    let left = left.pieces.into_iter().filter(|piece| piece.short_input == 0);
                    state.left.extend(left);
                }
                Heard::Back(pieces) => state.left.extend(pieces),
            }
        }
        if !state.is_starving {
            state.hand_out();
        }
        None
    }

    /// Answers that worker.
    pub(crate) fn answer_elsewhere(&self, worker: (String, u64), answer: Answer) {
        if let Some(remote) = &mut self.0.borrow_mut().remote {
            remote.answer(worker, answer);
        }
    }

    /// A worker is lost: what it had is as if it had never been handed over.
    pub(crate) fn lost(&self, worker: usize) {
        let state = &mut *self.0.borrow_mut();
        let Some(worker) = state.workers.get_mut(worker) else { return };
        if let Has::Pieces(pieces, _) = std::mem::replace(&mut worker.has, Has::NoTime) {
            state.left.extend(pieces);
        }
    }
}

impl Worker {
    fn is_free(&self) -> bool {
        self.has_turn && matches!(self.has, Has::Time)
    }

    /// Asks for what it has, once; whether it has anything.
    fn want_back(&mut self) -> bool {
        let Has::Pieces(_, wanted_back) = &mut self.has else { return false };
        if !*wanted_back {
            *wanted_back = true;
            let _ = self.process.tell(&ToWorker::Return);
        }
        true
    }
}

impl State {
    /// Gives what nobody has to workers with time, in equal parts.
    fn hand_out(&mut self) {
        let mut free = self.free();
        while free > 0 && !self.left.is_empty() {
            let part = self.left.len().div_ceil(free);
            let pieces = self.left.drain(..part).collect();
            self.give(pieces);
            free -= 1;
        }
    }

    /// How many workers have time.
    fn free(&self) -> usize {
        let elsewhere = self.remote.as_ref().map_or(0, Remote::free);
        self.workers.iter().filter(|worker| worker.is_free()).count() + elsewhere
    }

    /// Gives pieces to a worker with time; they are left where there is none.
    fn give(&mut self, pieces: Vec<Piece>) {
        let free = self.workers.iter_mut().find(|worker| worker.is_free());
        let Some(worker) = free else {
            let elsewhere = self.remote.as_mut().filter(|remote| remote.free() > 0);
            match elsewhere.map_or(Err(pieces.clone()), |remote| remote.give(pieces)) {
                Ok(()) => self.handed_over = Some(Instant::now()),
                Err(pieces) => self.left.extend(pieces),
            }
            return;
        };
        let text = Frontier::of(pieces.clone()).print();
        // One that cannot be told has ended, which is noticed by what it does not say.
        let _ = worker.process.tell(&ToWorker::Explore(text));
        worker.has = Has::Pieces(pieces, false);
        self.handed_over = Some(Instant::now());
    }
}

impl Exchange for Pieces {
    fn wanted(&self, waiting: usize) -> usize {
        let state = self.0.borrow();
        let free = state.free();
        if free == 0 || waiting < FEWEST || state.handed_over.is_some_and(|at| at.elapsed() < PAUSE)
        {
            return 0;
        }
        (waiting / (free + 1) * free).min(MOST * free).max(1)
    }

    fn take(&self, pieces: Vec<Piece>) {
        let state = &mut *self.0.borrow_mut();
        // Neighbours in the tree go to different workers: they may be alike.
        let free = state.free().max(1);
        for part in 0..free {
            let own = pieces.iter().skip(part).step_by(free).cloned().collect::<Vec<_>>();
            if !own.is_empty() {
                state.give(own);
            }
        }
    }

    fn wants_last_frontier(&self) -> bool {
        false
    }

    fn others(&self) -> Others {
        let state = &mut *self.0.borrow_mut();
        if !state.left.is_empty() {
            let parts = state.free() + 1;
            let own = state.left.len().div_ceil(parts);
            let own = state.left.drain(..own).collect();
            state.is_starving = false;
            state.hand_out();
            return Others::Explore(Frontier::of(own));
        }
        state.is_starving = true;
        let mut waits = false;
        for worker in &mut state.workers {
            waits |= worker.want_back();
        }
        if let Some(remote) = &mut state.remote
            && remote.has_pieces()
        {
            waits = true;
            state.left.extend(remote.want_back());
        }
        if waits {
            std::thread::sleep(MOMENT);
            return Others::Wait;
        }
        Others::Done(Box::new(std::mem::take(&mut state.account)))
    }
}

impl fmt::Debug for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.0.borrow();
        f.debug_struct("Pieces").field("left", &state.left.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use klew_engine::{Decision, Limit};

    /// Workers that are told things and say nothing.
    fn workers(count: usize) -> Pieces {
        Pieces::of((0..count).map(|_| Arc::default()), None)
    }

    fn some(numbers: std::ops::Range<u64>) -> Vec<Piece> {
        let piece = |number| Piece { decisions: vec![Decision::fork(number)], ..Piece::default() };
        numbers.map(piece).collect()
    }

    /// How many pieces the call gets back; none if it waits for workers, and the account if all is done.
    fn others(pieces: &Pieces) -> Result<Option<usize>, Box<Account>> {
        match pieces.others() {
            Others::Explore(frontier) => Ok(Some(frontier.pieces.len())),
            Others::Wait => Ok(None),
            Others::Done(account) => Err(account),
        }
    }

    fn cut() -> Account {
        let mut account = Account::new("forward");
        account.limit(Limit::Depth, 1);
        account
    }

    #[test]
    fn nobody_is_given_more_than_he_has_time_for() {
        let pieces = workers(2);
        assert_eq!(pieces.wanted(100), 0);
        pieces.idle(0);
        assert_eq!((pieces.wanted(100), pieces.wanted(FEWEST - 1)), (50, 0));
        pieces.idle(1);
        assert_eq!(pieces.wanted(90), 60);
        assert_eq!(pieces.wanted(1_000_000), 2 * MOST);
        pieces.take(some(0..10));
        assert_eq!(pieces.wanted(100), 0);
        // Who is not there gets nothing, and what nobody was given nobody can have explored.
        pieces.idle(7);
        pieces.lost(7);
        let idle = workers(1);
        idle.explored(0, cut(), Frontier::of(some(0..3)), true);
        assert!(others(&idle).unwrap_err().is_complete());
    }

    #[test]
    fn who_has_no_turn_gets_nothing() {
        let pieces = workers(1);
        pieces.idle(0);
        pieces.turn(0, false);
        assert_eq!(pieces.wanted(100), 0);
        pieces.turn(0, true);
        assert_eq!(pieces.wanted(100), 50);
        pieces.take(some(0..4));
        // What it has comes back, for who has a turn, or for the call.
        pieces.turn(0, false);
        pieces.explored(0, Account::new("forward"), Frontier::of(some(0..3)), true);
        assert_eq!(pieces.wanted(100), 0);
        assert_eq!(others(&pieces), Ok(Some(3)));
        assert!(others(&pieces).is_err());
    }

    #[test]
    fn the_whole_is_complete_if_all_pieces_are() {
        for (account, complete) in [(Account::new("forward"), true), (cut(), false)] {
            let pieces = workers(1);
            pieces.idle(0);
            pieces.take(some(0..4));
            assert_eq!(others(&pieces), Ok(None));
            pieces.explored(0, account, Frontier::default(), false);
            assert_eq!(others(&pieces).unwrap_err().is_complete(), complete);
        }
    }

    #[test]
    fn what_comes_back_is_explored() {
        // What a lost worker had.
        let pieces = workers(2);
        pieces.idle(0);
        pieces.take(some(0..4));
        pieces.lost(0);
        assert_eq!(others(&pieces), Ok(Some(4)));
        assert!(others(&pieces).unwrap_err().is_complete());
        // Of what is left the call takes half, if it has nothing else, and a worker with time the other one.
        pieces.idle(1);
        pieces.take(some(0..9));
        assert_eq!(others(&pieces), Ok(None));
        pieces.explored(1, Account::new("forward"), Frontier::of(some(0..5)), true);
        assert_eq!(others(&pieces), Ok(Some(3)));
        assert_eq!(others(&pieces), Ok(None));
        pieces.lost(1);
        assert_eq!(others(&pieces), Ok(Some(2)));
        assert!(others(&pieces).is_err());
    }

    #[test]
    fn what_comes_back_goes_on_to_who_has_time() {
        let pieces = workers(2);
        pieces.idle(0);
        pieces.take(some(0..4));
        pieces.idle(1);
        // The call has other things to do.
        pieces.explored(0, Account::new("forward"), Frontier::of(some(0..3)), false);
        assert_eq!(others(&pieces), Ok(None));
        pieces.lost(1);
        assert_eq!(others(&pieces), Ok(Some(3)));
    }
}
