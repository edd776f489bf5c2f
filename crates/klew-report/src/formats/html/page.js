// The page: verdict, findings step by step, checks, source with coverage, figures. Everything is made of the document, which is the
// result.json of the run.
(() => {
  const data = JSON.parse(document.getElementById("document").textContent);
  const record = data.record || { sources: {}, coverage: [], rules: [] };
  const make = (name, attributes = {}, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else node.setAttribute(key, value === true ? "" : value);
    }
    node.append(...children.filter(child => child !== null && child !== undefined));
    return node;
  };
  const base = file => (file || "").split("/").pop();
  const where = place => place.file ? `${base(place.file)}:${place.line}` : "";
  const main = document.getElementById("main");
  const lines = {};
  const linesOf = file => lines[file] ??= (record.sources[file] || "").replace(/\n$/, "").split("\n");
  const lineOf = (file, line) => (record.sources[file] && linesOf(file)[line - 1]) || "";

  // Light and dark: as the system has it, unless somebody says otherwise.
  const themes = ["auto", "light", "dark"];
  const button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  let theme = "auto";
  try { theme = localStorage.getItem("klew-theme") || "auto"; } catch { /* a page from a file may have none */ }
  const wanted = new URLSearchParams(location.search).get("theme");
  if (themes.includes(wanted)) theme = wanted;
  function applyTheme() {
    document.documentElement.dataset.theme = theme === "auto" ? (system.matches ? "dark" : "light") : theme;
    button.textContent = `Theme: ${theme}`;
  }
  button.addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    try { localStorage.setItem("klew-theme", theme); } catch { /* as above */ }
    applyTheme();
  });
  system.addEventListener("change", applyTheme);
  applyTheme();

  document.getElementById("files").textContent = data.files.join(" ");
  const sections = document.getElementById("sections");
  function section(id, title, ...children) {
    const heading = make("h2", { id: id + "-title" }, title);
    main.append(make("section", { id, "aria-labelledby": id + "-title" }, heading, ...children));
    sections.append(make("a", { href: "#" + id }, title));
  }

  // The verdict, and what it rests on.
  const WORDS = {
    violated: data.target ? "Reachable" : "Violated",
    safe: data.target ? "Unreachable" : "Safe",
    bounded: "Safe within bounds",
    unknown: "Unknown",
  };
  const list = (title, items) => items.length
    ? make("div", {}, make("p", {}, make("strong", {}, title)), make("ul", {}, ...items.map(item => make("li", {}, item))))
    : null;
  const said = one => one.message + (one.file ? ` (${where(one)})` : "");
  function rests() {
    const engines = {};
    for (const check of data.checks) if (check.by) engines[check.by] = (engines[check.by] || 0) + 1;
    const settled = Object.entries(engines).map(([name, count]) => `${count} settled by ${name}`);
    const open = data.checks.filter(check => check.standing === "open").length;
    if (open) settled.push(`${open} open`);
    return `${data.checks.length} checks of ${data.properties.join(", ")}${settled.length ? ": " + settled.join(", ") : ""}.`;
  }
  const count = data.findings.length;
  const SUMMARY = {
    violated: data.target ? `${data.target}: a run that comes there was seen.` : count === 1 ? "1 finding, which was seen to happen." : `${count} findings, which were seen to happen.`,
    safe: data.target ? `No input leads to ${data.target}.` : "No input violates what was checked.",
    bounded: "No violation within what was explored.",
    unknown: count ? "What was found could not be seen to happen." : "Nothing was found, but not everything was explored.",
  };
  main.append(make("section", { class: `card verdict ${data.verdict}`, "aria-labelledby": "verdict" },
    make("h1", { id: "verdict", class: { violated: "bad", safe: "good" }[data.verdict] || "warn" }, WORDS[data.verdict] || data.verdict),
    make("p", {}, SUMMARY[data.verdict] || ""),
    make("p", { class: "soft" }, rests()),
    list("Not complete:", data.limits.map(said)),
    list("Approximated:", data.approximations.map(said)),
    list("Assumed:", data.assumptions),
    list("To bound it:", data.hints || []),
    list("Proved, and relied on:", data.invariants.map(said))));

  // Findings.
  const steppers = [];
  function stepWords(step) {
    const source = lineOf(step.file, step.line).trim();
    switch (step.kind) {
      case "branch": return `${source || "branch"}  →  ${step.text.replace("to line", "line")}`;
      case "switch": return `${source || "switch"} with ${step.text}`;
      case "call": return `call ${step.text}`;
      case "return": return step.text ? `return ${step.text} from ${step.function}` : `return from ${step.function}`;
      case "input": return `input ${step.text}`;
      default: return step.text;
    }
  }
  const KINDS = { branch: "branch", switch: "branch", call: "call", return: "return", assign: "set", store: "write", input: "input", note: "memory", fails: data.target ? "TARGET" : "FAILS" };

  /** Boxes behind each step; the states of a long path begin late. */
  function replay(finding) {
    const all = [];
    let boxes = new Map();
    const missing = finding.path.length + 1 - finding.states.length;
    for (let step = 0; step <= finding.path.length; step++) {
      const state = finding.states[step - missing];
      if (state && ((state.changed || []).length || (state.gone || []).length)) {
        boxes = new Map(boxes);
        for (const id of state.gone || []) boxes.delete(id);
        for (const box of state.changed || []) boxes.set(box.id, box);
      }
      all.push({ boxes, hidden: state ? state.hidden || 0 : 0, known: Boolean(state) });
    }
    return all;
  }

  function sourceTable(file, { from = 1, to = Infinity, marks = {} } = {}) {
    const coverage = record.coverage.find(one => one.file === file);
    const covered = new Map((coverage ? coverage.lines : []).map(one => [one.line, one.covered]));
    const body = make("tbody");
    linesOf(file).slice(from - 1, to).forEach((text, index) => {
      const line = from + index, state = covered.get(line);
      const kind = state === undefined ? "" : state ? "covered" : "uncovered";
      const fails = data.findings.some(finding => finding.file === file && finding.line === line);
      body.append(make("tr", { class: `${kind} ${fails ? "fails" : ""}`.trim() || null, "data-line": line },
        make("td", { class: "cover", title: kind || null }),
        make("th", { scope: "row" }, String(line)),
        make("td", { class: "text code" }, text || " "),
        marks[line] ? make("td", { class: "mark" }, marks[line]) : make("td", { class: "mark" })));
    });
    return make("table", { "aria-label": `Source of ${file}` }, body);
  }

  function memoryTable(boxes) {
    const body = make("tbody");
    for (const box of boxes.values()) {
      const life = box.life === "alive" ? "" : ` (${box.life})`;
      const title = `${box.name}${box.kind === "call" ? "()" : ""}${box.type ? ": " + box.type : ""}${life}`;
      const rows = box.fields.length ? box.fields : [{ name: "", value: "", type: "" }];
      rows.forEach((field, index) => {
        const target = field.to != null && boxes.get(field.to);
        const gone = target && target.life !== "alive" ? ` (${target.life})` : "";
        body.append(make("tr", {},
          index ? null : make("th", { scope: "rowgroup", rowspan: rows.length }, title),
          make("td", { class: "code" }, field.name), make("td", {}, field.type),
          make("td", { class: "code" }, (field.to != null ? "→ " : "") + field.value + gone)));
      });
    }
    const head = make("tr", {}, ...["Call or object", "Name", "Type", "Value"].map(name => make("th", { scope: "col" }, name)));
    return make("table", { class: "list" }, make("thead", {}, head), body);
  }

  function stepper(finding, number) {
    const memory = replay(finding);
    const last = finding.path.length, skipped = finding.skipped || 0;
    const end = { file: finding.file, line: finding.line, function: (finding.stack[0] || {}).function || "", kind: "fails", text: finding.message };
    const steps = [...finding.path, end];
    let at = last, zoom = 1, shownFile = null;

    const announced = make("p", { class: "said", role: "status", "aria-live": "polite" });
    const counter = make("span", { class: "soft" });
    const slider = make("input", { type: "range", min: 0, max: last, "aria-label": "Step", oninput: event => go(Number(event.target.value)) });
    const tool = (label, title, act, primary) => make("button", { type: "button", title, "aria-label": label.length > 1 ? null : title, class: primary ? "primary" : null, onclick: act }, label);
    const back = tool("◀ Back", "Step back (left arrow)", () => go(at - 1));
    const on = tool("Next ▶", "Step on (right arrow)", () => go(at + 1));
    const controls = make("div", { class: "controls", role: "group", "aria-label": "Steps of the path" },
      tool("First", "First step (Home)", () => go(0)), back, on,
      tool(data.target ? "The target" : "✗ Where it fails", "The last step (End)", () => go(last), true), slider, counter);

    const buttons = steps.map((step, index) => make("button", { type: "button", class: step.kind === "fails" ? "fails" : null, tabindex: -1, onclick: () => go(index) },
      make("span", { class: "number" }, String(skipped + index + 1)),
      make("span", { class: "where" }, `${KINDS[step.kind] || step.kind} ${step.line || ""}`),
      make("span", { class: "code" }, stepWords(step))));
    const stepList = make("ol", { class: "steps", "aria-label": "Steps" }, ...buttons.map(one => make("li", {}, one)));

    const source = make("div", { class: "source", tabindex: 0, role: "region", "aria-label": "Source at this step" });
    const drawing = make("div", { class: "drawing", tabindex: 0, role: "region", "aria-label": "Drawing of memory" });
    const note = make("span", { class: "soft" });
    const table = make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Memory as a table" });
    const details = make("details", { ontoggle: () => details.open && table.replaceChildren(memoryTable(memory[at].boxes)) },
      make("summary", {}, "Memory as a table"), table);
    const hasMemory = finding.states.length > 0;

    function paint() {
      // Where it fails, what matters is what the line uses; the step before tells what changed.
      const before = at === last ? memory[at].boxes : at > 0 && memory[at - 1].known ? memory[at - 1].boxes : null;
      const failing = at === last ? lineOf(finding.file, finding.line) : "";
      Drawing.draw(drawing, memory[at].boxes, before, failing, zoom);
      note.textContent = memory[at].known ? (memory[at].hidden ? `${memory[at].hidden} objects are not shown` : "") : "not kept for this step";
    }
    function fit(least = .3) {
      if (!drawing.extent || !drawing.clientWidth) return;
      const { width, height } = drawing.extent;
      zoom = Math.max(least, Math.min(1.15, (drawing.clientWidth - 4) / width, (drawing.clientHeight - 4) / height));
      paint();
    }
    function show(step) {
      if (step.file && step.file !== shownFile && record.sources[step.file]) {
        shownFile = step.file;
        source.replaceChildren(sourceTable(step.file));
      }
      source.querySelectorAll(".now").forEach(row => row.classList.remove("now"));
      const row = step.file === shownFile && source.querySelector(`[data-line="${step.line}"]`);
      if (row) {
        row.classList.add("now");
        source.scrollTop = row.offsetTop - source.clientHeight / 2;
      }
    }
    function go(to, silent) {
      at = Math.max(0, Math.min(last, to));
      const step = steps[at];
      slider.value = at;
      slider.setAttribute("aria-valuetext", `Step ${skipped + at + 1} of ${skipped + last + 1}`);
      counter.textContent = `step ${skipped + at + 1} of ${skipped + last + 1}${skipped ? ", the last of them" : ""}`;
      back.disabled = at === 0;
      on.disabled = at === last;
      announced.className = step.kind === "fails" ? "said fails" : "said";
      announced.replaceChildren(make("span", { class: "where" }, `${where(step)} ${step.function ? "in " + step.function : ""}`),
        make("span", { class: "code" }, stepWords(step)));
      stepList.querySelectorAll("[aria-current]").forEach(one => { one.removeAttribute("aria-current"); one.tabIndex = -1; });
      const button = buttons[at];
      button.setAttribute("aria-current", "step");
      button.tabIndex = 0;
      const item = button.parentElement;
      if (item.offsetTop < stepList.scrollTop + 30 || item.offsetTop > stepList.scrollTop + stepList.clientHeight - 60)
        stepList.scrollTop = item.offsetTop - stepList.clientHeight / 2;
      show(step);
      if (hasMemory) {
        paint();
        if (details.open) table.replaceChildren(memoryTable(memory[at].boxes));
      }
      if (!silent) history.replaceState(null, "", `#finding-${number}/${at + 1}`);
    }

    const legend = make("p", { class: "legend" },
      make("span", {}, make("span", { class: "swatch", style: "background:var(--new)" }), "changed in this step"),
      make("span", {}, make("span", { class: "swatch", style: "background:var(--freed);border-color:var(--bad)" }), "freed or out of scope"),
      make("span", {}, make("b", { class: "bad" }, "- - ▶ "), "dangling pointer"),
      make("span", {}, make("b", {}, "NULL "), "the null pointer"), make("span", {}, make("b", { class: "warn" }, "? "), "never written"),
      make("span", {}, make("span", { class: "swatch used" }), "the failing line goes through it"),
      make("span", {}, make("span", { class: "swatch", style: "background:var(--uncovered);border-color:var(--bad)" }), "and cannot follow it"));
    const picture = make("div", { class: "card panel" },
      make("h3", {}, "Memory", note, make("span", { class: "tools" },
        tool("−", "Smaller", () => { zoom = Math.max(.25, zoom / 1.2); paint(); }),
        tool("Fit", "Fit the drawing", () => fit()),
        tool("+", "Larger", () => { zoom = Math.min(3, zoom * 1.2); paint(); }))),
      drawing, legend, details);
    const left = make("div", { class: "left" },
      make("div", { class: "card panel" }, make("h3", {}, "Source"), source),
      make("div", { class: "card panel" }, make("h3", {}, "Steps"), stepList));
    const node = make("div", {}, controls, announced, make("div", { class: "stepper" }, left, hasMemory ? picture : null));
    node.addEventListener("keydown", event => {
      const move = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -1e6, End: 1e6 }[event.key];
      const scrolls = event.target === drawing || event.target === source || event.target === table;
      if (!move || event.target === slider || scrolls || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      go(at + move);
      if (stepList.contains(event.target)) buttons[at].focus();
    });
    return { node, go, fit, steps: last, next: () => go(at + 1), previous: () => go(at - 1), first: () => go(0), end: () => go(last) };
  }

  function inputs(finding) {
    const asked = finding.input.filter(input => input.from !== "implicit");
    if (!asked.length) return make("p", { class: "soft" }, finding.input.length ? "What the run reads is told below." : "No input is needed.");
    const row = input => make("tr", {}, make("td", { class: "code" }, input.name), make("td", { class: "code" }, input.value), make("td", { class: "place" }, where(input)));
    return make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Input" }, make("table", { class: "list" },
      make("thead", {}, make("tr", {}, ...["Input", "Value", "Where"].map(name => make("th", { scope: "col" }, name)))),
      make("tbody", {}, ...asked.map(row))));
  }

  data.findings.forEach((finding, index) => {
    const number = index + 1;
    const rule = record.rules.find(one => one.property === finding.property);
    const cwe = finding.cwe || (rule && rule.cwe);
    const one = stepper(finding, number);
    steppers.push(one);
    const stack = finding.stack.map(frame => `${frame.function}${frame.file ? ` (${where(frame)})` : ""}`);
    const title = `Finding ${number}: ${finding.message}`;
    section(`finding-${number}`, count === 1 ? "Finding" : `Finding ${number}`);
    const here = main.lastElementChild;
    here.classList.add("finding");
    here.firstElementChild.textContent = title;
    here.append(make("p", {},
      make("span", { class: "tag bad" }, finding.property), " ", cwe ? make("span", { class: "tag soft" }, `CWE-${cwe}`) : "", " ",
      make("strong", {}, where(finding)), ` in ${(finding.stack[0] || {}).function || "the program"}. `,
      make("span", { class: finding.confirmation === "confirmed" ? "good" : "warn" }, finding.confirmation), ": " + finding.confirmation_detail),
      one.node,
      make("div", { class: "columns" },
        make("div", { class: "card" }, make("h3", {}, "Input"), inputs(finding), finding.standard_input ? make("p", {}, "Standard input (hexadecimal): ", make("code", {}, finding.standard_input)) : null),
        make("div", { class: "card" }, make("h3", {}, "Calls, innermost first"), make("ol", {}, ...stack.map(text => make("li", { class: "code" }, text))),
          list("What explains it:", finding.notes.map(said))),
        make("div", { class: "card" }, make("h3", {}, "Run it again"),
          finding.test ? make("p", {}, "Test: ", make("code", {}, finding.test)) : make("p", { class: "soft" }, "No test was written."),
          finding.decisions ? make("p", {}, "Its path: ", make("code", {}, `--path ${finding.decisions.length > 200 ? finding.decisions.slice(0, 200) + "…" : finding.decisions}`)) : null)));
  });

  // Checks, by source line.
  const bounded = data.limits.some(limit => limit.kind === "input-bound");
  const STANDINGS = { holds: bounded ? ["warn", "✓ holds within bounds"] : ["good", "✓ holds"], fails: ["bad", "✗ fails"], open: ["warn", "? open"] };
  if (data.checks.length) {
    const rows = [...data.checks].sort((a, b) => (a.file || "~").localeCompare(b.file || "~") || (a.line || 0) - (b.line || 0));
    const row = check => {
      const [kind, word] = STANDINGS[check.standing];
      const source = lineOf(check.file, check.line).trim();
      return make("tr", {}, make("td", { class: "place" }, where(check) || "end of the run"), make("td", {}, check.property),
        make("td", { class: kind }, word), make("td", {}, check.by || ""), make("td", { class: "code" }, source));
    };
    section("checks", "Checks", make("div", { class: "card scroll", tabindex: 0, role: "region", "aria-label": "Table of checks" }, make("table", { class: "list" },
      make("thead", {}, make("tr", {}, ...["Where", "Property", "Known", "By", "Source"].map(name => make("th", { scope: "col" }, name)))),
      make("tbody", {}, ...rows.map(row)))));
  }

  // Source with coverage.
  const files = Object.keys(record.sources).filter(file => record.coverage.some(one => one.file === file) || data.files.includes(file));
  if (files.length) {
    const of = file => {
      const coverage = record.coverage.find(one => one.file === file);
      const share = coverage && coverage.lines.length ? `, ${coverage.lines.filter(one => one.covered).length} of ${coverage.lines.length} lines covered by klew's runs` : "";
      const marks = {};
      for (const check of data.checks) if (check.file === file) {
        const mark = STANDINGS[check.standing][1][0];
        marks[check.line] = (marks[check.line] || "") + mark;
      }
      return make("details", { class: "card panel", open: files.length === 1 && linesOf(file).length < 400 },
        make("summary", {}, file + share), make("div", { class: "source whole", tabindex: 0, role: "region", "aria-label": `Source of ${file}` }, sourceTable(file, { marks })));
    };
    section("source", "Source and coverage", ...files.map(of));
  }

  // What the exploration did, and where the time went.
  const explored = record.tree || [];
  if (explored.length > 1) {
    const { node, api, root } = ExecutionTree.build({ nodes: explored, make, findings: data.findings, lineOf });
    window.klewTree = api;
    const closed = data.points.filter(point => point.covered || point.included);
    const row = point => make("tr", {}, make("td", { class: "place" }, `${point.function} ${where(point)}`), make("td", {}, String(point.visited)),
      make("td", {}, String(point.included)), make("td", {}, String(point.covered)), make("td", { class: "code" }, lineOf(point.file, point.line).trim()));
    const table = (label, content) => make("div", { class: "card scroll", tabindex: 0, role: "region", "aria-label": label }, make("h3", {}, label), content);
    section("tree", "Execution tree", make("p", { class: "soft" }, ExecutionTree.summary(explored)), node,
      make("div", { class: "columns" }, table("Where the time went", ExecutionTree.hotPlaces(root, api.nodes, make, lineOf)),
        closed.length ? table("What was pruned", make("table", { class: "list" },
          make("thead", {}, make("tr", {}, ...["Where", "States that came", "Closed: an earlier one includes them", "Closed: an interpolant covers them", "Source"].map(name => make("th", { scope: "col" }, name)))),
          make("tbody", {}, ...closed.map(row)))) : null));
  }
  if ((record.timeline || []).length > 1) section("time", "Over time", Timeline.build(make, record.timeline));

  // Figures.
  const figures = Object.entries(data.statistics).filter(([, value]) => value !== null);
  section("figures", "Figures", make("div", { class: "card" }, make("table", { class: "list" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Figure"), make("th", { scope: "col" }, "Value"))),
    make("tbody", {}, ...figures.map(([name, value]) => make("tr", {}, make("td", {}, name.replaceAll("_", " ")), make("td", {}, typeof value === "number" && !Number.isInteger(value) ? value.toFixed(3) : String(value)))))),
    make("p", { class: "soft" }, `klew ${record.klew || ""}, ${record.created || ""}`)));

  // Keys work wherever the focus is; those of a finding's own controls come first.
  document.addEventListener("keydown", event => {
    const target = event.target;
    const free = target === document.body || target === main;
    if (!free || !steppers.length || event.altKey || event.ctrlKey || event.metaKey) return;
    const act = { ArrowRight: "next", ArrowLeft: "previous", Home: "first", End: "end" }[event.key];
    if (!act) return;
    event.preventDefault();
    steppers[0][act]();
  });
  const [, wantedFinding, wantedStep] = location.hash.match(/^#finding-(\d+)(?:\/(\d+))?/) || [];
  steppers.forEach((one, index) => {
    const step = Number(wantedFinding) === index + 1 && wantedStep ? Number(wantedStep) - 1 : one.steps;
    one.go(step, true);
    // Text stays readable; what is larger scrolls.
    one.fit(.8);
  });
  const wantedSection = wantedFinding ? `finding-${wantedFinding}` : location.hash.slice(1);
  if (wantedSection) document.getElementById(wantedSection)?.scrollIntoView();
})();
