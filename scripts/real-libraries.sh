#!/bin/sh
# Checks each function of C libraries that crates bring, and each public method of Java libraries that Debian packages:
# the table in docs/real-programs.md. The libraries are fetched to FOLDER and stay there; nothing of them is part of klew.
#
# usage: scripts/real-libraries.sh FOLDER [LIBRARY...]
#
# KLEW is the command (target/release/klew), EACH the time of each function (10s), TIME that of
# each library (15m). FOLDER/LIBRARY.json is the result of each.
set -eu

folder=${1:?usage: scripts/real-libraries.sh FOLDER [LIBRARY...]}
shift
root=$(cd "$(dirname "$0")/.." && pwd)
klew=${KLEW:-$root/target/release/klew}
each=${EACH:-10s}
time=${TIME:-15m}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

if [ ! -d "$folder/vendor" ]; then
    mkdir -p "$folder/src"
    : > "$folder/src/lib.rs"
    cat > "$folder/Cargo.toml" <<'END'
[package]
name = "libraries"
version = "0.0.0"
edition = "2021"
[workspace]
[dependencies]
libz-sys = "1"
bzip2-sys = "0.1"
lua-src = "*"
tree-sitter = "*"
libsqlite3-sys = "*"
END
    (cd "$folder" && cargo vendor --quiet vendor > /dev/null)
fi

# One library: its name, then what `klew check` gets.
check() {
    name=$1
    shift
    echo "== $name"
    (cd "$folder" && "$klew" check "$@" --each "$each" --time "$time" --not-null '*' --no-output --quiet --format json > "$name.json") || true
    python3 - "$folder/$name.json" "$name" <<'END'
import json, sys
report = json.load(open(sys.argv[1]))
rows = report["each"]
entered = [row for row in rows if row["entered"]]
ended = [row for row in rows if row["ended"]]
covered = [100 * row["covered_instructions"] / row["total_instructions"] for row in entered if row["total_instructions"]]
confirmed = [one for one in report["findings"] if one["confirmation"] == "confirmed"]
mean = sum(covered) / len(covered) if covered else 0
print(f"| {sys.argv[2]} | {len(rows)} | {len(entered)} | {len(ended)} | {mean:.0f} % | {len(report['findings'])} | {len(confirmed)} | {report['seconds']:.0f} s |")
for one in report["unsupported"][:8]:
    if one["count"] > 3:
        print(f"    {one['count']} times not supported: {one['what']}")
END
}

chosen="$*"
wanted() {
    case " $chosen " in
    "  " | *" $1 "*) return 0 ;;
    *) return 1 ;;
    esac
}

vendor=vendor
if wanted zlib; then
    check zlib "$vendor"/libz-sys/src/zlib/adler32.c "$vendor"/libz-sys/src/zlib/crc32.c "$vendor"/libz-sys/src/zlib/deflate.c \
        "$vendor"/libz-sys/src/zlib/trees.c "$vendor"/libz-sys/src/zlib/inflate.c "$vendor"/libz-sys/src/zlib/inftrees.c \
        "$vendor"/libz-sys/src/zlib/inffast.c "$vendor"/libz-sys/src/zlib/compress.c "$vendor"/libz-sys/src/zlib/uncompr.c \
        "$vendor"/libz-sys/src/zlib/zutil.c --each-function
fi
if wanted bzip2; then
    b="$vendor"/bzip2-sys/bzip2-1.0.8
    check bzip2 $b/blocksort.c $b/bzlib.c $b/compress.c $b/crctable.c $b/decompress.c $b/huffman.c $b/randtable.c --each-function
fi
if wanted lua; then
    l="$vendor"/lua-src/lua-5.4.9
    check lua $l/lstrlib.c $l/lobject.c $l/lctype.c $l/lzio.c $l/lopcodes.c --each-function
fi
if wanted tree-sitter; then
    t="$vendor"/tree-sitter
    check tree-sitter $t/src/lib.c -I $t/include -I $t/src --each-function='ts_node_*,ts_point_*,ts_language_*,ts_lexer_*,ts_range_*,ts_stack_*,ts_subtree_*,length_*,point_*,ts_decode_*'
fi
if wanted sqlite; then
    check sqlite "$vendor"/libsqlite3-sys/sqlite3/sqlite3.c -D SQLITE_THREADSAFE=0 -D SQLITE_OMIT_LOAD_EXTENSION \
        --each-function='sqlite3_*printf,sqlite3_str_*,sqlite3Str*,sqlite3Atoi*,sqlite3Get*Varint*,sqlite3PutVarint*,sqlite3VarintLen,computeJD,computeYMD*,computeHMS,parseHhMmSs,parseYyyyMmDd,parseDateOrTime,getDigits,validJulianDay,sqlite3Hex*,sqlite3Is*,sqlite3Dequote*,sqlite3Add*,sqlite3Mul*,sqlite3Sub*,sqlite3LogEst*'
fi

# Java, where Debian's packages are installed.
java() {
    name=$1
    jar=/usr/share/java/$2.jar
    pattern=$3
    wanted "$name" || return 0
    if [ -e "$jar" ]; then
        # commons-text needs commons-lang3; to the others it is nothing.
        check "$name" "$jar" --each-method="$pattern" --input-array-max 4 --allow-exception IllegalArgumentException,IndexOutOfBoundsException \
            --class-path /usr/share/java/commons-lang3.jar
    else
        echo "== $name: no $jar (apt-get install lib$2-java)"
    fi
}
java lang3 commons-lang3 'org.apache.commons.lang3.StringUtils.*,org.apache.commons.lang3.ArrayUtils.reverse,org.apache.commons.lang3.CharUtils.*,org.apache.commons.lang3.BooleanUtils.*,org.apache.commons.lang3.math.NumberUtils.*'
java codec commons-codec 'org.apache.commons.codec.digest.MurmurHash*,org.apache.commons.codec.binary.Hex.*,org.apache.commons.codec.language.*'
java cli commons-cli 'org.apache.commons.cli.Option.*,org.apache.commons.cli.Options.*'
java io commons-io 'org.apache.commons.io.FilenameUtils.*,org.apache.commons.io.HexDump.*,org.apache.commons.io.EndianUtils.*'
java csv commons-csv 'org.apache.commons.csv.CSVFormat.*'
java text commons-text 'org.apache.commons.text.similarity.*,org.apache.commons.text.WordUtils.*'
java math3 commons-math3 'org.apache.commons.math3.util.ArithmeticUtils.*,org.apache.commons.math3.fraction.*'
java collections4 commons-collections4 'org.apache.commons.collections4.CollectionUtils.*'
java guava guava 'com.google.common.math.IntMath.*,com.google.common.primitives.Ints.*,com.google.common.base.Strings.*'
java joda joda-time 'org.joda.time.field.FieldUtils.*'
