// The address: a link opens the same game with the same players, moves and count of games.

const address = {
  /** The part of the address that the page shows. */
  now: null,
  /** Further parts of the address: their names, and how they are read, written and checked. */
  parts: [],
};

/**
 * Makes a choice part of the address. `read` returns its text, empty for the default; `write` applies a text; `fault` says what is
 * wrong with a text, if something is.
 */
const keepInLink = (name, read, write, fault) => address.parts.push({ name, read, write, fault });

/** Refuses all texts but some. */
const oneOf = (...texts) => (text) => (texts.includes(text) ? "" : `it is ${texts.map((one) => `\`${one}\``).join(" or ")}`);

/** A box that is ticked or not. */
const TICKED = oneOf("0", "1");

function fragment() {
  const { about, white, black, seed, start } = game;
  const named = new URLSearchParams({ game: about.name, white, black, seed });
  if (about.rules) named.set("rules", JSON.stringify(about.rules));
  if (start) named.set("start", start);
  if (game.moves.length) named.set("moves", steps());
  for (const { name, read } of address.parts) if (read()) named.set(name, read());
  return `#${named}`;
}

/** The parts of every link; further ones are added by `keepInLink`. */
const LINK_KEYS = ["game", "white", "black", "seed", "rules", "start", "moves"];

/** Refuses a link with a part that means nothing here, so that a misspelt one is noticed. */
function checkKeys(named) {
  const known = [...LINK_KEYS, ...address.parts.map(({ name }) => name)];
  const unknown = [...named.keys()].filter((key) => !known.includes(key)).map((key) => `\`${key}\``);
  if (unknown.length) throw new Error(`the page does not know ${unknown.join(" and ")}; a link has the keys ${known.join(", ")}`);
}

/** Refuses a link with a further part that has a wrong value. */
function checkValues(named) {
  for (const { name, fault } of address.parts) {
    const text = named.get(name);
    const problem = text ? fault(text) : "";
    if (problem) throw new Error(`\`${name}\` is \`${text}\`; ${problem}`);
  }
}

function linkedSeed(text) {
  if (!/^\d+$/.test(text) || Number(text) > 0xffffffff) throw new Error(`\`seed\` is \`${text}\`; it is a whole number below 2^32`);
  return Number(text);
}

let pending = null;

/** Writes the game into the address, once it has stood for a moment: browsers allow only so many changes. */
function keepAddress() {
  clearTimeout(pending);
  pending = setTimeout(() => {
    history.replaceState(null, "", fragment());
    address.now = location.hash;
  }, 200);
}

/** A game that begins anew has its own place in the history of the browser. */
function addAddress() {
  clearTimeout(pending);
  history.pushState(null, "", fragment());
  address.now = location.hash;
}

/** The game that a link names, with its rules if the link has them. */
function linkedChoice(named) {
  const name = named.get("game") ?? firstGame();
  const rules = named.get("rules");
  return rules ? { game: name, rules: JSON.parse(rules), switches: "" } : namedChoice(name);
}

/** Opens the game that the address names; says so if it cannot. */
function openAddress() {
  // Browsers report a change of the address in two ways.
  if (location.hash === address.now) return;
  address.now = location.hash;
  const named = new URLSearchParams(location.hash.slice(1));
  const before = { ...game };
  try {
    checkKeys(named);
    checkValues(named);
    choose(linkedChoice(named));
    game.white = named.get("white") ?? HUMAN;
    game.black = named.get("black") ?? OPPONENT;
    game.seed = named.has("seed") ? linkedSeed(named.get("seed")) : newSeed();
    game.start = named.get("start");
    begin(named.get("moves") ?? "");
    for (const { name, write } of address.parts) write(named.get(name) ?? "");
  } catch (error) {
    Object.assign(game, before);
    choose(before.about ? before.choice : { game: "city-8", rules: null, switches: "" });
    begin(before.about ? steps() : "");
    tellProblem(`The link cannot be opened: ${error.message}.`);
  }
}

/** Shows what is wrong with a link or a record. */
function tellProblem(text) {
  byId("problem").textContent = text;
  byId("problem").hidden = text === "";
}
