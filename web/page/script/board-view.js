// The board on which the game is played: pointer, keys, and what is marked on it.

/** The fortresses on the board, by side, if the reader wants them marked. */
const marked = { fortresses: null };

/** The square that the arrow keys have reached. */
let cursor = 0;

const KINDS = { S: "stone", V: "vagus", A: "bound stone", L: "leader", "#": "dead square" };

/** A piece in words, by its letter in position texts. */
function pieceText(letter) {
  if (letter === ".") return "empty";
  if (letter === "#") return KINDS[letter];
  const upper = letter.toUpperCase();
  return `${letter === upper ? "white" : "black"} ${KINDS[upper]}`;
}

/** The position that the board shows. */
function shownView() {
  if (isPresent()) return game.view;
  const view = engine.ask({ ask: "at", steps: game.lookingAt ?? 0 });
  return game.setup === null ? view : { ...view, position: game.setup, last: [], lost: [] };
}

const boardOf = (position) => ({ ...readBoard(position), flipped: byId("flip").checked });

function middle(board, index) {
  const { x, y } = corner(board, index);
  return [x + SIDE / 2, y + SIDE / 2];
}

/** What is on a square: its ground, the piece, and the marks of the last and the next move, and of fortresses. */
function signsOn(board, index, view) {
  const [letter, isLost] = [board.letters[index], view.lost.includes(index)];
  const ground = view.picked.includes(index) ? "picked" : isLost || view.last.includes(index) ? "used" : "";
  const target = letter !== "." ? "source" : view.is_placing ? "place target" : "target";
  const special = game.about.special.includes(index) && "special";
  return [`ground ${ground}`, special, pieceSign(letter), letter === "." && isLost && "lost", view.targets.includes(index) && target,
    ...fortressSigns(index), "frame"];
}

/** Decisions of the hint's line that the board shows. */
const HINTED = 3;

/** A decision of the hint's line, as an arrow or a ring around the one square that it names; and its number. */
function hintMark(board, { white, way }, index) {
  const points = way.map((square) => middle(board, square));
  const [from, to = from] = points;
  const [x, y] = points.at(-1);
  const [beforeX, beforeY] = points.at(-2) ?? from;
  const angle = Math.atan2(y - beforeY, x - beforeX) * 180 / Math.PI;
  const head = svg("path", { d: "M1,0l-4,-2v4z", transform: `translate(${x},${y}) rotate(${angle})` });
  const arrow = points.length > 1 ? [svg("polyline", { points: points.join(" ") }), head] : [svg("circle", { cx: x, cy: y, r: 4.2 })];
  const [cx, cy] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const label = [svg("circle", { class: "number", cx, cy, r: 1.7 }), svg("text", { x: cx, y: cy + 0.9 }, index + 1)];
  return [arrow, label].map((parts) => svg("g", { class: `hint of-${white ? "white" : "black"}`, "aria-hidden": "true" }, ...parts));
}

/** The hint's line: the first arrow on top of the others, and all numbers on top. A pass is not drawn. */
function hintMarks(board) {
  if (!game.hint || !isPresent()) return [];
  const marks = game.hint.line.slice(0, HINTED).flatMap((next, index) => (next.way.length ? [hintMark(board, next, index)] : []));
  marks.reverse();
  return [...marks.map(([arrow]) => arrow), ...marks.map(([, label]) => label)];
}

/** The frames of walls, and of the squares of the pieces that move. */
const fortressSigns = (index) => Object.entries(marked.fortresses ?? {}).map(([side, { fortress }]) => {
  if (fortress?.wall.includes(index)) return `wall of-${side}`;
  return [fortress?.movers, fortress?.room].flat().includes(index) && `shuttle of-${side}`;
});

function squareLabel(board, index, view) {
  const parts = [squareName(board.files, index), pieceText(board.letters[index])];
  if (view.picked.includes(index)) parts.push("chosen");
  else if (view.targets.includes(index)) parts.push(view.picked.length ? "possible" : "may be chosen");
  if (view.lost.includes(index)) parts.push("piece lost here");
  if (game.hint?.squares.includes(index)) parts.push("hint");
  return parts.join(", ");
}

/** Acts on a square for the person to move. */
function pick(index) {
  cursor = index;
  if (game.setup !== null) return putPiece(index);
  if (game.lookingAt !== null) return lookAt(null);
  if (game.view.awaits !== "human") return;
  act({ ask: "choose", square: index });
}

/** Where a key leads from a square, as the board is seen. */
function neighbour({ files, ranks, flipped }, index, key) {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowUp: files, ArrowDown: -files }[key];
  if (!step) return null;
  const next = flipped ? index - step : index + step;
  const isInRank = Math.floor(next / files) === Math.floor(index / files);
  const isSideways = key === "ArrowLeft" || key === "ArrowRight";
  return next >= 0 && next < files * ranks && isInRank === isSideways ? next : index;
}

function onBoardKey(event, board, index) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const next = neighbour(board, index, event.key);
  if (next !== null) {
    cursor = next;
    drawGame();
  } else if (event.key === "Enter" || event.key === " ") pick(index);
  else if (event.key === "Escape" && game.view.picked.length) act({ ask: "clear" });
  else return;
  event.preventDefault();
}

/** A square smaller than this is hard to hit, in pixels. */
const SMALL_SQUARE = 28;

/** Offers larger squares where they are small; the board then scrolls. */
function offerLarger({ files }) {
  const place = byId("board");
  const isLarge = place.classList.contains("large");
  byId("enlarge").hidden = !isLarge && place.clientWidth / files >= SMALL_SQUARE;
  byId("enlarge").textContent = isLarge ? "Show the whole board" : "Enlarge the board";
}

/** Draws the position that the reader looks at. */
function drawGame() {
  const view = shownView();
  const board = boardOf(view.position);
  if (cursor >= board.letters.length) cursor = 0;
  const hadFocus = byId("board").contains(document.activeElement);
  const attributesOf = (index) => ({
    class: view.targets.includes(index) || view.picked.includes(index) || game.setup !== null ? "square can" : "square",
    role: "button", tabindex: index === cursor ? 0 : -1, "aria-label": squareLabel(board, index, view),
    click: () => pick(index), keydown: (event) => onBoardKey(event, board, index),
  });
  byId("board").replaceChildren(drawBoard(board, { role: "group", "aria-label": `Board of ${game.about.name}` },
    (index) => signsOn(board, index, view), attributesOf, hintMarks(board)));
  byId("meter").classList.toggle("flipped", board.flipped);
  byId("board").style.setProperty("--files", board.files);
  byId("board").style.setProperty("--ranks", board.ranks);
  offerLarger(board);
  if (hadFocus) byId("board").querySelector(".square[tabindex='0']").focus({ preventScroll: true });
}
