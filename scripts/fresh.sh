#!/bin/sh
# What a new user does (new-user.sh), in a new clone, with the release.
set -eu
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
git clone --quiet . "$work/klew"
"$work/klew/scripts/new-user.sh" "$work" release
