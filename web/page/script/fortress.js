// Fortresses: on the board that is played, and the smallest ones of the game.

const prover = new Helper();
const searcher = new Helper();

const squareList = (squares) => squares.map((index) => squareName(game.about.board.files, index)).join(", ");

/** What is known of a side's fortress on the board, in a sentence. */
function standingText(side, { fortress, dangers, reason }) {
  if (!fortress) return `${side} has no fortress here: ${reason}.`;
  const end = dangers.length ? ` But: ${dangers.join("; ")}.` : ` ${side} can no longer lose.`;
  const wall = fortress.wall.length ? `${squareList(fortress.wall)} never move, and ` : "";
  return `${side} has a fortress: ${wall}${side} moves ${fortress.moves}.${end}`;
}

/** Marks the fortresses of the position on the board, if the reader wants that. */
function markFortresses() {
  marked.fortresses = null;
  byId("standing").textContent = "";
  if (!byId("mark").checked || game.setup !== null) return prover.stop();
  const { position } = shownView();
  const show = (standing) => {
    if (!byId("mark").checked) return;
    marked.fortresses = standing;
    byId("standing").textContent = `${standingText("White", standing.white)} ${standingText("Black", standing.black)}`;
    drawGame();
  };
  return prover.ask({ ask: "standing", choice: game.choice, position }, show, tellProblem);
}

/** A fortress on a board: its wall, the pieces that move, and where enemies can come. */
function drawFortress({ fortress, open }, side) {
  const { files, ranks } = game.about.board;
  const board = { files, ranks, flipped: byId("flip").checked };
  const signs = (index) => {
    const [isMover, isRoom] = [fortress.movers.includes(index), fortress.room.includes(index)];
    const isOwn = isMover || fortress.wall.includes(index);
    const letter = fortress.leader.includes(index) ? "L" : "S";
    return [isOwn || isRoom || !open.includes(index) ? "ground calm" : "ground",
      isOwn && pieceSign(side === "White" ? letter : letter.toLowerCase()), isRoom && "ring", isOwn && !isMover && "wall"];
  };
  const label = `Wall: ${squareList(fortress.wall) || "none"}; moves: ${fortress.moves}`;
  const picture = drawBoard(board, { role: "img", "aria-label": label }, signs);
  return html("figure", {}, picture, html("figcaption", {}, `${label}.`));
}

/** Ends the search, says what came of it, and shows the fortresses that it found. */
function endSearch(text = "", figures = []) {
  searcher.stop();
  byId("fortress-status").textContent = text;
  byId("fortress-find").textContent = "Find the smallest fortresses";
  byId("fortress-key").hidden = figures.length === 0;
  byId("fortresses").replaceChildren(...figures);
}

function showSmallest(side, { army, pieces, examples }) {
  const kinds = examples.length === 1 ? "one kind" : `${examples.length} kinds`;
  const text = pieces === null ? `${side} has no fortress of at most ${counted(army, "piece")} in ${game.about.name}.`
    : `The smallest fortresses of ${side} in ${game.about.name} have ${counted(pieces, "piece")}; ${kinds}, not counting `
      + "mirror images and turns.";
  endSearch(text, examples.map((example) => drawFortress(example, side)));
}

function findSmallest() {
  if (searcher.isBusy) return endSearch("Stopped.");
  endSearch(`Searching ${game.about.name}; on large boards this can take minutes …`);
  byId("fortress-find").textContent = "Stop";
  const side = byId("fortress-side").value;
  return searcher.ask({ ask: "smallest", choice: game.choice, white: side === "White" }, (found) => showSmallest(side, found),
    (message) => endSearch(sentence(message)));
}

function makeFortress() {
  on("fortress-find", "click", findSmallest);
  keepBox("mark", () => { markFortresses(); showLegend(); drawGame(); });
  listeners.moved.push(markFortresses);
  listeners.chosen.push(() => endSearch());
}
