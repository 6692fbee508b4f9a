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

/** A sign for each kind of piece but plain stones, in the colour that has it. */
function pieceSigns() {
  const letters = [...game.about.pieces];
  const isShown = (letter) => !"Ss".includes(letter) && (letter === "#" || letter === letter.toUpperCase() || !letters.includes(letter.toUpperCase()));
  return letters.filter(isShown).map((letter) => [KINDS[letter.toUpperCase()], (board) => [plainSquare(board), drawPiece(board, 0, letter)]]);
}

function showLegend() {
  byId("legend").replaceChildren(...[...pieceSigns(), ...SIGNS].map(([text, draw]) => html("span", {}, sample(draw), text)));
}
