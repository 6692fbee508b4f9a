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

const boardOf = (position) => ({ ...readBoard(position.split(" ")[0]), flipped: byId("flip").checked });

/** A frame just inside a square. */
function frame(board, index, inset, attributes) {
  const { x, y } = corner(board, index);
  return svg("rect", { x: x + inset, y: y + inset, width: SIDE - 2 * inset, height: SIDE - 2 * inset, ...attributes });
}

function middle(board, index) {
  const { x, y } = corner(board, index);
  return [x + SIDE / 2, y + SIDE / 2];
}

/** Whether a stone is to be placed: then every empty square may be chosen. */
function isPlacing({ position, targets, picked }) {
  const { letters } = readBoard(position.split(" ")[0]);
  return targets.length > 0 && picked.length === 0 && targets.every((index) => letters[index] === ".");
}

/** The ground of a square: chosen, just used, or plain. */
function groundOf(index, view) {
  if (view.picked.includes(index)) return "var(--picked)";
  return view.last.includes(index) || view.lost.includes(index) ? "var(--used)" : "var(--ground)";
}

/** A cross where a piece was lost, a frame around what may be chosen, and a dot where it may go. */
function lostMark(board, index) {
  const { x, y } = corner(board, index);
  return svg("path", { d: `M${x + 2},${y + 2}l6,6m0,-6l-6,6`, class: "lost" });
}

const sourceMark = (board, index) => frame(board, index, 0.6, { rx: 1, class: "source" });

function targetMark(board, index, radius = 1.5) {
  const [cx, cy] = middle(board, index);
  return svg("circle", { cx, cy, r: radius, class: "target" });
}

/** What is drawn over a square: the marks of the last and the next move, and of fortresses. */
function marksOf(board, index, view, radius) {
  const isEmpty = board.letters[index] === ".";
  const marks = [];
  if (view.lost.includes(index) && isEmpty) marks.push(lostMark(board, index));
  if (view.targets.includes(index)) marks.push(isEmpty ? targetMark(board, index, radius) : sourceMark(board, index));
  return [...marks, ...fortressMarks(board, index)];
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
  const sign = [svg("circle", { class: "number", cx, cy, r: 1.7 }), svg("text", { x: cx, y: cy + 0.9 }, index + 1)];
  return [arrow, sign].map((parts) => svg("g", { class: `hint of-${white ? "white" : "black"}`, "aria-hidden": "true" }, ...parts));
}

/** The hint's line: the first arrow on top of the others, and all numbers on top. A pass is not drawn. */
function hintMarks(board) {
  if (!game.hint || !isPresent()) return [];
  const marks = game.hint.line.slice(0, HINTED).flatMap((next, index) => (next.way.length ? [hintMark(board, next, index)] : []));
  marks.reverse();
  return [...marks.map(([arrow]) => arrow), ...marks.map(([, sign]) => sign)];
}

/** The frame of a wall, and the squares of the pieces that move. */
function fortressMarks(board, index) {
  return Object.entries(marked.fortresses ?? {}).flatMap(([side, { fortress }]) => {
    if (!fortress) return [];
    const kind = fortress.wall.includes(index) ? "wall" : [...fortress.movers, ...fortress.room].includes(index) ? "shuttle" : null;
    return kind ? [frame(board, index, 0.35, { class: `${kind} of-${side}` })] : [];
  });
}

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
function neighbour(board, index, key) {
  const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
  if (!way) return null;
  const [file, rank] = [index % board.files, Math.floor(index / board.files)];
  const sign = board.flipped ? -1 : 1;
  const [toFile, toRank] = [file + sign * way[0], rank + sign * way[1]];
  const isInside = toFile >= 0 && toFile < board.files && toRank >= 0 && toRank < board.ranks;
  return isInside ? toFile + toRank * board.files : index;
}

function onBoardKey(event, board, index) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const next = neighbour(board, index, event.key);
  if (next !== null) focusSquare(next);
  else if (event.key === "Enter" || event.key === " ") pick(index);
  else if (event.key === "Escape" && game.view.picked.length) act({ ask: "clear" });
  else return;
  event.preventDefault();
}

function focusSquare(index) {
  cursor = index;
  for (const square of byId("board").querySelectorAll(".square")) {
    const isCursor = Number(square.dataset.index) === index;
    square.setAttribute("tabindex", isCursor ? 0 : -1);
    if (isCursor) square.focus({ preventScroll: true });
  }
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
  const radius = isPlacing(view) ? 0.8 : 1.5;
  const square = (index) => {
    const letter = board.letters[index];
    const can = view.targets.includes(index) || view.picked.includes(index) || game.setup !== null;
    return svg("g", { class: can ? "square can" : "square", role: "button", tabindex: index === cursor ? 0 : -1, "data-index": index,
      "aria-label": squareLabel(board, index, view), click: () => pick(index),
      keydown: (event) => onBoardKey(event, board, index) },
    squareShape(board, index, groundOf(index, view)), ...(letter === "." ? [] : [drawPiece(board, index, letter)]),
    ...marksOf(board, index, view, radius), frame(board, index, 0.5, { class: "frame" }));
  };
  const picture = drawBoard(board, `Board of ${game.about.name}`, square, ...hintMarks(board));
  byId("board").replaceChildren(picture);
  byId("meter").classList.toggle("flipped", board.flipped);
  byId("board").style.setProperty("--files", board.files);
  byId("board").style.setProperty("--ranks", board.ranks);
  offerLarger(board);
  if (hadFocus) focusSquare(cursor);
}
