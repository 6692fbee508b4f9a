// Many games in the background, while they are played: how often they are drawn and how long they last, under one rule set or
// under two side by side.

/** What the file of counts is named after. */
const data = { name: given?.name ?? "" };

/** What is counted: who plays, and a tally for each rule set. */
const count = { wanted: null, tallies: [] };

/** Agents that are quick enough to play many games. */
const COUNTED = PLAYERS.filter(([text]) => text !== HUMAN && !text.includes("100000"));

/** The games of a rule set: their results so far and after each look, and the seconds that they took. */
const newTally = (choice) =>
  ({ name: `${choice.game}${choice.switches}`, choice, counter: new Helper(), looks: [], totals: null, seconds: 0 });

const isCounting = () => count.tallies.some(({ counter }) => counter.isBusy);

/** Keeps the looks few: when there are many, every second one goes. */
function keepLook(tally, { games, draws }) {
  tally.looks.push({ games, draws });
  if (tally.looks.length > 400) tally.looks = tally.looks.filter((_, index) => index % 2 || index === tally.looks.length - 1);
}

function playTally(tally) {
  const onTotals = ({ totals, seconds }) => {
    if (totals.games === 0) return;
    Object.assign(tally, { totals, seconds });
    keepLook(tally, totals);
    showCount();
  };
  const onError = (message) => {
    stopCount();
    byId("count-problem").textContent = `${tally.name}: ${message}.`;
  };
  tally.counter.ask({ ask: "measure", wanted: { choice: tally.choice, ...count.wanted } }, onTotals, onError);
}

/** The name of the game beside the chosen one; empty if the reader names none. */
const beside = () => byId("count-beside").value.trim();

/** Whether a name stands for rules that the menu has and a link has not. */
const isOwn = (name) => namedChoice(name).rules !== null;

/** Names the game beside the chosen one; says so where a link has to leave it out. */
function compareWith(name) {
  byId("count-beside").value = name;
  byId("count-unlinked").textContent = isOwn(name) ? `${name} has rules of its own, so a link to this page leaves it out.` : "";
}

function startCount() {
  const [white, black, opening] = ["white", "black", "opening"].map((part) => byId(`count-${part}`).value);
  attempt("count-problem", () => {
    const choices = [game.choice, ...(beside() === "" ? [] : [namedChoice(beside())])];
    for (const choice of choices) engine.ask({ ask: "rules", choice });
    count.tallies = choices.map(newTally);
    count.wanted = { white, black, opening: Number(opening), seed: newSeed() };
    count.tallies.forEach(playTally);
    showCount();
  }, sentence);
}

function stopCount() {
  for (const { counter } of count.tallies) counter.stop();
  showCount();
}

/** The estimates by their keys, as the table writes them. */
const ESTIMATES = [["draws", "Draws, %"], ["white", "White wins, %"], ["black", "Black wins, %"],
  ["unfinished", "Unfinished (turn cap), %"], ["first_move", "White’s advantage, points", signed]];

/** Who plays, and whether games are still being played. */
function statusOfCount() {
  if (!count.wanted) return "";
  const { white, black } = count.wanted;
  const players = white === black ? white : `${white} (White) and ${black} (Black)`;
  return `Played by ${players}. ${isCounting() ? "Playing …" : "Stopped."}`;
}

/** An interval in a table, which is not broken into two lines. */
const estimateText = (estimate, write) => withInterval(estimate, write).replace(", ", ",\u00a0");

/** A row for each result, a column for each rule set, and one for the difference of two. */
function countRows(tallies) {
  const [one, other] = tallies.map(({ totals: { games, results } }) => ({ games, results }));
  const difference = other ? engine.ask({ ask: "compare", one, other }) : null;
  const row = (name, write, last = "") => html("tr", {}, html("th", { scope: "row" }, name),
    ...tallies.map((tally) => html("td", {}, write(tally))), ...(difference ? [html("td", {}, last)] : []));
  const estimateRow = ([key, name, write]) =>
    row(name, ({ totals }) => estimateText(totals[key], write), difference && estimateText(difference[key], signed));
  return [
    row("Games", ({ totals }) => number(totals.games)),
    row("Games per second", ({ totals, seconds }) => number(totals.games / seconds, totals.games < 10 * seconds ? 1 : 0)),
    ...ESTIMATES.map(estimateRow),
    row("Median length, plies", ({ totals }) => number(totals.median_length)),
    row("Mean length, plies", ({ totals }) => number(totals.mean_length, 1)),
  ];
}

function showCount() {
  const tallies = count.tallies.filter(({ totals }) => totals);
  byId("count-start").textContent = isCounting() ? "Stop" : "Play games";
  byId("count-status").textContent = statusOfCount();
  byId("count-results").hidden = !tallies.length;
  if (!tallies.length) return;
  const title = (text, index) => html("th", { scope: "col", class: `tally-${index}` }, text);
  const titles = [...tallies.map(({ name }) => name), ...(tallies.length > 1 ? ["Difference, points"] : [])];
  byId("count-table").replaceChildren(html("tr", {}, html("td"), ...titles.map(title)), ...countRows(tallies));
  drawConvergence(byId("convergence"), tallies);
  drawLengths(byId("lengths"), tallies);
}

/** The counts as a table with the names of columns that the program uses. */
function saveCounts() {
  const estimate = (name, { value, low, high }) => ({ [name]: value, [`${name}_low`]: low, [`${name}_high`]: high });
  const { white, black, opening, seed } = count.wanted;
  const rows = count.tallies.filter(({ totals }) => totals).map(({ name, choice, totals }) => ({
    variant: name, rules: choice.rules && JSON.stringify(choice.rules), white, black, opening, seed, games: totals.games,
    white_wins: totals.results.white, black_wins: totals.results.black, draws: totals.results.drawn,
    unfinished: totals.results.unfinished,
    ...estimate("white_rate", totals.white), ...estimate("black_rate", totals.black), ...estimate("draw_rate", totals.draws),
    ...estimate("unfinished_rate", totals.unfinished), ...estimate("first_move_advantage", totals.first_move),
    plies_mean: totals.mean_length, plies_median: totals.median_length,
  }));
  save("counts", "csv", "text/csv", csv([Object.keys(rows[0]), ...rows.map(Object.values)]));
}

function openingFault(text) {
  const { max } = byId("count-opening");
  return /^\d+$/.test(text) && Number(text) <= Number(max) ? "" : `it is a whole number up to ${max}`;
}

function besideFault(name) {
  try {
    engine.ask({ ask: "rules", choice: namedChoice(name) });
    return "";
  } catch (error) {
    return error.message;
  }
}

function makeMeasure() {
  for (const side of ["white", "black"]) {
    byId(`count-${side}`).append(...COUNTED.map(([value, text]) => option(value, text)));
    keepControl(`count-${side}`, `count_${side}`, () => {}, { fault: oneOf(...COUNTED.map(([text]) => text)) });
  }
  keepControl("count-opening", "opening", () => {}, { fault: openingFault });
  keepInLink("beside", () => (isOwn(beside()) ? "" : beside()), compareWith, besideFault);
  on("count-beside", "change", () => { compareWith(beside()); keepAddress(); });
  byId("game-names").append(...catalogue.games.map(({ id }) => option(id, "")));
  onClick({
    "count-keep": () => { compareWith(game.about.name); keepAddress(); },
    "count-start": () => (isCounting() ? stopCount() : startCount()),
    "count-save": saveCounts,
  });
  new ResizeObserver(showCount).observe(byId("convergence"));
  listeners.chosen.push(stopCount);
}
