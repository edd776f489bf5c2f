#!/bin/sh
# What a new user does, on a machine that has never seen klew: clones it, runs `make demo` and installs the command, with
# a cargo home that holds nothing but the user's configuration of it. So what a build needs and only this machine's
# caches have is missed here first. Needs a network, or what the configuration names in its place.
set -eu
cd "$(dirname "$0")/.."

say() { printf '\nfresh: %s\n' "$*"; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
home=${CARGO_HOME:-$HOME/.cargo}
mkdir "$work/home" "$work/installed"
for file in config.toml config credentials.toml; do
    if [ -f "$home/$file" ]; then cp "$home/$file" "$work/home/"; fi
done
git clone --quiet . "$work/klew"
cd "$work/klew"
export CARGO_HOME="$work/home"
unset CARGO_TARGET_DIR

say 'make demo, with an empty cargo home'
make demo

say 'cargo install --locked --path crates/klew'
cargo install --quiet --locked --path crates/klew --root "$work/installed"
"$work/installed/bin/klew" --version
status=0
"$work/installed/bin/klew" check examples/demo/queue_bug.c --time 60s --no-output --quiet || status=$?
test "$status" -eq 10
say 'all of it works'
