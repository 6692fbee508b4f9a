// Setting up a position: readers put, remove and turn pieces, and the engine says whether the result can be played.

/** The text of a board from its letters by square. */
function boardText({ files, ranks, letters }) {
  const rank = (number) => letters.slice(number * files, (number + 1) * files).join("").replace(/\.+/g, (run) => run.length);
  return Array.from({ length: ranks }, (_, number) => rank(ranks - 1 - number)).join("/");
}

/** Sets up a position: this board, with nothing captured and nothing in hand. */
function setUp(board) {
  const side = byId("setup-side").value;
  game.setup = `${boardText(board)} ${side} 0,0 0,0 0 0`;
  byId("setup-text").value = game.setup;
  byId("setup-problem").textContent = "";
  announce("moved");
}

/** Puts the chosen piece on a square, or removes it where it stands already. */
function putPiece(index) {
  const board = readBoard(game.setup.split(" ")[0]);
  const letter = document.querySelector("#setup-pieces input:checked").value;
  board.letters[index] = board.letters[index] === letter ? "." : letter;
  setUp(board);
}

/** Begins to set up from the position on the board, or stops. */
function toggleSetup() {
  const { position } = shownView();
  if (game.setup === null) {
    byId("setup-side").value = position.split(" ")[1];
    return setUp(readBoard(position.split(" ")[0]));
  }
  game.setup = null;
  return announce("moved");
}

function showSetup() {
  byId("setup-form").hidden = game.setup === null;
  byId("setup").setAttribute("aria-expanded", game.setup !== null);
}

function emptyBoard() {
  const { files, ranks } = game.about.board;
  setUp({ files, ranks, letters: new Array(files * ranks).fill(".") });
}

function playSetup(event) {
  event.preventDefault();
  const before = game.start;
  game.start = byId("setup-text").value.trim();
  try {
    begin();
    addAddress();
  } catch (error) {
    game.start = before;
    byId("setup-problem").textContent = sentence(error.message);
  }
}

/** The pieces of the chosen game, to choose from. */
function listPieces() {
  const choice = (letter, index) => html("label", {},
    html("input", { type: "radio", name: "piece", value: letter, "aria-label": pieceText(letter), checked: index === 0 ? "" : null }),
    sample((board) => [plainSquare(board), ...(letter === "." ? [] : [drawPiece(board, 0, letter)])]));
  byId("setup-pieces").replaceChildren(...[...game.about.pieces, "."].map(choice));
}

function makeSetup() {
  byId("setup").addEventListener("click", toggleSetup);
  byId("setup-side").addEventListener("change", () => setUp(readBoard(game.setup.split(" ")[0])));
  byId("setup-empty").addEventListener("click", emptyBoard);
  byId("setup-form").addEventListener("submit", playSetup);
  observers.chosen.push(listPieces);
  observers.moved.push(showSetup);
}
