// Figures over time, as small charts: one for each figure, all with the same axis of time.
const Timeline = (() => {
  const WIDTH = 300, HEIGHT = 90;
  const short = value => value >= 1e9 ? `${(value / 1e9).toFixed(1)} G` : value >= 1e6 ? `${(value / 1e6).toFixed(1)} M` : value >= 1e4 ? `${(value / 1e3).toFixed(0)} k` : `${Math.round(value * 10) / 10}`;
  const CHARTS = [
    ["Paths that ended", one => one.paths, short],
    ["Paths that wait", one => one.waiting, short],
    ["Instructions covered", one => one.coverable ? 100 * one.covered / one.coverable : 0, value => `${value.toFixed(0)} %`, 100],
    ["Queries to solvers", one => one.queries, short],
    ["Time in solvers", one => one.solver_seconds, value => `${value.toFixed(2)} s`],
    ["Memory", one => one.memory / 1e6, value => `${value.toFixed(0)} MB`],
  ];

  function chart(make, samples, [title, of, words, top]) {
    const svg = (name, attributes, text) => {
      const node = document.createElementNS("http://www.w3.org/2000/svg", name);
      Object.entries(attributes).forEach(([key, value]) => node.setAttribute(key, value));
      if (text) node.textContent = text;
      return node;
    };
    const end = samples[samples.length - 1].seconds || 1, most = top || Math.max(...samples.map(of)) || 1;
    const x = time => 2 + (WIDTH - 4) * time / end, y = value => HEIGHT - 2 - (HEIGHT - 6) * value / most;
    const points = samples.map(one => `${x(one.seconds).toFixed(1)},${y(of(one)).toFixed(1)}`);
    const last = samples[samples.length - 1];
    const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title}: ${words(of(samples[0]))} after ${samples[0].seconds.toFixed(2)} s, ${words(of(last))} after ${end.toFixed(2)} s, at most ${words(Math.max(...samples.map(of)))}` });
    picture.append(svg("polygon", { class: "area", points: `${x(samples[0].seconds)},${HEIGHT - 2} ${points.join(" ")} ${x(end)},${HEIGHT - 2}` }),
      svg("polyline", { class: "curve", points: points.join(" ") }), svg("line", { class: "axis", x1: 0, x2: WIDTH, y1: HEIGHT - 1, y2: HEIGHT - 1 }));
    return make("figure", { class: "chart" }, make("figcaption", {}, title + " ", make("b", {}, words(of(last)))), picture,
      make("p", { class: "soft axis-words", "aria-hidden": "true" }, make("span", {}, "0 s"), make("span", {}, `${end.toFixed(end < 10 ? 2 : 0)} s`)));
  }

  function table(make, samples) {
    const step = Math.max(1, Math.ceil(samples.length / 24));
    const rows = samples.filter((_, index) => index % step === 0 || index === samples.length - 1);
    return make("table", { class: "list" }, make("thead", {}, make("tr", {}, ...["Seconds", ...CHARTS.map(([title]) => title)].map(name => make("th", { scope: "col" }, name)))),
      make("tbody", {}, ...rows.map(one => make("tr", {}, make("td", {}, one.seconds.toFixed(2)), ...CHARTS.map(([, of, words]) => make("td", {}, words(of(one))))))));
  }

  /** All charts, and the same as a table. */
  function build(make, samples) {
    return make("div", { class: "card" }, make("div", { class: "charts" }, ...CHARTS.map(one => chart(make, samples, one))),
      make("details", {}, make("summary", {}, "As a table"), make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Figures over time as a table" }, table(make, samples))));
  }
  return { build };
})();
