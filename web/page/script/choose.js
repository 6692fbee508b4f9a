// The choice of a game: the catalogue, the games of a report, a table of one's own, and switches.

const catalogue = { games: [], switches: [], agents: [] };

/** The games of a report that carries this page: `{ name, variants: [{ game, rules }] }`. */
const given = JSON.parse(byId("given").textContent);

/** The game that the switches change, and what the engine tells of it. */
const base = { choice: null, about: null };

/** The row of the catalogue to which a name with switches belongs. */
function rowOf(name) {
  const fits = catalogue.games.filter(({ id }) => name.startsWith(id) && /^([+-]|$)/.test(name.slice(id.length)));
  return fits.sort((a, b) => b.id.length - a.id.length)[0];
}

/** Sets the base of the chosen game: its row of the catalogue, or the game itself. */
function findBase() {
  const { name, rules } = game.about;
  const row = rules ? null : rowOf(name);
  base.choice = row ? { game: row.id, rules: null, switches: "" } : { game: name, rules, switches: "" };
  base.about = row ? engine.ask({ ask: "rules", choice: base.choice }) : game.about;
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
  addAddress();
}

function playChoice(choice) {
  choose(choice);
  playAnew();
}

function applySwitches() {
  const switches = catalogue.switches.map((one) => overlay(one.name, valueOf(one))).join("");
  try {
    playChoice({ ...base.choice, switches });
  } catch (error) {
    byId("refusal").textContent = `${base.about.name}${switches} cannot be played: ${error.message}. `
      + `The board still has ${game.about.name}.`;
  }
}

function switchControl({ name, values, choices }) {
  const id = `switch-${name}`;
  if (values === "") return html("input", { type: "checkbox", id, change: applySwitches });
  if (choices.length === 0) return html("input", { id, class: "short", inputmode: "numeric", placeholder: "off", change: applySwitches });
  const option = (value) => html("option", { value }, value === "" ? "–" : value);
  return html("select", { id, change: applySwitches }, ...["", ...choices].map(option));
}

function switchRow(one) {
  const about = one.values === "" || one.choices.length ? one.about : `${one.about} (${one.values})`;
  return html("li", {}, switchControl(one),
    html("label", { for: `switch-${one.name}` }, html("code", {}, one.name), ` ${about.replaceAll("`", "")}`));
}

/** Shows the chosen game in the menus. */
function showChoice() {
  findBase();
  const { about } = game;
  const row = rowOf(base.choice.game);
  const value = base.choice.rules ? `own ${about.name}` : base.choice.game;
  const menu = byId("games");
  if (![...menu.options].some((option) => option.value === value)) {
    byId("own-games").append(html("option", { value, "data-rules": JSON.stringify(about.rules) }, about.name));
    byId("own-games").hidden = false;
  }
  menu.value = value;
  byId("game-title").textContent = about.name;
  byId("about").textContent = sentence(`${row && !about.rules ? row.about : "rules of its own"}; ${about.board.files} files, `
    + `${about.board.ranks} ranks`);
  for (const one of catalogue.switches) {
    const control = byId(`switch-${one.name}`);
    const now = about.switches[one.name];
    if (one.values === "") control.checked = now === "";
    else control.value = now ?? "";
    control.closest("li").classList.toggle("changed", now !== base.about.switches[one.name]);
  }
  const changed = catalogue.switches.filter(({ name }) => about.switches[name] !== base.about.switches[name]).length;
  byId("switch-count").textContent = `${changed || "none"} changed`;
  document.title = `${about.name}: petteia`;
}

/** The choice that a menu's option stands for. */
function optionChoice(option) {
  const rules = option.dataset.rules;
  return rules ? { game: option.textContent, rules: JSON.parse(rules), switches: "" } : { game: option.value, rules: null, switches: "" };
}

/** The choice that a name stands for: rules of its own in the menu, or a game of the catalogue with switches. */
function namedChoice(name) {
  const own = [...byId("games").options].find((option) => option.dataset.rules && option.textContent === name);
  return own ? optionChoice(own) : { game: name, rules: null, switches: "" };
}

function makeMenu() {
  const option = ({ id, about }) => html("option", { value: id }, `${id}: ${about}`);
  const sources = [...new Set(catalogue.games.map((one) => one.source))];
  const group = (source) => html("optgroup", { label: source },
    ...catalogue.games.filter((one) => one.source === source).map(option));
  const variant = ({ game: name, rules }) =>
    html("option", rules ? { value: `own ${name}`, "data-rules": JSON.stringify(rules) } : { value: name }, name);
  if (given) byId("games").append(html("optgroup", { label: `The games of ${given.name}` }, ...given.variants.map(variant)));
  byId("games").append(html("optgroup", { id: "own-games", label: "Your own", hidden: "" }), ...sources.map(group));
  byId("games").addEventListener("change", ({ target }) => playChoice(optionChoice(target.selectedOptions[0])));
}

/** Plays a table of rules that the reader wrote. */
function playOwn() {
  try {
    playChoice({ ...engine.ask({ ask: "own", table: byId("own-text").value }), switches: "" });
  } catch (error) {
    byId("own-problem").textContent = error.message;
  }
}

/** What was refused before is of no interest with another game. */
function forgetRefusals() {
  for (const id of ["refusal", "own-problem", "record-problem"]) byId(id).textContent = "";
  tellProblem("");
}

function makeChoice() {
  Object.assign(catalogue, engine.ask({ ask: "catalogue" }));
  makeMenu();
  byId("switches").append(...catalogue.switches.map(switchRow));
  byId("reset").addEventListener("click", () => playChoice(base.choice));
  byId("play-own").addEventListener("click", playOwn);
  listeners.chosen.push(forgetRefusals, showChoice, showRules, showLegend);
}

/** The rules in words; sentences that the switches brought are marked. */
function showRules() {
  const known = new Set(base.about.sections.flatMap((section) => section.sentences));
  const item = (sentence) => html("li", known.has(sentence) ? {} : { class: "new" }, sentence);
  byId("rules").replaceChildren(...game.about.sections.map(({ title, sentences }) =>
    html("section", {}, html("h3", {}, title), html("ul", {}, ...sentences.map(item)))));
  const isNew = game.about.sections.some(({ sentences }) => sentences.some((sentence) => !known.has(sentence)));
  byId("rules-note").textContent = isNew ? `Marked sentences are not in ${base.about.name}.` : "";
}
