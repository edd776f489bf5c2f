#!/bin/sh
# Installs what building and testing klew needs and this Debian does not have yet. Does nothing, and needs no
# network, if everything is there.
set -eu

say() { printf 'setup: %s\n' "$*"; }

# What is needed, and the package that brings it.
missing=''
# What tests do without, saying so.
wanted=''
need_package() {
    if ! dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'install ok installed'; then
        missing="$missing $1"
    fi
}
need_command() {
    command -v "$1" >/dev/null 2>&1 || missing="$missing $2"
}

if ! command -v cargo >/dev/null 2>&1; then
    say 'cargo is missing: install Rust (https://rustup.rs), then run this again'
    exit 1
fi
if ! command -v dpkg-query >/dev/null 2>&1; then
    say 'this is not Debian or Ubuntu; install by hand: a C++ compiler, clang, a JDK, gmp, symfpu, cadical, z3 (with headers)'
    exit 0
fi

need_command clang clang           # reads C
need_command gcc gcc               # runs findings
need_command g++ g++               # builds Bitwuzla
need_command addr2line binutils    # places of failures
need_command llvm-symbolizer llvm  # places of failures in programs that clang compiled
need_command valgrind valgrind     # runs findings of never-written values
if ! echo 'int main(void) { return 0; }' | clang -fsanitize=address -x c -o /dev/null - 2>/dev/null; then
    missing="$missing libclang-rt-dev" # runs findings that gcc's order of evaluation hides
fi
need_command javac openjdk-17-jdk-headless # reads and runs Java
need_package libgmp-dev            # Bitwuzla
need_package libsymfpu-dev         # Bitwuzla
need_package libcadical-dev        # Bitwuzla
need_package libz3-dev             # Z3
need_command z3 z3                 # solves Horn clauses
need_command pkg-config pkg-config # finds Z3
command -v cmake >/dev/null 2>&1 || wanted="$wanted cmake" # builds test suites of C programs
command -v nats-server >/dev/null 2>&1 || wanted="$wanted nats-server" # workers on other machines
command -v bwrap >/dev/null 2>&1 || wanted="$wanted bubblewrap" # keeps programs under test apart
for package in junit5 libjacoco-java; do # run test suites of Java programs, and measure what they cover
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || wanted="$wanted $package"
done
case "$(dpkg --print-architecture)" in
amd64)
    need_package libc6-dev-i386    # 32-bit programs
    need_package gcc-multilib      # 32-bit programs, run
    ;;
esac

if [ -z "$missing$wanted" ]; then
    say 'everything is there'
    exit 0
fi
if [ "$(id -u)" -eq 0 ]; then
    as_root=''
elif command -v sudo >/dev/null 2>&1; then
    as_root='sudo'
elif [ -z "$missing" ]; then
    say "these packages would be useful, and only root can install them: apt-get install$wanted"
    exit 0
else
    say "these packages are missing, and only root can install them: apt-get install$missing"
    exit 1
fi
say "installing:$missing$wanted"
$as_root apt-get update -q || [ -z "$missing" ]
install() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
}
# shellcheck disable=SC2086 # Lists of words.
[ -z "$missing" ] || install $missing
# shellcheck disable=SC2086
[ -z "$wanted" ] || install $wanted || say "these could not be installed; tests that want them say so:$wanted"
