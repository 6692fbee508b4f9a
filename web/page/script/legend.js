// What the signs on the board mean, as far as the chosen game has them.

/** A square alone, with what `draw(board)` puts on it. */
function sample(draw) {
  const board = { files: 1, ranks: 1 };
  const { x, y } = corner(board, 0);
  return svg("svg", { viewBox: `${x} ${y} ${SIDE} ${SIDE}`, "aria-hidden": "true" }, ...draw(board));
}

const plainSquare = (board, paint = "var(--ground)") => squareShape(board, 0, paint);

const SIGNS = [
  ["may be chosen", (board) => [plainSquare(board), sourceMark(board, 0)]],
  ["may go here", (board) => [plainSquare(board), targetMark(board, 0)]],
  ["last move", (board) => [plainSquare(board, "var(--used)")]],
  ["piece lost here", (board) => [plainSquare(board, "var(--used)"), lostMark(board, 0)]],
];

/** The signs of fortresses, while they are marked. */
const FORTRESS_SIGNS = [["never moves", "wall"], ["moves to and fro", "shuttle"]].map(([text, kind]) =>
  [text, (board) => [plainSquare(board), frame(board, 0, 0.35, { class: kind })]]);

/** A sign for each kind of piece but plain stones, in the colour that has it. */
function pieceSigns() {
  const letters = [...game.about.pieces];
  const isShown = (letter) => {
    const upper = letter.toUpperCase();
    return upper !== "S" && (letter === upper || !letters.includes(upper));
  };
  return letters.filter(isShown).map((letter) =>
    [KINDS[letter.toUpperCase()], (board) => [plainSquare(board), drawPiece(board, 0, letter)]]);
}

function showLegend() {
  const signs = [...pieceSigns(), ...SIGNS, ...(byId("mark").checked ? FORTRESS_SIGNS : [])];
  byId("legend").replaceChildren(...signs.map(([text, draw]) => html("span", {}, sample(draw), text)));
}
