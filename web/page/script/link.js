// The address: a link opens the same game with the same players, moves and count of games.

/** Refuses all texts but some. */
const oneOf = (...texts) => (text) => (texts.includes(text) ? "" : `it is ${texts.map((one) => `\`${one}\``).join(" or ")}`);

/** Makes a box part of the address. */
const keepBox = (id, apply) => keepControl(id, id, apply, { fault: oneOf("0", "1") });

/** Refuses a link with a part that means nothing here, so that a misspelt one is noticed, or has a wrong value. */
function checkLink(named) {
  const known = kept.map(({ name }) => name);
  const unknown = [...named.keys()].filter((key) => !known.includes(key)).map((key) => `\`${key}\``);
  if (unknown.length) throw new Error(`the page does not know ${unknown.join(" and ")}; a link has the keys ${known.join(", ")}`);
  for (const { name, fault } of kept) {
    const text = named.get(name);
    const problem = text ? fault(text) : "";
    if (problem) throw new Error(`\`${name}\` is \`${text}\`; ${problem}`);
  }
}

/** Opens the game that the address names; says so if it cannot. */
function openAddress() {
  // Browsers report a change of the address in two ways.
  if (location.hash === opened) return;
  opened = location.hash;
  const named = new URLSearchParams(location.hash.slice(1));
  const before = { ...game };
  try {
    checkLink(named);
    for (const { name, write } of kept) write(named.get(name) ?? "", named);
  } catch (error) {
    Object.assign(game, before);
    choose(before.about ? before.choice : namedChoice(FIRST_GAME));
    begin(before.about ? steps() : "");
    tellProblem(`The link cannot be opened: ${error.message}.`);
  }
}

/** Shows what is wrong with a link, or with the work in the background. */
function tellProblem(text) {
  byId("problem").textContent = text;
  byId("problem").hidden = text === "";
}

/** Makes the game part of the address. Its rules are there if its name does not define them. */
function makeLink() {
  keepInLink("game", () => game.about.name, (text, named) => {
    const name = text || (given?.variants[0]?.game ?? FIRST_GAME);
    const rules = named.get("rules");
    choose(rules ? { game: name, rules: JSON.parse(rules), switches: "" } : namedChoice(name));
  });
  keepInLink("white", () => game.white, (text) => { game.white = text || HUMAN; });
  keepInLink("black", () => game.black, (text) => { game.black = text || OPPONENT; });
  keepInLink("seed", () => game.seed, (text) => { game.seed = text ? Number(text) : newSeed(); },
    (text) => (/^\d+$/.test(text) && Number(text) <= 0xffffffff ? "" : "it is a whole number below 2^32"));
  keepInLink("rules", () => (game.about.rules ? JSON.stringify(game.about.rules) : ""), () => {});
  keepInLink("start", () => game.start ?? "", (text) => { game.start = text || null; });
  keepInLink("moves", () => steps(), begin);
}
