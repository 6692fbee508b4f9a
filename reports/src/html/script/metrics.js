// The metrics of the games: one of them for all shown cells, all of them for one cell.

/** A metric with its interval, or without one if the games give none. */
function metricText({ about, found }) {
  const write = (part) => (part === null ? null : number(part, about.range === "share" ? 3 : 1));
  const [value, low, high] = [found.value, found.low, found.high].map(write);
  return low === null && high === null ? value : `${value} [${low ?? "−∞"}, ${high ?? "∞"}]`;
}

/** A cell with what was found of a metric in it. */
const measured = (cell, index) => ({ ...cell, about: data.metrics[index], found: cell.metrics[index] });

const valueColumns = (title) => [
  {
    key: "value", title, unit: "[95 %]", value: ({ found }) => found.value, text: metricText,
    csv: csvParts(title, "", ({ found }) => found),
  },
  numberColumn("games", "Games", "", ({ found }) => found.n, 0),
];

const METRIC_COLUMNS = [
  nameColumn("metric", "Metric", ({ about }) => words(about.name)),
  ...valueColumns("Value"),
  nameColumn("meaning", "Meaning", ({ about }) => about.meaning, { isLong: true }),
];

function showMetricsOf(cell) {
  const rows = data.metrics.map((_, index) => measured(cell, index)).filter(({ found }) => found);
  const file = `metrics-cell-${cell.cell}`;
  makeTable("metrics-table", { label: "Metrics of this cell", file, columns: METRIC_COLUMNS }).show(rows);
}

function makeMetrics() {
  data.metrics.forEach((about, index) => {
    const isKnown = data.cells.some((cell) => cell.metrics[index]);
    if (isKnown) byId("metric").append(option(index, words(about.name)));
  });
  const names = columns.filter(({ key }) => ["variant", "agents"].includes(key));
  let cells = [];
  const show = () => {
    const { name, meaning } = data.metrics[byId("metric").value];
    const rows = cells.map((cell) => measured(cell, byId("metric").value)).filter(({ found }) => found).slice(0, mostRows());
    byId("metric-meaning").textContent = meaning;
    makeTable("metric-table", { label: words(name), file: name, columns: [...names, ...valueColumns(words(name))] }).show(rows);
  };
  keepControl("metric", "metric", show);
  listeners.shown.push((shown) => { cells = shown; show(); });
  listeners.chosen.push(showMetricsOf);
}
