#!/bin/sh
# Makes a Debian package of klew: target/debian/klew_*.deb. It brings man pages, completions, and the licences of what is linked.
set -eu
cd "$(dirname "$0")/.."
# The version that was tried.
CARGO_DEB=3.8.0

say() { printf 'deb: %s\n' "$*"; }

command -v dpkg-deb >/dev/null || { say 'dpkg-deb is missing: this is no Debian or Ubuntu'; exit 1; }
if ! command -v dpkg-shlibdeps >/dev/null; then
    say 'dpkg-shlibdeps is missing; apt-get install dpkg-dev brings it'
    exit 1
fi
tools=$PWD/target/tools
if ! "$tools/bin/cargo-deb" --version 2>/dev/null | grep -qx "$CARGO_DEB"; then
    say "cargo-deb $CARGO_DEB is built first"
    cargo install --quiet --locked --root "$tools" "cargo-deb@$CARGO_DEB"
fi

unset CARGO_TARGET_DIR
cargo build --release --package klew
package=target/package
rm -rf "$package"
mkdir -p "$package/man"
klew=target/release/klew
"$klew" man --into "$package/man"
"$klew" completions bash >"$package/klew.bash"
"$klew" completions zsh >"$package/_klew"
"$klew" completions fish >"$package/klew.fish"
cargo xtask notice --output "$package/NOTICE"
"$tools/bin/cargo-deb" deb --no-build --package klew --output target/debian/
say "$(ls -t target/debian/klew_*.deb | head -n 1)"
