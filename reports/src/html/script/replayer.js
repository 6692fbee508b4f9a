// The replayer: a sample game on a board, by buttons, slider, keys, or by itself.

const player = { game: null, board: null, positions: [], at: 0, timer: null };

function describeStep({ step, turn, side, lost, behind }) {
  const what = player.at === 0 ? "Start." : `Turn ${turn}: ${side} ${step}${lost.length ? `, ${lost.length} lost` : ""}.`;
  const end = player.at === player.positions.length - 1 ? ` ${player.game.result}.` : "";
  return `${what}${end} ${statusText(behind)}.`;
}

function goTo(step) {
  const { board, positions } = player;
  const last = positions.length - 1;
  player.at = Math.min(Math.max(step, 0), last);
  const { letters, changed, lost } = positions[player.at];
  const text = positionText(board, positions[player.at]);
  const signs = (index) =>
    [changed.includes(index) ? "ground used" : "ground", player.game.special.includes(index) && "special", pieceSign(letters[index]), lost.includes(index) && "lost"];
  byId("board").replaceChildren(drawBoard(board, { role: "img", "aria-label": `Position ${text}` }, signs));
  markMove(player.at);
  byId("status").textContent = describeStep(positions[player.at]);
  byId("step").value = player.at;
  byId("at").textContent = `${player.at} of ${last}`;
  byId("position").value = text;
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

function openGame(game) {
  pause();
  Object.assign(player, { game, ...positionsOf(game) });
  byId("game").value = game.game;
  byId("step").max = player.positions.length - 1;
  listMoves(player.positions, ({ step }) => step || "start", stepTo);
  goTo(0);
}

const gamesOf = (cell) => data.games.filter((game) => game.cell === cell.cell);

/** The game of the chosen cell with a number; the first without one. */
const gameOf = (wanted) => gamesOf(chosen.cell).find((game) => wanted === "" || `${game.game}` === wanted);

/** The games of the chosen cell to choose from; opens the first. */
function showGames() {
  const games = gamesOf(chosen.cell);
  byId("no-games").hidden = games.length > 0;
  byId("replayer").hidden = games.length === 0;
  player.game = null;
  if (games.length === 0) return pause();
  byId("game").replaceChildren(...games.map(({ game, why, result }) =>
    option(game, `${number(game)}: ${why.join(", ")}. ${result}`)));
  return openGame(games[0]);
}

/** Opens the game that a link names. */
function openNamedGame(wanted) {
  const game = gameOf(wanted);
  if (game) openGame(game);
  else if (wanted) {
    const number = Number(wanted);
    byId("status").textContent = `Game ${number} of cell ${chosen.cell.cell} is not in this page; `
      + `petteia replay RUN --cell ${chosen.cell.cell} --game ${number} shows it.`;
  }
}

/** Whether the first game of a cell is at its start, as every link to the cell shows it. */
const isAtFirst = () => !player.game || (player.at === 0 && player.game === gameOf(""));

/** What the buttons do, and the keys that do the same. */
const ACTIONS = {
  first: () => stepTo(0), back: () => stepTo(player.at - 1), next: () => stepTo(player.at + 1),
  last: () => stepTo(player.positions.length - 1), play: playOrPause,
};
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last", " ": "play" };

/** Keys anywhere in the replayer, but for those that an element needs itself. */
function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.matches("select, input")) return;
  if (event.key === " " && event.target.matches("button")) return;
  const action = ACTIONS[KEYS[event.key]];
  if (!action) return;
  event.preventDefault();
  action();
}

function makeReplayer() {
  const [position, copied] = [byId("position"), byId("copied")];
  onClick({
    ...ACTIONS,
    "copy-position": () => copy(position.value, position, copied, "Position copied."),
    "copy-link": () => {
      keepAddress("replayer");
      copy(location.href.split("#")[0] + address(), position, copied, "Link copied.");
    },
  });
  on("step", "input", (event) => stepTo(Number(event.target.value)));
  on("speed", "change", () => { if (player.timer) { pause(); play(); } });
  on("game", "change", (event) => {
    openGame(gameOf(event.target.value));
    keepAddress("replayer");
  });
  on("replayer", "keydown", onKey);
  keepInLink("game", () => (isAtFirst() ? "" : player.game.game), openNamedGame);
  keepInLink("step", () => (isAtFirst() ? "" : player.at), (text, named) => {
    if (!named.has("game") || `${player.game?.game}` === named.get("game")) goTo(Math.trunc(text) || 0);
  });
}
