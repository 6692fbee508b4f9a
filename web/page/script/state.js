// The game on the page: what was chosen, who plays, and how far the game has come.

const HUMAN = "human";

/** The agent that answers by default, and the game that is chosen by default. */
const OPPONENT = "alphabeta:nodes=3000";
const FIRST_GAME = "city-8";

const game = {
  /** The game as the engine reads it: a name, rules where the name does not define them, and switches. */
  choice: null,
  /** What the engine tells of it. */
  about: null,
  white: HUMAN,
  black: OPPONENT,
  seed: 1,
  /** The text of a position that replaces the start. */
  start: null,
  /** The present position as the engine shows it, and all steps that led to it. */
  view: null,
  moves: [],
  /** The number of steps after which the board shows the game, while the reader looks back. */
  lookingAt: null,
  /** The text of the position that the reader sets up, instead of playing. */
  setup: null,
  /** Whether agents wait. */
  isPaused: false,
  /** The hint for the present position. */
  hint: null,
  /** What the last agent thought when it decided, and after how many steps that was. */
  thought: null,
};

/** The first steps of the game; all of them without a count. */
const steps = (count) => game.moves.slice(0, count).map((move) => move.text).join(" ");

/** Everything that defines the game in progress, as the engine reads it. */
function beginning(upTo = steps()) {
  const { choice, white, black, seed, start } = game;
  return { choice, white, black, seed, start, steps: upTo };
}

/** Whether the board shows the present position of the game, so that the game can go on. */
const isPresent = () => game.lookingAt === null && game.setup === null;

/** A sentence from a phrase of the engine. */
const sentence = (text) => (text ? `${text[0].toUpperCase()}${text.slice(1)}.` : "");

const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** Takes up the present state of the game in the engine. */
function refresh(view) {
  if (game.view === null || view.steps !== game.view.steps) game.hint = null;
  game.view = view;
  game.moves = engine.ask({ ask: "moves" });
  game.lookingAt = null;
  game.setup = null;
  tell("moved");
}

/** Begins the chosen game, after `upTo`; throws if something in it is wrong. */
function begin(upTo = "") {
  const view = engine.ask({ ask: "begin", beginning: beginning(upTo) });
  game.view = null;
  game.isPaused = false;
  refresh(view);
}

/** Chooses a game; throws if the engine refuses it. */
function choose(choice) {
  game.about = engine.ask({ ask: "rules", choice });
  game.choice = choice;
  tell("chosen");
}

/** Acts on the game; what is wrong with that is said in `place`, and the game stays as it was. */
function attempt(place, action, words = (text) => text) {
  const before = { ...game };
  byId(place).textContent = "";
  try {
    action();
  } catch (error) {
    Object.assign(game, before);
    byId(place).textContent = words(error.message);
  }
}
