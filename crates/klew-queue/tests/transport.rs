//! Jobs, pieces and messages over a real `nats-server`. Without Debian's package of that name these tests say so and pass.

mod nats;

use std::time::Duration;

use klew_queue::{Board, Event, Job, Offer, Part, Piece, Taken};

use nats::{Nats, until};

fn offer(version: &str, task: &[u8]) -> Offer {
    Offer { version: version.to_owned(), task: task.to_vec(), patience: Duration::from_secs(2) }
}

/// Takes part in the job of a call, as a worker would.
fn part(server: &Nats) -> Part {
    let board = Board::watch(&server.connect()).unwrap();
    let mut part = None;
    until("there is a job", || {
        part = board.offered().first().and_then(|job| Part::take(&board, job).ok());
        part.is_some()
    });
    part.unwrap()
}

fn take(part: &Part) -> Piece {
    let mut taken = None;
    until("there is a piece", || {
        if let Taken::Piece(piece) = part.next(&|| false) {
            taken = Some(piece);
        }
        taken.is_some()
    });
    taken.unwrap()
}

/// What is heard next.
fn next(job: &Job) -> Event {
    let mut heard = None;
    until("something is heard", || {
        heard = job.next();
        heard.is_some()
    });
    heard.unwrap()
}

/// Long bodies go over the object store; a piece whose worker is silent goes to another one.
#[test]
fn pieces_travel() {
    let Some(server) = Nats::start() else { return };
    let job = Job::offer(&server.connect(), offer("1", b"the task")).unwrap();
    let first = part(&server);
    assert_eq!(first.task(), b"the task");
    let long: Vec<u8> = (0..3_000_000_u32).map(|number| (number % 251) as u8).collect();
    job.give(1, long.clone());
    let piece = take(&first);
    assert!(piece.number == 1 && piece.body == long && piece.earlier == 0);
    // It is ours for longer than the patience of the job.
    let second = part(&server);
    std::thread::sleep(Duration::from_secs(3));
    assert!(matches!(second.next(&|| true), Taken::Nothing));
    drop(piece);
    let piece = take(&second);
    assert!(piece.number == 1 && piece.body == long && piece.earlier == 1);
    second.say(&long).unwrap();
    piece.done(&second);
    assert_eq!(next(&job), Event::Said(long));
    // What nobody takes can be taken back.
    job.give(2, b"short".to_vec());
    until("it comes back", || {
        job.withdraw();
        job.next() == Some(Event::Back(2))
    });
    drop(job);
    assert!(server.streams().is_empty(), "{:?}", server.streams());
    assert!(matches!(first.next(&|| false), Taken::Gone));
}

/// What the server keeps is there after it was killed; without its store the job is offered anew.
#[test]
fn servers_come_back() {
    let Some(mut server) = Nats::start() else { return };
    let job = Job::offer(&server.connect(), offer("1", b"the task")).unwrap();
    let part = part(&server);
    until("the worker is seen", || {
        let _ = part.next(&|| true);
        job.give(1, b"before".to_vec());
        true
    });
    let piece = take(&part);
    job.give(2, b"kept".to_vec());
    std::thread::sleep(Duration::from_millis(300));
    server.restart(Duration::from_millis(300));
    part.say(b"after").unwrap();
    piece.done(&part);
    assert_eq!(next(&job), Event::Said(b"after".to_vec()));
    let piece = take(&part);
    assert_eq!((piece.number, &piece.body[..]), (2, &b"kept"[..]));
    server.process.kill().unwrap();
    server.process.wait().unwrap();
    std::fs::remove_dir_all(server.store.path().join("jetstream")).unwrap();
    server.restart(Duration::ZERO);
    assert_eq!(next(&job), Event::Lost);
    until("it is offered anew", || !server.streams().is_empty());
}
