// Boards: the empty one, and the pieces as the figures of the rules draw them.

const SIDE = 10;
const EDGE = 5;
const fileLetter = (file) => String.fromCharCode(97 + file);
const squareName = (files, index) => `${fileLetter(index % files)}${Math.floor(index / files) + 1}`;

/** The upper left corner of a square; squares are counted rank by rank from the first, which a flipped board has above. */
function corner({ files, ranks, flipped = false }, index) {
  const place = flipped ? files * ranks - 1 - index : index;
  return { x: EDGE + (place % files) * SIDE, y: 1 + (ranks - 1 - Math.floor(place / files)) * SIDE };
}

/** A board of squares that `paint(index)` gives, with its coordinates. */
function drawBoard(board, label, paint, ...more) {
  const { files, ranks, flipped = false } = board;
  const seen = (count, number) => (flipped ? count - 1 - number : number);
  const coordinate = (text, x, y) => svg("text", { class: "coordinates", x, y, "aria-hidden": "true" }, text);
  const squares = Array.from({ length: files * ranks }, (_, index) => paint(index));
  const letters = Array.from({ length: files }, (_, file) =>
    coordinate(fileLetter(seen(files, file)), EDGE + (file + 0.5) * SIDE, 1 + ranks * SIDE + 3.6));
  const numbers = Array.from({ length: ranks }, (_, rank) =>
    coordinate(seen(ranks, rank) + 1, EDGE / 2, 1 + (ranks - rank - 0.5) * SIDE + 1.2));
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
