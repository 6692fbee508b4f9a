// Tables that sort by their headings and can be downloaded as CSV.

/** A column of names, in their natural order. */
const nameColumn = (key, title, value, more) => ({ key, title, unit: "", value, text: value, isName: true, ...more });

/** A column of numbers; a missing one is left empty. */
const numberColumn = (key, title, unit, value, digits) => ({
  key, title, unit, value, digits, factor: 1, text: (row) => (value(row) ?? null) === null ? "" : number(value(row), digits),
});

/** The parts of an estimate as columns of a CSV: its value and both ends. */
function csvParts(title, unit, estimate, factor = 1) {
  const inUnits = unit ? ` (${unit})` : "";
  const column = (name, key) => [`${title}${name}${inUnits}`, (row) => {
    const found = estimate(row)?.[key] ?? null;
    return found === null ? null : factor * found;
  }];
  return [column("", "value"), column(", low", "low"), column(", high", "high")];
}

/** A column of estimates with their intervals, or `alone` without, multiplied by `factor`. */
function estimateColumn(key, title, unit, estimate, { factor = 100, write, alone } = {}) {
  const csv = csvParts(title, unit, estimate, factor);
  const [[, value]] = csv;
  const text = (row) => (alone && estimate(row) ? number(value(row), 1) : withInterval(estimate(row), write, factor));
  return {
    key, title, unit: alone ? unit : `${unit} [95 %]`, value, digits: 1, factor, text, csv,
  };
}

/** Missing values come last, in either direction. */
function comparison({ value, isName }, reversed) {
  return (a, b) => {
    const [left, right] = [value(a) ?? null, value(b) ?? null];
    if (left === null || right === null) return (left === null) - (right === null);
    const ascending = isName ? left.localeCompare(right, "en", { numeric: true }) : left - right;
    return reversed ? -ascending : ascending;
  };
}

/** A name that may be broken where it has parts, so that the table fits. */
const inParts = (name) => name.match(/\+?[^+,:]*[,:]?/g).filter(Boolean).flatMap((part) => [part, html("wbr")]);

const classOf = (column) => (column.isLong ? "name long" : column.isName ? "name" : null);

function field(column, row) {
  const content = column.nodes?.(row) ?? (column.isName ? inParts(column.text(row)) : [column.text(row)]);
  return html("td", { class: classOf(column) }, ...content);
}

function csvOf(columns, rows) {
  const parts = columns.flatMap((column) => column.csv
    ?? [[column.unit ? `${column.title} (${column.unit})` : column.title, column.value]]);
  return csv([parts.map(([heading]) => heading), ...rows.map((row) => parts.map(([, value]) => value(row)))]);
}

/**
 * A table in the element with this id. `link` names its order in the address; `drawn` receives the rows in this order. The
 * table shows at most `most()` rows; the CSV has all.
 */
function makeTable(id, { label, file, columns, link, drawn, most = () => Infinity }) {
  const order = { column: null, reversed: false };
  const nodes = new Map();
  const body = html("tbody");
  const headings = columns.map(heading);
  let rows = [];

  const inOrder = () => (order.column ? [...rows].sort(comparison(order.column, order.reversed)) : rows);

  /** Numbers begin with the greatest, names with the first; then the other way, then as planned. */
  function sortBy(column) {
    const first = !column.isName;
    if (order.column !== column) Object.assign(order, { column, reversed: first });
    else if (order.reversed === first) order.reversed = !first;
    else order.column = null;
    draw();
    keepAddress(byId(id).closest("section").id);
  }

  function heading(column) {
    const button = html("button", { type: "button", click: () => sortBy(column) }, ...inParts(column.title),
      html("span", { class: "arrow", "aria-hidden": "true" }), ...(column.unit ? [html("small", {}, column.unit)] : []));
    return html("th", { scope: "col", class: classOf(column) }, button);
  }

  function rowNode(row) {
    if (!nodes.has(row)) nodes.set(row, html("tr", {}, ...columns.map((column) => field(column, row))));
    return nodes.get(row);
  }

  function draw() {
    const sorted = order.reversed ? "descending" : "ascending";
    headings.forEach((node, index) => node.setAttribute("aria-sort", columns[index] === order.column ? sorted : "none"));
    body.replaceChildren(...inOrder().slice(0, most()).map(rowNode));
    drawn?.(inOrder());
  }

  byId(id).replaceChildren(
    html("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label },
      html("table", {}, html("thead", {}, html("tr", {}, ...headings)), body)),
    html("p", { class: "saves" }, html("button", {
      type: "button", class: "save", "aria-label": `Download as CSV: ${label}`,
      click: () => save(file, "csv", "text/csv", csvOf(columns, inOrder())),
    }, "CSV")),
  );
  if (link) {
    keepInLink(link, () => (order.column ? `${order.reversed ? "-" : ""}${order.column.key}` : ""), (text) => {
      order.column = columns.find(({ key }) => key === text.replace(/^-/, "")) ?? null;
      order.reversed = text.startsWith("-");
      draw();
    });
  }
  return {
    show: (shown) => { rows = shown; draw(); },
    mark: (marked) => nodes.forEach((node, row) => node.classList.toggle("chosen", row === marked)),
  };
}
