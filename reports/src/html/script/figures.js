// The figures as the report draws them: their marks explain themselves, fade where the filter leaves their cell out, and each
// figure can be saved.

/** Lets arrow keys move between the marks below a node. */
const walkMarks = (root) => roving([...root.querySelectorAll("[aria-label]:is(g, rect)")]);

/** What a mark says becomes its label, so that a browser does not show it a second time. */
function readTitles(drawing) {
  for (const title of drawing.querySelectorAll("title")) {
    const mark = title.parentElement;
    mark.setAttribute("role", "img");
    mark.setAttribute("aria-label", title.textContent);
    title.remove();
  }
}

/** The title and the grey lines below it as text, which a phone shows instead of those of a wide figure, which would be cut. */
function liftHead(figure, drawing) {
  const texts = [...drawing.querySelectorAll(":scope > text")];
  const isTitle = (text) => text.getAttribute("font-size") === texts[0].getAttribute("font-size");
  const end = texts.findIndex((text) => !isTitle(text) && text.getAttribute("fill") !== "#5F5F5F");
  const head = texts.slice(0, end);
  for (const text of head) text.classList.add("head");
  drawing.style.setProperty("--head", head.at(-1).getAttribute("y") / drawing.viewBox.baseVal.width);
  const lines = head.filter((text) => !isTitle(text)).map((text) => text.textContent);
  figure.prepend(html("p", { class: "head" }, html("b", {}, figure.getAttribute("aria-label")), html("br"), lines.join(" ")));
}

function makeFigures() {
  for (const figure of document.querySelectorAll("figure")) {
    const text = new XMLSerializer().serializeToString(figure.querySelector("svg"));
    figure.querySelector(".save").addEventListener("click", () => save(figure.dataset.name, "svg", "image/svg+xml", text));
    for (const drawing of figure.querySelectorAll("svg")) {
      readTitles(drawing);
      walkMarks(drawing);
    }
    if (!figure.querySelector(".narrow")) liftHead(figure, figure.querySelector("svg"));
  }
  listeners.shown.push((cells) => {
    const shown = new Set(cells.map((cell) => `${cell.cell}`));
    for (const mark of document.querySelectorAll("figure [data-cell]")) {
      mark.classList.toggle("faded", !shown.has(mark.dataset.cell));
    }
  });
}

/** The place of a mark in its figure, which has one only while it is not folded. */
function boxOf(mark) {
  const fold = mark.closest("details:not([open])");
  if (fold) fold.open = true;
  const box = mark.getBBox();
  if (fold) fold.open = false;
  return box;
}

/** A part of a figure by itself. */
function copyOf(mark, cell) {
  const { x, y, width, height } = boxOf(mark);
  const copy = mark.cloneNode(true);
  copy.classList.remove("faded");
  const title = `${mark.closest("figure").getAttribute("aria-label").split(" (")[0]}: ${cellName(cell)}`;
  const map = html("div", {}, html("p", {}, title),
    svg("svg", { viewBox: `${x} ${y} ${width} ${height}`, class: "map", "font-family": "sans-serif" }, copy));
  walkMarks(map);
  return map;
}

/** Shows the maps of some cells in a place, or hides `around` without them. */
function showMaps(place, around, cells) {
  const maps = cells.flatMap((cell) => [...document.querySelectorAll(`[data-name^=squares] [data-cell="${cell.cell}"]`)]
    .map((mark) => copyOf(mark, cell)));
  byId(around).hidden = maps.length === 0;
  byId(place).replaceChildren(...maps);
}
