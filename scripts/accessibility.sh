#!/bin/sh
# Looks with axe-core, in Chromium, at report.html of a list bug, a tree with many branches and a Java bug, light and dark:
# scripts/accessibility.sh [KLEW]. Needs node, npm and chromium, and a network for npm's packages.
set -eu
cd "$(dirname "$0")/.."
klew=$(realpath "${1:-target/release/klew}")
[ -x "$klew" ] || { echo "there is no $klew: cargo build --release makes it" >&2; exit 1; }
for tool in node npm chromium; do
    command -v "$tool" >/dev/null || { echo "there is no $tool: apt-get install $tool" >&2; exit 1; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
root=$PWD
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts puppeteer-core@25 axe-core@4 >/dev/null
cat >look.js <<'SCRIPT'
const puppeteer = require("puppeteer-core"), fs = require("fs");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
(async () => {
  const browser = await puppeteer.launch({ executablePath: process.argv[2], args: ["--no-sandbox", "--disable-gpu"], headless: true });
  let bad = 0;
  for (const file of process.argv.slice(3)) for (const theme of ["light", "dark"]) {
    const page = await browser.newPage();
    page.on("pageerror", error => { bad++; console.log(`${file}: ${error.message}`); });
    await page.setViewport({ width: 1400, height: 1000 });
    await page.goto(`file://${file}?theme=${theme}`);
    // What is unfolded by hand is looked at as well.
    await page.evaluate(() => document.querySelectorAll("details").forEach(one => { one.open = true; }));
    await page.evaluate(axe);
    const { violations, passes } = await page.evaluate(() => axe.run(document));
    const sections = await page.evaluate(() => document.querySelectorAll("section").length);
    for (const { id, impact, nodes } of violations) console.log(`${file} (${theme}): ${impact}: ${id}: ${nodes[0].html.slice(0, 200)}`);
    bad += violations.length + (passes.length < 10 || sections < 4 ? 1 : 0);
    console.log(`${file.split("/").slice(-2)[0]}, ${theme}: ${sections} sections, ${passes.length} rules hold, ${violations.length} do not`);
    await page.close();
  }
  await browser.close();
  process.exit(bad ? 1 : 0);
})();
SCRIPT
pages=
for program in examples/demo/queue_bug.c benches/text/config.c examples/demo/Ring.java; do
    name=$(basename "$program")
    "$klew" check "$root/$program" --time 6s --quiet --report html --output "$folder/$name.report" >/dev/null 2>&1 || true
    pages="$pages $folder/$name.report/report.html"
done
# shellcheck disable=SC2086 # A list of words.
node look.js "$(command -v chromium)" $pages
