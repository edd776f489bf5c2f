#!/bin/sh
# Tests klew's tool-info module with BenchExec from the registry: scripts/benchexec.sh [KLEW]
set -eu
cd "$(dirname "$0")/.."
klew=$(realpath "${1:-target/release/klew}")
[ -x "$klew" ] || { echo "there is no $klew: cargo build --release makes it" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet 'benchexec==3.35'
export PYTHONPATH="$PWD/contrib/benchexec" PYTHONDONTWRITEBYTECODE=1
"$folder/venv/bin/python" -m unittest klew_benchexec.test_klew
"$folder/venv/bin/python" -c "import xml.dom.minidom as m; m.parse('contrib/benchexec/klew.xml')"
# What klew really says of one program that fails, and of one that does not.
printf 'int main(void) { int *p = 0; return *p; }\n' > "$folder/fails.c"
printf 'int main(void) { return 0; }\n' > "$folder/holds.c"
for name in fails holds; do
  "$klew" check "$folder/$name.c" --property valid-deref --format json --quiet --no-output > "$folder/$name.json" || true
done
said=$("$folder/venv/bin/python" -m benchexec.test_tool_info klew_benchexec.klew --no-container \
  --tool-directory "$(dirname "$klew")" --tool-output "$folder/fails.json" "$folder/holds.json" 2>&1)
# It marks values with quotes and escapes of its own.
for want in "$("$klew" --version | cut -d' ' -f2)" 'false(valid-deref)' 'true'; do
  echo "$said" | grep -qF "$want" || { echo "not said: $want" >&2; echo "$said" >&2; exit 1; }
done
echo "benchexec: the tool-info module works"
