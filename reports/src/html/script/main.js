// The page as a whole: what is said once, the chosen cell, and the address that names a position.

const cellByNumber = (wanted) => data.cells.find((cell) => `${cell.cell}` === `${wanted}`);

function showRules(cell) {
  const sections = data.rules[cell.variant] ?? [];
  byId("no-rules").hidden = sections.length > 0;
  byId("rules").replaceChildren(...sections.map(({ title, sentences }) => html("section", {}, html("h4", {}, title),
    html("ul", {}, ...sentences.map((sentence) => html("li", {}, sentence))))));
}

function summaryOf(cell) {
  const { games, draw_rate: draws, lengths } = cell;
  return `${cell.variant}, White: ${cell.white}, Black: ${cell.black}. ${number(games)} games, `
    + `${withInterval(draws)} % drawn, median ${number(lengths.median)} plies.`;
}

/** Shows a cell alone, at a position of a game if one is asked for. */
function chooseCell(cell, wanted) {
  chosen.cell = cell;
  byId("cell").value = cell.cell;
  byId("cell-summary").textContent = summaryOf(cell);
  showRules(cell);
  showMaps(cell);
  showGames(cell, wanted);
  tell("chosen", cell);
}

/** Chooses a cell and goes there. */
function openCell(cell) {
  chooseCell(cell);
  byId("one-cell").scrollIntoView();
  byId("cell").focus({ preventScroll: true });
  keepAddress();
}

/** Opens what the address names, such as `#cell=3&game=17&step=42`. */
function openAddress() {
  const named = new URLSearchParams(location.hash.slice(1));
  const cell = cellByNumber(named.get("cell"));
  if (!cell) return;
  const game = named.has("game") ? { game: Number(named.get("game")), step: Math.trunc(named.get("step")) || 0 }
    : undefined;
  chooseCell(cell, game);
  const has = !game || gamesOf(cell).some((one) => one.game === game.game);
  if (!has) {
    byId("status").textContent = `Game ${game.game} of cell ${cell.cell} is not in this page; `
      + `petteia replay RUN --cell ${cell.cell} --game ${game.game} shows it.`;
  }
  byId(game ? "replayer" : "one-cell").scrollIntoView();
}

function showTexts() {
  if (data.name) {
    document.title = `${data.name}: petteia`;
    byId("title").textContent = data.name;
  }
  byId("subtitle").textContent = data.subtitle;
  byId("open").hidden = !data.open;
  byId("open").textContent = data.open ?? "";
  byId("advantage-note").textContent = data.advantage[1];
  const list = (id, texts) => byId(id).append(...texts.map((text) => html("li", {}, text)));
  list("findings-list", data.findings);
  list("missing-list", data.missing);
  byId("findings").hidden = data.findings.length === 0;
  document.querySelector("nav a[href='#findings']").hidden = data.findings.length === 0;
  byId("missing").hidden = data.missing.length === 0;
  byId("cite").hidden = !data.citation;
  byId("citation").textContent = data.citation;
  const origin = data.provenance.length ? data.provenance : Object.entries(data.stamp);
  byId("origin").hidden = origin.length + data.missing.length === 0;
  byId("provenance").append(...origin.flatMap(([what, text]) => [html("dt", {}, what), html("dd", {}, text)]));
}

showTexts();
makeTable();
makeCharts();
makeReplayer();
showTable();
byId("cell").append(...data.cells.map((cell) => html("option", { value: cell.cell }, `${cell.cell}: ${cellName(cell)}`)));
byId("cell").addEventListener("change", (event) => {
  chooseCell(cellByNumber(event.target.value));
  keepAddress();
});
chooseCell(data.cells[0]);
openAddress();
addEventListener("hashchange", openAddress);
