//! Pieces of forward execution in a worker: they are explored until they are done, the time for them is over or they are wanted
//! back; then what is left is given back.
//!
//! **Invariant**: what is given back and what was explored are together what was given ([`klew_engine::frontier`]).

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;

use klew_engine::{Account, Begin, Exchange, Frontier, Ledger, Others};

use super::accounts::AccountMessage;
use super::messages::FromWorker;
use super::worker::{AtCall, Working};
use crate::engines;

/// Exploration of pieces.
pub(super) struct Exploring<'w> {
    working: &'w Working<'w>,
    /// Whether the call knows that there is time for pieces.
    has_offered: bool,
}

/// What is left in the end.
#[derive(Debug, Default)]
struct Left(RefCell<Option<(Frontier, Account)>>);

impl Exchange for Left {
    fn wants_last_frontier(&self) -> bool {
        true
    }

    fn frontier(&self, frontier: Frontier, account: Account) {
        *self.0.borrow_mut() = Some((frontier, account));
    }

    fn others(&self) -> Others {
        Others::Done(Box::default())
    }
}

impl<'w> Exploring<'w> {
    /// Of the task.
    pub(super) fn new(working: &'w Working<'w>) -> Exploring<'w> {
        Exploring { working, has_offered: false }
    }

    /// Explores what comes until then.
    pub(super) fn explore(&mut self, until: Option<Instant>, validation: &mut AtCall<'_, '_>) {
        let call = self.working.call;
        let is_time = || until.is_none_or(|end| Instant::now() < end);
        if is_time() && !self.has_offered {
            call.tell(&FromWorker::Idle);
            self.has_offered = true;
        }
        while self.has_offered
            && let Some(pieces) = call.pieces(until)
        {
            let Ok(frontier) = Frontier::parse(&pieces) else { call.wait() };
            let (left, account, went) = self.pieces(frontier, until, validation);
            call.gives_pieces_back();
            let again = went && is_time();
            self.has_offered = again;
            let account = Box::new(AccountMessage::of(&account));
            call.tell(&FromWorker::Explored { account, left: left.print(), again });
        }
    }

    /// What is left of pieces, what came of the others, and whether there is an engine at all.
    fn pieces(
        &self,
        frontier: Frontier,
        until: Option<Instant>,
        validation: &mut AtCall<'_, '_>,
    ) -> (Frontier, Account, bool) {
        let left = Rc::new(Left::default());
        let begin = Begin { frontier: frontier.clone(), account: Account::default() };
        let exchange = Rc::clone(&left) as Rc<dyn Exchange>;
        let mut engine = engines::exploring(self.working.setup, begin, exchange);
        // What is complete here is complete of the pieces only.
        let mut ledger = Ledger::new(Vec::new());
        let turn = self.working.turn(until);
        validation.by.set("forward");
        klew_engine::work(&mut engine, self.working.task, &mut ledger, &turn, validation);
        match left.0.take() {
            Some((left, account)) => (left, account, true),
            None => (frontier, Account::default(), false),
        }
    }
}
