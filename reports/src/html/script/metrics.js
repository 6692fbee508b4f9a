// The metrics of the games: one of them for all shown cells, all of them for one cell.

const metricIndex = () => Number(byId("metric").value);

/** A metric with its interval, or without one if the games give none. */
function metricText(about, found) {
  if (!found) return "";
  const write = (part) => (part === null ? null : number(part, about.range === "share" ? 3 : 1));
  const [value, low, high] = [found.value, found.low, found.high].map(write);
  return low === null && high === null ? value : `${value} [${low ?? "−∞"}, ${high ?? "∞"}]`;
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

/** One metric of the cells in the table. */
const columnsOf = (about, of) => [
  ...columns.filter(({ key }) => ["variant", "agents"].includes(key)),
  {
    key: "value", title: words(about.name), unit: "[95 %]", value: (cell) => of(cell)?.value, text: (cell) => metricText(about, of(cell)),
    csv: csvParts(words(about.name), "", of),
  },
  numberColumn("games", "Games", "", (cell) => of(cell)?.n, 0),
];

function makeMetrics() {
  data.metrics.forEach((about, index) => {
    const isKnown = data.cells.some((cell) => cell.metrics[index]);
    if (isKnown) byId("metric").append(html("option", { value: index }, words(about.name)));
  });
  let cells = [];
  const show = () => {
    const about = data.metrics[metricIndex()];
    const of = (cell) => cell.metrics[metricIndex()];
    byId("metric-meaning").textContent = about.meaning;
    replaceTable("metric-table", { label: words(about.name), file: about.name, columns: columnsOf(about, of) },
      cells.filter(of).slice(0, mostRows()));
  };
  keepMenu("metric", "metric", "metrics", show);
  listeners.shown.push((shown) => { cells = shown; show(); });
  listeners.chosen.push((cell) => replaceTable("metrics-table",
    { label: "Metrics of this cell", file: `metrics-cell-${cell.cell}`, columns: METRIC_COLUMNS }, metricsOf(cell)));
}
