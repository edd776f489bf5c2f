#!/bin/sh
# new-user.sh FOLDER PROFILE: what a new user does in the clone that this script is of: `make demo`, and installs the command, with a cargo home
# (FOLDER/home) that holds nothing but the user's configuration of it. So what a build needs and only this machine's caches have is missed here
# first. Needs a network, or what the configuration names in its place.
set -eu
cd "$(dirname "$0")/.."
work=$1
profile=$2

say() { printf '\nnew user: %s\n' "$*"; }

home=${CARGO_HOME:-$HOME/.cargo}
mkdir "$work/home" "$work/installed"
for file in config.toml config credentials.toml; do
    if [ -f "$home/$file" ]; then cp "$home/$file" "$work/home/"; fi
done
export CARGO_HOME="$work/home"
unset CARGO_TARGET_DIR

say 'make demo, with an empty cargo home'
make demo PROFILE="$profile"

say 'cargo install --locked --path crates/klew'
cargo install --quiet --locked --profile "$profile" --path crates/klew --root "$work/installed"
"$work/installed/bin/klew" --version
status=0
"$work/installed/bin/klew" check examples/demo/queue_bug.c --time 60s --no-output --quiet || status=$?
test "$status" -eq 10
say 'all of it works'
