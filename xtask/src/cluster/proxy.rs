//! A network that takes time: a TCP proxy that passes on what it reads a while later, in both directions.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Listens on a port of its own, which it gives, and passes everything on to that address, so much later.
///
/// # Errors
/// There is no port.
pub fn start(to: SocketAddr, delay: Duration) -> std::io::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    std::thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            let Ok(server) = TcpStream::connect(to) else { continue };
            let _ = (client.set_nodelay(true), server.set_nodelay(true));
            let Ok((client_again, server_again)) = both(&client, &server) else { continue };
            pass_on(client, server, delay);
            pass_on(server_again, client_again, delay);
        }
    });
    Ok(address)
}

fn both(one: &TcpStream, other: &TcpStream) -> std::io::Result<(TcpStream, TcpStream)> {
    Ok((one.try_clone()?, other.try_clone()?))
}

fn pass_on(mut from: TcpStream, mut to: TcpStream, delay: Duration) {
    let (sender, receiver) = mpsc::channel::<(Instant, Vec<u8>)>();
    std::thread::spawn(move || {
        while let Ok((due, bytes)) = receiver.recv() {
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            if to.write_all(&bytes).is_err() {
                break;
            }
        }
        let _ = to.shutdown(std::net::Shutdown::Both);
    });
    std::thread::spawn(move || {
        let mut buffer = vec![0; 64 << 10];
        while let Ok(count @ 1..) = from.read(&mut buffer) {
            if sender.send((Instant::now() + delay, buffer[..count].to_vec())).is_err() {
                break;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_passed_on_takes_time() {
        let echo = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = start(echo.local_addr().unwrap(), Duration::from_millis(40)).unwrap();
        std::thread::spawn(move || {
            let (mut stream, _) = echo.accept().unwrap();
            let mut word = [0; 4];
            stream.read_exact(&mut word).unwrap();
            stream.write_all(&word).unwrap();
        });
        let begun = Instant::now();
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(b"word").unwrap();
        let mut word = [0; 4];
        stream.read_exact(&mut word).unwrap();
        assert_eq!(&word, b"word");
        assert!(begun.elapsed() >= Duration::from_millis(80));
    }
}
