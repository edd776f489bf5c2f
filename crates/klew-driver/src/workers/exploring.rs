//! Pieces of forward execution in a worker: they are explored until they are done or wanted back; then what is left is given back.
//!
//! **Invariant**: what is given back and what was explored are together what was given ([`klew_engine::frontier`]).

use std::cell::RefCell;
use std::rc::Rc;

use klew_engine::{Account, Begin, Exchange, Frontier, Ledger, Others};

use super::accounts::AccountMessage;
use super::messages::FromWorker;
use super::worker::{AtCall, Working};
use crate::engines;

/// Exploration of pieces.
pub(super) struct Exploring<'w> {
    working: &'w Working<'w>,
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
        Exploring { working }
    }

    /// Explores what comes, as long as the call is there.
    pub(super) fn explore(&self, validation: &mut AtCall<'_, '_>) {
        let call = self.working.call;
        call.tell(&FromWorker::Idle);
        loop {
            let Ok(frontier) = Frontier::parse(&call.pieces()) else { call.wait() };
            let (left, account, again) = self.pieces(frontier, validation);
            call.gives_pieces_back();
            let account = Box::new(AccountMessage::of(&account));
            call.tell(&FromWorker::Explored { account, left: left.print(), again });
            if !again {
                return;
            }
        }
    }

    /// What is left of pieces, what came of the others, and whether there is an engine at all.
    fn pieces(
        &self,
        frontier: Frontier,
        validation: &mut AtCall<'_, '_>,
    ) -> (Frontier, Account, bool) {
        let left = Rc::new(Left::default());
        let begin = Begin { frontier: frontier.clone(), account: Account::default() };
        let exchange = Rc::clone(&left) as Rc<dyn Exchange>;
        let mut engine = engines::exploring(self.working.setup, begin, exchange);
        // What is complete here is complete of the pieces only.
        let mut ledger = Ledger::new(Vec::new());
        let turn = self.working.turn(None);
        validation.by.set("forward");
        klew_engine::work(&mut engine, self.working.task, &mut ledger, &turn, validation);
        match left.0.take() {
            Some((left, account)) => (left, account, true),
            None => (frontier, Account::default(), false),
        }
    }
}
