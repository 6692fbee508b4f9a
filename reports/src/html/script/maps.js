// Maps of what happened on each square.

/** ColorBrewer's YlGnBu, from few to many. */
const AMOUNTS = [
  [255, 255, 217], [237, 248, 177], [199, 233, 180], [127, 205, 187], [65, 182, 196], [29, 145, 192], [34, 94, 168],
  [37, 52, 148], [8, 29, 88],
];

function amountColour(part) {
  const at = Math.min(Math.max(part, 0), 1) * (AMOUNTS.length - 1);
  const [below, above] = [AMOUNTS[Math.floor(at)], AMOUNTS[Math.ceil(at)]];
  return `rgb(${below.map((channel, index) => Math.round(channel + (above[index] - channel) * (at % 1))).join(",")})`;
}

/** The scale of a map, from 0 to its most. */
function mapScale(most, digits, unit) {
  const step = (colour, index) => svg("rect", { x: 16 * index, y: 0, width: 16, height: 12, fill: `rgb(${colour})` });
  const bar = svg("svg", { width: 16 * AMOUNTS.length, height: 12, "aria-hidden": "true" }, ...AMOUNTS.map(step));
  return html("div", { class: "legend" }, html("span", {}, "0", bar, `${number(most, digits)} ${unit}`));
}

const ratesOf = (cell, what) => cell.squares[what].map((count) => count / cell.games);

/** The maps, and what their numbers are. */
const MAPS = { arrivals: "Arrivals", losses: "Losses" };

/** A board shaded by what happened per game, up to `most`. Its squares are one Tab stop; arrow keys walk over it. */
function drawMap(cell, what, most) {
  const title = `${MAPS[what]}: ${cellName(cell)}`;
  const files = cell.squares.files;
  const rates = ratesOf(cell, what);
  const board = { files, ranks: rates.length / files };
  const unit = `${what} per game`;
  const digits = most >= 10 ? 1 : 2;
  const paint = (index) => {
    const part = most > 0 ? rates[index] / most : 0;
    const { x, y } = corner(board, index);
    const label = `${squareName(files, index)}: ${number(rates[index], digits)} ${unit}`;
    const ink = `fill: ${part > 0.675 ? "#fff" : "#000"}`;
    const value = svg("text", { x: x + SIDE / 2, y: y + SIDE / 2 + 1, style: ink, "aria-hidden": "true" },
      number(rates[index], digits));
    const square = svg("g", { class: "square", role: "img", "aria-label": label },
      squareShape(board, index, amountColour(part)), value);
    return explain(square, label);
  };
  const picture = drawBoard(board, title, paint);
  roving([...picture.querySelectorAll(".square")], (key, index) => ({
    ArrowRight: (index + 1) % files ? index + 1 : -1, ArrowLeft: index % files ? index - 1 : -1,
    ArrowUp: index + files, ArrowDown: index - files, Home: 0, End: rates.length - 1,
  })[key]);
  return makeFigure(`squares-${what}-cell-${cell.cell}`, title, "", picture, mapScale(most, digits, unit));
}

function showMaps(cell) {
  byId("heat").hidden = !cell.squares;
  if (!cell.squares) return;
  byId("heat-maps").replaceChildren(...Object.keys(MAPS).map((what) => drawMap(cell, what, Math.max(...ratesOf(cell, what)))));
}
