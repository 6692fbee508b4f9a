// Setting up a position: readers put, remove and turn pieces, and the engine says whether the result can be played.

const typedText = () => byId("setup-text").value.trim().replace(/\s+/g, " ");

/** Shows a position that is set up. The field of text stays as it is while the reader types the same there. */
function setUp(position) {
  game.setup = position;
  if (typedText() !== position) byId("setup-text").value = position;
  byId("setup-side").value = position.split(" ")[1];
  byId("setup-problem").textContent = "";
  tell("moved");
}

/** Changes the board or the side to move. Hands, captured pieces and counts stay; what the turn awaited does not. */
function change({ board = readBoard(game.setup), side = game.setup.split(" ")[1] }) {
  setUp([boardText(board), side, ...game.setup.split(" ").slice(2, 6)].join(" "));
}

/** Whether the reader typed what the game refuses: nothing else is changed before that, so that it is not lost. */
const isRefused = () => typedText() !== game.setup;

/** Takes up the position in the field of text. A refusal is shown when the reader has typed it to the end. */
function takeText({ type }) {
  const position = typedText();
  try {
    engine.ask({ ask: "check", choice: game.choice, position });
    byId("setup-problem").textContent = "";
    // A square that is drawn anew while the pointer is on it misses the click.
    if (position !== game.setup) setUp(position);
  } catch (error) {
    if (type === "change") byId("setup-problem").textContent = sentence(error.message);
  }
}

/** Puts the chosen piece on a square, or removes it where it stands already. */
function putPiece(index) {
  if (isRefused()) return;
  const board = readBoard(game.setup);
  const letter = document.querySelector("#setup-pieces input:checked").value;
  board.letters[index] = board.letters[index] === letter ? "." : letter;
  change({ board });
}

function chooseSide({ target }) {
  if (isRefused()) target.value = game.setup.split(" ")[1];
  else change({ side: target.value });
}

function emptyBoard() {
  const { files, ranks } = game.about.board;
  change({ board: { files, ranks, letters: new Array(files * ranks).fill(".") } });
}

/** Begins to set up from the position on the board, or stops. */
function toggleSetup() {
  if (game.setup === null) return setUp(shownView().position);
  game.setup = null;
  return tell("moved");
}

function showSetup() {
  const isOpen = game.setup !== null;
  byId("setup-form").hidden = !isOpen;
  byId("setup").textContent = isOpen ? "Cancel" : "Set up";
  byId("setup").title = isOpen ? "" : "Set up a position";
  byId("setup").setAttribute("aria-expanded", isOpen);
}

function playSetup(event) {
  event.preventDefault();
  attempt("setup-problem", () => {
    game.start = typedText();
    begin();
    writeAddress("pushState");
  }, sentence);
}

/** Enter plays, as in a field of one line. */
function onTextKey(event) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  byId("setup-form").requestSubmit();
}

/** The pieces of the chosen game, to choose from. */
function listPieces() {
  const choice = (letter, index) => html("label", {},
    html("input", { type: "radio", name: "piece", value: letter, "aria-label": pieceText(letter), checked: index === 0 ? "" : null }),
    sample("ground", pieceSign(letter)));
  byId("setup-pieces").replaceChildren(...[...game.about.pieces, "."].map(choice));
}

function makeSetup() {
  onClick({ setup: toggleSetup, "setup-empty": emptyBoard });
  on("setup-side", "change", chooseSide);
  for (const type of ["input", "change"]) on("setup-text", type, takeText);
  on("setup-text", "keydown", onTextKey);
  on("setup-form", "submit", playSetup);
  listeners.chosen.push(listPieces);
  listeners.moved.push(showSetup);
}
