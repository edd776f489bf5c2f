//! A filter of system calls against sockets, for sandboxes without a network of their own: no sockets can be made, or
//! only those of TCP, which Landlock then looks after. `socketpair` stays. What could make sockets past the filter
//! (`io_uring`) is refused as well, as on old kernels.
//!
//! The filter is a program for the kernel's classic BPF (Documentation/userspace-api/seccomp_filter.rst), written out:
//! it must know 32-bit programs besides those of the machine, and libraries that make filters end those.

use seccompiler::{BpfProgram, sock_filter};

// From <linux/bpf_common.h>.
const LOAD: u16 = 0x20;
const JUMP_IF_EQUAL: u16 = 0x15;
const JUMP_IF_AT_LEAST: u16 = 0x35;
const AND: u16 = 0x54;
const RETURN: u16 = 0x06;

// From <linux/seccomp.h>: places in `struct seccomp_data`, and results.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
const FIRST: u32 = 16;
const SECOND: u32 = 24;
const ALLOWED: u32 = 0x7fff_0000;
const REFUSED: u32 = 0x0005_0000;

const EACCES: u32 = 13;
const ENOSYS: u32 = 38;

/// A kind of machine that processes may be of: `AUDIT_ARCH_…` of <linux/audit.h>, and its numbers of system calls.
struct Machine {
    architecture: u32,
    socket: u32,
    /// The call that makes sockets among other things, told by its first argument.
    socketcall: Option<u32>,
}

/// The same on all machines.
const IO_URING_SETUP: u32 = 425;
/// On x86-64, the numbers of the x32 machine begin here.
const X32: u32 = 0x4000_0000;

#[cfg(target_arch = "x86_64")]
const MACHINES: &[Machine] = &[
    Machine { architecture: 0xC000_003E, socket: 41, socketcall: None },
    Machine { architecture: 0x4000_0003, socket: 359, socketcall: Some(102) },
];
#[cfg(target_arch = "aarch64")]
const MACHINES: &[Machine] = &[
    Machine { architecture: 0xC000_00B7, socket: 198, socketcall: None },
    Machine { architecture: 0x4000_0028, socket: 281, socketcall: Some(102) },
];
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const MACHINES: &[Machine] = &[];

/// Whether there is one for this machine.
pub(super) fn is_known() -> bool {
    !MACHINES.is_empty()
}

/// Applies the filter to this thread and what it starts.
///
/// # Errors
/// The kernel has no filters.
pub(super) fn apply(tcp: bool) -> Result<(), String> {
    seccompiler::apply_filter(&program(tcp)).map_err(|error| error.to_string())
}

/// The filter; with TCP or without.
fn program(tcp: bool) -> BpfProgram {
    let mut program = Vec::new();
    for machine in MACHINES {
        let own = of_machine(machine, tcp);
        program.push(statement(LOAD, ARCHITECTURE));
        program.push(jump(JUMP_IF_EQUAL, machine.architecture, 0, own.len()));
        program.extend(own);
    }
    // Programs of other machines do not run here at all.
    program.push(statement(RETURN, REFUSED | ENOSYS));
    program
}

fn of_machine(machine: &Machine, tcp: bool) -> BpfProgram {
    let mut program = vec![statement(LOAD, NUMBER)];
    program.push(jump(JUMP_IF_AT_LEAST, X32, 0, 1));
    program.push(statement(RETURN, REFUSED | ENOSYS));
    program.push(jump(JUMP_IF_EQUAL, IO_URING_SETUP, 0, 1));
    program.push(statement(RETURN, REFUSED | ENOSYS));
    if let Some(socketcall) = machine.socketcall {
        // 1 is `socket`; its arguments lie in memory, which filters do not see.
        program.push(jump(JUMP_IF_EQUAL, socketcall, 0, 4));
        program.push(statement(LOAD, FIRST));
        program.push(jump(JUMP_IF_EQUAL, 1, 0, 1));
        program.push(statement(RETURN, REFUSED | EACCES));
        program.push(statement(RETURN, ALLOWED));
    }
    program.push(jump(JUMP_IF_EQUAL, machine.socket, 1, 0));
    program.push(statement(RETURN, ALLOWED));
    if tcp {
        // AF_INET or AF_INET6, SOCK_STREAM; flags stand above the kind.
        program.push(statement(LOAD, FIRST));
        program.push(jump(JUMP_IF_EQUAL, 2, 1, 0));
        program.push(jump(JUMP_IF_EQUAL, 10, 0, 4));
        program.push(statement(LOAD, SECOND));
        program.push(statement(AND, 0xF));
        program.push(jump(JUMP_IF_EQUAL, 1, 0, 1));
        program.push(statement(RETURN, ALLOWED));
    }
    program.push(statement(RETURN, REFUSED | EACCES));
    program
}

fn statement(code: u16, k: u32) -> sock_filter {
    sock_filter { code, jt: 0, jf: 0, k }
}

/// Goes on behind so many statements if it holds, behind so many others if not.
fn jump(code: u16, k: u32, holds: u8, else_: usize) -> sock_filter {
    let jf = u8::try_from(else_).unwrap_or(u8::MAX);
    sock_filter { code, jt: holds, jf, k }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the kernel makes of the filter for a call.
    fn run(program: &BpfProgram, architecture: u32, number: u32, arguments: [u32; 2]) -> u32 {
        let (mut at, mut value) = (0, 0);
        loop {
            let statement = &program[at];
            at += 1;
            match statement.code {
                LOAD => {
                    value = match statement.k {
                        NUMBER => number,
                        ARCHITECTURE => architecture,
                        FIRST => arguments[0],
                        SECOND => arguments[1],
                        other => panic!("{other}"),
                    };
                }
                AND => value &= statement.k,
                RETURN => return statement.k,
                JUMP_IF_EQUAL | JUMP_IF_AT_LEAST => {
                    let holds = match statement.code {
                        JUMP_IF_EQUAL => value == statement.k,
                        _ => value >= statement.k,
                    };
                    at += usize::from(if holds { statement.jt } else { statement.jf });
                }
                other => panic!("{other}"),
            }
        }
    }

    #[test]
    fn sockets_are_refused() {
        for machine in MACHINES {
            for (tcp, domain, kind, want) in [
                (false, 1, 1, REFUSED | EACCES),
                (false, 2, 1, REFUSED | EACCES),
                (false, 10, 2, REFUSED | EACCES),
                (true, 2, 1 | 0x80000, ALLOWED),
                (true, 10, 1, ALLOWED),
                (true, 2, 2, REFUSED | EACCES),
                (true, 1, 1, REFUSED | EACCES),
                (true, 16, 3, REFUSED | EACCES),
            ] {
                let program = program(tcp);
                let got = run(&program, machine.architecture, machine.socket, [domain, kind]);
                assert_eq!(got, want, "{tcp} {domain} {kind}");
            }
            for number in [0, 1, 53, 56, 100, 333, 424, 426] {
                if number != machine.socket {
                    let got = run(&program(false), machine.architecture, number, [2, 1]);
                    assert_eq!(got, ALLOWED, "{number}");
                }
            }
            let call = |number| run(&program(true), machine.architecture, number, [1, 0]);
            assert_eq!(call(IO_URING_SETUP), REFUSED | ENOSYS);
            assert_eq!(call(X32 + machine.socket), REFUSED | ENOSYS);
            if let Some(socketcall) = machine.socketcall {
                assert_eq!(call(socketcall), REFUSED | EACCES);
                let other = run(&program(true), machine.architecture, socketcall, [3, 0]);
                assert_eq!(other, ALLOWED);
            }
        }
    }
}
