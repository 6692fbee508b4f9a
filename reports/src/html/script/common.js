// What all parts of the page use: the data, its numbers as text, and one tooltip.

const data = JSON.parse(document.getElementById("data").textContent);

/** `no_moves` as words. */
const words = (name) => name.replaceAll("_", " ");

/** How a cell is called where variants are named shortly. */
const cellName = (cell) => (pairings.length > 1 ? `${cell.label}, ${cell.pairing}` : cell.label);

/** Hides a section and its link. */
function hideSection(id, isHidden) {
  byId(id).hidden = isHidden;
  document.querySelector(`nav a[href='#${id}']`).hidden = isHidden;
}

/** The different pairings, in the order of the plan. */
const pairings = [...new Set(data.cells.map((cell) => cell.pairing))];

/** What the tooltip belongs to, if it is shown. */
let explained = null;

function placeTooltip() {
  if (!explained) return;
  const tooltip = byId("tooltip");
  const [box, own] = [explained.getBoundingClientRect(), tooltip.getBoundingClientRect()];
  const left = Math.min(Math.max(box.left + (box.width - own.width) / 2, 8), innerWidth - own.width - 8);
  const above = box.top - own.height - 6;
  tooltip.style.left = `${left}px`;
  tooltip.style.top = `${above > 4 ? above : box.bottom + 6}px`;
}

function hideTooltip() {
  explained = null;
  byId("tooltip").hidden = true;
}

/** Shows a text while a node is pointed at or has the focus. */
function explain(node, text) {
  const show = () => {
    explained = node;
    byId("tooltip").textContent = text;
    byId("tooltip").hidden = false;
    placeTooltip();
  };
  node.addEventListener("pointerenter", show);
  // A finger that is lifted leaves, too; what it touched is explained until it touches something else. A click gives the focus
  // as well, but only who came with the keyboard reads on without the pointer.
  node.addEventListener("pointerleave", ({ pointerType }) => {
    if (explained === node && pointerType !== "touch" && !node.matches(":focus-visible")) hideTooltip();
  });
  node.addEventListener("focus", show);
  node.addEventListener("blur", hideTooltip);
  return node;
}

document.addEventListener("keydown", (event) => { if (event.key === "Escape") hideTooltip(); });
document.addEventListener("scroll", placeTooltip, { passive: true });

const cellByNumber = (wanted) => data.cells.find((cell) => `${cell.cell}` === `${wanted}`);

/** The cell that is shown alone, and whether the reader chose it. */
const chosen = { cell: null, byReader: false };
