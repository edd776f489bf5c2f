#!/bin/sh
# Installs klew's package on a machine that has nothing but Debian's base, runs it there, removes it, and looks whether anything is left:
# scripts/package-test.sh [PACKAGE.deb]. Without a package, `scripts/deb.sh` makes one. The machine is a folder that mmdebstrap fills from the
# sources of packages that this machine has.
set -eu
cd "$(dirname "$0")/.."

say() { printf 'package-test: %s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }

[ "$(id -u)" -eq 0 ] || fail 'only root can change into another root'
if ! command -v mmdebstrap >/dev/null; then
    say 'installing mmdebstrap'
    apt-get update -q >/dev/null
    DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends mmdebstrap >/dev/null
fi
if [ $# -gt 0 ]; then
    package=$(realpath "$1")
else
    scripts/deb.sh
    package=$(realpath "$(ls -t target/debian/klew_*.deb | head -n 1)")
fi
[ -f "$package" ] || fail "there is no $package"

work=$(mktemp -d)
root=$work/root
clean() {
    for mounted in proc dev; do umount "$root/$mounted" 2>/dev/null || true; done
    rm -rf --one-file-system "$work"
}
trap clean EXIT
trap 'exit 1' INT TERM

suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
say "a new machine ($suite)"
cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | grep -v '^#' >"$work/sources" || true
[ -s "$work/sources" ] || cat /etc/apt/sources.list.d/*.sources >"$work/sources"
apt-config dump 2>/dev/null | grep -i '^Acquire::.*Proxy ' >"$work/apt.conf" || true
mmdebstrap --quiet --variant=minbase --aptopt="$work/apt.conf" "$suite" "$root" - <"$work/sources" || fail 'mmdebstrap cannot make it'
cp /etc/resolv.conf /etc/hosts "$root/etc/" 2>/dev/null || true
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

say 'installing'
mkdir "$root/try"
cp "$package" "$root/try/klew.deb"
cp examples/demo/*.c examples/demo/*.java "$root/try/"
inside apt-get update -q >/dev/null
inside apt-get install -q -y --no-install-recommends /try/klew.deb >"$work/log" 2>&1 || { tail -n 20 "$work/log"; fail 'it cannot be installed'; }
inside dpkg -L klew | sort >"$work/files"
say "$(wc -l <"$work/files") files and folders, $(inside du -sm /usr/bin/klew | cut -f1) MB; with it came $(grep -c '^Setting up' "$work/log") packages"

say 'klew doctor'
inside klew doctor || fail 'klew doctor finds that nothing can be checked'

# What a demo program is expected to say.
demo() {
    want=$1
    shift
    status=0
    inside sh -c 'cd /try && exec "$@"' sh klew check --time 60s "$@" >"$work/said" 2>"$work/errors" || status=$?
    if [ "$status" -ne "$want" ]; then
        cat "$work/said" "$work/errors"
        fail "klew check $*: exit code $status instead of $want"
    fi
    say "klew check $*: $(grep '^verdict' "$work/said" | cut -c1-70)"
}
demo 10 queue_bug.c
grep -q 'confirmed: AddressSanitizer: heap-use-after-free' "$work/said" || fail 'the finding is not confirmed'
demo 0 sorted_list.c
say 'with a JDK'
inside apt-get install -q -y --no-install-recommends default-jdk-headless >"$work/log" 2>&1 || { tail -n 20 "$work/log"; fail 'no JDK can be installed'; }
demo 10 Ring.java
demo 0 Intervals.java
inside man -w klew >/dev/null 2>&1 || [ -f "$root/usr/share/man/man1/klew.1.gz" ] || fail 'there is no man page'

say 'removing'
inside apt-get purge -q -y klew >"$work/log" 2>&1 || { tail -n 20 "$work/log"; fail 'it cannot be removed'; }
left=$(while read -r file; do
    if [ -e "$root$file" ] && [ ! -d "$root$file" ]; then echo "$file"; fi
done <"$work/files")
left="$left$(find "$root" -xdev -iname '*klew*' -not -path "$root/try/*" -not -path "$root/var/log/*" -not -path "$root/var/cache/*" -print)"
[ -z "$left" ] || { echo "$left"; fail 'that is left'; }
# What virtual machines of Java count about themselves is theirs.
left=$(ls -A "$root/tmp" | grep -v '^hsperfdata_' || true)
[ -z "$left" ] || { echo "$left"; fail 'that is left in /tmp'; }
say 'nothing is left; all of it works'
