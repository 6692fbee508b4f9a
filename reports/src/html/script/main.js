// The page as a whole: what is said once, and the chosen cell.

function showRules(cell) {
  const sections = data.rules[cell.variant] ?? [];
  byId("no-rules").hidden = sections.length > 0;
  byId("rules").replaceChildren(...sections.map(({ title, sentences }) => html("section", {}, html("h4", {}, title),
    html("ul", {}, ...sentences.map((sentence) => html("li", {}, sentence))))));
}

function summaryOf(cell) {
  const { games, draw_rate: draws, plies_median: median } = cell;
  return `${cell.name}, White: ${cell.players[0]}, Black: ${cell.players[1]}. ${counted(games, "game")}, `
    + `${withInterval(draws)} % drawn, median ${number(median)} plies.`;
}

/** Shows a cell alone. */
function chooseCell(cell) {
  chosen.cell = cell;
  byId("cell").value = cell.cell;
  byId("cell-summary").textContent = summaryOf(cell);
  if (data.play) byId("play-cell").firstElementChild.href = `${data.play}#${new URLSearchParams({ game: cell.variant })}`;
  showRules(cell);
  showMaps("heat-maps", "heat", [cell]);
  showGames(cell);
  tell("chosen", cell);
}

/** Chooses a cell for the reader, who can share it. */
function pickCell(cell) {
  chosen.byReader = true;
  chooseCell(cell);
  keepAddress("one-cell");
}

/** Chooses a cell and goes there. */
function openCell(cell) {
  pickCell(cell);
  byId("one-cell").scrollIntoView();
  byId("cell").focus({ preventScroll: true });
}

function makeCell() {
  byId("cell").append(...data.cells.map((cell) => html("option", { value: cell.cell }, `${cell.cell}: ${cellName(cell)}`)));
  byId("cell").addEventListener("change", (event) => pickCell(cellByNumber(event.target.value)));
  const isAsIs = () => !chosen.byReader && isAtFirst();
  keepInLink("cell", () => (isAsIs() ? "" : chosen.cell.cell), (text) => {
    const cell = cellByNumber(text);
    chosen.byReader = Boolean(cell);
    chooseCell(cell ?? data.cells[0]);
  });
}

/** Findings that are shown at first, the most important ones. */
const FIRST_FINDINGS = 4;

/** Shows the first findings, and all of them at the click of a button. */
function showFindings() {
  const items = data.findings.map((text, index) => html("li", { class: index < FIRST_FINDINGS ? null : "further" }, text));
  const [list, button] = [byId("findings-list"), byId("all-findings")];
  list.append(...items);
  button.hidden = items.length <= FIRST_FINDINGS;
  const show = (all) => {
    list.classList.toggle("short", !all);
    button.setAttribute("aria-expanded", all);
    button.textContent = all ? `Show the first ${FIRST_FINDINGS} findings` : `Show all ${items.length} findings`;
  };
  button.addEventListener("click", () => show(list.classList.contains("short")));
  show(false);
  hideSection("findings", items.length === 0);
}

function showTexts() {
  if (data.name) {
    document.title = `${data.name}: petteia`;
    byId("title").textContent = data.name;
  }
  byId("subtitle").textContent = data.subtitle;
  byId("open").hidden = !data.open;
  for (const id of ["play-all", "play-cell"]) byId(id).hidden = !data.play;
  if (data.play) byId("play-all").firstElementChild.href = data.play;
  byId("open").textContent = data.open ?? "";
  byId("advantage-note").textContent = data.advantage[1];
  byId("missing-list").append(...data.missing.map((text) => html("li", {}, text)));
  showFindings();
  byId("missing").hidden = data.missing.length === 0;
  byId("cite").hidden = !data.citation;
  byId("citation").textContent = data.citation;
  const provenance = data.provenance.length ? data.provenance : Object.entries(data.stamp);
  hideSection("provenance", provenance.length + data.missing.length === 0);
  byId("provenance-list").append(...provenance.flatMap(([what, text]) => [html("dt", {}, what), html("dd", {}, text)]));
}

showTexts();
makeCell();
makeReplayer();
makeCells();
makeFigures();
makeMetrics();
makeEffects();
makeLimits();
makeCompare();
makeLinks(keepAddress);
addEventListener("hashchange", openAddress);
chooseCell(data.cells[0]);
showTable();
openAddress();
