// The address: a link opens the same game with the same players, moves and count of games.

/** The part of the address that the page shows. */
let opened = null;

/** Refuses all texts but some. */
const oneOf = (...texts) => (text) => (texts.includes(text) ? "" : `it is ${texts.map((one) => `\`${one}\``).join(" or ")}`);

/** Makes a box part of the address, if it is not as at first. `apply` draws what depends on it. */
function keepBox(id, apply) {
  const box = byId(id);
  keepInLink(id, () => (box.checked === box.defaultChecked ? "" : box.checked ? "1" : "0"), (text) => {
    box.checked = text === "" ? box.defaultChecked : text === "1";
    apply();
  }, oneOf("0", "1"));
  box.addEventListener("change", () => { apply(); keepAddress(); });
}

function fragment() {
  const { about, white, black, seed, start } = game;
  const named = new URLSearchParams({ game: about.name, white, black, seed });
  if (about.rules) named.set("rules", JSON.stringify(about.rules));
  if (start) named.set("start", start);
  if (game.moves.length) named.set("moves", steps());
  for (const [name, text] of keptTexts()) named.set(name, text);
  return `#${named}`;
}

/** The parts of every link; further ones are added by `keepInLink`. */
const LINK_KEYS = ["game", "white", "black", "seed", "rules", "start", "moves"];

/** Refuses a link with a part that means nothing here, so that a misspelt one is noticed. */
function checkKeys(named) {
  const known = [...LINK_KEYS, ...kept.map(({ name }) => name)];
  const unknown = [...named.keys()].filter((key) => !known.includes(key)).map((key) => `\`${key}\``);
  if (unknown.length) throw new Error(`the page does not know ${unknown.join(" and ")}; a link has the keys ${known.join(", ")}`);
}

/** Refuses a link with a further part that has a wrong value. */
function checkValues(named) {
  for (const { name, fault } of kept) {
    const text = named.get(name);
    const problem = text ? fault(text) : "";
    if (problem) throw new Error(`\`${name}\` is \`${text}\`; ${problem}`);
  }
}

function linkedSeed(text) {
  if (!/^\d+$/.test(text) || Number(text) > 0xffffffff) throw new Error(`\`seed\` is \`${text}\`; it is a whole number below 2^32`);
  return Number(text);
}

/** Writes the game into the address. */
function keepAddress() {
  writeSoon(() => {
    history.replaceState(null, "", fragment());
    opened = location.hash;
  });
}

/** A game that begins anew has its own place in the history of the browser. */
function addAddress() {
  clearTimeout(pending);
  history.pushState(null, "", fragment());
  opened = location.hash;
}

/** The game that a link names, with its rules if the link has them. */
function linkedChoice(named) {
  const name = named.get("game") ?? given?.variants[0]?.game ?? "city-8";
  const rules = named.get("rules");
  return rules ? { game: name, rules: JSON.parse(rules), switches: "" } : namedChoice(name);
}

/** Opens the game that the address names; says so if it cannot. */
function openAddress() {
  // Browsers report a change of the address in two ways.
  if (location.hash === opened) return;
  opened = location.hash;
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
    for (const { name, write } of kept) write(named.get(name) ?? "", named);
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
