// Playing: people and agents in turn, hints, taking back, looking back, and what the page says about it.

/** Players to choose from; the page accepts every agent of the program under “another agent”. */
const PLAYERS = [
  [HUMAN, "a person"],
  ["random", "random: any legal move"],
  ["greedy", "greedy: captures what it can"],
  ["alphabeta:nodes=300", "alpha-beta, 300 positions a move"],
  ["alphabeta:nodes=3000", "alpha-beta, 3,000 positions a move"],
  ["alphabeta:nodes=100000", "alpha-beta, 100,000 positions a move"],
  ["mcts:playouts=500", "Monte Carlo, 500 playouts a move"],
];

/** An agent's move is shown no sooner, so that the eye can follow, in milliseconds. */
const PAUSE = 300;

const thinker = new Helper();

const isOver = () => game.view.awaits === "nothing";

/** What is said about a move or a copy holds until the game goes on. */
function forgetSaid() {
  for (const id of ["move-problem", "link-said", "record-said"]) byId(id).textContent = "";
  byId("link").hidden = true;
}

/** Acts on the game; what the engine refuses is said. */
const act = (question) => attempt("move-problem", () => refresh(engine.ask(question)), sentence);

/** Lets the agent to move think, unless it waits. */
function letAgentThink() {
  const { view } = game;
  if (view.awaits !== "agent" || game.isPaused || !isPresent()) return thinker.stop();
  if (thinker.isBusy && thinker.view === view) return undefined;
  thinker.view = view;
  const began = performance.now();
  const question = { ask: "think", thinking: { beginning: beginning(), agent: view.agent, hint: false } };
  const decide = (decision) => setTimeout(() => {
    if (game.view !== view || game.isPaused || !isPresent()) return;
    game.thought = { ...decision, after: view.steps, side: sideToMove(view) };
    act({ ask: "decide", text: decision.text });
  }, PAUSE - (performance.now() - began));
  return thinker.ask(question, decide, tellProblem);
}

/** Shows the game after a number of steps; `null` for the present. */
function lookAt(step) {
  game.lookingAt = step === null || step >= game.moves.length ? null : Math.max(step, 0);
  game.setup = null;
  tell("moved");
}

const shownStep = () => game.lookingAt ?? game.moves.length;

/** The steps at which a turn begins, and the last one: what the buttons go back and forward by. */
function neighbouringStep(sign) {
  const stops = game.moves.flatMap((move, index) => (move.text.match(/^d\d+$/) ? [] : [index + 1]));
  const at = shownStep();
  return sign > 0 ? stops.find((stop) => stop > at) ?? null : [0, ...stops].findLast((stop) => stop < at) ?? 0;
}

const setPlayer = (side, text) => attempt(`${side}-problem`, () => {
  game[side] = text;
  begin(steps());
});

const sideToMove = (view) => (view.position.split(" ")[1] === "w" ? "White" : "Black");

/** What an agent expected when it decided. */
function thoughtText({ side, score, wins_in: winsIn, depth, nodes, line }) {
  if (score === null) return "";
  const expected = winsIn === null ? `expects a score of ${number(100 * score)} %`
    : `sees that it ${winsIn > 0 ? "wins" : "loses"} in ${counted(Math.abs(winsIn), "move")}`;
  const effort = [depth && `${depth} moves ahead`, nodes && counted(nodes, "position")].filter(Boolean).join(", ");
  const moves = line.slice(0, 6).map((next) => next.text).join(" ");
  return `${side} ${expected}${effort ? ` (${effort})` : ""}: ${moves}${line.length > 6 ? " …" : ""}.`;
}

/** What the players have to do now. */
function statusOf() {
  const { view, isPaused } = game;
  const side = sideToMove(view);
  if (game.setup !== null) return "Choose a piece below, then its squares.";
  if (game.lookingAt !== null) return `After step ${game.lookingAt} of ${game.moves.length}.`;
  if (isOver()) return sentence(view.outcome);
  if (view.awaits === "agent") return isPaused ? `${side} waits.` : `${side} (${view.agent}) thinks …`;
  const rolled = view.position.match(/ d(\d+)/);
  const who = rolled ? `${side}, who rolled ${rolled[1]}` : side;
  if (view.must_remove) return `${who}: choose a bound stone to remove.`;
  if (view.may_decline) return `${who}: choose a piece, or decline.`;
  if (view.is_placing) return `${who}: place a stone.`;
  return view.picked.length ? `${who}: choose where to go.` : `${who}: choose a piece.`;
}

function showStatus() {
  const view = shownView();
  byId("status").textContent = statusOf();
  byId("status").classList.toggle("over", isOver() && isPresent());
  byId("note").textContent = sentence(view.note);
  byId("counts").textContent = sentence(statusText(behindBoard(view.position)).replace(/^(White|Black) to move; /, ""));
  const { thought } = game;
  const isFresh = thought && isPresent() && view.steps > thought.after && game.moves[thought.after]?.text === thought.text;
  byId("thought").textContent = isFresh ? thoughtText(thought) : "";
  byId("undo").disabled = !game.moves.length || ![game.white, game.black].includes(HUMAN);
  byId("hint").disabled = view.awaits !== "human" || opinion.hintFor === view.position;
  byId("decline").hidden = !view.may_decline;
  byId("pause").hidden = view.awaits !== "agent";
  byId("pause").textContent = game.isPaused ? "Go on" : "Pause";
  byId("here").hidden = game.lookingAt === null;
  for (const id of ["first", "back"]) byId(id).disabled = shownStep() === 0;
  for (const id of ["next", "last"]) byId(id).disabled = game.lookingAt === null;
  byId("move").disabled = view.awaits !== "human";
}

function showPlayers() {
  for (const side of ["white", "black"]) {
    const isListed = PLAYERS.some(([text]) => text === game[side]);
    byId(side).value = isListed ? game[side] : "";
    if (!isListed) byId(`${side}-other`).value = game[side];
  }
}

/** Explains all agents to those who write one. */
function listAgents() {
  const optionRow = ({ name, values, about }) => html("dd", {}, html("code", {}, name), ` (${values}): ${about}`);
  byId("agents").append(...catalogue.agents.flatMap(({ name, about, options }) =>
    [html("dt", {}, html("code", {}, name), ` ${about}`), ...options.map(optionRow)]));
}

function makePlayer(side) {
  const [menu, other] = [byId(side), byId(`${side}-other`)];
  menu.append(...PLAYERS.map(([value, text]) => option(value, text)), option("", "another agent …"));
  menu.addEventListener("change", () => (menu.value === "" ? other.focus() : setPlayer(side, menu.value)));
  other.addEventListener("change", () => setPlayer(side, other.value.trim()));
}

function typeMove(event) {
  event.preventDefault();
  const text = byId("move").value.trim();
  if (text === "") return;
  act({ ask: "type", text });
  if (byId("move-problem").textContent === "") byId("move").value = "";
}

function makePlay() {
  makePlayer("white");
  makePlayer("black");
  listAgents();
  onClick({
    new: playAnew,
    undo: () => act({ ask: "undo" }),
    decline: () => act({ ask: "type", text: "--" }),
    pause: () => { game.isPaused = !game.isPaused; tell("moved"); },
    first: () => lookAt(0),
    back: () => lookAt(neighbouringStep(-1)),
    next: () => lookAt(neighbouringStep(1)),
    last: () => lookAt(null),
    here: () => begin(steps(game.lookingAt)),
    enlarge: () => { byId("board").classList.toggle("large"); drawGame(); },
  });
  on("move-form", "submit", typeMove);
  keepBox("flip", drawGame);
  listeners.moved.push(forgetSaid, showPlayers, drawGame, showStatus, showMoves, keepAddress, letAgentThink);
}
