// The metrics of the games: one of them for all shown cells, all of them for one cell.

/** A metric with its interval, or without one if the games give none. */
function metricText(about, found) {
  if (!found) return "";
  const write = (part) => (part === null ? null : number(part, about.range === "share" ? 3 : 1));
  const [value, low, high] = [found.value, found.low, found.high].map(write);
  return low === null && high === null ? value : `${value} [${low ?? "−∞"}, ${high ?? "∞"}]`;
}

/** The value of a metric and its number of games, where `aboutOf` a row tells about the metric and `of` what was found. */
const valueColumns = (title, aboutOf, of) => [
  {
    key: "value", title, unit: "[95 %]", value: (row) => of(row)?.value, text: (row) => metricText(aboutOf(row), of(row)),
    csv: csvParts(title, "", of),
  },
  numberColumn("games", "Games", "", (row) => of(row)?.n, 0),
];

const METRIC_COLUMNS = [
  nameColumn("metric", "Metric", ({ about }) => words(about.name)),
  ...valueColumns("Value", ({ about }) => about, ({ found }) => found),
  nameColumn("meaning", "Meaning", ({ about }) => about.meaning, { isLong: true }),
];

const metricsOf = (cell) => data.metrics.map((about, index) => ({ about, found: cell.metrics[index] }))
  .filter(({ found }) => found);

function makeMetrics() {
  data.metrics.forEach((about, index) => {
    const isKnown = data.cells.some((cell) => cell.metrics[index]);
    if (isKnown) byId("metric").append(option(index, words(about.name)));
  });
  let cells = [];
  const show = () => {
    const index = byId("metric").value;
    const [about, of] = [data.metrics[index], (cell) => cell.metrics[index]];
    byId("metric-meaning").textContent = about.meaning;
    const names = columns.filter(({ key }) => ["variant", "agents"].includes(key));
    const all = [...names, ...valueColumns(words(about.name), () => about, of)];
    makeTable("metric-table", { label: words(about.name), file: about.name, columns: all }).show(cells.filter(of).slice(0, mostRows()));
  };
  keepControl("metric", "metric", show);
  listeners.shown.push((shown) => { cells = shown; show(); });
  listeners.chosen.push((cell) => makeTable("metrics-table",
    { label: "Metrics of this cell", file: `metrics-cell-${cell.cell}`, columns: METRIC_COLUMNS }).show(metricsOf(cell)));
}
