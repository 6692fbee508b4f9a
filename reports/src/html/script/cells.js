// The table of cells and its filter. Figures and further tables follow it by `listeners.shown`.

const rate = (key, title, from, more) => estimateColumn(key, title, "%", (cell) => cell[from], more);

const columns = [
  nameColumn("variant", "Variant", (cell) => cell.label, {
    nodes: (cell) => [html("button", {
      type: "button", "aria-label": `${cellName(cell)}: open this cell`, click: () => openCell(cell),
    }, ...inParts(cell.label))],
    csv: [["Cell", (cell) => cell.cell], ["Variant", (cell) => cell.variant]],
  }),
  ...(pairings.length > 1 ? [nameColumn("agents", "Agents", (cell) => cell.pairing)] : []),
  numberColumn("games", "Games", "", (cell) => cell.games, 0),
  rate("draws", "Draws", "draw_rate"),
  rate("white", "White won", "white_rate", { alone: true }),
  rate("black", "Black won", "black_rate", { alone: true }),
  rate("unfinished", "Unfinished", "unfinished_rate", { alone: true }),
  estimateColumn("advantage", data.advantage[0], "points", (cell) => cell.first_move_advantage, { write: signed }),
  rate("board", "Won on the board", "decisive_rate", { alone: true }),
  {
    ...numberColumn("plies", "Plies", "median", (cell) => cell.plies_median, 0),
    text: (cell) => (cell.median_is_bound ? "≥ " : "") + number(cell.plies_median, 0),
  },
  numberColumn("capture", "First capture", "mean ply", (cell) => cell.first_capture_mean, 1),
  numberColumn("choices", "Choices", "mean", (cell) => cell.mean_branching, 1),
];

const numeric = columns.filter((column) => !column.isName);

const COMPARE = {
  ">": (a, b) => a > b, "<": (a, b) => a < b, ">=": (a, b) => a >= b, "<=": (a, b) => a <= b, "=": (a, b) => a === b,
};

/** A word of the filter as a test of a cell: a condition such as `draws>20` or a part of its names; an error text if it is neither. */
function testOf(word) {
  const [, key, sign, limit] = word.match(/^([a-z]+)(>=|<=|>|<|=)(-?\d+(?:\.\d+)?)%?$/) ?? [];
  const column = numeric.find((one) => one.key === key);
  if (column) return (cell) => (column.value(cell) ?? null) !== null && COMPARE[sign](column.value(cell), Number(limit));
  // Variants and agents have options such as `die=4`.
  if (key && sign !== "=") return `There is no column “${key}”.`;
  return (cell) => `${cell.cell} ${cell.variant} ${cell.name} ${cell.pairing}`.toLowerCase().includes(word);
}

let table;

/** The tables begin with this many cells. */
const MOST_ROWS = 200;
let showsAll = false;
const mostRows = () => (showsAll ? Infinity : MOST_ROWS);

function showTable() {
  const pairing = byId("pairing").value;
  // `draws > 20` is one condition, too.
  const parts = byId("filter").value.toLowerCase().replace(/\s*(>=|<=|>|<)\s*/g, "$1").split(/\s+/).filter(Boolean);
  const [problems, tests] = ["string", "function"].map((kind) => parts.map(testOf).filter((one) => typeof one === kind));
  const cells = data.cells.filter((cell) => (!pairing || cell.pairing === pairing) && tests.every((test) => test(cell)));
  byId("shown").textContent = [...problems, `${number(cells.length)} of ${counted(data.cells.length, "cell")}`].join(" ");
  byId("too-many").hidden = cells.length <= mostRows();
  byId("too-many-text").textContent = `The tables show the first ${MOST_ROWS} of ${number(cells.length)} cells.`;
  table.show(cells);
  table.mark(chosen.cell);
}

function makeCells() {
  byId("pairing-heading").textContent = data.pairing_heading;
  byId("pairing").append(option("", "all"), ...pairings.map((pairing) => option(pairing)));
  byId("pairing-label").hidden = pairings.length < 2;
  byId("filter-columns").textContent = numeric.map((column) => column.key).join(", ");
  keepControl("filter", "filter", showTable, { event: "input" });
  keepControl("pairing", "pairing", showTable);
  onClick({ "show-all": () => { showsAll = true; showTable(); } });
  table = makeTable("cells-table", {
    label: "Cells", file: "cells", columns, link: "sort", drawn: (cells) => tell("shown", cells), most: mostRows,
  });
  listeners.chosen.push((cell) => table.mark(cell));
}
