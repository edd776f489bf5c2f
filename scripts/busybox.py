#!/usr/bin/env python3
"""Ten programs of busybox with symbolic arguments, by klew and by KLEE at the same time: the branches of each program that the tests of both
take, by gcov. The table in docs/real-programs.md. The sources come from Debian's source package and stay in FOLDER; nothing of
them is part of klew.

usage: scripts/busybox.py FOLDER KLEE [PROGRAM...]

KLEW is the command (target/release/klew), SECONDS the time of each (60), CLANG a clang of KLEE's LLVM (clang-16), LINK its
llvm-link (llvm-link-16). KLEE needs its POSIX runtime and klee-uclibc; apt's sources need entries for source packages.

The tests run as they are, with your rights: do not add a program that changes the system.
"""

import glob
import os
import re
import shutil
import struct
import subprocess
import sys

PROGRAMS = {
    "basename": "coreutils", "echo": "coreutils", "expr": "coreutils", "factor": "coreutils", "fold": "coreutils",
    "printf": "coreutils", "seq": "coreutils", "tr": "coreutils", "uniq": "coreutils", "cal": "util-linux",
}
READS_INPUT = {"fold", "tr", "uniq"}
FLAGS = [
    "-std=gnu99", "-w", "-include", "include/autoconf.h", "-Iinclude", "-Ilibbb", "-D_GNU_SOURCE", "-D_FILE_OFFSET_BITS=64",
    "-D_LARGEFILE_SOURCE", "-D_LARGEFILE64_SOURCE", '-DBB_VER="1"',
]
# What busybox's own main does before it calls the program.
MAIN = """#include "libbb.h"
const char *applet_name = "{name}";
int {name}_main(int argc, char **argv);
void bb_show_usage(void) {{ exit(1); }}
unsigned string_array_len(char **argv) {{ unsigned n = 0; while (*argv++) n++; return n; }}
int *__errno_location(void);
int main(int argc, char **argv) {{ ASSIGN_CONST_PTR(&bb_errno, __errno_location()); return {name}_main(argc, argv); }}
"""

klew = os.path.abspath(os.environ.get("KLEW", "target/release/klew"))
seconds = int(os.environ.get("SECONDS", "60"))
clang = os.environ.get("CLANG", "clang-16")
link = os.environ.get("LINK", "llvm-link-16")


def run(*words, **options):
    return subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)


def fetch():
    """The folder of the sources, with the headers that its own build makes."""
    if not glob.glob("busybox-*/"):
        run("apt-get", "source", "--download-only", "busybox")
        run("tar", "xf", glob.glob("busybox_*.orig.tar.*")[0])
    source = glob.glob("busybox-*/")[0]
    if not os.path.exists(source + "include/autoconf.h"):
        run("make", "defconfig", cwd=source, stdin=subprocess.DEVNULL)
        text = open(source + ".config").read()
        for option in ("UNICODE_SUPPORT", "LOCALE_SUPPORT"):
            text = text.replace(f"CONFIG_{option}=y", f"# CONFIG_{option} is not set")
        open(source + ".config", "w").write(text)
        run("sh", "-c", "yes '' | make prepare", cwd=source)
    return os.path.abspath(source)


def library(source):
    """All of libbb that compiles, to find what each program needs of it."""
    folder = os.path.abspath("libbb")
    if os.path.exists(folder + "/all.a"):
        return folder + "/all.a"
    os.makedirs(folder, exist_ok=True)
    for file in glob.glob(source + "/libbb/*.c"):
        name = os.path.basename(file)[:-2]
        if name != "appletlib":
            words = ["gcc", *FLAGS, "-O1", "-c", file, "-o", f"{folder}/{name}.o"]
            subprocess.run(words, cwd=source, stderr=subprocess.DEVNULL)
    run("ar", "rc", folder + "/all.a", *glob.glob(folder + "/*.o"))
    return folder + "/all.a"


def prepare(name, source, archive):
    """Preprocessed files for klew, bitcode for KLEE, a build that counts branches."""
    shutil.rmtree(name, ignore_errors=True)
    os.makedirs(name + "/code")
    here = os.path.abspath(name)
    main, own = f"{here}/main.c", f"{source}/{PROGRAMS[name]}/{name}.c"
    open(main, "w").write(MAIN.format(name=name))
    run("gcc", *FLAGS, "-O0", "--coverage", main, own, archive, "-o", here + "/counting", f"-Wl,-Map={here}/map", cwd=source)
    needed = sorted(set(re.findall(r"all\.a\((\w+)\.o\)", open(here + "/map").read())))
    for file in [main, own, *(f"{source}/libbb/{one}.c" for one in needed)]:
        to = f"{here}/code/{os.path.basename(file)[:-2]}"
        run("clang", "-E", *FLAGS, file, "-o", to + ".i", cwd=source)
        run(clang, *FLAGS, "-S", "-emit-llvm", "-g", "-O0", "-Xclang", "-disable-O0-optnone", file, "-o", to + ".ll", cwd=source)
        text = open(to + ".ll").read()
        open(to + ".ll", "w").write(text.replace("__isoc99_", ""))
    run(link, *glob.glob(here + "/code/*.ll"), "-o", here + "/all.bc")


def test(path):
    """Arguments and standard input of a file in KLEE's format."""
    data = open(path, "rb").read()
    at = 9

    def number():
        nonlocal at
        at += 4
        return struct.unpack(">I", data[at - 4:at])[0]

    def words():
        nonlocal at
        size = number()
        at += size
        return data[at - size:at]

    for _ in range(number()):
        words()
    if struct.unpack(">I", data[5:9])[0] >= 2:
        number()
        number()
    arguments, count, text = [], 0, b""
    for _ in range(number()):
        name, value = words().decode(), words()
        if name == "n_args":
            count = struct.unpack("<i", value[:4])[0]
        elif re.fullmatch(r"arg\d+", name):
            arguments.append(value.split(b"\0")[0])
        elif name == "stdin":
            text = value
    return tuple(arguments[:count]), text


def covered(name, tests):
    """Percent of the branches of the program's own file, and how many there are."""
    for old in glob.glob(f"{name}/*.gcda"):
        os.remove(old)
    for arguments, text in tests:
        try:
            options = dict(input=text, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=2, env={})
            subprocess.run([b"./counting", *arguments], cwd=name, **options)
        except subprocess.TimeoutExpired:
            pass
    said = subprocess.run(["gcov", "-b", "-n", f"counting-{name}.gcda"], cwd=name, capture_output=True, text=True).stdout
    for part in said.split("\n\n"):
        if f"/{name}.c'" in part:
            return re.search(r"Taken at least once:([\d.]+)% of (\d+)", part).groups()
    return "0", "?"


def main():
    folder, klee, *wanted = sys.argv[1:]
    klee = os.path.abspath(klee)
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    source = fetch()
    archive = library(source)
    print("| program | branches | klew: tests | klew: branches taken | KLEE: tests | KLEE: branches taken |")
    for name in wanted or PROGRAMS:
        prepare(name, source, archive)
        inputs = ["--sym-args", "0", "2", "4", *(["--sym-stdin", "8"] if name in READS_INPUT else [])]
        own = [klew, "check", *sorted(glob.glob(f"{os.path.abspath(name)}/code/*.i")), *inputs, "--no-env", "--tests"]
        own += ["--all-findings", "--no-confirm", "--quiet", "--engine", "forward", "--jobs", "1", "--time", f"{seconds}s"]
        other = [klee, "--libc=uclibc", "--posix-runtime", "--external-calls=all", "--kdalloc=0", "--use-forked-solver=0"]
        other += [f"--max-time={seconds}s", "--output-dir=klee", "all.bc", *inputs]
        quiet = dict(cwd=name, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        both = [subprocess.Popen(["timeout", str(seconds + 60), *words], **quiet) for words in (own, other)]
        for one in both:
            one.wait()
        mine = {test(path) for path in glob.glob(f"{name}/klew-out*/*/input.ktest")}
        theirs = {test(path) for path in glob.glob(f"{name}/klee/*.ktest")}
        (taken, branches), (taken_too, _) = covered(name, mine), covered(name, theirs)
        print(f"| {name} | {branches} | {len(mine)} | {taken} % | {len(theirs)} | {taken_too} % |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main()
