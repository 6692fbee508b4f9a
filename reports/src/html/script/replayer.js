// The replayer: a sample game on a board, by buttons, slider, keys, or by itself.

const player = { game: null, board: null, positions: [], at: 0, timer: null };
const SPEEDS = [1, 2, 5, 10, 20];

function drawPosition() {
  const { board, positions, at } = player;
  const position = positions[at];
  const shade = (index) => {
    const square = squareShape(board, index, position.changed.includes(index) ? "#e8d6a0" : "#faf8f2");
    const letter = position.letters[index];
    return letter === "." ? square : svg("g", {}, square, drawPiece(board, index, letter));
  };
  const crosses = position.lost.map((index) => {
    const { x, y } = corner(board, index);
    return svg("path", { d: `M${x + 1.5},${y + 1.5}l7,7m0,-7l-7,7`, stroke: "#d55e00", "stroke-width": 1.2, fill: "none" });
  });
  const picture = drawBoard(board, "", shade, ...crosses);
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", `Position ${positionText(board, position)}`);
  byId("board").replaceChildren(picture);
}

function describeStep() {
  const { positions, at, game } = player;
  const { step, turn, side, lost } = positions[at];
  const what = at === 0 ? "Start." : `Turn ${turn}: ${side} ${step}${lost.length ? `, ${lost.length} lost` : ""}.`;
  const end = at === positions.length - 1 ? ` ${game.result}.` : "";
  return `${what}${end} ${statusText(positions[at])}.`;
}

/** Marks the present step in the list and brings it into view, without moving the page. */
function markMove() {
  const list = byId("moves");
  const old = list.querySelector("[aria-current]");
  const hadFocus = old !== null && old === document.activeElement;
  old?.removeAttribute("aria-current");
  old?.setAttribute("tabindex", -1);
  const now = list.querySelectorAll("button")[player.at];
  now.setAttribute("aria-current", "step");
  now.setAttribute("tabindex", 0);
  if (hadFocus) now.focus({ preventScroll: true });
  const item = now.parentElement;
  if (item.offsetTop < list.scrollTop || item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = item.offsetTop - list.clientHeight / 2;
  }
}

function goTo(step) {
  const last = player.positions.length - 1;
  player.at = Math.min(Math.max(step, 0), last);
  drawPosition();
  markMove();
  byId("status").textContent = describeStep();
  byId("step").value = player.at;
  byId("at").textContent = `${player.at} of ${last}`;
  byId("position").value = positionText(player.board, player.positions[player.at]);
  byId("copied").textContent = "";
  for (const id of ["first", "back"]) byId(id).disabled = player.at === 0;
  for (const id of ["next", "last"]) byId(id).disabled = player.at === last;
  if (player.at === last) pause();
}

/** A step by hand ends the play, and is kept in the address. */
function stepTo(step) {
  pause();
  goTo(step);
  keepAddress("replayer");
}

function pause() {
  clearInterval(player.timer);
  player.timer = null;
  byId("play").textContent = "Play";
  byId("status").setAttribute("aria-live", "polite");
}

function play() {
  if (player.at === player.positions.length - 1) goTo(0);
  byId("play").textContent = "Pause";
  // A screen reader could not keep up.
  byId("status").setAttribute("aria-live", "off");
  player.timer = setInterval(() => goTo(player.at + 1), 1000 / byId("speed").value);
}

function playOrPause() {
  if (player.timer) { pause(); keepAddress("replayer"); } else play();
}

function openGame(game, step = 0) {
  pause();
  Object.assign(player, { game, ...positionsOf(game) });
  byId("game").value = game.game;
  byId("step").max = player.positions.length - 1;
  listMoves(player.positions, ({ step }) => step || "start", stepTo);
  goTo(step);
}

const gamesOf = (cell) => data.games.filter((game) => game.cell === cell.cell);

const gameOf = (wanted) => gamesOf(chosen.cell).find((game) => `${game.game}` === wanted);

/** The games of a cell to choose from; opens the first. */
function showGames(cell) {
  const games = gamesOf(cell);
  byId("no-games").hidden = games.length > 0;
  byId("replayer").hidden = games.length === 0;
  player.game = null;
  if (games.length === 0) return pause();
  const option = (game) => html("option", { value: game.game }, `${number(game.game)}: ${game.why.join(", ")}. ${game.result}`);
  byId("game").replaceChildren(...games.map(option));
  return openGame(games[0]);
}

/** Opens the game that a link names. */
function openNamedGame(wanted) {
  const game = wanted ? gameOf(wanted) : gamesOf(chosen.cell)[0];
  if (game) openGame(game);
  else if (wanted) {
    const number = Number(wanted);
    byId("status").textContent = `Game ${number} of cell ${chosen.cell.cell} is not in this page; `
      + `petteia replay RUN --cell ${chosen.cell.cell} --game ${number} shows it.`;
  }
}

/** Whether the first game of a cell is at its start, as every link to the cell shows it. */
const isAtFirst = () => !player.game || (player.at === 0 && player.game === gamesOf(chosen.cell)[0]);

/** What the buttons do, and the keys that do the same. */
const ACTIONS = {
  first: () => stepTo(0), back: () => stepTo(player.at - 1), next: () => stepTo(player.at + 1),
  last: () => stepTo(player.positions.length - 1), play: playOrPause,
};
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last", " ": "play" };

/** Keys anywhere in the replayer, but for those that an element needs itself. */
function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("select, input")) return;
  if (event.key === " " && event.target.matches("button")) return;
  const action = ACTIONS[KEYS[event.key]];
  if (!action) return;
  event.preventDefault();
  action();
}

function makeReplayer() {
  const on = (id, event, action) => byId(id).addEventListener(event, action);
  for (const [id, action] of Object.entries(ACTIONS)) on(id, "click", action);
  on("step", "input", (event) => stepTo(Number(event.target.value)));
  on("speed", "change", () => { if (player.timer) { pause(); play(); } });
  on("game", "change", (event) => {
    openGame(gameOf(event.target.value));
    keepAddress("replayer");
  });
  on("replayer", "keydown", onKey);
  const [position, copied] = [byId("position"), byId("copied")];
  on("copy-position", "click", () => copy(position.value, position, copied, "Position copied."));
  on("copy-link", "click", () => {
    keepAddress("replayer");
    copy(location.href.split("#")[0] + address(), position, copied, "Link copied.");
  });
  const steps = (speed) => `${speed} ${speed === 1 ? "step" : "steps"} per second`;
  byId("speed").append(...SPEEDS.map((speed) => html("option", { value: speed }, steps(speed))));
  byId("speed").value = 2;
  keepInLink("game", () => (isAtFirst() ? "" : player.game.game), openNamedGame);
  keepInLink("step", () => (isAtFirst() ? "" : player.at), (text, named) => {
    if (!named.has("game") || `${player.game?.game}` === named.get("game")) goTo(Math.trunc(text) || 0);
  });
}
