// The metrics of the games: one of them for all shown cells, all of them for one cell.

const metricIndex = () => Number(byId("metric").value);
const metricDigits = (about) => (about.range === "share" ? 3 : 1);

/** A metric with its interval, or without one if the games give none. */
function metricText(about, found) {
  if (!found) return "";
  const write = (part) => (part === null ? null : number(part, metricDigits(about)));
  const [value, low, high] = [found.value, found.low, found.high].map(write);
  return low === null && high === null ? value : `${value} [${low ?? "−∞"}, ${high ?? "∞"}]`;
}

function metricKind() {
  const index = metricIndex();
  const about = data.metrics[index];
  const of = (cell) => cell.metrics[index];
  const ends = (found) => ({ value: found.value, low: found.low ?? found.value, high: found.high ?? found.value });
  return {
    title: "One metric", unit: words(about.name),
    axis: (cells) => (about.range === "share" ? linear(0, 1, [0, 0.25, 0.5, 0.75, 1])
      : fromZero(cells.flatMap((cell) => (of(cell) ? [ends(of(cell)).high] : [])))),
    draw: (cell, x, y) => (of(cell) ? drawEstimate(cell, ends(of(cell)), x, y, 1) : []),
    text: (cell) => (of(cell)
      ? `${words(about.name)} ${metricText(about, of(cell))}\n${counted(of(cell).n, "game")}` : "not measured"),
    end: (cell) => (of(cell) ? number(of(cell).value, about.range === "share" ? 2 : 1) : ""),
  };
}

const METRIC_COLUMNS = [
  nameColumn("metric", "Metric", ({ about }) => words(about.name)),
  {
    key: "value", title: "Value", unit: "[95 %]", value: ({ found }) => found.value,
    text: ({ about, found }) => metricText(about, found), csv: csvParts("Value", "", ({ found }) => found),
  },
  numberColumn("games", "Games", "", ({ found }) => found.n, 0),
  nameColumn("meaning", "Meaning", ({ about }) => about.meaning, { isLong: true }),
];

const metricsOf = (cell) => data.metrics.map((about, index) => ({ about, found: cell.metrics[index] }))
  .filter(({ found }) => found);

function makeMetrics() {
  data.metrics.forEach((about, index) => {
    const isKnown = data.cells.some((cell) => cell.metrics[index]);
    if (isKnown) byId("metric").append(html("option", { value: index }, words(about.name)));
  });
  const draw = makeCellFigure(byId("metric-figure"), "metric", metricKind);
  const caption = byId("metric-figure").querySelector("figcaption");
  const show = () => {
    const about = data.metrics[metricIndex()];
    caption.querySelector("b").textContent = words(about.name);
    caption.querySelector("span").textContent = `${about.meaning} With 95 % intervals.`;
    draw();
  };
  keepMenu("metric", "metric", "metrics", show);
  listeners.chosen.push((cell) => replaceTable("metrics-table",
    { label: "Metrics of this cell", file: `metrics-cell-${cell.cell}`, columns: METRIC_COLUMNS }, metricsOf(cell)));
  show();
}
