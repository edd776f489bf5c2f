//! Reports as compilers of Debian 12 print them.

use super::*;

fn check(text: &str, want: &[(FailureKind, &str, &str)]) {
    let said: Vec<_> = parse(text)
        .into_iter()
        .map(|failure| {
            let frame = failure.frames.iter().find(|frame| frame.file.ends_with("a.c"));
            let place = frame.map_or(String::new(), |f| format!("{}:{}", f.function, f.line));
            (failure.kind, failure.what, place)
        })
        .collect();
    let said: Vec<_> =
        said.iter().map(|(kind, what, place)| (*kind, what.as_str(), place.as_str())).collect();
    assert_eq!(said, want);
}

#[test]
fn heap_overflow_takes_the_first_trace() {
    check(
        "==9==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6020 at pc 0x55 bp 0x7f sp 0x7f
WRITE of size 4 at 0x602000000014 thread T0
    #0 0x5581 in get /t/a.c:3
    #1 0x5582 in main /t/a.c:9:12
    #2 0x7f1e (/lib/x86_64-linux-gnu/libc.so.6+0x2724a)

0x602000000014 is located 0 bytes to the right of 4-byte region
allocated by thread T0 here:
    #0 0x7f1e in __interceptor_malloc ../../src/libsanitizer/asan/asan_malloc_linux.cpp:69
    #1 0x5582 in main /t/a.c:6

SUMMARY: AddressSanitizer: heap-buffer-overflow /t/a.c:3 in get
",
        &[(FailureKind::Access, "AddressSanitizer: heap-buffer-overflow", "get:3")],
    );
}

#[test]
fn frees() {
    check(
        "==1==ERROR: AddressSanitizer: attempting double-free on 0x602 in thread T0:
    #0 0xf79 in __interceptor_free ../../x/asan_malloc_linux.cpp:52
    #1 0x565 in main /tmp/t/a.c:3
",
        &[(FailureKind::Free, "AddressSanitizer: attempting double-free", "main:3")],
    );
    check(
        "==1==ERROR: AddressSanitizer: attempting free on address which was not malloc()-ed: 0xf6 in thread T0
    #1 0x565 in main /tmp/t/a.c:3
",
        &[(
            FailureKind::Free,
            "AddressSanitizer: attempting free on address which was not malloc()-ed",
            "main:3",
        )],
    );
}

#[test]
fn leaks_one_each() {
    check(
        "==1==ERROR: LeakSanitizer: detected memory leaks

Direct leak of 16 byte(s) in 1 object(s) allocated from:
    #0 0xf79 in __interceptor_malloc ../../asan_malloc_linux.cpp:69
    #1 0x565 in main /tmp/t/a.c:4
    #2 0xf71 (/lib32/libc.so.6+0x232d4)

Indirect leak of 8 byte(s) in 1 object(s) allocated from:
    #0 0xf79 in __interceptor_malloc ../../asan_malloc_linux.cpp:69
    #1 0x565 in make /tmp/t/a.c:7

SUMMARY: AddressSanitizer: 32 byte(s) leaked in 2 allocation(s).
",
        &[
            (FailureKind::Leak, "Direct leak of 16 byte(s) in 1 object(s)", "main:4"),
            (FailureKind::Leak, "Indirect leak of 8 byte(s) in 1 object(s)", "make:7"),
        ],
    );
}

#[test]
fn assertions_and_error_calls() {
    check(
        "run: /tmp/a.c:12: main: Assertion `x == 1' failed.
AddressSanitizer:DEADLYSIGNAL
==1==ERROR: AddressSanitizer: ABRT on unknown address 0x1 (pc 0x2 bp 0x3 sp 0x4 T0)
    #0 0x7f in __pthread_kill_implementation nptl/pthread_kill.c:44
    #5 0x55 in main /tmp/a.c:12
",
        &[
            (FailureKind::Assertion, "assertion `x == 1` failed", "main:12"),
            (FailureKind::Assertion, "assertion `x == 1` failed", "main:12"),
        ],
    );
    check(
        "*** buffer overflow detected ***: terminated
AddressSanitizer:DEADLYSIGNAL
==1==ERROR: AddressSanitizer: ABRT on unknown address 0x1 (pc 0x2 bp 0x3 sp 0x4 T0)
    #5 0x7f in __strcpy_chk debug/strcpy_chk.c:30
    #7 0x55 in fill /tmp/a.c:5
",
        &[(FailureKind::ArrayIndex, "buffer overflow detected", "fill:5")],
    );
    check(
        "klew: FAILED reach_error at 0x401136\n",
        &[(FailureKind::ErrorCall, "reach_error", ""), (FailureKind::ErrorCall, "reach_error", "")],
    );
}

#[test]
fn undefined_behaviour() {
    check(
        "/t/a.c:3:96: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'
/t/a.c:4:5: runtime error: shift exponent 32 is too large for 32-bit type 'int'
/t/a.c:5:7: runtime error: division by zero
",
        &[
            (
                FailureKind::Overflow,
                "signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'",
                ":3",
            ),
            (FailureKind::Shift, "shift exponent 32 is too large for 32-bit type 'int'", ":4"),
            (FailureKind::Division, "division by zero", ":5"),
        ],
    );
    check(
        "==1==ERROR: AddressSanitizer: FPE on unknown address 0x565 (pc 0x565 bp 0xff T0)
    #0 0x565 in main /t/a.c:8
",
        &[(FailureKind::Division, "AddressSanitizer: FPE", "main:8")],
    );
}

#[test]
fn valgrind() {
    check(
        "==12== Conditional jump or move depends on uninitialised value(s)
==12==    at 0x10915D: main (a.c:4)
==12== 
",
        &[(
            FailureKind::Uninitialised,
            "Conditional jump or move depends on uninitialised value(s)",
            "main:4",
        )],
    );
}

#[test]
fn kinds_of_undefined_behaviour() {
    use FailureKind as K;
    for (message, kind) in [
        ("1e+10 is outside the range of representable values of type 'int'", K::FloatCast),
        ("pointer index expression with base 0x7f overflowed to 0xc0", K::PointerOverflow),
        ("subtraction of unsigned offset from 0x7f overflowed to 0x7f", K::PointerOverflow),
        ("applying non-zero offset 4 to null pointer", K::PointerOverflow),
        ("load of misaligned address 0x1 for type 'int', which requires 4 byte", K::Misaligned),
        ("passing zero to ctz(), which is not a valid argument", K::BitCount),
        ("variable length array bound evaluates to non-positive value -1", K::ArrayBound),
        ("index 8 out of bounds for type 'int[8]'", K::ArrayIndex),
        ("null pointer passed as argument 1, which is declared to never be null", K::NullArgument),
        ("null pointer returned from function declared to never return null", K::NullArgument),
        ("load of null pointer of type 'int'", K::Access),
        ("signed integer overflow: 1 + 2 cannot be represented in type 'int'", K::Overflow),
    ] {
        assert_eq!(undefined_kind(message), kind, "{message}");
    }
}
