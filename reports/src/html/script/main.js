// The page as a whole: what is said once, and the chosen cell.

function summaryOf(cell) {
  const { games, draw_rate: draws, unfinished_rate: unfinished, plies_median: median } = cell;
  const andUnfinished = unfinished?.value ? ` and ${withInterval(unfinished)} % unfinished` : "";
  const atLeast = cell.median_is_bound ? "at least " : "";
  return `${cell.name}, White: ${cell.players[0]}, Black: ${cell.players[1]}. ${counted(games, "game")}, `
    + `${withInterval(draws)} % drawn${andUnfinished}, median ${atLeast}${number(median)} plies.`;
}

/** Shows the cell that the menu names alone. */
function showCell() {
  const cell = cellByNumber(byId("cell").value);
  chosen.cell = cell;
  byId("cell-summary").textContent = summaryOf(cell);
  if (data.play) byId("play-cell").firstElementChild.href = `${data.play}#${new URLSearchParams({ game: cell.variant })}`;
  const sections = data.rules[cell.variant] ?? [];
  byId("no-rules").hidden = sections.length > 0;
  byId("rules").replaceChildren(...ruleSections(sections, "h4"));
  showMaps("heat-maps", "heat", [cell]);
  showGames();
  tell("chosen", cell);
}

/** Chooses a cell and goes there. */
function openCell(cell) {
  byId("cell").value = cell.cell;
  showCell();
  keepAddress("one-cell");
  reveal(byId("one-cell"));
  byId("one-cell").scrollIntoView();
  byId("cell").focus({ preventScroll: true });
}

/** Shows the first findings, the most important ones, and all of them at the click of a button. */
function showFindings() {
  const [list, button] = [byId("findings-list"), byId("all-findings")];
  list.append(...data.findings.map((text) => html("li", {}, text)));
  button.hidden = data.findings.length <= 4;
  const toggle = () => {
    const isShort = list.classList.toggle("short");
    button.setAttribute("aria-expanded", !isShort);
    button.textContent = isShort ? `Show all ${data.findings.length} findings` : "Show the first 4 findings";
  };
  button.addEventListener("click", toggle);
  toggle();
  hideSection("findings", data.findings.length === 0);
  byId("article-text").textContent = data.article;
  hideSection("article", data.article === "");
}

/** Shows the rules of the first variant, below its board. */
function showStart() {
  const sections = data.rules[data.cells[0]?.variant] ?? [];
  byId("start-rules").replaceChildren(...ruleSections(sections, "h3"));
  hideSection("start", sections.length === 0);
}

function showTexts() {
  if (data.name) {
    document.title = `${data.name}: petteia`;
    byId("title").textContent = data.name;
  }
  for (const id of ["subtitle", "open", "citation"]) byId(id).replaceChildren(...withCode(data[id] ?? ""));
  byId("advantage-note").textContent = data.advantage[1];
  for (const id of ["play-all", "play-cell"]) byId(id).hidden = !data.play;
  if (data.play) byId("play-all").firstElementChild.href = data.play;
  byId("missing-list").append(...data.missing.map((text) => html("li", {}, ...withCode(text))));
  const provenance = data.provenance.length ? data.provenance : Object.entries(data.stamp);
  hideSection("provenance", provenance.length + data.missing.length === 0);
  byId("provenance-list").append(...provenance.flatMap(([what, text]) => [html("dt", {}, what), html("dd", {}, text)]));
}

for (const id of ["answer", "effects", "strength"]) hideSection(id, !document.querySelector(`#${id} figure`));
showTexts();
showFindings();
showStart();
byId("cell").append(...cellOptions());
keepControl("cell", "cell", showCell);
makeReplayer();
makeCells();
makeFigures();
makeMetrics();
makeEffects();
makeLimits();
makeCompare();
keepInLink("view", () => (section === impliedSection() ? "" : section), () => {});
makeLinks();
addEventListener("hashchange", openAddress);
showCell();
showTable();
openAddress();
