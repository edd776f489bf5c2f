// Memory at a step as a drawing: calls and objects are boxes, pointers arrows. Layered: calls first, then variables and objects by
// how many pointers lie between them and a call. Nothing is random, so equal states have equal drawings.
const Drawing = (() => {
  const ROW = 22, HEAD = 26, CHARACTER = 7.6, PAD = 10, GAP_X = 64, GAP_Y = 18, MARGIN = 18;
  const NS = "http://www.w3.org/2000/svg";
  const svg = (name, attributes = {}, ...children) => {
    const node = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };
  const short = (text, most) => text.length > most ? text.slice(0, most - 1) + "…" : text;

  /** What changed from one set of boxes to the next: ids of new boxes, and keys of fields. */
  function changes(before, boxes) {
    const fresh = new Set(), fields = new Set();
    for (const box of boxes.values()) {
      const was = before && before.get(box.id);
      if (!was) { fresh.add(box.id); continue; }
      const old = new Map(was.fields.map(field => [field.name, field]));
      for (const field of box.fields) {
        const known = old.get(field.name);
        if (!known || known.value !== field.value || known.to !== field.to || known.at !== field.at)
          fields.add(box.id + "/" + field.name);
      }
      if (was.life !== box.life) fields.add(box.id + "/");
    }
    return { fresh, fields };
  }

  const isDangling = (field, boxes) => {
    const target = field.to != null && boxes.get(field.to);
    return Boolean(target && target.life !== "alive");
  };

  /**
   * Fields that the failing line goes through (`node->right->parent`), and among them those that it cannot follow: null, dangling, or
   * never written.
   */
  function usedBy(line, boxes) {
    const used = new Set(), suspect = new Set();
    const inner = [...boxes.values()].filter(box => box.kind === "call").sort((a, b) => a.id - b.id)[0];
    if (!inner) return { used, suspect };
    const variable = name => inner.fields.find(field => field.name === name);
    const isWrong = field => field.holds === "null" || field.holds === "nothing" || isDangling(field, boxes);
    const start = name => {
      const own = variable(name);
      if (own) return { box: inner, field: own, prefix: "" };
      const self = variable("this"), object = self && boxes.get(self.to);
      const member = object && object.fields.find(field => field.name === name);
      if (member) return { box: object, field: member, prefix: "" };
      const box = [...boxes.values()].find(one => (one.kind === "stack" || one.kind === "global") && one.life === "alive"
        && (one.name === name || one.name.endsWith("." + name)));
      return box && { box, field: box.fields.find(field => field.name === ""), prefix: "" };
    };
    for (const [chain] of line.matchAll(/[A-Za-z_$][\w$]*(?:\s*(?:->|\.)\s*[A-Za-z_$][\w$]*|\[\w+\])*/g)) {
      const parts = chain.match(/\[\w+\]|[A-Za-z_$][\w$]*/g);
      let at = start(parts[0]);
      if (!at) continue;
      if (at.field) used.add(at.box.id + "/" + at.field.name);
      for (const part of parts.slice(1)) {
        if (at.field) {
          if (isWrong(at.field)) suspect.add(at.box.id + "/" + at.field.name);
          const target = at.field.to != null && boxes.get(at.field.to);
          if (!target || target.life !== "alive") break;
          at = { box: target, field: null, prefix: "" };
        }
        const index = part.startsWith("[") && part.slice(1, -1);
        const number = index && (/^\d+$/.test(index) ? index : (variable(index) || {}).value);
        const name = index ? `${at.prefix}[${number}]` : at.prefix ? `${at.prefix}.${part}` : part;
        const field = at.box.fields.find(one => one.name === name);
        if (field) used.add(at.box.id + "/" + name);
        // An index behind the last element, or before the first.
        const elements = at.box.fields.some(one => one.name.startsWith(at.prefix + "[0]"));
        if (index && !field && elements && !at.box.more && variable(index)
            && !at.box.fields.some(one => one.name.startsWith(name)))
          suspect.add(inner.id + "/" + index);
        at = { box: at.box, field: field || null, prefix: name };
      }
      const call = line.slice(line.indexOf(chain) + chain.length).trimStart().startsWith("(");
      const through = line.includes("*" + chain) || line.includes(chain + "[");
      if (at.field && through && !call && isWrong(at.field)) suspect.add(at.box.id + "/" + at.field.name);
    }
    return { used, suspect };
  }

  function sizes(box) {
    const title = box.name.length + (box.type ? box.type.length + 3 : 0) + (box.life === "alive" ? 4 : 8);
    const rows = box.fields.map(field => Math.min(field.name.length, 26) + Math.min(field.value.length, 34) + 5);
    const characters = Math.max(12, Math.min(title, 58), ...rows);
    const count = box.fields.length + (box.more ? 1 : 0);
    return { width: Math.round(characters * CHARACTER + 2 * PAD), height: HEAD + Math.max(count, 0) * ROW + 4 };
  }

  // Fields that lead back by their names: where these close a circle, it is they that go backwards.
  const BACK = /(^|[.\]_])(parent|prev|previous|up|owner|outer|back|last|tail|this\$\d+)$/i;

  /** The column of each box: calls and globals first; a box is one further than all that lead to it, except where pointers go round. */
  function layers(boxes) {
    const all = [...boxes.values()];
    const of = kind => all.filter(box => box.kind === kind);
    const roots = [...of("call").sort((a, b) => b.id - a.id), ...of("global").sort((a, b) => a.id - b.id)];
    const rest = [...of("stack"), ...all].sort((a, b) => a.id - b.id);
    const targetOf = field => {
      const target = field.to != null && boxes.get(field.to);
      return target && target.kind !== "call" && target.kind !== "global" ? target : null;
    };
    // What leads back counts last, and only where nothing else leads there.
    const led = new Set();
    for (const box of all) for (const field of box.fields)
      if (!BACK.test(field.name) && field.to !== box.id && targetOf(field)) led.add(field.to);
    const next = new Map(all.map(box => [box.id, box.fields
      .filter(field => targetOf(field) && !(BACK.test(field.name) && led.has(field.to)))
      .map(targetOf)]));
    const state = new Map(), order = [], edges = new Map();
    const visit = root => {
      const open = [[root, 0]];
      state.set(root.id, "open");
      while (open.length) {
        const top = open[open.length - 1], [box, index] = top, targets = next.get(box.id);
        if (index === targets.length) {
          state.set(box.id, "done");
          order.push(box);
          open.pop();
          continue;
        }
        top[1] += 1;
        const target = targets[index];
        // A pointer to what is under way closes a circle.
        if (state.get(target.id) === "open") continue;
        edges.set(box.id, (edges.get(box.id) || []).concat(target.id));
        if (!state.has(target.id)) { state.set(target.id, "open"); open.push([target, 0]); }
      }
    };
    for (const box of [...of("global"), ...roots, ...rest]) if (!state.has(box.id)) visit(box);
    const layer = new Map(all.map(box => [box.id, roots.includes(box) ? 0 : 1]));
    order.reverse();
    for (const box of order)
      for (const to of edges.get(box.id) || []) layer.set(to, Math.max(layer.get(to), layer.get(box.id) + 1));
    return { layer, order: [...roots, ...order.filter(box => !roots.includes(box))] };
  }

  /** Places of boxes, and of arrows where they pass columns: these have places of their own there, so that no box is crossed. */
  function place(boxes) {
    const { layer, order } = layers(boxes);
    const columns = [];
    for (const box of order) (columns[layer.get(box.id)] ??= []).push({ box, size: sizes(box) });
    for (let number = 0; number < columns.length; number++) columns[number] ??= [];
    for (const box of order) box.fields.forEach((field, row) => {
      const target = field.to != null && boxes.get(field.to);
      if (!target) return;
      for (let number = layer.get(box.id) + 1; number < layer.get(target.id); number++) {
        columns[number].push({ pass: `${box.id}/${row}`, from: box, row, size: { width: 0, height: 8 } });
      }
    });
    const into = new Map([...boxes.keys()].map(id => [id, []]));
    for (const box of order) box.fields.forEach((field, row) => {
      if (into.has(field.to) && layer.get(box.id) < layer.get(field.to)) into.get(field.to).push([box.id, row]);
    });
    const at = new Map(), ways = new Map();
    let x = MARGIN;
    for (const column of columns) {
      const wanted = entry => {
        if (entry.pass) {
          const before = ways.get(entry.pass);
          return before ? before[before.length - 1].y - 4 : at.get(entry.from.id).y + HEAD + entry.row * ROW + 8;
        }
        const from = into.get(entry.box.id).map(([id, row]) => {
          const passed = ways.get(`${id}/${row}`);
          return passed ? passed[passed.length - 1].y : at.get(id).y + HEAD + row * ROW;
        });
        return from.length ? Math.min(...from) - HEAD / 2 : null;
      };
      const entries = column.map((entry, index) => ({ ...entry, index, y: x === MARGIN ? null : wanted(entry) }))
        .sort((a, b) => (a.y ?? 1e9) - (b.y ?? 1e9) || a.index - b.index);
      const width = Math.max(40, ...entries.map(entry => entry.size.width));
      let y = MARGIN;
      for (const entry of entries) {
        const top = entry.y == null ? y : Math.max(y, entry.y);
        if (entry.pass && ways.has(entry.pass)) ways.get(entry.pass).push({ x, width, y: top + 4 });
        else if (entry.pass) ways.set(entry.pass, [{ x, width, y: top + 4 }]);
        else at.set(entry.box.id, { x, y: top, ...entry.size });
        y = top + entry.size.height + (entry.pass ? 6 : GAP_Y);
      }
      x += width + GAP_X;
    }
    const places = [...at.values()];
    const right = Math.max(200, ...places.map(one => one.x + one.width)) + 70;
    const bottom = Math.max(120, ...places.map(one => one.y + one.height)) + 2 * MARGIN;
    return { at, ways, layer, width: right, height: bottom };
  }

  function drawBox(box, place, state) {
    const { fresh, fields, used, suspect, boxes } = state;
    const group = svg("g", { class: `box ${box.kind} ${box.life}${fresh.has(box.id) ? " fresh" : ""}` });
    group.style.transform = `translate(${place.x}px, ${place.y}px)`;
    group.append(svg("rect", { class: "frame", width: place.width, height: place.height, rx: 5 }));
    const title = svg("text", { x: PAD, y: 17 });
    const name = box.kind === "call" ? short(box.name, 40) + "()" : short(box.name, 30);
    const head = svg("tspan", { class: "title" }, name);
    title.append(head);
    if (box.type) title.append(svg("tspan", { class: "type" }, "  " + short(box.type, 26)));
    group.append(title);
    const said = box.life === "freed" ? "FREED" : box.life === "ended" ? "ENDED" : fresh.has(box.id) && box.kind !== "call" ? "new" : "";
    if (said) group.append(svg("text", { class: "state", x: place.width - PAD, y: 16, "text-anchor": "end" }, said));
    if (box.fields.length) group.append(svg("line", { x1: 0, x2: place.width, y1: HEAD, y2: HEAD }));
    box.fields.forEach((field, index) => {
      const key = box.id + "/" + field.name, y = HEAD + index * ROW;
      const dangling = isDangling(field, boxes);
      const kinds = ["row", field.holds, fields.has(key) ? "changed" : "", dangling ? "dangling" : "", suspect.has(key) ? "suspect" : used.has(key) ? "used" : ""];
      const row = svg("g", { class: kinds.filter(Boolean).join(" ") });
      row.append(svg("rect", { x: 2, y: y + 1, width: place.width - 4, height: ROW - 1, rx: 3 }));
      row.append(svg("text", { x: PAD, y: y + 16 }, short(field.name || "value", 26)));
      const mark = field.holds === "pointer" || field.holds === "null" ? 14 : 0;
      row.append(svg("text", { class: "value", x: place.width - PAD - mark, y: y + 16 }, short(field.value, 34)));
      if (field.holds === "pointer") row.append(svg("circle", { class: "dot", cx: place.width - 10, cy: y + ROW / 2, r: 4 }));
      if (field.holds === "null") {
        const gx = place.width - 12, gy = y + ROW / 2;
        row.append(svg("path", { class: "ground", d: `M${gx} ${gy - 5}V${gy + 1}M${gx - 6} ${gy + 1}H${gx + 6}M${gx - 4} ${gy + 4}H${gx + 4}M${gx - 2} ${gy + 7}H${gx + 2}` }));
      }
      const full = `${field.name || box.name}${field.type ? ": " + field.type : ""} = ${field.value}`;
      row.append(svg("title", {}, dangling ? full + " (what it points to is gone)" : full));
      group.append(row);
    });
    if (box.more) group.append(svg("text", { class: "type", x: PAD, y: HEAD + box.fields.length * ROW + 16 }, `… ${box.more} more`));
    return group;
  }

  /** A way from a field to a box: forward to its left side, through its places in between; backward or within a column to its right side. */
  function way(from, to, row, slot, passed, forward) {
    const y1 = from.y + HEAD + row * ROW + ROW / 2, y2 = to.y + 8 + Math.min(slot, 4) * 4;
    const x1 = from.x + from.width - 10;
    if (forward) {
      let path = `M${x1} ${y1}`, x = x1, y = y1;
      const bend = (toX, toY) => {
        const reach = Math.max(24, (toX - x) * .45);
        path += `C${x + reach} ${y} ${toX - reach} ${toY} ${toX} ${toY}`;
        [x, y] = [toX, toY];
      };
      for (const pass of passed || []) {
        bend(pass.x - 8, pass.y);
        x = pass.x + pass.width + 8;
        path += `H${x}`;
      }
      bend(to.x - 1, y2);
      return path;
    }
    const x2 = to.x + to.width, far = Math.max(x1, x2) + 26 + Math.min(50, Math.abs(y2 - y1) / 6) + slot * 5;
    return `M${x1} ${y1}C${far} ${y1} ${far} ${y2} ${x2 + 1} ${y2}`;
  }

  /** Draws boxes into a container; `before` is what there was a step earlier, `line` the failing line where it fails. */
  function draw(container, boxes, before, line, zoom) {
    const { fresh, fields } = changes(before, boxes);
    const { used, suspect } = usedBy(line, boxes);
    const { at, ways, layer, width, height } = place(boxes);
    const picture = svg("svg", { width: width * zoom, height: height * zoom, viewBox: `0 0 ${width} ${height}`, role: "img" });
    picture.setAttribute("aria-label", describe(boxes, fresh, fields));
    const heads = svg("defs");
    for (const id of ["plain", "changed", "dangling", "stale"])
      heads.append(svg("marker", { id: "head-" + id, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto-start-reverse", markerUnits: "userSpaceOnUse" }, svg("path", { d: "M0 0L8 4L0 8z" })));
    picture.append(heads);
    const state = { fresh, fields, used, suspect, boxes };
    // Arrows first, so that boxes stay readable.
    const slots = new Map();
    for (const box of boxes.values()) box.fields.forEach((field, row) => {
      const to = field.to != null && at.get(field.to);
      if (!to) return;
      const slot = slots.get(field.to) || 0, forward = layer.get(field.to) > layer.get(box.id);
      slots.set(field.to, slot + 1);
      const changed = fields.has(box.id + "/" + field.name) || fresh.has(box.id);
      const stale = box.life !== "alive", goes = used.has(box.id + "/" + field.name);
      const kind = stale ? "stale" : isDangling(field, boxes) ? "dangling" : changed ? "changed" : "plain";
      const d = way(at.get(box.id), to, row, slot, ways.get(`${box.id}/${row}`), forward);
      picture.append(svg("path", { class: `arrow ${kind}${goes ? " used" : ""}`, d, "marker-end": `url(#head-${kind})` }));
    });
    const previous = container.places || new Map();
    const groups = [];
    for (const box of boxes.values()) {
      const group = drawBox(box, at.get(box.id), state);
      const was = previous.get(box.id), now = at.get(box.id);
      if (was && (was.x !== now.x || was.y !== now.y)) {
        group.style.transform = `translate(${was.x}px, ${was.y}px)`;
        groups.push([group, now]);
      }
      picture.append(group);
    }
    container.replaceChildren(picture);
    container.places = at;
    container.extent = { width, height };
    if (groups.length) requestAnimationFrame(() => requestAnimationFrame(() =>
      groups.forEach(([group, now]) => { group.style.transform = `translate(${now.x}px, ${now.y}px)`; })));
  }

  /** The drawing in words, for those who cannot see it. */
  function describe(boxes, fresh, fields) {
    const parts = [`Memory: ${boxes.size} boxes.`];
    for (const box of boxes.values()) {
      if (fresh.has(box.id)) parts.push(`${box.name} is new.`);
      if (box.life !== "alive") parts.push(`${box.name} is ${box.life}.`);
      for (const field of box.fields) {
        const dangling = isDangling(field, boxes);
        if (dangling || fields.has(box.id + "/" + field.name))
          parts.push(`${box.name}, ${field.name || "value"}: ${field.value}${dangling ? ", which is gone" : ""}.`);
      }
    }
    return parts.slice(0, 40).join(" ");
  }

  return { draw, changes, isDangling };
})();
