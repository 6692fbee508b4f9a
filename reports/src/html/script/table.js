// The table of cells, its order and its filter. Others follow it by `listeners.shown`.

const order = { column: null, reversed: false };

const share = (title, key) => ({
  title, unit: "%", value: (cell) => cell[key]?.value, text: (cell) => (cell[key] ? number(100 * cell[key].value, 1) : ""),
});
const count = (title, unit, value, digits) => ({
  title, unit, value, text: (cell) => (value(cell) === null ? "" : number(value(cell), digits)),
});
const name = (title, value) => ({ title, unit: "", value, text: value, isName: true });

const columns = [
  name("Variant", (cell) => cell.label),
  ...(pairings.length > 1 ? [name("Agents", (cell) => cell.pairing)] : []),
  count("Games", "", (cell) => cell.games, 0),
  { ...share("Draws", "draw_rate"), unit: "% [95 %]", text: (cell) => withInterval(cell.draw_rate) },
  share("White won", "white_rate"),
  share("Black won", "black_rate"),
  share("Unfinished", "unfinished_rate"),
  {
    title: data.advantage[0], unit: "points [95 %]",
    value: (cell) => cell.first_move_advantage?.value, text: (cell) => withInterval(cell.first_move_advantage, signed),
  },
  { ...share("On the board", "decisive_rate"), unit: "% won" },
  count("Plies", "median", (cell) => cell.lengths.median, 0),
  count("First capture", "mean ply", (cell) => cell.first_capture_mean, 1),
  count("Moves to choose", "mean", (cell) => cell.mean_branching, 1),
];

/** The cells that the filter lets through, in the order of the table. */
function shownCells() {
  const wanted = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const pairing = byId("pairing").value;
  const cells = data.cells.filter((cell) => {
    const text = `${cell.cell} ${cell.variant} ${cell.pairing}`.toLowerCase();
    return (!pairing || cell.pairing === pairing) && wanted.every((word) => text.includes(word));
  });
  return order.column ? cells.sort(comparison(order.column, order.reversed)) : cells;
}

/** Missing values come last, whichever way it goes. */
function comparison({ value, isName }, reversed) {
  return (a, b) => {
    const [left, right] = [value(a) ?? null, value(b) ?? null];
    if (left === null || right === null) return (left === null) - (right === null);
    const ascending = isName ? left.localeCompare(right, "en", { numeric: true }) : left - right;
    return reversed ? -ascending : ascending;
  };
}

/** Numbers begin with the greatest, names with the first; then the other way, then as planned. */
function sortBy(column) {
  const first = !column.isName;
  if (order.column !== column) Object.assign(order, { column, reversed: first });
  else if (order.reversed === first) order.reversed = !first;
  else order.column = null;
  showTable();
}

function heading(column) {
  const arrow = html("span", { class: "arrow", "aria-hidden": "true" });
  const button = html("button", { type: "button", click: () => sortBy(column) }, column.title, arrow);
  if (column.unit) button.append(html("small", {}, column.unit));
  column.heading = html("th", { scope: "col", class: column.isName ? "name" : null }, button);
  return column.heading;
}

/** A name that may be broken where it has parts, so that the table fits. */
const inParts = (name) => name.match(/\+?[^+,:]*[,:]?/g).filter(Boolean).flatMap((part) => [part, html("wbr")]);

function row(cell) {
  const open = html("button", { type: "button", click: () => openCell(cell) }, ...inParts(cell.label));
  open.setAttribute("aria-label", `${cellName(cell)}: open this cell`);
  const fields = columns.map((column, index) => html("td", { class: column.isName ? "name" : null },
    ...(index === 0 ? [open] : column.isName ? inParts(column.text(cell)) : [column.text(cell)])));
  return html("tr", { class: cell === chosen.cell ? "chosen" : null }, ...fields);
}

function showTable() {
  const cells = shownCells();
  for (const column of columns) {
    const sorted = column === order.column;
    column.heading.setAttribute("aria-sort", sorted ? (order.reversed ? "descending" : "ascending") : "none");
    column.heading.querySelector(".arrow").textContent = sorted ? (order.reversed ? "▾" : "▴") : "";
  }
  showTableRows();
  byId("shown").textContent = `${cells.length} of ${data.cells.length} cells shown`;
  tell("shown", cells);
}

function showTableRows() {
  byId("table-body").replaceChildren(...shownCells().map(row));
}

function makeTable() {
  byId("table-head").append(...columns.map(heading));
  byId("pairing-heading").textContent = data.pairing_heading;
  byId("pairing").append(html("option", { value: "" }, "all"), ...pairings.map((pairing) => html("option", {}, pairing)));
  byId("pairing-label").hidden = pairings.length < 2;
  byId("filter").addEventListener("input", showTable);
  byId("pairing").addEventListener("change", showTable);
  listeners.chosen.push(showTableRows);
}
