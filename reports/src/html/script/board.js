// Boards: the empty one, and the signs on its squares, which are drawn in `signs.svg`.

const SIDE = 10;
const EDGE = 5;
const fileLetter = (file) => String.fromCharCode(97 + file);
const squareName = (files, index) => `${fileLetter(index % files)}${Math.floor(index / files) + 1}`;

/** The upper left corner of a square; squares are counted rank by rank from the first, which a flipped board has above. */
function corner({ files, ranks, flipped = false }, index) {
  const place = flipped ? files * ranks - 1 - index : index;
  return { x: EDGE + (place % files) * SIDE, y: 1 + (ranks - 1 - Math.floor(place / files)) * SIDE };
}

/** A sign by its name, which may be followed by further classes. */
const sign = (name, place = {}) => svg("use", { href: `#sign-${name.split(" ")[0]}`, class: name, ...place });

/** The sign of a piece by its letter in position texts; empty for none. */
function pieceSign(letter) {
  const kind = letter.toUpperCase();
  return { ".": "", "#": "dead" }[letter] ?? `${kind} ${letter === kind ? "white" : "black"}`;
}

/** A board with its coordinates. `signsOf` names the signs on a square, the first at the bottom; empty names are no signs. */
function drawBoard(board, attributes, signsOf, attributesOf = () => ({}), more = []) {
  const { files, ranks, flipped = false } = board;
  const seen = (count, number) => (flipped ? count - 1 - number : number);
  const coordinate = (text, x, y) => svg("text", { class: "coordinates", x, y, "aria-hidden": "true" }, text);
  const squares = Array.from({ length: files * ranks }, (_, index) => svg("g", attributesOf(index),
    ...signsOf(index).filter(Boolean).map((name) => sign(name, corner(board, index)))));
  const letters = Array.from({ length: files }, (_, file) =>
    coordinate(fileLetter(seen(files, file)), EDGE + (file + 0.5) * SIDE, 1 + ranks * SIDE + 3.6));
  const numbers = Array.from({ length: ranks }, (_, rank) =>
    coordinate(seen(ranks, rank) + 1, EDGE / 2, 1 + (ranks - rank - 0.5) * SIDE + 1.2));
  const frame = svg("rect",
    { x: EDGE, y: 1, width: files * SIDE, height: ranks * SIDE, fill: "none", stroke: "#555", "stroke-width": 0.4 });
  return svg("svg", { viewBox: `0 0 ${EDGE + files * SIDE + 1} ${1 + ranks * SIDE + EDGE}`, ...attributes },
    ...squares, frame, ...letters, ...numbers, ...more);
}
