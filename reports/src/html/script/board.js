// Boards: the empty one, the pieces as the figures of the rules draw them, and maps of what happened on each square.

const SIDE = 10;
const EDGE = 5;
const fileLetter = (file) => String.fromCharCode(97 + file);
const squareName = (files, index) => `${fileLetter(index % files)}${Math.floor(index / files) + 1}`;

/** The upper left corner of a square; squares are counted rank by rank from the first. */
const corner = (board, index) => ({
  x: EDGE + (index % board.files) * SIDE, y: 1 + (board.ranks - 1 - Math.floor(index / board.files)) * SIDE,
});

/** A board of squares that `paint(index)` gives, with its coordinates. */
function drawBoard(board, label, paint, ...more) {
  const { files, ranks } = board;
  const coordinate = (text, x, y) => svg("text", { class: "coordinates", x, y, "aria-hidden": "true" }, text);
  const squares = Array.from({ length: files * ranks }, (_, index) => paint(index));
  const letters = Array.from({ length: files }, (_, file) =>
    coordinate(fileLetter(file), EDGE + (file + 0.5) * SIDE, 1 + ranks * SIDE + 3.6));
  const numbers = Array.from({ length: ranks }, (_, rank) =>
    coordinate(rank + 1, EDGE / 2, 1 + (ranks - rank - 0.5) * SIDE + 1.2));
  const frame = svg("rect",
    { x: EDGE, y: 1, width: files * SIDE, height: ranks * SIDE, fill: "none", stroke: "#555", "stroke-width": 0.4 });
  return svg("svg", { viewBox: `0 0 ${EDGE + files * SIDE + 1} ${1 + ranks * SIDE + EDGE}`, role: "group", "aria-label": label },
    ...squares, frame, ...letters, ...numbers, ...more);
}

const squareShape = (board, index, paint) => {
  const { x, y } = corner(board, index);
  return svg("rect", { x, y, width: SIDE, height: SIDE, fill: paint, stroke: "#a5a5a5", "stroke-width": 0.2 });
};

/** A piece by its letter in position texts; the states of a piece differ in shape. */
function drawPiece(board, index, letter) {
  const { x, y } = corner(board, index);
  const [cx, cy] = [x + SIDE / 2, y + SIDE / 2];
  if (letter === "#") {
    const cross = svg("path", { d: `M${x + 2},${y + 2}l6,6m0,-6l-6,6`, stroke: "#fff", "stroke-width": 0.8 });
    return svg("g", {}, svg("rect", { x: x + 1, y: y + 1, width: 8, height: 8, fill: "#8c8c8c" }), cross);
  }
  const white = letter === letter.toUpperCase();
  const [body, sign] = white ? ["#fff", "#191919"] : ["#191919", "#fff"];
  const outline = { fill: body, stroke: "#191919", "stroke-width": 0.5 };
  const kind = letter.toUpperCase();
  if (kind === "L") return svg("polygon", { points: `${cx},${y + 1.2} ${x + 8.9},${y + 8.4} ${x + 1.1},${y + 8.4}`, ...outline });
  const parts = [svg("circle", { cx, cy, r: 3.6, ...outline })];
  if (kind === "V") parts.push(svg("circle", { cx, cy, r: 1.9, fill: "none", stroke: sign, "stroke-width": 0.7 }));
  if (kind === "A") parts.push(svg("path", { d: `M${cx},${cy - 2}l2,2l-2,2l-2,-2z`, fill: sign }));
  return svg("g", {}, ...parts);
}

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
