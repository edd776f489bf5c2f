// The execution tree: what the exploration did, with thick branches where the time went. Subtrees fold; only what is in view is drawn, on a
// canvas, so that ten thousand nodes move as one does. Beside the canvas stand the selected node and its relatives as items of a tree, for
// screen readers, and all that is known of it in words.
const ExecutionTree = (() => {
  const ROW = 24, COLUMN = 230, MARK = 4.5, FIRST = 90, ALL = 250;
  const KINDS = {
    fork: ["", "forks"], normal: ["✓", "ends as it should"], exceptional: ["✗", "ends in an error"],
    infeasible: ["∅", "no run takes it"], covered: ["≡", "closed, as an earlier state covers it"],
    cut: ["✂", "not followed to its end"], waiting: ["…", "not explored"], elsewhere: ["⇢", "handed over to a process beside"],
  };
  const base = file => (file || "").split("/").pop();
  const place = node => node.line ? `${base(node.file)}:${node.line}` : "";
  const seconds = time => time >= 100 ? `${time.toFixed(0)} s` : time >= 1 ? `${time.toFixed(1)} s` : `${(time * 1000).toFixed(time < .01 ? 2 : 0)} ms`;
  const plural = (count, what) => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
  const percent = share => share >= .0995 || share === 0 ? `${Math.round(share * 100)} %` : `${(share * 100).toFixed(1)} %`;

  /** Nodes with what is below them, and what is known of them together. */
  function grown(given) {
    const nodes = given.map((one, id) => ({
      ...one, id, children: [], depth: 0, open: false, row: 0,
      all: { seconds: one.seconds, queries: one.queries || 0, nodes: 1, ends: one.ended || (["fork", "waiting", "elsewhere"].includes(one.kind) ? 0 : 1), fails: (one.fails || []).length },
    }));
    for (const node of nodes) if (node.parent !== undefined) {
      node.above = nodes[node.parent];
      node.above.children.push(node);
      node.depth = node.above.depth + 1;
    }
    for (let id = nodes.length - 1; id > 0; id--) {
      const { above, all } = nodes[id];
      if (above) for (const key in all) above.all[key] += all[key];
    }
    return nodes;
  }

  /** Unfolds what took most of the time, and what leads to failures, until there is enough to look at. */
  function unfoldSome(nodes) {
    if (nodes.length <= ALL) return nodes.forEach(node => { node.open = node.children.length > 0; });
    let shown = 1;
    const unfold = node => {
      if (node.open || !node.children.length) return;
      node.open = true;
      shown += node.children.length;
    };
    for (const failing of nodes.filter(node => (node.fails || []).length).slice(0, 3))
      for (let node = failing.above; node && shown < 2 * FIRST; node = node.above) unfold(node);
    const waiting = [nodes[0]];
    while (waiting.length && shown < FIRST) {
      let best = 0;
      waiting.forEach((node, index) => { if (node.all.seconds > waiting[best].all.seconds) best = index; });
      const [node] = waiting.splice(best, 1);
      unfold(node);
      waiting.push(...node.children);
    }
    // What was unfolded for a failure hangs together with the root.
    for (let node of nodes) if (node.open) for (node = node.above; node; node = node.above) node.open = true;
  }

  /** The nodes that are not within folded ones, in the order of a walk; each with its row. */
  function laidOut(root) {
    const order = [], stack = [root];
    let rows = 0;
    while (stack.length) {
      const node = stack.pop();
      order.push(node);
      if (node.open) for (let index = node.children.length - 1; index >= 0; index--) stack.push(node.children[index]);
      else node.row = rows++;
    }
    for (let index = order.length - 1; index >= 0; index--) {
      const node = order[index];
      if (node.open) node.row = (node.children[0].row + node.children[node.children.length - 1].row) / 2;
    }
    return { order, rows, columns: order.reduce((most, node) => Math.max(most, node.depth), 0) };
  }

  function build({ nodes: given, make, findings, lineOf }) {
    const nodes = grown(given), root = nodes[0], total = root.all.seconds || 1;
    unfoldSome(nodes);
    let layout = laidOut(root), selected = root, scale = 1, stretch = 1, left = 20, top = 20, scheduled = false;

    const canvas = make("canvas", { "aria-hidden": "true" });
    const items = make("div", { class: "away", role: "none" });
    const tree = make("div", { class: "tree", role: "tree", tabindex: 0, "aria-label": "Execution tree: arrow keys move and unfold, plus and minus zoom, 0 fits", "aria-activedescendant": "tree-node-0" }, canvas, items);
    const details = make("div", { class: "card details", "aria-live": "polite", role: "status" });

    const words = node => {
      const [mark, word] = KINDS[node.kind] || ["", node.kind];
      const fails = (node.fails || []).map(one => `${one.property} fails${one.line ? ` at ${place(one)}` : ""}`);
      const end = node.kind === "covered" && node.covered_by !== undefined ? `covered by #${node.covered_by}` : node.text || word;
      return { mark: fails.length ? "✗" : mark, text: [...fails, ["fork", "waiting"].includes(node.kind) && fails.length ? "" : end].filter(Boolean).join("; ") };
    };
    const tag = node => node.children.length && !node.open
      ? `+ ${plural(node.all.nodes - 1, "node")}, ${percent(node.all.seconds / total)}${node.all.fails ? ", ✗" : ""}`
      : node.children.length ? "" : node.folded_forks && node.kind === "waiting"
      ? `■ ${plural(node.folded_forks, "fork")} within, ${percent(node.seconds / total)}` : `${words(node).mark} ${words(node).text}`;

    // Drawing.
    const style = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    function size() {
      const ratio = devicePixelRatio || 1, width = tree.clientWidth, height = tree.clientHeight;
      if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
      }
      return { ratio, width, height };
    }
    const wide = () => COLUMN * scale * stretch;
    const x = node => left + node.depth * wide();
    const y = node => top + node.row * ROW * scale;
    function paint() {
      scheduled = false;
      const { ratio, width, height } = size(), context = canvas.getContext("2d");
      if (!width || !context) return;
      const color = Object.fromEntries(["ink", "soft", "line", "accent", "good", "bad", "warn", "card", "current"].map(name => [name, style("--" + name)]));
      const kinds = { fork: color.soft, normal: color.good, exceptional: color.bad, infeasible: color.soft, covered: color.accent, cut: color.warn, waiting: color.warn, elsewhere: color.accent };
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      const way = new Set();
      for (let node = selected; node; node = node.above) way.add(node);
      // Branches, by their widths: as thick as the time below them.
      // Far off, many nodes are one point.
      const far = scale < .25, points = new Set();
      const isNew = (node, above) => {
        if (!far) return true;
        const point = `${x(node) | 0},${y(node) | 0},${above ? y(above) | 0 : ""}`;
        return !points.has(point) && Boolean(points.add(point));
      };
      const widths = [[], [], [], []], marked = [];
      for (const node of layout.order) {
        const { above } = node;
        if (!above || x(above) > width || x(node) < 0) continue;
        const from = y(above), to = y(node);
        if (Math.max(from, to) < 0 || Math.min(from, to) > height) continue;
        if (!isNew(node, above)) continue;
        const share = node.all.seconds / total;
        (way.has(node) ? marked : widths[share > .5 ? 3 : share > .15 ? 2 : share > .03 ? 1 : 0]).push(node);
      }
      const stroke = (list, color, thick) => {
        context.strokeStyle = color;
        context.lineWidth = thick;
        context.beginPath();
        for (const node of list) {
          const bend = x(node.above) + Math.min(14, wide() / 8);
          context.moveTo(x(node.above), y(node.above));
          context.lineTo(bend, y(node));
          context.lineTo(x(node), y(node));
        }
        context.stroke();
      };
      widths.forEach((list, index) => stroke(list, index > 1 ? color.soft : color.line, [1, 2.2, 4, 6.5][index] * Math.max(.5, Math.min(1, scale))));
      stroke(marked, color.accent, 2.5);
      // What closed the selected state, or what it closed.
      const pairs = layout.order.length < 2000 ? layout.order.filter(node => node.covered_by !== undefined && (node === selected || node.covered_by === selected.id)) : selected.covered_by !== undefined ? [selected] : [];
      context.setLineDash([5, 4]);
      context.lineWidth = 1.6;
      context.strokeStyle = color.accent;
      for (const node of pairs) {
        const by = shownFor(nodes[node.covered_by]);
        if (!by) continue;
        context.beginPath();
        context.moveTo(x(node), y(node));
        context.bezierCurveTo(x(node), (y(node) + y(by)) / 2, x(by), (y(node) + y(by)) / 2, x(by), y(by));
        context.stroke();
      }
      context.setLineDash([]);
      const text = scale > .55, small = Math.max(1, MARK * Math.min(1.2, scale));
      context.font = `${Math.round(12 * Math.min(1.25, Math.max(.8, scale)))}px ui-monospace, "DejaVu Sans Mono", monospace`;
      context.textBaseline = "middle";
      const letter = text ? context.measureText("m").width : 0;
      for (const node of layout.order) {
        const at = x(node), row = y(node);
        if (row < -ROW || row > height + ROW || at > width + COLUMN || at < -500) continue;
        if (node !== selected && !(node.fails || []).length && !isNew(node)) continue;
        const fails = (node.fails || []).length || (!node.open && node.all.fails);
        context.fillStyle = fails ? color.bad : kinds[node.kind] || color.soft;
        if (node.children.length && !node.open) context.fillRect(at - small * 1.3, row - small * 1.3, small * 2.6, small * 2.6);
        else { context.beginPath(); context.arc(at, row, small, 0, 7); context.fill(); }
        if (node === selected) {
          context.strokeStyle = color.accent;
          context.lineWidth = 2;
          context.strokeRect(at - small - 4, row - small - 4, 2 * small + 8, 2 * small + 8);
        }
        if (!text) continue;
        const label = tag(node);
        if (label) { context.fillText(label.length > 60 ? label.slice(0, 59) + "…" : label, at + small + 6, row); }
        if (node.when && node.above && wide() > 70) {
          const fits = Math.floor((wide() - 34) / letter);
          context.fillStyle = way.has(node) ? color.ink : color.soft;
          context.fillText(node.when.length > fits ? node.when.slice(0, Math.max(1, fits - 1)) + "…" : node.when, x(node.above) + 18, row - 7 * Math.min(1.2, scale));
        }
      }
    }
    const redraw = () => { if (!scheduled) { scheduled = true; requestAnimationFrame(paint); } };
    /** The node that stands for another one: itself, or what it is folded into. */
    function shownFor(node) {
      let shown = node;
      for (let above = node; above; above = above.above) if (!above.open && above !== node) shown = above;
      return shown;
    }

    // Moving about.
    function zoom(by, px = tree.clientWidth / 2, py = tree.clientHeight / 2) {
      const to = Math.max(.02, Math.min(2.5, scale * by));
      left = px - (px - left) * to / scale;
      top = py - (py - top) * to / scale;
      scale = to;
      redraw();
    }
    function fit(least = .02) {
      const { clientWidth: width, clientHeight: height } = tree;
      if (!width) return;
      // Long branches are drawn shorter, so that rows keep apart.
      scale = Math.max(least, Math.min(1, (height - 40) / (layout.rows * ROW)));
      stretch = Math.max(least < .5 ? .04 : .6, Math.min(1, (width - 220) / ((layout.columns + .01) * COLUMN * scale)));
      left = 20;
      top = Math.max(20, (height - layout.rows * ROW * scale) / 2);
      redraw();
    }
    function reveal() {
      const { clientWidth: width, clientHeight: height } = tree;
      if (x(selected) < 30 || x(selected) > width - 160) left += width * .4 - x(selected);
      if (y(selected) < 20 || y(selected) > height - 20) top += height / 2 - y(selected);
    }
    function select(node, quiet) {
      for (let above = node.above; above; above = above.above) if (!above.open) { above.open = true; layout = null; }
      layout ??= laidOut(root);
      selected = node;
      if (!quiet) reveal();
      told();
      redraw();
    }
    function toggle(node, open = !node.open) {
      if (!node.children.length || node.open === open) return;
      const before = [x(node), y(node)];
      node.open = open;
      layout = laidOut(root);
      left += before[0] - x(node);
      top += before[1] - y(node);
      told();
      redraw();
    }
    function all(open) {
      nodes.forEach(node => { node.open = open && node.children.length > 0; });
      if (!open) { root.open = root.children.length > 0; selected = root; }
      layout = laidOut(root);
      told();
      fit();
    }

    // In words.
    const item = node => {
      const { text } = words(node), list = node.above ? node.above.children : [root];
      const said = [node.when && `when ${node.when}`, node.function, place(node), text, node.children.length ? `${plural(node.all.nodes - 1, "node")} below` : "", `${percent(node.all.seconds / total)} of the time`];
      return make("div", { role: "treeitem", id: `tree-node-${node.id}`, "aria-level": node.depth + 1, "aria-posinset": list.indexOf(node) + 1, "aria-setsize": list.length,
        "aria-selected": node === selected ? "true" : "false", "aria-expanded": node.children.length ? String(node.open) : null }, said.filter(Boolean).join(", "));
    };
    function told() {
      const near = [selected.above, selected, ...(selected.open ? selected.children.slice(0, 12) : [])].filter(Boolean);
      items.replaceChildren(...near.map(item));
      tree.setAttribute("aria-activedescendant", `tree-node-${selected.id}`);
      const { mark, text } = words(selected), own = selected.all;
      const jump = (node, label) => make("button", { type: "button", onclick: () => { select(node); tree.focus(); } }, label);
      const failing = (selected.fails || []).map(fail => {
        const number = findings.findIndex(one => one.property === fail.property && one.file === fail.file && one.line === fail.line) + 1;
        return number ? make("a", { href: `#finding-${number}` }, `Finding ${number}`) : null;
      });
      const row = (name, ...value) => [make("dt", {}, name), make("dd", {}, ...value)];
      const source = lineOf(selected.file, selected.line).trim();
      const list = make("dl", {},
        ...row("Where", selected.function || selected.line ? `${selected.function || ""} ${place(selected)}` : "the end of the run", source ? make("code", {}, source) : ""),
        ...(selected.when ? row("When", make("code", {}, selected.when)) : []),
        ...row("Then", make("span", { class: { "✗": "bad", "✓": "good" }[mark] || null }, `${mark} ${text} `), ...failing.filter(Boolean)),
        ...row("Time", `${seconds(selected.seconds)} here, ${seconds(own.seconds)} with all below (${percent(own.seconds / total)})`),
        ...row("Work", `${plural(selected.queries || 0, "query").replace("querys", "queries")}, ${plural(selected.instructions || 0, "instruction")} here`),
        ...(selected.children.length ? row("Below", `${plural(own.nodes - 1, "node")}, ${plural(own.ends, "ended path")}`) : []),
        ...(selected.folded_forks ? row("Folded", `${plural(selected.folded_forks, "fork")} that are no nodes, as there are too many; ${plural(selected.ended || 0, "path")} ended in them`) : []),
        ...(selected.interpolant ? row("Covers", ...selected.interpolant.map(one => make("code", {}, one))) : []));
      const covers = nodes[selected.covered_by];
      details.replaceChildren(make("h3", {}, `Node #${selected.id}`), list, make("p", { class: "controls" },
        selected.above ? jump(selected.above, "Node above") : null, covers ? jump(covers, `What covers it: #${covers.id}`) : null,
        selected.children.length ? make("button", { type: "button", onclick: () => toggle(selected) }, selected.open ? "Fold" : "Unfold") : null));
    }

    const move = {
      ArrowRight: () => selected.children.length && (selected.open ? select(selected.children[0]) : toggle(selected)),
      ArrowLeft: () => selected.open && selected !== root ? toggle(selected) : selected.above && select(selected.above),
      ArrowDown: () => { const next = layout.order[layout.order.indexOf(selected) + 1]; if (next) select(next); },
      ArrowUp: () => { const next = layout.order[layout.order.indexOf(selected) - 1]; if (next) select(next); },
      Home: () => select(root), End: () => select(layout.order[layout.order.length - 1]),
      Enter: () => toggle(selected), " ": () => toggle(selected), "+": () => zoom(1.25), "-": () => zoom(.8), 0: () => fit(),
    };
    tree.addEventListener("keydown", event => {
      if (!move[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      move[event.key]();
    });
    let drag = null;
    const hit = event => {
      const box = canvas.getBoundingClientRect(), px = event.clientX - box.left, py = event.clientY - box.top;
      let best = null, nearest = 18;
      for (const node of layout.order) {
        const distance = Math.hypot(Math.max(0, Math.abs(x(node) - px + (px > x(node) ? 4 : 0)) - (tag(node) && scale > .55 && px > x(node) ? 120 : 0)), y(node) - py);
        if (distance < nearest) { nearest = distance; best = node; }
      }
      return best;
    };
    canvas.addEventListener("pointerdown", event => { drag = { x: event.clientX, y: event.clientY, moved: false }; canvas.setPointerCapture(event.pointerId); });
    canvas.addEventListener("pointermove", event => {
      if (!drag) return;
      const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
      if (!drag.moved && Math.hypot(dx, dy) < 4) return;
      left += dx; top += dy;
      drag = { x: event.clientX, y: event.clientY, moved: true };
      redraw();
    });
    canvas.addEventListener("pointerup", event => {
      const node = drag && !drag.moved && hit(event);
      drag = null;
      if (!node) return;
      if (node === selected || (node.children.length && !node.open)) { select(node, true); toggle(node); } else select(node, true);
    });
    canvas.addEventListener("wheel", event => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = canvas.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    new ResizeObserver(redraw).observe(tree);
    new MutationObserver(redraw).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });

    const button = (label, title, onclick) => make("button", { type: "button", title, "aria-label": label.length > 1 ? null : title, onclick }, label);
    const costly = nodes.reduce((most, node) => node.seconds > most.seconds ? node : most, root);
    const failing = nodes.filter(node => (node.fails || []).length);
    let nextFailure = 0;
    const controls = make("div", { class: "controls still", role: "group", "aria-label": "The tree" },
      button("−", "Smaller", () => zoom(.8)), button("Fit", "All of it", () => fit()), button("+", "Larger", () => zoom(1.25)),
      button("Fold all", "Only the root's own branches", () => all(false)), button("Unfold all", "All nodes", () => all(true)),
      button("Most time", "The stretch that took most of the time", () => select(costly)),
      failing.length ? button("✗ Next failure", "A path on which a check fails", () => select(failing[nextFailure++ % failing.length])) : null,
      make("span", { class: "soft" }, "drag to move, Ctrl and wheel to zoom; thick branches took much of the time"));
    const legend = make("p", { class: "legend" }, ...Object.entries(KINDS).filter(([, [mark]]) => mark).map(([, [mark, word]]) => make("span", {}, make("b", {}, mark), " " + word)), make("span", {}, make("b", {}, "■"), " folded"));

    const api = { nodes, select: id => select(nodes[id]), toggle: id => toggle(nodes[id]), all, fit, zoom, paint, press: key => move[key](), get shown() { return layout.order.length; }, get selected() { return selected.id; } };
    told();
    requestAnimationFrame(() => { fit(.8); paint(); });
    return { node: make("div", {}, controls, make("div", { class: "explored" }, make("div", { class: "card panel" }, tree, legend), details)), api, root };
  }

  /** Where the time went, by the places where paths fork or end. */
  function hotPlaces(root, nodes, make, lineOf) {
    const places = new Map();
    for (const node of nodes) {
      const key = node.function || node.line ? `${node.function || ""} ${place(node)}` : "the end of the run";
      const one = places.get(key) || { node, seconds: 0, queries: 0, instructions: 0, count: 0 };
      one.seconds += node.seconds; one.queries += node.queries || 0; one.instructions += node.instructions || 0; one.count++;
      places.set(key, one);
    }
    const total = root.all.seconds || 1;
    const rows = [...places].sort(([, one], [, two]) => two.seconds - one.seconds).slice(0, 12);
    const row = ([key, one]) => make("tr", {}, make("td", { class: "place" }, key), make("td", {}, percent(one.seconds / total)), make("td", {}, seconds(one.seconds)),
      make("td", {}, one.queries.toLocaleString("en")), make("td", {}, one.instructions.toLocaleString("en")), make("td", {}, one.count.toLocaleString("en")), make("td", { class: "code" }, lineOf(one.node.file, one.node.line).trim()));
    return make("table", { class: "list" },
      make("thead", {}, make("tr", {}, ...["Way to", "Share", "Time", "Queries", "Instructions", "Stretches", "Source"].map(name => make("th", { scope: "col" }, name)))),
      make("tbody", {}, ...rows.map(row)));
  }

  /** How often what happened, in a sentence. */
  function summary(nodes) {
    const counts = {};
    for (const node of nodes) counts[node.kind] = (counts[node.kind] || 0) + 1;
    const said = Object.entries(KINDS).filter(([kind]) => counts[kind]).map(([kind, [, word]]) => `${counts[kind].toLocaleString("en")} ${kind === "fork" ? "forks" : word}`);
    const folded = nodes.reduce((sum, node) => sum + (node.folded_forks || 0), 0);
    const ended = nodes.reduce((sum, node) => sum + (node.folded_forks ? node.ended || 0 : 0), 0);
    return `${plural(nodes.length, "node")}: ${said.join("; ")}.${folded ? ` ${plural(folded, "more fork")} and ${plural(ended, "end")} of paths are counted in the nodes that they belong to, as there are too many.` : ""}`;
  }

  return { build, hotPlaces, summary };
})();
