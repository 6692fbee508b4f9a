// Many games in the background: how often they are drawn and how long they last, while they are played.

const counter = new Helper();

/** The results after each look, and what is being counted. */
const count = { looks: [], totals: null, seconds: 0, name: "", players: "" };

/** Agents that are quick enough to play many games. */
const COUNTED = PLAYERS.filter(([text]) => text !== HUMAN && !text.includes("100000"));

const countedAgents = () => [byId("count-white").value, byId("count-black").value];

/** Keeps the looks few: when there are many, every second one goes. */
function keepLook(totals) {
  count.looks.push({ games: totals.games, draws: totals.draws });
  if (count.looks.length > 400) count.looks = count.looks.filter((_, index) => index % 2 || index === count.looks.length - 1);
}

function onTotals({ totals, seconds }) {
  if (totals.games === 0) return;
  Object.assign(count, { totals, seconds });
  keepLook(totals);
  showCount();
}

function startCount() {
  const [white, black] = countedAgents();
  const opening = Number(byId("count-opening").value);
  const players = white === black ? white : `${white} (White) and ${black} (Black)`;
  Object.assign(count, { looks: [], totals: null, name: game.about.name, players });
  byId("count-problem").textContent = "";
  counter.ask({ ask: "measure", wanted: { choice: game.choice, white, black, opening, seed: newSeed() } }, onTotals, (message) => {
    byId("count-problem").textContent = sentence(message);
    showCount();
  });
  showCount();
}

function stopCount() {
  counter.stop();
  showCount();
}

const RATES = [["draws", "Draws"], ["white", "White wins"], ["black", "Black wins"], ["unfinished", "Unfinished (turn cap)"]];

/** What has been played, and how fast. */
function progressText() {
  const { name, players, totals, seconds } = count;
  const speed = totals.games / seconds;
  return `${name} by ${players}: ${counted(totals.games, "game")}, ${number(speed, speed < 10 ? 1 : 0)} games and `
    + `${number(totals.mean_length * speed)} plies per second.${counter.isBusy ? "" : " Stopped."}`;
}

function showCount() {
  const { totals } = count;
  byId("count-start").textContent = counter.isBusy ? "Stop" : "Play games";
  const warning = counter.isBusy && !totals ? "The first game is being played." : "";
  byId("count-status").textContent = totals ? progressText() : warning;
  byId("count-results").hidden = !totals;
  if (!totals) return;
  const row = (name, text) => html("tr", {}, html("th", { scope: "row" }, name), html("td", {}, text));
  const rates = RATES.map(([key, name]) => row(name, `${withInterval(totals[key])} %`));
  const first = row("White’s advantage", `${withInterval(totals.first_move, signed)} points`);
  const lengths = row("Length", `median ${number(totals.median_length)}, mean ${number(totals.mean_length, 1)} plies`);
  byId("count-table").replaceChildren(...rates, first, lengths);
  drawConvergence(byId("convergence"), count.looks);
  drawLengths(byId("lengths"), totals);
}

function makeMeasure() {
  for (const side of ["white", "black"]) {
    byId(`count-${side}`).append(...COUNTED.map(([value, text]) => html("option", { value }, text)));
    keepInLink(`count_${side}`, () => (byId(`count-${side}`).value === "random" ? "" : byId(`count-${side}`).value), (text) => {
      byId(`count-${side}`).value = text || "random";
    });
    byId(`count-${side}`).addEventListener("change", keepAddress);
  }
  keepInLink("opening", () => (byId("count-opening").value === "4" ? "" : byId("count-opening").value), (text) => {
    byId("count-opening").value = text || "4";
  });
  byId("count-opening").addEventListener("change", keepAddress);
  byId("count-start").addEventListener("click", () => (counter.isBusy ? stopCount() : startCount()));
  new ResizeObserver(showCount).observe(byId("convergence"));
  observers.chosen.push(stopCount);
}
