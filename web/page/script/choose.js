// The choice of a game: the catalogue, the games of a report, a table of one's own, and switches.

const catalogue = { games: [], switches: [], agents: [] };

/** The games of a report that carries this page: `{ name, variants: [{ game, rules }] }`. */
const given = JSON.parse(byId("given").textContent);

/** The choices of games with rules of their own, by their values in the menu. */
const own = new Map();

/** The game that the switches change, its row of the catalogue if it has one, and what the engine tells of it. */
const base = { choice: null, row: null, about: null };

/** Sets the base of the chosen game: its row of the catalogue, or the game itself. */
function findBase() {
  const { name, rules, base: id } = game.about;
  base.row = catalogue.games.find((row) => row.id === id);
  base.choice = { game: id ?? name, rules, switches: "" };
  base.about = base.row ? engine.ask({ ask: "rules", choice: base.choice }) : game.about;
}

/** The text of a switch that changes its value from that of the base; empty if it does not. */
function overlay(name, value) {
  const before = base.about.switches[name];
  if (value === before) return "";
  if (value === undefined) return `-${name}`;
  return value === "" ? `+${name}` : `+${name}=${value}`;
}

/** The value of a switch as its control shows it; undefined if it is off. */
function valueOf({ name, values }) {
  const control = byId(`switch-${name}`);
  if (values === "") return control.checked ? "" : undefined;
  return control.value.trim() === "" ? undefined : control.value.trim();
}

/** Plays the chosen game from its start. */
function playAnew() {
  game.start = null;
  game.seed = newSeed();
  begin();
  writeAddress("pushState");
}

function playChoice(choice) {
  choose(choice);
  playAnew();
}

function applySwitches() {
  const switches = catalogue.switches.map((one) => overlay(one.name, valueOf(one))).join("");
  attempt("refusal", () => playChoice({ ...base.choice, switches }), (problem) =>
    `${base.about.name}${switches} cannot be played: ${problem}. The board still has ${game.about.name}.`);
}

function switchControl({ name, values, choices }) {
  const attributes = { id: `switch-${name}`, change: applySwitches };
  if (values === "") return html("input", { type: "checkbox", ...attributes });
  if (choices.length === 0) return html("input", { class: "short", inputmode: "numeric", placeholder: "off", ...attributes });
  return html("select", attributes, option("", "–"), ...choices.map((value) => option(value)));
}

function switchRow(one) {
  const about = one.values === "" || one.choices.length ? one.about : `${one.about} (${one.values})`;
  return html("li", {}, switchControl(one),
    html("label", { for: `switch-${one.name}` }, html("code", {}, one.name), ` ${about.replaceAll("`", "")}`));
}

/** Shows the chosen game in the menus. */
function showChoice() {
  findBase();
  const { name, rules, board, switches } = game.about;
  if (rules) byId("own-games").append(...ownOption(name, rules));
  byId("own-games").hidden = !byId("own-games").hasChildNodes();
  byId("games").value = rules ? `own ${name}` : base.choice.game;
  byId("game-title").textContent = name;
  byId("about").textContent = sentence(`${base.row?.about ?? "rules of its own"}; ${board.files} files, ${board.ranks} ranks`);
  let changed = 0;
  for (const one of catalogue.switches) {
    const control = byId(`switch-${one.name}`);
    const [now, before] = [switches[one.name], base.about.switches[one.name]];
    if (one.values === "") control.checked = now === "";
    else control.value = now ?? "";
    control.closest("li").classList.toggle("changed", now !== before);
    changed += now !== before;
  }
  byId("switch-count").textContent = `${changed || "none"} changed`;
  document.title = `${name}: petteia`;
}

/** The choice of a value of the menu. */
const choiceOf = (value) => own.get(value) ?? { game: value, rules: null, switches: "" };

/** The choice that a name stands for: rules of its own in the menu, or a game of the catalogue with switches. */
const namedChoice = (name) => own.get(`own ${name}`) ?? choiceOf(name);

/** An option for rules of their own, unless the menu has it. */
function ownOption(name, rules) {
  const value = `own ${name}`;
  const isNew = !own.has(value);
  own.set(value, { game: name, rules, switches: "" });
  return isNew ? [option(value, name)] : [];
}

function makeMenu() {
  const group = (label, options) => html("optgroup", { label }, ...options);
  const variants = given?.variants.flatMap(({ game: name, rules }) => (rules ? ownOption(name, rules) : [option(name)]));
  if (given) byId("games").prepend(group(`The games of ${given.name}`, variants));
  for (const source of new Set(catalogue.games.map((one) => one.source))) {
    const games = catalogue.games.filter((one) => one.source === source);
    byId("games").append(group(source, games.map(({ id, about }) => option(id, `${id}: ${about}`))));
  }
  on("games", "change", ({ target }) => playChoice(choiceOf(target.value)));
}

/** Plays a table of rules that the reader wrote. */
const playOwn = () => attempt("own-problem", () =>
  playChoice({ ...engine.ask({ ask: "own", table: byId("own-text").value }), switches: "" }));

/** What was refused before is of no interest with another game. */
function forgetRefusals() {
  for (const id of ["refusal", "own-problem", "record-problem"]) byId(id).textContent = "";
  tellProblem("");
}

function makeChoice() {
  Object.assign(catalogue, engine.ask({ ask: "catalogue" }));
  makeMenu();
  byId("switches").append(...catalogue.switches.map(switchRow));
  onClick({ reset: () => playChoice(base.choice), "play-own": playOwn });
  listeners.chosen.push(forgetRefusals, showChoice, showRules, showLegend);
}

/** The rules in words; sentences that the switches brought are marked. */
function showRules() {
  const known = new Set(base.about.sections.flatMap(({ sentences }) => sentences));
  byId("rules").replaceChildren(...ruleSections(game.about.sections, "h3", (sentence) => (known.has(sentence) ? null : "new")));
  byId("rules-note").textContent = byId("rules").querySelector(".new") ? `Marked sentences are not in ${base.about.name}.` : "";
}
